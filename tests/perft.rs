//! Small positions worked out by hand: `data/perft/*.perft`.

use std::fs;

use common::english::data;
use common::generators::sorted;
use common::oracle::all_plays;
use common::perft::{Perft, file, line};
use common::positions::{SMALL, Variety, check_games, play_out};
use lexc_runtime::Position;

/// Every generator over every image, and the oracle, finds the expected number of plays, sum of scores and best play in
/// every position.
#[test]
fn positions_have_their_expected_plays() {
    let mut wrong = String::new();
    let mut cases = 0;
    for entry in fs::read_dir(data("perft")).unwrap() {
        let path = entry.unwrap().path();
        let perft = Perft::parse(&fs::read_to_string(&path).unwrap());
        let searches = perft.game.searches();
        let lexicon = perft.game.lexicon();
        let alphabet = lexicon.alphabet();
        for case in &perft.cases {
            let position = case.position(alphabet);
            let by_oracle = all_plays(&perft.game.words, &position);
            let by_generators = searches
                .iter()
                .map(|search| (search.name, sorted(&search.delivered(&position))));
            for (name, plays) in by_generators.chain([("oracle", by_oracle)]) {
                let found = line(&case.cgp, &position, &plays, alphabet);
                if found != case.line {
                    let path = path.display();
                    wrong += &format!("\n{path}, {name}:\n  {}\n  {found}\n", case.line);
                }
            }
            cases += 1;
        }
    }
    assert!(wrong.is_empty(), "expected and found:\n{wrong}");
    assert!(cases > 0);
}

/// A position that is written to a file reads the same, so failing positions can be stored.
#[test]
fn written_positions_read_the_same() {
    let variety = Variety {
        name: "written",
        games: 50,
        has_digraphs: true,
        has_phonies: true,
        has_blank_value: true,
        ..SMALL
    };
    check_games("perft", 1, &[variety], |random, variety, game| {
        play_out(random, game, variety, 10, |_, position, _| {
            let text = file(game, position);
            let read = Perft::parse(&text);
            let lexicon = read.game.lexicon();
            assert_eq!(read.game.words, game.words, "{text}");
            let [case] = &read.cases[..] else {
                panic!("not one position:\n{text}");
            };
            let read = case.position(lexicon.alphabet());
            // The file has no counts of tiles.
            let full_bag = read.rules().full_bag().clone();
            let rules = position.rules().clone().with_full_bag(full_bag);
            let expected = Position::try_new(position.board().clone(), *position.rack(), &rules);
            assert_eq!(read, expected.unwrap(), "{text}");
        });
    });
}

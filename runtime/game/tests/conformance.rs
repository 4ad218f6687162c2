//! Values of end games that independently written programs agree on, where the list of ENABLE is available.

use std::fs;
use std::path::Path;

use lexc::word_list::WordList;
use lexc::{CompileOptions, compile};
use lexc_game::{Endgame, EndgamePosition};
use lexc_runtime::{Alphabet, Cgp, Lexicon, Move, Rules};

#[test]
fn end_games_have_the_values_and_best_moves_of_enable() {
    let shared = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
    let read = |name: &str| fs::read_to_string(shared.join(name));
    let (Ok(words), Ok(rows)) = (
        read("lexicons/enable.txt"),
        read("conformance/endgame-enable.tsv"),
    ) else {
        println!("skipped: the end games are not in {}", shared.display());
        return;
    };
    let alphabet = lexc::alphabet::load("english").unwrap().encode().unwrap();
    let alphabet = Alphabet::from_bytes(&alphabet).unwrap();
    let words = WordList::from_words(alphabet, words.lines()).unwrap();
    let image = compile(words.iter(), alphabet, &CompileOptions::default()).unwrap();
    let lexicon = Lexicon::from_bytes(&image.image).unwrap();
    let rules = Rules::standard(lexicon.alphabet());
    let rows: Vec<&str> = rows.lines().skip(1).collect();
    assert!(rows.len() > 100);
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let cgp = Cgp::parse(cells[0], lexicon.alphabet()).unwrap();
        let position = EndgamePosition::from_cgp(&cgp, &rules).unwrap();
        let solution = Endgame::new(&lexicon).solve(&position);
        assert!(solution.is_exact, "{row}");
        assert_eq!(solution.value.to_string(), cells[1], "{row}");
        let first = match solution.line[0] {
            Move::Play(play) => play.display(cgp.board(), alphabet).to_string(),
            _ => "pass".to_owned(),
        };
        assert!(
            cells[2].split('|').any(|best| best == first),
            "{first}: {row}"
        );
    }
}

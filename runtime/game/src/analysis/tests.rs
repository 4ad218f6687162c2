//! Analyses of short records with few words.

use lexc::word_list::WordList;
use lexc::{CompileOptions, compile};
use lexc_formats::{Alphabet, AlphabetDefinition, TileDefinition};
use lexc_runtime::{Cgp, Rules};

use super::*;
use crate::gcg::Gcg;
use crate::testing::with_game;

/// The judgements of all events. The players are `a` and `b`.
fn judge(
    lexicon: &Lexicon<'_>,
    rules: &Rules,
    analysis: &Analysis<'_>,
    lines: &str,
) -> Vec<Option<Judgement>> {
    let (gcg, _) = Gcg::from_bytes(lines.as_bytes()).unwrap();
    let steps = gcg.replay(rules, lexicon.alphabet());
    steps.map(|step| analysis.judge(&step.unwrap())).collect()
}

const WITHDRAWN: &str =
    ">a: ACERSTZ 8D CRATEZ +54 54\n>a: ACERSTZ -- -54 0\n>b: ACERSTT 8D CRATE +20 20";

#[test]
fn a_withdrawn_play_counts_as_a_pass() {
    with_game(|lexicon, rules| {
        let analysis = Analysis::new(lexicon, &|_: &Rack| 0, Endgame::new(lexicon), None);
        let judgements = judge(lexicon, rules, &analysis, WITHDRAWN);
        let [Some(withdrawn), None, Some(stays)] = &judgements[..] else {
            panic!("{judgements:?}");
        };
        let cgp = format!("{}15 ACERSTZ/ 0/0 0", "15/".repeat(14));
        let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
        let best = MoveGen::new(lexicon).best(&cgp.position(rules).unwrap());
        assert_eq!(withdrawn.best().action, Move::Play(best.unwrap()));
        assert_eq!(withdrawn.made.action, Move::Pass);
        assert_eq!(withdrawn.lost(), withdrawn.best().equity);
        assert_eq!((withdrawn.phonies.len(), stays.phonies.len()), (1, 1));
        assert!(matches!(stays.made.action, Move::Play(play) if play.score() == 20));
        assert_eq!(stays.top.len(), Analysis::TOP_LEN);
    });
}

#[test]
fn simulations_have_the_move_made() {
    with_game(|lexicon, rules| {
        let simulation = Simulation::new(lexicon, &|_: &Rack| 0)
            .with_samples(32)
            .with_candidates(2);
        let endgame = Endgame::new(lexicon);
        let analysis = Analysis::new(lexicon, &|_: &Rack| 0, endgame, Some(simulation));
        for judgement in judge(lexicon, rules, &analysis, WITHDRAWN).iter().flatten() {
            assert_eq!(judgement.simulated.len(), 3);
            let [made, best] = judgement.simulated_made_and_best().unwrap();
            assert_eq!(made.candidate.action, judgement.made.action);
            let lost = best.win_rate - made.win_rate;
            assert_eq!(judgement.win_rate_lost(), Some(lost.max(0.0)));
        }
    });
}

/// Calls a test with a bag of nine tiles, three each of A, B and C, of 1, 2 and 4 points, and with racks of three tiles.
fn with_nine_tiles(test: impl FnOnce(&Lexicon<'_>, &Rules)) {
    let tile = |(text, value): (&str, i16)| TileDefinition {
        text: text.to_owned(),
        blank_text: text.to_lowercase(),
        value,
        count: 3,
        is_vowel: false,
    };
    let definition = AlphabetDefinition {
        name: "abc".to_owned(),
        tiles: [("A", 1), ("B", 2), ("C", 4)].map(tile).into(),
        ..AlphabetDefinition::default()
    };
    let alphabet = definition.encode().unwrap();
    let alphabet = Alphabet::from_bytes(&alphabet).unwrap();
    let words = WordList::from_words(alphabet, ["AB", "AC", "BA", "CAB", "BACCA"]).unwrap();
    let image = compile(words.iter(), alphabet, &CompileOptions::default()).unwrap();
    let lexicon = Lexicon::from_bytes(&image.image).unwrap();
    let rules = Rules::standard(lexicon.alphabet()).with_rack_size(3);
    test(&lexicon, &rules);
}

#[test]
fn incomplete_racks_and_turns_after_the_end_are_not_judged() {
    with_nine_tiles(|lexicon, rules| {
        let analysis = Analysis::new(lexicon, &|_: &Rack| 0, Endgame::new(lexicon), None);
        // After the first turn the bag is empty. In the third, a has three tiles and shows two. After the end, both pass.
        let lines =
            ">a: ABC 8G CAB\n>b: ABC H8 .B\n>a: AC I8 .C\n>b: AC 10H AC\n>a: AB -\n>b: -\n>b: (AB)";
        let judgements = judge(lexicon, rules, &analysis, lines);
        let [Some(first), Some(_), None, Some(out), None, None, None] = &judgements[..] else {
            panic!("{judgements:?}");
        };
        assert_eq!(first.endgame, None);
        let Move::Play(play) = out.made.action else {
            panic!("{out:?}");
        };
        // A and B stay on the other rack.
        assert_eq!(out.endgame.unwrap().made, play.score() + 2 * 3);
    });
}

#[test]
fn the_best_move_of_an_end_game_has_the_highest_value_of_all_moves() {
    with_nine_tiles(|lexicon, rules| {
        let (above, below) = ("15/".repeat(7), "/15".repeat(7));
        let cgp = format!("{above}6CAB6{below} ABC/ 0/0 0");
        let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
        let position = cgp.position(rules).unwrap();
        let mut moves = vec!["-".to_owned()];
        MoveGen::new(lexicon).for_each(&position, |play| {
            moves.push(
                play.display(position.board(), lexicon.alphabet())
                    .to_string(),
            );
        });
        assert!(moves.len() > 10, "{moves:?}");
        let values_within = |node_limit| {
            let endgame = Endgame::new(lexicon).with_node_limit(node_limit);
            let analysis = Analysis::new(lexicon, &|_: &Rack| 0, endgame, None);
            let values = moves.iter().map(|made| {
                let lines = format!(">a: ABC 8G CAB\n>b: ABC {made}");
                let judgements = judge(lexicon, rules, &analysis, &lines);
                judgements[1].as_ref().unwrap().endgame.unwrap()
            });
            values.collect::<Vec<_>>()
        };
        let exact = values_within(u64::MAX);
        let highest = exact.iter().map(|values| values.made).max();
        assert!(
            exact
                .iter()
                .all(|values| values.is_exact && Some(values.best) == highest)
        );
        // Within limits, a search may undervalue the best move.
        for node_limit in 1..60 {
            let guessed = values_within(node_limit);
            assert!(guessed.iter().all(|values| values.made <= values.best));
        }
    });
}

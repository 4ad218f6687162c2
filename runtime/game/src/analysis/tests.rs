//! Analyses of short records with few words.

use lexc_formats::Alphabet;
use lexc_runtime::{Cgp, NoLeaves, Rules};

use super::*;
use crate::endgame::SolvedMove;
use crate::gcg::Gcg;
use crate::player::RankedBy;
use crate::testing::{abc, image, with_game};

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
        let analysis = Analysis::new(lexicon, &NoLeaves, Endgame::new(lexicon), None);
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
        let position = cgp.position(rules).unwrap();
        let ideas = grouped(&stays.top, usize::MAX, |one| {
            Idea::of(&one.action, &position)
        });
        assert_eq!(ideas.len(), Analysis::TOP_LEN);
        assert!(ideas.iter().all(|idea| idea.len() <= 3));
    });
}

#[test]
fn simulations_have_the_move_made() {
    with_game(|lexicon, rules| {
        let simulation = Simulation::new(lexicon, &NoLeaves)
            .with_samples(32)
            .with_candidates(2);
        let endgame = Endgame::new(lexicon);
        let analysis = Analysis::new(lexicon, &NoLeaves, endgame, Some(simulation));
        for judgement in judge(lexicon, rules, &analysis, WITHDRAWN).iter().flatten() {
            assert_eq!(judgement.simulated.len(), 3);
            let [made, best] = judgement.simulated_made_and_best().unwrap();
            assert_eq!(made.candidate.action, judgement.made.action);
            let lost = best.win_rate - made.win_rate;
            assert_eq!(judgement.win_rate_lost(), Some(lost.max(0.0)));
        }
    });
}

/// Calls a test with a few words in the alphabet [`abc`], whose bag has nine tiles, and with racks of three tiles.
fn with_nine_tiles(test: impl FnOnce(&Lexicon<'_>, &Rules)) {
    let alphabet = abc().encode().unwrap();
    let alphabet = Alphabet::from_bytes(&alphabet).unwrap();
    let image = image("AB AC BA CAB BACCA", alphabet);
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let rules = Rules::standard(lexicon.alphabet()).with_rack_size(3);
    test(&lexicon, &rules);
}

#[test]
fn incomplete_racks_and_turns_after_the_end_are_not_judged() {
    with_nine_tiles(|lexicon, rules| {
        let analysis = Analysis::new(lexicon, &NoLeaves, Endgame::new(lexicon), None);
        // After the first turn, the bag is empty. In the third turn, `a` holds three tiles, and the record has only
        // two. The fourth turn ends the game, but the record has two more passes.
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
        assert_eq!(
            out.endgame.as_ref().unwrap().made.value,
            play.score() + 2 * 3
        );
    });
}

#[test]
fn moves_are_compared_over_every_order_with_a_tile_in_the_bag() {
    with_nine_tiles(|lexicon, rules| {
        let leaves = NoLeaves;
        let endgame = Endgame::new(lexicon);
        let solver = PreEndgame::new(endgame);
        let simulation = Simulation::new(lexicon, &leaves).with_samples(32);
        let analysis = Analysis::new(lexicon, &leaves, endgame, Some(simulation));
        let analysis = analysis.with_pre_endgame(solver.with_candidates(1));
        let (above, below) = ("15/".repeat(7), "/15".repeat(7));
        let mut others = 0;
        for rack in ["ABC", "ACC", "BBC"] {
            let cgp = format!("{above}6AB7{below} {rack}/ 0/6 0");
            let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
            let state = cgp.state(rules).unwrap();
            let all = solver.with_candidates(usize::MAX).with_all_exact();
            let all = all.solve(&state, rules, |_| true).unwrap();
            assert!(all.bag_len == 1 && all.candidates.len() > 4);
            for expected in &all.candidates {
                let made = match expected.action {
                    Move::Play(play) => play.display(cgp.board(), lexicon.alphabet()).to_string(),
                    _ => "-".to_owned(),
                };
                let lines = format!(">a: ABC 8G AB +6 6\n>b: {rack} {made}");
                let judgements = judge(lexicon, rules, &analysis, &lines);
                let [Some(first), Some(judgement)] = &judgements[..] else {
                    panic!("{judgements:?}");
                };
                // The first move, with three tiles in the bag, is simulated.
                assert!(first.pre_endgame.is_none() && !first.simulated.is_empty());
                let values = judgement.pre_endgame.as_ref().unwrap();
                assert!(values.is_exact && judgement.simulated.is_empty());
                let key = |one: &RankedMove| (one.win_rate, one.spread);
                assert_eq!(key(&values.made), key(expected));
                assert!(key(values.best()) >= key(expected));
                assert_eq!(judgement.best().action, values.best().action);
                let lost = values.best().win_rate - expected.win_rate;
                assert_eq!(judgement.win_rate_lost(), Some(lost));
                let lost = values.best().spread.unwrap() - expected.spread.unwrap();
                assert!((judgement.lost() as f64 - 1000.0 * lost.max(0.0)).abs() <= 0.5);
                // The solver's candidates are a play and the pass. If the move made ranks above both, it is a third.
                others += usize::from(values.candidates.len() > 2);
            }
        }
        assert!(others > 0);
    });
}

#[test]
fn a_phony_is_not_the_best_move_with_a_tile_in_the_bag() {
    with_nine_tiles(|lexicon, rules| {
        let endgame = Endgame::new(lexicon);
        let analysis = Analysis::new(lexicon, &NoLeaves, endgame, None)
            .with_pre_endgame(PreEndgame::new(endgame));
        let lines = ">a: ABC 8G AB +6 6\n>b: ACC 7E ACC";
        let judgements = judge(lexicon, rules, &analysis, lines);
        let judgement = judgements[1].as_ref().unwrap();
        let values = judgement.pre_endgame.as_ref().unwrap();
        assert!(!judgement.phonies.is_empty());
        assert_eq!(values.made.action, judgement.made.action);
        assert!(values.made.win_rate >= values.best().win_rate);
        assert!(
            values
                .candidates
                .iter()
                .all(|one| one.action != values.made.action)
        );
        assert_eq!(
            (judgement.lost(), judgement.win_rate_lost()),
            (0, Some(0.0))
        );
    });
}

#[test]
fn a_pass_that_is_the_sixth_scoreless_turn_ends_the_game() {
    with_nine_tiles(|lexicon, rules| {
        let analysis = Analysis::new(lexicon, &NoLeaves, Endgame::new(lexicon), None);
        let lines = format!(">a: ABC 8G CAB{}", "\n>b: ABC -\n>a: ABC -".repeat(3));
        let judgements = judge(lexicon, rules, &analysis, &lines);
        let made = |turn: usize| {
            let judgement = judgements[turn].as_ref().unwrap();
            judgement.endgame.as_ref().unwrap().made.value
        };
        // The racks have equal values. After an earlier pass, the opponent plays.
        assert!(made(1) < 0 && made(5) < 0);
        assert_eq!(made(6), 0);
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
            let analysis = Analysis::new(lexicon, &NoLeaves, endgame, None);
            let values = moves.iter().map(|made| {
                let lines = format!(">a: ABC 8G CAB\n>b: ABC {made}");
                let judgements = judge(lexicon, rules, &analysis, &lines);
                judgements[1].clone().unwrap().endgame.unwrap()
            });
            values.collect::<Vec<_>>()
        };
        let exact = values_within(u64::MAX);
        let highest = exact.iter().map(|values| values.made.value).max();
        assert!(
            exact
                .iter()
                .all(|values| values.is_exact && Some(values.best().value) == highest)
        );
        // Within limits, a search may undervalue the best move.
        for node_limit in 1..60 {
            let guessed = values_within(node_limit);
            assert!(
                guessed
                    .iter()
                    .all(|values| values.made.value <= values.best().value)
            );
        }
    });
}

#[test]
fn end_games_rank_the_move_made_among_others_and_tell_wins() {
    with_nine_tiles(|lexicon, rules| {
        let analysis = Analysis::new(lexicon, &NoLeaves, Endgame::new(lexicon), None);
        let lines = ">a: ABC 8G AB +6 6\n>b: ABC H8 .B\n>a: ACC -\n>b: ABC -";
        let judgements = judge(lexicon, rules, &analysis, lines);
        for judgement in judgements.iter().flatten() {
            let Some(values) = &judgement.endgame else {
                continue;
            };
            let place = values.candidates.iter().position(|one| *one == values.made);
            assert_eq!(judgement.rank.is_some(), place.is_some());
            assert!(values.candidates.is_sorted_by_key(|one| -one.value));
            let [made, best] = judgement.win_rates().unwrap();
            let won = |one: &SolvedMove| values.lead + i64::from(one.value) > 0;
            assert_eq!(
                (made == 1.0, best == 1.0),
                (won(&values.made), won(values.best()))
            );
        }
    });
}

#[test]
fn mistakes_have_the_first_kind_that_holds() {
    with_game(|lexicon, rules| {
        let analysis = Analysis::new(lexicon, &NoLeaves, Endgame::new(lexicon), None);
        let kinds = |lines: &str| {
            let judgements = judge(lexicon, rules, &analysis, lines);
            let kinds = judgements.into_iter().flatten();
            kinds.map(|judgement| judgement.mistake).collect::<Vec<_>>()
        };
        // A withdrawn phony, and a phony that stays and loses nothing.
        assert_eq!(kinds(WITHDRAWN), [Some(Mistake::Phony), None]);
        let best = judge(lexicon, rules, &analysis, WITHDRAWN)[0]
            .clone()
            .unwrap();
        let board = lexc_runtime::Board::new(rules.layout().dimensions());
        let best = best
            .best()
            .action
            .display(&board, lexicon.alphabet())
            .to_string();
        assert_eq!(kinds(&format!(">a: ACERSTZ {best} +0 0")), [None]);
        assert_eq!(kinds(">a: ACERSTZ - +0 0"), [Some(Mistake::Score)]);
    });
    let candidate = |equity: i64| Candidate {
        action: Move::Pass,
        equity,
    };
    let alphabet = abc().encode().unwrap();
    let rules = Rules::standard(Alphabet::from_bytes(&alphabet).unwrap());
    let kind = |made: i64, ranked_by| {
        let moves = [candidate(made), candidate(5)];
        Mistake::of([&moves[0], &moves[1]], false, ranked_by, &rules)
    };
    assert_eq!(kind(4, RankedBy::Equity), Mistake::Leave);
    let simulation = RankedBy::Simulation { samples: 32 };
    assert_eq!(kind(4, simulation), Mistake::Leave);
    assert_eq!(kind(5, simulation), Mistake::Board);
    assert_eq!(kind(5, RankedBy::PreEndgame), Mistake::Endgame);
}

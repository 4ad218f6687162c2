//! Hostile records in `lexc-game`: each is replayed, judged and resumed, or refused, without a panic.

use common::english::english;
use common::fuzz::mutate::mutate_bytes;
use common::random::Random;
use common::{image, options, scope, words};
use lexc_compiler::Automata;
use lexc_game::{Analysis, Endgame, Game, Gcg, Greedy, PreEndgame, Simulation, play_out};
use lexc_runtime::{Lexicon, Rack, Rules};

/// The number of mutations of the record of each game.
const ROUNDS: usize = 60;

#[test]
fn hostile_records_are_judged_and_resumed_without_a_panic() {
    let mut short = words::scowl_60();
    short.retain(|word| word.len() < 6);
    let image = image(&short, &english(), &options(Automata::Both, false));
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let alphabet = lexicon.alphabet();
    let rules = Rules::standard(alphabet);
    let leaves = |kept: &Rack| 500 * i32::try_from(kept.len()).unwrap();
    let endgame = Endgame::new(&lexicon).with_node_limit(50);
    let simulation = Simulation::new(&lexicon, &leaves)
        .with_candidates(2)
        .with_samples(1);
    let pre_endgame = PreEndgame::new(endgame.with_node_limit(50));
    let analysis =
        Analysis::new(&lexicon, &leaves, endgame, Some(simulation)).with_pre_endgame(pre_endgame);
    let mut random = Random::new(41);
    let [mut judged, mut refused] = [0; 2];
    let rounds = if scope::is_full() {
        10 * ROUNDS
    } else {
        ROUNDS
    };
    for seed in 1..4 {
        let mut draws = lexc_game::Random::new(seed, 0);
        let mut game = Game::new(&rules, &mut draws).unwrap();
        play_out(
            &lexicon,
            &mut game,
            &[&Greedy::new(), &Greedy::new()],
            &mut draws,
        );
        let record = Gcg::from_game(&game, alphabet, ["ann", "bob"])
            .unwrap()
            .to_string();
        for round in 0..rounds {
            let mutated = match round {
                0 => record.clone().into_bytes(),
                _ => mutate_bytes(record.as_bytes(), record.as_bytes(), &mut random),
            };
            let Ok((gcg, _)) = Gcg::from_bytes(&mutated) else {
                refused += 1;
                continue;
            };
            let steps = gcg.replay(&rules, alphabet).map_while(Result::ok);
            // The last turns, with an empty bag, are judged by other code than the first.
            let steps: Vec<_> = steps.collect();
            for step in steps.iter().rev().take(6).chain(steps.first()) {
                judged += usize::from(analysis.judge(step).is_some());
            }
            if let Ok(mut game) = gcg.resume(&rules, alphabet) {
                play_out(
                    &lexicon,
                    &mut game,
                    &[&Greedy::new(), &Greedy::new()],
                    &mut draws,
                );
                assert!(game.is_over());
            }
        }
    }
    println!("{judged} judged, {refused} refused");
    assert!(judged > 100 && refused > 10);
}

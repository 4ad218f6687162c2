//! Hostile records in `lexc-game`: each is replayed, judged and resumed, or refused, without a panic.

use common::cases;
use common::english::english;
use common::fuzz::mutate::mutate_bytes;
use common::{image, options, scope, words};
use lexc_compiler::Automata;
use lexc_game::{Analysis, Endgame, Game, Gcg, Greedy, Player, PreEndgame, Simulation, play_out};
use lexc_runtime::{Lexicon, Rack, Rules};

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
    let players: [&dyn Player; 2] = [&Greedy::new(), &Greedy::new()];
    let records = (1..4).map(|seed| {
        let mut draws = lexc_game::Random::new(seed, 0);
        let mut game = Game::new(&rules, &mut draws).unwrap();
        play_out(&lexicon, &mut game, &players, &mut draws);
        Gcg::from_game(&game, alphabet, ["ann", "bob"]).unwrap()
    });
    let records: Vec<Vec<u8>> = records.map(|gcg| gcg.to_string().into_bytes()).collect();
    let [mut judged, mut refused] = [0; 2];
    let rounds = if scope::is_full() { 1_800 } else { 180 };
    cases::check("hostile_games", 0..rounds, |random| {
        let record = random.pick::<Vec<u8>>(&records);
        let mutated = mutate_bytes(record, record, random);
        random.note(|| String::from_utf8_lossy(&mutated).into_owned());
        let Ok((gcg, _)) = Gcg::from_bytes(&mutated) else {
            refused += 1;
            return;
        };
        let steps = gcg.replay(&rules, alphabet).map_while(Result::ok);
        // The last turns, with an empty bag, are judged by other code than the first.
        let steps: Vec<_> = steps.collect();
        for step in steps.iter().rev().take(6).chain(steps.first()) {
            judged += usize::from(analysis.judge(step).is_some());
        }
        if let Ok(mut game) = gcg.resume(&rules, alphabet) {
            let mut draws = lexc_game::Random::new(random.next_u64(), 0);
            play_out(&lexicon, &mut game, &players, &mut draws);
            assert!(game.is_over());
        }
    });
    println!("{judged} judged, {refused} refused");
    assert!(judged > 100 && refused > 10);
}

//! Tests simulations with few words, and compares rollouts with games that make a new position for each move.

use lexc_runtime::{
    Bag, Board, Cgp, Lexicon, Move, MoveGen, Position, PositionError, Rack, Rules, ScorelessTurns,
};

use super::*;
use crate::testing::{SampleBag, on_threads, with_game};

const ROWS: &str = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15";

/// Values that depend on the tiles: a blank is worth 20 points, an S 8, a pair of equal tiles -3.
#[derive(Clone, Copy, Debug)]
struct Values;

impl Leaves for Values {
    fn value(&self, leave: &Rack) -> i32 {
        let pairs = leave.into_iter().zip(leave.into_iter().skip(1));
        let pairs = pairs.filter(|(one, next)| one == next).count();
        let blanks = leave.blanks();
        let s_count = leave
            .into_iter()
            .filter(|tile| tile.letter().is_some_and(|tile| tile.code() == 19))
            .count();
        20_000 * i32::try_from(blanks).unwrap() + 8_000 * i32::try_from(s_count).unwrap()
            - 3_000 * i32::try_from(pairs).unwrap()
    }
}

fn run(
    simulation: &Simulation<'_>,
    cgp: &str,
    lexicon: &Lexicon<'_>,
    rules: &Rules,
) -> SimulationReport {
    let cgp = Cgp::parse(cgp, lexicon.alphabet()).unwrap();
    simulation.run(&cgp, rules, |_| true).unwrap()
}

#[test]
fn the_seed_decides_the_result_and_threads_do_not() {
    with_game(|lexicon, rules| {
        let cgp = format!("{ROWS} ACESTT?/ 10/0 0");
        let simulation = Simulation::new(lexicon, &Values).with_samples(200);
        let run_on = |threads| on_threads(threads, || run(&simulation, &cgp, lexicon, rules));
        let one = run_on(1);
        assert_eq!(run_on(3), one);
        assert_eq!(one.candidates.len(), 15);
        let other = run(&simulation.with_seed(2), &cgp, lexicon, rules);
        assert_ne!(
            other.candidates[0].equity.to_bits(),
            one.candidates[0].equity.to_bits()
        );
    });
}

#[test]
fn candidates_are_dropped_for_a_worse_mean() {
    with_game(|lexicon, rules| {
        let cgp = format!("{ROWS} ACESTT?/ 10/0 0");
        let all = Simulation::new(lexicon, &Values)
            .with_samples(256)
            .with_confidence(None);
        let all = run(&all, &cgp, lexicon, rules);
        assert!(
            all.candidates
                .iter()
                .all(|one| one.samples == 256 && one.dropped_at.is_none())
        );
        assert_eq!(all.rollouts, 256 * all.candidates.len() as u64);
        let some = Simulation::new(lexicon, &Values).with_samples(256);
        let some = run(&some, &cgp, lexicon, rules);
        let (kept, dropped): (Vec<_>, Vec<_>) = some
            .candidates
            .iter()
            .partition(|one| one.dropped_at.is_none());
        assert!(!kept.is_empty() && dropped.len() > 5);
        assert!(some.rollouts < all.rollouts);
        for one in &dropped {
            assert!(one.equity < kept[0].equity, "{one:?}");
            assert_eq!(one.dropped_at, Some(one.samples));
        }
        assert!(kept.is_sorted_by(|one, next| one.equity >= next.equity));
    });
}

#[test]
fn rollouts_without_hidden_tiles_are_all_alike() {
    with_game(|lexicon, rules| {
        // All tiles but those on the racks are on the board.
        let cgp = with_empty_bag(lexicon, rules);
        let simulation = Simulation::new(lexicon, &Values)
            .with_plies(40)
            .with_confidence(None);
        let report = run(&simulation.with_samples(32), &cgp, lexicon, rules);
        for one in &report.candidates {
            assert!(
                one.equity_error.abs() < 1e-9 && one.win_rate_error.abs() < 1e-9,
                "{one:?}"
            );
            assert_eq!(one.equity.fract().to_bits(), 0.0_f64.to_bits());
            assert!([0.0, 0.5, 1.0].contains(&one.win_rate));
        }
        assert_eq!(report.unseen, 3);
    });
}

/// A position with an empty bag: three tiles on each rack, and all others on the board.
fn with_empty_bag(lexicon: &Lexicon<'_>, rules: &Rules) -> String {
    let alphabet = lexicon.alphabet();
    let rack = Rack::parse("ATS", alphabet).unwrap();
    let mut bag = Bag::full(alphabet).checked_sub(rack).unwrap();
    bag = bag
        .checked_sub(Rack::parse("EAR", alphabet).unwrap())
        .unwrap();
    let mut tiles = bag.tiles();
    let mut board = Board::new(rules.layout().dimensions());
    for square in board.dimensions().squares().collect::<Vec<_>>() {
        if let Some(tile) = tiles.next() {
            let letter = tile.letter().unwrap_or(lexc_runtime::Tile::FIRST);
            let placed = match tile.letter() {
                Some(_) => lexc_runtime::PlacedTile::letter(letter),
                None => lexc_runtime::PlacedTile::blank(letter),
            };
            board.set(square, Some(placed)).unwrap();
        }
    }
    Cgp::new(board, rack).display(alphabet).to_string()
}

#[test]
fn late_simulations_play_games_to_the_end_and_rank_by_wins() {
    with_game(|lexicon, rules| {
        let report = |bag_len: usize, spread: i32| {
            let cgp = format!("{ROWS} ACESTT?/ {spread}/0 0");
            let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
            let mut unseen = rules.unseen(cgp.board(), cgp.rack());
            while unseen.len() > 7 + bag_len {
                unseen.draw(unseen.len() / 3);
            }
            let state = cgp.state_with(unseen, rules).unwrap();
            let simulation = Simulation::new(lexicon, &Values).with_samples(64);
            let report = simulation
                .with_confidence(None)
                .run_in(&state, rules, |_| true);
            report.unwrap()
        };
        assert_eq!(report(8, 0).plies, Some(Simulation::PLIES));
        let early = report(8, 0);
        assert!(
            early
                .candidates
                .is_sorted_by(|one, next| one.equity >= next.equity)
        );
        let late = report(7, -60);
        assert_eq!(late.plies, None);
        let key = |one: &SimulatedMove| (one.win_rate, one.equity);
        assert!(
            late.candidates
                .is_sorted_by(|one, next| key(one) >= key(next))
        );
        assert!(
            !late
                .candidates
                .is_sorted_by(|one, next| one.equity >= next.equity)
        );
        for one in &late.candidates {
            // Games that are over have whole points, and no share of a win but a half.
            assert_eq!((64.0 * one.equity).fract().to_bits(), 0.0_f64.to_bits());
            assert_eq!((128.0 * one.win_rate).fract().to_bits(), 0.0_f64.to_bits());
        }
        let wins = late.candidates.iter().map(|one| one.win_rate);
        assert!(wins.clone().any(|rate| rate > 0.0) && wins.clone().any(|rate| rate < 1.0));
    });
}

#[test]
fn tiles_of_the_opponent_must_be_unseen() {
    with_game(|lexicon, rules| {
        let cgp = Cgp::parse(
            "15/15/15/15/15/15/15/7Z7/15/15/15/15/15/15/15 A/Z",
            lexicon.alphabet(),
        )
        .unwrap();
        let error = Simulation::new(lexicon, &Values).run(&cgp, rules, |_| true);
        assert_eq!(error, Err(SimulationError::OpponentRack));
        let text = format!("{ROWS} A/");
        let cgp = Cgp::parse(&text, lexicon.alphabet()).unwrap();
        let state = cgp.state_with(Bag::EMPTY, rules).unwrap();
        let report = Simulation::new(lexicon, &Values).run_in(&state, rules, |_| true);
        assert_eq!(report, Err(SimulationError::NothingUnseen));
    });
}

#[test]
fn refuses_a_rack_of_the_opponent_that_breaks_the_rules() {
    with_game(|lexicon, rules| {
        let cgp = format!("{ROWS} A/BDFGHIJK");
        let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
        let error = Simulation::new(lexicon, &Values).run(&cgp, rules, |_| true);
        let (found, rack_size) = (8, 7);
        let long = PositionError::RackTooLong { found, rack_size };
        assert_eq!(error, Err(SimulationError::Position(long)));
    });
}

#[test]
fn a_player_without_tiles_is_not_out_while_the_bag_has_some() {
    with_game(|lexicon, rules| {
        let simulation = Simulation::new(lexicon, &Values).with_plies(0);
        let report = run(
            &simulation,
            &format!("{ROWS} /ACERSTT 0/0 0"),
            lexicon,
            rules,
        );
        let [pass] = &report.candidates[..] else {
            panic!("{report:?}")
        };
        assert_eq!(pass.equity.to_bits(), 0.0_f64.to_bits());
    });
}

#[test]
fn a_lead_may_be_any_difference_of_scores() {
    with_game(|lexicon, rules| {
        let cgp = format!("{ROWS} ACESTT?/ {}/{} 0", i32::MAX, i32::MIN);
        let simulation = Simulation::new(lexicon, &Values).with_samples(32);
        let report = run(&simulation, &cgp, lexicon, rules);
        assert!(report.candidates.iter().all(|one| one.win_rate > 0.999));
    });
}

#[test]
fn a_limit_of_time_or_an_interrupt_ends_the_simulation_after_the_first_sample() {
    with_game(|lexicon, rules| {
        static INTERRUPT: AtomicBool = AtomicBool::new(true);
        let cgp = format!("{ROWS} ACESTT?/ 10/0 0");
        let simulation = Simulation::new(lexicon, &Values);
        for ended in [
            simulation.with_time_limit(Duration::ZERO),
            simulation.with_interrupt(&INTERRUPT),
        ] {
            let report = run(&ended, &cgp, lexicon, rules);
            assert_eq!((report.samples, report.end), (1, SimulationEnd::Deadline));
            assert_eq!(report.rollouts, 15);
        }
        let late = simulation.with_time_limit(Duration::from_secs(3600));
        assert_eq!(
            run(&late, &cgp, lexicon, rules),
            run(&simulation, &cgp, lexicon, rules)
        );
    });
}

#[test]
fn a_simulation_ends_when_progress_returns_false() {
    with_game(|lexicon, rules| {
        let cgp = format!("{ROWS} ACESTT?/ 10/0 0");
        let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
        let simulation = Simulation::new(lexicon, &Values);
        let report = simulation.run(&cgp, rules, |samples| samples < 64).unwrap();
        assert_eq!(report.samples, 64);
    });
}

/// The equity of a rollout by its definition, with a new board and a new position for each move.
fn slow_rollout(
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    candidate: &Candidate,
    sample: &Sample,
    plies: u32,
) -> i64 {
    let rules = position.rules();
    let mut board = position.board().clone();
    let mut racks = [*position.rack(), sample.opponent];
    let mut bag = SampleBag::new(sample);
    let mut points = [0_i64; 2];
    let mut leaves = [None; 2];
    let mut zero_turns = 0;
    for ply in 0..=plies {
        let player = ply as usize % 2;
        let bag_len = bag.len();
        let action = match ply {
            0 => candidate.action,
            _ => {
                let position = Position::try_new(board.clone(), racks[player], rules).unwrap();
                let movegen = MoveGen::new(lexicon);
                let movegen = match bag_len {
                    0 => movegen.with_endgame_moves(racks[1 - player]),
                    _ => movegen.with_moves(bag_len, &Values),
                };
                movegen.best(&position).action
            }
        };
        let (mut rack, mut score, mut target) = (racks[player], 0, 7);
        let mut exchanged = Rack::EMPTY;
        match action {
            Move::Play(play) => {
                rack = play.leave(rack).unwrap();
                board.play_unchecked(&play);
                score = play.score();
            }
            Move::Exchange(tiles) => {
                target = rack.len();
                rack = rack.checked_sub(tiles).unwrap();
                exchanged = tiles;
            }
            Move::Pass => target = rack.len(),
        }
        leaves[player] = Some(rack);
        bag.fill(player, &mut rack, target, exchanged);
        racks[player] = rack;
        points[player] += i64::from(score);
        zero_turns = if score == 0 { zero_turns + 1 } else { 0 };
        if rack.is_empty() && bag.len() == 0 || zero_turns == 6 {
            let [own, other] = rules.end_points(racks).map(i64::from);
            return 1000 * (points[0] + own - points[1] - other);
        }
    }
    let value = |player: usize| match leaves[player] {
        _ if bag.len() == 0 => -1000 * i64::from(rules.rack_value(racks[player])),
        Some(leave) => i64::from(Values.value(&leave)),
        None => 0,
    };
    1000 * (points[0] - points[1]) + value(0) - value(1)
}

#[test]
fn rollouts_agree_with_games_on_new_boards() {
    with_game(|lexicon, rules| {
        let alphabet = lexicon.alphabet();
        for (rack, plies, bag_len) in [
            ("ACESTT?", 0, 100),
            ("ACESTT?", 1, 100),
            ("AEQVVSZ", 2, 100),
            ("ERSTTU?", 5, 100),
            ("UVVVWWU", 5, 8),
            ("AEQVVSZ", 12, 11),
            ("AEQVVSZ", 200, 3),
        ] {
            let cgp = format!("{ROWS} {rack}/ 10/0 0");
            let cgp = Cgp::parse(&cgp, alphabet).unwrap();
            let position = cgp.position(rules).unwrap();
            let mut unknown = rules.unseen(cgp.board(), cgp.rack());
            while unknown.len() > 7 + bag_len {
                unknown.draw(unknown.len() / 3);
            }
            let samples: Vec<Sample> = (0..20)
                .map(|number| {
                    Sample::draw(&unknown, Rack::EMPTY, 7, 100, &mut Random::new(3, number))
                })
                .collect();
            let tracked = TrackedPosition::new(lexicon, position.clone());
            let rollouts = Rollouts {
                tracked: &tracked,
                leaves: &Values,
                plies,
                scoreless: ScorelessTurns::NONE,
                turns_left: None,
                spread: 10,
            };
            let mut slots = [None; 12];
            let bag_len = unknown.len() - 7;
            MoveGen::new(lexicon)
                .with_moves(bag_len, &Values)
                .top(&position, &mut slots);
            let candidates: Vec<Candidate> = slots.into_iter().flatten().collect();
            let openings: Vec<_> = candidates.iter().map(|one| rollouts.opening(one)).collect();
            let openings: Vec<_> = openings.iter().collect();
            for sample in &samples {
                let found = rollouts.play(&openings, sample, Deadline::NONE).unwrap();
                for (outcome, candidate) in found.iter().zip(&candidates) {
                    let expected = slow_rollout(lexicon, &position, candidate, sample, plies);
                    assert_eq!(outcome.equity, expected, "{candidate:?} {sample:?}");
                }
            }
        }
    });
}

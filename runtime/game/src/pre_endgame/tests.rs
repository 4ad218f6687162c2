//! Compares ranks with a search of every line of play, for every order of the unseen tiles, equal tiles told apart.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lexc_runtime::{Bag, Cgp, Lexicon, NoLeaves, Play, Position, ScorelessTurns};

use super::*;
use crate::EndgamePosition;
use crate::endgame::tests::{Random, plays, random_position, value};
use crate::testing::{on_threads, with_game};

/// All orders of the items.
fn orders<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let firsts = 0..items.len();
    let all = firsts.flat_map(|first| {
        let mut rest = items.to_vec();
        let item = rest.remove(first);
        let rests = orders(&rest);
        rests
            .into_iter()
            .map(move |rest| [vec![item], rest].concat())
    });
    all.collect()
}

/// A game with tiles in the bag, drawn in the order of `bag`. The position is that of the player on turn.
#[derive(Clone)]
struct Open<'r> {
    position: Position<'r>,
    opponent: Rack,
    bag: Vec<lexc_runtime::RackTile>,
    scoreless: ScorelessTurns,
}

impl Open<'_> {
    /// The points that the player on turn gains on the opponent from this move to the end of the game.
    fn gain(&self, action: &Move, lexicon: &Lexicon<'_>) -> i32 {
        let rules = self.position.rules();
        let mut board = self.position.board().clone();
        let mut rack = *self.position.rack();
        let mut bag = self.bag.clone();
        let (mut score, mut scoreless) = (0, self.scoreless.after_pass());
        if let Move::Play(play) = action {
            score = play.score();
            scoreless = self.scoreless.after(score);
            board.play_unchecked(play);
            rack = play.leave(rack).unwrap();
            while rack.len() < rules.rack_size() && !bag.is_empty() {
                assert!(rack.add(bag.remove(0)));
            }
        }
        if rules.ends_game_of(2, scoreless) {
            return score + rules.rack_value(self.opponent) - rules.rack_value(rack);
        }
        let position = Position::try_new(board, self.opponent, rules).unwrap();
        if bag.is_empty() {
            let position = EndgamePosition::try_new(position, rack).unwrap();
            let position = position.with_scoreless_turns(scoreless);
            return score - value(&position, lexicon);
        }
        let next = Open {
            position,
            opponent: rack,
            bag,
            scoreless,
        };
        score - next.gain(&next.best_by_points(lexicon), lexicon)
    }

    /// The move of the highest static value: its score, less twice the value of the tiles kept, less ten points if any
    /// tiles are kept.
    fn best_by_points(&self, lexicon: &Lexicon<'_>) -> Move {
        let rules = self.position.rules();
        let worth = |play: &Play| {
            let kept = play.leave(*self.position.rack()).unwrap();
            let delay = if kept.is_empty() { 0 } else { 10 };
            play.score() - 2 * rules.rack_value(kept) - delay
        };
        let mut plays = plays(&self.position, lexicon);
        plays.sort_by(|a, b| worth(b).cmp(&worth(a)).then(a.best_first(b)));
        let pass = -2 * rules.rack_value(*self.position.rack()) - 10;
        match plays.first() {
            Some(play) if worth(play) >= pass => Move::Play(*play),
            _ => Move::Pass,
        }
    }
}

#[test]
fn ranks_agree_with_every_order_of_single_tiles() {
    with_game(|lexicon, full_rules| {
        let mut random = Random(11);
        let (mut passes, mut fractions, mut drops) = (0, 0, 0);
        for round in 0..30 {
            let rack_size = 2;
            let rules = full_rules.clone().with_rack_size(rack_size);
            let bag_len = [1, 2, 1, 2, 1, 2, 1, 3, 2, 4][round % 10];
            let board = random_position(&mut random, lexicon, full_rules);
            let board = board.position().board().clone();
            let tiles = random.rack(rack_size + bag_len, lexicon.alphabet());
            let own = random.rack(2, lexicon.alphabet());
            let lead = i32::try_from(random.below(21)).unwrap() - 10;
            let zero_turns = u32::try_from(random.below(6)).unwrap();
            // In a third of the rounds, a tile of the opponent is known.
            let known: Vec<_> = tiles
                .into_iter()
                .take(usize::from(round % 3 == 0))
                .collect();
            let cgp = Cgp::new(board.clone(), own)
                .with_opponent_rack(known.iter().copied().collect::<Option<Rack>>().unwrap())
                .with_scores(&[lead, 0])
                .with_zero_turns(zero_turns);
            let mut unseen = Bag::EMPTY;
            assert!(tiles.into_iter().all(|tile| unseen.add(tile)));
            let state = cgp.state_with(unseen, &rules).unwrap();
            let solver = PreEndgame::new(Endgame::new(lexicon)).with_candidates(usize::MAX);
            let [full, raced] = [solver.with_all_exact(), solver]
                .map(|solver| solver.solve(&state, &rules, |_| true).unwrap());

            let hidden: Vec<_> = tiles.into_iter().skip(known.len()).collect();
            let orders = orders(&hidden);
            let position = Position::try_new(board, own, &rules).unwrap();
            let moves = plays(&position, lexicon);
            let moves = moves.into_iter().map(Move::Play).chain([Move::Pass]);
            for report in [&full, &raced] {
                assert_eq!((report.bag_len, report.skipped), (bag_len, 0));
                assert_eq!(report.candidates.len(), moves.clone().count());
                assert!(report.candidates.iter().all(|one| one.is_exact));
            }
            for action in moves {
                let gains: Vec<i32> = orders
                    .iter()
                    .map(|order| {
                        let (bag, rest) = order.split_at(bag_len);
                        let opponent = known.iter().chain(rest).copied();
                        let game = Open {
                            position: position.clone(),
                            opponent: opponent.collect::<Option<Rack>>().unwrap(),
                            bag: bag.to_vec(),
                            scoreless: ScorelessTurns::new(zero_turns),
                        };
                        game.gain(&action, lexicon)
                    })
                    .collect();
                let win = |gain: &i32| match (lead + gain).cmp(&0) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
                let count = gains.len() as f64;
                let win_rate = gains.iter().map(win).sum::<f64>() / count;
                let spread = f64::from(gains.iter().sum::<i32>()) / count;
                let is_near = |a: f64, b: f64| (a - b).abs() < 1e-9;
                let find = |report: &PreEndgameReport| {
                    let mut candidates = report.candidates.iter();
                    *candidates.find(|one| one.action == action).unwrap()
                };
                let one = solver.value(&state, &rules, action).unwrap();
                assert!(one.is_exact && is_near(one.win_rate, win_rate));
                assert!(is_near(one.spread.unwrap(), spread), "{cgp:?} {action:?}");
                let one = find(&full);
                assert!(!one.is_dropped && is_near(one.win_rate, win_rate));
                assert!(is_near(one.spread.unwrap(), spread), "{cgp:?} {action:?}");
                let one = find(&raced);
                assert!(one.spread.is_none_or(|found| is_near(found, spread)));
                match one.is_dropped {
                    true => assert!(one.win_rate >= win_rate, "{cgp:?} {action:?}"),
                    false => assert!(is_near(one.win_rate, win_rate), "{cgp:?} {action:?}"),
                }
                drops += usize::from(one.is_dropped || one.spread.is_none());
                fractions += usize::from(win_rate > 0.0 && win_rate < 1.0);
            }
            let keys = full.candidates.iter();
            let keys = keys.map(|one| (one.win_rate, one.spread));
            assert!(keys.clone().is_sorted_by(|a, b| a >= b));
            assert_eq!(raced.candidates[0], full.candidates[0]);
            passes += usize::from(full.candidates[0].action == Move::Pass);
        }
        println!("{passes} passes, {fractions} moves that win some orders, {drops} dropped");
        assert!(passes > 2 && fractions > 10 && drops > 10);
    });
}

/// Calls a test with a position with two tiles in the bag.
fn with_position(test: impl FnOnce(PreEndgame<'_>, &GameState, &Rules)) {
    with_unseen("AERTS?", test);
}

/// Calls a test with a position with these unseen tiles, four of them on the opponent's rack.
fn with_unseen(tiles: &str, test: impl FnOnce(PreEndgame<'_>, &GameState, &Rules)) {
    with_game(|lexicon, rules| {
        let rules = rules.clone().with_rack_size(4);
        let rows = "/15".repeat(7);
        let cgp = format!("15/15/15/15/15/15/15/5CARE6{rows} ACST/ 5/0 0");
        let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
        let mut unseen = Bag::EMPTY;
        let tiles = Rack::parse(tiles, lexicon.alphabet()).unwrap();
        assert!(tiles.into_iter().all(|tile| unseen.add(tile)));
        let state = cgp.state_with(unseen, &rules).unwrap();
        test(PreEndgame::new(Endgame::new(lexicon)), &state, &rules);
    });
}

#[test]
fn threads_have_no_effect() {
    with_position(|solver, state, rules| {
        for nodes in [100, 10_000, u64::MAX] {
            let solver = PreEndgame::new(solver.endgame.with_node_limit(nodes)).with_candidates(5);
            let solve = |threads| on_threads(threads, || solver.solve(state, rules, |_| true));
            let one = solve(1).unwrap();
            assert_eq!((one.orders, one.candidates.len()), (30, 6));
            assert_eq!(solve(3), Ok(one));
        }
    });
}

#[test]
fn orders_count_by_the_opponents_last_move() {
    with_unseen("AERTS?", |solver, state, rules| {
        let alphabet = solver.endgame.lexicon().alphabet();
        let after = state.position(rules).unwrap();
        let exchanged = LastMove::parse("exchange 1", &after, alphabet).unwrap();
        let solve = |threads, solver: PreEndgame<'_>| {
            let solver = solver.with_all_exact();
            on_threads(threads, || solver.solve(state, rules, |_| true)).unwrap()
        };
        let usual = solve(3, solver);
        let solver = solver.with_last_move(Some(&exchanged), &NoLeaves);
        let told = solve(1, solver);
        assert_eq!(solve(3, solver), told);
        assert_eq!(told.orders, usual.orders);
        // Each draw has the same result, but the draws count otherwise.
        let draws = |report: &PreEndgameReport| {
            let mut all = report.draws.clone();
            for draw in &mut all {
                draw.win_rates.sort_by(|a, b| a.partial_cmp(b).unwrap());
            }
            all
        };
        assert_eq!(draws(&told), draws(&usual));
        assert_ne!(told.candidates, usual.candidates);
    });
}

#[test]
fn playouts_leave_the_best_candidates_of_a_larger_bag_to_a_race() {
    with_unseen("AERTSCT?", |solver, state, rules| {
        let solve = |threads, solver: PreEndgame<'_>| {
            on_threads(threads, || solver.solve(state, rules, |_| true)).unwrap()
        };
        let tried = solve(1, solver);
        assert_eq!(solve(3, solver), tried);
        assert_eq!(
            (tried.bag_len, tried.orders, tried.skipped),
            (4, 8 * 7 * 6 * 5, 0)
        );
        let full = solve(3, solver.with_all_exact());
        assert_eq!(tried.candidates.len(), full.candidates.len());
        let key = |one: &RankedMove| (one.action, one.win_rate, one.spread, one.is_static);
        assert_eq!(key(&tried.candidates[0]), key(&full.candidates[0]));
        assert!(tried.candidates.iter().any(|one| !one.is_exact));
        // Each orders' share of wins adds up to that of the candidate.
        let wins = |draw: &DrawResults| draw.orders as f64 * draw.win_rates[0].unwrap();
        let wins: f64 = full.draws.iter().map(wins).sum();
        let orders: u64 = full.draws.iter().map(|draw| draw.orders).sum();
        assert_eq!(orders, full.orders);
        assert!((wins / orders as f64 - full.candidates[0].win_rate).abs() < 1e-9);

        let few = PreEndgame::new(solver.endgame.with_node_limit(1));
        let few = solve(2, few);
        assert_eq!(few.candidates.len(), full.candidates.len());
        assert!(few.draws.len() < full.draws.len() && !few.is_exact());
        let late = PreEndgame::new(solver.endgame.with_time_limit(Duration::ZERO));
        let late = solve(1, late);
        assert_eq!((late.candidates.len(), late.draws.len()), (1, 0));
        assert_eq!(late.skipped, full.candidates.len() - 1);
    });
}

#[test]
fn limits_make_results_inexact_or_leave_candidates_out() {
    with_position(|solver, state, rules| {
        let all = solver.solve(state, rules, |_| true).unwrap();
        assert!(all.candidates.iter().all(|one| one.is_exact));
        static INTERRUPT: AtomicBool = AtomicBool::new(true);
        for endgame in [
            solver.endgame.with_time_limit(Duration::ZERO),
            solver.endgame.with_interrupt(&INTERRUPT),
        ] {
            let late = PreEndgame::new(endgame);
            let late = late.solve(state, rules, |_| true).unwrap();
            assert_eq!(
                (late.candidates.len(), late.skipped),
                (1, all.candidates.len() - 1)
            );
            assert!(!late.candidates[0].is_exact);
        }
        let few = PreEndgame::new(solver.endgame.with_node_limit(1));
        let few = few.solve(state, rules, |_| true).unwrap();
        assert_eq!(few.candidates.len(), all.candidates.len());
        assert!(!few.candidates[0].is_exact);
        let ended = solver.solve(state, rules, |count| count < 3).unwrap();
        assert_eq!(ended.candidates.len(), 3);
        assert!(ended.candidates[0].is_exact);
    });
}

#[test]
fn refuses_other_bags_and_racks() {
    with_position(|solver, state, rules| {
        let rack = |text: &str| Rack::parse(text, solver.endgame.lexicon().alphabet()).unwrap();
        let message = |racks: &[&str], in_bag: &str| {
            let racks: Vec<Rack> = racks.iter().map(|text| rack(text)).collect();
            let bag = Bag::EMPTY;
            let bag = rack(in_bag).into_iter().fold(bag, |mut bag, tile| {
                assert!(bag.add(tile));
                bag
            });
            let state = GameState::new(state.board().clone(), &racks, bag).unwrap();
            let report = solver.solve(&state, rules, |_| true);
            report.unwrap_err().to_string()
        };
        assert_eq!(
            message(&["ACST", "AERS"], ""),
            "0 tiles in the bag (moves are ranked with 1 to 4)"
        );
        assert_eq!(
            message(&["ACST", "AERST"], "T"),
            "5 tiles on the rack where the rules allow 4 (remove tiles, or set another rack size)"
        );
        assert_eq!(
            message(&["", "AERS"], "T"),
            "the player on turn has no tiles (give that player a rack)"
        );
        assert_eq!(
            message(&["ACST", "AERS", "AERS"], "T"),
            "more than two players (moves are ranked for games of two)"
        );
    });
}

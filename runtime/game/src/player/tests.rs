use lexc_runtime::{Board, LeaveTable, Lexicon, MoveGen, Play, Rules};

use super::*;
use crate::game::{Action, Seat};
use crate::sim::Simulation;
use crate::testing::with_game;

fn game<'r>(rules: &'r Rules, lexicon: &Lexicon<'_>, seed: u64) -> (Game<'r>, Random) {
    let mut random = Random::new(seed, 0);
    let game = Game::new(rules, lexicon.alphabet(), &mut random).unwrap();
    (game, random)
}

/// A game with four tiles in the bag, so that it ends with an empty one.
fn short_game<'r>(rules: &'r Rules, lexicon: &Lexicon<'_>) -> Game<'r> {
    let rack = |text| Rack::parse(text, lexicon.alphabet()).unwrap();
    let cgp = Cgp::new(Board::new(rules.layout().dimensions()), rack("ACERSTZ"));
    let mut bag = Bag::default();
    for tile in rack("AEST") {
        assert!(bag.add(tile));
    }
    Game::from_cgp(rules, &cgp.with_opponent_rack(rack("AETRSCE")), bag)
}

/// A player whose every choice is checked in the slow and obvious way, while it plays a game against itself.
struct Checked<P, F>(P, F);

impl<P: Player, F: Fn(&View<'_>, &Move) + Sync> Player for Checked<P, F> {
    fn choose(&self, view: &View<'_>) -> Move {
        let action = self.0.choose(view);
        (self.1)(view, &action);
        action
    }
}

fn plays(view: &View<'_>) -> Vec<Play> {
    let mut plays = Vec::new();
    let tracked = view.position();
    MoveGen::new(tracked.lexicon()).for_each(tracked, |play| plays.push(*play));
    plays.sort_by(Play::best_first);
    plays
}

#[test]
fn greedy_makes_the_best_play_within_the_limit_or_exchanges() {
    with_game(|lexicon, rules| {
        for (max_score, limit) in [(None, 7), (Some(8), 7), (Some(0), 7), (Some(0), 1)] {
            let rules = rules.clone().with_exchange_bag_len(limit);
            let player = max_score.map_or(Greedy::new(), Greedy::with_max_score);
            let player = Checked(player, |view: &View<'_>, action: &Move| {
                let rack = *view.position().position().rack();
                let mut plays = plays(view);
                plays.retain(|play| max_score.is_none_or(|most| play.score() <= most));
                let expected = match plays.first() {
                    Some(play) => Move::Play(*play),
                    // An exchange needs as many tiles in the bag as it takes.
                    None if view.bag_len() >= limit.max(rack.len()) => Move::Exchange(rack),
                    None => Move::Pass,
                };
                assert_eq!(*action, expected);
            });
            let (mut game, mut random) = game(&rules, lexicon, 3);
            play_out(lexicon, &mut game, [&player, &player], &mut random);
            assert!(game.is_over());
        }
    });
}

#[test]
fn the_view_has_what_the_player_may_know() {
    with_game(|lexicon, rules| {
        let (mut game, mut random) = (short_game(rules, lexicon), Random::new(5, 0));
        let mut tracked = TrackedPosition::new(lexicon, game.position());
        let mut ended = false;
        while let Some(seat) = game.on_turn() {
            tracked.set_rack(game.rack(seat)).unwrap();
            let view = View::new(&game, &tracked);
            assert_eq!(view.scores()[0], game.scores()[seat.index()]);
            match game.bag().is_empty() {
                true => assert_eq!(view.cgp(), game.cgp()),
                false => assert_eq!(view.opponent_rack(), None),
            }
            ended |= game.bag().is_empty();
            let action = Greedy::new().choose(&view);
            if let Move::Play(play) = &action {
                tracked.play(play).unwrap();
            }
            game.make(&action, &mut random).unwrap();
        }
        assert!(ended);
    });
}

#[test]
fn the_end_game_has_its_exact_value() {
    with_game(|lexicon, rules| {
        let values = std::sync::Mutex::new(Vec::new());
        let endgame = Endgame::new(lexicon);
        let player = WithEndgame::new(Greedy::new(), endgame);
        let player = Checked(player, |view: &View<'_>, _: &Move| {
            if view.opponent_rack().is_some() {
                let position = view.position().position();
                let position =
                    EndgamePosition::from_cgp(&view.cgp().with_zero_turns(0), position.rules());
                let value = endgame.solve(&position.unwrap()).value;
                let [own, other] = view.scores();
                values.lock().unwrap().push(own - other + value);
            }
        });
        let (mut game, mut random) = (short_game(rules, lexicon), Random::new(7, 0));
        play_out(lexicon, &mut game, [&player, &player], &mut random);
        let turn = game
            .turns()
            .iter()
            .find(|turn| turn.bag().is_empty() && turn.rack().len() == 7);
        let seat = turn.unwrap().seat();
        let [first, second] = game.scores();
        let spread = if seat == Seat::First {
            first - second
        } else {
            second - first
        };
        let values = values.into_inner().unwrap();
        assert!(values.len() > 1);
        assert_eq!(values[0].abs(), spread.abs());
    });
}

/// Exchanges all tiles, a move that no solver chooses.
struct Exchanges;

impl Player for Exchanges {
    fn choose(&self, view: &View<'_>) -> Move {
        Move::Exchange(*view.position().position().rack())
    }
}

#[test]
fn the_pre_endgame_decides_with_one_tile_in_the_bag() {
    with_game(|lexicon, rules| {
        let rules = rules.clone().with_rack_size(3);
        let rack = |text| Rack::parse(text, lexicon.alphabet()).unwrap();
        let solver = PreEndgame::new(Endgame::new(lexicon));
        let player = WithPreEndgame::new(Exchanges, solver);
        let rows = "/15".repeat(7);
        // Six turns without points end a game: after five, one pass is the second of two.
        for (zero_turns, passes) in [(0, 0), (5, 1)] {
            let cgp = format!("15/15/15/15/15/15/15/5CARE6{rows} ATZ/SER 5/0 {zero_turns}");
            let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
            for drawn in ["", "T", "TE"] {
                let mut bag = Bag::EMPTY;
                assert!(rack(drawn).into_iter().all(|tile| bag.add(tile)));
                let game = Game::from_cgp(&rules, &cgp, bag);
                let tracked = TrackedPosition::new(lexicon, game.position());
                let view = View::new(&game, &tracked);
                let expected = if drawn.len() == 1 {
                    let hidden = cgp.clone().with_opponent_rack(Rack::EMPTY);
                    let hidden = hidden.with_zero_turns(passes);
                    let report = solver.solve(&hidden, view.unseen(), &rules, |_| true);
                    report.unwrap().candidates[0].action
                } else {
                    Exchanges.choose(&view)
                };
                assert_eq!(player.choose(&view), expected, "{zero_turns} {drawn}");
            }
        }
    });
}

#[test]
fn moves_by_equity_and_by_simulation_are_legal_and_repeat() {
    with_game(|lexicon, rules| {
        let leaves = LeaveTable::try_new(&[]).unwrap();
        let simulation = Simulation::new(lexicon, &leaves)
            .with_samples(32)
            .with_candidates(3);
        let players: [&dyn Player; 2] = [&ByEquity::new(&leaves), &BySimulation::new(simulation)];
        let play = || {
            let (mut game, mut random) = game(rules, lexicon, 9);
            play_out(lexicon, &mut game, players, &mut random);
            game
        };
        let played = play();
        assert_eq!(played.scores(), play().scores());
        let (mut again, mut random) = game(rules, lexicon, 9);
        assert!(played.turns().len() > 3);
        for turn in played.turns() {
            let action = match turn.action() {
                Action::Play(play) => Move::Play(*play),
                Action::Exchange(tiles) => Move::Exchange(*tiles),
                _ => Move::Pass,
            };
            again.check(&action, Some(lexicon)).unwrap();
            again.make(&action, &mut random).unwrap();
        }
        assert_eq!(again.scores(), played.scores());
    });
}

#[test]
fn minimax_of_two_plies_agrees_with_all_replies() {
    // Short leaves without a T are best.
    let leaves = |leave: &Rack| {
        let ts = leave
            .into_iter()
            .filter(|tile| tile.letter().is_some_and(|t| t.index() == 20));
        -700 * i32::try_from(leave.len() + 3 * ts.count()).unwrap()
    };
    let value = |score: i32, leave: Rack| i64::from(1000 * score + leaves(&leave));
    let used = |play: &Play| {
        play.placed()
            .map(|(_, placed_tile)| placed_tile)
            .collect::<Vec<_>>()
    };
    // The value of the best move from a rack: any play, or an exchange of any tiles.
    let best_reply = |board: &Board, rack: Rack, rules: &Rules, lexicon: &Lexicon<'_>| {
        let position = lexc_runtime::Position::try_new(board.clone(), rack, rules).unwrap();
        let tiles: Vec<_> = rack.into_iter().collect();
        let kept = (0..1_u32 << tiles.len()).map(|set| {
            let kept = (0..tiles.len())
                .filter(|at| set >> at & 1 == 1)
                .map(|at| tiles[at]);
            kept.collect::<Option<Rack>>().unwrap()
        });
        let mut best = kept.map(|kept| value(0, kept)).max().unwrap();
        MoveGen::new(lexicon).for_each(&position, |play| {
            best = best.max(value(play.score(), rack.checked_sub(used(play)).unwrap()));
        });
        best
    };
    with_game(|lexicon, rules| {
        let player = ByMinimax::new(&leaves, 2);
        let differ = std::sync::atomic::AtomicUsize::new(0);
        let player = Checked(player, |view: &View<'_>, action: &Move| {
            let samples = player.samples(view);
            // After two moves, no exchange is refused, the bag has tiles, and the game is not over.
            if view.bag_len() < 3 * 7 || view.zero_turns() > 3 {
                return;
            }
            let tracked = view.position();
            let (board, rack) = (tracked.position().board(), *tracked.position().rack());
            let mut slots = [None; 10];
            let movegen = MoveGen::new(lexicon).with_moves(view.bag_len(), &leaves);
            movegen.top(tracked, &mut slots);
            let candidates: Vec<Move> = slots.into_iter().flatten().map(|one| one.action).collect();
            let mut best = (i64::MIN, Move::Pass);
            for candidate in &candidates {
                let (mut board, mut own) = (board.clone(), value(0, rack));
                match candidate {
                    Move::Play(play) => {
                        board.play_unchecked(play);
                        own = value(play.score(), rack.checked_sub(used(play)).unwrap());
                    }
                    Move::Exchange(tiles) => own = value(0, rack.checked_sub(*tiles).unwrap()),
                    Move::Pass => {}
                }
                let gains = samples
                    .iter()
                    .map(|sample| own - best_reply(&board, sample.opponent, rules, lexicon));
                let gain = gains.sum();
                if gain > best.0 {
                    best = (gain, *candidate);
                }
            }
            assert_eq!(*action, best.1);
            let is_other = *action != candidates[0];
            differ.fetch_add(usize::from(is_other), std::sync::atomic::Ordering::Relaxed);
        });
        let (mut game, mut random) = game(rules, lexicon, 13);
        play_out(lexicon, &mut game, [&player, &Greedy::new()], &mut random);
        assert!(differ.into_inner() > 0);
    });
}

use lexc_runtime::{
    Bag, Board, Candidate, Casual, Cgp, Idea, Leaves, Lexicon, MoveGen, NoLeaves, Play, Position,
    Rack, Rules,
};

use super::*;
use crate::endgame::EndgamePosition;
use crate::game::Action;
use crate::inference::LastMove;
use crate::random::Random;
use crate::sim::Simulation;
use crate::strength::{Sampling, Strength, adviser};
use crate::testing::{SampleBag, with_game};

fn game(rules: &Rules, seed: u64) -> (Game, Random) {
    let mut random = Random::new(seed, 0);
    let game = Game::new(rules, &mut random).unwrap();
    (game, random)
}

/// A game with four tiles in the bag, so that the bag is empty before the game ends.
fn short_game(rules: &Rules, lexicon: &Lexicon<'_>) -> Game {
    let rack = |text| Rack::parse(text, lexicon.alphabet()).unwrap();
    let cgp = Cgp::new(Board::new(rules.layout().dimensions()), rack("ACERSTZ"));
    let mut bag = Bag::default();
    for tile in rack("AEST") {
        assert!(bag.add(tile));
    }
    let cgp = cgp.with_opponent_rack(rack("AETRSCE"));
    Game::from_cgp(rules, &cgp, bag).unwrap()
}

/// A player, and a check of each of its choices.
struct Checked<P, F>(P, F);

impl<P: Player, F: Fn(&PlayerView<'_>, &Move) + Sync> Player for Checked<P, F> {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        let action = self.0.choose(view);
        (self.1)(view, &action);
        action
    }
}

fn plays(view: &PlayerView<'_>) -> Vec<Play> {
    let mut plays = Vec::new();
    let tracked = view.position();
    MoveGen::new(tracked.lexicon()).for_each(tracked, |play| plays.push(*play));
    plays.sort_by(Play::best_first);
    plays
}

#[test]
fn greedy_makes_the_best_play_that_it_sees_or_exchanges() {
    with_game(|lexicon, rules| {
        for (overlooked, limit) in [
            (None, 7),
            (Some(500), 7),
            (Some(1_000), 7),
            (Some(1_000), 1),
        ] {
            let rules = rules.clone().with_exchange_bag_len(limit);
            let casual = overlooked.map(Casual::new);
            let player = casual.map_or(Greedy::new(), Greedy::casual);
            let player = Checked(player, |view: &PlayerView<'_>, action: &Move| {
                let rack = *view.position().position().rack();
                let plays = plays(view);
                let play = match overlooked {
                    None => plays.first().copied(),
                    Some(500) => casual
                        .unwrap()
                        .play(&MoveGen::new(view.position().lexicon()), view.position()),
                    Some(_) => None,
                };
                assert!(play.is_none_or(|play| plays.contains(&play)));
                let expected = match play {
                    Some(play) => Move::Play(play),
                    // An exchange needs at least as many tiles in the bag as it swaps, and at least the limit.
                    None if view.bag_len() >= limit.max(rack.len()) => Move::Exchange(rack),
                    None => Move::Pass,
                };
                assert_eq!(*action, expected);
            });
            let (mut game, mut random) = game(&rules, 3);
            play_out(lexicon, &mut game, &[&player, &player], &mut random);
            assert!(game.is_over());
        }
    });
}

#[test]
fn the_view_has_what_the_player_may_know() {
    with_game(|lexicon, rules| {
        let (mut game, mut random) = (short_game(rules, lexicon), Random::new(5, 0));
        let start = game.clone();
        let mut tracked = TrackedPosition::new(lexicon, start.position());
        let mut ended = false;
        while let Some(seat) = game.on_turn() {
            tracked.set_rack(game.rack(seat)).unwrap();
            let view = PlayerView::new(&game, &tracked);
            assert_eq!(view.state().scores(), game.scores());
            assert_eq!(view.state().next_seat(), seat);
            match game.bag().is_empty() {
                true => assert_eq!(view.state().cgp(), game.state().cgp()),
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
        let player = Checked(player, |view: &PlayerView<'_>, _: &Move| {
            if view.opponent_rack().is_some() {
                let position = view.position().position();
                let position = EndgamePosition::from_cgp(
                    &view.state().cgp().with_zero_turns(0),
                    position.rules(),
                );
                let value = endgame.solve(&position.unwrap()).value;
                let lead = i32::try_from(view.lead()).unwrap();
                values.lock().unwrap().push(lead + value);
            }
        });
        let (mut game, mut random) = (short_game(rules, lexicon), Random::new(7, 0));
        play_out(lexicon, &mut game, &[&player, &player], &mut random);
        let turn = game
            .turns()
            .iter()
            .find(|turn| turn.bag().is_empty() && turn.rack().len() == 7);
        let seat = turn.unwrap().seat();
        let &[first, second] = game.scores() else {
            panic!("two players")
        };
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
    fn choose(&self, view: &PlayerView<'_>) -> Move {
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
        for zero_turns in [0, 5] {
            let cgp = format!("15/15/15/15/15/15/15/5CARE6{rows} ATZ/SER 5/0 {zero_turns}");
            let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
            for drawn in ["", "T", "TE"] {
                let mut bag = Bag::EMPTY;
                assert!(rack(drawn).into_iter().all(|tile| bag.add(tile)));
                let game = Game::from_cgp(&rules, &cgp, bag).unwrap();
                let tracked = TrackedPosition::new(lexicon, game.position());
                let view = PlayerView::new(&game, &tracked);
                let expected = if drawn.len() == 1 {
                    let hidden = cgp.clone().with_opponent_rack(Rack::EMPTY);
                    let hidden = hidden.state_with(view.unseen(), &rules).unwrap();
                    let report = solver.solve(&hidden, &rules, |_| true);
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
        let leaves = |_: &Rack| 0;
        let simulation = Simulation::new(lexicon, &leaves)
            .with_samples(32)
            .with_candidates(3);
        let players: [&dyn Player; 2] = [&ByEquity::new(&leaves), &BySimulation::new(simulation)];
        let play = || {
            let (mut game, mut random) = game(rules, 9);
            play_out(lexicon, &mut game, &players, &mut random);
            game
        };
        let played = play();
        assert_eq!(played.scores(), play().scores());
        let (mut again, mut random) = game(rules, 9);
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

/// A line of play in a sample, for a search without pruning. Player 0 is the player on turn of the view.
#[derive(Clone)]
struct Line<'r> {
    board: Board,
    rules: &'r Rules,
    racks: [Rack; 2],
    bag: SampleBag,
    zero_turns: u32,
    /// The spread gained by player 0, in thousandths of a point.
    gain: i64,
    /// The value of each player's last leave.
    values: [i64; 2],
    is_over: bool,
}

impl Line<'_> {
    /// All moves of a player, the highest equity first.
    fn moves(&self, player: usize, lexicon: &Lexicon<'_>, leaves: &dyn Leaves) -> Vec<Candidate> {
        let position = Position::try_new(self.board.clone(), self.racks[player], self.rules);
        let mut moves = Vec::new();
        let movegen = match self.bag.len() {
            0 => MoveGen::new(lexicon).with_endgame_moves(self.racks[1 - player]),
            bag_len => MoveGen::new(lexicon).with_moves(bag_len, leaves),
        };
        movegen.for_each(&position.unwrap(), |one| moves.push(*one));
        moves.sort_by(Candidate::best_first);
        moves
    }

    /// The line after a move.
    fn after(&self, player: usize, action: &Move, leaves: &dyn Leaves) -> Self {
        let mut next = self.clone();
        let rack = self.racks[player];
        let (leave, score, wanted) = match action {
            Move::Play(play) => {
                next.board.play_unchecked(play);
                let leave = play.leave(rack).unwrap();
                (leave, play.score(), self.rules.rack_size())
            }
            Move::Exchange(tiles) => (rack.checked_sub(*tiles).unwrap(), 0, rack.len()),
            Move::Pass => (rack, 0, rack.len()),
        };
        let exchanged = match action {
            Move::Exchange(tiles) => *tiles,
            _ => Rack::EMPTY,
        };
        next.racks[player] = leave;
        next.bag
            .fill(player, &mut next.racks[player], wanted, exchanged);
        let sign = if player == 0 { 1000 } else { -1000 };
        next.gain += sign * i64::from(score);
        next.values[player] = leaves.value(&leave).into();
        next.zero_turns = if score == 0 { self.zero_turns + 1 } else { 0 };
        let is_out = next.racks[player].is_empty() && next.bag.len() == 0;
        if is_out || next.zero_turns == 6 {
            let [own, other] = self.rules.end_points(next.racks);
            next.gain += 1000 * i64::from(own - other);
            next.is_over = true;
        }
        next
    }

    /// The value of the line for player 0 after `ply` moves of `plies`.
    fn value(&self, lexicon: &Lexicon<'_>, leaves: &dyn Leaves, ply: u32, plies: u32) -> i64 {
        if self.is_over {
            return self.gain;
        }
        if ply == plies {
            let values = match self.bag.len() {
                0 => self
                    .racks
                    .map(|rack| -1000 * i64::from(self.rules.rack_value(rack))),
                _ => self.values,
            };
            return self.gain + values[0] - values[1];
        }
        let player = ply as usize % 2;
        let width = if ply + 1 == plies { 1 } else { 3 };
        let moves = self.moves(player, lexicon, leaves);
        let values = moves.iter().take(width).map(|one| {
            let next = self.after(player, &one.action, leaves);
            next.value(lexicon, leaves, ply + 1, plies)
        });
        match player {
            0 => values.max().unwrap(),
            _ => values.min().unwrap(),
        }
    }
}

#[test]
fn minimax_agrees_with_all_lines_of_its_width() {
    // Short leaves without a T are best.
    let leaves = |leave: &Rack| {
        let tiles = leave.into_iter();
        let ts = tiles.filter(|tile| tile.letter().is_some_and(|t| t.index() == 20));
        -700 * i32::try_from(leave.len() + 3 * ts.count()).unwrap()
    };
    with_game(|lexicon, rules| {
        let mut others = 0;
        for (plies, is_short) in [(2, false), (4, false), (2, true), (4, true)] {
            let player = ByMinimax::new(&leaves, plies).with_samples(4);
            let (mut game, mut random) = match is_short {
                true => (short_game(rules, lexicon), Random::new(5, 0)),
                false => game(rules, 13),
            };
            // All turns of a short game, or the first three turns of a long one.
            while let Some(seat) = game
                .on_turn()
                .filter(|_| is_short || game.turns().len() < 3)
            {
                let mut tracked = TrackedPosition::new(lexicon, game.position());
                tracked.set_rack(game.rack(seat)).unwrap();
                let view = PlayerView::new(&game, &tracked);
                let lines = |round| {
                    let samples = player.samples(&view, round).into_iter();
                    samples.map(|sample| {
                        let drawn = sample.opponent.into_iter();
                        let drawn = drawn.chain(sample.order.iter().copied());
                        let rest = view.unseen().checked_sub(drawn).unwrap();
                        assert!(sample.opponent.len() == game.rack(seat.other()).len());
                        assert!(rest.is_empty() || sample.order.len() == 7 * plies as usize);
                        Line {
                            board: game.board().clone(),
                            rules,
                            racks: [game.rack(seat), sample.opponent],
                            bag: SampleBag::new(&sample),
                            zero_turns: view.scoreless_turns().count(),
                            gain: 0,
                            values: [0; 2],
                            is_over: false,
                        }
                    })
                };
                let moves = lines(0).next().unwrap().moves(0, lexicon, &leaves);
                let mut candidates: Vec<_> = moves.iter().take(10).map(|one| (one, 0)).collect();
                // Ten candidates become five, three, two, and one.
                for round in 0..4 {
                    for (one, sum) in candidates.iter_mut() {
                        let values = lines(round).map(|line| {
                            let next = line.after(0, &one.action, &leaves);
                            next.value(lexicon, &leaves, 1, plies)
                        });
                        *sum += values.sum::<i64>();
                    }
                    candidates.sort_by_key(|(_, sum)| -*sum);
                    candidates.truncate(candidates.len().div_ceil(2));
                }
                let action = player.choose(&view);
                assert_eq!(action, candidates[0].0.action);
                others += usize::from(action != moves[0].action);
                game.make(&action, &mut random).unwrap();
            }
        }
        assert!(others > 2, "{others}");
    });
}

/// Plays a short game, and checks that the advice of the player starts with its move on each turn. Returns the rankings of
/// the advice.
fn check_advice(player: &dyn Player, lexicon: &Lexicon<'_>, rules: &Rules) -> Vec<RankedBy> {
    let rankings = std::sync::Mutex::new(Vec::new());
    let checked = Checked(player, |view: &PlayerView<'_>, action: &Move| {
        let position = view.position().position();
        let advice = player.advise(view, 3, &AtomicBool::new(false));
        assert_eq!(advice.best().map(|best| best.action), Some(*action));
        assert!((1..=3).contains(&advice.ideas.len()));
        let idea = |one: &AdvisedMove| Idea::of(&one.action, position);
        for (group, next) in advice.ideas.iter().zip(advice.ideas.iter().skip(1)) {
            assert!(group.iter().all(|one| idea(one) == idea(&group[0])));
            assert_ne!(idea(&group[0]), idea(&next[0]));
        }
        rankings.lock().unwrap().push(advice.ranked_by);
    });
    let (mut game, mut random) = (short_game(rules, lexicon), Random::new(5, 0));
    play_out(lexicon, &mut game, &[&checked, &checked], &mut random);
    rankings.into_inner().unwrap()
}

#[test]
fn advice_starts_with_the_move_that_the_player_makes() {
    with_game(|lexicon, rules| {
        let leaves = |leave: &Rack| 1_000 * i32::try_from(leave.len()).unwrap();
        let endgame = Endgame::for_players(lexicon);
        let simulation = Simulation::new(lexicon, &leaves)
            .with_candidates(4)
            .with_samples(32);
        let by_simulation = BySimulation::new(simulation);
        let whole = WithPreEndgame::new(by_simulation, PreEndgame::new(endgame));
        let whole = WithEndgame::new(whole.with_most_in_bag(2), endgame);
        let simulated = RankedBy::Simulation { samples: 32 };
        let used: [(&dyn Player, &[RankedBy]); 4] = [
            (&Greedy::new(), &[RankedBy::Score, RankedBy::Choice]),
            (&ByEquity::new(&leaves), &[RankedBy::Equity]),
            (&by_simulation, &[simulated]),
            (
                &whole,
                &[simulated, RankedBy::PreEndgame, RankedBy::Endgame],
            ),
        ];
        for (player, used) in used {
            let rankings = check_advice(player, lexicon, rules);
            assert!(
                rankings.iter().all(|one| used.contains(one)),
                "{rankings:?}"
            );
        }
        let rankings = check_advice(&whole, lexicon, rules);
        assert!(rankings.contains(&RankedBy::Endgame), "{rankings:?}");
    });
}

#[test]
fn advice_ends_early_once_it_is_stopped() {
    with_game(|lexicon, rules| {
        let leaves = NoLeaves;
        let simulation = Simulation::new(lexicon, &leaves)
            .with_samples(1 << 30)
            .with_confidence(None);
        let player = WithEndgame::new(BySimulation::new(simulation), Endgame::new(lexicon));
        let game = short_game(rules, lexicon);
        let tracked = TrackedPosition::new(lexicon, game.position());
        let stop = AtomicBool::new(true);
        let advice = player.advise(&PlayerView::new(&game, &tracked), 5, &stop);
        assert_eq!(advice.ranked_by, RankedBy::Simulation { samples: 1 });
    });
}

#[test]
fn hints_count_orders_by_the_last_move_as_the_player_does() {
    with_game(|lexicon, rules| {
        let rules = rules.clone().with_rack_size(4);
        let rows = "/15".repeat(7);
        let cgp = format!("15/15/15/15/15/15/15/5CARE6{rows} ACST/ 5/0 0");
        let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
        let mut unseen = Bag::EMPTY;
        let tiles = Rack::parse("AERTS?", lexicon.alphabet()).unwrap();
        assert!(tiles.into_iter().all(|tile| unseen.add(tile)));
        let state = cgp.state_with(unseen, &rules).unwrap();
        let position = state.position(&rules).unwrap();
        let exchanged = LastMove::parse("exchange 1", &position, lexicon.alphabet()).unwrap();
        let tracked = TrackedPosition::new(lexicon, position);
        let view = PlayerView::of(state, &tracked).with_last_move(Some(exchanged));
        let win_rates = |infers| {
            let strength = Strength::Simulation {
                leaves: &NoLeaves,
                sampling: Sampling {
                    infers,
                    ..Sampling::default()
                },
            };
            let advice = adviser(lexicon, strength, None).advise(&view, 9, &AtomicBool::new(false));
            assert_eq!(advice.ranked_by, RankedBy::PreEndgame);
            let ideas = advice.ideas.into_iter().flatten();
            ideas.map(|one| one.win_rate).collect::<Vec<_>>()
        };
        assert_ne!(win_rates(true), win_rates(false));
    });
}

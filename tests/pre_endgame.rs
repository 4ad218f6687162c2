//! Ranks of moves with one or two tiles in the bag that empty it, compared with an exact end game for each set of tiles that the
//! player may draw.
//!
//! `LEXC_SCOPE=full` has more positions and moves. `LEXC_PRE_ENDGAMES` sets the numbers of positions with one and with two tiles of
//! which all candidates that empty the bag are compared, and leaves out positions with a long end game. This takes an hour of
//! processor time or more:
//!
//! ```text
//! LEXC_PRE_ENDGAMES=200,40 cargo test --release -p lexc-tests pre_endgame -- --nocapture
//! ```

use std::env;

use common::english::scowl_60;
use common::scope::is_full;
use lexc_game::{
    Certainty, Endgame, EndgamePosition, Game, Greedy, PreEndgame, Random, TileOrder, play_out,
};
use lexc_runtime::{Bag, GameState, Lexicon, Move, MoveGen, Rack, RackTile, Rules, Seat};

/// States of games of greedy players with this number of tiles in the bag, at most one of a game.
fn states(lexicon: &Lexicon<'_>, rules: &Rules, bag_len: usize) -> impl Iterator<Item = GameState> {
    (0..).filter_map(move |number| {
        let mut order = TileOrder::new(rules, &mut Random::new(5, number));
        let mut game = Game::dealt(rules, &mut order).unwrap();
        let greedy = Greedy::new();
        play_out(lexicon, &mut game, &[&greedy, &greedy], &mut order);
        let mut turns = game.turns().iter();
        let turn = turns.find(|turn| turn.before().bag_len() == bag_len)?;
        Some(turn.before().seen_by(turn.seat()))
    })
}

/// The sets of tiles that the bag may have, each with the number of ways to draw it, equal tiles told apart.
fn bags(unseen: &Bag, bag_len: usize) -> Vec<(Vec<RackTile>, u32)> {
    let tiles: Vec<RackTile> = unseen.tiles().collect();
    let mut bags: Vec<(Vec<RackTile>, u32)> = Vec::new();
    for (index, first) in tiles.iter().enumerate() {
        let others = tiles[index + 1..].iter();
        let seconds: Vec<Option<RackTile>> = match bag_len {
            1 => vec![None],
            _ => others.map(|tile| Some(*tile)).collect(),
        };
        for second in seconds {
            let bag: Vec<RackTile> = [*first].into_iter().chain(second).collect();
            match bags.iter_mut().find(|(other, _)| *other == bag) {
                Some((_, ways)) => *ways += 1,
                None => bags.push((bag, 1)),
            }
        }
    }
    bags
}

/// The share of wins of a move that empties the bag, and its mean gain, or `None` if an end game takes more nodes.
fn brute_force(
    lexicon: &Lexicon<'_>,
    rules: &Rules,
    state: &GameState,
    action: &Move,
    most_nodes: u64,
) -> Option<(f64, f64)> {
    let seat = state.next_seat();
    let unseen = state.unseen(seat);
    let (mut half_wins, mut gains, mut orders) = (0, 0, 0);
    for (bag, ways) in bags(&unseen, state.bag_len()) {
        let opponent = unseen.clone().checked_sub(bag.iter().copied()).unwrap();
        let racks = [
            state.rack(seat),
            opponent.tiles().collect::<Option<Rack>>().unwrap(),
        ];
        let in_bag = bag.iter().fold(Bag::EMPTY, |mut all, tile| {
            assert!(all.add(*tile));
            all
        });
        let mut game = GameState::of_two(state.board().clone(), racks, in_bag)
            .with_scoreless_turns(state.scoreless_turns());
        game.apply(rules, action, |bag| bag.draw(0));
        let played = game.score(Seat::First) - game.score(Seat::Second);
        let rest = match game.end() {
            Some(_) => 0,
            None => {
                let position = EndgamePosition::from_state(&game, rules).unwrap();
                let solver = Endgame::new(lexicon).with_node_limit(most_nodes);
                let solution = solver.solve(&position);
                if !solution.is_exact {
                    return None;
                }
                solution.value
            }
        };
        let gain = i64::from(played - rest);
        half_wins += i64::from(ways) * (1 + (state.lead() + gain).signum());
        gains += i64::from(ways) * gain;
        orders += i64::from(ways);
    }
    let share = |sum: i64, of: i64| sum as f64 / of as f64;
    Some((share(half_wins, 2 * orders), share(gains, orders)))
}

/// The positions that are compared.
struct Scope {
    /// With one and with two tiles in the bag.
    counts: [usize; 2],
    /// The most moves of a position.
    moves: usize,
    /// A position with an end game of more nodes is left out. One with a tile that fits nowhere can take billions.
    most_nodes: u64,
    /// The most positions left out for each that is compared.
    left_out: usize,
}

impl Scope {
    fn of_environment() -> Scope {
        let (counts, moves, most_nodes, left_out) = match env::var("LEXC_PRE_ENDGAMES") {
            Ok(counts) => {
                let (one, two) = counts.split_once(',').expect("two numbers, such as 200,40");
                let counts = [one, two].map(|count| count.parse().expect("a number of positions"));
                (counts, PreEndgame::CANDIDATES, 1_000_000, 4)
            }
            Err(_) if is_full() => ([20, 4], 2, u64::MAX, 0),
            Err(_) => ([2, 1], 1, u64::MAX, 0),
        };
        Scope {
            counts,
            moves,
            most_nodes,
            left_out,
        }
    }
}

#[test]
fn moves_that_empty_a_bag_of_one_have_the_values_of_exact_end_games() {
    compare(1);
}

#[test]
fn moves_that_empty_a_bag_of_two_have_the_values_of_exact_end_games() {
    compare(2);
}

/// Compares moves of positions with this number of tiles in the bag.
fn compare(bag_len: usize) {
    let game = scowl_60();
    let lexicon = game.lexicon();
    let rules = Rules::standard(lexicon.alphabet());
    let scope = Scope::of_environment();
    let count = scope.counts[bag_len - 1];
    let (mut positions, mut moves, mut left_out) = (0, 0, 0);
    for state in states(&lexicon, &rules, bag_len) {
        if positions == count {
            break;
        }
        let actions = candidates(&lexicon, &rules, &state, scope.moves);
        let values = actions.iter().map(|action| {
            let value = brute_force(&lexicon, &rules, &state, action, scope.most_nodes)?;
            Some((*action, value))
        });
        match values.collect::<Option<Vec<_>>>() {
            Some(values) => {
                check(&lexicon, &rules, &state, &values);
                positions += usize::from(!values.is_empty());
                moves += values.len();
            }
            None => {
                left_out += 1;
                assert!(
                    left_out <= scope.left_out * count,
                    "too many long end games"
                );
            }
        }
        println!(
            "{bag_len} in the bag: {moves} moves of {positions} positions are equal, {left_out} positions are left out"
        );
    }
}

/// The candidates of a position that empty its bag, up to this number.
fn candidates(lexicon: &Lexicon<'_>, rules: &Rules, state: &GameState, most: usize) -> Vec<Move> {
    let position = state.position(rules).unwrap();
    let best = MoveGen::new(lexicon)
        .with_endgame_moves(Rack::EMPTY)
        .best_n(&position, PreEndgame::CANDIDATES);
    let bag_len = state.bag_len();
    best.into_iter()
        .map(|one| one.action)
        .filter(|action| matches!(action, Move::Play(play) if play.placed_len() >= bag_len))
        .take(most)
        .collect()
}

/// Checks the values of moves, shares of wins and mean gains.
fn check(lexicon: &Lexicon<'_>, rules: &Rules, state: &GameState, values: &[(Move, (f64, f64))]) {
    let solver = PreEndgame::new(Endgame::new(lexicon));
    let is_equal = |found: f64, expected: f64| (found - expected).abs() < 1e-9;
    for (action, (win_rate, spread)) in values {
        let ranked = solver.value(state, rules, *action).unwrap();
        assert_eq!(ranked.certainty(), Certainty::Exact);
        assert!(is_equal(ranked.win_rate, *win_rate), "{state:?} {action:?}");
        assert!(
            is_equal(ranked.spread.unwrap(), *spread),
            "{state:?} {action:?}"
        );
    }
}

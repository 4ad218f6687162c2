//! The solver against a search of every line of play, on positions with few words and tiles.
//!
//! The exhaustive search shares positions and move generation with the solver, but has no pruning, no table and no
//! store of plays.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lexc_runtime::{
    Alphabet, Board, Cgp, Layout, Lexicon, Move, MoveGen, Play, Position, Rack, Rules,
    ScorelessTurns,
};

use super::outs::Outs;
use super::search::Search;
use super::stop::Limits;
use super::store::PASS;
use super::table::{PASS_LABEL, Table};
use super::turns::TurnLimits;
use super::*;
use crate::deadline::Deadline;
use crate::testing::with_game;

/// Random numbers below a bound (xorshift, Marsaglia 2003).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    pub(crate) fn rack(&mut self, len: usize, alphabet: Alphabet<'_>) -> Rack {
        let tiles = b"AACEERSTTZ?";
        let text: String = (0..len)
            .map(|_| char::from(tiles[self.below(tiles.len())]))
            .collect();
        Rack::parse(&text, alphabet).unwrap()
    }
}

pub(crate) fn plays(position: &Position<'_>, lexicon: &Lexicon<'_>) -> Vec<Play> {
    let mut plays = Vec::new();
    MoveGen::new(lexicon).for_each(position, |play| plays.push(*play));
    plays
}

/// A position after up to four random plays.
pub(crate) fn random_position<'r>(
    random: &mut Random,
    lexicon: &Lexicon<'_>,
    rules: &'r Rules,
) -> EndgamePosition<'r> {
    let alphabet = lexicon.alphabet();
    let mut board = Board::new(rules.layout().dimensions());
    for _ in 0..random.below(5) {
        let position = Position::try_new(board.clone(), random.rack(5, alphabet), rules).unwrap();
        let plays = plays(&position, lexicon);
        if !plays.is_empty() {
            board.play_unchecked(&plays[random.below(plays.len())]);
        }
    }
    let lens = [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (3, 1),
        (1, 3),
        (3, 2),
        (2, 3),
    ];
    let (own, other) = lens[random.below(lens.len())];
    let position = Position::try_new(board, random.rack(own, alphabet), rules).unwrap();
    let mut turns = ScorelessTurns::NONE;
    for _ in 0..random.below(6) {
        let next = match random.below(3) {
            0 => turns.after(0),
            _ => turns.after_pass(),
        };
        if rules.ends_game_of(2, next) {
            break;
        }
        turns = next;
    }
    EndgamePosition::try_new(position, random.rack(other, alphabet))
        .unwrap()
        .with_scoreless_turns(turns)
}

/// The rules with several limits of turns without points and of passes.
fn variants(rules: &Rules) -> Vec<Rules> {
    let limits = [
        (6, None),
        (1, None),
        (2, None),
        (3, None),
        (4, None),
        (6, Some(1)),
        (6, Some(2)),
        (3, Some(2)),
    ];
    let variants = limits.map(|(scoreless, passes)| {
        let rules = rules.clone().with_scoreless_limit(scoreless);
        rules.with_pass_limit(passes)
    });
    // Most plays score nothing, and many of them end the game.
    let worthless = rules
        .tiles()
        .into_iter()
        .fold(rules.clone(), |rules, tile| {
            rules.with_value(tile, i16::from(tile.code() % 9 == 0))
        });
    // The first word ends at the edge of the largest board.
    let grid = format!("{}\n", " ".repeat(21)).repeat(21);
    let corner = Layout::parse(&format!("20, 20\n{grid}")).unwrap();
    variants
        .into_iter()
        .chain([2, 3].map(|limit| worthless.clone().with_scoreless_limit(limit)))
        .chain([rules.clone().with_layout(corner)])
        .collect()
}

/// Value of a position by a search of every line of play.
pub(crate) fn value(position: &EndgamePosition<'_>, lexicon: &Lexicon<'_>) -> i32 {
    let plays = plays(position.position(), lexicon);
    let moves = plays.into_iter().map(Move::Play).chain([Move::Pass]);
    moves
        .map(|action| value_of_move(position, action, lexicon))
        .max()
        .unwrap()
}

/// Value of a move for the player on turn.
fn value_of_move(position: &EndgamePosition<'_>, action: Move, lexicon: &Lexicon<'_>) -> i32 {
    match after(position, action) {
        (points, Some(next)) => points - value(&next, lexicon),
        (points, None) => points,
    }
}

/// Points that a move gains, and the position after it unless it ends the game.
fn after<'r>(position: &EndgamePosition<'r>, action: Move) -> (i32, Option<EndgamePosition<'r>>) {
    let rules = position.position().rules();
    let mut board = position.position().board().clone();
    let [mut own, other] = position.racks();
    let (mut score, mut turns) = (0, position.scoreless_turns().after_pass());
    if let Move::Play(play) = action {
        board.play_unchecked(&play);
        own = play.leave(own).unwrap();
        score = play.score();
        turns = position.scoreless_turns().after(score);
    }
    if own.is_empty() {
        return (score + 2 * rules.rack_value(other), None);
    }
    if rules.ends_game_of(2, turns) {
        return (
            score + rules.rack_value(other) - rules.rack_value(own),
            None,
        );
    }
    let next = Position::try_new(board, other, rules).unwrap();
    let next = EndgamePosition::try_new(next, own).unwrap();
    (score, Some(next.with_scoreless_turns(turns)))
}

#[test]
fn values_and_lines_agree_with_a_search_of_every_line_of_play() {
    with_game(|lexicon, rules| {
        let mut random = Random(7);
        let (mut longest, mut passes, mut ends_by_play) = (0, 0, 0);
        let variants = variants(rules);
        for number in 0..200 {
            let rules = &variants[number % variants.len()];
            let position = random_position(&mut random, lexicon, rules);
            let expected = value(&position, lexicon);
            let solver = Endgame::new(lexicon);
            let solution = solver.solve(&position);
            assert!(solution.is_exact, "{position:?}");
            assert_eq!(solution.value, expected, "{position:?}");
            // The moves of the line together gain the value of the solution, and the last of them ends the game.
            let (mut reached, mut rest) = (Some(position.clone()), expected);
            for &action in &solution.line {
                let from = reached.expect("no move ends the game but the last");
                assert_eq!(value_of_move(&from, action, lexicon), rest, "{position:?}");
                let (points, next) = after(&from, action);
                let state = from.state_after(&action);
                assert_eq!(state.end().is_none(), next.is_some());
                if let Some(next) = &next {
                    assert_eq!(
                        EndgamePosition::from_state(&state, rules).as_ref(),
                        Ok(next)
                    );
                }
                let is_out = matches!(action, Move::Play(play) if play.placed_len() == from.racks()[0].len());
                ends_by_play += usize::from(next.is_none() && !is_out && action != Move::Pass);
                (reached, rest) = (next, points - rest);
            }
            assert!(reached.is_none(), "{position:?}");
            longest = longest.max(solution.line.len());
            passes += usize::from(solution.line[0] == Move::Pass);
            // A table of one bucket, and a store that is emptied often. The entries that the table loses have no effect
            // on the line.
            let small = solver
                .with_table_bytes(0)
                .solve_within(&position, 1, Deadline::NONE);
            assert_eq!((small.value, small.is_exact), (expected, true));
            assert_eq!(small.line, solution.line, "{position:?}");
        }
        println!("longest line {longest}, {passes} passes, {ends_by_play} ends by a play");
        assert!(longest > 4 && passes > 10 && ends_by_play > 0);
    });
}

/// A search whose root is the position.
fn search<'p>(position: &EndgamePosition<'p>, lexicon: &'p Lexicon<'p>) -> Search<'p> {
    let racks = position.racks();
    let tiles = racks.map(|rack| rack.into_iter().collect::<Vec<_>>());
    let limits = Limits {
        deadline: Deadline::NONE,
        node_limit: u64::MAX,
        store_limit: usize::MAX,
        nodes: 0,
        stop: None,
        team: None,
    };
    let tiles = [&tiles[0][..], &tiles[1][..]];
    let solver = Endgame::new(lexicon);
    let mut search = solver.search(position.position(), tiles, Table::new(0), limits);
    let rules = position.position().rules();
    let root = &mut search.nodes[0];
    root.values = racks.map(|rack| rules.rack_value(rack));
    (search.turn_limits, root.turns) = TurnLimits::new(rules, position.scoreless_turns());
    search
}

#[test]
fn a_play_that_bounds_a_move_is_legal_after_it() {
    with_game(|lexicon, rules| {
        let mut random = Random(3);
        let (mut bounded, mut others) = (0, 0);
        for _ in 0..200 {
            let position = random_position(&mut random, lexicon, rules);
            let mut search = search(&position, lexicon);
            let mut outs = Outs::default();
            outs.find(&search.nodes[0], &mut search.store, &[]);
            for id in search.moves_in_order() {
                if search.end_points(id).is_some() {
                    continue;
                }
                let play = (id != PASS).then(|| search.store.stored(id));
                let Some(bound) = outs.bound(search.node(), play) else {
                    others += 1;
                    continue;
                };
                let score = search.store.score(id);
                search.make(id);
                let (points, _) = search.list(&mut Vec::new(), PASS_LABEL);
                assert!(points >= score - bound, "{position:?}");
                search.path.clear();
                bounded += 1;
            }
        }
        println!("{bounded} moves with a bound, {others} without");
        assert!(bounded > 100 && others > 100);
    });
}

#[test]
fn a_bound_by_passes_is_a_bound_on_the_value() {
    with_game(|lexicon, rules| {
        let mut random = Random(13);
        let (mut above, mut below) = (0, 0);
        let variants = variants(rules);
        for number in 0..200 {
            let rules = &variants[number % variants.len()];
            let position = random_position(&mut random, lexicon, rules);
            let value = value(&position, lexicon);
            let mut search = search(&position, lexicon);
            for alpha in (-60..60).step_by(3) {
                let node = &search.nodes[0];
                let bound = node.bound_by_passes(&mut search.store, &[], alpha, alpha + 1);
                let Some(bound) = bound else { continue };
                if bound <= alpha {
                    assert!(value <= bound, "{position:?}");
                    above += 1;
                } else {
                    assert!(bound > alpha && value >= bound, "{position:?}");
                    below += 1;
                }
            }
        }
        println!("{above} bounds from above, {below} from below");
        assert!(above > 500 && below > 500);
    });
}

#[test]
fn threads_have_no_effect_on_value_and_line() {
    with_game(|lexicon, rules| {
        let rows = "/15".repeat(7);
        let cgp = format!("15/15/15/15/15/15/15/5CARE6{rows} ACERST/AERST 0/0 0");
        let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
        let position = EndgamePosition::from_cgp(&cgp, rules).unwrap();
        let solver = Endgame::new(lexicon);
        let one = solver.solve(&position);
        assert!(one.is_exact && one.nodes > 1_500, "{one:?}");
        for threads in [2, 5] {
            // The limit of 1 byte empties the stores again and again.
            for store_limit in [1 << 20, 1] {
                let solver = solver.with_threads(threads);
                let several = solver.solve_within(&position, store_limit, Deadline::NONE);
                assert!(several.is_exact);
                assert_eq!((several.value, &several.line), (one.value, &one.line));
            }
        }
    });
}

#[test]
fn limits_end_a_search_with_a_move_and_an_inexact_value() {
    with_game(|lexicon, rules| {
        let rows = "/15".repeat(7);
        let cgp = format!("15/15/15/15/15/15/15/5CARE6{rows} ACERST?/AACERST 0/0 0");
        let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
        let position = EndgamePosition::from_cgp(&cgp, rules).unwrap();
        for node_limit in [0, 1, 100, 5_000] {
            let solution = Endgame::new(lexicon)
                .with_node_limit(node_limit)
                .solve(&position);
            assert!(!solution.is_exact && !solution.line.is_empty());
            assert!(solution.nodes <= node_limit);
        }
        let late = Endgame::new(lexicon).with_time_limit(Duration::ZERO);
        static INTERRUPT: AtomicBool = AtomicBool::new(true);
        let cancelled = Endgame::new(lexicon).with_interrupt(&INTERRUPT);
        for solver in [late, cancelled] {
            let solution = solver.solve(&position);
            assert!(!solution.is_exact && !solution.line.is_empty());
        }
    });
}

#[test]
fn the_first_move_of_an_exact_solution_is_best_under_any_limit_of_nodes() {
    with_game(|lexicon, rules| {
        let mut random = Random(5);
        // A table of one bucket loses most entries.
        let solver = Endgame::new(lexicon).with_table_bytes(0);
        for _ in 0..300 {
            let position = random_position(&mut random, lexicon, rules);
            let nodes = solver.solve(&position).nodes;
            for node_limit in 0..nodes.min(100) {
                let solution = solver.with_node_limit(node_limit).solve(&position);
                if solution.is_exact {
                    let value = value_of_move(&position, solution.line[0], lexicon);
                    assert_eq!(solution.value, value, "{position:?}");
                }
            }
        }
    });
}

#[test]
fn refuses_positions_that_are_not_end_games() {
    with_game(|lexicon, rules| {
        let rows = "15/".repeat(14) + "15";
        for (racks, message) in [
            (
                "/A",
                "the player on turn has no tiles (an end game needs both racks)",
            ),
            (
                "A/",
                "the bag has 92 tiles (leave none, or give both racks)",
            ),
            (
                "A/B/C",
                "more than two players (end games are solved for games of two)",
            ),
            (
                "A/AAAAAAAA",
                "8 tiles on the rack where the rules allow 7 (remove tiles, or set another rack size)",
            ),
        ] {
            let cgp = format!("{rows} {racks}");
            let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
            let error = EndgamePosition::from_cgp(&cgp, rules).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    });
}

#[test]
fn rankings_give_each_move_its_value_and_start_with_the_best() {
    with_game(|lexicon, rules| {
        let mut random = Random(11);
        for _ in 0..40 {
            let position = random_position(&mut random, lexicon, rules);
            let (solution, moves) = Endgame::new(lexicon).rank(&position, 5);
            assert_eq!(solution, Endgame::new(lexicon).solve(&position));
            assert_eq!(moves[0].action, solution.line[0]);
            for one in &moves {
                assert!(one.is_exact && one.value <= moves[0].value);
                assert_eq!(one.value, value_of_move(&position, one.action, lexicon));
            }
            assert!(moves.is_sorted_by_key(|one| -one.value));
        }
    });
}

//! Compares every algorithm with an oracle that tries every word on every square. The lexicons have few words.
//!
//! The oracle calls [`check_play`] and [`score`], and no code of the generators. `tests/movegen.rs` uses larger lexicons, in which
//! more words cross, hook or run through each other.

use core::ops::ControlFlow;
use std::vec::Vec;

use lexc_formats::{PlacedTile, Tile, TileSet};

use super::all_plays::plays_by_anchor;
use super::cross_set::{CrossSetSource, CrossSets, RunWalker};
use super::line::LineState;
use super::place::Place;
use super::sink::AllPlays;
use super::tracer::Traced;
use super::*;
use crate::game::board::Board;
use crate::game::candidate::{Candidate, Move};
use crate::game::exchange::for_each_exchange;
use crate::game::layout::Layout;
use crate::game::legal::check_play;
use crate::game::play::Play;
use crate::game::position::Position;
use crate::game::rack::Rack;
use crate::game::rack_tile::RackTile;
use crate::game::rules::Rules;
use crate::game::score::score;
use crate::game::square::{Direction, Line, Square};
use crate::lexicon::Lexicon;
use crate::lexicon::automaton::Automaton;
use crate::lexicon::word::Word;
use crate::testing::{BINGOS, first_position};

/// ABLE, ABLES, ACE, ACES, AR, ARE, AS, CABLE, CABLES, CARE, CARES, EAR, ER, RACE, SCARE.
static IMAGE: &[u8] = include_bytes!("../../examples/care.gaddag");

/// A number of best plays, greater than the number of bingos in [`a_blank_before_the_last_tile_of_a_bingo`].
const MANY: usize = 50;

const ALGORITHMS: [Algorithm; 3] = [Algorithm::Gaddag, Algorithm::Dawg, Algorithm::EveryLine];

/// Pseudo-random numbers (Marsaglia 2003, "Xorshift RNGs").
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % bound as u64).unwrap()
    }
}

/// All plays, each once and best first, by trying every word on every square.
fn oracle(lexicon: &Lexicon<'_>, position: &Position<'_>) -> Vec<Play> {
    let board = position.board();
    let is_mirrored = board.is_empty() && position.rules().layout().is_symmetric();
    let mut plays = Vec::new();
    for origin in board.dimensions().squares() {
        for direction in Direction::ALL {
            if is_mirrored && direction == Direction::Down {
                continue;
            }
            for word in lexicon.words() {
                let squares = core::iter::successors(Some(origin), |at| at.next(direction));
                let placed_tiles: Vec<_> = (squares.zip(word.iter()))
                    .map(|(square, &tile)| match board.get(square) {
                        Some(_) => None,
                        None => Some(PlacedTile::letter(tile)),
                    })
                    .collect();
                if let Some(play) = Play::new(origin, direction, &placed_tiles, 0)
                    && placed_tiles.len() == word.len()
                    && is_connected(board, &play)
                    && (play.main_word(board).flatten().map(PlacedTile::tile))
                        .eq(word.iter().copied())
                {
                    let blanks = position.rack().blanks();
                    add_with_blanks(
                        lexicon,
                        position,
                        &play,
                        placed_tiles,
                        0,
                        blanks,
                        &mut plays,
                    );
                }
            }
        }
    }
    plays.sort_by(Play::best_first);
    plays.dedup();
    plays
}

/// False if the board has tiles and the play touches none: such a play is illegal. Spares the oracle its full check.
fn is_connected(board: &Board, play: &Play) -> bool {
    let touches = |(square, _)| board.has_neighbour(square);
    board.is_empty() || play.len() > play.placed_len() || play.placed().any(touches)
}

/// Adds a play if it is legal, and its legal variants with up to `blanks` more blanks, at offsets of at least `offset`.
fn add_with_blanks(
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    play: &Play,
    mut placed_tiles: Vec<Option<PlacedTile>>,
    offset: usize,
    blanks: usize,
    plays: &mut Vec<Play>,
) {
    if offset < placed_tiles.len() {
        add_with_blanks(
            lexicon,
            position,
            play,
            placed_tiles.clone(),
            offset + 1,
            blanks,
            plays,
        );
        if let Some(placed_tile) = placed_tiles[offset]
            && blanks > 0
        {
            placed_tiles[offset] = Some(PlacedTile::blank(placed_tile.tile()));
            add_with_blanks(
                lexicon,
                position,
                play,
                placed_tiles,
                offset + 1,
                blanks - 1,
                plays,
            );
        }
    } else if let Some(play) = Play::new(play.origin(), play.direction(), &placed_tiles, 0)
        && check_play(lexicon, position, &play).is_ok()
    {
        let play = play.with_score(score(position, &play));
        plays.push(play.canonical(position.board()));
    }
}

/// Asserts that every algorithm finds these plays, the best of them, and the best moves.
fn assert_found(lexicon: &Lexicon<'_>, position: &Position<'_>, plays: &[Play]) {
    assert_lines(lexicon, position);
    let all_leaves = [leave_value, negative_leave_value];
    let moves = all_leaves.map(|leaves| moves(position, plays, leaves));
    let tracked = TrackedPosition::new(lexicon, position.clone());
    for square in position.board().dimensions().squares() {
        for direction in Direction::ALL {
            let found = MoveGen::new(lexicon).cross_set(position, square, direction);
            assert_eq!(found, tracked.cross_set(square, direction), "{square}");
        }
    }
    for algorithm in ALGORITHMS {
        let mut found = Vec::new();
        let mut kept = Vec::new();
        let movegen = MoveGen::new(lexicon).with_algorithm(algorithm).unwrap();
        movegen.for_each(position, |play| found.push(*play));
        movegen.for_each(&tracked, |play| kept.push(*play));
        assert_eq!(found, kept, "{algorithm:?} in {position:?}");
        found.sort_by(Play::best_first);
        assert_eq!(found, plays, "{algorithm:?} in {position:?}");
        for count in [1, 4, MANY] {
            let mut best = [None; MANY];
            movegen.top(position, &mut best[..count]);
            let best: Vec<Play> = best.into_iter().flatten().collect();
            assert_eq!(
                best,
                plays[..plays.len().min(count)],
                "{algorithm:?} in {position:?}"
            );
            let mut kept = [None; MANY];
            movegen.top(&tracked, &mut kept[..count]);
            assert!(kept.into_iter().flatten().eq(best), "{algorithm:?}");
            for (leaves, moves) in all_leaves.iter().zip(&moves) {
                let mut best = [None; MANY];
                let best = &mut best[..count];
                movegen.with_moves(3, leaves).top(position, best);
                let best: Vec<Candidate> = best.iter().flatten().copied().collect();
                assert_eq!(
                    best,
                    moves[..moves.len().min(count)],
                    "{algorithm:?} in {position:?}"
                );
            }
        }
    }
    for (leaves, moves) in all_leaves.iter().zip(moves) {
        let mut best = [None; 4];
        let movegen = MoveGen::new(lexicon).with_moves(3, leaves);
        let count = movegen.top(position, &mut best);
        assert_eq!(count, moves.len().min(4));
        assert!(best.into_iter().flatten().eq(moves.into_iter().take(4)));
    }
    assert_eq!(MoveGen::new(lexicon).best(position), plays.first().copied());
}

/// Asserts that the cross-sets of the whole board and of single lines give the same line states, and that searches with
/// recursion, without it, and of one line after another find the same plays in the same order.
fn assert_lines(lexicon: &Lexicon<'_>, position: &Position<'_>) {
    let nodes = lexicon.image().nodes::<1>();
    let gaddag = lexicon.image().gaddag().map(Automaton::Gaddag).unwrap();
    let walker = RunWalker::new(nodes, gaddag, None);
    let mut whole = CrossSets::new(position.rules());
    whole.add_all(walker, position);
    let automata = [Some(gaddag), lexicon.image().dawg().map(Automaton::Dawg)];
    for automaton in automata.into_iter().flatten() {
        let mut found = [Vec::new(), Vec::new()];
        let [recursive, small] = &mut found;
        let nodes = Traced::new(nodes, ());
        let mut visit = |play: &Play| {
            recursive.push(*play);
            ControlFlow::Continue(())
        };
        let mut sink = AllPlays(&mut visit);
        let flow =
            plays_by_anchor::<false, _, _, _>(nodes, automaton, position, &whole, None, &mut sink);
        assert!(flow.is_continue());
        let mut visit = |play: &Play| {
            small.push(*play);
            ControlFlow::Continue(())
        };
        let mut sink = AllPlays(&mut visit);
        let flow =
            plays_by_anchor::<true, _, _, _>(nodes, automaton, position, &walker, None, &mut sink);
        assert!(flow.is_continue());
        assert_eq!(recursive, small, "{automaton:?} in {position:?}");
    }
    let dimensions = position.board().dimensions();
    let movegen = MoveGen::new(lexicon);
    let tracked = TrackedPosition::new(lexicon, position.clone());
    let (mut on_lines, mut on_tracked_lines) = (Vec::new(), Vec::new());
    for line in Direction::ALL
        .into_iter()
        .flat_map(|direction| dimensions.lines(direction))
    {
        movegen.for_each_on_line(position, line, |play| on_lines.push(*play));
        movegen.for_each_on_line(&tracked, line, |play| on_tracked_lines.push(*play));
        let states = [&whole as &dyn CrossSetSource, &walker].map(|source| {
            let mut state = LineState::EMPTY;
            assert!(source.set_line(&mut state, position, line));
            (0..=state.len + 1)
                .map(|place| state.at(Place::new(place)))
                .collect::<Vec<_>>()
        });
        let [whole, single] = states;
        assert_eq!(whole, single, "{line:?} in {position:?}");
    }
    let gaddag = MoveGen::new(lexicon).with_algorithm(Algorithm::Gaddag);
    let mut plays = Vec::new();
    gaddag.unwrap().for_each(position, |play| plays.push(*play));
    assert_eq!(on_lines, plays, "{position:?}");
    assert_eq!(on_tracked_lines, plays, "{position:?}");
}

/// A leave value that depends on each tile.
fn leave_value(kept: &Rack) -> i32 {
    let tiles = kept.letters().into_iter();
    let tiles = tiles.map(|tile| i32::from(tile.code()) * kept.count(tile) as i32 % 7 - 3);
    tiles.sum::<i32>() * 1_000 + kept.blanks() as i32 * 9_000
}

/// [`leave_value`] less 1,000 points, so that every move has negative equity.
fn negative_leave_value(kept: &Rack) -> i32 {
    leave_value(kept) - 1_000_000
}

/// All moves, best first.
fn moves(position: &Position<'_>, plays: &[Play], leaves: fn(&Rack) -> i32) -> Vec<Candidate> {
    let mut moves = Vec::new();
    for play in plays {
        let kept = play.leave(*position.rack()).unwrap();
        moves.push(Candidate::play(*play, leaves(&kept)));
    }
    let _ = for_each_exchange(position, 3, |exchanged, kept| {
        moves.push(Candidate {
            action: Move::Exchange(*exchanged),
            equity: leaves(kept).into(),
        });
        ControlFlow::<()>::Continue(())
    });
    moves.push(Candidate {
        action: Move::Pass,
        equity: leaves(position.rack()).into(),
    });
    moves.sort_by(Candidate::best_first);
    moves
}

/// Source of random racks.
struct Racks<'a> {
    lexicon: Lexicon<'a>,
    /// Letters to choose from, some of them more than once.
    tiles: Word,
    /// Least number of tiles on a rack.
    shortest: usize,
}

impl Racks<'_> {
    fn next(&self, random: &mut Random, size: usize) -> Rack {
        let mut rack = Rack::EMPTY;
        let shortest = self.shortest.min(size);
        for _ in 0..shortest + random.below(size + 1 - shortest) {
            if random.below(6) == 0 && rack.blanks() < 3 {
                assert!(rack.add(RackTile::Blank));
            } else {
                assert!(rack.add(self.tiles[random.below(self.tiles.len())]));
            }
        }
        rack
    }
}

/// Games with racks of any length.
fn games(rules: &Rules, seed: u64, count: usize) {
    let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
    let tiles = Word::parse("ABCELRSARESCREZ", lexicon.alphabet()).unwrap();
    let racks = Racks {
        lexicon,
        tiles,
        shortest: 0,
    };
    games_with(&racks, rules, seed, count);
}

/// Games in which, after about one turn in eight, an A is put on a random square, even if no legal play puts it there.
fn games_with(racks: &Racks<'_>, rules: &Rules, seed: u64, count: usize) {
    let lexicon = &racks.lexicon;
    let mut random = Random(seed);
    let mut total = 0;
    for _ in 0..count {
        let mut board = Board::new(rules.layout().dimensions());
        for _ in 0..8 {
            let rack = racks.next(&mut random, rules.rack_size());
            let position = Position::try_new(board.clone(), rack, rules).unwrap();
            let plays = oracle(lexicon, &position);
            assert_found(lexicon, &position, &plays);
            total += plays.len();
            if !plays.is_empty() {
                board.play_unchecked(&plays[random.below(plays.len().min(20))]);
            }
            if random.below(8) == 0 {
                let squares: Vec<Square> = board.dimensions().squares().collect();
                let square = squares[random.below(squares.len())];
                let placed_tile = PlacedTile::letter(Tile::new(1).unwrap());
                board.set(square, Some(placed_tile)).unwrap();
            }
        }
    }
    assert!(total > 20 * count, "{total} plays");
}

fn rules() -> Rules {
    Rules::standard(Lexicon::from_bytes(IMAGE).unwrap().alphabet())
}

/// Threads share the image, the rules and the positions. The script `tests/thread-sanitizer` runs this under
/// ThreadSanitizer.
#[test]
fn threads_that_share_an_image() {
    let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
    let rules = rules();
    let rack = Rack::parse("CARES?", lexicon.alphabet()).unwrap();
    let position = first_position(&rules, rack);
    let tracked = TrackedPosition::new(&lexicon, position.clone());
    let plays = oracle(&lexicon, &position);
    assert!(plays.len() > 20);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                assert_found(&lexicon, &position, &plays);
                assert_found(tracked.lexicon(), tracked.position(), &plays);
                assert_eq!(lexicon.words().count(), 15);
            });
        }
    });
}

#[test]
fn games_on_the_standard_board() {
    games(&rules(), 1, 2);
}

/// Cross-sets of a square between two runs of a column: the parts of a word around a missing inner tile, or the first
/// tile of a word above a proper suffix of any word.
#[test]
fn cross_sets_between_two_runs() {
    let lexicon = Lexicon::from_bytes(BINGOS).unwrap();
    let words: Vec<Vec<Tile>> = lexicon.words().map(|word| word.to_vec()).collect();
    for word in &words {
        for gap in 1..word.len() - 1 {
            assert_between(&lexicon, &word[..gap], &word[gap + 1..]);
        }
        for other in &words {
            for from in 1..other.len() {
                assert_between(&lexicon, &word[..1], &other[from..]);
            }
        }
    }
}

/// Asserts that the cross-set of the square between runs `above` and `below` has the tiles that make a word with both.
fn assert_between(lexicon: &Lexicon<'_>, above: &[Tile], below: &[Tile]) {
    let rules = rules();
    let image = lexicon.image();
    let gap = above.len();
    let mut spelled = [above, &[Tile::FIRST], below].concat();
    let mut board = Board::new(rules.layout().dimensions());
    for (row, &tile) in spelled.iter().enumerate().filter(|&(row, _)| row != gap) {
        let square = Square::new(row, 7).unwrap();
        board.set(square, Some(PlacedTile::letter(tile))).unwrap();
    }
    let position = Position::try_new(board, Rack::EMPTY, &rules).unwrap();
    let expected = rules.tiles().into_iter().filter(|&tile| {
        spelled[gap] = tile;
        lexicon.contains(&spelled)
    });
    let expected = expected.collect::<TileSet>();
    let automata = [
        image.gaddag().map(Automaton::Gaddag),
        image.dawg().map(Automaton::Dawg),
    ];
    for automaton in automata.into_iter().flatten() {
        let mut cross_sets = CrossSets::new(&rules);
        cross_sets.add_all(
            RunWalker::new(image.nodes::<1>(), automaton, None),
            &position,
        );
        let mut state = LineState::EMPTY;
        let line = Line::new(Direction::Across, gap).unwrap();
        assert!(cross_sets.set_line(&mut state, &position, line));
        assert_eq!(
            state.at(Place::new(8)).cross_set,
            expected,
            "{above:?} and {below:?}"
        );
    }
}

/// Plays of score 0, and plays with two blanks: one for a letter that the rack lacks, one for a letter that it has.
#[test]
fn racks_of_blanks() {
    let lexicon = Lexicon::from_bytes(BINGOS).unwrap();
    let rules = rules();
    for (rack, most) in [("??", 0), ("RE??", 4), ("LATE???", 60)] {
        let rack = Rack::parse(rack, lexicon.alphabet()).unwrap();
        let position = first_position(&rules, rack);
        let plays = oracle(&lexicon, &position);
        let scores = || plays.iter().map(|play| play.score());
        assert!(plays.len() > 4 && scores().min() == Some(0));
        assert_eq!(scores().max(), Some(most));
        assert_found(&lexicon, &position, &plays);
    }
}

/// Bingos, some of them with a blank before the last tile. Bingos and shorter plays are searched separately, and each play
/// must be found once.
#[test]
fn a_blank_before_the_last_tile_of_a_bingo() {
    let lexicon = Lexicon::from_bytes(BINGOS).unwrap();
    let rules = rules();
    let rack = Rack::parse("RELATS?", lexicon.alphabet()).unwrap();
    let position = first_position(&rules, rack);
    let plays = oracle(&lexicon, &position);
    let bingos = plays.iter().filter(|play| play.placed_len() == 7).count();
    assert!((1..MANY).contains(&bingos) && plays.len() > MANY);
    assert_found(&lexicon, &position, &plays);
}

/// Every play has a negative score, and the best one is found nevertheless.
#[test]
fn plays_that_cost_points() {
    let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
    let mut rules = rules();
    for tile in rules.tiles() {
        rules = rules.with_value(tile, -2);
    }
    let rack = Rack::parse("CARE", lexicon.alphabet()).unwrap();
    let position = first_position(&rules, rack);
    let plays = oracle(&lexicon, &position);
    assert!(!plays.is_empty() && plays.iter().all(|play| play.score() < -1));
    assert_found(&lexicon, &position, &plays);
}

/// Racks of six and seven tiles, in an image with bingos and thus with an anagram filter.
#[test]
fn games_of_bingos() {
    let lexicon = Lexicon::from_bytes(BINGOS).unwrap();
    let tiles = Word::parse("RELATETATTLEDRS", lexicon.alphabet()).unwrap();
    let racks = Racks {
        lexicon,
        tiles,
        shortest: 6,
    };
    games_with(&racks, &rules(), 7, 4);
}

#[test]
fn games_on_the_largest_board() {
    let alphabet = Lexicon::from_bytes(IMAGE).unwrap().alphabet();
    games(&Rules::super_board(alphabet), 2, 1);
}

/// On a layout that is not symmetric, the first play may also be a down play.
#[test]
fn games_on_a_small_board() {
    let layout =
        Layout::parse("2, 3\n=  ' \" \n -   - \n  \"  ' \n'   =  \n\"  - '=\n  '   -\n").unwrap();
    let rules = rules().with_layout(layout);
    games(&rules, 3, 5);
    games(&rules.with_rack_size(4), 4, 5);
}

#[test]
fn games_on_narrow_boards() {
    for (text, seed) in [
        ("0, 1\n= '- \" '\n' -   =\n", 5),
        ("2, 0\n =\n'\n\n-'\n=\n \"\n", 6),
        ("1, 9\n= '- \" '=' -\" -=\n' -  =  ' - \"  '=\n", 8),
    ] {
        let layout = Layout::parse(text).unwrap();
        games(&rules().with_layout(layout), seed, 6);
    }
}

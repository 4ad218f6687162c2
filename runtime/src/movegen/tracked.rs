//! Positions that keep their cross-sets from play to play.

use core::fmt;

use lexc_formats::{PlacedTile, TileSet};

use super::cross_set::{CrossSets, RunWalker};
use super::place::PlaceSet;
use crate::game::legal::{IllegalPlayError, check_placement};
use crate::game::play::Play;
use crate::game::position::{Position, PositionError};
use crate::game::rack::Rack;
use crate::game::square::{Direction, MAX_DIM, Square};
use crate::lexicon::automaton::Automaton;
use crate::lexicon::{Lexicon, with_nodes};

/// A position that keeps its cross-sets from play to play, for programs that play games or search ahead.
///
/// A search over a [`Position`] computes the cross-sets of all lines searched. A tracked position computes them once;
/// each play made or taken back updates a few (Appel and Jacobson 1988, section 3.1.1), which takes a sixth of the work
/// of computing all. A change of the rack updates none. Searches over both kinds of position find the same plays in the
/// same order.
///
/// A tracked position owns its [`Position`], borrows one lexicon and takes at most 12 KiB. Instead of taking a play
/// back, a program can keep a copy of the position before the play.
///
/// ```
/// use lexc_runtime::{Cgp, Lexicon, MoveGen, Rack, Rules, TrackedPosition};
///
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let alphabet = lexicon.alphabet();
/// let rules = Rules::standard(alphabet);
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/4ABLE7/15/15/15/15/15/15/15 ACERSZ/ 0/0 0", alphabet)?;
/// let mut game = TrackedPosition::new(&lexicon, cgp.position(&rules)?);
///
/// let movegen = MoveGen::new(&lexicon);
///
/// // The best reply of an opponent with these tiles.
/// let theirs = Rack::parse("CARE?", alphabet)?;
/// let best = movegen.best(&game).ok_or("there are plays")?;
/// let undo = game.play(&best)?;
/// assert_eq!(game.position().rack().display(alphabet).to_string(), "Z");
/// game.set_rack(theirs)?;
/// let reply = movegen.best(&game).ok_or("there are plays")?;
/// assert_eq!((best.score(), reply.score()), (32, 18));
///
/// // Taking the play back restores the rack, too.
/// game.take_back(undo)?;
/// assert_eq!(game.position(), &cgp.position(&rules)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TrackedPosition<'p> {
    lexicon: &'p Lexicon<'p>,
    position: Position<'p>,
    cross_sets: CrossSets,
    /// Hash of the tiles, with their squares, of all plays made and not taken back, in the order of the plays.
    history: u64,
}

// Small hosts keep a tracked position in 64 KiB of memory.
const _: () = assert!(size_of::<TrackedPosition<'_>>() <= 12 << 10);

/// Record of a play, to take it back once: see [`TrackedPosition::take_back`]. Drop it if the play stays.
#[derive(PartialEq, Eq, Debug)]
pub struct Undo {
    /// The play.
    play: Play,
    /// Bit set of the offsets in the word where the play placed tiles.
    covered: u32,
    /// Rack before the play.
    rack: Rack,
    /// Value of `history` before the play.
    history: u64,
}

const _: () = assert!(MAX_DIM < 32 && size_of::<Undo>() <= 128);

impl<'p> TrackedPosition<'p> {
    /// Tracks a position. Computes all its cross-sets, by the words of the lexicon.
    #[inline]
    pub fn new(lexicon: &'p Lexicon<'p>, position: Position<'p>) -> TrackedPosition<'p> {
        let mut tracked = TrackedPosition {
            cross_sets: CrossSets::new(position.rules()),
            lexicon,
            position,
            history: 0,
        };
        if let Some(automaton) = Automaton::for_cross_sets(lexicon.image()) {
            with_nodes!(lexicon.image(), |nodes| tracked.cross_sets.add_all(
                RunWalker::new(nodes, automaton, lexicon.as_view()),
                &tracked.position
            ));
        }
        tracked
    }

    /// The current position.
    #[inline]
    pub const fn position(&self) -> &Position<'p> {
        &self.position
    }

    /// The lexicon.
    #[inline]
    pub const fn lexicon(&self) -> &'p Lexicon<'p> {
        self.lexicon
    }

    /// Sets the rack of the player on turn: the next player's rack after a play, or the same player's rack after
    /// drawing.
    ///
    /// # Errors
    /// The same as for [`Position::set_rack`]; the position stays unchanged.
    pub fn set_rack(&mut self, rack: Rack) -> Result<(), PositionError> {
        self.position.set_rack(rack)
    }

    /// Makes a play: moves its tiles from the rack to the board. The rack is then the leave, until
    /// [`set_rack`](Self::set_rack).
    ///
    /// Accepts phonies, which in many games stay on the board unless challenged; [`check_play`](crate::check_play)
    /// refuses them.
    ///
    /// # Errors
    /// The same as for [`check_placement`]; the position stays unchanged.
    pub fn play(&mut self, play: &Play) -> Result<Undo, IllegalPlayError> {
        check_placement(&self.position, play)?;
        Ok(self.play_unchecked(play))
    }

    /// Makes a legal play, such as one generated for this position, without checks.
    ///
    /// For an illegal play, places tiles even if the rack lacks them, and leaves out tiles outside the alphabet, on occupied
    /// squares, on bricks or outside the board. The cross-sets fit the resulting board, and the play can be taken back.
    pub fn play_unchecked(&mut self, play: &Play) -> Undo {
        let rack = *self.position.rack();
        let mut covered = 0;
        for (offset, (square, placed_tile)) in play.squares().enumerate() {
            if let Some(placed_tile) = placed_tile
                && self.position.place(square, placed_tile)
            {
                self.position.take_from_rack(placed_tile);
                covered |= 1 << offset;
            }
        }
        let undo = Undo {
            play: *play,
            covered,
            rack,
            history: self.history,
        };
        self.history = undo.history_after();
        self.update(&undo);
        undo
    }

    /// Takes back the latest play that was not taken back yet. Restores board and rack, even if the rack was set since.
    ///
    /// Also accepts the [`Undo`] of a copy of this position, if the position and the copy have since made the same
    /// plays: the same tiles on the same squares, in the same order. Plays that were taken back do not count. The
    /// position then gets the rack that the copy had before the play. Plays are compared by hashes of 64 bits.
    ///
    /// # Errors
    /// [`NotLatestPlayError`] if `undo` does not belong to the latest play, or if the rack to restore breaks the rules;
    /// the position stays unchanged.
    pub fn take_back(&mut self, undo: Undo) -> Result<(), NotLatestPlayError> {
        let refused = NotLatestPlayError {
            origin: undo.play.origin(),
        };
        if undo.history_after() != self.history {
            return Err(refused);
        }
        self.position.set_rack(undo.rack).map_err(|_| refused)?;
        for (square, _) in undo.placed() {
            self.position.clear(square);
        }
        self.history = undo.history;
        self.update(&undo);
        Ok(())
    }

    /// Cross-set of an empty square for plays in this direction: the tiles that form a word across the play. All tiles
    /// if the square's two neighbours across the play are empty; none if the square is occupied, a brick or outside the
    /// board.
    pub fn cross_set(&self, square: Square, direction: Direction) -> TileSet {
        self.entry(square, direction).0
    }

    /// Cross-score of an empty square for plays in this direction: the sum of the values of the tiles in the cross-word,
    /// without the tile placed there and before any multiplier. 0 for a square that is occupied, a brick or outside the board.
    pub fn cross_score(&self, square: Square, direction: Direction) -> i32 {
        self.entry(square, direction).1
    }

    /// Cross-sets, if `lexicon` reads the same image in memory as the lexicon of this position, and has the same words of it.
    #[inline]
    pub(super) fn cross_sets(&self, lexicon: &Lexicon<'_>) -> Option<&CrossSets> {
        let [own, other] = [self.lexicon, lexicon].map(|lexicon| lexicon.image().sections());
        let has_same_words = match (self.lexicon.as_view(), lexicon.as_view()) {
            (None, None) => true,
            (Some(own), Some(other)) => own.is_like(other),
            _ => false,
        };
        (core::ptr::eq(own, other) && has_same_words).then_some(&self.cross_sets)
    }

    /// Cross-set and cross-score of an empty square; no tiles and 0 for any other square.
    fn entry(&self, square: Square, direction: Direction) -> (TileSet, i32) {
        let (board, layout) = (self.position.board(), self.position.rules().layout());
        let line = square.line(direction);
        let offset = line.offset_of(square);
        if let Some(sets) = self.cross_sets.line(line)
            && let (Some(&set), Some(&score)) =
                (sets.cross_sets.get(offset), sets.values.get(offset))
            && board.dimensions().contains(square)
            && board.get(square).is_none()
            && !layout.is_brick(square)
        {
            return (set, score);
        }
        (TileSet::EMPTY, 0)
    }

    /// Updates the cross-sets after a play was made or taken back.
    fn update(&mut self, undo: &Undo) {
        let image = self.lexicon.image();
        let (origin, direction) = (undo.play.origin(), undo.play.direction());
        let line = origin.line(direction);
        // Places count from 1.
        let places = PlaceSet(undo.covered << (line.offset_of(origin) + 1));
        if let Some(automaton) = Automaton::for_cross_sets(image) {
            with_nodes!(image, |nodes| self.cross_sets.update(
                RunWalker::new(nodes, automaton, self.lexicon.as_view()),
                &self.position,
                line,
                places
            ));
        }
    }
}

impl Undo {
    /// Tiles that were placed, with their squares.
    fn placed(&self) -> impl Iterator<Item = (Square, PlacedTile)> {
        let squares = self.play.squares().enumerate();
        let covered = squares.filter(|(offset, _)| self.covered >> offset & 1 != 0);
        covered.filter_map(|(_, (square, placed_tile))| Some((square, placed_tile?)))
    }

    /// Value of `history` after the play.
    fn history_after(&self) -> u64 {
        // Starts each play with a value that no tile has.
        let start = mix(self.history, u64::MAX);
        self.placed().fold(start, |hash, (square, placed_tile)| {
            let place = (square.row() << 16 | square.col() << 8) as u64;
            mix(hash, place | u64::from(placed_tile.byte()))
        })
    }
}

/// A step of FxHash, with the fraction of the golden ratio as the factor: near values get distant hashes.
const fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Error of a play that cannot be taken back: it is not this position's latest play, or the rack to restore breaks the
/// rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotLatestPlayError {
    /// First square of the play's word.
    pub origin: Square,
}

impl fmt::Display for NotLatestPlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the play at {} is not the latest one here, or its rack breaks the rules (take plays back in reverse order, each on the position where it was made)",
            self.origin
        )
    }
}

impl core::error::Error for NotLatestPlayError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec::Vec;

    use lexc_formats::Tile;

    use super::*;
    use crate::game::rules::Rules;
    use crate::notation::cgp::Cgp;

    /// 15 words: CARE, SCARE, ABLE and the like.
    static IMAGE: &[u8] = include_bytes!("../../examples/care.gaddag");

    fn position<'r>(lexicon: &Lexicon<'_>, rules: &'r Rules, rack: &str) -> Position<'r> {
        let rows = "/15".repeat(7);
        let cgp = std::format!("15/15/15/15/15/15/15/4ABLE7{rows} {rack}/ 0/0 0");
        let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
        cgp.position(rules).unwrap()
    }

    fn play(position: &Position<'_>, text: &str, lexicon: &Lexicon<'_>) -> Play {
        Play::parse(text, position, lexicon.alphabet()).unwrap()
    }

    #[track_caller]
    fn assert_as_if_new(tracked: &TrackedPosition<'_>) {
        let new = TrackedPosition::new(tracked.lexicon, tracked.position.clone());
        assert_eq!(tracked.cross_sets, new.cross_sets);
    }

    #[test]
    fn takes_plays_back_in_reverse_order_only() {
        let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
        let rules = Rules::standard(lexicon.alphabet());
        let start = position(&lexicon, &rules, "ACERS?");
        let mut tracked = TrackedPosition::new(&lexicon, start.clone());
        let first = tracked.play(&play(&start, "8D CABLE", &lexicon)).unwrap();
        let between = tracked.clone();
        let second = play(tracked.position(), "8D CABLES", &lexicon);
        let second = tracked.play(&second).unwrap();
        assert_eq!(tracked.position().rack().len(), 4);

        let refused = tracked.take_back(first).unwrap_err();
        assert_eq!(Some(refused.origin), Square::new(7, 3));
        assert_eq!(
            refused.to_string(),
            "the play at 8D is not the latest one here, or its rack breaks the rules (take plays back in reverse order, each on the position where it was made)"
        );
        assert_as_if_new(&tracked);
        tracked.take_back(second).unwrap();
        assert_eq!(tracked.position(), between.position());
        assert_as_if_new(&tracked);
    }

    #[test]
    fn refuses_to_take_back_another_play_of_a_copy() {
        let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
        let rules = Rules::standard(lexicon.alphabet());
        let start = TrackedPosition::new(&lexicon, position(&lexicon, &rules, "ACERS?"));
        let make = |tracked: &mut TrackedPosition<'_>, text| {
            let play = play(tracked.position(), text, &lexicon);
            tracked.play(&play).unwrap()
        };
        // The last play of the copy places one tile. In `tracked`, that tile is, case by case: not on the board; one of
        // the two tiles of the last play; the tile of the play before the last.
        for (copied, made) in [
            (&["8D CABLE"][..], &["8E ABLES"][..]),
            (&["8D CABLE"], &["8D CABLES"]),
            (&["8E ABLES", "8D CABLES"], &["8D CABLE", "8D CABLES"]),
        ] {
            let (mut tracked, mut copy) = (start.clone(), start.clone());
            let mut undos: Vec<Undo> = made.iter().map(|text| make(&mut tracked, text)).collect();
            let undo = copied.iter().map(|text| make(&mut copy, text)).last();
            let before = tracked.position().clone();
            assert!(tracked.take_back(undo.unwrap()).is_err(), "{copied:?}");
            assert_eq!(tracked.position(), &before);
            assert_as_if_new(&tracked);
            while let Some(undo) = undos.pop() {
                assert_eq!(tracked.take_back(undo), Ok(()));
            }
            assert_eq!(tracked.position(), start.position());
        }
    }

    #[test]
    fn takes_back_the_same_play_of_a_copy() {
        let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
        let rules = Rules::standard(lexicon.alphabet());
        let start = TrackedPosition::new(&lexicon, position(&lexicon, &rules, "ACERS?"));
        let cable = play(start.position(), "8D CABLE", &lexicon);
        let (mut tracked, mut copy) = (start.clone(), start.clone());
        tracked.play(&cable).unwrap();
        // The copy first makes another play and takes it back.
        let ables = copy.play(&play(start.position(), "8E ABLES", &lexicon));
        assert_eq!(copy.take_back(ables.unwrap()), Ok(()));
        let undo = copy.play(&cable).unwrap();
        assert_eq!(tracked.take_back(undo), Ok(()));
        assert_eq!(tracked.position(), start.position());
        assert_as_if_new(&tracked);
    }

    #[test]
    fn restores_no_rack_against_the_rules() {
        let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
        let rules = Rules::standard(lexicon.alphabet());
        let start = position(&lexicon, &rules, "ACERS?");
        let mut tracked = TrackedPosition::new(&lexicon, start.clone());
        let cable = play(&start, "8D CABLE", &lexicon);
        let undo = tracked.play(&cable).unwrap();
        // The same play in a game with smaller racks.
        let rules = rules.with_rack_size(3);
        let mut other = TrackedPosition::new(&lexicon, position(&lexicon, &rules, "C"));
        other.play(&cable).unwrap();
        let before = other.position().clone();
        assert!(other.take_back(undo).is_err());
        assert_eq!(other.position(), &before);
        assert_as_if_new(&other);
    }

    #[test]
    fn refuses_illegal_plays_and_racks() {
        let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
        let rules = Rules::standard(lexicon.alphabet());
        let start = position(&lexicon, &rules, "ACERS?");
        let mut tracked = TrackedPosition::new(&lexicon, start.clone());
        let square = Square::new(0, 0).unwrap();
        let placed_tile = lexicon.alphabet().placed_tile("C");
        let alone = Play::new(square, Direction::Across, &[placed_tile], 0).unwrap();
        assert_eq!(tracked.play(&alone), Err(IllegalPlayError::Unconnected));
        let rack = Rack::parse("ABCDEFGH", lexicon.alphabet()).unwrap();
        let error = PositionError::RackTooLong {
            found: 8,
            rack_size: 7,
        };
        assert_eq!(tracked.set_rack(rack), Err(error));
        let rack = Rack::parse("ABCDEFG", lexicon.alphabet()).unwrap();
        assert_eq!(tracked.set_rack(rack), Ok(()));
        assert_eq!(tracked.position().rack(), &rack);
    }

    #[test]
    fn unchecked_plays_leave_out_tiles_that_cannot_lie_there_and_can_be_taken_back() {
        let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
        let rules = Rules::standard(lexicon.alphabet());
        let start = position(&lexicon, &rules, "AC?");
        let mut tracked = TrackedPosition::new(&lexicon, start.clone());
        let foreign = Tile::new(62).map(PlacedTile::letter);
        let (a, z) = (
            lexicon.alphabet().placed_tile("A"),
            lexicon.alphabet().placed_tile("z"),
        );
        // A play that starts on 8C: an A, a tile outside the alphabet, an A on the occupied 8E, and a blank as Z after
        // ABLE.
        let origin = Square::new(7, 2).unwrap();
        let word = [a, foreign, a, None, None, None, z];
        let undo = tracked.play_unchecked(&Play::new(origin, Direction::Across, &word, 0).unwrap());
        let board = tracked.position().board();
        assert_eq!(
            board
                .display(lexicon.alphabet())
                .to_string()
                .split('/')
                .nth(7),
            Some("2A1ABLEz6")
        );
        let rack = tracked.position().rack().display(lexicon.alphabet());
        assert_eq!(rack.to_string(), "C");
        assert_as_if_new(&tracked);
        // A play of tiles that are not on the rack; it extends beyond the last column.
        let origin = Square::new(0, 13).unwrap();
        let outside = Play::new(origin, Direction::Across, &[a, a, a], 0).unwrap();
        let second = tracked.play_unchecked(&outside);
        assert_as_if_new(&tracked);
        assert_eq!(tracked.take_back(second), Ok(()));
        assert_eq!(tracked.take_back(undo), Ok(()));
        assert_eq!(tracked.position(), &start);
        assert_as_if_new(&tracked);
    }

    #[test]
    fn looks_up_cross_sets_and_cross_scores() {
        let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
        let rules = Rules::standard(lexicon.alphabet());
        let tracked = TrackedPosition::new(&lexicon, position(&lexicon, &rules, ""));
        let entry = |row, col, direction| {
            let square = Square::new(row, col).unwrap();
            let tiles = tracked.cross_set(square, direction).into_iter();
            let codes: Vec<u8> = tiles.map(Tile::code).collect();
            (codes, tracked.cross_score(square, direction))
        };
        let all: Vec<u8> = (1..=26).collect();
        // C goes before ABLE and S after it; nothing lies above or below.
        assert_eq!(entry(7, 3, Direction::Down), (std::vec![3], 6));
        assert_eq!(entry(7, 8, Direction::Down), (std::vec![19], 6));
        assert_eq!(entry(7, 3, Direction::Across), (all.clone(), 0));
        assert_eq!(entry(0, 0, Direction::Across), (all, 0));
        // An occupied square, and two outside the board.
        for (row, col) in [(7, 4), (15, 0), (0, 20)] {
            for direction in Direction::ALL {
                assert_eq!(entry(row, col, direction), (Vec::new(), 0));
            }
        }
    }
}

//! What move generation knows of a line before it starts: the board in one dimension.
//!
//! A play lies in one row or column. What the rest of the board has to say about it, its cross-words, is said square by
//! square: which tiles fit there, and what is scored across (Appel and Jacobson 1988, sections 3.1 and 3.5). So plays
//! are generated line by line, and never look outside of the line.

use lexc_formats::record::{EdgeRef, Packing, Record};
use lexc_formats::tile::SEPARATOR_CODE;
use lexc_formats::{Face, TileSet};

use crate::board::Board;
use crate::position::Position;
use crate::square::{Direction, Line, MAX_DIM, Square};

/// The number of places on a line: square *i* is at place *i* + 1, so that there is a place on both sides of the line
/// that no tile fits (Appel and Jacobson 1988, section 3.5). It is a power of two, so that a place is easily kept
/// within.
pub(crate) const PLACES: usize = 32;

const _: () = assert!(MAX_DIM + 2 <= PLACES && PLACES.is_power_of_two());

/// One line of the board.
#[derive(Clone, Debug)]
pub(crate) struct LineState {
    pub(crate) line: Line,
    /// The number of squares.
    pub(crate) len: usize,
    places: [PlaceState; PLACES],
}

/// One place of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlaceState {
    /// The tiles that fit an empty square: its cross-set, bit *c* for the tile of code *c*. Empty for other places.
    pub(crate) fits: u64,
    /// The value of the tiles in the cross-word that a tile here would complete, or of the tile that lies here.
    pub(crate) value: i32,
    /// The code of the tile that lies here, or 0.
    pub(crate) code: u8,
    /// Whether a tile here would complete a cross-word.
    pub(crate) is_crossed: bool,
    /// How many times a tile placed here counts.
    pub(crate) letter_multiplier: u8,
    /// How many times a word with a tile placed here counts.
    pub(crate) word_multiplier: u8,
}

impl LineState {
    /// The state of a place.
    #[inline(always)]
    pub(crate) fn at(&self, place: usize) -> &PlaceState {
        // Always found: the mask keeps the place within, and the compiler sees it.
        #[expect(
            clippy::indexing_slicing,
            reason = "the mask is one less than the number of places"
        )]
        &self.places[place & (PLACES - 1)]
    }

    /// The place of a square, if it is on the line.
    pub(crate) fn place_of(&self, square: Square) -> Option<usize> {
        (0..self.len)
            .find(|&offset| self.line.square(offset) == Some(square))
            .map(|offset| offset + 1)
    }

    /// Whether a tile lies at a place.
    #[inline(always)]
    pub(crate) fn is_taken(&self, place: usize) -> bool {
        self.at(place).code != 0
    }
}

/// The lines of one direction, one after the other.
///
/// The cross-words run in the other direction, across the lines. Each block of tiles there is walked once: from its end
/// backwards through the GADDAG, the last edge's letter set has the tiles that can be hooked before it, and the ◇
/// edge's those after it (Gordon 1994, "Computing cross sets").
#[derive(Debug)]
pub(crate) struct Lines<'p, P> {
    packing: P,
    root: EdgeRef,
    position: &'p Position<'p>,
    direction: Direction,
    next_index: usize,
    /// For each place of the last line, the block that ends there in the crossing direction.
    before: [Option<Block>; PLACES],
}

/// Adjacent tiles in the crossing direction, and what can be hooked to them.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// The tiles that can be hooked before.
    front: u64,
    /// The edge over the ◇ after the tiles: what can follow them.
    follow: Record,
    /// The value of the tiles.
    value: i32,
}

impl<'p, P: Packing> Lines<'p, P> {
    pub(crate) fn new(
        packing: P,
        root: EdgeRef,
        position: &'p Position<'p>,
        direction: Direction,
    ) -> Lines<'p, P> {
        Lines {
            packing,
            root,
            position,
            direction,
            next_index: 0,
            before: [None; PLACES],
        }
    }

    /// The next line, if there is one.
    pub(crate) fn next_line(&mut self) -> Option<LineState> {
        let board = self.position.board();
        let layout = self.position.rules().layout();
        let crossing = self.direction.crossing();
        if self.next_index >= board.dimensions().line_len(crossing) {
            return None;
        }
        let line = Line::new(self.direction, self.next_index)?;
        let len = board.dimensions().line_len(self.direction);
        let mut places = [PlaceState::default(); PLACES];
        let (faces, premiums) = (board.line(line), layout.line(line));
        for (offset, (face, premium)) in faces.into_iter().zip(premiums).take(len).enumerate() {
            let (Some(square), Some(state)) = (line.square(offset), places.get_mut(offset + 1))
            else {
                break;
            };
            state.letter_multiplier = u8::try_from(premium.letter_multiplier()).unwrap_or(1);
            state.word_multiplier = u8::try_from(premium.word_multiplier()).unwrap_or(1);
            let Some(before) = self.before.get_mut(offset + 1) else {
                break;
            };
            match face {
                Some(face) => {
                    state.code = face.tile().code();
                    state.value = self.position.rules().value(face);
                    // A block that starts at the edge of the board; others are walked from the square before.
                    if self.next_index == 0 {
                        *before = Some(walk(
                            self.packing,
                            self.root,
                            self.position,
                            square,
                            crossing,
                        ));
                    }
                }
                None => {
                    let next = square
                        .next(crossing)
                        .filter(|&next| board.get(next).is_some());
                    let after = next.map(|next| {
                        (
                            next,
                            walk(self.packing, self.root, self.position, next, crossing),
                        )
                    });
                    let above = square
                        .previous(crossing)
                        .filter(|&previous| board.get(previous).is_some());
                    let above = above.and(*before);
                    state.is_crossed = above.is_some() || after.is_some();
                    state.value = above.map_or(0, |block| block.value)
                        + after.map_or(0, |(_, block)| block.value);
                    state.fits = match (above, after) {
                        (None, None) => self.position.rules().tiles().bits(),
                        (Some(above), None) => above.follow.set,
                        (None, Some((_, after))) => after.front,
                        (Some(above), Some((next, _))) => {
                            between(self.packing, above.follow, board, next, crossing)
                        }
                    };
                    *before = after.map(|(_, block)| block);
                }
            }
        }
        self.next_index += 1;
        Some(LineState { line, len, places })
    }
}

/// Walks the block of tiles that starts on a square, from its end backwards.
fn walk<P: Packing>(
    packing: P,
    root: EdgeRef,
    position: &Position<'_>,
    start: Square,
    direction: Direction,
) -> Block {
    let board = position.board();
    let mut faces = [None; MAX_DIM];
    let mut value = 0;
    for (place, face) in faces.iter_mut().zip(run(board, start, direction)) {
        *place = Some(face);
        value += position.rules().value(face);
    }
    let mut backwards = faces.iter().rev().flatten();
    let found = backwards.try_fold(packing.record(root), |record, face| {
        Some(packing.record(packing.step(record, face.tile().code())?))
    });
    let follow = found.and_then(|record| packing.step(record, SEPARATOR_CODE));
    Block {
        front: found.map_or(0, |record| record.set),
        follow: follow.map_or(Record::default(), |follow| packing.record(follow)),
        value,
    }
}

/// The tiles that fit between two blocks: those that can follow the first and lead through the second, which starts on
/// `next`. It is the only cross-set that takes more than one walk (Gordon 1994, "Computing cross sets").
fn between<P: Packing>(
    packing: P,
    follow: Record,
    board: &Board,
    next: Square,
    direction: Direction,
) -> u64 {
    let leads_through = |code: u8| {
        let mut tiles = run(board, next, direction)
            .map(|face| face.tile())
            .peekable();
        let mut record = packing.record(packing.step(follow, code)?);
        while let Some(tile) = tiles.next() {
            if tiles.peek().is_none() {
                return Some(record.set >> tile.code() & 1 != 0);
            }
            record = packing.record(packing.step(record, tile.code())?);
        }
        None
    };
    let candidates = TileSet::from_bits(follow.mask).into_iter();
    candidates
        .filter(|tile| leads_through(tile.code()) == Some(true))
        .collect::<TileSet>()
        .bits()
}

/// The faces from a square on, up to the first empty one.
fn run(board: &Board, start: Square, direction: Direction) -> impl Iterator<Item = Face> + '_ {
    core::iter::successors(Some(start), move |square| square.next(direction))
        .map_while(|square| board.get(square))
}

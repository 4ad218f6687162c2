//! What move generation knows of a line before it starts: the board in one dimension.
//!
//! A play lies in one row or column. What the rest of the board has to say about it, its cross-words, is said square by
//! square: which tiles fit there, and what is scored across (Appel and Jacobson 1988, sections 3.1 and 3.5). So plays
//! are generated line by line, and never look outside of the line.

use lexc_formats::record::{EdgeRef, Packing};
use lexc_formats::tile::SEPARATOR_CODE;
use lexc_formats::{Face, Tile, TileSet};

use crate::board::Board;
use crate::position::Position;
use crate::square::{Direction, Line, MAX_DIM, Square};
use crate::walk::Automaton;

/// The number of places on a line: square *i* is at place *i* + 1, so that there is a place on both sides of the line
/// that no tile fits (Appel and Jacobson 1988, section 3.5). Sets of places are 32-bit masks.
pub(super) const PLACES: usize = 32;

const _: () = assert!(MAX_DIM + 2 <= PLACES);

/// One line of the board.
#[derive(Clone, Debug)]
pub(super) struct LineState {
    pub(super) line: Line,
    /// The number of squares.
    pub(super) len: usize,
    /// The places where a tile lies.
    taken: u32,
    /// The empty places beside a tile of a neighbouring line: a tile there makes a cross-word.
    crossed: u32,
    places: [PlaceState; PLACES],
}

/// One place of a line: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaceState {
    /// For an empty square the tiles that fit: its cross-set, bit *c* for the tile of code *c*. Empty for other places.
    pub(super) fits: u64,
    /// The value of the tile that lies here, or of the tiles in the cross-word that a tile here would make.
    pub(super) value: i32,
    /// How many times a tile placed here counts.
    pub(super) letter_multiplier: u8,
    /// How many times the word counts with a tile placed here.
    pub(super) word_multiplier: u8,
    /// How many times the cross-word counts that a tile here would make; 0 if it makes none.
    pub(super) cross_multiplier: u8,
    /// The code of the tile that lies here; 0 if there is none.
    pub(super) code: u8,
}

impl PlaceState {
    const OUTSIDE: PlaceState = PlaceState {
        fits: 0,
        value: 0,
        letter_multiplier: 1,
        word_multiplier: 1,
        cross_multiplier: 0,
        code: 0,
    };
}

impl LineState {
    /// The state of a place.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> &PlaceState {
        // The mask keeps the place within, and the compiler sees it.
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        &self.places[place & (PLACES - 1)]
    }

    /// Whether a tile lies at a place.
    #[inline(always)]
    pub(super) fn is_taken(&self, place: usize) -> bool {
        is_in(self.taken, place)
    }

    /// Whether a tile at a place would make a cross-word.
    #[inline(always)]
    pub(super) fn is_crossed(&self, place: usize) -> bool {
        is_in(self.crossed, place)
    }

    /// The place of a square, if it is on the line.
    pub(super) fn place_of(&self, square: Square) -> Option<usize> {
        (1..=self.len).find(|place| self.line.square(place - 1) == Some(square))
    }
}

/// Whether a place is in a set of places.
#[inline(always)]
fn is_in(places: u32, place: usize) -> bool {
    places >> (place & (PLACES - 1)) & 1 != 0
}

/// The lines of one direction, one after the other.
///
/// The cross-words run in the other direction, across the lines. Each block of tiles there is walked once, at the
/// square before it or, if there is none, at the one after it.
#[derive(Debug)]
pub(super) struct Lines<'p, P> {
    packing: P,
    automaton: Automaton,
    position: &'p Position<'p>,
    direction: Direction,
    next_index: usize,
    /// The taken places of each line, the line of index *i* at *i* + 1.
    taken: [u32; PLACES],
    /// For each place the last block in the crossing direction that was walked: what follows it, and its value.
    blocks: [Option<(Option<EdgeRef>, i32)>; PLACES],
}

impl<'p, P: Packing> Lines<'p, P> {
    pub(super) fn new(
        packing: P,
        automaton: Automaton,
        position: &'p Position<'p>,
        direction: Direction,
    ) -> Lines<'p, P> {
        let board = position.board();
        let mut taken = [0; PLACES];
        for (taken, line) in taken
            .iter_mut()
            .skip(1)
            .zip(board.dimensions().lines(direction))
        {
            for (offset, face) in board.line(line).iter().enumerate() {
                *taken |= u32::from(face.is_some()) << (offset + 1);
            }
        }
        Lines {
            packing,
            automaton,
            position,
            direction,
            next_index: 0,
            taken,
            blocks: [None; PLACES],
        }
    }

    /// The next line, if there is one.
    pub(super) fn next_line(&mut self) -> Option<LineState> {
        let (board, rules) = (self.position.board(), self.position.rules());
        let crossing = self.direction.crossing();
        let index = self.next_index;
        if index >= board.dimensions().line_len(crossing) {
            return None;
        }
        self.next_index += 1;
        let line = Line::new(self.direction, index)?;
        let len = board.dimensions().line_len(self.direction);
        let taken_in = |line: usize| self.taken.get(line).copied().unwrap_or(0);
        let (above, taken, below) = (taken_in(index), taken_in(index + 1), taken_in(index + 2));
        let squares = (1_u32 << (len + 1)) - 2;
        let crossed = (above | below) & !taken & squares;
        let mut places = [PlaceState::OUTSIDE; PLACES];
        let all = rules.tiles().bits();
        let squares = board.line(line).into_iter().zip(rules.layout().line(line));
        for (state, (face, premium)) in places.iter_mut().skip(1).take(len).zip(squares) {
            (state.letter_multiplier, state.word_multiplier) = premium.multipliers();
            match face {
                Some(face) => {
                    state.code = face.tile().code();
                    state.value = rules.value(face);
                }
                None => state.fits = all,
            }
        }
        let mut left = crossed;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let square = line.square(place - 1)?;
            let state = places.get_mut(place)?;
            (state.fits, state.value) =
                self.cross(square, place, is_in(above, place), is_in(below, place));
            state.cross_multiplier = state.word_multiplier;
        }
        Some(LineState {
            line,
            len,
            taken,
            crossed,
            places,
        })
    }

    /// The cross-set and the cross-sum of an empty square with tiles on one or both sides.
    fn cross(
        &mut self,
        square: Square,
        place: usize,
        has_above: bool,
        has_below: bool,
    ) -> (u64, i32) {
        let (board, crossing) = (self.position.board(), self.direction.crossing());
        let above = match self.blocks.get(place).copied().flatten() {
            _ if !has_above => None,
            // The block starts at the edge, so that it was not walked at the square before it.
            None => {
                let hooks = self.walk(run_back(board, square, crossing));
                Some((hooks.follow, hooks.value))
            }
            known => known,
        };
        let below = has_below.then(|| {
            let mut end = square;
            while let Some(next) = end.next(crossing).filter(|&next| board.get(next).is_some()) {
                end = next;
            }
            let after_end = end.next(crossing);
            let hooks = match after_end {
                Some(after_end) => self.walk(run_back(board, after_end, crossing)),
                None => self.walk(
                    core::iter::once(board.get(end))
                        .flatten()
                        .chain(run_back(board, end, crossing)),
                ),
            };
            if let Some(block) = self.blocks.get_mut(place) {
                *block = Some((hooks.follow, hooks.value));
            }
            hooks
        });
        match (above, below) {
            (Some((follow, value)), None) => (
                follow.map_or(0, |follow| self.packing.record(follow).set),
                value,
            ),
            (None, Some(hooks)) => (hooks.front, hooks.value),
            (Some((follow, value)), Some(hooks)) => (
                follow.map_or(0, |follow| self.between(follow, square)),
                value + hooks.value,
            ),
            (None, None) => (0, 0),
        }
    }

    /// What can be hooked to a block, whose faces come from its end backwards.
    ///
    /// In a GADDAG that is one walk: the last edge's letter set has the tiles that fit before the block, and the ◇ edge's
    /// those after it (Gordon 1994, "Computing cross sets"). In a DAWG every tile must be tried before the block.
    fn walk(&self, backwards: impl Iterator<Item = Face> + Clone) -> Hooks {
        let value = backwards
            .clone()
            .map(|face| self.position.rules().value(face))
            .sum();
        let tiles = backwards.map(|face| face.tile());
        match self.automaton {
            Automaton::Gaddag(root) => {
                let mut record = self.packing.record(root);
                for tile in tiles {
                    match self.packing.step(record, tile.code()) {
                        Some(next) => record = self.packing.record(next),
                        None => {
                            return Hooks {
                                front: 0,
                                follow: None,
                                value,
                            };
                        }
                    }
                }
                Hooks {
                    front: record.set,
                    follow: self.packing.step(record, SEPARATOR_CODE),
                    value,
                }
            }
            Automaton::Dawg(root) => {
                let mut block = [Tile::FIRST; MAX_DIM];
                let mut len = 0;
                for (place, tile) in block.iter_mut().zip(tiles) {
                    *place = tile;
                    len += 1;
                }
                let block = block.get(..len).unwrap_or_default();
                let follow = block.iter().rev().try_fold(root, |reference, tile| {
                    self.packing
                        .step(self.packing.record(reference), tile.code())
                });
                let record = self.packing.record(root);
                let fits_before = |tile: &Tile| {
                    let first = self.packing.step(record, tile.code());
                    first.is_some_and(|first| self.completes(first, block.iter().rev().copied()))
                };
                let front: TileSet = TileSet::from_bits(record.mask)
                    .into_iter()
                    .filter(fits_before)
                    .collect();
                Hooks {
                    front: front.bits(),
                    follow,
                    value,
                }
            }
        }
    }

    /// The tiles that fit between two blocks: those that can follow the first and lead through the second. It is the
    /// only cross-set that takes a walk for each candidate (Gordon 1994, "Computing cross sets").
    fn between(&self, follow: EdgeRef, square: Square) -> u64 {
        let (board, crossing) = (self.position.board(), self.direction.crossing());
        let record = self.packing.record(follow);
        let leads_through = |tile: &Tile| {
            let after =
                core::iter::successors(square.next(crossing), |square| square.next(crossing))
                    .map_while(|square| board.get(square))
                    .map(Face::tile);
            self.packing
                .step(record, tile.code())
                .is_some_and(|next| self.completes(next, after))
        };
        let between: TileSet = TileSet::from_bits(record.mask)
            .into_iter()
            .filter(leads_through)
            .collect();
        between.bits()
    }

    /// Whether the tiles complete a word from there.
    fn completes(&self, reference: EdgeRef, tiles: impl Iterator<Item = Tile>) -> bool {
        let mut record = self.packing.record(reference);
        let mut tiles = tiles.peekable();
        while let Some(tile) = tiles.next() {
            if tiles.peek().is_none() {
                return record.set >> tile.code() & 1 != 0;
            }
            match self.packing.step(record, tile.code()) {
                Some(next) => record = self.packing.record(next),
                None => return false,
            }
        }
        false
    }
}

/// What can be hooked to a block of tiles.
#[derive(Clone, Copy, Debug)]
struct Hooks {
    /// The tiles that fit before it, bit *c* for the tile of code *c*.
    front: u64,
    /// What words go on with after it, as the DAWG has it.
    follow: Option<EdgeRef>,
    /// The value of its tiles.
    value: i32,
}

/// The faces before a square, from the nearest one back to the first empty square.
fn run_back(
    board: &Board,
    square: Square,
    direction: Direction,
) -> impl Iterator<Item = Face> + Clone + '_ {
    core::iter::successors(square.previous(direction), move |square| {
        square.previous(direction)
    })
    .map_while(|square| board.get(square))
}

//! Move generation: every legal play of a position (Gordon 1994, "The move generation algorithm" and figure 3).
//!
//! On each line, plays are generated from *starts*: each block of tiles is one, for the plays that run through it; and
//! so is each empty square with a tile beside the line but none on it, for the plays that cover it (the anchors of Appel
//! and Jacobson 1988, section 3.1.2, of which blocks make most superfluous). A play is generated from the first start
//! that it contains: moving left from a start stops short of the one before.
//!
//! With SLATE placed through the block LA, say, the walk over the GADDAG is `A L` along the block, `S` to the left, then
//! `◇`, and `T` and `E` to the right: the letter set on the edge of T has the E. Each step asks only for tiles that fit
//! the square, are on the rack and label an edge: three masks and one AND. Before the walk goes on, the next record's
//! mask and letter set are tested in the same way against the next square; four of ten steps end there.

use core::ops::ControlFlow;

use lexc_formats::record::{EdgeRef, Packing, Record, SEPARATOR};
use lexc_formats::{Face, Tile, TileSet};

use crate::lexicon::{Lexicon, with_records};
use crate::line_state::{LineState, Lines};
use crate::play::Play;
use crate::position::Position;
use crate::rack::Rack;
use crate::rules::Rules;
use crate::square::{Direction, MAX_DIM};

/// Visits every legal play of the position, with its score, until the visitor breaks.
///
/// - **Which.** All ways to place `1..=rack size` tiles of the rack in one line such that all words formed are in the
///   lexicon; on an empty board the start square is covered by a word of at least two tiles, and where the layout is
///   symmetric only the across plays are visited, as the down plays are their mirror images. No exchanges, no pass.
/// - **Uniqueness.** The same tiles on the same squares are one play; one tile that forms words both ways is an across
///   play. A blank that stands for a letter and the letter itself make different plays.
/// - **Order.** The same for the same lexicon and position on every host; across plays first, line by line.
/// - **Cost.** No heap.
pub fn for_each_play<B>(
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    mut visit: impl FnMut(&Play) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Some(root) = lexicon.image().gaddag() else {
        return ControlFlow::Continue(());
    };
    with_records!(lexicon.image(), |records| generate(
        records, root, position, &mut visit
    ))
}

fn generate<P: Packing, B>(
    packing: P,
    root: EdgeRef,
    position: &Position<'_>,
    visit: &mut impl FnMut(&Play) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut hand = Hand::new(position.rack());
    let is_opening = position.board().is_empty();
    let start = position.rules().layout().start();
    for direction in Direction::ALL {
        if is_opening && direction == Direction::Down && position.rules().layout().is_symmetric() {
            break;
        }
        let mut lines = Lines::new(packing, root, position, direction);
        while let Some(line) = lines.next_line() {
            let generator = Generator {
                packing,
                rules: position.rules(),
                line: &line,
                right_start: 0,
                stop: 1,
                hand: &mut hand,
                faces: [None; FACES],
                visit: &mut *visit,
            };
            let opening = line.place_of(start).filter(|_| is_opening);
            if opening.is_some() || !is_opening {
                generator.run(root, opening)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The tiles of the rack that are not placed yet.
#[derive(Debug)]
struct Hand {
    counts: [u8; 64],
    /// The tiles with a count above 0, bit *c* for the tile of code *c*.
    tiles: u64,
    blanks: u8,
}

impl Hand {
    fn new(rack: &Rack) -> Hand {
        let mut hand = Hand {
            counts: [0; 64],
            tiles: rack.tiles().bits(),
            blanks: 0,
        };
        for tile in rack.tiles() {
            *hand.count(tile) = u8::try_from(rack.count(tile)).unwrap_or(u8::MAX);
        }
        hand.blanks = u8::try_from(rack.blanks()).unwrap_or(u8::MAX);
        hand
    }

    #[inline(always)]
    fn count(&mut self, tile: Tile) -> &mut u8 {
        // Always found: a code has six bits, and the compiler sees it.
        #[expect(
            clippy::indexing_slicing,
            reason = "the mask is one less than the number of counts"
        )]
        &mut self.counts[tile.index() & 63]
    }

    /// What can be placed next: a blank stands for any tile.
    #[inline(always)]
    fn usable<const BLANK: bool>(&self) -> u64 {
        if BLANK { !SEPARATOR } else { self.tiles }
    }

    #[inline(always)]
    fn has(&self, tile: Tile) -> bool {
        self.tiles >> tile.code() & 1 != 0
    }

    #[inline(always)]
    fn take(&mut self, tile: Tile) {
        let count = self.count(tile);
        *count -= 1;
        if *count == 0 {
            self.tiles &= !(1 << tile.code());
        }
    }

    #[inline(always)]
    fn put_back(&mut self, tile: Tile) {
        *self.count(tile) += 1;
        self.tiles |= 1 << tile.code();
    }
}

/// The score of a play in the making.
#[derive(Clone, Copy, Debug)]
struct Tally {
    /// The values of the word's tiles, letter premiums included.
    letters: i32,
    word_multiplier: i32,
    /// The scores of the cross-words.
    crosses: i32,
    /// The number of tiles placed.
    placed: usize,
    /// Whether there is a cross-word.
    is_crossed: bool,
}

impl Tally {
    const NONE: Tally = Tally {
        letters: 0,
        word_multiplier: 1,
        crosses: 0,
        placed: 0,
        is_crossed: false,
    };
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Ways {
    left: bool,
    right: Option<Record>,
}

impl Ways {
    const NONE: Ways = Ways {
        left: false,
        right: None,
    };
}

const FACES: usize = 64;

/// One line's search.
struct Generator<'g, 'v, P, V> {
    packing: P,
    rules: &'g Rules,
    line: &'g LineState,
    hand: &'g mut Hand,
    /// The lowest place that a play may cover.
    stop: usize,
    /// The place to the right of the start.
    right_start: usize,
    faces: [Option<Face>; FACES],
    visit: &'v mut V,
}

impl<P: Packing, B, V: FnMut(&Play) -> ControlFlow<B>> Generator<'_, '_, P, V> {
    fn run(mut self, root: EdgeRef, opening: Option<usize>) -> ControlFlow<B> {
        let root = self.packing.record(root);
        if let Some(place) = opening {
            return self.from_anchor(place, root);
        }
        let mut place = 1;
        while place <= self.line.len {
            if self.line.is_taken(place) {
                let mut end = place;
                while self.line.is_taken(end + 1) {
                    end += 1;
                }
                self.from_block(place, end, root)?;
                // The square next to a block is covered only by plays through the block.
                self.stop = end + 2;
                place = end + 2;
            } else {
                if self.line.at(place).is_crossed && !self.line.is_taken(place + 1) {
                    self.from_anchor(place, root)?;
                    self.stop = place + 1;
                }
                place += 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// The plays through the block from `start` to `end`.
    fn from_block(&mut self, start: usize, end: usize, root: Record) -> ControlFlow<B> {
        let mut record = root;
        let mut tally = Tally::NONE;
        for place in (start..=end).rev() {
            let state = self.line.at(place);
            tally.letters += state.value;
            match self.packing.step(record, state.code) {
                Some(next) => record = self.packing.record(next),
                None => return ControlFlow::Continue(()),
            }
        }
        self.right_start = end + 1;
        if self.hand.blanks > 0 {
            let ways = self.ways_from_left::<true>(start, record);
            self.leave_left::<true>(start, record, ways, tally)
        } else {
            let ways = self.ways_from_left::<false>(start, record);
            self.leave_left::<false>(start, record, ways, tally)
        }
    }

    /// The plays that cover an empty square.
    fn from_anchor(&mut self, place: usize, root: Record) -> ControlFlow<B> {
        self.right_start = place + 1;
        let mut root = root;
        // One tile alone makes no word along the line.
        root.set = 0;
        if self.hand.blanks > 0 {
            self.move_left::<true>(place, root, Tally::NONE)
        } else {
            self.move_left::<false>(place, root, Tally::NONE)
        }
    }

    /// Places a tile at `place`, leftmost so far, and goes on. `BLANK` says whether there is a blank in the hand.
    fn move_left<const BLANK: bool>(
        &mut self,
        place: usize,
        record: Record,
        tally: Tally,
    ) -> ControlFlow<B> {
        let fits = self.line.at(place).fits;
        let end = self.right_start - 1;
        for tile in TileSet::from_bits(record.set & fits & self.hand.usable::<BLANK>()) {
            self.complete::<BLANK>(tile, place, place, end, tally)?;
        }
        for tile in TileSet::from_bits(record.mask & fits & self.hand.usable::<BLANK>()) {
            let next = self
                .packing
                .record(self.packing.child(record, record.rank(tile.code())));
            if self.hand.has(tile) {
                self.hand.take(tile);
                let ways = self.ways_from_left::<BLANK>(place, next);
                if ways != Ways::NONE {
                    let face = Face::lettered(tile);
                    *self.face(place) = Some(face);
                    self.leave_left::<BLANK>(place, next, ways, self.add(tally, face, place))?;
                }
                self.hand.put_back(tile);
            }
            if BLANK {
                self.hand.blanks -= 1;
                *self.face(place) = Some(Face::blank(tile));
                let tally = self.add(tally, Face::blank(tile), place);
                if self.hand.blanks > 0 {
                    let ways = self.ways_from_left::<true>(place, next);
                    self.leave_left::<true>(place, next, ways, tally)?;
                } else {
                    let ways = self.ways_from_left::<false>(place, next);
                    self.leave_left::<false>(place, next, ways, tally)?;
                }
                self.hand.blanks += 1;
            }
        }
        *self.face(place) = None;
        ControlFlow::Continue(())
    }

    /// Which ways lead on from a word part whose leftmost tile is at `place`.
    #[inline(always)]
    fn ways_from_left<const BLANK: bool>(&self, place: usize, record: Record) -> Ways {
        let left = place - 1;
        let goes_left = left >= self.stop && self.goes_on::<BLANK>(record, left);
        if record.mask & SEPARATOR == 0 {
            return Ways {
                left: goes_left,
                right: None,
            };
        }
        let right = self.packing.record(self.packing.child(record, 0));
        Ways {
            left: goes_left,
            right: self
                .goes_on::<BLANK>(right, self.right_start)
                .then_some(right),
        }
    }

    /// Goes on from a word part whose leftmost tile is at `place`: to the left, and over the ◇ to the right.
    #[inline(always)]
    fn leave_left<const BLANK: bool>(
        &mut self,
        place: usize,
        record: Record,
        ways: Ways,
        tally: Tally,
    ) -> ControlFlow<B> {
        if ways.left {
            self.move_left::<BLANK>(place - 1, record, tally)?;
        }
        if let Some(record) = ways.right {
            self.move_right::<BLANK>(self.right_start, record, place, tally)?;
        }
        ControlFlow::Continue(())
    }

    /// Places a tile at `place`, rightmost so far, and goes on.
    fn move_right<const BLANK: bool>(
        &mut self,
        place: usize,
        record: Record,
        start: usize,
        tally: Tally,
    ) -> ControlFlow<B> {
        let fits = self.line.at(place).fits;
        let next_taken = self.line.is_taken(place + 1);
        if !next_taken {
            for tile in TileSet::from_bits(record.set & fits & self.hand.usable::<BLANK>()) {
                self.complete::<BLANK>(tile, place, start, place, tally)?;
            }
        }
        for tile in TileSet::from_bits(record.mask & fits & self.hand.usable::<BLANK>()) {
            let next = self
                .packing
                .record(self.packing.child(record, record.rank(tile.code())));
            if self.hand.has(tile) {
                self.hand.take(tile);
                if next_taken || self.goes_on::<BLANK>(next, place + 1) {
                    let face = Face::lettered(tile);
                    *self.face(place) = Some(face);
                    let tally = self.add(tally, face, place);
                    self.leave_right::<BLANK>(place, next, start, tally)?;
                }
                self.hand.put_back(tile);
            }
            if BLANK {
                self.hand.blanks -= 1;
                if self.hand.blanks > 0 {
                    if next_taken || self.goes_on::<true>(next, place + 1) {
                        *self.face(place) = Some(Face::blank(tile));
                        let tally = self.add(tally, Face::blank(tile), place);
                        self.leave_right::<true>(place, next, start, tally)?;
                    }
                } else if next_taken || self.goes_on::<false>(next, place + 1) {
                    *self.face(place) = Some(Face::blank(tile));
                    let tally = self.add(tally, Face::blank(tile), place);
                    self.leave_right::<false>(place, next, start, tally)?;
                }
                self.hand.blanks += 1;
            }
        }
        *self.face(place) = None;
        ControlFlow::Continue(())
    }

    /// Goes on to the right of `place`: along the tiles that lie there, if any, and on to the square after.
    #[inline(always)]
    fn leave_right<const BLANK: bool>(
        &mut self,
        mut place: usize,
        mut record: Record,
        start: usize,
        mut tally: Tally,
    ) -> ControlFlow<B> {
        place += 1;
        if !self.line.is_taken(place) {
            return self.move_right::<BLANK>(place, record, start, tally);
        }
        while self.line.is_taken(place) {
            let state = self.line.at(place);
            tally.letters += state.value;
            if !self.line.is_taken(place + 1) && record.set >> state.code & 1 != 0 {
                self.deliver(start, place, tally)?;
            }
            match self.packing.step(record, state.code) {
                Some(next) => record = self.packing.record(next),
                None => return ControlFlow::Continue(()),
            }
            place += 1;
        }
        if self.goes_on::<BLANK>(record, place) {
            self.move_right::<BLANK>(place, record, start, tally)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Whether a tile of the rack fits the square and leads on.
    #[inline(always)]
    fn goes_on<const BLANK: bool>(&self, record: Record, place: usize) -> bool {
        (record.mask | record.set) & self.line.at(place).fits & self.hand.usable::<BLANK>() != 0
    }

    /// Delivers the play that the tile at `place` completes.
    #[inline(always)]
    fn complete<const BLANK: bool>(
        &mut self,
        tile: Tile,
        place: usize,
        start: usize,
        end: usize,
        tally: Tally,
    ) -> ControlFlow<B> {
        if self.hand.has(tile) {
            let face = Face::lettered(tile);
            *self.face(place) = Some(face);
            self.deliver(start, end, self.add(tally, face, place))?;
        }
        if BLANK {
            let face = Face::blank(tile);
            *self.face(place) = Some(face);
            self.deliver(start, end, self.add(tally, face, place))?;
        }
        *self.face(place) = None;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn face(&mut self, place: usize) -> &mut Option<Face> {
        #[expect(
            clippy::indexing_slicing,
            reason = "the mask is one less than the number of places"
        )]
        &mut self.faces[place & (FACES - 1)]
    }

    /// The score with a face placed.
    #[inline(always)]
    fn add(&self, tally: Tally, face: Face, place: usize) -> Tally {
        let state = self.line.at(place);
        let word_multiplier = i32::from(state.word_multiplier);
        let value = self.rules.value(face) * i32::from(state.letter_multiplier);
        let cross = if state.is_crossed {
            (state.value + value) * word_multiplier
        } else {
            0
        };
        Tally {
            letters: tally.letters + value,
            word_multiplier: tally.word_multiplier * word_multiplier,
            crosses: tally.crosses + cross,
            placed: tally.placed + 1,
            is_crossed: tally.is_crossed | state.is_crossed,
        }
    }

    /// Visits the play whose word is from `start` to `end`.
    #[inline(always)]
    fn deliver(&mut self, start: usize, end: usize, tally: Tally) -> ControlFlow<B> {
        let direction = self.line.line.direction();
        if tally.placed == 1 && tally.is_crossed && direction == Direction::Down {
            // It was an across play.
            return ControlFlow::Continue(());
        }
        let bonus = if tally.placed == self.rules.rack_size() {
            self.rules.bingo_bonus()
        } else {
            0
        };
        let score = tally.letters * tally.word_multiplier + tally.crosses + bonus;
        let word = self
            .faces
            .get(start..start + MAX_DIM)
            .and_then(|word| word.try_into().ok());
        let lead = self.line.line.square(start - 1);
        match (word, lead) {
            (Some(word), Some(lead)) => (self.visit)(&Play::from_parts(
                lead,
                direction,
                end + 1 - start,
                tally.placed,
                word,
                score,
            )),
            _ => ControlFlow::Continue(()),
        }
    }
}

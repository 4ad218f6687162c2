//! What the generators share: the score on the way, the walk to the right, and the delivery of plays.

use core::ops::ControlFlow;

use lexc_formats::record::{Packing, Record};
use lexc_formats::tile::MAX_TILES;
use lexc_formats::{Face, TileSet};

use super::hand::Hand;
use super::line::{LineState, PLACES};
use crate::play::Play;
use crate::premium::Premium;
use crate::rules::Rules;
use crate::square::{Direction, MAX_DIM};

/// The score of a play in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    /// The values of the word's tiles, letter premiums included.
    pub(super) letters: i32,
    /// The scores of the cross-words.
    crosses: i32,
    word_multiplier: i32,
    /// The number of tiles placed.
    placed: u8,
    /// Whether there is a cross-word.
    is_crossed: bool,
}

impl Tally {
    pub(super) const NONE: Tally = Tally {
        letters: 0,
        crosses: 0,
        word_multiplier: 1,
        placed: 0,
        is_crossed: false,
    };
}

/// The tables of the rules, for all lines.
#[derive(Clone, Debug)]
pub(super) struct Scoring {
    /// By code.
    values: [i16; MAX_TILES + 2],
    bingo_bonus: i32,
    rack_size: usize,
}

impl Scoring {
    pub(super) fn new(rules: &Rules) -> Scoring {
        let mut values = [0; MAX_TILES + 2];
        for tile in rules.tiles() {
            if let Some(value) = values.get_mut(tile.index()) {
                *value = i16::try_from(rules.value(Face::lettered(tile))).unwrap_or(0);
            }
        }
        Scoring {
            values,
            bingo_bonus: rules.bingo_bonus(),
            rack_size: rules.rack_size(),
        }
    }

    #[inline(always)]
    fn value(&self, face: Face) -> i32 {
        // A blank has the top bit set: it is in no table.
        self.values
            .get(usize::from(face.byte()))
            .map_or(0, |&value| i32::from(value))
    }
}

/// The search on one line.
#[derive(Debug)]
pub(super) struct Search<'g, P, V> {
    pub(super) packing: P,
    pub(super) line: &'g LineState,
    pub(super) scoring: &'g Scoring,
    pub(super) hand: &'g mut Hand,
    /// The faces placed, by place. There is room for a longest line after each place.
    pub(super) faces: [Option<Face>; FACES],
    pub(super) visit: &'g mut V,
}

/// The number of places for faces.
pub(super) const FACES: usize = 64;

const _: () = assert!(PLACES + MAX_DIM <= FACES);

impl<P: Packing, B, V: FnMut(&Play) -> ControlFlow<B>> Search<'_, P, V> {
    /// Whether a tile of the hand fits a place and leads on.
    #[inline(always)]
    pub(super) fn goes_on<const BLANK: bool>(&self, record: Record, place: usize) -> bool {
        (record.mask | record.set) & self.line.fits(place) & self.hand.usable::<BLANK>() != 0
    }

    /// Delivers the plays whose last tile is one of `tiles`, placed at `place`.
    #[inline(always)]
    pub(super) fn complete<const BLANK: bool>(
        &mut self,
        tiles: u64,
        place: usize,
        start: usize,
        end: usize,
        tally: Tally,
    ) -> ControlFlow<B> {
        let usable = tiles & self.line.fits(place) & self.hand.usable::<BLANK>();
        for tile in TileSet::from_bits(usable) {
            if !BLANK || self.hand.has(tile) {
                let tally = self.put(place, Face::lettered(tile), tally);
                self.deliver(start, end, tally)?;
            }
            if BLANK {
                let tally = self.put(place, Face::blank(tile), tally);
                self.deliver(start, end, tally)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Places a tile at `place`, rightmost so far, and goes on. The word starts at `start`.
    pub(super) fn move_right<const BLANK: bool>(
        &mut self,
        place: usize,
        record: Record,
        start: usize,
        tally: Tally,
    ) -> ControlFlow<B> {
        let is_next_taken = self.line.is_taken(place + 1);
        if !is_next_taken {
            self.complete::<BLANK>(record.set, place, start, place, tally)?;
        }
        let usable = record.mask & self.line.fits(place) & self.hand.usable::<BLANK>();
        for tile in TileSet::from_bits(usable) {
            let next = self
                .packing
                .record(self.packing.child(record, record.rank(tile.code())));
            if !BLANK || self.hand.has(tile) {
                self.hand.take(tile);
                if is_next_taken || self.goes_on::<BLANK>(next, place + 1) {
                    let tally = self.put(place, Face::lettered(tile), tally);
                    self.leave_right::<BLANK>(place, next, start, tally)?;
                }
                self.hand.put_back(tile);
            }
            if BLANK {
                self.hand.take_blank();
                let goes_on = if self.hand.has_blank() {
                    self.goes_on::<true>(next, place + 1)
                } else {
                    self.goes_on::<false>(next, place + 1)
                };
                if is_next_taken || goes_on {
                    let tally = self.put(place, Face::blank(tile), tally);
                    if self.hand.has_blank() {
                        self.leave_right::<true>(place, next, start, tally)?;
                    } else {
                        self.leave_right::<false>(place, next, start, tally)?;
                    }
                }
                self.hand.put_back_blank();
            }
        }
        self.clear(place);
        ControlFlow::Continue(())
    }

    /// Goes on to the right of `place`: along the tiles that lie there, if any, and on to the square after.
    #[inline(always)]
    pub(super) fn leave_right<const BLANK: bool>(
        &mut self,
        mut place: usize,
        mut record: Record,
        start: usize,
        mut tally: Tally,
    ) -> ControlFlow<B> {
        place += 1;
        if self.line.is_taken(place) {
            while self.line.is_taken(place) {
                let code = self.line.code(place);
                tally.letters += self.line.value(place);
                if !self.line.is_taken(place + 1) && record.set >> code & 1 != 0 && tally.placed > 0
                {
                    self.deliver(start, place, tally)?;
                }
                match self.packing.step(record, code) {
                    Some(next) => record = self.packing.record(next),
                    None => return ControlFlow::Continue(()),
                }
                place += 1;
            }
            if !self.goes_on::<BLANK>(record, place) {
                return ControlFlow::Continue(());
            }
        }
        self.move_right::<BLANK>(place, record, start, tally)
    }

    /// Puts a face on a place, and adds to the score what that makes.
    #[inline(always)]
    pub(super) fn put(&mut self, place: usize, face: Face, tally: Tally) -> Tally {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        {
            self.faces[place & (FACES - 1)] = Some(face);
        }
        let premium: Premium = self.line.premium(place);
        let value = self.scoring.value(face) * premium.letter_multiplier();
        let word_multiplier = premium.word_multiplier();
        let is_crossed = self.line.is_crossed(place);
        let cross = if is_crossed {
            (self.line.value(place) + value) * word_multiplier
        } else {
            0
        };
        Tally {
            letters: tally.letters + value,
            crosses: tally.crosses + cross,
            word_multiplier: tally.word_multiplier * word_multiplier,
            placed: tally.placed + 1,
            is_crossed: tally.is_crossed | is_crossed,
        }
    }

    /// Takes the face off a place.
    #[inline(always)]
    pub(super) fn clear(&mut self, place: usize) {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        {
            self.faces[place & (FACES - 1)] = None;
        }
    }

    /// Visits the play whose word is from `start` to `end`.
    #[inline(always)]
    fn deliver(&mut self, start: usize, end: usize, tally: Tally) -> ControlFlow<B> {
        let direction = self.line.line.direction();
        let placed = usize::from(tally.placed);
        if placed == 1 && tally.is_crossed && direction == Direction::Down {
            // It was an across play.
            return ControlFlow::Continue(());
        }
        let bonus = if placed == self.scoring.rack_size {
            self.scoring.bingo_bonus
        } else {
            0
        };
        let score = tally.letters * tally.word_multiplier + tally.crosses + bonus;
        let faces = self
            .faces
            .get(start..start + MAX_DIM)
            .and_then(|faces| faces.try_into().ok());
        match (self.line.line.square(start - 1), faces) {
            (Some(lead), Some(faces)) => (self.visit)(&Play::from_parts(
                lead,
                direction,
                end + 1 - start,
                placed,
                faces,
                score,
            )),
            _ => ControlFlow::Continue(()),
        }
    }
}

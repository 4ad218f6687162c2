//! What the generators share: the score on the way, and the delivery of plays.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, Nodes};
use lexc_formats::{MAX_TILES, PlacedTile, Tile, TileSet};

use super::hand::Hand;
use super::levels::Levels;
use super::line::{LineState, PLACES};
use super::starts::Start;
use crate::game::play::Play;
use crate::game::rules::Rules;
use crate::game::square::{Direction, MAX_DIM};

/// The score of a play in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    /// The values of the word's tiles, letter premiums included.
    pub(super) letters: i32,
    /// The scores of the cross-words.
    crosses: i32,
    word_multiplier: i32,
    /// The number of tiles placed.
    pub(super) placed: u32,
}

impl Tally {
    pub(super) const NONE: Tally = Tally {
        letters: 0,
        crosses: 0,
        word_multiplier: 1,
        placed: 0,
    };
}

/// The tables of the rules, for all lines.
#[derive(Clone, Debug)]
pub(super) struct Scoring {
    /// By code.
    values: [i16; MAX_TILES + 2],
    bingo_bonus: i32,
    rack_size: u32,
}

impl Scoring {
    pub(super) fn new(rules: &Rules) -> Scoring {
        let mut values = [0; MAX_TILES + 2];
        for tile in rules.tiles() {
            if let Some(value) = values.get_mut(tile.index()) {
                *value = i16::try_from(rules.value(PlacedTile::letter(tile))).unwrap_or(0);
            }
        }
        Scoring {
            values,
            bingo_bonus: rules.bingo_bonus(),
            rack_size: u32::try_from(rules.rack_size()).unwrap_or(u32::MAX),
        }
    }

    /// The value of a tile.
    #[inline(always)]
    pub(super) fn value(&self, tile: Tile) -> i32 {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        self.values[tile.index() & 63].into()
    }
}

/// Who gets the plays.
///
/// A closure gets all of them. Others say beforehand what they have no use for, and the search leaves that out.
pub(super) trait Visit {
    /// What the search ends with if the visitor breaks.
    type Break;

    /// Whether there is use for few plays, so that most nodes that are come to were not read lately. Then each is read
    /// while the one before it is searched, instead of waiting for its memory, unless the program must be small; and what
    /// completes and delivers plays is out of line.
    const IS_SPARSE: bool = false;

    /// Whether there is use for plays whose word starts at place `first` and that put a tile on `place`, right of the
    /// start.
    #[inline(always)]
    fn reaches(&self, _first: usize, _place: usize) -> bool {
        true
    }

    /// Whether there is use for plays of so many tiles.
    #[inline(always)]
    fn wants_as_many(&self, _placed: u32) -> bool {
        true
    }

    /// Whether there is use for a play of so many tiles with this score, or less if there are blanks among them.
    #[inline(always)]
    fn wants(&self, _placed: u32, _score: i32) -> bool {
        true
    }

    /// Takes a play.
    fn visit(&mut self, play: &Play) -> ControlFlow<Self::Break>;
}

/// Visitor of all plays. It is not generic, so that the searches are compiled once, with this crate.
pub(super) struct Emit<'v>(pub(super) &'v mut dyn FnMut(&Play) -> ControlFlow<()>);

impl Visit for Emit<'_> {
    type Break = ();

    #[inline(always)]
    fn visit(&mut self, play: &Play) -> ControlFlow<()> {
        (self.0)(play)
    }
}

/// The search from one start after the other on one line.
#[derive(Debug)]
pub(super) struct Search<'g, P, V> {
    pub(super) packing: P,
    pub(super) line: &'g LineState,
    pub(super) scoring: &'g Scoring,
    pub(super) hand: Hand,
    /// Where the search is from.
    pub(super) start: Start,
    /// The placed tiles placed, by place. There is room for a longest line after each place.
    pub(super) placed_tiles: [Option<PlacedTile>; FACES],
    /// Where the latest blank was placed.
    pub(super) blank_place: usize,
    pub(super) levels: &'g mut Levels,
    pub(super) visit: &'g mut V,
}

/// The number of places for placed tiles.
pub(super) const FACES: usize = 64;

const _: () = assert!(PLACES + MAX_DIM <= FACES);

impl<P: Nodes, V: Visit> Search<'_, P, V> {
    /// The tiles that can be placed at `place`: those in the hand that fit.
    #[inline(always)]
    pub(super) fn usable_at<const BLANK: bool>(&self, place: usize) -> u64 {
        self.line.at(place).fits & self.hand.usable::<BLANK>()
    }

    /// What the edge of `node` with this label refers to, which is known to be there.
    #[inline(always)]
    pub(super) fn next(&self, node: Node, label: u8) -> Node {
        self.packing.node(self.packing.follow(node, label))
    }

    /// Delivers the plays that one of the `tiles`, which can be placed at `place`, completes.
    #[inline(always)]
    pub(super) fn complete<const BLANK: bool>(
        &mut self,
        tiles: u64,
        place: usize,
        first: usize,
        end: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        if tiles == 0 || !self.visit.wants_as_many(tally.placed + 1) {
            return ControlFlow::Continue(());
        }
        if V::IS_SPARSE {
            self.complete_few::<BLANK>(tiles, place, first, end, tally)
        } else {
            self.complete_here::<BLANK>(tiles, place, first, end, tally)
        }
    }

    /// [`complete_here`](Self::complete_here), in the program once, so that the search itself is smaller.
    #[cold]
    #[inline(never)]
    fn complete_few<const BLANK: bool>(
        &mut self,
        tiles: u64,
        place: usize,
        first: usize,
        end: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        self.complete_here::<BLANK>(tiles, place, first, end, tally)
    }

    /// Delivers the plays that one of the `tiles` completes, without a question before.
    #[cfg_attr(feature = "speed", inline(always))]
    fn complete_here<const BLANK: bool>(
        &mut self,
        tiles: u64,
        place: usize,
        first: usize,
        end: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        for tile in TileSet::from_bits(tiles) {
            if !BLANK || self.hand.has(tile) {
                let tally = self.put(place, tile, tally);
                self.deliver_here(first, end, tally)?;
            } else {
                let tally = self.put_blank(place, tile, tally);
                self.hand.take_blank(tile);
                self.deliver_here(first, end, tally)?;
                self.hand.put_back_blank(tile);
            }
        }
        self.clear(place);
        ControlFlow::Continue(())
    }

    /// Puts a tile on a place, and adds to the score.
    #[inline(always)]
    pub(super) fn put(&mut self, place: usize, tile: Tile, tally: Tally) -> Tally {
        self.set_face(place, Some(PlacedTile::letter(tile)));
        self.add(place, tile, tally)
    }

    /// Puts a blank on a place, to stand for a tile. The score is that of the tile.
    #[inline(always)]
    pub(super) fn put_blank(&mut self, place: usize, tile: Tile, tally: Tally) -> Tally {
        self.blank_place = place;
        self.set_face(place, Some(PlacedTile::blank(tile)));
        self.add(place, tile, tally)
    }

    /// Puts a placed tile on a place, and adds to the score what a letter there makes, be it a blank or not.
    #[inline(always)]
    pub(super) fn put_face(
        &mut self,
        place: usize,
        placed_tile: PlacedTile,
        tally: Tally,
    ) -> Tally {
        self.set_face(place, Some(placed_tile));
        self.add(place, placed_tile.tile(), tally)
    }

    /// Adds to the score what a tile at a place makes.
    #[inline(always)]
    fn add(&self, place: usize, tile: Tile, tally: Tally) -> Tally {
        let state = self.line.at(place);
        let value = self.scoring.value(tile) * i32::from(state.letter_multiplier);
        Tally {
            letters: tally.letters + value,
            crosses: tally.crosses + (state.value + value) * i32::from(state.cross_multiplier),
            word_multiplier: tally.word_multiplier * i32::from(state.word_multiplier),
            placed: tally.placed + 1,
        }
    }

    /// Takes the placed tile off a place.
    #[inline(always)]
    pub(super) fn clear(&mut self, place: usize) {
        self.set_face(place, None);
    }

    #[inline(always)]
    fn set_face(&mut self, place: usize, placed_tile: Option<PlacedTile>) {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        {
            self.placed_tiles[place & (FACES - 1)] = placed_tile;
        }
    }

    /// Visits the play whose word is from `first` to `end`, if there is use for it.
    #[inline(always)]
    pub(super) fn deliver(
        &mut self,
        first: usize,
        end: usize,
        tally: Tally,
    ) -> ControlFlow<V::Break> {
        if V::IS_SPARSE {
            self.deliver_few(first, end, tally)
        } else {
            self.deliver_here(first, end, tally)
        }
    }

    /// [`deliver_here`](Self::deliver_here), in the program once, so that the search itself is smaller.
    #[cold]
    #[inline(never)]
    fn deliver_few(&mut self, first: usize, end: usize, tally: Tally) -> ControlFlow<V::Break> {
        self.deliver_here(first, end, tally)
    }

    /// Visits the play, if it is none of the other direction and there is use for it.
    #[cfg_attr(feature = "speed", inline(always))]
    fn deliver_here(&mut self, first: usize, end: usize, tally: Tally) -> ControlFlow<V::Break> {
        let direction = self.line.line.direction();
        let placed = tally.placed;
        if placed == 1 && direction == Direction::Down && self.covers_crossed(first, end) {
            // It was an across play.
            return ControlFlow::Continue(());
        }
        let bonus = if placed == self.scoring.rack_size {
            self.scoring.bingo_bonus
        } else {
            0
        };
        // That of letters.
        let mut score = tally.letters * tally.word_multiplier + tally.crosses + bonus;
        if !self.visit.wants(placed, score) {
            return ControlFlow::Continue(());
        }
        // Most plays with a blank have one, for a letter that the rack does not have: it can be nowhere else.
        let (short, spare) = (self.hand.all_short(), self.hand.blanks());
        let mut is_settled = short | spare == 0;
        if short == 1
            && spare == 0
            && let Some(tile) = self.placed_tile(self.blank_place).map(PlacedTile::tile)
            && !self.hand.had(tile)
        {
            is_settled = true;
            score -= self.loss(tile, self.blank_place, tally.word_multiplier);
        }
        let placed_tiles = self
            .placed_tiles
            .get(first..first + MAX_DIM)
            .and_then(|placed_tiles| placed_tiles.try_into().ok());
        let (Some(lead), Some(placed_tiles)) = (self.line.line.square(first - 1), placed_tiles)
        else {
            return ControlFlow::Continue(());
        };
        let play = Play::from_parts(
            lead,
            direction,
            end + 1 - first,
            placed as usize,
            placed_tiles,
            score,
        );
        if is_settled {
            self.visit.visit(&play)
        } else {
            self.deliver_with_blanks(play, first, tally.word_multiplier)
        }
    }

    #[inline(always)]
    fn placed_tile(&self, place: usize) -> Option<PlacedTile> {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        self.placed_tiles[place & (FACES - 1)]
    }

    /// Delivers a play in every way to place blanks for some of its tiles: as many as its tiles exceed those of the
    /// rack, each for such a tile, and as many more as are left, for any. Its score is that of letters.
    #[inline(never)]
    fn deliver_with_blanks(
        &mut self,
        mut play: Play,
        first: usize,
        word_multiplier: i32,
    ) -> ControlFlow<V::Break> {
        let score = play.score();
        for offset in 0..play.len() {
            if let Some(placed_tile) = play.placed_at(offset) {
                play.change(offset, PlacedTile::letter(placed_tile.tile()), score);
            }
        }
        match (self.hand.all_short(), self.hand.blanks()) {
            (1, 0) => self.deliver_with_one_blank(play, first, word_multiplier, |hand, tile| {
                hand.short_of(tile) > 0
            }),
            (0, 1) => {
                self.visit.visit(&play)?;
                self.deliver_with_one_blank(play, first, word_multiplier, |_, _| true)
            }
            _ => self.deliver_with_many_blanks(play, first, word_multiplier),
        }
    }

    /// Delivers a play with a blank for each of its tiles in turn that `can_be_blank`.
    #[inline(always)]
    fn deliver_with_one_blank(
        &mut self,
        mut play: Play,
        first: usize,
        word_multiplier: i32,
        can_be_blank: impl Fn(&Hand, Tile) -> bool,
    ) -> ControlFlow<V::Break> {
        let score = play.score();
        for offset in 0..play.len() {
            let Some(placed_tile) = play.placed_at(offset) else {
                continue;
            };
            let tile = placed_tile.tile();
            if can_be_blank(&self.hand, tile) {
                let loss = self.loss(tile, first + offset, word_multiplier);
                play.change(offset, PlacedTile::blank(tile), score - loss);
                self.visit.visit(&play)?;
                play.change(offset, placed_tile, score);
            }
        }
        ControlFlow::Continue(())
    }

    /// Delivers a play with blanks for as many tiles as the rack lacks, and for up to as many others as there are blanks
    /// left. The offsets of blanks ascend, and the last one moves first.
    fn deliver_with_many_blanks(
        &mut self,
        mut play: Play,
        first: usize,
        word_multiplier: i32,
    ) -> ControlFlow<V::Break> {
        let (mut short, mut spare) = (self.hand.all_short(), self.hand.blanks());
        // Where blanks are, and which of them are for tiles that the rack lacks.
        let (mut blanks, mut lacking) = (0_u32, 0_u32);
        let mut offset = 0;
        loop {
            while short + spare > 0 && offset < play.len() {
                if let Some(tile) = play.placed_at(offset).map(PlacedTile::tile) {
                    let tile_short = self.hand.short_of(tile);
                    if tile_short > 0 || spare > 0 {
                        let loss = self.loss(tile, first + offset, word_multiplier);
                        play.change(offset, PlacedTile::blank(tile), play.score() - loss);
                        blanks |= 1 << offset;
                        if tile_short > 0 {
                            lacking |= 1 << offset;
                            self.hand.set_short(tile, tile_short - 1);
                            short -= 1;
                        } else {
                            spare -= 1;
                        }
                    }
                }
                offset += 1;
            }
            self.visit.visit(&play)?;
            loop {
                let Some(last) = blanks.checked_ilog2() else {
                    return ControlFlow::Continue(());
                };
                offset = last as usize;
                let Some(tile) = play.placed_at(offset).map(PlacedTile::tile) else {
                    return ControlFlow::Continue(());
                };
                let loss = self.loss(tile, first + offset, word_multiplier);
                let placed_tile = PlacedTile::letter(tile);
                play.change(offset, placed_tile, play.score() + loss);
                blanks &= !(1 << last);
                offset += 1;
                if lacking >> last & 1 == 0 {
                    spare += 1;
                    break;
                }
                lacking &= !(1 << last);
                let tile_short = self.hand.short_of(tile) + 1;
                self.hand.set_short(tile, tile_short);
                short += 1;
                // Here the tile itself is placed, if enough of its kind come after it for the blanks.
                let left =
                    (offset..play.len()).filter(|&at| play.placed_at(at) == Some(placed_tile));
                if left.count() >= usize::from(tile_short) {
                    break;
                }
            }
        }
    }

    /// What a blank that stands for a tile scores less than the tile.
    #[inline(always)]
    fn loss(&self, tile: Tile, place: usize, word_multiplier: i32) -> i32 {
        let state = self.line.at(place);
        let times = i32::from(state.letter_multiplier)
            * (word_multiplier + i32::from(state.cross_multiplier));
        self.scoring.value(tile) * times
    }

    /// Whether a tile placed makes a cross-word.
    fn covers_crossed(&self, first: usize, end: usize) -> bool {
        (first..=end).any(|place| {
            self.line.is_crossed(place) && self.placed_tiles.get(place).is_some_and(Option::is_some)
        })
    }
}

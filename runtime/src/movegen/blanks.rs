//! Plays that differ only in which of their tiles are blanks.

use core::ops::ControlFlow;

use lexc_formats::{PlacedTile, Tile};

use super::line::LineState;
use super::partial_score::Scoring;
use super::place::Place;
use super::rack_state::RackState;
use super::sink::Sink;
use crate::game::play::Play;

/// Emits one play for each choice of which placed tiles are blanks. If more tiles of a letter are placed than the rack
/// has, blanks must stand for the excess; the blanks left over may stand for any other placed tiles.
pub(super) struct BlankPlays<'s, 'g, S> {
    pub(super) line: &'s LineState,
    pub(super) scoring: &'s Scoring<'s>,
    pub(super) rack: &'s mut RackState<'g>,
    /// Most blanks of a play in addition to the blanks that the word needs.
    pub(super) spare: u8,
    pub(super) sink: &'s mut S,
    /// First place of the word.
    pub(super) first: Place,
    pub(super) word_multiplier: i32,
    /// Number of times that the scores of the words count.
    pub(super) times: i32,
}

impl<S: Sink> BlankPlays<'_, '_, S> {
    /// Emits the play once for each choice of blanks. The score of `play` counts blanks as letters.
    #[inline(never)]
    pub(super) fn emit_all(mut self, mut play: Play) -> ControlFlow<S::Break> {
        let score = play.score();
        for offset in 0..play.len() {
            if let Some(placed_tile) = play.placed_at(offset) {
                play.change(offset, PlacedTile::letter(placed_tile.tile()), score);
            }
        }
        match (self.rack.all_designated, self.spare) {
            (1, 0) => self.emit_with_one(play, false),
            (0, 1) => {
                self.sink.emit(&play)?;
                self.emit_with_one(play, true)
            }
            _ => self.emit_with_many(play),
        }
    }

    /// Emits the play with one blank, once for each placed tile that can be the blank: any tile, or a tile that the rack lacks.
    #[cfg_attr(feature = "speed", inline(always))]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn emit_with_one(&mut self, mut play: Play, is_any: bool) -> ControlFlow<S::Break> {
        let score = play.score();
        for offset in 0..play.len() {
            let Some(placed_tile) = play.placed_at(offset) else {
                continue;
            };
            let tile = placed_tile.tile();
            if is_any || self.rack.designated(tile) > 0 {
                let loss = self.loss(tile, offset);
                play.change(offset, PlacedTile::blank(tile), score - loss);
                self.sink.emit(&play)?;
                play.change(offset, placed_tile, score);
            }
        }
        ControlFlow::Continue(())
    }

    /// Emits the play with any number of blanks, once for each set of offsets that the blanks can have.
    fn emit_with_many(&mut self, mut play: Play) -> ControlFlow<S::Break> {
        let (mut needed, mut spare) = (self.rack.all_designated, self.spare);
        // Bit sets of offsets: all blanks, and the blanks for tiles that the rack lacks.
        let (mut blanks, mut lacking) = (0_u32, 0_u32);
        let mut offset = 0;
        loop {
            while needed + spare > 0 && offset < play.len() {
                if let Some(tile) = play.placed_at(offset).map(PlacedTile::tile) {
                    let tile_needed = self.rack.designated(tile);
                    if tile_needed > 0 || spare > 0 {
                        let loss = self.loss(tile, offset);
                        play.change(offset, PlacedTile::blank(tile), play.score() - loss);
                        blanks |= 1 << offset;
                        if tile_needed > 0 {
                            lacking |= 1 << offset;
                            self.rack.set_designated(tile, tile_needed - 1);
                            needed -= 1;
                        } else {
                            spare -= 1;
                        }
                    }
                }
                offset += 1;
            }
            self.sink.emit(&play)?;
            loop {
                let Some(last) = blanks.checked_ilog2() else {
                    return ControlFlow::Continue(());
                };
                offset = last as usize;
                let Some(tile) = play.placed_at(offset).map(PlacedTile::tile) else {
                    return ControlFlow::Continue(());
                };
                let loss = self.loss(tile, offset);
                let placed_tile = PlacedTile::letter(tile);
                play.change(offset, placed_tile, play.score() + loss);
                blanks &= !(1 << last);
                offset += 1;
                if lacking >> last & 1 == 0 {
                    spare += 1;
                    break;
                }
                lacking &= !(1 << last);
                let tile_needed = self.rack.designated(tile) + 1;
                self.rack.set_designated(tile, tile_needed);
                needed += 1;
                // The letter itself is placed here if enough equal letters follow to take the blanks still needed.
                let equal =
                    (offset..play.len()).filter(|&at| play.placed_at(at) == Some(placed_tile));
                if equal.count() >= usize::from(tile_needed) {
                    break;
                }
            }
        }
    }

    /// Points that the play loses if a blank stands for the tile at this offset of the word.
    fn loss(&self, tile: Tile, offset: usize) -> i32 {
        let place = self.line.at(self.first + offset);
        self.scoring.loss(tile, place, self.word_multiplier) * self.times
    }
}

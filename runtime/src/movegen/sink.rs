//! Receivers of plays.

use core::ops::ControlFlow;

use super::place::Place;
use crate::game::play::Play;

/// Receives the plays of a search. A collector of the best plays also prunes: where it answers `false`, the search skips
/// plays that could not be kept.
pub(super) trait Sink {
    /// Value that an early end carries.
    type Break;

    /// True if few plays survive, so that nodes are cache-cold: each is read while the one before it is searched, and the
    /// code that emits plays is out of line.
    const IS_SPARSE: bool = false;

    /// Returns `false` to prune words from `first` on with a tile at `place`, right of the anchor.
    #[inline(always)]
    fn allows_right(&self, _first: Place, _place: Place) -> bool {
        true
    }

    /// Returns `false` to prune plays of this number of tiles.
    #[inline(always)]
    fn allows_count(&self, _placed: u32) -> bool {
        true
    }

    /// Returns `false` to prune a play of this number of tiles. `score` counts blanks as letters.
    #[inline(always)]
    fn allows_score(&self, _placed: u32, _score: i32) -> bool {
        true
    }

    /// Receives a play.
    fn emit(&mut self, play: &Play) -> ControlFlow<Self::Break>;
}

/// Receiver of all plays. It is not generic over the visitor, so the searches are compiled once, with this crate.
pub(super) struct AllPlays<'v>(pub(super) &'v mut dyn FnMut(&Play) -> ControlFlow<()>);

impl Sink for AllPlays<'_> {
    type Break = ();

    #[inline(always)]
    fn emit(&mut self, play: &Play) -> ControlFlow<()> {
        (self.0)(play)
    }
}

//! Positions that moves can be generated for.

use super::tracked::TrackedPosition;
use crate::game::position::Position;

/// Reference to a position that moves are generated for. Both kinds of positions convert into it.
#[derive(Clone, Copy, Debug)]
pub enum PositionRef<'p> {
    /// A position whose cross-sets each search computes.
    Plain(&'p Position<'p>),
    /// A position that keeps its cross-sets.
    Tracked(&'p TrackedPosition<'p>),
}

impl<'p> PositionRef<'p> {
    /// Board, rack and rules.
    #[inline]
    pub const fn position(self) -> &'p Position<'p> {
        match self {
            PositionRef::Plain(position) => position,
            PositionRef::Tracked(tracked) => tracked.position(),
        }
    }
}

impl<'p> From<&'p Position<'_>> for PositionRef<'p> {
    #[inline]
    fn from(position: &'p Position<'_>) -> PositionRef<'p> {
        PositionRef::Plain(position)
    }
}

impl<'p> From<&'p TrackedPosition<'_>> for PositionRef<'p> {
    #[inline]
    fn from(tracked: &'p TrackedPosition<'_>) -> PositionRef<'p> {
        PositionRef::Tracked(tracked)
    }
}

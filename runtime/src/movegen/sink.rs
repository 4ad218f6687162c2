//! Receivers of plays: visitors of all plays, and collectors that prune.

use core::convert::Infallible;
use core::ops::ControlFlow;

use super::place::Place;
use crate::game::play::Play;

/// Receives the plays of a search. A collector of the best plays also prunes: where one of its methods returns
/// `false`, the search skips plays that could not be kept.
pub(super) trait Sink {
    /// Value that an early end carries.
    type Break;

    /// True if few plays survive pruning, so that nodes are cache-cold. If true, the code that emits plays is out of
    /// line, and with the feature `speed`, a search reads the next child of a node before it extends from the current
    /// child.
    const IS_SPARSE: bool = false;

    /// True if what the sink allows at a place depends on the number of blanks placed.
    const LIMITS_BLANKS: bool = false;

    /// Returns `false` to prune words that start at `first`, have at least this number of blanks, and have a placed tile at
    /// `place`, which is on the anchor or right of it. If `true`, it is `true` for fewer blanks, too.
    fn allows_right(&self, _first: Place, _place: Place, _blanks: u8) -> bool {
        true
    }

    /// Returns `false` to prune words that have at least this number of blanks and a placed tile at `place`, left of the anchor. If
    /// `true`, it is `true` for fewer blanks, too.
    fn allows_left(&self, _place: Place, _blanks: u8) -> bool {
        true
    }

    /// Returns `false` to prune plays of this number of tiles.
    fn allows_count(&self, _placed: u32) -> bool {
        true
    }

    /// Returns `false` to prune a play of this number of tiles, at least `blanks` of them blanks. `score` counts blanks as letters.
    fn allows_score(&self, _placed: u32, _score: i32, _blanks: u8) -> bool {
        true
    }

    /// Receives a play.
    fn emit(&mut self, play: &Play) -> ControlFlow<Self::Break>;
}

/// Receiver of all plays. It is not generic over the visitor, so the searches are compiled once, with this crate.
pub(super) struct AllPlays<'v>(pub(super) &'v mut dyn FnMut(&Play) -> ControlFlow<()>);

impl Sink for AllPlays<'_> {
    type Break = ();

    fn emit(&mut self, play: &Play) -> ControlFlow<()> {
        (self.0)(play)
    }
}

/// Result of a visitor: `()` to see everything, or a [`ControlFlow`] to end the search early.
///
/// [`MoveGen::for_each`](crate::MoveGen::for_each) returns the type that its visitor returns.
#[diagnostic::on_unimplemented(
    message = "a visitor returns `()` or a `ControlFlow`, not `{Self}`",
    label = "not a result of a visitor",
    note = "end the closure with `;` to see everything"
)]
pub trait VisitorResult: Sized {
    /// Value that an early end carries.
    type Break;

    /// Result of a search that visited everything.
    const CONTINUE: Self;

    /// Result of a search that a visitor ended.
    fn from_break(value: Self::Break) -> Self;

    /// Splits the result into the two cases.
    fn branch(self) -> ControlFlow<Self::Break>;
}

impl VisitorResult for () {
    type Break = Infallible;

    const CONTINUE: () = ();

    fn from_break(value: Infallible) {
        match value {}
    }

    fn branch(self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}

impl<B> VisitorResult for ControlFlow<B> {
    type Break = B;

    const CONTINUE: ControlFlow<B> = ControlFlow::Continue(());

    fn from_break(value: B) -> ControlFlow<B> {
        ControlFlow::Break(value)
    }

    fn branch(self) -> ControlFlow<B> {
        self
    }
}

/// Runs a search with a visitor of any result type. The search sees one type of visitor, so it is compiled once.
#[inline(always)]
pub(crate) fn visit_with<I: ?Sized, R: VisitorResult>(
    mut visit: impl FnMut(&I) -> R,
    search: impl FnOnce(&mut dyn FnMut(&I) -> ControlFlow<()>) -> ControlFlow<()>,
) -> R {
    let mut end = None;
    // `end` has the value of the break.
    let _ = search(&mut |item| match visit(item).branch() {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(value) => {
            end = Some(value);
            ControlFlow::Break(())
        }
    });
    end.map_or(R::CONTINUE, R::from_break)
}

//! Results of visitors: continue, or break with a value.

use core::convert::Infallible;
use core::ops::ControlFlow;

/// Result of a visitor: `()` to see everything, or a [`ControlFlow`] to end the search early.
///
/// [`MoveGen::for_each`](crate::MoveGen::for_each) returns the same type as its visitor.
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

    #[inline(always)]
    fn from_break(value: Infallible) {
        match value {}
    }

    #[inline(always)]
    fn branch(self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}

impl<B> VisitorResult for ControlFlow<B> {
    type Break = B;

    const CONTINUE: ControlFlow<B> = ControlFlow::Continue(());

    #[inline(always)]
    fn from_break(value: B) -> ControlFlow<B> {
        ControlFlow::Break(value)
    }

    #[inline(always)]
    fn branch(self) -> ControlFlow<B> {
        self
    }
}

/// Runs a search that takes a visitor without a result of its own, so that the search is compiled once for all visitors.
#[inline(always)]
pub(super) fn visit_with<I: ?Sized, R: VisitorResult>(
    mut visit: impl FnMut(&I) -> R,
    search: impl FnOnce(&mut dyn FnMut(&I) -> ControlFlow<()>) -> ControlFlow<()>,
) -> R {
    let mut end = None;
    // A break is in `end`.
    let _ = search(&mut |item| match visit(item).branch() {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(value) => {
            end = Some(value);
            ControlFlow::Break(())
        }
    });
    end.map_or(R::CONTINUE, R::from_break)
}

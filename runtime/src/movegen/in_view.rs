//! The plays of a view: each main word is tested when its play is found. Cross-sets test the words across.

use core::ops::ControlFlow;

use super::sink::AllPlays;
use crate::game::board::Board;
use crate::game::play::Play;
use crate::lexicon::view::View;

/// Test of plays whose main words are words of the image: `None` without a view: all plays pass.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InView<'s>(Option<(&'s View<'s>, &'s Board)>);

impl<'s> InView<'s> {
    pub(super) fn new(view: Option<&'s View<'s>>, board: &'s Board) -> InView<'s> {
        InView(view.map(|view| (view, board)))
    }

    /// Returns `true` if the main word of the play is in the view.
    #[inline(always)]
    pub(super) fn admits(self, play: &Play) -> bool {
        self.0.is_none_or(|(view, board)| admits(view, board, play))
    }

    /// Runs a search for all plays. The visitor receives the plays of the view.
    #[inline(always)]
    pub(super) fn visit(
        self,
        visit: &mut dyn FnMut(&Play) -> ControlFlow<()>,
        search: impl FnOnce(&mut AllPlays<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut visit_admitted;
        // One test for the search, not one for each play.
        let visit: &mut dyn FnMut(&Play) -> ControlFlow<()> = match self.0 {
            None => visit,
            Some((view, board)) => {
                visit_admitted = move |play: &Play| match admits(view, board, play) {
                    true => visit(play),
                    false => ControlFlow::Continue(()),
                };
                &mut visit_admitted
            }
        };
        search(&mut AllPlays(visit))
    }
}

#[cold]
#[inline(never)]
fn admits(view: &View<'_>, board: &Board, play: &Play) -> bool {
    let word = play.main_word(board).flatten();
    view.admits(word.map(|placed_tile| placed_tile.tile()).collect())
}

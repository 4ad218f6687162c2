//! [`RackSearch`]: the best moves of one rack on boards that differ by few plays.

use core::fmt;

use super::bingo_filter::BingoFilter;
use super::bound::Bounds;
use super::changes::Changes;
use super::equity::{ByEquity, Evaluator, LeaveValues};
use super::look_up::Scratch;
use super::prune::{fastest, search_within};
use super::sums::RackValues;
use crate::game::candidate::{Candidate, Move};
use crate::game::leaves::Leaves;
use crate::lexicon::automaton::Automaton;
use crate::lexicon::with_nodes;
use crate::movegen::algorithm::Algorithm;
use crate::movegen::cross_set::CrossSets;
use crate::movegen::in_view::InView;
use crate::movegen::move_gen::MoveGen;
use crate::movegen::tracked::TrackedPosition;

/// Largest number of best plays that are kept of the first board.
const MOST_KEPT: usize = 8;

/// Finds the best moves of one rack on several boards that differ by few plays, such as the boards after the candidates
/// of a simulation.
///
/// Searches the first board once, and keeps its best plays. On another board, most of these plays are still possible,
/// with the same score: the best of them is a threshold for a search of only the squares whose tiles, cross-sets or
/// cross-scores differ. The values of the leaves are computed once, too.
pub struct RackSearch<'s> {
    leaves: &'s dyn Leaves,
    first: &'s TrackedPosition<'s>,
    /// `None` if another algorithm than the search from anchors is faster, or the image has no automaton.
    automaton: Option<Automaton>,
    rack: RackValues,
    values: LeaveValues<'s>,
    bingo_filter: Option<BingoFilter<'s>>,
    /// Best plays on the first board.
    best: [Option<Candidate>; MOST_KEPT],
    /// True if `best` has all plays on the first board.
    has_all: bool,
    scratch: Scratch<'s>,
}

impl<'s> RackSearch<'s> {
    /// Searches the plays of the rack of this position, with these values of leaves. The more boards will be searched, the
    /// more plays are kept; a wrong number costs time, nothing else.
    pub fn new(
        first: &'s TrackedPosition<'s>,
        leaves: &'s dyn Leaves,
        boards: usize,
    ) -> RackSearch<'s> {
        let (image, position) = (first.lexicon().image(), first.position());
        let algorithm = fastest(image, position);
        let is_from_anchors = algorithm != Algorithm::EveryLine && cfg!(feature = "speed");
        let automaton = algorithm.automaton(image);
        let rack = RackValues::new(position);
        let mut this = RackSearch {
            leaves,
            first,
            automaton: automaton.filter(|_| is_from_anchors),
            values: LeaveValues::new(position, &rack, leaves),
            rack,
            bingo_filter: BingoFilter::new(image, position),
            best: [None; MOST_KEPT],
            has_all: false,
            scratch: Scratch::new(image, position.rack()),
        };
        if let (Some(automaton), Some(cross_sets)) =
            (this.automaton, first.cross_sets(first.lexicon()))
        {
            let kept = (boards / 2).clamp(1, MOST_KEPT);
            let slots = this.best.get_mut(..kept).unwrap_or_default();
            let in_view = InView::new(first.lexicon().as_view(), position.board());
            let mut evaluator = ByEquity::new(&this.values, slots, in_view);
            let bounds = Bounds::new(&this.rack, this.bingo_filter.as_ref(), None);
            search(
                automaton,
                first,
                cross_sets,
                bounds,
                &mut this.scratch,
                &mut evaluator,
            );
            this.has_all = evaluator.finish() < kept;
        }
        this
    }

    /// Best move on this board with this number of tiles in the bag: the same as by
    /// [`MoveGen::with_moves`](crate::MoveGen::with_moves). Searches the whole board if the rack, the rules or the lexicon
    /// differ from those of the first position, or if the bag is empty.
    #[inline(never)]
    pub fn best(&mut self, position: &TrackedPosition<'_>, bag_len: usize) -> Candidate {
        let (old, new) = (self.first.position(), position.position());
        let lexicon = self.first.lexicon();
        if let Some(automaton) = self.automaton
            && let (Some(old_sets), Some(new_sets)) =
                (self.first.cross_sets(lexicon), position.cross_sets(lexicon))
            && bag_len > 0
            && old.rack() == new.rack()
            && core::ptr::eq(old.rules(), new.rules())
            && old.board().is_empty() == new.board().is_empty()
        {
            let changes = Changes::between([(old.board(), old_sets), (new.board(), new_sets)]);
            let mut best = [None];
            let in_view = InView::new(lexicon.as_view(), new.board());
            let mut evaluator = ByEquity::new(&self.values, &mut best, in_view);
            let mut kept = self.best.iter().flatten();
            let unchanged = kept.find(|candidate| match &candidate.action {
                Move::Play(play) => !changes.touch(play),
                Move::Exchange(_) | Move::Pass => false,
            });
            match unchanged {
                Some(unchanged) => evaluator.offer_move(*unchanged),
                None => evaluator.offer_exchanges(new, bag_len, true),
            }
            let is_partial = unchanged.is_some() || self.has_all;
            let changes = is_partial.then_some(&changes);
            let bounds = Bounds::new(&self.rack, self.bingo_filter.as_ref(), changes);
            search(
                automaton,
                position,
                new_sets,
                bounds,
                &mut self.scratch,
                &mut evaluator,
            );
            evaluator.offer_last_exchanges(new, bag_len);
            evaluator.finish_with_pass();
            if let [Some(best)] = best {
                return best;
            }
        }
        let movegen = MoveGen::new(lexicon);
        movegen.with_moves(bag_len, self.leaves).best(position)
    }
}

/// Offers the evaluator all plays that may be among the best and that the bounds do not exclude.
#[inline(never)]
fn search(
    automaton: Automaton,
    position: &TrackedPosition<'_>,
    cross_sets: &CrossSets,
    bounds: Bounds<'_>,
    scratch: &mut Scratch<'_>,
    evaluator: &mut impl Evaluator,
) {
    let image = position.lexicon().image();
    let position = position.position();
    with_nodes!(image, |nodes| search_within(
        nodes, automaton, position, cross_sets, bounds, scratch, evaluator
    ));
}

impl fmt::Debug for RackSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RackSearch").finish_non_exhaustive()
    }
}

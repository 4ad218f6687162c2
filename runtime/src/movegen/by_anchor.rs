//! Plays of a position, anchor by anchor.

use core::ops::ControlFlow;

use lexc_formats::raw::node::Nodes;

use super::anchor::{Anchor, Anchors, directions};
use super::cross_set::CrossSetSource;
use super::levels::Levels;
use super::line::LineState;
use super::partial_score::Scoring;
use super::rack_state::RackState;
use super::search::Search;
use super::sink::Sink;
use super::small::SmallSearch;
use super::tracer::{Traced, Tracer};
use crate::game::position::Position;
use crate::lexicon::automaton::Automaton;

/// Emits the plays from each anchor of each line: without recursion if `SMALL`.
///
/// Not inlined: otherwise its stack is taken once for each node store.
#[inline(never)]
pub(super) fn plays_by_anchor<const SMALL: bool, N: Nodes, T: Tracer, S: Sink>(
    nodes: Traced<N, T>,
    automaton: Automaton,
    position: &Position<'_>,
    cross_sets: &impl CrossSetSource,
    sink: &mut S,
) -> ControlFlow<S::Break> {
    let scoring = Scoring::new(position.rules());
    let rack = RackState::new(position.rack());
    let mut levels = Levels::EMPTY;
    let mut line_state = LineState::EMPTY;
    let is_opening = position.board().is_empty();
    let root = nodes.node(automaton.root());
    for direction in directions(position) {
        for line in position.board().dimensions().lines(direction) {
            if !cross_sets.set_line(&mut line_state, position, line) {
                continue;
            }
            let has_anchors = !(line_state.taken | line_state.crossed).is_empty();
            if !is_opening && !has_anchors {
                continue;
            }
            // A copy takes fewer instructions; a new one, less stack.
            let rack = if SMALL {
                RackState::new(position.rack())
            } else {
                rack.clone()
            };
            let mut search = Search::new(nodes, &line_state, &scoring, rack, &mut *sink);
            let opening = is_opening
                .then(|| Anchor::opening(position, line))
                .flatten();
            for anchor in Anchors::new(line_state.taken, line_state.crossed).chain(opening) {
                search.anchor = anchor;
                nodes.tracer.anchor();
                if SMALL {
                    let mut small = SmallSearch {
                        search: &mut search,
                        levels: &mut levels,
                    };
                    match automaton {
                        Automaton::Gaddag(_) => small.gaddag_plays(root)?,
                        Automaton::Dawg(_) => small.dawg_plays(root)?,
                    }
                } else {
                    match automaton {
                        Automaton::Gaddag(_) => search.gaddag_plays(root)?,
                        Automaton::Dawg(_) => search.dawg_plays(root)?,
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

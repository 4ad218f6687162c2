//! All plays of a position, by any algorithm.

use core::ops::ControlFlow;

use lexc_formats::Image;
use lexc_formats::raw::node::Nodes;

use super::algorithm::Algorithm;
use super::anchor::{Anchor, Anchors, directions};
use super::bitboard;
use super::cross_set::{CrossSetSource, CrossSets, RunWalker};
use super::in_view::InView;
use super::line::LineState;
use super::partial_score::Scoring;
use super::rack_state::RackState;
use super::search::Search;
use super::sink::{AllPlays, Sink};
use super::small::{Levels, SmallSearch};
use super::tracer::{Traced, Tracer};
use crate::game::position::Position;
use crate::game::square::Line;
use crate::lexicon::automaton::Automaton;
use crate::lexicon::view::View;
use crate::lexicon::with_nodes;

/// True on hosts without an operating system: searches from anchors take as little stack as they can.
const SMALL_STACK: bool = cfg!(target_os = "none");

/// Position to generate plays for, and the image whose words they form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'s> {
    pub(super) image: &'s Image<'s>,
    /// The view of the image that all words must be in.
    pub(super) view: Option<&'s View<'s>>,
    pub(super) position: &'s Position<'s>,
    /// Cross-sets of a tracked position; `None` to compute them.
    pub(super) cross_sets: Option<&'s CrossSets>,
}

impl<'s> Scene<'s> {
    /// The test of the plays that a search finds.
    #[inline(always)]
    pub(super) fn in_view(&self) -> InView<'s> {
        InView::new(self.view, self.position.board())
    }
}

/// Emits every play. Inlined, so a program that names its algorithm links no other.
#[inline(always)]
pub(super) fn all_plays(
    algorithm: Algorithm,
    scene: &Scene<'_>,
    sink: &mut AllPlays<'_>,
) -> ControlFlow<()> {
    match algorithm {
        Algorithm::Dawg => by_dawg(scene, sink),
        Algorithm::Gaddag => by_gaddag(scene, sink),
        Algorithm::EveryLine => by_every_line(scene, sink),
    }
}

#[inline(never)]
fn by_dawg(scene: &Scene<'_>, sink: &mut AllPlays<'_>) -> ControlFlow<()> {
    all_plays_traced((), Algorithm::Dawg, scene, sink)
}

#[inline(never)]
fn by_gaddag(scene: &Scene<'_>, sink: &mut AllPlays<'_>) -> ControlFlow<()> {
    all_plays_traced((), Algorithm::Gaddag, scene, sink)
}

#[inline(never)]
fn by_every_line(scene: &Scene<'_>, sink: &mut AllPlays<'_>) -> ControlFlow<()> {
    all_plays_traced((), Algorithm::EveryLine, scene, sink)
}

/// Emits every play, and reports each step to a tracer. Emits nothing if the image lacks the algorithm's automaton.
#[inline(always)]
pub(super) fn all_plays_traced<T: Tracer>(
    tracer: T,
    algorithm: Algorithm,
    scene: &Scene<'_>,
    sink: &mut AllPlays<'_>,
) -> ControlFlow<()> {
    let (image, position) = (scene.image, scene.position);
    let Some(automaton) = algorithm.automaton(image) else {
        return ControlFlow::Continue(());
    };
    // A GADDAG gives cross-sets in fewer steps than a DAWG. `Algorithm::Dawg` takes them from the DAWG nevertheless, so
    // that it takes the same steps in an image with a GADDAG as in an image without one.
    let crosses = match algorithm {
        Algorithm::Dawg => automaton,
        Algorithm::Gaddag | Algorithm::EveryLine => {
            Automaton::for_cross_sets(image).unwrap_or(automaton)
        }
    };
    let is_every_line = algorithm == Algorithm::EveryLine && cfg!(feature = "speed");
    with_nodes!(image, |nodes| {
        let walker = RunWalker::new(nodes, crosses, scene.view);
        let nodes = Traced::new(nodes, tracer);
        if let Some(cross_sets) = scene.cross_sets {
            plays(nodes, algorithm, automaton, position, cross_sets, sink)
        } else if SMALL_STACK && !is_every_line {
            plays_by_anchor::<true, _, _, _>(nodes, automaton, position, &walker, None, sink)
        } else {
            plays_of_board(nodes, walker, algorithm, automaton, position, sink)
        }
    })
}

/// Computes the cross-sets of the whole board, then emits every play that the sink does not prune.
///
/// Not inlined: otherwise the 11 KiB of cross-sets take stack in searches that do not compute them, too.
#[inline(never)]
fn plays_of_board<N: Nodes, M: Nodes, T: Tracer, S: Sink>(
    nodes: Traced<N, T>,
    walker: RunWalker<'_, M>,
    algorithm: Algorithm,
    automaton: Automaton,
    position: &Position<'_>,
    sink: &mut S,
) -> ControlFlow<S::Break> {
    let mut cross_sets = CrossSets::new(position.rules());
    cross_sets.add_all(walker, position);
    plays(nodes, algorithm, automaton, position, &cross_sets, sink)
}

/// Emits every play that the sink does not prune. Takes the cross-sets from `cross_sets`.
pub(super) fn plays<N: Nodes, T: Tracer, S: Sink>(
    nodes: Traced<N, T>,
    algorithm: Algorithm,
    automaton: Automaton,
    position: &Position<'_>,
    cross_sets: &CrossSets,
    sink: &mut S,
) -> ControlFlow<S::Break> {
    match algorithm {
        Algorithm::EveryLine if cfg!(feature = "speed") => {
            bitboard::plays(nodes, automaton.root(), position, cross_sets, sink)
        }
        _ => plays_by_anchor::<SMALL_STACK, _, _, _>(
            nodes, automaton, position, cross_sets, None, sink,
        ),
    }
}

/// Emits the plays of one line. Emits nothing if the image lacks the algorithm's automaton.
#[inline(never)]
pub(super) fn plays_on_line(
    algorithm: Option<Algorithm>,
    scene: &Scene<'_>,
    line: Line,
    sink: &mut AllPlays<'_>,
) -> ControlFlow<()> {
    let (image, position) = (scene.image, scene.position);
    let automaton = match algorithm {
        Some(algorithm) => algorithm.automaton(image),
        // Prefers the GADDAG: over it, a search generates only left parts of words through the anchor.
        None => Automaton::for_cross_sets(image),
    };
    let Some(automaton) = automaton else {
        return ControlFlow::Continue(());
    };
    with_nodes!(image, |nodes| {
        let walker = RunWalker::new(nodes, automaton, scene.view);
        let nodes = Traced::new(nodes, ());
        let only = Some(line);
        match scene.cross_sets {
            Some(sets) => plays_by_anchor::<SMALL_STACK, _, _, _>(
                nodes, automaton, position, sets, only, sink,
            ),
            None => plays_by_anchor::<SMALL_STACK, _, _, _>(
                nodes, automaton, position, &walker, only, sink,
            ),
        }
    })
}

/// Emits the plays from each anchor: of the line `only`, or of all lines if it is `None`. Does not recurse if `SMALL`.
///
/// Not inlined: otherwise its variables take stack once for each node store.
#[inline(never)]
pub(super) fn plays_by_anchor<const SMALL: bool, N: Nodes, T: Tracer, S: Sink>(
    nodes: Traced<N, T>,
    automaton: Automaton,
    position: &Position<'_>,
    cross_sets: &impl CrossSetSource,
    only: Option<Line>,
    sink: &mut S,
) -> ControlFlow<S::Break> {
    let scoring = Scoring::new(position.rules());
    let tiles = position.rules().tiles();
    let rack = RackState::new(position.rack(), tiles);
    let mut levels = Levels::EMPTY;
    let mut line_state = LineState::EMPTY;
    let is_opening = position.board().is_empty();
    let root = nodes.node(automaton.root());
    for direction in directions(position) {
        for line in position.board().dimensions().lines(direction) {
            if only.is_some_and(|only| only != line) {
                continue;
            }
            if !cross_sets.set_line(&mut line_state, position, line) {
                continue;
            }
            let has_anchors = !(line_state.taken | line_state.crossed).is_empty();
            if !is_opening && !has_anchors {
                continue;
            }
            // Copying the rack's state takes fewer instructions; computing it again takes less stack.
            let rack = if SMALL {
                RackState::new(position.rack(), tiles)
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

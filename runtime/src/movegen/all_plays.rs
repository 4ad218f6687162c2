//! All plays of a position, by any algorithm.

use core::ops::ControlFlow;

use lexc_formats::Image;
use lexc_formats::raw::node::Nodes;

use super::algorithm::Algorithm;
use super::cross_checks::{CrossChecks, LineByLine, LineCheck};
use super::cross_words::Walker;
use super::every_line;
use super::hand::Hand;
use super::levels::{Levels, SMALL_CODE, SMALL_STACK};
use super::line::LineState;
use super::search::{Emit, FACES, Scoring, Search, Visit};
use super::starts::{Start, Starts, directions, opening};
use super::trace::{Traced, Tracer};
use crate::game::position::Position;
use crate::lexicon::automaton::Automaton;
use crate::lexicon::with_nodes;

/// Position to generate plays for, and the image whose words they form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'s> {
    pub(super) image: &'s Image<'s>,
    pub(super) position: &'s Position<'s>,
    /// Cross-sets, if the position keeps them.
    pub(super) cross_sets: Option<&'s CrossChecks>,
}

/// Emits every play by an algorithm. Inlined, so that a program that names its algorithm has no other one in it.
#[inline(always)]
pub(super) fn all_plays(
    algorithm: Algorithm,
    scene: &Scene<'_>,
    emit: &mut Emit<'_>,
) -> ControlFlow<()> {
    match algorithm {
        Algorithm::Dawg => by_dawg(scene, emit),
        Algorithm::Gaddag => by_gaddag(scene, emit),
        Algorithm::EveryLine => by_every_line(scene, emit),
    }
}

#[inline(never)]
fn by_dawg(scene: &Scene<'_>, emit: &mut Emit<'_>) -> ControlFlow<()> {
    all_plays_traced((), Algorithm::Dawg, scene, emit)
}

#[inline(never)]
fn by_gaddag(scene: &Scene<'_>, emit: &mut Emit<'_>) -> ControlFlow<()> {
    all_plays_traced((), Algorithm::Gaddag, scene, emit)
}

#[inline(never)]
fn by_every_line(scene: &Scene<'_>, emit: &mut Emit<'_>) -> ControlFlow<()> {
    all_plays_traced((), Algorithm::EveryLine, scene, emit)
}

/// Emits every play, and reports each step to a tracer. Emits nothing if the image lacks the automaton.
#[inline(always)]
pub(super) fn all_plays_traced<T: Tracer>(
    tracer: T,
    algorithm: Algorithm,
    scene: &Scene<'_>,
    emit: &mut Emit<'_>,
) -> ControlFlow<()> {
    let (image, position) = (scene.image, scene.position);
    let Some(automaton) = algorithm.automaton(image) else {
        return ControlFlow::Continue(());
    };
    // A GADDAG gives cross-sets in fewer steps. The search over the DAWG alone is measured as in an image without one.
    let crosses = match algorithm {
        Algorithm::Dawg => automaton,
        Algorithm::Gaddag | Algorithm::EveryLine => {
            Automaton::for_cross_sets(image).unwrap_or(automaton)
        }
    };
    with_nodes!(image, |nodes| {
        let packing = Traced::new(nodes, tracer);
        let walker = Walker::new(nodes, crosses);
        if let Some(checks) = scene.cross_sets {
            plays(packing, algorithm, automaton, position, checks, emit)
        } else if SMALL_STACK && (SMALL_CODE || algorithm != Algorithm::EveryLine) {
            generate(packing, automaton, position, &LineByLine::new(walker), emit)
        } else {
            plays_of_board(packing, walker, algorithm, automaton, position, emit)
        }
    })
}

/// Visits the plays of a position by an algorithm over its automaton, after the cross-checks of the whole board.
///
/// Not inlined: those are on the stack, where they would take room even without them.
#[inline(never)]
fn plays_of_board<P: Nodes, Q: Nodes, T: Tracer, V: Visit>(
    packing: Traced<P, T>,
    walker: Walker<Q>,
    algorithm: Algorithm,
    automaton: Automaton,
    position: &Position<'_>,
    visit: &mut V,
) -> ControlFlow<V::Break> {
    let mut checks = CrossChecks::new(position.rules());
    checks.add_all(walker, position);
    plays(packing, algorithm, automaton, position, &checks, visit)
}

/// Visits the plays of a position whose cross-checks are known, by an algorithm over its automaton.
pub(super) fn plays<P: Nodes, T: Tracer, V: Visit>(
    packing: Traced<P, T>,
    algorithm: Algorithm,
    automaton: Automaton,
    position: &Position<'_>,
    checks: &CrossChecks,
    visit: &mut V,
) -> ControlFlow<V::Break> {
    match algorithm {
        Algorithm::EveryLine if !SMALL_CODE => {
            every_line::plays(packing, automaton.root(), position, checks, visit)
        }
        _ => generate(packing, automaton, position, checks, visit),
    }
}

/// Visits the plays from each start of each line.
///
/// Not inlined: otherwise what it keeps on the stack is there once for each width of nodes.
#[inline(never)]
fn generate<P: Nodes, T: Tracer, V: Visit>(
    packing: Traced<P, T>,
    automaton: Automaton,
    position: &Position<'_>,
    checks: &impl LineCheck,
    visit: &mut V,
) -> ControlFlow<V::Break> {
    let scoring = Scoring::new(position.rules());
    let hand = Hand::new(position.rack());
    let mut levels = Levels::NONE;
    let mut state = LineState::EMPTY;
    let is_opening = position.board().is_empty();
    let root = packing.node(automaton.root());
    for direction in directions(position, is_opening) {
        for line in position.board().dimensions().lines(direction) {
            if !checks.set_line(&mut state, position, line) {
                continue;
            }
            if !is_opening && state.taken | state.crossed == 0 {
                continue;
            }
            let line = &state;
            let mut search = Search {
                packing,
                line,
                scoring: &scoring,
                // A copy takes fewer instructions; a new one, less of the stack.
                hand: if SMALL_STACK {
                    Hand::new(position.rack())
                } else {
                    hand.clone()
                },
                start: Start::NONE,
                placed_tiles: [None; FACES],
                blank_place: 0,
                levels: &mut levels,
                visit: &mut *visit,
            };
            let opening = is_opening.then(|| opening(position, line.line)).flatten();
            for start in Starts::new(line.taken, line.crossed).chain(opening) {
                search.start = start;
                packing.tracer.anchor();
                match automaton {
                    Automaton::Gaddag(_) => search.gaddag_plays(root)?,
                    Automaton::Dawg(_) => search.dawg_plays(root)?,
                }
            }
        }
    }
    ControlFlow::Continue(())
}

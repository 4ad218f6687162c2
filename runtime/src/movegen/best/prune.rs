//! The search for the best plays and moves, which prunes anchors, spans and plays by their bounds.

use core::ops::ControlFlow;

use lexc_formats::Image;
use lexc_formats::raw::node::Nodes;

use super::bingo_filter::BingoFilter;
use super::bound::Bounds;
use super::equity::{ByEquity, ByScore, Evaluator, LeaveValues};
use super::look_up::Scratch;
use super::pruner::Pruner;
use super::sums::RackValues;
use crate::game::candidate::Candidate;
use crate::game::leaves::Leaves;
use crate::game::play::Play;
use crate::game::position::Position;
use crate::lexicon::automaton::Automaton;
use crate::lexicon::with_nodes;
use crate::movegen::algorithm::Algorithm;
use crate::movegen::all_plays::{Scene, all_plays, plays};
use crate::movegen::cross_set::{CrossSets, RunWalker};
use crate::movegen::partial_score::Scoring;
use crate::movegen::rack_state::{ALL_PAIRS, NO_PAIRS, RackState};
use crate::movegen::search::Search;
use crate::movegen::sink::AllPlays;
use crate::movegen::tracer::Traced;

/// Puts the best plays into the slots, best first. Returns the number of plays put there.
#[inline(never)]
pub(in crate::movegen) fn top_plays(
    algorithm: Option<Algorithm>,
    scene: &Scene<'_>,
    slots: &mut [Option<Play>],
) -> usize {
    let rack = RackValues::new(scene.position);
    let mut evaluator = ByScore::new(slots, scene.in_view());
    search(algorithm, scene, &rack, &mut evaluator);
    evaluator.finish()
}

/// Puts the best of all plays, exchanges and the pass into the slots, best first. Returns the number of moves put there.
#[inline(never)]
pub(in crate::movegen) fn top_moves(
    algorithm: Option<Algorithm>,
    scene: &Scene<'_>,
    bag_len: usize,
    leaves: &dyn Leaves,
    slots: &mut [Option<Candidate>],
) -> usize {
    let rack = RackValues::new(scene.position);
    let values = LeaveValues::new(scene.position, &rack, leaves);
    let is_single = slots.len() == 1;
    let mut evaluator = ByEquity::new(&values, slots, scene.in_view());
    // For a single best move, one exchange gives the search its threshold. After the search, few others reach it.
    let is_first = is_single && cfg!(feature = "speed");
    evaluator.offer_exchanges(scene.position, bag_len, is_first);
    search(algorithm, scene, &rack, &mut evaluator);
    if is_first {
        evaluator.offer_last_exchanges(scene.position, bag_len);
    }
    evaluator.finish_with_pass()
}

/// Fastest algorithm for the best play: usually the pruned search over the GADDAG. Chooses the search of all lines at
/// once for an image without a GADDAG and, if the rack has no blank, for an image with both automata but no anagram
/// filter.
pub(super) fn fastest(image: &Image<'_>, position: &Position<'_>) -> Algorithm {
    match (image.gaddag(), image.dawg()) {
        (Some(_), Some(_)) if image.anagram_filter().is_none() && position.rack().blanks() == 0 => {
            Algorithm::EveryLine
        }
        (Some(_), _) => Algorithm::Gaddag,
        (None, _) => Algorithm::EveryLine,
    }
}

/// Offers the evaluator all plays that may be among the best; none if the image lacks the automaton.
fn search(
    algorithm: Option<Algorithm>,
    scene: &Scene<'_>,
    rack: &RackValues,
    evaluator: &mut impl Evaluator,
) {
    if !cfg!(feature = "speed") {
        return search_all(algorithm, scene, evaluator);
    }
    let algorithm = algorithm.unwrap_or_else(|| fastest(scene.image, scene.position));
    with_nodes!(scene.image, |nodes| match scene.cross_sets {
        Some(cross_sets) => search_in(nodes, algorithm, scene, rack, cross_sets, evaluator),
        None => search_fresh(nodes, algorithm, scene, rack, evaluator),
    });
}

/// Offers the evaluator all plays, for small programs: the pruned search takes as much code as all other searches together.
fn search_all(algorithm: Option<Algorithm>, scene: &Scene<'_>, evaluator: &mut impl Evaluator) {
    let algorithm = algorithm.unwrap_or_else(|| Algorithm::fastest(scene.image));
    let mut offer = |play: &Play| {
        evaluator.offer(play);
        ControlFlow::Continue(())
    };
    // The visitor never breaks.
    let _ = all_plays(algorithm, scene, &mut AllPlays(&mut offer));
}

/// Computes the cross-sets of the whole board, and calls [`search_in`].
///
/// Not inlined: otherwise the cross-sets take stack once for each node store.
#[inline(never)]
fn search_fresh<N: Nodes>(
    nodes: N,
    algorithm: Algorithm,
    scene: &Scene<'_>,
    rack: &RackValues,
    evaluator: &mut impl Evaluator,
) {
    if let Some(automaton) = Automaton::for_cross_sets(scene.image) {
        let mut cross_sets = CrossSets::new(scene.position.rules());
        let walker = RunWalker::new(nodes, automaton, scene.view);
        cross_sets.add_all(walker, scene.position);
        search_in(nodes, algorithm, scene, rack, &cross_sets, evaluator);
    }
}

/// [`search`], with the nodes of the image and the cross-sets.
fn search_in<N: Nodes>(
    nodes: N,
    algorithm: Algorithm,
    scene: &Scene<'_>,
    rack: &RackValues,
    cross_sets: &CrossSets,
    evaluator: &mut impl Evaluator,
) {
    let (image, position) = (scene.image, scene.position);
    let Some(automaton) = algorithm.automaton(image) else {
        return;
    };
    if algorithm == Algorithm::EveryLine {
        let nodes = Traced::new(nodes, ());
        let mut pruner = Pruner::new(rack, evaluator).with_all_spans();
        // The pruner never breaks.
        let _ = plays(
            nodes,
            algorithm,
            automaton,
            position,
            cross_sets,
            &mut pruner,
        );
    } else {
        search_anchors(nodes, automaton, scene, rack, cross_sets, evaluator);
    }
}

/// Searches from the anchors, with the bounds that the image allows.
///
/// Not inlined: otherwise the bounds and the queue take stack in the search of all lines at once, too.
#[inline(never)]
fn search_anchors<N: Nodes>(
    nodes: N,
    automaton: Automaton,
    scene: &Scene<'_>,
    rack: &RackValues,
    cross_sets: &CrossSets,
    evaluator: &mut impl Evaluator,
) {
    let position = scene.position;
    let filter = BingoFilter::new(scene.image, position);
    let bounds = Bounds::new(rack, filter.as_ref(), None);
    let mut scratch = Scratch::new(scene.image, position.rack());
    search_within(
        nodes,
        automaton,
        position,
        cross_sets,
        bounds,
        &mut scratch,
        evaluator,
    );
}

/// Searches from the anchors, in descending order of bound.
#[inline]
pub(super) fn search_within<N: Nodes>(
    nodes: N,
    automaton: Automaton,
    position: &Position<'_>,
    cross_sets: &CrossSets,
    mut bounds: Bounds<'_>,
    scratch: &mut Scratch<'_>,
    evaluator: &mut impl Evaluator,
) {
    let Scratch { queue, look_ups } = scratch;
    queue.add_all(&mut bounds, position, cross_sets, evaluator);

    let scoring = Scoring::new(position.rules());
    let rack = RackState::new(position.rack(), position.rules().tiles());
    let root = nodes.node(automaton.root());
    while let Some(entry) = queue.pop() {
        if entry.bound() < evaluator.threshold() {
            return;
        }
        let line = entry.line();
        let Some(sets) = cross_sets.line(line) else {
            continue;
        };
        bounds.set_line(position, line, sets);
        let mut pruner = Pruner::new(bounds.rack, evaluator);
        if entry.are_bingos()
            && let Some(look_ups) = look_ups
            && look_ups.pays(&mut bounds, entry, |bounds, span| {
                pruner.allows_bingos(bounds, *span)
            })
        {
            pruner.fewest = 0;
            let mut search = Search::new(nodes, &bounds.line, &scoring, rack.clone(), &mut pruner);
            // The pruner never breaks.
            let _ = look_ups.look_up(&mut search, automaton, &bounds);
            continue;
        }
        let restricts_pairs = rack.blanks == 2 && entry.are_bingos();
        let mut pairs = restricts_pairs.then_some(NO_PAIRS);
        let (anchor, blanks, letters) =
            pruner.allow_spans(&mut bounds, entry, rack.has_blank(), pairs.as_mut());
        if pruner.fewest == u32::MAX {
            continue;
        }
        let pairs = pairs.as_ref().unwrap_or(&ALL_PAIRS);
        let mut search = Search::new(nodes, &bounds.line, &scoring, rack.clone(), &mut pruner);
        search.anchor = anchor;
        search.rack.restrict_blanks(blanks, letters, pairs);
        // The pruner never breaks.
        let _ = match automaton {
            Automaton::Gaddag(_) => search.gaddag_plays(root),
            Automaton::Dawg(_) => search.dawg_plays(root),
        };
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::vec;
    use std::vec::Vec;

    use lexc_formats::raw::node::{FastNodes, NodeRef};
    use lexc_formats::{PlacedTile, Tile};

    use super::*;
    use crate::game::board::Board;
    use crate::game::rack::Rack;
    use crate::game::rules::Rules;
    use crate::movegen::in_view::InView;
    use crate::notation::cgp::Cgp;
    use crate::testing::{Counted, EVERY_STRING, english, yes_to_everything};

    /// Every string of the tiles A to D is a word, and every full rack may be a bingo. The search for the best plays follows no
    /// more edges than the search for all plays, or at most twice as many if bingos are queued separately.
    #[test]
    fn best_plays_take_at_most_twice_the_steps_of_all_plays() {
        let nodes = FastNodes::<1>::without_codes(&EVERY_STRING);
        let gaddag = Automaton::Gaddag(NodeRef::from_unit(12));
        let bytes = yes_to_everything();
        let image = Image::open(&bytes, lexc_formats::Checks::Bounds).unwrap();
        let alphabet = english();
        let tiles: Vec<_> = (1..=4).filter_map(Tile::new).collect();
        let mut above_all = 0;
        for (rack, seed) in ["ABCD", "AABB", "ABC?", "CD??", "AAA"]
            .into_iter()
            .zip(1_usize..)
        {
            let rack = Rack::parse(rack, alphabet).unwrap();
            // Every play scores 0, so no bound prunes an anchor.
            let rules = Rules::standard(alphabet).with_rack_size(4);
            let mut rules = rules.with_bingo_bonus(0);
            for tile in rules.tiles() {
                rules = rules.with_value(tile, 0);
            }
            for every in [1, 2, 3, 5, 11, 40, 225] {
                let mut board = Board::new(rules.layout().dimensions());
                for (index, square) in board.dimensions().squares().enumerate() {
                    if index % every == seed % every && every > 1 {
                        let tile = tiles[(index + seed) % tiles.len()];
                        board.set(square, Some(PlacedTile::letter(tile))).unwrap();
                    }
                }
                let position = Position::try_new(board, rack, &rules).unwrap();
                let mut cross_sets = CrossSets::new(&rules);
                cross_sets.add_all(RunWalker::new(nodes, gaddag, None), &position);

                let all = Cell::new(0);
                let counted = Counted {
                    inner: nodes,
                    edges: &all,
                };
                let _ = plays(
                    Traced::new(counted, ()),
                    Algorithm::Gaddag,
                    gaddag,
                    &position,
                    &cross_sets,
                    &mut AllPlays(&mut |_| ControlFlow::Continue(())),
                );
                for with_filter in [false, true] {
                    let filter = with_filter
                        .then(|| BingoFilter::new(&image, &position))
                        .flatten();
                    let limit = all.get() * (1 + usize::from(filter.is_some()));
                    let edges = Cell::new(0);
                    let counted = Counted {
                        inner: nodes,
                        edges: &edges,
                    };
                    let mut best = [None; 1_000];
                    let mut evaluator = ByScore::new(&mut best, InView::default());
                    let mut scratch = Scratch::new(&image, position.rack());
                    search_within(
                        counted,
                        gaddag,
                        &position,
                        &cross_sets,
                        Bounds::new(&RackValues::new(&position), filter.as_ref(), None),
                        &mut scratch,
                        &mut evaluator,
                    );
                    assert!(
                        edges.get() <= limit,
                        "{rack:?}, a tile on one of {every} squares: {} edges, limit {limit}",
                        edges.get()
                    );
                    above_all += usize::from(edges.get() > all.get());
                }
            }
        }
        assert!(above_all > 0);
    }

    #[test]
    fn all_plays_and_the_pruned_search_keep_the_same_plays() {
        let bytes = include_bytes!("../../../examples/care.gaddag");
        let image = Image::from_bytes(bytes).unwrap();
        let rules = Rules::standard(image.alphabet());
        let cgp = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 ACES??/";
        let cgp = Cgp::parse(cgp, image.alphabet()).unwrap();
        let scene = Scene {
            image: &image,
            view: None,
            position: &cgp.position(&rules).unwrap(),
            cross_sets: None,
        };
        for slots in [0, 1, 7, 100, 5000] {
            let [mut pruned, mut all] = [(); 2].map(|()| vec![None; slots]);
            let len = top_plays(Some(Algorithm::Gaddag), &scene, &mut pruned);
            let mut evaluator = ByScore::new(&mut all, InView::default());
            search_all(Some(Algorithm::Gaddag), &scene, &mut evaluator);
            assert_eq!((evaluator.finish(), all), (len, pruned));
            assert!(len == slots || len > 100);
        }
    }
}

//! Search for the best plays and moves, from the anchor with the highest bound down.

use core::ops::ControlFlow;

use lexc_formats::Image;
use lexc_formats::raw::node::Nodes;

use super::bingo_filter::BingoFilter;
use super::equity::{ByEquity, ByScore, Evaluator};
use super::line_bounds::LineBounds;
use super::pruner::Pruner;
use super::queue::AnchorQueue;
use super::rack_values::RackValues;
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
use crate::movegen::rack_state::RackState;
use crate::movegen::search::Search;
use crate::movegen::sink::AllPlays;
use crate::movegen::tracer::Traced;

/// Puts the best plays into the slots, best first. Returns their number.
#[inline(never)]
pub(in crate::movegen) fn top_plays(
    algorithm: Option<Algorithm>,
    scene: &Scene<'_>,
    slots: &mut [Option<Play>],
) -> usize {
    let mut evaluator = ByScore::new(slots);
    search(algorithm, scene, &mut evaluator);
    evaluator.finish()
}

/// Puts the best plays, exchanges and the pass into the slots, best first. Returns their number.
#[inline(never)]
pub(in crate::movegen) fn top_moves(
    algorithm: Option<Algorithm>,
    scene: &Scene<'_>,
    bag_len: usize,
    leaves: &dyn Leaves,
    slots: &mut [Option<Candidate>],
) -> usize {
    let mut evaluator = ByEquity::new(scene.position, bag_len, leaves, slots);
    search(algorithm, scene, &mut evaluator);
    evaluator.finish()
}

/// Fastest algorithm for the best play: with the anagram filter or a blank, the search over the GADDAG; otherwise all plays
/// at once take no more time.
fn fastest(image: &Image<'_>, position: &Position<'_>) -> Algorithm {
    match (image.gaddag(), image.dawg()) {
        (Some(_), Some(_)) if image.anagram_filter().is_none() && position.rack().blanks() == 0 => {
            Algorithm::EveryLine
        }
        (Some(_), _) => Algorithm::Gaddag,
        (None, _) => Algorithm::EveryLine,
    }
}

/// Offers the evaluator all plays. The pruned search takes as much code as all others together.
fn search_all(algorithm: Option<Algorithm>, scene: &Scene<'_>, evaluator: &mut impl Evaluator) {
    let algorithm = algorithm.unwrap_or_else(|| Algorithm::fastest(scene.image));
    let mut offer = |play: &Play| {
        evaluator.offer(play);
        ControlFlow::Continue(())
    };
    // The visitor never breaks.
    let _ = all_plays(algorithm, scene, &mut AllPlays(&mut offer));
}

/// Offers the evaluator all plays that may be among the best; none if the image lacks the automaton.
fn search(algorithm: Option<Algorithm>, scene: &Scene<'_>, evaluator: &mut impl Evaluator) {
    if !cfg!(feature = "speed") {
        return search_all(algorithm, scene, evaluator);
    }
    let (image, position) = (scene.image, scene.position);
    let algorithm = algorithm.unwrap_or_else(|| fastest(image, position));
    let (Some(automaton), Some(crosses)) =
        (algorithm.automaton(image), Automaton::for_cross_sets(image))
    else {
        return;
    };
    with_nodes!(image, |nodes| match scene.cross_sets {
        Some(cross_sets) => search_in(nodes, algorithm, automaton, scene, cross_sets, evaluator),
        None => {
            let walker = RunWalker::new(nodes, crosses);
            search_fresh(nodes, walker, algorithm, automaton, scene, evaluator);
        }
    });
}

/// [`search_in`], after the cross-sets of the whole board.
///
/// Not inlined: otherwise the cross-sets take stack once for each node store.
#[inline(never)]
fn search_fresh<N: Nodes>(
    nodes: N,
    walker: RunWalker<N>,
    algorithm: Algorithm,
    automaton: Automaton,
    scene: &Scene<'_>,
    evaluator: &mut impl Evaluator,
) {
    let mut cross_sets = CrossSets::new(scene.position.rules());
    cross_sets.add_all(walker, scene.position);
    search_in(nodes, algorithm, automaton, scene, &cross_sets, evaluator);
}

/// [`search`], with the nodes of the image and the cross-sets.
fn search_in<N: Nodes>(
    nodes: N,
    algorithm: Algorithm,
    automaton: Automaton,
    scene: &Scene<'_>,
    cross_sets: &CrossSets,
    evaluator: &mut impl Evaluator,
) {
    let position = scene.position;
    let rack = RackValues::new(position.rack(), position.rules());
    if algorithm == Algorithm::EveryLine {
        let nodes = Traced::new(nodes, ());
        let mut pruner = Pruner::anywhere(&rack, evaluator);
        // Never breaks.
        let _ = plays(
            nodes,
            algorithm,
            automaton,
            position,
            cross_sets,
            &mut pruner,
        );
    } else {
        let filter = BingoFilter::new(scene.image, position);
        search_anchors(
            nodes, automaton, position, cross_sets, &rack, filter, evaluator,
        );
    }
}

/// Searches from the anchors, the highest bound first.
///
/// Not inlined: otherwise the queue takes stack for the search of every line, too.
#[inline(never)]
fn search_anchors<N: Nodes>(
    nodes: N,
    automaton: Automaton,
    position: &Position<'_>,
    cross_sets: &CrossSets,
    rack: &RackValues,
    bingo_filter: Option<BingoFilter<'_>>,
    evaluator: &mut impl Evaluator,
) {
    let mut bounds = LineBounds::new(rack, bingo_filter);
    let mut queue = AnchorQueue::EMPTY;
    queue.add_all(&mut bounds, position, cross_sets, evaluator);

    let scoring = Scoring::new(position.rules());
    let rack_state = RackState::new(position.rack());
    let root = nodes.node(automaton.root());
    while let Some(entry) = queue.pop() {
        if entry.bound() < evaluator.threshold() {
            return;
        }
        let Some((line, sets)) = entry
            .line()
            .and_then(|line| Some((line, cross_sets.line(line)?)))
        else {
            continue;
        };
        bounds.set_line(position, line, sets);
        let (anchor, blank_letters, mut pruner) = Pruner::new(&mut bounds, entry, evaluator);
        let mut search = Search::new(
            nodes,
            &bounds.line,
            &scoring,
            rack_state.clone(),
            &mut pruner,
        );
        search.anchor = anchor;
        if let Some(letters) = blank_letters {
            search.rack.restrict_blanks(letters);
        }
        // Never breaks.
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
    use crate::notation::cgp::Cgp;
    use crate::testing::{Counted, EVERY_STRING, english, yes_to_everything};

    /// Every string of the tiles A to D is a word, and every full rack may be a bingo. The best plays follow no more edges than
    /// all plays, and at most twice as many if bingos are queued by themselves.
    #[test]
    fn steps_of_best_plays() {
        let nodes = FastNodes::<1>::without_codes(&EVERY_STRING);
        let gaddag = Automaton::Gaddag(NodeRef::from_unit(12));
        let bytes = yes_to_everything();
        let image = Image::from_bytes_unvalidated(&bytes).unwrap();
        let alphabet = english();
        let tiles: Vec<_> = (1..=4).filter_map(Tile::new).collect();
        let mut apart = 0;
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
                cross_sets.add_all(RunWalker::new(nodes, gaddag), &position);

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
                let values = RackValues::new(&rack, &rules);
                for with_filter in [false, true] {
                    let filter = with_filter
                        .then(|| BingoFilter::new(&image, &position))
                        .flatten();
                    let most = all.get() * (1 + usize::from(filter.is_some()));
                    let edges = Cell::new(0);
                    let counted = Counted {
                        inner: nodes,
                        edges: &edges,
                    };
                    let mut best = [None; 1_000];
                    let mut evaluator = ByScore::new(&mut best);
                    search_anchors(
                        counted,
                        gaddag,
                        &position,
                        &cross_sets,
                        &values,
                        filter,
                        &mut evaluator,
                    );
                    assert!(
                        edges.get() <= most,
                        "{rack:?}, one of {every}: {} of {most}",
                        edges.get()
                    );
                    apart += usize::from(edges.get() > all.get());
                }
            }
        }
        assert!(apart > 0);
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
            position: &cgp.position(&rules).unwrap(),
            cross_sets: None,
        };
        for slots in [0, 1, 7, 100, 5000] {
            let [mut pruned, mut all] = [(); 2].map(|()| vec![None; slots]);
            let len = top_plays(Some(Algorithm::Gaddag), &scene, &mut pruned);
            let mut evaluator = ByScore::new(&mut all);
            search_all(Some(Algorithm::Gaddag), &scene, &mut evaluator);
            assert_eq!((evaluator.finish(), all), (len, pruned));
            assert!(len == slots || len > 100);
        }
    }
}

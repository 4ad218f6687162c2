//! The best plays and moves, without all of them: the most promising start first.
//!
//! What the plays from a start can score at most is known before the search ([`bound`](super::bound)). So the starts are
//! searched from the highest bound down, until the next bound is below the last of the plays that are held: no other
//! start can change them. A play that equals the last one in worth may still come before it in the order of ranking, so
//! what equals it is searched.
//!
//! The search from a start is bounded in the same way. Each number of tiles to the left and to the right has a bound of
//! its own; where no such way with a tile more on one side is good enough, the search does not go on to that side, and
//! plays of fewer tiles than any good enough way has are not even looked at.
//!
//! Any start with enough room could have a bingo that beats all other plays, and most steps would be those that it takes
//! to find that there is none. So an image has a filter that knows beforehand ([`bingos`](super::bingos)): what is left of
//! the bingos of a start is a prospect of its own, with the letters that blanks stand for. Without the filter every line at
//! once, which is no search from starts, has all plays of a rack without a blank as soon.
//!
//! Tried, and left out, as they took more than they saved:
//!
//! - the bound of each way by the exact best assignment of the rack's tiles to its premium squares, except for bingos, of
//!   which few are left; and fewer tiles on squares where only a high one would do (8 % fewer steps from the starts, 13 %
//!   more for everything else);
//! - each bingo as a prospect of its own: the same left parts are walked for each (7 % more nodes visited);
//! - the filter asked about fewer tiles too, with what it answered kept by what is covered, a set of the rack's selections as
//!   bits of one number, and only about those of enough value: 780 nodes a position become 560 without a blank, and 3,500
//!   become 2,500 with one. What is not visited is what lies in the cache; time is the same to within 2 %;
//! - a search from a start with no other selections of tiles than those which may make a word (400 and 1,700 nodes): a
//!   tenth slower. The same with the start put back if another is worth more after that look: no gain;
//! - a bound for each node that is visited, of what can still be placed: 12 % fewer nodes, even if the bound is exact and
//!   costs nothing. If the best score were known beforehand, 7 % fewer; with both, 21 %;
//! - every line at once, in the places of the ways that may score enough alone: 500 edges a position instead of 780 without
//!   a blank, and 2,400 instead of 3,500 with one, for more time than they take, before all else that it needs;
//! - to go on only where a word can still have as many tiles as the best ways need: no node less;
//! - nodes in the order of how often they are visited, even if that is known beforehand: the same time, though a
//!   cache of 1 MB would miss three of five heads less. Nor larger pages of memory;
//! - to read a node without a branch for inline references: the same time, with 7 % fewer mispredicted branches;
//! - a pass over the children of a node before any of them is gone on to, so that they are fetched together: 5 % slower. To
//!   read the next one before one is searched is 5 % faster, and to read the first to the left before the search goes to the
//!   right is not; to read what comes after the separator with it is 4 % slower;
//! - the exact assignment, with what fits where, and the filter asked about one or two tiles fewer, only for the starts that
//!   are searched: 5 and 6 % fewer nodes, in the same time;
//! - no start whose plays would all rank after the last one held, where the bound is just as high: 2 % fewer nodes;
//! - no blanks where a play with one can't be enough: no fewer nodes;
//! - a start's nodes level by level, with all that was placed on the way noted in each: a quarter fewer mispredicted
//!   branches, and 10 % slower for all that has to be noted;
//! - scores counted where a play is delivered and not on the way, or the node after the separator read without a branch:
//!   1 to 2 % slower;
//! - the states and the sums of all lines, kept for the searches: 2 to 3 % faster, for 55 KB more of the stack;
//! - bingos over the DAWG, a third of the misses of a cache of 1 MB less with a blank, and a fifth more instructions.

use core::convert::Infallible;
use core::ops::ControlFlow;

use lexc_formats::Image;
use lexc_formats::raw::node::Nodes;

use super::algorithm::Algorithm;
use super::all_plays::{Scene, plays};
use super::bingos::Bingos;
use super::bound::{RackValues, Way};
use super::cross_checks::CrossChecks;
use super::cross_words::Walker;
use super::hand::Hand;
use super::judge::{ByEquity, ByScore, Judge};
use super::levels::Levels;
use super::line::PLACES;
use super::prospects::{Outlook, Prospect, Prospects};
use super::search::{FACES, Scoring, Search, Visit};
use super::starts::Start;
use super::trace::Traced;
use crate::game::candidate::Candidate;
use crate::game::leaves::Leaves;
use crate::game::play::Play;
use crate::game::position::Position;
use crate::lexicon::automaton::Automaton;
use crate::lexicon::with_nodes;

/// Puts the best plays into the slots, best first, and returns how many there are.
#[inline(never)]
pub(super) fn top_plays(
    algorithm: Option<Algorithm>,
    scene: &Scene<'_>,
    slots: &mut [Option<Play>],
) -> usize {
    let mut judge = ByScore::new(slots);
    search(algorithm, scene, &mut judge);
    judge.finish()
}

/// Puts the best plays, exchanges and the pass into the slots, best first, and returns how many there are.
#[inline(never)]
pub(super) fn top_moves(
    algorithm: Option<Algorithm>,
    scene: &Scene<'_>,
    bag_len: usize,
    leaves: &dyn Leaves,
    slots: &mut [Option<Candidate>],
) -> usize {
    let mut judge = ByEquity::new(scene.position, bag_len, leaves, slots);
    search(algorithm, scene, &mut judge);
    judge.finish()
}

/// Fastest algorithm for the best play: with the anagram filter or a blank, the search from the best anchors over the
/// GADDAG; otherwise all plays at once take no more time.
fn fastest(image: &Image<'_>, position: &Position<'_>) -> Algorithm {
    match (image.gaddag(), image.dawg()) {
        (Some(_), Some(_)) if image.anagram_filter().is_none() && position.rack().blanks() == 0 => {
            Algorithm::EveryLine
        }
        (Some(_), _) => Algorithm::Gaddag,
        (None, _) => Algorithm::EveryLine,
    }
}

/// Offers the judge the plays that may be among the best; none if the image lacks the automaton.
fn search(algorithm: Option<Algorithm>, scene: &Scene<'_>, judge: &mut impl Judge) {
    let (image, position) = (scene.image, scene.position);
    let algorithm = algorithm.unwrap_or_else(|| fastest(image, position));
    let (Some(automaton), Some(crosses)) =
        (algorithm.automaton(image), Automaton::for_cross_sets(image))
    else {
        return;
    };
    with_nodes!(image, |nodes| match scene.cross_sets {
        Some(checks) => search_in(nodes, algorithm, automaton, scene, checks, judge),
        None => {
            let walker = Walker::new(nodes, crosses);
            search_fresh(nodes, walker, algorithm, automaton, scene, judge);
        }
    });
}

/// [`search_in`], after the cross-checks of the whole board.
///
/// Not inlined: those are on the stack, once for each packing.
#[inline(never)]
fn search_fresh<P: Nodes>(
    nodes: P,
    walker: Walker<P>,
    algorithm: Algorithm,
    automaton: Automaton,
    scene: &Scene<'_>,
    judge: &mut impl Judge,
) {
    let mut checks = CrossChecks::new(scene.position.rules());
    checks.add_all(walker, scene.position);
    search_in(nodes, algorithm, automaton, scene, &checks, judge);
}

/// [`search`], in the nodes of an image, with cross-checks.
fn search_in<P: Nodes>(
    nodes: P,
    algorithm: Algorithm,
    automaton: Automaton,
    scene: &Scene<'_>,
    checks: &CrossChecks,
    judge: &mut impl Judge,
) {
    let position = scene.position;
    let rack = RackValues::new(position.rack(), position.rules());
    if algorithm == Algorithm::EveryLine {
        let packing = Traced::new(nodes, ());
        let mut wanted = Wanted::anywhere(&rack, judge);
        // Never breaks.
        let _ = plays(packing, algorithm, automaton, position, checks, &mut wanted);
    } else {
        let bingos = Bingos::new(scene.image, position);
        find(nodes, automaton, position, checks, &rack, bingos, judge);
    }
}

/// Searches from the starts, the most promising first.
///
/// Not inlined: its table is on the stack, where it would take room even for the search of every line at once.
#[inline(never)]
fn find<P: Nodes>(
    packing: P,
    automaton: Automaton,
    position: &Position<'_>,
    checks: &CrossChecks,
    rack: &RackValues,
    bingos: Option<Bingos<'_>>,
    judge: &mut impl Judge,
) {
    let mut outlook = Outlook::new(rack, bingos);
    let mut prospects = Prospects::NONE;
    prospects.add_all(&mut outlook, position, checks, judge);

    let scoring = Scoring::new(position.rules());
    let hand = Hand::new(position.rack());
    let mut levels = Levels::NONE;
    let root = packing.node(automaton.root());
    while let Some(prospect) = prospects.take_best() {
        if prospect.worth() < judge.needed() {
            return;
        }
        let Some((line, checks)) = prospect
            .line()
            .and_then(|line| Some((line, checks.line(line)?)))
        else {
            continue;
        };
        outlook.look_at(position, line, checks);
        let (start, blank_letters, mut wanted) = Wanted::new(&mut outlook, prospect, judge);
        let mut search = Search {
            packing,
            line: &outlook.line,
            scoring: &scoring,
            hand: hand.clone(),
            start,
            placed_tiles: [None; FACES],
            blank_place: 0,
            levels: &mut levels,
            visit: &mut wanted,
        };
        if let Some(letters) = blank_letters {
            search.hand.restrict_blanks(letters);
        }
        // Never breaks.
        let _ = match automaton {
            Automaton::Gaddag(_) => search.gaddag_plays(root),
            Automaton::Dawg(_) => search.dawg_plays(root),
        };
    }
}

/// Gets the plays from a start that may be among the best.
struct Wanted<'j, J> {
    judge: &'j mut J,
    /// For each place of a word's first tile, the last place to the right where a tile is of use.
    last: [u8; PLACES],
    /// The fewest tiles with which a play may be one of the best.
    fewest: u32,
    /// What a play must be worth.
    needed: i64,
    /// Whether a play can score more than with letters for its blanks.
    gains_by_blank: bool,
}

impl<'j, J: Judge> Wanted<'j, J> {
    /// Wherever the plays are.
    fn anywhere(rack: &RackValues, judge: &'j mut J) -> Wanted<'j, J> {
        Wanted {
            last: [u8::MAX; PLACES],
            fewest: 0,
            needed: judge.needed(),
            gains_by_blank: rack.gains_by_blank,
            judge,
        }
    }

    /// Also the start, with no more room to the left than is of use, and what alone it is of use that blanks stand for.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    fn new(
        outlook: &mut Outlook<'_, '_>,
        prospect: Prospect,
        judge: &'j mut J,
    ) -> (Start, Option<u64>, Wanted<'j, J>) {
        let needed = judge.needed();
        let rack = outlook.rack;
        let mut start = prospect.start(outlook.line.taken);
        let mut wanted = Wanted {
            judge,
            last: [0; PLACES],
            fewest: u32::MAX,
            needed,
            gains_by_blank: rack.gains_by_blank,
        };
        outlook.look_around(start);
        let mut stop = start.first;
        let mut blank_letters = None;
        let mut add = |wanted: &mut Wanted<'j, J>, way: &Way| {
            stop = stop.min(way.first);
            wanted.fewest = wanted.fewest.min(way.placed as u32);
            wanted.set_last(way.first, way.last);
        };
        if prospect.is_bingos() {
            let mut all_letters = 0;
            outlook.for_each_bingo(|way, letters| {
                if wanted.judge.worth(way.placed, way.score) >= needed {
                    add(&mut wanted, &way);
                    all_letters |= letters;
                }
            });
            blank_letters = Some(all_letters);
        } else {
            let is_longest_the_most = outlook.is_longest_the_most::<J>();
            outlook.for_each_way_but_bingos(|way| {
                let is_wanted = wanted.judge.worth(way.placed, way.score) >= needed;
                if is_wanted {
                    add(&mut wanted, &way);
                }
                is_wanted || !is_longest_the_most
            });
        }
        start.stop = stop;
        (start, blank_letters, wanted)
    }

    /// Has use for tiles up to a place, of words from another.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    fn set_last(&mut self, first: usize, last: usize) {
        if let Some(entry) = self.last.get_mut(first) {
            *entry = (*entry).max(last as u8);
        }
    }
}

impl<J: Judge> Visit for Wanted<'_, J> {
    type Break = Infallible;

    const IS_SPARSE: bool = true;

    #[inline(always)]
    fn reaches(&self, first: usize, place: usize) -> bool {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        let last = self.last[first & (PLACES - 1)];
        place <= usize::from(last)
    }

    #[inline(always)]
    fn wants_as_many(&self, placed: u32) -> bool {
        placed >= self.fewest
    }

    #[inline(always)]
    fn wants(&self, placed: u32, score: i32) -> bool {
        self.wants_as_many(placed)
            && (self.gains_by_blank || self.judge.worth(placed as usize, score) >= self.needed)
    }

    fn visit(&mut self, play: &Play) -> ControlFlow<Infallible> {
        self.judge.offer(play);
        self.needed = self.judge.needed();
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::vec::Vec;

    use lexc_formats::raw::node::{FastNodes, NodeRef};
    use lexc_formats::{PlacedTile, Tile};

    use super::super::search::Emit;
    use super::*;
    use crate::game::board::Board;
    use crate::game::rack::Rack;
    use crate::game::rules::Rules;
    use crate::testing::{Counted, EVERY_STRING, english, yes_to_everything};

    /// Every string of the tiles A to D is a word, and every full rack may be a bingo. The best plays take no more edges than
    /// all plays, and at most twice as many if bingos are searched apart from all else.
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
            // No play is worth anything, so that no bound leaves a start out.
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
                let mut checks = CrossChecks::new(&rules);
                checks.add_all(Walker::new(nodes, gaddag), &position);

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
                    &checks,
                    &mut Emit(&mut |_| ControlFlow::Continue(())),
                );
                let values = RackValues::new(&rack, &rules);
                for with_filter in [false, true] {
                    let bingos = with_filter
                        .then(|| Bingos::new(&image, &position))
                        .flatten();
                    let most = all.get() * (1 + usize::from(bingos.is_some()));
                    let edges = Cell::new(0);
                    let counted = Counted {
                        inner: nodes,
                        edges: &edges,
                    };
                    let mut best = [None; 1_000];
                    let mut judge = ByScore::new(&mut best);
                    find(
                        counted, gaddag, &position, &checks, &values, bingos, &mut judge,
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
}

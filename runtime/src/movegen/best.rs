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

use super::bingos::Bingos;
use super::bound::{RackValues, Way};
use super::cross_checks::CrossChecks;
use super::cross_words::Walker;
use super::hand::Hand;
use super::judge::{ByEquity, ByScore, Judge, pass};
use super::levels::Levels;
use super::line::PLACES;
use super::prospects::{Outlook, Prospect, Prospects};
use super::search::{FACES, Scoring, Search, Visit};
use super::starts::Start;
use super::trace::Traced;
use super::{Algorithm, plays};
use crate::candidate::Candidate;
use crate::leaves::Leaves;
use crate::lexicon::{Lexicon, with_nodes};
use crate::play::Play;
use crate::position::Position;
use crate::walk::Automaton;

/// The best play of the position: the first of all plays in the order of [`Play::best_first`]. `None` if there is no play.
///
/// It is found without generating all plays: see [`best_plays`].
///
/// ```
/// use lexc_runtime::{Cgp, Lexicon, Rules, best_play};
///
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let rules = Rules::standard(lexicon.alphabet());
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", lexicon.alphabet())?;
/// let position = cgp.position(&rules)?;
/// let best = best_play(&lexicon, &position);
/// let best = best.map(|play| play.display(position.board(), lexicon.alphabet()).to_string());
/// assert_eq!(best.as_deref(), Some("8D SCARE"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_play(lexicon: &Lexicon<'_>, position: &Position<'_>) -> Option<Play> {
    let mut best = [None];
    best_plays(lexicon, position, &mut best);
    let [play] = best;
    play
}

/// Puts the best plays of the position into the slots, best first, as many as there is room for: what sorting all plays
/// by [`Play::best_first`] would put first. Returns how many there are; the slots after them are `None`.
///
/// - **Which.** Uses the algorithm that is the fastest with this rack, of those that the image has the automaton for. The
///   result is the same with each, unless the image's filter of anagrams leaves words out: that is the one thing that
///   [`Lexicon::from_bytes`] takes on trust, and `lexc check` does not.
/// - **Cost.** No heap. Takes up to 64 KiB of the stack on boards of up to 15 rows and columns, and up to 96 KiB on
///   larger ones, whatever the algorithm; a small host keeps the best of [`for_each_play_by`](crate::for_each_play_by)
///   itself, in 4 KiB. The more slots there are, the more plays are generated on the way. With many
///   blanks there are very many plays, one for each way to place them, and no way to stop before the end.
///
/// ```
/// use lexc_runtime::{Cgp, Lexicon, Rules, best_plays};
///
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let rules = Rules::standard(lexicon.alphabet());
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", lexicon.alphabet())?;
/// let position = cgp.position(&rules)?;
/// let mut best = [None; 3];
/// assert_eq!(best_plays(&lexicon, &position, &mut best), 3);
/// let scores: Vec<i32> = best.iter().flatten().map(|play| play.score()).collect();
/// assert_eq!(scores, [16, 14, 12]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_plays(
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    best: &mut [Option<Play>],
) -> usize {
    let mut judge = ByScore::new(best);
    search(fastest(lexicon, position), lexicon, position, &mut judge);
    judge.finish()
}

/// As [`best_plays`], by the algorithm of the caller's choice; the plays are the same. [`Algorithm::EveryLine`] can't take
/// the most promising start first, and generates all of them.
///
/// Returns `None`, and leaves the slots as they are, if the image lacks the automaton that the algorithm walks.
pub fn best_plays_by(
    algorithm: Algorithm,
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    best: &mut [Option<Play>],
) -> Option<usize> {
    algorithm.automaton(lexicon.image())?;
    let mut judge = ByScore::new(best);
    search(algorithm, lexicon, position, &mut judge)?;
    Some(judge.finish())
}

/// The best of all plays, exchanges and the pass, by points and leave: the first in the order of
/// [`Candidate::best_first`]. As one can always pass, there is one.
///
/// `bag_len` is the number of tiles in the bag: with fewer than [`Rules::exchange_bag_len`](crate::Rules::exchange_bag_len)
/// there are no exchanges.
///
/// ```
/// use lexc_runtime::{Cgp, Lexicon, Move, Rack, Rules, best_move};
///
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let rules = Rules::standard(lexicon.alphabet());
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CEQS/ 0/0 0", lexicon.alphabet())?;
/// let position = cgp.position(&rules)?;
/// let q = lexicon.alphabet().placed_tile("Q").map(|placed_tile| placed_tile.tile());
/// let leaves = |kept: &Rack| if q.is_some_and(|q| kept.count(q) > 0) { -20_000 } else { 0 };
///
/// // SCARE for 16 points keeps the Q. While there are tiles in the bag, it is better to be rid of it.
/// let best = best_move(&lexicon, &position, 3, &leaves);
/// assert!(matches!(best.action, Move::Play(play) if play.score() == 16));
/// assert_eq!(best.equity, 16_000 - 20_000);
/// let best = best_move(&lexicon, &position, 80, &leaves);
/// assert!(matches!(best.action, Move::Exchange(tiles) if tiles.len() == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_move(
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    bag_len: usize,
    leaves: &(impl Leaves + ?Sized),
) -> Candidate {
    let mut best = [None];
    best_moves(lexicon, position, bag_len, leaves, &mut best);
    let [candidate] = best;
    candidate.unwrap_or_else(|| pass(position, leaves))
}

/// Puts the best plays, exchanges and the pass into the slots, best first, as many as there is room for: what sorting
/// them by [`Candidate::best_first`] would put first. Returns how many there are; the slots after them are `None`.
///
/// `bag_len` is the number of tiles in the bag, as in [`best_move`].
///
/// - **Exactness.** Whatever the leaves are worth, nothing is missed: what is left out can't score enough even with the
///   best leave of as many tiles as it keeps.
/// - **Cost.** Each leave of the rack is evaluated once, up to
///   [`MAX_TABULATED_LEAVES`](crate::MAX_TABULATED_LEAVES), and with more on the rack whenever a play or an exchange
///   comes up. The stack is that of [`best_plays`], and what the leaves take.
pub fn best_moves(
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    bag_len: usize,
    leaves: &(impl Leaves + ?Sized),
    best: &mut [Option<Candidate>],
) -> usize {
    let mut judge = ByEquity::new(position, bag_len, leaves, best);
    search(fastest(lexicon, position), lexicon, position, &mut judge);
    judge.finish()
}

/// As [`best_moves`], by the algorithm of the caller's choice, as in [`best_plays_by`]; the moves are the same.
///
/// Returns `None`, and leaves the slots as they are, if the image lacks the automaton that the algorithm walks.
pub fn best_moves_by(
    algorithm: Algorithm,
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    bag_len: usize,
    leaves: &(impl Leaves + ?Sized),
    best: &mut [Option<Candidate>],
) -> Option<usize> {
    algorithm.automaton(lexicon.image())?;
    let mut judge = ByEquity::new(position, bag_len, leaves, best);
    search(algorithm, lexicon, position, &mut judge)?;
    Some(judge.finish())
}

/// The algorithm that has the best play first. With the filter of anagrams that is the search from the best starts over the
/// GADDAG; without it, and without a blank, all plays at once take no more time.
fn fastest(lexicon: &Lexicon<'_>, position: &Position<'_>) -> Algorithm {
    let image = lexicon.image();
    match (image.gaddag(), image.dawg()) {
        (Some(_), Some(_)) if image.anagram_filter().is_none() && position.rack().blanks() == 0 => {
            Algorithm::EveryLine
        }
        (Some(_), _) => Algorithm::Gaddag,
        (None, _) => Algorithm::EveryLine,
    }
}

/// Offers the judge the plays that may be among the best; `None` if the image lacks the automaton.
fn search(
    algorithm: Algorithm,
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    judge: &mut impl Judge,
) -> Option<()> {
    let image = lexicon.image();
    let automata = (
        algorithm.automaton(image)?,
        Automaton::for_cross_sets(image)?,
    );
    with_nodes!(image, |nodes| {
        search_in(nodes, algorithm, automata, image, position, judge);
    });
    Some(())
}

/// [`search`], in the nodes of an image and with the automata for plays and for cross-sets.
///
/// Not inlined: the cross-checks are on the stack, once for each packing.
#[inline(never)]
fn search_in<P: Nodes>(
    nodes: P,
    algorithm: Algorithm,
    (automaton, crosses): (Automaton, Automaton),
    image: &Image<'_>,
    position: &Position<'_>,
    judge: &mut impl Judge,
) {
    let mut checks = CrossChecks::new(position.rules());
    checks.add_all(Walker::new(nodes, crosses), position);
    let rack = RackValues::new(position.rack(), position.rules());
    if algorithm == Algorithm::EveryLine {
        let packing = Traced::new(nodes, ());
        let mut wanted = Wanted::anywhere(&rack, judge);
        // Never breaks.
        let _ = plays(
            packing,
            algorithm,
            automaton,
            position,
            &checks,
            &mut wanted,
        );
    } else {
        let bingos = Bingos::new(image, position);
        find(nodes, automaton, position, &checks, &rack, bingos, judge);
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

    use super::*;
    use crate::board::Board;
    use crate::rack::Rack;
    use crate::rules::Rules;
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
            let rules = Rules::standard(alphabet).with_rack_size(4).unwrap();
            let mut rules = rules.with_bingo_bonus(0).unwrap();
            for tile in rules.tiles() {
                rules = rules.with_value(tile, 0).unwrap();
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
                    &mut |_: &Play| ControlFlow::<()>::Continue(()),
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

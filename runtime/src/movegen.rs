//! Move generation: every legal play of a position.
//!
//! On each line, plays are generated from *starts*: each block of tiles is one, for the plays that run through it; and
//! so is each empty square with a tile beside the line but none next to it on the line, for the plays that cover it.
//! These are the anchors of Appel and Jacobson (1988, section 3.1.2), except that a block makes those at its ends
//! superfluous, of which Gordon (1994, "The move generation algorithm") notes a part. A play is generated from the
//! first start that it covers: what is placed to the left of a start stops short of the one before.
//!
//! Two algorithms walk from a start, over the same image: Gordon's over the GADDAG, and Appel and Jacobson's over the
//! DAWG. With SLATE placed through the block LA, Gordon's walk is `A L` along the block, `S` to the left, then `◇`, and
//! `T` and `E` to the right: the letter set on the edge of T has the E. Each step asks for tiles that fit the square, are
//! in the hand and label an edge: three masks and two ANDs. Before the walk goes on, the next node's mask and letter
//! set are tested in the same way against the next square: four of ten steps end there.
//!
//! A third one makes Appel and Jacobson's left parts for all starts of all lines in one walk ([`every_line`]); it takes
//! the fewest steps where all plays are wanted, but can't look at the most promising start first.
//!
//! By one of the first two, the best play is found from those starts that may lead to it, the most promising one first
//! ([`best`]); bingos apart, of which a filter in the image tells where there can be none ([`bingos`]).
//!
//! All walk over letters: a blank is taken for a letter that the rack has no more of, and not for others, so that no
//! string is walked twice. In which other ways a play's tiles could be blanks is worked out when it is delivered.

mod best;
mod bingos;
mod bits;
mod bound;
mod children;
mod cross_checks;
mod cross_words;
mod dawg;
mod every_line;
mod gaddag;
mod hand;
mod heap;
mod judge;
mod lane_board;
mod lanes;
mod levels;
mod line;
mod prospects;
mod right;
mod search;
mod shortlist;
mod starts;
mod trace;
mod tracked;

pub use best::{best_move, best_moves, best_moves_by, best_play, best_plays, best_plays_by};

use core::ops::ControlFlow;

use lexc_formats::Image;
use lexc_formats::raw::node::Nodes;

use self::cross_checks::{CrossChecks, LineByLine, LineCheck};
use self::cross_words::Walker;
use self::hand::Hand;
use self::levels::{Levels, SMALL_CODE, SMALL_STACK};
use self::line::{LineState, place_on};
use self::search::{FACES, Scoring, Search, Visit};
use self::starts::{Start, Starts};
use self::trace::Traced;
pub use self::trace::Tracer;
pub use self::tracked::{NotLatestPlayError, TrackedPosition, Undo};
use crate::lexicon::{Lexicon, with_nodes};
use crate::play::Play;
use crate::position::Position;
use crate::square::{Direction, Line};
use crate::walk::Automaton;

/// A way to generate plays.
///
/// # Steps
///
/// Every search ends after a number of steps that depends on the board and the rack alone: also with an image that was not
/// checked, and in which edges lead in circles. Say the rack has *R* tiles, and with them *S(k)* sequences of *k* letters
/// can be made, where a blank is taken for a letter that the rack has no more of; the board has *Q* squares, and *L* on its
/// longest line; and there are *N* starts: blocks of tiles on rows and columns, and empty squares beside a tile.
///
/// - All plays take at most (*N* + 1)(*L* + 1) Σ (*k* + 1) *S(k)* edges, with *k* from 0 to the lesser of *R* and *L*. For
///   each start, or for all lines at once, a sequence is walked at most once for each of the *k* + 1 ways to cut it into
///   what lies before the start and what lies after; and its last tile leads along those that lie there, which are fewer
///   than *L*, and over a ◇.
/// - There are at most 2 *Q* Σ *F(k)* plays, where *F(k)* is *S(k)* with blanks told apart from letters: the line's
///   direction, its first new square, and what is placed there make the play.
/// - The cross-sets take at most 2 *Q* (2 + 62 *L*) edges: each block is walked once, and where the automaton doesn't tell,
///   each tile is tried along a line.
///
/// Seven different letters make Σ (*k* + 1) *S(k)* = 95,901 on a line of seven squares or more; so that no image whatever
/// takes more than 520 million edges with them on the usual board. English words take some 5,000.
///
/// Between one edge and the next, the work is that of a play's delivery, or in the search of every line at once of 8 ANDs
/// of 64 bits (21 on boards beyond 15 squares) for each of the up to 62 tiles.
///
/// For the best plays and moves there are up to 2 *N* searches from starts, as the bingos of a start are searched apart from
/// all else. The filter of anagrams is asked for each start and each number of tiles to the left of it, when the start is
/// noted and when it is searched: at most 2 *N* (*R* + 1) times; with a blank as often about each of the *T* tiles of the
/// alphabet, and with two about each pair, *T* (*T* + 1) / 2. Each time one cell is read, whatever the filter says.
///
/// # Stack
///
/// What each takes of the stack is without what the visitor takes. The 4 KiB are the frames of the deepest path of
/// calls, that of the function called included, as `tests/no-panic/run` sums them up at optimisation level 3: at most 4,060
/// bytes on thumbv6m; a tracer of steps comes on top. On hosts without an operating system (targets with
/// `target_os = "none"`) those that search from one start after the other go line by line: they keep the cross-checks of
/// one line and a table of the squares that they go back to, and call themselves nowhere. Other hosts have that if the
/// program is compiled with `RUSTFLAGS='--cfg lexc_small_stack'`; it takes more instructions. The plays and their
/// order are the same.
///
/// # Size of the program
///
/// Each algorithm is in a program once for each packing and width of nodes. Where that is too much, as in a page for
/// browsers, `RUSTFLAGS='--cfg lexc_small_code'` has the walks there once for all of them, and leaves out
/// [`EveryLine`](Algorithm::EveryLine): [`Dawg`](Algorithm::Dawg) takes its place, so its plays come in that one's order.
/// A WebAssembly module that finds all plays is a third as large then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// Appel and Jacobson's, over the DAWG. Takes up to 40 KiB of the stack, and without an operating system 4 KiB.
    Dawg,
    /// Gordon's, over the GADDAG. Takes up to 40 KiB of the stack, and without an operating system 4 KiB.
    Gaddag,
    /// Appel and Jacobson's with each left part made once for all lines of the board, over the DAWG: the fastest one for
    /// all plays.
    /// Takes up to 56 KiB of the stack on boards of up to 15 rows and columns, and up to 96 KiB on larger ones.
    EveryLine,
}

/// Visits every legal play of the position, with its score, until the visitor breaks. Uses the fastest algorithm for
/// which the image has the automaton.
///
/// - **Which.** All ways to place `1..=rack size` tiles of the rack in one line such that all words formed are in the
///   lexicon; on an empty board the start square is covered by a word of at least two tiles, and where the layout is
///   symmetric only the across plays are visited, as the down plays are their mirror images. No exchanges, no pass.
/// - **Uniqueness.** The same tiles on the same squares are one play; one tile that forms words both ways is an across
///   play. A blank that stands for a letter and the letter itself make different plays.
/// - **Order.** The same for the same algorithm, words and position, on every host.
/// - **Cost.** No heap. What it takes of the stack is said at [`Algorithm`].
/// - **Steps.** Bounded by board and rack alone, whatever the image: see [`Algorithm`].
///
/// ```
/// use core::ops::ControlFlow;
///
/// use lexc_runtime::{Cgp, Lexicon, Play, Rules, for_each_play};
///
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let rules = Rules::standard(lexicon.alphabet());
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", lexicon.alphabet())?;
/// let position = cgp.position(&rules)?;
///
/// // The best plays, in a table of the caller's.
/// let mut best: [Option<Play>; 3] = [None; 3];
/// let _ = for_each_play(&lexicon, &position, |play| {
///     if best[2].is_none_or(|last| play.best_first(&last).is_lt()) {
///         best[2] = Some(*play);
///         best.sort_by(|a, b| match (a, b) {
///             (Some(a), Some(b)) => a.best_first(b),
///             _ => b.is_some().cmp(&a.is_some()),
///         });
///     }
///     ControlFlow::<()>::Continue(())
/// });
/// let best = best.map(|play| play.map(|play| play.display(position.board(), lexicon.alphabet()).to_string()));
/// assert_eq!(best[0].as_deref(), Some("8D SCARE"));
///
/// // Stop at the first play that will do.
/// let found = for_each_play(&lexicon, &position, |play| match play.score() {
///     5.. => ControlFlow::Break(*play),
///     _ => ControlFlow::Continue(()),
/// });
/// assert!(found.is_break());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_each_play<B>(
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    visit: impl FnMut(&Play) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let algorithm = Algorithm::fastest(lexicon.image());
    for_each_play_by(algorithm, lexicon, position, visit).unwrap_or(ControlFlow::Continue(()))
}

/// As [`for_each_play`], by the algorithm of the caller's choice; the plays are the same, in another order.
///
/// Returns `None`, and visits nothing, if the image lacks the automaton that the algorithm walks.
pub fn for_each_play_by<B>(
    algorithm: Algorithm,
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    visit: impl FnMut(&Play) -> ControlFlow<B>,
) -> Option<ControlFlow<B>> {
    for_each_play_traced(algorithm, lexicon, position, (), visit)
}

/// As [`for_each_play_by`], and tells the tracer of the steps of the search.
///
/// ```
/// use core::cell::Cell;
/// use core::ops::ControlFlow;
///
/// use lexc_runtime::{Algorithm, Cgp, Lexicon, Rules, Tracer, for_each_play_traced};
///
/// #[derive(Default)]
/// struct Steps {
///     edges: Cell<u64>,
///     anchors: Cell<u64>,
/// }
///
/// impl Tracer for &Steps {
///     fn edge(self) {
///         self.edges.set(self.edges.get() + 1);
///     }
///
///     fn anchor(self) {
///         self.anchors.set(self.anchors.get() + 1);
///     }
/// }
///
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let rules = Rules::standard(lexicon.alphabet());
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", lexicon.alphabet())?;
/// let position = cgp.position(&rules)?;
/// let steps = Steps::default();
/// let _ = for_each_play_traced(Algorithm::Gaddag, &lexicon, &position, &steps, |_| {
///     ControlFlow::<()>::Continue(())
/// });
/// // The block AR and the four squares above and below it; A and R in their columns, and the squares beside them.
/// assert_eq!(steps.anchors.get(), 9);
/// assert!(steps.edges.get() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_each_play_traced<B>(
    algorithm: Algorithm,
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    tracer: impl Tracer,
    mut visit: impl FnMut(&Play) -> ControlFlow<B>,
) -> Option<ControlFlow<B>> {
    let image = lexicon.image();
    let automaton = algorithm.automaton(image)?;
    // The GADDAG makes cross-sets with fewer steps. The plain search of the DAWG is for images that have nothing else, and
    // is measured as it is there.
    let crosses = match algorithm {
        Algorithm::Dawg => automaton,
        Algorithm::Gaddag | Algorithm::EveryLine => Automaton::for_cross_sets(image)?,
    };
    let visit = &mut visit;
    Some(with_nodes!(image, |nodes| {
        let packing = Traced::new(nodes, tracer);
        let walker = Walker::new(nodes, crosses);
        if SMALL_STACK && (SMALL_CODE || algorithm != Algorithm::EveryLine) {
            generate(
                packing,
                automaton,
                position,
                &LineByLine::new(walker),
                visit,
            )
        } else {
            plays_of_board(packing, walker, algorithm, automaton, position, visit)
        }
    }))
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

impl Algorithm {
    /// The algorithm that has all plays first, of those that the image has the automaton for: what [`for_each_play`] uses.
    pub fn fastest(image: &Image<'_>) -> Algorithm {
        match image.dawg() {
            Some(_) => Algorithm::EveryLine,
            None => Algorithm::Gaddag,
        }
    }

    /// The automaton that it walks, if the image has it.
    fn automaton(self, image: &Image<'_>) -> Option<Automaton> {
        match self {
            Algorithm::Dawg | Algorithm::EveryLine => image.dawg().map(Automaton::Dawg),
            Algorithm::Gaddag => image.gaddag().map(Automaton::Gaddag),
        }
    }
}

/// Visits the plays of a position whose cross-checks are known, by an algorithm over its automaton.
fn plays<P: Nodes, T: Tracer, V: Visit>(
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

/// The directions of the plays: on an empty board that is its own mirror image, across alone.
fn directions(position: &Position<'_>, is_opening: bool) -> impl Iterator<Item = Direction> {
    let is_mirrored = is_opening && position.rules().layout().is_symmetric();
    let count = if is_mirrored { 1 } else { 2 };
    Direction::ALL.into_iter().take(count)
}

/// The start on an empty board: the start square, if it is on the line.
fn opening(position: &Position<'_>, line: Line) -> Option<Start> {
    let place = place_on(line, position.rules().layout().start())?;
    Some(Start {
        first: place,
        end: place,
        stop: 1,
        is_empty: true,
    })
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

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;

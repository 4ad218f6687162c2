//! Algorithms that generate plays.

use core::fmt;

use lexc_formats::Image;

use crate::lexicon::automaton::Automaton;

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

impl Algorithm {
    /// Fastest algorithm for all plays of those whose automaton the image has: the default of
    /// [`MoveGen`](crate::MoveGen).
    pub fn fastest(image: &Image<'_>) -> Algorithm {
        match image.dawg() {
            Some(_) => Algorithm::EveryLine,
            None => Algorithm::Gaddag,
        }
    }

    /// Automaton that the algorithm walks, if the image has it.
    #[inline]
    pub(super) fn automaton(self, image: &Image<'_>) -> Option<Automaton> {
        match self {
            Algorithm::Dawg | Algorithm::EveryLine => image.dawg().map(Automaton::Dawg),
            Algorithm::Gaddag => image.gaddag().map(Automaton::Gaddag),
        }
    }
}

/// Error of an image that lacks the automaton an algorithm walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissingAutomatonError {
    /// The algorithm.
    pub algorithm: Algorithm,
}

impl fmt::Display for MissingAutomatonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let automaton = match self.algorithm {
            Algorithm::Dawg | Algorithm::EveryLine => "DAWG",
            Algorithm::Gaddag => "GADDAG",
        };
        write!(
            f,
            "the image has no {automaton} (choose another algorithm, or build the image with both automata)"
        )
    }
}

impl core::error::Error for MissingAutomatonError {}

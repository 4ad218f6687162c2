//! Algorithms that generate plays.

use core::fmt;

use lexc_formats::Image;

use crate::lexicon::automaton::Automaton;

/// Algorithm that generates plays.
///
/// # Steps
///
/// Board and rack bound the steps of every search, also over an unvalidated image whose edges form cycles. Let the rack have
/// *R* tiles, and *S(k)* be the number of sequences of *k* letters that it spells, with a blank only for a letter exhausted
/// on the rack. Let the board have *Q* squares, *L* on its longest line, and *N* anchors.
///
/// - A search for all plays follows at most (*N* + 1)(*L* + 1) Σ (*k* + 1) *S(k)* edges, with *k* from 0 to the lesser of *R*
///   and *L*: from each anchor, or for all lines at once, a sequence is walked once for each of the *k* + 1 ways to split
///   it at the anchor, and its last tile is followed by fewer than *L* tiles on the board and a ◇.
/// - There are at most 2 *Q* Σ *F(k)* plays, where *F(k)* is the number of sequences of *k* letters and designated blanks that
///   the rack spells: direction, first new square and tiles identify a play.
/// - Computing cross-sets follows at most 2 *Q* (2 + 62 *L*) edges: two walks along each run, and 62 for each empty square.
///
/// Seven different letters make Σ (*k* + 1) *S(k)* = 95,901 on a line of at least seven squares, so on the standard board a
/// search with them follows at most 520 million edges in any image. In English games, a search follows 1,600 to 5,200
/// edges on average, depending on the algorithm.
///
/// Work is constant for each edge and for each play emitted. At each node, [`EveryLine`](Algorithm::EveryLine) also tests
/// up to 62 tiles, each up to three times, with 8 ANDs of 64 bits per test (21 on boards with lines of more than 15
/// squares).
///
/// A search for the best plays takes up to 2 *N* searches from anchors, because an anchor's bingos are searched separately.
/// With *T* tiles in the alphabet, it reads at most 1 + 2 *N* (*R* + 1) cells of the anagram filter if the rack has no
/// blank, *T* times as many if it has one, and at most (1 + 3 *N* (*R* + 1)) *T* (*T* + 1) / 2 if it has two.
///
/// # Stack
///
/// Figures exclude the visitor's stack. Without an operating system (`target_os = "none"`), [`Dawg`](Algorithm::Dawg) and
/// [`Gaddag`](Algorithm::Gaddag) use no recursion, and compute cross-sets line by line. `tests/no-panic/run` adds up the
/// frames of the deepest path of calls, and fails above 4 KiB. Plays and their order are the same as with recursion.
///
/// # Size of the program
///
/// A program with the feature `speed` has a copy of each search per kind of node store, but only of the searches that
/// it uses. A program without `speed` has one copy for all kinds, and [`EveryLine`](Algorithm::EveryLine) runs
/// [`Dawg`](Algorithm::Dawg), with the plays in the order of `Dawg`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// Appel and Jacobson's, over the DAWG. Takes up to 40 KiB of stack, or 4 KiB without an operating system.
    Dawg,
    /// Gordon's, over the GADDAG. Takes up to 40 KiB of stack, or 4 KiB without an operating system.
    Gaddag,
    /// Appel and Jacobson's, over the DAWG, with each left part generated once for all lines of the board: the fastest for all
    /// plays. Takes up to 56 KiB of stack on boards of up to 15 rows and columns, and up to 96 KiB on larger ones.
    EveryLine,
}

impl Algorithm {
    /// Fastest algorithm for all plays, among those whose automaton the image has: the default of
    /// [`MoveGen::for_each`](crate::MoveGen::for_each).
    pub fn fastest(image: &Image<'_>) -> Algorithm {
        match image.dawg() {
            Some(_) => Algorithm::EveryLine,
            None => Algorithm::Gaddag,
        }
    }

    /// Automaton that the algorithm walks, if the image has it.
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

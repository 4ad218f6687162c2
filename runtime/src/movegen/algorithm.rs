//! Algorithms that generate plays.

use core::fmt;

use lexc_formats::Image;

use crate::lexicon::automaton::Automaton;

/// Algorithm that generates plays.
///
/// # Steps
///
/// The board and the rack limit the steps of every search, even over an unvalidated image whose edges form cycles. Let
/// the rack have *R* tiles. Let *S(k)* be the number of sequences of *k* letters that the rack spells if a blank stands
/// only for a letter exhausted on the rack. Let the board have *Q* squares, *L* on its longest line, and *N* anchors.
///
/// - A search for all plays follows at most (*N* + 1)(*L* + 1) Σ (*k* + 1) *S(k)* edges, with *k* from 0 to the lesser
///   of *R* and *L*. The search from an anchor walks a sequence once for each of the *k* + 1 ways to split it at the
///   anchor; the search of all lines at once splits it at the start of a run instead. After the edge of the sequence's
///   last tile, the search follows the edges of fewer than *L* tiles on the board and of a ◇.
/// - There are at most 2 *Q* Σ *F(k)* plays, where *F(k)* is the number of sequences of *k* letters and designated
///   blanks that the rack spells: a play is identified by its direction, the square of its first placed tile, and its
///   placed tiles.
/// - Computing cross-sets follows at most 2 *Q* (2 + 62 *L*) edges: two walks along each run, and 62 walks for each
///   empty square.
///
/// Seven different letters make Σ (*k* + 1) *S(k)* = 95,901 on a line of at least seven squares, so on the standard board a
/// search with them follows at most 520 million edges in any image. In English games, a search follows 1,600 to 5,200
/// edges on average, depending on the algorithm.
///
/// Work is constant for each edge and for each play emitted. At each node, [`EveryLine`](Algorithm::EveryLine) also tests
/// up to 62 tiles, each up to three times, with 8 ANDs of 64 bits per test (21 on boards with lines of more than 15
/// squares).
///
/// A search for the best plays takes up to 2 *N* searches from anchors, because an anchor's bingos are searched
/// separately. Let the alphabet have *T* tiles. The search reads at most 1 + 2 *N* (*R* + 1) cells of the anagram
/// filter for a rack without blanks, *T* times as many for a rack with one blank, and at most (1 + 3 *N* (*R* + 1)) *T*
/// (*T* + 1) / 2 for a rack with two.
///
/// # Stack
///
/// The figures of the variants exclude the visitor's stack. Without an operating system (`target_os = "none"`),
/// [`Dawg`](Algorithm::Dawg) and [`Gaddag`](Algorithm::Gaddag) use no recursion, and compute cross-sets line by line.
/// `tests/no-panic/run` adds up the frames of the deepest path of calls, and fails above 4 KiB. Plays and their order
/// are the same as with recursion.
///
/// # Size of the program
///
/// In a program with the feature `speed`, each search that the program uses has a copy for each kind of node store. In
/// a program without `speed`, each search has one copy for all kinds, and [`EveryLine`](Algorithm::EveryLine) is the
/// same search as [`Dawg`](Algorithm::Dawg): it emits the plays in the same order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// Appel and Jacobson's, over the DAWG. Takes up to 40 KiB of stack, or 4 KiB without an operating system.
    Dawg,
    /// Gordon's, over the GADDAG. Takes up to 40 KiB of stack, or 4 KiB without an operating system.
    Gaddag,
    /// Appel and Jacobson's, over the DAWG, with each left part generated once for all lines of the board: finds all
    /// plays fastest. Takes up to 56 KiB of stack on boards of up to 15 rows and columns, and up to 96 KiB on larger
    /// ones.
    EveryLine,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Algorithm; 3] = [Algorithm::Dawg, Algorithm::Gaddag, Algorithm::EveryLine];

    /// The name: `dawg`, `gaddag` or `every-line`.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Dawg => "dawg",
            Algorithm::Gaddag => "gaddag",
            Algorithm::EveryLine => "every-line",
        }
    }

    /// Algorithm that finds all plays fastest, among the algorithms whose automaton the image has: the default of
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

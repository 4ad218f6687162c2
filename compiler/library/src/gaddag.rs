//! Adds the GADDAG's nodes to the DAWG's, from the distinct prefixes of the words.
//!
//! The GADDAG's strings `REV(x) ◇ y` for `CARE` are `C◇ARE`, `AC◇RE`, `RAC◇E` and `ERAC` (Gordon 1994, figure 1). The
//! strings that can follow `REV(x) ◇` are exactly the strings that can follow x in the DAWG, letter sets included. So
//! the nodes after the ◇, the right half, exist already and are minimal. The left half has a path `REV(x)` for every
//! distinct prefix x. If a word continues x, a ◇ edge goes from the end of the path to the DAWG's node after x. If x is
//! a word, `REV(x)` is accepted. So the left half is built from one string per distinct prefix. The GADDAG's own
//! strings, one per tile of each word, are 3.7 times as many for SCOWL-60, and 4.0 times as many for ENABLE.
//!
//! The left half is built as the DAWG is, from sorted strings. The words `CARE`, `CARS` and `EAR` have these prefixes
//! x, sorted by `REV(x)`; *before* and *after* are the numbers of last tiles that x shares with the prefix above and
//! the prefix below:
//!
//! ```text
//!  x      REV(x)   before  after
//!  CA     AC          0      1      A opens a state, to which C◇ is added
//!  EA     AE          1      0      E◇ is added to it
//!  C      C           0      0      A is closed; C◇ is added to the root
//!  E      E           0      1      E opens a state, which has a ◇ edge to the node of E
//!  CARE   ERAC        1      0      RAC is added to it, without ◇: no word continues CARE
//!  CAR    RAC         0      2      E is closed; R opens a state, and A one below, to which C◇ is added
//!  EAR    RAE         2      0      E is added to it, without ◇
//!  CARS   SRAC        0      0      A and R are closed; SRAC is added to the root
//! ```
//!
//! Only the labels that a string shares with the string above or below need open states. Its other labels form a chain
//! of states with one edge each, whose nodes are written at once, the last one first. So every node is written after
//! its descendants.

mod prefixes;

use lexc_formats::raw::node::{NodeRef, SEPARATOR};

use crate::progress::{Counter, StepVisitor};
use crate::registry::{NodeRegistry, OpenStates, TooManyNodesError};
use prefixes::Prefix;

pub(crate) use prefixes::Prefixes;

/// The label of the separator.
const SEPARATOR_LABEL: u8 = 0;

/// Adds the left half to the registry and returns the GADDAG's root.
pub(crate) fn add_left_half<const W: usize>(
    table: &mut NodeRegistry<W>,
    mut prefixes: Prefixes<W>,
    visit: StepVisitor<'_>,
) -> Result<NodeRef, TooManyNodesError> {
    prefixes.sort_backwards();
    // English lists add 0.53 nodes for each prefix; lists with regular inflection add fewer.
    table.reserve(prefixes.all().len() / 5 * 3);
    let mut half = LeftHalf {
        table,
        prefixes: &prefixes,
        open: OpenStates::new(),
    };
    let mut before = 0;
    let all = prefixes.all();
    let mut counter = Counter::start("GADDAG", all.len() as u64, "prefixes", visit);
    for (index, &prefix) in all.iter().enumerate() {
        let next = all.get(index + 1);
        let after = next.map_or(0, |&next| prefixes.common_len(prefix, next));
        half.add(prefix, before, after)?;
        counter.advance();
        before = after;
    }
    half.close_below(0)?;
    half.open.write_root(half.table)
}

struct LeftHalf<'a, const W: usize> {
    table: &'a mut NodeRegistry<W>,
    prefixes: &'a Prefixes<W>,
    open: OpenStates,
}

impl<const W: usize> LeftHalf<'_, W> {
    /// Adds the strings of a prefix. The prefix shares its last `before` tiles with the previous prefix, and its last
    /// `after` tiles with the next.
    fn add(
        &mut self,
        prefix: Prefix,
        before: usize,
        after: usize,
    ) -> Result<(), TooManyNodesError> {
        self.close_below(before)?;
        let tile = |place| self.prefixes.tile(prefix, place);
        let len = self.prefixes.len(prefix);
        while self.open.depth() < after {
            self.open.open(tile(self.open.depth()));
        }
        let depth = self.open.depth();
        if prefix.is_word() && len <= depth + 1 {
            self.open.complete(len - 1, tile(len - 1));
        }
        if len == depth {
            // The edge is the state's first: a string sorts before longer strings, and the separator before tiles.
            if let Some(follow) = prefix.follow() {
                self.open.add_edge(SEPARATOR_LABEL, follow);
            }
        } else if let Some(node) = self.chain(prefix, depth + 1, len)? {
            self.open.add_edge(self.prefixes.tile(prefix, depth), node);
        }
        Ok(())
    }

    /// Node after the first `depth` tiles of the reversed prefix; `None` if nothing follows them. No other reversed
    /// prefix may start with these tiles.
    #[inline]
    fn chain(
        &mut self,
        prefix: Prefix,
        depth: usize,
        len: usize,
    ) -> Result<Option<NodeRef>, TooManyNodesError> {
        let mut node = match prefix.follow() {
            Some(follow) => Some(self.table.intern(0, SEPARATOR, &[follow])?),
            None => None,
        };
        for place in (depth..len).rev() {
            let edge = 1 << self.prefixes.tile(prefix, place);
            let is_complete = prefix.is_word() && place == len - 1;
            let set = if is_complete { edge } else { 0 };
            node = match node {
                Some(child) => Some(self.table.intern(set, edge, &[child])?),
                None if is_complete => Some(self.table.intern(set, 0, &[])?),
                None => None,
            };
        }
        Ok(node)
    }

    /// Closes the open states deeper than `depth`.
    #[inline]
    fn close_below(&mut self, depth: usize) -> Result<(), TooManyNodesError> {
        while self.open.depth() > depth {
            self.open.close(self.table)?;
        }
        Ok(())
    }
}

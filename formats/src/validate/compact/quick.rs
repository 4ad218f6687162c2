//! A quick check of compact nodes: one pass that proves the nodes valid, or leaves the verdict and the error to the
//! careful check.
//!
//! The pass goes from the lowest page to the highest, so that the heads that a reference can name are found before it,
//! except those of its own page. In a page, a walk from the page head down reads each byte once.

use super::heads::{Heads, PAGE_UNITS};
use super::label_byte::LabelBytes;
use crate::raw::node::{
    CompactNodes, GENERAL, HOT_ENTRY_BYTES, LONG_SET, NO_HEAD, NodeList, PAGE_BYTES,
    ReferenceClass, SET_FOLLOWS, SETS_IN_HEADS,
};

/// Proves that nodes, hot table and page heads break no rule. Labels are those of `tiles`; nodes with a head at `dawg_end`
/// or above can also have a separator edge.
///
/// Takes 76 KB of stack, in a frame of its own.
#[inline(never)]
pub(super) fn proves(nodes: CompactNodes<'_>, tiles: u64, dawg_end: u32) -> bool {
    let label_bytes = LabelBytes::new(nodes, tiles);
    let mut heads = Heads::new(nodes, &label_bytes);
    let mut checker = Checker {
        bytes: nodes.bytes(),
        hot_table: nodes.hot_table(),
        label_bytes: &label_bytes,
        dawg_end,
        set_count: 0,
    };
    let start = nodes.start();
    // The highest head so far; at first, the place below all nodes.
    let mut highest = start - 1;
    for (page, &last) in (0..).zip(nodes.page_heads()) {
        let page_head = page * PAGE_BYTES + u32::from(last);
        if last != NO_HEAD {
            if page_head < start || u32::from(last) >= PAGE_BYTES {
                return false;
            }
            let mut place = page_head;
            let mut head = place;
            for unit in (PAGE_UNITS * page..PAGE_UNITS * (page + 1)).rev() {
                let mut bits = 0;
                while place >= start.max(unit * u64::BITS) {
                    bits |= 1 << (place % u64::BITS);
                    head = place;
                    match checker.check_node(head, &mut heads) {
                        Some(below) => place = below,
                        None => return false,
                    }
                }
                heads.set(unit, bits);
            }
            // The first node has no edges. Only an implicit edge has passed the checks of targets.
            if place != highest || place < start && nodes.shape(head).edges != 0 {
                return false;
            }
            highest = page_head;
        }
        if !heads.end_page() {
            return false;
        }
    }
    // The pages end below the current one, for which the heads give no answer.
    let is_head = |index| {
        let place = nodes.hot(index).unit();
        place < nodes.end() && heads.contains(place)
    };
    highest + 1 == nodes.end()
        && checker.set_count <= nodes.set_count()
        && (0..nodes.hot_count()).all(is_head)
}

struct Checker<'a> {
    bytes: &'a [u8],
    hot_table: &'a [[u8; HOT_ENTRY_BYTES as usize]],
    label_bytes: &'a LabelBytes,
    dawg_end: u32,
    /// The number of letter sets up to the highest index so far.
    set_count: u32,
}

impl Checker<'_> {
    #[inline(always)]
    fn byte(&self, place: u32) -> Option<u32> {
        self.bytes.get(place as usize).map(|&byte| byte.into())
    }

    /// Checks the node with this head, except where it starts. Returns the place below it.
    #[inline(always)]
    fn check_node(&mut self, head: u32, heads: &mut Heads<'_>) -> Option<u32> {
        let byte = *self.bytes.get(head as usize)?;
        let mut at = head.wrapping_sub(1);
        // Label 0 is the separator.
        let mut edges = Edges {
            head,
            least: i8::from(head < self.dawg_end),
            at,
        };
        if byte < GENERAL {
            self.check_edge(byte, &mut edges, heads)?;
            return Some(edges.at);
        }
        let set_count = match byte & 15 {
            SET_FOLLOWS => {
                let mut index = self.byte(at)?;
                at = at.wrapping_sub(1);
                if let Some(high) = index.checked_sub(LONG_SET.into()) {
                    index = u32::from(LONG_SET) + (high << 8 | self.byte(at)?);
                    at = at.wrapping_sub(1);
                }
                #[expect(clippy::cast_possible_truncation, reason = "14")]
                {
                    SETS_IN_HEADS as u32 + index + 1
                }
            }
            code => code.into(),
        };
        self.set_count = self.set_count.max(set_count);
        let mut count = u32::from(byte >> 4 & 7);
        if count == 0 {
            count = self.byte(at)?;
            at = at.wrapping_sub(1);
            if count == 0 && set_count == 0 {
                return None;
            }
        }
        let bytes = self.bytes.get(..=at as usize)?;
        let (_, labels) = bytes.split_at_checked(bytes.len().checked_sub(count as usize)?)?;
        edges.at = at.wrapping_sub(count);
        for &byte in labels.iter().rev() {
            self.check_edge(byte, &mut edges, heads)?;
        }
        Some(edges.at)
    }

    /// Checks the next edge of a node. Distinct labels of the alphabet also prove that there are not too many.
    #[inline(always)]
    fn check_edge(&self, byte: u8, edges: &mut Edges, heads: &mut Heads<'_>) -> Option<()> {
        let label_byte = self.label_bytes.get(byte);
        if label_byte.label < edges.least {
            return None;
        }
        edges.least = label_byte.label + 1;
        if label_byte.class == ReferenceClass::Implicit {
            return Some(());
        }
        let at = edges.at;
        let bytes = self.bytes.get(..=at as usize)?.last_chunk()?;
        let value = u32::from_le_bytes(*bytes) >> (32 - 8 * label_byte.bytes);
        edges.at = at.wrapping_sub(label_byte.bytes.into());
        let target = match label_byte.class {
            ReferenceClass::Hot(block) => {
                // Later, every entry of the hot table is checked to name a node.
                let &[a, b, c] = self
                    .hot_table
                    .get(usize::from(block) << 8 | value as usize)?;
                return (u32::from_le_bytes([a, b, c, 0]) < edges.head).then_some(());
            }
            ReferenceClass::Near | ReferenceClass::Distance => at.wrapping_sub(value),
            _ => value,
        };
        // A head below the node's own head is below the node.
        (target < edges.head && heads.contains(target)).then_some(())
    }
}

/// The rest of a node's edges.
struct Edges {
    /// The head of the node.
    head: u32,
    /// The least label that the next edge can have.
    least: i8,
    /// The place of the next reference.
    at: u32,
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;

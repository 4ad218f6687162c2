//! Compact nodes: a node store for small hosts and small files.
//!
//! Compact nodes hold the same nodes as [fast nodes](super::fast). A DAWG alone takes half of the bytes that it takes
//! as fast nodes; both automata together take two thirds. Compact nodes are read in place, too, but a step takes two to
//! three times as long as in fast nodes. A node's **head** is the last of its bytes; the head's offset in the section
//! names the node. From the head down:
//!
//! ```text
//! head        0x80 to 0xff: bits 0-3 give the letter set, bits 4-6 the number of edges
//!             0x00 to 0x7f: an inline node, with one edge and no letter set; the byte is also its label byte
//! letter set  if bits 0-3 are 15: i = index - 14: one byte if i < 0xc0, or 0xc0 + (i - 0xc0) / 256 and (i - 0xc0) % 256
//! edges       if bits 4-6 are 0: the number of edges
//! labels      a byte for each edge, by ascending label: m times the class of the reference, plus the label, where m is the
//!             larger of 29 and the number of labels
//! references  for each edge, as many bytes as the class says
//! ```
//!
//! - The **class** of a reference ([`ReferenceClass`]) is its encoding. The fewer labels there are, the more classes fit in
//!   a label byte ([`compact_labels`](super::compact_labels)).
//! - An **implicit next** edge has no reference: the head of its target is right below the node.
//! - Every other edge has a reference: an index in the **hot table**, a distance down from the reference's own first
//!   byte, or an offset in the section. The hot table has the places of the nodes with the most edges to them. The
//!   targets of a node's edges all have lower offsets than the node.
//! - Letter sets are in a table, the most frequent first. A head has room for an index below 14.
//! - The **page heads** have a byte for each page of 128 bytes: the offset in the page of its last head. A check that a
//!   reference names a head walks down from the last head of the page, so it takes at most 127 steps and no memory.

use super::compact_layout::{
    GENERAL, HEADER_BYTES, HOT_ENTRY_BYTES, LONG_SET, LabelBytes, MAX_NODE_BYTES, NO_HEAD,
    PAGE_BYTES, ReferenceClass, SET_FOLLOWS, SETS_IN_HEADS, reference_bytes, set_bytes,
};
use super::traverse::{CountedNodes, Node, NodeList, Nodes, label_bit};
use super::unit::NodeRef;
use crate::raw::section::SectionName;

/// Compact nodes, read in place.
#[derive(Clone, Copy)]
pub struct CompactNodes<'a> {
    section: &'a [u8],
    /// The end of the nodes and the start of the letter sets.
    end: u32,
    set_count: u16,
    hot_count: u16,
    set_bytes: u8,
    label_bytes: LabelBytes,
}

/// A section of compact nodes whose lengths do not fit together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompactLengthError {
    /// The section does not have the length that its counts require.
    Section {
        /// The length that the counts require.
        needed: u64,
    },
    /// The nodes end before they start.
    End {
        /// The start of the nodes.
        start: u32,
        /// The end of the nodes.
        end: u32,
    },
    /// The nodes take more bytes than references can name.
    TooLong {
        /// The end of the nodes.
        end: u32,
    },
}

impl<'a> CompactNodes<'a> {
    /// No nodes.
    pub(crate) const NONE: CompactNodes<'static> = CompactNodes {
        section: &[],
        end: 0,
        set_count: 0,
        hot_count: 0,
        set_bytes: 0,
        label_bytes: LabelBytes::new(0),
    };

    /// The nodes in the bytes of a section, for an alphabet of `tile_count` tiles. Only the lengths are checked.
    ///
    /// # Errors
    /// If lengths do not fit together.
    pub fn from_bytes_unvalidated(
        section: &'a [u8],
        tile_count: usize,
    ) -> Result<CompactNodes<'a>, CompactLengthError> {
        let (header, _) = section
            .split_first_chunk::<{ HEADER_BYTES as usize }>()
            .ok_or(CompactLengthError::Section {
                needed: u64::from(HEADER_BYTES),
            })?;
        let [a, b, c, d, sets, sets_high, hot, hot_high] = *header;
        let end = u32::from_le_bytes([a, b, c, d]);
        if end > MAX_NODE_BYTES {
            return Err(CompactLengthError::TooLong { end });
        }
        let nodes = CompactNodes {
            section,
            end,
            set_count: u16::from_le_bytes([sets, sets_high]),
            hot_count: u16::from_le_bytes([hot, hot_high]),
            set_bytes: set_bytes(tile_count),
            label_bytes: LabelBytes::new(tile_count),
        };
        let start = nodes.start();
        if start > end {
            return Err(CompactLengthError::End { start, end });
        }
        let needed = nodes.page_head_offset(end.div_ceil(PAGE_BYTES));
        if section.len() as u64 == needed {
            Ok(nodes)
        } else {
            Err(CompactLengthError::Section { needed })
        }
    }

    /// The section up to the end of the last node. References to nodes are offsets in it.
    #[inline]
    pub fn bytes(self) -> &'a [u8] {
        self.section.get(..self.end as usize).unwrap_or_default()
    }

    /// The offset where the first node starts: the end of the hot table.
    #[inline]
    pub const fn start(self) -> u32 {
        HEADER_BYTES + HOT_ENTRY_BYTES * self.hot_count as u32
    }

    /// The number of letter sets in the table.
    #[inline]
    pub const fn set_count(self) -> u32 {
        self.set_count as u32
    }

    /// The letter set with this index, below [`set_count`](Self::set_count).
    #[inline]
    pub fn letter_set(self, index: u32) -> u64 {
        // Wrapping, because an index out of range may overflow on a 32-bit host.
        let start = (index as usize).wrapping_mul(self.set_bytes.into());
        let start = start.wrapping_add(self.end as usize);
        let rest = self.section.get(start..).unwrap_or_default();
        let bits = match rest.first_chunk() {
            Some(bytes) => u64::from_le_bytes(*bytes),
            None => {
                let highest_first = rest.iter().rev();
                highest_first.fold(0, |bits, byte| bits << 8 | u64::from(*byte))
            }
        };
        bits & u64::MAX.wrapping_shr(64 - 8 * u32::from(self.set_bytes))
    }

    /// The number of nodes in the hot table.
    #[inline]
    pub const fn hot_count(self) -> u32 {
        self.hot_count as u32
    }

    /// The node with this index in the hot table, below [`hot_count`](Self::hot_count).
    #[inline]
    pub fn hot(self, index: u32) -> NodeRef {
        let start = (index as usize).wrapping_mul(HOT_ENTRY_BYTES as usize);
        let start = start.wrapping_add(HEADER_BYTES as usize);
        let place = self
            .section
            .get(start..)
            .and_then(|rest| rest.first_chunk());
        let [a, b, c] = place.copied().unwrap_or_default();
        NodeRef::from_unit(u32::from_le_bytes([a, b, c, 0]))
    }

    /// The places in the hot table.
    pub(crate) fn hot_table(self) -> &'a [[u8; HOT_ENTRY_BYTES as usize]] {
        let table = self
            .section
            .get(HEADER_BYTES as usize..self.start() as usize);
        bytemuck::try_cast_slice(table.unwrap_or_default()).unwrap_or_default()
    }

    /// The page heads: for each page of 128 bytes up to the end of the nodes, the offset in the page of its last head, or 0xff
    /// if it has no head.
    #[inline]
    pub(crate) fn page_heads(self) -> &'a [u8] {
        let start = usize::try_from(self.page_head_offset(0)).unwrap_or(usize::MAX);
        self.section.get(start..).unwrap_or_default()
    }

    /// The offset of a letter set in the section.
    pub(crate) fn letter_set_offset(self, index: u32) -> u64 {
        u64::from(self.end) + u64::from(index) * u64::from(self.set_bytes)
    }

    /// The offset in the section of a page's entry in the page heads.
    pub(crate) fn page_head_offset(self, page: u32) -> u64 {
        self.letter_set_offset(self.set_count()) + u64::from(page)
    }

    /// The class of the reference with this label byte.
    #[inline(always)]
    pub(crate) const fn class(self, label_byte: u8) -> ReferenceClass {
        ReferenceClass::new(self.label_bytes.class(label_byte))
    }

    /// The byte at a place. Places after the end of the section read as 0, the head of an inline node.
    #[inline(always)]
    pub(crate) fn byte(self, place: u32) -> u8 {
        self.section.get(place as usize).copied().unwrap_or(0)
    }

    /// The shape of the node with this head.
    #[inline(always)]
    pub(crate) fn shape(self, head: u32) -> Shape {
        let byte = self.byte(head);
        if byte < GENERAL {
            return Shape {
                set: None,
                edges: 1,
                labels: head,
            };
        }
        let mut at = head.wrapping_sub(1);
        let set = match byte & 15 {
            0 => None,
            SET_FOLLOWS => {
                let first = self.byte(at);
                at = at.wrapping_sub(1);
                let index = if first < LONG_SET {
                    u32::from(first)
                } else {
                    let second = self.byte(at);
                    at = at.wrapping_sub(1);
                    u32::from(LONG_SET) + (u32::from(first - LONG_SET) << 8 | u32::from(second))
                };
                #[expect(clippy::cast_possible_truncation, reason = "14")]
                Some(SETS_IN_HEADS as u32 + index)
            }
            code => Some(u32::from(code) - 1),
        };
        let mut edges = byte >> 4 & 7;
        if edges == 0 {
            edges = self.byte(at);
            at = at.wrapping_sub(1);
        }
        Shape {
            set,
            edges,
            labels: at,
        }
    }

    /// The label bytes of the `count` edges with the lowest labels, the highest of these labels first. The label byte
    /// of the lowest label is at `labels`. Returns fewer bytes if the section does not have all of them.
    #[inline(always)]
    pub(crate) fn label_bytes(self, labels: u32, count: u32) -> &'a [u8] {
        let end = (labels as usize).saturating_add(1);
        self.section
            .get(end.saturating_sub(count as usize)..end)
            .unwrap_or_default()
    }

    /// The label in a label byte.
    #[inline(always)]
    pub(crate) const fn label_of(self, label_byte: u8) -> u8 {
        self.label_bytes.label(label_byte)
    }

    /// The number of bytes of the references with these label bytes.
    #[inline(always)]
    fn all_reference_bytes(self, label_bytes: &[u8]) -> u32 {
        let lengths = label_bytes.iter().map(|&byte| self.reference_bytes(byte));
        lengths.sum()
    }

    /// The number of bytes of the reference with this label byte.
    #[inline(always)]
    pub(crate) const fn reference_bytes(self, label_byte: u8) -> u32 {
        reference_bytes(self.label_bytes.class(label_byte))
    }

    /// The target of the edge with this label, if there is one. The node has `edges` edges; its first label byte is at
    /// `labels`.
    #[inline(always)]
    fn find(self, labels: u32, edges: u32, label: u8) -> Option<NodeRef> {
        let mut references = labels.wrapping_sub(edges);
        // Most nodes have few edges, so a scan is faster than counting labels.
        let ascending = self.label_bytes(labels, edges).iter().rev();
        for &byte in ascending {
            if self.label_of(byte) == label {
                return Some(self.read_reference(byte, references, labels, edges));
            }
            references = references.wrapping_sub(self.reference_bytes(byte));
        }
        None
    }

    /// The target of the edge with this label byte, whose reference is at `at`. The node has `edges` edges; its first
    /// label byte is at `labels`.
    #[inline(always)]
    pub(crate) fn read_reference(
        self,
        label_byte: u8,
        at: u32,
        labels: u32,
        edges: u32,
    ) -> NodeRef {
        let one = || u32::from(self.byte(at));
        let two = || one() << 8 | u32::from(self.byte(at.wrapping_sub(1)));
        NodeRef::from_unit(match self.class(label_byte) {
            ReferenceClass::Implicit => self.below(labels, edges),
            ReferenceClass::Hot(block) => return self.hot(u32::from(block) << 8 | one()),
            ReferenceClass::Near => at.wrapping_sub(one()),
            ReferenceClass::Distance => at.wrapping_sub(two()),
            ReferenceClass::Low => two(),
            ReferenceClass::Far => two() << 8 | u32::from(self.byte(at.wrapping_sub(2))),
        })
    }

    /// The place right below a node: the head of the previous node.
    #[inline]
    pub(crate) fn before(self, head: u32) -> u32 {
        let Shape { edges, labels, .. } = self.shape(head);
        self.below(labels, edges.into())
    }

    /// The place right below a node. The node has `edges` edges; its first label byte is at `labels`.
    #[inline(always)]
    pub(crate) fn below(self, labels: u32, edges: u32) -> u32 {
        labels
            .wrapping_sub(edges)
            .wrapping_sub(self.all_reference_bytes(self.label_bytes(labels, edges)))
    }

    /// Returns `true` if a node's head is at `place`. Relies on the page heads.
    pub(crate) fn is_head(self, place: u32) -> bool {
        self.seek_head(place).0
    }

    /// Returns `true` if a node's head is at `place`. Also returns the number of steps of the search: the number of
    /// heads in the same page above `place`, at most 127.
    #[inline(always)]
    fn seek_head(self, place: u32) -> (bool, u32) {
        let page = place / PAGE_BYTES;
        let last = self.page_heads().get(page as usize).copied();
        let Some(last) = last.filter(|&last| last != NO_HEAD && place >= self.start()) else {
            return (false, 0);
        };
        self.descend(page * PAGE_BYTES + u32::from(last) % PAGE_BYTES, place)
    }

    /// Returns `true` if the walk down from the node with this head reaches a head at `place`. Also returns the number
    /// of its steps.
    #[inline(always)]
    pub(crate) fn descend(self, mut head: u32, place: u32) -> (bool, u32) {
        let mut steps = 0;
        while head > place {
            let next = self.before(head);
            if next >= head {
                return (false, steps);
            }
            (head, steps) = (next, steps + 1);
        }
        (head == place, steps)
    }
}

/// In [`Node::references`], the bits from this one up are the number of edges; the bits below are the place of the
/// first label byte.
const EDGES_SHIFT: u32 = 24;

const _: () = assert!(MAX_NODE_BYTES == 1 << EDGES_SHIFT);

/// The place of the first label byte, and the number of edges.
#[inline(always)]
const fn first_label(node: Node) -> (u32, u32) {
    let references = node.references();
    (references & (MAX_NODE_BYTES - 1), references >> EDGES_SHIFT)
}

/// The shape of a node, read from the bytes above its labels.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    /// The index of the letter set; `None` if the letter set is empty.
    pub(crate) set: Option<u32>,
    pub(crate) edges: u8,
    /// The place of the first label byte.
    pub(crate) labels: u32,
}

impl core::fmt::Debug for CompactNodes<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CompactNodes")
            .field("bytes", &self.section.len())
            .field("set_count", &self.set_count)
            .field("hot_count", &self.hot_count)
            .finish_non_exhaustive()
    }
}

impl Nodes for CompactNodes<'_> {
    // Not inlined on a bare machine, where flash and stack are small.
    #[cfg_attr(target_os = "none", inline(never))]
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn node(self, reference: NodeRef) -> Node {
        let Shape { set, edges, labels } = self.shape(reference.unit());
        let label_bytes = self.label_bytes(labels, edges.into());
        let bit = |byte: &u8| label_bit(self.label_of(*byte));
        Node::new(
            set.map_or(0, |index| self.letter_set(index)),
            label_bytes.iter().map(bit).fold(0, |mask, bit| mask | bit),
            u32::from(edges) << EDGES_SHIFT | labels & (MAX_NODE_BYTES - 1),
        )
    }

    #[inline(always)]
    fn child(self, node: Node, rank: u32) -> NodeRef {
        let (labels, edges) = first_label(node);
        let before = self.all_reference_bytes(self.label_bytes(labels, rank));
        let at = labels.wrapping_sub(edges).wrapping_sub(before);
        self.read_reference(self.byte(labels.wrapping_sub(rank)), at, labels, edges)
    }

    #[cfg_attr(target_os = "none", inline(never))]
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn follow(self, node: Node, label: u8) -> NodeRef {
        let (labels, edges) = first_label(node);
        self.find(labels, edges, label)
            .unwrap_or(NodeRef::from_unit(0))
    }

    #[inline]
    fn target(self, reference: NodeRef, label: u8) -> Option<NodeRef> {
        let Shape { edges, labels, .. } = self.shape(reference.unit());
        self.find(labels, edges.into(), label)
    }

    #[inline]
    fn completes(self, reference: NodeRef, label: u8) -> bool {
        let set = self.shape(reference.unit()).set;
        set.is_some_and(|index| self.letter_set(index) & label_bit(label) != 0)
    }
}

impl NodeList for CompactNodes<'_> {
    const SECTION: SectionName = SectionName::COMPACT;
    const INDEX_BYTES: u64 = 1;

    fn end(self) -> u32 {
        self.end
    }

    /// From the last node to the first. May end early in an image that was not validated.
    fn stored(self) -> impl Iterator<Item = NodeRef> {
        let last = self.end.checked_sub(1);
        let is_node = move |&place: &u32| place >= self.start();
        core::iter::successors(last.filter(is_node), move |&head| {
            let next = self.before(head);
            (next < head).then_some(next).filter(is_node)
        })
        .map(NodeRef::from_unit)
    }

    #[inline]
    fn last_index(self, reference: NodeRef) -> u32 {
        reference.unit()
    }

    #[inline]
    fn resolve(self, reference: NodeRef) -> NodeRef {
        reference
    }
}

impl CountedNodes for CompactNodes<'_> {
    fn only_target(self, _: Node) -> Option<NodeRef> {
        None
    }

    /// The place of the edge's label byte.
    fn count_index(self, node: Node, rank: u32) -> Option<u32> {
        let (labels, _) = first_label(node);
        Some(labels.wrapping_sub(rank))
    }
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;

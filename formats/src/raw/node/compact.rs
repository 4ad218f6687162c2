//! Compact nodes: the packing of the DAWG for small hosts.
//!
//! The same nodes as those of [`node`](crate::raw::node), in bytes: half as large, read in place as well, and a step takes
//! two to three times as long. A node is named by the offset in the section of its **head**, the last of its bytes, and is read
//! downward from there:
//!
//! ```text
//! head        80 to ff: bits 0-3 tell the letter set, bits 4-6 the number of edges
//!             00 to 7f: a inline node, with one edge and no letter set: the byte is its label byte, too
//! letter set  if bits 0-3 are 15: its number, less 14: one byte below c0, or c0 + the upper part, and a byte
//! edges       if bits 4-6 are 0: their number
//! labels      a byte for each edge, by ascending label: the label, and above it the class of the reference
//! references  for each edge, as many bytes as the class says
//! ```
//!
//! - The **label** takes 5 bits for alphabets of up to 31 tiles, 6 for larger ones ([`compact_label_bits`]). What is left of the
//!   byte, and of a inline node's head less bit 7, is the **class** of the reference ([`Class`]).
//! - A **chained** edge has no reference: its node ends right before this one, below the last reference.
//! - References are by the **hot** table, which has the places of the nodes with the most edges to them; by the
//!   distance down from the reference's own first byte; or by offset in the section. All are to lower offsets.
//! - Letter sets are in a table, the most frequent first: those of numbers 0 to 13 are named by the head alone.
//! - That each reference is to a head is checked by the **marks**: a byte for each 128 bytes of the section, which tells
//!   where the last head in them is. From there the heads below are found, so that checking takes no memory, and each
//!   reference no more than 128 steps.
//!
//! What was measured, in bytes for ENABLE's DAWG, the two tables and the marks counted:
//!
//! | packing | bytes |
//! |---|---|
//! | 32-bit words ([`node`](crate::raw::node)) | 513,152 |
//! | labels and references as here; flag for a chained edge, none for inline nodes | 265,577 |
//! | inline nodes in a byte; far references of two or three bytes | 256,761 |
//! | references of fixed lengths, one class for the lowest 64 KiB; marks of 256 bytes each | 255,611 |
//! | marks of 128 bytes each, with which checking takes half the time: this one | 256,582 |
//!
//! With another order of the nodes it would be 1,100 bytes more by label, and 1,000 by most edges to them. A bit in each
//! byte that marks heads, in place of the marks, would take 30,000 bytes.

use super::fast::{Node, NodeList, NodeRef, Nodes};
use crate::error::ImageError;
use crate::raw::section::SectionName;

/// The number of bytes before the first node.
pub(crate) const HEADER_BYTES: u32 = 8;

/// The lowest head that is not a inline node's.
pub(crate) const GENERAL: u8 = 0x80;

/// What bits 0 to 3 of a head are where the letter set's number follows.
pub(crate) const SET_FOLLOWS: u8 = 15;

/// How many letter sets heads name alone.
pub(crate) const SETS_IN_HEADS: usize = 14;

/// The lowest first byte of a letter set's number that takes two.
pub(crate) const LONG_SET: u8 = 0xc0;

/// The largest number of letter sets that have a number.
pub const MAX_SETS: usize = SETS_IN_HEADS + LONG_SET as usize + (64 << 8);

/// The largest number of bytes up to the last node: what a far reference can name.
pub const MAX_NODE_BYTES: u32 = 1 << 24;

/// The number of bytes that have a mark.
pub(crate) const PAGE: u32 = 128;

/// The mark where there is no head.
pub(crate) const NO_HEAD: u8 = 0xff;

/// The number of bits that a label takes in an alphabet of `tile_count` tiles.
#[inline]
pub const fn compact_label_bits(tile_count: usize) -> u32 {
    if tile_count < 32 { 5 } else { 6 }
}

/// How a reference is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Not at all: the node ends right before this one.
    Chained,
    /// One byte: the number in a block of 256 of the hot table, less 256 for each block before.
    Hot(u8),
    /// One byte: the distance.
    Near,
    /// Two bytes: the distance.
    Distance,
    /// Two bytes: the offset.
    Low,
    /// Three bytes: the offset.
    Far,
}

/// The class with a number, beside labels of so many bits. There are eight with five bits, four with six.
#[inline(always)]
pub(crate) const fn class(number: u8, label_bits: u32) -> Class {
    match number {
        0 => Class::Chained,
        1 => Class::Hot(0),
        2 => Class::Distance,
        3 if label_bits != 5 => Class::Far,
        3 => Class::Low,
        4 => Class::Hot(1),
        5 => Class::Hot(2),
        6 => Class::Near,
        _ => Class::Far,
    }
}

impl Class {
    /// The number of bytes that the reference takes.
    #[inline]
    pub(crate) const fn bytes(self) -> u32 {
        match self {
            Class::Chained => 0,
            Class::Hot(_) | Class::Near => 1,
            Class::Distance | Class::Low => 2,
            Class::Far => 3,
        }
    }
}

/// The lengths of references beside labels of so many bits, four bits for each class.
const fn lengths(label_bits: u32) -> u32 {
    let mut lengths = 0;
    let mut number = 0;
    while number < 8 {
        lengths |= class(number, label_bits).bytes() << (4 * number as u32);
        number += 1;
    }
    lengths
}

/// The nodes of a compact DAWG, read in place.
#[derive(Clone, Copy)]
pub struct CompactNodes<'a> {
    section: &'a [u8],
    /// Where the nodes end and the letter sets start.
    end: u32,
    set_count: u16,
    hot_count: u16,
    set_bytes: u8,
    label_bits: u8,
}

impl<'a> CompactNodes<'a> {
    /// None at all.
    pub(crate) const NONE: CompactNodes<'static> = CompactNodes {
        section: &[],
        end: 0,
        set_count: 0,
        hot_count: 0,
        set_bytes: 0,
        label_bits: 0,
    };

    /// The nodes in the bytes of a section, for an alphabet of `tile_count` tiles. The lengths are checked, no more.
    pub(crate) fn from_bytes_unvalidated(
        section: &'a [u8],
        tile_count: usize,
    ) -> Result<CompactNodes<'a>, ImageError> {
        let wrong_length = |needed: u64| ImageError::SectionLength {
            section: SectionName::COMPACT,
            needed,
            found: section.len() as u64,
        };
        let (header, _) = section
            .split_first_chunk::<{ HEADER_BYTES as usize }>()
            .ok_or(wrong_length(u64::from(HEADER_BYTES)))?;
        let [a, b, c, d, sets, sets_high, hot, popular_high] = *header;
        let end = u32::from_le_bytes([a, b, c, d]);
        if end > MAX_NODE_BYTES {
            return Err(ImageError::NodesTooLong {
                section: SectionName::COMPACT,
                found: end.into(),
            });
        }
        #[expect(clippy::cast_possible_truncation, reason = "5 or 6")]
        let nodes = CompactNodes {
            section,
            end,
            set_count: u16::from_le_bytes([sets, sets_high]),
            hot_count: u16::from_le_bytes([hot, popular_high]),
            set_bytes: set_bytes(tile_count),
            label_bits: compact_label_bits(tile_count) as u8,
        };
        if nodes.start() > end {
            return Err(ImageError::NodesEnd {
                start: nodes.start(),
                end,
            });
        }
        let needed = nodes.mark_offset(end.div_ceil(PAGE));
        if section.len() as u64 == needed {
            Ok(nodes)
        } else {
            Err(wrong_length(needed))
        }
    }

    /// The section up to and with the last node: the places of nodes are offsets in it.
    #[inline]
    pub fn bytes(self) -> &'a [u8] {
        self.section.get(..self.end as usize).unwrap_or_default()
    }

    /// Where the first node starts: after the hot table.
    #[inline]
    pub const fn start(self) -> u32 {
        HEADER_BYTES + POPULAR_BYTES * self.hot_count as u32
    }

    /// The number of bits that labels take.
    #[inline]
    pub const fn label_bits(self) -> u32 {
        self.label_bits as u32
    }

    /// The number of letter sets in the table.
    #[inline]
    pub const fn set_count(self) -> u32 {
        self.set_count as u32
    }

    /// The letter set with this number, of those there are.
    #[inline]
    pub fn letter_set(self, number: u32) -> u64 {
        // Wrapping: on a 32-bit host there is room for the numbers that there are alone.
        let start = (number as usize).wrapping_mul(self.set_bytes.into());
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

    /// The node with this number in the hot table, of those there are.
    #[inline]
    pub fn hot(self, number: u32) -> NodeRef {
        let start = (number as usize).wrapping_mul(POPULAR_BYTES as usize);
        let start = start.wrapping_add(HEADER_BYTES as usize);
        let place = self
            .section
            .get(start..)
            .and_then(|rest| rest.first_chunk());
        let [a, b, c] = place.copied().unwrap_or_default();
        NodeRef::from_unit(u32::from_le_bytes([a, b, c, 0]))
    }

    /// The marks: for each 128 bytes, the offset in them of their last head, or ff if there is none.
    #[inline]
    pub fn marks(self) -> &'a [u8] {
        let start = usize::try_from(self.mark_offset(0)).unwrap_or(usize::MAX);
        self.section.get(start..).unwrap_or_default()
    }

    /// The offset of a letter set in the section.
    pub(crate) fn letter_set_offset(self, number: u32) -> u64 {
        u64::from(self.end) + u64::from(number) * u64::from(self.set_bytes)
    }

    /// The offset of a page's mark in the section.
    pub(crate) fn mark_offset(self, page: u32) -> u64 {
        self.letter_set_offset(self.set_count()) + u64::from(page)
    }

    /// The class of the reference with this label byte.
    #[inline(always)]
    pub(crate) const fn class(self, label_byte: u8) -> Class {
        class(label_byte >> self.label_bits, self.label_bits())
    }

    /// The byte at a place; 0 where there is none, which as a head is a inline node's.
    #[inline(always)]
    pub(crate) fn byte(self, place: u32) -> u8 {
        self.section.get(place as usize).copied().unwrap_or(0)
    }

    #[inline(always)]
    const fn label_mask(self) -> u8 {
        (1 << self.label_bits) - 1
    }

    /// What the bytes of a node are, from its head.
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
                let number = if first < LONG_SET {
                    u32::from(first)
                } else {
                    let second = self.byte(at);
                    at = at.wrapping_sub(1);
                    u32::from(LONG_SET) + (u32::from(first - LONG_SET) << 8 | u32::from(second))
                };
                #[expect(clippy::cast_possible_truncation, reason = "14")]
                Some(SETS_IN_HEADS as u32 + number)
            }
            number => Some(u32::from(number) - 1),
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

    /// The label bytes of the first `count` edges, last first. Fewer where the nodes begin.
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
        label_byte & self.label_mask()
    }

    /// The number of bytes that the references with these label bytes take.
    #[inline(always)]
    pub(crate) fn reference_bytes(self, label_bytes: &[u8]) -> u32 {
        let lengths = label_bytes.iter().map(|&byte| self.reference_len(byte));
        lengths.sum()
    }

    /// The number of bytes that the reference with this label byte takes.
    #[inline(always)]
    pub(crate) const fn reference_len(self, label_byte: u8) -> u32 {
        const LENGTHS: [u32; 2] = [lengths(5), lengths(6)];
        let [five, six] = LENGTHS;
        let lengths = if self.label_bits == 5 { five } else { six };
        lengths.wrapping_shr(4 * (label_byte >> self.label_bits) as u32) & 15
    }

    /// What the edge with this label refers to, if there is one, of the node with so many edges whose first label byte is at
    /// `labels`.
    #[inline(always)]
    fn find(self, labels: u32, edges: u32, label: u8) -> Option<NodeRef> {
        let mut references = labels.wrapping_sub(edges);
        // Most nodes have few edges: sooner looked through than counted.
        let ascending = self.label_bytes(labels, edges).iter().rev();
        for &byte in ascending {
            if self.label_of(byte) == label {
                return Some(self.referred(byte, references, labels, edges));
            }
            references = references.wrapping_sub(self.reference_len(byte));
        }
        None
    }

    /// What the reference at a place is to, which is that of the edge with this label byte.
    #[inline(always)]
    pub(crate) fn referred(self, label_byte: u8, at: u32, labels: u32, edges: u32) -> NodeRef {
        let one = || u32::from(self.byte(at));
        let two = || one() << 8 | u32::from(self.byte(at.wrapping_sub(1)));
        NodeRef::from_unit(match self.class(label_byte) {
            Class::Chained => labels
                .wrapping_sub(edges)
                .wrapping_sub(self.reference_bytes(self.label_bytes(labels, edges))),
            Class::Hot(block) => return self.hot(u32::from(block) << 8 | one()),
            Class::Near => at.wrapping_sub(one()),
            Class::Distance => at.wrapping_sub(two()),
            Class::Low => two(),
            Class::Far => two() << 8 | u32::from(self.byte(at.wrapping_sub(2))),
        })
    }

    /// The first place below a node: where the head of the node before it is.
    #[inline]
    pub(crate) fn before(self, head: u32) -> u32 {
        self.before_shape(self.shape(head))
    }

    /// The first place below a node of this shape.
    #[inline]
    pub(crate) fn before_shape(self, Shape { edges, labels, .. }: Shape) -> u32 {
        let count = u32::from(edges);
        labels
            .wrapping_sub(count)
            .wrapping_sub(self.reference_bytes(self.label_bytes(labels, count)))
    }

    /// Whether a node's head is at a place, by the marks. Takes no more than 128 steps.
    pub(crate) fn is_head(self, place: u32) -> bool {
        let page = place / PAGE;
        let mark = self.marks().get(page as usize).copied();
        let Some(mark) = mark.filter(|&mark| mark != NO_HEAD && place >= self.start()) else {
            return false;
        };
        let mut head = page * PAGE + u32::from(mark) % PAGE;
        while head > place {
            let next = self.before(head);
            if next >= head {
                return false;
            }
            head = next;
        }
        head == place
    }
}

/// The number of bytes that a letter set takes in the table: a bit for each label.
pub(crate) const fn set_bytes(tile_count: usize) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 8")]
    {
        (tile_count / 8 + 1) as u8
    }
}

/// The number of bytes that a node's place takes in the hot table.
pub(crate) const POPULAR_BYTES: u32 = 3;

/// The lowest bit of the number of edges, where it is noted with the place of the first label byte.
const EDGES_SHIFT: u32 = 24;

const _: () = assert!(MAX_NODE_BYTES == 1 << EDGES_SHIFT);

/// The place of the first label byte, and the number of edges.
#[inline(always)]
const fn first_label(node: Node) -> (u32, u32) {
    let noted = node.slots();
    (noted & (MAX_NODE_BYTES - 1), noted >> EDGES_SHIFT)
}

/// What the bytes of a node are.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    /// The number of its letter set, unless that is empty.
    pub(crate) set: Option<u32>,
    pub(crate) edges: u8,
    /// Where the first label byte is.
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
    // On a bare machine, where flash and stack are small, it is there once.
    #[cfg_attr(target_os = "none", inline(never))]
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn node(self, reference: NodeRef) -> Node {
        let Shape { set, edges, labels } = self.shape(reference.unit());
        let label_bytes = self.label_bytes(labels, edges.into());
        // Wrapping: whatever the label, a shift can't panic.
        let bit = |byte: &u8| 1_u64.wrapping_shl(self.label_of(*byte).into());
        Node::new(
            set.map_or(0, |number| self.letter_set(number)),
            label_bytes.iter().map(bit).fold(0, |mask, bit| mask | bit),
            u32::from(edges) << EDGES_SHIFT | labels & (MAX_NODE_BYTES - 1),
        )
    }

    #[inline(always)]
    fn child(self, node: Node, rank: u32) -> NodeRef {
        let (labels, edges) = first_label(node);
        let before = self.reference_bytes(self.label_bytes(labels, rank));
        let at = labels.wrapping_sub(edges).wrapping_sub(before);
        self.referred(self.byte(labels.wrapping_sub(rank)), at, labels, edges)
    }

    #[cfg_attr(target_os = "none", inline(never))]
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn follow(self, node: Node, label: u8) -> NodeRef {
        let (labels, edges) = first_label(node);
        self.find(labels, edges, label)
            .unwrap_or(NodeRef::from_unit(0))
    }

    #[inline]
    fn leads(self, reference: NodeRef, label: u8) -> Option<NodeRef> {
        let Shape { edges, labels, .. } = self.shape(reference.unit());
        self.find(labels, edges.into(), label)
    }

    #[inline]
    fn completes(self, reference: NodeRef, label: u8) -> bool {
        let set = self.shape(reference.unit()).set;
        set.is_some_and(|number| self.letter_set(number).wrapping_shr(label.into()) & 1 != 0)
    }
}

impl NodeList for CompactNodes<'_> {
    const SECTION: SectionName = SectionName::COMPACT;
    const INDEX_BYTES: u64 = 1;

    fn index_end(self) -> u32 {
        self.end
    }

    /// From the last to the first. Where the structure was not checked, they may end early.
    fn heads(self) -> impl Iterator<Item = NodeRef> {
        let last = self.end.checked_sub(1);
        let is_place = move |&place: &u32| place >= self.start();
        core::iter::successors(last.filter(is_place), move |&head| {
            let next = self.before(head);
            (next < head).then_some(next).filter(is_place)
        })
        .map(NodeRef::from_unit)
    }

    #[inline]
    fn held(self, reference: NodeRef) -> NodeRef {
        reference
    }
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;

//! Writes compact nodes.

use alloc::vec::Vec;

use super::compact_layout::{
    CLASSES, GENERAL, HEADER_BYTES, HOT_ENTRY_BYTES, LONG_SET, LabelBytes, MAX_NODE_BYTES,
    MAX_SETS, NO_HEAD, PAGE_BYTES, ReferenceClass, SET_FOLLOWS, SETS_IN_HEADS, compact_labels,
    set_bytes,
};
use super::unit::NodeRef;

/// The largest number of edges that a head can count.
const MAX_EDGES_IN_HEAD: usize = 7;

/// The target of an edge: a node that was written before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The node. If it is the node written last, the edge is implicit.
    pub node: NodeRef,
    /// The node's index in the hot table, if it is there.
    pub hot: Option<u32>,
}

/// The limit of compact nodes that a lexicon exceeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompactLimit {
    /// More letter sets than [`MAX_SETS`].
    Sets,
    /// More bytes of nodes than [`MAX_NODE_BYTES`].
    Nodes,
}

/// Writes compact nodes, children first.
#[derive(Clone, Debug)]
pub struct CompactWriter {
    /// The section up to the end of the last node.
    section: Vec<u8>,
    /// The letter sets by index.
    sets: Vec<u64>,
    hot_count: u16,
    page_heads: Vec<u8>,
    label_bytes: LabelBytes,
    set_bytes: u8,
}

/// A reference as bytes, and its label byte.
struct Reference {
    label_byte: u8,
    /// The bytes as an integer. A reader takes its highest byte first.
    value: u32,
    /// The number of bytes.
    len: u32,
}

impl CompactWriter {
    /// The largest number of nodes in the hot table, for an alphabet of `tile_count` tiles.
    pub fn max_hot(tile_count: usize) -> usize {
        let label_bytes = LabelBytes::new(tile_count);
        let last = compact_labels(tile_count) - 1;
        let is_usable = |&class: &u8| {
            let is_hot = matches!(ReferenceClass::new(class), ReferenceClass::Hot(_));
            is_hot && label_bytes.join(class, last).is_some()
        };
        256 * (0..CLASSES).filter(is_usable).count()
    }

    /// A writer for an alphabet of `tile_count` tiles. `sets` has the letter sets by index; none is empty. The hot
    /// table will have `hot_count` nodes, at most [`max_hot`](Self::max_hot).
    ///
    /// # Errors
    /// [`CompactLimit::Sets`].
    pub fn new(
        tile_count: usize,
        sets: Vec<u64>,
        hot_count: usize,
    ) -> Result<CompactWriter, CompactLimit> {
        if sets.len() > MAX_SETS {
            return Err(CompactLimit::Sets);
        }
        let hot_count = hot_count.min(CompactWriter::max_hot(tile_count));
        let start = HEADER_BYTES as usize + hot_count * HOT_ENTRY_BYTES as usize;
        #[expect(clippy::cast_possible_truncation, reason = "at most 1024")]
        Ok(CompactWriter {
            section: Vec::from_iter(core::iter::repeat_n(0, start)),
            sets,
            hot_count: hot_count as u16,
            page_heads: Vec::new(),
            label_bytes: LabelBytes::new(tile_count),
            set_bytes: set_bytes(tile_count),
        })
    }

    /// Writes a node: the index of its letter set, `None` if the letter set is empty, and its edges by ascending label.
    ///
    /// The caller passes labels and indices in range, and at least one edge if the letter set is empty.
    ///
    /// # Errors
    /// [`CompactLimit::Nodes`] if the node's place is too high for a reference. The node is written even then.
    pub fn push(
        &mut self,
        set: Option<usize>,
        edges: &[(u8, Target)],
    ) -> Result<NodeRef, CompactLimit> {
        let previous = self.section.len() - 1;
        let inline = match (set, edges) {
            (None, [edge]) => self.inline_reference(edge, previous),
            _ => None,
        };
        if let Some(reference) = inline {
            self.push_reference(&reference);
            self.section.push(reference.label_byte);
        } else {
            self.push_general(set, edges, previous);
        }
        let head = self.section.len() - 1;
        let place = u32::try_from(head)
            .ok()
            .filter(|&place| place < MAX_NODE_BYTES)
            .ok_or(CompactLimit::Nodes)?;
        self.page_heads
            .resize(head / PAGE_BYTES as usize + 1, NO_HEAD);
        if let Some(last) = self.page_heads.last_mut() {
            *last = (place % PAGE_BYTES) as u8;
        }
        Ok(NodeRef::from_unit(place))
    }

    fn push_general(&mut self, set: Option<usize>, edges: &[(u8, Target)], previous: usize) {
        // Writes from the lowest byte to the highest: the reverse of a reader's order.
        let mut labels = Vec::new();
        for edge in edges.iter().rev() {
            if let Some(reference) = self.reference(edge, previous, u8::MAX) {
                self.push_reference(&reference);
                labels.push(reference.label_byte);
            }
        }
        self.section.extend(labels);
        let mut head = GENERAL;
        #[expect(clippy::cast_possible_truncation, reason = "at most 63")]
        let count = edges.len() as u8;
        match edges.len() {
            1..=MAX_EDGES_IN_HEAD => head |= count << 4,
            _ => self.section.push(count),
        }
        head |= set.map_or(0, |index| self.push_set(index));
        self.section.push(head);
    }

    /// Writes the part of a letter set's index that the head has no room for, and returns the head's part.
    fn push_set(&mut self, index: usize) -> u8 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "compared, or the lower part"
        )]
        match index.checked_sub(SETS_IN_HEADS) {
            None => index as u8 + 1,
            Some(rest) => {
                match rest.checked_sub(LONG_SET.into()) {
                    None => self.section.push(rest as u8),
                    Some(rest) => {
                        self.section.push(rest as u8);
                        self.section.push(LONG_SET + (rest >> 8) as u8);
                    }
                }
                SET_FOLLOWS
            }
        }
    }

    /// The reference of an inline node with this edge; `None` if no reference fits, or if a general node takes fewer
    /// bytes.
    fn inline_reference(&self, edge: &(u8, Target), previous: usize) -> Option<Reference> {
        let inline = self.reference(edge, previous, GENERAL - 1)?;
        // A general node has a head beside its label byte: one byte more than an inline node.
        let general = self.reference(edge, previous, u8::MAX)?;
        (inline.len <= general.len + 1).then_some(inline)
    }

    /// The shortest reference of an edge, among its references with a label byte of at most `highest`.
    fn reference(
        &self,
        (label, target): &(u8, Target),
        previous: usize,
        highest: u8,
    ) -> Option<Reference> {
        let place = target.node.unit();
        let fitting = |number: u8| {
            let label_byte = self.label_bytes.join(number, *label)?;
            let class = ReferenceClass::new(number);
            let len = class.bytes();
            // Distances are from the first byte of the reference, which has the highest offset.
            let first_byte = u32::try_from(self.section.len()).ok()? + len - 1;
            let value = match class {
                ReferenceClass::Implicit => return None,
                ReferenceClass::Hot(block) => target.hot?.checked_sub(u32::from(block) << 8)?,
                ReferenceClass::Near | ReferenceClass::Distance => first_byte - place,
                ReferenceClass::Low | ReferenceClass::Far => place,
            };
            (label_byte <= highest && value >> (8 * len) == 0).then_some(Reference {
                label_byte,
                value,
                len,
            })
        };
        if place as usize == previous {
            let (label_byte, value, len) = (*label, 0, 0);
            return Some(Reference {
                label_byte,
                value,
                len,
            });
        }
        (0..CLASSES)
            .filter_map(fitting)
            .min_by_key(|reference| reference.len)
    }

    fn push_reference(&mut self, reference: &Reference) {
        let [a, b, c, _] = reference.value.to_le_bytes();
        self.section
            .extend([a, b, c].into_iter().take(reference.len as usize));
    }

    /// The bytes of the section. `hot` has the nodes of the hot table by index.
    pub fn finish(self, hot: &[NodeRef]) -> Vec<u8> {
        let mut section = self.section;
        #[expect(clippy::cast_possible_truncation, reason = "below their limits")]
        let (end, sets) = (section.len() as u32, self.sets.len() as u16);
        let header = end
            .to_le_bytes()
            .into_iter()
            .chain(sets.to_le_bytes())
            .chain(self.hot_count.to_le_bytes());
        let places = hot.iter().take(self.hot_count.into());
        let places = places.flat_map(|place| {
            let bytes = place.unit().to_le_bytes();
            bytes.into_iter().take(HOT_ENTRY_BYTES as usize)
        });
        for (byte, value) in section.iter_mut().zip(header.chain(places)) {
            *byte = value;
        }
        for set in &self.sets {
            section.extend(set.to_le_bytes().iter().take(self.set_bytes.into()));
        }
        section.extend(&self.page_heads);
        section
    }
}

//! Automata as nodes, built children first with no two alike.

use lexc_formats::raw::int::U32Le;
use lexc_formats::raw::node::{FastWriter, NodeRef, Nodes, SetCodes};

use crate::error::CompileError;

/// Writes each distinct node once.
///
/// Two states are equal if and only if their masks and their children are. Children come first, so one look-up per state
/// finds the minimal automaton (Appel and Jacobson 1988, section 3.2.2; Gordon 1994, "Partial and
/// full minimization"). Incoming letter sets belong to the node and take part in the comparison.
#[derive(Debug)]
pub(crate) struct NodeRegistry<const W: usize> {
    writer: FastWriter<W>,
    /// Open addressing by linear probing, from the place that the top bits of a node's hash tell. See [`Slot`].
    slots: Vec<u64>,
    len: usize,
}

const MIN_SLOT_BITS: u32 = 12;

/// A hash distinguishes no more slots than that. References address 2^30 units, and few nodes have only one unit.
const MAX_SLOT_BITS: u32 = 31;

/// There are as many nodes as references can name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooManyNodesError;

impl From<TooManyNodesError> for CompileError {
    fn from(_: TooManyNodesError) -> CompileError {
        CompileError::TooManyNodes
    }
}

/// Slot of a node: its hash in the upper half, its index plus one in the lower. A free slot holds 0.
///
/// Comparing hashes rejects nearly all other nodes without reading them, and growing the table reads none.
#[derive(Clone, Copy)]
struct Slot(u64);

impl Slot {
    fn new(hash: u32, index: NodeRef) -> Slot {
        Slot(u64::from(hash) << 32 | u64::from(index.unit() + 1))
    }

    fn is_free(self) -> bool {
        self.0 == 0
    }

    fn hash(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    fn index(self) -> NodeRef {
        NodeRef::from_unit((self.0 as u32).wrapping_sub(1))
    }
}

impl<const W: usize> NodeRegistry<W> {
    pub(crate) fn new(tile_count: usize) -> NodeRegistry<W> {
        NodeRegistry {
            writer: FastWriter::new(tile_count),
            slots: vec![0; 1 << MIN_SLOT_BITS],
            len: 0,
        }
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn writer(&self) -> &FastWriter<W> {
        &self.writer
    }

    pub(crate) fn finish(self) -> (Vec<U32Le>, SetCodes) {
        self.writer.finish()
    }

    /// The node with this letter set, mask and children (by ascending label), written if there is none yet.
    #[inline(always)]
    pub(crate) fn intern(
        &mut self,
        set: u64,
        mask: u64,
        children: &[NodeRef],
    ) -> Result<NodeRef, TooManyNodesError> {
        if set == 0
            && let [child] = children
            && let Some(inline) =
                NodeRef::inline(u8::try_from(mask.trailing_zeros()).unwrap_or(0), *child, W)
        {
            return Ok(inline);
        }
        self.look_up(set, mask, children)
    }

    #[inline(never)]
    fn look_up(
        &mut self,
        set: u64,
        mask: u64,
        children: &[NodeRef],
    ) -> Result<NodeRef, TooManyNodesError> {
        let hash = hash(set, mask, children.iter().copied());
        let mut place = self.first_place(hash);
        loop {
            let slot = Slot(self.slots[place]);
            if slot.is_free() {
                break;
            }
            if slot.hash() == hash && self.is_record(slot.index(), set, mask, children) {
                return Ok(slot.index());
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
        let index = self.writer.push(set, mask, children);
        let index = index.ok_or(TooManyNodesError)?;
        self.slots[place] = Slot::new(hash, index).0;
        self.len += 1;
        if self.len * 4 > self.slots.len() * 3 {
            self.reserve(1);
        }
        Ok(index)
    }

    fn is_record(&self, index: NodeRef, set: u64, mask: u64, children: &[NodeRef]) -> bool {
        let nodes = self.writer.nodes();
        let node = nodes.node(index);
        let mut ranked = (0..).zip(children);
        node.set == set
            && node.mask == mask
            && ranked.all(|(rank, &child)| nodes.child(node, rank) == child)
    }

    /// Where to look for a hash first.
    #[inline]
    fn first_place(&self, hash: u32) -> usize {
        hash as usize >> (u32::BITS - self.slots.len().trailing_zeros())
    }

    /// Makes room for `additional` nodes.
    #[cold]
    pub(crate) fn reserve(&mut self, additional: usize) {
        let needed = (self.len + additional) * 4 / 3 + 1;
        let len = needed.next_power_of_two().min(1 << MAX_SLOT_BITS);
        if len <= self.slots.len() {
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![0; len]);
        for slot in old.into_iter().filter(|&slot| !Slot(slot).is_free()) {
            let mut place = self.first_place(Slot(slot).hash());
            while self.slots[place] != 0 {
                place = (place + 1) & (len - 1);
            }
            self.slots[place] = slot;
        }
    }
}

/// Multiplies each word into the hash: the top bits of a product depend on all bits of its factors.
#[inline]
pub(crate) fn hash(set: u64, mask: u64, children: impl Iterator<Item = NodeRef>) -> u32 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let fold = |state: u64, word: u64| (state.rotate_left(26) ^ word).wrapping_mul(MULTIPLIER);
    let state = children.fold(fold(set.wrapping_mul(MULTIPLIER), mask), |state, child| {
        fold(state, u64::from(child.unit()))
    });
    (state >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_is_written_once() {
        let mut table = NodeRegistry::<1>::new(26);
        let leaf = table.intern(2, 0, &[]).unwrap();
        // Each node refers to the one before, so only children tell nodes apart; and the table grows.
        let mut made = vec![leaf];
        for step in 0..10_000 {
            let last = made[step];
            let children = [leaf, last];
            made.push(table.intern(0, 6, &children[..]).unwrap());
        }
        assert_eq!(table.len(), 10_001);
        let slots = table.slots.len();
        assert!(slots.is_power_of_two() && slots * 3 >= table.len() * 4);
        table.reserve(100_000);
        assert_eq!(table.slots.len(), 1 << 18);
        for step in 0..10_000 {
            assert_eq!(
                table.intern(0, 6, &[leaf, made[step]]).unwrap(),
                made[step + 1]
            );
        }
        assert_eq!(table.intern(2, 0, &[]).unwrap(), leaf);
        assert_eq!(table.len(), 10_001);
        // The letter set and the mask tell nodes apart as well.
        assert_ne!(table.intern(0, 10, &[leaf, leaf]).unwrap(), made[1]);
        assert_ne!(table.intern(2, 6, &[leaf, leaf]).unwrap(), made[1]);
        assert_eq!(table.len(), 10_003);
    }

    #[test]
    fn one_edge_and_nothing_else_takes_no_record() {
        let mut table = NodeRegistry::<1>::new(26);
        let leaf = table.intern(2, 0, &[]).unwrap();
        let inline = table.intern(0, 8, &[leaf]).unwrap();
        assert_eq!(Some(inline), NodeRef::inline(3, leaf, 1));
        assert_eq!(table.len(), 1);
        let two = table.intern(0, 8, &[inline]).unwrap();
        assert_eq!(Some(two), NodeRef::inline(3, inline, 1));
        assert_eq!(table.len(), 1);
        // A reference holds no third edge.
        assert!(!table.intern(0, 8, &[two]).unwrap().is_inline());
        assert!(!table.intern(2, 8, &[leaf]).unwrap().is_inline());
        assert_eq!(table.len(), 3);
    }
}

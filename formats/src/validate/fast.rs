//! The structure of the automata: one pass over the nodes and one over the numbers, without memory.
//!
//! As every reference is to an earlier node, there is no cycle, and every walk ends. As bit 31 marks the last word of
//! every node and nothing else, every reference names a whole one.

use crate::error::{ImageError, NodeError};
use crate::image::Image;
use crate::raw::int::U32Le;
use crate::raw::node::count_labels;
use crate::raw::node::{
    FastNodes, HAS_SET, HEAD, Node, NodeList, NodeRef, Nodes, SEPARATOR, WORD_BITS,
};
use crate::raw::section::SectionName;
use crate::tile_set::TileSet;
use crate::word_index::WordIndex;

/// Roots, nodes and numbers.
pub(crate) fn check<const W: usize>(image: &Image<'_>) -> Result<(), ImageError> {
    let nodes = image.nodes::<W>();
    let tiles = TileSet::first(image.alphabet.len()).bits();
    let offset = |name: SectionName| {
        let entry = image.table.iter().find(|entry| entry.name == name);
        entry.map_or(0, |entry| entry.offset.get())
    };
    let roots = [
        (SectionName::DAWG, image.dawg),
        (SectionName::GADDAG, image.gaddag),
    ];
    let refuse_root = |section, root: NodeRef| {
        Err(ImageError::Root {
            section,
            found: root.unit(),
        })
    };
    // Before the nodes: where the DAWG's nodes end depends on its root.
    for ((section, root), labels) in roots.into_iter().zip([tiles, tiles | SEPARATOR]) {
        if let Some(root) = root
            && !names_node(nodes, root, nodes.units().len(), labels)
        {
            return refuse_root(section, root);
        }
    }
    let dawg_len = image.dawg.map_or(0, |root| end(nodes, root));
    check_nodes(nodes, tiles, dawg_len).map_err(|(index, problem)| ImageError::Node {
        section: SectionName::NODES,
        offset: offset(SectionName::NODES) + 4 * index as u64,
        problem,
    })?;
    // After the nodes: what is read here is known to be a whole node.
    for (section, root) in roots {
        if let Some(root) = root
            && nodes.node(root).mask & SEPARATOR != 0
        {
            return refuse_root(section, root);
        }
    }
    match (image.word_index, image.dawg) {
        (Some(counts), Some(root)) => {
            check_numbers(nodes, counts, dawg_len, offset(SectionName::WORD_INDEX))?;
            let recorded = image.metadata.word_count();
            let counted = WordIndex::new(nodes, counts).total(root);
            if u64::from(recorded) != counted {
                return Err(ImageError::WordCount { recorded, counted });
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The number of words up to and with the head of the node that the reference names or holds.
fn end<const W: usize>(nodes: FastNodes<'_, W>, reference: NodeRef) -> usize {
    nodes.held(reference).unit() as usize + 1
}

/// Every rule for a node, one after the other; the error comes with the index of the word at fault. The first
/// `dawg_len` words are the DAWG's.
fn check_nodes<const W: usize>(
    nodes: FastNodes<'_, W>,
    tiles: u64,
    dawg_len: usize,
) -> Result<(), (usize, NodeError)> {
    let code_bits = nodes.code_bits();
    let words = nodes.units();
    let mut start = 0;
    for reference in nodes.heads() {
        let index = reference.unit() as usize;
        let head = words.get(index).map_or(0, |word| word.get());
        let refuse = |problem| Err((index, problem));
        let body = words.get(start..index).unwrap_or_default();
        let code = head & code_bits;
        let is_written = code == HAS_SET;
        let set_words = if is_written { W } else { 0 };
        let needed = set_words + W - 1;
        let Some(reference_count) = body.len().checked_sub(needed) else {
            return refuse(NodeError::TooShort {
                needed: needed as u64 + 1,
                found: body.len() as u64 + 1,
            });
        };
        let (references, bits_below) = body.split_at_checked(reference_count).unwrap_or_default();
        let (set, mask) = bits_below.split_at_checked(set_words).unwrap_or_default();
        let mask = bits(mask, head & (HEAD - 1) & !code_bits);
        let labels = if index < dawg_len {
            tiles
        } else {
            tiles | SEPARATOR
        };
        if mask & !labels != 0 {
            let are_labels = mask & !(tiles | SEPARATOR) == 0;
            return refuse(if are_labels {
                NodeError::Separator
            } else {
                NodeError::Label
            });
        }
        let written = set
            .split_last()
            .map_or(0, |(top, set)| bits(set, top.get()));
        if written & !tiles != 0 || is_written != (written != 0) {
            return refuse(NodeError::LetterSet);
        }
        let common = nodes.codes().row(head).set.get();
        let set = written | common;
        let is_coded_otherwise = if is_written {
            nodes.codes().has(written)
        } else {
            (code != 0) != (common != 0)
        };
        if is_coded_otherwise {
            return refuse(NodeError::SetCode);
        }
        if mask == 0 && set == 0 {
            return refuse(NodeError::Empty);
        }
        let edges = count_labels::<W>(mask);
        let is_chained = start > 0 && reference_count + 1 == edges as usize;
        if !is_chained && reference_count != edges as usize {
            return refuse(NodeError::EdgeCount {
                needed: edges,
                found: reference_count as u64,
            });
        }
        for (place, reference) in (start..).zip(references) {
            let found = reference.get();
            if !names_node(nodes, NodeRef::from_unit(found), start, labels) {
                return Err((place, NodeError::Reference { found }));
            }
        }
        let is_previous = |found: &U32Le| start.checked_sub(1) == Some(found.get() as usize);
        if !is_chained && references.first().is_some_and(is_previous) {
            return Err((start, NodeError::NotChained));
        }
        if set == 0 && edges == 1 {
            let child = nodes.child(nodes.node(reference), 0);
            let label = u8::try_from(mask.trailing_zeros()).unwrap_or(u8::MAX);
            if NodeRef::inline(label, child, W).is_some() {
                return refuse(NodeError::NotInline);
            }
        }
        start = index + 1;
    }
    if start != words.len() {
        Err((start, NodeError::NoHead))
    } else {
        Ok(())
    }
}

/// The mask or letter set with these lower words, lowest first, and this top word.
///
/// Bits that no set of 64 has room for give bit 63, which is no label's either.
fn bits(words: &[U32Le], top: u32) -> u64 {
    words.iter().rev().fold(u64::from(top), |bits, word| {
        let has_room = bits.leading_zeros() >= WORD_BITS;
        let bits = bits << WORD_BITS | u64::from(word.get());
        if has_room { bits } else { 1 << 63 }
    })
}

/// Whether a reference is to a node that ends before the word at `limit`; if it holds edges, whether they have some of
/// these labels, and the last refers to such a node.
fn names_node<const W: usize>(
    nodes: FastNodes<'_, W>,
    reference: NodeRef,
    limit: usize,
    labels: u64,
) -> bool {
    let mut target = reference;
    while let Some((label, next)) = nodes.inline_edge(target) {
        if labels.wrapping_shr(u32::from(label)) & 1 == 0 {
            return false;
        }
        target = next;
    }
    let target = target.unit() as usize;
    let head = nodes.units().get(target).map_or(0, |word| word.get());
    target < limit && head & HEAD != 0
}

/// Every number is the count it stands for; as children come first, their counts are known to be right by then.
fn check_numbers<const W: usize>(
    nodes: FastNodes<'_, W>,
    counts: &[U32Le],
    dawg_len: usize,
    section_offset: u64,
) -> Result<(), ImageError> {
    let (Some(nodes), true) = (nodes.first(dawg_len), counts.len() == dawg_len) else {
        return Err(ImageError::SectionLength {
            section: SectionName::WORD_INDEX,
            needed: 4 * dawg_len as u64,
            found: 4 * counts.len() as u64,
        });
    };
    let numbers = WordIndex::new(nodes, counts);
    let mut next = 0;
    let mut check = |index: u32, needed: u64| {
        // The words of letter sets and masks before this one have no number.
        let skipped = (next..index).map(|index| (index, 0));
        for (index, needed) in skipped.chain([(index, needed)]) {
            let found = counts.get(index as usize).map_or(0, |count| count.get());
            if u64::from(found) != needed {
                return Err(ImageError::Number {
                    offset: section_offset + 4 * u64::from(index),
                    needed,
                    found,
                });
            }
        }
        next = index + 1;
        Ok(())
    };
    for reference in nodes.heads() {
        let node: Node = nodes.node(reference);
        let below = |rank: u32| -> u64 {
            (0..rank)
                .map(|rank| numbers.total(nodes.child(node, rank)))
                .sum()
        };
        // References lie in the order of descending rank.
        let edges = count_labels::<W>(node.mask);
        for rank in (0..edges).rev() {
            if let Some(index) = nodes.reference_index(node, rank) {
                check(index, below(rank))?;
            }
        }
        check(reference.unit(), below(edges))?;
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;

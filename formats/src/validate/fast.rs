//! Validates the structure of fast nodes: one pass over the nodes and one over the word index, without a heap. Nodes that the
//! quick check does not prove valid take a second, careful pass, which names the error.
//!
//! All references are to earlier nodes, so there is no cycle, and every walk ends. Bit 31 marks the last unit of each node and
//! no other unit, so every reference names a whole node.

mod quick;

use crate::error::{ImageError, NodeError};
use crate::image::Image;
use crate::raw::int::U32Le;
use crate::raw::node::{
    FastNodes, HEAD_BIT, NodeList, NodeRef, Nodes, SEPARATOR, STORED_SET_BIT, UNIT_LABELS,
    count_labels, tile_labels,
};
use crate::raw::section::SectionName;
use crate::word_index::WordIndex;

/// Checks roots, nodes and word index.
pub(super) fn check<const W: usize>(
    image: &Image<'_>,
    nodes: FastNodes<'_, W>,
) -> Result<(), ImageError> {
    let tiles = tile_labels(image.alphabet.len());
    let roots = [
        (SectionName::DAWG, image.dawg, tiles),
        (SectionName::GADDAG, image.gaddag, tiles | SEPARATOR),
    ];
    let check_roots = |is_valid: &dyn Fn(NodeRef, u64) -> bool| {
        let mut present = roots
            .into_iter()
            .filter_map(|(section, root, labels)| Some((section, root?, labels)));
        let invalid = present.find(|&(_, root, labels)| !is_valid(root, labels));
        invalid.map_or(Ok(()), |(section, root, _)| {
            Err(ImageError::Root {
                section,
                found: root.unit(),
            })
        })
    };
    // Before the nodes: the end of the DAWG's nodes depends on its root.
    check_roots(&|root, labels| names_node(nodes, root, nodes.units().len(), labels))?;
    let dawg_len = image
        .dawg
        .map_or(0, |root| nodes.resolve(root).unit() as usize + 1);
    if !quick::proves(nodes, tiles, dawg_len) {
        check_nodes(nodes, tiles, dawg_len).map_err(|(index, problem)| ImageError::Node {
            section: SectionName::NODES,
            offset: image.section_offset(SectionName::NODES) + 4 * index as u64,
            problem,
        })?;
    }
    // After the nodes: it reads the roots as nodes.
    check_roots(&|root, _| nodes.node(root).mask & SEPARATOR == 0)?;
    match (image.word_index, image.dawg) {
        (Some(counts), Some(root)) => check_word_index(image, nodes, counts, root, dawg_len),
        _ => Ok(()),
    }
}

/// Checks every rule for every node; the error comes with the index of the unit at fault. The first `dawg_len` units are the
/// DAWG's.
fn check_nodes<const W: usize>(
    nodes: FastNodes<'_, W>,
    tiles: u64,
    dawg_len: usize,
) -> Result<(), (usize, NodeError)> {
    let mut start = 0;
    for node in nodes.stored() {
        let head = node.unit() as usize;
        let labels = if head < dawg_len {
            tiles
        } else {
            tiles | SEPARATOR
        };
        check_node(nodes, start, node, tiles, labels)?;
        start = head + 1;
    }
    if start == nodes.units().len() {
        Ok(())
    } else {
        Err((start, NodeError::NoHead))
    }
}

/// Checks the node that starts with the unit at `start`, in an automaton whose edges can have the labels in `labels`.
fn check_node<const W: usize>(
    nodes: FastNodes<'_, W>,
    start: usize,
    node: NodeRef,
    tiles: u64,
    labels: u64,
) -> Result<(), (usize, NodeError)> {
    let index = node.unit() as usize;
    let refuse = |problem| Err((index, problem));
    let Parts {
        head,
        mask,
        stored_set,
        references,
    } = parts(nodes, start, index).map_err(|problem| (index, problem))?;
    if mask & !labels != 0 {
        let are_labels = mask & !(tiles | SEPARATOR) == 0;
        return refuse(if are_labels {
            NodeError::Separator
        } else {
            NodeError::Label
        });
    }
    let set = letter_set(nodes, head, stored_set, tiles).map_err(|problem| (index, problem))?;
    if mask == 0 && set == 0 {
        return refuse(NodeError::Empty);
    }
    let edges = count_labels::<W>(mask);
    let has_implicit = start > 0 && references.len() + 1 == edges as usize;
    if !has_implicit && references.len() != edges as usize {
        return refuse(NodeError::EdgeCount {
            needed: edges,
            found: references.len() as u64,
        });
    }
    for (place, reference) in (start..).zip(references) {
        let found = reference.get();
        if !names_node(nodes, NodeRef::from_unit(found), start, labels) {
            return Err((place, NodeError::Reference { found }));
        }
    }
    let is_previous = |found: &U32Le| start.checked_sub(1) == Some(found.get() as usize);
    if !has_implicit && references.first().is_some_and(is_previous) {
        return Err((start, NodeError::NotImplicit));
    }
    if set == 0 && edges == 1 {
        let target = nodes.child(nodes.node(node), 0);
        let label = u8::try_from(mask.trailing_zeros()).unwrap_or(u8::MAX);
        if NodeRef::inline(label, target, W).is_some() {
            return refuse(NodeError::NotInline);
        }
    }
    Ok(())
}

/// The parts of a node.
struct Parts<'a> {
    head: u32,
    mask: u64,
    /// The stored letter set, if the head says that there is one.
    stored_set: Option<u64>,
    references: &'a [U32Le],
}

/// Splits the units from `start` to the head at `index` into the parts of a node.
fn parts<const W: usize>(
    nodes: FastNodes<'_, W>,
    start: usize,
    index: usize,
) -> Result<Parts<'_>, NodeError> {
    let units = nodes.units();
    let head = units.get(index).map_or(0, |unit| unit.get());
    let body = units.get(start..index).unwrap_or_default();
    let has_set = head & nodes.code_bits() == STORED_SET_BIT;
    let set_units = if has_set { W } else { 0 };
    let needed = set_units + W - 1;
    let Some(reference_count) = body.len().checked_sub(needed) else {
        return Err(NodeError::TooShort {
            needed: needed as u64 + 1,
            found: body.len() as u64 + 1,
        });
    };
    let (references, rest) = body.split_at_checked(reference_count).unwrap_or_default();
    let (set, mask) = rest.split_at_checked(set_units).unwrap_or_default();
    let stored_set = set.split_last().map(|(top, set)| join(set, top.get()));
    Ok(Parts {
        head,
        mask: join(mask, head & (HEAD_BIT - 1) & !nodes.code_bits()),
        stored_set,
        references,
    })
}

/// The letter set of a node. A stored one must have tiles, only tiles, and no set code; a set code must be in use.
fn letter_set<const W: usize>(
    nodes: FastNodes<'_, W>,
    head: u32,
    stored_set: Option<u64>,
    tiles: u64,
) -> Result<u64, NodeError> {
    let coded = nodes.set_codes().row(head).set.get();
    match stored_set {
        Some(set) if set & !tiles != 0 || set == 0 => Err(NodeError::LetterSet),
        Some(set) if nodes.set_codes().has(set) => Err(NodeError::SetCode),
        None if (head & nodes.code_bits() != 0) != (coded != 0) => Err(NodeError::SetCode),
        _ => Ok(stored_set.unwrap_or(coded)),
    }
}

/// The mask or letter set with these lower units, lowest first, and this top unit.
///
/// A bit above bit 63 gives bit 63, which no label has.
fn join(units: &[U32Le], top: u32) -> u64 {
    units.iter().rev().fold(u64::from(top), |bits, unit| {
        let has_room = bits.leading_zeros() >= UNIT_LABELS;
        let bits = bits << UNIT_LABELS | u64::from(unit.get());
        if has_room { bits } else { 1 << 63 }
    })
}

/// Returns `true` if a reference names a node that ends before the unit at `limit`: directly, or at the end of inline
/// edges whose labels are all in `labels`.
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
    let head = nodes.units().get(target).map_or(0, |unit| unit.get());
    target < limit && head & HEAD_BIT != 0
}

/// Checks the counts of the DAWG's nodes, the first `dawg_len` units, and that the metadata has the root's number of words.
fn check_word_index<const W: usize>(
    image: &Image<'_>,
    nodes: FastNodes<'_, W>,
    counts: &[U32Le],
    root: NodeRef,
    dawg_len: usize,
) -> Result<(), ImageError> {
    let offset = image.section_offset(SectionName::WORD_INDEX);
    check_counts(nodes, counts, dawg_len, offset)?;
    let recorded = image.metadata.word_count();
    let counted = WordIndex::new(nodes, counts).total(root);
    if u64::from(recorded) == counted {
        Ok(())
    } else {
        Err(ImageError::WordCount { recorded, counted })
    }
}

/// Checks every count. Children come first, so a node's counts are computed from checked ones.
fn check_counts<const W: usize>(
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
    let word_index = WordIndex::new(nodes, counts);
    let mut next = 0;
    let mut check = |index: u32, needed: u64| {
        // The units of letter sets and masks before `index` have a count of 0.
        let skipped = (next..index).map(|index| (index, 0));
        for (index, needed) in skipped.chain([(index, needed)]) {
            let found = counts.get(index as usize).map_or(0, |count| count.get());
            if u64::from(found) != needed {
                return Err(ImageError::WordIndex {
                    offset: section_offset + 4 * u64::from(index),
                    needed,
                    found,
                });
            }
        }
        next = index + 1;
        Ok(())
    };
    for reference in nodes.stored() {
        let node = nodes.node(reference);
        let before = |rank: u32| -> u64 {
            (0..rank)
                .map(|rank| word_index.total(nodes.child(node, rank)))
                .sum()
        };
        // References lie in the order of descending rank.
        let edges = count_labels::<W>(node.mask);
        for rank in (0..edges).rev() {
            if let Some(index) = nodes.reference_index(node, rank) {
                check(index, before(rank))?;
            }
        }
        check(reference.unit(), before(edges))?;
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;

//! Validates the structure of fast nodes, without a heap. If the nodes are narrow, a quick pass tries to prove all of
//! them valid. If it fails, or if the nodes are wide, a careful pass checks all nodes, and names the error if there is
//! one. A last pass checks the word index, if the image has one.
//!
//! All references are to earlier nodes, so there is no cycle, and every walk ends. Bit 31 marks the last unit of each
//! node and no other unit, so every direct reference names a whole node.

mod quick;

use crate::error::{ImageError, NodeError};
use crate::image::Image;
use crate::raw::int::U32Le;
use crate::raw::node::{
    FIRST_LABELS, FastNodes, HEAD_BIT, INLINE_BIT, LABELS_MASK, MASK_BIT, NO_LABEL, NodeList,
    NodeRef, Nodes, OTHER_LABELS, SEPARATOR, STORED_SET, STORED_SET_BIT, coded_set, count_labels,
    inline_limit, listed, set_code, tile_labels,
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
    // Checked before the nodes, because the end of the DAWG's nodes depends on its root.
    check_roots(&|root, labels| names_node(nodes, root, nodes.units().len(), labels))?;
    let dawg_len = image
        .dawg
        .map_or(0, |root| nodes.last_index(root) as usize + 1);
    if !quick::proves(nodes, tiles, dawg_len) {
        check_nodes(nodes, tiles, dawg_len).map_err(|(index, problem)| ImageError::Node {
            section: SectionName::NODES,
            offset: image.section_offset(SectionName::NODES) + 4 * index as u64,
            problem,
        })?;
    }
    // Checked after the nodes, because this check reads the roots as nodes.
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
    let labels_at = |index: usize| {
        if index < dawg_len {
            tiles
        } else {
            tiles | SEPARATOR
        }
    };
    let mut start = 0;
    for node in nodes.stored() {
        check_node(nodes, start, node, tiles, labels_at)?;
        start = node.unit() as usize + 1;
    }
    let rest = nodes.units().get(start..).unwrap_or_default();
    if rest.iter().all(is_inline) {
        check_references(nodes, start, rest, labels_at)
    } else {
        Err((start, NodeError::NoHead))
    }
}

/// Checks the units from `start` to the head of `node`. These are the inline references before the node, if any, and
/// the node's own units. `labels_at` gives the labels that a reference in the unit at an index can have: all tiles and,
/// except in the DAWG's units, the separator.
fn check_node<const W: usize>(
    nodes: FastNodes<'_, W>,
    start: usize,
    node: NodeRef,
    tiles: u64,
    labels_at: impl Fn(usize) -> u64,
) -> Result<(), (usize, NodeError)> {
    let index = node.unit() as usize;
    let refuse = |problem| Err((index, problem));
    let Parts {
        head,
        mask,
        stored_set,
        references,
    } = parts(nodes, start, index).map_err(|problem| (index, problem))?;
    let all = tiles | SEPARATOR;
    if mask & !all != 0 {
        return refuse(NodeError::Label);
    }
    let edges = count_labels::<W>(mask);
    let has_implicit = start > 0 && references.len() + 1 == edges as usize;
    // Units between nodes come before the references.
    let between = references.len().saturating_sub(edges as usize);
    let labels = labels_at(start + between);
    if mask & !labels != 0 {
        return refuse(NodeError::Separator);
    }
    if W != 1 && !is_list_in_order(head, has_implicit) {
        return refuse(NodeError::Order);
    }
    let set = letter_set(nodes, head, stored_set, tiles).map_err(|problem| (index, problem))?;
    if mask == 0 && set == 0 {
        return refuse(NodeError::Empty);
    }
    let (between, own) = references.split_at_checked(between).unwrap_or_default();
    let is_complete = has_implicit || own.len() == edges as usize;
    if !is_complete || !between.iter().all(is_inline) {
        return refuse(NodeError::EdgeCount {
            needed: edges,
            found: references.len() as u64,
        });
    }
    check_references(nodes, start, references, labels_at)?;
    let is_previous = |found: &U32Le| start.checked_sub(1) == Some(found.get() as usize);
    let mut can_be_implicit = own.iter();
    if W == 1 || head & MASK_BIT != 0 {
        // In a node with a mask, only the edge with the highest label can be implicit; its reference has the lowest
        // index.
        can_be_implicit = own.get(..1).unwrap_or_default().iter();
    }
    if between.is_empty()
        && !has_implicit
        && let Some(place) = can_be_implicit.position(is_previous)
    {
        return Err((start + place, NodeError::NotImplicit));
    }
    if set == 0 && edges == 1 {
        let target = nodes.child(nodes.node(node), 0);
        // If this node were inline, its reference would hold the index of the edge's target. If the edge has an inline
        // reference, it would hold the index of the unit with that reference.
        let index = if target.is_inline() {
            start + between.len()
        } else {
            target.unit() as usize
        };
        if index < inline_limit(W) as usize {
            return refuse(NodeError::NotInline);
        }
    }
    Ok(())
}

/// Returns `true` if a wide head has a mask or ascending labels. The last label can be out of order if its edge is implicit.
fn is_list_in_order(head: u32, has_implicit: bool) -> bool {
    let [others @ .., last] = listed(head);
    let mut others = others.into_iter().filter(|&label| label != NO_LABEL);
    let is_highest = others.clone().all(|label| label < last);
    head & MASK_BIT != 0
        || others.clone().is_sorted_by(|a, b| a < b)
            && others.all(|label| label != last)
            && (is_highest || has_implicit)
}

fn is_inline(unit: &U32Le) -> bool {
    unit.get() & (HEAD_BIT | INLINE_BIT) == INLINE_BIT
}

/// Checks that `references`, the first of which is the unit at `start`, are valid.
fn check_references<const W: usize>(
    nodes: FastNodes<'_, W>,
    start: usize,
    references: &[U32Le],
    labels_at: impl Fn(usize) -> u64,
) -> Result<(), (usize, NodeError)> {
    for (place, reference) in (start..).zip(references) {
        let found = reference.get();
        if !names_node(nodes, NodeRef::from_unit(found), place, labels_at(place)) {
            return Err((place, NodeError::Reference { found }));
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
    /// Units between nodes, if any, then the references.
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
    let (has_set, mask_units) = match W {
        1 => (head & nodes.code_bits() == STORED_SET_BIT, 0),
        _ if head & MASK_BIT != 0 => (set_code(head) == STORED_SET, nodes.mask_units() - 1),
        _ => (set_code(head) == STORED_SET, 0),
    };
    let set_units = if has_set { nodes.mask_units() } else { 0 };
    let needed = set_units + mask_units;
    let Some(reference_count) = body.len().checked_sub(needed) else {
        return Err(NodeError::TooShort {
            needed: needed as u64 + 1,
            found: body.len() as u64 + 1,
        });
    };
    let (references, rest) = body.split_at_checked(reference_count).unwrap_or_default();
    let (set, mask) = rest.split_at_checked(set_units).unwrap_or_default();
    let stored_set = set.split_last().map(|(first, others)| match W {
        1 => u64::from(first.get()),
        _ => join(first.get(), others),
    });
    let mask = match W {
        1 => u64::from(head & (HEAD_BIT - 1) & !nodes.code_bits()),
        _ if mask_units == 0 => {
            let listed = listed(head)
                .into_iter()
                .skip_while(|&label| label == NO_LABEL);
            listed.fold(0, |mask, label| mask | 1 << label)
        }
        _ => join(head & LABELS_MASK, mask),
    };
    Ok(Parts {
        head,
        mask,
        stored_set,
        references,
    })
}

/// The letter set of a node. A stored letter set must have tiles, and only tiles of the alphabet; a set code must be in
/// use.
fn letter_set<const W: usize>(
    nodes: FastNodes<'_, W>,
    head: u32,
    stored_set: Option<u64>,
    tiles: u64,
) -> Result<u64, NodeError> {
    let (code, coded) = match W {
        1 => (
            head & nodes.code_bits(),
            nodes.set_codes().row(head).set.get(),
        ),
        _ => (set_code(head), coded_set(set_code(head)) & tiles),
    };
    match stored_set {
        Some(set) if set & !tiles != 0 || set == 0 => Err(NodeError::LetterSet),
        None if (code != 0) != (coded != 0) => Err(NodeError::SetCode),
        _ => Ok(stored_set.unwrap_or(coded)),
    }
}

/// The mask or letter set of a wide node. `first` has its lowest labels; `others` are its other units, from the unit
/// with the highest labels down.
///
/// If a unit has a bit that stands for no label, the result has bit 63, which stands for no label either.
fn join(first: u32, others: &[U32Le]) -> u64 {
    let has_other_bits = first & !LABELS_MASK != 0;
    let mut bits = u64::from(first & LABELS_MASK) | u64::from(has_other_bits) << 63;
    for (unit, shift) in others
        .iter()
        .rev()
        .zip((FIRST_LABELS..).step_by(OTHER_LABELS as usize))
    {
        let unit = u64::from(unit.get());
        let is_too_high = unit >> OTHER_LABELS != 0 || unit.leading_zeros() < shift;
        bits |= unit.wrapping_shl(shift) | u64::from(is_too_high) << 63;
    }
    bits
}

/// Returns `true` if a reference is valid: its index is below `limit`, and the labels of its inline edges are all in
/// `labels`. The index of a direct reference must be that of a head; the index in an inline reference can also be that
/// of a unit with another inline reference.
fn names_node<const W: usize>(
    nodes: FastNodes<'_, W>,
    reference: NodeRef,
    limit: usize,
    labels: u64,
) -> bool {
    let mut named_bits = HEAD_BIT;
    let mut target = reference;
    while let Some((label, next)) = nodes.inline_edge(target) {
        if labels.wrapping_shr(u32::from(label)) & 1 == 0 {
            return false;
        }
        named_bits = HEAD_BIT | INLINE_BIT;
        target = next;
    }
    let target = target.unit() as usize;
    let named = nodes.units().get(target).map_or(0, |unit| unit.get());
    target < limit && named & named_bits != 0
}

/// Checks the counts of the DAWG's nodes, which take the first `dawg_len` units. Also checks that the counts
/// give the root as many words as the metadata records.
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

/// Checks every count. Children come first, so the correct counts of a node follow from counts that were checked
/// before.
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
        // The units from `next` to the one before `index` hold letter sets or masks, or lie between nodes. Their counts
        // are 0.
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
    let mut end = 0;
    for reference in nodes.stored() {
        end = reference.unit() + 1;
        let node = nodes.node(reference);
        let before = |rank: u32| -> u64 {
            (0..rank)
                .map(|rank| word_index.total(nodes.child(node, rank)))
                .sum()
        };
        // By ascending index, the references of a node have descending ranks.
        let edges = count_labels::<W>(node.mask);
        for rank in (0..edges).rev() {
            if let Some(index) = nodes.reference_index(node, rank) {
                check(index, before(rank))?;
            }
        }
        check(reference.unit(), before(edges))?;
    }
    // If the root is an inline reference to a unit with another inline reference, the DAWG ends with units between
    // nodes.
    match u32::try_from(dawg_len).unwrap_or(u32::MAX).checked_sub(1) {
        Some(last) if last >= end => check(last, 0),
        _ => Ok(()),
    }
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;

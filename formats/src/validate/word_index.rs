//! Validates the counts of the word index.

use crate::error::ImageError;
use crate::image::Image;
use crate::raw::int::U32Le;
use crate::raw::node::{FastNodes, NodeList, NodeRef, Nodes, count_labels};
use crate::raw::section::SectionName;
use crate::word_index::WordIndex;

/// Checks the counts of the DAWG's nodes, the first `dawg_len` units, and that the metadata has their sum.
pub(super) fn check<const W: usize>(
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

/// Checks every count. Children come first, so a node's counts are computed from counts that are right.
pub(super) fn check_counts<const W: usize>(
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
        // Units of letter sets and masks before this one count nothing.
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

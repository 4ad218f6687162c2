//! Validates the structure of compact nodes, without a heap. A quick pass tries to prove all of them valid. If it fails, two
//! careful passes check all nodes, and name the error if there is one. A last pass checks the word index, if the image has
//! one.
//!
//! The first careful pass walks from the last node down to the first: it finds all heads and checks the page heads. The second
//! pass checks labels and, by the page heads, that every reference names an earlier node.

mod heads;
mod label_byte;
mod quick;

use crate::error::{ImageError, NodeError};
use crate::image::Image;
use crate::raw::int::U32Le;
use crate::raw::node::{
    CompactNodes, HEADER_BYTES, HOT_ENTRY_BYTES, NO_HEAD, NodeList, NodeRef, Nodes, PAGE_BYTES,
    ReferenceClass, SEPARATOR, Shape, tile_labels,
};
use crate::raw::section::SectionName;

/// Checks tables, nodes, roots and word index.
pub(super) fn check(image: &Image<'_>, nodes: CompactNodes<'_>) -> Result<(), ImageError> {
    let checker = Checker {
        nodes,
        tiles: tile_labels(image.alphabet.len()),
        dawg_end: image.dawg.map_or(0, |root| root.unit() + 1),
        offset: image.section_offset(SectionName::COMPACT),
    };
    checker.letter_sets()?;
    // The quick check takes more stack than small hosts have.
    let is_large = cfg!(any(target_pointer_width = "64", target_family = "wasm"));
    if !(is_large && quick::proves(nodes, checker.tiles, checker.dawg_end)) {
        checker.nodes()?;
    }
    for (section, root) in [
        (SectionName::DAWG, image.dawg),
        (SectionName::GADDAG, image.gaddag),
    ] {
        let Some(root) = root else { continue };
        if !nodes.is_head(root.unit()) || nodes.node(root).mask & SEPARATOR != 0 {
            let found = root.unit();
            return Err(ImageError::Root { section, found });
        }
    }
    match (image.dawg, image.word_index) {
        (Some(root), Some(counts)) => check_word_index(image, nodes, counts, root),
        _ => Ok(()),
    }
}

/// Checks the counts of the bytes up to the root, and that the root has the number of words in the metadata.
fn check_word_index(
    image: &Image<'_>,
    nodes: CompactNodes<'_>,
    counts: &[U32Le],
    root: NodeRef,
) -> Result<(), ImageError> {
    if counts.len() as u64 != u64::from(root.unit()) + 1 {
        return Err(ImageError::SectionLength {
            section: SectionName::WORD_INDEX,
            needed: 4 * (u64::from(root.unit()) + 1),
            found: 4 * counts.len() as u64,
        });
    }
    let count = |place: u32| counts.get(place as usize).map_or(0, |count| count.get());
    let through = |node: NodeRef| {
        let set = nodes.shape(node.unit()).set;
        let words = set.map_or(0, |index| nodes.letter_set(index).count_ones());
        u64::from(words) + u64::from(count(node.unit()))
    };
    // The lowest place with a wrong count, the count needed there, and the count found there. The needed count is
    // right: it follows from counts at lower places, all of which are right.
    let mut wrong: Option<(u32, u64, u32)> = None;
    let mut check = |place: u32, needed: u64| {
        let found = count(place);
        if u64::from(found) != needed && wrong.is_none_or(|(lowest, ..)| place < lowest) {
            wrong = Some((place, needed, found));
        }
    };
    let mut head = root.unit();
    while head >= nodes.start() {
        let Shape { edges, labels, .. } = nodes.shape(head);
        let edges = u32::from(edges);
        let mut at = labels - edges;
        let mut sum = 0;
        for place in (at + 1..=labels).rev() {
            // The label byte of an inline node is its head.
            if place < head {
                check(place, sum);
            }
            let label_byte = nodes.byte(place);
            sum += through(nodes.read_reference(label_byte, at, labels, edges));
            at -= nodes.reference_bytes(label_byte);
        }
        check(head, sum);
        let others = (at + 1..=labels - edges).chain(labels + 1..head);
        others.for_each(|place| check(place, 0));
        head = at;
    }
    (0..nodes.start()).for_each(|place| check(place, 0));
    if let Some((place, needed, found)) = wrong {
        return Err(ImageError::WordIndex {
            offset: image.section_offset(SectionName::WORD_INDEX) + 4 * u64::from(place),
            needed,
            found,
        });
    }
    let recorded = image.metadata.word_count();
    let counted = through(root);
    if u64::from(recorded) == counted {
        Ok(())
    } else {
        Err(ImageError::WordCount { recorded, counted })
    }
}

struct Checker<'a> {
    nodes: CompactNodes<'a>,
    /// The labels of the alphabet's tiles.
    tiles: u64,
    /// The place after the DAWG's root; 0 without a DAWG. Only nodes with a head at this place or above it can have a
    /// separator edge.
    dawg_end: u32,
    /// The offset of the section in the image.
    offset: u64,
}

impl Checker<'_> {
    fn refuse<T>(&self, place: u32, problem: NodeError) -> Result<T, ImageError> {
        Err(ImageError::Node {
            section: SectionName::COMPACT,
            offset: self.offset + u64::from(place),
            problem,
        })
    }

    /// The labels that the edges of the node with this head can have.
    fn labels(&self, head: u32) -> u64 {
        if head < self.dawg_end {
            self.tiles
        } else {
            self.tiles | SEPARATOR
        }
    }

    fn refuse_entry(&self, start: u64, what: &'static str) -> Result<(), ImageError> {
        Err(ImageError::Table {
            offset: self.offset + start,
            what,
        })
    }

    /// Checks that every letter set of the table has tiles, and only tiles of the alphabet.
    fn letter_sets(&self) -> Result<(), ImageError> {
        let nodes = self.nodes;
        let wrong = (0..nodes.set_count()).find(|&index| {
            let set = nodes.letter_set(index);
            set == 0 || set & !self.tiles != 0
        });
        match wrong {
            Some(index) => self.refuse_entry(
                nodes.letter_set_offset(index),
                "a letter set that is empty or not within the alphabet",
            ),
            None => Ok(()),
        }
    }

    /// Checks nodes, hot table and page heads.
    fn nodes(&self) -> Result<(), ImageError> {
        self.heads()?;
        self.hot_table()?;
        for head in self.nodes.stored() {
            self.edges(head.unit())?;
        }
        Ok(())
    }

    /// Checks the page heads, and that nodes lie without a gap from the last byte of nodes down to the hot table.
    fn heads(&self) -> Result<(), ImageError> {
        let nodes = self.nodes;
        let end = nodes.end();
        // The pages with this number and higher numbers are checked.
        let mut checked = end.div_ceil(PAGE_BYTES);
        let mut place = end.wrapping_sub(1);
        while place >= nodes.start() && place < end {
            let page = place / PAGE_BYTES;
            if page < checked {
                for skipped in page + 1..checked {
                    self.page_head(skipped, u32::from(NO_HEAD))?;
                }
                self.page_head(page, place % PAGE_BYTES)?;
                checked = page;
            }
            place = self.form(place)?.wrapping_sub(1);
        }
        for skipped in 0..checked {
            self.page_head(skipped, u32::from(NO_HEAD))?;
        }
        Ok(())
    }

    /// Checks the entry of a page in the page heads.
    fn page_head(&self, page: u32, needed: u32) -> Result<(), ImageError> {
        let found = self.nodes.page_heads().get(page as usize);
        if found.is_some_and(|&found| u32::from(found) == needed) {
            return Ok(());
        }
        self.refuse_entry(
            self.nodes.page_head_offset(page),
            "a page head that is not the last head of its 128 bytes",
        )
    }

    /// Checks that the bytes from a head down form a node that starts after the hot table, and returns the node's
    /// start.
    fn form(&self, head: u32) -> Result<u32, ImageError> {
        let nodes = self.nodes;
        let Shape { set, edges, labels } = nodes.shape(head);
        let count = u32::from(edges);
        let start = nodes.below(labels, count).wrapping_add(1);
        if labels > head || count >= labels || start < nodes.start() || start > head {
            return self.refuse(head, NodeError::Start);
        }
        let most = self.labels(head).count_ones();
        if count > most {
            return self.refuse(
                head,
                NodeError::EdgeCount {
                    needed: most,
                    found: count.into(),
                },
            );
        }
        if set.is_some_and(|index| index >= nodes.set_count()) {
            return self.refuse(head, NodeError::SetCode);
        }
        if count == 0 && set.is_none() {
            return self.refuse(head, NodeError::Empty);
        }
        Ok(start)
    }

    /// Checks that every entry of the hot table names a node.
    fn hot_table(&self) -> Result<(), ImageError> {
        let nodes = self.nodes;
        let mut wrong =
            (0..nodes.hot_count()).filter(|&index| !nodes.is_head(nodes.hot(index).unit()));
        match wrong.next() {
            Some(index) => self.refuse_entry(
                u64::from(HEADER_BYTES + HOT_ENTRY_BYTES * index),
                "an entry of the hot table that names no node",
            ),
            None => Ok(()),
        }
    }

    /// Checks that the labels of a node are valid and in ascending order, and that the targets of its edges are earlier nodes.
    fn edges(&self, head: u32) -> Result<(), ImageError> {
        let nodes = self.nodes;
        let Shape { edges, labels, .. } = nodes.shape(head);
        let start = nodes.below(labels, edges.into()).wrapping_add(1);
        let mut higher_labels = self.labels(head);
        let mut at = labels - u32::from(edges);
        for (rank, &byte) in (0..).zip(nodes.label_bytes(labels, edges.into()).iter().rev()) {
            let place = labels - rank;
            let label = nodes.label_of(byte);
            let bit = 1_u64.wrapping_shl(label.into());
            if self.labels(head) & bit == 0 {
                return self.refuse(
                    place,
                    match bit {
                        SEPARATOR => NodeError::Separator,
                        _ => NodeError::Label,
                    },
                );
            }
            if higher_labels & bit == 0 {
                return self.refuse(place, NodeError::Order);
            }
            higher_labels &= !(bit | (bit - 1));
            let target = nodes.read_reference(byte, at, labels, edges.into()).unit();
            let is_node = match nodes.class(byte) {
                // The byte right below a node is the head of the previous node, unless the node is the first.
                ReferenceClass::Implicit => target >= nodes.start(),
                // Every entry of the hot table was checked to name a node.
                ReferenceClass::Hot(block) => {
                    u32::from(block) << 8 | u32::from(nodes.byte(at)) < nodes.hot_count()
                }
                _ => nodes.is_head(target),
            };
            if target >= start || !is_node {
                return self.refuse(place, NodeError::Reference { found: target });
            }
            at -= nodes.reference_bytes(byte);
        }
        Ok(())
    }
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;

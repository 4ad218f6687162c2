//! The structure of compact nodes: two passes over the section, without memory.
//!
//! The first goes from the last node down to the first, so that it is known where nodes are, and that the marks say so.
//! The second relies on the marks: every reference leads to an earlier node.

use crate::error::{ImageError, NodeError};
use crate::image::Image;
use crate::raw::node::NodeList;
use crate::raw::node::{Class, CompactNodes, HEADER_BYTES, NO_HEAD, PAGE, POPULAR_BYTES, Shape};
use crate::raw::section::SectionName;
use crate::tile_set::TileSet;

/// Tables, nodes and root. The section starts at `offset`.
pub(crate) fn check(
    image: &Image<'_>,
    nodes: CompactNodes<'_>,
    offset: u64,
) -> Result<(), ImageError> {
    let checker = Checker {
        nodes,
        tiles: TileSet::first(image.alphabet.len()).bits(),
        offset,
    };
    checker.letter_sets()?;
    checker.records_and_marks()?;
    checker.hot()?;
    for head in nodes.heads() {
        checker.edges(head.unit())?;
    }
    match image.dawg {
        Some(root) if !nodes.is_head(root.unit()) => Err(ImageError::Root {
            section: SectionName::DAWG,
            found: root.unit(),
        }),
        _ => Ok(()),
    }
}

struct Checker<'a> {
    nodes: CompactNodes<'a>,
    /// The tiles of the alphabet.
    tiles: u64,
    /// Where the section starts.
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

    fn refuse_entry(&self, start: u64, what: &'static str) -> Result<(), ImageError> {
        Err(ImageError::Table {
            offset: self.offset + start,
            what,
        })
    }

    /// Every letter set of the table has tiles, of the alphabet alone.
    fn letter_sets(&self) -> Result<(), ImageError> {
        let nodes = self.nodes;
        let wrong = (0..nodes.set_count()).find(|&number| {
            let set = nodes.letter_set(number);
            set == 0 || set & !self.tiles != 0
        });
        match wrong {
            Some(number) => self.refuse_entry(
                nodes.letter_set_offset(number),
                "a letter set that is empty or not within the alphabet",
            ),
            None => Ok(()),
        }
    }

    /// From the last byte down there is node after node, and the marks are where the last of each page are.
    fn records_and_marks(&self) -> Result<(), ImageError> {
        let nodes = self.nodes;
        let end = nodes.index_end();
        // The pages from here on are done.
        let mut done = end.div_ceil(PAGE);
        let mut place = end.wrapping_sub(1);
        while place >= nodes.start() && place < end {
            let page = place / PAGE;
            if page < done {
                for skipped in page + 1..done {
                    self.mark(skipped, u32::from(NO_HEAD))?;
                }
                self.mark(page, place % PAGE)?;
                done = page;
            }
            place = self.form(place)?.wrapping_sub(1);
        }
        for skipped in 0..done {
            self.mark(skipped, u32::from(NO_HEAD))?;
        }
        Ok(())
    }

    /// The mark of a page is as it has to be.
    fn mark(&self, page: u32, needed: u32) -> Result<(), ImageError> {
        let found = self.nodes.marks().get(page as usize);
        if found.is_some_and(|&found| u32::from(found) == needed) {
            return Ok(());
        }
        self.refuse_entry(
            self.nodes.mark_offset(page),
            "a mark that does not tell where the last node of its 128 bytes is",
        )
    }

    /// A node's bytes are those of a node, all of them after the header. Returns where they start.
    fn form(&self, head: u32) -> Result<u32, ImageError> {
        let nodes = self.nodes;
        let shape = nodes.shape(head);
        let Shape { set, edges, labels } = shape;
        let count = u32::from(edges);
        let start = nodes.before_shape(shape).wrapping_add(1);
        if labels > head || count >= labels || start < nodes.start() || start > head {
            return self.refuse(head, NodeError::Start);
        }
        if count > self.tiles.count_ones() {
            return self.refuse(
                head,
                NodeError::EdgeCount {
                    needed: self.tiles.count_ones(),
                    found: count.into(),
                },
            );
        }
        if set.is_some_and(|number| number >= nodes.set_count()) {
            return self.refuse(head, NodeError::SetCode);
        }
        if count == 0 && set.is_none() {
            return self.refuse(head, NodeError::Empty);
        }
        Ok(start)
    }

    /// Every entry of the hot table is a node.
    fn hot(&self) -> Result<(), ImageError> {
        let nodes = self.nodes;
        let mut wrong =
            (0..nodes.hot_count()).filter(|&number| !nodes.is_head(nodes.hot(number).unit()));
        match wrong.next() {
            Some(number) => self.refuse_entry(
                u64::from(HEADER_BYTES + POPULAR_BYTES * number),
                "a place of the hot table where there is no node",
            ),
            None => Ok(()),
        }
    }

    /// The labels of a node ascend, and what its edges refer to are earlier nodes.
    fn edges(&self, head: u32) -> Result<(), ImageError> {
        let nodes = self.nodes;
        let shape = nodes.shape(head);
        let Shape { edges, labels, .. } = shape;
        let start = nodes.before_shape(shape).wrapping_add(1);
        let mut last_label = 0;
        let mut at = labels - u32::from(edges);
        for (rank, &byte) in (0..).zip(nodes.label_bytes(labels, edges.into()).iter().rev()) {
            let place = labels - rank;
            let label = nodes.label_of(byte);
            if self.tiles.wrapping_shr(label.into()) & 1 == 0 {
                return self.refuse(place, NodeError::Label);
            }
            if label <= last_label {
                return self.refuse(place, NodeError::Order);
            }
            last_label = label;
            let target = nodes.referred(byte, at, labels, edges.into()).unit();
            let is_record = match nodes.class(byte) {
                // What is right before a node is one.
                Class::Chained => target >= nodes.start(),
                // The table was checked.
                Class::Hot(block) => {
                    u32::from(block) << 8 | u32::from(nodes.byte(at)) < nodes.hot_count()
                }
                _ => nodes.is_head(target),
            };
            if target >= start || !is_record {
                return self.refuse(place, NodeError::Reference { found: target });
            }
            at -= nodes.reference_len(byte);
        }
        Ok(())
    }
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;

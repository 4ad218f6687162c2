//! The structure of compact records: two passes over the section, without memory.
//!
//! The first goes from the last record down to the first, so that it is known where records are, and that the marks say so.
//! The second relies on the marks: every reference leads to an earlier record.

use crate::compact::{Class, CompactRecords, HEADER_BYTES, NO_HEAD, PAGE, POPULAR_BYTES, Shape};
use crate::error::{ImageError, RecordError};
use crate::image::Image;
use crate::record::RecordList;
use crate::section::SectionName;
use crate::tile_set::TileSet;

/// Tables, records and root. The section starts at `offset`.
pub(crate) fn check(
    image: &Image<'_>,
    records: CompactRecords<'_>,
    offset: u64,
) -> Result<(), ImageError> {
    let checker = Checker {
        records,
        tiles: TileSet::first(image.alphabet.len()).bits(),
        offset,
    };
    checker.letter_sets()?;
    checker.records_and_marks()?;
    checker.popular()?;
    for head in records.heads() {
        checker.edges(head.word())?;
    }
    match image.dawg {
        Some(root) if !records.is_head(root.word()) => Err(ImageError::Root {
            section: SectionName::DAWG,
            found: root.word(),
        }),
        _ => Ok(()),
    }
}

struct Checker<'a> {
    records: CompactRecords<'a>,
    /// The tiles of the alphabet.
    tiles: u64,
    /// Where the section starts.
    offset: u64,
}

impl Checker<'_> {
    fn refuse<T>(&self, place: u32, problem: RecordError) -> Result<T, ImageError> {
        Err(ImageError::Record {
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
        let records = self.records;
        let wrong = (0..records.set_count()).find(|&number| {
            let set = records.letter_set(number);
            set == 0 || set & !self.tiles != 0
        });
        match wrong {
            Some(number) => self.refuse_entry(
                records.letter_set_offset(number),
                "a letter set that is empty or not within the alphabet",
            ),
            None => Ok(()),
        }
    }

    /// From the last byte down there is record after record, and the marks are where the last of each page are.
    fn records_and_marks(&self) -> Result<(), ImageError> {
        let records = self.records;
        let end = records.index_end();
        // The pages from here on are done.
        let mut done = end.div_ceil(PAGE);
        let mut place = end.wrapping_sub(1);
        while place >= records.start() && place < end {
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
        let found = self.records.marks().get(page as usize);
        if found.is_some_and(|&found| u32::from(found) == needed) {
            return Ok(());
        }
        self.refuse_entry(
            self.records.mark_offset(page),
            "a mark that does not tell where the last record of its 128 bytes is",
        )
    }

    /// A record's bytes are those of a record, all of them after the header. Returns where they start.
    fn form(&self, head: u32) -> Result<u32, ImageError> {
        let records = self.records;
        let shape = records.shape(head);
        let Shape { set, edges, labels } = shape;
        let count = u32::from(edges);
        let start = records.before_shape(shape).wrapping_add(1);
        if labels > head || count >= labels || start < records.start() || start > head {
            return self.refuse(head, RecordError::Start);
        }
        if count > self.tiles.count_ones() {
            return self.refuse(
                head,
                RecordError::EdgeCount {
                    needed: self.tiles.count_ones(),
                    found: count.into(),
                },
            );
        }
        if set.is_some_and(|number| number >= records.set_count()) {
            return self.refuse(head, RecordError::SetCode);
        }
        if count == 0 && set.is_none() {
            return self.refuse(head, RecordError::Empty);
        }
        Ok(start)
    }

    /// Every entry of the popular table is a record.
    fn popular(&self) -> Result<(), ImageError> {
        let records = self.records;
        let mut wrong = (0..records.popular_count())
            .filter(|&number| !records.is_head(records.popular(number).word()));
        match wrong.next() {
            Some(number) => self.refuse_entry(
                u64::from(HEADER_BYTES + POPULAR_BYTES * number),
                "a place of the popular table where there is no record",
            ),
            None => Ok(()),
        }
    }

    /// The labels of a record ascend, and what its edges refer to are earlier records.
    fn edges(&self, head: u32) -> Result<(), ImageError> {
        let records = self.records;
        let shape = records.shape(head);
        let Shape { edges, labels, .. } = shape;
        let start = records.before_shape(shape).wrapping_add(1);
        let mut last_label = 0;
        let mut at = labels - u32::from(edges);
        for (rank, &byte) in (0..).zip(records.label_bytes(labels, edges.into()).iter().rev()) {
            let place = labels - rank;
            let label = records.label_of(byte);
            if self.tiles.wrapping_shr(label.into()) & 1 == 0 {
                return self.refuse(place, RecordError::Label);
            }
            if label <= last_label {
                return self.refuse(place, RecordError::Order);
            }
            last_label = label;
            let target = records.referred(byte, at, labels, edges.into()).word();
            let is_record = match records.class(byte) {
                // What is right before a record is one.
                Class::Chained => target >= records.start(),
                // The table was checked.
                Class::Popular(block) => {
                    u32::from(block) << 8 | u32::from(records.byte(at)) < records.popular_count()
                }
                _ => records.is_head(target),
            };
            if target >= start || !is_record {
                return self.refuse(place, RecordError::Reference { found: target });
            }
            at -= records.reference_len(byte);
        }
        Ok(())
    }
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;

//! The structure of the automata: one pass over the records and one over the numbers, without memory.
//!
//! As every reference is to an earlier record, there is no cycle, and every walk ends. As bit 31 marks the last word of
//! every record and nothing else, every reference names a whole one.

use crate::count::count_labels;
use crate::error::{ImageError, RecordError};
use crate::image::Image;
use crate::int::U32Le;
use crate::numbers::Numbers;
use crate::record::{
    EdgeRef, HAS_SET, HEAD, Packing, Record, RecordList, Records, SEPARATOR, WORD_BITS,
};
use crate::section::SectionName;
use crate::tile_set::TileSet;

/// Roots, records and numbers.
pub(crate) fn check<const W: usize>(image: &Image<'_>) -> Result<(), ImageError> {
    let records = image.records::<W>();
    let tiles = TileSet::first(image.alphabet.len()).bits();
    let offset = |name: SectionName| {
        let entry = image.table.iter().find(|entry| entry.name == name);
        entry.map_or(0, |entry| entry.offset.get())
    };
    let roots = [
        (SectionName::DAWG, image.dawg),
        (SectionName::GADDAG, image.gaddag),
    ];
    let refuse_root = |section, root: EdgeRef| {
        Err(ImageError::Root {
            section,
            found: root.word(),
        })
    };
    // Before the records: where the DAWG's records end depends on its root.
    for ((section, root), labels) in roots.into_iter().zip([tiles, tiles | SEPARATOR]) {
        if let Some(root) = root
            && !names_record(records, root, records.words().len(), labels)
        {
            return refuse_root(section, root);
        }
    }
    let dawg_len = image.dawg.map_or(0, |root| end(records, root));
    check_records(records, tiles, dawg_len).map_err(|(index, problem)| ImageError::Record {
        section: SectionName::RECORDS,
        offset: offset(SectionName::RECORDS) + 4 * index as u64,
        problem,
    })?;
    // After the records: what is read here is known to be a whole record.
    for (section, root) in roots {
        if let Some(root) = root
            && records.record(root).mask & SEPARATOR != 0
        {
            return refuse_root(section, root);
        }
    }
    match (image.numbers, image.dawg) {
        (Some(counts), Some(root)) => {
            check_numbers(records, counts, dawg_len, offset(SectionName::NUMBERS))?;
            let recorded = image.metadata.word_count();
            let counted = Numbers::new(records, counts).total(root);
            if u64::from(recorded) != counted {
                return Err(ImageError::WordCount { recorded, counted });
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The number of words up to and with the head of the record that the reference names or holds.
fn end<const W: usize>(records: Records<'_, W>, reference: EdgeRef) -> usize {
    records.held(reference).word() as usize + 1
}

/// Every rule for a record, one after the other; the error comes with the index of the word at fault. The first
/// `dawg_len` words are the DAWG's.
fn check_records<const W: usize>(
    records: Records<'_, W>,
    tiles: u64,
    dawg_len: usize,
) -> Result<(), (usize, RecordError)> {
    let code_bits = records.code_bits();
    let words = records.words();
    let mut start = 0;
    for reference in records.heads() {
        let index = reference.word() as usize;
        let head = words.get(index).map_or(0, |word| word.get());
        let refuse = |problem| Err((index, problem));
        let body = words.get(start..index).unwrap_or_default();
        let code = head & code_bits;
        let is_written = code == HAS_SET;
        let set_words = if is_written { W } else { 0 };
        let needed = set_words + W - 1;
        let Some(reference_count) = body.len().checked_sub(needed) else {
            return refuse(RecordError::TooShort {
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
                RecordError::Separator
            } else {
                RecordError::Label
            });
        }
        let written = set
            .split_last()
            .map_or(0, |(top, set)| bits(set, top.get()));
        if written & !tiles != 0 || is_written != (written != 0) {
            return refuse(RecordError::LetterSet);
        }
        let common = records.codes().row(head).set.get();
        let set = written | common;
        let is_coded_otherwise = if is_written {
            records.codes().has(written)
        } else {
            (code != 0) != (common != 0)
        };
        if is_coded_otherwise {
            return refuse(RecordError::SetCode);
        }
        if mask == 0 && set == 0 {
            return refuse(RecordError::Empty);
        }
        let edges = count_labels::<W>(mask);
        let is_chained = start > 0 && reference_count + 1 == edges as usize;
        if !is_chained && reference_count != edges as usize {
            return refuse(RecordError::EdgeCount {
                needed: edges,
                found: reference_count as u64,
            });
        }
        for (place, reference) in (start..).zip(references) {
            let found = reference.get();
            if !names_record(records, EdgeRef::from_word(found), start, labels) {
                return Err((place, RecordError::Reference { found }));
            }
        }
        let is_previous = |found: &U32Le| start.checked_sub(1) == Some(found.get() as usize);
        if !is_chained && references.first().is_some_and(is_previous) {
            return Err((start, RecordError::NotChained));
        }
        if set == 0 && edges == 1 {
            let child = records.child(records.record(reference), 0);
            let label = u8::try_from(mask.trailing_zeros()).unwrap_or(u8::MAX);
            if EdgeRef::lone(label, child, W).is_some() {
                return refuse(RecordError::NotLone);
            }
        }
        start = index + 1;
    }
    if start != words.len() {
        Err((start, RecordError::NoHead))
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

/// Whether a reference is to a record that ends before the word at `limit`; if it holds edges, whether they have some of
/// these labels, and the last refers to such a record.
fn names_record<const W: usize>(
    records: Records<'_, W>,
    reference: EdgeRef,
    limit: usize,
    labels: u64,
) -> bool {
    let mut target = reference;
    while let Some((label, next)) = records.lone_edge(target) {
        if labels.wrapping_shr(u32::from(label)) & 1 == 0 {
            return false;
        }
        target = next;
    }
    let target = target.word() as usize;
    let head = records.words().get(target).map_or(0, |word| word.get());
    target < limit && head & HEAD != 0
}

/// Every number is the count it stands for; as children come first, their counts are known to be right by then.
fn check_numbers<const W: usize>(
    records: Records<'_, W>,
    counts: &[U32Le],
    dawg_len: usize,
    section_offset: u64,
) -> Result<(), ImageError> {
    let (Some(records), true) = (records.first(dawg_len), counts.len() == dawg_len) else {
        return Err(ImageError::SectionLength {
            section: SectionName::NUMBERS,
            needed: 4 * dawg_len as u64,
            found: 4 * counts.len() as u64,
        });
    };
    let numbers = Numbers::new(records, counts);
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
    for reference in records.heads() {
        let record: Record = records.record(reference);
        let below = |rank: u32| -> u64 {
            (0..rank)
                .map(|rank| numbers.total(records.child(record, rank)))
                .sum()
        };
        // References lie in the order of descending rank.
        let edges = count_labels::<W>(record.mask);
        for rank in (0..edges).rev() {
            if let Some(index) = records.reference_index(record, rank) {
                check(index, below(rank))?;
            }
        }
        check(reference.word(), below(edges))?;
    }
    Ok(())
}

pub(crate) mod compact;

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;

//! The structure of the automata: one pass over the records and one over the numbers, without memory.
//!
//! As every reference is to an earlier record, there is no cycle, and every walk ends. As bit 31 marks the last word of
//! every record and nothing else, every reference names a whole one.

use crate::error::{ImageError, RecordError};
use crate::image::Image;
use crate::int::U32Le;
use crate::numbers::Numbers;
use crate::record::{
    EdgeRef, HAS_SET, HEAD, HEAD_MASK, Packing, Record, Records, SEPARATOR, WORD_BITS,
};
use crate::section::SectionName;
use crate::tile_set::TileSet;

/// Roots, records and numbers.
pub(crate) fn check<const W: usize>(image: &Image<'_>) -> Result<(), ImageError> {
    let records = Records::<W>::new(image.records);
    let tile_count = image.alphabet.len();
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
    for (section, root) in roots {
        if let Some(root) = root
            && !names_record(records, root, image.records.len(), 1..=tile_count)
        {
            return refuse_root(section, root);
        }
    }
    let dawg_len = image.dawg.map_or(0, |root| end(records, root));
    check_records(records, tile_count, dawg_len).map_err(|(index, problem)| {
        ImageError::Record {
            offset: offset(SectionName::RECORDS) + 4 * index as u64,
            problem,
        }
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
    let direct = records
        .lone_edge(reference)
        .map_or(reference, |(_, target)| target);
    direct.word() as usize + 1
}

/// Every rule for a record, one after the other; the error comes with the index of the word at fault. The first
/// `dawg_len` words are the DAWG's.
fn check_records<const W: usize>(
    records: Records<'_, W>,
    tile_count: usize,
    dawg_len: usize,
) -> Result<(), (usize, RecordError)> {
    let tiles = TileSet::first(tile_count).bits();
    let words = records.words();
    let mut start = 0;
    for reference in records.heads() {
        let index = reference.word() as usize;
        let head = words.get(index).map_or(0, |word| word.get());
        let refuse = |problem| Err((index, problem));
        let body = words.get(start..index).unwrap_or_default();
        let set_words = if head & HAS_SET == 0 { 0 } else { W };
        let needed = set_words + W - 1;
        let Some(reference_count) = body.len().checked_sub(needed) else {
            return refuse(RecordError::TooShort {
                needed: needed as u64 + 1,
                found: body.len() as u64 + 1,
            });
        };
        let (references, bits_below) = body.split_at_checked(reference_count).unwrap_or_default();
        let (set, mask) = bits_below.split_at_checked(set_words).unwrap_or_default();
        let mask = bits(mask) | u128::from(head & HEAD_MASK) << (WORD_BITS as usize * mask.len());
        let set = bits(set);
        if mask & !u128::from(tiles | SEPARATOR) != 0 {
            return refuse(RecordError::Label);
        }
        if set & !u128::from(tiles) != 0 || (head & HAS_SET != 0) != (set != 0) {
            return refuse(RecordError::LetterSet);
        }
        if mask == 0 && set == 0 {
            return refuse(RecordError::Empty);
        }
        let labels = if index < dawg_len {
            1..=tile_count
        } else {
            0..=tile_count
        };
        let lowest_label = mask.trailing_zeros() as usize;
        if mask != 0 && !labels.contains(&lowest_label) {
            return refuse(RecordError::Separator);
        }
        let edges = mask.count_ones();
        let is_chained = start > 0 && reference_count + 1 == edges as usize;
        if !is_chained && reference_count != edges as usize {
            return refuse(RecordError::EdgeCount {
                needed: edges,
                found: reference_count as u64,
            });
        }
        for (place, reference) in (start..).zip(references) {
            let found = reference.get();
            if !names_record(records, EdgeRef::from_word(found), start, labels.clone()) {
                return Err((place, RecordError::Reference { found }));
            }
            if place == start && !is_chained && start.checked_sub(1) == Some(found as usize) {
                return Err((place, RecordError::NotChained));
            }
        }
        if set == 0 && edges == 1 {
            let child = records.child(records.record(reference), 0);
            let label = u8::try_from(lowest_label).unwrap_or(u8::MAX);
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

/// The bits in the words of a mask or letter set that are not its head, lowest first.
fn bits(words: &[U32Le]) -> u128 {
    words
        .iter()
        .rev()
        .fold(0, |bits, word| bits << WORD_BITS | u128::from(word.get()))
}

/// Whether a reference is to a record that ends before the word at `limit`; if it holds an edge, whether that has one
/// of these labels, and refers to such a record.
fn names_record<const W: usize>(
    records: Records<'_, W>,
    reference: EdgeRef,
    limit: usize,
    labels: core::ops::RangeInclusive<usize>,
) -> bool {
    let (label, target) = match records.lone_edge(reference) {
        Some((label, target)) => (Some(label), target),
        None => (None, reference),
    };
    let target = target.word() as usize;
    let head = records.words().get(target).map_or(0, |word| word.get());
    label.is_none_or(|label| labels.contains(&usize::from(label)))
        && target < limit
        && head & HEAD != 0
}

/// Every number is the count it stands for; as children come first, their counts are known to be right by then.
fn check_numbers<const W: usize>(
    records: Records<'_, W>,
    counts: &[U32Le],
    dawg_len: usize,
    section_offset: u64,
) -> Result<(), ImageError> {
    let (Some(dawg_words), true) = (records.words().get(..dawg_len), counts.len() == dawg_len)
    else {
        return Err(ImageError::SectionLength {
            section: SectionName::NUMBERS,
            needed: 4 * dawg_len as u64,
            found: 4 * counts.len() as u64,
        });
    };
    let records = Records::<W>::new(dawg_words);
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
        for rank in (0..record.mask.count_ones()).rev() {
            if let Some(index) = records.reference_index(record, rank) {
                check(index, below(rank))?;
            }
        }
        check(reference.word(), below(record.mask.count_ones()))?;
    }
    Ok(())
}

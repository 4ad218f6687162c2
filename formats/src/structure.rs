//! The structure of the automata: one pass over the records and one over the numbers, without memory.
//!
//! As every reference is to an earlier record, there is no cycle, and every walk ends. As bit 31 marks the last word of
//! every record and nothing else, every reference names a whole one.

use crate::error::{ImageError, RecordError};
use crate::image::Image;
use crate::int::U32Le;
use crate::numbers::Numbers;
use crate::record::{EdgeRef, HAS_SET, HEAD, Packing, Record, Records, SEPARATOR, WORD_BITS};
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
            && !names_record(records, root, image.records.len(), labels)
        {
            return refuse_root(section, root);
        }
    }
    let dawg_len = image.dawg.map_or(0, |root| end(records, root));
    check_records(records, tiles, dawg_len).map_err(|(index, problem)| ImageError::Record {
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
        if mask & !(tiles | SEPARATOR) != 0 {
            return refuse(RecordError::Label);
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
        let labels = if index < dawg_len {
            tiles
        } else {
            tiles | SEPARATOR
        };
        if mask & !labels != 0 {
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
            if !names_record(records, EdgeRef::from_word(found), start, labels) {
                return Err((place, RecordError::Reference { found }));
            }
            if place == start && !is_chained && start.checked_sub(1) == Some(found as usize) {
                return Err((place, RecordError::NotChained));
            }
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
        for rank in (0..record.mask.count_ones()).rev() {
            if let Some(index) = records.reference_index(record, rank) {
                check(index, below(rank))?;
            }
        }
        check(reference.word(), below(record.mask.count_ones()))?;
    }
    Ok(())
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::fixture::Fixture;
    use crate::record::{LONE, PAIR, RecordWriter, label_bits};
    use crate::set_code::{CODE_SHIFT, SetCodes, top_mask_bits};

    /// Records that break no rule, to be changed so that they do: two leaves with a letter set, then a record with a
    /// letter set and three edges, direct to the first leaf, lone to the first leaf, and chained to the second.
    struct Sound<const W: usize> {
        words: Vec<u32>,
        tile_count: usize,
    }

    impl<const W: usize> Sound<W> {
        /// The heads.
        const FIRST: usize = 2 * W - 1;
        const SECOND: usize = 4 * W - 1;
        const LAST: usize = 6 * W + 1;
        /// The references.
        const LONE: usize = 4 * W;
        const DIRECT: usize = 4 * W + 1;

        fn new(tile_count: usize) -> Sound<W> {
            let mut writer = RecordWriter::<W>::default();
            let first = writer.push(1 << tile_count, 0, &[]).unwrap();
            let lone = EdgeRef::lone(tile_count as u8, first, W).unwrap();
            let second = writer.push(2, 0, &[]).unwrap();
            let mask = SEPARATOR | 2 | 1 << tile_count;
            let last = writer.push(4, mask, &[first, lone, second]).unwrap();
            let heads = [first, second, last].map(|head| head.word() as usize);
            assert_eq!(heads, [Self::FIRST, Self::SECOND, Self::LAST]);
            let words = writer.finish().0.iter().map(|word| word.get()).collect();
            Sound { words, tile_count }
        }

        /// The verdict on these words instead, the first `dawg_len` of which are the DAWG's.
        fn verdict(&self, words: &[u32], dawg_len: usize) -> Result<(), (usize, RecordError)> {
            let words: Vec<U32Le> = words.iter().copied().map(U32Le::new).collect();
            let tiles = TileSet::first(self.tile_count).bits();
            let codes = SetCodes::none(self.tile_count);
            let records = Records::<W>::with_codes(&words, codes, self.tile_count);
            check_records(records, tiles, dawg_len)
        }

        /// The verdict with this word at an index.
        fn with(&self, index: usize, word: u32) -> Result<(), (usize, RecordError)> {
            let mut words = self.words.clone();
            words[index] = word;
            self.verdict(&words, 0)
        }
    }

    fn masks_and_letter_sets<const W: usize>(sound: &Sound<W>) {
        let (first, last) = (Sound::<W>::FIRST, Sound::<W>::LAST);
        // The highest part of each mask has room for more than the alphabet has, or codes that are not used; so has
        // that of a letter set.
        for head in [first, last] {
            let word = sound.words[head] | 1 << 29;
            assert_eq!(sound.with(head, word), Err((head, RecordError::SetCode)));
            let bit = top_mask_bits(sound.tile_count);
            if bit < CODE_SHIFT {
                let word = sound.words[head] | 1 << bit;
                assert_eq!(sound.with(head, word), Err((head, RecordError::Label)));
            }
        }
        let error = Err((first, RecordError::LetterSet));
        let highest_part = first - W;
        let word = sound.words[highest_part];
        assert_eq!(sound.with(highest_part, word | 1 << 30), error);
        // The separator completes no word; and a letter set is not empty.
        assert_eq!(sound.with(0, sound.words[0] | 1), error);
        assert_eq!(sound.with(highest_part, 0), error);
        let without_set = sound.words[first] & !HAS_SET;
        assert_eq!(
            sound.with(first, without_set),
            Err((first, RecordError::Empty))
        );
        // In the DAWG there is no separator.
        assert_eq!(sound.verdict(&sound.words, last), Ok(()));
        let error = Err((last, RecordError::Separator));
        assert_eq!(sound.verdict(&sound.words, last + 1), error);
    }

    fn references<const W: usize>(sound: &Sound<W>) {
        let (lone, direct) = (Sound::<W>::LONE, Sound::<W>::DIRECT);
        let (len, first) = (sound.words.len() as u32, sound.words[direct]);
        let (last, none) = (sound.tile_count as u32, (1 << label_bits(W)) - 1);
        let one = |label, index| LONE | index << label_bits(W) | label;
        let two = |label, second, index| {
            let rest = one(second, index) & !LONE;
            LONE | PAIR | rest << label_bits(W) | label
        };
        let own = Sound::<W>::LAST as u32;
        assert_eq!(sound.words[lone], one(last, first));
        for (place, found) in [
            (direct, first - 1),
            (direct, own),
            (direct, len),
            (direct, LONE - 1),
            (lone, one(last, first + 1)),
            (lone, one(last, own)),
            (lone, one(last, len)),
            (lone, one(none, first)),
            (lone, two(last, last, first + 1)),
            (lone, two(last, last, own)),
            (lone, two(last, none, first)),
            (lone, two(none, last, first)),
        ] {
            let error = Err((place, RecordError::Reference { found }));
            assert_eq!(sound.with(place, found), error, "{place}: {found:#x}");
        }
        // A lone separator edge is right in the GADDAG alone.
        for found in [one(0, first), two(last, 0, first), two(0, last, first)] {
            assert_eq!(sound.with(lone, found), Ok(()));
            let mut words = sound.words.clone();
            words[lone] = found;
            words[Sound::<W>::LAST + 1 - W] ^= 0b101;
            assert_eq!(sound.verdict(&words, 0), Ok(()));
            let error = Err((lone, RecordError::Reference { found }));
            assert_eq!(sound.verdict(&words, words.len()), error);
        }
    }

    fn edge_counts<const W: usize>(sound: &Sound<W>) {
        let (lone, last) = (Sound::<W>::LONE, Sound::<W>::LAST);
        let (first, second) = (Sound::<W>::FIRST as u32, Sound::<W>::SECOND as u32);
        let error = |head, found| Err((head, RecordError::EdgeCount { needed: 3, found }));
        let mut words = sound.words.clone();
        words.remove(lone);
        assert_eq!(sound.verdict(&words, 0), error(last - 1, 1));
        // Nothing is chained if the last edge leads elsewhere; if not, it has to be.
        let mut words = sound.words.clone();
        words.insert(lone, first);
        assert_eq!(sound.verdict(&words, 0), Ok(()));
        words[lone] = second;
        assert_eq!(
            sound.verdict(&words, 0),
            Err((lone, RecordError::NotChained))
        );
        words.insert(lone, first);
        assert_eq!(sound.verdict(&words, 0), error(last + 2, 4));
        // The first record is chained to nothing.
        let mut words = sound.words[last + 1 - W..].to_vec();
        words[W - 1] &= !HAS_SET;
        assert_eq!(sound.verdict(&words, 0), error(W - 1, 0));
    }

    fn one_edge_and_nothing_else<const W: usize>(sound: &Sound<W>) {
        let with_reference = |reference: Option<u32>| {
            let mut words = sound.words[..=Sound::<W>::SECOND].to_vec();
            words.extend(reference);
            let low_part = words.len();
            words.resize(low_part + W, 0);
            words[low_part] |= 2;
            words[low_part + W - 1] |= HEAD;
            sound.verdict(&words, 0)
        };
        let refused = |head| Err((head, RecordError::NotLone));
        assert_eq!(with_reference(None), refused(Sound::<W>::SECOND + W));
        let direct = sound.words[Sound::<W>::DIRECT];
        assert_eq!(
            with_reference(Some(direct)),
            refused(Sound::<W>::SECOND + W + 1)
        );
        let lone = EdgeRef::from_word(sound.words[Sound::<W>::LONE]);
        assert_eq!(
            with_reference(Some(lone.word())),
            refused(Sound::<W>::SECOND + W + 1)
        );
        // A lone reference can hold two edges, but not three.
        let two = EdgeRef::lone(1, lone, W).unwrap();
        assert_eq!(with_reference(Some(two.word())), Ok(()));
    }

    fn ends<const W: usize>(sound: &Sound<W>) {
        let (needed, found) = (2 * W as u64, 2 * W as u64 - 1);
        let error = Err((
            Sound::<W>::FIRST - 1,
            RecordError::TooShort { needed, found },
        ));
        assert_eq!(sound.verdict(&sound.words[1..], 0), error);
        let longer = [&sound.words[..], &[0]].concat();
        let no_head = |start| Err((start, RecordError::NoHead));
        assert_eq!(sound.verdict(&longer, 0), no_head(Sound::<W>::LAST + 1));
        let shorter = &sound.words[..Sound::<W>::LAST];
        assert_eq!(sound.verdict(shorter, 0), no_head(Sound::<W>::SECOND + 1));
    }

    fn checks_every_rule<const W: usize>(tile_count: usize) {
        let sound = Sound::<W>::new(tile_count);
        assert_eq!(sound.verdict(&sound.words, 0), Ok(()));
        masks_and_letter_sets(&sound);
        references(&sound);
        edge_counts(&sound);
        one_edge_and_nothing_else(&sound);
        ends(&sound);
    }

    #[test]
    fn rules_for_records_of_one_mask_word() {
        checks_every_rule::<1>(20);
        checks_every_rule::<1>(26);
        checks_every_rule::<1>(28);
    }

    #[test]
    fn rules_for_records_of_two_mask_words() {
        checks_every_rule::<2>(32);
        checks_every_rule::<2>(59);
    }

    #[test]
    fn rules_for_records_of_three_mask_words() {
        checks_every_rule::<3>(62);
    }

    #[test]
    fn letter_sets_have_the_code_they_can_have() {
        let mut writer = RecordWriter::<1>::new(28);
        let heads = [2, 4, 8].map(|set| writer.push(set, 0, &[]).unwrap().word());
        assert_eq!(heads, [0, 1, 3], "there are two codes");
        let verdict = |words: &[U32Le]| {
            let records = Records::<1>::with_codes(words, writer.records().codes(), 28);
            check_records(records, TileSet::first(28).bits(), 0)
        };
        let mut words = writer.records().words().to_vec();
        assert_eq!(verdict(&words), Ok(()));
        words[2] = U32Le::new(4);
        assert_eq!(verdict(&words), Err((3, RecordError::SetCode)));
    }

    #[test]
    fn roots_name_records_without_a_separator() {
        for (section, found) in [
            (SectionName::DAWG, 0),
            (SectionName::DAWG, 1 << 29),
            (SectionName::DAWG, 1 << 30 | 1),
            (SectionName::DAWG, 1 << 30 | 4 << 25 | 1),
            (SectionName::GADDAG, 8),
            (SectionName::GADDAG, 10),
            (SectionName::GADDAG, 4),
        ] {
            let mut fixture = Fixture::new(3);
            fixture.contents(section)[..4].copy_from_slice(&u32::to_le_bytes(found));
            let error = Image::from_bytes(&fixture.write()).unwrap_err();
            assert_eq!(error, ImageError::Root { section, found });
        }
    }

    #[test]
    fn numbers_are_counted_again() {
        for tile_count in [3, 40, 62] {
            let numbers = Fixture::new(tile_count)
                .contents(SectionName::NUMBERS)
                .len()
                / 4;
            for index in 0..numbers {
                let mut fixture = Fixture::new(tile_count);
                fixture.contents(SectionName::NUMBERS)[4 * index + 3] = 1;
                let image = fixture.write();
                let error = Image::from_bytes(&image).unwrap_err();
                let section = Image::from_bytes_trusted(&image).unwrap().sections()[5];
                let error_there = ImageError::Number {
                    offset: section.offset.get() + 4 * index as u64,
                    needed: 0,
                    found: 1 << 24,
                };
                assert_eq!(error, error_there);
            }
        }
        let mut fixture = Fixture::new(3);
        fixture.contents(SectionName::METADATA)[16] = 3;
        let (recorded, counted) = (3, 2);
        let error = Image::from_bytes(&fixture.write()).unwrap_err();
        assert_eq!(error, ImageError::WordCount { recorded, counted });
    }
}

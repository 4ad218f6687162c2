//! Writes the word map.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::mem::replace;

use crate::anagram_filter::AnagramKey;
use crate::multiset::{MAX_LEN, MAX_WIDTH, Multiset, Permutations};
use crate::raw::int::U32Le;
use crate::tile::Tile;
use crate::word_map::{
    CHECK_BITS, END_BYTES, FLAG_BITS, HAS_NEXT, HEADER_BYTES, Row, WordMap, bucket, entry_bits,
    hash, slot,
};

/// A word that the map has: 16 bytes, because a builder holds all words at once.
#[derive(Clone, Copy)]
struct MappedWord {
    /// The anagram key; later, the hash of the key of the word's entry.
    key: u64,
    /// From the highest bit: the width in six bits, and the number of the permutation; later, the upper bits of the entry.
    number: u64,
}

impl MappedWord {
    /// `None` if the word is too wide for the map.
    fn new(codes: &[u8]) -> Option<MappedWord> {
        let mut tiles = [Tile::FIRST; MAX_LEN];
        for (tile, code) in tiles.get_mut(..codes.len())?.iter_mut().zip(codes) {
            *tile = Tile::new(*code)?;
        }
        let tiles = tiles.get(..codes.len())?;
        let multiset: Multiset = tiles.iter().copied().collect();
        let width = multiset.width()?;
        let number = Permutations::of(&multiset).number_of(tiles)?;
        Some(MappedWord {
            key: multiset.key().key(),
            number: u64::from(width) << MAX_WIDTH | number,
        })
    }

    fn width(self) -> u64 {
        self.number >> MAX_WIDTH
    }
}

impl WordMap<'_> {
    /// The section for these distinct words, in any order, as codes of tiles. Leaves out words that are too wide for the map.
    /// `None` if the section would have 4 GiB or more, or if words have anagram keys for which no entries can be found.
    ///
    /// Takes 16 bytes of memory a word beside the section, and 40 tries to place a word.
    pub fn encode(words: &mut dyn Iterator<Item = &[u8]>) -> Option<Vec<u8>> {
        let mut mapped = Vec::with_capacity(words.size_hint().0);
        mapped.extend(words.filter_map(MappedWord::new));
        mapped.sort_unstable_by_key(|word| (word.width(), word.key, word.number));
        let row_count = mapped.last().map_or(0, |word| word.width() + 1);
        let mut rows = Vec::new();
        let mut section = u32::try_from(row_count).ok()?.to_le_bytes().to_vec();
        section.resize(
            HEADER_BYTES + usize::try_from(row_count).ok()? * size_of::<Row>(),
            0,
        );
        let mut rest = &mut mapped[..];
        for width in 0..row_count {
            let end = rest.partition_point(|word| word.width() == width);
            let (words, wider) = rest.split_at_mut(end);
            rest = wider;
            rows.push(append_row(&mut section, words, width)?);
        }
        let rows: &[u8] = bytemuck::cast_slice(&rows);
        section
            .get_mut(HEADER_BYTES..HEADER_BYTES + rows.len())?
            .copy_from_slice(rows);
        section.resize(section.len() + END_BYTES, 0);
        Some(section)
    }
}

/// Appends pilots and entries of the words of one width, which are sorted by key and number.
fn append_row(section: &mut Vec<u8>, words: &mut [MappedWord], width: u64) -> Option<Row> {
    let mut rank = AnagramKey::NONE;
    for index in 0..words.len() {
        let next = words.get(index + 1).map(|next| next.key);
        let word = words.get_mut(index)?;
        let has_next = next == Some(word.key);
        let number = word.number & ((1 << MAX_WIDTH) - 1);
        word.number = number << FLAG_BITS | if has_next { HAS_NEXT } else { 0 };
        word.key = hash(AnagramKey(word.key) + rank);
        rank = match has_next {
            true => rank + AnagramKey::NEXT_WORD,
            false => AnagramKey::NONE,
        };
    }
    words.sort_unstable_by_key(|word| word.key);

    let count = u32::try_from(words.len()).ok()?;
    let slots = count.checked_add(count / 100)?.max(1);
    let fewest = count / 5 + 1;
    let pilots =
        (fewest..fewest + MOST_TRIALS).find_map(|buckets| find_pilots(words, buckets, slots));
    let pilots = pilots?;
    let row = Row {
        start: U32Le::new(u32::try_from(section.len()).ok()?),
        buckets: U32Le::new(u32::try_from(pilots.len()).ok()?),
        slots: U32Le::new(slots),
    };
    section.extend(pilots.iter().flat_map(|pilot| pilot.to_le_bytes()));
    let start = usize::try_from(row.entries_start()).ok()?;
    let end = usize::try_from(row.end(entry_bits(width))).ok()?;
    section.resize(end + END_BYTES, 0);
    for word in words {
        let bucket = bucket(word.key, row.buckets.get());
        let slot = slot(word.key, *pilots.get(bucket as usize)?, slots);
        let bit = slot as usize * usize::try_from(entry_bits(width)).ok()?;
        let bytes = section.get_mut(start + bit / 8..)?.first_chunk_mut()?;
        let entry = word.number | word.key & CHECK_BITS;
        *bytes = (u64::from_le_bytes(*bytes) | entry << (bit % 8)).to_le_bytes();
    }
    section.truncate(end);
    Some(row)
}

/// How many numbers of buckets are tried for a row. The first one nearly always has a pilot for each bucket.
const MOST_TRIALS: u32 = 16;

/// The pilots with which no two words have the same entry: bucket by bucket, the fullest first, each the lowest one. `None`
/// if there is no pilot for a bucket. The words are sorted by hash, and so by bucket.
fn find_pilots(words: &[MappedWord], buckets: u32, slots: u32) -> Option<Vec<u16>> {
    let mut ranges = Vec::with_capacity(buckets as usize);
    let mut start = 0;
    for index in 0..buckets {
        let rest = words.get(start..)?.iter();
        let len = rest.take_while(|word| bucket(word.key, buckets) == index);
        let end = start + len.count();
        ranges.push((index, start..end));
        start = end;
    }
    // A stable sort: of equally full buckets, the first comes first.
    ranges.sort_by_key(|(_, words)| Reverse(words.len()));
    let mut pilots = alloc::vec![0; buckets as usize];
    let mut taken = alloc::vec![false; slots as usize];
    for (index, range) in ranges {
        let words = words.get(range)?;
        let pilot = (0..=u16::MAX).find(|&pilot| take_slots(&mut taken, words, pilot, slots))?;
        *pilots.get_mut(index as usize)? = pilot;
    }
    Some(pilots)
}

/// Takes the entries of the words of a bucket with this pilot, if all are free.
fn take_slots(taken: &mut [bool], words: &[MappedWord], pilot: u16, slots: u32) -> bool {
    let slot = |word: &MappedWord| slot(word.key, pilot, slots) as usize;
    let mut take = |word: &MappedWord| {
        let entry = taken.get_mut(slot(word));
        entry.is_some_and(|entry| !replace(entry, true))
    };
    let Some(refused) = words.iter().position(|word| !take(word)) else {
        return true;
    };
    for word in words.iter().take(refused) {
        if let Some(entry) = taken.get_mut(slot(word)) {
            *entry = false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_words_with_one_key_find_no_entries() {
        let key = 1 << 40;
        let word = |key, number| MappedWord { key, number };
        // The second word of the first key has the key of the first word of the other one.
        let other = (AnagramKey(key) + AnagramKey::NEXT_WORD).key();
        let mut words = [word(key, 0), word(key, 1), word(other, 0)];
        let mut first = words;
        assert!(append_row(&mut Vec::new(), &mut first[..2], 1).is_some());
        assert!(append_row(&mut Vec::new(), &mut words, 1).is_none());
    }
}

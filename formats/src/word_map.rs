//! The word map: from a multiset of tiles to its words, in a few bytes a word.
//!
//! Each word is an entry of a hash table: eight bits that tell most other multisets apart, and the number of the word among
//! the permutations of its tiles. The words of a multiset are found one after the other, by the sum of the anagram key and
//! a constant for each word before. A row for each width of these numbers has a table of its own, so that its entries have
//! one size.
//!
//! The table has hardly more entries than words, and no two words of a row share an entry: a *pilot* for each bucket of about
//! five words was chosen for that (Pibiri and Trani 2021, "PTHash: revisiting FCH minimal perfect hashing"). A test of a
//! multiset takes two loads.

#[cfg(test)]
mod tests;

use core::mem::size_of;

use bytemuck::{Pod, Zeroable};

use crate::anagram_filter::AnagramKey;
use crate::error::ImageError;
use crate::multiset::{MAX_WIDTH, Multiset, Permutation, Permutations};
use crate::raw::int::{U32Le, assert_layout};
use crate::raw::section::SectionName;

/// The word map of an image, read in place.
///
/// Has the words whose permutations have numbers of at most 49 bits: all words of up to [`COMPLETE_LEN`](Self::COMPLETE_LEN) tiles,
/// and longer ones, up to 22 tiles, in which tiles repeat.
///
/// A word that the map gives is always a permutation of the multiset. It is a word of the lexicon if the multiset has
/// words; one multiset without words in about 128 has a wrong one. So a caller looks up the first word of a multiset in an automaton,
/// and needs to look up no other one.
#[derive(Clone, Copy, Debug)]
pub struct WordMap<'a> {
    rows: &'a [Row],
    section: &'a [u8],
}

/// The number of rows that a section can have: one for each width from 0.
const MAX_ROWS: usize = MAX_WIDTH as usize + 1;

/// The words whose permutations have numbers of one width.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Row {
    /// The start of the pilots, in bytes from the start of the section. The entries follow them.
    pub(crate) start: U32Le,
    /// The number of buckets, each with a pilot of two bytes; at least 1.
    pub(crate) buckets: U32Le,
    /// The number of entries, at least 1.
    pub(crate) slots: U32Le,
}

assert_layout!(Row: 12 { start: 0, buckets: 4, slots: 8 });

/// The bytes before the rows: their number.
pub(crate) const HEADER_BYTES: usize = size_of::<U32Le>();

/// The zeros after the last entry, so that each entry is in a load of eight bytes.
pub(crate) const END_BYTES: usize = 8;

/// The bits of an entry beside the number: [`CHECK_BITS`], and one that is set if the multiset has a further word.
pub(crate) const FLAG_BITS: u32 = 8;

/// The bits of an entry that are equal to those of the hash.
pub(crate) const CHECK_BITS: u64 = 0x7f;

/// The bit of an entry that is set if its multiset has a further word.
pub(crate) const HAS_NEXT: u64 = 0x80;

impl Row {
    /// The start of the entries, in bytes from the start of the section.
    pub(crate) fn entries_start(&self) -> u64 {
        u64::from(self.start.get()) + 2 * u64::from(self.buckets.get())
    }

    /// The end of the entries of `bits` bits, in bytes from the start of the section.
    pub(crate) fn end(&self, bits: u64) -> u64 {
        self.entries_start() + (u64::from(self.slots.get()) * bits).div_ceil(8)
    }
}

impl<'a> WordMap<'a> {
    /// The largest number of tiles of which a map has all words.
    pub const COMPLETE_LEN: usize = 17;

    /// Reads a section; checks its length only.
    ///
    /// # Errors
    /// [`ImageError::SectionLength`] unless the section has the rows, pilots and entries that it counts, and 8 bytes more.
    pub(crate) fn from_bytes_unvalidated(section: &'a [u8]) -> Result<WordMap<'a>, ImageError> {
        let found = section.len() as u64;
        let wrong_length = |needed| ImageError::SectionLength {
            section: SectionName::WORD_MAP,
            needed,
            found,
        };
        let least = (HEADER_BYTES + END_BYTES) as u64;
        let (count, rest) = section.split_first_chunk().ok_or(wrong_length(least))?;
        // A larger number is an error that `validate` reports.
        let count = MAX_ROWS.min(u32::from_le_bytes(*count) as usize);
        let rows_bytes = count * size_of::<Row>();
        let rows = rest.get(..rows_bytes).unwrap_or_default();
        let rows: &[Row] = bytemuck::try_cast_slice(rows).unwrap_or_default();
        let end = match rows.last() {
            Some(last) => last.end(entry_bits(count as u64 - 1)),
            None => (HEADER_BYTES + rows_bytes) as u64,
        };
        let needed = end + END_BYTES as u64;
        if needed != found {
            return Err(wrong_length(needed));
        }
        Ok(WordMap { rows, section })
    }

    /// Checks the rows and the zeros at the end of the section at `offset` in the image.
    pub(crate) fn validate(self, offset: u64) -> Result<(), ImageError> {
        let refuse = |place: usize, what| {
            let offset = offset + place as u64;
            Err(ImageError::Contents {
                section: SectionName::WORD_MAP,
                offset,
                what,
            })
        };
        let count = self.section.first_chunk().copied().map(u32::from_le_bytes);
        if count != u32::try_from(self.rows.len()).ok() {
            return refuse(0, "more rows than widths");
        }
        let mut end = (HEADER_BYTES + size_of_val(self.rows)) as u64;
        for (width, row) in self.rows.iter().enumerate() {
            let place = HEADER_BYTES + width * size_of::<Row>();
            if u64::from(row.start.get()) != end {
                return refuse(place, "a row does not start at the end of the row before");
            }
            if row.buckets.get() == 0 || row.slots.get() == 0 {
                return refuse(place, "a row without buckets or entries");
            }
            end = row.end(entry_bits(width as u64));
        }
        let zeros = usize::try_from(end)
            .ok()
            .and_then(|end| self.section.get(end..));
        match zeros {
            Some(&[0, 0, 0, 0, 0, 0, 0, 0]) => Ok(()),
            _ => refuse(
                self.section.len() - END_BYTES,
                "the last bytes are not zeros",
            ),
        }
    }

    /// Returns `true` for every multiset of a word, for all multisets that are too wide for the map, and for about 0.8 % of
    /// all others. Takes about 50 instructions.
    #[inline(always)]
    pub fn may_spell(self, multiset: &Multiset) -> bool {
        match multiset.width() {
            Some(width) => self.entry(width, multiset.key()).is_some(),
            None => true,
        }
    }

    /// The words of a multiset in alphabetical order; `None` if the multiset is too wide for the map. If the multiset has no
    /// words, there may be wrong ones.
    #[inline]
    pub fn words(self, multiset: &Multiset) -> Option<Anagrams<'a>> {
        let width = multiset.width()?;
        let entry = self.entry(width, multiset.key());
        Some(Anagrams {
            map: self,
            width,
            key: multiset.key(),
            entry,
            permutations: match entry {
                Some(_) => Permutations::of(multiset),
                None => Permutations::NONE,
            },
        })
    }

    /// The bytes at this place of the section.
    #[inline(always)]
    fn load<const N: usize>(self, place: u64) -> Option<[u8; N]> {
        let start = usize::try_from(place).ok()?;
        let bytes = self.section.get(start..start.checked_add(N)?)?;
        bytes.first_chunk().copied()
    }

    /// The entry for a key in the row of a width, if its check bits are those of the key.
    #[inline(always)]
    fn entry(self, width: u32, key: AnagramKey) -> Option<Entry> {
        let row = self.rows.get(width as usize)?;
        let hash = hash(key);
        let bucket = u64::from(bucket(hash, row.buckets.get()));
        let pilot = self.load(u64::from(row.start.get()) + 2 * bucket)?;
        let pilot = u16::from_le_bytes(pilot);
        let bit = u64::from(slot(hash, pilot, row.slots.get())) * entry_bits(width.into());
        let bytes = self.load(row.entries_start() + bit / 8)?;
        let bits = u64::from_le_bytes(bytes) >> (bit % 8);
        if (bits ^ hash) & CHECK_BITS != 0 {
            return None;
        }
        Some(Entry {
            number: bits >> FLAG_BITS & ((1 << width) - 1),
            has_next: bits & HAS_NEXT != 0,
        })
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The number of the word among the permutations of its tiles.
    number: u64,
    /// True if the multiset has a further word.
    has_next: bool,
}

/// The words of a multiset, in alphabetical order.
#[derive(Clone, Debug)]
pub struct Anagrams<'a> {
    map: WordMap<'a>,
    width: u32,
    /// The key of the entry.
    key: AnagramKey,
    /// The entry of the next word.
    entry: Option<Entry>,
    permutations: Permutations,
}

impl Iterator for Anagrams<'_> {
    type Item = Permutation;

    fn next(&mut self) -> Option<Permutation> {
        let entry = self.entry.take()?;
        let word = self.permutations.get(entry.number)?;
        if entry.has_next {
            self.key += AnagramKey::NEXT_WORD;
            // The numbers ascend, so that damaged bytes give no endless series of words.
            let next = self.map.entry(self.width, self.key);
            self.entry = next.filter(|next| next.number > entry.number);
        }
        Some(word)
    }
}

/// The number of bits of an entry of this width.
#[inline(always)]
pub(crate) fn entry_bits(width: u64) -> u64 {
    width + u64::from(FLAG_BITS)
}

/// The hash of a key. Sums of keys are not random enough: keys of multisets that differ in two tiles have few differences.
#[inline(always)]
pub(crate) fn hash(key: AnagramKey) -> u64 {
    mix(key.key())
}

/// Spreads the differences of two keys over all bits.
#[inline(always)]
pub(crate) fn mix(key: u64) -> u64 {
    let hash = (key ^ key >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^ hash >> 29
}

/// The bucket of a hash. The square makes low buckets fuller than high ones: the full ones find free entries while the table is
/// empty, the others when it is nearly full.
#[inline(always)]
pub(crate) fn bucket(hash: u64, buckets: u32) -> u32 {
    let fraction = hash >> 32;
    scaled((fraction * fraction) >> 32, buckets)
}

/// The entry of a hash in a bucket with this pilot.
#[inline(always)]
pub(crate) fn slot(hash: u64, pilot: u16, slots: u32) -> u32 {
    let mixed = hash ^ u64::from(pilot).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = mixed.wrapping_mul(0x94d0_49bb_1331_11eb);
    scaled(mixed >> 32, slots)
}

/// The part of a count that a fraction of 32 bits stands for.
#[inline(always)]
fn scaled(fraction: u64, count: u32) -> u32 {
    ((fraction * u64::from(count)) >> 32) as u32
}

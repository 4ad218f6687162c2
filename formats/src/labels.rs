//! The labels of words: named flags and named numbers, in about as many bits a word as they need.
//!
//! The flags and numbers of a word are bits of an *entry*, the exclusive or of three entries of a table. The hash of the word
//! gives the three places, which lie in three successive *segments*; the writer fills the table so that every word gets its own
//! bits (Genuzio, Ottaviano and Vigna 2016, "Fast scalable construction of (minimal perfect hash) functions"; Graf and Lemire
//! 2022, "Binary fuse filters", for the places). The table has about 1.15 entries a word, and nothing else: a set of flags takes
//! 1.15 bits for each bit, where a minimal perfect hash would add three.

#[cfg(test)]
mod tests;

use core::mem::size_of;

use bytemuck::{Pod, Zeroable};

use crate::error::ImageError;
use crate::raw::int::{U16Le, U32Le, assert_layout};
use crate::raw::section::SectionName;
use crate::text::is_one_line;
use crate::tile::Tile;
use crate::word_map::mix;

/// The labels of an image's words, read in place.
///
/// An image answers for its words only: the label set of any other tiles is arbitrary. So a caller looks the word up first, as
/// `Lexicon::labels` does.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    header: &'a Header,
    /// The column of the flags, then one for each number.
    columns: &'a [Column],
    values: &'a [U32Le],
    /// The entries, and the zeros after them.
    entries: &'a [u8],
    names: &'a [u8],
}

/// The start of the section.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Header {
    pub(crate) flag_count: u8,
    pub(crate) number_count: u8,
    /// The length of an entry in bits.
    pub(crate) entry_bits: U16Le,
    /// The number of values of all columns.
    pub(crate) value_count: U32Le,
    /// The number of segments in which the first place of a word can be, at least 1. Two more segments follow them.
    pub(crate) segment_count: U32Le,
    /// A segment has 2 to this power of entries.
    pub(crate) segment_bits: U16Le,
    /// The length of the names in bytes.
    pub(crate) names_bytes: U16Le,
}

assert_layout!(Header: 16 {
    flag_count: 0, number_count: 1, entry_bits: 2, value_count: 4, segment_count: 8, segment_bits: 12, names_bytes: 14
});

/// The flags or one of the numbers: some bits of each entry, and their meaning.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Column {
    /// The number of values that the bits choose from; 0 if the bits are a value minus the lowest one.
    pub(crate) value_count: U32Le,
    /// The index of the column's first value among the values of all columns; without values, the lowest value.
    pub(crate) first: U32Le,
    /// The number of bits of an entry that come before those of the column.
    pub(crate) start: U16Le,
    /// The number of bits, up to [`MAX_BITS`].
    pub(crate) bits: u8,
    /// 1 if all bits are 0 in a word without the number, and one more than usual in the others.
    pub(crate) has_none: u8,
}

assert_layout!(Column: 12 { value_count: 0, first: 4, start: 8, bits: 10, has_none: 11 });

/// The largest number of flags.
pub(crate) const MAX_FLAGS: usize = 32;

/// The largest number of numbers.
pub(crate) const MAX_NUMBERS: usize = 8;

/// The longest name of a label, in bytes.
pub(crate) const MAX_NAME_BYTES: usize = 32;

/// The largest number of bits of a column: all 32-bit values, and one more for words without the number.
pub(crate) const MAX_BITS: u32 = 33;

/// The largest power of 2 for the entries of a segment: 16 bits of a hash choose one of them.
pub(crate) const MAX_SEGMENT_BITS: u32 = 16;

/// The zeros after the last entry, so that each column of it is in a load of eight bytes.
pub(crate) const END_BYTES: usize = 8;

impl<'a> Labels<'a> {
    /// Reads a section; checks its length only.
    ///
    /// # Errors
    /// [`ImageError::SectionLength`] unless the section has the columns, values, entries and names that it counts.
    pub(crate) fn from_bytes_unvalidated(section: &'a [u8]) -> Result<Labels<'a>, ImageError> {
        let wrong_length = |needed| ImageError::SectionLength {
            section: SectionName::LABELS,
            needed,
            found: section.len() as u64,
        };
        let least = size_of::<Header>();
        let too_short = || wrong_length(least as u64);
        let (header, rest) = section.split_at_checked(least).ok_or_else(too_short)?;
        let header: &Header = bytemuck::try_from_bytes(header).map_err(|_| too_short())?;
        let columns_bytes = size_of::<Column>() * (1 + usize::from(header.number_count));
        let values_bytes = size_of::<U32Le>() as u64 * u64::from(header.value_count.get());
        let entries_bytes = header.entries_bytes().saturating_add(END_BYTES as u64);
        let before_names = (least + columns_bytes) as u64 + values_bytes;
        let needed =
            entries_bytes.saturating_add(before_names + u64::from(header.names_bytes.get()));
        if needed != section.len() as u64 {
            return Err(wrong_length(needed));
        }
        let split = |bytes: &'a [u8], len: u64| {
            let parts = usize::try_from(len)
                .ok()
                .and_then(|len| bytes.split_at_checked(len));
            parts.ok_or(wrong_length(needed))
        };
        let (columns, rest) = split(rest, columns_bytes as u64)?;
        let (values, rest) = split(rest, values_bytes)?;
        let (entries, names) = split(rest, entries_bytes)?;
        Ok(Labels {
            header,
            columns: bytemuck::try_cast_slice(columns).unwrap_or_default(),
            values: bytemuck::try_cast_slice(values).unwrap_or_default(),
            entries,
            names,
        })
    }

    /// Checks header, columns, values, zeros and names of the section at `offset` in the image.
    pub(crate) fn validate(self, offset: u64) -> Result<(), ImageError> {
        let refuse = |place: usize, what| {
            Err(ImageError::Contents {
                section: SectionName::LABELS,
                offset: offset + place as u64,
                what,
            })
        };
        let header = self.header;
        let counts = [header.flag_count, header.number_count].map(usize::from);
        let [flag_count, number_count] = counts;
        if flag_count > MAX_FLAGS || number_count > MAX_NUMBERS || counts == [0, 0] {
            return refuse(0, "no labels, or more than 32 flags or 8 numbers");
        }
        let is_long = u32::from(header.segment_bits.get()) > MAX_SEGMENT_BITS;
        if is_long
            || header.segment_count.get() == 0
            || u32::try_from(header.entry_count()).is_err()
        {
            return refuse(8, "no segments, or segments of too many entries");
        }
        let mut place = size_of::<Header>();
        let (mut bits, mut values) = (0, self.values);
        for (index, column) in self.columns.iter().enumerate() {
            let has_none = column.has_none > u8::from(index > 0);
            if has_none || u32::from(column.bits) > MAX_BITS || column.start.get() != bits {
                return refuse(place, "a column with bits out of range");
            }
            bits += u16::from(column.bits);
            let count = column.value_count.get() as usize;
            if count > 0 {
                let first = self.values.len() - values.len();
                let parts = values.split_at_checked(count);
                let Some((of_column, rest)) =
                    parts.filter(|_| column.first.get() as usize == first)
                else {
                    return refuse(place, "a column with values out of range");
                };
                if !of_column.is_sorted_by(|a, b| a.get() < b.get()) {
                    return refuse(place, "the values of a column do not ascend");
                }
                values = rest;
            }
            place += size_of::<Column>();
        }
        if bits != header.entry_bits.get() || !values.is_empty() {
            return refuse(0, "bits of an entry or values that belong to no column");
        }
        place += size_of_val(self.values) + self.entries.len();
        let zeros = self.entries.last_chunk::<END_BYTES>();
        if zeros.is_none_or(|zeros| u64::from_le_bytes(*zeros) != 0) {
            return refuse(
                place - END_BYTES,
                "the last bytes of the entries are not zeros",
            );
        }
        let mut names = self.all();
        for index in 0..flag_count + number_count {
            let place = place + self.names.len() - names.0.len();
            let Some(label) = names.next() else {
                return refuse(place, "a name or a symbol is cut off or not UTF-8");
            };
            let may_be = |symbol| index < flag_count && is_label_symbol(symbol);
            if !is_label_name(label.name) || !label.symbol.is_none_or(may_be) {
                return refuse(
                    place,
                    "a name or a symbol with another character than it may have",
                );
            }
            if self.all().take(index).any(|other| other.name == label.name) {
                return refuse(place, "a name occurs twice");
            }
        }
        match names.0 {
            [] => Ok(()),
            rest => refuse(
                place + self.names.len() - rest.len(),
                "more names than labels",
            ),
        }
    }

    /// The flags, by index. There are at most 32.
    pub fn flags(self) -> impl Iterator<Item = Label<'a>> {
        self.all().take(self.header.flag_count.into())
    }

    /// The numbers, by index. There are at most 8.
    pub fn numbers(self) -> impl Iterator<Item = Label<'a>> {
        self.all().skip(self.header.flag_count.into())
    }

    /// The index of the flag with this name.
    pub fn flag_named(self, name: &str) -> Option<usize> {
        self.flags().position(|flag| flag.name == name)
    }

    /// The index of the number with this name.
    pub fn number_named(self, name: &str) -> Option<usize> {
        self.numbers().position(|number| number.name == name)
    }

    /// The labels of a word. Those of any other tiles are arbitrary.
    #[inline]
    pub fn get(self, word: &[Tile]) -> LabelSet<'a> {
        self.at(word.iter().copied().collect())
    }

    /// The labels of the word with this hash.
    #[inline]
    pub fn at(self, word: WordHash) -> LabelSet<'a> {
        LabelSet {
            labels: self,
            places: self.header.places(word),
        }
    }

    /// The flags, and then the numbers.
    fn all(self) -> Names<'a> {
        Names(self.names)
    }

    /// The value of a column of the entries at these places.
    #[expect(clippy::cast_possible_truncation, reason = "values are 32 bits")]
    #[inline]
    fn value(self, column: usize, places: [u32; 3]) -> Option<u32> {
        let column = self.columns.get(column)?;
        let mut bits = 0;
        for place in places {
            let bit = u64::from(place) * u64::from(self.header.entry_bits.get())
                + u64::from(column.start.get());
            let start = usize::try_from(bit / 8).ok()?;
            let bytes = self.entries.get(start..start.checked_add(8)?)?;
            bits ^= u64::from_le_bytes(*bytes.first_chunk()?) >> (bit % 8);
        }
        let code = bits & ((1 << (column.bits & 63)) - 1);
        let code = code.checked_sub(column.has_none.into())?;
        let first = column.first.get();
        if column.value_count.get() == 0 {
            return Some(first.wrapping_add(code as u32));
        }
        let values = self.values.get(first as usize..)?;
        Some(values.get(code as usize)?.get())
    }
}

impl Header {
    /// The number of entries; at most 2^64 - 1.
    pub(crate) fn entry_count(&self) -> u64 {
        let segments = u64::from(self.segment_count.get()) + 2;
        segments.saturating_mul(1 << (self.segment_bits.get() & 31))
    }

    /// The bytes that the entries take; at most 2^61.
    pub(crate) fn entries_bytes(&self) -> u64 {
        let bits = self
            .entry_count()
            .saturating_mul(self.entry_bits.get().into());
        bits.div_ceil(8)
    }

    /// The places of a word among the entries. They lie in three successive segments.
    #[expect(clippy::cast_possible_truncation, reason = "parts of a hash")]
    #[inline]
    pub(crate) fn places(&self, word: WordHash) -> [u32; 3] {
        let hash = mix(word.0);
        let segment = 1_u32 << (self.segment_bits.get() & 31);
        let starts = u64::from(self.segment_count.get().wrapping_mul(segment));
        let first = (((hash >> 32) * starts) >> 32) as u32;
        let second = first.wrapping_add(segment) ^ (hash >> 16) as u32 & (segment - 1);
        let third = first.wrapping_add(segment.wrapping_mul(2)) ^ hash as u32 & (segment - 1);
        [first, second, third]
    }
}

/// The name of a flag or a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label<'a> {
    name: &'a str,
    symbol: Option<char>,
}

impl<'a> Label<'a> {
    /// The name: ASCII letters, digits, `-` and `_`, a letter first; at most 32.
    pub fn name(self) -> &'a str {
        self.name
    }

    /// The character behind words with the flag in lists, such as `#`. A number has none.
    pub fn symbol(self) -> Option<char> {
        self.symbol
    }
}

/// The flags and numbers of one word.
#[derive(Clone, Copy, Debug)]
pub struct LabelSet<'a> {
    labels: Labels<'a>,
    places: [u32; 3],
}

impl<'a> LabelSet<'a> {
    /// Returns `true` if the word has the flag with this index.
    #[inline]
    pub fn has(self, flag_index: usize) -> bool {
        flag_index < MAX_FLAGS && self.flags() >> flag_index & 1 != 0
    }

    /// The flags of the word: bit *i* for the flag with index *i*.
    #[inline]
    pub fn flags(self) -> u32 {
        self.labels.value(0, self.places).unwrap_or(0)
    }

    /// The labels that the word has: its flags, each with `None`, then its numbers, each with the value.
    pub fn named(self) -> impl Iterator<Item = (Label<'a>, Option<u32>)> + use<'a> {
        let flags = self.labels.flags().enumerate();
        let flags = flags.filter_map(move |(index, flag)| self.has(index).then_some((flag, None)));
        let numbers = self.labels.numbers().enumerate();
        let value = move |index| self.number(index).map(Some);
        flags.chain(numbers.filter_map(move |(index, number)| Some((number, value(index)?))))
    }

    /// The symbols of the word's flags, which stand behind the word in lists.
    pub fn symbols(self) -> impl Iterator<Item = char> + use<'a> {
        self.named().filter_map(|(label, _)| label.symbol())
    }

    /// The number with this index; `None` if the word does not have it.
    #[inline]
    pub fn number(self, number_index: usize) -> Option<u32> {
        self.labels.value(number_index.checked_add(1)?, self.places)
    }
}

/// The hash of a word, made tile by tile: of its tiles in order, collected or added one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordHash(pub(crate) u64);

impl WordHash {
    /// The hash of no tiles.
    pub const EMPTY: WordHash = WordHash(0);

    /// The hash with one more tile at the end: two instructions.
    #[inline]
    pub const fn then(self, tile: Tile) -> WordHash {
        self.then_code(tile.code())
    }

    #[inline]
    pub(crate) const fn then_code(self, code: u8) -> WordHash {
        let shifted = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        WordHash(shifted.wrapping_add(code as u64))
    }
}

impl FromIterator<Tile> for WordHash {
    #[inline]
    fn from_iter<T: IntoIterator<Item = Tile>>(tiles: T) -> WordHash {
        tiles.into_iter().fold(WordHash::EMPTY, WordHash::then)
    }
}

/// The labels in a section of names, up to the first that is cut off or not UTF-8.
#[derive(Clone)]
struct Names<'a>(&'a [u8]);

impl<'a> Iterator for Names<'a> {
    type Item = Label<'a>;

    #[inline(never)]
    fn next(&mut self) -> Option<Label<'a>> {
        let (&[name_bytes, symbol_bytes], rest) = self.0.split_first_chunk()?;
        let (name, rest) = rest.split_at_checked(name_bytes.into())?;
        let (symbol, rest) = rest.split_at_checked(symbol_bytes.into())?;
        self.0 = rest;
        Some(Label {
            name: core::str::from_utf8(name).ok()?,
            symbol: character(symbol)?,
        })
    }
}

/// The only character of a text, if the text is not empty. `None` if the text has several characters or is not UTF-8.
#[expect(clippy::option_option, reason = "a symbol may be wrong, or missing")]
fn character(text: &[u8]) -> Option<Option<char>> {
    // A copy, because the image may change while the text is decoded.
    let mut copy = [0; 4];
    let copy = copy.get_mut(..text.len())?;
    copy.copy_from_slice(text);
    let mut characters = core::str::from_utf8(copy).ok()?.chars();
    let symbol = characters.next();
    characters.next().is_none().then_some(symbol)
}

/// Returns `true` if a flag or a number can have this name: 1 to 32 ASCII letters, digits, `-` and `_`, a letter first.
pub fn is_label_name(name: &str) -> bool {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    name.len() <= MAX_NAME_BYTES
        && name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
        && name.bytes().all(|byte| is_of_name(&byte))
}

/// Returns `true` if a flag can have this symbol: a character of one-line text that is neither white space nor an ASCII letter or
/// digit, `,` or `"`.
pub fn is_label_symbol(symbol: char) -> bool {
    let is_refused = symbol.is_ascii_alphanumeric() || matches!(symbol, ',' | '"');
    let is_space = crate::text::is_white_space(symbol);
    !is_refused && !is_space && is_one_line(symbol.encode_utf8(&mut [0; 4]))
}

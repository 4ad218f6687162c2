//! Writes the labels of words.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use crate::labels::{
    Column, END_BYTES, Header, Labels, MAX_FLAGS, MAX_NUMBERS, MAX_SEGMENT_BITS, WordHash,
    is_label_name, is_label_symbol,
};
use crate::raw::int::{U16Le, U32Le};

/// The labels of a list of words, to be written into an image.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LabelsDefinition {
    /// The flags, at most 32.
    pub flags: Vec<LabelDefinition>,
    /// The numbers, at most 8, without symbols.
    pub numbers: Vec<LabelDefinition>,
    /// For each word, its flags: bit *i* for the flag with index *i*.
    pub flags_of_words: Vec<u32>,
    /// For each number, its values: one for each word, `None` if the word does not have the number.
    pub numbers_of_words: Vec<Vec<Option<u32>>>,
}

/// The name of a flag or a number, and the symbol of a flag.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LabelDefinition {
    /// The name, unlike all others: a [label name](is_label_name).
    pub name: String,
    /// The [symbol](is_label_symbol), if the flag has one.
    pub symbol: Option<char>,
}

impl LabelsDefinition {
    /// Returns `true` if numbers, names, symbols and the lengths of all lists are in range, and no word has an unnamed flag.
    fn is_sound(&self) -> bool {
        let labels = || self.flags.iter().chain(&self.numbers);
        let names: BTreeSet<&str> = labels().map(|label| label.name.as_str()).collect();
        let mut flags = self.flags.iter();
        let words = self.flags_of_words.len();
        let flag_bits: u64 = (1 << self.flags.len().min(MAX_FLAGS)) - 1;
        !names.is_empty()
            && names.len() == self.flags.len() + self.numbers.len()
            && names.into_iter().all(is_label_name)
            && flags.all(|flag| flag.symbol.is_none_or(is_label_symbol))
            && self.numbers.iter().all(|number| number.symbol.is_none())
            && (self.flags.len() <= MAX_FLAGS && self.numbers.len() <= MAX_NUMBERS)
            && self
                .flags_of_words
                .iter()
                .all(|&flags| u64::from(flags) & !flag_bits == 0)
            && self.numbers.len() == self.numbers_of_words.len()
            && self
                .numbers_of_words
                .iter()
                .all(|values| values.len() == words)
    }
}

impl Labels<'_> {
    /// The section for these distinct words, as codes of tiles, in the order of the definition's lists.
    ///
    /// `None` if the definition breaks a rule or is of another number of words, if the section would have 2^32 entries, or if
    /// words have hashes for which no entries can be found.
    ///
    /// Takes up to 40 bytes of memory a word beside the section.
    pub fn encode(
        definition: &LabelsDefinition,
        words: &mut dyn Iterator<Item = &[u8]>,
    ) -> Option<Vec<u8>> {
        let hashes: Vec<WordHash> = words
            .map(|word| {
                word.iter()
                    .copied()
                    .fold(WordHash::EMPTY, WordHash::then_code)
            })
            .collect();
        if !definition.is_sound() || hashes.len() != definition.flags_of_words.len() {
            return None;
        }
        let (mut header, order) = find_places(&hashes)?;
        let mut values = Vec::new();
        let mut columns = Vec::with_capacity(1 + definition.numbers.len());
        let flags = definition.flags_of_words.iter().map(|&flags| Some(flags));
        let mut add = |column: &mut dyn Iterator<Item = Option<u32>>| {
            let column = column_of(column, header.entry_count(), header.entry_bits, &mut values);
            header.entry_bits = U16Le::new(column.start.get() + u16::from(column.bits));
            columns.push(column);
        };
        add(&mut flags.into_iter());
        for numbers in &definition.numbers_of_words {
            add(&mut numbers.iter().copied());
        }
        let names = encode_names(definition)?;
        header.flag_count = u8::try_from(definition.flags.len()).ok()?;
        header.number_count = u8::try_from(definition.numbers.len()).ok()?;
        header.value_count = U32Le::new(u32::try_from(values.len()).ok()?);
        header.names_bytes = U16Le::new(u16::try_from(names.len()).ok()?);

        let mut section = bytemuck::bytes_of(&header).to_vec();
        section.extend_from_slice(bytemuck::cast_slice(&columns));
        section.extend_from_slice(bytemuck::cast_slice(&values));
        let start = section.len();
        let entries_bytes = usize::try_from(header.entries_bytes()).ok()?;
        section.resize(start + entries_bytes + END_BYTES, 0);
        let entries = section.get_mut(start..)?;
        for &(word, entry) in order.iter().rev() {
            let places = header.places(*hashes.get(word as usize)?);
            for (index, column) in columns.iter().enumerate() {
                let number = match index.checked_sub(1) {
                    Some(index) => *definition.numbers_of_words.get(index)?.get(word as usize)?,
                    None => Some(*definition.flags_of_words.get(word as usize)?),
                };
                let code = code_of(column, &values, number)?;
                // The entry is still 0, so that all three may be added.
                let bits = places.into_iter().fold(code, |bits, place| {
                    bits ^ bits_at(entries, &header, column, place)
                });
                let bits = bits & ((1 << column.bits) - 1);
                let bit = bit_of(&header, column, entry);
                let bytes = entries.get_mut(bit / 8..)?.first_chunk_mut()?;
                *bytes = (u64::from_le_bytes(*bytes) | bits << (bit % 8)).to_le_bytes();
            }
        }
        section.extend_from_slice(&names);
        Some(section)
    }
}

/// The first bit of a column in an entry.
fn bit_of(header: &Header, column: &Column, entry: u32) -> usize {
    entry as usize * usize::from(header.entry_bits.get()) + usize::from(column.start.get())
}

/// The bits from the first bit of a column in an entry on.
fn bits_at(entries: &[u8], header: &Header, column: &Column, entry: u32) -> u64 {
    let bit = bit_of(header, column, entry);
    let bytes = entries.get(bit / 8..).and_then(|bytes| bytes.first_chunk());
    bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes) >> (bit % 8))
}

/// The column for these values of the words, in a table of this many entries: a table of the distinct values is added to
/// `values` if the section is smaller with it.
fn column_of(
    of_words: &mut dyn Iterator<Item = Option<u32>>,
    entries: u64,
    start: U16Le,
    values: &mut Vec<U32Le>,
) -> Column {
    let mut has_none = false;
    let distinct: BTreeSet<u32> = of_words
        .inspect(|value| has_none |= value.is_none())
        .flatten()
        .collect();
    let lowest = distinct.first().copied().unwrap_or(0);
    let highest = distinct.last().copied().unwrap_or(0);
    let none = u64::from(has_none && !distinct.is_empty());
    let plain = bit_len(u64::from(highest - lowest) + none);
    let chosen = bit_len((distinct.len() as u64).saturating_sub(1) + none);
    let has_table =
        32 * distinct.len() as u64 + entries * u64::from(chosen) < entries * u64::from(plain);
    let (value_count, first) = match has_table {
        true => (distinct.len(), values.len()),
        false => (0, 0),
    };
    if has_table {
        values.extend(distinct.into_iter().map(U32Le::new));
    }
    let number = |len: usize| U32Le::new(u32::try_from(len).unwrap_or(u32::MAX));
    Column {
        value_count: number(value_count),
        first: match has_table {
            true => number(first),
            false => U32Le::new(lowest),
        },
        start,
        bits: match has_table {
            true => chosen,
            false => plain,
        },
        has_none: u8::from(has_none),
    }
}

/// The number of bits up to the highest one that is set.
fn bit_len(number: u64) -> u8 {
    u8::try_from(u64::BITS - number.leading_zeros()).unwrap_or(u8::MAX)
}

/// The code of a value in a column.
fn code_of(column: &Column, values: &[U32Le], value: Option<u32>) -> Option<u64> {
    let Some(value) = value else {
        return Some(0);
    };
    let first = column.first.get();
    let code = match column.value_count.get() {
        0 => u64::from(value.checked_sub(first)?),
        count => {
            let values = values.get(first as usize..)?.get(..count as usize)?;
            values
                .binary_search_by_key(&value, |value| value.get())
                .ok()? as u64
        }
    };
    Some(code + u64::from(column.has_none))
}

/// The names and symbols of flags, then of numbers.
fn encode_names(definition: &LabelsDefinition) -> Option<Vec<u8>> {
    let mut names = Vec::new();
    for label in definition.flags.iter().chain(&definition.numbers) {
        let mut buffer = [0; 4];
        let symbol = label
            .symbol
            .map_or("", |symbol| symbol.encode_utf8(&mut buffer));
        for text in [&label.name, symbol] {
            names.push(u8::try_from(text.len()).ok()?);
        }
        names.extend_from_slice(label.name.as_bytes());
        names.extend_from_slice(symbol.as_bytes());
    }
    Some(names)
}

/// How many numbers of segments are tried. The first ones nearly always suffice.
const MOST_TRIALS: u32 = 100;

/// The segments, and all words, each with an entry that no word before it has among its three places: the last word chooses this
/// entry after all others. Each word is given by its index. `None` if there are no such entries.
fn find_places(hashes: &[WordHash]) -> Option<(Header, Vec<(u32, u32)>)> {
    let count = u32::try_from(hashes.len()).ok()?;
    let bits = u32::from(bit_len(count.into())) * 3 / 5;
    let bits = bits.min(MAX_SEGMENT_BITS);
    let fewest = ((u64::from(count) * 9 / 8) >> bits)
        .saturating_sub(2)
        .max(1);
    let fewest = u32::try_from(fewest).ok()?;
    (fewest..fewest + MOST_TRIALS).find_map(|segment_count| {
        let header = Header {
            flag_count: 0,
            number_count: 0,
            entry_bits: U16Le::new(0),
            value_count: U32Le::new(0),
            segment_count: U32Le::new(segment_count),
            segment_bits: U16Le::new(u16::try_from(bits).ok()?),
            names_bytes: U16Le::new(0),
        };
        Some((header, order_words(&header, hashes)?))
    })
}

/// The words in the order in which they are taken away: always one that is alone in an entry, with this entry. `None` if
/// words remain of which none is alone in an entry.
fn order_words(header: &Header, hashes: &[WordHash]) -> Option<Vec<(u32, u32)>> {
    let entries = u32::try_from(header.entry_count()).ok()?;
    // For each entry the number of its words, and the exclusive or of their indices.
    let mut words = alloc::vec![(0_u32, 0_u32); entries as usize];
    for (index, hash) in (0..).zip(hashes) {
        for place in header.places(*hash) {
            let (count, indices) = words.get_mut(place as usize)?;
            *count += 1;
            *indices ^= index;
        }
    }
    let mut alone: Vec<u32> = (0..entries)
        .filter(|&entry| words.get(entry as usize).is_some_and(|words| words.0 == 1))
        .collect();
    let mut order = Vec::with_capacity(hashes.len());
    let mut next = 0;
    while let Some(&entry) = alone.get(next) {
        next += 1;
        let &(1, index) = words.get(entry as usize)? else {
            continue;
        };
        order.push((index, entry));
        for place in header.places(*hashes.get(index as usize)?) {
            let (count, indices) = words.get_mut(place as usize)?;
            *count -= 1;
            *indices ^= index;
            if *count == 1 {
                alone.push(place);
            }
        }
    }
    (order.len() == hashes.len()).then_some(order)
}

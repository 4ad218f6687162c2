//! The section `LABL`: the labels of words.

use std::collections::{BTreeSet, VecDeque};

use super::{integer, rule};

/// A column of the section.
#[derive(PartialEq, Eq, Debug)]
struct Column {
    values: Vec<u64>,
    first: u64,
    start: usize,
    bits: usize,
    has_none: bool,
}

/// The section, with each entry as bits.
struct Labels {
    flags: usize,
    columns: Vec<Column>,
    segment_count: u64,
    size: u64,
    entries: Vec<Vec<bool>>,
    has_zeros: bool,
}

fn hash(tiles: &[u8]) -> u64 {
    let z = tiles.iter().fold(0_u64, |z, &code| {
        z.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(u64::from(code))
    });
    let z = (z ^ z >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ z >> 29
}

fn places(tiles: &[u8], segment_count: u64, size: u64) -> [usize; 3] {
    let h = hash(tiles);
    let a = (u128::from(h >> 32) * u128::from(segment_count * size)) >> 32;
    let a = u64::try_from(a).expect("less than the number of entries");
    let b = (a + size) ^ ((h >> 16) % size);
    let c = (a + 2 * size) ^ (h % size);
    [a, b, c].map(index)
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap()
}

impl Labels {
    /// Reads the section and checks its rules.
    fn read(section: &[u8]) -> Result<Labels, String> {
        rule(section.len() >= 16, "length of LABL")?;
        let field = |at: usize, bytes: usize| integer(&section[at..at + bytes]);
        let (flags, numbers) = (index(field(0, 1)), index(field(1, 1)));
        let (entry_bits, value_count) = (index(field(2, 2)), field(4, 4));
        let (segment_count, segment_bits) = (field(8, 4), field(12, 2));
        rule(segment_bits <= 16, "segments of LABL")?;
        let count = (segment_count + 2) << segment_bits;
        rule(segment_count != 0 && count < 1 << 32, "segments of LABL")?;
        rule(
            flags <= 32 && numbers <= 8 && flags + numbers != 0,
            "numbers of labels",
        )?;
        let values_start = 16 + 12 * (numbers + 1);
        let entries_start = values_start as u64 + 4 * value_count;
        let end = entries_start + (count * entry_bits as u64).div_ceil(8);
        let names_start = end + 8;
        rule(
            section.len() as u64 == names_start + field(14, 2),
            "length of LABL",
        )?;
        let [entries_start, end, names_start] = [entries_start, end, names_start].map(index);

        let (mut columns, mut bits, mut used) = (Vec::new(), 0, 0);
        for number in 0..=numbers {
            let at = 16 + 12 * number;
            let count = index(field(at, 4));
            let column = Column {
                first: field(at + 4, 4),
                start: index(field(at + 8, 2)),
                bits: index(field(at + 10, 1)),
                has_none: field(at + 11, 1) == 1,
                values: match used + count <= index(value_count) {
                    true => {
                        let place = |value: usize| values_start + 4 * (used + value);
                        (0..count).map(|value| field(place(value), 4)).collect()
                    }
                    false => return Err("values of LABL".to_owned()),
                },
            };
            let none = field(at + 11, 1);
            rule(none <= u64::from(number > 0), "has_none of LABL")?;
            rule(column.bits <= 33 && column.start == bits, "bits of LABL")?;
            rule(
                count == 0 || column.first == used as u64,
                "first value of LABL",
            )?;
            rule(
                column.values.is_sorted_by(|a, b| a < b),
                "order of the values of LABL",
            )?;
            bits += column.bits;
            used += count;
            columns.push(column);
        }
        rule(
            bits == entry_bits && used as u64 == value_count,
            "sums of LABL",
        )?;
        rule(section[end..names_start] == [0; 8], "the end of LABL")?;
        check_names(&section[names_start..], flags, numbers)?;

        let entries = &section[entries_start..end];
        let bit = |at: usize| entries[at / 8] >> (at % 8) & 1 != 0;
        let entry = |entry: usize| (0..bits).map(|at| bit(entry * bits + at)).collect();
        Ok(Labels {
            flags,
            columns,
            segment_count,
            size: 1 << segment_bits,
            entries: (0..index(count)).map(entry).collect(),
            has_zeros: (index(count) * bits..8 * entries.len()).all(|at| !bit(at)),
        })
    }

    /// The bits of a word, all columns together.
    fn bits(&self, word: &[u8]) -> Vec<bool> {
        let [a, b, c] = places(word, self.segment_count, self.size).map(|at| &self.entries[at]);
        let all = a.iter().zip(b).zip(c);
        all.map(|((a, b), c)| a ^ b ^ c).collect()
    }

    /// The value of a column for a word; `None` if the word does not have the number.
    fn value(&self, column: &Column, word: &[u8]) -> Result<Option<u64>, String> {
        let bits = &self.bits(word)[column.start..column.start + column.bits];
        let x = bits.iter().rev().fold(0, |x, &bit| 2 * x + u64::from(bit));
        let x = match (column.has_none, x) {
            (true, 0) => return Ok(None),
            (true, x) => x - 1,
            (false, x) => x,
        };
        if column.values.is_empty() {
            return Ok(Some(column.first + x));
        }
        let value = column.values.get(index(x));
        value
            .map(|value| Some(*value))
            .ok_or("a value of LABL".to_owned())
    }
}

fn check_names(mut names: &[u8], flags: usize, numbers: usize) -> Result<(), String> {
    let mut known = BTreeSet::new();
    for label in 0..flags + numbers {
        rule(names.len() >= 2, "a name is cut off")?;
        let (name_bytes, symbol_bytes) = (usize::from(names[0]), usize::from(names[1]));
        let end = 2 + name_bytes + symbol_bytes;
        rule(names.len() >= end, "a name is cut off")?;
        let (name, symbol) = names[2..end].split_at(name_bytes);
        names = &names[end..];
        let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
        rule(
            (1..=32).contains(&name.len())
                && name[0].is_ascii_alphabetic()
                && name.iter().all(is_of_name),
            "characters of a name",
        )?;
        let symbol = String::from_utf8(symbol.to_vec()).map_err(|_| "a symbol")?;
        let is_refused = |c: char| {
            c.is_ascii_alphanumeric() || c.is_whitespace() || c.is_control() || ",\"".contains(c)
        };
        rule(
            symbol.is_empty()
                || label < flags && symbol.chars().count() == 1 && !symbol.contains(is_refused),
            "a symbol",
        )?;
        rule(known.insert(name), "a name twice")?;
    }
    rule(names.is_empty(), "bytes after the names")
}

/// The order of the words with their entries, as indices; `None` if there are too few segments.
fn order(words: &[Vec<u8>], segment_count: u64, size: u64) -> Option<Vec<(usize, usize)>> {
    let entries = index((segment_count + 2) * size);
    let places: Vec<[usize; 3]> = words
        .iter()
        .map(|word| places(word, segment_count, size))
        .collect();
    let mut left = vec![BTreeSet::new(); entries];
    for (word, places) in places.iter().enumerate() {
        places.iter().for_each(|&at| {
            left[at].insert(word);
        });
    }
    let mut queue: VecDeque<usize> = (0..entries).filter(|&at| left[at].len() == 1).collect();
    let mut order = Vec::new();
    while let Some(entry) = queue.pop_front() {
        let Some(&word) = left[entry].first().filter(|_| left[entry].len() == 1) else {
            continue;
        };
        order.push((word, entry));
        for at in places[word] {
            left[at].remove(&word);
            if left[at].len() == 1 {
                queue.push_back(at);
            }
        }
    }
    (order.len() == words.len()).then_some(order)
}

/// The number of bits of a number.
fn bit_len(number: u64) -> usize {
    (64 - number.leading_zeros()) as usize
}

/// The canonical column for these values, in this many entries.
fn canonical_column(values: &[Option<u64>], entries: u64, start: usize, used: usize) -> Column {
    let distinct: BTreeSet<u64> = values.iter().flatten().copied().collect();
    let has_none = values.contains(&None);
    let (lowest, highest) = (
        distinct.first().copied().unwrap_or(0),
        distinct.last().copied().unwrap_or(0),
    );
    // The highest `x` of a word; 0 if all words lack the number.
    let highest_x = |x: u64| match distinct.is_empty() {
        true => 0,
        false => x + u64::from(has_none),
    };
    let plain = bit_len(highest_x(highest - lowest));
    let chosen = bit_len(highest_x((distinct.len() as u64).saturating_sub(1)));
    let with_values = 32 * distinct.len() as u64 + chosen as u64 * entries;
    let has_values = with_values < plain as u64 * entries;
    Column {
        first: if has_values { used as u64 } else { lowest },
        start,
        bits: if has_values { chosen } else { plain },
        has_none,
        values: match has_values {
            true => distinct.into_iter().collect(),
            false => Vec::new(),
        },
    }
}

/// Checks that every word has labels. Returns `true` if the section is the canonical one for the labels that it gives.
pub(super) fn check(section: &[u8], words: &[Vec<u8>]) -> Result<bool, String> {
    let labels = Labels::read(section)?;
    let mut is_canonical = labels.has_zeros;
    let (mut start, mut used) = (0, 0);
    for word in words {
        let flags = labels.value(&labels.columns[0], word)?;
        is_canonical &= flags.is_some_and(|flags| flags >> labels.flags == 0);
    }
    for column in &labels.columns {
        let values = words.iter().map(|word| labels.value(column, word));
        let values = values.collect::<Result<Vec<_>, String>>()?;
        let expected = canonical_column(&values, labels.entries.len() as u64, start, used);
        start += expected.bits;
        used += expected.values.len();
        is_canonical &= *column == expected;
    }
    let count = words.len() as u64;
    let segment_bits = (bit_len(count) * 3 / 5).min(16);
    let size = 1 << segment_bits;
    let fewest = ((9 * count / 8) >> segment_bits).saturating_sub(2).max(1);
    let mut orders = (fewest..).map(|count| (count, order(words, count, size)));
    let (segment_count, order) = orders.find(|(_, order)| order.is_some()).expect("endless");
    if (segment_count, size) != (labels.segment_count, labels.size) {
        return Ok(false);
    }
    let mut entries = vec![vec![false; start]; labels.entries.len()];
    for (word, entry) in order.expect("found").into_iter().rev() {
        let mut bits = labels.bits(&words[word]);
        for at in places(&words[word], segment_count, size) {
            bits.iter_mut()
                .zip(&entries[at])
                .for_each(|(bit, other)| *bit ^= other);
        }
        if start == bits.len() {
            entries[entry] = bits;
        }
    }
    Ok(is_canonical && entries == labels.entries)
}

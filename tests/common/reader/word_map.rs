//! The section `WMAP`: the word map.

use std::collections::BTreeMap;

use super::filter::{anagram_key, tile_key};
use super::{integer, rule};

/// The number of different permutations of sorted tiles.
fn permutations(sorted: &[u8]) -> u128 {
    let factorial = |count: usize| (1..=count as u128).product::<u128>();
    let equal = sorted.chunk_by(|a, b| a == b);
    equal.fold(factorial(sorted.len()), |count, equal| {
        count / factorial(equal.len())
    })
}

/// The number of permutations of the same tiles that come before a word in alphabetical order.
fn number(word: &[u8]) -> u128 {
    let [first, rest @ ..] = word else {
        return 0;
    };
    let mut sorted = word.to_vec();
    sorted.sort_unstable();
    let mut earlier = sorted.clone();
    earlier.dedup();
    let starting_with = |tile: &u8| {
        let mut others = sorted.clone();
        others.remove(others.iter().position(|other| other == tile)?);
        Some(permutations(&others))
    };
    let before = earlier.iter().take_while(|tile| *tile < first);
    before.filter_map(starting_with).sum::<u128>() + number(rest)
}

/// The width of some tiles; `None` if the map has no words of these tiles.
fn width(tiles: &[u8]) -> Option<usize> {
    let mut kinds = tiles.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    if tiles.len() > 30 {
        return None;
    }
    let factorial: u128 = (1..=tiles.len() as u128).product();
    let bits = (128 - (factorial - 1).leading_zeros()) as usize;
    let width = bits + kinds.len() - tiles.len();
    (width <= 49).then_some(width)
}

fn hash(key: u64) -> u64 {
    let z = (key ^ key >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ z >> 29
}

fn bucket(hash: u64, buckets: u64) -> u64 {
    let h = u128::from(hash >> 32);
    let x = (h * h) >> 32;
    u64::try_from((x * u128::from(buckets)) >> 32).expect("less than the number of buckets")
}

fn slot(hash: u64, pilot: u64, slots: u64) -> u64 {
    let mixed = hash ^ pilot.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = mixed.wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed >> 32) * slots) >> 32
}

/// A row of the section: its pilots, and its entries as integers.
#[derive(PartialEq, Eq)]
struct Row {
    pilots: Vec<u64>,
    entries: Vec<u64>,
}

/// Reads the rows, and whether all bits after the last entry of each are zeros.
fn rows(section: &[u8]) -> Result<(Vec<Row>, bool), String> {
    rule(section.len() >= 12, "length of WMAP")?;
    let field = |at: usize| usize::try_from(integer(&section[at..at + 4])).expect("four bytes");
    let count = field(0);
    rule(count <= 50, "number of rows of WMAP")?;
    let mut end = 4 + 12 * count;
    rule(section.len() >= end + 8, "length of WMAP")?;
    let (mut rows, mut has_zeros) = (Vec::new(), true);
    for width in 0..count {
        let at = 4 + 12 * width;
        let (start, buckets, slots) = (field(at), field(at + 4), field(at + 8));
        rule(start == end, format!("start of row {width} of WMAP"))?;
        rule(buckets != 0 && slots != 0, "an empty row of WMAP")?;
        let bits = 8 + width;
        end = start + 2 * buckets + (slots * bits).div_ceil(8);
        rule(section.len() >= end + 8, "length of WMAP")?;
        let (pilots, entries) = section[start..end].split_at(2 * buckets);
        let bit = |at: usize| u64::from(entries[at / 8] >> (at % 8) & 1);
        let entry = |slot: usize| (0..bits).fold(0, |sum, at| sum | bit(slot * bits + at) << at);
        has_zeros &= (slots * bits..8 * entries.len()).all(|at| bit(at) == 0);
        rows.push(Row {
            pilots: pilots.chunks_exact(2).map(integer).collect(),
            entries: (0..slots).map(entry).collect(),
        });
    }
    rule(section[end..] == [0; 8], "the end of WMAP")?;
    Ok((rows, has_zeros))
}

/// The numbers of the words of some tiles, by the function `words` of the specification.
fn numbers_of(rows: &[Row], width: usize, sorted: &[u8]) -> Vec<u128> {
    let mut found = Vec::new();
    let mut key = anagram_key(sorted);
    while let Some(row) = rows.get(width) {
        let hash = hash(key);
        let pilot = row.pilots[index(bucket(hash, row.pilots.len() as u64))];
        let entry = row.entries[index(slot(hash, pilot, row.entries.len() as u64))];
        let number = u128::from(entry >> 8);
        if !(entry ^ hash).is_multiple_of(128)
            || number >= permutations(sorted)
            || found.last().is_some_and(|last| number <= *last)
        {
            break;
        }
        found.push(number);
        if entry >> 7 & 1 == 0 {
            break;
        }
        key = key.wrapping_add(tile_key(63));
    }
    found
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap()
}

/// The canonical row for these hashes and entries, without the check bits.
fn canonical_row(words: &[(u64, u64)]) -> Row {
    let count = words.len() as u64;
    let slots = (count + count / 100).max(1);
    'more: for buckets in count / 5 + 1.. {
        let mut by_bucket: BTreeMap<u64, Vec<(u64, u64)>> = BTreeMap::new();
        for &(hash, entry) in words {
            let members = by_bucket.entry(bucket(hash, buckets)).or_default();
            members.push((hash, entry));
        }
        let mut order: Vec<_> = by_bucket.into_iter().collect();
        order.sort_by_key(|(bucket, members)| (usize::MAX - members.len(), *bucket));
        let mut row = Row {
            pilots: vec![0; index(buckets)],
            entries: vec![0; index(slots)],
        };
        let mut taken = vec![false; index(slots)];
        for (bucket, members) in order {
            let places = |pilot: u64| {
                let mut places: Vec<usize> = members
                    .iter()
                    .map(|&(hash, _)| index(slot(hash, pilot, slots)))
                    .collect();
                let all = places.clone();
                places.sort_unstable();
                places.dedup();
                let is_free = places.len() == members.len() && places.iter().all(|&at| !taken[at]);
                is_free.then_some((pilot, all))
            };
            let Some((pilot, places)) = (0..=65535).find_map(places) else {
                continue 'more;
            };
            row.pilots[index(bucket)] = pilot;
            for (place, (hash, entry)) in places.into_iter().zip(members) {
                taken[place] = true;
                row.entries[place] = entry | (hash % 128);
            }
        }
        return row;
    }
    unreachable!("there are numbers of buckets without end")
}

/// Checks that the map has every word of a width of at most 49. Returns `true` if it is the canonical map of these words.
pub(super) fn check(section: &[u8], words: &[Vec<u8>]) -> Result<bool, String> {
    let (rows, has_zeros) = rows(section)?;
    let mut groups: BTreeMap<Vec<u8>, Vec<u128>> = BTreeMap::new();
    for word in words.iter().filter(|word| width(word).is_some()) {
        let mut sorted = word.clone();
        sorted.sort_unstable();
        groups.entry(sorted).or_default().push(number(word));
    }
    let mut by_width: Vec<Vec<(u64, u64)>> = Vec::new();
    for (sorted, expected) in &groups {
        let width = width(sorted).expect("the words of the group have it");
        let found = numbers_of(&rows, width, sorted);
        let has_all = expected.iter().all(|number| found.contains(number));
        rule(has_all, format!("an anagram of {sorted:?} is not in WMAP"))?;
        by_width.resize_with(by_width.len().max(width + 1), Vec::new);
        let mut key = anagram_key(sorted);
        for (index, number) in expected.iter().enumerate() {
            let has_next = index + 1 < expected.len();
            let entry =
                u64::try_from(number << 8).expect("up to 49 bits") | u64::from(has_next) << 7;
            by_width[width].push((hash(key), entry));
            key = key.wrapping_add(tile_key(63));
        }
    }
    let expected = by_width.iter().map(|words| canonical_row(words));
    Ok(has_zeros && rows.into_iter().eq(expected))
}

//! Values of leaves: the tiles that stay on the rack after a move.

use core::fmt;

use crate::game::candidate::Split;
use crate::game::rack::{Rack, RackTile};

/// Gives each **leave**, the tiles that stay on the rack after a move, a value in thousandths of a point.
///
/// Equity is the score of a move plus the value of its leave. Values are integers, so that every host chooses the same
/// moves. A function from leaves to values implements this trait, and so does a [`LeaveTable`]:
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Leaves, Rack};
///
/// let leaves = |leave: &Rack| 25_000 * leave.blanks() as i32 - 1_000 * leave.len() as i32;
/// assert_eq!(leaves.value(&Rack::parse("AB?", alphabet)?), 22_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Leaves {
    /// The value of a leave in thousandths of a point. The leave may be empty, and the value may be negative. The value of
    /// a leave must not change during a search.
    fn value(&self, leave: &Rack) -> i32;

    /// Visits every leave of a rack with its value: each multiset of the rack's tiles once, the empty one and the whole rack
    /// among them. `visit` takes the leave's tiles, letters in alphabet order before blanks, and its value. Leaves may
    /// come in any order.
    ///
    /// By default, calls [`value`](Leaves::value) for each leave; [`LeaveImage`](crate::LeaveImage) has a faster way.
    fn for_each_leave(&self, rack: &Rack, visit: &mut dyn FnMut(&[RackTile], i32)) {
        let mut split = Split::new(rack);
        loop {
            let mut tiles = [RackTile::Blank; Rack::MAX_LEN];
            let mut len = 0;
            for (slot, tile) in tiles.iter_mut().zip(split.kept) {
                *slot = tile;
                len += 1;
            }
            visit(
                tiles.get(..len).unwrap_or_default(),
                self.value(&split.kept),
            );
            if !split.advance() {
                return;
            }
        }
    }

    /// An upper bound on the values, in thousandths of a point.
    ///
    /// Searches use it only for racks with more than 256 leaves, and so with at least nine tiles. For other racks,
    /// searches evaluate every leave in advance. A tighter bound prunes more and gives the same result; a value above
    /// the bound may make the search miss the best move.
    fn bound(&self) -> i32 {
        i32::MAX
    }
}

/// A search evaluates the leaves of a rack in advance if there are at most 256: eight different tiles have as many.
pub(crate) const MAX_TABULATED_LEAVES: usize = 256;

impl<F: Fn(&Rack) -> i32 + ?Sized> Leaves for F {
    fn value(&self, leave: &Rack) -> i32 {
        self(leave)
    }
}

/// The tiles of a leave as one number, the sort key of a [`LeaveTable`].
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{LeaveKey, Rack};
///
/// let key = |text| Rack::parse(text, alphabet).map(|rack| LeaveKey::new(&rack));
/// assert_eq!(key("NAE?")?, key("?EAN")?);
/// assert!(key("Z")? < key("AA")? && key("AA")? < key("AB")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LeaveKey(u64);

impl LeaveKey {
    /// The largest number of tiles of a leave with a key.
    pub const MAX_LEN: usize = 10;

    const TILE_BITS: u32 = 6;
    const BLANK: u64 = 63;

    /// The lowest key of a leave of six tiles.
    const LONG: LeaveKey = LeaveKey(1 << (5 * LeaveKey::TILE_BITS));

    fn digit(tile: RackTile) -> u64 {
        let letter = tile.letter();
        letter.map_or(LeaveKey::BLANK, |tile| u64::from(tile.code()))
    }

    /// The key of a leave; `None` for more than [`LeaveKey::MAX_LEN`] tiles.
    ///
    /// Each tile takes six bits: a letter is its code, a blank is 63. Letters are in alphabet order, before blanks; the
    /// last tile has the lowest six bits. Keys thus order shorter leaves before longer ones.
    pub fn new(leave: &Rack) -> Option<LeaveKey> {
        let append = |key: u64, tile| key << LeaveKey::TILE_BITS | LeaveKey::digit(tile);
        (leave.len() <= LeaveKey::MAX_LEN).then(|| LeaveKey(leave.into_iter().fold(0, append)))
    }
}

/// Leaves and their values in a sorted slice, which may be in flash.
///
/// A leave that is not listed has the sum of the values of its single tiles; 0 if the table lists leaves of six tiles or
/// more, and so nearly all.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{LeaveKey, LeaveTable, Leaves, Rack};
///
/// let rack = |text| Rack::parse(text, alphabet);
/// let mut entries = Vec::new();
/// for (tiles, value) in [("Q", -6_800), ("S", 8_000), ("?", 25_600), ("QU", 800)] {
///     entries.extend(LeaveKey::new(&rack(tiles)?).map(|key| (key, value)));
/// }
/// entries.sort();
/// let table = LeaveTable::try_new(&entries)?;
/// assert_eq!([table.value(&rack("UQ")?), table.value(&rack("ES?")?)], [800, 33_600]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LeaveTable<'a> {
    entries: &'a [(LeaveKey, i32)],
    /// An upper bound on the values, at least 0.
    bound: i32,
    /// True if the table lists leaves of six tiles or more.
    is_full: bool,
}

impl<'a> LeaveTable<'a> {
    /// The table of these leaves and their values in thousandths of a point, in ascending order of keys. O(entries).
    ///
    /// # Errors
    /// [`LeaveTableError`] if a key is not greater than the preceding one.
    pub fn try_new(entries: &'a [(LeaveKey, i32)]) -> Result<LeaveTable<'a>, LeaveTableError> {
        let pairs = entries.iter().zip(entries.iter().skip(1));
        match (1..)
            .zip(pairs)
            .find(|(_, ((key, _), (next, _)))| key >= next)
        {
            Some((index, _)) => Err(LeaveTableError { index }),
            None => {
                let values = entries.iter().map(|&(_, value)| value);
                let table = LeaveTable {
                    entries,
                    bound: values.fold(0, i32::max),
                    is_full: entries
                        .last()
                        .is_some_and(|&(key, _)| key >= LeaveKey::LONG),
                };
                Ok(LeaveTable {
                    bound: table.bound.max(table.largest_sum()),
                    ..table
                })
            }
        }
    }
}

impl LeaveTable<'_> {
    /// An upper bound on the values of leaves that are not listed.
    fn largest_sum(&self) -> i32 {
        if self.is_full {
            return 0;
        }
        let tiles = (1..=LeaveKey::BLANK).filter_map(|digit| self.listed(LeaveKey(digit)));
        let most = i32::try_from(Rack::MAX_LEN).unwrap_or(i32::MAX);
        tiles.fold(0, i32::max).saturating_mul(most)
    }

    fn listed(&self, key: LeaveKey) -> Option<i32> {
        let index = self.entries.binary_search_by_key(&key, |&(key, _)| key);
        let (_, value) = self.entries.get(index.ok()?)?;
        Some(*value)
    }

    fn sum(&self, leave: &Rack) -> i32 {
        leave
            .into_iter()
            .filter_map(|tile| self.listed(LeaveKey(LeaveKey::digit(tile))))
            .fold(0, i32::saturating_add)
    }
}

impl Leaves for LeaveTable<'_> {
    fn value(&self, leave: &Rack) -> i32 {
        match LeaveKey::new(leave).and_then(|key| self.listed(key)) {
            Some(value) => value,
            None if self.is_full => 0,
            None => self.sum(leave),
        }
    }

    fn bound(&self) -> i32 {
        self.bound
    }
}

/// Entries of a [`LeaveTable`] that are out of order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaveTableError {
    /// The index of the first entry whose key is not greater than the preceding one.
    pub index: usize,
}

impl fmt::Display for LeaveTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "entry {} of the leave table has a key not greater than the preceding one (sort by key, each leave once)",
            self.index
        )
    }
}

impl core::error::Error for LeaveTableError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec::Vec;

    use super::*;
    use crate::testing::english;

    fn rack(text: &str) -> Rack {
        Rack::parse(text, english()).unwrap()
    }

    fn key(text: &str) -> LeaveKey {
        LeaveKey::new(&rack(text)).unwrap()
    }

    #[test]
    fn keys_differ_and_ascend_with_the_length() {
        let ascending = [
            "",
            "A",
            "Z",
            "?",
            "AA",
            "A?",
            "ZZ",
            "??",
            "AAA",
            "ABCDEFGHI?",
        ];
        for pair in ascending.windows(2) {
            assert!(key(pair[0]) < key(pair[1]), "{pair:?}");
        }
        assert_eq!(key("BA?"), LeaveKey(1 << 12 | 2 << 6 | 63));
        assert_eq!(LeaveKey::new(&rack("ABCDEFGHIJK")), None);
    }

    #[test]
    fn a_table_of_six_tiles_gives_leaves_their_listed_value_or_0() {
        let entries = [
            (key("Q"), -7),
            (key("AB"), 3),
            (key("AB?"), 9),
            (key("AAAAAA"), 1),
        ];
        let table = LeaveTable::try_new(&entries).unwrap();
        for (text, value) in [
            ("Q", -7),
            ("BA", 3),
            ("?BA", 9),
            ("", 0),
            ("Q?", 0),
            ("ABCDEFGHIJK", 0),
        ] {
            assert_eq!(table.value(&rack(text)), value, "{text}");
        }
        assert_eq!(table.bound(), 9);
        // Unlisted leaves have the value 0.
        assert_eq!(LeaveTable::try_new(&entries[..1]).unwrap().bound(), 0);
        assert_eq!(LeaveTable::try_new(&[]).unwrap().value(&rack("A")), 0);
    }

    #[test]
    fn a_table_of_shorter_leaves_gives_others_sums_within_the_bound() {
        let entries = [
            (key("B"), -2),
            (key("S"), 8),
            (key("?"), 25),
            (key("SS"), 3),
            (key("AAAAA"), 1),
        ];
        let table = LeaveTable::try_new(&entries).unwrap();
        for (text, value) in [
            ("SS", 3),
            ("SSB", 14),
            ("ABS?", 31),
            ("", 0),
            ("AAAAAA", 0),
            ("SSSSSSSSSSSS", 96),
            ("?????????????????????", 525),
        ] {
            assert_eq!(table.value(&rack(text)), value, "{text}");
            assert!(value <= table.bound());
        }
        let huge = [(key("S"), i32::MAX)];
        let table = LeaveTable::try_new(&huge).unwrap();
        assert_eq!(
            (table.value(&rack("SSS")), table.bound()),
            (i32::MAX, i32::MAX)
        );
    }

    #[test]
    fn refuses_entries_out_of_order() {
        let sorted: Vec<_> = ["A", "B", "AB", "BB"].map(|text| (key(text), 0)).into();
        for (index, entry) in [(1, sorted[0]), (2, sorted[0]), (3, sorted[2])] {
            let mut entries = sorted.clone();
            entries[index] = entry;
            let error = LeaveTable::try_new(&entries).unwrap_err();
            assert_eq!(error, LeaveTableError { index });
        }
        assert_eq!(
            LeaveTableError { index: 7 }.to_string(),
            "entry 7 of the leave table has a key not greater than the preceding one (sort by key, each leave once)"
        );
    }

    #[test]
    fn functions_give_values_and_no_bound() {
        fn count(leave: &Rack) -> i32 {
            i32::try_from(leave.len()).unwrap()
        }
        assert_eq!(count.value(&rack("AB")), 2);
        let leaves: &dyn Leaves = &count;
        assert_eq!((leaves.value(&rack("")), leaves.bound()), (0, i32::MAX));
    }
}

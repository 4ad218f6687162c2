//! What the tiles are worth that stay on the rack.

use core::fmt;

use lexc_formats::Tile;

use crate::game::rack::{Rack, RackTile};

/// What the tiles are worth that stay on the rack, the **leave**, beside the points that a move scores.
///
/// Values are in thousandths of a point. They are integers, so that they are the same on every host, and with them the
/// moves that are chosen. Any function will do, and so does a [`LeaveTable`]:
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Leaves, Rack};
///
/// let blanks_are_worth_a_lot = |kept: &Rack| 25_000 * kept.blanks() as i32 - 1_000 * kept.len() as i32;
/// assert_eq!(blanks_are_worth_a_lot.value(&Rack::parse("AB?", alphabet)?), 22_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Leaves {
    /// The value of these tiles, which may be none, in thousandths of a point; it may be negative.
    ///
    /// While a move is looked for it must be the same whenever it is asked for.
    fn value(&self, kept: &Rack) -> i32;

    /// A value that no leave exceeds, in thousandths of a point.
    ///
    /// It is asked for only where a rack has more than [`MAX_TABULATED_LEAVES`] leaves; of other racks, the values of all
    /// leaves are known before the search. Without a bound, such a search leaves out less and has the same result; with
    /// one that a leave exceeds, it may miss the best move.
    fn bound(&self) -> i32 {
        i32::MAX
    }
}

/// If a rack has at most so many leaves, each of them is evaluated once, before the search. No rack of up to eight tiles
/// has more.
pub const MAX_TABULATED_LEAVES: usize = 256;

impl<F: Fn(&Rack) -> i32 + ?Sized> Leaves for F {
    fn value(&self, kept: &Rack) -> i32 {
        self(kept)
    }
}

/// The tiles of a leave in one number, by which tables are sorted.
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
    /// The largest number of tiles that have a key.
    pub const MAX_LEN: usize = 10;

    const TILE_BITS: u32 = 6;
    const BLANK: u64 = 63;

    /// The key of these tiles, unless there are more than [`LeaveKey::MAX_LEN`].
    ///
    /// It has six bits for each tile: from the highest down, letters in alphabet order by their codes, then 63 for each
    /// blank. So fewer tiles come before more.
    pub fn new(kept: &Rack) -> Option<LeaveKey> {
        let digit = |tile: Tile| u64::from(tile.code());
        let append = |key: u64, tile: RackTile| {
            key << LeaveKey::TILE_BITS | tile.letter().map_or(LeaveKey::BLANK, digit)
        };
        (kept.len() <= LeaveKey::MAX_LEN).then(|| LeaveKey(kept.into_iter().fold(0, append)))
    }
}

/// Leaves and their values in a table of the caller's, for instance one in flash.
///
/// What is not in the table has the value 0.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{LeaveKey, LeaveTable, Leaves, Rack};
///
/// let mut entries = Vec::new();
/// for (tiles, value) in [("Q", -6_800), ("S", 8_000), ("?", 25_600), ("QU", 800)] {
///     entries.extend(LeaveKey::new(&Rack::parse(tiles, alphabet)?).map(|key| (key, value)));
/// }
/// entries.sort();
/// let table = LeaveTable::try_new(&entries)?;
/// assert_eq!(table.value(&Rack::parse("UQ", alphabet)?), 800);
/// assert_eq!(table.value(&Rack::parse("UQE", alphabet)?), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LeaveTable<'a> {
    entries: &'a [(LeaveKey, i32)],
    /// The largest value, at least 0.
    bound: i32,
}

impl<'a> LeaveTable<'a> {
    /// The table of these leaves and their values in thousandths of a point, sorted by key. Reads all of it once.
    ///
    /// # Errors
    /// [`LeaveTableError`], where a key is not above the one before it.
    pub fn try_new(entries: &'a [(LeaveKey, i32)]) -> Result<LeaveTable<'a>, LeaveTableError> {
        let pairs = entries.iter().zip(entries.iter().skip(1));
        match (1..)
            .zip(pairs)
            .find(|(_, ((key, _), (next, _)))| key >= next)
        {
            Some((index, _)) => Err(LeaveTableError { index }),
            None => {
                let values = entries.iter().map(|&(_, value)| value);
                let bound = values.fold(0, i32::max);
                Ok(LeaveTable { entries, bound })
            }
        }
    }
}

impl Leaves for LeaveTable<'_> {
    fn value(&self, kept: &Rack) -> i32 {
        let entry = LeaveKey::new(kept).and_then(|key| {
            let index = self.entries.binary_search_by_key(&key, |&(key, _)| key);
            self.entries.get(index.ok()?)
        });
        entry.map_or(0, |&(_, value)| value)
    }

    fn bound(&self) -> i32 {
        self.bound
    }
}

/// Entries that are not a table: their keys don't ascend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaveTableError {
    /// The first entry whose key is not above that of the entry before it, counted from 0.
    pub index: usize,
}

impl fmt::Display for LeaveTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "entry {} of the table of leaves is not above the one before it (sort the entries by key, each leave once)",
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
    fn keys_tell_all_leaves_apart() {
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
    fn tables_have_a_value_for_every_leave() {
        let entries = [(key("Q"), -7), (key("AB"), 3), (key("AB?"), 9)];
        let table = LeaveTable::try_new(&entries).unwrap();
        for (text, value) in [
            ("Q", -7),
            ("BA", 3),
            ("?BA", 9),
            ("", 0),
            ("B?", 0),
            ("ABCDEFGHIJK", 0),
        ] {
            assert_eq!(table.value(&rack(text)), value, "{text}");
        }
        assert_eq!(table.bound(), 9);
        // That of the leaves which are not in it.
        assert_eq!(LeaveTable::try_new(&entries[..1]).unwrap().bound(), 0);
        assert_eq!(LeaveTable::try_new(&[]).unwrap().value(&rack("A")), 0);
    }

    #[test]
    fn entries_out_of_order_are_refused() {
        let sorted: Vec<_> = ["A", "B", "AB", "BB"].map(|text| (key(text), 0)).into();
        for (index, entry) in [(1, sorted[0]), (2, sorted[0]), (3, sorted[2])] {
            let mut entries = sorted.clone();
            entries[index] = entry;
            let error = LeaveTable::try_new(&entries).unwrap_err();
            assert_eq!(error, LeaveTableError { index });
        }
        assert_eq!(
            LeaveTableError { index: 7 }.to_string(),
            "entry 7 of the table of leaves is not above the one before it (sort the entries by key, each leave once)"
        );
    }

    #[test]
    fn functions_are_leaves() {
        fn count(kept: &Rack) -> i32 {
            i32::try_from(kept.len()).unwrap()
        }
        assert_eq!(count.value(&rack("AB")), 2);
        let leaves: &dyn Leaves = &count;
        assert_eq!((leaves.value(&rack("")), leaves.bound()), (0, i32::MAX));
    }
}

//! The distinct prefixes of the words, sorted by their reversals.
//!
//! `CARE` has the prefixes `C`, `CA`, `CAR` and `CARE`, with the reversals `C`, `AC`, `RAC` and `ERAC`. A 64-bit key
//! holds the last tiles of a prefix: the last tile in the top bits, the tile before it in the next bits, and so on.
//! Keys compare as the reversals do, and the first bit in which two keys differ gives the number of last tiles in
//! common. A key holds twelve tiles of five bits, or ten of six bits in alphabets of more than 29 tiles. Earlier tiles
//! are stored separately, and compared only between prefixes with equal keys.

use std::cmp::Ordering;

use lexc_formats::raw::node::{NodeRef, inline_label_bits};

use crate::registry::TooManyNodesError;

/// The distinct prefixes of the words, without the empty one.
#[derive(Debug, Default)]
pub(crate) struct Prefixes<const W: usize> {
    all: Vec<Prefix>,
    /// Earlier tiles of prefixes that are longer than a key.
    earlier: Vec<Ending>,
}

/// A prefix, the node after it, and a flag for words.
///
/// Takes 16 bytes, because millions of prefixes are sorted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prefix {
    /// [`Ending::key`].
    key: u64,
    /// [`Ending::earlier`], and the bit [`IS_WORD`].
    earlier: u32,
    /// Node of the DAWG after the prefix; [`NO_NODE`] if no word continues it.
    follow: u32,
}

const IS_WORD: u32 = 1 << 31;

const NO_NODE: u32 = u32::MAX;

/// The last tiles of a string.
#[derive(Clone, Copy, Debug)]
struct Ending {
    /// Codes of the last tiles, the last one in the top bits; zeros in place of missing tiles.
    key: u64,
    /// 1 plus the index, in [`Prefixes::earlier`], of the ending of the earlier tiles; 0 without earlier tiles.
    earlier: u32,
}

impl Prefix {
    /// Node of the DAWG after the prefix, if a word continues it.
    #[inline]
    pub(crate) fn follow(self) -> Option<NodeRef> {
        (self.follow != NO_NODE).then_some(NodeRef::from_unit(self.follow))
    }

    #[inline]
    pub(crate) fn is_word(self) -> bool {
        self.earlier & IS_WORD != 0
    }

    #[inline]
    fn ending(self) -> Ending {
        Ending {
            key: self.key,
            earlier: self.earlier & !IS_WORD,
        }
    }
}

impl<const W: usize> Prefixes<W> {
    const TILE_BITS: u32 = inline_label_bits(W);
    /// The number of tiles that fit into a key: twelve or ten.
    const KEY_TILES: u32 = u64::BITS / Self::TILE_BITS;
    /// The number of low bits of a key that no tile uses.
    const SPARE_BITS: u32 = u64::BITS % Self::TILE_BITS;

    /// Adds the prefix that extends the last prefix of `path` by a tile, and returns its index. The path holds the
    /// indices of the prefixes of one tile, two tiles, and so on.
    #[inline]
    pub(crate) fn add(
        &mut self,
        path: &[u32],
        tile: u8,
        is_word: bool,
    ) -> Result<u32, TooManyNodesError> {
        let index = u32::try_from(self.all.len()).map_err(|_| TooManyNodesError)?;
        let before = path.last().map_or(0, |&last| self.all[last as usize].key);
        let mut earlier = if is_word { IS_WORD } else { 0 };
        if let Some(left_out) = path.len().checked_sub(Self::KEY_TILES as usize) {
            self.earlier
                .push(self.all[path[left_out] as usize].ending());
            earlier |= u32::try_from(self.earlier.len())
                .ok()
                .filter(|count| count & IS_WORD == 0)
                .ok_or(TooManyNodesError)?;
        }
        self.all.push(Prefix {
            key: u64::from(tile) << (u64::BITS - Self::TILE_BITS)
                | before >> Self::TILE_BITS >> Self::SPARE_BITS << Self::SPARE_BITS,
            earlier,
            follow: NO_NODE,
        });
        Ok(index)
    }

    /// Sets the node after a prefix.
    #[inline]
    pub(crate) fn set_follow(&mut self, index: u32, node: NodeRef) {
        self.all[index as usize].follow = node.unit();
    }

    /// Sorts the prefixes by their reversals, which changes their indices.
    pub(crate) fn sort_backwards(&mut self) {
        self.all.sort_unstable_by_key(|prefix| prefix.key);
        let earlier = &self.earlier;
        for alike in self.all.chunk_by_mut(|a, b| a.key == b.key) {
            if alike.len() > 1 {
                alike.sort_unstable_by(|a, b| compare_earlier(earlier, a.ending(), b.ending()));
            }
        }
    }

    /// The prefixes by index.
    pub(crate) fn all(&self) -> &[Prefix] {
        &self.all
    }

    /// The number of tiles of a prefix.
    #[inline]
    pub(crate) fn len(&self, prefix: Prefix) -> usize {
        let mut ending = prefix.ending();
        let mut len = Self::KEY_TILES;
        while let Some(before) = ending.before(&self.earlier) {
            len += Self::KEY_TILES;
            ending = before;
        }
        let unused_bits = ending.key.trailing_zeros() - Self::SPARE_BITS;
        (len - unused_bits / Self::TILE_BITS) as usize
    }

    /// The tile at a place in a reversed prefix, counted from 0.
    #[inline]
    pub(crate) fn tile(&self, prefix: Prefix, place: usize) -> u8 {
        let mut ending = prefix.ending();
        let mut place = u32::try_from(place).unwrap_or(u32::MAX);
        while let Some(rest) = place.checked_sub(Self::KEY_TILES)
            && let Some(before) = ending.before(&self.earlier)
        {
            place = rest;
            ending = before;
        }
        #[expect(clippy::cast_possible_truncation, reason = "5 or 6 bits")]
        let tile = (ending.key << (place * Self::TILE_BITS) >> (u64::BITS - Self::TILE_BITS)) as u8;
        tile
    }

    /// The number of last tiles that two prefixes have in common.
    #[inline]
    pub(crate) fn common_len(&self, a: Prefix, b: Prefix) -> usize {
        let (mut a, mut b) = (a.ending(), b.ending());
        let mut common = 0;
        while a.key == b.key
            && let Some(before_a) = a.before(&self.earlier)
            && let Some(before_b) = b.before(&self.earlier)
        {
            common += Self::KEY_TILES;
            (a, b) = (before_a, before_b);
        }
        (common + (a.key ^ b.key).leading_zeros() / Self::TILE_BITS) as usize
    }
}

impl Ending {
    /// Ending of the earlier tiles.
    #[inline]
    fn before(self, earlier: &[Ending]) -> Option<Ending> {
        let index = self.earlier.checked_sub(1)?;
        earlier.get(index as usize).copied()
    }
}

/// Compares the reversals of the earlier tiles of two endings with equal keys.
fn compare_earlier(earlier: &[Ending], a: Ending, b: Ending) -> Ordering {
    match (a.before(earlier), b.before(earlier)) {
        (Some(a), Some(b)) => a
            .key
            .cmp(&b.key)
            .then_with(|| compare_earlier(earlier, a, b)),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use lexc_formats::MAX_WORD_LEN;
    use lexc_formats::raw::node::mask_units;

    use super::*;

    /// The prefixes of the words. The reference to the node after a word is the word's number of tiles.
    fn prefixes_of<const W: usize>(words: &BTreeSet<Vec<u8>>) -> Prefixes<W> {
        let mut prefixes = Prefixes::<W>::default();
        let mut path: Vec<u32> = Vec::new();
        let mut previous: &[u8] = &[];
        for word in words {
            let common = previous.iter().zip(word).take_while(|(a, b)| a == b);
            path.truncate(common.count());
            while path.len() < word.len() {
                let tile = word[path.len()];
                let index = prefixes.add(&path, tile, path.len() + 1 == word.len());
                path.push(index.unwrap());
            }
            prefixes.set_follow(
                *path.last().unwrap(),
                NodeRef::from_unit(u32::try_from(word.len()).unwrap()),
            );
            previous = word;
        }
        prefixes
    }

    fn check<const W: usize>(tiles: &[u8]) {
        assert_eq!(mask_units(usize::from(*tiles.last().unwrap())), W);
        let mut state: u64 = 0xC0FF_EE00_5EED ^ tiles.len() as u64;
        let mut number = |bound: usize| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            usize::try_from(state >> 33).unwrap() % bound
        };
        // Each word is up to four random tiles and then a suffix of `common`.
        let mut words = BTreeSet::new();
        let common: Vec<u8> = (0..MAX_WORD_LEN)
            .map(|_| tiles[number(tiles.len())])
            .collect();
        for _ in 0..400 {
            let start = number(MAX_WORD_LEN);
            let mut word = common[start..].to_vec();
            for _ in 0..number(start + 1).min(4) {
                word.insert(0, tiles[number(tiles.len())]);
            }
            words.insert(word);
        }
        let expected: BTreeSet<Vec<u8>> = words
            .iter()
            .flat_map(|word| {
                (1..=word.len()).map(|len| word[..len].iter().rev().copied().collect())
            })
            .collect();

        let mut prefixes = prefixes_of::<W>(&words);
        prefixes.sort_backwards();
        let reversed = |prefix: Prefix| -> Vec<u8> {
            let places = 0..prefixes.len(prefix);
            places.map(|place| prefixes.tile(prefix, place)).collect()
        };
        let found: Vec<Vec<u8>> = prefixes
            .all()
            .iter()
            .map(|&prefix| reversed(prefix))
            .collect();
        assert!(found.iter().eq(&expected));
        for (&prefix, reversed) in prefixes.all().iter().zip(&found) {
            let word: Vec<u8> = reversed.iter().rev().copied().collect();
            assert_eq!(prefix.is_word(), words.contains(&word));
            let follow = prefix.follow().map(|follow| follow.unit() as usize);
            assert_eq!(follow, prefix.is_word().then_some(word.len()));
        }
        for (pair, strings) in prefixes.all().windows(2).zip(found.windows(2)) {
            let both = strings[0].iter().zip(&strings[1]);
            let common = both.take_while(|(a, b)| a == b).count();
            assert_eq!(prefixes.common_len(pair[0], pair[1]), common);
        }
    }

    /// The table at the top of `gaddag.rs`.
    #[test]
    fn sorts_the_prefixes_of_care_cars_and_ear() {
        let words = ["CARE", "CARS", "EAR"];
        let codes = |word: &str| word.bytes().map(|byte| byte - b'@').collect();
        let mut prefixes = prefixes_of::<1>(&words.map(codes).into());
        prefixes.sort_backwards();
        let all = prefixes.all();
        let reversed = |&prefix: &Prefix| -> String {
            let places = 0..prefixes.len(prefix);
            let tiles = places.map(|place| prefixes.tile(prefix, place));
            tiles.map(|tile| char::from(b'@' + tile)).collect()
        };
        let found: Vec<String> = all.iter().map(reversed).collect();
        assert_eq!(found, ["AC", "AE", "C", "E", "ERAC", "RAC", "RAE", "SRAC"]);
        let pairs = all.windows(2);
        let common: Vec<usize> = pairs
            .map(|pair| prefixes.common_len(pair[0], pair[1]))
            .collect();
        assert_eq!(common, [1, 0, 0, 1, 0, 2, 0]);
    }

    #[test]
    fn sorts_prefixes_by_their_reversals() {
        check::<1>(&[1, 29]);
        check::<1>(&[1, 2, 16, 29]);
        check::<2>(&[1, 32, 53]);
        check::<3>(&[1, 2, 61, 62]);
    }
}

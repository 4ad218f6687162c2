//! Words within an edit distance of a word.
//!
//! The automaton of Wu and Manber ("Fast text searching allowing errors", 1992): bit *i* of mask *d* is set if at most *d*
//! insertions, deletions and substitutions turn the first *i* tiles of the word into the path.

use lexc_formats::{MAX_WORD_LEN, Tile, TileSet};

use super::kind::ConditionKind;
use crate::lexicon::word::Word;

const MAX_EDITS: usize = ConditionKind::MAX_EDITS;

type Masks = [u64; MAX_EDITS + 1];

/// A word, the range of distances, and the masks along the current path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    word: Word,
    min: u8,
    max: u8,
    path: [Masks; MAX_WORD_LEN + 1],
}

impl Near {
    /// A `max` above 3 counts as 3; no word meets a `min` above 3.
    #[expect(clippy::cast_possible_truncation, reason = "at most 4")]
    pub(super) fn new(word: &Word, min: usize, max: usize) -> Near {
        let max = max.min(MAX_EDITS);
        let mut path = [[0; MAX_EDITS + 1]; MAX_WORD_LEN + 1];
        let all = u64::MAX >> (MAX_WORD_LEN - word.len().min(MAX_WORD_LEN));
        if let Some(start) = path.first_mut() {
            // In mask *d* of the empty path, bits 0 to *d* are set: each tile of the word costs one deletion.
            for (d, mask) in start.iter_mut().take(max + 1).enumerate() {
                *mask = all & ((2 << d) - 1);
            }
        }
        Near {
            word: *word,
            min: min.min(MAX_EDITS + 1) as u8,
            max: max as u8,
            path,
        }
    }

    pub(super) fn max_len(&self) -> usize {
        (self.word.len() + usize::from(self.max)).min(MAX_WORD_LEN)
    }

    pub(super) fn allowed(&self, len: usize) -> TileSet {
        let masks = self.masks(len);
        let (exact, with_edits) = match masks.get(usize::from(self.max)) {
            Some(last) => (
                *last,
                masks.iter().take(self.max.into()).any(|mask| *mask != 0),
            ),
            None => (0, false),
        };
        if with_edits {
            return TileSet::ALL;
        }
        let tiles = self.word.iter().enumerate();
        tiles
            .filter(|(place, _)| exact >> place & 1 != 0)
            .map(|(_, tile)| *tile)
            .collect()
    }

    pub(super) fn push_tile(&mut self, path: &[Tile]) -> bool {
        let Some((last, before)) = path.split_last() else {
            return true;
        };
        let masks = self.masks(before.len());
        let places = self.word.iter().enumerate();
        let equal = places
            .filter(|(_, tile)| *tile == last)
            .fold(0, |mask, (place, _)| mask | 1_u64 << place);
        let all = u64::MAX >> (MAX_WORD_LEN - self.word.len().min(MAX_WORD_LEN));
        // The mask with one edit fewer: before the tile, and after it.
        let (mut before, mut after) = (0, 0);
        let mut next = [0; MAX_EDITS + 1];
        for (mask, next) in masks.iter().zip(&mut next).take(usize::from(self.max) + 1) {
            after = (mask & equal) << 1 | before | before << 1 | after << 1;
            after &= all;
            before = *mask;
            *next = after;
        }
        if let Some(slot) = self.path.get_mut(path.len()) {
            *slot = next;
        }
        next != [0; MAX_EDITS + 1]
    }

    pub(super) fn accepts(&self, len: usize) -> bool {
        let masks = self.masks(len);
        let distance = masks
            .iter()
            .position(|mask| mask >> self.word.len() & 1 != 0);
        distance.is_some_and(|distance| distance >= self.min.into())
    }

    fn masks(&self, len: usize) -> Masks {
        self.path.get(len).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_max_above_3_counts_as_3() {
        let tiles = [5, 1, 18].map(|code| Tile::new(code).unwrap());
        let word = Word::from_tiles(&tiles).unwrap();
        let masks = |max| (Near::new(&word, 0, max).max, Near::new(&word, 0, max).path);
        assert_eq!(masks(4), masks(3));
        assert_eq!(masks(usize::MAX), masks(3));
    }
}

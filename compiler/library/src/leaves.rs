//! Leaves and their values, and the alphabet of their image.
//!
//! A leave is a word in the alphabet of leaves: its tiles in alphabet order, the blanks last. So `?EA` is `AE?`.

use std::fmt;

use lexc_formats::{Alphabet, AlphabetDefinition, Digraphs, Image, Tile, TileDefinition};

use crate::word_list::{TooManyTilesError, WordList, WordListBuilder};

/// The alphabet of leaves: the letters, and then the blank as one more tile.
#[must_use]
pub fn leaves_alphabet(alphabet: &AlphabetDefinition) -> AlphabetDefinition {
    let mut alphabet = alphabet.clone();
    alphabet.tiles.push(TileDefinition {
        text: "?".to_owned(),
        blank_text: "?".to_owned(),
        value: 0,
        count: std::mem::take(&mut alphabet.blank_count),
        is_vowel: false,
    });
    alphabet
}

/// The alphabet of leaves for an image's alphabet, without readings of other texts as tiles: these serve only to read
/// text.
#[must_use]
pub fn leaves_alphabet_of(alphabet: Alphabet<'_>) -> AlphabetDefinition {
    let tile = |tile: Tile| TileDefinition {
        text: alphabet.text(tile).to_owned(),
        blank_text: alphabet.blank_text(tile).to_owned(),
        value: alphabet.value(tile),
        count: alphabet.count(tile),
        is_vowel: alphabet.is_vowel(tile),
    };
    leaves_alphabet(&AlphabetDefinition {
        name: alphabet.name().to_owned(),
        tiles: alphabet.tiles().map(tile).collect(),
        blank_count: alphabet.blank_count(),
        digraphs: Digraphs::default(),
        readings: Vec::new(),
        marks: Vec::new(),
    })
}

/// Leaves in alphabet order, each with its value in thousandths of a point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeaveList {
    leaves: WordList,
    values: Vec<i32>,
    estimate: Option<Vec<i32>>,
}

impl LeaveList {
    /// The words of a leaves image, and their values, with the estimate for other leaves if the image has one. `None` if the
    /// image has no values of leaves.
    #[doc(hidden)]
    pub fn of(leaves: &WordList, image: &Image<'_>) -> Option<LeaveList> {
        let values = image.leave_values()?;
        let values = (0..).take(leaves.len()).map(|index| values.get(index));
        Some(LeaveList {
            leaves: leaves.clone(),
            values: values.collect(),
            estimate: image.leave_estimate().map(|all| all.numbers().collect()),
        })
    }

    /// The same list with an estimate of the values of leaves that it does not have: the numbers of the features of leaves, in
    /// thousandths of a point and in the order of the image's section `ESTI`. The image gets as many as it has features; the ones
    /// that are missing are 0.
    #[must_use]
    pub fn with_estimate(self, numbers: Vec<i32>) -> LeaveList {
        LeaveList {
            estimate: Some(numbers),
            ..self
        }
    }

    /// The numbers of the estimate, if the list has one.
    pub fn estimate(&self) -> Option<&[i32]> {
        self.estimate.as_deref()
    }

    /// The leaves as words in the alphabet of leaves.
    pub fn leaves(&self) -> &WordList {
        &self.leaves
    }

    /// The values in thousandths of a point, in the order of the leaves.
    pub fn values(&self) -> &[i32] {
        &self.values
    }
}

/// Makes a [`LeaveList`] of leaves in any order.
///
/// ```
/// use lexc_compiler::LeaveListBuilder;
///
/// let mut builder = LeaveListBuilder::default();
/// builder.push(&[19], 8_000);
/// builder.push(&[21, 17], 800);
/// let list = builder.finish()?;
/// assert!(list.leaves().iter().eq([&[17, 21][..], &[19]]));
/// assert_eq!(list.values(), [800, 8_000]);
/// # Ok::<(), lexc_compiler::LeaveListError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LeaveListBuilder {
    /// The tiles of all leaves.
    codes: Vec<u8>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The tiles are at `start..end` of [`LeaveListBuilder::codes`].
    start: usize,
    end: usize,
    value: i32,
    /// The number of leaves that were added before this one.
    index: usize,
}

impl LeaveListBuilder {
    /// Adds a leave with its value in thousandths of a point. The tiles may be in any order.
    pub fn push(&mut self, leave: &[u8], value: i32) {
        let start = self.codes.len();
        self.codes.extend_from_slice(leave);
        let end = self.codes.len();
        self.codes[start..].sort_unstable();
        let index = self.entries.len();
        self.entries.push(Entry {
            start,
            end,
            value,
            index,
        });
    }

    /// Returns the list. A leave that was added twice with the same value is in the list once.
    ///
    /// # Errors
    /// If a leave has two different values, or the leaves have too many tiles.
    pub fn finish(self) -> Result<LeaveList, LeaveListError> {
        let LeaveListBuilder { codes, mut entries } = self;
        let leave = |entry: &Entry| &codes[entry.start..entry.end];
        entries.sort_unstable_by_key(|entry| (leave(entry), entry.index));
        let mut leaves = WordListBuilder::default();
        let mut values = Vec::with_capacity(entries.len());
        let mut last: Option<&Entry> = None;
        for entry in &entries {
            match last.filter(|last| leave(last) == leave(entry)) {
                Some(last) if last.value != entry.value => {
                    return Err(LeaveListError::TwoValues {
                        first: last.index,
                        second: entry.index,
                    });
                }
                Some(_) => {}
                None => {
                    leaves
                        .push(leave(entry))
                        .map_err(LeaveListError::TooManyTiles)?;
                    values.push(entry.value);
                }
            }
            last = Some(entry);
        }
        let (leaves, _) = leaves.finish();
        Ok(LeaveList {
            leaves,
            values,
            estimate: None,
        })
    }
}

/// A reason why leaves do not make a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LeaveListError {
    /// A leave was added with two different values. Indices count the leaves in the order in which they were added, from 0.
    TwoValues {
        /// Index of the earlier value.
        first: usize,
        /// Index of the later value.
        second: usize,
    },
    /// All leaves together have too many tiles.
    TooManyTiles(TooManyTilesError),
}

impl fmt::Display for LeaveListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeaveListError::TwoValues { first, second } => write!(
                f,
                "leaves {} and {} have the same tiles and different values (keep one of them)",
                first + 1,
                second + 1
            ),
            LeaveListError::TooManyTiles(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LeaveListError {}

/// Thousandths of a point as a decimal number of points: `25.3`, `-0.05`, `8`.
#[derive(Clone, Copy, Debug)]
pub struct Points(pub i32);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, thousandths) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let digits = format!(".{thousandths:03}");
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        write!(f, "{sign}{whole}{digits}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_sorted_and_each_is_there_once() {
        let mut builder = LeaveListBuilder::default();
        for (leave, value) in [
            (&[3, 1, 2][..], 5),
            (&[2], -1),
            (&[2, 1, 3], 5),
            (&[1, 2], 0),
        ] {
            builder.push(leave, value);
        }
        let list = builder.clone().finish().unwrap();
        assert!(list.leaves().iter().eq([&[1, 2][..], &[1, 2, 3], &[2]]));
        assert_eq!(list.values(), [0, 5, -1]);

        builder.push(&[2, 1], 7);
        let error = builder.finish().unwrap_err();
        assert_eq!(
            error,
            LeaveListError::TwoValues {
                first: 3,
                second: 4
            }
        );
        assert_eq!(
            error.to_string(),
            "leaves 4 and 5 have the same tiles and different values (keep one of them)"
        );
    }

    #[test]
    fn points_have_no_zeros_at_the_end() {
        let texts = [
            (25_300, "25.3"),
            (-50, "-0.05"),
            (8_000, "8"),
            (0, "0"),
            (i32::MIN, "-2147483.648"),
            (1, "0.001"),
        ];
        for (thousandths, text) in texts {
            assert_eq!(Points(thousandths).to_string(), text);
        }
    }

    #[test]
    fn the_blank_is_the_last_tile_of_leaves() {
        let english = crate::alphabet::load("english").unwrap();
        let leaves = leaves_alphabet(&english);
        assert_eq!((leaves.tiles.len(), leaves.blank_count), (27, 0));
        assert_eq!(
            (leaves.tiles[26].text.as_str(), leaves.tiles[26].count),
            ("?", 2)
        );
        let section = leaves.encode().unwrap();
        let alphabet = lexc_formats::Alphabet::from_bytes(&section).unwrap();
        assert_eq!(alphabet.blank_tile().map(|tile| tile.code()), Some(27));
    }
}

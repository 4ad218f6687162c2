//! Word lists in memory: sorted tile sequences without duplicates.

use std::fmt;
use std::iter::FusedIterator;

/// Words as sequences of tile codes, in the order of the codes, without duplicates.
///
/// Sequence compares before sequence as text does: code by code, and the shorter first if it starts the longer. The
/// words lie one after the other in one piece of memory, one byte a tile and four bytes a word beside.
///
/// ```
/// use lexc::word_list::WordListBuilder;
///
/// let mut builder = WordListBuilder::default();
/// builder.push(&[3, 1, 20])?;
/// builder.push(&[1, 20])?;
/// builder.push(&[3, 1, 20])?;
/// let (words, duplicates) = builder.finish();
/// assert!(words.iter().eq([&[1, 20][..], &[3, 1, 20]]));
/// assert_eq!(duplicates, 1);
/// # Ok::<(), lexc::word_list::TooManyTilesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct WordList {
    pub(super) codes: Vec<u8>,
    /// For each word, where it ends in `codes`.
    pub(super) ends: Vec<u32>,
}

impl WordList {
    /// The number of words.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there are no words.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The codes of the word at this place in the order, if there is one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let end = *self.ends.get(index)?;
        let start = match index.checked_sub(1) {
            Some(previous) => *self.ends.get(previous)?,
            None => 0,
        };
        self.codes.get(start as usize..end as usize)
    }

    /// The words in order.
    #[inline]
    pub fn iter(&self) -> WordListIter<'_> {
        WordListIter {
            codes: &self.codes,
            ends: self.ends.iter(),
            start: 0,
        }
    }

    /// The number of tiles of the longest word; 0 if there are no words.
    pub fn longest(&self) -> usize {
        self.iter().map(<[u8]>::len).max().unwrap_or(0)
    }
}

impl<'a> IntoIterator for &'a WordList {
    type Item = &'a [u8];
    type IntoIter = WordListIter<'a>;

    #[inline]
    fn into_iter(self) -> WordListIter<'a> {
        self.iter()
    }
}

impl fmt::Debug for WordList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// The words of a [`WordList`] in order, as codes.
#[derive(Clone)]
pub struct WordListIter<'a> {
    codes: &'a [u8],
    ends: std::slice::Iter<'a, u32>,
    start: usize,
}

impl<'a> Iterator for WordListIter<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let end = *self.ends.next()? as usize;
        let word = self.codes.get(self.start..end)?;
        self.start = end;
        Some(word)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ends.size_hint()
    }
}

impl ExactSizeIterator for WordListIter<'_> {}

impl FusedIterator for WordListIter<'_> {}

impl fmt::Debug for WordListIter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

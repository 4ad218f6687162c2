//! Word lists in memory: sorted tile sequences without duplicates.

use std::cmp::Ordering;
use std::fmt;
use std::iter::FusedIterator;

use lexc_formats::LabelsDefinition;

use super::definition_list::{DefinitionCollector, DefinitionList};

/// Words as sequences of tile codes, in the order of the codes, without duplicates.
///
/// Sequences compare as text does: code by code, and a sequence comes before its extensions. The list takes one byte
/// per tile and four bytes per word. It may have definitions of the words.
///
/// ```
/// use lexc_compiler::word_list::WordListBuilder;
///
/// let mut builder = WordListBuilder::default();
/// builder.push(&[3, 1, 20])?;
/// builder.push(&[1, 20])?;
/// builder.push(&[3, 1, 20])?;
/// let (words, duplicates) = builder.finish();
/// assert!(words.iter().eq([&[1, 20][..], &[3, 1, 20]]));
/// assert_eq!(duplicates, 1);
/// # Ok::<(), lexc_compiler::word_list::TooManyTilesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct WordList {
    codes: Vec<u8>,
    /// End of each word in `codes`.
    ends: Vec<u32>,
    definitions: Option<DefinitionList>,
    labels: Option<LabelsDefinition>,
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

    /// The codes of the word with this index; `None` past the end.
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

    /// Takes the definitions of the words out of the list; `None` if it has none.
    pub fn take_definitions(&mut self) -> Option<DefinitionList> {
        self.definitions.take()
    }

    /// Takes the labels of the words, in their columns of the lists, out of the list; `None` if no columns were read.
    pub fn take_labels(&mut self) -> Option<LabelsDefinition> {
        self.labels.take()
    }

    pub(super) fn set_labels(&mut self, labels: LabelsDefinition) {
        self.labels = Some(labels);
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

/// Makes a [`WordList`] of words in any order.
///
/// Words that all come in order need no sort. Memory is bounded by the distinct words: a word equal to the previous
/// word is dropped at once. Other duplicates are removed when an unsorted list has 16,777,216 words, or twice the words
/// that the last removal left, whichever is more.
#[derive(Debug)]
pub struct WordListBuilder {
    /// Words without adjacent duplicates.
    words: WordList,
    last_start: usize,
    is_unsorted: bool,
    duplicates: u64,
    definitions: DefinitionCollector,
    /// The number of words at which duplicates are removed.
    full_len: usize,
}

const MIN_FULL_LEN: usize = 1 << 24;

impl Default for WordListBuilder {
    fn default() -> WordListBuilder {
        WordListBuilder {
            words: WordList::default(),
            last_start: 0,
            is_unsorted: false,
            duplicates: 0,
            definitions: DefinitionCollector::default(),
            full_len: MIN_FULL_LEN,
        }
    }
}

impl WordListBuilder {
    /// Adds a word.
    ///
    /// # Errors
    /// If the words have more than 4,294,967,295 tiles together.
    #[inline(always)]
    pub fn push(&mut self, codes: &[u8]) -> Result<(), TooManyTilesError> {
        let last = self.words.codes.get(self.last_start..).unwrap_or_default();
        match last.cmp(codes) {
            Ordering::Less => {}
            Ordering::Equal if self.words.is_empty() => {}
            Ordering::Equal => {
                self.duplicates += 1;
                return Ok(());
            }
            Ordering::Greater => {
                self.is_unsorted = true;
                if self.words.len() >= self.full_len {
                    return self.sort_and_push(codes);
                }
            }
        }
        let start = self.words.codes.len();
        let end = word_end(start, codes.len())?;
        self.words.codes.extend_from_slice(codes);
        self.words.ends.push(end);
        self.last_start = start;
        Ok(())
    }

    /// Returns `true` if there are more than `most` different words. Removes duplicates if there are twice as many words, so
    /// that calls after each word take linear time together.
    pub(crate) fn exceeds(&mut self, most: u64) -> bool {
        let len = |builder: &WordListBuilder| builder.words.len() as u64;
        if self.is_unsorted && len(self) > most.saturating_mul(2) {
            self.sort();
        }
        !self.is_unsorted && len(self) > most
    }

    /// Adds a definition of a word. The definition becomes one line. Distinct definitions of a word are sorted and joined by
    /// ` / `; definitions of words that are not in the list are dropped.
    pub fn define(&mut self, codes: &[u8], definition: &str) {
        self.definitions.push(codes, definition);
    }

    /// Returns the list, and the number of duplicates that it leaves out.
    pub fn finish(mut self) -> (WordList, u64) {
        if self.is_unsorted {
            self.sort();
        }
        self.words.definitions = self.definitions.finish(&self.words);
        (self.words, self.duplicates)
    }

    #[cold]
    fn sort_and_push(&mut self, codes: &[u8]) -> Result<(), TooManyTilesError> {
        self.sort();
        self.full_len = self.full_len.max(2 * self.words.len());
        self.push(codes)
    }

    /// Sorts the words and removes duplicates.
    #[cold]
    fn sort(&mut self) {
        let before = self.words.len();
        self.words = sorted(&self.words);
        self.duplicates += (before - self.words.len()) as u64;
        self.is_unsorted = false;
        let last = self.words.len().checked_sub(1);
        let last_len = last
            .and_then(|last| self.words.get(last))
            .map_or(0, <[u8]>::len);
        self.last_start = self.words.codes.len() - last_len;
    }
}

fn word_end(start: usize, len: usize) -> Result<u32, TooManyTilesError> {
    let end = start.checked_add(len).and_then(|end| end.try_into().ok());
    end.ok_or(TooManyTilesError)
}

/// The words in order, each once.
fn sorted(words: &WordList) -> WordList {
    let mut entries: Vec<SortEntry> = Vec::with_capacity(words.len());
    let mut start = 0;
    for (word, &end) in words.iter().zip(&words.ends) {
        entries.push(SortEntry {
            key: sort_key(word),
            start,
            end,
        });
        start = end;
    }
    let codes = |entry: &SortEntry| &words.codes[entry.start as usize..entry.end as usize];
    // A stable sort is as fast here as an unstable one, and it merges several lists that are sorted already.
    entries.sort_by_key(|entry| entry.key);
    for alike in entries.chunk_by_mut(|a, b| a.key == b.key) {
        if alike.len() > 1 {
            alike.sort_unstable_by(|a, b| codes(a).cmp(codes(b)));
        }
    }
    entries.dedup_by(|a, b| a.key == b.key && codes(a) == codes(b));

    let mut sorted = WordList {
        codes: Vec::with_capacity(words.codes.len()),
        ends: Vec::with_capacity(entries.len()),
        definitions: None,
        labels: None,
    };
    let mut end = 0;
    for entry in &entries {
        sorted.codes.extend_from_slice(codes(entry));
        end += entry.end - entry.start;
        sorted.ends.push(end);
    }
    sorted
}

/// A word to be sorted.
struct SortEntry {
    key: u64,
    start: u32,
    end: u32,
}

/// The word's first eight tiles as one number, so that unequal keys compare as their words do.
fn sort_key(word: &[u8]) -> u64 {
    let mut first = [0; 8];
    let len = word.len().min(first.len());
    first[..len].copy_from_slice(&word[..len]);
    u64::from_be_bytes(first)
}

/// The words have more tiles than a [`WordList`] can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyTilesError;

impl fmt::Display for TooManyTilesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the words have more than {} tiles together", u32::MAX)
    }
}

impl std::error::Error for TooManyTilesError {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::testing::numbers;

    fn build<'a>(words: impl IntoIterator<Item = &'a [u8]>) -> (WordList, u64) {
        let mut builder = WordListBuilder::default();
        for word in words {
            builder.push(word).unwrap();
        }
        builder.finish()
    }

    #[test]
    fn removes_duplicates_at_twice_the_distinct_words() {
        let mut builder = WordListBuilder {
            full_len: 100,
            ..WordListBuilder::default()
        };
        for round in 0..1000_u16 {
            for word in [[3, 1], [1, 2], [2, round.to_le_bytes()[0] % 60 + 1]] {
                builder.push(&word).unwrap();
                assert!(builder.words.len() <= 2 * 62 + 1);
            }
        }
        let (words, duplicates) = builder.finish();
        assert_eq!(words.len(), 62);
        assert!(words.iter().is_sorted_by(|a, b| a < b));
        assert_eq!(duplicates, 3000 - 62);
    }

    #[test]
    fn words_are_sorted_by_code_and_unique() {
        let (words, duplicates) = build([&[2, 1][..], &[1, 2, 3], &[1], &[2, 1], &[62], &[1, 2]]);
        let expected: [&[u8]; 5] = [&[1], &[1, 2], &[1, 2, 3], &[2, 1], &[62]];
        assert!(words.iter().eq(expected));
        assert_eq!(duplicates, 1);
        assert_eq!(words.len(), 5);
        assert_eq!(words.longest(), 3);
        assert_eq!(words.get(0), Some(&[1][..]));
        assert_eq!(words.get(4), Some(&[62][..]));
        assert_eq!(words.get(5), None);
        assert_eq!(
            format!("{words:?}"),
            "[[1], [1, 2], [1, 2, 3], [2, 1], [62]]"
        );
    }

    #[test]
    fn iterators_count_the_remaining_words() {
        let (words, _) = build([&[1][..], &[2, 2], &[3]]);
        let mut iter = words.iter();
        assert_eq!(iter.len(), 3);
        assert_eq!(iter.nth(1), Some(&[2, 2][..]));
        assert_eq!(iter.len(), 1);
        assert_eq!(iter.clone().next(), Some(&[3][..]));
        assert_eq!(iter.by_ref().count(), 1);
    }

    #[test]
    fn no_words_are_an_empty_list() {
        let (words, duplicates) = build([]);
        assert!(words.is_empty() && duplicates == 0);
        assert_eq!(words.longest(), 0);
        assert_eq!(words.iter().next(), None);
    }

    #[test]
    fn more_tiles_than_can_be_counted_are_refused() {
        let all = u32::MAX as usize;
        assert_eq!(word_end(all - 63, 63), Ok(u32::MAX));
        assert_eq!(word_end(all - 62, 63), Err(TooManyTilesError));
        assert_eq!(word_end(usize::MAX, 1), Err(TooManyTilesError));
        assert_eq!(
            TooManyTilesError.to_string(),
            "the words have more than 4294967295 tiles together"
        );
    }

    #[test]
    fn sorts_words_as_a_set_does() {
        // Few letters and long common beginnings, so that sort keys tie and duplicates abound.
        let mut number = numbers(0xDEAD_BEEF_CAFE_F00D);
        let all: Vec<Vec<u8>> = (0..5000)
            .map(|_| {
                let mut word = vec![1; number(12)];
                word.extend((0..=number(4)).map(|_| [1, 2, 62][number(3)]));
                word
            })
            .collect();
        let set: BTreeSet<&[u8]> = all.iter().map(Vec::as_slice).collect();
        let (words, duplicates) = build(all.iter().map(Vec::as_slice));
        assert!(words.iter().eq(set.iter().copied()));
        assert_eq!(duplicates, (all.len() - set.len()) as u64);
        // In order, without a sort.
        let (again, duplicates) = build(words.iter().flat_map(|word| [word, word]));
        assert_eq!(again, words);
        assert_eq!(duplicates, words.len() as u64);
        // Two sorted lists, one after the other.
        let (again, _) = build(words.iter().step_by(2).chain(&words));
        assert_eq!(again, words);
    }
}

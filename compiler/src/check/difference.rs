//! Difference of two word lists.

use std::cmp::Ordering;

use crate::word_list::WordList;

/// Words of one list that another lacks: their numbers, and the first of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Difference {
    /// The number of words that are expected but not found.
    pub missing_count: u64,
    /// The first of them, as tile codes.
    pub missing: Vec<Vec<u8>>,
    /// The number of words that are found but not expected.
    pub extra_count: u64,
    /// The first of them, as tile codes.
    pub extra: Vec<Vec<u8>>,
}

impl Difference {
    /// Compares the words found with the expected ones; keeps up to `limit` words of each kind.
    ///
    /// ```
    /// use lexc::check::Difference;
    /// use lexc::word_list::WordList;
    /// use lexc_formats::Alphabet;
    ///
    /// let section = lexc::alphabet::load("english")?.encode()?;
    /// let alphabet = Alphabet::from_bytes(&section)?;
    /// let found = WordList::from_words(alphabet, ["AB", "AD", "AE"])?;
    /// let expected = WordList::from_words(alphabet, ["AB", "AC", "AE"])?;
    /// let difference = Difference::between(&found, &expected, 10);
    /// assert_eq!(difference.missing, [[1, 3]]);
    /// assert_eq!(difference.extra, [[1, 4]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(found: &WordList, expected: &WordList, limit: usize) -> Difference {
        let mut difference = Difference::default();
        let (mut found, mut expected) = (found.iter().peekable(), expected.iter().peekable());
        loop {
            let order = match (found.peek(), expected.peek()) {
                (Some(found), Some(expected)) => found.cmp(expected),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return difference,
            };
            let extra = found.next_if(|_| order.is_le());
            let missing = expected.next_if(|_| order.is_ge());
            let note = |word: &[u8], count: &mut u64, words: &mut Vec<Vec<u8>>| {
                *count += 1;
                if words.len() < limit {
                    words.push(word.to_vec());
                }
            };
            match (extra, missing) {
                (Some(word), None) => {
                    note(word, &mut difference.extra_count, &mut difference.extra);
                }
                (None, Some(word)) => {
                    note(word, &mut difference.missing_count, &mut difference.missing);
                }
                _ => {}
            }
        }
    }

    /// Returns `true` if there is no difference.
    pub fn is_empty(&self) -> bool {
        self.missing_count == 0 && self.extra_count == 0
    }
}

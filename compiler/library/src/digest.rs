//! Word count, length of the longest word, and fingerprint of a set of words.

use lexc_formats::{Alphabet, Fingerprint};
use xxhash_rust::xxh3::Xxh3;

use crate::tokenizer::Detokenizer;

/// Computes the number of words, the length of the longest word, and the fingerprint. Takes the words in alphabetical
/// order, one at a time.
#[derive(Clone)]
pub(crate) struct WordDigest<'a> {
    speller: Detokenizer<'a>,
    block: Vec<u8>,
    hasher: Xxh3,
    word_count: u64,
    longest_word: usize,
}

impl<'a> WordDigest<'a> {
    /// Words are hashed in blocks of about this size.
    const BLOCK_BYTES: usize = 1 << 14;

    pub(crate) fn new(alphabet: Alphabet<'a>) -> WordDigest<'a> {
        WordDigest {
            speller: Detokenizer::new(alphabet),
            block: Vec::with_capacity(2 * WordDigest::BLOCK_BYTES),
            hasher: Xxh3::new(),
            word_count: 0,
            longest_word: 0,
        }
    }

    /// Adds the next word.
    pub(crate) fn add(&mut self, codes: &[u8]) {
        self.speller.append(codes.iter().copied(), &mut self.block);
        self.block.push(b'\n');
        if self.block.len() >= WordDigest::BLOCK_BYTES {
            self.hasher.update(&self.block);
            self.block.clear();
        }
        self.word_count += 1;
        self.longest_word = self.longest_word.max(codes.len());
    }

    pub(crate) fn word_count(&self) -> u64 {
        self.word_count
    }

    /// Length of the longest word in tiles; 0 without words.
    pub(crate) fn longest_word(&self) -> usize {
        self.longest_word
    }

    pub(crate) fn fingerprint(mut self) -> Fingerprint {
        self.hasher.update(&self.block);
        Fingerprint::new(self.hasher.digest128())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::section;

    #[test]
    fn the_fingerprint_is_the_hash_of_the_lines() {
        let section = section("A,a,1,1,1\nL·L,l·l,1,1,0\n");
        let mut digest = WordDigest::new(Alphabet::from_bytes(&section).unwrap());
        let mut text = String::new();
        for _ in 0..5000 {
            digest.add(&[1, 2, 1]);
            text.push_str("A[L·L]A\n");
        }
        digest.add(&[2]);
        text.push_str("[L·L]\n");
        assert_eq!((digest.word_count(), digest.longest_word()), (5001, 3));
        let hash = xxhash_rust::xxh3::xxh3_128(text.as_bytes());
        assert_eq!(digest.fingerprint(), Fingerprint::new(hash));
    }
}

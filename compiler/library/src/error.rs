//! Errors of a compilation.

use lexc_formats::MAX_WORD_LEN;
use lexc_formats::raw::node::{CompactLimit, MAX_NODE_BYTES, MAX_SETS};

use crate::alphabet::AlphabetFileError;
use crate::word_list::WordListError;

/// Errors of compiling words to an image.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CompileError {
    /// The alphabet cannot be loaded.
    Alphabet(AlphabetFileError),
    /// Words are bad, or there are none.
    WordList(WordListError),
    /// There are no words.
    NoWords,
    /// Two words are out of order or equal. Both are given as tile codes.
    OutOfOrder {
        /// The earlier word of the input.
        previous: Vec<u8>,
        /// The next word of the input, which must sort after `previous`.
        got: Vec<u8>,
    },
    /// A word has no tiles, or more than 63.
    WordLength {
        /// Its number of tiles.
        found: usize,
    },
    /// A word has a tile code outside the alphabet.
    Code {
        /// The code.
        found: u8,
        /// The number of tiles in the alphabet.
        tile_count: usize,
    },
    /// A word index was requested for an image without a DAWG.
    WordIndexWithoutDawg,
    /// The alphabet of leaves lacks the blank as its last tile, or the alphabet of words has the blank as a tile.
    BlankTile,
    /// Definitions were given for an image without a word index.
    DefinitionsWithoutWordIndex,
    /// The number of definitions is not the number of words.
    DefinitionCount {
        /// The number of words.
        words: u64,
        /// The number of definitions, empty ones included.
        definitions: usize,
    },
    /// The definitions take more than 4 GiB together.
    DefinitionsTooLong,
    /// The automata need more units than references can address, or the words have too many distinct prefixes.
    TooManyNodes,
    /// The automata take more bytes or more letter sets than compact nodes can have.
    TooLargeForCompact(CompactLimit),
    /// There are more than 2^32 - 1 words.
    TooManyWords,
    /// The word map would take 4 GiB or more, or anagram keys of words collide.
    WordMap,
    /// Names, symbols or numbers of labels are out of range, the labels are not as many as the words, or hashes of words collide.
    Labels,
    /// The name has a control character, a line or paragraph separator, or a bidirectional control.
    Name,
    /// The name, the source or the licence notice is longer than 4 GiB.
    TextTooLong,
}

impl std::fmt::Display for CompileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CompileError::Alphabet(error) => error.fmt(f),
            CompileError::WordList(error) => error.fmt(f),
            CompileError::NoWords => f.write_str("no words (give at least one)"),
            CompileError::OutOfOrder { previous, got } => {
                write!(f, "words out of order: {got:?} after {previous:?} (sort them by tile code, without duplicates)")
            }
            CompileError::WordLength { found } => {
                write!(f, "a word of {found} tiles (words have 1 to {MAX_WORD_LEN})")
            }
            CompileError::Code { found, tile_count } => {
                write!(f, "a word with the tile code {found} where the alphabet has 1 to {tile_count}")
            }
            CompileError::WordIndexWithoutDawg => {
                f.write_str("the word index needs the DAWG (build both automata: leave out --only gaddag)")
            }
            CompileError::BlankTile => f.write_str(
                "leaves have the blank as the last tile of their alphabet, and words do not (take the alphabet from `leaves_alphabet` for leaves alone)",
            ),
            CompileError::DefinitionsWithoutWordIndex => {
                f.write_str("definitions need the word index (set `word_index`, too)")
            }
            CompileError::DefinitionCount { words, definitions } => {
                write!(f, "{definitions} definitions for {words} words (give each word one; it may be empty)")
            }
            CompileError::DefinitionsTooLong => {
                f.write_str("the definitions take more than 4 GiB (shorten them)")
            }
            CompileError::TooLargeForCompact(CompactLimit::Nodes) => write!(
                f,
                "the automata need more than the {MAX_NODE_BYTES} bytes that compact nodes can take (build them without --compact, or split the list)"
            ),
            CompileError::TooLargeForCompact(CompactLimit::Sets) => write!(
                f,
                "the automata have more than the {MAX_SETS} letter sets that compact nodes can have (build them without --compact, or split the list)"
            ),
            CompileError::TooManyNodes => f.write_str(
                "the automata need more than the 2^29 units of nodes that an image can hold (build the DAWG alone, or split the list)",
            ),
            CompileError::TooManyWords => f.write_str("more than 2^32 - 1 words (split the list)"),
            CompileError::WordMap => f.write_str(
                "the word map has no room for the words (leave it out, or split the list)",
            ),
            CompileError::Labels => f.write_str(
                "labels that no image can have (give every word labels, with different names, by a `LabelsBuilder`)",
            ),
            CompileError::Name => f.write_str(
                "lexicon name with a control character or a line separator (name it on one line)",
            ),
            CompileError::TextTooLong => f.write_str("name, source or licence notice longer than 4 GiB (shorten it)"),
        }
    }
}

impl std::error::Error for CompileError {}

impl From<AlphabetFileError> for CompileError {
    fn from(error: AlphabetFileError) -> CompileError {
        CompileError::Alphabet(error)
    }
}

impl From<WordListError> for CompileError {
    fn from(error: WordListError) -> CompileError {
        CompileError::WordList(error)
    }
}

impl From<CompactLimit> for CompileError {
    fn from(limit: CompactLimit) -> CompileError {
        CompileError::TooLargeForCompact(limit)
    }
}

//! Phrases: one or more words in a row.

use core::ops::RangeInclusive;

use lexc_formats::{Alphabet, MAX_WORD_LEN, Tile};

use super::code::{Code, MAX_PHRASE_LEN};
use super::condition::Condition;
use super::tiles::Tiles;
use crate::text::{Text, TextError};

/// One or more words in a row.
#[derive(Clone, Copy)]
pub struct Phrase {
    tiles: [Tile; MAX_PHRASE_LEN],
    len: u8,
    /// By word: the number of tiles from the start of the phrase to the end of the word.
    ends: [u8; MAX_PHRASE_LEN],
    word_count: u8,
}

impl Phrase {
    pub(super) const EMPTY: Phrase = Phrase {
        tiles: [Tile::FIRST; MAX_PHRASE_LEN],
        len: 0,
        ends: [0; MAX_PHRASE_LEN],
        word_count: 0,
    };

    /// The words.
    pub fn words(&self) -> impl Iterator<Item = &[Tile]> + Clone + '_ {
        let ends = self.ends.iter().take(self.word_count.into());
        let starts = core::iter::once(&0).chain(ends.clone());
        starts.zip(ends).map(|(start, end)| {
            let word = self.tiles.get(usize::from(*start)..usize::from(*end));
            word.unwrap_or_default()
        })
    }

    /// The number of words.
    pub fn word_count(&self) -> usize {
        self.word_count.into()
    }

    /// The tiles of all words.
    pub fn tiles(&self) -> &[Tile] {
        self.tiles.get(..usize::from(self.len)).unwrap_or_default()
    }

    /// The phrase as text: the words as [`Word::display`](crate::Word::display) writes them, a space between them.
    pub fn display<'a>(
        &'a self,
        alphabet: Alphabet<'a>,
    ) -> impl core::fmt::Display + Copy + use<'a> {
        Text::new(move |to| {
            for (index, word) in self.words().enumerate() {
                let space = if index == 0 { "" } else { " " };
                write!(to, "{space}{}", alphabet.spell(word))?;
            }
            Ok(())
        })
    }

    /// The last finished word, and the tiles after it.
    pub(super) fn last_words(&self) -> (&[Tile], &[Tile]) {
        let last = usize::from(self.word_count).checked_sub(1);
        let end = |word: Option<usize>| {
            let end = word.and_then(|word| self.ends.get(word));
            end.copied().map_or(0, usize::from)
        };
        let [start, end] = [end(last.and_then(|last| last.checked_sub(1))), end(last)];
        let word = self.tiles.get(start..end).unwrap_or_default();
        (word, self.tiles().get(end..).unwrap_or_default())
    }

    /// The tiles after the last finished word.
    pub(super) fn unfinished(&self) -> &[Tile] {
        self.last_words().1
    }

    /// Adds a tile. Returns `false` if there is no room.
    pub(super) fn push(&mut self, tile: Tile) -> bool {
        match self.tiles.get_mut(usize::from(self.len)) {
            Some(free) => {
                *free = tile;
                self.len += 1;
                true
            }
            None => false,
        }
    }

    /// Removes the last tile.
    pub(super) fn pop(&mut self) -> Option<Tile> {
        let last = self.tiles().last().copied()?;
        self.len -= 1;
        Some(last)
    }

    /// Ends a word after the last tile.
    pub(super) fn end_word(&mut self) {
        if let Some(free) = self.ends.get_mut(usize::from(self.word_count)) {
            *free = self.len;
            self.word_count += 1;
        }
    }

    /// Takes back [`end_word`](Self::end_word): the last word is unfinished again.
    pub(super) fn reopen_word(&mut self) {
        self.word_count = self.word_count.saturating_sub(1);
    }
}

/// Conditions that phrases meet, with the memory that a search needs for them. A query with neither a condition for
/// each word ([`with_shape`](Self::with_shape)) nor a code ([`with_code`](Self::with_code)) finds each multiset of
/// words once, with its words in alphabetical order.
///
/// ```
/// use lexc_runtime::{Finder, Lexicon, Phrase, PhraseQuery};
///
/// // ABLE, ABLES, ACE, ACES, AR, ARE, AS, CABLE, CABLES, CARE, CARES, EAR, ER, RACE, SCARE
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let alphabet = lexicon.alphabet();
/// let find = |query: &mut PhraseQuery<'_>| {
///     let mut found = Vec::new();
///     let visit = |phrase: &Phrase| found.push(phrase.display(alphabet).to_string());
///     Finder::new(&lexicon).phrases(query, visit).map(|()| found)
/// };
/// let mut anagram = PhraseQuery::new().with_anagram("BARE LACE", alphabet)?;
/// assert_eq!(find(&mut anagram)?, ["ABLE CARE", "ABLE RACE", "ARE CABLE", "CABLE EAR"]);
/// let mut code = PhraseQuery::new().with_code("123 4123")?;
/// assert_eq!(find(&mut code)?, ["ACE RACE", "ARE CARE"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PhraseQuery<'q> {
    pub(super) tiles: Option<Tiles>,
    pub(super) code: Option<Code>,
    /// A condition for each word; empty for any number of words.
    pub(super) shape: &'q mut [Condition],
    pub(super) min_len: usize,
    pub(super) max_len: usize,
    pub(super) max_words: usize,
}

impl<'q> PhraseQuery<'q> {
    /// Phrases of any words.
    pub fn new() -> PhraseQuery<'q> {
        PhraseQuery {
            tiles: None,
            code: None,
            shape: &mut [],
            min_len: 1,
            max_len: MAX_WORD_LEN,
            max_words: MAX_PHRASE_LEN,
        }
    }

    /// Phrases that use all tiles of the rack and no others; a `*` in the rack permits further tiles, up to 63 tiles in
    /// all.
    ///
    /// # Errors
    /// A text that is not a rack: see [`Condition`].
    pub fn with_anagram(
        self,
        rack: &str,
        alphabet: Alphabet<'_>,
    ) -> Result<PhraseQuery<'q>, TextError> {
        let tiles = Some(Tiles::parse(rack, alphabet, true)?);
        Ok(PhraseQuery { tiles, ..self })
    }

    /// Phrases of this code, whose white space separates the words: equal symbols stand for equal tiles in all words,
    /// different symbols for different tiles. See [`Condition::code`].
    ///
    /// # Errors
    /// More than [`MAX_PHRASE_LEN`] symbols.
    pub fn with_code(self, symbols: &str) -> Result<PhraseQuery<'q>, TextError> {
        let limit = MAX_PHRASE_LEN;
        let code = Code::parse(symbols, limit)?;
        let code = Some(code);
        Ok(PhraseQuery { code, ..self })
    }

    /// Phrases with one word for each condition: the first word meets the first condition, and so on. An empty `shape`
    /// permits any number of words.
    #[must_use]
    pub fn with_shape(self, shape: &'q mut [Condition]) -> PhraseQuery<'q> {
        PhraseQuery { shape, ..self }
    }

    /// Phrases of words whose numbers of tiles are in the range.
    #[must_use]
    pub fn with_lengths(self, range: RangeInclusive<usize>) -> PhraseQuery<'q> {
        let (min_len, max_len) = range.into_inner();
        PhraseQuery {
            min_len,
            max_len: max_len.min(MAX_WORD_LEN),
            ..self
        }
    }

    /// Phrases of at most this many words; 0 counts as 1. Has no effect on a query with a code or a shape, which set the
    /// number of words.
    #[must_use]
    pub fn with_max_words(self, max_words: usize) -> PhraseQuery<'q> {
        PhraseQuery { max_words, ..self }
    }
}

impl Default for PhraseQuery<'_> {
    fn default() -> Self {
        PhraseQuery::new()
    }
}

impl core::fmt::Debug for Phrase {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list()
            .entries(self.words().map(|word| word.iter().map(|tile| tile.code())))
            .finish()
    }
}

//! Tokenizer: converts the text of a word to tiles.
//!
//! **Spelling.** A tile is spelled by its text or its blank form, and by any text equal to one of these except for
//! case. The exact text or blank form of a tile spells that tile alone: in Turkish, `i` is İ and `ı` is I. The alphabet
//! can also define readings: a reading is a text that spells one or more given tiles.
//!
//! **Brackets.** The text between brackets is one spelling, of one character or several: `[L·L]` is the tile L·L.
//!
//! **Bare text.** Without brackets, text is cut into spelled tiles in every possible way. If there is one way, that is
//! the word. If there are several, as for `CHICO` where C, H and CH are tiles, the word is refused, and its error shows
//! up to three ways, each with the brackets that it needs: `[CH]ICO` and `[C]HICO`. An alphabet with
//! [`Digraphs::Longest`](lexc_formats::Digraphs) is different: at each place, only the longest spelling counts.
//!
//! Text is normalised to NFC first, and the marks of the alphabet are left out. Compatibility forms of letters (ĳ, ﬁ, full-width letters, presentation forms of Arabic and
//! Hebrew) are replaced by these letters, a syllable of Hangul by its letters, and a character whose upper case has several
//! characters (ß) by this upper case, unless a text, a blank form or a reading contains the character. A form of a digraph, such
//! as ǆ, spells the tile of this digraph, if there is one.

mod compatibility;
mod detokenizer;
mod fast_path;
mod spellings;
#[cfg(test)]
mod tests;
mod word;

use lexc_formats::{Alphabet, MAX_WORD_LEN, Tile};

use fast_path::FastPath;
use spellings::{Cut, FoldedChar, Spellings, Step};

pub(crate) use compatibility::letters as letters_of_form;
pub use detokenizer::Detokenizer;
pub(crate) use word::{Oddities, TokenizeErrorKind};
pub use word::{TokenizeError, TokenizedWord};

/// The largest number of readings of a word that an error shows.
const MAX_READINGS: usize = 3;

/// Reads words as tiles of one alphabet.
#[derive(Clone, Debug)]
pub struct Tokenizer<'a> {
    alphabet: Alphabet<'a>,
    spellings: Spellings,
    fast_path: FastPath,
}

impl<'a> Tokenizer<'a> {
    /// Creates a tokenizer for an alphabet.
    pub fn new(alphabet: Alphabet<'a>) -> Tokenizer<'a> {
        Tokenizer::ignoring(alphabet, &[])
    }

    /// Creates a tokenizer that ignores the marks of the alphabet, and these: the first and the last character of each range.
    /// Characters that tiles or readings have are not ignored.
    pub fn ignoring(alphabet: Alphabet<'a>, marks: &[(char, char)]) -> Tokenizer<'a> {
        let spellings = Spellings::new(alphabet, marks);
        Tokenizer {
            alphabet,
            fast_path: FastPath::new(&spellings),
            spellings,
        }
    }

    /// Sets `word` to the word at the start of the line, as [`tokenize`](Self::tokenize) reads it, and returns the
    /// number of bytes of its text. Returns `None`, with `word` unspecified, if there is no word or the word needs
    /// [`tokenize_general`](Self::tokenize_general).
    #[inline(always)]
    pub(crate) fn tokenize_fast(&self, line: &[u8], word: &mut TokenizedWord) -> Option<usize> {
        self.fast_path.read(line, word)
    }

    /// Reads the tiles of a word.
    ///
    /// ```
    /// use lexc_compiler::tokenizer::Tokenizer;
    /// use lexc_formats::Alphabet;
    ///
    /// let section = lexc_compiler::alphabet::load("english")?.encode()?;
    /// let tokenizer = Tokenizer::new(Alphabet::from_bytes(&section)?);
    /// assert_eq!(tokenizer.tokenize("Cab")?.codes(), [3, 1, 2]);
    /// assert_eq!(
    ///     tokenizer.tokenize("co-op").unwrap_err().to_string(),
    ///     "`-` (U+002D) fits no tile"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the word has no reading, several readings or more than 63 tiles.
    pub fn tokenize(&self, word: &str) -> Result<TokenizedWord, TokenizeError> {
        let mut tiled = TokenizedWord::EMPTY;
        match self.tokenize_fast(word.as_bytes(), &mut tiled) {
            Some(bytes) if bytes == word.len() => Ok(tiled),
            _ => self.tokenize_general(word),
        }
    }

    /// Reads the tiles of a word as [`tokenize`](Self::tokenize) does, by the general path alone.
    pub(crate) fn tokenize_general(&self, word: &str) -> Result<TokenizedWord, TokenizeError> {
        let Cut {
            chars,
            is_normalized,
            has_forms,
            has_marks,
        } = self.spellings.cut(word);
        // The readings of a prefix of the word.
        #[derive(Clone, Copy, Default)]
        struct Prefix<'s> {
            /// The number of readings: 0, 1, or 2 for several.
            readings: u8,
            /// Tiles of the shortest reading.
            tiles: usize,
            /// The last step of the shortest reading.
            last: Step<'s>,
        }
        let mut prefixes = vec![Prefix::default(); chars.len() + 1];
        prefixes[0].readings = 1;
        let mut furthest = 0;
        let mut is_too_long = false;
        for at in 0..chars.len() {
            let prefix = prefixes[at];
            if prefix.readings == 0 {
                continue;
            }
            furthest = at;
            is_too_long = prefix.tiles >= MAX_WORD_LEN;
            if is_too_long {
                continue;
            }
            self.spellings.steps(&chars[at..], |step| {
                let tiles = prefix.tiles + step.codes.len();
                if tiles > MAX_WORD_LEN {
                    is_too_long = true;
                    return;
                }
                let next = &mut prefixes[at + step.len];
                if next.readings == 0 || next.tiles > tiles {
                    next.tiles = tiles;
                    next.last = step;
                }
                next.readings = (next.readings + prefix.readings).min(2);
            })?;
        }
        let whole = prefixes[chars.len()];
        if whole.readings == 0 {
            let FoldedChar { source, offset, .. } = chars[furthest];
            let kind = match is_too_long {
                true => TokenizeErrorKind::TooLong,
                false => TokenizeErrorKind::NoTile(source),
            };
            return Err(TokenizeError { offset, kind });
        }
        if whole.readings > 1 {
            return Err(self.ambiguity(&chars));
        }
        let mut tiled = TokenizedWord {
            len: whole.tiles,
            odd: Oddities {
                is_normalized,
                has_forms,
                has_marks,
                ..Oddities::NONE
            },
            ..TokenizedWord::EMPTY
        };
        let mut end = chars.len();
        let mut tiles = whole.tiles;
        while end > 0 {
            let step = prefixes[end].last;
            let start = tiles - step.codes.len();
            tiled.codes[start..tiles].copy_from_slice(step.codes);
            tiled.is_folded |= step.is_folded;
            tiled.odd.is_respelled |= step.is_reading;
            tiled.odd.has_preferred |= step.is_preferred;
            (tiles, end) = (start, end - step.len);
        }
        Ok(tiled)
    }

    /// Reads the tiles of a word. If there are several readings, tries them in an order with the longest tiles first,
    /// and skips readings with a start that `is_start` refuses. Returns the first reading that `is_word` accepts;
    /// `None` if it accepts none. A single reading is not passed to `is_start`.
    ///
    /// # Errors
    /// If the word has no reading or more than 63 tiles.
    pub fn tokenize_among(
        &self,
        word: &str,
        is_start: impl Fn(&[Tile]) -> bool,
        is_word: impl Fn(&[Tile]) -> bool,
    ) -> Result<Option<Vec<Tile>>, TokenizeError> {
        match self.tokenize(word) {
            Ok(word) => {
                let codes = word.codes().iter().copied();
                let tiles: Vec<Tile> = codes.filter_map(Tile::new).collect();
                return Ok(Some(tiles).filter(|tiles| is_word(tiles)));
            }
            Err(error) if matches!(error.kind, TokenizeErrorKind::Ambiguous { .. }) => {}
            Err(error) => return Err(error),
        }
        let Cut { chars, .. } = self.spellings.cut(word);
        let mut found = None;
        self.visit_readings(&chars, is_start, |tiles| {
            if is_word(tiles) {
                found = Some(tiles.to_vec());
            }
            found.is_none()
        });
        Ok(found)
    }

    /// Error for chars with several readings. Shows the first [`MAX_READINGS`].
    fn ambiguity(&self, chars: &[FoldedChar]) -> TokenizeError {
        let mut readings = Vec::new();
        self.visit_readings(
            chars,
            |_| true,
            |tiles| {
                readings.push(self.alphabet.spell(tiles).to_string());
                readings.len() <= MAX_READINGS
            },
        );
        let has_more = readings.len() > MAX_READINGS;
        readings.truncate(MAX_READINGS);
        TokenizeError {
            offset: 0,
            kind: TokenizeErrorKind::Ambiguous { readings, has_more },
        }
    }

    /// Visits the readings of `chars`, depth first and the longest tile first, until `visit` returns `false`. The brackets of
    /// `chars` must be valid. Enters no prefix that `is_start` refuses or that no reading completes.
    fn visit_readings(
        &self,
        chars: &[FoldedChar],
        is_start: impl Fn(&[Tile]) -> bool,
        mut visit: impl FnMut(&[Tile]) -> bool,
    ) {
        let steps_at = |at: usize| {
            let mut steps = Vec::new();
            // The caller has checked the brackets.
            let _ = self.spellings.steps(&chars[at..], |step| steps.push(step));
            steps
        };
        let mut ends_well = vec![false; chars.len() + 1];
        ends_well[chars.len()] = true;
        for at in (0..chars.len()).rev() {
            ends_well[at] = steps_at(at).iter().any(|step| ends_well[at + step.len]);
        }
        let mut open: Vec<(usize, Vec<Tile>)> = vec![(0, Vec::new())];
        while let Some((at, tiles)) = open.pop() {
            if at == chars.len() {
                if !visit(&tiles) {
                    return;
                }
                continue;
            }
            for step in steps_at(at) {
                let codes = step.codes.iter().copied();
                let tiles: Vec<Tile> = tiles
                    .iter()
                    .copied()
                    .chain(codes.filter_map(Tile::new))
                    .collect();
                if ends_well[at + step.len] && is_start(&tiles) {
                    open.push((at + step.len, tiles));
                }
            }
        }
    }
}

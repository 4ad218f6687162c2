//! Spellings: the tiles that a piece of a word spells.

use lexc_formats::{Alphabet, Tile};

use super::error::{TokenizeError, TokenizeErrorKind};
use super::folded_char::{self, FoldedChar};

/// Texts and blank forms of the tiles of an alphabet.
#[derive(Clone, Debug)]
pub(super) struct Spellings {
    /// Texts and blank forms, sorted by `upper`, then by code.
    spellings: Vec<Spelling>,
    max_len: usize,
}

/// A text or blank form, cut into characters.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    pub(super) upper: Vec<char>,
    pub(super) code: u8,
    pub(super) exact: Vec<char>,
    is_text: bool,
}

/// A tile that some chars spell.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    pub(super) code: u8,
    /// The number of chars, brackets included.
    pub(super) len: usize,
    /// True if they differ from the tile's text.
    pub(super) is_folded: bool,
}

impl Spellings {
    pub(super) fn new(alphabet: Alphabet<'_>) -> Spellings {
        let spelling = |tile: Tile, text: &str, is_text| {
            let exact: Vec<char> = text.chars().collect();
            Spelling {
                upper: exact.iter().copied().map(folded_char::to_upper).collect(),
                code: tile.code(),
                exact,
                is_text,
            }
        };
        let texts = alphabet
            .tiles()
            .map(|tile| spelling(tile, alphabet.text(tile), true));
        let blank_forms = alphabet
            .tiles()
            .map(|tile| spelling(tile, alphabet.blank_text(tile), false));
        let mut spellings: Vec<Spelling> = texts.chain(blank_forms).collect();
        spellings.sort_by(|a, b| (&a.upper, a.code).cmp(&(&b.upper, b.code)));
        let lens = spellings.iter().map(|spelling| spelling.exact.len());
        Spellings {
            max_len: lens.max().unwrap_or(0),
            spellings,
        }
    }

    pub(super) fn spellings(&self) -> &[Spelling] {
        &self.spellings
    }

    /// The word's chars, and whether the word was not in NFC.
    pub(super) fn cut(&self, word: &str) -> (Vec<FoldedChar>, bool) {
        let is_written = |c| {
            let mut spellings = self.spellings.iter();
            spellings.any(|spelling| spelling.exact.contains(&c))
        };
        folded_char::cut(word, is_written)
    }

    /// The tiles that the chars can start with, shorter spellings first.
    ///
    /// # Errors
    /// If they start with brackets that hold no tile.
    pub(super) fn steps(
        &self,
        chars: &[FoldedChar],
        mut visit: impl FnMut(Step),
    ) -> Result<(), TokenizeError> {
        let Some(first) = chars.first().filter(|first| first.exact == '[') else {
            for len in 1..=chars.len().min(self.max_len) {
                self.spelled(&chars[..len], &mut visit);
            }
            return Ok(());
        };
        let fault = |kind| TokenizeError {
            offset: first.offset,
            kind,
        };
        let close = chars
            .iter()
            .position(|folded| folded.exact == ']')
            .ok_or_else(|| fault(TokenizeErrorKind::OpenBracket))?;
        let name = &chars[1..close];
        let mut is_tile = false;
        self.spelled(name, |step| {
            is_tile = true;
            visit(Step {
                len: close + 1,
                ..step
            });
        });
        if is_tile {
            Ok(())
        } else {
            let name = name.iter().map(|folded| folded.exact).collect();
            Err(fault(TokenizeErrorKind::NotATile(name)))
        }
    }

    /// The tiles that the chars spell, all of them together.
    pub(super) fn spelled(&self, chars: &[FoldedChar], mut visit: impl FnMut(Step)) {
        let upper = || chars.iter().map(|folded| folded.upper);
        let start = self
            .spellings
            .partition_point(|spelling| spelling.upper.iter().copied().lt(upper()));
        let same = self.spellings[start..]
            .iter()
            .take_while(|spelling| spelling.upper.iter().copied().eq(upper()));
        let mut step = |spelling: &Spelling, is_folded| {
            visit(Step {
                code: spelling.code,
                len: chars.len(),
                is_folded,
            });
        };
        let exact = || chars.iter().map(|folded| folded.exact);
        let mut exactly = same.clone();
        if let Some(spelling) = exactly.find(|same| same.exact.iter().copied().eq(exact())) {
            step(spelling, !spelling.is_text);
            return;
        }
        // A tile's text and blank form follow each other when they differ in case only.
        let mut previous = None;
        for spelling in same {
            if previous != Some(spelling.code) {
                step(spelling, true);
            }
            previous = Some(spelling.code);
        }
    }
}

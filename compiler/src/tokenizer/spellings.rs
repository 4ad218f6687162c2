//! Spellings: finds the tiles that a piece of a word spells.

use std::iter;

use lexc_formats::{Alphabet, MAX_WORD_LEN, Tile};
use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::word::{TokenizeError, TokenizeErrorKind};
use crate::text::combines;

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
    pub(super) is_text: bool,
}

/// A tile that some chars of a word spell.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    pub(super) code: u8,
    /// The number of chars, brackets included.
    pub(super) len: usize,
    /// True if the chars differ from the tile's text.
    pub(super) is_folded: bool,
}

impl Spellings {
    pub(super) fn new(alphabet: Alphabet<'_>) -> Spellings {
        let spelling = |tile: Tile, text: &str, is_text| {
            let exact: Vec<char> = text.chars().collect();
            Spelling {
                upper: exact.iter().copied().map(to_upper).collect(),
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

    /// The word's chars, and `true` if the word was not in NFC.
    pub(super) fn cut(&self, word: &str) -> (Vec<FoldedChar>, bool) {
        let is_written = |c| {
            let mut spellings = self.spellings.iter();
            spellings.any(|spelling| spelling.exact.contains(&c))
        };
        cut(word, is_written)
    }

    /// Visits the tiles that the chars can start with, shorter spellings first. Fails if the chars start with a bracket
    /// that is not closed or holds no tile.
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

    /// Visits the tiles that the chars spell as a whole.
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

/// Limit of the chars of a word that are read: one more than 63 tiles of 16 bytes and two brackets have.
const MAX_CHARS: usize = MAX_WORD_LEN * 18 + 1;

/// A character of a word in NFC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FoldedChar {
    pub(super) exact: char,
    pub(super) upper: char,
    /// Index, in the word as written, of the character that this char comes from.
    pub(super) offset: usize,
}

/// The first [`MAX_CHARS`] chars of the word, and `true` if the word was not in NFC.
///
/// If `is_written` returns `true`, a tile has the character, so it is not replaced by several capitals.
fn cut(word: &str, is_written: impl Fn(char) -> bool) -> (Vec<FoldedChar>, bool) {
    let mut chars = Vec::with_capacity(word.len().min(MAX_CHARS));
    let mut push = |exact: char, offset| {
        let folded = |exact, upper| FoldedChar {
            exact,
            upper,
            offset,
        };
        if exact.to_uppercase().len() == 1 || is_written(exact) {
            chars.push(folded(exact, to_upper(exact)));
        } else {
            chars.extend(exact.to_uppercase().map(|c| folded(c, c)));
        }
        chars.len() < MAX_CHARS
    };
    let is_changed = !is_nfc(word);
    if is_changed {
        let mut offset = 0;
        for cluster in clusters(word) {
            let is_stable = is_nfc(cluster);
            let is_room = cluster.nfc().enumerate().all(|(index, c)| {
                // Composed or reordered characters get the place of the cluster's first character.
                push(c, offset + if is_stable { index } else { 0 })
            });
            if !is_room {
                break;
            }
            offset += cluster.chars().count();
        }
    } else {
        for (offset, c) in word.chars().enumerate() {
            if !push(c, offset) {
                break;
            }
        }
    }
    chars.truncate(MAX_CHARS);
    (chars, is_changed)
}

/// The upper case of a character, if that is one character; else the character.
pub(super) fn to_upper(c: char) -> char {
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) => upper,
        _ => c,
    }
}

/// The word cut before each character that does not combine, so that each piece can be normalised by itself.
fn clusters(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    iter::from_fn(move || {
        let mut later = rest.char_indices().skip(1);
        let start = later.find(|(_, c)| !combines(*c));
        let (cluster, after) = rest.split_at(start.map_or(rest.len(), |(at, _)| at));
        rest = after;
        (!cluster.is_empty()).then_some(cluster)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(chars: &[FoldedChar]) -> String {
        chars.iter().map(|folded| folded.exact).collect()
    }

    fn offsets(chars: &[FoldedChar]) -> Vec<usize> {
        chars.iter().map(|folded| folded.offset).collect()
    }

    #[test]
    fn each_character_has_its_place_in_the_word() {
        let (chars, is_changed) = cut("caÉ", |_| false);
        assert!(!is_changed);
        assert_eq!(exact(&chars), "caÉ");
        assert_eq!(offsets(&chars), [0, 1, 2]);
        assert!(chars.iter().map(|folded| folded.upper).eq("CAÉ".chars()));

        // The mark on X composes with nothing and keeps its place. The marks on A change places.
        let (chars, is_changed) = cut("e\u{301}x\u{302}a\u{302}\u{323}z", |_| false);
        assert!(is_changed);
        assert_eq!(exact(&chars), "éx\u{302}ậz");
        assert_eq!(offsets(&chars), [0, 2, 3, 4, 7]);
    }

    #[test]
    fn normalises_clusters_as_the_whole_word() {
        for word in [
            "",
            "A",
            "\u{301}a",
            "\u{1100}\u{1161}\u{11A8}\u{1100}",
            "\u{212B}\u{2126}",
            "q\u{323}\u{307}q\u{307}\u{323}",
            "\u{9C7}\u{9BE}",
            "\u{16D67}\u{16D67}",
            "\u{958}\u{344}",
        ] {
            let (chars, is_changed) = cut(word, |_| true);
            assert_eq!(exact(&chars), word.nfc().collect::<String>(), "{word:?}");
            assert_eq!(is_changed, exact(&chars) != word, "{word:?}");
        }
    }

    #[test]
    fn several_capitals_of_one_letter_share_its_place() {
        let (chars, _) = cut("aßa", |_| false);
        assert_eq!(exact(&chars), "aSSa");
        assert_eq!(offsets(&chars), [0, 1, 1, 2]);
        let (chars, _) = cut("aßa", |c| c == 'ß');
        assert_eq!(exact(&chars), "aßa");
    }

    #[test]
    fn endless_words_are_cut() {
        for word in ["A", "ß", "e\u{301}", "q\u{323}\u{307}", "\u{301}"] {
            let (chars, _) = cut(&word.repeat(100_000), |_| false);
            assert_eq!(chars.len(), MAX_CHARS, "{word:?}");
        }
    }
}

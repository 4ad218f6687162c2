//! Spellings: finds the tiles that a piece of a word spells.

use std::iter;

use lexc_formats::{Alphabet, Digraphs, MAX_WORD_LEN, PlacedTile, Tile};
use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::compatibility;
use super::word::{TokenizeError, TokenizeErrorKind};
use crate::text::combines;

/// Texts, blank forms and readings of an alphabet.
#[derive(Clone, Debug)]
pub(super) struct Spellings {
    /// Sorted by `upper`, then by codes.
    spellings: Vec<Spelling>,
    /// The number of characters of the longest spelling.
    max_len: usize,
    pub(super) digraphs: Digraphs,
    /// The characters that are ignored, as ranges.
    marks: Vec<(char, char)>,
}

/// A text, blank form or reading, cut into characters.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    pub(super) upper: Vec<char>,
    /// The tiles that it spells: one tile, except for a reading, which can spell more.
    pub(super) codes: Vec<u8>,
    pub(super) exact: Vec<char>,
    pub(super) kind: SpellingKind,
    /// True if [`Digraphs::Longest`] prefers it to shorter spellings that fit the same characters.
    pub(super) is_preferred: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SpellingKind {
    Text,
    /// A blank form, or a reading that is another form of the tile's letter.
    BlankForm,
    /// A reading with other letters than its tile, or of several tiles.
    Reading,
}

/// Tiles that the next chars of a word spell.
#[derive(Clone, Copy, Default)]
pub(super) struct Step<'s> {
    pub(super) codes: &'s [u8],
    /// The number of chars, brackets included.
    pub(super) len: usize,
    /// True unless the chars are the exact text of the tile or a reading with other letters.
    pub(super) is_folded: bool,
    /// True if the chars are a reading with other letters.
    pub(super) is_reading: bool,
    /// True if the spelling was preferred to shorter ones that fit.
    pub(super) is_preferred: bool,
}

impl Spellings {
    /// The spellings of an alphabet, which ignore its marks and these.
    pub(super) fn new(alphabet: Alphabet<'_>, marks: &[(char, char)]) -> Spellings {
        let spelling = |codes: Vec<u8>, text: &str, kind| {
            let exact: Vec<char> = text.chars().collect();
            Spelling {
                upper: exact.iter().copied().map(to_upper).collect(),
                codes,
                exact,
                kind,
                is_preferred: false,
            }
        };
        let texts = alphabet.tiles().flat_map(|tile: Tile| {
            [
                spelling(vec![tile.code()], alphabet.text(tile), SpellingKind::Text),
                spelling(
                    vec![tile.code()],
                    alphabet.blank_text(tile),
                    SpellingKind::BlankForm,
                ),
            ]
        });
        let upper = |text: &str| text.chars().map(to_upper).collect::<Vec<char>>();
        let readings = alphabet.readings().map(|(text, placed_tiles)| {
            let tiles: Vec<Tile> = placed_tiles.map(PlacedTile::tile).collect();
            let kind = match tiles[..] {
                // Another form of the tile's letter, as ς of Σ.
                [tile] if upper(alphabet.text(tile)) == upper(text) => SpellingKind::BlankForm,
                _ => SpellingKind::Reading,
            };
            let codes = tiles.into_iter().map(Tile::code);
            spelling(codes.collect(), text, kind)
        });
        let mut spellings: Vec<Spelling> = texts.chain(readings).collect();
        for tile in alphabet.tiles() {
            let digraph = compatibility::digraph(&alphabet.text(tile).to_uppercase());
            let is_new = |c: &char| !spellings.iter().any(|known| known.exact == [*c]);
            if let Some(c) = digraph.filter(is_new) {
                let text = c.encode_utf8(&mut [0; 4]).to_owned();
                spellings.push(spelling(vec![tile.code()], &text, SpellingKind::BlankForm));
            }
        }
        spellings.sort_by(|a, b| (&a.upper, &a.codes).cmp(&(&b.upper, &b.codes)));
        if alphabet.digraphs() == Digraphs::Longest {
            let are_preferred: Vec<bool> = spellings
                .iter()
                .map(|spelling| has_other_cut(&spellings, &spelling.upper))
                .collect();
            for (spelling, is_preferred) in spellings.iter_mut().zip(are_preferred) {
                spelling.is_preferred = is_preferred;
            }
        }
        let lens = spellings.iter().map(|spelling| spelling.exact.len());
        Spellings {
            max_len: lens.max().unwrap_or(0),
            spellings,
            digraphs: alphabet.digraphs(),
            marks: alphabet
                .marks()
                .ranges()
                .chain(marks.iter().copied())
                .collect(),
        }
    }

    pub(super) fn spellings(&self) -> &[Spelling] {
        &self.spellings
    }

    /// The word's chars, at most [`MAX_CHARS`].
    pub(super) fn cut(&self, word: &str) -> Cut {
        let is_written = |c| {
            let mut spellings = self.spellings.iter();
            spellings.any(|spelling| spelling.exact.contains(&c))
        };
        let is_mark = |c: char| {
            self.marks
                .iter()
                .any(|&(first, last)| first <= c && c <= last)
        };
        cut(word, is_written, is_mark)
    }

    /// Visits the spellings at the start of the chars, shortest first; under [`Digraphs::Longest`], the longest alone.
    ///
    /// Fails if the chars start with a bracket that is not closed, or with an unknown tile in brackets.
    pub(super) fn steps<'s>(
        &'s self,
        chars: &[FoldedChar],
        mut visit: impl FnMut(Step<'s>),
    ) -> Result<(), TokenizeError> {
        let Some(first) = chars.first().filter(|first| first.exact == '[') else {
            let max_len = chars.len().min(self.max_len);
            match self.digraphs {
                Digraphs::Explicit => {
                    (1..=max_len).for_each(|len| self.spelled(&chars[..len], &mut visit));
                }
                Digraphs::Longest => {
                    let mut is_found = false;
                    for len in (1..=max_len).rev() {
                        self.spelled(&chars[..len], |step| {
                            is_found = true;
                            visit(step);
                        });
                        if is_found {
                            break;
                        }
                    }
                }
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
                is_preferred: false,
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

    /// Visits the spelling that equals the chars, if there is one. Otherwise visits, for each sequence of tiles, a
    /// spelling that differs from the chars only in case.
    pub(super) fn spelled<'s>(&'s self, chars: &[FoldedChar], mut visit: impl FnMut(Step<'s>)) {
        let upper = || chars.iter().map(|folded| folded.upper);
        let start = self
            .spellings
            .partition_point(|spelling| spelling.upper.iter().copied().lt(upper()));
        let same = self.spellings[start..]
            .iter()
            .take_while(|spelling| spelling.upper.iter().copied().eq(upper()));
        let mut step = |spelling: &'s Spelling, is_exact: bool| {
            visit(Step {
                codes: &spelling.codes,
                len: chars.len(),
                is_folded: match spelling.kind {
                    SpellingKind::Text => !is_exact,
                    SpellingKind::BlankForm => true,
                    SpellingKind::Reading => false,
                },
                is_reading: spelling.kind == SpellingKind::Reading,
                is_preferred: spelling.is_preferred,
            });
        };
        let exact = || chars.iter().map(|folded| folded.exact);
        let mut exactly = same.clone();
        if let Some(spelling) = exactly.find(|same| same.exact.iter().copied().eq(exact())) {
            step(spelling, true);
            return;
        }
        // A tile's text and blank form are adjacent if they are equal except for case.
        let mut previous: &[u8] = &[];
        for spelling in same {
            if previous != spelling.codes {
                step(spelling, false);
            }
            previous = &spelling.codes;
        }
    }
}

/// True if other, shorter spellings fit these letters: all of them, or their start, followed by a spelling of the rest and
/// further letters.
fn has_other_cut(spellings: &[Spelling], letters: &[char]) -> bool {
    let mut places = vec![0];
    while let Some(at) = places.pop() {
        let rest = &letters[at..];
        for Spelling { upper, .. } in spellings {
            if at == 0 && upper.len() >= letters.len() {
                continue;
            }
            match rest.strip_prefix(&upper[..]) {
                Some([]) => return true,
                Some(_) => places.push(at + upper.len()),
                None if at > 0 && upper.starts_with(rest) => return true,
                None => {}
            }
        }
    }
    false
}

/// Limit of the chars that are read. A word of 63 tiles has fewer: a tile takes at most 16 bytes of text and two brackets.
const MAX_CHARS: usize = MAX_WORD_LEN * 18 + 1;

/// A *char* of a word: a character of the word in NFC, or one of the capitals that replace the character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FoldedChar {
    /// The character of the word in NFC.
    pub(super) source: char,
    pub(super) exact: char,
    pub(super) upper: char,
    /// Index of the character that this char comes from, in characters of the word as written; where NFC changes a cluster,
    /// the index of the cluster's first character.
    pub(super) offset: usize,
}

/// The chars of a word.
#[derive(Debug)]
pub(super) struct Cut {
    pub(super) chars: Vec<FoldedChar>,
    /// True if the word was not in NFC.
    pub(super) is_normalized: bool,
    /// True if the word had compatibility forms, which were replaced.
    pub(super) has_forms: bool,
    /// True if marks were left out.
    pub(super) has_marks: bool,
}

/// The first [`MAX_CHARS`] chars of the word.
///
/// Leaves marks out (`is_mark`), also marks composed with a letter. Unless spellings contain it (`is_written`), a
/// compatibility form is replaced by the letters that it stands for, and a
/// character whose upper case is several characters (ß: SS) by these.
fn cut(word: &str, is_written: impl Fn(char) -> bool, is_mark: impl Fn(char) -> bool) -> Cut {
    let mut chars = Vec::with_capacity(word.len().min(MAX_CHARS));
    let (mut has_forms, mut has_marks) = (false, false);
    let mut push = |source: char, offset| {
        let folded = |exact, upper| FoldedChar {
            source,
            exact,
            upper,
            offset,
        };
        if is_mark(source) && !is_written(source) {
            has_marks = true;
        } else if let Some(base) = base_of_marked(source, &is_mark)
            && !is_written(source)
        {
            has_marks = true;
            chars.push(folded(base, to_upper(base)));
        } else if let Some(letters) = compatibility::letters(source)
            && !is_written(source)
            && !is_written(to_upper(source))
        {
            has_forms = true;
            chars.extend(letters.into_iter().map(|c| folded(c, to_upper(c))));
        } else if source.to_uppercase().len() == 1 || is_written(source) {
            chars.push(folded(source, to_upper(source)));
        } else {
            chars.extend(source.to_uppercase().map(|c| folded(c, c)));
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
    Cut {
        chars,
        is_normalized: is_changed,
        has_forms,
        has_marks,
    }
}

/// The letter of a character that is composed of a letter and marks; `None` for other characters.
fn base_of_marked(c: char, is_mark: impl Fn(char) -> bool) -> Option<char> {
    if c.is_ascii() {
        return None;
    }
    let mut parts = iter::once(c).nfd();
    let base = parts.next().filter(|base| *base != c)?;
    parts.all(is_mark).then_some(base)
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
        let Cut {
            chars,
            is_normalized: is_changed,
            ..
        } = cut("caÉ", |_| false, |_| false);
        assert!(!is_changed);
        assert_eq!(exact(&chars), "caÉ");
        assert_eq!(offsets(&chars), [0, 1, 2]);
        assert!(chars.iter().map(|folded| folded.upper).eq("CAÉ".chars()));

        // The mark on X composes with nothing and keeps its place. The marks on A are reordered and composed with it.
        let Cut {
            chars,
            is_normalized: is_changed,
            ..
        } = cut("e\u{301}x\u{302}a\u{302}\u{323}z", |_| false, |_| false);
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
            "\u{f40}\u{f74}\u{f73}",
        ] {
            let Cut {
                chars,
                is_normalized: is_changed,
                ..
            } = cut(word, |_| true, |_| false);
            assert_eq!(exact(&chars), word.nfc().collect::<String>(), "{word:?}");
            assert_eq!(is_changed, exact(&chars) != word, "{word:?}");
        }
    }

    #[test]
    fn several_capitals_of_one_letter_share_its_place() {
        let Cut { chars, .. } = cut("aßa", |_| false, |_| false);
        assert_eq!(exact(&chars), "aSSa");
        assert_eq!(offsets(&chars), [0, 1, 1, 2]);
        let Cut { chars, .. } = cut("aßa", |c| c == 'ß', |_| false);
        assert_eq!(exact(&chars), "aßa");
    }

    #[test]
    fn long_words_are_cut() {
        for word in ["A", "ß", "e\u{301}", "q\u{323}\u{307}", "\u{301}"] {
            let Cut { chars, .. } = cut(&word.repeat(100_000), |_| false, |_| false);
            assert_eq!(chars.len(), MAX_CHARS, "{word:?}");
        }
    }
}

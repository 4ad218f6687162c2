//! The fast path: words that can be cut into tiles from left to right, one look ahead.

use std::fmt;

use super::spellings::{Spellings, to_upper};
use super::word::TokenizedWord;
use crate::text::{combines, ends_word};

/// Bits of an entry of the table: the code of the tile that the character spells, 0 if it spells none.
const CODE: u16 = 0x3F;
/// The character spells the tile, but is not its text.
const FOLDED: u16 = 0x40;
/// The character may start a longer spelling.
const STARTS: u16 = 0x100;
/// The character is a bracket.
const BRACKET: u16 = 0x200;
/// The character needs the general path.
const GENERAL: u16 = 0x400;
/// The word ends before the character.
const ENDS: u16 = 0x800;

/// The number of characters that UTF-8 writes in one or two bytes.
const TABLE_LEN: usize = 0x800;

/// Tables for words of characters of one or two bytes.
#[derive(Clone)]
pub(super) struct FastPath {
    entries: Box<[u16; TABLE_LEN]>,
    /// Equal for characters that are equal except for case, if a spelling of several characters has them; else 0.
    letters: Box<[u8; TABLE_LEN]>,
    /// Longest first.
    several: Vec<Several>,
    /// Texts of several characters with the closing bracket after them, and their entries.
    in_brackets: Vec<(Vec<u8>, u16)>,
}

/// A spelling of several characters.
#[derive(Clone)]
struct Several {
    letters: Vec<u8>,
}

impl FastPath {
    pub(super) fn new(spellings: &Spellings) -> FastPath {
        let mut uppers: Vec<char> = Vec::new();
        let mut several = Vec::new();
        let mut in_brackets = Vec::new();
        for spelling in spellings
            .spellings()
            .iter()
            .filter(|spelling| spelling.upper.len() > 1)
        {
            let mut letter = |upper: &char| {
                let known = uppers.iter().position(|known| known == upper);
                let index = known.unwrap_or_else(|| {
                    uppers.push(*upper);
                    uppers.len() - 1
                });
                u8::try_from(index + 1).ok()
            };
            let letters: Option<Vec<u8>> = spelling.upper.iter().map(&mut letter).collect();
            several.extend(letters.map(|letters| Several { letters }));
            let name: String = spelling.exact.iter().chain(&[']']).collect();
            let folded = if spelling.is_text { 0 } else { FOLDED };
            in_brackets.push((name.into_bytes(), u16::from(spelling.code) | folded));
        }
        several.sort_by_key(|several| std::cmp::Reverse(several.letters.len()));

        let mut entries = Box::new([GENERAL; TABLE_LEN]);
        let mut letters = Box::new([0; TABLE_LEN]);
        for ((entry, letter), c) in entries.iter_mut().zip(letters.iter_mut()).zip('\0'..) {
            if !combines(c) {
                let upper = uppers.iter().position(|upper| *upper == to_upper(c));
                *letter = upper.map_or(0, |index| u8::try_from(index + 1).unwrap_or(0));
            }
            let starts =
                *letter != 0 && several.iter().any(|several| several.letters[0] == *letter);
            *entry = match c {
                '[' => BRACKET,
                _ if ends_word(c) => ENDS,
                _ => match simple_entry(spellings, c) {
                    Some(simple) if starts => simple | STARTS,
                    Some(simple) => simple,
                    None => GENERAL,
                },
            };
        }
        FastPath {
            entries,
            letters,
            several,
            in_brackets,
        }
    }

    /// Writes the tiles of the line's first word to `word`. Returns the length of its text in bytes; `None`, with
    /// `word` unspecified, if the word needs the general path.
    #[inline]
    pub(super) fn read(&self, line: &[u8], word: &mut TokenizedWord) -> Option<usize> {
        word.len = 0;
        word.is_normalized = false;
        let mut union = 0;
        let mut at = 0;
        while at < line.len() {
            let (c, bytes) = char_at(line, at)?;
            let mut entry = self.entries[c];
            at += bytes;
            if entry >= STARTS {
                if entry == ENDS {
                    at -= bytes;
                    break;
                }
                if entry & GENERAL != 0 {
                    return None;
                }
                if entry & BRACKET != 0 {
                    (entry, at) = self.bracket(line, at)?;
                } else if self.starts_several(line, at, self.letters[c]) {
                    return None;
                }
            }
            word.push((entry & CODE) as u8)?;
            union |= entry;
        }
        word.is_folded = union & FOLDED != 0;
        (word.len > 0).then_some(at)
    }

    /// Returns `true` if the letter, with the characters at this place after it, is a spelling of several characters.
    fn starts_several(&self, line: &[u8], at: usize, letter: u8) -> bool {
        self.several.iter().any(|several| {
            let mut at = at;
            several.letters[0] == letter
                && several.letters[1..].iter().all(|letter| {
                    char_at(line, at).is_some_and(|(c, bytes)| {
                        at += bytes;
                        self.letters[c] == *letter
                    })
                })
        })
    }

    /// The entry of the tile in brackets whose text starts at this place, and the end of the closing bracket.
    fn bracket(&self, line: &[u8], at: usize) -> Option<(u16, usize)> {
        let (c, bytes) = char_at(line, at)?;
        let entry = self.entries[c];
        if line.get(at + bytes) == Some(&b']') && entry & CODE != 0 {
            return Some((entry, at + bytes + 1));
        }
        let rest = line.get(at..)?;
        let mut names = self.in_brackets.iter();
        let (name, entry) = names.find(|(name, _)| rest.starts_with(name))?;
        Some((*entry, at + name.len()))
    }
}

/// The character at this place, as an index of the table, and its number of bytes; `None` if it has more than two.
#[inline]
fn char_at(line: &[u8], at: usize) -> Option<(usize, usize)> {
    match *line.get(at)? {
        byte @ 0..0x80 => Some((usize::from(byte), 1)),
        byte @ 0xC2..0xE0 => {
            let second = *line.get(at + 1).filter(|second| **second & 0xC0 == 0x80)?;
            Some((
                usize::from(byte & 0x1F) << 6 | usize::from(second & 0x3F),
                2,
            ))
        }
        _ => None,
    }
}

/// Entry of a character that spells one tile and needs no normalisation; `None` for other characters.
fn simple_entry(spellings: &Spellings, c: char) -> Option<u16> {
    if combines(c) {
        return None;
    }
    let (chars, is_normalized) = spellings.cut(c.encode_utf8(&mut [0; 4]));
    let mut steps = Vec::new();
    spellings.spelled(&chars, |step| steps.push(step));
    match (&chars[..], &steps[..], is_normalized) {
        ([_], [step], false) => {
            Some(u16::from(step.code) | if step.is_folded { FOLDED } else { 0 })
        }
        _ => None,
    }
}

impl fmt::Debug for FastPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries.iter().zip('\0'..);
        let simple = entries.filter(|(entry, _)| **entry & CODE != 0);
        f.debug_map()
            .entries(simple.map(|(entry, c)| (c, entry & CODE)))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use lexc_formats::Alphabet;

    use super::*;

    fn simple(rows: &str) -> FastPath {
        let section = crate::alphabet::parse("test", rows)
            .unwrap()
            .encode()
            .unwrap();
        FastPath::new(&Spellings::new(Alphabet::from_bytes(&section).unwrap()))
    }

    /// Codes of the word at the start of the line, and its length in bytes.
    fn read(simple: &FastPath, line: &[u8]) -> Option<(Vec<u8>, usize)> {
        let mut word = TokenizedWord::EMPTY;
        let bytes = simple.read(line, &mut word)?;
        Some((word.codes().to_vec(), bytes))
    }

    #[test]
    fn words_end_at_white_space_and_comments() {
        let simple = simple("A,a,1,1,1\nÄ,ä,1,1,1\n");
        for line in [
            "aÄä",
            "aÄä ",
            "aÄä\tn. definition",
            "aÄä#",
            "aÄä\u{a0}é",
            "aÄä\u{85}",
        ] {
            assert_eq!(
                read(&simple, line.as_bytes()),
                Some((vec![1, 2, 2], 5)),
                "{line:?}"
            );
        }
    }

    #[test]
    fn leaves_other_words_to_the_general_path() {
        let simple = simple("A,a,1,1,1\nÄ,ä,1,1,1\n");
        for line in [
            &b""[..],
            b" A",
            b"#",
            b"AB",
            b"A[A",
            b"A[B]",
            b"A[A\xC3]",
            b"A\0",
            b"A\xC3",
            b"A\xC3A",
            b"A\xC1\x81",
            b"A\x84",
            b"A\xFF",
            "Aa\u{308}".as_bytes(),
            "Aß".as_bytes(),
            "A\u{2028}".as_bytes(),
        ] {
            assert_eq!(read(&simple, line), None, "{line:?}");
        }
    }

    #[test]
    fn only_words_with_bare_text_of_several_characters_are_slow() {
        let catalan =
            simple("L,l,1,1,0\nL·L,l·l,1,10,0\nN,n,1,1,0\nNY,ny,1,1,0\nQU,qu,1,8,0\nU,u,1,1,1\n");
        assert_eq!(read(&catalan, b"llUN"), Some((vec![1, 1, 6, 3], 4)));
        assert_eq!(read(&catalan, "al·la".as_bytes()), None);
        let spanish = simple("C,c,1,1,0\nCH,ch,1,1,0\nH,h,1,1,0\nO,o,1,1,1\n");
        for (line, codes) in [
            ("ohco", &[4, 3, 1, 4][..]),
            ("OC ", &[4, 1]),
            ("O[CH]c", &[4, 2, 1]),
            ("[ch]o", &[2, 4]),
            ("[C]H", &[1, 3]),
            ("c[h]", &[1, 3]),
        ] {
            let expected = Some((codes.to_vec(), line.trim_end().len()));
            assert_eq!(read(&spanish, line.as_bytes()), expected, "{line}");
        }
        for line in ["OCH", "Och", "OcH", "[cH]", "[CH", "[]"] {
            assert_eq!(read(&spanish, line.as_bytes()), None, "{line}");
        }
    }
}

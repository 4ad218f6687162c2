//! The fast path: words of characters of one or two bytes, cut into tiles from left to right without alternatives.

use std::collections::HashMap;
use std::fmt;

use lexc_formats::Digraphs;

use super::spellings::{Cut, SpellingKind, Spellings, to_upper};
use super::word::{Oddities, TokenizedWord};
use crate::text::{combines, ends_word};

/// Bits of an entry of the table: the code of the tile that the character spells, 0 if it spells none.
const CODE: u16 = 0x3F;
/// The character spells the tile, but is neither its text nor a reading with other letters.
const FOLDED: u16 = 0x40;
/// The character is a reading with other letters.
const READING: u16 = 0x80;
/// The character may start a spelling of several characters, or is a reading of several tiles.
const STARTS: u16 = 0x100;
/// The character is an opening bracket.
const BRACKET: u16 = 0x200;
/// The character needs the general path.
const GENERAL: u16 = 0x400;
/// The word ends before the character.
const ENDS: u16 = 0x800;
/// Only of a spelling of several characters: it was preferred to shorter ones that fit.
const PREFERRED: u16 = 0x1000;

/// The number of characters that UTF-8 writes in one or two bytes.
const TABLE_LEN: usize = 0x800;

/// Tables for words of characters of one or two bytes.
#[derive(Clone)]
pub(super) struct FastPath {
    entries: Box<[u16; TABLE_LEN]>,
    /// `entries` of ASCII characters; [`GENERAL`] for other bytes.
    ascii: [u16; 256],
    /// By character: a number for each character in `several`, the same for both cases; 0 for other characters.
    letters: Box<[u16; TABLE_LEN]>,
    /// Longest first.
    several: Vec<Several>,
    /// Spellings of several characters that spell one tile, each followed by a closing bracket, and their entries.
    in_brackets: Vec<(Vec<u8>, u16)>,
    digraphs: Digraphs,
}

/// A spelling of several characters, or a reading of several tiles.
#[derive(Clone)]
struct Several {
    letters: Vec<u16>,
    /// Empty if spellings of different tiles are equal to this one except for case.
    codes: Vec<u8>,
    /// The exact text of the tile; empty for a blank form or a reading.
    text: Vec<u8>,
    is_reading: bool,
    is_preferred: bool,
}

impl FastPath {
    pub(super) fn new(spellings: &Spellings) -> FastPath {
        let mut numbers: HashMap<char, u16> = HashMap::new();
        let mut several: Vec<Several> = Vec::new();
        let mut in_brackets = Vec::new();
        for spelling in spellings.spellings() {
            if spelling.upper.len() == 1 && spelling.codes.len() == 1 {
                continue;
            }
            let letter = |upper: &char| {
                let new = u16::try_from(numbers.len() + 1).unwrap_or(u16::MAX);
                *numbers.entry(*upper).or_insert(new)
            };
            let letters: Vec<u16> = spelling.upper.iter().map(letter).collect();
            let text: String = spelling.exact.iter().collect();
            let kind = spelling.kind;
            if let [code] = spelling.codes[..] {
                let flags = match kind {
                    SpellingKind::Text => 0,
                    SpellingKind::BlankForm => FOLDED,
                    SpellingKind::Reading => READING,
                };
                in_brackets.push((format!("{text}]").into_bytes(), u16::from(code) | flags));
            }
            let new = Several {
                letters,
                codes: spelling.codes.clone(),
                text: match kind {
                    SpellingKind::Text => text.into_bytes(),
                    SpellingKind::BlankForm | SpellingKind::Reading => Vec::new(),
                },
                is_reading: kind == SpellingKind::Reading,
                is_preferred: spelling.is_preferred,
            };
            // Spellings that are equal except for case follow each other.
            match several
                .last_mut()
                .filter(|known| known.letters == new.letters)
            {
                // Only the exact text identifies the tile.
                Some(known) if known.codes != new.codes => known.codes.clear(),
                Some(_) if new.text.is_empty() => {}
                Some(known) => *known = new,
                None => several.push(new),
            }
        }
        several.sort_by_key(|several| std::cmp::Reverse(several.letters.len()));

        let mut entries = Box::new([GENERAL; TABLE_LEN]);
        let mut letters = Box::new([0; TABLE_LEN]);
        for ((entry, letter), c) in entries.iter_mut().zip(letters.iter_mut()).zip('\0'..) {
            let upper = to_upper(c);
            let number = numbers.get(&upper).copied().unwrap_or(0);
            if number != 0 && !combines(c) {
                *letter = number;
            }
            let starts =
                *letter != 0 && several.iter().any(|several| several.letters[0] == *letter);
            *entry = match c {
                '[' => BRACKET,
                _ if ends_word(c) => ENDS,
                _ => match simple_entry(spellings, c, upper) {
                    Some(simple) if starts => simple | STARTS,
                    Some(simple) => simple,
                    None if starts && is_char(spellings, c) => STARTS,
                    None => GENERAL,
                },
            };
        }
        let mut ascii = [GENERAL; 256];
        ascii[..128].copy_from_slice(&entries[..128]);
        FastPath {
            entries,
            ascii,
            letters,
            several,
            in_brackets,
            digraphs: spellings.digraphs,
        }
    }

    /// Writes the tiles of the line's first word to `word`. Returns the length of its text in bytes; `None`, with
    /// `word` unspecified, if there is no word or it needs the general path.
    #[inline(always)]
    pub(super) fn read(&self, line: &[u8], word: &mut TokenizedWord) -> Option<usize> {
        let ascii = &self.ascii;
        let mut union = 0;
        let mut len = 0;
        let mut at = 0;
        let end = loop {
            // Most words are ASCII characters that each spell a tile.
            let slots = word.codes.get_mut(len..)?;
            let mut last = 0;
            let mut tiles = 0;
            for (slot, byte) in slots.iter_mut().zip(&line[at..]) {
                last = ascii[usize::from(*byte)];
                if last >= STARTS {
                    break;
                }
                *slot = code(last);
                union |= last;
                tiles += 1;
            }
            len += tiles;
            at += tiles;
            if last == ENDS || at == line.len() {
                break at;
            }
            word.len = len;
            let (flags, end) = self.read_char(line, at, word)?;
            if flags == ENDS {
                break at;
            }
            union |= flags;
            (len, at) = (word.len, end);
        };
        word.len = len;
        word.is_folded = union & FOLDED != 0;
        word.odd = Oddities::NONE;
        if union & (READING | PREFERRED) != 0 {
            word.odd.is_respelled = union & READING != 0;
            word.odd.has_preferred = union & PREFERRED != 0;
        }
        (len > 0).then_some(end)
    }

    /// Adds to `word` the tiles that the text at this place starts with. Returns their flags and the end of their text;
    /// [`ENDS`] for a character that ends the word; `None` if the word needs the general path.
    #[inline(never)]
    fn read_char(&self, line: &[u8], at: usize, word: &mut TokenizedWord) -> Option<(u16, usize)> {
        let (c, bytes) = char_at(line, at)?;
        let mut entry = self.entries[c];
        let mut end = at + bytes;
        if entry == ENDS {
            return Some((ENDS, at));
        }
        if entry & GENERAL != 0 {
            return None;
        }
        if entry & BRACKET != 0 {
            (entry, end) = self.bracket(line, end)?;
        } else if entry & STARTS != 0
            && let Some((several, end)) = self.several(line, end, self.letters[c])
        {
            let is_one = several.letters.len() == 1;
            if several.codes.is_empty() || !is_one && self.digraphs == Digraphs::Explicit {
                return None;
            }
            several.codes.iter().try_for_each(|&code| word.push(code))?;
            let flags = match &several.text[..] {
                [] if several.is_reading => READING,
                text if line[at..end] == *text => 0,
                _ => FOLDED,
            };
            let preferred = if several.is_preferred { PREFERRED } else { 0 };
            return Some((flags | preferred, end));
        }
        if entry & CODE == 0 {
            return None;
        }
        word.push(code(entry))?;
        Some((entry, end))
    }

    /// The longest [`Several`] whose first letter is `letter` and whose other letters stand in the line at `at`, and
    /// the place in the line where it ends.
    fn several(&self, line: &[u8], at: usize, letter: u16) -> Option<(&Several, usize)> {
        self.several.iter().find_map(|several| {
            let (first, later) = several.letters.split_first()?;
            let mut at = at;
            let is_same = *first == letter
                && later.iter().all(|letter| {
                    char_at(line, at).is_some_and(|(c, bytes)| {
                        at += bytes;
                        self.letters[c] == *letter
                    })
                });
            is_same.then_some((several, at))
        })
    }

    /// The entry of the bracketed tile whose spelling starts at this place, and the end of the closing bracket.
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

/// The code of the tile that a character with this entry spells.
#[inline]
fn code(entry: u16) -> u8 {
    let [low, _] = (entry & CODE).to_le_bytes();
    low
}

/// The character of one or two bytes at this place, as an index of the table, and its number of bytes; `None` for
/// longer characters, malformed UTF-8 and the end of the line.
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

/// Entry of a character that spells one tile and that the tokenizer reads unchanged ([`is_char`]); `None` for other characters.
/// `upper` is [`to_upper`] of it.
fn simple_entry(spellings: &Spellings, c: char, upper: char) -> Option<u16> {
    // No spelling has this upper case: true of most characters.
    let sorted = spellings.spellings();
    let spelling = sorted.binary_search_by(|spelling| spelling.upper[..].cmp(&[upper]));
    spelling.ok()?;
    let mut steps = Vec::new();
    let Cut { chars, .. } = spellings.cut(c.encode_utf8(&mut [0; 4]));
    spellings.spelled(&chars, |step| steps.push(step));
    match &steps[..] {
        [step] if is_char(spellings, c) => {
            let [code] = *step.codes else { return None };
            let folded = if step.is_folded { FOLDED } else { 0 };
            let reading = if step.is_reading { READING } else { 0 };
            Some(u16::from(code) | folded | reading)
        }
        _ => None,
    }
}

/// Returns `true` if the tokenizer reads the character unchanged: without normalisation or replacement by several capitals.
fn is_char(spellings: &Spellings, c: char) -> bool {
    let Cut {
        chars,
        is_normalized,
        has_forms,
        has_marks,
    } = spellings.cut(c.encode_utf8(&mut [0; 4]));
    !combines(c) && chars.len() == 1 && !is_normalized && !has_forms && !has_marks
}

impl fmt::Debug for FastPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries.iter().zip('\0'..);
        let simple = entries.filter(|(entry, _)| **entry & CODE != 0);
        f.debug_map()
            .entries(simple.map(|(entry, c)| (c, code(*entry))))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use lexc_formats::Alphabet;

    use super::*;
    use crate::testing::section;

    fn simple(rows: &str) -> FastPath {
        let section = section(rows);
        FastPath::new(&Spellings::new(
            Alphabet::from_bytes(&section).unwrap(),
            &[],
        ))
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
    fn reads_tiles_of_several_characters_in_brackets_but_not_bare() {
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

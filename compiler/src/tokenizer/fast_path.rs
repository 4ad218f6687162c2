//! The fast path: words of characters that each spell one tile in any context.

use std::fmt;

use super::spellings::{Spellings, to_upper};
use super::word::TokenizedWord;
use crate::text::{combines, ends_word};

/// Entry of the table in place of a code: the word ends before the character.
const ENDS: u8 = 0xFF;
/// Entry of the table in place of a code: the character needs the general path.
const GENERAL: u8 = 0x80;
/// Bit of an entry: the character spells the tile in the other bits, but is not its text.
const FOLDED: u8 = 0x40;

/// The number of characters that UTF-8 writes in one or two bytes.
const TABLE_LEN: usize = 0x800;

/// Entry of each character of one or two bytes: a tile's code, perhaps with [`FOLDED`]; [`GENERAL`]; or [`ENDS`].
#[derive(Clone)]
pub(super) struct FastPath(Box<[u8; TABLE_LEN]>);

impl FastPath {
    pub(super) fn new(spellings: &Spellings) -> FastPath {
        let mut table = Box::new([GENERAL; TABLE_LEN]);
        for (entry, c) in table.iter_mut().zip('\0'..) {
            *entry = if ends_word(c) {
                ENDS
            } else {
                simple_entry(spellings, c).unwrap_or(GENERAL)
            };
        }
        // A spelling of several characters needs the general path: if all of them have entries, the first loses its own.
        let uppers: Vec<char> = ('\0'..).take(TABLE_LEN).map(to_upper).collect();
        let simple_forms = |upper: char| -> Vec<usize> {
            let is_form = |index: &usize| uppers[*index] == upper && table[*index] < GENERAL;
            (0..TABLE_LEN).filter(is_form).collect()
        };
        let mut firsts = Vec::new();
        for spelling in spellings.spellings() {
            if let [first, later @ ..] = &spelling.upper[..]
                && !later.is_empty()
                && later.iter().all(|upper| !simple_forms(*upper).is_empty())
            {
                firsts.extend(simple_forms(*first));
            }
        }
        for index in firsts {
            table[index] = GENERAL;
        }
        FastPath(table)
    }

    /// Writes the tiles of the line's first word to `word`. Returns the length of its text in bytes; `None`, with
    /// `word` unspecified, if the word needs the general path.
    #[inline]
    pub(super) fn read(&self, line: &[u8], word: &mut TokenizedWord) -> Option<usize> {
        word.len = 0;
        word.is_normalized = false;
        let mut union = 0;
        let mut at = 0;
        while let Some(&byte) = line.get(at) {
            let (entry, bytes) = match byte {
                0..0x80 => (self.0[usize::from(byte)], 1),
                0xC2..0xE0 => {
                    let second = *line.get(at + 1).filter(|second| **second & 0xC0 == 0x80)?;
                    let c = usize::from(byte & 0x1F) << 6 | usize::from(second & 0x3F);
                    (self.0[c], 2)
                }
                _ => return None,
            };
            if entry >= GENERAL {
                if entry == ENDS {
                    break;
                }
                return None;
            }
            word.push(entry & !FOLDED)?;
            union |= entry;
            at += bytes;
        }
        word.is_folded = union & FOLDED != 0;
        (word.len > 0).then_some(at)
    }
}

/// Entry of a character that spells one tile and needs no normalisation; `None` for other characters.
fn simple_entry(spellings: &Spellings, c: char) -> Option<u8> {
    if combines(c) {
        return None;
    }
    let (chars, is_normalized) = spellings.cut(c.encode_utf8(&mut [0; 4]));
    let mut steps = Vec::new();
    spellings.spelled(&chars, |step| steps.push(step));
    match (&chars[..], &steps[..], is_normalized) {
        ([_], [step], false) => Some(step.code | if step.is_folded { FOLDED } else { 0 }),
        _ => None,
    }
}

impl fmt::Debug for FastPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let simple = self
            .0
            .iter()
            .zip('\0'..)
            .filter(|(entry, _)| **entry < GENERAL);
        f.debug_map()
            .entries(simple.map(|(entry, c)| (c, entry & !FOLDED)))
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
            b"A[A]",
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
    fn only_words_that_may_have_tiles_of_several_characters_are_slow() {
        let catalan =
            simple("L,l,1,1,0\nL·L,l·l,1,10,0\nN,n,1,1,0\nNY,ny,1,1,0\nQU,qu,1,8,0\nU,u,1,1,1\n");
        assert_eq!(read(&catalan, b"llUN"), Some((vec![1, 1, 6, 3], 4)));
        let spanish = simple("C,c,1,1,0\nCH,ch,1,1,0\nH,h,1,1,0\nO,o,1,1,1\n");
        assert_eq!(read(&spanish, b"oh"), Some((vec![4, 3], 2)));
        assert_eq!(read(&spanish, b"OC"), None);
        assert_eq!(read(&spanish, b"Oc"), None);
    }
}

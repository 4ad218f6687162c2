//! The definitions of words, by word index.
//!
//! Each word has one line of text, empty if the word has no definition. The lines follow each other in the order of the words.
//! The section starts with the place of the first line of each group of 16 lines, so reading a definition skips at most
//! 15 lines.

use core::fmt::{self, Write};

use crate::error::ImageError;
use crate::raw::int::U32Le;
use crate::raw::section::SectionName;
use crate::text::has_one_line;

/// The number of lines in a group.
const GROUP_LINES: u32 = 16;

/// The definitions of an image, read in place.
#[derive(Clone, Copy)]
pub struct Definitions<'a> {
    /// For each group, the place in `lines` of its first line.
    starts: &'a [U32Le],
    lines: &'a [u8],
}

impl<'a> Definitions<'a> {
    /// Reads the section of an image of `word_count` words; checks only that it has room for the places of the groups.
    pub(crate) fn from_bytes_unvalidated(
        section: &'a [u8],
        word_count: u32,
    ) -> Result<Definitions<'a>, ImageError> {
        let needed = 4 * u64::from(word_count.div_ceil(GROUP_LINES));
        let too_short = ImageError::SectionLength {
            section: SectionName::DEFINITIONS,
            needed,
            found: section.len() as u64,
        };
        let split = usize::try_from(needed).ok();
        let (starts, lines) = split
            .and_then(|needed| section.split_at_checked(needed))
            .ok_or(too_short)?;
        let starts = bytemuck::try_cast_slice(starts).map_err(|_| too_short)?;
        Ok(Definitions { starts, lines })
    }

    /// Checks the places and the lines of `word_count` words. The section is at `offset` in the image.
    pub(crate) fn validate(self, word_count: u32, offset: u64) -> Result<(), ImageError> {
        let refuse = |place: usize, what| {
            Err(ImageError::Contents {
                section: SectionName::DEFINITIONS,
                offset: offset + place as u64,
                what,
            })
        };
        let lines_place = size_of_val(self.starts);
        let mut rest = self.lines;
        for index in 0..word_count {
            let place = self.lines.len() - rest.len();
            if index % GROUP_LINES == 0 {
                let group = (index / GROUP_LINES) as usize;
                let start = self.starts.get(group).map_or(0, |start| start.get());
                if u64::from(start) != place as u64 {
                    return refuse(
                        4 * group,
                        "the stored start of the group is not that of its first line",
                    );
                }
            }
            let Some((line, after)) = split_line(rest) else {
                return refuse(lines_place + place, "no line for the word");
            };
            if !has_one_line(line) {
                return refuse(lines_place + place, "not one line of UTF-8 text");
            }
            rest = after;
        }
        match rest {
            [] => Ok(()),
            rest => refuse(
                lines_place + self.lines.len() - rest.len(),
                "a line without a word",
            ),
        }
    }

    /// The definitions of all words, in order; `None` for a word without a definition.
    pub fn iter(self) -> impl Iterator<Item = Option<Definition<'a>>> {
        let mut rest = self.lines;
        core::iter::from_fn(move || {
            let (text, after) = split_line(rest)?;
            rest = after;
            Some(Definition::new(text))
        })
    }

    /// The definition of the word with this index; `None` if it has no definition, or no word has this index.
    pub fn get(self, index: u32) -> Option<Definition<'a>> {
        let start = self.starts.get((index / GROUP_LINES) as usize)?;
        let mut rest = self.lines.get(start.get() as usize..)?;
        for _ in 0..index % GROUP_LINES {
            (_, rest) = split_line(rest)?;
        }
        let (text, _) = split_line(rest)?;
        Definition::new(text)
    }
}

/// Leaves out the lines, of which there is one for each word.
impl fmt::Debug for Definitions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Definitions").finish_non_exhaustive()
    }
}

/// The first line without its line feed, and the bytes after it.
fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let len = bytes.iter().position(|&byte| byte == b'\n')?;
    let (line, rest) = bytes.split_at_checked(len)?;
    Some((line, rest.get(1..)?))
}

#[cfg(any(test, feature = "alloc"))]
impl Definitions<'_> {
    /// The section with the lines of all words, in the order of the words. `None` if a line starts 4 GiB or more after the
    /// first.
    pub fn encode<'t>(
        lines: impl ExactSizeIterator<Item = &'t str>,
    ) -> Option<alloc::vec::Vec<u8>> {
        let groups = lines.len().div_ceil(GROUP_LINES as usize);
        let lines_place = groups * size_of::<U32Le>();
        let mut section = alloc::vec![0; lines_place];
        for (index, line) in lines.enumerate() {
            let place = u32::try_from(section.len() - lines_place).ok()?;
            if index % GROUP_LINES as usize == 0 {
                let group = 4 * (index / GROUP_LINES as usize);
                let start = section.get_mut(group..group + 4)?;
                start.copy_from_slice(&place.to_le_bytes());
            }
            section.extend_from_slice(line.as_bytes());
            section.push(b'\n');
        }
        Some(section)
    }
}

/// The definition of a word: one line of text in an image.
///
/// `Display` writes the text. It copies the text in pieces, because the image may be a map of a file that another
/// program changes, and bytes that may change are not sound as a `str`. Bytes that are not UTF-8, which only a damaged
/// image has, are written as U+FFFD.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Definition<'a> {
    text: &'a [u8],
}

impl<'a> Definition<'a> {
    /// The definition with this text; `None` if the text is empty.
    fn new(text: &'a [u8]) -> Option<Definition<'a>> {
        (!text.is_empty()).then_some(Definition { text })
    }

    /// The text in place, at least one byte. It is UTF-8 if the image was validated and does not change.
    pub fn as_bytes(self) -> &'a [u8] {
        self.text
    }
}

impl fmt::Display for Definition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.text;
        while !rest.is_empty() {
            let piece = Piece::of(rest);
            let text = piece.text();
            let read = match text.len() {
                0 => {
                    f.write_char(char::REPLACEMENT_CHARACTER)?;
                    1
                }
                len => {
                    f.write_str(text)?;
                    len
                }
            };
            rest = rest.get(read..).unwrap_or_default();
        }
        Ok(())
    }
}

impl fmt::Debug for Definition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Definition({self})")
    }
}

/// A copy of the start of a text.
struct Piece {
    bytes: [u8; Piece::BYTES],
    len: usize,
}

impl Piece {
    /// The size of a piece: at least 4 bytes, the length of the longest characters, so that it holds a whole character.
    const BYTES: usize = 64;

    fn of(text: &[u8]) -> Piece {
        let mut bytes = [0; Piece::BYTES];
        for (to, from) in bytes.iter_mut().zip(text) {
            *to = *from;
        }
        let len = text.len().min(Piece::BYTES);
        Piece { bytes, len }
    }

    /// The characters before the first one that is cut off or not UTF-8.
    fn text(&self) -> &str {
        let bytes = self.bytes.get(..self.len).unwrap_or_default();
        let valid = match core::str::from_utf8(bytes) {
            Ok(text) => return text,
            Err(error) => error.valid_up_to(),
        };
        let valid = bytes.get(..valid).unwrap_or_default();
        core::str::from_utf8(valid).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;

    fn lines(count: usize) -> Vec<String> {
        let line = |index: usize| match index % 3 {
            0 => String::new(),
            _ => std::format!("nº {index} {}", "ó".repeat(index % 70)),
        };
        (0..count).map(line).collect()
    }

    fn encode(lines: &[String]) -> Vec<u8> {
        Definitions::encode(lines.iter().map(String::as_str)).unwrap()
    }

    fn read(section: &[u8], words: u32) -> Result<Vec<String>, ImageError> {
        let definitions = Definitions::from_bytes_unvalidated(section, words)?;
        definitions.validate(words, 100)?;
        let text = |index| {
            definitions
                .get(index)
                .map_or(String::new(), |text| text.to_string())
        };
        assert_eq!(definitions.get(words.next_multiple_of(GROUP_LINES)), None);
        let texts: Vec<String> = (0..words).map(text).collect();
        let text =
            |text: Option<Definition<'_>>| text.map_or(String::new(), |text| text.to_string());
        assert!(definitions.iter().map(text).eq(texts.iter().cloned()));
        Ok(texts)
    }

    #[test]
    fn every_number_of_lines_reads_back() {
        for count in (1..50).chain([1000]) {
            let lines = lines(count);
            let section = encode(&lines);
            let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
            assert_eq!(section.len(), 4 * count.div_ceil(16) + bytes);
            assert_eq!(
                read(&section, u32::try_from(count).unwrap()).unwrap(),
                lines
            );
        }
    }

    #[test]
    fn refuses_places_and_lines_that_break_a_rule() {
        let refused = |change: &dyn Fn(&mut Vec<u8>), words| {
            let mut section = encode(&lines(20));
            change(&mut section);
            match read(&section, words).unwrap_err() {
                ImageError::Contents { offset, what, .. } => (offset, what),
                error => panic!("{error:?}"),
            }
        };
        let end = encode(&lines(20)).len() as u64;
        let place = "the stored start of the group is not that of its first line";
        assert_eq!(refused(&|section| section[0] = 1, 20), (100, place));
        assert_eq!(refused(&|section| section[7] = 1, 20), (104, place));
        let cut = |section: &mut Vec<u8>| *section.last_mut().unwrap() = b'.';
        assert_eq!(refused(&cut, 20).1, "no line for the word");
        assert_eq!(refused(&|_| (), 21), (100 + end, "no line for the word"));
        let more = |section: &mut Vec<u8>| section.extend(b"x\n");
        assert_eq!(refused(&more, 20), (100 + end, "a line without a word"));
        // Changes the first byte of the second line. The first line is empty.
        for byte in [0, b'\t', b'\r', 0x7F, 0xFF, 0xC3] {
            assert_eq!(
                refused(&|section| section[9] = byte, 20),
                (109, "not one line of UTF-8 text")
            );
        }
    }

    #[test]
    fn refuses_a_section_without_room_for_the_places() {
        for (words, len, needed) in [(17, 7, 8), (1, 3, 4), (u32::MAX, 1000, 1 << 30)] {
            let section = std::vec![0; len];
            let error = Definitions::from_bytes_unvalidated(&section, words).unwrap_err();
            let expected = ImageError::SectionLength {
                section: SectionName::DEFINITIONS,
                needed,
                found: len as u64,
            };
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn damaged_texts_are_shown_with_replacement_characters_and_long_ones_whole() {
        let show = |text: &[u8]| Definition { text }.to_string();
        assert_eq!(show(b"a\xFFb\xC3"), "a\u{fffd}b\u{fffd}");
        for len in 0..200 {
            let text = "x".repeat(len) + "€ and more";
            assert_eq!(show(text.as_bytes()), text);
        }
        // An invalid place of a group, and a line without a line feed.
        let section = [255, 255, 255, 255, 2, 0, 0, 0, b'a', b'b', b'c'];
        let definitions = Definitions::from_bytes_unvalidated(&section, 32).unwrap();
        assert!((0..64).all(|index| definitions.get(index).is_none()));
    }
}

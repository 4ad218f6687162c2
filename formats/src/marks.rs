//! Marks: characters that readers of text ignore, such as the points of Hebrew and signs of stress.

use core::fmt;

use bytemuck::{Pod, Zeroable};

use crate::raw::int::{U32Le, assert_layout};

/// A range of characters.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct MarkRange {
    /// The first character of the range, as a code point.
    first: U32Le,
    /// The last character of the range.
    last: U32Le,
}

assert_layout!(MarkRange: 8 { first: 0, last: 4 });

/// The largest number of ranges.
const MAX_RANGES: usize = 256;

/// The characters that readers of text ignore, as ranges in ascending order.
#[derive(Clone, Copy)]
pub struct Marks<'a> {
    ranges: &'a [MarkRange],
}

impl<'a> Marks<'a> {
    /// No marks.
    pub const NONE: Marks<'static> = Marks { ranges: &[] };

    /// Reads the section; `None` if it does not consist of whole ranges, at least one.
    pub(crate) fn from_bytes_unvalidated(section: &'a [u8]) -> Option<Marks<'a>> {
        let ranges: &[MarkRange] = bytemuck::try_cast_slice(section).ok()?;
        (!ranges.is_empty()).then_some(Marks { ranges })
    }

    /// Reads and checks a section, apart from the texts of an alphabet.
    ///
    /// # Errors
    /// The first rule that the section breaks.
    pub fn from_bytes(section: &'a [u8]) -> Result<Marks<'a>, MarksError> {
        let marks = Marks::from_bytes_unvalidated(section).ok_or(MarksError {
            place: section.len(),
            what: "not whole ranges, or none",
        })?;
        marks.validate()?;
        Ok(marks)
    }

    /// Checks the ranges: their number, their order, and that no character of them has a meaning in text.
    pub(crate) fn validate(self) -> Result<(), MarksError> {
        let refuse = |index: usize, what| {
            let place = index * size_of::<MarkRange>();
            Err(MarksError { place, what })
        };
        if self.ranges.len() > MAX_RANGES {
            return refuse(MAX_RANGES, "more than 256 ranges");
        }
        // The first code point that the next range can have: one that does not touch the range before.
        let mut next = FIRST;
        for (index, range) in self.ranges.iter().enumerate() {
            let (first, last) = (range.first.get(), range.last.get());
            if char::from_u32(first).is_none() || char::from_u32(last).is_none() || first > last {
                return refuse(index, "not a range of characters");
            }
            if first < next {
                return refuse(index, "ASCII, or not after the ranges before, with a gap");
            }
            let has_space = |&(from, to): &(u32, u32)| first <= to && from <= last;
            if WHITE_SPACE.iter().any(has_space) {
                return refuse(index, "a range with white space");
            }
            next = last.saturating_add(2);
        }
        Ok(())
    }

    /// Returns `true` if there are no marks.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns `true` if readers of text ignore the character.
    pub fn contains(self, c: char) -> bool {
        let c = u32::from(c);
        let mut ranges = self.ranges.iter();
        ranges.any(|range| range.first.get() <= c && c <= range.last.get())
    }

    /// The first and the last character of each range, in ascending order.
    pub fn ranges(self) -> impl Iterator<Item = (char, char)> + use<'a> {
        self.ranges.iter().filter_map(|range| {
            let [first, last] = [range.first, range.last].map(|c| char::from_u32(c.get()));
            first.zip(last)
        })
    }

    /// The bytes of the section; empty if there are no marks.
    pub fn section(self) -> &'a [u8] {
        bytemuck::try_cast_slice(self.ranges).unwrap_or_default()
    }

    /// The number of bytes of marks at the start of `text`.
    pub(crate) fn len_at_start(self, text: &str) -> usize {
        if self.is_empty() {
            return 0;
        }
        let marks = text.chars().take_while(|c| self.contains(*c));
        marks.map(char::len_utf8).sum()
    }
}

impl fmt::Debug for Marks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ranges()).finish()
    }
}

/// The rule that a section of marks breaks, and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarksError {
    /// The place in bytes from the start of the section.
    pub(crate) place: usize,
    pub(crate) what: &'static str,
}

impl fmt::Display for MarksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "marks, byte {}: {}", self.place, self.what)
    }
}

impl core::error::Error for MarksError {}

/// The first code point beyond ASCII.
const FIRST: u32 = 0x80;

/// White space beyond ASCII (Unicode `White_Space`), as ranges.
const WHITE_SPACE: [(u32, u32); 8] = [
    (0x85, 0x85),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
];

#[cfg(any(test, feature = "alloc"))]
impl Marks<'_> {
    /// The section of these ranges, in any order: joined where they overlap or touch. Empty if there are none.
    pub fn encode(ranges: &[(char, char)]) -> alloc::vec::Vec<u8> {
        let code_points = |(first, last): &(char, char)| (u32::from(*first), u32::from(*last));
        let mut sorted: alloc::vec::Vec<(u32, u32)> = ranges.iter().map(code_points).collect();
        sorted.sort_unstable();
        let mut joined: alloc::vec::Vec<(u32, u32)> = alloc::vec::Vec::new();
        for (first, last) in sorted {
            match joined.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => {
                    before.1 = before.1.max(last)
                }
                _ => joined.push((first, last)),
            }
        }
        let bytes = |(first, last): (u32, u32)| [first.to_le_bytes(), last.to_le_bytes()].concat();
        joined.into_iter().flat_map(bytes).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn ranges_are_joined_and_read_again() {
        let section = Marks::encode(&[
            ('ׇ', 'ׇ'),
            ('\u{591}', '\u{5BD}'),
            ('\u{5BE}', '\u{5C0}'),
            ('\u{301}', '\u{301}'),
        ]);
        let marks = Marks::from_bytes(&section).unwrap();
        let ranges: Vec<_> = marks.ranges().collect();
        assert_eq!(
            ranges,
            [('\u{301}', '\u{301}'), ('\u{591}', '\u{5C0}'), ('ׇ', 'ׇ')]
        );
        assert!(marks.contains('\u{5B8}') && !marks.contains('ש') && !marks.contains('a'));
        assert_eq!(marks.len_at_start("\u{301}\u{5B0}aa\u{301}"), 4);
        assert_eq!(Marks::NONE.len_at_start("\u{301}"), 0);
        assert_eq!(marks.section(), section);
    }

    #[test]
    fn rejects_ranges_that_are_not_canonical_or_have_a_meaning() {
        let message = |section: &[u8]| Marks::from_bytes(section).unwrap_err().to_string();
        let range = |first: u32, last: u32| [first.to_le_bytes(), last.to_le_bytes()].concat();
        for len in [0, 9] {
            let expected = std::format!("marks, byte {len}: not whole ranges, or none");
            assert_eq!(message(&[0; 9][..len]), expected);
        }
        for (ranges, place, what) in [
            (range(0xD800, 0xD800), 0, "not a range of characters"),
            (range(0x301, 0x300), 0, "not a range of characters"),
            (range(0x110_000, 0x110_000), 0, "not a range of characters"),
            (
                range(0x41, 0x41),
                0,
                "ASCII, or not after the ranges before, with a gap",
            ),
            (
                [range(0x301, 0x301), range(0x302, 0x302)].concat(),
                8,
                "ASCII, or not after the ranges before, with a gap",
            ),
            (range(0x9F, 0xA1), 0, "a range with white space"),
            (range(0x2029, 0x202A), 0, "a range with white space"),
        ] {
            assert_eq!(
                message(&ranges),
                std::format!("marks, byte {place}: {what}")
            );
        }
        let many: Vec<u8> = (0..257)
            .flat_map(|index| range(0x300 + 2 * index, 0x300 + 2 * index))
            .collect();
        assert_eq!(message(&many), "marks, byte 2048: more than 256 ranges");
    }
}

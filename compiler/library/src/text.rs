//! Text: encodings other than UTF-8, normalisation, words of lines, and counts and quotations in messages.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::{fmt, iter};

use lexc_formats::Alphabet;
pub use lexc_runtime::{Visible, is_visible};
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The byte order mark in UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A Unicode encoding that is not UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForeignEncoding {
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// UTF-32, low byte first.
    Utf32Le,
    /// UTF-32, high byte first.
    Utf32Be,
}

impl ForeignEncoding {
    /// Detects an encoding from the start of a file, by a byte order mark or as UTF-16 text.
    ///
    /// A text without a byte order mark is UTF-16 if, in one of the two byte orders, all characters are below U+2000,
    /// some are ASCII, and tab, LF and CR are the only ASCII control characters.
    pub fn detect(start: &[u8]) -> Option<ForeignEncoding> {
        // The mark of UTF-32LE starts with that of UTF-16LE, so UTF-32LE is tried first.
        let marks: [(&[u8], ForeignEncoding); 4] = [
            (b"\xFF\xFE\0\0", ForeignEncoding::Utf32Le),
            (b"\0\0\xFE\xFF", ForeignEncoding::Utf32Be),
            (b"\xFF\xFE", ForeignEncoding::Utf16Le),
            (b"\xFE\xFF", ForeignEncoding::Utf16Be),
        ];
        if let Some((_, encoding)) = marks.iter().find(|(mark, _)| start.starts_with(mark)) {
            return Some(*encoding);
        }
        let is_alphabetic_text = |order: fn([u8; 2]) -> u16| {
            let units = || start.chunks_exact(2).map(|pair| order([pair[0], pair[1]]));
            let is_ascii = |unit| matches!(unit, 0x09 | 0x0A | 0x0D | 0x20..0x7F);
            units().all(|unit| is_ascii(unit) || (0x80..0x2000).contains(&unit))
                && units().any(is_ascii)
        };
        if is_alphabetic_text(u16::from_le_bytes) {
            Some(ForeignEncoding::Utf16Le)
        } else if is_alphabetic_text(u16::from_be_bytes) {
            Some(ForeignEncoding::Utf16Be)
        } else {
            None
        }
    }
}

impl fmt::Display for ForeignEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ForeignEncoding::Utf16Le => "UTF-16, little-endian",
            ForeignEncoding::Utf16Be => "UTF-16, big-endian",
            ForeignEncoding::Utf32Le => "UTF-32, little-endian",
            ForeignEncoding::Utf32Be => "UTF-32, big-endian",
        })
    }
}

/// The text in NFC, which is also the form of the texts of tiles.
pub fn to_nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// The texts and the blank forms of all tiles.
pub fn tile_texts(alphabet: Alphabet<'_>) -> impl Iterator<Item = &str> {
    let texts = move |tile| [alphabet.text(tile), alphabet.blank_text(tile)];
    alphabet.tiles().flat_map(texts)
}

/// Returns `true` if normalisation can combine the character with one before it.
pub(crate) fn combines(c: char) -> bool {
    // A few characters of combining class 0, such as U+0F73, decompose into combining characters.
    let first = iter::once(c).nfd().next().unwrap_or(c);
    canonical_combining_class(first) != 0 || is_nfc_quick(iter::once(c)) == IsNormalized::Maybe
}

/// Returns `true` if a word in a list ends before the character: white space, or the start of a comment.
pub(crate) fn ends_word(c: char) -> bool {
    c.is_whitespace() || c == '#'
}

/// The word of a line of a word list, without the definition or comment after it; empty if the line has no word.
pub fn first_word(line: &str) -> &str {
    let line = line.trim_start_matches('\u{feff}').trim_start();
    line.split(ends_word).next().unwrap_or_default()
}

/// A count in groups of three digits: `168,551`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups = groups.map(|group| str::from_utf8(group).unwrap_or_default());
    groups.collect::<Vec<_>>().join(",")
}

/// A number that is not negative, rounded to `places` decimal places, with its whole part in groups of three digits:
/// `5,128.0`.
pub fn grouped_to(number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    whole
        .parse()
        .map_or(text.clone(), |whole| grouped(whole) + rest)
}

/// A count with its noun: `1 word`, `168551 words`.
pub fn plural(count: u64, unit: &str) -> String {
    format!("{count} {}", noun(count, unit))
}

/// The form of a noun for a count: `play`, `plays`; `entry`, `entries`; `pass`, `passes`.
pub fn noun(count: u64, singular: &str) -> String {
    let stem = singular.strip_suffix('y');
    match stem.filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        _ if count == 1 => singular.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None if singular.ends_with('s') => format!("{singular}es"),
        None => format!("{singular}s"),
    }
}

/// Line and column of the end of a text, in characters, counted from 1.
pub(crate) fn end_place(text: &str) -> (u64, usize) {
    let text = text.replace("\r\n", "\n");
    let mut lines = text.rsplit(['\n', '\r']);
    let last = lines.next().unwrap_or_default();
    (lines.count() as u64 + 1, last.chars().count() + 1)
}

/// A character in a message: in backticks, escaped if it is invisible or a combining mark; then its code point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedChar(pub(crate) char);

impl fmt::Display for NamedChar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`")?;
        write_apart(f, self.0)?;
        write!(f, "` (U+{:04X})", u32::from(self.0))
    }
}

/// A piece of a file in a message: in backticks, with escapes, cut after `MAX_CHARS` characters.
///
/// Thus no file can disturb or flood the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl Quoted<'_> {
    /// Limit of the characters that are shown.
    const MAX_CHARS: usize = 40;
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`")?;
        let mut chars = self.0.chars();
        for c in chars.by_ref().take(Quoted::MAX_CHARS) {
            write_apart(f, c)?;
        }
        f.write_str(if chars.next().is_some() { "…`" } else { "`" })
    }
}

/// Writes a character that stands by itself: a combining mark is escaped, too.
fn write_apart(f: &mut fmt::Formatter<'_>, c: char) -> fmt::Result {
    if is_visible(c) && !is_combining_mark(c) {
        f.write_char(c)
    } else {
        write!(f, "{}", c.escape_unicode())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn utf16_is_detected_with_and_without_a_mark() {
        for text in ["AA\r\nAAH\r\n", "\u{feff}AA\n", "ΑΒΓ\nΔΕ\n", "é\n"] {
            let little = utf16(text, u16::to_le_bytes);
            let big = utf16(text, u16::to_be_bytes);
            assert_eq!(
                ForeignEncoding::detect(&little),
                Some(ForeignEncoding::Utf16Le),
                "{text:?}"
            );
            assert_eq!(
                ForeignEncoding::detect(&big),
                Some(ForeignEncoding::Utf16Be),
                "{text:?}"
            );
        }
        assert_eq!(
            ForeignEncoding::detect(b"\xFF\xFE\0\0A\0\0\0"),
            Some(ForeignEncoding::Utf32Le)
        );
        assert_eq!(
            ForeignEncoding::detect(b"\0\0\xFE\xFF\0\0\0A"),
            Some(ForeignEncoding::Utf32Be)
        );
    }

    #[test]
    fn utf8_and_binary_files_have_no_foreign_encoding() {
        for bytes in [
            &b""[..],
            b"A",
            b"AA\nAAH\n",
            "ÀÉ\n".as_bytes(),
            b"\0\0\0\0",
            b"\x7fELF\x02\x01\x01\0\0\0\0\0",
            b"AA\0AAH\0AAHED\0",
        ] {
            assert_eq!(ForeignEncoding::detect(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn escapes_invisible_characters() {
        assert_eq!(NamedChar('-').to_string(), "`-` (U+002D)");
        assert_eq!(NamedChar('\'').to_string(), "`'` (U+0027)");
        assert_eq!(NamedChar('\u{1b}').to_string(), "`\\u{1b}` (U+001B)");
        assert_eq!(NamedChar('\u{200b}').to_string(), "`\\u{200b}` (U+200B)");
        assert_eq!(NamedChar('\u{301}').to_string(), "`\\u{301}` (U+0301)");
        assert_eq!(NamedChar('😀').to_string(), "`😀` (U+1F600)");
        assert_eq!(Quoted("DON'T\u{7}").to_string(), "`DON'T\\u{7}`");
    }

    #[test]
    fn rounds_before_it_groups_digits() {
        assert_eq!(grouped_to(5127.96, 1), "5,128.0");
        assert_eq!(grouped_to(999.5, 0), "1,000");
    }

    #[test]
    fn long_text_is_cut() {
        let exact = "É".repeat(Quoted::MAX_CHARS);
        assert_eq!(Quoted(&exact).to_string(), format!("`{exact}`"));
        let longer = "É".repeat(300_000);
        assert_eq!(Quoted(&longer).to_string(), format!("`{exact}…`"));
    }
}

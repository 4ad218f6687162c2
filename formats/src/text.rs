//! Texts of an image: the characters that names and tiles can have.

/// True if messages name the faults of contents, which only a checked opening finds. Their texts would take 2 KB of a small program.
pub(crate) const NAMES_CONTENTS: bool = cfg!(any(test, feature = "speed", feature = "alloc"));

/// The longest text of a tile, in bytes.
pub(crate) const MAX_TILE_TEXT_BYTES: usize = 16;

/// Returns `true` if a lexicon or an alphabet can have this name: one line, without control characters, line or paragraph
/// separators, or bidirectional controls. May be empty.
pub fn is_one_line(name: &str) -> bool {
    has_one_line(name.as_bytes())
}

/// [`is_one_line`] of bytes; `false` if they are not UTF-8.
///
/// Matches characters as bytes, and uses only the verdict of `from_utf8`, not its text: the image may change while it
/// is read, and decoding text that stopped being UTF-8 is unsound.
pub(crate) fn has_one_line(name: &[u8]) -> bool {
    let mut before = (0, 0);
    let mut is_printable = |byte: u8| {
        let is_refused = match (before.0, before.1, byte) {
            (_, _, 0..=0x1F | 0x7F) => true,
            // U+0080 to U+009F, U+061C.
            (_, 0xC2, 0x80..=0x9F) | (_, 0xD8, 0x9C) => true,
            // U+200E and U+200F, U+2028 to U+202E, U+2066 to U+2069.
            (0xE2, 0x80, 0x8E | 0x8F | 0xA8..=0xAE) | (0xE2, 0x81, 0xA6..=0xA9) => true,
            _ => false,
        };
        before = (before.1, byte);
        !is_refused
    };
    core::str::from_utf8(name).is_ok() && name.iter().all(|&byte| is_printable(byte))
}

/// Returns `true` if this can be a tile's text or blank form: 1 to 16 bytes, without white space, control characters,
/// bidirectional controls, ASCII digits, U+FEFF, or punctuation with a meaning in word lists, racks, boards and plays.
pub fn is_tile_text(text: &str) -> bool {
    (1..=MAX_TILE_TEXT_BYTES).contains(&text.len()) && text.chars().all(is_tile_character)
}

/// Returns `true` if a reading can have this text: 1 to 16 bytes, with the characters that tiles' texts can have,
/// except `=`. A `.` is also allowed, but not as the first character.
pub fn is_reading_text(text: &str) -> bool {
    let is_character = |(index, c)| is_tile_character(c) && c != '=' || c == '.' && index > 0;
    (1..=MAX_TILE_TEXT_BYTES).contains(&text.len()) && text.chars().enumerate().all(is_character)
}

fn is_tile_character(c: char) -> bool {
    let has_meaning = matches!(
        c,
        '0'..='9' | '[' | ']' | '(' | ')' | '/' | '?' | '.' | ',' | ';' | '#' | '"' | '\u{feff}'
    );
    !(has_meaning || is_control(c) || is_bidi_control(c) || is_white_space(c))
}

/// Returns `true` for control characters: Unicode's General_Category Cc, which never changes.
fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\x1f' | '\x7f'..='\u{9f}')
}

/// Returns `true` for characters that reorder text: Unicode's Bidi_Control.
fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns `true` for Unicode's White_Space. `char::is_whitespace` would keep a panic path in the program.
pub(crate) fn is_white_space(c: char) -> bool {
    matches!(
        c,
        '\t'..='\r'
            | ' '
            | '\u{85}'
            | '\u{a0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200a}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}'
    )
}

/// A copy of a tile's text.
///
/// The image may be a map of a file that another process writes to. Its bytes can stop being UTF-8 between check and use, and
/// the standard library could then read beyond their end. A copy cannot change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileTextCopy {
    bytes: [u8; MAX_TILE_TEXT_BYTES],
    len: usize,
}

impl TileTextCopy {
    /// Copies the bytes. Returns `None` if there are more than a tile's text can have.
    pub(crate) fn new(text: &[u8]) -> Option<TileTextCopy> {
        let mut bytes = [0; MAX_TILE_TEXT_BYTES];
        for (to, from) in bytes.iter_mut().zip(text) {
            *to = *from;
        }
        let len = text.len();
        (len <= MAX_TILE_TEXT_BYTES).then_some(TileTextCopy { bytes, len })
    }

    /// The text; `None` if it is not UTF-8.
    pub(crate) fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(self.bytes.get(..self.len)?).ok()
    }
}

/// The number of characters of UTF-8 text. Looks at bytes only: the image may change while it is read.
pub(crate) fn count_characters(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

/// Calls `look` with a copy of a tile's text, or with `?` if the text is too long for a tile or not UTF-8.
pub(crate) fn with_tile_text<T>(text: &str, look: impl FnOnce(&str) -> T) -> T {
    let copy = TileTextCopy::new(text.as_bytes());
    look(copy.as_ref().and_then(TileTextCopy::as_str).unwrap_or("?"))
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    #[test]
    fn texts_too_long_for_a_tile_read_as_a_question_mark() {
        let look = |text: &str| with_tile_text(text, |text| String::from(text));
        assert_eq!(look("L·L"), "L·L");
        assert_eq!(look("ABCDEFGHIJKLMNOP"), "ABCDEFGHIJKLMNOP");
        assert_eq!(look("ABCDEFGHIJKLMNOPQ"), "?");
        assert!(TileTextCopy::new(b"\xC3").unwrap().as_str().is_none());
        assert_eq!(look(""), "");
    }

    #[test]
    fn white_space_and_control_characters_are_as_in_the_standard_library() {
        for c in '\0'..=char::MAX {
            assert_eq!(is_white_space(c), c.is_whitespace(), "{c:?}");
            assert_eq!(is_control(c), c.is_control(), "{c:?}");
        }
    }

    #[test]
    fn names_allow_every_character_but_controls_and_separators() {
        let mut buffer = [0; 4];
        for c in '\0'..=char::MAX {
            let is_refused =
                is_control(c) || is_bidi_control(c) || matches!(c, '\u{2028}' | '\u{2029}');
            assert_eq!(
                is_one_line(c.encode_utf8(&mut buffer)),
                !is_refused,
                "{c:?}"
            );
        }
        assert!(is_one_line("") && is_one_line("català (2024)"));
        assert!(!is_one_line("català\u{85}") && !has_one_line(b"catal\xC3"));
    }

    #[test]
    fn tiles_have_neither_controls_nor_white_space() {
        for c in '\0'..=char::MAX {
            let is_refused = is_control(c) || is_bidi_control(c) || is_white_space(c);
            let text: String = ['A', c].into_iter().collect();
            assert!(!(is_refused && is_tile_text(&text)), "{c:?}");
        }
        for text in ["A", "L·L", "か", "א", "ن", "\u{200d}", "क्ष"] {
            assert!(is_tile_text(text), "{text}");
        }
    }
}

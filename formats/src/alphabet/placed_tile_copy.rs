//! Texts in memory of their own.

/// The longest text of a tile, in bytes.
pub(super) const MAX_FACE_BYTES: usize = 16;

/// A copy of a tile's text, to look at its characters.
///
/// An image may lie in memory that changes behind the back of every check, such as a map of a file that somebody writes
/// to. What was found to be UTF-8 a moment ago need not be when its characters are looked at, and then the standard library
/// reads beyond its end. So it is copied first, and the copy found to be UTF-8.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedTileCopy {
    bytes: [u8; MAX_FACE_BYTES],
    len: usize,
}

impl PlacedTileCopy {
    /// A copy of these bytes, or none if there are too many.
    pub(super) fn new(text: &[u8]) -> Option<PlacedTileCopy> {
        let mut bytes = [0; MAX_FACE_BYTES];
        for (to, from) in bytes.iter_mut().zip(text) {
            *to = *from;
        }
        let len = text.len();
        (len <= MAX_FACE_BYTES).then_some(PlacedTileCopy { bytes, len })
    }

    /// The text, or none if it is no UTF-8.
    pub(super) fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(self.bytes.get(..self.len)?).ok()
    }
}

/// The characters of a text of the image; those of `?` if it is none, or longer than any tile's.
pub(super) fn with_face<T>(text: &str, look: impl FnOnce(&str) -> T) -> T {
    let copy = PlacedTileCopy::new(text.as_bytes());
    look(
        copy.as_ref()
            .and_then(PlacedTileCopy::as_str)
            .unwrap_or("?"),
    )
}

/// Whether there is a control character in UTF-8 text. Its bytes tell, so that it need not be copied.
pub(super) fn has_control(text: &[u8]) -> bool {
    // Those beyond ASCII are U+0080 to U+009F; a byte C2 always starts a character.
    let mut pairs = text.iter().zip(text.iter().skip(1));
    text.iter().any(u8::is_ascii_control) || pairs.any(|pair| matches!(pair, (0xC2, 0x80..=0x9F)))
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    #[test]
    fn what_is_no_face_reads_as_a_question_mark() {
        let look = |text: &str| with_face(text, |text| String::from(text));
        assert_eq!(look("L·L"), "L·L");
        assert_eq!(look("ABCDEFGHIJKLMNOP"), "ABCDEFGHIJKLMNOP");
        assert_eq!(look("ABCDEFGHIJKLMNOPQ"), "?");
        assert!(PlacedTileCopy::new(b"\xC3").unwrap().as_str().is_none());
        assert_eq!(look(""), "");
    }

    #[test]
    fn control_characters_are_told_by_their_bytes() {
        let mut buffer = [0; 4];
        for c in '\0'..='\u{ffff}' {
            let text = c.encode_utf8(&mut buffer);
            assert_eq!(has_control(text.as_bytes()), c.is_control(), "{c:?}");
        }
        assert!(has_control("català\u{85}".as_bytes()));
        assert!(!has_control("català".as_bytes()));
    }
}

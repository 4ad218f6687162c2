//! The encoding of a record.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::error::{GcgRemedy, GcgRepair};

/// The name of the pragma of the encoding.
pub(super) const PRAGMA: &str = "character-encoding";

/// The text of a record, and the repair of its encoding.
///
/// A byte-order mark of UTF-16 decides, or else the pragma. A text with neither, or with a wrong pragma, is UTF-8 if it is valid
/// UTF-8, or else ISO 8859-1 (with the characters that Windows adds to it).
pub(super) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Option<GcgRepair>) {
    let named = named_encoding(bytes);
    let wrong = |used: &'static Encoding| {
        let (place, found) = named.clone()?;
        let used = used.name();
        Some(GcgRepair::new(
            place,
            GcgRemedy::EncodingWrong { found, used },
        ))
    };
    let missing = |used: &'static Encoding| {
        let used = used.name();
        let remedy = GcgRemedy::EncodingMissing { used };
        Some(GcgRepair::new((1, 1), remedy))
    };
    let mut rest = bytes;
    if let Some((marked, mark_len)) = Encoding::for_bom(bytes) {
        rest = bytes.get(mark_len..).unwrap_or_default();
        if marked != UTF_8 {
            let (text, _) = marked.decode_without_bom_handling(rest);
            return (text, missing(marked));
        }
        if let (Ok(text), None) = (str::from_utf8(rest), &named) {
            return (Cow::Borrowed(text), missing(UTF_8));
        }
    }
    let encoding = named.as_ref().and_then(|(_, name)| {
        let encoding = Encoding::for_label_no_replacement(name.as_bytes())?;
        encoding.is_ascii_compatible().then_some(encoding)
    });
    let decoded = encoding
        .and_then(|encoding| encoding.decode_without_bom_handling_and_without_replacement(rest));
    if let Some(text) = decoded {
        return (text, None);
    }
    match str::from_utf8(rest) {
        Ok(text) if named.is_some() => (Cow::Borrowed(text), wrong(UTF_8)),
        Ok(text) if text.is_ascii() => (Cow::Borrowed(text), None),
        Ok(text) => (Cow::Borrowed(text), missing(UTF_8)),
        Err(_) => {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(rest);
            (text, wrong(WINDOWS_1252))
        }
    }
}

/// The place and the value of the pragma of the encoding, which must be before the first event.
fn named_encoding(bytes: &[u8]) -> Option<((usize, usize), String)> {
    let mut number = 1;
    for line in bytes.split_inclusive(|&byte| matches!(byte, b'\n' | b'\r')) {
        let text = line.trim_ascii();
        if text.starts_with(b">") {
            return None;
        }
        let pragma = text.strip_prefix(b"#").unwrap_or_default();
        if let Some((name, value)) = pragma.split_at_checked(PRAGMA.len())
            && name.eq_ignore_ascii_case(PRAGMA.as_bytes())
            && value.first().is_none_or(u8::is_ascii_whitespace)
        {
            let value = String::from_utf8_lossy(value.trim_ascii());
            return Some(((number, 1), value.into_owned()));
        }
        number += usize::from(line.ends_with(b"\n"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_decoded(bytes: &[u8], expected: &str, message: &str) {
        let (text, repair) = decode(bytes);
        assert_eq!(text, expected);
        let found = repair.map(|repair| repair.to_string());
        assert_eq!(found.unwrap_or_default(), message);
    }

    #[test]
    fn text_that_has_no_pragma_and_is_not_utf_8_is_windows_1252() {
        assert_decoded(b">a\xe9:", ">a\u{e9}:", "");
        assert_decoded(b"#title \x80", "#title \u{20ac}", "");
    }

    #[test]
    fn utf_8_without_a_pragma_is_reported() {
        let message = "line 1, character 1: no encoding named: read as UTF-8";
        assert_decoded("é".as_bytes(), "é", message);
        assert_decoded(b"\xef\xbb\xbfa", "a", message);
        assert_decoded(b"a", "a", "");
    }

    #[test]
    fn the_pragma_names_the_encoding() {
        let text = |label: &str| format!("#title\n#Character-Encoding {label}\r\n");
        for (label, bytes, expected) in [
            ("utf-8", "Ź".as_bytes(), "Ź"),
            ("ISO-8859-2", b"\xac", "Ź"),
            ("windows-1250", b"\x8f", "Ź"),
            ("iso-8859-1", b"\xac", "¬"),
        ] {
            let all = [text(label).as_bytes(), bytes].concat();
            assert_decoded(&all, &(text(label) + expected), "");
        }
        let marked = [b"\xef\xbb\xbf", text("UTF-8").as_bytes()].concat();
        assert_decoded(&marked, &text("UTF-8"), "");
    }

    #[test]
    fn a_wrong_pragma_is_reported() {
        for (bytes, expected, message) in [
            (
                b"\n#character-encoding utf-8\n\xe9".as_slice(),
                "\n#character-encoding utf-8\n\u{e9}",
                "line 2, character 1: the text is not in the encoding \"utf-8\": read as windows-1252",
            ),
            (
                b"#character-encoding x\n\xc3\xa9",
                "#character-encoding x\n\u{e9}",
                "line 1, character 1: the text is not in the encoding \"x\": read as UTF-8",
            ),
            (
                b"#character-encoding utf-16\n",
                "#character-encoding utf-16\n",
                "line 1, character 1: the text is not in the encoding \"utf-16\": read as UTF-8",
            ),
        ] {
            assert_decoded(bytes, expected, message);
        }
    }

    #[test]
    fn utf_16_is_read_by_its_mark() {
        let message = "line 1, character 1: no encoding named: read as UTF-16LE";
        assert_decoded(b"\xff\xfe#\0\x79\x01", "#Ź", message);
    }
}

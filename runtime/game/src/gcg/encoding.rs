//! The encoding of a record.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::cursor::lines;
use super::error::{GcgError, GcgFault, GcgRemedy, GcgRepair};

/// The name of the pragma of the encoding.
pub(super) const PRAGMA: &str = "character-encoding";

/// The text of a record in this encoding, without its byte-order mark.
pub(super) fn decode_as<'b>(bytes: &'b [u8], name: &str) -> Result<Cow<'b, str>, GcgError> {
    let Some(encoding) = Encoding::for_label_no_replacement(name.trim().as_bytes()) else {
        let name = name.to_owned();
        return Err(GcgError::new((0, 0), GcgFault::UnknownEncoding { name }));
    };
    let (text, used, has_errors) = encoding.decode(bytes);
    match has_errors {
        false => Ok(text),
        true => {
            let name = used.name();
            Err(GcgError::new((0, 0), GcgFault::Encoding { name }))
        }
    }
}

/// The text of a record, and the repair of its encoding.
///
/// The encoding is that of the byte-order mark, or else that of the pragma. The mark of UTF-8 counts only if the text
/// is valid UTF-8. A wrong pragma is ignored. If neither mark nor pragma gives the encoding, the text is UTF-8 if it is
/// valid UTF-8, or else Windows-1252 (ISO 8859-1 with more characters).
pub(super) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Option<GcgRepair>) {
    let repair = |named: Option<NamedEncoding>, used: &'static Encoding| {
        let used = used.name();
        match named {
            None => GcgRepair::new((1, 1), GcgRemedy::EncodingMissing { used }),
            Some((place, found)) => GcgRepair::new(place, GcgRemedy::EncodingWrong { found, used }),
        }
    };
    let mut rest = bytes;
    if let Some((marked, mark_len)) = Encoding::for_bom(bytes) {
        rest = bytes.get(mark_len..).unwrap_or_default();
        let (text, has_errors) = marked.decode_without_bom_handling(rest);
        if marked != UTF_8 || !has_errors {
            let named = named_encoding(&text);
            let is_right = named.as_ref().is_some_and(|(_, name)| {
                // `for_label` reads the label UTF-16 as UTF-16LE. If the mark is that of UTF-16BE, the label UTF-16 is
                // right, too.
                Encoding::for_label(name.as_bytes()) == Some(marked)
                    || marked != UTF_8 && name.eq_ignore_ascii_case("UTF-16")
            });
            return (text, (!is_right).then(|| repair(named, marked)));
        }
    }
    let named = named_encoding(&String::from_utf8_lossy(rest));
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
        Ok(text) if named.is_none() && text.is_ascii() => (Cow::Borrowed(text), None),
        Ok(text) => (Cow::Borrowed(text), Some(repair(named, UTF_8))),
        Err(_) => {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(rest);
            (text, Some(repair(named, WINDOWS_1252)))
        }
    }
}

/// The place and the value of the pragma of the encoding.
type NamedEncoding = ((usize, usize), String);

/// Finds the pragma of the encoding in the lines that precede the first event.
fn named_encoding(text: &str) -> Option<NamedEncoding> {
    for (index, line) in lines(text).enumerate() {
        let line = line.trim();
        if line.starts_with('>') {
            return None;
        }
        let pragma = line.strip_prefix('#').unwrap_or_default();
        let (name, value) = pragma
            .split_once(char::is_whitespace)
            .unwrap_or((pragma, ""));
        if name.eq_ignore_ascii_case(PRAGMA) {
            return Some(((index + 1, 1), value.trim().to_owned()));
        }
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
        let message = "line 1, character 1: no encoding named: read as windows-1252";
        assert_decoded(b">a\xe9:", ">a\u{e9}:", message);
        assert_decoded(b"#title \x80", "#title \u{20ac}", message);
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
        for text in [text("UTF-8").as_str(), "#character-encoding utf8\nŹ"] {
            assert_decoded(&[b"\xef\xbb\xbf", text.as_bytes()].concat(), text, "");
        }
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
                b"\r\r\n#character-encoding utf-8\r\xe9",
                "\r\r\n#character-encoding utf-8\r\u{e9}",
                "line 3, character 1: the text is not in the encoding \"utf-8\": read as windows-1252",
            ),
            (
                b"\xef\xbb\xbf#character-encoding iso-8859-2\n\xc3\xa9",
                "#character-encoding iso-8859-2\n\u{e9}",
                "line 1, character 1: the text is not in the encoding \"iso-8859-2\": read as UTF-8",
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
        for (label, message) in [
            ("UTF-16", ""),
            ("utf-16be", ""),
            (
                "utf-8",
                "line 1, character 1: the text is not in the encoding \"utf-8\": read as UTF-16BE",
            ),
        ] {
            let text = format!("#character-encoding {label}\nŹ");
            let units = text.encode_utf16().flat_map(u16::to_be_bytes);
            let bytes: Vec<u8> = [0xfe, 0xff].into_iter().chain(units).collect();
            assert_decoded(&bytes, &text, message);
        }
    }
}

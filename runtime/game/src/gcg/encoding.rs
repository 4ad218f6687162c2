//! The encoding of a record.

#[cfg(not(feature = "encodings"))]
mod built_in;

use std::borrow::Cow;

#[cfg(not(feature = "encodings"))]
use built_in::{Encoding, UTF_8, WINDOWS_1252};
#[cfg(feature = "encodings")]
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::cursor::lines;
use super::error::{GcgError, GcgFault, GcgRemedy, GcgRepair};

/// The name of the pragma of the encoding.
pub(super) const PRAGMA: &str = "character-encoding";

/// The text of a record in this encoding, without its byte-order mark.
pub(super) fn decode_as<'b>(bytes: &'b [u8], name: &str) -> Result<Cow<'b, str>, GcgError> {
    let encoding = Encoding::for_label_no_replacement(name.trim().as_bytes());
    let encoding = encoding.ok_or_else(|| unknown((0, 0), name))?;
    refuse_utf_16(bytes)?;
    let (used, mark_len) = Encoding::for_bom(bytes).unwrap_or((encoding, 0));
    let bytes = bytes.get(mark_len..).unwrap_or_default();
    let (text, has_errors) = used.decode_without_bom_handling(bytes);
    match has_errors {
        false => Ok(text),
        true => {
            let name = used.name();
            Err(GcgError::new((0, 0), GcgFault::Encoding { name }))
        }
    }
}

fn unknown(place: (usize, usize), name: &str) -> GcgError {
    let name = name.to_owned();
    GcgError::new(place, GcgFault::UnknownEncoding { name })
}

/// Refuses a text with the byte-order mark of UTF-16, unless the feature `encodings` is on.
fn refuse_utf_16(bytes: &[u8]) -> Result<(), GcgError> {
    let is_utf_16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    match is_utf_16 && cfg!(not(feature = "encodings")) {
        true => Err(unknown((1, 1), "UTF-16")),
        false => Ok(()),
    }
}

/// The text of a record, and the repair of its encoding.
///
/// The encoding is that of the byte-order mark, or else that of the pragma. The mark of UTF-8 counts only if the text
/// is valid UTF-8. A wrong pragma is ignored. If neither mark nor pragma gives the encoding, the text is UTF-8 if it is
/// valid UTF-8, or else Windows-1252 (ISO 8859-1 with more characters).
///
/// # Errors
/// Only without the feature `encodings`: the mark or the pragma gives another encoding than UTF-8 and Windows-1252. A text in
/// ASCII may have any pragma.
pub(super) fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Option<GcgRepair>), GcgError> {
    refuse_utf_16(bytes)?;
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
                // The label UTF-16 is that of UTF-16LE. If the mark is that of UTF-16BE, the label is right, too.
                Encoding::for_label_no_replacement(name.as_bytes()) == Some(marked)
                    || marked != UTF_8 && name.eq_ignore_ascii_case("UTF-16")
            });
            return Ok((text, (!is_right).then(|| repair(named, marked))));
        }
    }
    let named = named_encoding(&String::from_utf8_lossy(rest));
    let encoding = named.as_ref().and_then(|(_, name)| {
        let encoding = Encoding::for_label_no_replacement(name.as_bytes())?;
        encoding.is_ascii_compatible().then_some(encoding)
    });
    if let Some((text, false)) = encoding.map(|one| one.decode_without_bom_handling(rest)) {
        return Ok((text, None));
    }
    if cfg!(not(feature = "encodings"))
        && let (Some((place, name)), None) = (&named, encoding)
    {
        let text = str::from_utf8(rest).ok().filter(|text| text.is_ascii());
        let text = text.ok_or_else(|| unknown(*place, name))?;
        return Ok((Cow::Borrowed(text), None));
    }
    Ok(match str::from_utf8(rest) {
        Ok(text) if named.is_none() && text.is_ascii() => (Cow::Borrowed(text), None),
        Ok(text) => (Cow::Borrowed(text), Some(repair(named, UTF_8))),
        Err(_) => {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(rest);
            (text, Some(repair(named, WINDOWS_1252)))
        }
    })
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
        let (text, repair) = decode(bytes).unwrap();
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

    /// The lines before a text whose encoding has this label.
    fn head(label: &str) -> String {
        format!("#title\n#Character-Encoding {label}\r\n")
    }

    #[test]
    fn the_pragma_names_the_encoding() {
        for (label, bytes, expected) in [
            ("utf-8", "Ź".as_bytes(), "Ź"),
            ("ISO-8859-2", b"\xac", "Ź"),
            ("windows-1250", b"\x8f", "Ź"),
            ("iso-8859-1", b"\xac", "¬"),
            ("cp1252", b"\x80\x9f\x81\xff", "€Ÿ\u{81}ÿ"),
        ] {
            let all = [head(label).as_bytes(), bytes].concat();
            match (cfg!(feature = "encodings"), label) {
                (false, "ISO-8859-2" | "windows-1250") => {
                    let message = format!(
                        "line 2, character 1: the encoding {label:?} is not built in (enable the feature encodings of lexc-game, or \
                         write UTF-8 or windows-1252)"
                    );
                    assert_eq!(decode(&all).unwrap_err().to_string(), message);
                    assert!(decode_as(&all, label).is_err());
                }
                _ => {
                    assert_decoded(&all, &(head(label) + expected), "");
                    assert_eq!(decode_as(&all, label).unwrap(), head(label) + expected);
                }
            }
        }
        for text in [head("UTF-8").as_str(), "#character-encoding utf8\nŹ"] {
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
                b"\r\r\n#character-encoding utf-8\r\xe9",
                "\r\r\n#character-encoding utf-8\r\u{e9}",
                "line 3, character 1: the text is not in the encoding \"utf-8\": read as windows-1252",
            ),
            (
                b"\xef\xbb\xbf#character-encoding iso-8859-2\n\xc3\xa9",
                "#character-encoding iso-8859-2\n\u{e9}",
                "line 1, character 1: the text is not in the encoding \"iso-8859-2\": read as UTF-8",
            ),
        ] {
            assert_decoded(bytes, expected, message);
        }
    }

    #[cfg(feature = "encodings")]
    #[test]
    fn an_unknown_pragma_is_reported() {
        for (bytes, expected, message) in [
            (
                b"#character-encoding x\n\xc3\xa9".as_slice(),
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

    #[cfg(not(feature = "encodings"))]
    #[test]
    fn utf_16_is_refused_and_ascii_may_have_any_pragma() {
        for bytes in [b"\xff\xfe#\0", b"\xfe\xff\0#"] {
            let error = decode(bytes).unwrap_err();
            assert!(error.to_string().contains("\"UTF-16\" is not built in"));
            assert_eq!(decode_as(bytes, "utf-8"), Err(error));
        }
        let text = "#character-encoding koi8-r\n";
        assert_decoded(text.as_bytes(), text, "");
    }

    #[cfg(feature = "encodings")]
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

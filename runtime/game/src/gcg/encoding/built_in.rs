//! UTF-8 and Windows-1252 by the interface of the package encoding_rs, which needs the feature `encodings`.

use std::borrow::Cow;

/// An encoding: its name and labels, and the characters of the bytes from 0x80 to 0x9F; those of UTF-8 take several bytes.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Encoding {
    name: &'static str,
    labels: &'static [&'static str],
    characters: Option<[char; 32]>,
}

pub(super) static UTF_8: &Encoding = &Encoding {
    name: "UTF-8",
    labels: &["utf-8", "utf8"],
    characters: None,
};

/// ISO 8859-1 with more characters, so that its labels count, too.
pub(super) static WINDOWS_1252: &Encoding = &Encoding {
    name: "windows-1252",
    labels: &[
        "windows-1252",
        "cp1252",
        "iso-8859-1",
        "iso8859-1",
        "latin1",
        "us-ascii",
        "ascii",
    ],
    characters: Some([
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ]),
};

impl Encoding {
    pub(super) fn for_label_no_replacement(label: &[u8]) -> Option<&'static Encoding> {
        let label = label.trim_ascii();
        let has_label = |encoding: &&Encoding| {
            let labels = encoding.labels.iter();
            labels
                .map(|known| known.as_bytes())
                .any(|known| known.eq_ignore_ascii_case(label))
        };
        [UTF_8, WINDOWS_1252].into_iter().find(has_label)
    }

    pub(super) fn for_bom(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
        let mark = b"\xef\xbb\xbf";
        bytes.starts_with(mark).then_some((UTF_8, mark.len()))
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    pub(super) fn is_ascii_compatible(&self) -> bool {
        true
    }

    /// The text, and `true` if bytes that are not in the encoding were replaced.
    pub(super) fn decode_without_bom_handling<'b>(&self, bytes: &'b [u8]) -> (Cow<'b, str>, bool) {
        let Some(characters) = &self.characters else {
            return (
                String::from_utf8_lossy(bytes),
                str::from_utf8(bytes).is_err(),
            );
        };
        let character = |&byte: &u8| match byte {
            0x80..0xa0 => {
                let character = characters.get(usize::from(byte - 0x80));
                character.copied().unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => char::from(byte),
        };
        (bytes.iter().map(character).collect(), false)
    }
}

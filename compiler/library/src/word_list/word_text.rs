//! Texts of words: capitals, faults, and texts that are read as other letters.

use std::iter;

use lexc_formats::{Alphabet, Tile};
use unicode_normalization::UnicodeNormalization;

use crate::text::{Quoted, to_nfc};
use crate::tokenizer::{Detokenizer, TokenizeErrorKind};

/// True if the text of a word starts with a capital letter, perhaps in brackets.
#[inline]
pub(super) fn starts_with_capital(text: &[u8]) -> bool {
    match text.first() {
        Some(byte) if byte.is_ascii() && *byte != b'[' => byte.is_ascii_uppercase(),
        _ => starts_with_other_capital(text),
    }
}

#[inline(never)]
fn starts_with_other_capital(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"[").unwrap_or(text);
    let text = String::from_utf8_lossy(&text[..text.len().min(4)]);
    text.chars().next().is_some_and(char::is_uppercase)
}

/// Message for a word that cannot be read as tiles.
pub(super) fn bad_word(word: &str, error: &TokenizeErrorKind) -> String {
    if let TokenizeErrorKind::NoTile(c) = error
        && let Some(form) = compatibility_form(*c)
    {
        let (word, form) = (Quoted(word), Quoted(&form));
        return format!("{error}, in {word} (it is a compatibility form of {form}; write that)");
    }
    let remedy = match error {
        TokenizeErrorKind::NoTile(',' | ';') => " (only white space or `#` ends a word)",
        TokenizeErrorKind::NoTile('\u{feff}') => {
            " (a byte order mark, which may only start a line: remove it)"
        }
        TokenizeErrorKind::TooLong => {
            " (write each word on a line of its own, or skip long ones with --max-length)"
        }
        _ => "",
    };
    format!("{error}, in {}{remedy}", Quoted(word))
}

/// The word's tiles as text, if they spell other letters than the text of the word.
pub(super) fn respelled(alphabet: Alphabet<'_>, codes: &[u8], text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    let normal = to_nfc(&text).replace(['[', ']'], "");
    let spelled = Detokenizer::new(alphabet).spell(codes);
    let is_same = normal.to_uppercase() == spelled.replace(['[', ']'], "").to_uppercase()
        || is_exact(alphabet, codes, &normal);
    (!is_same).then_some(spelled)
}

/// True if the text consists of the texts or blank forms of the tiles, in order.
fn is_exact(alphabet: Alphabet<'_>, codes: &[u8], text: &str) -> bool {
    let mut tiles = codes.iter().filter_map(|code| Tile::new(*code));
    let rest = tiles.try_fold(text, |rest, tile| {
        let [text, blank] = [alphabet.text(tile), alphabet.blank_text(tile)];
        rest.strip_prefix(text).or_else(|| rest.strip_prefix(blank))
    });
    rest == Some("")
}

/// The compatibility form of a character in Unicode (NFKC), if it has one.
fn compatibility_form(c: char) -> Option<String> {
    let canonical: String = iter::once(c).nfc().collect();
    let form: String = iter::once(c).nfkc().collect();
    (form != canonical && !c.is_whitespace()).then_some(form)
}

/// The tiles of a word, each of several characters in brackets, also where the text without them reads as the same tiles.
pub(super) fn with_all_brackets(alphabet: Alphabet<'_>, codes: &[u8]) -> String {
    let tiles = codes.iter().filter_map(|code| Tile::new(*code));
    let texts = tiles.map(|tile| match alphabet.text(tile) {
        text if text.chars().nth(1).is_some() => format!("[{text}]"),
        text => text.to_owned(),
    });
    texts.collect()
}

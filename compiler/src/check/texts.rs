//! Texts of an alphabet that read back as the same tiles.
//!
//! The rules take Unicode's tables, which readers without `std` do not have. [`Image::from_bytes`] accepts an image that
//! breaks them; `lexc build` writes none.

use lexc_formats::{Alphabet, SectionName};
use unicode_normalization::UnicodeNormalization;

use crate::text::{Quoted, combines};
use crate::tokenizer::{Detokenizer, Tokenizer};
use crate::word_list::WordList;

/// Checks that every text and blank form is in NFC and starts with a character that combines with none before it, and
/// that every tile and every word reads back from its text.
pub(super) fn check(alphabet: Alphabet<'_>, words: &WordList) -> Result<(), String> {
    for tile in alphabet.tiles() {
        let code = tile.code();
        check_text("text", code, alphabet.text(tile))?;
        check_text("blank form", code, alphabet.blank_text(tile))?;
    }
    let tokenizer = Tokenizer::new(alphabet);
    let mut detokenizer = Detokenizer::new(alphabet);
    let reads_as = |text: &str, codes: &[u8]| {
        let word = tokenizer.tokenize(text);
        word.is_ok_and(|word| word.codes() == codes)
    };
    for tile in alphabet.tiles() {
        for text in [alphabet.text(tile), alphabet.blank_text(tile)] {
            if !reads_as(&format!("[{text}]"), &[tile.code()]) {
                return Err(fault(format_args!(
                    "{} does not read back as tile {} (write it otherwise)",
                    Quoted(text),
                    tile.code()
                )));
            }
        }
    }
    for codes in words {
        let text = detokenizer.spell(codes);
        if !reads_as(&text, codes) {
            return Err(fault(format_args!(
                "the word {} does not read back as its tiles (write their texts otherwise)",
                Quoted(&text)
            )));
        }
    }
    Ok(())
}

fn check_text(what: &str, tile: u8, text: &str) -> Result<(), String> {
    let normal: String = text.nfc().collect();
    if normal != text {
        return Err(fault(format_args!(
            "the {what} {} of tile {tile} is not in NFC (write {})",
            with_code_points(text),
            with_code_points(&normal)
        )));
    }
    if text.chars().next().is_none_or(combines) {
        return Err(fault(format_args!(
            "the {what} {} of tile {tile} starts with a character that combines with the one before it (put its base letter in front of it)",
            with_code_points(text)
        )));
    }
    Ok(())
}

fn fault(message: std::fmt::Arguments<'_>) -> String {
    format!("section {}: {message}", SectionName::ALPHABET)
}

/// The text and its code points: `` `L·` (U+004C U+00B7) ``.
fn with_code_points(text: &str) -> String {
    let points: Vec<String> = text
        .chars()
        .map(|c| format!("U+{:04X}", u32::from(c)))
        .collect();
    format!("{} ({})", Quoted(text), points.join(" "))
}

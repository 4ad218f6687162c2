//! Tokenizer: converts the text of a word to tiles.
//!
//! **Spelling.** A tile is spelled by its text or its blank form, and by any text equal to one of these except for case.
//! The exact text or blank form of a tile spells that tile alone: in Turkish, `i` is İ and `ı` is I.
//!
//! **Brackets.** `[L·L]` is the tile that the text between the brackets spells, whether it has one character or several.
//!
//! **Bare text.** Without brackets, text is cut into spelled tiles in every possible way. If there is one way, that is the
//! word. If there are several, as for `CHICO` where C, H and CH are tiles, the word is refused and the ways are shown:
//! `[CH]ICO` and `[C]HICO` say which is meant. In Catalan nothing needs brackets: neither `·` nor Q nor Y is a tile, so
//! `COL·LEGI` and `QUINZE` can be read in one way only.
//!
//! Text is normalised to NFC first, and a character whose upper case has several (ß, ligatures) counts as these unless
//! the alphabet has it.

mod detokenizer;
mod error;
mod fast_path;
mod folded_char;
mod general;
mod spellings;
#[cfg(test)]
mod tests;
mod word;

pub use detokenizer::Detokenizer;
pub use error::{TokenizeError, TokenizeErrorKind};
pub use general::Tokenizer;
pub use word::TokenizedWord;

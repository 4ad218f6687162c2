//! Prefixes, hooks and the word index.

use core::ffi::c_char;

use lexc_runtime::{Tile, Word};

use crate::argument::arguments;
use crate::lexicon::{lexc_lexicon, word_of};
use crate::status::{Failure, answer, lexc_error, lexc_status};

/// Tiles that make a word when put before or after the given tiles. Bit c stands for the tile with code c.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct lexc_hook_sets {
    /// Front hooks: tiles to put before the given tiles.
    pub front: u64,
    /// Back hooks: tiles to put after the given tiles.
    pub back: u64,
}

/// (full) Looks up a word by the codes of its tiles. Writes false if a code is unknown, or if there are more than 63 codes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_contains_tiles(
    lexicon: *const lexc_lexicon,
    codes: *const u8,
    len: usize,
    is_word: *mut bool,
) -> lexc_status {
    arguments!(lexicon, codes[len], is_word);
    answer(|| {
        let (lexicon, codes) = (lexicon.get()?, codes.values()?);
        let mut word = Word::EMPTY;
        let mut push = |&code: &u8| Tile::new(code).is_some_and(|tile| word.push(tile));
        let is_spelled = codes.iter().all(&mut push);
        is_word.write(is_spelled && lexicon.contains(&word))
    })
}

/// (full) Tests if any word of the lexicon starts with these tiles. Each word is a prefix of itself.
/// LEXC_ERROR_TEXT: as for lexc_contains.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_is_prefix(
    lexicon: *const lexc_lexicon,
    prefix: *const c_char,
    is_prefix: *mut bool,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, prefix, is_prefix, error);
    error.answer(|| {
        let (lexicon, prefix) = word_of(&lexicon, &prefix)?;
        is_prefix.write(lexicon.is_prefix(&prefix))
    })
}

/// (full) Writes the word index of a word: the number of words before it in alphabetical order.
/// LEXC_ERROR_NO_WORD: the lexicon does not have the word. LEXC_ERROR_MISSING: the image has no word index.
/// LEXC_ERROR_TEXT: as for lexc_contains.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_word_index(
    lexicon: *const lexc_lexicon,
    word: *const c_char,
    index: *mut u32,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, word, index, error);
    error.answer(|| {
        let (lexicon, word) = word_of(&lexicon, &word)?;
        if !lexicon.has_word_index() {
            return Err(Failure::NoWordIndex);
        }
        index.write(lexicon.index_of(&word).ok_or(Failure::NoWord)?)
    })
}

/// (full) Writes the word that has this word index, 0 to word_count - 1.
/// LEXC_ERROR_NO_WORD: the index is word_count or more. LEXC_ERROR_MISSING: the image has no word index.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_word_at(
    lexicon: *const lexc_lexicon,
    index: u32,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, text[text_bytes], len, error);
    error.answer(|| {
        let lexicon = lexicon.get()?;
        if !lexicon.has_word_index() {
            return Err(Failure::NoWordIndex);
        }
        let word = lexicon.word_at(index).ok_or(Failure::NoWord)?;
        text.answer_text(&len, &word.display(lexicon.alphabet()))
    })
}

/// (full) Writes the definition of a word; an empty text if the word list had none for it.
/// LEXC_ERROR_NO_WORD: the lexicon does not have the word. LEXC_ERROR_MISSING: the image has no definitions.
/// LEXC_ERROR_TEXT: as for lexc_contains.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_definition(
    lexicon: *const lexc_lexicon,
    word: *const c_char,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, word, text[text_bytes], len, error);
    error.answer(|| {
        let (lexicon, word) = word_of(&lexicon, &word)?;
        if !lexicon.has_definitions() {
            return Err(Failure::NoDefinitions);
        }
        match lexicon.definition(&word) {
            Some(definition) => text.answer_text(&len, &definition),
            None if lexicon.contains(&word) => text.answer_text(&len, &""),
            None => Err(Failure::NoWord),
        }
    })
}

/// (full) Writes the hooks of these tiles, which need not form a word themselves.
/// LEXC_ERROR_TEXT: as for lexc_contains.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_hooks(
    lexicon: *const lexc_lexicon,
    word: *const c_char,
    hooks: *mut lexc_hook_sets,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, word, hooks, error);
    error.answer(|| {
        let (lexicon, word) = word_of(&lexicon, &word)?;
        let found = lexicon.hooks(&word);
        hooks.write(lexc_hook_sets {
            front: found.front.bits(),
            back: found.back.bits(),
        })
    })
}

//! Questions about words.

use core::ffi::c_char;

#[cfg(feature = "full")]
use lexc_runtime::Tile;
use lexc_runtime::{Lexicon, Word};

use crate::failure::Failure;
use crate::handle::get;
use crate::lexicon::lexc_lexicon;
#[cfg(feature = "full")]
use crate::memory::bytes;
use crate::memory::{text, write};
use crate::message::Message;
#[cfg(feature = "full")]
use crate::message::status;
use crate::status::lexc_status;
#[cfg(feature = "full")]
use crate::text::answer_text;

/// Tiles that turn a word into another one. Bit c stands for the tile with code c.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct lexc_hook_sets {
    /// Front hooks: tiles that go before the word.
    pub front: u64,
    /// Back hooks: tiles that go after the word.
    pub back: u64,
}

/// Reads a word, and writes the answer of `ask` about it.
///
/// # Safety
/// Same as [`get`], [`text`] and [`write`].
unsafe fn ask_about<T>(
    lexicon: *const lexc_lexicon,
    word: *const c_char,
    answer: *mut T,
    argument: &'static str,
    ask: impl FnOnce(&Lexicon<'static>, &Word) -> Result<T, Failure>,
) -> Result<(), Failure> {
    // SAFETY: the caller promises the same.
    let lexicon = unsafe { get(lexicon) }?;
    // SAFETY: the caller promises the same.
    let word = Word::parse(unsafe { text(word, "word") }?, lexicon.alphabet())?;
    let value = ask(lexicon, &word)?;
    // SAFETY: the caller promises the same.
    unsafe { write(answer, argument, value) }
}

/// Looks up a word. Capitals and the texts of blanks are equal here. Takes one step per tile.
/// LEXC_ERROR_TEXT: the text is not written in tiles of the alphabet, or has more than 63.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_contains(
    lexicon: *const lexc_lexicon,
    word: *const c_char,
    is_word: *mut bool,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    // SAFETY: the header requires it of messages.
    let message = unsafe { Message::new(message, message_bytes) };
    let ask = |lexicon: &Lexicon<'_>, word: &Word| Ok(lexicon.contains(word));
    // SAFETY: the header requires it of lexicons, texts and results.
    message.answer(unsafe { ask_about(lexicon, word, is_word, "is_word", ask) })
}

/// (full) Looks up a word by the codes of its tiles. The answer is false if a code is unknown, or if there are more than 63.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_contains_tiles(
    lexicon: *const lexc_lexicon,
    codes: *const u8,
    len: usize,
    is_word: *mut bool,
) -> lexc_status {
    // SAFETY: the header requires it of lexicons.
    status(unsafe { get(lexicon) }.and_then(|lexicon| {
        // SAFETY: the header requires it of codes.
        let codes = unsafe { bytes(codes, len, "codes") }?;
        let mut word = Word::EMPTY;
        let mut push = |&code: &u8| Tile::new(code).is_some_and(|tile| word.push(tile));
        let is_written = codes.iter().all(&mut push);
        // SAFETY: the header requires it of results.
        unsafe { write(is_word, "is_word", is_written && lexicon.contains(&word)) }
    }))
}

/// (full) Tests if a word starts with these tiles. Each word starts with itself.
/// LEXC_ERROR_TEXT: as for lexc_contains.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_is_prefix(
    lexicon: *const lexc_lexicon,
    prefix: *const c_char,
    is_prefix: *mut bool,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    // SAFETY: the header requires it of messages.
    let message = unsafe { Message::new(message, message_bytes) };
    let ask = |lexicon: &Lexicon<'_>, word: &Word| Ok(lexicon.is_prefix(word));
    // SAFETY: the header requires it of lexicons, texts and results.
    message.answer(unsafe { ask_about(lexicon, prefix, is_prefix, "is_prefix", ask) })
}

/// (full) Word index: the number of words before this one in alphabet order.
/// LEXC_ERROR_NO_WORD: the lexicon does not have the word. LEXC_ERROR_MISSING: the image has no word index.
/// LEXC_ERROR_TEXT: as for lexc_contains.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_word_index(
    lexicon: *const lexc_lexicon,
    word: *const c_char,
    index: *mut u32,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    // SAFETY: the header requires it of messages.
    let message = unsafe { Message::new(message, message_bytes) };
    let ask = |lexicon: &Lexicon<'_>, word: &Word| {
        if !lexicon.has_word_index() {
            return Err(Failure::NoWordIndex);
        }
        lexicon.index_of(word).ok_or(Failure::NoWord)
    };
    // SAFETY: the header requires it of lexicons, texts and results.
    message.answer(unsafe { ask_about(lexicon, word, index, "index", ask) })
}

/// (full) Writes the word with an index of 0 to word_count - 1.
/// LEXC_ERROR_NO_WORD: the index is larger. LEXC_ERROR_MISSING: the image has no word index.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_word_at(
    lexicon: *const lexc_lexicon,
    index: u32,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    // SAFETY: the header requires it of lexicons.
    status(unsafe { get(lexicon) }.and_then(|lexicon| {
        if !lexicon.has_word_index() {
            return Err(Failure::NoWordIndex);
        }
        let word = lexicon.word_at(index).ok_or(Failure::NoWord)?;
        // SAFETY: the header requires it of buffers for texts.
        unsafe { answer_text(text, text_bytes, len, &word.display(lexicon.alphabet())) }
    }))
}

/// (full) Writes the hooks of these tiles, which need not be a word themselves.
/// LEXC_ERROR_TEXT: as for lexc_contains.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_hooks(
    lexicon: *const lexc_lexicon,
    word: *const c_char,
    hooks: *mut lexc_hook_sets,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    // SAFETY: the header requires it of messages.
    let message = unsafe { Message::new(message, message_bytes) };
    let ask = |lexicon: &Lexicon<'_>, word: &Word| {
        let hooks = lexicon.hooks(word);
        Ok(lexc_hook_sets {
            front: hooks.front.bits(),
            back: hooks.back.bits(),
        })
    };
    // SAFETY: the header requires it of lexicons, texts and results.
    message.answer(unsafe { ask_about(lexicon, word, hooks, "hooks", ask) })
}

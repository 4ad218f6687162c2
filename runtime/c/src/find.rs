//! Searches for words that meet conditions.

use core::cell::Cell;
use core::ffi::{c_char, c_void};
use core::fmt;
use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use lexc_formats::MAX_WORD_LEN;
use lexc_runtime::{Alphabet, Condition, Finder, Lexicon, Word};

use crate::argument::{Argument, arguments};
use crate::lexicon::{lexc_lexicon, write_word};
use crate::status::{Failure, lexc_error, lexc_status};
use crate::text::write_to;

/// Largest number of conditions of a search.
pub const LEXC_MAX_CONDITIONS: usize = 8;

/// Writes the words that meet all conditions, in alphabetical order, each with a line feed after it. Takes up to 32 KiB of
/// stack.
/// A condition is a name and a value, such as "anagram:AEINRT?" or "length:7-8". White space separates conditions; an empty
/// text has none, and all words meet it. The names are the long options of `lexc find`, which the message of an unknown name
/// lists; compiler/book/src/words.md describes their values.
/// LEXC_ERROR_ARGUMENT: more than LEXC_MAX_CONDITIONS conditions. LEXC_ERROR_TEXT: the message names the condition and the place.
/// LEXC_ERROR_CAPACITY: the buffer is too short for all words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_find(
    lexicon: *const lexc_lexicon,
    conditions: *const c_char,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, conditions, text[text_bytes], len, error);
    error.answer(|| {
        let lexicon = lexicon.get()?;
        let mut made = met_by_all();
        let made = conditions_of(&conditions, lexicon.alphabet(), &mut made)?;
        let conditions = Cell::new(made);
        text.answer_text(
            &len,
            &Found {
                lexicon,
                conditions,
            },
        )
    })
}

/// Receives a word, its length in bytes, and the context of the search. The word ends in a zero, and is valid until the function
/// returns. A result other than 0 ends the search. The function may call this library, but may not change the lexicon or close
/// its map. It must return: no longjmp, no exceptions.
pub type lexc_word_visitor = Option<
    unsafe extern "C" fn(word: *const c_char, word_bytes: usize, context: *mut c_void) -> i32,
>;

/// (full) Visits the words that meet all conditions, in alphabetical order, until the visitor returns a number other
/// than 0. The conditions are a text, as for lexc_find. Takes up to 32 KiB of stack.
/// LEXC_STOPPED: the visitor ended the search. LEXC_ERROR_ARGUMENT, LEXC_ERROR_TEXT: as for lexc_find.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_for_each_word(
    lexicon: *const lexc_lexicon,
    conditions: *const c_char,
    visitor: lexc_word_visitor,
    context: *mut c_void,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, conditions, error);
    error.answer_search(|| {
        let lexicon = lexicon.get()?;
        let mut made = met_by_all();
        let made = conditions_of(&conditions, lexicon.alphabet(), &mut made)?;
        let visitor = visitor.ok_or(Failure::Null("visitor"))?;
        let mut text = [MaybeUninit::uninit(); WORD_BYTES];
        let visit = |word: &Word| {
            // The buffer has room for every word.
            let len = write_to(&mut text, &word.display(lexicon.alphabet())).unwrap_or(0);
            // SAFETY: the header states the duties of visitors.
            match unsafe { visitor(text.as_ptr().cast(), len, context) } {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        // The only error is that a search reaches the limit of steps. In a valid image, no search does.
        let result = Finder::new(lexicon).words(made, visit);
        Ok(result.unwrap_or(ControlFlow::Continue(())))
    })
}

/// Bytes of the longest text of a word, with its zero: tiles of 16 bytes, each in brackets.
const WORD_BYTES: usize = MAX_WORD_LEN * (16 + 2) + 1;

/// Conditions that all words meet.
fn met_by_all() -> [Condition; LEXC_MAX_CONDITIONS] {
    [Condition::length(0..=usize::MAX); LEXC_MAX_CONDITIONS]
}

/// Reads the conditions into the start of `made`, and returns that part.
fn conditions_of<'m>(
    text: &Argument<*const c_char>,
    alphabet: Alphabet<'_>,
    made: &'m mut [Condition; LEXC_MAX_CONDITIONS],
) -> Result<&'m mut [Condition], Failure> {
    let mut count = 0;
    for condition in Condition::parse_all(text.text()?, alphabet) {
        let too_many = Failure::TooManyConditions(LEXC_MAX_CONDITIONS);
        *made.get_mut(count).ok_or(too_many)? = condition?;
        count += 1;
    }
    Ok(made.get_mut(..count).unwrap_or_default())
}

/// The words that meet the conditions, as text. Writing the text takes the conditions, so it works only once.
struct Found<'l> {
    lexicon: &'l Lexicon<'l>,
    conditions: Cell<&'l mut [Condition]>,
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut result = Ok(());
        let visit = |word: &Word| {
            result = write_word(f, word, self.lexicon.alphabet()).and_then(|()| f.write_str("\n"));
        };
        // The only error is that a search reaches the limit of steps. In a valid image, no search does.
        let _ = Finder::new(self.lexicon).words(self.conditions.take(), visit);
        result
    }
}

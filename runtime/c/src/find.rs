//! Searches for words that meet conditions.

use core::cell::Cell;
use core::ffi::{c_char, c_void};
use core::fmt;
use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use lexc_runtime::{Alphabet, Condition, Finder, Lexicon, Word};

use crate::argument::{Argument, arguments};
use crate::lexicon::{lexc_lexicon, write_word};
use crate::status::{Failure, lexc_status};
use crate::text::write_to;

/// Largest number of conditions of a search.
pub const LEXC_MAX_CONDITIONS: usize = 4;

/// Kinds of conditions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum lexc_condition_kind {
    /// Words that use all tiles of the rack `text` and no others. In a rack, ? or . is a blank, [ABC] one of these tiles, [^ABC]
    /// any one tile except these, and * any number of further tiles.
    LEXC_ANAGRAM = 0,
    /// Words that use some or all tiles of the rack `text` and no others.
    LEXC_SUB_ANAGRAM = 1,
    /// Words that match the pattern `text`. In a pattern, ? or . is any one tile, [ABC] one of these tiles, [^ABC] any
    /// one tile except these, and * any sequence of tiles or none.
    LEXC_PATTERN = 2,
    /// Words of `min` to `max` tiles. `text` is not read.
    LEXC_LENGTH = 3,
    /// Words with `min` to `max` vowels. `text` is not read.
    LEXC_VOWELS = 4,
    /// Words at a distance of `min` to `max` from the word `text`. The distance is the least number of tiles to insert, delete
    /// or replace. A `max` above 3 counts as 3; no word meets a `min` above 3.
    LEXC_NEAR = 5,
}

/// A condition that words meet. `min` and `max` are read only if the comment of the lexc_condition_kind names them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct lexc_condition {
    /// A lexc_condition_kind.
    pub kind: i32,
    /// Least number of tiles or vowels, or least distance.
    pub min: u32,
    /// Greatest number of tiles or vowels, or greatest distance.
    pub max: u32,
    /// Rack, pattern or word, as the kind requires. Ends in a zero.
    pub text: *const c_char,
}

/// Writes the words that meet all conditions, in alphabetical order, each with a line feed after it. If there are no
/// conditions, writes all words. Takes up to 20 KiB of stack.
/// LEXC_ERROR_ARGUMENT: unknown kind, or more than LEXC_MAX_CONDITIONS conditions. LEXC_ERROR_TEXT: the message names the place.
/// LEXC_ERROR_CAPACITY: the buffer is too short for all words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_find(
    lexicon: *const lexc_lexicon,
    conditions: *const lexc_condition,
    condition_count: usize,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    arguments!(
        lexicon,
        conditions[condition_count],
        text[text_bytes],
        len,
        message[message_bytes]
    );
    message.answer(|| {
        let lexicon = lexicon.get()?;
        let mut made = met_by_all();
        // SAFETY: the header requires the texts.
        let made = unsafe { conditions_of(&conditions, lexicon.alphabet(), &mut made)? };
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
/// than 0. If there are no conditions, visits all words. Takes up to 20 KiB of stack.
/// LEXC_STOPPED: the visitor ended the search. LEXC_ERROR_ARGUMENT, LEXC_ERROR_TEXT: as for lexc_find.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_for_each_word(
    lexicon: *const lexc_lexicon,
    conditions: *const lexc_condition,
    condition_count: usize,
    visitor: lexc_word_visitor,
    context: *mut c_void,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    arguments!(lexicon, conditions[condition_count], message[message_bytes]);
    let mut is_stopped = false;
    let status = message.answer(|| {
        let lexicon = lexicon.get()?;
        let mut made = met_by_all();
        // SAFETY: the header requires the texts.
        let made = unsafe { conditions_of(&conditions, lexicon.alphabet(), &mut made)? };
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
        is_stopped = matches!(result, Ok(ControlFlow::Break(())));
        Ok(())
    });
    match is_stopped {
        true => lexc_status::LEXC_STOPPED,
        false => status,
    }
}

/// Bytes of the longest text of a word, with its zero: 63 tiles of 16 bytes, each in brackets.
const WORD_BYTES: usize = 63 * (16 + 2) + 1;

/// Conditions that all words meet.
fn met_by_all() -> [Condition; LEXC_MAX_CONDITIONS] {
    [Condition::length(0..=usize::MAX); LEXC_MAX_CONDITIONS]
}

/// Reads the conditions into the start of `made`, and returns that part.
///
/// # Safety
/// The text of each condition is as [`Argument::new`] requires.
unsafe fn conditions_of<'m>(
    conditions: &Argument<(*const lexc_condition, usize)>,
    alphabet: Alphabet<'_>,
    made: &'m mut [Condition; LEXC_MAX_CONDITIONS],
) -> Result<&'m mut [Condition], Failure> {
    let conditions = conditions.values()?;
    let made = made.get_mut(..conditions.len());
    let made = made.ok_or(Failure::OutOfRange("condition_count"))?;
    for (to, condition) in made.iter_mut().zip(conditions) {
        let text = condition.text;
        arguments!(text);
        *to = condition.condition(&text, alphabet)?;
    }
    Ok(made)
}

impl lexc_condition {
    fn condition(
        &self,
        text: &Argument<*const c_char>,
        alphabet: Alphabet<'_>,
    ) -> Result<Condition, Failure> {
        const ANAGRAM: i32 = lexc_condition_kind::LEXC_ANAGRAM as i32;
        const SUB_ANAGRAM: i32 = lexc_condition_kind::LEXC_SUB_ANAGRAM as i32;
        const PATTERN: i32 = lexc_condition_kind::LEXC_PATTERN as i32;
        const LENGTH: i32 = lexc_condition_kind::LEXC_LENGTH as i32;
        const VOWELS: i32 = lexc_condition_kind::LEXC_VOWELS as i32;
        const NEAR: i32 = lexc_condition_kind::LEXC_NEAR as i32;
        let range = self.min as usize..=self.max as usize;
        Ok(match self.kind {
            ANAGRAM => Condition::anagram(text.text()?, alphabet)?,
            SUB_ANAGRAM => Condition::sub_anagram(text.text()?, alphabet)?,
            PATTERN => Condition::pattern(text.text()?, alphabet)?,
            LENGTH => Condition::length(range),
            VOWELS => Condition::vowels(range, alphabet),
            NEAR => Condition::near(&Word::parse(text.text()?, alphabet)?, range),
            _ => return Err(Failure::OutOfRange("kind")),
        })
    }
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

//! Move generation, and plays that come from elsewhere.

use core::ffi::{c_char, c_void};
use core::ops::ControlFlow;

#[cfg(feature = "full")]
use lexc_runtime::{Algorithm, Lexicon, check_play, score};
use lexc_runtime::{MoveGen, Play};

use crate::failure::Failure;
use crate::game::searched;
use crate::handle::get;
#[cfg(feature = "full")]
use crate::memory::text;
use crate::memory::{read, room, write};
#[cfg(feature = "full")]
use crate::message::Message;
use crate::message::status;
use crate::play::lexc_play;
use crate::position::lexc_position;
use crate::status::{LEXC_OK, LEXC_STOPPED, lexc_status};
use crate::text::answer_text;

/// Algorithms that generate plays: the same plays, in different orders.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum lexc_algorithm {
    /// The fastest one for the automata of the image.
    LEXC_FASTEST = 0,
    /// Appel and Jacobson (1988), over the DAWG.
    LEXC_DAWG = 1,
    /// Gordon (1994), over the GADDAG.
    LEXC_GADDAG = 2,
    /// Appel and Jacobson (1988) with each left part generated once for all lines, over the DAWG.
    LEXC_EVERY_LINE = 3,
}

/// Receives a play, which is there until the function returns, and the context of the search. A result other than 0 ends the
/// search. The function may call this library, but may not change or close the position, its lexicon, rules or map. It has
/// to return: no longjmp, no exceptions.
pub type lexc_visitor =
    Option<unsafe extern "C" fn(play: *const lexc_play, context: *mut c_void) -> i32>;

/// Move generation by the algorithm of a number.
#[cfg(feature = "full")]
fn movegen(
    algorithm: i32,
    lexicon: &'static Lexicon<'static>,
) -> Result<MoveGen<'static>, Failure> {
    const FASTEST: i32 = lexc_algorithm::LEXC_FASTEST as i32;
    const DAWG: i32 = lexc_algorithm::LEXC_DAWG as i32;
    const GADDAG: i32 = lexc_algorithm::LEXC_GADDAG as i32;
    const EVERY_LINE: i32 = lexc_algorithm::LEXC_EVERY_LINE as i32;
    let movegen = MoveGen::new(lexicon);
    let algorithm = match algorithm {
        FASTEST => return Ok(movegen),
        DAWG => Algorithm::Dawg,
        GADDAG => Algorithm::Gaddag,
        EVERY_LINE => Algorithm::EveryLine,
        _ => {
            return Err(Failure::OutOfRange {
                argument: "algorithm",
            });
        }
    };
    let movegen = movegen.with_algorithm(algorithm);
    movegen.map_err(|_| Failure::NoAutomaton)
}

/// (full) Visits every legal play with its score, each once, until the visitor returns another number than 0. The order is the
/// same on every host. Exchanges and the pass are left out; on an empty board whose layout is symmetric, so are plays down.
/// LEXC_STOPPED: the visitor ended the search. LEXC_ERROR_MISSING: the image lacks the automaton of the lexc_algorithm.
/// LEXC_ERROR_ARGUMENT: unknown algorithm.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_for_each_play(
    position: *const lexc_position,
    algorithm: i32,
    visitor: lexc_visitor,
    context: *mut c_void,
) -> lexc_status {
    // SAFETY: the header requires it of positions.
    let result = unsafe { get(position) }.and_then(|game| {
        let visitor = visitor.ok_or(Failure::Null {
            argument: "visitor",
        })?;
        let visit = |play: &Play| {
            let play = lexc_play::new(play);
            // SAFETY: the header requires it of visitors.
            match unsafe { visitor(&raw const play, context) } {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        Ok(movegen(algorithm, game.lexicon())?.for_each(searched(game), visit))
    });
    match result {
        Ok(ControlFlow::Continue(())) => LEXC_OK,
        Ok(ControlFlow::Break(())) => LEXC_STOPPED,
        Err(failure) => failure.status(),
    }
}

// The search fills the caller's memory with plays of the runtime, and each is then converted in place.
const _: () = {
    assert!(size_of::<Option<Play>>() == size_of::<lexc_play>());
    assert!(align_of::<Option<Play>>() == align_of::<lexc_play>());
};

/// Writes the plays with the highest scores, best first, and their number: `capacity`, or fewer if there are no more. Zeroes
/// the rest of `plays`. Among plays of equal score, plays across come first, then plays higher up, further left, and by
/// their placed tiles. Few plays are found much faster than all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_best_plays(
    position: *const lexc_position,
    plays: *mut lexc_play,
    capacity: usize,
    count: *mut usize,
) -> lexc_status {
    // SAFETY: the header requires it of positions.
    status(unsafe { get(position) }.and_then(|game| {
        // SAFETY: the header requires it of results.
        unsafe { write(count, "count", 0) }?;
        // SAFETY: the header requires it of room for plays; an `Option<Play>` takes as much.
        let slots = unsafe { room(plays.cast::<Option<Play>>(), capacity, "plays") }?;
        for slot in slots.iter_mut() {
            slot.write(None);
        }
        let slots = core::ptr::from_mut(slots) as *mut [Option<Play>];
        // SAFETY: all slots were written.
        let best = unsafe { &mut *slots };
        let found = MoveGen::new(game.lexicon()).top(searched(game), best);
        // SAFETY: the header requires it of results.
        unsafe { write(count, "count", found) }?;
        let first = slots.cast::<Option<Play>>();
        for index in 0..capacity {
            let slot = first.wrapping_add(index);
            // SAFETY: the slot was written.
            let play = unsafe { slot.read() };
            let play = play.as_ref().map_or(lexc_play::NONE, lexc_play::new);
            // SAFETY: the slot is the caller's memory and has room for it.
            unsafe { slot.cast::<lexc_play>().write(play) };
        }
        Ok(())
    }))
}

/// Writes a play in standard notation: "8D RETSINA" across, "D8 RETSINA" down, with the tiles that are on the board.
/// LEXC_ERROR_ARGUMENT: the play is malformed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_play_text(
    position: *const lexc_position,
    play: *const lexc_play,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    // SAFETY: the header requires it of positions.
    status(unsafe { get(position) }.and_then(|game| {
        // SAFETY: the header requires it of plays.
        let play = unsafe { read(play, "play") }?.to_play()?;
        let written = play.display(game.position().board(), game.lexicon().alphabet());
        // SAFETY: the header requires it of buffers for texts.
        unsafe { answer_text(text, text_bytes, len, &written) }
    }))
}

/// (full) Reads a play in standard notation and scores it. A tile on the board is written plainly, as ".", or in parentheses.
/// The play need not be legal.
/// LEXC_ERROR_TEXT: the message names the column.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_play_parse(
    position: *const lexc_position,
    written: *const c_char,
    play: *mut lexc_play,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    // SAFETY: the header requires it of messages.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of positions.
    message.answer(unsafe { get(position) }.and_then(|game| {
        // SAFETY: the header requires it of texts.
        let written = unsafe { text(written, "written") }?;
        let parsed = Play::parse(written, game.position(), game.lexicon().alphabet())?;
        // SAFETY: the header requires it of results.
        unsafe { write(play, "play", lexc_play::new(&parsed)) }
    }))
}

/// (full) Checks that a play is legal: LEXC_OK if it is. Looks up all words that it forms.
/// LEXC_ERROR_ILLEGAL: the message names the word, tile or square. LEXC_ERROR_ARGUMENT: the play is malformed.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_play_check(
    position: *const lexc_position,
    play: *const lexc_play,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    // SAFETY: the header requires it of messages.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of positions.
    message.answer(unsafe { get(position) }.and_then(|game| {
        let (lexicon, alphabet) = (game.lexicon(), game.lexicon().alphabet());
        // SAFETY: the header requires it of plays.
        let play = unsafe { read(play, "play") }?.to_play()?;
        let result = check_play(lexicon, game.position(), &play);
        result.map_err(|error| Failure::Illegal { error, alphabet })
    }))
}

/// (full) Scores a play by the rules; its member score is ignored.
/// LEXC_ERROR_ARGUMENT: the play is malformed.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_play_score(
    position: *const lexc_position,
    play: *const lexc_play,
    points: *mut i32,
) -> lexc_status {
    // SAFETY: the header requires it of positions.
    status(unsafe { get(position) }.and_then(|game| {
        // SAFETY: the header requires it of plays.
        let play = unsafe { read(play, "play") }?.to_play()?;
        // SAFETY: the header requires it of results.
        unsafe { write(points, "points", score(game.position(), &play)) }
    }))
}

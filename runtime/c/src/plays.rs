//! Move generation, and plays that come from elsewhere.

use core::ffi::{c_char, c_void};
use core::ops::ControlFlow;

use lexc_runtime::{
    Algorithm, Lexicon, Play, Position, best_plays, check_placement, for_each_play_by, score,
    words_formed,
};

use crate::answer::{Message, OK, STOPPED, Status, status};
use crate::failure::Failure;
use crate::lexicon::LexiconHandle;
use crate::memory::{handle, read, room, text, write};
use crate::play::CPlay;
use crate::position::PositionHandle;
use crate::text::answer_text;

/// `lexc_visitor`: is shown a play, which is there for as long as the call lasts. Another result than 0 ends the search.
type Visitor = Option<unsafe extern "C" fn(play: *const CPlay, context: *mut c_void) -> i32>;

/// What a question about plays is about.
///
/// # Safety
/// As of [`handle`], for both.
unsafe fn subjects<'a>(
    lexicon: *const LexiconHandle,
    position: *const PositionHandle,
) -> Result<(&'a Lexicon<'static>, &'a Position<'static>), Failure> {
    // SAFETY: the caller's promise is the same.
    let lexicon = unsafe { handle(lexicon) }?;
    // SAFETY: the caller's promise is the same.
    Ok((lexicon, unsafe { handle(position) }?))
}

/// The algorithm that a number stands for.
fn algorithm_of(algorithm: i32, lexicon: &Lexicon<'_>) -> Result<Algorithm, Failure> {
    match algorithm {
        0 => Ok(Algorithm::fastest(lexicon.image())),
        1 => Ok(Algorithm::Dawg),
        2 => Ok(Algorithm::Gaddag),
        3 => Ok(Algorithm::EveryLine),
        _ => Err(Failure::OutOfRange { what: "algorithm" }),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_for_each_play(
    lexicon: *const LexiconHandle,
    position: *const PositionHandle,
    algorithm: i32,
    visitor: Visitor,
    context: *mut c_void,
) -> Status {
    // SAFETY: the header requires it of lexicons and positions.
    let subjects = unsafe { subjects(lexicon, position) };
    status(subjects.and_then(|(lexicon, position)| {
        let visitor = visitor.ok_or(Failure::Null { what: "visitor" })?;
        let visit = |play: &Play| {
            let play = CPlay::new(play);
            // SAFETY: the header requires of a visitor that it can be called with a play and the context.
            match unsafe { visitor(&raw const play, context) } {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        let algorithm = algorithm_of(algorithm, lexicon)?;
        match for_each_play_by(algorithm, lexicon, position, visit) {
            Some(ControlFlow::Continue(())) => Ok(OK),
            Some(ControlFlow::Break(())) => Ok(STOPPED),
            None => Err(Failure::NoAutomaton),
        }
    }))
}

/// Best plays are found in the caller's memory, where each lies as a play of Rust's first and as one of C's afterwards.
const _: () = {
    assert!(size_of::<Option<Play>>() == size_of::<CPlay>());
    assert!(align_of::<Option<Play>>() == align_of::<CPlay>());
};

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_best_plays(
    lexicon: *const LexiconHandle,
    position: *const PositionHandle,
    plays: *mut CPlay,
    capacity: usize,
    count: *mut usize,
) -> Status {
    // SAFETY: the header requires it of lexicons and positions.
    let subjects = unsafe { subjects(lexicon, position) };
    let result = subjects.and_then(|(lexicon, position)| {
        // SAFETY: the header requires it of results.
        unsafe { write(count, "count", 0) }?;
        // SAFETY: the header requires it of plays that are written; and an `Option<Play>` takes as much room.
        let slots = unsafe { room(plays.cast::<Option<Play>>(), capacity, "plays") }?;
        for slot in slots.iter_mut() {
            slot.write(None);
        }
        let slots = core::ptr::from_mut(slots) as *mut [Option<Play>];
        // SAFETY: all of them were written.
        let found = best_plays(lexicon, position, unsafe { &mut *slots });
        // SAFETY: the header requires it of results.
        unsafe { write(count, "count", found) }?;
        let first = slots.cast::<Option<Play>>();
        for index in 0..capacity {
            let slot = first.wrapping_add(index);
            // SAFETY: the slot is one of those that were written.
            let play = unsafe { slot.read() };
            let play = play.as_ref().map_or(CPlay::NONE, CPlay::new);
            // SAFETY: the slot has room for it, and is the caller's memory.
            unsafe { slot.cast::<CPlay>().write(play) };
        }
        Ok(OK)
    });
    status(result)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_play_text(
    lexicon: *const LexiconHandle,
    position: *const PositionHandle,
    play: *const CPlay,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> Status {
    // SAFETY: the header requires it of lexicons and positions.
    let subjects = unsafe { subjects(lexicon, position) };
    let result = subjects.and_then(|(lexicon, position)| {
        // SAFETY: the header requires it of plays.
        let play = unsafe { read(play, "play") }?.to_play()?;
        let written = play.display(position.board(), lexicon.alphabet());
        // SAFETY: the header requires it of texts that are written.
        unsafe { answer_text(text, text_bytes, len, &written) }
    });
    status(result.map(|()| OK))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_play_parse(
    lexicon: *const LexiconHandle,
    position: *const PositionHandle,
    written: *const c_char,
    play: *mut CPlay,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of lexicons and positions.
    let subjects = unsafe { subjects(lexicon, position) };
    message.answer(subjects.and_then(|(lexicon, position)| {
        // SAFETY: the header requires it of texts.
        let written = unsafe { text(written, "text") }?;
        let parsed = Play::parse(written, position, lexicon.alphabet())?;
        // SAFETY: the header requires it of results.
        unsafe { write(play, "play", CPlay::new(&parsed)) }
    }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_play_check(
    lexicon: *const LexiconHandle,
    position: *const PositionHandle,
    play: *const CPlay,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of lexicons and positions.
    let subjects = unsafe { subjects(lexicon, position) };
    message.answer(subjects.and_then(|(lexicon, position)| {
        // SAFETY: the header requires it of plays.
        let play = unsafe { read(play, "play") }?.to_play()?;
        check_placement(position, &play)?;
        let mut words = words_formed(position.board(), &play);
        match words.position(|word| !lexicon.contains(word.tiles())) {
            Some(index) => Err(Failure::Formed { index }),
            None => Ok(()),
        }
    }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_play_score(
    position: *const PositionHandle,
    play: *const CPlay,
    points: *mut i32,
) -> Status {
    // SAFETY: the header requires it of positions.
    let result = unsafe { handle(position) }.and_then(|position| {
        // SAFETY: the header requires it of plays.
        let play = unsafe { read(play, "play") }?.to_play()?;
        // SAFETY: the header requires it of results.
        unsafe { write(points, "points", score(position, &play)) }
    });
    status(result.map(|()| OK))
}

//! Move generation, and plays that come from elsewhere.

use core::ffi::{c_char, c_void};
use core::ops::ControlFlow;

use lexc_runtime::{
    Algorithm, Lexicon, MoveGen, Play, Position, check_placement, score, words_formed,
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

/// The generator of plays by the algorithm that a number stands for.
#[cfg(feature = "full")]
fn movegen<'l>(algorithm: i32, lexicon: &'l Lexicon<'l>) -> Result<MoveGen<'l>, Failure> {
    let movegen = MoveGen::new(lexicon);
    let algorithm = match algorithm {
        0 => return Ok(movegen),
        1 => Algorithm::Dawg,
        2 => Algorithm::Gaddag,
        3 => Algorithm::EveryLine,
        _ => return Err(Failure::OutOfRange { what: "algorithm" }),
    };
    let movegen = movegen.with_algorithm(algorithm);
    movegen.map_err(|_| Failure::NoAutomaton)
}

/// The best plays, as the runtime finds them.
#[cfg(feature = "speed")]
fn best_plays(lexicon: &Lexicon<'_>, position: &Position<'_>, best: &mut [Option<Play>]) -> usize {
    MoveGen::new(lexicon).top(position, best)
}

/// The best plays of all: the search for the best ones alone is as large as all the others together.
#[cfg(not(feature = "speed"))]
fn best_plays(lexicon: &Lexicon<'_>, position: &Position<'_>, best: &mut [Option<Play>]) -> usize {
    MoveGen::new(lexicon).for_each(position, |play| insert(best, play));
    best.iter().flatten().count()
}

/// Puts a play where it belongs among the best so far, of which the last makes room if there is none.
#[cfg(any(test, not(feature = "speed")))]
fn insert(best: &mut [Option<Play>], play: &Play) {
    let is_before = |kept: &Option<Play>| kept.is_none_or(|kept| play.best_first(&kept).is_lt());
    if !best.last().is_some_and(is_before) {
        return;
    }
    let place = best.partition_point(|kept| !is_before(kept));
    let mut moved = Some(*play);
    for slot in best.iter_mut().skip(place) {
        core::mem::swap(slot, &mut moved);
    }
}

#[cfg(feature = "full")]
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
        match movegen(algorithm, lexicon)?.for_each(position, visit) {
            ControlFlow::Continue(()) => Ok(OK),
            ControlFlow::Break(()) => Ok(STOPPED),
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

#[cfg(feature = "full")]
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

#[cfg(feature = "full")]
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
        match words.position(|word| !lexicon.contains(&word)) {
            Some(index) => Err(Failure::Formed { index }),
            None => Ok(()),
        }
    }))
}

#[cfg(feature = "full")]
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

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use lexc_runtime::{Cgp, Rules};

    use super::*;

    #[test]
    fn the_best_of_all_are_those_that_the_runtime_finds() {
        let image = include_bytes!("../../examples/care.gaddag");
        let lexicon = Lexicon::from_bytes(image).unwrap();
        let rules = Rules::standard(lexicon.alphabet());
        let cgp = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 ACES??/";
        let cgp = Cgp::parse(cgp, lexicon.alphabet()).unwrap();
        let position = cgp.position(&rules).unwrap();
        let mut plays = Vec::new();
        for len in [0, 1, 7, 100, 5000] {
            let mut kept = Vec::from_iter((0..len).map(|_| None));
            let mut seen = 0;
            let movegen = MoveGen::new(&lexicon).with_algorithm(Algorithm::Gaddag);
            let movegen = movegen.unwrap();
            movegen.for_each(&position, |play| {
                insert(&mut kept, play);
                seen += 1;
            });
            assert!(seen > 100 && seen < 5000);
            let mut best = Vec::from_iter((0..len).map(|_| None));
            movegen.top(&position, &mut best);
            assert_eq!(kept, best);
            plays.extend(kept.into_iter().flatten());
        }
        assert!(plays.len() > 100);
    }
}

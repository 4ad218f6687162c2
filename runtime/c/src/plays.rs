//! Generates plays; reads, writes, checks and scores single plays.

use core::ffi::{c_char, c_void};
use core::fmt;
use core::ops::ControlFlow;

use lexc_runtime::{Algorithm, Board, Lexicon, MoveGen, Play, check_play, score, words_formed};

use crate::argument::arguments;
use crate::play::lexc_play;
use crate::position::lexc_position;
use crate::status::{Failure, answer, lexc_error, lexc_status};

#[cfg(feature = "full")]
use lexc_algorithm::*;

/// Algorithms that generate plays: the same plays, in different orders.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum lexc_algorithm {
    /// The fastest algorithm for the automata of the image.
    LEXC_FASTEST = 0,
    /// Appel and Jacobson (1988), over the DAWG.
    LEXC_DAWG = 1,
    /// Gordon (1994), over the GADDAG.
    LEXC_GADDAG = 2,
    /// The algorithm of LEXC_DAWG; the feature "speed" makes it generate each left part once for all lines.
    LEXC_EVERY_LINE = 3,
}

/// Receives a play, which is valid until the function returns, and the context of the search. A result other than 0 ends the
/// search. The function may call this library, but may not change or close the position, its lexicon, rules or map. It must
/// return: no longjmp, no exceptions.
pub type lexc_visitor =
    Option<unsafe extern "C" fn(play: *const lexc_play, context: *mut c_void) -> i32>;

/// Move generation by a [`lexc_algorithm`].
#[cfg(feature = "full")]
fn movegen(
    algorithm: i32,
    lexicon: &'static Lexicon<'static>,
) -> Result<MoveGen<'static>, Failure> {
    let movegen = MoveGen::new(lexicon);
    let algorithm = match algorithm {
        number if number == LEXC_FASTEST as i32 => return Ok(movegen),
        number if number == LEXC_DAWG as i32 => Algorithm::Dawg,
        number if number == LEXC_GADDAG as i32 => Algorithm::Gaddag,
        number if number == LEXC_EVERY_LINE as i32 => Algorithm::EveryLine,
        _ => return Err(Failure::OutOfRange("algorithm")),
    };
    let movegen = movegen.with_algorithm(algorithm);
    movegen.map_err(|_| Failure::NoAutomaton)
}

/// (full) Visits each legal play and its score, until the visitor returns a number other than 0. The order depends on position,
/// algorithm and image, and on the feature "speed". Omits exchanges and the pass. On an empty board with a symmetric
/// layout, also omits the plays in the direction LEXC_DOWN.
/// LEXC_STOPPED: the visitor ended the search. LEXC_ERROR_MISSING: the image lacks the automaton of the lexc_algorithm.
/// LEXC_ERROR_ARGUMENT: unknown algorithm.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_for_each_play(
    position: *const lexc_position,
    algorithm: i32,
    visitor: lexc_visitor,
    context: *mut c_void,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(position, error);
    error.answer_search(|| {
        let game = position.get()?;
        let visitor = visitor.ok_or(Failure::Null("visitor"))?;
        let visit = |play: &Play| {
            let play = lexc_play::new(play);
            // SAFETY: the header states the duties of visitors.
            match unsafe { visitor(&raw const play, context) } {
                0 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        Ok(movegen(algorithm, game.lexicon())?.for_each(game, visit))
    })
}

/// (full) Writes the `capacity` plays with the highest scores, or all plays if there are fewer, best first. Writes
/// their number to `count`, and zeroes the unused part of `plays`. Plays of equal score are ordered by direction
/// (across first), row, column, and placed tiles. A search for a few best plays is much faster than a search for all
/// plays. Takes up to 96 KiB of stack on every host.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_best_plays(
    position: *const lexc_position,
    plays: *mut lexc_play,
    capacity: usize,
    count: *mut usize,
) -> lexc_status {
    arguments!(position, plays[capacity], count);
    answer(|| {
        let game = position.get()?;
        count.write(0)?;
        count.write(plays.fill_by(
            |best| MoveGen::new(game.lexicon()).top(game, best),
            |play| play.map_or_else(lexc_play::default, lexc_play::new),
        )?)
    })
}

/// (full) Writes a play in standard notation: "8D RETSINA" across, "D8 RETSINA" down. The word includes tiles on the board.
/// LEXC_ERROR_ARGUMENT: the play is malformed.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_play_text(
    position: *const lexc_position,
    play: *const lexc_play,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(position, play, text[text_bytes], len);
    answer(|| {
        let (game, play) = (position.get()?, play.read()?.to_play()?);
        let written = play.display(game.position().board(), game.lexicon().alphabet());
        text.answer_text(&len, &written)
    })
}

/// Reads a play in standard notation and scores it. A tile on the board is written like a placed tile, as ".",
/// or in parentheses. The play need not be legal.
/// LEXC_ERROR_TEXT: the message names the place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_play_parse(
    position: *const lexc_position,
    written: *const c_char,
    play: *mut lexc_play,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(position, written, play, error);
    error.answer(|| {
        let (game, written) = (position.get()?, written.text()?);
        let parsed = Play::parse(written, game.position(), game.lexicon().alphabet())?;
        play.write(lexc_play::new(&parsed))
    })
}

/// Returns LEXC_OK if a play is legal and the lexicon has all words that the play forms.
/// LEXC_ERROR_ILLEGAL: the message names the fault. LEXC_ERROR_ARGUMENT: the play is malformed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_play_check(
    position: *const lexc_position,
    play: *const lexc_play,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(position, play, error);
    error.answer(|| {
        let (game, play) = (position.get()?, play.read()?.to_play()?);
        let lexicon = game.lexicon();
        let result = check_play(lexicon, game.position(), &play);
        result.map_err(|error| Failure::Illegal { error, lexicon })
    })
}

/// Scores a play by the rules. Ignores the member `score` of the play.
/// LEXC_ERROR_ARGUMENT: the play is malformed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_play_score(
    position: *const lexc_position,
    play: *const lexc_play,
    points: *mut i32,
) -> lexc_status {
    arguments!(position, play, points);
    answer(|| {
        let (game, play) = (position.get()?, play.read()?.to_play()?);
        points.write(score(game.position(), &play))
    })
}

/// (full) Writes the words that a play forms, each with a line feed after it: the word of the play, then the words across it, in
/// the order of their squares. With `only_phonies`, writes only words that the lexicon does not have. Does not check the
/// placement; lexc_play_check does.
/// LEXC_ERROR_ARGUMENT: the play is malformed.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_play_words(
    position: *const lexc_position,
    play: *const lexc_play,
    only_phonies: bool,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(position, play, text[text_bytes], len);
    answer(|| {
        let (game, play) = (position.get()?, play.read()?.to_play()?);
        let (lexicon, board) = (game.lexicon(), game.position().board());
        let words = WordsFormed {
            lexicon,
            board,
            play: &play,
            only_phonies,
        };
        text.answer_text(&len, &words)
    })
}

/// Words that a play forms, as text.
#[cfg(feature = "full")]
struct WordsFormed<'p> {
    lexicon: &'p Lexicon<'p>,
    board: &'p Board,
    play: &'p Play,
    only_phonies: bool,
}

#[cfg(feature = "full")]
impl fmt::Display for WordsFormed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for word in words_formed(self.board, self.play) {
            if !(self.only_phonies && self.lexicon.contains(&word)) {
                writeln!(f, "{}", word.display(self.lexicon.alphabet()))?;
            }
        }
        Ok(())
    }
}

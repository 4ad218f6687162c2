//! Which tiles go with a word, and which fit a square.

use core::ffi::c_char;

use lexc_runtime::{Direction, Lexicon, Position, Square, TileSet, Word};

use crate::answer::{Message, OK, Status, status};
use crate::lexicon::{LexiconHandle, ask};
use crate::memory::{handle, write};
use crate::play::direction_of;
use crate::position::{PositionHandle, square_of};

/// `lexc_hook_sets`: the tiles that make another word of one, bit *c* for the tile with code *c*.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HookSets {
    /// Those that can be put before it.
    pub before: u64,
    /// Those that can be put after it.
    pub after: u64,
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_hooks(
    lexicon: *const LexiconHandle,
    word: *const c_char,
    hooks: *mut HookSets,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    let question = |lexicon: &Lexicon<'_>, word: &Word| {
        Ok(HookSets {
            before: completing(lexicon, &Word::EMPTY, word).bits(),
            after: completing(lexicon, word, &Word::EMPTY).bits(),
        })
    };
    // SAFETY: the header requires it of lexicons, texts and results.
    message.answer(unsafe { ask(lexicon, word, hooks, "hooks", question) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_cross_set(
    lexicon: *const LexiconHandle,
    position: *const PositionHandle,
    row: u8,
    col: u8,
    direction: i32,
    tiles: *mut u64,
) -> Status {
    // SAFETY: the header requires it of lexicons.
    let result = unsafe { handle(lexicon) }.and_then(|lexicon| {
        // SAFETY: the header requires it of positions.
        let position = unsafe { handle(position) }?;
        let square = square_of(position, row, col)?;
        let set = cross_set(lexicon, position, square, direction_of(direction)?);
        // SAFETY: the header requires it of results.
        unsafe { write(tiles, "tiles", set.bits()) }
    });
    status(result.map(|()| OK))
}

/// The tiles that a play in a direction may place on a square, as far as the word across is concerned; none on a square that
/// is taken.
fn cross_set(
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    square: Square,
    direction: Direction,
) -> TileSet {
    let board = position.board();
    if board.get(square).is_some() {
        return TileSet::EMPTY;
    }
    let across = direction.crossing();
    let lies_on = |square: &Square| board.get(*square).is_some();
    let before = core::iter::successors(square.previous(across), |at| at.previous(across));
    let first = before.take_while(lies_on).last();
    let word_from = |first: Option<Square>| {
        let squares = core::iter::successors(first, |at| at.next(across));
        let mut word = Word::EMPTY;
        for placed_tile in squares.map_while(|at| board.get(at)) {
            // A line has fewer squares than a word can have tiles.
            let _ = word.push(placed_tile.tile());
        }
        word
    };
    let (before, after) = (word_from(first), word_from(square.next(across)));
    if before.is_empty() && after.is_empty() {
        return position.rules().tiles();
    }
    completing(lexicon, &before, &after)
}

/// The tiles that make a word with what stands before and after them.
fn completing(lexicon: &Lexicon<'_>, before: &Word, after: &Word) -> TileSet {
    lexicon
        .alphabet()
        .tiles()
        .fold(TileSet::EMPTY, |set, tile| {
            let mut word = *before;
            let fits = word.push(tile) && after.iter().all(|&tile| word.push(tile));
            if fits && lexicon.contains(&word) {
                set.with(tile)
            } else {
                set
            }
        })
}

//! Positions: reads them from text, sets single squares and racks, and makes and takes back plays.

use core::ffi::c_char;

use lexc_runtime::{Board, Cgp, PlacedTile, Position, Rack, words_on};

use crate::argument::{Handle, arguments};
use crate::game::{Game, Undo};
use crate::lexicon::lexc_lexicon;
use crate::play::{byte_of_direction, direction_of, lexc_play, placed_tile_of, square_of};
use crate::rules::lexc_rules;
use crate::status::{Failure, answer, lexc_error, lexc_status};

/// Bytes of a lexc_position that a library without the feature "std" uses. With such a library, memory of this size, aligned to
/// 8 bytes, is enough for a position.
pub const LEXC_SMALL_POSITION_BYTES: usize = 800;

#[cfg(not(feature = "std"))]
const _: () = assert!(size_of::<Game<'_>>() + 8 <= LEXC_SMALL_POSITION_BYTES);

/// A position: board and rack, and with the feature "std" the cross-sets of the board. Borrows its lexicon and its rules.
#[repr(C)]
#[derive(Debug)]
pub struct lexc_position {
    pub opaque: [u64; 1568],
}

// `'static` stands for the time that the header requires: lexicon and rules stay while the handle is in use.
impl Handle for lexc_position {
    type Value = Game<'static>;
    const TAG: u64 = 0x4C45_5843_D1C7_1003;
}

/// Makes a position with an empty board and an empty rack.
/// LEXC_ERROR_RULES: under these rules, scores may exceed 32 bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_new(
    position: *mut lexc_position,
    lexicon: *const lexc_lexicon,
    rules: *const lexc_rules,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(position, lexicon, rules, error);
    let make = || {
        let (lexicon, rules) = (lexicon.get()?, rules.get()?);
        let board = Board::new(rules.layout().dimensions());
        let position = Position::try_new(board, Rack::EMPTY, rules)?;
        Ok(Game::new(lexicon, position))
    };
    error.answer(|| position.put(make))
}

/// Reads a position from a line of CGP: rows from the top, separated by "/", in which a number stands for as many empty
/// squares; then the rack. "/" and an opponent's rack, scores, scoreless turns and operations may follow; they are
/// checked, but not kept.
///     15/15/15/15/15/15/15/5TS8/15/15/15/15/15/15/15 AEINR?/
/// LEXC_ERROR_RULES: under these rules, scores may exceed 32 bits.
/// LEXC_ERROR_TEXT: the message names the place. LEXC_ERROR_POSITION: the size of the board is not that of the rules, the rack
/// has too many tiles, a tile is on a brick, or the alphabet of the rules lacks a tile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_parse(
    position: *mut lexc_position,
    lexicon: *const lexc_lexicon,
    rules: *const lexc_rules,
    cgp: *const c_char,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(position, lexicon, rules, cgp, error);
    let make = || {
        let (lexicon, rules) = (lexicon.get()?, rules.get()?);
        let cgp = Cgp::parse(cgp.text()?, lexicon.alphabet())?;
        Ok(Game::new(lexicon, cgp.position(rules)?))
    };
    error.answer(|| position.put(make))
}

/// Writes the position as a line of CGP, with scores of 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_text(
    position: *const lexc_position,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(position, text[text_bytes], len);
    answer(|| {
        let game = position.get()?;
        let cgp = Cgp::new(game.position().board().clone(), *game.position().rack());
        text.answer_text(&len, &cgp.display(game.lexicon().alphabet()))
    })
}

/// Writes the placed tile of a square, or 0 if it is empty.
/// LEXC_ERROR_ARGUMENT: the square is outside the board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_get(
    position: *const lexc_position,
    row: u8,
    col: u8,
    placed_tile: *mut u8,
) -> lexc_status {
    arguments!(position, placed_tile);
    answer(|| {
        let position = position.get()?.position();
        let square = square_of(position.board().dimensions(), row, col)?;
        let found = position.board().get(square);
        placed_tile.write(found.map_or(0, PlacedTile::byte))
    })
}

/// Sets the placed tile of a square; 0 empties it. Does not change the rack. Computes all cross-sets again (std): to set up
/// many squares, lexc_position_parse is faster.
/// LEXC_ERROR_ARGUMENT: the square is outside the board, or the placed tile is malformed. LEXC_ERROR_POSITION: the alphabet
/// of the rules lacks the tile, or the square is a brick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_set(
    position: *mut lexc_position,
    row: u8,
    col: u8,
    placed_tile: u8,
) -> lexc_status {
    arguments!(position);
    answer(|| {
        let game = position.get_mut()?;
        let position = game.position();
        let square = square_of(position.board().dimensions(), row, col)?;
        let mut board = position.board().clone();
        board.set(square, placed_tile_of(placed_tile, "placed_tile")?)?;
        let changed = Position::try_new(board, *position.rack(), position.rules())?;
        *game = Game::new(game.lexicon(), changed);
        Ok(())
    })
}

/// Sets the rack, written as tiles, with ? for each blank.
/// LEXC_ERROR_TEXT: the message names the place. LEXC_ERROR_POSITION: the rack has too many tiles, or the alphabet of the rules
/// lacks a tile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_set_rack(
    position: *mut lexc_position,
    rack: *const c_char,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(position, rack, error);
    error.answer(|| {
        let game = position.get_mut()?;
        let rack = Rack::parse(rack.text()?, game.lexicon().alphabet())?;
        Ok(game.set_rack(rack)?)
    })
}

/// Writes the rack: letters in alphabet order, then blanks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_rack(
    position: *const lexc_position,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(position, text[text_bytes], len);
    answer(|| {
        let game = position.get()?;
        let rack = game.position().rack().display(game.lexicon().alphabet());
        text.answer_text(&len, &rack)
    })
}

/// Writes the number of tiles in the bag: those of a full bag that are not on the board, not on this rack, and not on the
/// opponent's, which is full as far as the tiles suffice.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_bag_len(
    position: *const lexc_position,
    bag_len: *mut usize,
) -> lexc_status {
    arguments!(position, bag_len);
    answer(|| {
        let position = position.get()?.position();
        let cgp = Cgp::new(position.board().clone(), *position.rack());
        bag_len.write(cgp.state(position.rules())?.bag_len())
    })
}

/// A word on the board. Plain data.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct lexc_board_word {
    /// Row of the first square.
    pub row: u8,
    /// Column of the first square.
    pub col: u8,
    /// A lexc_direction.
    pub direction: u8,
    /// Number of tiles; 0 if there is no such word.
    pub len: u8,
    /// True if the lexicon has the word.
    pub is_word: bool,
}

/// Writes one of the words on the board, which are the runs of at least two tiles, across and then down. `index` counts them from
/// 0; if there are fewer words, zeroes `word` and writes an empty text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_word(
    position: *const lexc_position,
    index: usize,
    word: *mut lexc_board_word,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(position, word, text[text_bytes], len);
    answer(|| {
        let game = position.get()?;
        let Some(found) = words_on(game.position().board()).nth(index) else {
            word.write(lexc_board_word::default())?;
            return text.answer_text(&len, &"");
        };
        let byte = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        word.write(lexc_board_word {
            row: byte(found.origin().row()),
            col: byte(found.origin().col()),
            direction: byte_of_direction(found.direction()),
            len: byte(found.len()),
            is_word: game.lexicon().contains(&found),
        })?;
        text.answer_text(&len, &found.display(game.lexicon().alphabet()))
    })
}

/// Record of a play that was made, for lexc_position_take_back.
#[repr(C)]
#[derive(Debug)]
pub struct lexc_undo {
    pub opaque: [u64; 17],
}

impl Handle for lexc_undo {
    type Value = Undo;
    const TAG: u64 = 0x4C45_5843_D1C7_1006;
}

/// Makes a play: moves its tiles from the rack to the board. Does not look up words; lexc_play_check does. Makes `undo`
/// for lexc_position_take_back, unless `undo` is NULL.
/// LEXC_ERROR_ARGUMENT: the play is malformed. LEXC_ERROR_ILLEGAL: the message names the fault.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_play(
    position: *mut lexc_position,
    play: *const lexc_play,
    undo: *mut lexc_undo,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(position, play, undo, error);
    error.answer(|| {
        let (game, play) = (position.get_mut()?, play.read()?.to_play()?);
        let lexicon = game.lexicon();
        let result = game.play(&play);
        undo.put_optional(result.map_err(|error| Failure::Illegal { error, lexicon })?)
    })
}

/// (full) Takes back the latest play that was not taken back yet: restores board and rack, even if the rack was set since.
/// A call that returns LEXC_OK or LEXC_ERROR_POSITION uses up `undo`, which then counts as not made.
/// LEXC_ERROR_POSITION: `undo` is from another play, or lexc_position_set was called since. A library without the
/// feature "std" only checks that the tiles of the play that made `undo` are on the board.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_take_back(
    position: *mut lexc_position,
    undo: *mut lexc_undo,
) -> lexc_status {
    arguments!(position, undo);
    answer(|| Ok(position.get_mut()?.take_back(undo.take()?)?))
}

/// (full) Writes the cross-set of an empty square: the tiles that, placed on it by a play in this direction, form a
/// word across the play. The set has all tiles if both neighbours of the square across the play are empty, and none if
/// the square is occupied or a brick. Bit c stands for the tile with code c. A library without the feature "std"
/// computes the cross-set at each call.
/// LEXC_ERROR_ARGUMENT: the square is outside the board, or the direction is unknown.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_cross_set(
    position: *const lexc_position,
    row: u8,
    col: u8,
    direction: i32,
    tiles: *mut u64,
) -> lexc_status {
    arguments!(position, tiles);
    answer(|| {
        let game = position.get()?;
        let square = square_of(game.position().board().dimensions(), row, col)?;
        tiles.write(game.cross_set(square, direction_of(direction)?).bits())
    })
}

//! Positions: made of text or square by square, and played on.

use core::ffi::c_char;

use lexc_runtime::{Board, Cgp, PlacedTile, Position, Rack, Rules, Square, check_placement};

use crate::answer::{Message, OK, Status, status};
use crate::failure::Failure;
use crate::lexicon::LexiconHandle;
use crate::memory::{Handle, Kept, handle, handle_mut, put, read, text, write};
use crate::play::CPlay;
use crate::rules::RulesHandle;
use crate::text::answer_text;

/// `lexc_position`: a board and a rack, which borrow their rules.
///
/// The header requires that the rules stay where they are, unchanged, as long as the handle is in use. That is what stands
/// for `'static` here.
pub type PositionHandle = Handle<Position<'static>>;

// As in the header.
const _: () = assert!(size_of::<PositionHandle>() <= 96 * 8);

impl Kept for Position<'static> {
    const TAG: u64 = 0x4C45_5843_D1C7_1003;
    const WHAT: &'static str = "position";
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_position_new(
    position: *mut PositionHandle,
    rules: *const RulesHandle,
) -> Status {
    let make = || {
        // SAFETY: the header requires it of rules, for as long as the position is in use.
        let rules: &'static Rules = unsafe { handle(rules) }?;
        let board = Board::new(rules.layout().dimensions());
        Ok(Position::try_new(board, Rack::EMPTY, rules)?)
    };
    // SAFETY: the header requires it of positions.
    status(unsafe { put(position, make) }.map(|()| OK))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_position_parse(
    position: *mut PositionHandle,
    rules: *const RulesHandle,
    lexicon: *const LexiconHandle,
    cgp: *const c_char,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    let make = || {
        // SAFETY: the header requires it of rules, for as long as the position is in use.
        let rules: &'static Rules = unsafe { handle(rules) }?;
        // SAFETY: the header requires it of lexicons.
        let lexicon = unsafe { handle(lexicon) }?;
        // SAFETY: the header requires it of texts.
        let cgp = Cgp::parse(unsafe { text(cgp, "cgp") }?, lexicon.alphabet())?;
        Ok(cgp.position(rules)?)
    };
    // SAFETY: the header requires it of positions.
    message.answer(unsafe { put(position, make) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_position_text(
    position: *const PositionHandle,
    lexicon: *const LexiconHandle,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> Status {
    // SAFETY: the header requires it of positions.
    let position = unsafe { handle(position) };
    let result = position.and_then(|position| {
        // SAFETY: the header requires it of lexicons.
        let alphabet = unsafe { handle(lexicon) }?.alphabet();
        let cgp = Cgp::new(position.board().clone(), *position.rack());
        // SAFETY: the header requires it of texts that are written.
        unsafe { answer_text(text, text_bytes, len, &cgp.display(alphabet)) }
    });
    status(result.map(|()| OK))
}

/// A square of a position's board.
pub(crate) fn square_of(position: &Position<'_>, row: u8, col: u8) -> Result<Square, Failure> {
    Square::new(row.into(), col.into())
        .filter(|&square| position.board().dimensions().contains(square))
        .ok_or(Failure::OutOfRange { what: "square" })
}

/// What a byte of the caller's says that lies on a square.
pub(crate) fn face_of(byte: u8, what: &'static str) -> Result<Option<PlacedTile>, Failure> {
    match byte {
        0 => Ok(None),
        found => PlacedTile::from_byte(found)
            .map(Some)
            .ok_or(Failure::NoFace { what, found }),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_position_get(
    position: *const PositionHandle,
    row: u8,
    col: u8,
    placed_tile: *mut u8,
) -> Status {
    // SAFETY: the header requires it of positions.
    let result = unsafe { handle(position) }.and_then(|position| {
        let square = square_of(position, row, col)?;
        let found = position.board().get(square).map_or(0, PlacedTile::byte);
        // SAFETY: the header requires it of results.
        unsafe { write(placed_tile, "placed_tile", found) }
    });
    status(result.map(|()| OK))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_position_set(
    position: *mut PositionHandle,
    row: u8,
    col: u8,
    placed_tile: u8,
) -> Status {
    // SAFETY: the header requires it of positions.
    let result = unsafe { handle_mut(position) }.and_then(|position| {
        let square = square_of(position, row, col)?;
        let mut board = position.board().clone();
        board.set(square, face_of(placed_tile, "placed_tile")?)?;
        *position = Position::try_new(board, *position.rack(), position.rules())?;
        Ok(OK)
    });
    status(result)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_position_set_rack(
    position: *mut PositionHandle,
    lexicon: *const LexiconHandle,
    rack: *const c_char,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of positions.
    message.answer(unsafe { handle_mut(position) }.and_then(|position| {
        // SAFETY: the header requires it of lexicons.
        let alphabet = unsafe { handle(lexicon) }?.alphabet();
        // SAFETY: the header requires it of texts.
        let rack = Rack::parse(unsafe { text(rack, "rack") }?, alphabet)?;
        Ok(position.set_rack(rack)?)
    }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_position_rack(
    position: *const PositionHandle,
    lexicon: *const LexiconHandle,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> Status {
    // SAFETY: the header requires it of positions.
    let position = unsafe { handle(position) };
    let result = position.and_then(|position| {
        // SAFETY: the header requires it of lexicons.
        let alphabet = unsafe { handle(lexicon) }?.alphabet();
        let rack = position.rack().display(alphabet);
        // SAFETY: the header requires it of texts that are written.
        unsafe { answer_text(text, text_bytes, len, &rack) }
    });
    status(result.map(|()| OK))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_position_play(
    position: *mut PositionHandle,
    play: *const CPlay,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of positions.
    message.answer(unsafe { handle_mut(position) }.and_then(|position| {
        // SAFETY: the header requires it of plays.
        let play = unsafe { read(play, "play") }?.to_play()?;
        check_placement(position, &play)?;
        let (mut board, mut rack) = (position.board().clone(), *position.rack());
        board.play_unchecked(&play);
        for (_, placed_tile) in play.placed() {
            // They are there, as the placement was checked.
            let _ = rack.remove(placed_tile);
        }
        *position = Position::try_new(board, rack, position.rules())?;
        Ok(())
    }))
}

//! Rules: the presets, and one rule changed at a time.

use core::ffi::c_char;

use lexc_runtime::{Layout, Rules, RulesError, Square, Tile};

use crate::answer::{Message, OK, Status, status};
use crate::failure::Failure;
use crate::lexicon::LexiconHandle;
use crate::memory::{Handle, Kept, handle, handle_mut, put, text, write, write_if_asked};

/// `lexc_rules`: the rules of a game.
pub type RulesHandle = Handle<Rules>;

// As in the header.
const _: () = assert!(size_of::<RulesHandle>() <= 96 * 8);

impl Kept for Rules {
    const TAG: u64 = 0x4C45_5843_D1C7_1002;
    const WHAT: &'static str = "rules";
}

/// `lexc_rules_info`: what rules say.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RulesInfo {
    /// Points for placing a full rack.
    pub bingo_bonus: i32,
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// Row of the start square.
    pub start_row: u8,
    /// Column of the start square.
    pub start_col: u8,
    /// Tiles on a full rack.
    pub rack_size: u8,
    /// 0.
    pub reserved: [u8; 3],
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_rules_new(
    rules: *mut RulesHandle,
    lexicon: *const LexiconHandle,
    preset: i32,
) -> Status {
    let make = || {
        // SAFETY: the header requires it of lexicons.
        let alphabet = unsafe { handle(lexicon) }?.alphabet();
        match preset {
            0 => Ok(Rules::standard(alphabet)),
            1 => Ok(Rules::super_board(alphabet)),
            _ => Err(Failure::OutOfRange { what: "preset" }),
        }
    };
    // SAFETY: the header requires it of rules.
    status(unsafe { put(rules, make) }.map(|()| OK))
}

/// Changes rules, or leaves them as they are.
///
/// # Safety
/// As of [`handle_mut`].
unsafe fn change(
    rules: *mut RulesHandle,
    change: impl FnOnce(Rules) -> Result<Rules, RulesError>,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise is the same.
    let rules = unsafe { handle_mut(rules) }?;
    *rules = change(rules.clone())?;
    Ok(())
}

#[cfg(feature = "full")]
#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_rules_set_layout(
    rules: *mut RulesHandle,
    layout: *const c_char,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of texts.
    let layout = unsafe { text(layout, "layout") }
        .and_then(|layout| Layout::parse(layout).map_err(Failure::Layout));
    message.answer(layout.and_then(|layout| {
        // SAFETY: the header requires it of rules.
        unsafe { change(rules, |rules| rules.with_layout(layout)) }
    }))
}

#[cfg(feature = "full")]
#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_rules_set_rack_size(
    rules: *mut RulesHandle,
    rack_size: u32,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    let rack_size = usize::try_from(rack_size).unwrap_or(usize::MAX);
    // SAFETY: the header requires it of rules.
    message.answer(unsafe { change(rules, |rules| rules.with_rack_size(rack_size)) })
}

#[cfg(feature = "full")]
#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_rules_set_bingo_bonus(
    rules: *mut RulesHandle,
    bingo_bonus: i32,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of rules.
    message.answer(unsafe { change(rules, |rules| rules.with_bingo_bonus(bingo_bonus)) })
}

#[cfg(feature = "full")]
#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_rules_set_value(
    rules: *mut RulesHandle,
    code: u8,
    value: i16,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    let out_of_range = Failure::OutOfRange { what: "code" };
    // SAFETY: the header requires it of rules.
    let tile = unsafe { handle(rules) }.and_then(|rules| {
        let tile = Tile::new(code).filter(|&tile| rules.tiles().contains(tile));
        tile.ok_or(out_of_range)
    });
    message.answer(tile.and_then(|tile| {
        // SAFETY: the header requires it of rules.
        unsafe { change(rules, |rules| rules.with_value(tile, value)) }
    }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_rules_get_info(
    rules: *const RulesHandle,
    info: *mut RulesInfo,
) -> Status {
    // SAFETY: the header requires it of rules.
    let result = unsafe { handle(rules) }.and_then(|rules| {
        let byte = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let (dimensions, start) = (rules.layout().dimensions(), rules.layout().start());
        let value = RulesInfo {
            bingo_bonus: rules.bingo_bonus(),
            rows: byte(dimensions.rows()),
            cols: byte(dimensions.cols()),
            start_row: byte(start.row()),
            start_col: byte(start.col()),
            rack_size: byte(rules.rack_size()),
            reserved: [0; 3],
        };
        // SAFETY: the header requires it of results.
        unsafe { write(info, "info", value) }
    });
    status(result.map(|()| OK))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_rules_premium(
    rules: *const RulesHandle,
    row: u8,
    col: u8,
    letter_multiplier: *mut i32,
    word_multiplier: *mut i32,
) -> Status {
    // SAFETY: the header requires it of rules.
    let result = unsafe { handle(rules) }.and_then(|rules| {
        let layout = rules.layout();
        let square = Square::new(row.into(), col.into());
        let square = square.filter(|&square| layout.dimensions().contains(square));
        let premium = layout.premium(square.ok_or(Failure::OutOfRange { what: "square" })?);
        let (letter, word) = (premium.letter_multiplier(), premium.word_multiplier());
        // SAFETY: the header requires it of results.
        unsafe { write_if_asked(letter_multiplier, "letter_multiplier", letter) }?;
        // SAFETY: the header requires it of results.
        unsafe { write_if_asked(word_multiplier, "word_multiplier", word) }
    });
    status(result.map(|()| OK))
}

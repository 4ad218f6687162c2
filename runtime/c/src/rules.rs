//! Rules: presets, and changes to them.

use core::ffi::c_char;

use lexc_runtime::{Layout, Rules, RulesError, Tile};

use crate::argument::{Handle, arguments};
use crate::lexicon::lexc_lexicon;
use crate::play::square_of;
use crate::status::{Failure, answer, lexc_status};

/// Rules of a game. Borrows nothing.
#[repr(C)]
#[derive(Debug)]
pub struct lexc_rules {
    pub opaque: [u64; 96],
}

impl Handle for lexc_rules {
    type Value = Rules;
    const TAG: u64 = 0x4C45_5843_D1C7_1002;
}

/// Presets of rules.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum lexc_preset {
    /// 15 x 15 squares, 7 tiles on a rack, 50 points for a bingo.
    LEXC_STANDARD = 0,
    /// 21 x 21 squares with quadruple premiums, 7 tiles on a rack, 50 points for a bingo.
    LEXC_SUPER = 1,
    /// The usual rules of the lexicon's alphabet: LEXC_SUPER for english-super and catalan-super, LEXC_STANDARD for all others.
    LEXC_OF_ALPHABET = 2,
}

/// Properties of rules.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct lexc_rules_info {
    /// Points for placing a full rack.
    pub bingo_bonus: i32,
    /// Rows of the board, 1 to LEXC_MAX_DIM.
    pub rows: u8,
    /// Columns of the board, 1 to LEXC_MAX_DIM.
    pub cols: u8,
    /// Row of the start square, which the first play covers.
    pub start_row: u8,
    /// Column of the start square.
    pub start_col: u8,
    /// Tiles on a full rack, 1 to LEXC_MAX_DIM.
    pub rack_size: u8,
    /// Tiles that the bag must hold for an exchange; 255 stands for 255 or more.
    pub exchange_bag_len: u8,
    /// Always 0.
    pub reserved: [u8; 2],
}

/// Makes the rules of a lexc_preset, with the values of the lexicon's tiles.
/// LEXC_ERROR_ARGUMENT: unknown preset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_new(
    rules: *mut lexc_rules,
    lexicon: *const lexc_lexicon,
    preset: i32,
) -> lexc_status {
    const STANDARD: i32 = lexc_preset::LEXC_STANDARD as i32;
    const SUPER: i32 = lexc_preset::LEXC_SUPER as i32;
    const OF_ALPHABET: i32 = lexc_preset::LEXC_OF_ALPHABET as i32;
    arguments!(rules, lexicon);
    let make = || {
        let alphabet = lexicon.get()?.alphabet();
        match preset {
            STANDARD => Ok(Rules::standard(alphabet)),
            SUPER => Ok(Rules::super_board(alphabet)),
            OF_ALPHABET => Ok(Rules::for_alphabet(alphabet)),
            _ => Err(Failure::OutOfRange("preset")),
        }
    };
    answer(|| rules.put(make))
}

/// Changes an option of the rules. Options are checked together when a position is made, so that they may be set in any
/// order. Only a rack size out of range is refused at once, and changes nothing.
fn change(rules: &mut Rules, change: impl FnOnce(Rules) -> Rules) -> Result<(), Failure> {
    let changed = change(rules.clone());
    if let Err(error @ RulesError::RackSize { .. }) = changed.check() {
        return Err(error.into());
    }
    *rules = changed;
    Ok(())
}

/// (full) Replaces the layout of the board. The first line of `layout` is "row, col" of the start square. Then follows
/// a line for each row, with a character for each square: a space is a plain square; the characters ', " and ^ multiply
/// the letter by two, three and four; -, = and ~ multiply the word by two, three and four; # is a brick, which no tile
/// covers. No position may borrow the rules when this function or another lexc_rules_set_ function changes them.
/// LEXC_ERROR_TEXT: the message names the fault, and its line and column if it has them.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_set_layout(
    rules: *mut lexc_rules,
    layout: *const c_char,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    arguments!(rules, layout, message[message_bytes]);
    message.answer(|| {
        let layout = Layout::parse(layout.text()?)?;
        change(rules.get_mut()?, |rules| rules.with_layout(layout))
    })
}

/// Changes the number of tiles on a full rack, which may be 1 to LEXC_MAX_DIM. If an exchange needs as many tiles in the bag as
/// a full rack has, it needs the new number.
/// LEXC_ERROR_RULES: the number is out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_set_rack_size(
    rules: *mut lexc_rules,
    rack_size: u32,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    arguments!(rules, message[message_bytes]);
    let rack_size = usize::try_from(rack_size).unwrap_or(usize::MAX);
    message.answer(|| {
        change(rules.get_mut()?, |rules| {
            let exchange_bag_len = match rules.exchange_bag_len() {
                len if len == rules.rack_size() => rack_size,
                len => len,
            };
            rules
                .with_rack_size(rack_size)
                .with_exchange_bag_len(exchange_bag_len)
        })
    })
}

/// (full) Changes the points for placing a full rack.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_set_bingo_bonus(
    rules: *mut lexc_rules,
    bingo_bonus: i32,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    arguments!(rules, message[message_bytes]);
    message.answer(|| {
        change(rules.get_mut()?, |rules| {
            rules.with_bingo_bonus(bingo_bonus)
        })
    })
}

/// (full) Changes the number of tiles that the bag must hold for an exchange; 0 is the same as 1.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_set_exchange_bag_len(
    rules: *mut lexc_rules,
    exchange_bag_len: u32,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    arguments!(rules, message[message_bytes]);
    let len = usize::try_from(exchange_bag_len).unwrap_or(usize::MAX);
    message.answer(|| change(rules.get_mut()?, |rules| rules.with_exchange_bag_len(len)))
}

/// (full) Changes the points of a tile; code 0 is the blank.
/// LEXC_ERROR_ARGUMENT: unknown code.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_set_value(
    rules: *mut lexc_rules,
    code: u8,
    value: i16,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    arguments!(rules, message[message_bytes]);
    message.answer(|| {
        let rules = rules.get_mut()?;
        if code == 0 {
            return change(rules, |rules| rules.with_blank_value(value));
        }
        let tile = Tile::new(code).filter(|&tile| rules.tiles().contains(tile));
        let tile = tile.ok_or(Failure::OutOfRange("code"))?;
        change(rules, |rules| rules.with_value(tile, value))
    })
}

/// Writes the properties of rules.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_get_info(
    rules: *const lexc_rules,
    info: *mut lexc_rules_info,
) -> lexc_status {
    arguments!(rules, info);
    answer(|| {
        let rules = rules.get()?;
        let byte = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let (dimensions, start) = (rules.layout().dimensions(), rules.layout().start());
        info.write(lexc_rules_info {
            bingo_bonus: rules.bingo_bonus(),
            rows: byte(dimensions.rows()),
            cols: byte(dimensions.cols()),
            start_row: byte(start.row()),
            start_col: byte(start.col()),
            rack_size: byte(rules.rack_size()),
            exchange_bag_len: byte(rules.exchange_bag_len()),
            reserved: [0; 2],
        })
    })
}

/// Writes the premium of a square: the factors for the letter placed there and for its word, 1 to 4; both are 0 for a brick.
/// `letter_multiplier`, `word_multiplier` or both may be NULL.
/// LEXC_ERROR_ARGUMENT: the square is outside the board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_premium(
    rules: *const lexc_rules,
    row: u8,
    col: u8,
    letter_multiplier: *mut i32,
    word_multiplier: *mut i32,
) -> lexc_status {
    arguments!(rules, letter_multiplier, word_multiplier);
    answer(|| {
        let layout = rules.get()?.layout();
        let square = square_of(layout.dimensions(), row, col)?;
        let premium = layout.premium(square);
        let tiles = i32::from(!layout.is_brick(square));
        letter_multiplier.write_optional(tiles * premium.letter_multiplier())?;
        word_multiplier.write_optional(tiles * premium.word_multiplier())
    })
}

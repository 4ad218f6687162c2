//! Rules: as text, and changes to them.

use core::ffi::c_char;

use lexc_runtime::{Cgp, Layout, Rules, RulesText, Tile};

use crate::argument::{Handle, arguments};
use crate::lexicon::lexc_lexicon;
use crate::play::{byte, square_of};
use crate::status::{Failure, answer, lexc_error, lexc_status};

/// Rules of a game. Borrows nothing.
#[repr(C)]
#[derive(Debug)]
pub struct lexc_rules {
    pub opaque: [u64; 144],
}

impl Handle for lexc_rules {
    type Value = Rules;
    const TAG: u64 = 0x4C45_5843_D1C7_1002;
}

/// Properties of rules.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct lexc_rules_info {
    /// Points for placing as many tiles as one play may.
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

/// Makes rules from settings key=value, separated by spaces or line ends, in any order, such as "rack=8 challenge=5/word". An
/// empty text gives the usual rules of the lexicon's alphabet. The first word may be the name of a preset, such as rack-8: rules of a
/// game in use, which `lexc rules` lists. The keys:
///     board      standard (15 x 15), super (21 x 21), or a layout on one line: "1,1:=.'/.-/'.=" has the row and column of the
///                start square, then the rows with the characters of lexc_rules_set_layout, and a dot for a plain square
///     rack       tiles on a full rack, 1 to LEXC_MAX_DIM
///     bonus      points for placing as many tiles as one play may, or a list by number of tiles placed: 7:50,8:x2 has 50 points for
///                seven tiles, and doubles a play of eight
///     blank      points of a blank
///     exchange   tiles that the bag must hold for an exchange; usually 1 in Spanish, otherwise as many as a full rack
///     scoreless  turns in a row without a point that end a game
///     passes     passes in a row that end a game, or none
///     end        tournament: a player who goes out gets twice the tiles of the others; printed: gets them once, and the others
///                lose them; none: tiles left count no points
///     challenge  void, single, double, triple, 5 for points a play, 5/word, or -10 for points that the challenger loses
///     finish     out: the game ends when a player goes out; last: after one more turn of each of the others; bag: after one more turn
///                of each player once the bag is empty
///     turns      turns of each player after which a game ends, or none
///     swap       tiles that one exchange may swap, or all, for as many as a full rack has
///     place      tiles that one play may place, or all, for as many as a full rack has
///     values     points of letters in place of the alphabet's: JX:8,QZ:10
///     drawn      a seed that draws the premium squares of the board
///     counts     numbers of tiles in the full bag in place of the alphabet's: AI:9,?:2
/// `cgp` is NULL, or a position as lexc_position_parse reads it. The position then gives settings that the text leaves out: the board
/// is the preset of its size, and its operations bb and etl are bonus and exchange.
/// LEXC_ERROR_TEXT: the message names the wrong setting, or the place in the position. LEXC_ERROR_RULES: the rack size is out of
/// range, or scores may exceed 32 bits. LEXC_ERROR_POSITION: no preset has the size of the position's board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_parse(
    rules: *mut lexc_rules,
    lexicon: *const lexc_lexicon,
    text: *const c_char,
    cgp: *const c_char,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(rules, lexicon, text, cgp, error);
    let make = || {
        let alphabet = lexicon.get()?.alphabet();
        let settings = RulesText::parse(text.text()?, alphabet)?;
        let rules = match cgp.text_optional()? {
            Some(cgp) => settings.of_position(&Cgp::parse(cgp, alphabet)?, alphabet)?,
            None => settings.rules(alphabet),
        };
        rules.check()?;
        Ok(rules)
    };
    error.answer(|| rules.put(make))
}

/// Writes the rules as text on one line that lexc_rules_parse reads. Settings after challenge are left out where they are the usual
/// ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_text(
    rules: *const lexc_rules,
    lexicon: *const lexc_lexicon,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(rules, lexicon, text[text_bytes], len);
    answer(|| {
        let alphabet = lexicon.get()?.alphabet();
        text.answer_text(&len, &rules.get()?.display(alphabet))
    })
}

/// Changes an option of the rules. Rules are checked when a position is made.
#[cfg(feature = "full")]
fn change(rules: &mut Rules, change: impl FnOnce(Rules) -> Rules) {
    *rules = change(rules.clone());
}

/// (full) Replaces the layout of the board by that of a layout file. The first line of `layout` is "row, col" of the start square.
/// Then follows a line for each row, with a character for each square: a space is a plain square; the characters ', ", ^ and *
/// multiply the letter by two to five; -, =, ~ and ! multiply the word by two to five; # is a brick, which no tile covers. No
/// position may borrow the rules when this function or another lexc_rules_set_ function changes them.
/// LEXC_ERROR_TEXT: the message names the fault, and its line and column if it has them.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_set_layout(
    rules: *mut lexc_rules,
    layout: *const c_char,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(rules, layout, error);
    error.answer(|| {
        let layout = Layout::parse(layout.text()?)?;
        change(rules.get_mut()?, |rules| rules.with_layout(layout));
        Ok(())
    })
}

/// (full) Changes the points of a tile; code 0 is the blank.
/// LEXC_ERROR_ARGUMENT: unknown code.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rules_set_value(
    rules: *mut lexc_rules,
    code: u8,
    value: i16,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(rules, error);
    error.answer(|| {
        let rules = rules.get_mut()?;
        if code == 0 {
            change(rules, |rules| rules.with_blank_value(value));
            return Ok(());
        }
        let tile = Tile::new(code).filter(|&tile| rules.tiles().contains(tile));
        let tile = tile.ok_or(Failure::OutOfRange("code"))?;
        change(rules, |rules| rules.with_value(tile, value));
        Ok(())
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

/// Writes the premium of a square: the factors for the letter placed there and for its word, 1 to 5; both are 0 for a brick.
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
        let (letter, word) = match layout.is_brick(square) {
            true => (0, 0),
            false => (premium.letter_multiplier(), premium.word_multiplier()),
        };
        letter_multiplier.write_optional(letter)?;
        word_multiplier.write_optional(word)
    })
}

//! Bags, tiles of racks, and the points at the end of a game.

use core::ffi::c_char;

use lexc_runtime::{Bag, Rack};

use crate::argument::{Handle, arguments};
use crate::lexicon::lexc_lexicon;
use crate::play::{byte_of, rack_tile_of};
use crate::position::lexc_position;
use crate::rules::lexc_rules;
use crate::status::{Failure, answer, lexc_error, lexc_status};

/// A bag: the tiles that are not drawn yet, or that a player does not see. Borrows nothing.
#[repr(C)]
#[derive(Debug)]
pub struct lexc_bag {
    pub opaque: [u64; 19],
}

impl Handle for lexc_bag {
    type Value = Bag;
    const TAG: u64 = 0x4C45_5843_D1C7_1007;
}

/// (full) Makes the full bag: each tile of the lexicon's alphabet, and the blank, as often as its count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_bag_new(
    bag: *mut lexc_bag,
    lexicon: *const lexc_lexicon,
) -> lexc_status {
    arguments!(bag, lexicon);
    answer(|| bag.put(|| Ok(Bag::full(lexicon.get()?.alphabet()))))
}

/// (full) Makes the bag of the tiles that the player on turn does not see: the full bag without the tiles on the board and on the
/// rack of the position. If board and rack have more copies of a tile than the full bag, the made bag has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_bag_unseen(
    bag: *mut lexc_bag,
    position: *const lexc_position,
) -> lexc_status {
    arguments!(bag, position);
    let make = || {
        let position = position.get()?.position();
        Ok(position.rules().unseen(position.board(), *position.rack()))
    };
    answer(|| bag.put(make))
}

/// (full) Writes the number of tiles in a bag, blanks included.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_bag_len(bag: *const lexc_bag, len: *mut usize) -> lexc_status {
    arguments!(bag, len);
    answer(|| len.write(bag.get()?.len()))
}

/// (full) Writes the number of tiles in a bag that have this code; LEXC_BLANK counts the blanks.
/// LEXC_ERROR_ARGUMENT: unknown code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_bag_count(
    bag: *const lexc_bag,
    code: u8,
    count: *mut usize,
) -> lexc_status {
    arguments!(bag, count);
    answer(|| count.write(bag.get()?.count(rack_tile_of(code, "code")?)))
}

/// (full) Takes the tile with this index out of a bag, and writes its code, or LEXC_BLANK for a blank. Indices count
/// the tiles of the bag from 0: the letters in alphabet order, then the blanks. To draw at random, pass a random index
/// less than the number of tiles in the bag.
/// LEXC_ERROR_ARGUMENT: the bag has no tile with this index.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_bag_draw(
    bag: *mut lexc_bag,
    index: usize,
    code: *mut u8,
) -> lexc_status {
    arguments!(bag, code);
    answer(|| {
        // Writes before the draw, so that no tile is lost if the pointer is null.
        code.write(0)?;
        let drawn = bag.get_mut()?.draw(index);
        code.write(byte_of(drawn.ok_or(Failure::OutOfRange("index"))?))
    })
}

/// (full) Puts a tile into a bag: a code, or LEXC_BLANK for a blank. In an exchange, draw the new tiles first.
/// LEXC_ERROR_ARGUMENT: unknown code, or the bag already has 65,535 tiles with this code.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_bag_add(bag: *mut lexc_bag, code: u8) -> lexc_status {
    arguments!(bag);
    answer(|| {
        let is_added = bag.get_mut()?.add(rack_tile_of(code, "code")?);
        is_added.then_some(()).ok_or(Failure::OutOfRange("code"))
    })
}

/// (full) Takes a tile out of a bag: a code, or LEXC_BLANK for a blank.
/// LEXC_ERROR_ARGUMENT: unknown code. LEXC_ERROR_NO_TILE: the bag does not have the tile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_bag_remove(bag: *mut lexc_bag, code: u8) -> lexc_status {
    arguments!(bag);
    answer(|| {
        let is_removed = bag.get_mut()?.remove(rack_tile_of(code, "code")?);
        is_removed.then_some(()).ok_or(Failure::NoTile)
    })
}

/// (full) Puts a tile on the rack of a position: a code, or LEXC_BLANK for a blank.
/// LEXC_ERROR_ARGUMENT: unknown code. LEXC_ERROR_POSITION: the rack is full, or the alphabet of the rules lacks the tile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_add_tile(
    position: *mut lexc_position,
    code: u8,
) -> lexc_status {
    arguments!(position);
    answer(|| {
        let game = position.get_mut()?;
        let mut rack = *game.position().rack();
        match rack.add(rack_tile_of(code, "code")?) {
            true => Ok(game.set_rack(rack)?),
            false => Err(Failure::FullRack),
        }
    })
}

/// (full) Takes a tile off the rack of a position, as for an exchange: a code, or LEXC_BLANK for a blank.
/// LEXC_ERROR_ARGUMENT: unknown code. LEXC_ERROR_NO_TILE: the rack does not have the tile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_position_remove_tile(
    position: *mut lexc_position,
    code: u8,
) -> lexc_status {
    arguments!(position);
    answer(|| {
        let game = position.get_mut()?;
        let mut rack = *game.position().rack();
        match rack.remove(rack_tile_of(code, "code")?) {
            true => Ok(game.set_rack(rack)?),
            false => Err(Failure::NoTile),
        }
    })
}

/// (full) Writes the tiles that stay if `tiles` are taken off `rack`, letters in alphabet order, then blanks.
/// LEXC_ERROR_TEXT: a text is not a rack. LEXC_ERROR_NO_TILE: the rack does not have all of the tiles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_rack_subtract(
    lexicon: *const lexc_lexicon,
    rack: *const c_char,
    tiles: *const c_char,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(lexicon, rack, tiles, text[text_bytes], len, error);
    error.answer(|| {
        let alphabet = lexicon.get()?.alphabet();
        let rack = Rack::parse(rack.text()?, alphabet)?;
        let rest = rack.checked_sub(Rack::parse(tiles.text()?, alphabet)?);
        text.answer_text(&len, &rest.ok_or(Failure::NoTile)?.display(alphabet))
    })
}

/// (full) Writes the points that each of two players gains or loses at the end of a game, by the racks that they hold
/// then. If one player has no tiles, this player gains twice the value of the other player's tiles. If both have tiles,
/// as after turns without a point, each loses the value of their own tiles.
/// LEXC_ERROR_TEXT: a text is not a rack.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_end_points(
    lexicon: *const lexc_lexicon,
    rules: *const lexc_rules,
    first_rack: *const c_char,
    second_rack: *const c_char,
    first_points: *mut i32,
    second_points: *mut i32,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(
        lexicon,
        rules,
        first_rack,
        second_rack,
        first_points,
        second_points,
        error
    );
    error.answer(|| {
        let (alphabet, rules) = (lexicon.get()?.alphabet(), rules.get()?);
        let first = Rack::parse(first_rack.text()?, alphabet)?;
        let second = Rack::parse(second_rack.text()?, alphabet)?;
        let [first, second] = rules.end_points([first, second]);
        first_points.write(first)?;
        second_points.write(second)
    })
}

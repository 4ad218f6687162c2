//! Racks as records write them, and the columns of errors.

use lexc_runtime::{Alphabet, PlayError, Rack, RackError, RackTile, TileTextError};

/// Reads a rack. Its tiles may be in lower case if none is in upper case.
pub(super) fn read_rack(text: &str, alphabet: Alphabet<'_>) -> Result<Rack, RackError> {
    match Rack::parse(text, alphabet) {
        Err(error @ RackError::BlankForm { .. }) => read_lower_case(text, alphabet).ok_or(error),
        result => result,
    }
}

/// Reads a rack in lower case; `None` if the text has an upper-case or unknown tile, or too many tiles.
fn read_lower_case(text: &str, alphabet: Alphabet<'_>) -> Option<Rack> {
    let mut rack = Rack::EMPTY;
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('?') {
            rest = after;
            if !rack.add(RackTile::Blank) {
                return None;
            }
            continue;
        }
        let (placed_tiles, len) = alphabet.read_placed_tiles(rest)?;
        for placed_tile in placed_tiles {
            if !placed_tile.is_blank() || !rack.add(placed_tile.tile()) {
                return None;
            }
        }
        rest = rest.get(len..).filter(|_| len > 0)?;
    }
    Some(rack)
}

/// The column of an error in the text of a rack, counted from 1.
pub(super) fn column(error: &RackError) -> usize {
    match error {
        RackError::Tile(error) => tile_column(error),
        RackError::BlankForm { column, .. } | RackError::TooLong { column } => *column,
        _ => 1,
    }
}

/// The column of an error in the text of a play, counted from 1.
pub(super) fn play_column(error: &PlayError) -> usize {
    match error {
        PlayError::Tile(error) => tile_column(error),
        PlayError::Square { column }
        | PlayError::NoWord { column }
        | PlayError::OutsideBoard { column }
        | PlayError::Differs { column, .. }
        | PlayError::NoTileThere { column, .. }
        | PlayError::Parenthesis { column }
        | PlayError::NothingPlaced { column } => *column,
        _ => 1,
    }
}

fn tile_column(error: &TileTextError) -> usize {
    match error {
        TileTextError::Unknown { column, .. }
        | TileTextError::Bare { column, .. }
        | TileTextError::UnknownName { column, .. }
        | TileTextError::OpenBracket { column } => *column,
        _ => 1,
    }
}

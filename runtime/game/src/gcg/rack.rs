//! Racks as records write them.

use lexc_runtime::{Alphabet, Rack, RackTile, TextError, TextErrorKind};

/// Reads a rack. Its tiles may be in lower case if none is in upper case.
pub(super) fn read_rack(text: &str, alphabet: Alphabet<'_>) -> Result<Rack, TextError> {
    Rack::parse(text, alphabet).or_else(|error| match error.kind() {
        TextErrorKind::BlankForm { .. } => read_lower_case(text, alphabet).ok_or(error),
        _ => Err(error),
    })
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

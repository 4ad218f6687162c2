//! Racks.

use lexc_runtime::{Alphabet, Rack, RackTile};

use crate::failure::Failure;
use crate::packed::Packed;

/// Reads a rack.
pub fn read_rack(text: &str, alphabet: Alphabet<'_>) -> Result<Rack, Failure> {
    Rack::parse(text, alphabet).map_err(|error| Failure::from(error).of("rack"))
}

/// The text of a tile; `?` for a blank.
pub fn tile_text(tile: RackTile, alphabet: Alphabet<'_>) -> &str {
    match tile.letter() {
        Some(tile) => alphabet.text(tile),
        None => "?",
    }
}

/// Writes the text of a rack, and its tiles.
pub fn write_rack(packed: &mut Packed, rack: Rack, alphabet: Alphabet<'_>) {
    packed.text(rack.display(alphabet));
    packed.texts(rack.into_iter().map(|tile| tile_text(tile, alphabet)));
}

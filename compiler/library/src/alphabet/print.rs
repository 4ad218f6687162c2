//! Writes an alphabet as a letter distribution, from which the parser reads the same alphabet.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lexc_formats::{Alphabet, AlphabetDefinition, AlphabetError, Digraphs, PlacedTile, Tile};

use super::reading::forms;

/// The text of a letter distribution with the alphabet's tiles and rules. It does not have the alphabet's name.
///
/// # Errors
/// If [`AlphabetDefinition::encode`] fails.
pub fn to_text(definition: &AlphabetDefinition) -> Result<String, AlphabetError> {
    let section = definition.encode()?;
    let alphabet = Alphabet::from_bytes(&section)?;
    let mut text = String::from("# tile,blank form,count,value,vowel\n");
    // Writing to a string can't fail.
    if definition.blank_count > 0 {
        let _ = writeln!(text, "?,?,{},0,0", definition.blank_count);
    }
    for tile in &definition.tiles {
        let (tile_text, blank, vowel) = (&tile.text, &tile.blank_text, u8::from(tile.is_vowel));
        let _ = writeln!(
            text,
            "{tile_text},{blank},{},{},{vowel}",
            tile.count, tile.value
        );
    }
    if definition.digraphs == Digraphs::Longest {
        text.push_str("digraphs: longest\n");
    }
    let mut texts_of_tiles: BTreeMap<Vec<Tile>, Vec<&str>> = BTreeMap::new();
    let is_blank = |placed_tiles: &[PlacedTile]| placed_tiles.iter().any(|tile| tile.is_blank());
    let (blanks, letters): (Vec<_>, Vec<_>) = definition
        .readings
        .iter()
        .partition(|reading| is_blank(&reading.placed_tiles));
    for reading in letters.into_iter().chain(blanks) {
        let tiles = reading.placed_tiles.iter().map(|tile| tile.tile());
        let texts = texts_of_tiles.entry(tiles.collect()).or_default();
        let mut upper_and_lower = texts.iter().flat_map(|text| forms(alphabet, text));
        if !upper_and_lower.any(|(form, _)| form == reading.text) {
            texts.push(&reading.text);
        }
    }
    for (tiles, texts) in texts_of_tiles {
        let _ = writeln!(
            text,
            "read: {} = {}",
            texts.join(" "),
            alphabet.spell(&tiles)
        );
    }
    let code_point = |c: &char| format!("U+{:04X}", u32::from(*c));
    for (first, last) in &definition.marks {
        let (first, last) = (code_point(first), code_point(last));
        let _ = match first == last {
            true => writeln!(text, "ignore: {first}"),
            false => writeln!(text, "ignore: {first}-{last}"),
        };
    }
    Ok(text)
}

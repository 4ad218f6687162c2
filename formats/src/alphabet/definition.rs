//! Alphabets to be written into images.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::AlphabetError;
use super::layout::{AlphabetHeader, TileEntry, VOWEL};
use super::view::Alphabet;
use crate::raw::int::U16Le;
use crate::tile::MAX_TILES;

/// An alphabet to be written into an image.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AlphabetDefinition {
    /// The alphabet's name, such as `english`; may be empty.
    pub name: String,
    /// The lettered tiles in alphabet order.
    pub tiles: Vec<TileDefinition>,
    /// The number of blank tiles in the bag.
    pub blank_count: u16,
}

/// A lettered tile to be written into an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileDefinition {
    /// The tile's text.
    pub text: String,
    /// The text of a blank designated as the tile.
    pub blank_text: String,
    /// The tile's value in points.
    pub value: i16,
    /// The number of such tiles in the bag.
    pub count: u16,
    /// True if the tile counts as a vowel.
    pub is_vowel: bool,
}

impl AlphabetDefinition {
    /// The alphabet section, as [`Alphabet::from_bytes`] reads it.
    ///
    /// # Errors
    /// The first rule the alphabet breaks.
    pub fn encode(&self) -> Result<Vec<u8>, AlphabetError> {
        if self.tiles.is_empty() || self.tiles.len() > MAX_TILES {
            return Err(AlphabetError::TileCount {
                found: self.tiles.len(),
            });
        }
        let length = |len: usize| {
            u16::try_from(len)
                .map(U16Le::new)
                .map_err(|_| AlphabetError::Length {
                    needed: len,
                    found: usize::from(u16::MAX),
                })
        };
        let mut texts = self.name.clone();
        let mut entries = Vec::with_capacity(self.tiles.len());
        for tile in &self.tiles {
            texts.push_str(&tile.text);
            let text_end = length(texts.len())?;
            texts.push_str(&tile.blank_text);
            entries.push(TileEntry {
                text_end,
                blank_end: length(texts.len())?,
                value: U16Le::new(tile.value.cast_unsigned()),
                count: U16Le::new(tile.count),
                flags: U16Le::new(if tile.is_vowel { VOWEL } else { 0 }),
                reserved: U16Le::new(0),
            });
        }
        let header = AlphabetHeader {
            tile_count: length(self.tiles.len())?,
            blank_count: U16Le::new(self.blank_count),
            name_bytes: length(self.name.len())?,
            text_bytes: length(texts.len())?,
        };
        let mut section = Vec::new();
        section.extend_from_slice(bytemuck::bytes_of(&header));
        section.extend_from_slice(bytemuck::cast_slice(&entries));
        section.extend_from_slice(texts.as_bytes());
        Alphabet::from_bytes(&section)?;
        Ok(section)
    }
}

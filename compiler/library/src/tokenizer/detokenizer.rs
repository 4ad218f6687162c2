//! Detokenizer: converts the tiles of a word to the text that `lexc dump` writes.

use std::iter;

use lexc_formats::{Alphabet, Tile};

use crate::text::tile_texts;

/// Writes many words of one alphabet, as [`Alphabet::spell`] does, but faster.
#[derive(Clone, Debug)]
pub struct Detokenizer<'a> {
    /// By code; empty for code 0.
    tiles: Vec<WrittenTile<'a>>,
    /// By code: the text, if every tile is written as one byte in every word.
    bytes: Option<[u8; 256]>,
}

/// A tile in the text of a word.
#[derive(Clone, Debug, Default)]
struct WrittenTile<'a> {
    text: &'a str,
    /// If the text has one character, a number that it shares only with texts that differ from it in case; otherwise 0.
    letter: u8,
    /// Sequences of `letter` values. If the next tiles have such a sequence, the texts of this tile and the next tiles
    /// spell a tile of several characters, so this tile needs brackets.
    continuations: Vec<Vec<u8>>,
}

impl<'a> Detokenizer<'a> {
    /// Creates a detokenizer for an alphabet.
    pub fn new(alphabet: Alphabet<'a>) -> Detokenizer<'a> {
        let upper = |text: &str| -> Vec<String> {
            let chars = text.chars();
            chars.map(|c| c.to_uppercase().collect()).collect()
        };
        let texts: Vec<Vec<String>> = alphabet
            .tiles()
            .map(|tile| upper(alphabet.text(tile)))
            .collect();
        // The code of the first tile whose text is one character with this upper case.
        let letter = |c: &String| {
            let code = texts
                .iter()
                .position(|text| matches!(&text[..], [one] if one == c))?
                + 1;
            u8::try_from(code).ok()
        };
        let letters = |text: Vec<String>| text.iter().map(letter).collect::<Option<Vec<u8>>>();
        let several: Vec<Vec<u8>> = tile_texts(alphabet)
            .map(upper)
            .filter(|text| text.len() > 1)
            .filter_map(letters)
            .collect();
        let written = |(tile, upper): (Tile, &Vec<String>)| {
            let letter = match &upper[..] {
                [one] => letter(one).unwrap_or(0),
                _ => 0,
            };
            let longer = several.iter().filter(|several| several[0] == letter);
            WrittenTile {
                text: alphabet.text(tile),
                letter,
                continuations: longer.map(|several| several[1..].to_vec()).collect(),
            }
        };
        let tiles: Vec<WrittenTile<'a>> = iter::once(WrittenTile::default())
            .chain(alphabet.tiles().zip(&texts).map(written))
            .collect();
        let mut bytes = [0; 256];
        let are_bytes = tiles.iter().zip(&mut bytes).skip(1).all(|(tile, byte)| {
            *byte = tile.text.as_bytes().first().copied().unwrap_or_default();
            tile.text.len() == 1 && tile.continuations.is_empty()
        });
        Detokenizer {
            tiles,
            bytes: are_bytes.then_some(bytes),
        }
    }

    /// Appends the text of a word. The codes must be tiles of the alphabet.
    pub fn append(&mut self, codes: impl Iterator<Item = u8> + Clone, out: &mut Vec<u8>) {
        if let Some(bytes) = &self.bytes {
            out.extend(codes.map(|code| bytes[usize::from(code)]));
            return;
        }
        let mut tiles = codes.filter_map(|code| self.tiles.get(usize::from(code)));
        while let Some(tile) = tiles.next() {
            let follows = |letters: &Vec<u8>| {
                let mut after = tiles.clone().map(|tile| tile.letter);
                letters.iter().all(|&letter| after.next() == Some(letter))
            };
            let is_bare = tile.letter != 0 && !tile.continuations.iter().any(follows);
            if is_bare {
                out.extend_from_slice(tile.text.as_bytes());
            } else {
                out.push(b'[');
                out.extend_from_slice(tile.text.as_bytes());
                out.push(b']');
            }
        }
    }

    /// The text of a word. The codes must be tiles of the alphabet.
    pub fn spell(&mut self, codes: &[u8]) -> String {
        let mut text = Vec::new();
        self.append(codes.iter().copied(), &mut text);
        String::from_utf8(text).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::section;

    #[test]
    fn words_are_written_as_the_alphabet_spells_them() {
        for rows in [
            "A,a,1,1,1\nÉ,é,1,1,1\nZ,z,1,1,0\n",
            "A,a,1,1,1\nC,c,1,1,0\nCH,ch,1,1,0\nH,h,1,1,0\nL,l,1,1,0\nL·L,l·l,1,1,0\n",
            "C,c,1,1,0\nh,H,1,1,0\nCh,x,1,1,0\nAb,a,1,1,0\nB,cc,1,1,0\n",
            "A,a,1,1,0\nABA,x,1,1,0\nB,b,1,1,0\n",
        ] {
            let section = section(rows);
            let alphabet = Alphabet::from_bytes(&section).unwrap();
            let mut speller = Detokenizer::new(alphabet);
            let count = u32::try_from(alphabet.len()).unwrap();
            for number in 0..count.pow(4) {
                let digits = [0, 1, 2, 3].map(|place| number / count.pow(place) % count);
                let codes = digits.map(|digit| u8::try_from(digit + 1).unwrap());
                let tiles = codes.map(|code| Tile::new(code).unwrap());
                assert_eq!(
                    speller.spell(&codes),
                    alphabet.spell(&tiles).to_string(),
                    "{rows}"
                );
            }
        }
    }
}

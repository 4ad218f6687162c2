//! Detokenizer: converts the tiles of a word to the text that `lexc dump` writes.

use lexc_formats::{Alphabet, Tile};

/// Writes many words of one alphabet, as [`Alphabet::spell`] does, but faster.
#[derive(Clone, Debug)]
pub struct Detokenizer<'a> {
    alphabet: Alphabet<'a>,
    /// Text of each code, unless it depends on the tiles around it.
    texts: Vec<Option<String>>,
    /// The same as bytes, if each text is one byte.
    bytes: Option<[u8; 256]>,
    tiles: Vec<Tile>,
}

impl<'a> Detokenizer<'a> {
    /// Creates a detokenizer for an alphabet.
    pub fn new(alphabet: Alphabet<'a>) -> Detokenizer<'a> {
        let upper = |text: &str| -> Vec<String> {
            let chars = text.chars();
            chars.map(|c| c.to_uppercase().collect()).collect()
        };
        let placed_tiles = |tile| [alphabet.text(tile), alphabet.blank_text(tile)].map(upper);
        let (several, single): (Vec<_>, Vec<_>) = alphabet
            .tiles()
            .flat_map(placed_tiles)
            .partition(|placed_tile| placed_tile.len() > 1);
        // A tile of one character needs brackets only where it could start a tile of several characters.
        let starts_several = |text: &str| {
            several.iter().any(|placed_tile| {
                placed_tile.starts_with(&upper(text))
                    && placed_tile
                        .iter()
                        .all(|c| single.iter().any(|one| one.first() == Some(c)))
            })
        };
        let written = |tile: Tile| match alphabet.text(tile) {
            text if text.chars().nth(1).is_some() => Some(format!("[{text}]")),
            text if starts_several(text) => None,
            text => Some(text.to_owned()),
        };
        let texts: Vec<Option<String>> = std::iter::once(None)
            .chain(alphabet.tiles().map(written))
            .collect();
        let mut bytes = [0; 256];
        let are_bytes = texts.iter().zip(&mut bytes).skip(1).all(|(text, byte)| {
            let text = text.as_deref().unwrap_or_default();
            *byte = text.as_bytes().first().copied().unwrap_or_default();
            text.len() == 1
        });
        Detokenizer {
            alphabet,
            texts,
            bytes: are_bytes.then_some(bytes),
            tiles: Vec::new(),
        }
    }

    /// Appends the text of a word. The codes must be tiles of the alphabet.
    pub fn append(&mut self, codes: impl Iterator<Item = u8> + Clone, out: &mut Vec<u8>) {
        if let Some(bytes) = &self.bytes {
            out.extend(codes.map(|code| bytes[usize::from(code)]));
            return;
        }
        let start = out.len();
        for code in codes.clone() {
            let Some(Some(text)) = self.texts.get(usize::from(code)) else {
                out.truncate(start);
                self.tiles.clear();
                self.tiles.extend(codes.filter_map(Tile::new));
                let word = self.alphabet.spell(&self.tiles).to_string();
                out.extend_from_slice(word.as_bytes());
                return;
            };
            out.extend_from_slice(text.as_bytes());
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

    fn section(rows: &str) -> Vec<u8> {
        let definition = crate::alphabet::parse("test", rows).unwrap();
        definition.encode().unwrap()
    }

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

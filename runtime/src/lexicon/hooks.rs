//! Hooks of a word: tiles that make another word in front of it or behind it.

use lexc_formats::{Tile, TileSet};

use crate::lexicon::automaton::{Automaton, with_nodes};
use crate::lexicon::lookup::Lexicon;

/// The tiles that make a word when one is added to a word; made by [`Lexicon::hooks`].
///
/// ```
/// use lexc_runtime::{Lexicon, Word};
///
/// // 15 words: CARE, SCARE, ABLE and the like.
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let alphabet = lexicon.alphabet();
/// let hooks = lexicon.hooks(&Word::parse("CARE", alphabet)?);
/// let tiles = |text| Word::parse(text, alphabet).map(|word| word.iter().copied().collect());
/// assert_eq!(hooks.front, tiles("S")?);
/// assert_eq!(hooks.back, tiles("S")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hooks {
    /// Tiles in front of the word.
    pub front: TileSet,
    /// Tiles behind the word.
    pub back: TileSet,
}

impl Lexicon<'_> {
    /// The hooks of these tiles, which need not be a word themselves. Follows an edge per tile over a GADDAG; over a
    /// DAWG, an edge per tile for each tile of the alphabet.
    pub fn hooks(&self, word: &[Tile]) -> Hooks {
        let (front, back) = match Automaton::for_cross_sets(self.image()) {
            Some(automaton) => {
                with_nodes!(self.image(), |nodes| automaton.hooks(nodes, word))
            }
            None => (TileSet::EMPTY, TileSet::EMPTY),
        };
        Hooks { front, back }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::word::Word;
    use crate::testing::BINGOS;

    /// Hooks by trial of every tile.
    fn tried(lexicon: &Lexicon<'_>, word: &[Tile]) -> Hooks {
        let contains = |parts: [&[Tile]; 2]| {
            let word = Word::from_tiles(&parts.concat());
            word.is_some_and(|word| lexicon.contains(&word))
        };
        let tiles = || lexicon.alphabet().tiles();
        Hooks {
            front: tiles().filter(|&tile| contains([&[tile], word])).collect(),
            back: tiles().filter(|&tile| contains([word, &[tile]])).collect(),
        }
    }

    #[test]
    fn agree_with_a_trial_of_every_tile() {
        let lexicon = Lexicon::from_bytes(BINGOS).unwrap();
        let alphabet = lexicon.alphabet();
        let mut found = 0;
        for word in lexicon.words() {
            for len in 1..=word.len() {
                for part in [&word[..len], &word[word.len() - len..]] {
                    let expected = tried(&lexicon, part);
                    assert_eq!(lexicon.hooks(part), expected);
                    found += expected.front.len() + expected.back.len();
                    let dawg = lexicon.image().dawg().map(Automaton::Dawg).unwrap();
                    let over_dawg = with_nodes!(lexicon.image(), |nodes| dawg.hooks(nodes, part));
                    assert_eq!(over_dawg, (expected.front, expected.back));
                }
            }
        }
        assert!(found > 50);
        let none = Hooks {
            front: TileSet::EMPTY,
            back: TileSet::EMPTY,
        };
        for word in ["", "ZZ"] {
            let word = Word::parse(word, alphabet).unwrap();
            assert_eq!(lexicon.hooks(&word), none);
        }
    }
}

//! A game to be tested: its tiles, its words as a plain list and as an image, and its rules.

use lexc::{Automata, CompileOptions};
use lexc_formats::alphabet::{Alphabet, AlphabetDefinition};
use lexc_runtime::{Lexicon, Rules, Tile};

/// A game: its tiles, its words and its rules.
#[derive(Clone, Debug)]
pub struct Game {
    /// The words, sorted.
    pub words: Vec<Vec<Tile>>,
    /// The image of the words, with both automata.
    pub image: Vec<u8>,
    /// The rules.
    pub rules: Rules,
}

impl Game {
    /// The game with these tiles and words, under rules that `rules` makes from the usual ones.
    pub fn new(
        definition: &AlphabetDefinition,
        mut words: Vec<Vec<Tile>>,
        rules: impl FnOnce(Rules) -> Rules,
    ) -> Game {
        words.sort();
        words.dedup();
        let image = compile(&words, definition, Automata::Both);
        let alphabet = definition.encode().expect("the alphabet keeps the rules");
        let alphabet = Alphabet::from_bytes(&alphabet).expect("it was just written");
        Game {
            rules: rules(Rules::standard(alphabet)),
            words,
            image,
        }
    }

    /// The lexicon in the image.
    pub fn lexicon(&self) -> Lexicon<'_> {
        Lexicon::from_bytes(&self.image).expect("the image was just compiled")
    }
}

/// The image of these words, in any order, with these automata.
pub fn compile(
    words: &[Vec<Tile>],
    definition: &AlphabetDefinition,
    automata: Automata,
) -> Vec<u8> {
    let codes = |word: &Vec<Tile>| word.iter().map(|tile| tile.code()).collect();
    let words: Vec<Vec<u8>> = words.iter().map(codes).collect();
    let options = CompileOptions {
        automata,
        ..CompileOptions::default()
    };
    crate::image(&words, definition, &options)
}

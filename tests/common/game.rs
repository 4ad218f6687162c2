//! A game for tests: rules, and words as a plain list and as images.

use lexc_compiler::{Automata, CompileOptions};
use lexc_formats::{Alphabet, AlphabetDefinition};
use lexc_runtime::{Lexicon, Rules, Tile};

use crate::compact;
use crate::generators::{COMPACT_GENERATORS, GENERATORS, Search};

/// A game: words, images of them, and rules.
#[derive(Clone, Debug)]
pub struct Game {
    /// The words in order.
    pub words: Vec<Vec<Tile>>,
    /// The image of the words with fast nodes and both automata.
    pub image: Vec<u8>,
    /// The image of the words with compact nodes and both automata.
    pub compact: Vec<u8>,
    /// The rules.
    pub rules: Rules,
}

impl Game {
    /// A game with these tiles and words. `rules` changes the standard rules.
    pub fn new(
        definition: &AlphabetDefinition,
        mut words: Vec<Vec<Tile>>,
        rules: impl FnOnce(Rules) -> Rules,
    ) -> Game {
        words.sort();
        words.dedup();
        let image = compile(&words, definition, &CompileOptions::default());
        let compact = compile(&words, definition, &compact(Automata::Both, false));
        let alphabet = definition.encode().expect("the alphabet is valid");
        let alphabet = Alphabet::from_bytes(&alphabet).expect("the encoding is valid");
        Game {
            rules: rules(Rules::standard(alphabet)),
            words,
            image,
            compact,
        }
    }

    /// The lexicon in the image with fast nodes.
    pub fn lexicon(&self) -> Lexicon<'_> {
        Lexicon::from_bytes(&self.image).expect("the compiler wrote it")
    }

    /// The lexicon in the image with compact nodes.
    pub fn compact_lexicon(&self) -> Lexicon<'_> {
        Lexicon::from_bytes(&self.compact).expect("the compiler wrote it")
    }

    /// Every generator over each of the two images.
    pub fn searches(&self) -> Vec<Search<'_>> {
        let (lexicon, compact) = (self.lexicon(), self.compact_lexicon());
        let fast = GENERATORS.iter().map(|generator| (generator, lexicon));
        let compact = COMPACT_GENERATORS
            .iter()
            .map(|generator| (generator, compact));
        let search = |(&(name, generator), lexicon)| Search {
            name,
            generator,
            lexicon,
        };
        fast.chain(compact).map(search).collect()
    }
}

/// Compiles these words, given in any order.
pub fn compile(
    words: &[Vec<Tile>],
    definition: &AlphabetDefinition,
    options: &CompileOptions,
) -> Vec<u8> {
    let codes = |word: &Vec<Tile>| word.iter().map(|tile| tile.code()).collect();
    let words: Vec<Vec<u8>> = words.iter().map(codes).collect();
    crate::image(&words, definition, options)
}

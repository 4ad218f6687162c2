//! Facts about an image, counted once for text and JSON.

use lexc_formats::raw::node::{NodeList, NodeRef};
use lexc_formats::{MAX_WORD_LEN, with_nodes};
use lexc_runtime::Lexicon;

use crate::{AutomatonStats, ImageStats};

/// Facts about an image.
pub struct Info<'a> {
    pub lexicon: Lexicon<'a>,
    pub path: String,
    pub bytes: u64,
    /// The number of words of each length in tiles.
    pub words_by_length: [u64; MAX_WORD_LEN + 1],
    pub dawg: Option<AutomatonInfo>,
    pub gaddag: Option<AutomatonInfo>,
}

/// Facts about an automaton.
pub struct AutomatonInfo {
    pub stats: AutomatonStats,
    /// The number of strings that the automaton accepts.
    pub strings: u64,
    /// The size of its nodes.
    pub bytes: u64,
    /// The size in Gordon's expanded form: a row of an edge for each label for each state, and a list of the letter sets.
    pub expanded_bytes: u64,
    /// The size in Gordon's compressed form: a list of states and edges, and one of the letter sets.
    pub compressed_bytes: u64,
}

impl<'a> Info<'a> {
    /// Counts the words and the parts of the automata.
    pub fn of(lexicon: Lexicon<'a>, path: String, bytes: u64) -> Info<'a> {
        let image = lexicon.image();
        let mut words_by_length = [0; MAX_WORD_LEN + 1];
        for word in lexicon.words() {
            if let Some(count) = words_by_length.get_mut(word.len()) {
                *count += 1;
            }
        }
        let tile_count = image.alphabet().len() as u64;
        let automaton = |stats: AutomatonStats, labels: u64, strings: u64, bytes: u64| {
            let (states, sets) = (u64::from(stats.states), u64::from(stats.letter_sets));
            AutomatonInfo {
                strings,
                bytes,
                expanded_bytes: 4 * (labels * states + sets),
                compressed_bytes: 4 * (states + stats.edges + sets),
                stats,
            }
        };
        let mut info = Info {
            lexicon,
            path,
            bytes,
            words_by_length,
            dawg: None,
            gaddag: None,
        };
        let stats = ImageStats::of(image);
        let words = u64::from(lexicon.word_count());
        info.dawg = stats
            .dawg
            .map(|stats| automaton(stats, tile_count, words, info.dawg_bytes()));
        let node_bytes = size_of_val(image.node_units()) as u64;
        // A word has a string for each of its tiles.
        info.gaddag = stats
            .gaddag
            .map(|stats| automaton(stats, tile_count + 1, info.characters(), node_bytes));
        info
    }

    /// The number of tiles of all words together, without delimiters.
    pub fn characters(&self) -> u64 {
        let lengths = (0..).zip(self.words_by_length);
        lengths.map(|(tiles, words)| tiles * words).sum()
    }

    /// The size of the DAWG's nodes: they come first, the root last of them.
    fn dawg_bytes(&self) -> u64 {
        fn end<R: NodeList>(nodes: R, root: NodeRef) -> u64 {
            R::INDEX_BYTES * (u64::from(nodes.resolve(root).unit()) + 1)
        }
        let image = self.lexicon.image();
        image.dawg().map_or(0, |root| {
            with_nodes!(image.node_store(), |nodes| end(nodes, root))
        })
    }

    /// A size in bits for each tile of each word.
    pub fn bits_per_character(&self, bytes: u64) -> f64 {
        8.0 * bytes as f64 / self.characters().max(1) as f64
    }
}

//! Options of a compilation, its stages and its result.

use std::time::{Duration, Instant};

/// Which automata an image holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Automata {
    /// Both: the DAWG costs next to nothing beside a GADDAG.
    #[default]
    Both,
    /// The DAWG alone, a sixth of the size: look-ups, and move generation by Appel and Jacobson's algorithm.
    Dawg,
    /// The GADDAG alone.
    Gaddag,
}

/// How the nodes of an image are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StoreKind {
    /// In 32-bit units ([`FastNodes`](lexc_formats::raw::node::FastNodes)): the fastest.
    #[default]
    Fast,
    /// In bytes ([`CompactNodes`](lexc_formats::raw::node::CompactNodes)), for a DAWG alone: half the size of the fast packing's, for small hosts.
    Compact,
}

/// Contents of an image besides the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileOptions {
    /// Which automata.
    pub automata: Automata,
    /// How their nodes are packed.
    pub store: StoreKind,
    /// Adds the word index. Needs the DAWG.
    pub word_index: bool,
    /// Adds the anagram filter, with which the best play is found sooner.
    pub anagram_filter: bool,
    /// The lexicon's name.
    pub name: String,
    /// Where the words come from.
    pub source: String,
    /// The notice that goes along with the words.
    pub license: String,
}

impl Default for CompileOptions {
    /// Both automata in the fast packing and the filter of anagrams, no numbers, no texts.
    fn default() -> CompileOptions {
        CompileOptions {
            automata: Automata::Both,
            store: StoreKind::Fast,
            word_index: false,
            anagram_filter: true,
            name: String::new(),
            source: String::new(),
            license: String::new(),
        }
    }
}

#[cfg(test)]
impl CompileOptions {
    /// The options of `lexc build --compact`.
    pub(crate) fn compact() -> CompileOptions {
        CompileOptions {
            automata: Automata::Dawg,
            store: StoreKind::Compact,
            ..CompileOptions::default()
        }
    }
}

/// One stage of a compilation, as `lexc build -v` prints it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Which one.
    pub kind: StageKind,
    /// How many things it makes: nodes, numbers, images.
    pub items: u64,
    /// How many bytes they take in the image.
    pub bytes: u64,
    /// How long it took.
    pub time: Duration,
}

/// The stages of a compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StageKind {
    /// The DAWG's nodes; in an image without a DAWG, the nodes after the separator, which are all except the root.
    Dawg,
    /// The word index.
    WordIndex,
    /// The GADDAG's nodes before the separator.
    LeftHalf,
    /// The DAWG's nodes once more, as compact nodes.
    Compact,
    /// The filter of the long words' tiles.
    AnagramFilter,
    /// The image, put together of its sections.
    Image,
}

/// Measures stages.
pub(super) struct Clock {
    stages: Vec<Stage>,
    start: Instant,
}

impl Clock {
    pub(super) fn start() -> Clock {
        Clock {
            stages: Vec::new(),
            start: Instant::now(),
        }
    }

    pub(super) fn lap(&mut self, kind: StageKind, items: usize, bytes: usize) {
        let end = Instant::now();
        let time = end - self.start;
        self.start = end;
        self.stages.push(Stage {
            kind,
            items: items as u64,
            bytes: bytes as u64,
            time,
        });
    }

    pub(super) fn finish(self) -> Vec<Stage> {
        self.stages
    }
}

/// A finished image and how it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The image.
    pub image: Vec<u8>,
    /// The stages, in order.
    pub stages: Vec<Stage>,
}

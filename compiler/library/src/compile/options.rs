//! Options of a compilation, its stages and its result.

use std::time::{Duration, Instant};

use lexc_formats::{LabelsDefinition, is_one_line};

use crate::error::CompileError;
use crate::word_list::DefinitionList;

/// Automata of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Automata {
    /// Both. A GADDAG contains all nodes of the DAWG except the root of the DAWG.
    #[default]
    Both,
    /// The DAWG alone, which takes a seventh of the size of both automata. It is enough for look-ups and move
    /// generation, but a search for the best play takes about twice as long as with a GADDAG.
    Dawg,
    /// The GADDAG alone.
    Gaddag,
}

/// Encoding of the nodes of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StoreKind {
    /// In 32-bit units ([`FastNodes`](lexc_formats::raw::node::FastNodes)): the faster encoding.
    #[default]
    Fast,
    /// In bytes ([`CompactNodes`](lexc_formats::raw::node::CompactNodes)): half to two thirds of the size of fast
    /// nodes, but a step from node to node takes two to three times as long.
    Compact,
}

/// Contents of an image besides the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileOptions {
    /// The automata.
    pub automata: Automata,
    /// The encoding of the automata's nodes.
    pub store: StoreKind,
    /// Adds the word index. Needs the DAWG.
    pub word_index: bool,
    /// Adds the anagram filter, which speeds up the search for the best play.
    pub anagram_filter: bool,
    /// Adds the word map, which finds the words of a multiset of tiles in the time of a look-up. It takes about four bytes a
    /// word.
    pub word_map: bool,
    /// Adds definitions of the words, one for each word. Needs the word index.
    pub definitions: Option<DefinitionList>,
    /// Adds labels of the words, one set for each word: [`LabelsBuilder`](crate::LabelsBuilder) makes them.
    pub labels: Option<LabelsDefinition>,
    /// The lexicon's name.
    pub name: String,
    /// The source of the words.
    pub source: String,
    /// The licence notice of the words.
    pub license: String,
}

impl Default for CompileOptions {
    /// Both automata in fast nodes, the anagram filter, no word index, no word map, no definitions, no labels; no name, source or licence.
    fn default() -> CompileOptions {
        CompileOptions {
            automata: Automata::Both,
            store: StoreKind::Fast,
            word_index: false,
            anagram_filter: true,
            word_map: false,
            definitions: None,
            labels: None,
            name: String::new(),
            source: String::new(),
            license: String::new(),
        }
    }
}

impl CompileOptions {
    /// Refuses options that contradict each other, and a name that is not one line.
    #[doc(hidden)]
    pub fn check(&self) -> Result<(), CompileError> {
        if self.word_index && self.automata == Automata::Gaddag {
            return Err(CompileError::WordIndexWithoutDawg);
        }
        if self.definitions.is_some() && !self.word_index {
            return Err(CompileError::DefinitionsWithoutWordIndex);
        }
        match is_one_line(&self.name) {
            true => Ok(()),
            false => Err(CompileError::Name),
        }
    }
}

#[cfg(test)]
impl CompileOptions {
    /// The options of `lexc build --compact --only dawg --anagram-filter`.
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
    /// The stage.
    pub kind: StageKind,
    /// The number of items that the stage makes: nodes, entries of the index, anagram keys, definitions or images.
    pub items: u64,
    /// The size of the encoded items.
    pub bytes: u64,
    /// The time that the stage took.
    pub time: Duration,
}

/// The stages of a compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageKind {
    /// The DAWG's nodes, without the root if the image has the GADDAG alone.
    Dawg,
    /// The word index.
    WordIndex,
    /// The GADDAG's nodes before the separator.
    LeftHalf,
    /// The nodes once more, as compact nodes.
    Compact,
    /// The anagram filter.
    AnagramFilter,
    /// The word map.
    WordMap,
    /// The labels of the words.
    Labels,
    /// The definitions.
    Definitions,
    /// The image, assembled from its sections.
    Image,
}

/// Measures the time of each stage.
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

/// A finished image, and the stages of its compilation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The image.
    pub image: Vec<u8>,
    /// The stages, in order.
    #[doc(hidden)]
    pub stages: Vec<Stage>,
}

//! Options of a compilation.

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

//! The lexicon: words, the word index and the automaton that look-ups walk.

pub(crate) mod automaton;
pub(crate) mod lookup;
pub(crate) mod word;
pub(crate) mod words;

pub(crate) use automaton::with_nodes;
pub(crate) use lookup::Lexicon;

//! The lexicon: words, hooks, the word index, and the automata behind them.

pub(crate) mod automaton;
pub(crate) mod hooks;
pub(crate) mod lookup;
pub(crate) mod word;
mod word_index;
pub(crate) mod words;

pub(crate) use automaton::with_nodes;
pub(crate) use lookup::Lexicon;

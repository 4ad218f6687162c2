//! Searches for all words that meet conditions, and for phrases of one or more words.
//!
//! [`Finder`] is the entry point. A search walks an automaton from the root. At each node, each condition allows some
//! tiles, and the search follows only the edges that all conditions allow. The search of [`inside`] follows
//! the edges that one pattern allows.
//!
//! - [`walk`]: over the DAWG, in alphabetical order. In an image without a DAWG, over the GADDAG's paths after the
//!   first tile and the ◇.
//! - [`inside`]: over the GADDAG, from a tile inside of the words: a fixed tile of a pattern, or a letter of a rack.
//!   Each word found is then tested for all conditions except that pattern.
//! - [`mapped`]: by the word map, without a walk: the anagrams of a rack.
//! - [`phrases`]: one or more words in a row; the walk returns to the root after each word.
//!
//! [`kind`] has the table of the kinds of conditions, with their names and help, and [`parse`] reads conditions from text. A new
//! kind is a row there, a line in [`parse`] and a constructor in [`condition`]; the command and the libraries for C, JavaScript and Python take it from
//! the table.

mod code;
mod condition;
mod element;
mod finder;
mod hooks;
mod inside;
mod kind;
mod mapped;
mod near;
mod parse;
mod pattern;
mod phrase;
mod phrases;
mod probability;
mod range;
mod tiles;
mod walk;

pub use self::code::MAX_PHRASE_LEN;
pub use self::condition::Condition;
pub use self::finder::{Finder, StepLimitError};
pub use self::hooks::Side;
pub use self::kind::ConditionKind;
pub use self::phrase::{Phrase, PhraseQuery};
pub use self::probability::draws;
pub use self::range::parse_range;

//! Rules as text.

pub(crate) mod games_in_use;
pub(crate) mod key;
mod parse;
mod settings;
mod write;

pub use self::settings::{NoLayoutError, RulesText};

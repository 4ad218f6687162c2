//! Conditions on the hooks of a word, tested when the word is complete.

use core::str::FromStr;

use lexc_formats::Tile;
use lexc_formats::raw::node::Nodes;

use crate::lexicon::Lexicon;
use crate::lexicon::automaton::Automaton;
use crate::text::{Place, TextError, TextErrorKind};

/// The side of a word on which a hook stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Before the first tile.
    Front,
    /// After the last tile.
    Back,
    /// Either side.
    Either,
}

/// Reads `front`, `back` or `either`.
impl FromStr for Side {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Side, TextError> {
        match text {
            "front" => Ok(Side::Front),
            "back" => Ok(Side::Back),
            "either" => Ok(Side::Either),
            _ => Err(TextError::new(Place::START, TextErrorKind::Side)),
        }
    }
}

impl Side {
    const fn is_front(self) -> bool {
        matches!(self, Side::Front | Side::Either)
    }

    const fn is_back(self) -> bool {
        matches!(self, Side::Back | Side::Either)
    }

    /// Returns `true` if a hook on this side makes another word of the tiles.
    pub(super) fn takes_hook<N: Nodes>(
        self,
        nodes: N,
        lexicon: &Lexicon<'_>,
        word: &[Tile],
    ) -> bool {
        let image = lexicon.image();
        let automaton = match self {
            // The DAWG has the back hooks in one node.
            Side::Back => Automaton::of(image),
            Side::Front | Side::Either => Automaton::for_cross_sets(image),
        };
        automaton.is_some_and(|automaton| {
            let (front, back) = lexicon.admitted_hooks(word, automaton.hooks(nodes, word));
            self.is_front() && !front.is_empty() || self.is_back() && !back.is_empty()
        })
    }

    /// Returns `true` if the tiles are another word plus a hook on this side.
    pub(super) fn is_hook<N: Nodes>(self, nodes: N, lexicon: &Lexicon<'_>, word: &[Tile]) -> bool {
        let Some(automaton) = Automaton::of(lexicon.image()) else {
            return false;
        };
        let without_first = word.split_first().map(|(_, rest)| rest);
        let without_last = word.split_last().map(|(_, rest)| rest);
        let contains = |part: Option<&[Tile]>| {
            part.is_some_and(|part| automaton.contains(nodes, part) && lexicon.admits(part))
        };
        self.is_front() && contains(without_first) || self.is_back() && contains(without_last)
    }
}

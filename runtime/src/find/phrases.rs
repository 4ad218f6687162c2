//! Phrases that meet a query: a walk that starts again at the root after each word.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, Nodes};
use lexc_formats::{MAX_WORD_LEN, Tile, TileSet};

use super::code::{Code, MAX_PHRASE_LEN};
use super::phrase::{Phrase, PhraseQuery};
use super::tiles::Tiles;
use super::walk::{Level, Steps, child};
use crate::lexicon::Lexicon;
use crate::lexicon::automaton::{Automaton, has_tile};

/// Visits each phrase that meets the query, in alphabetical order of the first word, then of the second, and so on.
pub(super) fn phrases<N: Nodes>(
    nodes: N,
    lexicon: &Lexicon<'_>,
    query: &mut PhraseQuery<'_>,
    steps: &mut Steps,
    visit: &mut dyn FnMut(&Phrase) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let image = lexicon.image();
    let Some(automaton) = Automaton::of(image) else {
        return ControlFlow::Continue(());
    };
    if let Some(tiles) = &mut query.tiles {
        // The filter has the anagram keys of words, not of phrases.
        tiles.start(MAX_WORD_LEN, None);
    }
    let max_len = query.max_len;
    for condition in &mut *query.shape {
        let room = condition.max_len().min(max_len);
        if !condition.start(room, image) {
            return ControlFlow::Continue(());
        }
    }
    let root = nodes.node(automaton.root());
    let mut walk = Walk {
        nodes,
        lexicon,
        automaton,
        root,
        query,
        phrase: Phrase::EMPTY,
        // A constant, which is written in place: a copy would double the stack.
        levels: const { [Level::END; MAX_PHRASE_LEN] },
    };
    walk.enter(root);
    let flow = walk.run(steps, visit);
    // A break leaves tiles in the phrase: takes them back, so that the conditions have the state of the empty phrase
    // again.
    while walk.leave() {}
    flow
}

struct Walk<'w, 'q, N> {
    nodes: N,
    lexicon: &'w Lexicon<'w>,
    automaton: Automaton,
    root: Node,
    query: &'w mut PhraseQuery<'q>,
    phrase: Phrase,
    /// By number of tiles of the phrase: the node reached, and the tiles still to try there.
    levels: [Level; MAX_PHRASE_LEN],
}

impl<N: Nodes> Walk<'_, '_, N> {
    fn run(
        &mut self,
        steps: &mut Steps,
        visit: &mut dyn FnMut(&Phrase) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        loop {
            let len = self.phrase.tiles().len();
            let Some(level) = self.levels.get_mut(len) else {
                return ControlFlow::Continue(());
            };
            let Some(tile) = level.tiles.first_tile() else {
                if len == 0 {
                    return ControlFlow::Continue(());
                }
                // No tile is left to try here. If a word ends here, lengthens that word. Inside a word, or if the word
                // cannot be lengthened, takes back the last tile.
                let ends_word = self.phrase.unfinished().is_empty();
                if ends_word {
                    self.phrase.reopen_word();
                }
                if !(ends_word && self.lengthen(steps)?) {
                    self.leave();
                }
                continue;
            };
            level.tiles = level.tiles.without(tile);
            let node = level.node;
            if !self.push(tile) {
                self.leave();
                continue;
            }
            if has_tile(node, tile) && self.can_end() {
                self.phrase.end_word();
                if self.is_complete() {
                    visit(&self.phrase)?;
                }
                if self.has_more() {
                    steps.take()?;
                    if self.enter(self.root) {
                        continue;
                    }
                }
                self.phrase.reopen_word();
            }
            if !self.lengthen(steps)? {
                self.leave();
            }
        }
    }

    /// Follows the edge of the last tile to lengthen the last word. Returns `false` if no tile can follow.
    fn lengthen(&mut self, steps: &mut Steps) -> ControlFlow<(), bool> {
        let Some((tile, before)) = self.phrase.tiles().split_last() else {
            return ControlFlow::Continue(false);
        };
        let (tile, is_first) = (*tile, self.phrase.unfinished().len() == 1);
        let Some(level) = self.levels.get(before.len()) else {
            return ControlFlow::Continue(false);
        };
        let node = level.node;
        if !node.has_edge(tile.code()) {
            return ControlFlow::Continue(false);
        }
        let Some(child) = child(self.nodes, self.automaton, node, tile, is_first) else {
            return ControlFlow::Continue(false);
        };
        steps.take()?;
        ControlFlow::Continue(self.enter(child))
    }

    /// Adds a node to the path. Returns `false` if no tile can follow.
    fn enter(&mut self, node: Node) -> bool {
        let tiles = self.allowed() & TileSet::from_bits(node.mask | node.set);
        match self.levels.get_mut(self.phrase.tiles().len()) {
            Some(slot) => {
                *slot = Level { node, tiles };
                !tiles.is_empty()
            }
            None => false,
        }
    }

    /// True if the query finds each multiset of words once, with its words in alphabetical order.
    fn is_sorted(&self) -> bool {
        self.query.shape.is_empty() && self.query.code.is_none()
    }

    /// The tiles that can follow.
    fn allowed(&self) -> TileSet {
        let (previous, word) = self.phrase.last_words();
        if word.len() >= self.query.max_len {
            return TileSet::EMPTY;
        }
        let mut allowed = TileSet::ALL;
        if let Some(tiles) = &self.query.tiles {
            allowed = allowed & tiles.allowed();
        }
        if let Some(code) = &self.query.code {
            let tiles = self.phrase.tiles();
            if !word.is_empty() && code.ends_at(tiles.len()) {
                return TileSet::EMPTY;
            }
            allowed = allowed & code.allowed(tiles);
        }
        if let Some(condition) = self.query.shape.get(self.phrase.word_count()) {
            allowed = allowed & condition.allowed(word);
        }
        // In a sorted phrase, each word is at or after the preceding one in alphabetical order.
        match previous.split_at_checked(word.len()) {
            Some((start, [first, ..])) if start == word && self.is_sorted() => {
                allowed - TileSet::ALL.before(*first)
            }
            _ => allowed,
        }
    }

    /// Adds a tile. Returns `false` only if no phrase with this start can meet the query; the caller then takes the tile back.
    fn push(&mut self, tile: Tile) -> bool {
        let mut is_alive = self.phrase.push(tile);
        if let Some(tiles) = &mut self.query.tiles {
            is_alive &= tiles.push_tile(tile);
        }
        let word = self.phrase.unfinished();
        if let Some(condition) = self.query.shape.get_mut(self.phrase.word_count()) {
            is_alive &= condition.push(word);
        }
        is_alive
    }

    /// Returns `true` if a word can end after the last tile.
    fn can_end(&self) -> bool {
        let (previous, word) = self.phrase.last_words();
        let condition = self.query.shape.get(self.phrase.word_count());
        word.len() >= self.query.min_len
            && (!self.is_sorted() || word >= previous)
            && self
                .query
                .code
                .is_none_or(|code| code.ends_at(self.phrase.tiles().len()))
            && condition.is_none_or(|condition| {
                condition.accepts(word) && condition.accepts_hooks(self.nodes, self.lexicon, word)
            })
            && self.lexicon.admits(word)
    }

    /// Returns `true` if the finished words meet the query.
    fn is_complete(&self) -> bool {
        let tiles = self.phrase.tiles();
        let is_whole = match self.query.shape.len() {
            0 => true,
            words => self.phrase.word_count() == words,
        };
        let all_used = |used: &Tiles| used.accepts(tiles.len());
        is_whole
            && self.query.tiles.as_ref().is_none_or(all_used)
            && self.query.code.is_none_or(|code| code.accepts(tiles))
    }

    /// Returns `true` if another word can follow.
    fn has_more(&self) -> bool {
        let of_code = self.query.code.as_ref().map(Code::word_count);
        let of_shape = Some(self.query.shape.len()).filter(|words| *words > 0);
        let max_words = [of_code, of_shape].into_iter().flatten().min();
        let max_words = max_words.unwrap_or(self.query.max_words);
        let is_used_up = |tiles: &Tiles| tiles.is_used_up();
        self.phrase.word_count() < max_words && !self.query.tiles.as_ref().is_some_and(is_used_up)
    }

    /// Takes back the last tile. Returns `false` if there is none.
    fn leave(&mut self) -> bool {
        if self.phrase.unfinished().is_empty() {
            self.phrase.reopen_word();
        }
        let Some(tile) = self.phrase.pop() else {
            return false;
        };
        if let Some(tiles) = &mut self.query.tiles {
            tiles.pop_tile(tile);
        }
        if let Some(condition) = self.query.shape.get_mut(self.phrase.word_count()) {
            condition.pop(tile);
        }
        true
    }
}

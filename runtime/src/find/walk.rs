//! Words that meet conditions, in alphabetical order: a walk from the first tile to the last.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, Nodes};
use lexc_formats::{Image, MAX_WORD_LEN, Tile, TileSet};

use super::condition::Condition;
use crate::lexicon::Lexicon;
use crate::lexicon::automaton::{Automaton, has_tile};
use crate::lexicon::word::Word;

/// Conditions, met by paths of up to `room` tiles.
#[derive(Debug)]
pub(super) struct Conditions<'c> {
    pub(super) all: &'c mut [Condition],
    pub(super) room: usize,
}

impl<'c> Conditions<'c> {
    /// Prepares a search. `None` only if no word can meet the conditions.
    pub(super) fn start(
        all: &'c mut [Condition],
        max_len: usize,
        image: &Image<'_>,
    ) -> Option<Conditions<'c>> {
        let room = all.iter().map(Condition::max_len).min();
        let room = room.unwrap_or(max_len).min(max_len);
        let can_match = all.iter_mut().all(|condition| condition.start(room, image));
        can_match.then_some(Conditions { all, room })
    }

    /// The tiles that can follow the path.
    #[inline]
    pub(super) fn allowed(&self, path: &[Tile]) -> TileSet {
        if path.len() >= self.room {
            return TileSet::EMPTY;
        }
        let sets = self.all.iter().map(|condition| condition.allowed(path));
        sets.fold(TileSet::ALL, |all, set| all & set)
    }

    /// Adds the last tile of the path. Returns `false` only if no word with this start can meet the conditions; the caller
    /// then takes the tile back.
    #[inline]
    pub(super) fn push(&mut self, path: &[Tile]) -> bool {
        let mut is_alive = true;
        for condition in &mut *self.all {
            is_alive &= condition.push(path);
        }
        is_alive
    }

    #[inline]
    pub(super) fn pop(&mut self, tile: Tile) {
        for condition in &mut *self.all {
            condition.pop(tile);
        }
    }

    /// Returns `true` if the path, a word, meets the conditions.
    #[inline]
    pub(super) fn accept<N: Nodes>(&self, nodes: N, lexicon: &Lexicon<'_>, path: &[Tile]) -> bool {
        self.all.iter().all(|condition| condition.accepts(path))
            && self
                .all
                .iter()
                .all(|condition| condition.accepts_hooks(nodes, lexicon, path))
    }

    /// Returns `true` if a word meets the conditions. The conditions have the state of the empty path before and after the
    /// call.
    pub(super) fn match_word<N: Nodes>(
        &mut self,
        nodes: N,
        lexicon: &Lexicon<'_>,
        word: &[Tile],
    ) -> bool {
        let mut pushed = 0;
        let mut is_alive = true;
        for (len, tile) in (1..).zip(word) {
            let path = word.get(..len).unwrap_or_default();
            let before = word.get(..pushed).unwrap_or_default();
            if !self.allowed(before).contains(*tile) {
                is_alive = false;
                break;
            }
            pushed = len;
            if !self.push(path) {
                is_alive = false;
                break;
            }
        }
        let accepts = is_alive && self.accept(nodes, lexicon, word);
        for tile in word.iter().take(pushed).rev() {
            self.pop(*tile);
        }
        accepts
    }
}

/// Steps that a search may take: edges, and in a search for phrases also each return to the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    left: u64,
    /// True if the search ended because it needs more steps.
    pub(super) is_exhausted: bool,
}

impl Steps {
    pub(super) const fn new(max: u64) -> Steps {
        Steps {
            left: max,
            is_exhausted: false,
        }
    }

    /// Counts a step. Breaks if no step is left.
    #[inline(always)]
    pub(super) fn take(&mut self) -> ControlFlow<()> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                ControlFlow::Continue(())
            }
            None => {
                self.is_exhausted = true;
                ControlFlow::Break(())
            }
        }
    }
}

/// Visits each word that meets the conditions, in alphabetical order.
pub(super) fn walk<N: Nodes>(
    nodes: N,
    lexicon: &Lexicon<'_>,
    conditions: &mut Conditions<'_>,
    steps: &mut Steps,
    visit: &mut dyn FnMut(&Word) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(automaton) = Automaton::of(lexicon.image()) else {
        return ControlFlow::Continue(());
    };
    let root = nodes.node(automaton.root());
    let mut walk = Walk {
        nodes,
        lexicon,
        automaton,
        conditions,
        path: Word::EMPTY,
        // A constant, which is written in place: a copy would double the stack.
        levels: const { [Level::END; MAX_WORD_LEN] },
    };
    walk.enter(root);
    let flow = walk.run(steps, visit);
    // A break leaves tiles in the path: takes them back, so that the conditions have the state of the empty path again.
    while walk.leave() {}
    flow
}

/// A node of the path, and its tiles that the walk has yet to take.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub(super) node: Node,
    pub(super) tiles: TileSet,
}

impl Level {
    pub(super) const END: Level = Level {
        node: Node::EMPTY,
        tiles: TileSet::EMPTY,
    };
}

/// The node after the edge of `tile`; `is_first` is true if `node` is the root. At the root of a GADDAG, returns `None`
/// if no word of two or more tiles starts with the tile. The root of a DAWG has no edge for such a tile. So a search
/// takes as many steps over a GADDAG as over a DAWG, if it does not count an edge for which this function returns
/// `None`.
#[inline]
pub(super) fn child<N: Nodes>(
    nodes: N,
    automaton: Automaton,
    node: Node,
    tile: Tile,
    is_first: bool,
) -> Option<Node> {
    let child = match is_first {
        true => automaton.after_first(nodes, tile)?,
        false => nodes.follow(node, tile.code()),
    };
    Some(nodes.node(child))
}

struct Walk<'w, 'c, N> {
    nodes: N,
    lexicon: &'w Lexicon<'w>,
    automaton: Automaton,
    conditions: &'w mut Conditions<'c>,
    path: Word,
    /// By length of the path: the node reached, and the tiles still to try there.
    levels: [Level; MAX_WORD_LEN],
}

impl<N: Nodes> Walk<'_, '_, N> {
    fn run(
        &mut self,
        steps: &mut Steps,
        visit: &mut dyn FnMut(&Word) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        loop {
            let depth = self.path.len();
            let Some(level) = self.levels.get_mut(depth) else {
                return ControlFlow::Continue(());
            };
            let Some(tile) = level.tiles.first_tile() else {
                if !self.leave() {
                    return ControlFlow::Continue(());
                }
                continue;
            };
            level.tiles = level.tiles.without(tile);
            let node = level.node;
            self.path.push(tile);
            if self.conditions.push(&self.path) {
                if has_tile(node, tile)
                    && self.conditions.accept(self.nodes, self.lexicon, &self.path)
                    && self.lexicon.admits(&self.path)
                {
                    visit(&self.path)?;
                }
                if node.has_edge(tile.code()) && self.path.len() < self.conditions.room {
                    let child = child(self.nodes, self.automaton, node, tile, depth == 0);
                    if let Some(child) = child {
                        steps.take()?;
                        if self.enter(child) {
                            continue;
                        }
                    }
                }
            }
            self.leave();
        }
    }

    /// Adds a node to the path. Returns `false` if no tile can follow.
    #[inline]
    fn enter(&mut self, node: Node) -> bool {
        let labels = TileSet::from_bits(node.mask | node.set);
        let tiles = match labels.is_empty() {
            true => labels,
            false => self.conditions.allowed(&self.path) & labels,
        };
        if let Some(slot) = self.levels.get_mut(self.path.len()) {
            *slot = Level { node, tiles };
        }
        !tiles.is_empty()
    }

    /// Takes back the last tile. Returns `false` if the path is empty.
    #[inline]
    fn leave(&mut self) -> bool {
        match self.path.pop() {
            Some(tile) => {
                self.conditions.pop(tile);
                true
            }
            None => false,
        }
    }
}

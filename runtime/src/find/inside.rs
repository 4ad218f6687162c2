//! Words that match a pattern, found from one of its tiles: a walk over the GADDAG, leftward from the tile and then rightward.
//!
//! The words have the order of the walk, which is not alphabetical.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, NodeRef, Nodes, SEPARATOR};
use lexc_formats::{MAX_WORD_LEN, SEPARATOR_CODE, Tile, TileSet};

use super::pattern::Pattern;
use super::walk::Steps;
use crate::lexicon::automaton::has_tile;
use crate::lexicon::word::Word;

/// Place where the search of a pattern starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) pattern: Pattern,
    /// The element at which the search starts. It allows one tile only.
    pub(super) element: usize,
    /// The GADDAG's root.
    pub(super) root: NodeRef,
    /// The largest number of tiles of a word.
    pub(super) room: usize,
}

/// Visits each word of the pattern once.
pub(super) fn walk_inside<N: Nodes>(
    nodes: N,
    start: &Start,
    steps: &mut Steps,
    visit: &mut dyn FnMut(&Word) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(tile) = start.pattern.tile_at(start.element) else {
        return ControlFlow::Continue(());
    };
    if start.room == 0 {
        return ControlFlow::Continue(());
    }
    let is_ambiguous = start.pattern.is_ambiguous_at(start.element);
    // If gaps are right before and right after the pattern's first element, a word that matches also matches with this
    // element at the first occurrence of its tile. So the tile may not come before the element.
    let is_alone = is_ambiguous && start.pattern.is_between_gaps(start.element);
    let mut inside = Inside {
        nodes,
        start,
        is_ambiguous: is_ambiguous && !is_alone,
        not_before: match is_alone {
            true => TileSet::EMPTY.with(tile),
            false => TileSet::EMPTY,
        },
        tiles: Word::EMPTY,
        left_len: None,
        // A constant, which is written in place: a copy would double the stack.
        levels: const { [Level::END; MAX_WORD_LEN + 1] },
    };
    inside.run(tile, steps, visit)
}

/// A node of the path.
#[derive(Clone, Copy)]
struct Level {
    node: Node,
    /// The tiles that the walk has yet to take.
    tiles: TileSet,
    /// The states of the pattern at the end where the walk adds tiles.
    states: u64,
    /// True if the walk has yet to take the edge of the separator.
    turns: bool,
}

impl Level {
    const END: Level = Level {
        node: Node::EMPTY,
        tiles: TileSet::EMPTY,
        states: 0,
        turns: false,
    };
}

struct Inside<'s, N> {
    nodes: N,
    start: &'s Start,
    /// True if the walk may find a word several times: once for each place in it where the element can stand.
    is_ambiguous: bool,
    /// Tiles that may not come before the element.
    not_before: TileSet,
    /// The tiles in the order of the walk.
    tiles: Word,
    /// The number of tiles before the separator; `None` until the walk follows the separator.
    left_len: Option<usize>,
    levels: [Level; MAX_WORD_LEN + 1],
}

impl<N: Nodes> Inside<'_, N> {
    fn run(
        &mut self,
        first: Tile,
        steps: &mut Steps,
        visit: &mut dyn FnMut(&Word) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut depth = 0;
        if let Some(level) = self.levels.first_mut() {
            *level = Level {
                node: self.nodes.node(self.start.root),
                tiles: TileSet::EMPTY.with(first),
                states: 2 << self.start.element,
                turns: false,
            };
        }
        loop {
            let Some(level) = self.levels.get_mut(depth) else {
                return ControlFlow::Continue(());
            };
            let (node, states) = (level.node, level.states);
            let next = if level.turns {
                level.turns = false;
                steps.take()?;
                self.left_len = Some(self.tiles.len());
                let child = self.nodes.follow(node, SEPARATOR_CODE);
                Some(self.level(self.nodes.node(child), 2 << self.start.element))
            } else if let Some(tile) = level.tiles.first_tile() {
                level.tiles = level.tiles.without(tile);
                self.tiles.push(tile);
                self.take(node, states, tile, steps, visit)?
            } else if depth == 0 {
                return ControlFlow::Continue(());
            } else {
                depth -= 1;
                // Takes back the last step: the separator if no tile follows it, else a tile.
                match self.left_len {
                    Some(left_len) if left_len == self.tiles.len() => self.left_len = None,
                    _ => {
                        self.tiles.pop();
                    }
                }
                continue;
            };
            match (next, self.levels.get_mut(depth + 1)) {
                (Some(next), Some(slot)) => {
                    *slot = next;
                    depth += 1;
                }
                _ => {
                    self.tiles.pop();
                }
            }
        }
    }

    /// Takes a tile: emits the word if the tile completes one, and returns the next level if a tile can follow.
    fn take(
        &mut self,
        node: Node,
        states: u64,
        tile: Tile,
        steps: &mut Steps,
        visit: &mut dyn FnMut(&Word) -> ControlFlow<()>,
    ) -> ControlFlow<(), Option<Level>> {
        let pattern = &self.start.pattern;
        let (states, is_complete) = match self.left_len {
            Some(_) => {
                let states = pattern.step(states, tile);
                (states, states & pattern.last() != 0)
            }
            None => {
                // The first tile matches the element, not a gap after it.
                let states = match self.tiles.len() {
                    1 => 1 << self.start.element,
                    _ => pattern.step_back(states, tile),
                };
                let right = 2_u64 << self.start.element;
                (states, states & 1 != 0 && right & pattern.last() != 0)
            }
        };
        if is_complete && has_tile(node, tile) {
            self.emit(visit)?;
        }
        if states == 0 || !node.has_edge(tile.code()) || self.tiles.len() >= self.start.room {
            return ControlFlow::Continue(None);
        }
        steps.take()?;
        let child = self.nodes.follow(node, tile.code());
        ControlFlow::Continue(Some(self.level(self.nodes.node(child), states)))
    }

    /// The level of a node.
    fn level(&self, node: Node, states: u64) -> Level {
        let pattern = &self.start.pattern;
        let labels = TileSet::from_bits(node.mask | node.set);
        match self.left_len {
            Some(_) => Level {
                node,
                tiles: labels & pattern.next_tiles(states),
                states,
                turns: false,
            },
            None => Level {
                node,
                tiles: (labels & pattern.previous_tiles(states)) - self.not_before,
                states,
                turns: states & 1 != 0 && node.mask & SEPARATOR != 0,
            },
        }
    }

    fn emit(&self, visit: &mut dyn FnMut(&Word) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.tiles.len() < self.start.pattern.min_len() {
            return ControlFlow::Continue(());
        }
        let left_len = self.left_len.unwrap_or(self.tiles.len());
        let (left, right) = self.tiles.split_at_checked(left_len).unwrap_or_default();
        let mut word = Word::EMPTY;
        for tile in left.iter().rev().chain(right) {
            word.push(*tile);
        }
        let place = left_len.saturating_sub(1);
        if self.is_ambiguous
            && self.start.pattern.first_place(self.start.element, &word) != Some(place)
        {
            return ControlFlow::Continue(());
        }
        visit(&word)
    }
}

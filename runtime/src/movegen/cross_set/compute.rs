//! Computes cross-sets and cross-scores: walks the runs on both sides of an empty square, on the line across.

use core::iter::successors;

use lexc_formats::TileSet;
use lexc_formats::raw::node::{Node, Nodes, SEPARATOR};

use crate::game::board::Board;
use crate::game::position::Position;
use crate::game::square::{Direction, Line, MAX_DIM, Square};
use crate::lexicon::automaton::Automaton;
use crate::lexicon::view::View;
use crate::movegen::line::{LineCrossSets, LineState, codes};
use crate::movegen::place::{PLACES, Place, PlaceSet};

/// Source of the cross-sets of a line.
pub(in crate::movegen) trait CrossSetSource {
    /// Sets the state to that of a line. Returns `false` only for a line index of [`MAX_DIM`] or more, which no line
    /// has.
    fn set_line(&self, state: &mut LineState, position: &Position<'_>, line: Line) -> bool;
}

/// Walks an automaton along runs.
///
/// This source computes the cross-sets of a line when a search reaches the line. It takes under 1 KiB of stack; the
/// table of the whole board (`CrossSets`) takes 11 KiB. This source walks along a run once for each end of the run; the
/// table, once for both ends.
#[derive(Clone, Copy, Debug)]
pub(in crate::movegen) struct RunWalker<'v, N> {
    nodes: N,
    automaton: Automaton,
    /// The view that the cross-words must be in. A walk finds words of the image; the cross-set is restricted after it.
    pub(super) view: Option<&'v View<'v>>,
}

/// A line of the board, with its runs.
#[derive(Clone, Debug)]
pub(super) struct RunLine<'v, N> {
    walker: RunWalker<'v, N>,
    /// Tiles of the alphabet.
    tiles: TileSet,
    taken: PlaceSet,
    /// Codes of the tiles, by place.
    codes: [u8; PLACES],
    /// Values of the tiles, by offset.
    values: &'v [i32; MAX_DIM],
}

/// Adjacent occupied squares of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<'c> {
    pub(super) end: Place,
    /// Sum of the tiles' values.
    value: i32,
    codes: &'c [u8],
    /// Node at the end of the tiles' path from the root, in a GADDAG from the last tile to the first; the empty node if there
    /// is no path.
    node: Node,
}

impl<N: Nodes> CrossSetSource for RunWalker<'_, N> {
    #[inline(never)]
    fn set_line(&self, state: &mut LineState, position: &Position<'_>, line: Line) -> bool {
        let board = position.board();
        let len = board.dimensions().line_len(line.direction());
        let here = taken(board, line);
        let beside = [line.index().wrapping_sub(1), line.index() + 1].map(|index| {
            let line = Line::new(line.direction(), index);
            line.map_or(PlaceSet::EMPTY, |line| taken(board, line))
        });
        let crossed = (beside[0] | beside[1]) & !here;
        let mut values = values(position, line);
        let mut cross_sets = [position.rules().tiles(); MAX_DIM];
        let squares = cross_sets.iter_mut().zip(&mut values).enumerate();
        for (offset, (cross_set, value)) in squares.take(len) {
            let place = Place::of_offset(offset);
            if here.contains(place) {
                *cross_set = TileSet::EMPTY;
            } else if crossed.contains(place)
                && let Some(square) = line.square(offset)
            {
                let across = square.line(line.direction().crossing());
                let place = Place::of_offset(line.index());
                (*cross_set, *value) = self.cross_set(position, across, place);
            }
        }
        let sets = LineCrossSets {
            cross_sets: &cross_sets,
            values: &values,
            taken: here,
            crossed,
        };
        state.set(position, line, sets);
        true
    }
}

/// Occupied places of a line.
fn taken(board: &Board, line: Line) -> PlaceSet {
    let placed_tiles = (1..).zip(board.line(line));
    let taken = placed_tiles.filter(|(_, placed_tile)| placed_tile.is_some());
    PlaceSet(taken.fold(0, |taken, (place, _)| taken | 1 << place))
}

/// Values of the tiles on a line, by offset; 0 for empty squares.
fn values(position: &Position<'_>, line: Line) -> [i32; MAX_DIM] {
    let value = |placed_tile| position.rules().value(placed_tile);
    let placed_tiles = position.board().line(line);
    placed_tiles.map(|placed_tile| placed_tile.map_or(0, value))
}

impl<'v, N: Nodes> RunWalker<'v, N> {
    pub(in crate::movegen) fn new(
        nodes: N,
        automaton: Automaton,
        view: Option<&'v View<'v>>,
    ) -> RunWalker<'v, N> {
        RunWalker {
            nodes,
            automaton,
            view,
        }
    }

    /// Cross-set and cross-score of an empty square, the `place` of a `line`, for the plays across that line.
    #[inline(never)]
    pub(in crate::movegen) fn cross_set(
        self,
        position: &Position<'_>,
        line: Line,
        place: Place,
    ) -> (TileSet, i32) {
        let values = values(position, line);
        let taken = taken(position.board(), line);
        let runs = RunLine::new(self, position, line, taken, &values);
        let (before, after) = (runs.run_at(place.previous()), runs.run_at(place.next()));
        let (cross_set, score) = runs.cross_set(before.as_ref(), after.as_ref());
        let square = line.square(place.offset());
        match self.view.zip(square) {
            Some((view, square)) => {
                let board = position.board();
                let direction = line.direction();
                (in_view(view, board, square, direction, cross_set), score)
            }
            None => (cross_set, score),
        }
    }

    /// Node at the end of the path of a run's tiles.
    #[inline]
    fn walk(self, codes: &[u8]) -> Node {
        let root = self.nodes.node(self.automaton.root());
        let node = match self.automaton {
            Automaton::Gaddag(_) => self.follow(root, codes.iter().rev()),
            Automaton::Dawg(_) => self.follow(root, codes.iter()),
        };
        node.unwrap_or_default()
    }

    /// Node after a run, in a GADDAG the target of the ◇ edge. Its letter set has the tiles that fit after the run.
    #[inline]
    fn onward(self, run: &Run<'_>) -> Node {
        match self.automaton {
            Automaton::Gaddag(_) if run.node.mask & SEPARATOR == 0 => Node::default(),
            // No label is lower than the separator.
            Automaton::Gaddag(_) => self.nodes.node(self.nodes.child(run.node, 0)),
            Automaton::Dawg(_) => run.node,
        }
    }

    /// Tiles that fit before a run. In a GADDAG, one walk along the run gives these tiles and the tiles that fit after
    /// the run (Gordon 1994, "Computing cross sets"); in a DAWG, each tile before the run needs a walk of its own.
    #[inline]
    fn before(self, run: &Run<'_>) -> u64 {
        match self.automaton {
            Automaton::Gaddag(_) => run.node.set,
            Automaton::Dawg(root) => {
                let root = self.nodes.node(root);
                self.leading(root, root.mask, run.codes.iter())
            }
        }
    }

    /// Tiles that fit between two runs: the only cross-set for which a GADDAG needs a walk for each candidate (Gordon
    /// 1994, "Computing cross sets"). In a GADDAG, a candidate has an edge after the first run and an edge before the
    /// second; few tiles have both. Each walk in a GADDAG is along the shorter run.
    fn between(self, before: &Run<'_>, after: &Run<'_>) -> u64 {
        let onward = self.onward(before);
        match self.automaton {
            Automaton::Dawg(_) => self.leading(onward, onward.mask, after.codes.iter()),
            Automaton::Gaddag(_) => {
                let candidates = onward.mask & after.node.mask;
                if before.codes.len() >= after.codes.len() {
                    self.leading(onward, candidates, after.codes.iter())
                } else if cfg!(feature = "speed") {
                    self.leading(after.node, candidates, before.codes.iter().rev())
                } else {
                    // Small programs copy the codes, and so have one copy of the code.
                    let mut reversed = [0; MAX_DIM];
                    for (to, code) in reversed.iter_mut().zip(before.codes.iter().rev()) {
                        *to = *code;
                    }
                    let codes = reversed.get(..before.codes.len()).unwrap_or_default();
                    self.leading(after.node, candidates, codes.iter())
                }
            }
        }
    }

    /// Candidates that complete a word together with `codes`: the path from the node `from` spells the candidate, then
    /// the codes.
    #[inline]
    fn leading<'c>(
        self,
        from: Node,
        candidates: u64,
        mut codes: impl DoubleEndedIterator<Item = &'c u8> + Clone,
    ) -> u64 {
        let Some(&last) = codes.next_back() else {
            return 0;
        };
        let tiles = TileSet::from_bits(candidates).into_iter();
        let leading = tiles.filter(|tile| {
            let node = self.next(from, tile.code());
            let node = node.and_then(|node| self.follow(node, codes.clone()));
            node.is_some_and(|node| node.set >> last & 1 != 0)
        });
        leading.collect::<TileSet>().bits()
    }

    #[inline]
    fn follow<'c>(self, from: Node, mut codes: impl Iterator<Item = &'c u8>) -> Option<Node> {
        codes.try_fold(from, |node, &code| self.next(node, code))
    }

    #[inline(always)]
    fn next(self, node: Node, code: u8) -> Option<Node> {
        let reference = self.nodes.step(node, code)?;
        Some(self.nodes.node(reference))
    }
}

impl<'v, N: Nodes> RunLine<'v, N> {
    pub(super) fn new(
        walker: RunWalker<'v, N>,
        position: &Position<'_>,
        line: Line,
        taken: PlaceSet,
        values: &'v [i32; MAX_DIM],
    ) -> RunLine<'v, N> {
        RunLine {
            walker,
            tiles: position.rules().tiles(),
            taken,
            codes: codes(taken, position.board(), line),
            values,
        }
    }

    /// The run with a tile at a place; `None` at an empty place.
    #[inline(always)]
    pub(super) fn run_at(&self, place: Place) -> Option<Run<'_>> {
        if !self.taken.contains(place) {
            return None;
        }
        let (place, taken) = (place.index(), self.taken.0);
        let up_to_here = (taken << (PLACES - 1 - place)).leading_ones() as usize;
        let first = place + 1 - up_to_here;
        let end = place + (taken >> place).trailing_ones() as usize - 1;
        let codes = self.codes.get(first..=end)?;
        let values = self.values.get(first - 1..end)?;
        Some(Run {
            end: Place::new(end),
            value: values.iter().sum(),
            codes,
            node: self.walker.walk(codes),
        })
    }

    /// Cross-set and cross-score of the empty square between these runs, either of which may be missing.
    #[inline(always)]
    pub(super) fn cross_set(
        &self,
        before: Option<&Run<'_>>,
        after: Option<&Run<'_>>,
    ) -> (TileSet, i32) {
        let (bits, score) = match (before, after) {
            (None, None) => return (self.tiles, 0),
            (Some(before), None) => (self.walker.onward(before).set, before.value),
            (None, Some(after)) => (self.walker.before(after), after.value),
            (Some(before), Some(after)) => {
                let set = self.walker.between(before, after);
                (set, before.value + after.value)
            }
        };
        // Letter sets of an unvalidated image may have tiles outside the alphabet.
        (TileSet::from_bits(bits) & self.tiles, score)
    }
}

/// The tiles of a cross-set that make a word of the view on an empty square, in this direction.
#[cold]
#[inline(never)]
pub(super) fn in_view(
    view: &View<'_>,
    board: &Board,
    square: Square,
    direction: Direction,
    cross_set: TileSet,
) -> TileSet {
    let tiles = |from| {
        let squares = successors(from, |at: &Square| at.next(direction));
        squares.map_while(|at| Some(board.get(at)?.tile()))
    };
    let before = successors(square.previous(direction), |at| at.previous(direction));
    let start = before.take_while(|at| board.get(*at).is_some()).last();
    let (before, after) = (tiles(start), tiles(square.next(direction)));
    if before.clone().chain(after.clone()).next().is_none() {
        return cross_set;
    }
    view.fitting(cross_set, before, after)
}

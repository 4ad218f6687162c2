//! Keeps the cross-sets and cross-scores of every square in a table, and updates them play by play.

use lexc_formats::TileSet;
use lexc_formats::raw::node::Nodes;

use super::compute::{CrossSetSource, Run, RunLine, RunWalker, in_view};
use crate::game::position::Position;
use crate::game::rules::Rules;
use crate::game::square::{Dimensions, Direction, Line, MAX_DIM, Square};
use crate::lexicon::view::View;
use crate::movegen::line::{LineCrossSets, LineState};
use crate::movegen::place::{Place, PlaceSet, bits};

/// Cross-sets and cross-scores of every square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::movegen) struct CrossSets {
    dimensions: Dimensions,
    across: Table,
    down: Table,
}

// The smallest hosts that keep this table have 64 KiB of memory.
const _: () = assert!(size_of::<CrossSets>() <= 11 << 10);

/// Cross-sets and cross-scores for plays in one direction, by line and offset.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Table {
    cross_sets: [[TileSet; MAX_DIM]; MAX_DIM],
    values: [[i32; MAX_DIM]; MAX_DIM],
    /// Occupied places, by line counted from 1: the entries before and after the board's lines are empty.
    taken: [PlaceSet; MAX_DIM + 2],
}

impl CrossSetSource for CrossSets {
    #[inline(always)]
    fn set_line(&self, state: &mut LineState, position: &Position<'_>, line: Line) -> bool {
        let sets = self.line(line);
        if let Some(sets) = sets {
            state.set(position, line, sets);
        }
        sets.is_some()
    }
}

impl Table {
    /// Table of an empty board.
    #[inline(always)]
    fn new(rules: &Rules) -> Table {
        Table {
            cross_sets: [[rules.tiles(); MAX_DIM]; MAX_DIM],
            values: [[0; MAX_DIM]; MAX_DIM],
            taken: [PlaceSet::EMPTY; MAX_DIM + 2],
        }
    }

    #[inline]
    fn set(&mut self, line: usize, offset: usize, cross_set: TileSet, value: i32) {
        if let (Some(sets), Some(values)) =
            (self.cross_sets.get_mut(line), self.values.get_mut(line))
            && let (Some(set_here), Some(value_here)) =
                (sets.get_mut(offset), values.get_mut(offset))
        {
            (*set_here, *value_here) = (cross_set, value);
        }
    }

    /// Records a tile of this value on a square, or an empty square for `None`. Clears the cross-set.
    #[inline]
    fn put(&mut self, line: usize, offset: usize, value: Option<i32>) {
        self.set(line, offset, TileSet::EMPTY, value.unwrap_or(0));
        if let Some(taken) = self.taken.get_mut(line + 1) {
            let here = PlaceSet::only(Place::of_offset(offset));
            *taken = match value {
                Some(_) => *taken | here,
                None => *taken & !here,
            };
        }
    }
}

impl CrossSets {
    /// Cross-sets of an empty board. Inlined, as a copy would be large.
    #[inline(always)]
    pub(in crate::movegen) fn new(rules: &Rules) -> CrossSets {
        CrossSets {
            dimensions: rules.layout().dimensions(),
            across: Table::new(rules),
            down: Table::new(rules),
        }
    }

    /// Adds all tiles of a position to the cross-sets of an empty board.
    pub(in crate::movegen) fn add_all<N: Nodes>(
        &mut self,
        walker: RunWalker<'_, N>,
        position: &Position<'_>,
    ) {
        for (row, placed_tiles) in position.board().rows().enumerate() {
            let squares = (0..).zip(placed_tiles);
            // Avoids a branch on occupied squares, which would be unpredictable.
            let taken = squares.fold(0_u64, |taken, (col, placed_tile)| {
                taken | u64::from(placed_tile.is_some()) << col
            });
            for col in bits(taken) {
                if let Some(Some(placed_tile)) = placed_tiles.get(col) {
                    self.put(row, col, Some(position.rules().value(*placed_tile)));
                }
            }
        }
        for direction in Direction::ALL {
            for line in self.dimensions.lines(direction) {
                let taken = self.taken(line);
                if !taken.is_empty() {
                    let beside_tiles = (taken.next() | taken.previous()) & !taken;
                    self.compute_across(walker, position, line, beside_tiles);
                }
            }
        }
        if let Some(view) = walker.view {
            self.restrict_all(view, position);
        }
    }

    /// Restricts all cross-sets to words of a view.
    #[cold]
    fn restrict_all(&mut self, view: &View<'_>, position: &Position<'_>) {
        for direction in Direction::ALL {
            for line in self.dimensions.lines(direction) {
                let taken = self.taken(line);
                let beside_tiles = (taken.next() | taken.previous()) & !taken;
                self.restrict_across(view, position, line, beside_tiles);
            }
        }
    }

    /// Updates the cross-sets after tiles were put on these places of a line of the position, or taken off. Cross-sets change
    /// on these places, and on the squares at the ends of the runs that the tiles are or were part of (Appel and Jacobson
    /// 1988, section 3.1.1): two squares on the line, and for each tile two more across the line.
    pub(in crate::movegen) fn update<N: Nodes>(
        &mut self,
        walker: RunWalker<'_, N>,
        position: &Position<'_>,
        line: Line,
        places: PlaceSet,
    ) {
        let squares = || {
            let places = places.iter();
            places.filter_map(|place| line.square(place.offset()))
        };
        for square in squares() {
            let placed_tile = position.board().get(square);
            let value = placed_tile.map(|placed_tile| position.rules().value(placed_tile));
            self.put(square.row(), square.col(), value);
        }
        let mut along = PlaceSet::EMPTY;
        for square in squares() {
            along = along | self.around(line, square);
            let across = square.line(line.direction().crossing());
            self.compute_across(walker, position, across, self.around(across, square));
        }
        self.compute_across(walker, position, line, along);
        if let Some(view) = walker.view {
            self.restrict_across(view, position, line, along);
            for square in squares() {
                let across = square.line(line.direction().crossing());
                self.restrict_across(view, position, across, self.around(across, square));
            }
        }
    }

    /// Cross-sets of a line; `None` for a line index of [`MAX_DIM`] or more, which no line has.
    #[inline]
    pub(in crate::movegen) fn line(&self, line: Line) -> Option<LineCrossSets<'_>> {
        let table = self.along(line.direction());
        // `taken` counts lines from 1, so the first of the three entries is that of the line before.
        let &[above, taken, below] = table.taken.get(line.index()..)?.first_chunk()?;
        Some(LineCrossSets {
            cross_sets: table.cross_sets.get(line.index())?,
            values: table.values.get(line.index())?,
            taken,
            crossed: (above | below) & !taken & self.squares(line),
        })
    }

    fn put(&mut self, row: usize, col: usize, value: Option<i32>) {
        self.across.put(row, col, value);
        self.down.put(col, row, value);
    }

    #[inline]
    fn along(&self, direction: Direction) -> &Table {
        match direction {
            Direction::Across => &self.across,
            Direction::Down => &self.down,
        }
    }

    #[inline]
    fn squares(&self, line: Line) -> PlaceSet {
        PlaceSet::squares(self.dimensions.line_len(line.direction()))
    }

    /// Occupied places of a line.
    #[inline]
    pub(in crate::movegen) fn taken(&self, line: Line) -> PlaceSet {
        let taken = &self.along(line.direction()).taken;
        let taken = taken.get(line.index() + 1).copied();
        taken.unwrap_or(PlaceSet::EMPTY)
    }

    /// Nearest empty squares of a line on both sides of a square, and the square itself if it is empty.
    pub(in crate::movegen) fn around(&self, line: Line, square: Square) -> PlaceSet {
        let empty = !self.taken(line).0;
        let here = 2 << line.offset_of(square);
        let before = empty & (here - 1);
        let after = empty & !(2 * here - 1);
        // The places outside the line are empty.
        let nearest = 1 << before.checked_ilog2().unwrap_or(0) | 1 << after.trailing_zeros();
        PlaceSet(nearest | here & empty) & self.squares(line)
    }

    /// Restricts the cross-sets of empty places of a line, for the plays across it, to words of a view.
    #[cold]
    #[inline(never)]
    fn restrict_across(
        &mut self,
        view: &View<'_>,
        position: &Position<'_>,
        line: Line,
        places: PlaceSet,
    ) {
        let places = places & self.squares(line);
        let across = match line.direction() {
            Direction::Across => &mut self.down,
            Direction::Down => &mut self.across,
        };
        for place in places.iter() {
            let sets = across.cross_sets.get_mut(place.offset());
            let set = sets.and_then(|sets| sets.get_mut(line.index()));
            if let (Some(set), Some(square)) = (set, line.square(place.offset())) {
                *set = in_view(view, position.board(), square, line.direction(), *set);
            }
        }
    }

    /// Computes the cross-sets of empty places of a line, for the plays across it. Finds the node of each run once.
    fn compute_across<N: Nodes>(
        &mut self,
        walker: RunWalker<'_, N>,
        position: &Position<'_>,
        line: Line,
        places: PlaceSet,
    ) {
        let (index, taken) = (line.index(), self.taken(line));
        let places = places & self.squares(line);
        let (along, across) = match line.direction() {
            Direction::Across => (&self.across, &mut self.down),
            Direction::Down => (&self.down, &mut self.across),
        };
        let Some(values) = along.values.get(index) else {
            return;
        };
        let runs = RunLine::new(walker, position, line, taken, values);
        let mut before: Option<Run<'_>> = None;
        for place in places.iter() {
            if before.as_ref().is_none_or(|run| run.end.next() != place) {
                before = runs.run_at(place.previous());
            }
            let after = runs.run_at(place.next());
            let (cross_set, score) = runs.cross_set(before.as_ref(), after.as_ref());
            across.set(place.offset(), index, cross_set, score);
            before = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use lexc_formats::raw::node::{FastNodes, NodeRef};
    use lexc_formats::{MAX_TILES, PlacedTile, Tile};

    use super::*;
    use crate::game::board::Board;
    use crate::game::rack::Rack;
    use crate::lexicon::automaton::Automaton;
    use crate::testing::{Counted, EVERY_STRING, english};

    /// Computes the cross-sets of 512 boards, each with tiles in another repeated pattern. Every string of the
    /// automata's tiles is a word, so no walk ends early.
    #[test]
    fn cross_sets_take_no_more_edges_than_documented() {
        let nodes = FastNodes::<1>::without_codes(&EVERY_STRING);
        let tile = PlacedTile::letter(Tile::new(2).unwrap());
        let rules = Rules::standard(english());
        let dimensions = rules.layout().dimensions();
        let longest = dimensions.rows().max(dimensions.cols());
        let bound = 2 * dimensions.squares().count() * (2 + MAX_TILES * longest);
        let mut most = 0;
        for pattern in 0..1_usize << 9 {
            let mut board = Board::new(dimensions);
            for square in dimensions.squares() {
                let bit = square.row() * 4 + square.col() + square.row() * square.col() / 7;
                if pattern >> (bit % 9) & 1 != 0 {
                    board.set(square, Some(tile)).unwrap();
                }
            }
            let position = Position::try_new(board, Rack::EMPTY, &rules).unwrap();
            for automaton in [
                Automaton::Dawg(NodeRef::from_unit(5)),
                Automaton::Gaddag(NodeRef::from_unit(12)),
            ] {
                let edges = Cell::new(0);
                let counted = Counted {
                    inner: nodes,
                    edges: &edges,
                };
                CrossSets::new(&rules).add_all(RunWalker::new(counted, automaton, None), &position);
                assert!(edges.get() <= bound, "{} of {bound}", edges.get());
                most = most.max(edges.get());
            }
        }
        // Far below the bound, because the automata have four of the 62 possible labels.
        assert!(most > 1_000, "{most}");
    }
}

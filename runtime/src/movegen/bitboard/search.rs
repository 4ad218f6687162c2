//! Generates the plays of all lines in one walk over left parts.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, NodeRef, Nodes};
use lexc_formats::{PlacedTile, TileSet};

use super::sets::{Bitboard, BoardSets, LineIndex};
use crate::game::position::Position;
use crate::game::square::MAX_DIM;
use crate::movegen::anchor::directions;
use crate::movegen::cross_set::CrossSets;
use crate::movegen::line::LineState;
use crate::movegen::partial_score::{PartialScore, Scoring};
use crate::movegen::place::Place;
use crate::movegen::rack_state::RackState;
use crate::movegen::search::{Search, WordSpan};
use crate::movegen::sink::Sink;
use crate::movegen::tracer::{Traced, Tracer};

/// Emits the plays of the position with words of the DAWG that has this root.
pub(in crate::movegen) fn plays<N: Nodes, T: Tracer, S: Sink>(
    nodes: Traced<N, T>,
    root: NodeRef,
    position: &Position<'_>,
    cross_sets: &CrossSets,
    sink: &mut S,
) -> ControlFlow<S::Break> {
    let dimensions = position.board().dimensions();
    if dimensions.rows().max(dimensions.cols()) < 16 {
        plays_on::<N, T, S, 30, 8, 16>(nodes, root, position, cross_sets, sink)
    } else {
        plays_on::<N, T, S, { 2 * MAX_DIM }, 21, 32>(nodes, root, position, cross_sets, sink)
    }
}

/// [`plays`] on a board of up to `LINES` lines, rows and columns together.
///
/// Not inlined: otherwise the tables of large boards take up stack on small boards, too.
#[inline(never)]
fn plays_on<N, T, S, const LINES: usize, const WORDS: usize, const FIELD: usize>(
    nodes: Traced<N, T>,
    root: NodeRef,
    position: &Position<'_>,
    cross_sets: &CrossSets,
    sink: &mut S,
) -> ControlFlow<S::Break>
where
    N: Nodes,
    T: Tracer,
    S: Sink,
{
    const { assert!(LINES / 2 < FIELD && LINES * FIELD <= WORDS * 64) };
    let (rules, rack) = (position.rules(), position.rack());
    let layout = rules.layout();
    let dimensions = layout.dimensions();
    let mut lines = [const { LineState::EMPTY }; LINES];
    let mut line_count = 0;
    let all_lines = directions(position).flat_map(|direction| dimensions.lines(direction));
    for (state, line) in lines.iter_mut().zip(all_lines) {
        if let Some(sets) = cross_sets.line(line) {
            state.set(position, line, sets);
            line_count += 1;
        }
    }
    let lines = lines.get(..line_count).unwrap_or_default();
    let tiles = if rack.blanks() > 0 {
        rules.tiles()
    } else {
        rack.letters()
    };
    let start = position.board().is_empty().then(|| layout.start());
    let mut board: BoardSets<'_, WORDS, FIELD> = BoardSets::new(lines);
    board.read_lines(start, tiles, rack.len());
    let Some(line) = board.lines.first() else {
        return ControlFlow::Continue(());
    };
    let scoring = Scoring::new(rules);
    let rack_state = RackState::new(rack, rules.tiles());
    let search = Search::new(nodes, line, &scoring, rack_state, sink);
    Walk::new(search, &board, rack.len()).plays(root)
}

/// State of the walk over left parts.
#[derive(Debug)]
struct Walk<'s, 'g, N, S, const WORDS: usize, const FIELD: usize> {
    search: Search<'g, N, S>,
    board: &'s BoardSets<'g, WORDS, FIELD>,
    /// The left part, from its first tile.
    part: [Option<PlacedTile>; MAX_DIM],
    /// Offset of the latest blank in the left part.
    blank_offset: usize,
    /// Number of tiles of the left part.
    len: usize,
    /// Number of tiles left on the rack, blanks included.
    left: usize,
}

impl<'s, 'g, N, S, const WORDS: usize, const FIELD: usize> Walk<'s, 'g, N, S, WORDS, FIELD>
where
    N: Nodes,
    S: Sink,
{
    fn new(
        search: Search<'g, N, S>,
        board: &'s BoardSets<'g, WORDS, FIELD>,
        rack_len: usize,
    ) -> Walk<'s, 'g, N, S, WORDS, FIELD> {
        Walk {
            search,
            board,
            part: [None; MAX_DIM],
            blank_offset: 0,
            len: 0,
            left: rack_len,
        }
    }

    fn plays(mut self, root: NodeRef) -> ControlFlow<S::Break> {
        let mut node = self.search.nodes.node(root);
        // A word along the line has at least two tiles.
        node.set = 0;
        if self.search.rack.has_blank() {
            self.extend::<true>(node, &self.board.starts)
        } else {
            self.extend::<false>(node, &self.board.starts)
        }
    }

    /// Extends the left part, whose path ends at `node`, by a tile or a run on any of the `squares`.
    fn extend<const BLANK: bool>(
        &mut self,
        node: Node,
        squares: &Bitboard<WORDS, FIELD>,
    ) -> ControlFlow<S::Break> {
        self.meet_runs::<BLANK>(node, squares)?;
        if self.left == 0 {
            return ControlFlow::Continue(());
        }
        let usable = self.search.rack.usable::<BLANK>();
        self.end_words::<BLANK>(usable.masked(node.set), squares)?;
        // The rack's last tile must end a word or lie before a run. `end_words` has emitted the words that it ends.
        let squares = if self.left == 1 {
            *squares & self.board.taken.previous()
        } else {
            *squares
        };
        for tile in usable.masked(node.mask) {
            let fits = self.board.fits(tile);
            if !squares.meets(fits) {
                continue;
            }
            let next = self.search.follow(node, tile.code());
            let squares = (squares & *fits).next();
            if !BLANK || self.search.rack.has(tile) {
                self.push(PlacedTile::letter(tile));
                self.search.rack.take(tile);
                self.extend::<BLANK>(next, &squares)?;
                self.search.rack.put_back(tile);
            } else {
                self.blank_offset = self.len;
                self.push(PlacedTile::blank(tile));
                self.search.rack.take_blank(tile);
                if self.search.rack.has_blank() {
                    self.extend::<true>(next, &squares)?;
                } else {
                    self.extend::<false>(next, &squares)?;
                }
                self.search.rack.put_back_blank(tile);
            }
            self.pop();
        }
        ControlFlow::Continue(())
    }

    /// Adds a tile to the left part.
    #[inline(always)]
    fn push(&mut self, placed_tile: PlacedTile) {
        self.set_next(placed_tile);
        self.len += 1;
        self.left -= 1;
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.len -= 1;
        self.left += 1;
    }

    /// Writes a tile after the left part, but does not change `len`.
    #[inline(always)]
    fn set_next(&mut self, placed_tile: PlacedTile) {
        if let Some(slot) = self.part.get_mut(self.len) {
            *slot = Some(placed_tile);
        }
    }

    /// Emits the plays whose word is the left part and one last tile: each of the `tiles`, on each of the `squares` where it
    /// fits and may end a word of this length.
    #[inline(always)]
    fn end_words<const BLANK: bool>(
        &mut self,
        tiles: TileSet,
        squares: &Bitboard<WORDS, FIELD>,
    ) -> ControlFlow<S::Break> {
        if tiles.is_empty() {
            return ControlFlow::Continue(());
        }
        let ends = self.board.ends.get(self.len + 1);
        let ends = ends.unwrap_or(&Bitboard::EMPTY);
        if !squares.meets(ends) {
            return ControlFlow::Continue(());
        }
        let squares = *squares & *ends;
        for tile in tiles {
            let fits = self.board.fits(tile);
            if !squares.meets(fits) {
                continue;
            }
            if !BLANK || self.search.rack.has(tile) {
                self.set_next(PlacedTile::letter(tile));
                self.emit_at_each(&squares, fits)?;
            } else {
                self.blank_offset = self.len;
                self.set_next(PlacedTile::blank(tile));
                self.search.rack.take_blank(tile);
                self.emit_at_each(&squares, fits)?;
                self.search.rack.put_back_blank(tile);
            }
        }
        ControlFlow::Continue(())
    }

    /// Emits the left part and the tile written after it, as a word that ends at each square in both `squares` and `fits`.
    fn emit_at_each(
        &mut self,
        squares: &Bitboard<WORDS, FIELD>,
        fits: &Bitboard<WORDS, FIELD>,
    ) -> ControlFlow<S::Break> {
        let len = self.len + 1;
        squares.try_each_in(fits, |line, end| {
            let Some(line) = self.board.lines.get(line.0) else {
                return ControlFlow::Continue(());
            };
            self.search.line = line;
            let first = end.next() - len;
            let partial = self.put_part(first, len);
            self.search.emit(WordSpan { first, end }, partial)?;
            self.clear_part(first, len);
            ControlFlow::Continue(())
        })
    }

    /// Extends the left part along the runs that start on any of the `squares`.
    #[inline(always)]
    fn meet_runs<const BLANK: bool>(
        &mut self,
        node: Node,
        squares: &Bitboard<WORDS, FIELD>,
    ) -> ControlFlow<S::Break> {
        if !squares.meets(&self.board.taken) {
            return ControlFlow::Continue(());
        }
        let tiles = (node.mask | node.set) & self.board.run_tiles;
        for tile in TileSet::from_bits(tiles) {
            let runs = self.board.runs(tile);
            if !squares.meets(runs) {
                continue;
            }
            let ends = node.set >> tile.code() & 1 != 0;
            let next = if node.has_edge(tile.code()) {
                self.search.follow(node, tile.code())
            } else {
                Node::EMPTY
            };
            squares.try_each_in(runs, |line, place| {
                self.cross_run::<BLANK>(line, place, next, ends)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Extends the left part along the run that starts at `place`, and then right of the run. `node` is the target of the edge
    /// for the run's first tile; `ends` is true if that tile ends a word.
    ///
    /// Two out of three walks along a run end at a dead prefix, so the left part is placed only after the walk.
    #[inline(never)]
    fn cross_run<const BLANK: bool>(
        &mut self,
        line: LineIndex,
        mut place: Place,
        mut node: Node,
        mut ends: bool,
    ) -> ControlFlow<S::Break> {
        let Some(line) = self.board.lines.get(line.0) else {
            return ControlFlow::Continue(());
        };
        self.search.line = line;
        let first = place - self.len;
        let mut value = line.at(place).value;
        while line.is_taken(place.next()) {
            place = place.next();
            let state = line.at(place);
            value += state.value;
            ends = node.set >> state.code & 1 != 0;
            node = if node.has_edge(state.code) {
                self.search.follow(node, state.code)
            } else {
                Node::EMPTY
            };
        }
        let after = place.next();
        let alive = (node.mask | node.set) & self.search.usable_at::<BLANK>(after).bits();
        ends &= self.len > 0;
        if alive == 0 && !ends {
            return ControlFlow::Continue(());
        }
        let mut partial = self.put_part(first, self.len);
        partial.pass(value);
        if ends {
            self.search.emit(WordSpan { first, end: place }, partial)?;
        }
        if alive != 0 {
            self.search.go_right::<BLANK>(after, node, first, partial)?;
        }
        self.clear_part(first, self.len);
        ControlFlow::Continue(())
    }

    /// Places the first `len` tiles of `part`, the first of them at `first`. Returns their partial score.
    #[inline(always)]
    fn put_part(&mut self, first: Place, len: usize) -> PartialScore {
        let (mut place, mut partial) = (first, PartialScore::ZERO);
        for placed_tile in self.part.iter().take(len).flatten() {
            partial = self.search.put_placed(place, *placed_tile, partial);
            place = place.next();
        }
        self.search.blank_place = first + self.blank_offset;
        partial
    }

    #[inline(always)]
    fn clear_part(&mut self, first: Place, len: usize) {
        let places = first.to((first + len).previous());
        places.for_each(|place| self.search.clear(place));
    }
}

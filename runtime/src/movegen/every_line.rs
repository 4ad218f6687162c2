//! Every line at once: the left parts of Appel and Jacobson (1988, section 3.3.1), made for the whole board in one walk.
//!
//! A left part is a string of tiles of the rack that words start with. Where it may lie depends on the place, what it
//! leads to in the DAWG does not. So the strings are walked once, with the set of all places of the board where the next
//! tile would lie, and a tile narrows the set to the places that it fits: eight ANDs of 64 bits for 15 rows and 15
//! columns. Where the set is empty the walk turns back.
//!
//! Say the rack is STALE, and ARE lies somewhere with two empty squares before it, which everything fits. The walk gets
//! to `S T` with the first square of ARE in the set, if `S` and `T` fit before it. The DAWG has an edge for A there, so
//! the place is looked at by itself: along A, R and E, and on to the right as in the other algorithms. A word that ends
//! before it meets tiles on its line is a play at every place of the set where it touches some beside it; STALE is found
//! once for all of them.
//!
//! This is the algorithm's section 7.2 taken to its end: no left part is made twice. Among the starting points are the
//! squares before each block of tiles, so none other is needed, and no play is found twice, as no word is.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, NodeRef, Nodes};
use lexc_formats::{PlacedTile, TileSet};

use super::cross_checks::CrossChecks;
use super::hand::Hand;
use super::lane_board::LaneBoard;
use super::lanes::Lanes;
use super::levels::Levels;
use super::line::LineState;
use super::search::{FACES, Scoring, Search, Tally, Visit};
use super::starts::{Start, directions};
use super::trace::{Traced, Tracer};
use crate::game::position::Position;
use crate::game::square::MAX_DIM;

/// Visits the plays of the position, over the DAWG with this root.
pub(super) fn plays<P: Nodes, T: Tracer, V: Visit>(
    packing: Traced<P, T>,
    root: NodeRef,
    position: &Position<'_>,
    checks: &CrossChecks,
    visit: &mut V,
) -> ControlFlow<V::Break> {
    let dimensions = position.board().dimensions();
    if dimensions.rows().max(dimensions.cols()) < 16 {
        plays_on::<P, T, V, 30, 8, 16>(packing, root, position, checks, visit)
    } else {
        plays_on::<P, T, V, { 2 * MAX_DIM }, 21, 32>(packing, root, position, checks, visit)
    }
}

/// The same on a board of up to `LINES` rows and columns together.
///
/// Not inlined: its tables are on the stack, where those for large boards would take room even for a small one.
#[inline(never)]
fn plays_on<P, T, V, const LINES: usize, const WORDS: usize, const FIELD: usize>(
    packing: Traced<P, T>,
    root: NodeRef,
    position: &Position<'_>,
    checks: &CrossChecks,
    visit: &mut V,
) -> ControlFlow<V::Break>
where
    P: Nodes,
    T: Tracer,
    V: Visit,
{
    const { assert!(LINES / 2 < FIELD && LINES * FIELD <= WORDS * 64) };
    let (rules, rack) = (position.rules(), position.rack());
    let layout = rules.layout();
    let dimensions = layout.dimensions();
    let is_opening = position.board().is_empty();
    let mut lines = [const { LineState::EMPTY }; LINES];
    let mut line_count = 0;
    let directions = directions(position, is_opening);
    let all_lines = directions.flat_map(|direction| dimensions.lines(direction));
    for (state, line) in lines.iter_mut().zip(all_lines) {
        if let Some(checks) = checks.line(line) {
            state.set(position, line, checks);
            line_count += 1;
        }
    }
    let lines = lines.get(..line_count).unwrap_or_default();
    let tiles = if rack.blanks() > 0 {
        rules.tiles().bits()
    } else {
        rack.letters().bits()
    };
    let start = is_opening.then(|| layout.start());
    let mut board: LaneBoard<'_, WORDS, FIELD> = LaneBoard::new(lines);
    board.read_lines(start, tiles, rack.len());
    let Some(line) = board.lines.first() else {
        return ControlFlow::Continue(());
    };
    let mut levels = Levels::NONE;
    let search = Search {
        packing,
        line,
        scoring: &Scoring::new(rules),
        hand: Hand::new(rack),
        start: Start::NONE,
        placed_tiles: [None; FACES],
        blank_place: 0,
        levels: &mut levels,
        visit,
    };
    Walk::new(search, &board, rack.len()).plays(root)
}

/// The walk.
#[derive(Debug)]
struct Walk<'s, 'g, P, V, const WORDS: usize, const FIELD: usize> {
    search: Search<'g, P, V>,
    board: &'s LaneBoard<'g, WORDS, FIELD>,
    /// The left part, from its first tile.
    part: [Option<PlacedTile>; MAX_DIM],
    /// The offset of the latest blank in it.
    blank_offset: usize,
    /// How many tiles it has.
    len: usize,
    /// How many tiles are left, blanks among them.
    left: usize,
}

impl<'s, 'g, P, V, const WORDS: usize, const FIELD: usize> Walk<'s, 'g, P, V, WORDS, FIELD>
where
    P: Nodes,
    V: Visit,
{
    fn new(
        search: Search<'g, P, V>,
        board: &'s LaneBoard<'g, WORDS, FIELD>,
        rack_len: usize,
    ) -> Walk<'s, 'g, P, V, WORDS, FIELD> {
        Walk {
            search,
            board,
            part: [None; MAX_DIM],
            blank_offset: 0,
            len: 0,
            left: rack_len,
        }
    }

    /// The plays of the position, over the DAWG with this root.
    fn plays(mut self, root: NodeRef) -> ControlFlow<V::Break> {
        let mut node = self.search.packing.node(root);
        // One tile alone makes no word along the line.
        node.set = 0;
        if self.search.hand.has_blank() {
            self.extend::<true>(node, &self.board.starts)
        } else {
            self.extend::<false>(node, &self.board.starts)
        }
    }

    /// Goes on from the left part at hand, which leads to `node`, with a next tile at any of the `lanes`.
    fn extend<const BLANK: bool>(
        &mut self,
        node: Node,
        lanes: &Lanes<WORDS, FIELD>,
    ) -> ControlFlow<V::Break> {
        self.meet_blocks::<BLANK>(node, lanes)?;
        if self.left == 0 {
            return ControlFlow::Continue(());
        }
        let usable = self.search.hand.usable::<BLANK>();
        self.end_words::<BLANK>(node.set & usable, lanes)?;
        // The last tile ends a word, or is followed by a block.
        let lanes = if self.left == 1 {
            *lanes & self.board.taken.previous()
        } else {
            *lanes
        };
        for tile in TileSet::from_bits(node.mask & usable) {
            let fits = self.board.fits(tile);
            if !lanes.meets(fits) {
                continue;
            }
            let next = self.search.next(node, tile.code());
            let lanes = (lanes & *fits).next();
            if !BLANK || self.search.hand.has(tile) {
                self.push(PlacedTile::letter(tile));
                self.search.hand.take(tile);
                self.extend::<BLANK>(next, &lanes)?;
                self.search.hand.put_back(tile);
            } else {
                self.blank_offset = self.len;
                self.push(PlacedTile::blank(tile));
                self.search.hand.take_blank(tile);
                if self.search.hand.has_blank() {
                    self.extend::<true>(next, &lanes)?;
                } else {
                    self.extend::<false>(next, &lanes)?;
                }
                self.search.hand.put_back_blank(tile);
            }
            self.pop();
        }
        ControlFlow::Continue(())
    }

    /// Adds a tile to the left part.
    #[inline(always)]
    fn push(&mut self, placed_tile: PlacedTile) {
        self.set_last(placed_tile);
        self.len += 1;
        self.left -= 1;
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.len -= 1;
        self.left += 1;
    }

    /// Puts a tile after those of the left part.
    #[inline(always)]
    fn set_last(&mut self, placed_tile: PlacedTile) {
        if let Some(place) = self.part.get_mut(self.len) {
            *place = Some(placed_tile);
        }
    }

    /// The plays that end with one of the `tiles` of the hand.
    #[inline(always)]
    fn end_words<const BLANK: bool>(
        &mut self,
        tiles: u64,
        lanes: &Lanes<WORDS, FIELD>,
    ) -> ControlFlow<V::Break> {
        if tiles == 0 {
            return ControlFlow::Continue(());
        }
        let ends = self.board.ends.get(self.len + 1);
        let ends = ends.unwrap_or(&Lanes::NONE);
        if !lanes.meets(ends) {
            return ControlFlow::Continue(());
        }
        let lanes = *lanes & *ends;
        for tile in TileSet::from_bits(tiles) {
            let fits = self.board.fits(tile);
            if !lanes.meets(fits) {
                continue;
            }
            if !BLANK || self.search.hand.has(tile) {
                self.set_last(PlacedTile::letter(tile));
                self.deliver_all(&lanes, fits)?;
            } else {
                self.blank_offset = self.len;
                self.set_last(PlacedTile::blank(tile));
                self.search.hand.take_blank(tile);
                self.deliver_all(&lanes, fits)?;
                self.search.hand.put_back_blank(tile);
            }
        }
        ControlFlow::Continue(())
    }

    /// Delivers the left part with one more tile as a word that ends at each of the `lanes` that the tile
    /// `fits`.
    fn deliver_all(
        &mut self,
        lanes: &Lanes<WORDS, FIELD>,
        fits: &Lanes<WORDS, FIELD>,
    ) -> ControlFlow<V::Break> {
        let len = self.len + 1;
        lanes.try_each_in(fits, |line, end| {
            let Some(line) = self.board.lines.get(line) else {
                return ControlFlow::Continue(());
            };
            self.search.line = line;
            let first = end + 1 - len;
            let tally = self.put_part(first, len);
            self.search.deliver(first, end, tally)?;
            self.clear_part(first, len);
            ControlFlow::Continue(())
        })
    }

    /// The plays that go on with a block of tiles at one of the `lanes`.
    #[inline(always)]
    fn meet_blocks<const BLANK: bool>(
        &mut self,
        node: Node,
        lanes: &Lanes<WORDS, FIELD>,
    ) -> ControlFlow<V::Break> {
        if !lanes.meets(&self.board.taken) {
            return ControlFlow::Continue(());
        }
        let tiles = (node.mask | node.set) & self.board.block_tiles;
        for tile in TileSet::from_bits(tiles) {
            let blocks = self.board.blocks(tile);
            if !lanes.meets(blocks) {
                continue;
            }
            let ends = node.set >> tile.code() & 1 != 0;
            let next = if node.has_edge(tile.code()) {
                self.search.next(node, tile.code())
            } else {
                Node::EMPTY
            };
            lanes.try_each_in(blocks, |line, place| {
                self.cross::<BLANK>(line, place, next, ends)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Goes on along the block that starts at a place, and from there to the right. The block's first tile leads to
    /// `node`; `ends` tells if words end with it.
    ///
    /// Two of three blocks lead nowhere, which is found out before the left part is placed.
    #[inline(never)]
    fn cross<const BLANK: bool>(
        &mut self,
        line: usize,
        mut place: usize,
        mut node: Node,
        mut ends: bool,
    ) -> ControlFlow<V::Break> {
        let Some(line) = self.board.lines.get(line) else {
            return ControlFlow::Continue(());
        };
        self.search.line = line;
        let first = place - self.len;
        let mut value = line.at(place).value;
        while line.is_taken(place + 1) {
            place += 1;
            let state = line.at(place);
            value += state.value;
            ends = node.set >> state.code & 1 != 0;
            node = if node.has_edge(state.code) {
                self.search.next(node, state.code)
            } else {
                Node::EMPTY
            };
        }
        let leading = (node.mask | node.set) & self.search.usable_at::<BLANK>(place + 1);
        ends &= self.len > 0;
        if leading == 0 && !ends {
            return ControlFlow::Continue(());
        }
        let mut tally = self.put_part(first, self.len);
        tally.letters += value;
        if ends {
            self.search.deliver(first, place, tally)?;
        }
        if leading != 0 {
            self.search
                .go_right::<BLANK>(place + 1, node, first, tally)?;
        }
        self.clear_part(first, self.len);
        ControlFlow::Continue(())
    }

    /// Places the first `len` tiles of the left part from place `first` on.
    #[inline(always)]
    fn put_part(&mut self, first: usize, len: usize) -> Tally {
        let mut tally = Tally::NONE;
        for (place, placed_tile) in (first..).zip(self.part.iter().take(len).flatten()) {
            tally = self.search.put_face(place, *placed_tile, tally);
        }
        self.search.blank_place = first + self.blank_offset;
        tally
    }

    #[inline(always)]
    fn clear_part(&mut self, first: usize, len: usize) {
        (first..first + len).for_each(|place| self.search.clear(place));
    }
}

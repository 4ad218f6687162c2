//! Extend right: the walk over forward edges, which are a GADDAG's edges after the ◇ and all edges of a DAWG (Appel and
//! Jacobson 1988, section 3.3; Gordon 1994, figure 3).

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, Nodes};
use lexc_formats::{PlacedTile, Tile, TileSet};

use super::line::PlaceState;
use super::partial_score::PartialScore;
use super::place::Place;
use super::search::Search;
use super::sink::Sink;

impl<N: Nodes, S: Sink> Search<'_, N, S> {
    /// Extends right with a tile at `place`, an empty square, unless the sink prunes `place`. The word starts at `first`.
    #[inline(always)]
    pub(super) fn go_right<const BLANK: bool>(
        &mut self,
        place: Place,
        node: Node,
        first: Place,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        if !self
            .sink
            .allows_right(first, place, self.rack.all_designated)
        {
            return ControlFlow::Continue(());
        }
        self.go_right_unpruned::<BLANK>(place, node, first, partial)
    }

    /// Extends right with a tile at `place`, an empty square that the sink does not prune.
    #[inline(always)]
    pub(super) fn go_right_unpruned<const BLANK: bool>(
        &mut self,
        place: Place,
        node: Node,
        first: Place,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        let tiles = self.reach_right::<BLANK>(place, node, first, partial)?;
        if tiles.is_empty() {
            return ControlFlow::Continue(());
        }
        self.extend_right::<BLANK>(tiles, place, node, first, partial)
    }

    /// Places each of the `tiles` at `place` and extends right from it.
    fn extend_right<const BLANK: bool>(
        &mut self,
        tiles: TileSet,
        place: Place,
        node: Node,
        first: Place,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        let PlaceState {
            cross_set, code, ..
        } = self.line.at(place.next());
        let meets_run = code != 0;
        let (alive, alive_after_blank) = if meets_run {
            (1 << code, 1 << code)
        } else {
            let (usable, after_blank) = self.alive_right::<BLANK>(first, place.next());
            (
                (cross_set & usable).bits(),
                (cross_set & after_blank).bits(),
            )
        };
        let step = StepRight::<BLANK> {
            place,
            first,
            partial,
            meets_run,
            alive,
            alive_after_blank,
        };
        self.step_to_each(node, tiles, &step)?;
        self.clear(place);
        ControlFlow::Continue(())
    }

    /// Extends right along the run that starts at `place`.
    pub(super) fn extend_along_run<const BLANK: bool>(
        &mut self,
        place: Place,
        node: Node,
        first: Place,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        match self.pass_run(place, node, first, partial)? {
            Some((place, node, partial)) => self.go_right::<BLANK>(place, node, first, partial),
            None => ControlFlow::Continue(()),
        }
    }
}

/// Tile placed at `place`, right of the anchor or on its square.
struct StepRight<const BLANK: bool> {
    place: Place,
    /// First place of the word.
    first: Place,
    partial: PartialScore,
    /// True if a tile lies on the next square.
    meets_run: bool,
    /// Labels usable on the next square. The target of the tile's edge is a dead prefix if it has none of them.
    alive: u64,
    /// Labels usable on the next square if the tile is a blank.
    alive_after_blank: u64,
}

impl<const BLANK: bool> StepRight<BLANK> {
    /// Extends right of the tile placed.
    #[inline(always)]
    fn extend<const BLANK_LEFT: bool, N: Nodes, S: Sink>(
        &self,
        search: &mut Search<'_, N, S>,
        next: Node,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        let place = self.place.next();
        if self.meets_run {
            search.extend_along_run::<BLANK_LEFT>(place, next, self.first, partial)
        } else {
            search.go_right_unpruned::<BLANK_LEFT>(place, next, self.first, partial)
        }
    }
}

impl<N: Nodes, S: Sink, const BLANK: bool> Step<N, S> for StepRight<BLANK> {
    #[inline(always)]
    fn take(&self, search: &mut Search<'_, N, S>, tile: Tile, next: Node) -> ControlFlow<S::Break> {
        let labels = next.mask | next.set;
        let has_letter = !BLANK || search.rack.has(tile);
        if has_letter && labels & self.alive != 0 {
            let partial = search.put(self.place, PlacedTile::letter(tile), self.partial);
            search.rack.take(tile);
            self.extend::<BLANK, N, S>(search, next, partial)?;
            search.rack.put_back(tile);
        } else if BLANK && !has_letter && labels & self.alive_after_blank != 0 {
            let partial = search.put(self.place, PlacedTile::blank(tile), self.partial);
            search.rack.take_blank(tile);
            if search.rack.needs_blanks() {
                self.extend::<true, N, S>(search, next, partial)?;
            } else {
                self.extend::<false, N, S>(search, next, partial)?;
            }
            search.rack.put_back_blank(tile);
        }
        ControlFlow::Continue(())
    }
}

/// Iterates over `tiles`. Gives each tile with the target of its edge from `node`, which must have an edge for every
/// tile.
///
/// Inlined into the search; a closure would not be, because the code that reads a compact node is long.
struct Children<N> {
    nodes: N,
    node: Node,
    tiles: <TileSet as IntoIterator>::IntoIter,
}

impl<N: Nodes> Iterator for Children<N> {
    type Item = (Tile, Node);

    #[inline(always)]
    fn next(&mut self) -> Option<(Tile, Node)> {
        let tile = self.tiles.next()?;
        let child = self.nodes.follow(self.node, tile.code());
        Some((tile, self.nodes.node(child)))
    }
}

/// One tile of a search: place it, extend, take it back.
pub(super) trait Step<N, S: Sink> {
    /// Places the tile, extends from `next`, the target of its edge, and takes the tile back; does nothing at a dead prefix.
    fn take(&self, search: &mut Search<'_, N, S>, tile: Tile, next: Node) -> ControlFlow<S::Break>;
}

impl<N: Nodes, S: Sink> Search<'_, N, S> {
    /// Takes a step with each of the `tiles`, for which `node` has edges.
    ///
    /// For a sparse sink, with the feature `speed`, reads the next child before it takes a step: see [`Sink::IS_SPARSE`].
    /// The last step has its own call, so that each step checks only once for another child.
    #[inline(always)]
    pub(super) fn step_to_each(
        &mut self,
        node: Node,
        tiles: TileSet,
        step: &impl Step<N, S>,
    ) -> ControlFlow<S::Break> {
        let mut children = Children {
            nodes: self.nodes,
            node,
            tiles: tiles.into_iter(),
        };
        if S::IS_SPARSE && cfg!(feature = "speed") {
            let Some((mut tile, mut next)) = children.next() else {
                return ControlFlow::Continue(());
            };
            for ahead in children {
                step.take(self, tile, next)?;
                (tile, next) = ahead;
            }
            return step.take(self, tile, next);
        }
        for (tile, next) in children {
            step.take(self, tile, next)?;
        }
        ControlFlow::Continue(())
    }
}

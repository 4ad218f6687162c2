//! Visits the children of a node, tile by tile.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, Nodes};
use lexc_formats::{Tile, TileSet};

use super::search::Search;
use super::sink::Sink;

/// Tiles with the targets of a node's edges for them. The node has all of these edges.
///
/// Inlined into the search, as the code that reads a compact node is long and a closure would not be inlined.
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
    /// Places the tile and extends from `next`, its target, unless that is a dead prefix; then takes the tile back.
    fn take(&self, search: &mut Search<'_, N, S>, tile: Tile, next: Node) -> ControlFlow<S::Break>;
}

impl<N: Nodes, S: Sink> Search<'_, N, S> {
    /// Takes a step with each of the `tiles`, for which `node` has edges.
    ///
    /// For a sparse sink the next child is read before each step: see [`Sink::IS_SPARSE`]. The last step is written
    /// twice, so that each step asks only once for another child. Small code has neither.
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

//! From a node to those that its edges lead to, tile by tile.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, Nodes};
use lexc_formats::{Tile, TileSet};

use super::levels::SMALL_CODE;
use super::search::{Search, Visit};

/// The tiles of a set, each with what the edge of a node for it refers to, which is known to be there.
///
/// It is all inlined into the search, wherever a closure would not be: what reads a compact node is long.
struct Children<P> {
    packing: P,
    node: Node,
    tiles: <TileSet as IntoIterator>::IntoIter,
}

impl<P: Nodes> Iterator for Children<P> {
    type Item = (Tile, Node);

    #[inline(always)]
    fn next(&mut self) -> Option<(Tile, Node)> {
        let tile = self.tiles.next()?;
        let child = self.packing.follow(self.node, tile.code());
        Some((tile, self.packing.node(child)))
    }
}

/// What a search does with each tile that it may place on a square.
pub(super) trait Step<P, V: Visit> {
    /// Places the tile and goes on to `next`, which it leads to, if there is any use in that; then takes it back.
    fn take(&self, search: &mut Search<'_, P, V>, tile: Tile, next: Node) -> ControlFlow<V::Break>;
}

impl<P: Nodes, V: Visit> Search<'_, P, V> {
    /// Takes a step with each of the `tiles`, which `node` has edges for.
    ///
    /// Where there is use for few plays, the next node is read before a step: see [`Visit::IS_SPARSE`]. The last step then
    /// is in the program once more, so that it is asked once and not twice whether there is another. Where the program must
    /// be small, it is not.
    #[inline(always)]
    pub(super) fn step_to_each(
        &mut self,
        node: Node,
        tiles: u64,
        step: &impl Step<P, V>,
    ) -> ControlFlow<V::Break> {
        let mut children = Children {
            packing: self.packing,
            node,
            tiles: TileSet::from_bits(tiles).into_iter(),
        };
        if V::IS_SPARSE && !SMALL_CODE {
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

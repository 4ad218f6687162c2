//! Appel and Jacobson's algorithm: from each anchor the left parts over the DAWG, each extended right (1988, section 3.3).

use core::ops::ControlFlow;

use lexc_formats::PlacedTile;
use lexc_formats::raw::node::{Node, Nodes};

use super::left_part::LeftPart;
use super::search::Search;
use super::sink::Sink;

impl<N: Nodes, S: Sink> Search<'_, N, S> {
    /// Plays from the anchor, over the DAWG with this root.
    pub(super) fn dawg_plays(&mut self, root: Node) -> ControlFlow<S::Break> {
        let mut root = root;
        // A word along the line has at least two tiles.
        root.set = 0;
        let mut part = LeftPart::EMPTY;
        if self.rack.has_blank() {
            self.extend_part::<true>(&mut part, root)
        } else {
            self.extend_part::<false>(&mut part, root)
        }
    }

    /// Extends the left part right, then adds each tile that can follow it.
    fn extend_part<const BLANK: bool>(
        &mut self,
        part: &mut LeftPart,
        node: Node,
    ) -> ControlFlow<S::Break> {
        if let Some((first, partial)) = part.place::<BLANK, N, S>(self, node) {
            let anchor = self.anchor;
            if anchor.is_empty {
                self.go_right::<BLANK>(anchor.first, node, first, partial)?;
            } else {
                self.extend_along_run::<BLANK>(anchor.first, node, first, partial)?;
            }
            part.clear(self);
        }
        if !part.has_room(self) {
            return ControlFlow::Continue(());
        }
        for tile in self.rack.usable::<BLANK>().masked(node.mask) {
            let next = self.follow(node, tile.code());
            if !BLANK || self.rack.has(tile) {
                self.rack.take(tile);
                part.push(PlacedTile::letter(tile));
                self.extend_part::<BLANK>(part, next)?;
                self.rack.put_back(tile);
            } else {
                self.rack.take_blank(tile);
                part.push(PlacedTile::blank(tile));
                if self.rack.has_blank() {
                    self.extend_part::<true>(part, next)?;
                } else {
                    self.extend_part::<false>(part, next)?;
                }
                self.rack.put_back_blank(tile);
            }
            part.pop();
        }
        ControlFlow::Continue(())
    }
}

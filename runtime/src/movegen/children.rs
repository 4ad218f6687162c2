//! The records that the edges of a record lead to, tile by tile.

use core::marker::PhantomData;

use lexc_formats::record::{Packing, Record};
use lexc_formats::{Tile, TileSet};

use super::search::Visit;

/// The tiles of a set, each with what the edge of a record for it refers to, which is known to be there.
///
/// Where there is use for few plays, the next record is read before the caller goes on with one: see [`Visit::IS_SPARSE`].
/// It is all inlined into the search, wherever a closure would not be: what reads a compact record is long.
pub(super) struct Children<P, V> {
    packing: P,
    record: Record,
    tiles: <TileSet as IntoIterator>::IntoIter,
    /// What was read beforehand.
    ahead: Option<(Tile, Record)>,
    visit: PhantomData<V>,
}

impl<P: Packing, V: Visit> Children<P, V> {
    #[inline(always)]
    pub(super) fn new(packing: P, record: Record, tiles: u64) -> Children<P, V> {
        let mut children = Children {
            packing,
            record,
            tiles: TileSet::from_bits(tiles).into_iter(),
            ahead: None,
            visit: PhantomData,
        };
        if V::IS_SPARSE {
            children.ahead = children.read();
        }
        children
    }

    #[inline(always)]
    fn read(&mut self) -> Option<(Tile, Record)> {
        let tile = self.tiles.next()?;
        let child = self.packing.follow(self.record, tile.code());
        Some((tile, self.packing.record(child)))
    }
}

impl<P: Packing, V: Visit> Iterator for Children<P, V> {
    type Item = (Tile, Record);

    #[inline(always)]
    fn next(&mut self) -> Option<(Tile, Record)> {
        if !V::IS_SPARSE {
            return self.read();
        }
        let child = self.ahead?;
        self.ahead = self.read();
        Some(child)
    }
}

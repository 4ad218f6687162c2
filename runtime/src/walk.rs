//! Look-ups in either automaton, for any packing.

use lexc_formats::record::{EdgeRef, Packing, Record, SEPARATOR};
use lexc_formats::tile::SEPARATOR_CODE;
use lexc_formats::{Image, Tile};

/// An automaton and where it starts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Automaton {
    /// Words from left to right.
    Dawg(EdgeRef),
    /// `REV(x) ◇ y` for every word xy; the ◇ is left out where y is empty.
    Gaddag(EdgeRef),
}

impl Automaton {
    /// The one to look words up in: the DAWG if there is one, as its records are fewer and closer together.
    pub(crate) fn of(image: &Image<'_>) -> Option<Automaton> {
        image
            .dawg()
            .map(Automaton::Dawg)
            .or_else(|| image.gaddag().map(Automaton::Gaddag))
    }

    /// The one that makes cross-sets with fewer steps: the GADDAG if there is one.
    pub(crate) fn for_cross_sets(image: &Image<'_>) -> Option<Automaton> {
        let gaddag = image.gaddag().map(Automaton::Gaddag);
        gaddag.or_else(|| image.dawg().map(Automaton::Dawg))
    }

    /// Whether the tiles are a word.
    pub(crate) fn contains<P: Packing>(self, packing: P, word: &[Tile]) -> bool {
        let (found, last) = match self {
            Automaton::Dawg(root) => match word.split_last() {
                Some((last, rest)) => (follow(packing, root, rest.iter()), last),
                None => return false,
            },
            Automaton::Gaddag(root) => match word.split_first() {
                Some((first, rest)) => (follow(packing, root, rest.iter().rev()), first),
                None => return false,
            },
        };
        found.is_some_and(|record| has_tile(record, *last))
    }

    /// Whether a word starts with the tiles.
    pub(crate) fn is_prefix<P: Packing>(self, packing: P, tiles: &[Tile]) -> bool {
        let Some((_, _)) = tiles.split_first() else {
            return true;
        };
        let longer = match self {
            Automaton::Dawg(root) => follow(packing, root, tiles.iter()).is_some(),
            Automaton::Gaddag(root) => follow(packing, root, tiles.iter().rev())
                .is_some_and(|record| record.mask & SEPARATOR != 0),
        };
        longer || self.contains(packing, tiles)
    }

    /// The record from which words go on from left to right after their first tile.
    pub(crate) fn after_first<P: Packing>(self, packing: P, first: Tile) -> Option<EdgeRef> {
        match self {
            Automaton::Dawg(root) => packing.step(packing.record(root), first.code()),
            Automaton::Gaddag(root) => {
                let reversed = packing.step(packing.record(root), first.code())?;
                packing.step(packing.record(reversed), SEPARATOR_CODE)
            }
        }
    }

    /// The root.
    pub(crate) fn root(self) -> EdgeRef {
        match self {
            Automaton::Dawg(root) | Automaton::Gaddag(root) => root,
        }
    }
}

/// The record that the tiles lead to.
fn follow<'t, P: Packing>(
    packing: P,
    root: EdgeRef,
    mut tiles: impl Iterator<Item = &'t Tile>,
) -> Option<Record> {
    tiles.try_fold(packing.record(root), |record, tile| {
        Some(packing.record(packing.step(record, tile.code())?))
    })
}

/// Whether the tile, met next, completes a word.
pub(crate) fn has_tile(record: Record, tile: Tile) -> bool {
    record.set >> tile.code() & 1 != 0
}

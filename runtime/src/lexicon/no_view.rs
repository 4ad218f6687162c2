//! The type of views in programs without the feature `views`: it has no values, so the compiler leaves out all code for views.

use core::convert::Infallible;
use core::marker::PhantomData;

use lexc_formats::{Tile, TileSet, WordHash};

/// No view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a>(Infallible, PhantomData<&'a ()>);

impl View<'_> {
    pub(crate) fn admits(&self, _word: WordHash) -> bool {
        match self.0 {}
    }

    pub(crate) fn is_like(&self, _other: &View<'_>) -> bool {
        match self.0 {}
    }

    pub(crate) fn fitting(
        &self,
        _tiles: TileSet,
        _before: impl Iterator<Item = Tile>,
        _after: impl Iterator<Item = Tile> + Clone,
    ) -> TileSet {
        match self.0 {}
    }
}

//! The flags of leave values, the alphabet of leaves as a section, and the summary of leaves.

use std::path::{Path, PathBuf};

use clap::Args;
use lexc_compiler::{LeaveList, Points};
use lexc_formats::{AlphabetDefinition, AlphabetError, MAX_TILES};

use super::bundled::Bundle;
use super::lexicon_source::LexiconSource;
use super::outcome::Failure;
use super::table::plural;

/// Encodes an alphabet of leaves, in which the blank is a tile, as a section of an image.
///
/// # Errors
/// The alphabet can't be encoded; for example, it has too many tiles now that the blank is one of them.
pub fn leaves_section(leaves_alphabet: &AlphabetDefinition) -> Result<Vec<u8>, Failure> {
    leaves_alphabet.encode().map_err(|error| match error {
        AlphabetError::TileCount { .. } => Failure(format!(
            "the alphabet of leaves, with the blank as a tile: {error} (use an alphabet of at most {} tiles)",
            MAX_TILES - 1
        )),
        _ => Failure::new(error),
    })
}

/// The flags of leave values.
#[derive(Debug, Args)]
pub struct LeavesArgs {
    /// Rank plays, exchanges and the pass by equity, with the leave values of this image; - for standard input, none for no values
    ///
    /// Equity is the score plus the value of the leave, the tiles that stay on the rack. A leave that the image does not list
    /// has the value of the image's estimate. In an image without an estimate, it has the value 0 if the image lists leaves of
    /// six tiles, and otherwise the sum of the values listed for its single tiles. `lexc leaves` and `lexc convert` make such
    /// images. The lexicon inside lexc comes with leaves, which are taken unless --leaves is given; lexc bench takes none.
    #[arg(long, value_name = "IMAGE")]
    leaves: Option<PathBuf>,
}

/// An image of leaves.
#[derive(Clone, Copy, Debug)]
pub enum LeavesSource<'a> {
    /// The path of the image; `-` is standard input.
    File(&'a Path),
    /// The leaves of the lexicon inside the command.
    Bundled(&'static Bundle),
}

impl<'a> LeavesSource<'a> {
    /// True if the leaves are inside the command.
    pub fn is_bundled(&self) -> bool {
        matches!(self, LeavesSource::Bundled(_))
    }

    /// The path, unless it is inside the command.
    pub fn file(&self) -> Option<&'a Path> {
        match self {
            LeavesSource::File(path) => Some(path),
            LeavesSource::Bundled(_) => None,
        }
    }
}

impl LeavesArgs {
    /// The path of the image, if it is given.
    pub fn path(&self) -> Option<&Path> {
        let path = self.leaves.as_deref();
        path.filter(|path| *path != Path::new("none"))
    }

    /// The image to take with this lexicon, if there is one.
    pub fn source(&self, lexicon: &LexiconSource) -> Option<LeavesSource<'_>> {
        match &self.leaves {
            Some(_) => self.path().map(LeavesSource::File),
            None => lexicon.bundle().map(LeavesSource::Bundled),
        }
    }
}

/// The number of leaves, the range of their values, and the estimate, which only images have a place for.
pub fn summary(leaves: &LeaveList, is_image: bool) -> String {
    let values = || leaves.values().iter().copied();
    let [lowest, highest] =
        [values().min(), values().max()].map(|value| Points(value.unwrap_or(0)));
    let count = plural(leaves.values().len() as u64, "leave");
    let estimate = match leaves.estimate() {
        Some(_) if is_image => " and an estimate for others",
        Some(_) => ", without the estimate for others",
        None => "",
    };
    format!("{count} of {lowest} to {highest} points{estimate}")
}

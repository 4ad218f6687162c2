//! Values of leaves, read in place from an image.

use core::fmt;

use lexc_formats::{
    Alphabet, Checks, Image, ImageError, LeaveEstimate, LeaveValues, OwnedImage, Tile, TileSet,
    WordIndex,
};

use crate::game::{Leaves, Rack, RackTile};
use crate::lexicon::ranked::{RankedPrefix, index_of};
use crate::lexicon::with_nodes;
use crate::lexicon::word::Word;

/// Leaves and their values, read in place from a leaves image, which `lexc leaves` or `lexc convert` makes.
///
/// A leave that is not listed has the value of the image's estimate, which `lexc leaves` learns with the values. In an
/// image without an estimate, it has the value 0 if the image lists leaves of six tiles, as images of other programs' leaves
/// do; otherwise it has the sum of the values listed for its single tiles. The empty leave has the value 0.
///
/// ```
/// use lexc_runtime::{LeaveImage, Leaves, Lexicon, Rack};
///
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
/// // S,8  ?,25.6  Q,-6.8  QU,0.8  ERS,9.375
/// static LEAVES: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.leaves"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let leaves = LeaveImage::from_bytes(LEAVES, lexicon.alphabet())?;
/// let rack = |text| Rack::parse(text, lexicon.alphabet());
/// assert_eq!([leaves.value(&rack("UQ")?), leaves.value(&rack("S?")?)], [800, 33_600]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LeaveImage<'a> {
    /// The image, whose words are the leaves.
    image: Image<'a>,
    values: LeaveValues<'a>,
    facts: Facts,
}

/// The parts of a leaves image that are computed when it is opened.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// The blank. Its code is one more than that of the last letter.
    blank: Tile,
    unlisted: UnlistedLeaves,
    vowels: TileSet,
}

/// The values of leaves that an image does not list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnlistedLeaves {
    /// Values of the image's estimate.
    Estimate,
    /// 0: the image lists nearly all leaves, because it lists leaves of six tiles. A play or an exchange keeps at most six
    /// tiles of a standard rack.
    Zero,
    /// Sums of the values listed for single tiles.
    Sum,
}

impl UnlistedLeaves {
    /// The kind of an image of leaves; `None` if the image has words.
    pub fn of(image: &Image<'_>) -> Option<UnlistedLeaves> {
        image.leave_values()?;
        Some(match image.leave_estimate() {
            Some(_) => UnlistedLeaves::Estimate,
            None if image.metadata().longest_word() >= 6 => UnlistedLeaves::Zero,
            None => UnlistedLeaves::Sum,
        })
    }
}

impl<'a> LeaveImage<'a> {
    /// Opens a leaves image for a lexicon with this alphabet, and checks all of it: [`open`](Self::open) with
    /// [`Checks::All`]. O(image).
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn from_bytes(
        bytes: &'a [u8],
        alphabet: Alphabet<'_>,
    ) -> Result<LeaveImage<'a>, LeaveImageError> {
        LeaveImage::open(bytes, Checks::All, alphabet)
    }

    /// Opens a leaves image for a lexicon with this alphabet, and makes these checks, as [`Image::open`] does.
    ///
    /// # Errors
    /// The first fault of the image, no leaves in it, or letters that differ from the alphabet's in number or text.
    #[inline(always)]
    pub fn open(
        bytes: &'a [u8],
        checks: Checks,
        alphabet: Alphabet<'_>,
    ) -> Result<LeaveImage<'a>, LeaveImageError> {
        LeaveImage::of(Image::open(bytes, checks)?, alphabet)
    }

    /// The leaves of an open image, for a lexicon with this alphabet. O(1).
    ///
    /// # Errors
    /// No leaves in the image, or letters that differ from the alphabet's in number or text.
    // Not inlined, because small programs would copy it into each of its callers.
    #[inline(never)]
    pub fn of(image: Image<'a>, alphabet: Alphabet<'_>) -> Result<LeaveImage<'a>, LeaveImageError> {
        let tiles = image.alphabet();
        let values = image.leave_values();
        let (Some(values), Some(blank)) = (values, tiles.blank_tile()) else {
            return Err(LeaveImageError::NoLeaves);
        };
        let (found, needed) = (tiles.len() - 1, alphabet.len());
        if found != needed {
            return Err(LeaveImageError::TileCount { needed, found });
        }
        let mut letters = alphabet.tiles();
        if let Some(tile) = letters.find(|&tile| tiles.text(tile) != alphabet.text(tile)) {
            return Err(LeaveImageError::Tile { tile });
        }
        Ok(LeaveImage {
            image,
            values,
            facts: Facts {
                blank,
                unlisted: UnlistedLeaves::of(&image).unwrap_or(UnlistedLeaves::Zero),
                vowels: (tiles.tiles())
                    .filter(|&tile| tiles.is_vowel(tile))
                    .collect(),
            },
        })
    }

    /// The values of leaves that are not listed.
    pub fn unlisted(&self) -> UnlistedLeaves {
        self.facts.unlisted
    }

    /// The number of leaves.
    pub fn leave_count(&self) -> u32 {
        self.image.metadata().word_count()
    }

    /// The value listed for these tiles, which are in alphabet order, blanks last.
    fn listed(&self, tiles: &[Tile]) -> Option<i32> {
        let index = index_of(&self.image, tiles)?;
        Some(self.values.get(index))
    }

    /// The tile of the image for a tile of a rack.
    fn tile(&self, tile: RackTile) -> Tile {
        tile.letter().unwrap_or(self.facts.blank)
    }
}

/// Values of leaves that own the bytes of their image, as [`OwnedLexicon`](crate::OwnedLexicon) does.
///
/// ```
/// use lexc_runtime::{Checks, Leaves, OwnedLeaves, OwnedLexicon, Rack};
///
/// let file = |name| std::fs::read(format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR")));
/// let lexicon = OwnedLexicon::open(file("care.gaddag")?, Checks::All)?;
/// let alphabet = lexicon.lexicon().alphabet();
/// let leaves = OwnedLeaves::open(file("care.leaves")?, Checks::All, alphabet)?;
/// assert_eq!(leaves.leaves().value(&Rack::parse("S", alphabet)?), 8_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OwnedLeaves<D> {
    image: OwnedImage<D>,
    facts: Facts,
}

impl<D: AsRef<[u8]>> OwnedLeaves<D> {
    /// Opens a leaves image for a lexicon with this alphabet, and makes these checks, as [`LeaveImage::open`] does.
    ///
    /// # Errors
    /// The errors of [`LeaveImage::open`].
    #[inline(always)]
    pub fn open(
        bytes: D,
        checks: Checks,
        alphabet: Alphabet<'_>,
    ) -> Result<OwnedLeaves<D>, LeaveImageError> {
        let image = OwnedImage::open(bytes, checks)?;
        let facts = LeaveImage::of(image.image(), alphabet)?.facts;
        Ok(OwnedLeaves { image, facts })
    }

    /// The leaves. Takes constant time.
    ///
    /// If `bytes.as_ref()` no longer gives the bytes that were opened, values may be wrong, nothing worse.
    pub fn leaves(&self) -> LeaveImage<'_> {
        let image = self.image.image();
        LeaveImage {
            image,
            values: image.leave_values().unwrap_or(LeaveValues::NONE),
            facts: self.facts,
        }
    }
}

impl Leaves for LeaveImage<'_> {
    fn value(&self, leave: &Rack) -> i32 {
        let mut word = Word::EMPTY;
        for tile in *leave {
            // A word has room for the tiles of every rack.
            word.push(self.tile(tile));
        }
        self.value_at(index_of(&self.image, &word), &word)
    }

    fn bound(&self) -> i32 {
        let unlisted = match self.facts.unlisted {
            UnlistedLeaves::Estimate => self
                .image
                .leave_estimate()
                .map_or(0, |all| all.bound(Rack::MAX_LEN)),
            UnlistedLeaves::Zero => 0,
            UnlistedLeaves::Sum => {
                let tiles = self.image.alphabet().tiles();
                let singles = tiles.filter_map(|tile| self.listed(&[tile]));
                let most = i32::try_from(Rack::MAX_LEN).unwrap_or(i32::MAX);
                singles.fold(0, i32::max).saturating_mul(most)
            }
        };
        self.values.highest().max(unlisted).max(0)
    }

    /// Walks each prefix once: the leaves of a rack share most of their prefixes.
    fn for_each_leave(&self, rack: &Rack, visit: &mut dyn FnMut(&[RackTile], i32)) {
        let image = &self.image;
        with_nodes!(image, |nodes| {
            if let (Some(root), Some(counts)) = (image.dawg(), image.word_index()) {
                let counts = WordIndex::new(nodes, counts);
                let root = RankedPrefix::new(root);
                self.walk(rack, visit, root, &|prefix, tile| {
                    prefix.step(nodes, counts, tile)
                });
            }
        });
    }
}

/// Adds a tile to a prefix. Returns the index of the resulting string if it is a word, and the string as a prefix if
/// longer words start with it.
type Step<'n> = &'n dyn Fn(RankedPrefix, Tile) -> (Option<u32>, Option<RankedPrefix>);

impl LeaveImage<'_> {
    /// Visits the leaves of a rack in alphabet order, with their values.
    fn walk(
        &self,
        rack: &Rack,
        visit: &mut dyn FnMut(&[RackTile], i32),
        root: RankedPrefix,
        step: Step<'_>,
    ) {
        visit(&[], 0);
        let mut tiles = [RackTile::Blank; Rack::MAX_LEN];
        for (slot, tile) in tiles.iter_mut().zip(*rack) {
            *slot = tile;
        }
        let tiles = tiles.get(..rack.len()).unwrap_or_default();
        // The leave, also as a word; for each of its tiles, its place among the rack's tiles, and the prefix that the tile extends.
        let mut leave = [RackTile::Blank; Rack::MAX_LEN];
        let mut word = [self.facts.blank; Rack::MAX_LEN];
        let mut places = [0; Rack::MAX_LEN];
        let mut prefixes = [Some(root); Rack::MAX_LEN + 1];
        let (mut len, mut next) = (0, 0);
        loop {
            let slots = (
                tiles.get(next),
                prefixes.get(len),
                leave.get_mut(len),
                word.get_mut(len),
                places.get_mut(len),
            );
            if let (Some(&tile), Some(&prefix), Some(slot), Some(code), Some(place)) = slots {
                (*slot, *code, *place) = (tile, self.tile(tile), next);
                let (index, longer) = prefix.map_or((None, None), |prefix| step(prefix, *code));
                len += 1;
                next += 1;
                if let Some(slot) = prefixes.get_mut(len) {
                    *slot = longer;
                }
                let word = word.get(..len).unwrap_or_default();
                let value = self.value_at(index, word);
                visit(leave.get(..len).unwrap_or_default(), value);
                continue;
            }
            // All leaves that start with this leave are visited: replaces its last tile with the next different tile.
            let Some(shorter) = len.checked_sub(1) else {
                return;
            };
            len = shorter;
            let place = places.get(len).copied().unwrap_or_default();
            let tile = tiles.get(place);
            let rest = tiles.get(place..).unwrap_or_default();
            next = place + rest.iter().take_while(|other| Some(*other) == tile).count();
        }
    }

    /// The value of a leave with this index, or of a leave that is not listed.
    fn value_at(&self, index: Option<u32>, leave: &[Tile]) -> i32 {
        if let Some(index) = index {
            return self.values.get(index);
        }
        match self.facts.unlisted {
            _ if leave.is_empty() => 0,
            UnlistedLeaves::Estimate => {
                let estimate = |all: LeaveEstimate<'_>| all.value(self.facts.vowels, leave);
                self.image.leave_estimate().map_or(0, estimate)
            }
            UnlistedLeaves::Zero => 0,
            UnlistedLeaves::Sum => leave
                .iter()
                .filter_map(|&tile| self.listed(&[tile]))
                .fold(0, i32::saturating_add),
        }
    }
}

/// An image that does not have the values of leaves for a lexicon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(
    missing_docs,
    reason = "`needed` is the lexicon's number, `found` that of the leaves"
)]
pub enum LeaveImageError {
    /// The image cannot be opened.
    Image(ImageError),
    /// The image has words of a game, not leaves.
    NoLeaves,
    /// The alphabet of the leaves has more or fewer letters than the lexicon's.
    TileCount { needed: usize, found: usize },
    /// The text of this tile differs from that of the lexicon's tile with the same code.
    Tile { tile: Tile },
}

impl From<ImageError> for LeaveImageError {
    fn from(error: ImageError) -> LeaveImageError {
        LeaveImageError::Image(error)
    }
}

impl fmt::Display for LeaveImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const REMEDY: &str = "convert the leaves again, with the lexicon's alphabet";
        match self {
            LeaveImageError::Image(error) => error.fmt(f),
            LeaveImageError::NoLeaves => f.write_str(
                "image of words, not of leaves (make one with `lexc leaves` or `lexc convert`)",
            ),
            LeaveImageError::TileCount { needed, found } => write!(
                f,
                "leaves of {found} lettered tiles where the lexicon has {needed} ({REMEDY})"
            ),
            LeaveImageError::Tile { tile } => write!(
                f,
                "tile {} of the leaves differs from that of the lexicon ({REMEDY})",
                u32::from(tile.code())
            ),
        }
    }
}

impl core::error::Error for LeaveImageError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            LeaveImageError::Image(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec;

    use super::*;
    use crate::testing::{BINGOS, catalan, english};

    static LEAVES: &[u8] = include_bytes!("../examples/care.leaves");

    fn rack(text: &str) -> Rack {
        Rack::parse(text, english()).unwrap()
    }

    #[test]
    fn visits_every_leave_of_a_rack_with_its_value() {
        let leaves = LeaveImage::from_bytes(LEAVES, english()).unwrap();
        {
            for (text, count) in [
                ("", 1),
                ("Q", 2),
                ("EQRSSU?", 2 * 2 * 2 * 3 * 2 * 2),
                ("??SS", 9),
            ] {
                let mut found = vec![];
                leaves.for_each_leave(&rack(text), &mut |tiles, value| {
                    let leave: Option<Rack> = tiles.iter().copied().collect();
                    assert!(rack(text).checked_sub(tiles.iter().copied()).is_some());
                    assert!(tiles.iter().copied().eq(leave.unwrap()));
                    assert_eq!(value, leaves.value(&leave.unwrap()), "{tiles:?}");
                    found.push(tiles.to_vec());
                });
                found.sort_by_key(|tiles| {
                    tiles
                        .iter()
                        .map(|tile| tile.byte())
                        .collect::<vec::Vec<_>>()
                });
                found.dedup();
                assert_eq!(found.len(), count, "{text}");
            }
        }
    }

    #[test]
    fn gives_listed_values_or_sums_within_the_bounds() {
        let leaves = LeaveImage::from_bytes(LEAVES, english()).unwrap();
        assert_eq!(leaves.unlisted(), UnlistedLeaves::Sum);
        for (text, value) in [
            ("SER", 9_375),
            ("?", 25_600),
            ("UQ", 800),
            ("Q?", 18_800),
            ("SSS?", 49_600),
            ("", 0),
            ("AAAAAAAAAAAAAAAAAAAAA", 0),
            ("?????????????????????", 537_600),
        ] {
            let leave = rack(text);
            assert_eq!(leaves.value(&leave), value, "{text}");
            assert!(value <= leaves.bound(), "{text}");
        }
        assert_eq!((leaves.bound(), leaves.leave_count()), (537_600, 5));
        let unvalidated = LeaveImage::open(LEAVES, Checks::Bounds, english()).unwrap();
        assert_eq!(unvalidated.value(&rack("S")), 8_000);
    }

    #[test]
    fn refuses_images_without_leaves_for_the_alphabet() {
        let opened = |bytes, alphabet| {
            LeaveImage::from_bytes(bytes, alphabet)
                .map(|_| ())
                .unwrap_err()
        };
        assert_eq!(opened(BINGOS, english()), LeaveImageError::NoLeaves);
        let (needed, found) = (catalan().len(), 26);
        assert_eq!(
            opened(LEAVES, catalan()),
            LeaveImageError::TileCount { needed, found }
        );
        let mut other = vec![];
        other.extend_from_slice(english().section());
        let a = other.windows(2).position(|texts| texts == b"Aa").unwrap();
        other[a] = b'*';
        let error = opened(LEAVES, Alphabet::from_bytes(&other).unwrap());
        assert_eq!(error, LeaveImageError::Tile { tile: Tile::FIRST });
        let cut = opened(&LEAVES[..40], english());
        for (error, message) in [
            (
                LeaveImageError::NoLeaves,
                "image of words, not of leaves (make one with `lexc leaves` or `lexc convert`)",
            ),
            (
                LeaveImageError::TileCount {
                    needed: 30,
                    found: 26,
                },
                "leaves of 26 lettered tiles where the lexicon has 30 (convert the leaves again, with the lexicon's alphabet)",
            ),
            (
                error,
                "tile 1 of the leaves differs from that of the lexicon (convert the leaves again, with the lexicon's alphabet)",
            ),
            (
                cut,
                "image has 40 bytes where its header says 1042 (it was cut off: fetch or build it again)",
            ),
        ] {
            assert_eq!(error.to_string(), message);
        }
        assert!(core::error::Error::source(&cut).is_some());
    }
}

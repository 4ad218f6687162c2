//! Conditions that words meet.

use core::ops::RangeInclusive;

use lexc_formats::raw::node::Nodes;
use lexc_formats::{Alphabet, Image, MAX_WORD_LEN, Tile, TileSet};

use super::code::Code;
use super::hooks::Side;
use super::near::Near;
use super::pattern::Pattern;
use super::tiles::Tiles;
use crate::lexicon::Lexicon;
use crate::lexicon::word::Word;
use crate::text::TextError;

/// A condition that words meet, with the memory that a search needs for it.
///
/// # Texts
///
/// [`Condition::parse`] reads a condition from `name:value`; [`ConditionKind`](crate::ConditionKind) has a table of the names.
/// Racks and patterns are texts of the elements below. Upper case equals lower case. White space in a rack is skipped.
/// A tile of several characters needs brackets unless the alphabet sets
/// [`Digraphs::Longest`](crate::Digraphs::Longest).
///
/// | text | in a rack | in a pattern |
/// |---|---|---|
/// | `A`, `[CH]` | this tile | this tile at its place |
/// | `?` or `.` | a blank | any one tile |
/// | `[ABC]` | a tile of this class: A, B or C | one of these tiles |
/// | `[^ABC]` | a tile other than A, B and C | one tile other than A, B and C |
/// | `*` | any number of further tiles; may stand anywhere in the text | any number of any tiles |
///
/// Brackets around the text of one tile stand for that tile: in an alphabet with a tile CH, `[CH]` is the tile, and
/// `[HC]` is the class of H and C. A class may have tiles of several characters, in brackets of their own: `[[CH]A]`.
///
/// ```
/// use lexc_runtime::{Condition, Finder, Lexicon};
///
/// // ABLE, ABLES, ACE, ACES, AR, ARE, AS, CABLE, CABLES, CARE, CARES, EAR, ER, RACE, SCARE
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let alphabet = lexicon.alphabet();
/// let find = |conditions: &mut [Condition]| {
///     let mut words = Vec::new();
///     let visit = |word: &lexc_runtime::Word| words.push(word.display(alphabet).to_string());
///     Finder::new(&lexicon).words(conditions, visit).map(|()| words)
/// };
/// assert_eq!(find(&mut [Condition::anagram("RACE", alphabet)?])?, ["CARE", "RACE"]);
/// assert_eq!(find(&mut [Condition::anagram("?ACE", alphabet)?])?, ["ACES", "CARE", "RACE"]);
/// assert_eq!(find(&mut [Condition::pattern("*.a.e", alphabet)?])?, ["CARE", "RACE", "SCARE"]);
/// let long = Condition::length(5..=6);
/// assert_eq!(find(&mut [Condition::pattern("*s", alphabet)?, long])?, ["ABLES", "CABLES", "CARES"]);
/// assert_eq!(find(&mut [Condition::parse("near:CARES~1", alphabet)?])?, ["CARE", "CARES"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Condition(Kind);

#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is no heap")]
enum Kind {
    Tiles(Tiles),
    Pattern(Pattern),
    Near(Near),
    Code(Code),
    Length {
        min: usize,
        max: usize,
    },
    Vowels {
        vowels: TileSet,
        min: usize,
        max: usize,
    },
    TakesNoHook(Side),
    IsHook(Side),
}

impl Condition {
    /// Words that use all tiles of the rack and no others; a `*` in the rack permits further tiles.
    ///
    /// # Errors
    /// A text that is not a rack.
    pub fn anagram(rack: &str, alphabet: Alphabet<'_>) -> Result<Condition, TextError> {
        Condition::tiles(rack, alphabet, true)
    }

    /// Words that use some or all tiles of the rack and no others; a `*` in the rack permits all words.
    ///
    /// # Errors
    /// A text that is not a rack.
    pub fn sub_anagram(rack: &str, alphabet: Alphabet<'_>) -> Result<Condition, TextError> {
        Condition::tiles(rack, alphabet, false)
    }

    /// Words that match this pattern.
    ///
    /// # Errors
    /// A text that is not a pattern.
    pub fn pattern(pattern: &str, alphabet: Alphabet<'_>) -> Result<Condition, TextError> {
        let pattern = Pattern::parse(pattern, alphabet)?;
        Ok(Condition(Kind::Pattern(pattern)))
    }

    /// Words that start with these tiles.
    pub fn prefix(tiles: &Word) -> Condition {
        Condition::around(tiles, [false, true], None)
    }

    /// Words that end with these tiles.
    pub fn suffix(tiles: &Word) -> Condition {
        Condition::around(tiles, [true, false], None)
    }

    /// Words with these tiles in a row.
    pub fn containing(tiles: &Word) -> Condition {
        Condition::around(tiles, [true, true], None)
    }

    /// Words that are longer than this word and contain it: at the front, at the back or inside.
    pub fn extensions(word: &Word) -> Condition {
        Condition::around(word, [true, true], Some(u8::MAX))
    }

    /// Words made of this word and one tile before or behind it.
    pub fn hooks(word: &Word) -> Condition {
        Condition::around(word, [true, true], Some(1))
    }

    /// Words whose edit distance from a word is in the range. An edit inserts, deletes or replaces one tile. A range
    /// that ends above 3 counts as ending at 3; no word meets a range that starts above 3.
    pub fn near(word: &Word, distance: RangeInclusive<usize>) -> Condition {
        let near = Near::new(word, *distance.start(), *distance.end());
        Condition(Kind::Near(near))
    }

    /// Words of this code: its equal symbols stand for equal tiles, different ones for different tiles. `ABCCA` is a
    /// code of YUMMY. Each character is a symbol, and `A` and `a` are different symbols; white space is skipped.
    ///
    /// # Errors
    /// More than 63 symbols.
    pub fn code(symbols: &str) -> Result<Condition, TextError> {
        let code = Code::parse(symbols, MAX_WORD_LEN)?;
        Ok(Condition(Kind::Code(code)))
    }

    /// Words whose number of tiles is in the range.
    pub fn length(range: RangeInclusive<usize>) -> Condition {
        let (min, max) = range.into_inner();
        Condition(Kind::Length { min, max })
    }

    /// Words whose number of vowels is in the range. The alphabet defines the vowels.
    pub fn vowels(range: RangeInclusive<usize>, alphabet: Alphabet<'_>) -> Condition {
        let vowels = alphabet.tiles().filter(|tile| alphabet.is_vowel(*tile));
        let (min, max) = range.into_inner();
        Condition(Kind::Vowels {
            vowels: vowels.collect(),
            min,
            max,
        })
    }

    /// Words that take no hook on this side; for [`Side::Either`], no hook on either side.
    pub fn takes_no_hook(side: Side) -> Condition {
        Condition(Kind::TakesNoHook(side))
    }

    /// Words that are another word plus a hook on this side; for [`Side::Either`], on at least one side.
    pub fn is_hook(side: Side) -> Condition {
        Condition(Kind::IsHook(side))
    }

    pub(super) fn as_pattern(&self) -> Option<&Pattern> {
        match &self.0 {
            Kind::Pattern(pattern) => Some(pattern),
            _ => None,
        }
    }

    pub(super) fn as_tiles(&self) -> Option<&Tiles> {
        match &self.0 {
            Kind::Tiles(tiles) => Some(tiles),
            _ => None,
        }
    }

    /// The letters of the rack that a word must have to meet the condition; none if the condition is not a rack.
    pub(super) fn required(&self) -> TileSet {
        match &self.0 {
            Kind::Tiles(tiles) => tiles.required(),
            _ => TileSet::EMPTY,
        }
    }

    /// An upper bound on the number of tiles of a word that meets the condition.
    pub(super) fn max_len(&self) -> usize {
        match &self.0 {
            Kind::Tiles(tiles) => tiles.max_len(),
            Kind::Pattern(pattern) => pattern.max_len(),
            Kind::Near(near) => near.max_len(),
            Kind::Code(code) => code.len(),
            Kind::Length { max, .. } => *max,
            Kind::Vowels { .. } | Kind::TakesNoHook(_) | Kind::IsHook(_) => MAX_WORD_LEN,
        }
    }

    /// Prepares a search of words of up to `room` tiles. Returns `false` only if no word can meet the condition.
    pub(super) fn start(&mut self, room: usize, image: &Image<'_>) -> bool {
        match &mut self.0 {
            Kind::Tiles(tiles) => tiles.start(room, image.anagram_filter()),
            Kind::Pattern(pattern) => {
                pattern.start(room);
                true
            }
            _ => true,
        }
    }

    /// Words of all tiles of the rack, or of some or all of them.
    pub(super) fn tiles(
        rack: &str,
        alphabet: Alphabet<'_>,
        uses_all: bool,
    ) -> Result<Condition, TextError> {
        let tiles = Tiles::parse(rack, alphabet, uses_all)?;
        Ok(Condition(Kind::Tiles(tiles)))
    }

    /// Words with these tiles in a row, with or without gaps before and behind them; longer by one tile up to `further` tiles,
    /// if it is not `None`.
    pub(super) fn around(tiles: &Word, gaps: [bool; 2], further: Option<u8>) -> Condition {
        let mut pattern = Pattern::EMPTY;
        let [before, behind] = gaps;
        if before {
            pattern.push_gap();
        }
        // A pattern has room for a word.
        let _ = tiles
            .iter()
            .all(|&tile| pattern.push(TileSet::EMPTY.with(tile)));
        if behind {
            pattern.push_gap();
        }
        if let Some(most) = further {
            pattern.set_further(1, most);
        }
        Condition(Kind::Pattern(pattern))
    }

    /// The tiles that can follow the path; pushing one of them may still fail.
    #[inline]
    pub(super) fn allowed(&self, path: &[Tile]) -> TileSet {
        let upto = |is_allowed| match is_allowed {
            true => TileSet::ALL,
            false => TileSet::EMPTY,
        };
        match &self.0 {
            Kind::Tiles(tiles) => tiles.allowed(),
            Kind::Pattern(pattern) => pattern.allowed(path.len()),
            Kind::Near(near) => near.allowed(path.len()),
            Kind::Code(code) => code.allowed(path),
            Kind::Length { max, .. } => upto(path.len() < *max),
            Kind::Vowels { vowels, max, .. } if count(path, *vowels) >= *max => {
                TileSet::ALL - *vowels
            }
            Kind::Vowels { .. } | Kind::TakesNoHook(_) | Kind::IsHook(_) => TileSet::ALL,
        }
    }

    /// Adds the last tile of the path. Returns `false` only if no word that starts with the path can meet the
    /// condition.
    #[inline]
    pub(super) fn push(&mut self, path: &[Tile]) -> bool {
        match (&mut self.0, path.last()) {
            (Kind::Tiles(tiles), Some(last)) => tiles.push_tile(*last),
            (Kind::Pattern(pattern), _) => pattern.push_tile(path),
            (Kind::Near(near), _) => near.push_tile(path),
            _ => true,
        }
    }

    /// Takes back the last tile of the path.
    #[inline]
    pub(super) fn pop(&mut self, last: Tile) {
        if let Kind::Tiles(tiles) = &mut self.0 {
            tiles.pop_tile(last);
        }
    }

    /// Returns `true` if the path, a word, meets the condition. Conditions on hooks count as met.
    #[inline]
    pub(super) fn accepts(&self, path: &[Tile]) -> bool {
        match &self.0 {
            Kind::Tiles(tiles) => tiles.accepts(path.len()),
            Kind::Pattern(pattern) => pattern.accepts(path.len()),
            Kind::Near(near) => near.accepts(path.len()),
            Kind::Code(code) => code.accepts(path),
            Kind::Length { min, .. } => path.len() >= *min,
            Kind::Vowels { vowels, min, .. } => count(path, *vowels) >= *min,
            Kind::TakesNoHook(_) | Kind::IsHook(_) => true,
        }
    }

    /// Returns `true` if a word meets the condition. Conditions other than those on hooks count as met.
    pub(super) fn accepts_hooks<N: Nodes>(
        &self,
        nodes: N,
        lexicon: &Lexicon<'_>,
        word: &[Tile],
    ) -> bool {
        match &self.0 {
            Kind::TakesNoHook(side) => !side.takes_hook(nodes, lexicon, word),
            Kind::IsHook(side) => side.is_hook(nodes, lexicon, word),
            _ => true,
        }
    }
}

/// The number of tiles of the path that are in the set.
fn count(path: &[Tile], set: TileSet) -> usize {
    path.iter().filter(|tile| set.contains(**tile)).count()
}

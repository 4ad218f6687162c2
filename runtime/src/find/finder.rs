//! [`Finder`]: searches for words and phrases.

use core::fmt;
use core::ops::ControlFlow;

use lexc_formats::{Image, MAX_WORD_LEN, Tile, TileSet};

use super::condition::Condition;
use super::inside::{Start, walk_inside};
use super::mapped::{MappedAnagrams, start_by_map};
use super::pattern::Pattern;
use super::phrase::{Phrase, PhraseQuery};
use super::phrases::phrases;
use super::tiles::Tiles;
use super::walk::{Conditions, Steps, walk};
use crate::lexicon::word::Word;
use crate::lexicon::{Lexicon, with_nodes};
use crate::movegen::{VisitorResult, visit_with};

/// Finds the words that meet conditions, and phrases of one or more words.
///
/// - **Memory**: no heap. A search keeps part of its state in the conditions. A search for words takes up to 8 KiB of
///   stack, a search for phrases up to 24 KiB; the figures exclude the visitor's stack.
/// - **Steps**: by default, a search for words follows at most 63 edges for each word of the image; a search that
///   starts inside of the words, at most 4,032. No valid image needs more. The number of words is that in the metadata,
///   so the bound also holds for an unvalidated image. Tests of hooks follow further edges, which do not count. A
///   search for phrases may take exponentially many steps: let the visitor break, or set
///   [`with_max_steps`](Self::with_max_steps).
/// - **Automata**: the image may have a DAWG, a GADDAG or both. All searches in alphabetical order walk the DAWG or, in
///   an image without one, the GADDAG. [In any order](Self::words_in_any_order), some searches start at a tile inside
///   of the words, over the GADDAG.
/// - **Word map**: gives the anagrams of a rack [in any order](Self::words_in_any_order) in the time of a look-up for each
///   choice of letters for blanks. A wrong map can hide anagrams.
/// - **Anagram filter**: before the walk, excludes most racks of letters that have no anagram and, for a rack with one
///   or two blanks, most tiles that the blanks cannot stand for. A wrong filter can hide anagrams.
///
/// [`Condition`] has an example.
#[derive(Clone, Copy, Debug)]
pub struct Finder<'l> {
    lexicon: &'l Lexicon<'l>,
    max_steps: Option<u64>,
}

impl<'l> Finder<'l> {
    /// A finder of a lexicon's words.
    pub fn new(lexicon: &'l Lexicon<'l>) -> Finder<'l> {
        Finder {
            lexicon,
            max_steps: None,
        }
    }

    /// The same finder with another bound on the steps of a search. The search takes a step for each edge and, if it
    /// searches for phrases, for each return to the root. A search in alphabetical order takes as many steps over a
    /// DAWG as over a GADDAG of the same words.
    #[must_use]
    pub fn with_max_steps(self, max_steps: u64) -> Finder<'l> {
        Finder {
            max_steps: Some(max_steps),
            ..self
        }
    }

    /// Visits each word that meets all conditions, in alphabetical order, until the visitor breaks. Without a condition, visits
    /// all words.
    ///
    /// # Errors
    /// [`StepLimitError`] if the search needs more steps than its bound; the visitor has received the words found until then.
    pub fn words<R: VisitorResult>(
        &self,
        conditions: &mut [Condition],
        visit: impl FnMut(&Word) -> R,
    ) -> Result<R, StepLimitError> {
        let image = self.lexicon.image();
        let mut steps = self.steps(MAX_WORD_LEN as u64);
        let result = visit_with(visit, |visit| {
            match Conditions::start(conditions, MAX_WORD_LEN, image) {
                Some(mut conditions) => with_nodes!(image, |nodes| walk(
                    nodes,
                    self.lexicon,
                    &mut conditions,
                    &mut steps,
                    visit
                )),
                None => ControlFlow::Continue(()),
            }
        });
        ended(steps, result)
    }

    /// Visits the same words as [`words`](Self::words), once each, in any order: the fastest search.
    ///
    /// If the image has a word map, a rack of up to 17 letters, of which up to two are blanks, is looked up there, once for each
    /// choice of letters for the blanks, and each word found is looked up in an automaton. The look-ups take no steps.
    ///
    /// A search starts at a tile inside of the words if the image has a GADDAG, no condition is a rack without `*`, and one of
    /// these holds:
    ///
    /// - A pattern fixes a tile, but not the first or the second tile of the words (`*ing`, `..q.`).
    /// - A condition is an anagram of a rack with a letter and a `*`, and no pattern fixes the first or the second tile
    ///   of the words.
    ///
    /// All other searches visit the words in alphabetical order. In every search, the order depends on the image and
    /// the conditions alone.
    ///
    /// # Errors
    /// The same as for [`words`](Self::words).
    pub fn words_in_any_order<R: VisitorResult>(
        &self,
        conditions: &mut [Condition],
        mut visit: impl FnMut(&Word) -> R,
    ) -> Result<R, StepLimitError> {
        let image = self.lexicon.image();
        let (start, met) = match start_by_map(image, conditions) {
            Some((anagrams, met)) => (AnyOrder::ByMap(anagrams), Some(met)),
            None => match start_inside(image, conditions) {
                Some((start, met)) => (AnyOrder::Inside(start), met),
                None => return self.words(conditions, visit),
            },
        };
        let mut steps = self.steps(MAX_WORD_LEN as u64 * (MAX_WORD_LEN as u64 + 1));
        let middle = met.unwrap_or(conditions.len());
        let (before, after) = conditions.split_at_mut_checked(middle).unwrap_or_default();
        let after = after.get_mut(1..).unwrap_or_default();
        let mut matching = |word: &Word| match (before.is_empty() || self.matches(before, word))
            && (after.is_empty() || self.matches(after, word))
            && self.lexicon.admits(word)
        {
            true => visit(word).branch(),
            false => ControlFlow::Continue(()),
        };
        let result: ControlFlow<R::Break> = visit_with(&mut matching, |visit| match start {
            AnyOrder::ByMap(anagrams) => anagrams.visit(self.lexicon, visit),
            AnyOrder::Inside(start) => {
                with_nodes!(image, |nodes| walk_inside(nodes, &start, &mut steps, visit))
            }
        });
        let result = match result {
            ControlFlow::Continue(()) => R::CONTINUE,
            ControlFlow::Break(value) => R::from_break(value),
        };
        ended(steps, result)
    }

    /// Returns `true` if the tiles meet all conditions. The tiles need not be a word; but if the image has an anagram filter,
    /// tiles without an anagram in the lexicon mostly fail [`Condition::anagram`].
    pub fn matches(&self, conditions: &mut [Condition], tiles: &[Tile]) -> bool {
        let word: TileSet = tiles.iter().copied().collect();
        let mut required = conditions.iter().map(Condition::required);
        if !required.all(|required| (required - word).is_empty()) {
            return false;
        }
        let image = self.lexicon.image();
        Conditions::start(conditions, MAX_WORD_LEN, image).is_some_and(|mut conditions| {
            with_nodes!(image, |nodes| conditions.match_word(
                nodes,
                self.lexicon,
                tiles
            ))
        })
    }

    /// Visits each phrase that meets the query, until the visitor breaks: in alphabetical order of the first word, then of
    /// the second, and so on.
    ///
    /// # Errors
    /// [`StepLimitError`] if [`with_max_steps`](Self::with_max_steps) has set a bound and the search needs more steps.
    pub fn phrases<R: VisitorResult>(
        &self,
        query: &mut PhraseQuery<'_>,
        visit: impl FnMut(&Phrase) -> R,
    ) -> Result<R, StepLimitError> {
        let mut steps = Steps::new(self.max_steps.unwrap_or(u64::MAX));
        let result = visit_with(visit, |visit| {
            with_nodes!(self.lexicon.image(), |nodes| phrases(
                nodes,
                self.lexicon,
                query,
                &mut steps,
                visit
            ))
        });
        ended(steps, result)
    }

    /// The bound on steps; by default, `for_each_word` times the number of words.
    fn steps(&self, for_each_word: u64) -> Steps {
        let words = u64::from(self.lexicon.image().metadata().word_count());
        Steps::new(self.max_steps.unwrap_or(words * for_each_word))
    }
}

/// A search that is not in alphabetical order.
#[expect(clippy::large_enum_variant, reason = "there is no heap")]
enum AnyOrder<'l> {
    ByMap(MappedAnagrams<'l>),
    Inside(Start),
}

/// Returns the result of a search, or an error if the search ended at its bound on steps.
fn ended<R>(steps: Steps, result: R) -> Result<R, StepLimitError> {
    match steps.is_exhausted {
        true => Err(StepLimitError),
        false => Ok(result),
    }
}

/// The tile at which a search inside of words starts, and the index of the condition whose pattern the search matches;
/// the index is `None` if the search starts at a tile of a rack. Returns `None` if the image has no GADDAG, if there is
/// no such tile, or if a search from the front is at least as fast.
fn start_inside(image: &Image<'_>, conditions: &[Condition]) -> Option<(Start, Option<usize>)> {
    let root = image.gaddag()?;
    let alphabet = image.alphabet();
    let mut racks = conditions.iter().filter_map(Condition::as_tiles);
    if racks.clone().any(Tiles::is_closed) {
        return None;
    }
    let room = conditions.iter().map(Condition::max_len).min()?;
    let start = |pattern, element| Start {
        pattern,
        element,
        root,
        room: room.min(MAX_WORD_LEN),
    };
    let mut is_from_front = false;
    for (index, condition) in conditions.iter().enumerate() {
        if let Some(pattern) = condition.as_pattern() {
            if let Some(element) = pattern.anchor(alphabet) {
                return Some((start(*pattern, element), Some(index)));
            }
            is_from_front |= pattern.starts_with_tile();
        }
    }
    let tile = racks.find_map(|tiles| tiles.rarest(alphabet))?;
    let mut pattern = Pattern::EMPTY;
    pattern.push_gap();
    pattern.push(TileSet::EMPTY.with(tile));
    pattern.push_gap();
    (!is_from_front).then(|| (start(pattern, 0), None))
}

/// Error of a search that needs more steps than its bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepLimitError;

impl fmt::Display for StepLimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search needs more steps than it may take (narrow the conditions, or raise the limit)")
    }
}

impl core::error::Error for StepLimitError {}

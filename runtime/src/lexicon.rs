//! The lexicon, opened from an image: look-ups of words and prefixes, hooks, the word index, and definitions.

pub(crate) mod automaton;
#[cfg(feature = "views")]
mod expression;
pub(crate) mod ranked;
#[cfg(feature = "views")]
pub(crate) mod view;
#[cfg(not(feature = "views"))]
#[path = "lexicon/no_view.rs"]
pub(crate) mod view;
pub(crate) mod word;
pub(crate) mod words;

#[cfg(feature = "views")]
use core::fmt;

use lexc_formats::{
    Alphabet, Checks, Definition, Fingerprint, Image, ImageError, LabelSet, OwnedImage, Tile,
    TileSet,
};

use self::automaton::Automaton;
#[cfg(feature = "views")]
use self::view::Expression;
use self::view::View;
use self::word::Word;
use self::words::Words;
use crate::text::TextError;
#[cfg(feature = "views")]
use crate::text::{Place, Text, TextErrorKind};

pub(crate) use self::automaton::with_nodes;

/// A lexicon, read in place from an image.
///
/// It borrows the image's bytes, which may be in memory, in flash or in a file map. The lexicon itself takes under 800
/// bytes. No image makes a call panic, and no call needs a heap.
///
/// ```
/// use lexc_runtime::{Lexicon, Word};
///
/// // 15 words, with a word index.
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let word = |text| Word::parse(text, lexicon.alphabet());
/// assert!(lexicon.contains(&word("CARE")?) && !lexicon.contains(&word("CAR")?));
/// assert!(lexicon.is_prefix(&word("CAR")?) && lexicon.contains_str("care")?);
///
/// let words: Vec<String> = lexicon.words().map(|word| word.display(lexicon.alphabet()).to_string()).collect();
/// assert_eq!(words.len(), 15);
/// assert_eq!(words[..3], ["ABLE", "ABLES", "ACE"]);
///
/// assert_eq!(lexicon.index_of(&word("ACE")?), Some(2));
/// assert_eq!(lexicon.word_at(2), Some(word("ACE")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lexicon<'a> {
    image: Image<'a>,
    /// The automaton for look-ups. `None` for a view, whose look-ups also test the labels of the word.
    look_up: Option<Automaton>,
    view: Option<View<'a>>,
}

impl<'a> Lexicon<'a> {
    /// Opens an image of words and checks all of it: [`open`](Self::open) with [`Checks::All`]. O(image).
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Lexicon<'a>, ImageError> {
        Lexicon::open(bytes, Checks::All)
    }

    /// Opens an image of words and makes these checks. Every choice is safe for any bytes; [`Checks`] says what it costs and what
    /// it finds.
    ///
    /// # Errors
    /// The first fault of the image, and its place if it has one; [`ImageError::NotWords`] for an image of leaves, which
    /// [`LeaveImage`](crate::LeaveImage) opens.
    #[inline(always)]
    pub fn open(bytes: &'a [u8], checks: Checks) -> Result<Lexicon<'a>, ImageError> {
        let image = Image::open(bytes, checks)?;
        refuse_leaves(&image)?;
        Ok(Lexicon::of(image))
    }

    /// The lexicon of an image.
    fn of(image: Image<'a>) -> Lexicon<'a> {
        Lexicon {
            image,
            look_up: Automaton::of(&image),
            view: None,
        }
    }

    /// The view that this lexicon is, if it is one.
    #[inline(always)]
    pub(crate) fn as_view(&self) -> Option<&View<'a>> {
        self.view.as_ref()
    }

    /// Returns `true` if this word of the image is in the lexicon.
    #[inline(always)]
    pub(crate) fn admits(&self, word: &[Tile]) -> bool {
        match &self.view {
            Some(view) => view.admits(word.iter().copied().collect()),
            None => true,
        }
    }

    /// The image.
    pub fn image(&self) -> &Image<'a> {
        &self.image
    }

    /// The alphabet of the game.
    pub fn alphabet(&self) -> Alphabet<'a> {
        self.image.alphabet()
    }

    /// The name of the lexicon; it may be empty.
    pub fn name(&self) -> &'a str {
        self.image.metadata().name()
    }

    /// The number of words. Walks over all words of the image if the lexicon is a [view](Self::view).
    pub fn word_count(&self) -> u32 {
        match &self.view {
            None => self.image.metadata().word_count(),
            Some(_) => self.words().fold(0, |count, _| count + 1),
        }
    }

    /// The length of the longest word in tiles. Walks over all words of the image if the lexicon is a [view](Self::view).
    pub fn longest_word(&self) -> usize {
        match &self.view {
            None => self.image.metadata().longest_word(),
            Some(_) => self.words().map(|word| word.len()).fold(0, usize::max),
        }
    }

    /// The hash that identifies the set of words, whatever the image's layout.
    pub fn fingerprint(&self) -> Fingerprint {
        self.image.metadata().fingerprint()
    }

    /// Returns `true` if the tiles are a word. Follows at most *n* - 1 edges for *n* tiles, even in a damaged image that was
    /// opened unvalidated. Takes up to 256 bytes of stack on 32-bit ARM.
    #[cfg_attr(feature = "speed", inline)]
    pub fn contains(&self, word: &[Tile]) -> bool {
        match self.look_up {
            Some(automaton) => self.image_contains(automaton, word),
            None => self.view_contains(word),
        }
    }

    /// [`contains`](Self::contains) of a view.
    #[cold]
    #[inline(never)]
    fn view_contains(&self, word: &[Tile]) -> bool {
        let (Some(view), Some(automaton)) = (&self.view, Automaton::of(&self.image)) else {
            return false;
        };
        self.image_contains(automaton, word) && view.admits(word.iter().copied().collect())
    }

    /// Returns `true` if the image has the word. Small programs have one copy.
    #[cfg_attr(feature = "speed", inline(always))]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn image_contains(&self, automaton: Automaton, word: &[Tile]) -> bool {
        with_nodes!(self.image, |nodes| automaton.contains(nodes, word))
    }

    /// Returns `true` if the text is a word. Reads the text as [`Word::parse`] does.
    ///
    /// # Errors
    /// The first character that is not part of a tile or a [reading](Alphabet::readings), or the 64th tile.
    pub fn contains_str(&self, word: &str) -> Result<bool, TextError> {
        Ok(self.contains(&Word::parse(word, self.alphabet())?))
    }

    /// Returns `true` if the tiles are a prefix of a word; a word is a prefix of itself, and an empty slice is a prefix
    /// of every word. Follows at most two edges per tile. In a [view](Self::view), walks over the words with this prefix until one is in
    /// the view.
    pub fn is_prefix(&self, tiles: &[Tile]) -> bool {
        let Some(automaton) = Automaton::of(&self.image) else {
            return false;
        };
        match &self.view {
            None => with_nodes!(self.image, |nodes| automaton.is_prefix(nodes, tiles)),
            Some(_) => {
                let longer = Words::after(self.image, tiles);
                let mut longer = longer.take_while(|word| word.starts_with(tiles));
                tiles.is_empty() || self.contains(tiles) || longer.any(|word| self.admits(&word))
            }
        }
    }

    /// All words in alphabetical order.
    pub fn words(&self) -> Words<'a> {
        Words::of(self.image).in_view(self.view)
    }

    /// The words after this one in alphabetical order, whether it is a word or not: to continue a list at its last word.
    /// Follows at most *n* edges for *n* tiles.
    pub fn words_after(&self, word: &[Tile]) -> Words<'a> {
        Words::after(self.image, word).in_view(self.view)
    }

    /// Returns `true` if the image has an anagram filter. The filter speeds up searches for anagrams and, over the
    /// GADDAG, searches for the best plays. By default, `lexc build` adds one to images with a GADDAG.
    pub fn has_anagram_filter(&self) -> bool {
        self.image.anagram_filter().is_some()
    }

    /// The hooks of these tiles, which need not be a word themselves; no hooks if there are no tiles. For *n* tiles and an
    /// alphabet of *m* tiles, follows at most *n* + 1 edges over a GADDAG and *nm* + *n* over a DAWG.
    pub fn hooks(&self, word: &[Tile]) -> Hooks {
        let (front, back) = match Automaton::for_cross_sets(&self.image) {
            Some(automaton) => {
                with_nodes!(self.image, |nodes| automaton.hooks(nodes, word))
            }
            None => (TileSet::EMPTY, TileSet::EMPTY),
        };
        let (front, back) = self.admitted_hooks(word, (front, back));
        Hooks { front, back }
    }

    /// The hooks of these tiles, front and back, whose words are in the lexicon; all of them make words of the image.
    #[inline]
    pub(crate) fn admitted_hooks(
        &self,
        word: &[Tile],
        (front, back): (TileSet, TileSet),
    ) -> (TileSet, TileSet) {
        let Some(view) = &self.view else {
            return (front, back);
        };
        let [word, none] = [word, &[]].map(|tiles: &[Tile]| tiles.iter().copied());
        (
            view.fitting(front, none.clone(), word.clone()),
            view.fitting(back, word, none),
        )
    }

    /// Returns `true` if the image has a word index (`lexc build --word-index`).
    pub fn has_word_index(&self) -> bool {
        self.image.word_index().is_some()
    }

    /// The index of a word: the number of words before it in alphabetical order. `None` if the lexicon does not have the
    /// word, or the image has no word index. Reads at most two counts of the word index per tile. In a [view](Self::view), walks over
    /// the words before.
    pub fn index_of(&self, word: &[Tile]) -> Option<u32> {
        let index = ranked::index_of(&self.image, word)?;
        let Some(view) = &self.view else {
            return Some(index);
        };
        let is_before = |other: &Word| **other < *word;
        view.admits(word.iter().copied().collect()).then(|| {
            self.words()
                .take_while(is_before)
                .fold(0, |count, _| count + 1)
        })
    }

    /// The word with this index, `0..word_count`. `None` for any other index, or if the image has no word index. Tries
    /// the edges of at most 63 nodes, or of at most 64 nodes in an invalid image. In a [view](Self::view), walks over the words
    /// before.
    pub fn word_at(&self, index: u32) -> Option<Word> {
        match &self.view {
            None => ranked::word_at(&self.image, index),
            Some(_) => {
                self.image.word_index()?;
                self.words().nth(usize::try_from(index).ok()?)
            }
        }
    }

    /// Returns `true` if the image has definitions (`lexc build --definitions`).
    pub fn has_definitions(&self) -> bool {
        self.image.definitions().is_some()
    }

    /// The definition of a word. `None` if the lexicon does not have the word, the word has no definition, or the image has
    /// no definitions. Finds the word's [index](Self::index_of), then reads the definitions of at most 16 words; in an invalid
    /// image, up to the whole section of definitions.
    pub fn definition(&self, word: &[Tile]) -> Option<Definition<'a>> {
        let definitions = self.image.definitions()?;
        let index = ranked::index_of(&self.image, word)?;
        self.admits(word).then(|| definitions.get(index))?
    }

    /// The flags and numbers of a word. `None` if the lexicon does not have the word, or the image has no labels; their names are
    /// those of [`Image::labels`]. Takes the steps of [`contains`](Self::contains), and constant time.
    pub fn labels(&self, word: &[Tile]) -> Option<LabelSet<'a>> {
        let labels = self.image.labels()?;
        self.contains(word).then(|| labels.get(word))
    }
}

/// Views. Need the feature `views`.
#[cfg(feature = "views")]
impl<'a> Lexicon<'a> {
    /// The words of this lexicon whose labels satisfy an expression, such as `csw & !new` or `level<=35`: a lexicon of exactly these
    /// words, over the same image.
    ///
    /// An expression has flags, which hold for the words that have them, and numbers compared to a value by `<`, `<=`, `=`,
    /// `!=`, `>=` or `>`; no comparison holds for a word without the number. `!` binds more tightly than `&`, and `&` more
    /// tightly than `|`; parentheses group. At most 32 labels and operators are possible. The view of a view has the words that
    /// satisfy both expressions.
    ///
    /// A view gives the same answers as an image built from its words, except for name, fingerprint and sections, which are
    /// the image's. Words on a board are not looked up again. Each word found costs a look-up of its labels.
    ///
    /// ```
    /// use lexc_runtime::Lexicon;
    ///
    /// // Its words have the flags `common` and `new` and the number `level`.
    /// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
    ///
    /// let lexicon = Lexicon::from_bytes(IMAGE)?;
    /// let common = lexicon.view("common")?;
    /// assert!(lexicon.contains_str("cares")? && !common.contains_str("cares")?);
    /// assert_eq!((common.word_count(), common.view("level>10")?.word_count()), (7, 2));
    ///
    /// let error = lexicon.view("common & rare").unwrap_err();
    /// assert_eq!(error.to_string(), "character 10: unknown flag (use common new)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An image without labels, and the first fault of the expression.
    pub fn view(&self, expression: &str) -> Result<Lexicon<'a>, TextError> {
        let fault = |kind| TextError::new(Place::START, kind);
        let labels = self.image.labels();
        let labels = labels.ok_or(fault(TextErrorKind::NoLabels))?;
        let expression = expression::parse(expression, labels)?;
        let expression = match &self.view {
            Some(outer) => outer.expression.and(&expression).map_err(fault)?,
            None => expression,
        };
        Ok(self.with_view(expression))
    }

    /// The lexicon of all words of the image, of which this one may be a [view](Self::view).
    #[must_use]
    pub fn whole(&self) -> Lexicon<'a> {
        Lexicon::of(self.image)
    }

    /// The expression of this [view](Self::view) as text, which [`view`](Self::view) reads; empty if the lexicon has all words of its image.
    pub fn expression(&self) -> impl fmt::Display + Copy + use<'a> {
        let view = self.view;
        Text::new(move |to| match &view {
            Some(view) => expression::write(view.labels, &view.expression, to),
            None => Ok(()),
        })
    }

    /// The words of the image that satisfy an expression; all, if it has no steps or the image has no labels.
    fn with_view(self, expression: Expression) -> Lexicon<'a> {
        let labels = match expression.is_empty() {
            false => self.image.labels(),
            true => None,
        };
        match labels {
            Some(labels) => Lexicon {
                image: self.image,
                look_up: None,
                view: Some(View { labels, expression }),
            },
            None => self,
        }
    }

    /// The expression of a view without words that have the flag `offensive`: for machines and hints in games with children.
    pub const FAMILY: &'static str = "!offensive";
}

/// Refuses an image of leaves.
fn refuse_leaves(image: &Image<'_>) -> Result<(), ImageError> {
    match image.leave_values() {
        None => Ok(()),
        Some(_) => Err(ImageError::NotWords),
    }
}

/// A lexicon that owns the bytes of its image, whatever holds them: a `Vec<u8>`, an `Arc<[u8]>`, a file map or a slice.
///
/// A struct keeps it beside [`Rules`](crate::Rules) and the [state](crate::GameState) of a game, without a lifetime
/// ([an app](crate::in_an_app)). Calls take the [`Lexicon`] that [`lexicon`](Self::lexicon) gives.
///
/// ```
/// use lexc_runtime::{Checks, OwnedLexicon};
///
/// struct App {
///     lexicon: OwnedLexicon<Vec<u8>>,
/// }
///
/// let image = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"))?;
/// let app = App { lexicon: OwnedLexicon::open(image, Checks::All)? };
/// assert!(app.lexicon.lexicon().contains_str("care")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OwnedLexicon<D> {
    image: OwnedImage<D>,
    #[cfg(feature = "views")]
    view: Expression,
}

impl<D: AsRef<[u8]>> OwnedLexicon<D> {
    /// Opens an image of words and makes these checks, as [`Lexicon::open`] does.
    ///
    /// # Errors
    /// The errors of [`Lexicon::open`].
    #[inline(always)]
    pub fn open(bytes: D, checks: Checks) -> Result<OwnedLexicon<D>, ImageError> {
        let image = OwnedImage::open(bytes, checks)?;
        refuse_leaves(&image.image())?;
        Ok(OwnedLexicon {
            image,
            #[cfg(feature = "views")]
            view: Expression::ALL_WORDS,
        })
    }

    /// The same lexicon, with the words whose labels satisfy an expression alone: [`Lexicon::view`]. Needs
    /// the feature `views`.
    ///
    /// # Errors
    /// The errors of [`Lexicon::view`].
    #[cfg(feature = "views")]
    pub fn view(self, expression: &str) -> Result<OwnedLexicon<D>, TextError> {
        let view = self.lexicon().view(expression)?.view;
        let view = view.map_or(Expression::ALL_WORDS, |view| view.expression);
        Ok(OwnedLexicon { view, ..self })
    }

    /// The lexicon. Takes constant time, and no memory besides its own; a loop calls this once, before it starts.
    ///
    /// If `bytes.as_ref()` no longer gives the bytes that were opened, words may be wrong or missing, nothing worse.
    pub fn lexicon(&self) -> Lexicon<'_> {
        let lexicon = Lexicon::of(self.image.image());
        #[cfg(feature = "views")]
        let lexicon = lexicon.with_view(self.view);
        lexicon
    }

    /// The holder of the image's bytes.
    pub fn bytes(&self) -> &D {
        self.image.bytes()
    }
}

/// The front and back hooks of the tiles given to [`Lexicon::hooks`].
///
/// ```
/// use lexc_runtime::{Lexicon, Word};
///
/// // 15 words, among them CARE, SCARE and ABLE.
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let alphabet = lexicon.alphabet();
/// let hooks = lexicon.hooks(&Word::parse("CARE", alphabet)?);
/// let tiles = |text| Word::parse(text, alphabet).map(|word| word.iter().copied().collect());
/// assert_eq!(hooks.front, tiles("S")?);
/// assert_eq!(hooks.back, tiles("S")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hooks {
    /// Tiles that make a word when put before the given tiles.
    pub front: TileSet,
    /// Tiles that make a word when put after the given tiles.
    pub back: TileSet,
}

#[cfg(test)]
mod tests;

//! The arguments of `lexc find`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use lexc_runtime::Side;

use super::super::table::whole;
use super::range::Range;

/// Find words by their tiles: anagrams, patterns, hooks, words nearby, codes, phrases
#[derive(Debug, Args)]
#[command(long_about = LONG_ABOUT, allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct FindArgs {
    /// The image; - for standard input
    pub image: PathBuf,
    /// Words of all tiles of the rack; with *, of these and any others
    #[arg(short, long, value_name = "RACK", help_heading = "Conditions")]
    pub anagram: Vec<String>,
    /// Words of some or all tiles of the rack
    #[arg(short, long, value_name = "RACK", help_heading = "Conditions")]
    pub sub_anagram: Vec<String>,
    /// Words of this pattern, such as c.t, *ing or [^s]*.q*
    ///
    /// A pattern of several words, separated by spaces, finds phrases: see --phrase.
    #[arg(short, long, value_name = "PATTERN", help_heading = "Conditions")]
    pub pattern: Vec<String>,
    /// Words that start with these tiles
    #[arg(long, value_name = "TILES", help_heading = "Conditions")]
    pub prefix: Vec<String>,
    /// Words that end with these tiles
    #[arg(long, value_name = "TILES", help_heading = "Conditions")]
    pub suffix: Vec<String>,
    /// Words with these tiles in a row
    #[arg(long, value_name = "TILES", help_heading = "Conditions")]
    pub contains: Vec<String>,
    /// Longer words with this word at the front, at the back or inside
    #[arg(long, value_name = "WORD", help_heading = "Conditions")]
    pub extensions: Vec<String>,
    /// Words made of this word and a hook: a tile before or behind it
    #[arg(long, value_name = "WORD", help_heading = "Conditions")]
    pub hooks: Option<String>,
    /// Words near this one, by the number of tiles to insert, delete or replace
    ///
    /// The nearest words are first.
    #[arg(
        long,
        value_name = "WORD",
        conflicts_with = "hooks",
        help_heading = "Conditions"
    )]
    pub near: Option<String>,
    /// The largest number of edits for --near
    #[arg(long, value_name = "N", default_value_t = 1, requires = "near")]
    #[arg(value_parser = whole::<u8>(0, 3), help_heading = "Conditions")]
    pub distance: u8,
    /// Words of this code: equal characters stand for equal tiles, different ones for different tiles
    ///
    /// ABCCA finds YUMMY: the 1st and 5th tiles are equal, so are the 3rd and 4th, and no others. A code of several words,
    /// separated by spaces, finds phrases: see --phrase.
    #[arg(long, value_name = "CODE", help_heading = "Conditions")]
    pub code: Option<String>,
    /// Words of this length: 7, 7-8, 7- or -8
    #[arg(short, long, value_name = "RANGE", help_heading = "Conditions")]
    pub length: Option<Range>,
    /// Words with this number of vowels: 1, 1-2, 1- or -2
    #[arg(long, value_name = "RANGE", help_heading = "Conditions")]
    pub vowels: Option<Range>,
    /// Words that take no hook on this side; without a side, no hook on either side
    #[arg(long, value_name = "SIDE", value_enum, num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "either", help_heading = "Conditions")]
    pub takes_no_hook: Option<HookSide>,
    /// Words made of another word and a hook on this side
    #[arg(long, value_name = "SIDE", value_enum, num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "either", help_heading = "Conditions")]
    pub is_hook: Option<HookSide>,
    /// Phrases of all these tiles: anagrams of one or more words
    ///
    /// Each combination of words is printed once, its words in alphabetical order. With --pattern or --code of several words,
    /// the words of a phrase have the order of the words of the pattern or code instead. --length is the length of each word.
    #[arg(long, value_name = "RACK", help_heading = "Phrases")]
    pub phrase: Option<String>,
    /// The largest number of words in a phrase, unless --pattern or --code sets it
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1, 255), requires = "phrase")]
    #[arg(help_heading = "Phrases")]
    pub max_words: Option<u8>,
    /// The order of the words
    #[arg(long, value_enum, value_name = "ORDER", help_heading = "Output")]
    pub sort: Option<Order>,
    /// Print or count only the first N words or phrases
    #[arg(short = 'n', long, value_name = "N", help_heading = "Output")]
    #[arg(value_parser = whole::<u64>(1, u64::MAX))]
    pub limit: Option<u64>,
    /// Print only the number of words or phrases
    #[arg(short, long, help_heading = "Output")]
    pub count: bool,
    /// Print a JSON object for each word or phrase, one a line
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// The order of the words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Order {
    /// Alphabetical, by the image's alphabet
    Alphabet,
    /// Shortest first
    Length,
    /// Shortest first; words of equal length by the number of ways to draw them from a full bag, largest first
    Probability,
}

const LONG_ABOUT: &str = "\
Find words by their tiles: anagrams, patterns, hooks, words nearby, codes, phrases

Prints the words that meet all conditions, one a line, with a tab and the definition if the image has one. Exits with 0 if \
a word meets them, and with 1 if none does.

Racks and patterns, in upper or lower case:
  A, [CH]   this tile; tiles of several characters are in brackets
  ?, .      in racks a blank, in patterns any one tile
  [ABC]     one of these tiles; [^ABC] one of the others
  *         any number of any tiles
Brackets around the text of a tile are that tile: where CH is a tile, [CH] is the tile and [HC] is C or H.";

const AFTER_HELP: &str = "\
Probability:
  The number of ways to draw a word's tiles from a full bag, where up to two blanks may stand for
  any of them, as in Zyzzyva. It is a sum over k = 0, 1, 2 and over all multisets of k tiles of
  the word. Each term is C(blanks in the bag, k) times the product, over all kinds of tiles, of
  C(number in the bag, number in the word less the number in the multiset). Words with equal
  numbers are in the order of their sorted tiles, then in alphabetical order.

JSON:
  word        the word
  distance    the number of edits, with --near
  draws       the number of ways to draw it, with --sort probability
  definition  the definition, if the image has one
For a phrase, the object has words; with --code it also has key, the tile of each character.
With --count, there is one object, with the key count.

Examples:
  lexc find words.gaddag --anagram 'aeinrt?'
  lexc find words.gaddag --anagram 'zz*' --length 7-8
  lexc find words.gaddag --pattern '*[aeiou]ing' --sort probability --limit 20
  lexc find words.gaddag --hooks care
  lexc find words.gaddag --near recieve --distance 2
  lexc find words.gaddag --phrase dormitory --length 4- --max-words 2
  lexc find words.gaddag --code 'ABC CBDA' --pattern '... ..p.'";

/// The side of a hook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum HookSide {
    /// Before the word
    Front,
    /// Behind the word
    Back,
    /// Before or behind it
    Either,
}

impl HookSide {
    pub fn side(self) -> Side {
        match self {
            HookSide::Front => Side::Front,
            HookSide::Back => Side::Back,
            HookSide::Either => Side::Either,
        }
    }
}

impl FindArgs {
    /// Returns `true` if the answers are phrases.
    pub fn is_for_phrases(&self) -> bool {
        let several = |text: &String| text.split_whitespace().nth(1).is_some();
        self.phrase.is_some() || self.pattern.iter().chain(&self.code).any(several)
    }
}

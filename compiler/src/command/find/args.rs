//! The arguments of `lexc find`.

use clap::{Args, ValueEnum};
use lexc_runtime::ConditionKind;

use super::super::lexicon_source::WordsArgs;
use super::super::table::whole;
use super::conditions::ConditionArgs;

/// Find words: anagrams, patterns, hooks, codes, phrases
#[derive(Debug, Args)]
#[command(long_about = LONG_ABOUT, allow_negative_numbers = true, after_long_help = AFTER_HELP)]
pub struct FindArgs {
    #[command(flatten)]
    pub input: WordsArgs,
    /// Find no word with the label offensive
    #[arg(long)]
    pub family: bool,
    #[command(flatten)]
    pub conditions: ConditionArgs,
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
Find words: anagrams, patterns, hooks, words nearby, codes, phrases

Prints the words that meet all conditions, one a line, with the symbols of its flags behind it, and with a tab and the definition, if the image has them. Exits with 0 if \
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
  labels      the labels, if the image has them: an object, true for each flag, and the numbers
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

impl FindArgs {
    /// Returns `true` if the answers are phrases.
    pub fn is_for_phrases(&self) -> bool {
        let several = |text: &String| text.split_whitespace().nth(1).is_some();
        let kinds = [ConditionKind::Pattern, ConditionKind::Code];
        let mut texts = kinds.into_iter().flat_map(|kind| self.conditions.of(kind));
        self.phrase.is_some() || texts.any(several)
    }
}

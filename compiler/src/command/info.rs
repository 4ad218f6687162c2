//! `lexc info`: facts about an image.

mod facts;
mod text;

use clap::Args;

use self::facts::Info;
use super::inputs::Inputs;
use super::json::write_pretty;
use super::lexicon_source::LexiconArg;
use super::outcome::{Answer, Failure};
use super::output::print;

/// Show the words, sections and automata of an image
///
/// States, edges and letter sets are counted as in Gordon's tables II and III (A faster Scrabble move generation
/// algorithm, 1994): a state has at least one edge; an edge has a destination, a letter set that is not empty, or both;
/// the empty letter set counts among the letter sets. Bits per character are a size in bits divided by the number of
/// tiles of all words together; delimiters between the words do not count.
#[derive(Debug, Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct InfoArgs {
    #[command(flatten)]
    lexicon: LexiconArg,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
JSON:
  image, bytes             the image's file, and its size
  format                   the version of the format
  name, source, license    name, source and licence as given to build
  words, longest           the number of words, and of the tiles of the longest word
  fingerprint              a hash that identifies the set of words
  word_index               true if the image has a word index
  anagram_filter           true if the image has an anagram filter
  word_map                 true if the image has a word map
  definitions              the number of words with a definition
  labels                   a list of the flags, then of the numbers, each with
    name, kind, symbol       its name, flag or number, and the symbol of a flag, or null
    words                    the number of words with the flag, or with the number
    lowest, highest          the lowest and the highest value of a number, or null
  leave_values             lowest and highest value of a leaves image, in points, and unlisted,
                           the values of other leaves: estimate, zero or sum; null for words
  alphabet                 name, blanks (their number), and tiles, a list, each with
    tile, blank              the text of the tile, and of a blank that stands for it
    count, value, vowel      the number of such tiles, their value in points, and true for a vowel
  sections                 a list of the image's sections, each with
    name, required           its name, and true if a reader without support must refuse the image
    offset, bytes, checksum  its place in the file, its size, and its checksum in hexadecimal
  characters               the number of tiles of all words together
  words_by_length          a list: the number of words for each length in tiles
  dawg, gaddag             an automaton, or null, with
    strings                  the number of strings that it accepts
    states, edges, letter_sets
                             as Gordon counts them
    pairs                    different pairs of destination and letter set
    pairs_with_letter_set    pairs whose letter set is not empty
    bytes                    the size of its nodes; for gaddag, of all nodes of the image
    bits_per_character       the same in bits for each tile of each word
    compressed_bytes, expanded_bytes
                             the sizes of Gordon's two forms
    states_by_edges          a list: the number of states for each number of edges

Example:
  lexc info words.gaddag --json | jq .gaddag.states";

pub fn run(args: &InfoArgs) -> Result<Answer, Failure> {
    let images = Inputs::of_lexicon(&args.lexicon.source).read()?;
    let image = images.image()?;
    let path = args.lexicon.source.path().display().to_string();
    let info = Info::of(&image, path, images.bytes().len() as u64);
    print(|out| match args.json {
        true => write_pretty(out, &info),
        false => text::write(&info, out),
    })?;
    Ok(Answer::Yes)
}

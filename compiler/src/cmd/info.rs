//! `lexc info`: what an image is.

use std::path::PathBuf;

use clap::Args;
use lexc::{AutomatonStats, ImageStats};
use lexc_formats::raw::node::{NodeList, NodeRef};
use lexc_formats::{MAX_WORD_LEN, with_nodes};
use lexc_runtime::Lexicon;

use super::{Answer, Failure, open, print, read_image};

mod json;
mod text;

/// Show what an image is, and how its automata are made up
///
/// States, edges and letter sets are counted as in Gordon's tables II and III (A faster Scrabble move generation
/// algorithm, 1994): states have at least one edge; an edge has a destination, a letter set or both; the empty letter set
/// counts as one. Bits per character are for each tile of each word, without delimiters, as his.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  lexc info words.gaddag --json | jq .gaddag.states")]
pub struct InfoArgs {
    /// The image; - for standard input
    image: PathBuf,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// Shows the image.
pub fn run(args: &InfoArgs) -> Result<Answer, Failure> {
    let bytes = read_image(&args.image)?;
    let lexicon = open(&args.image, &bytes)?;
    let info = Info::of(
        lexicon,
        args.image.display().to_string(),
        bytes.len() as u64,
    );
    print(|out| match args.json {
        true => json::write(&info, out),
        false => text::write(&info, out),
    })?;
    Ok(Answer::Yes)
}

/// All that is shown.
struct Info<'a> {
    lexicon: Lexicon<'a>,
    path: String,
    bytes: u64,
    /// How many words there are with a number of tiles, by that number.
    words_by_length: [u64; MAX_WORD_LEN + 1],
    dawg: Option<AutomatonInfo>,
    gaddag: Option<AutomatonInfo>,
}

/// An automaton, and what it takes.
struct AutomatonInfo {
    stats: AutomatonStats,
    strings: u64,
    /// Of the nodes that it uses.
    bytes: u64,
    /// Of a table with a row of an edge for each label for each state, and a list of the letter sets.
    expanded_bytes: u64,
    /// Of a list of states and edges, and one of the letter sets.
    compressed_bytes: u64,
}

impl<'a> Info<'a> {
    fn of(lexicon: Lexicon<'a>, path: String, bytes: u64) -> Info<'a> {
        let image = lexicon.image();
        let mut words_by_length = [0; MAX_WORD_LEN + 1];
        for word in lexicon.words() {
            if let Some(count) = words_by_length.get_mut(word.len()) {
                *count += 1;
            }
        }
        let tile_count = image.alphabet().len() as u64;
        let automaton = |stats: AutomatonStats, labels: u64, strings: u64, nodes: u64| {
            let (states, sets) = (u64::from(stats.states), u64::from(stats.letter_sets));
            AutomatonInfo {
                strings,
                bytes: nodes,
                expanded_bytes: 4 * (labels * states + sets),
                compressed_bytes: 4 * (states + stats.edges + sets),
                stats,
            }
        };
        let mut info = Info {
            lexicon,
            path,
            bytes,
            words_by_length,
            dawg: None,
            gaddag: None,
        };
        let stats = ImageStats::of(image);
        let words = u64::from(lexicon.word_count());
        info.dawg = stats
            .dawg
            .map(|stats| automaton(stats, tile_count, words, info.dawg_bytes()));
        let all_records = size_of_val(image.node_units()) as u64;
        // A word has a string for each of its tiles.
        info.gaddag = stats
            .gaddag
            .map(|stats| automaton(stats, tile_count + 1, info.characters(), all_records));
        info
    }

    /// The number of tiles of all words together, without delimiters: what Gordon's bits per character are divided by.
    fn characters(&self) -> u64 {
        let lengths = (0..).zip(self.words_by_length);
        lengths.map(|(tiles, words)| tiles * words).sum()
    }

    /// The number of bytes that the DAWG's nodes take: they come first, and its root last of them.
    fn dawg_bytes(&self) -> u64 {
        fn end<R: NodeList>(nodes: R, root: NodeRef) -> u64 {
            R::INDEX_BYTES * (u64::from(nodes.resolve(root).unit()) + 1)
        }
        let image = self.lexicon.image();
        image.dawg().map_or(0, |root| {
            with_nodes!(image.node_store(), |nodes| end(nodes, root))
        })
    }

    fn bits_per_character(&self, bytes: u64) -> f64 {
        8.0 * bytes as f64 / self.characters().max(1) as f64
    }
}

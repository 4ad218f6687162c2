//! The flags of an image to be built, shared by the verbs that build one.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::Args;
use lexc_compiler::input::read_text;
use lexc_compiler::{Automata, CompileOptions, StoreKind};

use super::outcome::Failure;
use super::output::Output;
use super::reading_args::given;
use super::table::named;

/// Flags for the contents of an image besides the words, and for its encoding.
#[derive(Debug, Args)]
pub struct ImageArgs {
    /// Build only one of the two automata
    #[arg(long, value_name = "AUTOMATON", value_parser = named([
        ("dawg", "Look-ups and fast move generation, in a seventh of the size of both automata", Automata::Dawg),
        ("gaddag", "Fast move generation, and the fastest search for the best play", Automata::Gaddag),
    ]))]
    only: Option<Automata>,
    /// Write compact nodes: fewer bytes, more time
    ///
    /// Compared with fast nodes, both automata together take two thirds of the bytes, the DAWG alone half. Move
    /// generation takes about twice as long, a look-up three times as long. For small hosts, build the DAWG alone:
    /// --compact --only dawg.
    #[arg(long)]
    compact: bool,
    /// Add the word index: a word's rank in alphabet order, and the word of a rank
    ///
    /// `lexc query --word-index` and `--word-at` need it. It takes as many bytes as the DAWG's nodes; with --compact,
    /// four times as many bytes as these nodes.
    #[arg(long)]
    word_index: bool,
    /// Add the anagram filter, which speeds up the search for the best play, most with blanks
    ///
    /// A Bloom filter of the anagram keys of all words of seven tiles or more, with 12 bits a word. It is built by default,
    /// unless --only dawg is given.
    #[arg(long, overrides_with = "no_anagram_filter")]
    anagram_filter: bool,
    /// Leave the anagram filter out
    #[arg(long)]
    no_anagram_filter: bool,
    /// Add the word map, which finds all anagrams of tiles in the time of a look-up
    ///
    /// It speeds up `lexc find --anagram` and, together with the anagram filter, the best play with blanks. It takes about
    /// four bytes a word.
    #[arg(long)]
    word_map: bool,
    /// The lexicon's name
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    name: String,
    /// The source of the words; @FILE: the contents of a file
    #[arg(
        long,
        value_name = "TEXT|@FILE",
        default_value = "",
        hide_default_value = true
    )]
    source: String,
    /// The words' licence notice; @FILE: the contents of a file
    #[arg(
        long,
        value_name = "TEXT|@FILE",
        default_value = "",
        hide_default_value = true
    )]
    license: String,
}

impl ImageArgs {
    /// The settings of the image. Checks the flags before it reads the files of source and licence.
    pub fn options(&self) -> Result<CompileOptions, Failure> {
        let automata = self.only.unwrap_or_default();
        let mut options = CompileOptions {
            automata,
            store: match self.compact {
                true => StoreKind::Compact,
                false => StoreKind::Fast,
            },
            word_index: self.word_index,
            anagram_filter: self.anagram_filter
                || !self.no_anagram_filter && automata != Automata::Dawg,
            word_map: self.word_map,
            name: self.name.clone(),
            ..CompileOptions::default()
        };
        options.check().map_err(Failure::new)?;
        options.source = text(&self.source)?;
        options.license = text(&self.license)?;
        Ok(options)
    }

    /// The flags that are given.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        let flags = [
            (self.only.is_some(), "--only"),
            (self.compact, "--compact"),
            (self.word_index, "--word-index"),
            (self.anagram_filter, "--anagram-filter"),
            (self.no_anagram_filter, "--no-anagram-filter"),
            (self.word_map, "--word-map"),
            (!self.name.is_empty(), "--name"),
            (!self.source.is_empty(), "--source"),
            (!self.license.is_empty(), "--license"),
        ];
        given(flags)
    }

    /// The files that `--source` and `--license` name after `@`.
    pub fn text_files(&self) -> impl Iterator<Item = &Path> {
        [&self.source, &self.license]
            .into_iter()
            .filter_map(|text| text.strip_prefix('@'))
            .map(Path::new)
    }
}

/// The largest size of a text read from a file.
const MAX_TEXT_BYTES: u64 = 1 << 20;

/// The argument; for `@FILE`, the contents of the file, less the white space at their end.
fn text(arg: &str) -> Result<String, Failure> {
    let Some(path) = arg.strip_prefix('@') else {
        return Ok(arg.to_owned());
    };
    let text = read_text(
        Path::new(path),
        MAX_TEXT_BYTES,
        "text",
        " (shorten the text)",
    )
    .map_err(|fault| Failure(format!("{path}:{fault}")))?;
    Ok(text.trim_end().to_owned())
}

/// The output of an image. Call this before the image is built: it refuses a terminal and a file that can't be created.
pub fn binary_output(path: &Path, force: bool) -> Result<Output, Failure> {
    if path == Path::new("-") && io::stdout().is_terminal() {
        return Err(Failure(
            "an image is not for a terminal (redirect standard output, or name a file)".to_owned(),
        ));
    }
    Output::create(path, force)
}

//! The flags for reading word lists.

use std::num::NonZeroU8;
use std::path::Path;

use clap::Args;
use lexc_compiler::Limits;
use lexc_compiler::encoding::TextEncoding;
use lexc_compiler::word_list::{DefinitionStart, ReadOptions, SkipLimit};
use lexc_formats::MAX_WORD_LEN;

use super::outcome::Failure;
use super::table::whole;

/// The file of an alphabet; `None` for the name of a preset.
pub fn alphabet_file(alphabet: &str) -> Option<&Path> {
    let is_preset = lexc_compiler::alphabet::presets().any(|preset| preset == alphabet);
    (!is_preset).then_some(Path::new(alphabet))
}

/// The flags for reading word lists.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading word lists")]
pub struct ReadingArgs {
    /// Skip words of fewer tiles
    #[arg(long, value_name = "TILES", default_value_t = 1)]
    #[arg(value_parser = whole::<u8>(1, MAX_LEN))]
    min_length: u8,
    /// Skip words of more tiles
    ///
    /// A word has at most 63 tiles. With the default, longer words are errors; with a smaller number, they are skipped.
    #[arg(long, value_name = "TILES", default_value_t = MAX_WORD_LEN as u8)]
    #[arg(value_parser = whole::<u8>(1, MAX_LEN))]
    max_length: u8,
    /// Leave bad lines out, up to 1 % of the lines with words
    ///
    /// Reports the number of bad lines by cause. By default, bad lines are errors.
    #[arg(long)]
    skip_invalid: bool,
    /// Leave bad lines out, up to this number or share of the lines with words
    #[arg(long, value_name = "N|P%")]
    max_skipped: Option<SkipLimit>,
    /// Leave out words with a capital letter: names and abbreviations in lists of words in lower case
    #[arg(long)]
    skip_capitalised: bool,
    /// The start of definitions: tab, space, or a character such as ; or =
    ///
    /// By default, a line with text after a space is bad, except in lists with lines like `AA rough lava [n AAS]`. In
    /// such a list, text that ends in a part of speech in brackets is a definition. A list is recognised if all text
    /// after spaces in its first 64 KiB, except comments, ends in this way.
    #[arg(long, value_name = "START", default_value = "tab")]
    definitions_after: DefinitionStart,
    /// The column of the words, counted from 1, in lists with several columns
    ///
    /// The columns end at a tab, a semicolon, a comma or white space, whichever nine tenths of the lines have, tried in this
    /// order. A cell may be in quotation marks. A first line of headings is skipped and counted. The cell after the word is its
    /// definition.
    #[arg(long, value_name = "N", conflicts_with = "definitions_after")]
    #[arg(value_parser = whole::<u8>(1, 255))]
    column: Option<u8>,
    /// Ignore these characters of the lists, such as points and signs of stress: U+0591-U+05C7, or the characters themselves
    ///
    /// The same as a line `ignore: U+0591-U+05C7` in a letter distribution. Parts are separated by spaces. `lexc build` writes the
    /// characters into the image, so that words, racks and positions are read without them, too.
    #[arg(long, value_name = "CHARACTERS", value_parser = parse_marks)]
    ignore: Vec<Ignored>,
    /// The encoding of the lists: utf-8, windows-1252, iso-8859-2 and others
    ///
    /// By default UTF-8, or UTF-16 with a byte order mark. The names are those of the Encoding Standard of the WHATWG.
    #[arg(long, value_name = "NAME")]
    encoding: Option<TextEncoding>,
    /// Refuse more bytes than this, counted after they are unpacked, in all inputs together
    #[arg(long, value_name = "BYTES", default_value_t = Limits::DEFAULT.bytes)]
    #[arg(value_parser = whole::<u64>(1, u64::MAX))]
    max_bytes: u64,
    /// Refuse more lines of lists than this, blank ones included
    #[arg(long, value_name = "LINES", default_value_t = Limits::DEFAULT.lines)]
    #[arg(value_parser = whole::<u64>(1, u64::MAX))]
    max_lines: u64,
    /// Refuse more different words or leaves than this
    #[arg(long, value_name = "WORDS", default_value_t = Limits::DEFAULT.words)]
    #[arg(value_parser = whole::<u64>(1, u64::MAX))]
    max_words: u64,
    /// Refuse more forms of Hunspell dictionaries than this, in all
    #[arg(long, value_name = "FORMS", default_value_t = Limits::DEFAULT.forms)]
    #[arg(value_parser = whole::<u64>(1, u64::MAX))]
    max_forms: u64,
}

const MAX_LEN: u64 = MAX_WORD_LEN as u64;

/// The value of one `--ignore`.
#[derive(Clone, Debug)]
struct Ignored(Vec<(char, char)>);

fn parse_marks(text: &str) -> Result<Ignored, String> {
    lexc_compiler::alphabet::parse_marks(text).map(Ignored)
}

/// The flags that are given. In `flags`, `true` marks a flag that is given.
pub fn given<const N: usize>(
    flags: [(bool, &'static str); N],
) -> impl Iterator<Item = &'static str> {
    let given = flags.into_iter().filter(|(is_given, _)| *is_given);
    given.map(|(_, flag)| flag)
}

impl ReadingArgs {
    /// The limits of inputs.
    pub fn limits(&self) -> Limits {
        Limits {
            bytes: self.max_bytes,
            lines: self.max_lines,
            words: self.max_words,
            forms: self.max_forms,
        }
    }

    /// The flags of lists alone whose value is not the default.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        let flags = [
            (self.min_length != 1, "--min-length"),
            (u64::from(self.max_length) != MAX_LEN, "--max-length"),
            (self.skip_invalid, "--skip-invalid"),
            (self.max_skipped.is_some(), "--max-skipped"),
            (self.skip_capitalised, "--skip-capitalised"),
            (
                self.definitions_after != DefinitionStart::Tab,
                "--definitions-after",
            ),
            (self.column.is_some(), "--column"),
            (!self.ignore.is_empty(), "--ignore"),
            (self.encoding.is_some(), "--encoding"),
            (self.max_lines != Limits::DEFAULT.lines, "--max-lines"),
            (self.max_forms != Limits::DEFAULT.forms, "--max-forms"),
        ];
        given(flags)
    }

    /// The characters of `--ignore`: the first and the last of each range.
    pub fn ignored(&self) -> Vec<(char, char)> {
        let ranges = self.ignore.iter().flat_map(|ignored| &ignored.0);
        ranges.copied().collect()
    }

    /// The flags as settings.
    pub fn options(&self) -> Result<ReadOptions, Failure> {
        let (min, max) = (self.min_length, self.max_length);
        if min > max {
            return Err(Failure(format!(
                "no word has at least {min} and at most {max} tiles (swap --min-length and --max-length)"
            )));
        }
        Ok(ReadOptions {
            min_length: usize::from(min),
            max_length: usize::from(max),
            skip_invalid: self
                .max_skipped
                .or(self.skip_invalid.then_some(SkipLimit::ONE_PERCENT)),
            skip_capitalised: self.skip_capitalised,
            definitions: self.definitions_after,
            column: self.column.and_then(NonZeroU8::new),
            ignored: self.ignored(),
            encoding: self.encoding,
            limits: self.limits(),
            ..ReadOptions::default()
        })
    }
}

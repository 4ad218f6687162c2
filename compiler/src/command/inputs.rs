//! Inputs of the verbs: images and word lists. Refuses a second use of standard input, and outputs that replace an input.

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroU8;
use std::path::{Path, PathBuf};

use clap::Args;
use lexc_compiler::Limits;
use lexc_compiler::encoding::TextEncoding;
use lexc_compiler::input::Source;
use lexc_compiler::word_list::{DefinitionStart, ReadOptions, SkipLimit};
use lexc_formats::raw::header::{Header, MAGIC};
use lexc_formats::{Definitions, Image, ImageError, MAX_WORD_LEN};
use lexc_runtime::Lexicon;

use super::outcome::Failure;
use super::table::{grouped, whole};

/// Refuses more than one use of standard input. `what` names the two inputs.
pub fn refuse_stdin_twice(what: &str, paths: [&Path; 2]) -> Result<(), Failure> {
    if paths == [Path::new("-"); 2] {
        return Err(Failure(format!(
            "{what} can't both come from standard input (name a file for one)"
        )));
    }
    Ok(())
}

/// The file of an alphabet; `None` for the name of a preset.
pub fn alphabet_file(alphabet: &str) -> Option<&Path> {
    let is_preset = lexc_compiler::alphabet::presets().any(|preset| preset == alphabet);
    (!is_preset).then_some(Path::new(alphabet))
}

/// Refuses an output that is one of the inputs: with `--force`, a typing error could destroy the only copy of a file.
pub fn refuse_to_replace<'p>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Failure> {
    let Ok(real_output) = output.canonicalize() else {
        return Ok(());
    };
    for input in inputs {
        // On systems with the link `/dev/stdin`, it names the file that the shell has opened.
        let input = match input == Path::new("-") {
            true => Path::new("/dev/stdin"),
            false => input,
        };
        if input.is_file() && input.canonicalize().is_ok_and(|input| input == real_output) {
            return Err(Failure(format!(
                "{}: would replace an input (choose another output)",
                output.display()
            )));
        }
    }
    Ok(())
}

/// The number of bytes to read beyond the length in a stream's header, so that a stream that is too long can be refused
/// as such.
const MAX_EXCESS_BYTES: u64 = 1 << 20;

/// The bytes of an image, from a file or, for `-`, from standard input.
///
/// Reads into memory instead of mapping, so later changes of the file do not affect the answers. If the input does not
/// start like an image, reads no more than the length of a header, so an endless device does no harm.
///
/// # Errors
/// If the input can't be opened or read, or memory has no room for it.
pub fn read_image(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if path == Path::new("-") {
        read_stream(io::stdin().lock(), None)
    } else {
        File::open(path).and_then(|file| {
            let metadata = file.metadata()?;
            let len = metadata.is_file().then_some(metadata.len());
            read_stream(file, len)
        })
    };
    read.map_err(|error| Failure::input(Source::from_arg(path), &error))
}

/// Reads an image from a stream. `len` is the length of the stream, if it is known.
fn read_stream(mut stream: impl Read, len: Option<u64>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let header_bytes = size_of::<Header>() as u64;
    stream.by_ref().take(header_bytes).read_to_end(&mut bytes)?;
    let Ok(header) = bytemuck::try_from_bytes::<Header>(&bytes) else {
        return Ok(bytes);
    };
    if header.magic != MAGIC {
        return Ok(bytes);
    }
    let rest = match len {
        Some(len) => {
            let rest = len.saturating_sub(header_bytes);
            let room = usize::try_from(rest).map_err(|_| io::ErrorKind::OutOfMemory)?;
            bytes.try_reserve_exact(room)?;
            rest
        }
        None => header.total_bytes.get().saturating_add(MAX_EXCESS_BYTES),
    };
    stream.take(rest).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes of an input.
///
/// # Errors
/// The input can't be read, or is longer than `max_bytes`; `remedy` ends the message.
pub fn read_bytes(path: &Path, max_bytes: u64, remedy: &str) -> Result<Vec<u8>, Failure> {
    let source = Source::from_arg(path);
    let mut bytes = Vec::new();
    let read = match &source {
        Source::Stdin => io::stdin()
            .lock()
            .take(max_bytes.saturating_add(1))
            .read_to_end(&mut bytes),
        Source::File(path) => File::open(path).and_then(|file| {
            file.take(max_bytes.saturating_add(1))
                .read_to_end(&mut bytes)
        }),
    };
    read.map_err(|error| Failure::input(&source, &error))?;
    refuse_longer(&source, bytes, max_bytes, remedy)
}

fn refuse_longer(
    source: &Source,
    bytes: Vec<u8>,
    max_bytes: u64,
    remedy: &str,
) -> Result<Vec<u8>, Failure> {
    match bytes.len() as u64 > max_bytes {
        true => {
            let most = grouped(max_bytes);
            let message = format!("{source}: more than {most} bytes ({remedy})");
            Err(Failure(message))
        }
        false => Ok(bytes),
    }
}

/// The bytes of a regular file; see [`open_regular`].
///
/// # Errors
/// The file can't be read, is not a regular file, or is longer than `max_bytes`.
pub fn read_regular(path: &Path, max_bytes: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = open_regular(path).and_then(|file| file.take(max_bytes + 1).read_to_end(&mut bytes));
    read.map_err(|error| Failure::input(path.display(), &error))?;
    let source = Source::File(path.to_owned());
    refuse_longer(&source, bytes, max_bytes, "check what it is")
}

/// Opens a file whose name this program has derived or remembered, so that something else may have the name by now. Never
/// waits: a pipe without a writer would block an ordinary open.
///
/// # Errors
/// The file can't be opened, or is a pipe, a device or a directory.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let file = open_without_waiting(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        // `read_failure` shows the text of this kind of error unchanged.
        false => Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "not a regular file (choose another name)",
        )),
    }
}

#[cfg(unix)]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(File::from(open(path, flags, Mode::empty())?))
}

#[cfg(not(unix))]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Opens the lexicon of an image of words, with all checks.
pub fn open<'a>(path: &Path, bytes: &'a [u8]) -> Result<Lexicon<'a>, Failure> {
    Lexicon::from_bytes(bytes).map_err(|error| refused(path, error))
}

/// Opens an image of words or leaves, with all checks.
pub fn open_any<'a>(path: &Path, bytes: &'a [u8]) -> Result<Image<'a>, Failure> {
    Image::from_bytes(bytes).map_err(|error| refused(path, error))
}

fn refused(path: &Path, error: ImageError) -> Failure {
    Failure(format!("{}: {error}", Source::from_arg(path)))
}

/// The definitions of an image.
///
/// # Errors
/// The image has no definitions.
pub fn definitions_of<'a>(image: &Image<'a>, path: &Path) -> Result<Definitions<'a>, Failure> {
    image.definitions().ok_or_else(|| {
        let image = Source::from_arg(path);
        Failure(format!(
            "{image}: no definitions (build the image with --definitions from a list that has them)"
        ))
    })
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

/// The sources that arguments name. Refuses a second use of standard input; `is_stdin_taken` counts as one use.
pub fn sources(lists: &[PathBuf], is_stdin_taken: bool) -> Result<Vec<Source>, Failure> {
    let sources: Vec<Source> = lists.iter().map(Source::from_arg).collect();
    let stdins = sources
        .iter()
        .filter(|source| **source == Source::Stdin)
        .count();
    if stdins + usize::from(is_stdin_taken) > 1 {
        return Err(Failure(
            "standard input can be read only once (name a file)".to_owned(),
        ));
    }
    Ok(sources)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(total_bytes: u64) -> Vec<u8> {
        let mut header = [0; 32];
        header[..8].copy_from_slice(&MAGIC);
        header[16..24].copy_from_slice(&total_bytes.to_le_bytes());
        header.to_vec()
    }

    #[test]
    fn streams_are_read_to_the_length_in_their_headers_and_1_mib_beyond() {
        let read = |start: &[u8]| {
            let stream = start.chain(io::repeat(1).take(1 << 22));
            read_stream(stream, None).unwrap().len()
        };
        assert_eq!(read(&header(100)), 132 + (1 << 20));
        assert_eq!(read(&header(1 << 40)), 32 + (1 << 22));
        assert_eq!(read(&[0; 40]), 32);
        assert_eq!(read_stream(&b"short"[..], None).unwrap(), b"short");
    }

    #[test]
    fn files_are_read_to_their_length_at_opening() {
        let bytes = [header(5), vec![1; 100]].concat();
        let read = |len| read_stream(&bytes[..], Some(len)).unwrap();
        assert_eq!(read(132), bytes);
        // The first file has grown since its length was read; the second was cut.
        assert_eq!(read(50), bytes[..50]);
        assert_eq!(read(1000), bytes);
        let error = read_stream(&bytes[..], Some(u64::MAX)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
    }
}

//! The input of `lexc convert`: words or leaves, from a file of any kind.

use std::path::Path;
use std::slice;

use lexc_compiler::alphabet::AlphabetFileError;
use lexc_compiler::input::Source;
use lexc_compiler::interop::{self, FileKind, InteropError, klv, kwg, leave_text, quackle};
use lexc_compiler::progress::{Counter, StepVisitor};
use lexc_compiler::word_list::{self, ReadOptions, WordList, WordListBuilder, WordListReader};
use lexc_compiler::{LeaveList, leaves_alphabet};
use lexc_formats::{Alphabet, AlphabetDefinition};
use lexc_runtime::Words;

use crate::command::inputs::{in_view, open, open_any};
use crate::command::leaves_args::leaves_section;
use crate::command::outcome::Failure;
use crate::command::table::plural;
use crate::command::terminal::{Progress, say};

/// The contents of a file, and their alphabet as a section of an image.
pub struct Input {
    pub content: Content,
    pub alphabet: Vec<u8>,
    /// The marks of the alphabet, as a section of an image; empty if there are none.
    pub marks: Vec<u8>,
}

pub enum Content {
    Words(WordList),
    Leaves(LeaveList),
}

/// Options for reading the input.
pub struct InputOptions<'a> {
    pub path: &'a Path,
    /// The kind of the file.
    pub kind: FileKind,
    /// The value of `--alphabet`.
    pub alphabet: Option<&'a str>,
    pub read_options: ReadOptions,
    /// True if text is read as leaves with their values, not as words.
    pub has_leaves: bool,
    /// True if an input image is refused, because the output is an image, too.
    pub refuses_images: bool,
    /// The expression of the words to take from an image; `None` for all words.
    pub view: Option<&'a str>,
}

/// Reads the words or leaves of the input.
pub fn read(
    options: InputOptions<'_>,
    bytes: &[u8],
    progress: &Progress,
) -> Result<Input, Failure> {
    let source = Source::from_arg(options.path);
    let place = |error: InteropError| Failure(format!("{source}: {error}"));
    let limits = &options.read_options.limits;
    let definition = || {
        let mut definition = lexc_compiler::alphabet::load(options.alphabet.unwrap_or("english"))?;
        let marks = &options.read_options.ignored;
        lexc_compiler::alphabet::add_marks(&mut definition, "--ignore", marks)?;
        Ok::<_, AlphabetFileError>(definition)
    };
    match options.kind {
        FileKind::Image => image(&options, bytes, progress),
        FileKind::Kwg(form) => words(definition()?, |alphabet| {
            let words = kwg::read_within(bytes, form, alphabet, limits).map_err(place)?;
            warn(&source, interop::doubts(&words, alphabet, options.kind));
            Ok(words)
        }),
        FileKind::Quackle => words(definition()?, |alphabet| {
            let words = quackle::read_within(bytes, alphabet, limits).map_err(place)?;
            warn(&source, interop::doubts(&words, alphabet, options.kind));
            Ok(words)
        }),
        FileKind::Klv => leaves(definition()?, |alphabet| {
            let read = klv::read(bytes, alphabet).map_err(place)?;
            let doubts = interop::leave_doubts(read.leaves.leaves(), alphabet);
            warn(&source, doubts);
            Ok((read.leaves, read.rounded))
        }),
        FileKind::Text if options.has_leaves => leaves(definition()?, |alphabet| {
            let name = source.to_string();
            let read =
                leave_text::read_within(&name, bytes, alphabet, limits).map_err(Failure::lines)?;
            Ok((read.leaves, read.rounded))
        }),
        FileKind::Text => words(definition()?, |alphabet| {
            let mut show = progress.reading(slice::from_ref(&source));
            let (words, summary) = match &source {
                // Reads the file by its path: a Hunspell dictionary has an affix file beside it.
                Source::File(path) if path.is_file() => {
                    let sources = slice::from_ref(&source);
                    word_list::read(sources, alphabet, &options.read_options, &mut show)?
                }
                _ => {
                    let mut reader = WordListReader::new(alphabet, options.read_options.clone());
                    reader.read(&source.to_string(), &mut &bytes[..], &mut show);
                    reader.finish()?
                }
            };
            progress.say(&summary);
            summary.notes().iter().for_each(|note| progress.say(note));
            Ok(words)
        }),
    }
}

/// The words or leaves of an image, in its own alphabet.
fn image(options: &InputOptions<'_>, bytes: &[u8], progress: &Progress) -> Result<Input, Failure> {
    let name = options.path.display();
    if options.alphabet.is_some() {
        let message = "the image has its own alphabet (leave --alphabet out)";
        return Err(Failure(format!("{name}: {message}")));
    }
    if options.refuses_images {
        let message =
            "an image already (to make another image of its words: lexc dump, then lexc build)";
        return Err(Failure(format!("{name}: {message}")));
    }
    let (image, words) = match options.view {
        Some(view) => {
            let lexicon = in_view(&open(options.path, bytes)?, "--view", view)?;
            (*lexicon.image(), lexicon.words())
        }
        None => {
            let image = open_any(options.path, bytes)?;
            (image, Words::of(image))
        }
    };
    let recorded = image.metadata().word_count();
    let mut builder = WordListBuilder::default();
    let visit: StepVisitor<'_> = &mut |step| progress.step(step);
    let mut counter = Counter::start("words", recorded.into(), "words", visit);
    if u64::from(recorded) > options.read_options.limits.words {
        let message = options.read_options.limits.too_many_words();
        return Err(Failure(format!("{name}: {message}")));
    }
    // A forged image may have billions of words.
    for word in words.take((recorded as usize).saturating_add(1)) {
        counter.advance();
        let codes: Vec<u8> = word.iter().map(|tile| tile.code()).collect();
        builder.push(&codes).map_err(Failure::new)?;
    }
    let (words, _) = builder.finish();
    let found = words.len();
    if options.view.is_none() && found as u64 != u64::from(recorded) {
        let more = if found > recorded as usize {
            "at least "
        } else {
            ""
        };
        return Err(Failure(format!(
            "{name}: {more}{} where the image records {recorded} (run `lexc check` on it)",
            plural(found as u64, "word"),
        )));
    }
    Ok(Input {
        content: match LeaveList::of(&words, &image) {
            Some(leaves) => Content::Leaves(leaves),
            None => Content::Words(words),
        },
        alphabet: image.alphabet().section().to_vec(),
        marks: image.alphabet().marks().section().to_vec(),
    })
}

/// Says warnings about a file.
fn warn(source: &Source, warnings: impl IntoIterator<Item = String>) {
    for warning in warnings {
        say(&format_args!("{source}: warning: {warning}"));
    }
}

fn words(
    alphabet: AlphabetDefinition,
    read: impl FnOnce(Alphabet<'_>) -> Result<WordList, Failure>,
) -> Result<Input, Failure> {
    let section = alphabet.encode().map_err(Failure::new)?;
    let marks = alphabet.encode_marks().map_err(Failure::new)?;
    let alphabet = Alphabet::from_bytes(&section).map_err(Failure::new)?;
    let words = read(alphabet.with_mark_section(&marks).map_err(Failure::new)?)?;
    Ok(Input {
        content: Content::Words(words),
        alphabet: section,
        marks,
    })
}

/// Reads leaves. Prints the number of rounded values to standard error, unless it is 0.
fn leaves(
    alphabet: AlphabetDefinition,
    read: impl FnOnce(Alphabet<'_>) -> Result<(LeaveList, u64), Failure>,
) -> Result<Input, Failure> {
    let section = leaves_section(&leaves_alphabet(&alphabet))?;
    let (leaves, rounded) = read(Alphabet::from_bytes(&section).map_err(Failure::new)?)?;
    if rounded > 0 {
        let values = plural(rounded, "value");
        say(&format_args!("{values} rounded to a thousandth of a point"));
    }
    Ok(Input {
        content: Content::Leaves(leaves),
        alphabet: section,
        marks: Vec::new(),
    })
}

//! `compile`: words to an image.

use std::borrow::Cow;
use std::num::NonZeroU8;
use std::path::PathBuf;

use lexc_compiler::encoding::TextEncoding;
use lexc_compiler::input::Source;
use lexc_compiler::word_list::{ReadOptions, WordList, WordListReader};
use lexc_compiler::{Automata, CompileOptions, Limits, StoreKind};
use lexc_runtime::Alphabet;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping, PyString};

use crate::error::refused;

/// Compiles words into an image, as ``lexc build`` does: the same words and options give the same bytes. One default
/// differs: ``automata="dawg"`` keeps the anagram filter, and ``lexc build --only dawg`` leaves it out.
///
/// ``words`` is an iterable of words, a mapping from words to their definitions, or the path of a word list (an
/// ``os.PathLike``). A mapping adds the word index, which definitions need. ``alphabet`` is a preset
/// (``lexc.alphabets()`` lists them) or the path of a letter distribution. ``automata`` is ``"both"``, ``"dawg"`` or
/// ``"gaddag"``. Raises ``LexcError`` with the first bad words and the numbers of bad words by cause.
///
/// ``read`` lists texts to read as tiles, such as ``"É È = E"``. Words of fewer than ``min_length`` or more than
/// ``max_length`` tiles are left out, and so are words with capitals with ``skip_capitalised=True``. ``max_skipped`` leaves
/// out bad words up to a number or a share, such as ``"1%"``. For a file, ``encoding`` names its encoding, and
/// ``definitions_after`` the start of definitions, which are dropped: ``"tab"``, ``"space"`` or a character;
/// ``column`` is the number of the column with the words, from 1. There may be
/// at most ``max_words`` words (16,000,000 by default). A file may have at most ``max_bytes`` bytes, counted after it is
/// unpacked (2 GiB), ``max_lines`` lines (100,000,000), and ``max_forms`` forms if it is a Hunspell dictionary (50,000,000).
///
/// >>> image = lexc.compile(["care", "scare"])
/// >>> lexc.compile(["co-op"])
/// Traceback (most recent call last):
/// lexc.LexcError: words:1:3: `-` (U+002D) fits no tile, in `co-op`
#[pyfunction]
#[pyo3(signature = (words, alphabet="english", *, word_index=false, automata="both", compact=false, anagram_filter=true, word_map=false, name="",
    source="", license="", read=None, min_length=1, max_length=63, max_skipped=None, skip_capitalised=false,
    definitions_after="tab", column=None, encoding=None, max_bytes=None, max_lines=None, max_words=None, max_forms=None))]
#[expect(
    clippy::too_many_arguments,
    reason = "the options are keyword arguments"
)]
pub fn compile<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyAny>,
    alphabet: &str,
    word_index: bool,
    automata: &str,
    compact: bool,
    anagram_filter: bool,
    word_map: bool,
    name: &str,
    source: &str,
    license: &str,
    read: Option<Vec<String>>,
    min_length: usize,
    max_length: usize,
    max_skipped: Option<&str>,
    skip_capitalised: bool,
    definitions_after: &str,
    column: Option<NonZeroU8>,
    encoding: Option<&str>,
    max_bytes: Option<u64>,
    max_lines: Option<u64>,
    max_words: Option<u64>,
    max_forms: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let automata = match automata {
        "both" => Automata::Both,
        "dawg" => Automata::Dawg,
        "gaddag" => Automata::Gaddag,
        _ => {
            return Err(refused(format_args!(
                "automata {automata:?}: unknown (both, dawg or gaddag)"
            )));
        }
    };
    let setting = |name: &str, error: String| refused(format_args!("{name}: {error}"));
    let max_skipped = max_skipped.map(|text| {
        let limit = text.parse();
        limit.map_err(|error| setting("max_skipped", error))
    });
    let definitions = definitions_after.parse();
    let encoding = encoding.map(|name| {
        let encoding = name.parse::<TextEncoding>();
        encoding.map_err(|error| setting("encoding", error.to_string()))
    });
    let words = Words::read(words)?;
    let read_options = ReadOptions {
        min_length,
        max_length,
        skip_invalid: max_skipped.transpose()?,
        skip_capitalised,
        definitions: definitions.map_err(|error| setting("definitions_after", error))?,
        keep_definitions: matches!(words, Words::Defined(_)),
        column,
        encoding: encoding.transpose()?,
        limits: Limits {
            bytes: max_bytes.unwrap_or(Limits::DEFAULT.bytes),
            lines: max_lines.unwrap_or(Limits::DEFAULT.lines),
            words: max_words.unwrap_or(Limits::DEFAULT.words),
            forms: max_forms.unwrap_or(Limits::DEFAULT.forms),
        },
        ..ReadOptions::default()
    };
    let mut options = CompileOptions {
        automata,
        store: if compact {
            StoreKind::Compact
        } else {
            StoreKind::Fast
        },
        word_index: word_index || matches!(words, Words::Defined(_)),
        anagram_filter,
        word_map,
        definitions: None,
        labels: None,
        name: name.to_owned(),
        source: source.to_owned(),
        license: license.to_owned(),
    };
    let image = py.detach(|| {
        let mut alphabet = lexc_compiler::alphabet::load(alphabet).map_err(refused)?;
        lexc_compiler::alphabet::add_readings(&mut alphabet, "read", &read.unwrap_or_default())
            .map_err(refused)?;
        let section = alphabet.encode().map_err(refused)?;
        let marks = alphabet.encode_marks().map_err(refused)?;
        let alphabet = Alphabet::from_bytes(&section).map_err(refused)?;
        let alphabet = alphabet.with_mark_section(&marks).map_err(refused)?;
        let mut words = words.list(alphabet, read_options)?;
        options.definitions = words.take_definitions();
        let compiled = lexc_compiler::compile_sorted(words.iter(), alphabet, &options);
        compiled.map(|compiled| compiled.image).map_err(refused)
    })?;
    Ok(PyBytes::new(py, &image))
}

/// Words to compile.
enum Words {
    Listed(Vec<String>),
    /// Lines with a word, a tab and its definition.
    Defined(Vec<String>),
    File(PathBuf),
}

impl Words {
    fn read(words: &Bound<'_, PyAny>) -> PyResult<Words> {
        if words.hasattr("__fspath__")? {
            return words.extract().map(Words::File);
        }
        if words.is_instance_of::<PyString>() {
            let message = "words: an iterable of words is needed, not a str (give a list, or a pathlib.Path for a file)";
            return Err(pyo3::exceptions::PyTypeError::new_err(message));
        }
        if let Ok(defined) = words.cast::<PyMapping>() {
            let lines = defined.items()?.iter().enumerate().map(|(index, item)| {
                let (word, definition): (Cow<'_, str>, Cow<'_, str>) = item.extract()?;
                check_word(index, &word)?;
                let definition: Vec<&str> = definition.split_whitespace().collect();
                Ok(format!("{word}\t{}", definition.join(" ")))
            });
            return lines.collect::<PyResult<_>>().map(Words::Defined);
        }
        let words = words.try_iter()?.enumerate().map(|(index, word)| {
            let word: String = word?.extract()?;
            check_word(index, &word)?;
            Ok(word)
        });
        words.collect::<PyResult<_>>().map(Words::Listed)
    }

    fn list(self, alphabet: Alphabet<'_>, options: ReadOptions) -> PyResult<WordList> {
        let mut reader = WordListReader::new(alphabet, options);
        match &self {
            Words::Listed(words) | Words::Defined(words) => reader.read_lines("words", words),
            Words::File(path) => reader.read_source(&Source::File(path.clone()), &mut |_| {}, None),
        }
        reader.finish().map(|(words, _)| words).map_err(refused)
    }
}

/// Refuses a word that the reader of word lists would cut at a comment, a definition or a line break. Accepts a word
/// that ends with a line break, such as a line of a file.
fn check_word(index: usize, word: &str) -> PyResult<()> {
    let word = word.trim_end_matches(['\r', '\n']);
    let is_bad = |(_, c): &(usize, char)| matches!(c, '#' | '\t' | '\r' | '\n');
    match word.chars().enumerate().find(is_bad) {
        None => Ok(()),
        Some((place, c)) => Err(refused(format_args!(
            "words:{}:{}: `{}` (U+{:04X}) fits no tile, in `{}`",
            index + 1,
            place + 1,
            c.escape_debug(),
            u32::from(c),
            word.escape_debug()
        ))),
    }
}

/// The names of the preset alphabets.
///
/// >>> "english" in lexc.alphabets()
/// True
#[pyfunction]
pub fn alphabets() -> Vec<&'static str> {
    lexc_compiler::alphabet::presets().collect()
}

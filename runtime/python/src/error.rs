//! Exceptions.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    lexc,
    LexcError,
    PyValueError,
    "A fault of an image, a text, a position, a move, a record or a setting; a use of a closed lexicon. The message names the problem, and its place and remedy where there are any."
);

/// The exception with the text of an error, in the terms of Python.
pub fn refused(error: impl Display) -> PyErr {
    LexcError::new_err(in_python(&error.to_string()))
}

/// Replacement of an option of the command `lexc` in a message.
enum Term {
    /// This text.
    Fixed(&'static str),
    /// The keyword, and the option's value as a string.
    Text(&'static str),
    /// The same, in a list.
    List(&'static str),
    /// The keyword, and the option's value as a number.
    Number(&'static str),
}

/// The options that messages of the libraries name, without their dashes.
const TERMS: [(&str, Term); 19] = [
    ("alphabet", Term::Text("alphabet")),
    ("blank-value", Term::Fixed("blank_value")),
    ("column", Term::Number("column")),
    ("compact", Term::Fixed("compact=True")),
    (
        "definitions",
        Term::Fixed("a dict of words and definitions"),
    ),
    ("definitions-after", Term::Text("definitions_after")),
    ("encoding", Term::Text("encoding")),
    ("max-bytes", Term::Fixed("max_bytes")),
    ("max-forms", Term::Fixed("max_forms")),
    ("max-length", Term::Fixed("max_length")),
    ("max-lines", Term::Fixed("max_lines")),
    ("max-skipped", Term::Text("max_skipped")),
    ("max-words", Term::Fixed("max_words")),
    ("min-length", Term::Fixed("min_length")),
    ("only", Term::Text("automata")),
    ("read", Term::List("read")),
    ("skip-capitalised", Term::Fixed("skip_capitalised=True")),
    ("skip-invalid", Term::Fixed("max_skipped=\"1%\"")),
    ("word-index", Term::Fixed("word_index=True")),
];

/// The message with keyword arguments in place of options of the command. Leaves quoted text unchanged.
fn in_python(message: &str) -> String {
    let mut text = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once("--") {
        text.push_str(before);
        let len = after.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        let (name, value) = after.split_at(len.unwrap_or(after.len()));
        let term = TERMS.iter().find(|(option, _)| *option == name);
        let Some((_, term)) = term.filter(|_| !before.ends_with(['`', '-'])) else {
            text.push_str("--");
            rest = after;
            continue;
        };
        let (word, end) = match value.strip_prefix(" '") {
            Some(quoted) => quoted.split_once('\'').unwrap_or((quoted, "")),
            None => {
                let value = value.strip_prefix(' ').unwrap_or_default();
                let is_end = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ')');
                value.split_at(value.find(is_end).unwrap_or(value.len()))
            }
        };
        rest = end;
        match term {
            Term::Fixed(term) => {
                text.push_str(term);
                rest = value;
            }
            Term::Number(keyword) if word.parse::<u8>().is_ok() => {
                text.push_str(&format!("{keyword}={word}"));
            }
            Term::Number(keyword) => {
                text.push_str(keyword);
                rest = value;
            }
            Term::Text(keyword) | Term::List(keyword) if word.is_empty() => {
                text.push_str(keyword);
                rest = value;
            }
            Term::Text(keyword) => text.push_str(&format!("{keyword}=\"{word}\"")),
            Term::List(keyword) => text.push_str(&format!("{keyword}=[\"{word}\"]")),
        }
    }
    text + rest
}

/// The exception for a fault of a file's contents.
pub fn refused_file(path: &Path, error: impl Display) -> PyErr {
    refused(format_args!("{}: {error}", path.display()))
}

/// The `OSError` of a file; Python chooses the subclass, such as `FileNotFoundError`.
pub fn not_readable(py: Python<'_>, path: &Path, error: &io::Error) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let text = py
        .import("os")
        .and_then(|os| os.call_method1("strerror", (code,)));
    match text {
        Ok(text) => PyOSError::new_err((code, text.unbind(), path.as_os_str().to_owned())),
        Err(error) => error,
    }
}

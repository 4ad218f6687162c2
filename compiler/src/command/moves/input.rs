//! Argument of `lexc moves`: a position, a file, or standard input.

use std::ffi::{OsStr, OsString};
use std::io;

use crate::command::outcome::Failure;
use crate::command::positions::PositionLines;
use crate::command::text_lines::TextLines;
use crate::input::Source;
use crate::text::to_nfc;

/// Positions from the command line.
pub enum Input {
    /// A position itself, in NFC.
    Text(String),
    /// One position a line.
    Lines(PositionLines),
}

impl Input {
    /// Interprets the words of the argument: `-` is standard input, the name of a file is that file, and anything else is a
    /// position, quoted or not.
    ///
    /// # Errors
    /// A file that can't be read; several words that start with a file or `-`; a position that is not UTF-8.
    pub fn open(words: &[OsString]) -> Result<Input, Failure> {
        let lines = match words {
            [word] => open_lines(word),
            // Several words are a position, unless the first names a file: then they are several files.
            [word, ..] if open_lines(word).is_ok_and(|lines| lines.is_none()) => Ok(None),
            _ => {
                return Err(Failure(
                    "positions come from one file (join several with `cat FILE FILE | lexc moves IMAGE -`)".to_owned(),
                ));
            }
        };
        if let Some(lines) = lines? {
            return Ok(Input::Lines(lines));
        }
        match words.join(OsStr::new(" ")).into_string() {
            Ok(text) => Ok(Input::Text(to_nfc(&text).into_owned())),
            Err(text) => Err(Failure(format!(
                "{}: no such file, and not UTF-8, as a position would be",
                text.display()
            ))),
        }
    }
}

/// The lines of standard input for `-`, or of the file of this name; `None` if there is no such file.
fn open_lines(word: &OsStr) -> Result<Option<PositionLines>, Failure> {
    let source = Source::from_arg(word);
    match TextLines::open(&source) {
        Ok(lines) => Ok(Some(PositionLines(lines))),
        Err(error) if names_no_file(&error) => Ok(None),
        Err(error) => Err(Failure::input(source, &error)),
    }
}

/// True if a text that is a position could cause the error: `15/15` asks for a directory `15`, say.
fn names_no_file(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    matches!(
        error.kind(),
        NotFound | NotADirectory | InvalidFilename | InvalidInput
    )
}

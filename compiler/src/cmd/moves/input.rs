//! What the argument of `lexc moves` is: a position, a file, or standard input.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

use lexc::text::to_nfc;

use crate::cmd::Failure;
use crate::cmd::positions::PositionLines;

/// What the argument for the position is.
#[derive(Debug)]
pub enum Input {
    /// A position itself, in NFC.
    Text(String),
    /// One position a line.
    Lines(PositionLines),
}

impl Input {
    /// Tells what the words of the argument are: `-` is standard input, the name of a file is that file, and everything
    /// else is a position, be it quoted or not.
    ///
    /// # Errors
    /// A file that can't be read; several words that start with a file or `-`; a position that is not UTF-8.
    pub fn open(words: &[OsString]) -> Result<Input, Failure> {
        let lines = match words {
            [word] => open_lines(word),
            // Several words are a position, unless a file's name comes first: then they are several files.
            [word, ..] if open_lines(word).is_ok_and(|lines| lines.is_none()) => Ok(None),
            _ => {
                return Err(Failure::Other(
                    "positions come from one file (join several with `cat FILE FILE | lexc moves IMAGE -`)".to_string(),
                ));
            }
        };
        if let Some(lines) = lines? {
            return Ok(Input::Lines(lines));
        }
        match words.join(OsStr::new(" ")).into_string() {
            Ok(text) => Ok(Input::Text(to_nfc(&text).into_owned())),
            Err(text) => Err(Failure::Other(format!(
                "{}: no such file, and not UTF-8, as a position would be",
                text.display()
            ))),
        }
    }
}

/// The lines of standard input for `-`, or of the file of this name; nothing if there is no such file.
fn open_lines(word: &OsStr) -> Result<Option<PositionLines>, Failure> {
    match PositionLines::open(Path::new(word)) {
        Ok(lines) => Ok(Some(lines)),
        // The text of a position fails as a name in one way or another: `15/15` asks for a directory `15`, say.
        Err(error) if is_no_name(&error) => Ok(None),
        Err(error) => Err(Failure::Input {
            what: word.display().to_string(),
            error,
        }),
    }
}

fn is_no_name(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    matches!(
        error.kind(),
        NotFound | NotADirectory | InvalidFilename | InvalidInput
    )
}

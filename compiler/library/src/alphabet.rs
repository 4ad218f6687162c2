//! Alphabet definitions: presets, and letter distributions from files.
//!
//! A letter distribution is a comma-separated file with one row for each tile, in alphabetical order:
//!
//! ```text
//! # tile,blank form,count,value,vowel
//! ?,?,2,0,0
//! A,a,12,1,1
//! L·L,l·l,1,10,0
//! ```
//!
//! The row `?,?,count,0,0` defines the blank and may stand anywhere; without it the game has no blanks. A byte order mark,
//! white space around a field, columns after the fifth, blank lines, and a `#` with the text after it are ignored. Lines end
//! in LF, CRLF or CR. The text of a tile may have several characters; texts are normalised to NFC.
//!
//! A first row of headings is skipped, and semicolons may stand for the commas of all rows. Other programs write other columns;
//! [`Dialect`] lists the forms that are recognised. Rows that start with a keyword and
//! a colon are rules for reading text:
//!
//! ```text
//! digraphs: longest
//! read: À Á = A
//! read: Œ = OE
//! ignore: U+0591-U+05C7
//! ```
//!
//! Under `digraphs: longest`, text without brackets is cut into tiles from left to right, and the longest tile that
//! fits is taken: in Spanish, `LLAVE` is `[LL]AVE`. Under `digraphs: explicit`, the default, a word that has several
//! readings needs brackets. A row `read:` has texts, an equals sign, and the tiles that each of the texts stands for.
//! Each of these texts must have a character that no tile has in upper or lower case, or be another form of a tile's
//! letter, such as ς for Σ. The case of a text in the row does not matter: its upper case is read as letters, its
//! lower case as blanks. A row `ignore:` has marks that text is read without, such as the points of Hebrew: ranges of code points,
//! or the characters, each perhaps on a dotted circle.

mod dialect;
mod lines;
mod marks;
mod parser;
mod presets;
mod print;
mod reading;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

use lexc_formats::{Alphabet, AlphabetDefinition, is_one_line};

use self::lines::Line;
use crate::input::{TextFault, read_text};
use crate::text::Visible;

pub use self::dialect::Dialect;
pub use self::presets::presets;
#[doc(hidden)]
pub use self::presets::{PRESETS, Preset};
pub use self::print::to_text;

/// Limit of a letter distribution in bytes; 62 tiles take about 1,000 bytes.
const MAX_FILE_BYTES: u64 = 1 << 16;

/// The largest number of faults that a message lists.
const MAX_FAULTS: usize = 20;

/// Loads the alphabet that `spec` names: by a preset's name, or by the path of a letter distribution.
///
/// A preset takes precedence over a file of the same name. A file's alphabet has the file's name, without extension and without
/// characters that a name can't have ([`is_one_line`]).
///
/// ```
/// let english = lexc_compiler::alphabet::load("english")?;
/// assert_eq!(english.tiles.len(), 26);
/// # Ok::<(), lexc_compiler::alphabet::AlphabetFileError>(())
/// ```
///
/// # Errors
/// If `spec` names neither a preset nor a file; if the file is unreadable, too long or breaks the rules of [`parse`].
pub fn load(spec: &str) -> Result<AlphabetDefinition, AlphabetFileError> {
    Ok(load_with_dialect(spec)?.0)
}

/// Calls `work` with the alphabet that [`load`] loads.
pub(crate) fn with_loaded<T>(
    spec: &str,
    work: impl FnOnce(Alphabet<'_>) -> T,
) -> Result<T, AlphabetFileError> {
    let refuse = |fault: &dyn fmt::Display| AlphabetFileError {
        source_name: spec.to_owned(),
        faults: vec![TextFault {
            place: None,
            message: fault.to_string(),
        }],
    };
    let definition = load(spec)?;
    let section = definition.encode().map_err(|error| refuse(&error))?;
    let marks = definition.encode_marks().map_err(|error| refuse(&error))?;
    let alphabet = Alphabet::from_bytes(&section).map_err(|error| refuse(&error))?;
    let alphabet = alphabet.with_mark_section(&marks);
    Ok(work(alphabet.map_err(|error| refuse(&error))?))
}

/// Loads an alphabet as [`load`] does. Also returns the dialect of a file; `None` for a preset.
#[doc(hidden)]
pub fn load_with_dialect(
    spec: &str,
) -> Result<(AlphabetDefinition, Option<Dialect>), AlphabetFileError> {
    if let Some(preset) = Preset::named(spec) {
        return Ok((parse(preset.name, preset.text)?, None));
    }
    let refuse = |fault| AlphabetFileError {
        source_name: spec.to_owned(),
        faults: vec![fault],
    };
    let path = Path::new(spec);
    if matches!(path.try_exists(), Ok(false)) {
        let presets: Vec<_> = presets().collect();
        return Err(refuse(TextFault {
            place: None,
            message: format!(
                "no such alphabet file, and no preset of this name (presets: {})",
                presets.join(" ")
            ),
        }));
    }
    let text = read_text(
        path,
        MAX_FILE_BYTES,
        "file",
        " (name a file with a letter distribution)",
    )
    .map_err(refuse)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let is_kept = |c: &char| is_one_line(c.encode_utf8(&mut [0; 4]));
    let name: String = stem.chars().filter(is_kept).collect();
    let (definition, dialect) = parse_file(spec, &name, &text)?;
    Ok((definition, Some(dialect)))
}

/// Adds readings to an alphabet, each in the form `É È = E`. In messages, `option` takes the place of a file name.
///
/// # Errors
/// Reports the faults of the readings. The line number of a fault is the number of its reading, counted from 1.
#[doc(hidden)]
pub fn add_readings(
    definition: &mut AlphabetDefinition,
    option: &str,
    readings: &[String],
) -> Result<(), AlphabetFileError> {
    const KEYWORD: &str = "read: ";
    let rows: Vec<String> = readings
        .iter()
        .map(|row| format!("{KEYWORD}{row}"))
        .collect();
    let rows = rows
        .iter()
        .zip(1..)
        .map(|(text, number)| Line { number, text });
    let mut faults = reading::add(definition, &rows.collect::<Vec<_>>());
    if faults.is_empty() {
        return Ok(());
    }
    // The user wrote no keyword, so it does not count in the columns.
    for (_, column) in faults.iter_mut().filter_map(|fault| fault.place.as_mut()) {
        *column = column.saturating_sub(KEYWORD.len()).max(1);
    }
    Err(AlphabetFileError {
        source_name: option.to_owned(),
        faults,
    })
}

/// The marks that this text names: ranges such as `U+0591-U+05C7`, or the characters, separated by white space.
///
/// # Errors
/// The fault, with its column.
#[doc(hidden)]
pub fn parse_marks(text: &str) -> Result<Vec<(char, char)>, String> {
    let field = lines::Field { text, column: 1 };
    marks::ranges(field).map_err(|(column, message)| format!("character {column}: {message}"))
}

/// Adds marks to an alphabet.
///
/// # Errors
/// If a tile or a reading has one of the marks, or the marks break a rule of the format.
#[doc(hidden)]
pub fn add_marks(
    definition: &mut AlphabetDefinition,
    option: &str,
    marks: &[(char, char)],
) -> Result<(), AlphabetFileError> {
    if marks.is_empty() {
        return Ok(());
    }
    definition.marks.extend(marks);
    reading::join_marks(definition).map_err(|message| AlphabetFileError {
        source_name: option.to_owned(),
        faults: vec![TextFault {
            place: None,
            message,
        }],
    })
}

/// Faults of a letter distribution or of added readings. The message has a line for each of the first 20.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphabetFileError {
    source_name: String,
    /// Sorted by line, except that faults of `read:` rows come last.
    faults: Vec<TextFault>,
}

impl fmt::Display for AlphabetFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().take(MAX_FAULTS).enumerate() {
            let separator = if index > 0 { "\n" } else { "" };
            write!(f, "{separator}{}:{fault}", Visible(&self.source_name))?;
        }
        match self.faults.len().saturating_sub(MAX_FAULTS) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for AlphabetFileError {}

/// Parses a letter distribution. The alphabet gets the name `name`.
///
/// Checks the tiles by every rule of an alphabet section, so that errors can name the line of the file.
///
/// # Errors
/// If the rows do not determine their [`Dialect`]. Otherwise reports the faults of all rows, but only the first fault
/// of each text. The rules: a row has all columns of its dialect; a text or blank form has 1 to 16 bytes, only
/// characters that a tile can have ([`is_tile_text`](lexc_formats::is_tile_text)) and no combining character at its
/// start; no text or blank form occurs twice; counts and values are whole numbers in range; the vowel flag is 0 or 1;
/// the file has 1 to 62 tiles and at most one row for the blank, in the form of the dialect. If the tiles have no
/// fault, reports the faults of `digraphs:` and `read:` rows.
pub fn parse(name: &str, text: &str) -> Result<AlphabetDefinition, AlphabetFileError> {
    Ok(parse_file(name, name, text)?.0)
}

fn parse_file(
    source_name: &str,
    name: &str,
    text: &str,
) -> Result<(AlphabetDefinition, Dialect), AlphabetFileError> {
    parser::parse(name, text).map_err(|faults| AlphabetFileError {
        source_name: source_name.to_owned(),
        faults,
    })
}

//! Presets, and letter distributions from files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use lexc_formats::{AlphabetDefinition, is_one_line};

use super::parse::{parse, parse_file};
use super::preset::PRESETS;
use super::problem::{AlphabetFileError, AlphabetProblem, AlphabetProblemKind, MAX_FILE_BYTES};
use crate::input::ReadFailure;
use crate::text::{self, ForeignEncoding};

/// The alphabet that `spec` calls for: a preset's name or the path of a letter distribution.
///
/// A preset goes before a file of the same name. The alphabet of a file is called what the file is, without extension.
///
/// ```
/// let english = lexc::alphabet::load("english")?;
/// assert_eq!(english.tiles.len(), 26);
/// # Ok::<(), lexc::alphabet::AlphabetFileError>(())
/// ```
///
/// # Errors
/// If it is neither, if the file can't be read, or if it breaks the rules of [`parse`].
pub fn load(spec: &str) -> Result<AlphabetDefinition, AlphabetFileError> {
    if let Some((name, text)) = PRESETS.iter().find(|(name, _)| *name == spec) {
        return parse(name, text);
    }
    let whole = |kind| AlphabetFileError::new(spec, vec![AlphabetProblem { place: None, kind }]);
    let bytes = read_file(Path::new(spec)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => whole(AlphabetProblemKind::Unknown),
        _ => whole(AlphabetProblemKind::Unreadable(
            ReadFailure(&error).to_string(),
        )),
    })?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(whole(AlphabetProblemKind::TooLarge));
    }
    if let Some(encoding) = ForeignEncoding::detect(&bytes) {
        return Err(whole(AlphabetProblemKind::Encoding(encoding)));
    }
    let text = str::from_utf8(&bytes).map_err(|error| {
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        let place = Some(text::end_place(&String::from_utf8_lossy(valid)));
        let kind = AlphabetProblemKind::NotUtf8(rest.first().copied().unwrap_or_default());
        AlphabetFileError::new(spec, vec![AlphabetProblem { place, kind }])
    })?;
    let stem = Path::new(spec).file_stem().unwrap_or_default();
    let name: String = stem
        .to_string_lossy()
        .chars()
        .filter(|c| is_one_line(c.encode_utf8(&mut [0; 4])))
        .collect();
    parse_file(spec, &name, text)
}

/// Reads a file, but little more than [`MAX_FILE_BYTES`] of it.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

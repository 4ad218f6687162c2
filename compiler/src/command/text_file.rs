//! Reads small text files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::outcome::Failure;
use crate::text::{ForeignEncoding, end_place};

/// Text of a file, without its byte order mark.
///
/// # Errors
/// The file cannot be read, has more than `max_bytes`, or is not UTF-8 text.
pub fn read_text(path: &Path, max_bytes: u64) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(max_bytes + 1).read_to_end(&mut bytes))
        .map_err(|error| Failure::Input {
            name: path.display().to_string(),
            error,
        })?;
    let refuse = |problem: String| Err(Failure::Other(format!("{}{problem}", path.display())));
    if bytes.len() as u64 > max_bytes {
        return refuse(format!(
            ": longer than {max_bytes} bytes (shorten the text)"
        ));
    }
    if let Some(encoding) = ForeignEncoding::detect(&bytes) {
        return refuse(format!(": the text is {encoding} (convert it to UTF-8)"));
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let text = match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let (line, column) = end_place(&String::from_utf8_lossy(&bytes[..error.valid_up_to()]));
            let byte = bytes[error.valid_up_to()];
            return refuse(format!(
                ":{line}:{column}: byte 0x{byte:02X} is not UTF-8 text (convert the text to UTF-8)"
            ));
        }
    };
    if let Some((before, _)) = text.split_once('\0') {
        let (line, column) = end_place(before);
        return refuse(format!(
            ":{line}:{column}: a NUL byte, so this is not text (name a text file)"
        ));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_long_files_and_other_encodings_with_the_place() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let read = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let message = |failure: Failure| failure.to_string();
            read_text(&path, 20).map_err(|failure| {
                let message = message(failure);
                let start = path.display().to_string();
                message.strip_prefix(&start).unwrap().to_owned()
            })
        };
        assert_eq!(read("\u{feff}É\n".as_bytes()), Ok("É\n".to_owned()));
        assert_eq!(read(&[b'A'; 20]).unwrap().len(), 20);
        for (bytes, message) in [
            (&[b'A'; 21][..], ": longer than 20 bytes (shorten the text)"),
            (
                b"A\0B\0",
                ": the text is UTF-16, little-endian (convert it to UTF-8)",
            ),
            (
                b"A\n\xC3\x89\xC9",
                ":2:2: byte 0xC9 is not UTF-8 text (convert the text to UTF-8)",
            ),
            (
                b"ABC\nA\0",
                ":2:2: a NUL byte, so this is not text (name a text file)",
            ),
        ] {
            assert_eq!(read(bytes), Err(message.to_owned()));
        }
    }
}

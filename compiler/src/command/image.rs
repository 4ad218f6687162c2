//! Reads the image that a verb works on.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use lexc_formats::raw::header::{Header, MAGIC};
use lexc_runtime::Lexicon;

use super::outcome::Failure;
use crate::input::Source;

/// The number of bytes read beyond the length in a stream's header, so that the message can say how much too long it is.
const MAX_EXCESS_BYTES: u64 = 1 << 20;

/// The bytes of an image, from a file or, for `-`, from standard input.
///
/// Reads into memory instead of mapping, so later changes of the file do not affect the answers. Reads no more than a header of
/// input that does not start like an image, so an endless device does no harm.
///
/// # Errors
/// If it can't be opened or read, or memory has no room for it.
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
    read.map_err(|error| Failure::Input {
        name: Source::from_arg(path).to_string(),
        error,
    })
}

/// Reads an image from a stream, which may have a known length.
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

/// The lexicon in an image, every check passed.
pub fn open<'a>(path: &Path, bytes: &'a [u8]) -> Result<Lexicon<'a>, Failure> {
    Lexicon::from_bytes(bytes).map_err(|error| Failure::Image {
        name: Source::from_arg(path).to_string(),
        error,
    })
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
    fn streams_are_read_as_far_as_their_headers_tell() {
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
    fn files_are_read_whole() {
        let bytes = [header(5), vec![1; 100]].concat();
        let read = |len| read_stream(&bytes[..], Some(len)).unwrap();
        assert_eq!(read(132), bytes);
        // One that was made longer meanwhile, and one that was cut.
        assert_eq!(read(50), bytes[..50]);
        assert_eq!(read(1000), bytes);
        let error = read_stream(&bytes[..], Some(u64::MAX)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
    }
}

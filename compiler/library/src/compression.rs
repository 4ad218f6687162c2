//! Unpacks gzip and zstd input. Refuses images and other compressed formats; the message names the command that turns
//! them into text.

use std::error::Error;
use std::io::{self, BufReader, ErrorKind, Read};

use flate2::read::MultiGzDecoder;
use lexc_formats::raw::header::MAGIC;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The number of bytes at the start of a stream by which its format is recognised.
const MAGIC_BYTES: usize = MAGIC.len();

/// Largest window of a zstd frame in bytes: the default limit of the command `zstd`.
const MAX_WINDOW_BYTES: u64 = 1 << 27;

/// Magic, name and command of formats that are not read.
const UNREAD: [(&[u8], &str, &str); 7] = [
    (b"\xFD7zXZ\0", "xz", "xz -dc"),
    (b"BZh", "bzip2", "bzip2 -dc"),
    (b"PK\x03\x04", "zip", "unzip -p"),
    (b"7z\xBC\xAF\x27\x1C", "7z", "7z e -so"),
    (b"Rar!\x1A\x07", "rar", "unrar p -inul"),
    (b"\x04\x22\x4D\x18", "lz4", "lz4 -dc"),
    (b"\x1F\x9D", "compress", "uncompress -c"),
];

const GZIP: &[u8] = b"\x1F\x8B";
const ZSTD: &[u8] = b"\x28\xB5\x2F\xFD";

/// The stream, unpacked if it starts as gzip or zstd data.
///
/// Memory is bounded: gzip takes 32 KiB and zstd up to 128 MiB, the largest accepted window. A fault after the start
/// of the data is an error of reading the unpacked stream, of the kind `InvalidData` or `UnexpectedEof`.
///
/// # Errors
/// If the start can't be read or has a format that is not read here, or if the data is compressed twice.
pub(crate) fn unpack<'r>(mut input: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let start = read_up_to(&mut input, MAGIC_BYTES)?;
    let is_gzip = start.starts_with(GZIP);
    let is_zstd = start.starts_with(ZSTD) || is_skippable(&start);
    refuse_unread(&start)?;
    let input = io::Cursor::new(start).chain(input);
    let mut unpacked: Box<dyn Read + 'r> = if is_gzip {
        let decoder = MultiGzDecoder::new(input);
        Box::new(NamedErrors("gzip", decoder))
    } else if is_zstd {
        Box::new(NamedErrors("zstd", ZstdReader::new(input)))
    } else {
        return Ok(Box::new(input));
    };
    let start = read_up_to(&mut unpacked, MAGIC_BYTES)?;
    if start.starts_with(GZIP) || start.starts_with(ZSTD) {
        return Err(unreadable("compressed twice (unpack it once)".to_owned()));
    }
    refuse_unread(&start)?;
    Ok(Box::new(io::Cursor::new(start).chain(unpacked)))
}

fn refuse_unread(start: &[u8]) -> io::Result<()> {
    if start == MAGIC {
        let message = "an image, not text (write its words with `lexc dump`)";
        return Err(unreadable(message.to_owned()));
    }
    let found = UNREAD
        .iter()
        .find(|(magic, name, _)| start.starts_with(magic) && is_complete(name, start));
    match found {
        Some((_, name, command)) => Err(unreadable(format!(
            "compressed as {name} (unpack it with `{command} FILE`)"
        ))),
        None => Ok(()),
    }
}

/// Returns `false` for text that starts with BZh but is not bzip2 data. In bzip2 data, BZh is followed by a digit and
/// by the six magic bytes of a block or of the stream's end; the first two of these six are compared.
fn is_complete(name: &str, start: &[u8]) -> bool {
    name != "bzip2" || matches!(start, [_, _, _, b'1'..=b'9', b'1' | 0x17, b'A' | 0x72, ..])
}

fn unreadable(message: String) -> io::Error {
    io::Error::new(ErrorKind::Unsupported, message)
}

/// Reads `bytes` bytes of a stream, or all of a shorter stream.
pub(crate) fn read_up_to(input: &mut impl Read, bytes: usize) -> io::Result<Vec<u8>> {
    let mut start = Vec::with_capacity(bytes);
    input.by_ref().take(bytes as u64).read_to_end(&mut start)?;
    Ok(start)
}

/// Adds the format's name to the messages of errors in the data.
struct NamedErrors<R>(&'static str, R);

impl<R: Read> Read for NamedErrors<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1.read(buffer).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => {
                let message = format!("the {} data is cut off", self.0);
                io::Error::new(ErrorKind::UnexpectedEof, message)
            }
            ErrorKind::InvalidData | ErrorKind::InvalidInput => {
                let message = format!("the {} data is damaged: {error}", self.0);
                io::Error::new(ErrorKind::InvalidData, message)
            }
            _ => error,
        })
    }
}

/// Reads the frames of a zstd stream, and skips skippable ones.
struct ZstdReader<R> {
    input: BufReader<R>,
    decoder: FrameDecoder,
    is_in_frame: bool,
}

impl<R: Read> ZstdReader<R> {
    fn new(input: R) -> ZstdReader<R> {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW_BYTES);
        ZstdReader {
            input: BufReader::new(input),
            decoder,
            is_in_frame: false,
        }
    }

    /// Starts the next frame with content. Returns `false` at the end of the stream.
    fn next_frame(&mut self) -> io::Result<bool> {
        loop {
            let magic = read_up_to(&mut self.input, 4)?;
            if magic.is_empty() {
                return Ok(false);
            }
            if !is_skippable(&magic) {
                let frame = (&magic[..]).chain(&mut self.input);
                self.decoder.reset(frame).map_err(zstd_error)?;
                return Ok(true);
            }
            let mut len = [0; 4];
            self.input.read_exact(&mut len)?;
            let len = u64::from(u32::from_le_bytes(len));
            let skipped = io::copy(&mut self.input.by_ref().take(len), &mut io::sink())?;
            if skipped < len {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
    }
}

/// True for the start of a skippable frame: 0x184D2A50 to 0x184D2A5F, low byte first.
fn is_skippable(start: &[u8]) -> bool {
    matches!(start, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

impl<R: Read> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_in_frame {
                if buffer.is_empty() || !self.next_frame()? {
                    return Ok(0);
                }
                self.is_in_frame = true;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.decoder.decode_blocks(&mut self.input, one);
                decoded.map_err(zstd_error)?;
            }
            let bytes = self.decoder.read(buffer)?;
            if bytes > 0 {
                return Ok(bytes);
            }
            let recorded = self.decoder.get_checksum_from_data();
            if recorded.is_some() && recorded != self.decoder.get_calculated_checksum() {
                return Err(io::Error::new(ErrorKind::InvalidData, "wrong checksum"));
            }
            self.is_in_frame = false;
        }
    }
}

/// An error of the same kind as the read error that caused the fault of a frame; `InvalidData` if there was no read error.
fn zstd_error(fault: impl Error + Send + Sync + 'static) -> io::Error {
    let mut cause = fault.source();
    while let Some(error) = cause {
        match error.downcast_ref::<io::Error>() {
            Some(error) => return error.kind().into(),
            None => cause = error.source(),
        }
    }
    io::Error::new(ErrorKind::InvalidData, fault)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::input::tests::Pieces;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        use ruzstd::encoding::{CompressionLevel, compress_to_vec};
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    /// The unpacked text, or the kind and the message of the error. Reads the stream twice, whole and byte
    /// by byte, and compares the results.
    fn unpacked(stream: &[u8]) -> Result<Vec<u8>, (ErrorKind, String)> {
        let read = |piece| {
            let mut text = Vec::new();
            unpack(Pieces(stream, piece))
                .and_then(|mut input| input.read_to_end(&mut text))
                .map_err(|error| (error.kind(), error.to_string()))?;
            Ok(text)
        };
        let whole = read(usize::MAX);
        assert_eq!(read(1), whole);
        whole
    }

    #[test]
    fn unpacks_all_members_and_frames_and_passes_plain_text() {
        let skippable = [&b"\x5A\x2A\x4D\x18\x03\0\0\0"[..], b"abc"].concat();
        let text = b"AA\nAAH\n".repeat(50_000);
        for stream in [
            [gzip(&text), gzip(b""), gzip(b"CAB\n")].concat(),
            [zstd(&text), skippable.clone(), zstd(b""), zstd(b"CAB\n")].concat(),
            [skippable, zstd(&text), zstd(b"CAB\n")].concat(),
        ] {
            assert_eq!(unpacked(&stream).unwrap(), [&text[..], b"CAB\n"].concat());
        }
        for plain in [
            &b""[..],
            b"A",
            b"BZh",
            b"BZh1\n",
            b"PK\n",
            b"7zip\n",
            b"\x1F",
        ] {
            assert_eq!(unpacked(plain).unwrap(), plain);
        }
    }

    #[test]
    fn reports_data_that_is_cut_off_or_damaged() {
        let text: Vec<u8> = (0..60_000_u32)
            .flat_map(|n| (n * n).to_le_bytes())
            .collect();
        for (name, stream) in [("gzip", gzip(&text)), ("zstd", zstd(&text))] {
            for len in [stream.len() / 2, stream.len() - 1, 7] {
                let (kind, message) = unpacked(&stream[..len]).unwrap_err();
                assert_eq!(kind, ErrorKind::UnexpectedEof, "{name} {len}: {message}");
                assert_eq!(message, format!("the {name} data is cut off"));
            }
            let mut damaged = stream.clone();
            let last = damaged.len() - 6;
            damaged[last] ^= 1;
            let (kind, message) = unpacked(&damaged).unwrap_err();
            assert_eq!(kind, ErrorKind::InvalidData, "{name}: {message}");
            assert!(
                message.starts_with(&format!("the {name} data is damaged: ")),
                "{message}"
            );
        }
    }

    #[test]
    fn refuses_large_windows_and_unread_formats_with_the_remedy() {
        // The window descriptor 0xA0 stands for a window of 1 GiB.
        let (kind, message) = unpacked(b"\x28\xB5\x2F\xFD\0\xA0\x01\0\0").unwrap_err();
        assert_eq!(kind, ErrorKind::InvalidData, "{message}");
        for (stream, expected) in [
            (
                &b"\xFD7zXZ\0\0"[..],
                "compressed as xz (unpack it with `xz -dc FILE",
            ),
            (
                b"BZh91AY&SY",
                "compressed as bzip2 (unpack it with `bzip2 -dc FILE",
            ),
            (
                b"PK\x03\x04\x14\0",
                "compressed as zip (unpack it with `unzip -p FILE",
            ),
            (
                b"7z\xBC\xAF\x27\x1C",
                "compressed as 7z (unpack it with `7z e -so FILE",
            ),
            (
                &MAGIC,
                "an image, not text (write its words with `lexc dump`)",
            ),
            (&gzip(&gzip(b"A")), "compressed twice (unpack it once)"),
            (&zstd(b"PK\x03\x04\x14\0"), "compressed as zip "),
        ] {
            let (kind, message) = unpacked(stream).unwrap_err();
            assert_eq!(kind, ErrorKind::Unsupported);
            assert!(message.starts_with(expected), "{message}");
        }
    }
}

//! Input: sources, small text files, a reader of lines, and messages for failures.

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::mem;
use std::path::{Path, PathBuf};

use memchr::memchr2;

use crate::text::{BYTE_ORDER_MARK, ForeignEncoding, Visible, end_place};

/// Source of a word list or another input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

impl Source {
    /// The source that a command-line argument names: a path, or `-` for standard input.
    #[doc(hidden)]
    pub fn from_arg(arg: impl AsRef<OsStr>) -> Source {
        if arg.as_ref() == "-" {
            Source::Stdin
        } else {
            Source::File(arg.as_ref().into())
        }
    }
}

impl Source {
    /// The number of bytes of a file; `None` if it is unknown.
    #[doc(hidden)]
    pub fn byte_count(&self) -> Option<u64> {
        match self {
            Source::File(path) => {
                let metadata = path.metadata().ok()?;
                metadata.is_file().then_some(metadata.len())
            }
            Source::Stdin => None,
        }
    }
}

/// The name for messages, with invisible characters escaped: a line end in it must not look like the start of another message.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File(path) => Visible(&path.to_string_lossy()).fmt(f),
            Source::Stdin => f.write_str("<stdin>"),
        }
    }
}

/// Fault of a text. The message follows the text's name: `{name}:{fault}`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(hidden)]
pub struct TextFault {
    /// Line, and column in characters, both counted from 1; `None` for a fault of the whole text.
    pub place: Option<(u64, usize)>,
    pub message: String,
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}", self.message)
    }
}

/// Opens a file for reading. Refuses a directory in the same words on all systems: Unix opens it, and Windows reports a missing
/// permission.
#[doc(hidden)]
pub fn open(path: &Path) -> io::Result<File> {
    match path.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => File::open(path),
    }
}

/// Message for an input that cannot be read, with the remedy.
#[doc(hidden)]
pub fn read_failure(error: &io::Error) -> String {
    use io::ErrorKind::{
        InvalidData, InvalidFilename, IsADirectory, NotADirectory, NotFound, OutOfMemory,
        PermissionDenied, UnexpectedEof, Unsupported,
    };
    let remedy = match error.kind() {
        // The text of the error names the format and the remedy.
        Unsupported if error.get_ref().is_some() => return error.to_string(),
        InvalidData | UnexpectedEof => "get the file again",
        NotFound | NotADirectory | InvalidFilename => "check the name",
        IsADirectory => "name a file in it",
        PermissionDenied => "ask for the permission to read it",
        OutOfMemory => "there is too little memory for it: check its size",
        _ => "try again, or get another copy",
    };
    format!("cannot read: {error} ({remedy})")
}

/// Text of a small file, without its byte order mark.
///
/// Messages call the file `noun`; `remedy` ends the message for a file of more than `max_bytes` bytes.
#[doc(hidden)]
pub fn read_text(
    path: &Path,
    max_bytes: u64,
    noun: &str,
    remedy: &str,
) -> Result<String, TextFault> {
    let fault = |before: Option<&[u8]>, message| {
        let place = before.map(|before| end_place(&String::from_utf8_lossy(before)));
        Err(TextFault { place, message })
    };
    let mut bytes = Vec::new();
    let read = open(path).and_then(|file| file.take(max_bytes + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        return fault(None, read_failure(&error));
    }
    if bytes.len() as u64 > max_bytes {
        let message = format!("longer than {max_bytes} bytes{remedy}");
        return fault(None, message);
    }
    if let Some(encoding) = ForeignEncoding::detect(&bytes) {
        let message = format!("the {noun} is {encoding} (convert it to UTF-8)");
        return fault(None, message);
    }
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
    match str::from_utf8(bytes) {
        Ok(text) => match text.split_once('\0') {
            Some((before, _)) => fault(Some(before.as_bytes()), NUL_FAULT.to_owned()),
            None => Ok(text.to_owned()),
        },
        Err(error) => {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            let message = format!(
                "byte 0x{:02X} is not UTF-8 text (convert the {noun} to UTF-8)",
                rest[0]
            );
            fault(Some(valid), message)
        }
    }
}

/// Message for a NUL byte.
#[doc(hidden)]
pub const NUL_FAULT: &str = "a NUL byte, so this is not text (name a text file)";

/// Limit of a line in bytes, without its line end.
#[doc(hidden)]
pub const MAX_LINE_BYTES: usize = 1 << 16;

/// Size of the buffer in bytes: more than the longest line and its line end, so that a read always has room.
const BUFFER_BYTES: usize = 1 << 18;

/// Splits a stream at LF, CRLF and CR. Memory is bounded: an overlong line is cut.
#[doc(hidden)]
pub struct LineReader<R> {
    input: R,
    buffer: Box<[u8]>,
    /// The unread bytes of the buffer are at `start..end`.
    start: usize,
    end: usize,
    /// The number of unread bytes already searched for a line end, and without one.
    searched: usize,
    is_at_end: bool,
    /// True if the rest of an overlong line is still to be skipped.
    is_skipping: bool,
    bytes_read: u64,
    /// The number of CRLF line ends so far.
    pub(crate) crlf_lines: u64,
    /// The number of CR line ends so far.
    pub(crate) cr_lines: u64,
}

/// A line without its line end.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct RawLine<'b> {
    /// The line; of an overlong line, the first [`MAX_LINE_BYTES`] bytes.
    pub bytes: &'b [u8],
    /// True if the line has more than [`MAX_LINE_BYTES`] bytes.
    pub is_overlong: bool,
}

impl<R: Read> LineReader<R> {
    pub fn new(input: R) -> LineReader<R> {
        LineReader {
            input,
            buffer: vec![0; BUFFER_BYTES].into(),
            start: 0,
            end: 0,
            searched: 0,
            is_at_end: false,
            is_skipping: false,
            bytes_read: 0,
            crlf_lines: 0,
            cr_lines: 0,
        }
    }

    /// The number of bytes read from the stream so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// The unread bytes of the buffer, which start with a line; empty while the rest of an overlong line is skipped.
    pub(crate) fn buffered(&self) -> &[u8] {
        if self.is_skipping {
            &[]
        } else {
            &self.buffer[self.start..self.end]
        }
    }

    /// Reads until the buffer has at least `bytes` unread bytes, or the stream ends.
    pub(crate) fn fill_to(&mut self, bytes: usize) -> io::Result<()> {
        while self.end - self.start < bytes && !self.is_at_end {
            self.fill()?;
        }
        Ok(())
    }

    /// Drops buffered bytes that the caller has read: whole lines that end in LF, not in CRLF.
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.start += bytes;
        self.searched = self.searched.saturating_sub(bytes);
    }

    /// Returns `true` if the buffer has a complete line end, or the stream has ended.
    pub fn has_line(&self) -> bool {
        self.is_at_end || self.line_end().is_some()
    }

    /// The next line; `None` at the end. A line end at the end of the stream starts no further line.
    pub fn next_line(&mut self) -> io::Result<Option<RawLine<'_>>> {
        loop {
            let start = self.start;
            if let Some((end, next)) = self.line_end() {
                match &self.buffer[end..next] {
                    b"\r\n" => self.crlf_lines += 1,
                    b"\r" => self.cr_lines += 1,
                    _ => {}
                }
                self.start = next;
                self.searched = 0;
                if !mem::take(&mut self.is_skipping) {
                    return Ok(Some(RawLine::new(&self.buffer[start..end])));
                }
                continue;
            }
            if self.is_at_end {
                self.start = self.end;
                self.searched = 0;
                let is_line = start < self.end && !mem::take(&mut self.is_skipping);
                return Ok(is_line.then(|| RawLine::new(&self.buffer[start..self.end])));
            }
            let unread = &self.buffer[start..self.end];
            // A CR at the end may be half of a CRLF.
            let len = unread.strip_suffix(b"\r").unwrap_or(unread).len();
            self.searched = len;
            if len > MAX_LINE_BYTES {
                self.start += len;
                self.searched = 0;
                if !mem::replace(&mut self.is_skipping, true) {
                    return Ok(Some(RawLine::new(&self.buffer[start..start + len])));
                }
            }
            self.fill()?;
        }
    }

    /// The end of the first unread line and the start of the next, if the buffer has the whole line end between them.
    fn line_end(&self) -> Option<(usize, usize)> {
        let from = self.start + self.searched;
        let end = from + memchr2(b'\n', b'\r', &self.buffer[from..self.end])?;
        let after = &self.buffer[end..self.end];
        match after {
            [b'\r', b'\n', ..] => Some((end, end + 2)),
            [b'\r'] if !self.is_at_end => None,
            _ => Some((end, end + 1)),
        }
    }

    /// Moves the unread bytes to the buffer's start, then reads once into the space after them. Notes the stream's end.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(bytes) => {
                    self.end += bytes;
                    self.bytes_read += bytes as u64;
                    self.is_at_end = bytes == 0;
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl<'b> RawLine<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> RawLine<'b> {
        RawLine {
            bytes: &bytes[..bytes.len().min(MAX_LINE_BYTES)],
            is_overlong: bytes.len() > MAX_LINE_BYTES,
        }
    }
}

impl<R> fmt::Debug for LineReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineReader")
            .field("bytes_read", &self.bytes_read)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Stream that returns at most a fixed number of bytes per read.
    pub(crate) struct Pieces<'a>(pub(crate) &'a [u8], pub(crate) usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = self.1.min(self.0.len()).min(buffer.len());
            let (piece, rest) = self.0.split_at(len);
            buffer[..len].copy_from_slice(piece);
            self.0 = rest;
            Ok(len)
        }
    }

    /// The length of each line, `true` if it is overlong, and the counts of CRLF and CR line ends.
    fn lines(stream: &[u8], piece: usize) -> (Vec<(usize, bool)>, u64, u64) {
        let mut reader = LineReader::new(Pieces(stream, piece));
        let mut found = Vec::new();
        while let Some(line) = reader.next_line().unwrap() {
            found.push((line.bytes.len(), line.is_overlong));
        }
        (found, reader.crlf_lines, reader.cr_lines)
    }

    #[test]
    fn splits_alike_in_any_pieces() {
        let long = vec![b'A'; 3 * BUFFER_BYTES];
        let limit = &long[..MAX_LINE_BYTES];
        let mixed = b"A\nBB\r\n\rCCC\n\r\n\n\rD\r";
        for piece in [1, 2, 3, usize::MAX] {
            let sizes = [1, 2, 0, 3, 0, 0, 0, 1].map(|len| (len, false));
            assert_eq!(lines(mixed, piece), (sizes.to_vec(), 2, 3), "{piece}");
        }
        for piece in [65_535, 65_536, 65_537, 65_538, usize::MAX] {
            for end in [&b"\n"[..], b"\r\n", b"\r"] {
                let stream = [limit, end, limit, b"A", end, &long, end, b"B"].concat();
                let (found, ..) = lines(&stream, piece);
                let longest = [false, true, true].map(|is_overlong| (MAX_LINE_BYTES, is_overlong));
                assert_eq!(found, [&longest[..], &[(1, false)]].concat(), "{piece}");
            }
        }
        assert_eq!(lines(&long, usize::MAX).0, [(MAX_LINE_BYTES, true)]);
        assert_eq!(lines(b"", 1).0, []);
    }

    #[test]
    fn reports_whether_a_line_is_buffered() {
        let mut reader = LineReader::new(Pieces(b"A\nB\r\nC", 4));
        let mut waits = Vec::new();
        loop {
            waits.push(!reader.has_line());
            if reader.next_line().unwrap().is_none() {
                break;
            }
        }
        // The CR that ends the first piece may be half of a CRLF.
        assert_eq!(waits, [true, true, true, false]);
    }

    #[test]
    fn rejects_long_files_and_other_encodings_with_the_place() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let read = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            read_text(&path, 20, "text", " (shorten the text)").map_err(|fault| fault.to_string())
        };
        assert_eq!(read("\u{feff}É\n".as_bytes()), Ok("É\n".to_owned()));
        assert_eq!(read(&[b'A'; 20]).unwrap().len(), 20);
        for (bytes, message) in [
            (&[b'A'; 21][..], " longer than 20 bytes (shorten the text)"),
            (
                b"A\0B\0",
                " the text is UTF-16, little-endian (convert it to UTF-8)",
            ),
            (
                b"A\n\xC3\x89\xC9",
                "2:2: byte 0xC9 is not UTF-8 text (convert the text to UTF-8)",
            ),
            (
                b"ABC\nA\0",
                "2:2: a NUL byte, so this is not text (name a text file)",
            ),
        ] {
            assert_eq!(read(bytes), Err(message.to_owned()));
        }
        let failure = read_text(&dir.path().join("y"), 20, "text", "").unwrap_err();
        assert!(failure.to_string().ends_with(" (check the name)"));
    }
}

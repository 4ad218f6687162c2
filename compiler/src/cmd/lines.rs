//! Lines of text from a file or from standard input, as they come.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::str::Utf8Error;

use lexc::text::{ForeignEncoding, to_nfc};

use super::{Failure, input_name};

/// The longest line that is read, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 16;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The lines of a stream, normalised to NFC.
pub struct Lines {
    name: String,
    reader: BufReader<Box<dyn Read>>,
    /// How many lines were read.
    number: u64,
    line: Vec<u8>,
    problem: Option<LineProblem>,
    /// Whether the line goes on in the stream, beyond what is allowed.
    is_line_unfinished: bool,
}

impl Lines {
    /// The lines of this file or, for `-`, of standard input.
    ///
    /// # Errors
    /// The file can't be opened.
    pub fn open(path: &Path) -> io::Result<Lines> {
        let name = input_name(path);
        if path == Path::new("-") {
            return Ok(Lines::new(name, io::stdin().lock()));
        }
        Ok(Lines::new(name, File::open(path)?))
    }

    pub fn new(name: impl Into<String>, stream: impl Read + 'static) -> Lines {
        Lines {
            name: name.into(),
            reader: BufReader::with_capacity(MAX_LINE_BYTES, Box::new(stream)),
            number: 0,
            line: Vec::new(),
            problem: None,
            is_line_unfinished: false,
        }
    }

    /// The name of the stream, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The next line; nothing at the end.
    ///
    /// `before_waiting` is called before the stream may have to be waited for: whoever writes it may be waiting for the
    /// results of the lines before.
    ///
    /// # Errors
    /// The stream can't be read, or is no text, which one line is enough to tell; as of `before_waiting`.
    pub fn next_line(
        &mut self,
        before_waiting: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<Option<Line<'_>>, Failure> {
        if !self.reader.buffer().contains(&b'\n') {
            before_waiting()?;
        }
        let is_whole = self.read_line().map_err(|error| Failure::Input {
            what: self.name.clone(),
            error,
        })?;
        if self.line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        self.refuse_what_is_no_text()?;
        if self.number == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
        self.problem = if is_whole {
            normalize(&mut self.line).err()
        } else {
            Some(LineProblem::TooLong)
        };
        Ok(self.current())
    }

    /// The line that was read last; nothing at the beginning and at the end.
    pub fn current(&self) -> Option<Line<'_>> {
        let text = match self.problem {
            Some(problem) => Err(problem),
            None => str::from_utf8(&self.line).map_err(not_utf8(&self.line)),
        };
        let number = self.number;
        (!self.line.is_empty()).then_some(Line { number, text })
    }

    /// Reads a line, and keeps no more of it than is allowed; `false` if there is more.
    fn read_line(&mut self) -> io::Result<bool> {
        // Not when its start was read: it may be that of no text at all, without an end.
        if std::mem::take(&mut self.is_line_unfinished) {
            self.reader.skip_until(b'\n')?;
        }
        self.line.clear();
        let mut limited = self.reader.by_ref().take(MAX_LINE_BYTES as u64);
        let len = limited.read_until(b'\n', &mut self.line)?;
        self.is_line_unfinished = len == MAX_LINE_BYTES && !self.line.ends_with(b"\n");
        Ok(!self.is_line_unfinished)
    }

    fn refuse_what_is_no_text(&self) -> Result<(), Failure> {
        let Lines { name, number, .. } = self;
        let encoding = (*number == 1).then(|| ForeignEncoding::detect(&self.line));
        if let Some(encoding) = encoding.flatten() {
            return Err(Failure::Other(format!(
                "{name}: the text is {encoding} (convert it to UTF-8)"
            )));
        }
        if self.line.contains(&0) {
            return Err(Failure::Other(format!(
                "{name}:{number}: a NUL byte, so this is not text (name a text file)"
            )));
        }
        Ok(())
    }
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.number)
    }
}

/// A line of a stream.
#[derive(Debug)]
pub struct Line<'l> {
    /// Its number in the stream, counted from 1.
    pub number: u64,
    /// What it says in NFC, line end included.
    pub text: Result<&'l str, LineProblem>,
}

/// What can be wrong with a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineProblem {
    /// It has more than [`MAX_LINE_BYTES`].
    TooLong,
    /// It is not UTF-8 from this column on.
    NotUtf8 { column: usize },
}

/// Normalises the text of the line.
fn normalize(line: &mut Vec<u8>) -> Result<(), LineProblem> {
    let text = str::from_utf8(line).map_err(not_utf8(line))?;
    if let Cow::Owned(text) = to_nfc(text) {
        *line = text.into_bytes();
    }
    Ok(())
}

fn not_utf8(line: &[u8]) -> impl Fn(Utf8Error) -> LineProblem {
    |error| {
        let valid = String::from_utf8_lossy(&line[..error.valid_up_to()]);
        LineProblem::NotUtf8 {
            column: valid.chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(stream: &'static [u8]) -> Vec<Result<String, LineProblem>> {
        let mut lines = Lines::new("test", stream);
        let mut found = Vec::new();
        while let Some(line) = lines.next_line(|| Ok(())).unwrap() {
            assert_eq!(line.number, found.len() as u64 + 1);
            found.push(line.text.map(str::to_owned));
        }
        found
    }

    fn refusal(stream: &'static [u8]) -> String {
        let mut lines = Lines::new("test", stream);
        loop {
            match lines.next_line(|| Ok(())) {
                Ok(line) => assert!(line.is_some()),
                Err(failure) => return failure.to_string(),
            }
        }
    }

    #[test]
    fn lines_are_normalised() {
        let found = lines("\u{feff}e\u{301}\r\n\nÉ".as_bytes());
        assert_eq!(found, ["é\r\n", "\n", "É"].map(|line| Ok(line.to_owned())));
    }

    #[test]
    fn bad_lines_are_told_and_the_next_is_read() {
        let mut stream = b"1\xc3\x89 \xff\n".to_vec();
        stream.extend(vec![b'1'; MAX_LINE_BYTES - 1]);
        stream.extend(b"\n");
        stream.extend([b'1'; MAX_LINE_BYTES + 1]);
        stream.extend(b"\n2\n");
        let found = lines(stream.leak());
        assert_eq!(found[0], Err(LineProblem::NotUtf8 { column: 4 }));
        assert_eq!(found[1].as_ref().map(String::len), Ok(MAX_LINE_BYTES));
        assert_eq!(found[2], Err(LineProblem::TooLong));
        assert_eq!(found[3..], [Ok("2\n".to_owned())]);
    }

    #[test]
    fn what_is_no_text_is_refused_however_long_it_is() {
        for utf16 in [&b"A\0B\0\n\0C\0"[..], b"\xff\xfeA\0\n\0"] {
            assert_eq!(
                refusal(utf16),
                "test: the text is UTF-16, little-endian (convert it to UTF-8)"
            );
        }
        let nul = "test:2: a NUL byte, so this is not text (name a text file)";
        assert_eq!(refusal(b"A\nB\0"), nul);
        let mut endless = Lines::new("test", b"A\n".chain(io::repeat(0)));
        assert!(endless.next_line(|| Ok(())).is_ok());
        assert_eq!(endless.next_line(|| Ok(())).unwrap_err().to_string(), nul);
    }

    #[test]
    fn waiting_is_announced() {
        let mut lines = Lines::new("test", &b"1\n2\n3"[..]);
        let mut waits = Vec::new();
        for read in 0..4 {
            let line = lines.next_line(|| {
                waits.push(read);
                Ok(())
            });
            assert_eq!(line.unwrap().is_some(), read < 3);
        }
        // What has no line end may go on.
        assert_eq!(waits, [0, 2, 3]);
    }
}

//! Lines of text, one at a time, for input that may be interactive.

use std::io::{self, Read};

use lexc_compiler::input::{self, LineReader, NUL_FAULT, Source};
use lexc_compiler::text::{BYTE_ORDER_MARK, ForeignEncoding, to_nfc};

use super::outcome::Failure;

/// The lines of a stream, normalised to NFC.
pub struct TextLines {
    name: String,
    reader: LineReader<Box<dyn Read>>,
    /// The number of lines read.
    number: u64,
    line: Option<Result<String, LineProblem>>,
}

/// A line of a stream.
#[derive(Clone, Copy, Debug)]
pub struct Line<'l> {
    /// The line's number in the stream, counted from 1.
    pub number: u64,
    /// The line in NFC, without its line end.
    pub text: Result<&'l str, LineProblem>,
}

/// Fault of one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineProblem {
    /// More than [`MAX_LINE_BYTES`](lexc_compiler::input::MAX_LINE_BYTES).
    TooLong,
    /// A byte that is not UTF-8. `column` is 1 more than the number of characters before it.
    NotUtf8 { column: usize },
}

impl TextLines {
    pub fn open(source: &Source) -> io::Result<TextLines> {
        let name = source.to_string();
        Ok(match source {
            Source::Stdin => TextLines::new(name, io::stdin().lock()),
            Source::File(path) => TextLines::new(name, input::open(path)?),
        })
    }

    /// Reads from a stream; `name` stands for it in messages.
    pub fn new(name: impl Into<String>, stream: impl Read + 'static) -> TextLines {
        TextLines {
            name: name.into(),
            reader: LineReader::new(Box::new(stream)),
            number: 0,
            line: None,
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// True if [`next_line`](Self::next_line) need not wait for the stream's writer, which may be waiting for answers.
    pub fn has_line(&self) -> bool {
        self.reader.has_line()
    }

    /// Reads the next line; `None` at the end.
    ///
    /// # Errors
    /// If the stream cannot be read, its first line shows another encoding than UTF-8, or a line has NUL in its first 65,536
    /// bytes.
    pub fn next_line(&mut self) -> Result<Option<Line<'_>>, Failure> {
        self.line = self.read_line()?;
        self.number += u64::from(self.line.is_some());
        Ok(self.current())
    }

    /// The line read last; `None` before the first line is read, and at the end.
    pub fn current(&self) -> Option<Line<'_>> {
        let text = match self.line.as_ref()? {
            Ok(text) => Ok(text.as_str()),
            Err(problem) => Err(*problem),
        };
        let number = self.number;
        Some(Line { number, text })
    }

    fn read_line(&mut self) -> Result<Option<Result<String, LineProblem>>, Failure> {
        let (name, number) = (&self.name, self.number);
        let line = self.reader.next_line();
        let line = line.map_err(|error| Failure::input(name, &error))?;
        let Some(line) = line else {
            return Ok(None);
        };
        let mut bytes = line.bytes;
        if number == 0 {
            if let Some(encoding) = ForeignEncoding::detect(bytes) {
                return Err(Failure(format!(
                    "{name}: the text is {encoding} (convert it to UTF-8)"
                )));
            }
            bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        }
        if bytes.contains(&0) {
            return Err(Failure(format!("{name}:{}: {NUL_FAULT}", number + 1)));
        }
        if line.is_overlong {
            return Ok(Some(Err(LineProblem::TooLong)));
        }
        Ok(Some(match str::from_utf8(bytes) {
            Ok(text) => Ok(to_nfc(text).into_owned()),
            Err(error) => {
                let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let column = valid.chars().count() + 1;
                Err(LineProblem::NotUtf8 { column })
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lexc_compiler::input::MAX_LINE_BYTES;

    fn lines(stream: &'static [u8]) -> Vec<Result<String, LineProblem>> {
        let mut lines = TextLines::new("test", stream);
        let mut found = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            assert_eq!(line.number, found.len() as u64 + 1);
            found.push(line.text.map(str::to_owned));
        }
        assert!(lines.current().is_none());
        found
    }

    fn refusal(stream: &'static [u8]) -> String {
        let mut lines = TextLines::new("test", stream);
        loop {
            match lines.next_line() {
                Ok(line) => assert!(line.is_some()),
                Err(error) => return error.to_string(),
            }
        }
    }

    #[test]
    fn normalises_lines() {
        let found = lines("\u{feff}e\u{301}\r\n\nÉ".as_bytes());
        assert_eq!(found, ["é", "", "É"].map(|line| Ok(line.to_owned())));
    }

    #[test]
    fn reports_a_bad_line_and_reads_the_next() {
        let mut stream = b"1\xc3\x89 \xff\n".to_vec();
        stream.extend(vec![b'1'; MAX_LINE_BYTES]);
        stream.extend(b"\n");
        stream.extend([b'1'; MAX_LINE_BYTES + 1]);
        stream.extend(b"\n2\n");
        let found = lines(stream.leak());
        assert_eq!(found[0], Err(LineProblem::NotUtf8 { column: 4 }));
        assert_eq!(found[1].as_ref().map(String::len), Ok(MAX_LINE_BYTES));
        assert_eq!(found[2], Err(LineProblem::TooLong));
        assert_eq!(found[3..], [Ok("2".to_owned())]);
    }

    #[test]
    fn refuses_utf_16_and_nul_bytes() {
        for utf16 in [&b"A\0B\0\n\0C\0"[..], b"\xff\xfeA\0\n\0"] {
            assert_eq!(
                refusal(utf16),
                "test: the text is UTF-16, little-endian (convert it to UTF-8)"
            );
        }
        let nul = "test:2: a NUL byte, so this is not text (name a text file)";
        assert_eq!(refusal(b"A\nB\0"), nul);
        let mut endless = TextLines::new("test", b"A\n".chain(io::repeat(0)));
        assert!(endless.next_line().is_ok());
        assert_eq!(endless.next_line().unwrap_err().to_string(), nul);
    }
}

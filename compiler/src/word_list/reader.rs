//! From bytes to words, a line at a time.

use std::io::{self, Read};
use std::mem;
use std::ops::ControlFlow;

use lexc_formats::{Alphabet, MAX_WORD_LEN};
use memchr::{memchr, memchr2};

use super::builder::WordListBuilder;
use super::list::WordList;
use super::options::{MAX_LINE_BYTES, ReadOptions};
use super::problem::{WordListError, WordListProblem, WordListProblemKind};
use super::summary::ReadSummary;
use crate::input::ReadFailure;
use crate::text::{BYTE_ORDER_MARK, ForeignEncoding, Quoted, ends_word};
use crate::tokenizer::{TokenizeErrorKind, TokenizedWord, Tokenizer};

/// The size of the buffer that input goes through.
const BUFFER_BYTES: usize = 1 << 18;
/// How much of a file is looked at to tell its encoding.
const DETECTION_BYTES: usize = 1 << 12;

/// Reads word lists from anything, one after the other.
///
/// [`read`](super::read()) does this for files and standard input.
#[derive(Debug)]
pub struct WordListReader<'a> {
    tokenizer: Tokenizer<'a>,
    options: ReadOptions,
    words: WordListBuilder,
    summary: ReadSummary,
    bytes: u64,
    /// The sources so far; the last one is being read.
    source_names: Vec<String>,
    /// The number of the line that is being read, counted from 1.
    line_number: u64,
    problems: Vec<WordListProblem>,
    /// Bad lines that are not among the problems.
    more_problems: u64,
}

impl<'a> WordListReader<'a> {
    /// Prepares for word lists in an alphabet.
    pub fn new(alphabet: Alphabet<'a>, options: ReadOptions) -> WordListReader<'a> {
        WordListReader {
            tokenizer: Tokenizer::new(alphabet),
            options,
            words: WordListBuilder::default(),
            summary: ReadSummary::default(),
            bytes: 0,
            source_names: Vec::new(),
            line_number: 0,
            problems: Vec::new(),
            more_problems: 0,
        }
    }

    /// Reads a list to its end, or until something is wrong with the whole of it.
    ///
    /// `name` stands for it in messages. `progress` is called now and then with the number of bytes of all lists so far.
    /// What is wrong is told by [`finish`](Self::finish).
    pub fn read(&mut self, name: &str, input: &mut dyn Read, progress: &mut dyn FnMut(u64)) {
        self.source_names.push(name.to_owned());
        self.line_number = 0;
        let mut buffer = vec![0; BUFFER_BYTES];
        let mut filled = 0;
        let mut is_at_start = true;
        let mut is_skipping = false;
        loop {
            let read_bytes = match input.read(&mut buffer[filled..]) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.problem(
                        None,
                        WordListProblemKind::Unreadable(ReadFailure(&error).to_string()),
                    );
                    return;
                }
            };
            filled += read_bytes;
            self.bytes += read_bytes as u64;
            progress(self.bytes);
            let is_at_end = read_bytes == 0;
            if is_at_start {
                if filled < DETECTION_BYTES && !is_at_end {
                    continue;
                }
                let start = &buffer[..filled.min(DETECTION_BYTES)];
                if let Some(encoding) = ForeignEncoding::detect(start) {
                    self.problem(None, WordListProblemKind::Encoding(encoding));
                    return;
                }
                is_at_start = false;
            }
            match self.lines(&buffer[..filled], is_at_end, &mut is_skipping) {
                ControlFlow::Continue(used) => {
                    buffer.copy_within(used..filled, 0);
                    filled -= used;
                }
                ControlFlow::Break(()) => return,
            }
            if is_at_end {
                return;
            }
        }
    }

    /// Reads a list that was cut into lines before.
    pub(super) fn read_lines<L: AsRef<str>>(
        &mut self,
        name: &str,
        lines: impl IntoIterator<Item = L>,
    ) {
        self.source_names.push(name.to_owned());
        self.line_number = 0;
        for line in lines {
            if self.line(line.as_ref().as_bytes()).is_break() {
                return;
            }
        }
    }

    /// Reports a list that can't be read at all.
    pub(super) fn refuse(&mut self, name: &str, kind: WordListProblemKind) {
        self.source_names.push(name.to_owned());
        self.problem(None, kind);
    }

    /// The words of all lists together, and what was met on the way.
    ///
    /// # Errors
    /// Everything that was wrong, or that there are no words.
    pub fn finish(mut self) -> Result<(WordList, ReadSummary), WordListError> {
        let (words, duplicates) = self.words.finish();
        self.summary.words = words.len() as u64;
        self.summary.duplicates = duplicates;
        if self.problems.is_empty() && self.more_problems == 0 && words.is_empty() {
            self.problems.push(WordListProblem {
                source_name: self.source_names.join(", "),
                place: None,
                kind: WordListProblemKind::NoWords(Box::new(self.summary.clone())),
            });
        }
        if self.problems.is_empty() && self.more_problems == 0 {
            Ok((words, self.summary))
        } else {
            Err(WordListError::new(self.problems, self.more_problems))
        }
    }

    /// Reads the lines of a piece of the input; returns how many bytes of it are done with.
    ///
    /// `is_skipping` holds from one piece to the next that the rest of an overlong line is passed over.
    fn lines(
        &mut self,
        bytes: &[u8],
        is_at_end: bool,
        is_skipping: &mut bool,
    ) -> ControlFlow<(), usize> {
        let mut start = 0;
        let mut word = TokenizedWord::EMPTY;
        loop {
            let rest = &bytes[start..];
            let word_bytes = self.tokenizer.tokenize_fast(rest, &mut word);
            // Most lines are a word and nothing else: then one pass is enough.
            if let Some(bytes) = word_bytes
                && rest.get(bytes) == Some(&b'\n')
                && !*is_skipping
            {
                self.count_line();
                self.accept(&word)?;
                start += bytes + 1;
                continue;
            }
            let Some(len) = memchr2(b'\n', b'\r', rest) else {
                break;
            };
            let end = start + len;
            let next = match (bytes[end], bytes.get(end + 1)) {
                (b'\n', _) => end + 1,
                (_, Some(b'\n')) => {
                    self.summary.crlf_lines += 1;
                    end + 2
                }
                // What follows decides whether this is a CRLF.
                (_, None) if !is_at_end => break,
                (_, _) => {
                    self.summary.cr_lines += 1;
                    end + 1
                }
            };
            if !mem::take(is_skipping) {
                self.count_line();
                let word = word_bytes.map(|bytes| (&word, bytes));
                self.line_with(&bytes[start..end], word)?;
            }
            start = next;
        }
        let rest = &bytes[start..];
        if is_at_end {
            if !rest.is_empty() && !*is_skipping {
                self.line(rest)?;
            }
            return ControlFlow::Continue(bytes.len());
        }
        let line = rest.strip_suffix(b"\r").unwrap_or(rest);
        if line.len() > MAX_LINE_BYTES {
            if !*is_skipping {
                self.line(line)?;
            }
            *is_skipping = true;
            start += line.len();
        }
        ControlFlow::Continue(start)
    }

    fn count_line(&mut self) {
        self.summary.lines += 1;
        self.line_number += 1;
    }

    /// Reads a line, or the start of an overlong one. Breaks if the source can't be read on.
    fn line(&mut self, line: &[u8]) -> ControlFlow<()> {
        let mut word = TokenizedWord::EMPTY;
        let bytes = self.tokenizer.tokenize_fast(line, &mut word);
        self.count_line();
        self.line_with(line, bytes.map(|bytes| (&word, bytes)))
    }

    /// Reads a line that starts with this word of so many bytes, if that is known.
    fn line_with(&mut self, line: &[u8], word: Option<(&TokenizedWord, usize)>) -> ControlFlow<()> {
        if line.len() <= MAX_LINE_BYTES
            && let Some((word, bytes)) = word
        {
            let rest = &line[bytes..];
            // If it is no text, the general path says so.
            if rest.is_empty() {
                return self.accept(word);
            }
            if memchr(0, rest).is_none()
                && let Ok(rest) = str::from_utf8(rest)
            {
                self.count_rest(rest);
                return self.accept(word);
            }
        }
        self.any_line(line)
    }

    /// Reads a line that is not plain.
    fn any_line(&mut self, line: &[u8]) -> ControlFlow<()> {
        let (has_mark, line) = match line.strip_prefix(BYTE_ORDER_MARK) {
            Some(line) => (true, line),
            None => (false, line),
        };
        self.summary.byte_order_marks += u64::from(has_mark);
        let is_overlong = line.len() > MAX_LINE_BYTES;
        let line = &line[..line.len().min(MAX_LINE_BYTES)];
        if let Some(before) = memchr(0, line) {
            let column = String::from_utf8_lossy(&line[..before]).chars().count() + 1;
            self.problem(Some(column), WordListProblemKind::Nul);
            return ControlFlow::Break(());
        }
        let text = match str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let (valid, rest) = line.split_at(error.valid_up_to());
                let valid = str::from_utf8(valid).unwrap_or_default();
                let is_cut = is_overlong && error.error_len().is_none();
                if !is_cut {
                    let byte = rest.first().copied().unwrap_or_default();
                    self.bad_line(valid.chars().count(), WordListProblemKind::NotUtf8(byte));
                    return ControlFlow::Continue(());
                }
                valid
            }
        };

        let content = text.trim_start();
        let indent = text.chars().count() - content.chars().count();
        let (word, rest) = content.split_at(content.find(ends_word).unwrap_or(content.len()));
        let tiled = if word.is_empty() {
            Ok(None)
        } else {
            self.tokenizer.tokenize_general(word).map(Some)
        };
        match tiled {
            Ok(_) if is_overlong => {
                self.bad_line(text.chars().count(), WordListProblemKind::LineTooLong);
            }
            Ok(None) if rest.is_empty() => self.summary.blank_lines += 1,
            Ok(None) => self.summary.comments += 1,
            Ok(Some(word)) => {
                self.count_rest(rest);
                return self.accept(&word);
            }
            Err(error)
                if error.kind == TokenizeErrorKind::TooLong
                    && self.options.max_length < MAX_WORD_LEN
                    && !is_overlong =>
            {
                self.count_rest(rest);
                self.summary.skipped_long += 1;
            }
            Err(error) => {
                let kind = WordListProblemKind::Word {
                    // One character more than is shown, so that it is seen to be cut.
                    word: word.chars().take(Quoted::MAX_CHARS + 1).collect(),
                    error: error.kind,
                };
                self.bad_line(indent + error.offset, kind);
            }
        }
        ControlFlow::Continue(())
    }

    /// Notes what follows a word on its line.
    fn count_rest(&mut self, rest: &str) {
        match rest.trim_start().chars().next() {
            Some('#') => self.summary.comments += 1,
            Some(_) => self.summary.definitions += 1,
            None => {}
        }
    }

    #[inline]
    fn accept(&mut self, word: &TokenizedWord) -> ControlFlow<()> {
        let codes = word.codes();
        if codes.len() < self.options.min_length {
            self.summary.skipped_short += 1;
        } else if codes.len() > self.options.max_length {
            self.summary.skipped_long += 1;
        } else {
            self.summary.folded += u64::from(word.is_folded);
            self.summary.normalized += u64::from(word.is_normalized);
            if self.words.push(codes).is_err() {
                self.problem(Some(1), WordListProblemKind::TooManyTiles);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports or skips the line, which is bad after so many characters.
    fn bad_line(&mut self, offset: usize, kind: WordListProblemKind) {
        if self.options.skip_invalid {
            self.summary.skipped_invalid += 1;
        } else if self.problems.len() < self.options.max_errors {
            self.problem(Some(offset + 1), kind);
        } else {
            self.more_problems += 1;
        }
    }

    fn problem(&mut self, column: Option<usize>, kind: WordListProblemKind) {
        self.problems.push(WordListProblem {
            source_name: self.source_names.last().cloned().unwrap_or_default(),
            place: column.map(|column| (self.line_number, column)),
            kind,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word_list::tests::{Pieces, english_problems, problems, read_with, section};

    #[test]
    fn bytes_that_are_not_utf8_are_bad_wherever_they_are() {
        let not_utf8 = |place: &str, byte: &str| {
            format!("{place}: byte 0x{byte} is not UTF-8 text (convert the list to UTF-8)")
        };
        assert_eq!(
            english_problems(
                b"CAF\xC9\nAA\xC3\n\xC3\x89\xC3A\nAA \xE9t\xE9\n#\xA9\n\xEF\xBB\xBFA\x80\nAB\xC0\x80\nAA"
            ),
            [
                not_utf8("1:4", "C9"),
                not_utf8("2:3", "C3"),
                not_utf8("3:2", "C3"),
                not_utf8("4:4", "E9"),
                not_utf8("5:2", "A9"),
                not_utf8("6:2", "80"),
                not_utf8("7:3", "C0"),
            ]
        );
    }

    #[test]
    fn overlong_lines_are_bad_and_the_next_is_read() {
        let long = "A".repeat(300_000);
        let lines = english_problems(format!("AA\n{long}\nA-\n"));
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("2:64: more than 63 tiles, in `AAAA"));
        assert!(lines[1].starts_with("3:2: `-`"));

        // A short word with too long a definition, which is also cut in the middle of a character.
        let definition = "é".repeat(100_000);
        for end in ["\n", "\r\n", "\r"] {
            let list = format!("AA {definition}{end}A-{end}#{definition}{end} {definition}");
            assert_eq!(
                english_problems(list),
                [
                    "1:32770: a line of more than 65536 bytes (write each word on a line of its own)".to_owned(),
                    "2:2: `-` (U+002D) fits no tile, in `A-`".to_owned(),
                    "3:32769: a line of more than 65536 bytes (write each word on a line of its own)".to_owned(),
                    format!("4:2: `é` (U+00E9) fits no tile, in `{}…`", "é".repeat(40)),
                ]
            );
        }
    }

    #[test]
    fn the_limit_of_a_line_does_not_depend_on_how_it_comes() {
        let line = |len: usize| format!("AA{}\r\nAB\r\n", " ".repeat(len - 2));
        for piece in [1 << 12, 65_535, 65_536, 65_537, 65_538, 65_539, usize::MAX] {
            let read = |list: String| {
                let mut list = Pieces(list.as_bytes(), piece);
                read_with("english", ReadOptions::default(), &mut list)
            };
            let (words, summary) = read(line(65_536)).unwrap();
            assert_eq!((words.len(), summary.lines, summary.crlf_lines), (2, 2, 2));
            assert_eq!(
                read(line(65_537)).unwrap_err().to_string(),
                "list:1:65537: a line of more than 65536 bytes (write each word on a line of its own)",
                "{piece}"
            );
        }
    }

    #[test]
    fn an_endless_line_is_refused() {
        let mut line = io::repeat(b'A').take(1 << 26);
        let error = read_with("english", ReadOptions::default(), &mut line).unwrap_err();
        assert_eq!(error.problems()[0].place, Some((1, 64)));
        assert_eq!(line.limit(), 0);
        let error = read_with("english", ReadOptions::default(), &mut io::repeat(0)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "list:1:1: a NUL byte, so this is not text (name a text file)"
        );
    }

    #[test]
    fn other_encodings_are_named() {
        let utf16: Vec<u8> = "AA\r\nAAH\r\n"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        for options in [false, true].map(|skip_invalid| ReadOptions {
            skip_invalid,
            ..ReadOptions::default()
        }) {
            assert_eq!(
                problems("english", options, &utf16),
                [" the list is UTF-16, big-endian (convert it to UTF-8)"]
            );
        }
        // The encoding is told from the first bytes together, however few of them come at once.
        let error = read_with("english", ReadOptions::default(), &mut Pieces(&utf16, 1));
        let kind = error.unwrap_err().problems()[0].kind.clone();
        assert_eq!(
            kind,
            WordListProblemKind::Encoding(ForeignEncoding::Utf16Be)
        );
    }

    #[test]
    fn a_nul_byte_ends_the_list_but_not_the_others() {
        let section = section("english");
        let mut reader = WordListReader::new(
            Alphabet::from_bytes(&section).unwrap(),
            ReadOptions::default(),
        );
        for (name, list) in [("a", "A-\nAA\0\nB-"), ("b", "C-"), ("c", "É x\0")] {
            reader.read(name, &mut list.as_bytes(), &mut |_| {});
        }
        assert_eq!(
            reader.finish().unwrap_err().to_string(),
            "a:1:2: `-` (U+002D) fits no tile, in `A-`\n\
             a:2:3: a NUL byte, so this is not text (name a text file)\n\
             b:1:2: `-` (U+002D) fits no tile, in `C-`\n\
             c:1:4: a NUL byte, so this is not text (name a text file)"
        );
    }

    #[test]
    fn failing_input_is_an_error() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is on fire"))
            }
        }
        let mut list = b"AA\n".chain(Failing);
        assert_eq!(
            read_with("english", ReadOptions::default(), &mut list)
                .unwrap_err()
                .to_string(),
            "list: cannot read: the disk is on fire (try again; if it stays so, get it from elsewhere)"
        );
    }

    #[test]
    fn interrupted_input_is_read_on() {
        struct Interrupted(bool);
        impl Read for Interrupted {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                if mem::take(&mut self.0) {
                    Err(io::ErrorKind::Interrupted.into())
                } else {
                    Ok(0)
                }
            }
        }
        let mut list = Interrupted(true).chain(&b"AA\n"[..]);
        let (words, _) = read_with("english", ReadOptions::default(), &mut list).unwrap();
        assert_eq!(words.len(), 1);
    }

    #[test]
    fn any_bytes_are_read_alike_in_any_pieces() {
        let section = section("C,c,1,1,0\nCH,ch,1,1,0\nH,h,1,1,0\nÉ,é,1,1,1\nÇ,ç,1,1,0\n");
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let mut state: u64 = 7;
        let mut number = |bound: u64| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            usize::try_from((state >> 33) % bound).unwrap()
        };
        let pieces: [&[u8]; 16] = [
            b"C",
            b"h",
            b"CH",
            b"[",
            b"]",
            b"\n",
            b"\r",
            b" ",
            b"#",
            b"\xC3",
            b"\xA9",
            b"\xCC\x81e",
            b"\xEF\xBB\xBF",
            "é".as_bytes(),
            "ß".as_bytes(),
            b"\xFF",
        ];
        for _ in 0..100 {
            let list: Vec<u8> = (0..number(60))
                .flat_map(|_| pieces[number(16)])
                .copied()
                .collect();
            let options = ReadOptions {
                skip_invalid: number(2) == 0,
                ..ReadOptions::default()
            };
            let outcomes = [1, 2, 5, usize::MAX].map(|piece| {
                let mut reader = WordListReader::new(alphabet, options.clone());
                reader.read("list", &mut Pieces(&list, piece), &mut |_| {});
                reader.finish()
            });
            for outcome in &outcomes {
                assert_eq!(outcome, &outcomes[0], "{}", list.escape_ascii());
            }
        }
    }
}

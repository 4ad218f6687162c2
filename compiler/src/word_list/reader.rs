//! Reads word lists from files, standard input, streams and iterators, line by line.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;

use lexc_formats::{Alphabet, MAX_WORD_LEN};
use memchr::memchr;

use super::list::{WordList, WordListBuilder};
use super::report::{ReadSummary, WordListError};
use crate::input::{
    LineReader, MAX_LINE_BYTES, NUL_FAULT, RawLine, Source, TextFault, read_failure,
};
use crate::text::{BYTE_ORDER_MARK, ForeignEncoding, Quoted, ends_word};
use crate::tokenizer::{TokenizeErrorKind, TokenizedWord, Tokenizer};

/// Words to read, and the treatment of bad lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    /// The fewest tiles of a word; shorter words are skipped. 1 by default.
    pub min_length: usize,
    /// The most tiles of a word; longer words are skipped. 63 by default. Unless the limit is below 63, a
    /// word of more than 63 tiles is an error.
    pub max_length: usize,
    /// Skips and counts bad lines, which are errors otherwise. False by default.
    pub skip_invalid: bool,
    /// The number of faults after which further bad lines are only counted, not reported one by one. 20 by default.
    pub max_errors: usize,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            min_length: 1,
            max_length: MAX_WORD_LEN,
            skip_invalid: false,
            max_errors: 20,
        }
    }
}

/// The number of bytes at the start of a list by which its encoding is detected.
const DETECTION_BYTES: usize = 1 << 12;

/// Reads word lists from any stream, one after the other.
///
/// [`read`](super::read()) does this for files and standard input.
#[derive(Debug)]
pub struct WordListReader<'a> {
    tokenizer: Tokenizer<'a>,
    options: ReadOptions,
    words: WordListBuilder,
    summary: ReadSummary,
    /// The number of bytes of the lists before the one being read.
    bytes_before: u64,
    /// Names of the lists so far; the last list is being read.
    source_names: Vec<String>,
    /// The number of the line being read, counted from 1.
    line_number: u64,
    error: WordListError,
}

impl<'a> WordListReader<'a> {
    /// Creates a reader for word lists of an alphabet.
    pub fn new(alphabet: Alphabet<'a>, options: ReadOptions) -> WordListReader<'a> {
        WordListReader {
            tokenizer: Tokenizer::new(alphabet),
            options,
            words: WordListBuilder::default(),
            summary: ReadSummary::default(),
            bytes_before: 0,
            source_names: Vec::new(),
            line_number: 0,
            error: WordListError::default(),
        }
    }

    /// Reads a list to its end, or to a fault of the whole list.
    ///
    /// `name` stands for the list in messages. `progress` is called after reads of input, with the number of bytes of
    /// all lists so far. [`finish`](Self::finish) returns the faults.
    pub fn read(&mut self, name: &str, input: &mut dyn Read, progress: &mut dyn FnMut(u64)) {
        self.start_source(name);
        let mut lines = LineReader::new(input);
        // The fault is already among the problems.
        let _ = self.read_stream(&mut lines, progress);
        self.summary.crlf_lines += lines.crlf_lines;
        self.summary.cr_lines += lines.cr_lines;
        self.bytes_before += lines.bytes_read();
    }

    /// Reads a list that is given as lines.
    pub(super) fn read_lines<L: AsRef<str>>(
        &mut self,
        name: &str,
        lines: impl IntoIterator<Item = L>,
    ) {
        self.start_source(name);
        for line in lines {
            let line = RawLine::new(line.as_ref().as_bytes());
            if self.line(line, None).is_break() {
                return;
            }
        }
    }

    /// Reports a list that cannot be opened.
    pub(super) fn refuse(&mut self, name: &str, message: String) {
        self.start_source(name);
        self.problem(None, message);
    }

    /// Returns the words of all lists together, and the counts.
    ///
    /// # Errors
    /// Reports the faults of the lists, or that there are no words.
    pub fn finish(mut self) -> Result<(WordList, ReadSummary), WordListError> {
        let (words, duplicates) = self.words.finish();
        self.summary.words = words.len() as u64;
        self.summary.duplicates = duplicates;
        let has_problems = self.error != WordListError::default();
        if !has_problems && !words.is_empty() {
            return Ok((words, self.summary));
        }
        if !has_problems {
            let (names, summary) = (self.source_names.join(", "), self.summary);
            let problem = format!("{names}: no words ({summary})");
            self.error.problems.push(problem);
        }
        Err(self.error)
    }

    fn start_source(&mut self, name: &str) {
        self.source_names.push(name.to_owned());
        self.line_number = 0;
    }

    /// Reads a list. Breaks after a fault of the whole list.
    fn read_stream(
        &mut self,
        lines: &mut LineReader<&mut dyn Read>,
        progress: &mut dyn FnMut(u64),
    ) -> ControlFlow<()> {
        if let Err(error) = lines.fill_to(DETECTION_BYTES) {
            return self.fail(read_failure(&error));
        }
        let start = lines.buffered();
        let start = &start[..start.len().min(DETECTION_BYTES)];
        if let Some(encoding) = ForeignEncoding::detect(start) {
            return self.fail(format!("the list is {encoding} (convert it to UTF-8)"));
        }
        let mut word = TokenizedWord::EMPTY;
        let mut bytes_read = 0;
        loop {
            if bytes_read != lines.bytes_read() {
                bytes_read = lines.bytes_read();
                progress(self.bytes_before + bytes_read);
            }
            let (plain_bytes, word_bytes) = self.plain_lines(lines.buffered(), &mut word)?;
            lines.advance(plain_bytes);
            match lines.next_line() {
                Ok(Some(line)) => self.line(line, word_bytes.map(|bytes| (&word, bytes)))?,
                Ok(None) => break,
                Err(error) => return self.fail(read_failure(&error)),
            }
        }
        progress(self.bytes_before + lines.bytes_read());
        ControlFlow::Continue(())
    }

    /// Reads lines that have only a word for the fast path and end in LF. Returns their number of bytes. If the next
    /// line starts with such a word and a byte follows it, sets `word` to it and returns its number of bytes, too.
    fn plain_lines(
        &mut self,
        bytes: &[u8],
        word: &mut TokenizedWord,
    ) -> ControlFlow<(), (usize, Option<usize>)> {
        let mut start = 0;
        loop {
            let rest = &bytes[start..];
            let word_bytes = self.tokenizer.tokenize_fast(rest, word);
            match word_bytes.and_then(|bytes| rest.get(bytes)) {
                Some(b'\n') => {}
                Some(_) => return ControlFlow::Continue((start, word_bytes)),
                None => return ControlFlow::Continue((start, None)),
            }
            self.count_line();
            self.accept(word)?;
            start += word_bytes.unwrap_or(0) + 1;
        }
    }

    fn count_line(&mut self) {
        self.summary.lines += 1;
        self.line_number += 1;
    }

    /// Reads a line. `word` is the word at its start with its number of bytes, if the fast path has read it. Breaks
    /// after a fault of the whole list.
    fn line(
        &mut self,
        line: RawLine<'_>,
        word: Option<(&TokenizedWord, usize)>,
    ) -> ControlFlow<()> {
        self.count_line();
        let mut fast = TokenizedWord::EMPTY;
        let word = word.or_else(|| {
            let bytes = self.tokenizer.tokenize_fast(line.bytes, &mut fast)?;
            Some((&fast, bytes))
        });
        if !line.is_overlong
            && let Some((word, bytes)) = word
        {
            let rest = &line.bytes[bytes..];
            // The general path reports bytes that are not text.
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
        self.general_line(line)
    }

    /// Reads a line by the general path.
    fn general_line(&mut self, line: RawLine<'_>) -> ControlFlow<()> {
        let bytes = line.bytes;
        let unmarked = bytes.strip_prefix(BYTE_ORDER_MARK);
        self.summary.byte_order_marks += u64::from(unmarked.is_some());
        let bytes = unmarked.unwrap_or(bytes);
        if let Some(before) = memchr(0, bytes) {
            let column = String::from_utf8_lossy(&bytes[..before]).chars().count() + 1;
            self.problem(Some(column), NUL_FAULT.to_owned());
            return ControlFlow::Break(());
        }
        let text = match str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                let valid = str::from_utf8(valid).unwrap_or_default();
                // An overlong line may be cut in the middle of a character.
                if !line.is_overlong || error.error_len().is_some() {
                    let byte = rest.first().copied().unwrap_or_default();
                    self.bad_line(valid.chars().count(), || {
                        format!("byte 0x{byte:02X} is not UTF-8 text (convert the list to UTF-8)")
                    });
                    return ControlFlow::Continue(());
                }
                valid
            }
        };
        self.text_line(text, line.is_overlong)
    }

    fn text_line(&mut self, text: &str, is_overlong: bool) -> ControlFlow<()> {
        let content = text.trim_start();
        let (word, rest) = content.split_at(content.find(ends_word).unwrap_or(content.len()));
        let tokenized = if word.is_empty() {
            Ok(None)
        } else {
            self.tokenizer.tokenize_general(word).map(Some)
        };
        match tokenized {
            Ok(_) if is_overlong => {
                self.bad_line(text.chars().count(), || {
                    format!(
                        "a line of more than {MAX_LINE_BYTES} bytes (write each word on a line of its own)"
                    )
                });
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
                let indent = text.chars().count() - content.chars().count();
                let is_reported =
                    self.bad_line(indent + error.offset, || bad_word(word, &error.kind));
                self.error.has_stray_characters |=
                    is_reported && matches!(error.kind, TokenizeErrorKind::NoTile(_));
            }
        }
        ControlFlow::Continue(())
    }

    /// Counts the comment or definition after a word.
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
            if let Err(error) = self.words.push(codes) {
                self.problem(Some(1), error.to_string());
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports or skips a line with a fault after `offset` characters. Returns `true` if the message is reported.
    fn bad_line(&mut self, offset: usize, message: impl FnOnce() -> String) -> bool {
        let is_reported =
            !self.options.skip_invalid && self.error.problems.len() < self.options.max_errors;
        if is_reported {
            self.problem(Some(offset + 1), message());
        } else if self.options.skip_invalid {
            self.summary.skipped_invalid += 1;
        } else {
            self.error.more += 1;
        }
        is_reported
    }

    /// Reports a fault of the whole list.
    fn fail(&mut self, message: String) -> ControlFlow<()> {
        self.problem(None, message);
        ControlFlow::Break(())
    }

    fn problem(&mut self, column: Option<usize>, message: String) {
        let name = self.source_names.last().map_or("", String::as_str);
        let place = column.map(|column| (self.line_number, column));
        let fault = TextFault { place, message };
        self.error.problems.push(format!("{name}:{fault}"));
    }
}

/// Message for a word that cannot be read as tiles.
fn bad_word(word: &str, error: &TokenizeErrorKind) -> String {
    let remedy = match error {
        TokenizeErrorKind::NoTile(',' | ';') => " (only white space or `#` ends a word)",
        TokenizeErrorKind::NoTile('\u{feff}') => {
            " (a byte order mark, which may only start a line: remove it)"
        }
        TokenizeErrorKind::TooLong => {
            " (write each word on a line of its own, or skip long ones with --max-length)"
        }
        _ => "",
    };
    format!("{error}, in {}{remedy}", Quoted(word))
}

/// Reads word lists into one list.
///
/// `progress` is called after reads of input, with the number of bytes read so far.
///
/// # Errors
/// Reports the sources that can't be read and the bad lines, or that there are no words.
pub fn read(
    sources: &[Source],
    alphabet: Alphabet<'_>,
    options: &ReadOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<(WordList, ReadSummary), WordListError> {
    let mut reader = WordListReader::new(alphabet, options.clone());
    for source in sources {
        let name = source.to_string();
        match source {
            Source::File(path) => match open(path) {
                Ok(mut file) => reader.read(&name, &mut file, progress),
                Err(message) => reader.refuse(&name, message),
            },
            Source::Stdin => reader.read(&name, &mut io::stdin().lock(), progress),
        }
    }
    reader.finish()
}

fn open(path: &Path) -> Result<File, String> {
    // Opening a directory fails in its own way on each system, or succeeds.
    if path.is_dir() {
        return Err("is a directory, not a word list (name the lists in it)".to_owned());
    }
    File::open(path).map_err(|error| read_failure(&error))
}

impl WordList {
    /// Reads the words of an iterator, each as a line of a list.
    ///
    /// ```
    /// use lexc::word_list::WordList;
    /// use lexc_formats::Alphabet;
    ///
    /// let section = lexc::alphabet::load("english")?.encode()?;
    /// let words = WordList::from_words(Alphabet::from_bytes(&section)?, ["CAB", "ab"])?;
    /// assert!(words.iter().eq([&[1, 2][..], &[3, 1, 2]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Reports the words that the alphabet can't spell, or that there are no words.
    pub fn from_words<W: AsRef<str>>(
        alphabet: Alphabet<'_>,
        words: impl IntoIterator<Item = W>,
    ) -> Result<WordList, WordListError> {
        let mut reader = WordListReader::new(alphabet, ReadOptions::default());
        reader.read_lines("words", words);
        Ok(reader.finish()?.0)
    }
}

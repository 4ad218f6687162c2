//! Reads word lists from files, standard input, streams and iterators, line by line.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;

use lexc_formats::Alphabet;

use super::collector::Collector;
use super::definitions::HEAD_BYTES;
use super::faults::WordListError;
use super::list::WordList;
use super::note::LineNote;
use super::options::ReadOptions;
use super::report::ReadSummary;
use crate::compression::{read_up_to, unpack};
use crate::encoding::decode;
use crate::hunspell::{Dictionary, is_dictionary};
use crate::input::{LineReader, RawLine, Source, read_failure};
use crate::limits::Limited;
use crate::tokenizer::TokenizedWord;

/// Reads word lists from any stream, one after the other.
///
/// [`read`](super::read()) does this for files and standard input.
#[derive(Debug)]
pub struct WordListReader<'a> {
    collector: Collector<'a>,
    /// The number of bytes of all lists before the list being read.
    bytes_before: u64,
    /// The bytes that the limit leaves for further lists.
    bytes_left: u64,
}

/// Receives the notes on lines, with the name of their list.
pub type NoteVisitor<'v> = &'v mut dyn FnMut(&str, &LineNote);

impl<'a> WordListReader<'a> {
    /// Creates a reader for word lists of an alphabet.
    pub fn new(alphabet: Alphabet<'a>, options: ReadOptions) -> WordListReader<'a> {
        WordListReader {
            bytes_left: options.limits.bytes,
            collector: Collector::new(alphabet, options),
            bytes_before: 0,
        }
    }

    /// Reads a list to its end, or up to a fault of the whole list, such as a failed read.
    ///
    /// `name` stands for the list in messages. `progress` is called after reads of input, with the number of bytes read
    /// from all lists so far. [`finish`](Self::finish) returns the faults.
    pub fn read(&mut self, name: &str, input: &mut dyn Read, progress: &mut dyn FnMut(u64)) {
        self.read_stream_of((name, None), input, progress, None);
    }

    /// Reads a list as [`read`](Self::read) does. Calls the visitor, if any, with a note on each line that is bad, dropped
    /// or changed.
    pub fn read_noting(
        &mut self,
        name: &str,
        input: &mut dyn Read,
        progress: &mut dyn FnMut(u64),
        visit: Option<NoteVisitor<'_>>,
    ) {
        self.read_stream_of((name, None), input, progress, visit);
    }

    /// Reads the stream of a list with this name and perhaps a path.
    fn read_stream_of(
        &mut self,
        (name, path): (&str, Option<&Path>),
        input: &mut dyn Read,
        progress: &mut dyn FnMut(u64),
        visit: Option<NoteVisitor<'_>>,
    ) {
        self.collector.start_source(name);
        self.collector.log.notes = visit.is_some().then(Vec::new);
        let mut notes = Notes { name, visit };
        let bytes_read = Cell::new(0);
        let input = Counting {
            input,
            bytes: &bytes_read,
        };
        let bytes_left = Cell::new(self.bytes_left);
        // The fault is already among the problems.
        let _ = self.read_stream(path, (input, &bytes_left), progress, &mut notes);
        self.bytes_left = bytes_left.get();
        self.collector.finish_source();
        notes.flush(&mut self.collector);
        self.bytes_before += bytes_read.get();
    }

    /// Reads a list that is given as lines, up to a fault of the whole list.
    pub fn read_lines<L: AsRef<str>>(&mut self, name: &str, lines: impl IntoIterator<Item = L>) {
        self.collector.start_source(name);
        for line in lines {
            let line = RawLine::new(line.as_ref().as_bytes());
            let flow = self.collector.line(line, None);
            if flow.is_break() || check_counts(&mut self.collector).is_break() {
                return;
            }
        }
    }

    /// Reads a file or standard input.
    ///
    /// `progress` and `visit` are called as by [`read`](Self::read) and [`read_noting`](Self::read_noting).
    pub fn read_source(
        &mut self,
        source: &Source,
        progress: &mut dyn FnMut(u64),
        visit: Option<NoteVisitor<'_>>,
    ) {
        let name = source.to_string();
        match source {
            Source::File(path) => match open(path) {
                Ok(mut file) => {
                    self.read_stream_of((&name, Some(path)), &mut file, progress, visit);
                }
                Err(message) => {
                    self.collector.start_source(&name);
                    // The fault is already among the problems.
                    let _ = self.collector.log.fail(message);
                }
            },
            Source::Stdin => self.read_noting(&name, &mut io::stdin().lock(), progress, visit),
        }
    }

    /// Returns the words of all lists together, and the counts.
    ///
    /// # Errors
    /// Reports the faults of the lists, or that there are no words.
    pub fn finish(self) -> Result<(WordList, ReadSummary), WordListError> {
        self.collector.finish()
    }

    /// Reads a stream. Breaks after a fault of the whole list.
    fn read_stream(
        &mut self,
        path: Option<&Path>,
        (input, bytes_left): (Counting<'_>, &Cell<u64>),
        progress: &mut dyn FnMut(u64),
        notes: &mut Notes<'_, '_>,
    ) -> ControlFlow<()> {
        let limits = self.collector.options.limits;
        let bytes_read = input.bytes;
        let mut progress = |before: u64| progress(before + bytes_read.get());
        let mut encoding = self.collector.options.encoding;
        let start = unpack(input).and_then(|stream| {
            let mut stream = Limited::new(stream, limits, bytes_left);
            let head = read_up_to(&mut stream, HEAD_BYTES)?;
            Ok((head, stream))
        });
        let (head, stream) = match start {
            Ok(start) => start,
            Err(error) => return self.collector.log.fail_reading(&error),
        };
        if is_dictionary(&head, path) {
            if self.collector.options.has_columns() {
                let message = "a Hunspell dictionary has no columns (leave --column and columns of labels out)";
                return self.collector.log.fail(message.to_owned());
            }
            let budget = &mut self.collector.forms;
            let dictionary = match Dictionary::open(path, encoding, (limits, bytes_left), budget) {
                Ok(dictionary) => dictionary,
                Err(message) => return self.collector.log.fail(message),
            };
            encoding = Some(dictionary.encoding());
            self.collector.expand_by(dictionary);
        }
        let stream = match decode(io::Cursor::new(head).chain(stream), encoding) {
            Ok(stream) => stream,
            Err(error) => return self.collector.log.fail_reading(&error),
        };
        let mut lines = LineReader::new(stream);
        let flow = self.read_text(&mut lines, &mut progress, notes);
        self.collector.summary.crlf_lines += lines.crlf_lines;
        self.collector.summary.cr_lines += lines.cr_lines;
        flow
    }

    fn read_text(
        &mut self,
        lines: &mut LineReader<impl Read>,
        progress: &mut dyn FnMut(u64),
        notes: &mut Notes<'_, '_>,
    ) -> ControlFlow<()> {
        let collector = &mut self.collector;
        if let Err(error) = lines.fill_to(HEAD_BYTES) {
            return collector.log.fail_reading(&error);
        }
        let head = lines.buffered();
        collector.recognise(&head[..head.len().min(HEAD_BYTES)]);
        let mut word = TokenizedWord::EMPTY;
        let mut bytes_read = 0;
        loop {
            if bytes_read != lines.bytes_read() {
                bytes_read = lines.bytes_read();
                progress(self.bytes_before);
            }
            let (plain_bytes, word_bytes) = collector.plain_lines(lines.buffered(), &mut word)?;
            lines.advance(plain_bytes);
            check_counts(collector)?;
            match lines.next_line() {
                Ok(Some(line)) => collector.line(line, word_bytes.map(|bytes| (&word, bytes)))?,
                Ok(None) => break,
                Err(error) => return collector.log.fail_reading(&error),
            }
            notes.flush(collector);
        }
        progress(self.bytes_before);
        ControlFlow::Continue(())
    }
}

/// Breaks if there are more lines or words than the limits.
#[inline]
fn check_counts(collector: &mut Collector<'_>) -> ControlFlow<()> {
    let limits = collector.options.limits;
    if collector.summary.lines > limits.lines {
        return collector.log.fail_at(Some(1), limits.too_many_lines());
    }
    match collector.words.exceeds(limits.words) {
        false => ControlFlow::Continue(()),
        true => collector.log.fail_at(Some(1), limits.too_many_words()),
    }
}

/// Stream that counts the bytes read from it.
struct Counting<'r> {
    input: &'r mut dyn Read,
    bytes: &'r Cell<u64>,
}

impl Read for Counting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(buffer)?;
        self.bytes.set(self.bytes.get() + bytes as u64);
        Ok(bytes)
    }
}

/// Visitor of the notes on one list.
struct Notes<'n, 'v> {
    name: &'n str,
    visit: Option<NoteVisitor<'v>>,
}

impl Notes<'_, '_> {
    fn flush(&mut self, collector: &mut Collector<'_>) {
        if let Some(visit) = &mut self.visit {
            for note in collector.log.take_notes() {
                visit(self.name, &note);
            }
        }
    }
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
        reader.read_source(source, progress, None);
    }
    reader.finish()
}

fn open(path: &Path) -> Result<File, String> {
    // Some systems open a directory without an error; the errors of other systems differ.
    if path.is_dir() {
        return Err("is a directory, not a word list (name the lists in it)".to_owned());
    }
    File::open(path).map_err(|error| read_failure(&error))
}

impl WordList {
    /// Reads the words of an iterator, each as a line of a list.
    ///
    /// ```
    /// use lexc_compiler::word_list::WordList;
    /// use lexc_formats::Alphabet;
    ///
    /// let section = lexc_compiler::alphabet::load("english")?.encode()?;
    /// let words = WordList::from_words(Alphabet::from_bytes(&section)?, ["CAB", "ab"])?;
    /// assert!(words.iter().eq([&[1, 2][..], &[3, 1, 2]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Reports the strings that are bad lines, or that there are no words.
    pub fn from_words<W: AsRef<str>>(
        alphabet: Alphabet<'_>,
        words: impl IntoIterator<Item = W>,
    ) -> Result<WordList, WordListError> {
        let mut reader = WordListReader::new(alphabet, ReadOptions::default());
        reader.read_lines("words", words);
        Ok(reader.finish()?.0)
    }
}

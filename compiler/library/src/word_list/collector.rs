//! Collects the words of lines, counts lines and words, and reports bad lines.

use std::ops::ControlFlow;

use lexc_formats::{Alphabet, MAX_WORD_LEN};
use lexc_runtime::MAX_DIM;
use memchr::memchr;

use super::advice::Advice;
use super::cause::{Cause, CauseCounts};
use super::columns::column_of_words;
use super::definitions::{LineForm, Rest, mark_fault};
use super::doubts;
use super::fault_log::FaultLog;
use super::faults::WordListError;
use super::list::{WordList, WordListBuilder};
use super::not_utf8::NotUtf8;
use super::options::ReadOptions;
use super::report::ReadSummary;
use super::source_state::SourceState;
use super::word_text::{bad_word, starts_with_capital};
use crate::hunspell::{Dictionary, FormBudget};
use crate::input::{MAX_LINE_BYTES, NUL_FAULT, RawLine};
use crate::text::{BYTE_ORDER_MARK, Quoted};
use crate::tokenizer::{Detokenizer, Oddities, TokenizeErrorKind, TokenizedWord, Tokenizer};

/// The number of bytes at the start of the first list from which errors guess the column of the words.
const MAX_FIRST_HEAD: usize = 1 << 12;

/// Collector of the words of all lists.
#[derive(Debug)]
pub(super) struct Collector<'a> {
    pub(super) alphabet: Alphabet<'a>,
    pub(super) tokenizer: Tokenizer<'a>,
    pub(super) options: ReadOptions,
    pub(super) words: WordListBuilder,
    pub(super) labels: super::labels::LabelCollector,
    pub(super) summary: ReadSummary,
    pub(super) log: FaultLog,
    /// Blank lines, lines with only a comment, and lines of dictionaries, whose forms are counted in `form_lines`.
    pub(super) wordless_lines: u64,
    /// Forms of dictionaries, each counted as a line.
    pub(super) form_lines: u64,
    /// The forms and the work that the limit leaves for the dictionaries.
    pub(super) forms: FormBudget,
    has_compounds: bool,
    /// Lines that are not UTF-8, in lists of another encoding.
    other_encoding_lines: u64,
    /// The numbers of kept words that start with a capital, and of other kept words.
    starts: [u64; 2],
    /// True if a kept word is longer than the largest board.
    has_long: bool,
    /// The start of the first list, if its lines may have columns.
    first_head: Vec<u8>,
    pub(super) source: SourceState,
}

impl<'a> Collector<'a> {
    pub(super) fn new(alphabet: Alphabet<'a>, options: ReadOptions) -> Collector<'a> {
        Collector {
            alphabet,
            tokenizer: Tokenizer::ignoring(alphabet, &options.ignored),
            source: SourceState::new(LineForm::of(options.definitions, b"")),
            log: FaultLog::new(options.skip_invalid.is_some(), options.max_errors),
            forms: FormBudget::new(options.limits.forms),
            options,
            words: WordListBuilder::default(),
            labels: super::labels::LabelCollector::default(),
            summary: ReadSummary::default(),
            wordless_lines: 0,
            form_lines: 0,
            has_compounds: false,
            other_encoding_lines: 0,
            starts: [0; 2],
            has_long: false,
            first_head: Vec::new(),
        }
    }

    pub(super) fn start_source(&mut self, name: &str) {
        self.log.start_source(name);
        self.source = SourceState::new(LineForm::of(self.options.definitions, b""));
        if let Some(message) = mark_fault(self.options.definitions, self.alphabet) {
            let _ = self.log.fail(message);
        }
    }

    /// Recognises the form of the lines by the start of the list.
    pub(super) fn recognise(&mut self, head: &[u8]) {
        self.source.recognise(&self.options, head);
        if self.first_head.is_empty() {
            let start = head.len().min(MAX_FIRST_HEAD);
            let end = head[..start].iter().rposition(|byte| *byte == b'\n');
            self.first_head = head[..end.unwrap_or(start)].to_vec();
        }
    }

    /// Expands the lines of the list by the rules of a dictionary.
    pub(super) fn expand_by(&mut self, dictionary: Dictionary) {
        self.has_compounds |= dictionary.has_compounds();
        self.source.dictionary = Some(dictionary);
    }

    /// Reports the faults that are known only at the end of the list.
    pub(super) fn finish_source(&mut self) {
        if self.source.has_capitals && !self.source.lacks_capitals {
            let message = "--skip-capitalised would drop every word (leave the option out)";
            let _ = self.log.fail(message.to_owned());
        }
        let Some(found) = self.source.not_utf8.take() else {
            return;
        };
        if self.source.has_utf8 || self.options.encoding.is_some() {
            return self
                .log
                .late_bad_lines(Cause::NotUtf8, found.lines, found.first);
        }
        self.other_encoding_lines += found.lines;
        let tokenizer = &self.tokenizer;
        let is_letter = |c: char| {
            let mut text = [0; 4];
            tokenizer.tokenize_general(c.encode_utf8(&mut text)).is_ok()
        };
        if let Some((place, message)) = found.fault(is_letter) {
            self.log.fail_first(place, message);
        }
    }

    /// Returns the words of all lists and the counts, or the faults.
    pub(super) fn finish(mut self) -> Result<(WordList, ReadSummary), WordListError> {
        let (mut words, duplicates) = self.words.finish();
        if !self.options.labels.is_empty() {
            let speller = Detokenizer::new(self.alphabet);
            let labels = self
                .labels
                .finish(&words, &self.options, speller, &mut self.log);
            words.set_labels(labels);
        }
        self.summary.words = words.len() as u64;
        self.summary.duplicates = duplicates;
        let FaultLog {
            mut problems,
            mut skipped,
            mut causes,
            mut has_failed,
            source_names,
            ..
        } = self.log;
        let lines =
            self.summary.lines + self.form_lines - self.wordless_lines - self.other_encoding_lines;
        let bad = causes.total();
        let limit = self.options.skip_invalid;
        if !has_failed && self.summary.words > self.options.limits.words {
            let message = self.options.limits.too_many_words();
            problems.push(format!("{}: {message}", source_names.join(", ")));
            has_failed = true;
        }
        let exceeds = limit.is_some_and(|limit| !limit.allows(bad, lines));
        let is_bad = bad > 0 && (limit.is_none() || exceeds);
        let mut advice = Advice::of(self.alphabet, &causes, lines, self.starts);
        advice.is_estimate = self.other_encoding_lines > 0;
        let column = || match self.options.column {
            None => column_of_words(&self.tokenizer, &self.first_head),
            Some(_) => None,
        };
        if !has_failed && !is_bad {
            self.summary.skipped_invalid = bad;
            if !words.is_empty() {
                if bad > 0 {
                    advice.column = column();
                }
                self.summary.warnings = advice.hints().collect();
                let doubts = doubts::of_words(&words, self.alphabet, self.has_long, column);
                self.summary.warnings.extend(doubts);
                if self.has_compounds {
                    let warning = "compound words of the dictionary are not formed";
                    self.summary.warnings.push(warning.to_owned());
                }
                self.summary.skipped_causes = causes;
                return Ok((words, self.summary));
            }
            let (names, summary) = (source_names.join(", "), self.summary);
            problems.push(format!(
                "{names}: no words ({summary}; check the list and the options)"
            ));
        }
        match exceeds {
            true => problems.append(&mut skipped),
            // The skipped lines are not at fault.
            false if limit.is_some() => causes = CauseCounts::default(),
            false => {}
        }
        advice.column = column();
        Err(WordListError {
            problems,
            causes,
            lines,
            limit: limit.filter(|_| exceeds),
            advice: Box::new(advice),
        })
    }

    /// Reads the lines at the start of `bytes` that are a fast-path word and LF; none of a dictionary. Returns their
    /// number of bytes. If the next line starts with a fast-path word and more text follows in `bytes`, also writes the
    /// word to `word` and returns its number of bytes. Breaks after a fault of the whole list. A function of its own keeps the
    /// pointers of its loop in registers.
    #[inline(never)]
    pub(super) fn plain_lines(
        &mut self,
        bytes: &[u8],
        word: &mut TokenizedWord,
    ) -> ControlFlow<(), (usize, Option<usize>)> {
        let mut start = 0;
        if self.source.is_general() || self.options.has_columns() {
            return ControlFlow::Continue((0, None));
        }
        let keeps_all = self.keeps_all();
        loop {
            let rest = &bytes[start..];
            let word_bytes = self.tokenizer.tokenize_fast(rest, word);
            let next = match word_bytes.and_then(|bytes| rest.get(bytes)) {
                Some(b'\n') => None,
                Some(_) => Some(word_bytes),
                None => Some(None),
            };
            if let Some(next) = next {
                self.source.has_utf8 |= !bytes[..start].is_ascii();
                return ControlFlow::Continue((start, next));
            }
            let len = word_bytes.unwrap_or(0);
            self.count_line();
            match keeps_all {
                true => self.keep(word, &rest[..len])?,
                false => self.accept(word, &rest[..len], "", || 0)?,
            }
            start += len + 1;
        }
    }

    fn count_line(&mut self) {
        self.summary.lines += 1;
        self.log.line_number += 1;
    }

    /// Reads a line. If the fast path has read the word at the start of the line, `word` is this word and its number
    /// of bytes. Breaks after a fault of the whole list.
    pub(super) fn line(
        &mut self,
        line: RawLine<'_>,
        word: Option<(&TokenizedWord, usize)>,
    ) -> ControlFlow<()> {
        self.count_line();
        if self.source.is_general() || self.options.has_columns() {
            return self.general_line(line);
        }
        let mut fast = TokenizedWord::EMPTY;
        let word = word.or_else(|| {
            let bytes = self.tokenizer.tokenize_fast(line.bytes, &mut fast)?;
            Some((&fast, bytes))
        });
        if !line.is_overlong
            && let Some((word, bytes)) = word
        {
            let (text, rest) = line.bytes.split_at(bytes);
            self.source.has_utf8 |= !text.is_ascii();
            // The general path reports bytes that are not text, and phrases.
            if rest.is_empty() {
                return self.accept(word, text, "", || 0);
            }
            if memchr(0, rest).is_none()
                && let Ok(rest) = str::from_utf8(rest)
                && self.count_rest(rest)
            {
                self.source.has_utf8 |= !rest.is_ascii();
                return self.accept(word, text, rest, || 0);
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
            return self.log.fail_at(Some(column), NUL_FAULT.to_owned());
        }
        let text = match str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = &bytes[..error.valid_up_to()];
                let valid = str::from_utf8(valid).unwrap_or_default();
                // An overlong line may be cut in the middle of a character.
                if !line.is_overlong || error.error_len().is_some() {
                    self.not_utf8_line(bytes, valid);
                    return ControlFlow::Continue(());
                }
                valid
            }
        };
        self.source.has_utf8 |= !text.is_ascii();
        let has_cells = || !text.trim().is_empty() && !text.trim_start().starts_with('#');
        if self.source.has_header && has_cells() {
            self.source.has_header = false;
            self.summary.headings += 1;
            self.wordless_lines += 1;
            return ControlFlow::Continue(());
        }
        match self.source.dictionary.take() {
            None if self.options.has_columns() && has_cells() && !line.is_overlong => {
                self.table_line(text)
            }
            None => self.text_line(text, line.is_overlong),
            Some(dictionary) => {
                let flow = self.dictionary_line(&dictionary, text, line.is_overlong);
                self.source.dictionary = Some(dictionary);
                flow
            }
        }
    }

    /// Counts a line that is UTF-8 only up to the end of `valid`. [`finish_source`](Self::finish_source) decides whether such
    /// lines are bad, or the list is in another encoding.
    fn not_utf8_line(&mut self, bytes: &[u8], valid: &str) {
        let offset = valid.chars().count();
        let byte = bytes.get(valid.len()).copied().unwrap_or_default();
        let message = format!("byte 0x{byte:02X} is not UTF-8 text");
        let place = (self.log.line_number, offset + 1);
        let found = self.source.not_utf8.get_or_insert_with(NotUtf8::new);
        found.add(bytes, place, &message);
        if self.log.notes.is_some() {
            let kind = self.log.treatment();
            let text = String::from_utf8_lossy(bytes);
            self.log.note(kind, offset, Cause::NotUtf8, &text, &message);
        }
    }

    pub(super) fn text_line(&mut self, text: &str, is_overlong: bool) -> ControlFlow<()> {
        let content = text.trim_start();
        let indent = || text.chars().count() - content.chars().count();
        let (word, rest) = self.source.form.split(content);
        if word.is_empty() && !is_overlong {
            self.wordless_lines += 1;
            match rest.is_empty() {
                true => self.summary.blank_lines += 1,
                false => self.summary.comments += 1,
            }
            return ControlFlow::Continue(());
        }
        let is_phrase = self.source.form.classify(rest) == Rest::Phrase;
        let shown = if is_phrase { content } else { word };
        let words = self.source.form.words(shown).as_bytes();
        if self.options.skip_capitalised && self.drop_capitalised(words, shown.as_bytes(), indent) {
            return ControlFlow::Continue(());
        }
        match self.tokenizer.tokenize_general(word) {
            Ok(_) if is_overlong => {
                let offset = text.chars().count();
                self.log.bad_line(offset, Cause::LongLine, word, || {
                    format!(
                        "a line of more than {MAX_LINE_BYTES} bytes (write each word on a line of its own)"
                    )
                });
            }
            Ok(_) if is_phrase => {
                let gap = rest.chars().count() - rest.trim_start().chars().count();
                let offset = indent() + word.chars().count() + gap;
                self.log.bad_line(offset, Cause::Phrase, content, || {
                    format!(
                        "another word after {}, in {}",
                        Quoted(word),
                        Quoted(content)
                    )
                });
            }
            Ok(tokenized) => {
                self.count_rest(rest);
                return self.accept(&tokenized, word.as_bytes(), rest, indent);
            }
            Err(error) if is_overlong => {
                let cause = Cause::of(&error.kind);
                let offset = indent() + error.offset;
                self.log
                    .bad_line(offset, cause, word, || bad_word(word, &error.kind));
            }
            Err(error) => {
                let is_dropped = error.kind == TokenizeErrorKind::TooLong
                    && self.options.max_length < MAX_WORD_LEN;
                if is_dropped {
                    self.count_rest(rest);
                }
                self.bad_word(word, &error, indent());
            }
        }
        ControlFlow::Continue(())
    }

    /// Counts the comment or definition after a word. Returns `false` if another word follows.
    pub(super) fn count_rest(&mut self, rest: &str) -> bool {
        match self.source.form.classify(rest) {
            Rest::Nothing => {}
            Rest::Comment => self.summary.comments += 1,
            Rest::Definition => self.summary.definitions += 1,
            Rest::Phrase => return false,
        }
        true
    }

    /// Keeps the text after a word, if it is a definition.
    #[cold]
    fn keep_definition(&mut self, codes: &[u8], rest: &str) {
        if let Some(definition) = self.source.form.definition(rest) {
            self.summary.definitions -= 1;
            self.summary.kept_definitions += 1;
            self.words.define(codes, definition);
        }
    }

    /// True if no option drops a word, and nothing is noted of a word without more text on its line.
    fn keeps_all(&self) -> bool {
        let options = &self.options;
        let keeps_lengths = options.min_length <= 1 && options.max_length >= MAX_WORD_LEN;
        keeps_lengths
            && !options.skip_capitalised
            && !options.keep_definitions
            && self.log.notes.is_none()
    }

    /// Adds a word, unless an option drops it. `text` is the word's text, `rest` the text after it, `indent` the number of
    /// characters before it.
    #[inline]
    pub(super) fn accept(
        &mut self,
        word: &TokenizedWord,
        text: &[u8],
        rest: &str,
        indent: impl Fn() -> usize,
    ) -> ControlFlow<()> {
        let codes = word.codes();
        if self.options.skip_capitalised && self.drop_capitalised(text, text, &indent) {
            return ControlFlow::Continue(());
        }
        if codes.len() < self.options.min_length {
            self.summary.skipped_short += 1;
            self.note_dropped(Cause::Short, text, &indent);
        } else if codes.len() > self.options.max_length {
            self.summary.skipped_long += 1;
            self.note_dropped(Cause::Long, text, &indent);
        } else {
            if self.log.notes.is_some() {
                self.note_kept(word, text, indent());
            }
            self.keep(word, text)?;
            if self.options.keep_definitions {
                self.keep_definition(codes, rest);
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds a word.
    #[inline(always)]
    fn keep(&mut self, word: &TokenizedWord, text: &[u8]) -> ControlFlow<()> {
        self.summary.folded += u64::from(word.is_folded);
        if word.odd != Oddities::NONE {
            self.count_odd(word.odd);
        }
        self.starts[usize::from(!starts_with_capital(text))] += 1;
        let codes = word.codes();
        if codes.len() > MAX_DIM {
            self.has_long = true;
        }
        match self.words.push(codes) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => self.log.fail_at(Some(1), error.to_string()),
        }
    }

    /// Drops a line if `words` has a capital letter: counts it and notes it as `shown`. Returns `true` if dropped.
    #[cold]
    pub(super) fn drop_capitalised(
        &mut self,
        words: &[u8],
        shown: &[u8],
        indent: impl Fn() -> usize,
    ) -> bool {
        let words = String::from_utf8_lossy(words);
        let is_capitalised = words.contains(char::is_uppercase);
        if is_capitalised {
            self.summary.skipped_capitalised += 1;
            self.note_dropped(Cause::Capitalised, shown, indent);
        }
        self.source.has_capitals |= is_capitalised;
        self.source.lacks_capitals |= !is_capitalised && words.contains(char::is_alphabetic);
        is_capitalised
    }
}

//! Counts and notes words that cannot be read, are dropped, or are kept in another form than their text.

use lexc_formats::MAX_WORD_LEN;

use super::cause::Cause;
use super::collector::Collector;
use super::note::NoteKind;
use super::word_text::{bad_word, respelled, with_all_brackets};
use crate::tokenizer::{Oddities, TokenizeError, TokenizeErrorKind, TokenizedWord};

impl Collector<'_> {
    /// Counts a word that cannot be read as tiles; drops it if an option leaves out long words.
    pub(super) fn bad_word(&mut self, word: &str, error: &TokenizeError, indent: usize) {
        if error.kind == TokenizeErrorKind::TooLong && self.options.max_length < MAX_WORD_LEN {
            self.summary.skipped_long += 1;
            self.log
                .note(NoteKind::Dropped, indent, Cause::Long, word, "");
            return;
        }
        let cause = Cause::of(&error.kind);
        let offset = indent + error.offset;
        self.log
            .bad_line(offset, cause, word, || bad_word(word, &error.kind));
    }

    /// Counts what the text of a kept word has beside its letters.
    #[cold]
    pub(super) fn count_odd(&mut self, odd: Oddities) {
        self.summary.respelled += u64::from(odd.is_respelled);
        self.summary.normalized += u64::from(odd.is_normalized);
        self.summary.with_forms += u64::from(odd.has_forms);
        self.summary.marked += u64::from(odd.has_marks);
        self.summary.longest += u64::from(odd.has_preferred);
    }

    /// Notes a kept word if its tiles spell other letters than its text, or are one of several readings.
    #[cold]
    pub(super) fn note_kept(&mut self, word: &TokenizedWord, text: &[u8], indent: usize) {
        let lossy = String::from_utf8_lossy(text);
        if let Some(spelled) = respelled(self.alphabet, word.codes(), text) {
            self.log.note(
                NoteKind::Changed,
                indent,
                Cause::Respelled,
                &lossy,
                &spelled,
            );
        }
        if word.odd.has_preferred {
            let tiles = with_all_brackets(self.alphabet, word.codes());
            self.log
                .note(NoteKind::Chosen, indent, Cause::Longest, &lossy, &tiles);
        }
    }

    #[cold]
    pub(super) fn note_dropped(&mut self, cause: Cause, text: &[u8], indent: impl Fn() -> usize) {
        if self.log.notes.is_some() {
            let text = String::from_utf8_lossy(text);
            self.log.note(NoteKind::Dropped, indent(), cause, &text, "");
        }
    }
}

//! State of the list that is being read.

use super::columns::{Sample, Separator};
use super::definitions::LineForm;
use super::not_utf8::NotUtf8;
use super::options::{DefinitionStart, ReadOptions};
use crate::hunspell::Dictionary;

/// Form of a list, and facts about its lines so far.
#[derive(Debug)]
pub(super) struct SourceState {
    pub(super) form: LineForm,
    /// The separator of the columns, if an option names the column of the words; without a list's start, each line has its own.
    pub(super) separator: Option<Separator>,
    /// True until the row of headings has been skipped, if the list has one.
    pub(super) has_header: bool,
    /// The columns of the words and of each label, counted from 0; `None` if the list has no such column.
    pub(super) columns: (usize, Vec<Option<usize>>),
    /// The rules that expand the lines of a Hunspell dictionary.
    pub(super) dictionary: Option<Dictionary>,
    /// True if a word so far has a capital letter; set only if such words are dropped.
    pub(super) has_capitals: bool,
    /// True if a word so far has letters, none of them a capital; set only if words with capitals are dropped.
    pub(super) lacks_capitals: bool,
    /// True if a line so far has UTF-8 text beyond ASCII.
    pub(super) has_utf8: bool,
    pub(super) not_utf8: Option<NotUtf8>,
}

impl SourceState {
    pub(super) fn new(form: LineForm) -> SourceState {
        SourceState {
            form,
            separator: None,
            has_header: false,
            columns: (0, Vec::new()),
            dictionary: None,
            has_capitals: false,
            lacks_capitals: false,
            has_utf8: false,
            not_utf8: None,
        }
    }

    /// Recognises the form and the columns of the list by its start.
    pub(super) fn recognise(&mut self, options: &ReadOptions, head: &[u8]) {
        self.form = LineForm::of(options.definitions, head);
        let has_cells = options.has_columns()
            || options.definitions == DefinitionStart::Tab && head.contains(&b'\t');
        if has_cells && self.dictionary.is_none() {
            let sample = Sample::of(head);
            let separator = match options.has_columns() {
                true => sample.separator(),
                false => Separator::Character('\t'),
            };
            self.columns = sample.columns(options, separator);
            let has_label = self.columns.1.iter().any(Option::is_some);
            self.has_header = has_label || sample.has_header(separator);
            self.separator = options.has_columns().then_some(separator);
        }
    }

    /// True if each line needs the general path.
    pub(super) fn is_general(&self) -> bool {
        self.dictionary.is_some() || self.has_header
    }
}

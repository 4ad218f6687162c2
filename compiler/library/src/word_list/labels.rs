//! Labels of words as they are read from the columns of lists.

use lexc_formats::{LabelDefinition, LabelsDefinition};

use super::fault_log::FaultLog;
use super::list::WordList;
use super::options::{LabelKind, ReadOptions};
use crate::tokenizer::Detokenizer;

/// Labels as they are read, each with its word. Takes the tiles of the words, 32 bytes for each line, and eight for each of its
/// labels.
#[derive(Clone, Debug, Default)]
pub(super) struct LabelCollector {
    codes: Vec<u8>,
    values: Vec<Option<u32>>,
    lines: Vec<LabelLine>,
}

/// The labels of one line: their word ends at `end` in the codes.
#[derive(Clone, Copy, Debug)]
struct LabelLine {
    end: usize,
    /// The index of the list.
    source: usize,
    number: u64,
}

impl LabelCollector {
    /// Adds the labels of a word from the line being read.
    pub(super) fn push(&mut self, word: &[u8], values: &[Option<u32>], log: &FaultLog) {
        if values.is_empty() {
            return;
        }
        self.codes.extend_from_slice(word);
        self.values.extend_from_slice(values);
        self.lines.push(LabelLine {
            end: self.codes.len(),
            source: log.source_names.len() - 1,
            number: log.line_number,
        });
    }

    /// The labels of these words. Several lines of a word add up; two numbers of a word that differ are reported.
    pub(super) fn finish(
        self,
        words: &WordList,
        options: &ReadOptions,
        mut speller: Detokenizer<'_>,
        log: &mut FaultLog,
    ) -> LabelsDefinition {
        let columns = &options.labels;
        let width = columns.len();
        let mut found = LabelsDefinition::default();
        for column in columns {
            let label = LabelDefinition {
                name: column.name.clone(),
                symbol: None,
            };
            match column.kind {
                LabelKind::Flag => found.flags.push(label),
                LabelKind::Number => found.numbers.push(label),
            }
        }
        found.flags_of_words = vec![0; words.len()];
        found.numbers_of_words = vec![vec![None; words.len()]; found.numbers.len()];
        let word_of = |line: usize| {
            let start = line
                .checked_sub(1)
                .map_or(0, |before| self.lines[before].end);
            &self.codes[start..self.lines[line].end]
        };
        let mut lines: Vec<usize> = (0..self.lines.len()).collect();
        // A stable sort, so that of two numbers the earlier one is reported first.
        lines.sort_by_key(|&line| word_of(line));
        let mut lines = lines.into_iter().peekable();
        for (index, word) in words.iter().enumerate() {
            while lines.next_if(|&line| word_of(line) < word).is_some() {}
            // For each label of the word, the line that gave it.
            let mut givers = vec![0; width];
            while let Some(line) = lines.next_if(|&line| word_of(line) == word) {
                let values = &self.values[line * width..(line + 1) * width];
                let (mut flag, mut number) = (0, 0..);
                for (column, value) in values.iter().enumerate() {
                    if columns[column].kind == LabelKind::Flag {
                        let bit = value.unwrap_or(0).checked_shl(flag);
                        found.flags_of_words[index] |= bit.unwrap_or(0);
                        flag += 1;
                        continue;
                    }
                    let numbers = number
                        .next()
                        .and_then(|at: usize| found.numbers_of_words.get_mut(at));
                    let (Some(value), Some(numbers)) = (*value, numbers) else {
                        continue;
                    };
                    let Some(known) = numbers[index] else {
                        (numbers[index], givers[column]) = (Some(value), line);
                        continue;
                    };
                    if known != value {
                        let place = |line: usize| {
                            let line = self.lines[line];
                            format!("{}:{}", log.source_names[line.source], line.number)
                        };
                        let (here, before) = (place(line), place(givers[column]));
                        let (word, name) = (speller.spell(word), &columns[column].name);
                        log.conflict(format!(
                            "{here}: {word} has the {name} {value}, and {known} at {before} (keep one of them)"
                        ));
                    }
                }
            }
        }
        found
    }
}

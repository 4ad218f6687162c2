//! Definitions of the words of a list.

use std::borrow::Cow;
use std::fmt;

use lexc_formats::raw::section::SectionName;
use lexc_formats::{Definitions, is_one_line};

/// Definitions in the order of their words: one line of text for each word, empty if the word has no definition.
///
/// ```
/// use lexc_compiler::word_list::WordListBuilder;
///
/// let mut builder = WordListBuilder::default();
/// for (word, definition) in [(&[3, 1, 20][..], "pet"), (&[1], ""), (&[3, 1, 20], "a  whip")] {
///     builder.push(word)?;
///     builder.define(word, definition);
/// }
/// let (mut words, _) = builder.finish();
/// let definitions = words.take_definitions().unwrap();
/// assert!(definitions.iter().eq(["", "a  whip / pet"]));
/// # Ok::<(), lexc_compiler::word_list::TooManyTilesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct DefinitionList {
    texts: String,
    /// End of each word's text in `texts`.
    ends: Vec<usize>,
}

impl DefinitionList {
    /// The definitions of an image, without escapes for terminals.
    pub(crate) fn of(definitions: Definitions<'_>) -> DefinitionList {
        let mut list = DefinitionList::default();
        for definition in definitions.iter() {
            if let Some(definition) = definition {
                // Writing to a string does not fail.
                let _ = fmt::Write::write_fmt(&mut list.texts, format_args!("{definition}"));
            }
            list.ends.push(list.texts.len());
        }
        list
    }

    /// The number of words, with and without a definition.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there are no words.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of words that have a definition.
    pub fn defined(&self) -> usize {
        self.iter().filter(|text| !text.is_empty()).count()
    }

    /// The text of each word.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let text = &self.texts[start..end];
            start = end;
            text
        })
    }

    /// Adds the text of the next word: its distinct definitions.
    fn push(&mut self, definitions: &[&str]) {
        for (index, definition) in definitions.iter().enumerate() {
            if index > 0 {
                self.texts.push_str(SEPARATOR);
            }
            self.texts.push_str(definition);
        }
        self.ends.push(self.texts.len());
    }
}

/// Separates two definitions of one word.
const SEPARATOR: &str = " / ";

impl fmt::Debug for DefinitionList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Definitions as they are read, each with its word.
///
/// Memory on 64-bit hosts: the bytes of the definitions and the tiles of their words, and 16 bytes for each definition.
/// [`finish`](Self::finish) also takes the bytes of the [`DefinitionList`], and 32 bytes for each definition.
#[derive(Clone, Debug, Default)]
pub(super) struct DefinitionCollector {
    codes: Vec<u8>,
    texts: String,
    /// For each definition, the end of its word in `codes` and of its text in `texts`.
    ends: Vec<[usize; 2]>,
    /// Repeated definitions are removed at this number of bytes or at [`MIN_FULL_BYTES`], whichever is more.
    full_bytes: usize,
}

const MIN_FULL_BYTES: usize = 1 << 26;

impl DefinitionCollector {
    /// Adds a definition of a word, unless it is empty.
    pub(super) fn push(&mut self, word: &[u8], definition: &str) {
        let definition = one_line(definition);
        if !definition.is_empty() {
            self.codes.extend_from_slice(word);
            self.texts.push_str(&definition);
            self.ends.push([self.codes.len(), self.texts.len()]);
            if self.bytes() >= self.full_bytes.max(MIN_FULL_BYTES) {
                *self = self.distinct();
                self.full_bytes = 2 * self.bytes();
            }
        }
    }

    fn bytes(&self) -> usize {
        self.codes.len() + self.texts.len() + size_of_val(self.ends.as_slice())
    }

    /// The pairs of word and definition, sorted, each once.
    fn entries(&self) -> Vec<(&[u8], &str)> {
        let mut entries: Vec<(&[u8], &str)> = Vec::with_capacity(self.ends.len());
        let mut start = [0; 2];
        for &end in &self.ends {
            let word = &self.codes[start[0]..end[0]];
            entries.push((word, &self.texts[start[1]..end[1]]));
            start = end;
        }
        // Takes linear time for most lists, which are sorted.
        entries.sort_unstable();
        entries.dedup();
        entries
    }

    /// The same definitions, each once.
    #[cold]
    fn distinct(&self) -> DefinitionCollector {
        let mut distinct = DefinitionCollector::default();
        for (word, text) in self.entries() {
            distinct.codes.extend_from_slice(word);
            distinct.texts.push_str(text);
            let end = [distinct.codes.len(), distinct.texts.len()];
            distinct.ends.push(end);
        }
        distinct
    }

    /// The definitions of these words, which must be sorted; `None` if no word has a definition.
    pub(super) fn finish<'w>(
        self,
        words: impl IntoIterator<Item = &'w [u8]>,
    ) -> Option<DefinitionList> {
        let entries = self.entries();
        let mut entries = entries.iter().peekable();
        let mut list = DefinitionList::default();
        let mut definitions = Vec::new();
        for word in words {
            while entries.next_if(|entry| entry.0 < word).is_some() {}
            definitions.clear();
            while let Some((_, text)) = entries.next_if(|entry| entry.0 == word) {
                definitions.push(*text);
            }
            list.push(&definitions);
        }
        (!list.texts.is_empty()).then_some(list)
    }
}

/// The definition as one line that a word list can have after a word and a tab. Removes white space at its ends and `#`
/// at its start, and puts one space in place of adjacent characters that [`is_one_line`] refuses, such as tabs.
fn one_line(text: &str) -> Cow<'_, str> {
    let is_margin = |c: char| c.is_whitespace() || c == '#';
    let text = text.trim_start_matches(is_margin).trim_end();
    if is_one_line(text) {
        return Cow::Borrowed(text);
    }
    let is_refused = |c: char| !is_one_line(c.encode_utf8(&mut [0; 4]));
    let parts: Vec<&str> = text
        .split(is_refused)
        .filter(|part| !part.is_empty())
        .collect();
    let joined = parts.join(" ");
    Cow::Owned(joined.trim_start_matches(is_margin).trim_end().to_owned())
}

/// Checks that at least one word has a definition, and that [`one_line`] would change no definition.
pub(crate) fn check_texts(definitions: &DefinitionList) -> Result<(), String> {
    let section = SectionName::DEFINITIONS;
    if definitions.texts.is_empty() {
        return Err(format!("section {section}: no word has a definition"));
    }
    match definitions.iter().find(|text| one_line(text) != *text) {
        Some(text) => Err(format!(
            "section {section}: {} would not be read back from a word list (remove white space at its ends, and # at its start)",
            crate::text::Quoted(text)
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word_list::WordListBuilder;

    fn define(entries: &[(&[u8], &str)]) -> Option<Vec<String>> {
        let mut builder = WordListBuilder::default();
        for (word, text) in entries {
            builder.push(word).unwrap();
            builder.define(word, text);
        }
        let (mut words, _) = builder.finish();
        let definitions = words.take_definitions()?;
        assert_eq!(definitions.len(), words.len());
        Some(definitions.iter().map(str::to_owned).collect())
    }

    #[test]
    fn any_order_of_the_lines_gives_the_same_definitions() {
        let expected = ["first / second", "", "tail"].map(str::to_owned);
        let mut entries: Vec<(&[u8], &str)> = vec![
            (&[1], "second"),
            (&[3], "tail"),
            (&[1], "first"),
            (&[2], ""),
            (&[1], "second"),
        ];
        for _ in 0..entries.len() {
            entries.rotate_left(1);
            assert_eq!(define(&entries).unwrap(), expected);
        }
        entries.reverse();
        assert_eq!(define(&entries).unwrap(), expected);
    }

    #[test]
    fn repeated_definitions_take_bounded_memory() {
        let mut collector = DefinitionCollector::default();
        let text = "x".repeat(1 << 20);
        for _ in 0..200 {
            collector.push(&[1], &text);
            assert!(collector.bytes() < MIN_FULL_BYTES);
        }
        let list = collector.finish([&[1][..]]).unwrap();
        assert!(list.iter().eq([&*text]));
    }

    #[test]
    fn words_without_any_definition_have_no_list() {
        assert_eq!(define(&[(&[1], ""), (&[2], " \t ")]), None);
    }

    #[test]
    fn definitions_become_one_line() {
        for (text, expected) in [
            ("  rough\u{a0}lava ", "rough\u{a0}lava"),
            ("n\t\tlava\u{85}\u{2028}x", "n lava x"),
            ("# a # b", "a # b"),
            ("\u{1b}#\u{1b} x\u{202e}", "x"),
            ("\u{7}", ""),
            ("[n AAS]", "[n AAS]"),
        ] {
            assert_eq!(one_line(text), expected);
            assert_eq!(one_line(expected), expected);
        }
    }

    #[test]
    fn names_definitions_that_no_list_can_have() {
        let mut list = DefinitionList::default();
        list.push(&[]);
        assert_eq!(
            check_texts(&list).unwrap_err(),
            "section DEFS: no word has a definition"
        );
        list.push(&["fine"]);
        assert_eq!(check_texts(&list), Ok(()));
        list.push(&["#1"]);
        assert_eq!(
            check_texts(&list).unwrap_err(),
            "section DEFS: `#1` would not be read back from a word list (remove white space at its ends, and # at its start)"
        );
    }
}

//! Labels of words: put together from lists and columns, and read back from an image.

use lexc_formats::{
    Image, LabelDefinition, LabelsDefinition, Tile, WordHash, is_label_name, is_label_symbol,
};

use crate::text::plural;
use crate::tokenizer::Detokenizer;
use crate::word_list::WordList;

/// Puts the labels of a lexicon together, from lists that flag their words and from columns of labels.
///
/// ```
/// use lexc_compiler::word_list::WordList;
/// use lexc_compiler::{CompileOptions, LabelsBuilder, compile_sorted};
/// use lexc_formats::Alphabet;
/// use lexc_runtime::{Lexicon, Word};
///
/// let section = lexc_compiler::alphabet::load("english")?.encode()?;
/// let alphabet = Alphabet::from_bytes(&section)?;
/// let words = WordList::from_words(alphabet, ["CAB", "CABS", "SCAB"])?;
/// let mut labels = LabelsBuilder::new(&words, &["old"], &[])?;
/// labels.flag("old", &WordList::from_words(alphabet, ["CAB", "SCAB", "CAR"])?);
/// let options = CompileOptions {
///     labels: Some(labels.finish()),
///     ..CompileOptions::default()
/// };
/// let image = compile_sorted(words.iter(), alphabet, &options)?.image;
/// let lexicon = Lexicon::from_bytes(&image)?;
/// let is_old = |word| lexicon.labels(&Word::parse(word, alphabet).ok()?).map(|labels| labels.has(0));
/// assert_eq!([is_old("CAB"), is_old("CABS"), is_old("CAR")], [Some(true), Some(false), None]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LabelsBuilder<'w> {
    words: &'w WordList,
    labels: LabelsDefinition,
}

/// A name or a symbol that labels cannot have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelNameError(String);

impl std::fmt::Display for LabelNameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LabelNameError {}

impl<'w> LabelsBuilder<'w> {
    /// Labels of these words with these flags and numbers, which no word has yet.
    ///
    /// # Errors
    /// The first name that a label cannot have, or that occurs twice; more than 32 flags or 8 numbers.
    pub fn new(
        words: &'w WordList,
        flags: &[&str],
        numbers: &[&str],
    ) -> Result<LabelsBuilder<'w>, LabelNameError> {
        if flags.len() > 32 || numbers.len() > 8 {
            let message = "more than 32 flags or 8 numbers (leave some out)";
            return Err(LabelNameError(message.to_owned()));
        }
        let mut names: Vec<&str> = [flags, numbers].concat();
        if let Some(name) = names.iter().find(|name| !is_label_name(name)) {
            return Err(LabelNameError(format!(
                "`{}` as the name of a label (a letter, then up to 31 letters, digits, - and _)",
                name.escape_debug()
            )));
        }
        names.sort_unstable();
        let twice = names.windows(2).find(|names| names[0] == names[1]);
        if let Some(name) = twice.and_then(|names| names.first()) {
            let message = format!("two labels named {name} (choose another name)");
            return Err(LabelNameError(message));
        }
        let define = |names: &[&str]| {
            let define = |name: &&str| LabelDefinition {
                name: (*name).to_owned(),
                symbol: None,
            };
            names.iter().map(define).collect()
        };
        let labels = LabelsDefinition {
            flags: define(flags),
            numbers: define(numbers),
            flags_of_words: vec![0; words.len()],
            numbers_of_words: vec![vec![None; words.len()]; numbers.len()],
        };
        Ok(LabelsBuilder { words, labels })
    }

    /// Gives the flag a symbol, which stands behind its words in lists.
    ///
    /// # Errors
    /// If there is no such flag, or no flag can have the symbol.
    pub fn symbol(&mut self, flag: &str, symbol: char) -> Result<(), LabelNameError> {
        if !is_label_symbol(symbol) {
            return Err(LabelNameError(format!(
                "`{}` as a symbol (choose a character such as # or +, not a letter, a digit, a comma or white space)",
                symbol.escape_debug()
            )));
        }
        let mut flags = self.labels.flags.iter_mut();
        let found = flags.find(|known| known.name == flag);
        let Some(found) = found else {
            return Err(LabelNameError(format!(
                "a symbol for {}, but no flag has this name (give it with --label)",
                flag.escape_debug()
            )));
        };
        found.symbol = Some(symbol);
        Ok(())
    }

    /// Gives all words of a list the flag. Returns the words that the lexicon does not have.
    pub fn flag<'l>(&mut self, name: &str, listed: &'l WordList) -> Vec<&'l [u8]> {
        let flags = self.labels.flags.iter();
        let bits = flags.enumerate().filter(|(_, flag)| flag.name == name);
        let bit = bits.map(|(bit, _)| 1 << bit).sum::<u32>();
        let flags_of_words = &mut self.labels.flags_of_words;
        for_each(self.words, listed, |index, _| flags_of_words[index] |= bit)
    }

    /// Adds the labels of a list: each flag and number that the lexicon has, too. Returns the words that the lexicon does not
    /// have.
    pub fn add<'l>(&mut self, listed: &'l WordList, labels: &LabelsDefinition) -> Vec<&'l [u8]> {
        let ours = &mut self.labels;
        let same = |labels: &[LabelDefinition], name: &str| {
            labels.iter().position(|label| label.name == name)
        };
        for_each(self.words, listed, |index, other| {
            for (bit, flag) in labels.flags.iter().enumerate() {
                let has = labels.flags_of_words[other] >> bit & 1;
                if let Some(bit) = same(&ours.flags, &flag.name) {
                    ours.flags_of_words[index] |= has << bit;
                }
            }
            for (number, values) in labels.numbers.iter().zip(&labels.numbers_of_words) {
                if let Some(number) = same(&ours.numbers, &number.name) {
                    let value = &mut ours.numbers_of_words[number][index];
                    *value = values[other].or(*value);
                }
            }
        })
    }

    /// The labels.
    pub fn finish(self) -> LabelsDefinition {
        self.labels
    }
}

/// Visits the words of `listed` that the lexicon has, with their indices in both lists. Returns the others.
fn for_each<'l>(
    words: &WordList,
    listed: &'l WordList,
    mut visit: impl FnMut(usize, usize),
) -> Vec<&'l [u8]> {
    let mut words = words.iter().enumerate().peekable();
    let mut others = Vec::new();
    for (other, word) in listed.iter().enumerate() {
        while words.next_if(|(_, known)| *known < word).is_some() {}
        match words.peek() {
            Some((index, known)) if *known == word => visit(*index, other),
            _ => others.push(word),
        }
    }
    others
}

/// A note on words of a list that the lexicon does not have; `None` if there are none.
pub fn missing_words(list: &str, words: &[&[u8]], mut speller: Detokenizer<'_>) -> Option<String> {
    let first: Vec<String> = words
        .iter()
        .take(3)
        .map(|word| speller.spell(word))
        .collect();
    let such_as = match words.len() > first.len() {
        true => "such as ",
        false => "",
    };
    (!words.is_empty()).then(|| {
        format!(
            "{list}: {} without a label, because the lexicon does not have {}: {such_as}{}",
            plural(words.len() as u64, "word"),
            if words.len() == 1 { "it" } else { "them" },
            first.join(", ")
        )
    })
}

/// The labels of an image; `None` if it has none. The words are those of the image.
pub(crate) fn labels_of(image: &Image<'_>, words: &WordList) -> Option<LabelsDefinition> {
    let labels = image.labels()?;
    let define = |label: lexc_formats::Label<'_>| LabelDefinition {
        name: label.name().to_owned(),
        symbol: label.symbol(),
    };
    let numbers: Vec<LabelDefinition> = labels.numbers().map(define).collect();
    let sets = || {
        words.iter().map(|word| {
            let tiles = word.iter().filter_map(|&code| Tile::new(code));
            labels.at(tiles.collect::<WordHash>())
        })
    };
    Some(LabelsDefinition {
        flags: labels.flags().map(define).collect(),
        flags_of_words: sets().map(|set| set.flags()).collect(),
        numbers_of_words: (0..numbers.len())
            .map(|number| sets().map(|set| set.number(number)).collect())
            .collect(),
        numbers,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word_list::WordListBuilder;

    fn list(words: &[&[u8]]) -> WordList {
        let mut builder = WordListBuilder::default();
        words.iter().for_each(|word| builder.push(word).unwrap());
        builder.finish().0
    }

    #[test]
    fn labels_of_several_lists_are_united() {
        let words = list(&[&[1], &[2], &[3], &[4]]);
        let mut builder = LabelsBuilder::new(&words, &["a", "b"], &["n"]).unwrap();
        builder.symbol("b", '#').unwrap();
        let other = list(&[&[2], &[4], &[5]]);
        assert_eq!(builder.flag("b", &other), [&[5][..]]);
        assert!(builder.flag("a", &list(&[&[1], &[2]])).is_empty());
        let mut more = LabelsBuilder::new(&other, &["x", "a"], &["n", "m"]).unwrap();
        more.flag("a", &list(&[&[4]]));
        more.labels.numbers_of_words[0] = vec![Some(7), None, Some(9)];
        let more = more.finish();
        assert_eq!(builder.add(&other, &more), [&[5][..]]);
        let labels = builder.finish();
        assert_eq!(labels.flags_of_words, [1, 3, 0, 3]);
        assert_eq!(labels.numbers_of_words, [[None, Some(7), None, None]]);
        assert_eq!(labels.flags[1].symbol, Some('#'));
    }

    #[test]
    fn wrong_names_and_symbols_are_refused() {
        let words = list(&[&[1]]);
        let error = |flags: &[&str], numbers: &[&str]| {
            let error = LabelsBuilder::new(&words, flags, numbers).unwrap_err();
            error.to_string()
        };
        assert_eq!(
            error(&["a b"], &[]),
            "`a b` as the name of a label (a letter, then up to 31 letters, digits, - and _)"
        );
        assert_eq!(
            error(&["a", "b"], &["a"]),
            "two labels named a (choose another name)"
        );
        assert_eq!(
            error(&["a"; 33], &[]),
            "more than 32 flags or 8 numbers (leave some out)"
        );
        let mut builder = LabelsBuilder::new(&words, &["a"], &["n"]).unwrap();
        let error = builder.symbol("n", '#').unwrap_err().to_string();
        assert_eq!(
            error,
            "a symbol for n, but no flag has this name (give it with --label)"
        );
        let error = builder.symbol("a", 'x').unwrap_err().to_string();
        assert_eq!(
            error,
            "`x` as a symbol (choose a character such as # or +, not a letter, a digit, a comma or white space)"
        );
    }
}

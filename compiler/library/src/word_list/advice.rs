//! Remedies for bad lines, and warnings of lists that are probably wrong.

use std::collections::BTreeMap;

use lexc_formats::Alphabet;
use unicode_normalization::UnicodeNormalization;

use super::cause::{Cause, CauseCounts};
use crate::alphabet::{load, presets};
use crate::text::{combines, grouped, tile_texts};
use crate::tokenizer::{Detokenizer, Tokenizer};

/// The largest number of presets that a message names.
const MAX_PRESETS: usize = 4;

/// The largest number of causes that are searched for accented letters.
const MAX_ACCENTED: usize = 64;

/// Remedies that depend on all lines together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Advice {
    /// Presets that read nine tenths or more of the foreign letters: letters in the lists, but not in the alphabet.
    presets: Vec<&'static str>,
    /// The foreign letters that the first of the presets reads.
    letters: Vec<char>,
    /// The number of lines with the letters in `letters`.
    foreign_lines: u64,
    /// Options that read accented letters without their accents; empty if there is only one such letter, or if there
    /// are `presets`.
    accents: Vec<String>,
    /// The number of lines with accented letters that `accents` read.
    accented_lines: u64,
    /// Accented letters, each with the tile that its base letter spells.
    bases: BTreeMap<char, String>,
    /// The number of words that start with a capital, if they are probably names.
    names: Option<u64>,
    /// The column that has the words in most lines, if the lines have several or quotation marks.
    pub(super) column: Option<usize>,
    /// True if only a part of the lines could be read, so that numbers of lines are estimates.
    pub(super) is_estimate: bool,
}

impl Advice {
    /// Derives advice from the causes of bad lines, the number of lines with words, and two numbers of words: words
    /// that start with a capital, and other words.
    pub(super) fn of(
        alphabet: Alphabet<'_>,
        causes: &CauseCounts,
        lines: u64,
        [capitals, others]: [u64; 2],
    ) -> Advice {
        let mut advice = Advice::default();
        advice.find_presets(alphabet, causes, lines);
        advice.find_accents(alphabet, causes);
        // German nouns start with a capital.
        let mut alphabets = advice.presets.iter().copied().chain([alphabet.name()]);
        let is_german = alphabets.any(|name| name.to_lowercase().starts_with("german"));
        if !is_german && capitals > 0 && capitals <= others {
            advice.names = Some(capitals);
        }
        advice
    }

    /// Finds the presets that read most of the foreign letters, if at least one line in 20 is bad because of such a
    /// letter.
    fn find_presets(&mut self, alphabet: Alphabet<'_>, causes: &CauseCounts, lines: u64) {
        let letters: Vec<(char, u64)> = causes
            .by_frequency()
            .into_iter()
            .filter_map(|(cause, count)| match cause {
                Cause::Character(c) if c.is_alphabetic() => Some((c, count)),
                _ => None,
            })
            .collect();
        let foreign: u64 = letters.iter().map(|(_, count)| count).sum();
        if foreign == 0 || foreign * 20 < lines {
            return;
        }
        let mut most = 0;
        for name in presets().filter(|name| *name != alphabet.name()) {
            let read = letters_of(name, letters.iter().map(|(c, _)| *c));
            let is_read = |(c, _): &&(char, u64)| read.contains(c);
            let count = letters.iter().filter(is_read).map(|(_, count)| count).sum();
            if count > most {
                most = count;
                self.presets.clear();
                self.letters.clone_from(&read);
            }
            if count == most && count > 0 {
                self.presets.push(name);
            }
        }
        // No preset reads nine tenths of the letters, or too many presets read them.
        if most * 10 < foreign * 9 || self.presets.len() > MAX_PRESETS {
            self.presets.clear();
            self.letters.clear();
        }
        self.foreign_lines = most;
    }

    /// Finds the accented letters whose base letters spell tiles, and the options that read them without accents.
    fn find_accents(&mut self, alphabet: Alphabet<'_>, causes: &CauseCounts) {
        let tokenizer = Tokenizer::new(alphabet);
        let mut letters: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut lines = 0;
        for (cause, count) in causes.by_frequency().into_iter().take(MAX_ACCENTED) {
            if let Cause::Character(c) = cause
                && let Some(base) = base_tile(c, alphabet, &tokenizer)
            {
                lines += count;
                self.bases.insert(c, base.clone());
                letters.entry(base).or_default().push(c.to_string());
            }
        }
        if self.presets.is_empty() && self.bases.len() > 1 {
            let options = letters.iter();
            let options = options.map(|(base, c)| format!("--read '{} = {base}'", c.join(" ")));
            self.accents = options.collect();
            self.accented_lines = lines;
        }
    }

    /// The remedy for a cause; `None` if the only remedy is to drop the lines.
    pub(super) fn remedy(&self, cause: Cause) -> Option<String> {
        Some(match cause {
            Cause::Character('\u{fffd}') => {
                "--encoding NAME, if the encoding is another".to_owned()
            }
            Cause::Character(c) if self.letters.contains(&c) => self.alphabet_option(),
            Cause::Character(_) | Cause::Phrase if self.is_of_table(cause) => {
                self.column_option()?
            }
            Cause::Character(c @ (',' | ';')) if self.column.is_some() => {
                let column = self.column_option()?;
                format!("{column}, --definitions-after '{c}' if definitions follow it")
            }
            Cause::Phrase if self.column.is_some() => {
                let column = self.column_option()?;
                format!("{column}, --definitions-after space if definitions follow the words")
            }
            Cause::Character(c) if ",;:=|".contains(c) => {
                format!("--definitions-after '{c}', if definitions follow it")
            }
            Cause::Phrase => {
                "--definitions-after space, if definitions follow the words".to_owned()
            }
            Cause::Ambiguous => {
                "write the reading that is meant, or `digraphs: longest` in the alphabet's file"
                    .to_owned()
            }
            Cause::Character(c) if combines(c) => {
                let code_point = u32::from(c);
                format!("--ignore U+{code_point:04X}, if the mark is to be ignored")
            }
            Cause::Character(c) => {
                let base = self.bases.get(&c)?;
                format!("--read '{c} = {base}', if it is read as {base}")
            }
            Cause::TooManyTiles => "--max-length skips them".to_owned(),
            _ => return None,
        })
    }

    /// True if the remedy suits all lists with this cause.
    pub(super) fn is_certain(&self, cause: Cause) -> bool {
        match cause {
            Cause::Character(c) => self.letters.contains(&c),
            Cause::Phrase | Cause::Ambiguous => false,
            _ => true,
        }
    }

    /// True if only the option for a column can help: not if the words come first, and definitions may follow them.
    fn is_of_table(&self, cause: Cause) -> bool {
        match (self.column, cause) {
            (None, _) => false,
            (Some(_), Cause::Character(c)) if c.is_ascii_digit() || c == '"' => true,
            (Some(column), Cause::Character(',' | ';') | Cause::Phrase) => column > 1,
            _ => false,
        }
    }

    fn column_option(&self) -> Option<String> {
        let column = self.column?;
        Some(format!(
            "--column {column} reads the words in column {column}"
        ))
    }

    fn alphabet_option(&self) -> String {
        let options = self.presets.iter().map(|name| format!("--alphabet {name}"));
        options.collect::<Vec<_>>().join(" or ")
    }

    /// Warnings of probable mistakes, each a line.
    pub(super) fn hints(&self) -> impl Iterator<Item = String> {
        let alphabet = (!self.presets.is_empty()).then(|| {
            let lines = grouped(self.foreign_lines);
            let have = if self.foreign_lines == 1 {
                "line has"
            } else {
                "lines have"
            };
            let option = self.alphabet_option();
            format!("{lines} {have} letters of another alphabet ({option})")
        });
        let names = self.names.map(|names| {
            let unit = if names == 1 { "word starts" } else { "words start" };
            format!(
                "{} {unit} with a capital in a list of words in lower case (--skip-capitalised drops them, if they are names)",
                grouped(names)
            )
        });
        let accents = (!self.accents.is_empty()).then(|| {
            let lines = grouped(self.accented_lines);
            let options = self.accents.join(" ");
            format!("{lines} lines have accented letters (to read them without accents: {options})")
        });
        alphabet.into_iter().chain(names).chain(accents)
    }
}

/// The tile that an accented letter spells without its accents; `None` if it spells no tile or `c` has no accent.
fn base_tile(c: char, alphabet: Alphabet<'_>, tokenizer: &Tokenizer<'_>) -> Option<String> {
    let base = c.nfd().next().filter(|base| *base != c)?;
    let tiles = tokenizer.tokenize(base.encode_utf8(&mut [0; 4])).ok()?;
    Some(Detokenizer::new(alphabet).spell(tiles.codes()))
}

/// The letters in `letters` that a preset reads, alone or in a tile of several characters.
fn letters_of(preset: &str, letters: impl Iterator<Item = char>) -> Vec<char> {
    let Some(section) = load(preset).ok().and_then(|preset| preset.encode().ok()) else {
        return Vec::new();
    };
    let Ok(alphabet) = Alphabet::from_bytes(&section) else {
        return Vec::new();
    };
    let tokenizer = Tokenizer::new(alphabet);
    let is_read = |c: &char| {
        tokenizer.tokenize(c.encode_utf8(&mut [0; 4])).is_ok()
            || tile_texts(alphabet).any(|text| text.contains(*c))
    };
    letters.filter(is_read).collect()
}

//! Hunspell dictionaries: a list of words with flags (`.dic`), expanded by the affix rules of the flags (`.aff`).
//!
//! Supports prefixes, suffixes, suffixes of suffixes and their cross products, with conditions; the settings NEEDAFFIX,
//! CIRCUMFIX, ONLYINCOMPOUND, FORBIDDENWORD and FULLSTRIP; flags of all kinds, and aliases of flags. Compound words are
//! not formed: their number has no limit.

mod affixes;
mod forms;

use std::cell::Cell;
use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use affixes::Affixes;
pub(crate) use forms::FormBudget;

use crate::compression::unpack;
use crate::encoding::{TextEncoding, decode};
use crate::input::{LineReader, read_failure};
use crate::limits::{Limited, Limits};
use crate::text::Visible;

/// Limit of an affix file in bytes.
const MAX_AFFIX_BYTES: u64 = 1 << 24;

/// Limit of the forbidden forms.
const MAX_FORBIDDEN: usize = 1 << 20;

/// A dictionary's rules.
#[derive(Debug)]
pub(crate) struct Dictionary {
    affixes: Affixes,
    encoding: TextEncoding,
    forbidden: HashSet<String>,
}

/// Returns `true` if a file starts like a dictionary: its first line is a count, and a tenth or more of the lines after
/// it have flags after a slash. If the file has the extension `.dic`, the count is enough.
pub(crate) fn is_dictionary(head: &[u8], path: Option<&Path>) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
    let first = lines.next().unwrap_or_default().trim_ascii();
    let is_count =
        first.iter().all(u8::is_ascii_digit) && !first.is_empty() && !first.starts_with(b"0");
    let is_named = path.is_some_and(|path| path.extension().is_some_and(|end| end == "dic"));
    let has_flags = |line: &[u8]| line.iter().skip(1).any(|byte| *byte == b'/');
    let has_many_flags = |lines: &mut dyn Iterator<Item = &[u8]>| {
        let [mut flagged, mut all] = [0, 0];
        for line in lines.filter(|line| !line.is_empty()) {
            flagged += usize::from(has_flags(line));
            all += 1;
        }
        flagged > 0 && 10 * flagged >= all
    };
    is_count && (is_named || has_many_flags(&mut lines))
}

impl Dictionary {
    /// Reads the rules of a dictionary from the file beside it that has the same name with the extension `.aff`.
    ///
    /// # Errors
    /// If the dictionary is not a file, can't be read or exceeds a limit, or if the affix file is missing or faulty.
    pub(crate) fn open(
        path: Option<&Path>,
        encoding: Option<TextEncoding>,
        (limits, bytes_left): (Limits, &Cell<u64>),
        forms: &mut FormBudget,
    ) -> Result<Dictionary, String> {
        let Some(path) = path.filter(|path| path.is_file()) else {
            return Err(
                "a Hunspell dictionary, which needs its affix file (name the .dic file, with the .aff file beside it)"
                    .to_owned(),
            );
        };
        let affix_path = path.with_extension("aff");
        let name = affix_path.to_string_lossy();
        let name = Visible(&name);
        if !affix_path.is_file() {
            return Err(format!(
                "a Hunspell dictionary, which needs its affix file (put {name} beside it)"
            ));
        }
        let mut bytes = Vec::new();
        File::open(&affix_path)
            .and_then(unpack)
            .and_then(|file| file.take(MAX_AFFIX_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|error| format!("{name}: {}", read_failure(&error)))?;
        if bytes.len() as u64 > MAX_AFFIX_BYTES {
            return Err(format!(
                "{name}: longer than {MAX_AFFIX_BYTES} bytes (check what it is)"
            ));
        }
        let (affixes, encoding) =
            Affixes::parse(&bytes, encoding).map_err(|fault| format!("{name}:{fault}"))?;
        let mut dictionary = Dictionary {
            affixes,
            encoding,
            forbidden: HashSet::new(),
        };
        dictionary.read_forbidden(path, (limits, bytes_left), forms)?;
        Ok(dictionary)
    }

    /// Collects the forms of forbidden entries in a first pass, because an entry with the same form may come before the
    /// forbidden one.
    fn read_forbidden(
        &mut self,
        path: &Path,
        (limits, bytes_left): (Limits, &Cell<u64>),
        forms: &mut FormBudget,
    ) -> Result<(), String> {
        if self.affixes.forbidden.is_none() {
            return Ok(());
        }
        let stream = File::open(path).and_then(unpack);
        let stream = stream.map(|stream| Limited::new(stream, limits, bytes_left));
        let stream = stream.and_then(|stream| decode(stream, Some(self.encoding)));
        let mut lines = LineReader::new(stream.map_err(|error| read_failure(&error))?);
        let mut forbidden = HashSet::new();
        for number in 1_u64.. {
            // Unreadable flags are reported when the lines are read again.
            let line = lines.next_line().map_err(|error| read_failure(&error))?;
            let Some(line) = line else {
                break;
            };
            let at_line = |message| format!("line {number}: {message}");
            let line = String::from_utf8_lossy(line.bytes);
            let Ok(entry) = self.affixes.entry(&line) else {
                continue;
            };
            if self.affixes.is_forbidden(&entry) {
                let visited = self.affixes.visit_forms(&entry, forms, &mut |form| {
                    forbidden.insert(form.to_owned());
                });
                visited.map_err(at_line)?;
            }
            if forbidden.len() > MAX_FORBIDDEN {
                return Err(at_line(format!(
                    "more than {MAX_FORBIDDEN} forbidden forms (check the affix file)"
                )));
            }
        }
        self.forbidden = forbidden;
        Ok(())
    }

    /// The encoding of the dictionary.
    pub(crate) fn encoding(&self) -> TextEncoding {
        self.encoding
    }

    /// True if the dictionary has rules for compound words. [`forms`](Self::forms) does not form these.
    pub(crate) fn has_compounds(&self) -> bool {
        self.affixes.has_compounds
    }

    /// The forms of a line, in no particular order and perhaps repeated; none for a comment, a forbidden entry, or an entry for
    /// compounds alone. An entry that needs an affix has only forms with affixes. Forms that a forbidden entry
    /// has, too, are left out.
    ///
    /// # Errors
    /// If the flags can't be read, or there are too many rules or forms.
    pub(crate) fn forms(&self, line: &str, budget: &mut FormBudget) -> Result<Vec<String>, String> {
        let entry = self.affixes.entry(line)?;
        let mut forms = Vec::new();
        if entry.word.is_empty() || self.affixes.is_forbidden(&entry) {
            return Ok(forms);
        }
        self.affixes.visit_forms(&entry, budget, &mut |form| {
            if !self.forbidden.contains(form) {
                forms.push(form.to_owned());
            }
        })?;
        Ok(forms)
    }
}

#[cfg(test)]
mod tests;

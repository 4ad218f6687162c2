//! Affix files: flags, rules and settings.

use std::collections::HashMap;
use std::sync::Arc;

use encoding_rs::Encoding;

use crate::encoding::TextEncoding;
use crate::input::TextFault;
use crate::text::{Quoted, end_place, plural};

/// Limit of each part of a rule in bytes: the characters taken off, the affix with its flags, and the condition.
const MAX_PART_BYTES: usize = 1 << 10;

/// A flag: a character, two bytes, or a number.
pub(super) type Flag = u32;

/// The notation of flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum FlagKind {
    /// One character each.
    #[default]
    Character,
    /// Two bytes each.
    Long,
    /// Numbers, separated by commas.
    Number,
}

/// A prefix or a suffix.
#[derive(Debug)]
pub(super) struct Affix {
    pub(super) flag: Flag,
    pub(super) is_cross: bool,
    strip: String,
    append: String,
    condition: Vec<Class>,
    /// Flags that a word with the affix has, for further affixes.
    pub(super) flags: Arc<[Flag]>,
}

/// The characters that fit one place of a condition: `chars`, or all others.
#[derive(Debug)]
struct Class {
    chars: Vec<char>,
    /// True if `chars` do not fit, and all other characters do.
    is_negated: bool,
}

/// The rules of a dictionary.
#[derive(Debug, Default)]
pub(super) struct Affixes {
    kind: FlagKind,
    aliases: Vec<Arc<[Flag]>>,
    pub(super) prefixes: HashMap<Flag, Vec<Affix>>,
    pub(super) suffixes: HashMap<Flag, Vec<Affix>>,
    pub(super) need_affix: Option<Flag>,
    pub(super) only_in_compound: Option<Flag>,
    pub(super) forbidden: Option<Flag>,
    pub(super) circumfix: Option<Flag>,
    pub(super) has_compounds: bool,
    is_full_strip: bool,
}

/// An entry of a dictionary.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct DictionaryEntry {
    pub(super) word: String,
    pub(super) flags: Arc<[Flag]>,
}

impl Affixes {
    /// Parses an affix file in `encoding` or, if that is `None`, in the [`named_encoding`]. Also returns the encoding.
    pub(super) fn parse(
        bytes: &[u8],
        encoding: Option<TextEncoding>,
    ) -> Result<(Affixes, TextEncoding), TextFault> {
        let encoding = match encoding {
            Some(encoding) => encoding,
            None => named_encoding(bytes)?,
        };
        let text = encoding.decode(bytes);
        if let Some((before, _)) = text.split_once('\0') {
            return Err(TextFault {
                place: Some(end_place(before)),
                message: "a NUL byte, as in UTF-16 (name the encoding with --encoding)".to_owned(),
            });
        }
        let mut affixes = Affixes::default();
        let mut open = None;
        let lines: Vec<Vec<&str>> = text
            .trim_start_matches('\u{feff}')
            .lines()
            .flat_map(|line| line.split('\r'))
            .map(|line| line.split_whitespace().collect())
            .collect();
        let numbered = || lines.iter().zip(1_u64..);
        let fault = |line: u64, message: String| TextFault {
            place: Some((line, 1)),
            message,
        };
        // Rules may come before the setting FLAG and before the aliases, so the setting and the aliases are read first.
        for (fields, line) in numbered() {
            if let ["FLAG", kind, ..] = fields[..] {
                affixes.kind = match kind {
                    "long" => FlagKind::Long,
                    "num" => FlagKind::Number,
                    "UTF-8" => FlagKind::Character,
                    _ => {
                        return Err(fault(
                            line,
                            format!("unknown kind of flags {}", Quoted(kind)),
                        ));
                    }
                };
            }
        }
        for (fields, line) in numbered() {
            if let ["AF", flags, ..] = fields[..] {
                affixes
                    .alias(flags)
                    .map_err(|message| fault(line, message))?;
            }
        }
        for (fields, line) in numbered() {
            affixes
                .line(fields, &mut open)
                .map_err(|message| fault(line, message))?;
        }
        if let Some((_, name, _, left)) = open
            && left > 0
        {
            return Err(fault(lines.len() as u64, missing_rules(left, name)));
        }
        Ok((affixes, encoding))
    }

    /// Reads a line. `open` describes the rules that are still to come: their kind, their flag, `true` if they permit cross
    /// products, and their number.
    fn line<'l>(
        &mut self,
        fields: &[&'l str],
        open: &mut Option<(&'l str, &'l str, bool, u64)>,
    ) -> Result<(), String> {
        match *fields {
            [kind @ ("PFX" | "SFX"), name, ref rest @ ..] => {
                if let Some((open_kind, open_name, is_cross, left)) = open
                    && *left > 0
                {
                    if (*open_kind, *open_name) != (kind, name) {
                        return Err(missing_rules(*left, open_name));
                    }
                    *left -= 1;
                    let is_cross = *is_cross;
                    return self.rule(kind, name, is_cross, rest);
                }
                let [cross @ ("Y" | "N"), count, ..] = rest else {
                    return Err(format!(
                        "{kind} {} without Y or N and a number of rules",
                        Quoted(name)
                    ));
                };
                let count = count
                    .parse()
                    .map_err(|_| format!("{} is not a number of rules", Quoted(count)))?;
                *open = Some((kind, name, *cross == "Y", count));
            }
            ["NEEDAFFIX" | "PSEUDOROOT", flag, ..] => self.need_affix = Some(self.flag(flag)?),
            ["ONLYINCOMPOUND", flag, ..] => self.only_in_compound = Some(self.flag(flag)?),
            ["FORBIDDENWORD", flag, ..] => self.forbidden = Some(self.flag(flag)?),
            ["CIRCUMFIX", flag, ..] => self.circumfix = Some(self.flag(flag)?),
            ["FULLSTRIP", ..] => self.is_full_strip = true,
            ["COMPOUNDFLAG" | "COMPOUNDBEGIN" | "COMPOUNDRULE", ..] => self.has_compounds = true,
            [setting @ ("COMPLEXPREFIXES" | "IGNORE"), ..] => {
                return Err(format!(
                    "{setting} is not supported here (expand the dictionary with Hunspell's own tools, such as `unmunch`)"
                ));
            }
            _ => {}
        }
        Ok(())
    }

    fn alias(&mut self, flags: &str) -> Result<(), String> {
        // The first line has the number of aliases.
        let is_count = self.aliases.is_empty() && flags.parse::<u64>().is_ok();
        let alias = match is_count {
            true => Arc::default(),
            false => self.plain_flags(flags)?.into(),
        };
        self.aliases.push(alias);
        Ok(())
    }

    fn rule(
        &mut self,
        kind: &str,
        name: &str,
        is_cross: bool,
        rest: &[&str],
    ) -> Result<(), String> {
        let [strip, append, rest @ ..] = rest else {
            return Err(format!("a rule of {} without an affix", Quoted(name)));
        };
        if [*strip, *append]
            .into_iter()
            .chain(rest.first().copied())
            .any(|part| part.len() > MAX_PART_BYTES)
        {
            return Err(format!(
                "a rule of {} with a part of more than {MAX_PART_BYTES} bytes (shorten it)",
                Quoted(name)
            ));
        }
        let flag = self.flag(name)?;
        let zero = |text: &str| {
            if text == "0" {
                String::new()
            } else {
                text.to_owned()
            }
        };
        let (append, flags) = match append.split_once('/') {
            Some((append, flags)) => (append, self.flags(flags)?),
            None => (*append, Arc::default()),
        };
        let affix = Affix {
            flag,
            is_cross,
            strip: zero(strip),
            append: zero(append),
            condition: condition(rest.first().copied().unwrap_or("."))?,
            flags,
        };
        let affixes = match kind {
            "PFX" => &mut self.prefixes,
            _ => &mut self.suffixes,
        };
        affixes.entry(flag).or_default().push(affix);
        Ok(())
    }

    fn flag(&self, text: &str) -> Result<Flag, String> {
        let flags = self.plain_flags(text)?;
        flags
            .first()
            .copied()
            .ok_or_else(|| "a flag is missing".to_owned())
    }

    /// Reads flags or, if the file has aliases, the number of the alias that stands for them.
    fn flags(&self, text: &str) -> Result<Arc<[Flag]>, String> {
        if self.aliases.is_empty() {
            return self.plain_flags(text).map(Arc::from);
        }
        let alias = text.parse().ok().filter(|index| *index > 0);
        let alias = alias.and_then(|index: usize| self.aliases.get(index));
        alias
            .cloned()
            .ok_or_else(|| format!("unknown alias of flags {}", Quoted(text)))
    }

    fn plain_flags(&self, text: &str) -> Result<Vec<Flag>, String> {
        let fault = || format!("bad flags {}", Quoted(text));
        match self.kind {
            FlagKind::Character => Ok(text.chars().map(Flag::from).collect()),
            FlagKind::Long => {
                let pair = |pair: &[u8]| match *pair {
                    [first, second] => Ok(Flag::from(first) << 8 | Flag::from(second)),
                    _ => Err(fault()),
                };
                text.as_bytes().chunks(2).map(pair).collect()
            }
            FlagKind::Number => {
                let number =
                    |number: &str| number.parse::<u16>().map(Flag::from).map_err(|_| fault());
                text.split(',').map(number).collect()
            }
        }
    }

    /// The entry of a dictionary's line. The word is empty for a comment.
    pub(super) fn entry(&self, line: &str) -> Result<DictionaryEntry, String> {
        // A line that starts with white space or a slash is a comment, as in the dictionaries of German and Italian.
        let line = if line.starts_with(['\t', ' ', '/']) {
            ""
        } else {
            line
        };
        let line = without_fields(line).trim_end();
        let mut slash = line.find('/');
        while let Some(at) = slash
            && line[..at].ends_with('\\')
        {
            slash = line[at + 1..].find('/').map(|next| at + 1 + next);
        }
        let (word, flags) = match slash {
            Some(at) => (&line[..at], self.flags(line[at + 1..].trim())?),
            None => (line, Arc::default()),
        };
        Ok(DictionaryEntry {
            word: word.replace("\\/", "/"),
            flags,
        })
    }

    /// True if the entry's forms are not words.
    pub(super) fn is_forbidden(&self, entry: &DictionaryEntry) -> bool {
        has(&entry.flags, self.forbidden)
    }

    /// The word with the suffix; `None` if the suffix does not fit.
    pub(super) fn with_suffix(&self, word: &str, suffix: &Affix) -> Option<String> {
        let stem = word.strip_suffix(&suffix.strip[..])?;
        let fits = suffix.fits(word.chars().rev(), suffix.condition.iter().rev());
        (fits && self.keeps(stem)).then(|| format!("{stem}{}", suffix.append))
    }

    /// The word with the prefix; `None` if the prefix does not fit.
    pub(super) fn with_prefix(&self, word: &str, prefix: &Affix) -> Option<String> {
        let stem = word.strip_prefix(&prefix.strip[..])?;
        let fits = prefix.fits(word.chars(), prefix.condition.iter());
        (fits && self.keeps(stem)).then(|| format!("{}{stem}", prefix.append))
    }

    /// True if a word may be reduced to this stem.
    fn keeps(&self, stem: &str) -> bool {
        self.is_full_strip || !stem.is_empty()
    }
}

impl Affix {
    fn fits<'c>(
        &self,
        mut word: impl Iterator<Item = char>,
        mut condition: impl Iterator<Item = &'c Class>,
    ) -> bool {
        condition.all(|class| {
            let c = word.next();
            c.is_some_and(|c| class.chars.contains(&c) != class.is_negated)
        })
    }
}

/// True if `flag` is one of the flags; false for `None`.
pub(super) fn has(flags: &[Flag], flag: Option<Flag>) -> bool {
    flag.is_some_and(|flag| flags.contains(&flag))
}

/// The line without its morphological fields: these start at a tab, or at a space before two small letters and a colon.
fn without_fields(line: &str) -> &str {
    let tab = line.find('\t').unwrap_or(line.len());
    let is_field = |field: &[u8]| matches!(field, [b' ', letters @ .., b':'] if letters.iter().all(u8::is_ascii_lowercase));
    let mut fields = line.as_bytes().windows(4);
    let field = fields.position(is_field).unwrap_or(line.len());
    &line[..tab.min(field)]
}

/// Parses a condition: one class of characters for each place.
fn condition(text: &str) -> Result<Vec<Class>, String> {
    let mut classes = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        classes.push(match c {
            '.' => Class {
                chars: Vec::new(),
                is_negated: true,
            },
            '[' => {
                let class = chars.as_str().split_once(']');
                let (inside, after) = class.unwrap_or_default();
                chars = after.chars();
                let is_negated = inside.starts_with('^');
                let class: Vec<char> = inside.chars().skip(usize::from(is_negated)).collect();
                if class.is_empty() {
                    return Err(format!("bad condition {}", Quoted(text)));
                }
                Class {
                    chars: class,
                    is_negated,
                }
            }
            c => Class {
                chars: vec![c],
                is_negated: false,
            },
        });
    }
    // A rule with a single dot as its condition fits all words, even an empty one.
    if text == "." {
        classes.clear();
    }
    Ok(classes)
}

fn missing_rules(count: u64, name: &str) -> String {
    let rules = plural(count, "rule");
    format!(
        "{rules} of {} missing (correct the number of rules)",
        Quoted(name)
    )
}

/// The encoding that the file names after SET; ISO-8859-1 if it names none.
fn named_encoding(bytes: &[u8]) -> Result<TextEncoding, TextFault> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let lines = bytes
        .split(|byte| *byte == b'\n')
        .flat_map(|line| line.trim_ascii_end().split(|byte| *byte == b'\r'));
    for (line, number) in lines.zip(1..) {
        let Some(name) = line.strip_prefix(b"SET") else {
            continue;
        };
        if !name.starts_with(b" ") && !name.starts_with(b"\t") {
            continue;
        }
        let name = String::from_utf8_lossy(name.trim_ascii()).into_owned();
        let label = name
            .to_ascii_lowercase()
            .replace("microsoft-cp", "windows-");
        return match Encoding::for_label(label.as_bytes()) {
            Some(_) => label.parse().map_err(|_| unknown(&name, number)),
            None => Err(unknown(&name, number)),
        };
    }
    "iso-8859-1".parse().map_err(|_| unknown("", 1))
}

fn unknown(name: &str, line: u64) -> TextFault {
    TextFault {
        place: Some((line, 1)),
        message: format!(
            "unknown encoding {} (name it with --encoding)",
            Quoted(name)
        ),
    }
}

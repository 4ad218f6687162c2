//! The flags for labels of the words, of the verbs that build an image.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use lexc_compiler::input::Source;
use lexc_compiler::text::plural;
use lexc_compiler::tokenizer::Detokenizer;
use lexc_compiler::word_list::{LabelColumn, LabelKind, ReadOptions, WordList, read};
use lexc_compiler::{LabelsBuilder, missing_words};
use lexc_formats::{Alphabet, LabelsDefinition};

use super::outcome::Failure;

/// Flags for labels: flags and numbers that words have, by name.
#[derive(Debug, Args)]
#[command(next_help_heading = "Labels of words")]
pub struct LabelArgs {
    /// Flag words, such as those of an edition: NAME=LIST, the words of a list; NAME, by a column of the lists
    ///
    /// The first line of a list with such columns has headings. A word has the flag if its cell is 1, x, yes or true, and does not
    /// if it is empty, 0, no or false. Words of LIST that are not among the lists get no flag, and are counted.
    #[arg(long, value_name = "NAME[=LIST]")]
    label: Vec<LabelArg>,
    /// Number words, such as their level: NAME=TABLE, by a table of words and numbers; NAME, by a column of the lists
    ///
    /// TABLE has a word and a whole number on each line, divided by a tab, a semicolon, a comma or white space; with headings, the number
    /// is in the column NAME. Two numbers of one word are an error. A word may be without a number.
    #[arg(long, value_name = "NAME[=TABLE]")]
    number: Vec<LabelArg>,
    /// The symbol behind words with a flag in lists, such as csw=#
    #[arg(long, value_name = "NAME=CHARACTER")]
    symbol: Vec<SymbolArg>,
}

/// The value of `--label` or `--number`: a name, perhaps with a file.
#[derive(Clone, Debug)]
struct LabelArg {
    name: String,
    file: Option<PathBuf>,
}

impl FromStr for LabelArg {
    type Err = String;

    fn from_str(text: &str) -> Result<LabelArg, String> {
        let (name, file) = match text.split_once('=') {
            Some((_, "")) => return Err("a file is missing after `=`".to_owned()),
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        let name = name.to_owned();
        Ok(LabelArg { name, file })
    }
}

/// The value of `--symbol`.
#[derive(Clone, Debug)]
struct SymbolArg(String, char);

impl FromStr for SymbolArg {
    type Err = String;

    fn from_str(text: &str) -> Result<SymbolArg, String> {
        let needed = || "the name of a flag, `=` and one character are needed".to_owned();
        let (name, symbol) = text.split_once('=').ok_or_else(needed)?;
        let mut symbol = symbol.chars();
        match (symbol.next(), symbol.next()) {
            (Some(symbol), None) => Ok(SymbolArg(name.to_owned(), symbol)),
            _ => Err(needed()),
        }
    }
}

impl LabelArgs {
    /// The files of labels.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let args = self.label.iter().chain(&self.number);
        args.filter_map(|arg| arg.file.as_deref())
    }

    /// The columns of labels in the lists.
    pub fn columns(&self) -> Vec<LabelColumn> {
        let of = |args: &[LabelArg], kind| -> Vec<LabelColumn> {
            let columns = args.iter().filter(|arg| arg.file.is_none());
            columns.map(|arg| column(arg, kind, true)).collect()
        };
        [
            of(&self.label, LabelKind::Flag),
            of(&self.number, LabelKind::Number),
        ]
        .concat()
    }

    /// The labels of the words, which have those of the columns; `None` if no flag asks for labels. Adds notes on words without a
    /// place to `notes`.
    pub fn read(
        &self,
        words: &mut WordList,
        alphabet: Alphabet<'_>,
        options: &ReadOptions,
        notes: &mut Vec<String>,
    ) -> Result<Option<LabelsDefinition>, Failure> {
        let columns = words.take_labels();
        let flags = names(&self.label);
        let numbers = names(&self.number);
        let mut labels = LabelsBuilder::new(words, &flags, &numbers).map_err(Failure::new)?;
        for SymbolArg(name, symbol) in &self.symbol {
            labels.symbol(name, *symbol).map_err(Failure::new)?;
        }
        if flags.is_empty() && numbers.is_empty() {
            return Ok(None);
        }
        if let Some(columns) = &columns {
            labels.add(words, columns);
        }
        for (args, names, kind) in [
            (&self.label, &flags, LabelKind::Flag),
            (&self.number, &numbers, LabelKind::Number),
        ] {
            for name in names {
                let args: Vec<&LabelArg> = args.iter().filter(|arg| arg.name == *name).collect();
                let files: Vec<&Path> = args.iter().filter_map(|arg| arg.file.as_deref()).collect();
                let (Some(arg), [_, ..]) = (args.first(), &files[..]) else {
                    continue;
                };
                if kind == LabelKind::Number && files.len() < args.len() {
                    return Err(Failure(format!(
                        "--number {name} is both a column and a file (choose one)"
                    )));
                }
                let sources: Vec<Source> = files.iter().map(Source::from_arg).collect();
                let options = ReadOptions {
                    labels: match kind {
                        LabelKind::Flag => Vec::new(),
                        LabelKind::Number => vec![column(arg, kind, false)],
                    },
                    keep_definitions: false,
                    ..options.clone()
                };
                let (mut listed, _) = read(&sources, alphabet, &options, &mut |_| {})?;
                let missing = match listed.take_labels() {
                    None => labels.flag(name, &listed),
                    Some(values) => labels.add(&listed, &values),
                };
                let list = sources.iter().map(Source::to_string).collect::<Vec<_>>();
                notes.extend(missing_words(
                    &list.join(", "),
                    &missing,
                    Detokenizer::new(alphabet),
                ));
            }
        }
        let labels = labels.finish();
        for (number, values) in labels.numbers.iter().zip(&labels.numbers_of_words) {
            let without = values.iter().filter(|value| value.is_none()).count();
            if without > 0 {
                let words = plural(without as u64, "word");
                notes.push(format!("{}: {words} without a number", number.name));
            }
        }
        Ok(Some(labels))
    }
}

/// The names of labels in the order in which they are given first.
fn names(args: &[LabelArg]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for arg in args {
        if !names.contains(&&arg.name[..]) {
            names.push(&arg.name);
        }
    }
    names
}

fn column(arg: &LabelArg, kind: LabelKind, needs_heading: bool) -> LabelColumn {
    LabelColumn {
        name: arg.name.clone(),
        kind,
        needs_heading,
    }
}

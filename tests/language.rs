//! Plain words: refuses habits of prose that a reader has to decode.
//!
//! The check reads comments, documents, messages and test names of the repository; it leaves out code, data, licences, lock
//! files, messages of scripts, the folder `language`, and unknown kinds of files, such as TypeScript. Rule 1: a block of
//! prose opens with a verb or a noun of the domain. Rule 2: the subject and the object of a sentence are named. Rule 6: no
//! riddles and no metaphors.

/// Blocks of prose in a file, by language.
mod blocks;
/// The refused openings and phrases.
mod phrases;
/// Tests of the check on small texts.
mod tests;
/// Words and punctuation of a block, with their lines.
mod tokens;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Exceptions: `path: phrase -- reason`, one per line.
const ALLOWED: &str = include_str!("language/allowed.txt");

/// A refused phrase at its place.
struct Offence {
    path: String,
    line: usize,
    phrase: String,
    rule: &'static str,
}

impl std::fmt::Display for Offence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            path,
            line,
            phrase,
            rule,
        } = self;
        write!(f, "{path}:{line}: `{phrase}` ({rule})")
    }
}

#[test]
fn prose_is_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let allowed: Vec<_> = ALLOWED.lines().filter_map(allowed).collect();

    let offences = offences(&root);
    let is_allowed = |offence: &Offence, (path, phrase): &(&str, &str)| {
        offence.path == *path && offence.phrase == *phrase
    };
    let refused: Vec<_> = offences
        .iter()
        .filter(|offence| !allowed.iter().any(|entry| is_allowed(offence, entry)))
        .collect();
    let unused: Vec<_> = allowed
        .iter()
        .filter(|entry| !offences.iter().any(|offence| is_allowed(offence, entry)))
        .collect();

    let mut report = String::new();
    for offence in &refused {
        writeln!(report, "{offence}").expect("a string takes all");
    }
    assert!(
        refused.is_empty(),
        "{} phrases to rewrite (rules: top of tests/language.rs)\n{report}",
        refused.len()
    );
    assert!(
        unused.is_empty(),
        "entries of tests/language/allowed.txt without an offence: {unused:?}"
    );
}

#[test]
fn every_exception_has_a_reason() {
    for line in ALLOWED
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        assert!(
            allowed(line).is_some()
                && line
                    .split_once(" -- ")
                    .is_some_and(|(_, reason)| !reason.trim().is_empty()),
            "no reason: {line}"
        );
    }
}

/// Path and phrase of a line of the list of exceptions; `None` for a comment or a line of another form.
fn allowed(line: &str) -> Option<(&str, &str)> {
    if line.starts_with('#') {
        return None;
    }
    let (entry, _) = line.split_once(" -- ")?;
    entry.split_once(": ")
}

/// All offences below a directory, by path and line.
fn offences(root: &Path) -> Vec<Offence> {
    let mut paths = Vec::new();
    collect(root, &mut paths);
    paths.sort();
    let mut offences = Vec::new();
    for path in paths {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let name = path
            .strip_prefix(root)
            .expect("the walk stays below its root")
            .to_string_lossy()
            .replace('\\', "/");
        for block in blocks::of_file(&name, &text) {
            offences.extend(
                phrases::in_block(&block)
                    .into_iter()
                    .map(|(line, phrase, rule)| Offence {
                        path: name.clone(),
                        line,
                        phrase,
                        rule,
                    }),
            );
        }
    }
    offences.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    offences
}

/// Adds the files of a directory and its subdirectories, except generated files, the files of version control and links.
fn collect(directory: &Path, paths: &mut Vec<PathBuf>) {
    const GENERATED: [&str; 8] = [
        ".git",
        "target",
        "corpus",
        "artifacts",
        "mutants.out",
        "mutants.out.old",
        "node_modules",
        "__pycache__",
    ];
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && !GENERATED.iter().any(|generated| name == *generated) => {
                collect(&path, paths);
            }
            Ok(kind) if kind.is_file() => paths.push(path),
            _ => {}
        }
    }
}

//! Output files after a failure (Linux): each is the whole old file or the whole new one, and the next run removes temporary
//! files.
//!
//! `LEXC_SCOPE=full` injects more faults, into commands on a whole word list, and repeats simultaneous builds more often:
//!
//! ```sh
//! LEXC_SCOPE=full cargo test -p lexc --test cli -- --nocapture faults hostile_lists
//! ```

mod allocation;
mod full;
mod injected;
mod signals;
mod together;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::common::{Bench, data, is_full, stderr, stdout};

/// The files in a folder and in its folders.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(files_in(&path)),
            false => files.push(path),
        }
    }
    files
}

fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap().as_encoded_bytes();
    name.starts_with(b".") && name.ends_with(b".tmp")
}

/// The temporary files in the bench's directory and in its folders.
fn temporaries(bench: &Bench) -> Vec<PathBuf> {
    let mut files = files_in(&bench.path(""));
    files.retain(|path| is_temporary(path));
    files
}

/// The contents of a file, if it is there.
fn contents(path: &Path) -> Option<Vec<u8>> {
    match fs::read(path) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// The contents of files, by their paths in the bench.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// A command line whose outputs are `x`, files whose names start with `x.` or `x-`, or files in the folder `x`.
struct Writing {
    args: Vec<String>,
    /// Lines of standard input.
    input: &'static str,
    /// The outputs before the run.
    old: Files,
    /// The outputs after a run without failure.
    new: Files,
}

/// Command lines that write one file once.
const WRITES_OF_ONE_FILE: [&str; 8] = [
    "build list -o x",
    "build list -o x --force",
    "dump image -o x --force",
    "selfplay image --games 2 --seed 1 --threads 1 --positions x",
    "analyze image game.gcg --threads 1 --html x",
    "convert leaves.csv --to leaves -o x",
    "leaves image -o x --games 2 --generations 1 --max-tiles 1 --threads 1 --rules rack=5",
    "draw image --word CAB -o x",
];

/// Command lines that write several files, make folders, save a file several times, or write none.
const OTHERS: [&str; 7] = [
    "build list -o x.image --report x.tsv",
    "selfplay image --games 2 --seed 1 --threads 1 --players greedy,greedy --records x",
    "analyze image game.gcg --threads 1 --html x.html --chart x.svg --missed x.txt --deck x.deck",
    "analyze image game.gcg other.gcg --threads 1 --html x",
    "use image",
    "play image x.gcg --seed 1 --level 1",
    "check x",
];

impl Writing {
    /// Command lines of all verbs that write files, and of `check`. Those with `--force` replace an old file. Makes their inputs in
    /// the bench.
    fn all(bench: &Bench) -> Vec<Writing> {
        let list = if is_full() {
            fs::read(data("words/scowl-60.txt")).unwrap()
        } else {
            b"AA\nAB\nABA\nBAA\nCAB\nDAB\nE\nEA\nOE\n".to_vec()
        };
        bench.write("list", list);
        bench.build(&["list", "-o", "image"]);
        bench.write("game.gcg", ">ann: ABE 8G AB +8 8\n>bob: - +0 0\n");
        bench.write("other.gcg", ">cid: AAE 8G AA +4 4\n>dan: - +0 0\n");
        bench.write("leaves.csv", "A,1.5\nB,8\n");
        let mut ways = [&WRITES_OF_ONE_FILE[..], &OTHERS].concat();
        if is_full() {
            ways.push("man -o x");
        }
        ways.into_iter()
            .map(|args| Writing::of(args, bench))
            .collect()
    }

    fn of(args: &str, bench: &Bench) -> Writing {
        let mut writing = Writing {
            args: args.split(' ').map(str::to_owned).collect(),
            input: "",
            old: Files::new(),
            new: Files::new(),
        };
        if args.contains("--force") {
            writing.old = [("x".into(), b"the old file".to_vec())].into();
        } else if args == "check x" {
            writing.old = [("x".into(), bench.read("image"))].into();
        } else if args.starts_with("play") {
            writing.input = "pass\npass\n";
        }
        writing.prepare(bench);
        let output = writing.run(&mut bench.command(&writing.args()), bench);
        assert_eq!(output.status.code(), Some(0), "{args}: {}", stderr(&output));
        writing.new = outputs(bench);
        assert!(!writing.new.is_empty(), "{args}");
        writing
    }

    fn args(&self) -> Vec<&str> {
        self.args.iter().map(String::as_str).collect()
    }

    /// Runs a program in the bench that starts the command line.
    fn run(&self, program: &mut Command, bench: &Bench) -> Output {
        bench.write("input", self.input);
        program
            .stdin(File::open(bench.path("input")).unwrap())
            .env("XDG_CONFIG_HOME", bench.path("x"))
            .env_remove("LEXC_IMAGE")
            .current_dir(bench.path(""))
            .output()
            .unwrap()
    }

    /// Restores the old files. Removes all others, and all temporary files.
    fn prepare(&self, bench: &Bench) {
        let folder = bench.path("x");
        if folder.is_dir() {
            fs::remove_dir_all(&folder).unwrap();
        }
        let others = outputs(bench)
            .into_keys()
            .map(|path| bench.path("").join(path));
        for path in others.chain(temporaries(bench)) {
            fs::remove_file(path).unwrap();
        }
        if self.args[0] == "man" {
            fs::create_dir(folder).unwrap();
        }
        for (path, contents) in &self.old {
            fs::write(bench.path("").join(path), contents).unwrap();
        }
    }

    /// Asserts that each file is as it was, or as the run makes it. Returns `true` if all are as the run leaves them.
    #[track_caller]
    fn assert_whole(&self, bench: &Bench, fault: &str) -> bool {
        let found = outputs(bench);
        for (path, contents) in &found {
            let is_in = |files: &Files| files.get(path) == Some(contents);
            // The page of several games says which of them could not be written.
            let is_index = path.ends_with("x/index.html") && contents.ends_with(b"</html>\n");
            assert!(
                is_in(&self.old) || is_in(&self.new) || is_index || self.has_part(contents),
                "{:?}, {fault}: {} has {} bytes",
                self.args,
                path.display(),
                contents.len()
            );
        }
        let is_there = |path| found.contains_key(path);
        assert!(self.old.keys().all(is_there), "{:?}, {fault}", self.args);
        found == self.new
    }

    /// Whether the contents are the record of the first turns of a game of `lexc play`, which saves it after each turn.
    fn has_part(&self, contents: &[u8]) -> bool {
        if self.args[0] != "play" {
            return false;
        }
        let all = self.new.values().find_map(|record| turns(record));
        let part = turns(contents);
        all.zip(part)
            .is_some_and(|(all, part)| all.starts_with(&part))
    }
}

/// The lines of a record before its racks.
fn turns(record: &[u8]) -> Option<Vec<&str>> {
    let mut lines: Vec<&str> = str::from_utf8(record).ok()?.lines().collect();
    let is_whole = record.ends_with(b"\n") && lines.pop()?.starts_with("#rack2 ");
    (is_whole && lines.pop()?.starts_with("#rack1 ")).then_some(lines)
}

/// The outputs in the bench.
fn outputs(bench: &Bench) -> Files {
    let root = bench.path("");
    let paths = files_in(&root)
        .into_iter()
        .filter(|path| !is_temporary(path));
    let files = paths.map(|path| (path.strip_prefix(&root).unwrap().to_owned(), path));
    files
        .filter(|(path, _)| is_output(path))
        .map(|(path, file)| (path, fs::read(file).unwrap()))
        .collect()
}

/// Whether a path is that of an output or of a file in its folder.
fn is_output(path: &Path) -> bool {
    let mut names = path.iter().map(|name| name.as_encoded_bytes());
    names.any(|name| name == b"x" || name.starts_with(b"x.") || name.starts_with(b"x-"))
}

/// Whether `lexc play` says that the game is not saved, or saved under another name.
fn says_where_it_is(output: &Output) -> bool {
    let says = |text| stdout(output).contains(text);
    says("The game is not saved") || says("so the game is now saved in x-2.gcg")
}

/// Asserts, after a run that ended by itself, that each file is whole. All must be new if the exit code is 0, unless a game says
/// where it is; exit code 2 needs a message.
#[track_caller]
fn assert_ended(writing: &Writing, bench: &Bench, output: &Output, fault: &str) {
    let is_new = writing.assert_whole(bench, fault);
    let what = format!("{:?}, {fault}: {}", writing.args, stderr(output));
    match output.status.code() {
        Some(0) => assert!(is_new || says_where_it_is(output), "{what}"),
        Some(2) => assert!(stderr(output).contains("lexc: "), "{what}"),
        code => panic!("{what} ({code:?})"),
    }
}

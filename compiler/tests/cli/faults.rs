//! Output files after a failure (Linux): each is the whole old file or the whole new one, and the next run removes temporary
//! files.
//!
//! `LEXC_SCOPE=full` injects more faults, into commands on a whole word list, and repeats simultaneous builds more often:
//!
//! ```sh
//! LEXC_SCOPE=full cargo test -p lexc --test cli -- --nocapture faults hostile_lists
//! ```

mod full;
mod injected;
mod signals;
mod together;

use std::path::Path;
use std::process::Output;

use super::common::{Bench, data, is_full, stderr};

/// Names of the temporary files in the bench's directory.
fn temporaries(bench: &Bench) -> Vec<String> {
    let mut names = bench.names();
    names.retain(|name| name.starts_with('.') && name.ends_with(".tmp"));
    names
}

/// The contents of a file, if it is there.
fn contents(path: &Path) -> Option<Vec<u8>> {
    match std::fs::read(path) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// A command line that writes the file `x`.
struct Writing {
    args: Vec<String>,
    /// File at the target before the run.
    old: Option<Vec<u8>>,
    /// File at the target after a run without failure.
    new: Vec<u8>,
}

impl Writing {
    /// Command lines of the verbs that write one file once; those with `--force` replace an old file. Makes their inputs in the bench.
    fn all(bench: &Bench) -> Vec<Writing> {
        let list = if is_full() {
            std::fs::read(data("words/scowl-60.txt")).unwrap()
        } else {
            b"AA\nAB\nABA\nBAA\nCAB\nDAB\nE\nEA\nOE\n".to_vec()
        };
        bench.write("list", list);
        bench.build(&["list", "-o", "image"]);
        bench.write("game.gcg", ">ann: ABE 8G AB +8 8\n>bob: - +0 0\n");
        bench.write("leaves.csv", "A,1.5\nB,8\n");
        let ways: [&[&str]; 8] = [
            &["build", "list", "-o", "x"],
            &["build", "list", "-o", "x", "--force"],
            &["dump", "image", "-o", "x", "--force"],
            &[
                "selfplay",
                "image",
                "--games",
                "2",
                "--seed",
                "1",
                "--threads",
                "1",
                "--positions",
                "x",
            ],
            &[
                "analyze",
                "image",
                "game.gcg",
                "--threads",
                "1",
                "--html",
                "x",
            ],
            &["convert", "leaves.csv", "--to", "leaves", "-o", "x"],
            &[
                "leaves",
                "image",
                "-o",
                "x",
                "--games",
                "2",
                "--generations",
                "1",
                "--max-tiles",
                "1",
                "--threads",
                "1",
            ],
            &["draw", "image", "--word", "CAB", "-o", "x"],
        ];
        let writings = ways.into_iter().map(|args| {
            let undisturbed = bench.run(args);
            assert_eq!(
                undisturbed.status.code(),
                Some(0),
                "{}",
                stderr(&undisturbed)
            );
            let new = bench.read("x");
            std::fs::remove_file(bench.path("x")).unwrap();
            Writing {
                args: args.iter().map(|arg| (*arg).to_owned()).collect(),
                old: args.contains(&"--force").then(|| b"the old file".to_vec()),
                new,
            }
        });
        writings.collect()
    }

    fn args(&self) -> Vec<&str> {
        self.args.iter().map(String::as_str).collect()
    }

    /// Restores the old file, or removes the file at the target if there is no old file. Removes all temporary files.
    fn prepare(&self, bench: &Bench) {
        for name in temporaries(bench) {
            std::fs::remove_file(bench.path(&name)).unwrap();
        }
        match &self.old {
            Some(old) => bench.write("x", old),
            None => {
                let _ = std::fs::remove_file(bench.path("x"));
            }
        }
    }

    /// Asserts that the file is the old one or the new one. Returns `true` for the new one.
    #[track_caller]
    fn assert_whole(&self, bench: &Bench, fault: &str) -> bool {
        let found = contents(&bench.path("x"));
        let is_new = found.as_ref() == Some(&self.new);
        assert!(
            is_new || found == self.old,
            "{:?}, {fault}: {} bytes",
            self.args,
            found.map_or(0, |bytes| bytes.len())
        );
        is_new
    }
}

/// Asserts, after a run that ended by itself, that the file is the old one or the new one. It must be the new one if
/// the exit code is 0; exit code 2 needs a message.
#[track_caller]
fn assert_ended(writing: &Writing, bench: &Bench, output: &Output, fault: &str) {
    let is_new = writing.assert_whole(bench, fault);
    let what = format!("{:?}, {fault}: {}", writing.args, stderr(output));
    match output.status.code() {
        Some(0) => assert!(is_new, "{what}"),
        Some(2) => assert!(stderr(output).contains("lexc: "), "{what}"),
        code => panic!("{what} ({code:?})"),
    }
}

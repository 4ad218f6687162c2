//! A temporary directory in which tests run the command, and checks of its output.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// A directory in which the program is run.
pub struct Bench {
    dir: TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        Bench {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    /// A bench with the image `x` of these words.
    pub fn with_image(words: &str) -> Bench {
        let bench = Bench::new();
        bench.write("list", words);
        bench.build(&["list", "-o", "x"]);
        bench
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).unwrap();
    }

    #[track_caller]
    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Names of the files in the directory, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.dir.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lexc"));
        command
            .args(args)
            .current_dir(self.dir.path())
            .env("APPDATA", self.dir.path())
            .env("HOME", self.dir.path())
            .env("XDG_CONFIG_HOME", self.dir.path())
            .env_remove("LEXC_IMAGE")
            .env_remove("NO_COLOR")
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        started(|| self.command(args).output())
    }

    pub fn spawn(&self, args: &[&str]) -> Child {
        started(|| {
            self.command(args)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
        })
    }

    /// Runs the program with this standard input, which it need not read to the end.
    pub fn run_with(&self, args: &[&str], input: &[u8]) -> Output {
        let mut child = self.spawn(args);
        let mut stdin = child.stdin.take().unwrap();
        thread::scope(|scope| {
            scope.spawn(move || {
                let _ = stdin.write_all(input);
            });
            child.wait_with_output().unwrap()
        })
    }

    /// Runs `lexc build`, which has to succeed.
    #[track_caller]
    pub fn build(&self, args: &[&str]) {
        let output = self.run(&[&["build"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
}

/// Starts a program. Wine sometimes says that it has an internal error; then the program is started again.
fn started<T>(start: impl Fn() -> io::Result<T>) -> T {
    const ERROR_INTERNAL_ERROR: i32 = 1359;
    let is_of_wine =
        |error: &io::Error| cfg!(windows) && error.raw_os_error() == Some(ERROR_INTERNAL_ERROR);
    let mut result = start();
    for _ in 0..5 {
        if result.as_ref().is_err_and(is_of_wine) {
            result = start();
        }
    }
    result.unwrap()
}

pub fn stdout(output: &Output) -> &str {
    str::from_utf8(&output.stdout).unwrap()
}

pub fn stderr(output: &Output) -> &str {
    str::from_utf8(&output.stderr).unwrap()
}

/// Message for a missing input, in the system's words.
pub fn missing(name: &str) -> String {
    // The number of the error is 2 on Unix and on Windows.
    let error = io::Error::from_raw_os_error(2);
    format!("{name}: cannot read: {error} (check the name)")
}

/// Message for an input that is a directory.
pub fn directory(name: &str) -> String {
    format!("{name}: cannot read: is a directory (name a file in it)")
}

/// Asserts that the program ended with 0 and without a message. Returns its standard output.
#[track_caller]
pub fn done(output: &Output) -> &str {
    assert_eq!(stderr(output), "");
    assert_eq!(output.status.code(), Some(0));
    stdout(output)
}

/// Asserts that the program failed with this message and wrote nothing to standard output.
#[track_caller]
pub fn assert_refused(output: &Output, message: &str) {
    assert_eq!(stderr(output), format!("lexc: {message}\n"));
    assert_eq!(stdout(output), "");
    assert_eq!(output.status.code(), Some(2));
}

/// Asserts that a JSON object has exactly these keys, and that the help text has a line for each.
#[track_caller]
pub fn assert_keys(object: &Value, keys: &[&str], help: &str) {
    let mut expected = keys.to_vec();
    expected.sort_unstable();
    let found: Vec<&String> = object.as_object().unwrap().keys().collect();
    assert_eq!(found, expected);
    for key in keys {
        let is_name = |word: &str| word.trim_end_matches(',') == *key;
        let mut lines = help.lines();
        // A line of the help text has the keys that it documents among its first five words.
        let is_documented = lines.any(|line| line.split_whitespace().take(5).any(is_name));
        assert!(is_documented, "{key}");
    }
}

/// Waits until the condition is true, for at most a minute.
#[track_caller]
pub fn wait_until(mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns `true` if this process ignores a signal: background processes of a shell script, for example, ignore SIGINT.
/// Then `lexc` must ignore the signal, too.
#[cfg(target_os = "linux")]
pub fn is_ignored(number: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 != 0)
}

/// The verbs that `lexc --help` lists, except `help`.
pub fn verbs(bench: &Bench) -> Vec<String> {
    let help = bench.run(&["--help"]);
    let lines = done(&help).lines();
    let lines = lines.skip_while(|line| *line != "Lexicons:");
    let lines = lines.take_while(|line| *line != "Options:");
    let verbs = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let verbs = verbs.filter(|verb| !verb.is_empty() && *verb != "help");
    verbs.map(str::to_owned).collect()
}

/// Returns `true` if `LEXC_SCOPE=full` is set: slow tests then run every case.
pub fn is_full() -> bool {
    env::var_os("LEXC_SCOPE").is_some_and(|scope| scope == "full")
}

/// The path of a file of the project's test data.
pub fn data(name: &str) -> String {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    data.join(name).to_str().unwrap().to_owned()
}

//! Runs the commands of a page in a folder that looks like the root of the repository.

use std::cmp::Reverse;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use tempfile::TempDir;

use super::common::is_full;
use super::page::{Example, Fence, Kind, Page};

/// A folder with links to the repository's files and folders. New files beside the links do not appear in the repository.
pub(super) struct Folder {
    dir: TempDir,
    /// The directory in which commands run.
    work: PathBuf,
}

/// The examples to run.
pub(super) struct Scope {
    is_full: bool,
    has_debian_lists: bool,
    is_on_unix: bool,
    has_bundled: bool,
}

/// An output that differs from the shown output.
pub(super) struct Correction {
    file: PathBuf,
    /// The number of the line before the shown output.
    line: usize,
    shown: String,
    found: String,
    /// The status of commands that have to succeed. A transcript succeeds if the shell reads it to the end.
    failure: Option<ExitStatus>,
}

impl Scope {
    pub(super) fn of_environment() -> Scope {
        Scope {
            is_full: is_full(),
            has_debian_lists: Path::new("/usr/share/dict/swedish").exists()
                && Path::new("/usr/share/dict/british-english").exists(),
            is_on_unix: is_on_unix(),
            has_bundled: cfg!(feature = "bundled") && is_on_unix(),
        }
    }

    pub(super) fn includes(&self, example: &Example) -> bool {
        let fence = &example.fence;
        let is_slow = fence.has("slow") || fence.has("debian");
        (self.is_full || !is_slow)
            && (self.has_debian_lists || !fence.has("debian"))
            && (self.is_on_unix || !fence.has("unix"))
            && (self.has_bundled || !fence.has("bundled"))
    }
}

/// A mark between the outputs of commands.
const SEPARATOR: char = '\u{1e}';

/// Stands in for `cargo`: runs the lexc under test, skips the suite, of which this test is a part, and runs all other commands.
const CARGO: &str = r#"#!/bin/sh
case "$*" in
    "run --profile quick --bin lexc -- "*) shift 6; exec lexc "$@" ;;
    "test --workspace --all-features") ;;
    *) exec "$CARGO" "$@" ;;
esac
"#;

/// The lexc under test. `tests/windows/run` names a script that runs lexc for Windows.
fn program() -> OsString {
    let program = env::var_os("LEXC_PROGRAM");
    program.unwrap_or_else(|| env!("CARGO_BIN_EXE_lexc").into())
}

pub(super) fn is_on_unix() -> bool {
    env::var_os("LEXC_PROGRAM").is_none()
}

/// The image of the book's pages. A page that builds it starts without it.
const IMAGE: &str = "scowl-60.gaddag";

impl Folder {
    /// The folder in which the commands of a page run. Pages of tests have an empty folder inside the root.
    pub(super) fn for_page(root: &Path, page: &Page, image: &Path) -> Folder {
        let mut folder = Folder::new(root);
        let builds_it = |fence: &Fence| fence.text.contains(&format!("-o {IMAGE}"));
        if !page.fences.iter().any(builds_it) {
            fs::copy(image, folder.work.join(IMAGE)).unwrap();
        }
        if page.is_of_tests() {
            folder.work.push("test");
            fs::create_dir(&folder.work).unwrap();
        }
        folder
    }

    pub(super) fn new(root: &Path) -> Folder {
        let dir = tempfile::tempdir().unwrap();
        let (work, bin) = (dir.path().join("lexc"), dir.path().join("bin"));
        fs::create_dir(&work).unwrap();
        fs::create_dir(&bin).unwrap();
        for entry in fs::read_dir(root).unwrap() {
            let name = entry.unwrap().file_name();
            let is_source = name != "target" && !name.as_encoded_bytes().starts_with(b".");
            if is_source && !name.as_encoded_bytes().ends_with(b".gaddag") {
                symlink(root.join(&name), work.join(&name)).unwrap();
            }
        }
        symlink(program(), bin.join("lexc")).unwrap();
        fs::write(bin.join("cargo"), CARGO).unwrap();
        fs::set_permissions(bin.join("cargo"), fs::Permissions::from_mode(0o755)).unwrap();
        Folder { dir, work }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file, or runs commands. Returns the outputs that are not as shown, or the commands that fail.
    pub(super) fn run(&self, example: &Example) -> Vec<Correction> {
        let fence = &example.fence;
        if let Some(name) = fence.file_name() {
            fs::write(self.work.join(name), &fence.text).unwrap();
            return Vec::new();
        }
        let (fence, script, steps) = match &example.output {
            _ if fence.kind == Some(Kind::Console) => {
                let steps = steps(&fence.text);
                (fence, transcript_script(&steps), steps)
            }
            Some(output) => (output, fence.text.clone(), vec![Step::of_output(output)]),
            None => (fence, fence.text.clone(), Vec::new()),
        };
        let (status, output) = self.shell(&script);
        if !status.success() {
            return vec![Correction {
                file: fence.file.clone(),
                line: fence.line,
                shown: String::new(),
                found: output,
                failure: Some(status),
            }];
        }
        let outputs = steps.iter().zip(output.split(SEPARATOR));
        let differing = outputs.filter(|(step, found)| !fits(&lines(&step.shown), &lines(found)));
        differing
            .map(|(step, found)| Correction {
                file: fence.file.clone(),
                line: fence.line + step.line,
                shown: step.shown.clone(),
                found: found.to_owned(),
                failure: None,
            })
            .collect()
    }

    /// Runs a script with `sh -e`. Returns its status and output.
    fn shell(&self, script: &str) -> (ExitStatus, String) {
        let path = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(
            [self.path("bin")]
                .into_iter()
                .chain(env::split_paths(&path)),
        )
        .unwrap();
        let output = Command::new("sh")
            .args(["-e", "-c", &format!("exec 2>&1\n{script}")])
            .current_dir(&self.work)
            .env("PATH", path)
            .env("CARGO", env!("CARGO"))
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_INSTALL_ROOT", self.path("installed"))
            .env(
                "CARGO_TARGET_DIR",
                concat!(env!("CARGO_TARGET_TMPDIR"), "/book"),
            )
            .env("LC_ALL", "C.UTF-8")
            .env("XDG_CONFIG_HOME", self.path("settings"))
            .env_remove("LEXC_IMAGE")
            .env_remove("NO_COLOR")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let text = if is_on_unix() {
            text
        } else {
            without_words_of_wine(&text)
        };
        (output.status, text)
    }
}

/// The output without messages of wine 8, which some programs with threads give at their end.
fn without_words_of_wine(text: &str) -> String {
    let mut parts = text.split("wine client error:");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_thread, rest) = part.split_once(": ").unwrap_or_default();
        kept += rest
            .strip_prefix("sendmsg: Bad file descriptor\n")
            .unwrap_or(rest);
    }
    kept
}

/// A command of a transcript, and the output that is shown.
struct Step {
    command: String,
    shown: String,
    /// The number of the line before the output, from 1.
    line: usize,
}

/// The steps of a transcript. A command starts with `$ `. After a backslash at a line's end, the next line belongs to it.
fn steps(transcript: &str) -> Vec<Step> {
    let mut steps = Vec::<Step>::new();
    for (line, number) in transcript.split_inclusive('\n').zip(1..) {
        match steps.last_mut() {
            Some(step) if step.command.ends_with("\\\n") => {
                step.command += line;
                step.line = number;
            }
            Some(step) if !line.starts_with("$ ") => step.shown += line,
            _ => steps.push(Step {
                command: line.trim_start_matches("$ ").to_owned(),
                shown: String::new(),
                line: number,
            }),
        }
    }
    steps
}

/// A script that prints the status of each command that fails, and a separator after each command.
fn transcript_script(steps: &[Step]) -> String {
    let mut script =
        "set +e\nafter() { [ $1 = 0 ] || echo \"[exit $1]\"; printf '\\036'; }\n".to_owned();
    for step in steps {
        script += &format!("{}after $?\n", step.command);
    }
    script
}

impl Step {
    /// All commands of an `sh` fence, with their output.
    fn of_output(output: &Fence) -> Step {
        Step {
            command: String::new(),
            shown: output.text.clone(),
            line: 0,
        }
    }
}

/// The lines without space at their ends and without the system's words for an error. Windows writes `\` in paths.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(without_system_words);
    match is_on_unix() {
        true => lines.collect(),
        false => lines
            .map(|line| line.replace(r"\\", "/").replace('\\', "/"))
            .collect(),
    }
}

fn without_system_words(line: &str) -> String {
    let line = line.trim_end();
    let Some((words, rest)) = line.split_once(" (os error ") else {
        return line.to_owned();
    };
    let start = words.rfind(": ").map_or(0, |colon| colon + 2);
    let rest = rest.split_once(')').map_or("", |(_, rest)| rest);
    format!("{}(os error){rest}", &words[..start])
}

/// Returns `true` if the lines are equal, except that a shown `...` stands for any lines.
fn fits(shown: &[String], output: &[String]) -> bool {
    match (shown, output) {
        ([], _) => output.is_empty(),
        ([any, shown @ ..], _) if any == "..." => {
            (0..=output.len()).any(|skipped| fits(shown, &output[skipped..]))
        }
        ([line, shown @ ..], [printed, output @ ..]) => line == printed && fits(shown, output),
        (_, []) => false,
    }
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file.display(), self.line)?;
        if let Some(status) = self.failure {
            return writeln!(f, "the commands end with {status}:\n{}", self.found);
        }
        let (shown, found) = (lines(&self.shown), lines(&self.found));
        let pairs = shown.iter().zip(&found);
        let start = pairs.take_while(|(shown, found)| shown == found).count();
        let (shown_rest, found_rest) = (&shown[start..], &found[start..]);
        let pairs = shown_rest.iter().rev().zip(found_rest.iter().rev());
        let end = pairs.take_while(|(shown, found)| shown == found).count();
        writeln!(f, "expected (-) and found (+):")?;
        for (mark, lines) in [
            (' ', &shown[..start]),
            ('-', &shown_rest[..shown_rest.len() - end]),
            ('+', &found_rest[..found_rest.len() - end]),
            (' ', &shown[shown.len() - end..]),
        ] {
            for line in lines {
                writeln!(f, "{mark}{line}")?;
            }
        }
        Ok(())
    }
}

/// Writes the outputs into the pages. Returns the corrections that a person has to make.
pub(super) fn accept(root: &Path, mut corrections: Vec<Correction>) -> Vec<Correction> {
    // The last output of a file comes first, so that the line numbers of its earlier outputs stay valid.
    corrections.sort_by_key(|correction| Reverse((correction.file.clone(), correction.line)));
    corrections.retain(|correction| {
        let Correction { file, line, .. } = correction;
        if correction.failure.is_some() {
            return true;
        }
        let path = root.join(file);
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let rest = &lines[line + correction.shown.lines().count()..];
        let mut text = lines[..*line].concat() + &correction.found;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text += &rest.concat();
        fs::write(path, text).unwrap();
        false
    });
    corrections
}

//! Runs the commands of a page in a folder that looks like the root of the repository.

use std::cmp::Reverse;
use std::env;
use std::fmt;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use tempfile::TempDir;

use super::common::is_full;
use super::pages::{Example, Fence, Kind, Page};

/// A folder with links to the repository's files and folders. New files beside the links do not appear in the repository.
pub(super) struct Folder {
    dir: TempDir,
}

/// The examples to run.
pub(super) struct Scope {
    is_full: bool,
    has_debian_lists: bool,
}

/// A fence whose output differs from the shown output, or whose commands fail.
pub(super) struct Correction {
    fence: Fence,
    output: String,
    /// The status of commands that fail.
    status: Option<ExitStatus>,
}

impl Scope {
    pub(super) fn of_environment() -> Scope {
        Scope {
            is_full: is_full(),
            has_debian_lists: Path::new("/usr/share/dict/swedish").exists()
                && Path::new("/usr/share/dict/british-english").exists(),
        }
    }

    pub(super) fn includes(&self, example: &Example) -> bool {
        let fence = &example.commands;
        let is_slow = fence.has("slow") || fence.has("debian");
        (self.is_full || !is_slow) && (self.has_debian_lists || !fence.has("debian"))
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

/// The image of the book's pages. A page that builds it starts without it.
const IMAGE: &str = "scowl-60.gaddag";

impl Folder {
    pub(super) fn for_page(root: &Path, page: &Page, image: &Path) -> Folder {
        let folder = Folder::new(root);
        let builds_it = |fence: &Fence| fence.text.contains(&format!("-o {IMAGE}"));
        if !page.fences.iter().any(builds_it) {
            fs::copy(image, folder.path("lexc").join(IMAGE)).unwrap();
        }
        folder
    }

    pub(super) fn new(root: &Path) -> Folder {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder { dir };
        let (work, bin) = (folder.path("lexc"), folder.path("bin"));
        fs::create_dir(&work).unwrap();
        fs::create_dir(&bin).unwrap();
        for entry in fs::read_dir(root).unwrap() {
            let name = entry.unwrap().file_name();
            let is_source = name != "target" && !name.as_encoded_bytes().starts_with(b".");
            if is_source && !name.as_encoded_bytes().ends_with(b".gaddag") {
                symlink(root.join(&name), work.join(&name)).unwrap();
            }
        }
        symlink(env!("CARGO_BIN_EXE_lexc"), bin.join("lexc")).unwrap();
        fs::write(bin.join("cargo"), CARGO).unwrap();
        fs::set_permissions(bin.join("cargo"), fs::Permissions::from_mode(0o755)).unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Runs commands in this folder. Returns `None` if they print the shown output and, in `sh`, succeed.
    pub(super) fn run(&self, example: &Example) -> Option<Correction> {
        let fence = &example.commands;
        if fence.kind == Some(Kind::Console) {
            let (_, output) = self.shell(&transcript_script(&fence.text));
            return correction(fence, transcript(&fence.text, &output));
        }
        let (status, output) = self.shell(&fence.text);
        if !status.success() {
            return Some(Correction {
                fence: fence.clone(),
                output,
                status: Some(status),
            });
        }
        correction(example.output.as_ref()?, output)
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
            .current_dir(self.path("lexc"))
            .env("PATH", path)
            .env("CARGO", env!("CARGO"))
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_INSTALL_ROOT", self.path("installed"))
            .env(
                "CARGO_TARGET_DIR",
                concat!(env!("CARGO_TARGET_TMPDIR"), "/book"),
            )
            .env("LC_ALL", "C.UTF-8")
            .env_remove("NO_COLOR")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status, text)
    }
}

/// The commands of a transcript: each line that starts with `$ `, and the next line after each backslash at a line's
/// end.
fn commands(transcript: &str) -> Vec<String> {
    let mut commands = Vec::<String>::new();
    let mut lines = transcript.split_inclusive('\n');
    while let Some(line) = lines.next() {
        let Some(first) = line.strip_prefix("$ ") else {
            continue;
        };
        let mut command = first.to_owned();
        while command.ends_with("\\\n") {
            command += lines.next().unwrap_or_default();
        }
        commands.push(command);
    }
    commands
}

/// A script that prints a separator after each command. Commands may fail.
fn transcript_script(text: &str) -> String {
    let mut script = "set +e\n".to_owned();
    for command in commands(text) {
        script += &format!("{command}printf '\\036'\n");
    }
    script
}

/// The commands of a transcript, each followed by its output.
fn transcript(text: &str, output: &str) -> String {
    let outputs = output.split(SEPARATOR);
    let commands = commands(text).into_iter();
    commands
        .zip(outputs)
        .map(|(command, output)| format!("$ {command}{output}"))
        .collect()
}

/// Returns a correction if the output differs from the shown output.
fn correction(shown: &Fence, output: String) -> Option<Correction> {
    let lines = |text: &str| {
        text.lines()
            .map(|line| line.trim_end().to_owned())
            .collect::<Vec<_>>()
    };
    (!fits(&lines(&shown.text), &lines(&output))).then(|| Correction {
        fence: shown.clone(),
        output,
        status: None,
    })
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
        let place = self.fence.place();
        match self.status {
            Some(status) => writeln!(f, "{place}: the commands end with {status}:")?,
            None => writeln!(f, "{place}: other output:")?,
        }
        f.write_str(&self.output)
    }
}

/// Writes the outputs into the pages.
pub(super) fn write(root: &Path, corrections: &[Correction]) {
    let outputs = corrections
        .iter()
        .filter(|correction| correction.status.is_none());
    let mut outputs: Vec<_> = outputs.collect();
    // The last fence of a file comes first, so that the line numbers of its earlier fences stay valid.
    outputs.sort_by_key(|correction| Reverse((&correction.fence.file, correction.fence.line)));
    for Correction { fence, output, .. } in outputs {
        let path = root.join(&fence.file);
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let end = fence.line + fence.text.lines().count();
        let text = format!(
            "{}{output}{}",
            lines[..fence.line].concat(),
            lines[end..].concat()
        );
        fs::write(path, text).unwrap();
    }
}

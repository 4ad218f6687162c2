//! SIGKILL and errors at system calls, injected by strace.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::{WRITES_OF_ONE_FILE, Writing, assert_ended, contents, is_output, temporaries};
use crate::common::{Bench, is_full, stderr};

/// The number of SIGKILL.
const KILLED: i32 = 9;

/// A system call: its name, and its number among the calls of that name in its thread, counted from 1.
type Call = (String, usize);

/// Runs a command line with a fault, `inject=NAMES:…` of strace. Traces only the calls of these names, which saves time.
fn inject(bench: &Bench, fault: &str, writing: &Writing) -> Output {
    let names = fault.split(['=', ':']).nth(1).unwrap();
    let traced = format!("trace={names}");
    strace(bench, &["-e", &traced, "-e", fault], writing)
}

/// Runs a command line under strace with these options of strace.
pub(super) fn strace(bench: &Bench, options: &[&str], writing: &Writing) -> Output {
    let mut program = Command::new("strace");
    program
        .args(["-f", "-qq", "-o", "trace"])
        .args(options)
        .arg(env!("CARGO_BIN_EXE_lexc"))
        .args(&writing.args);
    writing.run(&mut program, bench)
}

/// Returns `true` if strace works here; prints a line if not.
pub(super) fn can_trace() -> bool {
    let traced = Command::new("strace")
        .args([
            "-qq",
            "-o",
            "/dev/null",
            "-e",
            "inject=chdir:error=EIO",
            "true",
        ])
        .stderr(Stdio::null())
        .status();
    let can_trace = traced.is_ok_and(|status| status.success());
    if !can_trace {
        eprintln!("skipped: strace is not installed, or nothing may be traced here");
    }
    can_trace
}

/// The system calls of an undisturbed run: `true` for the first call that names the output and for all later calls.
fn calls(bench: &Bench, writing: &Writing) -> BTreeMap<Call, bool> {
    writing.prepare(bench);
    let output = strace(bench, &[], writing);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(writing.assert_whole(bench, "no fault"));
    assert!(temporaries(bench).is_empty());
    let trace = fs::read_to_string(bench.path("trace")).unwrap();
    let mut counts = BTreeMap::new();
    let mut calls = BTreeMap::new();
    let mut is_output_named = false;
    for line in trace.lines() {
        let Some((thread, call)) = line.split_once(char::is_whitespace) else {
            continue;
        };
        let call = call.trim_start();
        let Some((name, arguments)) = call.split_once('(') else {
            continue;
        };
        if !name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            continue;
        }
        // `execve` has the arguments of the program, which also name the output.
        let mut texts = arguments.split('"').skip(1).step_by(2);
        is_output_named |= name != "execve" && texts.any(|text| is_output(Path::new(text)));
        let count: &mut usize = counts.entry((thread, name)).or_default();
        *count += 1;
        let is_late = calls
            .entry((name.to_owned(), *count))
            .or_insert(is_output_named);
        *is_late |= is_output_named;
    }
    assert!(calls.len() > 50, "{trace}");
    calls
}

/// Whether a call of a way to write gets a fault: at full scope all calls, by default all of the first ways, which write one file once,
/// and one of five of the others.
fn is_tried(way: usize, call: usize) -> bool {
    way < WRITES_OF_ONE_FILE.len() || is_full() || call % 5 == way % 5
}

#[test]
fn a_kill_at_any_system_call_leaves_the_old_file_or_the_new_one() {
    if !can_trace() {
        return;
    }
    let bench = Bench::new();
    let (mut runs, mut kills) = (0, 0);
    let mut outcomes = BTreeSet::new();
    for (way, writing) in Writing::all(&bench).into_iter().enumerate() {
        for (index, ((name, count), is_late)) in calls(&bench, &writing).into_iter().enumerate() {
            // The calls before the output is named are nearly the same for all ways to write.
            if way > 0 && !is_late && !is_full() || !is_tried(way, index) {
                continue;
            }
            writing.prepare(&bench);
            let fault = format!("inject={name}:signal=KILL:when={count}");
            let output = inject(&bench, &fault, &writing);
            let is_new = writing.assert_whole(&bench, &fault);
            // The calls of threads vary between runs, so a few runs may end before the call.
            let is_killed = output.status.signal() == Some(KILLED);
            assert!(is_killed || output.status.code() == Some(0), "{fault}");
            runs += 1;
            kills += usize::from(is_killed);
            let stale = temporaries(&bench);
            assert!(stale.len() <= writing.new.len(), "{fault}: {stale:?}");
            outcomes.insert((is_new, stale.len()));
            for path in stale {
                // The next run that writes in the directory removes the temporary files.
                let next = path.with_file_name("next");
                let dump = bench.run(&["dump", "image", "-o", next.to_str().unwrap()]);
                assert_eq!(dump.status.code(), Some(0), "{}", stderr(&dump));
                assert!(!path.exists(), "{fault}");
                fs::remove_file(next).unwrap();
            }
            assert_eq!(writing.assert_whole(&bench, &fault), is_new);
        }
    }
    assert!(kills > runs / 2, "{kills} of {runs} runs were killed");
    // Kills before the temporary file exists, while it exists, and after the rename.
    for outcome in [(false, 0), (false, 1), (true, 0)] {
        assert!(outcomes.contains(&outcome), "{outcomes:?}");
    }
}

#[test]
fn the_exit_code_matches_the_file_after_an_error_of_a_call_on_files() {
    if !can_trace() {
        return;
    }
    const CALLS: [&str; 21] = [
        "openat",
        "open",
        "creat",
        "write",
        "read",
        "close",
        "fsync",
        "fdatasync",
        "flock",
        "link",
        "linkat",
        "mkdir",
        "rename",
        "renameat",
        "renameat2",
        "unlink",
        "statx",
        "fstat",
        "newfstatat",
        "getdents64",
        "readlink",
    ];
    let bench = Bench::new();
    let mut faults = 0;
    let mut messages = BTreeSet::new();
    for (way, writing) in Writing::all(&bench).into_iter().enumerate() {
        let calls = calls(&bench, &writing);
        let late = calls.into_iter().filter(|(_, is_late)| *is_late);
        for (index, (name, count)) in late.map(|(call, _)| call).enumerate() {
            if !CALLS.contains(&name.as_str()) || !is_tried(way, index) {
                continue;
            }
            for error in ["ENOSPC", "EIO", "EDQUOT", "EINTR", "EACCES"] {
                // The ways to write handle errors alike.
                if way > 0 && error != "EIO" && !is_full() {
                    continue;
                }
                // Only these calls of the program can be interrupted.
                if error == "EINTR" && !["openat", "read", "write"].contains(&name.as_str()) {
                    continue;
                }
                writing.prepare(&bench);
                let fault = format!("inject={name}:error={error}:when={count}");
                let output = inject(&bench, &fault, &writing);
                // The standard library panics if closing a directory fails. A call that is late in one thread may have the number of an
                // early one of the main thread, in which the system loads libraries.
                let is_panic = name == "close" && stderr(&output).contains("closedir");
                if is_panic || stderr(&output).contains("error while loading shared libraries") {
                    writing.assert_whole(&bench, &fault);
                    continue;
                }
                assert_ended(&writing, &bench, &output, &fault);
                // Interrupted calls are repeated, except where the standard library opens a directory.
                let is_said = || stderr(&output).contains("--records x: cannot read: Interrupted");
                assert!(
                    error != "EINTR" || output.status.code() == Some(0) || is_said(),
                    "{fault}: {}",
                    stderr(&output)
                );
                let stale = temporaries(&bench);
                assert!(stale.is_empty() || name == "unlink", "{fault}: {stale:?}");
                faults += 1;
                if let Some(message) = stderr(&output).lines().next() {
                    messages.insert(message.to_owned());
                }
            }
        }
    }
    eprintln!("{faults} faults");
    for message in [
        "x: cannot make a temporary file beside it: No space left on device (os error 28) (make room there, or choose another place)",
        "x: cannot make a temporary file beside it: Permission denied (os error 13) (choose a directory that you may write in)",
        "x: cannot write: No space left on device (os error 28) (make room there, or choose another place)",
        "x: cannot write: Disk quota exceeded (os error 122) (remove files of yours there, or choose another place)",
        "x: cannot write: Input/output error (os error 5) (try again, or choose another place)",
        "x: cannot sync: Input/output error (os error 5) (try again, or choose another place)",
        "x: cannot rename the temporary file to it: Input/output error (os error 5) (try again, or choose another place)",
        "x: cannot sync its directory: Input/output error (os error 5) (the file is there and whole, but a power failure may undo that: look at the disk, and write it again)",
    ] {
        assert!(
            messages.contains(&format!("lexc: {message}")),
            "{message}: {messages:#?}"
        );
    }
}

/// Some file systems have no `renameat2`, no links or no locks.
#[test]
fn writes_files_without_links_and_locks() {
    if !can_trace() {
        return;
    }
    let bench = Bench::new();
    for writing in Writing::all(&bench) {
        for fault in [
            "inject=renameat2:error=EINVAL",
            "inject=renameat2:error=ENOSYS",
            "inject=renameat2,linkat,link:error=EPERM",
            "inject=renameat2,linkat,link:error=EOPNOTSUPP",
            "inject=flock:error=ENOLCK",
        ] {
            writing.prepare(&bench);
            let is_in_folder = writing.new.keys().any(|path| path.starts_with("x/"));
            if !is_in_folder {
                bench.write(".x.lexc-1.tmp", "");
            }
            let output = inject(&bench, fault, &writing);
            assert_eq!(
                output.status.code(),
                Some(0),
                "{fault}: {}",
                stderr(&output)
            );
            assert!(writing.assert_whole(&bench, fault));
            // If files can't be locked, no temporary file counts as abandoned, so this one stays.
            let stale = usize::from(fault.contains("flock") && !is_in_folder);
            assert_eq!(temporaries(&bench).len(), stale, "{fault}");
        }
        // An existing file is not replaced without --force.
        if writing.old.is_empty() && writing.args[0] != "use" {
            let path = bench.path("").join(writing.new.keys().next().unwrap());
            fs::write(&path, "precious").unwrap();
            let output = inject(&bench, "inject=renameat2,linkat:error=EPERM", &writing);
            assert_eq!(output.status.code(), Some(2));
            assert_eq!(contents(&path).unwrap(), b"precious");
        }
    }
}

//! Signals while a file is being written.

use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output, Stdio};

use super::temporaries;
use crate::common::{Bench, is_ignored, stderr, wait_until};

/// Signals that end a process, with their numbers.
const SIGNALS: [(&str, i32); 5] = [
    ("HUP", 1),
    ("INT", 2),
    ("USR1", 10),
    ("ALRM", 14),
    ("TERM", 15),
];

/// Starts a billion games that write their positions to a file. Waits for the temporary file.
fn start_games(bench: &Bench, program: &mut Command) -> Child {
    let args = "selfplay image --games 1000000000 --seed 1 --threads 1 --positions x";
    let child = program.args(args.split(' ')).stderr(Stdio::piped()).spawn();
    wait_until(|| temporaries(bench).len() == 1);
    child.unwrap()
}

fn send(signal: &str, child: &Child) {
    let script = format!("kill -{signal} {}", child.id());
    let sent = Command::new("sh").args(["-c", &script]).status();
    assert!(sent.unwrap().success());
}

#[test]
fn a_signalled_process_leaves_no_file() {
    let bench = Bench::new();
    bench.write("list", "AA\nAB\nBAA\nCAB\nE\nEA\n");
    bench.build(&["list", "-o", "image"]);
    for (name, number) in SIGNALS {
        if is_ignored(number) {
            continue;
        }
        let child = start_games(&bench, &mut bench.command(&[]));
        // Another run in the directory leaves the locked file alone.
        bench.build(&["list", "-o", "image", "--force"]);
        assert_eq!(temporaries(&bench).len(), 1);
        send(name, &child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.signal(), Some(number));
        assert_eq!(stderr(&output), "");
        assert_eq!(bench.names(), ["image", "list"]);
    }
}

#[test]
fn keeps_ignoring_ignored_signals() {
    let bench = Bench::new();
    bench.write("list", "AA\nAB\nBAA\nCAB\nE\nEA\n");
    bench.build(&["list", "-o", "image"]);
    let mut shell = Command::new("sh");
    // `nohup` does the same.
    let script = format!("trap '' HUP; exec '{}' \"$@\"", env!("CARGO_BIN_EXE_lexc"));
    shell.args(["-c", &script, "sh"]);
    let child = start_games(&bench, shell.current_dir(bench.path("")));
    send("HUP", &child);
    send("TERM", &child);
    let output: Output = child.wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(15));
    assert_eq!(bench.names(), ["image", "list"]);
}

#[test]
fn the_next_process_removes_the_file_of_a_killed_one() {
    let bench = Bench::new();
    bench.write("list", "AA\nAB\nBAA\nCAB\nE\nEA\n");
    bench.build(&["list", "-o", "image"]);
    let mut child = start_games(&bench, &mut bench.command(&[]));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(temporaries(&bench).len(), 1);
    bench.build(&["list", "-o", "y"]);
    assert_eq!(bench.names(), ["image", "list", "y"]);
}

//! Standard output that nobody reads, or that can't be written.

use std::process::{Command, Output, Stdio};

use super::common::{Bench, stderr, stdout};

/// Runs the command with a pipe as standard output. The reading end of the pipe is closed from the start.
fn run_into_closed_pipe(bench: &Bench, args: &[&str]) -> Output {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = bench.command(args);
    let child = command.stdout(writer).stderr(Stdio::piped()).spawn();
    // `command` keeps the writing end of the pipe open.
    drop(command);
    child.unwrap().wait_with_output().unwrap()
}

/// A bench with an image, a cut image, lists without and with a word that the image lacks, and positions without and with a
/// bad last line.
fn bench() -> Bench {
    let bench = Bench::with_image("AB\nABBA\nBA\n");
    let image = bench.read("x");
    bench.write("cut", &image[..image.len() - 8]);
    bench.write("good", "AB\n".repeat(5000));
    bench.write("bad", "AB\n".repeat(5000) + "ZZ\n");
    let position = format!("{}15 AB/ 0/0 0\n", "15/".repeat(14));
    bench.write("positions", position.repeat(100));
    bench.write("bad positions", position.repeat(100) + "AB\n");
    bench
}

#[test]
fn keeps_the_exit_code_if_the_reader_is_gone() {
    let bench = bench();
    for (args, code) in [
        (&["check", "x"][..], 0),
        (&["check", "cut"], 1),
        (&["check", "cut", "--json"], 1),
        (&["check", "x", "--words", "bad"], 1),
        (&["query", "x", "AB"], 0),
        (&["query", "x", "ZZ", "AB"], 1),
        (&["judge", "x", "ZZ", "AB"], 1),
        (&["diff", "x", "x"], 0),
        (&["diff", "x", "good"], 1),
        (&["query", "x", "--words", "good"], 0),
        (&["query", "x", "--words", "bad"], 1),
        (&["moves", "x", "positions"], 0),
        (&["moves", "x", "positions", "--summary"], 0),
        (&["moves", "x", "bad positions"], 2),
        (&["moves", "x", "bad positions", "--summary"], 2),
        (&["info", "x"], 0),
        (&["dump", "x"], 0),
        (&["bench", "x", "positions", "--passes", "1"], 0),
        (&["selfplay", "x", "--games", "2", "--positions", "-"], 0),
        (&["play", "x"], 0),
        (&["--help"], 0),
        (&["help", "moves"], 0),
        (&["--version"], 0),
    ] {
        let output = run_into_closed_pipe(&bench, args);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{args:?}: {}",
            stderr(&output)
        );
        assert!(!stderr(&output).contains("standard output"), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn fails_if_standard_output_is_full() {
    let bench = bench();
    for args in [
        &["--help"][..],
        &["help", "moves"],
        &["build", "--help"],
        &["--version"],
        &["check", "x"],
        &["check", "cut"],
        &["query", "x", "AB"],
        &["moves", "x", "positions"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let output = bench.command(args).stdout(full.unwrap()).output().unwrap();
        assert_eq!(
            stderr(&output),
            "lexc: standard output: cannot write: No space left on device (os error 28) (make room there, or choose another place)\n",
            "{args:?}"
        );
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}

/// The answer decides the exit code, even if the program starts without standard output.
#[cfg(unix)]
#[test]
fn keeps_the_exit_code_if_standard_output_is_closed() {
    let bench = bench();
    for (args, code) in [
        ("check x", 0),
        ("check cut", 1),
        ("query x AB", 0),
        ("query x ZZ", 1),
        ("moves x positions", 0),
        ("--version", 0),
    ] {
        let script = format!("exec '{}' {args} >&-", env!("CARGO_BIN_EXE_lexc"));
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(bench.path(""));
        let output = command.output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(code),
            "{args}: {}",
            stderr(&output)
        );
        assert_eq!((stdout(&output), stderr(&output)), ("", ""), "{args}");
    }
}

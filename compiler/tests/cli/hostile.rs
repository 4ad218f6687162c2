//! Hostile input: every command ends, with the right message. `hostile.md` has the other tests.

use std::io::Read;
use std::process::Command;

use serde_json::Value;

use super::common::{Bench, assert_refused, directory, done, missing, stderr, stdout};

/// Seven of the verbs that take an image. The other arguments of each verb are chosen so that it runs briefly.
const VERBS: [&[&str]; 7] = [
    &["check", "IMAGE"],
    &["info", "IMAGE"],
    &["dump", "IMAGE"],
    &["query", "IMAGE", "AA"],
    &["moves", "IMAGE", "p"],
    &["bench", "IMAGE", "p"],
    &["selfplay", "IMAGE", "--games", "1", "--seed", "1"],
];

/// The arguments with this image in the place of `IMAGE`.
fn with_image<'a>(verb: &[&'a str], image: &'a str) -> Vec<&'a str> {
    let arg = |arg: &&'a str| if *arg == "IMAGE" { image } else { *arg };
    verb.iter().map(arg).collect()
}

fn bench() -> Bench {
    let bench = Bench::with_image("AA\nAB\nBAA\nCAB\n");
    bench.write("p", format!("{}15 AABC/\n", "15/".repeat(14)));
    bench
}

#[test]
fn rejects_files_that_are_not_images() {
    let bench = bench();
    bench.write("empty", "");
    let magic = r#"not a lexc image: it starts with "AA\nAB\nBA" (build one from a word list with `lexc build`)"#;
    let short = "image too short for header: needs 32 bytes, found 0 (fetch or build it again)";
    for verb in VERBS {
        let none = "./none";
        assert_refused(&bench.run(&with_image(verb, none)), &missing(none));
        assert_refused(&bench.run(&with_image(verb, ".")), &directory("."));
        for (name, said, message) in [
            ("./list", "./list", magic),
            ("./empty", "./empty", short),
            ("-", "<stdin>", short),
        ] {
            let output = bench.run(&with_image(verb, name));
            if verb[0] == "check" {
                let found = format!("header     failed    {message}\n");
                assert!(stdout(&output).starts_with(&found), "{}", stdout(&output));
                assert_eq!(output.status.code(), Some(1));
            } else {
                assert_refused(&output, &format!("{said}: {message}"));
            }
        }
    }
}

/// Verbs read at most the header of a stream that is not an image. They refuse a text input with a NUL byte, or above a
/// limit on its size.
#[cfg(target_os = "linux")]
#[test]
fn refuses_devices_without_an_end() {
    let bench = bench();
    for verb in VERBS.iter().filter(|verb| verb[0] != "check") {
        let output = bench.run(&with_image(verb, "/dev/zero"));
        let message = r#"/dev/zero: not a lexc image: it starts with "\x00\x00\x00\x00\x00\x00\x00\x00" (build one from a word list with `lexc build`)"#;
        assert_refused(&output, message);
    }
    let nul = "/dev/zero:1: a NUL byte, so this is not text (name a text file)";
    for args in [
        &["moves", "x", "/dev/zero"][..],
        &["bench", "x", "/dev/zero"],
        &["query", "x", "--words", "/dev/zero"],
    ] {
        assert_refused(&bench.run(args), nul);
    }
    let nul = "/dev/zero:1:1: a NUL byte, so this is not text (name a text file)";
    assert_refused(&bench.run(&["build", "/dev/zero", "-o", "y"]), nul);
    assert_refused(&bench.run(&["check", "x", "--words", "/dev/zero"]), nul);
    for (args, message) in [
        (
            &["build", "list", "-o", "y", "--alphabet", "/dev/zero"][..],
            "/dev/zero: longer than 65536 bytes (name a file with a letter distribution)",
        ),
        (
            &["build", "list", "-o", "y", "--source", "@/dev/zero"],
            "/dev/zero: longer than 1048576 bytes (shorten the text)",
        ),
        (
            &["moves", "x", "p", "--layout", "/dev/zero"],
            "/dev/zero: longer than 65536 bytes (shorten the text)",
        ),
    ] {
        assert_refused(&bench.run(args), message);
    }
    assert_eq!(bench.names(), ["list", "p", "x"]);
}

#[test]
fn a_closed_pipe_gets_no_message() {
    let bench = bench();
    bench.write("many", "AA\n".repeat(100_000));
    bench.write("positions", bench.read("p").repeat(2000));
    for args in [
        &["query", "x", "--words", "many"][..],
        &["moves", "x", "positions"],
        &["moves", "x", "positions", "--summary"],
        &[
            "selfplay",
            "x",
            "--games",
            "100000",
            "--seed",
            "1",
            "--positions",
            "-",
        ],
    ] {
        let mut child = bench.spawn(args);
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0]).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!(stderr(&output), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

/// Every string of two to eight tiles of A, B, C and D is a word, and a rack may hold blanks: a position has over 1.5
/// million plays on average. If the program stored them, they would take more memory than the limit.
#[cfg(unix)]
#[test]
fn bench_and_selfplay_take_bounded_memory_if_every_string_is_a_word() {
    const LIMIT_KIB: u64 = 48 << 10;
    let mut words: Vec<String> = "ABCD".chars().map(String::from).collect();
    let mut list = String::new();
    for _ in 2..=8 {
        let longer = |word: &String| ["A", "B", "C", "D"].map(|tile| format!("{word}{tile}"));
        words = words.iter().flat_map(longer).collect();
        list += &(words.join("\n") + "\n");
    }
    let bench = Bench::new();
    bench.write("list", list);
    bench.write(
        "a",
        "?,?,6,0,0\nA,a,4,1,1\nB,b,4,3,0\nC,c,4,3,0\nD,d,4,3,0\n",
    );
    bench.build(&["list", "--alphabet", "a", "-o", "x"]);
    bench.write("p", format!("{}15 ABCD????/\n", "15/".repeat(14)));
    for (command, found, searches) in [
        ("bench x p --passes 1", "plays", "positions"),
        (
            "selfplay x --games 1 --seed 3 --threads 1",
            "plays_found",
            "moves",
        ),
    ] {
        let script = format!(
            "ulimit -v {LIMIT_KIB}; exec '{}' {command} --rack-size 8 --json",
            env!("CARGO_BIN_EXE_lexc")
        );
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &script]).current_dir(bench.path(""));
        let json: Value = serde_json::from_str(done(&output.output().unwrap())).unwrap();
        let number = |key: &str| json["total"][key].as_u64().unwrap();
        let plays = number(found) / number(searches);
        let bytes = plays * size_of::<lexc_runtime::Play>() as u64;
        assert!(bytes > 1024 * LIMIT_KIB, "{command}: {plays} plays");
    }
}

//! Hostile arguments and input: every command ends, with the right message.

use std::fs;
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
        assert_refused(&bench.run(&with_image(verb, "none")), &missing("none"));
        assert_refused(&bench.run(&with_image(verb, ".")), &directory("."));
        for (name, said, message) in [
            ("list", "list", magic),
            ("empty", "empty", short),
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
fn texts_in_other_encodings_are_refused_and_the_encoding_is_named() {
    let bench = bench();
    let utf16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    bench.write("wide", utf16("AA\nAB\n"));
    for args in [
        &["build", "wide", "-o", "y"][..],
        &["check", "x", "--words", "wide"],
    ] {
        let message = "wide: the list is UTF-16, little-endian (--encoding utf-16le reads it)";
        assert_refused(&bench.run(args), message);
    }
    for mark in ["", "\u{feff}"] {
        bench.write("wide", utf16(&format!("{mark}AA\nAB\n")));
        let encoding = "is UTF-16, little-endian (convert it to UTF-8)";
        for (what, args) in [
            ("text", &["query", "x", "--words", "wide"][..]),
            ("text", &["moves", "x", "wide"]),
            ("text", &["bench", "x", "wide"]),
            ("file", &["build", "list", "-o", "y", "--alphabet", "wide"]),
            ("text", &["build", "list", "-o", "y", "--license", "@wide"]),
            ("text", &["moves", "x", "p", "--layout", "wide"]),
        ] {
            assert_refused(&bench.run(args), &format!("wide: the {what} {encoding}"));
        }
    }
    bench.write("latin-1", b"AA\nB\xC4\n");
    let byte = "latin-1:2:2: byte 0xC4 is not UTF-8 text";
    for (message, args) in [
        (
            &*format!(
                "{byte}: 1 line is probably windows-1252 (--encoding windows-1252 reads the list)"
            ),
            &["build", "latin-1", "-o", "y"][..],
        ),
        (
            &format!("{byte} (convert the file to UTF-8)"),
            &["build", "list", "-o", "y", "--alphabet", "latin-1"],
        ),
        (
            &format!("{byte} (convert the text to UTF-8)"),
            &["build", "list", "-o", "y", "--license", "@latin-1"],
        ),
        (
            &format!("{byte} (convert the text to UTF-8)"),
            &["moves", "x", "p", "--layout", "latin-1"],
        ),
    ] {
        assert_refused(&bench.run(args), message);
    }
}

#[test]
fn a_byte_order_mark_may_only_start_a_line() {
    let bench = Bench::new();
    bench.write("list", "\u{feff}AA\n\u{feff}AB\n");
    bench.build(&["list", "-o", "x"]);
    assert_eq!(done(&bench.run(&["dump", "x"])), "AA\nAB\n");
    bench.write("list", "AA\nA\u{feff}B\n");
    assert_refused(
        &bench.run(&["build", "list", "-o", "y"]),
        "list:2:2: `\\u{feff}` (U+FEFF) fits no tile, in `A\\u{feff}B` (a byte order mark, which may only start a line: remove it)\n\
         lexc: 1 line with `\\u{feff}` (U+FEFF), which fits no tile (--max-skipped 50% drops them)\n\
         lexc: nothing is done while lines are bad (correct them, or drop them with --max-skipped 50%)",
    );
}

#[test]
fn numbers_out_of_range_are_refused_with_their_range() {
    let bench = bench();
    let games = ["selfplay", "x", "--games", "1", "--seed", "1"];
    let selfplay = |option: &'static str| [&games[..], &[option]].concat();
    let over = "18446744073709551616";
    let any = "0 to 18446744073709551615";
    for (args, option, range) in [
        (selfplay("--threads"), "--threads <T>", "1 to 256"),
        (
            vec!["selfplay", "x", "--seed", "1", "--games"],
            "--games <N>",
            "1 to 18446744073709551615",
        ),
        (
            vec!["selfplay", "x", "--games", "1", "--seed"],
            "--seed <S>",
            any,
        ),
        (
            vec!["bench", "x", "p", "--passes"],
            "--passes <N>",
            "1 to 4294967295",
        ),
        (vec!["moves", "x", "p", "--top"], "--top <N>", any),
        (
            vec!["moves", "x", "p", "--rack-size"],
            "--rack-size <N>",
            any,
        ),
        (vec!["check", "x", "--limit"], "--limit <WORDS>", any),
        (
            vec!["query", "x", "--word-at"],
            "--word-at <INDEX>",
            "0 to 4294967295",
        ),
        (
            vec!["build", "list", "-o", "y", "--min-length"],
            "--min-length <TILES>",
            "1 to 63",
        ),
        (
            vec!["build", "list", "-o", "y", "--max-length"],
            "--max-length <TILES>",
            "1 to 63",
        ),
    ] {
        for value in ["-1", over, "1.5", "x", ""] {
            let output = bench.run(&[&args[..], &[value]].concat());
            let message = format!(
                "error: invalid value '{value}' for '{option}': a whole number from {range} is needed\n"
            );
            assert!(stderr(&output).starts_with(&message), "{}", stderr(&output));
            assert_eq!(output.status.code(), Some(2));
        }
    }
    for value in ["-99999999999", "99999999999"] {
        let output = bench.run(&["moves", "x", "p", "--bingo-bonus", value]);
        let message = format!(
            "error: invalid value '{value}' for '--bingo-bonus <POINTS>': {value} is not in -2147483648..=2147483647\n"
        );
        assert!(stderr(&output).starts_with(&message), "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(2));
    }
}

/// Decomposed text, which some programs write, has the same meaning as composed text.
#[test]
fn positions_and_words_are_normalised() {
    let bench = Bench::new();
    bench.write("tiles.csv", "A,a,2,1,1\nÇ,ç,2,2,0\nÉ,é,1,3,1\n?,?,1,0,0\n");
    bench.write("list", "AÇ\nÉÇA\n");
    bench.build(&["list", "-o", "x", "--alphabet", "tiles.csv"]);
    let rows = "15/".repeat(7);
    let composed = format!("{rows}7Aç6/{rows}", rows = rows)
        .trim_end_matches('/')
        .to_owned()
        + " AÉÇ/Ç 0/0 0";
    let decomposed = composed
        .replace('Ç', "C\u{327}")
        .replace('É', "E\u{301}")
        .replace('ç', "c\u{327}");
    let expected = bench.run(&["moves", "x", &composed, "--json"]);
    assert!(done(&expected).contains("ÉÇA"), "{}", stdout(&expected));
    let found = bench.run(&["moves", "x", &decomposed, "--json"]);
    assert_eq!(done(&found), stdout(&expected));

    for (name, position) in [("composed", &composed), ("decomposed", &decomposed)] {
        bench.write(name, format!("{position}\n"));
    }
    let [expected, found] = ["composed", "decomposed"].map(|name| bench.run(&["moves", "x", name]));
    assert_eq!(done(&found), done(&expected));
    let bench_found = bench.run(&["bench", "x", "decomposed", "--passes", "1"]);
    assert_eq!(
        bench_found.status.code(),
        Some(0),
        "{}",
        stderr(&bench_found)
    );
    let output = bench.run_with(&["query", "x", "-"], "e\u{301}c\u{327}a\n".as_bytes());
    assert_eq!(done(&output), "éça yes\n");
}

#[test]
fn alphabets_without_small_letters_need_marked_blanks() {
    let bench = Bench::new();
    bench.write("hebrew.csv", "א,א,1,1,0\nב,ב,1,1,0\n");
    bench.write("list", "אב\n");
    let output = bench.run(&["build", "list", "-o", "x", "--alphabet", "hebrew.csv"]);
    let line = |line: usize, letter| {
        format!(
            "lexc: hebrew.csv:{line}:3: `{letter}` is already a tile or blank form on line {line} (give each a text of its own; where letters have no case, mark the blank forms, as in `א*`)\n"
        )
    };
    assert_eq!(stderr(&output), line(1, 'א') + &line(2, 'ב'));
    assert_eq!(output.status.code(), Some(2));
    // Follows the remedy of the message: marks the blank forms.
    bench.write("hebrew.csv", "?,?,2,0,0\nא,א*,1,1,0\nב,ב*,1,1,0\n");
    bench.build(&["list", "-o", "x", "--alphabet", "hebrew.csv"]);
    let rows = "15/".repeat(14);
    let output = bench.run(&["moves", "x", &format!("{rows}15 א?/"), "--top", "1"]);
    assert!(done(&output).contains("א[ב*]"), "{}", stdout(&output));
}

/// Invalid positions in a file for `bench`, in a file for `moves`, and as an argument.
#[test]
fn impossible_positions_are_refused_with_the_place() {
    let bench = bench();
    let rows = |count: usize| "15/".repeat(count);
    let blank = format!("{}15", rows(14));
    let on_first = |row: &str| format!("{row}/{}15", rows(13));
    for (position, message) in [
        (on_first("16") + " A/", "character 6, in board row 2: "),
        (on_first("14") + " A/", "character 6, in board row 2: "),
        (on_first("22") + " A/", "character 1, in board row 1: "),
        (
            on_first("99999999999999999999") + " A/",
            "character 1, in board row 1: ",
        ),
        (on_first("015") + " A/", "character 1, in board row 1: "),
        (on_first("A0B13") + " A/", "character 2, in board row 1: "),
        (
            on_first("AAAAAAAAAAAAAAAAAAAAAA") + " A/",
            "character 22, in board row 1: ",
        ),
        (on_first("A?13") + " A/", "character 2, in board row 1: "),
        (on_first("[AB14") + " A/", "character 1, in board row 1: "),
        (on_first("Ñ14") + " A/", "character 1, in board row 1: "),
        (
            format!("{} A/", rows(15)),
            "character 46, in board row 16: ",
        ),
        (format!("{}15 A/", rows(21)), "character 64, in the board: "),
        (blank.clone(), "character 45: "),
        (
            blank.clone() + " AAAAAAAA/",
            "8 tiles on the rack where the rules allow 7",
        ),
        (
            format!("{blank} {}/", "A".repeat(100)),
            "character 67, in the racks: ",
        ),
        (blank.clone() + " AÑ/", "character 47, in the racks: "),
        (blank.clone() + " A/B/C/D/E", "character 53, in the racks: "),
        (blank.clone() + " A/ 1", "character 50, in the scores: "),
        (
            blank.clone() + " A/ 99999999999/0",
            "character 49, in the scores: ",
        ),
        (blank.clone() + " A/ --1/0", "character 49, in the scores: "),
        (blank.clone() + " A/ 1/2/3", "character 52, in the scores: "),
        (
            blank.clone() + " A/ 1/2 -1",
            "character 53, in the scoreless turns: ",
        ),
        (
            blank.clone() + " A/ 1/2 4294967296",
            "character 53, in the scoreless turns: ",
        ),
        (
            blank.clone() + " A/ 1/2 0 \u{1}",
            "character 55, in the operations: ",
        ),
    ] {
        bench.write("bad", format!("{position}\n"));
        let output = bench.run(&["bench", "x", "bad"]);
        let said = stderr(&output);
        let start = format!("lexc: bad:1: {message}");
        assert!(said.starts_with(&start), "{position}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert_eq!(output.status.code(), Some(2));
        let json = bench.run(&["moves", "x", "bad"]);
        let error: serde_json::Value = serde_json::from_str(stdout(&json)).unwrap();
        assert_eq!(
            format!("lexc: bad:1: {}\n", error["error"].as_str().unwrap()),
            said
        );
        let output = bench.run(&["moves", "x", &position]);
        // The message has another start if the argument could be the name of a file.
        let (_, message) = said.split_once("bad:1: ").unwrap();
        assert!(stderr(&output).ends_with(&format!("position: {message}")));
        assert_eq!(output.status.code(), Some(2));
    }
    // Searches positions that no game produces: lone tiles in corners, a full row, a full board, too many blanks, no tiles.
    for position in [
        on_first("A13A") + " ABC/",
        on_first("AAAAAAAAAAAAAAA") + " ABC/",
        format!("{}AAAAAAAAAAAAAAA ABC??AA/", "AAAAAAAAAAAAAAA/".repeat(14)),
        blank.clone() + " ???????/ -2147483648/2147483647 4294967295 lex nothing;",
        blank.clone() + " /",
    ] {
        let output = bench.run(&["moves", "x", &position]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{position}: {}",
            stderr(&output)
        );
    }
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

#[test]
fn a_name_does_not_disturb_the_terminal() {
    let bench = Bench::new();
    let output = bench.run(&["info", "x\u{1b}[31m\u{9b}y"]);
    assert_refused(&output, &missing(r"x\u{1b}[31m\u{9b}y"));
}

#[cfg(unix)]
#[test]
fn refuses_to_replace_the_file_of_standard_input() {
    let bench = bench();
    for args in [
        &["build", "-", "-o", "list", "--force"][..],
        &["dump", "-", "-o", "list", "--force"],
        &["dump", "list", "-o", "list", "--force"],
    ] {
        let list = fs::File::open(bench.path("list")).unwrap();
        let output = bench.command(args).stdin(list).output().unwrap();
        assert_refused(
            &output,
            "list: would replace an input (choose another output)",
        );
    }
    assert_eq!(bench.names(), ["list", "p", "x"]);
    bench.write("board", "");
    let args = ["draw", "list", "CARE", "-o", "board", "--format", "svg"];
    for input in ["--layout", "--alphabet"] {
        let output = bench.run(&[&args[..], &[input, "board", "--force"]].concat());
        let message = "board: would replace an input (choose another output)";
        assert_refused(&output, message);
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

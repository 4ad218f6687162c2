//! Hostile names, words and arguments, which must not reach a terminal unescaped.

use std::process::Output;

use super::common::Bench;

/// A text that sets a window's title, starts a control sequence by one C1 character, and reverses the direction of
/// text.
const HOSTILE: &str = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{2066}";

/// Asserts that the output has no control characters except line feeds and tabs, and no format characters or line
/// separators from U+200B to U+206F, which include the characters that change the direction of text.
#[track_caller]
fn assert_shown(output: &Output, args: &[&str]) {
    for (stream, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        let text = str::from_utf8(bytes).unwrap();
        // Tabs separate the columns of summaries.
        let is_shown = |c: char| match c {
            '\n' | '\t' => true,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => false,
            c => !c.is_control(),
        };
        assert!(text.chars().all(is_shown), "{args:?}, {stream}: {text:?}");
    }
}

#[cfg(unix)]
#[test]
fn hostile_text_is_escaped_in_results_and_messages() {
    let bench = Bench::new();
    bench.write("list", "AB\nABBA\nBA\n");
    let source = format!("source {HOSTILE}");
    let image = &*format!("image {HOSTILE}");
    let position = format!("{}15 AB/ 0/0 0", "15/".repeat(14));
    let named = format!("{position} lex {};", HOSTILE.replace(';', ""));
    bench.write("positions", format!("{position}\n"));
    bench.write("named", format!("{named}\n"));
    bench.write(HOSTILE, format!("{HOSTILE}\nAB\n"));
    let racks = "#rack1 AAAAAAA\n#rack2 EEEEEEE\n";
    let record = format!("#player1 {HOSTILE} {HOSTILE}\n#player2 b b\n{racks}");
    bench.write("hostile.gcg", record);
    let build = ["build", "list", "-o", image, "--source", &source, "-v"];
    let output = bench.run(&build);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_shown(&output, &build);
    let json = "--json";
    for args in [
        &["build", "list", "-o", "y", "--name", HOSTILE][..],
        &["build", "list", "-o", "y", "--license", HOSTILE, "-v"],
        &["build", HOSTILE, "-o", "z"],
        &["build", "list", "-o", "z", "--alphabet", HOSTILE],
        &["play", image, "hostile.gcg"],
        &["play", image, HOSTILE],
        &["check", image],
        &["check", image, json],
        &["check", image, "--words", HOSTILE],
        &["check", HOSTILE],
        &["check", HOSTILE, json],
        &["info", image],
        &["info", image, json],
        &["info", HOSTILE],
        &["dump", image],
        &["dump", image, "-o", HOSTILE],
        &["query", image, HOSTILE, "AB"],
        &["query", image, HOSTILE, json],
        &["query", image, "--prefix", HOSTILE],
        &["query", image, "--words", HOSTILE],
        &["moves", image, HOSTILE],
        &["moves", image, &position, "--layout", HOSTILE],
        &["moves", image, &named],
        &["moves", image, "named", json],
        &["moves", image, "positions", "--summary"],
        &["bench", image, "positions", "--passes", "1"],
        &["bench", image, "positions", "--passes", "1", json],
        &["bench", image, HOSTILE],
        &["selfplay", image, "--games", "1"],
        &["selfplay", image, "--games", "1", json],
        &["selfplay", image, "--games", "1", "--positions", HOSTILE],
        &["selfplay", image, "--games", HOSTILE],
        &["info", image, HOSTILE],
        &[HOSTILE],
        &[&format!("--{HOSTILE}")],
    ] {
        assert_shown(&bench.run(args), args);
    }
    let orders = format!("{HOSTILE}\nexchange {HOSTILE}\nsave no/{HOSTILE}\npass\n");
    let play = ["play", image, "hostile.gcg"];
    assert_shown(&bench.run_with(&play, orders.as_bytes()), &play);
}

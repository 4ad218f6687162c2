//! Hostile names, words and arguments, which must not reach a terminal unescaped.

use std::process::Output;

use super::common::{Bench, stderr, stdout};

/// A text that sets a window's title, starts a control sequence by one C1 character, and reverses the direction of
/// text.
const HOSTILE: &str = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{2066}";

/// Asserts that the text has no control characters except line feeds and tabs, and no format characters or line
/// separators from U+200B to U+206F, which include the characters that change the direction of text.
#[track_caller]
fn assert_visible(bytes: &[u8], place: &str) {
    let text = str::from_utf8(bytes).unwrap();
    // Tabs separate the columns of summaries.
    let is_shown = |c: char| match c {
        '\n' | '\t' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => false,
        c => !c.is_control(),
    };
    assert!(text.chars().all(is_shown), "{place}: {text:?}");
}

/// Asserts [`assert_visible`] of both streams.
#[track_caller]
fn assert_shown(output: &Output, args: &[&str]) {
    assert_visible(&output.stdout, &format!("{args:?}, stdout"));
    assert_visible(&output.stderr, &format!("{args:?}, stderr"));
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

#[test]
fn hostile_text_is_escaped_in_pages_pictures_records_and_reports() {
    let bench = Bench::new();
    // A tile's text may have a zero-width space.
    bench.write("tiles", "A,a,20,1,1\nB\u{200b},b\u{200b},20,1,0\n");
    bench.write("list", "A[B\u{200b}]\n");
    bench.build(&["list", "-o", "x", "--alphabet", "tiles"]);
    let play = ["play", "x", "--seed", "1"];
    assert_shown(&bench.run_with(&play, b"pass\nbag\nhint\n"), &play);
    bench.write("words", "AB\n");
    bench.build(&["words", "-o", "z"]);
    let name = HOSTILE.replace(['\u{7}', '\u{9b}'], "\n");
    let play = ["play", "z", "game.gcg", "--seed", "1", "--name", &name];
    assert_shown(&bench.run_with(&play, b"pass\npass\npass\n"), &play);
    assert_visible(&bench.read("game.gcg"), "record");
    let record = format!(
        "#player1 a {HOSTILE}\n#player2 b b\n#title {HOSTILE}\n>a: A - +0 0\n#note {HOSTILE}\n"
    );
    bench.write("hostile.gcg", record);
    let long = format!("{HOSTILE}C\n");
    bench.write("bad", long.repeat(3));
    for (args, file) in [
        (
            &["analyze", "z", "game.gcg", "--html", "1.html"][..],
            "1.html",
        ),
        (
            &["analyze", "x", "hostile.gcg", "--html", "2.html"],
            "2.html",
        ),
        (&["draw", "x", "-o", "x.svg"], "x.svg"),
        (&["draw", "x", "-o", "x.dot"], "x.dot"),
        (&["build", "bad", "-o", "y", "--report", "r.tsv"], "r.tsv"),
        (
            &["build", "bad", "-o", "y", "--report", "r.ndjson"],
            "r.ndjson",
        ),
        (
            &["build", "bad", "-o", "y", "--report", "r.sarif"],
            "r.sarif",
        ),
    ] {
        assert_shown(&bench.run(args), args);
        assert_visible(&bench.read(file), file);
    }
    let page = bench.read("2.html");
    let page = str::from_utf8(&page).unwrap();
    assert!(
        page.contains(r"\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{2066}"),
        "{page}"
    );
    let json = ["analyze", "x", "hostile.gcg", "--json"];
    let output = bench.run(&json);
    assert_shown(&output, &json);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["title"], HOSTILE);
}

#[cfg(unix)]
#[test]
fn a_line_end_in_a_file_name_starts_no_message() {
    let bench = Bench::with_image("AB\n");
    let name = "a\nlexc: forged";
    bench.write(name, "A1\nB2\n");
    let (dic, aff) = (format!("{name}.dic"), format!("{name}.aff"));
    bench.write(&dic, "2\nab/X\n1\n");
    bench.write(&aff, "SFX X Y 1\nSFX X\n");
    let position = format!("{}15 AB/ 0/0 0", "15/".repeat(14));
    for args in [
        &["build", name, "-o", "y"][..],
        &["build", &dic, "-o", "y"],
        &["build", "no", name, "-o", "y"],
        &["build", "list", "-o", name],
        &["build", "list", "-o", name, "--force"],
        &["build", "list", "-o", "y", "--alphabet", name],
        &["check", name],
        &["convert", name, "-o", "y.leaves"],
        &["dump", "x", "-o", name],
        &["moves", "x", name],
        &["moves", "x", &position, "--layout", name],
        &["bench", "x", name],
        &["query", "x", "--words", name],
        &["play", "x", name],
        &["analyze", "x", name],
        &["leaves", "x", "-o", name],
    ] {
        let output = bench.run(args);
        assert_shown(&output, args);
        let text = format!("\n{}\n{}", stdout(&output), stderr(&output));
        assert!(!text.contains("\nlexc: forged"), "{args:?}: {text}");
    }
}

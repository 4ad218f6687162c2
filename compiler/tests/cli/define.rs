//! `lexc define`, and definitions in `build`, `dump`, `info` and `check`.

use serde_json::Value;

use super::common::{Bench, assert_refused, data, done, stderr, stdout};

const LIST: &str = "aa\trough  lava [n AAS]\nAB\nCAB\t# a comment\nBA\tz #2 \nBA\ta\tb\n";

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("list", LIST);
    bench.build(&["list", "-o", "x", "--definitions"]);
    bench
}

#[test]
fn prints_a_line_for_each_word() {
    let bench = bench();
    let output = bench.run(&["define", "x", "AA", "ba", "ab"]);
    assert_eq!(
        done(&output),
        "AA\trough  lava [n AAS]\nba\ta b / z #2\nab\t(no definition)\n"
    );
    let output = bench.run(&["define", "x", "AA", "CABS", "A-"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stdout(&output),
        "AA\trough  lava [n AAS]\nCABS\t(not a word)\nA-\t(not a word)\n"
    );
}

#[test]
fn prints_an_object_for_each_word() {
    let bench = bench();
    let output = bench.run(&["define", "x", "--json", "AB", "aa", "A-"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stdout(&output),
        "{\"word\":\"AB\",\"answer\":true,\"definition\":null}\n\
         {\"word\":\"aa\",\"answer\":true,\"definition\":\"rough  lava [n AAS]\"}\n\
         {\"word\":\"A-\",\"answer\":false,\"definition\":null,\"note\":\"`-` (U+002D) fits no tile\"}\n"
    );
}

#[test]
fn an_image_without_definitions_is_refused_with_the_remedy() {
    let bench = Bench::with_image("AA\tlava\n");
    let message =
        "x: no definitions (build the image with --definitions from a list that has them)";
    assert_refused(&bench.run(&["define", "x", "AA"]), message);
    assert_refused(&bench.run(&["dump", "x", "--definitions"]), message);
}

#[test]
fn a_list_without_definitions_is_refused_with_the_remedy() {
    let bench = Bench::new();
    bench.write("list", "AA\nAB # x\n");
    let output = bench.run(&["build", "list", "-o", "x", "--definitions"]);
    assert_refused(
        &output,
        "no word has a definition (2 words in 2 lines: 1 comment; a definition is the text after a word and a tab)",
    );
    let output = bench.run(&[
        "build",
        "list",
        "-o",
        "x",
        "--definitions",
        "--only",
        "gaddag",
    ]);
    assert_refused(
        &output,
        "the word index needs the DAWG (build both automata: leave out --only gaddag)",
    );
    assert_eq!(bench.names(), ["list"]);
}

#[test]
fn info_counts_definitions_and_check_accepts_them() {
    let bench = bench();
    assert!(done(&bench.run(&["info", "x"])).contains("\ndefinitions     2\n"));
    let json: Value = serde_json::from_str(done(&bench.run(&["info", "x", "--json"]))).unwrap();
    assert_eq!(json["definitions"], 2);
    done(&bench.run(&["check", "x"]));
    bench.build(&["list", "-o", "y"]);
    assert!(done(&bench.run(&["info", "y"])).contains("\ndefinitions     no\n"));
    assert!(bench.read("y").len() < bench.read("x").len());
}

#[test]
fn the_dump_with_definitions_makes_the_same_image() {
    let bench = bench();
    let dump = bench.run(&["dump", "x", "--definitions"]);
    assert_eq!(
        done(&dump),
        "AA\trough  lava [n AAS]\nAB\nBA\ta b / z #2\nCAB\n"
    );
    assert_eq!(done(&bench.run(&["dump", "x"])), "AA\nAB\nBA\nCAB\n");
    let again = ["build", "-", "-o", "y", "--definitions"];
    let output = bench.run_with(&again, &dump.stdout);
    assert!(
        stderr(&output).contains("2 definitions kept"),
        "{}",
        stderr(&output)
    );
    assert_eq!(bench.read("x"), bench.read("y"));
    // The order of the lines does not matter.
    let mut lines: Vec<&str> = LIST.lines().collect();
    lines.reverse();
    let output = bench.run_with(
        &["build", "-", "-o", "z", "--definitions"],
        lines.join("\n").as_bytes(),
    );
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(bench.read("x"), bench.read("z"));
}

#[test]
fn definitions_of_words_with_digraphs_survive_dump_and_build() {
    let bench = Bench::new();
    bench.write("list", "COL·LEGI\tescola\nCL\tà\u{301} la\u{85}carte\n");
    let catalan = data("alphabets/catalan.csv");
    let options = ["--definitions", "--alphabet", &catalan];
    bench.build(&[&["list", "-o", "x"], &options[..]].concat());
    let dump = bench.run(&["dump", "x", "--definitions"]);
    assert_eq!(done(&dump), "CL\tà\u{301} la carte\nCO[L·L]EGI\tescola\n");
    bench.run_with(
        &[&["build", "-", "-o", "y"], &options[..]].concat(),
        &dump.stdout,
    );
    assert_eq!(bench.read("x"), bench.read("y"));
}

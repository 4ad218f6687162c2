//! `lexc draw`.

use super::common::{Bench, assert_refused, stderr, stdout};

const POSITION: &str = "15/15/15/15/15/15/15/3RETSInA5/15/15/15/15/15/15/15 AEHMT?S/ 66/-5 0";

#[test]
fn draws_an_automaton_in_dot() {
    let bench = Bench::with_image("AB\nABBA\nBA\n");
    let output = bench.run(&["draw", "x", "--format", "dot"]);
    let expected = r#"digraph "DAWG of 3 words" {
  rankdir=LR;
  node [shape=circle, label="", width=0.25, fontname="Helvetica"];
  edge [fontname="Helvetica"];
  start [shape=none, width=0];
  start -> 0;
  3 [shape=doublecircle];
  4 [shape=doublecircle];
  0 -> 1 [label="A"];
  0 -> 2 [label="B"];
  1 -> 3 [label="B"];
  2 -> 4 [label="A"];
  3 -> 2 [label="B"];
}
"#;
    assert_eq!(stdout(&output), expected);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    bench.run(&["draw", "list", "-o", "x.dot"]);
    assert_eq!(bench.read("x.dot"), expected.as_bytes());
}

#[test]
fn draws_automata_as_svg() {
    let bench = Bench::with_image("AB\nABBA\nBA\n");
    for (args, text) in [
        (
            &["draw", "x", "--word", "abba"][..],
            ">DAWG around ABBA</text>",
        ),
        (&["draw", "x", "--gaddag"], ">GADDAG of 3 words</text>"),
        (&["draw", "x", "--letter-sets"], ">B {A}</text>"),
    ] {
        let output = bench.run(args);
        let svg = stdout(&output);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains(text), "{args:?}: {svg}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }
}

#[test]
fn draws_the_board_of_a_position() {
    let bench = Bench::with_image("AB\n");
    let args = ["draw", "x", POSITION, "-o", "board.svg"];
    let output = bench.run(&args);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    let svg = String::from_utf8(bench.read("board.svg")).unwrap();
    let count = |text: &str| svg.matches(text).count();
    assert_eq!(count("class=\"tile\""), 6 + 6);
    assert_eq!(count("class=\"tile blank\""), 1 + 1);
    assert_eq!((count(">3W<"), count(">★<"), count(">-5<")), (8, 0, 1));
    assert_refused(
        &bench.run(&["draw", "x", POSITION, "-o", "board.svg"]),
        "board.svg: exists already (replace it with --force)",
    );
    assert_refused(
        &bench.run(&["draw", "x", POSITION, "-o", "board.dot"]),
        "a position can't be drawn in DOT (draw it as svg)",
    );
    assert_refused(
        &bench.run(&["draw", "x", POSITION, "-o", "board.png"]),
        "board.png: neither .svg, .dot nor .gv (choose another name, or give --format)",
    );
}

#[test]
fn markup_in_tiles_is_escaped() {
    let bench = Bench::new();
    bench.write("markup.csv", "<,>,1,1,1\n&,+,1,1,1\nx\\,y\\,1,1,1\n");
    bench.write("list", "<&\n&[x\\]\n");
    let alphabet = ["--alphabet", "markup.csv"];
    let output = bench.run(&[&["draw", "list"][..], &alphabet].concat());
    assert!(
        stdout(&output).contains(">&lt;</text>"),
        "{}",
        stderr(&output)
    );
    assert!(!stdout(&output).contains(">&</text>"));
    let output = bench.run(&[&["draw", "list", "--format", "dot"][..], &alphabet].concat());
    assert!(stdout(&output).contains("x\\\\"), "{}", stdout(&output));
}

#[test]
fn refuses_pictures_that_cannot_be_drawn() {
    let bench = Bench::with_image("AB\nABBA\nBA\n");
    bench.build(&["list", "-o", "dawg", "--only", "dawg"]);
    for (args, message) in [
        (
            &["x", "--max-states", "4"][..],
            "x: the picture has more than 4 states (draw the states around a word with --word, or raise --max-states)",
        ),
        (
            &["dawg", "--gaddag"],
            "dawg: no GADDAG (leave out --gaddag)",
        ),
        (
            &["x", "--word", "ABA"],
            "`ABA`: not in the lexicon (name one of its words)",
        ),
        (
            &["x", "15/15 A/"],
            "position: no preset layout has 2 x 15 squares (give a layout file with --layout)",
        ),
    ] {
        let output = bench.run(&[&["draw"], args, &["-o", "y.svg"]].concat());
        assert_refused(&output, message);
        assert!(!bench.names().contains(&"y.svg".to_owned()));
    }
}

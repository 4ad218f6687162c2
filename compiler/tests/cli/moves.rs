//! `lexc moves`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Output};

use lexc_compiler::word_list::WordList;
use lexc_compiler::{CompileOptions, compile_sorted};
use lexc_formats::{Alphabet, AlphabetDefinition, TileDefinition};
use serde_json::Value;

use super::common::{Bench, assert_refused, directory, done, missing, stderr, stdout};

/// A directory in which to run `lexc moves`, with an image of a small lexicon and a small layout.
struct MovesBench {
    bench: Bench,
}

/// The tiles of the small lexicon: text, blank form, value.
const TILES: [(&str, &str, i16); 5] = [
    ("A", "a", 1),
    ("B", "b", 3),
    ("L", "l", 1),
    ("L·L", "l·l", 10),
    ("S", "s", 1),
];

/// The words of the small lexicon: AB, ABA, AL, A[L·L]A, BA, BAL, BAS.
const WORDS: [&[u8]; 7] = [
    &[1, 2],
    &[1, 2, 1],
    &[1, 3],
    &[1, 4, 1],
    &[2, 1],
    &[2, 1, 3],
    &[2, 1, 5],
];

/// The layout of 3 x 3 squares that [`MovesBench::new`] writes: premiums in the corners.
const LAYOUT: &str = "1, 1\n= '\n\n' -\n";

/// A position on [`LAYOUT`], with four tiles on the rack.
const SMALL: &str = "3/BA1/3 A[L·L]S?/";

impl MovesBench {
    fn new() -> MovesBench {
        let bench = Bench::new();
        let tile = |(text, blank_text, value): (&str, &str, i16)| TileDefinition {
            text: text.to_string(),
            blank_text: blank_text.to_string(),
            value,
            count: 2,
            is_vowel: text == "A",
        };
        let alphabet = AlphabetDefinition {
            name: "small".to_string(),
            tiles: TILES.map(tile).into(),
            blank_count: 2,
            ..AlphabetDefinition::default()
        };
        let options = CompileOptions {
            name: "Tiny".to_string(),
            ..CompileOptions::default()
        };
        let alphabet = alphabet.encode().unwrap();
        let alphabet = Alphabet::from_bytes(&alphabet).unwrap();
        let compiled = compile_sorted(WORDS.into_iter(), alphabet, &options).unwrap();
        bench.write("x.lexc", compiled.image);
        bench.write("layout", LAYOUT);
        MovesBench { bench }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.bench.path(name)
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        self.bench.write(name, contents);
    }

    fn run(&self, args: &[&str]) -> Output {
        self.bench.run(&[&["moves"], args].concat())
    }

    fn spawn(&self, args: &[&str]) -> Child {
        self.bench.spawn(&[&["moves"], args].concat())
    }

    /// Runs `lexc moves` with this standard input.
    fn run_with(&self, args: &[&str], input: &[u8]) -> Output {
        self.bench.run_with(&[&["moves"], args].concat(), input)
    }

    /// Runs `lexc moves` for [`SMALL`] on [`LAYOUT`].
    fn run_small(&self, args: &[&str]) -> Output {
        let position = ["x.lexc", SMALL, "--layout", "layout"];
        self.run(&[&position, args].concat())
    }
}

/// The lines of standard output as JSON values.
fn json_lines(output: &Output) -> Vec<Value> {
    let lines = stdout(output).lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn prints_a_table_of_the_best_plays() {
    let bench = MovesBench::new();
    let output = bench.run_small(&["--top", "9", "--ungrouped"]);
    let expected = "\
#  play    score  placed  leave
1  1A Ab      16       2  [L·L]S
2  A1 aBA     15       2  [L·L]S
3  A1 AB      12       1  [L·L]S?
4  A1 ABa     12       2  [L·L]S
5  A1 aB       9       1  A[L·L]S
6  3A Ab       8       2  [L·L]S
7  3A Al       8       2  [L·L]S
8  C1 Al       6       2  [L·L]S
9  2A BAS      5       1  A[L·L]?
9 of 19 plays

6 unseen tiles, 0 in the bag
  B1 L2 [L·L]1 S1 ?1
";
    assert_eq!(done(&output), expected);
}

#[test]
fn a_table_of_the_best_plays_has_a_line_for_each_idea() {
    let bench = MovesBench::new();
    let output = bench.run_small(&["--top", "5"]);
    let expected = "\
#  play    score  placed  leave
1  1A Ab      16       2  [L·L]S
2  A1 aBA     15       2  [L·L]S (also ABa)
3  A1 AB      12       1  [L·L]S?
4  A1 aB       9       1  A[L·L]S
5  3A Ab       8       2  [L·L]S (also Al)
7 of 19 plays, in 5 lines
";
    assert!(done(&output).starts_with(expected), "{output:?}");
    // JSON has each play.
    let json = bench.run_small(&["--top", "5", "--json"]);
    let plays: Vec<_> = json_lines(&json)[0]["plays"].as_array().unwrap().clone();
    assert_eq!((plays.len(), &plays[3]["play"]), (5, &"A1 ABa".into()));
}

#[test]
fn shows_all_plays_by_default() {
    let bench = MovesBench::new();
    let all = bench.run_small(&[]);
    let lines: Vec<_> = done(&all).lines().collect();
    assert_eq!(lines.len(), 24);
    assert_eq!(lines[0], " #  play    score  placed  leave");
    assert_eq!(lines[19], "19  B2 Al       1       1  A[L·L]S");
    assert_eq!(lines[20], "19 plays");
    for top in ["19", "20", "4294967295"] {
        let ungrouped = bench.run_small(&["--top", top, "--ungrouped"]);
        assert_eq!(done(&ungrouped), stdout(&all));
    }
    let none = bench.run_small(&["--top", "0"]);
    assert!(done(&none).starts_with("0 of 19 plays\n"));
}

#[test]
fn prints_tables_of_one_play_and_of_none() {
    let bench = MovesBench::new();
    let run = |position| bench.run(&["x.lexc", position, "--layout", "layout"]);
    let one = "\
#  play        score  placed  leave
1  2A A[L·L]A     12       2  S
1 play

8 unseen tiles, 1 in the bag
  B2 L2 [L·L]1 S1 ?2
";
    assert_eq!(done(&run("3/A2/3 A[L·L]S/")), one);
    let none = run("3/A2/3 /");
    assert!(done(&none).starts_with("no plays\n"));
}

#[test]
fn prints_the_board_before_the_plays() {
    let bench = MovesBench::new();
    let output = bench.run_small(&["--board", "--top", "1"]);
    let expected = "     A  B  C
   ┌─────────┐
 1 │ =  ·  ' │
 2 │ B  A  · │
 3 │ '  ·  - │
   └─────────┘
    ' letter x2  - word x2  = word x3

    on turn   A[L·L]S?     0
    opponent               0

#  play   score  placed  leave
1  1A Ab     16       2  [L·L]S
1 of 19 plays

6 unseen tiles, 0 in the bag
  B1 L2 [L·L]1 S1 ?1
";
    assert_eq!(done(&output), expected);
    let never = bench.run_small(&["--board", "--top", "1", "--color", "never"]);
    assert_eq!(done(&never), expected);
    let always = bench.run_small(&["--board", "--top", "1", "--color", "always"]);
    let row = done(&always).lines().nth(3).unwrap();
    assert!(row.starts_with(" 2 │\x1b[") && row.ends_with("\x1b[0m│"));
}

#[test]
fn json_is_one_object_for_one_position() {
    let bench = MovesBench::new();
    let position = "3/BA1/3 [L·L]A?S/B 12/-3 1 lex Tiny; ld SMALL;";
    let args = ["x.lexc", position, "--layout", "layout", "--json"];
    let output = bench.run(&[&args[..], &["--top", "2"]].concat());
    let expected = concat!(
        r#"{"cgp":"3/BA1/3 [L·L]A?S/B 12/-3 1 lex Tiny; ld SMALL;","rack":"A[L·L]S?","#,
        r#""unseen":{"total":6,"bag":0,"tiles":{"B":1,"L":2,"[L·L]":1,"S":1,"?":1}},"warnings":[],"#,
        r#""counts":{"plays":19,"one_tile":10,"score_sum":118,"best_score":16},"plays":["#,
        r#"{"play":"1A Ab","coordinate":"1A","direction":"across","row":0,"col":0,"word":"Ab","#,
        r#""tiles":"Ab","score":16,"placed":2,"leave":"[L·L]S"},"#,
        r#"{"play":"A1 aBA","coordinate":"A1","direction":"down","row":0,"col":0,"word":"aBA","#,
        r#""tiles":"a.A","score":15,"placed":2,"leave":"[L·L]S"}]}"#,
        "\n"
    );
    assert_eq!(done(&output), expected);
    let all = bench.run(&args);
    let plays = json_lines(&all)[0]["plays"].as_array().unwrap().clone();
    assert_eq!(plays.len(), 19);
    assert_eq!(plays[15]["play"], "B1 bAS");
    assert_eq!(
        (&plays[15]["row"], &plays[15]["col"]),
        (&0.into(), &1.into())
    );
}

#[test]
fn prints_a_result_for_each_line_in_order() {
    let bench = MovesBench::new();
    let positions = format!("\u{feff}# small\r\n\r\n{SMALL}\r\n  \n 3/A2/3 A/\n3/A2/3 /");
    bench.write("positions", &positions);
    let options = ["--layout", "layout", "--top", "1"];
    let file = bench.run(&[&["x.lexc", "positions"], &options[..]].concat());
    let lines: Vec<_> = done(&file).lines().collect();
    let expected = [
        concat!(
            r#"{"position":1,"line":3,"cgp":"3/BA1/3 A[L·L]S?/ 0/0 0","rack":"A[L·L]S?","#,
            r#""unseen":{"total":6,"bag":0,"tiles":{"B":1,"L":2,"[L·L]":1,"S":1,"?":1}},"warnings":[],"#,
            r#""counts":{"plays":19,"one_tile":10,"score_sum":118,"best_score":16},"plays":["#,
            r#"{"play":"1A Ab","coordinate":"1A","direction":"across","row":0,"col":0,"word":"Ab","#,
            r#""tiles":"Ab","score":16,"placed":2,"leave":"[L·L]S"}]}"#
        ),
        concat!(
            r#"{"position":2,"line":5,"cgp":"3/A2/3 A/ 0/0 0","rack":"A","#,
            r#""unseen":{"total":10,"bag":3,"tiles":{"B":2,"L":2,"[L·L]":2,"S":2,"?":2}},"warnings":[],"#,
            r#""counts":{"plays":0,"one_tile":0,"score_sum":0,"best_score":0},"plays":[]}"#
        ),
        concat!(
            r#"{"position":3,"line":6,"cgp":"3/A2/3 / 0/0 0","rack":"","#,
            r#""unseen":{"total":11,"bag":4,"tiles":{"A":1,"B":2,"L":2,"[L·L]":2,"S":2,"?":2}},"warnings":[],"#,
            r#""counts":{"plays":0,"one_tile":0,"score_sum":0,"best_score":0},"plays":[]}"#
        ),
    ];
    assert_eq!(lines, expected);
    for options in [&options[..], &[&options[..], &["--json"]].concat()] {
        let args = [&["x.lexc", "-"], options].concat();
        let stdin = bench.run_with(&args, positions.as_bytes());
        assert_eq!(done(&stdin), stdout(&file));
    }
}

#[test]
fn a_bad_line_has_an_object_in_its_place() {
    let bench = MovesBench::new();
    let positions = [
        SMALL.as_bytes(),
        b"3/BX1/3 A/",
        b"# comment",
        b"4/4/4/4 A/",
        b"3/3/3 \xff",
        &b"3".repeat(70_000),
        b"3/3/3 AAAAAAAA",
        SMALL.as_bytes(),
    ];
    let args = ["x.lexc", "-", "--layout", "layout", "--top", "0"];
    let output = bench.run_with(&args, &positions.join(&b'\n'));
    let message = "lexc: <stdin>: 5 of 7 positions could not be used, the first on line 2 \
        (\"error\" in their results says why)\n";
    assert_eq!(stderr(&output), message);
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<_> = stdout(&output).lines().collect();
    let expected = [
        r#"{"position":2,"line":2,"error":"character 4, in board row 2: 'X' is an unknown tile"}"#,
        r#"{"position":3,"line":4,"error":"the board has 4 x 4 squares and the layout 3 x 3 (give the board's layout with --layout)"}"#,
        r#"{"position":4,"line":5,"error":"character 7: not UTF-8 (convert the positions to UTF-8)"}"#,
        r#"{"position":5,"line":6,"error":"line longer than 65536 bytes (write each position on a line of its own)"}"#,
        r#"{"position":6,"line":7,"error":"8 tiles on the rack where the rules allow 7 (remove tiles, or allow 8 with --rack-size 8)"}"#,
    ];
    assert_eq!(lines[1..6], expected);
    assert!(lines[0].starts_with(r#"{"position":1,"line":1,"cgp":"#));
    assert!(lines[6].starts_with(r#"{"position":7,"line":8,"cgp":"#));
    assert_eq!(lines.len(), 7);
}

#[test]
fn results_do_not_wait_for_the_next_line() {
    let bench = MovesBench::new();
    for form in ["--json", "--summary"] {
        let mut child = bench.spawn(&["x.lexc", "-", "--layout", "layout", form]);
        let mut stdin = child.stdin.take().unwrap();
        let mut results = BufReader::new(child.stdout.take().unwrap()).lines();
        if form == "--summary" {
            results.next();
        }
        for _ in 0..2 {
            writeln!(stdin, "{SMALL}\n# comment").unwrap();
            let result = results.next().unwrap().unwrap();
            assert!(result.contains("19"), "{result}");
        }
        drop(stdin);
        assert!(results.next().is_none());
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn summaries_are_columns_of_counts() {
    let bench = MovesBench::new();
    bench.write("positions", format!("#\n{SMALL}\n\n3/A2/3 /\n"));
    let args = ["x.lexc", "positions", "--layout", "layout", "--summary"];
    let header = "#position\tplays\tone_tile\tscore_sum\tbest_score\n";
    let expected = format!("{header}1\t19\t10\t118\t16\n2\t0\t0\t0\t0\n");
    assert_eq!(done(&bench.run(&args)), expected);
    let one = bench.run_small(&["--summary"]);
    assert_eq!(done(&one), format!("{header}1\t19\t10\t118\t16\n"));
    assert_eq!(
        done(&bench.run_with(&["x.lexc", "-", "--summary"], b"")),
        header
    );

    bench.write("positions", format!("{SMALL}\n#\n3/B4A1/3 A/\n{SMALL}\n"));
    let output = bench.run(&args);
    let message = "character 7, in board row 2: the row has 7 squares, but the first row has 3";
    assert_eq!(stderr(&output), format!("lexc: positions:3: {message}\n"));
    assert_eq!(stdout(&output), format!("{header}1\t19\t10\t118\t16\n"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_size_of_the_board_chooses_the_layout() {
    let bench = MovesBench::new();
    let (standard, super_board) = (["15"; 15].join("/"), ["21"; 21].join("/"));
    let best = |position: &str, options: &[&str]| {
        let output = bench.run(&[&["x.lexc", position, "--json"], options].concat());
        let result: Value = serde_json::from_str(done(&output)).unwrap();
        let play = &result["plays"][0];
        format!("{} {}", play["play"], play["score"])
    };
    let (standard, super_board) = (format!("{standard} ABA/"), format!("{super_board} ABA/"));
    assert_eq!(best(&standard, &[]), r#""8F ABA" 10"#);
    assert_eq!(best(&standard, &["--layout", "standard"]), r#""8F ABA" 10"#);
    assert_eq!(best(&super_board, &[]), r#""11I ABA" 10"#);
    assert_eq!(
        best(&super_board, &["--layout", "super"]),
        r#""11I ABA" 10"#
    );

    // On a board that is not square, the first turn has plays in both directions. `./super` names the file, `super` the
    // preset.
    bench.write("super", "0, 0\n=~ \n   ");
    let position = "3/3 ABA/";
    assert_eq!(best(position, &["--layout", "./super"]), r#""1A ABA" 60"#);

    let output = bench.run(&["x.lexc", position]);
    let message = "no preset layout has 2 x 3 squares (give a layout file with --layout)";
    assert_refused(&output, &format!("position: {message}"));
    let output = bench.run(&["x.lexc", &standard, "--layout", "super"]);
    let message = "the board has 15 x 15 squares and the layout 21 x 21 (give the board's layout with --layout)";
    assert_refused(&output, &format!("position: {message}"));
}

#[test]
fn layout_files_are_checked() {
    let bench = MovesBench::new();
    let refused = |contents: &[u8], message: &str| {
        bench.write("bad", contents);
        let output = bench.run(&["x.lexc", SMALL, "--layout", "bad"]);
        assert_refused(&output, &format!("layout bad: {message}"));
    };
    refused(
        b"1, 1\n  \n-+",
        "line 3, column 2: '+' is an unknown square symbol (use space ' \" ^ * - = ~ ! #)",
    );
    refused(
        b"1, 1\n   ",
        "line 1, column 1: the start square is outside the grid of 1 x 3 squares (rows and columns count from 0)",
    );
    bench.write("bad", b"0, 0\n\xff");
    let output = bench.run(&["x.lexc", SMALL, "--layout", "bad"]);
    let message = "bad:2:1: byte 0xFF is not UTF-8 text (convert the text to UTF-8)";
    assert_refused(&output, message);
    let output = bench.run(&["x.lexc", SMALL, "--layout", "none"]);
    let message = "layout none: no such file, and no preset of this name (presets: standard super)";
    assert_refused(&output, message);
}

#[test]
fn rack_size_and_bonus_change_the_score() {
    let bench = MovesBench::new();
    let best = |options: &[&str]| {
        let args = ["x.lexc", "3/3/3 ABA/", "--layout", "layout", "--json"];
        let output = bench.run(&[&args, options].concat());
        json_lines(&output)[0]["counts"]["best_score"].clone()
    };
    assert_eq!(best(&[]), 5);
    assert_eq!(best(&["--rack-size", "3"]), 55);
    let options = ["--rack-size", "3", "--bingo-bonus"];
    assert_eq!(best(&[&options[..], &["7"]].concat()), 12);
    assert_eq!(best(&[&options[..], &["-7"]].concat()), 4);

    let output = bench.run_small(&["--rack-size", "3"]);
    let message =
        "4 tiles on the rack where the rules allow 3 (remove tiles, or allow 4 with --rack-size 4)";
    assert_refused(&output, &format!("position: {message}"));
    for size in ["0", "22"] {
        let message = format!("--rack-size: a rack size of {size} (use 1 to 21)");
        assert_refused(&bench.run_small(&["--rack-size", size]), &message);
    }
    let output = bench.run_small(&["--bingo-bonus", "2147483647"]);
    assert!(
        stderr(&output)
            .starts_with("lexc: --layout, --rack-size and --bingo-bonus: a play might score ")
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn warns_once_of_another_lexicon_or_alphabet() {
    let bench = MovesBench::new();
    let position = format!("{SMALL} 0/0 0 ld small; lex OTHER;");
    let args = ["x.lexc", &position, "--layout", "layout", "--summary"];
    let output = bench.run(&args);
    let message = "warning: the position names the lexicon `OTHER` (lex), but the image has `Tiny`";
    assert_eq!(stderr(&output), format!("lexc: {message}\n"));
    assert_eq!(output.status.code(), Some(0));

    let lines = format!(
        "{SMALL}\n{SMALL} 0/0 0 lex tiny;\n{position}\n{position} ld x;\n{SMALL} 0/0 0 ld x; lex x;\n"
    );
    bench.write("positions", lines);
    let args = ["x.lexc", "positions", "--layout", "layout", "--summary"];
    let output = bench.run(&args);
    let alphabet = "warning: the position names the alphabet `x` (ld), but the image has `small`";
    let expected = format!("lexc: positions:3: {message}\nlexc: positions:4: {alphabet}\n");
    assert_eq!(stderr(&output), expected);
    assert_eq!(stdout(&output).lines().count(), 6);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn operations_are_obeyed_or_warned_about() {
    let bench = MovesBench::new();
    // ABA on an empty board places the full rack.
    let run = |operations: &str, options: &[&str]| {
        let position = format!("3/3/3 ABA/ 0/0 0 {operations}");
        let args = [
            "x.lexc",
            &position,
            "--layout",
            "layout",
            "--rack-size",
            "3",
        ];
        let output = bench.run(&[&args[..], &["--json", "--top", "1"], options].concat());
        let result = json_lines(&output).remove(0);
        assert_eq!(output.status.code(), Some(0));
        let said: Vec<_> = stderr(&output).lines().map(str::to_owned).collect();
        let warnings = result["warnings"].as_array().unwrap();
        let warnings = warnings.iter().map(|text| text.as_str().unwrap());
        let expected: Vec<_> = warnings
            .map(|text| format!("lexc: warning: {text}"))
            .collect();
        assert_eq!(said, expected);
        (
            result["counts"]["best_score"].as_i64().unwrap(),
            said.join("\n"),
        )
    };
    let (plain, silence) = run(
        "cr 5pt; gid x; lm 8G AB; mcnz 6; ti 1; tmr 1/2; to 3; var classic;",
        &[],
    );
    assert_eq!(silence, "");
    assert_eq!(run("bb 40; etl 1;", &[]), (plain - 10, String::new()));
    assert_eq!(
        run("bb 50;", &["--bingo-bonus", "50"]),
        (plain, String::new())
    );
    let flag = ["--bingo-bonus", "35"];
    for (operations, options, score, message) in [
        (
            "bb 40;",
            &flag[..],
            plain - 15,
            "the position has a bingo bonus of `40` (bb), but the search uses 35",
        ),
        (
            "bb x;",
            &[],
            plain,
            "the position has a bingo bonus of `x` (bb), but the search uses 50",
        ),
        (
            "etl -1;",
            &[],
            plain,
            "the position has an exchange limit of `-1` (etl), but the search uses 3",
        ),
        (
            "bdn CrosswordGame;",
            &[],
            plain,
            "the position names the board `CrosswordGame` (bdn), which has another layout",
        ),
        (
            "var wordsmog;",
            &[],
            plain,
            "the position is of the variant `wordsmog` (var), but the plays are of the classic game",
        ),
        ("foo; foo;", &[], plain, "unknown operation `foo` (ignored)"),
    ] {
        let (found, said) = run(operations, options);
        assert_eq!(found, score, "{operations}");
        assert_eq!(
            said.lines().next(),
            Some(&*format!("lexc: warning: {message}"))
        );
    }
    let board = ["15"; 15].join("/");
    let output = bench.run(&["x.lexc", &format!("{board} A/ 0/0 0 bdn Foo;"), "--summary"]);
    let message = "unknown board `Foo` (bdn; give its layout with --layout)";
    assert_eq!(stderr(&output), format!("lexc: warning: {message}\n"));
}

#[test]
fn warns_of_phonies_and_of_more_tiles_than_the_bag_has() {
    let bench = MovesBench::new();
    let position = "SLS/B1b/AAA AAS?/[L·L]??";
    let args = ["x.lexc", position, "--layout", "layout", "--summary"];
    let messages = [
        "words on the board that are not in the lexicon: SLS on 1A, AAA on 3A, SBA on A1, SBA on C1",
        "more tiles on board and racks than in a full bag: 5 A of 2, 3 S of 2, 4 ? of 2",
    ];
    let said = messages.map(|message| format!("lexc: warning: {message}\n"));
    assert_eq!(stderr(&bench.run(&args)), said.concat());

    // For a file, ten warnings of each of these kinds are printed, and an eleventh that says that no more follow.
    bench.write("positions", format!("{position}\n").repeat(12));
    let args = ["x.lexc", "positions", "--layout", "layout", "--summary"];
    let output = bench.run(&args);
    let lines: Vec<_> = stderr(&output).lines().collect();
    assert_eq!(lines.len(), 22);
    let place = "lexc: positions:1: warning: ";
    assert_eq!(
        lines[..2],
        messages.map(|message| format!("{place}{message}"))
    );
    assert!(
        lines[20..]
            .iter()
            .all(|line| line.ends_with(" (no more such warnings follow)"))
    );
    assert_eq!(stdout(&output).lines().count(), 13);
}

#[test]
fn an_algorithm_can_be_chosen() {
    let bench = MovesBench::new();
    let expected = bench.run_small(&["--top", "3"]);
    for algorithm in ["dawg", "gaddag", "every-line"] {
        let output = bench.run_small(&["--top", "3", "--algorithm", algorithm]);
        assert_eq!(done(&output), done(&expected));
    }
    bench.write("list", "ABA\n");
    bench
        .bench
        .build(&["list", "-o", "dawg.lexc", "--only", "dawg"]);
    let output = bench.run(&["dawg.lexc", "3/3/3 A/", "--algorithm", "gaddag"]);
    assert_refused(
        &output,
        "the image has no GADDAG (choose another algorithm, or build the image with both automata)",
    );
}

/// A bench with the values of a few leaves in `x.leaves`.
fn bench_with_leaves() -> MovesBench {
    let bench = MovesBench::new();
    let rows = TILES.map(|(text, blank, value)| format!("{text},{blank},2,{value},0\n"));
    bench.write("tiles.csv", rows.concat() + "?,?,9,0,0\n");
    bench.write("leaves.csv", "S,8\n?,25.5\nA?,40.125\nL·L,-20\n");
    let convert = [
        "convert",
        "leaves.csv",
        "-o",
        "x.leaves",
        "--alphabet",
        "tiles.csv",
    ];
    assert_eq!(bench.bench.run(&convert).status.code(), Some(0));
    bench
}

fn run_with_leaves(bench: &MovesBench, position: &str, options: &[&str]) -> Output {
    let args = [
        "x.lexc", position, "--layout", "layout", "--leaves", "x.leaves",
    ];
    bench.run(&[&args[..], options].concat())
}

#[test]
fn leaves_rank_plays_exchanges_and_the_pass() {
    let bench = bench_with_leaves();
    let position = "3/BA1/3 [L·L]S?/";
    let expected = "\
#  move                score  placed   value   equity  leave
1     exchange [L·L]       0       0   33.50    33.50  S?
2     exchange [L·L]S      0       0   25.50    25.50  ?
3  2A BAS                  5       1    5.50    10.50  [L·L]?
3 of 17 moves: 9 plays, 7 exchanges, the pass

7 unseen tiles, 4 in the bag
  A1 B1 L2 [L·L]1 S1 ?1
";
    let small = ["--rack-size", "3"];
    let output = run_with_leaves(&bench, position, &[&small[..], &["--top", "3"]].concat());
    assert_eq!(done(&output), expected);
    let all = run_with_leaves(&bench, position, &small);
    let count = "17 moves: 9 plays, 7 exchanges, the pass";
    assert_eq!(done(&all).lines().nth(18), Some(count));

    let output = bench.run(&["x.lexc", position, "--leaves", "x.lexc"]);
    let message =
        "x.lexc: image of words, not of leaves (make one with `lexc leaves` or `lexc convert`)";
    assert_refused(&output, message);
    let output = bench.run(&["x.lexc", position, "--leaves", "leaves.csv"]);
    let text = "leaves.csv: not an image of leaves (make one with `lexc leaves` or `lexc convert`)";
    assert_refused(&output, text);
    let output = bench.run(&["x.lexc", "-", "--leaves", "-"]);
    let message = "leaves and positions can't both come from standard input (name a file for one)";
    assert_refused(&output, message);
}

#[test]
fn a_position_may_be_several_arguments_and_files_come_first() {
    let bench = MovesBench::new();
    let options = ["--layout", "layout"];
    let words = ["x.lexc", "3/BA1/3", "A[L·L]S?/", "0/0", "0", "lex", "Tiny"];
    let output = bench.run(&[&words, &options[..]].concat());
    assert_eq!(done(&output), stdout(&bench.run_small(&[])));

    // An argument that names a file is not read as a position.
    bench.write("A", format!("{SMALL}\n"));
    let output = bench.run(&[&["x.lexc", "A"], &options[..]].concat());
    assert!(done(&output).starts_with(r#"{"position":1,"#));

    let several = "positions come from one file (join several with `cat FILE FILE |`, and give - for the positions)";
    assert_refused(&bench.run(&["x.lexc", "A", "A"]), several);
    assert_refused(&bench.run(&["x.lexc", "-", "A"]), several);
}

#[test]
fn refuses_arguments_that_are_neither_file_nor_position() {
    let bench = MovesBench::new();
    let message = "\"none.cgp\": no such file, and as a position: character 1, in board row 1: 'n' is an unknown tile";
    assert_refused(&bench.run(&["x.lexc", "none.cgp"]), message);
    let message = "\"\": no such file, and as a position: character 1, in board row 1: the row has no squares";
    assert_refused(&bench.run(&["x.lexc", ""]), message);
    let message = "\"x.lexc/3\": no such file, and as a position: character 1, in board row 1: 'x' is an unknown tile";
    assert_refused(&bench.run(&["x.lexc", "x.lexc/3"]), message);
    let message = "position: character 9, in the racks: 'X' is an unknown tile";
    assert_refused(&bench.run(&["x.lexc", "3/BA1/3 X/"]), message);
    assert_refused(&bench.run(&["x.lexc", "."]), &directory("."));
    let message = "--board draws a single position (give it in place of the file)";
    assert_refused(&bench.run(&["x.lexc", "layout", "--board"]), message);
}

#[test]
fn refuses_images_that_cannot_be_read() {
    let bench = MovesBench::new();
    assert_refused(&bench.run(&["none", SMALL]), &missing("none"));
    let output = bench.run(&["layout", SMALL]);
    assert!(stderr(&output).starts_with("lexc: layout: "));
    assert_eq!(output.status.code(), Some(2));

    let image = fs::read(bench.path("x.lexc")).unwrap();
    let args = ["-", SMALL, "--layout", "layout"];
    let output = bench.run_with(&args, &image);
    assert_eq!(done(&output), stdout(&bench.run_small(&[])));
    let message = "image and positions can't both come from standard input (name a file for one)";
    assert_refused(&bench.run(&["-", "-"]), message);
}

#[test]
fn refuses_bad_options_and_prints_help() {
    let bench = MovesBench::new();
    for options in [
        &["--summary", "--json"][..],
        &["--summary", "--top", "1"],
        &["--summary", "--board"],
        &["--json", "--board"],
        &["--top", "-1"],
        &["--color", "blue"],
    ] {
        let output = bench.run_small(options);
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert_eq!(stdout(&output), "");
    }
    assert_eq!(bench.run(&["x.lexc"]).status.code(), Some(2));
    let help = bench.run(&["--help"]);
    assert!(done(&help).contains("Examples:\n  lexc moves"));
    assert!(!done(&bench.run(&["-h"])).contains("Examples:"));
}

#[test]
fn ends_quietly_on_a_closed_pipe() {
    let bench = MovesBench::new();
    for form in ["--json", "--summary"] {
        let mut child = bench.spawn(&["x.lexc", "-", "--layout", "layout", form]);
        drop(child.stdout.take());
        // The program may end before it has read all positions.
        let _ = writeln!(child.stdin.take().unwrap(), "{SMALL}\n{SMALL}");
        let output = child.wait_with_output().unwrap();
        assert_eq!(stderr(&output), "", "{form}");
        assert_eq!(output.status.code(), Some(0), "{form}");
    }
}

/// `lexc moves IMAGE POSITIONS --summary` prints exactly the tables in `tests/data/conformance`.
#[test]
fn prints_the_conformance_files() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let list = fs::read_to_string(data.join("words/scowl-60.txt")).unwrap();
    let english = lexc_compiler::alphabet::load("english")
        .unwrap()
        .encode()
        .unwrap();
    let english = Alphabet::from_bytes(&english).unwrap();
    let words = WordList::from_words(english, list.lines()).unwrap();
    let options = CompileOptions {
        name: "SCOWL-60".to_string(),
        ..CompileOptions::default()
    };
    let bench = MovesBench::new();
    let image = compile_sorted(words.iter(), english, &options)
        .unwrap()
        .image;
    bench.write("scowl-60.lexc", image);
    for name in ["scowl60", "scowl60-hard"] {
        let positions = data.join("conformance").join(name).with_extension("cgp");
        let expected = fs::read_to_string(positions.with_extension("tsv")).unwrap();
        let positions = positions.to_str().unwrap();
        let output = bench.run(&["scowl-60.lexc", positions, "--summary"]);
        assert_eq!(output.status.code(), Some(0));
        let differing = stdout(&output)
            .lines()
            .zip(expected.lines())
            .find(|(found, expected)| found != expected);
        assert_eq!(differing, None, "{name}");
        assert_eq!(stdout(&output), expected, "{name}");
    }
}

/// Seven tiles of 32,767 points on a row of quadruple word squares could overflow a score; one tile can't.
#[test]
fn checks_layout_rack_size_and_bonus_together() {
    let bench = Bench::new();
    bench.write("tiles.csv", "A,a,30,32767,1\n");
    bench.write("list", "AA\nAAA\n");
    bench.build(&["list", "-o", "x", "--alphabet", "tiles.csv"]);
    bench.write("layout", format!("0, 0\n{}\n", "~".repeat(21)));
    let options = [
        ["--layout", "layout"],
        ["--rack-size", "1"],
        ["--bingo-bonus", "1000"],
    ];
    for order in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        let options = order.map(|index| options[index]).concat();
        let output = bench.run(&[&["moves", "x", "AA19 A/"], &options[..]].concat());
        assert!(done(&output).contains("\n1 play\n"), "{options:?}");
    }
    let output = bench.run(&["moves", "x", "AA19 A/", "--layout", "layout"]);
    let message = "lexc: --layout, --rack-size and --bingo-bonus: a play might score ";
    assert!(stderr(&output).starts_with(message), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn placed_tiles_read_back_as_the_same_tiles() {
    let bench = Bench::new();
    bench.write("list", "[C]HAO\n");
    bench.build(&["list", "-o", "x", "--alphabet", "spanish"]);
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 [C]HAO/";
    let output = bench.run(&["moves", "x", empty, "--json", "--top", "1"]);
    let result: Value = serde_json::from_str(done(&output)).unwrap();
    assert_eq!(result["plays"][0]["tiles"], "[C]HAO");
}

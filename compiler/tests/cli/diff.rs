//! `lexc diff`.

use serde_json::Value;

use super::common::{Bench, assert_keys, assert_refused, data, missing, stderr, stdout};

/// A bench with the images `x` and `y` of the lists `old` and `new`.
fn bench() -> Bench {
    let bench = Bench::new();
    for (list, image, words) in [
        ("old", "x", "CARE\nCARED\nARE\nZA\n"),
        ("new", "y", "CARE\nCARER\nCARES\nSCARE\nARE\nZA\n"),
    ] {
        bench.write(list, words);
        bench.build(&[list, "-o", image]);
    }
    bench
}

const CHANGES: &str = "-CARED\n+CARER\n+CARES\n+SCARE\n";

#[test]
fn shows_the_words_that_images_or_lists_do_not_share() {
    let bench = bench();
    let output = bench.run(&["diff", "x", "y"]);
    assert_eq!(stdout(&output), CHANGES);
    assert_eq!(stderr(&output), "lexc: added 3, removed 1, both 3\n");
    assert_eq!(output.status.code(), Some(1));
    for inputs in [["old", "new"], ["x", "new"], ["old", "y"]] {
        let output = bench.run(&["diff", inputs[0], inputs[1]]);
        assert_eq!(stdout(&output), CHANGES, "{inputs:?}");
    }
    for input in ["new", "y"] {
        let output = bench.run_with(&["diff", "x", "-"], &bench.read(input));
        assert_eq!(stdout(&output), CHANGES, "{input}");
    }
    let output = bench.run(&["diff", "x", "old"]);
    assert_eq!((stdout(&output), output.status.code()), ("", Some(0)));
    assert_eq!(
        stderr(&output).lines().last(),
        Some("lexc: added 0, removed 0, both 4")
    );
}

#[test]
fn takes_lists_that_start_with_the_first_byte_of_an_image() {
    let bench = Bench::new();
    bench.write("utf-8", "âge\nbon\n");
    bench.build(&["utf-8", "-o", "x", "--alphabet", "french"]);
    let list = b"\x89ge\nbon\n";
    bench.write("list", list);
    for input in ["list", "-"] {
        let args = ["diff", "x", input, "--encoding", "macintosh"];
        let output = bench.run_with(&args, list);
        assert_eq!((stdout(&output), output.status.code()), ("", Some(0)));
        assert!(stderr(&output).ends_with("lexc: added 0, removed 0, both 2\n"));
    }
}

#[test]
fn shows_changed_hooks_and_counts() {
    let bench = bench();
    let output = bench.run(&["diff", "--hooks", "x", "y"]);
    let hooks = " CARE front +S back +RS -D\n";
    assert_eq!(stdout(&output), format!("{hooks}{CHANGES}"));
    let output = bench.run(&["diff", "--hooks", "--summary", "x", "y"]);
    assert_eq!(
        stdout(&output),
        "added\t3\nremoved\t1\nboth\t3\nhooks gained\t3\nhooks lost\t1\n"
    );
    assert_eq!((stderr(&output), output.status.code()), ("", Some(1)));
}

#[test]
fn the_help_names_the_keys_of_the_objects() {
    let bench = bench();
    let help = bench.run(&["diff", "--help"]);
    let output = bench.run(&["diff", "--hooks", "--json", "x", "y"]);
    let lines: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let keys: [&[&str]; 6] = [
        &["change", "word", "front", "back"],
        &["change", "word"],
        &["change", "word"],
        &["change", "word"],
        &["change", "word"],
        &["summary"],
    ];
    assert_eq!(lines.len(), keys.len());
    for (line, keys) in lines.iter().zip(keys) {
        assert_keys(line, keys, stdout(&help));
    }
    let counts = ["added", "removed", "both", "hooks_gained", "hooks_lost"];
    assert_keys(&lines[5]["summary"], &counts, stdout(&help));
    assert_eq!(lines[0]["back"]["gained"], serde_json::json!(["R", "S"]));
    assert_eq!(lines[0]["back"]["lost"], serde_json::json!(["D"]));
}

#[test]
fn compares_tiles_of_several_characters() {
    let bench = Bench::new();
    let alphabet = data("alphabets/spanish.csv");
    bench.write("old", "CASA\nA\n");
    bench.write("new", "CASA\n[CH]A\nA[LL]\nA\n");
    let output = bench.run(&["diff", "--hooks", "--alphabet", &alphabet, "old", "new"]);
    let changes = stdout(&output);
    assert_eq!(changes, " A front +[CH] back +[LL]\n+A[LL]\n+[CH]A\n");
    bench.write("more", "CASA\nA\nAC\nAH\n");
    let output = bench.run(&["diff", "--hooks", "--alphabet", "spanish", "old", "more"]);
    assert!(stdout(&output).starts_with(" A back +[C]H\n"));
    bench.build(&["new", "-o", "x", "--alphabet", &alphabet]);
    let output = bench.run(&["diff", "x", "new"]);
    assert_eq!((stdout(&output), output.status.code()), ("", Some(0)));
    bench.build(&["old", "-o", "y"]);
    assert_refused(
        &bench.run(&["diff", "x", "y"]),
        "x and y have different alphabets: tile 4 is CH in the first and D in the second (compare lexicons of one alphabet)",
    );
}

#[test]
fn refuses_inputs_that_cannot_be_read() {
    let bench = bench();
    assert_refused(&bench.run(&["diff", "x", "z"]), &missing("z"));
    assert_refused(
        &bench.run(&["diff", "-", "-"]),
        "two lexicons can't both come from standard input (name a file for one)",
    );
    bench.write("l.csv", "S,8\n");
    bench.run(&["convert", "l.csv", "-o", "l.leaves"]);
    assert_refused(
        &bench.run(&["diff", "l.leaves", "l.leaves"]),
        "l.leaves: image of leaves, not of words (open it as leaves; `lexc info` and `lexc dump` show it)",
    );
    bench.write("none", "# nothing\n");
    assert_refused(
        &bench.run(&["diff", "x", "none"]),
        "none: no words (0 words in 1 line: 1 comment; check the list and the options)",
    );
    bench.write("cut", &bench.read("x")[..100]);
    let output = bench.run(&["diff", "cut", "new"]);
    assert!(
        stderr(&output).starts_with("lexc: cut: "),
        "{}",
        stderr(&output)
    );
    assert_eq!((stdout(&output), output.status.code()), ("", Some(2)));
}

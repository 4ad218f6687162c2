//! `lexc query`.

use std::io::{BufRead, BufReader, Write};

use super::common::{Bench, assert_refused, data, done, stderr, stdout};

#[test]
fn answers_for_each_word() {
    let bench = Bench::with_image("AB\nABBA\nBA\n");
    assert_eq!(
        done(&bench.run(&["query", "x", "AB", "abba"])),
        "AB yes\nabba yes\n"
    );
    let output = bench.run(&["query", "x", "AB", "ABB", "BA"]);
    assert_eq!(stdout(&output), "AB yes\nABB no\nBA yes\n");
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn answers_for_prefixes() {
    let bench = Bench::with_image("AB\nABBA\nBA\n");
    let output = bench.run(&["query", "--prefix", "x", "ABB", "ABBA", ""]);
    assert_eq!(done(&output), "ABB- yes\nABBA- yes\n- yes\n");
    let output = bench.run(&["query", "-p", "x", "BB"]);
    assert_eq!(stdout(&output), "BB- no\n");
    assert_eq!(output.status.code(), Some(1));
    let output = bench.run(&["query", "-p", "x", "--json", "BA"]);
    assert_eq!(done(&output), "{\"prefix\":\"BA\",\"answer\":true}\n");
}

#[test]
fn answers_no_for_unreadable_words() {
    let bench = Bench::with_image("AB\n");
    let output = bench.run(&["query", "x", "A-B", "[AB]", "AB"]);
    assert_eq!(stdout(&output), "A-B no\n[AB] no\nAB yes\n");
    assert_eq!(
        stderr(&output),
        "lexc: `A-B`: `-` (U+002D) fits no tile\nlexc: `[AB]`: unknown tile `AB`\n"
    );
    assert_eq!(output.status.code(), Some(1));
    let many = "A-B\n".repeat(25);
    let output = bench.run_with(&["query", "x", "-"], many.as_bytes());
    assert_eq!(stderr(&output).lines().count(), 21);
    assert!(stderr(&output).ends_with("lexc: and 5 more that can't be read\n"));
}

#[test]
fn answers_yes_if_one_of_several_readings_is_a_word() {
    let bench = Bench::new();
    let alphabet = data("alphabets/spanish.csv");
    bench.write("list", "[CH]ICO\nCASA\nCA[LL]E\n[L]LE\n");
    bench.build(&["list", "-o", "x", "--alphabet", &alphabet, "--word-index"]);
    let words = [
        "[CH]ico", "casa", "chico", "calle", "lle", "chica", "[C]HICO",
    ];
    let output = bench.run(&[&["query", "x"][..], &words].concat());
    let answers = ["yes", "yes", "yes", "yes", "yes", "no", "no"];
    let expected = words
        .iter()
        .zip(answers)
        .map(|(word, answer)| format!("{word} {answer}\n"));
    assert_eq!(stdout(&output), expected.collect::<String>());
    assert_eq!(stderr(&output), "");
    let output = bench.run(&["query", "x", "--word-index", "calle"]);
    assert_eq!(done(&output), "calle yes 0\n");
    let output = bench.run(&["query", "x", "--prefix", "call", "lll"]);
    assert_eq!(stdout(&output), "call- yes\nlll- no\n");
}

#[test]
fn words_and_indexes_map_to_each_other() {
    let bench = Bench::with_image("AB\nABBA\nBA\n");
    bench.build(&["list", "-o", "y", "--word-index"]);
    let output = bench.run(&["query", "y", "--word-index", "BA", "AB", "--word-at", "1"]);
    assert_eq!(done(&output), "BA yes 2\nAB yes 0\n1 ABBA\n");
    let output = bench.run(&["query", "y", "--word-at", "3", "--word-at", "0"]);
    assert_eq!(stdout(&output), "3 no\n0 AB\n");
    assert_eq!(output.status.code(), Some(1));
    for args in [
        &["query", "x", "--word-index", "AB"][..],
        &["query", "x", "--word-at", "0"],
    ] {
        assert_refused(
            &bench.run(args),
            "x: no word index (build the image with --word-index)",
        );
    }
}

#[test]
fn answers_can_be_objects() {
    let bench = Bench::new();
    bench.write("list", "AB\nBA\n");
    bench.build(&["list", "-o", "x", "--word-index"]);
    let output = bench.run(&[
        "query",
        "x",
        "--json",
        "--word-index",
        "ba",
        "a?",
        "--word-at",
        "0",
        "--word-at",
        "2",
    ]);
    assert_eq!(
        stdout(&output),
        "{\"word\":\"ba\",\"answer\":true,\"word_index\":1}\n\
         {\"word\":\"a?\",\"answer\":false,\"note\":\"`?` (U+003F) fits no tile\"}\n\
         {\"word_index\":0,\"word\":\"AB\"}\n{\"word_index\":2,\"word\":null}\n"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn words_come_from_lists() {
    let bench = Bench::with_image("AB\nBA\n");
    bench.write("words", "\u{feff}AB\r\n\r\n# none\r\nba a sound\r\n");
    bench.write("more", "BB");
    let output = bench.run_with(
        &["query", "x", "--words", "words", "--words", "more", "-"],
        b"AA\n",
    );
    assert_eq!(stdout(&output), "AA no\nAB yes\nba yes\nBB no\n");
    assert_eq!(stderr(&output), "");

    let output = bench.run(&["query", "x", "AB", "--words", "missing"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "AB yes\n");
    assert!(
        stderr(&output).starts_with("lexc: missing: "),
        "{}",
        stderr(&output)
    );
    for (list, message) in [
        (
            &b"AB\n\xFF\n"[..],
            "<stdin>:2:1: not UTF-8 text (convert the list to UTF-8)",
        ),
        (
            &[b'A'; 300_000],
            "<stdin>:1: line longer than 65536 bytes (write each word on a line of its own)",
        ),
    ] {
        let output = bench.run_with(&["query", "x", "-"], list);
        assert_eq!(stderr(&output), format!("lexc: {message}\n"));
        assert_eq!(output.status.code(), Some(2));
    }
    assert_refused(
        &bench.run(&["query", "-", "-"]),
        "image and lists can't both come from standard input (name a file for one)",
    );
}

#[test]
fn each_word_of_a_conversation_is_answered_at_once() {
    let bench = Bench::with_image("AB\nBA\n");
    let mut child = bench.spawn(&["query", "x", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (word, answer) in [("AB\n", "AB yes"), ("BB\n", "BB no")] {
        stdin.write_all(word.as_bytes()).unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), answer);
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn requires_a_word() {
    let bench = Bench::with_image("AB\n");
    let output = bench.run(&["query", "x"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("WORD"), "{}", stderr(&output));
}

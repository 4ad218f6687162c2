//! Limits of inputs: each has an option, which the error names together with the place.

use super::common::{Bench, assert_refused, done, stderr};

/// A word graph with all words of these many tiles, each A or B.
fn word_graph(tiles: u32) -> Vec<u8> {
    let node = |tile: u32, ends_word: bool, is_last: bool, child: u32| {
        tile << 24 | u32::from(ends_word) << 23 | u32::from(is_last) << 22 | child
    };
    let mut nodes = vec![node(0, false, true, 2), node(0, false, true, 0)];
    for level in 1..=tiles {
        let is_end = level == tiles;
        let child = if is_end { 0 } else { 2 * level + 2 };
        nodes.extend([1, 2].map(|tile| node(tile, is_end, tile == 2, child)));
    }
    nodes.iter().flat_map(|node| node.to_le_bytes()).collect()
}

#[test]
fn limits_of_lists_have_options() {
    let bench = Bench::new();
    bench.write("list", "AA\nAB\nAD\n\u{c9}A\n");
    bench.write("x.aff", "SFX S Y 2\nSFX S 0 s .\nSFX S 0 t .\n");
    bench.write("x.dic", "2\naa/S\nab/S\n");
    for (list, option, below, enough, message) in [
        (
            "list",
            "--max-bytes",
            "12",
            "13",
            "list: more than 12 bytes of text (check what the file is, or raise --max-bytes)",
        ),
        (
            "list",
            "--max-words",
            "3",
            "4",
            "list:4:1: more than 3 words (check what the file is, or raise --max-words)",
        ),
        (
            "x.dic",
            "--max-forms",
            "5",
            "6",
            "x.dic:3:1: more than 5 forms in all, or too many rules tried for them (check the affix file, or raise --max-forms)",
        ),
    ] {
        let run = |limit| {
            let read = ["--read", "\u{c9} = E"];
            let args = ["build", list, "-o", "x", "--force", option, limit];
            bench.run(&[&args[..], &read].concat())
        };
        assert_refused(&run(below), message);
        let output = run(enough);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
}

#[test]
fn the_bytes_of_a_report_have_a_limit() {
    let bench = Bench::new();
    bench.write("list", "\u{c9}A\n\u{c9}B\n\u{c9}C\n");
    let run = |args: &[&str]| {
        let build = [
            "build",
            "list",
            "-o",
            "x",
            "--force",
            "--read",
            "\u{c9} = E",
        ];
        bench.run(&[&build[..], &["--report", "r.tsv"], args].concat())
    };
    assert_refused(
        &run(&["--max-report-bytes", "120"]),
        "list:3:1: the report would have more than 120 bytes (leave --report out, or raise --max-report-bytes)",
    );
    assert_eq!(bench.names(), ["list"]);
    let output = run(&["--max-report-bytes", "200"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!((121..=200).contains(&bench.read("r.tsv").len()));
}

#[test]
fn words_of_foreign_files_and_images_have_a_limit() {
    let bench = Bench::new();
    // 2^24 words in 50 nodes are refused without an option.
    bench.write("x.kwg", word_graph(24));
    let output = bench.run(&["convert", "x.kwg", "-o", "x.gaddag"]);
    assert_refused(
        &output,
        "x.kwg: offset 192: more than 16,000,000 words (check what the file is, or raise --max-words)",
    );
    bench.write("y.kwg", word_graph(4));
    bench.write("y.csv", "A,1\nB,2\nAB,3\n");
    let run = |args: &[&str], limit| bench.run(&[args, &["--max-words", limit]].concat());
    for (args, below, enough, message) in [
        (
            &["convert", "y.kwg", "-o", "y.gaddag"][..],
            "15",
            "16",
            "y.kwg: offset 36: more than 15 words",
        ),
        (
            &["convert", "y.csv", "-o", "y.leaves"],
            "2",
            "3",
            "y.csv:3:1: more than 2 leaves",
        ),
        (
            &["convert", "y.gaddag", "-o", "y.txt"],
            "15",
            "16",
            "y.gaddag: more than 15 words",
        ),
    ] {
        let remedy = "(check what the file is, or raise --max-words)";
        assert_refused(&run(args, below), &format!("{message} {remedy}"));
        let output = run(args, enough);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let check = run(&["check", "y.gaddag"], "15");
    let found = String::from_utf8_lossy(&check.stdout);
    assert!(found.contains("more than 15 words (check"), "{found}");
    assert_eq!(check.status.code(), Some(1));
    done(&run(&["check", "y.gaddag"], "16"));
    assert_refused(
        &bench.run(&["convert", "y.kwg", "-o", "z", "--max-bytes", "39"]),
        "y.kwg: more than 39 bytes (check what the file is, or raise --max-bytes)",
    );
}

/// Each event takes kilobytes of output.
#[test]
fn events_of_a_record_have_a_limit() {
    let bench = Bench::with_image("AA\nAB\n");
    let pass = |player| format!(">{player}: AB - +0 0\n");
    let game = "#player1 a a\n#player2 b b\n".to_owned() + &(pass("a") + &pass("b")).repeat(2501);
    bench.write("game.gcg", game);
    for (args, message) in [
        (&[][..], "game.gcg:5003: more than 5000 events"),
        (&["--max-events", "1"], "game.gcg:4: more than 1 event"),
    ] {
        let output = bench.run(&[&["analyze", "x", "game.gcg", "--json"], args].concat());
        let remedy = "(check what the file is, or raise --max-events)";
        assert_refused(&output, &format!("{message} {remedy}"));
    }
}

//! `lexc bench`.

use std::fs;

use serde_json::Value;

use super::common::{Bench, assert_keys, assert_refused, directory, done, missing, stderr, stdout};

/// Racks with no, one and two blanks. "Q" has no play on an empty board.
const RACKS: [&str; 4] = ["ABQ", "AB?", "Q", "A??"];

/// A bench with the image `x` and the file `p` of positions.
fn bench() -> Bench {
    let bench = Bench::with_image("AB\nABA\nABBA\nBA\nBABA\n");
    let board = ["15"; 15].join("/");
    let lines = RACKS.map(|rack| format!("{board} {rack}/"));
    bench.write("p", format!("# positions\n\n{}\n", lines.join("\n")));
    bench
}

fn json(bench: &Bench, args: &[&str]) -> Value {
    let output = bench.run(&[&["bench", "x", "p", "--json"], args].concat());
    serde_json::from_str(done(&output)).unwrap()
}

const TIMES: [&str; 5] = ["median_us", "minimum_us", "p50_us", "p99_us", "max_us"];

#[test]
fn measures_all_plays_in_a_table() {
    let bench = bench();
    let output = bench.run(&["bench", "x", "p", "--passes", "3"]);
    let lines: Vec<_> = done(&output).lines().collect();
    let bytes = bench.read("x").len();
    let (thousands, rest) = (bytes / 1000, bytes % 1000);
    let expected = format!("image   x: 5 words, {thousands},{rest:03} bytes");
    assert_eq!(lines[0], expected);
    assert!(lines[1].starts_with("open    ") && lines[1].ends_with(" ms with all checks"));
    let search = "search  all plays, algorithm every-line, 3 passes on one thread";
    assert_eq!(lines[2..4], [search, ""]);
    let heads: Vec<_> = lines[4].split_whitespace().collect();
    let expected = "rack positions plays median minimum p50 p99 max plays/s";
    assert_eq!(heads.join(" "), expected);
    let counts = |line: usize| {
        let cells: Vec<_> = lines[line]
            .split("  ")
            .filter(|cell| !cell.is_empty())
            .collect();
        assert_eq!(cells.len(), 9, "{line}");
        cells[..3]
            .iter()
            .map(|cell| cell.trim())
            .collect::<Vec<_>>()
            .join(", ")
    };
    // On an empty square board, all plays are across: n plays for a word of n tiles. AB and BA make four plays.
    assert_eq!(counts(6), "no blank, 2, 4");
    assert_eq!(
        counts(7).split(", ").take(2).collect::<Vec<_>>(),
        ["1 blank", "1"]
    );
    assert_eq!(
        counts(8).split(", ").take(2).collect::<Vec<_>>(),
        ["2 blanks", "1"]
    );
    assert!(counts(5).starts_with("all, 4, "));
    let unit = "times in us per position: median and minimum over the passes, p50 to max over the positions";
    assert_eq!(lines[9..], ["", unit]);
    // All lines of the table end in the same column.
    let widths: Vec<_> = lines[4..9].iter().map(|line| line.len()).collect();
    assert_eq!(widths, [widths[0]; 5]);
    let once = bench.run(&["bench", "x", "p", "--passes", "1"]);
    assert!(done(&once).contains(", 1 pass on one thread\n"));
}

#[test]
fn the_json_has_the_documented_keys_and_adds_up() {
    let bench = bench();
    let help = bench.run(&["bench", "--help"]);
    let help = done(&help);
    let all = json(&bench, &["--passes", "2"]);
    let expected = [
        "image",
        "bytes",
        "lexicon",
        "words",
        "open_us",
        "check_us",
        "search",
        "algorithm",
        "passes",
        "total",
        "by_blanks",
    ];
    assert_keys(&all, &expected, help);
    assert_eq!((&all["image"], &all["words"]), (&"x".into(), &5.into()));
    assert_eq!((&all["search"], &all["passes"]), (&"all".into(), &2.into()));
    let expected = [&["positions", "plays"], &TIMES[..], &["plays_per_second"]].concat();
    assert_keys(&all["total"], &expected, help);
    let groups = all["by_blanks"].as_array().unwrap();
    for (blanks, group) in groups.iter().enumerate() {
        assert_keys(group, &[&["blanks"], &expected[..]].concat(), help);
        assert_eq!(group["blanks"], blanks);
    }
    assert_eq!(groups.len(), 3);
    let sum = |what: &str| {
        groups
            .iter()
            .map(|group| group[what].as_u64().unwrap())
            .sum::<u64>()
    };
    for what in ["positions", "plays"] {
        assert_eq!(all["total"][what], sum(what));
    }
    // `lexc moves` counts equally many plays.
    let summary = bench.run(&["moves", "x", "p", "--summary"]);
    let plays = done(&summary)
        .lines()
        .skip(1)
        .map(|line| line.split('\t').nth(1).unwrap());
    let plays: u64 = plays.map(|plays| plays.parse::<u64>().unwrap()).sum();
    assert_eq!(all["total"]["plays"], plays);
    for time in TIMES {
        assert!(all["total"][time].as_f64().unwrap() > 0.0, "{time}");
    }
    let times = TIMES.map(|time| all["total"][time].as_f64().unwrap());
    assert!(
        times[1] <= times[0] && times[2] <= times[3] && times[3] <= times[4],
        "{times:?}"
    );
}

#[test]
fn measures_the_best_play_of_each_position() {
    let bench = bench();
    let summary = bench.run(&["moves", "x", "p", "--summary"]);
    let scores = done(&summary)
        .lines()
        .skip(1)
        .map(|line| line.split('\t').nth(4).unwrap());
    let score_sum: i64 = scores.map(|score| score.parse::<i64>().unwrap()).sum();
    let help = bench.run(&["bench", "--help"]);
    let help = done(&help);
    for algorithm in ["dawg", "gaddag", "every-line"] {
        let best = json(
            &bench,
            &["--best", "--passes", "1", "--algorithm", algorithm],
        );
        assert_eq!(
            (&best["search"], &best["algorithm"]),
            (&"best".into(), &algorithm.into())
        );
        let expected = [&["positions", "score_sum"], &TIMES[..]].concat();
        assert_keys(&best["total"], &expected, help);
        assert_eq!(best["total"]["score_sum"], score_sum);
    }
    // Image and rack decide on the algorithm, unless the command names one.
    let best = json(&bench, &["--best", "--passes", "1"]);
    assert_eq!(best["algorithm"], "fastest");
    assert_eq!(best["total"]["score_sum"], score_sum);
    let table = bench.run(&["bench", "x", "p", "--best", "--passes", "1"]);
    let search =
        "\nsearch  the best play, the fastest algorithm for each rack, 1 pass on one thread\n";
    assert!(done(&table).contains(search));
    let options = ["--best", "--passes", "1", "--algorithm", "gaddag"];
    let table = bench.run(&[&["bench", "x", "p"], &options[..]].concat());
    assert!(
        done(&table).contains("\nsearch  the best play, algorithm gaddag, 1 pass on one thread\n")
    );
    assert!(done(&table).contains("  score sum  ") && !done(&table).contains("plays/s"));
}

#[test]
fn measures_the_best_move_by_equity_of_each_position() {
    let bench = bench();
    bench.write("leaves.csv", "A,1.5\nB,-2\n?,20\n");
    let convert = bench.run(&["convert", "leaves.csv", "-o", "x.leaves"]);
    assert_eq!(convert.status.code(), Some(0), "{}", stderr(&convert));
    let best = json(&bench, &["--leaves", "x.leaves", "--passes", "1"]);
    assert_eq!(
        (&best["search"], &best["algorithm"]),
        (&"equity".into(), &"fastest".into())
    );
    let help = bench.run(&["bench", "--help"]);
    let expected = [&["positions", "equity_sum"], &TIMES[..]].concat();
    assert_keys(&best["total"], &expected, done(&help));
    // `lexc moves` finds the same moves.
    let moves = bench.run(&[
        "moves", "x", "p", "--leaves", "x.leaves", "--top", "1", "--json",
    ]);
    let equity = |line: &str| {
        let found: Value = serde_json::from_str(line).unwrap();
        found["plays"][0]["equity"].as_f64().unwrap()
    };
    let equities: f64 = done(&moves).lines().map(equity).sum();
    let sum = best["total"]["equity_sum"].as_f64().unwrap();
    assert!((sum - equities).abs() < 1e-6, "{sum} {equities}");
    let table = bench.run(&["bench", "x", "p", "--leaves", "x.leaves", "--passes", "1"]);
    let search = "\nsearch  the best move by equity, the fastest algorithm for each rack, 1 pass on one thread\n";
    assert!(done(&table).contains(search) && done(&table).contains("  equity sum  "));
    let message = "--leaves measures the best move, and --all measures all plays (leave out one)";
    assert_refused(
        &bench.run(&["bench", "x", "p", "--all", "--leaves", "x.leaves"]),
        message,
    );
}

#[test]
fn all_algorithms_find_equally_many_plays() {
    let bench = bench();
    let counts = |args: &[&str]| {
        let found = json(&bench, &[&["--passes", "1"], args].concat());
        (found["algorithm"].clone(), found["total"]["plays"].clone())
    };
    let (default, plays) = counts(&[]);
    assert_eq!(default, "every-line");
    for algorithm in ["dawg", "gaddag", "every-line"] {
        let found = counts(&["--all", "--algorithm", algorithm]);
        assert_eq!(found, (algorithm.into(), plays.clone()));
    }
}

#[test]
fn refuses_algorithms_whose_automaton_is_missing() {
    let bench = bench();
    for (only, default, missing, title) in [
        ("dawg", "every-line", &["gaddag"][..], "GADDAG"),
        ("gaddag", "gaddag", &["dawg", "every-line"], "DAWG"),
    ] {
        bench.build(&["list", "-o", "x", "--only", only, "--force"]);
        assert_eq!(json(&bench, &["--passes", "1"])["algorithm"], default);
        let best = json(&bench, &["--passes", "1", "--best"]);
        assert_eq!(best["algorithm"], "fastest");
        for algorithm in missing {
            let output = bench.run(&["bench", "x", "p", "--algorithm", algorithm]);
            let message = format!(
                "the image has no {title} (choose another algorithm, or build the image with both automata)"
            );
            assert_refused(&output, &message);
        }
    }
}

#[test]
fn standard_input_is_the_image_or_the_positions() {
    let bench = bench();
    let options = ["--json", "--passes", "1"];
    let image = bench.run_with(
        &[&["bench", "-", "p"], &options[..]].concat(),
        &bench.read("x"),
    );
    let from_image: Value = serde_json::from_str(done(&image)).unwrap();
    assert_eq!(from_image["image"], "-");
    let positions = bench.run_with(
        &[&["bench", "x", "-"], &options[..]].concat(),
        &bench.read("p"),
    );
    let from_positions: Value = serde_json::from_str(done(&positions)).unwrap();
    assert_eq!(
        from_image["total"]["plays"],
        from_positions["total"]["plays"]
    );
    let message = "image and positions can't both come from standard input (name a file for one)";
    assert_refused(&bench.run(&["bench", "-", "-"]), message);
}

#[test]
fn reports_bad_lines_with_their_places() {
    let bench = bench();
    bench.write("bad", "15 A/\n# comment\n3/3/3 A/\n3/B!1/3 A/\n");
    let output = bench.run(&["bench", "x", "bad"]);
    let message = "bad:1: no preset layout has 1 x 15 squares (give a layout file with --layout)
lexc: bad:3: no preset layout has 3 x 3 squares (give a layout file with --layout)
lexc: bad:4: character 4, in board row 2: '!' is an unknown tile";
    assert_refused(&output, message);

    let many = format!(
        "{}{}",
        "!\n".repeat(11),
        fs::read_to_string(bench.path("p")).unwrap()
    );
    let output = bench.run_with(&["bench", "x", "-"], many.as_bytes());
    assert_eq!(stderr(&output).lines().count(), 11);
    assert!(stderr(&output).ends_with("\nlexc: <stdin>: and 1 more such line\n"));
    assert_eq!((stdout(&output), output.status.code()), ("", Some(2)));
}

#[test]
fn applies_the_flags_of_the_rules() {
    let bench = bench();
    bench.write("small", "3/3/3 ABA/\n");
    bench.write("layout", "1, 1\n= '\n\n' -\n");
    let run = |args: &[&str]| {
        let fixed = ["bench", "x", "small", "--passes", "1", "--best", "--json"];
        let output = bench.run(&[&fixed, args].concat());
        let found: Value = serde_json::from_str(done(&output)).unwrap();
        found["total"]["score_sum"].clone()
    };
    let options = [
        "--layout",
        "layout",
        "--rack-size",
        "3",
        "--bingo-bonus",
        "9",
    ];
    assert_eq!(run(&options[..2]), 5);
    assert_eq!(run(&options[..4]), 55);
    assert_eq!(run(&options), 14);
    let output = bench.run(&[
        "bench",
        "x",
        "small",
        "--layout",
        "layout",
        "--rack-size",
        "2",
    ]);
    let message = "small:1: 3 tiles on the rack where the rules allow 2 (remove tiles, or allow 3 with --rack-size 3)";
    assert_refused(&output, message);
    let output = bench.run(&["bench", "x", "small", "--layout", "super"]);
    let message = "small:1: the board has 3 x 3 squares and the layout 21 x 21 (give the board's layout with --layout)";
    assert_refused(&output, message);
    let output = bench.run(&["bench", "x", "small", "--rack-size", "0"]);
    assert_refused(&output, "--rack-size: a rack size of 0 (use 1 to 21)");
}

#[test]
fn refuses_inputs_that_cannot_be_measured() {
    let bench = bench();
    assert_refused(&bench.run(&["bench", "none", "p"]), &missing("none"));
    assert_refused(&bench.run(&["bench", "x", "none"]), &missing("none"));
    assert_refused(&bench.run(&["bench", "x", "."]), &directory("."));
    bench.write("empty", "# nothing\n\n");
    let message = "empty: no positions (write one in CGP on each line)";
    assert_refused(&bench.run(&["bench", "x", "empty"]), message);
    let damaged = bench.run(&["bench", "p", "p"]);
    assert!(stderr(&damaged).starts_with("lexc: p: "));
    assert_eq!(damaged.status.code(), Some(2));
    for (args, message) in [
        (
            &["--passes", "0"][..],
            "invalid value '0' for '--passes <N>'",
        ),
        (&["--all", "--best"], "cannot be used with"),
        (
            &["--algorithm", "trie"],
            "invalid value 'trie' for '--algorithm <NAME>'",
        ),
    ] {
        let output = bench.run(&[&["bench", "x", "p"], args].concat());
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert_eq!((stdout(&output), output.status.code()), ("", Some(2)));
    }
}

#[test]
fn measures_positions_of_another_lexicon() {
    let bench = bench();
    bench.build(&["list", "-o", "x", "--name", "Tiny", "--force"]);
    let board = ["15"; 15].join("/");
    bench.write("p", format!("{board} AB/ 0/0 0 lex OTHER;\n").repeat(2));
    let output = bench.run(&["bench", "x", "p", "--passes", "1"]);
    let message = "lexc: p:1: warning: the position names the lexicon `OTHER` (lex), but the image has `Tiny`\n";
    assert_eq!(stderr(&output), message);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).starts_with("image   x: Tiny, 5 words, "));
}

#[test]
fn ends_quietly_on_a_closed_pipe() {
    let bench = bench();
    for form in [&["--passes", "1"][..], &["--passes", "1", "--json"]] {
        let mut child = bench.spawn(&[&["bench", "x", "p"], form].concat());
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((stderr(&output), output.status.code()), ("", Some(0)));
    }
}

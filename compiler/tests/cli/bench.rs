//! `lexc bench`: tables and sums. `bench.md` has the other tests.

use serde_json::Value;

use super::common::{Bench, assert_keys, assert_refused, done, stderr};

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

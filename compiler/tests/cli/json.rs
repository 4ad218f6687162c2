//! Keys of JSON output: each verb's help documents exactly the keys that the verb prints.

use std::collections::BTreeSet;

use serde_json::{Deserializer, Value};

use super::common::{Bench, done, stdout, verbs};

const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ABER?/ 0/0 0";
const PHONY: &str = "15/15/15/15/15/15/15/7ZZ6/15/15/15/15/15/15/15 ABER?/ 0/0 0 lex XYZ;";

const END: &str = "15/15/15/15/15/15/15/7AB6/15/15/15/15/15/15/15 A/B 0/0 0";

/// A position with one tile in the bag.
const BAG: &str = "\
UNDY3D2HOURI/1I5RIPE4/1EF2MOANING3/1CIRRI1V3A3/DEX1E2E3U3/E1T1F6Z3/\
N3L1WOG2EL2/T2CUBER4I2/4E7N2/4n7SH1/2QAT6JAMS/2AL7IN1W/2TA7AG1I/3R7O2V/POKY10E DEOSSTT/ 0/0 0";

/// Command lines that together print every key of each verb.
const RUNS: [&[&str]; 39] = [
    &["alphabets"],
    &["analyze", "x", "game.gcg"],
    &["analyze", "x", "game.gcg", "game.gcg"],
    &["bench", "x", "positions"],
    &["bench", "x", "positions", "--best"],
    &["bench", "x", "positions", "--leaves", "x.leaves"],
    &["check", "x", "--words", "other"],
    &["define", "x", "AB", "A1"],
    &["diff", "x", "other"],
    &["diff", "x", "other", "--hooks"],
    &["endgame", "x", "endgames"],
    &["endgame", "x", BAG],
    &["find", "x", "--prefix", "A"],
    &["find", "x", "--near", "AX"],
    &["find", "x", "--length", "2", "--sort", "probability"],
    &["find", "x", "--phrase", "ABBA"],
    &["find", "x", "--code", "12 21"],
    &["find", "x", "--length", "2", "--count"],
    &["find", "labelled", "--prefix", "A"],
    &["info", "x"],
    &["info", "labelled"],
    &["info", "x.leaves"],
    &["judge", "x", "AB", "A1"],
    &["judge", "labelled", "AB"],
    &["judge", "x", EMPTY, "8G AB", "1A AB"],
    &["moves", "x", EMPTY, "--top", "1"],
    &["moves", "x", PHONY, "--top", "1"],
    &["moves", "x", "positions", "--top", "1"],
    &["moves", "x", EMPTY, "--leaves", "x.leaves"],
    &["query", "x", "AB", "A1"],
    &["query", "x", "AB", "--word-index"],
    &["query", "x", "AB", "--prefix"],
    &["query", "x", "--word-at", "0"],
    &["rules"],
    &["selfplay", "x", "--games", "2", "--seed", "1"],
    &["selfplay", "x", "--games", "2", "--best"],
    &["selfplay", "x", "--games", "2", "--algorithm", "gaddag"],
    &[
        "selfplay",
        "x",
        "--games",
        "2",
        "--players",
        "greedy,greedy",
        "--pairs",
        "--decide",
        "1",
    ],
    &[
        "sim",
        "x",
        "positions",
        "--leaves",
        "x.leaves",
        "--samples",
        "32",
        "--time-limit",
        "60",
    ],
];

/// The JSON section of a help text.
fn json_section(help: &str) -> impl Iterator<Item = &str> + Clone {
    let lines = help.lines().skip_while(|line| !line.starts_with("JSON"));
    lines.take_while(|line| !line.starts_with("Example"))
}

fn is_of_name(c: char) -> bool {
    c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit()
}

/// The keys in the left column of the lines. A line has the form `key, key  text`.
fn column<'h>(lines: impl Iterator<Item = &'h str>) -> BTreeSet<&'h str> {
    let lines = lines.filter_map(|line| line.strip_prefix("  "));
    let heads = lines.filter_map(|line| line.trim_start().split("  ").next());
    let keys = heads.map(|head| head.split(", ").collect::<Vec<_>>());
    let keys = keys.filter(|keys| keys.iter().all(|key| key.chars().all(is_of_name)));
    keys.flatten().collect()
}

/// Adds the keys of a value and of all values in it, except keys of one character: these are data (tiles, or
/// characters of a `--code`).
fn add_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| add_keys(value, keys)),
        Value::Object(object) => {
            for (key, value) in object {
                if key.len() > 1 {
                    keys.insert(key.clone());
                }
                add_keys(value, keys);
            }
        }
        _ => {}
    }
}

#[test]
fn the_help_documents_exactly_the_keys_that_are_printed() {
    let bench = Bench::new();
    bench.write("list", "AB\ta muscle\nABBA\nBA\nBAR\n");
    bench.write("other", "AB\nBA\nABED\n");
    bench.write("positions", format!("{EMPTY}\n{EMPTY} x\n"));
    bench.write("endgames", format!("{END}\n{END} x\n"));
    bench.write("leaves.csv", "A,1\n?,25\n");
    bench.write("game.gcg", ">a: ABCDEFG 8G AB +8 8\n");
    bench.build(&["list", "-o", "x", "--definitions", "--name", "XY"]);
    bench.build(&["other", "-o", "labelled", "--label", "u=other"]);
    bench.run(&["convert", "leaves.csv", "-o", "x.leaves"]);
    for verb in verbs(&bench) {
        let help = bench.run(&[&verb, "--help"]);
        let help = done(&help);
        if !help.contains("--json") {
            continue;
        }
        let mut keys = BTreeSet::new();
        for run in RUNS.iter().filter(|run| run[0] == verb) {
            let output = bench.run(&[run, &["--json"][..]].concat());
            for value in Deserializer::from_str(stdout(&output)).into_iter() {
                add_keys(&value.unwrap(), &mut keys);
            }
        }
        let section = json_section(help);
        for key in column(section.clone()) {
            assert!(keys.contains(key), "{verb}: no run prints {key}");
        }
        let words: BTreeSet<&str> = section
            .flat_map(|line| line.split(|c| !is_of_name(c)))
            .collect();
        for key in &keys {
            assert!(words.contains(key.as_str()), "{verb}: the help lacks {key}");
        }
    }
}

//! `lexc info`.

use serde_json::Value;

use super::common::{Bench, data, done};

/// The lines of the text, with single spaces between their words.
fn squeezed(text: &str) -> Vec<String> {
    let squeeze = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(squeeze).collect()
}

#[test]
fn shows_the_contents_of_the_image() {
    let bench = Bench::new();
    bench.write("list", "CARE\nCARES\nEAR\n");
    bench.build(&[
        "list",
        "-o",
        "x",
        "--name",
        "Three words",
        "--source",
        "Gordon 1994",
        "--license",
        "a\nb\u{1b}[31m",
    ]);
    let output = bench.run(&["info", "x"]);
    let text = done(&output);
    let lines = squeezed(text);
    for line in [
        "format 1.0",
        "name Three words",
        "words 3",
        "longest 5 tiles",
        "word index no",
        "anagram filter yes",
        "alphabet english, 26 tiles and 2 blanks",
        "source Gordon 1994",
        "license a",
        r"b\u{1b}[31m",
        "Q q 1 10",
        "3 1 33.3",
        "strings 3 12 4.00",
    ] {
        assert!(lines.iter().any(|shown| shown == line), "{line}\n{text}");
    }
    assert!(text.contains("\nfingerprint     "));
    assert!(text.contains("\nMETA  "));
}

#[test]
fn a_word_of_one_tile_has_no_ratios_of_nothing() {
    let bench = Bench::with_image("A\n");
    let output = bench.run(&["info", "x"]);
    assert!(squeezed(done(&output)).contains(&"edges 0 0 -".to_owned()));
}

/// Counts for SCOWL-60 that independently written programs agree on.
#[test]
fn agrees_with_the_counts_of_other_programs() {
    let bench = Bench::new();
    bench.build(&[&data("words/scowl-60.txt"), "-o", "x"]);
    let output = bench.run(&["info", "x", "--json"]);
    let info: Value = serde_json::from_str(done(&output)).unwrap();
    assert_eq!(info["words"], 76_603);
    assert_eq!(info["longest"], 15);
    assert_eq!(info["characters"], 648_125);
    for (automaton, strings, states, edges, letter_sets) in [
        ("dawg", 76_603, 26_438, 53_981, 607),
        ("gaddag", 648_125, 197_938, 379_822, 1_697),
    ] {
        let found = &info[automaton];
        assert_eq!(found["strings"], strings);
        assert_eq!(found["states"], states);
        assert_eq!(found["edges"], edges);
        assert_eq!(found["letter_sets"], letter_sets);
        let rows = found["states_by_edges"].as_array().unwrap();
        let count = |row: &Value, key: &str| row[key].as_u64().unwrap();
        assert_eq!(
            rows.iter().map(|row| count(row, "states")).sum::<u64>(),
            states
        );
        let all_edges = rows
            .iter()
            .map(|row| count(row, "states") * count(row, "edges"));
        assert_eq!(all_edges.sum::<u64>(), edges);
        assert_eq!(
            found["compressed_bytes"],
            4 * (states + edges + letter_sets)
        );
        let bits = found["bits_per_character"].as_f64().unwrap();
        let bytes = found["bytes"].as_u64().unwrap() as f64;
        assert!((bits - 8.0 * bytes / 648_125.0).abs() < 1e-9);
    }
    assert_eq!(info["gaddag"]["pairs"], 201_571);
    assert_eq!(info["gaddag"]["pairs_with_letter_set"], 25_282);
    let sections = info["sections"].as_array().unwrap();
    let nodes = sections
        .iter()
        .find(|section| section["name"] == "RECS")
        .unwrap();
    assert_eq!(nodes["bytes"], info["gaddag"]["bytes"]);
    let last = sections.last().unwrap();
    assert_eq!(last["name"], "ANAG");
    assert_eq!(
        last["offset"].as_u64().unwrap() + last["bytes"].as_u64().unwrap(),
        info["bytes"].as_u64().unwrap()
    );
    assert_eq!(info["anagram_filter"], true);
}

#[test]
fn shows_dashes_or_no_column_for_a_missing_gaddag() {
    let bench = Bench::new();
    bench.write("list", "A\nB\n");
    bench.build(&["list", "-o", "x", "--only", "dawg"]);
    let output = bench.run(&["info", "x"]);
    let text = done(&output);
    assert!(
        squeezed(text).contains(&"strings 2 - -".to_owned()),
        "{text}"
    );
    // The table of states by edges has no row, because the DAWG has no edges.
    assert!(text.ends_with("\nedges  DAWG  %\n"), "{text}");
}

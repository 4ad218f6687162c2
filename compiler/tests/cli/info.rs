//! `lexc info` of a real list. `info.md` has the other tests.

use serde_json::Value;

use super::common::{Bench, data, done};

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

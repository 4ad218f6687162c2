//! `lexc convert` of files of another program. `convert.md` has the other tests.

use std::fs;
use std::path::Path;

use super::common::{Bench, stderr, stdout};

/// Converts the cases beside the project, if they are there.
#[test]
fn norwegian_graphs_of_another_program_give_their_words() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/lists");
    let bench = Bench::new();
    let few = "HUS\nSOL\nTUR\nVINTER\n".to_owned();
    let all = fs::read_to_string(cases.join("norwegian.txt"));
    for (name, words) in [
        ("norwegian-few.kwg", Some(few)),
        ("norwegian.kwg", all.ok()),
    ] {
        let path = cases.join(name);
        let Some(words) = words.filter(|_| path.exists()) else {
            continue;
        };
        let path = path.to_str().unwrap();
        let output = bench.run(&["convert", path, "-o", "-", "-a", "norwegian"]);
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(stdout(&output)), sorted(&words), "{name}");
        assert!(
            stderr(&output).contains("warning: no word has"),
            "{}",
            stderr(&output)
        );
    }
}

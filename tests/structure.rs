//! Shape of the source tree: no cycles between the files of a crate, and modules of a readable size.
//!
//! A file depends on the files whose items it names, and on the files it declares with `mod`. So a parent may re-export items
//! of its children, but a child that names an item defined in its parent closes a cycle. Code under `#[cfg(test)]` is left out.

/// Strongly connected files of a crate.
mod graph;
/// Modules of a crate, with the items, imports and paths in each.
mod modules;
/// Definitions that paths refer to.
mod names;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use modules::Crate;

/// Roots of the crates whose files are checked.
const ROOTS: [&str; 6] = [
    "formats/src/lib.rs",
    "runtime/src/lib.rs",
    "runtime/c/src/lib.rs",
    "compiler/library/src/lib.rs",
    "compiler/src/lib.rs",
    "compiler/src/main.rs",
];

/// Upper bound on the lines of a source file.
const MAX_LINES: usize = 500;

/// Bounds of the median number of lines of source files.
const MEDIAN_LINES: std::ops::RangeInclusive<usize> = 120..=300;

#[test]
fn files_of_a_crate_form_no_cycle() {
    let mut report = String::new();
    for root in ROOTS {
        report += &cycles(root);
    }
    assert!(report.is_empty(), "cycles between source files:\n{report}");
}

#[test]
fn modules_have_a_readable_size() {
    let files: BTreeSet<PathBuf> = ROOTS
        .iter()
        .flat_map(|root| Crate::read(&workspace().join(root)).files)
        .collect();
    let mut lengths: Vec<_> = files.iter().map(|file| (lines(file), file)).collect();
    lengths.sort();
    let median = lengths[lengths.len() / 2].0;
    let (longest, file) = lengths[lengths.len() - 1];
    assert!(longest <= MAX_LINES, "{longest} lines: {}", file.display());
    assert!(
        MEDIAN_LINES.contains(&median),
        "the median is {median} lines"
    );
}

fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn lines(file: &Path) -> usize {
    std::fs::read_to_string(file).unwrap().lines().count()
}

/// Report of a crate's cycles: the number of files in each, and the names by which these depend on each other.
fn cycles(root: &str) -> String {
    let edges = names::edges(&Crate::read(&workspace().join(root)));
    let mut report = String::new();
    for cycle in graph::cycles(edges.keys().cloned()) {
        writeln!(report, "{} files in a cycle:", cycle.len()).unwrap();
        for ((from, to), names) in &edges {
            if cycle.contains(from) && cycle.contains(to) {
                let names: Vec<_> = names.iter().map(String::as_str).collect();
                let show = |file: &Path| {
                    file.strip_prefix(workspace())
                        .unwrap()
                        .display()
                        .to_string()
                };
                writeln!(
                    report,
                    "  {} -> {}: {}",
                    show(from),
                    show(to),
                    names.join(", ")
                )
                .unwrap();
            }
        }
    }
    report
}

#[test]
fn finds_the_cycles_of_a_graph() {
    let edges = |edges: &[(u8, u8)]| {
        graph::cycles(edges.iter().copied())
            .into_iter()
            .map(|cycle| cycle.into_iter().collect())
            .collect::<Vec<Vec<_>>>()
    };
    assert_eq!(edges(&[(0, 1), (1, 2), (0, 2)]), Vec::<Vec<u8>>::new());
    assert_eq!(
        edges(&[(0, 1), (1, 2), (2, 1), (2, 3), (3, 2), (4, 0)]),
        [[1, 2, 3]]
    );
}

//! Conventions of the source tree that no compiler checks: no cycles between the files of a crate, and modules of a readable size.
//! A step of the gate runs this program; by hand, `cargo run --package lexc-tests --example conventions`.
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
use std::process::ExitCode;

use modules::Crate;

/// Roots of the crates whose files are checked.
const ROOTS: [&str; 10] = [
    "formats/src/lib.rs",
    "runtime/src/lib.rs",
    "runtime/game/src/lib.rs",
    "runtime/c/src/lib.rs",
    "runtime/jvm/src/lib.rs",
    "runtime/python/src/lib.rs",
    "runtime/wasm/game/src/lib.rs",
    "compiler/library/src/lib.rs",
    "compiler/src/lib.rs",
    "compiler/src/main.rs",
];

/// Upper bound on the lines of a source file.
const MAX_LINES: usize = 500;

fn main() -> ExitCode {
    let mut report: String = ROOTS.iter().map(|root| cycles(root)).collect();
    let files: BTreeSet<PathBuf> = ROOTS
        .iter()
        .flat_map(|root| Crate::read(&workspace().join(root)).files)
        .collect();
    for file in &files {
        let lines = lines(file);
        if lines > MAX_LINES {
            let file = file.display();
            writeln!(
                report,
                "{file}: {lines} lines, more than {MAX_LINES} (divide it)"
            )
            .unwrap();
        }
    }
    print!("{report}");
    match report.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
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

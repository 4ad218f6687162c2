//! Tables of unit tests.

use std::format;
use std::string::String;
use std::vec::Vec;

/// Asserts that `run` gives what a table expects of each of its cases. An empty line ends a case. The lines of its input start
/// with `|`, and those of a comment with `# `; the others are expected.
pub(crate) fn assert_table(name: &str, table: &str, run: impl Fn(&str) -> String) {
    let (mut line, mut wrong) = (1, String::new());
    for case in table.split("\n\n") {
        let lines = case.lines().filter(|line| !line.starts_with("# "));
        let (input, expected): (Vec<&str>, Vec<&str>) =
            lines.partition(|line| line.starts_with('|'));
        let text: Vec<&str> = input.iter().map(|line| &line[1..]).collect();
        let found = match input.is_empty() {
            true => String::new(),
            false => run(&text.join("\n")),
        };
        if found != expected.join("\n") {
            wrong += &format!("\n{name}, line {line}:\n{}\n{found}\n", input.join("\n"));
        }
        line += case.lines().count() + 1;
    }
    assert!(wrong.is_empty(), "not as in the table:\n{wrong}");
}

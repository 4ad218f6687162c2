use super::blocks::{self, Block};
use super::phrases;

#[test]
fn refuses_openings_and_phrases() {
    let text = "/// What a node refers to.\n/// It goes on.\nfn f() {} // A `what` in code.\n//\n// With a blank, two.\n";
    let expected = [(1, "What"), (2, "goes on"), (5, "With")];
    assert_eq!(
        found("a.rs", text),
        expected.map(|(line, phrase)| (line, phrase.to_owned()))
    );
}

#[test]
fn reads_names_of_tests_and_of_no_other_functions() {
    let text = "#[test]\nfn what_is_none() {}\nfn with_rules() {}\n";
    assert_eq!(found("a.rs", text), [(2, "what".to_owned())]);
}

#[test]
fn reads_comments_of_rust_and_leaves_code_alone() {
    let text = "fn f<'a>(s: &'a str) -> char { let _ = \"// What\"; '\"' } // Those\n/* Two\n * lines. */ let r = r#\"\"Of\"#;\n";
    assert_eq!(prose("a.rs", text), ["Those", "Two lines."]);
}

#[test]
fn reads_comments_of_scripts() {
    let text = "#!/bin/sh\nx=${y#Of} # Without a tool.\necho '# What'\n";
    assert_eq!(prose("run", text), ["Without a tool."]);
}

#[test]
fn reads_paragraphs_of_markdown() {
    let text = "# Title\n\nOne paragraph\nof two lines.\n\n- Of one\n  item\n- With two\n\n```\nWhat\n```\n";
    assert_eq!(
        prose("a.md", text),
        [
            "Title",
            "One paragraph of two lines.",
            "Of one item",
            "With two"
        ]
    );
}

/// Refused phrases with their lines.
fn found(path: &str, text: &str) -> Vec<(usize, String)> {
    let blocks = blocks::of_file(path, text);
    blocks
        .iter()
        .flat_map(phrases::in_block)
        .map(|(line, phrase, _)| (line, phrase))
        .collect()
}

/// Texts of the blocks that rule 1 applies to.
fn prose(path: &str, text: &str) -> Vec<String> {
    blocks::of_file(path, text)
        .iter()
        .filter(|block| block.opens)
        .map(Block::text)
        .collect()
}

impl Block {
    /// The lines, joined by spaces.
    fn text(&self) -> String {
        self.lines
            .iter()
            .map(|(_, text)| text.trim())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

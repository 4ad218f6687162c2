//! `lexc query` in a conversation. `query.md` has the other tests.

use std::io::{BufRead, BufReader, Write};

use super::common::Bench;

#[test]
fn each_word_of_a_conversation_is_answered_at_once() {
    let bench = Bench::with_image("AB\nBA\n");
    let mut child = bench.spawn(&["query", "x", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (word, answer) in [("AB\n", "AB yes"), ("BB\n", "BB no")] {
        stdin.write_all(word.as_bytes()).unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), answer);
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

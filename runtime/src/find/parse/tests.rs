//! Values of conditions that a text in one line cannot have; `tests/conformance.rs` has all others.

use super::*;
use crate::testing::english;
use crate::{Finder, Lexicon};

static CARE: &[u8] = include_bytes!("../../../examples/care.gaddag");

#[test]
fn white_space_in_a_value_is_left_out() {
    let lexicon = Lexicon::from_bytes(CARE).unwrap();
    let with_spaces = Condition::parse("anagram:E R A C", lexicon.alphabet());
    let mut count = 0;
    let finder = Finder::new(&lexicon);
    finder
        .words(&mut [with_spaces.unwrap()], |_| count += 1)
        .unwrap();
    assert_eq!(count, 2);
}

#[test]
fn values_have_at_most_63_tiles() {
    let text = "A".repeat(64);
    for (kind, fault) in [
        (ConditionKind::Suffix, TextErrorKind::WordTooLong),
        (ConditionKind::Code, TextErrorKind::TooLong { limit: 63 }),
        (ConditionKind::Pattern, TextErrorKind::TooLong { limit: 63 }),
    ] {
        let error = kind.condition(&text, english()).unwrap_err();
        assert_eq!((error.column(), error.kind()), (64, fault));
    }
    let text = "length:7\r\n anagram:A-B";
    let error = Condition::parse_all(text, english()).find_map(Result::err);
    let error = error.unwrap();
    assert_eq!((error.line(), error.column()), (2, 11));
    let error = Condition::parse("anagram:A\n-B", english()).unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 1));
}

#[test]
fn values_with_a_word_are_split_after_it() {
    for (kind, value, parts) in [
        (ConditionKind::Near, "care~2-3", Some(("care", "~2-3"))),
        (ConditionKind::Near, "care", Some(("care", ""))),
        (ConditionKind::Prefix, "ca", Some(("ca", ""))),
        (ConditionKind::Anagram, "ca", None),
    ] {
        assert_eq!(kind.split_word(value), parts);
    }
}

//! Tests every kind on the words of one small image, and every fault of a condition's text.

use std::string::{String, ToString};
use std::vec::Vec;

use super::*;
use crate::testing::english;
use crate::{Finder, Lexicon};

static CARE: &[u8] = include_bytes!("../../../examples/care.gaddag");
const TABLE: &str = include_str!("../../../examples/care.conditions");

fn words(lexicon: &Lexicon<'_>, conditions: &mut [Condition], in_any_order: bool) -> Vec<String> {
    let (finder, mut words) = (Finder::new(lexicon), Vec::new());
    let visit = |word: &Word| words.push(word.display(lexicon.alphabet()).to_string());
    match in_any_order {
        true => finder.words_in_any_order(conditions, visit).unwrap(),
        false => finder.words(conditions, visit).unwrap(),
    }
    words
}

#[test]
fn each_text_finds_its_words() {
    let lexicon = Lexicon::from_bytes(CARE).unwrap();
    let lines = || TABLE.lines().filter_map(|line| line.split_once(" > "));
    for (text, expected) in lines() {
        let conditions = Condition::parse_all(text, lexicon.alphabet());
        let mut conditions: Vec<Condition> = conditions.map(Result::unwrap).collect();
        let expected: Vec<&str> = expected.split(' ').collect();
        assert_eq!(words(&lexicon, &mut conditions, false), expected, "{text}");
        let mut in_any_order = words(&lexicon, &mut conditions, true);
        in_any_order.sort_unstable();
        assert_eq!(in_any_order, expected, "{text}");
    }
    for kind in ConditionKind::ALL {
        let is_of_kind = |(text, _): (&str, &str)| text.starts_with(kind.name());
        assert!(lines().any(is_of_kind), "{kind:?}");
    }
    assert!(Condition::parse_all(" \n", english()).next().is_none());
    let with_spaces = Condition::parse("anagram:E R A C", lexicon.alphabet());
    let found = words(&lexicon, &mut [with_spaces.unwrap()], false);
    assert_eq!(found, ["CARE", "RACE"]);
}

#[test]
fn each_fault_has_its_place_and_remedy() {
    for (text, message) in [
        (
            "length:7 anagram",
            "condition 2: no : in it (write name:value, such as length:7-8)",
        ),
        (
            "Anagram:AB",
            "condition 1: unknown name (use anagram sub-anagram pattern prefix suffix contains extensions hooks near code \
             length vowels takes-no-hook is-hook)",
        ),
        (
            "anagram:A-B",
            "condition 1: anagram: character 2: '-' is an unknown tile",
        ),
        (
            "sub-anagram:[]",
            "condition 1: sub-anagram: character 1: no tile in the brackets (write ? for any tile)",
        ),
        (
            "length:3\npattern:*[ab",
            "condition 2: pattern: character 2: the bracket is not closed (add ])",
        ),
        (
            "hooks:c?t",
            "condition 1: hooks: character 2: '?' is an unknown tile",
        ),
        (
            "near:care~4",
            "condition 1: near: character 6: at most 3 edits are possible",
        ),
        (
            "near:care~",
            "condition 1: near: character 6: not a range of numbers (write 7, 7-8, 7- or -8)",
        ),
        (
            "near:c~are",
            "condition 1: near: character 3: not a range of numbers (write 7, 7-8, 7- or -8)",
        ),
        (
            "length:x",
            "condition 1: length: character 1: not a range of numbers (write 7, 7-8, 7- or -8)",
        ),
        (
            "vowels:8-7",
            "condition 1: vowels: character 1: the range ends before its start (write the least number first)",
        ),
        (
            "is-hook:left",
            "condition 1: is-hook: character 1: unknown side (use front, back or either)",
        ),
    ] {
        let error = Condition::parse_all(text, english()).find_map(Result::err);
        assert_eq!(error.unwrap().to_string(), message);
    }
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

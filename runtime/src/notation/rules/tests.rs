//! Texts of rules that the table of `tests/conformance.rs` does not have.

use super::*;
use crate::testing::{english, spanish};

#[test]
fn settings_are_read_from_lines() {
    let lines = Rules::parse("rack=8\nend=printed\r\n", english()).unwrap();
    let expected = Rules::standard(english())
        .with_rack_size(8)
        .with_exchange_bag_len(8)
        .with_final_points(FinalPoints::Printed);
    assert_eq!(lines, expected);
}

#[test]
fn settings_precede_those_of_others() {
    let read = |text| RulesText::parse(text).unwrap();
    let all = "board=super rack=8 bonus=40 blank=-1 exchange=1 scoreless=4 passes=2 end=printed challenge=void";
    assert_eq!(read("").or(read(all)), read(all));
    let others = "board=standard rack=7 bonus=50 blank=0 exchange=7 scoreless=6 passes=none end=tournament challenge=5";
    assert_eq!(read(all).or(read(others)), read(all));
}

#[test]
fn missing_settings_are_those_of_the_alphabet() {
    for alphabet in [english(), spanish()] {
        assert_eq!(
            Rules::parse("", alphabet),
            Ok(Rules::for_alphabet(alphabet))
        );
    }
    let rules = Rules::parse("rack=8", spanish()).unwrap();
    assert_eq!(rules.exchange_bag_len(), 1);
}

#[test]
fn texts_that_are_not_challenge_rules_are_refused() {
    for text in ["", "-", "--5", "-5/word", "5/words", "70000", "Double"] {
        let error = text.parse::<ChallengeRule>().unwrap_err();
        assert_eq!(error.kind(), TextErrorKind::ChallengeRule, "{text}");
    }
}

#[test]
fn a_position_keeps_the_exchange_limit_of_the_alphabet() {
    let line = ["15"; 15].join("/") + " /";
    let cgp = Cgp::parse(&line, spanish()).unwrap();
    let rules = RulesText::default().of_position(&cgp, spanish());
    assert_eq!(rules, Ok(Rules::for_alphabet(spanish())));
}

//! Texts of rules that the table of `tests/conformance.rs` does not have.

use std::string::ToString;

use super::*;
use crate::notation::cgp::Cgp;
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
    let read = |text| RulesText::parse(text, english()).unwrap();
    let all = "board=super rack=8 bonus=40 blank=-1 exchange=1 scoreless=4 passes=2 end=printed challenge=void place=5 values=Q:12 counts=E:3";
    assert_eq!(read("").or(read(all)), read(all));
    let others = "board=standard rack=7 bonus=50 blank=0 exchange=7 scoreless=6 passes=none end=tournament challenge=5 place=all values=Q:10 counts=E:12";
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
fn a_fault_in_a_list_has_its_place() {
    let error = Rules::parse("rack=8\nbonus=7:50,8:60x", english()).unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 12));
    assert_eq!(
        error.to_string(),
        "rules, setting 2: bonus: character 6: invalid entry (use a number of points, or a list such as 7:50,8:x2 by number of tiles placed)"
    );
}

#[test]
fn values_and_counts_replace_those_of_the_alphabet() {
    let rules = Rules::parse("values=JX:9,J:7 counts=E:1,?:4", english()).unwrap();
    let value = |text| rules.value(english().placed_tile(text).unwrap());
    assert_eq!((value("J"), value("X"), value("Q")), (7, 9, 10));
    assert_eq!(rules.full_bag().len(), 100 - 11 + 2);
    for (text, message) in [
        (
            "values=Q",
            "values: character 1: invalid entry (use tiles, a colon and their points, such as JX:8,QZ:10)",
        ),
        (
            "values=Q:1,?:2",
            "values: character 5: invalid entry (use tiles, a colon and their points, such as JX:8,QZ:10)",
        ),
        (
            "values=Q:1,J5:2",
            "values: character 6: '5' is an unknown tile",
        ),
        (
            "values=Q:32768",
            "values: character 1: invalid entry (use tiles, a colon and their points, such as JX:8,QZ:10)",
        ),
        (
            "counts=:3",
            "counts: character 1: invalid entry (use tiles, a colon and the number of each, such as AI:9,?:2)",
        ),
        (
            "counts=Q:-1",
            "counts: character 1: invalid entry (use tiles, a colon and the number of each, such as AI:9,?:2)",
        ),
    ] {
        let error = Rules::parse(text, english()).unwrap_err().to_string();
        assert_eq!(error.strip_prefix("rules, setting 1: "), Some(message));
    }
}

#[test]
fn rules_with_every_setting_are_read_as_they_are_written() {
    for text in [
        "place=5 bonus=5:40,6:x2",
        "bonus=-1 rack=21 place=20",
        "values=JX:9,Q:-3 counts=AI:11,?:0,Z:65535",
    ] {
        let rules = Rules::parse(text, english()).unwrap();
        rules.check().unwrap();
        let shown = rules.display(english()).to_string();
        assert_eq!(Rules::parse(&shown, english()), Ok(rules), "{shown}");
    }
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

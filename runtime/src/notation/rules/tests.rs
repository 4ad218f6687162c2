use std::borrow::ToOwned;
use std::format;
use std::string::ToString;

use super::*;
use crate::testing::{english, spanish};

#[test]
fn every_setting_is_read_and_written_again() {
    for text in [
        "board=super rack=8 bonus=40 blank=-1 exchange=1 scoreless=4 passes=2 end=printed challenge=void",
        "board=1,1:=.'./.-/'.=# rack=2 bonus=0 blank=0 exchange=2 scoreless=1 passes=none end=tournament challenge=-10",
    ] {
        let rules = Rules::parse(text, english()).unwrap();
        assert_eq!(rules.display().to_string(), text);
    }
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
fn challenge_rules_are_read_as_players_write_them() {
    for (text, rule) in [
        ("single", ChallengeRule::Single),
        ("double", ChallengeRule::Double),
        ("triple", ChallengeRule::Triple),
        ("+5", ChallengeRule::Points(5)),
        ("10/play", ChallengeRule::Points(10)),
        ("+5/word", ChallengeRule::WordPoints(5)),
        ("-10", ChallengeRule::Loss(10)),
    ] {
        assert_eq!(text.parse(), Ok(rule));
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    for text in ["", "-", "--5", "-5/word", "5/words", "70000", "Double"] {
        let error = text.parse::<ChallengeRule>().unwrap_err();
        assert_eq!(error.kind(), TextErrorKind::ChallengeRule, "{text}");
    }
}

#[test]
fn wrong_settings_are_refused_with_their_place_and_values() {
    for (text, (line, column), message) in [
        (
            "rack=7 bonus",
            (1, 8),
            "rules, setting 2: no = in it (write key=value, such as rack=8)",
        ),
        (
            "size=7",
            (1, 1),
            "rules, setting 1: unknown key (use board rack bonus blank exchange scoreless passes end challenge)",
        ),
        (
            "rack=7\n rack=7",
            (2, 7),
            "rules, setting 2: rack is set twice (remove one of both)",
        ),
        (
            "scoreless=0",
            (1, 11),
            "rules, setting 1: invalid value of scoreless (use a number of turns from 1)",
        ),
        (
            "end=both",
            (1, 5),
            "rules, setting 1: invalid value of end (use tournament or printed)",
        ),
        (
            "rack=7\r\nboard=7,7:=/-x",
            (2, 14),
            "rules, setting 2: board: character 8: 'x' is an unknown square symbol (use space ' \" ^ - = ~ #)",
        ),
    ] {
        let error = Rules::parse(text, english()).unwrap_err();
        assert_eq!((error.line(), error.column()), (line, column));
        assert_eq!(error.to_string(), message);
    }
}

const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0";

#[test]
fn positions_give_the_layout_and_the_settings_that_are_missing() {
    let large = format!("{} / 0/0 0", ["21"; 21].join("/"));
    let operations = format!("{EMPTY} bb 40; etl 3;");
    let wrong = format!("{EMPTY} bb many; etl -1;");
    let usual = "rack=7 bonus=50 blank=0 exchange=7 scoreless=6 passes=none end=tournament challenge=double";
    for (settings, cgp, expected) in [
        ("", EMPTY, format!("board=standard {usual}")),
        ("", &large, format!("board=super {usual}")),
        ("board=standard", &large, format!("board=standard {usual}")),
        (
            "",
            &operations,
            format!("board=standard {}", usual.replace("50", "40").replace("exchange=7", "exchange=3")),
        ),
        ("bonus=50 exchange=7", &operations, format!("board=standard {usual}")),
        ("", &wrong, format!("board=standard {usual}")),
        (
            "rack=8 passes=2",
            &operations,
            "board=standard rack=8 bonus=40 blank=0 exchange=3 scoreless=6 passes=2 end=tournament challenge=double".to_owned(),
        ),
    ] {
        let cgp = Cgp::parse(cgp, english()).unwrap();
        let settings = RulesText::parse(settings).unwrap();
        let rules = settings.of_position(&cgp, english()).unwrap();
        assert_eq!(rules.display().to_string(), expected);
    }
    let cgp = Cgp::parse(EMPTY, spanish()).unwrap();
    let rules = RulesText::default().of_position(&cgp, spanish());
    assert_eq!(rules, Ok(Rules::for_alphabet(spanish())));
}

#[test]
fn boards_of_other_sizes_need_a_layout() {
    let cgp = Cgp::parse("3/3/3 / 0/0 0", english()).unwrap();
    let read = |text| RulesText::parse(text).unwrap().of_position(&cgp, english());
    assert_eq!(
        read("").unwrap_err().to_string(),
        "no preset layout has 3 x 3 squares (give the layout of this board in the rules: board=row,column:row/row/...)"
    );
    let rules = read("board=1,1:=.'/.-/'.=").unwrap();
    assert!(cgp.position(&rules).is_ok());
}

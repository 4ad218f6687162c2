use lexc_formats::{AlphabetDefinition, TileDefinition};
use lexc_runtime::{FinalPoints, RackTile};

use super::super::testing::{gcg, repairs};
use super::super::{GcgFault, GcgStep};
use super::*;
use crate::table::assert_table;
use crate::testing::english;

fn steps<'g>(gcg: &'g Gcg, rules: &'g Rules) -> Vec<GcgStep<'g, 'g>> {
    let steps = gcg.replay(rules, english());
    steps.map(|step| step.unwrap()).collect()
}

/// The repairs and the error of a record, one a line.
fn faults(record: &str) -> String {
    let (gcg, found) = match Gcg::from_bytes(record.as_bytes()) {
        Ok(found) => found,
        Err(error) => return error.to_string(),
    };
    let mut faults: Vec<String> = found.iter().map(ToString::to_string).collect();
    let rules = Rules::standard(english());
    let mut steps = gcg.replay(&rules, english());
    for step in steps.by_ref() {
        match step {
            Ok(step) => faults.extend(step.repairs.iter().map(ToString::to_string)),
            Err(error) => faults.push(error.to_string()),
        }
    }
    faults.extend(steps.repairs().iter().map(ToString::to_string));
    faults.join("\n")
}

#[test]
fn records_are_repaired_or_refused() {
    assert_table("records.txt", include_str!("../records.txt"), faults);
}

#[test]
fn steps_have_the_position_and_the_outcome() {
    let gcg = gcg(
        ">b: AEGILNT 8D GELATIN +70 70\n>a: ABD?IST D7 b.D +5 5\n>b: AAAEEII -AAEI\n>a: AIST -4",
    );
    let rules = Rules::standard(english());
    let steps = steps(&gcg, &rules);
    assert_eq!(
        (steps[0].points, steps[0].total, steps[0].scores),
        (70, 70, [0, 0])
    );
    assert!(steps[0].position.board().is_empty());
    assert_eq!((steps[0].unseen.len(), steps[1].unseen.len()), (93, 86));
    assert_eq!(
        (steps[1].points, steps[1].total, steps[1].scores),
        (4, 4, [0, 70])
    );
    assert_eq!(steps[1].unseen.count(RackTile::Blank), 1);
    let Some(Move::Play(play)) = steps[1].action else {
        panic!("{:?}", steps[1].action);
    };
    let board = steps[1].position.board();
    assert_eq!(play.display(board, english()).to_string(), "D7 bGD");
    let exchanged = |text| Some(Move::Exchange(Rack::parse(text, english()).unwrap()));
    assert_eq!(steps[2].action, exchanged("AAEI"));
    assert_eq!(steps[3].action, exchanged("AIST"));
    assert_eq!(steps[3].scores, [4, 70]);
}

#[test]
fn a_withdrawn_play_comes_off_the_board_and_the_scores() {
    let gcg = gcg(
        ">a: AEGILNT 8D GELATIN +70 70\n>a: AEGILNT -- -70 0\n>b: QUIZ - +0 0\n>a: AEGILNT 8H GELATIN +68 68",
    );
    let rules = Rules::standard(english());
    let steps = steps(&gcg, &rules);
    assert_eq!((steps[1].points, steps[1].total), (-70, 0));
    assert!(!steps[1].position.board().is_empty());
    // At the withdrawal, the tiles of the play are still on the board, not on the rack.
    assert_eq!(
        (steps[1].position.rack().len(), steps[1].unseen.len()),
        (0, 93)
    );
    assert!(steps[2].position.board().is_empty());
    assert_eq!((steps[2].scores, steps[2].unseen.len()), ([0, 0], 96));
    assert_eq!(steps[3].event.points(), Some(68));
}

#[test]
fn challenges_and_the_end_change_scores() {
    let gcg = gcg(
        ">a: AB 8H AB +8 8\n>a: X (challenge) +5 13\n>b: QZ - +0 0\n>a: (QZ) +20 33\n>b: QZ (QZ) -20 -20\n>b: (time) -10 -30\n>a: (time) 43",
    );
    let rules = Rules::standard(english());
    let points: Vec<_> = steps(&gcg, &rules)
        .iter()
        .map(|step| (step.points, step.total))
        .collect();
    assert_eq!(
        points,
        [
            (8, 8),
            (5, 13),
            (0, 0),
            (20, 33),
            (-20, -20),
            (-10, -30),
            (43, 76)
        ]
    );
}

#[test]
fn points_of_challenges_are_read_by_any_rule() {
    let gcg = gcg(
        ">a: AB 8H AB +8 8\n>a: UNKNOWN (challenge) +5 13\n>b: QZ - +0 0\n>a: BE 9H BE +14 27\n>a: (challenge) +15 42\n\
        >b: QZ (challenge) -10 -10\n>a: (challenge) +0 42",
    );
    let rules = Rules::standard(english());
    let steps = steps(&gcg, &rules);
    let points: Vec<_> = steps.iter().map(|step| (step.points, step.total)).collect();
    let expected = [
        (8, 8),
        (5, 13),
        (0, 0),
        (14, 27),
        (15, 42),
        (-10, -10),
        (0, 42),
    ];
    assert_eq!(points, expected);
    assert!(steps[1].position.rack().is_empty());
}

#[test]
fn missing_numbers_follow_from_the_rules() {
    let gcg = gcg(">a: AB 8H AB\n>b: QZ -\n>a: (QZ)");
    let rules = Rules::standard(english());
    let points: Vec<_> = steps(&gcg, &rules)
        .iter()
        .map(|step| (step.points, step.total))
        .collect();
    assert_eq!(points, [(8, 8), (0, 0), (40, 48)]);
}

#[test]
fn the_form_of_final_points_is_that_of_the_record() {
    let rules = Rules::standard(english());
    let printed = rules.clone().with_final_points(FinalPoints::Printed);
    let form = |line: &str| {
        let gcg = gcg(&format!(">b: NO - +0 378\n{line}"));
        let (mut first, mut second) = (
            gcg.replay(&rules, english()),
            gcg.replay(&printed, english()),
        );
        (&mut first)
            .chain(&mut second)
            .for_each(|step| drop(step.unwrap()));
        (
            gcg.final_points(&rules, english()),
            first.scores(),
            second.scores(),
        )
    };
    let (tournament, once) = (Some(FinalPoints::Tournament), Some(FinalPoints::Printed));
    assert_eq!(form(">a: (NO) +4 402"), (tournament, [4, 0], [4, 0]));
    assert_eq!(
        form(">a: (NO) +2\n>b: NO (NO) -2"),
        (once, [2, -2], [2, -2])
    );
    // The rules decide if the form is not clear.
    assert_eq!(form(">a: (NO)"), (None, [4, 0], [2, 0]));
    assert_eq!(form(">a: (NO) +3"), (None, [4, 0], [2, 0]));
    assert_eq!(form(">b: NO (NO) -2"), (None, [0, -2], [0, -2]));
}

#[test]
fn tiles_left_at_the_end_are_corrected_if_the_alphabet_has_counts() {
    let tile = |text: &str, value, count| TileDefinition {
        text: text.to_string(),
        blank_text: text.to_lowercase(),
        value,
        count,
        is_vowel: false,
    };
    let definition = AlphabetDefinition {
        name: "ab".to_string(),
        tiles: vec![tile("A", 1, 2), tile("B", 2, 3)],
        ..AlphabetDefinition::default()
    };
    let alphabet = Alphabet::from_bytes(definition.encode().unwrap().leak()).unwrap();
    let rules = Rules::standard(alphabet);
    let found = gcg(">a: AA 8H AA\n>a: (BB) +8 8");
    assert_eq!(
        repairs(found.replay(&rules, alphabet)),
        [
            "line 4, character 6: not the remaining tiles: replaced by BBB",
            "line 4, character 10: 8 points written: replaced by 12",
            "line 4, character 13: a total of 8 written: replaced by 16",
        ]
    );
    let found = gcg(">a: AA 8H AA\n>a: (BBBB) +12 16");
    assert_eq!(
        repairs(found.replay(&rules, alphabet)),
        ["line 4, character 6: not the remaining tiles: replaced by BBB"]
    );
    // An alphabet without counts has any number of tiles.
    let definition = AlphabetDefinition {
        tiles: vec![tile("A", 1, 0), tile("B", 2, 0)],
        ..definition
    };
    let alphabet = Alphabet::from_bytes(definition.encode().unwrap().leak()).unwrap();
    let rules = Rules::standard(alphabet);
    let found = gcg(">a: AAAA 8H AAAA\n>a: AAAA --\n>b: (AAAA) +8 8");
    assert_eq!(repairs(found.replay(&rules, alphabet)), [""; 0]);
}

#[test]
fn rules_that_do_not_fit_together_are_refused() {
    let (gcg, rules) = (gcg(">a: A -"), Rules::standard(english()).with_rack_size(0));
    let error = gcg.replay(&rules, english()).next().unwrap().unwrap_err();
    assert!(matches!(error.fault, GcgFault::Rules(_)));
    assert_eq!(error.to_string(), "a rack size of 0 (use 1 to 21)");
}

#[test]
fn numbers_of_tiles_on_the_racks_follow_from_the_plays() {
    let tile = |text: &str| TileDefinition {
        text: text.to_string(),
        blank_text: text.to_lowercase(),
        value: 1,
        count: 5,
        is_vowel: false,
    };
    let definition = AlphabetDefinition {
        name: "ab".to_string(),
        tiles: vec![tile("A"), tile("B")],
        ..AlphabetDefinition::default()
    };
    let alphabet = Alphabet::from_bytes(definition.encode().unwrap().leak()).unwrap();
    // 10 tiles: the bag has 2 after both racks of 4 are filled.
    let rules = Rules::standard(alphabet).with_rack_size(4);
    let found = gcg(">b: 8G ABA\n>b: --\n>a: 8H AB\n>b: 7H ABA\n>a: -\n>b: 6H B");
    let steps = found.replay(&rules, alphabet).map(|step| step.unwrap());
    let found: Vec<_> = steps
        .map(|step| (step.rack_lens.unwrap(), step.is_withdrawn))
        .collect();
    let expected = [
        ([4, 4], true),
        ([4, 3], false),
        ([4, 4], false),
        ([4, 4], false),
        ([4, 1], false),
        ([4, 1], false),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_tiles_of_a_withdrawn_play_are_known_to_the_opponent() {
    let gcg = gcg(
        ">a: AEGILTX 8D GELATIX +84 84\n>a: AEGILTX -- -84 0\n>b: BCDORRY 8G CORD +14 14\n\
        >a: AEGILTX 9F AX\n>b: BRY - +0 14\n>a: EGILTUU -EG\n>b: BRY - +0 14",
    );
    let rules = Rules::standard(english());
    let known: Vec<_> = steps(&gcg, &rules)
        .iter()
        .map(|step| step.opponent_known.display(english()).to_string())
        .collect();
    assert_eq!(known, ["", "", "AEGILTX", "", "EGILT", "", ""]);
    let step = &steps(&gcg, &rules)[2];
    assert!(
        (step.cgp().display(english()).to_string()).ends_with(" BCDORRY/AEGILTX 0/0 1"),
        "{}",
        step.cgp().display(english())
    );
}

#[test]
fn steps_count_the_turns_in_a_row_without_a_point() {
    let gcg = gcg(
        ">a: AEGILNX 8D GELAXIN\n>a: AEGILNX --\n>b: BCDORRY -\n>a: AEGILNX -AE\n>b: BCDORRY -3\n>a: GILNXOO -\n#note lost turn\n\
        >b: AEGILNT 8D GELATIN +70\n>a: GILNXOO -",
    );
    let rules = Rules::standard(english());
    let counts: Vec<u32> = (steps(&gcg, &rules).iter())
        .map(|step| step.cgp().zero_turns())
        .collect();
    assert_eq!(counts, [0, 0, 1, 2, 3, 4, 5, 0]);
}

#[test]
fn a_second_withdrawn_play_adds_to_the_known_tiles() {
    let gcg = gcg(
        ">a: AEGILTX 8G GEL\n>a: AEGILTX --\n>b: B -\n>a: AEGILTX 8G LEX\n>a: AEGILTX --\n>b: B -",
    );
    let rules = Rules::standard(english());
    let known = steps(&gcg, &rules)[5].opponent_known;
    assert_eq!(known.display(english()).to_string(), "EGLX");
}

#[test]
fn an_open_turn_has_its_position() {
    let open = |lines: &str| {
        let (gcg, rules) = (gcg(lines), Rules::standard(english()));
        let mut steps = gcg.replay(&rules, english());
        steps.by_ref().for_each(|step| drop(step.unwrap()));
        assert_eq!(steps.repairs(), []);
        let open = steps.open_turn();
        open.map(|(_, cgp)| cgp.display(english()).to_string())
    };
    let board = "15/15/15/15/15/15/15/3GELATIN5/15/15/15/15/15/15/15";
    assert_eq!(
        open("#incomplete AEIRSTU\n>a: AEGILNT 8D GELATIN +70 70"),
        Some(format!("{board} AEIRSTU/ 0/70 0"))
    );
    assert_eq!(open(">a: A -"), None);
}

#[test]
fn totals_out_of_range_are_errors() {
    let bonus = |points: i32| {
        let gcg = gcg(&format!(
            ">a: AEGILNT 8D GELATIN +70 70\n>a: AB (challenge) {points:+}"
        ));
        let rules = Rules::standard(english());
        let last = gcg.replay(&rules, english()).last().unwrap();
        last.map(|step| step.total).map_err(|error| error.fault)
    };
    assert_eq!(bonus(999_999_930), Ok(1_000_000_000));
    assert_eq!(bonus(999_999_931), Err(GcgFault::TotalOutOfRange));
    assert_eq!(bonus(i32::MAX), Err(GcgFault::TotalOutOfRange));
}

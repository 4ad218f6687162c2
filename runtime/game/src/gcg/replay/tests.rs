use lexc_formats::{AlphabetDefinition, TileDefinition};
use lexc_runtime::{FinalPoints, RackTile};

use super::super::testing::{gcg, repairs};
use super::super::{GcgFault, GcgStep};
use super::*;
use crate::testing::english;

fn steps<'g>(gcg: &'g Gcg, rules: &'g Rules) -> Vec<GcgStep<'g, 'g>> {
    let steps = gcg.replay(rules, english());
    steps.map(|step| step.unwrap()).collect()
}

/// Asserts the error of a record, and the number of steps before the error.
#[track_caller]
fn assert_refused(lines: &str, steps_before: usize, message: &str) {
    let (gcg, rules) = (gcg(lines), Rules::standard(english()));
    let mut steps = gcg.replay(&rules, english());
    for _ in 0..steps_before {
        assert!(steps.next().unwrap().is_ok());
    }
    let error = steps.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), message);
    assert!(steps.next().is_none());
}

#[track_caller]
fn assert_repaired(lines: &str, expected: &[&str]) {
    let rules = Rules::standard(english());
    assert_eq!(repairs(gcg(lines).replay(&rules, english())), expected);
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
    assert_repaired(">a: AB 8H AB\n>b: QZ -\n>a: (QZ)", &[]);
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
fn wrong_points_and_totals_are_repaired_and_reported_once() {
    assert_repaired(
        ">a: AB 8H AB +9 9\n>b: QZ - +0 1\n>a: AB - +0 9\n>b: QZ - +0 1\n>a: AB - +0 8",
        &[
            "line 3, character 14: 9 points written: replaced by 8",
            "line 3, character 17: a total of 9 written: replaced by 8",
            "line 4, character 13: a total of 1 written: replaced by 0",
        ],
    );
}

#[test]
fn racks_may_be_incomplete_missing_or_in_lower_case() {
    assert_repaired(
        ">a: 8H AB\n>b: ?cde 9H dA\n>a: qz? -z\n>b: - +0 1",
        &[
            "line 4, character 5: the rack lacks tiles of the move: added them",
            "line 6, character 10: a total of 1 written: replaced by 8",
        ],
    );
}

#[test]
fn impossible_racks_and_missing_turns_are_repaired() {
    assert_repaired(
        ">a: AB 8H AB +8 8\n>a: CCCCC (challenge) +5 13\n>a: AB - +0 13",
        &[
            "line 4, character 5: the rack cannot be right: ignored it",
            "line 5, character 1: two turns of this player in a row: assumed a pass of the other player",
        ],
    );
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
fn words_that_lack_tiles_on_the_board_are_completed() {
    assert_repaired(
        ">a: AEGILNT 8D GELATIN +70 70\n>b: BE E7 B +4 4\n>a: EV 7f VE +12 82",
        &[
            "line 4, character 8: not the whole word: read as E7 BE",
            "line 5, character 8: not the whole word: read as 7E BVE",
            "line 5, character 14: 12 points written: replaced by 17",
            "line 5, character 18: a total of 82 written: replaced by 87",
        ],
    );
}

#[test]
fn plays_that_do_not_fit_are_refused() {
    let first = ">a: AEGILNT 8D GELATIN\n";
    let message = "line 3, character 16: the rack has no S left for 8J";
    assert_refused(">a: AEGILNT 8D GELATIS", 0, message);
    for (line, message) in [
        (
            "b: ABD D7 BAD",
            "line 4, character 13: another tile is on 8D",
        ),
        (
            "b: ABD D7 B..",
            "line 4, character 14: 9D is empty (write the tile to place)",
        ),
        (
            "b: ABD  D7  B2",
            "line 4, character 15: '2' is an unknown tile",
        ),
        (
            "b: ABD 99A BA",
            "line 4, character 9: a play starts with a square (write 8D for a word across, D8 for a word down)",
        ),
        (
            "b: AB 1A AB",
            "line 4, character 8: the play is not adjacent to a tile on the board",
        ),
        (
            "b: ABd D7 B.D",
            "line 4, character 7: 'd' starts a designated blank, and racks have none (write a blank on a rack as ?)",
        ),
        (
            "b: ABCDEFGH D7 B.D",
            "line 4, character 5: 8 tiles on the rack where the rules allow 7 (remove tiles, or set another rack size)",
        ),
    ] {
        assert_refused(&format!("{first}>{line}"), 1, message);
    }
}

#[test]
fn other_impossible_events_are_refused() {
    let exchange =
        "the exchange does not fit the rack (write at least one tile, and only tiles of the rack)";
    assert_refused(
        ">a: ABCDEFG -X",
        0,
        &format!("line 3, character 13: {exchange}"),
    );
    assert_refused(">a: ABC -8", 0, &format!("line 3, character 9: {exchange}"));
    assert_refused(
        ">a: ABC -A1",
        0,
        "line 3, character 11: '1' is an unknown tile",
    );
    let withdraw = "no play to withdraw (write -- after a play of the same player)";
    assert_refused(">a: ABC --", 0, &format!("line 3, character 9: {withdraw}"));
    let message = format!("line 4, character 8: {withdraw}");
    assert_refused(">a: AB 8H AB\n>b: AB --", 1, &message);
    assert_refused(
        ">a: ABC 8H AB\n>a: ABD --",
        1,
        "line 4, character 5: the rack differs from the rack of the withdrawn play (write the same tiles)",
    );
    assert_refused(
        ">a: AQ 8H QA\n>b: AQ -",
        1,
        "line 4, character 5: the board and this rack have more than 1 of the tile Q (correct the rack, or choose the alphabet of the game)",
    );
    assert_refused(
        ">a: AQ 8H QA\n>b: ??? -",
        1,
        "line 4, character 5: the board and this rack have more than 2 of the tile ? (correct the rack, or choose the alphabet of the game)",
    );
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
fn words_after_the_total_are_compared_with_those_formed() {
    let first = ">a: AEGILNT 8D GELATIN +70 70\n";
    assert_repaired(&format!("{first}>b: BCDORRY e7 R.D +4 4 red"), &[]);
    assert_repaired(&format!("{first}>b: EV 7f VE +14 14 VL,EA"), &[]);
    let message = |column, word| {
        format!(
            "line 4, character {column}: the event does not form \"{word}\", written after the total: ignored it"
        )
    };
    assert_repaired(
        &format!("{first}>b: BCDORRY e7 R.D +4 4 RED, DE"),
        &[&message(25, "DE")],
    );
    assert_repaired(
        &format!("{first}>b: BCDORRY - +0 0 good luck"),
        &[&message(20, "good luck")],
    );
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
fn tiles_left_that_are_not_on_the_rack_are_reported() {
    let message = |line, column, rack| {
        format!(
            "line {line}, character {column}: not the tiles of the player, who has {rack}: counted them as written"
        )
    };
    assert_repaired(">a: ET (EX) -9 -9", &[&message(3, 9, "ET")]);
    assert_repaired(
        ">a: AET 8H AT\n>b: QZ -\n>a: E -\n>a: (X) -8 -4\n>b: QZ (QZ) -20 -20",
        &[&message(6, 6, "E")],
    );
    assert_repaired(
        ">b: QZ -\n>a: AET 8H ATE\n>a: (Q) +20 26",
        &[&message(5, 6, "QZ")],
    );
}

#[test]
fn a_second_time_penalty_is_reported() {
    assert_repaired(
        ">a: A -\n>a: (time) -10 -10\n>b: (time) -10 -10\n>a: (time) -10 -20",
        &["line 6, character 5: a second time penalty of this player: counted both"],
    );
}

/// The repairs of pragmas, and the position of the open turn.
fn at_end(lines: &str) -> (Vec<String>, Option<String>) {
    let (text, rules) = (
        format!("#player1 a\n#player2 b\n{lines}"),
        Rules::standard(english()),
    );
    let (gcg, _) = Gcg::from_bytes(text.as_bytes()).unwrap();
    let mut steps = gcg.replay(&rules, english());
    steps.by_ref().for_each(|step| drop(step.unwrap()));
    let repairs = steps.repairs();
    let open = steps.open_turn();
    (
        repairs.iter().map(ToString::to_string).collect(),
        open.map(|(_, cgp)| cgp.display(english()).to_string()),
    )
}

#[test]
fn an_open_turn_has_its_position() {
    let (repairs, open) = at_end("#incomplete AEIRSTU\n>a: AEGILNT 8D GELATIN +70 70");
    assert_eq!(repairs, [""; 0]);
    let board = "15/15/15/15/15/15/15/3GELATIN5/15/15/15/15/15/15/15";
    assert_eq!(open, Some(format!("{board} AEIRSTU/ 0/70 0")));
    assert_eq!(at_end(">a: A -").1, None);
}

#[test]
fn impossible_last_racks_are_reported() {
    for (lines, message) in [
        (
            "#rack1 A1",
            "3, character 1: an impossible rack: '1' is an unknown tile",
        ),
        (
            "#rack2 QQ",
            "3, character 1: an impossible rack: the board and this rack have more than 1 of the tile Q (correct the rack, or choose the alphabet of the game)",
        ),
        (
            "#rack1 Q\n#rack2 Q",
            "4, character 1: an impossible rack: both racks have more of a tile than are left",
        ),
        (
            "#rack1 ABCDEFGH",
            "3, character 1: an impossible rack: it does not follow from the turns of the player",
        ),
        (
            "#rack1 ABCDEFG\n>a: ABCDEFX -",
            "3, character 1: an impossible rack: it does not follow from the turns of the player",
        ),
    ] {
        assert_eq!(at_end(lines).0, [format!("line {message}")], "{lines}");
    }
    assert_eq!(
        at_end("#rack1 ABCDEFG\n#rack2 X\n>a: ABCDEFX -X").0,
        [""; 0]
    );
}

#[test]
fn pragmas_of_another_game_are_reported() {
    let english = "#board-layout standard15\n#tile-distribution English\n#tile-set english set\n#game-type classic";
    assert_eq!(at_end(english).0, [""; 0]);
    let other = "#board-layout SuperCrosswordGame\n#tile-distribution polish\n#tile-set x\n#game-type classic_super\n#game-board";
    let repairs = at_end(other).0;
    assert_eq!(repairs.len(), 5);
    assert_eq!(
        repairs[0],
        "line 3, character 1: #board-layout SuperCrosswordGame: not obeyed"
    );
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

use serde_json::{Value, json};

use super::Machine;

const LEXICON: &[u8] = include_bytes!("../../../../examples/care.gaddag");
const LEAVES: &[u8] = include_bytes!("../../../../examples/care.leaves");
/// A game without a bingo, in which Ann plays less than she could.
const RECORD: &str =
    "#rules board=standard rack=7\n>ann: ABCELRS 8H CARE +12 12\n>bob: ABCELS? - +0 0\n";

fn answer(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn ask(machine: &Machine, question: &Value) -> Value {
    answer(&machine.ask(question.to_string().as_bytes()))
}

fn opened() -> Machine {
    let mut machine = Machine::default();
    assert_eq!(answer(&machine.open(LEXICON.to_vec()))["leaves"], false);
    assert_eq!(answer(&machine.open(LEAVES.to_vec()))["leaves"], true);
    machine
}

fn turn(act: &str, level: u8) -> Value {
    let cgp = format!("{} ABCELRS/ 0/0 0", ["15"; 15].join("/"));
    json!({"act": act, "level": level, "cgp": cgp, "rules": "rack=7", "count": 3})
}

#[test]
fn the_machine_moves_and_hints_at_each_level() {
    let machine = opened();
    for level in 1..=11 {
        let action = &ask(&machine, &turn("move", level))["move"];
        assert!(action.is_string(), "level {level}");
        let hints = ask(&machine, &turn("hints", level));
        assert!(!hints["moves"].as_array().unwrap().is_empty());
        let ranked_by = if level == 11 { "simulation" } else { "equity" };
        assert_eq!(hints["ranked_by"], ranked_by, "level {level}");
    }
}

#[test]
fn moves_of_a_record_are_judged() {
    let machine = opened();
    let events = ask(&machine, &json!({"act": "events", "gcg": RECORD}));
    let moves: Vec<_> = (events["events"].as_array().unwrap().iter())
        .map(|event| (event["move"].as_str().unwrap(), event["total"].as_i64()))
        .collect();
    assert_eq!(moves, [("8H CARE", Some(12)), ("pass", Some(0))]);
    let judged = |simulates| {
        let question = json!({"act": "judge", "gcg": RECORD, "number": 2, "simulates": simulates});
        ask(&machine, &question)["judgement"].clone()
    };
    let judgement = judged(false);
    assert_eq!(
        (&judgement["ranked_by"], &judgement["made"]["move"]),
        (&json!("equity"), &json!("pass"))
    );
    assert!(judgement["lost"].as_f64() > Some(1.0), "{judgement}");
    assert!(judgement["mistake"].is_string() && judgement["moves"].is_array());
    assert_eq!(judged(true)["ranked_by"], "simulation");
}

#[test]
fn a_record_is_read_up_to_its_first_fault() {
    let gcg = format!("{RECORD}>ann: BLS 1A BLS +5 17\n>bob: ABCELS? - +0 0\n");
    let answer = ask(&opened(), &json!({"act": "events", "gcg": gcg}));
    assert_eq!(answer["events"].as_array().map(Vec::len), Some(2));
    let fault = answer["fault"].as_str().unwrap();
    assert!(fault.starts_with("line 4, "), "{fault}");
}

/// Opens a record, and checks that the record which is saved for the game opens as the same game.
fn open(gcg: &str, rules: &str) -> Value {
    let machine = opened();
    let opened = ask(
        &machine,
        &json!({"act": "open", "gcg": gcg, "rules": rules}),
    );
    assert_eq!(opened["error"], Value::Null);
    let mut question = opened.clone();
    question["act"] = json!("save");
    let saved = ask(&machine, &question)["gcg"].clone();
    let again = ask(&machine, &json!({"act": "open", "gcg": saved, "rules": ""}));
    for part in [
        "players", "rules", "turns", "before", "cgp", "onTurn", "isOver",
    ] {
        assert_eq!(again[part], opened[part], "{saved}");
    }
    opened
}

#[test]
fn a_record_opens_as_a_game_that_is_saved_again() {
    let game = open(
        "#player1 ann Ann Noe\n#player2 bob Bob\n>ann: ABCELRS 8H CARE +12 12\n>bob: ABCELST -A +0 0\n>ann: BLSXZ?? K7 S.\n",
        "rack=7 bonus=40",
    );
    assert!(game["rules"].as_str().unwrap().contains("bonus=40"));
    let kinds: Vec<_> = (game["turns"].as_array().unwrap().iter())
        .map(|turn| (turn["kind"].as_str().unwrap(), turn["total"].as_i64()))
        .collect();
    assert_eq!(kinds[0], ("play", Some(12)));
    assert_eq!(kinds[1], ("exchange", Some(0)));
    assert_eq!(game["turns"][0]["placed"].as_array().map(Vec::len), Some(4));
    // Bob keeps six tiles; the seventh is unknown.
    let cgp = game["cgp"].as_str().unwrap();
    assert!(cgp.contains(" BCELST/BLXZ?? "), "{cgp}");
    assert_eq!(
        (&game["onTurn"], &game["isOver"]),
        (&json!(1), &json!(false))
    );
}

#[test]
fn a_record_that_ends_opens_as_a_game_that_is_over() {
    let forfeit = "#rules challenge=triple\n>ann: ABCELRS 8H CARE +12 12\n>ann: BELOQUS (challenge) +0 12\n#rack1 BELOQUS\n#rack2 EIOTUVW\n";
    let game = ask(
        &opened(),
        &json!({"act": "open", "gcg": forfeit, "rules": ""}),
    );
    assert_eq!(
        (&game["isOver"], &game["turns"][2]),
        (&json!(true), &Value::Null)
    );
    let passes = "#rules scoreless=2\n>ann: ABCELRS 8H CARE +12 12\n>bob: EIOQUVW - +0 0\n>ann: BLSXYZ? - +0 12\n";
    let game = open(passes, "");
    assert_eq!(game["isOver"], true);
    // The tiles left count, though the record has no lines for them.
    let ends: Vec<_> = (game["turns"].as_array().unwrap().iter())
        .filter(|turn| turn["kind"] == "end")
        .map(|turn| {
            (
                turn["tiles"].clone(),
                turn["score"].clone(),
                turn["total"].clone(),
            )
        })
        .collect();
    assert_eq!(ends.len(), 2, "{game}");
    assert_eq!(ends[1], (json!("EIOQUVW"), json!(-22), json!(-22)));
    let lost = "#rules challenge=double\n>ann: ABCELRS 8H CARE +12 12\n>bob: QZ? - +0 0\n#note lost turn\n";
    assert_eq!(open(lost, "")["turns"][1]["kind"], "lost");
}

#[test]
fn bad_images_and_questions_are_refused_with_a_reason() {
    let mut machine = Machine::default();
    let error = |answer: &Value| answer["error"].as_str().unwrap_or_default().to_owned();
    assert_eq!(
        error(&ask(&machine, &turn("move", 1))),
        "no lexicon is open"
    );
    machine.open(LEXICON.to_vec());
    assert_eq!(
        error(&ask(&machine, &turn("move", 10))),
        "level 10 needs leave values"
    );
    let mut damaged = LEXICON.to_vec();
    *damaged.last_mut().unwrap() ^= 1;
    assert_ne!(error(&answer(&machine.open(damaged))), "");
    for question in [
        json!({"act": "none"}),
        json!({"act": "judge", "gcg": RECORD, "number": 9, "simulates": false}),
        json!({"act": "open", "gcg": "#rules board=huge", "rules": ""}),
        json!({"act": "open", "gcg": ">ann: CARE 8N CARE +12 12", "rules": ""}),
        json!({"act": "save", "turns": []}),
    ] {
        assert_ne!(error(&ask(&machine, &question)), "");
    }
    // The lexicon is still open.
    assert_eq!(error(&ask(&machine, &turn("move", 9))), "");
}

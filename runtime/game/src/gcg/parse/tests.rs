use super::super::testing::gcg;
use super::super::{GcgEventKind, GcgRepair};
use super::*;

/// The kind, the rack, the points and the total of an event. `line` is the part of its line after the nickname and the
/// colon.
fn event(line: &str) -> (GcgEventKind, String, Option<i32>, Option<i32>) {
    let gcg = gcg(&format!(">a:{line}"));
    let event = &gcg.events()[0];
    assert_eq!((event.seat(), event.line()), (Seat::First, 3));
    let kind = event.kind().clone();
    (kind, event.rack().to_owned(), event.points(), event.total())
}

fn error(text: &str) -> String {
    Gcg::from_bytes(text.as_bytes()).unwrap_err().to_string()
}

fn repairs(text: &str) -> Vec<String> {
    let (_, repairs) = Gcg::from_bytes(text.as_bytes()).unwrap();
    repairs.iter().map(GcgRepair::to_string).collect()
}

#[test]
fn events_of_every_kind_are_read() {
    let tiles = |text: &str| text.to_owned();
    let play = |square: &str, word: &str| GcgEventKind::Play {
        square: tiles(square),
        word: tiles(word),
    };
    for (line, kind, rack, points, total) in [
        (
            " ABC 8D CAB +14 20",
            play("8D", "CAB"),
            "ABC",
            Some(14),
            Some(20),
        ),
        (
            "ABC? d8 c(A)B. 14",
            play("d8", "c(A)B."),
            "ABC?",
            Some(14),
            None,
        ),
        ("  8D  CAB", play("8D", "CAB"), "", None, None),
        (
            " ABC -AB +0 9",
            GcgEventKind::Exchange(tiles("AB")),
            "ABC",
            Some(0),
            Some(9),
        ),
        (
            " ABC -2 +0 9",
            GcgEventKind::ExchangeCount(2),
            "ABC",
            Some(0),
            Some(9),
        ),
        (" ABC -  +0 9", GcgEventKind::Pass, "ABC", Some(0), Some(9)),
        (" -", GcgEventKind::Pass, "", None, None),
        (
            " ABC -- -14 6",
            GcgEventKind::Withdrawal,
            "ABC",
            Some(-14),
            Some(6),
        ),
        (
            " ABC (Challenge) +5 25",
            GcgEventKind::ChallengeBonus,
            "ABC",
            Some(5),
            Some(25),
        ),
        (
            "  ( QZ ) +40 60",
            GcgEventKind::OtherRack(tiles("QZ")),
            "",
            Some(40),
            Some(60),
        ),
        (
            " QZ (QZ) -20 0",
            GcgEventKind::OwnRack(tiles("QZ")),
            "QZ",
            Some(-20),
            Some(0),
        ),
        (
            " ? (?) +0 0",
            GcgEventKind::OwnRack(tiles("?")),
            "?",
            Some(0),
            Some(0),
        ),
        (
            "  (TIME) +12 60",
            GcgEventKind::OtherRack(tiles("TIME")),
            "",
            Some(12),
            Some(60),
        ),
        (
            " AIST (TIME) -10 50",
            GcgEventKind::TimePenalty,
            "AIST",
            Some(-10),
            Some(50),
        ),
        (
            " (time) -10 0",
            GcgEventKind::TimePenalty,
            "",
            Some(-10),
            Some(0),
        ),
    ] {
        let expected = (kind, rack.to_owned(), points, total);
        assert_eq!(event(line), expected, "{line}");
    }
}

#[test]
fn pragmas_and_notes_are_kept_in_order() {
    let (gcg, repairs) = Gcg::from_bytes(
        "#Player2 b Bo  Bell\n#note first\n second\n\n#title T U\n#id x 1\n#player1 a\n#lexicon L\n#description D\n\
         >a: A - +0 0\n\n#note  one \n\ntwo\n\n#note three\n\n>b: B - +0 0\n#rack1 AB\n#note late"
            .as_bytes(),
    )
    .unwrap();
    assert_eq!(repairs, []);
    let names = gcg.players().each_ref();
    let names = names.map(|player| (player.nick(), player.full_name()));
    assert_eq!(names, [("a", ""), ("b", "Bo  Bell")]);
    assert_eq!(gcg.title(), Some("T U"));
    assert_eq!(gcg.lexicon(), Some("L"));
    assert_eq!(gcg.description(), Some("D"));
    let pragmas: Vec<_> = gcg.pragmas().collect();
    assert_eq!(pragmas, [("note", "first\n second"), ("id", "x 1")]);
    let notes: Vec<_> = gcg.events().iter().map(|event| event.note()).collect();
    assert_eq!(notes, ["one\n\ntwo\n\nthree", "late"]);
    assert_eq!(gcg.racks, [Some("AB".to_owned()), None]);
}

#[test]
fn rules_and_seed_are_read_and_written() {
    let text = "#character-encoding UTF-8\n#player1 a A\n#player2 b B\n#rules board=super  bonus=50\n\
        #seed 18446744073709551615\n";
    let (gcg, repairs) = Gcg::from_bytes(text.as_bytes()).unwrap();
    assert_eq!(repairs, []);
    assert_eq!(gcg.rules(), Some("board=super  bonus=50"));
    assert_eq!(gcg.seed(), Some(u64::MAX));
    assert_eq!(gcg.pragmas().count(), 0);
    assert_eq!(gcg.to_string(), text);
    let changed = gcg.with_pragma("rules", "rack=8\n").with_seed(7);
    assert_eq!((changed.rules(), changed.seed()), (Some("rack=8"), Some(7)));
}

#[test]
fn a_seed_that_is_not_a_number_is_reported() {
    assert_eq!(
        repairs("#player1 a\n#player2 b\n#seed x\n#seed 1\n#seed 2"),
        [
            "line 3, character 1: the seed \"x\" is not a number: ignored it",
            "line 5, character 1: a second line #seed: ignored it",
        ]
    );
}

#[test]
fn lines_end_with_lf_crlf_or_cr() {
    let texts = ["\n", "\r\n", "\r"].map(|end| {
        let lines = ["#player1 a", "#player2 b", ">a: A -", "#note x", "y"];
        Gcg::from_bytes(lines.join(end).as_bytes()).unwrap()
    });
    assert_eq!(texts[0].0.events()[0].note(), "x\ny");
    assert!(texts.iter().all(|text| *text == texts[0]));
}

#[test]
fn a_lost_turn_is_a_pass_with_a_note() {
    let kinds = |lines| {
        let gcg = gcg(lines);
        let event = &gcg.events()[0];
        (event.kind().clone(), event.note().to_owned())
    };
    assert_eq!(
        kinds(">a: A - +0 0\n#note lost turn\nwhy"),
        (GcgEventKind::LostTurn, "why".to_owned())
    );
    let other = kinds(">a: A - +0 0\n#note lost turn?");
    assert_eq!(other, (GcgEventKind::Pass, "lost turn?".to_owned()));
}

#[test]
fn nicknames_may_have_colons_in_them_and_spaces_around_them() {
    let text = "#player1 a\n#player2 a:b\n> a:b: A -\n>a : B -\n>A: C -";
    let (gcg, repairs) = Gcg::from_bytes(text.as_bytes()).unwrap();
    let seats: Vec<_> = gcg.events().iter().map(|event| event.seat()).collect();
    assert_eq!(seats, [Seat::Second, Seat::First, Seat::First]);
    assert_eq!(
        repairs[0].to_string(),
        "line 5, character 2: the nickname \"A\" is spelled in another way: read as \"a\""
    );
}

#[test]
fn repairs_name_the_place() {
    assert_eq!(
        repairs(">Ann Bell: A -\n>Ann Bell: A -\n#title x\n#title y\ntext"),
        [
            "line 1, character 2: no line for a player: named \"Ann_Bell\"",
            "line 4, character 1: a second line #title: ignored it",
            "line 5, character 1: text outside a note: added to the note of the event before",
            "line 1, character 1: no line for a player: named \"player2\"",
        ]
    );
}

#[test]
fn errors_name_the_place() {
    let long_nick = format!(">{}: A -", "x".repeat(65));
    let long_line = format!("#title {}", "x".repeat(65_530));
    for (text, message) in [
        (
            "",
            "line 1, character 1: neither players nor events (choose a game record in GCG format)",
        ),
        (
            "text",
            "line 1, character 1: a line that starts with neither # nor > (start a note with #note)",
        ),
        (
            &long_line,
            "line 1, character 65537: a line of 65537 characters, and the limit is 65536 (break the line; a note may have several lines)",
        ),
        (
            ">A 8D X",
            "line 1, character 2: an event without a player (start it with >, the nickname and :)",
        ),
        (
            &long_nick,
            "line 1, character 2: a nickname of more than 64 characters (shorten it)",
        ),
        (
            "#player1 a\n#player2 a",
            "line 2, character 1: both players have the nickname \"a\" (change one of them)",
        ),
        (
            "#player1 a\n#player2 b\n>é: A -",
            "line 3, character 2: unknown player \"é\" (write a nickname of #player1 or #player2)",
        ),
        (
            ">é: ABC",
            "line 1, character 8: no move (write a pass as -)",
        ),
        (
            ">a: ABC DEF",
            "line 1, character 9: unknown move \"DEF\" (write a square and a word, -, -TILES or --)",
        ),
        (
            ">a: ABC 8D +3 3",
            "line 1, character 12: no word after the square (write a play as 8D WORD)",
        ),
        (
            ">a: ABC (ABC +3 3",
            "line 1, character 9: the parenthesis is not closed (add a closing one)",
        ),
        (
            ">a: ABC 8D CAB +x 3",
            "line 1, character 16: \"+x\" instead of a number (write points as +12, a total as 120)",
        ),
        (
            ">a: ABC -99999999999999999999 +0 3",
            "line 1, character 9: \"-99999999999999999999\" instead of a number (write points as +12, a total as 120)",
        ),
        (
            ">a: ABC 8D CAB +3 3 x",
            "line 1, character 21: text after the total (move it to a #note line)",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn lines_that_would_be_written_too_long_are_refused() {
    // The written line has one more character, the space after the colon.
    let line = format!(">a:{} -", "A".repeat(65_531));
    assert_eq!(line.len(), 65_536);
    let error = Gcg::from_bytes(line.as_bytes()).unwrap_err();
    assert_eq!(error.fault, GcgFault::LineTooLong { found: 65_537 });
    // A text outside a note is written after `#note `.
    let text = |len| format!(">a: -\n{}", "x".repeat(len));
    assert!(Gcg::from_bytes(text(65_530).as_bytes()).is_ok());
    let error = Gcg::from_bytes(text(65_531).as_bytes()).unwrap_err();
    assert_eq!(error.fault, GcgFault::LineTooLong { found: 65_537 });
}

#[test]
fn latin_1_lines_of_65536_characters_are_written_and_read() {
    let line = [b">a: A -\n#note ".as_slice(), &[0xe9; 65_530]].concat();
    let (gcg, _) = Gcg::from_bytes(&line).unwrap();
    let (again, _) = Gcg::from_bytes(gcg.to_string().as_bytes()).unwrap();
    assert_eq!(again, gcg);
}

use std::time::Duration;

use super::super::GcgEventKind;
use super::super::testing::gcg;
use super::*;
use crate::table::assert_table;

/// The event of a line without the nickname, as text: its kind, its rack, its points and its total.
fn event(line: &str) -> String {
    let gcg = gcg(&format!(">a:{line}"));
    let event = &gcg.events()[0];
    assert_eq!((event.seat(), event.line()), (Seat::First, 3));
    let (points, total) = (event.points(), event.total());
    format!(
        "{:?}, rack {:?}, {points:?}, {total:?}",
        event.kind(),
        event.rack()
    )
}

#[test]
fn events_of_every_kind_are_read() {
    assert_table("events.txt", include_str!("../events.txt"), event);
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
    assert_eq!(Seat::BOTH.map(|seat| gcg.rack(seat)), [Some("AB"), None]);
}

#[test]
fn rules_seed_and_clocks_are_read_and_written() {
    let text = "#character-encoding UTF-8\n#player1 a A\n#player2 b B\n#rules board=super  bonus=50\n\
        #seed 18446744073709551615\n#clock2 time=25:00 overtime=10:00 used=3:12.345\n";
    let (gcg, repairs) = Gcg::from_bytes(text.as_bytes()).unwrap();
    assert_eq!(repairs, []);
    assert_eq!(gcg.rules(), Some("board=super  bonus=50"));
    assert_eq!(gcg.seed(), Some(u64::MAX));
    let clocks = Seat::BOTH.map(|seat| gcg.clock(seat).map(|clock| clock.used()));
    assert_eq!(clocks, [None, Some(Duration::from_millis(192_345))]);
    assert_eq!(gcg.pragmas().count(), 0);
    assert_eq!(gcg.to_string(), text);
    let changed = gcg.with_pragma("rules", "rack=8\n").with_seed(7);
    let changed = changed.with_pragma("clock1", "").with_clocks([None; 2]);
    assert_eq!((changed.rules(), changed.seed()), (Some("rack=8"), Some(7)));
    assert_eq!(changed.to_string().lines().count(), 5);
}

#[test]
fn ignored_pragmas_are_kept() {
    let ignored = "#Clock1 24:10\n#seed x\n#seed 2\n#title U\n#rules rack=8\n";
    let text = format!(
        "#character-encoding UTF-8\n#player1 a A\n#player2 b B\n#title T\n#rules rack=7\n#seed 1\n{ignored}"
    );
    let (gcg, repairs) = Gcg::from_bytes(text.as_bytes()).unwrap();
    assert_eq!((gcg.seed(), repairs.len()), (Some(1), 5));
    assert_eq!(gcg.to_string(), text);
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
    let (gcg, _) = Gcg::from_bytes(text.as_bytes()).unwrap();
    let seats: Vec<_> = gcg.events().iter().map(|event| event.seat()).collect();
    assert_eq!(seats, [Seat::Second, Seat::First, Seat::First]);
}

#[test]
fn empty_records_and_long_names_and_lines_are_refused() {
    let long_nick = format!(">{}: A -", "x".repeat(65));
    let long_line = format!("#title {}", "x".repeat(65_530));
    for (text, message) in [
        (
            "",
            "line 1, character 1: neither players nor events (choose a game record in GCG format)",
        ),
        (
            &long_line,
            "line 1, character 65537: a line of 65537 characters, and the limit is 65536 (break the line; a note may have several lines)",
        ),
        (
            &long_nick,
            "line 1, character 2: a nickname of more than 64 characters (shorten it)",
        ),
    ] {
        let error = Gcg::from_bytes(text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn text_after_the_total_is_kept() {
    let gcg = gcg(">a: EIRSTUV 7f VE +12 82 VEL, EA ");
    assert_eq!(gcg.events()[0].words(), "VEL, EA");
    assert!(gcg.to_string().ends_with("7f VE +12 82 VEL, EA\n"));
}

#[test]
fn notes_of_more_than_512_characters_are_read() {
    let note = "long ".repeat(200);
    let gcg = gcg(&format!(">a: A -\n#note {note}"));
    assert_eq!(gcg.events()[0].note(), note.trim_end());
}

#[test]
fn lines_of_notes_may_start_with_the_sign_of_events() {
    let text = "#player1 a\n#note x\n>>> y\n>a: A -\n#note best\n >>> was 8H\n> or z\n>b: not this\n>b: A - +0 0";
    let (gcg, repairs) = Gcg::from_bytes(text.as_bytes()).unwrap();
    let notes: Vec<_> = gcg.events().iter().map(GcgEvent::note).collect();
    assert_eq!(notes, ["best\n>>> was 8H\n> or z\n>b: not this", ""]);
    assert_eq!(gcg.pragmas().next(), Some(("note", "x\n>>> y")));
    let message = "a line that starts with > but is not an event: added to the note";
    let repairs: Vec<_> = repairs.iter().map(ToString::to_string).collect();
    assert_eq!(repairs[0], format!("line 3, character 1: {message}"));
    assert_eq!(repairs.len(), 5);
    let again = Gcg::from_bytes(gcg.to_string().as_bytes()).unwrap();
    assert_eq!(again, (gcg, Vec::new()));
}

#[test]
fn the_turn_distinguishes_players_of_one_nickname() {
    let text = "#player1 ann Ann\n#player2 ann Ann\n>ann: ABC 8G CAB +14 14\n>ann: ABC -- -14 0\n>ann: AX 8G AX +18 18\n\
        >ann: AX (challenge) +5 23\n>ann: QZ - +0 0\n>ann: A H8 .A +3 26\n>ann: (QZ) +40 66\n>ann: QZ (QZ) -20 -20\n\
        >ann: (time) -10 -30";
    let (gcg, repairs) = Gcg::from_bytes(text.as_bytes()).unwrap();
    let seats: Vec<_> = gcg
        .events()
        .iter()
        .map(|event| event.seat().index())
        .collect();
    assert_eq!(seats, [0, 0, 1, 1, 0, 1, 1, 0, 0]);
    let repairs: Vec<_> = repairs.iter().map(ToString::to_string).collect();
    assert_eq!(
        repairs,
        [
            "line 2, character 1: both players have the nickname \"ann\": named the second \"ann_2\", and told them apart by turn"
        ]
    );
    let nicks = gcg.players().each_ref().map(|player| player.nick());
    assert_eq!(nicks, ["ann", "ann_2"]);
    let again = Gcg::from_bytes(gcg.to_string().as_bytes()).unwrap();
    assert_eq!(again, (gcg, Vec::new()));
}

#[test]
fn an_incomplete_record_has_the_rack_of_the_open_turn() {
    let racks = |lines: &str| {
        let gcg = gcg(lines);
        Seat::BOTH.map(|seat| gcg.rack(seat).map(str::to_owned))
    };
    let rack = || Some("AEIRSTU".to_owned());
    assert_eq!(racks("#incomplete AEIRSTU\n>a: A -"), [None, rack()]);
    assert_eq!(racks("#incomplete AEIRSTU"), [rack(), None]);
    assert_eq!(racks("#incomplete\n>a: A -"), [None, None]);
}

#[test]
fn an_encoding_can_be_given() {
    let text = b"#character-encoding UTF-8\n#player1 a \xe0\n#player2 b";
    let (gcg, repairs) = Gcg::from_bytes_in(text, "Windows-1252").unwrap();
    assert_eq!((gcg.players()[0].full_name(), repairs), ("à", Vec::new()));
    let error = |name| Gcg::from_bytes_in(text, name).unwrap_err().to_string();
    let message = if cfg!(feature = "encodings") {
        let (gcg, _) = Gcg::from_bytes_in(text, "Windows-1251").unwrap();
        assert_eq!(gcg.players()[0].full_name(), "а");
        "unknown encoding \"x\" (name one such as windows-1251, iso-8859-2 or UTF-8)"
    } else {
        "the encoding \"x\" is not built in (enable the feature encodings of lexc-game, or write UTF-8 or windows-1252)"
    };
    assert_eq!(error("x"), message);
    assert_eq!(
        error("utf8"),
        "the text is not in UTF-8 (name another encoding)"
    );
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

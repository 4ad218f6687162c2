use super::super::testing::gcg;
use super::*;
use crate::testing::english;

fn resume(lines: &str) -> Result<(String, Option<Seat>), String> {
    let rules = Rules::standard(english());
    match gcg(lines).resume(&rules, english()) {
        Ok(game) => Ok((
            game.state().cgp().display(english()).to_string(),
            game.on_turn(),
        )),
        Err(error) => Err(error.to_string()),
    }
}

const START: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

#[test]
fn the_second_player_may_have_the_first_turn() {
    let record = "#rack1 ABCDEFG\n#rack2 HIJKLMO\n>b: HIJKLMN -N +0 0";
    let expected = format!("{START} ABCDEFG/HIJKLMO 0/0 1");
    assert_eq!(resume(record), Ok((expected, Some(Seat::First))));
}

#[test]
fn exchanges_by_number_and_missing_turns_are_filled_in() {
    let record = "#rack1 ABCDEEE\n#rack2 HIJKLMO\n>a: ABCDEFG -3\n>a: ABCDEEG -1";
    let expected = format!("{START} HIJKLMO/ABCDEEE 0/0 3");
    assert_eq!(resume(record), Ok((expected, Some(Seat::Second))));
    // The bag has no second K, so the K was kept.
    let record = "#rack1 AEIKLMN\n#rack2 HIJQLMO\n>b: HIJQLMO -\n>a: AEIKXYZ -5";
    let expected = format!("{START} HIJLMOQ/AEIKLMN 0/0 2");
    assert_eq!(resume(record), Ok((expected, Some(Seat::Second))));
}

#[test]
fn records_that_cannot_be_resumed_are_refused() {
    let unknown = "the complete rack is unknown (write all tiles of racks, and those of the last position as #rack1 and #rack2)";
    let impossible =
        "the next rack of the player does not follow from this turn (correct one of the racks)";
    let racks = "#rack1 ABCDEFG\n#rack2 HIJKLMN\n";
    for (lines, message) in [
        ("#rack1 ABCDEFG".to_owned(), unknown.to_owned()),
        ("#rack1 ABCDEFG\n#rack2 HIJKLQQ".to_owned(), impossible.to_owned()),
        (
            format!("{racks}>a: ABCDEFX -"),
            format!("line 5, character 1: {impossible}"),
        ),
        ("#rack1 A1".to_owned(), "'1' is an unknown tile".to_owned()),
        (
            format!("{racks}>a: ABCDEF -"),
            format!("line 5, character 5: {unknown}"),
        ),
        (
            format!("{racks}>a: ABCDEFG -A\n>b: HIJKLMN -\n>a: AB -"),
            format!("line 5, character 1: {unknown}"),
        ),
        (
            format!("{racks}>a: ABCDEFX -A"),
            format!("line 5, character 1: {impossible}"),
        ),
        (
            format!("{racks}{}", ">a: ABCDEFG -\n>b: HIJKLMN -\n".repeat(3) + ">a: ABCDEFG -A"),
            "line 11, character 1: a play or an exchange after the end of the game (remove it, or choose the rules of the game)".to_owned(),
        ),
    ] {
        assert_eq!(resume(&lines), Err(message), "{lines}");
    }
}

/// Records with bytes changed, removed, repeated and inserted at random: reading, writing, replaying and resuming do
/// not panic, and each record that is read is written without loss.
#[test]
fn damaged_records_do_no_harm() {
    let record = "#player1 a A B\n#player2 b B\n#title T\n#rack1 ABCDEFG\n#rack2 HIJKLMO\n#note x\n>b: ABDILNT 8D GELATIN +70 70\n\
        >b: ABDILNT -- -70 0\n>a: ABD?IST 8H b(A)D. +5 5\n#note lost turn\n\n#note #y\n>a: AIST (challenge) +5 10\n>b: AAAEEII -AAEI\n\
        >a: AIST -4 +0 10\n>b: - +0 0\n>b: (QZ) +20 20\n>a: QZ (QZ) -20 -10\n>a: (time) -10 -20\n";
    let rules = Rules::standard(english());
    let mut random = crate::Random::new(5, 5);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = record.as_bytes().to_vec();
        for _ in 0..=random.index_below(4) {
            let at = random.index_below(bytes.len());
            let other = random.index_below(bytes.len());
            match random.index_below(4) {
                0 => bytes[at] = b"#>:\n\r -+()?.aZ0\xc3\xa9\xff\t8D"[random.index_below(21)],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, bytes[other]),
                _ => drop(bytes.splice(at..at, b"\n>a: ".iter().copied())),
            }
        }
        let Ok((gcg, _)) = Gcg::from_bytes(&bytes) else {
            refused += 1;
            continue;
        };
        read += 1;
        let text = gcg.to_string();
        let again = Gcg::from_bytes(text.as_bytes()).map(|(again, _)| again);
        assert_eq!(again.as_ref(), Ok(&gcg), "{text}");
        for step in gcg.replay(&rules, english()) {
            let _ = step.map_err(|error| error.to_string());
        }
        let _ = gcg.resume(&rules, english());
    }
    assert!(read > 1_000 && refused > 1_000, "{read} {refused}");
}

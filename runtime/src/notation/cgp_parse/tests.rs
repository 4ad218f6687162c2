use std::string::{String, ToString};

use super::*;
use crate::testing::english;

#[test]
fn errors_name_the_place() {
    let long_rack = String::from("2 ") + &"A".repeat(22);
    let many_rows = ["1"; 22].join("/") + " /";
    for (text, message) in [
        (
            "2/Aß /",
            "character 4, in board row 2: 'ß' is an unknown tile",
        ),
        (
            "2/A[B /",
            "character 4, in board row 2: the bracket is not closed (add ])",
        ),
        (
            "A0B /",
            "character 2, in board row 1: a run of empty squares is a number from 1 to 21",
        ),
        (
            "A01 /",
            "character 2, in board row 1: a run of empty squares is a number from 1 to 21",
        ),
        (
            "99999999999999999999 /",
            "character 1, in board row 1: a run of empty squares is a number from 1 to 21",
        ),
        (
            "21/AB20 /",
            "character 6, in board row 2: a row has at most 21 squares",
        ),
        (
            "21/21A /",
            "character 6, in board row 2: a row has at most 21 squares",
        ),
        (
            "2/ /",
            "character 3, in board row 2: the row has no squares",
        ),
        (
            "2/AB1/2 /",
            "character 6, in board row 2: the row has 3 squares, but the first row has 2",
        ),
        (
            &many_rows,
            "character 43, in the board: a board has at most 21 rows",
        ),
        (
            "2/2",
            "character 4: no rack after the board (write / for an unknown rack)",
        ),
        ("2 1", "character 3, in the racks: '1' is an unknown tile"),
        (
            "2 A/b",
            "character 5, in the racks: 'b' starts a designated blank, and racks have none (write a blank on a rack as ?)",
        ),
        (
            &long_rack,
            "character 24, in the racks: a rack has at most 21 tiles",
        ),
        (
            "2 A/B/C/D/E 0/0 0",
            "character 10, in the racks: a fifth rack (write at most four)",
        ),
        (
            "2 / lex",
            "character 5, in the scores: found 'l' instead of two scores (write 0/0, each up to 2147483647)",
        ),
        (
            "2 / 1/",
            "character 7, in the scores: the line ends instead of two scores (write 0/0, each up to 2147483647)",
        ),
        (
            "2 / 12 0",
            "character 7, in the scores: found ' ' instead of two scores (write 0/0, each up to 2147483647)",
        ),
        (
            "2 / 1/2147483648",
            "character 7, in the scores: found '2' instead of two scores (write 0/0, each up to 2147483647)",
        ),
        (
            "2 / 1/2/3 0",
            "character 8, in the scores: found '/' instead of two scores (write 0/0, each up to 2147483647)",
        ),
        (
            "2 A//C 0/0 0",
            "character 11, in the scores: found ' ' instead of three scores (write 0/0/0, each up to 2147483647)",
        ),
        (
            "2 / 0/0 -1",
            "character 9, in the scoreless turns: found '-' instead of the number of scoreless turns (write 0 to 4294967295)",
        ),
        (
            "2 / 0/0 0;",
            "character 10, in the scoreless turns: found ';' instead of the number of scoreless turns (write 0 to 4294967295)",
        ),
        (
            "2 / 0/0 0 a;\tb;",
            "character 13, in the operations: control character '\\t' (remove it)",
        ),
    ] {
        let error = Cgp::parse(text, english()).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    let cgp = Cgp::new(Board::new(Dimensions::MAX), Rack::EMPTY);
    let error = cgp.with_operations("a;\nb;").unwrap_err();
    let kind = TextErrorKind::ControlCharacter { found: '\n' };
    assert_eq!((error.line(), error.column(), error.kind()), (1, 3, kind));
}

use std::string::{String, ToString};

use super::*;
use crate::testing::english;

#[test]
fn errors_name_the_place() {
    let unknown = TileTextError::Unknown {
        column: 4,
        found: 'ß',
    };
    let bracket = TileTextError::OpenBracket { column: 4 };
    let rack_tile = TileTextError::Unknown {
        column: 3,
        found: '1',
    };
    let long_rack = String::from("2 ") + &"A".repeat(22);
    let many_rows = ["1"; 22].join("/") + " /";
    for (text, error, message) in [
        (
            "2/Aß /",
            CgpError::BoardTile {
                row: 2,
                error: unknown,
            },
            "character 4, in board row 2: 'ß' is an unknown tile",
        ),
        (
            "2/A[B /",
            CgpError::BoardTile {
                row: 2,
                error: bracket,
            },
            "character 4, in board row 2: the bracket is not closed (add ])",
        ),
        (
            "A0B /",
            CgpError::Run { row: 1, column: 2 },
            "character 2, in board row 1: a run of empty squares is a number from 1 to 21",
        ),
        (
            "A01 /",
            CgpError::Run { row: 1, column: 2 },
            "character 2, in board row 1: a run of empty squares is a number from 1 to 21",
        ),
        (
            "99999999999999999999 /",
            CgpError::Run { row: 1, column: 1 },
            "character 1, in board row 1: a run of empty squares is a number from 1 to 21",
        ),
        (
            "21/AB20 /",
            CgpError::RowTooLong { row: 2, column: 6 },
            "character 6, in board row 2: a row has at most 21 squares",
        ),
        (
            "21/21A /",
            CgpError::RowTooLong { row: 2, column: 6 },
            "character 6, in board row 2: a row has at most 21 squares",
        ),
        (
            "2/ /",
            CgpError::EmptyRow { row: 2, column: 3 },
            "character 3, in board row 2: the row has no squares",
        ),
        (
            "2/AB1/2 /",
            CgpError::RowWidth {
                row: 2,
                column: 6,
                found: 3,
                expected: 2,
            },
            "character 6, in board row 2: the row has 3 squares, but the first row has 2",
        ),
        (
            &many_rows,
            CgpError::TooManyRows { column: 43 },
            "character 43, in the board: a board has at most 21 rows",
        ),
        (
            "2/2",
            CgpError::NoRack { column: 4 },
            "character 4: no rack after the board (write / for an unknown rack)",
        ),
        (
            "2 1",
            CgpError::Rack(RackError::Tile(rack_tile)),
            "character 3, in the racks: '1' is an unknown tile",
        ),
        (
            "2 A/b",
            CgpError::Rack(RackError::BlankForm {
                column: 5,
                found: 'b',
            }),
            "character 5, in the racks: 'b' starts a designated blank, and racks have none (write a blank on a rack as ?)",
        ),
        (
            &long_rack,
            CgpError::Rack(RackError::TooLong { column: 24 }),
            "character 24, in the racks: a rack has at most 21 tiles",
        ),
        (
            "2 A/B/C/D/E 0/0 0",
            CgpError::FifthRack { column: 10 },
            "character 10, in the racks: a fifth rack (write at most four)",
        ),
        (
            "2 / lex",
            CgpError::Score {
                column: 5,
                found: Some('l'),
                players: 2,
            },
            "character 5, in the scores: found 'l' instead of two scores (write 0/0, each up to 2147483647)",
        ),
        (
            "2 / 1/",
            CgpError::Score {
                column: 7,
                found: None,
                players: 2,
            },
            "character 7, in the scores: the line ends instead of two scores (write 0/0, each up to 2147483647)",
        ),
        (
            "2 / 12 0",
            CgpError::Score {
                column: 7,
                found: Some(' '),
                players: 2,
            },
            "character 7, in the scores: found ' ' instead of two scores (write 0/0, each up to 2147483647)",
        ),
        (
            "2 / 1/2147483648",
            CgpError::Score {
                column: 7,
                found: Some('2'),
                players: 2,
            },
            "character 7, in the scores: found '2' instead of two scores (write 0/0, each up to 2147483647)",
        ),
        (
            "2 / 1/2/3 0",
            CgpError::Score {
                column: 8,
                found: Some('/'),
                players: 2,
            },
            "character 8, in the scores: found '/' instead of two scores (write 0/0, each up to 2147483647)",
        ),
        (
            "2 A//C 0/0 0",
            CgpError::Score {
                column: 11,
                found: Some(' '),
                players: 3,
            },
            "character 11, in the scores: found ' ' instead of three scores (write 0/0/0, each up to 2147483647)",
        ),
        (
            "2 / 0/0 -1",
            CgpError::ZeroTurns {
                column: 9,
                found: Some('-'),
            },
            "character 9, in the scoreless turns: found '-' instead of the number of scoreless turns (write 0 to 4294967295)",
        ),
        (
            "2 / 0/0 0;",
            CgpError::ZeroTurns {
                column: 10,
                found: Some(';'),
            },
            "character 10, in the scoreless turns: found ';' instead of the number of scoreless turns (write 0 to 4294967295)",
        ),
        (
            "2 / 0/0 0 a;\tb;",
            CgpError::ControlCharacter {
                column: 13,
                found: '\t',
            },
            "character 13, in the operations: control character '\\t' (remove it)",
        ),
    ] {
        assert_eq!(Cgp::parse(text, english()), Err(error), "{text}");
        assert_eq!(error.to_string(), message);
    }
    let cgp = Cgp::new(Board::new(Dimensions::MAX), Rack::EMPTY);
    assert_eq!(
        cgp.with_operations("a;\nb;"),
        Err(CgpError::ControlCharacter {
            column: 3,
            found: '\n'
        })
    );
}

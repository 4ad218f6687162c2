//! Tests the presets, the reader of layout files and its errors.

use std::string::{String, ToString};
use std::vec::Vec;

use super::*;

/// The number of squares of each kind, in the order of [`Premium::ALL`].
fn census(layout: &Layout) -> [usize; 9] {
    Premium::ALL.map(|premium| {
        let squares = layout.dimensions().squares();
        squares
            .filter(|&square| layout.premium(square) == premium)
            .count()
    })
}

#[test]
fn presets_have_as_many_premiums_as_the_printed_boards() {
    assert_eq!(census(&Layout::STANDARD), [164, 24, 12, 0, 0, 17, 8, 0, 0]);
    assert_eq!(census(&Layout::SUPER), [316, 36, 20, 8, 0, 41, 16, 4, 0]);
}

#[test]
fn drawn_layouts_keep_premiums_start_and_bricks() {
    let mut layout = Layout::STANDARD;
    layout.bricks = Some([1; MAX_DIM]);
    let drawn = layout.clone().drawn(7);
    assert_eq!(drawn, layout.clone().drawn(7));
    assert!(drawn != layout && drawn != layout.clone().drawn(8));
    assert_eq!(census(&drawn), census(&layout));
    assert_eq!(
        (drawn.start(), drawn.premium(drawn.start())),
        (layout.start(), Premium::DoubleWord)
    );
    for square in layout.dimensions().squares() {
        assert_eq!(drawn.is_brick(square), layout.is_brick(square), "{square}");
        if layout.is_brick(square) {
            assert_eq!(drawn.premium(square), layout.premium(square), "{square}");
        }
    }
}

#[test]
fn presets_look_the_same_from_every_side() {
    for layout in Layout::PRESETS {
        assert!(layout.is_symmetric());
        let last = layout.dimensions().rows() - 1;
        assert_eq!(layout.start(), Square::new(last / 2, last / 2).unwrap());
        for square in layout.dimensions().squares() {
            let mirrored = Square::new(last - square.row(), square.col()).unwrap();
            assert_eq!(layout.premium(square), layout.premium(mirrored), "{square}");
        }
    }
}

#[test]
fn the_super_board_has_the_standard_board_in_its_middle() {
    for square in Layout::STANDARD.dimensions().squares() {
        let inner = Square::new(square.row() + 3, square.col() + 3).unwrap();
        assert_eq!(
            Layout::SUPER.premium(inner),
            Layout::STANDARD.premium(square)
        );
    }
}

#[test]
fn presets_have_names_in_any_case() {
    for (name, layout) in [
        ("standard", Some(&Layout::STANDARD)),
        ("SUPER", Some(&Layout::SUPER)),
        ("crosswordgame", Some(&Layout::STANDARD)),
        ("Standard21", Some(&Layout::SUPER)),
        ("superb", None),
        ("", None),
    ] {
        assert_eq!(Layout::named_in_records(name), layout, "{name}");
    }
    for layout in Layout::PRESETS {
        assert_eq!(layout.name().and_then(Layout::named), Some(layout));
        assert_eq!(
            layout.name_in_records().and_then(Layout::named_in_records),
            Some(layout)
        );
    }
    assert_eq!(Layout::parse("0,0\n -").unwrap().name(), None);
}

#[test]
fn presets_equal_the_files_they_are_written_as() {
    for layout in Layout::PRESETS {
        let file = layout.to_string();
        assert_eq!(Layout::parse(&file), Ok(layout.clone()));
        let edited: Vec<_> = file.lines().map(str::trim_end).collect();
        assert_eq!(Layout::parse(&edited.join("\r\n")), Ok(layout.clone()));
        let marked = String::from("\u{feff}") + &file;
        assert_eq!(Layout::parse(&marked).as_ref(), Ok(layout));
    }
}

#[test]
fn short_rows_are_padded_and_lines_agree_with_squares() {
    let layout = Layout::parse(" 2 ,0 \n~##\n\n'#^=\n").unwrap();
    assert_eq!(layout.to_string(), "2, 0\n~## \n    \n'#^=\n");
    assert_eq!(layout.dimensions(), Dimensions::new(3, 4).unwrap());
    let bricks = layout.dimensions().squares();
    let bricks = bricks.filter(|&square| layout.is_brick(square));
    assert!(
        bricks
            .map(|square| (square.row(), square.col()))
            .eq([(0, 1), (0, 2), (2, 1)])
    );
    assert_eq!(Layout::STANDARD.bricks(Line::FIRST), None);
    for direction in Direction::ALL {
        for line in layout.dimensions().lines(direction) {
            let bricks = layout.bricks(line).unwrap();
            for (offset, premium) in layout.line(line).into_iter().enumerate() {
                let square = line.square(offset).unwrap();
                assert_eq!(premium, layout.premium(square));
                assert_eq!(bricks >> offset & 1 != 0, layout.is_brick(square));
            }
        }
    }
}

#[test]
fn symmetry_needs_equal_sides_a_diagonal_start_and_mirrored_squares() {
    let is_symmetric = |text| Layout::parse(text).unwrap().is_symmetric();
    assert!(is_symmetric("0,0\n '\n' \n"));
    assert!(is_symmetric("1,1\n= \n -\n"));
    assert!(!is_symmetric("0,1\n '\n' \n"));
    assert!(!is_symmetric("0,0\n '\n\"\n"));
    assert!(!is_symmetric("0,0\n  \n"));
    assert!(is_symmetric("0,0\n #\n# \n"));
    assert!(!is_symmetric("0,0\n #\n  \n"));
}

#[test]
fn every_error_names_the_place() {
    let grid =
        |rows: usize, cols: usize| String::from("0,0\n") + &(" ".repeat(cols) + "\n").repeat(rows);
    assert!(Layout::parse(&grid(21, 21)).is_ok());
    for (text, message) in [
        (
            "",
            "line 1, column 1: the line ends instead of the start square (write it as row, col, counted from 0)",
        ),
        (
            "7 7\n",
            "line 1, column 3: found '7' instead of the start square (write it as row, col, counted from 0)",
        ),
        (
            "7,x",
            "line 1, column 3: found 'x' instead of the start square (write it as row, col, counted from 0)",
        ),
        (
            "7,7,",
            "line 1, column 4: found ',' instead of the start square (write it as row, col, counted from 0)",
        ),
        (
            "99999999999999999999,0",
            "line 1, column 1: found '9' instead of the start square (write it as row, col, counted from 0)",
        ),
        (
            "0,2\n--\n",
            "line 1, column 1: the start square is outside the grid of 1 x 2 squares (rows and columns count from 0)",
        ),
        (
            "0,0\n  \n ß\n",
            "line 3, column 2: 'ß' is an unknown square symbol (use space ' \" ^ * - = ~ ! #)",
        ),
        (
            "0,1\n #\n",
            "line 1, column 1: the start square 1B is a brick (rows and columns count from 0)",
        ),
        (
            &grid(1, 22),
            "line 2, column 22: a row has at most 21 squares",
        ),
        (
            &grid(22, 1),
            "line 23, column 1: a board has at most 21 rows",
        ),
        (
            "0,0\n\n",
            "line 1, column 4: no squares after the first line (draw the grid there)",
        ),
    ] {
        let error = Layout::parse(text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn a_layout_on_one_line_reads_as_its_file() {
    let file = "1, 1\n = \n'-'\n# \n";
    let layout = Layout::parse(file).unwrap();
    let line = layout.display_line().to_string();
    assert_eq!(line, "1,1:.=./'-'/#");
    for layout in [layout, Layout::STANDARD, Layout::SUPER] {
        let line = layout.display_line().to_string();
        assert_eq!(Layout::parse_line(&line), Ok(layout), "{line}");
    }
    for (text, place) in [("7,7", (1, 4)), ("1,1:.../...0/...", (1, 12))] {
        let error = Layout::parse_line(text).unwrap_err();
        assert_eq!((error.line(), error.column()), place, "{text}");
    }
    let error = Layout::parse("1, 1\n.").unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 1));
}

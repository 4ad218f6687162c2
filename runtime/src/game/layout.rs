//! Layouts: dimensions, start square and premium squares of a board.

use core::fmt::{self, Write};

use crate::game::{Dimensions, Direction, Line, MAX_DIM, Premium, Square};
use crate::text::{Quoted, Reader, lines};

/// The dimensions, the start square and the premium squares of a board. Its text is the layout file that
/// [`Layout::parse`] reads.
///
/// ```
/// use lexc_runtime::Layout;
///
/// let layout = Layout::parse("1, 1\n=' \n'-'\n '=\n")?;
/// assert_eq!(layout.dimensions().to_string(), "3 x 3");
/// assert_eq!(layout.start().to_string(), "2B");
/// assert_eq!(layout.premium(layout.start()).word_multiplier(), 2);
/// assert!(layout.is_symmetric());
/// # Ok::<(), lexc_runtime::LayoutError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    dimensions: Dimensions,
    start: Square,
    /// Row by row; plain outside the dimensions.
    premiums: [[Premium; MAX_DIM]; MAX_DIM],
}

impl Layout {
    /// The usual board: 15 x 15, with the start square in the centre.
    pub const STANDARD: Layout = Layout::square([
        *br#"=  '   =   '  ="#,
        *br#" -   "   "   - "#,
        *br#"  -   ' '   -  "#,
        *br#"'  -   '   -  '"#,
        *br#"    -     -    "#,
        *br#" "   "   "   " "#,
        *br#"  '   ' '   '  "#,
        *br#"=  '   -   '  ="#,
        *br#"  '   ' '   '  "#,
        *br#" "   "   "   " "#,
        *br#"    -     -    "#,
        *br#"'  -   '   -  '"#,
        *br#"  -   ' '   -  "#,
        *br#" -   "   "   - "#,
        *br#"=  '   =   '  ="#,
    ]);

    /// The large board: 21 x 21 with quadruple premium squares, around the standard board.
    pub const SUPER: Layout = Layout::square([
        *br#"~  '   =  '  =   '  ~"#,
        *br#" -  "   -   -   "  - "#,
        *br#"  -  ^   - -   ^  -  "#,
        *br#"'  =  '   =   '  =  '"#,
        *br#" "  -   "   "   -  " "#,
        *br#"  ^  -   ' '   -  ^  "#,
        *br#"   '  -   '   -  '   "#,
        *br#"=      -     -      ="#,
        *br#" -  "   "   "   "  - "#,
        *br#"  -  '   ' '   '  -  "#,
        *br#"'  =  '   -   '  =  '"#,
        *br#"  -  '   ' '   '  -  "#,
        *br#" -  "   "   "   "  - "#,
        *br#"=      -     -      ="#,
        *br#"   '  -   '   -  '   "#,
        *br#"  ^  -   ' '   -  ^  "#,
        *br#" "  -   "   "   -  " "#,
        *br#"'  =  '   =   '  =  '"#,
        *br#"  -  ^   - -   ^  -  "#,
        *br#" -  "   -   -   "  - "#,
        *br#"~  '   =  '  =   '  ~"#,
    ]);

    /// A square board drawn as in a layout file, with the start square in the centre.
    const fn square<const N: usize>(grid: [[u8; N]; N]) -> Layout {
        let mut premiums = [[Premium::Plain; MAX_DIM]; MAX_DIM];
        let (mut lines, mut rows): (&mut [_], &[_]) = (&mut premiums, &grid);
        while let ([line, more_lines @ ..], [row, more_rows @ ..]) = (lines, rows) {
            let (mut squares, mut symbols): (&mut [Premium], &[u8]) = (line, row);
            while let ([square, more_squares @ ..], [symbol, more_symbols @ ..]) =
                (squares, symbols)
            {
                if let Some(premium) = Premium::from_symbol(*symbol as char) {
                    *square = premium;
                }
                (squares, symbols) = (more_squares, more_symbols);
            }
            (lines, rows) = (more_lines, more_rows);
        }
        Layout {
            dimensions: const { Dimensions::new(N, N).expect("at most MAX_DIM rows") },
            start: const { Square::new(N / 2, N / 2).expect("a square of the board") },
            premiums,
        }
    }

    /// Reads a layout file.
    ///
    /// The first line is `row, col` of the start square, counted from 0. Each further line is a row: a space is a plain
    /// square; `'` `"` `^` multiply a letter by 2, 3, 4; `-` `=` `~` multiply a word. The longest row sets the width, and
    /// shorter rows end with plain squares, because editors remove trailing spaces. Accepts CRLF line ends and a byte order
    /// mark.
    ///
    /// # Errors
    /// The first fault, with its line and column.
    pub fn parse(text: &str) -> Result<Layout, LayoutError> {
        let mut lines = lines(text.strip_prefix('\u{feff}').unwrap_or(text));
        let (start_row, start_col) = parse_start(lines.next().unwrap_or_default())?;
        let mut premiums = [[Premium::Plain; MAX_DIM]; MAX_DIM];
        let (mut rows, mut cols) = (0, 0);
        for (row, symbols) in lines.enumerate() {
            let line = row + 2;
            let premiums = premiums
                .get_mut(row)
                .ok_or(LayoutError::TooManyRows { line })?;
            for (col, found) in symbols.chars().enumerate() {
                let column = col + 1;
                let premium = premiums
                    .get_mut(col)
                    .ok_or(LayoutError::RowTooLong { line, column })?;
                *premium = Premium::from_symbol(found).ok_or(LayoutError::Symbol {
                    line,
                    column,
                    found,
                })?;
                cols = cols.max(column);
            }
            rows = row + 1;
        }
        let dimensions = Dimensions::new(rows, cols).ok_or(LayoutError::NoSquares)?;
        let start = Square::new(start_row, start_col)
            .filter(|&start| dimensions.contains(start))
            .ok_or(LayoutError::StartOutside { dimensions })?;
        Ok(Layout {
            dimensions,
            start,
            premiums,
        })
    }

    /// The numbers of rows and columns.
    #[inline]
    pub const fn dimensions(&self) -> Dimensions {
        self.dimensions
    }

    /// The square that the first play covers.
    #[inline]
    pub const fn start(&self) -> Square {
        self.start
    }

    /// The premium of the square; plain outside the board.
    #[inline]
    pub fn premium(&self, square: Square) -> Premium {
        let premium = self
            .premiums
            .get(square.row())
            .and_then(|row| row.get(square.col()));
        premium.copied().unwrap_or_default()
    }

    /// The premiums of a row or column, from its start; plain beyond the board.
    #[inline]
    pub fn line(&self, line: Line) -> [Premium; MAX_DIM] {
        let mut premiums = [Premium::Plain; MAX_DIM];
        self.copy_line(line, &mut premiums);
        premiums
    }

    /// Copies the premiums of a row or column, from its start, until `to` is full.
    #[inline]
    pub(crate) fn copy_line(&self, line: Line, to: &mut [Premium]) {
        match line.direction() {
            Direction::Across => {
                if let Some(row) = self.premiums.get(line.index()) {
                    for (to, premium) in to.iter_mut().zip(row) {
                        *to = *premium;
                    }
                }
            }
            Direction::Down => {
                for (to, row) in to.iter_mut().zip(&self.premiums) {
                    *to = row.get(line.index()).copied().unwrap_or_default();
                }
            }
        }
    }

    /// Returns `true` if the layout is its own mirror image at the main diagonal, start square included.
    ///
    /// If so, every down play on an empty board mirrors an across play of the same score, and move generation emits only the
    /// across plays.
    pub fn is_symmetric(&self) -> bool {
        self.dimensions.rows() == self.dimensions.cols()
            && self.start == self.start.transposed()
            && self
                .dimensions
                .squares()
                .all(|square| self.premium(square) == self.premium(square.transposed()))
    }
}

/// Reads the first line of a layout file: two numbers separated by a comma; spaces may surround each.
fn parse_start(line: &str) -> Result<(usize, usize), LayoutError> {
    let mut reader = Reader::new(line);
    let row = parse_number(&mut reader)?;
    if !reader.skip(',') {
        return Err(LayoutError::start(&reader));
    }
    let col = parse_number(&mut reader)?;
    match reader.peek() {
        None => Ok((row, col)),
        Some(_) => Err(LayoutError::start(&reader)),
    }
}

/// Reads a number and the spaces around it.
fn parse_number(reader: &mut Reader<'_>) -> Result<usize, LayoutError> {
    reader.take_while(|c| c == ' ');
    let number = reader.clone().take_while(|c| c.is_ascii_digit());
    let number = number.parse().map_err(|_| LayoutError::start(reader))?;
    reader.take_while(|c| c.is_ascii_digit());
    reader.take_while(|c| c == ' ');
    Ok(number)
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {}", self.start.row(), self.start.col())?;
        for line in self.dimensions.lines(Direction::Across) {
            for premium in self.line(line).into_iter().take(self.dimensions.cols()) {
                f.write_char(premium.symbol())?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

/// A text that is not a layout. Lines and columns count from 1, columns in characters; `found` is the character there, `None` at
/// the end of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are explained above")]
pub enum LayoutError {
    /// The first line is not `row, col` of the start square.
    Start { column: usize, found: Option<char> },
    /// The start square is outside the grid.
    StartOutside { dimensions: Dimensions },
    /// An unknown square symbol.
    Symbol {
        line: usize,
        column: usize,
        found: char,
    },
    /// A row has more than [`MAX_DIM`] squares.
    RowTooLong { line: usize, column: usize },
    /// There are more than [`MAX_DIM`] rows.
    TooManyRows { line: usize },
    /// No row, or empty lines only.
    NoSquares,
}

impl LayoutError {
    /// A fault of the start square at the next character.
    fn start(reader: &Reader<'_>) -> LayoutError {
        LayoutError::Start {
            column: reader.column(),
            found: reader.peek(),
        }
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            LayoutError::Start { column, found } => {
                write!(f, "line 1, column {column}: ")?;
                match found {
                    Some(found) => write!(f, "found {}", Quoted(found))?,
                    None => f.write_str("the line ends")?,
                }
                f.write_str(" instead of the start square (write it as row, col, counted from 0)")
            }
            LayoutError::StartOutside { dimensions } => write!(
                f,
                "line 1: the start square is outside the grid of {dimensions} squares (rows and columns count from 0)"
            ),
            LayoutError::Symbol {
                line,
                column,
                found,
            } => write!(
                f,
                "line {line}, column {column}: {} is an unknown square symbol (use space ' \" ^ - = ~)",
                Quoted(found)
            ),
            LayoutError::RowTooLong { line, column } => write!(
                f,
                "line {line}, column {column}: a row has at most {MAX_DIM} squares"
            ),
            LayoutError::TooManyRows { line } => {
                write!(f, "line {line}: a board has at most {MAX_DIM} rows")
            }
            LayoutError::NoSquares => {
                f.write_str("no squares after the first line (draw the grid there)")
            }
        }
    }
}

impl core::error::Error for LayoutError {}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;

    /// The number of squares of each kind, in the order of [`Premium::ALL`].
    fn census(layout: &Layout) -> [usize; 7] {
        Premium::ALL.map(|premium| {
            let squares = layout.dimensions().squares();
            squares
                .filter(|&square| layout.premium(square) == premium)
                .count()
        })
    }

    #[test]
    fn presets_have_the_premiums_of_the_printed_boards() {
        assert_eq!(census(&Layout::STANDARD), [164, 24, 12, 0, 17, 8, 0]);
        assert_eq!(census(&Layout::SUPER), [316, 36, 20, 8, 41, 16, 4]);
    }

    #[test]
    fn presets_look_the_same_from_every_side() {
        for layout in [Layout::STANDARD, Layout::SUPER] {
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
    fn presets_equal_the_files_they_are_written_as() {
        for layout in [Layout::STANDARD, Layout::SUPER] {
            let file = layout.to_string();
            assert_eq!(Layout::parse(&file), Ok(layout.clone()));
            let edited: Vec<_> = file.lines().map(str::trim_end).collect();
            assert_eq!(Layout::parse(&edited.join("\r\n")), Ok(layout.clone()));
            let marked = String::from("\u{feff}") + &file;
            assert_eq!(Layout::parse(&marked), Ok(layout));
        }
    }

    #[test]
    fn short_rows_are_padded_and_lines_agree_with_squares() {
        let layout = Layout::parse(" 2 ,0 \n~\n\n'-^=\n").unwrap();
        assert_eq!(layout.to_string(), "2, 0\n~   \n    \n'-^=\n");
        assert_eq!(layout.dimensions(), Dimensions::new(3, 4).unwrap());
        for direction in Direction::ALL {
            for line in layout.dimensions().lines(direction) {
                for (offset, premium) in layout.line(line).into_iter().enumerate() {
                    assert_eq!(premium, layout.premium(line.square(offset).unwrap()));
                }
            }
        }
    }

    #[test]
    fn symmetry_needs_equal_sides_a_diagonal_start_and_mirrored_premiums() {
        let is_symmetric = |text| Layout::parse(text).unwrap().is_symmetric();
        assert!(is_symmetric("0,0\n '\n' \n"));
        assert!(is_symmetric("1,1\n= \n -\n"));
        assert!(!is_symmetric("0,1\n '\n' \n"));
        assert!(!is_symmetric("0,0\n '\n\"\n"));
        assert!(!is_symmetric("0,0\n  \n"));
    }

    #[test]
    fn every_error_names_the_place() {
        let grid = |rows: usize, cols: usize| {
            String::from("0,0\n") + &(" ".repeat(cols) + "\n").repeat(rows)
        };
        assert!(Layout::parse(&grid(21, 21)).is_ok());
        let start = |column, found| LayoutError::Start { column, found };
        for (text, error, message) in [
            (
                "",
                start(1, None),
                "line 1, column 1: the line ends instead of the start square (write it as row, col, counted from 0)",
            ),
            (
                "7 7\n",
                start(3, Some('7')),
                "line 1, column 3: found '7' instead of the start square (write it as row, col, counted from 0)",
            ),
            (
                "7,x",
                start(3, Some('x')),
                "line 1, column 3: found 'x' instead of the start square (write it as row, col, counted from 0)",
            ),
            (
                "7,7,",
                start(4, Some(',')),
                "line 1, column 4: found ',' instead of the start square (write it as row, col, counted from 0)",
            ),
            (
                "99999999999999999999,0",
                start(1, Some('9')),
                "line 1, column 1: found '9' instead of the start square (write it as row, col, counted from 0)",
            ),
            (
                "0,2\n--\n",
                LayoutError::StartOutside {
                    dimensions: Dimensions::new(1, 2).unwrap(),
                },
                "line 1: the start square is outside the grid of 1 x 2 squares (rows and columns count from 0)",
            ),
            (
                "0,0\n  \n ß\n",
                LayoutError::Symbol {
                    line: 3,
                    column: 2,
                    found: 'ß',
                },
                "line 3, column 2: 'ß' is an unknown square symbol (use space ' \" ^ - = ~)",
            ),
            (
                &grid(1, 22),
                LayoutError::RowTooLong {
                    line: 2,
                    column: 22,
                },
                "line 2, column 22: a row has at most 21 squares",
            ),
            (
                &grid(22, 1),
                LayoutError::TooManyRows { line: 23 },
                "line 23: a board has at most 21 rows",
            ),
            (
                "0,0\n\n",
                LayoutError::NoSquares,
                "no squares after the first line (draw the grid there)",
            ),
        ] {
            assert_eq!(Layout::parse(text), Err(error), "{text:?}");
            assert_eq!(error.to_string(), message);
        }
    }
}

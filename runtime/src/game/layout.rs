//! Layouts: dimensions, start square, premium squares and bricks of a board.

use core::fmt::{self, Write};

use crate::game::{Bag, Dimensions, Direction, Line, MAX_DIM, Premium, Square};
use crate::text::{Part, Place, Reader, Text, TextError, TextErrorKind, lines, number};

/// The dimensions, the start square, the premium squares and the bricks of a board. The `Display` of a layout is the file that
/// [`Layout::parse`] reads.
///
/// A **brick** is a square that no tile can cover: words end before it, as before the edge of the board.
///
/// ```
/// use lexc_runtime::Layout;
///
/// let layout = Layout::parse("1, 1\n=' \n'-'\n '=\n")?;
/// assert_eq!(layout.dimensions().to_string(), "3 x 3");
/// assert_eq!(layout.start().to_string(), "2B");
/// assert_eq!(layout.premium(layout.start()).word_multiplier(), 2);
/// assert!(layout.is_symmetric());
/// # Ok::<(), lexc_runtime::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    dimensions: Dimensions,
    start: Square,
    /// Row by row; plain outside the dimensions.
    premiums: [[Premium; MAX_DIM]; MAX_DIM],
    /// By row, bit *c* for a brick in column *c*; `None` for a layout without bricks.
    bricks: Option<[u32; MAX_DIM]>,
}

const _: () = assert!(MAX_DIM < 32);

impl Layout {
    /// A square board drawn as in a layout file, with the start square in the centre.
    pub(super) const fn square<const N: usize>(grid: [[u8; N]; N]) -> Layout {
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
            bricks: None,
        }
    }

    /// Reads a layout file.
    ///
    /// The first line is `row, col` of the start square, counted from 0. Each further line is a row: a space is a plain
    /// square; `'` `"` `^` `*` multiply a letter by 2, 3, 4, 5; `-` `=` `~` `!` multiply a word by 2, 3, 4, 5; `#` is a brick. The
    /// longest row sets the width, and shorter rows end with plain squares, because editors remove trailing spaces.
    /// Accepts CRLF line ends and a byte order mark.
    ///
    /// # Errors
    /// The first fault, with its place. Checks line 1 first, then the rows in order, then whether
    /// there are squares, and whether the start square is one of them and not a brick.
    pub fn parse(text: &str) -> Result<Layout, TextError> {
        let mut lines = lines(text.strip_prefix('\u{feff}').unwrap_or(text));
        let start = lines.next().unwrap_or_default();
        let layout = Layout::parse_parts(start, lines, "\n", ' ');
        layout.map_err(|error| error.in_part(Part::Lines))
    }

    /// Reads a layout on one line, `row,col:` of the start square and the rows with `/` between them, as in `1,1:=.'/.-/'.=`: as
    /// [`Layout::parse`] does, but with a point for a plain square.
    ///
    /// # Errors
    /// The errors of [`Layout::parse`].
    #[inline(never)]
    pub fn parse_line(text: &str) -> Result<Layout, TextError> {
        let (start, rows) = text.split_once([':']).unwrap_or((text, ""));
        Layout::parse_parts(start, rows.split(['/']), "/", PLAIN)
    }

    /// Reads the text of the start square and the rows. A character separates each part from the next.
    fn parse_parts<'t>(
        start: &str,
        rows: impl Iterator<Item = &'t str>,
        separator: &str,
        plain: char,
    ) -> Result<Layout, TextError> {
        let (start_row, start_col) = parse_start(start)?;
        let start_end = Place::START.after(start);
        let mut place = start_end.after(separator);
        let mut premiums = [[Premium::Plain; MAX_DIM]; MAX_DIM];
        let mut bricks = [0; MAX_DIM];
        let (mut row_count, mut cols) = (0, 0);
        for (row, symbols) in rows.enumerate() {
            let mut reader = Reader::new(symbols).with_place(place);
            let (premiums, bricks) = premiums
                .get_mut(row)
                .zip(bricks.get_mut(row))
                .ok_or(reader.error(TextErrorKind::TooManyRows))?;
            let mut premiums = premiums.iter_mut().enumerate();
            while let Some(found) = reader.peek() {
                let (col, premium) = premiums
                    .next()
                    .ok_or(reader.error(TextErrorKind::RowTooLong))?;
                let symbol = if found == plain { ' ' } else { found };
                match (Premium::from_symbol(symbol), found) {
                    (Some(found), _) => *premium = found,
                    (None, BRICK) => *bricks |= 1 << col,
                    (None, found) => return Err(reader.error(TextErrorKind::Symbol { found })),
                }
                reader.skip(found);
                cols = cols.max(col + 1);
            }
            row_count = row + 1;
            place = reader.place().after(separator);
        }
        let dimensions = Dimensions::new(row_count, cols)
            .ok_or(TextError::new(start_end, TextErrorKind::NoSquares))?;
        let error = |kind| TextError::new(Place::START, kind);
        let start = Square::new(start_row, start_col)
            .filter(|&start| dimensions.contains(start))
            .ok_or(error(TextErrorKind::StartOutside { dimensions }))?;
        let has_bricks = bricks.iter().any(|&row| row != 0);
        let layout = Layout {
            dimensions,
            start,
            premiums,
            bricks: has_bricks.then_some(bricks),
        };
        match layout.is_brick(start) {
            true => Err(error(TextErrorKind::StartOnBrick { start })),
            false => Ok(layout),
        }
    }

    /// The layout with the same premium squares on other squares, drawn by a seed. The start square and bricks stay the same. Every
    /// host draws the same.
    #[must_use]
    pub fn drawn(mut self, seed: u64) -> Layout {
        let old = self.clone();
        let is_free = |square: &Square| *square != old.start && !old.is_brick(*square);
        let free = || old.dimensions.squares().filter(is_free);
        let mut state = seed;
        for (index, square) in free().enumerate() {
            // Splitmix64.
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut random = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            random = (random ^ random >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            let other = Bag::index_of(random ^ random >> 31, index + 1);
            if let Some(other) = free().nth(other) {
                self.swap_premiums(square, other);
            }
        }
        self
    }

    fn swap_premiums(&mut self, square: Square, other: Square) {
        let (a, b) = (self.premium(square), self.premium(other));
        for (square, premium) in [(square, b), (other, a)] {
            let row = self.premiums.get_mut(square.row());
            if let Some(to) = row.and_then(|row| row.get_mut(square.col())) {
                *to = premium;
            }
        }
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

    /// The premium of the square; plain for a brick and outside the board.
    #[inline]
    pub fn premium(&self, square: Square) -> Premium {
        let premium = self
            .premiums
            .get(square.row())
            .and_then(|row| row.get(square.col()));
        premium.copied().unwrap_or_default()
    }

    /// Returns `true` if the square is a brick, `false` outside the board.
    #[inline]
    pub fn is_brick(&self, square: Square) -> bool {
        let row = self
            .bricks
            .and_then(|bricks| bricks.get(square.row()).copied());
        row.unwrap_or(0) >> square.col() & 1 != 0
    }

    /// Bricks of a row or column, bit *o* for offset *o*; `None` if the layout has no bricks at all.
    #[inline(always)]
    pub(crate) fn bricks(&self, line: Line) -> Option<u32> {
        let bricks = self.bricks.as_ref()?;
        Some(match line.direction() {
            Direction::Across => bricks.get(line.index()).copied().unwrap_or(0),
            Direction::Down => {
                let rows = (0..).zip(bricks);
                rows.fold(0, |set, (row, cols)| {
                    set | (cols >> line.index() & 1) << row
                })
            }
        })
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

    /// The symbol of the square in a layout file.
    pub fn symbol(&self, square: Square) -> char {
        match self.is_brick(square) {
            true => BRICK,
            false => self.premium(square).symbol(),
        }
    }

    /// The layout on one line, which [`Layout::parse_line`] reads. Plain squares at the end of a row are left out, except in the
    /// first row, which has the width of the board.
    pub fn display_line(&self) -> impl fmt::Display + Copy + use<'_> {
        Text::new(move |to| self.write_line(to))
    }

    fn write_line(&self, to: &mut dyn Write) -> fmt::Result {
        write!(to, "{},{}:", self.start.row(), self.start.col())?;
        for (row, line) in self.dimensions.lines(Direction::Across).enumerate() {
            if row > 0 {
                to.write_char('/')?;
            }
            let symbols = (0..self.dimensions.cols())
                .filter_map(|offset| line.square(offset))
                .map(|square| self.symbol(square));
            let is_plain = |symbol: &char| *symbol == ' ';
            let plain_end = symbols.clone().rev().take_while(is_plain).count();
            let len = match row {
                0 => self.dimensions.cols(),
                _ => self.dimensions.cols().saturating_sub(plain_end),
            };
            for symbol in symbols.take(len) {
                to.write_char(if is_plain(&symbol) { PLAIN } else { symbol })?;
            }
        }
        Ok(())
    }

    /// Returns `true` if the layout is its own mirror image at the main diagonal, start square and bricks included.
    ///
    /// If so, every down play on an empty board mirrors an across play of the same score, and move generation emits only the
    /// across plays.
    pub fn is_symmetric(&self) -> bool {
        self.dimensions.rows() == self.dimensions.cols()
            && self.start == self.start.transposed()
            && self.dimensions.squares().all(|square| {
                let mirrored = square.transposed();
                self.premium(square) == self.premium(mirrored)
                    && self.is_brick(square) == self.is_brick(mirrored)
            })
    }
}

/// The symbol of a brick in a layout file.
const BRICK: char = '#';

/// The symbol of a plain square in a layout on one line.
const PLAIN: char = '.';

/// Reads the first line of a layout file: two numbers separated by a comma; spaces may surround each.
fn parse_start(line: &str) -> Result<(usize, usize), TextError> {
    let mut reader = Reader::new(line);
    let row = parse_number(&mut reader)?;
    if !reader.skip(',') {
        return Err(no_start(&reader));
    }
    let col = parse_number(&mut reader)?;
    match reader.peek() {
        None => Ok((row, col)),
        Some(_) => Err(no_start(&reader)),
    }
}

/// Reads a number and the spaces around it.
fn parse_number(reader: &mut Reader<'_>) -> Result<usize, TextError> {
    reader.take_while(|c| c == ' ');
    let digits = reader.clone().take_while(|c| c.is_ascii_digit());
    let read = number(digits).ok_or_else(|| no_start(reader))?;
    reader.take_while(|c| c.is_ascii_digit());
    reader.take_while(|c| c == ' ');
    Ok(read)
}

/// The error of a first line that is wrong at the next character.
fn no_start(reader: &Reader<'_>) -> TextError {
    reader.error(TextErrorKind::Start {
        found: reader.peek(),
    })
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {}", self.start.row(), self.start.col())?;
        for line in self.dimensions.lines(Direction::Across) {
            let squares = (0..self.dimensions.cols()).filter_map(|offset| line.square(offset));
            for square in squares {
                f.write_char(self.symbol(square))?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

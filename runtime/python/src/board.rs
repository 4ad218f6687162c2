//! `Board`: the tiles of a position.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use lexc_compiler::BoardPicture;
use lexc_runtime::{Cgp, Dimensions, Rack, Rules, Square};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::error::refused;
use crate::lexicon::Lexicon;

/// The board of a position. ``board["8D"]`` and ``board[7, 3]`` are the text of the tile on that square, or ``None`` if
/// the square is empty. A designated blank is in lower case.
///
/// >>> board = position.board
/// >>> board["8F"], board[7, 5], board["1A"], (board.rows, board.cols)
/// ('A', 'A', None, (15, 15))
/// >>> print(str(board).splitlines()[7])
/// . . . . . A R . . . . . . . .
#[pyclass(frozen, module = "lexc")]
pub struct Board {
    lexicon: Py<Lexicon>,
    rules: Arc<Rules>,
    board: lexc_runtime::Board,
    dimensions: Dimensions,
    squares: Vec<Option<String>>,
}

impl Board {
    pub fn new(
        lexicon: Py<Lexicon>,
        rules: Arc<Rules>,
        board: lexc_runtime::Board,
    ) -> PyResult<Board> {
        let image = lexicon.get().open_image()?;
        let alphabet = image.lexicon().alphabet();
        let text = |square: Square| {
            board
                .get(square)
                .map(|placed_tile| alphabet.display(placed_tile).to_string())
        };
        Ok(Board {
            dimensions: board.dimensions(),
            squares: board.dimensions().squares().map(text).collect(),
            lexicon,
            rules,
            board,
        })
    }

    /// The row and column of an index, which is the name of a square or a pair of numbers.
    fn place(index: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
        let Ok(name) = index.extract::<String>() else {
            return index.extract();
        };
        let letter = |c: char| c.is_ascii_alphabetic();
        // `parse` also accepts a plus sign, which no name of a square has.
        let number = |row: &str| row.parse::<usize>().ok().filter(|_| !row.starts_with('+'));
        let parts = match (name.strip_suffix(letter), name.strip_prefix(letter)) {
            (Some(row), _) => number(row).zip(name.chars().next_back()),
            (_, Some(row)) => number(row).zip(name.chars().next()),
            _ => None,
        };
        let place = parts.and_then(|(row, col)| {
            let col = u32::from(col.to_ascii_uppercase()) - u32::from('A');
            Some((row.checked_sub(1)?, col as usize))
        });
        place
            .ok_or_else(|| PyIndexError::new_err(format!("{name:?}: not a square (name it as 8D)")))
    }
}

/// The picture of a position as SVG.
pub fn draw(cgp: &Cgp<'_>, rules: &Rules, lexicon: &Lexicon) -> PyResult<String> {
    let image = lexicon.open_image()?;
    let picture = BoardPicture {
        cgp,
        layout: rules.layout(),
        alphabet: image.lexicon().alphabet(),
    };
    let mut svg = Vec::new();
    picture.write(&mut svg)?;
    String::from_utf8(svg).map_err(refused)
}

#[pymethods]
impl Board {
    /// The number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.dimensions.rows()
    }

    /// The number of columns.
    #[getter]
    fn cols(&self) -> usize {
        self.dimensions.cols()
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<Option<&str>> {
        let (row, col) = Board::place(index)?;
        let (rows, cols) = (self.rows(), self.cols());
        if row >= rows || col >= cols {
            let message = format!(
                "row {row}, column {col}: outside the board of {} squares",
                self.dimensions
            );
            return Err(PyIndexError::new_err(message));
        }
        Ok(self
            .squares
            .get(row * cols + col)
            .and_then(Option::as_deref))
    }

    /// The board with its tiles and premium squares as SVG.
    fn svg(&self) -> PyResult<String> {
        let cgp = Cgp::new(self.board.clone(), Rack::EMPTY);
        draw(&cgp, &self.rules, self.lexicon.get())
    }

    fn _repr_html_(&self) -> PyResult<String> {
        self.svg()
    }

    fn __str__(&self) -> String {
        let rows = self.squares.chunks(self.cols().max(1)).map(|row| {
            let texts: Vec<&str> = row
                .iter()
                .map(|square| square.as_deref().unwrap_or("."))
                .collect();
            texts.join(" ")
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Board>();
        other.is_ok_and(|other| {
            (other.get().dimensions, &other.get().squares) == (self.dimensions, &self.squares)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.squares.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let tiles = self.squares.iter().flatten().count();
        format!(
            "<lexc.Board of {} squares with {tiles} tiles>",
            self.dimensions
        )
    }
}

//! `Moves`: the plays or moves of a position, as objects or as one array.

use std::sync::atomic::{AtomicUsize, Ordering};

use lexc_runtime::{
    Alphabet, Board, Candidate, Direction, Move, MovePart, MoveParts, MoveValue, Play, Rack,
};
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyList, PySlice, PyTuple};

use crate::error::refused;
use crate::lexicon::Lexicon;
use crate::spelling::nfc;
use crate::values::MOVE;

/// Plays, or moves with their equities.
pub enum Found {
    Plays(Vec<Play>),
    Moves(Vec<Candidate>),
}

impl Found {
    pub fn len(&self) -> usize {
        match self {
            Found::Plays(plays) => plays.len(),
            Found::Moves(moves) => moves.len(),
        }
    }

    /// The move with an index, and its equity in thousandths of a point.
    pub fn get(&self, index: usize) -> Option<(Move, Option<i64>)> {
        match self {
            Found::Plays(plays) => plays.get(index).map(|&play| (Move::Play(play), None)),
            Found::Moves(moves) => moves.get(index).map(|one| (one.action, Some(one.equity))),
        }
    }
}

/// Converts thousandths of a point to points.
pub fn points(thousandths: i64) -> f64 {
    thousandths as f64 / Candidate::PER_POINT as f64
}

/// Reads a move by [`Move::parse`]. Scores a play, but does not check that it is legal.
pub fn read(
    text: &str,
    position: &lexc_runtime::Position<'_>,
    alphabet: Alphabet<'_>,
) -> PyResult<Move> {
    let action = Move::parse(&nfc(text), position, alphabet);
    action.map_err(|error| refused(format_args!("{text:?}: {error}")))
}

/// The text of an argument that is a text or a `lexc.Move`.
pub fn text_argument(action: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = action.extract() {
        return Ok(text);
    }
    match action.is_instance(MOVE.get(action.py())?)? {
        true => action.getattr("text")?.extract(),
        false => {
            let found = action.get_type().name()?;
            Err(PyTypeError::new_err(format!(
                "a move is a text or a lexc.Move, not {found}"
            )))
        }
    }
}

/// The parts in the order of the fields of `lexc.Move`.
fn fields(py: Python<'_>) -> PyResult<&'static [MovePart]> {
    static FIELDS: PyOnceLock<Vec<MovePart>> = PyOnceLock::new();
    let part_of = |name: String| {
        let part = match &*name {
            "square" => Some(MovePart::Coordinate),
            name => MovePart::named(name),
        };
        part.ok_or_else(|| PyAttributeError::new_err(format!("unknown field of moves: {name}")))
    };
    let fields = FIELDS.get_or_try_init(py, || {
        let names: Vec<String> = MOVE.get(py)?.getattr("_fields")?.extract()?;
        names.into_iter().map(part_of).collect::<PyResult<_>>()
    })?;
    Ok(fields)
}

/// The value of a field; `None` if the move lacks the part.
fn value<'py>(
    py: Python<'py>,
    parts: &MoveParts<'_>,
    part: MovePart,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(match parts.get(part) {
        Some(MoveValue::Text(text)) => text.to_string().into_pyobject(py)?.into_any(),
        Some(MoveValue::Number(number)) => number.into_pyobject(py)?.into_any(),
        Some(MoveValue::Points(thousandths)) => points(thousandths).into_pyobject(py)?.into_any(),
        None => py.None().into_bound(py),
    })
}

/// Makes a `lexc.Move`. `equity` is in thousandths of a point.
pub fn make<'py>(
    py: Python<'py>,
    (action, equity): (Move, Option<i64>),
    (board, rack): (&Board, &Rack),
    alphabet: Alphabet<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let parts = action.parts(board, rack, alphabet).with_equity(equity);
    let values = fields(py)?.iter().map(|part| value(py, &parts, *part));
    let values = PyTuple::new(py, values.collect::<PyResult<Vec<_>>>()?)?;
    MOVE.get(py)?.call1(values)
}

/// Size in bytes of a record of the array. `lexc._numpy.MOVE` has the fields of a record.
const RECORD: usize = 40;

/// Number of tiles that a record has room for.
const MAX_TILES: usize = 21;

#[expect(
    clippy::cast_possible_truncation,
    reason = "rows, columns and lengths are at most 21"
)]
fn write_play(play: &Play, equity: f64, record: &mut [u8; RECORD]) {
    record[0..4].copy_from_slice(&play.score().to_le_bytes());
    record[5] = play.origin().row() as u8;
    record[6] = play.origin().col() as u8;
    record[7] = u8::from(play.direction() == Direction::Down);
    record[8] = play.len() as u8;
    record[9] = play.placed_len() as u8;
    let tiles = &mut record[10..10 + MAX_TILES];
    for (slot, placed_tile) in tiles.iter_mut().zip(play.tiles()) {
        *slot = placed_tile.map_or(0, |placed_tile| placed_tile.byte());
    }
    record[32..40].copy_from_slice(&equity.to_le_bytes());
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a rack has at most 21 tiles"
)]
fn write_candidate(candidate: &Candidate, record: &mut [u8; RECORD]) {
    let equity = points(candidate.equity);
    record[32..40].copy_from_slice(&equity.to_le_bytes());
    match &candidate.action {
        Move::Play(play) => write_play(play, equity, record),
        Move::Exchange(exchanged) => {
            record[4] = 1;
            record[8] = exchanged.len() as u8;
            let tiles = &mut record[10..10 + MAX_TILES];
            for (slot, tile) in tiles.iter_mut().zip(*exchanged) {
                *slot = tile.byte();
            }
        }
        Move::Pass => record[4] = 2,
    }
}

/// The plays or moves of a position: a sequence of ``Move``, each made when it is read.
///
/// >>> plays = position.plays()
/// >>> len(plays), plays[0].score > 0, max(plays, key=lambda play: play.score).text
/// (4, True, '8D SCARE')
#[pyclass(frozen, module = "lexc", sequence)]
pub struct Moves {
    lexicon: Py<Lexicon>,
    board: Board,
    rack: Rack,
    found: Found,
}

impl Moves {
    pub fn new(lexicon: Py<Lexicon>, (board, rack): (Board, Rack), found: Found) -> Moves {
        Moves {
            lexicon,
            board,
            rack,
            found,
        }
    }

    fn move_at<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(found) = self.found.get(index) else {
            return Ok(None);
        };
        let image = self.lexicon.get().open_image()?;
        let alphabet = image.lexicon().alphabet();
        make(py, found, (&self.board, &self.rack), alphabet).map(Some)
    }
}

#[pymethods]
impl Moves {
    fn __len__(&self) -> usize {
        self.found.len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let len = self.found.len();
        if let Ok(slice) = index.cast::<PySlice>() {
            let places = slice.indices(len as isize)?;
            let moves = (0..places.slicelength as isize).map(|n| {
                let index = places.start + n * places.step;
                self.move_at(py, index.unsigned_abs())
            });
            return Ok(PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)?.into_any());
        }
        let Ok(number) = index.call_method0("__index__") else {
            return Err(PyTypeError::new_err(
                "moves are indexed by integers and slices",
            ));
        };
        let number = number.extract::<isize>().unwrap_or(isize::MAX);
        let from_start = match number {
            0.. => Some(number.unsigned_abs()),
            _ => len.checked_add_signed(number),
        };
        let found = match from_start {
            Some(index) => self.move_at(py, index)?,
            None => None,
        };
        found.ok_or_else(|| {
            PyIndexError::new_err(format!("index {number} out of range ({len} moves)"))
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> MoveIterator {
        MoveIterator {
            moves: slf.into(),
            next: AtomicUsize::new(0),
        }
    }

    /// All moves as one NumPy structured array, with a record for each move. The fields:
    ///
    /// - ``score``: points
    /// - ``kind``: 0 for a play, 1 for an exchange, 2 for the pass
    /// - ``row``, ``col``: the first square of the word, counted from 0
    /// - ``down``: true if the direction of the play is down
    /// - ``length``: number of tiles of the word, or of tiles exchanged
    /// - ``placed``: number of tiles placed
    /// - ``tiles``: for a play, a code for each square of the word: 0 for a tile that was on the board before; for a
    ///   placed tile, its number in alphabet order, from 1, plus 128 if it is a designated blank. For an exchange, the
    ///   number of each tile exchanged, and 128 for a blank
    /// - ``equity``: equity in points; for moves that ``Position.plays`` returned, the score
    ///
    /// >>> array = position.plays().to_numpy()
    /// >>> array["score"].tolist()
    /// [16, 14, 12, 5]
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes = self.found.len() * RECORD;
        let fill = |records: &mut [u8]| {
            let (records, _) = records.as_chunks_mut::<RECORD>();
            match &self.found {
                Found::Plays(plays) => {
                    for (record, play) in records.iter_mut().zip(plays) {
                        write_play(play, f64::from(play.score()), record);
                    }
                }
                Found::Moves(moves) => {
                    for (record, candidate) in records.iter_mut().zip(moves) {
                        write_candidate(candidate, record);
                    }
                }
            }
            Ok(())
        };
        let records = PyByteArray::new_with(py, bytes, fill)?;
        py.import("lexc._numpy")?.call_method1("moves", (records,))
    }

    fn __repr__(&self) -> String {
        let kind = match self.found {
            Found::Plays(_) => "plays",
            Found::Moves(_) => "moves",
        };
        format!("<lexc.Moves with {} {kind}>", self.found.len())
    }
}

/// An iterator over moves.
#[pyclass(frozen, module = "lexc")]
pub struct MoveIterator {
    moves: Py<Moves>,
    next: AtomicUsize,
}

#[pymethods]
impl MoveIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        self.moves.get().move_at(py, index)
    }
}

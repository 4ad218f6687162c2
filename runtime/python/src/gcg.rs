//! `Gcg`: records of games.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use lexc_game::{GcgError, GcgRepair, Random};
use lexc_runtime::Seat;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::error::{not_readable, refused, refused_file};
use crate::game::Game;
use crate::lexicon::Lexicon;
use crate::moves::make;
use crate::position::Position;
use crate::rules::rules_of_record;
use crate::values::{GCG_EVENT, GCG_STEP};

/// The record of a game in GCG. ``str(gcg)`` is its text in UTF-8.
///
/// >>> gcg = lexc.Gcg.parse("#player1 ann Ann\n#player2 bob Bob\n>ann: ACERS?? 8D SCARE +16 16\n")
/// >>> gcg.players, gcg.events[0].text, gcg.events[0].points
/// ((('ann', 'Ann'), ('bob', 'Bob')), '8D SCARE', 16)
#[pyclass(frozen, module = "lexc")]
pub struct Gcg {
    gcg: lexc_game::Gcg,
    repairs: Vec<String>,
}

impl Gcg {
    pub fn of(gcg: lexc_game::Gcg) -> Gcg {
        Gcg {
            gcg,
            repairs: Vec::new(),
        }
    }

    fn with_repairs((gcg, repairs): (lexc_game::Gcg, Vec<GcgRepair>)) -> Gcg {
        let repairs = repairs.iter().map(ToString::to_string).collect();
        Gcg { gcg, repairs }
    }

    fn read(bytes: &[u8]) -> Result<Gcg, GcgError> {
        lexc_game::Gcg::from_bytes(bytes).map(Gcg::with_repairs)
    }

    fn read_text(text: &str) -> Result<Gcg, GcgError> {
        lexc_game::Gcg::from_text(text).map(Gcg::with_repairs)
    }
}

#[pymethods]
impl Gcg {
    /// Reads a record from its text or bytes. Bytes may be in UTF-8, Windows-1252 or the encoding that the record
    /// names.
    ///
    /// Raises ``LexcError`` with the line of the first fault that has no obvious remedy; ``repairs`` lists the repaired
    /// faults.
    #[classmethod]
    fn parse(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        record: &Bound<'_, PyAny>,
    ) -> PyResult<Gcg> {
        if let Ok(text) = record.extract::<String>() {
            return py.detach(|| Gcg::read_text(&text)).map_err(refused);
        }
        let Ok(bytes) = record.cast::<PyBytes>() else {
            let found = record.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "record: str or bytes are needed, not {found}"
            )));
        };
        let bytes = bytes.as_bytes();
        py.detach(|| Gcg::read(bytes)).map_err(refused)
    }

    /// Reads the record in a file.
    #[classmethod]
    fn open(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Gcg> {
        let most = lexc_game::Gcg::MAX_BYTES;
        let bytes = py.detach(|| {
            let mut bytes = Vec::new();
            let file = File::open(&path)?;
            file.take(most + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        });
        let bytes = bytes.map_err(|error| not_readable(py, &path, &error))?;
        if bytes.len() as u64 > most {
            let message = format!("more than {most} bytes (check what the file is)");
            return Err(refused_file(&path, message));
        }
        py.detach(|| Gcg::read(&bytes))
            .map_err(|error| refused_file(&path, error))
    }

    /// The positions and moves of the record: a ``GcgStep`` for each event, checked by the rules: these settings, and where they
    /// have none, those of the record. Does not look up words.
    ///
    /// >>> step = gcg.replay(lexicon)[0]
    /// >>> step.move.text, step.position.rack, step.points, step.total
    /// ('8D SCARE', Rack('ACERS??'), 16, 16)
    #[pyo3(signature = (lexicon, rules=None))]
    fn replay<'py>(
        &self,
        lexicon: &Bound<'py, Lexicon>,
        rules: Option<&str>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = lexicon.py();
        let image = lexicon.get().open_image()?;
        let alphabet = image.lexicon().alphabet();
        let resolved = Arc::new(rules_of_record(&self.gcg, rules, alphabet)?);
        let steps = self.gcg.replay(&resolved, alphabet).map(|step| {
            let step = step.map_err(refused)?;
            let action = step
                .action
                .map(|action| {
                    let position = &step.position;
                    make(
                        py,
                        (action, None),
                        (position.board(), position.rack()),
                        alphabet,
                    )
                })
                .transpose()?;
            let (lexicon, rules) = (lexicon.clone().unbind(), Arc::clone(&resolved));
            let position = Position::new(lexicon, step.cgp(), String::new(), rules)?;
            let repairs: Vec<String> = step.repairs.iter().map(ToString::to_string).collect();
            let player = step.event.seat().index();
            GCG_STEP.make(
                py,
                (
                    player,
                    position,
                    action,
                    step.points,
                    step.total,
                    step.is_withdrawn,
                    repairs,
                ),
            )
        });
        steps.collect()
    }

    /// The record of a game, with the names of its players.
    ///
    /// Raises ``LexcError`` for a game that continues a position with tiles or points, since records start from the empty
    /// board, and for more than two players.
    #[classmethod]
    #[pyo3(signature = (game, names=("0".to_owned(), "1".to_owned())))]
    fn from_game(
        _class: &Bound<'_, PyType>,
        game: &Bound<'_, Game>,
        names: (String, String),
    ) -> PyResult<Gcg> {
        let names = [names.0.as_str(), names.1.as_str()];
        Ok(Gcg::of(game.get().record(game.py(), names)?))
    }

    /// The game at the end of the record, to be continued, by the rules of ``replay``. For all positions with tiles in the bag,
    /// the record must have complete racks.
    #[pyo3(signature = (lexicon, *, seed, stream=0, rules=None))]
    fn resume(
        &self,
        lexicon: &Bound<'_, Lexicon>,
        seed: u64,
        stream: u64,
        rules: Option<&str>,
    ) -> PyResult<Game> {
        let image = lexicon.get().open_image()?;
        let alphabet = image.lexicon().alphabet();
        let rules = rules_of_record(&self.gcg, rules, alphabet)?;
        let game = self.gcg.resume(&rules, alphabet).map_err(refused)?;
        let random = Random::new(seed, stream);
        Ok(Game::start(lexicon.clone().unbind(), game, random))
    }

    /// Nickname and full name of each player.
    #[getter]
    fn players(&self) -> ((&str, &str), (&str, &str)) {
        let [first, second] = self.gcg.players();
        (
            (first.nick(), first.full_name()),
            (second.nick(), second.full_name()),
        )
    }

    /// The title; ``None`` if the record has none.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.gcg.title()
    }

    /// The name of the lexicon; ``None`` if the record has none.
    #[getter]
    fn lexicon(&self) -> Option<&str> {
        self.gcg.lexicon()
    }

    /// The repairs of the record's text, each with its line.
    #[getter]
    fn repairs(&self) -> Vec<String> {
        self.repairs.clone()
    }

    /// The events as written.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let events = self.gcg.events().iter().map(|event| {
            let (player, text) = (event.seat().index(), event.kind().to_string());
            let points = (event.points(), event.total());
            let kind = event.kind().name();
            GCG_EVENT.make(
                py,
                (
                    player,
                    text,
                    points.0,
                    points.1,
                    kind,
                    event.rack(),
                    event.note(),
                    event.line(),
                ),
            )
        });
        events.collect()
    }

    /// Pickles the record as its text.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((
            py.get_type::<Gcg>().getattr("parse")?,
            (self.gcg.to_string(),),
        ))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Gcg>()
            .is_ok_and(|other| other.get().gcg == self.gcg)
    }

    fn __str__(&self) -> String {
        self.gcg.to_string()
    }

    fn __repr__(&self) -> String {
        let [first, second] = Seat::BOTH.map(|seat| self.gcg.players()[seat.index()].nick());
        format!(
            "<lexc.Gcg of {first} and {second} with {} events>",
            self.gcg.events().len()
        )
    }
}

//! `Position`: a board, a rack and scores, and the moves of the player on turn.

use std::sync::Arc;

use lexc_game::Simulation;
use lexc_runtime::{Casual, Cgp, GameState, MoveGen, Seat};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::analysis::{
    SimulationSettings, SolveSettings, judge, simulate, solve, usual_confidence,
};
use crate::best::best;
use crate::board::{Board, draw};
use crate::error::refused;
use crate::image::OpenImage;
use crate::leaves::{Leaves, Values};
use crate::lexicon::Lexicon;
use crate::moves::{Found, Moves, make, read, text_argument};
use crate::rack::{Rack, tile_text};
use crate::rules::{refused_position, rules_of_game, rules_of_position};
use crate::spelling::nfc;

/// A position of a game: a board, the racks, the scores, and the rules.
///
/// >>> position = lexc.Position.from_cgp("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", lexicon)
/// >>> for move in position.best_moves(2):
/// ...     print(move, move.score)
/// 8D SCARE 16
/// 8E CARES 14
/// >>> position.rack, position.scores, position.bag_len
/// (Rack('CES'), (0, 0), 88)
#[pyclass(frozen, module = "lexc")]
pub struct Position {
    lexicon: Py<Lexicon>,
    rules: Arc<lexc_runtime::Rules>,
    cgp: Cgp<'static>,
    /// The operations of the CGP text, such as `bb 50;`.
    operations: String,
}

impl Position {
    /// A position, which must fit the rules.
    pub fn new(
        lexicon: Py<Lexicon>,
        cgp: Cgp<'static>,
        operations: String,
        rules: Arc<lexc_runtime::Rules>,
    ) -> PyResult<Position> {
        let position = Position {
            lexicon,
            rules,
            cgp,
            operations,
        };
        position.state()?;
        Ok(position)
    }

    pub fn lexicon(&self) -> &Lexicon {
        self.lexicon.get()
    }

    pub fn cgp(&self) -> &Cgp<'static> {
        &self.cgp
    }

    pub fn rules(&self) -> &lexc_runtime::Rules {
        &self.rules
    }

    /// The board and the rack of the player on turn.
    pub fn position(&self) -> PyResult<lexc_runtime::Position<'_>> {
        self.cgp.position(&self.rules).map_err(refused_position)
    }

    /// The state of the game.
    fn state(&self) -> PyResult<GameState> {
        let state = self.cgp.state(&self.rules);
        state.map_err(refused_position)
    }

    fn image(&self) -> PyResult<Arc<OpenImage>> {
        self.lexicon().open_image()
    }

    fn found(&self, py: Python<'_>, found: Found) -> Moves {
        let place = (self.cgp.board().clone(), self.cgp.rack());
        Moves::new(self.lexicon.clone_ref(py), place, found)
    }

    /// The picture of the position as SVG.
    pub fn picture(&self) -> PyResult<String> {
        draw(&self.cgp, &self.rules, self.lexicon())
    }

    fn text(&self, image: &OpenImage) -> PyResult<String> {
        let cgp = self.cgp.clone();
        let cgp = cgp.with_operations(&self.operations).map_err(refused)?;
        Ok(cgp.display(image.lexicon().alphabet()).to_string())
    }
}

#[pymethods]
impl Position {
    /// Reads a position in CGP: board, racks, scores, turns without points, and operations.
    ///
    /// ``rules`` is a text of settings such as ``"rack=8 bonus=40 challenge=5/word"``, as for ``--rules`` of the command:
    /// ``board``, ``rack``, ``bonus``, ``blank``, ``exchange``, ``scoreless``, ``passes``, ``end`` and ``challenge``. Without
    /// ``board``, the position gets the preset layout of the board's size. The operations ``bb`` (bonus) and ``etl`` (exchange) of
    /// the position apply if ``rules`` leaves these settings out.
    ///
    /// >>> lexc.Position.from_cgp("15/15 CES/ 0/0 0", lexicon)
    /// Traceback (most recent call last):
    /// lexc.LexcError: no preset layout has 2 x 15 squares (give the layout of this board in the rules: board=row,column:row/row/...)
    #[classmethod]
    #[pyo3(signature = (text, lexicon, rules=None))]
    fn from_cgp(
        _class: &Bound<'_, PyType>,
        text: &Bound<'_, PyString>,
        lexicon: Bound<'_, Lexicon>,
        rules: Option<&str>,
    ) -> PyResult<Position> {
        let text = text.to_cow()?;
        let text = nfc(&text);
        let image = lexicon.get().open_image()?;
        let alphabet = image.lexicon().alphabet();
        let cgp = Cgp::parse(&text, alphabet).map_err(refused)?;
        let rules = rules_of_position(rules, &cgp, alphabet)?;
        let operations = cgp.display_operations().to_string();
        let cgp = cgp.without_operations();
        Position::new(lexicon.unbind(), cgp, operations, Arc::new(rules))
    }

    /// The start of a game: an empty board, and this rack.
    ///
    /// >>> lexc.Position.start("SCARE", lexicon).best_moves()[0].text
    /// '8D CARES'
    #[classmethod]
    #[pyo3(signature = (rack, lexicon, rules=None))]
    fn start(
        _class: &Bound<'_, PyType>,
        rack: &Bound<'_, PyAny>,
        lexicon: Bound<'_, Lexicon>,
        rules: Option<&str>,
    ) -> PyResult<Position> {
        let image = lexicon.get().open_image()?;
        let alphabet = image.lexicon().alphabet();
        let rules = rules_of_game(rules, alphabet)?;
        let board = lexc_runtime::Board::new(rules.layout().dimensions());
        let rack = crate::rack::read(rack.str()?.to_cow()?.as_ref(), alphabet)?;
        let (cgp, rules) = (Cgp::new(board, rack), Arc::new(rules));
        Position::new(lexicon.unbind(), cgp, String::new(), rules)
    }

    /// All plays, the highest scores first. This call finds all plays; each ``Move`` is made when it is read.
    ///
    /// >>> sorted(play.text for play in position.plays())[:3]
    /// ['8D SCARE', '8E CAR', '8E CARE']
    fn plays(slf: &Bound<'_, Self>) -> PyResult<Moves> {
        let this = slf.get();
        let (image, position) = (this.image()?, this.position()?);
        let plays = slf
            .py()
            .detach(|| MoveGen::new(image.lexicon()).plays(&position));
        Ok(slf.get().found(slf.py(), Found::Plays(plays)))
    }

    /// All moves with their equities, the highest first: plays, exchanges and the pass. If ``leaves`` is ``None``, all leaves have
    /// the value 0.
    ///
    /// >>> [move.text for move in position.moves()][-3:]
    /// ['exchange ES', 'exchange CES', 'pass']
    #[pyo3(signature = (leaves=None))]
    fn moves(slf: &Bound<'_, Self>, leaves: Option<PyRef<'_, Leaves>>) -> PyResult<Moves> {
        let this = slf.get();
        let (image, position) = (this.image()?, this.position()?);
        let values = Values::of(leaves.as_deref(), image.lexicon().alphabet())?;
        let bag_len = this.state()?.bag_len();
        let moves = slf.py().detach(|| {
            let generator = MoveGen::new(image.lexicon()).with_moves(bag_len, values.as_dyn());
            generator.moves(&position)
        });
        Ok(slf.get().found(slf.py(), Found::Moves(moves)))
    }

    /// The ``count`` best moves, best first. If ``leaves`` is ``None``, these are plays, by score; otherwise plays,
    /// exchanges and the pass, by equity.
    ///
    /// >>> position.best_moves()[0].score
    /// 16
    #[pyo3(signature = (count=1, leaves=None))]
    fn best_moves<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        leaves: Option<PyRef<'_, Leaves>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let (image, position) = (self.image()?, self.position()?);
        let alphabet = image.lexicon().alphabet();
        let values = match leaves.as_deref() {
            Some(leaves) => Some(Values::of(Some(leaves), alphabet)?),
            None => None,
        };
        let bag_len = self.state()?.bag_len();
        let found = py.detach(|| best(&image, &position, bag_len, values.as_ref(), count));
        let moves = found
            .into_iter()
            .map(|one| make(py, one, (position.board(), position.rack()), alphabet));
        PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    }

    /// The move of a casual player, who overlooks words so that people can win; each ``level``, from 1 to 8, is stronger than the one
    /// below.
    ///
    /// >>> position.casual_move(8).score
    /// 14
    fn casual_move<'py>(&self, py: Python<'py>, level: usize) -> PyResult<Bound<'py, PyAny>> {
        let (image, position) = (self.image()?, self.position()?);
        let casual = Casual::level(level).ok_or_else(|| {
            let levels = Casual::LEVELS.len();
            PyValueError::new_err(format!("no level {level} (pass 1 to {levels})"))
        })?;
        let bag_len = self.state()?.bag_len();
        let action = casual.choose(&MoveGen::new(image.lexicon()), &position, bag_len);
        let alphabet = image.lexicon().alphabet();
        make(
            py,
            (action, None),
            (position.board(), position.rack()),
            alphabet,
        )
    }

    /// Compares the best moves by sampling the tiles that the player does not see.
    ///
    /// Compares as many moves of the highest equity as ``candidates`` says. After each of these candidates, continues
    /// ``samples`` games (rounded up to a multiple of 32) for ``plies`` more moves, or, once the bag has no more tiles than a full
    /// rack, to the end, where wins rank the moves. Drops a candidate early if it is
    /// worse than the best candidate at the level of ``confidence``: 0.95, 0.99 or 0.999; ``None`` keeps all. Uses
    /// ``threads`` threads, by default one for each processor. The same seed gives the same result everywhere, unless
    /// ``time_limit``, in seconds, ends the samples. The defaults are those that ``lexc sim --help`` names.
    ///
    /// ``last_move`` is the move of the opponent that led to the position, such as ``"8D RE(TS)INA"``, with the tiles that were on
    /// the board before it in parentheses, ``"exchange 3"`` or ``"pass"``: the less good it was with some tiles, the less likely
    /// are these on the opponent's rack.
    ///
    /// >>> position.simulate(samples=64, candidates=3).candidates[0].move.text
    /// '8D SCARE'
    #[pyo3(signature = (leaves=None, *, last_move=None, plies=None, candidates=Simulation::CANDIDATES, samples=None,
        confidence=usual_confidence(), time_limit=None, seed=1, threads=None),
        text_signature = "($self, leaves=None, *, last_move=None, plies=None, candidates=..., samples=None, confidence=..., time_limit=None, seed=1, threads=None)")]
    #[expect(
        clippy::too_many_arguments,
        reason = "the settings are keyword arguments"
    )]
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        leaves: Option<PyRef<'_, Leaves>>,
        last_move: Option<String>,
        plies: Option<u32>,
        candidates: usize,
        samples: Option<u32>,
        confidence: Option<f64>,
        time_limit: Option<f64>,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = SimulationSettings {
            last_move,
            plies,
            candidates,
            samples,
            confidence,
            time_limit,
            seed,
            threads,
        };
        simulate(
            py,
            (&*self.image()?, &self.cgp, self.rules()),
            leaves.as_deref(),
            &settings,
        )
    }

    /// Solves an end game: finds its exact value and the best line. The search draws no tiles: it takes the bag as
    /// empty. The opponent has the opponent's rack of the position or, if that is empty, all unseen tiles.
    /// ``time_limit``, in seconds, or ``node_limit`` may end the search early.
    ///
    /// >>> end = lexc.Position.from_cgp("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/S 0/0 0", lexicon)
    /// >>> solution = end.solve()
    /// >>> solution.value, solution.is_exact, [move.text for move in solution.line]
    /// (23, True, ['8E CAR', 'pass', '8D SCARE'])
    #[pyo3(signature = (*, time_limit=None, node_limit=None, threads=1))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        time_limit: Option<f64>,
        node_limit: Option<u64>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = SolveSettings {
            time_limit,
            node_limit,
            threads,
        };
        let image = self.image()?;
        solve(py, (&image, &self.cgp, self.rules()), &settings)
    }

    /// Judges a play: finds the rule that it breaks, the words that it forms, and its score term by term.
    ///
    /// >>> ruling = position.judge("8E CARE")
    /// >>> ruling.legal, ruling.score, [word.word for word in ruling.words]
    /// (True, 12, ['CARE'])
    /// >>> position.judge("8E CARS").reason
    /// 'CARS on 8E is not in the lexicon'
    fn judge<'py>(&self, py: Python<'py>, play: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        judge(
            py,
            &*self.image()?,
            &self.position()?,
            &text_argument(play)?,
        )
    }

    /// Reads a move: a play such as ``"8D SCARE"``, ``"exchange CE"`` or ``"pass"``. Tiles on the board are letters, ``.`` or in
    /// parentheses. Does not check that the move is legal.
    ///
    /// >>> move = position.parse("8d SC..E")
    /// >>> move.text, move.tiles, move.score
    /// ('8D SCARE', 'SC..E', 16)
    fn parse<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let (image, position) = (self.image()?, self.position()?);
        let alphabet = image.lexicon().alphabet();
        let action = read(text, &position, alphabet)?;
        make(
            py,
            (action, None),
            (position.board(), position.rack()),
            alphabet,
        )
    }

    /// The position after a move. The next player is then on turn; the player who moved keeps the rest of the rack, and the tiles
    /// drawn are not known, unless they are all that are left. A move that ends the game adds the points for known tiles left.
    ///
    /// The move is a ``Move`` or a text that ``parse`` reads. Raises ``LexcError`` with the rule that
    /// an illegal move breaks.
    ///
    /// >>> position.after("8D SCARE").scores
    /// (0, 16)
    fn after(&self, action: &Bound<'_, PyAny>) -> PyResult<Position> {
        let (image, position) = (self.image()?, self.position()?);
        let (lexicon, alphabet) = (image.lexicon(), image.lexicon().alphabet());
        let made = read(&text_argument(action)?, &position, alphabet)?;
        let mut state = self.state()?;
        let checked = state.check(&self.rules, &made, Some(lexicon));
        checked.map_err(|error| refused(error.display(alphabet)))?;
        state.apply(&self.rules, &made, |_| None);
        Position::new(
            self.lexicon.clone_ref(action.py()),
            state.cgp(),
            self.operations.clone(),
            Arc::clone(&self.rules),
        )
    }

    /// The lexicon.
    #[getter(lexicon)]
    fn py_lexicon(&self, py: Python<'_>) -> Py<Lexicon> {
        self.lexicon.clone_ref(py)
    }

    /// The position in CGP.
    #[getter(cgp)]
    fn py_cgp(&self) -> PyResult<String> {
        self.text(&*self.image()?)
    }

    /// All settings of the rules, as a text that ``rules=`` reads.
    ///
    /// >>> position.rules.split()[:3]
    /// ['board=standard', 'rack=7', 'bonus=50']
    #[getter(rules)]
    fn py_rules(&self) -> PyResult<String> {
        let image = self.image()?;
        let alphabet = image.lexicon().alphabet();
        Ok(self.rules().display(alphabet).to_string())
    }

    /// The board.
    #[getter]
    fn board(slf: &Bound<'_, Self>) -> PyResult<Board> {
        let this = slf.get();
        let lexicon = this.lexicon.clone_ref(slf.py());
        Board::new(lexicon, Arc::clone(&this.rules), this.cgp.board().clone())
    }

    /// The rack of the player on turn.
    #[getter]
    fn rack(&self) -> PyResult<Rack> {
        Ok(Rack::new(
            self.cgp.rack(),
            self.image()?.lexicon().alphabet(),
        ))
    }

    /// The rack of the opponent, as far as it is known.
    #[getter]
    fn opponent_rack(&self) -> PyResult<Rack> {
        Ok(Rack::new(
            self.cgp.opponent_rack(),
            self.image()?.lexicon().alphabet(),
        ))
    }

    /// The scores of all players, the player on turn first.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.cgp.scores())
    }

    /// The number of turns in a row, up to now, that scored no point.
    #[getter]
    fn zero_turns(&self) -> u32 {
        self.cgp.zero_turns()
    }

    /// The tiles that the player on turn does not see, with the number of each.
    ///
    /// >>> position.unseen["E"], position.unseen["?"]
    /// (11, 2)
    #[getter]
    fn unseen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let image = self.image()?;
        let unseen = PyDict::new(py);
        for (tile, count) in self.state()?.unseen(Seat::First).counts() {
            unseen.set_item(tile_text(tile, image.lexicon().alphabet()), count)?;
        }
        Ok(unseen)
    }

    /// The number of tiles in the bag if the racks of all other players are full.
    #[getter]
    fn bag_len(&self) -> PyResult<usize> {
        Ok(self.state()?.bag_len())
    }

    /// The position as SVG: the board with premium squares and tiles, the racks and the scores. Notebooks show it.
    ///
    /// >>> position.svg().startswith("<svg")
    /// True
    fn svg(&self) -> PyResult<String> {
        self.picture()
    }

    fn _repr_html_(&self) -> PyResult<String> {
        self.svg()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let from_cgp = py.get_type::<Position>().getattr("from_cgp")?;
        let text = self.text(&*self.image()?)?;
        let arguments = (text, self.lexicon.bind(py), self.py_rules()?);
        Ok((from_cgp, arguments.into_pyobject(py)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Position>() else {
            return Ok(false);
        };
        let other = other.get();
        let is_equal = self.rules() == other.rules()
            && self.text(&*self.image()?)? == other.text(&*other.image()?)?;
        Ok(is_equal)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text(&*self.image()?)?).hash()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(match self.image() {
            Ok(image) => format!("<lexc.Position {}>", self.text(&image)?),
            Err(_) => "<lexc.Position, lexicon closed>".to_owned(),
        })
    }
}

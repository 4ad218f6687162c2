//! `Game`: a game of two to four players.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lexc_game::{ByEquity, Greedy, Player, Random, Turn, play_out};
use lexc_runtime::{Alphabet, Cgp, ChallengeRule, Rack as TileRack, Seat};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::error::refused;
use crate::leaves::{Leaves, Values};
use crate::lexicon::Lexicon;
use crate::moves::{read, text_argument};
use crate::position::Position;
use crate::rack::Rack;
use crate::rules::{refused_position, rules_of_game, rules_of_position};
use crate::spelling::nfc;
use crate::values::TURN;

type LexcGame = lexc_game::Game;

/// A game under way, and the random numbers of its draws.
struct Table {
    game: LexcGame,
    random: Random,
}

/// A game of two players, 0 and 1, or of up to four, by the rules of the printed game and of tournaments.
///
/// Seed and stream choose the random numbers of the draws: the same arguments and moves give the same game everywhere.
///
/// >>> game = lexc.Game(lexicon, seed=1)
/// >>> game.on_turn, game.scores, len(game.racks[0]), game.bag_len
/// (0, (0, 0), 7, 86)
/// >>> game.make("pass").points
/// 0
/// >>> game.on_turn, [turn.text for turn in game.turns]
/// (1, ['pass'])
#[pyclass(frozen, module = "lexc")]
pub struct Game {
    lexicon: Py<Lexicon>,
    /// The operations of the position in CGP that the game continues, such as `bb 50;`.
    operations: String,
    table: Mutex<Table>,
}

impl Game {
    pub fn start(lexicon: Py<Lexicon>, game: LexcGame, random: Random) -> Game {
        Game {
            lexicon,
            operations: String::new(),
            table: Mutex::new(Table { game, random }),
        }
    }

    /// Locks the game, after the calls of other threads on it have ended. While it is locked, call no Python code: it could use
    /// the game, and wait for the lock forever.
    fn table(&self, py: Python<'_>) -> MutexGuard<'_, Table> {
        self.table
            .lock_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T>(&self, py: Python<'_>, f: impl FnOnce(&LexcGame) -> T) -> T {
        f(&self.table(py).game)
    }

    /// The record of the game, with the names of its players.
    pub fn record(&self, py: Python<'_>, names: [&str; 2]) -> PyResult<lexc_game::Gcg> {
        if !self.read(py, LexcGame::is_whole) {
            return Err(refused(
                "a game that continues a position has no record (start it with Game, or resume a record)",
            ));
        }
        let image = self.lexicon.get().open_image()?;
        let gcg = self.read(py, |game| {
            lexc_game::Gcg::from_game(game, image.lexicon().alphabet(), names)
        });
        gcg.map_err(refused)
    }

    /// Changes the game by `f`, which also receives the source of random numbers for draws.
    fn change<T>(&self, py: Python<'_>, f: impl FnOnce(&mut LexcGame, &mut Random) -> T) -> T {
        let table = &mut *self.table(py);
        f(&mut table.game, &mut table.random)
    }

    fn make_turn<'py>(
        py: Python<'py>,
        turn: &Turn,
        alphabet: Alphabet<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rack = turn.rack().display(alphabet).to_string();
        TURN.make(
            py,
            (
                turn.seat().index(),
                turn.move_text(alphabet),
                turn.points(),
                turn.action().name(),
                rack,
                turn.scores().to_vec(),
            ),
        )
    }
}

/// The seat of a player, counted from 0.
fn seat_of(player: usize, players: usize) -> PyResult<Seat> {
    let mut seats = Seat::ALL.into_iter().take(players);
    let seat = seats.find(|seat| seat.index() == player);
    seat.ok_or_else(|| PyIndexError::new_err(format!("player {player}: not 0 to {}", players - 1)))
}

fn challenge_rule(rule: &Bound<'_, PyAny>) -> PyResult<ChallengeRule> {
    if let Ok(points) = rule.extract::<u16>() {
        return Ok(ChallengeRule::Points(points));
    }
    match rule.extract::<String>() {
        Ok(text) => text
            .parse()
            .map_err(|error| refused(format_args!("rule {text:?}: {error}"))),
        Err(_) => Err(PyTypeError::new_err(
            "rule: a text such as double, or points from 0 to 65535 are needed",
        )),
    }
}

#[pymethods]
impl Game {
    /// Starts a game: fills the racks of all players from the full bag.
    #[new]
    #[pyo3(signature = (lexicon, *, players=2, seed, stream=0, rules=None))]
    fn py_new(
        lexicon: Bound<'_, Lexicon>,
        players: usize,
        seed: u64,
        stream: u64,
        rules: Option<&str>,
    ) -> PyResult<Game> {
        let image = lexicon.get().open_image()?;
        let alphabet = image.lexicon().alphabet();
        let rules = rules_of_game(rules, alphabet)?;
        let mut random = Random::new(seed, stream);
        let game = LexcGame::of_players(players, &rules, &mut random);
        Ok(Game::start(
            lexicon.unbind(),
            game.map_err(refused)?,
            random,
        ))
    }

    /// Continues a game from a position in CGP with both racks; the bag has all other tiles. Player 0 is on turn.
    ///
    /// >>> lexc.Game.from_cgp("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/EES 0/0 0", lexicon, seed=1).bag_len
    /// 92
    #[classmethod]
    #[pyo3(signature = (text, lexicon, *, seed, stream=0, rules=None))]
    fn from_cgp(
        _class: &Bound<'_, PyType>,
        text: &Bound<'_, PyString>,
        lexicon: Bound<'_, Lexicon>,
        seed: u64,
        stream: u64,
        rules: Option<&str>,
    ) -> PyResult<Game> {
        let text = text.to_cow()?;
        let text = nfc(&text);
        let image = lexicon.get().open_image()?;
        let alphabet = image.lexicon().alphabet();
        let cgp = Cgp::parse(&text, alphabet).map_err(refused)?;
        let rules = rules_of_position(rules, &cgp, alphabet)?;
        let bag = cgp.bag(&rules).ok_or_else(|| {
            refused(
                "the racks and the board have more of a tile than the alphabet (correct the board or a rack)",
            )
        })?;
        let random = Random::new(seed, stream);
        let game = LexcGame::from_cgp(&rules, &cgp, bag).map_err(refused_position)?;
        Ok(Game {
            operations: cgp.display_operations().to_string(),
            ..Game::start(lexicon.unbind(), game, random)
        })
    }

    /// Makes a move of the player on turn, a ``Move`` or a text, and draws tiles. Returns the ``Turn``.
    ///
    /// Raises ``LexcError`` with the rule that the move breaks; the game then stays as it was. With ``phonies=True``,
    /// also makes plays with words that are not in the lexicon, which can then be challenged.
    #[pyo3(signature = (action, *, phonies=false))]
    fn make<'py>(&self, action: &Bound<'py, PyAny>, phonies: bool) -> PyResult<Bound<'py, PyAny>> {
        let (py, image) = (action.py(), self.lexicon.get().open_image()?);
        let (lexicon, alphabet) = (image.lexicon(), image.lexicon().alphabet());
        let text = text_argument(action)?;
        let turn = self.change(py, |game, random| {
            let action = read(&text, &game.position(), alphabet)?;
            let checked = game.check(&action, (!phonies).then_some(lexicon));
            checked.map_err(|error| refused(error.display(alphabet)))?;
            Ok::<Turn, PyErr>(game.make_unchecked(&action, random).clone())
        })?;
        Game::make_turn(py, &turn, alphabet)
    }

    /// Challenges the play of the latest turn. If the play forms a phony, takes the play off the board and returns the
    /// phony. Returns ``None`` if all words are valid.
    ///
    /// ``rule`` sets the price of a challenge if all words are valid, in place of that of the rules: the challenger loses the turn
    /// (``"double"``) or the game (``"triple"``), nothing happens (``"single"``), or, for a number, the other player gets as many
    /// points, for ``"5/word"`` for each word, or the challenger loses them (``"-10"``). ``"void"`` permits no challenge:
    /// raises ``LexcError``.
    #[pyo3(signature = (rule=None))]
    fn challenge(
        &self,
        py: Python<'_>,
        rule: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<String>> {
        let image = self.lexicon.get().open_image()?;
        let rule = rule.as_ref().map(challenge_rule).transpose()?;
        let ruling = self.change(py, |game, _| {
            let rule = rule.unwrap_or(game.rules().challenge());
            game.challenge_at(rule, image.lexicon())
        });
        let phony = ruling.map_err(refused)?;
        Ok(phony.map(|word| word.display(image.lexicon().alphabet()).to_string()))
    }

    /// Takes the latest turn back, and returns it; returns ``None`` at the start of the game.
    fn take_back<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let image = self.lexicon.get().open_image()?;
        let turn = self.change(py, |game, _| game.take_back());
        turn.map(|turn| Game::make_turn(py, &turn, image.lexicon().alphabet()))
            .transpose()
    }

    /// Adds points, which may be negative, to the score of a player, as for a time penalty. Returns the ``Turn``.
    fn adjust<'py>(
        &self,
        py: Python<'py>,
        player: usize,
        points: i32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let image = self.lexicon.get().open_image()?;
        let seat = seat_of(player, self.read(py, |game| game.state().players()))?;
        let turn = self.change(py, |game, _| game.adjust(seat, points).cloned());
        let turn = turn.map_err(refused)?;
        Game::make_turn(py, &turn, image.lexicon().alphabet())
    }

    /// Plays the game to its end: all players make the play of the highest score or, with leaves, the move of the
    /// highest equity.
    ///
    /// >>> game.play_out()
    /// >>> game.is_over, game.on_turn
    /// (True, None)
    #[pyo3(signature = (leaves=None))]
    fn play_out(&self, py: Python<'_>, leaves: Option<PyRef<'_, Leaves>>) -> PyResult<()> {
        let image = self.lexicon.get().open_image()?;
        let values = Values::of(leaves.as_deref(), image.lexicon().alphabet())?;
        let has_leaves = leaves.is_some();
        py.detach(|| {
            let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
            let Table { game, random } = &mut *table;
            let (equity, greedy) = (ByEquity::new(values.as_dyn()), Greedy::new());
            let player: &dyn Player = if has_leaves { &equity } else { &greedy };
            let players = [player; Seat::ALL.len()];
            play_out(image.lexicon(), game, &players, random);
        });
        Ok(())
    }

    /// The position of the player on turn, with the racks of all players.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        let (cgp, rules) = self.read(py, |game| (game.state().cgp(), game.rules().clone()));
        Position::new(
            self.lexicon.clone_ref(py),
            cgp,
            self.operations.clone(),
            Arc::new(rules),
        )
    }

    /// The turns so far.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let image = self.lexicon.get().open_image()?;
        let turns = self.read(py, |game| game.turns().to_vec());
        let alphabet = image.lexicon().alphabet();
        turns
            .iter()
            .map(|turn| Game::make_turn(py, turn, alphabet))
            .collect()
    }

    /// The player on turn, counted from 0; ``None`` if the game is over.
    #[getter]
    fn on_turn(&self, py: Python<'_>) -> Option<usize> {
        self.read(py, |game| game.on_turn().map(Seat::index))
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> bool {
        self.read(py, |game| game.is_over())
    }

    /// The scores of all players.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let scores = self.read(py, |game| game.scores().to_vec());
        PyTuple::new(py, scores)
    }

    /// The racks of all players.
    #[getter]
    fn racks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let image = self.lexicon.get().open_image()?;
        let alphabet = image.lexicon().alphabet();
        let racks: Vec<TileRack> = self.read(py, |game| {
            let seats = game.state().seats();
            seats.map(|seat| game.rack(seat)).collect()
        });
        PyTuple::new(
            py,
            racks
                .into_iter()
                .map(|rack| Rack::new(rack, alphabet))
                .collect::<Vec<_>>(),
        )
    }

    /// The number of tiles in the bag.
    #[getter]
    fn bag_len(&self, py: Python<'_>) -> usize {
        self.read(py, |game| game.bag().len())
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let position = self.position(py)?;
        position.picture()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (turns, scores, is_over) = self.read(py, |game| {
            (game.turns().len(), game.scores().to_vec(), game.is_over())
        });
        let state = if is_over { "over" } else { "under way" };
        let scores: Vec<String> = scores.iter().map(i32::to_string).collect();
        format!(
            "<lexc.Game {state} after {turns} turns, {}>",
            scores.join(" to ")
        )
    }
}

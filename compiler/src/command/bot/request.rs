//! The lines that the bot reads.

use std::time::Duration;

use lexc_compiler::text::{Quoted, to_nfc};
use lexc_game::{LastMove, Simulation};
use lexc_runtime::{Alphabet, Cgp, GameState, Move, Rack, Rules, Seat};
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::command::games::{Games, PositionProblem};

/// The largest number of alternatives.
const MAX_ALTERNATIVES: usize = 1_000;

/// The kind of a problem with a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Line,
    Request,
    Rules,
    Position,
    Moves,
}

/// A reason why a line has no answer.
#[derive(Debug, Serialize)]
pub struct Problem {
    pub id: serde_json::Value,
    pub error: String,
    pub kind: Kind,
}

impl Problem {
    pub fn new(kind: Kind, error: impl ToString) -> Problem {
        Problem {
            id: serde_json::Value::Null,
            error: error.to_string(),
            kind,
        }
    }
}

/// A line, as the help of the verb describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[serde(default)]
    pub id: serde_json::Value,
    #[serde(default)]
    pub stop: bool,
    cgp: Option<String>,
    moves: Option<Vec<String>>,
    rack: Option<String>,
    opponent: Option<String>,
    #[serde(default)]
    pub rules: String,
    #[serde(default, deserialize_with = "seconds")]
    pub seconds: Option<Duration>,
    #[serde(default, deserialize_with = "seconds")]
    pub clock: Option<Duration>,
    pub samples: Option<u32>,
    #[serde(default = "first_seed")]
    pub seed: u64,
    #[serde(default)]
    pub alternatives: usize,
}

fn first_seed() -> u64 {
    1
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let Some(seconds) = Option::<f64>::deserialize(deserializer)? else {
        return Ok(None);
    };
    let time = Duration::try_from_secs_f64(seconds);
    time.map(Some)
        .map_err(|_| de::Error::custom("a number of seconds, 0 or more, is needed"))
}

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    /// The line is not JSON, or not a request.
    pub fn parse(line: &[u8]) -> Result<Request, Problem> {
        let value: serde_json::Value = serde_json::from_slice(line)
            .map_err(|error| Problem::new(Kind::Line, format!("not JSON: {error}")))?;
        let id = value.get("id").cloned().unwrap_or_default();
        let refused = |error: String| Problem {
            id: id.clone(),
            error,
            kind: Kind::Request,
        };
        if !value.is_object() {
            return Err(refused(
                "not an object (write {\"cgp\": \"...\"})".to_owned(),
            ));
        }
        let request: Request =
            serde_json::from_slice(line).map_err(|error| refused(error.to_string()))?;
        if request.stop {
            return Ok(request);
        }
        let (has_moves, samples) = (request.moves.is_some(), request.samples.unwrap_or(1));
        if request.cgp.is_none() && !has_moves {
            return Err(refused("no position (give cgp or moves)".to_owned()));
        }
        if request.rack.is_none() == has_moves || request.opponent.is_some() && !has_moves {
            return Err(refused(
                "rack and opponent go with moves: give the rack after the moves, and in cgp the racks of its own position"
                    .to_owned(),
            ));
        }
        if !(1..=Simulation::MAX_SAMPLES).contains(&samples) {
            let most = Simulation::MAX_SAMPLES;
            return Err(refused(format!(
                "samples: a whole number from 1 to {most} is needed"
            )));
        }
        if request.alternatives > MAX_ALTERNATIVES {
            return Err(refused(format!("alternatives: at most {MAX_ALTERNATIVES}")));
        }
        Ok(request)
    }

    /// The rules, the state of the game as the player on turn sees it, and the last of the moves.
    ///
    /// # Errors
    /// The position, a move or the rules are wrong.
    pub fn state(
        &self,
        games: &Games,
        alphabet: Alphabet<'_>,
    ) -> Result<(Rules, GameState, Option<LastMove>), Problem> {
        let of_position = |problem: PositionProblem| Problem::new(Kind::Position, problem);
        let text = to_nfc(self.cgp.as_deref().unwrap_or_default());
        let cgp = match self.cgp {
            Some(_) => Cgp::parse(&text, alphabet).map_err(PositionProblem::Cgp),
            None => Ok(Cgp::new(games.empty_board(alphabet), Rack::EMPTY)),
        };
        let cgp = cgp.map_err(of_position)?;
        let rules = games.rules(&cgp, alphabet).map_err(of_position)?;
        let state = |cgp: &Cgp<'_>| {
            let state = cgp.state(&rules);
            state.map_err(|error| of_position(PositionProblem::Rules(error)))
        };
        let Some(moves) = &self.moves else {
            let state = state(&cgp)?;
            return Ok((rules, state, None));
        };
        let (after, played, last_move) = self.after(moves, &cgp, &rules, alphabet)?;
        let state = state(&after)?
            .with_scoreless_turns(played.scoreless_turns())
            .with_turns_left(played.turns_left());
        Ok((rules, state, last_move))
    }

    /// The position after the moves, the state without the racks of the line, and the last move.
    fn after(
        &self,
        moves: &[String],
        cgp: &Cgp<'_>,
        rules: &Rules,
        alphabet: Alphabet<'_>,
    ) -> Result<(Cgp<'static>, GameState, Option<LastMove>), Problem> {
        if cgp.players() > 2 {
            let message = "cgp: moves are read for two players (give the position after them)";
            return Err(Problem::new(Kind::Moves, message));
        }
        let start = Cgp::new(cgp.board().clone(), Rack::EMPTY)
            .with_scores(cgp.scores())
            .with_zero_turns(cgp.zero_turns());
        let start = start.state(rules);
        let mut state = start
            .map_err(|error| Problem::new(Kind::Position, error))?
            .with_unknown_tiles(Seat::First, rules.rack_size());
        if self.cgp.is_none() {
            let start = GameState::deal(rules, 2, |_| 0);
            let start = start.map_err(|error| Problem::new(Kind::Rules, error))?;
            state = state.with_turns_left(start.turns_left());
        }
        let mut last_move = None;
        for (number, text) in (1..).zip(moves) {
            let refused = |error: &dyn ToString| {
                Problem::new(
                    Kind::Moves,
                    format!("move {number}, {}: {}", Quoted(text), error.to_string()),
                )
            };
            let position = state.position(rules).map_err(|error| refused(&error))?;
            let action = match Move::exchanged_len(text) {
                Some(count) => unknown_exchange(count, &state),
                None => Move::parse(&to_nfc(text), &position, alphabet)
                    .map_err(|error| refused(&error))?,
            };
            let checked = state.check(rules, &action, None);
            checked.map_err(|error| refused(&error.display(alphabet)))?;
            last_move = Some(LastMove::new(state.board().clone(), &action));
            state.apply(rules, &action, |_| None);
        }
        if state.end().is_some() {
            return Err(Problem::new(
                Kind::Moves,
                "the game is over after the moves",
            ));
        }
        let rack = |name: &str, text: &Option<String>| {
            let text = to_nfc(text.as_deref().unwrap_or_default());
            Rack::parse(&text, alphabet)
                .map_err(|error| Problem::new(Kind::Position, format!("{name}: {error}")))
        };
        let seat = state.next_seat();
        let scores = [seat, seat.other()].map(|seat| state.score(seat));
        let after = Cgp::new(state.board().clone(), rack("rack", &self.rack)?)
            .with_opponent_rack(rack("opponent", &self.opponent)?)
            .with_scores(&scores);
        Ok((after, state, last_move))
    }
}

/// An exchange of this number of tiles, which are not known: any tiles that the player may have.
fn unknown_exchange(count: usize, state: &GameState) -> Move {
    let mut bag = state.bag().clone();
    let count = count.min(state.rack_len(state.next_seat()) + 1);
    let tiles = (0..count).map_while(|_| bag.draw(0));
    Move::Exchange(tiles.collect::<Option<Rack>>().unwrap_or_default())
}

//! [`Answer`]: answers as JSON.

use lexc_game::{Advice, AdvisedMove, GcgStep, Judgement};
use lexc_runtime::{Alphabet, Board, Candidate};
use serde::Serialize;

use crate::record::OpenedRecord;

/// An answer. Keys have the names of `lexc bot` and `lexc analyze --json`.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Answer {
    Opened {
        /// True for leaves.
        leaves: bool,
    },
    Move {
        #[serde(rename = "move")]
        action: String,
    },
    Hints(Hints),
    Record(Box<OpenedRecord>),
    Gcg {
        gcg: String,
    },
    Events {
        events: Vec<Event>,
        /// The reason why the record can't be replayed to its end.
        #[serde(skip_serializing_if = "Option::is_none")]
        fault: Option<String>,
    },
    Judged {
        /// `None` if the event can't be compared, see [`Analysis::judge`](lexc_game::Analysis::judge).
        judgement: Option<Judged>,
    },
    Error {
        error: String,
    },
}

/// The best moves, as a player ranks them.
#[derive(Serialize)]
pub(crate) struct Hints {
    ranked_by: &'static str,
    samples: Option<u32>,
    /// The best move of each idea, the best first.
    moves: Vec<MoveValue>,
}

/// A move with its values by the ranking.
#[derive(Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    action: String,
    value: Option<f64>,
    win_rate: Option<f64>,
    exact: bool,
}

/// An event of a record.
#[derive(Serialize)]
pub(crate) struct Event {
    player: usize,
    /// The position before the event.
    cgp: String,
    /// The move, or the event as GCG writes it.
    #[serde(rename = "move")]
    action: String,
    is_move: bool,
    points: i32,
    total: i32,
}

/// A move of a record beside the best ones.
#[derive(Serialize)]
pub(crate) struct Judged {
    lost: f64,
    win_rate_lost: Option<f64>,
    cost: f64,
    /// The kind of the mistake; `None` if the move was about as good as the best one.
    mistake: Option<String>,
    phonies: Vec<String>,
    made: MoveValue,
    #[serde(flatten)]
    best: Hints,
}

impl Answer {
    /// The text of an answer.
    pub(crate) fn of(answer: Result<Answer, String>) -> String {
        let answer = answer.unwrap_or_else(|error| Answer::Error { error });
        serde_json::to_string(&answer).unwrap_or_default()
    }

    pub(crate) fn judged(
        judgement: Option<&Judgement>,
        step: &GcgStep<'_, '_>,
        alphabet: Alphabet<'_>,
    ) -> Answer {
        let board = step.position.board();
        let judgement = judgement.map(|judgement| Judged {
            lost: judgement.lost() as f64 / Candidate::PER_POINT as f64,
            win_rate_lost: judgement.win_rate_lost(),
            cost: judgement.cost(),
            mistake: judgement.mistake.map(|kind| kind.to_string()),
            phonies: (judgement.phonies.iter())
                .map(|word| word.display(alphabet).to_string())
                .collect(),
            made: MoveValue::new(&judgement.advised_made(), board, alphabet),
            best: Hints::new(&judgement.advice(&step.position), board, alphabet),
        });
        Answer::Judged { judgement }
    }
}

impl Hints {
    pub(crate) fn new(advice: &Advice, board: &Board, alphabet: Alphabet<'_>) -> Hints {
        let firsts = advice.ideas.iter().filter_map(|idea| idea.first());
        Hints {
            ranked_by: advice.ranked_by.name(),
            samples: advice.ranked_by.samples(),
            moves: firsts
                .map(|one| MoveValue::new(one, board, alphabet))
                .collect(),
        }
    }
}

impl MoveValue {
    fn new(one: &AdvisedMove, board: &Board, alphabet: Alphabet<'_>) -> MoveValue {
        MoveValue {
            action: one.action.display(board, alphabet).to_string(),
            value: one.points,
            win_rate: one.win_rate.filter(|_| !one.is_bound),
            exact: one.is_exact,
        }
    }
}

impl Event {
    pub(crate) fn of(step: &GcgStep<'_, '_>, alphabet: Alphabet<'_>) -> Event {
        let event = step.event;
        let board = step.position.board();
        let action = (step.action).map(|action| action.display(board, alphabet).to_string());
        Event {
            player: event.seat().index(),
            cgp: step.cgp().display(alphabet).to_string(),
            is_move: action.is_some(),
            action: action.unwrap_or_else(|| event.kind().to_string()),
            points: step.points,
            total: step.total,
        }
    }
}

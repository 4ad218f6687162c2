//! The analysis of a game, as JSON.

use std::collections::BTreeMap;
use std::fmt;

use lexc_game::{
    Analysis, AnalysisTotals, Gcg, GcgEventKind, GcgStep, Judgement, Mistake, RankedMove, grouped,
};
use lexc_runtime::{Alphabet, Candidate, Idea, Seat};
use serde::{Serialize, Serializer};

use super::game::AnalyzedGame;
use crate::command::move_fields::MoveFields;

/// The largest number of turns in a list of the worst for people.
const WORST_LEN: usize = 10;

/// The result. The fields are those of the JSON object.
#[derive(Serialize)]
pub struct Report<'a> {
    pub title: Option<&'a str>,
    pub description: Option<&'a str>,
    pub warnings: Vec<String>,
    pub players: [Player; 2],
    /// The numbers of the turns with mistakes, the worst first.
    pub worst: Vec<usize>,
    pub turns: Vec<Turn<'a>>,
    pub open_turn: Option<OpenTurn<'a>>,
}

/// The turn after the last event.
#[derive(Serialize)]
pub struct OpenTurn<'a> {
    pub player: &'a str,
    pub cgp: String,
}

/// A player.
#[derive(Clone, Serialize)]
pub struct Player {
    pub nick: String,
    pub name: String,
    pub total: i32,
    #[serde(flatten, serialize_with = "write_totals")]
    pub totals: AnalysisTotals,
}

/// The keys of totals.
#[derive(Serialize)]
struct TotalsKeys {
    turns: usize,
    average_lost: f64,
    average_win_rate_lost: Option<f64>,
    phonies: usize,
    mistakes: BTreeMap<String, usize>,
}

/// Writes totals as the keys of an object.
pub fn write_totals<S: Serializer>(totals: &AnalysisTotals, out: S) -> Result<S::Ok, S::Error> {
    let mistakes = Mistake::ALL.map(|kind| (key(kind), totals.mistakes(kind)));
    let keys = TotalsKeys {
        turns: totals.turns(),
        average_lost: totals.average_lost(),
        average_win_rate_lost: totals.average_win_rate_lost(),
        phonies: totals.phonies(),
        mistakes: mistakes.into(),
    };
    keys.serialize(out)
}

/// The name of a kind of mistakes as a key of JSON and a column of CSV.
pub fn key(kind: Mistake) -> String {
    kind.to_string().replace(' ', "_")
}

fn write_key<S: Serializer>(mistake: &Option<Mistake>, out: S) -> Result<S::Ok, S::Error> {
    mistake.map(key).serialize(out)
}

impl Player {
    /// The full name, or the nickname if the full name is empty.
    pub fn shown_name(&self) -> &str {
        match &*self.name {
            "" => &self.nick,
            name => name,
        }
    }
}

/// An event.
#[derive(Serialize)]
pub struct Turn<'a> {
    pub number: usize,
    pub line: usize,
    pub player: &'a str,
    pub kind: &'static str,
    pub withdrawn: bool,
    pub cgp: String,
    pub r#move: String,
    pub points: i32,
    pub total: i32,
    pub note: &'a str,
    pub judgement: Option<Judged>,
    #[serde(skip)]
    pub seat: Seat,
    #[serde(skip)]
    pub rack: String,
}

/// A comparison of the move made with the best one.
#[derive(Serialize)]
pub struct Judged {
    pub ranked_by: &'static str,
    pub equity: f64,
    pub best: MoveFields,
    pub lost: f64,
    #[serde(serialize_with = "write_key")]
    pub mistake: Option<Mistake>,
    pub value: Option<Spread>,
    pub best_value: Option<Spread>,
    pub exact: Option<bool>,
    pub sim_equity: Option<f64>,
    pub best_sim_equity: Option<f64>,
    pub win_rate: Option<f64>,
    pub best_win_rate: Option<f64>,
    pub win_rate_lost: Option<f64>,
    pub sim_best: Option<String>,
    pub phonies: Vec<String>,
    pub moves: Vec<Compared>,
    #[serde(skip)]
    pub cost: f64,
}

/// One of the best moves, or the move made.
#[derive(Serialize)]
pub struct Compared {
    /// The rank of the move's idea, counted from 1; `None` if the rank of the move made is not known.
    pub rank: Option<usize>,
    #[serde(flatten)]
    pub text: MoveFields,
    pub made: bool,
    #[serde(rename = "value")]
    pub spread: Option<Spread>,
    pub sim_equity: Option<f64>,
    pub win_rate: Option<f64>,
}

/// The spread gained from a move to the end of the game.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum Spread {
    /// The spread, if the bag is empty.
    Points(i32),
    /// The mean spread over every order of the unseen tiles, if the bag has one to four tiles.
    Mean(f64),
}

impl Spread {
    fn of(ranked: &RankedMove) -> Option<Spread> {
        ranked.spread.map(Spread::Mean)
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spread::Points(points) => write!(f, "{points:+}"),
            Spread::Mean(points) => write!(f, "{points:+.2}"),
        }
    }
}

impl Judged {
    fn new(judgement: &Judgement, step: &GcgStep<'_, '_>, alphabet: Alphabet<'_>) -> Judged {
        let points = |thousandths: i64| thousandths as f64 / Candidate::PER_POINT as f64;
        let [made, best] = match judgement.simulated_made_and_best() {
            Some([made, best]) => [Some(made), Some(best)],
            None => [None, None],
        };
        let position = &step.position;
        let best_move = judgement.best();
        let text =
            |one: &Candidate| MoveFields::new(&one.action, Some(one.equity), position, alphabet);
        let (value, best_value, exact) = match (&judgement.endgame, &judgement.pre_endgame) {
            (Some(values), _) => {
                let [made, best] =
                    [&values.made, values.best()].map(|one| Some(Spread::Points(one.value)));
                (made, best, Some(values.is_exact))
            }
            (None, Some(values)) => {
                let [made, best] = [&values.made, values.best()].map(Spread::of);
                (made, best, Some(values.is_exact))
            }
            (None, None) => (None, None, None),
        };
        Judged {
            ranked_by: judgement.ranked_by().name(),
            equity: points(judgement.made.equity),
            best: text(best_move),
            lost: points(judgement.lost()),
            mistake: judgement.mistake,
            value,
            best_value,
            exact,
            sim_equity: made.map(|one| one.equity),
            best_sim_equity: best.map(|one| one.equity),
            win_rate: judgement.win_rates().map(|[made, _]| made),
            best_win_rate: judgement.win_rates().map(|[_, best]| best),
            win_rate_lost: judgement.win_rate_lost(),
            sim_best: best.map(|one| text(&one.candidate).play().to_owned()),
            phonies: (judgement.phonies.iter())
                .map(|word| word.display(alphabet).to_string())
                .collect(),
            moves: compared(judgement, &|one| Idea::of(&one.action, position), &text),
            cost: judgement.cost(),
        }
    }

    /// The shares of wins as a text, if they differ.
    pub fn rates(&self) -> Option<String> {
        let (made, best) = (self.win_rate?, self.best_win_rate?);
        let best_move = self.best.play();
        let (in_made, in_best) = (100.0 * made, 100.0 * best);
        (made != best).then(|| format!("wins {in_made:.0} %, {best_move} {in_best:.0} %"))
    }

    /// Phonies, and a remark on values that are not exact, as texts.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if !self.phonies.is_empty() {
            remarks.push(format!("phony: {}", self.phonies.join(", ")));
        }
        if self.exact == Some(false) {
            remarks.push("not exact".to_owned());
        }
        remarks
    }
}

/// The moves of the best ideas, and the move made. The ideas are in the order of the simulation, or of [`Judgement::top`] if no move
/// was simulated; each has its best move first.
fn compared(
    judgement: &Judgement,
    idea: &impl Fn(&Candidate) -> Idea,
    text: &impl Fn(&Candidate) -> MoveFields,
) -> Vec<Compared> {
    let row = |rank: Option<usize>, one: &Candidate| {
        let is_made = one.action == judgement.made.action;
        let ranked = judgement.pre_endgame.as_ref().and_then(|values| {
            let mut candidates = values.candidates.iter();
            match is_made {
                true => Some(&values.made),
                false => candidates.find(|ranked| ranked.action == one.action),
            }
        });
        let endgame = judgement.endgame.as_ref();
        let solved = endgame.and_then(|values| {
            let mut candidates = values.candidates.iter();
            let solved = match is_made {
                true => &values.made,
                false => candidates.find(|solved| solved.action == one.action)?,
            };
            Some((Spread::Points(solved.value), values.win_rate(solved)))
        });
        Compared {
            rank,
            text: text(one),
            made: is_made,
            spread: (solved.map(|(value, _)| value)).or_else(|| ranked.and_then(Spread::of)),
            sim_equity: None,
            win_rate: (solved.map(|(_, rate)| rate)).or_else(|| {
                let ranked = ranked.filter(|ranked| !ranked.is_dropped);
                ranked.map(|ranked| ranked.win_rate)
            }),
        }
    };
    let mut rows = Vec::new();
    let ideas = grouped(&judgement.simulated, usize::MAX, |one| idea(&one.candidate));
    for (rank, one) in ranked(ideas) {
        let compared = Compared {
            sim_equity: Some(one.equity),
            win_rate: Some(one.win_rate),
            ..row(Some(rank), &one.candidate)
        };
        if rank <= Analysis::TOP_LEN || compared.made {
            rows.push(compared);
        }
    }
    if rows.is_empty() {
        let ideas = grouped(&judgement.top, usize::MAX, |one| idea(one));
        rows.extend(ranked(ideas).map(|(rank, one)| row(Some(rank), one)));
    }
    if !rows.iter().any(|one| one.made) {
        rows.push(row(judgement.rank, &judgement.made));
    }
    rows
}

/// The moves of each idea, with the rank of the idea, counted from 1.
fn ranked<T>(ideas: Vec<Vec<T>>) -> impl Iterator<Item = (usize, T)> {
    let ideas = (1..).zip(ideas);
    ideas.flat_map(|(rank, moves)| moves.into_iter().map(move |one| (rank, one)))
}

impl<'a> Turn<'a> {
    fn new(
        number: usize,
        gcg: &'a Gcg,
        step: &GcgStep<'a, '_>,
        judgement: Option<&Judgement>,
        alphabet: Alphabet<'_>,
    ) -> Turn<'a> {
        let event = step.event;
        let made = step.action.as_ref();
        let board = step.position.board();
        let made = made.map(|action| action.display(board, alphabet).to_string());
        Turn {
            number,
            line: event.line(),
            player: gcg.players()[event.seat().index()].nick(),
            kind: kind(event.kind()),
            withdrawn: step.is_withdrawn,
            cgp: step.cgp().display(alphabet).to_string(),
            r#move: made.unwrap_or_else(|| event.kind().to_string()),
            points: step.points,
            total: step.total,
            note: event.note(),
            judgement: judgement.map(|judgement| Judged::new(judgement, step, alphabet)),
            seat: event.seat(),
            rack: step.position.rack().display(alphabet).to_string(),
        }
    }

    /// The remarks on the move.
    pub fn remarks(&self) -> Vec<String> {
        let withdrawn = self.withdrawn.then(|| "withdrawn".to_owned());
        let judged = self.judgement.iter().flat_map(Judged::remarks);
        withdrawn.into_iter().chain(judged).collect()
    }
}

fn kind(kind: &GcgEventKind) -> &'static str {
    match kind {
        GcgEventKind::Play { .. } => "play",
        GcgEventKind::Exchange(_) | GcgEventKind::ExchangeCount(_) => "exchange",
        GcgEventKind::Pass => "pass",
        GcgEventKind::Withdrawal => "withdrawal",
        GcgEventKind::LostTurn => "lost turn",
        GcgEventKind::ChallengeBonus => "bonus",
        _ => "end",
    }
}

impl<'a> Report<'a> {
    pub fn new(game: &AnalyzedGame<'a>, warnings: Vec<String>) -> Report<'a> {
        let AnalyzedGame {
            gcg,
            alphabet,
            steps,
            judgements,
            open_turn,
            ..
        } = game;
        let (gcg, alphabet): (&Gcg, _) = (gcg, *alphabet);
        let open_turn = open_turn.as_ref().map(|(seat, cgp)| OpenTurn {
            player: gcg.players()[seat.index()].nick(),
            cgp: cgp.display(alphabet).to_string(),
        });
        let turns = (1..).zip(steps.iter().zip(judgements));
        let turns = turns.map(|(number, (step, judgement))| {
            Turn::new(number, gcg, step, judgement.as_ref(), alphabet)
        });
        let turns: Vec<Turn<'a>> = turns.collect();
        let player = |seat: Seat| {
            let mut own = turns.iter().filter(|turn| turn.seat == seat);
            let judgements = turns.iter().zip(judgements);
            let judgements = judgements.filter(|(turn, _)| turn.seat == seat);
            let mut totals = AnalysisTotals::default();
            totals.extend(judgements.filter_map(|(_, judgement)| judgement.as_ref()));
            let player = &gcg.players()[seat.index()];
            Player {
                nick: player.nick().to_owned(),
                name: player.full_name().to_owned(),
                total: own.next_back().map_or(0, |turn| turn.total),
                totals,
            }
        };
        let mistakes = turns.iter().filter_map(|turn| {
            let judged = turn.judgement.as_ref()?;
            judged.mistake?;
            Some((judged.cost, turn.number))
        });
        let mut mistakes: Vec<(f64, usize)> = mistakes.collect();
        mistakes.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        Report {
            title: gcg.title(),
            description: gcg.description(),
            warnings,
            players: Seat::BOTH.map(player),
            worst: mistakes.into_iter().map(|(_, number)| number).collect(),
            turns,
            open_turn,
        }
    }

    /// The turns with mistakes, the worst first: at most [`WORST_LEN`].
    pub fn worst_turns(&self) -> impl Iterator<Item = (&Turn<'a>, &Judged)> {
        let numbers = self.worst.iter().take(WORST_LEN);
        numbers.filter_map(|number| {
            let turn = &self.turns[number - 1];
            Some((turn, turn.judgement.as_ref()?))
        })
    }

    /// The number, the player and the move of a turn.
    pub fn heading(&self, turn: &Turn<'_>) -> String {
        let player = &self.players[turn.seat.index()];
        format!("{}. {}: {}", turn.number, player.shown_name(), turn.r#move)
    }
}

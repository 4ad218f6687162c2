//! The analysis of a game, as JSON and as tables.

use std::fmt;
use std::io::{self, Write};

use lexc_compiler::text::Visible;
use lexc_game::{Analysis, Gcg, GcgEventKind, GcgStep, Judgement, RankedBy, RankedMove, grouped};
use lexc_runtime::{Alphabet, Candidate, Cgp, Idea, Seat};
use serde::Serialize;

use crate::command::move_text::MoveText;
use crate::command::table::Table;

/// The result. The fields are those of the JSON object.
#[derive(Serialize)]
pub struct Report<'a> {
    pub title: Option<&'a str>,
    pub description: Option<&'a str>,
    pub warnings: Vec<String>,
    pub players: [Player<'a>; 2],
    pub turns: Vec<Turn<'a>>,
    pub open_turn: Option<OpenTurn<'a>>,
}

/// The turn after the last event.
#[derive(Serialize)]
pub struct OpenTurn<'a> {
    pub player: &'a str,
    pub cgp: String,
}

/// A record, its events by the rules, and the position of the turn after them if it is known.
pub struct Replayed<'a, 's> {
    pub gcg: &'a Gcg,
    pub steps: &'s [GcgStep<'a, 's>],
    pub open_turn: Option<(Seat, Cgp<'static>)>,
}

/// A player.
#[derive(Serialize)]
pub struct Player<'a> {
    pub nick: &'a str,
    pub name: &'a str,
    pub total: i32,
    pub turns: usize,
    pub average_lost: f64,
    pub average_win_rate_lost: Option<f64>,
    pub phonies: usize,
    pub missed_bingos: usize,
}

impl Player<'_> {
    /// The full name, or the nickname if the full name is empty.
    pub fn shown_name(&self) -> &str {
        match self.name {
            "" => self.nick,
            name => name,
        }
    }
}

/// An event.
#[derive(Serialize)]
pub struct Turn<'a> {
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
    pub best: MoveText,
    pub lost: f64,
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
    pub missed_bingo: Option<String>,
    pub moves: Vec<Compared>,
}

/// One of the best moves, or the move made.
#[derive(Serialize)]
pub struct Compared {
    /// The rank of the move's idea, counted from 1; `None` if the rank of the move made is not known.
    pub rank: Option<usize>,
    #[serde(flatten)]
    pub text: MoveText,
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
    /// The mean spread over every order of the unseen tiles, if the bag has one or two tiles.
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
            |one: &Candidate| MoveText::new(&one.action, Some(one.equity), position, alphabet);
        let bingo = judgement.missed_bingo.as_ref();
        let (value, best_value, exact) = match (judgement.endgame, &judgement.pre_endgame) {
            (Some(values), _) => {
                let [made, best] =
                    [values.made, values.best].map(|value| Some(Spread::Points(value)));
                (made, best, Some(values.is_exact))
            }
            (None, Some(values)) => {
                let [made, best] = [&values.made, values.best()].map(Spread::of);
                (made, best, Some(values.is_exact))
            }
            (None, None) => (None, None, None),
        };
        Judged {
            ranked_by: match judgement.ranked_by() {
                RankedBy::Endgame => "endgame",
                RankedBy::PreEndgame => "pre-endgame",
                RankedBy::Simulation { .. } => "simulation",
                _ => "equity",
            },
            equity: points(judgement.made.equity),
            best: text(best_move),
            lost: points(judgement.lost()),
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
            missed_bingo: bingo.map(|play| play.display(position.board(), alphabet).to_string()),
            moves: compared(judgement, &|one| Idea::of(&one.action, position), &text),
        }
    }

    /// The shares of wins as a text.
    fn rates(&self) -> Option<String> {
        let [made, best] = [self.win_rate?, self.best_win_rate?].map(|rate| 100.0 * rate);
        let text = self.sim_best.as_deref().unwrap_or(self.best.play());
        Some(format!("wins {made:.0} %, {text} {best:.0} %"))
    }

    /// Phonies, the missed bingo, and a remark on values that are not exact, as texts.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if !self.phonies.is_empty() {
            remarks.push(format!("phony: {}", self.phonies.join(", ")));
        }
        if let Some(bingo) = &self.missed_bingo {
            remarks.push(format!("missed bingo: {bingo}"));
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
    text: &impl Fn(&Candidate) -> MoveText,
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
        let points = judgement.endgame.map(|values| match is_made {
            true => Spread::Points(values.made),
            false => Spread::Points(values.best),
        });
        Compared {
            rank,
            text: text(one),
            made: is_made,
            spread: points.or_else(|| ranked.and_then(Spread::of)),
            sim_equity: None,
            win_rate: (ranked.filter(|ranked| !ranked.is_dropped)).map(|ranked| ranked.win_rate),
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
        rows.push(row(None, &judgement.made));
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
    pub fn new(
        replayed: Replayed<'a, '_>,
        warnings: Vec<String>,
        judgements: &[Option<Judgement>],
        alphabet: Alphabet<'_>,
    ) -> Report<'a> {
        let Replayed {
            gcg,
            steps,
            open_turn,
        } = replayed;
        let open_turn = open_turn.map(|(seat, cgp)| OpenTurn {
            player: gcg.players()[seat.index()].nick(),
            cgp: cgp.display(alphabet).to_string(),
        });
        let turns: Vec<Turn<'a>> = steps
            .iter()
            .zip(judgements)
            .map(|(step, judgement)| Turn::new(gcg, step, judgement.as_ref(), alphabet))
            .collect();
        let player = |seat: Seat| {
            let own = || turns.iter().filter(move |turn| turn.seat == seat);
            let judged = || own().filter_map(|turn| turn.judgement.as_ref());
            // Starts at 0.0, because the `sum` of no numbers is -0.0.
            let lost = judged().fold(0.0, |lost, judged| lost + judged.lost);
            let rates = judged().filter_map(|judged| judged.win_rate_lost);
            let rates: Vec<f64> = rates.collect();
            let rate = rates.iter().sum::<f64>() / rates.len() as f64;
            let player = &gcg.players()[seat.index()];
            Player {
                nick: player.nick(),
                name: player.full_name(),
                total: own().next_back().map_or(0, |turn| turn.total),
                turns: judged().count(),
                average_lost: lost / judged().count().max(1) as f64,
                average_win_rate_lost: (!rates.is_empty()).then_some(rate),
                phonies: judged().filter(|judged| !judged.phonies.is_empty()).count(),
                missed_bingos: judged()
                    .filter(|judged| judged.missed_bingo.is_some())
                    .count(),
            }
        };
        Report {
            title: gcg.title(),
            description: gcg.description(),
            warnings,
            players: Seat::BOTH.map(player),
            turns,
            open_turn,
        }
    }

    /// Returns `true` if a turn has shares of wins.
    pub fn has_rates(&self) -> bool {
        let mut players = self.players.iter();
        players.any(|player| player.average_win_rate_lost.is_some())
    }

    /// Writes the title if there is one, a table of the turns, a table of the players, and the position of the open turn
    /// if it is known.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(title) = self.title {
            writeln!(out, "{}\n", Visible(title))?;
        }
        let mut table = Table::new([
            "player", "rack", "move", "points", "total", "best", "lost", "by", "",
        ]);
        for turn in &self.turns {
            let judged = turn.judgement.as_ref();
            let mut remarks = turn.remarks();
            remarks.extend(judged.and_then(Judged::rates));
            table.row([
                Visible(turn.player).to_string(),
                turn.rack.clone(),
                Visible(&turn.r#move).to_string(),
                turn.points.to_string(),
                turn.total.to_string(),
                judged.map_or_else(String::new, |judged| judged.best.play().to_owned()),
                judged.map_or_else(String::new, |judged| format!("{:.1}", judged.lost)),
                judged.map_or_else(String::new, |judged| judged.ranked_by.to_owned()),
                remarks.join("; "),
            ]);
        }
        table.print(out)?;
        writeln!(out)?;
        let rate_heading = if self.has_rates() {
            "wins lost per turn"
        } else {
            ""
        };
        let mut table = Table::new([
            "player",
            "total",
            "turns",
            "lost per turn",
            "phonies",
            "missed bingos",
            rate_heading,
        ]);
        for player in &self.players {
            let rate = player.average_win_rate_lost;
            table.row([
                Visible(player.nick).to_string(),
                player.total.to_string(),
                player.turns.to_string(),
                format!("{:.2}", player.average_lost),
                player.phonies.to_string(),
                player.missed_bingos.to_string(),
                rate.map_or_else(String::new, |rate| format!("{:.1} %", 100.0 * rate)),
            ]);
        }
        table.print(out)?;
        match &self.open_turn {
            Some(OpenTurn { player, cgp }) => {
                writeln!(out, "\non turn: {}, {cgp}", Visible(player))
            }
            None => Ok(()),
        }
    }
}

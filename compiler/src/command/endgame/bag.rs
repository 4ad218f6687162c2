//! Positions with one to four tiles in the bag.

use std::io::{self, Write};

use lexc_game::{DrawResults, PreEndgame, PreEndgameReport};
use lexc_runtime::{Alphabet, Cgp, GameState, MovePart, Rules};
use rayon::ThreadPool;
use serde::Serialize;

use crate::command::games::PositionProblem;
use crate::command::move_fields::MoveFields;
use crate::command::position_run::CheckedPosition;
use crate::command::table::{Table, plural};
use crate::command::terminal::Progress;
use crate::command::warnings::Warning;

/// The state of the game, if the unseen tiles include the tiles on the opponent's rack, and the bag has one to four tiles.
pub fn state_with_bag(cgp: &Cgp<'_>, rules: &Rules) -> Option<GameState> {
    let unseen = rules.unseen(cgp.board(), cgp.rack());
    unseen.clone().checked_sub(cgp.opponent_rack())?;
    let state = cgp.state_with(unseen, rules).ok()?;
    PreEndgame::BAG_LENS
        .contains(&state.bag_len())
        .then_some(state)
}

/// The largest number of sets of tiles in the bag that a table shows.
const SHOWN_DRAWS: usize = 12;

/// A position with its moves ranked over every order of the tiles in the bag. The fields are those of its JSON object.
#[derive(Serialize)]
pub struct Ranked {
    cgp: String,
    warnings: Vec<String>,
    pub value: f64,
    pub exact: bool,
    win_rate: f64,
    bag: usize,
    orders: u64,
    skipped: usize,
    candidates: Vec<CandidateText>,
    draws: Vec<DrawText>,
}

/// The results for one set of tiles in the bag.
#[derive(Serialize)]
struct DrawText {
    bag: String,
    orders: u64,
    win_rates: Vec<Option<f64>>,
}

impl DrawText {
    fn new(draw: &DrawResults, alphabet: Alphabet<'_>) -> DrawText {
        DrawText {
            bag: draw.tiles.display(alphabet).to_string(),
            orders: draw.orders,
            win_rates: draw.win_rates.clone(),
        }
    }
}

/// A candidate with its results over all orders.
#[derive(Serialize)]
struct CandidateText {
    play: String,
    score: i32,
    leave: String,
    win_rate: f64,
    spread: Option<f64>,
    certainty: String,
    #[serde(skip)]
    is_dropped: bool,
}

impl CandidateText {
    fn win_text(&self) -> String {
        let bound = if self.is_dropped { "at most " } else { "" };
        format!("{bound}{:.1}", 100.0 * self.win_rate)
    }
}

impl Ranked {
    /// Ranks the moves of a position.
    ///
    /// # Errors
    /// The moves of the position can't be ranked.
    pub fn solve(
        (solver, candidates): (&PreEndgame<'_>, usize),
        pool: &ThreadPool,
        checked: &CheckedPosition<'_, '_>,
        state: &GameState,
        alphabet: Alphabet<'_>,
    ) -> Result<Ranked, PositionProblem> {
        let CheckedPosition {
            cgp,
            position,
            warnings,
        } = checked;
        let progress = Progress::of_count("ranking", candidates as u64, "candidates");
        let report = pool.install(|| {
            solver.solve(state, position.rules(), |count| {
                progress.set(count as u64);
                true
            })
        });
        drop(progress);
        let report = report.map_err(PositionProblem::PreEndgame)?;
        let candidates = report.candidates.iter().map(|one| {
            let text = MoveFields::new(&one.action, None, position, alphabet);
            CandidateText {
                play: text.play().to_owned(),
                score: one.action.score(),
                leave: text.text(MovePart::Leave).to_owned(),
                win_rate: one.win_rate,
                spread: one.spread,
                certainty: one.certainty().to_string(),
                is_dropped: one.is_dropped,
            }
        });
        let candidates = candidates.collect();
        Ok(Ranked::new(cgp, warnings, &report, candidates, alphabet))
    }

    fn new(
        cgp: &Cgp<'_>,
        warnings: &[Warning],
        report: &PreEndgameReport,
        candidates: Vec<CandidateText>,
        alphabet: Alphabet<'_>,
    ) -> Ranked {
        let best = report.candidates.first();
        let warnings = warnings.iter().map(|warning| warning.text().to_owned());
        Ranked {
            cgp: cgp.display(alphabet).to_string(),
            warnings: warnings.collect(),
            value: best.and_then(|best| best.spread).unwrap_or(0.0),
            exact: report.is_exact(),
            win_rate: best.map_or(0.0, |best| best.win_rate),
            bag: report.bag_len,
            orders: report.orders,
            skipped: report.skipped,
            candidates,
            draws: (report.draws.iter())
                .map(|draw| DrawText::new(draw, alphabet))
                .collect(),
        }
    }

    /// The best move; the pass if there is no candidate.
    pub fn play(&self) -> &str {
        self.candidates.first().map_or("pass", |best| &best.play)
    }

    /// Writes the candidates.
    pub fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut table = Table::new(["move", "score", "leave", "win %", "spread", "certainty"]);
        for one in &self.candidates {
            table.row([
                one.play.clone(),
                one.score.to_string(),
                one.leave.clone(),
                one.win_text(),
                one.spread
                    .map_or_else(String::new, |spread| format!("{spread:+.2}")),
                one.certainty.clone(),
            ]);
        }
        table.print(out)?;
        writeln!(
            out,
            "\n{} in the bag, {}",
            plural(self.bag as u64, "tile"),
            plural(self.orders, "order")
        )?;
        if self.skipped > 0 {
            writeln!(
                out,
                "{} left out, because a limit has ended the search",
                plural(self.skipped as u64, "candidate")
            )?;
        }
        self.write_draws(out)
    }

    /// Writes the shares of wins of the first candidates by the tiles in the bag, the least of the best candidate first.
    fn write_draws(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut draws: Vec<&DrawText> = self.draws.iter().collect();
        let share = |draw: &DrawText| draw.win_rates.first().copied().flatten().unwrap_or(0.0);
        draws.sort_by(|a, b| share(a).total_cmp(&share(b)));
        let shown = draws.first().map_or(0, |draw| draw.win_rates.len().min(3));
        if shown == 0 {
            return Ok(());
        }
        let plays = self.candidates.iter().take(shown).map(|one| &*one.play);
        let mut table = Table::new(["bag", "orders"].into_iter().chain(plays));
        for draw in draws.iter().take(SHOWN_DRAWS) {
            let shares = draw.win_rates.iter().take(shown).map(|share| match share {
                Some(share) => format!("{:.1}", 100.0 * share),
                None => "–".to_owned(),
            });
            table.row(
                [draw.bag.clone(), draw.orders.to_string()]
                    .into_iter()
                    .chain(shares),
            );
        }
        writeln!(out, "\nwin % by the tiles in the bag:")?;
        table.print(out)?;
        match draws.len().checked_sub(SHOWN_DRAWS) {
            None | Some(0) => Ok(()),
            Some(more) => writeln!(out, "and {more} more, which --json lists"),
        }
    }
}

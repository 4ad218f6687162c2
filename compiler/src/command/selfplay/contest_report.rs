//! The report of a match.

use std::io::{self, Write};

use lexc_compiler::text::Visible;
use lexc_game::{Comparison, MatchResults, SequentialTest};
use serde::Serialize;

use super::contest::Contest;
use crate::command::table::{Table, grouped, plural};

/// The results with the settings. The fields are those of the JSON object.
#[derive(Serialize)]
pub struct ContestReport<'a> {
    lexicon: &'a str,
    fingerprint: String,
    games: u64,
    seed: u64,
    players: [PlayerReport<'a>; 2],
    draws: u64,
    #[serde(flatten)]
    compared: ComparisonReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    differing_pairs: Option<PairsReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<DecisionReport>,
}

#[derive(Serialize)]
struct PlayerReport<'a> {
    player: &'a str,
    wins: u64,
    average_score: f64,
    average_score_error: f64,
}

#[derive(Serialize)]
struct ComparisonReport {
    spread: f64,
    spread_error: f64,
    win_rate: f64,
    win_rate_error: f64,
}

#[derive(Serialize)]
struct PairsReport {
    pairs: u32,
    #[serde(skip)]
    all: u32,
    #[serde(flatten)]
    compared: ComparisonReport,
}

#[derive(Serialize)]
struct DecisionReport {
    /// A share of wins.
    margin: f64,
    log_likelihood_ratio: f64,
    /// The number of the player who wins more, 1 or 2.
    better: Option<usize>,
}

impl From<Comparison> for ComparisonReport {
    fn from(compared: Comparison) -> ComparisonReport {
        ComparisonReport {
            spread: compared.spread,
            spread_error: compared.spread_error,
            win_rate: compared.win_rate,
            win_rate_error: compared.win_rate_error,
        }
    }
}

impl ComparisonReport {
    fn spread_text(&self) -> String {
        format!(
            "{:+.2} +- {:.2} points a game (95 %: {:+.2} to {:+.2})",
            self.spread,
            self.spread_error,
            self.spread - 1.96 * self.spread_error,
            self.spread + 1.96 * self.spread_error,
        )
    }

    fn wins_text(&self) -> String {
        format!(
            "share of wins {:.1} +- {:.1} %",
            100.0 * self.win_rate,
            100.0 * self.win_rate_error
        )
    }
}

/// The first player's lead so far, for the line of progress.
pub fn lead(results: &MatchResults) -> String {
    let compared = ComparisonReport::from(results.comparison());
    let [first, second] = results.wins();
    format!(
        "games; {first} to {second} wins, spread {:+.1} +- {:.1}",
        compared.spread, compared.spread_error
    )
}

impl<'a> ContestReport<'a> {
    pub fn new(contest: &'a Contest<'_>, seed: u64, results: &MatchResults) -> ContestReport<'a> {
        let (scores, wins) = (results.scores(), results.wins());
        let player = |index: usize| PlayerReport {
            player: contest.players[index].name,
            wins: wins[index],
            average_score: scores[index].mean(),
            average_score_error: scores[index].standard_error(),
        };
        let games = u64::from(scores[0].count());
        let all = results.comparison();
        let differing = results.comparison_of_differing_pairs();
        ContestReport {
            lexicon: contest.lexicon.name(),
            fingerprint: contest.lexicon.fingerprint().to_string(),
            games,
            seed,
            players: [player(0), player(1)],
            draws: games - wins[0] - wins[1],
            compared: all.into(),
            differing_pairs: contest.has_pairs.then(|| PairsReport {
                pairs: differing.samples,
                all: all.samples,
                compared: differing.into(),
            }),
            decision: contest.test.map(|test| DecisionReport {
                margin: test.margin(),
                log_likelihood_ratio: test.log_likelihood_ratio(results),
                better: test.better(results).map(|index| index + 1),
            }),
        }
    }

    /// Writes a table, and the first player's spread and share of wins.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = match self.lexicon {
            "" => "a lexicon without a name",
            name => name,
        };
        let names = self.players.each_ref().map(|player| Visible(player.player));
        let [first, second] = &names;
        let games = plural(self.games, "game");
        let (name, seed) = (Visible(name), self.seed);
        writeln!(
            out,
            "{name}, {games}, seed {seed}; {first} against {second}\n"
        )?;
        let mut table = Table::new(["player", "wins", "average score", "+-"]);
        for player in &self.players {
            table.row([
                player.player,
                &grouped(player.wins),
                &format!("{:.2}", player.average_score),
                &format!("{:.2}", player.average_score_error),
            ]);
        }
        table.print(out)?;
        let compared = &self.compared;
        writeln!(out, "\nspread of {first} {}", compared.spread_text())?;
        writeln!(
            out,
            "{}, {}; +- is the standard error",
            compared.wins_text(),
            plural(self.draws, "draw"),
        )?;
        if let Some(differing) = &self.differing_pairs {
            let (pairs, all) = (differing.pairs, plural(differing.all.into(), "pair"));
            write!(out, "{pairs} of {all} differ")?;
            if pairs > 0 && pairs < differing.all {
                let compared = &differing.compared;
                write!(
                    out,
                    ": {}, {}",
                    compared.spread_text(),
                    compared.wins_text()
                )?;
            }
            writeln!(out)?;
        }
        let Some(decision) = &self.decision else {
            return Ok(());
        };
        let test = format!(
            "log-likelihood ratio {:+.2}, bound {:.2}, margin {:.1} %",
            decision.log_likelihood_ratio,
            SequentialTest::bound(),
            100.0 * decision.margin
        );
        match decision.better {
            Some(number) => {
                let name = &names[number - 1];
                writeln!(out, "decided: {name} wins more games ({test})")
            }
            None => writeln!(out, "not decided ({test})"),
        }
    }
}

//! The players of a match, as the flag `--players` gives them.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum as _;

use crate::command::players::{PlayerName, plies, samples};
use crate::command::table::seconds;

/// A player of a match, with its own settings in place of those of the flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// The text by which the player was given, which is its name in reports.
    pub text: String,
    pub kind: ContestantKind,
    pub leaves: Option<PathBuf>,
    pub time_limit: Option<Duration>,
    pub samples: Option<u32>,
    pub plies: Option<u32>,
    /// True if samples draw the opponent's tiles by the opponent's last move.
    pub infers: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContestantKind {
    Named(PlayerName),
    Command,
}

/// Reads a margin in per cent, and returns it as a share.
pub fn margin(text: &str) -> Result<f64, String> {
    let margin = text.parse().ok().map(|percent: f64| percent / 100.0);
    let margin = margin.filter(|margin| (0.001..=0.4).contains(margin));
    margin.ok_or_else(|| "a number of per cent from 0.1 to 40, such as 2, is needed".to_owned())
}

/// Reads two players, such as `equity,sim:time=0.5`.
///
/// # Errors
/// The first fault, with its remedy.
pub fn pair(text: &str) -> Result<[Contestant; 2], String> {
    let players: Result<Vec<Contestant>, String> = text.split(',').map(Contestant::read).collect();
    let pair: Result<[Contestant; 2], _> = players?.try_into();
    pair.map_err(|_| "write two players, such as greedy,equity".to_owned())
}

impl Contestant {
    /// Reads a name and settings, each after a `:`.
    fn read(text: &str) -> Result<Contestant, String> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let kind = match name {
            "command" => ContestantKind::Command,
            name => ContestantKind::Named(PlayerName::from_str(name, false).map_err(|_| {
                let names = PlayerName::value_variants()
                    .iter()
                    .map(PlayerName::to_string);
                format!(
                    "unknown player `{name}` (write {} or command)",
                    names.collect::<Vec<_>>().join(", ")
                )
            })?),
        };
        let mut player = Contestant {
            text: text.to_owned(),
            kind,
            leaves: None,
            time_limit: None,
            samples: None,
            plies: None,
            infers: false,
        };
        for part in parts {
            player
                .set(part)
                .map_err(|problem| format!("{text}: {problem}"))?;
        }
        Ok(player)
    }

    /// Returns `true` if the player needs leave values.
    pub fn uses_leaves(&self) -> bool {
        matches!(self.kind, ContestantKind::Named(name) if name.uses_leaves())
    }

    fn set(&mut self, setting: &str) -> Result<(), String> {
        let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
        let (simulates, has_time) = match self.kind {
            ContestantKind::Command => (false, true),
            ContestantKind::Named(name) => (name == PlayerName::Sim, name.casual().is_none()),
        };
        let (is_taken, is_first) = match key {
            "leaves" if value.is_empty() => return Err("write leaves=FILE".to_owned()),
            "leaves" => (
                self.uses_leaves(),
                self.leaves.replace(value.into()).is_none(),
            ),
            "time" => (has_time, self.time_limit.replace(seconds(value)?).is_none()),
            "samples" => (simulates, self.samples.replace(samples(value)?).is_none()),
            "plies" => (simulates, self.plies.replace(plies(value)?).is_none()),
            "infer" if !value.is_empty() => return Err("write infer alone".to_owned()),
            "infer" => (simulates, !std::mem::replace(&mut self.infers, true)),
            _ => {
                return Err(format!(
                    "unknown setting `{setting}` (write leaves=FILE, time=SECONDS, samples=N, plies=N or infer)"
                ));
            }
        };
        match (is_taken, is_first) {
            (true, true) => Ok(()),
            (true, false) => Err(format!("{key} is set twice (remove one of both)")),
            (false, _) => Err(format!("this player has no {key} (leave it out)")),
        }
    }
}

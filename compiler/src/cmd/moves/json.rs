//! The plays of a position as a JSON object on a line of its own.

use std::io::{self, Write};

use lexc_runtime::{Alphabet, Play, Position};
use serde::{Serialize, Serializer};

use super::Solved;
use super::ranking::Counts;
use super::record::PlayRecord;
use crate::cmd::positions::PositionProblem;

/// Where a position stands in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The number of the position, counted from 1.
    pub position: u64,
    /// The number of its line, counted from 1.
    pub line: u64,
}

/// Writes the result for a position. What has no place was not read from a stream.
pub fn write_result(
    out: &mut dyn Write,
    place: Option<Place>,
    solved: &Solved<'_, '_>,
    alphabet: Alphabet<'_>,
) -> io::Result<()> {
    let Solved {
        cgp,
        position,
        ranking,
    } = solved;
    let result = ResultJson {
        place,
        cgp: cgp.display(alphabet).to_string(),
        rack: position.rack().display(alphabet).to_string(),
        counts: *ranking.counts(),
        plays: PlaysJson {
            plays: ranking.plays(),
            position,
            alphabet,
        },
    };
    write_line(out, &result)
}

/// Writes what is wrong with a position in place of a result.
pub fn write_problem(
    out: &mut dyn Write,
    place: Place,
    problem: &PositionProblem,
) -> io::Result<()> {
    let error = problem.to_string();
    write_line(out, &ProblemJson { place, error })
}

#[derive(Serialize)]
struct ResultJson<'a> {
    #[serde(flatten)]
    place: Option<Place>,
    cgp: String,
    rack: String,
    counts: Counts,
    plays: PlaysJson<'a>,
}

#[derive(Serialize)]
struct ProblemJson {
    #[serde(flatten)]
    place: Place,
    error: String,
}

/// Plays that become records one at a time, as there may be very many.
struct PlaysJson<'a> {
    plays: &'a [Play],
    position: &'a Position<'a>,
    alphabet: Alphabet<'a>,
}

impl Serialize for PlaysJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let plays = self.plays.iter();
        serializer
            .collect_seq(plays.map(|play| PlayRecord::new(play, self.position, self.alphabet)))
    }
}

fn write_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

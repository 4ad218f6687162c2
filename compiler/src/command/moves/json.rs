//! JSON of `lexc moves`: an object for a position, on a line of its own.

use std::io::{self, Write};

use lexc_runtime::Alphabet;
use serde::{Serialize, Serializer};

use super::counts::Counts;
use super::play_text::PlayText;
use super::solved::Solved;
use crate::command::json::write_line;
use crate::command::position_problem::PositionProblem;

/// The place of a position in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The number of the position, counted from 1.
    pub position: u64,
    /// The number of its line, counted from 1.
    pub line: u64,
}

/// Writes the result for a position. A position that was not read from a stream has no place.
pub fn write_result(
    out: &mut dyn Write,
    place: Option<Place>,
    solved: &Solved<'_, '_>,
    alphabet: Alphabet<'_>,
) -> io::Result<()> {
    let result = ResultJson {
        place,
        cgp: solved.cgp.display(alphabet).to_string(),
        rack: solved.position.rack().display(alphabet).to_string(),
        counts: solved.counts,
        plays: PlaysJson { solved, alphabet },
    };
    write_line(out, &result)
}

/// Writes the problem of a position in place of a result.
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

/// Plays that become text one at a time: a position may have millions.
struct PlaysJson<'a> {
    solved: &'a Solved<'a, 'a>,
    alphabet: Alphabet<'a>,
}

impl Serialize for PlaysJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PlaysJson { solved, alphabet } = self;
        let plays = solved.plays.iter();
        serializer.collect_seq(plays.map(|play| PlayText::new(play, &solved.position, *alphabet)))
    }
}

//! Hints: the best moves for the person, as text.

use lexc_game::{Advice, AdvisedMove, RankedBy};
use lexc_runtime::{Alphabet, MovePart, Position};

use crate::command::move_fields::MoveFields;
use crate::command::table::plural;

/// The number of moves of a hint, unless the person gives another one.
pub const HINTS: usize = 5;

/// A line with the way in which the moves are ranked, and a line for each idea.
pub fn lines(advice: &Advice, position: &Position<'_>, alphabet: Alphabet<'_>) -> String {
    if advice.ranked_by == RankedBy::Choice {
        return "There is no play (exchange tiles, or pass).".to_owned();
    }
    let ideas = advice.ideas.iter().filter_map(|moves| {
        let (best, others) = moves.split_first()?;
        let text = |one: &AdvisedMove| MoveFields::new(&one.action, None, position, alphabet);
        let text_of_best = text(best);
        let leave = match text_of_best.text(MovePart::Leave) {
            "" => "-",
            leave => leave,
        };
        Some(format!(
            "{} {:+} {leave}{}{}",
            text_of_best.play(),
            best.action.score(),
            values(best, advice.ranked_by),
            text_of_best.also(others.iter().map(text))
        ))
    });
    let lines: Vec<String> = [heading(advice.ranked_by)]
        .into_iter()
        .chain(ideas)
        .collect();
    lines.join("\n")
}

/// The way in which the moves are ranked, and the columns of the lines.
fn heading(ranked_by: RankedBy) -> String {
    match ranked_by {
        RankedBy::Equity => "By equity: score, leave, equity".to_owned(),
        RankedBy::Simulation { samples } => {
            let samples = plural(samples.into(), "sample");
            format!("Simulated, {samples}: score, leave, mean equity, wins")
        }
        RankedBy::PreEndgame => {
            "By wins over every order of the bag: score, leave, wins, mean gain".to_owned()
        }
        RankedBy::Endgame => "Solved: score, leave, gain to the end".to_owned(),
        _ => "By score: score, leave".to_owned(),
    }
}

/// The values of a move, each after a space.
fn values(one: &AdvisedMove, ranked_by: RankedBy) -> String {
    let estimate = if one.is_exact { "" } else { " about" };
    let bound = if one.is_bound { " at most" } else { "" };
    let wins = one
        .win_rate
        .map_or_else(String::new, |rate| format!("{bound} {:.0} %", 100.0 * rate));
    let points = |text: fn(f64) -> String| one.points.map_or_else(String::new, text);
    match ranked_by {
        RankedBy::Equity => points(|points| format!(" {points:.1}")),
        RankedBy::Simulation { .. } => {
            format!("{}{wins}", points(|points| format!(" {points:.1}")))
        }
        RankedBy::PreEndgame => format!(
            "{estimate}{wins}{}",
            points(|points| format!(" {points:+.1}"))
        ),
        RankedBy::Endgame => format!("{estimate}{}", points(|points| format!(" {points:+.0}"))),
        _ => String::new(),
    }
}

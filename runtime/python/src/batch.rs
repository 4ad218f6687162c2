//! Best moves of many positions, for columns of a table.

use lexc_runtime::{Alphabet, Cgp, RulesText};
use pyo3::prelude::*;

use crate::best::best;
use crate::image::OpenImage;
use crate::interrupt::Interrupt;
use crate::leaves::{Leaves, Values};
use crate::lexicon::Lexicon;
use crate::moves::points;
use crate::rules::{position_text, settings};
use crate::spelling::nfc;

/// The moves of a row: their texts, scores and equities; or the error of its position.
type Row = Result<(Vec<String>, Vec<i32>, Vec<f64>), String>;

/// Columns of moves, scores, equities and errors.
type Columns = (
    Vec<Option<Vec<String>>>,
    Vec<Option<Vec<i32>>>,
    Vec<Option<Vec<f64>>>,
    Vec<Option<String>>,
);

/// The best moves of the positions in a column of CGP: lists of moves, scores and equities, and an error for each row
/// that is not a position. Runs detached from the interpreter, except for checks for signals.
#[pyfunction]
pub fn best_rows(
    py: Python<'_>,
    lexicon: &Lexicon,
    column: Vec<Option<String>>,
    count: usize,
    leaves: Option<PyRef<'_, Leaves>>,
    rules: Option<&str>,
) -> PyResult<Columns> {
    let image = lexicon.open_image()?;
    let alphabet = image.lexicon().alphabet();
    let settings = settings(rules, alphabet)?;
    let values = match leaves.as_deref() {
        Some(leaves) => Some(Values::of(Some(leaves), alphabet)?),
        None => None,
    };
    py.detach(|| {
        let mut interrupt = Interrupt::new();
        let mut columns = Columns::default();
        for text in column {
            if interrupt.is_raised() {
                break;
            }
            let row = match &text {
                Some(text) => row(&image, text, &settings, values.as_ref(), count),
                None => Err("no position (null)".to_owned()),
            };
            let (moves, scores, equities, error) = match row {
                Ok((moves, scores, equities)) => (Some(moves), Some(scores), Some(equities), None),
                Err(error) => (None, None, None, Some(error)),
            };
            columns.0.push(moves);
            columns.1.push(scores);
            columns.2.push(equities);
            columns.3.push(error);
        }
        interrupt.finish()?;
        Ok(columns)
    })
}

fn row(
    image: &OpenImage,
    text: &str,
    settings: &RulesText,
    values: Option<&Values<'_>>,
    count: usize,
) -> Row {
    let alphabet: Alphabet<'_> = image.lexicon().alphabet();
    let text = nfc(text);
    let cgp = Cgp::parse(&text, alphabet).map_err(|error| error.to_string())?;
    let rules = settings.of_position(&cgp, alphabet);
    let rules = rules.map_err(|error| error.to_string())?;
    let position = cgp.position(&rules).map_err(position_text)?;
    let state = cgp.state(&rules).map_err(position_text)?;
    let found = best(image, &position, state.bag_len(), values, count);
    let mut row = (Vec::new(), Vec::new(), Vec::new());
    for (action, equity) in found {
        row.0
            .push(action.display(position.board(), alphabet).to_string());
        row.1.push(action.score());
        row.2.extend(equity.map(points));
    }
    Ok(row)
}

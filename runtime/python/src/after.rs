//! The position after a move.

use lexc_runtime::{Cgp, Position};
use pyo3::prelude::*;

use crate::error::refused;
use crate::image::OpenImage;
use crate::moves::read;
use crate::rules::refused_position;

/// Makes a move for the player on turn, and returns the position for the next player. Draws no tiles: the drawn ones are not
/// known, unless they are all that are left.
pub fn after(
    image: &OpenImage,
    cgp: &Cgp<'_>,
    position: &Position<'_>,
    text: &str,
) -> PyResult<Cgp<'static>> {
    let (lexicon, rules) = (image.lexicon(), position.rules());
    let alphabet = lexicon.alphabet();
    let mut state = cgp.state(rules, alphabet).map_err(refused_position)?;
    let action = read(text, position, alphabet)?;
    let checked = state.check(rules, &action, Some(lexicon));
    checked.map_err(|error| refused(error.display(alphabet)))?;
    state.apply(rules, &action, |_| None);
    Ok(state.cgp())
}

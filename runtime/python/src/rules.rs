//! Rules of a game.

use std::fmt::Display;

use lexc_runtime::{Alphabet, Cgp, PositionError, Rules, RulesText};
use pyo3::prelude::*;

use crate::error::refused;

/// The settings of the argument `rules`; no settings for `None`. Checks them on the board that they give, or else on the usual
/// board of the alphabet.
pub fn settings(rules: Option<&str>, alphabet: Alphabet<'_>) -> PyResult<RulesText> {
    let settings = RulesText::parse(rules.unwrap_or_default(), alphabet).map_err(refused)?;
    let checked = settings.rules(alphabet).check();
    checked.map_err(|error| refused(format_args!("rules: {error}")))?;
    Ok(settings)
}

/// The rules of a game from its start.
pub fn rules_of_game(rules: Option<&str>, alphabet: Alphabet<'_>) -> PyResult<Rules> {
    Ok(settings(rules, alphabet)?.rules(alphabet))
}

/// The rules of a record's game: these settings, and where they have none, those of the record.
pub fn rules_of_record(
    gcg: &lexc_game::Gcg,
    rules: Option<&str>,
    alphabet: Alphabet<'_>,
) -> PyResult<Rules> {
    let refused = |error: &dyn Display| refused(format_args!("#rules: {error}"));
    let rules = gcg.rules_of_game(&settings(rules, alphabet)?, alphabet);
    let rules = rules.map_err(|error| refused(&error))?;
    rules.check().map_err(|error| refused(&error))?;
    Ok(rules)
}

/// The rules of a position.
pub fn rules_of_position(
    rules: Option<&str>,
    cgp: &Cgp<'_>,
    alphabet: Alphabet<'_>,
) -> PyResult<Rules> {
    let rules = settings(rules, alphabet)?.of_position(cgp, alphabet);
    rules.map_err(refused)
}

/// The text of a position's fault.
pub fn position_text(error: PositionError) -> String {
    match error {
        PositionError::Dimensions { board, layout } => {
            format!(
                "the board has {board} squares and the layout {layout} (give the board's layout in rules)"
            )
        }
        PositionError::RackTooLong { found, rack_size } => format!(
            "{found} tiles on the rack where the rules allow {rack_size} (remove tiles, or allow {found} with rules=\"rack={found}\")"
        ),
        error => error.to_string(),
    }
}

/// The exception for a position that breaks its rules.
pub fn refused_position(error: PositionError) -> PyErr {
    refused(position_text(error))
}

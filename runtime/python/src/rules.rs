//! Rules of a game.

use std::str::FromStr;

use lexc_runtime::{Alphabet, Cgp, Layout, PositionError};
use pyo3::prelude::*;

use crate::error::refused;
use crate::values::RULES;

/// The rules of `lexc.Rules`, read for an alphabet.
#[derive(Clone)]
pub struct Rules {
    /// One entry, with the layout that the user chose; if the user chose none, one entry for each preset layout.
    presets: Vec<lexc_runtime::Rules>,
    bingo_bonus: Option<i32>,
    exchange_limit: Option<usize>,
}

impl Rules {
    /// Reads `lexc.Rules`; for `None`, the defaults of `lexc.Rules`.
    pub fn read(
        py: Python<'_>,
        rules: Option<&Bound<'_, PyAny>>,
        alphabet: Alphabet<'_>,
    ) -> PyResult<Rules> {
        let class = RULES.get(py)?;
        let rules = match rules {
            Some(rules) if rules.is_instance(class)? => rules.clone(),
            Some(rules) => {
                let found = rules.get_type().name()?;
                let message = format!("rules: lexc.Rules is needed, not {found}");
                return Err(pyo3::exceptions::PyTypeError::new_err(message));
            }
            None => class.call0()?,
        };
        let layout: Option<String> = rules.getattr("layout")?.extract()?;
        let rack_size: usize = rules.getattr("rack_size")?.extract()?;
        let blank_value: i16 = rules.getattr("blank_value")?.extract()?;
        let bingo_bonus: Option<i32> = rules.getattr("bingo_bonus")?.extract()?;
        let exchange_limit: Option<usize> = rules.getattr("exchange_limit")?.extract()?;
        let layouts = match layout.as_deref() {
            None => vec![Layout::STANDARD, Layout::SUPER],
            Some("standard") => vec![Layout::STANDARD],
            Some("super") => vec![Layout::SUPER],
            Some(text) => vec![
                Layout::parse(text).map_err(|error| refused(format_args!("layout: {error}")))?,
            ],
        };
        let presets = layouts.into_iter().map(|layout| {
            let rules = lexc_runtime::Rules::standard(alphabet)
                .with_exchange_bag_len(exchange_limit.unwrap_or(rack_size))
                .with_layout(layout)
                .with_rack_size(rack_size)
                .with_blank_value(blank_value);
            let rules = match bingo_bonus {
                Some(bonus) => rules.with_bingo_bonus(bonus),
                None => rules,
            };
            rules
                .check()
                .map(|()| rules)
                .map_err(|error| refused(format_args!("rules: {error}")))
        });
        Ok(Rules {
            presets: presets.collect::<PyResult<_>>()?,
            bingo_bonus,
            exchange_limit,
        })
    }

    /// The rules of a game from its start. If the user chose no layout, they have the preset layout of the alphabet.
    pub fn of_game(mut self, alphabet: Alphabet<'_>) -> lexc_runtime::Rules {
        let is_super = *lexc_runtime::Rules::for_alphabet(alphabet).layout() == Layout::SUPER;
        let index = usize::from(is_super && self.presets.len() > 1);
        self.presets.swap_remove(index)
    }

    /// The rules of a position. If the user chose no layout, they have the preset layout of the board's size. The
    /// operations `bb` and `etl` of the position set the bingo bonus and the exchange limit where the user set none.
    pub fn of_position(&self, cgp: &Cgp<'_>) -> Result<lexc_runtime::Rules, String> {
        let board = cgp.board().dimensions();
        let rules = match self.presets.as_slice() {
            [rules] => rules,
            presets => {
                let mut presets = presets.iter();
                let found = presets.find(|rules| rules.layout().dimensions() == board);
                found.ok_or_else(|| {
                    format!("no preset layout has {board} squares (give the layout in rules)")
                })?
            }
        };
        let bonus = self
            .bingo_bonus
            .or(number_of(cgp, "bb"))
            .unwrap_or(rules.bingo_bonus());
        let limit = self
            .exchange_limit
            .or(number_of(cgp, "etl"))
            .unwrap_or(rules.exchange_bag_len());
        Ok(rules
            .clone()
            .with_bingo_bonus(bonus)
            .with_exchange_bag_len(limit))
    }
}

/// The number that an operation of the position gives; `None` if the operation is missing or not a number in range.
fn number_of<N: FromStr>(cgp: &Cgp<'_>, opcode: &str) -> Option<N> {
    cgp.operation(opcode)?.parse().ok()
}

/// The operations of the position, such as `bb 50;`.
pub fn operations_of(cgp: &Cgp<'_>) -> String {
    let operations = cgp.operations().map(|(opcode, operands)| match operands {
        "" => format!("{opcode};"),
        _ => format!("{opcode} {operands};"),
    });
    operations.collect::<Vec<_>>().join(" ")
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
            "{found} tiles on the rack where the rules allow {rack_size} (remove tiles, or allow {found} with lexc.Rules(rack_size={found}))"
        ),
        error => error.to_string(),
    }
}

/// The exception for a position that breaks its rules.
pub fn refused_position(error: PositionError) -> PyErr {
    refused(position_text(error))
}

//! Which rules a position is played by.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use lexc_runtime::{Alphabet, Cgp, Layout, Position, Rules, RulesError};

use super::problem::PositionProblem;
use crate::cmd::Failure;

/// No layout takes as much.
const MAX_LAYOUT_BYTES: u64 = 1 << 16;

/// The rules that positions may be played by.
#[derive(Debug)]
pub struct Games {
    /// One; or one for each preset layout, among which the size of the board chooses.
    rules: Vec<Rules>,
}

impl Games {
    /// The rules with this layout: `standard`, `super` or a file; if none is given, those with either preset.
    ///
    /// # Errors
    /// A layout that can't be read; a rack size or a bonus that is not possible.
    pub fn new(
        layout: Option<&Path>,
        rack_size: usize,
        bingo_bonus: i32,
        alphabet: Alphabet<'_>,
    ) -> Result<Games, Failure> {
        let layouts = match layout {
            Some(layout) => vec![named_layout(layout)?],
            None => vec![Layout::STANDARD, Layout::SUPER],
        };
        let refused = |option: &'static str| {
            move |error: RulesError| Failure::Other(format!("{option}: {error}"))
        };
        let rules = layouts.into_iter().map(|layout| {
            Rules::standard(alphabet)
                .with_layout(layout)
                .map_err(refused("--layout"))?
                .with_rack_size(rack_size)
                .map_err(refused("--rack-size"))?
                .with_bingo_bonus(bingo_bonus)
                .map_err(refused("--bingo-bonus"))
        });
        Ok(Games {
            rules: rules.collect::<Result<_, _>>()?,
        })
    }

    /// The position under the rules that are for it.
    ///
    /// # Errors
    /// [`PositionProblem::NoLayout`] and [`PositionProblem::Rules`].
    pub fn position(&self, cgp: &Cgp<'_>) -> Result<Position<'_>, PositionProblem> {
        let board = cgp.board().dimensions();
        let rules = match self.rules.as_slice() {
            [rules] => rules,
            presets => presets
                .iter()
                .find(|rules| rules.layout().dimensions() == board)
                .ok_or(PositionProblem::NoLayout { board })?,
        };
        cgp.position(rules).map_err(PositionProblem::Rules)
    }
}

/// The preset of this name, or the layout in this file.
fn named_layout(name: &Path) -> Result<Layout, Failure> {
    if name == Path::new("standard") {
        return Ok(Layout::STANDARD);
    }
    if name == Path::new("super") {
        return Ok(Layout::SUPER);
    }
    let mut text = String::new();
    File::open(name)
        .and_then(|file| file.take(MAX_LAYOUT_BYTES).read_to_string(&mut text))
        .map_err(|error| Failure::Io {
            what: format!("layout {}", name.display()),
            error,
        })?;
    Layout::parse(&text)
        .map_err(|error| Failure::Other(format!("layout {}: {error}", name.display())))
}

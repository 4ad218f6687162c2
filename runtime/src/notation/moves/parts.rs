//! Parts of a move, each under a name: the fields of a move in every language.

use core::fmt;

use lexc_formats::Alphabet;

use crate::game::{Board, Candidate, Move, Play, Rack};
use crate::text::pad;

/// A part of a move. A new part needs a row in [`MovePart::ALL`], a name and a value here, and no change elsewhere, except where a
/// language describes its fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MovePart {
    /// `play`, `exchange` or `pass`.
    Kind,
    /// The whole move: `8D RETSINA`, `exchange QV`, `pass`.
    Text,
    /// The first square of a play's word: `8D` across, `D8` down.
    Coordinate,
    /// The direction of a play: `across` or `down`.
    Direction,
    /// The row of the first square, counted from 0.
    Row,
    /// The column of the first square, counted from 0.
    Col,
    /// The word of a play, tiles on the board included: `RETSINA`.
    Word,
    /// The word of a play with a `.` for each tile on the board: `RE..INA`.
    Tiles,
    /// The score; 0 for an exchange and the pass.
    Score,
    /// The number of tiles that the move places.
    Placed,
    /// The tiles that stay on the rack.
    Leave,
    /// The value of the leave.
    LeaveValue,
    /// The score plus the value of the leave.
    Equity,
}

impl MovePart {
    /// All parts, in the order of a move's fields.
    pub const ALL: [MovePart; 13] = [
        MovePart::Kind,
        MovePart::Text,
        MovePart::Coordinate,
        MovePart::Direction,
        MovePart::Row,
        MovePart::Col,
        MovePart::Word,
        MovePart::Tiles,
        MovePart::Score,
        MovePart::Placed,
        MovePart::Leave,
        MovePart::LeaveValue,
        MovePart::Equity,
    ];

    /// The name of the part in data: `coordinate`, `leave_value`.
    pub const fn name(self) -> &'static str {
        match self {
            MovePart::Kind => "kind",
            MovePart::Text => "text",
            MovePart::Coordinate => "coordinate",
            MovePart::Direction => "direction",
            MovePart::Row => "row",
            MovePart::Col => "col",
            MovePart::Word => "word",
            MovePart::Tiles => "tiles",
            MovePart::Score => "score",
            MovePart::Placed => "placed",
            MovePart::Leave => "leave",
            MovePart::LeaveValue => "leave_value",
            MovePart::Equity => "equity",
        }
    }

    /// The part with this name.
    pub fn named(name: &str) -> Option<MovePart> {
        MovePart::ALL.into_iter().find(|part| part.name() == name)
    }
}

/// A move of a position in parts, to be written as the fields of an object or the columns of a table.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Candidate, Cgp, Move, MovePart, Rules};
///
/// let rules = Rules::standard(alphabet);
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/5TS8/15/15/15/15/15/15/15 AEINRV?/", alphabet)?;
/// let position = cgp.position(&rules)?;
/// let action = Move::parse("8D RE(TS)INA", &position, alphabet)?;
/// let candidate = Candidate { action, equity: 34_500 };
/// let parts = candidate.parts(position.board(), position.rack(), alphabet);
/// let written: Vec<String> = parts.iter().map(|(part, _)| format!("{}={}", part.name(), parts.text(part))).collect();
/// assert_eq!(
///     written.join(" "),
///     "kind=play text=8D RETSINA coordinate=8D direction=across row=7 col=3 word=RETSINA tiles=RE..INA score=16 placed=5 \
///      leave=V? leave_value=18500 equity=34500"
/// );
/// assert!(Move::Pass.parts(position.board(), position.rack(), alphabet).get(MovePart::Word).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MoveParts<'a> {
    action: &'a Move,
    /// In thousandths of a point.
    equity: Option<i64>,
    board: &'a Board,
    rack: &'a Rack,
    alphabet: Alphabet<'a>,
}

impl Move {
    /// The parts of this move from a rack on a board, without an equity.
    pub fn parts<'a>(
        &'a self,
        board: &'a Board,
        rack: &'a Rack,
        alphabet: Alphabet<'a>,
    ) -> MoveParts<'a> {
        MoveParts {
            action: self,
            equity: None,
            board,
            rack,
            alphabet,
        }
    }
}

impl Candidate {
    /// The parts of this move from a rack on a board.
    pub fn parts<'a>(
        &'a self,
        board: &'a Board,
        rack: &'a Rack,
        alphabet: Alphabet<'a>,
    ) -> MoveParts<'a> {
        let parts = self.action.parts(board, rack, alphabet);
        parts.with_equity(Some(self.equity))
    }
}

impl<'a> MoveParts<'a> {
    /// The same parts, with this equity in thousandths of a point.
    #[must_use]
    pub fn with_equity(self, equity: Option<i64>) -> MoveParts<'a> {
        MoveParts { equity, ..self }
    }

    /// A part; `None` for the square and the word of an exchange or the pass, and for values without an equity.
    pub fn get(&self, part: MovePart) -> Option<MoveValue<'_>> {
        let number = self.number(part);
        match part {
            MovePart::Row | MovePart::Col | MovePart::Score | MovePart::Placed => {
                number.map(MoveValue::Number)
            }
            MovePart::LeaveValue | MovePart::Equity => number.map(MoveValue::Points),
            MovePart::Kind | MovePart::Text | MovePart::Leave => {
                Some(MoveValue::Text(self.text(part)))
            }
            MovePart::Coordinate | MovePart::Direction | MovePart::Word | MovePart::Tiles => {
                (self.play()).map(|_| MoveValue::Text(self.text(part)))
            }
        }
    }

    /// A part as text: numbers in digits, values in thousandths of a point. Empty if the move does not have the part.
    pub fn text(&self, part: MovePart) -> MovePartText<'_> {
        MovePartText { parts: self, part }
    }

    fn play(&self) -> Option<&'a Play> {
        match self.action {
            Move::Play(play) => Some(play),
            Move::Exchange(_) | Move::Pass => None,
        }
    }

    /// A part that is a number, or a value in thousandths of a point.
    fn number(&self, part: MovePart) -> Option<i64> {
        let score = i64::from(self.action.score());
        let number = match part {
            MovePart::Row => self.play()?.origin().row(),
            MovePart::Col => self.play()?.origin().col(),
            MovePart::Placed => self.play().map_or(0, Play::placed_len),
            MovePart::Score => return Some(score),
            MovePart::LeaveValue => {
                let score = score * Candidate::PER_POINT;
                return Some(self.equity?.saturating_sub(score));
            }
            MovePart::Equity => return self.equity,
            _ => return None,
        };
        i64::try_from(number).ok()
    }

    /// The parts that the move has, in the order of [`MovePart::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (MovePart, MoveValue<'_>)> {
        let parts = MovePart::ALL.into_iter();
        parts.filter_map(|part| Some((part, self.get(part)?)))
    }
}

/// The value of a part.
#[derive(Clone, Copy, Debug)]
pub enum MoveValue<'p> {
    /// A text.
    Text(MovePartText<'p>),
    /// A number.
    Number(i64),
    /// Thousandths of a point.
    Points(i64),
}

/// A part as text, by [`MoveParts::text`].
#[derive(Clone, Copy, Debug)]
pub struct MovePartText<'p> {
    parts: &'p MoveParts<'p>,
    part: MovePart,
}

impl fmt::Display for MovePartText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, &|to| self.write(to))
    }
}

impl MovePartText<'_> {
    fn write(&self, to: &mut dyn fmt::Write) -> fmt::Result {
        let MoveParts {
            action,
            board,
            rack,
            alphabet,
            ..
        } = *self.parts;
        if let Some(number) = self.parts.number(self.part) {
            return write!(to, "{number}");
        }
        match (self.part, self.parts.play()) {
            (MovePart::Kind, _) => to.write_str(action.kind()),
            (MovePart::Text, _) => write!(to, "{}", action.display(board, alphabet)),
            (MovePart::Leave, _) => {
                let leave = action.leave(*rack).unwrap_or_default();
                write!(to, "{}", leave.display(alphabet))
            }
            (MovePart::Coordinate, Some(play)) => write!(to, "{}", play.coordinate()),
            (MovePart::Direction, Some(play)) => to.write_str(play.direction().name()),
            (MovePart::Word, Some(play)) => write!(to, "{}", play.display_word(board, alphabet)),
            (MovePart::Tiles, Some(play)) => write!(to, "{}", play.display_tiles(alphabet)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use super::*;
    use crate::game::Rules;
    use crate::notation::cgp::Cgp;
    use crate::testing::spanish;

    fn written(cgp: &str, text: &str, equity: Option<i64>) -> String {
        let rules = Rules::standard(spanish());
        let cgp = Cgp::parse(cgp, spanish()).unwrap();
        let position = cgp.position(&rules).unwrap();
        let action = Move::parse(text, &position, spanish()).unwrap();
        let parts = action
            .parts(position.board(), position.rack(), spanish())
            .with_equity(equity);
        let written = parts
            .iter()
            .map(|(part, _)| std::format!("{}={}", part.name(), parts.text(part)));
        written.collect::<Vec<_>>().join(" ")
    }

    const BOARD: &str = "15/15/15/15/15/15/15/6[CH]A7/15/15/15/15/15/15/15 AHL[CH]?";

    #[test]
    fn every_part_of_a_move_is_written() {
        for (text, equity, parts) in [
            (
                "8G [CH]Al",
                Some(-1_050),
                "kind=play text=8G [CH]Al coordinate=8G direction=across row=7 col=6 word=[CH]Al tiles=..l score=2 placed=1 leave=A[CH]HL leave_value=-3050 equity=-1050",
            ),
            (
                "H8 AH",
                None,
                "kind=play text=H8 AH coordinate=H8 direction=down row=7 col=7 word=AH tiles=.H score=2 placed=1 leave=A[CH]L?",
            ),
            (
                "exchange H[CH]",
                Some(1_200),
                "kind=exchange text=exchange [CH]H score=0 placed=0 leave=AL? leave_value=1200 equity=1200",
            ),
            (
                "pass",
                Some(3),
                "kind=pass text=pass score=0 placed=0 leave=A[CH]HL? leave_value=3 equity=3",
            ),
        ] {
            assert_eq!(written(BOARD, text, equity), parts);
        }
    }

    #[test]
    fn parts_have_names_of_their_own() {
        for part in MovePart::ALL {
            assert_eq!(MovePart::named(part.name()), Some(part));
        }
        assert_eq!(MovePart::named("play"), None);
    }
}

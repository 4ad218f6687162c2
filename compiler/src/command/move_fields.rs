//! Moves as text: the fields of their JSON objects, and the columns of their tables.

use std::fmt;

use lexc_runtime::{Alphabet, Candidate, Move, MovePart, MoveValue, Position};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The number of other moves of the same idea that a line names.
const NAMED: usize = 3;

/// The parts of a move, kept as text. It is serialized as the fields of a JSON object.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveFields(Vec<(MovePart, Value)>);

/// The value of a part: a text, a number, or points.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    Text(String),
    Number(i64),
    Points(f64),
}

impl MoveFields {
    /// The parts of a move of this position. `equity` is in thousandths of a point.
    pub fn new(
        action: &Move,
        equity: Option<i64>,
        position: &Position<'_>,
        alphabet: Alphabet<'_>,
    ) -> MoveFields {
        let leave = action.leave(*position.rack());
        debug_assert!(leave.is_some(), "a move uses tiles of the rack");
        let parts = action
            .parts(position.board(), position.rack(), alphabet)
            .with_equity(equity);
        // The names of fields tell the kind.
        let parts = parts.iter().filter(|(part, _)| *part != MovePart::Kind);
        MoveFields(parts.map(|(part, value)| (part, value.into())).collect())
    }

    /// A part of the move; `None` if the move does not have it.
    pub fn find(&self, part: MovePart) -> Option<&Value> {
        let found = self.0.iter().find(|(each, _)| *each == part);
        found.map(|(_, value)| value)
    }

    /// A part of the move; an empty text if the move does not have it.
    pub fn get(&self, part: MovePart) -> &Value {
        const NONE: &Value = &Value::Text(String::new());
        self.find(part).unwrap_or(NONE)
    }

    /// A part that is text; empty if the move does not have it.
    pub fn text(&self, part: MovePart) -> &str {
        match self.get(part) {
            Value::Text(text) => text,
            Value::Number(_) | Value::Points(_) => "",
        }
    }

    /// The whole move: `8D RETSINA`, `exchange QV`, `pass`.
    pub fn play(&self) -> &str {
        self.text(MovePart::Text)
    }

    /// Names other moves of the same idea, as ` (also 8G, 8F and 3 more)`: a play of the same word by its square, a play that
    /// starts on the same square by its word. Empty if there are no others.
    pub fn also(&self, mut others: impl ExactSizeIterator<Item = MoveFields>) -> String {
        let (square, word) = self.columns();
        let named = others.by_ref().take(NAMED);
        let names = named.map(|other| {
            let name = match other.columns() {
                (other_square, other_word) if other_word == word => other_square,
                (other_square, other_word) if other_square == square => other_word,
                _ => other.play(),
            };
            name.to_owned()
        });
        let names = names.collect::<Vec<_>>().join(", ");
        match (&*names, others.len()) {
            ("", _) => String::new(),
            (_, 0) => format!(" (also {names})"),
            (_, more) => format!(" (also {names} and {more} more)"),
        }
    }

    /// The coordinate and the word of a play; for other moves, an empty coordinate and the whole text.
    pub fn columns(&self) -> (&str, &str) {
        let coordinate = self.text(MovePart::Coordinate);
        match coordinate.is_empty() {
            true => (coordinate, self.play()),
            false => (coordinate, self.text(MovePart::Word)),
        }
    }
}

impl Serialize for MoveFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(Some(self.0.len()))?;
        for (part, value) in &self.0 {
            let name = match part {
                MovePart::Text => "play",
                part => part.name(),
            };
            fields.serialize_entry(name, value)?;
        }
        fields.end()
    }
}

impl From<MoveValue<'_>> for Value {
    fn from(value: MoveValue<'_>) -> Value {
        match value {
            MoveValue::Text(text) => Value::Text(text.to_string()),
            MoveValue::Number(number) => Value::Number(number),
            MoveValue::Points(points) => Value::Points(points as f64 / Candidate::PER_POINT as f64),
        }
    }
}

/// Obeys the width of the format, and for points its precision.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.pad(text),
            Value::Number(number) => number.fmt(f),
            Value::Points(points) => points.fmt(f),
        }
    }
}

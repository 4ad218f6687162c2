//! Places in texts.

/// A line of a text, and a character of the line; both count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Place {
    pub(crate) const START: Place = Place { line: 1, column: 1 };

    /// The place behind this text, which starts here.
    pub(crate) fn after(self, text: &str) -> Place {
        text.chars().fold(self, |at, c| match c {
            '\n' => Place {
                line: at.line.wrapping_add(1),
                column: 1,
            },
            _ => Place {
                column: at.column.wrapping_add(1),
                ..at
            },
        })
    }

    /// The place in a text of this place in a part of it; `start` is the start of the part.
    pub(super) fn moved_to(self, start: Place) -> Place {
        match self.line {
            1 => Place {
                line: start.line,
                column: start.column.wrapping_add(self.column).wrapping_sub(1),
            },
            line => Place {
                line: start.line.wrapping_add(line).wrapping_sub(1),
                ..self
            },
        }
    }
}

//! Views: the words of a lexicon whose labels satisfy an expression.

use lexc_formats::{Labels, Tile, TileSet, WordHash};

use crate::text::TextErrorKind;

/// The largest number of labels, comparisons and operators of an expression.
pub(super) const MAX_STEPS: usize = 32;

pub(super) const TOO_LONG: TextErrorKind = TextErrorKind::ViewTooLong { limit: MAX_STEPS };

/// The labels of an image, and the expression that the words of a view satisfy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    pub(super) labels: Labels<'a>,
    pub(super) expression: Expression,
}

impl View<'_> {
    /// Returns `true` if a word with this hash is in the view. The result is arbitrary for tiles that are not a word of the image.
    // Not inlined: it has many callers, and reads the labels where they are.
    #[inline(never)]
    pub(crate) fn admits(&self, word: WordHash) -> bool {
        self.expression.holds(&self.labels, word)
    }

    /// Returns `true` if both views of one image have the same expression.
    #[cold]
    pub(crate) fn is_like(&self, other: &View<'_>) -> bool {
        self.expression == other.expression
    }

    /// The tiles that make a word of the view between these parts. Each of the `tiles` makes a word of the image.
    #[inline(never)]
    pub(crate) fn fitting(
        &self,
        tiles: TileSet,
        before: impl Iterator<Item = Tile>,
        after: impl Iterator<Item = Tile> + Clone,
    ) -> TileSet {
        let before: WordHash = before.collect();
        let word = |tile| after.clone().fold(before.then(tile), WordHash::then);
        let tiles = tiles.into_iter();
        tiles.filter(|tile| self.admits(word(*tile))).collect()
    }
}

/// An expression over the labels of words, in postfix order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Expression {
    steps: [Step; MAX_STEPS],
    len: usize,
}

/// A step of an expression: pushes a truth value, or replaces the last one or two by their result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The flag with this index.
    Flag(u8),
    /// The number with this index compares in this way to the value. Not true for a word without the number.
    Number(u8, Comparison, u32),
    Not,
    And,
    Or,
}

const _: () = assert!(size_of::<Step>() == 8);

/// A way to compare numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Equal,
    Unequal,
    AtLeast,
    Greater,
}

impl Comparison {
    pub(super) const ALL: [Comparison; 6] = [
        Comparison::Less,
        Comparison::AtMost,
        Comparison::Equal,
        Comparison::Unequal,
        Comparison::AtLeast,
        Comparison::Greater,
    ];

    pub(super) const fn sign(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Equal => "=",
            Comparison::Unequal => "!=",
            Comparison::AtLeast => ">=",
            Comparison::Greater => ">",
        }
    }

    /// Returns `true` if the number with this index compares to the value. Not inlined, so that expressions without numbers
    /// take fewer instructions.
    #[inline(never)]
    fn holds(self, labels: &Labels<'_>, word: WordHash, number: u8, value: u32) -> bool {
        let Some(number) = labels.at(word).number(number.into()) else {
            return false;
        };
        match self {
            Comparison::Less => number < value,
            Comparison::AtMost => number <= value,
            Comparison::Equal => number == value,
            Comparison::Unequal => number != value,
            Comparison::AtLeast => number >= value,
            Comparison::Greater => number > value,
        }
    }
}

impl Expression {
    /// The expression without steps, which all words satisfy.
    pub(crate) const ALL_WORDS: Expression = Expression {
        steps: [Step::Not; MAX_STEPS],
        len: 0,
    };

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn steps(&self) -> &[Step] {
        self.steps.get(..self.len).unwrap_or_default()
    }

    /// Adds a step.
    pub(super) fn push(&mut self, step: Step) -> Result<(), TextErrorKind> {
        let slot = self.steps.get_mut(self.len);
        *slot.ok_or(TOO_LONG)? = step;
        self.len += 1;
        Ok(())
    }

    /// The expression that holds where both hold.
    pub(super) fn and(mut self, other: &Expression) -> Result<Expression, TextErrorKind> {
        let joins = self.len > 0 && other.len > 0;
        for step in other.steps() {
            self.push(*step)?;
        }
        if joins {
            self.push(Step::And)?;
        }
        Ok(self)
    }

    /// Returns `true` if the word with this hash satisfies the expression.
    #[inline(always)]
    fn holds(&self, labels: &Labels<'_>, word: WordHash) -> bool {
        let flags = labels.at(word).flags();
        // The truth values, one bit each, the last one lowest. At most 32 are pushed.
        let mut values = 1_u32;
        for step in self.steps() {
            let last = values & 1;
            values = match *step {
                Step::Flag(flag) => values << 1 | flags >> (flag & 31) & 1,
                Step::Number(number, comparison, value) => {
                    let holds = comparison.holds(labels, word, number, value);
                    values << 1 | u32::from(holds)
                }
                Step::Not => values ^ 1,
                Step::And => values >> 1 & (!1 | last),
                Step::Or => values >> 1 | last,
            };
        }
        values & 1 != 0
    }
}

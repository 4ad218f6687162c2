//! Premium squares.

/// What a square does for a tile that is newly placed on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Premium {
    /// Nothing.
    #[default]
    Plain,
    /// The tile counts twice.
    DoubleLetter,
    /// The tile counts three times.
    TripleLetter,
    /// The tile counts four times.
    QuadrupleLetter,
    /// The word counts twice.
    DoubleWord,
    /// The word counts three times.
    TripleWord,
    /// The word counts four times.
    QuadrupleWord,
}

impl Premium {
    /// The largest multiplier of a premium square.
    pub const MAX_MULTIPLIER: i32 = 4;

    /// All premiums, plain squares included.
    pub const ALL: [Premium; 7] = [
        Premium::Plain,
        Premium::DoubleLetter,
        Premium::TripleLetter,
        Premium::QuadrupleLetter,
        Premium::DoubleWord,
        Premium::TripleWord,
        Premium::QuadrupleWord,
    ];

    /// How many times a tile placed here counts, `1..=4`.
    #[inline]
    pub const fn letter_multiplier(self) -> i32 {
        self.multipliers().0 as i32
    }

    /// How many times a word with a tile placed here counts, `1..=4`.
    #[inline]
    pub const fn word_multiplier(self) -> i32 {
        self.multipliers().1 as i32
    }

    /// How many times a tile placed here counts, and a word with it.
    #[inline(always)]
    pub(crate) const fn multipliers(self) -> (u8, u8) {
        match self {
            Premium::Plain => (1, 1),
            Premium::DoubleLetter => (2, 1),
            Premium::TripleLetter => (3, 1),
            Premium::QuadrupleLetter => (4, 1),
            Premium::DoubleWord => (1, 2),
            Premium::TripleWord => (1, 3),
            Premium::QuadrupleWord => (1, 4),
        }
    }

    /// How the square is written in a layout file.
    pub const fn symbol(self) -> char {
        match self {
            Premium::Plain => ' ',
            Premium::DoubleLetter => '\'',
            Premium::TripleLetter => '"',
            Premium::QuadrupleLetter => '^',
            Premium::DoubleWord => '-',
            Premium::TripleWord => '=',
            Premium::QuadrupleWord => '~',
        }
    }

    /// The square that is written so in a layout file.
    pub const fn from_symbol(symbol: char) -> Option<Premium> {
        Some(match symbol {
            ' ' => Premium::Plain,
            '\'' => Premium::DoubleLetter,
            '"' => Premium::TripleLetter,
            '^' => Premium::QuadrupleLetter,
            '-' => Premium::DoubleWord,
            '=' => Premium::TripleWord,
            '~' => Premium::QuadrupleWord,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_multipliers_of_every_premium() {
        let multipliers = Premium::ALL.map(|premium| {
            assert_eq!(Premium::from_symbol(premium.symbol()), Some(premium));
            let multipliers = (premium.letter_multiplier(), premium.word_multiplier());
            assert!(multipliers.0.max(multipliers.1) <= Premium::MAX_MULTIPLIER);
            multipliers
        });
        assert_eq!(
            multipliers,
            [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (1, 3), (1, 4)]
        );
    }
}

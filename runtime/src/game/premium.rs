//! Premium squares: their multipliers, and their symbols in layout files.

/// The premium of a square. Multiplies the value of a tile placed there, or the score of each word that the play forms
/// with this tile.
///
/// In a variant's number, bits 0 to 2 are the letter multiplier minus 1, bits 3 to 5 the word multiplier minus 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Premium {
    /// No premium.
    #[default]
    Plain = 0,
    /// The tile counts twice.
    DoubleLetter = 1,
    /// The tile counts three times.
    TripleLetter = 2,
    /// The tile counts four times.
    QuadrupleLetter = 3,
    /// The tile counts five times.
    QuintupleLetter = 4,
    /// The word counts twice.
    DoubleWord = 1 << 3,
    /// The word counts three times.
    TripleWord = 2 << 3,
    /// The word counts four times.
    QuadrupleWord = 3 << 3,
    /// The word counts five times.
    QuintupleWord = 4 << 3,
}

impl Premium {
    /// The largest multiplier of a premium square.
    pub const MAX_MULTIPLIER: i32 = 5;

    /// All premiums, [`Premium::Plain`] included.
    pub const ALL: [Premium; 9] = [
        Premium::Plain,
        Premium::DoubleLetter,
        Premium::TripleLetter,
        Premium::QuadrupleLetter,
        Premium::QuintupleLetter,
        Premium::DoubleWord,
        Premium::TripleWord,
        Premium::QuadrupleWord,
        Premium::QuintupleWord,
    ];

    /// The multiplier of the tile's value, `1..=5`.
    #[inline]
    pub const fn letter_multiplier(self) -> i32 {
        self.multipliers().0 as i32
    }

    /// The multiplier of the word's score, `1..=5`.
    #[inline]
    pub const fn word_multiplier(self) -> i32 {
        self.multipliers().1 as i32
    }

    /// The letter multiplier and the word multiplier.
    #[inline(always)]
    pub(crate) const fn multipliers(self) -> (u8, u8) {
        let steps = self as u8;
        (1 + (steps & 7), 1 + (steps >> 3))
    }

    /// The symbol in a layout file.
    pub const fn symbol(self) -> char {
        match self {
            Premium::Plain => ' ',
            Premium::DoubleLetter => '\'',
            Premium::TripleLetter => '"',
            Premium::QuadrupleLetter => '^',
            Premium::QuintupleLetter => '*',
            Premium::DoubleWord => '-',
            Premium::TripleWord => '=',
            Premium::QuadrupleWord => '~',
            Premium::QuintupleWord => '!',
        }
    }

    /// The premium with this symbol in a layout file.
    pub(crate) const fn from_symbol(symbol: char) -> Option<Premium> {
        Some(match symbol {
            ' ' => Premium::Plain,
            '\'' => Premium::DoubleLetter,
            '"' => Premium::TripleLetter,
            '^' => Premium::QuadrupleLetter,
            '*' => Premium::QuintupleLetter,
            '-' => Premium::DoubleWord,
            '=' => Premium::TripleWord,
            '~' => Premium::QuadrupleWord,
            '!' => Premium::QuintupleWord,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_every_premium_a_symbol_and_multipliers() {
        let multipliers = Premium::ALL.map(|premium| {
            assert_eq!(Premium::from_symbol(premium.symbol()), Some(premium));
            let multipliers = (premium.letter_multiplier(), premium.word_multiplier());
            assert!(multipliers.0.max(multipliers.1) <= Premium::MAX_MULTIPLIER);
            multipliers
        });
        assert_eq!(
            multipliers,
            [
                (1, 1),
                (2, 1),
                (3, 1),
                (4, 1),
                (5, 1),
                (1, 2),
                (1, 3),
                (1, 4),
                (1, 5)
            ]
        );
    }
}

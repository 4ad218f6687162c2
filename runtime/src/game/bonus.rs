//! Bonuses of plays, by the number of tiles that they place.

use core::fmt;
use core::str::FromStr;

use crate::game::Rack;
use crate::notation::rules::key::RulesKey;
use crate::text::{Place, TextError, TextErrorKind, number};

/// The bonus of a play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bonus {
    /// These points, in addition to the scores of the words.
    Points(i32),
    /// The scores of the words count this many times; 0 has the same effect as 1.
    Times(u8),
}

impl Bonus {
    /// No bonus.
    pub const NONE: Bonus = Bonus::Points(0);

    /// The score of a play whose words have this score together. Saturates.
    #[inline]
    pub const fn apply(self, words: i32) -> i32 {
        match self {
            Bonus::Points(points) => words.saturating_add(points),
            Bonus::Times(_) => words.saturating_mul(self.times()),
        }
    }

    /// The number of times that the scores of the words count.
    #[inline]
    pub const fn times(self) -> i32 {
        match self {
            Bonus::Points(_) | Bonus::Times(0) => 1,
            Bonus::Times(times) => times as i32,
        }
    }
}

/// The bonuses of a game, by the number of tiles that a play places.
///
/// The text is a number of points for placing as many tiles as one play may, as in `50`, or a list of numbers of tiles, each with
/// points or with a multiplier of the play's score, as in `7:50,8:x2`.
///
/// ```
/// use lexc_runtime::{Bonus, Bonuses};
///
/// let bonuses: Bonuses = "7:50,8:x2".parse()?;
/// assert_eq!(bonuses.of(7, 8), Bonus::Points(50));
/// assert_eq!(bonuses.of(8, 8), Bonus::Times(2));
/// assert_eq!(bonuses.to_string(), "7:50,8:x2");
/// assert_eq!("50".parse(), Ok(Bonuses::of_most(50)));
/// # Ok::<(), lexc_runtime::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bonuses {
    /// By number of tiles placed; at index 0, the bonus for as many tiles as one play may place, if no other entry is set.
    by_placed: [Bonus; Rack::MAX_LEN + 1],
}

impl Bonuses {
    /// No bonuses.
    pub const NONE: Bonuses = Bonuses {
        by_placed: [Bonus::NONE; Rack::MAX_LEN + 1],
    };

    /// These points for placing as many tiles as one play may.
    pub const fn of_most(points: i32) -> Bonuses {
        let mut bonuses = Bonuses::NONE;
        let [entry, ..] = &mut bonuses.by_placed;
        *entry = Bonus::Points(points);
        bonuses
    }

    /// The same bonuses with another one for this number of tiles, in place of those of [`of_most`](Self::of_most). Ignores
    /// a number outside `1..=`[`Rack::MAX_LEN`].
    #[must_use]
    pub fn with(mut self, placed: usize, bonus: Bonus) -> Bonuses {
        let bonus = match bonus {
            Bonus::Times(0 | 1) => Bonus::NONE,
            bonus => bonus,
        };
        let [most, rest @ ..] = &mut self.by_placed;
        if let Some(entry) = placed.checked_sub(1).and_then(|index| rest.get_mut(index)) {
            (*most, *entry) = (Bonus::NONE, bonus);
        }
        self
    }

    /// The bonus for this number of tiles, if one play may place `most`.
    #[inline]
    pub fn of(&self, placed: usize, most: usize) -> Bonus {
        let [of_most, rest @ ..] = &self.by_placed;
        match placed.checked_sub(1).and_then(|index| rest.get(index)) {
            Some(&Bonus::NONE) if placed == most => *of_most,
            Some(bonus) => *bonus,
            None => Bonus::NONE,
        }
    }

    /// The fewest tiles with a bonus, if one play may place `most`; `most + 1` if there are no bonuses.
    pub(crate) fn fewest(&self, most: usize) -> usize {
        let mut placed = match self.by_placed {
            [Bonus::NONE, ..] => 1,
            _ => most,
        };
        while placed <= most && self.of(placed, most) == Bonus::NONE {
            placed += 1;
        }
        placed
    }

    /// Returns `true` if no play gets a lower bonus than one of fewer tiles whose words score no more, where one play may place
    /// `most`.
    pub fn ascend(&self, most: usize) -> bool {
        let mut before = Bonus::NONE;
        (1..=most.min(Rack::MAX_LEN)).all(|placed| {
            let bonus = self.of(placed, most);
            let ascends = match (before, bonus) {
                (Bonus::Points(before), Bonus::Points(points)) => points >= before,
                (Bonus::Points(before), Bonus::Times(_)) => before == 0,
                (Bonus::Times(_), Bonus::Times(_)) => bonus.times() >= before.times(),
                (Bonus::Times(_), Bonus::Points(_)) => false,
            };
            before = bonus;
            ascends
        })
    }

    /// All bonuses, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Bonus> {
        self.by_placed.iter().copied()
    }
}

impl fmt::Display for Bonuses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (placed, bonus) in self.by_placed.iter().enumerate().skip(1) {
            match bonus {
                &Bonus::NONE => continue,
                Bonus::Points(points) => write!(f, "{separator}{placed}:{points}")?,
                Bonus::Times(_) => write!(f, "{separator}{placed}:x{}", bonus.times())?,
            }
            separator = ",";
        }
        match self.by_placed {
            [Bonus::Points(points), ..] if separator.is_empty() => write!(f, "{points}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for Bonuses {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Bonuses, TextError> {
        if let Some(points) = number(text) {
            return Ok(Bonuses::of_most(points));
        }
        let mut bonuses = Bonuses::NONE;
        let mut place = Place::START;
        for part in text.split([',']) {
            let error = TextError::new(place, TextErrorKind::Entry(RulesKey::Bonus));
            let (placed, bonus) = part.split_once([':']).ok_or(error)?;
            let placed = number(placed).filter(|placed| (1..=Rack::MAX_LEN).contains(placed));
            let bonus = match bonus.strip_prefix('x') {
                Some(times) => number(times).filter(|&times| times > 1).map(Bonus::Times),
                None => number(bonus).map(Bonus::Points),
            };
            let (placed, bonus) = placed.zip(bonus).ok_or(error)?;
            if bonuses.of(placed, 0) != Bonus::NONE {
                return Err(error);
            }
            bonuses = bonuses.with(placed, bonus);
            place = place.after(part).after(",");
        }
        Ok(bonuses)
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn texts_are_read_as_they_are_written() {
        for text in ["50", "-3", "0", "7:50,8:x2", "1:-1,2:1,21:x255"] {
            let bonuses: Bonuses = text.parse().unwrap();
            assert_eq!(bonuses.to_string(), text);
        }
        assert_eq!("8:1,7:2".parse::<Bonuses>().unwrap().to_string(), "7:2,8:1");
    }

    #[test]
    fn refuses_other_texts_at_their_place() {
        for (text, column) in [
            ("", 1),
            ("x2", 1),
            ("7:50,", 6),
            ("7:50,8", 6),
            ("0:5", 1),
            ("22:5", 1),
            ("7:1,7:2", 5),
            ("7:x0", 1),
            ("7:x256", 1),
            ("7:2147483648", 1),
        ] {
            let error = text.parse::<Bonuses>().unwrap_err();
            let found = (error.kind(), error.column());
            assert_eq!(
                found,
                (TextErrorKind::Entry(RulesKey::Bonus), column),
                "{text}"
            );
        }
    }

    #[test]
    fn a_bonus_is_for_one_number_of_tiles() {
        let of_most = Bonuses::of_most(50);
        assert_eq!(
            [6, 7, 8].map(|placed| of_most.of(placed, 7).apply(9)),
            [9, 59, 9]
        );
        let table = of_most.with(6, Bonus::Times(3)).with(8, Bonus::Points(-1));
        assert_eq!(
            [6, 7, 8].map(|placed| table.of(placed, 7).apply(9)),
            [27, 9, 8]
        );
        let ascend = |text: &str| text.parse::<Bonuses>().unwrap().ascend(8);
        assert!(
            ["50", "0", "6:1,7:1,8:2", "8:x2", "7:x2,8:x2"]
                .into_iter()
                .all(ascend)
        );
        assert!(
            !["-1", "7:1", "7:5,8:x2", "7:x2,8:900", "7:x3,8:x2"]
                .into_iter()
                .any(ascend)
        );
        assert_eq!(
            table.with(0, Bonus::Times(2)).with(22, Bonus::Times(2)),
            table
        );
        assert_eq!(table.with(6, Bonus::Times(1)).of(6, 7), Bonus::NONE);
    }
}

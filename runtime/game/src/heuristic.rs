//! [`RackHeuristic`]: values of leaves from a few weights.

use lexc_runtime::{Alphabet, Bag, Leaves, Rack, RackTile};

use crate::random::Random;

/// The factors of a [`RackHeuristic`]. Each variant includes the factors of the preceding variants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RackFactors {
    /// The utility of each letter and of the blank: Gordon's heuristic 1.
    Letters,
    /// A price of each duplicate letter: heuristic 2.
    Duplicates,
    /// A price of the difference between the numbers of vowels and consonants: heuristic 3.
    Balance,
}

/// Values of leaves as sums of weights (Gordon 1994, "Performance under heuristics").
///
/// The paper names the factors of its three heuristics, but no weights. Here the weights are fitted to other values of
/// leaves, such as the results of [`LeaveLearning`](crate::LeaveLearning), so they suit any alphabet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RackHeuristic {
    /// Weights in thousandths of a point, by the index of the feature.
    weights: Vec<i32>,
    features: Features,
}

/// The number of leaves to which weights are fitted.
const SAMPLES: u64 = 1 << 15;

/// The largest number of tiles of a sampled leave. A heuristic fitted to longer leaves plays equally well, and small
/// leave images lack long leaves.
const MAX_LEAVE_LEN: usize = 3;

impl RackHeuristic {
    /// The heuristic with these factors that is closest to the values, by least squares over 32,768 leaves of one to
    /// three tiles drawn from the full bag. The result is the same on every host.
    pub fn fit(
        factors: RackFactors,
        alphabet: Alphabet<'_>,
        values: &(dyn Leaves + Sync),
    ) -> RackHeuristic {
        let features = Features::new(factors, alphabet);
        let mut equations = NormalEquations::new(features.len());
        for sample in 0..SAMPLES {
            let mut random = Random::new(0, sample);
            let len = 1 + random.index_below(MAX_LEAVE_LEN);
            let mut leave = Rack::EMPTY;
            Bag::full(alphabet).fill(&mut leave, len, |len| random.index_below(len));
            let mut counts = vec![0; features.len()];
            features.count(&leave, |feature, count| counts[feature] += count);
            equations.add(&counts, values.value(&leave));
        }
        RackHeuristic {
            weights: equations.solve(),
            features,
        }
    }
}

impl Leaves for RackHeuristic {
    fn value(&self, leave: &Rack) -> i32 {
        let mut value = 0_i32;
        self.features.count(leave, |feature, count| {
            value = value.saturating_add(count.saturating_mul(self.weights[feature]));
        });
        value
    }
}

/// The features of a leave: the blank, each tile of the alphabet, duplicates, and the lack of balance.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Features {
    factors: RackFactors,
    /// True for a vowel, by the index of the tile; the blank has the index 0.
    is_vowel: Vec<bool>,
}

impl Features {
    fn new(factors: RackFactors, alphabet: Alphabet<'_>) -> Features {
        let vowels = alphabet.tiles().map(|tile| alphabet.is_vowel(tile));
        Features {
            factors,
            is_vowel: [false].into_iter().chain(vowels).collect(),
        }
    }

    fn len(&self) -> usize {
        self.is_vowel.len() + 2
    }

    /// Visits features of a leave, each with a count. If a feature is visited several times, its count is the sum.
    fn count(&self, leave: &Rack, mut visit: impl FnMut(usize, i32)) {
        let (mut duplicates, mut vowels, mut letters) = (0, 0, 0_i32);
        let mut previous = None;
        for tile in *leave {
            let RackTile::Letter(letter) = tile else {
                visit(0, 1);
                continue;
            };
            visit(letter.index(), 1);
            letters += 1;
            vowels += i32::from(self.is_vowel[letter.index()]);
            // Racks have their tiles in order.
            duplicates += i32::from(previous.replace(letter) == Some(letter));
        }
        if self.factors >= RackFactors::Duplicates {
            visit(self.is_vowel.len(), duplicates);
        }
        if self.factors >= RackFactors::Balance {
            let consonants = letters - vowels;
            visit(self.is_vowel.len() + 1, (vowels - consonants).abs());
        }
    }
}

/// The normal equations of a least-squares fit.
struct NormalEquations {
    /// The rows of the matrix, each with its right side at the end.
    rows: Vec<Vec<f64>>,
}

impl NormalEquations {
    /// Equations of this many features. A feature without samples gets the weight 0.
    fn new(len: usize) -> NormalEquations {
        let row = |at: usize| {
            let mut row = vec![0.0; len + 1];
            row[at] = 1e-6;
            row
        };
        NormalEquations {
            rows: (0..len).map(row).collect(),
        }
    }

    fn add(&mut self, counts: &[i32], value: i32) {
        for (row, count) in self
            .rows
            .iter_mut()
            .zip(counts)
            .filter(|(_, count)| **count != 0)
        {
            for (cell, other) in row.iter_mut().zip(counts.iter().chain([&value])) {
                *cell += f64::from(*count) * f64::from(*other);
            }
        }
    }

    /// The weights, rounded, by Gauss-Jordan elimination: the matrix is positive definite, so that no pivot is 0.
    fn solve(mut self) -> Vec<i32> {
        for at in 0..self.rows.len() {
            let pivot = self.rows[at].clone();
            for (index, row) in self.rows.iter_mut().enumerate() {
                let factor = match index == at {
                    true => continue,
                    false => row[at] / pivot[at],
                };
                for (cell, other) in row.iter_mut().zip(&pivot) {
                    *cell -= factor * other;
                }
            }
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "weights are of the size of the values; the cast saturates"
        )]
        let weight = |(at, row): (usize, &Vec<f64>)| (row[row.len() - 1] / row[at]).round() as i32;
        self.rows.iter().enumerate().map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_game;

    /// Values by known weights, tile by tile.
    fn known(leave: &Rack, alphabet: Alphabet<'_>) -> i32 {
        let mut value = 0;
        let mut balance = 0_i32;
        for tile in alphabet.tiles() {
            for copy in 0..leave.count(tile) {
                value += 100 * i32::from(alphabet.value(tile)) - if copy > 0 { 3_000 } else { 0 };
                balance += if alphabet.is_vowel(tile) { 1 } else { -1 };
            }
        }
        let blanks: i32 = (0..leave.blanks()).map(|_| 25_000).sum();
        value + blanks - 700 * balance.abs()
    }

    #[test]
    fn known_weights_are_found_and_letters_alone_add_up() {
        with_game(|lexicon, _| {
            let alphabet = lexicon.alphabet();
            let values = |leave: &Rack| known(leave, alphabet);
            let all = RackHeuristic::fit(RackFactors::Balance, alphabet, &values);
            let letters = RackHeuristic::fit(RackFactors::Letters, alphabet, &values);
            let rack = |text| Rack::parse(text, alphabet).unwrap();
            for text in [
                "", "?", "Q", "AEIOU", "SS", "EEE?", "RST", "AEINRT", "ZZZZZZZ",
            ] {
                assert_eq!(
                    all.value(&rack(text)),
                    known(&rack(text), alphabet),
                    "{text}"
                );
            }
            // Letters alone add up.
            let value = |text| letters.value(&rack(text));
            assert_eq!(value("EEE"), 3 * value("E"));
            assert_eq!(value("AZ?"), value("A") + value("Z") + value("?"));
            assert!((value("?") - 25_000).abs() < 3_000, "{}", value("?"));
        });
    }
}

//! Fits the numbers of a [`LeaveEstimate`] to learned values.

use lexc_formats::LeaveEstimate;
use lexc_runtime::{Alphabet, Bag, RackTile, Tile, TileSet};

use super::set::LeaveSet;

/// Cost of the square of a number, as the weight of a leave that has the feature: a small number is preferred where the
/// leaves do not decide. Copies and pairs are preferred to the balance, which says nothing about longer leaves than the
/// learned ones.
const RIDGE: [f64; 2] = [0.001, 0.1];

/// The numbers of the estimate that is closest to the values of the leaves, by least squares. Leaves that can be drawn from a
/// full bag count, each by the number of ways to draw it: the leaves of a number of tiles have together the weight of the
/// number of ways to choose as many tiles of a rack. The result is the same on every host.
pub(super) fn fit(
    alphabet: Alphabet<'_>,
    set: &LeaveSet,
    values: &[i32],
    rack_size: usize,
) -> Vec<i32> {
    // The blank is the last tile of an alphabet of leaves.
    let tile_count = alphabet.len() + 1;
    let blank = u8::try_from(tile_count).ok().and_then(Tile::new);
    let vowels: TileSet = (alphabet.tiles())
        .filter(|&tile| alphabet.is_vowel(tile))
        .collect();
    let bag = Bag::full(alphabet);
    let features = LeaveEstimate::feature_count(tile_count);
    let balances = features - LeaveEstimate::balance_count();
    let mut equations = Equations::new(features, |feature| RIDGE[usize::from(feature >= balances)]);
    let (mut word, mut found) = (Vec::new(), Vec::new());
    set.visit_all(&bag, &mut |leave, tiles| {
        if tiles.is_empty() {
            return;
        }
        word.clear();
        word.extend(tiles.iter().filter_map(|tile| tile.letter().or(blank)));
        found.clear();
        LeaveEstimate::for_each_feature(tile_count, vowels, &word, |feature| found.push(feature));
        let chosen = ways(rack_size, tiles.len());
        let share = draws(&bag, tiles) / ways(bag.len(), tiles.len());
        equations.add(&found, f64::from(values[leave]), chosen * share);
    });
    equations.solve()
}

/// The number of ways to draw these tiles, which are in order.
fn draws(bag: &Bag, tiles: &[RackTile]) -> f64 {
    let kinds = tiles.chunk_by(|a, b| a == b);
    kinds
        .map(|kind| ways(bag.count(kind[0]), kind.len()))
        .product()
}

/// The number of ways to choose some of these things.
fn ways(all: usize, chosen: usize) -> f64 {
    let factor = |index: usize| (all as f64 - index as f64) / (index as f64 + 1.0);
    (0..chosen).map(factor).product()
}

/// The normal equations of a least-squares fit.
struct Equations {
    /// The rows of the matrix up to the diagonal.
    rows: Vec<Vec<f64>>,
    right: Vec<f64>,
}

impl Equations {
    fn new(features: usize, ridge: impl Fn(usize) -> f64) -> Equations {
        let row = |feature: usize| {
            let mut row = vec![0.0; feature + 1];
            row[feature] = ridge(feature);
            row
        };
        Equations {
            rows: (0..features).map(row).collect(),
            right: vec![0.0; features],
        }
    }

    /// Adds a leave with these features, each as often as it counts.
    fn add(&mut self, features: &[usize], value: f64, weight: f64) {
        for &feature in features {
            self.right[feature] += weight * value;
            let row = &mut self.rows[feature];
            for &other in features.iter().filter(|&&other| other <= feature) {
                row[other] += weight;
            }
        }
    }

    /// The rounded solution, by Cholesky's decomposition: the matrix is positive definite.
    fn solve(mut self) -> Vec<i32> {
        let len = self.rows.len();
        for at in 0..len {
            let (before, rest) = self.rows.split_at_mut(at);
            let row = &mut rest[0];
            for (column, other) in before.iter().enumerate() {
                let dot: f64 = (row[..column].iter().zip(other)).map(|(a, b)| a * b).sum();
                row[column] = (row[column] - dot) / other[column];
            }
            let squares: f64 = row[..at].iter().map(|cell| cell * cell).sum();
            row[at] = (row[at] - squares).sqrt();
        }
        for at in 0..len {
            let known = self.rows[at].iter().zip(&self.right).take(at);
            let sum: f64 = known.map(|(cell, solved)| cell * solved).sum();
            self.right[at] = (self.right[at] - sum) / self.rows[at][at];
        }
        for at in (0..len).rev() {
            self.right[at] /= self.rows[at][at];
            let solved = self.right[at];
            for (cell, right) in self.rows[at].iter().zip(&mut self.right).take(at) {
                *right -= cell * solved;
            }
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "numbers are of the size of the values; the cast saturates"
        )]
        let number = |number: f64| number.round() as i32;
        self.right.into_iter().map(number).collect()
    }
}

//! Estimates the share of wins from the spread and the number of unseen tiles.

/// A win, in the unit of [`wins`].
pub(super) const WIN: i64 = 1_000_000;

/// The variance of the spread that is still to be gained, in points, apart from that of the unseen tiles. In 4,000 games of
/// players by equity with the words of SCOWL, the standard deviation is 25.6 points with 5 unseen tiles, 38.0 with 12 to 14, 49.8
/// with 24 to 31, 61.3 with 40 to 47, 76.2 with 64 to 71, and 86.8 with 88 to 93; the two constants give 28.3, 37.9, 51.0, 62.3, 76.2
/// and 87.2.
const VARIANCE: f64 = 400.0;

/// The variance of each unseen tile.
const VARIANCE_OF_A_TILE: f64 = 80.0;

/// The mean spread that the player on turn is still to gain, in thousandths of a point. In the games of [`VARIANCE`], it is 14 to 17
/// points with 3 to 80 unseen tiles.
const GAIN_ON_TURN: i64 = 15_500;

/// The share of games that a player wins, a draw as half a win, who leads by this number of points before a move, while `unseen`
/// tiles are in the bag and on the opponent's rack; from 0 to 1. An estimate by lead and tiles alone, from games of players by
/// equity, by which [`Simulation`](crate::Simulation) rates games that are not over.
///
/// ```
/// let [behind, ahead] = [-40, 40].map(|lead| lexc_game::win_rate(lead, 50, true));
/// assert!(behind > 0.3 && behind < 0.4 && ahead > 0.75 && ahead < 0.85);
/// ```
pub fn win_rate(lead: i64, unseen: usize, is_on_turn: bool) -> f64 {
    wins(lead.saturating_mul(1000), unseen, is_on_turn) as f64 / WIN as f64
}

/// The estimated share of games that are won with a lead of `spread` thousandths of a point while `unseen` tiles are
/// unseen, in millionths.
///
/// Only uses operations that give the same result on every host.
pub(super) fn wins(spread: i64, unseen: usize, is_on_turn: bool) -> i64 {
    let deviation = (VARIANCE + VARIANCE_OF_A_TILE * unseen as f64).sqrt();
    let gain = if is_on_turn {
        GAIN_ON_TURN
    } else {
        -GAIN_ON_TURN
    };
    let spread = spread.saturating_add(gain);
    let quantile = spread as f64 / 1000.0 / deviation;
    let share = normal(quantile.abs()) * WIN as f64;
    // `share` is from half a win to a whole win.
    #[expect(clippy::cast_possible_truncation, reason = "at most a million")]
    let wins = share as i64;
    if spread < 0 { WIN - wins } else { wins }
}

/// The result of a game that is over, in the unit of [`wins`].
pub(super) fn result(spread: i64) -> i64 {
    match spread {
        1.. => WIN,
        0 => WIN / 2,
        _ => 0,
    }
}

/// The distribution function of the standard normal distribution at a quantile of 0 or more, with an error below
/// 0.00025 (Abramowitz and Stegun 1964, 26.2.18).
fn normal(quantile: f64) -> f64 {
    let x = quantile;
    let sum = 1.0 + x * (0.196_854 + x * (0.115_194 + x * (0.000_344 + x * 0.019_527)));
    1.0 - 0.5 / (sum * sum * sum * sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_normal_and_symmetric_and_fall_with_the_tiles() {
        // A lead of one standard deviation wins 84.13 % of the games.
        assert!((wins(80_000 - GAIN_ON_TURN, 75, true) - 841_300).abs() < 300);
        assert!(wins(40_000, 10, false) > wins(40_000, 80, false));
        for spread in [-900_000, -5_000, 0, 1_000, 400_000] {
            assert_eq!(wins(spread, 30, true) + wins(-spread, 30, false), WIN);
        }
        assert_eq!([-1, 0, 1].map(result), [0, WIN / 2, WIN]);
    }
}

//! [`MatchResults`]: the results of games between two players, and [`SequentialTest`]: the end of a match that is decided.

use lexc_runtime::{GameState, Seat};

use crate::sim::Estimate;

/// The results of a match of two players: of single games, or of pairs of games with the same tiles, in which the players change
/// seats.
///
/// Errors are standard errors. Those of pairs count each pair as one sample, because the same tiles decide both of its games.
#[derive(Clone, Debug)]
pub struct MatchResults {
    has_pairs: bool,
    /// The end of the first game of a pair, until the second is added, with the first player's lead and half wins.
    open: Option<(GameState, [i64; 2])>,
    scores: [Estimate; 2],
    wins: [u64; 2],
    all: Sums,
    differing: Sums,
    /// The number of samples by the half wins of the first player: 0 to 2 of a game, 0 to 4 of a pair.
    outcomes: [u64; 5],
}

/// The leads and the half wins of the first player, each the sum of a game or of both games of a pair.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    leads: Estimate,
    half_wins: Estimate,
}

/// The comparison of two players over games or pairs, with standard errors, which are infinite for fewer than two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// The number of games or pairs.
    pub samples: u32,
    /// The points by which the first player is ahead at the end of a game, on average.
    pub spread: f64,
    /// The error of the spread.
    pub spread_error: f64,
    /// The share of games that the first player wins, a draw as half a win.
    pub win_rate: f64,
    /// The error of the share.
    pub win_rate_error: f64,
}

impl MatchResults {
    /// The results of a match without games yet.
    pub fn new(has_pairs: bool) -> MatchResults {
        MatchResults {
            has_pairs,
            open: None,
            scores: [Estimate::default(); 2],
            wins: [0; 2],
            all: Sums::default(),
            differing: Sums::default(),
            outcomes: [0; 5],
        }
    }

    /// Adds a game by its end. `first` is the seat of the first player. The games of a pair are added one after the other.
    pub fn add(&mut self, end: &GameState, first: Seat) {
        let scores = [first, first.other()].map(|seat| i64::from(end.score(seat)));
        let lead = scores[0] - scores[1];
        for (estimate, score) in self.scores.iter_mut().zip(scores) {
            estimate.add(score);
        }
        for (wins, is_won) in self.wins.iter_mut().zip([lead > 0, lead < 0]) {
            *wins += u64::from(is_won);
        }
        let result = [lead, 1 + lead.signum()];
        let (other, differs) = match self.open.take() {
            None if self.has_pairs => {
                self.open = Some((end.clone(), result));
                return;
            }
            None => ([0; 2], false),
            // Players who make the same moves end both games alike.
            Some((other_end, other)) => (other, other_end != *end),
        };
        let [lead, half_wins] = [0, 1].map(|at| result[at] + other[at]);
        for (outcome, count) in (0..).zip(&mut self.outcomes) {
            *count += u64::from(outcome == half_wins);
        }
        let sums = [Some(&mut self.all), differs.then_some(&mut self.differing)];
        for sums in sums.into_iter().flatten() {
            sums.leads.add(lead);
            sums.half_wins.add(half_wins);
        }
    }

    /// Returns `true` between the games of a pair.
    pub fn is_pair_open(&self) -> bool {
        self.open.is_some()
    }

    /// The scores of each player at the end of a game.
    pub fn scores(&self) -> [Estimate; 2] {
        self.scores
    }

    /// The games that each player has won.
    pub fn wins(&self) -> [u64; 2] {
        self.wins
    }

    /// The comparison over all games or pairs.
    pub fn comparison(&self) -> Comparison {
        self.compared(&self.all)
    }

    /// The comparison over the pairs whose games have different ends. In the other pairs, both players have made the same moves, so
    /// that their games compare nothing. Without pairs, over nothing.
    pub fn comparison_of_differing_pairs(&self) -> Comparison {
        self.compared(&self.differing)
    }

    fn compared(&self, sums: &Sums) -> Comparison {
        let games = if self.has_pairs { 2.0 } else { 1.0 };
        Comparison {
            samples: sums.leads.count(),
            spread: sums.leads.mean() / games,
            spread_error: sums.leads.standard_error() / games,
            win_rate: sums.half_wins.mean() / games / 2.0,
            win_rate_error: sums.half_wins.standard_error() / games / 2.0,
        }
    }
}

/// A sequential test of which player of a match wins more games, made after each game or pair, for matches that end once it is
/// decided.
///
/// It compares two hypotheses: that the first player's share of wins is 1/2 + `margin`, and that it is 1/2 − `margin`, a draw as
/// half a win. If a player's true share is 1/2 + `margin` or more, the test names the other player with a probability of about
/// [`ERROR`](Self::ERROR). Between the two, it may name either, and takes longest at 1/2.
///
/// It is the generalized sequential probability ratio test by which Fishtest compares engines for chess (M. Van den Bergh,
/// <http://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf>, proposition 1.1): the shares of the outcomes of a game or a pair
/// are not known, so that each hypothesis gets the most likely shares with its mean. An outcome that has not occurred counts as a
/// thousandth of a sample. The test ends once the logarithm of the ratio of both likelihoods is beyond Wald's bound,
/// ln((1 − ERROR) / ERROR).
///
/// ```
/// use lexc_game::{MatchResults, SequentialTest};
///
/// let test = SequentialTest::new(0.02);
/// assert_eq!(test.better(&MatchResults::new(true)), None);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    margin: f64,
}

/// The share of a sample that an outcome counts if it has not occurred.
const UNSEEN: f64 = 1e-3;

impl SequentialTest {
    /// The probability of a wrong result if the true share of wins is as far from 1/2 as the margin.
    pub const ERROR: f64 = 0.05;

    /// A test with this margin, between 0 and 1/2.
    pub fn new(margin: f64) -> SequentialTest {
        SequentialTest {
            margin: margin.clamp(1e-4, 0.4999),
        }
    }

    /// The margin.
    pub fn margin(&self) -> f64 {
        self.margin
    }

    /// The logarithm of the ratio of the likelihoods of both hypotheses: positive if the first player has won more.
    pub fn log_likelihood_ratio(&self, results: &MatchResults) -> f64 {
        let outcomes = match results.has_pairs {
            true => &results.outcomes[..],
            false => &results.outcomes[..3],
        };
        if outcomes.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts: Vec<f64> = outcomes
            .iter()
            .map(|&count| if count == 0 { UNSEEN } else { count as f64 })
            .collect();
        // Rounded, because the last bits of logarithms differ between machines.
        (ratio(&counts, self.margin) * 1e9).round() / 1e9 + 0.0
    }

    /// The bound of the ratio beyond which the test is decided.
    pub fn bound() -> f64 {
        ((1.0 - SequentialTest::ERROR) / SequentialTest::ERROR).ln()
    }

    /// The player who wins more games, 0 for the first and 1 for the second; `None` while the test is not decided.
    pub fn better(&self, results: &MatchResults) -> Option<usize> {
        let ratio = self.log_likelihood_ratio(results);
        (ratio.abs() >= SequentialTest::bound()).then_some(usize::from(ratio < 0.0))
    }
}

/// The logarithm of the ratio of the likelihoods of the means 1/2 + `margin` and 1/2 − `margin`, of outcomes worth 0 to 1 in equal
/// steps.
///
/// For example, of 4 games of which 3 are won and 1 is lost, each hypothesis has one distribution: the ratio is
/// 3 ln(0.6 / 0.4) + ln(0.4 / 0.6) for a margin of 0.1.
fn ratio(counts: &[f64], margin: f64) -> f64 {
    let step = 1.0 / (counts.len() - 1) as f64;
    let values = || (0..counts.len()).map(|index| index as f64 * step);
    let [low, high] = [0.5 - margin, 0.5 + margin].map(|mean| {
        let weight = weight(counts.iter().copied().zip(values()), mean);
        (mean, weight)
    });
    let terms = counts.iter().zip(values()).map(|(count, value)| {
        let share = |(mean, weight): (f64, f64)| 1.0 + weight * (value - mean);
        count * (share(low) / share(high)).ln()
    });
    terms.sum()
}

/// The number *x* for which the shares proportional to count / (1 + *x* (value − mean)) have this mean: these are the most likely shares
/// with it. A root of a function that falls, found by bisection.
fn weight(counts: impl Iterator<Item = (f64, f64)> + Clone, mean: f64) -> f64 {
    let excess = |x: f64| {
        let terms = counts.clone().map(|(count, value)| {
            let deviation = value - mean;
            count * deviation / (1.0 + x * deviation)
        });
        terms.sum::<f64>()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        match excess(middle) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use lexc_runtime::{Bag, Board, Dimensions, Rack};

    use super::*;
    use crate::random::Random;

    /// The end of a game with these scores of both seats.
    fn end(scores: [i32; 2]) -> GameState {
        let board = Board::new(Dimensions::MAX);
        GameState::of_two(board, [Rack::EMPTY; 2], Bag::EMPTY).with_scores(&scores)
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, {expected}");
    }

    #[test]
    fn games_are_compared_by_leads_and_wins() {
        let mut results = MatchResults::new(false);
        // Leads of the first player, who has the second seat in the second and third game: 20, 40, -60, 0.
        for (scores, first) in [
            ([400, 380], Seat::First),
            ([300, 340], Seat::Second),
            ([360, 300], Seat::Second),
            ([350, 350], Seat::First),
        ] {
            results.add(&end(scores), first);
        }
        assert_eq!(results.wins(), [2, 1]);
        let scores = results.scores().map(|score| score.mean());
        assert_eq!(scores, [347.5, 347.5]);
        let all = results.comparison();
        assert_eq!((all.samples, all.spread, all.win_rate), (4, 0.0, 0.625));
        // The squares of the leads add up to 5,600; the deviations of the shares are 0.375 twice, 0.625 and 0.125.
        near(all.spread_error, (5600.0_f64 / 12.0).sqrt());
        near(all.win_rate_error, (0.6875_f64 / 12.0).sqrt());
        assert_eq!(results.comparison_of_differing_pairs().samples, 0);
    }

    #[test]
    fn pairs_are_single_samples_and_equal_games_do_not_differ() {
        let mut results = MatchResults::new(true);
        // Pairs with leads of 10 - 10, 30 + 10 and 20 - 40.
        for scores in [
            [[310, 300], [310, 300]],
            [[330, 300], [300, 310]],
            [[320, 300], [340, 300]],
        ] {
            results.add(&end(scores[0]), Seat::First);
            assert!(results.is_pair_open());
            results.add(&end(scores[1]), Seat::Second);
        }
        assert!(!results.is_pair_open());
        let all = results.comparison();
        assert_eq!(all.samples, 3);
        // Sums of pairs: 0, 40, -20; half wins: 2, 4, 2.
        near(all.spread, 20.0 / 6.0);
        // The squared deviations of the sums add up to 16,800 / 9.
        near(
            all.spread_error,
            (16_800.0_f64 / 9.0 / 2.0 / 3.0).sqrt() / 2.0,
        );
        near(all.win_rate, 8.0 / 12.0);
        let differing = results.comparison_of_differing_pairs();
        assert_eq!(
            (differing.samples, differing.spread, differing.win_rate),
            (2, 5.0, 0.75)
        );
        near(differing.spread_error, 15.0);
        near(differing.win_rate_error, 0.25);
        assert_eq!(results.wins(), [4, 2]);
    }

    #[test]
    fn two_outcomes_have_the_ratio_of_the_binomial_distribution() {
        near(ratio(&[1.0, 0.0, 3.0], 0.1), 2.0 * (0.6_f64 / 0.4).ln());
        near(ratio(&[5.0, 0.0, 0.0, 0.0, 5.0], 0.02), 0.0);
    }

    #[test]
    fn the_ratio_is_near_its_normal_approximation_and_symmetric() {
        let counts = [10.0, 20.0, 40.0, 30.0, 20.0];
        let found = ratio(&counts, 0.01);
        let mirrored: Vec<f64> = counts.iter().rev().copied().collect();
        near(ratio(&mirrored, 0.01), -found);
        // The shares of wins in 120 pairs add up to 67.5, their squares to 48.125.
        let (mean, variance) = (0.5625, 48.125 / 120.0 - 0.5625 * 0.5625);
        // The normal approximation of the ratio for small margins.
        let expected = 120.0 * 0.01 * (2.0 * mean - 1.0) / variance;
        assert!((found / expected - 1.0).abs() < 0.1, "{found}, {expected}");
    }

    #[test]
    fn the_test_names_the_better_player_and_rarely_the_other() {
        let test = SequentialTest::new(0.1);
        // Single wins decide nothing; a long row of them does.
        let mut results = MatchResults::new(false);
        let mut games = 0;
        while test.better(&results).is_none() {
            results.add(&end([1, 0]), Seat::Second);
            games += 1;
        }
        assert_eq!((games, test.better(&results)), (8, Some(1)));
        // The first player wins 60 % of the games.
        let mut wrong = 0;
        for number in 0..300 {
            let (mut results, mut random) = (MatchResults::new(true), Random::new(1, number));
            let better = loop {
                for first in Seat::BOTH {
                    let mut scores = [0, 0];
                    scores[usize::from(random.index_below(10) >= 6) ^ first.index()] = 1;
                    results.add(&end(scores), first);
                }
                if let Some(better) = test.better(&results) {
                    break better;
                }
            };
            wrong += better;
        }
        assert!((1..=20).contains(&wrong), "{wrong}");
    }
}

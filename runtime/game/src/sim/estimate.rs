//! Means and standard errors of samples.

/// The mean of samples and its standard error.
///
/// Keeps exact sums, so that the order in which samples are added makes no difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Estimate {
    count: u32,
    sum: i64,
    squares: i128,
}

impl Estimate {
    /// Adds a sample.
    pub fn add(&mut self, sample: i64) {
        self.count += 1;
        self.sum += sample;
        self.squares += i128::from(sample) * i128::from(sample);
    }

    /// The number of samples.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The sum of the samples.
    pub fn sum(&self) -> i64 {
        self.sum
    }

    /// The mean; 0 without samples.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / f64::from(self.count.max(1))
    }

    /// The standard error of the mean of *n* samples: their standard deviation, with *n* - 1 degrees of freedom,
    /// divided by the square root of *n*. Infinite for fewer than two samples.
    pub fn standard_error(&self) -> f64 {
        if self.count < 2 {
            return f64::INFINITY;
        }
        let count = i128::from(self.count);
        // `spread` is exact, because it is computed with integers; it is never negative.
        let spread = count * self.squares - i128::from(self.sum) * i128::from(self.sum);
        (spread as f64 / (count as f64 * count as f64 * (count - 1) as f64)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_standard_error_are_those_of_the_textbook() {
        let mut estimate = Estimate::default();
        assert_eq!(
            (estimate.mean(), estimate.standard_error()),
            (0.0, f64::INFINITY)
        );
        [2, 4, 4, 4, 5, 5, 7, 9]
            .into_iter()
            .for_each(|sample| estimate.add(sample));
        // The squared deviations add up to 32.
        let expected = (32.0_f64 / 7.0 / 8.0).sqrt();
        assert_eq!((estimate.count(), estimate.mean()), (8, 5.0));
        assert!((estimate.standard_error() - expected).abs() < 1e-12);
    }
}

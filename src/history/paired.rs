//! Comparing two programs case by case: pure statistics.
//!
//! The interval is that of the paired t test: the cases are taken as a sample of all that might have
//! been, and the interval holds the mean difference over those in 95 of 100 such samples. Pairing by
//! case takes out what is common to both, how hard a case is. A few dozen cases are enough for it
//! whatever the differences look like; with a handful, a few cases may well mislead it.

use std::cmp::Ordering;

/// How often the interval is to hold the truth.
const CONFIDENCE: f64 = 0.95;

/// The differences of pairs, the second minus the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paired {
    /// Pairs in all.
    pub pairs: usize,
    /// Pairs of which the second is greater.
    pub greater: usize,
    /// Pairs of which the second is less.
    pub less: usize,
    /// The mean difference; 0 for no pairs.
    pub mean: f64,
    /// Where the true mean lies, with 95 % confidence; none for fewer than two pairs.
    pub interval: Option<(f64, f64)>,
}

impl Paired {
    /// Of these pairs.
    pub fn of(pairs: &[(f64, f64)]) -> Self {
        let differences: Vec<f64> = pairs.iter().map(|(first, second)| second - first).collect();
        let count = |sign: Ordering| {
            differences.iter().filter(|difference| difference.total_cmp(&0.0) == sign).count()
        };
        #[expect(clippy::cast_precision_loss, reason = "there are never so many cases")]
        let number = pairs.len() as f64;
        let mean = differences.iter().sum::<f64>() / number.max(1.0);
        let interval = (pairs.len() > 1).then(|| {
            let squares: f64 = differences.iter().map(|one| (one - mean).powi(2)).sum();
            let error = (squares / (number - 1.0) / number).sqrt();
            let reach = quantile(pairs.len() - 1) * error;
            (mean - reach, mean + reach)
        });
        let (greater, less) = (count(Ordering::Greater), count(Ordering::Less));
        Self { pairs: pairs.len(), greater, less, mean, interval }
    }

    /// Which of the two is greater; `Equal` where that cannot be told from chance.
    pub fn told(&self) -> Ordering {
        match self.interval {
            Some((low, _)) if low > 0.0 => Ordering::Greater,
            Some((_, high)) if high < 0.0 => Ordering::Less,
            _ => Ordering::Equal,
        }
    }
}

/// The t that Student's distribution of this many degrees of freedom stays within, on both sides,
/// with the confidence: found by halving, as the probability grows with the angle.
fn quantile(freedom: usize) -> f64 {
    let (mut low, mut high) = (0.0, std::f64::consts::FRAC_PI_2);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if within(middle, freedom) < CONFIDENCE { low = middle } else { high = middle }
    }
    #[expect(clippy::cast_precision_loss, reason = "there are never so many cases")]
    let root = (freedom as f64).sqrt();
    root * low.tan()
}

/// The probability that |t| is at most √freedom · tan(angle): the finite series for whole degrees of
/// freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4).
fn within(angle: f64, freedom: usize) -> f64 {
    let (sine, cosine) = angle.sin_cos();
    let odd = freedom % 2 == 1;
    let (mut term, mut sum) = (if odd { cosine } else { 1.0 }, 0.0);
    let mut power = usize::from(odd);
    while power + 2 <= freedom {
        sum += term;
        #[expect(clippy::cast_precision_loss, reason = "there are never so many cases")]
        let ratio = (power + 1) as f64 / (power + 2) as f64;
        term *= cosine * cosine * ratio;
        power += 2;
        // The rest cannot be seen in the sum any more.
        if term < 1e-18 {
            break;
        }
    }
    if odd { std::f64::consts::FRAC_2_PI * (angle + sine * sum) } else { sine * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64, most: f64) {
        assert!((found - expected).abs() <= most, "{found} is not {expected}");
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        let table = [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (9, 2.262),
            (10, 2.228),
            (29, 2.045),
            (30, 2.042),
            (120, 1.980),
            (100_000, 1.960),
        ];
        for (freedom, expected) in table {
            near(quantile(freedom), expected, 5.1e-4);
        }
    }

    /// Student's own example: hours of sleep gained by ten patients with two drugs, of which the
    /// difference is 1.58 hours, with a standard error of 0.389.
    #[test]
    fn the_interval_is_that_of_the_textbook() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let pairs: Vec<(f64, f64)> = first.into_iter().zip(second).collect();
        let paired = Paired::of(&pairs);
        near(paired.mean, 1.58, 1e-9);
        let (low, high) = paired.interval.expect("ten pairs");
        near(low, 0.7001, 1e-4);
        near(high, 2.4599, 1e-4);
        assert_eq!((paired.greater, paired.less, paired.told()), (9, 0, Ordering::Greater));
        let swapped: Vec<_> = pairs.iter().map(|&(first, second)| (second, first)).collect();
        assert_eq!(Paired::of(&swapped).told(), Ordering::Less);
    }

    #[test]
    fn little_is_told_of_little() {
        #[track_caller]
        fn case(pairs: &[(f64, f64)], told: Ordering, interval: Option<(f64, f64)>) {
            let paired = Paired::of(pairs);
            assert_eq!((paired.told(), paired.interval), (told, interval));
        }
        case(&[], Ordering::Equal, None);
        case(&[(1.0, 9.0)], Ordering::Equal, None);
        case(&[(1.0, 1.0), (2.0, 2.0)], Ordering::Equal, Some((0.0, 0.0)));
        case(&[(1.0, 2.0), (5.0, 6.0)], Ordering::Greater, Some((1.0, 1.0)));
        assert_eq!(Paired::of(&[(1.0, 2.0), (2.0, 1.0), (3.0, 4.0)]).told(), Ordering::Equal);
    }
}

//! How much stronger one player is than another, from pairs of games. Knows no players and no plan.
//!
//! A pair of games on one opening gives 0 to 4 half points. Its games are not independent of each
//! other, but pairs are of other pairs, so intervals come from the counts of the five results
//! ("pentanomial"). Strength is logistic Elo: a mean score of μ stands for −400·log₁₀(1/μ − 1).

#[cfg(test)]
use crate::random::SplitMix;

/// 97.5 % of a normal distribution lie below this many standard deviations above its mean.
const Z: f64 = 1.959_963_984_540_054;
/// Normalised Elo of a mean score that lies one standard deviation of a game above a half (Van den Bergh).
pub(super) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;
/// Pairs of nothing but wins or losses that are added before a variance is taken.
pub(super) const CAUTION: f64 = Z * Z;

/// How many pairs gave 0, 1, 2, 3 and 4 half points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// A strength with its doubt.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The likeliest strength in Elo; infinite after nothing but wins or nothing but losses.
    pub elo: f64,
    /// The strength in Elo lies above this, and
    pub low: f64,
    /// below this, with a chance of 95 %; both may be infinite.
    pub high: f64,
    /// Likelihood of superiority: the chance of being the stronger one, from 0 to 1.
    pub superiority: f64,
}

/// The mean score a game, from 0 to 1, that a strength in Elo stands for.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The strength in Elo that a mean score a game stands for: infinite for 0 and 1.
pub fn elo_of(score: f64) -> f64 {
    // Even is 0, not −0.
    0.0 - 400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

impl Pentanomial {
    /// One more pair, which gave so many half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The strength; `None` without any pair.
    ///
    /// The interval is Agresti and Coull's: variance is taken after Z²/2 more pairs of 0 and as many
    /// of 4 half points. So it never shrinks to nothing, and stays honest when all pairs are alike.
    pub fn estimate(&self) -> Option<Estimate> {
        let raw = self.0.map(float);
        let [_, mean, _] = moments(&raw);
        if self.pairs() == 0 {
            return None;
        }
        let [pairs, centre, variance] = self.cautious();
        let deviation = (variance / pairs).sqrt();
        Some(Estimate {
            elo: elo_of(mean),
            low: elo_of(centre - Z * deviation),
            high: elo_of(centre + Z * deviation),
            superiority: normal_below((centre - 0.5) / deviation),
        })
    }

    /// The strength in normalised Elo; `None` where all pairs are alike.
    pub fn normalized(&self) -> Option<f64> {
        let [pairs, mean, variance] = moments(&self.0.map(float));
        let game = (2.0 * variance).sqrt();
        (pairs > 0.0 && game > 0.0).then(|| (mean - 0.5) / game * NORMALIZED)
    }

    /// Pairs, mean score a game and variance of a pair's mean, with the pairs of caution.
    fn cautious(&self) -> [f64; 3] {
        let mut counts = self.0.map(float);
        counts[0] += CAUTION / 2.0;
        counts[4] += CAUTION / 2.0;
        moments(&counts)
    }
}

#[cfg(test)]
impl Pentanomial {
    /// One more pair, whose five results have these chances.
    pub(super) fn add_by_chance(&mut self, chances: &[f64; 5], random: &mut SplitMix) {
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        let mut left = (random.next() >> 11) as f64 / (1_u64 << 53) as f64;
        let drawn = chances.iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        self.add(drawn.unwrap_or(4));
    }
}

/// Half a width of 95 % for a standard deviation.
pub(super) fn half_width(deviation: f64) -> f64 {
    Z * deviation
}

/// Counts of games are far below 2^52.
#[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}

/// Sum, mean and variance of counts of the five results, in points a game.
fn moments(counts: &[f64; 5]) -> [f64; 3] {
    let total: f64 = counts.iter().sum();
    let weighted = |of: &dyn Fn(f64) -> f64| {
        let terms = counts.iter().zip(SCORES).map(|(count, score)| count * of(score));
        terms.sum::<f64>() / total
    };
    let mean = weighted(&|score| score);
    [total, mean, weighted(&|score| (score - mean).powi(2))]
}

/// The mean score a game of each result of a pair.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The part of a normal distribution that lies below so many standard deviations above its mean.
fn normal_below(deviations: f64) -> f64 {
    libm::erfc(-deviations / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found}, expected {expected}");
    }

    #[test]
    fn elo_is_the_logistic_one() {
        // 200 points are three quarters of the points or so, 400 ten to one.
        near(score_of(0.0), 0.5, 1e-15);
        near(score_of(400.0), 10.0 / 11.0, 1e-15);
        near(elo_of(0.759_746_926_647_958), 200.0, 1e-9);
        for elo in [-700.0, -35.5, 0.0, 1.0, 600.0] {
            near(elo_of(score_of(elo)), elo, 1e-9);
        }
        assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    /// Two games that are won or lost as by a coin scatter by half a point each: 0.1 points more are a fifth of that.
    #[test]
    fn normalised_elo_counts_in_deviations() {
        let even = Pentanomial([25, 0, 50, 0, 25]);
        assert_eq!(even.normalized(), Some(0.0));
        let better = Pentanomial([160, 0, 480, 0, 360]);
        let expected = 0.1 / 0.24_f64.sqrt() * 800.0 / 10_f64.ln();
        near(better.normalized().unwrap(), expected, 1e-9);
        assert_eq!(Pentanomial([0, 0, 9, 0, 0]).normalized(), None);
        assert_eq!(Pentanomial::default().normalized(), None);
    }

    /// By hand, as chess engines' testers do it: mean and variance of the five counts, the interval's
    /// ends turned into Elo. The pairs of caution change little among many.
    #[test]
    fn many_pairs_give_the_usual_interval() {
        let counts = Pentanomial([1200, 5400, 11600, 5900, 1500]);
        let pairs = 25600.0_f64;
        let mean: f64 = (5400.0 * 0.25 + 11600.0 * 0.5 + 5900.0 * 0.75 + 1500.0) / pairs;
        let squares = (5400.0 * 0.0625 + 11600.0 * 0.25 + 5900.0 * 0.5625 + 1500.0) / pairs;
        let deviation = ((squares - mean * mean) / pairs).sqrt();
        let estimate = counts.estimate().unwrap();
        near(estimate.elo, -400.0 * (1.0 / mean - 1.0).log10(), 1e-9);
        near(estimate.low, elo_of(mean - 1.96 * deviation), 0.01);
        near(estimate.high, elo_of(mean + 1.96 * deviation), 0.01);
        // z = 5.7: all but certain.
        assert!(estimate.superiority > 0.999_999);
    }

    #[test]
    fn likelihoods_of_superiority_are_those_of_tables() {
        for (deviations, expected) in
            [(0.0, 0.5), (1.0, 0.841_344_746), (1.96, 0.975_002_105), (-3.0, 0.001_349_898)]
        {
            near(normal_below(deviations), expected, 1e-9);
        }
        near(Pentanomial([3, 0, 1, 0, 3]).estimate().unwrap().superiority, 0.5, 1e-12);
    }

    #[test]
    fn one_sided_results_have_one_open_end() {
        assert_eq!(Pentanomial::default().estimate(), None);
        let won = |pairs| Pentanomial([0, 0, 0, 0, pairs]).estimate().unwrap();
        for pairs in [1, 10, 1000, 1_000_000] {
            let estimate = won(pairs);
            assert_eq!((estimate.elo, estimate.high), (f64::INFINITY, f64::INFINITY));
            assert!(estimate.low.is_finite(), "{pairs}: {estimate:?}");
        }
        assert!(won(1).low < 0.0 && won(10).low > 100.0 && won(1000).low > won(10).low);
        let lost = Pentanomial([7, 0, 0, 0, 0]).estimate().unwrap();
        assert_eq!((lost.elo, lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        let drawn = Pentanomial([0, 0, 20, 0, 0]).estimate().unwrap();
        near(drawn.elo, 0.0, 1e-12);
        assert!(drawn.low < -20.0 && drawn.high > 20.0, "{drawn:?}");
    }

    /// Whoever swaps the players sees the same from the other side.
    #[test]
    fn both_sides_see_the_same() {
        let (one, other) = (Pentanomial([3, 9, 30, 12, 5]), Pentanomial([5, 12, 30, 9, 3]));
        let (one, other) = (one.estimate().unwrap(), other.estimate().unwrap());
        near(one.elo, -other.elo, 1e-9);
        near(one.low, -other.high, 1e-9);
        near(one.superiority, 1.0 - other.superiority, 1e-12);
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        // Chances of the five results, from even to one-sided, with many draws and with few.
        let kinds = [
            [0.05, 0.2, 0.5, 0.2, 0.05],
            [0.0, 0.02, 0.9, 0.06, 0.02],
            [0.25, 0.1, 0.2, 0.15, 0.3],
            [0.01, 0.02, 0.07, 0.2, 0.7],
        ];
        for (kind, chances) in kinds.iter().enumerate() {
            let truth = elo_of(chances.iter().zip(SCORES).map(|(chance, s)| chance * s).sum());
            for pairs in [20, 100] {
                let rounds = 1000;
                let mut random = SplitMix::of(3, kind);
                let holds = (0..rounds).filter(|_| {
                    let estimate = play(chances, pairs, &mut random).estimate().unwrap();
                    estimate.low <= truth && truth <= estimate.high
                });
                let share = holds.count();
                assert!((930..=1000).contains(&share), "{chances:?}, {pairs} pairs: {share}");
            }
        }
    }

    /// Pairs by chance.
    fn play(chances: &[f64; 5], pairs: usize, random: &mut SplitMix) -> Pentanomial {
        let mut counts = Pentanomial::default();
        for _ in 0..pairs {
            counts.add_by_chance(chances, random);
        }
        counts
    }
}

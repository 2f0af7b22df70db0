//! The sequential probability ratio test: pairs are played until one of two strengths is refuted.
//! Knows no players and no plan.
//!
//! The log-likelihood ratio is the generalised one of Van den Bergh ("Comments on normalized Elo"),
//! which chess engines are tested by: how likely the counts of the five results of a pair are at
//! best where the mean score is that of `elo1`, against the same for `elo0`. Of normalised Elo it is not the mean
//! score that is held, but how many standard deviations it lies above a half, so that a test of the same bounds takes
//! as many games whether draws are many or few.

use super::rating::{NORMALIZED, Pentanomial, SCORES, float, score_of};
use super::record::{Scale, Sprt};

/// What counts of 0 are taken for, so that no result is thought impossible.
const SELDOM: f64 = 1e-3;

/// What a test found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The strength is `elo0`, or below.
    Elo0,
    /// The strength is `elo1`, or above.
    Elo1,
}

impl Sprt {
    /// What is asked of a test's numbers.
    pub const SOUND: &str = "elo0 must be below elo1, both within -1000 and 1000, and alpha and beta \
                             at least 0.0001 and below 0.5";

    /// Whether this is a test that can end: see [`Sprt::SOUND`].
    pub fn is_sound(&self) -> bool {
        let chance = |value: f64| (1e-4..0.5).contains(&value);
        let strength = |elo: f64| elo.abs() <= 1000.0;
        let strengths = strength(self.elo0) && strength(self.elo1) && self.elo0 < self.elo1;
        strengths && chance(self.alpha) && chance(self.beta)
    }

    /// The ratios at which the test ends: for `elo0` at the first or below, for `elo1` at the second
    /// or above.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of how much likelier `elo1` makes these results than `elo0` does.
    pub fn ratio(&self, results: &Pentanomial) -> f64 {
        if results.pairs() == 0 {
            return 0.0;
        }
        let counts = results.0.map(|count| if count == 0 { SELDOM } else { float(count) });
        let likely = |elo| match self.scale {
            Scale::Logistic => likelihood(&counts, score_of(elo)),
            // A pair's mean scatters less than a game by the root of 2.
            Scale::Normalized => {
                normalized_likelihood(&counts, elo / NORMALIZED * std::f64::consts::SQRT_2)
            }
        };
        likely(self.elo1) - likely(self.elo0)
    }

    /// What the results decide, if anything yet.
    pub fn decide(&self, results: &Pentanomial) -> Option<Decision> {
        let (ratio, [low, high]) = (self.ratio(results), self.bounds());
        if ratio <= low { Some(Decision::Elo0) } else { (ratio >= high).then_some(Decision::Elo1) }
    }
}

/// The greatest log-likelihood of the counts over all chances of the results with this mean score,
/// short of what does not depend on the score.
fn likelihood(counts: &[f64; 5], score: f64) -> f64 {
    tilted(counts, &SCORES.map(|result| result - score)).1
}

/// The same over all chances whose mean lies so many of their standard deviations above a half.
///
/// By steps, each of which takes the condition for a straight one at the chances of the last (Van den Bergh); a
/// few are enough.
fn normalized_likelihood(counts: &[f64; 5], deviations: f64) -> f64 {
    const STEPS: usize = 50;
    let mut chances = [0.2; 5];
    let mut likely = 0.0;
    for _ in 0..STEPS {
        let mean: f64 = chances.iter().zip(SCORES).map(|(chance, score)| chance * score).sum();
        let terms = chances.iter().zip(SCORES);
        let variance: f64 = terms.map(|(chance, score)| chance * (score - mean).powi(2)).sum();
        let root = variance.sqrt();
        let slopes = SCORES.map(|score| {
            score - 0.5 - deviations * root * (1.0 + ((mean - score) / root).powi(2)) / 2.0
        });
        let before = chances;
        (chances, likely) = tilted(counts, &slopes);
        if chances.iter().zip(before).all(|(now, before)| (now - before).abs() < 1e-12) {
            break;
        }
    }
    likely
}

/// The likeliest chances for which the mean of these values is 0, and the logarithm of how likely they make the
/// counts, short of what does not depend on the values.
///
/// By Lagrange's multipliers the best chances are `count / (total · (1 + x · value))`, where `x` makes the mean
/// right. The sum that says so falls in `x`, so halving finds it.
fn tilted(counts: &[f64; 5], values: &[f64; 5]) -> ([f64; 5], f64) {
    let divisors = |x: f64| values.map(|value| 1.0 + x * value);
    let surplus = |x: f64| -> f64 {
        let terms = counts.iter().zip(values).zip(divisors(x));
        terms.map(|((count, value), divisor)| count * value / divisor).sum()
    };
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    // Beyond these, a chance would be below 0.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if surplus(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let divisors = divisors(f64::midpoint(low, high));
    let total: f64 = counts.iter().sum();
    let likely = counts.iter().zip(divisors).map(|(count, divisor)| count * divisor.ln());
    let likely = -likely.sum::<f64>();
    let mut chances = *counts;
    for (chance, divisor) in chances.iter_mut().zip(divisors) {
        *chance /= total * divisor;
    }
    (chances, likely)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;

    const TEST: Sprt =
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };

    #[track_caller]
    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found}, expected {expected}");
    }

    /// The greatest log-likelihood by trying: chances that keep the mean are moved among three
    /// neighbouring results as long as that makes the counts likelier.
    fn naive_likelihood(counts: &[f64; 5], score: f64) -> f64 {
        // All at the ends and some everywhere, with the right mean.
        let even = 2.0 * score.min(1.0 - score) * 0.1;
        let mut chances = [even; 5];
        let rest = 1.0 - 5.0 * even;
        chances[4] += score - 2.5 * even;
        chances[0] += rest - (score - 2.5 * even);
        let of = |chances: &[f64; 5]| -> f64 {
            counts.iter().zip(chances).map(|(count, chance)| count * chance.ln()).sum()
        };
        let moved = |chances: &[f64; 5], at: usize, by: f64| {
            let mut chances = *chances;
            chances[at] += by;
            chances[at + 1] -= 2.0 * by;
            chances[at + 2] += by;
            chances
        };
        for _ in 0..3000 {
            for at in 0..3 {
                let (mut low, mut high) =
                    (-chances[at].min(chances[at + 2]), chances[at + 1] / 2.0);
                for _ in 0..60 {
                    let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                    if of(&moved(&chances, at, left)) < of(&moved(&chances, at, right)) {
                        low = left;
                    } else {
                        high = right;
                    }
                }
                chances = moved(&chances, at, f64::midpoint(low, high));
            }
        }
        let mean: f64 = chances.iter().zip(SCORES).map(|(chance, result)| chance * result).sum();
        near(mean, score, 1e-9);
        of(&chances)
    }

    #[test]
    fn the_ratio_is_that_of_a_naive_search() {
        for counts in [[10, 30, 50, 40, 15], [1, 2, 90, 5, 2], [40, 1, 3, 2, 60]] {
            let floats = counts.map(float);
            let naive = naive_likelihood(&floats, score_of(10.0))
                - naive_likelihood(&floats, score_of(0.0));
            near(TEST.ratio(&Pentanomial(counts)), naive, 1e-6);
        }
    }

    /// Many pairs with little between the hypotheses: pairs · (s1 − s0) · (2μ − s0 − s1) / 2σ², as
    /// testers of chess engines approximate it.
    #[test]
    fn the_ratio_is_near_the_known_approximation() {
        let counts = Pentanomial([1200, 5400, 11600, 5900, 1500]);
        let test = Sprt { elo0: 0.0, elo1: 2.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
        let (pairs, mean) = (25600.0, 0.510_742_187_5);
        let variance =
            (5400.0 * 0.0625 + 11600.0 * 0.25 + 5900.0 * 0.5625 + 1500.0) / pairs - mean * mean;
        let (s0, s1) = (score_of(0.0), score_of(2.0));
        let expected = pairs * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        near(test.ratio(&counts), expected, 0.02 * expected.abs());
    }

    /// Many pairs again: pairs / 2 · ln((1 + (t − t0)²) / (1 + (t − t1)²)), where t is how many deviations of a
    /// pair's mean lie between it and a half.
    #[test]
    fn the_normalised_ratio_is_near_the_known_approximation() {
        let counts = [1200, 5400, 11600, 5900, 1500];
        let (pairs, mean) = (25600.0, 0.510_742_187_5);
        let variance: f64 =
            (5400.0 * 0.0625 + 11600.0 * 0.25 + 5900.0 * 0.5625 + 1500.0) / pairs - mean * mean;
        let test = Sprt { elo1: 5.0, scale: Scale::Normalized, ..TEST };
        let t = (mean - 0.5) / variance.sqrt();
        let t1 = 5.0 / NORMALIZED * std::f64::consts::SQRT_2;
        let expected = pairs / 2.0 * ((1.0 + t * t) / (1.0 + (t - t1).powi(2))).ln();
        near(test.ratio(&Pentanomial(counts)), expected, 0.02 * expected);
        // The same score from fewer draws says less.
        let wild = Pentanomial([5400, 5400, 3200, 5900, 5700]);
        assert!(test.ratio(&wild) < 0.7 * expected, "{}", test.ratio(&wild));
    }

    /// The chances that were found meet the condition, and none near them that do are likelier.
    #[test]
    fn normalised_chances_meet_their_condition() {
        let counts = [10.0, 30.0, 50.0, 40.0, 15.0];
        let deviations_of = |chances: &[f64; 5]| {
            let mean: f64 = chances.iter().zip(SCORES).map(|(chance, score)| chance * score).sum();
            let terms = chances.iter().zip(SCORES);
            let variance: f64 = terms.map(|(chance, score)| chance * (score - mean).powi(2)).sum();
            (mean - 0.5) / variance.sqrt()
        };
        let total: f64 = counts.iter().sum();
        let ideal: f64 = counts.iter().map(|count| count * (count / total).ln()).sum();
        let mut random = SplitMix::of(5, 0);
        let likely_of = |chances: &[f64; 5]| -> f64 {
            counts.iter().zip(chances).map(|(count, chance)| count * chance.ln()).sum()
        };
        let mut best = f64::NEG_INFINITY;
        let mut near_by = counts.map(|count| count / total);
        for round in 0..60_000 {
            let width = 0.02 / (1.0 + f64::from(round) / 600.0);
            let mut tried = near_by;
            for chance in &mut tried {
                let step = f64::from(u32::try_from(random.below(2001)).unwrap()) / 1000.0 - 1.0;
                *chance = (*chance + width * step).max(1e-9);
            }
            let sum: f64 = tried.iter().sum();
            tried = tried.map(|chance| chance / sum);
            let off = (deviations_of(&tried) - 0.3).abs();
            // What misses the condition pays for it.
            let worth = likely_of(&tried) - 1e4 * off * off;
            if worth > best {
                (best, near_by) = (worth, tried);
            }
        }
        let found = normalized_likelihood(&counts, deviations_of(&near_by));
        near(likely_of(&near_by) - ideal, found, 0.002);
    }

    #[test]
    fn bounds_are_walds() {
        let [low, high] = TEST.bounds();
        near(low, -2.944_438_979, 1e-9);
        near(high, 2.944_438_979, 1e-9);
    }

    #[track_caller]
    fn ends(test: Sprt, counts: fn(u64) -> [u64; 5], most: u64, expected: Decision) {
        let first =
            (1..).find_map(|pairs| Some((pairs, test.decide(&Pentanomial(counts(pairs)))?)));
        let (pairs, decision) = first.unwrap();
        assert_eq!(decision, expected);
        assert!((2..=most).contains(&pairs), "{pairs} pairs");
    }

    #[test]
    fn one_sided_results_end_the_test() {
        ends(TEST, |pairs| [0, 0, 0, 0, pairs], 110, Decision::Elo1);
        ends(TEST, |pairs| [pairs, 0, 0, 0, 0], 110, Decision::Elo0);
        ends(TEST, |pairs| [0, 0, pairs, 0, 0], 110, Decision::Elo0);
        ends(TEST, |pairs| [0, 0, 0, pairs, 0], 110, Decision::Elo1);
        let wide = Sprt { elo1: 200.0, ..TEST };
        ends(wide, |pairs| [0, 0, 0, 0, pairs], 10, Decision::Elo1);
        assert_eq!(TEST.decide(&Pentanomial::default()), None);
    }

    /// How often a player whose pairs end with these chances passes.
    fn passes(test: Sprt, chances: &[f64; 5], rounds: usize) -> usize {
        let mut random = SplitMix::of(11, 0);
        let passes = |_: &usize| {
            let mut counts = Pentanomial::default();
            loop {
                counts.add_by_chance(chances, &mut random);
                if let Some(decision) = test.decide(&counts) {
                    return decision == Decision::Elo1;
                }
            }
        };
        (0..rounds).filter(passes).count()
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        let test = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic };
        let rounds = if std::env::var_os("JURY_TEST_LONG").is_some() { 600 } else { 150 };
        // Chances with the mean score of each hypothesis; of 600, 9 % is more than four deviations off.
        let even = [0.1, 0.2, 0.4, 0.2, 0.1];
        let wrong = passes(test, &even, rounds);
        assert!(wrong < rounds * 9 / 100, "{wrong} of {rounds} pass where elo0 holds");
        let shift = score_of(60.0) - 0.5;
        let better = [0.1 - shift / 2.0, 0.2 - shift, 0.4, 0.2 + shift, 0.1 + shift / 2.0];
        let right = passes(test, &better, rounds);
        assert!(right > rounds * 91 / 100, "{right} of {rounds} pass where elo1 holds");
    }
}

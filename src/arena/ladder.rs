//! Ratings of all players of a tournament from all their results at once. Knows no plan.
//!
//! Bradley and Terry's model: the chance of a point is logistic in the difference of two ratings; a
//! draw is half a win and half a loss. Every player has, besides, drawn two games with one rated 0.
//! That makes all ratings finite and comparable, even those of players who won or lost everything or
//! who never met, and puts their mean near 0.

use std::collections::BTreeMap;

use super::rating::{float, half_width};
use super::standings::Duel;

/// Draws with a player rated 0 that everyone starts with.
const DRAWS: f64 = 2.0;
/// Elo for a natural unit of rating.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A player's rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The rating in Elo.
    pub elo: f64,
    /// The rating lies above this, and
    pub low: f64,
    /// below this, with a chance of 95 %. From the scatter of pairs of games, as a strength is.
    pub high: f64,
    /// Games that count.
    pub games: u64,
    /// Half points won in them.
    pub half_points: u64,
}

impl Rating {
    /// Whether nothing but wins or nothing but losses stand behind it: then it says how many they
    /// were rather than how strong the player is.
    pub fn is_one_sided(&self) -> bool {
        self.games > 0 && (self.half_points == 0 || self.half_points == 2 * self.games)
    }
}

/// Rates this many players. Duels are between players of lower and higher number, as the former sees
/// them.
pub fn rate(players: usize, duels: &BTreeMap<[usize; 2], Duel>) -> Vec<Rating> {
    let mut ratings = vec![0.0; players];
    // Newton's method on a concave function, its steps held short.
    for _ in 0..500 {
        let (slope, information) = expectation(&ratings, duels);
        let covariance = inverse(information);
        let steps: Vec<f64> =
            covariance.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
        let longest = steps.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
        let share = (1.0 / longest).min(1.0);
        ratings.iter_mut().zip(&steps).for_each(|(rating, step)| *rating += share * step);
        if longest < 1e-12 {
            break;
        }
    }
    let deviations = deviations(&ratings, duels);
    let rated = ratings.iter().zip(deviations).enumerate();
    rated
        .map(|(player, (rating, deviation))| {
            let (elo, half) = (rating * ELO, half_width(deviation * ELO));
            let (games, half_points) = points(player, duels);
            Rating { elo, low: elo - half, high: elo + half, games, half_points }
        })
        .collect()
}

/// Games and half points of a player.
fn points(player: usize, duels: &BTreeMap<[usize; 2], Duel>) -> (u64, u64) {
    let tallies = duels.iter().filter_map(|([one, other], duel)| {
        let own = (*one == player).then_some(duel.tally);
        own.or((*other == player).then(|| duel.tally.turned()))
    });
    tallies.fold((0, 0), |(games, points), tally| {
        (games + tally.games(), points + tally.half_points())
    })
}

fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The slope of the log-likelihood, and its curvature with the sign turned.
fn expectation(ratings: &[f64], duels: &BTreeMap<[usize; 2], Duel>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let chances = ratings.iter().map(|rating| chance(*rating));
    let mut slope: Vec<f64> = chances.clone().map(|p| DRAWS * (0.5 - p)).collect();
    let mut curvature = diagonal(chances.map(|p| DRAWS * p * (1.0 - p)));
    for (&[one, other], duel) in duels {
        let p = chance(ratings[one] - ratings[other]);
        let surplus = float(duel.tally.half_points()) / 2.0 - float(duel.tally.games()) * p;
        slope[one] += surplus;
        slope[other] -= surplus;
        spread(&mut curvature, [one, other], float(duel.tally.games()) * p * (1.0 - p));
    }
    (slope, curvature)
}

/// Standard deviations of the ratings. The model's own would take the games of a pair for
/// independent and draws for coin flips; so the scatter of pairs stands in the middle of the
/// "sandwich" of two inverse curvatures.
fn deviations(ratings: &[f64], duels: &BTreeMap<[usize; 2], Duel>) -> Vec<f64> {
    let bread = inverse(expectation(ratings, duels).1);
    let mut scatter = diagonal(ratings.iter().map(|r| DRAWS * chance(*r) * chance(-r)));
    for (&players, duel) in duels.iter().filter(|(_, duel)| duel.tally.games() > 0) {
        let [pairs, _, variance] = duel.pairs.cautious();
        // A pair's points are twice its mean score a game.
        spread(&mut scatter, players, 4.0 * pairs * variance);
    }
    let size = ratings.len();
    let covariance = product(&product(&bread, &scatter), &bread);
    // Of the distance to the mean of all, which only the draws with one rated 0 hold in its place.
    let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / float(size as u64);
    let of_mean = mean(&mut covariance.iter().map(|row| mean(&mut row.iter().copied())));
    let variance = |player: usize| {
        let with_mean = mean(&mut covariance[player].iter().copied());
        covariance[player][player] - 2.0 * with_mean + of_mean
    };
    (0..size).map(|player| variance(player).sqrt()).collect()
}

fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let entry = |row: &[f64], column: usize| -> f64 {
        row.iter().zip(right).map(|(value, other)| value * other[column]).sum()
    };
    left.iter().map(|row| (0..right.len()).map(|column| entry(row, column)).collect()).collect()
}

fn diagonal(values: impl ExactSizeIterator<Item = f64>) -> Vec<Vec<f64>> {
    let size = values.len();
    let mut matrix = vec![vec![0.0; size]; size];
    values.enumerate().for_each(|(at, value)| matrix[at][at] = value);
    matrix
}

/// Adds what depends on the difference of two players.
fn spread(matrix: &mut [Vec<f64>], [one, other]: [usize; 2], value: f64) {
    matrix[one][one] += value;
    matrix[other][other] += value;
    matrix[one][other] -= value;
    matrix[other][one] -= value;
}

/// The inverse of a matrix whose diagonal outweighs the rest of each row, as Gauss and Jordan found
/// it; such a matrix needs no other pivots.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut result = diagonal(std::iter::repeat_n(1.0, size));
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        for column in 0..size {
            matrix[pivot][column] /= scale;
            result[pivot][column] /= scale;
        }
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * matrix[pivot][column];
                result[row][column] -= factor * result[pivot][column];
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::rating::Pentanomial;
    use crate::arena::standings::Tally;
    use crate::random::SplitMix;

    /// Pairs of 1 and 3 half points are a draw and another result, those of 2 are two draws.
    fn duel(counts: [u64; 5]) -> Duel {
        let [lost, nearly_lost, drawn, nearly_won, won] = counts;
        let tally = Tally {
            won: 2 * won + nearly_won,
            drawn: nearly_won + 2 * drawn + nearly_lost,
            lost: 2 * lost + nearly_lost,
        };
        Duel { pairs: Pentanomial(counts), tally }
    }

    fn duels(all: &[([usize; 2], [u64; 5])]) -> BTreeMap<[usize; 2], Duel> {
        all.iter().map(|(players, counts)| (*players, duel(*counts))).collect()
    }

    #[track_caller]
    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found}, expected {expected}");
    }

    /// The likeliest ratings by small steps uphill, one player at a time.
    fn naive(players: usize, duels: &BTreeMap<[usize; 2], Duel>) -> Vec<f64> {
        let worth = |ratings: &[f64]| {
            let draws = ratings.iter().map(|r| (chance(*r) * chance(-r)).ln()).sum::<f64>();
            draws
                + duels
                    .iter()
                    .map(|([one, other], duel)| {
                        let (points, games) =
                            (float(duel.tally.half_points()) / 2.0, float(duel.tally.games()));
                        let p = chance(ratings[*one] - ratings[*other]);
                        points * p.ln() + (games - points) * (1.0 - p).ln()
                    })
                    .sum::<f64>()
        };
        let mut ratings = vec![0.0; players];
        let mut step = 1.0;
        while step > 1e-9 {
            let mut better = false;
            for player in 0..players {
                for by in [step, -step] {
                    let mut tried = ratings.clone();
                    tried[player] += by;
                    if worth(&tried) > worth(&ratings) {
                        (ratings, better) = (tried, true);
                    }
                }
            }
            step = if better { step } else { step / 2.0 };
        }
        ratings.iter().map(|rating| rating * ELO).collect()
    }

    #[test]
    fn ratings_are_those_of_a_naive_search() {
        let some = duels(&[
            ([0, 1], [3, 5, 9, 8, 5]),
            ([0, 2], [0, 1, 3, 9, 17]),
            ([1, 2], [2, 2, 10, 9, 7]),
            ([1, 3], [0, 0, 0, 0, 12]),
            ([2, 3], [0, 0, 0, 0, 12]),
        ]);
        let (found, expected) = (rate(4, &some), naive(4, &some));
        for (rating, expected) in found.iter().zip(expected) {
            near(rating.elo, expected, 0.01);
        }
        assert!(found[3].is_one_sided() && found[3].elo < -400.0, "{found:?}");
        assert_eq!(found.iter().filter(|rating| rating.is_one_sided()).count(), 1);
        assert_eq!((found[3].games, found[3].half_points), (48, 0));
    }

    #[test]
    fn two_players_stand_as_far_apart_as_their_match_says() {
        let counts = [100, 300, 700, 500, 200];
        let found = rate(2, &duels(&[([0, 1], counts)]));
        let estimate = Pentanomial(counts).estimate().unwrap();
        near(found[0].elo - found[1].elo, estimate.elo, 0.1);
        near(found[0].elo, -found[1].elo, 1e-6);
    }

    #[test]
    fn everything_is_finite() {
        for all in [
            duels(&[]),
            duels(&[([0, 1], [0; 5])]),
            duels(&[([0, 1], [0, 0, 0, 0, 100_000])]),
            duels(&[([0, 1], [9, 0, 0, 0, 0]), ([1, 2], [9, 0, 0, 0, 0])]),
        ] {
            for rating in rate(4, &all) {
                assert!(rating.elo.is_finite() && rating.low < rating.elo, "{rating:?}");
                assert!(rating.high.is_finite() && rating.elo < rating.high, "{rating:?}");
            }
        }
        assert_eq!(rate(0, &duels(&[])), []);
    }

    /// Three players of known strength; the differences between ratings must come out, and the
    /// intervals must hold the truth about as often as they say.
    #[test]
    fn intervals_hold_the_truth() {
        let truth = [80.0, 0.0, -80.0];
        let mut random = SplitMix::of(5, 0);
        let held = (0..300).map(|_| {
            let all = [[0, 1], [0, 2], [1, 2]].map(|[one, other]| {
                let score = chance((truth[one] - truth[other]) / ELO);
                let shift = score - 0.5;
                // The mean score is 0.5 + shift.
                let chances = [0.1 - shift / 2.0, 0.2 - shift, 0.4, 0.2 + shift, 0.1 + shift / 2.0];
                let mut pairs = Pentanomial::default();
                (0..100).for_each(|_| pairs.add_by_chance(&chances, &mut random));
                ([one, other], duel(pairs.0))
            });
            let found = rate(3, &all.into());
            found.iter().zip(truth).filter(|(r, truth)| r.low < *truth && *truth < r.high).count()
        });
        let held: usize = held.sum();
        assert!((835..=890).contains(&held), "{held} of 900");
    }
}

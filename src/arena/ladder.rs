//! Ratings of all players of a tournament from all their results at once.
//!
//! Bradley and Terry's model: the chance of a point is logistic in the difference of two ratings; a
//! draw is half a win and half a loss. Every player has, besides, drawn two games with one rated 0.
//! That makes all ratings finite and comparable, even those of players who won or lost everything
//! or who never met; ratings are then told as differences to their mean.

use std::collections::BTreeMap;

use super::rating::{CAUTION, SCORES, float, half_width};
use super::standings::Duel;

/// Draws with a player rated 0 that everyone starts with.
const DRAWS: f64 = 2.0;
/// Elo for a natural unit of rating.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A player's rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The rating in Elo above the mean of all.
    pub elo: f64,
    /// The rating lies above this, and
    pub low: f64,
    /// below this, with a chance of 95 %, from the scatter of pairs of games. After nothing but wins
    /// the upper end is infinite, after nothing but losses the lower one.
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

    fn open_ended(self) -> Self {
        match self.half_points {
            _ if !self.is_one_sided() => self,
            0 => Self { low: f64::NEG_INFINITY, ..self },
            _ => Self { high: f64::INFINITY, ..self },
        }
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
    let mean = ratings.iter().sum::<f64>() / float(players as u64);
    let rated = ratings.iter().zip(deviations).enumerate();
    rated
        .map(|(player, (rating, deviation))| {
            let (elo, half) = ((rating - mean) * ELO, half_width(deviation * ELO));
            let (games, half_points) = points(player, duels);
            let rating = Rating { elo, low: elo - half, high: elo + half, games, half_points };
            rating.open_ended()
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
    let mut pairs = vec![0.0; ratings.len()];
    for (&players, duel) in duels {
        for player in players {
            pairs[player] += float(duel.pairs.pairs());
        }
    }
    for (&[one, other], duel) in duels.iter().filter(|(_, duel)| duel.tally.games() > 0) {
        let p = chance(ratings[one] - ratings[other]);
        let doubt = CAUTION / pairs[one].min(pairs[other]);
        spread(&mut scatter, [one, other], scatter_of(duel, p, doubt));
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

/// How much the points of all pairs of a duel scatter around those that the chance of a point lets
/// expect, each pair by itself. A few pairs may be alike by chance; so pairs are added that nothing
/// but wins and losses make up, as many for each player in all as a match adds, and the sum is scaled
/// down again. `doubt` is how many are added for each that was played.
fn scatter_of(duel: &Duel, p: f64, doubt: f64) -> f64 {
    let terms = duel.pairs.0.iter().zip(SCORES);
    let seen: f64 = terms.map(|(count, score)| float(*count) * (score - p).powi(2)).sum();
    let added = doubt * float(duel.pairs.pairs()) * p * (1.0 - p);
    // A pair's points are twice its mean score a game.
    4.0 * (seen + added) / (1.0 + doubt)
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
        let (found, mut expected) = (rate(4, &some), naive(4, &some));
        let mean = expected.iter().sum::<f64>() / 4.0;
        for rating in &mut expected {
            *rating -= mean;
        }
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
                assert!(rating.elo < rating.high, "{rating:?}");
                let open = rating.low.is_infinite() || rating.high.is_infinite();
                assert_eq!(open, rating.is_one_sided(), "{rating:?}");
            }
        }
        assert_eq!(rate(0, &duels(&[])), []);
    }

    /// Pairs of two players whose ratings differ by so many Elo.
    fn play(difference: f64, pairs: usize, random: &mut SplitMix) -> [u64; 5] {
        // A point more likely for one of them makes all five results slide.
        let p = chance(difference / ELO);
        let drawn = 1.5 * p * (1.0 - p);
        let game = [1.0 - p - drawn / 2.0, drawn, p - drawn / 2.0];
        let mut chances = [0.0; 5];
        for (first, one) in game.iter().enumerate() {
            for (second, other) in game.iter().enumerate() {
                chances[first + second] += one * other;
            }
        }
        let mut found = Pentanomial::default();
        (0..pairs).for_each(|_| found.add_by_chance(&chances, random));
        found.0
    }

    /// Everyone against everyone.
    fn tournament(
        truth: &[f64],
        pairs: usize,
        random: &mut SplitMix,
    ) -> BTreeMap<[usize; 2], Duel> {
        let meetings =
            (0..truth.len()).flat_map(|one| (one + 1..truth.len()).map(move |o| [one, o]));
        let played = meetings.map(|[one, other]| {
            ([one, other], duel(play(truth[one] - truth[other], pairs, random)))
        });
        played.collect()
    }

    /// Intervals hold the truth about as often as they say, whether pairs are many or few and
    /// meetings are even or all but decided before.
    #[test]
    fn intervals_hold_the_truth() {
        for (truth, pairs) in [
            (&[80.0, 0.0, -80.0][..], 100),
            (&[80.0, 0.0, -80.0], 6),
            (&[30.0, 20.0, 10.0, 0.0, 0.0, 0.0, -20.0, -40.0], 2),
            (&[500.0, 200.0, 100.0, -300.0, -500.0], 20),
        ] {
            let mut random = SplitMix::of(5, pairs);
            let rounds = 200;
            let held = (0..rounds).map(|_| {
                let found = rate(truth.len(), &tournament(truth, pairs, &mut random));
                let rated = found.iter().zip(truth);
                rated.filter(|(r, truth)| r.low < **truth && **truth < r.high).count()
            });
            let share = float(held.sum::<usize>() as u64) / float((rounds * truth.len()) as u64);
            assert!((0.9..=0.995).contains(&share), "{truth:?}, {pairs} pairs: {share}");
        }
    }

    /// Drawing the pairs of each meeting anew, again and again, makes ratings scatter as widely as
    /// the intervals say.
    #[test]
    fn intervals_are_as_wide_as_resampling_makes_them() {
        let mut random = SplitMix::of(7, 0);
        let truth = [600.0, 250.0, 100.0, 0.0, -350.0, -600.0];
        let all = tournament(&truth, 40, &mut random);
        let mut sums = vec![(0.0, 0.0); truth.len()];
        let rounds = 300;
        for _ in 0..rounds {
            let again = all.iter().map(|(players, played)| {
                let chances = played.pairs.0.map(|count| float(count) / 40.0);
                let mut drawn = Pentanomial::default();
                (0..40).for_each(|_| drawn.add_by_chance(&chances, &mut random));
                (*players, duel(drawn.0))
            });
            let again = rate(truth.len(), &again.collect());
            for (sum, rating) in sums.iter_mut().zip(again) {
                *sum = (sum.0 + rating.elo, sum.1 + rating.elo.powi(2));
            }
        }
        for ((sum, squares), rating) in sums.into_iter().zip(rate(truth.len(), &all)) {
            let mean = sum / f64::from(rounds);
            let resampled = half_width((squares / f64::from(rounds) - mean * mean).sqrt());
            let ratio = (rating.elo - rating.low) / resampled;
            assert!((0.9..1.2).contains(&ratio), "{ratio}: {rating:?}");
        }
    }

    #[test]
    fn a_few_draws_do_not_make_ratings_certain() {
        let eleven = (0..11).flat_map(|one| (one + 1..11).map(move |other| [one, other]));
        let all = eleven.map(|players| (players, duel([0, 0, 1, 0, 0]))).collect();
        for rating in rate(11, &all) {
            near(rating.elo, 0.0, 1e-9);
            near(rating.high, 99.0, 10.0);
        }
    }
}

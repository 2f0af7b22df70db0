//! Which shard does what.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The most shards of a plan: the most tasks of an array that clusters usually allow.
pub const MOST_SHARDS: usize = 1000;

/// Seconds of work for each shard, where times are known: an engine may take seconds to start one.
const SECONDS: f64 = 60.0;
/// Units of each shard, where they are not.
const UNITS: usize = 25;

/// How many shards there are where nobody says, for units that take so many seconds, if that is known.
pub fn usual_number(seconds: &[f64], are_known: bool) -> usize {
    let wanted = if are_known {
        let all = seconds.iter().sum::<f64>() / SECONDS;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "casts stop at the ends, and the result is bounded below"
        )]
        {
            all.ceil() as usize
        }
    } else {
        seconds.len().div_ceil(UNITS)
    };
    wanted.clamp(1, MOST_SHARDS.min(seconds.len().max(1)))
}

/// For each unit its shard, from 0: the longest first, each to the shard with the least to do so far.
pub fn assign(seconds: &[f64], shards: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..seconds.len()).collect();
    order.sort_by(|&left, &right| seconds[right].total_cmp(&seconds[left]).then(left.cmp(&right)));
    let mut least: BinaryHeap<Reverse<(u64, usize)>> =
        (0..shards.max(1)).map(|shard| Reverse((0, shard))).collect();
    let mut shards = vec![0; seconds.len()];
    for unit in order {
        let Some(Reverse((load, shard))) = least.pop() else { break };
        shards[unit] = shard;
        least.push(Reverse((load.saturating_add(microseconds(seconds[unit])), shard)));
    }
    shards
}

/// At least one, so that units that take no time are spread, too.
fn microseconds(seconds: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts stop at the ends, and what is no number becomes 0"
    )]
    let whole = (seconds * 1e6) as u64;
    whole.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;

    #[track_caller]
    fn case(seconds: &[f64], shards: usize, expected: &[usize]) {
        assert_eq!(assign(seconds, shards), expected);
    }

    #[test]
    fn the_longest_go_first_to_the_lightest_shard() {
        case(&[], 3, &[]);
        case(&[1.0; 5], 2, &[0, 1, 0, 1, 0]);
        case(&[1.0, 5.0, 2.0, 2.0], 2, &[1, 0, 1, 1]);
        case(&[0.0; 4], 2, &[0, 1, 0, 1]);
        case(&[f64::NAN, f64::INFINITY, 1.0], 2, &[0, 1, 0]);
    }

    #[test]
    fn a_shard_is_worth_its_start() {
        assert_eq!(usual_number(&[1.0; 1000], false), 40);
        assert_eq!(usual_number(&[1.0; 10], false), 1);
        assert_eq!(usual_number(&[30.0; 10], true), 5);
        assert_eq!(usual_number(&[600.0; 10], true), 10);
        assert_eq!(usual_number(&[f64::INFINITY; 3], true), 3);
        assert_eq!(usual_number(&vec![60.0; 5000], true), MOST_SHARDS);
        assert_eq!(usual_number(&[], true), 1);
    }

    /// The largest shard as a multiple of the mean.
    fn imbalance(seconds: &[f64], shards: &[usize]) -> f64 {
        let mut loads = [0.0; 64];
        for (seconds, &shard) in seconds.iter().zip(shards) {
            loads[shard] += seconds;
        }
        loads.into_iter().fold(0.0, f64::max) / (loads.iter().sum::<f64>() / 64.0)
    }

    /// 1,000 submissions whose times spread over three orders of magnitude, 64 shards.
    #[test]
    fn past_times_within_a_factor_of_two_balance_shards() {
        let mut random = SplitMix::of(1, 0);
        let mut share = || f64::from(u16::try_from(random.below(1 << 16)).unwrap()) / 65536.0;
        let real: Vec<f64> = (0..1000).map(|_| 10_f64.powf(3.0 * share() - 1.0)).collect();
        let known: Vec<f64> = real.iter().map(|time| time * 2_f64.powf(share() - 0.5)).collect();
        let by_time = imbalance(&real, &assign(&known, 64));
        let by_number: Vec<usize> = (0..1000).map(|unit| unit % 64).collect();
        let by_number = imbalance(&real, &by_number);
        assert!(by_time < 1.2 && by_time < by_number, "{by_time} {by_number}");
    }
}

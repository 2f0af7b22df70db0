//! Which time limits fit the times of a package's submissions: pure.

use std::fmt;
use std::time::Duration;

use crate::problem::TimeRule;
use crate::ruling::seconds;

/// The time of a submission on the case that it is slowest on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timed {
    /// The submission, below the folder of submissions.
    pub submission: String,
    /// Its language.
    pub language: String,
    /// The case.
    pub case: String,
    /// CPU time, without the factor of the language.
    pub time: Duration,
    /// Whether the run was stopped, so that its true time is more.
    pub at_least: bool,
}

/// The times of the submissions in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageTimes {
    /// The language.
    pub language: String,
    /// The slowest of those that must pass.
    pub slowest: Option<Timed>,
    /// The fastest of those that must be too slow.
    pub fastest: Option<Timed>,
}

/// Which limits fit.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeProposal {
    /// The problem.
    pub slug: String,
    /// How limit and times go together.
    pub rule: TimeRule,
    /// The limit that the package states.
    pub in_force: Option<Duration>,
    /// The times, by language, in order of the names.
    pub languages: Vec<LanguageTimes>,
    /// Submissions that were not measured, and why not.
    pub not_run: Vec<(String, String)>,
}

/// Why a limit does not fit.
#[derive(Debug, Clone, PartialEq)]
pub enum LimitMismatch {
    /// A submission that must pass comes too near to it.
    TooTight {
        /// The submission.
        slowest: Timed,
        /// By how much the limit must exceed its time.
        factor: f64,
        /// The limit.
        limit: Duration,
    },
    /// A submission that must be too slow comes too near to it, or passes.
    TooLoose {
        /// The submission.
        fastest: Timed,
        /// By how much its time must exceed the limit.
        factor: f64,
        /// The limit.
        limit: Duration,
    },
    /// It is no multiple of the resolution, in seconds.
    NoMultiple(f64),
}

impl TimeProposal {
    /// The slowest of the submissions that must pass.
    pub fn slowest(&self) -> Option<&Timed> {
        self.languages.iter().filter_map(|times| times.slowest.as_ref()).max_by_key(|it| it.time)
    }

    /// The fastest of the submissions that must be too slow.
    pub fn fastest(&self) -> Option<&Timed> {
        self.languages.iter().filter_map(|times| times.fastest.as_ref()).min_by_key(|it| it.time)
    }

    /// The least limit that lets pass what must pass, be it a multiple or not; `None` where nothing was
    /// measured, or where a run was stopped before it told.
    pub fn least(&self) -> Option<Duration> {
        let slowest = self.slowest().filter(|slowest| !slowest.at_least)?;
        Some(slowest.time.mul_f64(self.rule.to_limit))
    }

    /// The greatest limit under which what must be too slow is, be it a multiple or not; `None` where
    /// nothing was measured, or where all runs were stopped, and the bound is far away.
    pub fn greatest(&self) -> Option<Duration> {
        let fastest = self.fastest().filter(|fastest| !fastest.at_least)?;
        Some(fastest.time.div_f64(self.rule.to_too_slow))
    }

    /// The least multiple of the resolution that fits; `None` where there is none.
    pub fn proposal(&self) -> Option<Duration> {
        let slowest = self.slowest().filter(|slowest| !slowest.at_least)?;
        let limit = least_limit(slowest.time, &self.rule);
        self.misfits(limit).is_empty().then_some(limit)
    }

    /// Why this limit does not fit.
    pub fn misfits(&self, limit: Duration) -> Vec<LimitMismatch> {
        let Self { rule, .. } = self;
        let tight = self.slowest().and_then(|slowest| too_tight(slowest, rule, limit));
        let loose = self.fastest().and_then(|fastest| too_loose(fastest, rule, limit));
        let steps = limit.as_secs_f64() / rule.resolution;
        let is_multiple = (steps - steps.round()).abs() <= STEP;
        let uneven = (!is_multiple).then_some(LimitMismatch::NoMultiple(rule.resolution));
        [tight, loose, uneven].into_iter().flatten().collect()
    }
}

/// How far a limit may be from a multiple of the resolution, in steps of it.
const STEP: f64 = 1e-4;

/// Whether a submission that must pass comes too near to the limit (2025-09, "Timelimit inference").
pub fn too_tight(slowest: &Timed, rule: &TimeRule, limit: Duration) -> Option<LimitMismatch> {
    let factor = rule.to_limit;
    let fits = !slowest.at_least && slowest.time.mul_f64(factor) <= limit;
    (!fits).then(|| LimitMismatch::TooTight { slowest: slowest.clone(), factor, limit })
}

/// Whether a submission that must be too slow comes too near to the limit (2025-09, likewise).
pub fn too_loose(fastest: &Timed, rule: &TimeRule, limit: Duration) -> Option<LimitMismatch> {
    let factor = rule.to_too_slow;
    let fits = fastest.at_least || fastest.time >= limit.mul_f64(factor);
    (!fits).then(|| LimitMismatch::TooLoose { fastest: fastest.clone(), factor, limit })
}

/// The least multiple of the resolution, one at least, that leaves the slowest this much room.
pub fn least_limit(slowest: Duration, rule: &TimeRule) -> Duration {
    let steps = (slowest.as_secs_f64() * rule.to_limit / rule.resolution).ceil().max(1.0);
    Duration::from_secs_f64(steps * rule.resolution)
}

impl fmt::Display for Timed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.at_least { "more than " } else { "" };
        write!(f, "{more}{} on {}", seconds(self.time), self.case)
    }
}

impl fmt::Display for LimitMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooTight { slowest, factor, limit } => {
                let (name, limit) = (&slowest.submission, seconds(*limit));
                write!(f, "{name} takes {slowest}; times {factor}, that exceeds {limit}")
            }
            Self::TooLoose { fastest, factor, limit } => {
                let (name, limit) = (&fastest.submission, seconds(*limit));
                write!(f, "{name} takes at most {fastest}, which is less than {limit} × {factor}")
            }
            Self::NoMultiple(resolution) => write!(f, "it is not a multiple of {resolution} s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(milliseconds: u64) -> Timed {
        Timed {
            submission: "a".into(),
            language: "c".into(),
            case: "1".into(),
            time: Duration::from_millis(milliseconds),
            at_least: false,
        }
    }

    fn proposal(slowest: &[u64], fastest: &[u64], rule: TimeRule) -> TimeProposal {
        let one = |slowest, fastest| LanguageTimes { language: "c".into(), slowest, fastest };
        let slow = slowest.iter().map(|&time| one(Some(timed(time)), None));
        let fast = fastest.iter().map(|&time| one(None, Some(timed(time))));
        let languages = slow.chain(fast).collect();
        TimeProposal { slug: String::new(), rule, in_force: None, languages, not_run: Vec::new() }
    }

    #[track_caller]
    fn limits(milliseconds: u64, (to_limit, resolution): (f64, f64), expected: u128) {
        let rule = TimeRule { to_limit, to_too_slow: 2.0, resolution };
        assert_eq!(least_limit(Duration::from_millis(milliseconds), &rule).as_millis(), expected);
    }

    #[test]
    fn limits_are_whole_steps() {
        limits(0, (5.0, 1.0), 1000);
        limits(200, (5.0, 1.0), 1000);
        limits(201, (5.0, 1.0), 2000);
        limits(310, (2.0, 0.25), 750);
        limits(2500, (2.0, 1.0), 5000);
    }

    #[track_caller]
    fn proposes(slowest: &[u64], fastest: &[u64], expected: Option<u128>) {
        let proposal = proposal(slowest, fastest, TimeRule::USUAL);
        assert_eq!(proposal.proposal().map(|it| it.as_millis()), expected);
    }

    #[test]
    fn the_least_multiple_within_both_bounds_is_proposed() {
        proposes(&[], &[], None);
        proposes(&[], &[9000], None);
        proposes(&[100, 900], &[], Some(2000));
        proposes(&[900, 100], &[9000, 3000], Some(2000));
        proposes(&[900], &[9000, 2999], None);
        proposes(&[500], &[1500], Some(1000));
        proposes(&[501], &[1500], None);
    }

    /// Against the plain search for the least multiple that breaks no rule.
    #[test]
    fn no_lesser_multiple_fits() {
        for (slowest, fastest) in (0..60).flat_map(|s| (0..60).map(move |f| (s * 100, f * 150))) {
            let made = proposal(&[slowest], &[fastest], TimeRule::USUAL);
            let mut multiples = (1..200).map(Duration::from_secs);
            let plain = multiples.find(|limit| made.misfits(*limit).is_empty());
            assert_eq!(made.proposal(), plain, "{slowest} {fastest}");
        }
    }

    #[test]
    fn each_rule_has_its_words() {
        let made = proposal(&[900], &[2000], TimeRule::USUAL);
        let words = |limit| {
            let misfits = made.misfits(Duration::from_millis(limit));
            misfits.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let tight = "a takes 0.900 s on 1; times 2, that exceeds 1.500 s";
        let loose = "a takes at most 2.000 s on 1, which is less than 1.500 s × 1.5";
        assert_eq!(words(1500), [tight, loose, "it is not a multiple of 1 s"]);
        let loose = "a takes at most 2.000 s on 1, which is less than 2.000 s × 1.5";
        assert_eq!(words(2000), [loose]);
    }

    #[test]
    fn a_run_that_was_stopped_bounds_nothing_from_below() {
        let mut made = proposal(&[900], &[], TimeRule::USUAL);
        let slowest = made.languages[0].slowest.as_mut().unwrap();
        slowest.at_least = true;
        assert_eq!((made.least(), made.proposal()), (None, None));
        let words = made.misfits(Duration::from_secs(9))[0].to_string();
        assert_eq!(words, "a takes more than 0.900 s on 1; times 2, that exceeds 9.000 s");
    }

    #[test]
    fn the_bounds_are_those_of_the_slowest_and_the_fastest() {
        let mut made = proposal(&[100, 900], &[9000, 3000], TimeRule::USUAL);
        let milliseconds = |bound: Option<Duration>| bound.map(|bound| bound.as_millis());
        let bounds =
            |made: &TimeProposal| (milliseconds(made.least()), milliseconds(made.greatest()));
        assert_eq!(bounds(&made), (Some(1800), Some(2000)));
        assert_eq!(bounds(&proposal(&[], &[], TimeRule::USUAL)), (None, None));
        made.languages[3].fastest.as_mut().unwrap().at_least = true;
        assert_eq!(bounds(&made), (Some(1800), None));
    }

    #[test]
    fn a_limit_is_a_multiple_of_the_resolution() {
        let rows = [
            (1.0, 2000, true),
            (1.0, 1500, false),
            (0.25, 750, true),
            (0.25, 800, false),
            (0.1, 300, true),
            (0.1, 700, true),
            (0.1, 750, false),
            (2.0, 4000, true),
            (2.0, 3000, false),
        ];
        for (resolution, limit, fits) in rows {
            let made = proposal(&[], &[], TimeRule { resolution, ..TimeRule::USUAL });
            let expected: &[_] = if fits { &[] } else { &[LimitMismatch::NoMultiple(resolution)] };
            let found = made.misfits(Duration::from_millis(limit));
            assert_eq!(found, expected, "{limit} ms by {resolution} s");
        }
    }
}

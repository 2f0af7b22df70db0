//! What a submission kept with a problem must come to, beyond its verdict.

use super::expected::Expected;
use super::pattern::NamePattern;
use crate::score::Score;
use crate::verdict::Verdict;

/// One rule about some of the cases of a submission (2025-09, "submissions.yaml"; the folders of
/// submissions are such rules too).
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectationRule {
    /// The cases and groups that it is about, as a pattern on names below the folder of cases; `None`
    /// is about all.
    pub about: Option<String>,
    /// The verdicts that each of these cases may get.
    pub permitted: Expected,
    /// The verdicts of which at least one of these cases must get one.
    pub required: Expected,
    /// The least and the greatest score of the submission, or of the group that it is about.
    pub score: Option<(Score, Score)>,
    /// What must stand in the message of at least one of these cases.
    pub message: Option<String>,
    /// What the times on these cases say of the time limit.
    pub time_bound: TimeBound,
    /// Where it is written, `file:line:column`, or the folder that says it, in words.
    pub origin: String,
}

impl ExpectationRule {
    /// Verdicts of which one decides: once a case got it, the rule holds, whatever the others get. `None` where
    /// others may break it.
    fn decided_by(&self) -> Option<Expected> {
        let Self { about, permitted, required, score, message, .. } = self;
        let is_only_of_verdicts = about.is_none() && score.is_none() && message.is_none();
        (is_only_of_verdicts && permitted.permits_all_of_a_case()).then_some(*required)
    }
}

/// By which runs the time limit is bound (2025-09, "Timelimit inference").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeBound {
    /// Its time says nothing.
    #[default]
    None,
    /// It must stay below the limit.
    Lower,
    /// It must exceed the limit.
    Upper,
}

/// Cases of a submission of which the slowest run binds the time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimedCases<'a> {
    /// On which side.
    pub bound: TimeBound,
    /// Which cases, as in [`ExpectationRule::about`].
    pub about: Option<&'a str>,
}

impl TimedCases<'_> {
    /// Whether each of these cases is among them.
    pub fn cover<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Vec<bool> {
        // A pattern that is too large is about nothing.
        let pattern = self.about.map(|about| NamePattern::new(about).ok());
        let covers = |name| match &pattern {
            None => true,
            Some(pattern) => pattern.as_ref().is_some_and(|pattern| pattern.matches(name)),
        };
        names.into_iter().map(covers).collect()
    }
}

/// What a group of a submission must come to.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupExpectation {
    /// The group's name.
    pub group: String,
    /// The verdicts that it may get.
    pub verdicts: Expected,
    /// Its points; `None` where they may be any.
    pub points: Option<Score>,
}

/// What is expected of a jury submission.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// The verdicts that it may get as a whole.
    pub verdicts: Expected,
    /// Rules that must all hold; where there are some, they decide, and not the verdict as a whole.
    pub demands: Vec<ExpectationRule>,
    /// A rule that is enough where the verdict as a whole is another one: `legacy` says what a folder
    /// means by the verdicts of all cases, and its tools go by the first that fails.
    pub or_cases: Option<ExpectationRule>,
    /// The verdicts of the groups directly in `secret`, in order (`@EXPECTED_GRADES@`).
    pub grades: Vec<Expected>,
    /// What groups must come to, by their names.
    pub groups: Vec<GroupExpectation>,
    /// The least and the greatest score as a whole.
    pub score: Option<(Score, Score)>,
    /// Whether the score must not be the best that there is.
    pub short_of_best: bool,
    /// What its time on all cases says of the time limit, beside what rules say.
    pub time_bound: TimeBound,
}

impl Expectation {
    /// That of a good submission, below which the time limit must not be.
    pub(super) fn accepted() -> Self {
        Self { time_bound: TimeBound::Lower, ..Verdict::Accepted.into() }
    }

    /// The verdicts that it may get as a whole. Where a rule or a group requires a failure, acceptance is none
    /// of them, whatever is said of the whole.
    pub fn of_whole(&self) -> Expected {
        let must_fail = self.demands.iter().any(|rule| rule.required.must_fail())
            || self.groups.iter().any(|group| group.verdicts.must_fail());
        let failures = self.verdicts.without(Verdict::Accepted).filter(|_| must_fail);
        failures.unwrap_or(self.verdicts)
    }

    /// Whether rules over cases say what is expected, samples included.
    pub fn is_about_cases(&self) -> bool {
        !self.demands.is_empty() || self.or_cases.is_some()
    }

    /// What its times say of the time limit: each rule that says something else speaks for itself.
    pub fn timed(&self) -> Vec<TimedCases<'_>> {
        let whole = TimedCases { bound: self.time_bound, about: None };
        let by_rules = self
            .demands
            .iter()
            .map(|rule| TimedCases { bound: rule.time_bound, about: rule.about.as_deref() });
        let mut all = Vec::new();
        for timed in std::iter::once(whole).chain(by_rules) {
            if timed.bound != TimeBound::None && !all.contains(&timed) {
                all.push(timed);
            }
        }
        all
    }

    /// Verdicts of which one decides what the rules say, whatever the other cases get; any where there are no
    /// rules. `None` where all cases have to be run.
    pub fn decided_by(&self) -> Option<Expected> {
        let by_score = self.score.is_some() || self.short_of_best;
        if by_score || !self.grades.is_empty() || !self.groups.is_empty() {
            return None;
        }
        let mut demands = self.demands.iter().map(ExpectationRule::decided_by);
        demands.try_fold(Expected::anything(), |all, rule| all.both(rule?))
    }
}

impl From<Verdict> for Expectation {
    fn from(verdict: Verdict) -> Self {
        Expected::from(verdict).into()
    }
}

impl From<Expected> for Expectation {
    fn from(verdicts: Expected) -> Self {
        Self {
            verdicts,
            demands: Vec::new(),
            or_cases: None,
            grades: Vec::new(),
            groups: Vec::new(),
            score: None,
            short_of_best: false,
            time_bound: TimeBound::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Accepted, WrongAnswer};

    #[test]
    fn who_must_fail_somewhere_is_not_accepted_as_a_whole() {
        #[track_caller]
        fn case(expectation: &Expectation, expected: &str) {
            assert_eq!(expectation.of_whole().to_string(), expected);
        }
        let anything = || Expectation::from(Expected::anything());
        let demand = |required: Expected| Expectation {
            demands: vec![ExpectationRule { required, ..rule(Some("subtask1")) }],
            ..anything()
        };
        let group = |verdicts: Expected| {
            let group = GroupExpectation { group: "1".to_owned(), verdicts, points: None };
            Expectation { groups: vec![group], ..anything() }
        };
        case(&anything(), "any verdict");
        case(&WrongAnswer.into(), "WA");
        case(&demand(Expected::anything()), "any verdict");
        case(&demand(Accepted.into()), "any verdict");
        case(&demand(WrongAnswer.into()), "any failure");
        case(&group(Accepted.into()), "any verdict");
        case(&group(WrongAnswer.into()), "any failure");
        // Rules that contradict what is said of the whole are left to what judges them.
        case(&Expectation { verdicts: Accepted.into(), ..demand(WrongAnswer.into()) }, "AC");
    }

    fn rule(about: Option<&str>) -> ExpectationRule {
        ExpectationRule {
            about: about.map(str::to_owned),
            permitted: Expected::anything(),
            required: Expected::anything(),
            score: None,
            message: None,
            time_bound: TimeBound::None,
            origin: "sol/a.cpp:1".to_owned(),
        }
    }

    #[test]
    fn what_the_whole_must_come_to_needs_all_cases() {
        let anything = || Expectation::from(Expected::anything());
        assert_eq!(anything().decided_by(), Some(Expected::anything()));
        let group = GroupExpectation {
            group: "1".to_owned(),
            verdicts: Expected::anything(),
            points: None,
        };
        for expectation in [
            Expectation { score: Some((Score::zero(), Score::one())), ..anything() },
            Expectation { short_of_best: true, ..anything() },
            Expectation { grades: vec![WrongAnswer.into()], ..anything() },
            Expectation { groups: vec![group], ..anything() },
        ] {
            assert_eq!(expectation.decided_by(), None, "{expectation:?}");
        }
    }

    #[test]
    fn rules_and_what_is_enough_in_their_place_are_about_cases() {
        for (demands, or_cases, expected) in [
            (Vec::new(), None, false),
            (vec![rule(None)], None, true),
            (Vec::new(), Some(rule(None)), true),
            (vec![rule(None)], Some(rule(None)), true),
        ] {
            let expectation = Expectation { demands, or_cases, ..WrongAnswer.into() };
            assert_eq!(expectation.is_about_cases(), expected);
        }
    }

    #[test]
    fn times_bind_on_the_cases_that_a_pattern_fits() {
        let long = "x".repeat(10_000);
        for (about, expected) in [
            (None, [true, true, true]),
            (Some("secret/a"), [false, true, false]),
            (Some("secret"), [false, true, true]),
            // What cannot be read is about nothing.
            (Some(long.as_str()), [false; 3]),
        ] {
            let timed = TimedCases { bound: TimeBound::Lower, about };
            assert_eq!(timed.cover(["sample/a", "secret/a", "secret/b"]), expected, "{about:?}");
        }
    }
}

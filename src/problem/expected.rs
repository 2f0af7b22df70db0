//! Which verdicts a submission kept with a problem may get.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::verdict::Verdict;

/// The verdicts that a submission may get, one at least. Written as one verdict where there is one,
/// else as a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Expected(u16);

/// Set in those that were said in words of the Kattis family, and are shown so.
const FAMILY: u16 = 1 << 15;

/// The words of the family, and the verdicts of ours that its tools would call so.
const WORDS: [(Verdict, &[Verdict]); 3] = [
    (Verdict::WrongAnswer, &[Verdict::OutputFormat, Verdict::OutputLimit]),
    (Verdict::TimeLimit, &[Verdict::IdleLimit]),
    (
        Verdict::RunTimeError,
        &[Verdict::MemoryLimit, Verdict::SecurityViolation, Verdict::OutputLimit],
    ),
];

impl Expected {
    /// Any of these; `None` where there are none.
    pub fn any_of(verdicts: &[Verdict]) -> Option<Self> {
        let all = verdicts.iter().fold(0, |all, &verdict| all | bit(verdict));
        (all != 0).then_some(Self(all))
    }

    /// Any of these; of none, anything.
    pub(crate) fn among(verdicts: &[Verdict]) -> Self {
        Self::any_of(verdicts).unwrap_or_else(Self::anything)
    }

    /// Any of these words of the Kattis family, which knows only AC, WA, TLE and RTE: each stands for all
    /// verdicts of ours that its tools would call so, and is shown for them. `None` where there are none.
    pub fn family(words: &[Verdict]) -> Option<Self> {
        let others = WORDS.into_iter().filter(|(word, _)| words.contains(word));
        let others: Vec<Verdict> = others.flat_map(|(_, others)| others).copied().collect();
        Self::any_of(&[words, others.as_slice()].concat()).map(Self::in_words)
    }

    /// The same verdicts, shown in words of the family where all are there that a word stands for.
    #[must_use]
    pub fn in_words(self) -> Self {
        let shown = Self(self.0 | FAMILY);
        if shown.words().eq(self.verdicts()) { self } else { shown }
    }

    /// Any verdict but a judge error: nothing is expected.
    pub fn anything() -> Self {
        let all = Verdict::ALL.into_iter().filter(|&verdict| verdict != Verdict::JudgeError);
        Self(all.fold(0, |all, verdict| all | bit(verdict)))
    }

    /// Whether the submission may get this verdict.
    pub fn permits(self, verdict: Verdict) -> bool {
        self.0 & bit(verdict) != 0
    }

    /// The same, or this verdict.
    #[must_use]
    pub fn or(self, verdict: Verdict) -> Self {
        Self(self.0 | bit(verdict))
    }

    /// The same but for one verdict; `None` where it is the only one.
    pub fn without(self, verdict: Verdict) -> Option<Self> {
        let rest = Self(self.0 & !bit(verdict));
        rest.verdicts().next().map(|_| rest)
    }

    /// What is in both; `None` where that is nothing.
    pub(super) fn both(self, other: Self) -> Option<Self> {
        let both = Self(self.0 & other.0);
        both.verdicts().next().map(|_| both)
    }

    /// Whether a case may get any verdict that cases get. One that is right in part is accepted, as far as rules
    /// over cases go.
    pub fn permits_all_of_a_case(self) -> bool {
        let mut failures =
            Verdict::ALL.into_iter().filter(|verdict| verdict.is_failure_of_a_case());
        !self.must_fail()
            && failures.all(|verdict| verdict == Verdict::PartialScore || self.permits(verdict))
    }

    /// Whether it must not be accepted.
    pub fn must_fail(self) -> bool {
        !self.permits(Verdict::Accepted)
    }

    /// The verdicts, in the order of [`Verdict::ALL`].
    pub fn verdicts(self) -> impl Iterator<Item = Verdict> {
        Verdict::ALL.into_iter().filter(move |&verdict| self.permits(verdict))
    }

    /// The verdicts as they are shown: for those of a family, its word.
    pub fn words(self) -> impl Iterator<Item = Verdict> {
        self.verdicts().filter(move |verdict| {
            let leads = |(word, others): &(Verdict, &[Verdict])| {
                let is_whole = others.iter().all(|&other| self.permits(other));
                self.0 & FAMILY != 0 && self.permits(*word) && is_whole && others.contains(verdict)
            };
            !WORDS.iter().any(leads)
        })
    }

    /// The verdict, where it is the only one, or the word for all of them.
    pub fn only(self) -> Option<Verdict> {
        let mut words = self.words();
        words.next().filter(|_| words.next().is_none())
    }
}

fn bit(verdict: Verdict) -> u16 {
    1 << verdict as u16
}

impl From<Verdict> for Expected {
    fn from(verdict: Verdict) -> Self {
        Self(bit(verdict))
    }
}

impl PartialEq<Verdict> for Expected {
    /// Whether this verdict, and no other, is expected, or this word.
    fn eq(&self, verdict: &Verdict) -> bool {
        self.only() == Some(*verdict)
    }
}

impl fmt::Display for Expected {
    /// `WA`, `WA or TLE`, `any verdict`, `any failure`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let anything = Self::anything();
        if *self == anything {
            return f.pad("any verdict");
        }
        if Some(*self) == anything.without(Verdict::Accepted) {
            return f.pad("any failure");
        }
        let codes: Vec<_> = self.words().map(Verdict::code).collect();
        f.pad(&codes.join(" or "))
    }
}

impl fmt::Debug for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.verdicts()).finish()
    }
}

impl Serialize for Expected {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.only() {
            Some(verdict) => verdict.serialize(to),
            None => to.collect_seq(self.words()),
        }
    }
}

impl<'de> Deserialize<'de> for Expected {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a verdict, or a list of several")]
        enum Written {
            One(Verdict),
            Several(Vec<Verdict>),
        }
        match Written::deserialize(from)? {
            Written::One(verdict) => Ok(verdict.into()),
            Written::Several(verdicts) => Self::any_of(&verdicts)
                .ok_or_else(|| serde::de::Error::custom("expected a verdict, or several")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Accepted, TimeLimit, WrongAnswer};

    #[test]
    fn a_set_of_one_is_written_as_its_verdict() {
        let one = Expected::from(WrongAnswer);
        assert_eq!((one.to_string().as_str(), one.only()), ("WA", Some(WrongAnswer)));
        assert_eq!(format!("{one:<3}|"), "WA |");
        assert_eq!(serde_json::to_string(&one).unwrap(), "\"WA\"");
        let two = Expected::any_of(&[TimeLimit, WrongAnswer, TimeLimit]).unwrap();
        assert_eq!((two.to_string().as_str(), two.only()), ("WA or TLE", None));
        assert_eq!(serde_json::to_string(&two).unwrap(), "[\"WA\",\"TLE\"]");
        for expected in [one, two] {
            let text = serde_json::to_string(&expected).unwrap();
            assert_eq!(serde_json::from_str::<Expected>(&text).unwrap(), expected);
        }
        assert!(serde_json::from_str::<Expected>("[]").is_err());
        assert_eq!(Expected::any_of(&[]), None);
    }

    #[test]
    fn words_of_the_family_stand_for_verdicts_of_ours() {
        #[track_caller]
        fn case(words: &[Verdict], permitted: &str, shown: &str, json: &str) {
            let expected = Expected::family(words).unwrap();
            let letters: String = expected.verdicts().map(Verdict::letter).collect();
            assert_eq!((letters.as_str(), expected.to_string().as_str()), (permitted, shown));
            assert_eq!(serde_json::to_string(&expected).unwrap(), json);
        }
        use Verdict::{CompileError, RunTimeError};
        case(&[WrongAnswer], "WFO", "WA", "\"WA\"");
        case(&[Accepted, TimeLimit], "ATI", "AC or TLE", "[\"AC\",\"TLE\"]");
        case(&[RunTimeError], "MORS", "RTE", "\"RTE\"");
        case(&[CompileError], "C", "CE", "\"CE\"");
        let all = [Accepted, WrongAnswer, TimeLimit, RunTimeError];
        let json = "[\"AC\",\"WA\",\"TLE\",\"RTE\"]";
        case(&all, "AWFTIMORS", "AC or WA or TLE or RTE", json);
        assert_eq!(Expected::family(&[]), None);
        assert!(Expected::family(&[TimeLimit]).unwrap() == TimeLimit);
        assert_eq!(Expected::family(&[Accepted]), Some(Accepted.into()));
        // A word does not stand for a part of what it means.
        let part = Expected::any_of(&[WrongAnswer, Verdict::OutputLimit]).unwrap().in_words();
        assert_eq!(part.to_string(), "WA or OLE");
        // What was listed verdict by verdict is shown so.
        let listed = Expected::any_of(&[TimeLimit, Verdict::IdleLimit]).unwrap();
        assert_eq!(listed.to_string(), "TLE or ILE");
    }

    #[test]
    fn where_nothing_is_expected_only_a_judge_error_is_not() {
        let anything = Expected::anything();
        assert_eq!(anything.to_string(), "any verdict");
        assert!(!anything.must_fail() && !anything.permits(Verdict::JudgeError));
        let text = serde_json::to_string(&anything).unwrap();
        assert_eq!(serde_json::from_str::<Expected>(&text).unwrap(), anything);
    }

    #[test]
    fn what_may_be_accepted_need_not_fail() {
        let either = Expected::any_of(&[Accepted, TimeLimit]).unwrap();
        assert!(either.permits(TimeLimit) && !either.permits(WrongAnswer) && !either.must_fail());
        assert!(either != TimeLimit && Expected::from(TimeLimit) == TimeLimit);
        assert!(Expected::from(TimeLimit).must_fail());
    }

    #[test]
    fn one_more_verdict_is_permitted_beside_the_others() {
        let one = Expected::from(WrongAnswer);
        assert_eq!(one.or(WrongAnswer), one);
        assert_eq!(Some(one.or(TimeLimit)), Expected::any_of(&[WrongAnswer, TimeLimit]));
    }
}

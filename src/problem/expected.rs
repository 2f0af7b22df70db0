//! Which verdicts a submission kept with a problem may get.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::verdict::Verdict;

/// The verdicts that a submission may get, one at least. Written as one verdict where there is one,
/// else as a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Expected(u16);

impl Expected {
    /// Any of these; `None` where there are none.
    pub fn any_of(verdicts: &[Verdict]) -> Option<Self> {
        let all = verdicts.iter().fold(0, |all, &verdict| all | bit(verdict));
        (all != 0).then_some(Self(all))
    }

    /// Any of these words of the Kattis family, which knows only AC, WA, TLE and RTE: each stands for all
    /// verdicts of ours that its tools would call so. `None` where there are none.
    pub fn family(words: &[Verdict]) -> Option<Self> {
        let meant = |word: &Verdict| match word {
            Verdict::WrongAnswer => vec![*word, Verdict::OutputFormat, Verdict::OutputLimit],
            Verdict::TimeLimit => vec![*word, Verdict::IdleLimit],
            Verdict::RunTimeError => {
                vec![*word, Verdict::MemoryLimit, Verdict::SecurityViolation, Verdict::OutputLimit]
            }
            word => vec![*word],
        };
        Self::any_of(&words.iter().flat_map(meant).collect::<Vec<_>>())
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

    /// Whether it must not be accepted.
    pub fn must_fail(self) -> bool {
        !self.permits(Verdict::Accepted)
    }

    /// The verdicts, in the order of [`Verdict::ALL`].
    pub fn verdicts(self) -> impl Iterator<Item = Verdict> {
        Verdict::ALL.into_iter().filter(move |&verdict| self.permits(verdict))
    }

    /// The verdict, where it is the only one.
    pub fn only(self) -> Option<Verdict> {
        let mut verdicts = self.verdicts();
        verdicts.next().filter(|_| verdicts.next().is_none())
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
    /// Whether this verdict, and no other, is expected.
    fn eq(&self, verdict: &Verdict) -> bool {
        *self == Self::from(*verdict)
    }
}

impl fmt::Display for Expected {
    /// `WA`, `WA or TLE`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let codes: Vec<_> = self.verdicts().map(Verdict::code).collect();
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
            None => to.collect_seq(self.verdicts()),
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
    fn what_may_be_accepted_need_not_fail() {
        let either = Expected::any_of(&[Accepted, TimeLimit]).unwrap();
        assert!(either.permits(TimeLimit) && !either.permits(WrongAnswer) && !either.must_fail());
        assert!(either != TimeLimit && Expected::from(TimeLimit) == TimeLimit);
        assert!(Expected::from(TimeLimit).must_fail());
    }
}

//! How a grade differs from what is expected of a submission, and what is doubtful of it, with words for
//! both.

use std::fmt;

use crate::problem::Expected;
use crate::score::Score;
use crate::verdict::Verdict;

/// How a grade differs from what is expected.
#[derive(Debug, Clone, PartialEq)]
pub enum Mismatch {
    /// The verdict as a whole is another one.
    Verdict {
        /// What it got.
        verdict: Verdict,
        /// What it may get.
        expected: Expected,
    },
    /// A case got a verdict that a rule does not permit.
    NotPermitted {
        /// The case.
        case: String,
        /// What it got.
        verdict: Verdict,
        /// Where the rule is written.
        origin: String,
    },
    /// No case got a verdict that a rule requires.
    Required {
        /// The verdicts of which there must be one.
        required: Expected,
        /// The cases that the rule is about.
        about: Option<String>,
        /// Where the rule is written.
        origin: String,
    },
    /// A score out of bounds.
    Score {
        /// The group that it is the score of; `None` for the whole.
        group: Option<String>,
        /// The score.
        score: Score,
        /// The least and the greatest that it may be.
        bounds: (Score, Score),
    },
    /// The score is the best that there is.
    Best(Score),
    /// A group got a verdict that is not expected of it.
    GroupVerdict {
        /// The group.
        group: String,
        /// What it got.
        verdict: Verdict,
        /// What it may get.
        expected: Expected,
    },
    /// Something is expected of a group that has no cases.
    NoGroup(String),
    /// No message holds what one must hold.
    Message {
        /// What it must hold.
        message: String,
        /// Where that is written.
        origin: String,
    },
}

/// What a reader should know of an expectation, though nothing is wrong by it.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpectationNote {
    /// The verdict as a whole is as expected, but cases got others than the folder means by it.
    CasesDiffer(Mismatch),
    /// The cases got what the folder means, but another verdict comes first.
    VerdictDiffers {
        /// The verdict as a whole.
        verdict: Verdict,
        /// The case that decided it.
        case: Option<String>,
        /// What was expected.
        expected: Expected,
    },
    /// Only cases that were not run, and so not accepted, meet what is required.
    NotRun {
        /// Where the rule is written.
        origin: String,
    },
    /// A rule is about no case, or about no group whose score there is.
    Nothing {
        /// Its pattern.
        about: String,
        /// Where it is written.
        origin: String,
    },
    /// There are more grades expected than groups, or fewer.
    Grades {
        /// How many are expected.
        expected: usize,
        /// How many groups there are.
        groups: usize,
    },
    /// A group in `secret` got another verdict (`@EXPECTED_GRADES@`).
    Group {
        /// The group.
        group: String,
        /// What it got.
        verdict: Verdict,
        /// What it may get.
        expected: Expected,
    },
}

/// `` `submissions.yaml:3:5` ``, or a folder in words.
struct Place<'a>(&'a str);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(origin) = self;
        if origin.contains('`') { f.write_str(origin) } else { write!(f, "`{origin}`") }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Verdict { verdict, expected } => {
                write!(f, "gets {verdict}, expected {expected}")
            }
            Self::NotPermitted { case, verdict, origin } => {
                write!(f, "gets {verdict} on {case}, which {} does not permit", Place(origin))
            }
            Self::Required { required, about, origin } => {
                let among = about.as_ref().map_or_else(String::new, |a| format!(" of `{a}`"));
                write!(f, "no case{among} gets {required}, but {} requires it", Place(origin))
            }
            Self::Score { group, score, bounds: (least, greatest) } => {
                let whose = group
                    .as_ref()
                    .map_or("its score".to_owned(), |group| format!("the score of {group}"));
                write!(f, "{whose} is {score}, ")?;
                if least == greatest {
                    write!(f, "expected {least}")
                } else {
                    write!(f, "expected {least} to {greatest}")
                }
            }
            Self::GroupVerdict { group, verdict, expected } => {
                write!(f, "gets {verdict} in group {group}, expected {expected}")
            }
            Self::NoGroup(group) => {
                write!(f, "group {group} has no cases, but a result is expected")
            }
            Self::Best(score) => write!(f, "its score {score} is the maximum"),
            Self::Message { message, origin } => {
                write!(f, "no message contains `{message}`, but {} requires it", Place(origin))
            }
        }
    }
}

impl fmt::Display for ExpectationNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CasesDiffer(mismatch) => {
                write!(f, "its verdict is as expected, but not on all cases: {mismatch}")
            }
            Self::VerdictDiffers { verdict, case, expected } => {
                write!(f, "its cases are as expected, but its overall verdict is {verdict}")?;
                if let Some(case) = case.as_ref().filter(|_| *verdict != Verdict::Accepted) {
                    write!(f, ", on {case}")?;
                }
                write!(f, ", expected {expected}")
            }
            Self::NotRun { origin } => {
                write!(f, "{} requires a result that no case that was run has", Place(origin))
            }
            Self::Nothing { about, origin } => {
                write!(f, "`{about}` of {} matches no case", Place(origin))
            }
            Self::Grades { expected, groups } => {
                write!(f, "expected the grades of {expected} groups, found {groups} groups")
            }
            Self::Group { group, verdict, expected } => {
                write!(f, "{group} gets {verdict}, but `@EXPECTED_GRADES@` says {expected}")
            }
        }
    }
}

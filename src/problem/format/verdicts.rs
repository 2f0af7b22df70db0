//! Our verdicts by the words that several families have for them; where a family means other ones, it says so
//! itself.

use crate::verdict::Verdict::{
    self, IdleLimit, MemoryLimit, OutputFormat, OutputLimit, RunTimeError, SecurityViolation,
    TimeLimit, WrongAnswer,
};

pub(super) const WRONG: &[Verdict] = &[WrongAnswer, OutputFormat, OutputLimit];

pub(super) const TOO_SLOW: &[Verdict] = &[TimeLimit, IdleLimit];

pub(super) const CRASHED: &[Verdict] = &[RunTimeError, SecurityViolation];

/// What is not accepted, in part or in full.
pub(super) const FAILED: &[Verdict] = &[
    WrongAnswer,
    OutputFormat,
    TimeLimit,
    IdleLimit,
    MemoryLimit,
    OutputLimit,
    RunTimeError,
    SecurityViolation,
];

//! The closed list of verdicts: codes, words and severity.

use jury_checkers::Opinion;
use serde::{Deserialize, Serialize};

/// What the jury decided of a case, or of a whole submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// Right.
    #[serde(rename = "AC")]
    Accepted,
    /// Right in part.
    #[serde(rename = "PC")]
    PartialScore,
    /// Wrong.
    #[serde(rename = "WA")]
    WrongAnswer,
    /// Not in the form that the statement asks for.
    #[serde(rename = "PE")]
    OutputFormat,
    /// Too much CPU time, or wall time while running.
    #[serde(rename = "TLE")]
    TimeLimit,
    /// The wall clock ran out while the program waited.
    #[serde(rename = "ILE")]
    IdleLimit,
    /// Too much memory.
    #[serde(rename = "MLE")]
    MemoryLimit,
    /// Too much output.
    #[serde(rename = "OLE")]
    OutputLimit,
    /// Ended by a signal or with a non-zero exit code.
    #[serde(rename = "RTE")]
    RunTimeError,
    /// Tried something forbidden and was stopped for it.
    #[serde(rename = "SV")]
    SecurityViolation,
    /// Did not build.
    #[serde(rename = "CE")]
    CompileError,
    /// The jury's own part failed.
    #[serde(rename = "JE")]
    JudgeError,
    /// Not run because of an earlier outcome.
    #[serde(rename = "SK")]
    Skipped,
}

impl Verdict {
    /// All verdicts, in order of documentation.
    pub const ALL: [Self; 13] = [
        Self::Accepted,
        Self::PartialScore,
        Self::WrongAnswer,
        Self::OutputFormat,
        Self::TimeLimit,
        Self::IdleLimit,
        Self::MemoryLimit,
        Self::OutputLimit,
        Self::RunTimeError,
        Self::SecurityViolation,
        Self::CompileError,
        Self::JudgeError,
        Self::Skipped,
    ];

    /// Whether a case gets it by the doing of the submission that ran, and is not accepted.
    pub fn is_failure_of_a_case(self) -> bool {
        !matches!(self, Self::Accepted | Self::CompileError | Self::JudgeError | Self::Skipped)
    }

    /// The short code, as reports write it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::PartialScore => "PC",
            Self::WrongAnswer => "WA",
            Self::OutputFormat => "PE",
            Self::TimeLimit => "TLE",
            Self::IdleLimit => "ILE",
            Self::MemoryLimit => "MLE",
            Self::OutputLimit => "OLE",
            Self::RunTimeError => "RTE",
            Self::SecurityViolation => "SV",
            Self::CompileError => "CE",
            Self::JudgeError => "JE",
            Self::Skipped => "SK",
        }
    }

    /// One letter, for compact rows.
    pub fn letter(self) -> char {
        match self {
            Self::Accepted => 'A',
            Self::PartialScore => 'P',
            Self::WrongAnswer => 'W',
            Self::OutputFormat => 'F',
            Self::TimeLimit => 'T',
            Self::IdleLimit => 'I',
            Self::MemoryLimit => 'M',
            Self::OutputLimit => 'O',
            Self::RunTimeError => 'R',
            Self::SecurityViolation => 'S',
            Self::CompileError => 'C',
            Self::JudgeError => 'J',
            Self::Skipped => '-',
        }
    }

    /// The verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::PartialScore => "partial score",
            Self::WrongAnswer => "wrong answer",
            Self::OutputFormat => "presentation error",
            Self::TimeLimit => "time limit exceeded",
            Self::IdleLimit => "idleness limit exceeded",
            Self::MemoryLimit => "memory limit exceeded",
            Self::OutputLimit => "output limit exceeded",
            Self::RunTimeError => "run-time error",
            Self::SecurityViolation => "security violation",
            Self::CompileError => "compile error",
            Self::JudgeError => "judge error",
            Self::Skipped => "not run",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.code())
    }
}

impl From<Opinion> for Verdict {
    /// The verdict that a checker's opinion stands for.
    fn from(opinion: Opinion) -> Self {
        match opinion {
            Opinion::Accepted => Self::Accepted,
            Opinion::PartialScore => Self::PartialScore,
            Opinion::WrongAnswer => Self::WrongAnswer,
            Opinion::OutputFormat => Self::OutputFormat,
        }
    }
}

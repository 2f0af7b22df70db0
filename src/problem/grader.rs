//! How the results in a group are combined into one verdict and one score, by the rules of the
//! package's format.

use std::collections::{BTreeMap, BTreeSet};

use crate::score::Score;

/// Whose rules fold what is in a group.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Grader {
    /// Ours: scores fold as [`Scoring`](super::Scoring) says, and the verdict is that of the first case
    /// that was not accepted.
    #[default]
    Own,
    /// Those of 2025-09, where the root has this: ours, but a score above zero is a partial score,
    /// whatever failed beside it.
    Partial,
    /// Those of `legacy` and of its drafts: a program reads the results of what is in the group.
    Legacy(Box<LegacyGrader>),
    /// Those of DOMjudge for `legacy` packages that are scored.
    Domjudge(Box<DomjudgeGrader>),
    /// Those of sinol packages.
    Sinol(Box<SinolGrader>),
    /// Those of CMS and TPS, where the root has this: subtasks, which may share cases, add up.
    Subtasks(Vec<Subtask>),
}

/// Cases that give points together, whatever groups they are in (CMS, score types).
#[derive(Debug, Clone, PartialEq)]
pub struct Subtask {
    /// Its name, which is that of a group if it has cases of its own.
    pub name: String,
    /// The points of a full solution.
    pub worth: Score,
    /// How its cases count together.
    pub rule: SubtaskRule,
    /// The names of its cases.
    pub cases: BTreeSet<String>,
}

/// Which share of the points of a subtask is given.
#[derive(Debug, Clone, PartialEq)]
pub enum SubtaskRule {
    /// The least score of a case (`GroupMin`).
    Min,
    /// The mean of all scores (task-maker, `sum`).
    Mean,
    /// The product of all scores (`GroupMul`).
    Product,
    /// All, where every score is above 0 and at most this one, and else nothing (`GroupThreshold`).
    Threshold(Score),
}

/// A group's settings in `testdata.yaml`, with what it inherits (legacy, "Test Data Groups").
#[derive(Debug, Clone, PartialEq)]
pub struct LegacyGrader {
    /// How verdicts fold.
    pub verdicts: VerdictMode,
    /// How scores fold.
    pub scores: ScoreMode,
    /// One accepted result is enough.
    pub any_accepted: bool,
    /// Only the last of at most two results counts.
    pub ignores_sample: bool,
    /// The score of an accepted case that got none.
    pub accept_score: Score,
    /// The score of a rejected case that got none.
    pub reject_score: Score,
    /// The bounds of the group's score, both inclusive.
    pub range: (Option<Score>, Option<Score>),
    /// Whether the least score is the best (`objective: min`).
    pub lower_is_better: bool,
    /// Flags of the problem's grader, where that program grades in place of the default grader.
    pub custom: Option<Vec<String>>,
}

impl Default for LegacyGrader {
    /// What holds where nothing is set.
    fn default() -> Self {
        Self {
            verdicts: VerdictMode::default(),
            scores: ScoreMode::default(),
            any_accepted: false,
            ignores_sample: false,
            accept_score: Score::one(),
            reject_score: Score::zero(),
            range: (None, None),
            lower_is_better: false,
            custom: None,
        }
    }
}

impl VerdictMode {
    /// Its name in packages.
    pub fn name(self) -> &'static str {
        match self {
            Self::WorstError => "worst_error",
            Self::FirstError => "first_error",
            Self::AlwaysAccept => "always_accept",
        }
    }
}

impl ScoreMode {
    /// Its name in packages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Average => "avg",
            Self::Min => "min",
            Self::Max => "max",
        }
    }
}

/// How the default grader folds verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum VerdictMode {
    /// The worst.
    #[default]
    WorstError,
    /// The first that is not accepted.
    FirstError,
    /// Accepted, whatever happened.
    AlwaysAccept,
}

/// How scores fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScoreMode {
    /// The sum.
    #[default]
    Sum,
    /// The mean.
    Average,
    /// The least.
    Min,
    /// The greatest.
    Max,
}

/// A group's settings as DOMjudge reads them: nothing is inherited.
#[derive(Debug, Clone, PartialEq)]
pub struct DomjudgeGrader {
    /// Whether a file of settings stands in the group's folder; without one it gives nothing.
    pub is_described: bool,
    /// How scores fold.
    pub scores: ScoreMode,
    /// The group `data/sample` does not count.
    pub ignores_sample: bool,
    /// What a group without groups in it gives, once, where all of its cases are accepted.
    pub accept_score: Option<Score>,
}

/// How sinol-make counts the groups of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SinolGrader {
    /// The kind of contest.
    pub contest: SinolContest,
    /// The groups on whose tests a group depends besides its own.
    pub dependencies: BTreeMap<String, Vec<String>>,
}

/// Kinds of contests (`sinol_contest_type`), as far as they count differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SinolContest {
    /// A group gives its points by the least percentage of its tests, rounded up.
    #[default]
    Default,
    /// The same, but a test that takes more than half of the time limit gives fewer points.
    Oi,
    /// One point where all tests are accepted.
    Icpc,
}

impl SinolContest {
    /// Its name in packages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Oi => "oi",
            Self::Icpc => "icpc",
        }
    }
}

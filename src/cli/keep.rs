//! The history as commands know it: where it lies, what submissions are called in it, and how grades
//! get there (`jury grade --save`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::history::{CaseEntry, Entry, FILE, History, HistoryError};
use crate::problem::{Problem, Unreadable};
use crate::report::{Graded, Report};
use crate::submission::{Submission, identify};
use crate::verdict::Verdict;
use crate::visible::utf8;

use super::output::real;
use super::status::Failure;

/// Where the history of the problems in a folder lies, and what its paths begin at.
#[derive(Debug, Clone)]
pub(super) struct Home {
    /// The history's file.
    pub(super) file: PathBuf,
    base: PathBuf,
}

impl Home {
    /// That of the folder in which problems lie.
    pub(super) fn of(problems: &Path) -> Self {
        let problems = problems.canonicalize().unwrap_or_else(|_| real(problems));
        // Submissions lie beside the usual folder `problems`, and beside a problem that stands alone.
        let above = problems.parent().filter(|_| problems.ends_with("problems"));
        Self { file: problems.join(FILE), base: above.unwrap_or(&problems).to_owned() }
    }

    /// That of a problem.
    pub(super) fn of_problem(folder: &Path) -> Self {
        let folder = folder.canonicalize().unwrap_or_else(|_| real(folder));
        Self::of(folder.parent().unwrap_or(&folder))
    }

    /// What a submission is called in the history, from wherever it is named.
    pub(super) fn name(&self, submission: &Path) -> String {
        let path = submission.canonicalize().unwrap_or_else(|_| real(submission));
        utf8(path.strip_prefix(&self.base).unwrap_or(&path).as_os_str().as_encoded_bytes())
    }
}

/// Saves the grades of one command.
#[derive(Debug)]
pub(super) struct Keeper {
    history: History,
    home: Home,
    data: String,
    /// Digests of submissions, taken before they were graded.
    sources: BTreeMap<PathBuf, String>,
}

impl Keeper {
    /// Opens the history, before the work.
    pub(super) fn open(
        problem: &Problem,
        submissions: impl Iterator<Item = Submission>,
    ) -> Result<Self, Failure> {
        let home = Home::of_problem(&problem.folder);
        let history = History::open_or_make(&home.file)?;
        let digest = |submission: Submission| Ok((submission.digest()?, submission.path));
        let digests = submissions.map(digest).collect::<Result<Vec<_>, Failure>>()?;
        let sources = digests.into_iter().map(|(digest, path)| (path, digest)).collect();
        let data = problem.digest(|path| Ok::<_, Failure>(identify(path, None)?.digest()?))?;
        Ok(Self { history, home, data, sources })
    }

    /// Saves what was graded whole: not what was interrupted, nor where the jury's part failed. The
    /// numbers of the grades.
    pub(super) fn save(&mut self, report: &Report) -> Result<Vec<i64>, Failure> {
        let whole = report.submissions.len()
            - usize::from(report.interrupted).min(report.submissions.len());
        let grades: Vec<_> = report.submissions[..whole]
            .iter()
            .filter(|graded| graded.grade.verdict != Verdict::JudgeError)
            .map(|graded| (self.entry(&report.slug, graded), cases(graded)))
            .collect();
        Ok(self.history.save(&grades)?)
    }

    fn entry(&self, slug: &str, graded: &Graded) -> Entry {
        let grade = &graded.grade;
        let ran = grade.outcomes.iter().any(|outcome| outcome.measured.is_some());
        Entry {
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            problem: slug.to_owned(),
            data: self.data.clone(),
            submission: self.home.name(&graded.path),
            sources: self.sources.get(&graded.path).cloned().unwrap_or_default(),
            language: graded.language.clone(),
            verdict: grade.verdict,
            score: grade.score.as_ref().map(crate::score::Score::to_f64),
            cpu_seconds: ran.then_some(grade.max_cpu.as_secs_f64()),
            memory_bytes: ran.then_some(grade.max_memory),
        }
    }
}

fn cases(graded: &Graded) -> Vec<CaseEntry> {
    let outcomes = graded.grade.outcomes.iter();
    outcomes
        .map(|outcome| CaseEntry {
            case: outcome.case.clone(),
            verdict: outcome.verdict,
            score: outcome.score.as_ref().map(crate::score::Score::to_f64),
            cpu_seconds: outcome.measured.map(|run| run.cpu.as_secs_f64()),
            message: outcome.message.clone(),
        })
        .collect()
}

impl From<Unreadable> for Failure {
    fn from(error: Unreadable) -> Self {
        Self::usage(error)
    }
}

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Self {
        match error {
            HistoryError::Foreign(_)
            | HistoryError::Strange { .. }
            | HistoryError::Version { .. }
            | HistoryError::Damaged { .. }
            | HistoryError::Unopened(_)
            | HistoryError::Unwritable(_)
            | HistoryError::Empty(_)
            | HistoryError::Unmade { .. } => Self::usage(error),
            HistoryError::Failed { .. } => Self::ours(error),
        }
    }
}

//! How grades get into the history (`jury grade --save`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::history::{CaseEntry, Entry, History, HistoryError, Location};
use crate::judge::{Graded, Grades};
use crate::problem::{Problem, Unreadable};
use crate::report::document::{self, Document};
use crate::score::Score;
use crate::submission::{Languages, Submission};
use crate::verdict::Verdict;
use crate::visible::visible;

use super::status::Failure;

/// How many of the submissions that were not saved for one reason are named.
const NAMED: usize = 5;

/// What came of saving grades.
#[derive(Debug, Default)]
pub(super) struct SavedNumbers {
    /// The numbers of those that were saved.
    numbers: Vec<i64>,
    /// The paths of those that were not, each with the reason.
    left_out: Vec<(PathBuf, &'static str)>,
}

impl SavedNumbers {
    /// `saved as grades 1 to 14`, and what was not saved, a line each.
    pub(super) fn lines(&self) -> Vec<String> {
        let saved = match self.numbers.as_slice() {
            [] => None,
            [one] => Some(format!("saved as grade {one}")),
            // One save takes numbers that follow each other.
            [first, .., last] => Some(format!("saved as grades {first} to {last}")),
        };
        saved.into_iter().chain(self.not_saved()).collect()
    }

    /// `not saved: b.py (it could not be judged); c.py, d.py and 7 more (interrupted)`.
    fn not_saved(&self) -> Option<String> {
        let of_one_reason = |chunk: &[(PathBuf, &str)]| {
            let names = chunk.iter().take(NAMED);
            let names = names.map(|(path, _)| visible(path.as_os_str().as_encoded_bytes()));
            let names = names.collect::<Vec<_>>().join(", ");
            let more = match chunk.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("{names}{more} ({})", chunk[0].1)
        };
        let reasons = self.left_out.chunk_by(|left, right| left.1 == right.1).map(of_one_reason);
        let reasons = reasons.collect::<Vec<_>>().join("; ");
        (!reasons.is_empty()).then(|| format!("not saved: {reasons}"))
    }
}

/// Saves the grades of one command.
#[derive(Debug)]
pub(super) struct GradeSaver {
    history: History,
    location: Location,
    problem: String,
    data: String,
    /// Digests of submissions, taken before they were graded.
    sources: BTreeMap<PathBuf, String>,
}

impl GradeSaver {
    /// Opens the history, before the work.
    pub(super) fn open(
        languages: &Languages,
        problem: &Problem,
        submissions: &[Submission],
    ) -> Result<Self, Failure> {
        let location = Location::of_problem(&problem.folder);
        let history = History::open_or_make(&location.file)?;
        let digest = |submission: &Submission| Ok((submission.path.clone(), submission.digest()?));
        let sources = submissions.iter().map(digest).collect::<Result<_, Failure>>()?;
        let data = data_digest(languages, problem)?;
        Ok(Self { history, location, problem: problem.slug.clone(), data, sources })
    }

    /// Saves what was graded whole: not what was interrupted, nor where the jury's part failed.
    pub(super) fn save(
        &mut self,
        submissions: &[Submission],
        grades: &Grades,
    ) -> Result<SavedNumbers, Failure> {
        let all = grades.submissions.as_slice();
        let whole = all.len() - usize::from(grades.interrupted).min(all.len());
        let (failed, good): (Vec<_>, Vec<_>) =
            all[..whole].iter().partition(|graded| graded.grade.verdict == Verdict::JudgeError);
        let entries: Vec<_> =
            good.into_iter().map(|graded| (self.entry(graded), cases(graded))).collect();
        let failed =
            failed.into_iter().map(|graded| (&graded.submission, "it could not be judged"));
        let missing = submissions[whole.min(submissions.len())..].iter();
        let why = if grades.interrupted { "interrupted" } else { "the judge stopped before it" };
        let left_out = failed.chain(missing.map(|submission| (submission, why)));
        Ok(SavedNumbers {
            left_out: left_out.map(|(submission, why)| (submission.path.clone(), why)).collect(),
            numbers: self.history.save(&entries)?,
        })
    }

    fn entry(&self, graded: &Graded) -> Entry {
        let Graded { submission, grade, .. } = graded;
        let ran = grade.outcomes.iter().any(|outcome| outcome.measured.is_some());
        Entry {
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            problem: self.problem.clone(),
            data: self.data.clone(),
            submission: self.location.name(&submission.path),
            sources: self.sources.get(&submission.path).cloned().unwrap_or_default(),
            language: submission.language.name.clone(),
            verdict: grade.verdict,
            score: grade.score.as_ref().map(Score::to_f64),
            cpu_seconds: ran.then_some(grade.max_cpu.as_secs_f64()),
            memory_bytes: ran.then_some(grade.max_memory),
        }
    }
}

/// Saves the grades of a report, of this data of the problem in this folder. For each submission there is the
/// file, and the digest that it had. The numbers of the grades.
pub(super) fn save_report(
    folder: &Path,
    data: &str,
    report: &Document,
    files: &[(PathBuf, String)],
) -> Result<Vec<i64>, Failure> {
    let location = Location::of_problem(folder);
    let mut history = History::open_or_make(&location.file)?;
    let entry = |(one, (path, sources)): (&document::Submission, &(PathBuf, String))| Entry {
        tool: report.tool.version.clone(),
        problem: report.problem.slug.clone(),
        data: data.to_owned(),
        submission: location.name(path),
        sources: sources.clone(),
        language: one.language.clone(),
        verdict: one.verdict,
        score: one.score,
        cpu_seconds: one.max_cpu_seconds,
        memory_bytes: one.max_memory_bytes,
    };
    let case = |case: &document::Case| CaseEntry {
        case: case.case.clone(),
        verdict: case.verdict,
        score: case.score,
        cpu_seconds: case.cpu_seconds,
        message: case.message.clone(),
    };
    let all = report.submissions.iter().zip(files);
    let entries: Vec<_> =
        all.map(|one| (entry(one), one.0.cases.iter().map(case).collect())).collect();
    Ok(history.save(&entries)?)
}

/// The digest of a problem's data: grades of one digest can be compared.
pub(super) fn data_digest(languages: &Languages, problem: &Problem) -> Result<String, Failure> {
    problem.digest(|path| Ok(languages.identify_part(problem, path)?.digest()?))
}

fn cases(graded: &Graded) -> Vec<CaseEntry> {
    let outcomes = graded.grade.outcomes.iter();
    outcomes
        .map(|outcome| CaseEntry {
            case: outcome.case.clone(),
            verdict: outcome.verdict,
            score: outcome.score.as_ref().map(Score::to_f64),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_saved_is_a_line() {
        let named = |names: &[&str], why| -> Vec<_> {
            names.iter().map(|name| (PathBuf::from(name), why)).collect()
        };
        let case = |left_out: Vec<_>, expected: &[&str]| {
            let numbers = vec![3, 4];
            assert_eq!(SavedNumbers { numbers, left_out }.lines(), expected);
        };
        case(Vec::new(), &["saved as grades 3 to 4"]);
        let mut left_out = named(&["b.py"], "it could not be judged");
        left_out.extend(named(&["1", "2", "3", "4", "5", "6", "7"], "interrupted"));
        let words =
            "not saved: b.py (it could not be judged); 1, 2, 3, 4, 5 and 2 more (interrupted)";
        case(left_out, &["saved as grades 3 to 4", words]);
    }
}

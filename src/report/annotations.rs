//! What did not go as expected, as annotations of GitHub Actions: a line of the step's output each,
//! which GitHub shows at the file.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use crate::judge::verify::{Finding, Proof};
use crate::problem::load::LoadError;
use crate::problem::{Complaint, Layout, Problem};
use crate::submission::named_line;
use crate::verdict::Verdict;
use crate::visible::visible;

use super::document::{Document, NotGraded, Submission};

/// How grave what an annotation tells is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Something does not hold.
    Error,
    /// Somebody should look at it.
    Warning,
}

/// One error or warning at a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// How grave it is.
    pub level: Level,
    /// The file, where it is about one.
    pub file: Option<PathBuf>,
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// What it is about.
    pub title: String,
    /// What is wrong, maybe in several lines.
    pub message: String,
}

impl Display for Annotation {
    /// The workflow command, without a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.line.map_or_else(String::new, |line| format!("line={line},"));
        let file = self.file.as_ref().map(|file| property(&file.display().to_string()));
        let file = file.map_or_else(String::new, |file| format!("file={file},"));
        let title = property(&self.title);
        let level = match self.level {
            Level::Error => "error",
            Level::Warning => "warning",
        };
        write!(f, "::{level} {file}{place}title={title}::{}", data(&self.message))
    }
}

/// The words of a command, control characters visible but for line ends.
fn data(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| visible(line.as_bytes())).collect();
    lines.join("\n").replace('%', "%25").replace('\n', "%0A")
}

/// A value of a command, which a comma or colon would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Submissions that were not accepted, did not get the verdict that their folder names, or were not graded.
pub fn of_grades(document: &Document) -> Vec<Annotation> {
    let unexpected = document.submissions.iter().filter(|submission| !submission.as_expected);
    let annotation = |submission: &Submission| Annotation {
        level: Level::Error,
        file: Some(submission.path.clone().into()),
        line: error_line(submission),
        title: format!("{}: {}", document.problem.slug, submission.verdict.words()),
        message: sentence(submission),
    };
    let not_graded = document.not_graded.iter().map(|NotGraded { path, message }| Annotation {
        level: Level::Error,
        file: Some(path.clone().into()),
        line: None,
        title: format!("{}: not graded", document.problem.slug),
        message: message.clone(),
    });
    unexpected.map(annotation).chain(not_graded).collect()
}

/// What is wrong with a package that cannot be read, at its places.
pub fn of_load_error(error: &LoadError, title: &str) -> Vec<Annotation> {
    error.complaints.iter().map(|complaint| of_complaint(Level::Error, title, complaint)).collect()
}

fn of_complaint(level: Level, title: &str, complaint: &Complaint) -> Annotation {
    let Complaint { path, place, message, .. } = complaint;
    Annotation {
        level,
        file: Some(path.clone()),
        line: place.map(|place| place.line),
        title: title.to_owned(),
        message: message.clone(),
    }
}

/// What was found when a package was read, at its places.
pub fn of_warnings(problem: &Problem) -> Vec<Annotation> {
    let annotation = |complaint| of_complaint(Level::Warning, &problem.slug, complaint);
    problem.warnings.iter().map(annotation).collect()
}

/// What a package promises and does not hold: at the file of a case or the submission, else at the
/// package's settings.
pub fn of_proof(proof: &Proof, folder: &Path, layout: &Layout) -> Vec<Annotation> {
    let file = |subject: &str| {
        let kept = proof.kept.iter().find(|kept| kept.path.as_os_str() == subject);
        kept.map_or(folder.join(layout.settings), |kept| {
            folder.join(layout.submissions).join(&kept.path)
        })
    };
    let annotation = |Finding { subject, message, place, .. }: &Finding| {
        let (file, line, what) = match place {
            Some(place) => (place.file.clone(), place.line, &*place.title),
            None => (file(subject), None, subject.as_str()),
        };
        let title = format!("{}: {what}", proof.slug);
        Annotation { level: Level::Error, file: Some(file), line, title, message: message.clone() }
    };
    proof.errors().map(annotation).collect()
}

fn sentence(submission: &Submission) -> String {
    let failed = submission.cases.iter().find(|case| case.verdict == submission.verdict);
    let why = match (submission.compile.ok, failed) {
        (false, _) => submission.compile.message.clone(),
        (true, Some(case)) if case.verdict != Verdict::Accepted => {
            format!("{}: {}", case.case, case.message)
        }
        _ => String::new(),
    };
    let expected = submission
        .expected
        .map(|expected| format!("gets {}, expected {expected}", submission.verdict));
    let notes = submission.notes.iter().cloned();
    let words =
        expected.into_iter().chain(notes).chain(Some(why)).filter(|words| !words.is_empty());
    words.collect::<Vec<_>>().join("\n")
}

/// The line of the source that the compiler names, or the program as it ended.
fn error_line(submission: &Submission) -> Option<usize> {
    let evidence = || submission.first_failure()?.evidence.as_ref();
    let compile = &submission.compile;
    let words = if compile.ok { &evidence()?.errors } else { &compile.message };
    named_line(words, Path::new(&submission.path).file_name()?.to_str()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_cannot_end_a_command() {
        let annotation = Annotation {
            level: Level::Error,
            file: Some("a,b:c%.cpp".into()),
            line: Some(3),
            title: "x::y".into(),
            message: "50%: one,\ntwo\r\n\u{1b}[2J::error::".into(),
        };
        assert_eq!(
            annotation.to_string(),
            "::error file=a%2Cb%3Ac%25.cpp,line=3,title=x%3A%3Ay::50%25: one,%0Atwo%0A\
             \\u{1b}[2J::error::"
        );
    }
}

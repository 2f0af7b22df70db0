//! A saved report as the report that it was made of, for the formats that people read. What a JSON
//! report does not tell is not there: whether it was interrupted, and the costs of cases other than
//! the greatest.

use std::time::Duration;

use crate::judge::{Grade, Outcome};
use crate::score::Score;

use super::json::{Case, Document, Submission};
use super::{Compile, Graded, Report};

impl From<&Document> for Report {
    fn from(document: &Document) -> Self {
        let graded = |submission| graded(&document.problem.slug, submission);
        Self {
            slug: document.problem.slug.clone(),
            name: document.problem.name.clone(),
            scored: document.submissions.iter().any(|submission| submission.score.is_some()),
            isolation: document.isolation.clone(),
            submissions: document.submissions.iter().map(graded).collect(),
            interrupted: false,
        }
    }
}

fn graded(slug: &str, submission: &Submission) -> Graded {
    let command = ["jury", "grade", slug, &submission.path].map(str::to_owned);
    Graded {
        path: submission.path.clone().into(),
        language: submission.language.clone(),
        compile: Compile {
            ok: submission.compile.ok,
            time: seconds(submission.compile.seconds),
            message: submission.compile.message.clone(),
        },
        expected: submission.expected,
        grade: Grade {
            verdict: submission.verdict,
            score: submission.score.map(Score::from_f64),
            max_cpu: seconds(submission.max_cpu_seconds.unwrap_or_default()),
            max_memory: submission.max_memory_bytes.unwrap_or_default(),
            outcomes: submission.cases.iter().map(outcome).collect(),
        },
        command: super::terminal::command(&command),
    }
}

fn outcome(case: &Case) -> Outcome {
    Outcome {
        case: case.case.clone(),
        group: case.group.clone(),
        verdict: case.verdict,
        score: case.score.map(Score::from_f64),
        measured: None,
        message: case.message.clone(),
        evidence: None,
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

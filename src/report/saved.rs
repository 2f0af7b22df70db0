//! A saved report as the report that it was made of, for the words that people read in a terminal.
//! Dialogues and drawings, which a JSON report has for machines and pages, are not there.

use std::time::Duration;

use jury_checkers::Place;

use crate::judge::{Evidence, Excerpt, Grade, Outcome};
use crate::score::Score;

use super::json::{self, Case, Document, Submission};
use super::{Compile, Graded, Report};

impl From<&Document> for Report {
    fn from(document: &Document) -> Self {
        Self {
            slug: document.problem.slug.clone(),
            name: document.problem.name.clone(),
            scored: document.scored,
            isolation: document.isolation.clone(),
            submissions: document.submissions.iter().map(graded).collect(),
            interrupted: document.interrupted,
        }
    }
}

fn graded(submission: &Submission) -> Graded {
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
        command: submission.command.clone(),
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
        evidence: case.evidence.as_ref().map(evidence),
    }
}

fn evidence(evidence: &json::Evidence) -> Evidence {
    Evidence {
        place: evidence.place.map(|place| Place { line: place.line, column: place.column }),
        input: excerpt(&evidence.input),
        output: excerpt(&evidence.output),
        answer: evidence.answer.as_ref().map(excerpt),
        transcript: None,
        errors: evidence.errors.clone().into_bytes(),
        errors_cut: evidence.errors_cut,
        drawing: None,
        reference_score: None,
    }
}

fn excerpt(excerpt: &json::Excerpt) -> Excerpt {
    Excerpt {
        first_line: excerpt.first_line,
        first_column: excerpt.first_column,
        lines: excerpt.lines.iter().map(|line| line.clone().into_bytes()).collect(),
        more: excerpt.more,
        bytes: excerpt.bytes,
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

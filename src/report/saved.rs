//! A saved report as the report that it was made of, for the words that people read in a terminal.
//! Dialogues and drawings, which a JSON report has for machines and pages, are not there. A report may
//! come from anywhere: none of its texts acts on the terminal.

use std::time::Duration;

use jury_checkers::Place;

use crate::judge::{Evidence, Excerpt, Grade, Outcome};
use crate::sandbox::{Isolation, Wall};
use crate::score::Score;
use crate::visible::visible;

use super::json::{self, Case, Document, Submission};
use super::{Compile, Graded, Report};

impl From<&Document> for Report {
    fn from(document: &Document) -> Self {
        Self {
            slug: shown(&document.problem.slug),
            name: shown(&document.problem.name),
            scored: document.scored,
            isolation: isolation(&document.isolation),
            submissions: document.submissions.iter().map(graded).collect(),
            interrupted: document.interrupted,
        }
    }
}

fn isolation(isolation: &Isolation) -> Isolation {
    let wall = |wall: &Wall| Wall {
        wall: shown(&wall.wall),
        strength: wall.strength,
        by: shown(&wall.by),
    };
    Isolation {
        level: isolation.level,
        walls: isolation.walls.iter().map(wall).collect(),
        cpu_source: shown(&isolation.cpu_source),
        memory_source: shown(&isolation.memory_source),
    }
}

fn graded(submission: &Submission) -> Graded {
    Graded {
        path: submission.path.clone().into(),
        language: shown(&submission.language),
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
            groups: Vec::new(),
            outcomes: submission.cases.iter().map(outcome).collect(),
        },
        command: shown(&submission.command),
    }
}

fn outcome(case: &Case) -> Outcome {
    Outcome {
        case: shown(&case.case),
        group: shown(&case.group),
        verdict: case.verdict,
        score: case.score.map(Score::from_f64),
        measured: None,
        message: shown(&case.message),
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

fn shown(text: &str) -> String {
    visible(text.as_bytes())
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

//! Reports to make pages of: real drawings and evidence, made-up figures, no sandbox.

use std::time::Duration;

use jury::checker::drawer;
use jury::judge::{Compile, Evidence, Grade, Graded, Measured, Outcome};
use jury::limits::Limits;
use jury::problem::{Group, Scoring};
use jury::report::document::{Document, ProblemName, SCHEMA, Submission, Tool};
use jury::sandbox::{Isolation, Level, Strength, Wall};
use jury::score::Score;
use jury::submission;
use jury::verdict::Verdict;
use jury_checkers::{Files, Options};

use crate::report::cpp;

/// What a case is made of.
pub(crate) struct Case<'a> {
    pub(crate) name: String,
    pub(crate) verdict: Verdict,
    pub(crate) message: &'a str,
    pub(crate) files: Files<'a>,
    pub(crate) errors: &'a [u8],
    pub(crate) score: Option<u64>,
}

impl<'a> Case<'a> {
    /// A case in which this was written.
    pub(crate) fn new(name: &str, verdict: Verdict, input: &'a [u8], output: &'a [u8]) -> Self {
        let files = Files { input, output, answer: None };
        Self { name: name.into(), verdict, message: "", files, errors: b"", score: None }
    }

    fn outcome(&self, checker: &str, number: u64) -> Outcome {
        let ran = self.verdict != Verdict::Skipped;
        let limits = Limits { cpu: Duration::from_secs(1), ..Limits::default() };
        let measured = Measured {
            cpu: Duration::from_millis(10 + 37 * number % 900),
            limits,
            wall: Duration::from_millis(30 + 41 * number % 1000),
            memory: (3 << 20) + (number << 18),
            output_bytes: self.files.output.len() as u64,
            exit_code: Some(0),
            signal: None,
            is_noisy: false,
        };
        let mut evidence = Evidence::collect(None, &self.files, self.errors);
        evidence.drawing =
            drawer(checker, &Options::new()).and_then(|drawer| drawer.draw(&self.files));
        evidence.reference_score = self.score.and_then(|score| Score::ratio(score + 1, 8));
        Outcome {
            case: self.name.clone(),
            group: self.name.split_once('/').map_or("", |(group, _)| group).into(),
            same_as: None,
            recalled: None,
            verdict: self.verdict,
            score: self.score.and_then(|score| Score::ratio(score, 8)),
            measured: ran.then_some(measured),
            message: self.message.into(),
            evidence: ran.then_some(evidence),
        }
    }
}

/// One problem with these submissions, each with its path and cases.
pub(crate) fn document(checker: &str, submissions: &[(&str, Vec<Case<'_>>)]) -> Document {
    let scored = submissions.iter().any(|(_, cases)| cases.iter().any(|c| c.score.is_some()));
    let scoring = if scored { Scoring::Mean } else { Scoring::PassFail };
    let graded = |(path, cases): &(&str, Vec<Case<'_>>)| {
        let path = *path;
        let graded = Graded {
            submission: submission::Submission {
                path: path.into(),
                real: path.into(),
                language: cpp(),
                choice: None,
                setting: submission::Setting::default(),
            },
            compile: Compile { ok: true, time: Duration::ZERO, message: String::new() },
            expected: None,
            grade: Grade::fold(
                (0..).zip(cases).map(|(number, case)| case.outcome(checker, number)).collect(),
                &Group::root(scoring),
            ),
            spoilt: None,
        };
        Submission::new(&graded, &format!("jury grade {checker} {path}"))
    };
    let wall =
        Wall { wall: "network".into(), strength: Strength::Enforced, by: "namespace".into() };
    Document {
        schema: SCHEMA,
        tool: Tool::this(),
        problem: ProblemName {
            slug: checker.into(),
            name: format!("Problem {checker}"),
            format: None,
            time_limit: None,
        },
        scored,
        warnings: Vec::new(),
        not_graded: Vec::new(),
        isolation: Isolation {
            level: Level::Full,
            walls: vec![wall],
            cpu_source: "control group".into(),
            memory_source: "control group".into(),
        },
        submissions: submissions.iter().map(graded).collect(),
        interrupted: false,
    }
}

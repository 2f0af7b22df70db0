//! The report of grading: all that a reader needs, and the JSON report (schema 1) as it is written.
//! Every format is a function of [`Document`], so that a saved report makes each of them too.
//!
//! Reading is strict. Every key is always there, but for `groups`, which only problems have whose groups
//! count as one, `format` and `time_limit`, which packages of other judges have, `warnings`, `not_graded` and `notes`, which are there where there are some, `same_as`, which only
//! cases have that equal an earlier one, `recalled`, which only cases have that were not run now, `input_file`, which cases with evidence have, `transcript`, which only failed cases of interactive problems
//! have, and `drawing`, which only cases of checkers that draw have; what does not apply is `null`. No
//! key is taken for another.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use jury_checkers::drawing::Drawing;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::json::nullable;
use crate::judge::expectation::Mismatch;
use crate::judge::{Graded, Grades, GroupGrade, Outcome};
use crate::problem::{self, Complaint, Expectation, Expected, Problem, TimeLimit};
use crate::ruling::seconds;
use crate::sandbox::Isolation;
use crate::score::Score;
use crate::shell::quoted;
use crate::verdict::Verdict;
use crate::visible::utf8;

use super::mark::Mark;

mod evidence;

pub use evidence::{CaseLimits, Evidence, Excerpt, Place, Turn, turns};

/// The version of this format.
pub const SCHEMA: u32 = 1;

/// The whole document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Always [`SCHEMA`].
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// The problem.
    pub problem: ProblemName,
    /// Whether the problem is scored; then more is better.
    pub scored: bool,
    /// Whether the user interrupted; then the last submissions are missing or incomplete.
    pub interrupted: bool,
    /// What isolation was in force.
    pub isolation: Isolation,
    /// What of the package was passed over, or is not as its format wants it: `file:line:column: words`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What was given as a submission and could not be graded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_graded: Vec<NotGraded>,
    /// Each submission, in the order given.
    pub submissions: Vec<Submission>,
}

/// What made the document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// `jury`.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Tool {
    /// This very program.
    pub fn this() -> Self {
        Self { name: env!("CARGO_PKG_NAME").into(), version: env!("CARGO_PKG_VERSION").into() }
    }
}

/// The problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemName {
    /// The folder's name.
    pub slug: String,
    /// The title.
    pub name: String,
    /// The format, version and dialect that it was read as, and why; of packages of other judges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// How the time limit follows from the package's own submissions, where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<String>,
}

impl ProblemName {
    fn of(problem: &Problem) -> Self {
        Self {
            slug: problem.slug.clone(),
            name: problem.name.clone(),
            format: (!problem.format.is_own).then(|| problem.format.words.clone()),
            time_limit: match &problem.time_limit {
                TimeLimit::Known(words) => {
                    Some(format!("{}, {words}", seconds(problem.limits.cpu)))
                }
                TimeLimit::Stated | TimeLimit::Derived => None,
            },
        }
    }
}

/// What was given as a submission and is none, or cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotGraded {
    /// The path as the user gave it.
    pub path: String,
    /// Why.
    pub message: String,
}

impl fmt::Display for NotGraded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: not graded: {}", self.path, self.message)
    }
}

/// One submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The path as the user gave it.
    pub path: String,
    /// The language's name.
    pub language: String,
    /// The verdict's code.
    pub verdict: Verdict,
    /// The score; `null` where the problem has none.
    #[serde(deserialize_with = "nullable")]
    pub score: Option<f64>,
    /// What the submission may get, where it is kept with the problem: a verdict, or a list of
    /// several; `null` for others.
    #[serde(deserialize_with = "nullable")]
    pub expected: Option<Expected>,
    /// Whether it got that, or was accepted where nothing is said.
    pub as_expected: bool,
    /// Why it is not as expected, where that is not the verdict alone, and what else there is to say of
    /// the grade: a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// How the build went.
    pub compile: Compile,
    /// The slowest case's CPU time; `null` when none was run.
    #[serde(deserialize_with = "nullable")]
    pub max_cpu_seconds: Option<f64>,
    /// The hungriest case's peak memory; `null` when none was run.
    #[serde(deserialize_with = "nullable")]
    pub max_memory_bytes: Option<u64>,
    /// The command that grades this submission again, to be run where this report was made.
    pub command: String,
    /// The groups of cases that count as one, in package order, each before those in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Every case, in package order.
    pub cases: Vec<Case>,
}

/// A group of cases that counts as one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Its name: `secret/small`.
    pub group: String,
    /// The verdict's code of its cases.
    pub verdict: Verdict,
    /// Its points.
    pub score: f64,
    /// The points of a full solution; `null` where the package does not say.
    #[serde(deserialize_with = "nullable")]
    pub worth: Option<f64>,
}

/// How a build went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compile {
    /// Whether it made a program.
    pub ok: bool,
    /// Wall time; 0 when the program came from the build cache.
    pub seconds: f64,
    /// What the compiler said.
    pub message: String,
}

/// One case. Figures are `null` when it was not run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name: `secret/007`.
    pub case: String,
    /// Its group: `secret`.
    pub group: String,
    /// The case whose run this is: the submission ran once on both, since they are equal.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// When it was run, as `2026-11-21 18:43:04` in UTC, where it is recalled and was not run now.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub recalled: Option<String>,
    /// The verdict's code.
    pub verdict: Verdict,
    /// The score; `null` where the problem has none.
    #[serde(deserialize_with = "nullable")]
    pub score: Option<f64>,
    /// The score of the jury's answer, for scored problems whose answers are outputs of the
    /// reference; `null` elsewhere.
    #[serde(deserialize_with = "nullable")]
    pub reference_score: Option<f64>,
    /// The limits in force.
    #[serde(deserialize_with = "nullable")]
    pub limits: Option<CaseLimits>,
    /// CPU time of the process tree.
    #[serde(deserialize_with = "nullable")]
    pub cpu_seconds: Option<f64>,
    /// Wall time.
    #[serde(deserialize_with = "nullable")]
    pub wall_seconds: Option<f64>,
    /// Peak memory of the process tree.
    #[serde(deserialize_with = "nullable")]
    pub memory_bytes: Option<u64>,
    /// Bytes written to standard output.
    #[serde(deserialize_with = "nullable")]
    pub output_bytes: Option<u64>,
    /// The exit code, when the program ended by itself.
    #[serde(deserialize_with = "nullable")]
    pub exit_code: Option<i32>,
    /// The signal, when one ended it.
    #[serde(deserialize_with = "nullable")]
    pub signal: Option<i32>,
    /// Why, in one sentence.
    pub message: String,
    /// The command that runs just this case again.
    pub command: String,
    /// What a reader needs to see the case; `null` when it was not run.
    #[serde(deserialize_with = "nullable")]
    pub evidence: Option<Evidence>,
    /// The file of its input, seen from where this report was made; of cases with evidence.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub input_file: Option<String>,
    /// The first and the last turns of the dialogue, where an interactive case failed.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub transcript: Option<Vec<Turn>>,
    /// The case and the output as boards.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none",
        serialize_with = "on_one_line"
    )]
    pub drawing: Option<Drawing>,
}

/// A drawing has thousands of small parts: a line for each would make reports many times as long.
#[expect(clippy::ref_option, reason = "serde calls it so")]
fn on_one_line<S: Serializer>(drawing: &Option<Drawing>, to: S) -> Result<S::Ok, S::Error> {
    serde_json::value::to_raw_value(drawing).map_err(S::Error::custom)?.serialize(to)
}

/// A key that may be left out, but says something where it is there.
fn present<'a, T: Deserialize<'a>, D: Deserializer<'a>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl Document {
    /// What came of grading submissions on a problem in a sandbox of this isolation, with the command
    /// for each submission that grades it again, and the problem's folder as the user would name it.
    pub fn new(
        problem: &Problem,
        isolation: &Isolation,
        grades: &Grades,
        commands: &[String],
        folder: &Path,
    ) -> Self {
        let submissions = grades.submissions.iter().zip(commands);
        let mut submissions: Vec<_> =
            submissions.map(|(one, again)| Submission::new(one, again)).collect();
        let files = input_files(problem, folder);
        let cases = submissions.iter_mut().flat_map(|submission| &mut submission.cases);
        for case in cases.filter(|case| case.evidence.is_some()) {
            case.input_file = files.get(case.case.as_str()).cloned();
        }
        Self {
            schema: SCHEMA,
            tool: Tool::this(),
            problem: ProblemName::of(problem),
            scored: problem.root.is_scored(),
            interrupted: grades.interrupted,
            isolation: isolation.clone(),
            warnings: problem.warnings.iter().map(Complaint::to_string).collect(),
            not_graded: Vec::new(),
            submissions,
        }
    }
}

impl Submission {
    /// One graded submission, and the command that grades it again.
    pub fn new(graded: &Graded, command: &str) -> Self {
        let grade = &graded.grade;
        let ran = grade.outcomes.iter().any(|outcome| outcome.measured.is_some());
        Self {
            path: utf8(graded.submission.path.as_os_str().as_encoded_bytes()),
            language: graded.submission.language.name.clone(),
            verdict: grade.verdict,
            score: grade.score.as_ref().map(Score::to_f64),
            expected: graded.expected.as_ref().map(Expectation::of_whole),
            as_expected: graded.is_as_expected(),
            notes: notes(graded),
            compile: Compile {
                ok: graded.compile.ok,
                seconds: graded.compile.time.as_secs_f64(),
                message: graded.compile.message.clone(),
            },
            max_cpu_seconds: ran.then_some(grade.max_cpu.as_secs_f64()),
            max_memory_bytes: ran.then_some(grade.max_memory),
            command: command.to_owned(),
            groups: grade.groups.iter().map(Group::from).collect(),
            cases: grade.outcomes.iter().map(|outcome| Case::new(outcome, command)).collect(),
        }
    }

    /// This command grades it again.
    pub fn set_command(&mut self, command: &str) {
        command.clone_into(&mut self.command);
        for case in &mut self.cases {
            case.command = command_of_case(command, &case.case);
        }
    }

    /// The case that decided the verdict; else the first one that failed.
    pub fn first_failure(&self) -> Option<&Case> {
        let failed = || self.cases.iter().filter(|case| case.failed());
        failed().find(|case| case.verdict == self.verdict).or_else(|| failed().next())
    }
}

/// The command that runs just this case of the submission that `command` grades.
fn command_of_case(command: &str, case: &str) -> String {
    format!("{command} --case {}", quoted(case))
}

/// By case the file of its input, in a problem whose folder is called so.
fn input_files<'a>(problem: &'a Problem, folder: &Path) -> HashMap<&'a str, String> {
    let file = |case: &'a problem::Case| {
        let below = problem.place_of(&case.input)?;
        Some((case.name.as_str(), utf8(folder.join(below).as_os_str().as_encoded_bytes())))
    };
    problem.cases.iter().filter_map(file).collect()
}

/// What there is to say of a grade, the verdict aside.
fn notes(graded: &Graded) -> Vec<String> {
    let is_said = |mismatch: &Mismatch| matches!(mismatch, Mismatch::Verdict { .. });
    let mismatch = graded.mismatch().filter(|mismatch| !is_said(mismatch));
    let why = mismatch.map(|mismatch| format!("not as expected: {mismatch}"));
    // Where it did not build, the message says how its language was chosen.
    let choice = graded.submission.choice.clone().filter(|_| graded.compile.ok);
    why.into_iter().chain(choice).chain(graded.grade.notes.iter().cloned()).collect()
}

impl From<&GroupGrade> for Group {
    fn from(grade: &GroupGrade) -> Self {
        Self {
            group: grade.name.clone(),
            verdict: grade.verdict,
            score: grade.score.to_f64(),
            worth: grade.worth.as_ref().map(Score::to_f64),
        }
    }
}

impl Case {
    /// One case of the submission that this command grades again.
    fn new(outcome: &Outcome, command: &str) -> Self {
        let run = outcome.measured;
        let evidence = outcome.evidence.as_ref();
        Self {
            case: outcome.case.clone(),
            group: outcome.group.clone(),
            same_as: outcome.same_as.clone(),
            recalled: outcome.recalled.clone(),
            verdict: outcome.verdict,
            score: outcome.score.as_ref().map(Score::to_f64),
            reference_score: evidence
                .and_then(|evidence| evidence.reference_score.as_ref())
                .map(Score::to_f64),
            limits: run.map(|run| CaseLimits::from(&run.limits)),
            cpu_seconds: run.map(|run| run.cpu.as_secs_f64()),
            wall_seconds: run.map(|run| run.wall.as_secs_f64()),
            memory_bytes: run.map(|run| run.memory),
            output_bytes: run.map(|run| run.output_bytes),
            exit_code: run.and_then(|run| run.exit_code),
            signal: run.and_then(|run| run.signal),
            message: outcome.message.clone(),
            command: command_of_case(command, &outcome.case),
            evidence: evidence.map(Evidence::from),
            input_file: None,
            transcript: evidence.and_then(|evidence| evidence.transcript.as_ref()).map(turns),
            drawing: evidence.and_then(|evidence| evidence.drawing.clone()),
        }
    }

    /// The character that stands for it.
    pub(super) fn mark(&self) -> Mark {
        Mark::of(self.verdict, self.score, self.reference_score)
    }

    /// Whether it ran and was not accepted.
    pub fn failed(&self) -> bool {
        !matches!(self.verdict, Verdict::Accepted | Verdict::Skipped)
    }
}

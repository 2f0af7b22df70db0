//! One run of a submission as JSON, schema 1: mirror types, strict when read back. Every key is always
//! there; what does not apply is `null`. All text is visible, as in the report of grading.

use serde::{Deserialize, Serialize};

use crate::judge::Measured;
use crate::score::Score;
use crate::verdict::Verdict;
use crate::visible::visible;

use super::document::{CaseLimits, Tool, Turn, turns};
use super::json;
use super::once::OneRun;

/// The version of this format.
pub const SCHEMA: u32 = 1;

/// Bytes of an output, or of standard error, that are in the document.
const BYTES: usize = 1 << 16;

/// The whole document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunDocument {
    /// Always [`SCHEMA`].
    pub schema: u32,
    /// What made it.
    pub tool: Tool,
    /// The problem's slug.
    pub problem: String,
    /// The case that was run; `null` where the input was the user's own.
    pub case: Option<String>,
    /// The submission as the user named it.
    pub path: String,
    /// Its language.
    pub language: String,
    /// How the build went.
    pub compile: Compile,
    /// The verdict's code; `null` of what ran well and was not checked.
    pub verdict: Option<Verdict>,
    /// The score, where the checker gave one.
    pub score: Option<f64>,
    /// Why, in one sentence: the checker's, or of the limit that was broken.
    pub message: String,
    /// Why nobody judged the output, where nobody did.
    pub not_checked: Option<String>,
    /// The run; `null` where nothing was run.
    pub run: Option<Run>,
    /// What it wrote to standard output; `null` where nothing was run, and of dialogues.
    pub output: Option<Stream>,
    /// What it wrote to standard error; `null` where nothing was run.
    pub errors: Option<Stream>,
    /// What the reference did, where that was asked for.
    pub reference: Option<Reference>,
    /// The turns of the dialogue with the interactor, where there was one.
    pub transcript: Option<Vec<Turn>>,
}

/// How a build went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compile {
    /// Whether it made a program.
    pub ok: bool,
    /// What the compiler said.
    pub message: String,
}

/// The figures of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The limits in force.
    pub limits: CaseLimits,
    /// CPU time of the process tree.
    pub cpu_seconds: f64,
    /// Wall time.
    pub wall_seconds: f64,
    /// Peak memory of the process tree.
    pub memory_bytes: u64,
    /// The exit code, when the program ended by itself.
    pub exit_code: Option<i32>,
    /// The signal, when one ended it.
    pub signal: Option<i32>,
}

/// What a program wrote, maybe cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stream {
    /// The beginning.
    pub text: String,
    /// Bytes in all; of standard error, those that were kept.
    pub bytes: u64,
    /// Whether there was more than is in `text`.
    pub cut: bool,
}

/// What the reference did on the same input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// What it wrote; `null` where it failed.
    pub output: Option<Stream>,
    /// Why it failed.
    pub failure: Option<String>,
}

/// What was run, beside the run itself.
#[derive(Debug, Clone, Copy)]
pub struct RunNames<'a> {
    /// The problem's slug.
    pub problem: &'a str,
    /// The case's name, where it is one of the problem.
    pub case: Option<&'a str>,
    /// What the compiler said.
    pub compiler: &'a str,
}

impl RunDocument {
    /// Of a submission that was run.
    pub fn new(names: RunNames<'_>, run: &OneRun<'_>) -> Self {
        let outcome = &run.once.outcome;
        let ran_well = outcome.verdict == Verdict::Accepted && run.unchecked.is_some();
        let transcript = outcome.evidence.as_ref().and_then(|seen| seen.transcript.as_ref());
        Self {
            verdict: (!ran_well).then_some(outcome.verdict),
            score: outcome.score.as_ref().map(Score::to_f64),
            message: outcome.message.clone(),
            not_checked: run.unchecked.map(str::to_owned),
            run: outcome.measured.as_ref().map(Run::from),
            output: transcript.is_none().then(|| {
                let bytes = outcome.measured.as_ref().map(|measured| measured.output_bytes);
                Stream::of_so_many(&run.once.output, bytes.unwrap_or_default())
            }),
            errors: Some(Stream::of(&run.once.errors)),
            reference: run.reference.map(|answered| Reference {
                output: answered.ok().map(Stream::of),
                failure: answered.err().map(str::to_owned),
            }),
            transcript: transcript.map(turns),
            compile: Compile { ok: true, message: names.compiler.to_owned() },
            ..Self::not_built(names, run.path, run.language)
        }
    }

    /// Of a submission that did not build.
    pub fn not_built(names: RunNames<'_>, path: &str, language: &str) -> Self {
        Self {
            schema: SCHEMA,
            tool: Tool::this(),
            problem: names.problem.to_owned(),
            case: names.case.map(str::to_owned),
            path: path.to_owned(),
            language: language.to_owned(),
            compile: Compile { ok: false, message: names.compiler.to_owned() },
            verdict: Some(Verdict::CompileError),
            score: None,
            message: String::new(),
            not_checked: None,
            run: None,
            output: None,
            errors: None,
            reference: None,
            transcript: None,
        }
    }

    /// The JSON text, with a newline at its end.
    ///
    /// # Errors
    /// As [`json::render`].
    pub fn render(&self) -> Result<String, serde_json::Error> {
        json::render(self)
    }
}

impl From<&Measured> for Run {
    fn from(measured: &Measured) -> Self {
        Self {
            limits: CaseLimits::from(&measured.limits),
            cpu_seconds: measured.cpu.as_secs_f64(),
            wall_seconds: measured.wall.as_secs_f64(),
            memory_bytes: measured.memory,
            exit_code: measured.exit_code,
            signal: measured.signal,
        }
    }
}

impl Stream {
    fn of(bytes: &[u8]) -> Self {
        Self::of_so_many(bytes, bytes.len() as u64)
    }

    /// Of a text of which not all need be kept.
    fn of_so_many(bytes: &[u8], all: u64) -> Self {
        let shown = &bytes[..bytes.len().min(BYTES)];
        let lines = shown.split(|&byte| byte == b'\n').map(visible);
        Self {
            text: lines.collect::<Vec<_>>().join("\n"),
            bytes: all,
            cut: (shown.len() as u64) < all,
        }
    }
}

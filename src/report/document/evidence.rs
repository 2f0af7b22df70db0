//! What the report shows of a case: limits, excerpts of the files, the dialogue. All text is
//! visible: control characters, marks that reorder text and what is not UTF-8 stand there as escapes.

use serde::{Deserialize, Serialize};

use crate::json::nullable;
use crate::judge;
use crate::limits::Limits;
use crate::sandbox::{Speaker, Transcript};
use crate::visible::visible;

/// The limits that were in force for one case, the language's factor included.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseLimits {
    /// CPU time of the process tree.
    pub cpu_seconds: f64,
    /// Wall time.
    pub wall_seconds: f64,
    /// Memory of the process tree.
    pub memory_bytes: u64,
    /// Standard output.
    pub output_bytes: u64,
}

/// What a reader needs to see a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Where the checker finds the output wrong; `null` where there is no such place.
    #[serde(deserialize_with = "nullable")]
    pub place: Option<Place>,
    /// The head of the input.
    pub input: Excerpt,
    /// The output around the place, or around the first difference from the answer.
    pub output: Excerpt,
    /// The jury's answer around the same line; `null` where it is not what the output should be.
    #[serde(deserialize_with = "nullable")]
    pub answer: Option<Excerpt>,
    /// The head of standard error.
    pub errors: String,
    /// Whether standard error had more.
    pub errors_cut: bool,
}

/// A place in the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
}

/// A few lines of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Excerpt {
    /// Number of the first line here, from 1.
    pub first_line: usize,
    /// Number of the first byte of every line here, from 1.
    pub first_column: usize,
    /// The lines, each cut to a bounded length, and then with `…` at its end.
    pub lines: Vec<String>,
    /// Whether the text goes on after the last line here.
    pub more: bool,
    /// Bytes of the whole text.
    pub bytes: u64,
}

/// One turn of a dialogue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// When it began, after the start of the dialogue.
    pub seconds: f64,
    /// Who wrote it.
    pub by: Speaker,
    /// Its beginning.
    pub text: String,
    /// Bytes in all.
    pub bytes: u64,
    /// Turns left out before this one.
    pub left_out: usize,
}

impl From<&Limits> for CaseLimits {
    fn from(limits: &Limits) -> Self {
        Self {
            cpu_seconds: limits.cpu.as_secs_f64(),
            wall_seconds: limits.wall.as_secs_f64(),
            memory_bytes: limits.memory,
            output_bytes: limits.output,
        }
    }
}

impl From<&judge::Evidence> for Evidence {
    fn from(evidence: &judge::Evidence) -> Self {
        let place = evidence.place;
        Self {
            place: place.map(|place| Place { line: place.line, column: place.column }),
            input: Excerpt::from(&evidence.input),
            output: Excerpt::from(&evidence.output),
            answer: evidence.answer.as_ref().map(Excerpt::from),
            errors: text(&evidence.errors),
            errors_cut: evidence.errors_cut,
        }
    }
}

impl From<&judge::Excerpt> for Excerpt {
    fn from(excerpt: &judge::Excerpt) -> Self {
        Self {
            first_line: excerpt.first_line,
            first_column: excerpt.first_column,
            lines: excerpt.lines.iter().map(|line| visible(line)).collect(),
            more: excerpt.more,
            bytes: excerpt.bytes,
        }
    }
}

/// Lines made visible.
fn text(bytes: &[u8]) -> String {
    bytes.split(|&byte| byte == b'\n').map(visible).collect::<Vec<_>>().join("\n")
}

/// The turns that are kept of a dialogue.
pub fn turns(transcript: &Transcript) -> Vec<Turn> {
    let gap = transcript.gap();
    let turns = transcript.turns().enumerate();
    turns
        .map(|(index, turn)| Turn {
            seconds: turn.at.as_secs_f64(),
            by: turn.by,
            text: text(&turn.text),
            bytes: turn.bytes,
            left_out: gap.filter(|(at, _)| *at == index).map_or(0, |(_, turns)| turns),
        })
        .collect()
}

//! Searching for an input on which a submission fails, and making it small: inputs of growing
//! sizes, each run and checked like a case, and then ever smaller ones that fail as well.
//!
//! ```text
//! Inputs --make--> input --Stand--> Trial --search--> Catch --reduce--> small Catch
//! ```
//!
//! What is found for a seed does not depend on the number of workers, unless the clock ends the
//! search first. Inputs are plain bytes here: what they mean is known only to the package's
//! generators, its validator and [`crate::shrink`].

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use crate::problem::Problem;
use crate::submission::Program;
use crate::verdict::Verdict;

use super::{JudgeFailure, Outcome, Parts, Tools};

mod inputs;
mod like;
mod mutate;
mod reduce;
mod rounds;
mod search;
mod testbed;

pub use inputs::Inputs;
pub use like::Like;
pub use reduce::{Keep, Reduced, reduce};
pub use search::{Searched, search};

/// What a search works with.
#[derive(Debug, Clone, Copy)]
pub struct StressRequest<'a> {
    /// Where programs run, how many side by side.
    pub tools: &'a Tools<'a>,
    /// The problem: its limits and scoring.
    pub problem: &'a Problem,
    /// Its checker and validator.
    pub parts: &'a Parts,
    /// The submission.
    pub program: &'a Program,
    /// The program that it is held against.
    pub rival: Option<Comparand<'a>>,
    /// Where inputs come from.
    pub inputs: &'a Inputs,
    /// What is looked for.
    pub goal: Goal,
    /// Decides all inputs.
    pub seed: u64,
    /// The numbers of the inputs that are tried, from 0: a slice of all that the seed makes.
    pub slice: &'a Range<usize>,
    /// A folder for the files of cases.
    pub scratch: &'a Path,
}

/// A program that the submission is held against.
#[derive(Debug, Clone, Copy)]
pub struct Comparand<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its part.
    pub role: Role,
    /// Whether its failure on a valid input is the setter's fault (the reference) or only makes
    /// that input useless.
    pub trusted: bool,
}

/// The part of a rival.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Its output is the jury's answer.
    Answers,
    /// It is judged too, and only inputs count on which the submission does worse.
    Competes,
}

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The first input on which the submission fails.
    Failure,
    /// The first on which it fails with this verdict.
    Verdict(Verdict),
    /// The input on which it uses the most CPU time; the search goes on to its end.
    Slowest,
}

/// What came of one input.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The outcome; where a rival did better with an accepted output, a partial score.
    pub outcome: Outcome,
    /// The submission's output.
    pub output: Vec<u8>,
    /// The output of the rival that answers.
    pub answer: Option<Vec<u8>>,
}

/// An input that was looked for.
#[derive(Debug, Clone)]
pub struct Catch {
    /// Its number in the search, from 1.
    pub number: usize,
    /// How it was made: `generators/random.rs 10 20 4711`.
    pub origin: String,
    /// The input.
    pub input: Vec<u8>,
    /// What it is judged as.
    pub like: Like,
    /// What came of it.
    pub trial: Trial,
}

/// How far a search or a reduction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Inputs that were tried.
    pub tried: usize,
    /// Those among them that a rival without trust failed on.
    pub unanswered: usize,
    /// Since the beginning.
    pub elapsed: Duration,
}

impl Tally {
    /// Inputs a second.
    pub fn rate(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
        let tried = self.tried as f64;
        tried / self.elapsed.as_secs_f64().max(1e-3)
    }
}

/// Whether an error only says that the user interrupted.
fn is_interrupt(failure: &JudgeFailure) -> bool {
    matches!(failure, JudgeFailure::Sandbox(crate::sandbox::SandboxError::Interrupted))
}

//! Proving a package: every input valid and no two alike, every answer accepted, every generated
//! case reproduced byte for byte, the reference right and well within the limits, and every kept
//! submission judged as expected, the wrong ones caught by a secret case.
//!
//! Collects facts and findings; how they look is the report's business.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::checker::External;
use crate::problem::{Case, Complaint, Group, KeptSubmission, Problem, ProvedCases};
use crate::submission::{BuildError, Built, Program, Submission, first_error};
use crate::verdict::Verdict;

use super::checks::Checks;
use super::file_check::FileCheck;
use super::matrix::{BoundReached, Matrix, equal_groups};
use super::set_aside::read;
use super::time_limit::Ran;
use super::{JudgeFailure, Outcome, Parts, Tools};

mod files;
mod generator_rules;
mod junk;
mod order;
mod points;
mod strictness;
mod submissions;
mod time;
mod trying;
mod validator_tests;

pub use super::file_check::{line_ends, without_blanks};
pub use super::proof::{Finding, FindingPlace, KeptProof, Proof, Severity, TestsHeld};

/// The share of its limit that the reference may use on any case.
pub const REFERENCE_SHARE: f64 = 0.9;

/// How much is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// What the proof needs: a submission stops once it is caught.
    Proof,
    /// Every submission on every case, for the matrix.
    Matrix,
}

/// What happens while a package is proved, for those who show it.
#[derive(Debug, Clone, Copy)]
pub enum Step<'a> {
    /// This is being done.
    Doing(&'a str),
    /// These submissions are going to be judged, one after another.
    Submissions(&'a [PathBuf]),
    /// The submission of this number is being judged.
    Judging(usize),
    /// What came of one of its cases is certain.
    Settled(&'a Outcome),
    /// What came of the submission of this number.
    Judged {
        /// Its number.
        submission: usize,
        /// Its verdict.
        verdict: Verdict,
        /// Whether it is what the package says.
        as_expected: bool,
    },
}

/// Proves one package and calls `step` with what is being done. What was `ran` to find its time limit is
/// not run again.
///
/// # Errors
/// Whatever fails on our side.
pub fn verify(
    tools: &Tools<'_>,
    problem: &Problem,
    ran: &Ran,
    extent: Extent,
    step: &(dyn Fn(Step<'_>) + Sync),
) -> Result<Proof, JudgeFailure> {
    let (parts, unused) = usable_parts(tools, problem)?;
    let root = &problem.root;
    let unconditional;
    let problem = match extent {
        Extent::Proof if problem.additions.proved == ProvedCases::Graded => problem,
        Extent::Proof | Extent::Matrix => {
            let root = root.without_conditions();
            unconditional = Problem { root, ..problem.clone() };
            &unconditional
        }
    };
    let cases = problem.graded_cases();
    let proof = Proof {
        slug: problem.slug.clone(),
        cases: cases.len(),
        unchecked: unchecked(problem, unused.as_ref()),
        matrix: (extent == Extent::Matrix).then(|| Matrix::new(&cases)),
        ..Proof::default()
    };
    let in_excess = HashSet::new();
    let mut prover = Prover { tools, problem, root, parts: &parts, ran, step, in_excess, proof };
    prover.complaints();
    prover.sample_points();
    if let Some(Unused::Broken(why)) = unused {
        prover.proof.find("input validators", why);
    }
    let answer_validators = prover.answer_validators()?;
    let checks = checks(tools, problem, &parts, &answer_validators)?;
    let look = FileCheck::new(problem, &parts, &answer_validators, checks.as_ref());
    prover.files(&look)?;
    prover.validator_tests(&look)?;
    prover.strictness(&look)?;
    prover.proof.recalled.runs += checks.map_or(0, Checks::keep);
    prover.generator_rules()?;
    prover.reference()?;
    prover.kept()?;
    prover.reach()?;
    Ok(prover.proof)
}

/// Checks that were made before, where a program makes them.
fn checks<'a>(
    tools: &Tools<'a>,
    problem: &'a Problem,
    parts: &Parts,
    answer_validators: &[External],
) -> Result<Option<Checks<'a>>, JudgeFailure> {
    if parts.programs.is_empty() && answer_validators.is_empty() {
        return Ok(None);
    }
    let of_answers = |path: &Path| {
        let mut own = answer_validators.iter().filter(|own| own.path() == path);
        own.next().map(|own| own.identity().key().to_string())
    };
    let identity = |path: &Path| {
        let known = parts.programs.get(path).cloned().or_else(|| of_answers(path));
        Ok::<_, JudgeFailure>(known.unwrap_or_default())
    };
    let mut programs = problem.digest_of_validators(identity)?;
    programs.field("deciders", parts.deciders.to_bytes());
    Ok(tools.recall.map(|recall| Checks::new(recall, problem, &programs)))
}

/// Why validators that a package has are not used.
enum Unused {
    /// They cannot be built or started: the setter's fault.
    Broken(String),
    /// Their language is not on this machine.
    NotHere(String),
}

/// The parts of the package. Input validators that cannot be used keep no submission from being judged:
/// then the reason is returned.
fn usable_parts(
    tools: &Tools<'_>,
    problem: &Problem,
) -> Result<(Parts, Option<Unused>), JudgeFailure> {
    match tools.parts(problem) {
        Ok(parts) => Ok((parts, None)),
        Err(failure) => {
            let why = unused(failure)?;
            Ok((tools.deciding_parts(problem)?, Some(why)))
        }
    }
}

/// Why validators are not used, where the package or its languages are the reason.
fn unused(failure: JudgeFailure) -> Result<Unused, JudgeFailure> {
    match failure {
        JudgeFailure::Package(why) => Ok(Unused::Broken(head(&why))),
        JudgeFailure::Submission(error) if !error.concerns_all() => {
            Ok(Unused::Broken(error.to_string()))
        }
        JudgeFailure::Build(error @ BuildError::Toolchain(_)) => {
            Ok(Unused::NotHere(head(&error.to_string()).trim().to_owned()))
        }
        other => Err(other),
    }
}

/// What does not build, and the first error of its compiler, in a line.
fn head(words: &str) -> String {
    let mut lines = words.lines();
    let what = lines.next().unwrap_or_default();
    let rest: Vec<&str> = lines.collect();
    let error =
        first_error(&rest.join("\n")).map_or(String::new(), |(_, line)| line.trim().to_owned());
    format!("{what} {error}")
}

/// What cannot be checked for this package.
fn unchecked(problem: &Problem, unused: Option<&Unused>) -> Vec<String> {
    let why = match unused {
        Some(Unused::NotHere(why)) => Some(why.as_str()),
        Some(Unused::Broken(_)) => Some("the validators cannot be used"),
        None => None,
    };
    let unused = why.map(|why| format!("whether inputs are valid ({why})"));
    let unchecked = [
        (problem.cases.is_empty(), "anything about cases (there are none)"),
        (problem.validator.is_none(), "whether inputs are valid (there is no validator)"),
        (problem.reference.is_none(), "whether the answers are right (there is no reference)"),
        (
            problem.submissions.is_empty(),
            "whether right programs pass and wrong ones fail (there are no submissions)",
        ),
    ];
    let lacking = unchecked.into_iter().filter(|(lacks, _)| *lacks);
    unused.into_iter().chain(lacking.map(|(_, words)| words.to_owned())).collect()
}

/// A proof in the making.
struct Prover<'a> {
    tools: &'a Tools<'a>,
    problem: &'a Problem,
    /// The groups of the problem with the conditions under which they are run.
    root: &'a Group,
    parts: &'a Parts,
    /// What was run before, to find the time limit.
    ran: &'a Ran,
    step: &'a (dyn Fn(Step<'_>) + Sync),
    /// Groups in which something was found to score more than a full solution.
    in_excess: HashSet<String>,
    proof: Proof,
}

impl Prover<'_> {
    /// The answer validators; none where one of them cannot be used.
    fn answer_validators(&mut self) -> Result<Vec<External>, JudgeFailure> {
        let failure = match self.tools.answer_validators(self.problem) {
            Ok(validators) => return Ok(validators),
            Err(failure) => failure,
        };
        match unused(failure)? {
            Unused::Broken(why) => self.proof.find("answer validators", why),
            Unused::NotHere(why) => {
                self.proof.unchecked.push(format!("whether answer validators accept ({why})"));
            }
        }
        Ok(Vec::new())
    }

    /// What was found when the package was read.
    fn complaints(&mut self) {
        let Problem { warnings, remarks, .. } = self.problem;
        for Complaint { path, place, message, .. } in warnings.iter().chain(remarks) {
            let place = place.map_or_else(String::new, |at| format!(":{}:{}", at.line, at.column));
            self.proof.warn(format!("{}{place}", path.display()), message);
        }
    }

    fn is_foreign(&self) -> bool {
        !self.problem.format.is_own
    }

    /// What the matrix tells of inputs and answers alone.
    fn reach(&mut self) -> Result<(), JudgeFailure> {
        let Some(matrix) = &mut self.proof.matrix else { return Ok(()) };
        let mut inputs = Vec::new();
        let mut answers = Vec::new();
        let cases = self.problem.graded_cases();
        let with_input = |(_, case): &(usize, &Case)| !case.is_static();
        for (index, case) in cases.iter().enumerate().filter(with_input) {
            if !case.is_sample() {
                inputs.push((index, read(&case.input)?));
            }
            if let Some(answer) = &case.answer {
                answers.push((case.group.clone(), read(answer)?));
            }
        }
        let bounds = self.parts.validator.as_ref().and_then(|validator| validator.bounds());
        matrix.bounds = bounds
            .map(|bounds| bounds.iter().map(|bound| BoundReached::of(bound, &inputs)).collect());
        matrix.equal_answers = self.parts.needs_answer.then(|| equal_groups(&answers));
        Ok(())
    }

    /// Builds a part of the package; a part that does not build is a finding.
    fn build(
        &mut self,
        submission: Submission,
        subject: &str,
    ) -> Result<Option<Program>, JudgeFailure> {
        match self.tools.build_all(&[submission])?.remove(0)? {
            Built::Program(program) => Ok(Some(program)),
            Built::Failed { message, .. } => {
                self.proof.find(subject, format!("does not build: {message}"));
                Ok(None)
            }
        }
    }
}

/// The path of a jury submission below the folder of submissions.
pub(super) fn below_submissions(problem: &Problem, kept: &KeptSubmission) -> PathBuf {
    let folder = problem.folder.join(problem.layout.submissions);
    kept.path.strip_prefix(folder).unwrap_or(&kept.path).to_owned()
}

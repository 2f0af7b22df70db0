//! Proving a package: every input valid and no two alike, every answer accepted, every generated
//! case reproduced byte for byte, the reference right and well within the limits, and every kept
//! submission judged as its folder says, the wrong ones caught by a secret case.
//!
//! Collects facts and findings; how they look is the report's business.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::pool;
use crate::problem::{
    Case, Complaint, Conventions, Expectation, Expected, Grader, Group, KeptSubmission, Problem,
    Recipe, RecipeCase,
};
use crate::sandbox::SandboxError;
use crate::submission::{Built, Program, Submission};
use crate::verdict::Verdict;

use super::aside::read;
use super::ask::fold;
use super::expectation::{Mismatch, doubts, mismatch};
use super::look::{Look, Looked};
use super::matrix::{Matrix, Reach, equal_groups};
use super::recipe::{Made, each_input};
use super::schedule::under_conditions;
use super::{Grade, Halt, JudgeFailure, Outcome, Parts, Tools};

pub use super::look::without_blanks;
pub use super::proof::{Finding, KeptProof, Proof, Severity};

/// The share of its limit that the reference may use on any case.
pub const REFERENCE_SHARE: f64 = 0.9;

/// Failing secret cases after which a wrong submission counts as caught.
const ENOUGH_FAILURES: usize = 2;

/// How much is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// What the proof needs: a submission stops once it is caught.
    Proof,
    /// Every submission on every case, for the matrix.
    Matrix,
}

/// Proves one package and calls `step` with what is being done.
///
/// # Errors
/// Whatever fails on our side.
pub fn verify(
    tools: &Tools<'_>,
    problem: &Problem,
    parts: &Parts,
    extent: Extent,
    step: &(dyn Fn(&str) + Sync),
) -> Result<Proof, JudgeFailure> {
    let root = &problem.root;
    let unconditional;
    let problem = match extent {
        Extent::Proof => problem,
        Extent::Matrix => {
            let root = root.without_conditions();
            unconditional = Problem { root, ..problem.clone() };
            &unconditional
        }
    };
    let proof = Proof {
        slug: problem.slug.clone(),
        cases: problem.cases.len(),
        unchecked: unchecked(problem, parts),
        matrix: (extent == Extent::Matrix).then(|| Matrix::new(&problem.cases)),
        ..Proof::default()
    };
    let mut prover = Prover { tools, problem, root, parts, step, proof };
    prover.warnings();
    prover.files()?;
    prover.recipes()?;
    prover.reference()?;
    prover.kept()?;
    prover.reach()?;
    Ok(prover.proof)
}

/// What a proof of this package cannot tell.
fn unchecked(problem: &Problem, parts: &Parts) -> Vec<&'static str> {
    let unchecked = [
        (problem.cases.is_empty(), "anything about cases, as there is none"),
        (parts.validator.is_none(), "whether inputs are valid, for want of a validator"),
        (problem.reference.is_none(), "whether the answers are right, for want of a reference"),
        (
            problem.submissions.is_empty(),
            "whether right programs pass and wrong ones fail, for want of submissions",
        ),
    ];
    unchecked.into_iter().filter(|(lacks, _)| *lacks).map(|(_, words)| words).collect()
}

/// A proof in the making.
struct Prover<'a> {
    tools: &'a Tools<'a>,
    problem: &'a Problem,
    /// The groups of the problem with the conditions under which they are run.
    root: &'a Group,
    parts: &'a Parts,
    step: &'a (dyn Fn(&str) + Sync),
    proof: Proof,
}

impl Prover<'_> {
    /// What was found when the package was read.
    fn warnings(&mut self) {
        for Complaint { path, place, message, .. } in &self.problem.warnings {
            let place = place.map_or_else(String::new, |at| format!(":{}:{}", at.line, at.column));
            self.proof.warn(format!("{}{place}", path.display()), message);
        }
    }

    /// Inputs are valid and differ from each other; the checker accepts every answer. A file that is
    /// linked to from several groups is looked at once.
    fn files(&mut self) -> Result<(), JudgeFailure> {
        (self.step)("inputs and answers");
        let (root, parts) = (&self.problem.root, self.parts);
        let mut seen = HashSet::new();
        let mut cases: Vec<&Case> = Vec::new();
        for case in &self.problem.cases {
            let arguments = (case.validator_arguments(root), case.checker_arguments(root));
            if seen.insert((&case.input, &case.answer, arguments)) {
                cases.push(case);
            }
        }
        let answer_validators = self.tools.answer_validators(self.problem)?;
        let look = Look {
            root,
            parts,
            answer_validators: &answer_validators,
            answers: parts.interactor.is_none() && self.problem.passes.is_none(),
            is_broken: AtomicBool::default(),
        };
        let looked =
            pool::map(self.tools.workers, &cases, || (), |(): &mut (), case| look.at(case))?;
        let mut twins: HashMap<(blake3::Hash, &str), &str> = HashMap::new();
        let mut is_broken = false;
        for (case, Looked { input, invalid, refusal }) in cases.into_iter().zip(looked) {
            match invalid {
                // It fails on every case that is tried.
                Some((subject, why)) if subject.is_empty() => {
                    if !is_broken {
                        self.proof.find(&case.name, why);
                    }
                    is_broken = true;
                }
                Some((subject, message)) => self.proof.find(subject, message),
                None => {}
            }
            // Groups of the family share cases on purpose.
            let own = !self.is_foreign();
            let place = if own { "" } else { case.group.as_str() };
            if let Some(twin) = twins.insert((input, place), &case.name) {
                let message = format!("has the same input as {twin}");
                self.proof.add(
                    if own { Severity::Error } else { Severity::Warning },
                    &case.name,
                    message,
                );
            }
            if let Some(why) = refusal {
                // An answer of the family may be something else than an answer, but not in a sample.
                let grave = own || case.is_sample();
                let severity = if grave { Severity::Error } else { Severity::Warning };
                self.proof.add(severity, &case.name, why);
            }
        }
        Ok(())
    }

    /// Every case of a recipe comes out of its generator byte for byte.
    fn recipes(&mut self) -> Result<(), JudgeFailure> {
        let recipes = &self.problem.recipes;
        let mut generators = BTreeMap::new();
        for path in recipes.iter().map(|recipe| recipe.generator.as_path()) {
            if generators.contains_key(path) {
                continue;
            }
            (self.step)("generators");
            let submission = self.tools.languages.identify_part(self.problem, path)?;
            let built = self.build(submission, &path.display().to_string())?;
            generators.insert(path, built);
        }
        let generators =
            generators.into_iter().filter_map(|(path, built)| Some((path, built?))).collect();
        let compare = |_: &Recipe, wanted: &RecipeCase, made| {
            let name = &wanted.name;
            let case = self.problem.cases.iter().find(|case| case.name == *name);
            let fault = match (case, made) {
                (None, _) => Some("is missing; make it with `jury generate`".to_owned()),
                (Some(case), Made::Input(input)) if input == read(&case.input)? => None,
                (Some(_), Made::Input(_)) => Some("differs from what its recipe makes".to_owned()),
                (Some(_), Made::Failed(why)) => Some(format!("its generator failed: {why}")),
            };
            Ok(fault.map(|why| (name.clone(), why)))
        };
        let compared = each_input(self.tools, recipes, &generators, self.step, compare)?;
        for fault in compared {
            match fault {
                None => self.proof.generated += 1,
                Some((name, why)) => self.proof.find(name, why),
            }
        }
        Ok(())
    }

    /// The reference is accepted everywhere and leaves a margin to the time limit.
    fn reference(&mut self) -> Result<(), JudgeFailure> {
        // The reference of a package of the family is one of its submissions, and judged as that.
        if self.problem.reference.is_none() || self.is_foreign() {
            return Ok(());
        }
        (self.step)("reference");
        let reference = self.tools.reference(self.problem)?;
        let Some(program) = self.build(reference, "reference")? else { return Ok(()) };
        let grade = self.grade(&program, Halt::Never)?;
        for outcome in grade.outcomes.iter().filter(|outcome| outcome.failed()) {
            let message = format!("the reference gets {}: {}", outcome.verdict, outcome.message);
            self.proof.find(&outcome.case, message);
        }
        self.add_to_matrix("reference".into(), Verdict::Accepted.into(), &grade);
        self.proof.reference = greatest_share(&grade);
        if let Some((share, case)) = self.proof.reference.clone()
            && share > REFERENCE_SHARE
        {
            let message = format!("the reference uses {:.0} % of the time limit", share * 100.0);
            self.proof.find(case, message);
        }
        Ok(())
    }

    /// Every kept submission gets its folder's verdict; a wrong one is caught by a secret case.
    fn kept(&mut self) -> Result<(), JudgeFailure> {
        (self.step)("builds");
        let problem = self.problem;
        let is_foreign = self.is_foreign();
        let (mut kept, mut submissions) = (Vec::new(), Vec::new());
        for (one, found) in self.tools.kept(problem)? {
            let submission = match found {
                Ok(submission) => submission,
                Err(why) => {
                    self.not_run(one, &why);
                    continue;
                }
            };
            match self.tools.cache.expect_toolchain(&submission) {
                Err(why) if is_foreign => self.not_run(one, &why),
                _ => {
                    kept.push(one);
                    submissions.push(submission);
                }
            }
        }
        let built = self.tools.build_all(&submissions)?;
        let count = built.len();
        for (number, (kept, built)) in (1..).zip(kept.into_iter().zip(built)) {
            let path = below_submissions(self.problem, kept);
            (self.step)(&format!("{number}/{count} {}", path.display()));
            let grade = built.and_then(|built| match built {
                Built::Failed { .. } => Ok(Grade::compile_error()),
                Built::Program(program) => {
                    let grade = self.grade(&program, self.halt(&kept.expectation))?;
                    if is_foreign
                        && self.proof.reference.is_none()
                        && kept.expected() == Verdict::Accepted
                    {
                        self.proof.reference = greatest_share(&grade);
                    }
                    self.add_to_matrix(path.clone(), kept.expected(), &grade);
                    Ok(grade)
                }
            });
            match grade {
                Err(failure) if failure.spoils_one() => {
                    self.proof.spoil(path, kept.expected(), &failure);
                }
                grade => self.submission(path, &kept.expectation, grade?)?,
            }
        }
        Ok(())
    }

    fn is_foreign(&self) -> bool {
        self.problem.additions.conventions != Conventions::Own
    }

    /// A language that is not to be had here is no fault of the package.
    fn not_run(&mut self, kept: &KeptSubmission, why: &dyn fmt::Display) {
        let path = below_submissions(self.problem, kept);
        self.proof.not_run += 1;
        self.proof.warn(path.display().to_string(), format!("not run: {why}"));
    }

    fn halt(&self, expectation: &Expectation) -> Halt {
        let by_all = expectation.needs_all_cases() || self.root.grader != Grader::Own;
        if self.proof.matrix.is_some() || by_all {
            Halt::Never
        } else if expectation.verdicts.must_fail() {
            Halt::SecretFailures(ENOUGH_FAILURES)
        } else {
            Halt::FirstFailure
        }
    }

    fn add_to_matrix(&mut self, path: PathBuf, expected: Expected, grade: &Grade) {
        if let Some(matrix) = &mut self.proof.matrix {
            matrix.add(path, expected, grade);
        }
    }

    /// What the matrix tells of inputs and answers alone.
    fn reach(&mut self) -> Result<(), JudgeFailure> {
        let Some(matrix) = &mut self.proof.matrix else { return Ok(()) };
        let mut inputs = Vec::new();
        let mut answers = Vec::new();
        for (index, case) in self.problem.cases.iter().enumerate() {
            if !case.is_sample() {
                inputs.push((index, read(&case.input)?));
            }
            if let Some(answer) = &case.answer {
                answers.push((case.group.clone(), read(answer)?));
            }
        }
        let bounds = self.parts.validator.as_ref().and_then(|validator| validator.bounds());
        matrix.bounds =
            bounds.map(|bounds| bounds.iter().map(|bound| Reach::of(bound, &inputs)).collect());
        matrix.equal_answers = self.parts.needs_answer.then(|| equal_groups(&answers));
        Ok(())
    }

    fn submission(
        &mut self,
        path: PathBuf,
        expectation: &Expectation,
        grade: Grade,
    ) -> Result<(), JudgeFailure> {
        let caught_by = grade.caught_by().take(ENOUGH_FAILURES);
        let caught_by: Vec<_> = caught_by.map(|outcome| outcome.case.clone()).collect();
        let (subject, expected) = (path.display().to_string(), expectation.verdicts);
        let ran_secret =
            grade.outcomes.iter().any(|one| !one.is_sample() && one.verdict != Verdict::Skipped);
        let must_be_caught = expected.must_fail() && ran_secret;
        let grade = self.under_conditions(grade)?;
        let mismatch = mismatch(expectation, &grade);
        if let Some(mismatch) = &mismatch {
            self.proof.find(&subject, unexpected(&grade, mismatch));
        } else if must_be_caught && caught_by.is_empty() {
            let message = "is caught by a sample only; add a secret case that catches it";
            if expectation.is_about_cases() {
                self.proof.warn(&subject, message);
            } else {
                self.proof.find(&subject, message);
            }
        }
        for doubt in doubts(expectation, &grade) {
            self.proof.warn(&subject, doubt.to_string());
        }
        let (verdict, as_expected) = (grade.verdict, mismatch.is_none());
        self.proof.kept.push(KeptProof { path, expected, verdict, as_expected, caught_by });
        Ok(())
    }

    /// What the grade would be if groups had been run under their conditions alone.
    fn under_conditions(&self, grade: Grade) -> Result<Grade, JudgeFailure> {
        if self.proof.matrix.is_none() || grade.outcomes.is_empty() {
            return Ok(grade);
        }
        // Answers need not be for all cases.
        let ran: HashSet<&str> = grade.outcomes.iter().map(|one| one.case.as_str()).collect();
        let cases = self.problem.cases.iter().filter(|case| ran.contains(case.name.as_str()));
        let cases: Vec<Case> = cases.cloned().collect();
        let settled = under_conditions(self.root, &cases, grade.outcomes);
        fold(settled, self.root, self.parts.grader.as_ref())
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

    /// Grades all cases; an interrupt ends the proof, since a part of one proves nothing.
    fn grade(&self, program: &Program, halt: Halt) -> Result<Grade, JudgeFailure> {
        let (problem, cases) = (self.problem, &self.problem.cases);
        let grade = self.tools.grade(problem, cases, self.parts, program, halt, &mut |_| {})?;
        if self.tools.interrupt.is_set() {
            return Err(SandboxError::Interrupted.into());
        }
        Ok(grade)
    }
}

fn greatest_share(grade: &Grade) -> Option<(f64, String)> {
    let share = |outcome: &Outcome| {
        let run = outcome.measured?;
        Some((
            run.cpu.div_duration_f64(run.limits.cpu.max(Duration::from_nanos(1))),
            outcome.case.clone(),
        ))
    };
    grade.outcomes.iter().filter_map(share).max_by(|(left, _), (right, _)| left.total_cmp(right))
}

fn unexpected(grade: &Grade, mismatch: &Mismatch) -> String {
    let Mismatch::Verdict { verdict, expected } = mismatch else {
        return mismatch.to_string();
    };
    let mut what = vec![format!("gets {verdict}, but its folder says {expected}")];
    what.extend(grade.notes.iter().cloned());
    what.extend(grade.first_failure().map(|one| format!("{}: {}", one.case, one.message)));
    what.join(": ")
}

pub(super) fn below_submissions(problem: &Problem, kept: &KeptSubmission) -> PathBuf {
    let folder = problem.folder.join(problem.layout.submissions);
    kept.path.strip_prefix(folder).unwrap_or(&kept.path).to_owned()
}

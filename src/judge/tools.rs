//! What judging works with, bundled: the sandbox, the build cache, the executable with the shipped
//! reference programs, the number of workers and the interrupt.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::slice;
use std::thread;

use crate::machine_lock::MachineLock;
use crate::pool::{self, Seats};
use crate::problem::{Generator, KeptSubmission, Problem, Reference};
use crate::sandbox::{Interrupt, Sandbox, SandboxError};
use crate::submission::{Built, Cache, Languages, Program, Submission, SubmissionError, build};

use super::ahead::Ahead;
use super::failure::JudgeFailure;
use super::file_runner::FileRunner;
use super::recall::Recall;
use super::runner::Runner;

/// CPU seconds that starts cost, by names of languages, where a plan says so: no machine may measure its own.
pub type PlannedStartups = BTreeMap<String, f64>;

/// What judging works with.
#[derive(Debug, Clone, Copy)]
pub struct Tools<'a> {
    /// Where programs run.
    pub sandbox: &'a Sandbox,
    /// Where builds are kept.
    pub cache: &'a Cache,
    /// The languages that submissions and parts of packages may be written in.
    pub languages: &'a Languages,
    /// The executable of `jury`, which holds the shipped reference programs: `jury reference NAME`.
    pub references: &'a Path,
    /// Asks everything to stop.
    pub interrupt: &'a Interrupt,
    /// Runs share it; one that must be alone has it alone.
    pub machine: &'a MachineLock,
    /// How many runs or builds go on side by side.
    pub workers: NonZeroUsize,
    /// What starts of runtimes cost, where a plan says it; else they are measured here.
    pub startups: Option<&'a PlannedStartups>,
    /// What was run before; nothing is recalled or kept without it.
    pub recall: Option<&'a Recall>,
    /// Builds that were begun before.
    pub ahead: Option<&'a Ahead>,
    /// Seats for the cases that are judged at a time, where several submissions are.
    pub seats: Option<&'a Seats<'a>>,
}

/// What builds come to, one after another. The inner error is of one submission alone.
pub(super) type Builds<'a> =
    Box<dyn Iterator<Item = Result<Result<Built, JudgeFailure>, JudgeFailure>> + 'a>;

/// A jury submission, as it is built, or why it has no language.
type Kept<'a> = (&'a KeptSubmission, Result<Submission, SubmissionError>);

impl<'a> Tools<'a> {
    /// For as many workers as there are cores. Shipped reference programs are in the executable of
    /// `jury`: say where that is by [`Tools::references`].
    pub fn new(
        sandbox: &'a Sandbox,
        cache: &'a Cache,
        languages: &'a Languages,
        interrupt: &'a Interrupt,
        machine: &'a MachineLock,
    ) -> Self {
        let workers = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self {
            sandbox,
            cache,
            languages,
            references: Path::new(""),
            interrupt,
            machine,
            workers,
            startups: None,
            recall: None,
            ahead: None,
            seats: None,
        }
    }
}

impl Tools<'_> {
    /// The same, but nothing is recalled or kept: times are measured anew.
    #[must_use]
    pub(super) fn without_recall(&self) -> Self {
        Self { recall: None, ..*self }
    }

    /// Builds submissions side by side; results in the order given. What the machine spoilt is an
    /// error of that submission alone.
    ///
    /// # Errors
    /// The first failure on our side that concerns them all.
    pub fn build_all(
        &self,
        submissions: &[Submission],
    ) -> Result<Vec<Result<Built, JudgeFailure>>, JudgeFailure> {
        self.build_all_counted(submissions, &mut |_| {})
    }

    /// The same, and calls `done` with the number of builds that have ended each time one has.
    ///
    /// # Errors
    /// As [`Tools::build_all`].
    pub(super) fn build_all_counted(
        &self,
        submissions: &[Submission],
        done: &mut dyn FnMut(usize),
    ) -> Result<Vec<Result<Built, JudgeFailure>>, JudgeFailure> {
        let share = self.share_of_memory(submissions.len());
        let build = |(): &mut (), submission: &Submission| match self.built(submission, share) {
            Err(failure) if !failure.spoils_one() => Err(failure),
            built => Ok(built),
        };
        pool::map_counted(self.workers, submissions, || (), build, done)
    }

    /// The same where each is asked for in turn: where builds go on ahead, only those up to it are waited
    /// for.
    ///
    /// # Errors
    /// As [`Tools::build_all`].
    pub(super) fn build_in_turn<'s>(
        &'s self,
        submissions: &'s [Submission],
    ) -> Result<Builds<'s>, JudgeFailure> {
        if self.ahead.is_none() {
            return Ok(Box::new(self.build_all(submissions)?.into_iter().map(Ok)));
        }
        let one = |submission| Ok(self.build_all(slice::from_ref(submission))?.remove(0));
        Ok(Box::new(submissions.iter().map(one)))
    }

    /// Memory in bytes that a build may use beside so many others: one that took more than its share would
    /// take it from the others, or from us.
    pub(super) fn share_of_memory(&self, builds: usize) -> u64 {
        let builders = builders(self.workers.get(), builds, self.ahead.is_some());
        self.sandbox.memory_to_give() / builders as u64
    }

    /// What a build comes to, which may have begun before.
    fn built(&self, submission: &Submission, share: u64) -> Result<Built, JudgeFailure> {
        let build = |own: &Submission| {
            build(own, self.sandbox, self.cache, self.interrupt, share).map_err(JudgeFailure::from)
        };
        let ahead = self.ahead.map(|ahead| ahead.built(submission, build)).transpose()?;
        ahead.flatten().map_or_else(|| build(submission), Ok)
    }

    /// The submissions kept with the problem. Those that are none, or are in languages that nobody has here,
    /// come with the error that says so.
    ///
    /// # Errors
    /// The setter's mistakes that concern all submissions, and the machine's failures.
    pub(super) fn kept<'p>(&self, problem: &'p Problem) -> Result<Vec<Kept<'p>>, JudgeFailure> {
        let identify = |kept: &'p KeptSubmission| {
            let found = self.languages.identify_kept(problem, &kept.path, None);
            match found {
                Err(error) if error.concerns_all() => Err(error.into()),
                found => Ok((kept, found)),
            }
        };
        problem.submissions.iter().map(identify).collect()
    }

    /// Builds a part of a package, such as its generator or its reference.
    ///
    /// # Errors
    /// [`JudgeFailure::Package`] when it does not build.
    pub fn build_part(&self, part: Submission) -> Result<Program, JudgeFailure> {
        let own = part.clone();
        let built = self.build_all(&[part])?.remove(0)?;
        program_of(&own.path, &own, built)
    }

    /// A generator of the problem as a submission.
    ///
    /// # Errors
    /// The setter's mistakes.
    pub fn generator(
        &self,
        problem: &Problem,
        generator: &Generator,
    ) -> Result<Submission, JudgeFailure> {
        let submission = self.languages.identify_part(problem, &generator.source)?;
        Ok(submission.with_files(&generator.along))
    }

    /// The problem's reference as a submission.
    ///
    /// # Errors
    /// As [`reference()`].
    pub fn reference(&self, problem: &Problem) -> Result<Submission, JudgeFailure> {
        reference(problem, self.references, self.languages)
    }

    /// A shipped reference program as a submission.
    ///
    /// # Errors
    /// [`JudgeFailure::NoReferenceProgram`] when it is not where it should be.
    pub fn shipped(&self, name: &str) -> Result<Submission, JudgeFailure> {
        shipped(name, self.references, self.languages)
    }

    /// Opens a place where the program can run.
    ///
    /// # Errors
    /// As [`Sandbox::open`].
    pub fn open(&self, program: &Program) -> Result<Box<dyn Runner>, SandboxError> {
        let slot = self.sandbox.open(&program.view)?;
        Ok(match program.named_files() {
            files if files.are_streams() => Box::new(slot),
            files => {
                let level = self.sandbox.isolation().level;
                Box::new(FileRunner::new(slot, files.clone(), level))
            }
        })
    }
}

/// How many of so many builds go on at a time: where workers go ahead, each has one, and so has who needs a program.
fn builders(workers: usize, builds: usize, goes_ahead: bool) -> usize {
    if goes_ahead { workers + 1 } else { workers.min(builds).max(1) }
}

/// The program that a part of a package was built to; else the setter's mistake.
pub(super) fn program_of(
    path: &Path,
    part: &Submission,
    built: Built,
) -> Result<Program, JudgeFailure> {
    match built {
        Built::Program(program) => Ok(program),
        Built::Failed { message, .. } => {
            let advice = part.advice(&message).map(|advice| format!("\n{advice}"));
            let advice = advice.unwrap_or_default();
            let message = format!("{} does not build:\n{message}{advice}", path.display());
            Err(JudgeFailure::Package(message))
        }
    }
}

/// The problem's reference as a submission; shipped ones are in the executable `references`.
///
/// # Errors
/// [`JudgeFailure::NoReference`] when the problem has none, and
/// [`JudgeFailure::NoReferenceProgram`] when it is not where it should be.
pub fn reference(
    problem: &Problem,
    references: &Path,
    languages: &Languages,
) -> Result<Submission, JudgeFailure> {
    match &problem.reference {
        None => Err(JudgeFailure::NoReference {
            slug: problem.slug.clone(),
            conventions: problem.additions.conventions,
        }),
        Some(Reference::Source(path)) => Ok(languages.identify_kept(problem, path, None)?),
        Some(Reference::Shipped(name)) => shipped(name, references, languages),
    }
}

/// A shipped reference program as a submission, found beside this executable.
///
/// # Errors
/// [`JudgeFailure::NoReferenceProgram`] when it is not where it should be.
pub fn shipped(
    name: &str,
    references: &Path,
    languages: &Languages,
) -> Result<Submission, JudgeFailure> {
    if !references.is_file() {
        return Err(JudgeFailure::NoReferenceProgram(references.to_owned()));
    }
    let executable = languages.identify(references, Some("executable"))?;
    Ok(executable.started_with("reference", &["reference", name]))
}

#[cfg(test)]
mod tests {
    use super::builders;

    #[test]
    fn memory_is_shared_by_the_builds_that_go_on_at_a_time() {
        assert_eq!(builders(4, 9, false), 4);
        assert_eq!(builders(4, 2, false), 2);
        assert_eq!(builders(4, 0, false), 1);
        // Who needs a program builds it, too.
        assert_eq!(builders(4, 1, true), 5);
    }
}

//! Runs and checks one case: the program in the sandbox, again alone where the clock alone decides,
//! then the checker.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use jury_checkers::{Files, Opinion, Place};

use crate::checker::beside::Unusable;
use crate::checker::{Checker, Decision, GroupGrader, Interactor, NextPass, PartFailure, Terms};
use crate::limits::{Limits, Stretch};
use crate::machine;
use crate::machine_lock::MachineLock;
use crate::problem::{Case, Group, LimitRules};
use crate::regular::read_case_file;
use crate::ruling::classify_alone;
use crate::sandbox::{Ending, Input, Interrupt, Job, Limit, Run, SandboxError};
use crate::submission::Program;
use crate::verdict::Verdict;

use super::answers::Answers;
use super::box_files::box_files;
use super::details::Details;
use super::evidence::Evidence;
use super::file_digests::FileDigests;
use super::file_runner;
use super::longer_run::LongerRun;
use super::noise::{Closeness, Performance, closeness, window, with_window};
use super::outcome::{Measured, Outcome, outcome};
use super::reason::{self, Reason};
use super::runner::Runner;
use super::static_check::StaticCheck;

/// How often a run near its time limit takes place in all.
const RUNS_NEAR_THE_LIMIT: usize = 3;

/// Bytes that the arguments of a case may have.
const MOST_ARGUMENTS: usize = 32 << 10;

/// Everything that judging a case needs besides the case and a place to run.
#[derive(Debug, Clone, Copy)]
pub struct Bench<'a> {
    /// The program.
    pub program: &'a Program,
    /// What its language is allowed beyond the time limits.
    pub stretch: Stretch,
    /// The limits of the problem for its language, where these are not those of the cases.
    pub own_limits: Option<&'a LimitRules>,
    /// The problem's checker.
    pub checker: &'a dyn Checker,
    /// Decides in its place, where the problem is interactive.
    pub interactor: Option<&'a Interactor>,
    /// Which of the submission's files answer which cases, where it is answers.
    pub answers: Option<&'a Answers>,
    /// Decides by the submission's files, where some of the cases are static validations.
    pub static_check: Option<&'a StaticCheck<'a>>,
    /// Grades groups, where that is a program.
    pub grader: Option<&'a GroupGrader>,
    /// How often the submission may run on one case, where the checker may ask for another pass.
    pub passes: Option<u32>,
    /// The problem's groups.
    pub root: &'a Group,
    /// What the problem's inputs and answers hold, as far as it was asked before.
    pub files: &'a FileDigests,
    /// Whether the jury's answer is worth showing beside a wrong output: not where many are right.
    pub show_answer: bool,
    /// What to show of every case, where a report is kept.
    pub details: Option<&'a Details>,
    /// Lets a run go on beyond its time limit.
    pub longer_run: Option<&'a LongerRun>,
    /// No run is repeated after this; what would have to be ends as if it were interrupted.
    pub until: Option<Instant>,
    /// Asks everything to stop.
    pub interrupt: &'a Interrupt,
    /// Runs share it; one that must be alone has it alone.
    pub machine: &'a MachineLock,
}

impl Bench<'_> {
    /// Judges one case.
    pub(super) fn judge(
        &self,
        runner: &mut dyn Runner,
        case: &Case,
    ) -> Result<Outcome, SandboxError> {
        let (outcome, output) = self.judge_keeping(runner, case)?;
        runner.reclaim(output);
        Ok(outcome)
    }

    /// Judges one case and keeps the output.
    pub(super) fn judge_keeping(
        &self,
        runner: &mut dyn Runner,
        case: &Case,
    ) -> Result<(Outcome, Vec<u8>), SandboxError> {
        let (outcome, output) = self.play(runner, case)?;
        Ok((self.counted(case, outcome), output))
    }

    /// Judges one case, in all its passes. The outcome's score is the one that the checker gave.
    pub(super) fn play(
        &self,
        runner: &mut dyn Runner,
        case: &Case,
    ) -> Result<(Outcome, Vec<u8>), SandboxError> {
        if case.is_static() {
            return Ok((self.check_files(case)?, Vec::new()));
        }
        let job = match self.job(case) {
            Ok(job) => job,
            Err((path, source)) => return Ok((unreadable(case, &path, source)?, Vec::new())),
        };
        let terms = Terms::of(self.root, case);
        if let Some(why) = self.answers.and_then(|answers| answers.lacks(case)) {
            return Ok((outcome(case, Verdict::WrongAnswer, None, None, why), Vec::new()));
        }
        if let Some(why) = unfit(&case.settings.arguments).or_else(|| unfit(terms.arguments)) {
            return Ok((outcome(case, Verdict::JudgeError, None, None, why), Vec::new()));
        }
        let turn = Turn { case, job: &job, input: None, terms };
        match self.passes {
            None => self.take(runner, &turn).map(|taken| (taken.outcome, taken.output)),
            Some(most) => self.pass(runner, turn, most),
        }
    }

    /// A static validation.
    fn check_files(&self, case: &Case) -> Result<Outcome, SandboxError> {
        match self.static_check {
            Some(check) => check.judge(self.root, case, self.machine),
            None => Ok(Outcome::skipped(case, "static validation is not asked for")),
        }
    }

    /// The outcome as it counts for this case, which is the one that was judged or equal to it.
    pub(super) fn counted(&self, case: &Case, outcome: Outcome) -> Outcome {
        let group = self.root.innermost(&case.group);
        let usual = || group.usual_score(outcome.verdict, case.full(self.root));
        let score = outcome.score.clone().or_else(usual).filter(|_| self.root.is_scored());
        Outcome { case: case.name.clone(), group: case.group.clone(), score, ..outcome }
    }

    /// One turn: a run, or a dialogue, and what is decided of it.
    pub(super) fn take(
        &self,
        runner: &mut dyn Runner,
        turn: &Turn<'_>,
    ) -> Result<TurnResult, SandboxError> {
        if let Some(interactor) = self.interactor {
            return self.interact(interactor, runner, turn);
        }
        let first = match self.first_run(runner, turn.job) {
            Err(SandboxError::Input { path, source }) => {
                return unreadable(turn.case, &path, source).map(TurnResult::from);
            }
            other => other?,
        };
        let again = &mut |job: &Job| runner.run(job, self.interrupt);
        let (run, window) = self.repeat_if_near(again, turn.job, first)?;
        let (outcome, next) = self.check(turn, &run, window.as_deref())?;
        Ok(TurnResult { outcome, output: run.output, next })
    }

    /// A run beside others.
    fn first_run(&self, runner: &mut dyn Runner, job: &Job) -> Result<Run, SandboxError> {
        let _shared = self.machine.share();
        if let Some(mut leave) = self.longer_run.and_then(LongerRun::take) {
            let longer = Job { limits: leave.limits(&job.limits), ..job.clone() };
            let run = runner.run(&longer, self.interrupt)?;
            if leave.stands(&run, &job.limits) {
                return Ok(run);
            }
            runner.reclaim(run.output);
        }
        runner.run(job, self.interrupt)
    }

    /// The limits of the program on a case.
    pub(super) fn limits(&self, case: &Case) -> Limits {
        let limits = self.own_limits.map_or(case.limits, |own| own.of(&case.name));
        limits.stretched(self.stretch)
    }

    /// What the submission is to do on a case.
    fn job(&self, case: &Case) -> Result<Job, Unusable> {
        let limits = self.limits(case);
        let mut argv = self.program.command(&limits);
        match self.answers {
            Some(answers) => argv.extend(answers.of_case(case)),
            None => argv.extend(case.settings.arguments.iter().map(OsString::from)),
        }
        let files = box_files(self.program, case.settings.files.as_deref())?;
        Ok(Job {
            argv,
            environment: self.program.environment.clone(),
            input: Input::File(case.input.clone()),
            files,
            limits,
        })
    }

    /// Repeats a run alone where noise could decide the verdict, and keeps the fastest: load can
    /// only add to a run's time. The text says what was seen.
    pub(super) fn repeat_if_near<T: Performance>(
        &self,
        repeat: &mut dyn FnMut(&Job) -> Result<T, SandboxError>,
        job: &Job,
        first: T,
    ) -> Result<(T, Option<String>), SandboxError> {
        let (again, limits) = match closeness(&first, &job.limits) {
            Closeness::Far => return Ok((first, None)),
            Closeness::Starved => (1, self.patient(&job.limits)),
            Closeness::Near => (RUNS_NEAR_THE_LIMIT - 1, job.limits),
        };
        let job = Job { limits, ..job.clone() };
        let mut runs = vec![first];
        let _alone = self.machine.alone();
        for _ in 0..again {
            if self.until.is_some_and(|until| Instant::now() >= until) {
                return Err(SandboxError::Interrupted);
            }
            runs.push(repeat(&job)?);
        }
        let window = window(runs.iter().map(Performance::run), job.limits.cpu);
        let waited = [Ending::Stopped(Limit::Wall), Ending::Stuck];
        let order = |run: &Run| (waited.contains(&run.ending), run.cpu);
        runs.sort_by_key(|one| order(one.run()));
        Ok((runs.swap_remove(0), Some(window)))
    }

    /// The limits of a run that was starved, or waited while the jury's program computed.
    fn patient(&self, limits: &Limits) -> Limits {
        match self.interactor {
            Some(interactor) => limits.patient_beside(interactor.limits()),
            None => limits.patient(),
        }
    }

    /// Decides the verdict of a finished run.
    fn check(
        &self,
        turn: &Turn<'_>,
        run: &Run,
        window: Option<&str>,
    ) -> Result<(Outcome, Option<NextPass>), SandboxError> {
        let (case, limits) = (turn.case, &turn.job.limits);
        let with_window = |message| with_window(message, window);
        let measured = Some(measured(run, limits, window));
        let (input, answer) = match turn.read() {
            Ok(files) => files,
            Err((path, source)) => return Ok((unreadable(case, path, source)?, None)),
        };
        let files = Files { input: &input, output: &run.output, answer: answer.as_deref() };
        if let Some(ruling) = classify_alone(run, limits) {
            let ruling = reason::told(ruling, self.reason(run));
            let message = with_window(ruling.message);
            let mut outcome = outcome(case, ruling.verdict, measured, None, message);
            // What an unfinished output lacks says nothing: the answer is left out.
            outcome.evidence = Some(self.evidence(None, run, &files, false));
            return Ok((outcome, None));
        }
        let decided = {
            // A program that checks is load too: not beside a run that must be alone.
            let _shared = self.machine.share();
            self.checker.check(&files, &turn.terms)
        };
        match decided {
            Ok(Decision { opinion, message, score, place, next }) => {
                let wanted = opinion != Opinion::Accepted || self.details.is_some();
                let evidence = wanted.then(|| self.evidence(place, run, &files, self.show_answer));
                let message = with_window(file_runner::with_missing(message, run));
                let outcome = outcome(case, opinion.into(), measured, score, message);
                Ok((Outcome { evidence, ..outcome }, next))
            }
            Err(PartFailure::Setter(why)) => {
                Ok((outcome(case, Verdict::JudgeError, measured, None, why), None))
            }
            Err(PartFailure::Sandbox(error)) => Err(error),
        }
    }

    /// What the program's language says of a crash.
    pub(super) fn reason(&self, run: &Run) -> Reason {
        let errors = self.program.as_known(&run.errors);
        Reason::of(run.ending, &errors, &self.program.submission.language)
    }

    fn evidence(
        &self,
        place: Option<Place>,
        run: &Run,
        files: &Files<'_>,
        show_answer: bool,
    ) -> Evidence {
        let shown = Files { answer: files.answer.filter(|_| show_answer), ..*files };
        let mut evidence = Evidence::collect(place, &shown, &self.program.as_known(&run.errors));
        evidence.output.bytes = run.output_bytes;
        if let Some(details) = self.details {
            details.add(&mut evidence, self.checker, files);
        }
        evidence
    }
}

/// One pass of a case, or all of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn<'a> {
    pub(super) case: &'a Case,
    /// What the submission does.
    pub(super) job: &'a Job,
    /// The input, where it is not the case's own.
    pub(super) input: Option<&'a [u8]>,
    pub(super) terms: Terms<'a>,
}

/// What came of a turn.
#[derive(Debug)]
pub(super) struct TurnResult {
    pub(super) outcome: Outcome,
    /// What the submission wrote; nothing of a dialogue.
    pub(super) output: Vec<u8>,
    /// What the next pass begins with, where one follows.
    pub(super) next: Option<NextPass>,
}

impl From<Outcome> for TurnResult {
    fn from(outcome: Outcome) -> Self {
        Self { outcome, output: Vec::new(), next: None }
    }
}

/// The bytes of an input, and of an answer where there is one.
pub(super) type CaseFiles<'a> = (Cow<'a, [u8]>, Option<Vec<u8>>);

impl<'a> Turn<'a> {
    /// Input and answer; else the one that cannot be read, and why.
    pub(super) fn read(&self) -> Result<CaseFiles<'a>, (&'a Path, std::io::Error)> {
        let read = |path: &'a Path| read_case_file(path).map_err(|source| (path, source));
        let input = match self.input {
            Some(input) => Cow::Borrowed(input),
            None => Cow::Owned(read(&self.case.input)?),
        };
        Ok((input, self.case.answer.as_deref().map(read).transpose()?))
    }
}

/// Why no program can be given these arguments.
pub(super) fn unfit(arguments: &[String]) -> Option<String> {
    let bytes: usize = arguments.iter().map(|argument| argument.len() + 1).sum();
    if bytes > MOST_ARGUMENTS {
        return Some(format!("the arguments are more than {MOST_ARGUMENTS} bytes"));
    }
    let holds_nul = arguments.iter().any(|argument| argument.contains('\0'));
    holds_nul.then(|| "an argument holds a NUL byte".to_owned())
}

/// The setter's fault, unless it is the machine's.
pub(super) fn unreadable(
    case: &Case,
    path: &Path,
    source: std::io::Error,
) -> Result<Outcome, SandboxError> {
    if machine::is_at_fault(&source) {
        return Err(SandboxError::Input { path: path.to_owned(), source });
    }
    let message = format!("cannot read {}: {source}", path.display());
    Ok(outcome(case, Verdict::JudgeError, None, None, message))
}

/// What a run cost; `window` is there where it was repeated.
pub(super) fn measured(run: &Run, limits: &Limits, window: Option<&str>) -> Measured {
    let (exit_code, signal) = match run.ending {
        Ending::Exited(code) => (Some(code), None),
        Ending::Signalled(signal) => (None, Some(signal)),
        Ending::NotStarted(_) | Ending::Stopped(_) | Ending::Stuck => (None, None),
    };
    Measured {
        cpu: run.cpu,
        limits: *limits,
        wall: run.wall,
        memory: run.memory,
        output_bytes: run.output_bytes,
        exit_code,
        signal,
        is_noisy: window.is_some() || closeness(run, limits) != Closeness::Far,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn noise_could_decide_a_run_near_a_limit_and_one_that_was_repeated() {
        let limits = Limits { cpu: Duration::from_secs(1), ..Limits::default() };
        let noisy = |milliseconds: u64, window| {
            let cpu = Duration::from_millis(milliseconds);
            let run = Run { cpu, ..Run::ended(Ending::Exited(3)) };
            let found = measured(&run, &limits, window);
            assert_eq!((found.cpu, found.exit_code, found.signal), (cpu, Some(3), None));
            found.is_noisy
        };
        assert!(!noisy(10, None));
        assert!(noisy(950, None));
        assert!(noisy(10, Some("0.010–0.990 s")));
        let run = Run::ended(Ending::Signalled(11));
        let found = measured(&run, &limits, None);
        assert_eq!((found.exit_code, found.signal), (None, Some(11)));
    }

    #[test]
    fn arguments_have_a_bound_with_the_byte_that_ends_each() {
        let unfit = |lengths: &[usize]| {
            let arguments: Vec<_> = lengths.iter().map(|length| "a".repeat(*length)).collect();
            super::unfit(&arguments)
        };
        assert_eq!(unfit(&[]), None);
        assert_eq!(unfit(&[16_383, 16_383]), None);
        let why = Some("the arguments are more than 32768 bytes".to_owned());
        assert_eq!(unfit(&[16_383, 16_384]), why);
        assert_eq!(unfit(&[16_383, 16_382, 0, 0]), why);
        let holds_nul = super::unfit(&["a\0b".to_owned()]);
        assert_eq!(holds_nul.as_deref(), Some("an argument holds a NUL byte"));
    }
}

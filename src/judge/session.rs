//! Grading submissions on a problem: all are built, then one after another runs its cases. What is
//! known stays known, whatever happens to the others.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::machine;
use crate::problem::{Case, Expectation, Problem};
use crate::submission::{Built, Program, Submission};
use crate::verdict::Verdict;

use super::answers::Answers;
use super::ask::fold;
use super::case::Bench;
use super::expectation::{Mismatch, mismatch};
use super::failure::{FailedGrade, JudgeFailure};
use super::grade::Grade;
use super::longer_run::LongerRun;
use super::outcome::{Outcome, name_firsts};
use super::parts::Parts;
use super::recall::Ended;
use super::schedule::Halt;
use super::static_check::StaticCheck;
use super::time_limit::Ran;
use super::tools::Tools;
use super::workers::{Assignment, RunLog, judge};

/// On what submissions are graded, and how.
#[derive(Debug)]
pub struct Grading<'a> {
    /// What judging works with.
    pub tools: &'a Tools<'a>,
    /// The problem.
    pub problem: &'a Problem,
    /// Its parts.
    pub parts: Parts,
    /// The problem's cases, or some of them, in package order.
    pub cases: Cow<'a, [Case]>,
    /// When a submission stops.
    pub halt: Halt,
    /// Where submissions begin that were graded before.
    pub last_failures: LastFailures,
}

/// What happens while submissions are graded, for those who show it.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// All submissions are being built; so many builds have ended.
    Building {
        /// How many.
        built: usize,
    },
    /// This submission is going to run.
    Running {
        /// The submission.
        submission: &'a Submission,
        /// On how many cases.
        cases: usize,
    },
    /// What came of one of its cases is certain. The cases come in the order in which they count.
    Settled(&'a Outcome),
    /// The next of the submissions is graded.
    Graded(&'a Graded),
}

/// What came of grading.
#[derive(Debug)]
pub struct Grades {
    /// Each submission in the order given, but for those that an interrupt or a failure kept from
    /// being graded.
    pub submissions: Vec<Graded>,
    /// Whether the user interrupted; then the last submission may have run on some cases only.
    pub interrupted: bool,
    /// Why no more submissions could be graded.
    pub failure: Option<JudgeFailure>,
}

/// One graded submission.
#[derive(Debug)]
pub struct Graded {
    /// The submission.
    pub submission: Submission,
    /// What is expected of the submission, where it is kept with the problem.
    pub expected: Option<Expectation>,
    /// How the build went.
    pub compile: Compile,
    /// Outcomes and what they fold to.
    pub grade: Grade,
    /// How the machine failed at it, if it did: then the grade is a judge error.
    pub spoilt: Option<JudgeFailure>,
}

/// How a build went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compile {
    /// Whether it made a program.
    pub ok: bool,
    /// How long it took; zero when the program came from the cache.
    pub time: Duration,
    /// What the compiler wrote.
    pub message: String,
}

/// By submission, the case that failed first when it was last graded: the one to begin with.
#[derive(Debug, Clone, Default)]
pub struct LastFailures(BTreeMap<PathBuf, String>);

impl LastFailures {
    /// Takes note of grades. A submission that did not build stays as it was.
    pub fn remember(&mut self, submissions: &[Graded]) {
        for graded in submissions.iter().filter(|graded| graded.compile.ok) {
            let path = &graded.submission.path;
            match graded.grade.first_failure() {
                Some(outcome) => self.0.insert(path.clone(), outcome.case.clone()),
                None => self.0.remove(path),
            };
        }
    }
}

impl Graded {
    /// Whether it is as expected, or was accepted where nothing is said.
    pub fn is_as_expected(&self) -> bool {
        match self.expected {
            Some(_) => self.mismatch().is_none(),
            None => self.grade.verdict == Verdict::Accepted,
        }
    }

    /// In what it is not as expected, where it is kept with the problem.
    pub fn mismatch(&self) -> Option<Mismatch> {
        mismatch(self.expected.as_ref()?, &self.grade)
    }
}

impl<'a> Grading<'a> {
    /// On all cases of the problem, with its own parts that decide, which are built. A submission stops at its
    /// first failure, unless the problem is scored.
    ///
    /// # Errors
    /// As [`Tools::parts`].
    pub fn new(tools: &'a Tools<'a>, problem: &'a Problem) -> Result<Self, JudgeFailure> {
        let halt = if problem.root.is_scored() { Halt::Never } else { Halt::FirstFailure };
        Ok(Self {
            tools,
            problem,
            parts: tools.deciding_parts(problem)?,
            cases: problem.graded_cases(),
            halt,
            last_failures: LastFailures::default(),
        })
    }

    /// Builds the submissions side by side and grades one after another.
    pub fn run(&self, submissions: &[Submission], tell: &mut dyn FnMut(Event<'_>)) -> Grades {
        let mut graded = Vec::new();
        let failure = self.all(submissions, &mut graded, tell).err();
        Grades { submissions: graded, interrupted: self.tools.interrupt.is_set(), failure }
    }

    fn all(
        &self,
        submissions: &[Submission],
        graded: &mut Vec<Graded>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), JudgeFailure> {
        tell(Event::Building { built: 0 });
        let done = &mut |built| tell(Event::Building { built });
        let built = self.tools.build_all_counted(submissions, done)?;
        for (submission, built) in submissions.iter().zip(built) {
            let one = self.one(submission, built, tell)?;
            tell(Event::Graded(&one));
            graded.push(one);
            if self.tools.interrupt.is_set() {
                break;
            }
        }
        Ok(())
    }

    /// One submission. Where the machine fails at this one, the others may fare better.
    fn one(
        &self,
        submission: &Submission,
        built: Result<Built, JudgeFailure>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Graded, JudgeFailure> {
        let (compile, grade, spoilt) = match built {
            Err(failure) => {
                let message = machine::in_words(&failure);
                let compile = Compile { ok: false, time: Duration::ZERO, message };
                (compile, Grade::judge_error(), Some(failure))
            }
            Ok(Built::Failed { message, build_time }) => {
                let compile = Compile { ok: false, time: build_time, message };
                (compile, Grade::compile_error(), None)
            }
            Ok(Built::Program(program)) => {
                let (grade, spoilt) = match self.cases(submission, &program, tell) {
                    Err(JudgeFailure::FailedGrade(at)) => {
                        (at.grade.as_ref().clone(), Some(at.into()))
                    }
                    // Another language may have a start that can be measured.
                    Err(failure @ JudgeFailure::Startup { .. }) => {
                        (Grade::judge_error(), Some(failure))
                    }
                    grade => (grade?, None),
                };
                let grade = self.with_remarks(grade, &program);
                let time = program.build_time;
                (Compile { ok: true, time, message: program.messages }, grade, spoilt)
            }
        };
        let expected = expected(self.problem, &submission.path);
        Ok(Graded { submission: submission.clone(), expected, compile, grade, spoilt })
    }

    /// A program is judged by its outputs where answers are asked for; its limits may be longer by the start
    /// of its runtime.
    fn with_remarks(&self, mut grade: Grade, program: &Program) -> Grade {
        if self.problem.additions.takes_answers && !program.is_answers() {
            let words = "the problem asks for output files: the program was run, and its outputs \
                 were judged";
            grade.notes.push(words.to_owned());
        }
        let languages = self.tools.languages;
        grade
            .notes
            .extend(languages.refusal(&self.problem.additions, &program.submission.language));
        // Where that cannot be told, the grade says so already.
        let startup = self.tools.words_of_startup(self.problem, program).ok().flatten();
        grade.notes.extend(startup);
        grade
    }

    /// Runs the cases, the one that failed first the last time before all others. The grade is in
    /// package order all the same.
    fn cases(
        &self,
        submission: &Submission,
        program: &Program,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Grade, JudgeFailure> {
        let Self { tools, problem, ref parts, halt, .. } = *self;
        let last = self.last_failures.0.get(&submission.path);
        let begin = self.cases.iter().position(|case| Some(&case.name) == last);
        // Where outcomes decide which cases are run, they are run in package order.
        let begin = begin.filter(|_| !problem.root.has_conditions() && !program.is_answers());
        let begin = begin.unwrap_or(0);
        let mut cases = self.cases.to_vec();
        cases.rotate_left(begin);
        tell(Event::Running { submission, cases: cases.len() });
        let settled = &mut |outcome: &Outcome| tell(Event::Settled(outcome));
        let graded = tools.grade(problem, &cases, parts, program, halt, settled);
        if begin == 0 {
            return graded;
        }
        let in_package_order = |mut grade: Grade| {
            grade.outcomes.rotate_right(begin);
            name_firsts(&mut grade.outcomes);
            fold(grade.outcomes, &problem.root, parts.grader.as_ref())
        };
        match graded {
            Err(JudgeFailure::FailedGrade(FailedGrade { case, grade, source })) => {
                let grade = Box::new(in_package_order(*grade)?);
                Err(FailedGrade { case, grade, source }.into())
            }
            graded => in_package_order(graded?),
        }
    }
}

/// What is expected of a jury submission.
fn expected(problem: &Problem, path: &Path) -> Option<Expectation> {
    let path = path.canonicalize().ok()?;
    let is_it = |kept: &Path| kept.canonicalize().is_ok_and(|kept| kept == path);
    let kept = problem.submissions.iter().find(|kept| is_it(&kept.path))?;
    Some(kept.expectation.clone())
}

impl Tools<'_> {
    /// Grades a program on these cases of the problem; answers on those of them that they are for. What
    /// may be recalled is not run. Calls `settled` as [`judge`] does.
    ///
    /// # Errors
    /// Whatever fails on our side.
    pub fn grade(
        &self,
        problem: &Problem,
        cases: &[Case],
        parts: &Parts,
        program: &Program,
        halt: Halt,
        settled: &mut dyn FnMut(&Outcome),
    ) -> Result<Grade, JudgeFailure> {
        let ran = &Ran::default();
        let grading =
            ProgramGrading { problem, cases, parts, program, halt, ran, longer_run: None };
        self.grade_program(&grading, settled)
    }

    /// The same, where some of the cases were run before to find the time limit.
    pub(super) fn grade_program(
        &self,
        grading: &ProgramGrading<'_>,
        settled: &mut dyn FnMut(&Outcome),
    ) -> Result<Grade, JudgeFailure> {
        let ProgramGrading { problem, cases, parts, program, halt, ran, longer_run } = *grading;
        let answers = Answers::of(problem, program);
        let asked = answers.as_ref().map(|answers| answers.asked(cases));
        let cases = asked.as_deref().unwrap_or(cases);
        let static_check = StaticCheck::of(parts.static_validator.as_ref(), program, cases)?;
        let bench = Bench {
            answers: answers.as_ref(),
            static_check: static_check.as_ref(),
            longer_run,
            ..self.bench(problem, parts, program)?
        };
        let taken_over = ran.outcomes(&program.submission.path, cases);
        let runs = self.recall.map(|recall| recall.runs(problem, cases, bench, &parts.deciders));
        let recalled = runs.as_ref().map(|runs| runs.known(&taken_over)).unwrap_or_default();
        let known = [&taken_over[..], &recalled].concat();
        let (workers, log) = (self.workers, RunLog::default());
        let (known, seats, kept) = (&known[..], self.seats, Some(&log));
        let assignment = Assignment { cases, bench, halt, workers, known, log: kept, seats };
        let grade = judge(&assignment, &|| self.open(program), settled);
        if let Some(runs) = &runs {
            let ran = &log.into_outcomes();
            runs.keep(&Ended { ran, taken_over: &taken_over, recalled: &recalled });
        }
        grade
    }
}

/// A program to be graded on cases of a problem.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProgramGrading<'a> {
    pub(super) problem: &'a Problem,
    pub(super) cases: &'a [Case],
    pub(super) parts: &'a Parts,
    pub(super) program: &'a Program,
    pub(super) halt: Halt,
    /// What was run to find the time limit.
    pub(super) ran: &'a Ran,
    /// Lets a run go on beyond its time limit.
    pub(super) longer_run: Option<&'a LongerRun>,
}

//! What the start of a language's runtime costs: measured with a program that does nothing, and kept beside
//! the builds. Problems may allow for it.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::limits::{Limits, Stretch};
use crate::machine::date;
use crate::machine::traits::Traits;
use crate::problem::{LimitRules, Problem, Startup};
use crate::recall::Aspect;
use crate::ruling::{classify, seconds};
use crate::sandbox::{Input, Job, Level, Run};
use crate::submission::{Cache, Language, Program, Setting, Submission};

use super::failure::JudgeFailure;
use super::identity;
use super::set_aside::SetAside;
use super::tools::Tools;

/// Starts of which the fastest counts: load can only add to a time.
const STARTS: usize = 5;

/// What a start may use: no runtime needs as much, and memory is that of a problem that states none.
const CPU: Duration = Duration::from_secs(20);

/// What the start of a runtime costs on this machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartupCost {
    /// CPU time of the fastest of several starts.
    pub cpu_seconds: f64,
    /// Peak memory of that start.
    pub memory_bytes: u64,
    /// Wall time of the build of a program that does nothing; 0 where it was built before.
    pub build_seconds: f64,
    /// Under which isolation: it says how times are read.
    pub level: Level,
    /// When, as `2026-11-21 18:43:04` in UTC.
    pub measured: String,
}

/// What is allowed for the start of a runtime, and by whose word.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Allowed {
    /// It counts.
    Nothing,
    /// It would not count, but the language has no program that does nothing.
    Unknown,
    Measured(Duration),
    Planned(Duration),
}

impl StartupCost {
    /// What was measured of a language with tools of this version, if that was done on this machine as it
    /// is.
    pub fn known(cache: &Cache, language: &Language, version: &str) -> Option<Self> {
        serde_json::from_slice(&cache.note(&key(language, version))?).ok()
    }

    /// CPU time of a start.
    pub fn cpu(&self) -> Duration {
        // Kept by ourselves, but a file all the same.
        Duration::try_from_secs_f64(self.cpu_seconds).unwrap_or_default()
    }
}

/// Where it is kept: the same language, tools and machine have the same key.
fn key(language: &Language, version: &str) -> String {
    let mut digest = Digest::default();
    digest.field("language", language.startup_digest(version).to_bytes());
    digest.field("machine", identity::machine(&Traits::of_this()).part(Aspect::Machine));
    format!("startup-{}", digest.in_hexadecimal())
}

/// The limits of a problem for a program's language, where it has some of its own.
pub(super) fn own_limits<'p>(problem: &'p Problem, program: &Program) -> Option<&'p LimitRules> {
    let language = &program.submission.language;
    problem.limits_in(|ending| language.is_source(&format!("solution.{ending}")))
}

impl Tools<'_> {
    /// What a program's language is allowed beyond the limits of a problem.
    ///
    /// # Errors
    /// When the start of its runtime has to be measured and cannot be.
    pub(super) fn stretch(
        &self,
        problem: &Problem,
        program: &Program,
    ) -> Result<Stretch, JudgeFailure> {
        let factor = if problem.has_time_factors { program.time_factor } else { 1.0 };
        Ok(Stretch { factor, startup: self.startup_of(problem, program)? })
    }

    /// CPU time that the problem allows for the start of a program's runtime.
    ///
    /// # Errors
    /// When it cannot be measured.
    pub fn startup_of(
        &self,
        problem: &Problem,
        program: &Program,
    ) -> Result<Duration, JudgeFailure> {
        Ok(match self.allowed(problem, &program.submission.language)? {
            Allowed::Nothing | Allowed::Unknown => Duration::ZERO,
            Allowed::Measured(cost) | Allowed::Planned(cost) => cost,
        })
    }

    /// What a report says of that, where the problem allows for it.
    ///
    /// # Errors
    /// As [`Tools::stretch`].
    pub(super) fn words_of_startup(
        &self,
        problem: &Problem,
        program: &Program,
    ) -> Result<Option<String>, JudgeFailure> {
        let language = &program.submission.language;
        let longer = |cost: Duration, whose: &str| {
            let (cost, title) = (seconds(cost), &language.title);
            Some(format!("CPU time limits are {cost} longer, for the start of {title}: {whose}"))
        };
        Ok(match self.allowed(problem, language)? {
            Allowed::Nothing => None,
            Allowed::Unknown => Some(format!(
                "nothing is added to CPU time limits for the start of {}: its entry has no `idle` \
                 program to measure it by",
                language.title
            )),
            Allowed::Measured(cost) => {
                let how = format!(
                    "the fastest of {STARTS} starts of a program that does nothing, on this machine"
                );
                longer(cost, &how)
            }
            Allowed::Planned(cost) => longer(cost, "measured where the plan was made"),
        })
    }

    fn allowed(
        &self,
        problem: &Problem,
        language: &Arc<Language>,
    ) -> Result<Allowed, JudgeFailure> {
        match (problem.startup, self.startups) {
            (Startup::Included, _) => Ok(Allowed::Nothing),
            (Startup::Excluded, Some(planned)) => {
                let cost = planned.get(&language.name).copied();
                let cost = cost.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                Ok(cost.map_or(Allowed::Unknown, Allowed::Planned))
            }
            (Startup::Excluded, None) => {
                let cost = self.startup(language)?;
                Ok(cost.map_or(Allowed::Unknown, |cost| Allowed::Measured(cost.cpu())))
            }
        }
    }

    /// What the start of a language's runtime costs, which is measured where it is not known for this
    /// machine and isolation. `None` where the language has no program that does nothing.
    ///
    /// # Errors
    /// When it cannot be measured.
    pub fn startup(&self, language: &Arc<Language>) -> Result<Option<StartupCost>, JudgeFailure> {
        let Some(idle) = language.idle() else { return Ok(None) };
        let version = self.cache.version(language)?;
        let known = StartupCost::known(self.cache, language, &version);
        let level = self.sandbox.isolation().level;
        if let Some(known) = known.filter(|known| known.level == level) {
            return Ok(Some(known));
        }
        self.measure(language, idle, &version).map(Some)
    }

    /// The same, measured anew.
    ///
    /// # Errors
    /// As [`Tools::startup`].
    pub fn startup_anew(
        &self,
        language: &Arc<Language>,
    ) -> Result<Option<StartupCost>, JudgeFailure> {
        let Some(idle) = language.idle() else { return Ok(None) };
        let version = self.cache.version(language)?;
        self.measure(language, idle, &version).map(Some)
    }

    fn measure(
        &self,
        language: &Arc<Language>,
        idle: &str,
        version: &str,
    ) -> Result<StartupCost, JudgeFailure> {
        let program = self.idle_program(language, idle)?;
        let run = self.fastest_start(&program)?;
        let cost = StartupCost {
            cpu_seconds: run.cpu.as_secs_f64(),
            memory_bytes: run.memory,
            build_seconds: program.build_time.as_secs_f64(),
            level: self.sandbox.isolation().level,
            measured: date::now(),
        };
        if let Ok(bytes) = serde_json::to_vec(&cost) {
            self.cache.keep_note(&key(language, version), &bytes)?;
        }
        Ok(cost)
    }

    /// The program that does nothing, built.
    fn idle_program(&self, language: &Arc<Language>, idle: &str) -> Result<Program, JudgeFailure> {
        let ending = language.endings.first().map_or("idle", String::as_str);
        let aside = SetAside::new()?;
        let path = aside.write("idle", ending, idle.as_bytes())?;
        let submission = Submission {
            real: path.clone(),
            path,
            language: Arc::clone(language),
            choice: None,
            setting: Setting::default(),
        };
        self.build_part(submission).map_err(|failure| match failure {
            JudgeFailure::Package(why) => unmeasured(language, why),
            other => other,
        })
    }

    fn fastest_start(&self, program: &Program) -> Result<Run, JudgeFailure> {
        let usual = Limits::default();
        let limits = usual.with_cpu(CPU);
        let job = Job {
            argv: program.command(&limits),
            environment: program.environment.clone(),
            input: Input::Empty,
            files: Vec::new().into(),
            limits,
        };
        let mut runner = self.open(program)?;
        let _alone = self.machine.alone();
        let mut starts: Vec<Run> = Vec::new();
        for _ in 0..STARTS {
            let run = runner.run(&job, self.interrupt)?;
            if let Some(ruling) = classify(&run, &limits) {
                let said = String::from_utf8_lossy(&run.errors);
                let said = said.lines().next().unwrap_or_default();
                let why = format!("{} {said}", ruling.message);
                return Err(unmeasured(&program.submission.language, why));
            }
            starts.push(run);
        }
        let fastest = starts.into_iter().min_by_key(|run| run.cpu);
        fastest.ok_or_else(|| unmeasured(&program.submission.language, String::new()))
    }
}

fn unmeasured(language: &Language, why: String) -> JudgeFailure {
    JudgeFailure::Startup { language: language.title.clone(), why }
}

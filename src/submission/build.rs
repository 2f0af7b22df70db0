//! Builds submissions: sources into a private folder, the compiler in the sandbox over it, the
//! result into the cache. A compiler fed by a contestant is trusted no more than his program.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::cache::{Cache, Draft, Entry};
use super::collect::{CollectError, collect, create, make_folder};
use super::error::CacheError;
use super::failure::BuildError;
use super::kit::Kit;
use super::language::{Keeps, Language};
use super::message::{as_known, shorten};
use super::plan::Plan;
use super::sources::{Source, Sources};
use super::spoilt::{self, Spoilt};
use super::{Built, Program, Submission};
use crate::limits::Limits;
use crate::sandbox::{
    Alone, BuildBox, Ending, Input, Interrupt, Job, Level, Run, Sandbox, Slot, View, Workspace,
};

/// Limits of a build: generous, but finite, as a compiler can be made to run for ever.
const LIMITS: Limits = Limits {
    cpu: Duration::from_mins(1),
    wall: Duration::from_mins(3),
    memory: 4 << 30,
    output: 1 << 20,
    processes: 512,
    files: 1 << 30,
};

/// Builds the submission, or finds in the cache what was built before. `share` is the memory, in bytes,
/// that it may use beside other builds without taking theirs; with more, it goes on alone.
pub fn build(
    submission: &Submission,
    sandbox: &Sandbox,
    cache: &Cache,
    interrupt: &Interrupt,
    share: u64,
) -> Result<Built, BuildError> {
    build_within(submission, sandbox, cache, interrupt, share, &LIMITS)
}

/// The same within other limits than the usual ones.
pub fn build_within(
    submission: &Submission,
    sandbox: &Sandbox,
    cache: &Cache,
    interrupt: &Interrupt,
    share: u64,
    limits: &Limits,
) -> Result<Built, BuildError> {
    let build = |submission: &Submission| {
        build_in_its_language(submission, sandbox, cache, interrupt, share, limits)
    };
    let first = build(submission)?;
    if matches!(first, Built::Program(_)) {
        return Ok(first);
    }
    for language in &submission.setting.otherwise {
        let other = Submission { language: Arc::clone(language), ..submission.clone() };
        if let Built::Program(mut program) = build(&other)? {
            let [wanted, got] = [submission, &other].map(|tried| &tried.language.title);
            let remark = format!("it does not build as {wanted}; it was built as {got}");
            program.messages = joined([remark.as_str(), &program.messages]);
            return Ok(Built::Program(program));
        }
    }
    Ok(first)
}

fn build_in_its_language(
    submission: &Submission,
    sandbox: &Sandbox,
    cache: &Cache,
    interrupt: &Interrupt,
    share: u64,
    limits: &Limits,
) -> Result<Built, BuildError> {
    let language = &submission.language;
    let kit = cache.kit(language, &submission.path)?;
    let sources = Sources::read(submission)?;
    let started = Instant::now();
    let plan = match Plan::new(language, &kit, &sources) {
        Ok(plan) => plan,
        Err(message) => return Ok(failed(submission, &message, started.elapsed())),
    };
    let names = sources.names();
    let finish = |entry: Entry, build_time| {
        let remarks = sources.remarks.iter().map(String::as_str);
        let messages = as_known(&entry.messages, &names);
        let messages = joined(remarks.chain([messages.as_str()]));
        let view = View {
            // What was compiled may still need its machine: an interpreter, a Java home.
            toolchains: kit.mounts.clone(),
            program: Some(entry.program),
            files: None,
            workspace: Workspace::Scratch,
        };
        Ok(Built::Program(Program {
            submission: submission.clone(),
            view,
            argv: plan.run.clone(),
            environment: plan.run_environment.clone(),
            time_factor: language.time_factor,
            build_time,
            messages,
            names: names.clone(),
        }))
    };
    if let Some(entry) = cache.get(&plan.key)? {
        return finish(entry, Duration::ZERO);
    }
    let draft = cache.draft()?;
    let site = Site { language, kit: &kit, sources: &sources, plan: &plan, draft, limits };
    match site.build(sandbox, interrupt, share)? {
        Ok(messages) => {
            let entry = cache.keep(&plan.key, &site.draft, messages)?;
            finish(entry, started.elapsed())
        }
        Err(message) => {
            // Where the box is memory, a compiler writes to no disk, whatever it says.
            if sandbox.isolation().level >= Level::Fenced {
                cache.room(&message)?;
            }
            Ok(failed(submission, &as_known(&message, &names), started.elapsed()))
        }
    }
}

/// Texts that say something, a line each.
fn joined<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    texts.join("\n")
}

/// The contestant's failure. Where the language is not plain, it may be for that.
fn failed(submission: &Submission, message: &str, build_time: Duration) -> Built {
    let choice = submission.choice.as_ref().map(|choice| format!("\n{choice}"));
    Built::Failed { message: format!("{message}{}", choice.unwrap_or_default()), build_time }
}

/// A build going on.
struct Site<'a> {
    language: &'a Language,
    kit: &'a Kit,
    sources: &'a Sources,
    plan: &'a Plan,
    draft: Draft,
    limits: &'a Limits,
}

impl Site<'_> {
    /// Builds into the draft. The inner result is the compiler's: what it said, or why it failed.
    fn build(
        &self,
        sandbox: &Sandbox,
        interrupt: &Interrupt,
        share: u64,
    ) -> Result<Result<String, String>, BuildError> {
        let program = self.draft.make_program().map_err(|error| self.failed(error))?;
        let mut messages = String::new();
        if !self.plan.build.is_empty() {
            let mut compiled = self.run("box", sandbox, interrupt, &Company::Others { share });
            if compiled.as_ref().is_err_and(BuildError::spoils_one) {
                let alone = sandbox.alone();
                alone.settle();
                compiled = self.run("again", sandbox, interrupt, &Company::None(alone));
            }
            let (slot, run) = compiled?;
            messages = match self.said(&run)? {
                Ok(messages) => messages,
                Err(message) => return Ok(Err(message)),
            };
            if self.language.keeps == Keeps::Output {
                match collect(slot.workspace()?, "out", &program) {
                    Ok(()) => {}
                    Err(CollectError::Refused(message)) => return Ok(Err(message)),
                    Err(CollectError::Io(error)) => return Err(self.failed(error)),
                }
            }
        }
        if self.language.keeps == Keeps::Sources {
            write(&program, &self.sources.files).map_err(|error| self.failed(error))?;
        }
        Ok(Ok(messages))
    }

    /// Makes the folder whose sources the compiler sees in `/box`.
    fn folder(&self, name: &str) -> io::Result<PathBuf> {
        let place = self.draft.path().join(name);
        make_folder(&place)?;
        let sources = place.join("src");
        make_folder(&sources)?;
        write(&sources, &self.sources.files)?;
        for name in ["out", "tmp"] {
            let folder = place.join(name);
            make_folder(&folder)?;
            // The compiler runs as another user. Nobody else gets here: the draft is ours alone.
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o777))?;
        }
        Ok(place)
    }

    /// Runs the compiler, and gives the slot too, in which its results are. What the machine brought
    /// about is an error.
    fn run(
        &self,
        folder: &str,
        sandbox: &Sandbox,
        interrupt: &Interrupt,
        company: &Company<'_>,
    ) -> Result<(Slot, Run), BuildError> {
        let folder = self.folder(folder).map_err(|error| self.failed(error))?;
        let memory = match company {
            Company::Others { share } => *share,
            Company::None(_) => sandbox.memory_to_give(),
        };
        let limits = Limits { memory: self.limits.memory.min(memory), ..*self.limits };
        let view = View {
            toolchains: self.kit.mounts.clone(),
            program: None,
            files: None,
            workspace: Workspace::Build(BuildBox { folder, size: self.limits.files }),
        };
        let job = Job {
            argv: self.plan.build.iter().map(Into::into).collect(),
            environment: self.plan.build_environment.clone(),
            input: Input::Empty,
            files: Arc::default(),
            limits,
        };
        let mut slot = sandbox.open(&view)?;
        let run = match company {
            Company::Others { .. } => slot.run(&job, interrupt)?,
            Company::None(alone) => slot.run_alone(alone, &job, interrupt)?,
        };
        match spoilt::how(&run, limits.memory, self.limits.memory) {
            None => Ok((slot, run)),
            Some(how) => {
                Err(BuildError::Spoilt(Spoilt { command: self.plan.build[0].clone(), how }))
            }
        }
    }

    /// What the end of the compiler means.
    fn said(&self, run: &Run) -> Result<Result<String, String>, BuildError> {
        let messages = messages(run);
        let failed = |why: String| {
            if messages.is_empty() { why } else { format!("{messages}\n{why}") }
        };
        Ok(match run.ending {
            Ending::Exited(0) => Ok(messages),
            Ending::Exited(_) if !messages.is_empty() => Err(messages),
            Ending::Exited(code) => {
                Err(format!("the compiler exited with code {code} and printed no message"))
            }
            Ending::Signalled(signal) => {
                Err(failed(format!("the compiler was killed by signal {signal}")))
            }
            Ending::Stopped(limit) => {
                Err(failed(format!("the compiler was stopped: {}", limit.words(self.limits))))
            }
            Ending::NotStarted(errno) => {
                return Err(BuildError::NotStarted {
                    command: self.plan.build[0].clone(),
                    source: io::Error::from_raw_os_error(errno),
                });
            }
        })
    }

    fn failed(&self, source: io::Error) -> BuildError {
        CacheError { path: self.draft.path().into(), source }.into()
    }
}

/// Who shares the machine with a build.
enum Company<'a> {
    /// Other builds, which may use as much memory each.
    Others { share: u64 },
    /// Nobody.
    None(Alone<'a>),
}

/// Writes sources into a folder, with the folders that their names need.
fn write(folder: &Path, files: &[Source]) -> io::Result<()> {
    for file in files {
        let mut below = folder.to_owned();
        let (folders, name) = file.name.rsplit_once('/').unwrap_or(("", &file.name));
        for part in folders.split('/').filter(|part| !part.is_empty()) {
            below.push(part);
            if !below.is_dir() {
                make_folder(&below)?;
            }
        }
        create(&below.join(name), file.executable)?.write_all(&file.bytes)?;
    }
    Ok(())
}

/// What a compiler wrote, errors first, as text of bounded length.
fn messages(run: &Run) -> String {
    let both = [&run.errors, &run.output].map(|bytes| String::from_utf8_lossy(bytes));
    shorten(&joined(both.iter().map(|text| text.trim_end())))
}

//! Builds submissions: looks for the result in the cache, else compiles, with a compiled header where
//! there is one, and puts the result there.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::alone::alone;
use super::cache::{Cache, Draft, Entry};
use super::collect::{CollectError, collect};
use super::compile::{Compile, Compiler, write};
use super::error::CacheError;
use super::failure::BuildError;
use super::language::BuildOutput;
use super::message::{as_known, joined};
use super::plan::{Plan, Precompiled};
use super::precompiled::{self, Header, held};
use super::sources::{Source, Sources};
use super::{Built, Program, Submission};
use crate::limits::Limits;
use crate::recall::Identity;
use crate::sandbox::{Interrupt, Level, Sandbox, Slot, View, Workspace};

/// Limits of a build: generous, but finite, as a compiler can be made to run for ever.
const LIMITS: Limits = Limits {
    cpu: Duration::from_mins(1),
    wall: Duration::from_mins(3),
    memory: 4 << 30,
    output: 1 << 20,
    processes: 512,
    files: 1 << 30,
    kill: None,
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
    if let Some(package) = alone(submission)
        && let Built::Failed { message, .. } = build(&package)?
    {
        let words = format!("{} does not build:\n{message}", package.path.display());
        return Err(BuildError::Package(words));
    }
    Ok(first)
}

impl Submission {
    /// What its program is, which need not be built for that. The inner error is the contestant's: why
    /// nothing can be made of the sources.
    ///
    /// # Errors
    /// When its toolchain is not found, or it cannot be read.
    pub fn identity(&self, cache: &Cache) -> Result<Result<Identity, String>, BuildError> {
        let kit = cache.kit(&self.language, &self.path)?;
        let sources = Sources::read(self)?;
        Ok(Plan::new(&self.language, &kit, &sources).map(|plan| plan.identity))
    }
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
    let (names, at_hand) = (sources.names(), sources.at_hand(language));
    let found = cache.get(&plan.key)?;
    let was_built = found.is_none();
    let compiler = Compiler { kit: &kit, sandbox, interrupt, share, limits };
    let site = OngoingBuild { cache, keeps: language.keeps, compiler };
    let entry = match found {
        Some(entry) => entry,
        None => match site.entry(&sources, &plan)? {
            Ok(entry) => entry,
            Err(message) => {
                // Where the box is memory, a compiler writes to no disk, whatever it says.
                if sandbox.isolation().level >= Level::Fenced {
                    cache.room(&message)?;
                }
                return Ok(failed(submission, &as_known(&message, &names), started.elapsed()));
            }
        },
    };
    let remarks = sources.remarks.iter().map(String::as_str);
    let messages = as_known(&entry.messages, &names);
    let messages = joined(remarks.chain([messages.as_str()]));
    let view = View {
        // What was compiled may still need its machine: an interpreter, a Java home.
        toolchains: kit.mounts.clone(),
        program: Some(entry.program),
        files: None,
        workspace: if submission.setting.reads_only {
            Workspace::ReadOnly
        } else {
            Workspace::Scratch
        },
    };
    Ok(Built::Program(Program {
        submission: submission.clone(),
        view,
        argv: plan.run,
        environment: plan.run_environment,
        time_factor: language.time_factor,
        build_time: if was_built { started.elapsed() } else { Duration::ZERO },
        messages,
        names,
        at_hand,
        identity: plan.identity,
    }))
}

/// The contestant's failure. Where the language is not plain, it may be for that.
fn failed(submission: &Submission, message: &str, build_time: Duration) -> Built {
    let choice = submission.choice.as_ref().map(|choice| format!("\n{choice}"));
    Built::Failed { message: format!("{message}{}", choice.unwrap_or_default()), build_time }
}

/// Where and how builds take place.
struct OngoingBuild<'a> {
    cache: &'a Cache,
    keeps: BuildOutput,
    compiler: Compiler<'a>,
}

impl OngoingBuild<'_> {
    /// Builds into the cache. The inner error is the compiler's: why it failed.
    fn entry(&self, sources: &Sources, plan: &Plan) -> Result<Result<Entry, String>, BuildError> {
        let draft = self.cache.draft()?;
        let built = self.build(&draft, sources, plan)?;
        Ok(match built {
            Ok(messages) => Ok(self.cache.keep(&plan.key, &draft, messages)?),
            Err(message) => Err(message),
        })
    }

    /// Builds into the draft. The inner result is the compiler's: what it said, or why it failed.
    fn build(
        &self,
        draft: &Draft,
        sources: &Sources,
        plan: &Plan,
    ) -> Result<Result<String, String>, BuildError> {
        let failed = |source| BuildError::from(CacheError { path: draft.path().into(), source });
        let program = draft.make_program().map_err(failed)?;
        let mut messages = String::new();
        if !plan.build.is_empty() {
            let compiled = match self.compile_with_header(draft, sources, plan)? {
                Some(compiled) => Ok(compiled),
                None => self.compiler.compile(&Compile {
                    draft,
                    folder: "box",
                    sources: &sources.files,
                    command: &plan.build,
                    environment: &plan.build_environment,
                    header: None,
                })?,
            };
            let slot = match compiled {
                Ok((slot, said)) => {
                    messages = said;
                    slot
                }
                Err(message) => return Ok(Err(message)),
            };
            if self.keeps == BuildOutput::Output {
                match collect(slot.workspace()?, "out", &program) {
                    Ok(()) => {}
                    Err(CollectError::Refused(message)) => return Ok(Err(message)),
                    Err(CollectError::Io(error)) => return Err(failed(error)),
                }
            }
        }
        if self.keeps == BuildOutput::Sources {
            write(&program, sources.files.iter().map(Source::as_written)).map_err(failed)?;
        }
        Ok(Ok(messages))
    }

    /// Compiles with a header that was compiled before. `None` where there is none, and where it did not
    /// come to what it comes to without: a failure, or a message that names the header's own source.
    fn compile_with_header(
        &self,
        draft: &Draft,
        sources: &Sources,
        plan: &Plan,
    ) -> Result<Option<(Slot, String)>, BuildError> {
        let Some(precompiled) = &plan.precompiled else { return Ok(None) };
        let Some(header) = self.header(precompiled) else { return Ok(None) };
        let compiled = self.compiler.compile(&Compile {
            draft,
            folder: "with-header",
            sources: &sources.files,
            command: &precompiled.build,
            environment: &plan.build_environment,
            header: Some(header),
        })?;
        Ok(compiled.ok().filter(|(_, messages)| !messages.contains(precompiled::SOURCE)))
    }

    /// The folder with the compiled header. It is made when so many builds could have used it that they
    /// would have paid for it. Whatever goes wrong with it, builds get along without.
    fn header(&self, precompiled: &Precompiled) -> Option<PathBuf> {
        let key = &precompiled.plan.key;
        let header = self.cache.header(key);
        {
            let mut header = held(&header);
            match &*header {
                Header::Ready(folder) => return Some(folder.clone()),
                Header::Missing => return None,
                Header::Unknown => {}
            }
            if let Some(entry) = self.cache.get(key).ok()? {
                *header = Header::Ready(entry.program.clone());
                return Some(entry.program);
            }
            let missed = precompiled::missed(self.cache.note(key).as_deref());
            if missed < precompiled::WORTH {
                self.cache.keep_note(key, (missed + 1).to_string().as_bytes()).ok()?;
                return None;
            }
            // Builds beside this one do not wait for it.
            *header = Header::Missing;
        }
        let made = self.make_header(precompiled)?;
        *held(&header) = Header::Ready(made.clone());
        Some(made)
    }

    fn make_header(&self, precompiled: &Precompiled) -> Option<PathBuf> {
        let Precompiled { header, sources, plan, .. } = precompiled;
        let draft = self.cache.draft().ok()?;
        let messages = self.build(&draft, sources, plan).ok()?.ok()?;
        precompiled::put_in_place(&draft.program(), header).ok()?;
        Some(self.cache.keep(&plan.key, &draft, messages).ok()?.program)
    }
}

//! `jury grade --watch`: grades, waits until something changes, and grades again, until Ctrl-C.
//!
//! What a file can mend (a submission that is gone or does not build, an error in `problem.toml`) is
//! shown and waited for; what only another command line can mend, or a failure of ours, is the end.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, anyhow};

use crate::judge::{Grades, LastFailures, Mode, Tools};
use crate::machine::real;
use crate::problem::{Layout, Problem, Reference, load};
use crate::report::document::Document;
use crate::sandbox::Interrupt;

use super::super::context::Context;
use super::super::output;
use super::super::recall;
use super::super::status::{Failure, Status};
use super::arguments::Arguments;
use super::changes::{Watch, Watched};
use super::request::{self, GradeRequest};
use super::work;

/// How long a look for changes or for an interrupt may take to come.
const STEP: Duration = Duration::from_millis(50);

/// Grades again and again.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let folder = context.folder(arguments.problem())?;
    request::globs(&arguments.case)?;
    if let Ok(problem) = context.problem(arguments.problem()) {
        request::given(context, arguments, &problem, &[])?;
    }
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let mode = if arguments.recall { Mode::Recall } else { Mode::Fresh };
    let recall = recall::open(context, &sandbox, &cache, mode);
    let tools = context.tools(&sandbox, &cache, arguments.jobs);
    let tools = Tools { recall: Some(&recall), ..tools };
    let last_failures = LastFailures::default();
    let mut rounds = Rounds { context, tools, arguments, folder, last_failures };
    loop {
        // Watched before it is read, so that no change is missed.
        let mut watch = Watch::new(rounds.watched())
            .context("cannot watch the files")
            .map_err(Failure::ours)?;
        let mut changed = rounds.round(&mut watch)?;
        if changed.is_none() && !context.interrupt.is_set() {
            rounds.say(&format!("watching {}; Ctrl-C ends", rounds.names()))?;
            changed = wait(&mut watch, &context.interrupt);
        }
        let Some(path) = changed else { return Ok(Status::Interrupted) };
        clear_screen()?;
        rounds.say(&format!("changed: {}", output::short(&path).display()))?;
    }
}

struct Rounds<'a> {
    context: &'a Context,
    tools: Tools<'a>,
    arguments: &'a Arguments,
    folder: PathBuf,
    last_failures: LastFailures,
}

impl Rounds<'_> {
    /// One round: a report, or an error that is shown. A change while it goes on stops it, and is
    /// returned.
    fn round(&mut self, watch: &mut Watch) -> Result<Option<PathBuf>, Failure> {
        if let Some(missing) = self.arguments.submissions.iter().find(|path| !path.exists()) {
            self.say(&format!("{} does not exist; waiting for it", missing.display()))?;
            return Ok(None);
        }
        let stop = Interrupt::default();
        let done = AtomicBool::new(false);
        let (round, changed) = thread::scope(|scope| -> std::io::Result<_> {
            let look = || stop_when_needed(watch, &self.context.interrupt, &stop, &done);
            let looking = thread::Builder::new().spawn_scoped(scope, look)?;
            let round = self.grade(&stop);
            done.store(true, Ordering::Relaxed);
            Ok((round, looking.join()))
        })
        .context("cannot start a thread to watch the files")
        .map_err(Failure::ours)?;
        let changed = changed.map_err(|_| Failure::ours(anyhow!("watching the files failed")))?;
        if changed.is_some() {
            return Ok(changed);
        }
        match round {
            Ok((request, document, grades)) => {
                if !grades.submissions.is_empty() || grades.failure.is_none() {
                    work::write(Some(&request.problem), document, &self.arguments.formats)?;
                }
                self.last_failures.remember(&grades.submissions);
                work::ended(grades, &request.skipped).or_else(shown)?;
            }
            Err(failure) => shown(failure)?,
        }
        Ok(None)
    }

    fn grade(&self, stop: &Interrupt) -> Result<(GradeRequest, Document, Grades), Failure> {
        let problem = self.context.problem_in(&self.folder, &self.folder)?;
        let tools = Tools { interrupt: stop, ..self.tools };
        let request = GradeRequest::resolve(self.context, &tools, self.arguments, problem)?;
        let grades = work::grade(&tools, &request, self.last_failures.clone())?;
        recall::explain(self.context, tools.recall)?;
        let document = work::document(&tools, &request, &grades);
        Ok((request, document, grades))
    }

    /// The submissions, the problem without those kept with it, and a reference that is built.
    fn watched(&self) -> Watched {
        let mut paths: Vec<_> = self.arguments.submissions.iter().map(|path| real(path)).collect();
        let folder = self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone());
        paths.push(folder.clone());
        if self.arguments.reference
            && let Ok(Problem { reference: Some(Reference::Source(path)), .. }) =
                load::load(&self.folder)
        {
            paths.push(path);
        }
        let reports = self.arguments.formats.files().map(real);
        let except = reports.chain([folder.join(Layout::OWN.submissions)]).collect();
        Watched { paths, except }
    }

    fn names(&self) -> String {
        let mut names: Vec<_> =
            self.arguments.submissions.iter().map(|path| path.display().to_string()).collect();
        names.push(format!("problem {}", self.arguments.problem()));
        names.join(", ")
    }

    /// A line beside the reports; not among those for machines.
    fn say(&self, line: &str) -> Result<(), Failure> {
        if self.arguments.formats.take_standard_output() {
            output::print_aside(|out| writeln!(out, "{line}"))
        } else {
            output::print(|out| writeln!(out, "{line}"))
        }
    }
}

/// Shows what a change of files can mend; anything else goes on up.
fn shown(failure: Failure) -> Result<(), Failure> {
    if failure.status != Status::Usage {
        return Err(failure);
    }
    output::error(&failure);
    Ok(())
}

/// Sets `stop` once the user interrupts or something changes; what changed.
fn stop_when_needed(
    watch: &mut Watch,
    interrupt: &Interrupt,
    stop: &Interrupt,
    done: &AtomicBool,
) -> Option<PathBuf> {
    while !done.load(Ordering::Relaxed) {
        let changed = watch.changed(STEP);
        if changed.is_some() || interrupt.is_set() {
            stop.set();
            return changed;
        }
    }
    None
}

/// Waits for a change; `None` after an interrupt.
fn wait(watch: &mut Watch, interrupt: &Interrupt) -> Option<PathBuf> {
    while !interrupt.is_set() {
        if let Some(path) = watch.changed(STEP) {
            return Some(path);
        }
    }
    None
}

/// On a terminal, what the last round wrote goes.
fn clear_screen() -> Result<(), Failure> {
    let mut out = std::io::stdout();
    if !out.is_terminal() {
        return Ok(());
    }
    out.write_all(b"\x1b[2J\x1b[H")
        .and_then(|()| out.flush())
        .map_err(|error| Failure::ours(anyhow!(error).context("cannot clear the terminal")))
}

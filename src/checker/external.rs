//! Checkers, validators and graders that are programs of the package: each call in the sandbox, in a
//! warm slot of its own that is kept for the next one. What they mean by their answers is the protocol's matter.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use signal_hook::consts::SIGABRT;

use super::beside;
use super::protocol::{Call, LONGEST, ProgramResult, ProtocolRules, rules};
use super::terms::{Decision, Terms};
use super::{Checker, PartFailure, Validator};
use crate::limits::Limits;
use crate::machine::TemporaryFolder;
use crate::problem::{Part, Points, Processes, Protocol, ValidatorArguments, ValidatorTerms};
use crate::recall::Identity;
use crate::sandbox::{
    BoxFile, Channels, Ending, Finished, Input, Interrupt, Job, Keep, Limit, Run, STUCK, Sandbox,
    SandboxError, Slot, Talk, View,
};
use crate::visible::last_line;
use jury_checkers::{Files, Invalid};

/// How a built part is started.
#[derive(Debug, Clone)]
pub struct Start {
    /// Program and the arguments that its language needs.
    pub argv: Vec<OsString>,
    /// The whole environment.
    pub environment: Vec<(OsString, OsString)>,
    /// What it sees of the host.
    pub view: View,
    /// Files that it finds in its working directory, where its call brings none.
    pub at_hand: Arc<[BoxFile]>,
    /// First words of lines that languages write on standard error when they end a program.
    pub crash_signs: Vec<String>,
    /// What the program is, whenever and wherever it was built.
    pub identity: Identity,
}

/// A program of the package, ready to be called, by any number of threads at once.
#[derive(Debug)]
pub struct External {
    /// What it is, in words: `checker`, `static validator`.
    kind: &'static str,
    part: Part,
    start: Start,
    sandbox: Sandbox,
    pub(super) interrupt: Interrupt,
    /// Places that no call uses now.
    idle: Mutex<Vec<CallSlot>>,
}

/// A place where calls take place one after another: a slot, and the folder that it shows.
#[derive(Debug)]
pub(super) struct CallSlot {
    pub(super) slot: Slot,
    /// Where the folder of files stands.
    folder: TemporaryFolder,
}

impl External {
    /// A part of this kind that has been built.
    pub fn new(
        kind: &'static str,
        part: Part,
        start: Start,
        sandbox: Sandbox,
        interrupt: Interrupt,
    ) -> Self {
        Self { kind, part, start, sandbox, interrupt, idle: Mutex::default() }
    }

    /// Where its source lies.
    pub fn path(&self) -> &Path {
        &self.part.path
    }

    /// What the program is.
    pub fn identity(&self) -> &Identity {
        &self.start.identity
    }

    /// What a call of it may use.
    pub(super) fn limits(&self) -> &Limits {
        &self.part.limits
    }

    /// A place with these files, idle or new.
    pub(super) fn desk(&self, files: &[(&str, &[u8])]) -> Result<CallSlot, SandboxError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let desk = match idle {
            Some(desk) => desk,
            None => self.open()?,
        };
        for (name, bytes) in files {
            desk.write(name, bytes).map_err(|source| self.failed("writing for", source))?;
        }
        Ok(desk)
    }

    /// Takes back a place whose call went well.
    pub(super) fn clear(&self, desk: CallSlot) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(desk);
    }

    fn open(&self) -> Result<CallSlot, SandboxError> {
        let folder = Self::folder().map_err(|source| self.failed("making a folder for", source))?;
        let view = View { files: Some(shown(&folder)), ..self.start.view.clone() };
        Ok(CallSlot { slot: self.sandbox.open(&view)?, folder })
    }

    fn folder() -> io::Result<TemporaryFolder> {
        let folder = TemporaryFolder::make()?;
        let shown = shown(&folder);
        fs::create_dir(&shown)?;
        fs::set_permissions(&shown, fs::Permissions::from_mode(0o755))?;
        Ok(folder)
    }

    fn failed(&self, doing: &str, source: io::Error) -> SandboxError {
        SandboxError::Failed { step: format!("{doing} the {}", self.kind), source }
    }

    /// What the part's protocol settles.
    pub(super) fn rules(&self) -> &'static dyn ProtocolRules {
        rules(self.part.protocol)
    }

    /// The job of a call: the protocol's arguments, or those in their place, come before the package's own, and
    /// these before those of the case's group. It finds the files of an earlier pass, or those beside a case.
    pub(super) fn job(&self, arguments: &[&str], terms: &Terms<'_>, input: Input) -> Job {
        let arguments: Vec<OsString> = match &self.part.call {
            Some(call) => call.iter().map(OsString::from).collect(),
            None => arguments.iter().map(OsString::from).collect(),
        };
        let own = self.part.arguments.iter().chain(terms.arguments).map(OsString::from);
        Job {
            argv: self.start.argv.iter().cloned().chain(arguments).chain(own).collect(),
            environment: self.start.environment.clone(),
            input,
            files: terms
                .pass
                .map(|pass| pass.state)
                .or(terms.beside)
                .unwrap_or(&self.start.at_hand)
                .clone(),
            limits: self.part.limits,
        }
    }

    /// How it talks with processes of a submission, where it is a manager.
    pub(super) fn channels(&self) -> Option<Channels> {
        match self.part.protocol {
            Protocol::CmsManager(Processes { count, by_streams }) => {
                let talk = if by_streams { Talk::Streams } else { Talk::NamedPipes };
                Some(Channels { processes: count, talk })
            }
            Protocol::SinolManager(processes) => {
                Some(Channels { processes, talk: Talk::Descriptors })
            }
            _ => None,
        }
    }

    /// What there is to hear of a run.
    pub(super) fn heard(&self, finished: Finished) -> ProgramResult {
        ProgramResult::of(finished, &self.start.crash_signs)
    }

    /// What an interactor decided of a case on these terms; the error says how it broke the protocol.
    pub(super) fn decision(
        &self,
        heard: &ProgramResult,
        terms: &Terms<'_>,
    ) -> Result<Decision, String> {
        self.rules().decision(heard, self.part.points, terms)
    }

    /// Its name as the package writes it.
    pub(super) fn name(&self) -> &str {
        &self.part.name
    }

    /// What its points mean.
    pub(super) fn points(&self) -> Points {
        self.part.points
    }

    /// What it decides as a checker whose points mean this.
    pub(super) fn check_for(
        &self,
        files: &Files<'_>,
        terms: &Terms<'_>,
        points: Points,
    ) -> Result<Decision, PartFailure> {
        let shown = [
            ("input", files.input),
            ("output", files.output),
            ("answer", files.answer.unwrap_or_default()),
        ];
        let heard = self.call(&shown, self.rules().checker(), terms)?;
        let decision = self.rules().decision(&heard, points, terms);
        decision.map_err(|why| PartFailure::Setter(self.fault(&why, &heard.errors)))
    }

    /// Calls the program with these files in `/files`, and hears it.
    fn call(
        &self,
        files: &[(&str, &[u8])],
        call: Call,
        terms: &Terms<'_>,
    ) -> Result<ProgramResult, PartFailure> {
        self.finish(files, call, terms).map(|finished| self.heard(finished))
    }

    /// Calls the program with these files in `/files` and waits for it to end by itself.
    pub(super) fn finish(
        &self,
        files: &[(&str, &[u8])],
        call: Call,
        terms: &Terms<'_>,
    ) -> Result<Finished, PartFailure> {
        let finished = self.end(files, call, terms)?;
        self.unbroken(finished)
    }

    /// The same, however it ends.
    fn end(
        &self,
        files: &[(&str, &[u8])],
        call: Call,
        terms: &Terms<'_>,
    ) -> Result<Finished, PartFailure> {
        let keep = call.keep_on(terms);
        let Call { arguments, input, .. } = call;
        let desk = self.desk(files)?;
        let input = input.map_or(Input::Empty, |name| Input::File(desk.path(name)));
        Ok(self.attempt(desk, self.job(arguments, terms, input), keep)?)
    }

    /// Runs a job of the program at a place, which is free again then, and waits for it to end by itself.
    pub(super) fn run(
        &self,
        desk: CallSlot,
        job: Job,
        keep: Option<Keep<'_>>,
    ) -> Result<Finished, PartFailure> {
        let finished = self.attempt(desk, job, keep)?;
        self.unbroken(finished)
    }

    /// The same, however it ends.
    fn attempt(
        &self,
        mut desk: CallSlot,
        mut job: Job,
        keep: Option<Keep<'_>>,
    ) -> Result<Finished, SandboxError> {
        let mut finished = desk.slot.run_keeping(&job, keep, &self.interrupt)?;
        if finished.run.is_starved(Duration::ZERO) {
            job.limits = job.limits.patient();
            finished = desk.slot.run_keeping(&job, keep, &self.interrupt)?;
        }
        self.clear(desk);
        Ok(finished)
    }

    /// A run that ended by itself.
    fn unbroken(&self, finished: Finished) -> Result<Finished, PartFailure> {
        match self.broken(&finished.run) {
            Some(why) => Err(PartFailure::Setter(self.fault(&why, &finished.run.errors))),
            None => Ok(finished),
        }
    }

    /// What the program says of an answer, as an answer validator: the answer on standard input, and in the
    /// protocol of ICPC the input's path as argument (BAPCtools). `None` where it is valid.
    ///
    /// # Errors
    /// As [`Validator::validate`].
    pub fn validate_answer(
        &self,
        input: &[u8],
        answer: &[u8],
        arguments: &ValidatorArguments,
    ) -> Result<Option<Invalid>, PartFailure> {
        let call = self.rules().answer_validator();
        let files = [("input", input), ("answer", answer)];
        for arguments in arguments.calls(self.name()) {
            if let Some(invalid) = self.validation(&files, call, &Terms::with(arguments))? {
                return Ok(Some(or_told(invalid, || "no reason given".to_owned())));
            }
        }
        Ok(None)
    }

    fn validation(
        &self,
        files: &[(&str, &[u8])],
        call: Call,
        terms: &Terms<'_>,
    ) -> Result<Option<Invalid>, PartFailure> {
        let finished = self.end(files, call, terms)?;
        let is_answer = rejects_by_abort(self.rules(), finished.run.ending);
        let finished = if is_answer { finished } else { self.unbroken(finished)? };
        let heard = self.heard(finished);
        let said = self.rules().validation(&heard, &self.part.name);
        said.map_err(|why| PartFailure::Setter(self.fault(&why, &heard.errors)))
    }

    /// How a run ended that can mean nothing: by a limit or a signal.
    pub(super) fn broken(&self, run: &Run) -> Option<String> {
        Self::broke(run, &self.part.limits)
    }

    /// The same of a run under other limits than usual.
    pub(super) fn broke(run: &Run, limits: &Limits) -> Option<String> {
        let stopped = |limit: Limit| format!("stopped: {}", limit.words(limits));
        match run.ending {
            // What lacks memory may be slow for that.
            Ending::Stopped(Limit::Memory) => Some(stopped(Limit::Memory)),
            _ if run.cpu > limits.cpu => Some(stopped(Limit::Cpu)),
            Ending::Exited(_) => None,
            Ending::Signalled(signal) => {
                let name = signal_hook::low_level::signal_name(signal).unwrap_or("unknown");
                Some(format!("killed by signal {signal} ({name})"))
            }
            Ending::NotStarted(errno) => {
                Some(format!("cannot be started: {}", io::Error::from_raw_os_error(errno)))
            }
            Ending::Stopped(limit) => Some(stopped(limit)),
            Ending::Stuck => Some(STUCK.to_owned()),
        }
    }

    /// The failure of this part, with its last words.
    pub(super) fn fault(&self, why: &str, errors: &[u8]) -> String {
        let last = last_line(errors, LONGEST);
        let last =
            if last.is_empty() { last } else { format!("; its standard error ends with: {last}") };
        format!("{} `{}`: {why}{last}", self.kind, self.part.name)
    }
}

impl CallSlot {
    /// The folder that programs see as `/files`.
    pub(super) fn shown(&self) -> PathBuf {
        shown(&self.folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.shown().join(name)
    }

    /// Puts a file there, always a new one: file systems bring a file that was emptied and written
    /// again to the disk at once, which takes milliseconds, and one that is soon gone never.
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = fs::File::create_new(&path)?;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
        file.write_all(bytes)
    }
}

/// Whether a validator of this protocol that ended so has answered, by an assertion.
fn rejects_by_abort(rules: &dyn ProtocolRules, ending: Ending) -> bool {
    ending == Ending::Signalled(SIGABRT) && rules.rejects_by_abort()
}

/// The same with this message, where the program gave none.
fn or_told(invalid: Invalid, message: impl FnOnce() -> String) -> Invalid {
    if invalid.message.is_empty() { Invalid { message: message(), ..invalid } } else { invalid }
}

/// The folder that programs see as `/files`.
fn shown(folder: &TemporaryFolder) -> PathBuf {
    Path::join(folder.path(), "files")
}

impl Checker for External {
    fn check(&self, files: &Files<'_>, terms: &Terms<'_>) -> Result<Decision, PartFailure> {
        self.check_for(files, terms, self.part.points)
    }
}

impl Validator for External {
    fn validate(
        &self,
        input: &[u8],
        terms: ValidatorTerms<'_>,
    ) -> Result<Option<Invalid>, PartFailure> {
        let unusable = |(path, why): beside::Unusable| {
            PartFailure::Setter(format!("{}: cannot be read: {why}", path.display()))
        };
        let beside = terms.files.map(beside::read).transpose().map_err(unusable)?;
        let call = self.rules().validator();
        for arguments in terms.arguments.calls(self.name()) {
            let own = Terms { beside: beside.as_ref(), ..Terms::with(arguments) };
            if let Some(invalid) = self.validation(&[("input", input)], call, &own)? {
                let silent =
                    || format!("{} `{}` rejects it: no reason given", self.kind, self.part.name);
                return Ok(Some(or_told(invalid, silent)));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_all_signals_an_abort_alone_is_an_answer_and_not_in_every_protocol() {
        let rejects =
            |protocol, signal| rejects_by_abort(rules(protocol), Ending::Signalled(signal));
        assert!(rejects(Protocol::Cms, SIGABRT));
        assert!(!rejects(Protocol::Cms, 11));
        assert!(!rejects(Protocol::Testlib, SIGABRT));
        assert!(!rejects_by_abort(rules(Protocol::Cms), Ending::Exited(SIGABRT)));
    }

    #[test]
    fn what_ends_by_a_limit_or_a_signal_is_broken() {
        let limits = Limits { cpu: Duration::from_secs(2), ..Limits::default() };
        let broke = |ending, seconds| {
            let run = Run { cpu: Duration::from_secs(seconds), ..Run::ended(ending) };
            External::broke(&run, &limits)
        };
        let stopped = |limit: Limit| Some(format!("stopped: {}", limit.words(&limits)));
        assert_eq!(broke(Ending::Exited(1), 2), None);
        assert_eq!(broke(Ending::Exited(0), 3), stopped(Limit::Cpu), "it may be seen late");
        assert_eq!(broke(Ending::Stopped(Limit::Wall), 1), stopped(Limit::Wall));
        assert_eq!(broke(Ending::Stopped(Limit::Memory), 3), stopped(Limit::Memory));
        let signal = Some("killed by signal 11 (SIGSEGV)".to_owned());
        assert_eq!(broke(Ending::Signalled(11), 0), signal);
        assert!(broke(Ending::NotStarted(2), 0).is_some_and(|why| why.contains("started")));
        assert_eq!(broke(Ending::Stuck, 0).as_deref(), Some(STUCK));
    }
}

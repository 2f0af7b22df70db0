//! What every command starts from: settings resolved from options, environment and working
//! directory, and the interrupt that signals set.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::num::NonZeroUsize;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, anyhow};
use rustix::process::Resource;

use crate::judge::time_limit::Timing;
use crate::judge::{Parts, Tools};
use crate::machine;
use crate::machine_lock::MachineLock;
use crate::problem::archive::{self, Unpacked};
use crate::problem::{Problem, TimeLimit, load, shipped};
use crate::report::terminal::isolation_details;
use crate::ruling::seconds;
use crate::sandbox::{Interrupt, Level, Policy, Sandbox};
use crate::shell;
use crate::submission::{Cache, Languages, LanguagesError};

use super::global::{CheckerPlace, Global};
use super::output;
use super::progress::Progress;
use super::signals::catch_signals;
use super::status::{Failure, Status};

/// Files that a command may have open at once, without those of its workers.
const OPEN_FILES: u64 = 64;

/// Bytes that a file has to hold at least: of reports and what is kept of builds. Who writes more than
/// he may is killed without a word.
const FILE_BYTES: u64 = 64 << 10;

/// In the user's folder of settings: the languages that he adds.
const USUAL_LANGUAGES: &str = "languages.toml";

/// Problems, each with what is wrong with it.
type Loaded = Vec<Result<Problem, Failure>>;

/// Settings of this invocation.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) global: Global,
    pub(super) working: PathBuf,
    executable: PathBuf,
    pub(super) interrupt: Interrupt,
    /// The languages of submissions.
    pub(super) languages: Languages,
    /// For runs that must be alone.
    machine: MachineLock,
    /// The archives named, by their paths, each with the folder of the problem in it.
    archives: Mutex<BTreeMap<PathBuf, (Unpacked, PathBuf)>>,
}

impl Context {
    /// Resolves the settings and takes over the signals that mean "stop".
    pub(super) fn new(global: Global) -> Result<Self, Failure> {
        machine::open_files(OPEN_FILES).map_err(|files| {
            Failure::ours(anyhow!(
                "only {files} files may be open at once here, but jury needs at least {OPEN_FILES} \
                 descriptors: raise the limit, for instance with `ulimit -n 1024`"
            ))
        })?;
        machine::allow(Resource::Fsize, FILE_BYTES).map_err(|bytes| {
            Failure::ours(anyhow!(
                "files may have only {bytes} bytes here, but jury needs at least {FILE_BYTES}: \
                 raise the limit, for instance with `ulimit -f unlimited`"
            ))
        })?;
        let global = global.without_empty();
        let working = std::env::current_dir()
            .context("cannot determine the working directory")
            .map_err(Failure::usage)?;
        let profile = global.flags.as_deref();
        let languages = languages(global.languages.as_deref(), profile, &working)?;
        let executable = std::env::current_exe()
            .context("cannot determine the path of the `jury` executable")
            .map_err(Failure::ours)?;
        let stop = Arc::new(AtomicBool::new(false));
        catch_signals(&stop).context("cannot catch signals").map_err(Failure::ours)?;
        Ok(Self {
            global,
            working,
            executable,
            interrupt: Interrupt::by(Arc::clone(&stop)),
            languages,
            machine: MachineLock::of_machine(stop),
            archives: Mutex::default(),
        })
    }

    /// Finds and loads a problem by path, slug or code.
    pub(super) fn problem(&self, name: &str) -> Result<Problem, Failure> {
        let folder = self.folder(name)?;
        let shown = if self.is_archive(name) { name.into() } else { self.shown_as_folder(&folder) };
        self.problem_in(&folder, &shown)
    }

    /// The user's folders of headers, which programs of any problem find: that of his settings, and the one that
    /// `JURY_INCLUDE` names.
    pub(super) fn header_folders(&self) -> Vec<PathBuf> {
        let usual = users_folder("XDG_CONFIG_HOME", ".config").map(|own| own.join("include"));
        let named = std::env::var_os("JURY_INCLUDE").filter(|named| !named.is_empty());
        usual.into_iter().chain(named.map(|named| self.working.join(named))).collect()
    }

    /// Finds a problem's folder by path, slug or code. That of an archive is a temporary one, which is
    /// there as long as this context.
    pub(super) fn folder(&self, name: &str) -> Result<PathBuf, Failure> {
        if let Some((archive, below)) = self.archive(name) {
            return self.folder_in(&archive, &below);
        }
        let found = load::find(self.global.problems.as_deref(), &self.working, name);
        let may_be_shipped = match &found {
            Err(load::FindError::Unknown { .. } | load::FindError::Nowhere { .. }) => true,
            // A slug comes before any alias, so that no alias hides a problem that comes with jury.
            Err(load::FindError::TwiceUsed { .. }) => shipped::slugs().contains(&name),
            Ok(folder) => !folder.ends_with(name) && shipped::slugs().contains(&name),
            Err(_) => false,
        };
        if may_be_shipped
            && self.global.problems.is_none()
            && let Some(shipped) = self.shipped_folder(name)?
        {
            return Ok(shipped);
        }
        if matches!(&found, Err(load::FindError::Unknown { .. } | load::FindError::Nowhere { .. }))
            && let Some(near) = self.a_folder_deeper(name)
        {
            let near = near.display();
            return Err(Failure::usage(anyhow!("no problem `{name}`: did you mean `{near}`?")));
        }
        match (found, self.also_shipped()) {
            (Err(error @ load::FindError::Unknown { .. }), Some(others)) => {
                Err(Failure::usage(anyhow!("{error}; also, with jury: {others}")))
            }
            (found, _) => Ok(found?),
        }
    }

    /// The folder of the problem in an archive: at this path in it, or, where that is empty, all of it or
    /// the only problem in it.
    fn folder_in(&self, archive: &Path, below: &Path) -> Result<PathBuf, Failure> {
        let mut archives = self.archives.lock().unwrap_or_else(PoisonError::into_inner);
        let (unpacked, problem) = match archives.entry(archive.to_owned()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let unpacked = archive::unpack(&self.working.join(archive))?;
                let problem = problem_below(unpacked.folder());
                new.insert((unpacked, problem))
            }
        };
        if below == Path::new("") {
            return Ok(problem.clone());
        }
        let tops = [unpacked.folder(), unpacked.top()];
        let mut places = tops.map(|top| top.join(below)).into_iter();
        places.find(|place| place.is_dir()).ok_or_else(|| {
            let (archive, below) = (archive.display(), below.display());
            Failure::usage(anyhow!("`{archive}` has no folder `{below}` in it"))
        })
    }

    /// The problem of this name in a folder of the working directory, by its path from here.
    fn a_folder_deeper(&self, name: &str) -> Option<PathBuf> {
        let entries = self.working.read_dir().ok()?.filter_map(Result::ok);
        let paths = entries.map(|entry| Path::new(&entry.file_name()).join(name));
        paths.filter(|path| load::is_problem(&self.working.join(path))).min()
    }

    /// The problems that come with jury and can be named beside those of the folder of problems.
    pub(super) fn also_shipped(&self) -> Option<String> {
        let own = match &self.global.problems {
            None => load::list(None, &self.working).ok()?,
            Some(_) => return None,
        };
        let is_other = |slug: &&str| own.iter().all(|problem| problem.slug != *slug);
        let others: Vec<_> = shipped::slugs().into_iter().filter(is_other).collect();
        (!others.is_empty()).then(|| others.join(", "))
    }

    /// The folder of the problem of this slug or alias that comes with jury.
    fn shipped_folder(&self, name: &str) -> Result<Option<PathBuf>, Failure> {
        let problems = self.shipped_problems()?;
        Ok(load::find(Some(&problems), Path::new("/"), name).ok())
    }

    /// The folder of the problems that come with jury.
    fn shipped_problems(&self) -> Result<PathBuf, Failure> {
        // Opened: what lies in a cache that others can write to is not to be read.
        self.cache()?;
        shipped::unpacked(&self.cache_folder()?).map_err(Failure::ours)
    }

    /// Whether this names an archive, or a folder in one: they are only read.
    pub(super) fn is_archive(&self, name: &str) -> bool {
        self.archive(name).is_some()
    }

    /// The archive that this names, and the path in it.
    fn archive(&self, name: &str) -> Option<(PathBuf, PathBuf)> {
        let is_archive =
            |path: &&Path| archive::is_archive(path) && self.working.join(path).is_file();
        let archive = Path::new(name).ancestors().find(is_archive)?;
        let below = Path::new(name).strip_prefix(archive).ok()?;
        let leads_on = |part| matches!(part, Component::Normal(_));
        below.components().all(leads_on).then(|| (archive.to_owned(), below.to_owned()))
    }

    /// What is written into a problem must be there afterwards.
    pub(super) fn expect_writable(&self, name: &str) -> Result<(), Failure> {
        if self.is_archive(name) {
            return Err(Failure::usage(anyhow!(
                "`{name}` is an archive: unpack it before you change it"
            )));
        }
        self.folder(name).map_or(Ok(()), |folder| self.expect_own(&folder))
    }

    /// What is written beside or into a problem that comes with jury would be lost with the cache.
    pub(super) fn expect_own(&self, folder: &Path) -> Result<(), Failure> {
        if !shipped::is_in(&self.cache_folder()?, folder) {
            return Ok(());
        }
        let copy = shell::command(&["cp".into(), "-r".into(), word(folder), "problems/".into()]);
        Err(Failure::usage(anyhow!(
            "{} comes with jury and is not changed: work on a copy, made with `mkdir -p problems \
             && {copy}`",
            folder.display()
        )))
    }

    /// The folder of problems, as the user would name it from here.
    pub(super) fn listed_folder(&self) -> Result<PathBuf, Failure> {
        let folder = load::repository(self.global.problems.as_deref(), &self.working)?;
        Ok(self.shown_as_folder(&folder))
    }

    /// Where a new problem goes: the folder of problems, else the working directory.
    pub(super) fn problems_folder(&self) -> PathBuf {
        let found = load::repository(self.global.problems.as_deref(), &self.working);
        found.unwrap_or_else(|_| self.working.clone())
    }

    /// The folder of the problem of this name, as the user would name it from here.
    pub(super) fn shown_folder(&self, name: &str, problem: &Problem) -> PathBuf {
        if self.is_archive(name) {
            return name.into();
        }
        self.shown_as_folder(&problem.folder)
    }

    /// A folder as the user would name it from here.
    fn shown_as_folder(&self, folder: &Path) -> PathBuf {
        let folder = self.shown(folder);
        if folder == Path::new("") { PathBuf::from(".") } else { folder.to_owned() }
    }

    /// A path as the user would name it from here.
    pub(super) fn shown<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.working).unwrap_or(path)
    }

    /// Loads all problems, in byte order of their slugs; a broken one does not hide the others.
    pub(super) fn all_problems(&self) -> Result<Loaded, Failure> {
        let loaded = self.loaded(&load::list(self.global.problems.as_deref(), &self.working)?);
        let complete = |problem: Result<Problem, Failure>| {
            let problem = problem?;
            let shown = self.shown_as_folder(&problem.folder);
            self.complete(problem, &shown)
        };
        Ok(loaded.into_iter().map(complete).collect())
    }

    /// The same, but cases may still have to be made; where there is no folder of problems, those that come
    /// with jury, and their folder.
    pub(super) fn all_or_shipped(&self) -> Result<(Loaded, Option<PathBuf>), Failure> {
        match load::list(self.global.problems.as_deref(), &self.working) {
            Err(load::FindError::NoRepository { .. }) => {
                let folder = self.shipped_problems()?;
                Ok((self.loaded(&load::list(Some(&folder), &self.working)?), Some(folder)))
            }
            listed => Ok((self.loaded(&listed?), None)),
        }
    }

    fn loaded(&self, listed: &[load::Listed]) -> Loaded {
        let load = |problem: &load::Listed| {
            load::load_listed(problem, &self.shown_as_folder(&problem.folder))
        };
        let load = |problem| Ok(self.checked(load(problem)?));
        listed.iter().map(load).collect()
    }

    /// The sandbox that works here, within what the user asked for.
    pub(super) fn sandbox(&self) -> Result<Sandbox, Failure> {
        let sandbox = Sandbox::probe(self.global.policy())?;
        if self.global.verbose {
            output::print_aside(|out| isolation_details(sandbox.isolation(), None, out))?;
        }
        Ok(sandbox)
    }

    /// A problem and the sandbox, found side by side: loading waits for files, and proving a sandbox
    /// for the kernel.
    pub(super) fn problem_and_sandbox(
        &self,
        name: &str,
    ) -> (Result<Problem, Failure>, Result<Sandbox, Failure>) {
        thread::scope(|scope| {
            let sandbox = thread::Builder::new().spawn_scoped(scope, || self.sandbox());
            let problem = self.problem(name);
            let sandbox = match sandbox {
                Ok(sandbox) => {
                    sandbox.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                }
                // No thread can be started: one after the other.
                Err(_) => self.sandbox(),
            };
            (problem, sandbox)
        })
    }

    /// The build cache.
    pub(super) fn cache(&self) -> Result<Cache, Failure> {
        Ok(Cache::open(&self.cache_folder()?)?)
    }

    /// Where the build cache is, or would be.
    pub(super) fn cache_folder(&self) -> Result<PathBuf, Failure> {
        match &self.global.cache {
            Some(folder) => Ok(self.working.join(folder)),
            None => default_cache().map_err(Failure::usage),
        }
    }

    /// The tools of judging.
    pub(super) fn tools<'a>(
        &'a self,
        sandbox: &'a Sandbox,
        cache: &'a Cache,
        workers: Option<NonZeroUsize>,
    ) -> Tools<'a> {
        let usual = Tools::new(sandbox, cache, &self.languages, &self.interrupt, &self.machine);
        let workers = workers.unwrap_or(usual.workers);
        Tools { references: self.references(), workers, ..usual }
    }

    /// The problem with its time limit, which may have to be measured first.
    pub(super) fn timed(&self, tools: &Tools<'_>, problem: Problem) -> Result<Problem, Failure> {
        Ok(self.timing(tools, problem)?.problem)
    }

    /// The same, with what was run to measure it.
    pub(super) fn timing(&self, tools: &Tools<'_>, problem: Problem) -> Result<Timing, Failure> {
        let progress = Progress::new(0);
        progress.subject(problem.slug.clone());
        let timed = tools.with_time_limit(problem, &|step| progress.doing(step.to_owned()))?;
        drop(progress);
        self.explain(&timed.problem)?;
        Ok(timed)
    }

    /// Tells how the problem was read, where that is asked for.
    pub(super) fn explain(&self, problem: &Problem) -> Result<(), Failure> {
        if !self.global.verbose {
            return Ok(());
        }
        let Problem { slug, format, limits, time_limit, .. } = problem;
        let why = match time_limit {
            TimeLimit::Known(words) => format!(", {words}"),
            TimeLimit::Stated | TimeLimit::Derived => String::new(),
        };
        let limit = seconds(limits.cpu);
        output::print_aside(|out| {
            writeln!(out, "{slug}: read as {}; time limit {limit}{why}", format.words)
        })
    }

    /// The `jury` executable, which holds the shipped reference programs.
    pub(super) fn references(&self) -> &Path {
        &self.executable
    }

    /// A problem's parts for use on files; a sandbox is opened only where one of them is a program.
    pub(super) fn parts(&self, problem: &Problem) -> Result<Parts, Failure> {
        if !Parts::need_a_sandbox(problem) {
            return Ok(Parts::in_process(problem)?);
        }
        let (sandbox, cache) = (self.sandbox()?, self.cache()?);
        Ok(self.tools(&sandbox, &cache, None).parts(problem)?)
    }

    /// The first words of a command that does something with a problem here: with the options of
    /// every command that it needs too.
    pub(super) fn command(&self, name: &str, problem: &str) -> Vec<String> {
        let mut words = vec!["jury".to_owned(), name.to_owned()];
        if let Some(folder) = &self.global.problems
            && std::env::var_os("JURY_PROBLEMS").as_deref() != Some(folder.as_os_str())
        {
            words.extend(["--problems".to_owned(), folder.display().to_string()]);
        }
        if let Some(level) = self.global.sandbox {
            words.extend(["--sandbox".to_owned(), Level::from(level).name().to_owned()]);
        }
        if self.global.keep_crlf {
            words.push("--keep-crlf".to_owned());
        }
        let Global { read_as, input_pattern, answer_pattern, .. } = &self.global;
        for (option, value) in [
            ("--read-as", read_as),
            ("--input-pattern", input_pattern),
            ("--answer-pattern", answer_pattern),
        ] {
            words.extend(value.iter().flat_map(|value| [option.to_owned(), value.clone()]));
        }
        if let Some(CheckerPlace::External) = self.global.standard_checker {
            words.extend(["--standard-checker", "external"].map(str::to_owned));
        }
        words.push(problem.to_owned());
        words
    }

    /// The weakest isolation that the user wants: what must be named to be used counts if it is.
    pub(super) fn least_level(&self) -> Level {
        match self.global.policy() {
            Policy::Require(level) => level,
            Policy::AtMost(level) => level.max(Level::Contained),
            Policy::Strongest => Level::Contained,
        }
    }

    /// Tells, once, what could not be done for fair times.
    pub(super) fn warn_of_other_judges(&self) {
        if let Some(trouble) = self.machine.trouble() {
            output::warning(&trouble);
        }
    }

    /// The status of a command that came to its end with this answer.
    pub(super) fn status(&self, good: bool) -> Status {
        if self.interrupt.is_set() {
            Status::Interrupted
        } else if good {
            Status::Good
        } else {
            Status::NotAccepted
        }
    }
}

/// This folder, or the only problem in it where it is none itself.
fn problem_below(folder: &Path) -> PathBuf {
    let inner = if load::is_problem(folder) { Vec::new() } else { load::problems_in(folder) };
    match inner.as_slice() {
        [only] => folder.join(only),
        _ => folder.to_owned(),
    }
}

/// A path as a word of a command: a name that begins with a dash would be read as an option.
pub(super) fn word(path: &Path) -> String {
    let path = path.display().to_string();
    if path.starts_with('-') { format!("./{path}") } else { path }
}

/// The shipped languages, as a profile has them, and those of the file that the user named or of his
/// usual one.
pub(super) fn languages(
    named: Option<&Path>,
    profile: Option<&str>,
    working: &Path,
) -> Result<Languages, LanguagesError> {
    let usual = || users_folder("XDG_CONFIG_HOME", ".config").map(|own| own.join(USUAL_LANGUAGES));
    let shipped = Languages::shipped()?;
    let languages = match profile {
        Some(profile) => shipped.under(profile)?,
        None => shipped,
    };
    let file = named.map(|file| working.join(file));
    match file.or_else(|| usual().filter(|file| file.exists())) {
        Some(file) => languages.and_those_of_user(&file),
        None => Ok(languages),
    }
}

/// The user's folder of this kind that a variable names, else one of the home folder.
fn users_folder(variable: &str, in_home: &str) -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute(variable).or_else(|| absolute("HOME").map(|home| home.join(in_home)));
    folder.map(|folder| folder.join("jury"))
}

/// `$XDG_CACHE_HOME/jury`, else `~/.cache/jury`.
fn default_cache() -> anyhow::Result<PathBuf> {
    users_folder("XDG_CACHE_HOME", ".cache").ok_or_else(|| {
        anyhow!("there is no home folder for the build cache: name a folder with --cache DIR or JURY_CACHE")
    })
}

//! What a sandbox stands on here: the level that was found to work by trying, and what follows
//! from it for each slot. Knows nothing of single runs.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};
use std::time::Duration;

use rustix::thread::CapabilitySet;

use super::advice::{Machine, advice};
use super::cgroup::{Group, Hierarchy, sweep};
use super::child::INSIDE_ID;
use super::opener::Opener;
use super::retired::Retired;
use super::slot::{Seat, failed};
use super::spawn::TRACING;
use super::walls;
use super::watcher::Watcher;
use super::wire::{Accounting, IdMaps, Setup, Walls};
use super::{
    Advice, BuildBox, Ending, Finding, Input, Interrupt, Isolation, Job, Level, Policy,
    SandboxError, View, Workspace,
};
use super::{allowance, canary, fence};
use crate::limits::Limits;
use crate::machine;

/// First user number of programs on the host, where we may choose: none that anybody has.
const FIRST_ID: u32 = 60_000;
/// How many there are.
const IDS: u32 = 4_000;

/// Whether a user is one of those that we, as root, give to programs.
pub(super) fn is_given(user: u32) -> bool {
    rustix::process::geteuid().is_root() && (FIRST_ID..FIRST_ID + IDS).contains(&user)
}

/// Directories of the host of which none is seen inside, to be tried by the canary.
const OUTSIDE: [&str; 5] = ["/sys", "/var", "/run", "/home", "/srv"];

/// Places inside where no toolchain can stand.
const OURS: [&str; 5] = ["/box", "/program", "/files", "/proc", "/dev"];

/// A level in force, and what it needs.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) isolation: Isolation,
    /// The executable whose processes are slots.
    pub(super) executable: PathBuf,
    pub(super) hierarchy: Option<Hierarchy>,
    pub(super) opener: Opener,
    /// Takes groups away if we are killed.
    _watcher: Option<Watcher>,
    level: Level,
    /// Who counts what programs use.
    accounting: Accounting,
    /// This process's effective user.
    user: u32,
    /// Runs share it for reading; one that is repeated alone holds it for writing.
    pub(super) machine: RwLock<()>,
    /// Slots that are on their way out.
    pub(super) retired: Retired,
}

impl Ground {
    /// Finds the strongest level that the policy allows and that holds when tried.
    pub(super) fn probe(executable: &Path, policy: Policy) -> Result<Self, SandboxError> {
        let candidates: Vec<Level> = match policy {
            Policy::Strongest => vec![Level::Full, Level::Contained],
            // Below `contained` nothing but the very level that the user named.
            Policy::AtMost(most) if most >= Level::Fenced => vec![most],
            Policy::AtMost(most) => Level::ALL
                .into_iter()
                .filter(|level| (most..Level::Fenced).contains(level))
                .collect(),
            Policy::Require(level) => vec![level],
        };
        let mut reasons = Vec::new();
        for level in &candidates {
            match Self::attempt(executable, *level) {
                Ok(ground) => return Ok(ground),
                // The walls are not lowered because the machine is out of something just now, nor
                // because the trial was broken off.
                Err(Obstacle::Untold(error)) => return Err(error),
                Err(obstacle) => reasons.push(format!("{}: {}", level.name(), obstacle.words())),
            }
        }
        let weakest = candidates.last().copied();
        let help = weakest
            .zip(reasons.last())
            .map_or_else(Vec::new, |(level, reason)| advice(level, reason, &Machine::read()));
        let mut lines = vec![reasons.join("; ")];
        for Advice { what, command } in help {
            let command = command.map_or_else(String::new, |command| format!(": {command}"));
            lines.push(format!("  what may help: {what}{command}"));
        }
        if candidates.contains(&Level::Contained) {
            lines.push(
                "  to run programs that you trust with less isolation: say --sandbox=fenced".into(),
            );
        }
        let missing = lines.join("\n");
        let wanted = weakest.map_or("any", Level::name);
        Err(SandboxError::Unavailable { wanted, missing })
    }

    /// What each level wants here, strongest first.
    pub(super) fn survey(executable: &Path) -> Vec<Finding> {
        let machine = Machine::read();
        let find = |level| {
            let missing = Self::attempt(executable, level).err().map(|why| why.words());
            let advice = missing.as_ref().map_or_else(Vec::new, |why| advice(level, why, &machine));
            Finding { level, missing, advice }
        };
        Level::ALL.into_iter().map(find).collect()
    }

    /// One level, proved by a canary; else what is missing.
    fn attempt(executable: &Path, level: Level) -> Result<Self, Obstacle> {
        let hierarchy = match level {
            Level::Full => Some(Hierarchy::find()?),
            Level::Contained | Level::Fenced | Level::Watched => None,
        };
        let accounting = match &hierarchy {
            Some(Hierarchy::V1 { .. }) => Accounting::Group,
            Some(Hierarchy::V2 { .. }) => Accounting::OwnGroup,
            // Without a filter, programs could leave their tracer.
            None if level == Level::Watched => Accounting::Sampled,
            None => Accounting::Traced,
        };
        match Self::attempt_with(executable, level, hierarchy, accounting, None) {
            Err(Obstacle::Untraceable(why)) => {
                let accounting = Accounting::Sampled;
                Self::attempt_with(executable, level, None, accounting, Some(&why))
            }
            result => result,
        }
    }

    fn attempt_with(
        executable: &Path,
        level: Level,
        hierarchy: Option<Hierarchy>,
        accounting: Accounting,
        untraceable: Option<&io::Error>,
    ) -> Result<Self, Obstacle> {
        if let Some(hierarchy) = &hierarchy {
            sweep(&hierarchy.parents());
        }
        let watcher = hierarchy
            .as_ref()
            .map(|hierarchy| Watcher::start(executable, hierarchy))
            .transpose()
            .map_err(failed(format!("starting {}", executable.display())))?;
        let ground = Arc::new(Self {
            isolation: walls::isolation(level, hierarchy.as_ref(), untraceable),
            executable: executable.to_owned(),
            hierarchy,
            // Without namespaces it would count against the programs' limit on processes.
            opener: Opener::new(executable, level < Level::Fenced),
            _watcher: watcher,
            level,
            accounting,
            user: rustix::process::geteuid().as_raw(),
            machine: RwLock::new(()),
            retired: Retired::default(),
        });
        prove(&ground)?;
        Arc::into_inner(ground).ok_or_else(|| Obstacle::Missing("the trial did not end".into()))
    }

    /// Whether programs run outside of namespaces, in directories of the host.
    pub(super) fn is_on_the_host(&self) -> bool {
        self.level >= Level::Fenced
    }

    fn is_root(&self) -> bool {
        self.user == 0
    }

    /// Our executable as programs may see it.
    fn canary_path(&self) -> Result<PathBuf, SandboxError> {
        fs::canonicalize(&self.executable).map_err(|source| SandboxError::Failed {
            step: format!("finding {}", self.executable.display()),
            source,
        })
    }

    /// What a canary sees of the host.
    pub(super) fn canary_view(&self) -> Result<View, SandboxError> {
        Ok(View { toolchains: vec![self.canary_path()?], ..View::default() })
    }

    /// A canary's attempt of this name.
    pub(super) fn canary_job(
        &self,
        name: &str,
        arguments: &[OsString],
        limits: Limits,
    ) -> Result<Job, SandboxError> {
        let words = [self.canary_path()?.into(), canary::MARK.into(), name.into()];
        Ok(Job {
            argv: words.into_iter().chain(arguments.iter().cloned()).collect(),
            environment: Vec::new(),
            input: Input::Empty,
            limits,
        })
    }

    /// What a new slot must know.
    pub(super) fn setup(
        &self,
        view: &View,
        group: Option<&Group>,
        number: u32,
    ) -> Result<Setup, SandboxError> {
        // Different users for slots that run side by side, and likely for judges too.
        let outside = FIRST_ID + (std::process::id().wrapping_mul(16).wrapping_add(number)) % IDS;
        let (walls, id) = match (self.level, self.is_root()) {
            // Root has users to give away, in a user namespace or not. It needs one where it may not
            // administer, as in most containers.
            (Level::Full, true) if administers() => (Walls::Namespaces(None), Some(outside)),
            (Level::Fenced, is_root) => (Walls::Fence, is_root.then_some(outside)),
            (Level::Watched, is_root) => (Walls::Watch, is_root.then_some(outside)),
            (_, true) => (Walls::Namespaces(Some(root_maps(outside))), Some(INSIDE_ID)),
            (_, false) => (Walls::Namespaces(Some(plain_maps(self.user))), None),
        };
        for path in &view.toolchains {
            if OURS.iter().any(|ours| path.starts_with(ours)) || !path.is_absolute() {
                let source = io::Error::other("its place inside is taken");
                let step = format!("showing {}", path.display());
                return Err(SandboxError::Failed { step, source });
            }
        }
        if self.is_root() {
            hand_over(view, outside, self.is_on_the_host())?;
        } else {
            allowance::has_processes(|| fence::threads_of(self.user))?;
        }
        Ok(Setup {
            walls,
            id,
            groups: group.map_or_else(Vec::new, Group::entrances),
            toolchains: view.toolchains.clone(),
            program: view.program.clone(),
            files: view.files.clone(),
            build: match &view.workspace {
                Workspace::Scratch => None,
                Workspace::Build(build) => Some(build.clone()),
            },
            accounting: self.accounting,
        })
    }
}

/// Whether this process may make namespaces, and what belongs to them, without a user namespace.
fn administers() -> bool {
    rustix::thread::capabilities(None)
        .is_ok_and(|sets| sets.effective.contains(CapabilitySet::SYS_ADMIN))
}

/// Maps in which root stays root, to put the file tree together, and programs are another user.
fn root_maps(outside: u32) -> IdMaps {
    let map = format!("0 0 1\n{INSIDE_ID} {outside} 1\n");
    IdMaps { uid: map.clone(), gid: map, deny_setgroups: false }
}

/// The one map that a plain user may make: of oneself.
fn plain_maps(user: u32) -> IdMaps {
    let group = rustix::process::getegid().as_raw();
    IdMaps {
        uid: format!("{INSIDE_ID} {user} 1\n"),
        gid: format!("{INSIDE_ID} {group} 1\n"),
        deny_setgroups: true,
    }
}

/// Programs run as another user than the judge: what they shall write must be theirs, and what
/// they shall run must be readable for them.
fn hand_over(view: &View, user: u32, on_the_host: bool) -> Result<(), SandboxError> {
    let failed = |what: &str, path: &Path, source| SandboxError::Failed {
        step: format!("{what} {}", path.display()),
        source,
    };
    if let Workspace::Build(BuildBox { folder, .. }) = &view.workspace {
        chown(folder, Some(user), Some(user))
            .map_err(|source| failed("handing over", folder, source))?;
    }
    for path in [&view.program, &view.files].into_iter().flatten() {
        let state = fs::metadata(path).map_err(|source| failed("looking at", path, source))?;
        if state.mode() & 0o005 != 0o005 {
            let why = "other users must be able to read and enter it (`chmod o+rx`)";
            return Err(failed("showing", path, io::Error::other(why)));
        }
        // Without a file tree of their own they must come there by the host's.
        for folder in path.ancestors().filter(|_| on_the_host) {
            let state =
                fs::metadata(folder).map_err(|source| failed("looking at", folder, source))?;
            if state.mode() & 0o001 == 0 {
                let why = "at this level programs of root's run as another user, who may not enter \
                           it; run jury as a plain user";
                return Err(failed("showing programs", folder, io::Error::other(why)));
            }
        }
    }
    Ok(())
}

/// Why a level is not to be had.
enum Obstacle {
    /// It does not work here: what is missing.
    Missing(String),
    /// It works only if programs are not traced: why they cannot be.
    Untraceable(io::Error),
    /// It cannot be told: the user interrupted the trial, or the machine has no descriptors,
    /// processes or memory left for it, or its user may have none.
    Untold(SandboxError),
}

impl Obstacle {
    fn words(&self) -> String {
        match self {
            Self::Missing(why) => why.clone(),
            Self::Untraceable(error) => chain(error),
            Self::Untold(error) => chain(error),
        }
    }
}

impl From<String> for Obstacle {
    fn from(why: String) -> Self {
        Self::Missing(why)
    }
}

impl From<&str> for Obstacle {
    fn from(why: &str) -> Self {
        Self::Missing(why.into())
    }
}

impl From<SandboxError> for Obstacle {
    fn from(error: SandboxError) -> Self {
        let error = match error {
            SandboxError::Failed { step, source } if step == TRACING => {
                return Self::Untraceable(source);
            }
            error => error,
        };
        // "No space" also means that namespaces are forbidden by a limit of 0 on their number.
        let forbidden = chain(&error).contains("namespaces");
        let everywhere = matches!(error, SandboxError::Allowance(_) | SandboxError::Interrupted);
        if everywhere || machine::is_at_fault(&error) && !forbidden {
            Self::Untold(error)
        } else {
            Self::Missing(chain(&error))
        }
    }
}

/// Runs the canary; else says which wall did not stand, or what did not work.
fn prove(ground: &Arc<Ground>) -> Result<(), Obstacle> {
    const PROOF: &str = "proof";
    let executable = ground.canary_path()?;
    // What we cannot read ourselves would prove nothing.
    let is_outside = |path: &&str| !executable.starts_with(path) && fs::File::open(path).is_ok();
    let secret = OUTSIDE.into_iter().find(is_outside);
    let secret = secret.ok_or("there is nothing outside that a trial could try to read")?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).ok();
    let port = listener.as_ref().and_then(|listener| Some(listener.local_addr().ok()?.port()));
    let arguments = [secret.into(), port.unwrap_or(9).to_string().into()];
    let limits =
        Limits { cpu: Duration::from_secs(20), wall: Duration::from_secs(60), ..Limits::default() };
    let job = ground.canary_job(PROOF, &arguments, limits)?;
    let run = Seat::open(Arc::clone(ground), &ground.canary_view()?)
        .and_then(|mut slot| slot.run(&job, None, &Interrupt::default()))?;
    let words = canary::attempt(PROOF.as_ref()).map_or(&[][..], |attempt| attempt.breaches);
    match run.run.ending {
        Ending::Exited(0) => Ok(()),
        // Where there are no walls, breaking out proves nothing.
        Ending::Exited(_) if ground.level == Level::Watched => Ok(()),
        Ending::Exited(code) => Err(match canary::breaches(words, code) {
            Some(breaches) => format!("a trial broke out: {breaches}").into(),
            None => "a trial could not be made".into(),
        }),
        ending => Err(format!("a trial did not end well ({ending:?})").into()),
    }
}

/// An error with its causes, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        words.push_str(": ");
        words.push_str(&error.to_string());
        cause = error.source();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{Obstacle, SandboxError};

    #[test]
    fn an_interrupted_trial_says_nothing_of_a_level() {
        let obstacle = Obstacle::from(SandboxError::Interrupted);
        assert!(matches!(obstacle, Obstacle::Untold(SandboxError::Interrupted)));
    }
}

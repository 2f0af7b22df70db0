//! What a sandbox stands on here: the level that was found to work by trying, and what follows
//! from it for each slot. Knows nothing of single runs.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::canary;
use super::cgroup::{Group, Hierarchy};
use super::child::INSIDE_ID;
use super::slot::Seat;
use super::wire::{IdMaps, Setup, Walls};
use super::{
    Ending, Input, Interrupt, Isolation, Job, Level, Policy, SandboxError, Strength, View, Wall,
    Workspace,
};
use crate::limits::Limits;

/// First user number of programs on the host, where we may choose: none that anybody has.
const FIRST_ID: u32 = 60_000;
/// How many there are.
const IDS: u32 = 4_000;

/// Places inside where no toolchain can stand.
const OURS: [&str; 5] = ["/box", "/program", "/files", "/proc", "/dev"];

/// A level in force, and what it needs.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) isolation: Isolation,
    /// The executable whose processes are slots.
    pub(super) executable: PathBuf,
    pub(super) hierarchy: Option<Hierarchy>,
    level: Level,
    /// This process's effective user.
    user: u32,
}

impl Ground {
    /// Finds the strongest level that the policy allows and that holds when tried.
    pub(super) fn probe(executable: &Path, policy: Policy) -> Result<Self, SandboxError> {
        let candidates: Vec<Level> = match policy {
            Policy::Strongest => vec![Level::Full, Level::Contained],
            Policy::AtMost(most) => Level::ALL.into_iter().filter(|level| *level >= most).collect(),
            Policy::Require(level) => vec![level],
        };
        let mut reasons = Vec::new();
        for level in &candidates {
            match Self::attempt(executable, *level) {
                Ok(ground) => return Ok(ground),
                Err(reason) => reasons.push(format!("{}: {reason}", level.name())),
            }
        }
        let mut missing = reasons.join("; ");
        if policy == Policy::Strongest {
            missing += "; to run programs that you trust with less isolation, say --sandbox=fenced";
        }
        let wanted = candidates.last().map_or("any", |level| level.name());
        Err(SandboxError::Unavailable { wanted, missing })
    }

    /// One level, proved by a canary; else what is missing.
    fn attempt(executable: &Path, level: Level) -> Result<Self, String> {
        let user = rustix::process::geteuid().as_raw();
        let hierarchy = match level {
            Level::Full => Some(Hierarchy::find()?),
            Level::Contained | Level::Fenced | Level::Watched => None,
        };
        if let Some(hierarchy) = &hierarchy {
            hierarchy.sweep();
        }
        let ground = Arc::new(Self {
            isolation: isolation(level, hierarchy.as_ref()),
            executable: executable.to_owned(),
            hierarchy,
            level,
            user,
        });
        prove(&ground)?;
        Arc::into_inner(ground).ok_or_else(|| "the trial did not end".into())
    }

    /// Whether a program's user is the owner of host files of this user.
    pub(super) fn owns(&self, user: u32) -> bool {
        !self.is_root() && user == self.user
    }

    /// Whether programs run outside of namespaces, in directories of the host.
    pub(super) fn is_on_the_host(&self) -> bool {
        self.level >= Level::Fenced
    }

    fn is_root(&self) -> bool {
        self.user == 0
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
            // Root has users to give away, in a user namespace or not.
            (Level::Full, true) => (Walls::Namespaces(None), Some(outside)),
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
            hand_over(view, outside)?;
        }
        Ok(Setup {
            walls,
            id,
            groups: group.map_or_else(Vec::new, Group::entrances),
            toolchains: view.toolchains.clone(),
            program: view.program.clone(),
            files: view.files.clone(),
            workspace: match &view.workspace {
                Workspace::Scratch => None,
                Workspace::Host(path) => Some(path.clone()),
            },
            sample: self.hierarchy.is_none(),
        })
    }
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
fn hand_over(view: &View, user: u32) -> Result<(), SandboxError> {
    let failed = |what: &str, path: &Path, source| SandboxError::Failed {
        step: format!("{what} {}", path.display()),
        source,
    };
    if let Workspace::Host(path) = &view.workspace {
        chown(path, Some(user), Some(user))
            .map_err(|source| failed("handing over", path, source))?;
    }
    for path in [&view.program, &view.files].into_iter().flatten() {
        let state = fs::metadata(path).map_err(|source| failed("looking at", path, source))?;
        if state.mode() & 0o005 != 0o005 {
            let why = "other users must be able to read and enter it (`chmod o+rx`)";
            return Err(failed("showing", path, io::Error::other(why)));
        }
    }
    Ok(())
}

/// Runs the canary; else says which wall did not stand, or what did not work.
fn prove(ground: &Arc<Ground>) -> Result<(), String> {
    let executable = fs::canonicalize(&ground.executable)
        .map_err(|error| format!("{} cannot be found: {error}", ground.executable.display()))?;
    let secret = tempfile::NamedTempFile::new()
        .map_err(|error| format!("a temporary file cannot be made: {error}"))?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).ok();
    let port = listener.as_ref().and_then(|listener| Some(listener.local_addr().ok()?.port()));
    let view = View { toolchains: vec![executable.clone()], ..View::default() };
    let job = Job {
        argv: vec![
            executable.into(),
            canary::MARK.into(),
            secret.path().into(),
            OsString::from(port.unwrap_or(9).to_string()),
        ],
        environment: Vec::new(),
        input: Input::Empty,
        limits: Limits {
            cpu: Duration::from_secs(5),
            wall: Duration::from_secs(10),
            ..Limits::default()
        },
    };
    let run = Seat::open(Arc::clone(ground), &view)
        .and_then(|mut slot| slot.run(&job, None, &Interrupt::default()))
        .map_err(|error| chain(&error))?;
    match run.run.ending {
        Ending::Exited(0) => Ok(()),
        // Where there are no walls, breaking out proves nothing.
        Ending::Exited(_) if ground.level == Level::Watched => Ok(()),
        Ending::Exited(code) => {
            let open = canary::BREACHES.iter().filter(|(bit, _)| code & i32::from(*bit) != 0);
            let open: Vec<&str> = open.map(|(_, words)| *words).collect();
            Err(format!("a trial broke out: {}", open.join(", ")))
        }
        ending => Err(format!("a trial did not end well ({ending:?})")),
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

fn wall(wall: &str, strength: Strength, by: &str) -> Wall {
    Wall { wall: wall.into(), strength, by: by.into() }
}

/// What a level gives, in words.
fn isolation(level: Level, hierarchy: Option<&Hierarchy>) -> Isolation {
    use Strength::{Enforced, Sampled};
    let version = match hierarchy {
        Some(Hierarchy::V1 { .. }) => "cgroup v1",
        Some(Hierarchy::V2 { .. }) => "cgroup v2",
        None => "no cgroup",
    };
    let host = level >= Level::Fenced;
    let fenced = level == Level::Fenced;
    let held = |name, by| {
        if fenced { wall(name, Enforced, by) } else { wall(name, Strength::None, "nothing") }
    };
    let walls = if host {
        vec![
            held("files", "Landlock; /proc and the names of files can be seen"),
            held("network", "sockets refused by the seccomp filter"),
            wall("processes", Sampled, "descendants, looked for; RLIMIT_NPROC"),
            wall("memory", Sampled, SAMPLED_MEMORY),
            wall("cpu", Sampled, SAMPLED_CPU),
            held("syscalls", "seccomp filter, no_new_privs"),
            wall("user", Strength::None, "the judge's own, unless that is root"),
            wall("output", Enforced, "counted as it is read; single files by RLIMIT_FSIZE"),
        ]
    } else {
        let full = level == Level::Full;
        let by = |full_by: String, or: &str| if full { full_by } else { or.to_owned() };
        let strength = if full { Enforced } else { Sampled };
        vec![
            wall("files", Enforced, "mount namespace, private read-only root"),
            wall("network", Enforced, "network namespace without devices, families filtered"),
            wall(
                "processes",
                Enforced,
                &by(format!("pid namespace, {version} pids"), "pid namespace, RLIMIT_NPROC"),
            ),
            wall("memory", strength, &by(format!("{version}, all processes"), SAMPLED_MEMORY)),
            wall("cpu", strength, &by(format!("{version}, all processes"), SAMPLED_CPU)),
            wall("syscalls", Enforced, "seccomp filter, no_new_privs"),
            wall("user", Enforced, "a user without capabilities, in namespaces of its own"),
            wall("output", Enforced, "counted as it is read; files by tmpfs size, RLIMIT_FSIZE"),
        ]
    };
    let (cpu_source, memory_source) = if level == Level::Full {
        (format!("{version}, all processes"), format!("{version} peak, all processes"))
    } else {
        (
            "times of reaped processes, or of all as sampled".to_owned(),
            "peak resident size of one process, or of all as sampled".to_owned(),
        )
    };
    Isolation { level, walls, cpu_source, memory_source }
}

const SAMPLED_MEMORY: &str = "resident size, looked at every 5 ms; RLIMIT_DATA";
const SAMPLED_CPU: &str = "process clocks, looked at every 5 ms; RLIMIT_CPU";

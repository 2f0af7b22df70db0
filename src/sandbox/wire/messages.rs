//! What the judge and a slot say to each other.

use std::ffi::{CString, OsString};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// In place of an error number of [`Answer::Failed`]: the step says it all.
pub(in crate::sandbox) const WORDS_ONLY: i32 = 0;

/// The one step of [`Answer::Failed`] that a machine may forbid and that can be done without.
pub(in crate::sandbox) const TRACING: &str = "tracing a program";

/// Where slots without a mount namespace have their boxes.
pub(crate) const BOXES: &str = "/tmp";

/// A time as messages say it, in nanoseconds.
pub(in crate::sandbox) fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// A path of the host. It need not be UTF-8, as serde's own form of a path must be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "OsString", into = "OsString")]
pub(in crate::sandbox) struct HostPath(PathBuf);

impl From<OsString> for HostPath {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}

impl From<HostPath> for OsString {
    fn from(path: HostPath) -> Self {
        path.0.into()
    }
}

impl From<PathBuf> for HostPath {
    fn from(path: PathBuf) -> Self {
        Self(path)
    }
}

impl Deref for HostPath {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

/// How a slot's process is walled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::sandbox) enum Walls {
    /// Namespaces; with the maps of a user namespace where one is wanted.
    Namespaces(Option<IdMaps>),
    /// No namespaces: Landlock and the system-call filter.
    Fence,
    /// Resource limits and a process group only.
    Watch,
}

/// The maps of a new user namespace, as the kernel reads them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::sandbox) struct IdMaps {
    /// For `uid_map`.
    pub(in crate::sandbox) uid: String,
    /// For `gid_map`.
    pub(in crate::sandbox) gid: String,
    /// Whether `setgroups` must be given up first: so it is for a plain user.
    pub(in crate::sandbox) deny_setgroups: bool,
}

/// All that a new slot must know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::sandbox) struct Setup {
    /// How it is walled in.
    pub(in crate::sandbox) walls: Walls,
    /// User and group of the programs, as numbered inside; `None` keeps the slot's own.
    pub(in crate::sandbox) id: Option<u32>,
    /// The `cgroup.procs` files to join.
    pub(in crate::sandbox) groups: Vec<HostPath>,
    /// Host paths visible at the same path.
    pub(in crate::sandbox) toolchains: Vec<HostPath>,
    /// Host directory at `/program`.
    pub(in crate::sandbox) program: Option<HostPath>,
    /// Host directory at `/files`.
    pub(in crate::sandbox) files: Option<HostPath>,
    /// Where a build takes place; `None` for an empty box each run.
    pub(in crate::sandbox) build: Option<Build>,
    /// Whether nothing in the box can be changed.
    pub(in crate::sandbox) read_only: bool,
    /// Who counts what programs use.
    pub(in crate::sandbox) accounting: Accounting,
}

/// Where a build takes place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::sandbox) struct Build {
    /// A host directory with the sources.
    pub(in crate::sandbox) folder: HostPath,
    /// Bytes that everything written in the box may hold together.
    pub(in crate::sandbox) size: u64,
}

/// Who counts the CPU time and the memory of programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::sandbox) enum Accounting {
    /// The kernel, in a control group that the slot is in too.
    Group,
    /// The kernel, in a control group of version 2 that comes with each run, and in which its
    /// program is started.
    OwnGroup,
    /// The slot, which traces all processes and so sees each one's end.
    Traced,
    /// The slot, by looking alone.
    Sampled,
}

impl Accounting {
    /// Whether the kernel counts, so that the slot need not.
    pub(in crate::sandbox) fn is_by_group(self) -> bool {
        matches!(self, Self::Group | Self::OwnGroup)
    }
}

/// Limits that the slot's side applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::sandbox) struct SlotLimits {
    /// CPU time at which the run is killed, in nanoseconds.
    pub(in crate::sandbox) kill_cpu: u64,
    /// Memory in bytes.
    pub(in crate::sandbox) memory: u64,
    /// Processes and threads.
    pub(in crate::sandbox) processes: u64,
    /// Bytes in files.
    pub(in crate::sandbox) files: u64,
}

/// What a run is asked for beyond its limits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::sandbox) struct Extras {
    /// A folder of this name stands in the box when the program starts.
    pub(in crate::sandbox) folder: Option<CString>,
    /// Files, as paths in the box, that are opened for the judge after the run.
    pub(in crate::sandbox) keep: Vec<CString>,
    /// Bytes that the box has room for beside those that the program may write, for the files of a
    /// bundle that comes beside the order; `None` where none does.
    pub(in crate::sandbox) brings: Option<u64>,
    /// Whether a file comes beside the order that gets a bundle of all that the folder holds in the
    /// end.
    pub(in crate::sandbox) takes: bool,
    /// Whether somebody waits for the far ends of the standard streams to close: the slot then lets
    /// go of them as soon as the program has them.
    pub(in crate::sandbox) talks: bool,
    /// The only processor that the program may use, as the kernel counts them.
    pub(in crate::sandbox) processor: Option<usize>,
}

/// What the judge asks of a slot.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::sandbox) enum Order {
    /// Run this, with descriptors beside it: three as its standard streams, one for its control group
    /// where it has one of its own, and those of bundles as [`Extras`] says.
    Run {
        /// Limits.
        limits: SlotLimits,
        /// More.
        extras: Extras,
        /// Program and arguments.
        argv: Vec<CString>,
        /// Environment.
        environment: Vec<CString>,
    },
    /// Kill what runs, if the program was started so long ago, in nanoseconds; else say what is left
    /// of that time. Means nothing when nothing runs.
    Stop {
        /// How long, from when the program had been started.
        after: u64,
    },
}

/// Why the slot itself ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::sandbox) enum Halt {
    /// It did not.
    No,
    /// The judge asked for it.
    Asked,
    /// It saw too much memory.
    Memory,
    /// It saw too much CPU time.
    Cpu,
}

/// Facts of one run as the slot saw them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::sandbox) struct Facts {
    /// The wait status of the main process.
    pub(in crate::sandbox) status: i32,
    /// The error number of `execve`, or 0.
    pub(in crate::sandbox) refused: i32,
    /// Why the slot ended it.
    pub(in crate::sandbox) halt: Halt,
    /// Wall time from just before the start to the end of the main process, in nanoseconds.
    pub(in crate::sandbox) wall: u64,
    /// When the main process was seen to have ended, in nanoseconds of the monotonic clock.
    pub(in crate::sandbox) ended: u64,
    /// Which of the files asked for are beside the message, as bits, the first one lowest.
    pub(in crate::sandbox) kept: u64,
    /// CPU time of all that was reaped, in nanoseconds.
    pub(in crate::sandbox) reaped_cpu: u64,
    /// CPU time that the slot itself spent since its last answer, in nanoseconds.
    pub(in crate::sandbox) own_cpu: u64,
    /// Largest resident size of one process, or of all together where that was looked at, in bytes.
    pub(in crate::sandbox) resident: u64,
    /// Processes found alive after the main one ended.
    pub(in crate::sandbox) left_over: u32,
    /// Whether the slot must not be used again.
    pub(in crate::sandbox) retire: bool,
}

/// What a slot answers.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::sandbox) enum Answer {
    /// The slot's process exists; its pidfd is beside the message.
    Born,
    /// It is ready for the first run; a build's box is beside the message.
    Ready,
    /// A step of ours failed: nothing was run.
    Failed {
        /// The step.
        step: String,
        /// The error number.
        errno: i32,
    },
    /// It was told to stop, found the program running, and is killing it.
    Stopping,
    /// It was told to stop a program too early: in so many nanoseconds it will be time.
    Early {
        /// How many.
        left: u64,
    },
    /// A run is over, and all is clean again. The files asked for are beside the message.
    Done(Facts),
}

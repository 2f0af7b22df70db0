//! What is asked of a slot and what came of it: views, jobs, and the facts of a run.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bytesize::ByteSize;

use crate::limits::Limits;

/// What a slot's programs see of the host, fixed when the slot is opened.
#[derive(Debug, Clone, Default)]
pub struct View {
    /// Host paths (files or directories) visible read-only *at the same path* inside, beside the
    /// system's own (`/usr`, `/lib*`, `/bin`, what `/etc` must give): toolchains, for instance.
    pub toolchains: Vec<PathBuf>,
    /// A host directory visible read-only at `/program` inside: what a build made.
    pub program: Option<PathBuf>,
    /// A host directory visible read-only at `/files` inside. What the judge changes in it between
    /// runs is seen by the next one.
    pub files: Option<PathBuf>,
    /// What stands at `/box`, the working directory.
    pub workspace: Workspace,
}

/// The working directory of a run, always `/box` inside.
#[derive(Debug, Clone, Default)]
pub enum Workspace {
    /// Private, writable within `Limits::files`, at the start of each run empty but for the job's files.
    #[default]
    Scratch,
    /// The same, but nothing in it can be changed, so that programs cannot write files anywhere. At
    /// level `watched`, the directory alone is closed, and a program that wants to can open it again.
    ReadOnly,
    /// For builds: kept until the slot is closed, and read through [`Slot::workspace`](super::Slot::workspace). What is in
    /// it is hostile.
    Build(BuildBox),
}

/// Where a build takes place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildBox {
    /// A host directory that the caller made, with the sources in `src` and the empty directories
    /// `out` and `tmp`, which anybody may write in. Programs see `/box/src`, read-only; `/box` and
    /// all else in it is memory of the slot's own. Below `contained`, `/box` is this directory.
    pub folder: PathBuf,
    /// Bytes that everything written in the box may hold together. Below `contained` only single
    /// files are bounded.
    pub size: u64,
}

/// Standard input of a run.
#[derive(Debug, Clone)]
pub enum Input {
    /// Nothing: end of file at once.
    Empty,
    /// A host file, opened afresh, read-only.
    File(PathBuf),
    /// These bytes.
    Bytes(Arc<[u8]>),
}

/// One execution asked for.
#[derive(Debug, Clone)]
pub struct Job {
    /// Program and arguments; the program is an absolute path *inside* the sandbox.
    pub argv: Vec<OsString>,
    /// The whole environment: nothing is inherited.
    pub environment: Vec<(OsString, OsString)>,
    /// Standard input.
    pub input: Input,
    /// What stands in an empty box when the program starts: copies of its own, which it may change.
    /// They take no room from what it may write, and count as memory like all files in the box.
    pub files: Arc<[BoxFile]>,
    /// Limits in force.
    pub limits: Limits,
}

impl Job {
    /// The same for a run that was starved: with [`Limits::patient`].
    #[must_use]
    pub fn patient(self) -> Self {
        Self { limits: self.limits.patient(), ..self }
    }
}

/// A file in a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxFile {
    /// Its path below `/box`.
    pub path: PathBuf,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// A limit that can stop a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// CPU time went past [`Limits::kill_cpu`].
    Cpu,
    /// Wall time.
    Wall,
    /// Memory.
    Memory,
    /// Standard output or standard error.
    Output,
    /// Processes or threads.
    Processes,
    /// Bytes in files.
    Files,
}

impl Limit {
    /// What a run did that was stopped by this limit: a lower-case fragment.
    pub fn words(self, limits: &Limits) -> String {
        let seconds = |time: Duration| format!("{} s", time.as_secs_f64());
        match self {
            Self::Cpu => format!("more than {} of CPU time", seconds(limits.cpu)),
            Self::Wall => format!("still running after {}", seconds(limits.wall)),
            Self::Memory => format!("more than {} of memory", ByteSize(limits.memory)),
            Self::Output => format!("more than {} of output", ByteSize(limits.output)),
            Self::Files => format!("more than {} written to files", ByteSize(limits.files)),
            Self::Processes => format!("more than {} processes and threads", limits.processes),
        }
    }
}

/// What a program did that ended by [`Ending::Stuck`]: a lower-case fragment.
pub const STUCK: &str = "it waited for what could not come";

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal, which we did not send.
    Signalled(i32),
    /// It never began: `execve` refused the program with this error number.
    NotStarted(i32),
    /// We stopped it because of this limit, or the kernel did so on our behalf.
    Stopped(Limit),
    /// We stopped it because it could never have gone on: it waited for what could not come.
    Stuck,
}

/// The facts of one execution.
#[derive(Debug, Clone)]
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// CPU time of the whole process tree.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// Peak memory of the whole process tree in bytes.
    pub memory: u64,
    /// Everything written to standard output, or to the file that stands for it, up to the output limit.
    pub output: Vec<u8>,
    /// Bytes written there, as far as counted.
    pub output_bytes: u64,
    /// Standard error. Of more than 64 KiB the first and the last half of that, and between them a line that
    /// says how many bytes are left out.
    pub errors: Vec<u8>,
    /// Forks or threads that the process limit refused; 0 where nobody counts them (below `full`).
    pub refused_processes: u64,
    /// The file that stands for standard output, where there is one and the run left no such file: then
    /// the output is empty.
    pub missing: Option<Arc<str>>,
}

#[cfg(test)]
impl Run {
    /// A run that ended so, wrote nothing and used nothing.
    pub(crate) fn ended(ending: Ending) -> Self {
        Self {
            ending,
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            memory: 0,
            output: Vec::new(),
            output_bytes: 0,
            errors: Vec::new(),
            refused_processes: 0,
            missing: None,
        }
    }
}

/// What a run leaves behind in its box, as far as the judge wants to see it.
#[derive(Debug, Clone, Copy)]
pub struct Keep<'a> {
    /// An empty folder of this name stands in `/box` when the program starts.
    pub folder: Option<&'a str>,
    /// Files to be read afterwards, as paths below `/box`; at most 8.
    pub files: &'a [&'a str],
    /// Bytes that are read of each at most.
    pub most: u64,
    /// Whether all that the folder holds in the end is wanted too, whole; without a folder, all that the
    /// box holds.
    pub all: bool,
}

/// The heads of the files that a [`Keep`] asks for, in its order. `None`, or nothing at all at the
/// end, where there is no such regular file.
pub type Kept = Vec<Option<Vec<u8>>>;

/// A run that is over, with what it left behind.
#[derive(Debug, Clone)]
pub struct Finished {
    /// The facts.
    pub run: Run,
    /// The files asked for.
    pub kept: Kept,
    /// The regular files in the folder, where all of them are asked for; `None` where they hold more
    /// than a run may write.
    pub left: Option<Vec<BoxFile>>,
    /// When it ended, by the monotonic clock: so runs that took place side by side can be ordered.
    pub ended: Duration,
}

impl Run {
    /// Whether the wall clock ran out although the program, or what it waited for with this CPU
    /// time, did not merely wait: then the machine may have been too busy to let it run. Two programs
    /// that talk wake each other all the time, and wait for each other if both use next to nothing of
    /// it. Where one computes, it may get a small share only of a machine that is busy with other things.
    pub fn is_starved(&self, cpu_waited_for: Duration) -> bool {
        let is_at_work = if cpu_waited_for.is_zero() {
            is_at_work(self.cpu, self.wall)
        } else {
            self.cpu + cpu_waited_for > self.wall / 5
        };
        self.ending == Ending::Stopped(Limit::Wall) && is_at_work
    }
}

/// Whether a program with this CPU time in this wall time did more than wait.
pub(super) fn is_at_work(cpu: Duration, wall: Duration) -> bool {
    cpu > wall / 20
}

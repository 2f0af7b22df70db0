//! Runs one program under limits and reports facts: a [`Job`] in, a [`Run`] out.
//!
//! This room alone starts processes. It deliberately knows nothing of problems, cases, checkers
//! and verdicts: it says *what happened* and *what it cost*, never what that means.
//!
//! # How a run comes about
//!
//! ```text
//! judge (any threads) --starts--> porter --forks--> warden = the slot: first process of its pid
//!   |   Seat, Worker               joins groups        |  namespace, holds the walls, serves runs
//!   +-- order, three descriptors ---------------------->+-- clone, limits, user, execve --> program
//!   +<-- facts: wait status, times --------------------+<-- its end
//!   +-- reads the control group, drains the pipes
//! ```
//!
//! The judge itself never forks a program. The slot shares no memory with it, holds nothing of its,
//! and ends when its socket closes, whatever the judge died of; the kernel then ends all that was
//! in the slot. Every fact of a run comes from the kernel, none from what a program can write.
//!
//! # What a program meets at its limits
//!
//! | limit | at `full` | at `contained` | the run ends |
//! |---|---|---|---|
//! | CPU time | killed once all processes together have used [`Limits::kill_cpu`](crate::limits::Limits::kill_cpu), read from the control group | the same, by the clocks of all processes: of those that have ended exactly, of the others looked at every 5 ms | `Stopped(Cpu)` |
//! | wall time | killed | killed | `Stopped(Wall)` |
//! | memory | allocation succeeds, touching a page too many kills; box, pipes and shared memory count | killed when sizes of processes, shared memory, the files in the box, and pipes and sockets by their number are seen above the limit; `malloc` fails from twice the limit and 1 GiB; memory files do not exist (`ENOSYS`) | `Stopped(Memory)` |
//! | stack | as memory | as memory | `Stopped(Memory)` |
//! | output | killed when standard output or standard error has written one byte more | the same | `Stopped(Output)` |
//! | processes and threads | `fork` fails with `EAGAIN`; counted | the same; not counted | not by this |
//! | files | one file: `SIGXFSZ`, or `EFBIG` where that is ignored; all: `ENOSPC`, also for more than 8 191 names | the same | `Stopped(Files)` for the signal |
//! | forbidden calls | `EPERM`, or `ENOSYS` as if the kernel lacked them; calls of other machines (32 bit, x32): `SIGSYS` | the same | not by this; `Signalled` |
//!
//! A program has at most 1024 descriptors, no core dumps, no locked memory; `/tmp` and `/dev/shm`
//! are the box. File locks succeed and hold nothing, except in builds.
//!
//! Lack of memory decides before all else, since it makes programs end in any way: as soon as the
//! kernel killed *any* process of the run for it, the run is `Stopped(Memory)`.
//!
//! # Figures
//!
//! CPU time of a run that was stopped is that of the moment when it was told to: what the kernel
//! spends on the end of its processes is not the program's, and another slot takes over meanwhile.
//! Else CPU time at `full` is that of the control group (in version 1 less the slot's own, which is
//! in the same group), so it holds children, orphans and children that nobody waits for, and the
//! start of the program (about 0.1 ms of it before its first instruction). At `contained` and
//! `fenced` the slot traces all processes, so that none is gone before its own clock was read; where
//! that is forbidden, and at `watched`, it is that of reaped processes, or of all as seen while they
//! lived, whichever is more. Memory at `full` is the group's peak less what it held before, less file
//! pages that the kernel merely keeps cached; its grain is 256 KiB a core, so the
//! smallest programs show 0 to 512 KiB. Elsewhere it is the largest resident size of one process,
//! shared libraries included, or of all and the files in the box together as sampled; the kernel
//! starts a process's peak at its parent's, so the smallest programs show the slot's, 2 to 3 MiB.
//!
//! What disturbs times: other load on the same core's caches (memory-bound programs by up to a
//! quarter), a first run that reads libraries from the disk, and CPU frequency; none of it is
//! under the sandbox's control.
//!
//! # Faults from outside
//!
//! A slot that was killed, stopped or held up, a program killed for want of memory on the whole
//! machine, a control group that vanished or was changed: none is a run. It is repeated in a fresh
//! slot, alone, where nothing can have been left by the first attempt, and else an error. So is a
//! program ended by a `SIGKILL` that we did not send: the kernel does not tell who did. What ends so
//! again while nothing else runs has done it itself, and that is how its run ended. While the judge
//! itself stands still, so does the clock of the run. What a killed judge leaves (groups, folders of
//! builds) is held by nobody, which is how the next one knows it and takes it away; and its groups a
//! watcher beside it, at once.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LockResult, RwLockWriteGuard};

mod advice;
mod allowance;
mod canary;
mod cgroup;
mod child;
mod conclusion;
mod course;
mod delegation;
mod dialogue;
mod doubt;
mod fence;
mod filter;
mod gate;
mod ground;
pub mod host;
mod input;
mod interview;
mod isolation;
mod job;
pub mod judged;
mod kept;
mod meter;
mod mounts;
mod opener;
mod process;
mod retired;
mod root;
mod sample;
mod session;
mod slot;
mod spawn;
mod start;
mod streams;
mod supply;
pub(crate) mod sweep;
mod sys;
mod trace;
mod transcript;
mod trial;
mod walls;
mod warden;
mod watcher;
mod wire;
mod worker;

pub use dialogue::{Exchange, Side, converse};
pub use interview::{Heard, Interview, Reply};
pub use isolation::{Advice, Finding, Isolation, Level, Strength, Trial, WALLS, Wall};
pub use job::{BuildBox, Ending, Finished, Input, Job, Keep, Kept, Limit, Run, View, Workspace};
pub use transcript::{Speaker, Transcript, Turn};

use ground::Ground;

/// Asks every slot that shares it to stop what it runs. Set once, never cleared.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(pub Arc<AtomicBool>);

impl Interrupt {
    /// Whether a stop was asked for.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What the user allows and asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// The strongest level that works here, but not below `Contained`.
    Strongest,
    /// The strongest level that works here, is not stronger than this one and not below
    /// `Contained`; or, where this one is below it, exactly this one: the user's word for less
    /// isolation (`--sandbox=LEVEL`).
    AtMost(Level),
    /// This level or an error that says what is missing (`--require-sandbox=LEVEL`).
    Require(Level),
}

/// Why a run could not take place or its facts are not known: ours or the machine's fault, never
/// the contestant's.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The user interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The wanted isolation does not work here.
    #[error("sandbox level `{wanted}` is not available here: {missing}")]
    Unavailable {
        /// The level asked for.
        wanted: &'static str,
        /// What is missing, and what to do about it.
        missing: String,
    },
    /// A step of the sandbox's own failed.
    #[error("sandbox: {step}")]
    Failed {
        /// What was being done.
        step: String,
        /// Why it failed.
        source: std::io::Error,
    },
    /// The slot's process ended, or stood still, for no reason of the program's, twice where a
    /// second attempt could be made.
    #[error("the sandbox's own process was killed or stopped from outside")]
    Lost,
    /// The judge's own user may not have what programs are promised: what, and what to do.
    #[error("{0}")]
    Allowance(String),
    /// The kernel killed a process of the run for memory that the machine lacked, though the run's
    /// own limit was not met; twice where a second attempt could be made.
    #[error("the machine ran out of memory: {how}")]
    OutOfMemory {
        /// What was seen.
        how: String,
    },
    /// The input file cannot be opened.
    #[error("cannot read {}", path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl SandboxError {
    /// Whether it spoilt one run and says nothing of others: the machine may do better by them.
    pub fn spoils_one(&self) -> bool {
        matches!(self, Self::Lost | Self::OutOfMemory { .. } | Self::Failed { .. })
    }
}

/// A sandbox of the level that was found to work. Slots are opened from it.
#[derive(Debug, Clone)]
pub struct Sandbox {
    ground: Arc<Ground>,
}

impl Sandbox {
    /// Finds the level by trying, within the policy. Slots are processes of this very executable,
    /// whose `main` must call [`enter_if_child`] first.
    pub fn probe(policy: Policy) -> Result<Self, SandboxError> {
        if !ENTERED.load(Ordering::Relaxed) {
            return Err(SandboxError::Unavailable {
                wanted: "any",
                missing: "this executable does not begin with `sandbox::enter_if_child`; name one \
                          that does by `Sandbox::probe_with`"
                    .into(),
            });
        }
        Self::probe_with(Path::new("/proc/self/exe"), policy)
    }

    /// The same with slots of another executable: for tests and benchmarks, whose own `main` is
    /// not ours. The executable must call [`enter_if_child`] first.
    pub fn probe_with(executable: &Path, policy: Policy) -> Result<Self, SandboxError> {
        Ground::probe(executable, policy).map(|ground| Self { ground: Arc::new(ground) })
    }

    /// Tries every level, whatever is in force: slots are processes of this very executable.
    pub fn survey() -> Vec<Finding> {
        Ground::survey(Path::new("/proc/self/exe"))
    }

    /// What is in force.
    pub fn isolation(&self) -> &Isolation {
        &self.ground.isolation
    }

    /// Tries every wall in turn with a program that attacks it, and tells of each as it is done.
    pub fn trials(
        &self,
        interrupt: &Interrupt,
        done: &mut dyn FnMut(&Trial),
    ) -> Result<Vec<Trial>, SandboxError> {
        trial::trials(&self.ground, interrupt, done)
    }

    /// Bytes of memory that builds may take together now: what the machine, and the control groups
    /// above the judge, can give, less an eighth for all others.
    pub fn memory_to_give(&self) -> u64 {
        let all = supply::memory();
        all - all / 8
    }

    /// Waits until nothing runs in any slot, and lets nothing else begin until this is dropped.
    /// Conversations with programs are not waited for.
    pub fn alone(&self) -> Alone<'_> {
        Alone { _machine: self.ground.machine.write() }
    }

    /// Opens a slot: a warm place where programs with this view run one after another.
    pub fn open(&self, view: &View) -> Result<Slot, SandboxError> {
        slot::Seat::open(Arc::clone(&self.ground), view).map(|seat| Slot { seat })
    }
}

/// Holds every other run back, as long as it lives.
#[derive(Debug)]
pub struct Alone<'a> {
    _machine: LockResult<RwLockWriteGuard<'a, ()>>,
}

impl Alone<'_> {
    /// Waits until what has ended has given its memory back, which the kernel does some time later,
    /// or for two seconds.
    pub fn settle(&self) {
        supply::settle();
    }
}

/// A warm place where programs run one after another, each in a clean state. One a worker; it may
/// move between threads, and everything in it dies with its owner.
#[derive(Debug)]
pub struct Slot {
    seat: slot::Seat,
}

impl Slot {
    /// Runs one job to its end. Programs that outlive the main one are killed with it. A slot that
    /// is found damaged is replaced for the next run.
    pub fn run(&mut self, job: &Job, interrupt: &Interrupt) -> Result<Run, SandboxError> {
        self.seat.run(job, None, interrupt).map(|finished| finished.run)
    }

    /// The same while no other slot of the sandbox runs anything, and once only: for who knows better
    /// than the slot whether a run must be repeated.
    pub fn run_alone(
        &mut self,
        _: &Alone<'_>,
        job: &Job,
        interrupt: &Interrupt,
    ) -> Result<Run, SandboxError> {
        self.seat.attempt(job, None, None, interrupt).map(|finished| finished.run)
    }

    /// The same for a program that may leave files behind, with all that there is to know.
    pub fn run_keeping(
        &mut self,
        job: &Job,
        keep: Option<Keep<'_>>,
        interrupt: &Interrupt,
    ) -> Result<Finished, SandboxError> {
        self.seat.run(job, keep, interrupt)
    }

    /// The working directory of a [`Workspace::Build`] as the runs so far have left it, to be looked
    /// into while nothing runs. Its names, links and sizes are the contestant's.
    pub fn workspace(&self) -> Result<std::os::fd::BorrowedFd<'_>, SandboxError> {
        self.seat.workspace()
    }

    /// Takes back the memory of an output that is no longer needed, for the next run: only speed
    /// depends on it, and only with large outputs.
    pub fn reclaim(&mut self, output: Vec<u8>) {
        self.seat.reclaim(output);
    }
}

/// Whether this process went through [`enter_if_child`].
static ENTERED: AtomicBool = AtomicBool::new(false);

/// If this process was started as a sandbox child, serves as one and returns its exit status. To
/// be called first in `main`: a slot must have one thread and no foreign descriptor.
pub fn enter_if_child() -> Option<ExitCode> {
    ENTERED.store(true, Ordering::Relaxed);
    let mut arguments = std::env::args_os();
    let name = arguments.next()?;
    if name.as_encoded_bytes() == child::MARK.to_bytes() {
        let served = child::serve();
        return Some(if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    if name == opener::MARK {
        let served = opener::serve();
        return Some(if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    if name.as_encoded_bytes() == watcher::MARK.to_bytes() {
        watcher::serve(arguments);
        return Some(ExitCode::SUCCESS);
    }
    if arguments.next()? == canary::MARK {
        return Some(canary::sing(arguments));
    }
    None
}

//! Runs one program under limits and reports facts: a [`Job`] in, a [`Run`] out.
//!
//! This room alone starts processes. It says *what happened* and *what it cost*, never what that means
//! for a contestant.
//!
//! | files | run in |
//! |---|---|
//! | `judge/` | the judge: slots, the runs in them, talks with their programs |
//! | `inside/` | the slot: the processes that wall a program in and start it |
//! | `wire/` | both: what they say to each other |
//! | `sys/` | both: what only the kernel can do or tell |
//! | `cgroup/` | the judge: control groups |
//! | `helpers/` | the judge, and small processes of its own beside it |
//! | `levels/` | the judge: which level works here; and the program that attacks it from inside |
//!
//! Files of `inside/`, `wire/` and `sys/` import nothing of the judge's (a test holds this).
//!
//! # How a run comes about
//!
//! ```text
//! judge (any threads) --starts--> porter --forks--> warden = the slot: first process of its pid
//!   |   Slot, Worker               joins groups        |  namespace, holds the walls, serves runs
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
//! shared libraries included, or of all and the files in the box together as sampled. The kernel
//! starts a process's peak at its parent's, so that of a program which stays smaller than its slot (2
//! to 3 MiB, more if it is not optimized) is not known, and it shows what was sampled.
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

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

mod cgroup;
mod error;
mod helpers;
pub mod host;
mod inside;
mod interrupt;
mod isolation;
mod job;
mod judge;
pub mod judged;
mod levels;
mod start;
mod sys;
mod wire;

pub use error::SandboxError;
pub(crate) use inside::sweep;
pub use interrupt::Interrupt;
pub use isolation::{Advice, Finding, Isolation, Level, Policy, Strength, Trial, WALLS, Wall};
pub use job::{
    BoxFile, BuildBox, Ending, Finished, Input, Job, Keep, Kept, Limit, Run, STUCK, View, Workspace,
};
pub use judge::{
    Alone, Channels, DialogueRules, Exchange, Interview, MOST_BY_DESCRIPTORS, Managed, Manager,
    Reply, Response, Side, Slot, Speaker, Talk, Transcript, Turn, converse, manage,
};
pub(crate) use wire::BOXES;

use helpers::{opener, watcher};
use judge::LevelSetup;
use levels::{canary, probe};
use start::Service;

/// A sandbox of the level that was found to work. Slots are opened from it.
#[derive(Debug, Clone)]
pub struct Sandbox {
    ground: Arc<LevelSetup>,
}

impl Sandbox {
    /// Finds the level by trying, within the policy. Slots are processes of this very executable,
    /// whose `main` must call [`enter_if_child`] first.
    pub fn probe(policy: Policy) -> Result<Self, SandboxError> {
        if !ENTERED.load(Ordering::Relaxed) {
            return Err(SandboxError::Unavailable {
                wanted: "any",
                missing: "this executable does not call `sandbox::enter_if_child` first; name one \
                     that does with `Sandbox::probe_with`"
                    .into(),
            });
        }
        Self::probe_with(Path::new("/proc/self/exe"), policy)
    }

    /// The same with slots of another executable: for tests and benchmarks, whose own `main` is
    /// not ours. The executable must call [`enter_if_child`] first.
    pub fn probe_with(executable: &Path, policy: Policy) -> Result<Self, SandboxError> {
        probe::probe(executable, policy).map(|ground| Self { ground })
    }

    /// Tries every level, whatever is in force: slots are processes of this very executable.
    pub fn survey() -> Vec<Finding> {
        probe::survey(Path::new("/proc/self/exe"))
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
        levels::trials(&self.ground, interrupt, done)
    }

    /// Bytes of memory that builds may take together now: what the machine, and the control groups
    /// above the judge, can give, less an eighth for all others.
    pub fn memory_to_give(&self) -> u64 {
        let all = judge::memory();
        all - all / 8
    }

    /// Waits until nothing runs in any slot, and lets nothing else begin until this is dropped.
    /// Conversations with programs are not waited for.
    pub fn alone(&self) -> Alone<'_> {
        self.ground.turns.alone()
    }

    /// Opens a slot: a warm place where programs with this view run one after another.
    pub fn open(&self, view: &View) -> Result<Slot, SandboxError> {
        Slot::open(Arc::clone(&self.ground), view)
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
    let served = match Service::named(&name) {
        Some(Service::Slot) => inside::serve().is_ok(),
        Some(Service::Opener) => opener::serve().is_ok(),
        Some(Service::Watcher) => {
            watcher::serve(arguments);
            true
        }
        None => {
            let is_canary = arguments.next()? == canary::MARK;
            return is_canary.then(|| canary::sing(arguments));
        }
    };
    Some(if served { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

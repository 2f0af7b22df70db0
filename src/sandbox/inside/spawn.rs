//! Starts one program from a slot: prepares all that a child needs, makes the child, and waits until it
//! has become the program. What the child does meanwhile is in [`exec`](super::exec).
//!
//! The child shares the slot's memory until it has become the program (as with `vfork`), and the
//! slot stands still meanwhile. So it costs the same however large anybody is, and the child must
//! neither allocate nor leave anything behind: it makes system calls out of a prepared [`Start`].
//!
//! Where programs are traced, that must begin before the first of their own instructions. So the
//! slot does not stand still altogether: child and slot wait for each other at a [`StartGate`].

#![expect(unsafe_code, reason = "makes a child that shares our memory")]

use std::ffi::{CString, c_char, c_int, c_void};
use std::io;
use std::os::fd::{AsFd as _, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::ptr::{self, NonNull};

use super::allowance::{Allowance, reservable};
use super::exec::{EXEC, Start, child};
use super::fault::Fault;
use super::filter;
use super::start_gate::StartGate;
use crate::sandbox::sys;
use crate::sandbox::wire::{SlotLimits, TRACING};

/// Bytes of stack for the child until `execve`.
const STACK: usize = 64 << 10;

/// What the programs of one slot have in common.
pub(super) struct Common<'a> {
    /// User and group to become; `None` keeps the slot's own.
    pub(super) id: Option<u32>,
    /// The directory to start in.
    pub(super) directory: CString,
    /// A `/proc` in which the child makes itself the first to go when its control group runs out
    /// of memory: the slot is in the same group.
    pub(super) exposed: Option<BorrowedFd<'a>>,
    /// Whether each program is started in a control group of its own.
    pub(super) apart: bool,
    /// Whether the kernel's own per-process limits on CPU time, memory and processes are set, for
    /// want of a control group.
    pub(super) rlimits: bool,
    /// Whether they are traced.
    pub(super) traced: bool,
    /// Without namespaces: processes that count already, and Landlock's rules where there are any.
    pub(super) fence: Option<Fence<'a>>,
}

/// What takes the place of namespaces.
#[derive(Clone, Copy)]
pub(super) struct Fence<'a> {
    /// The rules that the child puts itself under.
    pub(super) rules: Option<BorrowedFd<'a>>,
    /// Processes and threads that the programs' user has besides.
    pub(super) others: u64,
}

/// Starts the programs of one slot.
pub(super) struct Spawner {
    stack: Vec<u128>,
    id: Option<u32>,
    directory: CString,
    exposed: Option<RawFd>,
    /// The control group of the next program, where it has one of its own.
    group: Option<OwnedFd>,
    /// What is refused to programs and not to us.
    closing: Vec<libc::sock_filter>,
    rlimits: bool,
    traced: bool,
    gate: Box<StartGate>,
    /// Processes that count against the programs' limit besides them.
    others: u64,
    dies_with: Option<i32>,
    rules: Option<RawFd>,
    allowance: Allowance,
}

/// Why a program did not start.
pub(super) enum Refusal {
    /// The kernel did not take the program: the contestant's fault.
    Program(i32),
    /// A step of ours failed.
    Ours(Fault),
}

impl Spawner {
    pub(super) fn new(common: &Common<'_>) -> Self {
        // The slot is one more of the same user, where it has no other.
        let own = u64::from(common.id.is_none());
        Self {
            stack: vec![0; STACK / size_of::<u128>()],
            id: common.id,
            directory: common.directory.clone(),
            exposed: common.exposed.map(|file| file.as_raw_fd()),
            group: None,
            closing: if common.apart { filter::closing() } else { Vec::new() },
            rlimits: common.rlimits,
            traced: common.traced,
            gate: Box::default(),
            others: common.fence.map_or(own, |fence| fence.others),
            dies_with: common.fence.map(|_| std::process::id().cast_signed()),
            rules: common.fence.and_then(|fence| Some(fence.rules?.as_raw_fd())),
            allowance: Allowance::now(),
        }
    }

    /// The control group in which the next program is to be started, if that is not ours.
    pub(super) fn start_in(&mut self, group: Option<OwnedFd>) {
        self.group = group;
    }

    /// Starts a program and returns its pid once it runs, or why it does not.
    pub(super) fn start(
        &mut self,
        argv: &[CString],
        environment: &[CString],
        streams: [BorrowedFd<'_>; 3],
        limits: &SlotLimits,
    ) -> Result<i32, Refusal> {
        self.allowance.suffices(limits).map_err(Refusal::Ours)?;
        let argv = pointers(argv);
        let environment = pointers(environment);
        let mut start = Start {
            path: argv[0],
            argv: argv.as_ptr(),
            environment: environment.as_ptr(),
            directory: self.directory.as_ptr(),
            streams: streams.map(|stream| stream.as_raw_fd()),
            rlimits: self.rlimits(limits),
            id: self.id,
            exposed: self.exposed,
            dies_with: self.dies_with,
            rules: self.rules,
            closing: libc::sock_fprog {
                len: u16::try_from(self.closing.len()).unwrap_or(u16::MAX),
                filter: self.closing.as_mut_ptr(),
            },
            signals: sys::signal_set(&[]).map_err(|error| ours("preparing signals", &error))?,
            gate: self.traced.then(|| NonNull::from(&*self.gate)),
            failed: None,
        };
        let pid = self.divide(&raw mut start)?;
        let traced = if self.traced { self.gate.pass(pid) } else { Ok(()) };
        // SAFETY: a volatile read of our own variable, which the child may have written.
        let failed = unsafe { ptr::read_volatile(&raw const start.failed) };
        if failed.is_none() && traced.is_ok() {
            return Ok(pid);
        }
        // It has ended already, or will now; nobody else waits for it.
        sys::kill(pid);
        while matches!(sys::wait_any(true), Ok(Some(ended)) if ended.pid != pid) {}
        Err(match (failed, traced) {
            (Some((EXEC, errno)), _) => Refusal::Program(errno),
            (Some((step, errno)), _) => Refusal::Ours(Fault { step: step.into(), errno }),
            (None, traced) => {
                let error = traced.err().unwrap_or_else(|| io::ErrorKind::Other.into());
                ours(TRACING, &error)
            }
        })
    }

    /// Makes the child. Where it is not traced, it has left our memory when this returns; else
    /// when it has passed the gate.
    fn divide(&mut self, start: *mut Start) -> Result<i32, Refusal> {
        if let Some(group) = &self.group {
            // SAFETY: the stack is ours alone and larger than what `child` needs. `child` gets a
            // pointer to `start`, which outlives it: this thread is held until the child has left
            // our memory by `execve` or `_exit`.
            let pid =
                unsafe { sys::vfork_into(group.as_fd(), &mut self.stack, child, start.cast()) };
            return pid.map_err(|error| ours("starting a process", &error));
        }
        self.gate.close();
        // SAFETY: the stack is ours alone and larger than what `child` needs; its end is aligned
        // as `u128` is. `child` gets a pointer to `start`, which outlives it: CLONE_VFORK holds
        // this thread until the child has left our memory by `execve` or `_exit`; without it, the
        // kernel opens the gate just then, and until it has, nobody touches `start`, the stack, or
        // the error number that both share.
        let pid = unsafe {
            let top = self.stack.as_mut_ptr_range().end;
            let how = if self.traced { libc::CLONE_CHILD_CLEARTID } else { libc::CLONE_VFORK };
            let flags = libc::CLONE_VM | how | libc::SIGCHLD;
            let none = ptr::null_mut::<c_void>();
            libc::clone(child, top.cast(), flags, start.cast(), none, none, self.gate.as_ptr())
        };
        if pid < 0 {
            return Err(ours("starting a process", &io::Error::last_os_error()));
        }
        Ok(pid)
    }

    /// The resource limits that differ between runs: soft and hard alike.
    fn rlimits(&self, limits: &SlotLimits) -> [(c_int, u64); 4] {
        const NONE: u64 = libc::RLIM_INFINITY;
        // A limit on CPU time makes the kernel's process clocks coarse, so where the control group
        // tells the time there is none. It counts whole seconds and is only the net.
        let cpu = if self.rlimits { limits.kill_cpu.div_ceil(1_000_000_000) + 1 } else { NONE };
        // Reserved memory is not yet used memory: this only bounds what can happen between two
        // looks.
        let data = if self.rlimits { reservable(limits.memory) } else { NONE };
        let processes = if self.rlimits { limits.processes + self.others } else { NONE };
        [
            (libc::RLIMIT_CPU.cast_signed(), cpu),
            (libc::RLIMIT_DATA.cast_signed(), data),
            (libc::RLIMIT_NPROC.cast_signed(), processes),
            (libc::RLIMIT_FSIZE.cast_signed(), limits.files),
        ]
    }
}

fn ours(step: &str, error: &io::Error) -> Refusal {
    let errno = error.raw_os_error().unwrap_or(libc::EINVAL);
    Refusal::Ours(Fault { step: step.into(), errno })
}

fn pointers(strings: &[CString]) -> Vec<*const c_char> {
    strings.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
}

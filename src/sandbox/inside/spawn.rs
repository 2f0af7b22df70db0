//! Starts one program from a slot: everything between `clone` and `execve`. Knows neither where
//! the request came from nor how the program's end is seen.
//!
//! The child shares the slot's memory until it has become the program (as with `vfork`), and the
//! slot stands still meanwhile. So it costs the same however large anybody is, and the child must
//! neither allocate nor leave anything behind: it makes system calls out of a prepared [`Start`].
//!
//! Where programs are traced, that must begin before the first of their own instructions. So the
//! slot does not stand still altogether: child and slot wait for each other at a [`Gate`].

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::io;
use std::os::fd::{AsFd as _, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::ptr::{self, NonNull};

use super::allowance::{Allowance, DESCRIPTORS, reservable};
use super::child::Fault;
use super::gate::Gate;
use super::wire::SlotLimits;
use super::{filter, sys};

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
    gate: Box<Gate>,
    /// Processes that count against the programs' limit besides them.
    others: u64,
    dies_with_us: bool,
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

/// All that the child needs, prepared, and where it says why it failed.
struct Start {
    path: *const c_char,
    argv: *const *const c_char,
    environment: *const *const c_char,
    directory: *const c_char,
    streams: [RawFd; 3],
    rlimits: [(c_int, u64); 4],
    id: Option<u32>,
    exposed: Option<RawFd>,
    dies_with_us: bool,
    rules: Option<RawFd>,
    closing: libc::sock_fprog,
    signals: libc::sigset_t,
    /// Where it waits to be traced, if it is to be.
    gate: Option<NonNull<Gate>>,
    failed: Option<(&'static str, i32)>,
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
            dies_with_us: common.fence.is_some(),
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
            dies_with_us: self.dies_with_us,
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

/// Sets, for the slot and by inheritance for all its programs, the resource limits that are always
/// the same.
pub(super) fn limit_common() -> io::Result<()> {
    const NONE: u64 = libc::RLIM_INFINITY;
    for (resource, value) in [
        (libc::RLIMIT_AS, NONE),
        (libc::RLIMIT_STACK, NONE),
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_NOFILE, DESCRIPTORS),
        (libc::RLIMIT_MEMLOCK, 0),
        (libc::RLIMIT_MSGQUEUE, 0),
        (libc::RLIMIT_NICE, 0),
        (libc::RLIMIT_RTPRIO, 0),
        (libc::RLIMIT_SIGPENDING, 1024),
    ] {
        let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
        // SAFETY: a plain system call on a live value.
        if unsafe { set_limit(resource.cast_signed(), &limit) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// The name of the step that a machine may forbid.
pub(super) const TRACING: &str = "tracing a program";

/// The name of the last step: its failure is the program's own.
const EXEC: &str = "execve";

fn ours(step: &str, error: &io::Error) -> Refusal {
    let errno = error.raw_os_error().unwrap_or(libc::EINVAL);
    Refusal::Ours(Fault { step: step.into(), errno })
}

fn pointers(strings: &[CString]) -> Vec<*const c_char> {
    strings.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
}

/// Runs on the slot's memory with the slot held still.
extern "C" fn child(start: *mut c_void) -> c_int {
    // SAFETY: `Spawner::start` passes a pointer to a live `Start` that nothing else uses now.
    let start = unsafe { &mut *start.cast::<Start>() };
    // SAFETY: only system calls follow, on prepared and live memory.
    let (step, errno) = unsafe { become_program(start) };
    start.failed = Some((step, errno));
    if let Some(gate) = start.gate {
        // SAFETY: the slot keeps its gate for longer than any child.
        unsafe { gate.as_ref() }.give_up();
    }
    // SAFETY: ends this process at once, without touching the shared memory.
    unsafe { libc::_exit(127) }
}

/// The straight list of steps. Returns only when one of them fails.
///
/// # Safety
///
/// To be called only between a vfork-like `clone` and `execve`, with a `Start` whose pointers are
/// live. Does nothing but system calls.
unsafe fn become_program(start: &Start) -> (&'static str, i32) {
    macro_rules! step {
        ($name:literal, $call:expr) => {
            // SAFETY: a plain system call; pointers are live by this function's contract.
            if unsafe { $call } < 0 {
                return ($name, errno());
            }
        };
    }
    if let Some(processes) = start.exposed {
        step!("volunteering", expose(processes));
    }
    step!("setsid", libc::setsid());
    for (target, source) in (0..).zip(start.streams) {
        step!("dup2", libc::dup2(source, target));
    }
    if let Some(rules) = start.rules {
        step!("landlock_restrict_self", libc::syscall(libc::SYS_landlock_restrict_self, rules, 0));
    }
    step!("close_range", libc::syscall(libc::SYS_close_range, 3, u32::MAX, 0));
    for (resource, value) in &start.rlimits {
        let limit = libc::rlimit { rlim_cur: *value, rlim_max: *value };
        step!("setting limits", set_limit(*resource, &limit));
    }
    if let Some(id) = start.id {
        // The raw calls: the library's would look for other threads.
        step!("setgroups", drop_groups());
        step!("setresgid", libc::syscall(libc::SYS_setresgid, id, id, id));
        step!("setresuid", libc::syscall(libc::SYS_setresuid, id, id, id));
    }
    if start.dies_with_us {
        step!("prctl", libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL));
    }
    if start.closing.len > 0 {
        step!("installing the last filter", close_filter(&start.closing));
    }
    // As the user that the program is, not as the one who may enter anything.
    step!("entering the box", libc::chdir(start.directory));
    step!(
        "clearing the signal mask",
        libc::sigprocmask(libc::SIG_SETMASK, &raw const start.signals, ptr::null_mut())
    );
    if let Some(gate) = start.gate {
        // SAFETY: the slot keeps its gate for longer than any child.
        unsafe { gate.as_ref() }.wait();
    }
    // SAFETY: the path and both arrays are NUL-terminated and live.
    unsafe { libc::execve(start.path, start.argv, start.environment) };
    (EXEC, errno())
}

fn errno() -> i32 {
    io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL)
}

/// A hard limit that is lower already is kept: a program may not have more than its judge.
///
/// # Safety
///
/// A plain system call; no more than that.
unsafe fn set_limit(resource: c_int, limit: &libc::rlimit) -> c_int {
    // SAFETY: `limit` is live; an unknown resource is refused.
    unsafe {
        let set = |limit: *const libc::rlimit| {
            libc::syscall(libc::SYS_prlimit64, 0, resource, limit, ptr::null_mut::<libc::rlimit>())
        };
        if set(limit) == 0 {
            return 0;
        }
        let mut now = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        let none = ptr::null::<libc::rlimit>();
        if libc::syscall(libc::SYS_prlimit64, 0, resource, none, &raw mut now) != 0 {
            return -1;
        }
        if now.rlim_max > limit.rlim_max {
            return -1;
        }
        now.rlim_cur = now.rlim_max;
        if set(&raw const now) == 0 { 0 } else { -1 }
    }
}

/// Puts a filter on top of the one in force.
///
/// # Safety
///
/// A plain system call on live memory; no more than that.
unsafe fn close_filter(program: &libc::sock_fprog) -> libc::c_long {
    let flags = libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW;
    // SAFETY: the program's instructions are live by this function's contract.
    unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, program) }
}

/// Gives up all supplementary groups. A plain user in a user namespace may not, and needs not:
/// nothing inside belongs to them.
///
/// # Safety
///
/// A plain system call; no more than that.
unsafe fn drop_groups() -> c_int {
    // SAFETY: a null list of length 0 is what the call wants for "none".
    let result = unsafe { libc::syscall(libc::SYS_setgroups, 0, ptr::null::<libc::gid_t>()) };
    if result < 0 && errno() != libc::EPERM { -1 } else { 0 }
}

/// Whoever is to go when memory runs out: the program before the slot.
///
/// # Safety
///
/// System calls only.
unsafe fn expose(processes: RawFd) -> c_int {
    const PATH: &CStr = c"self/oom_score_adj";
    // SAFETY: the path is a constant, the descriptor is checked by the kernel.
    unsafe {
        let file = libc::openat(processes, PATH.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if file < 0 {
            return -1;
        }
        let written = libc::write(file, c"1000".as_ptr().cast(), 4);
        libc::close(file);
        if written == 4 { 0 } else { -1 }
    }
}

//! What a child does between `clone` and `execve`: a straight list of system calls on prepared memory,
//! which it shares with the slot.

#![expect(
    unsafe_code,
    reason = "a child that shares its parent's memory makes raw system calls only"
)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::io;
use std::os::fd::RawFd;
use std::ptr::{self, NonNull};

use super::allowance::DESCRIPTORS;
use super::start_gate::StartGate;

/// The name of the last step: its failure is the program's own.
pub(super) const EXEC: &str = "execve";

/// All that the child needs, prepared, and where it says why it failed.
pub(super) struct Start {
    pub(super) path: *const c_char,
    pub(super) argv: *const *const c_char,
    pub(super) environment: *const *const c_char,
    pub(super) directory: *const c_char,
    pub(super) streams: [RawFd; 3],
    pub(super) rlimits: [(c_int, u64); 4],
    pub(super) id: Option<u32>,
    pub(super) exposed: Option<RawFd>,
    /// The slot, where nothing but a signal ends its programs with it.
    pub(super) dies_with: Option<i32>,
    pub(super) rules: Option<RawFd>,
    pub(super) closing: libc::sock_fprog,
    pub(super) signals: libc::sigset_t,
    /// Where it waits to be traced, if it is to be.
    pub(super) gate: Option<NonNull<StartGate>>,
    pub(super) failed: Option<(&'static str, i32)>,
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

/// Runs on the slot's memory with the slot held still.
pub(super) extern "C" fn child(start: *mut c_void) -> c_int {
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
    if let Some(slot) = start.dies_with {
        // At the gate, too: who is to open it may be killed.
        step!("prctl", die_with(slot));
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
    if let Some(gate) = start.gate {
        // Before it is another user's: to trace that needs a capability that containers do not give.
        // SAFETY: the slot keeps its gate for longer than any child.
        unsafe { gate.as_ref() }.wait();
    }
    if let Some(id) = start.id {
        // The raw calls: the library's would look for other threads.
        step!("setgroups", drop_groups());
        step!("setresgid", libc::syscall(libc::SYS_setresgid, id, id, id));
        step!("setresuid", libc::syscall(libc::SYS_setresuid, id, id, id));
    }
    if let Some(slot) = start.dies_with {
        // A change of user undoes it.
        step!("prctl", die_with(slot));
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
    #[expect(clippy::disallowed_methods, reason = "here the child becomes the program")]
    // SAFETY: the path and both arrays are NUL-terminated and live.
    unsafe {
        libc::execve(start.path, start.argv, start.environment)
    };
    (EXEC, errno())
}

fn errno() -> i32 {
    io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL)
}

/// Makes this process end when the slot, its parent, does. Ends it at once where that has ended already:
/// the kernel tells of no death that was before the request.
///
/// # Safety
///
/// System calls only. To be called by a child that may end without a word.
unsafe fn die_with(slot: i32) -> c_int {
    // SAFETY: plain system calls on numbers; the last does not return.
    unsafe {
        if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) < 0 {
            return -1;
        }
        if libc::getppid() != slot {
            libc::_exit(127);
        }
    }
    0
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

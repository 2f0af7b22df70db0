//! Thin, checked wrappers of the system calls that no safe crate offers. Each does one call and
//! turns its failure into an [`io::Error`]; none knows why it is called.

use std::ffi::CStr;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

fn check(result: libc::c_long) -> io::Result<libc::c_long> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// A fork with clone flags. The child sees `None`, the parent the child's pid and pidfd. Only for a
/// process of one thread: the child goes on with a copy of everything.
pub(super) fn fork_with(flags: u64) -> io::Result<Option<(i32, OwnedFd)>> {
    let mut pidfd: RawFd = -1;
    let arguments = libc::clone_args {
        flags: flags | u64::from(libc::CLONE_PIDFD.cast_unsigned()),
        pidfd: (&raw mut pidfd).addr() as u64,
        child_tid: 0,
        parent_tid: 0,
        // With CLONE_PARENT the kernel takes the caller's own exit signal and wants none here.
        exit_signal: 0,
        stack: 0,
        stack_size: 0,
        tls: 0,
        set_tid: 0,
        set_tid_size: 0,
        cgroup: 0,
    };
    // SAFETY: without CLONE_VM this is a fork: the child runs on its own copy of this stack, and
    // `arguments` and `pidfd` outlive the call.
    let pid = check(unsafe {
        libc::syscall(libc::SYS_clone3, &raw const arguments, size_of::<libc::clone_args>())
    })?;
    if pid == 0 {
        return Ok(None);
    }
    // SAFETY: the call succeeded with CLONE_PIDFD, so `pidfd` is a new descriptor that we own.
    let pidfd = unsafe { OwnedFd::from_raw_fd(pidfd) };
    Ok(Some((i32::try_from(pid).map_err(io::Error::other)?, pidfd)))
}

/// Starts a process in this control group of version 2 that shares our memory, on a stack of its own,
/// and waits until it has become a program or has ended. What it runs must not return.
///
/// # Safety
///
/// As `vfork`: `run` may only make system calls, on memory that stays live, and must end by `execve`
/// or `_exit`; the stack must be large enough for it.
pub(super) unsafe fn vfork_into(
    group: BorrowedFd<'_>,
    stack: &mut [u128],
    run: extern "C" fn(*mut libc::c_void) -> libc::c_int,
    argument: *mut libc::c_void,
) -> io::Result<i32> {
    // Beyond the 32 bits that `clone` takes.
    const CLONE_INTO_CGROUP: u64 = 1 << 33;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK;
    let arguments = libc::clone_args {
        flags: u64::from(flags.cast_unsigned()) | CLONE_INTO_CGROUP,
        pidfd: 0,
        child_tid: 0,
        parent_tid: 0,
        exit_signal: u64::from(libc::SIGCHLD.cast_unsigned()),
        stack: stack.as_mut_ptr().addr() as u64,
        stack_size: size_of_val(stack) as u64,
        tls: 0,
        set_tid: 0,
        set_tid_size: 0,
        cgroup: u64::try_from(group.as_raw_fd()).map_err(io::Error::other)?,
    };
    // SAFETY: by this function's contract; `arguments` outlives the call.
    let pid = unsafe { clone3_calling(&arguments, run, argument) };
    if pid < 0 {
        return Err(io::Error::from_raw_os_error(i32::try_from(-pid).unwrap_or(libc::EINVAL)));
    }
    i32::try_from(pid).map_err(io::Error::other)
}

/// The system call `clone3`, for which the C library has no function: the child calls `run` on its new
/// stack. Gives the kernel's answer.
///
/// # Safety
///
/// The arguments must name a stack; for the rest as [`vfork_into`].
unsafe fn clone3_calling(
    arguments: &libc::clone_args,
    run: extern "C" fn(*mut libc::c_void) -> libc::c_int,
    argument: *mut libc::c_void,
) -> i64 {
    let answer: i64;
    // SAFETY: the parent goes on behind the call with all registers as they were but for the named
    // ones. The child begins with an empty stack, aligned as functions expect it, touches no other,
    // and never leaves `run`.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::asm!(
            "syscall",
            "test rax, rax",
            "jnz 2f",
            "xor ebp, ebp",
            "mov rdi, r9",
            "call r8",
            "ud2",
            "2:",
            inlateout("rax") libc::SYS_clone3 => answer,
            in("rdi") arguments,
            in("rsi") size_of::<libc::clone_args>(),
            in("r8") run,
            in("r9") argument,
            lateout("rcx") _,
            lateout("r11") _,
        );
    }
    // SAFETY: as above.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        std::arch::asm!(
            "svc 0",
            "cbnz x0, 2f",
            "mov x29, xzr",
            "mov x30, xzr",
            "mov x0, x3",
            "blr x2",
            "brk 1",
            "2:",
            in("x8") libc::SYS_clone3,
            inlateout("x0") arguments => answer,
            in("x1") size_of::<libc::clone_args>(),
            in("x2") run,
            in("x3") argument,
            lateout("x30") _,
        );
    }
    answer
}

/// Adds attributes to the mount behind `tree` and all below it, and makes it private.
pub(super) fn set_mount_attributes(tree: BorrowedFd<'_>, attributes: u64) -> io::Result<()> {
    let change = libc::mount_attr {
        attr_set: attributes,
        attr_clr: 0,
        propagation: libc::MS_PRIVATE,
        userns_fd: 0,
    };
    // SAFETY: the path is a NUL-terminated constant, `change` outlives the call and its size is
    // given truly.
    check(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            tree.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_EMPTY_PATH | libc::AT_RECURSIVE,
            &raw const change,
            size_of::<libc::mount_attr>(),
        )
    })?;
    Ok(())
}

/// Installs a system-call filter on this process and all that it starts.
pub(super) fn install_filter(program: &mut [libc::sock_filter]) -> io::Result<()> {
    let length = u16::try_from(program.len()).map_err(io::Error::other)?;
    let program = libc::sock_fprog { len: length, filter: program.as_mut_ptr() };
    // SAFETY: `program` points to `len` instructions that outlive the call; the kernel copies and
    // checks them.
    check(unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW,
            &raw const program,
        )
    })?;
    Ok(())
}

/// One ended child: its number, wait status and use.
pub(super) struct Ended {
    pub(super) pid: i32,
    pub(super) status: i32,
    pub(super) cpu: Duration,
    pub(super) resident: u64,
}

/// Waits for any child; `Ok(None)` when `block` is false and none has ended, an error of `ECHILD`
/// when there is none at all.
pub(super) fn wait_any(block: bool) -> io::Result<Option<Ended>> {
    wait_for(-1, if block { 0 } else { libc::WNOHANG })
}

/// Takes the end of a process or thread that is known to have ended.
pub(super) fn reap(pid: i32) -> io::Result<Option<Ended>> {
    wait_for(pid, libc::WNOHANG)
}

fn wait_for(which: i32, flags: i32) -> io::Result<Option<Ended>> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    let flags = libc::__WALL | flags;
    let pid = loop {
        // SAFETY: both pointers are to live variables of the right types.
        let pid = unsafe { libc::wait4(which, &raw mut status, flags, usage.as_mut_ptr()) };
        match check(pid.into()) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(0) => return Ok(None),
            Ok(_) => break pid,
        }
    };
    // SAFETY: zeroed at first, and filled by the successful call.
    let usage = unsafe { usage.assume_init() };
    Ok(Some(Ended {
        pid,
        status,
        cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
        resident: u64::try_from(usage.ru_maxrss).unwrap_or(0) << 10,
    }))
}

/// What happened to a child, or to a process or thread that is traced.
pub(super) enum Change {
    /// It has ended, and is to be reaped.
    Ended(i32),
    /// It has stopped for its tracer.
    Stopped(i32),
}

/// What happened next to any child; it stays to be taken. As [`wait_any`] otherwise.
pub(super) fn peek() -> io::Result<Option<Change>> {
    let flags = libc::WEXITED | libc::WSTOPPED | libc::WNOWAIT | libc::WNOHANG;
    let seen = wait_id(libc::P_ALL, 0, flags)?;
    Ok(seen.map(|(pid, kind, _)| match kind {
        libc::CLD_TRAPPED | libc::CLD_STOPPED => Change::Stopped(pid),
        _ => Change::Ended(pid),
    }))
}

/// Takes the stop of a traced process: why it stopped. `None` when it has been killed since.
pub(super) fn take_stop(pid: i32) -> io::Result<Option<i32>> {
    let id = libc::id_t::try_from(pid).map_err(io::Error::other)?;
    Ok(wait_id(libc::P_PID, id, libc::WSTOPPED | libc::WNOHANG)?.map(|(_, _, code)| code))
}

/// One `waitid`: who, what kind of change, and its code.
fn wait_id(
    kind: libc::idtype_t,
    id: libc::id_t,
    flags: i32,
) -> io::Result<Option<(i32, i32, i32)>> {
    loop {
        let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
        // SAFETY: `info` is a live variable of the right type.
        let result = unsafe { libc::waitid(kind, id, info.as_mut_ptr(), flags | libc::__WALL) };
        match check(result.into()) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        // SAFETY: zeroed at first, and filled by the successful call as for `SIGCHLD`.
        let (pid, kind, code) = unsafe {
            let info = info.assume_init();
            (info.si_pid(), info.si_code, info.si_status())
        };
        return Ok((pid != 0).then_some((pid, kind, code)));
    }
}

/// Becomes the tracer of a process and of all that it will start, without stopping it. They die
/// with us.
pub(super) fn trace(pid: i32) -> io::Result<()> {
    const OPTIONS: i32 = libc::PTRACE_O_TRACECLONE
        | libc::PTRACE_O_TRACEFORK
        | libc::PTRACE_O_TRACEVFORK
        | libc::PTRACE_O_TRACESECCOMP
        | libc::PTRACE_O_TRACESYSGOOD
        | libc::PTRACE_O_EXITKILL;
    // SAFETY: the request touches no memory of ours.
    check(unsafe { libc::ptrace(libc::PTRACE_SEIZE, pid, 0_usize, word(OPTIONS)) })?;
    Ok(())
}

/// A number of the kernel's where it wants as many bits as an address has.
fn word(number: i32) -> usize {
    number.cast_unsigned() as usize
}

/// Lets a stopped process go on, with this signal or 0. One that was killed meanwhile needs nothing.
pub(super) fn resume(pid: i32, signal: i32) {
    // SAFETY: the request touches no memory of ours.
    unsafe { libc::ptrace(libc::PTRACE_CONT, pid, 0_usize, word(signal)) };
}

/// The signal by which a process stops that [`resume_until_answer`] let go on.
pub(super) const CALL_STOP: i32 = libc::SIGTRAP | 0x80;

/// Lets a process that was stopped before a system call make it, and stop again with its answer.
pub(super) fn resume_until_answer(pid: i32) {
    // SAFETY: the request touches no memory of ours.
    unsafe { libc::ptrace(libc::PTRACE_SYSCALL, pid, 0_usize, 0_usize) };
}

/// Lets a process that was stopped by a signal stay so until another one makes it go on.
pub(super) fn stay_stopped(pid: i32) {
    // SAFETY: the request touches no memory of ours.
    unsafe { libc::ptrace(libc::PTRACE_LISTEN, pid, 0_usize, 0_usize) };
}

/// The system call before which a traced process was stopped by its filter, and its arguments.
pub(super) fn call_of(pid: i32) -> Option<(libc::c_long, [u64; 6])> {
    let info = stop_info(pid, libc::PTRACE_SYSCALL_INFO_SECCOMP)?;
    // SAFETY: its kind says that these plain numbers are those of a stop by a filter.
    let call = unsafe { info.u.seccomp };
    Some((libc::c_long::try_from(call.nr).ok()?, call.args))
}

/// Whether the system call succeeded with whose answer a traced process was stopped.
pub(super) fn call_succeeded(pid: i32) -> bool {
    let info = stop_info(pid, libc::PTRACE_SYSCALL_INFO_EXIT);
    // SAFETY: its kind says that these plain numbers are those of a stop with an answer.
    info.is_some_and(|info| unsafe { info.u.exit }.is_error == 0)
}

/// What a traced process was stopped for, if it is of this kind.
fn stop_info(pid: i32, kind: u8) -> Option<libc::ptrace_syscall_info> {
    let mut info = MaybeUninit::<libc::ptrace_syscall_info>::zeroed();
    let size = size_of::<libc::ptrace_syscall_info>();
    // SAFETY: the kernel writes at most `size` bytes to `info`, which is that large.
    let result =
        unsafe { libc::ptrace(libc::PTRACE_GET_SYSCALL_INFO, pid, size, info.as_mut_ptr()) };
    // SAFETY: plain numbers, zeroed at first and filled where the call succeeded.
    let info = unsafe { info.assume_init() };
    (result > 0 && info.op == kind).then_some(info)
}

/// What `kcmp` compares to tell whether two processes have the same memory.
pub(super) const KCMP_VM: i32 = 1;

/// Whether two processes have the same memory; `false` also where the kernel does not tell.
pub(super) fn share_memory(one: i32, other: i32) -> bool {
    // SAFETY: a plain system call on numbers.
    let result = unsafe { libc::syscall(libc::SYS_kcmp, one, other, KCMP_VM, 0, 0) };
    result == 0
}

/// Whether processes of the same user may trace this one and those that share its memory.
pub(super) fn let_trace(allowed: bool) -> io::Result<()> {
    // SAFETY: a plain system call on this process.
    check(unsafe { libc::prctl(libc::PR_SET_DUMPABLE, libc::c_ulong::from(allowed)) }.into())?;
    Ok(())
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}

/// Kills every process that this one may signal, itself excepted. Only ever called by the first
/// process of a pid namespace, where that means: all others in it.
pub(super) fn kill_all() {
    debug_assert_eq!(std::process::id(), 1);
    // SAFETY: a plain system call. The pid is checked, so that this can never reach beyond a
    // namespace of our own.
    unsafe {
        if libc::getpid() == 1 {
            libc::kill(-1, libc::SIGKILL);
        }
    }
}

/// Kills one process.
pub(super) fn kill(pid: i32) {
    if pid > 1 {
        // SAFETY: a plain system call on a single, positive pid.
        unsafe { libc::kill(pid, libc::SIGKILL) };
    }
}

/// Puts every signal back to its default, blocks only `SIGCHLD` and gives a descriptor that is
/// readable when it comes.
pub(super) fn child_signals() -> io::Result<OwnedFd> {
    for signal in 1..=64 {
        // SAFETY: a default action has no handler that could run at a wrong time; numbers that do
        // not exist or cannot be set are refused by the kernel.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    let set = signal_set(&[libc::SIGCHLD])?;
    // SAFETY: `set` is an initialised set that outlives the calls.
    unsafe {
        check(libc::sigprocmask(libc::SIG_SETMASK, &raw const set, std::ptr::null_mut()).into())?;
        let descriptor = check(
            libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK).into(),
        )?;
        #[expect(clippy::cast_possible_truncation, reason = "a descriptor is an int")]
        Ok(OwnedFd::from_raw_fd(descriptor as RawFd))
    }
}

/// A set of just these signals.
pub(super) fn signal_set(signals: &[i32]) -> io::Result<libc::sigset_t> {
    let mut set = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: `sigemptyset` initialises the set before anything reads it.
    unsafe {
        check(libc::sigemptyset(set.as_mut_ptr()).into())?;
        for signal in signals {
            check(libc::sigaddset(set.as_mut_ptr(), *signal).into())?;
        }
        Ok(set.assume_init())
    }
}

/// A new session keyring of one's own, so that none of the caller's keys is inherited. Kernels
/// without keys are fine.
pub(super) fn leave_keyring() {
    const KEYCTL_JOIN_SESSION_KEYRING: libc::c_int = 1;
    // SAFETY: a plain system call; a null name means an anonymous keyring.
    unsafe {
        libc::syscall(
            libc::SYS_keyctl,
            KEYCTL_JOIN_SESSION_KEYRING,
            std::ptr::null::<libc::c_char>(),
        )
    };
}

/// The CPU time of one process, exact, also of a zombie; `None` when it is gone.
pub(super) fn process_cpu(pid: i32) -> Option<Duration> {
    // The kernel's encoding of a process clock: the pid's complement, and 2 for "scheduler time".
    let clock = (!pid << 3) | 2;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a live variable; a clock that does not exist is refused.
    if unsafe { libc::clock_gettime(clock, &raw mut time) } != 0 {
        return None;
    }
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

/// In what parts of a second `/proc` gives CPU times. The C library knows it from the start; others
/// ask for it where a slot may not look any more.
pub(super) fn ticks_per_second() -> u64 {
    // SAFETY: a plain look-up of a constant.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    u64::try_from(ticks).unwrap_or(0).max(1)
}

/// Now, by the monotonic clock that all processes of this machine share.
pub(super) fn monotonic() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    Duration::new(u64::try_from(now.tv_sec).unwrap_or(0), u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// Opens a file below a directory as something that may have been put there to harm: no link is
/// followed, nothing is waited for. Whether it is a regular file is for the reader to see.
pub(super) fn open_suspect(directory: &CStr, name: &CStr) -> io::Result<OwnedFd> {
    use rustix::fs::{Mode, OFlags, ResolveFlags};
    let place = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let directory = rustix::fs::open(directory, place, Mode::empty())?;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
    Ok(rustix::fs::openat2(directory, name, flags, Mode::empty(), resolve)?)
}

/// Makes a folder below a directory in which everybody may write.
pub(super) fn make_open_folder(directory: &CStr, name: &CStr) -> io::Result<()> {
    use rustix::fs::{Mode, OFlags};
    let place = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let directory = rustix::fs::open(directory, place, Mode::empty())?;
    let all = Mode::RWXU | Mode::RWXG | Mode::RWXO;
    rustix::fs::mkdirat(&directory, name, all)?;
    // The mask took a part of it away.
    Ok(rustix::fs::chmodat(&directory, name, all, rustix::fs::AtFlags::empty())?)
}

/// Writes a short text to the file at a path below a directory.
pub(super) fn write_at(directory: BorrowedFd<'_>, path: &CStr, text: &[u8]) -> io::Result<()> {
    let file = rustix::fs::openat(
        directory,
        path,
        rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::CLOEXEC,
        rustix::fs::Mode::empty(),
    )?;
    rustix::io::write(&file, text)?;
    Ok(())
}

/// Asks for large pages where memory is not yet in use. Only speed depends on it.
pub(super) fn prefer_large_pages(space: &mut [MaybeUninit<u8>]) {
    let page = rustix::param::page_size();
    let offset = space.as_ptr().align_offset(page);
    let length = space.len().saturating_sub(offset) / page * page;
    if length == 0 {
        return;
    }
    // SAFETY: the range lies within memory that we hold exclusively, and the advice changes
    // nothing that it holds.
    unsafe {
        libc::madvise(space.as_mut_ptr().add(offset).cast(), length, libc::MADV_HUGEPAGE);
    }
}

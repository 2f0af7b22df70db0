//! New processes that no library function makes: forks into namespaces, and children that share our
//! memory in a control group of their own.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

use super::check;

/// A fork with clone flags. The child sees `None`, the parent the child's pid and pidfd. Only for a
/// process of one thread: the child goes on with a copy of everything.
pub(in crate::sandbox) fn fork_with(flags: u64) -> io::Result<Option<(i32, OwnedFd)>> {
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
pub(in crate::sandbox) unsafe fn vfork_into(
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

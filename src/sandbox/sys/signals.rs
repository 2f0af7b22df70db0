//! Signals: sets of them, those that a slot waits for, and the one that kills.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};

use super::check;

/// Kills every process that this one may signal, itself excepted. Only ever called by the first
/// process of a pid namespace, where that means: all others in it.
pub(in crate::sandbox) fn kill_all() {
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
pub(in crate::sandbox) fn kill(pid: i32) {
    if pid > 1 {
        // SAFETY: a plain system call on a single, positive pid.
        unsafe { libc::kill(pid, libc::SIGKILL) };
    }
}

/// Puts every signal back to its default, blocks only `SIGCHLD` and gives a descriptor that is
/// readable when it comes.
pub(in crate::sandbox) fn child_signals() -> io::Result<OwnedFd> {
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
pub(in crate::sandbox) fn signal_set(signals: &[i32]) -> io::Result<libc::sigset_t> {
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

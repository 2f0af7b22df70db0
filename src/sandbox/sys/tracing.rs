//! Requests to the kernel about processes that are traced.

use std::io;
use std::mem::MaybeUninit;

use super::check;

/// Becomes the tracer of a process and of all that it will start, without stopping it. They die
/// with us.
pub(in crate::sandbox) fn trace(pid: i32) -> io::Result<()> {
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
pub(in crate::sandbox) fn resume(pid: i32, signal: i32) {
    // SAFETY: the request touches no memory of ours.
    unsafe { libc::ptrace(libc::PTRACE_CONT, pid, 0_usize, word(signal)) };
}

/// The signal by which a process stops that [`resume_until_answer`] let go on.
pub(in crate::sandbox) const CALL_STOP: i32 = libc::SIGTRAP | 0x80;

/// Lets a process that was stopped before a system call make it, and stop again with its answer.
pub(in crate::sandbox) fn resume_until_answer(pid: i32) {
    // SAFETY: the request touches no memory of ours.
    unsafe { libc::ptrace(libc::PTRACE_SYSCALL, pid, 0_usize, 0_usize) };
}

/// Lets a process that was stopped by a signal stay so until another one makes it go on.
pub(in crate::sandbox) fn stay_stopped(pid: i32) {
    // SAFETY: the request touches no memory of ours.
    unsafe { libc::ptrace(libc::PTRACE_LISTEN, pid, 0_usize, 0_usize) };
}

/// The system call before which a traced process was stopped by its filter, and its arguments.
pub(in crate::sandbox) fn call_of(pid: i32) -> Option<(libc::c_long, [u64; 6])> {
    let info = stop_info(pid, libc::PTRACE_SYSCALL_INFO_SECCOMP)?;
    // SAFETY: its kind says that these plain numbers are those of a stop by a filter.
    let call = unsafe { info.u.seccomp };
    Some((libc::c_long::try_from(call.nr).ok()?, call.args))
}

/// Whether the system call succeeded with whose answer a traced process was stopped.
pub(in crate::sandbox) fn call_succeeded(pid: i32) -> bool {
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

/// Whether processes of the same user may trace this one and those that share its memory.
pub(in crate::sandbox) fn let_trace(allowed: bool) -> io::Result<()> {
    // SAFETY: a plain system call on this process.
    check(unsafe { libc::prctl(libc::PR_SET_DUMPABLE, libc::c_ulong::from(allowed)) }.into())?;
    Ok(())
}

//! What a process gives up for good, its clocks and its memory.

use std::io;
use std::mem::MaybeUninit;
use std::time::Duration;

use super::check;

/// Installs a system-call filter on this process and all that it starts.
pub(in crate::sandbox) fn install_filter(program: &mut [libc::sock_filter]) -> io::Result<()> {
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

/// The version of the kernel's Landlock; less than 1 where there is none.
pub(in crate::sandbox) fn landlock_version() -> i64 {
    const VERSION: libc::c_int = 1;
    // SAFETY: with this flag the call touches no memory, and wants none.
    unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0_usize, VERSION)
    }
}

/// A new session keyring of one's own, so that none of the caller's keys is inherited. Kernels
/// without keys are fine.
pub(in crate::sandbox) fn leave_keyring() {
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
pub(in crate::sandbox) fn process_cpu(pid: i32) -> Option<Duration> {
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
pub(in crate::sandbox) fn monotonic() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    Duration::new(u64::try_from(now.tv_sec).unwrap_or(0), u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// Looks at files, and at what `/proc` tells of processes, as another user and group. Only the
/// administrator can; others look as themselves. For a process of one thread: each has its own.
pub(in crate::sandbox) fn as_user_of_files<T>(user: u32, look: impl FnOnce() -> T) -> T {
    // SAFETY: plain system calls on this thread, which cannot fail.
    let before = unsafe { (libc::setfsgid(user), libc::setfsuid(user)) };
    let seen = look();
    // SAFETY: as above; back to what it was.
    unsafe {
        libc::setfsuid(before.1.cast_unsigned());
        libc::setfsgid(before.0.cast_unsigned());
    }
    seen
}

/// What `kcmp` compares to tell whether two processes have the same memory.
pub(in crate::sandbox) const KCMP_VM: i32 = 1;

/// Whether two processes have the same memory; `false` also where the kernel does not tell.
pub(in crate::sandbox) fn share_memory(one: i32, other: i32) -> bool {
    // SAFETY: a plain system call on numbers.
    let result = unsafe { libc::syscall(libc::SYS_kcmp, one, other, KCMP_VM, 0, 0) };
    result == 0
}

/// Asks for large pages where memory is not yet in use. Only speed depends on it.
pub(in crate::sandbox) fn prefer_large_pages(space: &mut [MaybeUninit<u8>]) {
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

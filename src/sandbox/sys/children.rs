//! Waiting for children and for processes that are traced.

use std::io;
use std::mem::MaybeUninit;
use std::time::Duration;

use super::check;

/// One ended child: its number, wait status and use.
pub(in crate::sandbox) struct Ended {
    pub(in crate::sandbox) pid: i32,
    pub(in crate::sandbox) status: i32,
    pub(in crate::sandbox) cpu: Duration,
    pub(in crate::sandbox) resident: u64,
}

/// Waits for any child; `Ok(None)` when `block` is false and none has ended, an error of `ECHILD`
/// when there is none at all.
pub(in crate::sandbox) fn wait_any(block: bool) -> io::Result<Option<Ended>> {
    wait_for(-1, if block { 0 } else { libc::WNOHANG })
}

/// Takes the end of a process or thread that is known to have ended.
pub(in crate::sandbox) fn reap(pid: i32) -> io::Result<Option<Ended>> {
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

/// The largest resident size of this process so far, in bytes.
pub(in crate::sandbox) fn own_resident() -> u64 {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is to a live variable of the right type, zeroed at first.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    u64::try_from(usage.ru_maxrss).unwrap_or(0) << 10
}

/// What happened to a child, or to a process or thread that is traced.
pub(in crate::sandbox) enum Change {
    /// It has ended, and is to be reaped.
    Ended(i32),
    /// It has stopped for its tracer.
    Stopped(i32),
}

/// What happened next to any child; it stays to be taken. As [`wait_any`] otherwise.
pub(in crate::sandbox) fn peek() -> io::Result<Option<Change>> {
    let flags = libc::WEXITED | libc::WSTOPPED | libc::WNOWAIT | libc::WNOHANG;
    let seen = wait_id(libc::P_ALL, 0, flags)?;
    Ok(seen.map(|(pid, kind, _)| match kind {
        libc::CLD_TRAPPED | libc::CLD_STOPPED => Change::Stopped(pid),
        _ => Change::Ended(pid),
    }))
}

/// Takes the stop of a traced process: why it stopped. `None` when it has been killed since.
pub(in crate::sandbox) fn take_stop(pid: i32) -> io::Result<Option<i32>> {
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

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}

//! Attempts at what the walls must prevent. Each says of each of its breaches whether it is open.

#![expect(unsafe_code, reason = "a program without scruples makes raw system calls")]
#![expect(
    clippy::unnecessary_wraps,
    reason = "attempts that cannot go wrong stand in one table with others"
)]

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::os::fd::BorrowedFd;
use std::path::Path;
use std::time::Duration;

use rustix::process::{Resource, Rlimit};

fn argument(arguments: &[OsString], index: usize) -> &OsStr {
    arguments.get(index).map_or(OsStr::new(""), OsString::as_os_str)
}

fn number(arguments: &[OsString], index: usize) -> i32 {
    argument(arguments, index).to_str().and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn reaches(port: i32) -> bool {
    let host = (Ipv4Addr::LOCALHOST, u16::try_from(port).unwrap_or(9)).into();
    TcpStream::connect_timeout(&host, Duration::from_millis(100)).is_ok()
}

/// The quick ones of all, for the choice of a level. Arguments: a file outside, a port of the host.
pub(super) fn proof(arguments: &[OsString]) -> io::Result<Vec<bool>> {
    Ok(vec![
        File::open(argument(arguments, 0)).is_ok(),
        reaches(number(arguments, 1)),
        rustix::process::geteuid().is_root() || has_capabilities()?,
        std::process::id() == 1,
        makes(Path::new("/usr/.jury-canary")),
        parts(),
    ])
}

fn makes(path: &Path) -> bool {
    let made = fs::write(path, "x").is_ok();
    if made {
        let _ = fs::remove_file(path);
    }
    made
}

fn parts() -> bool {
    // SAFETY: this process has one thread and shares nothing that a new namespace could upset.
    unsafe { rustix::thread::unshare_unsafe(rustix::thread::UnshareFlags::NEWUSER) }.is_ok()
}

/// Whether any capability is in force.
fn has_capabilities() -> io::Result<bool> {
    Ok(!rustix::thread::capabilities(None)?.effective.is_empty())
}

/// Argument: a file of the judge's.
pub(super) fn files(arguments: &[OsString]) -> io::Result<Vec<bool>> {
    let secret = Path::new(argument(arguments, 0));
    let beside = secret.with_extension("canary");
    Ok(vec![File::open(secret).is_ok(), makes(&beside), makes(Path::new("/usr/.jury-canary"))])
}

/// Argument: a port of the host.
pub(super) fn network(arguments: &[OsString]) -> io::Result<Vec<bool>> {
    Ok(vec![reaches(number(arguments, 0))])
}

/// Argument: the judge's number.
pub(super) fn others(arguments: &[OsString]) -> io::Result<Vec<bool>> {
    let judge = number(arguments, 0);
    // In a namespace of processes the number may be our own.
    let is_other = u32::try_from(judge) != Ok(std::process::id()) && judge > 1;
    // SAFETY: a plain system call on one process, with a signal that is ignored by default.
    let signalled = is_other && unsafe { libc::kill(judge, libc::SIGURG) } == 0;
    let environment = format!("/proc/{judge}/environ");
    Ok(vec![signalled, is_other && File::open(environment).is_ok()])
}

/// Forks; in the child, does something that never returns.
fn fork(child: impl FnOnce() -> i32) -> io::Result<i32> {
    // SAFETY: this process has one thread, so its child may do whatever it could itself; it ends
    // by `_exit` and never returns into the parent's frames.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            let code = child();
            // SAFETY: ends this process.
            unsafe { libc::_exit(code) }
        }
        pid => Ok(pid),
    }
}

pub(super) fn processes(_: &[OsString]) -> io::Result<Vec<bool>> {
    let idle = || {
        std::thread::sleep(Duration::from_mins(1));
        0
    };
    Ok(vec![(0..64).all(|_| fork(idle).is_ok())])
}

pub(super) fn memory(_: &[OsString]) -> io::Result<Vec<bool>> {
    let held: Vec<Vec<u8>> = (0..256).map(|_| vec![1; 1 << 20]).collect();
    std::thread::sleep(Duration::from_millis(500));
    Ok(vec![std::hint::black_box(&held).len() == 256])
}

pub(super) fn cpu(_: &[OsString]) -> io::Result<Vec<bool>> {
    let spin = || {
        let spent = || rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).tv_sec;
        while spent() < 2 {}
        0
    };
    fork(spin)?;
    spin();
    Ok(vec![true])
}

pub(super) fn short_children(_: &[OsString]) -> io::Result<Vec<bool>> {
    // SAFETY: no handler is installed.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
    let spin = || {
        let spent = || rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).tv_nsec;
        while spent() < 1_000_000 {}
        0
    };
    for _ in 0..2000 {
        let child = fork(spin)?;
        // SAFETY: waits for our own child, which leaves no status.
        unsafe { libc::waitpid(child, std::ptr::null_mut(), 0) };
    }
    Ok(vec![true])
}

pub(super) fn sleep(_: &[OsString]) -> io::Result<Vec<bool>> {
    std::thread::sleep(Duration::from_secs(5));
    Ok(vec![true])
}

pub(super) fn output(_: &[OsString]) -> io::Result<Vec<bool>> {
    // SAFETY: standard output is open for as long as this process lives.
    let stream = unsafe { BorrowedFd::borrow_raw(1) };
    for _ in 0..8 << 10 {
        rustix::io::write(stream, &[b'x'; 1024])?;
    }
    // Until all of it has been read.
    std::thread::sleep(Duration::from_millis(200));
    Ok(vec![true])
}

pub(super) fn large_file(_: &[OsString]) -> io::Result<Vec<bool>> {
    File::create("large")?.write_all(&vec![1; 4 << 20])?;
    Ok(vec![true])
}

pub(super) fn many_files(_: &[OsString]) -> io::Result<Vec<bool>> {
    let block = vec![1; 64 << 10];
    let mut all = (0..64).map(|number| fs::write(format!("file-{number}"), &block));
    Ok(vec![all.all(|written| written.is_ok())])
}

pub(super) fn many_names(_: &[OsString]) -> io::Result<Vec<bool>> {
    Ok(vec![(0..20_000).all(|number| File::create(format!("name-{number}")).is_ok())])
}

pub(super) fn syscalls(_: &[OsString]) -> io::Result<Vec<bool>> {
    let exists = || io::Error::last_os_error().raw_os_error() == Some(libc::EFAULT);
    // SAFETY: plain system calls without memory of ours, but for two constant texts; what they make
    // goes with this process, or at once.
    let (traced, key, ring, shared, counters, faults) = unsafe {
        let key = libc::syscall(
            libc::SYS_add_key,
            c"user".as_ptr(),
            c"jury".as_ptr(),
            c"x".as_ptr(),
            1,
            -2,
        );
        let ring = libc::syscall(libc::SYS_io_uring_setup, 1, 0) >= 0 || exists();
        let shared = libc::shmget(libc::IPC_PRIVATE, 4096, 0o600);
        if shared >= 0 {
            libc::shmctl(shared, libc::IPC_RMID, std::ptr::null_mut());
        }
        let counters = libc::syscall(libc::SYS_perf_event_open, 0, 0, -1, -1, 0) >= 0 || exists();
        let faults = libc::syscall(libc::SYS_userfaultfd, 0);
        let traced = libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0);
        (traced == 0, key >= 0, ring, shared >= 0, counters, faults >= 0)
    };
    Ok(vec![traced, parts(), key, ring, shared, counters, faults])
}

pub(super) fn user(_: &[OsString]) -> io::Result<Vec<bool>> {
    let root = rustix::process::geteuid().is_root();
    // SAFETY: a plain system call on this process, which has one thread.
    let became = !root && unsafe { libc::setuid(0) } == 0;
    Ok(vec![root, became, has_capabilities()?, !rustix::thread::no_new_privs()?])
}

pub(super) fn descriptors(_: &[OsString]) -> io::Result<Vec<bool>> {
    let is_open = |number| {
        // SAFETY: only asks whether there is such a descriptor.
        unsafe { libc::fcntl(number, libc::F_GETFD) != -1 }
    };
    let inherited = (3..4096).any(is_open);
    let held: Vec<File> = (0..4000).map_while(|_| File::open("/dev/null").ok()).collect();
    Ok(vec![inherited, held.len() == 4000])
}

pub(super) fn cores(_: &[OsString]) -> io::Result<Vec<bool>> {
    let more = Rlimit { current: Some(1 << 20), maximum: Some(1 << 20) };
    let raised = rustix::process::setrlimit(Resource::Core, more).is_ok();
    let pid = fork(|| std::process::abort())?;
    let mut status = 0;
    // SAFETY: waits for our own child into a live variable.
    let ended = unsafe { libc::waitpid(pid, &raw mut status, 0) };
    Ok(vec![raised, ended == pid && libc::WCOREDUMP(status)])
}

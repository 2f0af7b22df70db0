//! A program of our own that tries, from inside, what the walls must prevent. It is the proof that
//! a level works here, and what `jury doctor` shows. Knows only what it is told to try, and answers
//! by its exit code: 0 when every try was refused, else one bit for each breach. A trial of a limit
//! ends by itself only when the limit did not hold, and then with 1.

#![expect(
    clippy::unnecessary_wraps,
    reason = "attempts that cannot go wrong stand in one table with others"
)]

mod hidden;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::os::fd::BorrowedFd;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use rustix::process::{Resource, Rlimit};

/// The first argument that makes this executable a canary. The second names an attempt.
pub(super) const MARK: &str = "--jury-sandbox-canary";

/// One thing to try.
pub(super) struct Attempt {
    /// Its name.
    pub(super) name: &'static str,
    /// Breaches, one bit of the exit code each, the lowest first.
    pub(super) breaches: &'static [&'static str],
    /// Tries, and says of each breach whether it is open. Takes the rest of the arguments.
    tries: fn(&[OsString]) -> io::Result<Vec<bool>>,
}

/// All attempts.
pub(super) const ATTEMPTS: &[Attempt] = &[
    Attempt {
        name: "proof",
        breaches: &[
            "a file outside can be read",
            "a network service of the host can be reached",
            "the program has the administrator's rights",
            "the program is the first process",
            "files of the system can be written",
            "new namespaces can be made",
        ],
        tries: proof,
    },
    Attempt {
        name: "files",
        breaches: &[
            "a file of the judge's was read",
            "a file was made beside it",
            "a file was made in /usr",
        ],
        tries: files,
    },
    Attempt {
        name: "input",
        breaches: &["its input can be written to", "it is told where its input stands"],
        tries: hidden::input,
    },
    Attempt { name: "network", breaches: &["a port of the host was reached"], tries: network },
    Attempt {
        name: "others",
        breaches: &["the judge was signalled", "the judge's environment was read"],
        tries: others,
    },
    Attempt { name: "processes", breaches: &["64 processes ran"], tries: processes },
    Attempt { name: "memory", breaches: &["256 MiB were used"], tries: memory },
    Attempt { name: "cpu", breaches: &["two processes spun for 4 s"], tries: cpu },
    Attempt {
        name: "shared-memory",
        breaches: &["256 MiB of shared memory were held"],
        tries: hidden::shared_memory,
    },
    Attempt {
        name: "short-children",
        breaches: &["children that nobody waited for worked for 2 s"],
        tries: short_children,
    },
    Attempt { name: "sleep", breaches: &["it slept for 5 s"], tries: sleep },
    Attempt { name: "output", breaches: &["8 MiB were written"], tries: output },
    Attempt { name: "large-file", breaches: &["a file of 4 MiB was written"], tries: large_file },
    Attempt {
        name: "many-files",
        breaches: &["files of 4 MiB in all were written"],
        tries: many_files,
    },
    Attempt { name: "many-names", breaches: &["20 000 files were made"], tries: many_names },
    Attempt {
        name: "syscalls",
        breaches: &[
            "a process was traced",
            "a namespace was made",
            "a key was stored",
            "an io_uring was made",
            "shared memory was made outside of the box",
            "performance counters answered",
            "page faults can be caught",
        ],
        tries: syscalls,
    },
    Attempt {
        name: "numbers",
        breaches: &["asynchronous requests of the machine's were taken", "a file was marked"],
        tries: hidden::numbers,
    },
    Attempt {
        name: "user",
        breaches: &[
            "it is the administrator",
            "it became the administrator",
            "it has a capability",
            "it may gain rights by programs with the set-user-id bit",
        ],
        tries: user,
    },
    Attempt {
        name: "descriptors",
        breaches: &["a descriptor of the judge's was open", "4000 files were open at a time"],
        tries: descriptors,
    },
    Attempt {
        name: "cores",
        breaches: &["the limit on core dumps was raised", "a core was dumped"],
        tries: cores,
    },
];

/// The attempt of this name.
pub(super) fn attempt(name: &OsStr) -> Option<&'static Attempt> {
    ATTEMPTS.iter().find(|attempt| attempt.name == name)
}

/// Makes the attempt that the arguments name.
pub(super) fn sing(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = arguments.collect();
    let found = words.split_first().and_then(|(name, rest)| Some((attempt(name)?, rest)));
    // An attempt that could not be made proves nothing.
    let Some(Ok(open)) = found.map(|(attempt, rest)| (attempt.tries)(rest)) else {
        return ExitCode::from(NOT_TRIED);
    };
    let bits = open.iter().zip(0..).filter(|(open, _)| **open).map(|(_, bit)| 1_u8 << bit);
    ExitCode::from(bits.sum::<u8>())
}

/// The breaches that an exit code tells of, in words.
pub(super) fn breaches(words: &[&str], code: i32) -> Option<String> {
    let open = words.iter().zip(0..).filter(|(_, bit)| code >> bit & 1 == 1);
    let open: Vec<&str> = open.map(|(words, _)| *words).collect();
    (!open.is_empty()).then(|| open.join(", "))
}

/// The exit code of an attempt that could not be made.
pub(super) const NOT_TRIED: u8 = 255;

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
fn proof(arguments: &[OsString]) -> io::Result<Vec<bool>> {
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
fn files(arguments: &[OsString]) -> io::Result<Vec<bool>> {
    let secret = Path::new(argument(arguments, 0));
    let beside = secret.with_extension("canary");
    Ok(vec![File::open(secret).is_ok(), makes(&beside), makes(Path::new("/usr/.jury-canary"))])
}

/// Argument: a port of the host.
fn network(arguments: &[OsString]) -> io::Result<Vec<bool>> {
    Ok(vec![reaches(number(arguments, 0))])
}

/// Argument: the judge's number.
fn others(arguments: &[OsString]) -> io::Result<Vec<bool>> {
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

fn processes(_: &[OsString]) -> io::Result<Vec<bool>> {
    let idle = || {
        std::thread::sleep(Duration::from_secs(60));
        0
    };
    Ok(vec![(0..64).all(|_| fork(idle).is_ok())])
}

fn memory(_: &[OsString]) -> io::Result<Vec<bool>> {
    let held: Vec<Vec<u8>> = (0..256).map(|_| vec![1; 1 << 20]).collect();
    std::thread::sleep(Duration::from_millis(500));
    Ok(vec![std::hint::black_box(&held).len() == 256])
}

fn cpu(_: &[OsString]) -> io::Result<Vec<bool>> {
    let spin = || {
        let spent = || rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).tv_sec;
        while spent() < 2 {}
        0
    };
    fork(spin)?;
    spin();
    Ok(vec![true])
}

fn short_children(_: &[OsString]) -> io::Result<Vec<bool>> {
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

fn sleep(_: &[OsString]) -> io::Result<Vec<bool>> {
    std::thread::sleep(Duration::from_secs(5));
    Ok(vec![true])
}

fn output(_: &[OsString]) -> io::Result<Vec<bool>> {
    // SAFETY: standard output is open for as long as this process lives.
    let stream = unsafe { BorrowedFd::borrow_raw(1) };
    for _ in 0..8 << 10 {
        rustix::io::write(stream, &[b'x'; 1024])?;
    }
    // Until all of it has been read.
    std::thread::sleep(Duration::from_millis(200));
    Ok(vec![true])
}

fn large_file(_: &[OsString]) -> io::Result<Vec<bool>> {
    File::create("large")?.write_all(&vec![1; 4 << 20])?;
    Ok(vec![true])
}

fn many_files(_: &[OsString]) -> io::Result<Vec<bool>> {
    let block = vec![1; 64 << 10];
    let mut all = (0..64).map(|number| fs::write(format!("file-{number}"), &block));
    Ok(vec![all.all(|written| written.is_ok())])
}

fn many_names(_: &[OsString]) -> io::Result<Vec<bool>> {
    Ok(vec![(0..20_000).all(|number| File::create(format!("name-{number}")).is_ok())])
}

fn syscalls(_: &[OsString]) -> io::Result<Vec<bool>> {
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

fn user(_: &[OsString]) -> io::Result<Vec<bool>> {
    let root = rustix::process::geteuid().is_root();
    // SAFETY: a plain system call on this process, which has one thread.
    let became = !root && unsafe { libc::setuid(0) } == 0;
    Ok(vec![root, became, has_capabilities()?, !rustix::thread::no_new_privs()?])
}

fn descriptors(_: &[OsString]) -> io::Result<Vec<bool>> {
    let is_open = |number| {
        // SAFETY: only asks whether there is such a descriptor.
        unsafe { libc::fcntl(number, libc::F_GETFD) != -1 }
    };
    let inherited = (3..4096).any(is_open);
    let held: Vec<File> = (0..4000).map_while(|_| File::open("/dev/null").ok()).collect();
    Ok(vec![inherited, held.len() == 4000])
}

fn cores(_: &[OsString]) -> io::Result<Vec<bool>> {
    let more = Rlimit { current: Some(1 << 20), maximum: Some(1 << 20) };
    let raised = rustix::process::setrlimit(Resource::Core, more).is_ok();
    let pid = fork(|| std::process::abort())?;
    let mut status = 0;
    // SAFETY: waits for our own child into a live variable.
    let ended = unsafe { libc::waitpid(pid, &raw mut status, 0) };
    Ok(vec![raised, ended == pid && libc::WCOREDUMP(status)])
}

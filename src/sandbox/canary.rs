//! A program of our own that tries, from inside, what the walls must prevent. It is the proof that
//! a level works here. Knows only what it is told to try, and answers by its exit code.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::net::{Ipv4Addr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

/// The first argument that makes this executable a canary.
pub(super) const MARK: &str = "--jury-sandbox-canary";

/// Breaches, one bit of the exit code each.
pub(super) const BREACHES: [(u8, &str); 6] = [
    (1, "files outside can be read"),
    (2, "a network service of the host can be reached"),
    (4, "the program has the administrator's rights"),
    (8, "the program is the first process"),
    (16, "files of the system can be written"),
    (32, "new namespaces can be made"),
];

/// Tries all it can: the arguments are a path outside and a port of the host.
pub(super) fn sing(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let file = arguments.next().unwrap_or_default();
    let port = arguments.next().and_then(|port| port.to_str()?.parse().ok()).unwrap_or(0);
    let host = (Ipv4Addr::LOCALHOST, port).into();
    let mut breaches = 0;
    let mut note = |breach: usize, open: bool| {
        if open {
            breaches |= BREACHES[breach].0;
        }
    };
    note(0, fs::File::open(&file).is_ok());
    note(1, TcpStream::connect_timeout(&host, Duration::from_millis(100)).is_ok());
    note(2, rustix::process::geteuid().is_root() || has_capabilities().unwrap_or(true));
    note(3, std::process::id() == 1);
    note(4, fs::write("/usr/.jury-canary", "x").is_ok());
    // SAFETY: this process has one thread and shares nothing that a new namespace could upset.
    let parted = unsafe { rustix::thread::unshare_unsafe(rustix::thread::UnshareFlags::NEWUSER) };
    note(5, parted.is_ok());
    ExitCode::from(breaches)
}

/// Whether any capability is in force.
fn has_capabilities() -> io::Result<bool> {
    Ok(!rustix::thread::capabilities(None)?.effective.is_empty())
}

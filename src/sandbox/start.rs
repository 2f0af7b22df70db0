//! The small processes of this executable that serve the judge: which there are, and how they are
//! started.

#![expect(clippy::disallowed_types, reason = "the one place that starts our own executable")]

use std::ffi::{CStr, OsStr};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// What a process of this executable serves as. It knows by the name under which it is started, its
/// first argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Service {
    /// Runs programs.
    Slot,
    /// Opens files for the judge so that nobody can write to them.
    Opener,
    /// Takes control groups away when the judge was killed.
    Watcher,
}

impl Service {
    /// The name.
    pub(super) fn name(self) -> &'static CStr {
        match self {
            Self::Slot => c"jury-slot",
            Self::Opener => c"jury-opener",
            Self::Watcher => c"jury-watcher",
        }
    }

    /// The service of this name.
    pub(super) fn named(name: &OsStr) -> Option<Self> {
        let all = [Self::Slot, Self::Opener, Self::Watcher];
        all.into_iter().find(|service| service.name().to_bytes() == name.as_bytes())
    }
}

/// Starts one in `/`, with nothing of our environment, no output, and this standard input.
pub(super) fn anew(
    executable: &Path,
    service: Service,
    arguments: impl IntoIterator<Item: AsRef<OsStr>>,
    input: impl Into<Stdio>,
) -> io::Result<Child> {
    Command::new(executable)
        .arg0(OsStr::from_bytes(service.name().to_bytes()))
        .args(arguments)
        .env_clear()
        .current_dir("/")
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // Signals for the judge's terminal are not for it: the judge tells it when to stop.
        .process_group(0)
        .spawn()
}

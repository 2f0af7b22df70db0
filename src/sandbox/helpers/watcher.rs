//! A small process beside the judge that outlives it for a moment: a judge that is killed leaves
//! control groups, and nobody may come soon who would sweep them. It does nothing while the judge
//! lives.

use std::ffi::OsString;
use std::io::{self, PipeWriter, Read as _};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use crate::sandbox::cgroup::{Cleanup, Hierarchy, sweep};
use crate::sandbox::start::{self, Service};

/// How long the kernel may take to end what a killed judge has left.
const PATIENCE: Duration = Duration::from_secs(30);

/// A watcher at work. It goes when this is dropped, or when this process ends.
#[derive(Debug)]
pub(in crate::sandbox) struct Watcher {
    /// Closed by the kernel whatever we die of.
    line: Option<PipeWriter>,
    process: Child,
}

impl Watcher {
    /// Starts one for groups in this hierarchy.
    pub(in crate::sandbox) fn start(executable: &Path, hierarchy: &Hierarchy) -> io::Result<Self> {
        let (end, line) = io::pipe()?;
        let process = start::anew(executable, Service::Watcher, hierarchy.parents(), end)?;
        Ok(Self { line: Some(line), process })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.line = None;
        let _ = self.process.wait();
    }
}

/// Waits for the end of the judge and takes away what it left.
pub(in crate::sandbox) fn serve(folders: impl Iterator<Item = OsString>) {
    let folders: Vec<PathBuf> = folders.map(PathBuf::from).collect();
    let _ = rustix::thread::set_name(Service::Watcher.name());
    let _ = io::stdin().read(&mut [0]);
    let deadline = Instant::now() + PATIENCE;
    while sweep(&folders) == Cleanup::Partly && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
}

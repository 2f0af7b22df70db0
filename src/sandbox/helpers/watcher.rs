//! A small process beside the judge that outlives it for a moment: a judge that is killed leaves
//! control groups, and nobody may come soon who would sweep them. It does nothing while the judge
//! lives.

use std::ffi::OsString;
use std::io::{self, PipeWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use crate::sandbox::cgroup::{Cleanup, Hierarchy, has_groups_of, sweep};
use crate::sandbox::start::{self, Service};

/// How long the kernel may take to end what a killed judge has left.
const PATIENCE: Duration = Duration::from_secs(30);

/// A watcher at work. It goes when this is dropped, or when this process ends.
#[derive(Debug)]
pub(in crate::sandbox) struct Watcher {
    /// Closed by the kernel whatever we die of. A byte in it says that we live on.
    line: Option<PipeWriter>,
    process: Child,
}

impl Watcher {
    /// Starts one for groups in this hierarchy.
    pub(in crate::sandbox) fn start(executable: &Path, hierarchy: &Hierarchy) -> io::Result<Self> {
        let (end, line) = io::pipe()?;
        let judge = OsString::from(std::process::id().to_string());
        let parents = hierarchy.parents().into_iter().map(|parent| parent.as_os_str().to_owned());
        let arguments = std::iter::once(judge).chain(parents);
        let process = start::anew(executable, Service::Watcher, arguments, end)?;
        Ok(Self { line: Some(line), process })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if let Some(mut line) = self.line.take() {
            let _ = line.write_all(b".");
        }
        let _ = self.process.wait();
    }
}

/// Waits for the end of the judge and takes away what it left. The first argument is the judge's process number.
pub(in crate::sandbox) fn serve(mut arguments: impl Iterator<Item = OsString>) {
    let judge = arguments.next().and_then(|number| number.to_str()?.parse().ok());
    let folders: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let _ = rustix::thread::set_name(Service::Watcher.name());
    let lives_on = matches!(io::stdin().read(&mut [0]), Ok(1));
    // A process that is being killed closes its files one after the other, and may hold its groups for a while
    // after this line: what it still holds is no other judge's.
    let is_left = || !lives_on && judge.is_some_and(|judge: u32| has_groups_of(judge, &folders));
    let deadline = Instant::now() + PATIENCE;
    while (sweep(&folders) == Cleanup::Partly || is_left()) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
}

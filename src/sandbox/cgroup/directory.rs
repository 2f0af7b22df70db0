//! The directories of groups: made under a name of ours, held by their owner, removed with all that is
//! in them. Whoever finds one that nobody holds may sweep it.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::fs::{Mode, OFlags};

use crate::machine;
use crate::sandbox::sys;

const PREFIX: &str = "jury-slot-";

/// What came of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sandbox) enum Cleanup {
    /// No group is left whose owner is gone.
    Clean,
    /// Some are, which the kernel has not given up yet.
    Partly,
}

/// Removes groups in these directories whose owner is gone, and ends what still runs in them.
pub(in crate::sandbox) fn sweep(parents: &[impl AsRef<Path>]) -> Cleanup {
    let entries = parents.iter().flat_map(fs::read_dir).flatten().flatten();
    let groups = entries
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()))
        .map(|entry| entry.path());
    let mut swept = Cleanup::Clean;
    for directory in groups {
        if let Some(abandoned) = machine::abandoned(&directory, machine::is_own) {
            remove(std::slice::from_ref(&directory), Leftovers::Kill);
            drop(abandoned);
            if directory.exists() {
                swept = Cleanup::Partly;
            }
        }
    }
    swept
}

/// Whether there are groups in these directories that a process of this number made.
pub(in crate::sandbox) fn has_groups_of(process: u32, parents: &[impl AsRef<Path>]) -> bool {
    let prefix = format!("{PREFIX}{process}-");
    let mut entries = parents.iter().flat_map(fs::read_dir).flatten().flatten();
    entries.any(|entry| entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes()))
}

/// The directories of one group, in version 1 one for each controller: of the same name, held by this
/// process, and removed when this is dropped.
#[derive(Debug, Default)]
pub(super) struct Directories {
    paths: Vec<PathBuf>,
    held: Vec<OwnedFd>,
}

impl Directories {
    /// Makes one in each of these parents, of a name that is new in all of them.
    pub(super) fn make(parents: &[&Path]) -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!("{PREFIX}{}-{number}", std::process::id());
            if let Some(made) = Self::make_named(parents, &name)? {
                return Ok(made);
            }
        }
    }

    /// The same of this name; `None` where another one must be tried.
    fn make_named(parents: &[&Path], name: &str) -> io::Result<Option<Self>> {
        let mut made = Self::default();
        for parent in parents {
            let path = parent.join(name);
            let Some(held) = make_and_hold(&path)? else { return Ok(None) };
            made.paths.push(path);
            made.held.push(held);
        }
        Ok(Some(made))
    }

    /// Each of them.
    pub(super) fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The first one.
    pub(super) fn first(&self) -> &Path {
        &self.paths[0]
    }

    /// The name of them all.
    pub(super) fn name(&self) -> &OsStr {
        self.first().file_name().unwrap_or_default()
    }
}

impl Drop for Directories {
    fn drop(&mut self) {
        // Still held, so that nobody sweeps them meanwhile.
        remove(&self.paths, Leftovers::Wait);
    }
}

/// Makes a directory in a group, and holds it; `None` where another name must be tried.
fn make_and_hold(directory: &Path) -> io::Result<Option<OwnedFd>> {
    match fs::create_dir(directory) {
        // A judge in another container may have our number.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
        result => result?,
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    match rustix::fs::open(directory, flags, Mode::empty()) {
        Ok(held) if machine::hold(&held, directory)? => Ok(Some(held)),
        // Swept before we could hold it.
        Ok(_) | Err(rustix::io::Errno::NOENT) => Ok(None),
        Err(error) => {
            let _ = fs::remove_dir(directory);
            Err(error.into())
        }
    }
}

/// What is to be done with processes that are in a group when it is removed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leftovers {
    /// They are on their way out.
    Wait,
    /// Nobody else ends them.
    Kill,
}

/// Removes the directories of a group with all below them, the first one last. Failure does no harm.
pub(super) fn remove(directories: &[PathBuf], leftovers: Leftovers) {
    for directory in directories.iter().rev() {
        for _ in 0..100 {
            if leftovers == Leftovers::Kill {
                let members = fs::read_to_string(directory.join("cgroup.procs"));
                let members = members.unwrap_or_default();
                members.lines().filter_map(|pid| pid.parse().ok()).for_each(sys::kill);
            }
            match fs::remove_dir(directory) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                    let below = groups_below(directory);
                    if below.is_empty() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    remove(&below, leftovers);
                }
                _ => break,
            }
        }
    }
}

fn groups_below(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let groups = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    groups.map(|entry| entry.path()).collect()
}

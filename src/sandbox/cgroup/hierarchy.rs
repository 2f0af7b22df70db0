//! Control groups: finding a place for them, making one for each slot, and sweeping those that dead
//! judges left, in versions 1 and 2. What a group limits and counts is in [`group`].
//!
//! A group is a directory `jury-slot-PID-N` below the judge's own group; in version 1 there is one
//! for each controller. Each is held by its owner, so that the next judge can tell a group in use from
//! one whose owner was killed, and sweeps that with all that still runs in it. Two judges may share
//! the place of one controller and not that of another, so each directory tells only of itself.

mod counters;
mod group;

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::fs::{Mode, OFlags};

use super::mounts::{Tables, place};
use super::{delegation, sys};
use crate::machine;

pub(super) use counters::{CpuClock, Peak};
pub(super) use group::{Baseline, Group, Usage};

const PREFIX: &str = "jury-slot-";

/// Where groups can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Hierarchy {
    /// One parent directory a controller.
    V1 { memory: PathBuf, pids: PathBuf, cpuacct: PathBuf },
    /// One parent directory whose children have the controllers `memory` and `pids`.
    V2 { parent: PathBuf, peak: Peak },
}

impl Hierarchy {
    /// Finds where this process may make groups; else says what is missing.
    pub(super) fn find() -> Result<Self, String> {
        let Tables { mounts, own } = Tables::read()?;
        let place = |controller| place(&mounts, &own, controller);
        if let (Some(memory), Some(pids), Some(cpuacct)) =
            (place("memory"), place("pids"), place("cpuacct"))
        {
            return Ok(Self::V1 { memory, pids, cpuacct });
        }
        let parent = delegation::divided()?;
        let (group, _held) =
            make_held(&parent).map_err(|error| format!("making a control group: {error}"))?;
        let peak = Peak::of(&group);
        remove(&[group], Leftovers::Wait);
        Ok(Self::V2 { parent, peak })
    }

    /// The directories in which groups are made.
    pub(super) fn parents(&self) -> Vec<&Path> {
        match self {
            Self::V1 { memory, pids, cpuacct } => {
                let mut all: Vec<&Path> = vec![memory, pids, cpuacct];
                all.sort_unstable();
                all.dedup();
                all
            }
            Self::V2 { parent, .. } => vec![parent],
        }
    }

    /// Makes a group.
    pub(super) fn create(&self) -> io::Result<Group> {
        let parents = self.parents();
        'anew: loop {
            let (first, held) = make_held(parents[0])?;
            let name = first.file_name().unwrap_or_default().to_owned();
            let (mut made, mut held) = (Removed(vec![first]), vec![held]);
            for parent in &parents[1..] {
                let directory = parent.join(&name);
                match make_and_hold(&directory)? {
                    Some(holder) => held.push(holder),
                    None => continue 'anew,
                }
                made.0.push(directory);
            }
            let group = Group::open(self, &name, made.0.clone(), held)?;
            made.0.clear();
            return Ok(group);
        }
    }
}

/// What came of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Swept {
    /// No group is left whose owner is gone.
    Clean,
    /// Some are, which the kernel has not given up yet.
    Partly,
}

/// Removes groups in these directories whose owner is gone, and ends what still runs in them.
pub(super) fn sweep(parents: &[impl AsRef<Path>]) -> Swept {
    let entries = parents.iter().flat_map(fs::read_dir).flatten().flatten();
    let groups = entries
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()))
        .map(|entry| entry.path());
    let mut swept = Swept::Clean;
    for directory in groups {
        if let Some(abandoned) = machine::abandoned(&directory, machine::is_own) {
            remove(std::slice::from_ref(&directory), Leftovers::Kill);
            drop(abandoned);
            if directory.exists() {
                swept = Swept::Partly;
            }
        }
    }
    swept
}

/// Makes a directory of a new name in a group, and holds it.
fn make_held(parent: &Path) -> io::Result<(PathBuf, OwnedFd)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let directory = parent.join(format!("{PREFIX}{}-{number}", std::process::id()));
        if let Some(held) = make_and_hold(&directory)? {
            return Ok((directory, held));
        }
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

/// Directories to be removed unless taken out.
struct Removed(Vec<PathBuf>);

impl Drop for Removed {
    fn drop(&mut self) {
        remove(&self.0, Leftovers::Wait);
    }
}

/// What is to be done with processes that are in a group when it is removed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leftovers {
    /// They are on their way out.
    Wait,
    /// Nobody else ends them.
    Kill,
}

/// Removes the directories of a group with all below them, the first one last. Failure does no harm.
fn remove(directories: &[PathBuf], leftovers: Leftovers) {
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

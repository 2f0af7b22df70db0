//! Reasons to doubt what was seen of a run, because somebody outside had a hand in it. Each is
//! looked for where it costs next to nothing; none is ever a verdict.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use crate::sandbox::cgroup::place;
use crate::sandbox::sys::is_ending;

/// Longest list of a process's groups that is compared, in bytes.
const LONGEST: usize = 2048;

/// The control groups that a slot is in.
#[derive(Debug)]
pub(super) struct Membership {
    file: File,
    stat: File,
    groups: Vec<u8>,
}

impl Membership {
    /// Of a process, as it is now.
    pub(super) fn of(pid: u32) -> io::Result<Self> {
        let file = File::open(format!("/proc/{pid}/cgroup"))?;
        let stat = File::open(format!("/proc/{pid}/stat"))?;
        let mut groups = vec![0; LONGEST];
        let length = file.read_at(&mut groups, 0)?;
        groups.truncate(length);
        Ok(Self { file, stat, groups })
    }

    /// Whether the process has been moved. One that is gone has not; one that ends is shown in the root of
    /// version 1, wherever it is.
    pub(super) fn has_changed(&self) -> bool {
        let mut now = [0; LONGEST];
        match self.file.read_at(&mut now, 0) {
            Ok(length) => now[..length] != self.groups && !self.is_ending(),
            Err(_) => false,
        }
    }

    fn is_ending(&self) -> bool {
        let mut stat = [0; LONGEST];
        let Ok(length) = self.stat.read_at(&mut stat, 0) else { return true };
        is_ending(&String::from_utf8_lossy(&stat[..length]))
    }
}

/// How many processes the kernel has killed for lack of memory, as last read: in the judge's own
/// control group, where programs are that have none of their own, else all over the machine.
#[derive(Debug)]
pub(super) struct OutOfMemory {
    file: Option<File>,
    seen: Option<u64>,
}

impl OutOfMemory {
    /// Finds out what there is to be read.
    pub(super) fn now() -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let (mounts, own) = (read("/proc/self/mountinfo"), read("/proc/self/cgroup"));
        let groups = [("memory", "memory.oom_control"), ("", "memory.events")];
        let groups =
            groups.map(|(controller, name)| Some(place(&mounts, &own, controller)?.join(name)));
        let all = groups.into_iter().flatten().chain([PathBuf::from("/proc/vmstat")]);
        for path in all {
            let mut kills = Self { file: File::open(path).ok(), seen: None };
            kills.seen = kills.count();
            if kills.seen.is_some() {
                return kills;
            }
        }
        Self { file: None, seen: None }
    }

    fn count(&self) -> Option<u64> {
        let mut file = self.file.as_ref()?;
        let mut text = String::new();
        file.rewind().and_then(|()| file.read_to_string(&mut text)).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("oom_kill "));
        line.and_then(|number| number.trim().parse().ok())
    }

    /// Whether there are more than at the last look.
    pub(super) fn grew(&mut self) -> bool {
        let now = self.count();
        std::mem::replace(&mut self.seen, now) < now
    }
}

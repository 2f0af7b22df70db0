//! Control groups: finding a place for them, one group a slot, its limits and its counters, in
//! versions 1 and 2. Knows nothing of processes beyond the file that they join by.
//!
//! A group is a directory `jury-slot-PID-N` below the judge's own group; in version 1 there is one
//! for each controller. The first is held by its owner, so that the next judge can tell a group in
//! use from one whose owner was killed, and sweeps that with all that still runs in it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::fs::{Mode, OFlags};

use super::mounts::{delegate, mount_point, place};
use super::sys;
use crate::machine;

const PREFIX: &str = "jury-slot-";
/// Usage that a run may leave behind in caches before it is worth clearing, in bytes.
const RESIDUE: u64 = 4 << 20;
/// How often such caches are cleared, a millisecond apart, before the group is given up.
const PATIENCE: u32 = 10;

/// Where groups can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Hierarchy {
    /// One parent directory a controller.
    V1 { memory: PathBuf, pids: PathBuf, cpuacct: PathBuf },
    /// One parent directory whose children have the controllers `memory` and `pids`.
    V2 { parent: PathBuf },
}

/// Counters at the start of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Baseline {
    cpu: Duration,
    usage: u64,
    file_cache: Option<u64>,
    oom_kills: u64,
    refused: u64,
}

/// What one run used, as the group counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Usage {
    pub(super) cpu: Duration,
    /// Peak memory in bytes.
    pub(super) memory: u64,
    /// Processes killed for lack of memory.
    pub(super) oom_kills: u64,
    /// Forks refused by the process limit.
    pub(super) refused: u64,
    /// Peak memory in bytes with what the group held before.
    peak: u64,
}

/// CPU time of all processes that ever were in a group.
#[derive(Debug)]
pub(super) struct CpuClock {
    version: u8,
    file: File,
}

/// The group of one slot.
#[derive(Debug)]
pub(super) struct Group {
    /// The first one is held.
    directories: Vec<PathBuf>,
    _held: OwnedFd,
    memory: PathBuf,
    pids: PathBuf,
    version: u8,
    cpu: Arc<CpuClock>,
    peak_file: File,
    usage_file: File,
    oom_file: File,
    refused_file: File,
    armed: Option<(u64, u32)>,
    /// Kills for lack of memory and refused forks as last read: they change in runs only.
    events: Option<(u64, u64)>,
    /// Whether the peak can be set back; else each run needs a group of its own.
    renewable: bool,
}

impl Hierarchy {
    /// Finds where this process may make groups; else says what is missing.
    pub(super) fn find() -> Result<Self, String> {
        let mounts = fs::read_to_string("/proc/self/mountinfo")
            .map_err(|error| format!("/proc/self/mountinfo cannot be read: {error}"))?;
        let own = fs::read_to_string("/proc/self/cgroup")
            .map_err(|error| format!("/proc/self/cgroup cannot be read: {error}"))?;
        let place = |controller| place(&mounts, &own, controller);
        if let (Some(memory), Some(pids), Some(cpuacct)) =
            (place("memory"), place("pids"), place("cpuacct"))
        {
            return Ok(Self::V1 { memory, pids, cpuacct });
        }
        let mine = place("").ok_or("no control group file system is mounted")?;
        let root = mount_point(&mounts, "").unwrap_or_else(|| mine.clone());
        let mut missing = String::new();
        for candidate in [mine, root] {
            match delegate(&candidate) {
                Ok(parent) => return Ok(Self::V2 { parent }),
                Err(why) => missing = why,
            }
        }
        Err(missing)
    }

    fn parents(&self) -> Vec<&Path> {
        match self {
            Self::V1 { memory, pids, cpuacct } => {
                let mut all: Vec<&Path> = vec![memory, pids, cpuacct];
                all.sort_unstable();
                all.dedup();
                all
            }
            Self::V2 { parent } => vec![parent],
        }
    }

    /// Removes groups whose owner is gone, and ends what still runs in them.
    pub(super) fn sweep(&self) {
        let parents = self.parents();
        let entries = parents.iter().flat_map(fs::read_dir).flatten().flatten();
        let names: BTreeSet<OsString> = entries
            .map(|entry| entry.file_name())
            .filter(|name| name.as_encoded_bytes().starts_with(PREFIX.as_bytes()))
            .collect();
        for name in names {
            let directories: Vec<PathBuf> =
                parents.iter().map(|parent| parent.join(&name)).collect();
            // Without the first there is no owner: it is made first and removed last.
            let is_there = directories[0].exists();
            let abandoned = machine::abandoned(&directories[0], machine::is_own);
            if !is_there || abandoned.is_some() {
                remove(&directories, Leftovers::Kill);
            }
        }
    }

    /// Makes a group.
    pub(super) fn create(&self) -> io::Result<Group> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let parents = self.parents();
        let mut made = Removed(Vec::new());
        let (name, held) = loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!("{PREFIX}{}-{number}", std::process::id());
            let first = parents[0].join(&name);
            match fs::create_dir(&first) {
                // A judge in another container may have our number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                result => result?,
            }
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            match rustix::fs::open(&first, flags, Mode::empty()) {
                Ok(held) if machine::hold(&held, &first)? => {
                    made.0.push(first);
                    break (name, held);
                }
                // Swept before we could hold it.
                Ok(_) | Err(rustix::io::Errno::NOENT) => {}
                Err(error) => {
                    let _ = fs::remove_dir(&first);
                    return Err(error.into());
                }
            }
        };
        for parent in &parents[1..] {
            let directory = parent.join(&name);
            fs::create_dir(&directory)?;
            made.0.push(directory);
        }
        let group = self.open(&name, &made.0, held)?;
        made.0.clear();
        Ok(group)
    }

    fn open(&self, name: &str, directories: &[PathBuf], held: OwnedFd) -> io::Result<Group> {
        let both = |directory: &Path, file: &str| {
            File::options().read(true).write(true).open(directory.join(file))
        };
        let directories = directories.to_vec();
        Ok(match self {
            Self::V1 { memory, pids, cpuacct } => {
                let (memory, pids) = (memory.join(name), pids.join(name));
                // Without swap accounting, at least do not swap.
                let _ = fs::write(memory.join("memory.swappiness"), "0");
                Group {
                    version: 1,
                    cpu: CpuClock::open(1, &cpuacct.join(name).join("cpuacct.usage"))?,
                    peak_file: both(&memory, "memory.max_usage_in_bytes")?,
                    usage_file: File::open(memory.join("memory.usage_in_bytes"))?,
                    oom_file: File::open(memory.join("memory.oom_control"))?,
                    refused_file: File::open(pids.join("pids.events"))?,
                    directories,
                    _held: held,
                    memory,
                    pids,
                    armed: None,
                    events: None,
                    renewable: true,
                }
            }
            Self::V2 { parent } => {
                let directory = parent.join(name);
                let swap = directory.join("memory.swap.max");
                if swap.exists() {
                    fs::write(swap, "0")?;
                }
                // Writing resets the peak for this descriptor since Linux 6.12; before that, the
                // file is read-only.
                let peak = both(&directory, "memory.peak");
                let renewable = peak.is_ok();
                Group {
                    version: 2,
                    cpu: CpuClock::open(2, &directory.join("cpu.stat"))?,
                    peak_file: peak.or_else(|_| File::open(directory.join("memory.peak")))?,
                    usage_file: File::open(directory.join("memory.current"))?,
                    oom_file: File::open(directory.join("memory.events"))?,
                    refused_file: File::open(directory.join("pids.events"))?,
                    memory: directory.clone(),
                    pids: directory,
                    directories,
                    _held: held,
                    armed: None,
                    events: None,
                    renewable,
                }
            }
        })
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

/// Removes the directories of a group, the first one last. Failure does no harm.
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
                    std::thread::sleep(Duration::from_millis(1));
                }
                _ => break,
            }
        }
    }
}

impl CpuClock {
    fn open(version: u8, path: &Path) -> io::Result<Arc<Self>> {
        Ok(Arc::new(Self { version, file: File::open(path)? }))
    }

    /// What it shows.
    pub(super) fn read(&self) -> io::Result<Duration> {
        if self.version == 1 {
            number(&self.file).map(Duration::from_nanos)
        } else {
            counter(&self.file, "usage_usec").map(Duration::from_micros)
        }
    }
}

impl Group {
    /// The files by which a process joins.
    pub(super) fn entrances(&self) -> Vec<PathBuf> {
        self.directories.iter().map(|directory| directory.join("cgroup.procs")).collect()
    }

    /// Sets the limits and starts counting anew. `processes` counts what a run may have; the slot
    /// itself is one more.
    pub(super) fn arm(&mut self, memory: u64, processes: u32) -> io::Result<Baseline> {
        if self.armed != Some((memory, processes)) {
            self.armed = None;
            self.limit(memory, processes)?;
            self.armed = Some((memory, processes));
        }
        if self.renewable {
            (&self.peak_file).write_all(b"0")?;
        }
        let usage = number(&self.usage_file)?;
        let events = match self.events {
            Some(events) => events,
            None => self.events()?,
        };
        Ok(Baseline {
            cpu: self.cpu.read()?,
            usage,
            file_cache: if usage > RESIDUE { Some(self.file_cache()?) } else { None },
            oom_kills: events.0,
            refused: events.1,
        })
    }

    /// Whether the group has served a run and cannot count another one: its peak cannot be set
    /// back, or memory of earlier runs still counts against the next. Mostly that is caches, which
    /// are cleared; but the kernel gives page tables back only some time after their process ended.
    pub(super) fn is_spent(&self) -> io::Result<bool> {
        if self.armed.is_none() {
            return Ok(false);
        }
        if !self.renewable {
            return Ok(true);
        }
        for _ in 0..PATIENCE {
            if number(&self.usage_file)? <= RESIDUE {
                return Ok(false);
            }
            let _ = fs::write(self.memory.join(self.name("force_empty", "reclaim")), "1G");
            if number(&self.usage_file)? <= RESIDUE {
                return Ok(false);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(true)
    }

    /// Moves a process here.
    pub(super) fn admit(&self, pid: u32) -> io::Result<()> {
        self.entrances().iter().try_for_each(|file| fs::write(file, pid.to_string()))
    }

    fn name(&self, first: &str, second: &str) -> String {
        format!("memory.{}", if self.version == 1 { first } else { second })
    }

    fn limit(&self, memory: u64, processes: u32) -> io::Result<()> {
        let set = |name: &str| fs::write(self.memory.join(name), memory.to_string());
        if self.version == 1 {
            let swap = "memory.memsw.limit_in_bytes";
            let has_swap = self.memory.join(swap).exists();
            // Memory may never exceed memory and swap together, on the way up and on the way down.
            let raised = has_swap && set(swap).is_ok();
            set("memory.limit_in_bytes")?;
            if has_swap && !raised {
                set(swap)?;
            }
        } else {
            set("memory.max")?;
        }
        fs::write(self.pids.join("pids.max"), (u64::from(processes) + 1).to_string())
    }

    /// The clock of all processes that ever were in the group.
    pub(super) fn cpu(&self) -> &Arc<CpuClock> {
        &self.cpu
    }

    /// CPU time since the baseline.
    pub(super) fn cpu_since(&self, baseline: &Baseline) -> io::Result<Duration> {
        Ok(self.cpu.read()?.saturating_sub(baseline.cpu))
    }

    /// All that was counted since the baseline. File pages that the kernel merely keeps cached,
    /// because this run was the first to read them, are not the program's memory.
    pub(super) fn since(&mut self, baseline: &Baseline) -> io::Result<Usage> {
        let peak = number(&self.peak_file)?;
        let cached = if number(&self.usage_file)? > baseline.usage + (1 << 20) {
            self.file_cache()?.saturating_sub(baseline.file_cache.unwrap_or(0))
        } else {
            0
        };
        let events = self.events()?;
        self.events = Some(events);
        Ok(Usage {
            cpu: self.cpu_since(baseline)?,
            memory: peak.saturating_sub(baseline.usage).saturating_sub(cached),
            oom_kills: events.0.saturating_sub(baseline.oom_kills),
            refused: events.1.saturating_sub(baseline.refused),
            peak,
        })
    }

    /// Why a run's readings say nothing of it: somebody outside had a hand in them. Looks further
    /// only where something happened that limits bring about.
    pub(super) fn doubt(&self, usage: &Usage) -> io::Result<Option<String>> {
        let Some((memory, processes)) = self.armed else { return Ok(None) };
        // The kernel counts in pages, and keeps a few in hand for each core.
        if usage.oom_kills == 0 && usage.refused == 0 && usage.peak <= memory + RESIDUE {
            return Ok(None);
        }
        let limit = |directory: &Path, name: &str| -> io::Result<u64> {
            let text = fs::read_to_string(directory.join(name))?;
            Ok(text.trim().parse().unwrap_or(u64::MAX))
        };
        let now = limit(&self.memory, self.name("limit_in_bytes", "max").as_str())?;
        if now.abs_diff(memory) > RESIDUE || usage.peak > memory + RESIDUE {
            return Ok(Some("its memory limit was changed from outside".into()));
        }
        if limit(&self.pids, "pids.max")? != u64::from(processes) + 1 {
            return Ok(Some("its limit on processes was changed from outside".into()));
        }
        if usage.oom_kills > 0 && usage.peak + memory / 8 + RESIDUE < memory {
            return Ok(Some(format!(
                "the machine, or a group above, ran out of memory and a process was killed at \
                 {} MiB of {} MiB",
                usage.peak >> 20,
                memory >> 20
            )));
        }
        Ok(None)
    }

    /// Where it is, for messages.
    pub(super) fn place(&self) -> &Path {
        &self.memory
    }

    fn events(&self) -> io::Result<(u64, u64)> {
        Ok((counter(&self.oom_file, "oom_kill")?, counter(&self.refused_file, "max")?))
    }

    /// File pages cached on the group's account, without what lies in memory file systems.
    fn file_cache(&self) -> io::Result<u64> {
        let text = fs::read_to_string(self.memory.join("memory.stat"))?;
        let (all, shared) =
            if self.version == 1 { ("total_cache", "total_shmem") } else { ("file", "shmem") };
        let value = |name| field(&text, name).unwrap_or(0);
        Ok(value(all).saturating_sub(value(shared)))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        remove(&self.directories, Leftovers::Wait);
    }
}

/// The text of a small counter file, read anew.
fn with_text<T>(file: &File, read: impl FnOnce(&str) -> Option<T>) -> io::Result<T> {
    let mut space = [0; 1024];
    let length = file.read_at(&mut space, 0)?;
    std::str::from_utf8(&space[..length]).ok().and_then(read).ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidData, "a control group's counter cannot be read")
    })
}

fn number(file: &File) -> io::Result<u64> {
    with_text(file, |text| text.trim().parse().ok())
}

fn counter(file: &File, name: &str) -> io::Result<u64> {
    with_text(file, |text| field(text, name))
}

/// The number behind a name at the start of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read_by_their_whole_name() {
        let text = "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n";
        assert_eq!(field(text, "oom_kill"), Some(3));
        assert_eq!(field(text, "oom"), None);
    }
}

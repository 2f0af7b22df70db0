//! Control groups: finding a place for them, one group a slot, its limits and its counters, in
//! versions 1 and 2. Knows nothing of processes beyond the file that they join by.
//!
//! A group is a directory `jury-PID-START-N` below the judge's own group; PID and START (the
//! owner's start time) tell a group in use from one whose owner died, which the next judge sweeps.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

const PREFIX: &str = "jury-";
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
}

/// The group of one slot.
#[derive(Debug)]
pub(super) struct Group {
    directories: Vec<PathBuf>,
    memory: PathBuf,
    pids: PathBuf,
    version: u8,
    cpu_file: File,
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

    /// Removes empty groups whose owner is gone.
    pub(super) fn sweep(&self) {
        for parent in self.parents() {
            let Ok(entries) = fs::read_dir(parent) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name();
                if name.to_str().and_then(owner).is_some_and(|(pid, start)| {
                    start_time(&pid.to_string()).is_none_or(|now| now != start)
                }) {
                    // One that is still in use refuses to go.
                    let _ = fs::remove_dir(entry.path());
                }
            }
        }
    }

    /// Makes a group.
    pub(super) fn create(&self) -> io::Result<Group> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let start = start_time("self").ok_or_else(|| io::Error::other("no start time of ours"))?;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{start}-{number}", std::process::id());
        let mut made = Removed(Vec::new());
        for parent in self.parents() {
            let directory = parent.join(&name);
            fs::create_dir(&directory)?;
            made.0.push(directory);
        }
        let group = self.open(&name, &made.0)?;
        made.0.clear();
        Ok(group)
    }

    fn open(&self, name: &str, directories: &[PathBuf]) -> io::Result<Group> {
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
                    cpu_file: File::open(cpuacct.join(name).join("cpuacct.usage"))?,
                    peak_file: both(&memory, "memory.max_usage_in_bytes")?,
                    usage_file: File::open(memory.join("memory.usage_in_bytes"))?,
                    oom_file: File::open(memory.join("memory.oom_control"))?,
                    refused_file: File::open(pids.join("pids.events"))?,
                    directories,
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
                    cpu_file: File::open(directory.join("cpu.stat"))?,
                    peak_file: peak.or_else(|_| File::open(directory.join("memory.peak")))?,
                    usage_file: File::open(directory.join("memory.current"))?,
                    oom_file: File::open(directory.join("memory.events"))?,
                    refused_file: File::open(directory.join("pids.events"))?,
                    memory: directory.clone(),
                    pids: directory,
                    directories,
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
        for directory in &self.0 {
            let _ = fs::remove_dir(directory);
        }
    }
}

/// The owner's pid and start time in a group's name.
fn owner(name: &str) -> Option<(u32, u64)> {
    let mut parts = name.strip_prefix(PREFIX)?.split('-');
    let owner = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let _number: u32 = parts.next()?.parse().ok()?;
    parts.next().is_none().then_some(owner)
}

/// When a process started, in ticks since boot.
fn start_time(pid: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    text.rsplit_once(") ")?.1.split_ascii_whitespace().nth(19)?.parse().ok()
}

/// One line of `mountinfo` for the hierarchy of a version 1 controller, or of version 2 for an
/// empty name: its root within the hierarchy, and where it is mounted.
fn mount_of(mounts: &str, controller: &str) -> Option<(String, PathBuf)> {
    mounts.lines().find_map(|line| {
        let (left, right) = line.split_once(" - ")?;
        let mut right = right.split(' ');
        let (kind, _source, options) = (right.next()?, right.next()?, right.next()?);
        let fits = if controller.is_empty() {
            kind == "cgroup2"
        } else {
            kind == "cgroup" && options.split(',').any(|option| option == controller)
        };
        let mut left = left.split(' ').skip(3);
        let (root, place) = (left.next()?, left.next()?);
        fits.then(|| (root.to_owned(), PathBuf::from(place)))
    })
}

fn mount_point(mounts: &str, controller: &str) -> Option<PathBuf> {
    mount_of(mounts, controller).map(|(_, place)| place)
}

/// The directory of this process's own group in the hierarchy of a controller.
fn place(mounts: &str, own: &str, controller: &str) -> Option<PathBuf> {
    let (root, place) = mount_of(mounts, controller)?;
    let path = own.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        controllers.split(',').any(|name| name == controller).then_some(path)
    })?;
    let below = path.strip_prefix(root.trim_end_matches('/')).unwrap_or(path);
    Some(place.join(below.trim_start_matches('/')))
}

/// Sees to it that children of this version 2 group have the controllers. A group with controllers
/// for its children may hold no process itself (the root excepted), so when we are the only one in
/// it we move into a child.
fn delegate(group: &Path) -> Result<PathBuf, String> {
    let shown = group.display();
    let has = |file: &str| {
        let text = fs::read_to_string(group.join(file)).unwrap_or_default();
        let names: Vec<&str> = text.split_ascii_whitespace().collect();
        names.contains(&"memory") && names.contains(&"pids")
    };
    if !has("cgroup.controllers") {
        return Err(format!("the control group {shown} lacks the controllers memory and pids"));
    }
    let canary = group.join(format!("{PREFIX}probe-{}", std::process::id()));
    fs::create_dir(&canary).map_err(|error| {
        format!(
            "the control group {shown} is not ours to divide ({error}); run as root, or by \
                 `systemd-run --user --scope -p Delegate=yes`"
        )
    })?;
    let removed = Removed(vec![canary]);
    if has("cgroup.subtree_control") {
        return Ok(group.to_owned());
    }
    drop(removed);
    let enable = || fs::write(group.join("cgroup.subtree_control"), "+memory +pids");
    if enable().is_ok() {
        return Ok(group.to_owned());
    }
    let members = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
    if members.trim() != std::process::id().to_string() {
        return Err(format!(
            "the control group {shown} holds other processes; start in one of your own by \
             `systemd-run --user --scope -p Delegate=yes`"
        ));
    }
    let leaf = group.join("jury");
    fs::create_dir(&leaf)
        .or_else(|error| if leaf.is_dir() { Ok(()) } else { Err(error) })
        .and_then(|()| fs::write(leaf.join("cgroup.procs"), "0"))
        .and_then(|()| enable())
        .map_err(|error| format!("the control group {shown} cannot be divided: {error}"))?;
    Ok(group.to_owned())
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
            cpu: self.cpu()?,
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

    /// CPU time of all processes that ever were in the group.
    pub(super) fn cpu(&self) -> io::Result<Duration> {
        if self.version == 1 {
            number(&self.cpu_file).map(Duration::from_nanos)
        } else {
            counter(&self.cpu_file, "usage_usec").map(Duration::from_micros)
        }
    }

    /// CPU time since the baseline.
    pub(super) fn cpu_since(&self, baseline: &Baseline) -> io::Result<Duration> {
        Ok(self.cpu()?.saturating_sub(baseline.cpu))
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
        })
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
        for directory in &self.directories {
            // The last process may still be on its way out.
            for _ in 0..50 {
                match fs::remove_dir(directory) {
                    Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    _ => break,
                }
            }
        }
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

    const HYBRID: &str = "\
34 25 0:30 / /sys/fs/cgroup/unified rw,nosuid shared:9 - cgroup2 cgroup2 rw
35 25 0:31 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:10 - cgroup cgroup rw,cpu,cpuacct
36 25 0:32 /docker/ab /sys/fs/cgroup/memory rw,nosuid - cgroup cgroup rw,memory
";

    #[test]
    fn own_groups_are_found_below_their_mounts() {
        let own = "4:memory:/docker/ab/x\n2:cpu,cpuacct:/y\n0::/z/w\n";
        let case = |controller, path: &str| {
            assert_eq!(place(HYBRID, own, controller), Some(PathBuf::from(path)));
        };
        case("memory", "/sys/fs/cgroup/memory/x");
        case("cpuacct", "/sys/fs/cgroup/cpu,cpuacct/y");
        case("", "/sys/fs/cgroup/unified/z/w");
        assert_eq!(place(HYBRID, own, "pids"), None);
    }

    #[test]
    fn only_our_own_names_have_an_owner() {
        assert_eq!(owner("jury-12-345-0"), Some((12, 345)));
        for name in ["jury", "jury-12", "jury-probe-12", "jury-12-345-0-1", "other-1-2-3"] {
            assert_eq!(owner(name), None, "{name}");
        }
    }

    #[test]
    fn counters_are_read_by_their_whole_name() {
        let text = "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n";
        assert_eq!(field(text, "oom_kill"), Some(3));
        assert_eq!(field(text, "oom"), None);
    }

    #[test]
    fn our_own_start_time_is_found() {
        assert_eq!(start_time("self"), start_time(&std::process::id().to_string()));
        assert!(start_time("self").is_some());
    }
}

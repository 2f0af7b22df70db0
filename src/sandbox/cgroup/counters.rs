//! The files by which one control group limits and counts, in versions 1 and 2.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How the most memory that a group held is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sandbox) enum Peak {
    /// The kernel keeps it, and it can be set back: version 1, and version 2 since Linux 6.12.
    Renewable,
    /// The kernel keeps it for the group's whole life: since Linux 5.19.
    Lifelong,
    /// The kernel does not keep it; the judge looks from time to time.
    Sampled,
}

impl Peak {
    /// Finds out by trying it on a group of version 2. Whether the file can be opened for writing
    /// tells nothing: an administrator may open files that nobody can write.
    pub(in crate::sandbox) fn of(group: &Path) -> Self {
        let path = group.join("memory.peak");
        if !path.exists() {
            return Self::Sampled;
        }
        match fs::write(path, "0") {
            Ok(()) => Self::Renewable,
            Err(_) => Self::Lifelong,
        }
    }
}

/// CPU time of all processes that ever were in a group.
#[derive(Debug)]
pub(in crate::sandbox) struct CpuClock {
    version: u8,
    file: File,
}

impl CpuClock {
    /// What it shows.
    pub(in crate::sandbox) fn read(&self) -> io::Result<Duration> {
        if self.version == 1 {
            number(&self.file).map(Duration::from_nanos)
        } else {
            counter(&self.file, "usage_usec").map(Duration::from_micros)
        }
    }
}

/// What happened in a group so far that limits bring about.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Events {
    /// Processes killed for lack of memory.
    pub(super) oom_kills: u64,
    /// Forks refused by the process limit.
    pub(super) refused: u64,
    /// How often the group's own memory limit was met, and how often that could not be helped.
    /// `None` where the kernel does not tell its own limit from those above.
    pub(super) own_limit: Option<(u64, u64)>,
}

/// The open files of a group.
#[derive(Debug)]
pub(super) struct Counters {
    version: u8,
    memory: PathBuf,
    pids: PathBuf,
    cpu: Arc<CpuClock>,
    /// `None` where the peak is sampled.
    peak: Option<File>,
    /// The largest use that was seen.
    seen: Cell<u64>,
    usage: File,
    memory_events: File,
    pids_events: File,
}

impl Counters {
    /// Of a group in version 1, by its directories.
    pub(super) fn of_v1(memory: PathBuf, pids: PathBuf, cpuacct: &Path) -> io::Result<Self> {
        // Without swap accounting, at least do not swap.
        let _ = fs::write(memory.join("memory.swappiness"), "0");
        let peak = memory.join("memory.max_usage_in_bytes");
        let cpu = File::open(cpuacct.join("cpuacct.usage"))?;
        Ok(Self {
            version: 1,
            cpu: Arc::new(CpuClock { version: 1, file: cpu }),
            peak: Some(File::options().read(true).write(true).open(peak)?),
            seen: Cell::new(0),
            usage: File::open(memory.join("memory.usage_in_bytes"))?,
            memory_events: File::open(memory.join("memory.oom_control"))?,
            pids_events: File::open(pids.join("pids.events"))?,
            memory,
            pids,
        })
    }

    /// Of a group in version 2.
    pub(super) fn of_v2(directory: PathBuf, peak: Peak) -> io::Result<Self> {
        let swap = directory.join("memory.swap.max");
        if swap.exists() {
            fs::write(swap, "0")?;
        }
        let path = directory.join("memory.peak");
        let peak = match peak {
            Peak::Renewable => Some(File::options().read(true).write(true).open(path)?),
            Peak::Lifelong => Some(File::open(path)?),
            Peak::Sampled => None,
        };
        let cpu = File::open(directory.join("cpu.stat"))?;
        Ok(Self {
            version: 2,
            cpu: Arc::new(CpuClock { version: 2, file: cpu }),
            peak,
            seen: Cell::new(0),
            usage: File::open(directory.join("memory.current"))?,
            memory_events: File::open(directory.join("memory.events"))?,
            pids_events: File::open(directory.join("pids.events"))?,
            memory: directory.clone(),
            pids: directory,
        })
    }

    /// Where memory is counted, for messages.
    pub(super) fn place(&self) -> &Path {
        &self.memory
    }

    /// The clock of all processes that ever were in the group.
    pub(super) fn cpu(&self) -> &Arc<CpuClock> {
        &self.cpu
    }

    /// Whether the peak is only what was seen.
    pub(super) fn is_sampled(&self) -> bool {
        self.peak.is_none()
    }

    /// Memory in use now.
    pub(super) fn usage(&self) -> io::Result<u64> {
        let usage = number(&self.usage)?;
        self.seen.set(self.seen.get().max(usage));
        Ok(usage)
    }

    /// The most memory that was in use since it was set back, or that was seen to be.
    pub(super) fn peak(&self) -> io::Result<u64> {
        match &self.peak {
            Some(file) => number(file),
            None => self.usage().map(|_| self.seen.get()),
        }
    }

    /// Sets the peak back.
    pub(super) fn renew_peak(&self) -> io::Result<()> {
        self.seen.set(0);
        self.peak.as_ref().map_or(Ok(()), |mut file| file.write_all(b"0"))
    }

    pub(super) fn events(&self) -> io::Result<Events> {
        let own_limit = match self.version {
            1 => None,
            _ => Some((counter(&self.memory_events, "max")?, counter(&self.memory_events, "oom")?)),
        };
        Ok(Events {
            oom_kills: counter(&self.memory_events, "oom_kill")?,
            refused: counter(&self.pids_events, "max")?,
            own_limit,
        })
    }

    /// File pages cached on the group's account, without what lies in memory file systems.
    pub(super) fn file_cache(&self) -> io::Result<u64> {
        let text = fs::read_to_string(self.memory.join("memory.stat"))?;
        let (all, shared) =
            if self.version == 1 { ("total_cache", "total_shmem") } else { ("file", "shmem") };
        let value = |name| field(&text, name).unwrap_or(0);
        Ok(value(all).saturating_sub(value(shared)))
    }

    /// Asks the kernel to take back what it merely keeps cached.
    pub(super) fn clear_caches(&self) {
        let file = if self.version == 1 { "memory.force_empty" } else { "memory.reclaim" };
        let _ = fs::write(self.memory.join(file), "1G");
    }

    /// Sets the limits.
    pub(super) fn limit(&self, memory: u64, processes: u64) -> io::Result<()> {
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
        fs::write(self.pids.join("pids.max"), processes.to_string())
    }

    /// The limits on memory and on processes as they are now.
    pub(super) fn limits(&self) -> io::Result<(u64, u64)> {
        let limit = |directory: &Path, name: &str| -> io::Result<u64> {
            let text = fs::read_to_string(directory.join(name))?;
            Ok(text.trim().parse().unwrap_or(u64::MAX))
        };
        let memory = if self.version == 1 { "memory.limit_in_bytes" } else { "memory.max" };
        Ok((limit(&self.memory, memory)?, limit(&self.pids, "pids.max")?))
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
pub(super) mod tests {
    use super::*;

    /// The files of a group of version 2 as a kernel before Linux 5.19 has them.
    pub(in crate::sandbox::cgroup) fn old_group() -> tempfile::TempDir {
        let group = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("cpu.stat", "usage_usec 5\n"),
            ("memory.current", "1000\n"),
            ("memory.events", "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n"),
            ("memory.stat", "file 0\nshmem 0\n"),
            ("pids.events", "max 0\n"),
        ] {
            fs::write(group.path().join(name), text).unwrap();
        }
        group
    }

    #[test]
    fn counters_are_read_by_their_whole_name() {
        let text = "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n";
        assert_eq!(field(text, "oom_kill"), Some(3));
        assert_eq!(field(text, "oom"), None);
    }

    #[test]
    fn a_peak_that_the_kernel_does_not_keep_is_the_most_that_was_seen() {
        let group = old_group();
        assert_eq!(Peak::of(group.path()), Peak::Sampled);
        let counters = Counters::of_v2(group.path().to_owned(), Peak::Sampled).unwrap();
        for (now, peak) in [("3000\n", 3000), ("2000\n", 3000), ("4000\n", 4000)] {
            fs::write(group.path().join("memory.current"), now).unwrap();
            assert_eq!(counters.peak().unwrap(), peak);
        }
        counters.renew_peak().unwrap();
        assert_eq!(counters.usage().unwrap(), 4000);
        fs::write(group.path().join("memory.peak"), "0").unwrap();
        assert_eq!(Peak::of(group.path()), Peak::Renewable);
    }
}

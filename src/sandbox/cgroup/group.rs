//! One slot's control group: its limits and its counters, in versions 1 and 2. Where groups are made
//! is the parent module's matter. Knows nothing of processes beyond the file that they join by.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::{Hierarchy, Leftovers, remove};

/// Usage that a run may leave behind in caches before it is worth clearing, in bytes.
const RESIDUE: u64 = 4 << 20;
/// How often such caches are cleared, a millisecond apart, before the group is given up.
const PATIENCE: u32 = 10;

/// Counters at the start of a run.
#[derive(Debug, Clone, Copy)]
pub(in crate::sandbox) struct Baseline {
    cpu: Duration,
    usage: u64,
    file_cache: Option<u64>,
    events: Events,
}

/// What limits have brought about in a group since it was made.
#[derive(Debug, Clone, Copy)]
struct Events {
    /// Processes killed for lack of memory, whoever lacked it.
    oom_kills: u64,
    /// How often the group's own memory limit was met and nothing could be freed; 0 in version 1.
    met: u64,
    /// Forks refused by the process limit.
    refused: u64,
}

/// What one run used, as the group counted.
#[derive(Debug, Clone, Copy)]
pub(in crate::sandbox) struct Usage {
    pub(in crate::sandbox) cpu: Duration,
    /// Peak memory in bytes.
    pub(in crate::sandbox) memory: u64,
    /// Processes killed for lack of memory.
    pub(in crate::sandbox) oom_kills: u64,
    /// Whether the group's own memory limit was met, as far as version 2 tells.
    is_met: bool,
    /// Forks refused by the process limit.
    pub(in crate::sandbox) refused: u64,
    /// Peak memory in bytes with what the group held before.
    peak: u64,
}

/// CPU time of all processes that ever were in a group.
#[derive(Debug)]
pub(in crate::sandbox) struct CpuClock {
    version: u8,
    file: File,
}

/// The group of one slot.
#[derive(Debug)]
pub(in crate::sandbox) struct Group {
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
    /// As last read: they change in runs only.
    events: Option<Events>,
    /// Whether the peak can be set back; else each run needs a group of its own.
    renewable: bool,
}

impl CpuClock {
    fn open(version: u8, path: &Path) -> io::Result<Arc<Self>> {
        Ok(Arc::new(Self { version, file: File::open(path)? }))
    }

    /// What it shows.
    pub(in crate::sandbox) fn read(&self) -> io::Result<Duration> {
        if self.version == 1 {
            number(&self.file).map(Duration::from_nanos)
        } else {
            counter(&self.file, "usage_usec").map(Duration::from_micros)
        }
    }
}

impl Group {
    /// Opens the files of a group that was just made in a hierarchy; its first directory is held.
    pub(super) fn open(
        hierarchy: &Hierarchy,
        name: &str,
        directories: Vec<PathBuf>,
        held: OwnedFd,
    ) -> io::Result<Self> {
        let both = |directory: &Path, file: &str| {
            File::options().read(true).write(true).open(directory.join(file))
        };
        Ok(match hierarchy {
            Hierarchy::V1 { memory, pids, cpuacct } => {
                let (memory, pids) = (memory.join(name), pids.join(name));
                // Without swap accounting, at least do not swap.
                let _ = fs::write(memory.join("memory.swappiness"), "0");
                Self {
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
            Hierarchy::V2 { parent } => {
                let directory = parent.join(name);
                let swap = directory.join("memory.swap.max");
                if swap.exists() {
                    fs::write(swap, "0")?;
                }
                // Writing resets the peak for this descriptor since Linux 6.12; before that, the
                // file is read-only.
                let peak = both(&directory, "memory.peak");
                let renewable = peak.is_ok();
                Self {
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

    /// The files by which a process joins.
    pub(in crate::sandbox) fn entrances(&self) -> Vec<PathBuf> {
        self.directories.iter().map(|directory| directory.join("cgroup.procs")).collect()
    }

    /// Sets the limits and starts counting anew. `processes` counts what a run may have; the slot
    /// itself is one more.
    pub(in crate::sandbox) fn arm(&mut self, memory: u64, processes: u32) -> io::Result<Baseline> {
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
            events,
        })
    }

    /// Whether the group has served a run and cannot count another one: its peak cannot be set
    /// back, or memory of earlier runs still counts against the next. Mostly that is caches, which
    /// are cleared; but the kernel gives page tables back only some time after their process ended.
    pub(in crate::sandbox) fn is_spent(&self) -> io::Result<bool> {
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
    pub(in crate::sandbox) fn admit(&self, pid: u32) -> io::Result<()> {
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
    pub(in crate::sandbox) fn cpu(&self) -> &Arc<CpuClock> {
        &self.cpu
    }

    /// CPU time since the baseline.
    pub(in crate::sandbox) fn cpu_since(&self, baseline: &Baseline) -> io::Result<Duration> {
        Ok(self.cpu.read()?.saturating_sub(baseline.cpu))
    }

    /// All that was counted since the baseline. File pages that the kernel merely keeps cached,
    /// because this run was the first to read them, are not the program's memory.
    pub(in crate::sandbox) fn since(&mut self, baseline: &Baseline) -> io::Result<Usage> {
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
            oom_kills: events.oom_kills.saturating_sub(baseline.events.oom_kills),
            is_met: events.met > baseline.events.met,
            refused: events.refused.saturating_sub(baseline.events.refused),
            peak,
        })
    }

    /// Whether the kernel has killed a process for lack of memory since the baseline.
    pub(in crate::sandbox) fn has_killed(&self, baseline: &Baseline) -> io::Result<bool> {
        Ok(counter(&self.oom_file, "oom_kill")? > baseline.events.oom_kills)
    }

    /// How a process was killed for memory that the machine, or a group above, lacked: this group's
    /// own limit was not met.
    pub(in crate::sandbox) fn killed_from_above(&self, usage: &Usage) -> Option<String> {
        let (memory, _) = self.armed?;
        // Version 1 does not tell (its `failcnt` stays 0): there the peak must.
        let is_near = usage.peak + memory / 8 + RESIDUE >= memory;
        let own = if self.version == 1 { is_near } else { usage.is_met };
        (usage.oom_kills > 0 && !own).then(|| {
            let (peak, memory) = (usage.peak >> 20, memory >> 20);
            format!(
                "a process was killed at {peak} MiB of the {memory} MiB that its run may use, as the \
                 machine or a group above had no more"
            )
        })
    }

    /// Why a run's readings say nothing of it: somebody outside had a hand in them. Looks further
    /// only where something happened that limits bring about.
    pub(in crate::sandbox) fn doubt(&self, usage: &Usage) -> io::Result<Option<String>> {
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
        Ok(None)
    }

    /// Where it is, for messages.
    pub(in crate::sandbox) fn place(&self) -> &Path {
        &self.memory
    }

    fn events(&self) -> io::Result<Events> {
        Ok(Events {
            oom_kills: counter(&self.oom_file, "oom_kill")?,
            met: if self.version == 1 { 0 } else { counter(&self.oom_file, "oom")? },
            refused: counter(&self.refused_file, "max")?,
        })
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

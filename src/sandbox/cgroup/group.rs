//! One slot's control group, and in it the group of the runs: its limits and what one run used. Where
//! groups can be made is a [`Hierarchy`]'s matter, which files count is that of [`Counters`].
//!
//! In version 1 the slot's own process is in the group of the runs, and each program tells the kernel
//! to kill it first. In version 2 programs are started right in a group of their own beside it:
//!
//! ```text
//! jury-slot-PID-N       the root of the slot's control group namespace; empty but for these two
//!   slot                the slot's process
//!   run                 the programs of one run, its limits and counters
//! ```
//!
//! To move a process into a group takes the kernel milliseconds, to make a group and to start a
//! process in it less than one. So where the peak of memory cannot be set back, each run has a new
//! group.

use std::fs;
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustix::fs::{Mode, OFlags};

use super::counters::{Counters, CpuClock, Events, Peak};
use super::directory::{Directories, Leftovers, remove};
use super::hierarchy::Hierarchy;

/// Usage that a run may leave behind in caches before it is worth clearing, in bytes.
const RESIDUE: u64 = 4 << 20;
/// How often such caches are cleared, a millisecond apart, before the group is given up.
const PATIENCE: u32 = 10;
/// How much less CPU time a group may have counted than its processes had, before they are taken to
/// have been elsewhere: clocks are read one after the other.
const CLOCKS_DIFFER: Duration = Duration::from_millis(10);
/// How often a sampled peak is looked at.
const LOOK: Duration = Duration::from_millis(5);

/// Counters at the start of a run.
#[derive(Debug, Clone, Copy)]
pub(in crate::sandbox) struct Baseline {
    cpu: Duration,
    usage: u64,
    file_cache: Option<u64>,
    events: Events,
}

/// What one run used, as the group counted.
#[derive(Debug, Clone, Copy)]
pub(in crate::sandbox) struct Usage {
    /// CPU time; with the slot's own where that is in the same group.
    pub(in crate::sandbox) cpu: Duration,
    /// Whether the slot is in the same group.
    pub(in crate::sandbox) with_slot: bool,
    /// Peak memory in bytes.
    pub(in crate::sandbox) memory: u64,
    /// Whether the peak is only what was seen.
    pub(in crate::sandbox) sampled: bool,
    /// Processes killed for lack of memory.
    pub(in crate::sandbox) oom_kills: u64,
    /// Forks refused by the process limit.
    pub(in crate::sandbox) refused: u64,
    /// Peak memory in bytes with what the group held before.
    peak: u64,
    /// Whether the group's own memory limit could not be kept but by killing; `None` where the
    /// kernel does not tell.
    met_own_limit: Option<bool>,
}

/// The group of one slot.
#[derive(Debug)]
pub(in crate::sandbox) struct Group {
    directories: Directories,
    peak: Peak,
    counters: Option<Counters>,
    /// In version 2, where runs are started.
    run: Option<OwnedFd>,
    armed: Option<(u64, u32)>,
    /// Events as last read: they change in runs only.
    events: Option<Events>,
}

impl Group {
    /// Makes a new one where groups can be made.
    pub(in crate::sandbox) fn make(hierarchy: &Hierarchy) -> io::Result<Self> {
        let directories = Directories::make(&hierarchy.parents())?;
        let (peak, counters) = match hierarchy {
            Hierarchy::V1 { memory, pids, cpuacct } => {
                let name = directories.name();
                let (memory, pids) = (memory.join(name), pids.join(name));
                let counters = Counters::of_v1(memory, pids, &cpuacct.join(name))?;
                (Peak::Renewable, Some(counters))
            }
            Hierarchy::V2 { peak, .. } => (*peak, None),
        };
        let (armed, events, run) = (None, None, None);
        Ok(Self { directories, peak, counters, run, armed, events })
    }

    /// The files by which the slot joins.
    pub(in crate::sandbox) fn entrances(&self) -> Vec<PathBuf> {
        self.directories.paths().iter().map(|directory| directory.join("cgroup.procs")).collect()
    }

    /// Moves a slot here.
    pub(in crate::sandbox) fn admit(&self, pid: u32) -> io::Result<()> {
        self.entrances().iter().try_for_each(|file| fs::write(file, pid.to_string()))
    }

    /// The slot has been born here: in version 2 it is put aside, so that runs can have a group of
    /// their own. A group with controllers for its children may hold no process itself.
    pub(in crate::sandbox) fn settle(&mut self, pid: u32) -> io::Result<()> {
        if self.counters.is_some() {
            return Ok(());
        }
        let slot = self.directories.first().join("slot");
        fs::create_dir(&slot)?;
        fs::write(slot.join("cgroup.procs"), pid.to_string())?;
        fs::write(self.directories.first().join("cgroup.subtree_control"), "+memory +pids")?;
        self.make_run()
    }

    /// Makes the group of the runs, in place of the last one.
    fn make_run(&mut self) -> io::Result<()> {
        let directory = self.directories.first().join("run");
        if self.run.take().is_some() {
            remove(std::slice::from_ref(&directory), Leftovers::Wait);
        }
        fs::create_dir(&directory)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        self.run = Some(rustix::fs::open(&directory, flags, Mode::empty())?);
        self.counters = Some(Counters::of_v2(directory, self.peak)?);
        (self.armed, self.events) = (None, None);
        Ok(())
    }

    /// Where a program must be started; `None` where it is by its slot already.
    pub(in crate::sandbox) fn run(&self) -> Option<BorrowedFd<'_>> {
        self.run.as_ref().map(|run| run.as_fd())
    }

    fn counters(&self) -> io::Result<&Counters> {
        self.counters.as_ref().ok_or_else(|| io::Error::other("no slot has been born in it"))
    }

    /// Sets the limits and starts counting anew. `processes` counts what a run may have.
    pub(in crate::sandbox) fn arm(&mut self, memory: u64, processes: u32) -> io::Result<Baseline> {
        let counters = self.counters()?;
        if self.armed != Some((memory, processes)) {
            counters.limit(memory, self.with_slot(processes))?;
        }
        if self.peak != Peak::Lifelong {
            counters.renew_peak()?;
        }
        let usage = counters.usage()?;
        let events = match self.events {
            Some(events) => events,
            None => counters.events()?,
        };
        let file_cache = if usage > RESIDUE { Some(counters.file_cache()?) } else { None };
        let baseline = Baseline { cpu: counters.cpu().read()?, usage, file_cache, events };
        self.armed = Some((memory, processes));
        Ok(baseline)
    }

    /// As many processes, and the slot where it counts as one more.
    fn with_slot(&self, processes: u32) -> u64 {
        u64::from(processes) + u64::from(self.run.is_none())
    }

    /// Sees to it that the group can count one more run: that its peak can be set back, and that no
    /// memory of earlier runs counts against this one. Mostly that is caches, which are cleared; but
    /// the kernel gives page tables back only some time after their process ended. `false` where
    /// only another group can.
    pub(in crate::sandbox) fn renew(&mut self) -> io::Result<bool> {
        if self.armed.is_none() {
            return Ok(true);
        }
        let counters = self.counters()?;
        if self.run.is_some() {
            if self.peak == Peak::Lifelong || counters.usage()? > RESIDUE {
                self.make_run()?;
            }
            return Ok(true);
        }
        for _ in 0..PATIENCE {
            if counters.usage()? <= RESIDUE {
                return Ok(true);
            }
            counters.clear_caches();
            if counters.usage()? <= RESIDUE {
                return Ok(true);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(false)
    }

    /// The clock of all processes that ever were in the group of the runs.
    pub(in crate::sandbox) fn cpu(&self) -> io::Result<&Arc<CpuClock>> {
        self.counters().map(Counters::cpu)
    }

    /// CPU time since the baseline.
    pub(in crate::sandbox) fn cpu_since(&self, baseline: &Baseline) -> io::Result<Duration> {
        Ok(self.cpu()?.read()?.saturating_sub(baseline.cpu))
    }

    /// Looks at the memory in use where nothing else tells its peak, and says how long to pause at
    /// most until the next look.
    pub(in crate::sandbox) fn look(&self, pause: Duration) -> io::Result<Duration> {
        let counters = self.counters()?;
        if !counters.is_sampled() {
            return Ok(pause);
        }
        counters.usage()?;
        Ok(pause.min(LOOK))
    }

    /// All that was counted since the baseline. File pages that the kernel merely keeps cached,
    /// because this run was the first to read them, are not the program's memory.
    pub(in crate::sandbox) fn since(&mut self, baseline: &Baseline) -> io::Result<Usage> {
        let counters = self.counters()?;
        let mut peak = counters.peak()?;
        let cached = if counters.usage()? > baseline.usage + (1 << 20) {
            counters.file_cache()?.saturating_sub(baseline.file_cache.unwrap_or(0))
        } else {
            0
        };
        let events = counters.events()?;
        let own_limit = events.own_limit.zip(baseline.events.own_limit);
        if let (true, Some((now, before)), Some((memory, _))) =
            (counters.is_sampled(), own_limit, self.armed)
            && now.0 > before.0
        {
            // Unseen, but told.
            peak = peak.max(memory);
        }
        let usage = Usage {
            cpu: self.cpu_since(baseline)?,
            with_slot: self.run.is_none(),
            memory: peak.saturating_sub(baseline.usage).saturating_sub(cached),
            sampled: counters.is_sampled(),
            oom_kills: events.oom_kills.saturating_sub(baseline.events.oom_kills),
            refused: events.refused.saturating_sub(baseline.events.refused),
            peak,
            met_own_limit: own_limit.map(|(now, before)| now.1 > before.1),
        };
        self.events = Some(events);
        Ok(usage)
    }

    /// Whether the kernel has killed a process for lack of memory since the baseline.
    pub(in crate::sandbox) fn has_killed(&self, baseline: &Baseline) -> io::Result<bool> {
        Ok(self.counters()?.events()?.oom_kills > baseline.events.oom_kills)
    }

    /// How a process was killed for memory that the machine, or a group above, lacked: this group's
    /// own limit was not met. Where the kernel does not tell, the peak must.
    pub(in crate::sandbox) fn killed_from_above(&self, usage: &Usage) -> Option<String> {
        let (memory, _) = self.armed?;
        let by_own_limit =
            usage.met_own_limit.unwrap_or(usage.peak + memory / 8 + RESIDUE >= memory);
        (usage.oom_kills > 0 && !by_own_limit).then(|| {
            let (peak, memory) = (usage.peak >> 20, memory >> 20);
            format!(
                "a process was killed at {peak} MiB, below the {memory} MiB that the run may use: \
                 the machine, or a parent control group, had no more memory"
            )
        })
    }

    /// Why a run's readings say nothing of it: somebody outside had a hand in them. `reaped` is the
    /// CPU time of its processes as their own clocks told. Looks further only where something
    /// happened that limits bring about.
    pub(in crate::sandbox) fn doubt(
        &self,
        usage: &Usage,
        reaped: Duration,
    ) -> io::Result<Option<String>> {
        let Some((memory, processes)) = self.armed else { return Ok(None) };
        if usage.cpu + CLOCKS_DIFFER < reaped {
            return Ok(Some("processes of the run were moved out of its control group".into()));
        }
        // The kernel counts in pages, and keeps a few in hand for each core.
        if usage.oom_kills == 0 && usage.refused == 0 && usage.peak <= memory + RESIDUE {
            return Ok(None);
        }
        let now = self.counters()?.limits()?;
        if now.0.abs_diff(memory) > RESIDUE || usage.peak > memory + RESIDUE {
            return Ok(Some("its memory limit was changed from outside".into()));
        }
        if now.1 != self.with_slot(processes) {
            return Ok(Some("its limit on processes was changed from outside".into()));
        }
        Ok(None)
    }

    /// Where it is, for messages.
    pub(in crate::sandbox) fn place(&self) -> &Path {
        self.counters.as_ref().map_or(self.directories.first(), Counters::place)
    }
}

#[cfg(test)]
mod tests {
    use super::super::counters::tests::old_group;
    use super::*;

    /// A group whose runs are counted by plain files, with a limit of 100 MiB and 4 processes.
    fn armed() -> (tempfile::TempDir, Group, Baseline) {
        let files = old_group();
        let held = rustix::fs::open(files.path(), OFlags::RDONLY, Mode::empty()).unwrap();
        let counters = Counters::of_v2(files.path().to_owned(), Peak::Sampled).unwrap();
        let mut group = Group {
            directories: Directories::default(),
            run: Some(held),
            peak: Peak::Sampled,
            counters: Some(counters),
            armed: None,
            events: None,
        };
        let baseline = group.arm(100 << 20, 4).unwrap();
        (files, group, baseline)
    }

    #[test]
    fn a_limit_that_was_met_between_two_looks_is_the_peak() {
        let (files, mut group, baseline) = armed();
        assert!(group.since(&baseline).unwrap().memory < 1 << 20);
        let events = "max 3\noom 0\noom_kill 0\n";
        fs::write(files.path().join("memory.events"), events).unwrap();
        let usage = group.since(&baseline).unwrap();
        assert_eq!(usage.memory, (100 << 20) - 1000);
        assert!(group.doubt(&usage, Duration::ZERO).unwrap().is_none());
    }

    #[test]
    fn whose_limit_killed_is_told_by_the_kernel_where_it_does() {
        for (events, words) in [
            ("max 1\noom 1\noom_kill 1\n", None),
            ("max 0\noom 0\noom_kill 1\n", Some("had no more")),
        ] {
            let (files, mut group, baseline) = armed();
            fs::write(files.path().join("memory.events"), events).unwrap();
            let usage = group.since(&baseline).unwrap();
            assert_eq!(group.doubt(&usage, Duration::ZERO).unwrap(), None);
            let how = group.killed_from_above(&usage);
            assert_eq!(how.is_some(), words.is_some(), "{events}: {how:?}");
            assert!(how.unwrap_or_default().contains(words.unwrap_or_default()));
        }
    }

    #[test]
    fn processes_that_ran_elsewhere_are_noticed() {
        let (_files, mut group, baseline) = armed();
        let usage = group.since(&baseline).unwrap();
        assert!(group.doubt(&usage, Duration::from_millis(9)).unwrap().is_none());
        let doubt = group.doubt(&usage, Duration::from_millis(30)).unwrap();
        assert!(doubt.unwrap().contains("moved out"));
    }
}

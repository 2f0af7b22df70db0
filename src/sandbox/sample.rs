//! Looks at all processes of a slot from time to time, where no control group counts for us: how
//! much memory they hold and how much CPU time they have spent. Knows nothing of what follows.

use std::collections::HashMap;
use std::ffi::CString;
use std::io::Read as _;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use rustix::event::Timespec;
use rustix::fs::{Dir, Mode, OFlags};

use super::sys;
use super::warden::Reach;

/// The slot's view of its pid namespace.
pub(super) struct Sampler<'a> {
    processes: BorrowedFd<'a>,
    reach: Reach,
    /// CPU time of each living process at the last look.
    living: HashMap<i32, Duration>,
    /// CPU time that processes which are gone had at the last look that saw them.
    gone: Duration,
}

/// What one look saw.
pub(super) struct Seen {
    /// Resident memory of all processes, its tables, and the files in the box, in bytes; shared
    /// pages count once where it matters.
    pub(super) memory: u64,
    /// CPU time of all processes, living and reaped.
    pub(super) cpu: Duration,
}

/// A process's share of resident memory in bytes.
struct Proportional {
    all: u64,
    /// The part that lies in memory file systems.
    shared_memory: u64,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(processes: BorrowedFd<'a>, reach: Reach) -> Self {
        Self { processes, reach, living: HashMap::new(), gone: Duration::ZERO }
    }

    /// Forgets all processes: a new run begins.
    pub(super) fn reset(&mut self) {
        self.living.clear();
        self.gone = Duration::ZERO;
    }

    /// The time until the next look, after so many: short at first, since short programs are many
    /// and can fill memory fast, then longer, since looking costs.
    pub(super) fn pause(looks: u32) -> Timespec {
        let milliseconds = if looks < 20 { 2 } else { 5 };
        Timespec { tv_sec: 0, tv_nsec: milliseconds * 1_000_000 }
    }

    /// Looks at all processes but the slot itself. `reaped` is the CPU time of those that the slot
    /// has waited for, `held` what files in the box hold; beyond `limit` bytes the look is repeated
    /// in a way that counts shared pages once.
    ///
    /// CPU time is the larger of two sums: what the kernel accounts to living processes, their
    /// waited-for children and the slot's; and what was seen of each process while it lived. The
    /// second knows the children of those who ignore their end, which are in nobody's account.
    pub(super) fn look(&mut self, reaped: Duration, held: u64, limit: u64) -> Seen {
        let pids = self.pids();
        let mut memory = held + pids.iter().map(|pid| self.resident(*pid)).sum::<u64>();
        if memory > limit && (pids.len() > 1 || held > 0) {
            let all: Vec<Proportional> = pids.iter().map(|pid| self.proportional(*pid)).collect();
            // Files in the box that are mapped too are in both.
            let mapped: u64 = all.iter().map(|one| one.shared_memory).sum();
            memory = all.iter().map(|one| one.all).sum::<u64>() + held.saturating_sub(mapped);
        }
        let mut living = HashMap::with_capacity(pids.len());
        let mut accounted = reaped;
        for pid in pids {
            let own = sys::process_cpu(pid).unwrap_or_default();
            accounted += own + self.waited_for(pid);
            living.insert(pid, own);
        }
        for (pid, before) in std::mem::take(&mut self.living) {
            // A smaller time is a new process with an old number.
            if living.get(&pid).is_none_or(|now| *now < before) {
                self.gone += before;
            }
        }
        let witnessed = self.gone + living.values().sum::<Duration>();
        self.living = living;
        Seen { memory, cpu: accounted.max(witnessed) }
    }

    fn pids(&self) -> Vec<i32> {
        if self.reach == Reach::Descendants {
            return descendants(rustix::process::getpid().as_raw_pid());
        }
        let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
        let Ok(directory) = rustix::fs::openat(self.processes, ".", flags, Mode::empty()) else {
            return Vec::new();
        };
        let Ok(entries) = Dir::new(directory) else { return Vec::new() };
        let pids =
            entries.flatten().filter_map(|entry| entry.file_name().to_str().ok()?.parse().ok());
        pids.filter(|pid| *pid > 1).collect()
    }

    /// A small file of a process; `None` when the process is gone.
    fn read(&self, pid: i32, name: &str) -> Option<String> {
        let path = CString::new(format!("{pid}/{name}")).ok()?;
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let file = rustix::fs::openat(self.processes, path, flags, Mode::empty()).ok()?;
        let mut bytes = Vec::with_capacity(1024);
        std::fs::File::from(file).take(8192).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Resident pages and the tables of them: a program that reads one page of many needs next to
    /// no memory, but large tables.
    fn resident(&self, pid: i32) -> u64 {
        let status = self.read(pid, "status").unwrap_or_default();
        size(&status, "VmRSS:") + size(&status, "VmPTE:")
    }

    fn proportional(&self, pid: i32) -> Proportional {
        let rollup = self.read(pid, "smaps_rollup").unwrap_or_default();
        let status = self.read(pid, "status").unwrap_or_default();
        Proportional {
            all: size(&rollup, "Pss:") + size(&status, "VmPTE:"),
            shared_memory: size(&rollup, "Pss_Shmem:"),
        }
    }

    fn waited_for(&self, pid: i32) -> Duration {
        self.read(pid, "stat").and_then(|stat| waited_for(&stat)).unwrap_or_default()
    }
}

/// A size that one of `/proc`'s tables gives in kilobytes, in bytes; 0 where it gives none.
fn size(table: &str, name: &str) -> u64 {
    let line = table.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes = line.and_then(|rest| rest.trim().strip_suffix(" kB")?.trim().parse().ok());
    kilobytes.unwrap_or(0_u64) << 10
}

/// CPU time of a process's descendants, living ones and those that were waited for. Children that
/// nobody waited for are in nobody's account.
pub(super) fn cpu_below(root: u32) -> Duration {
    let Ok(root) = i32::try_from(root) else { return Duration::ZERO };
    let waited_for = |pid: i32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        waited_for(&stat).unwrap_or_default()
    };
    let of = |pid| sys::process_cpu(pid).unwrap_or_default() + waited_for(pid);
    waited_for(root) + descendants(root).into_iter().map(of).sum::<Duration>()
}

/// CPU time of the children that a process has waited for, from its line of numbers.
fn waited_for(stat: &str) -> Option<Duration> {
    // The name in parentheses may hold anything; the rest is numbers.
    let mut fields = stat.rsplit_once(") ")?.1.split_ascii_whitespace().skip(13);
    let user: u32 = fields.next()?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    let ticks = rustix::param::clock_ticks_per_second().max(1);
    Some(Duration::from_nanos(1_000_000_000 / ticks) * (user + system))
}

/// The longest time that a thread among a process's descendants has stood in line for a core; none
/// where the kernel does not tell.
pub(super) fn in_line(root: u32) -> Duration {
    let pids = i32::try_from(root).map_or_else(|_| Vec::new(), descendants);
    let threads = pids.iter().filter_map(|pid| std::fs::read_dir(format!("/proc/{pid}/task")).ok());
    let waits = threads.flat_map(Iterator::flatten).filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_ascii_whitespace().nth(1)?.parse().ok()
    });
    waits.max().map_or(Duration::ZERO, Duration::from_nanos)
}

/// Pids of all descendants of a process, as `/proc` shows them to it.
pub(super) fn descendants(root: i32) -> Vec<i32> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(pid) = found.get(next) {
        let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else {
            next += 1;
            continue;
        };
        for thread in threads.flatten() {
            let children = std::fs::read_to_string(thread.path().join("children"));
            let children = children.unwrap_or_default();
            found.extend(
                children.split_ascii_whitespace().filter_map(|pid| pid.parse::<i32>().ok()),
            );
        }
        next += 1;
    }
    found.remove(0);
    found
}

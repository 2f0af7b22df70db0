//! Looks at all processes of a slot from time to time, where no control group counts for us: how
//! much memory they hold and how much CPU time they have spent.

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString};
use std::io::Read as _;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::fs::{AtFlags, Dir, Mode, OFlags};
use rustix::io::Errno;

use super::process_scope::ProcessScope;
use super::trace::Children;
use crate::sandbox::sys;

/// Descriptors that all processes together may have before each of them counts, and each process's
/// part in it.
const DESCRIPTORS_FREE: u64 = 256;
const DESCRIPTORS_FREE_EACH: u64 = 8;
/// What one more may hold: a pipe, whose size cannot be raised.
const PIPE: u64 = 64 << 10;
/// What a descriptor may hold that is neither a pipe nor a socket.
const DESCRIPTOR: u64 = 4 << 10;
/// Watches from which on every descriptor counts: a table of them, which anybody can open any number
/// of times, then takes more than a pipe, and this for each.
const FEW_WATCHES: u64 = 1024;
const WATCH_IN_TABLE: u64 = 256;
/// Sockets that do not count.
const SOCKETS_FREE: u64 = 32;
/// What one more may hold: what may wait in it by the kernel's default, with the last message that
/// just began to fit, and its options.
const SOCKET: u64 = 448 << 10;

/// The slot's view of its pid namespace.
pub(super) struct Sampler<'a> {
    processes: BorrowedFd<'a>,
    reach: ProcessScope,
    /// The programs' user, where that is not ours. Without `CAP_SYS_PTRACE`, which containers' root
    /// has not, the kernel shows sizes and descriptors of its processes to nobody else.
    user: Option<u32>,
    /// CPU time of each living process at the last look.
    living: HashMap<i32, Duration>,
    /// CPU time that processes which are gone had at the last look that saw them.
    gone: Duration,
}

/// What one look saw.
pub(super) struct Sample {
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
    pub(super) fn new(processes: BorrowedFd<'a>, reach: ProcessScope, user: Option<u32>) -> Self {
        Self { processes, reach, user, living: HashMap::new(), gone: Duration::ZERO }
    }

    /// Forgets all processes: a new run begins.
    pub(super) fn reset(&mut self) {
        self.living.clear();
        self.gone = Duration::ZERO;
    }

    /// The time until the next look, after so many: short at first, since short programs are many
    /// and can fill memory fast, then longer, since looking costs.
    pub(super) fn pause(looks: u32) -> Duration {
        Duration::from_millis(if looks < 20 { 2 } else { 5 })
    }

    /// Looks at all processes but the slot itself. `ended` is the CPU time of those of whose end
    /// the slot knows, `held` what files in the box hold; beyond `limit` bytes the look is repeated
    /// in a way that counts shared pages once.
    pub(super) fn look(
        &mut self,
        ended: Duration,
        held: u64,
        limit: u64,
        children: &Children,
    ) -> Sample {
        let pids = self.reach.pids(self.processes);
        let counts_objects = children.are_traced();
        let objects = if counts_objects { self.objects(&pids, children, false) } else { 0 };
        let mut beside = held + children.held() + objects;
        // Shared memory counts by its size, box and all, where that is known.
        let shared = !children.are_traced();
        let sizes = pids.iter().map(|pid| self.resident(*pid, shared));
        let mut memory = beside + sizes.sum::<u64>();
        if memory > limit && objects > 0 {
            let fewer = objects.saturating_sub(self.objects(&pids, children, true));
            beside -= fewer;
            memory -= fewer;
        }
        if memory > limit && (pids.len() > 1 || shared && held > 0) {
            let spaces = address_spaces(&pids);
            let all: Vec<Proportional> = spaces.iter().map(|pid| self.proportional(*pid)).collect();
            // Files in the box that are mapped too are in both.
            let mapped: u64 = all.iter().map(|one| one.shared_memory).sum();
            let twice = if shared { mapped.min(held) } else { mapped };
            memory = (all.iter().map(|one| one.all).sum::<u64>() + beside).saturating_sub(twice);
        }
        let cpu = if children.are_traced() {
            let living = pids.iter().filter(|pid| !children.is_told(**pid));
            ended + living.filter_map(|pid| sys::process_cpu(*pid)).sum::<Duration>()
        } else {
            self.accounted(&pids, ended)
        };
        Sample { memory, cpu }
    }

    /// CPU time of processes that nobody traces: the larger of two sums: what the kernel accounts to
    /// living processes, their waited-for children and the slot's; and what was seen of each process
    /// while it lived. The second knows the children of those who ignore their end, which are in
    /// nobody's account, as far as a look found them.
    fn accounted(&mut self, pids: &[i32], reaped: Duration) -> Duration {
        let mut living = HashMap::with_capacity(pids.len());
        let mut accounted = reaped;
        for &pid in pids {
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
        accounted.max(witnessed)
    }

    /// Most that the kernel can hold for descriptors and sockets beyond what any honest program
    /// has, in bytes: by their number, or looked at one by one.
    fn objects(&self, pids: &[i32], children: &Children, one_by_one: bool) -> u64 {
        let free = DESCRIPTORS_FREE + DESCRIPTORS_FREE_EACH * pids.len() as u64;
        let tables = children.watches() > FEW_WATCHES;
        let table = if tables { children.watches() * WATCH_IN_TABLE } else { 0 };
        let free = if tables { 0 } else { free };
        let open: u64 = pids.iter().map(|pid| self.descriptors(*pid)).sum();
        let descriptors = match open.saturating_sub(free) {
            0 => 0,
            _ if one_by_one => self.kinds(pids, table),
            // Without a network namespace, they may be sockets.
            beyond if self.reach == ProcessScope::Descendants => beyond * SOCKET.max(table),
            beyond => beyond * PIPE.max(table),
        };
        descriptors + self.sockets().saturating_sub(SOCKETS_FREE) * SOCKET
    }

    /// Most that the kernel can hold for all descriptors, by what each one stands for; `table` for
    /// one that lists watches.
    fn kinds(&self, pids: &[i32], table: u64) -> u64 {
        let mut known = HashSet::new();
        let mut all = 0;
        // What a descriptor may hold of a process that lets nobody look.
        let unknown = match self.reach {
            ProcessScope::Namespace => PIPE,
            // There is no network namespace: it may be a socket.
            ProcessScope::Descendants => SOCKET,
        };
        let unknown = unknown.max(table);
        for pid in pids {
            let folder = match self.look_as(|| self.open_descriptors(*pid)) {
                Ok(folder) => folder,
                Err(Errno::NOENT | Errno::SRCH) => continue,
                // It lets nobody look even so far.
                Err(_) => {
                    all += self.descriptors(*pid) * unknown;
                    continue;
                }
            };
            for entry in Dir::read_from(&folder).into_iter().flatten().flatten() {
                let target =
                    self.look_as(|| rustix::fs::readlinkat(&folder, entry.file_name(), Vec::new()));
                let target = match target {
                    Ok(target) => target.into_bytes(),
                    Err(Errno::NOENT) => continue,
                    Err(_) => {
                        all += unknown;
                        continue;
                    }
                };
                let is_pipe = target.starts_with(b"pipe:");
                let is_socket =
                    target.starts_with(b"socket:") && self.reach != ProcessScope::Namespace;
                let is_table = target.windows(8).any(|part| part == b"/fdinfo/");
                all += match (is_pipe, is_socket) {
                    (false, false) if is_table => DESCRIPTOR.max(table),
                    (false, false) => DESCRIPTOR,
                    // Both ends, and all who hold one, have the same name.
                    _ if !known.insert(target) => 0,
                    (true, _) => PIPE,
                    (_, true) => SOCKET,
                };
            }
        }
        all
    }

    /// How many descriptors a process has open.
    fn descriptors(&self, pid: i32) -> u64 {
        let state = rustix::fs::statat(self.processes, format!("{pid}/fd"), AtFlags::empty());
        match state.map(|state| u64::try_from(state.st_size).unwrap_or(0)) {
            Ok(0) => {
                // Before Linux 6.2, or none.
                let entries = self.open_descriptors(pid).and_then(Dir::new);
                entries.map_or(0, |entries| (entries.count() as u64).saturating_sub(2))
            }
            Ok(count) => count,
            Err(_) => 0,
        }
    }

    /// The folder of a process's descriptors.
    fn open_descriptors(&self, pid: i32) -> Result<OwnedFd, Errno> {
        let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
        rustix::fs::openat(self.processes, format!("{pid}/fd"), flags, Mode::empty())
    }

    /// How many sockets there are in the programs' network namespace, also such as are in nobody's
    /// hands.
    fn sockets(&self) -> u64 {
        if self.reach == ProcessScope::Descendants {
            // They are among those of the host.
            return 0;
        }
        let table = self.read_at(c"self/net/sockstat").unwrap_or_default();
        let used = table.lines().find_map(|line| line.strip_prefix("sockets: used "));
        used.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
    }

    /// A small file of a process; `None` when the process is gone.
    fn read(&self, pid: i32, name: &str) -> Option<String> {
        self.read_at(&CString::new(format!("{pid}/{name}")).ok()?)
    }

    fn read_at(&self, path: &CStr) -> Option<String> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let file = rustix::fs::openat(self.processes, path, flags, Mode::empty()).ok()?;
        let mut bytes = Vec::with_capacity(1024);
        std::fs::File::from(file).take(8192).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Resident pages, those that were swapped out, and the tables of them: a program that reads
    /// one page of many needs next to no memory, but large tables. With or without shared memory.
    fn resident(&self, pid: i32, with_shared: bool) -> u64 {
        let status = self.read(pid, "status").unwrap_or_default();
        let shared = if with_shared { 0 } else { size(&status, "RssShmem:") };
        let all = ["VmRSS:", "VmSwap:", "VmPTE:"].map(|name| size(&status, name));
        all.iter().sum::<u64>().saturating_sub(shared)
    }

    /// Where nobody may look into a process, all that is resident is its own.
    fn proportional(&self, pid: i32) -> Proportional {
        let status = self.read(pid, "status").unwrap_or_default();
        let rollup = self.look_as(|| self.read(pid, "smaps_rollup").ok_or(Errno::ACCESS));
        let Ok(rollup) = rollup else {
            let shared_memory = size(&status, "RssShmem:");
            return Proportional { all: self.resident(pid, true), shared_memory };
        };
        Proportional {
            all: size(&rollup, "Pss:") + size(&rollup, "SwapPss:") + size(&status, "VmPTE:"),
            shared_memory: size(&rollup, "Pss_Shmem:"),
        }
    }

    /// Looks at something of a process as who we are, and then as the programs' user.
    fn look_as<T>(&self, look: impl Fn() -> Result<T, Errno>) -> Result<T, Errno> {
        match (look(), self.user) {
            (Err(Errno::ACCESS | Errno::PERM), Some(user)) => sys::as_user_of_files(user, look),
            (result, _) => result,
        }
    }

    fn waited_for(&self, pid: i32) -> Duration {
        self.read(pid, "stat").and_then(|stat| sys::waited_for(&stat)).unwrap_or_default()
    }
}

/// One process for each address space: what `vfork` makes shares its parent's until it is a program.
fn address_spaces(pids: &[i32]) -> Vec<i32> {
    let mut spaces: Vec<i32> = Vec::with_capacity(pids.len());
    for pid in pids {
        if !spaces.iter().any(|known| sys::share_memory(*known, *pid)) {
            spaces.push(*pid);
        }
    }
    spaces
}

/// A size that one of `/proc`'s tables gives in kilobytes, in bytes; 0 where it gives none.
fn size(table: &str, name: &str) -> u64 {
    let line = table.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes = line.and_then(|rest| rest.trim().strip_suffix(" kB")?.trim().parse().ok());
    kilobytes.unwrap_or(0_u64) << 10
}

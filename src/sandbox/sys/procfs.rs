//! What `/proc` tells of other processes: a process's descendants with their times, and how many a user
//! has.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::time::Duration;

use super::process::{process_cpu, ticks_per_second};

/// Pids of all descendants of a process, as `/proc` shows them to it.
pub(in crate::sandbox) fn descendants(root: i32) -> Vec<i32> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(pid) = found.get(next) {
        let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
            next += 1;
            continue;
        };
        for thread in threads.flatten() {
            let children = fs::read_to_string(thread.path().join("children"));
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

/// CPU time of a process's descendants, living ones and those that were waited for. Children that
/// nobody waited for are in nobody's account.
pub(in crate::sandbox) fn cpu_below(root: u32) -> Duration {
    let Ok(root) = i32::try_from(root) else { return Duration::ZERO };
    let waited_for = |pid: i32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        waited_for(&stat).unwrap_or_default()
    };
    let of = |pid| process_cpu(pid).unwrap_or_default() + waited_for(pid);
    waited_for(root) + descendants(root).into_iter().map(of).sum::<Duration>()
}

/// CPU time of the children that a process has waited for, from its line of numbers.
pub(in crate::sandbox) fn waited_for(stat: &str) -> Option<Duration> {
    // The name in parentheses may hold anything; the rest is numbers.
    let mut fields = stat.rsplit_once(") ")?.1.split_ascii_whitespace().skip(13);
    let user: u32 = fields.next()?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    Some(Duration::from_nanos(1_000_000_000 / ticks_per_second()) * (user + system))
}

/// Whether a process has begun to end, from its line of numbers: a flag of the kernel (`PF_EXITING`).
pub(in crate::sandbox) fn is_ending(stat: &str) -> bool {
    const ENDING: u64 = 0x4;
    let flags = stat.rsplit_once(") ").and_then(|(_, rest)| rest.split_ascii_whitespace().nth(6));
    flags.and_then(|flags| flags.parse::<u64>().ok()).is_some_and(|flags| flags & ENDING != 0)
}

/// The longest time that a thread among a process's descendants has waited for a core; none where the
/// kernel does not tell.
pub(in crate::sandbox) fn core_wait(root: u32) -> Duration {
    let waits = threads_below(root).filter_map(|thread| {
        let text = fs::read_to_string(thread.join("schedstat")).ok()?;
        text.split_ascii_whitespace().nth(1)?.parse().ok()
    });
    waits.max().map_or(Duration::ZERO, Duration::from_nanos)
}

/// Whether a thread among a process's descendants runs or waits for a core: the kernel counts a wait
/// only when it is over.
pub(in crate::sandbox) fn is_runnable(root: u32) -> bool {
    threads_below(root).any(|thread| {
        let stat = fs::read_to_string(thread.join("stat")).unwrap_or_default();
        // Behind the name, which may hold anything.
        let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
        state == Some('R')
    })
}

/// The folders of all threads of a process's descendants.
fn threads_below(root: u32) -> impl Iterator<Item = PathBuf> {
    let pids = i32::try_from(root).map_or_else(|_| Vec::new(), descendants);
    let tasks = pids.into_iter().filter_map(|pid| fs::read_dir(format!("/proc/{pid}/task")).ok());
    tasks.flat_map(Iterator::flatten).map(|thread| thread.path())
}

/// Processes and threads that a user has now, which the kernel will count with the programs'.
pub(in crate::sandbox) fn threads_of(user: u32) -> u64 {
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    let processes = entries.flatten().filter(|entry| {
        let name: OsString = entry.file_name();
        name.as_encoded_bytes().first().is_some_and(u8::is_ascii_digit)
            && entry.metadata().is_ok_and(|state| state.uid() == user)
    });
    processes
        .map(|entry| {
            fs::read_dir(entry.path().join("task")).map_or(0, |tasks| tasks.count() as u64)
        })
        .sum()
}

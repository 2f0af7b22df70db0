//! How much memory the machine can still give to programs: what is free on it, and what the control
//! groups above the judge leave.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::sandbox::cgroup::{mount_point, place};

/// What a group's files are called in the two versions.
struct Names {
    limit: &'static str,
    usage: &'static str,
    /// File pages in `memory.stat`, which the kernel drops when it needs room.
    cache: [&'static str; 2],
}

const VERSION_1: Names = Names {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    cache: ["total_active_file", "total_inactive_file"],
};
const VERSION_2: Names =
    Names { limit: "memory.max", usage: "memory.current", cache: ["active_file", "inactive_file"] };

/// Between two looks for memory that comes back.
const MOMENT: Duration = Duration::from_millis(50);
/// Looks in a row that find no more.
const CALM: u32 = 4;
/// Looks in all.
const SETTLING: u32 = 40;

/// Bytes that can be had now before somebody is killed for want of memory, as far as can be told.
pub(in crate::sandbox) fn memory() -> u64 {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let machine = field(&read("/proc/meminfo"), "MemAvailable:").map(|kilobytes| kilobytes << 10);
    let (mounts, own) = (read("/proc/self/mountinfo"), read("/proc/self/cgroup"));
    let group = |controller: &str, names: &Names| {
        let (mount, place) = (mount_point(&mounts, controller)?, place(&mounts, &own, controller)?);
        in_groups(&place, &mount, names)
    };
    let all = [machine, group("memory", &VERSION_1), group("", &VERSION_2)];
    all.into_iter().flatten().min().unwrap_or(u64::MAX)
}

/// Waits until there is no more of it from one moment to the next.
pub(super) fn settle() {
    let mut most = memory();
    let mut calm = 0;
    for _ in 0..SETTLING {
        thread::sleep(MOMENT);
        let now = memory();
        calm = if now > most + (1 << 20) { 0 } else { calm + 1 };
        if calm == CALM {
            break;
        }
        most = most.max(now);
    }
}

/// What a group and all above it, up to the mount, leave; `None` where none has a limit.
fn in_groups(place: &Path, mount: &Path, names: &Names) -> Option<u64> {
    let above = place.ancestors().take_while(|group| group.starts_with(mount));
    above.filter_map(|group| in_group(group, names)).min()
}

fn in_group(group: &Path, names: &Names) -> Option<u64> {
    let text = |name: &str| fs::read_to_string(group.join(name)).ok();
    let number = |name: &str| text(name)?.trim().parse::<u64>().ok();
    // Without one, version 2 says `max`.
    let limit = number(names.limit)?;
    let stat = text("memory.stat").unwrap_or_default();
    let cache: u64 = names.cache.iter().filter_map(|name| field(&stat, name)).sum();
    let used = number(names.usage).unwrap_or(0).saturating_sub(cache);
    Some(limit.saturating_sub(used))
}

/// The number behind a name at the start of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix([' ', '\t']))?;
    rest.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tightest_group_above_decides_and_caches_can_be_dropped() {
        let mount = tempfile::tempdir().unwrap();
        let place = mount.path().join("a/b");
        fs::create_dir_all(&place).unwrap();
        let write = |group: &Path, name: &str, text: &str| {
            fs::write(group.join(name), text).unwrap();
        };
        let left = || in_groups(&place, mount.path(), &VERSION_2);
        assert_eq!(left(), None);
        write(&place, "memory.max", "max\n");
        assert_eq!(left(), None);
        let above = place.parent().unwrap();
        write(above, "memory.max", "1000\n");
        write(above, "memory.current", "700\n");
        assert_eq!(left(), Some(300));
        write(above, "memory.stat", "anon 400\nactive_file 50\ninactive_file 250\n");
        assert_eq!(left(), Some(600));
        write(&place, "memory.max", "200\n");
        write(&place, "memory.current", "900\n");
        assert_eq!(left(), Some(0));
    }

    #[test]
    fn this_machine_has_some() {
        assert!((1 << 20..1 << 50).contains(&memory()), "{}", memory());
    }
}

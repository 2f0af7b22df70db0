//! Where the judge's own control group lies in the file system.

use std::fs;
use std::path::PathBuf;

/// The kernel's tables that tell it.
pub(super) struct Tables {
    /// All mounts.
    pub(super) mounts: String,
    /// This process's groups.
    pub(super) own: String,
}

impl Tables {
    /// Reads them; else says what cannot be read.
    pub(super) fn read() -> Result<Self, String> {
        let read = |path: &str| {
            fs::read_to_string(path).map_err(|error| format!("{path} cannot be read: {error}"))
        };
        Ok(Self { mounts: read("/proc/self/mountinfo")?, own: read("/proc/self/cgroup")? })
    }
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

pub(in crate::sandbox) fn mount_point(mounts: &str, controller: &str) -> Option<PathBuf> {
    mount_of(mounts, controller).map(|(_, place)| place)
}

/// The directory of this process's own group in the hierarchy of a controller.
pub(in crate::sandbox) fn place(mounts: &str, own: &str, controller: &str) -> Option<PathBuf> {
    let (root, place) = mount_of(mounts, controller)?;
    let path = own.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        controllers.split(',').any(|name| name == controller).then_some(path)
    })?;
    let below = path.strip_prefix(root.trim_end_matches('/')).unwrap_or(path);
    let below = below.trim_start_matches('/');
    Some(if below.is_empty() { place } else { place.join(below) })
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
        let shown = place(HYBRID, "0::/\n", "").map(|path| path.display().to_string());
        assert_eq!(shown.as_deref(), Some("/sys/fs/cgroup/unified"));
    }
}

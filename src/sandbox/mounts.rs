//! Where the judge's own control group lies in the file system, and making it one whose children
//! have limits. Knows nothing of what groups are made there.

use std::fs;
use std::path::{Path, PathBuf};

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

pub(super) fn mount_point(mounts: &str, controller: &str) -> Option<PathBuf> {
    mount_of(mounts, controller).map(|(_, place)| place)
}

/// The directory of this process's own group in the hierarchy of a controller.
pub(super) fn place(mounts: &str, own: &str, controller: &str) -> Option<PathBuf> {
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
pub(super) fn delegate(group: &Path) -> Result<PathBuf, String> {
    let shown = group.display();
    let has = |file: &str| {
        let text = fs::read_to_string(group.join(file)).unwrap_or_default();
        let names: Vec<&str> = text.split_ascii_whitespace().collect();
        names.contains(&"memory") && names.contains(&"pids")
    };
    if !has("cgroup.controllers") {
        return Err(format!("the control group {shown} lacks the controllers memory and pids"));
    }
    let canary = group.join(format!("jury-probe-{}", std::process::id()));
    fs::create_dir(&canary).map_err(|error| {
        format!(
            "the control group {shown} is not ours to divide ({error}); run as root, or by \
                 `systemd-run --user --scope -p Delegate=yes`"
        )
    })?;
    let _ = fs::remove_dir(&canary);
    if has("cgroup.subtree_control") {
        return Ok(group.to_owned());
    }
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
}

//! What to do to reach a level that does not work here. Knows the settings of a machine by which
//! isolation is allowed or not.

use std::fs;
use std::path::Path;

use crate::sandbox::isolation::{Advice, Level};

/// The settings that matter, as read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Machine {
    /// Whether this process is the administrator's.
    pub(super) is_root: bool,
    /// Whether it runs in a container, whose maker decides.
    pub(super) is_in_container: bool,
    /// Whether the only control groups are those of version 2.
    pub(super) has_groups_v2: bool,
    /// Debian's `kernel.unprivileged_userns_clone`.
    pub(super) may_clone: Option<u64>,
    /// Ubuntu's `kernel.apparmor_restrict_unprivileged_userns`.
    pub(super) apparmor: Option<u64>,
    /// `user.max_user_namespaces`.
    pub(super) most_namespaces: Option<u64>,
}

impl Machine {
    /// Reads them.
    pub(super) fn read() -> Self {
        let setting = |name: &str| {
            let text = fs::read_to_string(Path::new("/proc/sys").join(name)).ok()?;
            text.trim().parse().ok()
        };
        let exists = |path: &str| Path::new(path).exists();
        Self {
            is_root: rustix::process::geteuid().is_root(),
            is_in_container: exists("/.dockerenv") || exists("/run/.containerenv"),
            has_groups_v2: exists("/sys/fs/cgroup/cgroup.controllers"),
            may_clone: setting("kernel/unprivileged_userns_clone"),
            apparmor: setting("kernel/apparmor_restrict_unprivileged_userns"),
            most_namespaces: setting("user/max_user_namespaces"),
        }
    }
}

/// What may help against what is missing, the likeliest first.
pub(super) fn advice(level: Level, missing: &str, machine: &Machine) -> Vec<Advice> {
    // The step that failed is named by us.
    let lacks_namespaces = missing.contains("namespaces");
    match level {
        Level::Full if !lacks_namespaces => groups(machine),
        Level::Full | Level::Contained => namespaces(machine),
        Level::Fenced => {
            vec![say("use Linux 5.13 or later, with `landlock` in /sys/kernel/security/lsm", "")]
        }
        Level::Watched => Vec::new(),
    }
}

fn say(what: &str, command: &str) -> Advice {
    Advice { what: what.into(), command: (!command.is_empty()).then(|| command.into()) }
}

fn groups(machine: &Machine) -> Vec<Advice> {
    let mut out = Vec::new();
    match (machine.is_root, machine.has_groups_v2) {
        (true, true) if machine.is_in_container => {}
        (true, true) => out.push(say(
            "run it in a control group of its own, with the controllers memory and pids",
            "systemd-run --scope -p Delegate=yes jury …",
        )),
        (true, false) => out.push(say(
            "mount the controllers memory, pids and cpuacct, writable, below /sys/fs/cgroup",
            "",
        )),
        (false, true) => {
            out.push(say(
                "let your user instance of systemd delegate a control group to you; if it is not \
                 running, log in, or keep it running without a login: `loginctl enable-linger \
                 USER`",
                "systemd-run --user --scope -p Delegate=yes jury …",
            ));
            out.push(say("or run it as root", "sudo jury …"));
        }
        (false, false) => out.push(say(
            "run it as root: ordinary users cannot use control groups of version 1",
            "sudo jury …",
        )),
    }
    if machine.is_in_container && machine.has_groups_v2 {
        out.push(say(
            "let the container write to its own control groups and create namespaces; the programs \
             in it are then confined by jury rather than by the container",
            "podman run --security-opt unmask=ALL --security-opt seccomp=unconfined …",
        ));
    }
    if machine.is_in_container {
        out.push(say(
            "or, only for programs that you would trust with the whole machine",
            "docker run --privileged …",
        ));
    }
    out
}

fn namespaces(machine: &Machine) -> Vec<Advice> {
    let mut out = Vec::new();
    if machine.may_clone == Some(0) {
        out.push(say("allow user namespaces", "sysctl -w kernel.unprivileged_userns_clone=1"));
    }
    if machine.apparmor.is_some_and(|value| value != 0) {
        out.push(say(
            "let AppArmor allow user namespaces, or give jury a profile with `userns,`",
            "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
        ));
    }
    if machine.most_namespaces == Some(0) {
        out.push(say("allow user namespaces", "sysctl -w user.max_user_namespaces=10000"));
    }
    if machine.is_in_container {
        out.push(say(
            "let the container create namespaces and mount /proc",
            "docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined …",
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Machine = Machine {
        is_root: false,
        is_in_container: false,
        has_groups_v2: true,
        may_clone: Some(1),
        apparmor: Some(0),
        most_namespaces: Some(9),
    };
    const GROUPS: &str = "making a control group: Permission denied";
    const NAMESPACES: &str = "creating namespaces: No space left on device";

    #[track_caller]
    fn case(level: Level, missing: &str, machine: Machine, words: &[&str]) {
        let said = advice(level, missing, &machine);
        assert_eq!(said.len(), words.len(), "{said:?}");
        for (said, words) in said.iter().zip(words) {
            assert!(format!("{said:?}").contains(words), "{said:?} does not tell {words:?}");
        }
    }

    #[test]
    fn each_obstacle_has_its_advice() {
        use Level::{Contained, Fenced, Full, Watched};
        case(Full, GROUPS, PLAIN, &["systemd-run --user --scope", "sudo jury"]);
        case(Full, GROUPS, Machine { has_groups_v2: false, ..PLAIN }, &["as root"]);
        case(Full, GROUPS, Machine { is_root: true, ..PLAIN }, &["systemd-run --scope"]);
        let inside = Machine { is_in_container: true, ..PLAIN };
        // What gives a contestant's program the machine comes last, with a warning.
        let words =
            &["systemd-run --user", "sudo", "unmask=ALL", "only for programs that you would trust"];
        case(Full, GROUPS, inside, words);
        case(Contained, NAMESPACES, PLAIN, &[]);
        let debian = Machine { may_clone: Some(0), ..PLAIN };
        case(Contained, NAMESPACES, debian, &["unprivileged_userns_clone=1"]);
        case(Full, NAMESPACES, debian, &["unprivileged_userns_clone=1"]);
        let ubuntu = Machine { apparmor: Some(1), ..PLAIN };
        case(Contained, NAMESPACES, ubuntu, &["apparmor_restrict_unprivileged_userns=0"]);
        let none = Machine { most_namespaces: Some(0), ..PLAIN };
        case(Contained, NAMESPACES, none, &["max_user_namespaces=10000"]);
        case(Contained, NAMESPACES, inside, &["seccomp=unconfined"]);
        case(Fenced, "making Landlock rules", PLAIN, &["landlock"]);
        case(Watched, "", PLAIN, &[]);
    }
}

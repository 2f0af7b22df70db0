//! The restrictions of each level and the mechanisms behind them, in one table.

use std::io;

use crate::sandbox::cgroup::{Hierarchy, Peak};
use crate::sandbox::isolation::{Isolation, Level, Strength, WALLS, Wall};

use Strength::{Enforced, None as Open, Sampled};

/// How strong a restriction is, and its mechanism.
type Row = (Strength, &'static str);

/// A wall at every level: at `full`, `contained`, `fenced` and `watched`. `{group}` stands for the
/// version of the control groups.
fn rows(wall: &str) -> [Row; 4] {
    match wall {
        "files" => [
            (Enforced, "mount namespace, private read-only root"),
            (Enforced, "mount namespace, private read-only root"),
            (Enforced, "Landlock; names of files and /proc are visible"),
            (Open, "nothing"),
        ],
        "network" => [
            (Enforced, "network namespace without devices; socket families filtered"),
            (Enforced, "network namespace without devices; socket families filtered"),
            (Enforced, "seccomp filter refuses sockets"),
            (Open, "nothing"),
        ],
        "others" => [
            (Enforced, "pid namespace"),
            (Enforced, "pid namespace"),
            (Sampled, FENCED_OTHERS),
            (Open, "nothing, except another user where the judge is root"),
        ],
        "processes" => [
            (Enforced, "{group} pids; all killed with their pid namespace"),
            (Enforced, "RLIMIT_NPROC; all killed with their pid namespace"),
            (Sampled, "RLIMIT_NPROC; descendants searched for and killed"),
            (Sampled, "RLIMIT_NPROC; descendants searched for and killed"),
        ],
        "memory" => [
            (Enforced, "{group}, all processes, including box, pipes and page tables"),
            (Sampled, SAMPLED_MEMORY),
            (Sampled, SAMPLED_MEMORY),
            (
                Open,
                "sizes of processes are sampled; memory that the kernel holds for them is not \
                 counted",
            ),
        ],
        "cpu" => [
            (Enforced, "{group}, all processes"),
            (Enforced, TRACED_CPU),
            (Enforced, TRACED_CPU),
            (Open, "children that are never waited for count only as sampled every 5 ms"),
        ],
        "wall-time" => [(Enforced, "the judge's monotonic clock"); 4],
        "output" => [(Enforced, "counted as it is read"); 4],
        "space" => [
            (Enforced, "size and inodes of a tmpfs; RLIMIT_FSIZE"),
            (Enforced, "size and inodes of a tmpfs; RLIMIT_FSIZE"),
            (Open, "only single files, by RLIMIT_FSIZE"),
            (Open, "only single files, by RLIMIT_FSIZE"),
        ],
        "syscalls" => [
            (Enforced, "seccomp filter"),
            (Enforced, "seccomp filter"),
            (Enforced, "seccomp filter"),
            (Open, "nothing"),
        ],
        "user" => [
            (Enforced, "separate user without capabilities; no_new_privs"),
            (Enforced, "user namespace; no capabilities; no_new_privs"),
            (Open, OWN_USER),
            (Open, OWN_USER),
        ],
        "descriptors" => [(Enforced, "RLIMIT_NOFILE 1024; close_range leaves three"); 4],
        "cores" => [(Enforced, "RLIMIT_CORE 0"); 4],
        other => unreachable!("no wall `{other}`"),
    }
}

/// What keeps programs without namespaces from other processes, and what does not.
const FENCED_OTHERS: &str = "another user, or Landlock scopes (Linux 6.12); processes are visible";
const SAME_USER: &str = "nothing: the judge's own user, and no Landlock scopes before Linux 6.12";
/// The user of programs without namespaces; root's are another's.
const OWN_USER: &str = "the judge's own; no_new_privs";
const OTHER_USER: &str = "another user without capabilities; no_new_privs";
const SAMPLED_MEMORY: &str = "sizes of all processes, sampled every 5 ms; shared memory; \
     descriptors and sockets by their number";
const TRACED_CPU: &str =
    "all processes traced: exact for those that ended, sampled every 5 ms for those that run";

/// What the machine has that changes walls.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Conditions<'a> {
    /// The control groups, where they are used.
    pub(super) hierarchy: Option<&'a Hierarchy>,
    /// Why programs cannot be traced, where they cannot.
    pub(super) untraceable: Option<&'a io::Error>,
    /// Whether the judge is root.
    pub(super) is_root: bool,
    /// Whether Landlock keeps signals in.
    pub(super) holds_signals: bool,
}

/// What a level gives, in words. Where programs cannot be traced, the walls that rest on it do not
/// stand.
pub(super) fn isolation(level: Level, conditions: Conditions<'_>) -> Isolation {
    let Conditions { hierarchy, untraceable, is_root, holds_signals } = conditions;
    let group = match hierarchy {
        Some(Hierarchy::V1 { .. }) => "cgroup v1",
        Some(Hierarchy::V2 { .. }) => "cgroup v2",
        None => "no cgroup",
    };
    let walls = WALLS.iter().map(|name| {
        let (strength, by) = rows(name)[level as usize];
        let wall = Wall { wall: (*name).into(), strength, by: by.replace("{group}", group) };
        match untraceable {
            Some(why) if by == SAMPLED_MEMORY || by == TRACED_CPU => {
                let by = format!("processes are sampled, but cannot be traced here: {why}");
                Wall { strength: Open, by, ..wall }
            }
            _ if by == OWN_USER && is_root => {
                Wall { strength: Enforced, by: OTHER_USER.into(), ..wall }
            }
            _ if by == FENCED_OTHERS && !is_root && !holds_signals => {
                Wall { strength: Open, by: SAME_USER.into(), ..wall }
            }
            _ => wall,
        }
    });
    let (cpu_source, memory_source) = match level {
        Level::Full => (format!("{group}, all processes"), full_memory_source(group, hierarchy)),
        Level::Contained | Level::Fenced if untraceable.is_none() => {
            let files = if level == Level::Contained { " and the files in the box" } else { "" };
            (
                "clocks of all processes, each read at its end".to_owned(),
                format!(
                    "peak resident size of one process, or of all{files} as sampled; shared \
                     memory by its size"
                ),
            )
        }
        Level::Contained | Level::Fenced | Level::Watched => (
            "times of reaped processes, or of all as sampled".to_owned(),
            "peak resident size of one process, or of all as sampled".to_owned(),
        ),
    };
    Isolation { level, walls: walls.collect(), cpu_source, memory_source }
}

/// Memory is limited by the kernel in any case; its peak is told only by some.
fn full_memory_source(group: &str, hierarchy: Option<&Hierarchy>) -> String {
    if let Some(Hierarchy::V2 { peak: Peak::Sampled, .. }) = hierarchy {
        format!(
            "{group}, all processes, sampled every 5 ms, or the peak resident size of one process \
             (the group's own peak needs Linux 5.19)"
        )
    } else {
        format!("{group} peak, all processes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_wall_grows_stronger_on_the_way_down() {
        for wall in WALLS {
            let strengths = rows(wall).map(|(strength, _)| strength as u8);
            assert!(strengths.is_sorted(), "{wall}");
        }
        let full = isolation(Level::Full, Conditions::default());
        assert!(full.walls.iter().all(|wall| wall.strength == Enforced));
    }

    #[test]
    fn a_sampled_peak_is_named_as_such() {
        let source = |peak| {
            let hierarchy = Hierarchy::V2 { parent: "/g".into(), peak };
            isolation(
                Level::Full,
                Conditions { hierarchy: Some(&hierarchy), ..Conditions::default() },
            )
            .memory_source
        };
        assert_eq!(source(Peak::Renewable), "cgroup v2 peak, all processes");
        assert_eq!(source(Peak::Renewable), source(Peak::Lifelong));
        assert!(source(Peak::Sampled).contains("sampled every 5 ms"));
    }

    #[test]
    fn who_judges_and_the_kernel_decide_what_stands_without_namespaces() {
        let strength = |level, name: &str, is_root, holds_signals| {
            let conditions = Conditions { is_root, holds_signals, ..Conditions::default() };
            let walls = isolation(level, conditions).walls;
            walls.into_iter().find(|wall| wall.wall == name).unwrap().strength
        };
        for level in Level::ALL {
            assert_eq!(strength(level, "user", true, false), Enforced, "{level:?}");
            let is_other = strength(level, "user", false, true) == Enforced;
            assert_eq!(is_other, level < Level::Fenced, "{level:?}");
        }
        for (is_root, holds_signals, wanted) in
            [(true, false, Sampled), (false, true, Sampled), (false, false, Open)]
        {
            assert_eq!(strength(Level::Fenced, "others", is_root, holds_signals), wanted);
            assert_eq!(strength(Level::Contained, "others", is_root, holds_signals), Enforced);
        }
    }

    #[test]
    fn what_rests_on_tracing_falls_without_it() {
        let why = io::Error::from_raw_os_error(libc::EPERM);
        for level in [Level::Contained, Level::Fenced] {
            let isolation =
                isolation(level, Conditions { untraceable: Some(&why), ..Conditions::default() });
            for name in ["cpu", "memory"] {
                let wall = isolation.walls.iter().find(|wall| wall.wall == name).unwrap();
                assert_eq!(wall.strength, Open, "{level:?} {name}");
                assert!(wall.by.contains("not permitted"), "{}", wall.by);
            }
        }
    }
}

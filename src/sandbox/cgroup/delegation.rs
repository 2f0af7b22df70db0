//! A control group of version 2 that is the judge's to divide: its own, or one that the user's
//! systemd gives.
//!
//! A group whose children have controllers may hold no process itself (the topmost excepted), so the
//! judge moves into a child called `jury`; at the top of a container's groups, where all processes are
//! the container's own, with all of them. An ordinary user's programs mostly run in a group that is
//! not theirs; then the user's systemd is asked to move the judge into a new one, just as `systemd-run
//! --user --scope -p Delegate=yes` does for a new process. It goes when the judge ends.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::fs::{Access, AtFlags, CWD};

use super::mounts::{Tables, mount_point, place};
use crate::sandbox::host::Host;

/// Our own place in a group that was divided.
const LEAF: &str = "jury";

/// Where systemd's tools are, and nothing of a user's or a repository's.
const TOOLS: [&str; 3] = ["/usr/bin", "/bin", "/run/current-system/sw/bin"];

/// The variable that says where the user's bus is, if not at its usual place.
const BUS_ADDRESS: &str = "DBUS_SESSION_BUS_ADDRESS";

/// Variables by which terminal multiplexers are known.
const MULTIPLEXERS: [&str; 2] = ["TMUX", "STY"];

/// How long systemd may take to move us.
const PATIENCE: Duration = Duration::from_secs(10);

/// The group below which others can be made, with the controllers `memory` and `pids`; else what is
/// missing.
pub(super) fn divided() -> Result<PathBuf, String> {
    let (mine, top) = places()?;
    if let Some(parent) = mine.parent()
        && mine.ends_with(LEAF)
        && has_controllers(parent, "cgroup.subtree_control")
        && is_ours(parent).is_ok()
    {
        return Ok(parent.to_owned());
    }
    let who = if mine == top { MovableProcesses::All } else { MovableProcesses::Judge };
    let Err(why) = divide(&mine, who) else { return Ok(mine) };
    if top != mine && divide(&top, MovableProcesses::Judge).is_ok() {
        return Ok(top);
    }
    if rustix::process::geteuid().is_root() {
        return Err(why);
    }
    if !has_controllers(&top, "cgroup.controllers") {
        return Err(why);
    }
    let in_multiplexer = MULTIPLEXERS.iter().any(|name| std::env::var_os(name).is_some());
    let asked = match bus() {
        Ok(_) if ends_too_early(&mine, lingers(), in_multiplexer) => {
            Err("the user's systemd could provide one, but would stop jury when the user logs out \
                 (`loginctl enable-linger` prevents that)"
                .into())
        }
        Ok(folder) => ask(&folder),
        Err(refusal) => Err(refusal),
    };
    match asked {
        Ok(()) => {
            let (given, _) = places()?;
            divide(&given, MovableProcesses::Judge).map(|()| given)
        }
        Err(refusal) => Err(format!("{why}; {refusal}")),
    }
}

/// Whether what the user's systemd runs may be ended while a process in this group would go on: it stops
/// at the user's last logout, unless it lingers. Services of the system know nothing of logins, and
/// what a terminal multiplexer runs is meant to outlive them.
fn ends_too_early(group: &Path, lingers: bool, in_multiplexer: bool) -> bool {
    let words = group.to_string_lossy();
    // What it runs already has nothing to lose.
    if lingers || words.contains("/user@") {
        return false;
    }
    in_multiplexer || !words.contains("/session-")
}

/// Whether the user's systemd goes on after logouts.
fn lingers() -> bool {
    let name = std::env::var_os("USER").or_else(|| std::env::var_os("LOGNAME"));
    name.is_some_and(|name| Path::new("/var/lib/systemd/linger").join(name).exists())
}

/// Our own group, and the topmost one that can be seen.
fn places() -> Result<(PathBuf, PathBuf), String> {
    let Tables { mounts, own } = Tables::read()?;
    let mine = place(&mounts, &own, "").ok_or("no control group file system is mounted")?;
    let top = mount_point(&mounts, "").unwrap_or_else(|| mine.clone());
    Ok((mine, top))
}

fn has_controllers(group: &Path, file: &str) -> bool {
    let text = fs::read_to_string(group.join(file)).unwrap_or_default();
    let names: Vec<&str> = text.split_ascii_whitespace().collect();
    names.contains(&"memory") && names.contains(&"pids")
}

/// Whether we may make groups in this one.
fn is_ours(group: &Path) -> io::Result<()> {
    for place in
        [group.to_owned(), group.join("cgroup.procs"), group.join("cgroup.subtree_control")]
    {
        rustix::fs::accessat(CWD, &place, Access::WRITE_OK, AtFlags::EACCESS)?;
    }
    Ok(())
}

/// Who may be moved out of a group that is to be divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MovableProcesses {
    /// Nobody but the judge.
    Judge,
    /// All who are in it.
    All,
}

/// Sees to it that children of this group have the controllers.
fn divide(group: &Path, who: MovableProcesses) -> Result<(), String> {
    let shown = group.display();
    if !has_controllers(group, "cgroup.controllers") {
        return Err(format!("the control group {shown} lacks the controllers memory and pids"));
    }
    is_ours(group).map_err(|error| {
        format!("the control group {shown} is not delegated to this user: {error}")
    })?;
    let enable = || fs::write(group.join("cgroup.subtree_control"), "+memory +pids");
    if has_controllers(group, "cgroup.subtree_control") || enable().is_ok() {
        return Ok(());
    }
    if who == MovableProcesses::Judge && members(group) != [std::process::id()] {
        return Err(format!("the control group {shown} contains processes other than jury"));
    }
    let leaf = group.join(LEAF);
    fs::create_dir(&leaf)
        .or_else(|error| if leaf.is_dir() { Ok(()) } else { Err(error) })
        .and_then(|()| empty(group, &leaf))
        .and_then(|()| enable())
        .map_err(|error| format!("cannot create groups in the control group {shown}: {error}"))
}

/// The processes in a group; those of other containers are 0.
fn members(group: &Path) -> Vec<u32> {
    let text = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
    text.lines().filter_map(|pid| pid.parse().ok()).collect()
}

/// Moves all processes of a group into another one; some may start others meanwhile.
fn empty(group: &Path, leaf: &Path) -> io::Result<()> {
    const ROUNDS: u32 = 10;
    for _ in 0..ROUNDS {
        let members = members(group);
        if members.is_empty() {
            break;
        }
        for pid in members {
            // One of another container cannot be named: by 0 we would move ourselves.
            if pid == 0 {
                return Err(io::Error::other("it contains processes of another container"));
            }
            match fs::write(leaf.join("cgroup.procs"), pid.to_string()) {
                // It has ended.
                Err(error) if error.raw_os_error() == Some(libc::ESRCH) => {}
                result => result?,
            }
        }
    }
    Ok(())
}

/// Asks the user's systemd, once, for a group of our own, and waits until we are in it.
fn ask(folder: &Path) -> Result<(), String> {
    static ASKED: OnceLock<Result<(), String>> = OnceLock::new();
    ASKED.get_or_init(|| request(folder).and_then(|unit| arrive(&unit))).clone()
}

/// The folder of the user's sockets, among them that of his systemd; else that there is none.
fn bus() -> Result<PathBuf, String> {
    let user = rustix::process::geteuid().as_raw();
    let folder = std::env::var_os("XDG_RUNTIME_DIR")
        .map_or_else(|| format!("/run/user/{user}").into(), PathBuf::from);
    if std::env::var_os(BUS_ADDRESS).is_some() || folder.join("bus").exists() {
        return Ok(folder);
    }
    let place = folder.join("bus");
    Err(format!(
        "there is no user instance of systemd that could provide one ({} does not exist)",
        place.display()
    ))
}

/// Asks for it, and gives its name.
fn request(folder: &Path) -> Result<String, String> {
    let tool = TOOLS.iter().map(|folder| Path::new(folder).join("busctl"));
    let Some(tool) = { tool }.find(|path| path.exists()) else {
        return Err("there is no `busctl` to ask the user's systemd for one".into());
    };
    let pid = std::process::id().to_string();
    let unit = format!("jury-{pid}.scope");
    let call = [
        "--user",
        "--quiet",
        "--timeout=10",
        "call",
        "org.freedesktop.systemd1",
        "/org/freedesktop/systemd1",
        "org.freedesktop.systemd1.Manager",
        "StartTransientUnit",
        "ssa(sv)a(sa(sv))",
        &unit,
        "fail",
        // Three properties, and no other units.
        "3",
        "PIDs",
        "au",
        "1",
        &pid,
        "Delegate",
        "b",
        "true",
        "CollectMode",
        "s",
        "inactive-or-failed",
        "0",
    ];
    let mut variables = vec![("XDG_RUNTIME_DIR", folder.as_os_str().to_owned())];
    let address = std::env::var_os(BUS_ADDRESS).map(|address| (BUS_ADDRESS, address));
    variables.extend(address);
    match Host::with(variables).ask(&tool, &call) {
        Ok(_) => Ok(unit),
        Err(error) => Err(format!("the user's systemd does not provide one: {error}")),
    }
}

/// Waits until we are in this unit's group.
fn arrive(unit: &str) -> Result<(), String> {
    let deadline = Instant::now() + PATIENCE;
    while !places()?.0.ends_with(unit) {
        if Instant::now() >= deadline {
            return Err(format!(
                "the user's systemd created {unit}, but did not move jury into it"
            ));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_moved_to_where_it_ends_earlier() {
        let case = |group: &str, lingers, in_multiplexer, early| {
            assert_eq!(ends_too_early(Path::new(group), lingers, in_multiplexer), early, "{group}");
        };
        let session = "/sys/fs/cgroup/user.slice/user-1000.slice/session-3.scope";
        case(session, false, false, false);
        case(session, false, true, true);
        case(session, true, true, false);
        let desktop =
            "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/t.scope";
        case(desktop, false, true, false);
        let service = "/sys/fs/cgroup/system.slice/runner.service";
        case(service, false, false, true);
        case(service, true, false, false);
    }
}

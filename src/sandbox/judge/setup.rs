//! What all slots of a sandbox have in common: the level in force, and what follows from it for each of
//! them.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};

use rustix::thread::CapabilitySet;

use super::closing_slots::ClosingSlots;
use super::turns::Turns;
use crate::sandbox::cgroup::{Group, Hierarchy, sweep};
use crate::sandbox::error::{SandboxError, failed};
use crate::sandbox::helpers::opener::Opener;
use crate::sandbox::helpers::watcher::Watcher;
use crate::sandbox::isolation::{Isolation, Level};
use crate::sandbox::job::{BuildBox, View, Workspace};
use crate::sandbox::wire::{Accounting, Build, HostPath, IdMaps, Setup, Walls, ids};
use crate::sandbox::{inside, sys};

/// Places inside where no toolchain can stand.
const OURS: [&str; 5] = ["/box", "/program", "/files", "/proc", "/dev"];

/// A level in force, and what it needs.
#[derive(Debug)]
pub(in crate::sandbox) struct LevelSetup {
    pub(in crate::sandbox) isolation: Isolation,
    /// The executable whose processes are slots.
    pub(in crate::sandbox) executable: PathBuf,
    pub(super) hierarchy: Option<Hierarchy>,
    pub(super) opener: Opener,
    /// Takes groups away if we are killed.
    _watcher: Option<Watcher>,
    /// Who counts what programs use.
    accounting: Accounting,
    /// This process's effective user.
    user: u32,
    pub(in crate::sandbox) turns: Turns,
    /// Slots that are on their way out.
    pub(super) retired: ClosingSlots,
}

impl LevelSetup {
    /// With slots of this executable, in control groups where they can be made.
    pub(in crate::sandbox) fn new(
        executable: &Path,
        isolation: Isolation,
        accounting: Accounting,
        hierarchy: Option<Hierarchy>,
    ) -> Result<Self, SandboxError> {
        if let Some(hierarchy) = &hierarchy {
            sweep(&hierarchy.parents());
        }
        let watcher = hierarchy
            .as_ref()
            .map(|hierarchy| Watcher::start(executable, hierarchy))
            .transpose()
            .map_err(failed(format!("starting {}", executable.display())))?;
        Ok(Self {
            // Without namespaces it would count against the programs' limit on processes.
            opener: Opener::new(executable, isolation.level < Level::Fenced),
            isolation,
            executable: executable.to_owned(),
            hierarchy,
            _watcher: watcher,
            accounting,
            user: rustix::process::geteuid().as_raw(),
            turns: Turns::default(),
            retired: ClosingSlots::default(),
        })
    }

    /// The level in force.
    pub(in crate::sandbox) fn level(&self) -> Level {
        self.isolation.level
    }

    /// Whether programs run outside of namespaces, in directories of the host.
    pub(in crate::sandbox) fn is_on_the_host(&self) -> bool {
        self.level() >= Level::Fenced
    }

    fn is_root(&self) -> bool {
        self.user == 0
    }

    /// What a new slot must know.
    pub(super) fn setup(
        &self,
        view: &View,
        group: Option<&Group>,
        number: u32,
    ) -> Result<Setup, SandboxError> {
        let outside = ids::outside(number);
        let (walls, id) = match (self.level(), self.is_root()) {
            // Root has users to give away, in a user namespace or not. It needs one where it may not
            // administer, as in most containers.
            (Level::Full, true) if administers() => (Walls::Namespaces(None), Some(outside)),
            (Level::Fenced, is_root) => (Walls::Fence, is_root.then_some(outside)),
            (Level::Watched, is_root) => (Walls::Watch, is_root.then_some(outside)),
            (_, true) => (Walls::Namespaces(Some(root_maps(outside))), Some(ids::INSIDE)),
            (_, false) => (Walls::Namespaces(Some(plain_maps(self.user))), None),
        };
        for path in &view.toolchains {
            if OURS.iter().any(|ours| path.starts_with(ours)) || !path.is_absolute() {
                let why = io::Error::other("its path inside the sandbox is already in use");
                return Err(failed(format!("showing {}", path.display()))(why));
            }
        }
        if self.is_root() {
            hand_over(view, outside, self.is_on_the_host())?;
        } else {
            inside::has_processes(|| sys::threads_of(self.user))
                .map_err(SandboxError::Allowance)?;
        }
        Ok(Setup {
            walls,
            id,
            groups: hosts(group.map_or_else(Vec::new, Group::entrances)),
            toolchains: hosts(view.toolchains.clone()),
            program: view.program.clone().map(HostPath::from),
            files: view.files.clone().map(HostPath::from),
            build: match &view.workspace {
                Workspace::Scratch | Workspace::ReadOnly => None,
                Workspace::Build(BuildBox { folder, size }) => {
                    Some(Build { folder: folder.clone().into(), size: *size })
                }
            },
            read_only: matches!(view.workspace, Workspace::ReadOnly),
            accounting: self.accounting,
        })
    }
}

fn hosts(paths: Vec<PathBuf>) -> Vec<HostPath> {
    paths.into_iter().map(HostPath::from).collect()
}

/// Whether this process may make namespaces, and what belongs to them, without a user namespace.
fn administers() -> bool {
    rustix::thread::capabilities(None)
        .is_ok_and(|sets| sets.effective.contains(CapabilitySet::SYS_ADMIN))
}

/// Maps in which root stays root, to put the file tree together, and programs are another user.
fn root_maps(outside: u32) -> IdMaps {
    let map = format!("0 0 1\n{} {outside} 1\n", ids::INSIDE);
    IdMaps { uid: map.clone(), gid: map, deny_setgroups: false }
}

/// The one map that a plain user may make: of oneself.
fn plain_maps(user: u32) -> IdMaps {
    let group = rustix::process::getegid().as_raw();
    IdMaps {
        uid: format!("{} {user} 1\n", ids::INSIDE),
        gid: format!("{} {group} 1\n", ids::INSIDE),
        deny_setgroups: true,
    }
}

/// Programs run as another user than the judge: what they shall write must be theirs, and what
/// they shall run must be readable for them. On the host, slots see to the first, and programs must come
/// to toolchains by the host's folders.
fn hand_over(view: &View, user: u32, on_the_host: bool) -> Result<(), SandboxError> {
    let failed =
        |what: &str, path: &Path, source| failed(format!("{what} {}", path.display()))(source);
    let refused = |path: &Path, why: String| Err(failed("showing", path, io::Error::other(why)));
    if let Workspace::Build(BuildBox { folder, .. }) = &view.workspace
        && !on_the_host
    {
        chown(folder, Some(user), Some(user))
            .map_err(|source| failed("handing over", folder, source))?;
    }
    let mode = |path: &Path| {
        let state = fs::metadata(path).map_err(|source| failed("looking at", path, source))?;
        Ok::<_, SandboxError>(state.mode())
    };
    for path in [&view.program, &view.files].into_iter().flatten() {
        if mode(path)? & 0o005 != 0o005 {
            let why = "other users must be able to read and enter it (`chmod o+rx`)";
            return refused(path, why.into());
        }
    }
    for path in view.toolchains.iter().filter(|path| on_the_host && path.is_dir()) {
        for folder in path.ancestors() {
            if mode(folder)? & 0o001 == 0 {
                let why = format!(
                    "at this level, programs started by root run as another user, who may not enter \
                     {}: install the toolchain elsewhere, or run jury as an ordinary user",
                    folder.display()
                );
                return refused(path, why);
            }
        }
    }
    Ok(())
}

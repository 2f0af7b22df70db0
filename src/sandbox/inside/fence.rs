//! The lesser levels, without namespaces: programs run on the host, as our descendants, in a
//! directory of the host. `fenced` holds their files by Landlock and their calls by the filter;
//! `watched` holds nothing but limits and is for one's own programs. Knows nothing of runs.

use std::ffi::{CString, OsString};
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
    path_beneath_rules,
};
use rustix::fs::{Mode, OFlags};

use super::child::{Fault, Step as _};
use super::sample::Sampler;
use super::spawn::{Common, Fence};
use super::warden::{Channel, Place, Reach, Warden};
use super::wire::{Accounting, Setup};
use super::{filter, ground, root, sweep};
use crate::machine::{self, HeldFolder};

/// A directory of the host in which programs run, under names that they know by other ones.
pub(super) struct Outside {
    /// Where the programs run.
    directory: PathBuf,
    /// Held where it is ours, to be emptied after each run and removed at the end.
    ours: Option<HeldFolder>,
    program: Option<PathBuf>,
    files: Option<PathBuf>,
    used: bool,
}

impl Outside {
    /// Sees to it that a directory of ours is empty.
    pub(super) fn prepare(&mut self) -> Result<(), Fault> {
        if self.ours.is_some() && self.used {
            sweep::empty(&self.directory).step("emptying the box")?;
            self.used = false;
        }
        Ok(())
    }

    /// Where the programs run.
    pub(super) fn place(&self) -> Option<CString> {
        CString::new(self.directory.as_os_str().as_encoded_bytes()).ok()
    }

    /// The directory of a build, for the judge to read what was made.
    pub(super) fn kept(&self) -> Option<&Path> {
        self.ours.is_none().then_some(&self.directory)
    }

    /// Words that begin with `/box`, `/program` or `/files`, with the true places instead.
    pub(super) fn lend(&mut self, words: Vec<CString>) -> Vec<CString> {
        self.used = true;
        let program = self.program.as_deref().map(|program| ("/program", program));
        let files = self.files.as_deref().map(|files| ("/files", files));
        let own = [("/box", self.directory.as_path())];
        let places: Vec<_> = own.into_iter().chain(program).chain(files).collect();
        words.into_iter().map(|word| translate(word, &places)).collect()
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        if self.ours.is_some() {
            remove(&self.directory);
        }
    }
}

/// A word or a setting `NAME=word` in which a path of the sandbox is replaced by its true place.
fn translate(word: CString, places: &[(&str, &Path)]) -> CString {
    let bytes = word.as_bytes();
    let start = bytes.iter().position(|byte| *byte == b'=').map_or(0, |at| at + 1);
    for start in [0, start] {
        for (name, place) in places {
            if let Some(rest) = bytes[start..].strip_prefix(name.as_bytes())
                && (rest.is_empty() || rest.starts_with(b"/"))
            {
                let place = place.as_os_str().as_encoded_bytes();
                let whole = [&bytes[..start], place, rest].concat();
                return CString::new(whole).unwrap_or(word);
            }
        }
    }
    word
}

/// Serves without namespaces; behind a fence, or just watching.
pub(super) fn serve(channel: &Channel<'_>, setup: &Setup, is_fenced: bool) -> Result<(), Fault> {
    rustix::process::set_child_subreaper(rustix::process::Pid::from_raw(1))
        .step("taking in orphans")?;
    let outside = settle(setup)?;
    let directory = outside.directory.clone();
    let rules = if is_fenced {
        let fault = |step| Fault { step, errno: libc::EOPNOTSUPP };
        let landlock = fence(setup, &directory)
            .map_err(|error| fault(format!("making Landlock rules: {error}")))?
            .ok_or_else(|| fault("making Landlock rules".into()))?;
        let no_locks = setup.build.is_none();
        let rules = filter::Rules { no_locks, accounting: setup.accounting, no_network: true };
        filter::install(rules, filter::Starts::Clone).step("installing the system-call filter")?;
        Some(landlock)
    } else {
        None
    };
    let processes = rustix::fs::open("/proc", OFlags::PATH | OFlags::CLOEXEC, Mode::empty())
        .step("opening /proc")?;
    let user = setup.id.unwrap_or_else(|| rustix::process::geteuid().as_raw());
    let common = Common {
        id: setup.id,
        directory: CString::new(directory.into_os_string().into_vec())
            .map_err(io::Error::from)
            .step("naming the box")?,
        exposed: None,
        apart: false,
        rlimits: true,
        traced: setup.accounting == Accounting::Traced,
        fence: Some(Fence { rules: rules.as_ref().map(AsFd::as_fd), others: threads_of(user) }),
    };
    let sampler = Sampler::new(processes.as_fd(), Reach::Descendants);
    let place = Place::Outside(outside);
    let mut warden = Warden::new(channel, Reach::Descendants, place, None, Some(sampler), &common);
    let served = warden.serve();
    warden.end();
    served
}

/// How the names of our own directories begin.
const BOX: &str = "jury-box-of-";

/// Finds or makes the directory to run in.
fn settle(setup: &Setup) -> Result<Outside, Fault> {
    let (program, files) = (setup.program.clone(), setup.files.clone());
    if let Some(build) = &setup.build {
        return Ok(Outside {
            directory: build.folder.clone(),
            ours: None,
            program,
            files,
            used: false,
        });
    }
    let parent = std::env::temp_dir();
    // Those of slots that were killed.
    machine::sweep(&parent, BOX, |user| machine::is_own(user) || ground::is_given(user), remove);
    let ours = HeldFolder::make(&parent, BOX).step("making a box")?;
    let directory = ours.path().to_owned();
    chown(&directory, setup.id, setup.id).step("making a box")?;
    Ok(Outside { directory, ours: Some(ours), program, files, used: false })
}

fn remove(directory: &Path) {
    let _ = sweep::empty(directory);
    let _ = fs::remove_dir(directory);
}

/// Rules by which a program may read what it needs, and write in its box; `None` when the kernel
/// has no Landlock.
fn fence(setup: &Setup, directory: &Path) -> Result<Option<OwnedFd>, RulesetError> {
    let all = ABI::V6;
    let readable = root::visible()
        .chain(setup.toolchains.iter().cloned())
        .chain(setup.program.clone())
        .chain(setup.files.clone())
        .chain([PathBuf::from("/proc")]);
    let devices = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];
    // Who can write to it can have memory by it that belongs to no process.
    let readable = readable.chain([PathBuf::from("/dev/zero")]);
    let rules = Ruleset::default()
        .handle_access(AccessFs::from_all(all))?
        .scope(Scope::from_all(all))?
        .create()?
        .add_rules(path_beneath_rules(readable, AccessFs::from_read(all)))?
        .add_rules(path_beneath_rules(devices, AccessFs::ReadFile | AccessFs::WriteFile))?
        .add_rules(path_beneath_rules([directory], AccessFs::from_all(all)))?;
    Ok(rules.into())
}

/// Processes and threads that a user has now, which the kernel will count with the programs'.
pub(super) fn threads_of(user: u32) -> u64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_as_they_are() {
        let places = [("/box", Path::new("/tmp/b")), ("/program", Path::new("/p"))];
        let case = |word: &str, wanted: &str| {
            let word = CString::new(word).unwrap();
            assert_eq!(translate(word, &places).to_str().unwrap(), wanted);
        };
        case("/box", "/tmp/b");
        case("/program/a", "/p/a");
        case("/programs", "/programs");
        case("HOME=/box", "HOME=/tmp/b");
        case("-o=/box/x", "-o=/tmp/b/x");
        case("x/box", "x/box");
    }
}

//! Folders that bots may read: books, weights, endgames. Records and plans keep a digest of what is in them.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use rustix::process::geteuid;
use walkdir::{DirEntry, WalkDir};

use crate::arena::record::{Files, Player};
use crate::digest::Digest;
use crate::machine;
use crate::regular;
use crate::sandbox::{Interrupt, SandboxError};
use crate::submission::Program;

use super::super::status::Failure;

/// The folder as a record keeps it: its path, and a digest of what is in it.
///
/// # Errors
/// When it is no folder, or bots could not read all of it.
pub(super) fn identify(interrupt: &Interrupt, path: &str) -> Result<Files, Failure> {
    Ok(Files { path: path.to_owned(), hash: hash(interrupt, Path::new(path))? })
}

/// Expects the folders of these players to be as they were. `at` resolves a path of the record or plan,
/// `since` says when they were, and what else to do.
///
/// # Errors
/// When a folder is not there, or has changed.
pub(in super::super) fn recognise(
    interrupt: &Interrupt,
    players: &[Player],
    at: &dyn Fn(&str) -> PathBuf,
    since: &str,
) -> Result<(), Failure> {
    for player in players {
        let Some(files) = &player.files else { continue };
        let (folder, name) = (at(&files.path), &player.name);
        let shown = folder.display();
        if folder.is_relative() && !folder.exists() {
            return Err(Failure::usage(anyhow!(
                "there is no {shown}, which bot `{name}` reads: its path is relative to the folder where the \
                 match was started, so resume it there"
            )));
        }
        if hash(interrupt, &folder)? != files.hash {
            return Err(Failure::usage(anyhow!(
                "{shown}, which bot `{name}` reads, has changed since {since}"
            )));
        }
    }
    Ok(())
}

/// Shows programs the folders of these players, the first of theirs.
///
/// # Errors
/// When a folder is not there.
pub(in super::super) fn show(
    programs: &mut [Program],
    players: &[Player],
    at: &dyn Fn(&str) -> PathBuf,
) -> Result<(), Failure> {
    for (program, player) in programs.iter_mut().zip(players) {
        let Some(files) = &player.files else { continue };
        let folder = at(&files.path).canonicalize().with_context(|| unreadable(&files.path));
        program.view.files = Some(folder.map_err(Failure::usage)?);
    }
    Ok(())
}

/// Expects that none of these places, which will be written to, is in a folder that a player reads: that would
/// change it.
///
/// # Errors
/// When one is.
pub(super) fn expect_outside(players: &[Player], places: &[&Path]) -> Result<(), Failure> {
    let folders = players.iter().filter_map(|player| Some((player, player.files.as_ref()?)));
    for (player, files) in folders {
        let Ok(folder) = Path::new(&files.path).canonicalize() else { continue };
        if let Some(place) = places.iter().find(|place| machine::real(place).starts_with(&folder)) {
            return Err(Failure::usage(anyhow!(
                "{} would lie in {}, which bot `{}` reads: that must stay as it is; name another place",
                place.display(),
                files.path,
                player.name
            )));
        }
    }
    Ok(())
}

fn unreadable(folder: impl AsRef<Path>) -> String {
    format!("cannot let a bot read {}", folder.as_ref().display())
}

/// The digest of a folder.
fn hash(interrupt: &Interrupt, folder: &Path) -> Result<String, Failure> {
    digest(interrupt, folder).map_err(|error| {
        if interrupt.is_set() {
            return SandboxError::Interrupted.into();
        }
        Failure::usage(error.context(unreadable(folder)))
    })
}

/// The digest of all that is in a folder: names, and what files hold.
fn digest(interrupt: &Interrupt, folder: &Path) -> anyhow::Result<String> {
    let folder = folder.canonicalize()?;
    if !folder.is_dir() {
        return Err(anyhow!("it is no folder"));
    }
    let mut digest = Digest::default();
    for entry in WalkDir::new(&folder).sort_by_file_name() {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(&folder).display().to_string();
            anyhow::Error::from(io::Error::from(error)).context(path)
        })?;
        let path = entry.path();
        add(&mut digest, &entry, &folder, interrupt).with_context(|| path.display().to_string())?;
    }
    Ok(digest.in_hexadecimal())
}

/// Adds what stands at one place in a folder.
fn add(
    digest: &mut Digest,
    entry: &DirEntry,
    folder: &Path,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let (path, state) = (entry.path(), entry.metadata()?);
    expect_shown(&state)?;
    let name = path.strip_prefix(folder)?.as_os_str().as_bytes();
    digest.field(if state.is_dir() { "folder" } else { "name" }, name);
    if state.is_file() {
        let file = regular::open(path)?;
        digest.file("file", Interruptible { file, interrupt })?;
    }
    Ok(())
}

/// Expects that a bot sees this, at each level of the sandbox.
fn expect_shown(state: &Metadata) -> anyhow::Result<()> {
    let needed = if state.is_dir() { 0o005 } else { 0o004 };
    if state.is_symlink() {
        return Err(anyhow!("bots see no links: put there what this one leads to"));
    }
    if !state.is_dir() && !state.is_file() {
        return Err(anyhow!("it is neither a file nor a folder"));
    }
    // Bots that root starts run as another user.
    if geteuid().is_root() && state.mode() & needed != needed {
        return Err(anyhow!("other users must be able to read it (`chmod -R o+rX` the folder)"));
    }
    Ok(())
}

/// A file that has no more to read once the user interrupts.
struct Interruptible<'a> {
    file: File,
    interrupt: &'a Interrupt,
}

impl Read for Interruptible<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.interrupt.is_set() {
            return Err(io::Error::other("interrupted"));
        }
        self.file.read(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    fn of(folder: &Path) -> anyhow::Result<String> {
        digest(&Interrupt::default(), folder)
    }

    #[track_caller]
    fn refused(folder: &Path, why: &str) {
        let words = format!("{:#}", of(folder).unwrap_err());
        assert!(words.ends_with(why), "{words}");
    }

    #[test]
    fn every_change_of_a_folder_is_noticed() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
        let mut seen = vec![of(folder).unwrap()];
        let mut changed = |change: &dyn Fn()| {
            change();
            let digest = of(folder).unwrap();
            assert!(!seen.contains(&digest));
            seen.push(digest);
        };
        changed(&|| fs::write(folder.join("a"), "").unwrap());
        changed(&|| fs::write(folder.join("a"), "x").unwrap());
        changed(&|| fs::rename(folder.join("a"), folder.join("b")).unwrap());
        changed(&|| fs::create_dir(folder.join("a")).unwrap());
        changed(&|| fs::rename(folder.join("b"), folder.join("a/b")).unwrap());
        changed(&|| fs::create_dir(folder.join("a/c")).unwrap());
        changed(&|| {
            fs::remove_dir(folder.join("a/c")).unwrap();
            fs::write(folder.join("a/c"), "").unwrap();
        });
        assert_eq!(of(folder).unwrap(), *seen.last().unwrap());
    }

    #[test]
    fn what_bots_would_not_see_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("book");
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        let inner = folder.join("inner");
        symlink("nowhere", &inner).unwrap();
        refused(&folder, "book/inner: bots see no links: put there what this one leads to");
        fs::remove_file(&inner).unwrap();
        fs::write(&inner, "").unwrap();
        refused(&inner, "it is no folder");
        fs::remove_file(&inner).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, &inner, 0o644.into()).unwrap();
        refused(&folder, "book/inner: it is neither a file nor a folder");
        fs::remove_file(&inner).unwrap();
        fs::write(&inner, "").unwrap();
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o640)).unwrap();
        if geteuid().is_root() {
            refused(&folder, "must be able to read it (`chmod -R o+rX` the folder)");
        }
        // The folder itself may be named by a link.
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o644)).unwrap();
        let link = place.path().join("link");
        symlink(&folder, &link).unwrap();
        assert_eq!(of(&link).unwrap(), of(&folder).unwrap());
    }

    #[test]
    fn reading_ends_when_the_user_interrupts() {
        let interrupt = Interrupt::default();
        interrupt.set();
        let file = File::open("Cargo.toml").unwrap();
        assert!(Interruptible { file, interrupt: &interrupt }.read(&mut [0; 9]).is_err());
    }
}

//! Folders that bots may read: books, weights, endgames. A record holds what was in them by a digest.

use std::fs::File;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use walkdir::WalkDir;

use crate::arena::record::{Files, Player};
use crate::digest::Digest;
use crate::machine;
use crate::submission::Program;

use super::super::status::Failure;

/// Finds out what is in a folder.
///
/// # Errors
/// When there is no such folder, or a part of it cannot be read.
pub(super) fn identify(path: &str) -> Result<Files, Failure> {
    let hash = digest(Path::new(path)).map_err(|why| why.context(format!("cannot read {path}")));
    Ok(Files { path: path.to_owned(), hash: hash.map_err(Failure::usage)? })
}

/// Shows programs the folders that these players may read. `at` is where a path leads to.
///
/// # Errors
/// When a folder is not there, or not as it was.
pub(in super::super) fn show(
    programs: &mut [Program],
    players: &[Player],
    at: &dyn Fn(&str) -> PathBuf,
) -> Result<(), Failure> {
    for (program, player) in programs.iter_mut().zip(players) {
        let Some(files) = &player.files else { continue };
        let folder = at(&files.path);
        let of = |words: &str| {
            format!("{}, which bot `{}` reads, {words}", folder.display(), player.name)
        };
        let hash =
            digest(&folder).map_err(|why| Failure::usage(why.context(of("cannot be read"))))?;
        if hash != files.hash {
            let why = of("has changed since: restore it, or start anew");
            return Err(Failure::usage(anyhow!(why)));
        }
        program.view.files = Some(machine::real(&folder));
    }
    Ok(())
}

/// The digest of all that is in a folder: names, and what files hold. Links count as what they say, as programs
/// see nothing outside of the folder.
fn digest(folder: &Path) -> anyhow::Result<String> {
    let mut digest = Digest::default();
    if !folder.metadata()?.is_dir() {
        return Err(anyhow!("it is no folder"));
    }
    for entry in WalkDir::new(folder).min_depth(1).sort_by_file_name() {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type());
        digest.field("name", path.strip_prefix(folder)?.as_os_str().as_bytes());
        if kind.is_file() {
            let named = |why| anyhow!("{}: {why}", path.display());
            File::open(path).and_then(|file| digest.file("file", file)).map_err(named)?;
        } else if kind.is_symlink() {
            digest.field("link", path.read_link()?.as_os_str().as_bytes());
        }
    }
    Ok(digest.in_hexadecimal())
}

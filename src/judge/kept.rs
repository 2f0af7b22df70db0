//! Folders of files that were made of something: each is kept in the cache under a key of all that it was made of,
//! whole or not at all, until others are needed more.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, UTIME_NOW};
use walkdir::WalkDir;

use crate::machine::{TemporaryFolder, folder_of, sync_file_system};

use super::JudgeFailure;

/// How the names of folders begin that are not whole yet.
const DRAFT: &str = "draft-";

/// Bytes of all that is kept, beyond which what was not used for the longest time is removed.
const MOST_BYTES: u64 = 8 << 30;

/// What was used less than so many seconds before the last one is not removed: somebody may be judging by
/// it.
const IN_USE: i64 = 3600;

/// A new folder of files under its name among those that are kept: all of them, or nothing where making them
/// fails.
pub(super) fn keep(
    folder: &Path,
    make: &mut dyn FnMut(&Path) -> Result<(), JudgeFailure>,
) -> Result<(), JudgeFailure> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| JudgeFailure::Scratch { path, source }
    };
    let kept = folder_of(folder);
    let draft = TemporaryFolder::make_in(kept, DRAFT).map_err(failed(kept))?;
    let new = draft.path().join("new");
    fs::create_dir(&new).map_err(failed(&new))?;
    make(&new)?;
    // Else a loss of power could leave the name with empty files.
    sync_file_system(&new).map_err(failed(&new))?;
    // Of what is damaged, or was made by somebody else meanwhile, ours is as good.
    if folder.exists() {
        fs::rename(folder, draft.path().join("old")).map_err(failed(folder))?;
    }
    fs::rename(&new, folder).map_err(failed(folder))?;
    remove_oldest(kept, MOST_BYTES);
    Ok(())
}

/// Whether all these files are there of what is kept, which is used now.
pub(super) fn is_whole<'p>(folder: &Path, mut files: impl Iterator<Item = &'p PathBuf>) -> bool {
    let is_file = |path: &PathBuf| path.symlink_metadata().is_ok_and(|state| state.is_file());
    let is_whole = files.all(is_file);
    if is_whole {
        touch(folder);
    }
    is_whole
}

/// Notes that a folder was used. What cannot be noted makes it look older.
pub(super) fn touch(folder: &Path) {
    let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    let now = Timestamps { last_access: now, last_modification: now };
    let _ = rustix::fs::utimensat(CWD, folder, &now, AtFlags::SYMLINK_NOFOLLOW);
}

/// Removes folders that were not used for the longest time, once they are too many bytes in all. Failure
/// does no harm.
fn remove_oldest(kept: &Path, most: u64) {
    let entries = fs::read_dir(kept).into_iter().flatten().filter_map(Result::ok);
    let mut all: Vec<(i64, PathBuf, u64)> = entries
        .filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(DRAFT.as_bytes()))
        .filter_map(|entry| {
            let used = entry.metadata().ok()?.mtime();
            Some((used, entry.path(), size(&entry.path())))
        })
        .collect();
    all.sort();
    let mut sum: u64 = all.iter().map(|(_, _, bytes)| bytes).sum();
    let last = all.last().map_or(0, |(used, _, _)| *used);
    for (used, path, bytes) in all {
        if sum <= most || used > last - IN_USE {
            break;
        }
        // Moved away first, so that nobody meets half of it.
        let gone = TemporaryFolder::make_in(kept, DRAFT);
        if gone.is_ok_and(|gone| fs::rename(&path, gone.path().join("old")).is_ok()) {
            sum -= bytes;
        }
    }
}

/// Bytes of all files of a folder.
fn size(folder: &Path) -> u64 {
    let files = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    files.filter_map(|file| file.metadata().ok()).map(|state| state.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_long_goes_first() {
        let place = tempfile::tempdir().unwrap();
        let folder = |name: &str, used: i64| {
            let folder = place.path().join(name);
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("x.in"), vec![b' '; 100_000]).unwrap();
            let used = Timespec { tv_sec: used, tv_nsec: 0 };
            let times = Timestamps { last_access: used, last_modification: used };
            rustix::fs::utimensat(CWD, &folder, &times, AtFlags::empty()).unwrap();
        };
        folder("old", 1_000_000);
        folder("older", 900_000);
        folder("oldest", 800_000);
        folder("new", 2_000_000);
        folder("used", 1_996_401);
        folder("unused", 1_996_400);
        let left = |most| {
            remove_oldest(place.path(), most);
            let entries = fs::read_dir(place.path()).unwrap();
            let mut names: Vec<_> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names.join(" ")
        };
        assert_eq!(left(1_000_000), "new old older oldest unused used");
        // A folder has up to some thousand bytes of its own, by the file system.
        assert_eq!(left(450_000), "new old unused used");
        // Two may be in use: of less than an hour before the last one.
        assert_eq!(left(0), "new used");
    }
}

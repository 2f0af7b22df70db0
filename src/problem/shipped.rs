//! The problems that come with `jury`. They are part of the executable, and are unpacked to be read like
//! any other folder of problems.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::machine::{TemporaryFolder, sync_file_system};

/// Every file by its path below the folder of problems; `build.rs` makes the table.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Below the cache's folder: the problems, in a folder named by their digest.
const FOLDER: &str = "problems";

/// How names begin while a folder is not whole yet.
const DRAFT: &str = "draft-";

/// Why the problems could not be unpacked: the machine's fault.
#[derive(Debug, thiserror::Error)]
#[error("cannot unpack the problems that come with jury into {}", path.display())]
pub struct UnpackError {
    /// The folder.
    pub path: PathBuf,
    /// Why not.
    pub source: io::Error,
}

/// Their names, in byte order.
pub fn slugs() -> Vec<&'static str> {
    let mut slugs: Vec<_> = FILES.iter().filter_map(|(name, _)| name.split('/').next()).collect();
    slugs.dedup();
    slugs
}

/// The folder of problems, unpacked into this cache if it is not there whole.
///
/// # Errors
/// When it cannot be written.
pub fn unpacked(cache: &Path) -> Result<PathBuf, UnpackError> {
    let folder = folder_in(cache);
    unpack(&folder).map_err(|source| UnpackError { path: folder.clone(), source })?;
    Ok(folder)
}

/// Whether something lies in the folder of unpacked problems, which is to stay as it is.
pub fn is_in(cache: &Path, path: &Path) -> bool {
    path.starts_with(cache.join(FOLDER))
}

fn folder_in(cache: &Path) -> PathBuf {
    let mut digest = Digest::default();
    for (name, bytes) in FILES {
        digest.field("name", name);
        digest.field("bytes", bytes);
    }
    cache.join(FOLDER).join(&digest.in_hexadecimal()[..16])
}

/// Writes all files aside and gives the folder its name at the end: others find it whole or not at all.
fn unpack(folder: &Path) -> io::Result<()> {
    if is_whole(folder) {
        return Ok(());
    }
    let above = folder.parent().unwrap_or(folder);
    fs::create_dir_all(above)?;
    let draft = TemporaryFolder::make_in(above, DRAFT)?;
    let new = draft.path().join("new");
    for (name, bytes) in FILES {
        let path = new.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&new))?;
        fs::write(&path, bytes)?;
    }
    // Else a loss of power could leave the name with empty files.
    sync_file_system(&new)?;
    if folder.exists() {
        fs::rename(folder, draft.path().join("damaged"))?;
    }
    put(&new, folder)
}

/// Gives a whole folder its name, unless another process was faster.
fn put(new: &Path, folder: &Path) -> io::Result<()> {
    match fs::rename(new, folder) {
        Err(_) if is_whole(folder) => Ok(()),
        renamed => renamed,
    }
}

/// Whether every file is there with its length: whatever was interrupted has left less.
fn is_whole(folder: &Path) -> bool {
    let is_there = |(name, bytes): &(&str, &[u8])| {
        let state = folder.join(name).symlink_metadata();
        state.is_ok_and(|state| state.is_file() && state.len() == bytes.len() as u64)
    };
    FILES.iter().all(is_there)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::os::unix::fs::MetadataExt as _;
    use std::path::Path;

    use super::{FILES, is_in, put, slugs as shipped_slugs, unpacked};
    use crate::problem::load::{list, load};

    /// A build that missed a new problem would ship without it.
    #[test]
    fn every_problem_of_the_repository_is_shipped() {
        let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
        let listed = list(Some(&problems), Path::new("/")).unwrap();
        let slugs: BTreeSet<&str> = listed.iter().map(|problem| problem.slug.as_str()).collect();
        assert_eq!(shipped_slugs().into_iter().collect::<BTreeSet<_>>(), slugs);
    }

    #[test]
    fn what_is_unpacked_is_whole_and_mended() {
        let cache = tempfile::tempdir().unwrap();
        let folder = unpacked(cache.path()).unwrap();
        assert!(is_in(cache.path(), &folder) && !is_in(&folder, cache.path()));
        for (name, bytes) in FILES {
            assert_eq!(fs::read(folder.join(name)).unwrap(), *bytes, "{name}");
        }
        assert!(!load(&folder.join("four-in-line")).unwrap().cases.is_empty());
        let number = || fs::metadata(&folder).unwrap().ino();
        let first = number();
        assert_eq!(unpacked(cache.path()).unwrap(), folder);
        assert_eq!(number(), first, "what is whole stays");
        let [(cut, whole), (gone, _)] = [FILES[0], FILES[1]];
        fs::write(folder.join(cut), "").unwrap();
        assert_eq!(unpacked(cache.path()).unwrap(), folder);
        assert_eq!(fs::read(folder.join(cut)).unwrap(), whole);
        fs::remove_file(folder.join(gone)).unwrap();
        assert_eq!(unpacked(cache.path()).unwrap(), folder);
        assert!(folder.join(gone).exists());
        let beside = fs::read_dir(folder.parent().unwrap()).unwrap();
        assert_eq!(beside.count(), 1, "nothing else is left");
    }

    #[test]
    fn who_is_too_late_takes_what_another_process_unpacked_whole() {
        let cache = tempfile::tempdir().unwrap();
        let folder = unpacked(cache.path()).unwrap();
        let new = cache.path().join("new");
        fs::create_dir(&new).unwrap();
        put(&new, &folder).unwrap();
        fs::remove_file(folder.join(FILES[0].0)).unwrap();
        put(&new, &folder).unwrap_err();
    }
}

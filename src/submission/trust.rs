//! Whom the build cache can be trusted to: whoever can write into it, or put another folder in its
//! place, chooses the programs that judge and are judged.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::error::CacheError;
use super::failure::BuildError;
use crate::machine;

/// In the mode of a folder: who is in it may not rename or remove what belongs to others.
const STICKY: u32 = 0o1000;

/// What somebody else can do, in words; `None` where nobody but this user and root can write. A group
/// with the number of its user is taken for that user's own, as is usual where they are made together.
pub(super) fn distrusted(state: &Metadata) -> Option<String> {
    writer(state.uid(), state.gid(), state.mode() & 0o7777)
}

fn writer(user: u32, group: u32, mode: u32) -> Option<String> {
    if user != 0 && !machine::is_own(user) {
        return Some(format!("belongs to user {user}"));
    }
    let by_group = mode & 0o020 != 0 && group != user;
    (by_group || mode & 0o002 != 0).then(|| format!("can be written by others (mode {mode:o})"))
}

/// These folders, without links, and those that they are in are nobody else's to write to.
pub(super) fn expect_trusted(cache: &Path, folders: &[PathBuf]) -> Result<(), BuildError> {
    let look = |path: &Path| {
        fs::symlink_metadata(path).map_err(|source| CacheError { path: path.into(), source })
    };
    let refused =
        |path: &Path, why| BuildError::Distrusted { cache: cache.into(), path: path.into(), why };
    for folder in folders {
        let state = look(folder)?;
        if !state.is_dir() {
            return Err(refused(folder, "is a link".into()));
        }
        if let Some(why) = distrusted(&state) {
            return Err(refused(folder, why));
        }
    }
    let unknown = unknown_user();
    for above in cache.ancestors().skip(1) {
        let state = look(above)?;
        // In a sticky folder, such as `/tmp`, what is ours stays where it is.
        let mode = state.mode() & 0o7777;
        let mode = if mode & STICKY == 0 { mode } else { mode & !0o022 };
        let user = if unknown == Some(state.uid()) { 0 } else { state.uid() };
        if let Some(why) = writer(user, state.gid(), mode) {
            return Err(refused(above, why));
        }
    }
    Ok(())
}

/// Who owns what belongs to users that this user namespace does not know, be it root or anybody: the
/// machine's own folders are among that. `None` where all are known.
fn unknown_user() -> Option<u32> {
    let known = fs::read_to_string("/proc/self/uid_map").ok()?;
    let all = u32::MAX.to_string();
    let knows_all = known.split_whitespace().next_back() == Some(all.as_str());
    let overflow = || fs::read_to_string("/proc/sys/kernel/overflowuid").ok()?.trim().parse().ok();
    if knows_all { None } else { overflow() }
}

#[cfg(test)]
mod tests {
    use super::super::cache::Cache;
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn only_this_user_and_root_are_trusted() {
        let own = rustix::process::geteuid().as_raw();
        for user in [own, 0] {
            assert_eq!(writer(user, user, 0o700), None);
            assert_eq!(writer(user, user, 0o775), None);
            assert_eq!(writer(user, user + 1, 0o755), None);
            let words = "can be written by others (mode 775)";
            assert_eq!(writer(user, user + 1, 0o775).as_deref(), Some(words));
            assert!(writer(user, user, 0o757).is_some());
        }
        let words = format!("belongs to user {}", own + 1);
        assert_eq!(writer(own + 1, own + 1, 0o700), Some(words));
    }

    #[test]
    fn a_cache_that_others_can_write_to_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let shared = place.path().join("shared");
        let cache = shared.join("jury");
        Cache::open(&cache).unwrap();
        let mode = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        for path in [&shared, &cache, &cache.join("builds"), &cache.join("work")] {
            mode(path, 0o777);
            let error = Cache::open(&cache).unwrap_err();
            assert!(matches!(error, BuildError::Distrusted { .. }), "{error:?}");
            let words = format!("{} can be written by others (mode ", path.display());
            assert!(error.to_string().contains(&words), "{error}");
            mode(path, 0o700);
        }
        mode(&shared, 0o1777);
        Cache::open(&cache).unwrap();
        let builds = cache.join("builds");
        fs::rename(&builds, shared.join("planted")).unwrap();
        std::os::unix::fs::symlink(shared.join("planted"), &builds).unwrap();
        let error = Cache::open(&cache).unwrap_err().to_string();
        assert!(error.contains("builds is a link"), "{error}");
    }
}

//! Where records are kept: a folder below the cache with a file for each program. A file is read whole
//! once, and replaced whole under a lock, so that judges at work at the same time lose nothing of each
//! other's and nobody meets half a file. The folder may be deleted at any time.
//!
//! Plain files rather than a data base: a submission is read or written once for all of its cases, there
//! is nothing to look up in between, and none of the libraries is worth the time that it takes to build.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, UTIME_NOW};

use super::identity::Key;
use super::record::Record;
use super::records::{LARGEST, Records};
use crate::machine::{self, lock};
use crate::regular;

/// Bytes of all files together, beyond which those that were not used for the longest time are removed.
pub const MOST_BYTES: u64 = 256 << 20;

/// The share of that which is left then.
const LEFT: u64 = MOST_BYTES / 4 * 3;

/// How many bytes all judges write until one of them looks the folder through again.
const BETWEEN_LOOKS: u64 = 16 << 20;

/// Bytes of the longest number that such a file may say.
const LONGEST_NUMBER: u64 = 20;

/// How long another judge may take to write a file.
const PATIENCE: Duration = Duration::from_secs(5);

/// In the mode of a file: what others than its owner may do.
const OTHERS: u32 = 0o077;

/// The file that is locked while another one is replaced. It says how many bytes may be written until
/// the folder is looked through.
const LOCK: &str = "lock";

/// The folder of records.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// The records in this folder, which is made when something is kept.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The records of a program. What cannot be read, or belongs to somebody else, is not there.
    pub fn records(&self, program: &str) -> Records {
        let path = self.path(program);
        let is_ours =
            |state: fs::Metadata| machine::is_own(state.uid()) && state.mode() & OTHERS == 0;
        if !fs::symlink_metadata(&path).is_ok_and(is_ours) {
            return Records::default();
        }
        let read = regular::read(&path, LARGEST as u64);
        read.map_or_else(|_| Records::default(), |bytes| Records::parse(&bytes))
    }

    /// Adds records of a program, and notes that those of some identities were used.
    ///
    /// # Errors
    /// When they cannot be written; then none is.
    pub fn keep(&self, program: &str, records: Vec<Record>, used: &[Key]) -> io::Result<()> {
        let path = self.path(program);
        if records.is_empty() {
            touch(&path);
            return Ok(());
        }
        let folder = machine::folder_of(&path);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let lock = self.lock()?;
        let mut all = self.records(program);
        all.used(used);
        all.add(records);
        let bytes = all.to_bytes();
        self.make_room(&lock, bytes.len() as u64)?;
        let mut half = machine::half_written(folder)?;
        half.as_file().set_permissions(private())?;
        half.as_file_mut().write_all(&bytes)?;
        half.persist(&path).map_err(|error| error.error)?;
        Ok(())
    }

    /// The file of a program, which is named by hexadecimal digits: in one of some folders, so that none
    /// of them has too many files.
    fn path(&self, program: &str) -> PathBuf {
        let (folder, file) = program.split_at_checked(2).unwrap_or(("", program));
        self.folder.join(folder).join(file)
    }

    /// Waits until nobody else writes.
    fn lock(&self) -> io::Result<File> {
        let path = self.folder.join(LOCK);
        let mut options = File::options();
        let file = options.write(true).create(true).truncate(false).mode(0o600).open(path)?;
        if lock::hold_alone(&file, PATIENCE) {
            return Ok(file);
        }
        Err(io::Error::other("another jury process is writing there"))
    }

    /// Removes files that were not used for the longest time, once they are too many bytes in all: that
    /// is looked at after so many bytes, whichever judges wrote them.
    fn make_room(&self, mut lock: &File, bytes: u64) -> io::Result<()> {
        let said = regular::read(&self.folder.join(LOCK), LONGEST_NUMBER).unwrap_or_default();
        // What is no number was written by nobody of us.
        let left = str::from_utf8(&said).ok().and_then(|said| said.parse().ok());
        let left = left.filter(|left| *left <= BETWEEN_LOOKS);
        let left = left.and_then(|left| u64::checked_sub(left, bytes)).unwrap_or_else(|| {
            remove_oldest(&self.folder, MOST_BYTES, LEFT);
            BETWEEN_LOOKS
        });
        lock.set_len(0)?;
        lock.write_all(left.to_string().as_bytes())
    }
}

/// Removes the oldest files of a folder with more than so many bytes, until few enough are left.
fn remove_oldest(folder: &Path, most: u64, left: u64) {
    let entries = walkdir::WalkDir::new(folder).min_depth(2).max_depth(2).into_iter().flatten();
    let files = entries.filter_map(|entry| {
        let state = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        Some(((state.mtime(), state.mtime_nsec()), state.len(), entry.into_path()))
    });
    let mut files: Vec<_> = files.collect();
    let mut bytes: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    if bytes <= most {
        return;
    }
    files.sort_unstable();
    for (_, size, path) in files {
        if bytes <= left {
            break;
        }
        // Another judge may have removed it.
        let _ = fs::remove_file(path);
        bytes -= size;
    }
}

/// Marks a file as used now. Failure does no harm.
fn touch(path: &Path) {
    let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    let now = Timestamps { last_access: now, last_modification: now };
    let _ = rustix::fs::utimensat(CWD, path, &now, AtFlags::SYMLINK_NOFOLLOW);
}

fn private() -> fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o600)
}

#[cfg(test)]
mod tests {
    use super::super::identity::{Aspect, Identity};
    use super::super::record::Value;
    use super::super::records::Lookup;
    use super::*;
    use crate::digest::Digest;

    const NAME: &str = "abc";

    fn record(input: &str) -> Record {
        let mut digest = Digest::default();
        digest.field("input", input);
        Record {
            subject: "p/1".into(),
            at: String::new(),
            identity: Identity::default().with(Aspect::Input, &digest, ""),
            outcome: "AC".into(),
            value: Value::Known(input.into()),
        }
    }

    fn knows(records: &Records, input: &str) -> bool {
        matches!(records.look_up(&record(input).identity, ""), Lookup::Known(..))
    }

    #[test]
    fn what_is_kept_is_found_and_nobody_else_can_read_it() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().canonicalize().unwrap().join("recall");
        let store = Store::new(folder.clone());
        assert!(!knows(&store.records(NAME), "1"));
        store.keep(NAME, vec![record("1")], &[]).unwrap();
        store.keep(NAME, vec![record("2")], &[record("1").identity.key()]).unwrap();
        let records = store.records(NAME);
        assert!(
            knows(&records, "1") && knows(&records, "2") && !knows(&store.records("abba"), "1")
        );
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&folder.join("ab/c"))), (0o700, 0o600));
        // One that somebody else may have written is not read.
        fs::set_permissions(
            folder.join("ab/c"),
            std::os::unix::fs::PermissionsExt::from_mode(0o666),
        )
        .unwrap();
        assert!(!knows(&store.records(NAME), "1"));
    }

    #[test]
    fn a_damaged_file_is_no_error_and_is_replaced() {
        let place = tempfile::tempdir().unwrap();
        let store = Store::new(place.path().canonicalize().unwrap());
        store.keep(NAME, vec![record("1")], &[]).unwrap();
        let path = store.folder.join("ab/c");
        for damage in [&b""[..], b"junk", &fs::read(&path).unwrap()[..40]] {
            fs::write(&path, damage).unwrap();
            assert!(!knows(&store.records(NAME), "1"));
            store.keep(NAME, vec![record("1")], &[]).unwrap();
            assert!(knows(&store.records(NAME), "1"));
        }
        fs::remove_dir_all(&store.folder).unwrap();
        assert!(!knows(&store.records(NAME), "1"));
        store.keep(NAME, vec![record("1")], &[]).unwrap();
        assert!(knows(&store.records(NAME), "1"));
    }

    #[test]
    fn judges_at_work_at_once_lose_nothing() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().canonicalize().unwrap();
        std::thread::scope(|scope| {
            for judge in 0..4 {
                let folder = folder.clone();
                scope.spawn(move || {
                    let store = Store::new(folder);
                    for number in 0..20 {
                        let record = record(&format!("{judge} {number}"));
                        store.keep(NAME, vec![record], &[]).unwrap();
                        assert!(knows(&store.records(NAME), &format!("{judge} 0")));
                    }
                });
            }
        });
        let records = Store::new(folder).records(NAME);
        for judge in 0..4 {
            for number in 0..20 {
                assert!(knows(&records, &format!("{judge} {number}")));
            }
        }
    }

    #[test]
    fn the_folder_is_looked_through_after_so_many_bytes_of_all_judges() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().canonicalize().unwrap();
        let lock = folder.join(LOCK);
        let left_by_another = || {
            Store::new(folder.clone()).keep(NAME, vec![record("1")], &[]).unwrap();
            fs::read_to_string(&lock).unwrap().parse::<u64>().unwrap()
        };
        assert_eq!(left_by_another(), BETWEEN_LOOKS);
        let size = fs::metadata(folder.join("ab/c")).unwrap().len();
        assert_eq!(left_by_another(), BETWEEN_LOOKS - size);
        for said in [String::new(), "junk".into(), (size - 1).to_string(), u64::MAX.to_string()] {
            fs::write(&lock, said).unwrap();
            assert_eq!(left_by_another(), BETWEEN_LOOKS);
        }
    }

    #[test]
    fn files_that_were_not_used_for_the_longest_time_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("ab");
        fs::create_dir(&folder).unwrap();
        fs::write(place.path().join(LOCK), "0").unwrap();
        for (age, name) in ["c", "a", "b"].iter().enumerate() {
            let path = folder.join(name);
            fs::write(&path, [0; 10]).unwrap();
            let then = Timespec { tv_sec: 1000 + i64::try_from(age).unwrap(), tv_nsec: 0 };
            let then = Timestamps { last_access: then, last_modification: then };
            rustix::fs::utimensat(CWD, &path, &then, AtFlags::empty()).unwrap();
        }
        touch(&folder.join("c"));
        remove_oldest(place.path(), 30, 10);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        remove_oldest(place.path(), 29, 10);
        assert!(folder.join("c").exists() && place.path().join(LOCK).exists());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}

//! What is the machine's and not a contestant's or a setter's: which errors are its fault, in
//! words, what it lets this process have, and things on disk that nobody needs once their owner is
//! gone.
//!
//! A folder or file in the making is *held*: its owner keeps it open with a lock, which the kernel
//! gives up when the owner ends, whatever it died of. So the next process can tell at once what a
//! killed judge left behind from what a living one is at work on, without asking for pids (which
//! mean nothing across containers) or for the time of day (which may jump). Where a file system
//! knows no locks, nothing is swept.

use std::error::Error;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

pub mod date;
pub mod lock;
pub mod traits;

use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tempfile::NamedTempFile;

/// What an error says when the machine has no more of something, or is broken.
const FAULTS: [Errno; 9] = [
    Errno::MFILE,
    Errno::NFILE,
    Errno::NOMEM,
    Errno::NOSPC,
    Errno::DQUOT,
    Errno::AGAIN,
    Errno::NOBUFS,
    Errno::IO,
    Errno::STALE,
];

/// Whether this process was started with this signal ignored.
pub fn ignores(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// Whether an error, or one of its causes, says that the machine has no descriptors, memory, room
/// or processes left, or that a device fails.
pub fn is_at_fault(error: &(dyn Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            let number = error.raw_os_error().map(Errno::from_raw_os_error);
            if number.is_some_and(|number| FAULTS.contains(&number))
                || error.kind() == io::ErrorKind::OutOfMemory
            {
                return true;
            }
        }
        next = error.source();
    }
    false
}

/// An error with its causes in one line; what a message already ends with is not told again.
pub fn in_words(error: &(dyn Error + 'static)) -> String {
    let mut words = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let told = cause.to_string();
        if !words.ends_with(&told) {
            words.push_str(": ");
            words.push_str(&told);
        }
        next = cause.source();
    }
    words
}

/// Lets this process have as many files open as its user may; the number of them as an error when
/// that is less than `least`.
///
/// # Errors
/// How many it may have open.
pub fn open_files(least: u64) -> Result<(), u64> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
    match getrlimit(Resource::Nofile).current {
        Some(files) if files < least => Err(files),
        _ => Ok(()),
    }
}

/// Lets this process have this much of something, where its user may; what it may have as an error
/// when that is less. Not more either, as what it starts inherits that.
///
/// # Errors
/// How much it may have.
pub fn allow(resource: Resource, least: u64) -> Result<(), u64> {
    let Rlimit { current, maximum } = getrlimit(resource);
    match current {
        Some(amount) if amount < least => {
            let raised = Rlimit { current: Some(least), maximum };
            setrlimit(resource, raised).map_err(|_| amount)
        }
        _ => Ok(()),
    }
}

/// Holds what stands at `path`, open as `file`, until it is closed. `false` when a sweep was faster
/// and has removed it.
///
/// # Errors
/// When it cannot be looked at.
pub fn hold(file: impl AsFd, path: &Path) -> io::Result<bool> {
    // A file system without locks refuses, and then nobody can take it for abandoned.
    while rustix::fs::flock(&file, FlockOperation::LockShared) == Err(Errno::INTR) {}
    let held = rustix::fs::fstat(&file)?;
    match rustix::fs::lstat(path) {
        Ok(there) => Ok((there.st_dev, there.st_ino) == (held.st_dev, held.st_ino)),
        Err(Errno::NOENT) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The process that has locked this file, if the kernel tells: it numbers only those that we may see.
pub fn lock_holder(file: impl AsFd) -> Option<String> {
    let state = rustix::fs::fstat(file).ok()?;
    let (major, minor) = (rustix::fs::major(state.st_dev), rustix::fs::minor(state.st_dev));
    let place = format!("{major:02x}:{minor:02x}:{}", state.st_ino);
    // `1: FLOCK ADVISORY WRITE 1234 08:01:131 0 EOF`
    let locks = fs::read_to_string("/proc/locks").ok()?;
    locks.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_it = words.get(1) == Some(&"FLOCK") && words.get(5) == Some(&place.as_str());
        let number: u32 = words.get(4).filter(|_| is_it)?.parse().ok()?;
        (number > 0).then(|| format!("process {number}"))
    })
}

/// A proof that nobody holds something, for as long as it lives.
#[derive(Debug)]
pub struct Abandoned {
    _lock: OwnedFd,
}

/// Whether nobody holds what stands at `path`; `None` also where that cannot be told, or where it
/// belongs to a user that is not `mine`.
pub fn abandoned(path: &Path, mine: impl Fn(u32) -> bool) -> Option<Abandoned> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let lock = rustix::fs::open(path, flags, Mode::empty()).ok()?;
    let is_mine = rustix::fs::fstat(&lock).is_ok_and(|state| mine(state.st_uid));
    let free = rustix::fs::flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok();
    (is_mine && free).then_some(Abandoned { _lock: lock })
}

/// Calls `remove` with each entry of a folder whose name begins so and that nobody holds. What
/// cannot be looked at stays; it does no harm.
pub fn sweep(folder: &Path, prefix: &str, mine: impl Fn(u32) -> bool, remove: impl Fn(&Path)) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes())
            && let Some(abandoned) = abandoned(&entry.path(), &mine)
        {
            remove(&entry.path());
            drop(abandoned);
        }
    }
}

/// The folder that a path's last part is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The path with its folder resolved, so that one file has one name; the last part stays, since a
/// link may be made to lead elsewhere.
pub fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    match (path.parent().and_then(|folder| folder.canonicalize().ok()), path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// Brings the names in a folder to its disk, so that a loss of power finds new files by them.
///
/// # Errors
/// When it cannot be opened or written.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

/// Brings everything in the file system of a folder to its disk: many files at once.
///
/// # Errors
/// When it cannot be opened or written.
pub fn sync_file_system(folder: &Path) -> io::Result<()> {
    Ok(rustix::fs::syncfs(fs::File::open(folder)?)?)
}

/// How the names of files begin that are still being written.
const HALF_WRITTEN: &str = ".jury-writes-";

/// A file in the making in this folder, held, to be renamed when it is whole. Others may read it.
///
/// # Errors
/// When it cannot be made.
pub fn half_written(folder: &Path) -> io::Result<NamedTempFile> {
    let file = half_written_alone(folder)?;
    file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
    Ok(file)
}

/// The same, which nobody else may read. Those of judges that were killed while they wrote are swept.
///
/// # Errors
/// When it cannot be made.
pub fn half_written_alone(folder: &Path) -> io::Result<NamedTempFile> {
    sweep(folder, HALF_WRITTEN, is_own, |left| drop(fs::remove_file(left)));
    loop {
        let file = make_in(tempfile::Builder::new().prefix(HALF_WRITTEN), folder, 0o600)?;
        // Else another judge swept it before we could hold it.
        if hold(file.as_file(), file.path())? {
            return Ok(file);
        }
    }
}

/// Makes a file of a temporary name. Errors do not tell that name, which nobody asked for; nor do they
/// where its [`NamedTempFile::as_file_mut`] is written to.
///
/// # Errors
/// When it cannot be made.
pub fn make_in(
    name: &tempfile::Builder<'_, '_>,
    folder: &Path,
    mode: u32,
) -> io::Result<NamedTempFile> {
    let mut options = fs::File::options();
    options.read(true).write(true).create_new(true).mode(mode);
    name.make_in(folder, |path| options.open(path))
}

/// Whether a user is the one that this process runs as.
pub fn is_own(user: u32) -> bool {
    rustix::process::geteuid().as_raw() == user
}

/// A new folder that is held. Removing it is its owner's business.
#[derive(Debug)]
pub struct HeldFolder {
    path: PathBuf,
    _lock: OwnedFd,
}

impl HeldFolder {
    /// Makes a folder, for this user alone, under a new name that begins so.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn make(parent: &Path, prefix: &str) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        loop {
            // Others may list the parent, and would read what is in here.
            let folder = tempfile::Builder::new()
                .prefix(prefix)
                .permissions(fs::Permissions::from_mode(0o700))
                .tempdir_in(parent)?;
            match rustix::fs::open(folder.path(), flags, Mode::empty()) {
                Ok(lock) if hold(&lock, folder.path())? => {
                    return Ok(Self { path: folder.keep(), _lock: lock });
                }
                Ok(_) | Err(Errno::NOENT) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// How the names of temporary folders begin.
const TEMPORARY: &str = "jury-aside-";

/// A temporary folder, for this user alone. It goes when this is dropped; one of a killed process
/// goes when the next is made beside it.
#[derive(Debug)]
pub struct TemporaryFolder(HeldFolder);

impl TemporaryFolder {
    /// Makes one where temporary files go.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn make() -> io::Result<Self> {
        // By its real name: what lies in it is opened as what must not be a link.
        Self::make_in(&std::env::temp_dir().canonicalize()?, TEMPORARY)
    }

    /// Makes one in this folder, under a name that begins so.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn make_in(parent: &Path, prefix: &str) -> io::Result<Self> {
        sweep(parent, prefix, is_own, |path| drop(fs::remove_dir_all(path)));
        HeldFolder::make(parent, prefix).map(Self)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // What cannot be removed now is swept later.
        let _ = fs::remove_dir_all(self.path());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_the_machine_are_found_below_other_errors() {
        let full = io::Error::from_raw_os_error(28);
        assert!(is_at_fault(&full));
        let wrapped = anyhow::Error::new(full).context("cannot write x");
        assert!(is_at_fault(wrapped.as_ref()));
        let missing = io::Error::from_raw_os_error(2);
        assert!(!is_at_fault(&missing));
        assert!(!is_at_fault(&io::Error::from(io::ErrorKind::PermissionDenied)));
    }

    #[test]
    fn only_what_nobody_holds_is_swept() {
        let place = tempfile::tempdir().unwrap();
        let held = HeldFolder::make(place.path(), "x-").unwrap();
        let left = HeldFolder::make(place.path(), "x-").unwrap();
        let other = HeldFolder::make(place.path(), "y-").unwrap();
        let (held_path, left_path) = (held.path().to_owned(), left.path().to_owned());
        drop(left);
        sweep(place.path(), "x-", |_| false, |_| panic!("somebody else's"));
        sweep_till_gone(&left_path);
        assert!(held_path.exists() && other.path().exists());
        drop(held);
        sweep_till_gone(&held_path);
    }

    /// Programs that other tests start share for a moment whatever is held here.
    fn sweep_till_gone(path: &Path) {
        let remove = |path: &Path| fs::remove_dir(path).unwrap();
        let start = std::time::Instant::now();
        while path.exists() && start.elapsed().as_secs() < 60 {
            sweep(path.parent().unwrap(), "x-", is_own, remove);
        }
        assert!(!path.exists());
    }

    #[test]
    fn a_new_folder_is_its_users_alone() {
        let place = tempfile::tempdir().unwrap();
        let folder = TemporaryFolder::make_in(place.path(), "x-").unwrap();
        let mode = fs::metadata(folder.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }

    #[test]
    fn a_temporary_folder_of_a_dead_process_goes_when_the_next_is_made() {
        let place = tempfile::tempdir().unwrap();
        let dead = place.path().join("x-dead");
        fs::create_dir_all(dead.join("deep")).unwrap();
        let first = TemporaryFolder::make_in(place.path(), "x-").unwrap();
        assert!(!dead.exists());
        let second = TemporaryFolder::make_in(place.path(), "x-").unwrap();
        assert!(first.path().exists());
        fs::write(second.path().join("file"), "x").unwrap();
        drop((first, second));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }

    #[test]
    fn makers_and_sweepers_do_not_meet() {
        let place = tempfile::tempdir().unwrap();
        let done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    sweep(place.path(), "x-", is_own, |path| drop(fs::remove_dir(path)));
                }
            });
            for _ in 0..500 {
                let made = HeldFolder::make(place.path(), "x-").unwrap();
                fs::write(made.path().join("file"), "x").unwrap();
                fs::remove_dir_all(made.path()).unwrap();
            }
            done.store(true, std::sync::atomic::Ordering::Relaxed);
        });
    }
}

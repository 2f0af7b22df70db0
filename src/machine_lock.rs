//! Who may use the machine: runs share it, and a run whose time decides has it alone. This holds among the
//! threads of a process, and among all the judges of a machine.
//!
//! Judges know of each other by locks on two files. Who wants to be alone takes `gate` first, so that
//! no new run begins, and then `runs`, once those that are on their way have ended. The kernel gives a
//! lock up when its process ends, whatever it died of.
//!
//! Every user can take these locks, since anybody's runs disturb times. So nobody is waited for
//! for ever: after a minute the run goes on without the lock, and [`MachineLock::trouble`] says so.

use std::fs::{File, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LockResult, OnceLock, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Access, FlockOperation, OFlags};
use rustix::io::Errno;

/// Where every user may put locks, if the machine has it.
const LOCKS: &str = "/run/lock";
/// Held by who waits to be alone, or is.
const GATE: &str = "jury-gate.lock";
/// Held by who runs something.
const RUNS: &str = "jury-runs.lock";

/// How long other judges are waited for.
const PATIENCE: Duration = Duration::from_mins(1);
/// The same once that was in vain.
const LITTLE_PATIENCE: Duration = Duration::from_secs(1);
/// How often the locks are looked at.
const STEP: Duration = Duration::from_millis(4);

/// The right to use the machine.
#[derive(Debug, Default)]
pub struct MachineLock {
    threads: RwLock<()>,
    /// Where the files are; `None` where only the threads of this process count.
    folder: Option<PathBuf>,
    /// How long others are waited for.
    patience: Duration,
    stop: Arc<AtomicBool>,
    trouble: OnceLock<String>,
}

/// Uses the machine beside others.
#[derive(Debug)]
pub struct Shared<'a> {
    _runs: Option<File>,
    _threads: LockResult<RwLockReadGuard<'a, ()>>,
}

/// Uses the machine alone.
#[derive(Debug)]
pub struct Alone<'a> {
    _runs: Option<File>,
    _gate: Option<File>,
    _threads: LockResult<RwLockWriteGuard<'a, ()>>,
}

impl MachineLock {
    /// Among all judges of this machine. Nobody is waited for once `stop` is set.
    pub fn of_machine(stop: Arc<AtomicBool>) -> Self {
        let usual = Path::new(LOCKS);
        let may_write = usual.is_dir() && rustix::fs::access(usual, Access::WRITE_OK).is_ok();
        let folder = if may_write { usual.to_owned() } else { std::env::temp_dir() };
        Self { stop, ..Self::in_folder(folder) }
    }

    /// Among those judges that have their locks in this folder.
    pub fn in_folder(folder: PathBuf) -> Self {
        Self { folder: Some(folder), patience: PATIENCE, ..Self::default() }
    }

    /// Waits until nobody is alone, and keeps anybody from it until this is dropped.
    pub fn share(&self) -> Shared<'_> {
        let threads = self.threads.read();
        let runs = self.wait(|folder| {
            let gate = locked(folder, GATE, FlockOperation::NonBlockingLockShared)?;
            match gate {
                Some(_gate) => locked(folder, RUNS, FlockOperation::NonBlockingLockShared),
                None => Ok(None),
            }
        });
        Shared { _runs: runs, _threads: threads }
    }

    /// Waits until nothing runs, and lets nothing else begin until this is dropped.
    pub fn alone(&self) -> Alone<'_> {
        let threads = self.threads.write();
        let lock = |name: &'static str| {
            self.wait(|folder| locked(folder, name, FlockOperation::NonBlockingLockExclusive))
        };
        let gate = lock(GATE);
        let runs = gate.is_some().then(|| lock(RUNS)).flatten();
        Alone { _runs: runs, _gate: gate, _threads: threads }
    }

    /// Why runs were not kept apart from those of other judges, if they were not.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.get().map(String::as_str)
    }

    /// Attempts until it succeeds, fails or takes too long.
    fn wait(&self, attempt: impl Fn(&Path) -> io::Result<Option<File>>) -> Option<File> {
        let folder = self.folder.as_deref()?;
        let is_new = self.trouble.get().is_none();
        let patience = if is_new { self.patience } else { self.patience.min(LITTLE_PATIENCE) };
        let deadline = Instant::now() + patience;
        let why = loop {
            match attempt(folder) {
                Ok(Some(file)) => return Some(file),
                Ok(None) if self.stop.load(Ordering::Relaxed) => return None,
                Ok(None) if Instant::now() < deadline => thread::sleep(STEP),
                Ok(None) => break format!("they were held for {} s", patience.as_secs()),
                Err(error) => break error.to_string(),
            }
        };
        self.trouble.get_or_init(|| {
            let folder = folder.display();
            format!(
                "runs were not kept apart from those of other judges on this machine, by the locks \
                 {folder}/{GATE} and {folder}/{RUNS}: {why}"
            )
        });
        None
    }
}

/// The file of this name with this lock; `None` while somebody else has it.
fn locked(folder: &Path, name: &str, lock: FlockOperation) -> io::Result<Option<File>> {
    let file = opened(&folder.join(name))?;
    match rustix::fs::flock(&file, lock) {
        Ok(()) => Ok(Some(file)),
        Err(Errno::WOULDBLOCK | Errno::INTR) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Opens a file to lock it, which is made where there is none. In a folder that everybody may write to,
/// the system lets nobody make a file that another user has made: so it is only read.
fn opened(path: &Path) -> io::Result<File> {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
    let open = || File::options().read(true).custom_flags(flags).open(path);
    let file = match open() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(path).and_then(|()| open()),
        opened => opened,
    }?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
    }
}

/// Makes a file that every user may lock, unless somebody else was faster.
fn make(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    match options.write(true).create_new(true).mode(0o644).open(path) {
        // Whatever the umask is.
        Ok(file) => file.set_permissions(Permissions::from_mode(0o644)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn judges_share_the_machine_or_have_it_alone() {
        let folder = tempfile::tempdir().unwrap();
        // Each stands for a process: locks belong to open files.
        let judges: Vec<_> = (0..4).map(|_| MachineLock::in_folder(folder.path().into())).collect();
        let (running, alone) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for (number, judge) in judges.iter().enumerate() {
                let (running, alone) = (&running, &alone);
                scope.spawn(move || {
                    for turn in 0..40 {
                        if (turn + number).is_multiple_of(4) {
                            let _alone = judge.alone();
                            assert_eq!(alone.fetch_add(1, Ordering::SeqCst), 0);
                            assert_eq!(running.load(Ordering::SeqCst), 0);
                            alone.fetch_sub(1, Ordering::SeqCst);
                        } else {
                            let _shared = judge.share();
                            running.fetch_add(1, Ordering::SeqCst);
                            assert_eq!(alone.load(Ordering::SeqCst), 0);
                            running.fetch_sub(1, Ordering::SeqCst);
                        }
                    }
                });
            }
        });
        assert!(judges.iter().all(|judge| judge.trouble().is_none()));
    }

    #[test]
    fn who_waits_to_be_alone_is_not_passed_by_new_runs() {
        let folder = tempfile::tempdir().unwrap();
        let judge = || MachineLock::in_folder(folder.path().into());
        let (busy, waiting, new) = (judge(), judge(), judge());
        let order = std::sync::Mutex::new(Vec::new());
        let is_at_the_gate = || {
            let gate = locked(folder.path(), GATE, FlockOperation::NonBlockingLockShared);
            gate.unwrap().is_none()
        };
        let running = busy.share();
        thread::scope(|scope| {
            scope.spawn(|| {
                let _alone = waiting.alone();
                order.lock().unwrap().push("alone");
            });
            while !is_at_the_gate() {
                thread::sleep(STEP);
            }
            scope.spawn(|| {
                let _shared = new.share();
                order.lock().unwrap().push("new");
            });
            thread::sleep(10 * STEP);
            assert!(order.lock().unwrap().is_empty());
            drop(running);
        });
        assert_eq!(*order.lock().unwrap(), ["alone", "new"]);
    }

    /// A lock that cannot be taken is told of, and the judge goes on.
    #[track_caller]
    fn case(spoil: impl FnOnce(&Path), why: &str) {
        let folder = tempfile::tempdir().unwrap();
        spoil(folder.path());
        let judge = MachineLock::in_folder(folder.path().into());
        drop(judge.share());
        drop(judge.alone());
        let trouble = judge.trouble().unwrap_or_default();
        assert!(trouble.ends_with(why), "{trouble}");
    }

    #[test]
    fn what_others_put_in_the_place_of_a_lock_stops_nobody() {
        let not_a_file = ": not a regular file";
        case(|folder| std::fs::create_dir(folder.join(GATE)).unwrap(), not_a_file);
        case(
            |folder| std::os::unix::fs::symlink("/etc/passwd", folder.join(RUNS)).unwrap(),
            "(os error 40)",
        );
        case(|folder| std::fs::remove_dir(folder).unwrap(), "(os error 2)");
    }

    #[test]
    fn who_holds_the_locks_for_ever_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let patience = Duration::from_millis(20);
        let judge = MachineLock { patience, ..MachineLock::in_folder(folder.path().into()) };
        let others = [GATE, RUNS].map(|name| {
            locked(folder.path(), name, FlockOperation::NonBlockingLockExclusive).unwrap().unwrap()
        });
        drop(judge.share());
        drop(judge.alone());
        assert!(judge.trouble().is_some_and(|why| why.ends_with(": they were held for 0 s")));
        drop(others);
    }

    #[test]
    fn nobody_is_waited_for_after_an_interrupt() {
        let folder = tempfile::tempdir().unwrap();
        let other = MachineLock::in_folder(folder.path().into());
        let _alone = other.alone();
        let stop = Arc::new(AtomicBool::new(true));
        let judge = MachineLock { stop, ..MachineLock::in_folder(folder.path().into()) };
        drop(judge.share());
        assert_eq!(judge.trouble(), None);
    }
}

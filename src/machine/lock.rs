//! A file that one process of ours writes to at a time, and how others wait for it.

use std::os::fd::AsFd;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// How often a lock that is held is tried again: whoever holds it only writes some lines.
const STEP: Duration = Duration::from_millis(2);

/// Locks an open file for its holder alone, until it is closed or unlocked: at once, or as soon as whoever
/// holds it gives it up. `false` when that takes longer than `patience`. A file system without locks must do
/// without, and counts as locked.
pub fn hold_alone(file: impl AsFd, patience: Duration) -> bool {
    let deadline = Instant::now() + patience;
    loop {
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::INTR) => {}
            Err(Errno::WOULDBLOCK) if Instant::now() < deadline => thread::sleep(STEP),
            Err(Errno::WOULDBLOCK) => return false,
            _ => return true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::path::Path;

    use super::*;

    /// Each opening stands for a process: locks belong to open files.
    fn opened(folder: &Path) -> File {
        File::create(folder.join("lock")).unwrap()
    }

    #[test]
    fn what_is_held_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (opened(folder.path()), opened(folder.path()));
        assert!(hold_alone(&first, Duration::ZERO));
        assert!(!hold_alone(&second, Duration::ZERO));
        assert!(!hold_alone(&second, 3 * STEP));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| hold_alone(&second, Duration::from_mins(10)));
            flock(&first, FlockOperation::Unlock).unwrap();
            assert!(waiting.join().unwrap());
        });
        assert!(!hold_alone(&first, Duration::ZERO));
    }
}

//! Watching files and folders for changes: the kernel's notices wake us, and what the files are
//! then decides whether anything changed.
//!
//! A notice alone means little: reading a file makes one, and an editor that saves makes many. So
//! every notice only leads to a look at the files, once they have been quiet for a moment; where the
//! kernel sends no notices (some network file systems), the look comes by itself after
//! [`LOOK_ANYWAY`].

#![expect(clippy::disallowed_types, reason = "stamps of files are compared, no time is measured")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};

use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher};
use walkdir::{DirEntry, WalkDir};

/// How long files must be quiet before a change counts as finished.
const QUIET: Duration = Duration::from_millis(100);
/// How often files are looked at without any notice.
const LOOK_ANYWAY: Duration = Duration::from_secs(2);

/// What is watched.
#[derive(Debug, Clone)]
pub(super) struct Watched {
    /// Files, and folders with all that is in them. What is missing may come.
    pub(super) paths: Vec<PathBuf>,
    /// Files and folders that do not count, unless a path in them is watched by its own name.
    pub(super) except: Vec<PathBuf>,
}

/// A watch over files as they were when it was made.
#[derive(Debug)]
pub(super) struct Watch {
    watched: Watched,
    known: Snapshot,
    /// Kept alive: it ends its notices when dropped.
    _kernel: RecommendedWatcher,
    notices: Receiver<()>,
    looked: Instant,
}

/// Every file with what changes when it is written or replaced.
type Snapshot = BTreeMap<PathBuf, (u64, Option<SystemTime>, u64)>;

impl Watch {
    /// Watches from now on.
    ///
    /// # Errors
    /// When the kernel refuses to watch more.
    pub(super) fn new(watched: Watched) -> notify::Result<Self> {
        let (sender, notices) = channel();
        let notify = move |notice: notify::Result<Event>| {
            // What is merely read, by us above all, has not changed.
            if !notice.is_ok_and(|event| event.kind.is_access()) {
                // Nobody listens any more when the watch has just ended.
                let _ = sender.send(());
            }
        };
        let config = Config::default().with_follow_symlinks(false);
        let mut kernel = RecommendedWatcher::new(notify, config)?;
        for path in &watched.paths {
            // The folder around it tells when an editor puts another file in its place.
            if let Some(folder) = nearest_folder(path) {
                kernel.watch(folder, RecursiveMode::NonRecursive)?;
            }
            if path.is_dir() {
                kernel.watch(path, RecursiveMode::Recursive)?;
            }
        }
        let known = snapshot(&watched);
        Ok(Self { watched, known, _kernel: kernel, notices, looked: Instant::now() })
    }

    /// The first path that has changed since the watch was made, and is quiet again; waits at most
    /// this long for one.
    pub(super) fn changed(&mut self, patience: Duration) -> Option<PathBuf> {
        let noticed = match self.notices.recv_timeout(patience) {
            Ok(()) => true,
            Err(RecvTimeoutError::Timeout) => false,
            // No more notices: then the looks must do.
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(patience);
                false
            }
        };
        if !noticed && self.looked.elapsed() < LOOK_ANYWAY {
            return None;
        }
        self.looked = Instant::now();
        while self.notices.try_recv().is_ok() {}
        let mut now = snapshot(&self.watched);
        first_difference(&self.known, &now)?;
        loop {
            std::thread::sleep(QUIET);
            while self.notices.try_recv().is_ok() {}
            let then = std::mem::replace(&mut now, snapshot(&self.watched));
            if now == then {
                // An editor may have put everything back as it was.
                return first_difference(&self.known, &now);
            }
        }
    }
}

/// The folder that a path is in, or the nearest above it that exists.
fn nearest_folder(path: &Path) -> Option<&Path> {
    path.ancestors().skip(1).find(|folder| folder.is_dir())
}

fn snapshot(watched: &Watched) -> Snapshot {
    let mut snapshot = Snapshot::new();
    for root in &watched.paths {
        let except = || watched.except.iter().filter(|except| !root.starts_with(except));
        let counts = |path: &Path| !except().any(|except| path.starts_with(except));
        let wanted =
            |entry: &DirEntry| counts(entry.path()) && (entry.depth() == 0 || !is_editors(entry));
        // Links within a problem lead to what is watched in its own place; others may lead anywhere,
        // to the whole disk for one.
        let walk = WalkDir::new(root).into_iter().filter_entry(wanted);
        for entry in walk.filter_map(Result::ok).filter(|entry| !entry.file_type().is_dir()) {
            if let Ok(metadata) = entry.metadata() {
                let written = metadata.modified().ok();
                let facts = (metadata.len(), written, identity(&metadata));
                snapshot.insert(entry.into_path(), facts);
            }
        }
    }
    snapshot
}

/// Whether an editor, and not the user, keeps the file: swap files, locks and backups.
fn is_editors(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    name.starts_with('.') || name.ends_with('~') || (name.starts_with('#') && name.ends_with('#'))
}

#[cfg(unix)]
fn identity(metadata: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn identity(_: &std::fs::Metadata) -> u64 {
    0
}

fn first_difference(before: &Snapshot, after: &Snapshot) -> Option<PathBuf> {
    let other = |path: &&PathBuf| before.get(*path) != after.get(*path);
    before.keys().chain(after.keys()).filter(other).min().cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Far more than a change takes to be seen.
    const LONG: Duration = Duration::from_secs(20);

    fn changed(watch: &mut Watch) -> Option<PathBuf> {
        let since = Instant::now();
        std::iter::from_fn(|| (since.elapsed() < LONG).then(|| watch.changed(LONG)))
            .flatten()
            .next()
    }

    #[test]
    fn a_file_that_is_replaced_is_seen_and_its_neighbours_are_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a.py"), "1").expect("written");
        let watched = Watched { paths: vec![path("a.py")], except: Vec::new() };
        let mut watch = Watch::new(watched.clone()).expect("watched");
        fs::read(path("a.py")).expect("read");
        fs::write(path("b.py"), "1").expect("written");
        assert_eq!(watch.changed(Duration::from_millis(200)), None);
        fs::write(path("new"), "1").expect("written");
        fs::rename(path("new"), path("a.py")).expect("renamed");
        assert_eq!(changed(&mut watch), Some(path("a.py")));

        let mut watch = Watch::new(watched.clone()).expect("watched");
        fs::remove_file(path("a.py")).expect("removed");
        assert_eq!(changed(&mut watch), Some(path("a.py")));
        let mut watch = Watch::new(watched).expect("watched");
        fs::write(path("a.py"), "2").expect("written");
        assert_eq!(changed(&mut watch), Some(path("a.py")));
    }

    #[test]
    fn no_link_makes_the_watch_larger() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("p/data")).expect("a folder");
        fs::write(path("p/data/1.in"), "x").expect("written");
        std::os::unix::fs::symlink("/proc", path("p/data/all")).expect("linked");
        let watched = Watched { paths: vec![path("p")], except: Vec::new() };
        let known: Vec<PathBuf> = snapshot(&watched).into_keys().collect();
        assert_eq!(known, [path("p/data/1.in"), path("p/data/all")]);
    }

    #[test]
    fn a_folder_is_watched_deeply_without_what_editors_keep_or_we_write() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("p/data/secret")).expect("a folder");
        let watched = Watched { paths: vec![path("p")], except: vec![path("p/report.json")] };
        let mut watch = Watch::new(watched).expect("watched");
        for name in ["p/report.json", "p/data/.1.in.swp", "p/data/1.in~", "p/#1#"] {
            fs::write(path(name), "x").expect("written");
        }
        assert_eq!(watch.changed(Duration::from_millis(200)), None);
        fs::write(path("p/data/secret/1.in"), "x").expect("written");
        assert_eq!(changed(&mut watch), Some(path("p/data/secret/1.in")));
    }
}

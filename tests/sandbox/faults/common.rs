//! A folder with a problem, a `jury` of its own and a user to run it, and what must not be left.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::zoo_support::{copy_executable, executable, is_root, slots_of};

/// Far more than anything waited for takes, on whatever machine: what takes longer hangs.
const PATIENCE: Duration = Duration::from_mins(2);

/// Adds two numbers, without a build.
pub(crate) const RIGHT: &str = "#!/bin/sh\nread a b\necho $((a + b))\n";
/// The same after a second of doing nothing.
pub(crate) const SLOW: &str = "#!/bin/sh\nread a b\nsleep 1\necho $((a + b))\n";
/// Adds wrongly.
pub(crate) const WRONG: &str = "#!/bin/sh\nread a b\necho $((a + b + 1))\n";
/// To be built.
pub(crate) const SOURCE: &str = "#include <stdio.h>\n\
    int main(void) { int a, b; if (scanf(\"%d %d\", &a, &b) == 2) printf(\"%d\\n\", a + b); }\n";

/// Who runs `jury`, and so at which level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    /// The administrator, at `full`.
    Root,
    /// A user that nobody else is, at `contained`.
    Plain,
}

impl Who {
    /// All that can be tried here.
    pub(crate) fn all() -> Vec<Self> {
        if is_root() { vec![Self::Root, Self::Plain] } else { vec![Self::Plain] }
    }
}

/// A folder with everything.
pub(crate) struct World {
    folder: tempfile::TempDir,
    who: Who,
    user: u32,
}

/// What a command came to.
#[derive(Debug)]
pub(crate) struct Did {
    /// Exit status; minus the signal that ended it.
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Did {
    /// All words, for assertions.
    pub(crate) fn words(&self) -> String {
        format!("status {}\n{}{}", self.status, self.out, self.err)
    }

    /// It is the right verdict, or an error of the machine in one of these words.
    #[track_caller]
    pub(crate) fn assert_right_or_failed(&self, words: &[&str], what: &str) {
        let failed = self.status == 3
            && !self.out.contains("AC ")
            && words.iter().any(|words| self.err.contains(words));
        let right = self.status == 0 && self.out.contains("AC ");
        assert!(right || failed, "{what}: {}", self.words());
        assert!(!self.err.contains("panicked"), "{what}: {}", self.words());
    }
}

/// How many worlds there were so far.
static WORLDS: AtomicU32 = AtomicU32::new(0);

impl World {
    /// With a problem `p` of three cases, and these files.
    pub(crate) fn new(who: Who, files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // So that nobody else's processes count as this user's.
        let own = WORLDS.fetch_add(1, Ordering::Relaxed) % 256;
        let user = if is_root() { 1_000_000 + std::process::id() * 256 + own } else { 0 };
        let world = Self { folder, who, user };
        open(world.folder.path());
        for name in ["cache", "tmp"] {
            fs::create_dir(world.path(name)).unwrap();
            world.give(name);
        }
        let own = world.path("jury");
        // A link, where that can be, keeps the name under which its processes are found.
        if fs::hard_link(executable(), &own).is_err() {
            copy_executable(&executable(), &own);
        }
        let cases = [
            ("p/problem.toml", "name = \"Sum\"\n[limits]\ntime = 5.0\nwall_factor = 1.0\n"),
            ("p/data/secret/1.in", "1 2\n"),
            ("p/data/secret/1.ans", "3\n"),
            ("p/data/secret/2.in", "5 5\n"),
            ("p/data/secret/2.ans", "10\n"),
            ("p/data/secret/3.in", "0 1\n"),
            ("p/data/secret/3.ans", "1\n"),
        ];
        for (name, text) in cases.iter().chain(files) {
            world.write(name, text);
        }
        world
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, executable where it is a script.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        let mut parent = path.parent().unwrap();
        fs::create_dir_all(parent).unwrap();
        while parent != self.folder.path() {
            open(parent);
            parent = parent.parent().unwrap();
        }
        fs::write(&path, text).unwrap();
        let mode = if text.starts_with("#!") { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Lets the user write to a file or folder.
    pub(crate) fn give(&self, name: &str) {
        if self.who == Who::Plain && is_root() {
            chown(self.path(name), Some(self.user), Some(self.user)).unwrap();
        }
    }

    /// `jury` with these arguments, started by these words (`prlimit --nofile=9`) as the user.
    pub(crate) fn command(&self, before: &[&str], arguments: &[&str]) -> Command {
        let mut words = Vec::new();
        if self.who == Who::Plain && is_root() {
            let user = self.user.to_string();
            words.extend(
                ["setpriv", "--reuid", &user, "--regid", &user, "--clear-groups"]
                    .map(str::to_owned),
            );
        }
        words.extend(before.iter().map(|word| (*word).to_owned()));
        words.push(self.path("jury").display().to_string());
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.folder.path())
            .env("JURY_CACHE", self.path("cache"))
            .env("TMPDIR", self.path("tmp"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs `jury` with these arguments, which must not take long.
    #[track_caller]
    pub(crate) fn jury(&self, before: &[&str], arguments: &[&str]) -> Did {
        self.end(self.command(before, arguments).spawn().unwrap())
    }

    /// Waits for the end of a command, which must come.
    #[track_caller]
    pub(crate) fn end(&self, mut child: Child) -> Did {
        let id = child.id();
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "it hangs: {:?}", child.kill());
            std::thread::sleep(Duration::from_millis(2));
        };
        let read = |stream: Option<&mut dyn std::io::Read>| {
            let mut bytes = Vec::new();
            stream.map(|stream| stream.read_to_end(&mut bytes).unwrap());
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let out = read(child.stdout.as_mut().map(|stream| stream as _));
        let err = read(child.stderr.as_mut().map(|stream| stream as _));
        let status = status.code().unwrap_or_else(|| -status.signal().unwrap_or(0));
        if self.who == Who::Root && status >= 0 {
            assert_eq!(groups_of(id), Vec::<PathBuf>::new(), "status {status}\n{out}{err}");
        }
        Did { status, out, err }
    }

    /// An honest grade is right: a right submission and a wrong one.
    #[track_caller]
    pub(crate) fn assert_sound(&self, after: &str) {
        self.write("sound", RIGHT);
        self.write("unsound", WRONG);
        let did = self.jury(&[], &["grade", "./p", "sound"]);
        assert_eq!(did.status, 0, "after {after}: {}", did.words());
        let did = self.jury(&[], &["grade", "./p", "unsound"]);
        assert!(did.status == 1 && did.out.contains("WA "), "after {after}: {}", did.words());
        self.assert_nothing_left(after);
    }

    /// No process, mount, control group, or temporary file is left.
    #[track_caller]
    pub(crate) fn assert_nothing_left(&self, after: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.processes().is_empty() {
            let left = self.processes();
            assert!(Instant::now() < deadline, "after {after}: processes {left:?} are left");
            std::thread::sleep(Duration::from_millis(5));
        }
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
        let here = self.folder.path().display().to_string();
        let mounted = |line: &&str| line.contains(&here) && !line.contains("/small");
        assert_eq!(mounts.lines().find(mounted), None, "after {after}");
        for place in ["tmp", "cache/work"] {
            let names = names(&self.path(place));
            assert!(names.is_empty(), "after {after}: {place} holds {names:?}");
        }
        let here = names(self.folder.path());
        let hidden: Vec<_> = here.iter().filter(|name| name.starts_with('.')).collect();
        assert!(hidden.is_empty(), "after {after}: {hidden:?}");
    }

    /// All processes of this world's own `jury`.
    pub(crate) fn processes(&self) -> Vec<u32> {
        let own = self.path("jury");
        let is_own =
            |pid: &u32| fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe == own);
        pids().into_iter().filter(is_own).collect()
    }
}

/// All processes of the machine.
pub(crate) fn pids() -> Vec<u32> {
    names(Path::new("/proc")).iter().filter_map(|name| name.parse().ok()).collect()
}

/// The pid namespaces of a judge's slots, in which its programs run.
pub(crate) fn namespaces(judge: u32) -> BTreeSet<PathBuf> {
    slots_of(judge).iter().filter_map(|slot| namespace(*slot)).collect()
}

/// The pid namespace of a process.
pub(crate) fn namespace(pid: u32) -> Option<PathBuf> {
    fs::read_link(format!("/proc/{pid}/ns/pid")).ok()
}

/// Control groups that a judge has made.
pub(crate) fn groups_of(judge: u32) -> Vec<PathBuf> {
    let prefix = format!("jury-slot-{judge}-");
    let all = walkdir::WalkDir::new("/sys/fs/cgroup").into_iter().flatten();
    let own = all.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
    own.filter(|entry| entry.file_type().is_dir()).map(walkdir::DirEntry::into_path).collect()
}

/// Polls until something holds, which it must.
#[track_caller]
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

pub(crate) fn signal(pid: u32, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
    let _ = kill_process(pid, signal);
}

/// Names in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

fn open(folder: &Path) {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
}

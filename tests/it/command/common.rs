//! One strict builder for tests of the `jury` command: files, arguments, exact streams and status.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use jury::machine::TemporaryFolder;

/// A folder of its own, with its own build cache shared by all tests of a run.
pub(crate) struct World {
    folder: tempfile::TempDir,
}

/// What a command did.
#[derive(Debug)]
pub(crate) struct Did {
    /// Exit status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl World {
    /// With these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, text).expect("written");
        }
        Self { folder }
    }

    /// A path in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The command, ready for more.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jury"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("JURY_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
            .env("PATH", search_path())
            .env("XDG_CONFIG_HOME", "/nowhere")
            // The cache outlives the tests, and what was recalled would be told.
            .env("JURY_FRESH", "1")
            // How long a test takes is the machine's affair.
            .env("JURY_PROGRESS", "0")
            .env_remove("JURY_LANGUAGES")
            .env_remove("JURY_PROBLEMS")
            .env_remove("JURY_FLAGS")
            .env_remove("JURY_INCLUDE")
            .env_remove("GITHUB_ACTIONS")
            // Where it is set, every terminal is taken for one with colours.
            .env_remove("CI");
        command
    }

    /// A shell with these lines, in which `jury` is on the path.
    pub(crate) fn shell(&self, lines: &str) -> Command {
        let own = Path::new(env!("CARGO_BIN_EXE_jury")).parent().expect("a folder").to_owned();
        let folders = std::iter::once(own).chain(std::env::split_paths(search_path()));
        let like_jury = self.command(&[]);
        let mut shell = Command::new("sh");
        shell
            .args(["-c", lines])
            .current_dir(self.folder.path())
            .envs(like_jury.get_envs().filter_map(|(name, value)| Some((name, value?))))
            .env("PATH", std::env::join_paths(folders).expect("plain folders"));
        shell
    }

    /// Runs `jury` with these arguments, which must end with this status.
    #[track_caller]
    pub(crate) fn jury(&self, arguments: &[&str], status: i32) -> Did {
        let did = run(&mut self.command(arguments));
        assert_eq!(did.status, status, "jury {arguments:?}: {did:#?}");
        did
    }
}

/// The search path with a folder first that has the system's Python, or else the real one: where
/// `python3` is a script that looks for it, or reads many files at each start, each of the many calls
/// would do so again. The folder lies where nothing is judged; the next run of the tests takes it away.
fn search_path() -> &'static OsString {
    static PATH: OnceLock<(TemporaryFolder, OsString)> = OnceLock::new();
    let (_, path) = PATH.get_or_init(|| {
        let usual = std::env::var_os("PATH").expect("a search path");
        let parent = std::env::temp_dir().canonicalize().expect("a folder");
        let folder = TemporaryFolder::make_in(&parent, "jury-tests-").expect("a folder");
        if let Some(python) = python() {
            std::os::unix::fs::symlink(python, folder.path().join("python3")).expect("linked");
        }
        let own = folder.path().to_owned();
        let folders = std::iter::once(own).chain(std::env::split_paths(&usual));
        (folder, std::env::join_paths(folders).expect("plain folders"))
    });
    path
}

/// None where it is not installed: tests of other languages go on.
fn python() -> Option<PathBuf> {
    let system = PathBuf::from("/usr/bin/python3");
    if system.exists() {
        return Some(system);
    }
    let asked = Command::new("python3")
        .args(["-I", "-c", "import sys; print(sys.executable)"])
        .output()
        .ok()?;
    Some(String::from_utf8(asked.stdout).expect("a path").trim().into())
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Did {
    let output = command.output().expect("the command starts");
    Did {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

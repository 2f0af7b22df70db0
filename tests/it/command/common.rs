//! One strict builder for tests of the `jury` command: files, arguments, exact streams and status.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

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
            .env_remove("JURY_LANGUAGES")
            .env_remove("JURY_PROBLEMS")
            .env_remove("GITHUB_ACTIONS");
        command
    }

    /// Runs `jury` with these arguments, which must end with this status.
    #[track_caller]
    pub(crate) fn jury(&self, arguments: &[&str], status: i32) -> Did {
        let did = run(&mut self.command(arguments));
        assert_eq!(did.status, status, "jury {arguments:?}: {did:#?}");
        did
    }
}

/// The search path with Python's own folder first: where `python3` is a script that looks for the real
/// one, each of the many calls would look again.
fn search_path() -> &'static OsString {
    static PATH: OnceLock<OsString> = OnceLock::new();
    PATH.get_or_init(|| {
        let usual = std::env::var_os("PATH").expect("a search path");
        let asked = Command::new("python3")
            .args(["-I", "-c", "import sys; print(sys.base_prefix)"])
            .output()
            .expect("Python starts");
        let base = String::from_utf8(asked.stdout).expect("a path");
        let folders = std::env::split_paths(&usual).collect::<Vec<_>>();
        let own = Path::new(base.trim()).join("bin");
        std::env::join_paths(std::iter::once(own).chain(folders)).expect("plain folders")
    })
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

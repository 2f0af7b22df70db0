//! This test executable and `jury` as a plain user, who can neither read nor start what lies in a
//! folder of root's.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::zoo_support::{Zoo, copy_executable, executable};

/// A folder that everybody may enter, with copies of our executables that a plain user can start.
pub(crate) struct Home(tempfile::TempDir);

impl Home {
    pub(crate) fn make() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
        copy_executable(&executable(), &home.path().join("jury"));
        copy_executable(&std::env::current_exe().unwrap(), &home.path().join("tests"));
        Self(home)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// This very test executable again, as nobody, with these groups beside its own.
    pub(crate) fn plain_user(&self, groups: &str) -> Command {
        let mut command = Command::new("setpriv");
        command
            .args(["--reuid", "65534", "--regid", "65534", groups])
            .arg(self.path().join("tests"))
            .env("JURY_TEST_EXECUTABLE", self.path().join("jury"))
            .env("JURY_TEST_ZOO", Zoo::get().directory())
            .env("TMPDIR", "/tmp")
            .current_dir("/");
        command
    }
}

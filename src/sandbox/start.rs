//! Starts this executable anew, as one of the small processes that serve the judge: by their first
//! argument they know what they are. Knows nothing of what they do.

use std::ffi::OsStr;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Starts it in `/`, with nothing of our environment, no output, and this standard input.
pub(super) fn anew(
    executable: &Path,
    mark: &str,
    arguments: impl IntoIterator<Item: AsRef<OsStr>>,
    input: impl Into<Stdio>,
) -> io::Result<Child> {
    Command::new(executable)
        .arg0(mark)
        .args(arguments)
        .env_clear()
        .current_dir("/")
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // Signals for the judge's terminal are not for it: the judge tells it when to stop.
        .process_group(0)
        .spawn()
}

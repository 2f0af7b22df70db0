//! Failures on the slot's side: which step it was, and the kernel's error number.

use std::io;

/// A step of ours that failed.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) step: String,
    pub(super) errno: i32,
}

/// Names the step that failed.
pub(super) trait Step<T> {
    fn step(self, name: &str) -> Result<T, Fault>;
    fn step_with(self, name: impl FnOnce() -> String) -> Result<T, Fault>;
}

impl<T, E: Into<io::Error>> Step<T> for Result<T, E> {
    fn step(self, name: &str) -> Result<T, Fault> {
        self.step_with(|| name.to_owned())
    }

    fn step_with(self, name: impl FnOnce() -> String) -> Result<T, Fault> {
        self.map_err(|error| {
            let errno = error.into().raw_os_error().unwrap_or(libc::EINVAL);
            Fault { step: name(), errno }
        })
    }
}

//! A program of our own that tries, from inside, what the sandbox must prevent. It shows that a
//! level works here, and provides what `jury doctor` reports. Its arguments name what to try, and
//! it answers by its exit code: 0 when every attempt was refused, else one bit for each breach. A
//! trial of a limit ends by itself only when the limit did not hold, and then with 1.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

mod attempts;
mod hidden;

use crate::limits::Limits;
use crate::sandbox::error::{SandboxError, failed};
use crate::sandbox::job::{Input, Job, View};

/// The first argument that makes this executable a canary. The second names an attempt.
pub(in crate::sandbox) const MARK: &str = "--jury-sandbox-canary";

/// One thing to try.
pub(super) struct Attempt {
    /// Its name.
    pub(super) name: &'static str,
    /// Breaches, one bit of the exit code each, the lowest first.
    pub(super) breaches: &'static [&'static str],
    /// Tries, and says of each breach whether it is open. Takes the rest of the arguments.
    tries: fn(&[OsString]) -> io::Result<Vec<bool>>,
}

/// All attempts.
pub(super) const ATTEMPTS: &[Attempt] = &[
    Attempt {
        name: "proof",
        breaches: &[
            "a file outside can be read",
            "a network service of the host can be reached",
            "the program has the administrator's rights",
            "the program is the first process",
            "files of the system can be written",
            "new namespaces can be created",
        ],
        tries: attempts::proof,
    },
    Attempt {
        name: "files",
        breaches: &[
            "a file of the judge was read",
            "a file was created next to it",
            "a file was created in /usr",
        ],
        tries: attempts::files,
    },
    Attempt {
        name: "input",
        breaches: &["its input can be overwritten", "it can find out the path of its input"],
        tries: hidden::input,
    },
    Attempt {
        name: "network",
        breaches: &["a port of the host was reached"],
        tries: attempts::network,
    },
    Attempt {
        name: "others",
        breaches: &["the judge was signalled", "the judge's environment was read"],
        tries: attempts::others,
    },
    Attempt { name: "processes", breaches: &["64 processes ran"], tries: attempts::processes },
    Attempt { name: "memory", breaches: &["256 MiB were used"], tries: attempts::memory },
    Attempt { name: "cpu", breaches: &["two processes spun for 4 s"], tries: attempts::cpu },
    Attempt {
        name: "shared-memory",
        breaches: &["256 MiB of shared memory were held"],
        tries: hidden::shared_memory,
    },
    Attempt {
        name: "short-children",
        breaches: &["children that nobody waited for worked for 2 s"],
        tries: attempts::short_children,
    },
    Attempt { name: "sleep", breaches: &["it slept for 5 s"], tries: attempts::sleep },
    Attempt { name: "output", breaches: &["8 MiB were written"], tries: attempts::output },
    Attempt {
        name: "large-file",
        breaches: &["a file of 4 MiB was written"],
        tries: attempts::large_file,
    },
    Attempt {
        name: "many-files",
        breaches: &["files of 4 MiB in total were written"],
        tries: attempts::many_files,
    },
    Attempt {
        name: "many-names",
        breaches: &["20 000 files were created"],
        tries: attempts::many_names,
    },
    Attempt {
        name: "syscalls",
        breaches: &[
            "a process was traced",
            "a namespace was created",
            "a key was stored",
            "an io_uring was created",
            "shared memory was created outside the box",
            "performance counters could be read",
            "page faults can be intercepted",
        ],
        tries: attempts::syscalls,
    },
    Attempt {
        name: "numbers",
        breaches: &[
            "asynchronous I/O requests, of which the machine has a limited number, were used",
            "a file could be watched",
        ],
        tries: hidden::numbers,
    },
    Attempt {
        name: "user",
        breaches: &[
            "it is the administrator",
            "it became the administrator",
            "it has a capability",
            "it can gain rights through set-user-ID programs",
        ],
        tries: attempts::user,
    },
    Attempt {
        name: "descriptors",
        breaches: &["a file descriptor of the judge was open", "4000 files were open at once"],
        tries: attempts::descriptors,
    },
    Attempt {
        name: "cores",
        breaches: &["the limit on core dumps was raised", "a core dump was written"],
        tries: attempts::cores,
    },
];

/// The attempt of this name.
pub(super) fn attempt(name: &OsStr) -> Option<&'static Attempt> {
    ATTEMPTS.iter().find(|attempt| attempt.name == name)
}

/// Makes the attempt that the arguments name.
pub(in crate::sandbox) fn sing(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = arguments.collect();
    let found = words.split_first().and_then(|(name, rest)| Some((attempt(name)?, rest)));
    // An attempt that could not be made proves nothing.
    let Some(Ok(open)) = found.map(|(attempt, rest)| (attempt.tries)(rest)) else {
        return ExitCode::from(NOT_TRIED);
    };
    let bits = open.iter().zip(0..).filter(|(open, _)| **open).map(|(_, bit)| 1_u8 << bit);
    ExitCode::from(bits.sum::<u8>())
}

/// The breaches that an exit code tells of, in words.
pub(super) fn breaches(words: &[&str], code: i32) -> Option<String> {
    let open = words.iter().zip(0..).filter(|(_, bit)| code >> bit & 1 == 1);
    let open: Vec<&str> = open.map(|(words, _)| *words).collect();
    (!open.is_empty()).then(|| open.join(", "))
}

/// The exit code of an attempt that could not be made.
pub(super) const NOT_TRIED: u8 = 255;

/// This executable as programs may see it.
pub(super) fn path(executable: &Path) -> Result<PathBuf, SandboxError> {
    let step = failed(format!("finding {}", executable.display()));
    std::fs::canonicalize(executable).map_err(step)
}

/// What a canary sees of the host: itself.
pub(super) fn view(path: &Path) -> View {
    View { toolchains: vec![path.to_owned()], ..View::default() }
}

/// The job of a canary that makes the attempt of this name.
pub(super) fn job(path: &Path, name: &str, arguments: &[OsString], limits: Limits) -> Job {
    let words = [path.into(), MARK.into(), name.into()];
    Job {
        argv: words.into_iter().chain(arguments.iter().cloned()).collect(),
        environment: Vec::new(),
        input: Input::Empty,
        files: Arc::default(),
        limits,
    }
}

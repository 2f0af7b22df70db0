//! Asks the host's own trusted tools (compilers, interpreters) what they are and where their parts
//! lie. Never runs anything of a contestant's or a setter's; those go through a slot.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a tool may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Longest answer that is kept, in bytes.
const LONGEST: u64 = 64 << 10;

/// Why a tool of the host gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// It could not be started, or not be listened to.
    #[error("cannot run `{}`: {source}", tool.display())]
    NotStarted {
        /// The tool.
        tool: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It did not end in time and was killed.
    #[error("`{}` gave no answer within {} s", tool.display(), PATIENCE.as_secs())]
    TooSlow {
        /// The tool.
        tool: PathBuf,
    },
    /// It ended badly.
    #[error("`{}` failed: {words}", tool.display())]
    Failed {
        /// The tool.
        tool: PathBuf,
        /// What it said, or how it ended.
        words: String,
    },
}

/// Where a tool is that would be started by this name: the first executable file of that name in
/// the folders of `PATH`, as `execvp` finds it.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let mut candidates = env::split_paths(&path).map(|folder| folder.join(name));
    candidates.find(|file| {
        let runs = |m: fs::Metadata| m.is_file() && m.permissions().mode() & 0o111 != 0;
        file.is_absolute() && fs::metadata(file).is_ok_and(runs)
    })
}

/// What a tool says on standard output, blanks at both ends taken off.
pub fn ask<S: AsRef<OsStr>>(tool: &Path, arguments: &[S]) -> Result<String, HostError> {
    let not_started = |source| HostError::NotStarted { tool: tool.into(), source };
    let mut child = Command::new(tool)
        .args(arguments)
        // Ctrl-C on the terminal is for us: a tool that it killed would look like a broken one.
        .process_group(0)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(not_started)?;
    let said = child.stdout.take().map(listen).transpose();
    let complained = child.stderr.take().map(listen).transpose();
    let (said, complained) = match (said, complained) {
        (Ok(said), Ok(complained)) => (said, complained),
        (Err(error), _) | (_, Err(error)) => {
            let _ = child.kill();
            let _ = child.wait();
            return Err(not_started(error));
        }
    };
    let ended = wait(&mut child);
    let words = |listener: Option<thread::JoinHandle<Vec<u8>>>| {
        let bytes = listener.and_then(|listener| listener.join().ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    };
    match ended.map_err(not_started)? {
        None => Err(HostError::TooSlow { tool: tool.into() }),
        Some(status) if status.success() => Ok(words(said)),
        Some(status) => {
            let words = Some(words(complained)).filter(|words| !words.is_empty());
            let words = words.unwrap_or_else(|| status.to_string());
            Err(HostError::Failed { tool: tool.into(), words })
        }
    }
}

/// Reads to the end on a thread, so that neither stream can block the tool.
fn listen(mut stream: impl Read + Send + 'static) -> io::Result<thread::JoinHandle<Vec<u8>>> {
    thread::Builder::new().spawn(move || {
        let mut kept = Vec::new();
        // An unreadable rest is as good as an end: the exit status decides.
        let _ = stream.by_ref().take(LONGEST).read_to_end(&mut kept);
        let _ = io::copy(&mut stream, &mut io::sink());
        kept
    })
}

/// Waits for the end; `None` when patience ran out and the tool was killed.
fn wait(child: &mut Child) -> io::Result<Option<std::process::ExitStatus>> {
    let deadline = Instant::now() + PATIENCE;
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

#[cfg(test)]
mod tests {
    use super::{HostError, ask, find};
    use std::path::Path;

    #[test]
    fn a_tool_is_found_and_answers() {
        let sh = find("sh").expect("every host has a shell");
        assert!(sh.is_absolute());
        assert_eq!(ask(&sh, &["-c", "echo; echo ' words '; echo noise >&2"]).unwrap(), "words");
        assert_eq!(find("no-such-tool-anywhere"), None);
    }

    #[test]
    fn a_failing_tool_is_quoted() {
        let sh = find("sh").unwrap();
        let error = ask(&sh, &["-c", "echo out; echo why >&2; exit 3"]).unwrap_err();
        assert_eq!(error.to_string(), format!("`{}` failed: why", sh.display()));
        let error = ask(&sh, &["-c", "exit 3"]).unwrap_err();
        assert_eq!(error.to_string(), format!("`{}` failed: exit status: 3", sh.display()));
        let none: [&str; 0] = [];
        let error = ask(Path::new("/no/such/tool"), &none).unwrap_err();
        assert!(matches!(error, HostError::NotStarted { .. }), "{error}");
    }

    #[test]
    fn a_talkative_tool_is_cut() {
        let sh = find("sh").unwrap();
        let words = ask(&sh, &["-c", "head -c 1000000 /dev/zero | tr '\\0' x"]).unwrap();
        assert_eq!(words.len(), 64 << 10);
    }
}

//! Asks the host's own trusted tools (compilers, interpreters) what they are and where their parts
//! lie. Never runs anything of a contestant's or a setter's; those go through a slot.
//!
//! This is the one place that starts a program of the host's. Many tools look for settings in the
//! folder where they are started and above it (`rust-toolchain.toml`, `go.mod`, `.python-version`),
//! or do what variables say (`RUSTUP_TOOLCHAIN`, `PYTHONPATH`, `LD_PRELOAD`), and what they answer is
//! shown to slots. So each is started in `/` with an environment of our making, of which a user
//! chooses where tools lie and no more; and what lies in a folder under judgement is none of the
//! host's, whatever `PATH` says.

#![expect(clippy::disallowed_types, reason = "the one place that starts the host's tools")]

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::judged::repository_around_us;

/// How long a tool may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Longest answer that is kept, in bytes.
const LONGEST: u64 = 64 << 10;

/// Variables that say where a user's tools lie, and are handed on: folders of rustup, cargo, pyenv
/// and asdf. No file of a repository can set them; one that leads into a folder under judgement is
/// dropped all the same. Those that choose one of several toolchains or change what a tool does are
/// not among them.
const CHOSEN: [&str; 5] = ["HOME", "RUSTUP_HOME", "CARGO_HOME", "PYENV_ROOT", "ASDF_DATA_DIR"];

/// What every tool is told besides. Asking must fetch nothing, and Go must answer as it will build:
/// as itself and by no file of settings.
const TOLD: [(&str, &str); 5] = [
    ("LC_ALL", "C.UTF-8"),
    ("RUSTUP_AUTO_INSTALL", "0"),
    ("GOTOOLCHAIN", "local"),
    ("GOENV", "off"),
    ("GO111MODULE", "off"),
];

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
    #[error("`{}` did not answer within {} s", tool.display(), PATIENCE.as_secs())]
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
    /// It named a part of itself that may have been put there to be named.
    #[error(
        "`{}` reports {} as part of its installation, but that lies in a folder being judged and \
         is not trusted",
        tool.display(),
        part.display()
    )]
    Suspect {
        /// The tool.
        tool: PathBuf,
        /// The part.
        part: PathBuf,
    },
}

/// The host's tools as they may be asked while something is under judgement.
#[derive(Debug)]
pub struct Host {
    /// The folders of `PATH`, in order.
    folders: Vec<PathBuf>,
    /// What lies in these is none of the host's.
    judged: Vec<PathBuf>,
    /// The whole environment of every tool.
    environment: BTreeMap<OsString, OsString>,
}

impl Host {
    /// The host as this process's environment has it, while these folders are under judgement; and
    /// the repository that it was started in, if it was.
    pub fn new(judged: impl IntoIterator<Item = PathBuf>) -> Self {
        let judged = judged.into_iter().chain(repository_around_us());
        Self::of(&|name| env::var_os(name), judged.collect())
    }

    /// No more of the host than these variables, for a tool whose place is known.
    pub(super) fn with(variables: Vec<(&str, OsString)>) -> Self {
        let environment = variables.into_iter().map(|(name, value)| (name.into(), value));
        Self { folders: Vec::new(), judged: Vec::new(), environment: environment.collect() }
    }

    fn of(variable: &dyn Fn(&str) -> Option<OsString>, judged: Vec<PathBuf>) -> Self {
        let path = variable("PATH").unwrap_or_default();
        let folders = env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
        let told = TOLD.map(|(name, value)| (name.into(), value.into()));
        let mut host = Self { folders, judged, environment: told.into() };
        let trusted = host.folders.iter().filter(|folder| !host.is_judged(folder));
        if let Ok(path) = env::join_paths(trusted) {
            host.environment.insert("PATH".into(), path);
        }
        for name in CHOSEN {
            let value = variable(name).filter(|value| Path::new(value).is_absolute());
            if let Some(value) = value.filter(|value| !host.is_judged(Path::new(value))) {
                host.environment.insert(name.into(), value);
            }
        }
        host
    }

    /// Where a tool is that would be started by this name: the first executable file of that name in
    /// the folders of `PATH`, as `execvp` finds it, without those under judgement.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        self.candidates(name).find(|file| !self.is_judged(file))
    }

    /// What has the name of a tool and is none, as it lies in a folder under judgement.
    pub fn passed_over(&self, name: &str) -> Option<PathBuf> {
        self.candidates(name).find(|file| self.is_judged(file))
    }

    fn candidates(&self, name: &str) -> impl Iterator<Item = PathBuf> {
        let runs = |m: fs::Metadata| m.is_file() && m.permissions().mode() & 0o111 != 0;
        let files = self.folders.iter().map(move |folder| folder.join(name));
        files.filter(move |file| fs::metadata(file).is_ok_and(runs))
    }

    /// Whether a path lies in a folder under judgement, by its name or by where its links lead.
    pub fn is_judged(&self, path: &Path) -> bool {
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        // `~/bin/tool` may be a link out of the folder under judgement, which holds the link.
        let folder = path.parent().and_then(|folder| fs::canonicalize(folder).ok());
        let names = [Some(real), folder];
        let lies_in =
            |judged: &PathBuf| names.iter().flatten().any(|name| name.starts_with(judged));
        self.judged.iter().any(lies_in)
    }

    /// What a tool says on standard output, blanks at both ends taken off.
    pub fn ask<S: AsRef<OsStr>>(&self, tool: &Path, arguments: &[S]) -> Result<String, HostError> {
        let not_started = |source| HostError::NotStarted { tool: tool.into(), source };
        let mut child = Command::new(tool)
            .args(arguments)
            .env_clear()
            .envs(&self.environment)
            .current_dir("/")
            // Ctrl-C on the terminal is for us: a tool that it killed would look like a broken one.
            .process_group(0)
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

    /// What a tool says where a part of it lies.
    pub fn ask_where<S: AsRef<OsStr>>(
        &self,
        tool: &Path,
        arguments: &[S],
    ) -> Result<PathBuf, HostError> {
        let part = PathBuf::from(self.ask(tool, arguments)?);
        self.expect_ours(tool, &part)?;
        Ok(part)
    }

    /// A part that a tool named is the host's.
    pub fn expect_ours(&self, tool: &Path, part: &Path) -> Result<(), HostError> {
        if self.is_judged(part) {
            return Err(HostError::Suspect { tool: tool.into(), part: part.into() });
        }
        Ok(())
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
    use super::*;
    use std::os::unix::fs::symlink;

    fn host() -> Host {
        Host::of(&|name| env::var_os(name), Vec::new())
    }

    /// An executable script at this path.
    fn script(path: &Path, lines: &str) -> PathBuf {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("#!/bin/sh\n{lines}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        path.to_owned()
    }

    #[test]
    fn a_tool_is_found_and_answers() {
        let host = host();
        let sh = host.find("sh").expect("every host has a shell");
        assert!(sh.is_absolute());
        assert_eq!(
            host.ask(&sh, &["-c", "echo; echo ' words '; echo noise >&2"]).unwrap(),
            "words"
        );
        assert_eq!(host.find("no-such-tool-anywhere"), None);
    }

    #[test]
    fn a_failing_tool_is_quoted() {
        let host = host();
        let sh = host.find("sh").unwrap();
        let error = host.ask(&sh, &["-c", "echo out; echo why >&2; exit 3"]).unwrap_err();
        assert_eq!(error.to_string(), format!("`{}` failed: why", sh.display()));
        let error = host.ask(&sh, &["-c", "exit 3"]).unwrap_err();
        assert_eq!(error.to_string(), format!("`{}` failed: exit status: 3", sh.display()));
        let none: [&str; 0] = [];
        let error = host.ask(Path::new("/no/such/tool"), &none).unwrap_err();
        assert!(matches!(error, HostError::NotStarted { .. }), "{error}");
    }

    #[test]
    fn a_talkative_tool_is_cut() {
        let host = host();
        let sh = host.find("sh").unwrap();
        let words = host.ask(&sh, &["-c", "head -c 1000000 /dev/zero | tr '\\0' x"]).unwrap();
        assert_eq!(words.len(), 64 << 10);
    }

    #[test]
    fn a_tool_is_asked_in_a_place_and_an_environment_of_ours() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().canonicalize().unwrap();
        let (repository, home) = (here.join("repository"), here.join("home"));
        fs::create_dir_all(repository.join("bin")).unwrap();
        fs::create_dir_all(home.join("bin")).unwrap();
        let variable = |name: &str| {
            let [repository, home] = [&repository, &home].map(|path| path.display());
            let value = match name {
                "PATH" => format!("relative:::{repository}/bin:/usr/bin:/bin:{home}/bin"),
                "HOME" => home.to_string(),
                "RUSTUP_HOME" => repository.to_string(),
                "CARGO_HOME" => "cargo".to_owned(),
                // All others are set too: none of them may arrive.
                _ => "whatever".to_owned(),
            };
            Some(value.into())
        };
        let host = Host::of(&variable, vec![repository.clone()]);
        let tool = script(&home.join("bin/tool"), "pwd; export -p");
        let said = host.ask(&host.find("tool").unwrap(), &[""; 0]).unwrap();
        let mut lines = said.lines();
        assert_eq!(lines.next(), Some("/"));
        let mut said: Vec<String> = lines.map(|line| line.replace(['\'', '"'], "")).collect();
        said.retain(|line| !["PWD", "OLDPWD", "_"].iter().any(|own| names(line, own)));
        said.sort();
        let expected = [
            "GO111MODULE=off".to_owned(),
            "GOENV=off".to_owned(),
            "GOTOOLCHAIN=local".to_owned(),
            format!("HOME={}", home.display()),
            "LC_ALL=C.UTF-8".to_owned(),
            format!("PATH=/usr/bin:/bin:{}/bin", home.display()),
            "RUSTUP_AUTO_INSTALL=0".to_owned(),
        ];
        assert_eq!(said, expected.map(|line| format!("export {line}")), "{tool:?}");
    }

    fn names(line: &str, variable: &str) -> bool {
        let rest = line.strip_prefix("export ").and_then(|rest| rest.strip_prefix(variable));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    }

    #[test]
    fn what_lies_in_a_folder_under_judgement_is_no_tool() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().canonicalize().unwrap();
        let repository = here.join("repository");
        let theirs = script(&repository.join("bin/tool"), "echo theirs");
        let ours = script(&here.join("ours/tool"), "echo ours");
        fs::create_dir_all(here.join("links")).unwrap();
        // Whichever way it is named: by a link to it, to its folder, or out of it.
        symlink(&theirs, here.join("links/tool")).unwrap();
        symlink(repository.join("bin"), here.join("folder")).unwrap();
        fs::create_dir(repository.join("out")).unwrap();
        symlink(&ours, repository.join("out/tool")).unwrap();
        let folders = ["repository/bin", "repository/out", "links", "folder"];
        for before in folders {
            let path = format!("{0}/{before}:{0}/ours", here.display());
            let variable = |name: &str| (name == "PATH").then(|| path.clone().into());
            let host = Host::of(&variable, vec![repository.clone()]);
            assert_eq!(host.find("tool"), Some(ours.clone()), "{before}");
            assert_eq!(host.passed_over("tool"), Some(here.join(before).join("tool")));
        }
        let part = repository.join("parts");
        let error = Host::of(&|_| None, vec![repository]).expect_ours(&ours, &part).unwrap_err();
        assert!(
            error.to_string().ends_with("lies in a folder being judged and is not trusted"),
            "{error}"
        );
    }
}

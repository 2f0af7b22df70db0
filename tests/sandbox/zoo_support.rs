//! What tests of the sandbox share: the compiled zoo, and slots to run it in.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::SystemTime;

use jury::limits::Limits;
use jury::sandbox::{Input, Job, Level, Policy, Sandbox, View};
use rustix::process::Pid;

/// The compiled programs of `tests/zoo`.
pub(crate) struct Zoo {
    directory: PathBuf,
}

impl Zoo {
    /// Compiles the zoo once a test run.
    pub(crate) fn get() -> &'static Self {
        static ZOO: OnceLock<Zoo> = OnceLock::new();
        ZOO.get_or_init(|| match std::env::var_os("JURY_TEST_ZOO") {
            Some(directory) => Self { directory: directory.into() },
            None => Self::compile(),
        })
    }

    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    fn compile() -> Self {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("zoo");
        fs::create_dir_all(&directory).unwrap();
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo");
        let header = changed(&source.join("zoo.h"));
        let entries = fs::read_dir(source).unwrap().map(|entry| entry.unwrap().path());
        let stale = entries.filter_map(|path| {
            let program = directory.join(path.file_stem().unwrap());
            let is_program = path.extension().is_some_and(|kind| kind == "c");
            let is_stale = is_program && changed(&program) < changed(&path).max(header);
            is_stale.then_some((path, program))
        });
        let stale = Mutex::new(stale.collect::<Vec<_>>());
        let next = || stale.lock().unwrap().pop();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(|| {
                    while let Some((path, program)) = next() {
                        compile(&path, &program);
                    }
                });
            }
        });
        let broken = directory.join("broken");
        fs::write(&broken, [0x7f, b'E', b'L', b'F', 0, 0, 0, 0]).unwrap();
        fs::set_permissions(&broken, fs::Permissions::from_mode(0o755)).unwrap();
        Self { directory }
    }
}

fn compile(source: &Path, program: &Path) {
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-w", "-pthread", "-o"]).args([program, source]);
    let done = compiler.status().expect("a C compiler `cc`");
    assert!(done.success(), "{} does not compile", source.display());
}

/// When a file was last written; the beginning of time when there is none.
fn changed(path: &Path) -> SystemTime {
    fs::metadata(path).and_then(|state| state.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// The `jury` executable, whose processes are slots.
pub(crate) fn executable() -> PathBuf {
    std::env::var_os("JURY_TEST_EXECUTABLE")
        .map_or_else(|| env!("CARGO_BIN_EXE_jury").into(), PathBuf::from)
}

/// Copies an executable, in a process of its own: a child that another thread starts meanwhile would
/// hold the copy open for writing, and nobody could start it.
pub(crate) fn copy_executable(from: &Path, to: &Path) {
    assert!(Command::new("cp").args([from, to]).status().unwrap().success());
}

pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Whether `full` must hold here: for the administrator, and for a user with a control group of his own,
/// of which only whoever starts the tests knows.
pub(crate) fn has_full() -> bool {
    is_root() || std::env::var_os("JURY_TEST_DELEGATED").is_some()
}

/// The levels that must hold here.
pub(crate) fn levels() -> Vec<Level> {
    if has_full() { vec![Level::Full, Level::Contained] } else { vec![Level::Contained] }
}

pub(crate) fn sandbox(level: Level) -> Sandbox {
    Sandbox::probe_with(&executable(), Policy::Require(level))
        .unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn program_view(zoo: &Zoo) -> View {
    View { program: Some(zoo.directory.clone()), ..View::default() }
}

/// A job of a program of the zoo with arguments, by words.
pub(crate) fn job(command: &str, limits: Limits) -> Job {
    let mut words = command.split(' ');
    let program = format!("/program/{}", words.next().unwrap());
    let argv = [program.into()].into_iter().chain(words.map(OsString::from)).collect();
    Job { argv, environment: Vec::new(), input: Input::Empty, files: Arc::default(), limits }
}

/// Pids of all children of a process.
pub(crate) fn children(pid: u32) -> Vec<u32> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    tasks.flatten().flat_map(|task| children_in(&task.path())).collect()
}

fn children_in(task: &Path) -> Vec<u32> {
    let text = fs::read_to_string(task.join("children")).unwrap_or_default();
    text.split_ascii_whitespace().map(|pid| pid.parse().unwrap()).collect()
}

/// Pids of the slots of a judge.
pub(crate) fn slots_of(judge: u32) -> Vec<u32> {
    children(judge).into_iter().filter(|pid| is_slot(*pid)).collect()
}

/// Pids of the slots that this thread opened.
pub(crate) fn own_slots() -> Vec<u32> {
    slots_of_thread(rustix::thread::gettid())
}

/// Pids of the slots that a thread of this process opened.
pub(crate) fn slots_of_thread(thread: Pid) -> Vec<u32> {
    let task = format!("/proc/self/task/{}", thread.as_raw_nonzero());
    children_in(Path::new(&task)).into_iter().filter(|pid| is_slot(*pid)).collect()
}

fn is_slot(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim() == "jury-slot")
}

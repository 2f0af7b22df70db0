//! Tests every restriction of a level with a program that really attacks it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use std::time::Duration;

use super::canary;
use crate::limits::Limits;
use crate::machine::TemporaryFolder;
use crate::sandbox::error::{SandboxError, failed};
use crate::sandbox::interrupt::Interrupt;
use crate::sandbox::isolation::Trial;
use crate::sandbox::job::{Ending, Input, Limit, Run};
use crate::sandbox::judge::{LevelSetup, Slot};

/// The expected result of an attempt where the restriction is in force.
#[derive(Clone, Copy)]
enum RequiredEnd {
    /// Everything tried is refused, and the program ends by itself.
    BeRefused,
    /// The run is stopped for this limit.
    BeStopped(Limit),
}

/// One attempt: the wall, what is tried, the canary's name for it, and what must come of it.
type Row = (&'static str, &'static str, &'static str, RequiredEnd);

const ROWS: &[Row] = &[
    ("files", "read and write files of the host", "files", RequiredEnd::BeRefused),
    ("files", "overwrite its input, find out its path", "input", RequiredEnd::BeRefused),
    ("network", "reach a port of the host", "network", RequiredEnd::BeRefused),
    ("others", "signal the judge, read its memory", "others", RequiredEnd::BeRefused),
    ("processes", "run 64 processes, limit 16", "processes", RequiredEnd::BeRefused),
    ("memory", "use 256 MiB, limit 64 MiB", "memory", RequiredEnd::BeStopped(Limit::Memory)),
    (
        "memory",
        "hold 256 MiB that no process maps",
        "shared-memory",
        RequiredEnd::BeStopped(Limit::Memory),
    ),
    ("cpu", "use CPU time in two processes", "cpu", RequiredEnd::BeStopped(Limit::Cpu)),
    (
        "cpu",
        "use CPU time in children it never waits for",
        "short-children",
        RequiredEnd::BeStopped(Limit::Cpu),
    ),
    ("wall-time", "sleep for 5 s, limit 0.5 s", "sleep", RequiredEnd::BeStopped(Limit::Wall)),
    (
        "output",
        "write 8 MiB of output, limit 1 MiB",
        "output",
        RequiredEnd::BeStopped(Limit::Output),
    ),
    (
        "space",
        "write one file of 4 MiB, limit 1 MiB",
        "large-file",
        RequiredEnd::BeStopped(Limit::Files),
    ),
    ("space", "write 4 MiB in many files, limit 1 MiB", "many-files", RequiredEnd::BeRefused),
    ("space", "create 20 000 files", "many-names", RequiredEnd::BeRefused),
    ("syscalls", "trace, count, store keys, create namespaces", "syscalls", RequiredEnd::BeRefused),
    ("syscalls", "use up scarce kernel resources", "numbers", RequiredEnd::BeRefused),
    ("user", "become root, gain privileges", "user", RequiredEnd::BeRefused),
    ("descriptors", "find the judge's files, open 4000", "descriptors", RequiredEnd::BeRefused),
    ("cores", "write a core dump", "cores", RequiredEnd::BeRefused),
];

/// How often at most something is tried, where it could not be tried to its end.
const ATTEMPTS: u32 = 3;

/// Bytes of an input that is handed over itself rather than copied.
const INPUT: usize = 1 << 20;

/// Tries them all in one slot.
pub(in crate::sandbox) fn trials(
    ground: &Arc<LevelSetup>,
    interrupt: &Interrupt,
    done: &mut dyn FnMut(&Trial),
) -> Result<Vec<Trial>, SandboxError> {
    // In a folder of its own, of which there is none inside.
    let folder =
        TemporaryFolder::make().map_err(failed("creating a folder for the isolation tests"))?;
    let secret = folder.path().join("secret");
    fs::write(&secret, "nobody shall read this")
        .map_err(failed("creating a file for the isolation tests"))?;
    let input = folder.path().join("input");
    fs::write(&input, vec![b'x'; INPUT])
        .and_then(|()| fs::set_permissions(&input, fs::Permissions::from_mode(0o666)))
        .map_err(failed("creating a file for the isolation tests"))?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).ok();
    let port = listener.as_ref().and_then(|listener| Some(listener.local_addr().ok()?.port()));
    let executable = canary::path(&ground.executable)?;
    let mut slot = Slot::open(Arc::clone(ground), &canary::view(&executable))?;
    let mut trials = Vec::new();
    for (wall, tried, name, must) in ROWS {
        // Where nothing bounds them, to make them shows nothing, and to remove them takes seconds.
        if *name == "many-names" && ground.is_on_the_host() {
            continue;
        }
        let argument = match *name {
            "files" => secret.as_os_str().to_owned(),
            "network" => OsString::from(port.unwrap_or(9).to_string()),
            "others" => OsString::from(std::process::id().to_string()),
            _ => OsString::new(),
        };
        let mut job = canary::job(&executable, name, &[argument], limits(*must));
        if *name == "input" {
            job.input = Input::File(input.clone());
        }
        let mut attempt = || {
            let run = slot.run(&job, interrupt)?;
            breach(name, *must, &run).map_err(failed(*tried))
        };
        let breach = persist(&mut attempt)?;
        trials.push(Trial { wall: (*wall).into(), tried: (*tried).into(), breach });
        trials.last().map(&mut *done);
    }
    Ok(trials)
}

/// What an attempt came to that may fail because of what else goes on on the machine.
fn persist<T>(attempt: &mut dyn FnMut() -> Result<T, SandboxError>) -> Result<T, SandboxError> {
    for _ in 1..ATTEMPTS {
        match attempt() {
            Err(error) if error.spoils_one() => {}
            result => return result,
        }
    }
    attempt()
}

/// Small, so that every limit is met soon; but times, which a busy machine may need, are short only
/// where they are what is tried.
fn limits(must: RequiredEnd) -> Limits {
    let (cpu, wall) = match must {
        // Stopped after 0.25 s.
        RequiredEnd::BeStopped(Limit::Cpu) => (100, 120_000),
        RequiredEnd::BeStopped(Limit::Wall) => (60_000, 500),
        _ => (60_000, 120_000),
    };
    Limits {
        cpu: Duration::from_millis(cpu),
        wall: Duration::from_millis(wall),
        memory: 64 << 20,
        output: 1 << 20,
        processes: 16,
        files: 1 << 20,
        kill: None,
    }
}

/// What got through, if anything did; an error when nothing was tried.
fn breach(name: &str, must: RequiredEnd, run: &Run) -> io::Result<Option<String>> {
    let not_tried =
        |ending| Err(io::Error::other(format!("the test did not run to its end ({ending:?})")));
    let code = match (must, run.ending) {
        (RequiredEnd::BeStopped(limit), Ending::Stopped(by)) if limit == by => return Ok(None),
        (_, Ending::Exited(code)) if code != i32::from(canary::NOT_TRIED) => code,
        (_, ending) => return not_tried(ending),
    };
    let attempt = canary::attempt(name.as_ref());
    let breaches = attempt.map_or(&[][..], |attempt| attempt.breaches);
    Ok(canary::breaches(breaches, code))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::WALLS;

    #[test]
    fn every_wall_is_tried_and_every_trial_known() {
        let mut tried: Vec<_> = ROWS.iter().map(|(wall, ..)| *wall).collect();
        tried.dedup();
        assert_eq!(tried, WALLS);
        for (_, _, name, _) in ROWS {
            assert!(canary::attempt(name.as_ref()).is_some(), "no canary `{name}`");
        }
    }

    #[test]
    fn what_could_not_be_tried_is_tried_again_and_a_breach_is_not() {
        let ended = |failures: u32, failure: fn() -> SandboxError| {
            let mut attempts = 0;
            let result = persist(&mut || {
                attempts += 1;
                if attempts > failures { Ok(Some("a breach")) } else { Err(failure()) }
            });
            (result.ok(), attempts)
        };
        let breach = Some(Some("a breach"));
        assert_eq!(ended(0, || SandboxError::Lost), (breach, 1));
        assert_eq!(ended(2, || SandboxError::Lost), (breach, 3));
        assert_eq!(ended(3, || SandboxError::Lost), (None, 3));
        assert_eq!(ended(1, || SandboxError::Interrupted), (None, 1));
    }

    #[test]
    fn what_got_through_is_told() {
        let case = |name, must, ending, words: Option<&str>| {
            assert_eq!(breach(name, must, &Run::ended(ending)).unwrap().as_deref(), words);
        };
        let stop = RequiredEnd::BeStopped(Limit::Memory);
        case("memory", stop, Ending::Stopped(Limit::Memory), None);
        case("memory", stop, Ending::Exited(1), Some("256 MiB were used"));
        case("user", RequiredEnd::BeRefused, Ending::Exited(0), None);
        let both = "it is the administrator, it has a capability";
        case("user", RequiredEnd::BeRefused, Ending::Exited(5), Some(both));
        for ending in [Ending::Signalled(9), Ending::Exited(255), Ending::Stopped(Limit::Wall)] {
            assert!(breach("memory", stop, &Run::ended(ending)).is_err());
        }
    }
}

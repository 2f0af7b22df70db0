//! A program that talks with several others through named pipes, each in its own slot: a manager, and the
//! processes of a submission (CMS, "Communication").
//!
//! Who opens a named pipe waits for somebody at its other end. Where that one has ended, it is opened here
//! for a moment, so that the waiting side meets the end of the pipe and goes on.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rustix::fs::{CWD, FileType, Mode, mknodat};

use super::slot::Slot;
use crate::sandbox::error::{SandboxError, failed};
use crate::sandbox::interrupt::Interrupt;
use crate::sandbox::job::{Ending, Finished, Input, Job};

/// How often a side is looked for that waits for one that has ended.
const PERIOD: Duration = Duration::from_millis(10);

/// The names of the pipes of a process in the folder that it sees: what it writes, and what it reads.
const NAMES: [&str; 2] = ["to-manager", "from-manager"];

/// Has `/bin/sh` start a program with its standard streams at named pipes, opened in the order in which CMS
/// opens them.
const BY_STREAMS: [&str; 4] =
    ["/bin/sh", "-c", "in=$1 out=$2; shift 2; exec \"$@\" <\"$in\" >\"$out\"", "sh"];

/// How the processes of a submission talk with a manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Channels {
    /// How many processes there are: one at least.
    pub processes: usize,
    /// By what.
    pub talk: Talk,
}

/// By what processes of a submission and a manager talk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Talk {
    /// Both get the paths of the pipes as arguments.
    NamedPipes,
    /// The processes have the pipes as standard streams, and the manager gets their paths.
    Streams,
    /// The processes have the pipes as standard streams, and their numbers as arguments; the manager finds the
    /// pipes open, and gets the numbers of the descriptors behind that of the processes (sinol).
    Descriptors,
}

/// Most processes that a manager talks with by descriptors: shells open files as the numbers 3 to 9.
pub const MOST_BY_DESCRIPTORS: usize = 3;

/// What came of a talk.
#[derive(Debug)]
pub struct Managed {
    /// The manager's run.
    pub manager: Finished,
    /// The runs of the processes.
    pub processes: Vec<Finished>,
    /// Most bytes that one of them had written and the manager had not read, when the first of the two ended.
    pub unread: u64,
}

/// The manager: where it runs, its job, to whose arguments the pipes are added, and the folder that it
/// sees as `/files`.
#[derive(Debug)]
pub struct Manager<'a> {
    /// Where it runs.
    pub slot: &'a mut Slot,
    /// What runs.
    pub job: &'a Job,
    /// The folder that it sees as `/files`.
    pub files: &'a Path,
}

/// A run that is over, with its number: of a process, or after all of these, of the manager.
type Ended = (usize, Result<Finished, SandboxError>);

/// Lets a manager talk with processes of a job, each in a slot like this one. The folder of each, which
/// holds nothing but its pipes, lies in `aside`.
///
/// # Errors
/// As [`Slot::run`], of any of them; also where this level of isolation shows programs no named pipes.
pub fn manage(
    manager: Manager<'_>,
    (like, job): (&Slot, &Job),
    channels: Channels,
    aside: &Path,
    interrupt: &Interrupt,
) -> Result<Managed, SandboxError> {
    if like.is_on_the_host() {
        return Err(SandboxError::Unavailable {
            wanted: "one with named pipes, which managers of communication tasks need,",
            missing: "a file system of the programs' own: only `full` and `contained` have one"
                .into(),
        });
    }
    let Manager { slot, job: its_job, files } = manager;
    let mut its_job = its_job.clone();
    let mut pipes: Vec<PathBuf> = Vec::new();
    let mut processes: Vec<(Slot, Job)> = Vec::new();
    let mut paths: Vec<OsString> = Vec::new();
    let made = (0..channels.processes).try_for_each(|number| {
        let folder = aside.join(number.to_string());
        make_pipes(&folder).map_err(failed("making named pipes"))?;
        for name in NAMES {
            let shown = format!("{name}-{number}");
            let link = files.join(&shown);
            fs::hard_link(folder.join(name), &link).map_err(failed("making named pipes"))?;
            pipes.push(link);
            paths.push(format!("/files/{shown}").into());
        }
        let own = like.another(&folder)?;
        processes.push((own, process_job(job, number, channels)));
        Ok(())
    });
    its_job.argv = manager_argv(&its_job.argv, paths, channels);
    let sides = (&pipes[..], channels.talk);
    let done = made.and_then(|()| run((slot, &its_job), &mut processes, sides, interrupt));
    for pipe in &pipes {
        // What stays is in the way of the next talk, whose links then cannot be made.
        fs::remove_file(pipe).map_err(failed("removing named pipes"))?;
    }
    done
}

/// What the manager is started as, with the paths of the pipes: of each process the one to read, and the one to
/// write.
fn manager_argv(argv: &[OsString], paths: Vec<OsString>, channels: Channels) -> Vec<OsString> {
    if channels.talk != Talk::Descriptors {
        return [argv, &paths].concat();
    }
    // In the order in which each process opens its own: first what it reads. The kernel closes the greatest
    // number first at the manager's end. What it reads has to be closed by then when a process meets the end of
    // what it writes: else it would be chance whether a process that writes then breaks on it.
    let [write_at, read_at] = [3, 4];
    let open = |number: usize| {
        let [read, write] = [1, 2].map(|side| number * 2 + side);
        let [write_at, read_at] = [write_at, read_at].map(|first| first + number * 2);
        format!("exec {write_at}>\"${write}\" {read_at}<\"${read}\"; ")
    };
    let open: Vec<String> = (0..channels.processes).map(open).collect();
    let open = open.concat();
    let script = format!("{open}shift {}; exec \"$@\"", paths.len());
    let shell = ["/bin/sh", "-c", &script, "sh"].map(OsString::from);
    let numbers = (0..channels.processes)
        .flat_map(|number| [read_at, write_at].map(|first| first + number * 2));
    let numbers = numbers.map(|number: usize| number.to_string().into());
    let count = channels.processes.to_string().into();
    shell
        .into_iter()
        .chain(paths)
        .chain(argv.iter().cloned())
        .chain([count])
        .chain(numbers)
        .collect()
}

fn make_pipes(folder: &Path) -> io::Result<()> {
    fs::create_dir(folder)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    for name in NAMES {
        let path = folder.join(name);
        mknodat(CWD, &path, FileType::Fifo, Mode::from_raw_mode(0o600), 0)?;
        // The program has a user of its own; whoever creates a file may be held to other modes.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666))?;
    }
    Ok(())
}

/// The job of one process.
fn process_job(job: &Job, number: usize, Channels { processes, talk }: Channels) -> Job {
    let path = |name: &str| OsString::from(format!("/files/{name}"));
    let [to, from] = NAMES.map(path);
    let mut argv: Vec<OsString> = Vec::new();
    if talk == Talk::NamedPipes {
        argv.extend(job.argv.iter().cloned());
        argv.extend([from, to]);
    } else {
        argv.extend(BY_STREAMS.map(OsString::from));
        argv.extend([from, to]);
        argv.extend(job.argv.iter().cloned());
    }
    if processes > 1 || talk == Talk::Descriptors {
        argv.push(number.to_string().into());
    }
    // The test is for the manager alone.
    Job { argv, input: Input::Empty, ..job.clone() }
}

fn run(
    (slot, job): (&mut Slot, &Job),
    processes: &mut [(Slot, Job)],
    (pipes, talk): (&[PathBuf], Talk),
    interrupt: &Interrupt,
) -> Result<Managed, SandboxError> {
    let count = processes.len();
    thread::scope(|scope| {
        let (sender, ended) = mpsc::channel();
        let start =
            |number: usize, slot, job| start(scope, (slot, job), (&sender, number), interrupt);
        start(count, slot, job)?;
        let mut started = Ok(());
        let mut over = vec![false; count + 1];
        let mut is_left_alone = false;
        for (number, (slot, job)) in processes.iter_mut().enumerate() {
            started = started.and_then(|()| start(number, slot, job));
            // One that is not there has ended for those who wait for it.
            over[number] = started.is_err();
        }
        drop(sender);
        let mut unread = 0;
        let mut results: Vec<Option<Result<Finished, SandboxError>>> = Vec::new();
        results.resize_with(count + 1, || None);
        loop {
            match ended.recv_timeout(PERIOD) {
                Ok((number, result)) => {
                    is_left_alone |= number == count && has_opened_all(&result, talk);
                    let slot: &mut Option<_> = &mut results[number];
                    *slot = Some(result);
                    over[number] = true;
                    if is_left_alone {
                        continue;
                    }
                    let writers = match number == count {
                        true => 0..count,
                        false if over[count] => 0..0,
                        false => number..number + 1,
                    };
                    // The first pipe of each process is the one that it writes to.
                    let left = writers.map(|writer| left_in(&pipes[writer * NAMES.len()]));
                    unread = left.fold(unread, u64::max);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            for (index, pipe) in pipes.iter().enumerate().filter(|_| !is_left_alone) {
                // There are two of each process.
                if over[count] || over[index / NAMES.len()] {
                    wake(pipe);
                }
            }
        }
        started?;
        let mut all = results.into_iter().map(|result| result.unwrap_or(Err(SandboxError::Lost)));
        let processes = all.by_ref().take(count).collect::<Result<Vec<_>, _>>()?;
        let manager = all.next().unwrap_or(Err(SandboxError::Lost))?;
        Ok(Managed { manager, processes, unread })
    })
}

/// Starts a run on a thread of its own, which tells of its end.
fn start<'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    (slot, job): (&'scope mut Slot, &'scope Job),
    (sender, number): (&mpsc::Sender<Ended>, usize),
    interrupt: &'scope Interrupt,
) -> Result<(), SandboxError> {
    let sender = sender.clone();
    let run = move || {
        // What is told to nobody was not asked for.
        let _ = sender.send((number, slot.attempt(job, None, None, interrupt)));
    };
    let started = thread::Builder::new().spawn_scoped(scope, run);
    started.map(drop).map_err(failed("starting a thread of the judge"))
}

/// Whether a manager that is over has opened all pipes, and so has each process: then nobody waits for another,
/// and a pipe that is opened here would be read by somebody at the moment when a process writes to the manager
/// that is gone. What such a process meets must not depend on that moment.
fn has_opened_all(manager: &Result<Finished, SandboxError>, talk: Talk) -> bool {
    let ending = manager.as_ref().map(|finished| finished.run.ending);
    talk == Talk::Descriptors && matches!(ending, Ok(Ending::Exited(0)))
}

/// Opens both ends of a pipe and closes them: who waits for the other end is woken, and meets its end.
fn wake(pipe: &Path) {
    let flags = libc::O_NONBLOCK | libc::O_CLOEXEC;
    // What cannot be opened now is tried again soon.
    drop(OpenOptions::new().read(true).write(true).custom_flags(flags).open(pipe));
}

/// How many bytes lie in a pipe that somebody does not write to any more, or not read.
fn left_in(pipe: &Path) -> u64 {
    let flags = libc::O_NONBLOCK | libc::O_CLOEXEC;
    let opened = OpenOptions::new().read(true).custom_flags(flags).open(pipe);
    opened.ok().and_then(|pipe| rustix::io::ioctl_fionread(pipe).ok()).unwrap_or_default()
}

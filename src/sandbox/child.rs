//! The slot's own process: how it walls itself in, and how it serves one run after another. Knows
//! nothing of problems, files of the host beyond its view, or why a run is asked for.
//!
//! Two steps lead here. The judge starts this executable anew, as a small process of one thread
//! (the *porter*). It joins the control groups and forks, into new namespaces, the *warden*: a
//! child of the judge (`CLONE_PARENT`) and the first process of its pid namespace. The porter then
//! ends. The warden lives as long as its socket to the judge is open: when the judge is gone, for
//! whatever reason, the warden ends, and the kernel kills all else in its namespace.

use std::ffi::{CStr, CString};
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::process::DumpableBehavior;

use super::sample::Sampler;
use super::spawn::{Refusal, Spawner};
use super::wire::{self, Answer, Facts, Halt, IdMaps, Order, Setup, SlotLimits, Walls};
use super::{filter, root, sys};

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

/// Serves as a sandbox child. The socket to the judge is standard input.
pub(super) fn serve() -> Result<(), ()> {
    let Ok(socket) = take_socket() else { return Err(()) };
    let served = porter(&socket);
    if let Err(Fault { step, errno }) = served {
        let _ = wire::send(&socket, &Answer::Failed { step, errno }.encode(), &[]);
        return Err(());
    }
    Ok(())
}

/// Moves the socket away from the standard streams, which programs get anew.
fn take_socket() -> io::Result<OwnedFd> {
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    let null = rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())?;
    rustix::stdio::dup2_stdin(&null)?;
    Ok(socket)
}

fn porter(socket: &OwnedFd) -> Result<(), Fault> {
    let mut buffer = vec![0; wire::LARGEST];
    let Some((length, _)) = wire::receive(socket, &mut buffer).step("receiving the set-up")? else {
        return Ok(());
    };
    let setup = Setup::decode(&buffer[..length]).step("reading the set-up")?;
    drop(buffer);
    // Signals for the judge's terminal are not for us: the judge tells us when to stop.
    rustix::process::setsid().step("setsid")?;
    rustix::process::umask(Mode::from_raw_mode(0o022));
    for group in &setup.groups {
        fs::write(group, "0").step_with(|| format!("joining {}", group.display()))?;
    }
    match &setup.walls {
        Walls::Namespaces(maps) => divide(socket, &setup, maps.as_ref()),
        Walls::Fence | Walls::Watch => {
            Err(Fault { step: "isolation without namespaces".into(), errno: libc::ENOSYS })
        }
    }
}

/// Forks the warden into its namespaces.
fn divide(socket: &OwnedFd, setup: &Setup, maps: Option<&IdMaps>) -> Result<(), Fault> {
    let flags = libc::CLONE_NEWPID
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS
        | libc::CLONE_NEWCGROUP
        | libc::CLONE_PARENT
        | if maps.is_some() { libc::CLONE_NEWUSER } else { 0 };
    let (gate, opener) =
        rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).step("making a pipe")?;
    let Some((pid, pidfd)) =
        sys::fork_with(flags.cast_unsigned().into()).step("creating namespaces")?
    else {
        drop(opener);
        // Opens when the porter has written the maps, and also when it has died.
        let _ = rustix::io::read(&gate, &mut [0_u8; 1]);
        return warden(socket, setup);
    };
    if let Some(maps) = maps {
        write_maps(pid, maps)?;
    }
    wire::send(socket, &Answer::Born.encode(), &[pidfd.as_fd()]).step("reporting the slot")?;
    drop(opener);
    Ok(())
}

fn write_maps(pid: i32, maps: &IdMaps) -> Result<(), Fault> {
    if maps.deny_setgroups {
        fs::write(format!("/proc/{pid}/setgroups"), "deny").step("giving up groups")?;
    }
    fs::write(format!("/proc/{pid}/uid_map"), &maps.uid).step("mapping users")?;
    fs::write(format!("/proc/{pid}/gid_map"), &maps.gid).step("mapping groups")
}

/// Walls itself in and serves until the judge is gone.
fn warden(socket: &OwnedFd, setup: &Setup) -> Result<(), Fault> {
    let signals = sys::child_signals().step("preparing signals")?;
    rustix::process::setsid().step("setsid")?;
    let _ = rustix::thread::set_name(c"jury-slot");
    // Before anything of a contestant's exists: nobody may look into this process.
    rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)
        .step("closing our memory")?;
    rustix::thread::set_no_new_privs(true).step("no_new_privs")?;
    rustix::system::sethostname(b"box").step("naming the host")?;
    sys::leave_keyring();
    let tree = root::Tree {
        toolchains: &setup.toolchains,
        program: setup.program.as_deref(),
        workspace: setup.workspace.as_deref(),
        id: setup.id.unwrap_or(INSIDE_ID),
    };
    let root = root::enter(&tree)?;
    let in_user_namespace = matches!(setup.walls, Walls::Namespaces(Some(_)));
    if in_user_namespace {
        // A second lock beside the filter: no user namespace within this one.
        let _ = sys::write_at(root.processes.as_fd(), c"sys/user/max_user_namespaces", b"0");
    }
    let guarded = sys::write_at(root.processes.as_fd(), c"self/oom_score_adj", b"-1000").is_ok();
    filter::install(filter::Rules {
        no_locks: setup.workspace.is_none(),
        no_memory_files: setup.sample,
        no_network: false,
    })
    .step("installing the system-call filter")?;
    let spawner = Spawner::new(
        setup.id,
        CString::from(c"/box"),
        guarded.then_some(root.processes.as_fd()),
        setup.sample,
    );
    let mut warden = Warden {
        socket: socket.as_fd(),
        signals: signals.as_fd(),
        sampler: setup.sample.then(|| Sampler::new(root.processes.as_fd())),
        spawner,
        scratch: root.scratch,
        own_cpu: own_cpu(),
    };
    wire::send(socket, &Answer::Ready.encode(), &[]).step("reporting readiness")?;
    warden.serve()
}

/// The programs' user and group in a user namespace.
pub(super) const INSIDE_ID: u32 = 1000;

/// A served slot.
struct Warden<'a> {
    socket: BorrowedFd<'a>,
    signals: BorrowedFd<'a>,
    sampler: Option<Sampler<'a>>,
    spawner: Spawner,
    scratch: root::Scratch,
    /// Our own CPU time at the last answer.
    own_cpu: Duration,
}

/// What was seen of a running program so far.
struct Watch {
    main: i32,
    status: Option<i32>,
    ended: Option<Instant>,
    /// CPU time of what was reaped.
    cpu: Duration,
    /// CPU time of all as far as seen by looking.
    witnessed: Duration,
    resident: u64,
    halt: Halt,
}

impl Warden<'_> {
    fn serve(&mut self) -> Result<(), Fault> {
        let mut buffer = vec![0; wire::LARGEST];
        loop {
            let Some((length, streams)) =
                wire::receive(self.socket, &mut buffer).step("receiving an order")?
            else {
                return Ok(());
            };
            let order = Order::decode(&buffer[..length]).step("reading an order")?;
            let Order::Run { limits, argv, environment } = order else { continue };
            let streams: [OwnedFd; 3] = streams.try_into().map_err(|_| Fault {
                step: "receiving the standard streams".into(),
                errno: libc::EBADMSG,
            })?;
            let answer = match self.run(&limits, &argv, &environment, &streams) {
                Ok(Some(facts)) => Answer::Done(facts),
                Ok(None) => return Ok(()),
                Err(Fault { step, errno }) => Answer::Failed { step, errno },
            };
            wire::send(self.socket, &answer.encode(), &[]).step("answering")?;
            // Our ends of the pipes close only now, so that the judge wakes once, by the answer.
        }
    }

    /// One run from a clean place to a clean place; `None` when the judge went away meanwhile.
    fn run(
        &mut self,
        limits: &SlotLimits,
        argv: &[CString],
        environment: &[CString],
        streams: &[OwnedFd; 3],
    ) -> Result<Option<Facts>, Fault> {
        self.scratch.prepare(limits.files)?;
        let began = Instant::now();
        let streams = [streams[0].as_fd(), streams[1].as_fd(), streams[2].as_fd()];
        let (watch, refused) = match self.spawner.start(argv, environment, streams, limits) {
            Ok(main) => (Watch::new(main), 0),
            Err(Refusal::Program(errno)) => (Watch::over(), errno),
            Err(Refusal::Ours(step, errno)) => return Err(Fault { step: step.into(), errno }),
        };
        let Some(mut watch) = self.attend(watch, limits)? else { return Ok(None) };
        let wall = watch.ended.unwrap_or_else(Instant::now) - began;
        let left_over = self.clear(&mut watch)?;
        let retire = self.scratch.prepare(limits.files).is_err();
        let now = own_cpu();
        let own_cpu = now.saturating_sub(std::mem::replace(&mut self.own_cpu, now));
        Ok(Some(Facts {
            status: watch.status.unwrap_or(0),
            refused,
            halt: watch.halt,
            wall: nanoseconds(wall),
            reaped_cpu: nanoseconds(watch.cpu.max(watch.witnessed)),
            own_cpu: nanoseconds(own_cpu),
            resident: watch.resident,
            left_over,
            retire,
        }))
    }

    /// Waits for the main process to end, reaping orphans, until told to stop.
    fn attend(&mut self, mut watch: Watch, limits: &SlotLimits) -> Result<Option<Watch>, Fault> {
        let mut looks = 0;
        if let Some(sampler) = &mut self.sampler {
            sampler.reset();
        }
        while watch.status.is_none() {
            let pause = self.sampler.is_some().then(|| Sampler::pause(looks));
            let (asked, ended) = self.wait(pause)?;
            if ended {
                drain(self.signals);
                watch.reap()?;
            }
            if asked {
                let mut order = [0; 64];
                if wire::receive(self.socket, &mut order).step("receiving an order")?.is_none() {
                    return Ok(None);
                }
                watch.stop(Halt::Asked)?;
            }
            if let Some(sampler) = &mut self.sampler
                && watch.status.is_none()
            {
                looks += 1;
                let seen = sampler.look(watch.cpu, limits.memory);
                watch.resident = watch.resident.max(seen.memory);
                watch.witnessed = watch.witnessed.max(seen.cpu);
                if seen.memory > limits.memory {
                    watch.stop(Halt::Memory)?;
                } else if nanoseconds(seen.cpu) >= limits.kill_cpu {
                    watch.stop(Halt::Cpu)?;
                }
            }
        }
        Ok(Some(watch))
    }

    /// Waits for an order or for the end of a child: whether there is either.
    fn wait(&self, pause: Option<Timespec>) -> Result<(bool, bool), Fault> {
        let mut sources = [
            PollFd::from_borrowed_fd(self.socket, PollFlags::IN),
            PollFd::from_borrowed_fd(self.signals, PollFlags::IN),
        ];
        match poll(&mut sources, pause.as_ref()) {
            Ok(_) => Ok((!sources[0].revents().is_empty(), !sources[1].revents().is_empty())),
            Err(rustix::io::Errno::INTR) => Ok((false, false)),
            Err(error) => Err(error).step("waiting"),
        }
    }

    /// Kills and reaps all that is left, and says how many were still alive.
    fn clear(&mut self, watch: &mut Watch) -> Result<u32, Fault> {
        sys::kill_all();
        let mut left_over = 0;
        loop {
            match sys::wait_any(true) {
                Ok(Some(ended)) => {
                    left_over += u32::from(
                        libc::WIFSIGNALED(ended.status)
                            && libc::WTERMSIG(ended.status) == libc::SIGKILL,
                    );
                    watch.count(&ended);
                }
                Ok(None) => {}
                Err(error) if error.raw_os_error() == Some(libc::ECHILD) => break,
                Err(error) => return Err(error).step("reaping"),
            }
        }
        drain(self.signals);
        Ok(left_over)
    }
}

impl Watch {
    fn new(main: i32) -> Self {
        Self {
            main,
            status: None,
            ended: None,
            cpu: Duration::ZERO,
            witnessed: Duration::ZERO,
            resident: 0,
            halt: Halt::No,
        }
    }

    /// Of a program that never began.
    fn over() -> Self {
        Self { status: Some(0), ended: Some(Instant::now()), ..Self::new(0) }
    }

    fn count(&mut self, ended: &sys::Ended) {
        self.cpu += ended.cpu;
        self.resident = self.resident.max(ended.resident);
    }

    /// Reaps all children that have ended; the main one ends the watch.
    fn reap(&mut self) -> Result<(), Fault> {
        while self.status.is_none() {
            match sys::wait_any(false) {
                Ok(Some(ended)) => {
                    self.count(&ended);
                    if ended.pid == self.main {
                        self.status = Some(ended.status);
                        self.ended = Some(Instant::now());
                    }
                }
                Ok(None) => break,
                Err(error) => return Err(error).step("waiting for the program"),
            }
        }
        Ok(())
    }

    /// Kills everything and waits for the main process. When that had ended by itself already, its
    /// own status stands.
    fn stop(&mut self, why: Halt) -> Result<(), Fault> {
        self.reap()?;
        if self.status.is_some() {
            return Ok(());
        }
        self.halt = why;
        sys::kill_all();
        while self.status.is_none() {
            let Some(ended) = sys::wait_any(true).step("waiting for the program")? else {
                continue;
            };
            self.count(&ended);
            if ended.pid == self.main {
                self.status = Some(ended.status);
                self.ended = Some(Instant::now());
            }
        }
        Ok(())
    }
}

/// Forgets signals that have been acted upon.
fn drain(signals: BorrowedFd<'_>) {
    let mut information = [0_u8; 512];
    while rustix::io::read(signals, &mut information).is_ok_and(|length| length > 0) {}
}

fn own_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The first argument of a process that shall serve as a slot.
pub(super) const MARK: &CStr = c"jury-slot";

//! How a slot serves one run after another: starts the program, waits, stops it when told to or
//! when it sees too much, and clears away all that is left.

use std::ffi::CString;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::fault::{Fault, Step as _};
use super::place::Place;
use super::process_scope::ProcessScope;
use super::sample::{Sample, Sampler};
use super::spawn::{Common, Refusal, Spawner};
use super::trace::{Children, Event};
use super::watch::Watch;
use crate::sandbox::sys;
use crate::sandbox::wire::{self, Answer, Extras, Facts, Halt, Order, SlotLimits, nanoseconds};

/// What a warden hears.
pub(super) struct Channel<'a> {
    /// The judge.
    pub(super) socket: BorrowedFd<'a>,
    /// Readable when a child has ended.
    pub(super) signals: BorrowedFd<'a>,
}

/// What a run is asked for beyond its limits, with the bundles that came for it.
struct Load<'a> {
    extras: &'a Extras,
    brings: Option<OwnedFd>,
    takes: Option<OwnedFd>,
}

/// A served slot.
pub(super) struct SlotServer<'a> {
    channel: &'a Channel<'a>,
    reach: ProcessScope,
    place: Place,
    /// Our view of the pid namespace, where there is one.
    processes: Option<BorrowedFd<'a>>,
    sampler: Option<Sampler<'a>>,
    children: Children,
    spawner: Spawner,
    /// Our own CPU time at the last answer.
    own_cpu: Duration,
}

/// How long the dead are waited for. What they held (maps, watches, pages) the kernel takes away on
/// their time, which can be seconds; then it does so without us, and another slot takes over.
const CLEARING: Duration = Duration::from_millis(50);

impl<'a> SlotServer<'a> {
    pub(super) fn new(
        channel: &'a Channel<'a>,
        reach: ProcessScope,
        place: Place,
        processes: Option<BorrowedFd<'a>>,
        sampler: Option<Sampler<'a>>,
        start: &Common<'_>,
    ) -> Self {
        let children = Children::new(start.traced);
        let spawner = Spawner::new(start);
        Self { channel, reach, place, processes, sampler, children, spawner, own_cpu: own_cpu() }
    }

    /// Serves until the judge is gone.
    pub(super) fn serve(&mut self) -> Result<(), Fault> {
        let socket = self.channel.socket;
        let kept = self.place.open()?;
        let beside: Vec<_> = kept.iter().map(AsFd::as_fd).collect();
        wire::tell(socket, &Answer::Ready, &beside).step("reporting readiness")?;
        drop(kept);
        let mut buffer = vec![0; wire::LARGEST];
        loop {
            let Some((length, mut streams)) =
                wire::receive(self.channel.socket, &mut buffer).step("receiving an order")?
            else {
                return Ok(());
            };
            let order: Order = wire::decode(&buffer[..length]).step("reading an order")?;
            let Order::Run { limits, extras, argv, environment } = order else { continue };
            let mut others = streams.split_off(3.min(streams.len()));
            let takes = extras.takes.then(|| others.pop()).flatten();
            let brings = extras.brings.and_then(|_| others.pop());
            self.spawner.start_in(others.pop());
            let streams: [OwnedFd; 3] = streams.try_into().map_err(|_| Fault {
                step: "receiving the standard streams".into(),
                errno: libc::EBADMSG,
            })?;
            let mut streams = Some(streams);
            let mut kept = Vec::new();
            let load = Load { extras: &extras, brings, takes };
            let answer = match self.run(&limits, load, argv, environment, &mut streams, &mut kept) {
                Ok(Some(facts)) => Answer::Done(facts),
                Ok(None) => return Ok(()),
                Err(Fault { step, errno }) => Answer::Failed { step, errno },
            };
            let files: Vec<_> = kept.iter().map(AsFd::as_fd).collect();
            wire::tell(self.channel.socket, &answer, &files).step("answering")?;
            // Our ends of the pipes close only now, so that the judge wakes once, by the answer;
            // unless somebody waited for them to close.
            drop((streams, kept));
            if let Place::Outside(outside) = &mut self.place {
                outside.prepare()?;
                wire::tell(socket, &Answer::Ready, &[]).step("reporting readiness")?;
            }
        }
    }

    /// Kills and reaps whatever still runs, for a warden whose end nothing follows by itself.
    pub(super) fn end(&mut self) {
        let _ = self.clear(&mut Watch::over(), None);
    }

    /// One run from a clean place to a clean place; `None` when the judge went away meanwhile.
    fn run(
        &mut self,
        limits: &SlotLimits,
        load: Load<'_>,
        argv: Vec<CString>,
        environment: Vec<CString>,
        streams: &mut Option<[OwnedFd; 3]>,
        kept: &mut Vec<OwnedFd>,
    ) -> Result<Option<Facts>, Fault> {
        let Load { extras, brings, takes } = load;
        self.place.prepare(limits.files.saturating_add(extras.brings.unwrap_or(0)))?;
        self.place.furnish(extras, brings)?;
        self.children.reset();
        if let Some(processes) = self.processes {
            // Or the number of a process would tell how many there were in earlier runs. Some kernels
            // cannot count anew.
            let _ = sys::write_at(processes, c"sys/kernel/ns_last_pid", b"1");
        }
        let (argv, environment) = (self.place.lend(argv), self.place.lend(environment));
        let began = Instant::now();
        let Some([input, output, errors]) = &*streams else { return Ok(None) };
        let ends = [input.as_fd(), output.as_fd(), errors.as_fd()];
        // It only saves time, so a kernel that refuses it is no reason to refuse the run.
        let confined = extras.processor.and_then(sys::Confined::to);
        let (watch, refused) = match self.spawner.start(&argv, &environment, ends, limits) {
            Ok(main) => (Watch::new(main, sys::own_resident()), 0),
            Err(Refusal::Program(errno)) => (Watch::over(), errno),
            Err(Refusal::Ours(fault)) => return Err(fault),
        };
        drop(confined);
        if extras.talks {
            *streams = None;
        }
        let Some(mut watch) = self.attend(watch, limits)? else { return Ok(None) };
        let ended = watch.ended.unwrap_or_else(Instant::now);
        let at = sys::monotonic().saturating_sub(ended.elapsed());
        // Where something is looked at afterwards, nobody may still be at work on it.
        let is_private = matches!(self.place, Place::Private(_)) && extras.keep.is_empty();
        let (left_over, is_clear) = self.clear(&mut watch, is_private.then_some(CLEARING))?;
        let (files, bits) = self.place.keep(extras);
        *kept = files;
        if let Some(files) = takes {
            self.place.take(extras, limits, files)?;
        }
        if self.sampler.is_some() {
            // What a short program left is as much as it held at one time.
            watch.resident = watch.resident.max(self.place.held());
        }
        let retire = !is_clear || !self.place.restore(limits.files);
        let now = own_cpu();
        let own_cpu = now.saturating_sub(std::mem::replace(&mut self.own_cpu, now));
        Ok(Some(Facts {
            status: watch.status.unwrap_or(0),
            refused,
            halt: watch.halt,
            wall: nanoseconds(ended - began),
            ended: nanoseconds(at),
            kept: bits,
            reaped_cpu: nanoseconds(watch.killed_at.unwrap_or(watch.cpu.max(watch.witnessed))),
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
        let mut look = Instant::now() + Sampler::pause(looks);
        while watch.status.is_none() {
            let next = if watch.behind { Some(Duration::ZERO) } else { self.pause(look) };
            let (asked, happened) = self.wait(next)?;
            if happened || watch.behind {
                drain(self.channel.signals);
                watch.reap(&mut self.children)?;
            }
            if asked && !self.obey(&mut watch, limits)? {
                return Ok(None);
            }
            if self.sampler.is_some() && watch.status.is_none() && Instant::now() >= look {
                looks += 1;
                self.look(&mut watch, limits)?;
                look = Instant::now() + Sampler::pause(looks);
            }
        }
        Ok(Some(watch))
    }

    /// How long nothing needs to be looked at, where anything does.
    fn pause(&self, look: Instant) -> Option<Duration> {
        self.sampler.as_ref().map(|_| look.saturating_duration_since(Instant::now()))
    }

    /// Stops the program as told to, unless it is too early; whether the judge is still there.
    fn obey(&mut self, watch: &mut Watch, limits: &SlotLimits) -> Result<bool, Fault> {
        let mut order = [0; 64];
        let told = wire::receive(self.channel.socket, &mut order).step("receiving an order")?;
        let Some((length, _)) = told else { return Ok(false) };
        let order: Order = wire::decode(&order[..length]).step("reading an order")?;
        let Order::Stop { after } = order else { return Ok(true) };
        watch.reap(&mut self.children)?;
        if watch.status.is_none() {
            let left = after.saturating_sub(nanoseconds(watch.began.elapsed()));
            let answer = if left > 0 { Answer::Early { left } } else { Answer::Stopping };
            wire::tell(self.channel.socket, &answer, &[]).step("answering")?;
            if left > 0 {
                return Ok(true);
            }
        }
        let seen = self.seen(watch, limits).map(|seen| seen.cpu);
        self.stop(watch, Halt::Asked, seen)?;
        Ok(true)
    }

    /// Looks at what the program uses, and stops it when that is too much.
    fn look(&mut self, watch: &mut Watch, limits: &SlotLimits) -> Result<(), Fault> {
        let Some(seen) = self.seen(watch, limits) else { return Ok(()) };
        watch.resident = watch.resident.max(seen.memory);
        watch.witnessed = watch.witnessed.max(seen.cpu);
        let halt = if seen.memory > limits.memory {
            Halt::Memory
        } else if nanoseconds(seen.cpu) >= limits.kill_cpu {
            Halt::Cpu
        } else {
            return Ok(());
        };
        self.stop(watch, halt, Some(seen.cpu))
    }

    /// What the program uses as far as can be seen, where anybody needs to look.
    fn seen(&mut self, watch: &Watch, limits: &SlotLimits) -> Option<Sample> {
        let sampler = self.sampler.as_mut()?;
        Some(sampler.look(watch.cpu, self.place.held(), limits.memory, &self.children))
    }

    /// Waits for an order or for the end of a child: whether there is either.
    fn wait(&self, pause: Option<Duration>) -> Result<(bool, bool), Fault> {
        let pause = pause.map(|pause| Timespec::try_from(pause).unwrap_or_default());
        let mut sources = [
            PollFd::from_borrowed_fd(self.channel.socket, PollFlags::IN),
            PollFd::from_borrowed_fd(self.channel.signals, PollFlags::IN),
        ];
        match poll(&mut sources, pause.as_ref()) {
            Ok(_) => Ok((!sources[0].revents().is_empty(), !sources[1].revents().is_empty())),
            Err(rustix::io::Errno::INTR) => Ok((false, false)),
            Err(error) => Err(error).step("waiting"),
        }
    }

    /// Kills everything and waits a while for the main process, at whose time the run has ended. When
    /// it had ended by itself already, its own status stands.
    fn stop(&mut self, watch: &mut Watch, why: Halt, cpu: Option<Duration>) -> Result<(), Fault> {
        watch.reap(&mut self.children)?;
        if watch.status.is_some() {
            return Ok(());
        }
        (watch.halt, watch.killed_at) = (why, cpu);
        self.reach.kill();
        let deadline = Instant::now() + CLEARING;
        while watch.status.is_none() && (watch.behind || self.wait_for_signal(Some(deadline))?) {
            watch.reap(&mut self.children)?;
        }
        if watch.status.is_none() {
            (watch.status, watch.ended) = (Some(libc::SIGKILL), Some(Instant::now()));
        }
        Ok(())
    }

    /// Kills and reaps all that is left, for so long at most: how many were still alive, and whether
    /// none is left.
    fn clear(
        &mut self,
        watch: &mut Watch,
        patience: Option<Duration>,
    ) -> Result<(u32, bool), Fault> {
        let mut left_over = 0;
        let deadline = patience.map(|patience| Instant::now() + patience);
        loop {
            // Again each time: what forked while it was looked for is found as an orphan.
            self.reach.kill();
            match self.children.next() {
                Ok(Event::Ended(ended)) => {
                    left_over += u32::from(
                        libc::WIFSIGNALED(ended.status)
                            && libc::WTERMSIG(ended.status) == libc::SIGKILL,
                    );
                    watch.count(&ended);
                }
                Ok(Event::Passed) => {}
                Ok(Event::Nothing) if self.wait_for_signal(deadline)? => {}
                Ok(Event::Nothing) => return Ok((left_over, false)),
                Err(error) if error.raw_os_error() == Some(libc::ECHILD) => break,
                Err(error) => return Err(error).step("reaping"),
            }
        }
        drain(self.channel.signals);
        Ok((left_over, true))
    }

    /// Waits until something has happened to a child, or until then: whether anything has.
    fn wait_for_signal(&self, deadline: Option<Instant>) -> Result<bool, Fault> {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let left = left.map(|left| Timespec::try_from(left).unwrap_or_default());
        let mut sources = [PollFd::from_borrowed_fd(self.channel.signals, PollFlags::IN)];
        match poll(&mut sources, left.as_ref()) {
            Ok(0) => Ok(false),
            Ok(_) => {
                drain(self.channel.signals);
                Ok(true)
            }
            Err(rustix::io::Errno::INTR) => Ok(true),
            Err(error) => Err(error).step("waiting"),
        }
    }
}

/// Forgets the signal that has been acted upon: the kernel keeps at most one of a kind.
fn drain(signals: BorrowedFd<'_>) {
    let _ = rustix::io::read(signals, &mut [0_u8; 512]);
}

fn own_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

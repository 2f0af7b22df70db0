//! The processes of a run as their tracer sees them: each one's end with its CPU time, whoever
//! ignores it, and calls that make the kernel hold memory which no process's size shows.
//!
//! The kernel keeps a traced process until its tracer has seen that it ended, and traces its
//! children from their birth. So no CPU time is lost: that of the dead is added up as they end,
//! each one's own and to the nanosecond; only that of the living must be looked at. Tracing is no
//! hindrance otherwise: processes stop for a moment when they start another one and when a signal
//! comes, and run on at once.

use std::collections::{HashMap, HashSet};
use std::io;

use crate::sandbox::sys::{self, Change, Ended};

/// What the kernel holds for one thing that is watched for, in bytes.
const WATCH: u64 = 256;

/// What to do with processes that end or stop.
#[derive(Debug)]
pub(super) struct Children {
    is_tracer: bool,
    /// Processes whose end was told already, and which wait for their parent to see it.
    told: HashSet<i32>,
    /// Those that have just started another one, and are to go on when all that ended before is
    /// gone: else the dead count against the limit on processes.
    starters: Vec<i32>,
    /// Bytes of shared memory that are being asked for, by thread.
    asked: HashMap<i32, u64>,
    /// Bytes of shared memory that were given.
    shared: u64,
    /// Watches that were asked for.
    watches: u64,
}

/// What came of a look at them.
pub(super) enum Event {
    /// Nothing happened.
    Nothing,
    /// Something that is dealt with.
    Passed,
    /// A process has ended.
    Ended(Ended),
}

impl Children {
    /// Traced from their start, or not.
    pub(super) fn new(is_tracer: bool) -> Self {
        Self {
            is_tracer,
            told: HashSet::new(),
            starters: Vec::new(),
            asked: HashMap::new(),
            shared: 0,
            watches: 0,
        }
    }

    /// Whether they are traced.
    pub(super) fn are_traced(&self) -> bool {
        self.is_tracer
    }

    /// Forgets them all: a new run begins.
    pub(super) fn reset(&mut self) {
        self.told.clear();
        self.starters.clear();
        self.asked.clear();
        (self.shared, self.watches) = (0, 0);
    }

    /// Whether the end of this process was told.
    pub(super) fn is_told(&self, pid: i32) -> bool {
        self.told.contains(&pid)
    }

    /// Most that the kernel can hold for shared memory and watches of the run, in bytes: by what it
    /// gave, whatever was given back.
    pub(super) fn held(&self) -> u64 {
        self.shared.saturating_add(self.watches * WATCH)
    }

    /// How many watches were asked for.
    pub(super) fn watches(&self) -> u64 {
        self.watches
    }

    /// Deals with what happened next to any of them. An error of `ECHILD` when there are none.
    pub(super) fn next(&mut self) -> io::Result<Event> {
        if !self.is_tracer {
            return Ok(sys::wait_any(false)?.map_or(Event::Nothing, Event::Ended));
        }
        match sys::peek()? {
            None if self.starters.is_empty() => Ok(Event::Nothing),
            None => {
                for pid in self.starters.drain(..) {
                    sys::resume(pid, 0);
                }
                Ok(Event::Passed)
            }
            Some(Change::Stopped(pid)) => {
                if let Some(code) = sys::take_stop(pid)? {
                    self.stopped(pid, code);
                }
                Ok(Event::Passed)
            }
            Some(Change::Ended(pid)) => self.ended(pid),
        }
    }

    /// Each process is told of once, and threads are not: their time is their process's.
    fn ended(&mut self, pid: i32) -> io::Result<Event> {
        if let Some(size) = self.asked.remove(&pid) {
            // It was killed before anybody saw the answer. Others may have the same memory.
            self.shared = self.shared.saturating_add(size);
        }
        // After it was told, it comes again when it has lost its parent.
        let cpu = if self.told.remove(&pid) { None } else { sys::process_cpu(pid) };
        let ended = sys::reap(pid)?;
        let (Some(ended), Some(cpu)) = (ended, cpu) else { return Ok(Event::Passed) };
        self.told.insert(pid);
        Ok(Event::Ended(Ended { cpu, ..ended }))
    }

    /// Lets a process go on as it would if nobody traced it.
    fn stopped(&mut self, pid: i32, code: i32) {
        let (event, signal) = (code >> 8, code & 0xff);
        match event {
            0 if signal == sys::CALL_STOP => {
                if let Some(size) = self.asked.remove(&pid).filter(|_| sys::call_succeeded(pid)) {
                    self.shared = self.shared.saturating_add(size);
                }
                sys::resume(pid, 0);
            }
            // A signal, to be delivered now.
            0 => sys::resume(pid, signal),
            libc::PTRACE_EVENT_STOP => {
                // Also the first sign of a new one, which may have the number of a dead one.
                self.told.remove(&pid);
                let stops = [libc::SIGSTOP, libc::SIGTSTP, libc::SIGTTIN, libc::SIGTTOU];
                if stops.contains(&signal) { sys::stay_stopped(pid) } else { sys::resume(pid, 0) }
            }
            libc::PTRACE_EVENT_SECCOMP => match sys::call_of(pid) {
                Some((libc::SYS_mmap, arguments)) => {
                    self.asked.insert(pid, arguments[1]);
                    sys::resume_until_answer(pid);
                }
                call => {
                    self.watches += u64::from(call.is_some());
                    sys::resume(pid, 0);
                }
            },
            _ => self.starters.push(pid),
        }
    }
}

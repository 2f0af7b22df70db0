//! What a slot has seen of a running program so far.

use std::time::{Duration, Instant};

use super::fault::{Fault, Step as _};
use super::trace::{Children, Event};
use crate::sandbox::sys::Ended;
use crate::sandbox::wire::Halt;

/// Most ends and stops of processes that are dealt with at a time: a program can make them faster
/// than anybody looks.
const BATCH: u32 = 128;

/// How far two looks at the same size may differ, in bytes: each core counts some pages by itself.
const GRAIN: u64 = 512 << 10;

/// What was seen of a running program so far.
pub(super) struct Watch {
    main: i32,
    /// When the main process had been started.
    pub(super) began: Instant,
    /// The largest size that the slot had itself when the main process began, in bytes: it began in
    /// the slot's memory, and the kernel counts that as its own.
    slot: u64,
    pub(super) status: Option<i32>,
    pub(super) ended: Option<Instant>,
    /// CPU time of what was reaped.
    pub(super) cpu: Duration,
    /// CPU time of all as far as seen by looking.
    pub(super) witnessed: Duration,
    pub(super) resident: u64,
    pub(super) halt: Halt,
    /// Whether more may have happened than was dealt with.
    pub(super) behind: bool,
    /// CPU time of all when they were killed: what they spend on their end is not the program's.
    pub(super) killed_at: Option<Duration>,
}

impl Watch {
    /// Of a main process that has just begun, by the slot of that size.
    pub(super) fn new(main: i32, slot: u64) -> Self {
        Self {
            main,
            began: Instant::now(),
            slot,
            status: None,
            ended: None,
            cpu: Duration::ZERO,
            witnessed: Duration::ZERO,
            resident: 0,
            halt: Halt::No,
            behind: false,
            killed_at: None,
        }
    }

    /// Of a program that never began.
    pub(super) fn over() -> Self {
        Self { status: Some(0), ended: Some(Instant::now()), ..Self::new(0, 0) }
    }

    pub(super) fn count(&mut self, ended: &Ended) {
        self.cpu += ended.cpu;
        if ended.pid != self.main || ended.resident > self.slot + GRAIN {
            self.resident = self.resident.max(ended.resident);
        }
    }

    /// Deals with what happened to the children, as far as it goes at a time; the main one's end
    /// ends the watch.
    pub(super) fn reap(&mut self, children: &mut Children) -> Result<(), Fault> {
        for _ in 0..BATCH {
            if self.status.is_some() {
                break;
            }
            match children.next().step("waiting for the program")? {
                Event::Ended(ended) => self.take(&ended),
                Event::Passed => {}
                Event::Nothing => {
                    self.behind = false;
                    return Ok(());
                }
            }
        }
        self.behind = true;
        Ok(())
    }

    /// A process has ended.
    fn take(&mut self, ended: &Ended) {
        self.count(ended);
        if ended.pid == self.main {
            self.status = Some(ended.status);
            self.ended = Some(Instant::now());
        }
    }
}

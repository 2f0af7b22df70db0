//! The clock of one run, as the judge watches it: when the program must be stopped, when its CPU
//! time is to be read next, and how long its slot may take to obey.
//!
//! All times are of the monotonic clock, which stands still while the machine is suspended. While
//! the judge itself does (stopped from a terminal, frozen with its container, kept from the
//! processor), the clock of the run stands still too: a program that waited for us is not idle. Nor
//! is one that waited for a core: that time is given back, within a bound.

use std::os::fd::OwnedFd;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::standstill::{Standstill, Vigil};
use crate::limits::Limits;
use crate::sandbox::job::Limit;

/// How often at least the interrupt is looked at.
const HEARTBEAT: Duration = Duration::from_millis(50);
/// How much later than it meant to the judge may wake without having been away.
const DROWSY: Duration = Duration::from_millis(150);
/// How long a slot may take to hear that it shall stop: on a busy machine, a good while.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a slot may take to clean up before it is replaced.
const GRACE: Duration = Duration::from_secs(1);
/// How much later than ours the slot's clock may start: a program is not to lose what the hand-over
/// takes, nor a run that met its wall limit to show less than it.
const HANDOVER: Duration = Duration::from_millis(5);
/// Shortest pause between two readings of the CPU time: the kernel itself counts by the tick.
const FINEST: Duration = Duration::from_millis(1);

/// Pause between two looks for processes that were killed for lack of memory.
const LOOK: Duration = Duration::from_millis(20);

/// The part of the wall limit below which a wait for a core changes nothing.
const TRIFLE: u32 = 10;

/// A run in progress, as the judge sees it.
pub(super) struct RunProgress {
    pub(super) began: Instant,
    /// Wall time at which it is stopped.
    pub(super) deadline: Instant,
    /// The next reading of the CPU time, where there is a control group.
    reading: Option<Instant>,
    /// The next look for processes that were killed for lack of memory.
    look: Instant,
    /// Why it was told to stop, and until when the slot is waited for.
    pub(super) stopped: Option<(Stop, Instant)>,
    /// The CPU time used when it was told to stop, where it could be read.
    pub(super) stopped_at: Option<Duration>,
    /// Whether the slot has heard that it shall stop, and found the program running.
    pub(super) obeyed: bool,
    /// Becomes readable when whoever talks with the program wants no more of it.
    pub(super) dismissal: Option<OwnedFd>,
    /// Whether that was seen.
    pub(super) dismissed: bool,
    /// When the judge meant to look again.
    expected: Instant,
    /// Waits for a core that were given back.
    given_back: Duration,
    /// Looks whether the program can never go on, where that can be known.
    pub(super) vigil: Option<Vigil<Standstill>>,
}

/// Why a run was told to stop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    Limit(Limit),
    /// It can never go on by itself.
    Stuck,
    Interrupted,
    /// Whoever talks with the program wants no more of it.
    Dismissed,
}

impl RunProgress {
    pub(super) fn new(limits: &Limits, reads_cpu: bool, dismissal: Option<OwnedFd>) -> Self {
        let began = Instant::now();
        let first = limits.kill_cpu() / parallelism(limits);
        Self {
            began,
            deadline: began + limits.wall + HANDOVER,
            reading: reads_cpu.then(|| began + first.max(FINEST)),
            look: began + LOOK,
            stopped: None,
            stopped_at: None,
            obeyed: false,
            dismissal,
            dismissed: false,
            expected: began,
            given_back: Duration::ZERO,
            vigil: None,
        }
    }

    /// The judge looks again; what it slept too long does not count.
    pub(super) fn wake(&mut self, now: Instant) {
        let late = now.saturating_duration_since(self.expected);
        if late > DROWSY {
            self.deadline += late;
            if let Some((_, until)) = &mut self.stopped {
                *until += late;
            }
        }
    }

    /// The CPU time was read: whether it is more than a run may use; else sets the next reading.
    pub(super) fn has_used(&mut self, cpu: Duration, limits: &Limits, now: Instant) -> bool {
        let left = limits.kill_cpu().saturating_sub(cpu);
        self.reading = Some(now + (left / parallelism(limits)).max(FINEST));
        left.is_zero()
    }

    /// Whether the CPU time is to be read now.
    pub(super) fn wants_reading(&self, now: Instant) -> bool {
        self.stopped.is_none() && self.reading.is_some_and(|reading| now >= reading)
    }

    /// Whether it is time to look for processes that were killed for lack of memory.
    pub(super) fn wants_look(&mut self, now: Instant) -> bool {
        let wants = now >= self.look;
        if wants {
            self.look = now + LOOK;
        }
        wants
    }

    /// The wall limit is reached, and the program waits for a core: moves the limit a little, and says
    /// whether it did.
    pub(super) fn extend_a_little(&mut self, limits: &Limits, now: Instant) -> bool {
        let last = self.began + limits.longest_wall();
        self.deadline = (now + limits.wall / TRIFLE).min(last);
        now < last
    }

    /// The wall limit is reached: moves it by the time that the program has waited for a core since it
    /// was last moved, `waited` being all so far. Says whether it did.
    pub(super) fn give_back(&mut self, waited: Duration, limits: &Limits, now: Instant) -> bool {
        let fresh = waited.saturating_sub(self.given_back);
        let last = self.began + limits.longest_wall();
        if fresh < limits.wall / TRIFLE || now >= last {
            return false;
        }
        self.given_back = waited;
        self.deadline = (now + fresh).min(last);
        true
    }

    /// Whether the program has not moved for long enough, and never will, as this look at it tells.
    pub(super) fn is_stuck(
        &mut self,
        now: Instant,
        look: impl FnOnce() -> Option<Standstill>,
    ) -> bool {
        self.vigil.as_mut().is_some_and(|vigil| vigil.look(now, look))
    }

    /// The slot is told to stop.
    pub(super) fn stop(&mut self, why: Stop, now: Instant) {
        let patience = if why == Stop::Interrupted { GRACE } else { PATIENCE };
        self.stopped = Some((why, now + patience));
    }

    /// The slot has heard it, and the program was started so late that this is left of its wall time.
    pub(super) fn go_on(&mut self, left: Duration, now: Instant) {
        (self.stopped, self.stopped_at) = (None, None);
        self.deadline = now + left;
    }

    /// The slot has heard it.
    pub(super) fn obey(&mut self, now: Instant) {
        self.obeyed = true;
        if let Some((_, until)) = &mut self.stopped {
            *until = now + GRACE;
        }
    }

    /// Whether the slot had all the time that it may take.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        self.stopped.is_some_and(|(_, until)| now >= until)
    }

    /// How long nothing needs to be looked at.
    pub(super) fn pause(&mut self, now: Instant) -> Duration {
        let next = match self.stopped {
            Some((_, until)) => until,
            None => self.reading.map_or(self.deadline, |reading| reading.min(self.deadline)),
        };
        let pause = next.saturating_duration_since(now).min(HEARTBEAT);
        self.expected = now + pause;
        pause
    }
}

/// How fast CPU time can run against wall time.
fn parallelism(limits: &Limits) -> u32 {
    // Asking costs a dozen system calls.
    static CORES: OnceLock<u32> = OnceLock::new();
    let cores = *CORES.get_or_init(|| {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        u32::try_from(cores).unwrap_or(u32::MAX)
    });
    cores.min(limits.processes).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_judge_sleeps_does_not_count() {
        let mut course = RunProgress::new(&Limits::default(), false, None);
        let (began, deadline) = (course.began, course.deadline);
        let pause = course.pause(began);
        course.wake(began + pause + Duration::from_millis(100));
        assert_eq!(course.deadline, deadline, "a busy machine");
        course.pause(began);
        course.wake(began + pause + Duration::from_mins(1));
        assert_eq!(course.deadline, deadline + Duration::from_mins(1));
        let now = began + Duration::from_secs(100);
        course.stop(Stop::Limit(Limit::Wall), now);
        let pause = course.pause(now);
        course.wake(now + pause + Duration::from_mins(1));
        assert!(!course.is_over(now + Duration::from_mins(1)));
        assert!(course.is_over(now + Duration::from_mins(1) + PATIENCE));
    }

    #[test]
    fn time_in_line_for_a_core_is_given_back_once_and_within_a_bound() {
        let limits = Limits { wall: Duration::from_secs(1), ..Limits::default() };
        let mut course = RunProgress::new(&limits, false, None);
        let tenths = |count: u32| Duration::from_millis(100) * count;
        let began = course.began;
        let after = |count| began + tenths(count);
        assert!(!course.give_back(Duration::from_millis(99), &limits, after(10)), "a trifle");
        assert!(course.give_back(tenths(9), &limits, after(10)));
        assert_eq!(course.deadline, after(19));
        assert!(!course.give_back(tenths(9), &limits, after(19)), "given back already");
        assert!(course.give_back(tenths(90), &limits, after(19)));
        assert_eq!(course.deadline, after(80));
        assert!(!course.give_back(tenths(200), &limits, after(80)), "not for ever");
    }
}

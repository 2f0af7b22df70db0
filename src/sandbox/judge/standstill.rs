//! Tells a program that can never go on by itself from one that only waits for a while.
//!
//! It is known of a program with one process, where each of its threads is in a system call that has
//! no time limit and ends only when somebody does something, where no timer can interrupt it, and
//! where all that it has open is such that nothing but a program can be heard from it. The threads
//! must not have run between one look and the next, for half a second. What cannot be read, or is not known to
//! be harmless, is no standstill: the wall limit is there for it.
//!
//! A timer that ends the program, because its signal is not caught, is not seen. Such a program has
//! nothing more to say either.

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::sandbox::sys;

/// How long nothing may have moved before it counts.
const LONG_ENOUGH: Duration = Duration::from_millis(500);
/// Between two looks.
const LOOK: Duration = Duration::from_millis(100);
/// The process is not the program yet.
const SLOT: &str = "jury-slot";
/// The major number of `/dev/null` and its kin.
const MEMORY_DEVICES: u32 = 1;

/// A program at a standstill.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Standstill {
    /// Each of its threads, with its system call and how often it has run.
    threads: Vec<String>,
    /// Whether one of them reads from standard input.
    pub(super) reads_input: bool,
}

impl Standstill {
    /// Of the program below this slot; `None` where it may go on, or where that cannot be seen.
    pub(super) fn of(slot: u32) -> Option<Self> {
        let [pid] = sys::descendants(i32::try_from(slot).ok()?)[..] else { return None };
        let process = format!("/proc/{pid}");
        let process = Path::new(&process);
        let tasks = fs::read_dir(process.join("task")).ok()?;
        let threads = tasks.map(|task| thread(process, &task.ok()?.path()));
        let mut threads: Vec<(String, bool)> = threads.collect::<Option<_>>()?;
        threads.sort_unstable();
        let has_no_timer = fs::read(process.join("timers")).is_ok_and(|timers| timers.is_empty());
        if !has_no_timer || !hears_programs_only(process)? {
            return None;
        }
        let reads_input = threads.iter().any(|(_, reads_input)| *reads_input);
        let threads = threads.into_iter().map(|(thread, _)| thread).collect();
        Some(Self { threads, reads_input })
    }
}

/// What a thread waits in and how often it has run, and whether that is reading from standard input; `None`
/// unless it waits for others without end.
fn thread(process: &Path, task: &Path) -> Option<(String, bool)> {
    let status = fs::read_to_string(task.join("status")).ok()?;
    let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let caught = u64::from_str_radix(field("SigCgt:")?, 16).ok()?;
    let is_woken_by_timer = caught >> (libc::SIGALRM - 1) & 1 != 0;
    if is_woken_by_timer || !field("State:")?.starts_with('S') || field("Name:")? == SLOT {
        return None;
    }
    let text = fs::read_to_string(task.join("syscall")).ok()?;
    let call = Call::parse(&text)?;
    let descriptor = |number: u64| fs::read_link(process.join(format!("fd/{number}"))).ok();
    let waits = call.waits_for_anything()
        || call.reads().and_then(descriptor).is_some_and(|what| is_channel(&what));
    let runs = [field("voluntary_ctxt_switches:")?, field("nonvoluntary_ctxt_switches:")?];
    let [by_choice, by_force] = runs;
    let reads_input = call.reads() == Some(0);
    waits.then(|| (format!("{} {by_choice} {by_force} {text}", task.display()), reads_input))
}

/// Whether nothing that a process has open makes itself heard: no timer, no terminal, no network.
fn hears_programs_only(process: &Path) -> Option<bool> {
    let mut descriptors = fs::read_dir(process.join("fd")).ok()?;
    Some(descriptors.all(|descriptor| {
        let Ok(path) = descriptor.map(|descriptor| descriptor.path()) else { return false };
        let is_silent = || {
            let state = fs::metadata(&path)?;
            let kind = state.file_type();
            let device = kind.is_char_device() && rustix::fs::major(state.rdev()) == MEMORY_DEVICES;
            Ok::<_, std::io::Error>(kind.is_file() || kind.is_dir() || device)
        };
        fs::read_link(&path).is_ok_and(|what| {
            is_channel(&what)
                || what == Path::new("anon_inode:[eventpoll]")
                || what.is_absolute() && is_silent().unwrap_or(false)
        })
    }))
}

/// Whether this is what programs and threads talk through, and nobody else.
fn is_channel(what: &Path) -> bool {
    let what = what.as_os_str().as_encoded_bytes();
    what.starts_with(b"pipe:") || what == b"anon_inode:[eventfd]"
}

/// A system call that a thread is in.
struct Call {
    number: libc::c_long,
    arguments: [u64; 6],
}

impl Call {
    /// From the kernel's line of numbers; `None` of a thread that runs or is in no call.
    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        let number = words.next()?.parse().ok().filter(|number| *number >= 0)?;
        let mut argument = || u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok();
        let mut arguments = [0; 6];
        for place in &mut arguments {
            *place = argument()?;
        }
        Some(Self { number, arguments })
    }

    /// The descriptor from which it reads, if it does.
    fn reads(&self) -> Option<u64> {
        let reads = [libc::SYS_read, libc::SYS_readv].contains(&self.number);
        reads.then_some(self.arguments[0])
    }

    /// Whether it waits without end for any of several descriptors, or for another thread.
    fn waits_for_anything(&self) -> bool {
        let argument = |place: usize| self.arguments[place];
        // As the kernel reads an `int`.
        let is_negative = |place: usize| argument(place) & 0x8000_0000 != 0;
        match self.number {
            libc::SYS_futex => waits_on_futex(argument(1)) && argument(3) == 0,
            libc::SYS_ppoll => argument(2) == 0,
            libc::SYS_pselect6 => argument(4) == 0,
            libc::SYS_epoll_pwait => is_negative(3),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_poll => is_negative(2),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_select => argument(4) == 0,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_epoll_wait => is_negative(3),
            _ => false,
        }
    }
}

/// Whether this operation waits until another thread lets it go on.
fn waits_on_futex(operation: u64) -> bool {
    let flags = libc::FUTEX_PRIVATE_FLAG | libc::FUTEX_CLOCK_REALTIME;
    let waits = [libc::FUTEX_WAIT, libc::FUTEX_WAIT_BITSET, libc::FUTEX_LOCK_PI];
    i32::try_from(operation).is_ok_and(|operation| waits.contains(&(operation & !flags)))
}

/// Looks at programs from time to time, until they have stood still for long enough.
#[derive(Debug)]
pub(super) struct Vigil<T> {
    last: Option<T>,
    since: Instant,
    next: Instant,
}

impl<T: PartialEq> Vigil<T> {
    /// Begins now.
    pub(super) fn new(now: Instant) -> Self {
        Self { last: None, since: now, next: now + LOOK }
    }

    /// When the next look is due.
    pub(super) fn next(&self) -> Instant {
        self.next
    }

    /// Looks, if a look is due: whether all has stood still for long enough.
    pub(super) fn look(&mut self, now: Instant, look: impl FnOnce() -> Option<T>) -> bool {
        if now < self.next {
            return false;
        }
        self.next = now + LOOK;
        let seen = look();
        if seen.is_none() || seen != self.last {
            (self.last, self.since) = (seen, now);
        }
        self.last.is_some() && now.saturating_duration_since(self.since) >= LONG_ENOUGH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: &str = "0x7ffe5bff6dc8 0x7f55d32be2ad\n";

    #[track_caller]
    fn case(number: libc::c_long, arguments: [u64; 6], waits: bool) {
        let arguments = arguments.map(|argument| format!("{argument:#x}")).join(" ");
        let call = Call::parse(&format!("{number} {arguments} {REST}")).expect("a call");
        assert_eq!(call.waits_for_anything(), waits, "{number} {arguments}");
    }

    #[test]
    fn only_calls_without_a_time_limit_wait_without_end() {
        let limit = 0x7ffe_0000;
        for (operation, waits) in [(0, true), (0x80, true), (0x189, true), (6, true), (1, false)] {
            case(libc::SYS_futex, [limit, operation, 2, 0, 0, 0], waits);
            case(libc::SYS_futex, [limit, operation, 2, limit, 0, 0], false);
        }
        case(libc::SYS_ppoll, [1, 1, 0, 0, 0, 0], true);
        case(libc::SYS_ppoll, [1, 1, limit, 0, 0, 0], false);
        case(libc::SYS_pselect6, [1, 1, 0, 0, 0, limit], true);
        case(libc::SYS_pselect6, [1, 1, 0, 0, limit, 0], false);
        case(libc::SYS_epoll_pwait, [3, limit, 1024, 0xffff_ffff, 0, 8], true);
        case(libc::SYS_epoll_pwait, [3, limit, 1024, u64::MAX, 0, 8], true);
        case(libc::SYS_epoll_pwait, [3, limit, 1024, 1500, 0, 8], false);
        case(libc::SYS_nanosleep, [0; 6], false);
        case(libc::SYS_wait4, [0; 6], false);
    }

    #[test]
    fn a_thread_that_is_in_no_call_waits_for_nothing() {
        let read = format!("{} 0x3 0x0 0x0 0x0 0x0 0x0 {REST}", libc::SYS_read);
        assert_eq!(Call::parse(&read).expect("a call").reads(), Some(3));
        for text in ["running\n", "-1 0x7ffe5bff6dc8 0x7f55d32be2ad\n", "", "0 0x0 0x1\n"] {
            assert!(Call::parse(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn all_must_stand_still_for_half_a_second() {
        let began = Instant::now();
        let mut vigil = Vigil::new(began);
        let mut look = |tenths: u32, seen: Option<i32>| {
            vigil.look(began + Duration::from_millis(100) * tenths, || seen)
        };
        assert!(!look(1, Some(1)));
        assert!(!look(5, Some(1)));
        assert!(!look(6, Some(2)), "it moved");
        assert!(!look(10, Some(2)));
        assert!(!look(11, None), "it may go on");
        assert!(!look(12, Some(2)));
        assert!(!look(16, Some(2)));
        assert!(look(17, Some(2)));
        assert!(!look(17, Some(2)), "no look is due");
    }
}

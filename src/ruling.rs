//! From the facts of a run to what they alone decide: one pure function, in the order that the
//! documentation promises. A broken limit comes before a signal, a signal before an exit code, an
//! exit code before the checker or the rules of a game.

use std::time::Duration;

use crate::limits::Limits;
use crate::sandbox::{Ending, Limit, Run};
use crate::verdict::Verdict;

/// A verdict that the run alone decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// Why: a lower-case fragment.
    pub message: String,
}

/// What the run alone decides; `None` leaves the decision to the checker.
///
/// The order is that of the documentation: a limit broken (lack of memory first, then CPU time), a
/// signal, a non-zero exit.
pub fn classify(run: &Run, limits: &Limits) -> Option<Ruling> {
    broken_limit(run, limits).or_else(|| bad_ending(run))
}

/// The same for a program that talks with nobody: it can only have waited for itself.
pub fn classify_alone(run: &Run, limits: &Limits) -> Option<Ruling> {
    let ruling = classify(run, limits)?;
    if run.ending != Ending::Stuck || ruling.verdict != Verdict::IdleLimit {
        return Some(ruling);
    }
    let message = format!(
        "waited for a lock, a thread or a pipe of its own, and nothing could come any more: {}",
        times(run)
    );
    Some(Ruling { message, ..ruling })
}

/// `0.020 s of CPU time in 1.021 s of wall time`.
fn times(run: &Run) -> String {
    format!("{} of CPU time in {} of wall time", seconds(run.cpu), seconds(run.wall))
}

fn broken_limit(run: &Run, limits: &Limits) -> Option<Ruling> {
    let stopped = match run.ending {
        Ending::Stopped(limit) => Some(limit),
        Ending::Exited(_) | Ending::Signalled(_) | Ending::NotStarted(_) | Ending::Stuck => None,
    };
    let ruling = |verdict, message| Some(Ruling { verdict, message });
    let memory = stopped == Some(Limit::Memory);
    if !memory && (run.cpu > limits.cpu || stopped == Some(Limit::Cpu)) {
        let stopped = if stopped == Some(Limit::Cpu) { "stopped after " } else { "" };
        return ruling(
            Verdict::TimeLimit,
            format!("{stopped}{} of CPU time, limit {}", seconds(run.cpu), seconds(limits.cpu)),
        );
    }
    if run.ending == Ending::Stuck {
        return ruling(
            Verdict::IdleLimit,
            format!("waited for what could not come: {}", times(run)),
        );
    }
    let limit = stopped?;
    let words = limit.words(limits);
    match limit {
        Limit::Cpu => None,
        Limit::Wall => {
            let message = format!("waited: {}, limit {}", times(run), seconds(limits.wall));
            ruling(Verdict::IdleLimit, message)
        }
        Limit::Memory => ruling(Verdict::MemoryLimit, format!("{words} ({STACK})")),
        Limit::Output | Limit::Files => ruling(Verdict::OutputLimit, words),
        Limit::Processes => ruling(Verdict::RunTimeError, words),
    }
}

/// What those who did not ask for much memory do not think of.
const STACK: &str = "the stack counts, too: endless recursion?";

fn bad_ending(run: &Run) -> Option<Ruling> {
    let (verdict, message) = match run.ending {
        Ending::Exited(0) | Ending::Stopped(_) | Ending::Stuck => return None,
        Ending::Exited(code) => (Verdict::RunTimeError, format!("exit code {code}")),
        Ending::Signalled(SIGSYS) => {
            (Verdict::SecurityViolation, "forbidden system call (SIGSYS)".to_owned())
        }
        Ending::Signalled(signal) => (Verdict::RunTimeError, signal_words(signal)),
        Ending::NotStarted(errno) => (
            Verdict::RunTimeError,
            format!("cannot be started: {}", std::io::Error::from_raw_os_error(errno)),
        ),
    };
    let refused = match run.refused_processes {
        0 => String::new(),
        1 => "; the process limit refused a process or thread".to_owned(),
        many => format!("; the process limit refused {many} processes or threads"),
    };
    Some(Ruling { verdict, message: message + &refused })
}

/// The signal of a filtered system call, on every architecture that we know.
const SIGSYS: i32 = 31;

fn signal_words(signal: i32) -> String {
    let cause = match signal {
        libc::SIGSEGV | libc::SIGBUS => ": it used memory that is not its own",
        libc::SIGFPE | libc::SIGILL => ": an impossible operation, such as a division by zero",
        _ => "",
    };
    match signal_hook::low_level::signal_name(signal) {
        Some(name) => format!("signal {signal} ({name}){cause}"),
        None => format!("signal {signal}"),
    }
}

/// A time in seconds, to the millisecond: no measurement here is finer than that.
pub fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(ending: Ending, cpu_ms: u64) -> Run {
        Run {
            cpu: Duration::from_millis(cpu_ms),
            wall: Duration::from_millis(cpu_ms + 1),
            memory: 1 << 20,
            ..Run::ended(ending)
        }
    }

    #[track_caller]
    fn case(ending: Ending, cpu_ms: u64, verdict: Option<Verdict>, message: &str) {
        let limits = Limits { cpu: Duration::from_secs(1), ..Limits::default() };
        let ruling = classify(&run(ending, cpu_ms), &limits);
        assert_eq!(ruling.as_ref().map(|r| r.verdict), verdict);
        assert_eq!(ruling.map_or(String::new(), |r| r.message), message);
    }

    #[test]
    fn a_limit_comes_before_a_signal_and_a_signal_before_a_code() {
        use Ending::{Exited, NotStarted, Signalled, Stopped};
        use Verdict::{
            IdleLimit, MemoryLimit, OutputLimit, RunTimeError, SecurityViolation, TimeLimit,
        };
        case(Exited(0), 1000, None, "");
        case(Exited(0), 1001, Some(TimeLimit), "1.001 s of CPU time, limit 1.000 s");
        case(Signalled(11), 1200, Some(TimeLimit), "1.200 s of CPU time, limit 1.000 s");
        case(
            Stopped(Limit::Cpu),
            1600,
            Some(TimeLimit),
            "stopped after 1.600 s of CPU time, limit 1.000 s",
        );
        case(
            Stopped(Limit::Wall),
            20,
            Some(IdleLimit),
            "waited: 0.020 s of CPU time in 0.021 s of wall time, limit 7.000 s",
        );
        let message = "waited for what could not come: 0.020 s of CPU time in 0.021 s of wall time";
        case(Ending::Stuck, 20, Some(IdleLimit), message);
        case(Ending::Stuck, 1001, Some(TimeLimit), "1.001 s of CPU time, limit 1.000 s");
        let memory = "more than 256.0 MiB of memory (the stack counts, too: endless recursion?)";
        case(Stopped(Limit::Memory), 5, Some(MemoryLimit), memory);
        // What lacks memory may be slow for that.
        case(Stopped(Limit::Memory), 1200, Some(MemoryLimit), memory);
        case(Stopped(Limit::Output), 5, Some(OutputLimit), "more than 64.0 MiB of output");
        case(Stopped(Limit::Files), 5, Some(OutputLimit), "more than 64.0 MiB written to files");
        case(
            Stopped(Limit::Processes),
            5,
            Some(RunTimeError),
            "more than 64 processes and threads",
        );
        for (signal, message) in [
            (7, "signal 7 (SIGBUS): it used memory that is not its own"),
            (11, "signal 11 (SIGSEGV): it used memory that is not its own"),
            (4, "signal 4 (SIGILL): an impossible operation, such as a division by zero"),
            (8, "signal 8 (SIGFPE): an impossible operation, such as a division by zero"),
            (6, "signal 6 (SIGABRT)"),
        ] {
            case(Signalled(signal), 5, Some(RunTimeError), message);
        }
        case(Signalled(31), 5, Some(SecurityViolation), "forbidden system call (SIGSYS)");
        case(Exited(3), 5, Some(RunTimeError), "exit code 3");
        case(
            NotStarted(8),
            0,
            Some(RunTimeError),
            "cannot be started: Exec format error (os error 8)",
        );
    }

    #[test]
    fn what_talks_with_nobody_can_only_have_waited_for_itself() {
        let limits = Limits { cpu: Duration::from_secs(1), ..Limits::default() };
        let message = |ending, cpu| classify_alone(&run(ending, cpu), &limits).map(|r| r.message);
        let stuck = message(Ending::Stuck, 20).expect("a ruling");
        assert!(stuck.starts_with("waited for a lock, a thread or a pipe of its own"), "{stuck}");
        let late = message(Ending::Stuck, 1001).expect("a ruling");
        assert_eq!(late, "1.001 s of CPU time, limit 1.000 s");
        assert_eq!(message(Ending::Exited(0), 20), None);
    }

    #[test]
    fn refused_processes_are_told_beside_the_failure() {
        let mut facts = run(Ending::Exited(1), 5);
        facts.refused_processes = 2;
        let ruling = classify(&facts, &Limits::default()).expect("a ruling");
        assert_eq!(ruling.message, "exit code 1; the process limit refused 2 processes or threads");
    }
}

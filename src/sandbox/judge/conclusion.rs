//! What a run came to: puts together what the slot says, what the kernel counted, and why the judge
//! stopped it.

use std::os::fd::OwnedFd;
use std::time::Duration;

use super::progress::{RunProgress, Stop};
use super::streams::Streams;
use super::witnesses::Witnesses;
use crate::limits::Limits;
use crate::sandbox::cgroup::Usage;
use crate::sandbox::error::SandboxError;
use crate::sandbox::job::{Ending, Limit, Run};
use crate::sandbox::sys;
use crate::sandbox::wire::{Facts, Halt};

/// How the slot's part of a run came to its end.
pub(super) enum Close {
    /// With the files asked for.
    Facts(Facts, Vec<OwnedFd>),
    /// The slot obeyed, but did not clean up in time.
    Late,
    /// The slot died, or did not hear.
    Lost,
}

/// A run that is over, and what follows for its slot.
pub(super) struct Conclusion {
    pub(super) run: Run,
    /// When it ended, by the monotonic clock.
    pub(super) ended: Duration,
    /// Whether the slot can serve another run.
    pub(super) is_reusable: bool,
}

/// Puts the facts together.
pub(super) fn conclude(
    witnesses: &mut Witnesses,
    course: &RunProgress,
    close: &Close,
    streams: Streams,
    limits: &Limits,
) -> Result<Conclusion, SandboxError> {
    let facts = match close {
        Close::Facts(facts, _) => Some(facts),
        Close::Late | Close::Lost => None,
    };
    let counted = witnesses.counted(facts.map(|facts| Duration::from_nanos(facts.reaped_cpu)))?;
    let out_of_memory = counted.is_some_and(|usage| usage.oom_kills > 0);
    let stopped = course.stopped.map(|(why, _)| why);
    let ending = match facts {
        Some(facts) => {
            // Where nothing else counts memory, the resident size must do.
            let too_large = counted.is_none() && facts.resident > limits.memory;
            decide(facts, stopped, streams.is_over(), out_of_memory || too_large, limits)
        }
        None => match decide_without_facts(stopped, out_of_memory, matches!(close, Close::Lost)) {
            Some(ending) => ending,
            None => return Err(lost(witnesses)),
        },
    };
    let wall = facts.map_or_else(|| course.began.elapsed(), |facts| nanos(facts.wall));
    // Whichever process it was, the others may have ended in any way for it.
    if counted.is_none()
        && witnesses.have_seen_kills_anywhere()
        && ending != Ending::Stopped(Limit::Memory)
    {
        let how = "while the program ran, the kernel killed a process to free memory".to_owned();
        return Err(SandboxError::OutOfMemory { how });
    }
    let (output, output_bytes, errors) = streams.finish();
    let run = Run {
        ending,
        cpu: cpu(facts, counted.as_ref(), course),
        wall,
        memory: memory(facts, counted.as_ref()),
        output,
        output_bytes,
        errors,
        refused_processes: counted.map_or(0, |usage| usage.refused),
        missing: None,
    };
    let ended = facts.map_or_else(sys::monotonic, |facts| nanos(facts.ended));
    let is_reusable = facts.is_some_and(|facts| !facts.retire);
    Ok(Conclusion { run, ended, is_reusable })
}

fn nanos(number: u64) -> Duration {
    Duration::from_nanos(number)
}

fn cpu(facts: Option<&Facts>, counted: Option<&Usage>, course: &RunProgress) -> Duration {
    let all = match (counted, facts) {
        // The slot's own is in the same account.
        (Some(usage), Some(facts)) if usage.with_slot => {
            usage.cpu.saturating_sub(nanos(facts.own_cpu))
        }
        (Some(usage), _) => usage.cpu,
        (None, facts) => facts.map_or(Duration::ZERO, |facts| nanos(facts.reaped_cpu)),
    };
    // What the kernel spends on the end of what we killed is not the program's.
    let is_killed = facts.is_none_or(|facts| facts.halt == Halt::Asked);
    course.stopped_at.filter(|_| is_killed).map_or(all, |most| all.min(most))
}

fn memory(facts: Option<&Facts>, counted: Option<&Usage>) -> u64 {
    let resident = facts.map_or(0, |facts| facts.resident);
    match counted {
        Some(usage) if usage.sampled => usage.memory.max(resident),
        Some(usage) => usage.memory,
        None => resident,
    }
}

/// The slot's process is gone, or does not hear.
fn lost(witnesses: &mut Witnesses) -> SandboxError {
    if witnesses.have_seen_kills_anywhere() {
        let how = "the kernel killed a process of the sandbox, or another one on this machine, to \
             free memory";
        return SandboxError::OutOfMemory { how: how.to_owned() };
    }
    SandboxError::Lost
}

/// How a run ended of which the slot tells nothing more; `None` where that cannot be known.
fn decide_without_facts(
    stopped: Option<Stop>,
    out_of_memory: bool,
    slot_is_lost: bool,
) -> Option<Ending> {
    match stopped {
        _ if out_of_memory => Some(Ending::Stopped(Limit::Memory)),
        // Only a slot that hears can tell that the program still ran.
        Some(Stop::Limit(Limit::Wall) | Stop::Stuck) if slot_is_lost => None,
        Some(Stop::Limit(limit)) => Some(Ending::Stopped(limit)),
        Some(Stop::Stuck) => Some(Ending::Stuck),
        Some(Stop::Dismissed) => Some(Ending::Signalled(libc::SIGKILL)),
        Some(Stop::Interrupted) | None => None,
    }
}

/// How a run ended, from facts alone: lack of memory before all else, since it makes programs end
/// in any way; then the limit for which we stopped it; then what the kernel stopped on our behalf;
/// then the program's own end.
fn decide(
    facts: &Facts,
    stopped: Option<Stop>,
    output_is_over: bool,
    out_of_memory: bool,
    limits: &Limits,
) -> Ending {
    if facts.refused != 0 && !out_of_memory {
        return Ending::NotStarted(facts.refused);
    }
    if out_of_memory || facts.halt == Halt::Memory {
        return Ending::Stopped(Limit::Memory);
    }
    if facts.halt == Halt::Cpu {
        return Ending::Stopped(Limit::Cpu);
    }
    if output_is_over {
        return Ending::Stopped(Limit::Output);
    }
    match (facts.halt, stopped) {
        (Halt::Asked, Some(Stop::Limit(limit))) => return Ending::Stopped(limit),
        (Halt::Asked, Some(Stop::Stuck)) => return Ending::Stuck,
        _ => {}
    }
    if libc::WIFEXITED(facts.status) {
        return Ending::Exited(libc::WEXITSTATUS(facts.status));
    }
    match libc::WTERMSIG(facts.status) {
        libc::SIGXFSZ => Ending::Stopped(Limit::Files),
        // The net under the CPU limit, where we set one.
        libc::SIGXCPU | libc::SIGKILL
            if Duration::from_nanos(facts.reaped_cpu) >= limits.kill_cpu() =>
        {
            Ending::Stopped(Limit::Cpu)
        }
        signal => Ending::Signalled(signal),
    }
}

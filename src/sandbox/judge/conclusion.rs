//! What a run came to: puts together what the slot says, what the control group counted, and why
//! the judge stopped it. Knows nothing of how any of that was seen.

use std::io;
use std::time::Duration;

use super::cgroup::{Baseline, Usage};
use super::course::{Course, Stop};
use super::doubt;
use super::streams::Streams;
use super::wire::{Facts, Halt};
use super::worker::{Close, Worker, group_failed};
use super::{Ending, Limit, Run, SandboxError, sys};
use crate::limits::Limits;

impl Worker {
    /// Puts the facts together.
    pub(super) fn conclude(
        &mut self,
        course: &Course,
        close: &Close,
        streams: Streams,
        limits: &Limits,
        baseline: Option<&Baseline>,
    ) -> Result<(Run, Duration, bool), SandboxError> {
        let counted = self.counted(baseline, close)?;
        let out_of_memory = counted.is_some_and(|usage| usage.oom_kills > 0);
        let stopped = course.stopped.map(|(why, _)| why);
        let (ending, wall, start, own_cpu, facts) = match close {
            &Close::Facts(facts, _) => {
                let over = streams.is_over();
                // Where nothing else counts memory, the resident size must do.
                let too_large = counted.is_none() && facts.resident > limits.memory;
                let short = out_of_memory || too_large;
                let ending = decide(&facts, stopped, over, short, limits);
                let [wall, start, own_cpu] =
                    [facts.wall, facts.start, facts.own_cpu].map(Duration::from_nanos);
                (ending, wall, start, own_cpu, Some(facts))
            }
            Close::Late | Close::Lost => {
                let ending = match stopped {
                    _ if out_of_memory => Ending::Stopped(Limit::Memory),
                    // Only a slot that hears can tell that the program still ran.
                    Some(Stop::Limit(Limit::Wall)) if matches!(close, Close::Lost) => {
                        return Err(self.lost());
                    }
                    Some(Stop::Limit(limit)) => Ending::Stopped(limit),
                    Some(Stop::Dismissed) => Ending::Signalled(libc::SIGKILL),
                    _ => return Err(self.lost()),
                };
                (ending, course.began.elapsed(), Duration::ZERO, Duration::ZERO, None)
            }
        };
        if doubt::is_late_start(ending, wall.saturating_sub(start), limits) {
            return Err(SandboxError::Lost);
        }
        // Whichever process it was, the others may have ended in any way for it.
        if counted.is_none() && self.kills.grew() && ending != Ending::Stopped(Limit::Memory) {
            let how = "while the program ran, the kernel killed a process for that".to_owned();
            return Err(SandboxError::OutOfMemory { how });
        }
        let reaped = facts.map_or(Duration::ZERO, |facts| Duration::from_nanos(facts.reaped_cpu));
        let resident = facts.map_or(0, |facts| facts.resident);
        let (output, output_bytes, errors) = streams.finish();
        let cpu = counted.map_or(reaped, |usage| {
            usage.cpu.saturating_sub(if usage.with_slot { own_cpu } else { Duration::ZERO })
        });
        // What the kernel spends on the end of what we killed is not the program's.
        let is_killed = facts.is_none_or(|facts| facts.halt == Halt::Asked);
        let most = course.stopped_at.filter(|_| is_killed).unwrap_or(Duration::MAX);
        let run = Run {
            ending,
            cpu: cpu.min(most),
            wall,
            memory: match counted {
                Some(usage) if usage.sampled => usage.memory.max(resident),
                Some(usage) => usage.memory,
                None => resident,
            },
            output,
            output_bytes,
            errors,
            refused_processes: counted.map_or(0, |usage| usage.refused),
        };
        let ended = facts.map_or_else(sys::monotonic, |facts| Duration::from_nanos(facts.ended));
        Ok((run, ended, facts.is_some_and(|facts| !facts.retire)))
    }

    /// The slot's process is gone, or does not hear.
    fn lost(&mut self) -> SandboxError {
        if self.kills.grew() {
            let how = "the kernel killed the sandbox's own process, or one beside it, for that";
            return SandboxError::OutOfMemory { how: how.to_owned() };
        }
        SandboxError::Lost
    }

    /// What the control group counted, where there is one and it is to be trusted.
    fn counted(
        &mut self,
        baseline: Option<&Baseline>,
        close: &Close,
    ) -> Result<Option<Usage>, SandboxError> {
        let (Some(group), Some(baseline)) = (&mut self.group, baseline) else { return Ok(None) };
        let reaped = match close {
            Close::Facts(facts, _) => Duration::from_nanos(facts.reaped_cpu),
            Close::Late | Close::Lost => Duration::ZERO,
        };
        let usage = group.since(baseline);
        let usage = usage.map_err(|source| group_failed(group, source))?;
        let doubt = match &self.membership {
            // The dead are in no group.
            Some(groups) if matches!(close, Close::Facts(..)) && groups.has_changed() => {
                Some("the slot was moved out of it".to_owned())
            }
            _ => group.doubt(&usage, reaped).map_err(|source| group_failed(group, source))?,
        };
        match (doubt, group.killed_from_above(&usage)) {
            (Some(why), _) => Err(group_failed(group, io::Error::other(why))),
            (None, Some(how)) => Err(SandboxError::OutOfMemory { how }),
            (None, None) => Ok(Some(usage)),
        }
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
    if let (Halt::Asked, Some(Stop::Limit(limit))) = (facts.halt, stopped) {
        return Ending::Stopped(limit);
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

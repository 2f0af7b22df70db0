//! What the judge's own user is allowed at most. Hard limits (`ulimit -H`) pass to every program
//! and cannot be raised again, so a program could fail for them that would be right elsewhere: then
//! none is run at all.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::fault::Fault;
use crate::sandbox::wire::{SlotLimits, WORDS_ONLY};

/// Descriptors that a program may have open at a time.
pub(super) const DESCRIPTORS: u64 = 1024;

/// Processes that a program may need whatever its limit says: builds may have far more than they
/// ever start.
const PROCESSES: u64 = 64;

/// Raises what may be raised, for the slot to choose from. Only an administrator can raise hard
/// limits; others keep theirs.
pub(super) fn raise() {
    for (resource, least) in [
        (Resource::Nofile, Some(DESCRIPTORS)),
        (Resource::Stack, None),
        (Resource::As, None),
        (Resource::Cpu, None),
        (Resource::Data, None),
        (Resource::Fsize, None),
        (Resource::Nproc, None),
    ] {
        let now = getrlimit(resource);
        let enough = match (now.maximum, least) {
            (None, _) => true,
            (Some(now), Some(least)) => now >= least,
            (Some(_), None) => false,
        };
        if !enough {
            let _ = setrlimit(resource, Rlimit { current: least, maximum: least });
        }
        // A new user namespace remembers how many processes its maker might have.
        let maximum = getrlimit(resource).maximum;
        if resource == Resource::Nproc {
            let _ = setrlimit(resource, Rlimit { current: maximum, maximum });
        }
    }
}

/// Hard limits as they are now: the option of `ulimit` that shows one, and its value.
pub(super) struct Allowance {
    descriptors: Option<u64>,
    stack: Option<u64>,
    address_space: Option<u64>,
    data: Option<u64>,
    cpu: Option<u64>,
    files: Option<u64>,
}

impl Allowance {
    /// Of this process.
    pub(super) fn now() -> Self {
        let hard = |resource| getrlimit(resource).maximum;
        Self {
            descriptors: hard(Resource::Nofile),
            stack: hard(Resource::Stack),
            address_space: hard(Resource::As),
            data: hard(Resource::Data),
            cpu: hard(Resource::Cpu),
            files: hard(Resource::Fsize),
        }
    }

    /// Whether programs can have all that these limits promise them.
    pub(super) fn suffices(&self, limits: &SlotLimits) -> Result<(), Fault> {
        let reserved = reservable(limits.memory);
        for (option, what, hard, wanted) in [
            ("n", "open files", self.descriptors, DESCRIPTORS),
            ("s", "bytes of stack", self.stack, limits.memory),
            ("v", "bytes of address space", self.address_space, reserved),
            ("d", "bytes of data", self.data, reserved),
            ("t", "seconds of CPU time", self.cpu, limits.kill_cpu.div_ceil(1_000_000_000) + 1),
            ("f", "bytes in a file", self.files, limits.files),
        ] {
            if hard.is_some_and(|hard| hard < wanted) {
                return Err(too_low(option, what, hard.unwrap_or(0), wanted));
            }
        }
        Ok(())
    }
}

/// Memory that a program may reserve, in bytes: what is reserved is not yet used.
pub(super) fn reservable(memory: u64) -> u64 {
    memory.saturating_mul(2) + (1 << 30)
}

/// Whether a plain user may start as many processes as programs need, beside the `others` that he
/// has; else what is too low. (The judge asks this, before there is a slot.)
pub(in crate::sandbox) fn has_processes(others: impl FnOnce() -> u64) -> Result<(), String> {
    // Beyond this many, nobody's own processes matter, and they are not counted.
    const PLENTY: u64 = 16_384;
    let Some(hard) = getrlimit(Resource::Nproc).maximum.filter(|hard| *hard < PLENTY) else {
        return Ok(());
    };
    let wanted = others() + PROCESSES;
    if hard >= wanted {
        return Ok(());
    }
    Err(too_low("u", "processes and threads", hard, wanted).step)
}

fn too_low(option: &str, what: &str, hard: u64, wanted: u64) -> Fault {
    let step = format!(
        "the hard limit of the judge's user is {hard} {what} (`ulimit -H{option}`), but programs \
         need up to {wanted}: raise that limit"
    );
    Fault { step, errno: WORDS_ONLY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_little_is_named() {
        let limits =
            SlotLimits { kill_cpu: 2_500_000_000, memory: 1 << 20, processes: 1, files: 7 };
        let plenty = || Allowance {
            descriptors: None,
            stack: Some(1 << 20),
            address_space: Some(1 << 31),
            data: None,
            cpu: Some(4),
            files: Some(7),
        };
        assert!(plenty().suffices(&limits).is_ok());
        let case = |allowance: Allowance, words: &str| {
            let fault = allowance.suffices(&limits).expect_err(words);
            assert!(fault.step.contains(words), "{}", fault.step);
        };
        case(Allowance { descriptors: Some(1023), ..plenty() }, "1023 open files (`ulimit -Hn`)");
        case(Allowance { stack: Some(1), ..plenty() }, "need up to 1048576: raise");
        case(Allowance { cpu: Some(3), ..plenty() }, "(`ulimit -Ht`)");
        case(Allowance { files: Some(6), ..plenty() }, "6 bytes in a file");
    }
}

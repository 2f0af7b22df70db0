//! Finds the level that works here: each is tested by a program that attacks it from inside.

use std::fs;
use std::io;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::advice::{Machine, advice};
use super::canary;
use super::walls::{self, Conditions};
use crate::limits::Limits;
use crate::machine;
use crate::sandbox::cgroup::Hierarchy;
use crate::sandbox::error::SandboxError;
use crate::sandbox::interrupt::Interrupt;
use crate::sandbox::isolation::{Advice, Finding, Level, Policy};
use crate::sandbox::job::Ending;
use crate::sandbox::judge::{LevelSetup, Slot};
use crate::sandbox::sys;
use crate::sandbox::wire::{Accounting, TRACING};

/// The version of Landlock that keeps signals in.
const SCOPES: i64 = 6;

/// Directories of the host of which none is seen inside, to be tried by the canary.
const OUTSIDE: [&str; 5] = ["/sys", "/var", "/run", "/home", "/srv"];

/// Finds the strongest level that the policy allows and that holds when tried.
pub(in crate::sandbox) fn probe(
    executable: &Path,
    policy: Policy,
) -> Result<Arc<LevelSetup>, SandboxError> {
    let candidates: Vec<Level> = match policy {
        Policy::Strongest => vec![Level::Full, Level::Contained],
        // Below `contained` nothing but the very level that the user named.
        Policy::AtMost(most) if most >= Level::Fenced => vec![most],
        Policy::AtMost(most) => {
            Level::ALL.into_iter().filter(|level| (most..Level::Fenced).contains(level)).collect()
        }
        Policy::Require(level) => vec![level],
    };
    let mut reasons = Vec::new();
    for level in &candidates {
        match attempt(executable, *level) {
            Ok(ground) => return Ok(ground),
            // No weaker level is used because the machine is short of something just now, nor
            // because the test was interrupted.
            Err(Unavailable::Untold(error)) => return Err(error),
            Err(obstacle) => reasons.push(format!("{}: {}", level.name(), obstacle.words())),
        }
    }
    Err(unavailable(&candidates, &reasons))
}

/// None of these levels works here, each for its reason: with what may help.
fn unavailable(candidates: &[Level], reasons: &[String]) -> SandboxError {
    let weakest = candidates.last().copied();
    let help = weakest
        .zip(reasons.last())
        .map_or_else(Vec::new, |(level, reason)| advice(level, reason, &Machine::read()));
    let mut lines = vec![reasons.join("; ")];
    for Advice { what, command } in help {
        let command = command.map_or_else(String::new, |command| format!(": {command}"));
        lines.push(format!("  this may help: {what}{command}"));
    }
    if candidates.contains(&Level::Contained) {
        lines.push(
            "  to run programs that you trust with less isolation, use --sandbox=fenced".into(),
        );
    }
    let missing = lines.join("\n");
    let wanted = weakest.map_or("any", Level::name);
    SandboxError::Unavailable { wanted, missing }
}

/// What each level wants here, strongest first.
pub(in crate::sandbox) fn survey(executable: &Path) -> Vec<Finding> {
    let machine = Machine::read();
    let find = |level| {
        let missing = attempt(executable, level).err().map(|why| why.words());
        let advice = missing.as_ref().map_or_else(Vec::new, |why| advice(level, why, &machine));
        Finding { level, missing, advice }
    };
    Level::ALL.into_iter().map(find).collect()
}

/// One level, proved by a canary; else what is missing.
fn attempt(executable: &Path, level: Level) -> Result<Arc<LevelSetup>, Unavailable> {
    let hierarchy = match level {
        Level::Full => Some(Hierarchy::find()?),
        Level::Contained | Level::Fenced | Level::Watched => None,
    };
    let accounting = match &hierarchy {
        Some(Hierarchy::V1 { .. }) => Accounting::Group,
        Some(Hierarchy::V2 { .. }) => Accounting::OwnGroup,
        // Without a filter, programs could leave their tracer.
        None if level == Level::Watched => Accounting::Sampled,
        None => Accounting::Traced,
    };
    match attempt_with(executable, level, hierarchy, accounting, None) {
        Err(Unavailable::Untraceable(why)) => {
            let accounting = Accounting::Sampled;
            attempt_with(executable, level, None, accounting, Some(&why))
        }
        result => result,
    }
}

fn attempt_with(
    executable: &Path,
    level: Level,
    hierarchy: Option<Hierarchy>,
    accounting: Accounting,
    untraceable: Option<&io::Error>,
) -> Result<Arc<LevelSetup>, Unavailable> {
    let conditions = Conditions {
        hierarchy: hierarchy.as_ref(),
        untraceable,
        is_root: rustix::process::geteuid().is_root(),
        holds_signals: sys::landlock_version() >= SCOPES,
    };
    let isolation = walls::isolation(level, conditions);
    let ground = Arc::new(LevelSetup::new(executable, isolation, accounting, hierarchy)?);
    prove(&ground)?;
    Ok(ground)
}

/// Why a level is not to be had.
enum Unavailable {
    /// It does not work here: what is missing.
    Missing(String),
    /// It works only if programs are not traced: why they cannot be.
    Untraceable(io::Error),
    /// It cannot be told: the user interrupted the trial, or the machine has no descriptors,
    /// processes or memory left for it, or its user may have none.
    Untold(SandboxError),
}

impl Unavailable {
    fn words(&self) -> String {
        match self {
            Self::Missing(why) => why.clone(),
            Self::Untraceable(error) => chain(error),
            Self::Untold(error) => chain(error),
        }
    }
}

impl From<String> for Unavailable {
    fn from(why: String) -> Self {
        Self::Missing(why)
    }
}

impl From<&str> for Unavailable {
    fn from(why: &str) -> Self {
        Self::Missing(why.into())
    }
}

impl From<SandboxError> for Unavailable {
    fn from(error: SandboxError) -> Self {
        let error = match error {
            SandboxError::Failed { step, source } if step == TRACING => {
                return Self::Untraceable(source);
            }
            error => error,
        };
        // "No space" also means that namespaces are forbidden by a limit of 0 on their number.
        let forbidden = chain(&error).contains("namespaces");
        let everywhere = matches!(error, SandboxError::Allowance(_) | SandboxError::Interrupted);
        if everywhere || machine::is_at_fault(&error) && !forbidden {
            Self::Untold(error)
        } else {
            Self::Missing(chain(&error))
        }
    }
}

/// Runs the canary; else says which restriction failed, or what did not work.
fn prove(ground: &Arc<LevelSetup>) -> Result<(), Unavailable> {
    const PROOF: &str = "proof";
    let executable = canary::path(&ground.executable)?;
    // What we cannot read ourselves would prove nothing.
    let is_outside = |path: &&str| !executable.starts_with(path) && fs::File::open(path).is_ok();
    let secret = OUTSIDE.into_iter().find(is_outside);
    let secret = secret.ok_or("no file outside the sandbox is there to test the isolation with")?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).ok();
    let port = listener.as_ref().and_then(|listener| Some(listener.local_addr().ok()?.port()));
    let arguments = [secret.into(), port.unwrap_or(9).to_string().into()];
    let limits =
        Limits { cpu: Duration::from_secs(20), wall: Duration::from_mins(1), ..Limits::default() };
    let job = canary::job(&executable, PROOF, &arguments, limits);
    let run = Slot::open(Arc::clone(ground), &canary::view(&executable))
        .and_then(|mut slot| slot.run(&job, &Interrupt::default()))?;
    let words = canary::attempt(PROOF.as_ref()).map_or(&[][..], |attempt| attempt.breaches);
    match run.ending {
        Ending::Exited(0) => Ok(()),
        // At a level without restrictions, an escape means nothing.
        Ending::Exited(_) if ground.level() == Level::Watched => Ok(()),
        Ending::Exited(code) => Err(match canary::breaches(words, code) {
            Some(breaches) => format!("the isolation test escaped: {breaches}").into(),
            None => "the isolation test could not run".into(),
        }),
        ending => Err(format!("the isolation test failed: {ending:?}").into()),
    }
}

/// An error with its causes, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        words.push_str(": ");
        words.push_str(&error.to_string());
        cause = error.source();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{SandboxError, Unavailable};

    #[test]
    fn an_interrupted_trial_says_nothing_of_a_level() {
        let obstacle = Unavailable::from(SandboxError::Interrupted);
        assert!(matches!(obstacle, Unavailable::Untold(SandboxError::Interrupted)));
    }
}

//! Limits as other judges state them: what they have no word for is told.

use std::time::Duration;

use super::file::Package;
use super::words::number;
use crate::limits::Limits;
use crate::problem::{Problem, Startup, TimeLimit};

/// The limits of a package: one for all cases.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stated {
    /// CPU time in milliseconds, where it is known.
    pub(super) time: Option<u64>,
    /// Memory in MiB.
    pub(super) memory: u64,
    /// Standard output in MiB.
    pub(super) output: u64,
}

/// The limits of a problem for a judge of this title that has the same for all cases, as they all do.
pub(super) fn stated(problem: &Problem, title: &str, package: &mut Package) -> Stated {
    let limits = problem.widest_limits();
    if problem.cases.iter().any(|case| case.limits != problem.cases[0].limits) {
        package.lose(format!(
            "limits of single cases: {title} has one for all, and they get the widest ({} s, {} MiB)",
            number(limits.cpu.as_secs_f64()),
            limits.memory.div_ceil(1 << 20)
        ));
    }
    if !problem.language_limits.is_empty() {
        let languages: Vec<&str> =
            problem.language_limits.iter().map(|own| own.ending.as_str()).collect();
        package.lose(format!(
            "limits of single languages ({}): {title} has one for all",
            languages.join(", ")
        ));
    }
    if problem.has_time_factors {
        package.note(format!(
            "time factors: {title} gives every language the same time, so that slow ones get less than here"
        ));
    }
    if problem.startup == Startup::Excluded {
        package.note(format!(
            "`startup = \"excluded\"`: {title} counts the start of a runtime towards the time limit"
        ));
    }
    unsaid(problem, &limits, title, package);
    let time = matches!(problem.time_limit, TimeLimit::Stated | TimeLimit::Known(_));
    let time = time.then(|| {
        let (time, is_more) = milliseconds(limits.cpu);
        if is_more {
            let (own, other) = (number(limits.cpu.as_secs_f64()), seconds(time));
            package.lose(format!("the time limit of {own} s becomes {other} s"));
        }
        time
    });
    let mut size = |bytes: u64, what: &str| {
        let (size, is_more) = mebibytes(bytes);
        if is_more {
            package.lose(format!("the limit of {what}, {bytes} bytes, becomes {size} MiB"));
        }
        size
    };
    Stated { time, memory: size(limits.memory, "memory"), output: size(limits.output, "output") }
}

/// Limits that only we have, where they are not the usual ones.
pub(super) fn unsaid(problem: &Problem, limits: &Limits, title: &str, package: &mut Package) {
    let usual = Limits::default();
    if limits.processes != usual.processes {
        package.lose(format!("the limit of {} processes: {title} has none", limits.processes));
    }
    if limits.files != usual.files {
        package.lose(format!("the limit of {} bytes in files: {title} has none", limits.files));
    }
    if !problem.limit_rules.has_usual_wall(limits) {
        let wall = number(limits.wall.as_secs_f64());
        package.lose(format!("the wall time of {wall} s: {title} has its own rule"));
    }
}

/// A memory or output limit in mebibytes, rounded up, and whether that is more.
pub(super) fn mebibytes(bytes: u64) -> (u64, bool) {
    (bytes.div_ceil(1 << 20), !bytes.is_multiple_of(1 << 20))
}

/// Seconds in milliseconds, rounded up, and whether that is more.
pub(super) fn milliseconds(time: Duration) -> (u64, bool) {
    let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    (micros.div_ceil(1000), micros % 1000 != 0)
}

/// Milliseconds as seconds in a file.
pub(super) fn seconds(milliseconds: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "milliseconds of a limit")]
    number(milliseconds as f64 / 1000.0)
}

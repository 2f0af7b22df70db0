//! `jury perft`: counts the lines of legal moves of checkers, to compare move generators by.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use jury_checkers::checkers::{Position, Profile};

use crate::arena::checkers;
use crate::sandbox::{Interrupt, SandboxError};

use super::context::Context;
use super::given;
use super::output;
use super::status::{Failure, Status};
use super::values;

/// Lines of this many plies are counted without a look at interrupts.
const BLIND: u32 = 6;

/// Count the lines of legal moves of checkers, depth by depth
///
/// Each move counts as often as it can be printed differently. Moves of the last ply are counted
/// without being played. Times are of one core.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury perft --depth 8
  jury perft --depth 9 --profile english
  jury perft problems/checkers/data/sample/1.in --depth 6 --divide
  printf 'b\\n4\\n_b_b\\n____\\n____\\nw_w_\\n' | jury perft - --depth 12")]
pub(super) struct Arguments {
    /// A position as bots read it, `-` for standard input [default: the start on 8 by 8]
    position: Option<PathBuf>,
    /// Plies of the longest lines
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
    /// When a capture ends
    #[arg(long, value_name = "RULES", default_value = "seed")]
    profile: values::ProfileName,
    /// Count the lines of the longest depth by their first moves
    #[arg(long)]
    divide: bool,
}

/// Counts.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let position = position(context, arguments)?;
    let counter = Counter { profile: arguments.profile.into(), interrupt: &context.interrupt };
    if arguments.divide {
        divide(&counter, &position, arguments.depth)?;
    } else {
        by_depth(&counter, &position, arguments.depth)?;
    }
    Ok(Status::Good)
}

fn position(context: &Context, arguments: &Arguments) -> Result<Position, Failure> {
    let Some(path) = &arguments.position else {
        return Position::start(8).ok_or_else(|| Failure::ours(anyhow!("no start on 8 by 8")));
    };
    let bytes = given::read_or_standard_input(&context.interrupt, path, given::LARGEST)?;
    Position::parse(&bytes).map_err(|bad| Failure::usage(anyhow!("{}:{bad}", path.display())))
}

fn by_depth(counter: &Counter<'_>, position: &Position, most: u32) -> Result<(), Failure> {
    output::print(|out| {
        writeln!(out, "{:>5} {:>20} {:>10} {:>14}", "depth", "lines", "seconds", "lines/s")
    })?;
    for depth in 1..=most {
        let begin = Instant::now();
        let count = counter.count(position, depth)?;
        let seconds = begin.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "shown to three digits")]
        let speed = match count {
            0 => "0".to_owned(),
            _ => format!("{:.3e}", count as f64 / seconds.max(1e-9)),
        };
        output::print(|out| writeln!(out, "{depth:>5} {count:>20} {seconds:>10.3} {speed:>14}"))?;
    }
    Ok(())
}

fn divide(counter: &Counter<'_>, position: &Position, depth: u32) -> Result<(), Failure> {
    let names = checkers::notations(position, counter.profile);
    let mut total = 0;
    for (name, next) in names.iter().zip(position.successors(counter.profile)) {
        let count = counter.count(&next, depth - 1)?;
        total += count;
        output::print(|out| writeln!(out, "{name:<16} {count:>20}"))?;
    }
    output::print(|out| writeln!(out, "{:<16} {total:>20}", "total"))
}

/// Counts until interrupted.
struct Counter<'a> {
    profile: Profile,
    interrupt: &'a Interrupt,
}

impl Counter<'_> {
    fn count(&self, position: &Position, depth: u32) -> Result<u64, SandboxError> {
        if self.interrupt.is_set() {
            return Err(SandboxError::Interrupted);
        }
        if depth <= BLIND {
            return Ok(position.count_lines(depth, self.profile));
        }
        let next = position.successors(self.profile);
        next.iter().map(|next| self.count(next, depth - 1)).sum()
    }
}

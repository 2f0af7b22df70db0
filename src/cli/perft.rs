//! `jury perft`: counts the lines of legal moves of checkers, to compare move generators by.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use jury_checkers::checkers::{Move, Position, Profile, Square};

use crate::arena::checkers::Notation;
use crate::sandbox::Interrupt;

use super::context::Context;
use super::given;
use super::output;
use super::status::{Failure, Status};
use super::values;

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
    let (profile, interrupt) = (arguments.profile.into(), &context.interrupt);
    let mut counter = Counter { profile, interrupt, depth: arguments.depth, count: 0 };
    if arguments.divide {
        divide(&mut counter, &position)?;
    } else {
        by_depth(&mut counter, &position)?;
    }
    Ok(Status::Good)
}

fn position(context: &Context, arguments: &Arguments) -> Result<Position, Failure> {
    let Some(path) = &arguments.position else {
        return Position::start(8).ok_or_else(|| Failure::ours(anyhow!("no start on 8 by 8")));
    };
    let bytes = given::read_or_standard_input(&context.interrupt, path, given::LARGEST)?;
    Position::parse(&bytes).map_err(|bad| Failure::usage(anyhow!("{}:{bad}", given::name(path))))
}

fn by_depth(counter: &mut Counter<'_>, position: &Position) -> Result<(), Failure> {
    output::print(|out| {
        writeln!(out, "{:>5} {:>20} {:>10} {:>14}", "depth", "lines", "seconds", "lines/s")
    })?;
    for depth in 1..=counter.depth {
        (counter.depth, counter.count) = (depth, 0);
        let begin = Instant::now();
        let count = counter.add(position, depth)?;
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

/// Goes over the first moves twice, since how one is written depends on all others, and a made-up
/// board may have more of them than memory.
fn divide(counter: &mut Counter<'_>, position: &Position) -> Result<(), Failure> {
    let mut notation = Notation::new(position.size());
    counter.each_move(position, |_, squares, _| {
        notation.add(squares);
        Ok(())
    })?;
    counter.each_move(position, |counter, squares, next| {
        let name = notation.write(&Move::new(squares.to_vec()));
        let count = counter.add(&next, counter.depth - 1)?;
        output::print(|out| writeln!(out, "{name:<16} {count:>20}"))
    })?;
    output::print(|out| writeln!(out, "{:<16} {:>20}", "total", counter.count))
}

/// Counts until interrupted.
struct Counter<'a> {
    profile: Profile,
    interrupt: &'a Interrupt,
    /// Plies of the lines that are being counted.
    depth: u32,
    /// How many of these lines were found.
    count: u64,
}

impl Counter<'_> {
    /// Counts the lines of this many plies: how many these are.
    fn add(&mut self, position: &Position, plies: u32) -> Result<u64, Failure> {
        let (before, goes_on) = (self.count, || !self.interrupt.is_set());
        match position.count_lines_while(&goes_on, plies, self.profile, &mut self.count) {
            ControlFlow::Continue(()) => Ok(self.count - before),
            ControlFlow::Break(()) => Err(self.interrupted()),
        }
    }

    /// Does something with each legal move: its squares, and the position after it.
    fn each_move(
        &mut self,
        position: &Position,
        mut act: impl FnMut(&mut Self, &[Square], Position) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut acted = Ok(());
        let _ = position.each_move(self.profile, &mut |squares, next| {
            acted = if self.interrupt.is_set() {
                Err(self.interrupted())
            } else {
                act(self, squares, next)
            };
            if acted.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        acted
    }

    fn interrupted(&self) -> Failure {
        let (count, depth) = (self.count, self.depth);
        let error = anyhow!("interrupted: {count} lines of depth {depth} counted so far");
        Failure { status: Status::Interrupted, error }
    }
}

//! `jury perft`: counts the lines of legal moves of a game, to compare move generators by.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use clap::ValueEnum as _;

use crate::arena::{Game, GameKind};
use crate::sandbox::Interrupt;

use super::contest::{game_name, rule};
use super::context::Context;
use super::given;
use super::output;
use super::status::{Failure, Status};
use super::values;

/// Count the lines of legal moves of a game, depth by depth
///
/// Each move of checkers counts as often as it can be printed differently. Moves of the last ply are counted
/// without being played. Times are of one core.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury perft --depth 8
  jury perft --depth 9 --profile english
  jury perft --depth 8 --game four-in-a-row
  jury perft problems/checkers/data/sample/1.in --depth 6 --divide
  printf 'b\\n4\\n_b_b\\n____\\n____\\nw_w_\\n' | jury perft - --depth 12")]
pub(super) struct Arguments {
    /// A position as bots read it, `-` for standard input [default: the start]
    position: Option<PathBuf>,
    /// Plies of the longest lines
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
    /// The game
    #[arg(long, value_name = "NAME", default_value = "checkers", value_parser = game_name())]
    game: &'static GameKind,
    /// A rule of the game that is not the usual one, such as size=10 (can be repeated)
    #[arg(long, value_name = "KEY=VALUE", value_parser = rule)]
    rules: Vec<(String, String)>,
    /// In checkers, when a capture ends [default: seed]
    #[arg(long, value_name = "RULES")]
    profile: Option<values::ProfileName>,
    /// Count the lines of the longest depth by their first moves
    #[arg(long)]
    divide: bool,
}

/// Counts.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let position = position(context, arguments)?;
    let mut counter = Counter { interrupt: &context.interrupt, depth: arguments.depth, count: 0 };
    if arguments.divide {
        divide(&mut counter, &*position)?;
    } else {
        by_depth(&mut counter, &*position)?;
    }
    Ok(Status::Good)
}

fn position(context: &Context, arguments: &Arguments) -> Result<Box<dyn Game>, Failure> {
    let usage = |why: String| Failure::usage(anyhow!(why));
    let mut rules = arguments.rules.clone();
    let profile = arguments.profile.and_then(|profile| profile.to_possible_value());
    rules.extend(profile.map(|profile| ("profile".to_owned(), profile.get_name().to_owned())));
    let rules = arguments.game.with_rules(&rules).map_err(usage)?;
    let Some(path) = &arguments.position else {
        return (arguments.game.start)(&rules).map_err(usage);
    };
    let bytes = given::read_or_standard_input(&context.interrupt, path, given::LARGEST)?;
    (arguments.game.read)(&rules, &bytes)
        .map_err(|bad| Failure::usage(anyhow!("{}:{bad}", given::name(path))))
}

fn by_depth(counter: &mut Counter<'_>, position: &dyn Game) -> Result<(), Failure> {
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

/// The lines by their first moves.
fn divide(counter: &mut Counter<'_>, position: &dyn Game) -> Result<(), Failure> {
    let mut divided = Ok(());
    let interrupt = counter.interrupt;
    let flow = position.each_move(&|| !interrupt.is_set(), &mut |name, next| {
        divided = counter
            .add(&*next, counter.depth - 1)
            .and_then(|count| output::print(|out| writeln!(out, "{name:<16} {count:>20}")));
        if divided.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    divided?;
    if flow.is_break() {
        return Err(counter.interrupted());
    }
    output::print(|out| writeln!(out, "{:<16} {:>20}", "total", counter.count))
}

/// Counts until interrupted.
struct Counter<'a> {
    interrupt: &'a Interrupt,
    /// Plies of the lines that are being counted.
    depth: u32,
    /// How many of these lines were found.
    count: u64,
}

impl Counter<'_> {
    /// Counts the lines of this many plies: how many these are.
    fn add(&mut self, position: &dyn Game, plies: u32) -> Result<u64, Failure> {
        let (before, goes_on) = (self.count, || !self.interrupt.is_set());
        match position.count_lines(plies, &goes_on, &mut self.count) {
            ControlFlow::Continue(()) if goes_on() => Ok(self.count - before),
            _ => Err(self.interrupted()),
        }
    }

    fn interrupted(&self) -> Failure {
        let (count, depth) = (self.count, self.depth);
        let error = anyhow!("interrupted: {count} lines of depth {depth} counted so far");
        Failure { status: Status::Interrupted, error }
    }
}

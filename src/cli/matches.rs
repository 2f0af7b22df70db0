//! `jury match`: two bots against each other.

use std::num::NonZeroU32;

use super::contest::{self, Options, Pairing};
use super::context::Context;
use super::status::{Failure, Status};
use crate::arena::record::{Format, Sprt};

/// Play two bots against each other at a game, and estimate how much stronger the first one is
///
/// A bot is a submission: a source file, a folder of sources, or an executable; `reference` is the
/// shipped reference program. It reads the state (the side to move, the size of the board, its lines)
/// and answers a move; of checkers, as in the problem `checkers`. Each opening is played twice, with
/// colours swapped. A bot loses whose answer is illegal or malformed, that crashes, or that breaks a
/// limit. In checkers, a side without a legal move loses; the third occurrence of a position is a draw,
/// and so are 80 plies without a capture or a man's move, and 300 plies. --game names another game.
///
/// Every ply is recorded at once: after an interruption, --resume continues without losing or
/// repeating a finished game.
///
/// With --sprt, the match ends as soon as it is known whether the first bot is no stronger than elo0
/// or as strong as elo1; the exit status is 1 unless it is as strong as elo1.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "\
jury match [OPTIONS] A B
       jury match [OPTIONS] --resume RECORD",
    after_help = "\
Examples:
  jury match mine.cpp reference
  jury match new.py old.py --pairs 200 --sprt=elo0=0,elo1=30
  jury match a.rs b.rs --protocol session --time-limit 0.5 --json report.json
  jury match mine.py reference --game four-in-a-row --arguments-of '2=--depth 4'
  jury match a.rs a.rs --time-limit-of 2=1
  jury match mine.cpp a.rs --files-of 1=book --arguments-of '1=--book /files'
  jury match new.py old.py --pairs 200 --sprt --plan plan.json --shards 8
  jury match --resume jury-record-1.jsonl

An openings file has one opening a line, its moves in the game's notation (checkers: 9-13, 13x22;
four-in-a-row: a column, 4), `#` begins a comment."
)]
pub(super) struct Arguments {
    /// The two bots
    #[arg(required_unless_present = "resume", num_args = 2, value_names = ["A", "B"])]
    bots: Vec<String>,
    /// Openings to play, each twice
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pairs: u32,
    /// End as soon as a sequential test decides [default bounds: elo0=0,elo1=10,alpha=0.05,beta=0.05]
    #[arg(long, value_name = "KEY=VALUE,…", num_args = 0..=1, require_equals = true,
        default_missing_value = contest::SPRT, value_parser = contest::sprt, conflicts_with = "resume")]
    sprt: Option<Sprt>,
    /// Pairs of a round: a plan with --sprt is decided, or goes on, after each [default: 10 for each shard]
    #[arg(long, value_name = "N", requires_all = ["plan", "sprt"])]
    round: Option<NonZeroU32>,
    #[command(flatten)]
    options: Options,
}

/// Plays and reports.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let meeting = Pairing {
        command: "match",
        bots: &arguments.bots,
        format: Format::RoundRobin,
        pairs: arguments.pairs,
        sprt: arguments.sprt,
        added: &[],
        round: arguments.round,
    };
    contest::run(context, &arguments.options.resolve(&meeting))
}

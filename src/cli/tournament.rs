//! `jury tournament`: several bots, each against each, or one against all.

use super::contest::{self, Options, Pairing};
use super::context::Context;
use super::status::{Failure, Status};
use crate::arena::record::Format;

/// Play several bots against each other at a game, and rate them all
///
/// Each meets each (round robin), or with --gauntlet the first one meets all others. Bots, rules and
/// the record are those of `jury match`.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "\
jury tournament [OPTIONS] BOT BOT...
       jury tournament [OPTIONS] --resume RECORD",
    after_help = "\
Examples:
  jury tournament a.py b.cpp c.rs reference
  jury tournament new.cpp old-1.cpp old-2.cpp --gauntlet --pairs 50
  jury tournament a.py b.cpp c.rs -j 4 --pdn games.pdn
  jury tournament a.py b.cpp c.rs --plan plan.json --shards 8
  jury tournament --resume jury-record-1.jsonl
  jury tournament --resume jury-record-1.jsonl --add new.cpp"
)]
pub(super) struct Arguments {
    /// The bots
    #[arg(required_unless_present = "resume", num_args = 2.., value_name = "BOT")]
    bots: Vec<String>,
    /// Openings that each two who meet play, each twice
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pairs: u32,
    /// The first bot against the others, which do not meet
    #[arg(long, conflicts_with = "resume")]
    gauntlet: bool,
    /// Add this bot to the record that is resumed: only its games are played (can be repeated)
    #[arg(long, value_name = "BOT", requires = "resume")]
    add: Vec<String>,
    #[command(flatten)]
    options: Options,
}

/// Plays and reports.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let meeting = Pairing {
        command: "tournament",
        bots: &arguments.bots,
        format: if arguments.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
        pairs: arguments.pairs,
        sprt: None,
        added: &arguments.add,
        round: None,
    };
    contest::run(context, &arguments.options.resolve(&meeting))
}

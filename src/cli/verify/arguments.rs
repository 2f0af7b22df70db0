//! The arguments of `jury verify`, as they are written.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::builder::FalseyValueParser;

use super::super::plan_file;
use super::super::values;
use super::report::Reports;

/// Check whole problems: inputs, answers, generator rules, reference, jury submissions, limits
///
/// Every input must be valid and differ from all others; the checker must accept every answer;
/// every generated case must equal what its generator rule generates, byte for byte; the reference must be
/// accepted and use at most 90 % of each time limit; every jury submission must get the verdict
/// that its folder names, and a secret case must catch each wrong one. Validators that are programs
/// must reject junk, and the invalid files that a package of the Kattis family brings for that.
///
/// In the table, `remade` counts the generated cases that came out byte for byte, and `caught twice` the
/// wrong submissions that two secret cases or more catch.
///
/// With --matrix, every submission runs on every case, which takes longer. The report then also
/// shows which case catches which submission, cases that catch nothing, submissions that one case
/// alone catches, groups whose answers are all equal, bounds of the validator that no case reaches,
/// and how near submissions come to the time limit from both sides. None of this changes the exit
/// status.
///
/// Runs that took place before are recalled where nothing that can change their outcome has changed
/// since; -v says which, and why others are not.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury verify
  jury verify board-silly ./my-problem
  jury verify board-silly --matrix
  jury verify board-silly --fresh
  jury verify --matrix-json matrix.json
  jury verify --junit report.xml
  jury verify --json - | jq '.problems[].findings'
  jury verify --plan plan.json --shards 4")]
pub(in super::super) struct Arguments {
    /// Problem folders, slugs or aliases [default: the one that this folder lies in, else all in the
    /// problems folder]
    #[arg(value_name = "PROBLEM")]
    pub(super) names: Vec<String>,
    /// Runs side by side, and as many builds [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = values::jobs)]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Run every submission on every case and show which case catches which
    #[arg(long)]
    pub(super) matrix: bool,
    /// Run everything, also what was run before and has not changed since
    #[arg(long, env = "JURY_FRESH", value_parser = FalseyValueParser::new())]
    pub(super) fresh: bool,
    #[command(flatten)]
    pub(super) planning: Planning,
    #[command(flatten)]
    pub(super) reports: Reports,
}

/// Work for many machines.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Many machines (see `jury shard` and `jury merge`)")]
pub(super) struct Planning {
    /// Verify nothing, but write a plan to FILE, of which any machine can do a shard
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "junit", "markdown", "matrix_json"])]
    pub(super) plan: Option<PathBuf>,
    /// Number of shards [default: one for each problem]
    #[arg(long, value_name = "N", requires = "plan", value_parser = plan_file::shards)]
    pub(super) shards: Option<NonZeroU32>,
}

impl Arguments {
    /// Whether every submission runs on every case.
    pub(super) fn wants_matrix(&self) -> bool {
        self.matrix || self.reports.matrix_json.is_some()
    }
}

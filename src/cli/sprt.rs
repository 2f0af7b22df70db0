//! `jury sprt`: what pairs of games that were played somewhere say of a strength.

use crate::arena::rating::Pentanomial;
use crate::arena::record::Sprt;
use crate::arena::sprt::Decision;
use crate::report::contest::in_elo;
use crate::report::contest::terminal::test;

use super::contest::{SPRT, sprt};
use super::context::Context;
use super::output;
use super::status::{Failure, Status};

/// Estimate a strength from counts of pairs of games, and decide a sequential test, without playing
///
/// A pair is two games on one opening, with colours swapped. The counts are those that the report of `jury match`
/// shows: how many pairs gave 0, ½, 1, 1½ and 2 points. The exit status is 1 unless the strength is that of elo1,
/// as for `jury match --sprt`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury sprt 12 40 88 51 17
  jury sprt 12 40 88 51 17 --bounds elo0=0,elo1=5,scale=normalized")]
pub(super) struct Arguments {
    /// Pairs that gave 0, ½, 1, 1½ and 2 points
    #[arg(required = true, num_args = 5, value_name = "COUNT",
        value_parser = clap::value_parser!(u64).range(..=1_000_000_000_000))]
    counts: Vec<u64>,
    /// Bounds of the test, as for `jury match --sprt`
    #[arg(long, value_name = "KEY=VALUE,…", default_value = SPRT, value_parser = sprt)]
    bounds: Sprt,
}

/// Computes and prints.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let mut pairs = Pentanomial::default();
    for (slot, count) in pairs.0.iter_mut().zip(&arguments.counts) {
        *slot = *count;
    }
    output::print(|out| {
        let estimate = pairs.estimate();
        writeln!(out, "{}", estimate.map_or("Elo unknown: no pairs".to_owned(), |e| in_elo(&e)))?;
        if let Some(normalized) = pairs.normalized() {
            writeln!(out, "normalised Elo {normalized:+.1}")?;
        }
        if let Some(estimate) = estimate {
            writeln!(out, "likelihood of superiority {:.1} %", 100.0 * estimate.superiority)?;
        }
        writeln!(out, "{}", test(&arguments.bounds, &pairs))
    })?;
    Ok(context.status(arguments.bounds.decide(&pairs) == Some(Decision::Elo1)))
}

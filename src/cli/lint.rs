//! `jury lint`: what another judge would refuse or change of a problem.

use std::num::NonZeroUsize;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use jury_checkers::plural::counted;

use crate::export::{Family, Weight};

use super::context::Context;
use super::export::package;
use super::named;
use super::output;
use super::status::{Failure, Status};

/// Tell what another judge would refuse or change of a problem
///
/// Looks at what `jury export` would write, and writes nothing. Each line is something that the other judge's
/// packages cannot say, and what comes in its place.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury lint four-in-line --for kattis
  jury lint --for domjudge")]
pub(super) struct Arguments {
    /// Problem folder, archive, slug or alias [default: the problem that the working directory lies in]
    #[arg(value_name = "PROBLEM")]
    problem: Option<String>,
    /// The other judge
    #[arg(long = "for", value_name = "JUDGE")]
    judge: Judge,
    /// Runs and builds side by side, where a time limit must be found first [default: number of cores]
    #[arg(long, short, value_name = "N", value_parser = super::values::jobs)]
    jobs: Option<NonZeroUsize>,
}

/// A judge, and the packages that it takes.
#[derive(Debug, Clone, Copy)]
struct Judge {
    name: &'static str,
    family: Family,
}

/// The judges.
const JUDGES: [Judge; 6] = [
    Judge { name: "icpc", family: Family::Icpc },
    Judge { name: "kattis", family: Family::KattisLegacy },
    Judge { name: "domjudge", family: Family::Domjudge },
    Judge { name: "polygon", family: Family::Polygon },
    Judge { name: "cms", family: Family::Cms },
    Judge { name: "dmoj", family: Family::Dmoj },
];

impl ValueEnum for Judge {
    fn value_variants<'a>() -> &'a [Self] {
        &JUDGES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name))
    }
}

/// Looks and tells.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let name = named::one(context, arguments.problem.as_deref())?;
    let Judge { family, .. } = arguments.judge;
    let (problem, package) = package(context, &name, family, arguments.jobs)?;
    let (slug, title) = (&problem.slug, family.title());
    output::print(|out| {
        for finding in &package.findings {
            let word = match finding.weight {
                Weight::Refused => "refused",
                Weight::Lost | Weight::Noted => "changed",
            };
            let text = crate::visible::visible(finding.text.as_bytes());
            writeln!(out, "{word}: {text}")?;
        }
        match package.findings.len() {
            0 => writeln!(out, "{slug}: a package for {title} says all of it"),
            count => writeln!(out, "{slug}: {} for {title}", counted(count, "difference")),
        }
    })?;
    Ok(context.status(package.findings.is_empty()))
}

//! `jury languages`: the languages that submissions may be written in.

use comfy_table::{Cell, Table, presets};

use crate::submission::LANGUAGES;

use super::context::Context;
use super::output;
use super::status::{Failure, Status};

/// List the languages, their file endings and time factors
///
/// A problem's time limits are multiplied by the factor of the submission's language.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury languages")]
pub(super) struct Arguments {}

/// Lists.
pub(super) fn run(_: &Context, _: &Arguments) -> Result<Status, Failure> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["name", "language", "endings", "time factor"]);
    for language in LANGUAGES {
        table.add_row([
            Cell::new(language.name),
            Cell::new(language.title),
            Cell::new(language.extensions.join(" ")),
            Cell::new(language.time_factor),
        ]);
    }
    output::print(|out| writeln!(out, "{}", table.trim_fmt()))?;
    Ok(Status::Good)
}

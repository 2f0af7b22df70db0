//! `jury languages`: the languages that submissions may be written in.

use comfy_table::{Cell, Table, presets};

use crate::submission::Language;
use crate::visible::visible;

use super::context::Context;
use super::output;
use super::status::{Failure, Status};

/// List the languages, their file endings and time factors
///
/// A problem's CPU time limits are multiplied by the factor of the submission's language. Where several
/// languages have an ending, a script's first line decides, else the first of them is taken; the
/// others are chosen by --language. A file of your own adds languages (see --languages).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury languages")]
pub(super) struct Arguments {}

/// Lists.
pub(super) fn run(context: &Context, _: &Arguments) -> Result<Status, Failure> {
    let added = context.languages.iter().any(|language| language.added_by.is_some());
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header = vec!["name", "language", "endings", "time factor"];
    header.extend(added.then_some("from"));
    table.set_header(header);
    for language in context.languages.iter() {
        let mut row = vec![
            Cell::new(&language.name),
            Cell::new(visible(language.title.as_bytes())),
            Cell::new(visible(language.endings.join(" ").as_bytes())),
            Cell::new(language.time_factor),
        ];
        row.extend(added.then(|| Cell::new(from(context, language))));
        table.add_row(row);
    }
    output::print(|out| writeln!(out, "{}", table.trim_fmt()))?;
    Ok(Status::Good)
}

/// The file that added a language.
fn from(context: &Context, language: &Language) -> String {
    let file = language.added_by.as_ref().map(|file| context.shown(file).display().to_string());
    file.unwrap_or_default()
}

//! `jury report`: makes other formats of saved JSON reports.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use serde::Deserialize;

use crate::json::{self, BadJson};
use crate::report::document::{Document, SCHEMA};
use crate::report::terminal;

use super::context::Context;
use super::formats::Formats;
use super::given;
use super::output;
use super::status::{Failure, Status};

/// Make other formats of saved JSON reports, or show them
///
/// REPORT.json is what `jury grade --json` wrote; `-` is standard input. Without a format, the
/// reports are printed as `jury grade` prints them. Several reports of one problem make one JSON report;
/// the other formats hold one after another. The exit status does not say how the
/// submissions fared: 0 says that all was written.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury report report.json
  jury report report.json --junit report.xml --markdown report.md
  jury report monday.json tuesday.json --html all.html
  jury report group-a.json group-b.json --json all.json
  jury grade four-in-line solution.cpp --json - | jury report - --markdown -")]
pub(super) struct Arguments {
    /// Saved JSON reports
    #[arg(required = true, value_name = "REPORT.json")]
    reports: Vec<PathBuf>,
    #[command(flatten)]
    formats: Formats,
}

/// Reads all, then writes.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let paths: Vec<&Path> = arguments.reports.iter().map(PathBuf::as_path).collect();
    arguments.formats.expect_writable(&paths)?;
    let documents =
        paths.into_iter().map(|path| read(context, path)).collect::<Result<Vec<_>, _>>()?;
    if arguments.formats.is_empty() {
        output::print(|out| {
            let width = output::width();
            documents.iter().try_for_each(|document| terminal::render(document, width, out))
        })?;
    } else {
        arguments.formats.write(&documents)?;
    }
    Ok(Status::Good)
}

/// Reads a saved report.
pub(super) fn read(context: &Context, path: &Path) -> Result<Document, Failure> {
    let text = given::read_or_standard_input(&context.interrupt, path, given::LARGEST)?;
    parse(&text).map_err(|why| {
        let name = given::name(path);
        Failure::usage(anyhow!("{name}{why}; `jury grade … --json FILE` writes such reports"))
    })
}

/// The document, or what comes after the file's name in the error.
fn parse(text: &[u8]) -> Result<Document, String> {
    /// All that the reports of any version have.
    #[derive(Deserialize)]
    struct Versioned {
        schema: u32,
    }
    // Asked first, since another version may well have other keys.
    if let Ok(Versioned { schema }) = serde_json::from_slice(text)
        && schema != SCHEMA
    {
        return Err(format!(
            ": it has schema {schema}, but this version of jury reads schema {SCHEMA}"
        ));
    }
    json::parse(text).map_err(|BadJson { line, column, words, breaks_off }| {
        let what = if breaks_off { "the report is cut off" } else { "not a report" };
        format!(":{line}:{column}: {what}: {words}")
    })
}

//! `jury languages`: the languages that submissions may be written in, and what this machine has of
//! them.

use std::path::PathBuf;

use bytesize::ByteSize;
use comfy_table::{Cell, Table, presets};

use crate::judge::StartupCost;
use crate::report::listing_json;
use crate::ruling::seconds;
use crate::submission::{Cache, Language, Toolchain, toolchains, toolchains_of};
use crate::visible::visible;

use super::context::Context;
use super::output;
use super::status::{Failure, Status};

/// List the languages: file endings, time factors, and which are installed here
///
/// A problem's CPU time limits are multiplied by the factor of the submission's language. Where several
/// languages have an ending, a script's first line decides, else signs in its text, else the first of
/// them is taken; the others are chosen by --language. A file of your own adds languages (see
/// --languages); --flags builds and runs as a known contest does.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury languages
  jury languages prolog
  jury languages cpp --flags kattis
  jury languages --json languages.json")]
pub(super) struct Arguments {
    /// Show all that is known of this one: commands, variables, tools
    #[arg(value_name = "NAME", conflicts_with = "json")]
    name: Option<String>,
    /// Write JSON in place of words (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Lists.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    if let Some(name) = &arguments.name {
        return one(context, name);
    }
    let found = toolchains(&context.languages);
    let cache = context.cache().ok();
    let all = context.languages.iter().map(|language| &**language).zip(&found);
    let all: Vec<Known<'_>> = all
        .map(|(language, found)| (language, found, cost(cache.as_ref(), language, found)))
        .collect();
    if let Some(path) = &arguments.json {
        output::write_report(path, &listing_json::languages(&all).map_err(Failure::ours)?)?;
        return Ok(Status::Good);
    }
    let (ready, missing): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(_, found, _)| found.version.is_ok());
    output::print(|out| {
        writeln!(out, "ready:\n\n{}", table(context, &ready, "version").trim_fmt())?;
        if missing.is_empty() {
            return Ok(());
        }
        let missing = table(context, &missing, "what to install");
        writeln!(out, "\nnot installed:\n\n{}", missing.trim_fmt())
    })?;
    Ok(Status::Good)
}

/// A language, its toolchain here, and what the start of its runtime costs, where that was measured.
type Known<'a> = (&'a Language, &'a Toolchain, Option<StartupCost>);

/// What was measured of a language's start with the tools that are here.
fn cost(cache: Option<&Cache>, language: &Language, found: &Toolchain) -> Option<StartupCost> {
    StartupCost::known(cache?, language, found.version.as_ref().ok()?)
}

/// The languages of one state; the last head says what is told of the tools.
fn table(context: &Context, rows: &[Known<'_>], tools: &str) -> Table {
    let measured = rows.iter().any(|(_, _, cost)| cost.is_some());
    let added = context.languages.iter().any(|language| language.added_by.is_some());
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header = vec!["name", "language", "endings", "time factor"];
    header.extend(measured.then_some("start"));
    header.push(tools);
    header.extend(added.then_some("from"));
    table.set_header(header);
    for (language, found, cost) in rows {
        let (Ok(words) | Err(words)) = &found.version;
        let words = words.lines().next().unwrap_or_default();
        let mut row = vec![
            Cell::new(&language.name),
            Cell::new(visible(language.title.as_bytes())),
            Cell::new(visible(language.endings.join(" ").as_bytes())),
            Cell::new(language.time_factor),
        ];
        let start = cost.as_ref().map(|cost| seconds(cost.cpu()));
        row.extend(measured.then(|| Cell::new(start.unwrap_or_default())));
        row.push(Cell::new(visible(words.as_bytes())));
        row.extend(added.then(|| Cell::new(from(context, language))));
        table.add_row(row);
    }
    table
}

/// All that is known of one language.
fn one(context: &Context, name: &str) -> Result<Status, Failure> {
    let language = context.languages.named(name)?;
    let found = toolchains_of([&*language]);
    let mut facts = found.first().map(|found| language.facts(found)).unwrap_or_default();
    let cache = context.cache().ok();
    let cost = found.first().and_then(|found| cost(cache.as_ref(), &language, found));
    facts.extend(cost.map(|cost| ("start", words(&cost))));
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for (head, words) in facts {
        table.add_row([Cell::new(head), Cell::new(visible(words.as_bytes()))]);
    }
    output::print(|out| writeln!(out, "{}", table.trim_fmt()))?;
    Ok(Status::Good)
}

/// What the start of a runtime costs.
fn words(cost: &StartupCost) -> String {
    let build = match cost.build_seconds {
        0.0 => String::new(),
        seconds => format!(", built in {seconds:.2} s"),
    };
    format!(
        "{} of CPU time, {}{build}: a program that does nothing, measured {} UTC at `{}`",
        seconds(cost.cpu()),
        ByteSize(cost.memory_bytes),
        cost.measured,
        cost.level.name()
    )
}

/// The file that added a language.
fn from(context: &Context, language: &Language) -> String {
    let file = language.added_by.as_ref().map(|file| context.shown(file).display().to_string());
    file.unwrap_or_default()
}

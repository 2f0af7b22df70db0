//! `jury doctor`: tells by trying what isolation works here, and which languages can be built.

use comfy_table::{Table, presets};

use crate::sandbox::Isolation;
use crate::submission::toolchains;

use super::context::Context;
use super::output;
use super::status::{Failure, Status};

/// Tell by trying what isolation is in force and which languages can be built
///
/// Each wall of the sandbox is tried with a program that attacks it. Exits with 3 when the level
/// asked for does not work here.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury doctor
  jury doctor --require-sandbox full")]
pub(super) struct Arguments {}

/// Tries and tells.
pub(super) fn run(context: &Context, _: &Arguments) -> Result<Status, Failure> {
    let languages = languages();
    output::print(|out| writeln!(out, "{languages}\n"))?;
    let sandbox = context.sandbox()?;
    let isolation = sandbox.isolation();
    let walls = walls(isolation);
    output::print(|out| {
        writeln!(out, "{walls}\n")?;
        writeln!(out, "CPU time is read from {}", isolation.cpu_source)?;
        writeln!(out, "peak memory is read from {}", isolation.memory_source)?;
        writeln!(out, "sandbox level: {}", isolation.level.name())
    })?;
    Ok(Status::Good)
}

fn walls(isolation: &Isolation) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["wall", "strength", "by"]);
    for wall in &isolation.walls {
        table.add_row([wall.wall.as_str(), wall.strength.name(), wall.by.as_str()]);
    }
    table
}

fn languages() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["language", "toolchain"]);
    for toolchain in toolchains() {
        let words = toolchain.version.unwrap_or_else(|missing| missing);
        table.add_row([toolchain.language.to_owned(), words]);
    }
    table
}

//! `jury man`: manual pages, made of what `--help` says.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap_mangen::Man;

use crate::machine::folder_of;

use super::output;
use super::status::{Failure, Status};

/// What made the pages, in their last line.
const SOURCE: &str = concat!("jury ", env!("CARGO_PKG_VERSION"));

/// Write the manual pages, one for each command
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  mkdir -p ~/.local/share/man && jury man ~/.local/share/man/man1
  man jury-grade")]
pub(super) struct Arguments {
    /// Folder for the pages; made in the folder above it where there is none
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes those of the command line that `command` describes.
pub(super) fn run(command: clap::Command, arguments: &Arguments) -> Result<Status, Failure> {
    let folder = &arguments.folder;
    make(folder)?;
    let mut command = command.disable_help_subcommand(true);
    // Names the pages of subcommands `jury-grade` and so on.
    command.build();
    let pages = std::iter::once(&command).chain(command.get_subcommands());
    let pages: Vec<_> = pages.cloned().collect();
    for command in &pages {
        let page = Man::new(command.clone());
        let text = page_of(&page, command).context("cannot make a page").map_err(Failure::ours)?;
        output::write_file(&folder.join(page.get_filename()), &text)?;
    }
    let count = pages.len();
    output::print(|out| writeln!(out, "{count} pages written to {}", folder.display()))?;
    Ok(Status::Good)
}

/// The text of a page, with the sections that are usual.
fn page_of(page: &Man, command: &clap::Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    // Titles are upper case, by mandoc(1); the date stays out, so that one version makes one page.
    let title = page.get_filename();
    let title = title.trim_end_matches(".1").to_uppercase();
    writeln!(text, ".TH \"{title}\" \"1\" \"\" \"{SOURCE}\" \"jury\"")?;
    page.render_name_section(&mut text)?;
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    section("SYNOPSIS", usage.trim(), &mut text)?;
    page.render_description_section(&mut text)?;
    let mut options = Vec::new();
    page.render_options_section(&mut options)?;
    text.extend(with_plain_headings(command, &String::from_utf8_lossy(&options)).into_bytes());
    if command.has_subcommands() {
        page.render_subcommands_section(&mut text)?;
    }
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (other, statuses) = after.split_once("Exit status:\n").unwrap_or((&after, ""));
    let (other, examples) = match other.split_once("Examples:\n") {
        Some((before, examples)) => match examples.split_once("\n\n") {
            Some((examples, behind)) => (format!("{before}{behind}"), examples),
            None => (before.to_owned(), examples),
        },
        None => (other.to_owned(), ""),
    };
    let environment = environment(command);
    let others = if command.has_subcommands() { "" } else { "jury(1)" };
    // In the order of man-pages(7).
    for (title, lines) in [
        ("EXIT STATUS", statuses),
        ("ENVIRONMENT", environment.as_str()),
        ("NOTES", &other),
        ("EXAMPLES", examples),
        ("SEE ALSO", others),
    ] {
        section(title, lines, &mut text)?;
    }
    Ok(text)
}

/// Headings of options without what stands in parentheses, which is no title and would be in upper case: a
/// paragraph below them has it.
fn with_plain_headings(command: &clap::Command, options: &str) -> String {
    let mut text = options.to_owned();
    let headings = command.get_arguments().filter_map(clap::Arg::get_help_heading);
    for heading in headings {
        let Some((title, words)) = heading.split_once(" (") else { continue };
        let whole = format!(".SH \"{}\"\n", heading.to_uppercase());
        let mut words = words.trim_end_matches(')').replace('-', "\\-");
        words[..1].make_ascii_uppercase();
        let plain = format!(".SH \"{}\"\n{words}.\n", title.to_uppercase());
        text = text.replace(&whole, &plain);
    }
    text
}

/// The variables that stand for options, a line each.
fn environment(command: &clap::Command) -> String {
    let all = command.get_arguments().filter_map(|argument| {
        let variable = argument.get_env()?.to_str()?;
        Some(format!("{variable}: as --{}", argument.get_long()?))
    });
    all.collect::<Vec<_>>().join("\n")
}

/// A section whose lines stand as they are; none where it would be empty.
fn section(title: &str, lines: &str, out: &mut Vec<u8>) -> io::Result<()> {
    let lines = lines.trim_matches('\n');
    if lines.trim().is_empty() {
        return Ok(());
    }
    writeln!(out, ".SH \"{title}\"\n.nf")?;
    for line in lines.lines() {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        // What begins with one of these would be a request.
        let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
        writeln!(out, "{guard}{line}")?;
    }
    writeln!(out, ".fi")
}

/// Makes the folder, and none above it: its name may be mistyped.
fn make(folder: &Path) -> Result<(), Failure> {
    let above = folder_of(folder);
    if !above.is_dir() {
        let (folder, above) = (folder.display(), above.display());
        return Err(Failure::usage(anyhow!("cannot make {folder}: there is no folder {above}")));
    }
    if folder.is_dir() {
        return Ok(());
    }
    if folder.exists() {
        let folder = folder.display();
        return Err(Failure::usage(anyhow!(
            "cannot write pages into {folder}: it is not a folder"
        )));
    }
    std::fs::create_dir(folder)
        .with_context(|| format!("cannot make {}", folder.display()))
        .map_err(Failure::usage)
}

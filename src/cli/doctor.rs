//! `jury doctor`: tells by trying what isolation works here, and which languages can be built.

use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use anyhow::anyhow;
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;

use crate::report::document::{SCHEMA, Tool};
use crate::report::json;
use crate::sandbox::{Advice, Finding, Isolation, Sandbox, Strength, Trial};
use crate::submission::{Languages, toolchains};

use super::context::Context;
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};

/// Check which isolation levels and languages work on this machine
///
/// Each restriction of the sandbox and each limit is tested with a program that really attacks it.
/// Exits with 3 when a restriction that should be in force lets something through, or when the
/// requested level does not work here; then it says what is missing and what may help.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury doctor
  jury doctor --require-sandbox full
  jury doctor --sandbox contained
  jury doctor --json - | jq '.isolation.walls[] | select(.strength != \"enforced\")'")]
pub(super) struct Arguments {
    /// Write the findings for machines to FILE (`-`: standard output, and nothing else there)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Columns where the terminal does not say how many it has.
const WIDTH: u16 = 80;

const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default().bold();

/// All that was found, as machines read it. Every key is always there.
#[derive(Debug, Serialize)]
struct Findings {
    schema: u32,
    tool: Tool,
    languages: Vec<LanguageFound>,
    levels: Vec<Finding>,
    /// `null` when the level asked for does not work here.
    isolation: Option<Isolation>,
    /// Each attempt on a restriction of that level, with what got through.
    trials: Vec<Trial>,
}

/// A language and its toolchain.
#[derive(Debug, Serialize)]
struct LanguageFound {
    language: String,
    /// `null` when it is missing.
    toolchain: Option<String>,
    /// What to do about it.
    missing: Option<String>,
}

/// Runs all attempts and prints the findings.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let to_stdout = arguments.json.as_deref() == Some(Path::new("-"));
    if let Some(path) = arguments.json.as_deref().filter(|_| !to_stdout) {
        output::expect_writable(path)?;
    }
    let mut findings = Findings {
        schema: SCHEMA,
        tool: Tool::this(),
        languages: languages(&context.languages),
        levels: Sandbox::survey(),
        isolation: None,
        trials: Vec::new(),
    };
    let sandbox = context.sandbox();
    if let Ok(sandbox) = &sandbox {
        findings.trials = trials(context, sandbox)?;
        findings.isolation = Some(sandbox.isolation().clone());
    }
    if !to_stdout {
        output::print(|out| tell(&findings, out))?;
    }
    if let Some(path) = &arguments.json {
        let text = json::render(&findings).map_err(Failure::ours)?;
        output::write_report(path, &text)?;
    }
    sandbox?;
    let broken = findings.broken();
    if broken.is_empty() {
        return Ok(Status::Good);
    }
    Err(Failure::ours(anyhow!(
        "{} broken: {}; do not judge other people's programs on this machine with this level",
        if broken.len() == 1 {
            "a restriction that should be in force was"
        } else {
            "restrictions that should be in force were"
        },
        broken.join("; ")
    )))
}

fn trials(context: &Context, sandbox: &Sandbox) -> Result<Vec<Trial>, Failure> {
    let progress = Progress::new(0);
    progress.subject("testing the sandbox");
    let mut tell = |trial: &Trial| progress.doing(format!("{}: {}", trial.wall, trial.tried));
    Ok(sandbox.trials(&context.interrupt, &mut tell)?)
}

impl Findings {
    /// Restrictions that should be in force but let something through.
    fn broken(&self) -> Vec<String> {
        let Some(isolation) = &self.isolation else { return Vec::new() };
        let stands = |trial: &&Trial| {
            let mut walls = isolation.walls.iter();
            walls.any(|wall| wall.wall == trial.wall && wall.strength != Strength::None)
        };
        let words = |trial: &Trial| {
            let breach = trial.breach.as_ref()?;
            Some(format!("{} ({breach})", trial.wall))
        };
        self.trials.iter().filter(stands).filter_map(words).collect()
    }
}

fn tell(findings: &Findings, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    let mut languages = table(["language", "toolchain"]);
    for found in &findings.languages {
        let words = found.toolchain.as_ref().or(found.missing.as_ref());
        languages.add_row([found.language.as_str(), words.map_or("", String::as_str)]);
    }
    writeln!(out, "{}\n", languages.trim_fmt())?;
    if let Some(isolation) = &findings.isolation {
        walls(isolation, &findings.trials, out)?;
    }
    levels(findings, out)
}

/// One row per restriction, and below the table what was attempted.
fn walls(
    isolation: &Isolation,
    trials: &[Trial],
    out: &mut dyn std::io::Write,
) -> std::io::Result<()> {
    let mut walls = table(["wall", "strength", "by"]);
    for wall in &isolation.walls {
        walls.add_row([wall.wall.as_str(), wall.strength.name(), wall.by.as_str()]);
    }
    writeln!(out, "{}\n", walls.trim_fmt())?;
    writeln!(out, "attempted from inside the sandbox:")?;
    for trial in trials {
        let stands = isolation
            .walls
            .iter()
            .any(|wall| wall.wall == trial.wall && wall.strength != Strength::None);
        let (style, words) = match &trial.breach {
            None => (GREEN, "held"),
            Some(_) if stands => (RED, "GOT THROUGH"),
            Some(_) => (Style::new(), "open"),
        };
        write!(out, "  {:12} {:46} {style}{words}{style:#}", trial.wall, trial.tried)?;
        match &trial.breach {
            Some(breach) => writeln!(out, "\n  {:12} {breach}", "")?,
            None => writeln!(out)?,
        }
    }
    writeln!(out, "\nCPU time is read from: {}", isolation.cpu_source)?;
    writeln!(out, "peak memory is read from: {}\n", isolation.memory_source)
}

/// Which levels work, and what the others want.
fn levels(findings: &Findings, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    writeln!(out, "levels, strongest first:")?;
    for found in &findings.levels {
        let words = found.missing.as_ref().map_or("works", |_| "does not work");
        writeln!(out, "  {:12} {words}", found.level.name())?;
        if let Some(why) = &found.missing {
            below(out, why)?;
        }
        for Advice { what, command } in &found.advice {
            below(out, &format!("this may help: {what}"))?;
            if let Some(command) = command {
                writeln!(out, "  {:14} {command}", "")?;
            }
        }
    }
    writeln!(out)?;
    match &findings.isolation {
        Some(isolation) => writeln!(out, "sandbox level in force: {}", isolation.level.name()),
        None => writeln!(out, "no sandbox level is in force"),
    }
}

/// Words below the name of a level, in lines that fit.
fn below(out: &mut dyn std::io::Write, words: &str) -> std::io::Result<()> {
    const INDENT: usize = 15;
    let mut line = String::new();
    for word in words.split_whitespace() {
        if !line.is_empty() && INDENT + line.len() + 1 + word.len() > usize::from(WIDTH) {
            writeln!(out, "{:INDENT$}{line}", "")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    writeln!(out, "{:INDENT$}{line}", "")
}

fn languages(known: &Languages) -> Vec<LanguageFound> {
    let found = toolchains(known).into_iter().map(|toolchain| {
        let (version, missing) = match toolchain.version {
            Ok(version) => (Some(version), None),
            Err(missing) => (None, Some(missing)),
        };
        LanguageFound { language: toolchain.language, toolchain: version, missing }
    });
    found.collect()
}

fn table<const COLUMNS: usize>(header: [&str; COLUMNS]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if table.width().is_none() {
        table.set_width(WIDTH);
    }
    table.set_header(header);
    table
}

#[cfg(test)]
mod tests {
    #[test]
    fn long_reasons_fit_eighty_columns() {
        let words =
            "the control group is not delegated to this user: Permission denied; ".repeat(4);
        let mut out = Vec::new();
        super::below(&mut out, &words).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().count() > 3, "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), words.trim());
    }
}

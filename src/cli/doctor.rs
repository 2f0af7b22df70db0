//! `jury doctor`: tells by trying what isolation works here, and which languages can be built.

use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use anyhow::anyhow;
use serde::Serialize;

use crate::report::document::{SCHEMA, Tool};
use crate::report::json;
use crate::sandbox::{Advice, Finding, Isolation, Sandbox, Strength, Trial};
use crate::submission::{Languages, Toolchain, headers, toolchains};

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
  jury doctor --startup
  jury doctor --json - | jq '.isolation.walls[] | select(.strength != \"enforced\")'")]
pub(super) struct Arguments {
    /// Write the findings for machines to FILE (`-`: standard output, and nothing else there)
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Measure what the start of each language's runtime costs, and keep it for problems that allow for it
    #[arg(long)]
    startup: bool,
}

/// Stands before what is said of a level.
const BELOW: &str = "               ";

const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default().bold();

mod cache;
mod languages;
mod table;

use cache::CacheFound;
use languages::LanguageFound;
use table::table;

/// All that was found, as machines read it. Every key is always there.
#[derive(Debug, Serialize)]
struct Findings {
    schema: u32,
    tool: Tool,
    languages: Vec<LanguageFound>,
    cache: CacheFound,
    /// Where `testlib.h` is, for problems that do not bring it; `null` where it is nowhere.
    testlib: Option<PathBuf>,
    levels: Vec<Finding>,
    /// `null` when the level asked for does not work here.
    isolation: Option<Isolation>,
    /// Each attempt on a restriction of that level, with what got through.
    trials: Vec<Trial>,
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
        languages: found(&context.languages),
        cache: CacheFound::look(context)?,
        testlib: headers::testlib(&context.header_folders()),
        levels: Sandbox::survey(),
        isolation: None,
        trials: Vec::new(),
    };
    let sandbox = context.sandbox();
    if let Ok(sandbox) = &sandbox {
        findings.trials = trials(context, sandbox)?;
        findings.isolation = Some(sandbox.isolation().clone());
    }
    match &sandbox {
        Ok(sandbox) if arguments.startup => {
            languages::measure(context, sandbox, &mut findings.languages)?;
        }
        _ => languages::recall(context, &mut findings.languages),
    }
    if !to_stdout {
        output::print(|out| {
            tell(&findings, out)?;
            if arguments.startup { languages::tell(&findings.languages, out) } else { Ok(()) }
        })?;
    }
    if let Some(path) = &arguments.json {
        let text = json::render(&findings).map_err(Failure::ours)?;
        output::write_report(path, &text)?;
    }
    sandbox?;
    if let Some(why) = findings.cache.broken() {
        return Err(Failure::ours(anyhow!(why)));
    }
    if nothing_builds(&findings.languages) {
        return Err(Failure::ours(anyhow!(
            "there is no compiler and no interpreter here, so nothing but executables can be judged: \
             install one that the table names, such as g++"
        )));
    }
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
    for (names, words) in by_toolchain(&findings.languages) {
        languages.add_row([names.join(", ").as_str(), words]);
    }
    writeln!(out, "{}\n", languages.trim_fmt())?;
    let missing = findings.languages.iter().filter(|found| found.toolchain.is_none());
    let missing: Vec<&str> = missing.map(|found| found.language.as_str()).collect();
    if !missing.is_empty() {
        let head = "not installed: ";
        let words = format!("{} (`jury languages` says what to install)", missing.join(", "));
        hanging(head, Style::new(), &words, width(), out)?;
        writeln!(out)?;
    }
    findings.cache.tell(out)?;
    let testlib = match &findings.testlib {
        Some(place) => place.display().to_string(),
        None => {
            "not here: a problem needs its own, or put it into `~/.config/jury/include`".to_owned()
        }
    };
    hanging("testlib.h: ", Style::new(), &testlib, width(), out)?;
    writeln!(out)?;
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
        let breach = trial.breach.as_ref().map_or_else(String::new, |breach| format!(": {breach}"));
        let tried = format!("{}: {}{breach}", trial.wall, trial.tried);
        hanging(&format!("  {words:<11}  "), style, &tried, width(), out)?;
    }
    writeln!(out)?;
    let plain = Style::new();
    hanging("CPU time is read from:    ", plain, &isolation.cpu_source, width(), out)?;
    hanging("peak memory is read from: ", plain, &isolation.memory_source, width(), out)?;
    writeln!(out)
}

/// The languages that have the same toolchain, in the order of the first of each.
fn by_toolchain(found: &[LanguageFound]) -> Vec<(Vec<&str>, &str)> {
    let mut all: Vec<(Vec<&str>, &str)> = Vec::new();
    for LanguageFound { language, toolchain, .. } in found {
        let Some(words) = toolchain else { continue };
        match all.iter_mut().find(|(_, known)| *known == words) {
            Some((names, _)) => names.push(language),
            None => all.push((vec![language], words)),
        }
    }
    all
}

/// Which levels work, and what the others want.
fn levels(findings: &Findings, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    writeln!(out, "levels, strongest first:")?;
    for found in &findings.levels {
        let words = found.missing.as_ref().map_or("works", |_| "does not work");
        writeln!(out, "  {:12} {words}", found.level.name())?;
        if let Some(why) = &found.missing {
            hanging(BELOW, Style::new(), why, width(), out)?;
        }
        for Advice { what, command } in &found.advice {
            hanging(BELOW, Style::new(), &format!("this may help: {what}"), width(), out)?;
            if let Some(command) = command {
                writeln!(out, "{BELOW}{command}")?;
            }
        }
    }
    writeln!(out)?;
    match &findings.isolation {
        Some(isolation) => writeln!(out, "sandbox level in force: {}", isolation.level.name()),
        None => writeln!(out, "no sandbox level is in force"),
    }
}

/// Words behind a head, in lines of at most this width: all but the first are indented.
fn hanging(
    head: &str,
    style: Style,
    words: &str,
    width: usize,
    out: &mut dyn std::io::Write,
) -> std::io::Result<()> {
    let indent = head.len();
    write!(out, "{style}{head}{style:#}")?;
    let mut column = indent;
    for word in words.split_whitespace() {
        if column > indent && column + 1 + word.len() > width {
            write!(out, "\n{:indent$}", "")?;
            column = indent;
        }
        let blank = usize::from(column > indent);
        write!(out, "{:blank$}{word}", "")?;
        column += blank + word.len();
    }
    writeln!(out)
}

/// Columns of the terminal.
fn width() -> usize {
    output::width().unwrap_or(table::WIDTH.into())
}

fn found(known: &Languages) -> Vec<LanguageFound> {
    let found = toolchains(known).into_iter().map(|toolchain| {
        let (version, missing) = match toolchain.version {
            Ok(version) => (Some(version), None),
            Err(missing) => (None, Some(missing)),
        };
        let Toolchain { language, needs_tools, .. } = toolchain;
        LanguageFound { language, needs_tools, toolchain: version, missing, startup: None }
    });
    found.collect()
}

/// Whether all languages that need tools lack them.
fn nothing_builds(found: &[LanguageFound]) -> bool {
    let mut need_tools = found.iter().filter(|found| found.needs_tools).peekable();
    need_tools.peek().is_some() && need_tools.all(|found| found.missing.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_reasons_fit_the_width() {
        let words =
            "the control group is not delegated to this user: Permission denied; ".repeat(4);
        for width in [60, 80] {
            let mut out = Vec::new();
            hanging(BELOW, Style::new(), &words, width, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.lines().count() > 3, "{text}");
            assert!(text.lines().all(|line| line.len() <= width), "{text}");
            assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), words.trim());
        }
    }

    #[test]
    fn languages_with_one_toolchain_share_a_line() {
        let found = ["C++", "Go", "C++17"].map(|language| LanguageFound {
            language: language.to_owned(),
            needs_tools: true,
            toolchain: (language != "Go").then(|| "g++ 12".to_owned()),
            missing: (language == "Go").then(|| "no `go`".to_owned()),
            startup: None,
        });
        assert_eq!(by_toolchain(&found), [(vec!["C++", "C++17"], "g++ 12")]);
    }
}

//! One run of a submission, for people: what it wrote, how it ended and what it cost against its limits,
//! and what the checker thinks of it.

use std::io::{self, Write};

use bytesize::ByteSize;

use crate::judge::once::Once;
use crate::judge::{Measured, Outcome};
use crate::ruling::seconds;
use crate::verdict::Verdict;
use crate::visible::{utf8, visible};

use super::document::turns;
use super::failure::{dialogue, ended, indented};
use super::figures;
use super::style::{BOLD, DIM, GREEN, style};

/// Lines of an output that a terminal is given.
const LINES: usize = 1000;
/// Lines of standard error.
const ERROR_LINES: usize = 200;

/// A run, with what the report adds to it.
#[derive(Debug)]
pub struct OneRun<'a> {
    /// The submission as the user named it.
    pub path: &'a str,
    /// Its language.
    pub language: &'a str,
    /// What came of it.
    pub once: &'a Once,
    /// Why nobody judged the output, where nobody did.
    pub unchecked: Option<&'a str>,
    /// Where and why the input is not valid, if it is not.
    pub invalid: Option<&'a str>,
    /// What the reference wrote, or why it failed, where that was asked for.
    pub reference: Option<Result<&'a [u8], &'a str>>,
    /// Whether the output is shown here, because it went nowhere else.
    pub shows_output: bool,
}

/// Writes all of it, the verdict last.
///
/// # Errors
/// Those of the stream.
pub fn render(run: &OneRun<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Once { outcome, output, errors } = run.once;
    let transcript = outcome.evidence.as_ref().and_then(|seen| seen.transcript.as_ref());
    if let Some(transcript) = transcript {
        writeln!(out, "{DIM}dialogue:{DIM:#}")?;
        let turns = turns(transcript);
        dialogue(&turns, usize::MAX, out)?;
        if let Some(measured) = &outcome.measured {
            let ending = (measured.exit_code, measured.signal);
            ended(&turns, measured.wall.as_secs_f64(), ending, out)?;
        }
    } else if run.shows_output {
        text("output", output, LINES, out)?;
    }
    let on = if run.invalid.is_some() { " on this input, which is not valid" } else { "" };
    match run.reference {
        Some(Ok(output)) => text(&format!("the reference's output{on}"), output, LINES, out)?,
        Some(Err(why)) => writeln!(out, "{DIM}the reference failed{on}:{DIM:#} {}", shown(why))?,
        None => {}
    }
    if !errors.is_empty() {
        text("standard error", errors, ERROR_LINES, out)?;
    }
    if let Some(measured) = &outcome.measured {
        cost(measured, out)?;
    }
    verdict(run, outcome, out)
}

/// A text under its title.
fn text(title: &str, bytes: &[u8], most: usize, out: &mut dyn Write) -> io::Result<()> {
    if bytes.is_empty() {
        return writeln!(out, "{DIM}{title}: nothing{DIM:#}");
    }
    writeln!(out, "{DIM}{title}:{DIM:#}")?;
    indented(&utf8(bytes), most, out)
}

/// `exit code 0, CPU time 0.012 s of 2.000 s, wall time 0.020 s of 7.000 s, memory 9.1 MiB of 256.0 MiB`.
fn cost(measured: &Measured, out: &mut dyn Write) -> io::Result<()> {
    let Measured { cpu, limits, wall, memory, exit_code, signal, .. } = measured;
    let ending = match (exit_code, signal) {
        (Some(code), _) => format!("exit code {code}, "),
        (None, Some(signal)) => format!("signal {signal}, "),
        (None, None) => String::new(),
    };
    writeln!(
        out,
        "{DIM}{ending}CPU time {} of {}, wall time {} of {}, memory {} of {}{DIM:#}",
        seconds(*cpu),
        seconds(limits.cpu),
        seconds(*wall),
        seconds(limits.wall),
        figures::memory(*memory),
        ByteSize(limits.memory)
    )
}

fn verdict(run: &OneRun<'_>, outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    let (path, language) = (shown(run.path), shown(run.language));
    let Outcome { verdict, score, message, .. } = outcome;
    if let (Verdict::Accepted, Some(why)) = (*verdict, run.unchecked) {
        let why = shown(why);
        return writeln!(out, "{GREEN}ran{GREEN:#} {path}  {language}  not checked: {why}");
    }
    let colour = style(*verdict);
    write!(out, "{colour}{BOLD}{verdict:<3}{BOLD:#}{colour:#} {path}  {language}")?;
    if let Some(score) = score {
        write!(out, "  score {score}")?;
    }
    write!(out, "  {}", verdict.words())?;
    let colon = if message.is_empty() { "" } else { ": " };
    writeln!(out, "{colon}{}", shown(message))?;
    match run.invalid {
        Some(why) => writeln!(out, "    the input is not valid: {}", shown(why)),
        None => Ok(()),
    }
}

fn shown(text: &str) -> String {
    visible(text.as_bytes())
}

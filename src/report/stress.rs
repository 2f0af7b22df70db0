//! What came of stressing submissions, for people: the small input, what the submission made of it,
//! and how to see it again.

use std::io::{self, Write};
use std::path::PathBuf;

use comfy_table::{Cell, CellAlignment, Table, presets};
use jury_checkers::plural::counted;

use crate::judge::Measured;
use crate::judge::stress::{Catch, Reduced, Tally};
use crate::ruling::seconds;
use crate::verdict::Verdict;
use crate::visible::{utf8, visible};

use super::document::{Evidence, turns};
use super::failure::{context, indented, standard_error};
use super::figures;
use super::style::{BOLD, DIM, style};

/// Lines of an input or output that are shown.
const LINES: usize = 40;

/// What came of stressing one submission.
#[derive(Debug, Clone)]
pub struct Stressed {
    /// The submission.
    pub path: PathBuf,
    /// Its language.
    pub language: String,
    /// What came of it.
    pub end: End,
}

/// How stressing a submission ended.
#[derive(Debug, Clone)]
pub enum End {
    /// It did not build; what the compiler said.
    NotBuilt(String),
    /// The machine failed; how.
    FailedGrade(String),
    /// Nothing was found.
    Nothing {
        /// How much was tried.
        tally: Tally,
        /// How much of the source of inputs that was: a clause.
        used: Option<String>,
        /// The run that took the most CPU time.
        longest: Option<Measured>,
        /// Whether the user interrupted the search.
        interrupted: bool,
    },
    /// An input was found.
    Found(Box<Find>),
}

/// An input that was found.
#[derive(Debug, Clone)]
pub struct Find {
    /// How much was tried until it was found.
    pub tally: Tally,
    /// The input as it was found.
    pub catch: Catch,
    /// What became of it when it was made smaller; `None` where that was not asked for.
    pub reduced: Option<Reduced>,
    /// Whether a validator told which smaller inputs are valid.
    pub validated: bool,
    /// Whose output is shown beside the submission's, and that output.
    pub other: Option<(String, Vec<u8>)>,
    /// The seed of the search.
    pub seed: u64,
    /// The command that finds it again.
    pub repeat: String,
    /// The command that adds it to the problem, where that takes cases.
    pub add: Option<String>,
}

impl Find {
    /// The smallest input known.
    pub fn smallest(&self) -> &Catch {
        self.reduced.as_ref().map_or(&self.catch, |reduced| &reduced.catch)
    }
}

impl Stressed {
    /// Whether the submission was seen to fail.
    pub fn failed(&self) -> bool {
        match &self.end {
            End::NotBuilt(_) => true,
            End::Nothing { .. } | End::FailedGrade(_) => false,
            End::Found(find) => find.smallest().trial.outcome.failed(),
        }
    }

    /// How the machine failed, if it did.
    pub fn spoilt(&self) -> Option<String> {
        let End::FailedGrade(how) = &self.end else { return None };
        Some(format!("{} could not be judged: {how}", self.path.display()))
    }

    fn verdict(&self) -> Verdict {
        match &self.end {
            End::NotBuilt(_) => Verdict::CompileError,
            End::FailedGrade(_) => Verdict::JudgeError,
            End::Nothing { .. } => Verdict::Accepted,
            End::Found(find) => find.smallest().trial.outcome.verdict,
        }
    }
}

/// Writes what came of one submission.
///
/// # Errors
/// Those of the stream.
pub fn block(stressed: &Stressed, out: &mut dyn Write) -> io::Result<()> {
    let path = visible(stressed.path.as_os_str().as_encoded_bytes());
    let verdict = stressed.verdict();
    let colour = style(verdict);
    match &stressed.end {
        End::NotBuilt(message) | End::FailedGrade(message) => {
            writeln!(out, "{colour}{BOLD}{verdict}{BOLD:#}{colour:#}  {path}")?;
            indented(message, LINES, out)?;
        }
        End::Nothing { tally, used, longest, interrupted } => {
            let how = if *interrupted { "interrupted, nothing found" } else { "nothing found" };
            writeln!(out, "{DIM}--{DIM:#}  {path}  {how} in {}", effort(tally))?;
            if let Some(used) = used {
                writeln!(out, "    {used}")?;
            }
            if let Some(run) = longest {
                let (cpu, limit) = (seconds(run.cpu), seconds(run.limits.cpu));
                writeln!(out, "    longest run: {cpu} of {limit} CPU time")?;
            }
            unanswered(tally, out)?;
        }
        End::Found(find) => {
            write!(out, "{colour}{BOLD}{verdict:<3}{BOLD:#}{colour:#} {path}  ")?;
            writeln!(out, "{}", stressed.language)?;
            found(find, out)?;
        }
    }
    writeln!(out)
}

fn found(find: &Find, out: &mut dyn Write) -> io::Result<()> {
    let Catch { input, trial, .. } = find.smallest();
    let outcome = &trial.outcome;
    text(&format!("input, {}", counted(input.len(), "byte")), input, out)?;
    let colour = style(outcome.verdict);
    writeln!(out, "    {colour}{}{colour:#}: {}", outcome.verdict.words(), outcome.message)?;
    let lines = |text: &[u8]| text.split(|&byte| byte == b'\n').count();
    let other = find.other.as_ref().map_or(0, |(_, output)| lines(output));
    let evidence = outcome.evidence.as_ref().map(Evidence::from);
    let transcript = outcome.evidence.as_ref().and_then(|seen| seen.transcript.as_ref());
    match &evidence {
        // A dialogue; else around the place where it goes wrong, where the whole is too long.
        Some(evidence) if transcript.is_some() || lines(&trial.output).max(other) > LINES => {
            context(evidence, transcript.map(turns).as_deref(), out)?;
        }
        _ => {
            text("output", &trial.output, out)?;
            if let Some((whose, output)) = &find.other {
                text(&format!("{whose}'s output"), output, out)?;
            }
        }
    }
    if let Some(evidence) = &evidence {
        standard_error("    the submission's standard error", evidence, out)?;
    }
    provenance(find, out)
}

/// What the run cost, how the input was found and made small, and how to have it again.
fn provenance(find: &Find, out: &mut dyn Write) -> io::Result<()> {
    let Catch { trial, number, origin, .. } = find.smallest();
    if let Some(run) = trial.outcome.measured {
        let (cpu, limit) = (seconds(run.cpu), seconds(run.limits.cpu));
        let memory = figures::memory(run.memory);
        writeln!(out, "    {DIM}run:{DIM:#}    {cpu} of {limit} CPU time, {memory}")?;
    }
    let tally = &find.tally;
    writeln!(
        out,
        "    {DIM}found:{DIM:#}  input {number}, generated by {origin}; {}",
        effort(tally)
    )?;
    unanswered(tally, out)?;
    if let Some(reduced) = &find.reduced {
        let from = counted(find.catch.input.len(), "byte");
        let words = match (find.validated, reduced.complete) {
            (false, _) => {
                "not tried: without a validator, jury cannot tell which inputs are valid".into()
            }
            (true, true) => format!("from {from}; {}", effort(&reduced.tally)),
            (true, false) => {
                format!("from {from}; {}, stopped before the end", effort(&reduced.tally))
            }
        };
        writeln!(out, "    {DIM}shrunk:{DIM:#} {words}")?;
    }
    writeln!(out, "    {DIM}seed:{DIM:#}   {}", find.seed)?;
    writeln!(out, "    {DIM}repeat:{DIM:#} {}", find.repeat)?;
    match &find.add {
        Some(add) => writeln!(out, "    {DIM}add:{DIM:#}    {add}"),
        None => Ok(()),
    }
}

/// A text under its title.
fn text(title: &str, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    if bytes.is_empty() {
        return writeln!(out, "    {DIM}{title}: nothing{DIM:#}");
    }
    writeln!(out, "    {DIM}{title}:{DIM:#}")?;
    indented(&utf8(bytes), LINES, out)
}

/// `352 inputs in 1.0 s (350 a second)`.
fn effort(tally: &Tally) -> String {
    let Tally { tried, elapsed, .. } = tally;
    let inputs = counted(*tried, "input");
    format!("{inputs} in {:.1} s ({:.0} a second)", elapsed.as_secs_f64(), tally.rate())
}

fn unanswered(tally: &Tally, out: &mut dyn Write) -> io::Result<()> {
    match tally.unanswered {
        0 => Ok(()),
        some => writeln!(out, "            {some} of them left out: the other program fails there"),
    }
}

/// Several submissions, one a line.
pub fn table(all: &[Stressed]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "verdict",
        "submission",
        "inputs",
        "a second",
        "found in",
        "bytes",
        "shrunk to",
        "in",
    ]);
    for stressed in all {
        let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
        let time = |tally: &Tally| right(format!("{:.1} s", tally.elapsed.as_secs_f64()));
        let tried =
            |tally: &Tally| [right(tally.tried.to_string()), right(format!("{:.0}", tally.rate()))];
        let path = visible(stressed.path.as_os_str().as_encoded_bytes());
        let mut row = vec![Cell::new(stressed.verdict()), Cell::new(path)];
        match &stressed.end {
            End::NotBuilt(_) | End::FailedGrade(_) => {}
            End::Nothing { tally, .. } => {
                row[0] = Cell::new("--");
                row.extend(tried(tally));
                row.push(right("not found".to_owned()));
            }
            End::Found(find) => {
                let tally = &find.tally;
                row.extend(tried(tally));
                row.push(time(tally));
                row.push(right(find.catch.input.len().to_string()));
                if let Some(reduced) = &find.reduced {
                    row.push(right(reduced.catch.input.len().to_string()));
                    row.push(time(&reduced.tally));
                }
            }
        }
        table.add_row(row);
    }
    table
}

/// The last line; fewer submissions than wanted were interrupted.
///
/// # Errors
/// Those of the stream.
pub fn summary(slug: &str, all: &[Stressed], wanted: usize, out: &mut dyn Write) -> io::Result<()> {
    let found = all.iter().filter(|one| matches!(one.end, End::Found(_))).count();
    let failed = all.iter().filter(|one| one.failed()).count();
    match all {
        [one] if wanted == 1 => {
            let colour = style(one.verdict());
            let words = match &one.end {
                End::Nothing { interrupted: true, .. } => "interrupted",
                End::Nothing { .. } => "nothing found",
                End::NotBuilt(_) | End::FailedGrade(_) | End::Found(_) => one.verdict().words(),
            };
            writeln!(out, "{slug}: {colour}{BOLD}{words}{BOLD:#}{colour:#}")
        }
        all => {
            let count = all.len();
            write!(
                out,
                "{slug}: inputs found for {found} of {count} submissions, {failed} failed"
            )?;
            if count < wanted {
                write!(out, "; interrupted before the other {}", wanted - count)?;
            }
            writeln!(out)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use crate::limits::Limits;

    #[test]
    fn a_search_that_found_nothing_tells_how_far_it_came() {
        let longest = Measured {
            cpu: Duration::from_millis(812),
            limits: Limits::default(),
            wall: Duration::from_secs(1),
            memory: 0,
            output_bytes: 0,
            exit_code: Some(0),
            signal: None,
            is_noisy: false,
        };
        let end = End::Nothing {
            tally: Tally { tried: 20, unanswered: 0, elapsed: Duration::from_secs(10) },
            used: Some("sizes 1 to 10 of 1 to 200 were tried".into()),
            longest: Some(longest),
            interrupted: false,
        };
        let stressed = Stressed { path: "a.py".into(), language: "python".into(), end };
        let mut out = Vec::new();
        block(&stressed, &mut out).expect("written");
        let text = anstream::adapter::strip_bytes(&out).into_vec();
        let expected = "--  a.py  nothing found in 20 inputs in 10.0 s (2 a second)\n    sizes 1 to \
                        10 of 1 to 200 were tried\n    longest run: 0.812 s of 2.000 s CPU time\n\n";
        assert_eq!(utf8(&text), expected);
    }
}

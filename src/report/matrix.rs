//! The kill matrix, for people: one column a wrong submission, one row a case, the cases that catch
//! most first; then what the matrix says of the cases, the weakest point last.

use jury_checkers::plural::counted;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use anstyle::Style;

use crate::judge::matrix::{BoundReached, Margin, Matrix, Trial};
use crate::verdict::Verdict;
use crate::visible::visible;

use super::style::{BOLD, DIM, GREEN, WIDTH, YELLOW, style};

/// Columns in one block, at least: names longer than what this leaves run past the width.
const FEWEST_COLUMNS: usize = 10;
/// The keys of columns.
const KEYS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Writes the matrix of one package and what it says, as far as names allow within a terminal of that
/// width.
///
/// # Errors
/// Those of the stream.
pub fn render(matrix: &Matrix, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let order = order(matrix);
    let longest = order.iter().map(|&case| matrix.cases[case].name.len()).max().unwrap_or(0);
    let width = width.unwrap_or(WIDTH);
    let columns = width.saturating_sub(longest + 10).clamp(FEWEST_COLUMNS, KEYS.len());
    let wrong: Vec<_> = matrix.wrong().collect();
    for block in wrong.chunks(columns) {
        legend(matrix, block, out)?;
        rows(matrix, block, &order, out)?;
    }
    idle(matrix, out)?;
    equal_answers(matrix, out)?;
    bounds(matrix, out)?;
    margins(matrix, out)?;
    caught_once(matrix, out)?;
    summary(matrix, wrong.len(), out)
}

/// Cases that catch something, those that catch most first.
fn order(matrix: &Matrix) -> Vec<usize> {
    let mut order: Vec<usize> =
        (0..matrix.cases.len()).filter(|&case| matrix.catches(case) > 0).collect();
    order.sort_by_key(|&case| std::cmp::Reverse(matrix.catches(case)));
    order
}

/// What each column stands for, and how many cases catch it.
fn legend(matrix: &Matrix, block: &[&Trial], out: &mut dyn Write) -> io::Result<()> {
    for (trial, &key) in block.iter().zip(KEYS) {
        let colour = trial.expected.verdicts().next().map_or_else(Style::new, style);
        writeln!(
            out,
            "  {}  {colour}{:<3}{colour:#} {:>9}  {}",
            char::from(key),
            trial.expected,
            counted(matrix.caught_by(trial).len(), "case"),
            name(&trial.path)
        )?;
    }
    writeln!(out)
}

fn rows(matrix: &Matrix, block: &[&Trial], order: &[usize], out: &mut dyn Write) -> io::Result<()> {
    let keys = String::from_utf8_lossy(&KEYS[..block.len()]);
    writeln!(out, "  {BOLD}{keys}{BOLD:#}  catches")?;
    let catching = |case: &&usize| block.iter().any(|trial| trial.runs[**case].failed());
    for &case in order.iter().filter(catching) {
        write!(out, "  ")?;
        for trial in block {
            let run = trial.runs[case];
            let colour = style(run.verdict);
            match run.verdict {
                Verdict::Accepted => write!(out, "{DIM}.{DIM:#}")?,
                verdict => write!(out, "{colour}{}{colour:#}", verdict.letter())?,
            }
        }
        let case_name = visible(matrix.cases[case].name.as_bytes());
        writeln!(out, "  {:>3}  {case_name}", matrix.catches(case))?;
    }
    writeln!(out)
}

fn idle(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    let words: Vec<_> = matrix.idle().into_iter().map(|case| idle_words(matrix, case)).collect();
    listed("catch nothing", &words, out)
}

/// A case that catches nothing, and what it is good for all the same.
fn idle_words(matrix: &Matrix, case: usize) -> String {
    let mut words = visible(matrix.cases[case].name.as_bytes());
    let held: Vec<_> =
        matrix.holds_alone(case).iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !held.is_empty() {
        let _ = write!(words, " (alone reaches {})", held.join(", "));
    }
    words
}

fn equal_answers(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    listed("all answers equal in", matrix.equal_answers.as_deref().unwrap_or_default(), out)
}

fn bounds(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    let Some(bounds) = &matrix.bounds else {
        return writeln!(out, "  bounds: not known for this validator");
    };
    let words: Vec<_> = bounds.iter().map(reach).collect();
    listed("bounds", &words, out)
}

/// `N 2 to 30 reached`, `P 1 to 30: 30 never reached (most is 29)`.
fn reach(reach: &BoundReached) -> String {
    let range = match reach.greatest {
        Some(greatest) => format!("{} to {greatest}", reach.least),
        None => format!("from {}", reach.least),
    };
    let missing: Vec<_> = reach.missing().iter().map(ToString::to_string).collect();
    if missing.is_empty() {
        return format!("{} {range} reached", reach.quantity);
    }
    let seen = match reach.seen {
        Some((low, high)) => format!("there is {low} to {high}"),
        None => "there is none".to_owned(),
    };
    let missing = missing.join(" and ");
    format!("{} {range}: {YELLOW}{missing} never reached{YELLOW:#} ({seen})", reach.quantity)
}

fn margins(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    if let Some(margin) = matrix.slowest_accepted() {
        writeln!(out, "  slowest accepted: {}", margin_words(matrix, &margin))?;
    }
    if let Some(margin) = matrix.fastest_too_slow() {
        writeln!(out, "  fastest too slow: {}", margin_words(matrix, &margin))?;
    }
    Ok(())
}

fn margin_words(matrix: &Matrix, margin: &Margin<'_>) -> String {
    format!(
        "{}{:.0} % of the time limit\n    {} on {}",
        // A run is stopped well beyond the limit; what it would have used is not known.
        if margin.run.stopped { "at least " } else { "" },
        margin.run.share * 100.0,
        name(&margin.trial.path),
        visible(matrix.cases[margin.case].name.as_bytes())
    )
}

fn caught_once(matrix: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    let never: Vec<_> = matrix.caught_by_just(0).iter().map(|trial| name(&trial.path)).collect();
    listed("caught by no secret case", &never, out)?;
    let words = |trial: &&Trial| {
        let cases = matrix.caught_by(trial);
        let cases: Vec<_> = cases.iter().map(|&case| matrix.cases[case].name.as_str()).collect();
        format!("{} ({})", name(&trial.path), visible(cases.join(", ").as_bytes()))
    };
    let once: Vec<_> = matrix.caught_by_just(1).iter().map(words).collect();
    listed("caught by one secret case only", &once, out)
}

fn summary(matrix: &Matrix, wrong: usize, out: &mut dyn Write) -> io::Result<()> {
    let weak = matrix.caught_by_just(0).len() + matrix.caught_by_just(1).len();
    let missing: usize = matrix.bounds.iter().flatten().map(|reach| reach.missing().len()).sum();
    let colour = if weak + missing == 0 { GREEN } else { YELLOW };
    let bounds = match (&matrix.bounds, missing) {
        (None, _) => String::new(),
        (Some(_), 0) => ", every bound reached".to_owned(),
        (Some(_), missing) => format!(", bounds never reached: {missing}"),
    };
    writeln!(
        out,
        "  {colour}{BOLD}{} of {wrong} wrong submissions caught by two secret cases or more\
         {bounds}{BOLD:#}{colour:#}",
        wrong - weak,
    )
}

/// A heading and its entries, one a line where there are several; nothing where there is none.
fn listed(heading: &str, entries: &[String], out: &mut dyn Write) -> io::Result<()> {
    match entries {
        [] => Ok(()),
        [entry] => writeln!(out, "  {heading}: {entry}"),
        entries => {
            writeln!(out, "  {heading} ({}):", entries.len())?;
            entries.iter().try_for_each(|entry| writeln!(out, "    {entry}"))
        }
    }
}

fn name(path: &Path) -> String {
    visible(path.as_os_str().as_encoded_bytes())
}

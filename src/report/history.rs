//! The history for people: the list of saved grades, the board of a problem, and two grades side by
//! side; the most important line last.

use std::cmp::Ordering;
use std::io::{self, Write};

use anstyle::Style;
use comfy_table::{Cell, CellAlignment, Table, presets};

use crate::history::compare::{Comparison, Measure};
use crate::history::{CaseEntry, Saved};
use crate::plural::counted;
use crate::verdict::Verdict;

use super::terminal::{BOLD, DIM, GREEN, RED, YELLOW, style, visible};

/// Cases that are shown of those that differ.
const CASES: usize = 10;
/// Characters of a digest that are shown.
const DIGEST: usize = 8;

/// What tells how good a grade is, and whose it is.
const MERITS: [&str; 6] = ["verdict", "score", "cases", "CPU", "version", "submission"];

/// Writes a list of grades, the newest last.
///
/// # Errors
/// Those of the stream.
pub fn list(grades: &[Saved], out: &mut dyn Write) -> io::Result<()> {
    let Some(newest) = grades.last() else {
        return writeln!(
            out,
            "no such grade is saved; `jury grade PROBLEM SUBMISSION --save` saves one"
        );
    };
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let several = grades.iter().any(|saved| saved.entry.problem != newest.entry.problem);
    let problem = several.then_some("problem");
    table.set_header(["grade", "saved (UTC)"].into_iter().chain(problem).chain(MERITS));
    for saved in grades {
        let mut row = vec![right(saved.number.to_string()), Cell::new(minute(&saved.at))];
        row.extend(several.then(|| Cell::new(visible(saved.entry.problem.as_bytes()))));
        row.extend(merits(saved));
        table.add_row(row);
    }
    writeln!(out, "{}\n", table.trim_fmt())?;
    let colour = style(newest.entry.verdict);
    writeln!(
        out,
        "newest of {}: {} {colour}{BOLD}{}{BOLD:#}{colour:#}{}",
        grades.len(),
        submission(newest),
        newest.entry.verdict.words(),
        score_words(newest)
    )
}

/// Writes the board of a problem: the best grade of each submission, the best one first.
///
/// # Errors
/// Those of the stream.
pub fn board(slug: &str, board: &[&Saved], left_out: usize, out: &mut dyn Write) -> io::Result<()> {
    let Some(best) = board.first() else {
        return writeln!(
            out,
            "no grade of {slug} is saved; `jury grade {slug} SUBMISSION --save` saves one"
        );
    };
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["place", "grade"].into_iter().chain(MERITS));
    for (place, saved) in (1..).zip(board) {
        let mut row = vec![right(place.to_string()), right(saved.number.to_string())];
        row.extend(merits(saved));
        table.add_row(row);
    }
    writeln!(out, "{}\n", table.trim_fmt())?;
    if left_out > 0 {
        let grades = counted(left_out, "grade");
        writeln!(out, "{DIM}{grades} of other cases, limits or checkers left out{DIM:#}")?;
    }
    if board.iter().any(|saved| saved.run < saved.cases) {
        writeln!(
            out,
            "{DIM}`4/5 of 12` stopped at the first failure and stands below grades of all cases; \
             --keep-going runs all{DIM:#}"
        )?;
    }
    let colour = style(best.entry.verdict);
    writeln!(
        out,
        "{slug}: best is {} {colour}{BOLD}{}{BOLD:#}{colour:#}{}",
        submission(best),
        best.entry.verdict.words(),
        score_words(best)
    )
}

fn right(text: String) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

/// The columns named in [`MERITS`].
fn merits(saved: &Saved) -> Vec<Cell> {
    let entry = &saved.entry;
    vec![
        Cell::new(entry.verdict),
        right(entry.score.map_or_else(String::new, |score| score.to_string())),
        right(if saved.run == saved.cases {
            format!("{}/{}", saved.accepted, saved.cases)
        } else {
            format!("{}/{} of {}", saved.accepted, saved.run, saved.cases)
        }),
        right(entry.cpu_seconds.map_or_else(String::new, |cpu| format!("{cpu:.3} s"))),
        Cell::new(entry.sources.get(..DIGEST).unwrap_or(&entry.sources)),
        Cell::new(submission(saved)),
    ]
}

fn submission(saved: &Saved) -> String {
    visible(saved.entry.submission.as_bytes())
}

fn score_words(saved: &Saved) -> String {
    saved.entry.score.map_or_else(String::new, |score| format!(", score {score}"))
}

/// A date and time without its seconds.
fn minute(at: &str) -> &str {
    at.rsplit_once(':').map_or(at, |(minute, _)| minute)
}

/// Writes two grades side by side and what can be told of them.
///
/// # Errors
/// Those of the stream.
pub fn comparison(
    (first, second): (&Saved, &Saved),
    comparison: &Comparison<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (name, saved) in [("A", first), ("B", second)] {
        let colour = style(saved.entry.verdict);
        let (number, at, verdict) = (saved.number, minute(&saved.at), saved.entry.verdict);
        write!(out, "{BOLD}{name}{BOLD:#}  {colour}{verdict:<3}{colour:#} {}", submission(saved))?;
        writeln!(out, "{}  {DIM}grade {number}, {at} UTC{DIM:#}", score_words(saved))?;
    }
    writeln!(out)?;
    cases(comparison, out)?;
    if first.entry.data != second.entry.data {
        writeln!(
            out,
            "{YELLOW}the cases or their limits were changed in between{YELLOW:#}; compared are \
             those of the same name"
        )?;
    }
    differences(comparison, out)?;
    let (colour, words) = conclusion((first, second), comparison);
    writeln!(out, "{colour}{BOLD}{words}{BOLD:#}{colour:#}")
}

/// Whether the second of two grades is better (`Greater`) or worse; `Equal` where that cannot be told.
pub(super) fn told((first, second): (&Saved, &Saved), comparison: &Comparison<'_>) -> Ordering {
    if first.entry.sources == second.entry.sources { Ordering::Equal } else { comparison.told() }
}

/// The cases that differ most.
fn cases(comparison: &Comparison<'_>, out: &mut dyn Write) -> io::Result<()> {
    let different = comparison.different();
    if different.is_empty() {
        return Ok(());
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let scores = (comparison.measure == Measure::Score).then_some("B − A");
    table.set_header(["case", "A", "B"].into_iter().chain(scores));
    for pair in different.iter().take(CASES) {
        let value = |case: &CaseEntry| match comparison.measure {
            Measure::Score if case.verdict == Verdict::Accepted => number(case.score),
            Measure::Score => format!("{} {}", case.verdict, number(case.score)),
            Measure::CpuSeconds => case.verdict.to_string(),
        };
        let difference = |(first, second): (f64, f64)| format!("{:+.3}", second - first);
        let difference = pair.values.filter(|_| scores.is_some()).map(difference);
        let name = Cell::new(visible(pair.first.case.as_bytes()));
        let cells = [value(pair.first), value(pair.second)].into_iter().chain(difference);
        table.add_row([name].into_iter().chain(cells.map(right)));
    }
    writeln!(out, "{}", table.trim_fmt())?;
    let more = different.len().saturating_sub(CASES);
    if more > 0 {
        writeln!(out, "{DIM} and {more} more that differ{DIM:#}")?;
    }
    writeln!(out)
}

fn number(score: Option<f64>) -> String {
    score.map_or_else(String::new, |score| format!("{score:.3}"))
}

/// Better, worse, or not to be told from chance.
fn conclusion(grades: (&Saved, &Saved), comparison: &Comparison<'_>) -> (Style, String) {
    let (mean, grain) = (comparison.paired.mean, comparison.grain());
    let untold = |why: &str| (YELLOW, format!("no difference can be told: {why}"));
    let [better, worse] = match comparison.measure {
        Measure::Score => ["better", "worse"],
        Measure::CpuSeconds => ["faster", "slower"],
    };
    let place = if comparison.left_out() > 0 { " where both are accepted" } else { "" };
    let second_is = |word: &str| format!("B is {word}{place}");
    match told(grades, comparison) {
        _ if grades.0.entry.sources == grades.1.entry.sources => {
            (YELLOW, "A and B are identical: what differs is chance".to_owned())
        }
        _ if comparison.paired.interval.is_none() => untold("too few cases"),
        Ordering::Greater => (GREEN, second_is(better)),
        Ordering::Less => (RED, second_is(worse)),
        Ordering::Equal if mean != 0.0 && mean.abs() < grain => untold(&format!(
            "times of two grades may differ by {grain:.4} s (1 ms or 2 %) without any cause"
        )),
        Ordering::Equal => untold("it may be chance"),
    }
}

/// What the differences look like.
fn differences(comparison: &Comparison<'_>, out: &mut dyn Write) -> io::Result<()> {
    let paired = &comparison.paired;
    let (more, unit) = match comparison.measure {
        Measure::Score => (("B better", "A better"), ""),
        Measure::CpuSeconds => (("A faster", "B faster"), " s"),
    };
    let equal = paired.pairs - paired.greater - paired.less;
    let both = match comparison.measure {
        Measure::Score => "in both",
        Measure::CpuSeconds => "accepted in both",
    };
    writeln!(
        out,
        "{} {both}: {} on {}, {} on {}, equal on {equal}",
        counted(paired.pairs, "case"),
        more.0,
        paired.greater,
        more.1,
        paired.less
    )?;
    match comparison.left_out() {
        0 => {}
        left => writeln!(
            out,
            "{DIM}{} not accepted in both left out: to fail fast is no progress{DIM:#}",
            counted(left, "case")
        )?,
    }
    let Some((low, high)) = paired.interval else { return Ok(()) };
    let what = match comparison.measure {
        Measure::Score => "mean difference B − A",
        Measure::CpuSeconds => "mean difference of CPU time B − A",
    };
    let mean = paired.mean;
    writeln!(out, "{what}: {mean:+.4}{unit}, 95 % interval {low:+.4} to {high:+.4}{unit}")
}

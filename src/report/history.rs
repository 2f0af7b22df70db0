//! The history for people: the list of saved grades, the leaderboard of a problem, and two grades side by
//! side; the most important line last.

use std::cmp::Ordering;
use std::io::{self, Write};

use anstyle::Style;
use jury_checkers::plural::counted;

use crate::history::compare::{Comparison, Measure, Measured};
use crate::history::{CaseEntry, Saved};
use crate::verdict::Verdict;
use crate::visible::visible;

use super::columns::{self, Column};
use super::flow;
use super::style::{BOLD, DIM, GREEN, RED, YELLOW, style};

/// Cases that are shown of those that differ.
const CASES: usize = 10;
/// Characters of a digest that are shown.
const DIGEST: usize = 8;

/// Writes a list of grades, the newest last, within a terminal of that width, if it is for one. Where
/// there is none, `nothing` says so.
///
/// # Errors
/// Those of the stream.
pub fn list(
    grades: &[Saved],
    nothing: &str,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(newest) = grades.last() else {
        return writeln!(out, "{nothing}; `jury grade PROBLEM SUBMISSION --save` saves one");
    };
    let each = |cell: fn(&Saved) -> String| grades.iter().map(cell).collect::<Vec<_>>();
    let mut all = vec![
        Column::new("grade", each(|saved| saved.number.to_string())).number(),
        Column::new("saved (UTC)", each(|saved| minute(&saved.at).to_owned())).early(),
    ];
    if grades.iter().any(|saved| saved.entry.problem != newest.entry.problem) {
        let problems = each(|saved| saved.entry.problem.clone());
        all.push(Column::new("problem", problems).shortened().late());
    }
    all.extend(merits(&grades.iter().collect::<Vec<_>>()));
    columns::write(all, width, out)?;
    writeln!(out)?;
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

/// Writes the leaderboard of a problem: the best grade of each submission, the best one first, within a
/// terminal of that width, if it is for one.
///
/// # Errors
/// Those of the stream.
pub fn leaderboard(
    slug: &str,
    ranked: &[&Saved],
    left_out: usize,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(best) = ranked.first() else {
        return writeln!(
            out,
            "no grade of {slug} is saved; `jury grade {slug} SUBMISSION --save` saves one"
        );
    };
    let grades = ranked.iter().map(|saved| saved.number.to_string());
    let mut all = vec![
        Column::new("place", (1..=ranked.len()).map(|place| place.to_string())).number(),
        Column::new("grade", grades).number().early(),
    ];
    all.extend(merits(ranked));
    columns::write(all, width, out)?;
    writeln!(out)?;
    if left_out > 0 {
        let grades = counted(left_out, "grade");
        let [are, these] = if left_out == 1 { ["is", "it"] } else { ["are", "these"] };
        let words = format!(
            "{grades} {are} on other cases, limits or checkers and left out: grade {these} again with \
             --save --keep-going"
        );
        flow::sentence(DIM, &words, (0, 2), width, out)?;
    }
    if let Some(stopped) = ranked.iter().find(|saved| saved.run < saved.cases) {
        let cases = cases_of(stopped);
        let words = format!(
            "`{cases}` stopped at the first failure and ranks below grades of all cases; --keep-going \
             runs all"
        );
        flow::sentence(DIM, &words, (0, 2), width, out)?;
    }
    let colour = style(best.entry.verdict);
    writeln!(
        out,
        "{slug}: best: {} ({colour}{BOLD}{}{BOLD:#}{colour:#}{})",
        submission(best),
        best.entry.verdict.words(),
        score_words(best)
    )
}

/// What tells how good grades are, and whose they are.
fn merits(grades: &[&Saved]) -> Vec<Column> {
    let each =
        |cell: fn(&Saved) -> String| grades.iter().map(|saved| cell(saved)).collect::<Vec<_>>();
    let score = |saved: &Saved| saved.entry.score.map(|score| score.to_string());
    let cpu = |saved: &Saved| saved.entry.cpu_seconds.map(|cpu| format!("{cpu:.3} s"));
    let version =
        |saved: &Saved| saved.entry.sources.get(..DIGEST).unwrap_or(&saved.entry.sources).into();
    let mut all =
        vec![Column::new("verdict", each(|saved| saved.entry.verdict.to_string())).late()];
    if grades.iter().any(|saved| saved.entry.score.is_some()) {
        let scores = grades.iter().map(|saved| score(saved).unwrap_or_default());
        all.push(Column::new("score", scores).number().late());
    }
    all.extend([
        Column::new("cases", grades.iter().map(|saved| cases_of(saved))).number().early(),
        Column::new("CPU", grades.iter().map(|s| cpu(s).unwrap_or_default())).number().early(),
        Column::new("version", each(version)).early(),
        Column::new("submission", each(submission)).shortened(),
    ]);
    all
}

/// `12/12`; of a grade that did not run all cases `4/5 of 12`: accepted, run, all. Nothing of what did not
/// build.
fn cases_of(saved: &Saved) -> String {
    let (accepted, run, cases) = (saved.accepted, saved.run, saved.cases);
    if cases == 0 {
        String::new()
    } else if run == cases {
        format!("{accepted}/{cases}")
    } else {
        format!("{accepted}/{run} of {cases}")
    }
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

/// Writes two grades side by side and what can be told of them, within a terminal of that width, if it
/// is for one.
///
/// # Errors
/// Those of the stream.
pub fn comparison(
    (first, second): (&Saved, &Saved),
    comparison: &Comparison<'_>,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (name, saved) in [("A", first), ("B", second)] {
        let colour = style(saved.entry.verdict);
        let (number, at, verdict) = (saved.number, minute(&saved.at), saved.entry.verdict);
        write!(out, "{BOLD}{name}{BOLD:#}  {colour}{verdict:<3}{colour:#} {}", submission(saved))?;
        writeln!(out, "{}  {DIM}grade {number}, {at} UTC{DIM:#}", score_words(saved))?;
    }
    writeln!(out)?;
    cases(comparison, width, out)?;
    if first.entry.data != second.entry.data {
        writeln!(
            out,
            "{YELLOW}the cases or their limits have changed in between{YELLOW:#}; cases of the \
             same name are compared"
        )?;
    }
    differences(comparison, width, out)?;
    let (colour, words) = conclusion((first, second), comparison);
    writeln!(out, "{colour}{BOLD}{words}{BOLD:#}{colour:#}")
}

/// Whether the second of two grades is better (`Greater`) or worse; `Equal` where that cannot be told.
pub(super) fn told((first, second): (&Saved, &Saved), comparison: &Comparison<'_>) -> Ordering {
    if first.entry.sources == second.entry.sources { Ordering::Equal } else { comparison.told() }
}

/// The cases that differ most.
fn cases(comparison: &Comparison<'_>, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let different = comparison.different();
    if different.is_empty() {
        return Ok(());
    }
    let value = |case: &CaseEntry| match comparison.measure {
        Measure::Score if case.verdict == Verdict::Accepted => number(case.score),
        Measure::Score => format!("{} {}", case.verdict, number(case.score)),
        Measure::CpuSeconds => case.verdict.to_string(),
    };
    let shown = || different.iter().take(CASES);
    let mut all = vec![
        Column::new("case", shown().map(|pair| pair.first.case.as_str())).shortened(),
        Column::new("A", shown().map(|pair| value(pair.first))).number(),
        Column::new("B", shown().map(|pair| value(pair.second))).number(),
    ];
    if comparison.measure == Measure::Score {
        let difference = |(first, second): (f64, f64)| format!("{:+.3}", second - first);
        let differences = shown().map(|pair| pair.values.map_or_else(String::new, difference));
        all.push(Column::new("B − A", differences).number().late());
    }
    columns::write(all, width, out)?;
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
    let untold = |why: &str| (YELLOW, format!("no difference can be shown: {why}"));
    let [better, worse] = match comparison.measure {
        Measure::Score => ["better", "worse"],
        Measure::CpuSeconds => ["faster", "slower"],
    };
    let [grades_of, hint] = match comparison.measured {
        Measured::Together => ["two grades", ""],
        Measured::Apart => ["grades of two commands", ": grade both in one command to be sure"],
    };
    let place = if comparison.left_out() > 0 { " where both are accepted" } else { "" };
    let second_is = |word: &str| format!("B is {word}{place}");
    let accepted = |number: usize| [grades.0, grades.1][number].entry.verdict == Verdict::Accepted;
    match told(grades, comparison) {
        _ if grades.0.entry.sources == grades.1.entry.sources => {
            (YELLOW, "A and B are the same program: a difference is chance".to_owned())
        }
        _ if comparison.measure == Measure::CpuSeconds && accepted(0) != accepted(1) => {
            let [good, bad] = if accepted(0) { ["A", "B"] } else { ["B", "A"] };
            let colour = if accepted(0) { RED } else { GREEN };
            (colour, format!("{good} is accepted, {bad} is not"))
        }
        _ if comparison.paired.interval.is_none() => untold("too few cases"),
        Ordering::Greater => (GREEN, second_is(better)),
        Ordering::Less => (RED, second_is(worse)),
        Ordering::Equal if mean != 0.0 && mean.abs() < grain => untold(&format!(
            "times of {} may differ by {grain:.4} s (1 ms or {:.0} %) without any cause{}",
            grades_of,
            100.0 * comparison.measured.share(),
            hint
        )),
        Ordering::Equal => untold("the interval holds 0, so it may be chance"),
    }
}

/// What the differences look like.
fn differences(
    comparison: &Comparison<'_>,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
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
    if paired.pairs > 0 {
        writeln!(
            out,
            "{} {both}: {} on {}, {} on {}, equal on {equal}",
            counted(paired.pairs, "case"),
            more.0,
            paired.greater,
            more.1,
            paired.less
        )?;
    }
    match comparison.left_out() {
        0 => {}
        left => {
            let cases = counted(left, "case");
            let words =
                format!("{cases} not accepted in both left out: failing faster is no progress");
            flow::sentence(DIM, &words, (0, 2), width, out)?;
        }
    }
    let Some((low, high)) = paired.interval else { return Ok(()) };
    let what = match comparison.measure {
        Measure::Score => "mean difference B − A",
        Measure::CpuSeconds => "mean difference of CPU time B − A",
    };
    let mean = paired.mean;
    let words = format!("{what}: {mean:+.4}{unit}, 95 % interval {low:+.4} to {high:+.4}{unit}");
    flow::sentence(Style::new(), &words, (0, 2), width, out)
}

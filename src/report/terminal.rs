//! The report for people: a block a submission, a table where there are several, the most important
//! line last.

use std::io::{self, Write};

use anstyle::Style;

use crate::problem::Expected;
use crate::sandbox::{Isolation, Strength};
use crate::verdict::Verdict;

use super::columns::{self, Column};
use super::document::{Case, Document, NotGraded, Submission};
use super::failure::{compiler, failure, shown};
use super::figures;
use super::flow;
use super::letters;
use super::recalled;
use super::style::{BOLD, DIM, GREEN, RED, WIDTH, YELLOW, style};

/// Names of what was not graded in the last line.
const NAMES: usize = 3;

/// Writes the whole report, tables within a terminal of that width, if it is for one. A report may come
/// from anywhere: none of its texts acts on the terminal.
///
/// # Errors
/// Those of the stream.
pub fn render(document: &Document, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    for submission in &document.submissions {
        block(submission, width, out)?;
    }
    if document.submissions.len() > 1 {
        columns::write(table(document), width, out)?;
        writeln!(out)?;
    }
    isolation(&document.isolation, width, out)?;
    summary(document, out)
}

/// One submission: its line, the row of letters, and its first failure.
fn block(submission: &Submission, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let failed = submission.first_failure();
    line(submission, failed, width, out)?;
    if !submission.compile.ok {
        compiler(&submission.compile.message, out)?;
        notes(submission, width, out)?;
        return writeln!(out);
    }
    letters::write(&submission.cases, width, out)?;
    letters::groups(&submission.groups, out)?;
    if let Some(words) = recalled::words(recalled::of(submission)) {
        writeln!(out, "    {DIM}{words}{DIM:#}")?;
    }
    notes(submission, width, out)?;
    if let Some(case) = failed {
        failure(case, width, out)?;
    }
    writeln!(out)
}

fn notes(submission: &Submission, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    submission.notes.iter().try_for_each(|note| {
        write!(out, "    ")?;
        flow::sentence(Style::new(), &shown(note), (4, 6), width, out)
    })
}

/// `WA  a.cpp  cpp  0.078 s  3.2 MiB  first failed: secret/3`.
fn line(
    submission: &Submission,
    failed: Option<&Case>,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let verdict = submission.verdict;
    let mut parts = vec![shown(&submission.path), shown(&submission.language)];
    parts.extend(submission.score.map(|score| format!("score {score}")));
    if submission.compile.ok {
        parts.extend([cpu(submission), memory(submission)]);
    }
    parts.extend(failed.map(|case| format!("first failed: {}", shown(&case.case))));
    if let Some(expected) = submission.expected.filter(|&expected| expected != Verdict::Accepted) {
        let words = if submission.as_expected { "as expected" } else { "not as expected" };
        // Other rules say then what is expected.
        let is_any = expected == Expected::anything();
        parts.push(if is_any { format!("({words})") } else { format!("({words}: {expected})") });
    }
    let colour = style(verdict);
    write!(out, "{colour}{BOLD}{verdict:<3}{BOLD:#}{colour:#} ")?;
    let parts = parts.iter().map(|part| (Style::new(), part.as_str()));
    flow::write(parts, "  ", (4, 4), width, out)
}

/// The slowest case's CPU time.
fn cpu(submission: &Submission) -> String {
    format!("{:.3} s", submission.max_cpu_seconds.unwrap_or_default())
}

/// The hungriest case's peak memory.
fn memory(submission: &Submission) -> String {
    figures::memory(submission.max_memory_bytes.unwrap_or_default())
}

/// Several submissions: best first for scored problems, else in the order given.
fn table(document: &Document) -> Vec<Column> {
    let mut order: Vec<&Submission> = document.submissions.iter().collect();
    if document.scored {
        let score = |submission: &Submission| submission.score.unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|left, right| score(right).total_cmp(&score(left)));
    }
    let each = |cell: &dyn Fn(&Submission) -> String| -> Vec<String> {
        order.iter().map(|submission| cell(submission)).collect()
    };
    let ran = |figure: fn(&Submission) -> String| {
        each(&|one| if one.compile.ok { figure(one) } else { String::new() })
    };
    let score = |one: &Submission| one.score.map_or_else(String::new, |score| score.to_string());
    let failed = |one: &Submission| one.first_failure().map(|case| case.case.clone());
    let mut all = vec![Column::new("verdict", each(&|one| one.verdict.to_string()))];
    all.extend(document.scored.then(|| Column::new("score", each(&score)).number()));
    all.extend([
        Column::new("cpu", ran(cpu)).number().late(),
        Column::new("memory", ran(memory)).number().early(),
        Column::new("language", each(&|one| one.language.clone())).early(),
        Column::new("submission", each(&|one| one.path.clone())).shortened(),
        Column::new("first failed", each(&|one| failed(one).unwrap_or_default()))
            .shortened()
            .late(),
    ]);
    all
}

/// What was in force, in a line: the level, and the walls that do not stand firm.
///
/// # Errors
/// Those of the stream.
pub fn isolation(
    isolation: &Isolation,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let weak = [(Strength::Sampled, "only sampled"), (Strength::None, "not enforced")];
    let weak = weak.into_iter().filter_map(|(strength, how)| {
        let walls = isolation.walls.iter().filter(|wall| wall.strength == strength);
        let names: Vec<String> = walls.map(|wall| shown(&wall.wall)).collect();
        (!names.is_empty()).then(|| format!("{} {how}", names.join(", ")))
    });
    let weak: Vec<String> = weak.collect();
    let level = isolation.level.name();
    let words = match weak.as_slice() {
        [] => format!("sandbox {level}"),
        weak => format!("sandbox {level} ({}; details: `jury doctor`)", weak.join("; ")),
    };
    flow::sentence(DIM, &words, (0, 4), width, out)
}

/// What was in force in full: each wall that does not stand firm by name, what there is instead, and how
/// figures were measured.
///
/// # Errors
/// Those of the stream.
pub fn isolation_details(
    isolation: &Isolation,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = Some(width.unwrap_or(WIDTH));
    let mut tell = |indent: usize, words: &str| {
        write!(out, "{:indent$}", "")?;
        flow::sentence(DIM, words, (indent, indent + 4), width, out)
    };
    let of = |strength| isolation.walls.iter().filter(move |wall| wall.strength == strength);
    let enforced: Vec<String> = of(Strength::Enforced).map(|wall| shown(&wall.wall)).collect();
    let level = isolation.level.name();
    tell(0, &format!("sandbox {level}: enforced {}", enforced.join(", ")))?;
    for wall in of(Strength::Sampled).chain(of(Strength::None)) {
        let (name, by) = (shown(&wall.wall), shown(&wall.by));
        tell(4, &format!("{} {name}: {by}", wall.strength.name()))?;
    }
    tell(4, &format!("CPU time by {}", shown(&isolation.cpu_source)))?;
    tell(4, &format!("memory by {}", shown(&isolation.memory_source)))
}

fn summary(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    let submissions = document.submissions.as_slice();
    let name = format!("{}: ", shown(&document.problem.slug));
    if document.interrupted {
        return writeln!(out, "{name}{YELLOW}interrupted{YELLOW:#}; only the cases above ran");
    }
    let not_graded = not_graded(&document.not_graded);
    if let [Submission { verdict, score, .. }] = submissions {
        let colour = style(*verdict);
        write!(out, "{name}{colour}{BOLD}{}{BOLD:#}{colour:#}", verdict.words())?;
        if let Some(score) = score {
            write!(out, ", score {score}")?;
        }
        return writeln!(out, "{not_graded}");
    }
    let accepted = submissions.iter().filter(|one| one.verdict == Verdict::Accepted).count();
    let all = submissions.len();
    let is_good = accepted == all && document.not_graded.is_empty();
    let colour = if is_good { GREEN } else { RED };
    write!(out, "{name}{colour}{BOLD}{accepted} of {all} submissions accepted{BOLD:#}{colour:#}")?;
    if submissions.iter().any(|one| one.expected.is_some()) {
        let as_expected = submissions.iter().filter(|one| one.as_expected).count();
        write!(out, ", {as_expected} of {all} as expected")?;
    }
    writeln!(out, "{not_graded}")
}

/// `, 1 not graded (notes.txt)`.
fn not_graded(all: &[NotGraded]) -> String {
    if all.is_empty() {
        return String::new();
    }
    let mut names: Vec<String> = all.iter().take(NAMES).map(|odd| shown(&odd.path)).collect();
    if all.len() > NAMES {
        names.push("…".to_owned());
    }
    format!(", {RED}{} not graded{RED:#} ({})", all.len(), names.join(", "))
}

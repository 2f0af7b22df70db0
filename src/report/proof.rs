//! What `verify` found, for people: the findings by problem, then one table.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr as _;

use crate::judge::verify::{Finding, KeptProof, Proof, Severity, TestsHeld};
use crate::verdict::Verdict;
use crate::visible::visible;

use super::columns::{self, Column};
use super::flow;
use super::markdown::Unread;
use super::recalled;
use super::style::{BOLD, DIM, GREEN, MAGENTA, RED, WIDTH, YELLOW};

/// How many findings are told a second time.
const FINDINGS: usize = 50;
/// How many problems the last line names of each kind.
const NAMES: usize = 10;

/// Writes the jury submissions with the cases that catch them, or the matrix where there is one, and
/// the findings, of one package.
///
/// # Errors
/// Those of the stream.
pub fn render(proof: &Proof, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}", proof.slug)?;
    if let Some(matrix) = &proof.matrix {
        super::matrix::render(matrix, width, out)?;
    } else {
        let caught_ones = proof.kept.iter().filter(|kept| !caught(kept).is_empty());
        let widest = caught_ones.map(|kept| path(kept).width()).max().unwrap_or(0);
        proof.kept.iter().try_for_each(|kept| submission(kept, widest, width, out))?;
    }
    if proof.tests.all > 0 {
        let TestsHeld { held, all } = proof.tests;
        let colour = if held == all { GREEN } else { RED };
        writeln!(out, "  {colour}{held} of {all} tests of validators hold{colour:#}")?;
    }
    if let Some(words) = recalled::words(proof.recalled) {
        writeln!(out, "  {DIM}{words}{DIM:#}")?;
    }
    for what in &proof.unchecked {
        write!(out, "  ")?;
        flow::sentence(DIM, &format!("not checked: {what}"), (2, 4), width, out)?;
    }
    for Finding { severity, subject, message, .. } in &proof.findings {
        let (subject, message) = (visible(subject.as_bytes()), visible(message.as_bytes()));
        let (colour, head, rest) = match severity {
            Severity::Error => (RED, subject, format!(": {message}")),
            Severity::Warning => (YELLOW, "warning:".to_owned(), format!(" {subject}: {message}")),
        };
        write!(out, "  {colour}{head}{colour:#}")?;
        flow::sentence(Style::new(), &rest, (2 + head.width(), 4), width, out)?;
    }
    for Finding { subject, message, .. } in &proof.spoilt {
        let message = visible(message.as_bytes());
        writeln!(out, "  {MAGENTA}{subject}{MAGENTA:#}: could not be judged: {message}")?;
    }
    writeln!(out)
}

/// One submission, its path in a column as wide as the widest that is caught; what catches it stands below where it does not fit.
fn submission(
    kept: &KeptProof,
    widest: usize,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let colour = if kept.as_expected { GREEN } else { RED };
    let path = path(kept);
    write!(out, "  {colour}{:<3}{colour:#} {path}", kept.verdict)?;
    let caught = caught(kept);
    if caught.is_empty() {
        return writeln!(out);
    }
    if 6 + widest + 2 + caught.width() > width.unwrap_or(WIDTH) {
        write!(out, "\n    ")?;
        return flow::sentence(DIM, &caught, (4, 6), width, out);
    }
    let blanks = " ".repeat(widest - path.width() + 2);
    writeln!(out, "{blanks}{DIM}{caught}{DIM:#}")
}

fn path(kept: &KeptProof) -> String {
    visible(kept.path.as_os_str().as_encoded_bytes())
}

fn caught(kept: &KeptProof) -> String {
    let is_unknown = kept.verdict == Verdict::JudgeError;
    if is_unknown || !kept.expected.must_fail() || kept.expected == Verdict::CompileError {
        String::new()
    } else {
        let cases =
            if kept.caught_by.is_empty() { "no secret case" } else { &kept.caught_by.join(", ") };
        format!("caught by {cases}")
    }
}

/// Writes the table of all packages, within a terminal of that width, if it is for one, and the last
/// lines: what was recalled, the findings once more where they may have scrolled away, and how many packages are
/// as they should be. `unread` ones could not be checked at all.
///
/// # Errors
/// Those of the stream.
pub fn table(
    proofs: &[Proof],
    unread: &[Unread],
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let each =
        |cell: &dyn Fn(&Proof) -> String| -> Vec<String> { proofs.iter().map(cell).collect() };
    let wrong = |proof: &Proof| proof.kept.iter().filter(|kept| kept.expected.must_fail()).count();
    let columns = vec![
        Column::new("problem", each(&|proof| proof.slug.clone())).shortened(),
        Column::new("cases", each(&|proof| proof.cases.to_string())).number().late(),
        Column::new("remade", each(&|proof| proof.generated.to_string())).number().early(),
        Column::new("submissions", each(&as_expected)).number(),
        Column::new(
            "caught twice",
            each(&|proof| format!("{} of {}", caught_twice(proof), wrong(proof))),
        )
        .number()
        .early(),
        Column::new("findings", each(&|proof| proof.errors().count().to_string())).number(),
        Column::new("reference", each(&reference)).early(),
    ];
    columns::write(columns, width, out)?;
    writeln!(out)?;
    if proofs.len() > 1 {
        once_more(proofs, width, out)?;
    }
    let is_good = unread.is_empty() && proofs.iter().all(Proof::holds);
    let style = if is_good { GREEN } else { RED }.bold();
    flow::sentence(style, &last_line(proofs, unread), (0, 2), width, out)
}

/// The findings of all packages, and what was recalled of all.
fn once_more(proofs: &[Proof], width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let found = || proofs.iter().flat_map(|proof| proof.errors().map(move |one| (proof, one)));
    for (proof, Finding { subject, message, .. }) in found().take(FINDINGS) {
        let first = message.lines().next().unwrap_or_default();
        let rest = format!(" {}: {}", visible(subject.as_bytes()), visible(first.as_bytes()));
        let head = format!("{}:", proof.slug);
        write!(out, "{RED}{head}{RED:#}")?;
        flow::sentence(Style::new(), &rest, (head.width(), 2), width, out)?;
    }
    let more = found().count().saturating_sub(FINDINGS);
    if more > 0 {
        writeln!(out, "and {more} more findings")?;
    }
    if found().next().is_some() {
        writeln!(out)?;
    }
    match recalled::words(recalled::of_proofs(proofs)) {
        Some(words) => writeln!(out, "{DIM}{words}{DIM:#}"),
        None => Ok(()),
    }
}

/// How many packages are as they should be, and which are not.
fn last_line(proofs: &[Proof], unread: &[Unread]) -> String {
    let good = proofs.iter().filter(|proof| proof.holds()).count();
    let idle = proofs.iter().filter(|proof| !proof.ran_something()).count();
    let but = match idle {
        0 => String::new(),
        idle => format!(", but no program was judged on {idle} of them"),
    };
    let mut parts =
        vec![format!("{good} of {} problems verified{but}", proofs.len() + unread.len())];
    let found = proofs.iter().filter(|proof| proof.errors().next().is_some());
    let spoilt = proofs.iter().filter(|proof| !proof.spoilt.is_empty());
    let unread = unread.iter().map(|unread| unread.name.as_deref().unwrap_or("one without a name"));
    for (what, names) in [
        ("findings in", found.map(|proof| proof.slug.as_str()).collect()),
        ("not all judged in", spoilt.map(|proof| proof.slug.as_str()).collect()),
        ("could not be checked", unread.collect::<Vec<_>>()),
    ] {
        if !names.is_empty() {
            parts.push(format!("{what}: {}", some_of(&names)));
        }
    }
    visible(parts.join("; ").as_bytes())
}

/// The first few of these names, and how many there are more.
fn some_of(names: &[&str]) -> String {
    let some = names.iter().take(NAMES).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMES) {
        0 => some,
        more => format!("{some} and {more} more"),
    }
}

/// How many of its submissions are as expected.
fn as_expected(proof: &Proof) -> String {
    let good = proof.kept.iter().filter(|kept| kept.as_expected).count();
    match proof.not_run {
        0 => format!("{good} of {}", proof.kept.len()),
        some => format!("{good} of {}, {some} not run", proof.kept.len()),
    }
}

/// How many of the wrong ones several cases catch.
fn caught_twice(proof: &Proof) -> usize {
    let wrong = proof.kept.iter().filter(|kept| kept.expected.must_fail());
    wrong.filter(|kept| kept.caught_by.len() > 1).count()
}

/// How near the reference comes to its limit.
fn reference(proof: &Proof) -> String {
    proof.reference.as_ref().map_or("none".to_owned(), |(share, case)| {
        format!("{:.0} % of the limit on {case}", share * 100.0)
    })
}

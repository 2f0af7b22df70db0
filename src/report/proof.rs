//! What `verify` found, for people: the findings by problem, then one table.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr as _;

use crate::judge::verify::{Finding, KeptProof, Proof, Severity, TestsHeld};
use crate::verdict::Verdict;
use crate::visible::visible;

use super::columns::{self, Column};
use super::flow;
use super::recalled;
use super::style::{BOLD, DIM, GREEN, MAGENTA, RED, WIDTH, YELLOW};

/// Writes the jury submissions with the cases that catch them, or the matrix where there is one, and
/// the findings, of one package.
///
/// # Errors
/// Those of the stream.
pub fn render(proof: &Proof, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}", proof.slug)?;
    match &proof.matrix {
        Some(matrix) => super::matrix::render(matrix, width, out)?,
        None => proof.kept.iter().try_for_each(|kept| submission(kept, width, out))?,
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

fn submission(kept: &KeptProof, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let colour = if kept.as_expected { GREEN } else { RED };
    let path = visible(kept.path.as_os_str().as_encoded_bytes());
    write!(out, "  {colour}{:<3}{colour:#} ", kept.verdict)?;
    let caught = caught(kept);
    if caught.is_empty() {
        return writeln!(out, "{path}");
    }
    if 6 + path.width() + 2 + caught.width() > width.unwrap_or(WIDTH) {
        write!(out, "{path}\n    ")?;
        return flow::sentence(DIM, &caught, (4, 6), width, out);
    }
    writeln!(out, "{path}  {DIM}{caught}{DIM:#}")
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
/// line. `unchecked` packages could not be checked at all.
///
/// # Errors
/// Those of the stream.
pub fn table(
    proofs: &[Proof],
    unchecked: usize,
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
    let good = proofs.iter().filter(|proof| proof.holds()).count();
    let all = proofs.len() + unchecked;
    let colour = if good == all { GREEN } else { RED };
    let idle = proofs.iter().filter(|proof| !proof.ran_something()).count();
    let but = match idle {
        0 => String::new(),
        idle => format!(", but no program was judged on {idle} of them"),
    };
    let unchecked = match unchecked {
        0 => String::new(),
        unchecked => format!(", {unchecked} could not be checked"),
    };
    writeln!(
        out,
        "{colour}{BOLD}{good} of {all} problems verified{but}{unchecked}{BOLD:#}{colour:#}"
    )
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

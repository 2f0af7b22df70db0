//! What `verify` found, for people: the findings by problem, then one table.

use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, Table, presets};

use crate::judge::verify::{Finding, KeptProof, Proof, Severity, TestsHeld};
use crate::verdict::Verdict;
use crate::visible::visible;

use super::style::{BOLD, DIM, GREEN, MAGENTA, RED, WIDTH, YELLOW};

/// Writes the jury submissions with the cases that catch them, or the matrix where there is one, and
/// the findings, of one package.
///
/// # Errors
/// Those of the stream.
pub fn render(proof: &Proof, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}", proof.slug)?;
    match &proof.matrix {
        Some(matrix) => super::matrix::render(matrix, out)?,
        None => proof.kept.iter().try_for_each(|kept| submission(kept, out))?,
    }
    if proof.tests.all > 0 {
        let TestsHeld { held, all } = proof.tests;
        let colour = if held == all { GREEN } else { RED };
        writeln!(out, "  {colour}{held} of {all} tests of validators hold{colour:#}")?;
    }
    for what in &proof.unchecked {
        writeln!(out, "  {DIM}not checked: {what}{DIM:#}")?;
    }
    for Finding { severity, subject, message } in &proof.findings {
        let (subject, message) = (visible(subject.as_bytes()), visible(message.as_bytes()));
        match severity {
            Severity::Error => writeln!(out, "  {RED}{subject}{RED:#}: {message}")?,
            Severity::Warning => {
                writeln!(out, "  {YELLOW}warning:{YELLOW:#} {subject}: {message}")?;
            }
        }
    }
    for Finding { subject, message, .. } in &proof.spoilt {
        let message = visible(message.as_bytes());
        writeln!(out, "  {MAGENTA}{subject}{MAGENTA:#}: could not be judged: {message}")?;
    }
    writeln!(out)
}

fn submission(kept: &KeptProof, out: &mut dyn Write) -> io::Result<()> {
    let colour = if kept.as_expected { GREEN } else { RED };
    let (path, caught) = (kept.path.display().to_string(), caught(kept));
    let width = 6 + path.chars().count() + caught.chars().count();
    let line_end = if width > WIDTH { "\n    " } else { "" };
    writeln!(out, "  {colour}{:<3}{colour:#} {path}{line_end}{DIM}{caught}{DIM:#}", kept.verdict)
}

fn caught(kept: &KeptProof) -> String {
    let is_unknown = kept.verdict == Verdict::JudgeError;
    if is_unknown || !kept.expected.must_fail() || kept.expected == Verdict::CompileError {
        String::new()
    } else {
        let cases =
            if kept.caught_by.is_empty() { "no secret case" } else { &kept.caught_by.join(", ") };
        format!("  caught by {cases}")
    }
}

/// Writes the table of all packages and the last line.
///
/// # Errors
/// Those of the stream.
pub fn table(proofs: &[Proof], out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "problem",
        "cases",
        "remade",
        "submissions",
        "caught twice",
        "findings",
        "reference",
    ]);
    for proof in proofs {
        let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
        let as_expected = proof.kept.iter().filter(|kept| kept.as_expected).count();
        let wrong = || proof.kept.iter().filter(|kept| kept.expected.must_fail());
        let twice = wrong().filter(|kept| kept.caught_by.len() > 1).count();
        let reference = proof.reference.as_ref().map_or("none".to_owned(), |(share, case)| {
            format!("{:.0} % of the limit on {case}", share * 100.0)
        });
        table.add_row([
            Cell::new(&proof.slug),
            right(proof.cases.to_string()),
            right(proof.generated.to_string()),
            right(match proof.not_run {
                0 => format!("{as_expected} of {}", proof.kept.len()),
                some => format!("{as_expected} of {}, {some} not run", proof.kept.len()),
            }),
            right(format!("{twice} of {}", wrong().count())),
            right(proof.errors().count().to_string()),
            Cell::new(reference),
        ]);
    }
    writeln!(out, "{}\n", table.trim_fmt())?;
    let good = proofs.iter().filter(|proof| proof.holds()).count();
    let colour = if good == proofs.len() { GREEN } else { RED };
    let idle = proofs.iter().filter(|proof| !proof.ran_something()).count();
    let but = match idle {
        0 => String::new(),
        idle => format!(", but no program was judged on {idle} of them"),
    };
    writeln!(
        out,
        "{colour}{BOLD}{good} of {} problems verified{but}{BOLD:#}{colour:#}",
        proofs.len()
    )
}

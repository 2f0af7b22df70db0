//! The cases of a submission on a terminal, a character each, and its groups that count as one.

use std::io::{self, Write};

use anstyle::{Effects, Style};

use crate::verdict::Verdict;
use crate::visible::visible;

use super::document::{Case, Group};
use super::flow;
use super::mark::{self, Mark};
use super::style::{DIM, style};

/// Characters in one line of a row where nobody says how wide the terminal is.
const ROW: usize = 60;
/// Blanks before a row.
const INDENT: usize = 4;

/// `sample AA  secret AAW---`, and what the characters mean where that is not one alone.
///
/// # Errors
/// Those of the stream.
pub(super) fn write(cases: &[Case], width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let names = cases.iter().map(|case| shown(&case.group).chars().count()).max().unwrap_or(0);
    let room = width.map_or(ROW, |width| width.saturating_sub(INDENT + names + 1).max(1));
    for group in cases.chunk_by(|left, right| left.group == right.group) {
        for (index, row) in group.chunks(room).enumerate() {
            let name = if index == 0 { shown(&group[0].group) } else { String::new() };
            write!(out, "{:INDENT$}{name:<names$} ", "")?;
            for alike in row.chunk_by(|left, right| look(left) == look(right)) {
                let characters: String = alike.iter().map(|case| case.mark().character()).collect();
                let colour = look(&alike[0]);
                write!(out, "{colour}{characters}{colour:#}")?;
            }
            writeln!(out)?;
        }
    }
    let legend = legend(cases);
    if legend.is_empty() {
        return Ok(());
    }
    write!(out, "{:INDENT$}", "")?;
    let parts = legend.iter().map(|words| (DIM, words.as_str()));
    flow::write(parts, "", (INDENT, INDENT), width, out)
}

/// The colour of a case's character; those that were recalled are dim.
fn look(case: &Case) -> Style {
    let style = case.mark().style();
    if case.recalled.is_some() { style | Effects::DIMMED } else { style }
}

/// What the characters mean that occur, in pieces of one text; nothing where all are `A`.
fn legend(cases: &[Case]) -> Vec<String> {
    let marks: Vec<Mark> = cases.iter().map(Case::mark).collect();
    let mut kinds = Vec::new();
    if marks.iter().any(|mark| matches!(mark, Mark::Tenths(_))) {
        kinds.push(format!("0–9 {}", mark::SHARES));
    }
    if marks.contains(&Mark::Better) {
        kinds.push(format!("+ {}", mark::BETTER));
    }
    let verdicts = Verdict::ALL.into_iter().filter(|&one| marks.contains(&Mark::Verdict(one)));
    kinds.extend(verdicts.map(|verdict| format!("{} {}", verdict.letter(), verdict.words())));
    if kinds == ["A accepted"] {
        return Vec::new();
    }
    let last = kinds.len().saturating_sub(1);
    kinds.iter_mut().take(last).for_each(|kind| kind.push_str(", "));
    kinds
}

/// `secret/small  30 of 30`, a line for each group that counts as one.
///
/// # Errors
/// Those of the stream.
pub(super) fn groups(groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
    let width = groups.iter().map(|group| shown(&group.group).chars().count()).max().unwrap_or(0);
    for Group { group, verdict, score, worth } in groups {
        let (name, colour) = (shown(group), style(*verdict));
        let of = worth.map_or_else(String::new, |worth| format!(" of {worth}"));
        writeln!(out, "    {name:<width$}  {colour}{verdict:<3}{colour:#} {score}{of}")?;
    }
    Ok(())
}

fn shown(text: &str) -> String {
    visible(text.as_bytes())
}

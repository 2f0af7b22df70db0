//! Proposals of time limits, for people: the times by language, which limits fit them, and the one that
//! is proposed.

use std::io::{self, Write};
use std::time::Duration;

use super::columns::{self, Column};
use super::style::{BOLD, DIM, GREEN, RED, YELLOW};
use crate::judge::time_limit::proposal::{
    LanguageTimes, LimitMismatch, TimeProposal, Timed, least_limit,
};
use crate::ruling::seconds;
use crate::visible::visible;

/// Writes one, in a terminal of this width.
///
/// # Errors
/// Those of the stream.
pub fn render(
    proposal: &TimeProposal,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}", visible(proposal.slug.as_bytes()))?;
    if !proposal.languages.is_empty() {
        columns::write(table(&proposal.languages), width, out)?;
        writeln!(out)?;
    }
    for (name, why) in &proposal.not_run {
        let (name, why) = (visible(name.as_bytes()), visible(why.as_bytes()));
        writeln!(out, "  {YELLOW}not measured:{YELLOW:#} {name}: {why}")?;
    }
    writeln!(out, "  limits that fit: {}", window(proposal))?;
    match proposal.proposal() {
        Some(limit) => {
            let step = proposal.rule.resolution;
            let words = format!("{DIM}the least multiple of {step} s{DIM:#}");
            writeln!(out, "  proposal:        {GREEN}{}{GREEN:#}, {words}", seconds(limit))?;
            if proposal.fastest().is_none() {
                let words = "no submission is too slow: this is a lower bound only";
                writeln!(out, "                   {YELLOW}{words}{YELLOW:#}")?;
            }
        }
        None => writeln!(out, "  proposal:        {RED}none{RED:#}{}", why_none(proposal))?,
    }
    match proposal.in_force {
        None => writeln!(out, "  in force:        none is given"),
        Some(limit) => {
            let misfits = proposal.misfits(limit);
            let fits = if misfits.is_empty() {
                format!("{GREEN}which fits{GREEN:#}")
            } else {
                format!("{RED}which does not fit{RED:#}: {}", list(&misfits))
            };
            writeln!(out, "  in force:        {}, {fits}", seconds(limit))
        }
    }
}

fn list(misfits: &[LimitMismatch]) -> String {
    let words: Vec<String> =
        misfits.iter().map(|misfit| visible(misfit.to_string().as_bytes())).collect();
    words.join("; ")
}

/// From the least to the greatest.
fn window(proposal: &TimeProposal) -> String {
    let rule = &proposal.rule;
    let of = |timed: Option<&Timed>, limit: Option<Duration>, by: &str, factor: f64| {
        let (limit, time) = (seconds(limit?), seconds(timed?.time));
        Some(format!("{limit} ({time} {by} {factor})"))
    };
    let least = of(proposal.slowest(), proposal.least(), "×", rule.to_limit);
    let greatest = of(proposal.fastest(), proposal.greatest(), "/", rule.to_too_slow);
    match (least, greatest) {
        (Some(least), Some(greatest)) => format!("from {least} to {greatest}"),
        (Some(least), None) => format!("from {least}"),
        (None, Some(greatest)) => format!("to {greatest}"),
        (None, None) => "unknown".to_owned(),
    }
}

fn why_none(proposal: &TimeProposal) -> String {
    match proposal.slowest() {
        None => ": no submission that must end in time was measured".to_owned(),
        Some(slowest) if slowest.at_least => {
            let name = visible(slowest.submission.as_bytes());
            format!(": {name} takes {slowest}")
        }
        Some(slowest) => {
            let least = least_limit(slowest.time, &proposal.rule);
            let why = list(&proposal.misfits(least));
            format!(": already of {}, {why}", seconds(least))
        }
    }
}

fn table(languages: &[LanguageTimes]) -> Vec<Column> {
    type Side = fn(&LanguageTimes) -> Option<&Timed>;
    let cells = |side: Side, cell: fn(&Timed) -> String| -> Vec<String> {
        languages.iter().map(|times| side(times).map_or_else(String::new, cell)).collect()
    };
    let slowest: Side = |times| times.slowest.as_ref();
    let fastest: Side = |times| times.fastest.as_ref();
    let time = |timed: &Timed| {
        let more = if timed.at_least { "> " } else { "" };
        format!("{more}{}", seconds(timed.time))
    };
    let submission = |timed: &Timed| timed.submission.clone();
    let case = |timed: &Timed| timed.case.clone();
    let of_side = |side: Side, time_name, name| {
        let all = [
            Column::new(time_name, cells(side, time)).number(),
            Column::new(name, cells(side, submission)).shortened(),
            Column::new("on", cells(side, case)).early(),
        ];
        // A side without any submission says nothing.
        all.into_iter().filter(move |_| languages.iter().any(|times| side(times).is_some()))
    };
    let names = languages.iter().map(|times| times.language.clone());
    std::iter::once(Column::new("language", names))
        .chain(of_side(slowest, "in time", "slowest"))
        .chain(of_side(fastest, "too slow", "fastest"))
        .collect()
}

//! Merging games: the record, and what it says.

use anyhow::anyhow;
use jury_checkers::plural::counted;

use crate::arena::retrace;
use crate::arena::sprt::Decision;
use crate::plan::{ContestMerger, ContestWork, MergedContest, State, ranges};
use crate::report::contest::Contest;

use super::super::contest::{REFERENCE, is_good, write_to};
use super::super::context::Context;
use super::super::output;
use super::super::plan_file::{PlanFile, from_here};
use super::super::status::{Failure, Status};
use super::arguments::Arguments;
use super::parts::{again, each_part, lacks};

/// Merges games. The record goes beside the plan where nobody says otherwise.
pub(super) fn merged(
    context: &Context,
    arguments: &Arguments,
    file: &PlanFile,
    work: &ContestWork,
) -> Result<Status, Failure> {
    arguments.refuse(&["save", "junit", "markdown", "html"], "`jury match`")?;
    let place = arguments.record.clone().unwrap_or_else(|| file.record());
    let places = [Some(place.as_path()), arguments.pdn.as_deref()];
    let places: Vec<_> = places.into_iter().flatten().chain(arguments.formats.json()).collect();
    output::expect_reports(&places, &[&arguments.plan])?;
    let mut merger = ContestMerger::new(&file.plan, work);
    each_part(context, arguments, file, &mut |part, path| merger.take(part, path))?;
    if arguments.again {
        return next(&merger.state());
    }
    let folder = |path: &str| from_here(context, &file.at(path)).display().to_string();
    let bot = |path: &str| match path {
        REFERENCE => path.to_owned(),
        path => match folder(path) {
            path if path == REFERENCE => format!("./{path}"),
            path => path,
        },
    };
    let MergedContest { record, state, at_odds, notes } = merger.finish(&bot, &folder);
    let mut good = true;
    if let Some(record) = record {
        retrace(&record).map_err(|bad| {
            Failure::usage(anyhow!("the games of the parts cannot be played: {}", bad.message))
        })?;
        let report = Contest::new(&record, place.clone());
        output::write_file(&place, &record.write().map_err(Failure::ours)?)?;
        write_to(&report, &record, arguments.pdn.as_deref(), arguments.formats.json())?;
        good = is_good(&report);
    }
    notes.iter().for_each(output::warning);
    let open = match &state {
        State::Missing(shards) => shards.as_slice(),
        State::Undecided { .. } | State::Whole | State::Decided(_) => &[],
    };
    if !open.is_empty() || !at_odds.is_empty() {
        return Err(Failure::ours(anyhow!(lacks(open, &at_odds))));
    }
    if let State::Undecided { pairs, next } = state {
        let (pairs, next) = (pairs_in_words(pairs), ranges(next));
        return Err(Failure::ours(anyhow!(
            "{pairs} do not decide the test: the next round is shards {next}"
        )));
    }
    Ok(context.status(good))
}

/// Prints the shards that are to be done; aside, why there are none.
fn next(state: &State) -> Result<Status, Failure> {
    match state {
        State::Missing(shards) | State::Undecided { next: shards, .. } => again(shards),
        State::Decided(decision) => {
            let found = match decision {
                Decision::Elo0 => "no stronger than elo0",
                Decision::Elo1 => "as strong as elo1, or stronger",
            };
            output::print_aside(|out| writeln!(out, "the test is decided: {found}"))?;
            Ok(Status::Good)
        }
        State::Whole => Ok(Status::Good),
    }
}

fn pairs_in_words(pairs: u64) -> String {
    counted(usize::try_from(pairs).unwrap_or(usize::MAX), "pair")
}

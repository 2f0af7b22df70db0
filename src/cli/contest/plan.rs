//! `jury match --plan` and `jury tournament --plan`: writes down what would be played, for many machines.

use std::num::NonZeroU32;

use anyhow::anyhow;

use crate::arena::plan::pairs_of;
use crate::arena::record::{Player, Protocol};
use crate::machine::folder_of;
use crate::plan::{ContestWork, MOST_SHARDS, Plan, Work};
use crate::report::document::Tool;
use crate::sandbox::Isolation;
use crate::submission::Submission;

use super::super::context::Context;
use super::super::output;
use super::super::plan_file::{in_plan, told, versions, write_plan};
use super::super::status::{Failure, Status};
use super::files::expect_outside;
use super::header::{header, openings};
use super::players::{REFERENCE, identify_all};
use super::request::{NewGames, Planning};

/// Pairs of a shard where nobody says how many shards there are, or how many pairs a round has.
const PAIRS: u64 = 25;
const PAIRS_OF_ROUND: u64 = 10;
/// Shards of a round where nobody says.
const SHARDS_OF_ROUND: u64 = 4;

/// Writes the plan.
pub(super) fn write(
    context: &Context,
    new: &NewGames,
    planning: &Planning,
) -> Result<Status, Failure> {
    let file = &planning.file;
    let bots = new.bots.iter().filter(|path| *path != REFERENCE);
    output::expect_reports(&[file], &bots.collect::<Vec<_>>())?;
    let folder = folder_of(file).canonicalize().map_err(Failure::usage)?;
    let openings = openings(&context.interrupt, new)?;
    let bots = identify_all(context, &new.bots, new.game.name)?;
    let (mut players, submissions): (Vec<Player>, Vec<Submission>) = bots.into_iter().unzip();
    for player in players.iter_mut().filter(|player| player.path != REFERENCE) {
        player.path = in_plan(&context.working.join(&player.path), &folder)?;
        if player.path == REFERENCE {
            player.path = format!("./{REFERENCE}");
        }
    }
    let toolchains = versions(submissions.iter().map(|submission| &*submission.language));
    let level = context.least_level();
    let isolation = Isolation {
        level,
        walls: Vec::new(),
        cpu_source: String::new(),
        memory_source: String::new(),
    };
    let mut header = header(&context.interrupt, new, players, openings, isolation)?;
    expect_outside(&header.players, &[file])?;
    for files in header.players.iter_mut().filter_map(|player| player.files.as_mut()) {
        files.path = in_plan(&context.working.join(&files.path), &folder)?;
    }
    let pairs = pairs_of(header.players.len(), header.format, header.pairs);
    let pairs = pairs.and_then(|pairs| u64::try_from(pairs).ok());
    let pairs = pairs.ok_or_else(|| Failure::usage(anyhow!("so many pairs cannot be counted")))?;
    let (round, shards) = rounds(pairs, header.sprt.is_some(), planning)?;
    let bots_at_once = match header.protocol {
        Protocol::Fresh => 1,
        Protocol::Session => 2,
    };
    let plan = Plan {
        schema: 0,
        tool: Tool::this(),
        id: String::new(),
        sandbox: level,
        toolchains,
        memory_bytes: bots_at_once * header.allowance.memory_bytes,
        shards: 0,
        work: Work::Contest(Box::new(ContestWork { header, pairs, round })),
    };
    let plan = plan.finish(shards).map_err(Failure::ours)?;
    write_plan(&plan, file)?;
    let count = usize::try_from(pairs).unwrap_or(usize::MAX);
    let first = shards / u32::try_from(pairs.div_ceil(round)).unwrap_or(1);
    told(&plan, file, (count, "pair"), first)?;
    Ok(Status::Good)
}

/// Pairs of a round, and shards of all rounds.
fn rounds(pairs: u64, has_test: bool, planning: &Planning) -> Result<(u64, u32), Failure> {
    let number = |given: Option<NonZeroU32>| given.map(|given| u64::from(given.get()));
    let most = MOST_SHARDS as u64;
    let usual = if has_test { SHARDS_OF_ROUND } else { pairs.div_ceil(PAIRS).min(most) };
    let each = number(planning.shards).unwrap_or(usual).min(pairs);
    if !has_test {
        return Ok((pairs, u32::try_from(each).unwrap_or(1)));
    }
    // No more rounds than there are numbers of shards for.
    let least = pairs.div_ceil((most / each).max(1));
    let round = number(planning.round).unwrap_or((PAIRS_OF_ROUND * each).max(least)).min(pairs);
    let shards = pairs.div_ceil(round) * each.min(round);
    if shards > most {
        return Err(Failure::usage(anyhow!(
            "rounds of {round} pairs in {each} shards make {shards} shards, and a plan has at most {most}: \
             take `--round {least}` or more, or fewer shards"
        )));
    }
    Ok((round, u32::try_from(shards).unwrap_or(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(pairs: u64, test: bool, shards: u32, round: u32, expected: Option<(u64, u32)>) {
        let (shards, round) = (NonZeroU32::new(shards), NonZeroU32::new(round));
        let planning = Planning { file: "plan.json".into(), shards, round };
        assert_eq!(rounds(pairs, test, &planning).ok(), expected);
    }

    #[test]
    fn rounds_fit_into_the_numbers_of_shards() {
        case(8, false, 3, 0, Some((8, 3)));
        case(8, false, 0, 0, Some((8, 1)));
        case(100, false, 0, 0, Some((100, 4)));
        case(2, false, 9, 0, Some((2, 2)));
        case(1_000_000, false, 0, 0, Some((1_000_000, 1000)));
        case(100, true, 0, 0, Some((40, 12)));
        case(100, true, 2, 6, Some((6, 34)));
        case(5, true, 4, 0, Some((5, 4)));
        case(100, true, 4, 2, Some((2, 100)));
        case(1_000_000, true, 4, 0, Some((4000, 1000)));
        case(1_000_000, true, 4, 3999, None);
        case(1_000_000, true, 4, 4000, Some((4000, 1000)));
    }
}

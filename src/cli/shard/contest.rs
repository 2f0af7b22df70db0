//! A shard of a plan of games: pairs are played.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use anyhow::anyhow;

use crate::arena::games::setup;
use crate::arena::record::Event;
use crate::arena::run::{ArenaRequest, play_all};
use crate::judge::Tools;
use crate::plan::{ContestResults, ContestWork, Results};
use crate::sandbox::SandboxError;

use super::super::contest::{build, planned, recognise_files, show_files};
use super::super::context::Context;
use super::super::plan_file::{PlanFile, versions};
use super::super::progress::Progress;
use super::super::status::Failure;
use super::check;
use super::job::{Done, no_part};
use crate::arena::ArenaFailure;

/// What came of the shard; `None` after an interrupt.
pub(super) fn done(
    context: &Context,
    file: &PlanFile,
    work: &ContestWork,
    shard: u32,
    jobs: Option<NonZeroUsize>,
) -> Result<Option<Done>, Failure> {
    let header = &work.header;
    let setup = setup(header).map_err(|why| Failure::usage(anyhow!("the plan: {why}")))?;
    let bots = planned(context, &header.players, setup.kind.name, &|path| file.at(path))?;
    let since = "the plan was made: restore it, or make a new plan";
    recognise_files(&context.interrupt, &header.players, &|path| file.at(path), since)?;
    let toolchains = versions(bots.iter().map(|bot| &*bot.language));
    check::toolchains(&file.plan, &toolchains)?;
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let level = sandbox.isolation().level;
    check::level(&file.plan, level)?;
    let tools = context.tools(&sandbox, &cache, jobs);
    let tools = Tools { workers: check::workers(&file.plan, &tools)?, ..tools };
    let mut programs = build(&tools, &bots)?;
    show_files(&mut programs, &header.players, &|path| file.at(path))?;
    let pairs: Vec<u64> = work.pairs_of(shard, file.plan.shards).collect();
    let is_open = |game: usize| pairs.binary_search(&(game as u64 / 2)).is_ok();
    let hall = ArenaRequest {
        programs: &programs,
        sandbox: &sandbox,
        machine: tools.machine,
        workers: tools.workers,
        interrupt: tools.interrupt,
    };
    let progress = Progress::in_words(2 * pairs.len());
    progress.subject("playing");
    let mut events: Vec<Event> = Vec::new();
    let played = play_all(&hall, &setup, header, &is_open, &mut |event| {
        if let Event::End { .. } = event {
            progress.step();
        }
        events.push(event.clone());
        Ok(ControlFlow::Continue(()))
    });
    drop(progress);
    match played {
        Err(ArenaFailure::Sandbox(SandboxError::Interrupted)) => return Ok(None),
        played => played.map_err(|failure| no_part(failure.into()))?,
    }
    if context.interrupt.is_set() {
        return Ok(None);
    }
    events.sort_by_key(game);
    Ok(Some(Done {
        words: format!("{} games", 2 * pairs.len()),
        results: Results::Contest(Box::new(ContestResults {
            isolation: sandbox.isolation().clone(),
            events,
        })),
        probe: None,
        level,
        toolchains,
        workers: tools.workers,
    }))
}

/// The game that an event is of.
fn game(event: &Event) -> usize {
    match event {
        Event::Start { game, .. } | Event::Ply { game, .. } | Event::End { game, .. } => *game,
    }
}

//! A match or tournament from arguments, or from its record, to its report. Both are one thing: a
//! plan of games between bots, played into a record; the report is what the record says.

use std::io::IsTerminal as _;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::anyhow;
use jury_checkers::plural::counted;

use crate::arena::record::{Event, Player};
use crate::arena::run::{ArenaRequest, play_all};
use crate::arena::sprt::Decision;
use crate::arena::{ArenaFailure, GameKind, Plan, Record, Setup, expect_sound, retrace};
use crate::judge::Tools;
use crate::report::contest::json::render;
use crate::report::contest::{Contest, standings, terminal};
use crate::shell::command;
use crate::submission::{Program, Submission};

use super::context::{Context, word};
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};

mod files;
mod header;
mod live;
mod options;
mod plan;
mod players;
mod record_file;
mod request;

pub(super) use files::{recognise as recognise_files, show as show_files};
use header::{header, openings};
use live::LiveStandings;
pub(super) use options::{Options, Pairing, SPRT, game_name, rule, sprt};
pub(super) use players::{REFERENCE, build, planned};
use record_file::RecordFile;
pub(super) use record_file::read as read_record;
use request::{Games, NewGames, Request};

/// Plays, or goes on, and reports.
pub(super) fn run(context: &Context, request: &Request) -> Result<Status, Failure> {
    output::expect_reports(&request.reports(), &request.games.files(REFERENCE))?;
    if let Games::New(new) = &request.games {
        if request.pdn.is_some() && new.game.pdn.is_none() {
            return Err(no_pdn(new.game));
        }
        if let Some(planning) = &request.plan {
            return plan::write(context, new, planning);
        }
        record_file::expect_free(new.record.as_deref())?;
    }
    let (sandbox, cache) = (context.sandbox()?, context.cache()?);
    let tools = context.tools(&sandbox, &cache, request.jobs);
    let (mut file, record, setup, programs) = match &request.games {
        Games::Resumed(path, added) => resume(context, &tools, path, added)?,
        Games::New(new) => begin(context, &tools, new, &request.reports())?,
    };
    let played = play(&tools, &mut file, &record, &setup, &programs);
    // What was played stands in the report, whatever happened then.
    let record = file.read_again()?;
    let report = report(context, request.command, file.path(), &record);
    write(&report, &record, request)?;
    if context.interrupt.is_set() {
        return Ok(Status::Interrupted);
    }
    played?;
    Ok(context.status(is_good(&report)))
}

/// A record, the game that it is of, and the programs of its bots.
type Begun = (RecordFile, Record, Setup, Vec<Program>);

/// The games of a record as PDN.
pub(super) fn as_pdn(record: &Record, setup: &Setup) -> Result<String, Failure> {
    let export = setup.kind.pdn.ok_or_else(|| no_pdn(setup.kind))?;
    Ok(export(record, setup))
}

fn no_pdn(game: &GameKind) -> Failure {
    Failure::usage(anyhow!(
        "games of {} cannot be written as PDN, which is for checkers",
        game.name
    ))
}

/// Whether a match did not miss what its test asks for.
pub(super) fn is_good(report: &Contest) -> bool {
    report.header.sprt.is_none() || report.standings.decision() == Some(Decision::Elo1)
}

/// A new record, and the bots' programs.
fn begin(
    context: &Context,
    tools: &Tools<'_>,
    new: &NewGames,
    reports: &[&Path],
) -> Result<Begun, Failure> {
    let openings = openings(tools.interrupt, new)?;
    let bots = players::identify_all(context, &new.bots, new.game.name)?;
    let (players, submissions): (Vec<Player>, Vec<Submission>) = bots.into_iter().unzip();
    let isolation = tools.sandbox.isolation().clone();
    let header = header(tools.interrupt, new, players, openings, isolation)?;
    let place = new.record.clone().unwrap_or_else(|| record_file::unnamed(1));
    files::expect_outside(&header.players, &[reports, &[&*place]].concat())?;
    let programs = build_players(tools, &submissions, &header.players)?;
    let mut file = RecordFile::create(new.record.as_deref(), &header, reports)?;
    let record = file.read_again()?;
    let setup = retraced(&record, file.path())?;
    Ok((file, record, setup, programs))
}

/// A record that somebody began, and the programs of its bots, which must be the same.
fn resume(
    context: &Context,
    tools: &Tools<'_>,
    path: &Path,
    added: &[String],
) -> Result<Begun, Failure> {
    let (mut file, mut record) = RecordFile::resume(path)?;
    let setup = retraced(&record, path)?;
    let header = &record.header;
    let (then, now) = (header.isolation.level, tools.sandbox.isolation().level);
    if then != now {
        return Err(Failure::usage(anyhow!(
            "{} was played at sandbox level `{}`, but here the level is `{}`: its games would not \
             be comparable",
            path.display(),
            then.name(),
            now.name()
        )));
    }
    let mut submissions = players::recognise(tools, &header.players, setup.kind.name)?;
    let since = "the record was begun: restore it, or start a new record";
    files::recognise(tools.interrupt, &header.players, &|path| path.into(), since)?;
    if !added.is_empty() {
        let players = players::identify_more(context, &header.players, added, setup.kind.name)?;
        let (players, more): (Vec<Player>, Vec<Submission>) = players.into_iter().unzip();
        submissions.extend(more);
        // What does not build is no player.
        let programs = build_players(tools, &submissions, &record.header.players)?;
        add_players(&mut record, players)?;
        file = file.replaced(&record)?;
        return Ok((file, record, setup, programs));
    }
    let programs = build_players(tools, &submissions, &record.header.players)?;
    Ok((file, record, setup, programs))
}

/// More players in a record, whose games come after all others.
fn add_players(record: &mut Record, more: Vec<Player>) -> Result<(), Failure> {
    let header = &mut record.header;
    if header.sprt.is_some() {
        return Err(Failure::usage(anyhow!(
            "no bot can be added to a match with a sequential test, which is of two bots alone"
        )));
    }
    header.earlier_players.push(header.players.len());
    header.players.extend(more);
    expect_sound(header).map_err(|words| Failure::usage(anyhow!(words)))
}

/// The game and rules of a record that lies there.
fn retraced(record: &Record, path: &Path) -> Result<Setup, Failure> {
    retrace(record).map_err(|bad| Failure::usage(anyhow!("{}:{bad}", path.display())))
}

/// Builds these bots and shows them their folders. The players are the first of them; those that are being
/// added have none.
fn build_players(
    tools: &Tools<'_>,
    submissions: &[Submission],
    players: &[Player],
) -> Result<Vec<Program>, Failure> {
    let words = format!("building {}", counted(submissions.len(), "bot"));
    if !std::io::stderr().is_terminal() {
        output::print_aside(|out| writeln!(out, "{words}"))?;
    }
    let progress = Progress::new(0);
    progress.subject(words);
    let mut programs = build(tools, submissions)?;
    drop(progress);
    show_files(&mut programs, players, &|path| path.into())?;
    Ok(programs)
}

/// Plays what is not finished yet.
fn play(
    tools: &Tools<'_>,
    file: &mut RecordFile,
    record: &Record,
    setup: &Setup,
    programs: &[Program],
) -> Result<(), Failure> {
    let header = &record.header;
    let mut standings = standings(record);
    if standings.is_over() {
        return Ok(());
    }
    let is_open = |game| record.games.get(&game).is_none_or(|played| played.ending.is_none());
    let ended = record.games.values().filter(|played| played.ending.is_some()).count();
    let hall = ArenaRequest {
        programs,
        sandbox: tools.sandbox,
        machine: tools.machine,
        workers: tools.workers,
        interrupt: tools.interrupt,
    };
    let mut live = LiveStandings::new(header, ended, Plan::of(header).games());
    let played = play_all(&hall, setup, header, &is_open, &mut |event| {
        file.append_event(event)?;
        if let Event::End { game, ending, .. } = event {
            standings.end(*game, ending.clone());
            live.show(&standings);
        }
        let over = standings.is_over();
        Ok(if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    played.map_err(|failure| match failure {
        ArenaFailure::Record(error) => {
            let shown = format!("cannot write {}", file.path().display());
            Failure::ours(anyhow!(error).context(shown))
        }
        failure => failure.into(),
    })
}

fn report(context: &Context, name: &str, path: &Path, record: &Record) -> Contest {
    let mut report = Contest::new(record, path.to_owned());
    if !report.standings.is_over() {
        let mut words = context.command(name, "--resume");
        words.push(word(path));
        report.resume = Some(command(&words));
    }
    report
}

/// Writes the report, and the games where asked.
fn write(report: &Contest, record: &Record, request: &Request) -> Result<(), Failure> {
    write_to(report, record, request.pdn.as_deref(), request.json.as_deref())
}

/// Writes the report, and to these places the games as PDN and the report as JSON.
pub(super) fn write_to(
    report: &Contest,
    record: &Record,
    pdn: Option<&Path>,
    json: Option<&Path>,
) -> Result<(), Failure> {
    let words = |out: &mut dyn std::io::Write| terminal::render(report, out);
    if [pdn, json].contains(&Some(Path::new("-"))) {
        output::print_aside(words)?;
    } else {
        output::print(words)?;
    }
    if let Some(path) = pdn {
        let setup = retraced(record, &report.record)?;
        output::write_report(path, &as_pdn(record, &setup)?)?;
    }
    if let Some(path) = json {
        output::write_report(path, &render(report).map_err(Failure::ours)?)?;
    }
    Ok(())
}

impl From<ArenaFailure> for Failure {
    fn from(failure: ArenaFailure) -> Self {
        match failure {
            ArenaFailure::Sandbox(error) => error.into(),
            failure @ ArenaFailure::Opening { .. } => Self::usage(failure),
            failure => Self::ours(failure),
        }
    }
}

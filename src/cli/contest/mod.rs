//! A match or tournament from arguments, or from its record, to its report. Both are one thing: a
//! plan of games between bots, played into a record; the report is what the record says.

use std::io::IsTerminal as _;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::anyhow;
use jury_checkers::plural::counted;

use crate::arena::checkers::{Rules, pdn};
use crate::arena::openings::{self, Opening};
use crate::arena::record::{Event, Format, Header, Player, Sprt, VERSION};
use crate::arena::run::{Hall, play_all};
use crate::arena::sprt::Decision;
use crate::arena::{ArenaFailure, Checkers, Game, Plan, Record, retrace};
use crate::judge::Tools;
use crate::report::contest::{Contest, json, standings, terminal};
use crate::sandbox::Interrupt;
use crate::shell::command;
use crate::submission::{Program, Submission};

use super::context::{Context, word};
use super::given;
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};

mod live;
mod options;
mod players;
mod record_file;

use live::Live;
pub(super) use options::{Options, SPRT, sprt};
use record_file::RecordFile;
pub(super) use record_file::read as read_record;

/// The largest file of openings, in bytes.
const BOOK_BYTES: u64 = 4 << 20;

/// What is to be played, unless a record says so.
#[derive(Debug)]
pub(super) struct Terms<'a> {
    /// The command's name.
    pub(super) command: &'static str,
    /// The bots' paths.
    pub(super) bots: &'a [String],
    /// Who meets whom.
    pub(super) format: Format,
    /// Pairs of games for each two that meet.
    pub(super) pairs: u32,
    /// The test that may end a match early.
    pub(super) sprt: Option<Sprt>,
    /// All else.
    pub(super) options: &'a Options,
}

/// Plays, or goes on, and reports.
pub(super) fn run(context: &Context, terms: &Terms<'_>) -> Result<Status, Failure> {
    let options = terms.options;
    let bots = terms.bots.iter().filter(|path| *path != players::REFERENCE).map(Path::new);
    output::expect_reports(&options.reports(), &bots.chain(options.files()).collect::<Vec<_>>())?;
    if options.resume.is_none() {
        record_file::expect_free(options.record.as_deref())?;
    }
    let (sandbox, cache) = (context.sandbox()?, context.cache()?);
    let tools = context.tools(&sandbox, &cache, options.jobs);
    let (mut file, record, programs) = match &options.resume {
        Some(path) => resume(&tools, path)?,
        None => begin(&tools, terms)?,
    };
    let played = play(&tools, &mut file, &record, &programs);
    // What was played stands in the report, whatever happened then.
    let record = file.read_again()?;
    let report = report(context, terms, file.path(), &record);
    write(&report, &record, options)?;
    if context.interrupt.is_set() {
        return Ok(Status::Interrupted);
    }
    played?;
    Ok(context.status(is_good(&report)))
}

/// Whether a match did not miss what its test asks for.
fn is_good(report: &Contest) -> bool {
    report.header.sprt.is_none() || report.standings.decision() == Some(Decision::Elo1)
}

/// A new record, and the bots' programs.
fn begin(
    tools: &Tools<'_>,
    terms: &Terms<'_>,
) -> Result<(RecordFile, Record, Vec<Program>), Failure> {
    let options = terms.options;
    let rules = options.rules();
    let openings = openings(tools.interrupt, options, &rules, terms.pairs)?;
    let bots = players::identify_all(tools, terms.bots, Checkers::NAME)?;
    let (players, submissions): (Vec<Player>, Vec<Submission>) = bots.into_iter().unzip();
    let programs = build(tools, &submissions)?;
    let header = Header {
        record: VERSION,
        tool: format!("jury {}", env!("CARGO_PKG_VERSION")),
        game: Checkers::NAME.to_owned(),
        rules: serde_json::to_value(rules).map_err(Failure::ours)?,
        players,
        format: terms.format,
        pairs: terms.pairs,
        protocol: options.protocol(),
        allowance: options.allowance(),
        sprt: terms.sprt,
        isolation: tools.sandbox.isolation().clone(),
        openings,
    };
    let mut file = RecordFile::create(options.record.as_deref(), &header, &options.reports())?;
    let record = file.read_again()?;
    Ok((file, record, programs))
}

/// A record that somebody began, and the programs of its bots, which must be the same.
fn resume(tools: &Tools<'_>, path: &Path) -> Result<(RecordFile, Record, Vec<Program>), Failure> {
    let (file, record) = RecordFile::resume(path)?;
    let header = &record.header;
    retrace::<Checkers>(&record)
        .map_err(|bad| Failure::usage(anyhow!("{}:{bad}", path.display())))?;
    let (then, now) = (header.isolation.level, tools.sandbox.isolation().level);
    if then != now {
        return Err(Failure::usage(anyhow!(
            "{} was made in a sandbox of level `{}`, and here it is `{}`: its games would not compare",
            path.display(),
            then.name(),
            now.name()
        )));
    }
    let submissions = players::recognise(tools, &header.players, Checkers::NAME)?;
    let programs = build(tools, &submissions)?;
    Ok((file, record, programs))
}

fn build(tools: &Tools<'_>, submissions: &[Submission]) -> Result<Vec<Program>, Failure> {
    let words = format!("building {}", counted(submissions.len(), "bot"));
    if !std::io::stderr().is_terminal() {
        output::print_aside(|out| writeln!(out, "{words}"))?;
    }
    let progress = Progress::new(0);
    progress.subject(words);
    players::build(tools, submissions)
}

/// The openings in the order of play, one a pair: none comes twice, since bots without chance would
/// play the same games again, which tell nothing new.
fn openings(
    interrupt: &Interrupt,
    options: &Options,
    rules: &Rules,
    pairs: u32,
) -> Result<Vec<Opening>, Failure> {
    let wanted = pairs as usize;
    let (mut openings, source) = if let Some(plies) = options.random_plies {
        let found = openings::random::<Checkers>(rules, plies as usize, wanted, options.seed);
        (found, format!("random plies, {plies} of them,"))
    } else {
        let (name, book) = book(interrupt, options)?;
        let openings = openings::read::<Checkers>(&book, rules)
            .map_err(|bad| Failure::usage(anyhow!("{name}:{bad}")))?;
        (openings::shuffled(openings, options.seed), name)
    };
    if openings.len() < wanted {
        let found = counted(openings.len(), "opening");
        let other =
            if options.random_plies.is_some() { "more plies" } else { "`--random-plies 8`" };
        return Err(Failure::usage(anyhow!(
            "{source} gave {found}, and {pairs} pairs need as many: take `--pairs {}`, {other}, or \
             other openings (`--openings FILE`)",
            openings.len().max(1)
        )));
    }
    openings.truncate(wanted);
    Ok(openings)
}

/// A name for the book of openings, and the book.
fn book(interrupt: &Interrupt, options: &Options) -> Result<(String, Vec<u8>), Failure> {
    let Some(path) = &options.openings else {
        return Ok(("the shipped book".into(), Checkers::BOOK.into()));
    };
    Ok((path.display().to_string(), given::read(interrupt, path, BOOK_BYTES)?))
}

/// Plays what is not finished yet.
fn play(
    tools: &Tools<'_>,
    file: &mut RecordFile,
    record: &Record,
    programs: &[Program],
) -> Result<(), Failure> {
    let header = &record.header;
    let rules: Rules = serde_json::from_value(header.rules.clone())
        .map_err(|error| Failure::usage(anyhow!("{}:1: rules: {error}", file.path().display())))?;
    let mut standings = standings(record);
    if standings.is_over() {
        return Ok(());
    }
    let is_open = |game| record.games.get(&game).is_none_or(|played| played.ending.is_none());
    let ended = record.games.values().filter(|played| played.ending.is_some()).count();
    let hall = Hall {
        programs,
        sandbox: tools.sandbox,
        limits: options::limits(&header.allowance),
        machine: tools.machine,
        workers: tools.workers,
        interrupt: tools.interrupt,
    };
    let mut live = Live::new(header, ended, Plan::of(header).games());
    let played = play_all::<Checkers>(&hall, &rules, header, &is_open, &mut |event| {
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

fn report(context: &Context, terms: &Terms<'_>, path: &Path, record: &Record) -> Contest {
    let mut report = Contest::new(record, path.to_owned());
    if !report.standings.is_over() {
        let mut words = context.command(terms.command, "--resume");
        words.push(word(path));
        report.resume = Some(command(&words));
    }
    report
}

/// Writes the report, and the games where asked.
fn write(report: &Contest, record: &Record, options: &Options) -> Result<(), Failure> {
    let words = |out: &mut dyn std::io::Write| terminal::render(report, out);
    if options.reports().contains(&Path::new("-")) {
        output::print_aside(words)?;
    } else {
        output::print(words)?;
    }
    if let Some(path) = &options.pdn {
        let rules = serde_json::from_value(record.header.rules.clone()).map_err(Failure::ours)?;
        output::write_report(path, &pdn::export(record, &rules))?;
    }
    if let Some(path) = &options.json {
        output::write_report(path, &json::render(report).map_err(Failure::ours)?)?;
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

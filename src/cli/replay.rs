//! `jury replay`: looks at the games of a record, on a terminal move by move.

use std::io::{self, BufReader, IsTerminal as _, Write};
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use crate::arena::{Record, Setup, retrace};
use crate::visible::visible;

use super::contest::{as_pdn, read_record};
use super::context::Context;
use super::given;
use super::output;
use super::status::{Failure, Status};

mod game_view;
mod page;
mod paint;
mod screen;

use game_view::{GameView, Games, outcome};

/// Look at the games of a record
///
/// On a terminal, shows the board after each move: → or space goes on, ← back, ↓ and ↑ to other
/// games, `a` plays by itself, `q` ends. In a pipe, prints the moves of one game or of all.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury replay jury-record-1.jsonl
  jury replay jury-record-1.jsonl 12 --ply 30
  jury replay jury-record-1.jsonl 12 --state > lost.in
  jury replay jury-record-1.jsonl --list
  jury replay jury-record-1.jsonl --html games.html
  jury replay jury-record-1.jsonl --pdn games.pdn")]
pub(super) struct Arguments {
    /// A record of `jury match` or `jury tournament`
    record: PathBuf,
    /// The game's number in the record [default: all; on a terminal the first one]
    game: Option<usize>,
    /// Print only the board after this ply, 0 being the start
    #[arg(long, value_name = "N", requires = "game")]
    ply: Option<usize>,
    /// Print the state as bots read it, after the last ply or after --ply: that in which a bot failed
    #[arg(long, requires = "game", conflicts_with_all = ["list", "pdn", "html"])]
    state: bool,
    /// List the games with their results
    #[arg(long, conflicts_with_all = ["game", "pdn"])]
    list: bool,
    /// Write the games as PDN, to standard output unless a file is named
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with = "ply")]
    pdn: Option<PathBuf>,
    /// Write the games as one HTML page, each replayed on its board
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ply", "list", "pdn"])]
    html: Option<PathBuf>,
}

/// Shows.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let path = &arguments.record;
    let reports: Vec<&Path> =
        arguments.pdn.iter().chain(&arguments.html).map(PathBuf::as_path).collect();
    output::expect_reports(&reports, &[path])?;
    let (mut record, setup) = read(context, path)?;
    if arguments.list {
        return list(&record, &setup);
    }
    let (first, last) = ends(&record, path)?;
    let number = arguments.game.unwrap_or(first);
    if !record.games.contains_key(&number) {
        return Err(Failure::usage(anyhow!(
            "{} has no game {number}, but games {first} to {last}: `--list` shows them",
            path.display()
        )));
    }
    if reports.is_empty() && arguments.ply.is_none() && !arguments.state && can_watch() {
        let games = Games { path, record: &record, setup: &setup };
        return screen::watch(&games, number, &context.interrupt);
    }
    record.games.retain(|game, _| arguments.game.is_none_or(|wanted| wanted == *game));
    if let Some(file) = &arguments.html {
        return page::write(file, &record, &setup);
    }
    if let Some(file) = &arguments.pdn {
        output::write_report(file, &as_pdn(&record, &setup)?)?;
        return Ok(Status::Good);
    }
    print(&Games { path, record: &record, setup: &setup }, arguments)
}

/// The numbers of the first and the last game.
fn ends(record: &Record, path: &Path) -> Result<(usize, usize), Failure> {
    let mut numbers = record.games.keys().copied();
    let first = numbers.next();
    let last = numbers.next_back().or(first);
    let none = || Failure::usage(anyhow!("{}: no game has started", path.display()));
    first.zip(last).ok_or_else(none)
}

/// Prints the board after a ply, or all moves.
fn print(games: &Games<'_>, arguments: &Arguments) -> Result<Status, Failure> {
    for number in games.record.games.keys() {
        let film = games.film(*number)?;
        let ply = arguments.ply.or(arguments.state.then(|| film.last()));
        match ply {
            Some(ply) => board(&film, ply, arguments.state)?,
            None => moves(&film)?,
        }
    }
    Ok(Status::Good)
}

/// A record, and the rules by which all of it was played.
fn read(context: &Context, path: &Path) -> Result<(Record, Setup), Failure> {
    let record = if path.metadata().is_ok_and(|there| there.file_type().is_fifo()) {
        let bytes = given::read(&context.interrupt, path, given::LARGEST)?;
        read_record(bytes.as_slice(), path)?
    } else {
        // Line by line, so that what is no record is refused at its first one.
        let file = given::open(path)
            .with_context(|| format!("cannot read {}", path.display()))
            .map_err(Failure::usage)?;
        read_record(BufReader::new(file), path)?
    };
    let setup =
        retrace(&record).map_err(|bad| Failure::usage(anyhow!("{}:{bad}", path.display())))?;
    Ok((record, setup))
}

/// Whether somebody can see a screen and press keys.
fn can_watch() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|name| name == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

fn list(record: &Record, setup: &Setup) -> Result<Status, Failure> {
    let names: Vec<String> =
        record.header.players.iter().map(|player| visible(player.name.as_bytes())).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let [first, second] = setup.kind.seats;
    output::print(|out| {
        writeln!(out, "{:>6}  {first:<width$}  {second:<width$}  plies  result", "game")?;
        for (number, game) in &record.games {
            let [first, second] = game.players.map(|player| &names[player]);
            let (plies, outcome) = (game.moves().count(), outcome(game, setup.kind.seats));
            writeln!(out, "{number:>6}  {first:<width$}  {second:<width$}  {plies:>5}  {outcome}")?;
        }
        Ok(())
    })?;
    Ok(Status::Good)
}

/// One board, for people or as bots read it.
fn board(film: &GameView<'_>, ply: usize, state: bool) -> Result<(), Failure> {
    let last = film.last();
    if ply > last {
        return Err(Failure::usage(anyhow!(
            "there is no ply {ply}: the game has plies 0 to {last}"
        )));
    }
    if state {
        return output::print(|out| out.write_all(film.state(ply).as_bytes()));
    }
    output::print(|out| {
        writeln!(out, "{}", film.title())?;
        picture(film, ply, out)?;
        film.captions(ply).iter().try_for_each(|caption| writeln!(out, "{caption}"))
    })
}

fn picture(film: &GameView<'_>, ply: usize, out: &mut dyn Write) -> io::Result<()> {
    let lines = film.picture(ply);
    lines.iter().try_for_each(|line| writeln!(out, "{}", paint::line(line, usize::MAX)))
}

/// All moves, a line each, the last board and the ending.
fn moves(film: &GameView<'_>) -> Result<(), Failure> {
    output::print(|out| {
        writeln!(out, "{}", film.title())?;
        for ply in 1..=film.last() {
            writeln!(out, "{}", film.caption(ply))?;
            film.errors(ply).iter().try_for_each(|line| writeln!(out, "  | {line}"))?;
        }
        picture(film, film.last(), out)?;
        writeln!(out, "{}", film.outcome())?;
        film.last_errors().iter().try_for_each(|line| writeln!(out, "  | {line}"))?;
        writeln!(out)
    })
}

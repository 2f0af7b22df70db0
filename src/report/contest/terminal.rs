//! The report of a match or tournament for people: why games ended, what bots did wrong, who stands
//! where, the most important line last.

use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, Table, presets};
use jury_checkers::plural::counted;

use crate::arena::Plan;
use crate::arena::ladder::Rating;
use crate::arena::rating::Pentanomial;
use crate::arena::record::{Allowance, Format, Header, Protocol, Scale, Sprt};
use crate::arena::sprt::Decision;
use crate::arena::standings::{Duel, Tally};
use crate::shell::command;
use crate::visible::visible;

use super::super::style::{BOLD, DIM, YELLOW};
use super::super::terminal::isolation;
use super::{Contest, duel, headline, range, whole};

/// Opponents in one cross table.
const OPPONENTS: usize = 8;

/// Writes the whole report.
///
/// # Errors
/// Those of the stream.
pub fn render(contest: &Contest, out: &mut dyn Write) -> io::Result<()> {
    let Contest { header, standings, .. } = contest;
    if standings.counted() > 0 {
        writeln!(out, "{}\n", endings(contest).trim_fmt())?;
        failures(contest, out)?;
    }
    match duel(header, standings) {
        Some(duel) => results(header, &duel, out)?,
        None if standings.counted() > 0 => {
            writeln!(out, "{}\n", ladder(contest).trim_fmt())?;
            cross(contest).iter().try_for_each(|table| writeln!(out, "{}\n", table.trim_fmt()))?;
        }
        None => {}
    }
    conditions(header, out)?;
    isolation(&header.isolation, None, out)?;
    let record = visible(contest.record.as_os_str().as_encoded_bytes());
    writeln!(out, "{DIM}record:{DIM:#} {record}")?;
    if let Some(resume) = &contest.resume {
        let (all, done) = (Plan::of(header).pairs(), standings.counted());
        writeln!(out, "{YELLOW}not finished{YELLOW:#}: {done} of {all} pairs count")?;
        writeln!(out, "{DIM}resume:{DIM:#} {resume}")?;
    }
    writeln!(out, "{BOLD}{}{BOLD:#}", headline(header, standings))
}

fn plain_table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table
}

fn number(value: impl ToString) -> Cell {
    Cell::new(value).set_alignment(CellAlignment::Right)
}

fn name(header: &Header, player: usize) -> String {
    visible(header.players[player].name.as_bytes())
}

/// Each reason with its games, and who lost them.
fn endings(contest: &Contest) -> Table {
    let mut table = plain_table();
    table.set_header(vec!["games", "ended by", "lost by"]);
    for count in contest.counts() {
        let losers: Vec<String> = count
            .losers
            .iter()
            .map(|(player, lost)| format!("{} {lost}", name(&contest.header, *player)))
            .collect();
        let losers = if losers.is_empty() { "drawn".to_owned() } else { losers.join(", ") };
        table.add_row(vec![number(count.games), Cell::new(count.reason), Cell::new(losers)]);
    }
    table
}

/// The first failures of bots, in their words.
fn failures(contest: &Contest, out: &mut dyn Write) -> io::Result<()> {
    for failure in &contest.failures {
        let words = visible(failure.ending.words.as_bytes());
        let player = name(&contest.header, failure.player);
        let reason = failure.ending.reason;
        write!(out, "  game {}: {player} lost by {reason}: {words}", failure.game)?;
        match failure.games {
            1 => writeln!(out)?,
            games => writeln!(out, " {DIM}({games} games){DIM:#}")?,
        }
    }
    if contest.failures.is_empty() { Ok(()) } else { writeln!(out) }
}

/// What a match says beside its last line.
fn results(header: &Header, duel: &Duel, out: &mut dyn Write) -> io::Result<()> {
    let [one, other] = [0, 1].map(|player| name(header, player));
    let percent = share(duel.tally) * 100.0;
    let pairs = duel.pairs.0.map(|count| count.to_string()).join(", ");
    let games = counted(duel.tally.games(), "game");
    writeln!(out, "{one} against {other}: {percent:.1} % of the points in {games}")?;
    writeln!(out, "pairs of games by the points that {one} got (0, ½, 1, 1½, 2): {pairs}")?;
    // Without a point for one side, caution outweighs few results: it would speak for the loser.
    let both_scored = percent > 0.0 && percent < 100.0;
    if let Some(estimate) = duel.pairs.estimate().filter(|_| both_scored) {
        let percent = estimate.superiority * 100.0;
        writeln!(out, "likelihood that {one} is stronger than {other}: {percent:.1} %")?;
    }
    if let Some(sprt) = &header.sprt {
        writeln!(out, "{}", test(sprt, &duel.pairs))?;
    }
    writeln!(out)
}

/// Points won, of all that there were.
#[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^52")]
fn share(tally: Tally) -> f64 {
    tally.half_points() as f64 / (2 * tally.games()) as f64
}

/// What a sequential test says of these pairs.
pub fn test(sprt: &Sprt, pairs: &Pentanomial) -> String {
    let [low, high] = sprt.bounds();
    let scale = match sprt.scale {
        Scale::Logistic => "",
        Scale::Normalized => " in normalised Elo",
    };
    let found = match sprt.decide(pairs) {
        Some(Decision::Elo0) => format!("refuted: no stronger than elo0 = {}", sprt.elo0),
        Some(Decision::Elo1) => format!("passed: as strong as elo1 = {}, or stronger", sprt.elo1),
        None => "not decided".to_owned(),
    };
    format!(
        "sequential test of elo0 = {} against elo1 = {}{scale}: {found} (log-likelihood ratio {:.2}, ends at \
         {low:.2} and {high:.2})",
        sprt.elo0,
        sprt.elo1,
        sprt.ratio(pairs)
    )
}

fn ladder(contest: &Contest) -> Table {
    let mut table = plain_table();
    table.set_header(vec!["", "player", "Elo", "95 %", "points", "games", "won", "drawn", "lost"]);
    for (place, (player, rating)) in (1..).zip(contest.ladder()) {
        let tally = contest.tally(player);
        table.add_row(vec![
            number(place),
            Cell::new(name(&contest.header, player)),
            number(strength(&rating)),
            number(range(&rating)),
            number(points(tally)),
            number(tally.games()),
            number(tally.won),
            number(tally.drawn),
            number(tally.lost),
        ]);
    }
    table
}

/// A rating; marked where nothing but wins or nothing but losses stand behind it.
fn strength(rating: &Rating) -> String {
    let mark = match rating.half_points {
        _ if !rating.is_one_sided() => "",
        0 => "≤ ",
        _ => "≥ ",
    };
    format!("{mark}{}", whole(rating.elo))
}

/// Points of each against each, in the order of the ladder; so many opponents a table that it fits
/// a terminal.
fn cross(contest: &Contest) -> Vec<Table> {
    let order: Vec<usize> = contest.ladder().into_iter().map(|(player, _)| player).collect();
    if contest.header.format == Format::Gauntlet {
        return vec![column(contest, &order)];
    }
    let places: Vec<usize> = (1..=order.len()).collect();
    let opponents = order.chunks(OPPONENTS).zip(places.chunks(OPPONENTS));
    opponents.map(|(opponents, places)| cross_part(contest, &order, opponents, places)).collect()
}

/// Points of the first player of a gauntlet against each of the others.
fn column(contest: &Contest, order: &[usize]) -> Table {
    let mut table = plain_table();
    let first = format!("points of {}", name(&contest.header, 0));
    table.set_header([Cell::new(""), Cell::new("against"), number(first)]);
    for (place, &other) in (1..).zip(order).filter(|(_, other)| **other != 0) {
        let result = contest.between(0, other);
        let result =
            result.map_or("·".into(), |tally| format!("{}/{}", points(tally), tally.games()));
        table.add_row([number(place), Cell::new(name(&contest.header, other)), number(result)]);
    }
    table
}

/// Points of each against these opponents, who stand at these places of the ladder.
fn cross_part(contest: &Contest, order: &[usize], opponents: &[usize], places: &[usize]) -> Table {
    let mut table = plain_table();
    let places = places.iter().map(number);
    table.set_header([Cell::new(""), Cell::new("points against")].into_iter().chain(places));
    for (place, &one) in (1..).zip(order) {
        let results = opponents.iter().map(|&other| match contest.between(one, other) {
            Some(tally) => number(format!("{}/{}", points(tally), tally.games())),
            None => number("·"),
        });
        let first = [number(place), Cell::new(name(&contest.header, one))];
        table.add_row(first.into_iter().chain(results));
    }
    table
}

/// `3½`.
fn points(tally: Tally) -> String {
    let half = if tally.half_points().is_multiple_of(2) { "" } else { "½" };
    match tally.half_points() / 2 {
        0 if !half.is_empty() => half.to_owned(),
        whole => format!("{whole}{half}"),
    }
}

fn conditions(header: &Header, out: &mut dyn Write) -> io::Result<()> {
    let process = match header.protocol {
        Protocol::Fresh => "a process a move",
        Protocol::Session => "a process a game",
    };
    let against = match header.format {
        Format::RoundRobin => "",
        Format::Gauntlet => ", the first one against the others",
    };
    let beginnings = if header.positions.is_some() { "position" } else { "opening" };
    writeln!(
        out,
        "{DIM}{}: {}, {process}, {}{against}{DIM:#}",
        header.game,
        counted(header.openings.len(), beginnings),
        time(&header.allowance)
    )?;
    for (player, own) in header.players.iter().enumerate() {
        let allowance = own.allowance.as_ref().map(time);
        let words = (!own.arguments.is_empty())
            .then(|| format!("started with {}", command(&own.arguments)));
        let files = own.files.as_ref().map(|files| format!("reads {} as /files", files.path));
        let words: Vec<String> = allowance.into_iter().chain(words).chain(files).collect();
        if !words.is_empty() {
            let words = visible(words.join(", ").as_bytes());
            writeln!(out, "{DIM}{}: {words}{DIM:#}", name(header, player))?;
        }
    }
    Ok(())
}

/// `2 s of CPU time a move`.
fn time(allowance: &Allowance) -> String {
    let bank = allowance.bank.map_or_else(String::new, |bank| {
        let increment = bank.increment_seconds;
        let more =
            if increment > 0.0 { format!(" and {increment} s a move more") } else { String::new() };
        format!(", {} s a game{more}", bank.seconds)
    });
    format!("{} s of CPU time a move{bank}", allowance.cpu_seconds)
}

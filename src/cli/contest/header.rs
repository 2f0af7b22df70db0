//! What is to be played: the head of a new record, and the openings.

use std::time::Duration;

use anyhow::anyhow;
use jury_checkers::plural::counted;
use serde_json::Value;

use crate::arena::openings::{self, Opening};
use crate::arena::record::{Allowance, Header, Player, VERSION};
use crate::arena::{Game, expect_sound, positions};
use crate::limits::usual_wall;
use crate::sandbox::{Interrupt, Isolation};

use super::super::given;
use super::super::status::Failure;
use super::files;
use super::request::{NewGames, Openings};

/// The largest file of openings, in bytes.
const BOOK_BYTES: u64 = 4 << 20;

/// How games begin.
#[derive(Debug)]
pub(super) struct Beginnings {
    /// The game's rules.
    rules: Value,
    openings: Vec<Opening>,
    positions: Option<Vec<String>>,
}

/// What is to be played, under this isolation.
pub(super) fn header(
    interrupt: &Interrupt,
    new: &NewGames,
    mut players: Vec<Player>,
    beginnings: Beginnings,
    isolation: Isolation,
) -> Result<Header, Failure> {
    let Beginnings { rules, openings, positions } = beginnings;
    expect_once(&new.arguments, "--arguments-of")?;
    for (number, arguments) in &new.arguments {
        at(&mut players, *number)?.arguments.clone_from(arguments);
    }
    expect_once(&new.files, "--files-of")?;
    for (number, folder) in &new.files {
        at(&mut players, *number)?.files = Some(files::identify(interrupt, folder)?);
    }
    expect_once(&new.times, "--time-limit-of")?;
    for (number, time) in &new.times {
        at(&mut players, *number)?.allowance = Some(with_time(&new.allowance, *time));
    }
    let header = Header {
        record: VERSION,
        tool: format!("jury {}", env!("CARGO_PKG_VERSION")),
        game: new.game.name.to_owned(),
        rules,
        players,
        format: new.format,
        pairs: new.pairs,
        protocol: new.protocol,
        allowance: new.allowance,
        sprt: new.sprt,
        isolation,
        openings,
        positions,
        earlier_players: Vec::new(),
    };
    expect_sound(&header).map_err(|words| Failure::usage(anyhow!(words)))?;
    Ok(header)
}

/// Expects that an option is given once at most for each bot.
fn expect_once<T>(given: &[(usize, T)], option: &str) -> Result<(), Failure> {
    for (index, (number, _)) in given.iter().enumerate() {
        if given[..index].iter().any(|(other, _)| other == number) {
            return Err(Failure::usage(anyhow!("`{option}` is given twice for bot {number}")));
        }
    }
    Ok(())
}

/// The player of this number, counted from 1.
fn at(players: &mut [Player], number: usize) -> Result<&mut Player, Failure> {
    let count = players.len();
    let player = number.checked_sub(1).and_then(|index| players.get_mut(index));
    player.ok_or_else(|| Failure::usage(anyhow!("there is no bot {number}: they are 1 to {count}")))
}

/// The same with another CPU time for a move.
fn with_time(allowance: &Allowance, time: Duration) -> Allowance {
    Allowance {
        cpu_seconds: time.as_secs_f64(),
        wall_seconds: usual_wall(time).as_secs_f64(),
        ..*allowance
    }
}

/// The openings in the order of play, one a pair: none comes twice, since bots without chance would
/// play the same games again, which tell nothing new.
pub(super) fn openings(interrupt: &Interrupt, new: &NewGames) -> Result<Beginnings, Failure> {
    let usage = |why: String| Failure::usage(anyhow!(why));
    let rules = new.game.with_rules(&new.rules).map_err(usage)?;
    let start = (new.game.start)(&rules).map_err(usage)?;
    let wanted = new.pairs as usize;
    let mut states = None;
    let (mut openings, source, more) = match &new.openings {
        Openings::RandomPlies(plies) => {
            let found = openings::random(&*start, *plies as usize, wanted, new.seed);
            (found, format!("random plies, {plies} of them,"), "more plies")
        }
        Openings::Shipped => {
            let name = "the shipped book".to_owned();
            let book = new.game.book.as_bytes();
            (in_book(&name, book, &*start, new.seed)?, name, "`--random-plies 8`")
        }
        Openings::File(path) => {
            let name = path.display().to_string();
            let book = given::read(interrupt, path, BOOK_BYTES)?;
            (in_book(&name, &book, &*start, new.seed)?, name, "`--random-plies 8`")
        }
        Openings::Positions(path) => {
            let name = path.display().to_string();
            let text = given::read(interrupt, path, BOOK_BYTES)?;
            let found = positions::read(&text, new.game, &rules)
                .map_err(|bad| Failure::usage(anyhow!("{name}:{bad}")))?;
            // Each is an opening of no moves.
            let mut all: Vec<Opening> = found.into_iter().map(|state| vec![state]).collect();
            all = openings::shuffled(all, new.seed);
            let none = vec![Opening::new(); all.len()];
            states = Some(all.concat());
            (none, name, "more positions")
        }
    };
    if openings.len() < wanted {
        let found = counted(openings.len(), "opening");
        return Err(Failure::usage(anyhow!(
            "{source} gave {found}, and {} pairs need as many: take `--pairs {}`, {more}, or other \
             openings (`--openings FILE`)",
            new.pairs,
            openings.len().max(1)
        )));
    }
    openings.truncate(wanted);
    if let Some(states) = &mut states {
        states.truncate(wanted);
    }
    Ok(Beginnings { rules, openings, positions: states })
}

/// The openings of a book, in the order of play.
fn in_book(name: &str, book: &[u8], start: &dyn Game, seed: u64) -> Result<Vec<Opening>, Failure> {
    let openings =
        openings::read(book, start).map_err(|bad| Failure::usage(anyhow!("{name}:{bad}")))?;
    Ok(openings::shuffled(openings, seed))
}

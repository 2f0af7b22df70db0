//! What is to be played: the head of a new record, and the openings.

use anyhow::anyhow;
use jury_checkers::plural::counted;

use crate::arena::openings::{self, Opening};
use crate::arena::record::{Header, Player, VERSION};
use crate::arena::{Checkers, Game, expect_sound};
use crate::sandbox::{Interrupt, Isolation};

use super::super::given;
use super::super::status::Failure;
use super::request::{NewGames, Openings};

/// The largest file of openings, in bytes.
const BOOK_BYTES: u64 = 4 << 20;

/// What is to be played, under this isolation.
pub(super) fn header(
    new: &NewGames,
    players: Vec<Player>,
    openings: Vec<Opening>,
    isolation: Isolation,
) -> Result<Header, Failure> {
    let header = Header {
        record: VERSION,
        tool: format!("jury {}", env!("CARGO_PKG_VERSION")),
        game: Checkers::NAME.to_owned(),
        rules: serde_json::to_value(new.rules).map_err(Failure::ours)?,
        players,
        format: new.format,
        pairs: new.pairs,
        protocol: new.protocol,
        allowance: new.allowance,
        sprt: new.sprt,
        isolation,
        openings,
    };
    expect_sound(&header).map_err(|words| Failure::usage(anyhow!(words)))?;
    Ok(header)
}

/// The openings in the order of play, one a pair: none comes twice, since bots without chance would
/// play the same games again, which tell nothing new.
pub(super) fn openings(interrupt: &Interrupt, new: &NewGames) -> Result<Vec<Opening>, Failure> {
    let wanted = new.pairs as usize;
    let (mut openings, source, more) = match &new.openings {
        Openings::RandomPlies(plies) => {
            let found = openings::random::<Checkers>(&new.rules, *plies as usize, wanted, new.seed);
            (found, format!("random plies, {plies} of them,"), "more plies")
        }
        Openings::Shipped => {
            let name = "the shipped book".to_owned();
            (in_book(&name, Checkers::BOOK.as_ref(), new)?, name, "`--random-plies 8`")
        }
        Openings::File(path) => {
            let name = path.display().to_string();
            let book = given::read(interrupt, path, BOOK_BYTES)?;
            (in_book(&name, &book, new)?, name, "`--random-plies 8`")
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
    Ok(openings)
}

/// The openings of a book, in the order of play.
fn in_book(name: &str, book: &[u8], new: &NewGames) -> Result<Vec<Opening>, Failure> {
    let openings = openings::read::<Checkers>(book, &new.rules)
        .map_err(|bad| Failure::usage(anyhow!("{name}:{bad}")))?;
    Ok(openings::shuffled(openings, new.seed))
}

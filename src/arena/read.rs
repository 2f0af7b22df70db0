//! Reading a record: strict lines, and what they say of each game. Knows no rules of a game:
//! whether its moves are legal shows when they are played again.

use std::collections::{BTreeMap, HashSet};
use std::io::BufRead;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::json;

use super::game::GameEnd;
use super::lines::Lines;
use super::plan::{Fixture, MOST_PLAYERS, Plan};
use super::record::{Allowance, BadRecord, Event, Header, RecordError, Sprt, VERSION};

/// What is said of a file without a byte.
const EMPTY: &str = "the record is empty, so there is nothing to resume: start a new one";
/// What is said of a file without a line.
const NO_LINE: &str = "not a record of `jury match` or `jury tournament`: found no whole line";
/// What is said of a file that never was a record.
const FOREIGN: &str = "not a record of `jury match` or `jury tournament`";

/// A record as read.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Its first line.
    pub header: Header,
    /// The games that started, by their numbers in the plan.
    pub games: BTreeMap<usize, Played>,
    /// Length of all whole lines in bytes. What lies beyond is a line that was cut off while it was
    /// written: a resumed match writes from here.
    pub whole_bytes: u64,
}

/// A game as far as it was played: its last start, what followed, and its end if there is one.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The players in the seats, by their numbers in the header.
    pub players: [usize; 2],
    /// The moves that nobody chose.
    pub opening: Vec<String>,
    /// The moves after these.
    pub plies: Vec<Ply>,
    /// How it ended; `None` for a game that was cut off.
    pub ending: Option<GameEnd>,
    /// The end of what a bot that failed wrote to its standard error.
    pub stderr: String,
    /// The lines of all this in the record, counted from 1: of the start, of each ply, of the end.
    pub lines: Vec<usize>,
}

/// A move of a bot.
#[derive(Debug, Clone, PartialEq)]
pub struct Ply {
    /// The move, in the game's notation.
    pub notation: String,
    /// CPU time that the bot took.
    pub cpu_seconds: f64,
    /// Wall time that it took.
    pub wall_seconds: f64,
    /// The peak of its memory, where known.
    pub memory_bytes: Option<u64>,
    /// The end of what it wrote to its standard error.
    pub stderr: String,
}

impl Record {
    /// The record as text, game by game: what one machine writes that plays one game at a time.
    ///
    /// # Errors
    /// Only what cannot be written as JSON; there is no such value in a record that was read.
    pub fn write(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut text = serde_json::to_vec(&self.header)?;
        text.push(b'\n');
        for (game, played) in &self.games {
            for event in played.events(*game) {
                serde_json::to_writer(&mut text, &event)?;
                text.push(b'\n');
            }
        }
        Ok(text)
    }

    /// Reads a record. A last line without its newline never happened.
    ///
    /// # Errors
    /// The first line that is not in the form, or that cannot follow those before it; nothing is read
    /// beyond it.
    pub fn read(input: impl BufRead) -> Result<Self, RecordError> {
        let mut lines = Lines::new(input);
        let Some((_, line)) = lines.next()? else {
            let none = if lines.are_none() { EMPTY } else { NO_LINE };
            return Err(bad(1, 1, none).into());
        };
        let header = header(line)?;
        let plan = Plan::of(&header);
        let mut games = BTreeMap::new();
        while let Some((number, line)) = lines.next()? {
            let event = json(number, line)?;
            follow(&mut games, number, event, &header, &plan)
                .map_err(|message| bad(number, 1, message))?;
        }
        Ok(Self { header, games, whole_bytes: lines.whole_bytes })
    }
}

/// The games that these events of a record tell of, in which the first one is line 1.
///
/// # Errors
/// The first event that cannot follow those before it.
pub fn played(header: &Header, events: Vec<Event>) -> Result<BTreeMap<usize, Played>, BadRecord> {
    let plan = Plan::of(header);
    let mut games = BTreeMap::new();
    for (number, event) in (1..).zip(events) {
        follow(&mut games, number, event, header, &plan)
            .map_err(|message| bad(number, 1, message))?;
    }
    Ok(games)
}

impl Played {
    /// The game as events of a record.
    pub fn events(&self, game: usize) -> Vec<Event> {
        let (players, opening) = (self.players, self.opening.clone());
        let first = opening.len() + 1;
        let mut events = vec![Event::Start { game, players, opening }];
        events.extend((first..).zip(&self.plies).map(|(ply, made)| Event::Ply {
            game,
            ply,
            notation: made.notation.clone(),
            cpu_seconds: made.cpu_seconds,
            wall_seconds: made.wall_seconds,
            memory_bytes: made.memory_bytes,
            stderr: made.stderr.clone(),
        }));
        let plies = self.opening.len() + self.plies.len();
        let stderr = self.stderr.clone();
        let end = self.ending.clone().map(|ending| Event::End { game, ending, plies, stderr });
        events.extend(end);
        events
    }

    /// CPU time of all its moves, in seconds.
    pub fn cpu_seconds(&self) -> f64 {
        self.plies.iter().map(|ply| ply.cpu_seconds).sum()
    }

    /// All moves from the start of the game, those of the opening first.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        let played = self.plies.iter().map(|ply| &ply.notation);
        self.opening.iter().chain(played).map(String::as_str)
    }
}

fn bad(line: usize, column: usize, message: impl Into<String>) -> BadRecord {
    BadRecord { line, column, message: message.into() }
}

/// The line within the line says nothing.
fn json<T: DeserializeOwned>(number: usize, line: &[u8]) -> Result<T, BadRecord> {
    json::parse(line).map_err(|error| match line.trim_ascii() {
        [] => bad(number, 1, "expected an event, found an empty line"),
        _ => bad(number, error.column, error.words),
    })
}

fn header(line: &[u8]) -> Result<Header, BadRecord> {
    #[derive(Deserialize)]
    struct Versioned {
        record: u32,
    }
    let foreign = |why: BadRecord| bad(1, why.column, format!("{FOREIGN}: {}", why.message));
    let Versioned { record } = json(1, line).map_err(foreign)?;
    if record != VERSION {
        let message = format!("expected record version {VERSION}, found version {record}");
        return Err(bad(1, 1, message));
    }
    let header: Header = json(1, line)?;
    expect_sound(&header).map_err(|message| bad(1, 1, message))?;
    Ok(header)
}

/// What a header asks for that cannot be played: whoever can write a file can write one. Nothing here grows
/// with the number of pairings.
///
/// # Errors
/// What was expected.
pub fn expect_sound(header: &Header) -> Result<(), String> {
    if header.players.len() > MOST_PLAYERS {
        let found = header.players.len();
        return Err(format!("expected at most {MOST_PLAYERS} players, found {found}"));
    }
    let mut names = HashSet::new();
    if let Some(twice) = header.players.iter().find(|player| !names.insert(&player.name)) {
        return Err(format!("duplicate player name `{}`", twice.name));
    }
    if header.players.len() < 2 || header.pairs == 0 || header.openings.is_empty() {
        return Err("expected at least two players, one pair of games and one opening".into());
    }
    let own = header.players.iter().filter_map(|player| player.allowance.as_ref());
    if !own.chain([&header.allowance]).all(Allowance::is_sound) {
        return Err("expected time and memory limits above 0, and times of at most a day".into());
    }
    if header.positions.as_ref().is_some_and(|states| states.len() != header.openings.len()) {
        return Err("expected one position for each opening".into());
    }
    let counts: Vec<usize> =
        header.earlier_players.iter().copied().chain([header.players.len()]).collect();
    if counts[0] < 2 || !counts.is_sorted_by(|earlier, later| earlier < later) {
        return Err("expected `earlier_players` to rise from 2 or more to below the players".into());
    }
    match header.sprt {
        Some(_) if header.players.len() > 2 => {
            Err("expected exactly two players for a sequential test".into())
        }
        Some(sprt) if !sprt.is_sound() => Err(format!("in the sequential test, {}", Sprt::SOUND)),
        _ => Ok(()),
    }
}

/// Takes in a line.
fn follow(
    games: &mut BTreeMap<usize, Played>,
    line: usize,
    event: Event,
    header: &Header,
    plan: &Plan,
) -> Result<(), String> {
    match event {
        Event::Start { game, players, opening } => {
            let has_ended = games.get(&game).is_some_and(|played| played.ending.is_some());
            if has_ended {
                return Err(format!("game {game} starts again after its end"));
            }
            if game >= plan.games() {
                return Err(format!(
                    "game {game} starts, expected one of 0 to {}",
                    plan.games() - 1
                ));
            }
            let expected = plan.fixture(game);
            expect_fixture(game, expected, players, &opening, header)?;
            let (plies, lines) = (Vec::new(), vec![line]);
            let (ending, stderr) = (None, String::new());
            games.insert(game, Played { players, opening, plies, ending, stderr, lines });
        }
        Event::Ply { game, ply, notation, cpu_seconds, wall_seconds, memory_bytes, stderr } => {
            let played = under_way(games, game)?;
            let expected = played.opening.len() + played.plies.len() + 1;
            if ply != expected {
                return Err(format!("expected ply {expected} of game {game}, found ply {ply}"));
            }
            if cpu_seconds < 0.0 || wall_seconds < 0.0 {
                return Err(format!("expected times of 0 s or more in game {game}, ply {ply}"));
            }
            played.lines.push(line);
            played.plies.push(Ply { notation, cpu_seconds, wall_seconds, memory_bytes, stderr });
        }
        Event::End { game, ending, plies, stderr } => {
            let played = under_way(games, game)?;
            let expected = played.opening.len() + played.plies.len();
            if plies != expected {
                return Err(format!("expected {expected} plies in game {game}, found {plies}"));
            }
            played.lines.push(line);
            (played.ending, played.stderr) = (Some(ending), stderr);
        }
    }
    Ok(())
}

fn under_way(games: &mut BTreeMap<usize, Played>, game: usize) -> Result<&mut Played, String> {
    let played = games.get_mut(&game).filter(|played| played.ending.is_none());
    played.ok_or_else(|| format!("game {game} is not in progress"))
}

fn expect_fixture(
    game: usize,
    expected: Fixture,
    players: [usize; 2],
    opening: &[String],
    header: &Header,
) -> Result<(), String> {
    if players != expected.players {
        let expected = expected.players;
        return Err(format!("expected players {expected:?} in game {game}, found {players:?}"));
    }
    let moves = &header.openings[expected.opening];
    if opening != moves.as_slice() {
        let (moves, found) = (moves.join(" "), opening.join(" "));
        return Err(format!("expected the opening `{moves}` in game {game}, found `{found}`"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::{Reason, Seat};
    use crate::arena::record::Player;
    use crate::arena::record::tests::header;

    fn start(game: usize) -> Event {
        let players = if game.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let opening = if game < 2 { "9-13" } else { "9-14" };
        Event::Start { game, players, opening: vec![opening.into()] }
    }

    fn ply(game: usize, ply: usize, notation: &str) -> Event {
        let notation = notation.into();
        let stderr = if ply == 2 { "thinking\n".into() } else { String::new() };
        Event::Ply {
            game,
            ply,
            notation,
            cpu_seconds: 0.25,
            wall_seconds: 0.5,
            memory_bytes: None,
            stderr,
        }
    }

    fn end(game: usize, plies: usize) -> Event {
        let words = "expected an integer, found `\"`".into();
        let ending = GameEnd { winner: Some(Seat::First), reason: Reason::Malformed, words };
        Event::End { game, ending, plies, stderr: "at last\n".into() }
    }

    fn lines(events: &[Event]) -> String {
        let mut text = serde_json::to_string(&header(2, 2)).unwrap() + "\n";
        for event in events {
            text += &(serde_json::to_string(event).unwrap() + "\n");
        }
        text
    }

    #[test]
    fn games_side_by_side_come_apart() {
        let events =
            [start(0), start(1), ply(0, 2, "22-18"), ply(1, 2, "23-18"), end(1, 2), start(2)];
        let text = lines(&events);
        let record = Record::read(text.as_bytes()).unwrap();
        assert_eq!(record.header, header(2, 2));
        assert_eq!(record.whole_bytes, text.len() as u64);
        let game = |number: usize| &record.games[&number];
        assert_eq!(game(0).moves().collect::<Vec<_>>(), ["9-13", "22-18"]);
        assert_eq!(game(0).ending, None);
        assert_eq!(game(1).plies[0].notation, "23-18");
        assert_eq!(game(1).ending.as_ref().unwrap().reason, Reason::Malformed);
        assert_eq!((game(2).players, game(2).plies.len(), record.games.len()), ([0, 1], 0, 3));
        let in_order =
            [start(0), ply(0, 2, "22-18"), start(1), ply(1, 2, "23-18"), end(1, 2), start(2)];
        assert_eq!(record.write().unwrap(), lines(&in_order).into_bytes());
    }

    #[test]
    fn a_game_that_starts_again_begins_anew() {
        let text = lines(&[start(0), ply(0, 2, "22-18"), start(0), ply(0, 2, "21-17"), end(0, 2)]);
        let record = Record::read(text.as_bytes()).unwrap();
        assert_eq!(record.games[&0].moves().collect::<Vec<_>>(), ["9-13", "21-17"]);
    }

    /// Cut off anywhere, a record is what its whole lines say.
    #[test]
    fn a_last_line_that_was_cut_off_never_happened() {
        let text = lines(&[start(0), ply(0, 2, "22-18"), end(0, 2)]);
        for length in 0..text.len() {
            let whole = text[..length].rfind('\n').map_or(0, |last| last + 1);
            match Record::read(&text.as_bytes()[..length]) {
                Ok(record) => {
                    assert_eq!(record.whole_bytes, whole as u64);
                    let again = Record::read(&text.as_bytes()[..whole]).unwrap();
                    assert_eq!(record, again);
                }
                Err(error) => assert!(whole == 0 && error.to_string().starts_with("1:"), "{error}"),
            }
        }
    }

    #[track_caller]
    fn bad(text: &str, expected: &str) {
        let found = Record::read(text.as_bytes()).unwrap_err().to_string();
        assert!(found.starts_with(expected), "{found}");
    }

    #[track_caller]
    fn bad_events(events: &[Event], expected: &str) {
        bad(&lines(events), expected);
    }

    #[test]
    fn what_cannot_follow_is_named() {
        bad_events(&[ply(0, 2, "22-18")], "2:1: game 0 is not in progress");
        bad_events(&[start(0), ply(0, 3, "22-18")], "3:1: expected ply 2 of game 0, found ply 3");
        bad_events(&[start(0), end(0, 2)], "3:1: expected 1 plies in game 0, found 2");
        bad_events(&[start(0), end(0, 1), start(0)], "4:1: game 0 starts again after its end");
        bad_events(&[start(0), end(0, 1), end(0, 1)], "4:1: game 0 is not in progress");
        let mut early = ply(0, 2, "22-18");
        if let Event::Ply { cpu_seconds, .. } = &mut early {
            *cpu_seconds = -1.0;
        }
        bad_events(&[start(0), early], "3:1: expected times of 0 s or more");
        bad_events(&[start(4)], "2:1: game 4 starts, expected one of 0 to 3");
        let Event::Start { opening, .. } = start(0) else { unreachable!() };
        let swapped = Event::Start { game: 1, players: [0, 1], opening };
        bad_events(&[swapped], "2:1: expected players [1, 0] in game 1, found [0, 1]");
        let other = Event::Start { game: 0, players: [0, 1], opening: vec!["10-14".into()] };
        bad_events(&[other], "2:1: expected the opening `9-13` in game 0, found `10-14`");
    }

    fn many_players(names: &[String]) -> Vec<Player> {
        let player =
            |name: &String| Player { name: name.clone(), ..header(2, 2).players.remove(0) };
        names.iter().map(player).collect()
    }

    #[test]
    fn lines_that_are_not_in_the_form_are_named() {
        let good = lines(&[start(0), end(0, 1)]);
        bad("", "1:1: the record is empty");
        bad("hello", "1:1: not a record of `jury match` or `jury tournament`: found no whole line");
        bad("{\n", "1:");
        bad("x\n", "1:1: not a record of `jury match` or `jury tournament`: expected value");
        bad("{\"tool\":1}\n", "1:10: not a record of");
        bad(
            &good.replacen("\"record\":1", "\"record\":2", 1),
            "1:1: expected record version 1, found",
        );
        bad(&good.replacen("\"sprt\":null,", "", 1), "1:");
        let many: Vec<String> = (0..1001).map(|number| format!("bot-{number}")).collect();
        let many = Header { players: many_players(&many), ..header(2, 2) };
        let many = serde_json::to_string(&many).unwrap() + "\n";
        bad(&many, "1:1: expected at most 1000 players, found 1001");
        bad(&good.replacen("\"pairs\":2", "\"pairs\":0", 1), "1:1: expected at least two players");
        bad(
            &good.replacen("\"name\":\"bot-1\"", "\"name\":\"bot-0\"", 1),
            "1:1: duplicate player name",
        );
        bad(
            &good.replacen(
                "\"sprt\":null",
                "\"sprt\":{\"elo0\":5,\"elo1\":0,\"alpha\":0.05,\"beta\":0.05}",
                1,
            ),
            "1:1: in the sequential test, elo0 must be below elo1",
        );
        bad(
            &good.replacen("\"cpu_seconds\":2", "\"cpu_seconds\":-2", 1),
            "1:1: expected time and memory limits",
        );
        bad(&good.replacen("\"plies\"", "\"moves\"", 1), "3:");
        bad(&good.replacen("\"winner\":\"first\",", "", 1), "3:");
        bad(&good.replacen("{\"start\"", "{\"begin\"", 1), "2:8: unknown variant `begin`");
        let empty = "2:1: expected an event, found an empty line";
        bad(&good.replacen("\n{\"start\"", "\n\n{\"start\"", 1), empty);
        bad(&good.replacen("malformed", "silly", 1), "3:");
        assert!(Record::read(b"\xff\n".as_slice()).is_err());
    }
}

//! What is said of a game beside its moves: its name, its rules, its book, how bots write. A game's file has
//! one [`GameKind`]; [`games`](super::games) is the table of all of them.

use serde_json::Value;

use super::game::Game;
use super::read::Record;

/// Tells how many bytes of what a bot has said make up its whole answer; `None` while it may go on. Bytes
/// that cannot become an answer are an answer, too: a malformed one.
pub type AnswerLength = fn(&[u8]) -> Option<usize>;

/// Begins a game by rules as they stand in records.
pub type Start = fn(&Value) -> Result<Box<dyn Game>, String>;

/// Begins a game by such rules in a state as bots read it.
pub type ReadState = fn(&Value, &[u8]) -> Result<Box<dyn Game>, BadState>;

/// A game that can be played.
#[derive(Debug)]
pub struct GameKind {
    /// The name that commands and records use.
    pub name: &'static str,
    /// What the two seats are called, the one that moves first at the start in front.
    pub seats: [&'static str; 2],
    /// The openings that come with the game, in the form that [`openings`](super::openings) reads.
    pub book: &'static str,
    /// The rules that users may choose.
    pub rules: &'static [Rule],
    /// The usual rules as they stand in records: an object with a value for each of [`GameKind::rules`].
    pub usual: fn() -> Value,
    /// Where an answer ends.
    pub answer_length: AnswerLength,
    /// The start of a game by these rules, or what is wrong with them.
    pub start: Start,
    /// A game by these rules that begins in a state as bots read it, or what is wrong with that.
    pub read: ReadState,
    /// The games of a record as PDN, where the game has such a notation.
    pub pdn: Option<fn(&Record, &Setup) -> String>,
}

/// A rule that users may choose.
#[derive(Debug)]
pub struct Rule {
    /// Its name.
    pub key: &'static str,
    /// What may stand for it, in words.
    pub values: &'static str,
    /// What it decides.
    pub about: &'static str,
}

/// Why a text is no state of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct BadState {
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1.
    pub column: usize,
    /// What was expected there.
    pub message: String,
}

/// A game with its rules chosen, ready to begin.
#[derive(Debug)]
pub struct Setup {
    /// The game.
    pub kind: &'static GameKind,
    /// Where games begin: everywhere at the same place, or for each opening at its own.
    starts: Vec<Box<dyn Game>>,
}

impl GameKind {
    /// The usual rules but for these, words for keys.
    ///
    /// # Errors
    /// What was expected in place of a key or a value.
    pub fn with_rules(&self, chosen: &[(String, String)]) -> Result<Value, String> {
        let mut rules = (self.usual)();
        for (key, word) in chosen {
            let Some(value) = rules.get_mut(key) else {
                return Err(format!(
                    "{} has no rule `{key}`: {}",
                    self.name,
                    self.rules_in_words()
                ));
            };
            *value = match value {
                Value::Number(_) => word.parse::<u64>().map(Value::from).map_err(|_| {
                    format!("expected an integer for the rule `{key}`, found `{word}`")
                })?,
                _ => Value::from(word.as_str()),
            };
        }
        (self.start)(&rules).map_err(|why| format!("the rules of {}: {why}", self.name))?;
        Ok(rules)
    }

    fn rules_in_words(&self) -> String {
        let keys: Vec<String> =
            self.rules.iter().map(|rule| format!("`{}` ({})", rule.key, rule.values)).collect();
        format!("it has {}", keys.join(", "))
    }
}

impl Setup {
    /// Games by these rules. `positions` are the states that the openings begin with, one for each;
    /// `None` for the game's own start.
    ///
    /// # Errors
    /// What is wrong with the rules or with a position.
    pub fn new(
        kind: &'static GameKind,
        rules: &Value,
        positions: Option<&[String]>,
    ) -> Result<Self, String> {
        let starts = match positions {
            None => vec![(kind.start)(rules).map_err(|why| format!("the rules: {why}"))?],
            Some(states) => {
                let read = |(number, state): (usize, &String)| {
                    let start = (kind.read)(rules, state.as_bytes());
                    start.map_err(|bad| format!("position {number}: {bad}"))
                };
                states.iter().enumerate().map(read).collect::<Result<_, _>>()?
            }
        };
        Ok(Self { kind, starts })
    }

    /// The start of games with the opening of this number.
    pub fn start(&self, opening: usize) -> Box<dyn Game> {
        self.starts[opening % self.starts.len()].copied()
    }
}

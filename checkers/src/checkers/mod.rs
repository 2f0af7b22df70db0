//! Checkers, the two-player game: its validator and checker, and its rules for whoever plays it.
//!
//! A case is a position, and any legal move is right; the jury's answer is not looked at. Knows
//! nothing of matches: draws, clocks and players belong to whoever referees them.

use std::fmt::Write as _;

use crate::options;
use crate::plural::counted;
use crate::text::{Tokens, place_of};
use crate::{
    BadOption, Bound, Checker, CheckerEntry, Fault, FaultyFile, Files, Invalid, Judgement,
    OptionValue, Options, Puzzle,
};

mod drawing;
mod moves;
mod position;
mod rules;
mod shrink;

pub use drawing::game;
pub use moves::{Malformed, Move};
pub use position::{MAX_SIZE, MIN_SIZE, Piece, Position, Rank, Side, Square};
pub use rules::{HopFault, Illegal, Profile};

/// The option: which rules hold, by a profile's name.
const PROFILE: &str = "profile";

/// The checker: accepts any legal move. The validator: one position, in exactly the bytes that
/// [`Position`] prints.
pub const PUZZLE: Puzzle = Puzzle {
    checker: CheckerEntry {
        name: "checkers",
        summary: "any legal move of the two-player game (profile: seed, english, stopping-allowed)",
        options: &[PROFILE],
        needs_answer: false,
        build,
    },
    validate,
    bounds: BOUNDS,
    smaller: shrink::smaller,
    draw: drawing::draw,
};

/// What may vary. The largest board starts with the most pieces.
const BOUNDS: &[Bound] = &[
    Bound {
        quantity: "L",
        least: 4,
        greatest: Some(12),
        values: |input| of(input, Position::size),
    },
    Bound {
        quantity: "black pieces",
        least: 1,
        greatest: Some(30),
        values: |input| of(input, |position| position.count(Side::Black)),
    },
    Bound {
        quantity: "white pieces",
        least: 1,
        greatest: Some(30),
        values: |input| of(input, |position| position.count(Side::White)),
    },
];

fn of(input: &[u8], value: impl Fn(&Position) -> usize) -> Vec<u64> {
    Position::parse(input).iter().map(|position| value(position) as u64).collect()
}

#[derive(Debug)]
struct LegalMove {
    profile: Profile,
}

fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    Ok(Box::new(LegalMove { profile: profile_of(options)? }))
}

fn profile_of(options: &Options) -> Result<Profile, BadOption> {
    options::only(PUZZLE.checker.name, PUZZLE.checker.options, options)?;
    let profile = match options.get(PROFILE) {
        None => Some(Profile::default()),
        Some(OptionValue::Text(name)) => Profile::named(name),
        Some(_) => None,
    };
    profile.ok_or_else(|| {
        let message = format!("expected one of {}", profile_names());
        BadOption { option: PROFILE.into(), message }
    })
}

fn profile_names() -> String {
    let mut names = String::new();
    for profile in Profile::ALL {
        let comma = if names.is_empty() { "" } else { ", " };
        let _ = write!(names, "{comma}`{}`", profile.name());
    }
    names
}

impl Checker for LegalMove {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let fault = |message: String| Fault { file: FaultyFile::Input, message };
        let position = Position::parse(files.input).map_err(|bad| fault(bad.to_string()))?;
        if !position.has_legal_move() {
            return Err(fault(format!("{} has no legal move", position.to_move())));
        }
        Ok(self.judge(&position, files.output))
    }
}

impl LegalMove {
    fn judge(&self, position: &Position, output: &[u8]) -> Judgement {
        let proposed = match Move::parse(output) {
            Ok(proposed) => proposed,
            Err(bad) => return Judgement::format(Some(place_of(output, bad.offset)), bad.message),
        };
        match position.play(&proposed, self.profile) {
            Ok(_) => Judgement::accepted(praise(&proposed)),
            Err(illegal) => {
                let offset = square_offset(output, illegal.square());
                Judgement::wrong(Some(place_of(output, offset)), illegal.to_string())
            }
        }
    }
}

fn praise(legal: &Move) -> String {
    if legal.is_capture() {
        format!("a capture of {}", counted(legal.hops(), "piece"))
    } else {
        "a step".into()
    }
}

/// Where the square of this number (from 0) stands in an output: after the number of hops and the
/// squares before it, two tokens each. With no number, the number of hops itself.
fn square_offset(output: &[u8], square: Option<usize>) -> usize {
    let token = square.map_or(0, |number| 1 + 2 * number);
    Tokens::new(output).nth(token).map_or(output.len(), |token| token.offset)
}

/// Decides an input: a position from which the game goes on, in canonical bytes.
///
/// # Errors
/// The first place where the bytes differ from the form, or what makes the position useless: a
/// side without pieces or with more than it starts with, or nothing to move.
pub fn validate(input: &[u8]) -> Result<(), Invalid> {
    let position = Position::parse(input)?;
    same_bytes(input, position.to_string().as_bytes())?;
    let (first_row, side) = ((3, 1), (1, 1));
    for owner in [Side::Black, Side::White] {
        let (count, most) = (position.count(owner), Position::pieces_at_start(position.size()));
        if !(1..=most).contains(&count) {
            return invalid(
                first_row,
                format!("expected 1 to {most} {owner} pieces, found {count}"),
            );
        }
    }
    if !position.has_legal_move() {
        return invalid(side, format!("{} has no legal move", position.to_move()));
    }
    Ok(())
}

fn same_bytes(input: &[u8], canonical: &[u8]) -> Result<(), Invalid> {
    let same = input.iter().zip(canonical).take_while(|(found, expected)| found == expected);
    let offset = same.count();
    let describe = |bytes: &[u8]| match bytes.get(offset) {
        None => "the end of the file".to_owned(),
        Some(byte) => crate::text::quote(&[*byte]),
    };
    if offset == input.len() && offset == canonical.len() {
        return Ok(());
    }
    let place = place_of(input, offset);
    let message = format!("expected {}, found {}", describe(canonical), describe(input));
    invalid((place.line, place.column), message)
}

fn invalid<T>((line, column): (usize, usize), message: String) -> Result<T, Invalid> {
    Err(Invalid { line, column, message })
}

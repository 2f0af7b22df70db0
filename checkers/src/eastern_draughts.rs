//! Eastern draughts: the validator of its inputs, and the checker that replays an output move by
//! move and scores it. The rules themselves are in [`position`].
//!
//! Scoring is the original's (`CodeChef`, August Challenge 2012): `(S - R) / K`, where `S` and `R`
//! are the sums of `x + y` over all pieces at the start and in the goal and `K` is the number of
//! turns. A step is a turn; so is a maximal run of consecutive jumps of one piece.

use crate::options;
use crate::plural::counted;
use crate::text::{Integer, Integers, NoInteger, place_of, quote};
use crate::{
    BadOption, Bound, CaseScore, Checker, CheckerEntry, Fault, FaultyFile, Files, Invalid,
    Judgement, Opinion, Options, Puzzle,
};
use position::{Cell, Kind, Position};

mod drawing;
pub mod position;
mod shrink;

/// One more than the largest number of moves in an output.
pub const MOVES_END: i64 = 1_000_000;

/// The puzzle.
pub const PUZZLE: Puzzle = Puzzle {
    checker: CheckerEntry {
        name: "eastern-draughts",
        summary: "legal moves that reach the goal; the score is the gain per turn",
        options: &[],
        needs_answer: false,
        build,
    },
    validate,
    bounds: BOUNDS,
    smaller: shrink::smaller,
    draw: drawing::draw,
};

/// What may vary. With N = 1 the only piece is in the goal, so a valid N is at least 2.
const BOUNDS: &[Bound] = &[
    Bound {
        quantity: "N",
        least: 2,
        greatest: Some(30),
        values: |input| of(input, Position::side),
    },
    Bound {
        quantity: "P",
        least: 1,
        greatest: Some(30),
        values: |input| of(input, Position::rank),
    },
    Bound {
        quantity: "N - P",
        least: 0,
        greatest: Some(29),
        values: |input| of(input, |position| position.side() - position.rank()),
    },
];

fn of(input: &[u8], value: impl Fn(&Position) -> u8) -> Vec<u64> {
    Position::parse(input).iter().map(|position| value(position).into()).collect()
}

/// Decides an input: `N`, then `N` lines of `N` characters, not yet the goal.
pub fn validate(input: &[u8]) -> Result<(), Invalid> {
    Position::parse(input).map(|_| ())
}

#[derive(Debug)]
struct EasternDraughts;

fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only(PUZZLE.checker.name, PUZZLE.checker.options, options)?;
    Ok(Box::new(EasternDraughts))
}

impl Checker for EasternDraughts {
    fn check(&self, files: &Files<'_>) -> Result<Judgement, Fault> {
        let start = Position::parse(files.input)
            .map_err(|invalid| Fault { file: FaultyFile::Input, message: invalid.to_string() })?;
        let mut turns = Turns::default();
        let played = replay(&start, files.output, &mut |kind, from, to| turns.add(kind, from, to));
        Ok(match played {
            Ok(()) => accept(&start, turns.count),
            Err(objection) => objection.judge(files.output),
        })
    }
}

fn accept(start: &Position, turns: u64) -> Judgement {
    // A start that is not the goal costs at least one turn.
    let score = CaseScore { numerator: start.excess(), denominator: turns.max(1) };
    Judgement { score: Some(score), ..Judgement::accepted(counted(turns, "turn")) }
}

/// Why an output is not accepted.
struct Objection {
    opinion: Opinion,
    /// Where in the output.
    offset: usize,
    message: String,
    /// The cells of a move that is not legal.
    tried: Option<[Cell; 2]>,
    /// A piece that is left outside the goal.
    stray: Option<Cell>,
}

impl Objection {
    fn wrong(offset: usize, message: String) -> Self {
        Self { opinion: Opinion::WrongAnswer, offset, message, tried: None, stray: None }
    }

    fn format(offset: usize, message: String) -> Self {
        Self { opinion: Opinion::OutputFormat, ..Self::wrong(offset, message) }
    }

    fn judge(self, output: &[u8]) -> Judgement {
        let Self { opinion, offset, message, .. } = self;
        Judgement { opinion, message, score: None, place: Some(place_of(output, offset)) }
    }
}

/// Plays the moves of `output` to the goal, and shows each legal one to `seen`.
fn replay(
    start: &Position,
    output: &[u8],
    seen: &mut impl FnMut(Kind, Cell, Cell),
) -> Result<(), Objection> {
    let mut reader = Reader { integers: Integers::new(output), end: output.len() };
    let (count, mut offset) = reader.count()?;
    let mut position = start.clone();
    for number in 1..=count {
        let from_to = reader.cells(number, start.side())?;
        let (from, to) = (from_to.from, from_to.to);
        offset = from_to.offset;
        let kind = position.play(from, to).map_err(|illegal| {
            let message = format!("move {number}: {from} -> {to}: {illegal}");
            Objection { tried: Some([from, to]), ..Objection::wrong(offset, message) }
        })?;
        seen(kind, from, to);
    }
    reader.end(count)?;
    match position.first_stray() {
        None => Ok(()),
        Some(cell) => {
            let moves = counted(count, "move");
            let message = format!("after {moves} the piece on {cell} is outside the goal");
            Err(Objection { stray: Some(cell), ..Objection::wrong(offset, message) })
        }
    }
}

/// Counts turns.
#[derive(Debug, Default)]
struct Turns {
    count: u64,
    /// Where the last move ended, if it was a jump.
    jumped_to: Option<Cell>,
}

impl Turns {
    fn add(&mut self, kind: Kind, from: Cell, to: Cell) {
        let goes_on = kind == Kind::Jump && self.jumped_to == Some(from);
        self.count += u64::from(!goes_on);
        self.jumped_to = (kind == Kind::Jump).then_some(to);
    }
}

/// Reads an output.
struct Reader<'a> {
    integers: Integers<'a>,
    /// Length of the output.
    end: usize,
}

/// A move as the output writes it, both cells on the board.
struct FromTo {
    from: Cell,
    to: Cell,
    offset: usize,
}

impl Reader<'_> {
    /// The number of moves and where it stands.
    fn count(&mut self) -> Result<(i64, usize), Objection> {
        let Integer { value, token } =
            self.integers.next().map_err(|none| self.no_integer(none, "the number of moves"))?;
        if (0..MOVES_END).contains(&value) {
            return Ok((value, token.offset));
        }
        let shown = quote(token.bytes);
        let message = format!("the number of moves is {shown}: expected 0 to {}", MOVES_END - 1);
        Err(Objection::wrong(token.offset, message))
    }

    /// Move `number`, on a board of `side` lines.
    #[inline]
    fn cells(&mut self, number: i64, side: u8) -> Result<FromTo, Objection> {
        let (x1, offset) = self.coordinate(number, "x1", side)?;
        let (y1, _) = self.coordinate(number, "y1", side)?;
        let (x2, _) = self.coordinate(number, "x2", side)?;
        let (y2, _) = self.coordinate(number, "y2", side)?;
        Ok(FromTo { from: Cell { x: x1, y: y1 }, to: Cell { x: x2, y: y2 }, offset })
    }

    #[expect(clippy::inline_always, reason = "four million calls; a call costs half as much again")]
    #[inline(always)]
    fn coordinate(&mut self, number: i64, name: &str, side: u8) -> Result<(u8, usize), Objection> {
        match self.integers.next() {
            Ok(Integer { value, token }) if (0..i64::from(side)).contains(&value) => {
                // The side is far below 256.
                Ok((value.to_le_bytes()[0], token.offset))
            }
            other => Err(self.no_coordinate(number, name, side, other)),
        }
    }

    #[cold]
    fn no_coordinate(
        &self,
        number: i64,
        name: &str,
        side: u8,
        found: Result<Integer<'_>, NoInteger<'_>>,
    ) -> Objection {
        match found {
            Err(none) => self.no_integer(none, &format!("{name} of move {number}")),
            Ok(Integer { token, .. }) => {
                let shown = quote(token.bytes);
                let message =
                    format!("move {number}: {name} is {shown}: expected 0 to {}", side - 1);
                Objection::wrong(token.offset, message)
            }
        }
    }

    /// That nothing follows the last of `count` moves.
    fn end(&self, count: i64) -> Result<(), Objection> {
        self.integers.rest().map_or(Ok(()), |token| {
            let shown = quote(token.bytes);
            let moves = counted(count, "move");
            let message = format!("expected the end of the output after {moves}, found {shown}");
            Err(Objection::format(token.offset, message))
        })
    }

    #[cold]
    fn no_integer(&self, none: NoInteger<'_>, expected: &str) -> Objection {
        match none {
            NoInteger::End => Objection::format(
                self.end,
                format!("expected {expected}, found the end of the output"),
            ),
            NoInteger::Junk(token) => Objection::format(
                token.offset,
                format!("expected {expected}, an integer, found {}", quote(token.bytes)),
            ),
        }
    }
}

//! Constraints of `gen/cases.gen` on the arguments of tests: `1 <= $N < $M`.

use std::collections::BTreeMap;

use crate::problem::format::sheet::quoted;

/// A chain of comparisons in one direction.
#[derive(Debug)]
pub(super) struct Constraint {
    text: String,
    first: Operand,
    rest: Vec<(Operator, Operand)>,
}

#[derive(Debug)]
enum Operand {
    Number(i64),
    Variable(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
}

/// The longer ones first.
const OPERATORS: [(&str, Operator); 5] = [
    ("<=", Operator::LessEqual),
    (">=", Operator::GreaterEqual),
    ("<", Operator::Less),
    (">", Operator::Greater),
    ("=", Operator::Equal),
];

impl Constraint {
    /// What stands behind `CONSTRAINT`. A variable ends at a blank.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let (first, mut left) = operand(text)?;
        let mut rest = Vec::new();
        while !left.is_empty() {
            let known = OPERATORS.iter().find_map(|(sign, operator)| {
                left.strip_prefix(sign).map(|left| (*operator, left.trim_start()))
            });
            let (operator, after) = known.ok_or_else(|| {
                format!("expected `<`, `<=`, `>`, `>=` or `=`, found {}", quoted(left))
            })?;
            let (next, after) = operand(after)?;
            rest.push((operator, next));
            left = after;
        }
        let goes = |directions: [Operator; 2]| {
            rest.iter().any(|(operator, _)| directions.contains(operator))
        };
        if rest.is_empty() {
            return Err("expected a comparison, such as `1 <= $N <= 100`".into());
        }
        if goes([Operator::Less, Operator::LessEqual])
            && goes([Operator::Greater, Operator::GreaterEqual])
        {
            return Err("expected comparisons in one direction".into());
        }
        Ok(Self { text: text.to_owned(), first, rest })
    }

    /// As it is written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it holds of these values, or cannot be told: where one is not known, or no number.
    pub(super) fn holds(&self, variables: &BTreeMap<String, String>) -> bool {
        let value = |operand: &Operand| match operand {
            Operand::Number(number) => Some(*number),
            Operand::Variable(name) => variables.get(name)?.parse().ok(),
        };
        let Some(mut left) = value(&self.first) else { return true };
        for (operator, operand) in &self.rest {
            let Some(right) = value(operand) else { return true };
            if !operator.holds(left, right) {
                return false;
            }
            left = right;
        }
        true
    }
}

impl Operator {
    fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
            Self::Equal => left == right,
        }
    }
}

/// A whole number or `$NAME`, and what is left behind it.
fn operand(text: &str) -> Result<(Operand, &str), String> {
    if let Some(name) = text.strip_prefix('$') {
        let (name, left) = name.split_at(name.find(char::is_whitespace).unwrap_or(name.len()));
        if !name.is_empty() {
            return Ok((Operand::Variable(name.to_owned()), left.trim_start()));
        }
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text[..text.len() - rest.len()].parse();
    let number =
        number.map_err(|_| format!("expected a number or `$NAME`, found {}", quoted(text)))?;
    Ok((Operand::Number(number), rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(text: &str, values: &[(&str, &str)], expected: bool) {
        let values = values.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let constraint = Constraint::read(text).expect(text);
        assert_eq!(constraint.holds(&values.collect()), expected, "{text}");
    }

    #[test]
    fn a_chain_is_compared_pair_by_pair() {
        case("1 <= $N <= 10", &[("N", "10")], true);
        case("1 <= $N < 10", &[("N", "10")], false);
        case("1<$N =$M", &[("N", "3"), ("M", "3")], true);
        case("$N > -5 = $M", &[("N", "3"), ("M", "-4")], false);
        for (number, above, not_below) in
            [("2", false, false), ("3", false, true), ("4", true, true)]
        {
            case("$N > 3", &[("N", number)], above);
            case("$N >= 3", &[("N", number)], not_below);
        }
        // What is not known is not told.
        case("1 <= $N <= 10", &[], true);
        case("1 <= $N <= 10", &[("N", "ten")], true);
        case("2 <= 1 <= $N", &[], false);
    }

    #[test]
    fn what_is_no_chain_is_told() {
        for (text, words) in [
            ("", "expected a number or `$NAME`"),
            ("$N", "expected a comparison"),
            ("1 < $N > 3", "in one direction"),
            ("1 ~ $N", "expected `<`"),
            ("1 <", "expected a number or `$NAME`"),
            ("99999999999999999999 < $N", "expected a number"),
        ] {
            let wrong = Constraint::read(text).expect_err(text);
            assert!(wrong.contains(words), "{wrong}");
        }
    }
}

//! What variables say as expressions in Python, as far as these are arithmetic.

use jury_checkers::compare::dmoj::without_underscores;

/// Longest expression that is evaluated, in bytes: brackets may be nested as deep.
const LONGEST: usize = 200;

/// The greatest whole number up to which floats have all of them.
const EXACT: u128 = 1 << 53;

/// Floats that this or more stands for are written with an exponent, and those below the other.
const FIXED: std::ops::Range<i32> = -4..16;

/// A number of Python.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Whole(i128),
    Float(f64),
}

use Number::{Float, Whole};

/// What has a value by its name: `N.max` of `vars.N.max`.
pub(super) type Names<'a> = &'a dyn Fn(&str) -> Option<Number>;

/// The expression that a variable's text is: `` py`10 ** 5` ``.
pub(super) fn expression(text: &str) -> Option<&str> {
    text.strip_prefix("py`")?.strip_suffix('`')
}

/// The value of an expression of numbers: `2 * 10**5 - 1`, `int(1e9) + vars.N.max`. `None` for any other.
pub(super) fn value(expression: &str, names: Names<'_>) -> Option<Number> {
    let mut parser = Parser { rest: expression, names };
    let value = (expression.len() <= LONGEST).then(|| parser.sum()).flatten()?;
    parser.skip_blanks();
    parser.rest.is_empty().then_some(value)
}

impl Number {
    /// As Python writes it.
    pub(super) fn text(self) -> String {
        let float = match self {
            Whole(number) => return number.to_string(),
            Float(float) => float,
        };
        let short = format!("{float:e}");
        let (digits, exponent) = short.split_once('e').unwrap_or((&short, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        if FIXED.contains(&exponent) {
            let fixed = float.to_string();
            return if fixed.contains('.') { fixed } else { fixed + ".0" };
        }
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
    }

    /// As a float, where no digit is lost.
    fn float(self) -> Option<f64> {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "floats have all of these")]
            Whole(number) => (number.unsigned_abs() <= EXACT).then_some(number as f64),
            Float(float) => Some(float),
        }
    }

    /// What one of these makes of two numbers.
    fn with(
        self,
        other: Self,
        whole: fn(i128, i128) -> Option<i128>,
        float: fn(f64, f64) -> f64,
    ) -> Option<Self> {
        match (self, other) {
            (Whole(left), Whole(right)) => whole(left, right).map(Whole),
            _ => finite(float(self.float()?, other.float()?)),
        }
    }

    /// Whole numbers alone are divided so: rounded down in both, where what divides is not negative.
    fn with_whole(self, other: Self, divide: fn(i128, i128) -> Option<i128>) -> Option<Self> {
        match (self, other) {
            (Whole(left), Whole(right)) if right > 0 => divide(left, right).map(Whole),
            _ => None,
        }
    }

    fn divided(self, other: Self) -> Option<Self> {
        let divisor = other.float().filter(|divisor| *divisor != 0.0)?;
        finite(self.float()? / divisor)
    }

    fn power(self, exponent: Self) -> Option<Self> {
        match (self, exponent) {
            (Whole(base), Whole(exponent)) => {
                base.checked_pow(u32::try_from(exponent).ok()?).map(Whole)
            }
            // Roots and the like are not the same everywhere, to the last digit.
            _ => None,
        }
    }

    fn negative(self) -> Option<Self> {
        match self {
            Whole(number) => number.checked_neg().map(Whole),
            Float(float) => Some(Float(-float)),
        }
    }

    /// The whole number that is left of a float by this.
    fn rounded(self, round: fn(f64) -> f64) -> Option<Self> {
        match self {
            Whole(_) => Some(self),
            #[expect(clippy::cast_possible_truncation, reason = "whole, and exact")]
            Float(float) => {
                Whole(round(float) as i128).float().map(|_| Whole(round(float) as i128))
            }
        }
    }
}

fn finite(float: f64) -> Option<Number> {
    float.is_finite().then_some(Float(float))
}

struct Parser<'a> {
    rest: &'a str,
    names: Names<'a>,
}

impl<'a> Parser<'a> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    /// Whether this comes next; it is passed then.
    fn passes(&mut self, sign: &str) -> bool {
        self.skip_blanks();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Option<Number> {
        let mut sum = self.product()?;
        loop {
            if self.passes("+") {
                sum = sum.with(self.product()?, i128::checked_add, |a, b| a + b)?;
            } else if self.passes("-") {
                sum = sum.with(self.product()?, i128::checked_sub, |a, b| a - b)?;
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<Number> {
        let mut product = self.signed()?;
        loop {
            if self.passes("*") {
                product = product.with(self.signed()?, i128::checked_mul, |a, b| a * b)?;
            } else if self.passes("//") {
                product = product.with_whole(self.signed()?, i128::checked_div_euclid)?;
            } else if self.passes("/") {
                product = product.divided(self.signed()?)?;
            } else if self.passes("%") {
                product = product.with_whole(self.signed()?, i128::checked_rem_euclid)?;
            } else {
                return Some(product);
            }
        }
    }

    fn signed(&mut self) -> Option<Number> {
        if self.passes("-") {
            return self.signed()?.negative();
        }
        if self.passes("+") {
            return self.signed();
        }
        let base = self.one()?;
        if self.passes("**") { base.power(self.signed()?) } else { Some(base) }
    }

    /// A number, a variable, a call, or what stands in brackets.
    fn one(&mut self) -> Option<Number> {
        if self.passes("(") {
            let inner = self.sum()?;
            return self.passes(")").then_some(inner);
        }
        // With a sign behind an exponent, a number is longer than the word.
        let word = self.take(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return self.literal(word);
        }
        match word.strip_prefix("vars.") {
            Some(name) => (self.names)(name),
            None => self.call(word),
        }
    }

    fn take(&mut self, is_of_it: fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is_of_it(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn literal(&mut self, word: &str) -> Option<Number> {
        let mut text = word.to_owned();
        if text.ends_with(['e', 'E']) && self.rest.starts_with(['+', '-']) {
            text.push_str(self.take(|c| matches!(c, '+' | '-')));
            text.push_str(self.take(|c| c.is_ascii_digit()));
        }
        let digits = without_underscores(&text)?;
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return finite(digits.parse().ok()?);
        }
        // Python has no numbers like `010`.
        let is_written = !digits.starts_with('0') || digits.bytes().all(|byte| byte == b'0');
        digits.parse().ok().filter(|_| is_written).map(Whole)
    }

    fn call(&mut self, name: &str) -> Option<Number> {
        if name.is_empty() || !self.passes("(") {
            return None;
        }
        let mut given = vec![self.sum()?];
        while self.passes(",") {
            given.push(self.sum()?);
        }
        if !self.passes(")") {
            return None;
        }
        match (name, given.as_slice()) {
            ("int", [one]) => one.rounded(f64::trunc),
            ("floor", [one]) => one.rounded(f64::floor),
            ("ceil", [one]) => one.rounded(f64::ceil),
            ("float", [one]) => one.float().map(Float),
            ("abs", [one]) if one.float()? < 0.0 => one.negative(),
            ("abs", [one]) => Some(*one),
            ("min", [_, _, ..]) => first(&given, |one, best| one < best),
            ("max", [_, _, ..]) => first(&given, |one, best| one > best),
            _ => None,
        }
    }
}

/// The first of these than which none is better.
fn first(given: &[Number], is_better: fn(f64, f64) -> bool) -> Option<Number> {
    let mut all = given.iter().map(|one| Some((*one, one.float()?)));
    let mut best = all.next()??;
    for one in all {
        let one = one?;
        if is_better(one.1, best.1) {
            best = one;
        }
    }
    Some(best.0)
}

#[cfg(test)]
mod tests {
    use super::{Number, value};

    fn text(expression: &str) -> Option<String> {
        let names = |name: &str| match name {
            "N.max" => Some(Number::Whole(100_000)),
            "T" => Some(Number::Float(0.5)),
            _ => None,
        };
        value(expression, &names).map(Number::text)
    }

    /// What `simpleeval` makes of them in rbx.
    #[test]
    fn numbers_are_as_in_python() {
        for (expression, expected) in [
            ("10**5", "100000"),
            (" 2 * 10 ** 5 - 1 ", "199999"),
            ("2*3-1", "5"),
            ("5+3", "8"),
            ("1_000_000", "1000000"),
            ("(1 + 2) * -3", "-9"),
            ("-2 ** 2", "-4"),
            ("2 ** 3 ** 2", "512"),
            ("-7 // 2", "-4"),
            ("-7 % 3", "2"),
            ("2**63 - 1", "9223372036854775807"),
            ("int(1e9) + 7", "1000000007"),
            ("1e9", "1000000000.0"),
            ("10**5/2", "50000.0"),
            ("7 / 2", "3.5"),
            ("1 / 3", "0.3333333333333333"),
            ("0.1 + 0.2", "0.30000000000000004"),
            ("1e15", "1000000000000000.0"),
            ("1e16", "1e+16"),
            ("1.5e+22", "1.5e+22"),
            ("1e-4", "0.0001"),
            ("1e-5 - 0", "1e-05"),
            ("vars.N.max * 2 - 1", "199999"),
            ("vars.T * 3", "1.5"),
            ("max(vars.N.max, 3, 4.5)", "100000"),
            ("min(3, 4.5)", "3"),
            ("max(1, 1.0)", "1"),
            ("abs(-3)", "3"),
            ("abs(3)", "3"),
            ("abs(0.0)", "0.0"),
            ("1.5 - 0.25", "1.25"),
            ("min(4.5, 3)", "3"),
            ("min(1, 1.0)", "1"),
            ("int(-1.9)", "-1"),
            ("floor(2.7) + ceil(2.2)", "5"),
            ("float(3)", "3.0"),
            ("1_0.5", "10.5"),
            ("1. + .5", "1.5"),
            ("00", "0"),
        ] {
            assert_eq!(text(expression).as_deref(), Some(expected), "{expression}");
        }
    }

    #[test]
    fn anything_else_has_no_value() {
        let deep = format!("{}1{}", "(".repeat(150), ")".repeat(150));
        for bad in [
            "",
            "1 +",
            "(1",
            "2 ** -1",
            "2 ** 0.5",
            "7 // 0",
            "7 / 0",
            "7.5 // 2",
            "7 // -2",
            "7 % -2",
            "vars.M",
            "vars.",
            "10 ** 99",
            "1 2",
            "010",
            "1__0",
            "_1",
            "1e",
            "1e999",
            "0x10",
            "1.5.2",
            "round(1)",
            "min(1)",
            "int(1, 2)",
            "int(1e99)",
            "10^5",
            "\"a\"",
            "1 if 2 else 3",
            "True",
            "f(",
            "é",
            &deep,
        ] {
            assert_eq!(text(bad), None, "{bad}");
        }
    }
}

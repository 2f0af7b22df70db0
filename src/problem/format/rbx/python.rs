//! What variables say as expressions in Python, as far as these are of whole numbers.

/// Longest expression that is evaluated, in bytes: brackets may be nested as deep.
const LONGEST: usize = 200;

/// The expression that a variable's text is: `` py`10 ** 5` ``.
pub(super) fn expression(text: &str) -> Option<&str> {
    text.strip_prefix("py`")?.strip_suffix('`')
}

/// The value of an expression of whole numbers: `2 * 10**5 - 1`. `None` for any other.
pub(super) fn value(expression: &str) -> Option<i128> {
    let mut parser = Parser { rest: expression.as_bytes() };
    let value = (expression.len() <= LONGEST).then(|| parser.sum()).flatten()?;
    parser.skip_blanks();
    parser.rest.is_empty().then_some(value)
}

struct Parser<'a> {
    rest: &'a [u8],
}

impl Parser<'_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    /// Whether this comes next; it is passed then.
    fn passes(&mut self, sign: &[u8]) -> bool {
        self.skip_blanks();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Option<i128> {
        let mut sum = self.product()?;
        loop {
            if self.passes(b"+") {
                sum = sum.checked_add(self.product()?)?;
            } else if self.passes(b"-") {
                sum = sum.checked_sub(self.product()?)?;
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<i128> {
        let mut product = self.signed()?;
        loop {
            if self.passes(b"*") {
                product = product.checked_mul(self.signed()?)?;
            } else if self.passes(b"//") {
                // Rounded down in both, where what divides is not negative.
                let divisor = self.signed().filter(|&divisor| divisor > 0)?;
                product = product.checked_div_euclid(divisor)?;
            } else if self.passes(b"%") {
                let divisor = self.signed().filter(|&divisor| divisor > 0)?;
                product = product.checked_rem_euclid(divisor)?;
            } else {
                return Some(product);
            }
        }
    }

    fn signed(&mut self) -> Option<i128> {
        if self.passes(b"-") {
            return self.signed()?.checked_neg();
        }
        if self.passes(b"+") {
            return self.signed();
        }
        let base = self.number()?;
        if self.passes(b"**") {
            let exponent = u32::try_from(self.signed()?).ok()?;
            return base.checked_pow(exponent);
        }
        Some(base)
    }

    fn number(&mut self) -> Option<i128> {
        if self.passes(b"(") {
            let inner = self.sum()?;
            return self.passes(b")").then_some(inner);
        }
        let is_digit = |byte: &u8| byte.is_ascii_digit() || *byte == b'_';
        let end = self.rest.iter().position(|byte| !is_digit(byte)).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        // What goes on with a letter or a point is no whole number.
        let ends = rest.first().is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'.');
        let digits =
            std::str::from_utf8(digits).ok().filter(|digits| ends && !digits.is_empty())?;
        digits.replace('_', "").parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn whole_numbers_are_as_in_python() {
        for (expression, expected) in [
            ("10**5", 100_000),
            (" 2 * 10 ** 5 - 1 ", 199_999),
            ("1_000_000", 1_000_000),
            ("(1 + 2) * -3", -9),
            ("-2 ** 2", -4),
            ("2 ** 3 ** 2", 512),
            ("-7 // 2", -4),
            ("-7 % 3", 2),
            ("2**63 - 1", i128::from(i64::MAX)),
        ] {
            assert_eq!(value(expression), Some(expected), "{expression}");
        }
    }

    #[test]
    fn anything_else_has_no_value() {
        let deep = format!("{}1{}", "(".repeat(150), ")".repeat(150));
        for bad in
            ["", "1.5", "1e5", "1 +", "(1", "2 ** -1", "7 // 0", "vars.N", "10 ** 99", "1 2", &deep]
        {
            assert_eq!(value(bad), None, "{bad}");
        }
    }
}

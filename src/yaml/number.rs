//! Texts that are numbers, as YAML 1.1 writes them.

/// A number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// Written as an integer.
    Integer(i128),
    /// Written as a float, or an integer of more than 128 bits. May be infinite (`.inf`, `1e999`) or
    /// no number (`.nan`).
    Float(f64),
}

impl Number {
    /// Its value, rounded to the nearest float.
    pub fn as_f64(self) -> f64 {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "the nearest float is asked for")]
            Self::Integer(integer) => integer as f64,
            Self::Float(float) => float,
        }
    }

    /// What PyYAML takes for an integer or a float, and besides what it takes for a text though it can
    /// mean nothing else: exponents without a point or sign (`1e6`), `-.5`, `0o17`. Not sexagesimal
    /// integers (`1:30`): who writes that means a time or a ratio.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (negative, digits) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let special = match digits {
            ".inf" | ".Inf" | ".INF" => Some(f64::INFINITY),
            ".nan" | ".NaN" | ".NAN" if digits == text => Some(f64::NAN),
            _ => None,
        };
        let number =
            special.map(Self::Float).or_else(|| integer(digits)).or_else(|| float(digits))?;
        Some(match number {
            Self::Integer(integer) if negative => Self::Integer(-integer),
            Self::Float(float) if negative => Self::Float(-float),
            number => number,
        })
    }
}

/// An integer without sign.
fn integer(text: &str) -> Option<Number> {
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x', ..] => (16, &text[2..]),
        [b'0', b'b', ..] => (2, &text[2..]),
        [b'0', b'o', ..] => (8, &text[2..]),
        [b'0', _, ..] => (8, text),
        [b'0'..=b'9', ..] => (10, text),
        _ => return None,
    };
    let digits = digits.replace('_', "");
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    // Digits alone can only fail by being too many.
    Some(match (i128::from_str_radix(&digits, radix), radix) {
        (Ok(integer), _) => Number::Integer(integer),
        (Err(_), 10) => Number::Float(digits.parse().ok()?),
        (Err(_), _) => return None,
    })
}

/// A float without sign: digits with a point or an exponent or both.
fn float(text: &str) -> Option<Number> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    let first = if whole.is_empty() { fraction? } else { whole };
    let is_mantissa = digits(whole)
        && fraction.is_none_or(digits)
        && first.starts_with(|first: char| first.is_ascii_digit());
    let is_exponent = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    if is_mantissa && is_exponent && (fraction.is_some() || exponent.is_some()) {
        text.replace('_', "").parse().ok().map(Number::Float)
    } else {
        None
    }
}

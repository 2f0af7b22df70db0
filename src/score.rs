//! Scores: exact rationals until they are printed.

use std::fmt;

use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An exact score.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(BigRational);

/// As `numerator/denominator`, exact.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<'a> Deserialize<'a> for Score {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        let written = String::deserialize(from)?;
        // One with the denominator 0 is no number.
        written.parse().map(Self).map_err(de::Error::custom)
    }
}

impl Score {
    /// Zero.
    pub fn zero() -> Self {
        Self(BigRational::from_integer(BigInt::from(0)))
    }

    /// One.
    pub fn one() -> Self {
        Self(BigRational::from_integer(BigInt::from(1)))
    }

    /// `numerator / denominator`; `None` when the denominator is 0.
    pub fn ratio(numerator: u64, denominator: u64) -> Option<Self> {
        (denominator != 0)
            .then(|| Self(BigRational::new(BigInt::from(numerator), BigInt::from(denominator))))
    }

    /// A number as people write it, to nine decimals.
    pub fn decimal(number: f64) -> Self {
        let billionths = format!("{number:.9}").replace('.', "").parse().unwrap_or_default();
        Self(BigRational::new(billionths, BigInt::from(1_000_000_000)))
    }

    /// A number as programs write it: a sign, digits with a point among them, an exponent. Exact, but
    /// cut after nine decimals; `None` for all else, and for what no score is as large or as long as.
    pub fn written(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let digits = mantissa.strip_prefix(['+', '-']).unwrap_or(mantissa);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let digits = format!("{whole}{fraction}");
        let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits || digits.is_empty() || digits.len() > 64 || exponent.abs() > 64 {
            return None;
        }
        let billionths = exponent + 9 - i32::try_from(fraction.len()).ok()?;
        let mut number: BigInt = digits.parse().ok()?;
        let scale = BigInt::from(10).pow(billionths.unsigned_abs());
        number = if billionths < 0 { number / scale } else { number * scale };
        let number = if mantissa.starts_with('-') { -number } else { number };
        Some(Self(BigRational::new(number, BigInt::from(1_000_000_000))))
    }

    /// The exact sum; 0 for none.
    pub fn sum<'a>(scores: impl IntoIterator<Item = &'a Self>) -> Self {
        scores.into_iter().fold(Self::zero(), |Self(sum), Self(score)| Self(sum + score))
    }

    /// The exact mean; `None` for none.
    pub fn mean<'a>(scores: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        let (mut sum, mut count) = (BigRational::from_integer(BigInt::from(0)), 0_u64);
        for Self(score) in scores {
            sum += score;
            count += 1;
        }
        (count > 0).then(|| Self(sum / BigRational::from_integer(BigInt::from(count))))
    }

    /// The share that it is of `whole`, one at the most; of nothing there is none.
    #[must_use]
    pub fn share_of(&self, whole: &Self) -> Self {
        if *whole == Self::zero() {
            return Self::zero();
        }
        Self(&self.0 / &whole.0).min(Self::one())
    }

    /// The product.
    #[must_use]
    pub fn times(&self, factor: &Self) -> Self {
        Self(&self.0 * &factor.0)
    }

    /// The same, cut towards zero after nine decimals.
    #[must_use]
    pub fn truncated(&self) -> Self {
        let billion = BigInt::from(1_000_000_000);
        let billionths = (&self.0 * &billion).trunc().to_integer();
        Self(BigRational::new(billionths, billion))
    }

    /// The double nearest to the millionths, for reports.
    pub fn to_f64(&self) -> f64 {
        format!("{}e-6", self.millionths()).parse().unwrap_or(f64::INFINITY)
    }

    /// Rounded to these.
    fn millionths(&self) -> BigInt {
        (&self.0 * BigInt::from(1_000_000)).round().to_integer()
    }
}

impl fmt::Display for Score {
    /// Up to six decimals, rounded, without trailing zeros.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.millionths();
        let sign = if all.sign() == Sign::Minus { "-" } else { "" };
        let (whole, part) = (all.magnitude() / 1_000_000_u32, all.magnitude() % 1_000_000_u32);
        let text = format!("{sign}{whole}.{part:06}");
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl From<jury_checkers::CaseScore> for Score {
    fn from(score: jury_checkers::CaseScore) -> Self {
        Self::ratio(score.numerator, score.denominator).unwrap_or_else(Self::zero)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn written(text: &str, billionths: Option<i64>) {
        let number = |billionths: i64| BigRational::new(billionths.into(), 1_000_000_000.into());
        assert_eq!(
            Score::written(text),
            billionths.map(|number_of| Score(number(number_of))),
            "{text}"
        );
    }

    #[test]
    fn numbers_are_kept_to_nine_decimals_however_large_they_are() {
        for (number, text) in [
            (999_999_999_999.0, "999999999999"),
            (-0.5, "-500000000e-9"),
            (0.1, "0.1"),
            (1e-10, "0"),
            (f64::NAN, "0"),
        ] {
            assert_eq!(Some(Score::decimal(number)), Score::written(text), "{text}");
        }
    }

    #[test]
    fn scores_are_shown_to_six_decimals_however_large_they_are() {
        for (written, shown) in [
            ("0", "0"),
            ("100", "100"),
            ("-12.50", "-12.5"),
            ("0.0000005", "0.000001"),
            ("-0.0000004", "0"),
            ("999999999999.123456", "999999999999.123456"),
        ] {
            assert_eq!(Score::written(written).unwrap().to_string(), shown);
        }
        assert_eq!(format!("[{:>5}]", Score::one()), "[    1]");
        // Nearest to the millionths, not a sum of roundings.
        assert_eq!(Score::decimal(999_999_999_999.0).to_f64().to_string(), "999999999999");
    }

    #[test]
    fn numbers_are_read_as_programs_write_them() {
        for (text, billionths) in [
            ("0", 0),
            ("-12.5", -12_500_000_000),
            ("+.5", 500_000_000),
            ("1.", 1_000_000_000),
            ("1e2", 100_000_000_000),
            ("15E-1", 1_500_000_000),
            ("0.1234567899", 123_456_789),
            ("-0.0000000019", -1),
            ("00", 0),
            ("1e-64", 0),
        ] {
            written(text, Some(billionths));
        }
        for text in [
            "", "-", ".", "e1", "1e", "1e+", "--1", "nan", "inf", "0x1", "1_0", "1,5", "1e65",
            "1 2",
        ] {
            written(text, None);
        }
        // So long and no longer: 1 behind 63 zeros.
        written(&format!("{}1", "0".repeat(63)), Some(1_000_000_000));
        written(&"9".repeat(65), None);
    }

    proptest! {
        /// Against the standard library's reader of floats.
        #[test]
        fn numbers_are_what_floats_are(text in "[+-]?[0-9]{0,6}\\.?[0-9]{0,9}([eE][+-]?[0-3])?") {
            // It reads all of these and no more.
            let float = text.parse::<f64>().ok();
            let found = Score::written(&text).map(|score| score.to_f64());
            match (float, found) {
                (Some(float), Some(found)) => {
                    prop_assert!((float - found).abs() <= 2e-6 + float.abs() * 1e-12);
                }
                (float, found) => prop_assert_eq!(float, found),
            }
        }
    }

    #[test]
    fn nothing_has_a_sum_but_no_mean() {
        assert_eq!(Score::sum([]), Score::zero());
        assert_eq!(Score::mean([]), None);
        assert_eq!(
            Score::mean([&Score::one(), &Score::zero(), &Score::one()]),
            Some(Score(BigRational::new(2.into(), 3.into())))
        );
    }
}

//! The default output validator and its flags against a naive second implementation, which converts
//! numbers by bisection among the doubles.

use std::cmp::Ordering;

use jury_checkers::compare::default::{Flags, options};
use jury_checkers::{Opinion, OptionValue, Options};
use num_bigint::BigUint;
use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest,
};
use proptest::sample::select;

use super::{checker, judge, words};
use crate::long::usual_or_long;

/// A double without its sign, by its bits, in units of 2^-1075: half of the smallest one.
fn halves(bits: u64) -> BigUint {
    let (exponent, mantissa) = (bits >> 52, bits & ((1 << 52) - 1));
    match exponent {
        0 => BigUint::from(mantissa) << 1,
        _ => BigUint::from(mantissa | 1 << 52) << exponent,
    }
}

const INFINITY: u64 = f64::INFINITY.to_bits();

fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

/// The double nearest to a number, by exact comparison with doubles and the middles between them.
fn naive_number(token: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(token).ok()?;
    let (mantissa, exponent) =
        unsigned(text).split_once(['e', 'E']).unwrap_or((unsigned(text), "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let some = !digits.is_empty() && !unsigned(exponent).is_empty();
    if !some || !are_digits(&digits) || !are_digits(unsigned(exponent)) {
        return None;
    }
    let power = exponent.parse::<i32>().ok()? - i32::try_from(fraction.len()).ok()?;
    let tens = |power: i32| BigUint::from(10_u8).pow(u32::try_from(power).unwrap_or(0));
    let value = digits.parse::<BigUint>().ok()? * tens(power);
    let unit = tens(-power);
    let (mut below, mut above) = (0, INFINITY + 1);
    while above - below > 1 {
        let middle = u64::midpoint(below, above);
        if halves(middle) * &unit <= &value << 1075_u32 {
            below = middle;
        } else {
            above = middle;
        }
    }
    let sum = halves(below) + halves(below + 1);
    let nearest = match (&value << 1076_u32).cmp(&(sum * unit)) {
        Ordering::Less => below,
        Ordering::Equal => below + below % 2,
        Ordering::Greater => below + 1,
    };
    let nearest = if value == BigUint::ZERO { 0 } else { nearest.max(1) };
    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
    (nearest < INFINITY).then(|| sign * f64::from_bits(nearest))
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Settings {
    case: bool,
    space: bool,
    absolute: Option<f64>,
    relative: Option<f64>,
}

impl Settings {
    fn of(options: &Options) -> Self {
        let flag = |name: &str| options.get(name) == Some(&OptionValue::Bool(true));
        let number = |name: &str| match options.get(name)? {
            OptionValue::Number(value) => Some(*value),
            other => panic!("{other:?}"),
        };
        let read = Self {
            case: flag("case_sensitive"),
            space: flag("space_change_sensitive"),
            absolute: number("float_absolute_tolerance"),
            relative: number("float_relative_tolerance"),
        };
        let count = [read.case, read.space, read.absolute.is_some(), read.relative.is_some()];
        assert_eq!(options.len(), count.iter().filter(|set| **set).count(), "{options:?}");
        read
    }

    fn flags(self) -> Vec<String> {
        let tolerance = |name: &str, value: Option<f64>| {
            value.map_or(String::new(), |value| format!("{name} {value:e}"))
        };
        let case = if self.case { "case_sensitive" } else { "" };
        let space = if self.space { "space_change_sensitive" } else { "" };
        let absolute = tolerance("float_absolute_tolerance", self.absolute);
        let relative = tolerance("float_relative_tolerance", self.relative);
        words(&[&relative, case, &absolute, space].join(" "))
    }
}

fn naive_settings(flags: &[String], rules: Flags) -> Option<Settings> {
    let mut settings = Settings::default();
    let mut rest = flags;
    while let [flag, behind @ ..] = rest {
        rest = behind;
        match flag.as_str() {
            "case_sensitive" => settings.case = true,
            "space_change_sensitive" => settings.space = true,
            _ => {
                let sets = flag.strip_prefix("float_")?.strip_suffix("tolerance")?;
                let (absolute, relative) = match sets {
                    "" => (true, true),
                    "absolute_" => (true, false),
                    "relative_" => (false, true),
                    _ => return None,
                };
                let value = naive_number(behind.first()?.as_bytes()).filter(|value| *value >= 0.0);
                let before = absolute && settings.absolute.is_some()
                    || relative && settings.relative.is_some();
                if value.is_none() || before && rules == Flags::Strict {
                    return None;
                }
                settings.absolute = if absolute { value } else { settings.absolute };
                settings.relative = if relative { value } else { settings.relative };
                rest = &behind[1..];
            }
        }
    }
    Some(settings)
}

fn space(byte: u8) -> bool {
    b" \t\n\x0b\x0c\r".contains(&byte)
}

fn naive_alike(settings: Settings, found: &[u8], expected: &[u8]) -> bool {
    let tolerance = settings.absolute.is_some() || settings.relative.is_some();
    match naive_number(expected) {
        Some(expected) if tolerance => naive_number(found).is_some_and(|found| {
            let apart = (found - expected).abs();
            let within = |most: f64| apart <= most;
            settings.absolute.is_some_and(within)
                || settings.relative.is_some_and(|share| within(share * expected.abs()))
        }),
        _ if settings.case => found == expected,
        _ => found.eq_ignore_ascii_case(expected),
    }
}

fn naive(settings: Settings, output: &[u8], answer: &[u8]) -> bool {
    let pieces = |text: &[u8]| -> Vec<Vec<u8>> {
        let pieces = text.chunk_by(|left, right| space(*left) == space(*right));
        let pieces = pieces.filter(|piece| settings.space || !space(piece[0]));
        pieces.map(<[u8]>::to_vec).collect()
    };
    let (found, expected) = (pieces(output), pieces(answer));
    let alike = |(found, expected): (&Vec<u8>, &Vec<u8>)| {
        if space(found[0]) || space(expected[0]) {
            found == expected
        } else {
            naive_alike(settings, found, expected)
        }
    };
    found.len() == expected.len() && found.iter().zip(&expected).all(alike)
}

/// Texts of which some mean the same as others in the row.
const ROWS: &[&[&str]] = &[
    &["0", "0.0", "-0", "0e5", "00"],
    &["1", "1.", "+1", "1.0e0", "1.25", "0.75"],
    &[".5", "0.5", "5E-1", "0.500000001"],
    &["1e-4000", "0", "2e-5000", "-1e-4000"],
    &["1e999", "1E999", "10e998"],
    &["inf", "INF", "infinity", "nan", "NaN"],
    &["a", "A"],
    &["1e", "1E", "0x1", "1\0"],
    &[" ", " ", " ", "  ", "\t"],
    &[" ", " "],
    &["\n", "\n", "\n", "\r\n"],
    &["\x0b\x0c", "\u{a0}", "\u{e9}"],
];

fn settings() -> impl Strategy<Value = Settings> {
    let tolerance = || select(vec![None, Some(0.0), Some(1e-6), Some(0.25), Some(3.0)]);
    (any::<bool>(), any::<bool>(), tolerance(), tolerance())
        .prop_map(|(case, space, absolute, relative)| Settings { case, space, absolute, relative })
}

/// An answer, and an output that says about the same.
fn texts() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let piece =
        (select(ROWS), any::<u8>(), prop_oneof![4 => Just(None), 1 => any::<u8>().prop_map(Some)])
            .prop_map(|(row, one, other)| {
                let pick = |number: u8| row[usize::from(number) % row.len()];
                (pick(one), pick(other.unwrap_or(one)))
            });
    let cut = prop_oneof![7 => Just(usize::MAX), 1 => 0..20_usize];
    (proptest::collection::vec(piece, 0..12), cut).prop_map(|(pieces, cut)| {
        let (answer, mut output): (String, String) = pieces.into_iter().unzip();
        output.truncate(
            (0..=cut.min(output.len())).rfind(|&at| output.is_char_boundary(at)).unwrap_or(0),
        );
        (answer.into_bytes(), output.into_bytes())
    })
}

/// Numbers, most of them next to the middle between two doubles, where rounding decides.
fn number() -> impl Strategy<Value = String> {
    let near_middle = (0..INFINITY, 0..3_u8).prop_map(|(bits, more)| {
        // 10 · 5^1076 / 10^1077 is 2^-1076.
        let middle = (halves(bits) + halves(bits + 1)) * BigUint::from(5_u8).pow(1076) * 10_u8;
        format!("{}e-1077", middle + more - 1_u8)
    });
    prop_oneof![
        2 => near_middle,
        1 => r"[0-9]{1,25}(\.[0-9]{0,25})?(e[+-]?[0-3]?[0-9]{1,2})?",
        1 => r"\.[0-9]{1,25}E-?[0-9]{1,4}",
    ]
}

/// Flags, most of them good ones, though some set a tolerance that is set.
fn flags() -> impl Strategy<Value = Vec<String>> {
    let switch = select(&["case_sensitive", "space_change_sensitive"][..]).prop_map(words);
    let name = || select(&["", "absolute_", "relative_"][..]);
    let value = select(&["1e-6", "1E-6", "0.5", "0", "-0", "+.25", "3", "-1", "1e", "0x1"][..]);
    let tolerance = (name(), value);
    let tolerance =
        tolerance.prop_map(|(name, value)| words(&format!("float_{name}tolerance {value}")));
    let half = name().prop_map(|name| words(&format!("float_{name}tolerance")));
    let other = select(&["float", "float_tolerances", "1"][..]).prop_map(words);
    let flags = prop_oneof![4 => switch, 12 => tolerance, 1 => half, 1 => other];
    proptest::collection::vec(flags, 0..4).prop_map(|flags| flags.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(usual_or_long(500, 10_000)))]

    #[test]
    fn outputs_are_judged_as_naively(settings in settings(), (answer, output) in texts()) {
        let (options, _) = options(&settings.flags(), Flags::Strict).expect("good flags");
        prop_assert_eq!(Settings::of(&options), settings);
        let entry = jury_checkers::checker("default").expect("in the table");
        let checker = (entry.build)(&options).expect("good options");
        let judgement = judge(&*checker, &output, &answer);
        let accepted = judgement.opinion == Opinion::Accepted;
        prop_assert_eq!(accepted, naive(settings, &output, &answer), "{}", judgement.message);
        prop_assert!(accepted || judgement.opinion == Opinion::WrongAnswer);
    }

    #[test]
    fn numbers_have_the_nearest_double(number in number()) {
        let checker = checker("float_tolerance 0");
        let accepts = |answer: f64| {
            let answer = format!("{answer:e}");
            judge(&*checker, number.as_bytes(), answer.as_bytes()).opinion == Opinion::Accepted
        };
        match naive_number(number.as_bytes()) {
            Some(nearest) => {
                prop_assert!(accepts(nearest));
                prop_assert!(!accepts(nearest.next_up()) && !accepts(nearest.next_down()));
            }
            None => prop_assert!(!accepts(f64::MAX)),
        }
    }

    #[test]
    fn flags_are_read_as_naively(
        flags in flags(),
        rules in select(&[Flags::Strict, Flags::Lenient][..]),
    ) {
        let read = options(&flags, rules);
        let settings = read.as_ref().ok().map(|(options, _)| Settings::of(options));
        prop_assert_eq!(settings, naive_settings(&flags, rules), "{:?}", read);
        // What lenient rules find is what strict ones refuse, and nothing else.
        if let Ok((_, findings)) = options(&flags, Flags::Lenient) {
            prop_assert_eq!(findings.is_empty(), options(&flags, Flags::Strict).is_ok());
        }
    }
}

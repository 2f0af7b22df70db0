//! The flags of the default output validator, by strict and by lenient rules.

use jury_checkers::compare::default::{BadFlag, Flags, options};
use jury_checkers::{OptionValue, Options};

use super::words;

fn set(entries: &[(&str, f64)]) -> Options {
    let entries = entries.iter();
    entries.map(|&(name, value)| (name.to_owned(), OptionValue::Number(value))).collect()
}

/// Both rules read the flags alike, and find nothing.
#[track_caller]
fn flags(flags: &str, expected: &Options) {
    for rules in [Flags::Strict, Flags::Lenient] {
        assert_eq!(options(&words(flags), rules), Ok((expected.clone(), Vec::new())), "{rules:?}");
    }
}

/// Neither rule takes the flags.
#[track_caller]
fn bad_flags(flags: &str, message: &str) {
    for rules in [Flags::Strict, Flags::Lenient] {
        let error = options(&words(flags), rules).expect_err("bad flags");
        assert_eq!(error.to_string(), message, "{rules:?}");
    }
}

#[test]
fn flags_become_options() {
    flags("", &Options::new());
    let mut both = Options::from([("case_sensitive".to_owned(), OptionValue::Bool(true))]);
    flags("case_sensitive", &both);
    flags("case_sensitive case_sensitive", &both);
    both.insert("space_change_sensitive".to_owned(), OptionValue::Bool(true));
    flags("space_change_sensitive case_sensitive", &both);
    let tolerances = ["float_absolute_tolerance", "float_relative_tolerance"];
    flags("float_tolerance 1e-6", &set(&tolerances.map(|name| (name, 1e-6))));
    for written in ["1E-6", "0.000001", "+1e-06", ".000001"] {
        flags(&format!("float_absolute_tolerance {written}"), &set(&[(tolerances[0], 1e-6)]));
    }
    flags(
        "float_relative_tolerance .5 float_absolute_tolerance 0",
        &set(&[(tolerances[0], 0.0), (tolerances[1], 0.5)]),
    );
}

#[test]
fn bad_flags_are_named() {
    bad_flags(
        "case_sensitiv",
        "flag `case_sensitiv`: unknown to `default`: did you mean `case_sensitive`?",
    );
    bad_flags(
        "case_sensitive 1e-6",
        "flag `1e-6`: unknown: `default` takes `case_sensitive`, `space_change_sensitive`, \
         `float_absolute_tolerance`, `float_relative_tolerance`, `float_tolerance`",
    );
    bad_flags(
        "float_tolerance",
        "flag `float_tolerance`: expected a number after it, 0 or more, found nothing",
    );
    for value in
        ["-1", "-1e-4000", "x", "1e-6x", "0x1p-3", "inf", "nan", "1e999", "1e", "case_sensitive"]
    {
        bad_flags(
            &format!("float_relative_tolerance {value}"),
            &format!(
                "flag `float_relative_tolerance`: expected a number after it, 0 or more, found \
                 `{value}`"
            ),
        );
    }
    bad_flags(
        &"case_sensitive".repeat(100_000),
        "flag `case_sensitivecase_sensitivecase_sensiti…`: unknown: `default` takes `case_sensitive`, \
         `space_change_sensitive`, `float_absolute_tolerance`, `float_relative_tolerance`, \
         `float_tolerance`",
    );
    let long = BadFlag { flag: "\n".repeat(99), message: "unknown".to_owned() };
    assert_eq!(long.to_string(), format!("flag `{}…`: unknown", r"\n".repeat(40)));
}

/// Flags of which strict rules refuse the last one, and of which by lenient rules the last one holds.
#[track_caller]
fn again(flags: &str, last: &str, expected: [f64; 2], finding: &str) {
    let error = options(&words(flags), Flags::Strict).expect_err("a tolerance twice");
    let message = "the tolerance is already set by an earlier flag".to_owned();
    assert_eq!(error, BadFlag { flag: last.to_owned(), message });
    let [absolute, relative] = expected;
    let expected =
        set(&[("float_absolute_tolerance", absolute), ("float_relative_tolerance", relative)]);
    assert_eq!(options(&words(flags), Flags::Lenient), Ok((expected, vec![finding.to_owned()])));
}

#[test]
fn a_tolerance_that_is_set_twice_is_for_the_rules_to_decide() {
    again(
        "float_tolerance 1e-6 float_tolerance 1e-9",
        "float_tolerance",
        [1e-9, 1e-9],
        "flag `float_tolerance`: already set by an earlier flag; the last value, 1e-9, is used",
    );
    again(
        "float_absolute_tolerance 1 float_tolerance 0.5",
        "float_tolerance",
        [0.5, 0.5],
        "flag `float_tolerance`: already set by an earlier flag; the last value, 0.5, is used",
    );
    again(
        "float_tolerance 1 float_relative_tolerance 2",
        "float_relative_tolerance",
        [1.0, 2.0],
        "flag `float_relative_tolerance`: already set by an earlier flag; the last value, 2.0, is \
         used",
    );
}

#[test]
fn options_name_each_tolerance() {
    let entry = jury_checkers::checker("default").expect("in the table");
    assert!((entry.build)(&set(&[("float_absolute_tolerance", 1.0)])).is_ok());
    let error = (entry.build)(&set(&[("float_tolerance", 1.0)])).expect_err("a flag, no option");
    assert_eq!(error.option, "float_tolerance");
    let error = (entry.build)(&set(&[("case_sensitive", 1.0)])).expect_err("a number");
    assert_eq!(error.option, "case_sensitive");
    let error = (entry.build)(&set(&[("float_relative_tolerance", -1.0)])).expect_err("below 0");
    assert_eq!(error.option, "float_relative_tolerance");
}

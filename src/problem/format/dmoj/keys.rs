//! Keys of `init.yml`: which are read, and which are refused.

use super::super::sheet::quoted;

/// Keys whose files are code for the inside of DMOJ's judge, or that say how a submission is changed, and words
/// on each.
pub(super) const REFUSED: [(&str, &str); 3] = [
    ("custom_judge", "a grader in Python runs within DMOJ's judge: it is not run"),
    ("generator_in", "generators that read a file are not run"),
    ("symlinks", "links in the working directory of submissions are not made"),
];

/// Words on a key of this name, which ends in `+`.
pub(super) fn code(key: &str) -> String {
    format!("{}: a key that holds Python code, which is not run", quoted(key))
}

/// Keys that decide, or are known to decide nothing here.
pub(super) const KEYS: [&str; 18] = [
    "archive",
    "test_cases",
    "pretest_test_cases",
    "points",
    "checker",
    "signature_grader",
    "interactive",
    "output_limit_length",
    "output_prefix_length",
    "wall_time_factor",
    "binary_data",
    "short_circuit",
    "unbuffered",
    "hints",
    "in",
    "out",
    "generator",
    "generator_args",
];

/// Keys that decide nothing in a case or batch: they are read at the top of the file alone.
pub(super) const AT_THE_TOP: [&str; 3] = ["hints", "short_circuit", "unbuffered"];

/// Keys that DMOJ goes by even where nothing stands behind them, and fails then.
pub(super) const NEVER_NOTHING: [&str; 5] =
    ["custom_judge", "interactive", "signature_grader", "symlinks", "wall_time_factor"];

/// Keys in which `-` is no `_`: those with defaults, and those that tell which grader there is.
pub(super) const BY_ONE_NAME: [&str; 7] = [
    "binary_data",
    "custom_judge",
    "output_limit_length",
    "output_prefix_length",
    "short_circuit",
    "signature_grader",
    "wall_time_factor",
];

/// Keys of which an empty value, `false` or 0 is as good as none.
pub(super) const MAY_BE_FALSE: [&str; 7] =
    ["archive", "checker", "generator", "generator_args", "in", "out", "pretest_test_cases"];

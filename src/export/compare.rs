//! Checkers that compare outputs with answers: as flags of the default validator of the ICPC package format
//! where that does the same, else as a small source in C++.

use jury_checkers::{OptionValue, Options};

use super::program::Outer;
use super::standard::Standard;
use crate::problem::CheckerChoice;

/// What is compared, and how.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Comparison {
    mode: Mode,
    case_sensitive: bool,
    space_change_sensitive: bool,
    absolute: Option<f64>,
    relative: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Mode {
    Tokens,
    Lines,
    TokenLines,
    OiCompare,
    UnorderedLines,
    UnorderedBlocks,
    DmojStandard,
    DmojIdentical,
    DmojEasy,
    DmojSortedLines,
    DmojSortedTokens,
    DmojRstripped { skips_empty: bool },
    DmojFloats(Near),
    Standard(Standard),
}

/// When a number is near enough for DMOJ; in the order that the source in C++ numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Near {
    Either,
    Absolute,
    Relative,
}

/// The tolerances of `numbers` where none is set.
const USUAL_TOLERANCE: f64 = 1e-6;

impl Comparison {
    /// That of a checker, where it compares.
    pub(super) fn of(checker: &CheckerChoice) -> Option<Self> {
        match checker {
            CheckerChoice::Default { flags, .. } => Some(Self::flagged(flags)),
            CheckerChoice::Shipped { name, options } => Self::shipped(name, options),
            CheckerChoice::Programs(_) => None,
        }
    }

    const EXACT: Self = Self {
        mode: Mode::Tokens,
        case_sensitive: true,
        space_change_sensitive: true,
        absolute: None,
        relative: None,
    };

    /// What flags of the default validator say; they were looked at when the package was loaded.
    pub(super) fn flagged(flags: &[String]) -> Self {
        let mut own = Self { case_sensitive: false, space_change_sensitive: false, ..Self::EXACT };
        let mut flags = flags.iter();
        while let Some(flag) = flags.next() {
            let mut tolerance = || flags.next().and_then(|number| number.parse().ok());
            match flag.as_str() {
                "case_sensitive" => own.case_sensitive = true,
                "space_change_sensitive" => own.space_change_sensitive = true,
                "float_tolerance" => {
                    own.absolute = tolerance();
                    own.relative = own.absolute;
                }
                "float_absolute_tolerance" => own.absolute = tolerance(),
                "float_relative_tolerance" => own.relative = tolerance(),
                _ => {}
            }
        }
        own
    }

    fn shipped(name: &str, options: &Options) -> Option<Self> {
        let flag = |name: &str| match options.get(name) {
            Some(OptionValue::Bool(value)) => Some(*value),
            _ => None,
        };
        let tolerance = |name: &str| match options.get(name) {
            Some(OptionValue::Number(value)) => Some(*value),
            _ => None,
        };
        let word = |name: &str| match options.get(name) {
            Some(OptionValue::Text(word)) => Some(word.as_str()),
            _ => None,
        };
        let tokens = Self { space_change_sensitive: false, ..Self::EXACT };
        let tokens = Self { case_sensitive: flag("case_sensitive").unwrap_or(true), ..tokens };
        Some(match name {
            "exact" => Self::EXACT,
            "tokens" => tokens,
            "lines" => Self { mode: Mode::Lines, ..tokens },
            "token-lines" => Self { mode: Mode::TokenLines, ..tokens },
            "oicompare" => Self { mode: Mode::OiCompare, ..tokens },
            "dmoj-standard" => Self { mode: Mode::DmojStandard, ..tokens },
            "dmoj-identical" => Self { mode: Mode::DmojIdentical, ..tokens },
            "dmoj-easy" => Self { mode: Mode::DmojEasy, ..tokens },
            "dmoj-sorted" if word("split_on") == Some("whitespace") => {
                Self { mode: Mode::DmojSortedTokens, ..tokens }
            }
            "dmoj-sorted" => Self { mode: Mode::DmojSortedLines, ..tokens },
            "dmoj-rstripped" => {
                let skips_empty = flag("filter_new_line").unwrap_or(false);
                Self { mode: Mode::DmojRstripped { skips_empty }, ..tokens }
            }
            "dmoj-floats" => {
                let near = match word("error_mode") {
                    Some("absolute") => Near::Absolute,
                    Some("relative") => Near::Relative,
                    _ => Near::Either,
                };
                // A power of ten that can be written down.
                let digits = tolerance("precision").unwrap_or(6.0).max(-300.0);
                let absolute = format!("1e{}", -digits).parse().ok();
                Self { mode: Mode::DmojFloats(near), absolute, ..tokens }
            }
            "unordered-lines" => Self { mode: Mode::UnorderedLines, ..tokens },
            "unordered-blocks" => Self { mode: Mode::UnorderedBlocks, ..tokens },
            "numbers" => match (tolerance("absolute"), tolerance("relative")) {
                (None, None) => Self {
                    absolute: Some(USUAL_TOLERANCE),
                    relative: Some(USUAL_TOLERANCE),
                    ..tokens
                },
                (absolute, relative) => Self { absolute, relative, ..tokens },
            },
            "default" => Self {
                case_sensitive: flag("case_sensitive").unwrap_or(false),
                space_change_sensitive: flag("space_change_sensitive").unwrap_or(false),
                absolute: tolerance("float_absolute_tolerance"),
                relative: tolerance("float_relative_tolerance"),
                ..tokens
            },
            name => Self { mode: Mode::Standard(Standard::named(name)?), ..tokens },
        })
    }

    /// The flags with which the default validator does the same, where it can.
    pub(super) fn flags(&self) -> Option<Vec<String>> {
        match self.mode {
            Mode::Tokens => {}
            // But for vertical tabs and form feeds, which separate tokens there and none of testlib's.
            Mode::Standard(standard) if standard.compares_tokens() => {}
            _ => return None,
        }
        let mut flags = Vec::new();
        if self.case_sensitive {
            flags.push("case_sensitive".to_owned());
        }
        if self.space_change_sensitive {
            flags.push("space_change_sensitive".to_owned());
        }
        for (name, tolerance) in [
            ("float_absolute_tolerance", self.absolute),
            ("float_relative_tolerance", self.relative),
        ] {
            if let Some(tolerance) = tolerance {
                flags.extend([name.to_owned(), format!("{tolerance:e}")]);
            }
        }
        Some(flags)
    }

    /// A program that does the same.
    pub(super) fn source(&self, outer: Outer) -> String {
        let main = match outer {
            Outer::Icpc => include_str!("templates/compare_icpc.cpp"),
            Outer::Testlib | Outer::Dmoj => include_str!("templates/compare_testlib.cpp"),
            Outer::Cms => include_str!("templates/compare_cms.cpp"),
        };
        let (text, settings) = match self.mode {
            Mode::Standard(standard) => standard.source(),
            _ => (include_str!("templates/compare.cpp"), self.settings()),
        };
        let settings = format!("enum Opinion {{ ACCEPTED, WRONG, FORMAT, FAILED }};\n{settings}");
        text.replacen("// @SETTINGS@\n", &settings, 1)
            + include_str!("templates/compare_files.cpp")
            + main
    }

    /// The constants of a program that compares by rules of ours.
    fn settings(&self) -> String {
        let mode = match self.mode {
            // A standard checker has a source of its own.
            Mode::Tokens | Mode::Standard(_) => "TOKENS",
            Mode::Lines => "LINES",
            Mode::TokenLines => "TOKEN_LINES",
            Mode::OiCompare => "OICOMPARE",
            Mode::UnorderedLines => "UNORDERED_LINES",
            Mode::UnorderedBlocks => "UNORDERED_BLOCKS",
            Mode::DmojStandard => "DMOJ_STANDARD",
            Mode::DmojIdentical => "DMOJ_IDENTICAL",
            Mode::DmojEasy => "DMOJ_EASY",
            Mode::DmojSortedLines => "DMOJ_SORTED_LINES",
            Mode::DmojSortedTokens => "DMOJ_SORTED_TOKENS",
            Mode::DmojRstripped { .. } => "DMOJ_RSTRIPPED",
            Mode::DmojFloats(_) => "DMOJ_FLOATS",
        };
        let skips_empty = self.mode == Mode::DmojRstripped { skips_empty: true };
        let near = match self.mode {
            Mode::DmojFloats(near) => near as i32,
            _ => 0,
        };
        let tolerance =
            |tolerance: Option<f64>| tolerance.map_or("-1".to_owned(), |t| format!("{t:e}"));
        format!(
            "enum Mode {{\n    TOKENS, LINES, TOKEN_LINES, OICOMPARE, UNORDERED_LINES, UNORDERED_BLOCKS,\n    \
             DMOJ_STANDARD, DMOJ_IDENTICAL, DMOJ_EASY, DMOJ_SORTED_LINES, DMOJ_SORTED_TOKENS, DMOJ_RSTRIPPED,\n    \
             DMOJ_FLOATS\n}};\n\
             static const Mode MODE = {mode};\n\
             static const bool CASE_SENSITIVE = {};\n\
             static const bool SPACE_CHANGE_SENSITIVE = {};\n\
             // Negative where there is none.\n\
             static const double ABSOLUTE = {}, RELATIVE = {};\n\
             // Which differences DMOJ_FLOATS takes: either, absolute, relative.\n\
             static const int FLOATS = {near};\n\
             static const bool SKIPS_EMPTY = {skips_empty};\n",
            self.case_sensitive,
            self.space_change_sensitive,
            tolerance(self.absolute),
            tolerance(self.relative),
        )
    }
}

/// A checker in words.
pub(super) fn in_words(checker: &CheckerChoice) -> String {
    match checker {
        CheckerChoice::Default { flags, .. } if flags.is_empty() => {
            "the default validator of the ICPC package format".to_owned()
        }
        CheckerChoice::Default { flags, .. } => {
            format!("the default validator with `{}`", flags.join(" "))
        }
        CheckerChoice::Shipped { name, .. } => format!("the checker `{name}`"),
        CheckerChoice::Programs(parts) => {
            let names: Vec<_> = parts.iter().map(|part| format!("`{}`", part.name)).collect();
            format!("the checker {}", names.join(" and "))
        }
    }
}

//! The versions of the Kattis family and its dialects: which one a package is of, and why.

use std::fmt;

use crate::nearest::unknown;

/// A version of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edition {
    /// `legacy`, and its subset `legacy-icpc`.
    Legacy,
    /// `2023-07-draft`: the settings of 2025-09, the groups of `legacy`.
    Draft,
    /// `2025-09`.
    Current,
}

/// The versions by the words for them.
const EDITIONS: &[(&str, Edition)] = &[
    ("legacy", Edition::Legacy),
    ("legacy-icpc", Edition::Legacy),
    ("2023-07", Edition::Draft),
    ("2023-07-draft", Edition::Draft),
    ("2025-09", Edition::Current),
    ("2025-09-draft", Edition::Current),
    ("draft", Edition::Current),
];

impl Edition {
    /// The version of this name.
    ///
    /// # Errors
    /// What was expected.
    pub(super) fn named(word: &str) -> Result<Self, String> {
        let known = EDITIONS.iter().find(|(name, _)| *name == word);
        known
            .map(|&(_, edition)| edition)
            .ok_or_else(|| unknown("version", word, EDITIONS.iter().map(|(name, _)| *name)))
    }

    /// Whether groups are those of `testdata.yaml`.
    pub(super) fn has_legacy_groups(self) -> bool {
        self != Self::Current
    }

    /// Whether `problem.yaml` and the folders are those of `legacy`.
    pub(super) fn is_legacy(self) -> bool {
        self == Self::Legacy
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Legacy => "legacy",
            Self::Draft => "2023-07-draft",
            Self::Current => "2025-09",
        })
    }
}

/// Whose rules hold where the texts leave the choice, or tools part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Those of the format and of Kattis.
    Kattis,
    /// Those of DOMjudge, by this sign.
    Domjudge(String),
}

impl Dialect {
    /// Whether it is DOMjudge's.
    pub(super) fn is_domjudge(&self) -> bool {
        matches!(self, Self::Domjudge(_))
    }
}

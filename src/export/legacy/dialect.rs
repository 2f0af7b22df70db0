//! Whose reading of `legacy` a package is for, and what its files share.

use std::collections::BTreeMap;

use crate::problem::{CheckerChoice, LegacyScore, Points, Problem};

/// Whose reading of the format a package is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::export) enum Dialect {
    /// That of Kattis.
    Kattis,
    /// That of DOMjudge.
    Domjudge,
}

impl Dialect {
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Kattis => "Kattis",
            Self::Domjudge => "DOMjudge",
        }
    }
}

/// The lines of `testdata.yaml` by the folders below `data`; that of `data` itself is empty.
pub(super) type Settings = BTreeMap<String, String>;

/// Whether the checker gives scores of its own.
pub(super) fn gives_scores(problem: &Problem) -> bool {
    match &problem.checker {
        CheckerChoice::Default { .. } => false,
        CheckerChoice::Shipped { name, .. } => jury_checkers::puzzle(name).is_some(),
        CheckerChoice::Programs(parts) => parts
            .iter()
            .chain(&problem.interactor)
            .all(|part| part.points == Points::Legacy(LegacyScore::Always)),
    }
}

//! What a plan of verifications says, and what comes of its units: packages, each verified whole by one
//! machine.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::units::PlannedUnit;
use crate::json::nullable;
use crate::judge::matrix::Matrix;
use crate::judge::verify::Proof;
use crate::report::markdown::Unread;
use crate::sandbox::Isolation;

/// Packages that are verified. A unit is a package.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerifyWork {
    /// Whether every submission runs on every case.
    pub matrix: bool,
    /// Whether everything is run, also what a machine has run before.
    pub fresh: bool,
    /// All that is to be done, in the order of the report.
    pub units: Vec<PackageUnit>,
}

/// A package, which one machine verifies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackageUnit {
    /// Its place in the report, from 1.
    pub number: u32,
    /// The folder's name.
    pub slug: String,
    /// Its folder or archive; `null` for one that comes with jury.
    #[serde(deserialize_with = "nullable")]
    pub path: Option<String>,
    /// Digests of all its files, by their paths in it.
    pub files: BTreeMap<String, String>,
    /// The shard that it belongs to, from 1.
    pub shard: u32,
    /// How many runs it may take; only relative to the others.
    pub seconds: f64,
}

/// What came of the packages of a shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerifyResults {
    /// The isolation in force.
    pub isolation: Isolation,
    /// One for each package, in the order of the plan.
    pub packages: Vec<PackageResult>,
}

/// What came of a package.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackageResult {
    /// Its folder, as what follows calls it.
    pub folder: String,
    /// What was found.
    pub found: Found,
}

/// What verifying a package found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// It could be verified.
    Proof(Box<Proof>),
    /// It could not, since it is broken.
    Unread(Unread),
}

impl PlannedUnit for PackageUnit {
    fn place(&self) -> (u32, u32) {
        (self.number, self.shard)
    }

    fn place_mut(&mut self) -> (&mut u32, &mut u32) {
        (&mut self.number, &mut self.shard)
    }

    fn seconds(&self) -> f64 {
        self.seconds
    }
}

impl PackageResult {
    /// Whether it can be shown: a file may say anything.
    pub(super) fn is_sound(&self) -> bool {
        match &self.found {
            Found::Proof(proof) => proof.matrix.as_ref().is_none_or(Matrix::is_sound),
            Found::Unread(_) => true,
        }
    }
}

impl Found {
    /// Whether two verifications of a package came to the same, times and memory aside.
    pub fn is_equal(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Proof(one), Self::Proof(other)) => one.is_equal(other),
            (Self::Unread(_), Self::Unread(_)) => true,
            _ => false,
        }
    }

    /// What came of it, in two or three words.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Unread(_) => "could not be checked".into(),
            Self::Proof(proof) if proof.holds() => "verified".into(),
            Self::Proof(proof) => match proof.errors().count() {
                1 => "1 finding".into(),
                many => format!("{many} findings"),
            },
        }
    }
}

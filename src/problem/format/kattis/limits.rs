//! The `limits` of a package: of runs, of validators, and how a time limit follows where none is stated.

use super::super::sheet::{MEBIBYTE, Sheet};
use super::edition::Edition;
use crate::problem::TimeRule;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::limits::StatedLimits;
use crate::yaml::Node;

/// The time limit, in seconds, of a package that neither states one nor has an accepted submission:
/// DOMjudge's.
const UNKNOWN_TIME: f64 = 10.0;

/// How Kattis derives the limits of `legacy` packages.
const DERIVED: TimeRule = TimeRule { to_limit: 5.0, to_too_slow: 2.0, resolution: 1.0 };

/// How far a time limit may be from a multiple of its resolution, in steps of it.
const STEP: f64 = 1e-4;

/// Limits of building, which the texts call the least that is to be given: its key, the unit, and what
/// builds always have.
const NOT_HEEDED: [(&str, &str, f64); 2] =
    [("compilation_time", "seconds", 60.0), ("compilation_memory", "MiB", 4096.0)];

/// What one call of a validator may use.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValidationLimits {
    /// CPU seconds.
    pub(super) time: f64,
    /// Bytes.
    pub(super) memory: u64,
    /// Bytes.
    pub(super) output: u64,
}

/// The keys of `limits`.
pub(super) struct Limits<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) edition: Edition,
}

impl Limits<'_> {
    /// What is said beside limits of runs, and what is not heeded.
    pub(super) fn check(&self, is_multi_pass: bool, complaints: &mut Complaints) {
        self.expect_known(complaints);
        for (key, what, heeded) in NOT_HEEDED {
            let mut of_no_verdict = Complaints::default();
            let stated = self.sheet.number(key, what, 0.001..=1_048_576.0, &mut of_no_verdict);
            complaints.take_lightly(of_no_verdict);
            if stated.is_some_and(|stated| stated > heeded) {
                let words = format!("more than {heeded} {what} are not given");
                self.sheet.warn(key, words, complaints);
            }
        }
        if !is_multi_pass && self.sheet.get("validation_passes").is_some() {
            self.sheet.warn("validation_passes", "is for multi-pass problems", complaints);
        }
    }

    /// The most that the sources of a submission may hold, in bytes.
    pub(super) fn code(&self, complaints: &mut Complaints) -> u64 {
        let mut of_no_verdict = Complaints::default();
        let stated = self.sheet.number("code", "KiB", 1.0..=1_048_576.0, &mut of_no_verdict);
        complaints.take_lightly(of_no_verdict);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "bounded above, and positive"
        )]
        let bytes = (stated.unwrap_or(128.0) * 1024.0) as u64;
        bytes
    }

    /// The time limit that is stated, in seconds.
    pub(super) fn time(&self, complaints: &mut Complaints) -> Option<(f64, Origin)> {
        let time = self.sheet.number("time_limit", "seconds", 0.001..=3600.0, complaints)?;
        Some((time, self.sheet.origin_of("time_limit")))
    }

    fn expect_known(&self, complaints: &mut Complaints) {
        const SIZES: &[&str] = &[
            "time_limit",
            "memory",
            "output",
            "code",
            "compilation_time",
            "compilation_memory",
            "validation_time",
            "validation_memory",
            "validation_output",
            "validation_passes",
        ];
        const LEGACY: &[&str] = &["time_multiplier", "time_safety_margin"];
        const CURRENT: &[&str] = &["time_multipliers", "time_resolution"];
        let own = if self.edition.is_legacy() { LEGACY } else { CURRENT };
        self.sheet.only(&[SIZES, own].concat(), complaints);
    }

    /// Bytes, of a number of mebibytes; the default that the format recommends where there is none.
    fn mebibytes(&self, key: &str, default: u32, complaints: &mut Complaints) -> u64 {
        let stated = self.sheet.number(key, "MiB", 1.0..=1_048_576.0, complaints);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "bounded above, and positive"
        )]
        let bytes = (stated.unwrap_or_else(|| default.into()) * MEBIBYTE) as u64;
        bytes
    }

    pub(super) fn submission(
        &self,
        time: Option<f64>,
        complaints: &mut Complaints,
    ) -> StatedLimits {
        StatedLimits {
            time: Some(time.unwrap_or(UNKNOWN_TIME)),
            memory: Some(self.mebibytes("memory", 2048, complaints)),
            output: Some(self.mebibytes("output", 8, complaints)),
            ..StatedLimits::default()
        }
    }

    pub(super) fn validation(&self, complaints: &mut Complaints) -> ValidationLimits {
        let time = self.sheet.number("validation_time", "seconds", 0.001..=3600.0, complaints);
        ValidationLimits {
            time: time.unwrap_or(60.0),
            memory: self.mebibytes("validation_memory", 2048, complaints),
            output: self.mebibytes("validation_output", 8, complaints),
        }
    }

    pub(super) fn passes(&self, complaints: &mut Complaints) -> u32 {
        let passes = self.sheet.number("validation_passes", "passes", 2.0..=1000.0, complaints);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 2 to 1000"
        )]
        let passes = passes.unwrap_or(2.0) as u32;
        passes
    }

    /// How the time limit goes together with the times of submissions. `legacy` has factors for the
    /// limits that Kattis derives; a limit that is stated there is DOMjudge's, made by the factors of later
    /// versions, if the package names none.
    pub(super) fn rule(&self, is_stated: bool, complaints: &mut Complaints) -> TimeRule {
        let sheet = self.sheet;
        let factor = |sheet: &Sheet, key: &str, usual: f64, complaints: &mut Complaints| {
            sheet.number(key, "a factor", 1.0..=1000.0, complaints).unwrap_or(usual)
        };
        if self.edition.is_legacy() {
            let TimeRule { to_limit, to_too_slow, resolution } =
                if is_stated { TimeRule::USUAL } else { DERIVED };
            return TimeRule {
                to_limit: factor(sheet, "time_multiplier", to_limit, complaints),
                to_too_slow: factor(sheet, "time_safety_margin", to_too_slow, complaints),
                resolution,
            };
        }
        let factors = sheet.section("time_multipliers", complaints);
        let known = ["ac_to_time_limit", "time_limit_to_tle"];
        if let Some(factors) = &factors {
            factors.only(&known, complaints);
        }
        let mut of = |key: &str, usual: f64| {
            factors.as_ref().map_or(usual, |factors| factor(factors, key, usual, complaints))
        };
        let usual = TimeRule::USUAL;
        let (to_limit, to_too_slow) =
            (of(known[0], usual.to_limit), of(known[1], usual.to_too_slow));
        let resolution = sheet.number("time_resolution", "seconds", 0.001..=100.0, complaints);
        let resolution = resolution.unwrap_or(usual.resolution);
        if let Some(time) = sheet.get("time_limit").and_then(Node::as_number) {
            let steps = time.as_f64() / resolution;
            if (steps - steps.round().max(1.0)).abs() > STEP {
                let words = format!("is no multiple of `time_resolution`, which is {resolution} s");
                sheet.warn("time_limit", words, complaints);
            }
        }
        TimeRule { to_limit, to_too_slow, resolution }
    }
}

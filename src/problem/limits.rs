//! Which limits a case has by its name, also one that is not there yet.

use std::time::Duration;

use super::glob::CaseGlob;
use crate::limits::{Limits, WALL_FACTOR, usual_wall, wall_for};

/// Whether the start of a language's runtime counts towards the CPU time limit.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Startup {
    /// It counts, as all else.
    #[default]
    Included,
    /// What it was measured to cost is added to the limit.
    Excluded,
}

impl Startup {
    /// As packages write them.
    pub(super) const ALL: [(&str, Self); 2] =
        [("included", Self::Included), ("excluded", Self::Excluded)];
}

/// The limits that a package states; the others have defaults.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct StatedLimits {
    /// CPU seconds.
    pub(super) time: Option<f64>,
    /// Wall time for a second of CPU time.
    pub(super) wall_factor: Option<f64>,
    /// The wall time in place of that: so many times the CPU time, rounded up to whole seconds (DMOJ, whose judge looks
    /// at the clock once a second).
    pub(super) whole_wall_factor: Option<f64>,
    /// Bytes.
    pub(super) memory: Option<u64>,
    /// Bytes.
    pub(super) output: Option<u64>,
    pub(super) processes: Option<u32>,
    /// Bytes.
    pub(super) files: Option<u64>,
}

impl StatedLimits {
    /// These limits where they say something, else `below`.
    pub(super) fn over(self, below: Self) -> Self {
        Self {
            time: self.time.or(below.time),
            wall_factor: self.wall_factor.or(below.wall_factor),
            whole_wall_factor: self.whole_wall_factor.or(below.whole_wall_factor),
            memory: self.memory.or(below.memory),
            output: self.output.or(below.output),
            processes: self.processes.or(below.processes),
            files: self.files.or(below.files),
        }
    }

    /// The limits, with defaults where nothing is stated.
    pub(super) fn resolve(self) -> Limits {
        let default = Limits::default();
        let cpu = self.time.map_or(default.cpu, Duration::from_secs_f64);
        Limits {
            cpu,
            wall: match self.whole_wall_factor {
                Some(factor) => whole_wall(cpu, factor),
                None => wall_for(cpu, self.wall_factor.unwrap_or(WALL_FACTOR)),
            },
            memory: self.memory.unwrap_or(default.memory),
            output: self.output.unwrap_or(default.output),
            processes: self.processes.unwrap_or(default.processes),
            files: self.files.unwrap_or(default.files),
            kill: None,
        }
    }
}

/// So many times a CPU time, rounded up to whole seconds.
fn whole_wall(cpu: Duration, factor: f64) -> Duration {
    Duration::from_secs_f64(cpu.mul_f64(factor).as_secs_f64().ceil())
}

/// A problem's own limits and its overrides.
#[derive(Debug, Clone, Default)]
pub struct LimitRules {
    pub(super) own: StatedLimits,
    /// In the order written; the last word wins.
    pub(super) overrides: Vec<(CaseGlob, StatedLimits)>,
}

/// Limits of submissions in one language, in place of the usual ones (sinol, rbx).
#[derive(Debug, Clone)]
pub struct LanguageLimits {
    /// An ending of the language's sources: `py`.
    pub ending: String,
    /// The limits.
    pub rules: LimitRules,
}

impl LimitRules {
    /// The limits of a case without overrides.
    pub fn usual(&self) -> Limits {
        self.own.resolve()
    }

    /// Whether the package states a time limit for the case of this name alone.
    pub fn has_own_time(&self, name: &str) -> bool {
        self.overrides.iter().any(|(glob, limits)| limits.time.is_some() && glob.matches(name))
    }

    /// These limits of a case with another CPU time, and the wall time that goes with it.
    pub fn with_cpu(&self, limits: &Limits, cpu: Duration) -> Limits {
        match self.own.whole_wall_factor {
            Some(factor) => Limits { cpu, wall: whole_wall(cpu, factor), ..*limits },
            None => limits.with_cpu(cpu),
        }
    }

    /// Whether the wall time of these limits of a case goes with its CPU time as usual.
    pub fn has_usual_wall(&self, limits: &Limits) -> bool {
        self.own.whole_wall_factor.map_or(limits.wall == usual_wall(limits.cpu), |factor| {
            whole_wall(limits.cpu, factor) == whole_wall(limits.cpu, WALL_FACTOR)
        })
    }

    /// The limits of the case of this name.
    pub fn of(&self, name: &str) -> Limits {
        let matching = self.overrides.iter().filter(|(glob, _)| glob.matches(name));
        matching.fold(self.own, |below, (_, limits)| limits.over(below)).resolve()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_has_a_time_of_its_own_where_a_pattern_for_it_says_one() {
        let of = |pattern: &str, time| {
            (
                CaseGlob::new(pattern).expect("a pattern"),
                StatedLimits { time, ..Default::default() },
            )
        };
        let overrides = vec![of("a*", Some(1.0)), of("b*", None)];
        let rules = LimitRules { overrides, ..LimitRules::default() };
        assert!(rules.has_own_time("a1"));
        assert!(!rules.has_own_time("b1"), "what it says is no time");
        assert!(!rules.has_own_time("c1"));
    }

    #[test]
    fn the_wall_time_is_the_usual_one_where_nothing_else_is_said() {
        let has_usual = |stated: StatedLimits| {
            let rules = LimitRules { own: stated, ..LimitRules::default() };
            rules.has_usual_wall(&rules.usual())
        };
        let factor = |factor| StatedLimits { wall_factor: Some(factor), ..Default::default() };
        let whole = |factor| StatedLimits { whole_wall_factor: Some(factor), ..Default::default() };
        assert!(has_usual(StatedLimits::default()) && has_usual(factor(WALL_FACTOR)));
        assert!(!has_usual(factor(WALL_FACTOR + 1.0)));
        assert!(has_usual(whole(WALL_FACTOR)) && !has_usual(whole(WALL_FACTOR + 1.0)));
    }
}

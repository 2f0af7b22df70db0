//! `problem.toml` as written: which keys there are and of what kind their values must be. Knows
//! nothing of the files beside it, of defaults, or of what the names in it mean.

use jury_checkers::{OptionValue, Place};

use super::complaint::Complaints;
use super::sheet::{
    Count, Factor, Found, OutputSize, Points, Processes, Seconds, Section, Seed, Size, Sizes,
};

/// Keys of the top level.
const KEYS: &[&str] = &[
    "name",
    "code",
    "source",
    "validator",
    "reference",
    "limits",
    "checker",
    "interactor",
    "scoring",
    "override",
    "recipe",
    "stress",
];

/// Keys of `[limits]`, and of `[[override]]` beside `cases`.
pub(super) const LIMIT_KEYS: &[&str] =
    &["time", "wall_factor", "memory", "output", "processes", "files"];

/// All that `problem.toml` says.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) name: Option<Found<String>>,
    pub(super) code: Option<Found<String>>,
    pub(super) source: Option<Found<String>>,
    pub(super) validator: Option<WrittenValidator>,
    pub(super) interactor: Option<WrittenPart>,
    pub(super) reference: Option<Found<String>>,
    pub(super) limits: WrittenLimits,
    pub(super) checker: Option<WrittenChecker>,
    pub(super) scoring: Option<Found<String>>,
    pub(super) overrides: Vec<WrittenOverride>,
    pub(super) recipes: Vec<WrittenRecipe>,
    pub(super) stress: Option<WrittenStress>,
}

/// `[limits]`, or the limits of an override.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct WrittenLimits {
    pub(super) time: Option<Seconds>,
    pub(super) wall_factor: Option<Factor>,
    pub(super) memory: Option<Size>,
    pub(super) output: Option<OutputSize>,
    pub(super) processes: Option<Processes>,
    pub(super) files: Option<Size>,
}

/// Keys of a part that is a program.
const PART_KEYS: &[&str] = &["program", "protocol", "arguments", "time", "memory"];

/// The key of a part that can give points.
const FULL: &str = "full";

/// A checker, validator or interactor that is a program.
#[derive(Debug)]
pub(super) struct WrittenPart {
    pub(super) program: Option<Found<String>>,
    pub(super) protocol: Option<Found<String>>,
    pub(super) arguments: Vec<String>,
    pub(super) time: Option<Seconds>,
    pub(super) memory: Option<Size>,
    pub(super) full: Option<Points>,
    /// Where the section starts.
    pub(super) place: Place,
}

/// `validator = "NAME"` or `[validator]`.
#[derive(Debug)]
pub(super) enum WrittenValidator {
    Shipped(Found<String>),
    Program(WrittenPart),
}

/// `[checker]`.
#[derive(Debug)]
pub(super) enum WrittenChecker {
    Shipped(WrittenShipped),
    Program(WrittenPart),
}

/// `[checker]` with a name.
#[derive(Debug)]
pub(super) struct WrittenShipped {
    pub(super) name: Option<Found<String>>,
    /// Options in order of the names; `None` for a value that was complained of. The place is the
    /// key's.
    pub(super) options: Vec<(String, Found<Option<OptionValue>>)>,
}

/// `[[override]]`.
#[derive(Debug)]
pub(super) struct WrittenOverride {
    pub(super) cases: Option<Found<String>>,
    pub(super) limits: WrittenLimits,
    /// Whether any limit's key stands in it, well or badly written.
    pub(super) says_something: bool,
    pub(super) place: Place,
}

/// `[[recipe]]`.
#[derive(Debug)]
pub(super) struct WrittenRecipe {
    pub(super) generator: Option<Found<String>>,
    pub(super) arguments: Vec<String>,
    pub(super) name: Option<Found<String>>,
    pub(super) count: u64,
    pub(super) seed: u64,
}

/// `[stress]`.
#[derive(Debug)]
pub(super) struct WrittenStress {
    pub(super) generator: Option<Found<String>>,
    pub(super) arguments: Option<Vec<String>>,
    pub(super) sizes: Option<Found<Sizes>>,
}

impl Written {
    /// Reads all keys.
    pub(super) fn read(top: &Section<'_>, complaints: &mut Complaints) -> Self {
        top.only(KEYS, complaints);
        let limits = top.section("limits", "[limits]", complaints);
        if let Some(limits) = limits {
            limits.only(LIMIT_KEYS, complaints);
        }
        let scoring = top.section("scoring", "[scoring]", complaints);
        let checker = top.section("checker", "[checker]", complaints);
        let interactor = top.section("interactor", "[interactor]", complaints);
        let overrides = top.sections("override", "[[override]]", complaints);
        let recipes = top.sections("recipe", "[[recipe]]", complaints);
        let stress = top.section("stress", "[stress]", complaints);
        Self {
            name: top.require("name", complaints),
            code: top.get("code", complaints),
            source: top.get("source", complaints),
            validator: WrittenValidator::read(top, complaints),
            interactor: interactor.map(|section| WrittenPart::read(&section, true, complaints)),
            reference: top.get("reference", complaints),
            limits: limits.map(|s| WrittenLimits::read(&s, complaints)).unwrap_or_default(),
            checker: checker.map(|section| WrittenChecker::read(&section, complaints)),
            scoring: scoring.and_then(|section| {
                section.only(&["kind"], complaints);
                section.require("kind", complaints)
            }),
            overrides: overrides.iter().map(|s| WrittenOverride::read(s, complaints)).collect(),
            recipes: recipes.iter().map(|s| WrittenRecipe::read(s, complaints)).collect(),
            stress: stress.map(|section| WrittenStress::read(&section, complaints)),
        }
    }
}

impl WrittenLimits {
    fn read(section: &Section<'_>, complaints: &mut Complaints) -> Self {
        Self {
            time: section.get("time", complaints).map(|found| found.value),
            wall_factor: section.get("wall_factor", complaints).map(|found| found.value),
            memory: section.get("memory", complaints).map(|found| found.value),
            output: section.get("output", complaints).map(|found| found.value),
            processes: section.get("processes", complaints).map(|found| found.value),
            files: section.get("files", complaints).map(|found| found.value),
        }
    }

    /// These limits where they say something, else `below`.
    pub(super) fn over(self, below: Self) -> Self {
        Self {
            time: self.time.or(below.time),
            wall_factor: self.wall_factor.or(below.wall_factor),
            memory: self.memory.or(below.memory),
            output: self.output.or(below.output),
            processes: self.processes.or(below.processes),
            files: self.files.or(below.files),
        }
    }
}

impl WrittenChecker {
    fn read(section: &Section<'_>, complaints: &mut Complaints) -> Self {
        if section.has("program") && !section.has("name") {
            return Self::Program(WrittenPart::read(section, true, complaints));
        }
        Self::Shipped(WrittenShipped {
            name: section.require("name", complaints),
            options: section.options_beside("name", complaints),
        })
    }
}

impl WrittenValidator {
    fn read(top: &Section<'_>, complaints: &mut Complaints) -> Option<Self> {
        if !top.is_table("validator") {
            return top.get("validator", complaints).map(Self::Shipped);
        }
        let section = top.section("validator", "[validator]", complaints)?;
        Some(Self::Program(WrittenPart::read(&section, false, complaints)))
    }
}

impl WrittenPart {
    fn read(section: &Section<'_>, scores: bool, complaints: &mut Complaints) -> Self {
        let full = scores.then_some(&FULL);
        let known: Vec<&str> = PART_KEYS.iter().chain(full).copied().collect();
        section.only(&known, complaints);
        let arguments: Option<Found<Vec<String>>> = section.get("arguments", complaints);
        Self {
            program: section.require("program", complaints),
            protocol: section.require("protocol", complaints),
            arguments: arguments.map(|found| found.value).unwrap_or_default(),
            time: section.get("time", complaints).map(|found| found.value),
            memory: section.get("memory", complaints).map(|found| found.value),
            full: scores.then(|| section.get(FULL, complaints)).flatten().map(|found| found.value),
            place: section.place,
        }
    }
}

impl WrittenOverride {
    fn read(section: &Section<'_>, complaints: &mut Complaints) -> Self {
        let known: Vec<&str> = ["cases"].iter().chain(LIMIT_KEYS).copied().collect();
        section.only(&known, complaints);
        Self {
            cases: section.require("cases", complaints),
            limits: WrittenLimits::read(section, complaints),
            says_something: LIMIT_KEYS.iter().any(|key| section.has(key)),
            place: section.place,
        }
    }
}

impl WrittenRecipe {
    fn read(section: &Section<'_>, complaints: &mut Complaints) -> Self {
        section.only(&["generator", "arguments", "name", "count", "seed"], complaints);
        let arguments: Option<Found<Vec<String>>> = section.get("arguments", complaints);
        let count: Option<Found<Count>> = section.get("count", complaints);
        let seed: Option<Found<Seed>> = section.get("seed", complaints);
        Self {
            generator: section.require("generator", complaints),
            arguments: arguments.map(|found| found.value).unwrap_or_default(),
            name: section.require("name", complaints),
            count: count.map_or(1, |found| found.value.0),
            seed: seed.map_or(1, |found| found.value.0),
        }
    }
}

impl WrittenStress {
    fn read(section: &Section<'_>, complaints: &mut Complaints) -> Self {
        section.only(&["generator", "arguments", "sizes"], complaints);
        let arguments: Option<Found<Vec<String>>> = section.get("arguments", complaints);
        Self {
            generator: section.require("generator", complaints),
            arguments: arguments.map(|found| found.value),
            sizes: section.get("sizes", complaints),
        }
    }
}

//! The keys of `problem.toml`: which there are, and of what kind their values must be.

use super::super::toml_sheet::Section;
use crate::nearest::{list, unknown};
use crate::problem::complaint::Complaints;
use crate::problem::draft::{
    CheckerDraft, Draft, ExpectationDraft, Found, GeneratorRuleDraft, GroupDraft, OverrideDraft,
    PartDraft, ShippedDraft, StressDraft, ValidatorDraft,
};
use crate::problem::group::{OnFailure, Scoring};
use crate::problem::layout::Layout;
use crate::problem::limits::{Startup, StatedLimits};
use crate::problem::{Points, Protocol, TimePlace};
use crate::verdict::Verdict;

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
    "group",
    "override",
    "generator",
    "stress",
    "expect",
];

/// Keys of `[limits]`, and of `[[override]]` beside `cases`.
const LIMIT_KEYS: &[&str] = &["time", "wall_factor", "memory", "output", "processes", "files"];

/// The key of `[limits]` that no case has for itself.
const STARTUP: &str = "startup";

/// Keys of `[[group]]`.
const GROUP_KEYS: &[&str] = &[
    "name",
    "worth",
    "scoring",
    "on_failure",
    "needs",
    "checker_arguments",
    "validator_arguments",
];

/// Keys of a part that is a program.
const PART_KEYS: &[&str] = &["program", "protocol", "arguments", "time", "memory"];

/// The key of a part that can give points.
const FULL: &str = "full";

/// Reads all keys.
pub(super) fn read(top: &Section<'_>, complaints: &mut Complaints) -> Draft {
    top.only(KEYS, complaints);
    let required: Option<Found<String>> = top.require("name", complaints);
    let text: Option<Found<String>> = top.get("source", complaints);
    let overrides = top.sections("override", "[[override]]", complaints);
    let generator_rules = top.sections("generator", "[[generator]]", complaints);
    let groups = top.sections("group", "[[group]]", complaints);
    let expectations = top.sections("expect", "[[expect]]", complaints);
    let (limits, startup) = limits_of_problem(top, complaints);
    Draft {
        name: required.map(|found| found.value),
        code: top.get("code", complaints),
        source: text.map(|found| found.value),
        validator: validator(top, complaints),
        interactor: top
            .section("interactor", "[interactor]", complaints)
            .map(|section| part(&section, true, complaints)),
        reference: top.get("reference", complaints),
        limits,
        startup,
        checker: top
            .section("checker", "[checker]", complaints)
            .map(|section| checker(&section, complaints)),
        scoring: top
            .section("scoring", "[scoring]", complaints)
            .and_then(|section| scoring(&section, complaints)),
        groups: groups.iter().map(|section| group(section, complaints)).collect(),
        overrides: overrides.iter().map(|section| limits_of_cases(section, complaints)).collect(),
        generator_rules: generator_rules
            .iter()
            .map(|section| generator_rule(section, complaints))
            .collect(),
        stress: top
            .section("stress", "[stress]", complaints)
            .map(|section| stress(&section, complaints)),
        expectations: expectations.iter().map(|s| expectation(s, complaints)).collect(),
        time_place: TimePlace::Toml,
        ..Draft::own(Layout::OWN, "jury, by `problem.toml`")
    }
}

fn limits_of_problem(top: &Section<'_>, complaints: &mut Complaints) -> (StatedLimits, Startup) {
    let Some(section) = top.section("limits", "[limits]", complaints) else {
        return (StatedLimits::default(), Startup::default());
    };
    let known: Vec<&str> = LIMIT_KEYS.iter().chain([&STARTUP]).copied().collect();
    section.only(&known, complaints);
    let startup = section.get(STARTUP, complaints);
    let startup = known_word(startup, "value of `startup`", &Startup::ALL, complaints);
    (limits(&section, complaints), startup.map(|found| found.value).unwrap_or_default())
}

fn limits_of_cases(section: &Section<'_>, complaints: &mut Complaints) -> OverrideDraft {
    let known: Vec<&str> = ["cases"].iter().chain(LIMIT_KEYS).copied().collect();
    section.only(&known, complaints);
    if !LIMIT_KEYS.iter().any(|key| section.has(key)) {
        let keys = list(LIMIT_KEYS.iter().copied()).unwrap_or_default();
        let message = format!("empty `[[override]]`: set at least one of {keys}");
        complaints.at(&section.origin(), message);
    }
    OverrideDraft {
        cases: section.require("cases", complaints),
        limits: limits(section, complaints),
    }
}

fn limits(section: &Section<'_>, complaints: &mut Complaints) -> StatedLimits {
    StatedLimits {
        time: seconds(section, complaints),
        wall_factor: section.number("wall_factor", "a factor", 1.0..=100.0, complaints),
        whole_wall_factor: None,
        memory: size(section, "memory", complaints),
        output: section.size("output", "`64 MiB`, from 1 B to 4 GiB", 1..=4 << 30, complaints),
        processes: section
            .whole("processes", 1..=10_000, complaints)
            .and_then(|count| u32::try_from(count).ok()),
        files: size(section, "files", complaints),
    }
}

fn seconds(section: &Section<'_>, complaints: &mut Complaints) -> Option<f64> {
    section.number("time", "seconds,", 0.001..=3600.0, complaints)
}

fn size(section: &Section<'_>, key: &str, complaints: &mut Complaints) -> Option<u64> {
    section.size(key, "`256 MiB`, from 1 MiB to 1 TiB", 1 << 20..=1 << 40, complaints)
}

fn checker(section: &Section<'_>, complaints: &mut Complaints) -> CheckerDraft {
    if section.has("program") && !section.has("name") {
        return CheckerDraft::Programs(vec![part(section, true, complaints)]);
    }
    CheckerDraft::Shipped(ShippedDraft {
        name: section.require("name", complaints),
        options: section.options_beside("name", complaints),
    })
}

fn validator(top: &Section<'_>, complaints: &mut Complaints) -> Option<ValidatorDraft> {
    if !top.is_table("validator") {
        return top.get("validator", complaints).map(ValidatorDraft::Shipped);
    }
    let section = top.section("validator", "[validator]", complaints)?;
    Some(ValidatorDraft::Programs(vec![part(&section, false, complaints)]))
}

fn part(section: &Section<'_>, scores: bool, complaints: &mut Complaints) -> PartDraft {
    let full = scores.then_some(&FULL);
    let known: Vec<&str> = PART_KEYS.iter().chain(full).copied().collect();
    section.only(&known, complaints);
    if !section.has("protocol") {
        let known = list(Protocol::ALL.iter().map(|(name, _)| *name)).unwrap_or_default();
        section.lacks("protocol", &format!("one of {known}"), complaints);
    }
    let protocol = section.get("protocol", complaints);
    PartDraft {
        program: section.require("program", complaints),
        protocol: known_word(protocol, "protocol", &Protocol::ALL, complaints)
            .map(|found| found.value),
        arguments: arguments(section, complaints).unwrap_or_default(),
        call: None,
        time: seconds(section, complaints),
        memory: size(section, "memory", complaints),
        output: None,
        is_unbuffered: false,
        points: scores
            .then(|| section.number(FULL, "a number", 1e-9..=999_999_999.0, complaints))
            .flatten()
            .map(Points::OutOf),
        origin: section.origin(),
    }
}

fn arguments(section: &Section<'_>, complaints: &mut Complaints) -> Option<Vec<String>> {
    section.get("arguments", complaints).map(|found| found.value)
}

fn scoring(section: &Section<'_>, complaints: &mut Complaints) -> Option<Scoring> {
    section.only(&["kind"], complaints);
    let kind = section.require("kind", complaints);
    scoring_named(kind, complaints).map(|found| found.value)
}

fn scoring_named(
    word: Option<Found<String>>,
    complaints: &mut Complaints,
) -> Option<Found<Scoring>> {
    let known = Scoring::ALL.map(|scoring| (scoring.name(), scoring));
    known_word(word, "scoring", &known, complaints)
}

fn group(section: &Section<'_>, complaints: &mut Complaints) -> GroupDraft {
    section.only(GROUP_KEYS, complaints);
    let scoring = section.get("scoring", complaints);
    let on_failure = section.get("on_failure", complaints);
    let policies = OnFailure::ALL.map(|policy| (policy.name(), policy));
    GroupDraft {
        name: section.require("name", complaints),
        worth: section.number_found("worth", "a number", 0.0..=999_999_999.0, complaints),
        scoring: scoring_named(scoring, complaints),
        on_failure: known_word(on_failure, "value of `on_failure`", &policies, complaints)
            .map(|found| found.value),
        needs: section.get("needs", complaints),
        checker_arguments: section.get("checker_arguments", complaints),
        validator_arguments: section.get("validator_arguments", complaints),
    }
}

fn generator_rule(section: &Section<'_>, complaints: &mut Complaints) -> GeneratorRuleDraft {
    section.only(&["program", "arguments", "name", "count", "seed"], complaints);
    GeneratorRuleDraft {
        generator: section.require("program", complaints),
        arguments: arguments(section, complaints).unwrap_or_default(),
        name: section.require("name", complaints),
        count: section.whole("count", 1..=10_000, complaints).unwrap_or(1),
        seed: section.whole("seed", 0..=9_000_000_000_000_000_000, complaints).unwrap_or(1),
    }
}

fn stress(section: &Section<'_>, complaints: &mut Complaints) -> StressDraft {
    section.only(&["generator", "arguments", "sizes"], complaints);
    StressDraft {
        generator: section.require("generator", complaints),
        arguments: arguments(section, complaints),
        sizes: section.get("sizes", complaints),
    }
}

fn expectation(section: &Section<'_>, complaints: &mut Complaints) -> ExpectationDraft {
    section.only(&["submissions", "verdicts"], complaints);
    let words: Option<Found<Vec<String>>> = section.require("verdicts", complaints);
    // The jury's own failures, and cases that are not run, are nothing that a submission can promise.
    let promised = |verdict: &Verdict| !matches!(verdict, Verdict::JudgeError | Verdict::Skipped);
    let known: Vec<(&str, Verdict)> =
        Verdict::ALL.into_iter().filter(promised).map(|v| (v.code(), v)).collect();
    let verdicts = words.and_then(|Found { value: words, origin }| {
        if words.is_empty() {
            complaints.at(&origin, "`verdicts`: expected at least one verdict, such as `WA`");
        }
        let each = words.into_iter().map(|word| {
            let word = Some(Found { value: word, origin: origin.clone() });
            known_word(word, "verdict", &known, complaints).map(|found| found.value)
        });
        each.collect::<Vec<_>>().into_iter().collect()
    });
    ExpectationDraft { submissions: section.require("submissions", complaints), verdicts }
}

/// What a word of a closed list stands for; complains of others.
fn known_word<T: Copy>(
    word: Option<Found<String>>,
    what: &str,
    known: &[(&str, T)],
    complaints: &mut Complaints,
) -> Option<Found<T>> {
    let Found { value: word, origin } = word?;
    let found = known.iter().find(|(name, _)| *name == word);
    if found.is_none() {
        complaints.at(&origin, unknown(what, &word, known.iter().map(|(name, _)| *name)));
    }
    found.map(|&(_, value)| Found { value, origin })
}

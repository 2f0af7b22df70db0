//! Solutions of a package of Polygon, and the tags that say what is expected of each.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use super::groups::{TEST_SET, counting, group_name};
use super::source::source_in;
use crate::export::file::Package;
use crate::export::words::plain;
use crate::problem::{ExpectationRule, Expected, Group, GroupExpectation, KeptSubmission, Problem};
use crate::verdict::Verdict::{
    self, Accepted, CompileError, IdleLimit, MemoryLimit, OutputFormat, OutputLimit, PartialScore,
    RunTimeError, TimeLimit, WrongAnswer,
};

/// Tags that name a way to fail, the narrower first, and the verdicts that are this way. Any other
/// failure on any test contradicts them.
const FAILING: [(&str, &[Verdict]); 5] = [
    ("presentation-error", &[OutputFormat]),
    ("wrong-answer", &[WrongAnswer, OutputFormat, OutputLimit]),
    ("time-limit-exceeded", &[TimeLimit, IdleLimit]),
    ("memory-limit-exceeded", &[MemoryLimit, RunTimeError]),
    (
        "time-limit-exceeded-or-memory-limit-exceeded",
        &[TimeLimit, IdleLimit, MemoryLimit, RunTimeError],
    ),
];
/// The tag of a solution that fails in whatever way.
const REJECTED: &str = "rejected";
/// More ways to fail than so many are all that there are.
const MANY: usize = 4;
/// Those of solutions that do not fail, or only by their time.
const ACCEPTED: &str = "accepted";
const MAIN: &str = "main";
const MAY_BE_LATE: &str = "time-limit-exceeded-or-accepted";

/// Adds the solutions, and says what is expected of them.
pub(super) fn solutions(problem: &Problem, package: &mut Package) -> String {
    let mut text = String::from("<solutions>\n");
    let mut taken = BTreeSet::new();
    let is_source = |kept: &&KeptSubmission| kept.path.is_file();
    let accepted = |kept: &&KeptSubmission| kept.expected() == Expected::from(Accepted);
    let by_reference = problem.submissions.iter().position(|kept| problem.is_reference(kept));
    let is_cpp =
        |kept: &KeptSubmission| kept.path.extension().is_some_and(|ending| ending == "cpp");
    let candidates = problem.submissions.iter().enumerate();
    let candidates = candidates.filter(|(_, kept)| is_source(kept) && accepted(kept));
    // Where single tests may be right in part, the package cannot say better.
    let passing = |kept: &&KeptSubmission| is_within(kept.expected(), &[Accepted, PartialScore]);
    let passing = problem.submissions.iter().position(|kept| kept.path.is_file() && passing(&kept));
    let main = by_reference
        .or_else(|| candidates.clone().find(|(_, kept)| is_cpp(kept)).map(|(index, _)| index))
        .or_else(|| candidates.clone().next().map(|(index, _)| index))
        .or(passing);
    if main.is_none() {
        package.refuse(
            "no accepted submission of one source: Polygon's main solution makes the answers",
        );
    }
    let groups = counting(&problem.root);
    let mut by_first_failure = 0_usize;
    for (index, kept) in problem.submissions.iter().enumerate() {
        let own =
            kept.path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        if !is_source(&kept) {
            package.lose(format!("the submission `{own}`: on Polygon, a solution is one source"));
            continue;
        }
        let around = kept.path.parent().and_then(Path::file_name).unwrap_or_default();
        let mut name = plain(&own);
        while !taken.insert(name.clone()) {
            name = format!("{}_{name}", plain(&around.to_string_lossy()));
        }
        let tag = if main == Some(index) { MAIN } else { tag(kept, &own, package) };
        by_first_failure += usize::from(tag == REJECTED && of_all_tests(kept).is_none());
        package.copy_data(format!("solutions/{name}"), &kept.path);
        let path = format!("solutions/{name}");
        let element = source_in(&path, kept.language.as_deref(), package);
        let more = extra_tags(kept, &own, tag, &groups, package);
        let _ = writeln!(text, "<solution tag=\"{tag}\">{element}{more}</solution>");
    }
    if by_first_failure > 0 {
        package.note(format!(
            "tags: on Polygon they hold of all tests; what is expected here holds of the first failure, so {by_first_failure} become `{REJECTED}`"
        ));
    }
    text + "</solutions>\n"
}

/// The tag that says what is expected, as far as one does without saying more.
fn tag(kept: &KeptSubmission, name: &str, package: &mut Package) -> &'static str {
    let of_all_tests = of_all_tests(kept);
    let expected = of_all_tests.map_or_else(|| kept.expected(), |rule| rule.required);
    let (tag, is_exact) = if expected == Expected::from(PartialScore) {
        // There, a test that gives a part of its points is none that is accepted.
        (REJECTED, true)
    } else if is_by_groups(kept) || is_within(expected, &[Accepted, PartialScore]) {
        (ACCEPTED, true)
    } else if expected == Expected::anything() {
        package.note(format!("nothing is expected of `{name}`: on Polygon, it is not run"));
        ("do-not-run", true)
    } else if let Some(tag) = of_all_tests.and_then(failing) {
        (tag, true)
    } else if expected.must_fail() {
        let is_run = expected != Expected::from(CompileError);
        (REJECTED, is_run && of_all_tests.is_none() || expected.verdicts().count() > MANY)
    } else if is_within(expected, &[Accepted, TimeLimit, IdleLimit]) {
        (MAY_BE_LATE, true)
    } else {
        ("do-not-run", false)
    };
    let says_more = kept.expectation.score.is_some() || kept.expectation.demands.len() > 1;
    if !is_exact || says_more {
        package.lose(format!("what is expected of `{name}` ({expected}) becomes the tag `{tag}`"));
    }
    tag
}

/// Whether nothing is expected but that some groups are accepted.
fn is_by_groups(kept: &KeptSubmission) -> bool {
    let own = &kept.expectation;
    let all_pass = !own.groups.iter().any(|group| group.verdicts.must_fail());
    !own.groups.is_empty()
        && all_pass
        && own.demands.is_empty()
        && own.verdicts == Expected::anything()
}

/// The tags of groups in which another holds than the tag of the whole.
fn extra_tags(
    kept: &KeptSubmission,
    name: &str,
    tag: &str,
    groups: &[&Group],
    package: &mut Package,
) -> String {
    let tag = if tag == MAIN { ACCEPTED } else { tag };
    let mut text = String::new();
    for GroupExpectation { group, verdicts, points } in &kept.expectation.groups {
        let place = groups.iter().find(|there| there.name == *group);
        // All of the points or fewer are said by a tag.
        let worth = place.and_then(|there| there.worth.as_ref());
        let (is_whole, is_less) = match (points, worth) {
            (Some(points), Some(worth)) => (points == worth, points < worth),
            _ => (false, false),
        };
        let said = if is_less && verdicts.permits(Accepted) {
            Some((REJECTED, false))
        } else {
            group_tag(*verdicts)
        };
        let (own, is_exact) = said.unwrap_or((tag, false));
        if !is_exact || points.is_some() && !is_whole || own != tag && place.is_none() {
            package.lose(format!("what is expected of `{name}` in `{group}`"));
        }
        if let Some(group) = place.filter(|_| own != tag) {
            let group = group_name(group);
            let _ =
                write!(text, "<extra-tag group=\"{group}\" tag=\"{own}\" testset=\"{TEST_SET}\"/>");
        }
    }
    if text.is_empty() { text } else { format!("<extra-tags>{text}</extra-tags>") }
}

/// The tag for a group that gets one of these verdicts, and whether it says just that.
fn group_tag(verdicts: Expected) -> Option<(&'static str, bool)> {
    let verdicts = verdicts.without(PartialScore)?;
    if is_within(verdicts, &[Accepted]) {
        Some((ACCEPTED, true))
    } else if verdicts.must_fail() {
        let way = way_to_fail(verdicts);
        Some(way.map_or((REJECTED, verdicts.verdicts().count() > MANY), |(tag, _)| (tag, true)))
    } else {
        is_within(verdicts, &[Accepted, TimeLimit, IdleLimit]).then_some((MAY_BE_LATE, true))
    }
}

/// What is expected of a submission that fails, where that is said of all tests and not of the first
/// failure.
fn of_all_tests(kept: &KeptSubmission) -> Option<&ExpectationRule> {
    kept.expectation.demands.first().filter(|rule| rule.permitted != Expected::from(Accepted))
}

/// The tag that names the one way to fail that the rule permits.
fn failing(rule: &ExpectationRule) -> Option<&'static str> {
    let (tag, way) = way_to_fail(rule.required)?;
    // A test that is right in part is no failure of another kind.
    is_within(rule.permitted, &[&[Accepted, PartialScore], way].concat()).then_some(tag)
}

/// The tag that names the one way to fail that all of these verdicts are, and the verdicts that it means.
fn way_to_fail(expected: Expected) -> Option<(&'static str, &'static [Verdict])> {
    let (tag, way) = FAILING.into_iter().find(|(_, way)| is_within(expected, way))?;
    // What ends with an error alone need not be about memory.
    (!way.contains(&MemoryLimit) || expected.permits(MemoryLimit)).then_some((tag, way))
}

fn is_within(expected: Expected, verdicts: &[Verdict]) -> bool {
    expected.verdicts().all(|verdict| verdicts.contains(&verdict))
}

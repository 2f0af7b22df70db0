//! Solutions of a package of Polygon, and the tags that say what is expected of each.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use super::source::source;
use crate::export::file::Package;
use crate::export::words::plain;
use crate::problem::{Expected, KeptSubmission, Problem, Reference};
use crate::verdict::Verdict::{
    Accepted, IdleLimit, MemoryLimit, OutputFormat, OutputLimit, RunTimeError, TimeLimit,
    WrongAnswer,
};

/// Tags of which each names a way to fail, and so rules out the others on all tests.
const FAILING: [&str; 4] =
    ["wrong-answer", "presentation-error", "time-limit-exceeded", "memory-limit-exceeded"];

/// Adds the solutions, and says what is expected of them.
pub(super) fn solutions(problem: &Problem, package: &mut Package) -> String {
    let mut text = String::from("<solutions>\n");
    let mut taken = BTreeSet::new();
    let is_source = |kept: &&KeptSubmission| kept.path.is_file();
    let accepted = |kept: &&KeptSubmission| kept.expected() == Expected::from(Accepted);
    let by_reference = problem.submissions.iter().position(
        |kept| matches!(&problem.reference, Some(Reference::Source(path)) if *path == kept.path),
    );
    let is_cpp =
        |kept: &KeptSubmission| kept.path.extension().is_some_and(|ending| ending == "cpp");
    let candidates = problem.submissions.iter().enumerate();
    let candidates = candidates.filter(|(_, kept)| is_source(kept) && accepted(kept));
    let main = by_reference
        .or_else(|| candidates.clone().find(|(_, kept)| is_cpp(kept)).map(|(index, _)| index))
        .or_else(|| candidates.clone().next().map(|(index, _)| index));
    if main.is_none() {
        package.refuse(
            "no accepted submission of one source: Polygon's main solution makes the answers",
        );
    }
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
        let tag = if main == Some(index) { "main" } else { tag(kept, &own, package) };
        by_first_failure +=
            usize::from(FAILING.contains(&tag) && kept.expectation.demands.is_empty());
        package.copy_data(format!("solutions/{name}"), &kept.path);
        let element = source(&format!("solutions/{name}"), package);
        let _ = writeln!(text, "<solution tag=\"{tag}\">{element}</solution>");
    }
    if by_first_failure > 0 {
        package.note(format!(
            "tags: on Polygon they hold of all tests; here, what is expected of a submission holds of its first failure ({by_first_failure} of them)"
        ));
    }
    text + "</solutions>\n"
}

/// The tag that says what is expected, as far as one does.
fn tag(kept: &KeptSubmission, name: &str, package: &mut Package) -> &'static str {
    let demand = kept.expectation.demands.first();
    let expected = match demand {
        Some(rule) if rule.permitted != Expected::from(Accepted) => rule.required,
        _ => kept.expected(),
    };
    let within = |verdicts: &[_]| expected.verdicts().all(|verdict| verdicts.contains(&verdict));
    let exact = |tag| (tag, true);
    let (tag, is_exact) = if within(&[Accepted]) {
        exact("accepted")
    } else if expected == Expected::anything() {
        exact("do-not-run")
    } else if within(&[OutputFormat]) {
        exact("presentation-error")
    } else if within(&[WrongAnswer, OutputFormat, OutputLimit]) {
        exact("wrong-answer")
    } else if within(&[TimeLimit, IdleLimit]) {
        exact("time-limit-exceeded")
    } else if within(&[MemoryLimit, RunTimeError]) && expected.permits(MemoryLimit) {
        exact("memory-limit-exceeded")
    } else if within(&[Accepted, TimeLimit, IdleLimit]) {
        exact("time-limit-exceeded-or-accepted")
    } else if expected.must_fail() {
        ("rejected", expected.verdicts().count() > 4)
    } else {
        ("do-not-run", false)
    };
    let says_more = kept.expectation.score.is_some() || kept.expectation.demands.len() > 1;
    if !is_exact || says_more {
        package.lose(format!("what is expected of `{name}` ({expected}) becomes the tag `{tag}`"));
    }
    tag
}

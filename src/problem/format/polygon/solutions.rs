//! The solutions of a package, and what their tags say of them.

use super::super::verdicts::{CRASHED, FAILED, TOO_SLOW, WRONG};
use super::xml::Element;
use crate::nearest::unknown;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::{
    Expectation, ExpectationRule, Expected, GroupExpectation, KeptSubmission, TimeBound,
};
use crate::verdict::Verdict;
use crate::verdict::Verdict::{Accepted, MemoryLimit, OutputFormat, PartialScore, RunTimeError};

/// What was found.
pub(super) struct Solutions {
    /// The one that makes the answers.
    pub(super) main: Option<Found<String>>,
    pub(super) kept: Vec<KeptSubmission>,
}

/// An allocation that fails ends many programs with an error.
const TOO_LARGE: &[Verdict] = &[MemoryLimit, RunTimeError];

/// Verdicts of which at least one case gets one, in parts.
type Verdicts = &'static [&'static [Verdict]];

/// What a tag says: the verdicts of which at least one case gets one, the others being accepted. A tag without
/// such verdicts wants everything accepted.
const TAGS: [(&str, &[&[Verdict]]); 12] = [
    ("main", &[]),
    ("accepted", &[]),
    ("rejected", &[FAILED]),
    ("failed", &[FAILED]),
    ("wrong-answer", &[WRONG]),
    ("presentation-error", &[&[OutputFormat]]),
    ("time-limit-exceeded", &[TOO_SLOW]),
    ("time-limit-exceeded-or-accepted", &[&[Accepted], TOO_SLOW]),
    ("time-limit-exceeded-or-memory-limit-exceeded", &[TOO_SLOW, TOO_LARGE]),
    ("memory-limit-exceeded", &[TOO_LARGE]),
    ("runtime-error", &[CRASHED, TOO_LARGE]),
    ("do-not-run", &[]),
];

/// What else counts for what is expected.
pub(super) struct Context {
    /// The name of the test set that is judged.
    pub(super) set: String,
    pub(super) is_scored: bool,
    /// The names of all groups.
    pub(super) groups: Vec<String>,
    /// Whether answers are missing, which the main solution makes.
    pub(super) needs_main: bool,
}

impl Context {
    /// Complains of what stands in the way of answers that are still to be made, and else only warns.
    fn about_main(&self, origin: &Origin, words: impl Into<String>, complaints: &mut Complaints) {
        if self.needs_main {
            complaints.at(origin, words.into());
        } else {
            complaints.warn_at(origin, words);
        }
    }
}

/// Reads the list of solutions. What no submission's verdict depends on is warned of.
pub(super) fn read(
    folder: &Folder,
    root: &Element<'_>,
    context: &Context,
    complaints: &mut Complaints,
) -> Solutions {
    let mut found = Solutions { main: None, kept: Vec::new() };
    let mut has_main = false;
    let all = root.down(&["assets", "solutions"]);
    for solution in all.iter().flat_map(|all| all.all("solution")) {
        let Some(tag) = solution.needed("tag", complaints) else { continue };
        let Some(source) = solution.first("source") else {
            complaints.at(&solution.origin(), "<solution>: missing element <source>");
            continue;
        };
        let Some(path) = source.needed("path", complaints) else { continue };
        let kind = source.value("type").unwrap_or_default();
        if tag.value == "do-not-run" {
            let words = format!("`{}` is not run: it has the tag `do-not-run`", path.value);
            complaints.remark_at(&tag.origin, words);
            continue;
        }
        if kind.starts_with("exe.") {
            let words = format!("`{}` is a Windows program: it is not run", path.value);
            complaints.warn_at(&path.origin, words);
            continue;
        }
        let Some(some_get) = known_tag(&tag, complaints) else { continue };
        let (real, is_main) = (folder.inside(&path.value), tag.value == "main");
        let real = match real {
            Ok(real) => real,
            Err(wrong) if is_main => {
                context.about_main(&path.origin, wrong.to_string(), complaints);
                has_main = true;
                continue;
            }
            Err(wrong) => {
                complaints.warn_at(&path.origin, format!("{wrong}: the solution is passed over"));
                continue;
            }
        };
        let origin = format!("tag `{}`", tag.value);
        if is_main {
            if found.main.is_some() {
                let words = "`tag`: a second solution is `main`";
                context.about_main(&tag.origin, words, complaints);
            }
            has_main = true;
            found.main.get_or_insert(path);
        }
        let extra = Extra::read(&solution, context, complaints);
        let some_get = extra.whole.unwrap_or(some_get);
        found.kept.push(KeptSubmission {
            path: real,
            language: language(&kind),
            entry_point: None,
            along: Vec::new(),
            expectation: extra.over(
                some_get,
                expectation(some_get, origin, context.is_scored),
                context,
            ),
        });
    }
    if !has_main {
        let origin = all.as_ref().map_or_else(|| root.origin(), Element::origin);
        let words = "expected a solution with the tag `main`";
        context.about_main(&origin, words, complaints);
    }
    found
}

/// The verdicts that a tag names. One that nobody knows is warned of, and says nothing.
fn known_tag(tag: &Found<String>, complaints: &mut Complaints) -> Option<Verdicts> {
    let known = TAGS.iter().find(|(known, _)| *known == tag.value).map(|&(_, some_get)| some_get);
    if known.is_none() {
        let words = unknown("tag", &tag.value, TAGS.map(|(name, _)| name));
        complaints.warn_at(&tag.origin, format!("{words}: the solution is passed over"));
    }
    known
}

/// What a solution is tagged with for single groups, and for the test set in place of its own tag.
struct Extra {
    whole: Option<Verdicts>,
    groups: Vec<(String, Verdicts)>,
}

impl Extra {
    fn read(solution: &Element<'_>, context: &Context, complaints: &mut Complaints) -> Self {
        let mut extra = Self { whole: None, groups: Vec::new() };
        let all = solution.first("extra-tags");
        for element in all.iter().flat_map(|all| all.all("extra-tag")) {
            let Some(tag) = element.needed("tag", complaints) else { continue };
            let Some(some_get) = known_tag(&tag, complaints) else { continue };
            let is_of_set = element.value("testset").is_none_or(|set| set == context.set);
            match element.attribute("group") {
                _ if !is_of_set => {}
                Some(Found { value, .. }) if context.groups.contains(&value) => {
                    extra.groups.push((value, some_get));
                }
                Some(Found { value, origin }) => {
                    let name = value.escape_debug();
                    let words =
                        format!("`group`: no group has the name `{name}`: the tag is passed over");
                    complaints.warn_at(&origin, words);
                }
                None => extra.whole = Some(some_get),
            }
        }
        extra
    }

    /// The expectation of the whole, with those of groups where other tags hold.
    fn over(self, usual: Verdicts, expectation: Expectation, context: &Context) -> Expectation {
        if self.groups.is_empty() {
            return expectation;
        }
        let own = |group: &String| self.groups.iter().find(|(name, _)| name == group);
        let of = |group: &String| {
            let verdicts = match (own(group), usual) {
                (None, []) | (Some((_, [])), _) => Accepted.into(),
                (None, _) => return None,
                (Some((_, some_get)), _) => {
                    Expected::among(&[some_get.concat().as_slice(), &[PartialScore]].concat())
                }
            };
            Some(GroupExpectation { group: group.clone(), verdicts, points: None })
        };
        let groups = context.groups.iter().filter_map(of).collect();
        let all: Vec<Verdict> = self.groups.iter().flat_map(|(_, some)| some.concat()).collect();
        let permit = |rule: ExpectationRule| ExpectationRule {
            permitted: Expected::among(
                &[rule.permitted.verdicts().collect(), all.clone()].concat(),
            ),
            ..rule
        };
        let demands = expectation.demands.into_iter().map(permit).collect();
        Expectation { demands, groups, ..Expected::anything().into() }
    }
}

/// What is expected where some cases get one of these verdicts and the others are accepted.
fn expectation(some_get: &[&[Verdict]], origin: String, is_scored: bool) -> Expectation {
    let mut required: Vec<Verdict> = some_get.concat();
    let has = |some: &[Verdict]| some.iter().all(|verdict| required.contains(verdict));
    // A test that is accepted in part is not accepted; of one with points, that is a wrong answer, too.
    if has(FAILED) || is_scored && has(WRONG) {
        required.push(PartialScore);
    }
    let accepted = [Accepted].into_iter().chain(is_scored.then_some(PartialScore));
    let passed: Vec<Verdict> = accepted.collect();
    if required.is_empty() {
        return Expectation::accepted();
    }
    let whole: Vec<Verdict> = if is_scored && !required.contains(&Accepted) {
        [required.as_slice(), &[PartialScore]].concat()
    } else {
        required.clone()
    };
    let any = |verdicts: &[Verdict]| Expected::among(verdicts).in_words();
    let rule = ExpectationRule {
        about: None,
        permitted: any(&[passed, required.clone()].concat()),
        required: any(&required),
        score: None,
        message: None,
        time_bound: TimeBound::None,
        origin,
    };
    Expectation { demands: vec![rule], ..any(&whole).into() }
}

/// The language that a type of source means, where it is not the one that the ending says:
/// `cpp.g++11`, `cpp.g++17`, `cpp.gcc13-64-winlibs-g++20`, `python.2`, `python.pypy3-64`.
fn language(kind: &str) -> Option<String> {
    let (family, rest) = kind.split_once('.')?;
    let number = rest.rsplit("++").next()?;
    match family {
        "cpp" if matches!(number, "17" | "23") => Some(format!("cpp{number}")),
        // Names that later standards took (`data`, `size`) are the author's own in these.
        "cpp" if matches!(number, "" | "0x" | "11" | "14") => Some("cpp14".to_owned()),
        "python" if rest == "2" || rest.starts_with("pypy2") => Some("python2".to_owned()),
        "python" if rest.starts_with("pypy") => Some("pypy".to_owned()),
        _ => None,
    }
}

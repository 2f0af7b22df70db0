//! Resolves groups: makes a tree of them, and holds what they say against the cases and against each
//! other.

use std::collections::BTreeMap;

use super::super::complaint::Complaints;
use super::super::draft::{Found, GroupDraft};
use super::super::group::{Group, Scoring, group_of, group_order, is_within};
use super::super::{Grader, Part, ValidatorArguments};
use crate::nearest::unknown;
use crate::score::Score;

/// The programs of the package that groups may have arguments for.
pub(super) struct Programs<'a> {
    /// The checker or interactor.
    pub(super) decides: Option<&'a Part>,
    /// The validator.
    pub(super) validates: Option<&'a Part>,
}

/// The root of the tree; complains of groups without cases, of points in problems that give none, of
/// arguments that nobody takes, and of needs that cannot be met.
pub(super) fn resolve(
    scoring: Scoring,
    drafts: Vec<GroupDraft>,
    programs: &Programs<'_>,
    cases: &[&str],
    complaints: &mut Complaints,
) -> Group {
    let full = Score::decimal(programs.decides.map_or(1.0, |part| part.points.full()));
    let mut root = Group { full, ..Group::root(scoring) };
    let mut described = BTreeMap::new();
    for draft in drafts {
        let Some(Found { value: name, origin }) = &draft.name else { continue };
        if !cases.iter().any(|case| is_within(group_of(case), name)) {
            complaints.at(origin, format!("`name`: group `{name}` has no cases"));
        }
        if described.contains_key(name) {
            complaints.at(origin, format!("`name`: duplicate group `{name}`"));
            continue;
        }
        expect_points(&root, &draft, complaints);
        expect_programs(programs, &draft, complaints);
        described.insert(name.clone(), draft);
    }
    for draft in described.values() {
        expect_needs(draft, &described, complaints);
    }
    let mut names: Vec<&String> = described.keys().collect();
    names.sort_by(|left, right| group_order(left, right));
    // A group comes after those around it.
    for name in names {
        let around = innermost(&mut root, name);
        let group = group(&described[name], name, around);
        around.groups.push(group);
    }
    root
}

/// Points are for problems that give scores.
fn expect_points(root: &Group, draft: &GroupDraft, complaints: &mut Complaints) {
    if root.is_scored() {
        return;
    }
    let worth = draft.worth.as_ref().map(|found| ("worth", &found.origin));
    let scoring = draft.scoring.as_ref().map(|found| ("scoring", &found.origin));
    for (key, origin) in worth.into_iter().chain(scoring) {
        let message = format!("`{key}`: the problem has no scores: set `kind` in `[scoring]`");
        complaints.at(origin, message);
    }
}

/// Arguments are for programs: what is shipped takes none.
fn expect_programs(programs: &Programs<'_>, draft: &GroupDraft, complaints: &mut Complaints) {
    let rows = [
        ("checker_arguments", &draft.checker_arguments, programs.decides, "checker"),
        ("validator_arguments", &draft.validator_arguments, programs.validates, "validator"),
    ];
    for (key, arguments, program, what) in rows {
        if let (Some(found), None) = (arguments, program) {
            let message = format!("`{key}`: only a {what} that is a program takes arguments");
            complaints.at(&found.origin, message);
        }
    }
}

/// What a group needs is another group, before it in package order.
fn expect_needs(
    draft: &GroupDraft,
    named: &BTreeMap<String, GroupDraft>,
    complaints: &mut Complaints,
) {
    let (Some(name), Some(needs)) = (&draft.name, &draft.needs) else { return };
    let name = &name.value;
    for need in &needs.value {
        let message = if !named.contains_key(need) {
            unknown("group", need, named.keys().map(String::as_str))
        } else if need == name {
            format!("group `{name}` needs itself")
        } else if is_within(name, need) || is_within(need, name) {
            format!("one of the groups `{name}` and `{need}` contains the other")
        } else if group_order(need, name).is_gt() {
            format!("`{need}` is run after `{name}`: groups are run in byte order of their names")
        } else {
            continue;
        };
        complaints.at(&needs.origin, format!("`needs`: {message}"));
    }
}

/// The innermost group so far that a group of this name stands in.
fn innermost<'a>(group: &'a mut Group, name: &str) -> &'a mut Group {
    match group.groups.iter().position(|inner| inner.holds(name)) {
        Some(index) => innermost(&mut group.groups[index], name),
        None => group,
    }
}

/// The group as described. Arguments are those of the group around it unless it has its own.
fn group(draft: &GroupDraft, name: &str, around: &Group) -> Group {
    let worth = draft.worth.as_ref().map(|found| Score::decimal(found.value));
    let scoring = draft.scoring.as_ref().map(|found| found.value);
    Group {
        name: name.to_owned(),
        // Points without a word on how they are earned are all or nothing.
        scoring: scoring.or(worth.is_some().then_some(Scoring::PassFail)),
        worth,
        full: around.full.clone(),
        full_by_case: BTreeMap::new(),
        on_failure: draft.on_failure.unwrap_or_default(),
        needs: draft.needs.as_ref().map(|found| found.value.clone()).unwrap_or_default(),
        part_is_enough: false,
        checker_arguments: match &draft.checker_arguments {
            Some(found) => found.value.clone(),
            None => around.checker_arguments.clone(),
        },
        validator_arguments: match &draft.validator_arguments {
            Some(found) => ValidatorArguments::All(found.value.clone()),
            None => around.validator_arguments.clone(),
        },
        grader: Grader::Own,
        groups: Vec::new(),
    }
}

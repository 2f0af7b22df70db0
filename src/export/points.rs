//! What groups and their cases give, where points are added up, and what sums cannot say.

use std::collections::BTreeMap;

use super::cases::{Placed, Places};
use super::file::Package;
use crate::problem::{Case, Grader, Group, OnFailure, Problem, Scoring};
use crate::score::Score;

/// The group in which all that counts stands: `secret`, where packages have that, else the root.
pub(super) fn outer(root: &Group) -> &Group {
    match root.groups.iter().find(|group| group.name == "secret") {
        Some(secret) if root.grader == Grader::Partial => secret,
        _ => root,
    }
}

/// Lists that all groups together give other points than the sum of theirs, where they are added up.
pub(super) fn look_at_worth(
    outer: &Group,
    inner: &[&Group],
    problem: &Problem,
    places: &Places<'_>,
    title: &str,
    package: &mut Package,
) {
    let Some(worth) = outer.worth.as_ref().filter(|_| !inner.is_empty()) else { return };
    let all: Vec<Score> = inner.iter().map(|group| most(problem, places, group)).collect();
    if Score::sum(&all) != *worth {
        package.lose(format!(
            "points of all groups together: those of the groups are added up for {title}"
        ));
    }
}

/// Whether parts of the points of some case count: they do not in groups that are all or nothing.
pub(super) fn parts_count(problem: &Problem) -> bool {
    problem.root.is_scored() && counting(problem).any(|case| !is_whole(problem, case))
}

/// The points of one of so many cases that have these points together: whole thousandths, as far as there are enough,
/// and the first has the rest.
pub(super) fn part(whole: &Score, count: usize, is_first: bool) -> Score {
    #[expect(clippy::cast_precision_loss, reason = "numbers of cases")]
    let count = count.max(1) as f64;
    // What is a thousandth less by chance alone is none less.
    let steps = whole.to_f64() * 1000.0;
    let each = (steps / count + 1e-9).floor();
    if each < 1.0 {
        return whole.times(&Score::decimal(1.0 / count));
    }
    let steps = if is_first { steps - each * (count - 1.0) } else { each };
    // Without what the difference of two decimals leaves.
    Score::decimal((steps * 1000.0).round() / 1e6)
}

/// That outputs are accepted here whatever points they get.
pub(super) fn accepted_with_fewer(title: &str) -> String {
    format!("that outputs with fewer points are accepted: on {title}, these are right in part")
}

/// Whether a checker of ours gives parts of points in the package; where it gives them to groups that are all or nothing,
/// that is listed.
pub(super) fn gives_parts(problem: &Problem, checker: &str, package: &mut Package) -> bool {
    let counts = parts_count(problem);
    if counts {
        look_at_parts(problem, checker, package);
    }
    counts
}

/// Lists that parts of points, which `decider` gives in every case, are nothing in groups that are all or nothing.
pub(super) fn look_at_parts(problem: &Problem, decider: &str, package: &mut Package) {
    let first = counting(problem).find(|case| is_whole(problem, case));
    if let Some(first) = first.filter(|_| problem.root.is_scored() && !problem.is_kattis()) {
        package.lose(format!(
            "that parts of the points, which `{decider}` gives, count for nothing in groups that are all or nothing \
             (`{}`): there, they count",
            problem.root.counting(&first.group).name
        ));
    }
}

fn counting(problem: &Problem) -> impl Iterator<Item = &Case> {
    problem.cases.iter().filter(|case| !case.is_sample())
}

/// Whether the group of a case is all or nothing.
fn is_whole(problem: &Problem, case: &Case) -> bool {
    problem.root.counting(&case.group).scoring == Some(Scoring::PassFail)
}

/// What a full solution gets of a group.
pub(super) fn most(problem: &Problem, places: &Places<'_>, group: &Group) -> Score {
    let full = places.full_of(problem, group);
    group.worth.clone().unwrap_or_else(|| match group.scoring {
        Some(Scoring::PassFail) => Score::one(),
        Some(Scoring::Mean) => Score::mean(full).unwrap_or_else(Score::one),
        Some(Scoring::Min) => full.into_iter().min().cloned().unwrap_or_else(Score::one),
        Some(Scoring::Sum) | None => Score::sum(full),
    })
}

/// What sums of batches and cases cannot say.
pub(super) fn look_at(outer: &Group, inner: &[&Group], title: &str, package: &mut Package) {
    if !inner.is_empty() && outer.scoring != Some(Scoring::Sum) {
        package.lose(format!("the mean or the least of groups: points are added up for {title}"));
    }
    for group in inner {
        if group.groups.iter().any(|deeper| deeper.scoring.is_some()) {
            package.refuse(format!("groups in the group `{}`: there are none", group.name));
        }
    }
    for group in inner.iter().chain(std::iter::once(&outer)) {
        let is_sum = matches!(group.scoring, Some(Scoring::Sum | Scoring::Mean));
        if is_sum && group.on_failure == OnFailure::Break {
            let name = if group.name.is_empty() { "the problem" } else { &group.name };
            package.lose(format!(
                "that `{name}` ends at the first failure: {title} runs every case of a sum"
            ));
        }
    }
}

/// Lists that the problem ends at the first failure, where groups are all run whatever fails in others.
pub(super) fn look_at_end(outer: &Group, inner: &[&Group], title: &str, package: &mut Package) {
    if outer.on_failure == OnFailure::Break && !inner.is_empty() {
        package
            .lose(format!("that the problem ends at the first failure: {title} runs every group"));
    }
}

/// What a group gives that counts as a whole.
pub(super) fn whole(problem: &Problem, group: &Group, cases: &[&Placed<'_>]) -> Score {
    let full = cases.iter().map(|placed| placed.case.full(&problem.root));
    group.worth.clone().unwrap_or_else(|| match group.scoring {
        Some(Scoring::Min) => full.min().cloned().unwrap_or_else(Score::one),
        _ => Score::one(),
    })
}

/// What the cases give of groups whose cases count one by one.
pub(super) struct Shares<'a> {
    problem: &'a Problem,
    places: &'a Places<'a>,
    /// The points of all cases of a group, and how many they are, by its name.
    known: BTreeMap<String, (Score, u64)>,
}

impl<'a> Shares<'a> {
    pub(super) fn of(problem: &'a Problem, places: &'a Places<'a>) -> Self {
        Self { problem, places, known: BTreeMap::new() }
    }

    /// What this case gives of this group.
    pub(super) fn share(&mut self, group: &Group, case: &Case) -> Score {
        let root = &self.problem.root;
        let (sum, count) = self.known.entry(group.name.clone()).or_insert_with(|| {
            let all = self.places.of_group(group);
            let all: Vec<&Score> = all.map(|placed| placed.case.full(root)).collect();
            (Score::sum(all.iter().copied()), all.len().max(1) as u64)
        });
        let own = case.full(root);
        match (&group.worth, group.scoring) {
            (Some(worth), _) => own.share_of(sum).times(worth),
            (None, Some(Scoring::Mean)) => {
                own.times(&Score::ratio(1, *count).unwrap_or_else(Score::zero))
            }
            (None, _) => own.clone(),
        }
    }
}

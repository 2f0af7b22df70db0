//! What gives points where they are added up (DMOJ, CMS): batches, whose least case counts, and cases alone.

use super::cases::{Placed, Places};
use super::file::Package;
use super::points::{Shares, look_at, look_at_worth, outer, whole};
use super::{icpc, polygon};
use crate::problem::group::is_within;
use crate::problem::{Grader, Group, Problem, Scoring};
use crate::score::Score;

/// A batch, or a case alone.
pub(super) struct Unit<'a> {
    pub(super) points: Score,
    pub(super) cases: Vec<&'a Placed<'a>>,
    pub(super) is_batch: bool,
    /// The group that it is all of.
    pub(super) name: Option<String>,
    /// Batches by their numbers from 1 on: it is run if all of their cases were accepted.
    pub(super) needs: Vec<usize>,
}

/// Those of a problem for a judge of this title, in the order in which they are run.
pub(super) fn units<'a>(
    problem: &Problem,
    places: &'a Places<'a>,
    title: &str,
    package: &mut Package,
) -> Vec<Unit<'a>> {
    let root = &problem.root;
    if !root.is_scored() {
        icpc::expect_plain_verdicts(root, package);
        // What is accepted gets the one point, and nothing else does.
        let cases = places.cases.iter().collect();
        let points = Score::one();
        return vec![Unit { points, cases, is_batch: true, name: None, needs: Vec::new() }];
    }
    if matches!(root.grader, Grader::Legacy(_) | Grader::Domjudge(_)) {
        package.refuse(format!("points by the flags of `legacy` graders: {title} has none"));
        return Vec::new();
    }
    let inner = polygon::groups::counting(root);
    let outer = outer(root);
    look_at(outer, &inner, title, package);
    look_at_worth(outer, &inner, problem, places, title, package);
    let is_free = |placed: &Placed<'_>| root.grader == Grader::Partial && placed.case.is_sample();
    let mut maker = Maker { places, inner: &inner, units: Vec::new(), groups: Vec::new() };
    let mut begun: Vec<&str> = Vec::new();
    let mut shares = Shares::of(problem, places);
    for placed in &places.cases {
        let group = inner.iter().copied().find(|group| group.holds(&placed.case.group));
        let counted = group.unwrap_or(outer);
        let is_whole = matches!(counted.scoring, Some(Scoring::PassFail | Scoring::Min));
        if is_free(placed) {
            maker.add(Score::zero(), vec![placed], group, package);
        } else if is_whole && (group.is_some() || inner.is_empty()) {
            if !begun.contains(&counted.name.as_str()) {
                begun.push(&counted.name);
                let cases: Vec<_> =
                    places.of_group(counted).filter(|placed| !is_free(placed)).collect();
                let points = whole(problem, counted, &cases);
                maker.add(points, cases, group, package);
            }
        } else {
            let is_alone = group.is_none() && !inner.is_empty();
            let points = if is_alone {
                placed.case.full(root).clone()
            } else {
                shares.share(counted, placed.case)
            };
            maker.add(points, vec![placed], group, package);
        }
    }
    maker.units
}

struct Maker<'a, 'b> {
    places: &'a Places<'a>,
    inner: &'b [&'b Group],
    units: Vec<Unit<'a>>,
    /// Of each batch so far, the group of its cases.
    groups: Vec<&'a str>,
}

impl<'a> Maker<'a, '_> {
    fn add(
        &mut self,
        points: Score,
        cases: Vec<&'a Placed<'a>>,
        group: Option<&Group>,
        package: &mut Package,
    ) {
        let Some(first) = cases.first() else { return };
        let own = first.case.group.as_str();
        let mut needs = Vec::new();
        for need in group.iter().flat_map(|group| &group.needs) {
            let batches = self.groups.iter().enumerate();
            let found: Vec<usize> = batches
                .filter(|(_, group)| is_within(group, need))
                .map(|(index, _)| index + 1)
                .collect();
            if found.is_empty() {
                package.lose(format!("that `{own}` needs `{need}`, which does not come before it"));
            }
            needs.extend(found);
        }
        let is_needed =
            self.inner.iter().any(|other| other.needs.iter().any(|need| is_within(own, need)));
        let is_batch = cases.len() > 1 || is_needed || !needs.is_empty();
        if is_batch {
            self.groups.push(own);
        }
        let is_all = |group: &&Group| self.places.of_group(group).count() == cases.len();
        let name = group.filter(is_all).map(|group| group.name.clone());
        self.units.push(Unit { points, cases, is_batch, name, needs });
    }
}

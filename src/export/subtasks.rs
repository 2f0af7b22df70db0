//! Subtasks of CMS, TPS and sinol as groups of points, for families that have only these: a case that counts in
//! several subtasks stands in the first, and the others need that or have a copy.

use std::collections::BTreeSet;

use jury_checkers::puzzle;

use super::file::Package;
use super::words::plain;
use crate::problem::group::is_sample;
use crate::problem::{
    Case, CheckerChoice, Expectation, ExpectationRule, Expected, Grader, Group, GroupExpectation,
    KeptSubmission, OnFailure, Problem, Scoring, SinolContest, SinolGrader, Subtask, SubtaskRule,
    TimeBound,
};
use crate::score::Score;
use crate::verdict::Verdict::{self, Accepted, PartialScore};

/// The problem with groups in place of subtasks. Whether groups may need others, the family says.
pub(super) fn as_groups(problem: &Problem, has_needs: bool, package: &mut Package) -> Problem {
    let mut problem = problem.clone();
    let is_whole = is_all_or_nothing(&problem);
    let subtasks = match &problem.root.grader {
        Grader::Subtasks(subtasks) => Some(subtasks.clone()),
        Grader::Sinol(grader) => of_sinol(&problem, grader, is_whole, package),
        Grader::Own | Grader::Partial | Grader::Legacy(_) | Grader::Domjudge(_) => None,
    };
    if let Some(subtasks) = subtasks {
        let root = Group { grader: Grader::Own, ..problem.root.clone() };
        problem.root = Group { scoring: Some(Scoring::Sum), worth: None, ..root };
        Splitting { is_whole, has_needs, package }.split(&mut problem, &subtasks);
    } else if matches!(problem.root.grader, Grader::Sinol(_)) {
        problem.root = Group { groups: Vec::new(), ..Group::root(Scoring::PassFail) };
    }
    for group in problem.root.groups.iter_mut().filter(|_| is_whole) {
        let has_groups = group.groups.iter().any(|inner| inner.scoring.is_some());
        if group.scoring == Some(Scoring::Min) && group.worth.is_some() && !has_groups {
            group.scoring = Some(Scoring::PassFail);
        }
    }
    if !problem.is_kattis() {
        let Problem { root, submissions, .. } = &mut problem;
        for kept in submissions {
            plain_expectation(kept, &root.groups, package);
        }
    }
    problem
}

/// Puts each case beside groups into a group of its own, for families where either cases or groups stand in a
/// folder.
pub(super) fn group_cases_alone(problem: &mut Problem) {
    let scoring = if is_all_or_nothing(problem) { Scoring::PassFail } else { Scoring::Sum };
    let root = &problem.root;
    let has_groups = root.groups.iter().any(|group| !is_sample(&group.name));
    if !root.is_scored() || root.grader != Grader::Own || !has_groups {
        return;
    }
    let mut groups = Vec::new();
    for case in &mut problem.cases {
        if case.is_sample() {
            continue;
        }
        let around = root.groups.iter().find(|group| group.holds(&case.group));
        let group = around.cloned().unwrap_or_else(|| {
            let full = case.full(root).clone();
            case.group = plain(&case.name.replace('/', "-"));
            while root.groups.iter().any(|group| group.name == case.group) {
                case.group.push('_');
            }
            let name = case.group.clone();
            Group { name, worth: Some(full.clone()), full, ..Group::root(scoring) }
        });
        if !groups.iter().any(|known: &Group| known.name == group.name) {
            groups.push(group);
        }
    }
    let samples = root.groups.iter().filter(|group| is_sample(&group.name)).cloned();
    problem.root.groups = samples.chain(groups).collect();
}

/// Where a failure in a group ends everything, all groups after it need it: other families know no such end.
pub(super) fn need_what_ends_all(problem: &mut Problem, package: &mut Package) {
    let mut ending: Vec<String> = Vec::new();
    for group in &mut problem.root.groups {
        if group.on_failure == OnFailure::End && !group.needs.is_empty() {
            package.lose(format!(
                "that what comes after `{}` is run where that is not: there, it needs it",
                group.name
            ));
        }
        let own = std::mem::take(&mut group.needs);
        let is_new = |need: &String| !ending.contains(need);
        group.needs = ending.iter().cloned().chain(own.into_iter().filter(is_new)).collect();
        if group.on_failure == OnFailure::End {
            group.on_failure = OnFailure::Break;
            ending.push(group.name.clone());
        }
    }
}

/// Whether every case gives all of its points or none: then the least, the product and all or nothing are the
/// same.
pub(super) fn is_all_or_nothing(problem: &Problem) -> bool {
    let compares = match &problem.checker {
        CheckerChoice::Default { .. } => true,
        CheckerChoice::Shipped { name, .. } => {
            puzzle(name).is_none() && !name.starts_with("dmoj-line")
        }
        CheckerChoice::Programs(_) => false,
    };
    compares && problem.interactor.is_none()
}

/// The subtasks that groups of sinol are; `None` where all tests together give one point.
pub(super) fn of_sinol(
    problem: &Problem,
    grader: &SinolGrader,
    is_whole: bool,
    package: &mut Package,
) -> Option<Vec<Subtask>> {
    match grader.contest {
        SinolContest::Icpc => return None,
        SinolContest::Oi => {
            package.lose("that slow tests give fewer points: time does not count in points there");
        }
        SinolContest::Default => {}
    }
    if !is_whole {
        package.lose("that the points of groups are rounded up: they are not rounded there");
    }
    let cases = |name: &str| {
        let own = problem.cases.iter().filter(|case| case.group == name);
        own.map(|case| case.name.clone()).collect::<BTreeSet<String>>()
    };
    let subtask = |group: &Group| {
        let needed = grader.dependencies.get(&group.name).into_iter().flatten();
        Subtask {
            name: group.name.clone(),
            worth: group.worth.clone().unwrap_or_else(Score::zero),
            rule: SubtaskRule::Min,
            cases: needed.flat_map(|name| cases(name)).chain(cases(&group.name)).collect(),
        }
    };
    Some(problem.root.groups.iter().map(subtask).collect())
}

struct Splitting<'a> {
    is_whole: bool,
    has_needs: bool,
    package: &'a mut Package,
}

impl Splitting<'_> {
    fn split(&mut self, problem: &mut Problem, subtasks: &[Subtask]) {
        let holds = |index: usize, case: &Case| subtasks[index].cases.contains(&case.name);
        // A group of the subtask's name has cases of its own; the others stand where they count first.
        let home = |case: &Case| {
            let own = subtasks.iter().position(|subtask| subtask.name == case.group);
            let own = own.filter(|&index| holds(index, case));
            own.or_else(|| (0..subtasks.len()).find(|&index| holds(index, case)))
        };
        let homes: Vec<(Option<usize>, Case)> =
            problem.cases.iter().map(|case| (home(case), case.clone())).collect();
        let of = |index: usize| homes.iter().filter(move |(home, _)| *home == Some(index));
        let (mut groups, mut cases) = (Vec::new(), Vec::new());
        if homes.iter().any(|(home, _)| home.is_none()) {
            problem.root.full = Score::zero();
            let free = homes.iter().filter(|(home, _)| home.is_none());
            cases.extend(free.map(|(_, case)| Case { group: String::new(), ..case.clone() }));
        }
        for (index, subtask) in subtasks.iter().enumerate() {
            let own = of(index).map(|(_, case)| case);
            let own = own.map(|case| Case { group: subtask.name.clone(), ..case.clone() });
            cases.extend(own);
            let foreign: Vec<&Case> = homes
                .iter()
                .filter(|(home, case)| *home != Some(index) && holds(index, case))
                .map(|(_, case)| case)
                .collect();
            let before: Vec<usize> = (0..index)
                .filter(|&other| {
                    subtasks[other].cases.is_subset(&subtask.cases) && of(other).next().is_some()
                })
                .collect();
            let is_before = |case: &&Case| {
                before.iter().any(|&other| of(other).any(|(_, own)| own.name == case.name))
            };
            // A group without a case of its own would be none.
            let has_own = of(index).next().is_some();
            let needs = self.has_needs && self.is_whole && has_own && foreign.iter().all(is_before);
            if !needs {
                cases.extend(foreign.iter().map(|case| copy(subtask, case)));
            }
            let needs = if needs && !foreign.is_empty() {
                before.iter().map(|&other| subtasks[other].name.clone()).collect()
            } else {
                Vec::new()
            };
            let known = problem.root.groups.iter().find(|group| group.name == subtask.name);
            let known = known.cloned().unwrap_or_else(|| Group::root(Scoring::Sum));
            groups.push(Group {
                name: subtask.name.clone(),
                scoring: Some(self.scoring(subtask)),
                worth: Some(subtask.worth.clone()),
                grader: Grader::Own,
                needs,
                ..known
            });
        }
        groups.retain(|group| cases.iter().any(|case| case.group == group.name));
        problem.root.groups = groups;
        problem.cases = cases;
    }

    fn scoring(&mut self, subtask: &Subtask) -> Scoring {
        let lost = match &subtask.rule {
            SubtaskRule::Mean => return Scoring::Mean,
            SubtaskRule::Threshold(most) if self.is_whole && *most >= Score::one() => None,
            SubtaskRule::Product if self.is_whole => None,
            SubtaskRule::Min => None,
            SubtaskRule::Product => Some("the product of scores"),
            SubtaskRule::Threshold(_) => Some("the threshold of scores"),
        };
        if let Some(what) = lost {
            self.package.lose(format!("{what} of `{}`: the least of them counts", subtask.name));
        }
        if self.is_whole { Scoring::PassFail } else { Scoring::Min }
    }
}

/// A case once more, in another subtask.
fn copy(subtask: &Subtask, case: &Case) -> Case {
    let name = format!("{}/{}", subtask.name, plain(&case.name.replace('/', "-")));
    Case { name, group: subtask.name.clone(), ..case.clone() }
}

/// Where nothing is said but what is expected of each group with points, what that means for the whole.
fn of_groups(own: &mut Expectation, groups: &[Group]) {
    let is_said = |group: &Group| {
        group.worth == Some(Score::zero())
            || own.groups.iter().any(|expected| expected.group == group.name)
    };
    let says_all = own.demands.is_empty() && own.verdicts == Expected::anything();
    if !says_all || own.groups.is_empty() || !groups.iter().all(is_said) {
        return;
    }
    // Who gets all points of a group is accepted there, and who gets fewer is not.
    let verdicts = |expected: &GroupExpectation| {
        let group = groups.iter().find(|group| group.name == expected.group);
        let worth = group.and_then(|group| group.worth.as_ref());
        match (expected.points.as_ref(), worth) {
            (Some(points), Some(worth)) if points == worth => Accepted.into(),
            (Some(points), Some(worth)) if points < worth => {
                expected.verdicts.without(Accepted).unwrap_or_else(|| PartialScore.into())
            }
            _ => expected.verdicts,
        }
    };
    let said: Vec<Expected> = own.groups.iter().map(verdicts).collect();
    let failing = said.iter().filter(|verdicts| verdicts.must_fail());
    let failing: Vec<Verdict> = failing.flat_map(|verdicts| verdicts.verdicts()).collect();
    if said.iter().all(|verdicts| *verdicts == Expected::from(Accepted)) {
        own.verdicts = Accepted.into();
    } else if !failing.is_empty() {
        own.demands.push(ExpectationRule {
            about: None,
            permitted: Expected::among(&[&[Accepted, PartialScore], failing.as_slice()].concat()),
            required: Expected::among(&failing),
            score: None,
            message: None,
            time_bound: TimeBound::None,
            origin: "what is expected of its groups".to_owned(),
        });
    }
}

/// What is expected of a submission by names of cases, or in groups that are not there any more, is left out.
fn plain_expectation(kept: &mut KeptSubmission, groups: &[Group], package: &mut Package) {
    let own = &mut kept.expectation;
    let (of_some, of_all): (Vec<_>, Vec<_>) =
        std::mem::take(&mut own.demands).into_iter().partition(|rule| rule.about.is_some());
    own.demands = of_all;
    let stated = own.groups.len();
    own.groups.retain(|expected| groups.iter().any(|group| group.name == expected.group));
    let lacks_groups = own.groups.len() < stated;
    of_groups(own, groups);
    let accepted = Expected::from(Accepted);
    let is_accepted = of_some.iter().all(|rule| rule.permitted == accepted);
    if is_accepted && !of_some.is_empty() && of_some.len() >= groups.len() {
        own.verdicts = accepted;
    } else if !of_some.is_empty() || lacks_groups {
        let name = kept.path.file_name().map(|name| name.to_string_lossy().into_owned());
        package
            .lose(format!("what is expected of `{}` in single groups", name.unwrap_or_default()));
    }
}

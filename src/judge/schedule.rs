//! Which cases still have to run: pure. One [`Fold`] takes outcomes in any order and gives them back
//! in package order, with the cases that are not run among them, so that the number of workers cannot
//! be seen in what comes out.

use crate::problem::{Case, Expected, Grader, Group, OnFailure};
use crate::verdict::Verdict;

use super::grade::foresee;
use super::outcome::Outcome;

/// When to stop running the cases of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// At the first case that is not accepted.
    FirstFailure,
    /// Never: all cases run.
    Never,
    /// At the first case that was too slow.
    TooSlow,
    /// Once it is caught.
    Caught {
        /// So many cases were not accepted, samples aside.
        failures: usize,
        /// At least one case, of all, got one of these verdicts.
        by: Expected,
    },
}

/// Why a case is not run that could have been.
pub(super) const AN_EARLIER_OUTCOME: &str = "not run because of an earlier outcome";

/// Puts outcomes into package order and decides which cases of a submission are run.
#[derive(Debug)]
pub struct Fold<'a> {
    cases: &'a [Case],
    halt: Halt,
    groups: Vec<State<'a>>,
    /// For each case the groups that it stands in, the root first, as indices.
    around: Vec<Vec<usize>>,
    waiting: Vec<Option<Outcome>>,
    next: usize,
    /// The group in which a failure ended everything.
    ended_by: Option<usize>,
    secret_failures: usize,
    /// Whether a case got one of the verdicts that the end waits for.
    is_caught: bool,
    /// Cases from this index on do not count.
    end: usize,
    /// How often a group has come to a state in which cases are not run.
    turns: usize,
}

/// How a group fares.
#[derive(Debug)]
struct State<'a> {
    group: &'a Group,
    /// For each group that it needs, its index.
    needs: Vec<usize>,
    /// Whether one of its cases was not accepted, or not run.
    missed: bool,
    /// What ended the group, where a failure does.
    broken_by: Option<Child>,
    /// The last case in it, as an index.
    last: usize,
    /// The verdicts of what is in it, as far as they are known, where its own is made of them.
    known: Vec<(Child, Verdict)>,
}

impl State<'_> {
    /// Whether its verdict is made of those of its children, which count in the order of their names.
    fn folds_children(&self) -> bool {
        matches!(self.group.grader, Grader::Legacy(_) | Grader::Domjudge(_))
    }
}

/// What a group is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Child {
    Case(usize),
    Group(usize),
}

impl<'a> Fold<'a> {
    /// For these cases of the problem with these groups.
    pub fn new(root: &'a Group, cases: &'a [Case], halt: Halt) -> Self {
        let all = root.all();
        let index = |name: &str| all.iter().position(|group| group.name == name);
        let state = |group: &&'a Group| State {
            group,
            needs: group.needs.iter().filter_map(|need| index(need)).collect(),
            missed: false,
            broken_by: None,
            last: cases.iter().rposition(|case| group.holds(&case.group)).unwrap_or(0),
            known: Vec::new(),
        };
        let around = |case: &Case| {
            let held = all.iter().enumerate().filter(|(_, group)| group.holds(&case.group));
            held.map(|(index, _)| index).collect()
        };
        Self {
            cases,
            halt,
            groups: all.iter().map(state).collect(),
            around: cases.iter().map(around).collect(),
            waiting: std::iter::repeat_with(|| None).take(cases.len()).collect(),
            next: 0,
            ended_by: None,
            secret_failures: 0,
            is_caught: false,
            end: cases.len(),
            turns: 0,
        }
    }

    /// Takes the outcome of case `index` and returns those that are now settled, in package order.
    pub fn take(&mut self, index: usize, outcome: Outcome) -> Vec<Outcome> {
        self.waiting[index] = Some(outcome);
        let mut settled = Vec::new();
        while self.next < self.end {
            let ran = self.waiting[self.next].take();
            let why_not = self.why_not(self.next);
            let skipped = why_not.map(|why| Outcome::skipped(&self.cases[self.next], &why));
            let Some(outcome) = skipped.or(ran) else { break };
            self.note(&outcome);
            self.next += 1;
            if self.ends_with(&outcome) {
                self.end = self.next;
            }
            settled.push(outcome);
        }
        settled
    }

    /// Cases from this index on need not be run.
    pub fn end(&self) -> usize {
        self.end
    }

    /// How many cases are settled.
    pub fn settled(&self) -> usize {
        self.next
    }

    /// Whether case `index` still has to be run, as far as is known.
    pub fn wants(&self, index: usize) -> bool {
        (self.next..self.end).contains(&index) && self.why_not(index).is_none()
    }

    /// A number that grows whenever cases before the end may have become unwanted.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// Why the groups around a case, or one before it, do not let it run.
    fn why_not(&self, index: usize) -> Option<String> {
        if let Some(group) = self.ended_by {
            let name = &self.groups[group].group.name;
            return Some(format!(
                "not run because of a failure in `{name}`, which ends everything"
            ));
        }
        let around = &self.around[index];
        around.iter().enumerate().find_map(|(depth, &group)| {
            let state = &self.groups[group];
            if let Some(need) = state.needs.iter().find(|&&need| self.groups[need].missed) {
                let need = &self.groups[*need].group.name;
                return Some(format!("not run because group `{need}` was not accepted"));
            }
            let child = self.child(index, depth);
            let is_over = |by: &Child| {
                *by != child && (!state.folds_children() || self.comes_before(*by, child))
            };
            state.broken_by.filter(is_over).map(|_| AN_EARLIER_OUTCOME.to_owned())
        })
    }

    /// What of the group at this depth around a case the case belongs to.
    fn child(&self, index: usize, depth: usize) -> Child {
        self.around[index].get(depth + 1).map_or(Child::Case(index), |&group| Child::Group(group))
    }

    /// Whether one child of a group comes before another one where they are ordered by name: the cases
    /// of a group and the groups in it together. They are run in package order, where groups are last.
    fn comes_before(&self, left: Child, right: Child) -> bool {
        let name = |child| match child {
            Child::Case(index) => self.cases[index].name.as_str(),
            Child::Group(index) => &self.groups[index].group.name,
        };
        foresee::order(name(left), name(right)).is_lt()
    }

    /// Tells the groups around the next case how it fared, the innermost first.
    fn note(&mut self, outcome: &Outcome) {
        let mut known = Some(outcome.verdict).filter(|&verdict| verdict != Verdict::Skipped);
        for depth in (0..self.around[self.next].len()).rev() {
            let (child, group) = (self.child(self.next, depth), self.around[self.next][depth]);
            if self.groups[group].folds_children() {
                known = self.note_child(group, child, known);
            } else {
                known = None;
                self.note_outcome(group, child, outcome.verdict);
            }
        }
    }

    /// Notes the outcome of a case anywhere in a group of which no case may fail.
    fn note_outcome(&mut self, group: usize, child: Child, verdict: Verdict) {
        let state = &mut self.groups[group];
        let is_enough = verdict == Verdict::PartialScore && state.group.part_is_enough;
        if verdict == Verdict::Accepted || is_enough {
            return;
        }
        let failed = verdict != Verdict::PartialScore;
        let breaks =
            state.group.on_failure == OnFailure::Break && state.broken_by.is_none() && failed;
        // What was not run for other reasons ends nothing.
        let ends = state.group.on_failure == OnFailure::End
            && self.ended_by.is_none()
            && failed
            && verdict != Verdict::Skipped;
        self.turns += usize::from(breaks || ends || !state.missed);
        state.missed = true;
        if breaks {
            state.broken_by = Some(child);
        }
        if ends {
            self.ended_by = Some(group);
        }
    }

    /// Notes what a child of a group came to, as soon as that is known, and returns what the group
    /// itself comes to, once all its cases are settled. What only the fold can know does not end a
    /// group.
    fn note_child(
        &mut self,
        group: usize,
        child: Child,
        known: Option<Verdict>,
    ) -> Option<Verdict> {
        let state = &self.groups[group];
        let counts = match child {
            Child::Case(index) => foresee::counts_case(state.group, &self.cases[index].group),
            Child::Group(inner) => foresee::counts_group(state.group, self.groups[inner].group),
        };
        if let Some(verdict) = known.filter(|_| counts) {
            let is_first = state.broken_by.is_none_or(|by| self.comes_before(child, by));
            let breaks = foresee::breaks(state.group, verdict) && is_first;
            let state = &mut self.groups[group];
            state.known.push((child, verdict));
            if breaks {
                state.broken_by = Some(child);
                self.turns += 1;
            }
        }
        (self.next == self.groups[group].last).then(|| self.foresee(group)).flatten()
    }

    /// The verdict of a group all of whose cases are settled.
    fn foresee(&self, group: usize) -> Option<Verdict> {
        let State { group, broken_by, known, .. } = &self.groups[group];
        let counts = |(child, _): &&(Child, Verdict)| {
            broken_by.is_none_or(|by| *child == by || self.comes_before(*child, by))
        };
        let mut children: Vec<_> = known.iter().filter(counts).collect();
        children.sort_by(|left, right| {
            self.comes_before(right.0, left.0).cmp(&self.comes_before(left.0, right.0))
        });
        let verdicts: Vec<Verdict> = children.iter().map(|(_, verdict)| *verdict).collect();
        foresee::verdict(group, &verdicts)
    }

    fn ends_with(&mut self, outcome: &Outcome) -> bool {
        if outcome.failed() && !outcome.is_sample() {
            self.secret_failures += 1;
        }
        match self.halt {
            Halt::Never => false,
            // Where a failing case may be forgiven, the groups themselves say when to stop.
            Halt::FirstFailure => outcome.failed() && !self.groups[0].folds_children(),
            Halt::TooSlow => matches!(outcome.verdict, Verdict::TimeLimit | Verdict::IdleLimit),
            Halt::Caught { failures, by } => {
                self.is_caught |= by.permits(outcome.verdict);
                self.is_caught && self.secret_failures >= failures
            }
        }
    }
}

/// The outcomes of all these cases, which were run whatever came of them, as if they had been run under
/// the conditions of the groups.
pub(super) fn under_conditions(root: &Group, cases: &[Case], all: Vec<Outcome>) -> Vec<Outcome> {
    let mut fold = Fold::new(root, cases, Halt::Never);
    let mut settled = Vec::with_capacity(all.len());
    for (index, outcome) in all.into_iter().enumerate() {
        if fold.wants(index) {
            settled.extend(fold.take(index, outcome));
        }
    }
    settled
}

#[cfg(test)]
mod tests;

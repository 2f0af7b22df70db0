//! Which cases still have to run: pure. One [`Fold`] takes outcomes in any order and gives them back
//! in package order, with the cases that are not run among them, so that the number of workers cannot
//! be seen in what comes out.

use crate::problem::{Case, Group, OnFailure};
use crate::verdict::Verdict;

use super::outcome::Outcome;

/// When to stop running the cases of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// At the first case that is not accepted.
    FirstFailure,
    /// Never: all cases run.
    Never,
    /// After this many cases were not accepted, samples aside.
    SecretFailures(usize),
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
    secret_failures: usize,
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
            secret_failures: 0,
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

    /// Why the groups around a case do not let it run.
    fn why_not(&self, index: usize) -> Option<String> {
        let around = &self.around[index];
        around.iter().enumerate().find_map(|(depth, &group)| {
            let State { needs, broken_by, .. } = &self.groups[group];
            if let Some(need) = needs.iter().find(|&&need| self.groups[need].missed) {
                let need = &self.groups[*need].group.name;
                return Some(format!("not run because group `{need}` was not accepted"));
            }
            let child = self.child(index, depth);
            broken_by.filter(|by| *by != child).map(|_| AN_EARLIER_OUTCOME.to_owned())
        })
    }

    /// What of the group at this depth around a case the case belongs to.
    fn child(&self, index: usize, depth: usize) -> Child {
        self.around[index].get(depth + 1).map_or(Child::Case(index), |&group| Child::Group(group))
    }

    /// Tells the groups around the next case how it fared.
    fn note(&mut self, outcome: &Outcome) {
        if outcome.verdict == Verdict::Accepted {
            return;
        }
        for depth in 0..self.around[self.next].len() {
            let child = self.child(self.next, depth);
            let state = &mut self.groups[self.around[self.next][depth]];
            let breaks = state.group.on_failure == OnFailure::Break
                && state.broken_by.is_none()
                && outcome.verdict != Verdict::PartialScore;
            self.turns += usize::from(breaks || !state.missed);
            state.missed = true;
            if breaks {
                state.broken_by = Some(child);
            }
        }
    }

    fn ends_with(&mut self, outcome: &Outcome) -> bool {
        if outcome.failed() && !outcome.is_sample() {
            self.secret_failures += 1;
        }
        match self.halt {
            Halt::Never => false,
            Halt::FirstFailure => outcome.failed(),
            Halt::SecretFailures(enough) => self.secret_failures >= enough,
        }
    }
}

#[cfg(test)]
mod tests;

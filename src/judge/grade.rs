//! Folding outcomes into the grade of a submission: pure. One file for each party whose rules there
//! are.

use std::time::Duration;

use crate::problem::{Grader, Group};
use crate::score::Score;
use crate::verdict::Verdict;

use super::outcome::Outcome;

mod children;
mod domjudge;
mod excess;
pub(super) mod foresee;
mod legacy;
mod own;
mod partial;
mod result;
mod sinol;
mod subtasks;

pub use self::excess::Excess;
use self::result::Folded;
pub use self::result::{Ask, GroupGrade, GroupResult};

/// The grade of one submission: outcomes folded over groups, in package order.
#[derive(Debug, Clone, PartialEq)]
pub struct Grade {
    /// The verdict of the whole.
    pub verdict: Verdict,
    /// The score, for scored problems.
    pub score: Option<Score>,
    /// The slowest case's CPU time.
    pub max_cpu: Duration,
    /// The hungriest case's peak memory, in bytes.
    pub max_memory: u64,
    /// The best score that there is, where the package says.
    pub best: Option<Score>,
    /// The groups that count as one, each before those in it; none in problems without scores.
    pub groups: Vec<GroupGrade>,
    /// What else there is to say of how it came about, such as why the package could not grade it: a
    /// lower-case sentence each.
    pub notes: Vec<String>,
    /// Every case, in package order.
    pub outcomes: Vec<Outcome>,
}

impl Grade {
    /// Folds the outcomes of cases, given in package order, over the problem's groups, by the rules of
    /// its grader. Groups of which no case is given do not count. What a group's conditions keep from
    /// being run does not count even if it was run. No grader that is a program is asked: it counts as
    /// one that fails.
    pub fn fold(outcomes: Vec<Outcome>, root: &Group) -> Self {
        let refuse = |_: &[String], _: &[GroupResult]| {
            Err("its grader is a program and is not asked".to_owned())
        };
        Self::fold_with(outcomes, root, &refuse)
    }

    /// The same, where a grader that is a program is asked.
    pub fn fold_with(outcomes: Vec<Outcome>, root: &Group, ask: Ask<'_>) -> Self {
        let measured = || outcomes.iter().filter_map(|outcome| outcome.measured);
        let all: Vec<&Outcome> = outcomes.iter().collect();
        let Folded { verdict, score, best, groups, notes } = match &root.grader {
            Grader::Own => own::fold_all(root, &all),
            Grader::Partial => partial::fold_all(root, &all),
            Grader::Legacy(grader) => legacy::fold_all(root, grader, &all, ask),
            Grader::Domjudge(grader) => domjudge::fold_all(root, grader, &all),
            Grader::Subtasks(all_subtasks) => subtasks::fold_all(all_subtasks, &all),
            Grader::Sinol(grader) => sinol::fold_all(root, grader, &all),
        };
        Self {
            verdict,
            score,
            best,
            groups,
            notes,
            max_cpu: measured().map(|run| run.cpu).max().unwrap_or_default(),
            max_memory: measured().map(|run| run.memory).max().unwrap_or_default(),
            outcomes,
        }
    }

    /// The grade of a submission that did not build.
    pub fn compile_error() -> Self {
        Self::without_cases(Verdict::CompileError)
    }

    /// The grade of a submission that could not be judged at all.
    pub fn judge_error() -> Self {
        Self::without_cases(Verdict::JudgeError)
    }

    fn without_cases(verdict: Verdict) -> Self {
        let (max_cpu, max_memory) = (Duration::ZERO, 0);
        let (groups, notes, outcomes) = (Vec::new(), Vec::new(), Vec::new());
        Self { verdict, score: None, best: None, max_cpu, max_memory, groups, notes, outcomes }
    }

    /// The first case that was not accepted.
    pub fn first_failure(&self) -> Option<&Outcome> {
        self.outcomes
            .iter()
            .find(|outcome| outcome.verdict == self.verdict && outcome.failed())
            .or_else(|| self.outcomes.iter().find(|outcome| outcome.failed()))
    }

    /// What scored more than a full solution can by our own rules, one for each group at the most.
    /// Other formats have rules of their own against that.
    pub fn excess(&self, root: &Group) -> Vec<Excess> {
        let all: Vec<&Outcome> = self.outcomes.iter().collect();
        if root.grader == Grader::Own { own::excess(root, &all) } else { Vec::new() }
    }

    /// Cases, samples aside, that were not accepted: what catches a wrong submission. A failure of the jury
    /// catches nothing.
    pub fn caught_by(&self) -> impl Iterator<Item = &Outcome> {
        let is_caught = |outcome: &&Outcome| {
            outcome.failed() && outcome.verdict != Verdict::JudgeError && !outcome.is_sample()
        };
        self.outcomes.iter().filter(is_caught)
    }
}

#[cfg(test)]
mod tests;

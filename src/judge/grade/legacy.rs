//! The rules of `legacy` and of its drafts: graders fold the results of what is in a group, from the
//! leaves up (legacy, "Graders" and "Default Grader Specification"). Scores are exact here from end to
//! end; the reference tool hands them from group to group with six decimals.

use crate::problem::{Grader, Group, LegacyGrader, ScoreMode, VerdictMode};
use crate::score::Score;
use crate::verdict::Verdict;

use super::super::outcome::Outcome;
use super::children::{Child, breaks, children, first_failure, is_accepted};
use super::result::{Ask, Folded, GroupGrade, GroupResult};

/// Kinds of failure, the worst first. The format has no words for some verdicts of ours: they stand
/// with those that its tools would give.
const WORST_FIRST: [&[Verdict]; 7] = [
    &[Verdict::JudgeError],
    &[Verdict::RunTimeError, Verdict::SecurityViolation],
    &[Verdict::MemoryLimit],
    &[Verdict::TimeLimit, Verdict::IdleLimit],
    &[Verdict::OutputLimit],
    &[Verdict::WrongAnswer],
    &[Verdict::OutputFormat],
];

/// The result of the whole problem. A submission that is not accepted has no score ("for
/// non-accepted verdicts the score is ignored"), though in groups such scores count.
pub(super) fn fold_all(
    root: &Group,
    grader: &LegacyGrader,
    outcomes: &[&Outcome],
    ask: Ask<'_>,
) -> Folded {
    let mut tree = Tree { ask, is_scored: root.is_scored(), groups: Vec::new(), notes: Vec::new() };
    let result = tree.result(root, grader, outcomes);
    let Tree { is_scored, groups, mut notes, .. } = tree;
    let (least, greatest) = &grader.range;
    let best = if grader.lower_is_better { least } else { greatest };
    let best = best.clone().filter(|_| is_scored);
    let Some((verdict, mut score)) = result else {
        // Nothing was run.
        let verdict = first_failure(outcomes);
        return Folded { verdict, score: None, best, groups, notes };
    };
    if is_scored && !is_accepted(verdict) && score != Score::zero() {
        notes.push(format!(
            "the groups give {score}, but the submission is not accepted and scores 0"
        ));
        score = Score::zero();
    }
    Folded { verdict, score: is_scored.then_some(score), best, groups, notes }
}

/// The verdict of a group whose children came to these, in order: what the default grader says. `None`
/// where there are no children, or where a program grades.
pub(super) fn foreseen(grader: &LegacyGrader, children: &[Verdict]) -> Option<Verdict> {
    if children.is_empty() || grader.custom.is_some() {
        return None;
    }
    if children.contains(&Verdict::JudgeError) {
        return Some(Verdict::JudgeError);
    }
    let verdict = counted(grader, children).map(|children| verdict(grader, children));
    Some(verdict.unwrap_or(Verdict::JudgeError))
}

/// The tree of groups, while it is folded.
struct Tree<'a> {
    ask: Ask<'a>,
    is_scored: bool,
    groups: Vec<GroupGrade>,
    notes: Vec<String>,
}

impl Tree<'_> {
    /// The result of a group; `None` where nothing in it was run.
    fn result(
        &mut self,
        group: &Group,
        grader: &LegacyGrader,
        outcomes: &[&Outcome],
    ) -> Option<GroupResult> {
        let mut results = Vec::new();
        let mut is_over = false;
        for child in children(group, outcomes) {
            let result = match child {
                Child::Case(outcome) => case(grader, outcome).filter(|_| !is_over),
                Child::Group(inner, _) if is_over => {
                    self.leave_out(inner);
                    None
                }
                Child::Group(inner, held) => self.inner(inner, grader, &held),
            };
            if let Some(result) = result {
                is_over = breaks(group, result.0);
                results.push(result);
            }
        }
        (!results.is_empty()).then(|| self.graded(group, grader, &results))
    }

    /// The result of a group within another one, which is listed.
    fn inner(
        &mut self,
        group: &Group,
        around: &LegacyGrader,
        outcomes: &[&Outcome],
    ) -> Option<GroupResult> {
        let grader = if let Grader::Legacy(own) = &group.grader { own } else { around };
        let place = self.groups.len();
        let result = self.result(group, grader, outcomes);
        let listed = result.clone().unwrap_or_else(|| (Verdict::Skipped, Score::zero()));
        self.list(place, group, listed);
        result
    }

    /// Lists groups that do not count any more.
    fn leave_out(&mut self, group: &Group) {
        for group in group.all() {
            self.list(self.groups.len(), group, (Verdict::Skipped, Score::zero()));
        }
    }

    fn list(&mut self, place: usize, group: &Group, (verdict, score): GroupResult) {
        if !self.is_scored {
            return;
        }
        let greatest = match &group.grader {
            Grader::Legacy(grader) => grader.range.1.clone(),
            Grader::Own
            | Grader::Partial
            | Grader::Domjudge(_)
            | Grader::Subtasks(_)
            | Grader::Sinol(_) => None,
        };
        let worth = group.worth.clone().or(greatest);
        self.groups.insert(place, GroupGrade { name: group.name.clone(), verdict, score, worth });
    }

    /// What the group's grader makes of the results in it. A grader that fails, and a score outside of
    /// the range, are the package's errors and not the submission's.
    fn graded(
        &mut self,
        group: &Group,
        grader: &LegacyGrader,
        results: &[GroupResult],
    ) -> GroupResult {
        let judge_error = (Verdict::JudgeError, Score::zero());
        if results.iter().any(|(verdict, _)| *verdict == Verdict::JudgeError) {
            return judge_error;
        }
        let folded = match &grader.custom {
            Some(flags) => (self.ask)(flags, results),
            None => by_default(grader, results),
        };
        let wrong = match folded {
            Ok((verdict, score)) => match self.out_of_range(grader, &score) {
                None => return (verdict, score),
                Some(wrong) => wrong + self.without_samples(group, grader, results),
            },
            Err(wrong) => wrong,
        };
        let name = if group.name.is_empty() { "the root group" } else { &group.name };
        self.notes.push(format!("{name}: {wrong}"));
        judge_error
    }

    fn out_of_range(&self, grader: &LegacyGrader, score: &Score) -> Option<String> {
        let (least, greatest) = &grader.range;
        let is_below = least.as_ref().is_some_and(|least| score < least);
        let is_above = greatest.as_ref().is_some_and(|greatest| score > greatest);
        if !self.is_scored || !(is_below || is_above) {
            return None;
        }
        let bound = |bound: &Option<Score>, none| {
            bound.as_ref().map_or_else(|| String::from(none), Score::to_string)
        };
        let (least, greatest) = (bound(least, "-inf"), bound(greatest, "+inf"));
        Some(format!("its score {score} is outside its `range`, {least} to {greatest}"))
    }

    /// What to do about a root group whose score is out of range with the samples, and not without them.
    fn without_samples(
        &self,
        group: &Group,
        grader: &LegacyGrader,
        results: &[GroupResult],
    ) -> &'static str {
        let [_, (_, secret)] = results else { return "" };
        let has_samples = group.groups.iter().any(|inner| inner.name == "sample");
        let mends = || self.out_of_range(grader, secret).is_none();
        if has_samples && grader.custom.is_none() && mends() {
            ": the samples count too; `grader_flags: ignore_sample` in `data/testdata.yaml` leaves them out"
        } else {
            ""
        }
    }
}

/// The result of a case; `None` where it was not run.
fn case(grader: &LegacyGrader, outcome: &Outcome) -> Option<GroupResult> {
    let verdict = outcome.verdict;
    let usual = if is_accepted(verdict) { &grader.accept_score } else { &grader.reject_score };
    let score = outcome.score.as_ref().unwrap_or(usual).clone();
    (verdict != Verdict::Skipped).then_some((verdict, score))
}

/// The default grader.
fn by_default(grader: &LegacyGrader, results: &[GroupResult]) -> Result<GroupResult, String> {
    let results = counted(grader, results)?;
    let verdicts: Vec<Verdict> = results.iter().map(|(verdict, _)| *verdict).collect();
    let scores = || results.iter().map(|(_, score)| score);
    let score = match grader.scores {
        ScoreMode::Sum => Some(Score::sum(scores())),
        ScoreMode::Average => Score::mean(scores()),
        ScoreMode::Min => scores().min().cloned(),
        ScoreMode::Max => scores().max().cloned(),
    };
    Ok((verdict(grader, &verdicts), score.unwrap_or_else(Score::zero)))
}

/// The results that count.
fn counted<'a, T>(grader: &LegacyGrader, results: &'a [T]) -> Result<&'a [T], String> {
    match results {
        _ if !grader.ignores_sample => Ok(results),
        [last] | [_, last] => Ok(std::slice::from_ref(last)),
        _ => Err(format!(
            "`ignore_sample` needs one or two results, found {}: groups inherit it, so \
             `data/secret/testdata.yaml` needs its own `grader_flags`, such as `sum`",
            results.len()
        )),
    }
}

fn verdict(grader: &LegacyGrader, verdicts: &[Verdict]) -> Verdict {
    let first = || verdicts.iter().find(|verdict| !is_accepted(**verdict));
    let worst = || {
        let of = |kind: &&[Verdict]| verdicts.iter().find(|verdict| kind.contains(verdict));
        WORST_FIRST.iter().find_map(of).or_else(first)
    };
    if grader.any_accepted && verdicts.iter().any(|&verdict| is_accepted(verdict)) {
        return Verdict::Accepted;
    }
    let failure = match grader.verdicts {
        VerdictMode::WorstError => worst(),
        VerdictMode::FirstError => first(),
        VerdictMode::AlwaysAccept => None,
    };
    failure.copied().unwrap_or(Verdict::Accepted)
}

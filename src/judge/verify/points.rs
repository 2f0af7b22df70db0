//! Proving what scored problems give points for: nothing scores more than a full solution, and the samples
//! give no points unless the package says that they do.

use crate::problem::{Case, Grader, Problem, Scoring, TimePlace};
use crate::score::Score;
use crate::verdict::Verdict;

use super::super::outcome::outcome;
use super::super::proof::Severity;
use super::super::{Grade, Outcome};
use super::Prover;

impl Prover<'_> {
    /// No case and no group scores more than a full solution; each group is named once, whatever the
    /// submission.
    pub(super) fn excess(&mut self, submission: &str, grade: &Grade) {
        let is_program =
            self.problem.interactor.is_some() || !self.problem.checker.programs().is_empty();
        for excess in grade.excess(self.root) {
            // The shipped checkers compare with the reference, which may be beaten.
            if !(is_program || excess.is_lost) || !self.in_excess.insert(excess.group.clone()) {
                continue;
            }
            let is_error = is_program && excess.is_lost;
            let severity = if is_error { Severity::Error } else { Severity::Warning };
            // Other formats have no such key.
            let is_ours = self.problem.time_place == TimePlace::Toml;
            let advice = match (is_program && is_ours, self.problem.interactor.is_some()) {
                (false, _) => "",
                (_, false) => ": set `full` in `[checker]` to the points of a full solution",
                (_, true) => ": set `full` in `[interactor]` to the points of a full solution",
            };
            let message = format!("{submission} {}{advice}", excess.fault());
            self.proof.add(severity, excess.part, message);
        }
    }

    /// Warns of samples that give points without a word of the package on it.
    pub(super) fn sample_points(&mut self) {
        if let Some((samples, all)) = sample_points(self.problem) {
            let message = format!(
                "the samples give {samples} of {all} points: `worth = 0` in a `[[group]]` named \
                 `sample` takes them out"
            );
            self.proof.warn("sample", message);
        }
    }
}

/// The points of the samples and of all cases, where scores are added up, samples give some, and no group
/// says that they do.
fn sample_points(problem: &Problem) -> Option<(Score, Score)> {
    let root = &problem.root;
    if root.grader != Grader::Own || root.scoring != Some(Scoring::Sum) {
        return None;
    }
    let solved = |case: &Case| {
        let full = case.full(root).clone();
        outcome(case, Verdict::Accepted, None, Some(full), String::new())
    };
    let is_said = |case: &Case| root.innermost(&case.group).worth.is_some();
    let samples = problem.cases.iter().filter(|case| case.is_sample() && !is_said(case));
    let best = |outcomes: Vec<Outcome>| Grade::fold(outcomes, root).best;
    let some = best(samples.map(solved).collect()).filter(|some| *some > Score::zero())?;
    Some((some, best(problem.cases.iter().map(solved).collect())?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::problem::load::load;

    /// The points of the samples and of all cases, where something is to be said of them, in a package with these
    /// settings and two secret cases.
    #[track_caller]
    fn case(settings: &str, samples: usize, expected: Option<(u64, u64)>) {
        let place = tempfile::tempdir().unwrap();
        let data = place.path().join("p/data");
        fs::create_dir_all(data.join("sample")).unwrap();
        fs::create_dir_all(data.join("secret")).unwrap();
        fs::write(place.path().join("p/problem.toml"), format!("name = 'P'\n{settings}")).unwrap();
        let samples = (0..samples).map(|number| format!("sample/{number}"));
        for name in samples.chain(["secret/1".into(), "secret/2".into()]) {
            fs::write(data.join(format!("{name}.in")), &name).unwrap();
            fs::write(data.join(format!("{name}.ans")), &name).unwrap();
        }
        let problem = load(&place.path().join("p")).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let points = |points| Score::ratio(points, 1).unwrap();
        let expected = expected.map(|(samples, all)| (points(samples), points(all)));
        assert_eq!(sample_points(&problem), expected, "{settings}");
    }

    #[test]
    fn samples_that_give_points_are_told_where_no_group_says_so() {
        let sum = "[scoring]\nkind = 'sum'\n";
        let group = |name: &str, worth: u64| {
            format!("{sum}[[group]]\nname = '{name}'\nworth = {worth}\nscoring = 'sum'\n")
        };
        case(sum, 1, Some((1, 3)));
        case(sum, 3, Some((3, 5)));
        case(sum, 0, None);
        case(&group("secret", 40), 2, Some((2, 42)));
        for worth in [0, 5] {
            case(&group("sample", worth), 2, None);
        }
        for kind in ["mean", "min", "pass-fail"] {
            case(&format!("[scoring]\nkind = '{kind}'\n"), 1, None);
        }
        case("", 1, None);
    }
}

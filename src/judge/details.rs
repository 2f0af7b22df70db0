//! What a page shows of a case beyond a failure: a drawing, the reference's score. Drawings are
//! asked for only where a report is kept, for they cost time on every case.

use jury_checkers::Files;

use crate::checker::{Checker, Drawer, Terms, drawer};
use crate::problem::{CheckerChoice, Problem};

use super::evidence::Evidence;

/// What there is to show of a problem's cases.
#[derive(Debug, Clone, Default)]
pub struct Details {
    drawer: Option<Drawer>,
    /// Whether the jury's answers are outputs of the reference, with scores of their own.
    reference_scores: bool,
    /// Whether a dialogue that ended well is shown too.
    pub(super) dialogues: bool,
}

impl Details {
    /// What there is for this problem.
    pub fn of(problem: &Problem, needs_answer: bool) -> Self {
        let shipped = match &problem.checker {
            CheckerChoice::Shipped { name, options } => Some((name, options)),
            CheckerChoice::Default { .. } | CheckerChoice::Programs(_) => None,
        };
        Self {
            drawer: shipped.and_then(|(name, options)| drawer(name, options)),
            reference_scores: shipped.is_some() && !needs_answer && problem.root.is_scored(),
            dialogues: false,
        }
    }

    /// Which kinds of details there are.
    pub(super) fn kinds(&self) -> [bool; 3] {
        [self.drawer.is_some(), self.reference_scores, self.dialogues]
    }

    /// Nothing but dialogues.
    pub(super) fn dialogues() -> Self {
        Self { dialogues: true, ..Self::default() }
    }

    /// The scores of the reference alone; `None` where it has none.
    pub fn scores_of(problem: &Problem, needs_answer: bool) -> Option<Self> {
        let all = Self::of(problem, needs_answer);
        all.reference_scores.then_some(Self { drawer: None, ..all })
    }

    /// Adds them to the evidence of one case.
    pub(super) fn add(&self, evidence: &mut Evidence, checker: &dyn Checker, files: &Files<'_>) {
        evidence.drawing = self.drawer.as_ref().and_then(|drawer| drawer.draw(files));
        evidence.reference_score =
            files.answer.filter(|_| self.reference_scores).and_then(|output| {
                checker.check(&Files { output, ..*files }, &Terms::default()).ok()?.score
            });
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::problem::Scoring;
    use crate::problem::load::load;

    #[test]
    fn boards_are_drawn_of_shipped_problems_and_references_score_where_scores_count() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/eastern-draughts");
        let mut problem = load(&folder).unwrap();
        let told = |problem: &Problem, needs_answer| {
            let has_scores = Details::scores_of(problem, needs_answer);
            let scores_alone = has_scores.map(|scores| scores.kinds());
            (Details::of(problem, needs_answer).kinds(), scores_alone)
        };
        assert_eq!(told(&problem, false), ([true, true, false], Some([false, true, false])));
        // An answer that outputs are compared with has no score of its own.
        assert_eq!(told(&problem, true), ([true, false, false], None));
        problem.root.scoring = Some(Scoring::PassFail);
        assert_eq!(told(&problem, false), ([true, false, false], None));
        problem.root.scoring = Some(Scoring::Sum);
        problem.checker = CheckerChoice::Programs(Vec::new());
        assert_eq!(told(&problem, false), ([false, false, false], None));
        assert_eq!(Details::dialogues().kinds(), [false, false, true]);
    }

    #[test]
    fn the_score_of_the_reference_is_that_of_the_answer_whatever_the_output() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/eastern-draughts");
        let problem = load(&folder).unwrap();
        let CheckerChoice::Shipped { name, options } = &problem.checker else {
            panic!("it is shipped")
        };
        let checker = crate::checker::checker(name, options).unwrap();
        let read = |ending: &str| {
            std::fs::read(folder.join("data/sample/2").with_extension(ending)).unwrap()
        };
        let (input, answer) = (read("in"), read("ans"));
        let (input, answer) = (input.as_slice(), answer.as_slice());
        let own = Files { input, output: answer, answer: None };
        let score = checker.check(&own, &Terms::default()).unwrap().score;
        assert!(score.is_some());
        let told = |details: &Details, answer| {
            let files = Files { input, output: b"no\n", answer };
            let mut evidence = Evidence::collect(None, &files, b"");
            details.add(&mut evidence, checker.as_ref(), &files);
            evidence.reference_score
        };
        let details = Details::of(&problem, false);
        assert_eq!(told(&details, Some(answer)), score);
        assert_eq!(told(&details, None), None);
        assert_eq!(told(&Details::dialogues(), Some(answer)), None);
    }
}

//! Proving the files of cases: inputs are valid and differ from each other, and answers are accepted.

use std::collections::{HashMap, HashSet};

use crate::pool;
use crate::problem::Case;

use super::super::JudgeFailure;
use super::super::form::{Answers, oddities};
use super::super::look::{Look, Looked};
use super::super::proof::Severity;
use super::Prover;
use super::order::out_of_natural_order;

impl Prover<'_> {
    /// Inputs are valid and differ from each other; the checker accepts every answer. A file that is
    /// linked to from several groups is looked at once.
    pub(super) fn files(&mut self, look: &Look<'_>) -> Result<(), JudgeFailure> {
        (self.step)("inputs and answers");
        let root = &self.problem.root;
        let mut seen = HashSet::new();
        let mut cases: Vec<&Case> = Vec::new();
        for case in &self.problem.cases {
            let arguments = (case.validator_arguments(root), case.checker_arguments(root));
            if seen.insert((&case.input, &case.answer, arguments)) {
                cases.push(case);
            }
        }
        let looked =
            pool::map(self.tools.workers, &cases, || (), |(): &mut (), case| look.at(case))?;
        let mut twins: HashMap<(blake3::Hash, &str), &str> = HashMap::new();
        let mut is_broken = false;
        let mut forms = Vec::new();
        for (case, Looked { input, invalid, refusal, form }) in cases.into_iter().zip(looked) {
            forms.push((case, form));
            match invalid {
                // It fails on every case that is tried.
                Some((subject, why)) if subject.is_empty() => {
                    if !is_broken {
                        self.proof.find(&case.name, why);
                    }
                    is_broken = true;
                }
                Some((subject, message)) => self.proof.find(subject, message),
                None => {}
            }
            // Groups of the family share cases on purpose.
            let own = !self.is_foreign();
            let place = if own { "" } else { case.group.as_str() };
            if let Some(twin) = twins.insert((input, place), &case.name) {
                let message = format!("has the same input as {twin}");
                self.proof.add(
                    if own { Severity::Error } else { Severity::Warning },
                    &case.name,
                    message,
                );
            }
            if let Some(why) = refusal {
                // An answer of the family may be something else than an answer, but not in a sample.
                let grave = own || case.is_sample();
                let severity = if grave { Severity::Error } else { Severity::Warning };
                self.proof.add(severity, &case.name, why);
            }
        }
        if self.is_foreign() {
            let answers = match (look.answers, self.parts.needs_answer) {
                (false, _) => Answers::NoOutputs,
                (true, true) => Answers::Compared,
                (true, false) => Answers::Read,
            };
            self.proof.findings.extend(oddities(&forms, answers));
            self.group_order();
        }
        Ok(())
    }

    /// Groups stand in byte order, which people may not expect of numbers in their names.
    fn group_order(&mut self) {
        let groups = self.problem.cases.iter().map(|case| case.group.as_str());
        if let Some((first, second)) = out_of_natural_order(groups) {
            let message = format!("is judged before {second}: groups stand in byte order");
            self.proof.warn(first, message);
        }
    }
}

//! Proving the files of cases: inputs are valid and differ from each other, and answers are accepted.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::pool;
use crate::problem::{Case, Problem, TestKind, ValidatorTest};

use super::super::JudgeFailure;
use super::super::file_check::{CheckedFiles, FileCheck, InvalidInput};
use super::super::form::{Answers, Form, oddities};
use super::super::proof::{FindingPlace, Severity};
use super::order::out_of_natural_order;
use super::{Prover, Step};

impl<'a> Prover<'a> {
    /// Inputs are valid and differ from each other; the checker accepts every answer.
    pub(super) fn files(&mut self, look: &FileCheck<'_>) -> Result<(), JudgeFailure> {
        (self.step)(Step::Doing("inputs and answers"));
        let cases = self.distinct();
        let looked =
            pool::map(self.tools.workers, &cases, || (), |(): &mut (), case| look.at(case))?;
        let mut twins = HashMap::new();
        let mut is_broken = false;
        let mut forms = Vec::new();
        for (case, CheckedFiles { input, invalid, refusal, form, unlike }) in
            cases.into_iter().zip(looked)
        {
            forms.push((case, form));
            for what in unlike {
                let message =
                    format!("its {what} does not have the digest that the package states");
                self.proof.find(&case.name, message);
            }
            match invalid {
                // It fails on every case that is tried.
                Some(InvalidInput { at: None, message }) => {
                    if !is_broken {
                        self.proof.find(&case.name, message);
                    }
                    is_broken = true;
                }
                Some(InvalidInput { at: Some(at), message }) => {
                    self.invalid_input(case, at, message);
                }
                None => {}
            }
            // Groups of another judge's packages share cases on purpose, and generators make some twice.
            let place = if self.is_foreign() { case.group.as_str() } else { "" };
            if let Some(twin) = twins.insert((input, place), &case.name) {
                let severity = if self.is_foreign() { Severity::Warning } else { Severity::Error };
                let message = format!("has the same input as {twin}");
                let place = self.place_of(&case.input, "same input");
                self.proof.add_at(place, severity, &case.name, message);
            }
            if let Some(why) = refusal {
                let answer = case.answer.as_deref().unwrap_or(&case.input);
                let place = self.place_of(answer, "answer not accepted");
                self.proof.add_at(place, self.of_refusal(case), &case.name, why);
            }
        }
        if self.problem.is_kattis() {
            self.forms(look, &forms);
        }
        Ok(())
    }

    /// An input that is not valid, with its path below the problem.
    fn invalid_input(&mut self, case: &Case, (line, column): (usize, usize), message: String) {
        // What was made for judging has no path in the package.
        let below = self.problem.place_of(&case.input).filter(|below| below.is_relative());
        let below = below.unwrap_or_else(|| case.name.clone().into());
        let known = [line, column].into_iter().take_while(|&number| number > 0);
        let subject = known
            .fold(below.display().to_string(), |subject, number| format!("{subject}:{number}"));
        let place = self.place_of(&case.input, "invalid input");
        let place = FindingPlace { line: (line > 0).then_some(line), ..place };
        self.proof.add_at(place, Severity::Error, subject, message);
    }

    /// A file of a case, in the package if it stands there.
    fn place_of(&self, file: &Path, title: &'static str) -> FindingPlace {
        let below = self.problem.place_of(file).unwrap_or_else(|| file.to_owned());
        FindingPlace { file: self.problem.folder.join(below), line: None, title: title.into() }
    }

    /// The cases, but a file that is linked to from several groups once.
    fn distinct(&self) -> Vec<&'a Case> {
        let Problem { root, cases, .. } = self.problem;
        let mut seen = HashSet::new();
        let mut distinct = Vec::new();
        for case in cases {
            let arguments = (case.validator_terms(root), case.checker_arguments(root));
            if seen.insert((&case.input, &case.answer, arguments)) {
                distinct.push(case);
            }
        }
        distinct
    }

    /// How grave it is that the checker refuses an answer. One of the Kattis family may be something else than
    /// an answer, but not where the statement shows it: in a sample without another output to show.
    fn of_refusal(&self, case: &Case) -> Severity {
        let is_other = |test: &ValidatorTest| {
            test.kind == TestKind::ShownOutput && test.case.name == case.name
        };
        let is_shown = case.is_sample() && !self.problem.validator_tests.iter().any(is_other);
        if is_shown || !self.problem.is_kattis() { Severity::Error } else { Severity::Warning }
    }

    /// What is odd in the form of files, and in the order of groups.
    fn forms(&mut self, look: &FileCheck<'_>, forms: &[(&Case, Form)]) {
        let answers = match (look.answers, self.parts.needs_answer) {
            (false, _) => Answers::NoOutputs,
            (true, true) => Answers::Compared,
            (true, false) => Answers::Read,
        };
        self.proof.findings.extend(oddities(forms, answers));
        self.group_order();
    }

    /// Groups stand in byte order, which people may not expect of numbers in their names.
    fn group_order(&mut self) {
        let groups = self.problem.cases.iter().map(|case| case.group.as_str());
        if let Some((first, second)) = out_of_natural_order(groups) {
            let message = format!("is judged before {second}: groups are sorted in byte order");
            self.proof.warn(first, message);
        }
    }
}

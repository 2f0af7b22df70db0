//! Proving that validators which are programs are strict: they reject junk, and outputs of any kind do
//! not break them. A few runs on a few cases, always the same ones.

use std::path::Path;

use jury_checkers::{Files, Opinion};

use crate::checker::{PartFailure, Terms};
use crate::digest::Digest;
use crate::pool::{self, PoolError};
use crate::problem::{Case, Part, Problem, ValidatorChoice, ValidatorTerms};

use super::super::JudgeFailure;
use super::super::checks;
use super::super::file_check::FileCheck;
use super::super::set_aside::read;
use super::junk::{self, CHANGES, Change, Junk, SHORT};
use super::{Prover, Step};

/// What explanations call all that is tried.
const JUNK: &str = "junk";

/// Cases on which something is tried.
const CASES: usize = 3;

/// Cases among which those are sought that a change changes.
const SOUGHT: usize = 20;

/// Bytes of the files of a case on which something is tried.
const LARGEST: u64 = 1 << 20;

/// A case with its files.
struct Known<'a> {
    case: &'a Case,
    input: Vec<u8>,
    answer: Vec<u8>,
}

/// Something that a validator should reject, of the kind of this number.
struct Attempt<'a> {
    kind: usize,
    text: Vec<u8>,
    terms: ValidatorTerms<'a>,
}

/// Why trying outputs ended before the last one.
enum Ended {
    /// The checker broke on an output of this case; how.
    Broke(String, String),
    Failed(JudgeFailure),
}

impl From<PoolError> for Ended {
    fn from(error: PoolError) -> Self {
        Self::Failed(error.into())
    }
}

impl Prover<'_> {
    /// Validators reject junk, and the checker breaks on no output.
    pub(super) fn strictness(&mut self, look: &FileCheck<'_>) -> Result<(), JudgeFailure> {
        let programs = matches!(self.problem.validator, Some(ValidatorChoice::Programs(_)));
        let inputs = programs && !look.is_broken();
        let checker = self.problem.checker.programs().first().filter(|_| look.answers);
        if !inputs && checker.is_none() {
            return Ok(());
        }
        (self.step)(Step::Doing("junk"));
        let known = known(self.problem)?;
        let files = of_all(look, &known, inputs);
        if look.checks.is_some_and(|checks| checks.is_known(JUNK, &files)) {
            return Ok(());
        }
        let before = self.proof.findings.len();
        if inputs {
            self.input_junk(look, &known)?;
        }
        if let Some(checker) = checker {
            let known = &known[..known.len().min(CASES)];
            self.output_junk(look, checker, known)?;
            self.short_outputs(look, known)?;
        }
        if let Some(checks) = look.checks.filter(|_| self.proof.findings.len() == before) {
            checks.found_nothing(JUNK, &files);
        }
        Ok(())
    }

    /// A validator rejects junk of each kind, and inputs of the package that are changed in each way.
    fn input_junk(
        &mut self,
        look: &FileCheck<'_>,
        known: &[Known<'_>],
    ) -> Result<(), JudgeFailure> {
        let (kinds, attempts) = inputs(look, known);
        let rejects =
            |(): &mut (), attempt: &Attempt<'_>| look.rejects(&attempt.text, attempt.terms);
        let rejected = pool::map(self.tools.workers, &attempts, || (), rejects)?;
        for (kind, what) in kinds.iter().enumerate() {
            let mut tried = attempts.iter().zip(&rejected).filter(|(one, _)| one.kind == kind);
            let was_tried = tried.clone().next().is_some();
            if was_tried && tried.all(|(_, rejected)| *rejected == Some(false)) {
                self.proof.warn("input validators", format!("none rejects {what}"));
            }
        }
        Ok(())
    }

    /// The checker rejects each kind of junk in place of the output of some case.
    fn output_junk(
        &mut self,
        look: &FileCheck<'_>,
        checker: &Part,
        known: &[Known<'_>],
    ) -> Result<(), JudgeFailure> {
        let is_accepted_everywhere = |(): &mut (), junk: &Junk| {
            for known in known {
                match check(look, known, &junk.text) {
                    Ok(opinion) if is_accepted(opinion) => {}
                    Ok(_) | Err(PartFailure::Setter(_)) => return Ok(false),
                    Err(PartFailure::Sandbox(error)) => return Err(JudgeFailure::from(error)),
                }
            }
            Ok(!known.is_empty())
        };
        let junk = junk::all();
        let accepted = pool::map(self.tools.workers, &junk, || (), is_accepted_everywhere)?;
        for (Junk { what, .. }, _) in junk.iter().zip(accepted).filter(|(_, accepted)| *accepted) {
            self.proof
                .warn(&checker.name, format!("accepts {what} as the output of every case tried"));
        }
        Ok(())
    }

    /// The checker decides on short outputs, whatever it decides. Told is the first on which it does not.
    fn short_outputs(
        &mut self,
        look: &FileCheck<'_>,
        known: &[Known<'_>],
    ) -> Result<(), JudgeFailure> {
        let pairs = known.iter().flat_map(|known| SHORT.iter().map(move |text| (known, *text)));
        let pairs: Vec<(&Known<'_>, &[u8])> = pairs.collect();
        let decide = |(): &mut (), &(known, text): &(&Known<'_>, &[u8])| {
            check(look, known, text).map(drop).map_err(|failure| match failure {
                PartFailure::Setter(why) => {
                    let text = text.escape_ascii();
                    let message = format!("with the output `{text}`: {why}");
                    Ended::Broke(known.case.name.clone(), message)
                }
                PartFailure::Sandbox(error) => Ended::Failed(error.into()),
            })
        };
        match pool::map(self.tools.workers, &pairs, || (), decide) {
            Ok(_) => Ok(()),
            Err(Ended::Failed(failure)) => Err(failure),
            Err(Ended::Broke(case, why)) => {
                self.proof.warn(case, why);
                Ok(())
            }
        }
    }
}

/// What all that is tried is made of.
fn of_all(look: &FileCheck<'_>, known: &[Known<'_>], inputs: bool) -> Digest {
    let mut all = Digest::default();
    all.field("inputs", [u8::from(inputs)]);
    for Known { case, input, answer } in known {
        let files = checks::of_case(look.root, case, input, Some(answer));
        all.field("case", files.to_bytes());
    }
    all
}

/// The first cases that are small, with their files.
fn known(problem: &Problem) -> Result<Vec<Known<'_>>, JudgeFailure> {
    let size = |path: &Path| path.metadata().map_or(u64::MAX, |state| state.len());
    let is_small = |case: &&Case| {
        let mut files = [Some(&case.input), case.answer.as_ref()].into_iter().flatten();
        files.all(|path| size(path) <= LARGEST)
    };
    let mut cases = Vec::new();
    for case in problem.cases.iter().filter(is_small).take(SOUGHT) {
        let answer = case.answer.as_deref().map(read).transpose()?.unwrap_or_default();
        cases.push(Known { case, input: read(&case.input)?, answer });
    }
    Ok(cases)
}

/// What input validators should reject, and what each kind of it is. What is an input of the package all
/// the same is left out.
fn inputs<'a>(look: &FileCheck<'a>, known: &[Known<'a>]) -> (Vec<String>, Vec<Attempt<'a>>) {
    let (mut kinds, mut attempts) = (Vec::new(), Vec::new());
    let is_known = |text: &[u8]| known.iter().any(|known| known.input == text);
    let terms = |known: &Known<'a>| known.case.validator_terms(look.root);
    let usual = known.first().map_or(ValidatorTerms::NONE, terms);
    for Junk { what, text } in junk::all() {
        if !is_known(&text) {
            attempts.push(Attempt { kind: kinds.len(), text, terms: usual });
        }
        kinds.push(what.to_owned());
    }
    for Change { what, of } in CHANGES {
        let changed = known.iter().map(|known| ((of)(&known.input), terms(known)));
        for (text, terms) in changed.filter(|(text, _)| !is_known(text)).take(CASES) {
            attempts.push(Attempt { kind: kinds.len(), text, terms });
        }
        kinds.push(format!("inputs of the package with {what}"));
    }
    (kinds, attempts)
}

/// What the checker says of an output of a case.
fn check(look: &FileCheck<'_>, known: &Known<'_>, output: &[u8]) -> Result<Opinion, PartFailure> {
    let files = Files { input: &known.input, output, answer: Some(&known.answer) };
    let decision = look.parts.checker.check(&files, &Terms::of(look.root, known.case))?;
    Ok(decision.opinion)
}

fn is_accepted(opinion: Opinion) -> bool {
    matches!(opinion, Opinion::Accepted | Opinion::PartialScore)
}

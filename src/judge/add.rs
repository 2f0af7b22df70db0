//! A new case for a problem: whether it may be added, what its answer is, what it would catch, and
//! adding it.

use std::path::PathBuf;

use jury_checkers::Invalid;

use crate::checker::Terms;
use crate::problem::reading::Reading;
use crate::problem::store::Store;
use crate::problem::{Case, CaseSettings, Group, Problem, ValidatorTerms, load, names};
use crate::sandbox::SandboxError;

use super::answer::{AnswerRequest, AnswerSource, Answered};
use super::catch::results;
use super::set_aside::{SetAside, read};
use super::verify::without_blanks;
use super::{JudgeFailure, NewCaseResult, Parts, Tools};

mod group;

pub use group::group_for;

/// What is asked for.
#[derive(Debug, Clone)]
pub struct CaseRequest {
    /// The input.
    pub input: Vec<u8>,
    /// The group that it goes to, a path below the folder of cases: `secret`.
    pub group: String,
    /// Its own name in the group; the next free number where there is none.
    pub name: Option<String>,
    /// Whether the jury submissions are run on it.
    pub submissions: bool,
}

/// A case that may be added.
#[derive(Debug, Clone, PartialEq)]
pub struct NewCase {
    /// The name that it gets, unless somebody else takes it first: `secret/043`.
    pub name: String,
    /// The input.
    pub input: Vec<u8>,
    /// The reference's answer; `None` where there can be none.
    pub answer: Option<Vec<u8>>,
    /// How the reference and the jury submissions fare on it; empty when they were not asked for.
    pub results: Vec<NewCaseResult>,
}

/// Why a case may not be added: the input's fault.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// It is empty, and no validator says that it may be.
    Empty,
    /// The validator refuses it.
    Invalid(Invalid),
    /// It is there already.
    Same {
        /// The case that it equals.
        case: String,
        /// Whether byte for byte; else but for line ends and blanks at the ends of lines.
        exactly: bool,
    },
    /// A submission that must be accepted is not: it or the reference is wrong.
    Wronged(Box<NewCaseResult>),
}

/// What came of looking at an input.
#[derive(Debug, Clone, PartialEq)]
pub enum NewCaseCheck {
    /// It may be added.
    Good(NewCase),
    /// It may not.
    Refused(Refusal),
}

/// Looks at a new input: validates it, answers it by the reference, has the checker accept the
/// answer, and runs the jury submissions on it. Changes nothing.
///
/// # Errors
/// [`JudgeFailure::Package`] when the name cannot be or is taken, or a part of the package fails;
/// else what fails on our side.
pub fn consider(
    tools: &Tools<'_>,
    problem: &Problem,
    parts: &Parts,
    request: &CaseRequest,
    step: &(dyn Fn(&str) + Sync),
) -> Result<NewCaseCheck, JudgeFailure> {
    let name = name(problem, request)?;
    step("validating");
    let group = problem.root.innermost(&request.group);
    if let Some(refusal) = refusal(problem, parts, group, &request.input)? {
        return Ok(NewCaseCheck::Refused(refusal));
    }
    let aside = SetAside::new()?;
    let input = aside.write(&name, "in", &request.input)?;
    let limits = problem.limit_rules.of(&name);
    let settings = CaseSettings::default();
    let question =
        AnswerRequest { input: &input, name: &name, limits: &limits, settings: &settings };
    let whose = (group, request.input.as_slice());
    let answer = answer_of(tools, problem, parts, whose, &question, step)?;
    let mut new = NewCase { name, input: request.input.clone(), answer, results: Vec::new() };
    if request.submissions {
        let answer = new.answer.as_deref();
        let answer = answer.map(|answer| aside.write(&new.name, "ans", answer)).transpose()?;
        let case = Case {
            name: new.name.clone(),
            group: request.group.clone(),
            input,
            answer,
            limits,
            settings,
        };
        new.results = results(tools, problem, parts, &case, step)?;
        if let Some(wronged) = new.results.iter().find(|result| result.is_wronged()) {
            return Ok(NewCaseCheck::Refused(Refusal::Wronged(Box::new(wronged.clone()))));
        }
    }
    Ok(NewCaseCheck::Good(new))
}

/// Adds the case, both files or none; returns its name and the files. The problem is read again,
/// as others may have added cases since it was loaded.
///
/// # Errors
/// [`JudgeFailure::Package`] when the name or the input is there by now; else what fails on our
/// side.
pub fn add(
    tools: &Tools<'_>,
    problem: &Problem,
    request: &CaseRequest,
    new: &NewCase,
) -> Result<(String, Vec<PathBuf>), JudgeFailure> {
    let stop = || tools.interrupt.is_set();
    let store = Store::open(&problem.folder, problem.layout, &stop)?;
    let now = load::load_unanswered(&problem.folder, &Reading::default())
        .map_err(|error| JudgeFailure::Package(error.to_string()))?;
    let name = name(&now, request)?;
    if let Some((case, _)) = twin(&now, &new.input)? {
        let message = format!("duplicate input: case {case} was added in the meantime");
        return Err(JudgeFailure::Package(message));
    }
    if stop() {
        return Err(SandboxError::Interrupted.into());
    }
    let written = store.add(&name, &new.input, new.answer.as_deref())?;
    Ok((name, written))
}

/// The name that was asked for, or the next free one.
fn name(problem: &Problem, request: &CaseRequest) -> Result<String, JudgeFailure> {
    let layout = &problem.layout;
    if !problem.format.is_own && !layout.takes_cases {
        let message = format!(
            "cases cannot be added to this package ({}): its own files say which tests there are, and jury \
             does not write them; add the test there",
            problem.format.words
        );
        return Err(JudgeFailure::Package(message));
    }
    let data = layout.data_in(&problem.folder);
    let group = data.join(&request.group);
    let mut folders = group.ancestors().take_while(|folder| folder.starts_with(&data));
    if let Some(file) = folders.find(|folder| folder.exists() && !folder.is_dir()) {
        let (file, data) = (file.display(), layout.data);
        let message = format!("{file} is a file, but a group is a folder below `{data}`");
        return Err(JudgeFailure::Package(message));
    }
    group::expect(problem, &request.group).map_err(JudgeFailure::Package)?;
    let Some(own) = &request.name else {
        let name = names::next_free(problem, &request.group);
        return names::check_new(&name, layout).map(|()| name).map_err(JudgeFailure::Package);
    };
    let name = format!("{}/{own}", request.group);
    names::check_new(&name, layout).map_err(JudgeFailure::Package)?;
    let made = problem.generator_rules.iter().flat_map(|generator_rule| &generator_rule.cases);
    if made.into_iter().any(|case| case.name == name) {
        let message = format!("the name {name} belongs to a generator rule: choose another one");
        return Err(JudgeFailure::Package(message));
    }
    if problem.graded_cases().iter().any(|case| case.name == name) {
        let message = format!("case {name} already exists: choose another name");
        return Err(JudgeFailure::Package(message));
    }
    Ok(name)
}

fn refusal(
    problem: &Problem,
    parts: &Parts,
    group: &Group,
    input: &[u8],
) -> Result<Option<Refusal>, JudgeFailure> {
    if let Some((case, exactly)) = twin(problem, input)? {
        return Ok(Some(Refusal::Same { case, exactly }));
    }
    match &parts.validator {
        None => Ok(input.is_empty().then_some(Refusal::Empty)),
        Some(validator) => {
            let invalid =
                validator.validate(input, ValidatorTerms::with(&group.validator_arguments))?;
            Ok(invalid.map(Refusal::Invalid))
        }
    }
}

/// The case whose input is the same but for blanks, and whether it is so byte for byte.
fn twin(problem: &Problem, input: &[u8]) -> Result<Option<(String, bool)>, JudgeFailure> {
    let plain = without_blanks(input);
    for case in &problem.cases {
        let old = read(&case.input)?;
        if without_blanks(&old) == plain {
            return Ok(Some((case.name.clone(), old == input)));
        }
    }
    Ok(None)
}

/// The answer of a new case, which the checker accepts; `None` where there is none and none is needed.
fn answer_of(
    tools: &Tools<'_>,
    problem: &Problem,
    parts: &Parts,
    (group, bytes): (&Group, &[u8]),
    question: &AnswerRequest<'_>,
    step: &(dyn Fn(&str) + Sync),
) -> Result<Option<Vec<u8>>, JudgeFailure> {
    match AnswerSource::of(problem) {
        AnswerSource::Empty => return Ok(Some(Vec::new())),
        // The next command that judges has the one made that a dialogue leaves.
        AnswerSource::Dialogue => return Ok(None),
        AnswerSource::Nowhere if !parts.requires_answer => return Ok(None),
        // Where there is no reference, asking for it says so.
        AnswerSource::Nowhere | AnswerSource::Reference => {}
    }
    step("running the reference for the answer");
    let reference = tools.build_part(tools.reference(problem)?)?;
    let path = reference.submission.path.display();
    let mut runner = tools.open(&reference)?;
    let output = match tools.answer(problem, runner.as_mut(), &reference, question)? {
        Answered::Output(output) => output,
        Answered::Failed(why) => {
            let message = format!("the reference {path} fails on this input: {why}");
            return Err(JudgeFailure::Package(message));
        }
    };
    if let Some(why) = parts.refusal(&Terms::with(&group.checker_arguments), bytes, &output)? {
        let message = format!("the checker rejects the answer of the reference {path}: {why}");
        return Err(JudgeFailure::Package(message));
    }
    Ok(Some(output))
}

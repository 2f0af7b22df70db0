//! Cases that one run of a program leaves as files, by names that only that program knows (sinol, `ingen`).

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::checker::Validator;
use crate::limits::Limits;
use crate::problem::{CaseSettings, Problem, UnlistedCases, ValidatorTerms};
use crate::ruling::classify_alone;
use crate::sandbox::{BoxFile, Input, Job, Keep, Run};
use crate::submission::Program;

use super::generator_rule::last_words;
use super::script::ScriptRun;
use super::set_aside::read_if_there;
use super::{JudgeFailure, Tools};

/// What the program may use: 60 s of CPU, 2 GiB of memory, 512 MiB of files.
fn limits() -> Limits {
    Limits {
        cpu: Duration::from_mins(1),
        wall: Duration::from_mins(3),
        memory: 2 << 30,
        files: 512 << 20,
        ..Limits::default()
    }
}

/// What it leaves is all that is kept.
const KEEP: Keep<'static> = Keep { folder: None, files: &[], most: 0, all: true };

/// What shells say of a program that may not be started.
const DENIED: &str = "Permission denied";

/// Inputs by the names of their cases.
pub(super) type Inputs = BTreeMap<String, Vec<u8>>;

/// The inputs that such a program of the problem makes, which are valid, and are not there or are others; none
/// where there is no such program.
///
/// # Errors
/// [`JudgeFailure::Package`] where it fails or makes an invalid input; else what fails on our side.
pub(super) fn stale(
    tools: &Tools<'_>,
    problem: &Problem,
    validator: Option<&dyn Validator>,
) -> Result<Inputs, JudgeFailure> {
    let Some(unlisted) = &problem.listing.unlisted else { return Ok(Inputs::new()) };
    let mut inputs = make(tools, problem, unlisted)?;
    let mut same = Vec::new();
    for (name, input) in &inputs {
        let place = problem.layout.input_in(&problem.folder, name);
        if read_if_there(&place)?.as_ref() == Some(input) {
            same.push(name.clone());
            continue;
        }
        let settings: CaseSettings = unlisted.settings(name, &problem.layout);
        let Some((validator, arguments)) = validator.zip(settings.validator_arguments) else {
            continue;
        };
        if let Some(invalid) = validator.validate_with(input, ValidatorTerms::with(&arguments))? {
            let path = unlisted.generator.source.display();
            let message = format!(
                "{path} generates an invalid input for {name}: {}",
                invalid.to_string().trim_start()
            );
            return Err(JudgeFailure::Package(message));
        }
    }
    for name in same {
        inputs.remove(&name);
    }
    Ok(inputs)
}

fn make(
    tools: &Tools<'_>,
    problem: &Problem,
    unlisted: &UnlistedCases,
) -> Result<Inputs, JudgeFailure> {
    let UnlistedCases { generator, .. } = unlisted;
    let program = tools.build_part(tools.generator(problem, generator)?)?;
    let limits = limits();
    let script = unlisted.script.as_ref();
    let case = |path: &Path| {
        let path = path.strip_prefix(".").unwrap_or(path);
        let name = path.to_str()?.to_owned();
        let name = name.strip_suffix(problem.layout.input)?.strip_suffix('.')?;
        unlisted.takes(name).then(|| name.to_owned())
    };
    let (run, left) = match script {
        Some(script) => {
            let source = &generator.source;
            let asked = ScriptRun { package: &problem.folder, script, source, program: &program };
            asked.run(tools, limits, &|name| case(name).is_some())?
        }
        None => run(tools, &program, limits)?,
    };
    let failed = |why: &str| {
        let path = generator.source.display();
        let said = last_words(&run);
        JudgeFailure::Package(format!("{path} failed to generate the tests: {why}{said}"))
    };
    if let Some(ruling) = classify_alone(&run, &limits) {
        return Err(failed(&ruling.message));
    }
    let left = left.ok_or_else(|| failed("its files hold more than 512 MiB"))?;
    let inputs: Inputs =
        left.into_iter().filter_map(|file| Some((case(&file.path)?, file.bytes))).collect();
    // Few scripts end with a failure where something that they call could not be started.
    let errors = String::from_utf8_lossy(&run.errors);
    let empty = inputs.iter().find(|(_, input)| input.is_empty()).map(|(name, _)| name);
    if let Some(name) = empty.filter(|_| script.is_some()) {
        return Err(failed(&format!("it left nothing in the test {name}")));
    }
    if script.is_some() && errors.contains(DENIED) {
        return Err(failed("something that it called could not be started"));
    }
    if inputs.is_empty() && problem.cases.is_empty() {
        let what = format!("it left no file named like a test, such as `{}1a.in`", unlisted.prefix);
        return Err(failed(&what));
    }
    Ok(inputs)
}

/// Runs a program, again where it was starved of the machine, and gives all that it left; `None` where that is too
/// much.
fn run(
    tools: &Tools<'_>,
    program: &Program,
    limits: Limits,
) -> Result<(Run, Option<Vec<BoxFile>>), JudgeFailure> {
    let mut job = Job {
        argv: program.command(&limits),
        environment: program.environment.clone(),
        input: Input::Empty,
        files: Arc::default(),
        limits,
    };
    let mut slot = tools.sandbox.open(&program.view)?;
    let mut finished = slot.run_keeping(&job, Some(KEEP), tools.interrupt)?;
    if finished.run.is_starved(Duration::ZERO) {
        job.limits = limits.patient();
        finished = slot.run_keeping(&job, Some(KEEP), tools.interrupt)?;
    }
    Ok((finished.run, finished.left))
}

//! Cases that only a package's own programs know: those that one run of a program leaves as files (sinol, `ingen`), and
//! those that a program lists (rbx, `generatorScript`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::checker::Validator;
use crate::digest::Digest;
use crate::limits::Limits;
use crate::problem::{CaseSettings, Generator, Problem, UnlistedCases, ValidatorTerms};
use crate::ruling::classify_alone;
use crate::sandbox::{BoxFile, Input, Job, Keep, Run};
use crate::submission::{Cache, Languages, Program};

use super::generator_rule::last_words;
use super::kept::{keep, touch};
use super::script::{ScriptRun, package_files};
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

/// Raised when other files come of the same package.
const FORMAT: &str = "jury tests 1";

/// Cases of which only a package's own programs know: what these say, and where that is kept.
#[derive(Debug)]
pub struct Unlisted<'p> {
    problem: &'p Problem,
    /// Tests that the package lacks.
    tests: Option<&'p UnlistedCases>,
    folder: PathBuf,
}

impl<'p> Unlisted<'p> {
    /// What is to be known of this problem before it is read anew ([`Reading::made`](crate::problem::reading::Reading)),
    /// if there is such a thing; nothing is run.
    ///
    /// # Errors
    /// The setter's mistakes: sources that are not there; and what cannot be read.
    pub fn of(
        problem: &'p Problem,
        languages: &Languages,
        cache: &Cache,
    ) -> Result<Option<Self>, JudgeFailure> {
        let tests = problem.listing.unlisted.as_ref().filter(|own| own.is_lacking);
        if tests.is_none() && problem.listing.scripts.is_empty() {
            return Ok(None);
        }
        let part =
            |path: &Path| Ok::<_, JudgeFailure>(languages.identify_part(problem, path)?.digest()?);
        let mut digest = Digest::default();
        digest.field("format", FORMAT);
        digest.field("version", env!("CARGO_PKG_VERSION"));
        if let Some(tests) = tests {
            digest.field("prefix", &tests.prefix);
            digest.field("generator", part(&tests.generator.source)?);
            if let Some(script) = &tests.script {
                for file in package_files(&problem.folder, script)? {
                    digest.field("path", file.path.as_os_str().as_encoded_bytes());
                    digest.content("bytes", &file.bytes);
                }
            }
            digest.field("validators", problem.digest_of_validators(part)?.to_bytes());
        }
        for script in &problem.listing.scripts {
            digest.field("script", part(&script.source)?);
        }
        let folder = cache.cases_folder().join(digest.in_hexadecimal());
        Ok(Some(Self { problem, tests, folder }))
    }

    /// Where it is, if it was said before.
    pub fn known(&self) -> Option<&Path> {
        let is_there = self.folder.is_dir();
        if is_there {
            touch(&self.folder);
        }
        is_there.then_some(self.folder.as_path())
    }

    /// Has the programs say it; tests are valid ones. Where it is then.
    ///
    /// # Errors
    /// [`JudgeFailure::Package`] where a program fails or makes an invalid input, then nothing is kept; else what
    /// fails on our side.
    pub fn make(&self, tools: &Tools<'_>) -> Result<&Path, JudgeFailure> {
        keep(&self.folder, &mut |new| {
            let write = |name: String, bytes: &[u8]| {
                let path = new.join(name);
                let written = std::fs::write(&path, bytes);
                written.map_err(|source| JudgeFailure::Scratch { path, source })
            };
            if let Some(tests) = self.tests {
                for (name, input) in self.inputs(tools, tests)? {
                    write(format!("{name}.{}", self.problem.layout.input), &input)?;
                }
            }
            for (number, script) in self.problem.listing.scripts.iter().enumerate() {
                write(format!("{number}.txt"), &said(tools, self.problem, script)?)?;
            }
            Ok(())
        })?;
        Ok(&self.folder)
    }

    fn inputs(&self, tools: &Tools<'_>, tests: &UnlistedCases) -> Result<Inputs, JudgeFailure> {
        let parts = tools.parts(self.problem)?;
        let inputs = make(tools, self.problem, tests)?;
        validate(self.problem, tests, &inputs, parts.validator.as_deref())?;
        Ok(inputs)
    }
}

/// What a script writes that lists cases.
fn said(tools: &Tools<'_>, problem: &Problem, script: &Generator) -> Result<Vec<u8>, JudgeFailure> {
    let program = tools.build_part(tools.generator(problem, script)?)?;
    let limits = limits();
    let (run, _) = run(tools, &program, limits)?;
    match classify_alone(&run, &limits) {
        None => Ok(run.output),
        Some(ruling) => {
            let (path, said) = (script.source.display(), last_words(&run));
            let message = format!("{path} failed to list cases: {}{said}", ruling.message);
            Err(JudgeFailure::Package(message))
        }
    }
}

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
    let mut inputs = Inputs::new();
    let cases = problem.cases_by_name();
    for (name, input) in make(tools, problem, unlisted)? {
        let place = cases.get(name.as_str()).map_or_else(
            || problem.layout.input_in(&problem.folder, &name),
            |case| case.input.clone(),
        );
        if read_if_there(&place)?.as_ref() != Some(&input) {
            inputs.insert(name, input);
        }
    }
    validate(problem, unlisted, &inputs, validator)?;
    Ok(inputs)
}

/// Expects that inputs which were made are valid.
fn validate(
    problem: &Problem,
    unlisted: &UnlistedCases,
    inputs: &Inputs,
    validator: Option<&dyn Validator>,
) -> Result<(), JudgeFailure> {
    for (name, input) in inputs {
        let settings: CaseSettings = unlisted.settings(name, &problem.layout);
        let Some((validator, arguments)) = validator.zip(settings.validator_arguments) else {
            continue;
        };
        if let Some(invalid) = validator.validate(input, ValidatorTerms::with(&arguments))? {
            let path = unlisted.generator.source.display();
            let message = format!(
                "{path} generates an invalid input for {name}: {}",
                invalid.to_string().trim_start()
            );
            return Err(JudgeFailure::Package(message));
        }
    }
    Ok(())
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

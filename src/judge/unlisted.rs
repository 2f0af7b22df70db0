//! Cases that one run of a program leaves as files, by names that only that program knows (sinol, `ingen`).

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::checker::Validator;
use crate::checker::beside;
use crate::limits::Limits;
use crate::problem::{CaseSettings, PackageScript, Problem, UnlistedCases, ValidatorTerms};
use crate::regular;
use crate::ruling::classify_alone;
use crate::sandbox::{BoxFile, Input, Job, Keep};

use super::generator_rule::last_words;
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

/// Where the files of the package stand, which are not the script's own there: it finds copies of them, which it
/// may change.
const PACKAGE: &str = ".package";

/// Starts what follows the name of a folder in it, among copies of the package's files.
const IN_FOLDER: &str = "cp -R .package/. . && mkdir -p \"$1\" && chmod -R u+w . 2>/dev/null; \
                         cd \"$1\" && shift && exec \"$@\"";

/// What shells say of a program that may not be started.
const DENIED: &str = "Permission denied";

/// What is said of a script that fails.
const OF_SCRIPTS: &str = " (nothing that a script compiles can be started here: where it does that, run it yourself \
                          in the folder of tests)";

/// The words that start a script: what its first line names, which here is no program's own business, or a shell.
fn interpreter(script: &Path) -> Vec<String> {
    let text = regular::read(script, LONGEST_SCRIPT).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let named = text.lines().next().and_then(|line| line.strip_prefix("#!"));
    let words: Vec<String> =
        named.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    if words.is_empty() { vec!["/bin/sh".to_owned()] } else { words }
}

/// Longest script whose first line is looked at, in bytes.
const LONGEST_SCRIPT: u64 = 1 << 20;

/// The files of the folders that a script finds.
fn package_files(problem: &Path, script: &PackageScript) -> Result<Arc<[BoxFile]>, JudgeFailure> {
    let mut all = Vec::new();
    for name in &script.folders {
        let folder = problem.join(name);
        if !folder.is_dir() {
            continue;
        }
        let found = beside::read(&folder);
        let found = found.map_err(|(path, source)| JudgeFailure::File { path, source })?;
        let below = |file: &BoxFile| BoxFile {
            path: Path::new(PACKAGE).join(name).join(&file.path),
            ..file.clone()
        };
        all.extend(found.iter().map(below));
    }
    Ok(all.into())
}

fn make(
    tools: &Tools<'_>,
    problem: &Problem,
    unlisted: &UnlistedCases,
) -> Result<Inputs, JudgeFailure> {
    let UnlistedCases { generator, .. } = unlisted;
    let program = tools.build_part(tools.generator(problem, generator)?)?;
    let limits = limits();
    let mut job = Job {
        argv: program.command(&limits),
        environment: program.environment.clone(),
        input: Input::Empty,
        files: Arc::default(),
        limits,
    };
    let script = unlisted.script.as_ref();
    if let Some(script) = script {
        let [.., works_in] = &script.folders;
        let shell = ["/bin/sh", "-c", IN_FOLDER, "sh", works_in].map(str::to_owned);
        let words = shell.into_iter().chain(interpreter(&generator.source));
        job.argv = words.chain([script.name.clone()]).map(OsString::from).collect();
        job.files = package_files(&problem.folder, script)?;
    }
    let mut slot = tools.sandbox.open(&program.view)?;
    let mut finished = slot.run_keeping(&job, Some(KEEP), tools.interrupt)?;
    if finished.run.is_starved(Duration::ZERO) {
        let job = Job { limits: limits.patient(), ..job };
        finished = slot.run_keeping(&job, Some(KEEP), tools.interrupt)?;
    }
    let failed = |why: &str| {
        let path = generator.source.display();
        let said = last_words(&finished.run);
        let hint = if script.is_some() { OF_SCRIPTS } else { "" };
        JudgeFailure::Package(format!("{path} failed to generate the tests: {why}{said}{hint}"))
    };
    if let Some(ruling) = classify_alone(&finished.run, &limits) {
        return Err(failed(&ruling.message));
    }
    let left = finished.left.as_ref();
    let left = left.ok_or_else(|| failed("its files hold more than 512 MiB"))?;
    let case = |path: &std::path::Path| {
        let path = path.strip_prefix(".").unwrap_or(path);
        let path = match script {
            Some(PackageScript { folders: [_, works_in], .. }) => {
                path.strip_prefix(works_in).ok()?
            }
            None => path,
        };
        let name = path.to_str()?.to_owned();
        let name = name.strip_suffix(problem.layout.input)?.strip_suffix('.')?;
        unlisted.takes(name).then(|| name.to_owned())
    };
    let inputs: Inputs =
        left.iter().filter_map(|file| Some((case(&file.path)?, file.bytes.clone()))).collect();
    // Few scripts end with a failure where something that they call could not be started.
    let errors = String::from_utf8_lossy(&finished.run.errors);
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

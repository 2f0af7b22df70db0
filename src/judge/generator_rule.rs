//! Making cases by a problem's generator rules: the generator runs in the sandbox like any program. Knows
//! nothing of where the result goes.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::limits::{Limits, usual_wall};
use crate::pool;
use crate::problem::line_ends;
use crate::problem::{
    Content, Generator, GeneratorLimits, GeneratorRule, Leaves, Maker, Newlines, RuleCase,
};
use crate::regular::LARGEST_CASE_FILE;
use crate::sandbox::{Input, Interrupt, Job, Keep, Kept, Run, Slot};
use crate::submission::Program;
use crate::verdict::Verdict;

use super::open::Open;
use super::set_aside::read;
use super::{JudgeFailure, Runner, Tools};
use crate::ruling::classify_alone;
use crate::visible::last_line;

/// Characters of a part's last words that are shown.
const LAST_WORDS: usize = 200;

/// What came of one run of a generator: the setter's failure is a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made {
    /// The files of a case.
    Files(Files),
    /// The generator failed; why, with its last words.
    Failed(String),
}

/// The files of a case that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// The input.
    pub input: Vec<u8>,
    /// Other files, by their endings: `ans`.
    pub beside: BTreeMap<String, Vec<u8>>,
}

impl Files {
    fn of(input: Vec<u8>) -> Self {
        Self { input, beside: BTreeMap::new() }
    }
}

/// What a generator may use: 20 s CPU and 1 GiB of memory, where the package does not say; 256 MiB of output.
fn limits(stated: GeneratorLimits) -> Limits {
    let cpu = stated.time.unwrap_or(Duration::from_secs(20));
    Limits {
        cpu,
        wall: usual_wall(cpu),
        memory: stated.memory.unwrap_or(1 << 30),
        output: 256 << 20,
        ..Limits::default()
    }
}

/// Programs by what each is made of.
pub(super) type Generators<'p> = BTreeMap<Vec<&'p Path>, Program>;

/// What a generator is made of, by which it is found among those that are built.
pub(super) fn sources(generator: &Generator) -> Vec<&Path> {
    generator.sources().collect()
}

/// The generators of these generator rules, each once.
pub(super) fn generators(generator_rules: &[GeneratorRule]) -> Vec<&Generator> {
    let mut all: Vec<_> = generator_rules.iter().filter_map(GeneratorRule::generator).collect();
    all.sort_by_key(|generator| sources(generator));
    all.dedup_by_key(|generator| sources(generator));
    all
}

/// Makes the files of every case of these generator rules, side by side, and hands them to `visit`; the
/// results stand in order. A generator rule whose generator is not among `generators` is left out. `step` is
/// told what is being done.
///
/// # Errors
/// The first of `visit`'s, and whatever fails on our side.
pub(super) fn each_case<R: Send>(
    tools: &Tools<'_>,
    generator_rules: &[GeneratorRule],
    generators: &Generators<'_>,
    step: &(dyn Fn(&str) + Sync),
    visit: impl Fn(&GeneratorRule, &RuleCase, Made) -> Result<R, JudgeFailure> + Sync,
) -> Result<Vec<R>, JudgeFailure> {
    let made = generator_rules.iter().filter_map(|generator_rule| {
        let program = match generator_rule.generator() {
            Some(generator) => Some(generators.get(&sources(generator))?),
            None => None,
        };
        Some(generator_rule.cases.iter().map(move |case| (generator_rule, case, program)))
    });
    let items: Vec<(&GeneratorRule, &RuleCase, Option<&Program>)> = made.flatten().collect();
    let done = AtomicUsize::new(0);
    pool::map(tools.workers, &items, Open::default, |open, &(generator_rule, case, program)| {
        let number = done.fetch_add(1, Ordering::Relaxed) + 1;
        step(&format!("input {number} of {}: {}", items.len(), case.name));
        let made = match (&generator_rule.maker, program) {
            (Maker::Program(generator), Some(program)) => {
                let runner = open.runner_of(tools, program)?;
                make(runner, program, generator, case.seed, tools.interrupt)?
            }
            (Maker::Package(input), _) => Made::Files(Files::of(bytes(input)?)),
            (Maker::Program(_), None) => Made::Failed("it could not be built".to_owned()),
        };
        visit(generator_rule, case, with_beside(made, case)?)
    })
}

/// The files with those that the package has for the case: its texts stand before what a generator left,
/// and that before copies. The input gets what stands around it.
fn with_beside(made: Made, case: &RuleCase) -> Result<Made, JudgeFailure> {
    let Made::Files(mut files) = made else { return Ok(made) };
    let [before, behind] = &case.beside.around;
    if let Some(before) = before {
        files.input = [read(before)?, files.input].concat();
    }
    if let Some(behind) = behind {
        files.input.extend(read(behind)?);
    }
    if case.beside.newlines != Newlines::Nowhere {
        files.input = line_ends::without_crlf(files.input);
    }
    for (ending, content) in &case.beside.files {
        if matches!(content, Content::Text(_)) || !files.beside.contains_key(ending) {
            let mut bytes = bytes(content)?;
            if case.beside.newlines == Newlines::InBoth {
                bytes = line_ends::without_crlf(bytes);
            }
            files.beside.insert(ending.clone(), bytes);
        }
    }
    Ok(Made::Files(files))
}

fn bytes(content: &Content) -> Result<Vec<u8>, JudgeFailure> {
    match content {
        Content::Text(text) => Ok(text.as_bytes().to_vec()),
        Content::File(path) => read(path),
    }
}

/// Runs the generator with this seed; where it fails otherwise than by its time and may be tried again, with
/// the next ones.
///
/// # Errors
/// Whatever fails on our side.
pub fn make(
    runner: &mut dyn Runner,
    program: &Program,
    generator: &Generator,
    seed: u64,
    interrupt: &Interrupt,
) -> Result<Made, JudgeFailure> {
    let mut failed = Made::Failed("it was not run".to_owned());
    for number in 0..u64::from(generator.tries.max(1)) {
        // Of a first run, the seed is what the package says.
        let seed = if number == 0 { seed } else { seed.wrapping_add(number) % SEEDS };
        let words = generator.words(seed);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match attempt(runner, program, &words, (&generator.leaves, generator.limits), interrupt)? {
            (made @ Made::Files(_), _) => return Ok(made),
            (why, Verdict::TimeLimit | Verdict::IdleLimit) => return Ok(why),
            (why, _) => failed = why,
        }
    }
    Ok(failed)
}

/// Seeds of generators that are tried again are less than this (`BAPCtools`).
const SEEDS: u64 = 1 << 31;

/// Runs the generator with just these arguments; the input is its standard output, or what it left as
/// `testcase.in` where it may.
///
/// # Errors
/// Whatever fails on our side.
pub fn run(
    runner: &mut dyn Runner,
    program: &Program,
    arguments: &[&str],
    leaves: &Leaves,
    interrupt: &Interrupt,
) -> Result<Made, JudgeFailure> {
    Ok(attempt(runner, program, arguments, (leaves, GeneratorLimits::default()), interrupt)?.0)
}

/// What came of one run, with the verdict that a submission would get for how it ended.
fn attempt(
    runner: &mut dyn Runner,
    program: &Program,
    arguments: &[&str],
    (leaves, limits): (&Leaves, GeneratorLimits),
    interrupt: &Interrupt,
) -> Result<(Made, Verdict), JudgeFailure> {
    let limits = self::limits(limits);
    let mut argv = program.command(&limits);
    argv.extend(arguments.iter().map(OsString::from));
    if matches!(leaves, Leaves::AnswerOnErrors { .. }) {
        let shell = ["/bin/sh", "-c", WITH_ANSWER, "sh"].map(OsString::from);
        argv = shell.into_iter().chain(argv).collect();
    }
    let job = Job {
        argv,
        environment: program.environment.clone(),
        input: Input::Empty,
        files: program.at_hand_of_part(),
        limits,
    };
    let names = kept_names(leaves);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (run, kept) = match runner.slot().filter(|_| !names.is_empty()) {
        Some(slot) => run_keeping(slot, &job, &names, interrupt)?,
        None => (run_part(runner, &job, interrupt)?, Vec::new()),
    };
    if let Some(ruling) = classify_alone(&run, &limits) {
        return Ok((Made::Failed(ruling.message + &last_words(&run)), ruling.verdict));
    }
    let failed = |why: String| {
        Ok((Made::Failed(format!("{why}{}", last_words(&run))), Verdict::RunTimeError))
    };
    if let Leaves::File(name) = leaves {
        return match kept.into_iter().flatten().next() {
            Some(input) => Ok((Made::Files(Files::of(input)), Verdict::Accepted)),
            None => failed(format!("left no file `{}`", name.escape_debug())),
        };
    }
    if let Leaves::AnswerOnErrors { is_binary } = leaves {
        let mut answer = kept.into_iter().next().flatten().unwrap_or_default();
        if let Some(normal) = line_ends::normal(&answer).filter(|_| !is_binary) {
            answer = normal;
        }
        let beside = BTreeMap::from([("ans".to_owned(), answer)]);
        return Ok((Made::Files(Files { input: run.output, beside }), Verdict::Accepted));
    }
    let mut left: BTreeMap<String, Vec<u8>> = KEPT.iter().zip(kept).filter_map(ending_of).collect();
    let input = left.remove("in").unwrap_or_else(|| run.output.clone());
    if input.is_empty() {
        return failed("wrote nothing to standard output".to_owned());
    }
    Ok((Made::Files(Files { input, beside: left }), Verdict::Accepted))
}

/// The names under which files are looked for that a generator leaves. One that is a number may be written
/// with up to three digits (Polygon's `gen-input-via-files`).
fn kept_names(leaves: &Leaves) -> Vec<String> {
    match leaves {
        Leaves::Nothing => Vec::new(),
        Leaves::Testcase => KEPT.map(str::to_owned).to_vec(),
        Leaves::AnswerOnErrors { .. } => vec![ANSWER.to_owned()],
        Leaves::File(name) if name.bytes().all(|byte| byte.is_ascii_digit()) => {
            vec![name.clone(), format!("0{name}"), format!("00{name}")]
        }
        Leaves::File(name) => vec![name.clone()],
    }
}

/// Keeps what a generator writes to standard error as a file, whole.
const WITH_ANSWER: &str = "exec \"$@\" 2>jury-answer";

/// That file.
const ANSWER: &str = "jury-answer";

/// Files that a generator may leave in its working directory (BAPCtools).
const KEPT: [&str; 8] = [
    "testcase.in",
    "testcase.ans",
    "testcase.out",
    "testcase.yaml",
    "testcase.hint",
    "testcase.desc",
    "testcase.png",
    "testcase.svg",
];

fn ending_of((name, left): (&&str, Option<Vec<u8>>)) -> Option<(String, Vec<u8>)> {
    let (_, ending) = name.split_once('.')?;
    Some((ending.to_owned(), left?))
}

/// Runs a part of the package that leaves files, again where it was short of CPU time because of
/// the machine.
fn run_keeping(
    slot: &mut Slot,
    job: &Job,
    names: &[&str],
    interrupt: &Interrupt,
) -> Result<(Run, Kept), JudgeFailure> {
    let keep =
        Keep { folder: None, files: names, most: LARGEST_CASE_FILE.saturating_add(1), all: false };
    let mut finished = slot.run_keeping(job, Some(keep), interrupt)?;
    if finished.run.is_starved(Duration::ZERO) {
        finished = slot.run_keeping(&job.clone().patient(), Some(keep), interrupt)?;
    }
    Ok((finished.run, finished.kept))
}

/// Runs a part of the package, again where it was short of CPU time because of the machine.
pub(super) fn run_part(
    runner: &mut dyn Runner,
    job: &Job,
    interrupt: &Interrupt,
) -> Result<Run, JudgeFailure> {
    let run = runner.run(job, interrupt)?;
    if !run.is_starved(Duration::ZERO) {
        return Ok(run);
    }
    Ok(runner.run(&job.clone().patient(), interrupt)?)
}

/// The last line that a part of the package wrote to standard error, after a colon; nothing where
/// there is none.
pub(super) fn last_words(run: &Run) -> String {
    let line = last_line(&run.errors, LAST_WORDS);
    if line.is_empty() { line } else { format!(": {line}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::FilesBeside;
    use crate::sandbox::{Ending, Limit, SandboxError};

    /// Lacks a core at first, and is told these wall times.
    #[derive(Default)]
    struct Starved(Vec<Duration>);

    impl Runner for Starved {
        fn run(&mut self, job: &Job, _: &Interrupt) -> Result<Run, SandboxError> {
            self.0.push(job.limits.wall);
            let second = Duration::from_secs(1);
            Ok(match self.0.len() {
                1 => Run { cpu: second, wall: second, ..Run::ended(Ending::Stopped(Limit::Wall)) },
                _ => Run::ended(Ending::Exited(0)),
            })
        }
    }

    #[test]
    fn a_run_that_the_machine_kept_waiting_is_given_more_time_once() {
        let limits = Limits::default();
        let job = Job {
            argv: Vec::new(),
            environment: Vec::new(),
            input: Input::Empty,
            files: [].into(),
            limits,
        };
        let mut runner = Starved::default();
        for _ in 0..2 {
            let run = run_part(&mut runner, &job, &Interrupt::default()).unwrap();
            assert_eq!(run.ending, Ending::Exited(0));
        }
        assert_eq!(runner.0, [limits.wall, limits.longest_wall(), limits.wall]);
    }

    #[test]
    fn files_that_are_called_by_a_number_may_have_zeros_before_it() {
        let names = |name: &str| kept_names(&Leaves::File(name.to_owned()));
        assert_eq!(names("7"), ["7", "07", "007"]);
        for name in ["out", "test7", "7.txt", "in_7"] {
            assert_eq!(names(name), [name]);
        }
    }

    #[test]
    fn texts_stand_before_what_a_generator_left_and_that_before_copies() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("copied");
        std::fs::write(&file, "copied").unwrap();
        let row = |content: Content, left: Option<&str>, expected: &str| {
            let ending = "ans".to_owned();
            let files = BTreeMap::from([(ending.clone(), content)]);
            let beside = FilesBeside { files, ..FilesBeside::default() };
            let case = RuleCase { name: "secret/1".to_owned(), seed: 1, beside };
            let left = left.map(|left| (ending.clone(), left.as_bytes().to_vec()));
            let made =
                Made::Files(Files { input: b"1".to_vec(), beside: left.into_iter().collect() });
            let beside = BTreeMap::from([(ending, expected.as_bytes().to_vec())]);
            let expected = Made::Files(Files { input: b"1".to_vec(), beside });
            assert_eq!(with_beside(made, &case).unwrap(), expected);
        };
        let text = || Content::Text("text".into());
        row(text(), Some("left"), "text");
        row(text(), None, "text");
        row(Content::File(file.clone()), Some("left"), "left");
        row(Content::File(file), None, "copied");
    }
}

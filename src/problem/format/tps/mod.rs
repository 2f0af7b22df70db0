//! Tasks of TPS (`ioi/tps`): the folder that authors work in, told by `type` in `problem.json`; and the form that
//! TPS exports for CMS, told by `task_type`.

mod data;
mod files;
mod kind;
mod parameters;
mod solutions;
mod tests;
mod words;

use std::path::Path;

use self::files::{SOURCES, entries, program};
use self::kind::Kind;
use self::parameters::Parameters;
use self::tests::Data;
use super::cms::WHITE_DIFF;
use super::foreign::{ForeignFormat, Sign};
use super::named_files::named_files;
use super::sheet::{MEBIBYTE, Sheet, quoted};
use crate::problem::complaint::Complaints;
use crate::problem::draft::{CheckerDraft, Draft, Format, PartDraft, ValidatorDraft};
use crate::problem::folder::Folder;
use crate::problem::layout::Layout;
use crate::problem::limits::StatedLimits;
use crate::problem::{Additions, GeneratorRule, Processes, Protocol, SharedCode, TimePlace};

const FILE: &str = "problem.json";

/// What tells the file from others of its name.
const MARK: ForeignFormat = ForeignFormat {
    name: "a TPS task",
    file: FILE,
    sign: Sign::Words(&["\"type\"", "\"task_type\""]),
    folders: &["gen", "solution", "subtasks"],
};

/// Largest memory limit, in bytes.
const MOST_BYTES: f64 = 1_099_511_627_776.0;

/// Folders of graders by languages.
const LANGUAGES: [&str; 5] = ["cpp", "c", "java", "pas", "py"];

/// What graders are called where the task does not say: those of communication tasks may be stubs.
const GRADERS: [&str; 2] = ["grader", "stub"];

const LAYOUT: Layout = Layout {
    settings: FILE,
    data: "",
    answer_folder: None,
    input: "tests/#.in",
    answers: &["tests/#.out"],
    takes_cases: false,
    has_places: true,
    submissions: "solution",
    verdict_folders: &[],
};

/// TPS.
#[derive(Debug)]
pub(super) struct Tps;

impl Format for Tps {
    fn marks(&self, folder: &Path) -> bool {
        MARK.marks(folder)
    }

    fn lacks(&self, folder: &Path) -> Option<String> {
        MARK.lacks(folder)
    }

    fn sign(&self) -> Option<String> {
        Some(MARK.sign())
    }

    fn read(&self, folder: &Folder, complaints: &mut Complaints) -> Option<Draft> {
        let sheet = Sheet::read(folder, &folder.real.join(FILE), complaints)?;
        let is_exported = sheet.get("task_type").is_some();
        let key = if is_exported { "task_type" } else { "type" };
        let mut name = sheet.text(key, complaints)?.value;
        // CMS reads the exported form so.
        if let Some(first) = name.get_mut(..1).filter(|_| is_exported) {
            first.make_ascii_uppercase();
        }
        let Some(kind) = Kind::of(&name) else {
            let wrong = format!("tasks of the type {} are not judged", quoted(&name));
            sheet.complain(key, wrong, complaints);
            return None;
        };
        draft(folder, &sheet, (is_exported, kind), complaints)
    }
}

fn draft(
    folder: &Folder,
    sheet: &Sheet,
    (is_exported, kind): (bool, Kind),
    complaints: &mut Complaints,
) -> Option<Draft> {
    let is_talk = kind == Kind::Communication;
    let code = sheet.text(if is_exported { "code" } else { "name" }, complaints);
    let data = if is_exported {
        tests::exported(folder, complaints)?
    } else {
        data::source(folder, kind == Kind::OutputOnly, complaints)?
    };
    let Data { cases, order, rules, unmade, tree, subtasks, validators } = data;
    let solutions = solutions::read(folder, &tree, &subtasks, complaints);
    let is_unanswered = |rule: &GeneratorRule| {
        rule.cases.iter().any(|case| !rule.answers(case) && !case.beside.keeps_answer)
    };
    let lacks_answers =
        cases.iter().any(|case| case.answer.is_none()) || rules.iter().any(is_unanswered);
    let listed = folder.real.join(solutions::FILE);
    if lacks_answers && !is_talk && std::fs::symlink_metadata(&listed).is_err() {
        let words =
            "missing: it names the model solution, which makes the answers that are not there";
        complaints.about(folder.shown(&listed), words);
    }
    let stated = sheet.text("grader_name", complaints).map(|found| found.value);
    let parameters = parameters::read(sheet, (is_exported, kind), complaints);
    let task = code.as_ref().map_or_else(String::new, |found| found.value.clone());
    let is_shared = has(sheet, "has_grader", kind != Kind::OutputOnly, complaints);
    let shared = if is_shared && parameters.with_graders != Some(false) {
        let mains = stated.map_or_else(|| GRADERS.map(str::to_owned).to_vec(), |own| vec![own]);
        let found = shared_code(folder, (&task, &mains), is_exported, complaints);
        found.unwrap_or_else(|wrong| {
            complaints.at(&sheet.origin_of("grader_name"), wrong);
            None
        })
    } else {
        None
    };
    let needs_graders =
        !is_exported && is_shared && kind == Kind::Batch && parameters.with_graders.is_none();
    if needs_graders && shared.is_none() {
        let words =
            "`has_grader` is not `false`, but there is no grader: submissions are compiled alone";
        complaints.warn_at(&sheet.origin(sheet.node()), words);
    }
    if parameters.with_graders == Some(true) && shared.is_none() {
        let words = "submissions are compiled alone: there is no grader";
        sheet.warn(parameters.key, words, complaints);
    }
    let folders: &[&str] = if is_exported { &["graders"] } else { &["grader"] };
    let manager = is_talk.then(|| program(folder, folders, "manager", complaints)).flatten();
    if is_talk && manager.is_none() {
        complaints.at(&sheet.origin(sheet.node()), "no `manager` in the folder of graders");
    }
    let count = parameters.processes.unwrap_or(1);
    // TPS's own judge gives named pipes; CMS takes the streams of what says nothing.
    let by_streams = parameters.by_streams.unwrap_or(is_exported);
    let protocol = Protocol::CmsManager(Processes { count, by_streams });
    let files = parameters.files.each_ref().map(Option::as_ref);
    let place = sheet.origin_of(parameters.key);
    let files = named_files(["inputfile", "outputfile"], files, &place, complaints);
    let checker =
        if is_talk { None } else { Some(checker(folder, sheet, &parameters, complaints)) };
    let format = if is_exported { "TPS, exported" } else { "TPS" };
    Some(Draft {
        name: sheet
            .text("title", complaints)
            .or_else(|| sheet.text("name", complaints))
            .map(|found| found.value),
        code,
        validator: (!validators.is_empty()).then_some(ValidatorDraft::Programs(validators)),
        interactor: manager.map(|program| PartDraft::of(program, protocol)),
        checker,
        unmade,
        is_made_aside: true,
        listed: rules,
        order,
        additions: Additions {
            shared,
            files,
            takes_answers: kind == Kind::OutputOnly,
            solutions_include: true,
            ..Additions::default()
        },
        // A limit is one for all languages.
        has_time_factors: false,
        time_place: TimePlace::Nowhere(format!("jury changes no `{FILE}`")),
        reference: solutions.reference,
        limits: limits(sheet, (is_exported, kind), complaints),
        tree: Some(tree),
        cases,
        submissions: solutions.kept,
        ..Draft::empty(LAYOUT, format)
    })
}

/// What this key says, if it is there.
fn has(sheet: &Sheet, key: &str, usual: bool, complaints: &mut Complaints) -> bool {
    let stated = sheet.get(key).and_then(|_| sheet.truth(key, complaints));
    stated.unwrap_or(usual)
}

/// The task's own checker; else its outputs are compared by lines.
fn checker(
    folder: &Folder,
    sheet: &Sheet,
    parameters: &Parameters,
    complaints: &mut Complaints,
) -> CheckerDraft {
    let is_checked = has(sheet, "has_checker", true, complaints);
    let is_checked = is_checked && parameters.by_checker != Some(false);
    let found = is_checked.then(|| program(folder, &["checker"], "checker", complaints)).flatten();
    if let Some(program) = found {
        return CheckerDraft::Programs(vec![PartDraft::of(program, Protocol::Cms)]);
    }
    let key = if parameters.by_checker == Some(true) { parameters.key } else { "has_checker" };
    if is_checked && sheet.get(key).is_some() {
        let words = "there is no `checker/checker` with the ending of a language";
        sheet.complain(key, words, complaints);
    }
    if is_checked {
        let is_source = |name: &str| {
            name.rsplit_once('.')
                .is_some_and(|(_, ending)| SOURCES.contains(&&*ending.to_lowercase()))
        };
        let mut all = entries(folder, "checker", complaints).into_iter();
        if let Some((path, _)) = all.find(|(_, name)| is_source(name)) {
            let words = "passed over: a checker is called `checker/checker`, with the ending of its language in \
                         small letters";
            complaints.warn_about(folder.shown(&path), words);
        }
    }
    CheckerDraft::shipped(WHITE_DIFF, sheet.origin(sheet.node()))
}

/// Seconds; and MiB, of the exported form bytes.
fn limits(
    sheet: &Sheet,
    (is_exported, kind): (bool, Kind),
    complaints: &mut Complaints,
) -> StatedLimits {
    let needed: &[&str] =
        if kind == Kind::OutputOnly { &[] } else { &["time_limit", "memory_limit"] };
    for key in needed.iter().filter(|key| sheet.get(key).is_none()) {
        let words = format!("no `{key}`: jury's usual limit counts");
        complaints.warn_at(&sheet.origin(sheet.node()), words);
    }
    let unit = if is_exported { ("bytes", 1.0) } else { ("MiB", MEBIBYTE) };
    let memory = sheet.size("memory_limit", unit, 1.0..=MOST_BYTES / unit.1, complaints);
    let time = sheet.number("time_limit", "seconds", 0.001..=3600.0, complaints);
    StatedLimits { time, memory, ..StatedLimits::default() }
}

/// The graders of all languages, which are called by the first of these names that a file has, with what lies beside
/// them; `None` where there are no sources. The error is that none of these has such a name.
fn shared_code(
    folder: &Folder,
    (task, mains): (&str, &[String]),
    is_exported: bool,
    complaints: &mut Complaints,
) -> Result<Option<SharedCode>, String> {
    let below: Vec<String> = if is_exported {
        vec!["graders".to_owned()]
    } else {
        LANGUAGES.iter().map(|language| format!("grader/{language}")).collect()
    };
    let mut files = Vec::new();
    for below in below {
        for (path, name) in entries(folder, &below, complaints) {
            let stem = name.split('.').next().unwrap_or_default();
            if stem == "manager" {
                continue;
            }
            match folder.readable(&path, SharedCode::LARGEST_FILE) {
                Ok(real) => files.push(real),
                Err(wrong) => complaints.about(folder.shown(&path), wrong),
            }
        }
    }
    let is_source = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| SOURCES.contains(&ending))
    };
    // Headers alone may be the manager's.
    if !files.iter().any(|path| is_source(path)) {
        return Ok(None);
    }
    let is_there = |main: &&String| {
        files.iter().any(|path| path.file_stem().is_some_and(|stem| stem == main.as_str()))
    };
    let Some(main) = mains.iter().find(is_there) else {
        let names: Vec<_> = mains.iter().map(|main| quoted(main)).collect();
        return Err(format!(
            "there are graders, but none is called {}: submissions cannot be compiled with them",
            names.join(" or ")
        ));
    };
    let (name, main) = (task.to_owned(), main.clone());
    Ok(Some(SharedCode { name, mains: vec![main], files, prefaces: None }))
}

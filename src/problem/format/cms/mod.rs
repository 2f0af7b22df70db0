//! Tasks of CMS in its Italian format, as CMS and task-maker read them: `task.yaml`, a recipe, and programs
//! that are found by their names.
//!
//! `task.yaml.orig` is what task-maker makes `task.yaml` of, and counts in its place.

mod cases_gen;
mod constraint;
mod files;
mod recipe;
mod score;
mod settings;
mod solutions;
mod tests;

use std::fs;
use std::path::Path;

use self::recipe::Validating;
use self::settings::{Dialect, Settings};
use self::tests::Answered;
use super::named_files::named_files;
use crate::problem::complaint::Complaints;
use crate::problem::draft::{CheckerDraft, Draft, Format, Found, PartDraft, ValidatorDraft};
use crate::problem::folder::Folder;
use crate::problem::layout::Layout;
use crate::problem::{Additions, NamedFiles, Processes, Protocol, SharedCode, TimePlace};

const FILE: &str = "task.yaml";
const ORIGINAL: &str = "task.yaml.orig";
const TOML: &str = "task.toml";

/// Files that say which tests there are.
const TESTS: [&str; 3] = [recipe::FILE, cases_gen::FILE, tests::FIRST];

/// What checkers are called, without their endings.
const CHECKERS: [&str; 2] = ["check/checker", "cor/correttore"];

/// The comparer of a task without a checker.
pub(super) const WHITE_DIFF: &str = "token-lines";

/// Tests lie in two folders, and are named by their subtasks.
const LAYOUT: Layout = Layout {
    settings: FILE,
    data: "",
    answer_folder: None,
    input: "input/input#.txt",
    answers: &["output/output#.txt"],
    takes_cases: false,
    has_places: true,
    submissions: files::SOLUTIONS,
    verdict_folders: &[],
};

/// CMS and task-maker.
#[derive(Debug)]
pub(super) struct Cms;

impl Format for Cms {
    fn marks(&self, folder: &Path) -> bool {
        [FILE, ORIGINAL, TOML].iter().any(|name| fs::symlink_metadata(folder.join(name)).is_ok())
    }

    fn lacks(&self, folder: &Path) -> Option<String> {
        if self.marks(folder) {
            return None;
        }
        let is_misnamed = |name: &str| {
            name != FILE && [FILE, "task.yml"].iter().any(|own| name.eq_ignore_ascii_case(own))
        };
        let mut all = fs::read_dir(folder).ok()?.flatten();
        let misnamed = all.find_map(|entry| {
            entry.file_name().into_string().ok().filter(|name| is_misnamed(name))
        });
        if let Some(name) = misnamed {
            let is_meant =
                ["gen", "sol", "input", "check", "cor"].iter().any(|own| folder.join(own).is_dir());
            return is_meant
                .then(|| format!("has `{name}`, which CMS and task-maker call `{FILE}`"));
        }
        let is_there = |name: &&&str| folder.join(name).is_file();
        let own = TESTS.iter().find(is_there)?;
        let old = folder.file_name()?.to_str().map(|name| format!("{name}.yaml"));
        let old = old.filter(|old| folder.with_file_name(old).is_file());
        Some(match old {
            Some(old) => format!(
                "has `{own}`, but no `{FILE}`: its settings in `../{old}`, where older tasks of CMS have them, are \
                 not read (move them into the task as `{FILE}`)"
            ),
            None if *own != tests::FIRST => format!("has `{own}`, but no `{FILE}`"),
            // Others call inputs so, too.
            None => return None,
        })
    }

    fn read(&self, folder: &Folder, complaints: &mut Complaints) -> Option<Draft> {
        let is_there = |name: &str| fs::symlink_metadata(folder.real.join(name)).is_ok();
        let has_tests = folder.real.join("input").is_dir();
        if is_there(TOML) && !(is_there(FILE) && has_tests) {
            let message = "task-maker's settings in TOML are not read: run task-maker once, which writes \
                           `task.yaml`, `input/` and `output/`";
            complaints.about(folder.shown(&folder.real.join(TOML)), message);
            return None;
        }
        let (file, dialect) = if is_there(ORIGINAL) && !is_there(TOML) {
            (ORIGINAL, Dialect::TaskMaker)
        } else {
            (FILE, Dialect::Cms)
        };
        let settings = settings::read(folder, file, dialect, complaints)?;
        draft(folder, file, &settings, complaints)
    }
}

fn draft(
    folder: &Folder,
    file: &'static str,
    settings: &Settings,
    complaints: &mut Complaints,
) -> Option<Draft> {
    if let Some(controller) = files::program(folder, &["check/controller"], complaints) {
        let message = "task-maker's controllers are not known here: such tasks are not judged";
        complaints.at(&controller.origin, message);
        return None;
    }
    let manager = files::program(folder, &["check/manager", "cor/manager"], complaints);
    let answers = match &manager {
        // A manager decides without them.
        Some(_) => Answered::Never,
        None if solutions::has_reference(folder) => Answered::BySolution,
        None => Answered::InPackage,
    };
    let data = tests::read(folder, settings, answers, complaints)?;
    let solutions = solutions::read(folder, &data.tree, &data.subtasks, complaints);
    let checker = files::program(folder, &CHECKERS, complaints);
    if checker.is_none() {
        files::warn_of_near_misses(folder, manager.is_some(), complaints);
    }
    if manager.is_none() {
        files::warn_of_stubs(folder, complaints);
    }
    let validator = match data.validating {
        Validating::ByName => files::program(folder, &["gen/validator", "gen/valida"], complaints),
        Validating::By(program) => Some(program),
        Validating::Nobody => None,
    };
    let task = settings.task(&folder.real);
    let stems: &[&str] = if manager.is_some() { &["stub", "grader"] } else { &["grader", "stub"] };
    let shared = files::shared_code(folder, (&task, stems), complaints);
    if let Some(fault) = shared.as_ref().and_then(|code| SharedCode::fault_of_name(&code.name)) {
        let origin =
            settings.name.as_ref().map_or_else(|| settings.origin(), |name| name.origin.clone());
        complaints.at(&origin, format!("`name`: {fault}"));
    }
    let named = if manager.is_some() || settings.is_output_only {
        // Its solutions talk with the manager alone, or are outputs.
        NamedFiles::STREAMS
    } else {
        let [input, output] = &settings.files;
        let written = [Some(input), Some(output)];
        named_files(["infile", "outfile"], written, &output.origin, complaints)
    };
    let processes = Processes {
        count: settings.processes,
        by_streams: settings.by_streams.unwrap_or_else(|| match settings.dialect {
            Dialect::Cms => shared.is_none(),
            Dialect::TaskMaker => true,
        }),
    };
    let part = |program| PartDraft::of(program, Protocol::Cms);
    let is_managed = manager.is_some();
    let manager = manager.map(|program| PartDraft::of(program, Protocol::CmsManager(processes)));
    let checker = match checker {
        _ if is_managed => None,
        Some(program) => Some(CheckerDraft::Programs(vec![part(program)])),
        None => Some(CheckerDraft::shipped(WHITE_DIFF, settings.origin())),
    };
    let is_plain = |name: &Found<String>| {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        name.value.chars().all(plain) && !name.value.starts_with(['.', '-'])
    };
    let format = match settings.dialect {
        Dialect::Cms => "CMS (Italian YAML)",
        Dialect::TaskMaker => "task-maker (`task.yaml.orig`)",
    };
    Some(Draft {
        name: settings.title.clone().or_else(|| Some(task.clone())),
        code: settings.name.clone().filter(is_plain),
        validator: validator.map(|program| ValidatorDraft::Programs(vec![part(program)])),
        checker,
        interactor: manager,
        unmade: data.unmade,
        is_made_aside: true,
        order: data.order,
        listed: data.rules,
        additions: Additions {
            shared: shared.filter(|_| !settings.is_output_only),
            files: named,
            takes_answers: settings.is_output_only,
            solutions_include: true,
            at_hand: files::at_hand(folder, complaints),
            ..Additions::default()
        },
        // A limit is one for all languages.
        has_time_factors: false,
        time_place: TimePlace::Nowhere(format!("jury changes no `{file}`")),
        reference: solutions.reference,
        limits: settings.limits,
        tree: Some(data.tree),
        cases: data.cases,
        submissions: solutions.kept,
        ..Draft::empty(Layout { settings: file, ..LAYOUT }, format)
    })
}

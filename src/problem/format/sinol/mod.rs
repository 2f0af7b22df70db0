//! Packages of sinol-make: `config.yml`, programs in `prog`, tests in `in` and `out`. What each file is, its
//! name says: `abc.cpp`, `abcchk.cpp`, `abc1a.in` of the task `abc`.

mod config;
mod extra;
mod names;
mod programs;
mod solutions;
mod tests;

use std::path::Path;

use self::config::{Config, TaskLimits};
use self::names::Names;
use self::programs::{FILE, LAYOUT, PROGRAMS, Programs, is_script};
use super::foreign::{ForeignFormat, Sign};
use super::sheet::Sheet;
use crate::problem::cases::FoundCase;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::{
    CheckerDraft, Draft, Format, Found, OverrideDraft, PartDraft, ValidatorDraft,
};
use crate::problem::folder::{Entry, Folder};
use crate::problem::limits::StatedLimits;
use crate::problem::{
    Additions, Generator, Leaves, Listing, PackageScript, Protocol, TimePlace, UnlistedCases,
};

/// What tells the file from others of its name.
const MARK: ForeignFormat = ForeignFormat {
    name: "a sinol package",
    file: FILE,
    sign: Sign::FilesBeside(PROGRAMS),
    folders: &[],
};

/// sinol.
#[derive(Debug)]
pub(super) struct Sinol;

impl Format for Sinol {
    fn marks(&self, folder: &Path) -> bool {
        MARK.marks(folder)
    }

    fn read(&self, folder: &Folder, complaints: &mut Complaints) -> Option<Draft> {
        let sheet = Sheet::read(folder, &folder.real.join(FILE), complaints)?;
        sheet.only(config::KEYS, complaints);
        let id = id(folder, &sheet, complaints)?;
        let names = Names::new(&id);
        let config = Config::read(&sheet, complaints);
        let programs = Programs::find(folder, &names, complaints);
        let data = tests::read(folder, &names, &config, &programs, &sheet, complaints);
        let part = |file: &Entry| PartDraft::of(found(folder, file), Protocol::Sinol);
        let interactor = programs.interactor.as_ref().map(|file| interactor(part(file), &config));
        let checker = match &programs.checker {
            _ if interactor.is_some() => None,
            Some(file) => Some(CheckerDraft::Programs(vec![part(file)])),
            None => Some(CheckerDraft::shipped("oicompare", sheet.origin(sheet.node()))),
        };
        let overrides = |limits: &TaskLimits| -> Vec<OverrideDraft> {
            let own = |case: &FoundCase| {
                let limits = limits.of(&data.groups[&case.name], names.test(&case.name)?);
                let value = case.name.clone();
                let cases = Some(Found { value, origin: sheet.origin(sheet.node()) });
                limits.map(|limits| OverrideDraft { cases, limits })
            };
            data.cases.iter().filter_map(own).collect()
        };
        let mut tests = Vec::new();
        for case in &data.cases {
            tests.extend(
                data.groups.get(&case.name).map(String::as_str).zip(names.test(&case.name)),
            );
        }
        for (key, test) in config.limits.missing(&tests) {
            let of = test.map(|test| format!(", as of `{test}`")).unwrap_or_default();
            sheet.warn(key, format!("missing{of}: jury's usual limit counts"), complaints);
        }
        let language_limits = config
            .language_limits
            .iter()
            .map(|(ending, limits)| (ending.clone(), limits.all, overrides(limits)))
            .collect();
        let overrides = overrides(&config.limits);
        Some(Draft {
            name: title(&sheet, complaints),
            code: Some(Found { value: id.clone(), origin: sheet.origin_of("sinol_task_id") }),
            validator: programs
                .validator
                .as_ref()
                .map(|file| ValidatorDraft::Programs(vec![part(file)])),
            checker,
            interactor,
            listing: Listing {
                unlisted: unlisted(&programs, &id, data.is_lacking),
                ..Listing::default()
            },
            is_made_aside: true,
            unmade: data.unmade,
            additions: Additions {
                along: extra::read(folder, &sheet, complaints),
                ..Additions::default()
            },
            has_time_factors: false,
            time_place: TimePlace::Nowhere(format!("it stands in milliseconds in `{FILE}`")),
            reference: programs.model.as_ref().map(|file| found(folder, file)),
            limits: config.limits.all,
            overrides,
            language_limits,
            submissions: solutions::read(&programs.solutions, &config, &sheet, complaints),
            tree: Some(data.tree),
            cases: data.cases,
            ..Draft::empty(LAYOUT, "sinol")
        })
    }
}

/// A program that talks with solutions: it has twice the time limit, and the memory limit.
fn interactor(part: PartDraft, config: &Config) -> PartDraft {
    let StatedLimits { time, memory, .. } = config.limits.all;
    PartDraft {
        protocol: Some(Protocol::SinolManager(config.processes)),
        time: time.map(|seconds| seconds * 2.0),
        memory,
        ..part
    }
}

/// A program as the package names it.
fn found(folder: &Folder, file: &Entry) -> Found<String> {
    let value = format!("{PROGRAMS}/{}", file.name);
    let origin = Origin { file: folder.shown(&file.path).into(), place: None };
    Found { value, origin }
}

/// The tests that a program of the package makes, by names that only it knows.
fn unlisted(programs: &Programs, id: &str, is_lacking: bool) -> Option<UnlistedCases> {
    let file = programs.generator.as_ref()?;
    let generator =
        Generator { leaves: Leaves::Testcase, ..Generator::called(file.path.clone(), Vec::new()) };
    // A script finds what is in the package by paths from the folder of tests, in which it runs.
    let script = is_script(&file.name).then(|| PackageScript {
        folders: [PROGRAMS, LAYOUT.data].map(str::to_owned),
        name: format!("../{PROGRAMS}/{}", file.name),
    });
    Some(UnlistedCases { generator, prefix: id.to_owned(), script, is_lacking })
}

/// The name with which those of all files begin.
fn id(folder: &Folder, sheet: &Sheet, complaints: &mut Complaints) -> Option<String> {
    let is_plain = |id: &str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if let Some(Found { value, .. }) = sheet.text("sinol_task_id", complaints) {
        let good = is_plain(&value);
        if !good {
            let wrong = "expected letters and digits, with which the names of all files begin";
            sheet.complain("sinol_task_id", wrong, complaints);
        }
        return good.then_some(value);
    }
    let name = folder.real.file_name()?.to_string_lossy().into_owned();
    if name.len() == 3 && is_plain(&name) {
        return Some(name);
    }
    if let Some(id) = names::guessed(&folder.entries(&folder.real.join(PROGRAMS), complaints)) {
        let words = format!("missing: `{id}`, with which the names of programs begin, is taken");
        sheet.warn("sinol_task_id", words, complaints);
        return Some(id);
    }
    let wrong = format!(
        "missing, and the folder `{}` is not named by the three letters of a task: write the name with \
         which those of all files begin, such as `sinol_task_id: abc`",
        name.escape_debug()
    );
    sheet.complain("sinol_task_id", wrong, complaints);
    None
}

fn title(sheet: &Sheet, complaints: &mut Complaints) -> Option<String> {
    let keys = ["title", "title_en", "title_pl"];
    keys.iter().find_map(|key| sheet.text(key, complaints)).map(|found| found.value)
}

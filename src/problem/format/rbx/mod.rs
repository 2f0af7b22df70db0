//! Packages of rbx: `problem.rbx.yml`, and the files that it names.
//!
//! Inputs come of files and of generators, and answers of the first accepted solution. What would be judged by
//! other rules is refused in words.

mod header;
mod inline;
mod outcomes;
mod python;
mod reader;
mod script;
mod testplan;
mod tests;
mod unit_tests;
mod validators;
mod variables;

use std::path::Path;
use std::sync::Arc;

use self::reader::{CODE_KEYS, Reader, word};
use self::tests::Data;
use self::validators::{Programs, Validators};
use super::sheet::{KIBIBYTE, MEBIBYTE, Sheet};
use super::standard;
use crate::problem::cases::FoundCase;
use crate::problem::complaint::Complaints;
use crate::problem::draft::{
    CheckerDraft, Draft, Format, OverrideDraft, PartDraft, ValidatorDraft,
};
use crate::problem::folder::Folder;
use crate::problem::layout::Layout;
use crate::problem::limits::StatedLimits;
use crate::problem::line_ends;
use crate::problem::{Additions, Listing, ProvedCases, TimePlace};

const FILE: &str = "problem.rbx.yml";

/// Names of cases are the paths of their inputs below the package.
const LAYOUT: Layout = Layout {
    settings: FILE,
    data: "",
    answer_folder: None,
    input: "in",
    answers: &["ans"],
    takes_cases: false,
    has_places: true,
    submissions: "",
    verdict_folders: &[],
};

/// All keys at the top.
const KEYS: &[&str] = &[
    "name",
    "titles",
    "type",
    "scoring",
    "timeLimit",
    "memoryLimit",
    "outputLimit",
    "timing",
    "modifiers",
    "checker",
    "interactor",
    "validator",
    "extraValidators",
    "outputValidators",
    "visualizer",
    "solutionVisualizer",
    "generators",
    "generatorScript",
    "solutions",
    "testcases",
    "stresses",
    "statements",
    "tutorials",
    "vars",
    "unitTests",
    "languages",
];

/// Longest limits: an hour, a TiB, a TiB; in the units of the file.
const MOST_MILLISECONDS: f64 = 3_600_000.0;
const MOST_MEBIBYTES: f64 = 1_048_576.0;
const MOST_KIBIBYTES: f64 = 1_073_741_824.0;

/// Bytes of output where the package does not say.
const OUTPUT: u64 = 4096 << 10;

/// rbx.
#[derive(Debug)]
pub(super) struct Rbx;

impl Format for Rbx {
    fn marks(&self, folder: &Path) -> bool {
        std::fs::symlink_metadata(folder.join(FILE)).is_ok()
    }

    fn read(&self, folder: &Folder, complaints: &mut Complaints) -> Option<Draft> {
        let sheet = Sheet::read(folder, &folder.real.join(FILE), complaints)?;
        sheet.expect_only(KEYS, complaints);
        let is_scored = word(&sheet, "scoring", &[("binary", false), ("points", true)], complaints);
        let is_scored = is_scored.unwrap_or(false);
        let kinds = [("batch", false), ("communication", true)];
        let is_interactive = word(&sheet, "type", &kinds, complaints).unwrap_or(false);
        let limits = limits(&sheet, complaints);
        let reader = &mut Reader { folder, complaints, needs_header: false, copies: None };
        let mut programs = Programs::default();
        let validators = Validators::default().read(&sheet, &mut programs, reader);
        let (checker, dialogue_checker) = reader.checkers(&sheet, is_interactive);
        let interactor = reader.interactor(&sheet, is_interactive);
        let Data { cases, order, rules, unmade, scripts, tree } =
            tests::read(&sheet, is_scored, &validators, &mut programs, reader);
        let validator_tests = unit_tests::read(&sheet, &validators, &mut programs, reader);
        let solutions = outcomes::read(&sheet, &tree, reader);
        let groups = sheet.sections("testcases", reader.complaints);
        let made = header::made(&sheet, &groups, reader);
        let copies = reader.copies.take().map(Arc::new);
        Some(Draft {
            name: name(&sheet, complaints),
            limits,
            language_limits: language_limits(&sheet, &limits, complaints),
            validator: (!programs.inputs.is_empty())
                .then_some(ValidatorDraft::Programs(programs.inputs)),
            answer_validators: programs.answers,
            validator_tests,
            checker,
            dialogue_checker,
            interactor,
            reference: solutions.reference,
            submissions: solutions.kept,
            has_time_factors: false,
            time_place: TimePlace::Nowhere("limits are set in `problem.rbx.yml`".into()),
            unmade,
            copies,
            additions: Additions { made, proved: ProvedCases::All, ..Additions::default() },
            is_made_aside: true,
            listing: Listing { scripts, ..Listing::default() },
            listed: rules,
            order,
            // rbx looks at each file by itself.
            has_crlf: line_ends::are_some_of_windows(cases.iter().flat_map(FoundCase::files)),
            tree: Some(tree),
            cases,
            ..Draft::empty(LAYOUT, "rbx, by `problem.rbx.yml`")
        })
    }
}

/// The title: the English one, else the first, else the name.
fn name(sheet: &Sheet, complaints: &mut Complaints) -> Option<String> {
    let titles = sheet.section("titles", complaints);
    let title = titles.as_ref().and_then(|titles| {
        let english = titles.get("en").or_else(|| titles.get("english"));
        english.or_else(|| Some(&titles.entries().first()?.value))?.as_text()
    });
    match title {
        Some(title) => Some(title.to_owned()),
        None => sheet.text("name", complaints).map(|found| found.value),
    }
}

/// Milliseconds, MiB and KiB.
fn limits(sheet: &Sheet, complaints: &mut Complaints) -> StatedLimits {
    for key in ["timeLimit", "memoryLimit"] {
        if sheet.get(key).is_none() {
            sheet.complain(key, "missing", complaints);
        }
    }
    let time = sheet.number("timeLimit", "milliseconds", 1.0..=MOST_MILLISECONDS, complaints);
    let memory = ("memoryLimit", ("MiB", MEBIBYTE), 1.0..=MOST_MEBIBYTES);
    let output = ("outputLimit", ("KiB", KIBIBYTE), 1.0..=MOST_KIBIBYTES);
    let [memory, output] =
        [memory, output].map(|(key, unit, bounds)| sheet.size(key, unit, bounds, complaints));
    StatedLimits {
        time: time.map(|milliseconds| milliseconds / 1000.0),
        memory,
        output: output.or(Some(OUTPUT)),
        ..StatedLimits::default()
    }
}

/// Limits of languages, by the endings of their sources, which are rbx's own names of languages.
fn language_limits(
    sheet: &Sheet,
    usual: &StatedLimits,
    complaints: &mut Complaints,
) -> Vec<(String, StatedLimits, Vec<OverrideDraft>)> {
    let Some(modifiers) = sheet.section("modifiers", complaints) else { return Vec::new() };
    let mut all = Vec::new();
    for entry in modifiers.entries() {
        let Some(own) = modifiers.section(&entry.key, complaints) else { continue };
        own.only(&["time", "timeMultiplier", "memory"], complaints);
        let time = own.number("time", "milliseconds", 1.0..=MOST_MILLISECONDS, complaints);
        let factor = own.number("timeMultiplier", "a factor", 0.01..=1000.0, complaints);
        let memory = own.size("memory", ("MiB", MEBIBYTE), 1.0..=MOST_MEBIBYTES, complaints);
        // What both say is taken together, as rbx does.
        let base = time.map(|milliseconds| milliseconds / 1000.0).or(usual.time);
        let is_stated = time.is_some() || factor.is_some();
        let time = base.filter(|_| is_stated).map(|seconds| seconds * factor.unwrap_or(1.0));
        let limits = StatedLimits { time, memory, ..StatedLimits::default() };
        all.push((entry.key.clone(), limits, Vec::new()));
    }
    all
}

impl Reader<'_> {
    /// The checker, and the one that decides after the interactor where there is one.
    fn checkers(
        &mut self,
        sheet: &Sheet,
        is_interactive: bool,
    ) -> (Option<CheckerDraft>, Option<PartDraft>) {
        let Some(checker) = sheet.section("checker", self.complaints) else {
            let origin = sheet.origin_of("checker");
            return ((!is_interactive).then(|| CheckerDraft::shipped("wcmp", origin)), None);
        };
        match self.checker(&checker) {
            Some(CheckerDraft::Known { program, .. }) if is_interactive => (None, Some(program)),
            Some(CheckerDraft::Programs(mut programs)) if is_interactive => (None, programs.pop()),
            Some(CheckerDraft::Shipped(_)) if is_interactive => {
                let words = "behind an interactor, expected a file of the package";
                checker.complain("path", words, self.complaints);
                (None, None)
            }
            checker => (checker, None),
        }
    }

    /// The package's own, or one of testlib's where the package has no file of that name.
    fn checker(&mut self, checker: &Sheet) -> Option<CheckerDraft> {
        let known = [&CODE_KEYS[..], &["mode", "fallback_to"]].concat();
        checker.expect_only(&known, self.complaints);
        if checker.word("mode", &[("testlib", false), ("boca", true)], self.complaints)
            == Some(true)
        {
            checker.complain("mode", "checkers of BOCA are not run", self.complaints);
        }
        let path = self.needed(checker, "path")?;
        let name = Path::new(&path.value).file_stem().and_then(|stem| stem.to_str());
        let is_there = self.folder.real.join(&path.value).symlink_metadata().is_ok();
        if let Some(other) = checker.section("fallback_to", self.complaints).filter(|_| !is_there) {
            return self.checker(&other);
        }
        if !is_there
            && let Some(name) = name.filter(|name| is_of_testlib(name))
            && path.value == format!("{name}.cpp")
        {
            return Some(CheckerDraft::shipped(name, path.origin));
        }
        let name = name.map(str::to_owned);
        let part = self.part(checker)?;
        Some(standard::checker(self.folder, name.as_deref(), part))
    }

    fn interactor(&mut self, sheet: &Sheet, is_interactive: bool) -> Option<PartDraft> {
        let interactor = sheet.section("interactor", self.complaints);
        if interactor.is_some() != is_interactive {
            let words = "expected an interactor with `type: communication`, and none without";
            sheet.complain("interactor", words, self.complaints);
        }
        let interactor = interactor?;
        let known = [&CODE_KEYS[..], &["legacy", "capture", "stderr"]].concat();
        interactor.expect_only(&known, self.complaints);
        self.part(&interactor)
    }
}

fn is_of_testlib(name: &str) -> bool {
    jury_checkers::testlib::CHECKERS.iter().any(|entry| entry.name == name)
}

//! Packages of Polygon: `problem.xml`, and the files that it names.
//!
//! A full package has all tests and answers. A standard one has only the tests that were made by hand: the
//! commands that make the others are listed as generator rules, and answers come of the main solution.

mod grader;
mod pattern;
mod program_tests;
mod solutions;
mod tests;
mod xml;

use std::path::Path;
use std::rc::Rc;

use roxmltree::{Document, ParsingOptions};

use self::xml::Element;
use super::foreign::{ForeignFormat, Sign};
use super::named_files::named_files;
use super::standard;
use crate::problem::complaint::{Complaints, Origin, Wrong};
use crate::problem::draft::{Draft, Format, Found, PartDraft, ValidatorDraft};
use crate::problem::folder::Folder;
use crate::problem::layout::Layout;
use crate::problem::limits::StatedLimits;
use crate::problem::{Additions, NamedFiles, Protocol, TimePlace};

const FILE: &str = "problem.xml";

/// Longest `problem.xml` that is read, in bytes.
const LONGEST: u64 = 16 << 20;

/// Least memory limit, in bytes: no program starts with less.
const LEAST_MEMORY: u64 = 1 << 20;

/// Most elements and texts in it.
const MOST_NODES: u32 = 1_000_000;

/// What tells the file from others of its name.
const MARK: ForeignFormat = ForeignFormat {
    name: "a Polygon package",
    file: FILE,
    sign: Sign::Words(&["<judging"]),
    folders: &["files", "solutions"],
};

/// Names of tests are their paths below the package.
const LAYOUT: Layout = Layout {
    settings: FILE,
    data: "",
    answer_folder: None,
    input: "",
    answers: &["a"],
    takes_cases: false,
    has_places: true,
    submissions: "solutions",
    verdict_folders: &[],
};

/// Polygon.
#[derive(Debug)]
pub(super) struct Polygon;

impl Format for Polygon {
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
        let path = folder.real.join(FILE);
        let shown: Rc<Path> = folder.shown(&path).into();
        let text = text(folder, &path, complaints)?;
        let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
        let document = match Document::parse_with_options(&text, options) {
            Ok(document) => document,
            Err(error) => {
                let pos = error.pos();
                let place =
                    jury_checkers::Place { line: pos.row as usize, column: pos.col as usize };
                let origin = Origin { file: shown, place: Some(place) };
                complaints.at(&origin, format!("expected XML: {error}"));
                return None;
            }
        };
        draft(folder, &Element::root(&document, &shown), complaints)
    }
}

/// The file's text.
fn text(folder: &Folder, path: &Path, complaints: &mut Complaints) -> Option<String> {
    let found = folder.readable(path, LONGEST).and_then(|real| {
        let bytes = crate::regular::read(&real, LONGEST);
        let bytes = bytes.map_err(|error| Wrong::unreadable("cannot read", &error))?;
        String::from_utf8(bytes).map_err(|_| "expected UTF-8".into())
    });
    found.map_err(|wrong| complaints.about(folder.shown(path), wrong)).ok()
}

fn draft(folder: &Folder, root: &Element<'_>, complaints: &mut Complaints) -> Option<Draft> {
    let Some(judging) = root.first("judging") else {
        complaints.at(&root.origin(), "expected an element <judging>");
        return None;
    };
    refuse(root, &judging, complaints);
    let set = tests::choose(&judging, complaints)?;
    let limits = limits(&set, complaints);
    let additions = Additions {
        files: files(&judging, complaints),
        shared: grader::read(folder, root, complaints),
        ..Additions::default()
    };
    let interactor = interactor(root, &additions.files, complaints);
    let data = tests::read(folder, root, &set, complaints)?;
    let context = solutions::Context {
        set: set.value("name").unwrap_or_default(),
        is_scored: data.is_scored,
        groups: data.tree.groups.iter().map(|group| group.name.clone()).collect(),
        needs_main: !data.unmade.is_empty(),
    };
    let solutions = solutions::read(folder, root, &context, complaints);
    let validators = root.down(&["assets", "validators"]);
    let validators: Vec<PartDraft> = validators
        .iter()
        .flat_map(|all| all.all("validator"))
        .filter_map(|one| validator(folder, &one, complaints))
        .collect();
    let checker = root.down(&["assets", "checker"]);
    if checker.is_none() && interactor.is_none() {
        complaints.at(&root.origin(), "expected an element <checker> in <assets>");
    }
    let named = checker.and_then(|checker| {
        let name = checker.value("name").unwrap_or_default();
        let name = name.strip_prefix("std::").and_then(|name| name.strip_suffix(".cpp"));
        Some((name.map(str::to_owned), part(&checker, complaints)?))
    });
    // Where both are there, the checker decides by what the interactor wrote.
    let (checker, dialogue_checker) = match (&interactor, named) {
        (Some(_), named) => (None, named.map(|(_, checker)| checker)),
        (None, named) => {
            let decides = |(name, checker): (Option<String>, _)| {
                standard::checker_or_named(folder, name.as_deref(), checker, complaints)
            };
            (named.map(decides), None)
        }
    };
    Some(Draft {
        name: name(root),
        code: root.attribute("short-name").filter(|found| is_plain(&found.value)),
        source: root.value("url"),
        validator: (!validators.is_empty()).then_some(ValidatorDraft::Programs(validators)),
        interactor,
        dialogue_checker,
        checker,
        unmade: data.unmade,
        is_made_aside: true,
        order: data.order,
        has_crlf: data.has_crlf,
        listed: data.generator_rules,
        // A limit on Polygon is one for all languages.
        has_time_factors: false,
        time_place: TimePlace::Nowhere("limits of Polygon's packages are set on Polygon".into()),
        reference: solutions.main,
        limits,
        additions,
        tree: Some(data.tree),
        cases: data.cases,
        validator_tests: program_tests::read(folder, root, complaints),
        submissions: solutions.kept,
        ..Draft::empty(
            Layout { input: data.input, answers: data.answers, ..LAYOUT },
            described(root),
        )
    })
}

fn described(root: &Element<'_>) -> String {
    match root.value("revision") {
        Some(revision) => format!("Polygon, revision {revision}"),
        None => "Polygon".to_owned(),
    }
}

/// The title: the English one, else the first.
fn name(root: &Element<'_>) -> Option<String> {
    let names = || root.first("names").into_iter().flat_map(|names| names.all("name"));
    let english = names().find(|name| name.value("language").as_deref() == Some("english"));
    english.or_else(|| names().next())?.value("value")
}

fn is_plain(code: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    code.chars().all(plain) && !code.starts_with(['.', '-'])
}

/// The files by which solutions read their input and write their output.
fn files(judging: &Element<'_>, complaints: &mut Complaints) -> NamedFiles {
    let keys = ["input-file", "output-file"];
    let [input, output] = keys.map(|key| judging.attribute(key));
    named_files(keys, [input.as_ref(), output.as_ref()], &judging.origin(), complaints)
}

/// What talks with solutions, where they are interactive.
fn interactor(
    root: &Element<'_>,
    files: &NamedFiles,
    complaints: &mut Complaints,
) -> Option<PartDraft> {
    let element = root.down(&["assets", "interactor"])?;
    if !files.are_streams() {
        let message = "<interactor>: solutions talk by standard input and output, but <judging> names \
                       files";
        complaints.at(&element.origin(), message);
    }
    if let Some(runs) = element.first("runs")
        && runs.all("run").nth(1).is_some()
    {
        let message = "<runs>: problems that run a solution several times are not judged";
        complaints.at(&runs.origin(), message);
    }
    part(&element, complaints)
}

/// What would be judged by other rules than the package's own.
fn refuse(root: &Element<'_>, judging: &Element<'_>, complaints: &mut Complaints) {
    if let Some(Found { value, origin }) = judging.attribute("run-count")
        && value != "1"
    {
        complaints
            .at(&origin, "`run-count`: problems that run a solution several times are not judged");
    }
    if let Some(scorer) = root.down(&["assets", "scorer"]) {
        complaints.warn_at(&scorer.origin(), "<scorer> is passed over");
    }
}

/// CPU time in milliseconds, memory in bytes.
fn limits(set: &Element<'_>, complaints: &mut Complaints) -> StatedLimits {
    let mut limit = |name, least: u64| {
        let Some(found) = set.first(name) else {
            let words = format!("<testset>: no <{name}>: jury's usual limit counts");
            complaints.warn_at(&set.origin(), words);
            return None;
        };
        let text = set.text(name);
        let number = text.as_ref().and_then(|found| found.value.parse::<u64>().ok());
        let number = number.filter(|&number| number >= least);
        if number.is_none() {
            let message = format!("<{name}>: expected a whole number, at least {least}");
            complaints.at(&found.origin(), message);
        }
        number
    };
    let (time, memory) = (limit("time-limit", 1), limit("memory-limit", LEAST_MEMORY));
    StatedLimits {
        #[expect(clippy::cast_precision_loss, reason = "milliseconds of a limit")]
        time: time.map(|milliseconds| milliseconds as f64 / 1000.0),
        memory,
        ..StatedLimits::default()
    }
}

/// A validator. Without one that is not there, tests are judged all the same.
fn validator(
    folder: &Folder,
    element: &Element<'_>,
    complaints: &mut Complaints,
) -> Option<PartDraft> {
    let part = part(element, complaints)?;
    let program = part.program.as_ref()?;
    if let Err(wrong) = folder.inside(&program.value) {
        complaints.warn_at(&program.origin, format!("{wrong}: tests are not validated by it"));
        return None;
    }
    Some(part)
}

/// A checker or validator.
fn part(element: &Element<'_>, complaints: &mut Complaints) -> Option<PartDraft> {
    let Some(source) = element.first("source") else {
        complaints.at(&element.origin(), format!("<{}>: missing element <source>", element.name()));
        return None;
    };
    let path = source.needed("path", complaints)?;
    Some(PartDraft::of(path, Protocol::Testlib))
}

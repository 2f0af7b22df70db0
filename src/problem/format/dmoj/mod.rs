//! Problems of DMOJ: `init.yml`, and the data that it names, in the folder or in an archive there.

mod call;
mod cases;
mod checker;
mod files;
mod generator;
mod keys;
mod matched;
mod programs;
mod python;
mod signature;
mod suite;

use std::path::Path;
use std::sync::Arc;

use self::files::Files;
use self::keys::{BY_ONE_NAME, KEYS, MAY_BE_FALSE, NEVER_NOTHING, REFUSED};
use self::programs::Programs;
use self::python::{NO_NUMBER, is_false, number};
use super::foreign::{ForeignFormat, Sign};
use super::sheet::Sheet;
use crate::problem::complaint::Complaints;
use crate::problem::draft::{Draft, Format};
use crate::problem::folder::Folder;
use crate::problem::layout::Layout;
use crate::problem::limits::StatedLimits;
use crate::problem::{Additions, OutputBuffer, TimePlace};
use crate::yaml::{Entry, Node};

const FILE: &str = "init.yml";

/// What tells the file from others of its name.
const MARK: ForeignFormat = ForeignFormat {
    name: "a DMOJ problem",
    file: FILE,
    sign: Sign::Words(&[
        "test_cases",
        "test-cases",
        "archive",
        "checker",
        "custom_judge",
        "interactive",
    ]),
    folders: &[],
};

/// Bytes of output, where the package does not say.
const OUTPUT: u64 = 25_165_824;

/// Wall time for a second of CPU time, where the package does not say.
const WALL_FACTOR: f64 = 3.0;

const LAYOUT: Layout = Layout {
    settings: FILE,
    data: "",
    input: "in",
    answer_folder: None,
    answers: &["out"],
    takes_cases: false,
    has_places: false,
    submissions: "",
    verdict_folders: &[],
};

/// DMOJ.
#[derive(Debug)]
pub(super) struct Dmoj;

impl Format for Dmoj {
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
        let sheet = plain_keys(&sheet, complaints);
        look_at_keys(&sheet, complaints);
        let mut programs = Programs::default();
        let decides = checker::read(folder, &sheet, &mut programs, complaints);
        let mut files = Files::open(folder, &sheet, complaints);
        let has_program = decides.has_program();
        let data = cases::read(&mut files, &sheet, has_program, &mut programs, complaints);
        let output =
            sheet.size("output_limit_length", ("a number of bytes", 1.0), 1.0..=1e10, complaints);
        let factor = sheet.number("wall_time_factor", "a factor", 1.0..=100.0, complaints);
        let unmade = match data.rules.len() {
            0 => Vec::new(),
            lacking => {
                let words =
                    format!("{lacking} of {} cases are made by generators", data.order.len());
                vec![(folder.shown.clone(), words)]
            }
        };
        let submissions = suite::read(folder, &data.order, complaints);
        Some(Draft {
            unmade,
            is_made_aside: true,
            listed: data.rules,
            order: data.order,
            submissions,
            limits: StatedLimits {
                output: output.or(Some(OUTPUT)),
                whole_wall_factor: factor.or(Some(WALL_FACTOR)),
                ..StatedLimits::default()
            },
            additions: Additions {
                shared: signature::read(&files, &sheet, complaints),
                builds: programs.into_builds(),
                buffer: match sheet.get("unbuffered").filter(|node| !is_false(node)) {
                    Some(_) => OutputBuffer::None,
                    None => OutputBuffer::Usual,
                },
                ..Additions::default()
            },
            checker: decides.checker,
            interactor: decides.interactor,
            time_place: TimePlace::Nowhere(
                "problems of DMOJ have no limits: the site has them (`--time-limit` sets one)"
                    .into(),
            ),
            tree: Some(data.tree),
            cases: data.cases,
            copies: files.into_copies().map(Arc::new),
            ..Draft::empty(LAYOUT, "DMOJ")
        })
    }
}

/// The same as the judge finds it: with `_` for `-` in keys that have no default, and without values that say
/// nothing. Complains of keys that hold code.
fn plain_keys(sheet: &Sheet, complaints: &mut Complaints) -> Sheet {
    for entry in sheet.entries().iter().filter(|entry| entry.key.ends_with('+')) {
        complaints.at(&sheet.origin_of_key(entry), keys::code(&entry.key));
    }
    let says_something =
        |entry: &Entry| !MAY_BE_FALSE.contains(&entry.key.as_str()) || !is_false(&entry.value);
    let name = |key: &str| {
        let plain = key.replace('-', "_");
        if BY_ONE_NAME.contains(&plain.as_str()) { key.to_owned() } else { plain }
    };
    sheet.with_keys(&name).only_entries(&says_something)
}

fn look_at_keys(sheet: &Sheet, complaints: &mut Complaints) {
    for (key, words) in REFUSED {
        // A grader is taken for the key alone.
        let is_said = |node: &Node| key == "custom_judge" || !is_false(node);
        if sheet.get(key).is_some_and(is_said) {
            sheet.complain(key, words, complaints);
        }
    }
    // Graders that others go before are not asked for.
    let is_passed_over =
        |key: &str| key == "interactive" && sheet.get("signature_grader").is_some();
    for key in NEVER_NOTHING {
        if sheet.node().get(key).is_some_and(Node::is_null) && !is_passed_over(key) {
            sheet.complain(key, "expected a value: DMOJ fails where there is none", complaints);
        }
    }
    for key in ["output_limit_length", "wall_time_factor"] {
        if sheet.get(key).is_some_and(|node| node.as_number().is_some() && number(node).is_none()) {
            sheet.complain(key, NO_NUMBER, complaints);
        }
    }
    for entry in sheet.entries() {
        let key = entry.key.as_str();
        let is_refused = REFUSED.iter().any(|(known, _)| *known == key);
        if !KEYS.contains(&key) && !is_refused && !key.ends_with('+') {
            let words = super::sheet::passed_over("key", "", key, KEYS);
            complaints.warn_at(&sheet.origin_of_key(entry), words);
        }
    }
}

//! Problems of library-checker (`yosupo06/library-checker-problems`): `info.toml`, and the files that it names.
//!
//! No case lies in the repository: inputs come of generators and answers of `sol/correct.cpp`, and digests in
//! `hash.json` say what they must be. `common` at the top of the repository has headers for all problems.

mod params;
mod solutions;
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::tests::Data;
use super::foreign::{ForeignFormat, Sign};
use super::toml_sheet::{Section, Sheet, text_of};
use crate::problem::complaint::Complaints;
use crate::problem::copies::Copies;
use crate::problem::draft::{CheckerDraft, Draft, Format, Found, PartDraft, ValidatorDraft};
use crate::problem::folder::Folder;
use crate::problem::layout::Layout;
use crate::problem::limits::StatedLimits;
use crate::problem::{Additions, Protocol, TimePlace};

const FILE: &str = "info.toml";

/// What tells the file from others of its name.
const MARK: ForeignFormat = ForeignFormat {
    name: "a library-checker problem",
    file: FILE,
    sign: Sign::Words(&["[[tests]]"]),
    folders: &["gen", "sol"],
};

const KEYS: &[&str] =
    &["title", "timelimit", "forum", "tests", "solutions", "params", "checker", "verifier"];

/// Bytes of memory: the packages say nothing, the site has so much.
const MEMORY: u64 = 1 << 30;

/// The header that is made of the parameters, at the top of the problem.
const PARAMS: &str = "params.h";

/// The folder of headers at the top of the repository, how many folders above the problem that is looked for
/// at the most, and the header by which it is known.
const COMMON: (&str, usize, &str) = ("common", 2, "testlib.h");

const LAYOUT: Layout = Layout {
    settings: FILE,
    data: "",
    answer_folder: None,
    input: "in/#.in",
    answers: &["out/#.out"],
    takes_cases: false,
    has_places: true,
    submissions: "sol",
    verdict_folders: &[],
};

/// library-checker.
#[derive(Debug)]
pub(super) struct LibraryChecker;

impl Format for LibraryChecker {
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
        let place = folder.real.join(FILE);
        let text = text_of(folder, &place, complaints)?;
        let sheet = Sheet { file: folder.shown(&place).into(), text: &text };
        let table = sheet.parse(complaints)?;
        Some(draft(folder, &Section::top(&sheet, &table), complaints))
    }
}

fn draft(folder: &Folder, top: &Section<'_>, complaints: &mut Complaints) -> Draft {
    top.warn_of_others(KEYS, complaints);
    let Data { cases, rules, order, unmade } = tests::read(folder, top, complaints);
    let reference = program(folder, top, ("", "sol/correct.cpp"), complaints);
    let checker = program(folder, top, ("checker", "checker.cpp"), complaints);
    let verifier = program(folder, top, ("verifier", "verifier.cpp"), complaints);
    let part = |program| PartDraft::of(program, Protocol::Testlib);
    let (made, copies) = made(folder, top, complaints);
    if !top.has("timelimit") {
        complaints.warn_at(&top.origin(), "no `timelimit`: jury's usual limit counts");
    }
    Draft {
        name: top.get("title", complaints).map(|found| found.value),
        validator: verifier.map(|program| ValidatorDraft::Programs(vec![part(program)])),
        checker: Some(CheckerDraft::Programs(checker.map(part).into_iter().collect())),
        submissions: solutions::read(folder, top, complaints),
        limits: StatedLimits {
            time: top.number("timelimit", "seconds", 0.001..=3600.0, complaints),
            memory: Some(MEMORY),
            ..StatedLimits::default()
        },
        has_time_factors: false,
        time_place: TimePlace::Nowhere(format!("jury changes no `{FILE}`")),
        additions: Additions {
            headers: common(folder),
            solutions_include: true,
            made,
            ..Additions::default()
        },
        copies,
        unmade,
        is_made_aside: true,
        listed: rules,
        order,
        reference,
        cases,
        ..Draft::empty(LAYOUT, "library-checker, by `info.toml`")
    }
}

/// The program that a key names, or the usual one, which must be there.
fn program(
    folder: &Folder,
    top: &Section<'_>,
    (key, usual): (&str, &str),
    complaints: &mut Complaints,
) -> Option<Found<String>> {
    let named = top.get::<String>(key, complaints);
    let found = named.unwrap_or_else(|| Found { value: usual.to_owned(), origin: top.origin() });
    match folder.inside(&found.value) {
        Ok(_) => Some(found),
        Err(wrong) => {
            complaints.at(&found.origin, wrong);
            None
        }
    }
}

/// The headers of the repository, where the problem lies in one.
fn common(folder: &Folder) -> Vec<PathBuf> {
    let (name, above, known_by) = COMMON;
    let places = folder.real.ancestors().skip(1).take(above).map(|place| place.join(name));
    let real = places.filter_map(|place| fs::canonicalize(place).ok());
    real.filter(|place| place.join(known_by).is_file()).take(1).collect()
}

/// The header of parameters, which programs include, in the place of one that an earlier run of the
/// repository's own tools left.
fn made(
    folder: &Folder,
    top: &Section<'_>,
    complaints: &mut Complaints,
) -> (Vec<(String, PathBuf)>, Option<Arc<Copies>>) {
    let text = params::header(top, complaints);
    let put = Copies::new().and_then(|mut copies| Ok((copies.put(text.as_bytes(), None)?, copies)));
    match put {
        Ok((place, copies)) => (vec![(PARAMS.to_owned(), place)], Some(Arc::new(copies))),
        Err(error) => {
            let path = folder.shown(&folder.real.join(PARAMS));
            complaints.about(path, format!("cannot be made: {error}"));
            (Vec::new(), None)
        }
    }
}

//! The cases: `[[tests]]`, how each is made, and what `hash.json` says of their files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::problem::cases::FoundCase;
use crate::problem::complaint::{Complaints, Wrong};
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::format::toml_sheet::Section;
use crate::problem::format::uncompared;
use crate::problem::{CaseSettings, Content, Generator, GeneratorRule, Maker, StatedDigests};
use crate::regular::{self, LARGEST_CASE_FILE};

const HASHES: &str = "hash.json";

/// Largest file of digests that is read, in bytes.
const LARGEST_HASHES: u64 = 16 << 20;

/// Most cases of one name.
const MOST: u64 = 10_000;

/// What was found.
pub(super) struct Data {
    pub(super) cases: Vec<FoundCase>,
    pub(super) rules: Vec<GeneratorRule>,
    /// The names of all cases, in the order of the list.
    pub(super) order: Vec<String>,
    pub(super) unmade: Vec<(PathBuf, String)>,
}

/// Reads the list of tests.
pub(super) fn read(folder: &Folder, top: &Section<'_>, complaints: &mut Complaints) -> Data {
    let mut data = Data { cases: Vec::new(), rules: Vec::new(), order: Vec::new(), unmade: vec![] };
    let mut hashes = Hashes::read(folder, complaints);
    let mut known = BTreeSet::new();
    let (mut lacking, mut no_answer, mut unmakeable) = (0, 0, 0);
    for test in top.sections("tests", "[[tests]]", complaints) {
        test.warn_of_others(&["name", "number"], complaints);
        let Some(name) = test.require::<String>("name", complaints) else { continue };
        if !test.has("number") {
            test.lacks("number", "how many cases there are", complaints);
        }
        let number = test.whole("number", 0..=MOST, complaints).unwrap_or(0);
        let Some((stem, makes)) = maker(folder, &name, complaints) else { continue };
        for index in 0..number {
            let case = format!("{stem}_{index:02}");
            if !known.insert(case.clone()) {
                complaints.at(&name.origin, format!("`name`: there is a case `{case}` already"));
                break;
            }
            let settings = CaseSettings { digests: hashes.of(&case), ..CaseSettings::default() };
            data.order.push(case.clone());
            let met = folder.real.join(format!("in/{case}.in"));
            let answer = folder.real.join(format!("out/{case}.out"));
            if let Some(input) = file(folder, &met, complaints) {
                let answer = file(folder, &answer, complaints);
                no_answer += usize::from(answer.is_none());
                // What no digest proves is made again.
                let is_proved =
                    settings.digests.as_ref().is_some_and(|digests| digests.input.is_some());
                let quiet = &mut Complaints::default();
                let again = (!is_proved).then(|| makes.of(folder, index, &name, quiet)).flatten();
                unmakeable += usize::from(!is_proved && again.is_none());
                let rule =
                    again.map(|maker| GeneratorRule::one(maker, case.clone(), settings.clone()));
                data.rules.extend(rule.map(GeneratorRule::of_case_there));
                data.cases.push(FoundCase { name: case, met, input, answer, settings });
                continue;
            }
            if let Some(maker) = makes.of(folder, index, &name, complaints) {
                let answer = file(folder, &answer, complaints);
                lacking += 1;
                no_answer += usize::from(answer.is_none());
                data.rules.push(GeneratorRule::one(maker, case, settings).answered(answer));
            }
        }
    }
    hashes.expect_all_used(folder, complaints);
    uncompared::remark_on(folder, unmakeable, complaints);
    if lacking + no_answer > 0 {
        let all = data.order.len();
        let words = format!(
            "the problem lacks {lacking} of {all} inputs and {no_answer} of {all} answers: `jury generate` \
             makes them by its own programs"
        );
        data.unmade.push((folder.shown.clone(), words));
    }
    data
}

/// What makes the cases of a name.
enum Makes {
    /// A generator, which is given their numbers.
    Source(PathBuf),
    /// Nothing: they lie in `gen`, and begin so.
    Copies(String),
}

impl Makes {
    fn of(
        &self,
        folder: &Folder,
        index: u64,
        name: &Found<String>,
        complaints: &mut Complaints,
    ) -> Option<Maker> {
        match self {
            Self::Source(source) => {
                let words = vec![index.to_string()];
                Some(Maker::Program(Generator::called(source.clone(), words)))
            }
            Self::Copies(begin) => {
                let found = folder.inside(&format!("{begin}_{index:02}.in"));
                let found = found.map_err(|wrong| complaints.at(&name.origin, wrong)).ok()?;
                Some(Maker::Package(Content::File(found)))
            }
        }
    }
}

/// How the cases of a name are called, and what makes them.
fn maker(
    folder: &Folder,
    name: &Found<String>,
    complaints: &mut Complaints,
) -> Option<(String, Makes)> {
    let path = format!("gen/{}", name.value);
    let stem = Path::new(&name.value).file_stem().and_then(|stem| stem.to_str());
    let ending = Path::new(&name.value).extension().and_then(|ending| ending.to_str());
    match (stem, ending) {
        (Some(stem), Some("cpp")) => {
            let source = folder.inside(&path);
            let source = source.map_err(|wrong| complaints.at(&name.origin, wrong)).ok()?;
            Some((stem.to_owned(), Makes::Source(source)))
        }
        (Some(stem), Some("in")) => {
            let begin = path.strip_suffix(".in").unwrap_or(&path).to_owned();
            Some((stem.to_owned(), Makes::Copies(begin)))
        }
        _ => {
            let words = format!(
                "`name`: expected `NAME.cpp` or `NAME.in`, found `{}`",
                name.value.escape_debug()
            );
            complaints.at(&name.origin, words);
            None
        }
    }
}

/// A file of a case, if it is there; what is wrong with it is complained of.
fn file(folder: &Folder, path: &Path, complaints: &mut Complaints) -> Option<PathBuf> {
    std::fs::symlink_metadata(path).ok()?;
    let found = folder.readable(path, LARGEST_CASE_FILE);
    found.map_err(|wrong| complaints.about(folder.shown(path), wrong)).ok()
}

/// The digests of all files of cases, by their names.
struct Hashes {
    all: BTreeMap<String, [u8; 32]>,
    /// Whether the file is there.
    is_there: bool,
    used: BTreeSet<String>,
    /// How many files of cases have none, and the first of them.
    without: (usize, Option<String>),
}

impl Hashes {
    fn read(folder: &Folder, complaints: &mut Complaints) -> Self {
        let path = folder.real.join(HASHES);
        let mut hashes = Self {
            all: BTreeMap::new(),
            is_there: false,
            used: BTreeSet::new(),
            without: (0, None),
        };
        if std::fs::symlink_metadata(&path).is_err() {
            return hashes;
        }
        let bytes = folder.readable(&path, LARGEST_HASHES).and_then(|real| {
            regular::read(&real, LARGEST_HASHES)
                .map_err(|error| Wrong::unreadable("cannot read", &error))
        });
        let read = bytes.and_then(|bytes| {
            let map: BTreeMap<String, String> = serde_json::from_slice(&bytes)
                .map_err(|error| format!("expected a map of names to digests: {error}"))?;
            Ok(map)
        });
        match read {
            Err(wrong) => complaints.about(folder.shown(&path), wrong),
            Ok(map) => {
                hashes.is_there = true;
                for (name, text) in map {
                    let mut bytes = [0; 32];
                    if blake3::Hash::from_hex(&text).map(|hash| bytes = *hash.as_bytes()).is_err() {
                        let words =
                            format!("`{}`: expected 64 hexadecimal digits", name.escape_debug());
                        complaints.about(folder.shown(&path), words);
                    }
                    hashes.all.insert(name, bytes);
                }
            }
        }
        hashes
    }

    /// What is said of the files of a case.
    fn of(&mut self, case: &str) -> Option<Box<StatedDigests>> {
        let [input, answer] = ["in", "out"].map(|ending| {
            let name = format!("{case}.{ending}");
            let digest = self.all.get(&name).copied();
            if digest.is_none() && self.is_there {
                self.without.0 += 1;
                self.without.1.get_or_insert_with(|| name.clone());
            }
            self.used.insert(name);
            digest
        });
        let is_said = input.is_some() || answer.is_some();
        is_said.then(|| Box::new(StatedDigests { input, answer }))
    }

    /// Warns where cases and digests are not of the same files.
    fn expect_all_used(&self, folder: &Folder, complaints: &mut Complaints) {
        let file = folder.shown(&folder.real.join(HASHES));
        if let (count, Some(first)) = &self.without {
            let words = format!("has no digest of `{first}`, of {count} files of cases in all");
            complaints.warn_about(file.as_path(), words);
        }
        let mut unused = self.all.keys().filter(|name| !self.used.contains(*name));
        if let Some(first) = unused.next() {
            let more = unused.count();
            let words =
                format!("`{}` is no file of a case, nor are {more} more", first.escape_debug());
            complaints.warn_about(file, words);
        }
    }
}

//! Code that submissions are compiled together with, for families that have a place for it: what is in C and C++,
//! where the names of files do not matter.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::file::Package;
use super::program::is_header;
use crate::problem::{Additions, KeptSubmission, Problem, SharedCode};

/// The languages by their codes in the Kattis family, and the endings of their sources.
const LANGUAGES: [(&str, &[&str]); 2] = [("cpp", &["cpp", "cc", "cxx"]), ("c", &["c"])];

/// That code.
pub(super) struct Graders {
    /// The sources of each language, in the order of [`LANGUAGES`], by their names.
    sources: [BTreeMap<String, PathBuf>; 2],
    headers: BTreeMap<String, PathBuf>,
}

impl Graders {
    /// That of a problem. Submissions in other languages are left out; what stands in the way is refused.
    pub(super) fn of(problem: &mut Problem, package: &mut Package) -> Option<Self> {
        let graders = Self::among(&problem.additions, package);
        if graders.headers.is_empty() && graders.sources.iter().all(BTreeMap::is_empty) {
            package.refuse("graders that are not in C or C++");
            return None;
        }
        let is_said = |kept: &KeptSubmission| !kept.path.is_file() || graders.takes(&kept.path);
        for kept in problem.submissions.iter().filter(|kept| !is_said(kept)) {
            let name = kept.path.file_name().unwrap_or_default().to_string_lossy();
            package.lose(format!(
                "the submission `{name}`: no grader that is exported is in its language"
            ));
        }
        problem.submissions.retain(is_said);
        Some(graders)
    }

    fn among(additions: &Additions, package: &mut Package) -> Self {
        let mut own =
            Self { sources: [BTreeMap::new(), BTreeMap::new()], headers: BTreeMap::new() };
        let shared = additions.shared.iter().flat_map(|shared| &shared.files);
        for path in shared.chain(&additions.along) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let ending = ending_of(path);
            let language = LANGUAGES.iter().position(|(_, endings)| endings.contains(&ending));
            let known = if let Some(language) = language {
                own.sources[language].insert(name.clone(), path.clone())
            } else if is_header(&name) {
                own.headers.insert(name.clone(), path.clone())
            } else {
                package.lose(format!("the grader `{name}`: only those in C and C++ are exported"));
                None
            };
            if known.is_some_and(|known| !is_same(&known, path)) {
                package.refuse(format!("two graders or headers of the name `{name}`"));
            }
        }
        own
    }

    /// Whether this submission is in a language of which there is a source; headers alone are for both.
    fn takes(&self, submission: &Path) -> bool {
        self.languages().any(|(_, endings, _)| endings.contains(&ending_of(submission)))
    }

    /// The languages that submissions may have: code, endings and sources.
    fn languages(
        &self,
    ) -> impl Iterator<Item = (&'static str, &'static [&'static str], &BTreeMap<String, PathBuf>)>
    {
        let has_none = self.sources.iter().all(BTreeMap::is_empty);
        let all = LANGUAGES.iter().zip(&self.sources);
        let all = all.filter(move |(_, sources)| has_none || !sources.is_empty());
        all.map(|((code, endings), sources)| (*code, *endings, sources))
    }

    /// Adds the folders of included code (Kattis, ICPC).
    pub(super) fn include(&self, package: &mut Package) {
        for (code, _, sources) in self.languages() {
            for (name, path) in sources.iter().chain(&self.headers) {
                package.copy_data(format!("include/{code}/{name}"), path);
            }
        }
    }

    /// Adds the files under names that begin so: these names, and the language of each source.
    pub(super) fn add_to(
        &self,
        before: &str,
        package: &mut Package,
    ) -> Vec<(String, Option<&'static str>)> {
        let sources = LANGUAGES.iter().zip(&self.sources).flat_map(|((code, _), sources)| {
            sources.iter().map(|(name, path)| (name, path, Some(*code)))
        });
        let headers = self.headers.iter().map(|(name, path)| (name, path, None));
        let mut added = Vec::new();
        for (name, path, language) in sources.chain(headers) {
            let place = format!("{before}{name}");
            if package.files.contains_key(&place) {
                package.refuse(format!("the grader `{name}`: another file has its name there"));
            }
            package.copy_data(place.clone(), path);
            added.push((place, language));
        }
        added
    }
}

fn ending_of(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// Whether both files hold the same.
fn is_same(one: &Path, other: &Path) -> bool {
    let read = |path| crate::regular::read(path, SharedCode::LARGEST_FILE).ok();
    one == other || read(one).is_some_and(|bytes| Some(bytes) == read(other))
}

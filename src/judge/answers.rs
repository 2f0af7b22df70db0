//! Submissions that are answers in place of a program (2025-09, `submit-answer`). The text does not say
//! how files are named: here a file is for the case of its name. CMS calls it `output_000.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use crate::nearest;
use crate::problem::{Case, Problem};
use crate::submission::Program;

/// Endings of answers.
const ENDINGS: [&str; 2] = ["out", "ans"];

/// How many files of no case a message names.
const NAMED: usize = 3;

/// Which file of a submission is the answer to which case.
#[derive(Debug)]
pub struct Answers {
    /// By case, the file's path below the submission's files.
    files: BTreeMap<String, String>,
    /// By case without a file, what one is called without its ending.
    stems: BTreeMap<String, String>,
    /// The other files of the submission, in byte order of their paths.
    others: Vec<String>,
    /// Whether the submission is one file.
    is_single: bool,
}

impl Answers {
    /// Those of a submission; `None` where it is a program. A folder has `secret/2.out` or `secret/2.ans`
    /// for the case `secret/2`, or `2.out` where only one secret case is called that. One file answers
    /// the only secret case.
    pub(super) fn of(problem: &Problem, program: &Program) -> Option<Self> {
        let folder = program.files().filter(|_| program.is_answers())?;
        let is_there = |name: &String| folder.join(name).is_file();
        let single = program.submission.language.single_name().to_owned();
        let is_single = program.submission.real.is_file();
        let mut secret = problem.cases.iter().filter(|case| !case.is_sample());
        let (mut files, mut stems) = (BTreeMap::new(), BTreeMap::new());
        if is_single {
            if let (Some(only), None) = (secret.next(), secret.next()) {
                files.insert(only.name.clone(), single);
            }
            return Some(Self { files, stems: BTreeMap::new(), others: Vec::new(), is_single });
        }
        let mut called: BTreeMap<&str, usize> = BTreeMap::new();
        for case in secret {
            *called.entry(base_name(&case.name)).or_default() += 1;
        }
        for case in &problem.cases {
            let base = base_name(&case.name);
            let by_base = !case.is_sample() && called.get(base) == Some(&1);
            let names = [Some(case.name.as_str()), Some(base).filter(|_| by_base)];
            let mut paths = names
                .into_iter()
                .flatten()
                .flat_map(|name| ENDINGS.map(|ending| format!("{name}.{ending}")))
                .chain(by_base.then(|| format!("output_{base}.txt")));
            if let Some(path) = paths.find(is_there) {
                files.insert(case.name.clone(), path);
            } else {
                let stem = if by_base { base } else { &case.name };
                stems.insert(case.name.clone(), stem.to_owned());
            }
        }
        let others = others(folder, &files);
        Some(Self { files, stems, others, is_single })
    }

    /// Those of these cases that count: no sample needs an answer, unless there are only samples.
    pub(super) fn asked(&self, cases: &[Case]) -> Vec<Case> {
        let counts = |case: &&Case| !case.is_sample() || self.files.contains_key(&case.name);
        let asked: Vec<Case> = cases.iter().filter(counts).cloned().collect();
        if asked.is_empty() { cases.to_vec() } else { asked }
    }

    /// The path, in the sandbox, of the answer to a case.
    pub(super) fn of_case(&self, case: &Case) -> Option<OsString> {
        self.files.get(&case.name).map(|path| format!("/program/{path}").into())
    }

    /// Why there is no answer to a case, where there is none.
    pub(super) fn lacks(&self, case: &Case) -> Option<String> {
        let Case { name, .. } = case;
        let why = match self.others.as_slice() {
            _ if self.is_single => ": a single file answers only a single secret case".to_owned(),
            [] => String::new(),
            others => {
                let expected = self.expected(name).unwrap_or_default();
                format!("{expected}; of no case: {}", nearest::first(others, NAMED))
            }
        };
        (!self.files.contains_key(name)).then(|| format!("no answer for {name}{why}"))
    }

    /// What the file of a case is called, in the manner of those that are there.
    fn expected(&self, case: &str) -> Option<String> {
        let stem = self.stems.get(case)?;
        let is_of_cms = |path: &String| base_name(path).to_lowercase().starts_with("output");
        let all = || self.files.values().chain(&self.others);
        Some(if !stem.contains('/') && all().any(is_of_cms) {
            format!(": expected `output_{stem}.txt`")
        } else {
            let is_answer =
                |path: &String| Path::new(path).extension().is_some_and(|own| own == "ans");
            let ending = if all().any(is_answer) { "ans" } else { "out" };
            format!(": expected `{stem}.{ending}`")
        })
    }
}

/// The files of a folder that answer no case.
fn others(folder: &Path, files: &BTreeMap<String, String>) -> Vec<String> {
    let used: BTreeSet<&str> = files.values().map(String::as_str).collect();
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let entries = entries.filter(|entry| entry.file_type().is_file());
    let path = |entry: DirEntry| Some(entry.path().strip_prefix(folder).ok()?.to_str()?.to_owned());
    entries.filter_map(path).filter(|path| !used.contains(path.as_str())).collect()
}

fn base_name(case: &str) -> &str {
    case.rsplit_once('/').map_or(case, |(_, base)| base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_there_is_no_answer_is_told_by_what_there_is_instead() {
        let case = Case::of("secret/7");
        let lacks = |others: &[&str], is_single| {
            let stems = BTreeMap::from([("secret/7".to_owned(), "7".to_owned())]);
            let others = others.iter().map(|&path| path.to_owned()).collect();
            Answers { files: BTreeMap::new(), stems, others, is_single }.lacks(&case)
        };
        let no_answer = "no answer for secret/7";
        assert_eq!(lacks(&[], false).as_deref(), Some(no_answer));
        let words = format!("{no_answer}: expected `7.out`; of no case: `x`");
        assert_eq!(lacks(&["x"], false), Some(words));
        let words = format!("{no_answer}: a single file answers only a single secret case");
        assert_eq!(lacks(&[], true), Some(words));
        let files = BTreeMap::from([("secret/7".to_owned(), "7.out".to_owned())]);
        let (stems, others) = (BTreeMap::new(), Vec::new());
        assert_eq!(Answers { files, stems, others, is_single: false }.lacks(&case), None);
    }

    #[test]
    fn a_file_that_is_lacking_is_called_in_the_manner_of_those_that_are_there() {
        let row = |stem: &str, other: &str, expected: &str| {
            let answers = Answers {
                files: BTreeMap::new(),
                stems: BTreeMap::from([("secret/7".to_owned(), stem.to_owned())]),
                others: vec![other.to_owned()],
                is_single: false,
            };
            let expected = format!(": expected `{expected}`");
            assert_eq!(answers.expected("secret/7"), Some(expected), "{stem} beside {other}");
            assert_eq!(answers.expected("secret/8"), None);
        };
        row("7", "mine/Output_1.txt", "output_7.txt");
        // CMS has no folders in its names.
        row("secret/7", "output_1.txt", "secret/7.out");
        row("7", "1.out", "7.out");
        row("7", "1.ans", "7.ans");
        row("secret/7", "1.ans", "secret/7.ans");
    }
}

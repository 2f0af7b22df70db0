//! Which cases are equal, so that a submission runs once on all of them: packages repeat cases in
//! several groups, by links or as copies (2025-09, "Test Data": results may be used again).

use std::collections::HashMap;
use std::path::Path;

use crate::checker::{CaseScores, Terms};
use crate::digest::Digest;
use crate::limits::Limits;
use crate::problem::{Case, Group};
use crate::sandbox::BoxFile;

use super::file_digests::FileDigests;
use crate::checker::beside;

/// What equal cases share that costs little to know. Files are first told apart by their sizes.
#[derive(Debug, PartialEq, Eq, Hash)]
struct CaseKey<'a> {
    /// CPU and wall time, memory, output, processes, files.
    limits: [u128; 6],
    arguments: &'a [String],
    /// Of the checker: its arguments and the scores that it may give.
    terms: (&'a [String], CaseScores<'a>),
    input: u64,
    answer: Option<u64>,
    has_files: bool,
}

/// For each case the number of the first one that is equal to it. What cannot be read equals nothing, and
/// neither does a static validation.
pub(super) fn firsts(cases: &[Case], root: &Group, files: &FileDigests) -> Vec<usize> {
    let mut firsts: Vec<usize> = (0..cases.len()).collect();
    let mut alike: HashMap<CaseKey<'_>, Vec<usize>> = HashMap::new();
    for (index, case) in cases.iter().enumerate() {
        if let Some(likeness) = likeness(case, root) {
            alike.entry(likeness).or_default().push(index);
        }
    }
    for indices in alike.into_values().filter(|indices| indices.len() > 1) {
        let alike: Vec<_> = indices.iter().map(|&index| Files::of(&cases[index])).collect();
        let mut contents = Contents::of(&alike, files);
        let mut seen = HashMap::new();
        for (index, files) in indices.into_iter().zip(alike) {
            if let Some(content) = contents.numbers(files) {
                firsts[index] = *seen.entry(content).or_insert(index);
            }
        }
    }
    firsts
}

fn likeness<'a>(case: &'a Case, root: &'a Group) -> Option<CaseKey<'a>> {
    if case.is_static() {
        return None;
    }
    let size = |path: &Path| path.metadata().ok().map(|state| state.len());
    let Limits { cpu, wall, memory, output, processes, files, kill: _ } = case.limits;
    let terms = Terms::of(root, case);
    Some(CaseKey {
        limits: [
            cpu.as_nanos(),
            wall.as_nanos(),
            memory.into(),
            output.into(),
            processes.into(),
            files.into(),
        ],
        arguments: &case.settings.arguments,
        terms: (terms.arguments, terms.scores),
        input: size(&case.input)?,
        answer: match &case.answer {
            Some(answer) => Some(size(answer)?),
            None => None,
        },
        has_files: case.settings.files.is_some(),
    })
}

/// The files of a case: input, answer, folder.
#[derive(Debug, Clone, Copy)]
struct Files<'a>([Option<&'a Path>; 3]);

/// Where the folder stands among them.
const FOLDER: usize = 2;

impl<'a> Files<'a> {
    fn of(case: &'a Case) -> Self {
        let Case { input, answer, settings, .. } = case;
        Self([Some(input), answer.as_deref(), settings.files.as_deref()])
    }
}

/// What the files of some cases hold, each read once, and only where paths do not tell: links are
/// resolved by now, so repeated cases mostly have the same ones.
#[derive(Debug)]
struct Contents<'a> {
    /// Whether input, answer and folder are the same for all of the cases.
    same: [bool; 3],
    known: HashMap<&'a Path, Option<usize>>,
    digests: HashMap<[u8; 32], usize>,
    files: &'a FileDigests,
}

impl<'a> Contents<'a> {
    fn of(cases: &[Files<'a>], files: &'a FileDigests) -> Self {
        let same = |kind: usize| {
            let mut paths = cases.iter().map(|Files(paths)| paths[kind]);
            let first = paths.next();
            paths.all(|path| Some(path) == first)
        };
        let same = [0, 1, 2].map(same);
        Self { same, known: HashMap::new(), digests: HashMap::new(), files }
    }

    /// Of each file or folder a number that only others have that hold the same.
    fn numbers(&mut self, Files(paths): Files<'a>) -> Option<[usize; 3]> {
        let mut numbers = [0; 3];
        for kind in 0..paths.len() {
            if !self.same[kind] {
                numbers[kind] = self.number(paths[kind]?, kind == FOLDER)?;
            }
        }
        Some(numbers)
    }

    /// None for a file that is too large to be judged by: why, is told where it is used.
    fn number(&mut self, path: &'a Path, is_folder: bool) -> Option<usize> {
        let (next, files) = (self.digests.len(), self.files);
        let digest = || if is_folder { folder(path) } else { files.of(path).ok() };
        let digests = &mut self.digests;
        let read = || Some(*digests.entry(digest()?.to_bytes()).or_insert(next));
        *self.known.entry(path).or_insert_with(read)
    }
}

fn folder(path: &Path) -> Option<Digest> {
    let mut digest = Digest::default();
    for BoxFile { path, bytes } in &*beside::read(path).ok()? {
        digest.field("path", path.as_os_str().as_encoded_bytes());
        digest.field("bytes", bytes);
    }
    Some(digest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    use proptest::prelude::*;

    use crate::problem::{Grader, Scoring};
    use crate::score::Score;

    struct World {
        folder: tempfile::TempDir,
        root: Group,
        cases: Vec<Case>,
    }

    impl World {
        /// Cases by name, with their inputs and answers.
        fn new(rows: &[(&str, &str, &str)]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let here = folder.path().canonicalize().unwrap();
            let case = |&(name, input, answer): &(&str, &str, &str)| {
                let at = |ending| here.join(format!("{}.{ending}", name.replace('/', "-")));
                fs::write(at("in"), input).unwrap();
                fs::write(at("ans"), answer).unwrap();
                Case { input: at("in"), answer: Some(at("ans")), ..Case::of(name) }
            };
            let cases = rows.iter().map(case).collect();
            Self { folder, root: Group::root(Scoring::PassFail), cases }
        }

        #[track_caller]
        fn expect(&self, firsts: &[usize]) {
            assert_eq!(super::firsts(&self.cases, &self.root, &FileDigests::default()), firsts);
        }
    }

    /// Three cases, all equal.
    fn same() -> World {
        World::new(&[("a/1", "x", "y"), ("b/1", "x", "y"), ("c/1", "x", "y")])
    }

    #[test]
    fn what_holds_the_same_is_equal_whatever_its_name() {
        same().expect(&[0, 0, 0]);
        let rows = [("1", "x", "y"), ("2", "z", "y"), ("3", "x", "z"), ("4", "x", "y")];
        World::new(&rows).expect(&[0, 1, 2, 0]);
        // As links are, once they are resolved.
        let mut world = World::new(&rows);
        world.cases[1].input = world.cases[0].input.clone();
        world.cases[2].answer = world.cases[1].answer.clone();
        world.expect(&[0, 0, 0, 0]);
    }

    /// A change of the middle one of three equal cases makes it another one.
    #[track_caller]
    fn differs(change: impl FnOnce(&mut World)) {
        let mut world = same();
        change(&mut world);
        world.expect(&[0, 1, 0]);
    }

    #[test]
    fn all_that_can_change_an_outcome_tells_cases_apart() {
        differs(|world| world.cases[1].limits.memory += 1);
        differs(|world| world.cases[1].limits.wall *= 2);
        differs(|world| world.cases[1].answer = None);
        differs(|world| world.cases[1].settings.arguments = vec!["-v".into()]);
        differs(|world| world.cases[1].settings.checker_arguments = Some(vec!["-v".into()]));
        differs(|world| fs::remove_file(&world.cases[1].input).unwrap());
        differs(|world| {
            let group = Group { name: "b".into(), ..Group::root(Scoring::Sum) };
            world.root.groups = vec![Group { checker_arguments: vec!["1".into()], ..group }];
        });
        differs(|world| {
            let files = world.folder.path().canonicalize().unwrap().join("files");
            fs::create_dir(&files).unwrap();
            world.cases[1].settings.files = Some(files);
        });
    }

    #[test]
    fn groups_tell_cases_apart_where_they_bound_scores() {
        let group = |name: &str, full| {
            let full = Score::ratio(full, 1).unwrap();
            let worth = Some(full.clone());
            Group { name: name.into(), worth, full, ..Group::root(Scoring::Sum) }
        };
        let mut world = same();
        world.root.groups = vec![group("a", 1), group("b", 2), group("c", 1)];
        world.expect(&[0, 0, 0]);
        world.root.grader = Grader::Partial;
        world.expect(&[0, 1, 0]);
    }

    #[test]
    fn folders_of_files_are_compared_by_what_they_hold() {
        let mut world = same();
        let here = world.folder.path().canonicalize().unwrap();
        for (index, (name, text)) in [("f", "1"), ("f", "2"), ("f", "1")].iter().enumerate() {
            let files = here.join(index.to_string());
            fs::create_dir(&files).unwrap();
            fs::write(files.join(name), text).unwrap();
            world.cases[index].settings.files = Some(files);
        }
        world.expect(&[0, 1, 0]);
    }

    proptest! {
        /// Against the plain comparison of each case with all before it.
        #[test]
        fn every_case_has_the_first_that_is_equal(
            rows in prop::collection::vec(("[xy]", "[xy]", 0..2_u64, 0..2_usize), 1..9),
        ) {
            let names: Vec<_> = (0..rows.len()).map(|index| format!("g/{index}")).collect();
            let files: Vec<_> = names
                .iter()
                .zip(&rows)
                .map(|(name, row)| (name.as_str(), row.0.as_str(), row.1.as_str()))
                .collect();
            let mut world = World::new(&files);
            for (case, row) in world.cases.iter_mut().zip(&rows) {
                case.limits.memory += row.2;
                case.settings.arguments = vec!["a".into(); row.3];
            }
            let first = |row| rows.iter().position(|other| other == row);
            let plain: Vec<_> = rows.iter().filter_map(first).collect();
            let files = FileDigests::default();
            prop_assert_eq!(firsts(&world.cases, &world.root, &files), plain);
        }
    }
}

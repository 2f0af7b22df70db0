//! The package formats: which one a folder is of, and what it says.
//!
//! A format is a file here and a line in [`FORMATS`].

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use self::cms::Cms;
use self::dmoj::Dmoj;
use self::foreign::ForeignFormat;
use self::foreign::Sign::{FilesBeside, Words};
use self::kattis::Kattis;
use self::library_checker::LibraryChecker;
use self::native::Native;
use self::polygon::Polygon;
use self::rbx::Rbx;
use self::sinol::Sinol;
use self::tps::Tps;
use super::complaint::Complaints;
use super::draft::{Draft, Format};
use super::folder::Folder;
use super::layout::Layout;
use super::reading::Reading;
use crate::nearest::{self, unknown};

mod cms;
mod contest;
mod dmoj;
mod foreign;
mod kattis;
mod library_checker;
mod named_files;
mod native;
mod plain;
mod polygon;
mod rbx;
mod sheet;
mod shell_words;
mod sinol;
mod standard;
mod subtasks;
mod toml_sheet;
mod toml_value;
mod tps;
mod uncompared;
mod unmarked;
mod verdicts;

/// A format, by the name that chooses it.
struct Named {
    name: &'static str,
    format: &'static dyn Format,
}

/// All formats that have marks. What has our own file of settings is ours, whatever else lies there; of the
/// others, a folder may have the marks of one alone.
static FORMATS: &[Named] = &[
    Named { name: "jury", format: &Native },
    Named { name: "kattis", format: &Kattis },
    Named { name: "rbx", format: &Rbx },
    Named { name: "polygon", format: &Polygon },
    Named { name: "tps", format: &Tps },
    Named { name: "cms", format: &Cms },
    Named { name: "sinol", format: &Sinol },
    Named { name: "dmoj", format: &Dmoj },
    Named { name: "library-checker", format: &LibraryChecker },
];

/// Contests: folders of problems. What else their files say is of no interest here, and may be passwords.
static CONTESTS: &[ForeignFormat] = &[
    ForeignFormat {
        name: "a Polygon contest",
        file: "contest.xml",
        sign: FilesBeside("problems"),
        folders: &[],
    },
    ForeignFormat {
        name: "a CMS contest",
        file: contest::FILE,
        sign: Words(&contest::LISTS),
        folders: &[],
    },
];

/// Chooses none of them: a folder of inputs and answers.
const PLAIN: &str = "plain";

/// How deep below a folder problems are looked for: `problems/<slug>` of a repository.
const DEPTH: usize = 2;

/// How many problems of a folder are named.
const NAMED: usize = 3;

/// What the folder says; `None` where nothing could be made of it, which was complained of.
pub(super) fn read(
    folder: &Folder,
    reading: &Reading,
    complaints: &mut Complaints,
) -> Option<Draft> {
    if let Some(patterns) = &reading.patterns {
        return plain::read_by(folder, patterns, complaints);
    }
    let chosen = match &reading.format {
        Some(name) if name == PLAIN => return Some(plain::read(folder, complaints)),
        Some(name) => Some(chosen(folder, name, complaints)?),
        None => {
            let decided = decided(folder, complaints);
            decided.map_err(|doubt| complaints.about(&folder.shown, doubt)).ok()?
        }
    };
    if let Some(format) = chosen {
        return format.read(folder, complaints);
    }
    if let Some(why) = holds_problems(&folder.real) {
        complaints.about(&folder.shown, why);
        return None;
    }
    if let Some(contest) = CONTESTS.iter().find(|contest| contest.marks(&folder.real)) {
        let words = format!("this is {} without problems in it, not a problem", contest.name);
        complaints.about(&folder.shown, words);
        return None;
    }
    // It may be damaged, or of a version that is not known, and would be judged by other rules.
    if let Some(lacks) = FORMATS.iter().find_map(|named| named.format.lacks(&folder.real)) {
        let words =
            format!("{lacks}; to judge the folder as one of cases alone, use `--read-as {PLAIN}`");
        complaints.about(&folder.shown, words);
        return None;
    }
    if let Some(doubt) = unmarked::doubt(&folder.real) {
        complaints.warn_about(&folder.shown, doubt);
    }
    Some(plain::read(folder, complaints))
}

/// Whether a folder looks like a problem that has settings, ours or another judge's.
pub fn is_problem(folder: &Path) -> bool {
    format_of(folder).is_some()
}

/// What is missing in a folder that is surely meant as a package.
pub(super) fn package_without_settings(folder: &Path) -> Option<String> {
    unmarked::package_without_settings(folder).or_else(|| Cms.lacks(folder))
}

/// The second name that the package in a folder gives itself.
pub(super) fn alias(folder: &Path) -> Option<String> {
    format_of(folder)?.alias(folder)
}

fn format_of(folder: &Path) -> Option<&'static dyn Format> {
    marked(folder).next().map(|named| named.format)
}

/// The formats whose marks a folder has.
fn marked(folder: &Path) -> impl Iterator<Item = &'static Named> {
    FORMATS.iter().filter(|named| named.format.marks(folder))
}

/// The format of this name, whose marks the folder must have.
fn chosen(folder: &Folder, name: &str, complaints: &mut Complaints) -> Option<&'static dyn Format> {
    let Some(named) = FORMATS.iter().find(|named| named.name == name) else {
        let names = FORMATS.iter().map(|named| named.name).chain([PLAIN]);
        complaints.about(&folder.shown, unknown("format", name, names));
        return None;
    };
    if !named.format.marks(&folder.real) {
        let expected = || Some(format!("expected {}", named.format.sign()?));
        let why = named.format.lacks(&folder.real).or_else(expected);
        let why = why.map_or_else(String::new, |why| format!(": {why}"));
        complaints.about(&folder.shown, format!("has no marks of the format `{name}`{why}"));
        return None;
    }
    Some(named.format)
}

/// The format whose marks the folder has, if any.
///
/// # Errors
/// What is wrong where it has those of several.
fn decided(
    folder: &Folder,
    complaints: &mut Complaints,
) -> Result<Option<&'static dyn Format>, String> {
    let all: Vec<&Named> = marked(&folder.real).collect();
    let names: Vec<&str> = all.iter().map(|named| named.name).collect();
    if let ["jury", "kattis", ..] = names.as_slice() {
        let settings = folder.shown.join(Layout::OWN.settings);
        let words = "decides, and the settings of the Kattis family beside it are passed over";
        complaints.remark_about(settings, words);
    }
    match names.as_slice() {
        [first, second, ..] if *first != "jury" => Err(format!(
            "has the marks of two formats, `{first}` and `{second}`: choose with `--read-as {first}` or \
             `--read-as {second}`"
        )),
        _ => Ok(all.first().map(|named| named.format)),
    }
}

/// Why a folder that has problems in it is none itself.
fn holds_problems(folder: &Path) -> Option<String> {
    let problems = problems_in(folder);
    let paths: Vec<_> = problems.iter().map(|path| path.display()).collect();
    let some = nearest::first(&paths, NAMED);
    match problems.as_slice() {
        [] => None,
        [_] => Some(format!("this is a folder with a problem in it, not a problem: name {some}")),
        several => Some(format!(
            "this is a folder with {} problems in it, not a problem ({some}): name one of them",
            several.len()
        )),
    }
}

/// The problems below a folder, in byte order of their paths from there.
pub fn problems_in(folder: &Path) -> Vec<PathBuf> {
    let is_open = |entry: &DirEntry| !entry.file_name().as_encoded_bytes().starts_with(b".");
    let mut walk =
        WalkDir::new(folder).min_depth(1).max_depth(DEPTH).sort_by_file_name().into_iter();
    let mut problems = Vec::new();
    while let Some(entry) = walk.next() {
        let Ok(entry) = entry else { continue };
        if !entry.file_type().is_dir() {
            continue;
        }
        let found = is_open(&entry) && is_problem(entry.path());
        if found || !is_open(&entry) {
            walk.skip_current_dir();
        }
        let below = entry.path().strip_prefix(folder);
        problems.extend(below.ok().filter(|_| found).map(Path::to_owned));
    }
    problems
}

/// The same with the tasks that a contest in it names, whatever is there.
pub fn problems_and_tasks_in(folder: &Path) -> Vec<PathBuf> {
    let mut problems = problems_in(folder);
    problems.extend(contest::tasks(folder));
    problems.sort();
    problems.dedup();
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::load::load_as;
    use crate::problem::tests::folder_of;

    /// What a plain folder with these files is read as, or what is wrong with it.
    #[track_caller]
    fn read_as(format: Option<&str>, files: &[(&str, &str)], expected: &str) {
        let plain = [("1.in", "1"), ("1.ans", "1")];
        let folder = folder_of(&[&plain, files].concat());
        let reading = Reading { format: format.map(str::to_owned), ..Reading::default() };
        let read = load_as(folder.path(), Path::new("p"), &reading);
        let found = read.map_or_else(|error| error.to_string(), |problem| problem.format.words);
        assert_eq!(found, expected, "{format:?} {files:?}");
    }

    #[test]
    fn a_format_is_told_by_its_marks_or_chosen() {
        let plain = "a plain folder of cases (`*.in` with `*.ans`, `*.out` or the like)";
        let own = [("problem.toml", "name = 'x'")];
        let xml = [("problem.xml", "<problem/>"), ("solutions/a.cpp", "")];
        read_as(None, &[], plain);
        read_as(Some("plain"), &own, plain);
        read_as(Some("plian"), &own, "p: unknown format `plian`: did you mean `plain`?");
        let [no_marks, of_types] =
            ["p: has no marks of the format", "`\"type\"` or `\"task_type\"`"];
        read_as(Some("kattis"), &own, &format!("{no_marks} `kattis`"));
        let expected = format!("{no_marks} `polygon`: expected `problem.xml` with `<judging`");
        read_as(Some("polygon"), &own, &expected);
        let lacks = "has `problem.xml`, but not that of a Polygon package: it lacks `<judging`";
        read_as(Some("polygon"), &xml, &format!("{no_marks} `polygon`: {lacks}"));
        let expected = format!("{no_marks} `tps`: expected `problem.json` with {of_types}");
        read_as(Some("tps"), &own, &expected);
        read_as(
            None,
            &[("problem.yaml", ""), ("task.yaml", "")],
            "p: has the marks of two formats, `kattis` and `cms`: choose with `--read-as kattis` or \
             `--read-as cms`",
        );
        let cases = [("data/secret/2.in", ""), ("data/secret/2.ans", "")];
        let two = [&[("problem.yaml", ""), ("task.yaml", "")], cases.as_slice()].concat();
        read_as(Some("kattis"), &two, "Kattis legacy, without `problem_format_version`");
    }

    #[test]
    fn only_packages_of_ours_give_themselves_a_second_name() {
        let second = |name: &str, text: &str| alias(folder_of(&[(name, text)]).path());
        assert_eq!(second("problem.toml", "code = 'P1'").as_deref(), Some("P1"));
        assert_eq!(second("problem.toml", "name = 'P1'"), None);
        assert_eq!(second("problem.yaml", "code: P1"), None);
        assert_eq!(second("1.in", ""), None);
    }

    #[test]
    fn tasks_of_a_contest_are_listed_though_they_are_missing() {
        let folder = folder_of(&[
            ("a/problem.toml", ""),
            ("x/c/problem.toml", ""),
            ("notes/readme", ""),
            ("contest.yaml", "tasks: [b, a, ../c]"),
        ]);
        let all = problems_and_tasks_in(folder.path());
        assert_eq!(all, ["a", "b", "x/c"].map(PathBuf::from));
    }
}

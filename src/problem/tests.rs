//! What can be asked of a problem that was loaded; and what the tests of formats and rules set up, or read in words.

use std::fs;
use std::time::Duration;

use tempfile::TempDir;

use super::complaint::Complaints;
use super::load::load;
use super::*;
use crate::limits::usual_wall;
use crate::score::Score;

/// A folder of these files.
pub(crate) fn folder_of(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// A problem of these files, and its folder, which is deleted with the other.
#[track_caller]
pub(super) fn loaded(files: &[(&str, &str)]) -> (TempDir, Problem) {
    let folder = folder_of(files);
    let problem = load(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    (folder, problem)
}

/// A package of ours with two cases and these settings.
#[track_caller]
fn package(settings: &str) -> (TempDir, Problem) {
    let settings = format!("name = 'x'\n{settings}");
    let case = |name| (name, "1");
    let files = ["data/a.in", "data/a.ans", "data/b.in", "data/b.ans"].map(case);
    loaded(&[&[("problem.toml", settings.as_str())], files.as_slice()].concat())
}

/// A program of the package that decides.
pub(super) fn part(path: &str) -> Part {
    Part {
        name: path.to_owned(),
        path: path.into(),
        protocol: Protocol::Icpc,
        arguments: Vec::new(),
        call: None,
        limits: Limits::default(),
        points: Points::Bounded,
        is_unbuffered: false,
    }
}

/// A group that is worth so many points.
pub(super) fn group_of_worth(name: &str, points: u64) -> Group {
    let worth = Score::ratio(points, 1);
    Group { name: name.to_owned(), worth, ..Group::root(Scoring::Sum) }
}

/// A rule in words: the cases that it is about, the verdicts that they may get and of which one must be there, and the
/// least score.
pub(super) fn rule_in_words(rule: &ExpectationRule) -> String {
    let about = rule.about.as_deref().unwrap_or("all");
    let score =
        rule.score.as_ref().map_or_else(|| "any".to_owned(), |(least, _)| least.to_string());
    format!("{about}: {}, {}, {score}", rule.permitted, rule.required)
}

/// The messages of all errors and warnings.
pub(super) fn messages(complaints: Complaints) -> Vec<String> {
    let mut all = Complaints::default();
    all.take_lightly(complaints);
    all.take_warnings("").into_iter().map(|complaint| complaint.message).collect()
}

fn names(cases: &[Case]) -> Vec<&str> {
    cases.iter().map(|case| case.name.as_str()).collect()
}

#[test]
fn the_widest_limits_are_the_greatest_of_each_kind() {
    let (_folder, problem) = package(
        "[limits]\ntime = 2\nmemory = '64 MiB'\n\
         [[override]]\ncases = 'a'\ntime = 3\noutput = '99 MiB'\nfiles = '98 MiB'\n\
         [[override]]\ncases = 'b'\ntime = 1\nmemory = '97 MiB'\nprocesses = 96",
    );
    let cpu = Duration::from_secs(3);
    let expected = Limits {
        cpu,
        wall: usual_wall(cpu),
        memory: 97 << 20,
        output: 99 << 20,
        processes: 96,
        files: 98 << 20,
        kill: None,
    };
    assert_eq!(problem.widest_limits(), expected);
    let all_below = package("[limits]\ntime = 2\n[[override]]\ncases = '*'\ntime = 1").1;
    assert_eq!(all_below.widest_limits().cpu, Duration::from_secs(2));
}

#[test]
fn inputs_of_no_case_are_validated_as_the_last_case_by_other_judges_alone() {
    let (_folder, mut problem) = package("");
    let arguments = |word: &str| ValidatorArguments::All(vec![word.to_owned()]);
    problem.cases[0].settings.validator_arguments = Some(arguments("first"));
    problem.cases[1].settings.validator_arguments = Some(arguments("last"));
    let last = arguments("last");
    for (is_own, conventions, expected) in [
        (true, Conventions::Own, ValidatorArguments::NONE),
        (false, Conventions::Own, &last),
        (false, Conventions::Kattis, ValidatorArguments::NONE),
    ] {
        problem.format.is_own = is_own;
        problem.additions.conventions = conventions;
        assert_eq!(problem.terms_of_others(), ValidatorTerms::with(expected), "{conventions:?}");
    }
}

#[test]
fn it_is_said_where_a_generator_is_named() {
    let (_folder, mut problem) = package("");
    for (conventions, is_own, expected) in [
        (Conventions::Kattis, false, "add a command to its generators/generators.yaml"),
        (Conventions::Own, true, "add a `[[generator]]` to its problem.toml"),
        (
            Conventions::Own,
            false,
            "its package, told by `problem.toml`, names no program that makes any",
        ),
    ] {
        problem.format.is_own = is_own;
        problem.additions.conventions = conventions;
        assert_eq!(problem.how_to_generate(), expected);
        assert_eq!(problem.is_kattis(), conventions == Conventions::Kattis);
    }
}

#[test]
fn new_cases_replace_those_of_their_names_and_stand_in_order() {
    let (_folder, mut problem) = package("");
    problem.is_unmade = true;
    let old = problem.cases[1].input.clone();
    let new = |name: &str| Case {
        name: name.to_owned(),
        input: "new".into(),
        ..problem.cases[0].clone()
    };
    let new = vec![new("c"), new("a")];
    let completed = problem.clone().completed(new.clone());
    assert_eq!(names(&completed.cases), ["a", "b", "c"]);
    let inputs: Vec<&Path> = completed.cases.iter().map(|case| case.input.as_path()).collect();
    assert_eq!(inputs, [Path::new("new"), &old, Path::new("new")]);
    assert!(!completed.is_unmade);
    let by_name = completed.cases_by_name();
    assert_eq!(by_name.keys().copied().collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(by_name["b"].input, old);
    problem.order = ["b", "c", "a"].map(str::to_owned).to_vec();
    assert_eq!(names(&problem.with_cases(new).cases), ["b", "c", "a"]);
}

#[test]
fn a_time_limit_that_was_found_holds_for_all_cases_and_says_where_it_comes_from() {
    let (_folder, problem) =
        package("[limits]\ntime = 2\n[[override]]\ncases = 'a'\nmemory = '64 MiB'");
    let problem = problem.with_time_limit(Duration::from_secs(3), "as measured".to_owned());
    let times = problem.cases.iter().map(|case| case.limits.cpu.as_secs());
    assert_eq!((problem.limits.cpu.as_secs(), times.collect::<Vec<_>>()), (3, vec![3, 3]));
    assert_eq!(problem.cases[0].limits.memory, 64 << 20);
    assert_eq!(problem.time_limit, TimeLimit::Known("as measured".to_owned()));
}

#[test]
fn the_reference_is_one_of_the_submissions_or_one_of_its_own() {
    let (_folder, mut problem) = package("");
    let kept = KeptSubmission::of("/p/a.cpp".into(), Verdict::Accepted.into());
    problem.submissions =
        vec![KeptSubmission::of("/p/b.cpp".into(), Verdict::WrongAnswer.into()), kept.clone()];
    for (reference, is_kept, is_of_its_own) in [
        (None, false, false),
        (Some(Reference::Source("/p/a.cpp".into())), true, false),
        (Some(Reference::Source("/p/c.cpp".into())), false, true),
        (Some(Reference::Shipped("a".to_owned())), false, true),
    ] {
        problem.reference = reference;
        let shown = &problem.reference;
        assert_eq!(problem.is_reference(&kept), is_kept, "{shown:?}");
        assert_eq!(problem.has_reference_of_its_own(), is_of_its_own, "{shown:?}");
    }
}

#[test]
fn outside_of_the_kattis_family_a_verdict_binds_the_time_limit() {
    use Verdict::{Accepted, TimeLimit, WrongAnswer};
    let (_folder, mut problem) = package("");
    let said = |problem: &Problem, verdicts: &[Verdict], time_bound| {
        let mut kept = KeptSubmission::of("/p/a".into(), Expected::any_of(verdicts).unwrap());
        kept.expectation.time_bound = time_bound;
        problem.timed(&kept).iter().map(|timed| timed.bound).collect::<Vec<_>>()
    };
    for (verdicts, expected) in [
        (&[Accepted][..], &[TimeBound::Lower][..]),
        (&[TimeLimit], &[TimeBound::Upper]),
        (&[WrongAnswer], &[]),
        (&[Accepted, TimeLimit], &[]),
    ] {
        assert_eq!(said(&problem, verdicts, TimeBound::None), expected, "{verdicts:?}");
    }
    problem.additions.conventions = Conventions::Kattis;
    assert_eq!(said(&problem, &[Accepted], TimeBound::None), []);
    assert_eq!(said(&problem, &[WrongAnswer], TimeBound::Lower), [TimeBound::Lower]);
}

#[test]
fn additions_are_found_by_the_files_that_they_are_about() {
    let build = |source: &str| ProgramBuild {
        source: source.into(),
        along: Vec::new(),
        language: None,
        flags: Vec::new(),
    };
    let additions = Additions {
        made: [("a.h", "/made/a"), ("b.h", "/made/b")]
            .map(|(path, made)| (path.to_owned(), made.into()))
            .to_vec(),
        builds: vec![build("/p/a.cpp"), build("/p/b.cpp")],
        ..Additions::default()
    };
    assert_eq!(additions.made_at(Path::new("b.h")), Some(&PathBuf::from("/made/b")));
    assert_eq!(additions.made_at(Path::new("c.h")), None);
    let source = |path| additions.build_of(Path::new(path)).map(|build| build.source.clone());
    assert_eq!(source("/p/b.cpp"), Some("/p/b.cpp".into()));
    assert_eq!(source("/p/c.cpp"), None);
}

#[test]
fn static_validations_are_graded_among_the_cases() {
    let (_folder, mut problem) = package("");
    assert_eq!(names(&problem.graded_cases()), ["a", "b"]);
    let case = Case { name: "aa".to_owned(), ..problem.cases[0].clone() };
    problem.static_validation =
        Some(StaticValidation { program: part("/p/s.py"), cases: vec![case] });
    assert_eq!(names(&problem.graded_cases()), ["a", "aa", "b"]);
}

#[test]
fn a_file_of_a_case_stands_where_the_package_has_it() {
    let (_folder, mut problem) = package("");
    let in_package = |name: &str| problem.folder.join(name);
    let (a, b) = (in_package("data/a.in"), in_package("data/b.in"));
    let place = |problem: &Problem, path: &Path| {
        problem.place_of(path).map(|path| path.display().to_string())
    };
    assert_eq!(place(&problem, &a).as_deref(), Some("data/a.in"));
    assert_eq!(place(&problem, Path::new("/other/x")).as_deref(), Some("/other/x"));
    let mut copies = Copies::new().unwrap();
    let of_case = copies.put(b"1", Some(&a)).unwrap();
    let made = copies.put(b"2", None).unwrap();
    problem.copies = Some(Arc::new(copies));
    problem.line_end_copies = BTreeMap::from([("/other/b.in".into(), b.clone())]);
    for (path, expected) in [
        (of_case.as_path(), Some("data/a.in")),
        (&made, None),
        (&b, Some("data/b.in")),
        (Path::new("/other/b.in"), Some("data/b.in")),
    ] {
        assert_eq!(place(&problem, path).as_deref(), expected, "{}", path.display());
    }
}

//! Problems of library-checker: what a good one becomes, and the exact words for a wrong one.

use jury::problem::load::{load_as, load_unanswered};
use jury::problem::reading::Reading;
use jury::problem::{CheckerChoice, Content, Maker, Problem, Protocol, TimePlace, ValidatorChoice};
use jury::verdict::Verdict;

use super::folder::Folder;

const TOML: &str = "title = 'Sum'
timelimit = 2.5
forum = 'https://example.org'
[[tests]]
    name = 'r.cpp'
    number = 3
[[tests]]
    name = 'ex.in'
    number = 1
[[solutions]]
    name = 'wa.cpp'
    expect = 'WA'
    allow_tle = true
[[solutions]]
    name = 'slow.cpp'
    allow_tle = true
[[solutions]]
    name = 'f.cpp'
    function = true
[params]
    N_MAX = 1_000
    EPS = 0.25
    HALF = 5.0
    WORD = 'x y'
";

/// SHA-256 of `1\n`, as `sha256sum` says, and one that is none.
const ONE: &str = "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865";

fn package() -> Folder {
    let folder = Folder::with(&[("info.toml", TOML)]);
    let sources =
        ["checker.cpp", "verifier.cpp", "gen/r.cpp", "grader/grader.cpp", "grader/solve.hpp"];
    let solutions = ["sol/correct.cpp", "sol/wa.cpp", "sol/slow.cpp", "sol/f.cpp"];
    for name in sources.into_iter().chain(solutions) {
        folder.write(name, b"");
    }
    folder.write("gen/ex_00.in", b"1\n");
    folder
}

fn unmade(folder: &Folder) -> Problem {
    load_unanswered(&folder.path(), &Reading::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn warned(problem: &Problem) -> Vec<&str> {
    problem.warnings.iter().map(|warning| warning.message.as_str()).collect()
}

#[test]
fn cases_are_made_as_the_list_says() {
    let folder = package();
    let words = ".: the problem lacks 4 of 4 inputs and 4 of 4 answers: `jury generate` makes them by its own \
                 programs";
    assert_eq!(folder.complaints(), [words]);
    let problem = unmade(&folder);
    assert_eq!((problem.name.as_str(), problem.limits.cpu.as_millis()), ("Sum", 2500));
    assert_eq!(problem.limits.memory, 1 << 30);
    // A limit is one for all languages, and whoever judges makes what is missing.
    assert!(!problem.has_time_factors && problem.additions.solutions_include);
    let place = TimePlace::Nowhere("jury changes no `info.toml`".to_owned());
    assert_eq!(problem.time_place, place);
    assert!(format!("{:?}", problem.reference).contains("sol/correct.cpp"));
    let (path, reading) = (folder.path(), Reading::default());
    assert!(load_as(&path, &path, &reading).is_ok_and(|problem| problem.is_unmade));
    assert_eq!(problem.order, ["r_00", "r_01", "r_02", "ex_00"]);
    assert_eq!((problem.cases.len(), problem.count_of_cases()), (0, 4));
    let rules = &problem.generator_rules;
    assert_eq!(rules[2].generator().expect("a program").words(0), ["2"]);
    assert!(
        matches!(&rules[3].maker, Maker::Package(Content::File(path)) if path.ends_with("gen/ex_00.in"))
    );
    let CheckerChoice::Programs(checkers) = &problem.checker else { panic!() };
    assert_eq!(
        (checkers[0].name.as_str(), checkers[0].protocol),
        ("checker.cpp", Protocol::Testlib)
    );
    let Some(ValidatorChoice::Programs(validators)) = &problem.validator else { panic!() };
    assert_eq!(validators[0].name, "verifier.cpp");
    let [(name, place)] = problem.additions.made.as_slice() else { panic!() };
    let text = std::fs::read_to_string(place).unwrap();
    assert_eq!(name, "params.h");
    assert_eq!(
        text,
        "#define EPS 0.25\n#define HALF 5.0\n#define N_MAX (long long)1000\n#define WORD \"x y\"\n"
    );
}

#[test]
fn solutions_get_what_is_allowed_and_what_is_expected_once() {
    let problem = unmade(&package());
    let [correct, wrong, slow, function] = problem.submissions.as_slice() else { panic!() };
    assert_eq!(correct.expected(), Verdict::Accepted);
    assert_eq!(function.expected(), Verdict::Accepted);
    assert_eq!(function.along.len(), 2);
    assert!(problem.submissions.iter().all(|kept| kept.language.as_deref() == Some("cpp17")));
    let rule = &wrong.expectation.demands[0];
    assert!(
        rule.permitted.permits(Verdict::TimeLimit) && rule.permitted.permits(Verdict::Accepted)
    );
    assert!(!rule.permitted.permits(Verdict::RunTimeError));
    assert!(
        rule.required.permits(Verdict::WrongAnswer) && !rule.required.permits(Verdict::Accepted)
    );
    assert!(slow.expectation.demands[0].required.permits(Verdict::Accepted));
    // The reference may be in the list, and what is there twice counts once.
    let folder = package();
    let more = "[[solutions]]\n    name = 'correct.cpp'\n    function = true\n[[solutions]]\n    name = 'wa.cpp'\n";
    let toml = format!("{TOML}{more}").replacen("timelimit = 2.5\n", "", 1);
    let (head, params) = toml.split_once("[params]").expect("parameters");
    let (params, more) = params.split_once("[[").expect("solutions");
    folder.write("info.toml", format!("{head}[[{more}[params]{params}").as_bytes());
    let problem = unmade(&folder);
    assert_eq!(problem.submissions.len(), 4);
    let correct = problem.submissions.iter().find(|kept| kept.path.ends_with("sol/correct.cpp"));
    assert_eq!(correct.expect("the reference").along.len(), 2);
    let expected = [
        "no `timelimit`: jury's usual limit counts",
        "`name`: the solution is in the list already: this entry is passed over",
    ];
    assert_eq!(warned(&problem), expected);
}

#[test]
fn keys_that_are_not_known_are_passed_over_with_a_word() {
    let folder = package();
    let toml = TOML.replacen("    number = 3", "    number = 3\n    seed = 7", 1);
    let toml = toml.replacen("    expect", "    expct = 'WA'\n    expect", 1);
    folder.write("info.toml", format!("titel = 'Sum'\n{toml}").as_bytes());
    let expected = [
        "unknown key `titel`: did you mean `title`?: it is passed over",
        "unknown `[[tests]]` key `seed`: expected one of `name`, `number`: it is passed over",
        "unknown `[[solutions]]` key `expct`: did you mean `expect`?: it is passed over",
    ];
    assert_eq!(warned(&unmade(&folder)), expected);
}

#[test]
fn headers_are_those_of_the_repository() {
    let folder = package();
    std::fs::create_dir(folder.outside().join("common")).unwrap();
    std::fs::write(folder.outside().join("common/testlib.h"), "").unwrap();
    let problem = unmade(&folder);
    let [common] = problem.additions.headers.as_slice() else { panic!() };
    assert!(common.ends_with("common"));
}

#[test]
fn digests_stand_with_the_cases_that_are_there() {
    let folder = package();
    folder.write("in/ex_00.in", b"1\n");
    folder.write("out/ex_00.out", b"1\n");
    let hashes =
        format!("{{\"ex_00.in\": \"{ONE}\", \"ex_00.out\": \"{ONE}\", \"x.in\": \"{ONE}\"}}");
    folder.write("hash.json", hashes.as_bytes());
    let problem = unmade(&folder);
    let [case] = problem.cases.as_slice() else { panic!() };
    assert!(
        case.settings
            .digests
            .as_ref()
            .and_then(|own| own.input)
            .is_some_and(|digest| digest[..2] == [0x43, 0x55])
    );
    let expected = [
        "has no digest of `r_00.in`, of 6 files of cases in all",
        "`x.in` is no file of a case, nor are 0 more",
    ];
    assert_eq!(warned(&problem), expected);
}

#[test]
fn inputs_that_no_digest_proves_are_made_again() {
    let folder = package();
    for name in ["r_00", "ex_00"] {
        folder.write(&format!("in/{name}.in"), b"1\n");
        folder.write(&format!("out/{name}.out"), b"1\n");
    }
    folder.write("hash.json", format!("{{\"ex_00.in\": \"{ONE}\"}}").as_bytes());
    let words = ".: the problem lacks 2 of 4 inputs and 2 of 4 answers: `jury generate` makes them by its own \
                 programs";
    assert_eq!(folder.complaints(), [words]);
    let problem = unmade(&folder);
    let names = |all: &mut dyn Iterator<Item = &String>| all.cloned().collect::<Vec<_>>();
    assert_eq!(names(&mut problem.cases.iter().map(|case| &case.name)), ["r_00", "ex_00"]);
    let rules = problem.generator_rules.iter().flat_map(|rule| &rule.cases);
    assert_eq!(names(&mut rules.map(|case| &case.name)), ["r_00", "r_01", "r_02"]);
}

#[test]
fn what_the_problem_lacks_is_counted() {
    let folder = package();
    folder.write("in/r_00.in", b"1\n");
    let words = ".: the problem lacks 3 of 4 inputs and 4 of 4 answers: `jury generate` makes them by its own \
                 programs";
    assert_eq!(folder.complaints(), [words]);
    for name in ["r_00", "r_01", "r_02", "ex_00"] {
        folder.write(&format!("in/{name}.in"), b"1\n");
    }
    let words = ".: the problem lacks 0 of 4 inputs and 4 of 4 answers: `jury generate` makes them by its own \
                 programs";
    assert_eq!(folder.complaints(), [words]);
    for name in ["r_00", "r_01", "r_02", "ex_00"] {
        folder.write(&format!("out/{name}.out"), b"1\n");
    }
    assert_eq!(folder.load().cases.len(), 4);
}

/// What is said where one text stands in place of another.
#[track_caller]
fn wrong(from: &str, to: &str, expected: &str) {
    let folder = package();
    assert!(TOML.contains(from), "{from}");
    folder.write("info.toml", TOML.replacen(from, to, 1).as_bytes());
    let error = load_unanswered(&folder.path(), &Reading::default()).unwrap_err().to_string();
    assert!(error.contains(expected), "{to}: {error}");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    wrong(
        "2.5",
        "0",
        "info.toml:2:13: `timelimit`: expected seconds from 0.001 to 3600, found `0`",
    );
    wrong("r.cpp", "q.cpp", "info.toml:5:12: cannot find `gen/q.cpp` in the problem folder");
    wrong("r.cpp", "r.py", "`name`: expected `NAME.cpp` or `NAME.in`, found `r.py`");
    wrong("'ex.in'\n    number = 1", "'ex.in'\n    number = 2", "cannot find `gen/ex_01.in`");
    wrong("'ex.in'", "'r.cpp'", "info.toml:8:12: `name`: there is a case `r_00` already");
    wrong("    number = 3\n", "", "missing key `number` in `[[tests]]`");
    wrong("'WA'", "'WE'", "info.toml:12:14: unknown result `WE`: did you mean `WA`?");
    wrong("function = true", "function = 1", "`function`: expected `true` or `false`, found `1`");
    wrong("'slow.cpp'", "'fast.cpp'", "cannot find `sol/fast.cpp`");
    for (from, to, name) in [("1_000", "0x10", "N_MAX"), ("'x y'", "'x\"y'", "WORD")] {
        let words = "expected an integer, a float or a string without quotation marks";
        wrong(from, to, &format!("`{name}`: {words}"));
    }
    wrong("0.25", "[1]", "`EPS`: expected an integer, a float or a string without quotation marks");
    let folder = package();
    folder.write("hash.json", b"{\"ex_00.in\": \"12\"}");
    let error = load_unanswered(&folder.path(), &Reading::default()).unwrap_err().to_string();
    assert!(error.contains("hash.json: `ex_00.in`: expected 64 hexadecimal digits"), "{error}");
    std::fs::remove_file(folder.path().join("verifier.cpp")).unwrap();
    folder.write("hash.json", b"[]");
    let error = load_unanswered(&folder.path(), &Reading::default()).unwrap_err().to_string();
    assert!(error.contains("expected a map of names to digests"), "{error}");
    assert!(error.contains("cannot find `verifier.cpp`"), "{error}");
}

#[test]
fn inputs_without_what_makes_them_are_counted() {
    let folder = package();
    for name in ["r_00", "ex_00"] {
        folder.write(&format!("in/{name}.in"), b"1\n");
    }
    std::fs::remove_file(folder.path().join("gen/ex_00.in")).unwrap();
    let said = || {
        let problem = unmade(&folder);
        problem.remarks.into_iter().map(|remark| remark.message).collect::<Vec<_>>()
    };
    let words = "what makes 1 input is missing: they are judged as they are, and not compared";
    assert_eq!(said(), [words]);
    // A digest proves it.
    folder.write("hash.json", format!("{{\"ex_00.in\": \"{ONE}\"}}").as_bytes());
    assert!(said().is_empty(), "{:?}", said());
}

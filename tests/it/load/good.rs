//! Good packages: what each key and each file becomes.

use std::fs;
use std::path::Path;
use std::time::Duration;

use jury::judge::answer::AnswerSource;
use jury::limits::Limits;
use jury::problem::layout::VERDICT_FOLDERS;
use jury::problem::load::{list, load};
use jury::problem::{
    CheckerChoice, FilesBeside, GeneratorRule, Points, Protocol, Reference, RuleCase, Scoring,
    Startup, ValidatorChoice,
};
use jury::verdict::Verdict;
use jury_checkers::OptionValue;

use super::folder::Folder;

/// Uses every key but options, which need a checker that takes some.
const WHOLE: &str = r#"
name = "Sums"
code = "SUM-1"
source = "A contest"
validator = "megacheckers"
reference = "submissions/accepted/x.rs"

[limits]
time = 1
wall_factor = 2.5
memory = "128 MiB"
output = 1000
processes = 7
files = "16 MiB"
startup = "excluded"

[checker]
name = "eastern-draughts"

[scoring]
kind = "mean"

[[override]]
cases = "secret/**"
time = 0.5
memory = "64MiB"

[[override]]
cases = "secret/small/*"
time = 0.25
wall_factor = 4

[[generator]]
program = "generators/random.rs"
arguments = ["10", "20"]
name = "secret/small/random-{}"
count = 3
seed = 100

[[generator]]
program = "generators/random.rs"
name = "secret/one"
"#;

fn whole() -> Folder {
    Folder::with(&[
        ("problem.toml", WHOLE),
        ("statement.md", "Sums"),
        ("generators/random.rs", "fn main() {}"),
        ("data/secret/b.in", "1"),
        ("data/secret/a.in", "1"),
        ("data/secret/a.ans", "1"),
        ("data/secret/small/random-002.in", "1"),
        ("data/secret-b/1.in", "1"),
        ("data/extra/1.in", "1"),
        ("data/extra/.hidden.in", "1"),
        ("data/extra/notes.md", "1"),
        ("data/sample/2.in", "1"),
        ("data/sample/10.in", "1"),
        ("submissions/wrong_answer/y.py", "1"),
        ("submissions/accepted/x.rs", "1"),
        ("submissions/accepted/folder/main.py", "1"),
        ("submissions/accepted/.gitkeep", ""),
    ])
}

#[test]
fn every_key_is_resolved() {
    let folder = whole();
    let problem = folder.load();
    let real = fs::canonicalize(folder.path()).unwrap();
    assert_eq!(problem.slug, "sums");
    assert_eq!(problem.name, "Sums");
    assert_eq!(problem.code.as_deref(), Some("SUM-1"));
    assert_eq!(problem.source.as_deref(), Some("A contest"));
    assert_eq!(problem.folder, real);
    assert_eq!(problem.checker, shipped("eastern-draughts", []));
    let validator = ValidatorChoice::Shipped("megacheckers".into());
    assert_eq!(problem.validator, Some(validator));
    let reference = real.join("submissions/accepted/x.rs");
    assert_eq!(problem.reference, Some(Reference::Source(reference)));
    assert_eq!(problem.scoring(), Scoring::Mean);
    let limits = Limits {
        cpu: Duration::from_secs(1),
        wall: Duration::from_millis(3500),
        memory: 128 << 20,
        output: 1000,
        processes: 7,
        files: 16 << 20,
        kill: None,
    };
    assert_eq!(problem.limits, limits);
    assert_eq!(problem.startup, Startup::Excluded);
}

#[test]
fn cases_stand_in_package_order() {
    let problem = whole().load();
    let names: Vec<&str> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    // `secret/small` stays with `secret`, although `secret-b` comes before it byte by byte.
    let expected = [
        "sample/10",
        "sample/2",
        "extra/1",
        "secret/a",
        "secret/b",
        "secret/small/random-002",
        "secret-b/1",
    ];
    assert_eq!(names, expected);
    let groups: Vec<&str> = problem.cases.iter().map(|case| case.group.as_str()).collect();
    let expected = ["sample", "sample", "extra", "secret", "secret", "secret/small", "secret-b"];
    assert_eq!(groups, expected);
    let answered: Vec<bool> = problem.cases.iter().map(|case| case.answer.is_some()).collect();
    assert_eq!(answered, [false, false, false, true, false, false, false]);
    assert!(problem.cases[3].input.ends_with("data/secret/a.in"));
    assert!(problem.cases[3].answer.as_ref().unwrap().ends_with("data/secret/a.ans"));
}

#[test]
fn the_last_override_wins_key_by_key() {
    let problem = whole().load();
    let limits = |name: &str| problem.cases.iter().find(|c| c.name == name).unwrap().limits;
    assert_eq!(limits("sample/2"), problem.limits);
    let secret = Limits {
        cpu: Duration::from_millis(500),
        wall: Duration::from_millis(2250),
        memory: 64 << 20,
        ..problem.limits
    };
    assert_eq!(limits("secret/a"), secret);
    let small = Limits { cpu: Duration::from_millis(250), wall: Duration::from_secs(2), ..secret };
    assert_eq!(limits("secret/small/random-002"), small);
    assert_eq!(limits("secret-b/1"), problem.limits);
}

#[test]
fn generator_rules_name_their_cases_and_seeds() {
    let problem = whole().load();
    let [random, one] = problem.generator_rules.as_slice() else { panic!("two generator rules") };
    let generator =
        |generator_rule: &GeneratorRule| generator_rule.generator().expect("a program").clone();
    assert!(generator(random).source.ends_with("generators/random.rs"));
    assert_eq!(generator(random).words(7), ["10", "20", "7"]);
    let case =
        |name: &str, seed| RuleCase { name: name.into(), seed, beside: FilesBeside::default() };
    let expected = [
        case("secret/small/random-001", 100),
        case("secret/small/random-002", 101),
        case("secret/small/random-003", 102),
    ];
    assert_eq!(random.cases, expected);
    assert!(generator(one).arguments.is_empty());
    assert_eq!(one.cases, [case("secret/one", 1)]);
}

#[test]
fn kept_submissions_have_their_folders_verdict() {
    let folder = whole();
    let problem = folder.load();
    let kept: Vec<(String, Verdict)> = problem
        .submissions
        .iter()
        .map(|kept| {
            let path = kept.path.strip_prefix(problem.folder.join("submissions")).unwrap();
            (path.display().to_string(), kept.expected().only().unwrap())
        })
        .collect();
    let expected = [
        ("accepted/folder".to_owned(), Verdict::Accepted),
        ("accepted/x.rs".to_owned(), Verdict::Accepted),
        ("wrong_answer/y.py".to_owned(), Verdict::WrongAnswer),
    ];
    assert_eq!(kept, expected);
}

#[test]
fn every_folder_of_submissions_is_known() {
    for (name, verdict) in VERDICT_FOLDERS {
        let folder = Folder::with(&[("problem.toml", "name = 'x'")]);
        folder.write(&format!("submissions/{name}/x.c"), b"");
        assert_eq!(folder.load().submissions[0].expected(), *verdict, "{name}");
    }
}

#[test]
fn a_name_is_enough() {
    let problem = Folder::with(&[("problem.toml", "name = 'Sums'")]).load();
    assert_eq!(problem.checker, shipped("tokens", []));
    assert_eq!(problem.validator, None);
    assert_eq!(problem.interactor, None);
    assert_eq!(problem.reference, None);
    assert_eq!(problem.scoring(), Scoring::PassFail);
    assert_eq!(problem.startup, Startup::Included);
    assert_eq!(problem.limits.cpu, Duration::from_secs(2));
    assert_eq!(problem.limits.wall, Duration::from_secs(7));
    assert_eq!(problem.limits.memory, Limits::default().memory);
    assert!(problem.cases.is_empty() && problem.generator_rules.is_empty());
}

#[test]
fn a_byte_order_mark_and_crlf_are_accepted() {
    let folder =
        Folder::with(&[("problem.toml", "\u{feff}name = 'Sums'\r\n[limits]\r\ntime=1\r\n")]);
    assert_eq!(folder.load().limits.cpu, Duration::from_secs(1));
}

#[test]
fn a_shipped_reference_is_a_word() {
    let folder = Folder::with(&[("problem.toml", "name = 'Sums'\nreference = 'four-in-line'")]);
    assert_eq!(folder.load().reference, Some(Reference::Shipped("four-in-line".into())));
}

#[test]
fn an_override_may_wait_for_a_generator_rule() {
    let folder = Folder::with(&[
        (
            "problem.toml",
            "name = 'Sums'\n[[override]]\ncases = 'secret/*'\ntime = 1\n[[generator]]\n\
             program = 'g.py'\nname = 'secret/{}'",
        ),
        ("g.py", ""),
    ]);
    assert_eq!(folder.load().generator_rules[0].cases[0].name, "secret/001");
}

#[test]
fn links_within_the_folder_are_followed() {
    let folder = Folder::with(&[
        ("problem.toml", "name = 'Sums'\nchecker = {name = 'eastern-draughts'}"),
        ("data/sample/1.in", "1"),
    ]);
    folder.link("../sample/1.in", "data/secret/1.in");
    folder.link("sample", "data/again");
    let names: Vec<String> = folder.load().cases.into_iter().map(|case| case.name).collect();
    assert_eq!(names, ["sample/1", "again/1", "secret/1"]);
}

#[test]
fn options_are_handed_to_the_checker() {
    let settings = "name = 'x'\n[checker]\nname = 'numbers'\nabsolute = 1e-6\nrelative = 1";
    let checker = Folder::with(&[("problem.toml", settings)]).load().checker;
    assert_eq!(checker, shipped("numbers", [("absolute", 1e-6), ("relative", 1.0)]));
}

/// A shipped checker with numbers as options.
fn shipped<const N: usize>(name: &str, options: [(&str, f64); N]) -> CheckerChoice {
    let options = options.map(|(name, value)| (name.into(), OptionValue::Number(value)));
    CheckerChoice::Shipped { name: name.into(), options: options.into() }
}

#[test]
fn programs_of_the_package_are_parts() {
    let settings = "name = 'x'\n[checker]\nprogram = 'checkers/c.cpp'\nprotocol = 'testlib'\n\
                    arguments = ['a', '']\ntime = 2\nmemory = '64 MiB'\nfull = 100\n\
                    [validator]\nprogram = 'v'\nprotocol = 'icpc'\n";
    let folder = Folder::with(&[("problem.toml", settings)]);
    folder.write("checkers/c.cpp", b"");
    folder.write("v/main.py", b"");
    let problem = folder.load();
    let [checker] = problem.checker.programs() else { panic!("{:?}", problem.checker) };
    let real = fs::canonicalize(folder.path()).unwrap();
    assert_eq!(
        (checker.name.as_str(), &checker.path),
        ("checkers/c.cpp", &real.join("checkers/c.cpp"))
    );
    assert_eq!((checker.protocol, checker.points), (Protocol::Testlib, Points::OutOf(100.0)));
    assert_eq!(checker.arguments, ["a", ""]);
    assert_eq!(checker.limits.cpu, Duration::from_secs(2));
    assert_eq!(checker.limits.wall, Duration::from_secs(7));
    assert_eq!(checker.limits.memory, 64 << 20);
    let Some(ValidatorChoice::Programs(validators)) = problem.validator else { panic!("none") };
    let [validator] = validators.as_slice() else { panic!("{validators:?}") };
    assert_eq!((validator.path.clone(), validator.protocol), (real.join("v"), Protocol::Icpc));
    assert_eq!(
        (validator.limits.cpu, validator.points),
        (Duration::from_secs(10), Points::OutOf(1.0))
    );
}

#[test]
fn every_shipped_problem_loads() {
    let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    for listed in list(Some(&problems), &problems).unwrap() {
        let problem = load(&listed.folder).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((&problem.slug, &problem.code), (&listed.slug, &listed.code));
        assert!(!problem.cases.is_empty(), "{}", problem.slug);
    }
}

#[test]
fn a_search_has_a_generator_arguments_and_sizes() {
    let with = |settings: &str| {
        let text = format!("name = 'Sums'\n[stress]\ngenerator = 'g.rs'\n{settings}");
        let folder = Folder::with(&[("problem.toml", &text), ("g.rs", "fn main() {}")]);
        folder.load().stress.expect("a section")
    };
    let plain = with("");
    assert_eq!((plain.smallest, plain.largest), (1, 100));
    assert_eq!(plain.arguments, ["{size}"]);
    let full = with("arguments = ['-n{size}', 'x']\nsizes = [3, 3]\n");
    assert_eq!((full.smallest, full.largest), (3, 3));
    assert_eq!(full.arguments, ["-n{size}", "x"]);
    assert!(full.generator.ends_with("g.rs"));
}

#[test]
fn answers_are_written_by_the_reference_unless_an_interactor_decides() {
    let interactor = "[interactor]\nprogram = 'i.py'\nprotocol = 'testlib'\n";
    let source = |settings: &str| {
        let settings = format!("name = 'P'\n{settings}");
        let files = [
            ("problem.toml", settings.as_str()),
            ("data/secret/1.in", "1\n"),
            ("data/secret/1.ans", "1\n"),
            ("i.py", ""),
            ("a.py", ""),
        ];
        AnswerSource::of(&Folder::with(&files).load())
    };
    assert_eq!(source("reference = 'a.py'\n"), AnswerSource::Reference);
    assert_eq!(source(""), AnswerSource::Nowhere);
    assert_eq!(source(&format!("reference = 'a.py'\n{interactor}")), AnswerSource::Nowhere);
    assert_eq!(source(interactor), AnswerSource::Nowhere);
}

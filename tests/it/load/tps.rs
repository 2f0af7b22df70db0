//! Tasks of TPS, as authors have them and as they are exported.

use jury::problem::load::{load_as, load_unanswered};
use jury::problem::reading::Reading;
use jury::problem::{
    CheckerChoice, Content, Grader, Maker, Protocol, Scoring, TimePlace, ValidatorChoice,
};
use jury::score::Score;
use jury::verdict::Verdict;

use super::folder::Folder;

const JSON: &str = "{\n\t\"name\": \"sum\",\n\t\"title\": \"Sum\",\n\t\"type\": \"Batch\",\n\t\"time_limit\": 1.5,\n\t\"memory_limit\": 64,\n\t\"has_grader\": false\n}\n";

const DATA: &str = "# comment\n@subtask samples\nmanual 1.in\n\n@testset small\ngen 1 2\ngen 3 4\n\
                    @subtask half\n@include samples small\n@subtask full\n@include half\ngen 200 300\n";

const SUBTASKS: &str = r#"{"global_validators": ["validator.exe 9"], "subtask_sensitive_validators": ["own {subtask}"],
"subtasks": {"samples": {"index": 0, "score": 0, "validators": []},
"half": {"index": 1, "score": 40, "validators": ["half.py x", "validator 1"]}, "full": {"index": 2, "score": 60}}}"#;

const SOLUTIONS: &str = r#"{"good.cpp": {"verdict": "model_solution"},
"small.cpp": {"verdict": "incorrect", "except": {"samples": "correct", "half": "correct"}}}"#;

fn task(made: bool) -> Folder {
    let folder = Folder::with(&[
        ("problem.json", JSON),
        ("gen/data", DATA),
        ("gen/gen.cpp", ""),
        ("gen/manual/1.in", "1 1\n"),
        ("subtasks.json", SUBTASKS),
        ("solutions.json", SOLUTIONS),
        ("solution/good.cpp", ""),
        ("solution/small.cpp", ""),
        ("checker/checker.cpp", ""),
        ("validator/validator.cpp", ""),
        ("validator/own.py", ""),
        ("validator/half.py", ""),
    ]);
    if made {
        for name in ["0-01", "small-01", "small-02", "2-01"] {
            folder.write(&format!("tests/{name}.in"), b"1 2\n");
            folder.write(&format!("tests/{name}.out"), b"3\n");
        }
    }
    folder
}

#[test]
fn the_folder_of_authors_is_read() {
    let problem = task(true).load();
    assert_eq!((problem.name.as_str(), problem.code.as_deref()), ("Sum", Some("sum")));
    assert_eq!((problem.limits.cpu.as_millis(), problem.limits.memory), (1500, 64 << 20));
    let names: Vec<_> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["samples/0-01", "small/small-01", "small/small-02", "full/2-01"]);
    // A test counts in every subtask that includes it.
    let Grader::Subtasks(subtasks) = &problem.root.grader else { panic!() };
    let counts: Vec<_> = subtasks.iter().map(|subtask| subtask.cases.len()).collect();
    assert_eq!(counts, [1, 3, 4]);
    let worth: Vec<_> = subtasks.iter().map(|subtask| subtask.worth.clone()).collect();
    assert_eq!(worth, [0, 40, 60].map(|points| Score::ratio(points, 1).unwrap()));
    let CheckerChoice::Programs(checkers) = &problem.checker else { panic!() };
    assert_eq!(checkers[0].protocol, Protocol::Cms);
    let Some(ValidatorChoice::Programs(validators)) = &problem.validator else { panic!() };
    assert_eq!(
        (validators[0].name.as_str(), validators[0].protocol),
        // Standard input is the input.
        ("validator/validator.cpp", Protocol::Testlib)
    );
    // Once for every test, and once for each subtask that has it; those of a subtask for its tests alone.
    let calls = |case: usize, name: &str| {
        let calls = problem.cases[case].validator_arguments(&problem.root).calls(name);
        calls.iter().map(|words| words.join(" ")).collect::<Vec<_>>().join(", ")
    };
    let called = [0, 1, 3].map(|case| {
        ["validator/validator.cpp", "validator/own.py", "validator/half.py"]
            .map(|name| calls(case, name))
    });
    assert_eq!(
        called,
        [["9, 1", "samples, half, full", "x"], ["9, 1", "half, full", "x"], ["9", "full", ""]]
    );
    let names: Vec<_> = validators.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["validator/validator.cpp", "validator/own.py", "validator/half.py"]);
    assert!(format!("{:?}", problem.reference).contains("solution/good.cpp"));
    // A limit is one for all languages.
    assert!(!problem.has_time_factors && problem.additions.solutions_include);
    let place = TimePlace::Nowhere("jury changes no `problem.json`".to_owned());
    assert_eq!(problem.time_place, place);
    let order = ["samples/0-01", "small/small-01", "small/small-02", "full/2-01"];
    assert_eq!(problem.order, order);
    let [good, small] = problem.submissions.as_slice() else { panic!() };
    assert_eq!(good.expected(), Verdict::Accepted);
    let demands = &small.expectation.demands;
    assert!(!demands[0].permitted.permits(Verdict::WrongAnswer), "an exception");
    assert_eq!(demands[1].about.as_deref(), Some("{samples,small}"));
    assert!(demands[2].required.permits(Verdict::WrongAnswer));
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
}

#[test]
fn a_solution_without_exceptions_is_what_its_verdict_says() {
    let folder = task(true);
    let all =
        r#"{"good.cpp": {"verdict": "model_solution"}, "small.cpp": {"verdict": "incorrect"}}"#;
    folder.write("solutions.json", all.as_bytes());
    let problem = folder.load();
    let [good, small] = problem.submissions.as_slice() else { panic!() };
    assert!(good.expectation.demands.is_empty() && good.expected() == Verdict::Accepted);
    let demands = &small.expectation.demands;
    assert!(
        demands.len() == 3 && demands.iter().all(|rule| !rule.required.permits(Verdict::Accepted))
    );
}

#[test]
fn names_of_sets_need_not_be_plain() {
    let folder = task(false);
    folder.write("gen/data", DATA.replace("small", "2^n").as_bytes());
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let rules = problem.generator_rules.iter();
    let names: Vec<&str> = rules.flat_map(|rule| &rule.cases).map(|case| &*case.name).collect();
    assert_eq!(names, ["samples/0-01", "2^n/2^n-01", "2^n/2^n-02", "full/2-01"]);
}

#[test]
fn tests_that_are_not_there_are_listed_with_their_making() {
    let folder = task(false);
    assert_eq!(
        folder.complaints(),
        [
            ".: the task lacks 4 of 4 inputs and 4 of 4 answers: `jury generate` makes them by its own programs"
        ]
    );
    let (path, reading) = (folder.path(), Reading::default());
    assert!(load_as(&path, &path, &reading).is_ok_and(|problem| problem.is_unmade));
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let makers: Vec<_> = problem.generator_rules.iter().map(|rule| &rule.maker).collect();
    assert!(
        matches!(makers[0], Maker::Package(Content::File(path)) if path.ends_with("gen/manual/1.in"))
    );
    let Maker::Program(generator) = makers[2] else { panic!() };
    assert_eq!(generator.words(0), ["3", "4"]);
    let place = problem.layout.input_in(&problem.folder, "small/small-02");
    assert!(place.ends_with("tests/small-02.in"));
}

#[test]
fn the_exported_form_is_read() {
    let folder = Folder::with(&[
        (
            "problem.json",
            r#"{"code": "sum", "name": "Sum", "task_type": "Batch", "task_type_params": "{}",
            "time_limit": 2, "memory_limit": 67108864}"#,
        ),
        ("tests/1.in", "1"),
        ("tests/1.out", "1"),
        ("tests/2.in", "2"),
        ("tests/2.out", "2"),
        ("subtasks/00-samples.json", r#"{"score": 0, "testcases": ["1"]}"#),
        ("subtasks/01-full.json", r#"{"score": 100, "testcases": ["1", "2"]}"#),
        ("graders/grader.cpp", ""),
        ("graders/sum.h", ""),
    ]);
    let problem = folder.load();
    assert_eq!((problem.name.as_str(), problem.limits.memory), ("Sum", 64 << 20));
    let names: Vec<_> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["00-samples/1", "01-full/2"]);
    let code = problem.additions.shared.expect("graders");
    assert_eq!(
        (code.name.as_str(), code.mains[0].as_str(), code.files.len()),
        ("sum", "grader", 2)
    );
    // Without subtasks, all tests give the same share.
    std::fs::remove_dir_all(folder.path().join("subtasks")).unwrap();
    let root = folder.load().root;
    assert_eq!((root.scoring, root.worth), (Some(Scoring::Mean), Score::ratio(100, 1)));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let case = |file: &str, from: &str, to: &str, expected: &str| {
        let folder = task(true);
        let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(text.contains(from), "{from}");
        folder.write(file, text.replacen(from, to, 1).as_bytes());
        let said = folder.complaints();
        assert!(said.iter().any(|one| one == expected), "{said:#?}");
    };
    case(
        "problem.json",
        "\"Batch\"",
        "\"TwoSteps\"",
        "problem.json:4:10: `type`: tasks of the type `TwoSteps` are not judged",
    );
    case(
        "problem.json",
        "64",
        "1048577",
        "problem.json:6:18: `memory_limit`: expected MiB from 1 to 1048576, found `1048577`",
    );
    case(
        "gen/data",
        "@include samples small",
        "@include sample",
        "gen/data:9:1: unknown set `sample`: did you mean `samples`?",
    );
    case(
        "gen/data",
        "@include samples small",
        "@inclde samples small",
        "gen/data:9:1: unknown command `@inclde`: did you mean `@include`?",
    );
    for (name, found) in
        [("", ""), ("a b", "a b"), ("a/b", "a/b"), ("a\u{7}", "a\\u{7}"), ("{a", "{a")]
    {
        let words =
            "`@testset`: expected a new name without blanks and signs of paths and patterns, found";
        let words = format!("gen/data:5:1: {words} `{found}`");
        case("gen/data", "@testset small", &format!("@testset {name}"), &words);
    }
    case(
        "gen/data",
        "@testset small",
        "@testset samples",
        "gen/data:5:1: `@testset`: expected a new name without blanks and signs of paths and patterns, found `samples`",
    );
    case(
        "solutions.json",
        "incorrect",
        "incorect",
        "solutions.json:2:26: `small.cpp.verdict`: unknown verdict `incorect`: did you mean `incorrect`?",
    );
    case(
        "subtasks.json",
        "validator.exe",
        "valid",
        "subtasks.json:1:23: `global_validators`: there is no validator `valid` in `validator`",
    );
    case(
        "subtasks.json",
        "\"full\"",
        "\"ful\"",
        "subtasks.json:3:80: unknown key `ful`: did you mean `full`?",
    );
    case(
        "subtasks.json",
        "\"full\"",
        "\"ful\"",
        "gen/data:10:1: subtask `full`: `subtasks.json` does not say its points",
    );
    case(
        "solutions.json",
        "\"half\"",
        "\"hal\"",
        "solutions.json:2:72: unknown key `hal`: did you mean `half`?",
    );
    let folder = task(true);
    std::fs::remove_file(folder.path().join("subtasks.json")).unwrap();
    assert_eq!(folder.complaints(), ["subtasks.json: missing: it says the points of the subtasks"]);
    folder.write("subtasks.json", b"{");
    let said = folder.complaints().join("\n");
    assert!(said.starts_with("subtasks.json:") && !said.contains("says the points"), "{said}");
    let folder = task(false);
    folder.write("gen/data", b"@subtask a\nnone 1\n");
    folder.write("subtasks.json", br#"{"subtasks": {"a": {"score": 100}}}"#);
    let error = load_unanswered(&folder.path(), &Reading::default()).unwrap_err().to_string();
    assert!(error.contains("there is no generator `none` in `gen`"), "{error}");
}

#[test]
fn tests_of_tasks_whose_submissions_are_outputs_are_numbered_through() {
    let folder = task(false);
    folder.write("problem.json", JSON.replace("\"Batch\"", "\"OutputOnly\"").as_bytes());
    for number in 1..=4 {
        folder.write(&format!("tests/0{number}.in"), b"1 2\n");
        folder.write(&format!("tests/0{number}.out"), b"3\n");
    }
    let problem = folder.load();
    let names: Vec<_> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["samples/01", "small/02", "small/03", "full/04"]);
    assert!(problem.additions.takes_answers);
}

#[test]
fn graders_of_communication_tasks_may_be_stubs() {
    let folder = task(true);
    let json = JSON.replace("Batch", "Communication").replace(",\n\t\"has_grader\": false", "");
    folder.write("problem.json", json.as_bytes());
    folder.write("grader/manager.cpp", b"int main() {}\n");
    folder.write("grader/cpp/stub.cpp", b"");
    folder.write("grader/cpp/sum.h", b"");
    let code = folder.load().additions.shared.expect("stubs");
    assert_eq!((code.mains[0].as_str(), code.files.len()), ("stub", 2));
    let named = json.replace("\"type\"", "\"grader_name\": \"main\",\n\t\"type\"");
    folder.write("problem.json", named.as_bytes());
    let said = folder.complaints();
    let words = "problem.json:4:17: there are graders, but none is called `main`: submissions cannot be compiled \
                 with them";
    assert!(said.iter().any(|one| one == words), "{said:#?}");
}

#[test]
fn what_a_task_lacks_is_told() {
    let folder = task(false);
    std::fs::remove_file(folder.path().join("solutions.json")).unwrap();
    let said = folder.complaints().join("\n");
    assert!(said.contains("solutions.json: missing: it names the model solution"), "{said}");
    // An answer that is there counts although its input is not.
    folder.write("tests/2-01.out", b"9\n");
    let said = folder.complaints().join("\n");
    assert!(said.contains("lacks 4 of 4 inputs and 3 of 4 answers"), "{said}");
    let folder = task(true);
    std::fs::remove_file(folder.path().join("tests/0-01.out")).unwrap();
    let said = folder.complaints().join("\n");
    assert!(said.contains("lacks 0 of 4 inputs and 1 of 4 answers"), "{said}");
    // What is there is judged without what made it, and where all answers are, nothing makes them.
    folder.write("tests/0-01.out", b"3\n");
    let remove = |name: &str| std::fs::remove_file(folder.path().join(name)).unwrap();
    remove("solutions.json");
    assert!(folder.load().remarks.is_empty());
    remove("gen/manual/1.in");
    remove("gen/gen.cpp");
    let problem = folder.load();
    let said: Vec<_> = problem.remarks.iter().map(|remark| remark.message.as_str()).collect();
    let words = "what makes 4 inputs is missing: they are judged as they are, and not compared";
    assert!(problem.reference.is_none() && said == [words], "{said:?}");
    let folder = task(true);
    folder.write("problem.json", JSON.replace("\t\"time_limit\": 1.5,\n", "").as_bytes());
    folder.write(
        "gen/data",
        format!("\u{feff}{DATA}@testset others\ncopy ../gen/manual/1.in\n").as_bytes(),
    );
    for ending in ["in", "out"] {
        folder.write(&format!("tests/others-01.{ending}"), b"1\n");
    }
    let warnings = folder.load().warnings;
    let said = warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join(
        "
",
    );
    assert!(said.contains("no `time_limit`: jury's usual limit counts"), "{said}");
    let in_none =
        "1 of 5 tests are in no subtask and give no points, the first is `others/others-01`";
    assert!(said.contains(in_none), "{said}");
    std::fs::rename(
        folder.path().join("checker/checker.cpp"),
        folder.path().join("checker/check.cpp"),
    )
    .unwrap();
    let json =
        JSON.replace("\"has_grader\": false", "\"has_grader\": false, \"has_checker\": true");
    folder.write("problem.json", json.as_bytes());
    let said = folder.complaints().join("\n");
    assert!(said.contains("`has_checker`: there is no `checker/checker`"), "{said}");
}

#[test]
fn lines_of_generators_are_split_as_python_splits_them() {
    let folder = task(false);
    let data = DATA.replace("gen 3 4", "gen '3 4' #5 \"\"");
    folder.write("gen/data", data.as_bytes());
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let Maker::Program(generator) = &problem.generator_rules[2].maker else { panic!() };
    assert_eq!(generator.words(0), ["3 4", "#5", ""]);
    for (line, words) in [
        ("gen '3", "gen/data:7:1: a quotation mark is not closed"),
        ("copy a b", "gen/data:7:1: `copy`: expected one path, found 2"),
        ("copy", "gen/data:7:1: `copy`: expected one path, found 0"),
        ("manual", "gen/data:7:1: `manual`: expected one path, found 0"),
    ] {
        folder.write("gen/data", DATA.replace("gen 3 4", line).as_bytes());
        let said = folder.complaints();
        assert!(said.iter().any(|one| one == words), "{said:#?}");
    }
}

#[test]
fn every_input_that_is_made_stands_between_header_and_footer() {
    let around = |folder: &Folder| {
        let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
        let rules = problem.generator_rules.iter();
        let all: Vec<_> = rules.map(|rule| rule.cases[0].beside.around.clone()).collect();
        assert!(all.len() == 4 && all.iter().all(|one| *one == all[0]), "{all:?}");
        all[0].clone().map(|path| path.map(|path| path.file_name().unwrap().to_owned()))
    };
    let folder = task(false);
    assert_eq!(around(&folder), [None, None]);
    folder.write("gen/input.footer", b"");
    assert_eq!(around(&folder), [None, Some("input.footer".into())]);
    folder.write("gen/input.header", b"1\n");
    assert_eq!(around(&folder), [Some("input.header".into()), Some("input.footer".into())]);
    // Those that are there are to be made so, too.
    let folder = task(true);
    folder.write("gen/input.header", b"1\n");
    assert_eq!(around(&folder), [Some("input.header".into()), None]);
}

#[test]
fn what_no_file_names_is_told() {
    let folder = task(true);
    let warned = |folder: &Folder| {
        let problem = folder.load();
        let all = problem.warnings.iter().chain(&problem.remarks);
        all.map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let said = warned(&folder);
    assert_eq!(said, "");
    for name in ["tests/9.out", "tests/0-03.in", "solution/new.cpp", "solution/notes.md"] {
        folder.write(name, b"");
    }
    let checker =
        ["checker/checker.cpp", "checker/Checker.CPP"].map(|name| folder.path().join(name));
    std::fs::rename(&checker[0], &checker[1]).unwrap();
    let json = JSON.replace(",\n\t\"has_grader\": false", "");
    folder.write("problem.json", json.as_bytes());
    let said = warned(&folder);
    for words in [
        "tests/0-03.in: passed over (and 1 more): it is of no test of the task",
        "solution/new.cpp: not in `solutions.json`",
        "checker/Checker.CPP: passed over: a checker is called `checker/checker`",
        "`has_grader` is not `false`, but there is no grader",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(!said.contains("notes.md"), "{said}");
    let folder = exported("Batch", "");
    folder.write("tests/9.out", b"");
    assert!(warned(&folder).contains("tests/9.out: passed over: it is of no test"));
}

/// Whether or not the test is there.
#[test]
fn lines_and_names_of_tests_that_are_there_must_be_right() {
    let folder = task(true);
    folder.write("gen/data", DATA.replace("gen 3 4", "copy a b").as_bytes());
    assert_eq!(folder.complaints(), ["gen/data:7:1: `copy`: expected one path, found 2"]);
    folder.write("gen/data", DATA.replace("small", "0").as_bytes());
    for name in ["tests/0-02.in", "tests/0-02.out"] {
        folder.write(name, b"3\n");
    }
    assert_eq!(
        folder.complaints(),
        [
            "gen/data:6:1: `tests/0-01.in` is the input of a test of `samples` already: give the set another name"
        ]
    );
}

#[test]
fn of_several_programs_the_one_that_tps_starts_counts() {
    let folder = task(false);
    let generator = |folder: &Folder| {
        let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
        let Maker::Program(generator) = &problem.generator_rules[1].maker else { panic!() };
        generator.source.file_name().unwrap().to_owned()
    };
    assert_eq!(generator(&folder), "gen.cpp");
    folder.write("gen/gen.py", b"");
    assert_eq!(generator(&folder), "gen.py");
    folder.write("gen/gen.sh", b"");
    assert_eq!(generator(&folder), "gen.sh");
    // The name says that it was compiled.
    folder.write("validator/validator.sh", b"");
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let Some(ValidatorChoice::Programs(validators)) = &problem.validator else { panic!() };
    let names: Vec<_> = validators.iter().map(|part| part.name.as_str()).collect();
    assert!(names.contains(&"validator/validator.cpp"), "{names:?}");
    std::fs::remove_file(folder.path().join("validator/validator.cpp")).unwrap();
    folder.write("validator/validator.py", b"");
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let Some(ValidatorChoice::Programs(validators)) = &problem.validator else { panic!() };
    assert_eq!(validators[0].name, "validator/validator.sh");
}

/// An exported task of this type whose parameters are written so, with a grader, a manager and a checker.
fn exported(kind: &str, parameters: &str) -> Folder {
    let json = format!(
        r#"{{"code": "sum", "name": "Sum", "task_type": "{kind}", {parameters}"time_limit": 2, "memory_limit": 67108864}}"#
    );
    Folder::with(&[
        ("problem.json", &json),
        ("tests/1.in", "1"),
        ("tests/1.out", "1"),
        ("graders/grader.cpp", ""),
        ("graders/manager.cpp", ""),
        ("checker/checker.cpp", ""),
    ])
}

#[test]
fn parameters_of_the_exported_form_are_those_of_cms() {
    let talk = |parameters: &str, expected: (usize, bool, bool)| {
        let problem = exported("Communication", parameters).load();
        let Some(manager) = &problem.interactor else { panic!() };
        let Protocol::CmsManager(talk) = manager.protocol else { panic!() };
        let found = (talk.count, talk.by_streams, problem.additions.shared.is_some());
        assert_eq!(found, expected, "{parameters}");
    };
    // CMS takes the standard streams where names are given, or nothing is.
    let number = "task_type_parameters_Communication_num_processes";
    talk("", (1, true, true));
    talk(r#""task_type_params": "", "#, (1, true, true));
    talk(r#""task_type_params": null, "#, (1, true, true));
    talk(&format!(r#""task_type_params": "{{\"{number}\": 2}}", "#), (2, true, true));
    talk(&format!(r#""task_type_params": {{"{number}": "3"}}, "#), (3, true, true));
    talk(r#""task_type_params": [2, "stub", "fifo_io"], "#, (2, false, true));
    talk(r#""task_type_parameters": [2, "alone", "std_io"], "#, (2, true, false));
    talk(r#""task_type_params": "[2, \"stub\", \"fifo_io\"]", "#, (2, false, true));
    let batch = |parameters: &str, expected: ([Option<&str>; 2], bool, bool)| {
        // CMS takes small letters, too.
        let problem = exported("batch", parameters).load();
        let files = &problem.additions.files;
        let is_checked = matches!(problem.checker, CheckerChoice::Programs(_));
        let found = [files.input.as_deref(), files.output.as_deref()];
        assert_eq!(
            (found, problem.additions.shared.is_some(), is_checked),
            expected,
            "{parameters}"
        );
    };
    batch("", ([None, None], true, true));
    let of = "task_type_parameters_Batch";
    let named = format!(
        r#""task_type_params": "{{\"{of}_io_0_inputfile\": \"in.txt\", \"{of}_io_1_outputfile\": \"out.txt\",
        \"{of}_compilation\": \"alone\", \"{of}_user_managers\": \"[]\", \"{number}\": 7}}", "#
    );
    batch(&named.replace('\n', " "), ([Some("in.txt"), Some("out.txt")], false, true));
    batch(
        r#""task_type_params": ["grader", ["a", ""], "comparator"], "#,
        ([Some("a"), None], true, true),
    );
    batch(r#""task_type_params": ["alone", ["", ""], "diff"], "#, ([None, None], false, false));
}

#[test]
fn parameters_that_are_not_known_are_told() {
    #[track_caller]
    fn case(kind: &str, parameters: &str, expected: &str) {
        let said = exported(kind, &format!("\"task_type_params\": {parameters}, ")).complaints();
        let [said] = said.as_slice() else { panic!("{said:#?}") };
        let (place, words) = said.split_once(": `task_type_params`: ").expect(said);
        assert!(place.starts_with("problem.json:1:"), "{said}");
        assert_eq!(words, expected);
    }
    case(
        "Communication",
        r#"[2, "stub", "fifo"]"#,
        "`user_io`: unknown word `fifo`: did you mean `fifo_io`?",
    );
    case(
        "Communication",
        "[17]",
        "`num_processes`: expected a whole number from 1 to 16, found `17`",
    );
    case(
        "Communication",
        "[[1]]",
        "`num_processes`: expected a whole number from 1 to 16, found a list",
    );
    case(
        "Communication",
        r#"[2, "stub", "fifo_io", "more"]"#,
        "jury knows 3 parameters of `Communication`, found one more: `more`",
    );
    case(
        "Communication",
        r#""{\"task_type_parameters_Communication_num_process\": 2}""#,
        "unknown parameter `task_type_parameters_Communication_num_process`: did you mean \
         `task_type_parameters_Communication_num_processes`?",
    );
    case(
        "Batch",
        r#"{"inputfile": "in.txt"}"#,
        "unknown parameter `inputfile`: expected one of `task_type_parameters_Batch_compilation`, \
         `task_type_parameters_Batch_io_0_inputfile`, `task_type_parameters_Batch_io_1_outputfile`, \
         `task_type_parameters_Batch_user_managers`",
    );
    case("Batch", r#"["stubs"]"#, "`compilation`: unknown word `stubs`: did you mean `stub`?");
    case(
        "Batch",
        r#"["alone", ["", ""], "real"]"#,
        "`evaluation`: unknown word `real`: expected one of `diff`, `comparator`",
    );
    case("Batch", r#"["alone", "in"]"#, "expected two names of files, such as `[\"\", \"\"]`");
    case("Batch", "true", "expected a map or a list of parameters, or one of them as JSON");
    let said = exported("Batch", r#""task_type_params": ["alone", ["a", "a"]], "#).complaints();
    let words = "`inputfile` and `outputfile` name the same file: expected two names";
    assert!(matches!(said.as_slice(), [one] if one.ends_with(words)), "{said:#?}");
    // A list may want what is not there.
    let folder = exported("Batch", r#""task_type_params": ["grader", ["", ""], "comparator"], "#);
    std::fs::remove_dir_all(folder.path().join("checker")).unwrap();
    let said = folder.complaints().join("\n");
    let words = "`task_type_params`: there is no `checker/checker` with the ending of a language";
    assert!(said.contains(words), "{said}");
    folder.write("checker/checker.cpp", b"");
    std::fs::remove_file(folder.path().join("graders/grader.cpp")).unwrap();
    let warnings = folder.load().warnings;
    let [said] = warnings.as_slice() else { panic!("{warnings:?}") };
    let words = "submissions are compiled alone: there is no grader";
    assert!(said.message.ends_with(words), "{said}");
}

#[test]
fn parameters_of_authors_are_read() {
    let task = |more: &str| {
        let folder = task(true);
        let json = JSON.replace("Batch", "Communication");
        folder.write(
            "problem.json",
            json.replace("\t\"type\"", &format!("{more}\t\"type\"")).as_bytes(),
        );
        folder.write("grader/manager.cpp", b"int main() {}\n");
        folder
    };
    let case = |more: &str, expected: (usize, bool)| {
        let problem = task(more).load();
        let Some(manager) = &problem.interactor else { panic!() };
        let Protocol::CmsManager(processes) = manager.protocol else { panic!() };
        assert_eq!((processes.count, processes.by_streams), expected, "{more}");
    };
    // TPS's own judge gives named pipes.
    case("", (1, false));
    case("\"num_processes\": 2, \"user_io\": \"std_io\",", (2, true));
    case("\"type_params\": {\"task_type_parameters_Communication_num_processes\": 3},", (3, false));
    case("\"task_type_parameters\": [2, \"alone\", \"std_io\"],", (2, true));
    let said = task("\"num_processes\": 3, \"task_type_parameters\": [2],").complaints();
    let words = "problem.json:4:18: `num_processes`: `task_type_parameters` says 2: expected the same number";
    assert_eq!(said, [words]);
}

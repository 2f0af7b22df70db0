//! Tasks of CMS and task-maker: what a good one becomes, and the exact words for a wrong one.

use std::os::unix::fs::PermissionsExt;

use jury::problem::load::{load_as, load_unanswered};
use jury::problem::reading::Reading;
use jury::problem::{
    CheckerChoice, Content, Grader, Maker, Protocol, Scoring, SubtaskRule, TimePlace,
    ValidatorChoice,
};
use jury::score::Score;
use jury::verdict::Verdict;

use super::folder::Folder;

const YAML: &str = "name: sum\ntitle: Sum\ntime_limit: 1.5\nmemory_limit: 64\ninfile: ''\noutfile: ''\n\
                    token_mode: disabled\n";

const GEN: &str =
    "# comment\n#ST: 0\n#COPY: gen/ex.txt\n\n# ST: 40\n1 2\n3 4  # small\n#ST: 60\n200 300\n";

/// A task with these settings and this recipe, whose four tests are there.
fn task(yaml: &str, recipe: &str) -> Folder {
    let folder = Folder::with(&[
        ("task.yaml", yaml),
        ("gen/ex.txt", "1 1\n"),
        ("sol/solution.py", "print(sum(map(int, input().split())))\n"),
    ]);
    if !recipe.is_empty() {
        folder.write("gen/GEN", recipe.as_bytes());
    }
    for (number, (input, output)) in
        [("1 1", "2"), ("1 2", "3"), ("3 4", "7"), ("200 300", "500")].iter().enumerate()
    {
        folder.write(&format!("input/input{number}.txt"), format!("{input}\n").as_bytes());
        folder.write(&format!("output/output{number}.txt"), format!("{output}\n").as_bytes());
    }
    folder
}

fn points(points: u64) -> Option<Score> {
    Score::ratio(points, 1)
}

/// What is complained of.
#[track_caller]
fn wrong(yaml: &str, recipe: &str, expected: &[&str]) {
    assert_eq!(task(yaml, recipe).complaints(), expected);
}

#[test]
fn a_batch_task_is_read_as_cms_reads_it() {
    let problem = task(YAML, GEN).load();
    assert_eq!((problem.name.as_str(), problem.code.as_deref()), ("Sum", Some("sum")));
    assert_eq!(problem.format.words, "CMS (Italian YAML)");
    assert_eq!((problem.limits.cpu.as_millis(), problem.limits.memory), (1500, 64 << 20));
    let names: Vec<_> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["subtask0/000", "subtask1/001", "subtask1/002", "subtask2/003"]);
    assert!(problem.cases[3].input.ends_with("input/input3.txt"));
    assert!(problem.cases[3].answer.as_ref().unwrap().ends_with("output/output3.txt"));
    let worth: Vec<_> = problem.root.groups.iter().map(|group| group.worth.clone()).collect();
    assert_eq!(worth, [points(0), points(40), points(60)]);
    assert!(problem.root.groups.iter().all(|group| group.scoring == Some(Scoring::Min)));
    assert_eq!((problem.root.scoring, &problem.root.grader), (Some(Scoring::Sum), &Grader::Own));
    let words = problem.cases[3].validator_arguments(&problem.root).of("gen/valida.py");
    assert_eq!(words, ["3"]);
    let CheckerChoice::Shipped { name, .. } = &problem.checker else { panic!() };
    assert_eq!(name, "token-lines");
    assert!(problem.additions.files.are_streams() && problem.additions.shared.is_none());
    assert_eq!(problem.submissions[0].expected(), Verdict::Accepted);
    assert!(format!("{:?}", problem.reference).contains("sol/solution.py"));
    // A limit is one for all languages.
    assert!(!problem.has_time_factors && problem.additions.solutions_include);
    let place = TimePlace::Nowhere("jury changes no `task.yaml`".to_owned());
    assert_eq!((problem.time_place, problem.layout.settings), (place, "task.yaml"));
    assert_eq!(problem.order, names);
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    // No generator makes the inputs of this recipe.
    let words: Vec<_> = problem.remarks.iter().map(|remark| remark.message.as_str()).collect();
    assert_eq!(
        words,
        ["what makes 3 inputs is missing: they are judged as they are, and not compared"]
    );
}

#[test]
fn old_names_of_keys_and_named_files_count() {
    let yaml = "nome_breve: sum\nnome: Somma\ntimeout: 2\nmemlimit: 16\n";
    let problem = task(yaml, GEN).load();
    assert_eq!((problem.name.as_str(), problem.limits.cpu.as_secs()), ("Somma", 2));
    let files = &problem.additions.files;
    assert_eq!(
        (files.input.as_deref(), files.output.as_deref()),
        (Some("input.txt"), Some("output.txt"))
    );
    let unknown = format!("{YAML}memory_limits: 3\n");
    let problem = task(&unknown, GEN).load();
    let words = "unknown key `memory_limits` is passed over: did you mean `memory_limit`?";
    assert_eq!(problem.remarks[0].message, words);
}

#[test]
fn without_subtasks_every_test_gives_its_share() {
    let yaml = format!("{YAML}n_input: 4\ntotal_value: 200\n");
    for recipe in ["", "1\n2\n3\n4\n"] {
        let problem = task(&yaml, recipe).load();
        assert_eq!(problem.root.scoring, Some(Scoring::Mean));
        assert_eq!((problem.root.worth.clone(), problem.cases.len()), (points(200), 4));
        assert_eq!(problem.cases[3].name, "003");
        assert_eq!(problem.cases[3].validator_arguments(&problem.root).of("x"), ["1"]);
    }
    // Without a count, up to the first gap.
    assert_eq!(task(YAML, "").load().cases.len(), 4);
}

#[test]
fn score_types_count_where_all_their_keys_are_there() {
    let with = |kind: &str, parameters: &str| {
        let yaml =
            format!("{YAML}n_input: 4\nscore_type: {kind}\nscore_type_parameters: {parameters}\n");
        task(&yaml, "1\n2\n3\n4\n").load()
    };
    assert_eq!(with("Sum", "25").root.worth, points(100));
    let problem = with("GroupMin", "[[30, 1], [70, 3, large]]");
    let names: Vec<_> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["subtask0/000", "large/001", "large/002", "large/003"]);
    assert_eq!(problem.root.grader, Grader::Own);
    // By beginnings of codenames, and one test in both.
    let problem = with("GroupMul", "[[30, '00[01]'], [70, '00[1-3]']]");
    let Grader::Subtasks(subtasks) = &problem.root.grader else { panic!() };
    assert_eq!(subtasks[0].rule, SubtaskRule::Product);
    let cases: Vec<_> = subtasks[1].cases.iter().map(String::as_str).collect();
    assert_eq!(cases, ["subtask0/001", "subtask1/002", "subtask1/003"]);
    let problem = with("GroupThreshold", "[[100, ['000', '003'], 0.5]]");
    let Grader::Subtasks(subtasks) = &problem.root.grader else { panic!() };
    assert_eq!(subtasks[0].rule, SubtaskRule::Threshold(Score::ratio(1, 2).unwrap()));
    assert_eq!(subtasks[0].cases.len(), 2);
    // As maps, which task-maker writes; `000` is a text there.
    let problem = with(
        "GroupMin",
        "\n- max_score: 30.0\n  testcases: ['000', '001']\n  always_show_testcases: true\n\
         - {max_score: 70, testcases: ['002', '003'], name: large}\n- [0, ['003']]",
    );
    let Grader::Subtasks(subtasks) = &problem.root.grader else { panic!() };
    let counts: Vec<_> = subtasks.iter().map(|own| (own.name.as_str(), own.cases.len())).collect();
    assert_eq!(counts, [("subtask0", 2), ("large", 2), ("subtask2", 1)]);
    assert_eq!(subtasks[1].worth, Score::ratio(70, 1).unwrap());
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    let problem = with("GroupThreshold", "[{max_score: 100, testcases: 4, threshold: 0.5}]");
    let Grader::Subtasks(subtasks) = &problem.root.grader else { panic!() };
    assert_eq!(subtasks[0].rule, SubtaskRule::Threshold(Score::ratio(1, 2).unwrap()));
    let problem = with(
        "GroupMin",
        "[{max_score: 30, testcases: 1, nam: x, threshold: ~}, {max_score: 70, testcases: 3}]",
    );
    let said = problem.remarks.iter().map(|remark| remark.message.as_str());
    let said: Vec<_> = said.filter(|words| words.contains("unknown key")).collect();
    assert_eq!(said, ["unknown key `nam` is passed over: did you mean `name`?"]);
    // A folder could not have any such name.
    let problem = with("GroupMin", "[[30, 1, a/b], [70, 3, '']]");
    let names: Vec<_> = problem.root.groups.iter().map(|group| group.name.as_str()).collect();
    assert_eq!(names, ["subtask0", "subtask1"]);
    // Else the recipe decides, by the least score, and another type is told of.
    let least = "score_type: GroupMin\n";
    for (lines, recipe, is_told) in [
        ("score_type: Sum\n".to_owned(), GEN, true),
        (least.to_owned(), GEN, false),
        (format!("{least}n_input: 4\n"), GEN, false),
        (format!("{least}score_type_parameters: [[100, 4]]\n"), GEN, true),
        ("score_type_parameters: [[100, 4]]\n".to_owned(), GEN, true),
        (least.to_owned(), "1\n2\n3\n4\n", true),
    ] {
        let problem = task(&format!("{YAML}{lines}"), recipe).load();
        assert_eq!(problem.root.groups.len(), if recipe == GEN { 3 } else { 0 });
        let said = warned(&problem);
        assert_eq!(said.contains("passed over, as CMS does"), is_told, "{lines}: {said}");
    }
}

#[test]
fn the_score_type_says_in_which_subtask_a_test_is_whatever_the_recipe_says() {
    for (parameters, expected) in [
        ("[[30, 1], [70, 3]]", ["subtask0/000", "subtask1/001", "subtask1/002", "subtask1/003"]),
        // As many subtasks as the recipe has, but of other tests.
        (
            "[[10, 2], [20, 1], [70, 1]]",
            ["subtask0/000", "subtask0/001", "subtask1/002", "subtask2/003"],
        ),
        // What is in none comes first.
        ("[[40, '00[02]'], [60, '003']]", ["001", "subtask0/000", "subtask0/002", "subtask1/003"]),
    ] {
        let yaml = format!(
            "{YAML}n_input: 4\nscore_type: GroupMin\nscore_type_parameters: {parameters}\n"
        );
        let problem = task(&yaml, GEN).load();
        let names: Vec<_> = problem.cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names, expected, "{parameters}");
    }
}

#[test]
fn wrong_score_types_are_told_with_their_place() {
    let case = |kind: &str, parameters: &str, expected: &str| {
        let yaml =
            format!("{YAML}n_input: 4\nscore_type: {kind}\nscore_type_parameters: {parameters}\n");
        let said = task(&yaml, "").complaints();
        assert_eq!(said, [format!("task.yaml:{expected}")]);
    };
    case("GroupMim", "[]", "9:13: `score_type`: unknown word `GroupMim`: did you mean `GroupMin`?");
    case(
        "GroupMin",
        "30",
        "10:24: `score_type_parameters`: expected a list of subtasks such as `[[40, 2], [60, 3]]`",
    );
    let of = "10:25: `score_type_parameters`: subtask 0: ";
    case("GroupMin", "[[30, 5]]", &format!("{of}expected 1 to 4 more tests, found `5`"));
    let second = "10:34: `score_type_parameters`: subtask 1: expected 1 to 1 more tests, found `2`";
    case("GroupMin", "[[30, 3], [70, 2]]", second);
    case("GroupMin", "[[30, 'x']]", &format!("{of}no test fits `x`"));
    case("GroupMin", "[[30, '(']]", &format!("{of}`(` is no regular expression that jury reads"));
    case("GroupMin", "[[30, ['9']]]", &format!("{of}there is no test `9`"));
    case(
        "GroupThreshold",
        "[[30, 1]]",
        &format!("{of}expected a threshold after the tests, such as `[40, 2, 0.5]`"),
    );
    case("GroupMin", "[{max_score: 30}]", &format!("{of}missing key `testcases`"));
    // CMS refuses them, too.
    let (number, text, list) =
        ("a number of tests", "an expression for names of tests", "a list of tests");
    for (first, wanted, second, found) in [
        ("[30, 2]", number, "[70, '00[23]']", text),
        ("[30, '000']", text, "{max_score: 70, testcases: 1}", number),
        ("[30, '000']", text, "[70, ['001']]", list),
        ("[30, ['000']]", list, "[70, 1]", number),
    ] {
        let column = 25 + first.len() + 2;
        let of = format!("10:{column}: `score_type_parameters`: subtask 1: ");
        let words = format!("{of}expected {wanted}, as the first subtask has, found {found}");
        case("GroupMin", &format!("[{first}, {second}]"), &words);
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    wrong(
        "title: Sum\ntime_limit: 1\nmemory_limit: 1\n",
        GEN,
        &["task.yaml:1:1: missing key `name`"],
    );
    let twice = YAML.replace("infile: ''", "infile: a").replace("outfile: ''", "outfile: a");
    wrong(
        &twice,
        GEN,
        &["task.yaml:6:10: `infile` and `outfile` name the same file: expected two names"],
    );
    wrong(
        &YAML.replace("infile: ''", "infile: ../a"),
        GEN,
        &["task.yaml:5:9: `infile`: expected the name of a file without folders, found `../a`"],
    );
    wrong(
        &format!("{YAML}output_only: perhaps\n"),
        GEN,
        &["task.yaml:8:14: `output_only`: expected `true` or `false`"],
    );
    wrong(
        &format!("{YAML}n_input: 5\n"),
        GEN,
        &["task.yaml:8:10: `n_input`: 5, but the recipe in `gen` has 4 tests"],
    );
    wrong(
        YAML,
        "1\n#ST: 100\n2\n3\n4\n",
        &[
            "gen/GEN:1:1: a test before the first subtask, which is in none: put a line `#ST:` before it",
        ],
    );
    wrong(
        YAML,
        "#ST: ten\n1\n2\n3\n4\n",
        &["gen/GEN:1:1: `ST`: expected points from 0 on, such as `#ST: 20`, found `ten`"],
    );
    wrong(
        YAML,
        "#ST: 100\n1 # ST: 5\n2\n3\n4\n5\n",
        &["gen/GEN:2:1: a test and a command on one line: write them on two lines"],
    );
    wrong(
        YAML,
        "#STNAME: a\n#ST: 100\n#STNAME: b\n#STNAME: c\n1\n2\n3\n4\n",
        &[
            "gen/GEN:1:1: `STNAME` names no subtask: expected `#ST:` before it",
            "gen/GEN:4:1: `STNAME`: the subtask has a name already",
        ],
    );
    let folder = task(YAML, GEN);
    folder.write("check/controller.cpp", b"");
    assert_eq!(
        folder.complaints(),
        [
            "check/controller.cpp: task-maker's controllers are not known here: such tasks are not judged"
        ]
    );
    let folder = task(YAML, GEN);
    folder.write("check/checker.cpp", b"");
    folder.write("cor/correttore.py", b"");
    assert_eq!(
        folder.complaints(),
        [
            "cor/correttore.py: `check/checker.cpp` and `cor/correttore.py` have the same part: remove one of them"
        ]
    );
    // What task-maker writes is not there, or not all of it.
    for files in
        [&[("1.in", ""), ("1.ans", "")][..], &[("task.yaml", YAML)], &[("input/input0.txt", "")]]
    {
        let folder = Folder::with(files);
        folder.write("task.toml", b"");
        assert_eq!(
            folder.complaints(),
            [
                "task.toml: task-maker's settings in TOML are not read: run task-maker once, which writes \
              `task.yaml`, `input/` and `output/`"
            ]
        );
    }
    let folder = task(YAML, GEN);
    folder.write("task.toml", b"");
    assert_eq!(folder.load().cases.len(), 4);
}

#[test]
fn what_is_missing_is_listed_with_its_making() {
    let folder = Folder::with(&[
        ("task.yaml", YAML),
        ("gen/GEN", GEN),
        ("gen/ex.txt", "1 1\n"),
        ("gen/generatore.py", ""),
        ("gen/valida.py", ""),
        ("sol/soluzione.cpp", ""),
    ]);
    assert_eq!(
        folder.complaints(),
        [
            ".: the task lacks 4 of 4 inputs and 4 of 4 answers: `jury generate` makes them by its own programs"
        ]
    );
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let makers: Vec<_> = problem.generator_rules.iter().map(|rule| &rule.maker).collect();
    let Maker::Package(Content::File(copy)) = makers[0] else { panic!("{makers:?}") };
    assert!(copy.ends_with("gen/ex.txt"));
    let Maker::Program(generator) = makers[2] else { panic!("{makers:?}") };
    assert!(generator.source.ends_with("gen/generatore.py"));
    assert_eq!(generator.words(0), ["3", "4"]);
    let Some(ValidatorChoice::Programs(validators)) = &problem.validator else { panic!() };
    assert_eq!(
        (validators[0].name.as_str(), validators[0].protocol),
        ("gen/valida.py", Protocol::Cms)
    );
    // Nothing leads out of the task, and nothing is made by what is not there.
    folder.write("gen/GEN", b"#COPY: ../x\n");
    assert!(
        folder
            .complaints()
            .iter()
            .any(|said| { said == "gen/GEN:1:1: `COPY`: `../x` is not inside the problem folder" })
    );
    folder.write("gen/GEN", b"1\n2\n");
    std::fs::remove_file(folder.path().join("gen/generatore.py")).unwrap();
    let message = "input/input0.txt: missing, and there is no `gen/generator` that makes it";
    assert!(folder.complaints().iter().any(|said| said == message));
}

#[test]
fn answers_must_be_there_where_no_solution_makes_them() {
    let folder = task(YAML, GEN);
    let remove = |name: &str| std::fs::remove_file(folder.path().join(name)).unwrap();
    remove("output/output1.txt");
    let words = "the task lacks 0 of 4 inputs and 1 of 4 answers: `jury generate` makes them by its own programs";
    assert_eq!(folder.complaints(), [format!(".: {words}")]);
    remove("sol/solution.py");
    let words = [
        "output: 1 of 4 answers are missing, and no `sol/solution` makes them",
        "output/output1.txt: missing answer: checker `token-lines` needs one",
    ];
    assert_eq!(folder.complaints(), words);
    folder.write("output/output1.txt", b"3\n");
    assert!(folder.load().reference.is_none());
}

#[test]
fn checks_in_solutions_are_what_task_maker_makes_of_them() {
    let folder = task(YAML, GEN);
    folder.write(
        "sol/a.cpp",
        b"// @check-accepted: subtask0 subtask1\n/* @check-wrong-answer: subtask2 */\n",
    );
    folder.write("sol/b.cpp", b"# @check-zero: sub*\n");
    folder.write("sol/grader.cpp", b"// no solution: @check-accept\n");
    let problem = folder.load();
    let kept = |name: &str| {
        let mut all = problem.submissions.iter();
        all.find(|kept| kept.path.ends_with(name)).expect("kept").expectation.clone()
    };
    let [first, second, third] = kept("a.cpp").demands.try_into().unwrap();
    assert_eq!(first.about.as_deref(), Some("subtask0"));
    assert_eq!(second.score, points(40).zip(points(40)));
    assert!(third.permitted.permits(Verdict::RunTimeError) && third.origin == "sol/a.cpp:2");
    assert!(
        third.required.permits(Verdict::WrongAnswer) && !third.required.permits(Verdict::TimeLimit)
    );
    assert_eq!(kept("b.cpp").demands.len(), 3);
    assert_eq!(problem.submissions.len(), 3);
    let code = problem.additions.shared.expect("a grader");
    assert_eq!(
        (code.name.as_str(), code.mains[0].as_str(), code.files.len()),
        ("sum", "grader", 1)
    );
    // Beside it stand headers and libraries of Pascal.
    for name in ["sum.h", "sumlib.pas", "notes.txt"] {
        folder.write(&format!("sol/{name}"), b"");
    }
    let files = folder.load().additions.shared.expect("a grader").files;
    let names: Vec<_> = files.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    assert_eq!(names, ["grader.cpp", "sum.h", "sumlib.pas"]);
    for (text, expected) in [
        ("@check-accept: *", "unknown result `accept`: did you mean `accepted`?"),
        ("@check-accepted *", "expected `: ` and names of subtasks"),
        ("@check-accepted: subtask7", "there is no subtask `subtask7`"),
    ] {
        folder.write("sol/a.cpp", text.as_bytes());
        assert_eq!(folder.complaints(), [format!("sol/a.cpp:1:1: `@check-`: {expected}")]);
    }
}

#[test]
fn the_original_of_task_maker_has_names_dependencies_and_streams() {
    let recipe =
        "#ST: 30\n#STNAME: a\n#STDEP: b\n1\n#ST: 30\n#STNAME: b\n2\n#ST: 40\n#STDEP: *\n3\n4\n";
    let folder = task("name: other\ntm-allow-delete: true\n", recipe);
    folder.write("task.yaml.orig", b"title: Sum\ntime_limit: 1\nmemory_limit: 64\n");
    let problem = folder.load();
    assert!(problem.additions.files.are_streams() && problem.code.is_none());
    assert_eq!(problem.format.words, "task-maker (`task.yaml.orig`)");
    assert_eq!(problem.layout.settings, "task.yaml.orig");
    let Grader::Subtasks(subtasks) = &problem.root.grader else { panic!() };
    let cases: Vec<Vec<&str>> =
        subtasks.iter().map(|own| own.cases.iter().map(String::as_str).collect()).collect();
    // Of several subtasks, each counts as its worst test.
    assert!(subtasks.iter().all(|subtask| subtask.rule == SubtaskRule::Min));
    assert_eq!(cases[0], ["a/000", "b/001"]);
    assert_eq!(cases[1], ["b/001"]);
    assert_eq!(cases[2], ["a/000", "b/001", "subtask2/002", "subtask2/003"]);
    // One subtask alone is the mean of its tests.
    folder.write("gen/GEN", b"#ST: 100\n1\n2\n3\n4\n");
    let problem = folder.load();
    assert_eq!(problem.root.groups[0].scoring, Some(Scoring::Mean));
    let said = original(ORIGINAL, "#ST: 100\n#STNAME: a (b)\n1\n2\n3\n4\n").complaints();
    assert!(said[0].starts_with("gen/GEN:2:1: `STNAME`: expected letters"), "{said:?}");
    // In `task.yaml` dependencies are comments.
    let problem = task(YAML, "#ST: 30\n1\n#ST: 70\n#STDEP: *\n2\n3\n4\n").load();
    assert_eq!(problem.root.grader, Grader::Own);
    assert!(problem.warnings[0].message.starts_with("`STDEP` is passed over, as CMS does"));
}

const ORIGINAL: &str = "title: Sum\ntime_limit: 1\nmemory_limit: 64\n";

/// A task whose settings are task-maker's.
fn original(yaml: &str, recipe: &str) -> Folder {
    let folder = task(YAML, recipe);
    folder.write("task.yaml.orig", yaml.as_bytes());
    folder
}

#[test]
fn without_subtasks_task_maker_goes_by_the_score_type() {
    let case = |recipe: &str, more: &str, scoring: Scoring, warnings: &[&str]| {
        let problem = original(&format!("{ORIGINAL}{more}"), recipe).load();
        assert_eq!(problem.root.scoring, Some(scoring), "{more}");
        assert_eq!((problem.root.worth.clone(), problem.cases.len()), (points(100), 4));
        let said = warned(&problem);
        assert_eq!(said.lines().count(), warnings.len(), "{said}");
        assert!(warnings.iter().all(|words| said.contains(words)), "{said}");
    };
    for recipe in ["", "1\n2\n3\n4\n"] {
        case(recipe, "", Scoring::Mean, &[]);
        case(recipe, "score_type: Sum\n", Scoring::Mean, &[]);
        case(recipe, "score_type: GroupMin\n", Scoring::Min, &[]);
        case(recipe, "score_type: min\n", Scoring::Min, &[]);
    }
    // It does not read the parameters, nor another sum.
    let of_cms =
        "n_input: 4\nscore_type: GroupMin\nscore_type_parameters: [[7, 4]]\ntotal_value: 9\n";
    let passed = "passed over, as task-maker does: it counts in `task.yaml` only";
    let [parameters, total] =
        ["score_type_parameters", "total_value"].map(|key| format!("`{key}`: {passed}"));
    case("", of_cms, Scoring::Min, &[&parameters, &total]);
    let said = original(&format!("{ORIGINAL}score_type: GroupMul\n"), "").complaints().join("\n");
    assert!(said.contains("`score_type`: unknown word `GroupMul`"), "{said}");
}

#[test]
fn commands_of_task_maker_begin_their_lines_without_a_blank() {
    let recipe =
        "# ST: 40\n1 2 #ST: 3\n #COPY: gen/ex.txt\n#ST: 60  # large\n2\n3\n#COPY: gen/ex.txt\n";
    let said = original(ORIGINAL, recipe).complaints().join("\n");
    assert!(said.contains("gen/GEN:2:1: a test before the first subtask"), "{said}");
    let problem = original(ORIGINAL, &recipe.replace("# ST: 40", "#ST: 40\n# ST: 5")).load();
    let names: Vec<_> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["subtask0/000", "subtask1/001", "subtask1/002", "subtask1/003"]);
    let said = warned(&problem);
    for line in [2, 3, 4] {
        let words = format!(
            "gen/GEN:{line}:1: task-maker takes this for a comment: `#` comes first on the line"
        );
        assert!(said.contains(&words), "{said}");
    }
    // Any sum will do, and beside `task.yaml` a blank does not matter.
    assert_eq!(said.lines().count(), 3, "{said}");
    assert_eq!(task(YAML, GEN).load().root.groups.len(), 3);
}

#[test]
fn processes_talk_by_streams_where_the_original_does_not_say() {
    let case = |folder: &Folder, expected: bool| {
        folder.write("check/manager.py", b"");
        folder.write("sol/stub.py", b"");
        let problem = folder.load();
        let Some(manager) = &problem.interactor else { panic!() };
        let Protocol::CmsManager(processes) = manager.protocol else { panic!() };
        assert_eq!(processes.by_streams, expected);
    };
    case(&original(ORIGINAL, GEN), true);
    case(&original(&format!("{ORIGINAL}user_io: fifo_io\n"), GEN), false);
    case(&task(YAML, GEN), false);
    case(&task(&format!("{YAML}user_io: std_io\n"), GEN), true);
}

#[test]
fn a_contest_is_a_folder_of_problems() {
    let folder =
        Folder::with(&[("contest.yaml", "tasks: [a]\nusers: []\n"), ("1.in", ""), ("1.ans", "")]);
    assert_eq!(
        folder.complaints(),
        [".: this is a CMS contest without problems in it, not a problem"]
    );
    folder.write("a/task.yaml", b"");
    assert_eq!(
        folder.complaints(),
        [".: this is a folder with a problem in it, not a problem: name `a`"]
    );
}

#[test]
fn submissions_may_be_outputs() {
    let yaml = "name: sum\ntitle: Sum\noutput_only: True\n";
    let folder = task(yaml, GEN);
    folder.write("sol/grader.cpp", b"");
    let problem = folder.load();
    assert!(problem.additions.takes_answers && problem.additions.shared.is_none());
    assert!(problem.additions.files.are_streams() && problem.warnings.is_empty());
}

#[test]
fn single_tests_for_outputs_are_judged_like_the_others() {
    for key in ["output_only_testcases", "output_optional_testcases"] {
        let problem = task(&format!("{YAML}{key}: '000'\n"), GEN).load();
        let words = format!(
            "`{key}`: submissions of output files are not judged: programs are run on all tests"
        );
        assert_eq!(problem.warnings.len(), 1, "{key}");
        assert_eq!(problem.warnings[0].message, words);
    }
}

#[test]
fn programs_of_the_task_find_the_files_with_its_limits() {
    let folder = task(YAML, GEN);
    assert!(folder.load().additions.at_hand.is_empty());
    let names = ["gen/limiti.yaml", "gen/constraints.yaml", "gen/gen.toml"];
    for name in names.into_iter().chain(["gen/notes.yaml"]) {
        folder.write(name, b"");
    }
    let found = folder.load().additions.at_hand;
    assert!(found.iter().map(|(name, _)| name).eq(&names), "{found:?}");
    assert!(found.iter().all(|(name, path)| path.ends_with(name)), "{found:?}");
}

const CASES: &str = "# comment
: GEN default gen/generator.py N seed
: GEN line gen/line.py
: VAL default gen/validator.py $INPUT $ST_NAME $ST_NUM
: CONSTRAINT 1 <= $N < 100
: SUBTASK 10.5 the examples # a remark
: COPY gen/ex.txt
: SUBTASK 89.5 big
: STDEP theexamples
: CONSTRAINT $N > 5
50 'a b'
: RUN line 200
: GEN line
7
";

fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn the_recipe_of_task_maker_has_several_generators() {
    // That counts which task-maker makes the other of.
    let folder = original(ORIGINAL, "#ST: 100\n");
    folder.write("gen/cases.gen", CASES.as_bytes());
    for program in ["generator", "line", "validator"] {
        folder.write(&format!("gen/{program}.py"), b"");
    }
    let problem = folder.load();
    let names: Vec<_> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["theexamples/000", "big/001", "big/002", "big/003"]);
    let worth: Vec<_> = problem.root.groups.iter().map(|group| group.worth.clone()).collect();
    assert_eq!(worth, [Score::ratio(21, 2), Score::ratio(179, 2)]);
    let Grader::Subtasks(subtasks) = &problem.root.grader else { panic!() };
    assert_eq!(subtasks[1].cases.len(), 4);
    let arguments =
        |case: usize| problem.cases[case].validator_arguments(&problem.root).of("gen/validator.py");
    assert_eq!(
        (arguments(0), arguments(3)),
        (&words(&["theexamples", "0"])[..], &words(&["big", "1"])[..])
    );
    for number in 0..4 {
        std::fs::remove_file(folder.path().join(format!("input/input{number}.txt"))).unwrap();
    }
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let made: Vec<(bool, Vec<String>)> = problem
        .generator_rules
        .iter()
        .filter_map(|rule| {
            let Maker::Program(generator) = &rule.maker else { return None };
            Some((generator.source.ends_with("gen/line.py"), generator.words(0)))
        })
        .collect();
    let expected = [(false, words(&["50", "a b"])), (true, words(&["200"])), (true, words(&["7"]))];
    assert_eq!(made, expected);
}

#[test]
fn inputs_are_judged_although_their_generator_is_gone() {
    let recipe = ": GEN default gen/gone.py\n: SUBTASK 100\n1 2\n3 4\n5 6\n7 8\n";
    let folder = task(YAML, "");
    folder.write("gen/cases.gen", recipe.as_bytes());
    let problem = folder.load();
    let remarks: Vec<_> = problem.remarks.iter().map(ToString::to_string).collect();
    assert!(
        remarks.iter().any(|one| one.contains("what makes 4 inputs is missing")),
        "{remarks:?}"
    );
    let words = "gen/cases.gen:1:1: there is no generator `gen/gone.py`";
    assert!(warned(&problem).contains(words), "{:?}", problem.warnings);
    std::fs::remove_file(folder.path().join("input/input1.txt")).unwrap();
    let said = folder.complaints().join("\n");
    assert!(said.contains("gen/cases.gen:4:1: there is no generator `gen/gone.py`"), "{said}");
    folder.write("gen/cases.gen", recipe.replace("gone", "../../gone").as_bytes());
    let said = folder.complaints().join("\n");
    assert!(said.contains("is not inside the problem folder"), "{said}");
}

#[test]
fn dependencies_in_it_count_beside_the_original_only() {
    let cases = ": SUBTASK 40 one\n: COPY gen/ex.txt\n: COPY gen/ex.txt\n: SUBTASK 60 two\n: STDEP one\n\
                 : COPY gen/ex.txt\n: COPY gen/ex.txt\n";
    let folder = task(YAML, "");
    folder.write("gen/cases.gen", cases.as_bytes());
    let problem = folder.load();
    assert_eq!(problem.root.grader, Grader::Own);
    let said = warned(&problem);
    assert!(said.contains("gen/cases.gen:5:1: `STDEP` is passed over, as CMS does"), "{said}");
    folder.write("task.yaml.orig", ORIGINAL.as_bytes());
    let problem = folder.load();
    let Grader::Subtasks(subtasks) = &problem.root.grader else { panic!() };
    assert_eq!(subtasks[1].cases.len(), 4);
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
}

#[test]
fn what_is_wrong_in_the_recipe_of_task_maker_is_told_with_its_place() {
    let wrong = |line: &str, expected: &str| {
        let folder = task(YAML, "");
        let recipe = format!(
            ": GEN default gen/ex.txt N\n: CONSTRAINT $N < 100\n{line}\n: SUBTASK 100\n1\n2\n3\n"
        );
        folder.write("gen/cases.gen", recipe.as_bytes());
        let found = folder.complaints();
        assert_eq!(found, [format!("gen/cases.gen:{expected}")], "{line}");
    };
    wrong("7", "3:1: outside of any subtask: expected `: SUBTASK POINTS` before it");
    wrong(
        ": COPY gen/ex.txt",
        "3:1: `COPY`: outside of any subtask: expected `: SUBTASK POINTS` before it",
    );
    wrong(": GEN default gen/ex.txt", "3:1: `GEN`: a second program has the name `default`");
    wrong(
        ": VAL other gen/none.py",
        "3:1: cannot find `gen/none.py` in the problem folder: No such file or directory (os error 2)",
    );
    wrong(": VAL other", "3:1: `VAL`: unknown program `other`: there are none");
    wrong(": SUBTASKS 3", "3:1: unknown command `SUBTASKS`: did you mean `SUBTASK`?");
    wrong(": SUBTASK 0\n100", "4:1: the arguments break the constraint `$N < 100`");
    // Constraints may be on what a subtask is, too.
    wrong(
        ": SUBTASK 0\n: CONSTRAINT $ST_NUM > 0\n5",
        "5:1: the arguments break the constraint `$ST_NUM > 0`",
    );
}

#[test]
fn programs_of_the_recipe_of_task_maker_are_those_that_it_names() {
    let read = |commands: &str| {
        let folder =
            bare(ORIGINAL, &[("gen/a.py", ""), ("gen/b.py", ""), ("gen/validator.py", "")]);
        std::fs::rename(folder.path().join("task.yaml"), folder.path().join("task.yaml.orig"))
            .unwrap();
        folder.write("gen/cases.gen", format!("{commands}: SUBTASK 100\n1\n").as_bytes());
        let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
        let source = &problem.generator_rules[0].generator().expect("a program").source;
        let name = source.file_name().unwrap().to_str().unwrap().to_owned();
        (name, problem.validator.is_some())
    };
    // The first one makes tests, where none is called the usual one.
    for (commands, generator, is_validated) in [
        (": GEN a gen/a.py\n: GEN b gen/b.py\n", "a.py", false),
        (": GEN a gen/a.py\n: GEN default gen/b.py\n", "b.py", false),
        (": GEN a gen/a.py\n: VAL v gen/validator.py\n", "a.py", true),
    ] {
        assert_eq!(read(commands), (generator.to_owned(), is_validated), "{commands}");
    }
}

#[test]
fn the_solution_in_the_fastest_language_makes_the_answers() {
    for (names, expected) in [
        (["solution.cpp", "soluzione.py"], "sol/solution.cpp"),
        (["solution.py", "soluzione.cpp"], "sol/soluzione.cpp"),
        // Of equal ones, the first.
        (["solution.cpp", "soluzione.cpp"], "sol/solution.cpp"),
    ] {
        let folder = task(YAML, GEN);
        std::fs::remove_file(folder.path().join("sol/solution.py")).unwrap();
        for name in names {
            folder.write(&format!("sol/{name}"), b"");
        }
        let reference = format!("{:?}", folder.load().reference);
        assert!(reference.contains(expected), "{reference}");
    }
}

#[test]
fn libraries_of_pascal_are_no_solutions() {
    let folder = task(YAML, GEN);
    folder.write("sol/sumlib.pas", b"unit sumlib;\n");
    let problem = folder.load();
    let names: Vec<_> =
        problem.submissions.iter().filter_map(|kept| kept.path.file_name()?.to_str()).collect();
    assert_eq!(names, ["solution.py"]);
}

#[test]
fn solutions_without_comments_may_get_any_verdict_but_for_the_reference() {
    let folder = task(YAML, GEN);
    folder.write("sol/other.sh", b"");
    let problem = folder.load();
    let [other, reference] = problem.submissions.as_slice() else { panic!() };
    assert!(other.expected().permits(Verdict::WrongAnswer) && other.path.ends_with("other.sh"));
    assert_eq!(reference.expected(), Verdict::Accepted);
    // A script of a shell is one of Bash; else the ending says the language.
    assert_eq!([&other.language, &reference.language].map(Option::as_deref), [Some("bash"), None]);
    // A comment counts in the reference, too.
    folder.write("sol/solution.py", b"# @check-accepted: subtask0\n");
    assert_eq!(folder.load().submissions[1].expectation.demands.len(), 1);
}

/// Beside graders, submissions are called like the task: its name must not lead to other folders.
#[test]
fn names_of_tasks_are_those_of_files_beside_graders() {
    for name in ["../../sum", "/tmp/sum", "a/b", "\"a\\0b\"", "\"a\\nb\""] {
        let folder = task(&YAML.replace("name: sum", &format!("name: {name}")), GEN);
        folder.load();
        folder.write("sol/grader.cpp", b"");
        let said = folder.complaints().join("\n");
        assert!(
            said.contains("task.yaml:1:7: `name`: expected a name that a file can have"),
            "{said}"
        );
    }
    let folder = task(&YAML.replace("name: sum", "name: \"größe 2\""), GEN);
    folder.write("sol/grader.cpp", b"");
    folder.load();
}

/// What is warned of, a line each.
fn warned(problem: &jury::problem::Problem) -> String {
    problem.warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A task without the inputs and answers of `task`, but with these files.
fn bare(yaml: &str, files: &[(&str, &str)]) -> Folder {
    let usual =
        [("task.yaml", yaml), ("sol/solution.py", "print(sum(map(int, input().split())))\n")];
    Folder::with(&[&usual, files].concat())
}

#[test]
fn an_answer_that_is_there_counts_although_its_input_is_made() {
    let files = [
        ("gen/GEN", "#ST: 100\n1 2\n3 4\n"),
        ("gen/generator.py", ""),
        ("output/output1.txt", "9\n"),
    ];
    let folder = bare(YAML, &files);
    let said = folder.complaints().join("\n");
    assert!(said.contains("lacks 2 of 2 inputs and 1 of 2 answers"), "{said}");
    // Whoever judges makes them.
    let (path, reading) = (folder.path(), Reading::default());
    assert!(load_as(&path, &path, &reading).is_ok_and(|problem| problem.is_unmade));
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let answers: Vec<_> = problem
        .generator_rules
        .iter()
        .map(|rule| rule.cases[0].beside.files.get("ans").cloned())
        .collect();
    assert_eq!(answers[0], None);
    let Some(Content::File(path)) = &answers[1] else { panic!("{answers:?}") };
    assert!(path.ends_with("output/output1.txt"));
}

#[test]
fn keys_without_a_value_are_empty() {
    let yaml = YAML.replace("''", "");
    let problem = task(&yaml, "").load();
    assert!(problem.additions.files.input.is_none() && problem.additions.files.output.is_none());
}

#[test]
fn subtasks_of_one_name_are_told_apart() {
    let yaml = format!(
        "{YAML}n_input: 4\nscore_type: GroupMin\n\
         score_type_parameters: [[40, 1, a], [40, 1, a], [10, 1, subtask3]]\n"
    );
    let problem = task(&yaml, "").load();
    let names: Vec<_> = problem.root.groups.iter().map(|group| group.name.as_str()).collect();
    assert_eq!(names, ["a", "subtask1", "subtask3"]);
    let said = warned(&problem);
    // CMS wants 100 of a recipe alone.
    assert!(!said.contains("the points of the subtasks sum to"), "{said}");
    assert!(
        said.contains("1 of 4 tests are in no subtask and give no points, the first is 003"),
        "{said}"
    );
}

#[test]
fn what_may_have_been_meant_is_warned_of() {
    let folder = task(YAML, "");
    for name in ["check/Checker.cpp", "cor/checker.py", "sol/stub.cpp"] {
        folder.write(name, b"");
    }
    let said = warned(&folder.load());
    for name in
        ["check/Checker.cpp: passed over", "cor/checker.py: passed over", "sol/stub.cpp: stubs are"]
    {
        assert!(said.contains(name), "{name}: {said}");
    }
    let folder = task(YAML, "");
    folder.write("check/compare.cpp", b"");
    folder.write("check/testlib.h", b"");
    folder.write("cor/correttore/a.cpp", b"");
    let said = warned(&folder.load());
    assert!(said.contains("check/compare.cpp: passed over"), "{said}");
    assert!(said.contains("cor/correttore: passed over") && !said.contains("testlib.h"), "{said}");
    // An executable may be all that there is.
    let folder = task(YAML, "");
    folder.write("check/checker", b"");
    let problem = folder.load();
    assert_eq!(problem.checker.programs()[0].name, "check/checker");
    // One file by both names.
    std::fs::create_dir_all(folder.path().join("cor")).unwrap();
    folder.write("check/checker.py", b"");
    std::os::unix::fs::symlink("../check/checker.py", folder.path().join("cor/correttore.py"))
        .unwrap();
    assert!(matches!(folder.load().checker, CheckerChoice::Programs(_)));
}

#[test]
fn a_gap_among_the_inputs_is_no_end() {
    let folder = task(YAML, "");
    std::fs::remove_file(folder.path().join("input/input2.txt")).unwrap();
    assert_eq!(folder.complaints(), ["input/input3.txt: there is no `input2.txt` before it"]);
    std::os::unix::fs::symlink("nowhere", folder.path().join("input/input2.txt")).unwrap();
    assert_eq!(folder.complaints(), ["input/input2.txt: is no file that can be read"]);
}

#[test]
fn recipes_may_begin_with_a_byte_order_mark_and_name_files_by_steps() {
    let recipe = format!("\u{feff}{}", GEN.replace("gen/ex.txt", "gen/../gen/ex.txt"));
    let problem = task(YAML, &recipe).load();
    assert_eq!((problem.cases.len(), problem.root.groups.len()), (4, 3));
    // A comment to CMS.
    let problem = task(YAML, &GEN.replace("# ST: 40", "# ST: 40\n#STNAME: a (b)")).load();
    assert!(warned(&problem).contains("`STNAME` is passed over"), "{:?}", problem.warnings);
    let said = task(YAML, &GEN.replace("3 4", "3 \0 4")).complaints().join("\n");
    assert!(said.contains("gen/GEN:7:1: a line with a NUL byte"), "{said}");
}

#[test]
fn settings_by_nearly_their_name_are_told() {
    let folder = task(YAML, GEN);
    std::fs::rename(folder.path().join("task.yaml"), folder.path().join("Task.yml")).unwrap();
    let said = folder.complaints().join("\n");
    assert!(said.contains("has `Task.yml`, which CMS and task-maker call `task.yaml`"), "{said}");
    std::fs::remove_file(folder.path().join("Task.yml")).unwrap();
    let said = folder.complaints().join("\n");
    assert!(said.starts_with(".: has `gen/GEN`, but no `task.yaml`; to judge"), "{said}");
    // Where CMS looked for them once.
    std::fs::write(folder.outside().join("sums.yaml"), YAML).unwrap();
    let said = folder.complaints().join("\n");
    assert!(
        said.contains("has `gen/GEN`, but no `task.yaml`: its settings in `../sums.yaml`"),
        "{said}"
    );
    std::fs::remove_file(folder.path().join("gen/GEN")).unwrap();
    let said = folder.complaints().join("\n");
    assert!(said.contains("has `input/input0.txt`, but no `task.yaml`: its settings"), "{said}");
    // Inputs alone may be called so, too.
    std::fs::remove_file(folder.outside().join("sums.yaml")).unwrap();
    assert_eq!(folder.load().cases.len(), 4);
}

#[test]
fn comments_that_are_nearly_commands_are_warned_of() {
    for (comment, is_meant) in [
        ("#st: 20", true),
        ("# ST 20", true),
        ("##ST: 20", true),
        ("# # copy : gen/ex.txt", true),
        ("#StName: x", true),
        ("# the first subtask", false),
        ("# Copy of the sample: below", false),
        ("# st of 5 points", false),
    ] {
        let recipe = format!("#ST: 100\n{comment}\n1 2\n3 4\n5 6\n7 8\n");
        let said = warned(&task(YAML, &recipe).load());
        assert_eq!(
            said.contains("gen/GEN:2:1: taken for a comment"),
            is_meant,
            "{comment}: {said}"
        );
    }
}

#[test]
fn files_that_are_nearly_called_like_tests_are_warned_of() {
    let folder = task(YAML, GEN);
    folder.write("input/input04.txt", b"");
    folder.write("input/5.in", b"");
    folder.write("output/output4.txt", b"");
    folder.write("input/notes.txt", b"");
    let said = warned(&folder.load());
    let words =
        "input/5.in: passed over (and 1 more): inputs are called `input0.txt`, `input1.txt` …";
    assert!(said.contains(words), "{said}");
    assert!(
        said.contains("output/output4.txt: passed over: the task has 4 tests, from 0 on"),
        "{said}"
    );
    // Without a recipe there are no subtasks.
    std::fs::rename(folder.path().join("gen/GEN"), folder.path().join("gen/gen.txt")).unwrap();
    let said = warned(&folder.load());
    assert!(said.contains("gen/gen.txt: passed over: is `gen/GEN` meant"), "{said}");
    // A program that makes the inputs may be called so.
    let program = folder.path().join("gen/gen.txt");
    std::fs::set_permissions(program, PermissionsExt::from_mode(0o755)).unwrap();
    let said = warned(&folder.load());
    assert!(!said.contains("gen/gen.txt"), "{said}");
}

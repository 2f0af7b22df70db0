//! Packages of Polygon: what a good one becomes, and the exact words for a wrong one.

use jury::export::{Family, package as package_for};
use jury::judge::answer::AnswerSource;
use jury::problem::load::{load_as, load_unanswered};
use jury::problem::reading::Reading;
use jury::problem::{
    CheckerChoice, Leaves, Maker, OnFailure, Protocol, Scoring, TestKind, TimePlace,
    ValidatorChoice,
};
use jury_checkers::{Opinion, Options};

use super::folder::Folder;

const TESTS: &str = r#"<test method="manual" sample="true"/>
<test method="manual"/>"#;

/// A `problem.xml` with these tests, and what follows them in the test set.
fn xml(tests: &str, after: &str) -> String {
    let count = tests.matches("<test ").count();
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<problem revision="7" short-name="a-plus-b">
<names><name language="russian" value="А+Б"/><name language="english" value="A plus B"/></names>
<judging input-file="" output-file="" run-count="1">
<testset name="tests">
<time-limit>1500</time-limit>
<memory-limit>67108864</memory-limit>
<test-count>{count}</test-count>
<input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests>
{tests}
</tests>
{after}
</testset>
</judging>
<files><executables>
<executable><source path="files/gen.py" type="python.3"/></executable><executable><binary path="files/old.exe" type="exe.win32"/></executable>
</executables></files>
<assets>
<checker type="testlib"><source path="files/check.py" type="python.3"/></checker>
<validators><validator><source path="files/validate.py" type="python.3"/></validator></validators>
<solutions>
<solution tag="main"><source path="solutions/main.py" type="python.3"/></solution>
<solution tag="wrong-answer"><source path="solutions/wrong.py" type="python.3"/></solution>
</solutions>
</assets>
</problem>
"#
    )
}

/// A package with this `problem.xml` and two tests.
fn package(xml: &str) -> Folder {
    Folder::with(&[
        ("problem.xml", xml),
        ("tests/01", "1 2\n"),
        ("tests/01.a", "3\n"),
        ("tests/02", "2 2\n"),
        ("tests/02.a", "4\n"),
        ("files/check.py", ""),
        ("files/validate.py", ""),
        ("files/gen.py", ""),
        ("solutions/main.py", ""),
        ("solutions/wrong.py", ""),
    ])
}

/// What is complained of where this text stands for another one in the file.
#[track_caller]
fn wrong(from: &str, to: &str, expected: &[&str]) {
    let good = xml(TESTS, "");
    assert!(good.contains(from), "{from}");
    assert_eq!(package(&good.replacen(from, to, 1)).complaints(), expected, "{from} -> {to}");
}

#[test]
fn a_full_package_is_read_as_it_lies() {
    let problem = package(&xml(TESTS, "")).load();
    assert_eq!(AnswerSource::of(&problem), AnswerSource::Reference);
    assert_eq!(problem.format.words, "Polygon, revision 7");
    assert_eq!((problem.name.as_str(), problem.code.as_deref()), ("A plus B", Some("a-plus-b")));
    assert_eq!((problem.limits.cpu.as_millis(), problem.limits.memory), (1500, 64 << 20));
    let cases: Vec<_> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(cases, ["tests/01", "tests/02"]);
    // Samples are shown to contestants.
    let groups: Vec<_> = problem.cases.iter().map(|case| case.group.as_str()).collect();
    assert_eq!(groups, ["sample", ""]);
    assert!(problem.cases.iter().all(|case| case.answer.is_some()));
    assert_eq!(problem.scoring(), Scoring::PassFail);
    let CheckerChoice::Programs(checkers) = &problem.checker else { panic!() };
    assert_eq!(
        (checkers[0].name.as_str(), checkers[0].protocol),
        ("files/check.py", Protocol::Testlib)
    );
    let Some(ValidatorChoice::Programs(validators)) = &problem.validator else { panic!() };
    assert_eq!(validators[0].name, "files/validate.py");
    let words = problem.cases[0].validator_arguments(&problem.root).of("files/validate.py");
    assert_eq!(words, ["--testset", "tests", "--group", ""]);
    let expected: Vec<String> =
        problem.submissions.iter().map(|kept| kept.expected().to_string()).collect();
    assert_eq!(expected.len(), 2);
    assert_eq!(expected[0], "AC");
    assert!(problem.submissions[1].expected().must_fail());
    assert_eq!(problem.submissions[1].expectation.demands.len(), 1);
}

#[test]
fn files_in_place_of_the_standard_streams_are_the_package_s() {
    let files = |attributes: &str| {
        let xml = xml(TESTS, "").replace("input-file=\"\" output-file=\"\"", attributes);
        let files = package(&xml).load().additions.files;
        (files.input.map(|name| name.to_string()), files.output.map(|name| name.to_string()))
    };
    assert_eq!(files("input-file=\"\" output-file=\"\""), (None, None));
    assert_eq!(files("input-file=\"stdin\" output-file=\"stdout\""), (None, None));
    let (input, output) = files("input-file=\"a.in\" output-file=\"a b.out\"");
    assert_eq!((input.as_deref(), output.as_deref()), (Some("a.in"), Some("a b.out")));
}

#[test]
fn answers_may_have_their_ending_in_place_of_the_input_s() {
    let patterns = xml(TESTS, "").replace("%02d<", "%d.in<").replace("%02d.a<", "%d.out<");
    let folder = Folder::with(&[
        ("problem.xml", &patterns),
        ("tests/1.in", "1 2\n"),
        ("tests/1.out", "3\n"),
        ("tests/2.in", "2 2\n"),
        ("tests/2.out", "4\n"),
        ("files/check.py", ""),
        ("files/validate.py", ""),
        ("files/gen.py", ""),
        ("solutions/main.py", ""),
        ("solutions/wrong.py", ""),
    ]);
    let problem = folder.load();
    let names: Vec<_> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["tests/1", "tests/2"]);
    assert!(problem.cases[1].input.ends_with("tests/2.in"));
    assert!(problem.cases[1].answer.as_ref().is_some_and(|answer| answer.ends_with("tests/2.out")));
    let places = [
        problem.layout.input_in(&problem.folder, "tests/3"),
        problem.layout.answer_in(&problem.folder, "tests/3"),
    ];
    assert!(places[0].ends_with("tests/3.in") && places[1].ends_with("tests/3.out"));
}

#[test]
fn of_several_test_sets_the_one_called_tests_is_judged() {
    let passed = ["test set `pretests` is passed over"];
    let usual = "<testset name=\"tests\">";
    let behind = format!("<testset name=\"pretests\"/>\n{usual}");
    assert_eq!(warned(usual, &behind), passed);
    assert_eq!(warned("</testset>", "</testset>\n<testset name=\"pretests\"/>"), passed);
    // Where none has that name, the last one is.
    assert_eq!(warned(usual, &behind.replace("\"tests\"", "\"main\"")), passed);
}

#[test]
fn what_is_missing_or_unknown_is_warned_of() {
    let warnings = |xml: &str| {
        let problem = package(xml).load();
        problem.warnings.into_iter().map(|warning| warning.message).collect::<Vec<_>>()
    };
    let bare = xml(TESTS, "").replace("<time-limit>1500</time-limit>\n", "");
    assert_eq!(warnings(&bare), ["<testset>: no <time-limit>: jury's usual limit counts"]);
    let tagged = xml(TESTS, "").replace(
        "<source path=\"solutions/wrong.py\" type=\"python.3\"/>",
        "$&<extra-tags><extra-tag group=\"9\" tag=\"accepted\"/></extra-tags>",
    );
    let tagged = tagged.replace("$&", "<source path=\"solutions/wrong.py\" type=\"python.3\"/>");
    assert_eq!(warnings(&tagged), ["`group`: no group has the name `9`: the tag is passed over"]);
}

const GROUPED: &str = r#"<test method="manual" group="0" points="0.0"/>
<test method="manual" group="1" points="10.0"/>
<test method="manual" group="2" points="20.0"/>
<test method="manual" group="1" points="5.5"/>"#;

const GROUPS: &str = r#"<groups>
<group name="0" points="0.0" points-policy="complete-group"/>
<group name="1" points-policy="each-test"><dependencies><dependency group="0"/></dependencies></group>
<group name="2" points="20.0" points-policy="complete-group">
<dependencies><dependency group="1"/></dependencies></group>
</groups>"#;

/// A package with the tests of [`GROUPED`], and what follows them in the test set.
fn grouped(after: &str) -> Folder {
    let folder = package(&xml(GROUPED, after));
    for name in ["03", "04"] {
        folder.write(&format!("tests/{name}"), b"1 1\n");
        folder.write(&format!("tests/{name}.a"), b"2\n");
    }
    folder
}

#[test]
fn groups_points_and_dependencies_are_the_package_s() {
    let folder = grouped(GROUPS);
    let problem = folder.load();
    let cases: Vec<_> =
        problem.cases.iter().map(|case| (case.name.as_str(), case.group.as_str())).collect();
    assert_eq!(cases, [("tests/01", "0"), ("tests/02", "1"), ("tests/04", "1"), ("tests/03", "2")]);
    assert_eq!(problem.order, ["tests/01", "tests/02", "tests/04", "tests/03"]);
    let full = |index: usize| problem.cases[index].full(&problem.root).to_f64();
    assert_eq!((full(1), full(2), full(3)), (10.0, 5.5, 20.0));
    assert_eq!(problem.root.scoring, Some(Scoring::Sum));
    let [zero, one, two] = problem.root.groups.as_slice() else { panic!("{:?}", problem.root) };
    assert_eq!((zero.scoring, one.scoring), (Some(Scoring::PassFail), Some(Scoring::Sum)));
    assert_eq!(two.worth.as_ref().map(jury::score::Score::to_f64), Some(20.0));
    assert_eq!(
        (one.worth.clone(), two.on_failure),
        (jury::score::Score::written("15.5"), OnFailure::Break)
    );
    // What a group depends on, it depends on through others, too.
    assert_eq!(
        (one.needs.as_slice(), two.needs.as_slice()),
        (&["0".to_owned()][..], &["0".to_owned(), "1".to_owned()][..])
    );
    let words = problem.cases[3].validator_arguments(&problem.root).of("files/validate.py");
    assert_eq!(words, ["--testset", "tests", "--group", "2"]);
}

#[test]
fn points_of_a_group_are_those_of_its_tests() {
    let said = |groups: &str| {
        let warnings = grouped(groups).load().warnings;
        warnings.into_iter().map(|warning| warning.message).collect::<Vec<_>>()
    };
    let usual = said(GROUPS);
    assert!(!usual.iter().any(|words| words.contains("which counts")), "{usual:?}");
    let other = said(&GROUPS.replace(r#"points="20.0""#, r#"points="21.0""#));
    let words = "`points`: 21, but the tests of the group have 20, which counts".to_owned();
    assert!(other.contains(&words), "{other:?}");
    let policy = grouped(&GROUPS.replace("each-test", "each")).complaints();
    let words = "unknown points policy `each`: did you mean `each-test`?";
    assert!(policy[0].ends_with(words), "{policy:?}");
    // Where there are none, those of single tests have nothing to be scaled to.
    for (zero, worth) in [("complete-group", Some("0".to_owned())), ("each-test", None)] {
        let problem = grouped(&GROUPS.replacen("complete-group", zero, 1)).load();
        assert_eq!(problem.root.groups[0].worth.as_ref().map(ToString::to_string), worth, "{zero}");
    }
}

#[test]
fn a_group_may_be_listed_before_those_that_it_depends_on() {
    let groups = r#"<groups>
<group name="0"><dependencies><dependency group="2"/></dependencies></group>
<group name="1"/>
<group name="2"><dependencies><dependency group="1"/></dependencies></group>
</groups>"#;
    let folder = grouped(groups);
    let problem = folder.load();
    let cases: Vec<_> = problem.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(cases, ["tests/02", "tests/04", "tests/03", "tests/01"]);
    let needs: Vec<_> = problem.root.groups.iter().map(|group| group.needs.join(" ")).collect();
    assert_eq!(needs, ["", "1", "1 2"]);
    let ring = groups.replace(
        "name=\"1\"/>",
        "name=\"1\"><dependencies><dependency group=\"0\"/></dependencies></group>",
    );
    folder.write("problem.xml", xml(GROUPED, &ring).as_bytes());
    let said = folder.complaints().join("\n");
    assert!(said.contains("groups `0`, `2`, `1` depend on each other"), "{said}");
    let unknown = groups.replace("group=\"2\"", "group=\"3\"");
    folder.write("problem.xml", xml(GROUPED, &unknown).as_bytes());
    let said = folder.complaints().join("\n");
    assert!(said.contains("unknown group `3`: expected"), "{said}");
    let dependent = groups.replace("group=\"1\"/>", "/>");
    folder.write("problem.xml", xml(GROUPED, &dependent).as_bytes());
    let said = folder.complaints();
    let words = "problem.xml:20:31: <dependency>: missing attribute `group`";
    assert_eq!(said, [words]);
}

#[test]
fn a_standard_package_lists_how_its_tests_are_made() {
    let tests = r#"<test method="manual"/>
<test method="manual"/>
<test method="generated" cmd="gen.exe 5 'a b' -n=3"/>"#;
    let folder = package(&xml(tests, ""));
    assert_eq!(
        folder.complaints(),
        [
            ".: a standard package, which lacks 1 of 3 inputs and 1 of 3 answers: `jury generate` makes them \
          by the package's own commands"
        ]
    );
    let (path, reading) = (folder.path(), Reading::default());
    assert!(load_as(&path, &path, &reading).is_ok_and(|problem| problem.is_unmade));
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let [rule] = problem.generator_rules.as_slice() else { panic!() };
    let Maker::Program(generator) = &rule.maker else { panic!() };
    assert!(generator.source.ends_with("files/gen.py"));
    assert_eq!(generator.words(1), ["5", "a b", "-n=3"]);
    assert_eq!(rule.cases[0].name, "tests/03");
    let place = problem.layout.input_in(&problem.folder, "tests/03");
    assert!(place.ends_with("tests/03") && problem.layout.answer() == "a");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    wrong(
        r#"sample="true""#,
        r#"points="-5""#,
        &["problem.xml:12:31: `points`: expected a number of points, 0 or more, found -5"],
    );
    wrong("<judging", "<<judging", &["problem.xml:4:2: expected XML: invalid name token at 4:2"]);
    wrong(
        "tests/%02d<",
        "tests/<",
        &["problem.xml:9:1: <input-path-pattern>: expected a path with one number in it, such as \
           `tests/%02d`, found `tests/`"],
    );
    wrong(
        "tests/%02d.a",
        "answers/%02d",
        &[
            "problem.xml:10:1: <answer-path-pattern>: expected the pattern of inputs with `.a` behind it, or \
             with `.out` in place of `.in`",
        ],
    );
    wrong(
        "<test-count>2",
        "<test-count>3",
        &["problem.xml:8:1: <test-count>: `3`, but there are 2 tests"],
    );
    wrong(
        "<time-limit>1500",
        "<time-limit>1.5 s",
        &["problem.xml:6:1: <time-limit>: expected a whole number, at least 1"],
    );
    wrong(
        "67108864",
        "65536",
        &["problem.xml:7:1: <memory-limit>: expected a whole number, at least 1048576"],
    );
    wrong(
        "input-file=\"\"",
        "input-file=\"../a.txt\"",
        &[
            "problem.xml:4:22: `input-file`: expected the name of a file without folders, found `../a.txt`",
        ],
    );
    wrong(
        "input-file=\"\" output-file=\"\"",
        "input-file=\"a.txt\" output-file=\"a.txt\"",
        &["problem.xml:4:1: `input-file` and `output-file` name the same file: expected two names"],
    );
    wrong(
        "run-count=\"1\"",
        "run-count=\"2\"",
        &[
            "problem.xml:4:50: `run-count`: problems that run a solution several times are not judged",
        ],
    );
    wrong(
        "files/check.py",
        "files/chek.py",
        &["problem.xml:22:39: cannot find `files/chek.py` in the problem folder: No such file or \
           directory (os error 2)"],
    );
    wrong(
        "<checker type=\"testlib\">",
        "<interactor><source path=\"files/gen.py\"/><runs><run>1</run><run>2</run></runs></interactor>\n\
         <checker type=\"testlib\">",
        &["problem.xml:22:42: <runs>: problems that run a solution several times are not judged"],
    );
    let interactor = r#"<assets><interactor><source path="files/gen.py"/></interactor>"#;
    let named = xml(TESTS, "").replace("input-file=\"\"", "input-file=\"a\"");
    assert_eq!(
        package(&named.replace("<assets>", interactor)).complaints(),
        [
            "problem.xml:21:9: <interactor>: solutions talk by standard input and output, but <judging> names \
          files"
        ]
    );
}

#[test]
fn the_checker_of_an_interactive_package_comes_after_its_interactor() {
    let interactor = r#"<assets><interactor><source path="files/gen.py"/></interactor>"#;
    let xml = xml(TESTS, "").replace("<assets>", interactor);
    let folder = package(&xml);
    let problem = folder.load();
    let name = |part: Option<jury::problem::Part>| part.map(|part| part.name);
    // The answers are what the interactor writes of a talk with the main solution.
    assert_eq!(AnswerSource::of(&problem), AnswerSource::Dialogue);
    assert_eq!(name(problem.interactor).as_deref(), Some("files/gen.py"));
    assert_eq!(name(problem.dialogue_checker).as_deref(), Some("files/check.py"));
    assert!(problem.checker.programs().is_empty());
    let checker =
        r#"<checker type="testlib"><source path="files/check.py" type="python.3"/></checker>"#;
    // A checker reads the answers; without one nobody does.
    std::fs::remove_file(folder.path().join("tests/01.a")).unwrap();
    assert!(folder.complaints()[0].contains("lacks 0 of 2 inputs and 1 of 2 answers"));
    folder.write("problem.xml", xml.replace(checker, "").as_bytes());
    assert!(folder.load().dialogue_checker.is_none());
    // Its tests, if there are any, are not run.
    for (tests, count) in [("", 0), ("<test verdict=\"ok\"/>", 1)] {
        let checker = xml.replace("</checker>", &of_programs("checker", tests));
        let problem = package(&checker).load();
        let passed = "tests of a checker that comes after an interactor are passed over";
        let said: Vec<_> = problem.warnings.iter().map(|said| said.message.as_str()).collect();
        assert_eq!(said, vec![passed; count], "{tests}");
        assert!(problem.validator_tests.is_empty());
    }
}

/// So many small elements would take much memory.
#[test]
fn there_is_a_bound_on_elements() {
    let many = "<a/>".repeat(1_000_000);
    wrong(
        "<files>",
        &format!("{many}<files>"),
        &["problem.xml:1:1: expected XML: nodes limit reached"],
    );
}

#[test]
fn groups_of_tests_mean_nothing_without_a_list_of_groups() {
    let folder = grouped("");
    let problem = folder.load();
    let cases: Vec<_> =
        problem.cases.iter().map(|case| (case.name.as_str(), case.group.as_str())).collect();
    assert_eq!(
        cases,
        ["01", "02", "03", "04"]
            .map(|name| format!("tests/{name}"))
            .each_ref()
            .map(|name| (name.as_str(), ""))
    );
    // Every test still gives its points.
    let full = |index: usize| problem.cases[index].full(&problem.root).to_f64();
    assert_eq!((full(0), full(1), full(2), full(3)), (0.0, 10.0, 20.0, 5.5));
    let words = problem.cases[1].validator_arguments(&problem.root).of("files/validate.py");
    assert_eq!(words, ["--testset", "tests", "--group", ""]);
}

/// What is complained of where the third test is this one.
#[track_caller]
fn wrong_test(test: &str, expected: &[&str]) {
    let tests = format!("{TESTS}\n{test}");
    let folder = package(&xml(&tests, ""));
    let error = load_unanswered(&folder.path(), &Reading::default()).expect_err("a complaint");
    let own = format!("{}/", folder.path().display());
    let said: Vec<String> =
        error.complaints.iter().map(|said| said.to_string().replace(&own, "")).collect();
    assert_eq!(said, expected);
}

#[test]
fn commands_that_cannot_be_run_are_told_with_their_place() {
    wrong_test(
        r#"<test method="generated" cmd="gne 1"/>"#,
        &["problem.xml:14:31: unknown generator `gne`: did you mean `gen`?"],
    );
    wrong_test(
        r#"<test method="generated" cmd="old.exe 1"/>"#,
        &[
            "problem.xml:14:31: `cmd`: `files/old.exe` is a Windows program, and no source of it is listed",
        ],
    );
    wrong_test(
        r#"<test method="generated" cmd="gen 1 &gt; 3"/>"#,
        &["problem.xml:14:31: `cmd`: `>` has a meaning in shells, and none runs here"],
    );
    wrong_test(
        r#"<test method="generated" cmd="gen 'a"/>"#,
        &["problem.xml:14:31: `cmd`: a quotation mark is not closed"],
    );
    wrong_test(
        r#"<test method="generated" cmd="gen 1" from-file="out/3"/>"#,
        &["problem.xml:14:49: `from-file`: expected the name of a file, without folders"],
    );
    wrong_test(
        r#"<test method="manual"/>"#,
        &["tests/03: missing: the test is made by hand, and no command makes it"],
    );
}

#[test]
fn signs_of_shells_are_plain_between_quotation_marks() {
    wrong_test(
        r#"<test method="generated" cmd="gen &quot;a;$b&quot;"/>"#,
        &["problem.xml:14:31: `cmd`: `$` has a meaning in shells, and none runs here"],
    );
    wrong_test(
        r#"<test method="generated" cmd="gen 'a' &gt; 3"/>"#,
        &["problem.xml:14:31: `cmd`: `>` has a meaning in shells, and none runs here"],
    );
    let test = r#"<test method="generated" cmd="gen 'a;$b' &quot;c|\\d&quot; \&gt;"/>"#;
    let folder = package(&xml(&format!("{TESTS}\n{test}"), ""));
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let Maker::Program(generator) = &problem.generator_rules[0].maker else { panic!() };
    assert_eq!(generator.arguments, ["a;$b", r"c|\d", ">"]);
}

#[test]
fn a_command_may_leave_its_test_in_a_file() {
    let tests = format!("{TESTS}\n<test method=\"generated\" cmd=\"gen 1\" from-file=\"3\"/>");
    let folder = package(&xml(&tests, ""));
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let Maker::Program(generator) = &problem.generator_rules[0].maker else { panic!() };
    assert_eq!(generator.leaves, Leaves::File("3".into()));
}

/// The messages of the warnings of a package that is read all the same.
#[track_caller]
fn warned(from: &str, to: &str) -> Vec<String> {
    let good = xml(TESTS, "");
    assert!(good.contains(from), "{from}");
    let problem = package(&good.replacen(from, to, 1)).load();
    problem.warnings.into_iter().map(|warning| warning.message).collect()
}

#[test]
fn what_no_verdict_depends_on_is_warned_of() {
    let passed = "the solution is passed over";
    let said = warned("tag=\"wrong-answer\"", "tag=\"wrong\"");
    assert_eq!(said, [format!("unknown tag `wrong`: did you mean `wrong-answer`?: {passed}")]);
    let said = warned("tag=\"main\"", "tag=\"accepted\"");
    assert_eq!(said, ["expected a solution with the tag `main`"]);
    for (from, words) in [
        ("solutions/wrong.py", passed),
        ("solutions/main.py", "cannot find"),
        ("files/validate.py", "tests are not validated by it"),
    ] {
        let said = warned(from, "files/none.py");
        assert!(said.len() == 1 && said[0].contains(words), "{said:?}");
    }
    // The main solution is needed where answers are missing.
    let folder = package(&xml(TESTS, "").replace("solutions/main.py", "solutions/none.py"));
    std::fs::remove_file(folder.path().join("tests/01.a")).unwrap();
    let said = folder.complaints().join("\n");
    assert!(said.contains("cannot find `solutions/none.py`"), "{said}");
    // A standard checker is known by its name where it is not there.
    let named = "<checker name=\"std::ncmp.cpp\" type=\"testlib\"><source path=\"files/none.cpp\"";
    let old = "<checker type=\"testlib\"><source path=\"files/check.py\"";
    let problem = package(&xml(TESTS, "").replace(old, named)).load();
    let CheckerChoice::Shipped { name, .. } = &problem.checker else { panic!() };
    assert_eq!(name, "ncmp");
    assert!(problem.warnings[0].message.contains("testlib's `ncmp` decides"));
    // Another one is not.
    let said = package(&xml(TESTS, "").replace(old, &named.replace("ncmp", "mine"))).complaints();
    assert!(said[0].contains("cannot find `files/none.cpp`"), "{said:?}");
}

#[test]
fn a_solution_that_is_not_to_be_run_is_named() {
    let solutions = "<solution tag=\"do-not-run\"><source path=\"solutions/main.py\"/></solution>\n</solutions>";
    let problem = package(&xml(TESTS, "").replace("</solutions>", solutions)).load();
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    let said: Vec<_> = problem.remarks.iter().map(|remark| remark.message.as_str()).collect();
    assert_eq!(said, ["`solutions/main.py` is not run: it has the tag `do-not-run`"]);
}

/// Polygon knows no other tag for a solution that gets some of the points of a test.
#[test]
fn with_points_what_is_accepted_in_part_is_a_wrong_answer() {
    let required = |xml: &str| {
        let problem = package(xml).load();
        problem.submissions[1].expectation.demands[0].required.to_string()
    };
    let plain = xml(TESTS, "");
    assert_eq!(required(&plain), "WA");
    let points =
        plain.replace("<test method=\"manual\"/>", "<test method=\"manual\" points=\"5\"/>");
    assert_eq!(required(&points), "PC or WA");
    let late = points.replace("wrong-answer", "time-limit-exceeded");
    assert_eq!(required(&late), "TLE");
    // As a whole, other tests may give some of their points.
    for (tag, expected) in
        [("time-limit-exceeded", "PC or TLE"), ("time-limit-exceeded-or-accepted", "AC or TLE")]
    {
        let problem = package(&points.replace("wrong-answer", tag)).load();
        assert_eq!(problem.submissions[1].expected().to_string(), expected, "{tag}");
    }
}

#[test]
fn graders_are_compiled_together_with_solutions() {
    let resources = "<files><resources>\n\
        <file path=\"files/testlib.h\" type=\"h.g++\"/>\n\
        <file path=\"files/grader.cpp\"><assets><asset name=\"solution\"/></assets></file>\n\
        <file path=\"files/grader.h\"><assets><asset name=\"solution\"/></assets></file>\n\
        </resources>";
    let text = xml(TESTS, "").replacen("<files>", resources, 1);
    let folder = package(&text);
    folder.write("files/grader.cpp", b"");
    folder.write("files/grader.h", b"");
    // In Python the grader is called otherwise.
    let two = "<file path=\"files/main.py\"><assets><asset name=\"solution\"/></assets></file>\n</resources>";
    let both = package(&text.replace("</resources>", two));
    for name in ["grader.cpp", "grader.h", "main.py"] {
        both.write(&format!("files/{name}"), b"");
    }
    assert_eq!(both.load().additions.shared.expect("graders").mains, ["grader", "main"]);
    let shared = folder.load().additions.shared.expect("graders");
    assert_eq!((shared.mains.join(" "), shared.name.as_str()), ("grader".into(), "solution"));
    assert_eq!(shared.files.len(), 2);
    let said = package(&text).complaints().join("\n");
    assert!(said.contains("problem.xml:20:13: cannot find `files/grader.cpp`"), "{said}");
}

/// `rejected` allows anything after a failure, with points or without.
#[test]
fn only_what_one_failure_decides_ends_the_run_of_a_solution() {
    #[track_caller]
    fn case(tag: &str, (tests, after): (&str, &str), needs_all: bool) {
        let xml = xml(tests, after).replace("wrong-answer", tag);
        let folder = package(&xml);
        for name in ["03", "03.a", "04", "04.a"].into_iter().filter(|_| !after.is_empty()) {
            folder.write(&format!("tests/{name}"), b"1\n");
        }
        let decided_by = folder.load().submissions[1].expectation.decided_by();
        assert_eq!(decided_by.is_none(), needs_all, "{tag}");
    }
    let groups = r#"<groups><group name="0"/><group name="1"/><group name="2"/></groups>"#;
    case("rejected", (TESTS, ""), false);
    case("wrong-answer", (TESTS, ""), true);
    case("time-limit-exceeded-or-accepted", (TESTS, ""), true);
    case("rejected", (GROUPED, groups), false);
    case("wrong-answer", (GROUPED, groups), true);
}

#[test]
fn another_tag_may_hold_for_a_group() {
    let tags = "<extra-tags><extra-tag group=\"2\" tag=\"time-limit-exceeded\"/>\n\
        <extra-tag testset=\"pretests\" tag=\"rejected\"/></extra-tags>";
    let old = r#"<solution tag="wrong-answer"><source path="solutions/wrong.py" type="python.3"/>"#;
    let new = old.replace("wrong-answer", "accepted") + tags;
    let groups = r#"<groups><group name="0"/><group name="1"/><group name="2"/></groups>"#;
    let folder = package(&xml(GROUPED, groups).replace(old, &new));
    for name in ["03", "03.a", "04", "04.a"] {
        folder.write(&format!("tests/{name}"), b"1\n");
    }
    let problem = folder.load();
    let wrong = problem.submissions.iter().find(|kept| kept.path.ends_with("wrong.py")).unwrap();
    let found: Vec<_> = wrong
        .expectation
        .groups
        .iter()
        .map(|group| (group.group.as_str(), group.verdicts.to_string()))
        .collect();
    let expected = [("0", "AC"), ("1", "AC"), ("2", "PC or TLE or ILE")];
    assert_eq!(found, expected.map(|(group, verdicts)| (group, verdicts.to_owned())));
    // Beside it, its own tag still holds for the whole.
    folder.write(
        "problem.xml",
        xml(GROUPED, groups).replace(old, &format!("{old}{tags}")).as_bytes(),
    );
    let problem = folder.load();
    let wrong = problem.submissions.iter().find(|kept| kept.path.ends_with("wrong.py")).unwrap();
    let [rule] = wrong.expectation.demands.as_slice() else { panic!("{wrong:?}") };
    let words = (rule.permitted.to_string(), rule.required.to_string());
    assert_eq!(
        words,
        ("AC or PC or WA or PE or TLE or ILE or OLE".to_owned(), "PC or WA".to_owned())
    );
    assert_eq!(wrong.expectation.groups.len(), 1);
}

#[test]
fn a_type_of_source_says_the_language_where_the_ending_does_not() {
    let language = |kind: &str| {
        let xml = xml(TESTS, "").replace(
            r#""solutions/wrong.py" type="python.3""#,
            &format!(r#""solutions/wrong.py" type="{kind}""#),
        );
        let problem = package(&xml).load();
        let wrong = problem.submissions.into_iter().find(|kept| kept.path.ends_with("wrong.py"));
        wrong.unwrap().language
    };
    for (kind, expected) in [
        ("python.3", None),
        ("python.2", Some("python2")),
        ("python.pypy2", Some("python2")),
        ("python.pypy3", Some("pypy")),
        ("python.pypy3-64", Some("pypy")),
        ("cpp.g++17", Some("cpp17")),
        ("cpp.g++", Some("cpp14")),
        ("cpp.g++11", Some("cpp14")),
        ("cpp.g++14", Some("cpp14")),
        ("cpp.ms2017", None),
        ("cpp.gcc13-64-winlibs-g++20", None),
    ] {
        assert_eq!(language(kind).as_deref(), expected, "{kind}");
    }
}

/// A set of tests of the validator or checker, with these tests.
fn of_programs(kind: &str, tests: &str) -> String {
    let output = match kind {
        "checker" => {
            "<output-path-pattern>files/tests/checker-tests/%02d.o</output-path-pattern>\n\
            <answer-path-pattern>files/tests/checker-tests/%02d.a</answer-path-pattern>\n"
        }
        _ => "",
    };
    format!(
        "<testset><input-path-pattern>files/tests/{kind}-tests/%02d</input-path-pattern>\n{output}\
         <tests>{tests}</tests></testset></{kind}>"
    )
}

#[test]
fn tests_of_validators_and_checkers_are_read_with_their_verdicts() {
    let validator =
        r#"<test verdict="valid" group="2"/><test verdict="invalid"/><test verdict="valid"/>"#;
    let checker = r#"<test verdict="ok"/><test verdict="presentation-error"/>"#;
    let xml = xml(TESTS, "")
        .replace("</validator>", &of_programs("validator", validator))
        .replace("</checker>", &of_programs("checker", checker));
    let folder = package(&xml);
    for name in ["validator-tests/01", "validator-tests/02", "checker-tests/01", "checker-tests/02"]
    {
        folder.write(&format!("files/tests/{name}"), b"1 2\n");
    }
    for name in ["checker-tests/01.o", "checker-tests/02.o", "checker-tests/01.a"] {
        folder.write(&format!("files/tests/{name}"), b"3\n");
    }
    let problem = folder.load();
    let tests: Vec<_> =
        problem.validator_tests.iter().map(|test| (test.case.name.as_str(), test.kind)).collect();
    assert_eq!(
        tests,
        [
            ("files/tests/validator-tests/01", TestKind::ValidInput),
            ("files/tests/validator-tests/02", TestKind::InvalidInput),
            ("files/tests/checker-tests/01", TestKind::Decision(&[Opinion::Accepted])),
        ]
    );
    let first = &problem.validator_tests[0];
    let words = first.case.validator_arguments(&problem.root).of("files/validate.py");
    assert_eq!(words, ["--group", "2"]);
    // What is not there is told, and its test passed over.
    let warned: Vec<String> = problem.warnings.iter().map(ToString::to_string).collect();
    assert!(warned.iter().any(|words| words.contains("validator-tests/03")), "{warned:?}");
    assert!(warned.iter().any(|words| words.contains("checker-tests/02.a")), "{warned:?}");
    let wrong = xml.replace("\"presentation-error\"", "\"presentation\"");
    let said = package(&wrong).complaints();
    assert!(said[0].contains("unknown verdict `presentation`: did you mean"), "{said:?}");
}

/// Where there are several, the tests of each are its own.
#[test]
fn tests_of_one_of_several_validators_ask_that_one_alone() {
    let tests = of_programs("validator", "<test verdict=\"valid\"/><test verdict=\"invalid\"/>");
    let other = "<validator><source path=\"files/more.py\" type=\"python.3\"/>";
    let xml = xml(TESTS, "").replace("</validators>", &format!("{other}{tests}</validators>"));
    let folder = package(&xml);
    folder.write("files/tests/validator-tests/01", b"1\n");
    folder.write("files/tests/validator-tests/02", b"x\n");
    let told = folder.load();
    assert!(told.validator_tests.is_empty() && told.warnings.len() == 1, "{:?}", told.warnings);
    folder.write("files/more.py", b"");
    let problem = folder.load();
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    assert_eq!(problem.validator_tests.len(), 2);
    let arguments = problem.validator_tests[0].case.validator_arguments(&problem.root);
    let calls = |name: &str| arguments.calls(name).len();
    assert_eq!((calls("files/more.py"), calls("files/validate.py")), (1, 0));
}

/// Whoever verifies the package is told that there is no validator for them.
#[test]
fn tests_of_the_only_validator_are_read_even_if_it_is_not_there() {
    let tests = of_programs("validator", "<test verdict=\"invalid\"/>");
    let folder = package(&xml(TESTS, "").replace("</validator>", &tests));
    folder.write("files/tests/validator-tests/01", b"x\n");
    std::fs::remove_file(folder.path().join("files/validate.py")).unwrap();
    let problem = folder.load();
    assert_eq!((problem.validator, problem.validator_tests.len()), (None, 1));
}

#[test]
fn a_package_of_windows_is_told_by_the_line_ends_of_all_its_inputs() {
    let folder = package(&xml(TESTS, ""));
    assert!(!folder.load().has_crlf);
    folder.write("tests/01", b"1 2\r\n");
    assert!(!folder.load().has_crlf);
    folder.write("tests/02", b"2 2\r\n");
    assert!(folder.load().has_crlf);
}

/// A checker that compares two numbers, as a standard one does.
const COMPARES: &str =
    "#include \"testlib.h\"\nint main(int n, char** words) { return compares(n, words); }\n";

#[test]
fn a_standard_checker_has_the_program_that_it_stands_for() {
    let checker = |name: &str, text: &str| {
        let named = format!("<checker name=\"{name}\" type=\"testlib\">");
        let package = package(&xml(TESTS, "").replace("<checker type=\"testlib\">", &named));
        package.write("files/check.py", text.as_bytes());
        package.load()
    };
    let shipped = |problem: &jury::problem::Problem| match &problem.checker {
        CheckerChoice::Shipped { name, .. } => Some(name.clone()),
        _ => None,
    };
    // Another text, or no such name: it is the author's own.
    for name in ["std::icmp.cpp", "icmp", "std::ncmp.cpp"] {
        let problem = checker(name, COMPARES);
        assert_eq!((shipped(&problem), problem.checker.programs().len()), (None, 1), "{name}");
        assert!(problem.checker_program.is_none(), "{name}");
    }
    let own = checker("std::icmp.cpp", COMPARES);
    let known = CheckerChoice::Shipped { name: "icmp".into(), options: Options::new() };
    let program = own.checker.programs()[0].clone();
    assert_eq!((program.name.as_str(), program.protocol), ("files/check.py", Protocol::Testlib));
    let place = program.path.clone();
    let problem = jury::problem::Problem { checker: known, checker_program: Some(program), ..own };
    assert_eq!(shipped(&problem).as_deref(), Some("icmp"));
    assert!(problem.sources().contains(&place));
    // Whatever takes the package takes the program.
    for family in Family::ALL {
        let [known, external] = [problem.clone(), problem.clone().with_external_checker()]
            .map(|problem| package_for(&problem, family));
        assert_eq!(
            (known.files, known.findings),
            (external.files, external.findings),
            "{family:?}"
        );
    }
    let external = problem.with_external_checker();
    assert!(external.checker_program.is_none());
    assert_eq!(external.checker.programs().len(), 1);
}

#[test]
fn a_package_says_where_it_comes_from_and_what_it_is_called() {
    let read =
        |more: &str| package(&xml(TESTS, "").replace("short-name=\"a-plus-b\"", more)).load();
    let problem = read("short-name=\"a-plus-b\" url=\"https://example.org/a\"");
    assert_eq!(problem.code.as_deref(), Some("a-plus-b"));
    assert_eq!(problem.source.as_deref(), Some("https://example.org/a"));
    assert!(format!("{:?}", problem.reference).contains("solutions/main.py"));
    // A limit is one for all languages.
    assert!(!problem.has_time_factors);
    let place = TimePlace::Nowhere("limits of Polygon's packages are set on Polygon".to_owned());
    assert_eq!(problem.time_place, place);
    // Not every name is one for a command.
    for name in [".a", "-a", "a b", "a/b"] {
        assert_eq!(read(&format!("short-name=\"{name}\"")).code, None, "{name}");
    }
}

#[test]
fn samples_that_give_points_are_shown_and_no_group_of_their_own() {
    let sample = "sample=\"true\"";
    for (points, group, is_shown) in
        [("", "sample", false), (" points=\"0\"", "sample", false), (" points=\"5\"", "", true)]
    {
        let problem = package(&xml(TESTS, "").replace(sample, &format!("{sample}{points}"))).load();
        let case = &problem.cases[0];
        assert_eq!((case.group.as_str(), case.settings.is_shown), (group, is_shown), "{points}");
    }
}

#[test]
fn groups_without_points_are_none_of_a_score() {
    let tests = GROUPED.replace("points=\"", "x=\"");
    let groups = r#"<groups><group name="0"/><group name="1"/><group name="2"/></groups>"#;
    let folder = package(&xml(&tests, groups));
    for name in ["03", "03.a", "04", "04.a"] {
        folder.write(&format!("tests/{name}"), b"1\n");
    }
    let problem = folder.load();
    assert_eq!((problem.scoring(), problem.root.groups.len()), (Scoring::PassFail, 3));
    for group in &problem.root.groups {
        let found = (group.scoring, group.worth.clone(), group.on_failure);
        assert_eq!(found, (None, None, OnFailure::Continue));
    }
    for name in ["0", "a/b"] {
        let groups = groups.replace("\"2\"", &format!("\"{name}\""));
        folder.write("problem.xml", xml(&tests, &groups).as_bytes());
        let said = folder.complaints().join("\n");
        let words = format!("`name`: expected a new name without `/`, found `{name}`");
        assert!(said.contains(&words), "{said}");
    }
}

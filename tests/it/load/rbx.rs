//! Packages of rbx: what a good one becomes, and the exact words for a wrong one.

use jury::problem::load::{load_as, load_unanswered};
use jury::problem::reading::Reading;
use jury::problem::{
    CheckerChoice, Maker, Protocol, ProvedCases, Scoring, TestKind, TimePlace, ValidatorChoice,
};
use jury_checkers::Opinion;

use super::folder::Folder;

const YAML: &str = "name: sum
timeLimit: 1500
memoryLimit: 64
scoring: points
vars: {N: {max: 100}}
validator: {path: validate.py}
generators:
  - {name: gen, path: gen.py}
testcases:
  - name: samples
    testcaseGlob: tests/s*.in
  - name: small
    score: 40
    testcases: [{inputPath: tests/a.in, outputPath: tests/a.right}]
    generators: [{name: gen, args: \"1 'a b'\"}]
  - name: big
    score: 60
    deps: [small]
    generatorScript: {path: plan.txt}
solutions:
  - {path: wrong.py, outcome: WRONG_ANSWER}
  - {path: good.py, outcome: ac}
  - {path: slow.py, outcome: tle/rte}
";

fn package(yaml: &str) -> Folder {
    Folder::with(&[
        ("problem.rbx.yml", yaml),
        ("tests/s10.in", "1 1\n"),
        ("tests/s2.in", "1 2\n"),
        ("tests/s2.ans", "3\n"),
        ("tests/a.in", "2 2\n"),
        ("tests/a.right", "4\n"),
        ("plan.txt", "# all\ngen 7\n@copy tests/a.in\n"),
        ("validate.py", ""),
        ("gen.py", ""),
        ("good.py", ""),
        ("wrong.py", ""),
        ("slow.py", ""),
    ])
}

#[test]
fn groups_inputs_and_generators_are_the_package_s() {
    let folder = package(YAML);
    let words = ".: lacks 3 inputs and 4 answers: `jury generate` makes them by the package's own \
                 generators and its first accepted solution";
    assert_eq!(folder.complaints(), [words]);
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    assert_eq!(problem.format.words, "rbx, by `problem.rbx.yml`");
    assert_eq!((problem.name.as_str(), problem.has_time_factors), ("sum", false));
    let place = TimePlace::Nowhere("limits are set in `problem.rbx.yml`".to_owned());
    assert_eq!((&problem.time_place, problem.additions.proved), (&place, ProvedCases::All));
    let order = [
        "tests/s2",
        "tests/s10",
        "tests/a",
        "build/jury/small/000",
        "build/jury/big/000",
        "build/jury/big/001",
    ];
    assert_eq!(problem.order, order);
    let (path, reading) = (folder.path(), Reading::default());
    assert!(load_as(&path, &path, &reading).is_ok_and(|problem| problem.is_unmade));
    assert_eq!((problem.limits.cpu.as_millis(), problem.limits.memory), (1500, 64 << 20));
    assert_eq!(problem.limits.output, 4 << 20);
    let cases: Vec<_> = problem
        .cases
        .iter()
        .map(|case| (case.name.as_str(), case.group.as_str(), case.answer.is_some()))
        .collect();
    let expected =
        [("tests/s2", "sample", true), ("tests/s10", "sample", false), ("tests/a", "small", true)];
    assert_eq!(cases, expected);
    let words = problem.cases[2].validator_arguments(&problem.root).of("validate.py");
    assert_eq!(words, ["--N.max=100", "--group", "small"]);
    let made = problem.generator_rules.iter().map(|rule| {
        let words = match &rule.maker {
            Maker::Program(generator) => generator.arguments.clone(),
            Maker::Package(_) => vec!["copy".to_owned()],
        };
        (rule.cases[0].name.as_str(), words.join("|"))
    });
    let expected = [
        ("build/jury/small/000", "1|a b"),
        ("build/jury/big/000", "7"),
        ("build/jury/big/001", "copy"),
    ];
    assert_eq!(made.collect::<Vec<_>>(), expected.map(|(name, words)| (name, words.to_owned())));
    assert_eq!(problem.scoring(), Scoring::Sum);
    let groups = &problem.root.groups;
    let worth = |at: usize| groups[at].worth.as_ref().map(jury::score::Score::to_f64);
    assert_eq!([worth(0), worth(1), worth(2)], [Some(0.0), Some(40.0), Some(60.0)]);
    assert_eq!((&groups[1].needs, &groups[2].needs), (&vec![], &vec!["small".to_owned()]));
    let CheckerChoice::Shipped { name, .. } = &problem.checker else { panic!("not in process") };
    assert_eq!(name, "wcmp");
    let Some(ValidatorChoice::Programs(validators)) = &problem.validator else { panic!() };
    assert_eq!(validators[0].protocol, Protocol::Testlib);
    let reference = format!("{:?}", problem.reference);
    assert!(reference.contains("good.py"), "{reference}");
    let expected: Vec<_> =
        problem.submissions.iter().map(|kept| kept.expected().must_fail()).collect();
    assert_eq!(problem.submissions.len(), 3);
    assert_eq!(expected.iter().filter(|&&fails| fails).count(), 2);
}

#[test]
fn a_group_may_be_listed_before_those_in_its_deps() {
    let yaml = YAML.replace("deps: [small]", "").replace("score: 40", "score: 40\n    deps: [big]");
    let problem = load_unanswered(&package(&yaml).path(), &Reading::default()).expect("a package");
    let groups: Vec<_> = problem.root.groups.iter().map(|group| group.name.as_str()).collect();
    assert_eq!(groups, ["sample", "big", "small"]);
    let yaml = yaml.replace("score: 60", "score: 60\n    deps: [small]");
    let said = package(&yaml).complaints().join("\n");
    assert!(said.contains("`testcases`: groups `small`, `big` depend on each other"), "{said}");
}

#[test]
fn checkers_are_known_by_names_of_testlib() {
    let name = |checker: &str| {
        let folder = package(&format!("{YAML}checker: {{path: {checker}}}\n"));
        match load_unanswered(&folder.path(), &Reading::default()).expect("a package").checker {
            CheckerChoice::Shipped { name, .. } => name,
            other => format!("{other:?}"),
        }
    };
    assert_eq!(name("yesno.cpp"), "yesno");
    assert!(name("validate.py").contains("Programs"));
}

#[test]
fn a_group_without_inputs_has_those_of_the_package_s_script() {
    let script = "vars:";
    let whole = "generatorScript: {path: plan.txt, format: box}\nvars:";
    let yaml = YAML.replace(script, whole).replace("    generatorScript: {path: plan.txt}\n", "");
    let folder = package(&yaml);
    folder.write("plan.txt", b"1 ; gen.exe 8\n2 ; copy tests/a.in\n");
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let names: Vec<_> =
        problem.generator_rules.iter().map(|rule| rule.cases[0].name.as_str()).collect();
    assert_eq!(names, ["build/jury/small/000", "build/jury/big/000", "build/jury/big/001"]);
    let Maker::Program(generator) = &problem.generator_rules[1].maker else { panic!() };
    assert_eq!(generator.arguments, ["8"]);
}

#[test]
fn a_script_has_blocks_of_groups_inputs_and_a_folder_of_its_own() {
    let whole = "generatorScript: {path: plan.txt, root: more}\nvars:";
    let yaml = YAML
        .replace("vars:", whole)
        .replace("    generatorScript: {path: plan.txt}\n", "")
        .replace("    testcases: [{inputPath: tests/a.in, outputPath: tests/a.right}]\n", "")
        .replace(
            "    generators: [{name: gen, args: \"1 'a b'\"}]\n",
            "    subgroups: [{name: one}]\n",
        );
    let folder = package(&yaml);
    folder.write("more/own.py", b"");
    let plan = "@testgroup small/one {\nown 1\n}\n@testgroup big {\ngen 2\n@input '3 3\\n'\n}\n";
    folder.write("plan.txt", plan.as_bytes());
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let rules: Vec<_> = problem
        .generator_rules
        .iter()
        .map(|rule| (rule.cases[0].name.as_str(), format!("{:?}", rule.maker)))
        .collect();
    let expected = [
        ("build/jury/small/000", "more/own.py"),
        ("build/jury/big/000", "gen.py"),
        ("build/jury/big/001", "Text(\"3 3\\n\")"),
    ];
    assert_eq!(rules.len(), expected.len(), "{rules:?}");
    for ((name, maker), (wanted, words)) in rules.iter().zip(expected) {
        assert!(*name == wanted && maker.contains(words), "{rules:?}");
    }
}

/// What is complained of where this text stands for another one in the file.
#[track_caller]
fn wrong(from: &str, to: &str, expected: &str) {
    assert!(YAML.contains(from), "{from}");
    let folder = package(&YAML.replacen(from, to, 1));
    let said = load_unanswered(&folder.path(), &Reading::default()).expect_err(to).to_string();
    assert!(said.contains(expected), "{to}: {said}");
}

#[test]
fn a_checker_decides_after_the_interactor() {
    let talk = "type: communication\nchecker: {path: good.py}\ninteractor: {path: talk.py}\nvars:";
    let folder = package(&YAML.replace("vars:", talk));
    folder.write("talk.py", b"");
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let name = |part: &Option<jury::problem::Part>| part.as_ref().map(|part| part.name.clone());
    let names = [&problem.interactor, &problem.dialogue_checker].map(name);
    assert_eq!(names, ["talk.py", "good.py"].map(|name| Some(name.to_owned())));
}

#[test]
fn what_is_wrong_or_not_judged_is_told_with_its_place() {
    wrong("timeLimit", "timeLimits", "unknown key `timeLimits`: did you mean `timeLimit`?");
    wrong("timeLimit: 1500", "", "`timeLimit`: missing");
    wrong("1500", "0", "`timeLimit`: expected milliseconds from 1 to 3600000, found `0`");
    wrong("deps: [small]", "deps: [smal]", "`testcases[2].deps`: unknown group `smal`");
    wrong("name: gen, args", "name: gem, args", "unknown generator `gem`: did you mean `gen`?");
    wrong("outcome: ac", "outcome: good", "`solutions[1].outcome`: unknown outcome `good`");
    wrong("outcome: ac", "outcome: jf", "a failure of the judge cannot be expected");
    wrong("outcome: ac", "outcome: wa", "expected a solution with the outcome `accepted`");
    wrong("{path: plan.txt}", "{path: plan.txt, format: box}", "expected `NUMBER ; GENERATOR");
    wrong("tests/a.in,", "../a.in,", "`../a.in` is not inside the problem folder");
    wrong("vars:", "checker: {path: mine.cpp}\nvars:", "cannot find `mine.cpp`");
    wrong(
        "{path: validate.py}",
        "{path: validate.py, executionFiles: [gen.py]}",
        "`validator.executionFiles`: files beside a program where it runs are not put there",
    );
    let words = "`samples`: expected what permits `accepted`, as this solution makes the answers";
    wrong("outcome: ac}", "outcome: ac, outcomePerGroup: {samples: wa, small: ac}}", words);
    let empty = "{path: validate.py, executionFiles: []}";
    let all = "outcome: ac, outcomePerGroup: {samples: ac, '*': ac/tle}}";
    let yaml = YAML.replace("{path: validate.py}", empty).replace("outcome: ac}", all);
    assert!(load_unanswered(&package(&yaml).path(), &Reading::default()).is_ok());
    wrong("tests/s*.in", "none/*.in", "cannot find `none` in the problem folder");
    let folder = package(YAML);
    folder.write("plan.txt", b"gen 1\ngen 2\0\n");
    let said = folder.complaints().join("\n");
    assert!(said.contains("plan.txt:2:1: no argument can have a byte 0 in it"), "{said}");
    wrong(
        "vars:",
        "modifiers: {py: {timeMultiplier: twice}}\nvars:",
        "`modifiers.py.timeMultiplier`: expected a factor from 0.01 to 1000",
    );
    wrong(
        "vars:",
        "type: communication\nvars:",
        "expected an interactor with `type: communication`",
    );
    wrong(
        "vars:",
        "type: communication\nchecker: {path: wcmp.cpp}\ninteractor: {path: good.py}\nvars:",
        "`checker.path`: behind an interactor, expected a file of the package",
    );
    wrong(
        "score: 40",
        "score: 40\n    model_solution: {path: good.py}",
        "only the samples may have a solution of their own",
    );
    let samples =
        YAML.replace("name: samples", "name: samples\n    model_solution: {path: good.py}");
    let said: Vec<_> = load_unanswered(&package(&samples).path(), &Reading::default())
        .expect("a package")
        .warnings
        .into_iter()
        .map(|warning| warning.message)
        .collect();
    let expected = "model_solution`: passed over: the main solution answers the samples, too";
    assert!(said.iter().any(|one| one.ends_with(expected)), "{said:?}");
    wrong("score: 40", "score: -1", "expected points from 0 to");
    let folder = package(YAML);
    folder.write("plan.txt", b"gen 1\n@input {\n");
    let said = folder.complaints().join("\n");
    assert!(said.contains("plan.txt:2:1: `@input`: `}` is missing behind the text"), "{said}");
    let folder = package(&YAML.replace("validate.py", "validate.cpp"));
    folder.write("validate.cpp", b"#include \"testlib.h\"\n # include \"rbx.h\"\n");
    folder.write(
        "problem.rbx.yml",
        YAML.replace("validate.py", "validate.cpp").replace("100", "\"py`vars.M`\"").as_bytes(),
    );
    let said = folder.complaints().join("\n");
    let words = "`vars`: `N.max`: an expression in Python that is more than arithmetic is not \
                 evaluated: write its value";
    assert!(said.contains(words), "{said}");
    folder.write("rbx.h", b"");
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    assert!(format!("{:?}", problem.warnings).contains(words));
    let folder = package(&YAML.replace("100", "\"py`2 * 10 ** 5`\""));
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let words = problem.cases[2].validator_arguments(&problem.root).of("validate.py");
    assert_eq!(words[0], "--N.max=200000");
}

#[test]
fn the_header_of_variables_is_made_for_programs_that_include_it() {
    for (line, expected) in [
        ("#include \"rbx.h\"", true),
        ("  #  include <rbx.h>", true),
        ("#include \"testlib.h\"", false),
        ("#define HEADER \"rbx.h\"", false),
        ("// include rbx.h", false),
    ] {
        let folder = package(&YAML.replace("validate.py", "validate.cpp"));
        folder.write("validate.cpp", format!("\n{line}\n").as_bytes());
        let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
        let made: Vec<_> = problem.additions.made.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(made, if expected { vec!["rbx.h"] } else { vec![] }, "{line}");
    }
}

#[test]
fn an_input_that_is_there_may_still_lack_its_answer() {
    let folder = package(YAML);
    for (file, inputs, answers) in [("in", 2, 4), ("ans", 2, 3)] {
        folder.write(&format!("build/jury/small/000.{file}"), b"1 2\n");
        let said = folder.complaints();
        let words = format!(".: lacks {inputs} inputs and {answers} answers: ");
        assert!(said[0].starts_with(&words), "{said:?}");
    }
}

#[test]
fn inputs_alone_or_generators_alone_are_enough() {
    let inputs = [
        "    testcaseGlob: tests/s*.in\n",
        "    testcases: [{inputPath: tests/a.in, outputPath: tests/a.right}]\n",
    ];
    let generators = [
        "    generators: [{name: gen, args: \"1 'a b'\"}]\n",
        "    generatorScript: {path: plan.txt}\n",
    ];
    let without = |lines: &[&str]| {
        package(&lines.iter().fold(YAML.to_owned(), |yaml, line| yaml.replace(line, "")))
    };
    let lacks = |inputs: usize, answers: usize| {
        format!(
            ".: lacks {inputs} inputs and {answers} answers: `jury generate` makes them by the package's own \
             generators and its first accepted solution"
        )
    };
    assert_eq!(without(&inputs).complaints(), [lacks(3, 3)]);
    let folder = without(&generators);
    assert_eq!(folder.complaints(), [lacks(0, 1)]);
    // Where nothing is missing, nothing is to be made.
    folder.write("tests/s10.ans", b"2\n");
    let problem = folder.load();
    assert_eq!((problem.cases.len(), problem.is_unmade), (3, false));
    let said = without(&[inputs, generators].concat()).complaints().join("\n");
    assert!(said.contains("`testcases`: there are no cases"), "{said}");
}

#[test]
fn scripts_that_are_programs_are_run_once_each() {
    let yaml = YAML
        .replace(
            "    generators: [{name: gen, args: \"1 'a b'\"}]\n",
            "    generatorScript: {path: plan.py}\n",
        )
        .replace("{path: plan.txt}", "{path: more.py}")
        .replace(
            "solutions:\n",
            "  - {name: last, generatorScript: {path: plan.py}}\nsolutions:\n",
        );
    let folder = package(&yaml);
    folder.write("plan.py", b"");
    folder.write("more.py", b"");
    let said = folder.complaints().join("\n");
    let words = "scripts that are programs list cases: `jury generate` runs them";
    assert!(said.contains(words), "{said}");
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let scripts = problem.listing.scripts.iter();
    let names: Vec<_> = scripts.map(|script| script.source.file_name().unwrap()).collect();
    assert_eq!(names, ["plan.py", "more.py"]);
    // What they wrote stands under their numbers.
    let made = tempfile::tempdir().unwrap();
    std::fs::write(made.path().join("0.txt"), "gen 1\n").unwrap();
    std::fs::write(made.path().join("1.txt"), "gen 2\ngen 3\n").unwrap();
    let reading = Reading { made: Some(made.path().to_owned()), ..Reading::default() };
    let problem = load_unanswered(&folder.path(), &reading).expect("a package");
    let rules: Vec<_> = problem
        .generator_rules
        .iter()
        .map(|rule| (rule.cases[0].name.as_str(), rule.generator().unwrap().arguments.join(" ")))
        .collect();
    let expected = [
        ("build/jury/small/000", "1"),
        ("build/jury/big/000", "2"),
        ("build/jury/big/001", "3"),
        ("build/jury/last/000", "1"),
    ];
    assert_eq!(rules, expected.map(|(name, words)| (name, words.to_owned())));
    assert!(problem.listing.scripts.is_empty());
}

#[test]
fn what_an_entry_needs_is_missed() {
    wrong("inputPath: tests/a.in, ", "", "`testcases[1].testcases[0].inputPath`: missing");
    wrong("{name: gen, args", "{args", "`testcases[1].generators[0].name`: missing");
    wrong("{path: plan.txt}", "{format: rbx}", "`testcases[2].generatorScript.path`: missing");
    wrong("vars:", "checker: {mode: testlib}\nvars:", "`checker.path`: missing");
}

#[test]
fn only_answers_lie_beside_inputs() {
    let yaml = YAML.replace("tests/s*.in", "'tests/s*'");
    let folder = package(&yaml);
    folder.write("tests/s10.out", b"of nobody\n");
    folder.write("tests/a.ans", b"4\n");
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let cases: Vec<_> =
        problem.cases.iter().map(|case| (case.name.as_str(), case.answer.is_some())).collect();
    assert_eq!(cases, [("tests/s2", true), ("tests/s10", false), ("tests/a", true)]);
    // What a script copies takes its answer along.
    let copied =
        problem.generator_rules.iter().find(|rule| rule.cases[0].name == "build/jury/big/001");
    assert!(copied.is_some_and(|rule| rule.answers(&rule.cases[0])));
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("tests/s10.ans")).unwrap();
    let said = folder.complaints().join("\n");
    assert!(said.contains("tests/s10.ans: "), "{said}");
}

#[test]
fn groups_and_settings_that_do_nothing_are_warned_of() {
    let warnings = |yaml: &str| {
        let folder = package(yaml);
        let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
        problem.warnings.into_iter().map(|warning| warning.message).collect::<Vec<_>>()
    };
    let empty = YAML.replace("  - name: big", "  - name: none\n    score: 5\n  - name: big");
    assert_eq!(warnings(&empty), ["group `none` has no cases"]);
    let nothing = YAML.replace("tests/s*.in", "./tests/x*.in");
    let expected = ["group `samples` has no cases", "`./tests/x*.in` matches no input `….in`"];
    assert_eq!(warnings(&nothing), expected);
    assert!(warnings(&YAML.replace("tests/s*.in", "./tests/s*.in")).is_empty());
    let binary = YAML.replace("scoring: points\n", "");
    let words = "passed over: groups have points only with `scoring: points`";
    let expected = ["testcases[1].score", "testcases[2].score", "testcases[2].deps"];
    assert_eq!(warnings(&binary), expected.map(|key| format!("`{key}`: {words}")));
}

#[test]
fn groups_without_points_are_none_of_a_score() {
    let yaml = YAML.replace("scoring: points\n", "");
    let problem = load_unanswered(&package(&yaml).path(), &Reading::default()).expect("a package");
    assert_eq!((problem.scoring(), problem.root.groups.len()), (Scoring::PassFail, 3));
    for group in &problem.root.groups {
        let found = (group.scoring, group.worth.clone(), group.needs.len());
        assert_eq!(found, (None, None, 0), "{}", group.name);
    }
}

#[test]
fn groups_have_names_that_differ_and_are_no_paths() {
    for name in ["small", "samples", "''", "a/b", "a.b"] {
        let words = "`testcases[2].name`: expected a new name without `/` and `.`";
        wrong("name: big", &format!("name: {name}"), words);
    }
}

#[test]
fn blocks_of_a_script_that_are_of_no_group_are_warned_of() {
    let folder = package(YAML);
    let plan = "gen 7\n@testgroup bgi {\ngen 1\ngen 2\n}\n@testgroup big/part {\ngen 3\n}\n";
    folder.write("plan.txt", plan.as_bytes());
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let said: Vec<_> = problem.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    for (said, place) in said.iter().zip(["3:1: ", "7:1: "]) {
        let words = "the cases of its block are passed over";
        assert!(said.contains(&format!("plan.txt:{place}")) && said.ends_with(words), "{said}");
    }
}

#[test]
fn one_file_with_the_line_ends_of_windows_is_enough() {
    let has_crlf = |folder: &Folder| {
        let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
        problem.has_crlf
    };
    let folder = package(YAML);
    assert!(!has_crlf(&folder));
    // As little as one line, also of an answer.
    folder.write("tests/a.in", b"2\r\n2\n");
    assert!(has_crlf(&folder));
    folder.write("tests/a.in", b"2 2\n");
    folder.write("tests/a.right", b"4\r\n");
    assert!(has_crlf(&folder));
}

#[test]
fn words_are_read_in_any_letters() {
    let yaml = YAML.replace("scoring: points", "scoring: POINTS\ntype: BATCH");
    let problem = load_unanswered(&package(&yaml).path(), &Reading::default()).expect("a package");
    assert_eq!(problem.scoring(), Scoring::Sum);
}

#[test]
fn a_pattern_names_the_solutions_that_are_there() {
    let solutions = "  - {path: 'wr*.*', outcome: WRONG_ANSWER}\n  - {path: 'ac-*.*', outcome: ac}\n  \
                     - {path: '[sw]*.*'}\n  - {path: '.old/*.*', outcome: tle}\n";
    let yaml = YAML.replace("  - {path: wrong.py, outcome: WRONG_ANSWER}\n", solutions);
    let folder = package(&yaml);
    folder.write("wrong.txt", b"no source");
    // Hidden folders are looked into where a pattern names them.
    folder.write(".old/late.py", b"");
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let names: Vec<_> = problem
        .submissions
        .iter()
        .map(|kept| (kept.path.file_name().unwrap().to_str().unwrap(), kept.expected().must_fail()))
        .collect();
    // Of two entries for a file, the first counts.
    let expected = [("wrong.py", true), ("slow.py", false), ("late.py", true), ("good.py", false)];
    assert_eq!(names, expected);
    assert!(format!("{:?}", problem.reference).contains("good.py"));
}

#[test]
fn an_input_of_two_groups_is_judged_once_where_there_are_no_points() {
    let twice = "testcaseGlob: tests/s*.in\n  - {name: again, testcaseGlob: 'tests/*2.in'}";
    let yaml = YAML.replace("testcaseGlob: tests/s*.in", twice);
    let said = package(&yaml).complaints().join("\n");
    let words = "`tests/s2.in` is in two places of the list";
    assert!(said.contains(words), "{said}");
    let folder = package(&yaml.replace("scoring: points", "scoring: binary"));
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    assert_eq!(problem.cases.iter().filter(|case| case.name == "tests/s2").count(), 1);
    let warnings = format!("{:?}", problem.warnings);
    assert!(warnings.contains(&format!("{words}: it is judged where it stands first")));
}

#[test]
fn languages_and_groups_may_have_their_own() {
    let own = "modifiers: {py: {timeMultiplier: 2}, java: {time: 4000, memory: 512}}\nvars:";
    let vars = "score: 40\n    vars: {N: {max: 5}}\n    validator: {path: other.py}";
    let folder = package(&YAML.replace("vars:", own).replace("score: 40", vars));
    folder.write("other.py", b"");
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let limits = |ending: &str| {
        let limits = problem.limits_in(|known| known == ending).expect("limits").usual();
        (limits.cpu.as_millis(), limits.memory >> 20)
    };
    assert_eq!((limits("py"), limits("java")), ((3000, 64), (4000, 512)));
    // Its own validator takes the place of the package's, as its own variable does.
    let arguments = problem.cases[2].validator_arguments(&problem.root);
    let words = ["--N.max=5", "--group", "small"];
    assert_eq!(arguments.calls("other.py"), [words]);
    assert!(arguments.calls("validate.py").is_empty());
    assert_eq!(problem.cases[0].validator_arguments(&problem.root).calls("other.py").len(), 0);
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
}

#[test]
fn validators_of_groups_are_added_and_may_be_a_pattern() {
    let yaml = YAML
        .replace("{N: {max: 100}}", "{fast: true}")
        .replace("generators:\n  - {name", "extraValidators: [{path: 'more/*'}]\ngenerators:\n  - {name")
        .replace(
            "testcases: [{",
            "extraValidators: [{path: good.py}]\n    outputValidators: [{path: answer.py}]\n    testcases: [{",
        );
    let folder = package(&yaml);
    for file in ["more/a.py", "more/b.cpp", "more/notes.txt", "answer.py"] {
        folder.write(file, b"");
    }
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let Some(ValidatorChoice::Programs(programs)) = &problem.validator else { panic!() };
    let names: Vec<_> = programs.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["validate.py", "more/a.py", "more/b.cpp", "good.py"]);
    // Each is called once, however often it is listed.
    let twice = yaml.replace(
        "[{path: 'more/*'}]",
        "[{path: 'more/*'}, {path: more/a.py}, {path: validate.py}]",
    );
    folder.write("problem.rbx.yml", twice.as_bytes());
    let again = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let arguments = again.cases[0].validator_arguments(&again.root);
    assert_eq!(names[..3].iter().map(|name| arguments.calls(name).len()).max(), Some(1));
    let called = |case: usize| {
        let arguments = problem.cases[case].validator_arguments(&problem.root);
        let called = names.iter().filter(|name| !arguments.calls(name).is_empty());
        called.copied().collect::<Vec<_>>()
    };
    assert_eq!((called(0), called(2)), (names[..3].to_vec(), names.clone()));
    assert_eq!(problem.answer_validators[0].name, "answer.py");
    let of_answers = |case: usize| {
        let arguments = problem.cases[case].settings.answer_validator_arguments.as_ref().unwrap();
        arguments.calls("answer.py").iter().map(|words| words.join(" ")).collect::<Vec<_>>()
    };
    assert_eq!((of_answers(0), of_answers(2)), (vec![], vec!["--fast=1 --group small".to_owned()]));
}

#[test]
fn another_checker_takes_the_place_of_one_that_is_not_there() {
    let yaml = |path: &str| {
        YAML.replace(
            "vars:",
            &format!("checker: {{path: {path}, fallback_to: {{path: yesno.cpp}}}}\nvars:"),
        )
    };
    let name = |yaml: &str| match load_unanswered(&package(yaml).path(), &Reading::default()) {
        Ok(problem) => match &problem.checker {
            CheckerChoice::Shipped { name, .. } => name.clone(),
            CheckerChoice::Programs(parts) => parts[0].name.clone(),
            other @ CheckerChoice::Default { .. } => panic!("{other:?}"),
        },
        Err(error) => panic!("{error:?}"),
    };
    assert_eq!(
        (name(&yaml("check.cpp")), name(&yaml("good.py"))),
        ("yesno".into(), "good.py".into())
    );
}

/// A wrong format is a wrong answer for rbx.
#[test]
fn tests_of_checkers_take_a_wrong_format_for_a_wrong_answer() {
    let tests =
        "unitTests: {checker: [{glob: 'unit/[wn]*', outcome: WA}, {testplan: unit/plan.txt}]}\n";
    let folder = package(&format!("{YAML}{tests}"));
    // One to three files of a name are one test.
    for ending in ["in", "out", "txt"] {
        folder.write(&format!("unit/wa.{ending}"), b"1\n");
    }
    folder.write("unit/notes.txt", b"");
    folder.write("unit/plan.txt", b"@test ac { @input '1' }\n@test odd { @input '1' }\n");
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let found: Vec<_> =
        problem.validator_tests.iter().map(|test| (test.case.name.as_str(), test.kind)).collect();
    let wrong = &[Opinion::WrongAnswer, Opinion::OutputFormat];
    let expected = [
        ("unit/wa", TestKind::Decision(wrong)),
        ("unit/plan.txt:1", TestKind::Decision(&[Opinion::Accepted])),
    ];
    assert_eq!(found, expected);
    let planned = &problem.validator_tests[1].case.input;
    assert_eq!(std::fs::read_to_string(planned).unwrap(), "1");
    let warned: Vec<_> = problem.warnings.iter().map(ToString::to_string).collect();
    assert!(
        warned.iter().any(|words| words.contains("unit/plan.txt:2:1: unknown outcome `odd`")),
        "{warned:?}"
    );
    folder.write("unit/plan.txt", b"\n@test ac\n");
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let warned: Vec<_> = problem.warnings.iter().map(ToString::to_string).collect();
    let words = "unit/plan.txt:3:1: expected `{` behind the outcome";
    assert!(warned.iter().any(|found| found.contains(words)), "{warned:?}");
}

#[test]
fn tests_of_validators_ask_those_of_the_package_or_one_alone() {
    let tests = "unitTests: {validator: [{glob: 'unit/g*.in', outcome: valid}, \
                 {glob: unit/bad.in, outcome: INVALID, validator: {path: other.py}}]}\n";
    let more = "extraValidators: [{path: good.py}]\nvars:";
    let folder = package(&format!("{}{tests}", YAML.replace("vars:", more)));
    for file in ["unit/g1.in", "unit/g2.in", "unit/bad.in", "other.py"] {
        folder.write(file, b"1\n");
    }
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    let called = |case: &jury::problem::Case| {
        let arguments = case.validator_arguments(&problem.root);
        let called = ["validate.py", "good.py", "other.py"].into_iter().filter(|name| {
            let calls = arguments.calls(name);
            assert!(calls.iter().all(|words| *words == ["--N.max=100"]), "{calls:?}");
            !calls.is_empty()
        });
        called.collect::<Vec<_>>().join(" ")
    };
    let found: Vec<_> = problem
        .validator_tests
        .iter()
        .map(|test| (test.case.name.as_str(), test.kind, called(&test.case)))
        .collect();
    let all = || "validate.py good.py".to_owned();
    let expected = [
        ("unit/g1.in", TestKind::ValidInput, all()),
        ("unit/g2.in", TestKind::ValidInput, all()),
        ("unit/bad.in", TestKind::InvalidInput, "other.py".to_owned()),
    ];
    assert_eq!(found, expected);
}

#[test]
fn tests_of_a_checker_behind_an_interactor_are_not_run() {
    let talk = "type: communication\nchecker: {path: good.py}\ninteractor: {path: talk.py}\nvars:";
    for (tests, is_told) in [("[{glob: 'tests/s2.*', outcome: ac}]", true), ("[]", false)] {
        let yaml = format!("{}unitTests: {{checker: {tests}}}\n", YAML.replace("vars:", talk));
        let folder = package(&yaml);
        folder.write("talk.py", b"");
        let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
        assert!(problem.validator_tests.is_empty());
        let said = format!("{:?}{:?}", problem.remarks, problem.warnings);
        assert_eq!(said.contains("behind an interactor, they are not run"), is_told, "{said}");
    }
}

#[test]
fn titles_points_and_outcomes_of_groups_are_the_package_s() {
    let outcome = "outcome: WRONG_ANSWER, score: [40, ~], outcomePerGroup: {small: ac, big: wa}";
    let yaml = YAML.replace("outcome: WRONG_ANSWER", outcome);
    let read = |titles: &str| {
        let folder = package(&format!("{yaml}{titles}"));
        load_unanswered(&folder.path(), &Reading::default()).expect("a package")
    };
    for (titles, name) in [
        ("titles: {pt: Soma, en: Sum}\n", "Sum"),
        ("titles: {pt: Soma, english: A sum}\n", "A sum"),
        ("titles: {pt: Soma, de: Summe}\n", "Soma"),
        ("titles: {}\n", "sum"),
    ] {
        assert_eq!(read(titles).name, name, "{titles}");
    }
    let problem = read("");
    let wrong = problem.submissions.iter().find(|kept| kept.path.ends_with("wrong.py")).unwrap();
    let groups = wrong.expectation.groups.iter();
    let groups: Vec<_> = groups.map(|of| format!("{} {}", of.group, of.verdicts)).collect();
    assert_eq!(groups, ["small AC", "big PC or WA or PE"]);
    let score =
        wrong.expectation.score.as_ref().map(|(least, most)| (least.to_f64(), most.to_f64()));
    assert_eq!(score, Some((40.0, 1e9)));
}

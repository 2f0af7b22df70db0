//! What proves the validators of a package, as it is read: which files, and with which arguments.

use jury::problem::Problem;

use super::{CURRENT, DRAFT, case, package, remarks};

/// The tests of validators: kind, name, answer and output where there are such, arguments.
fn tests(problem: &Problem) -> String {
    let one = |test: &jury::problem::ValidatorTest| {
        let own = &test.case;
        let answer = if own.answer.is_some() { " ans" } else { "" };
        let output = if test.output.is_some() { " out" } else { "" };
        let inputs = own.validator_arguments(&problem.root).of("any");
        let arguments = [inputs, own.checker_arguments(&problem.root)];
        let arguments = arguments.map(|arguments| arguments.join(","));
        format!("{:?} {}{answer}{output} [{}]", test.kind, own.name, arguments.join("|"))
    };
    problem.validator_tests.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// Files of every kind.
const FILES: &[(&str, Option<&str>)] = &[
    ("data/invalid_input/b/2.in", Some("")),
    ("data/invalid_input/a.in", Some("")),
    ("data/invalid_answer/1.in", Some("")),
    ("data/invalid_answer/1.ans", Some("")),
    ("data/invalid_output/1.in", Some("")),
    ("data/invalid_output/1.ans", Some("")),
    ("data/invalid_output/1.out", Some("")),
    ("data/valid_output/1.in", Some("")),
    ("data/valid_output/1.ans", Some("")),
    ("data/valid_output/1.out", Some("")),
    ("data/secret/1.out", Some("")),
];

#[test]
fn every_folder_is_read_and_its_settings_hold() {
    let mut files = FILES.to_vec();
    files.extend([
        ("problem.yaml", Some(CURRENT)),
        (
            "data/test_group.yaml",
            Some("input_validator_args: [x]\noutput_validator_args: [case_sensitive]"),
        ),
        ("data/invalid_input/b/test_group.yaml", Some("input_validator_args: [b]")),
        (
            "data/invalid_output/1.yaml",
            Some("output_validator_args: [space_change_sensitive]\nargs: [s]"),
        ),
    ]);
    let expected = "\
        InvalidAnswer invalid_answer/1 ans [x|case_sensitive]\n\
        InvalidInput invalid_input/a [x|case_sensitive]\n\
        InvalidInput invalid_input/b/2 [b|case_sensitive]\n\
        InvalidOutput invalid_output/1 ans out [x,s|space_change_sensitive]\n\
        ShownOutput secret/1 ans out [x|case_sensitive]\n\
        ValidOutput valid_output/1 ans out [x|case_sensitive]";
    case(&files, tests, expected);
}

#[test]
fn drafts_have_the_settings_of_legacy_and_show_no_outputs() {
    let mut files = FILES.to_vec();
    files.extend([
        ("problem.yaml", Some(DRAFT)),
        (
            "data/testdata.yaml",
            Some("input_validator_flags: x\non_reject: continue\ngrader_flags: ignore_sample"),
        ),
        ("data/invalid_input/b/testdata.yaml", Some("input_validator_flags: b c")),
        ("data/valid_output/testdata.yaml", Some("output_validator_flags: case_sensitive")),
    ]);
    let expected = "\
        InvalidAnswer invalid_answer/1 ans [x|]\n\
        InvalidInput invalid_input/a [x|]\n\
        InvalidInput invalid_input/b/2 [b,c|]\n\
        InvalidOutput invalid_output/1 ans out [x|]\n\
        ValidOutput valid_output/1 ans out [x|case_sensitive]";
    case(&files, tests, expected);
    // They are no groups, and no results of the root's grader.
    case(&files, |problem| format!("{:?}", problem.warnings), "[]");
    let groups = |problem: &Problem| problem.root.all().len().to_string();
    case(&files, groups, "3");
}

#[test]
fn legacy_has_them_too_also_by_names_in_the_plural() {
    let of = |problem: &Problem| problem.validator_tests.len().to_string();
    case(FILES, of, "5");
    let plural =
        [("data/invalid_inputs/a.in", Some("x")), ("data/invalid_answers/b.in", Some("x"))];
    let files = [&plural[..], &[("data/invalid_answers/b.ans", Some("y"))]].concat();
    case(&files, tests, "InvalidAnswer invalid_answer/b ans [|]\nInvalidInput invalid_input/a [|]");
}

#[test]
fn nothing_is_remarked_on_what_is_complete() {
    let legacy = [
        ("problem.yaml", Some("license: cc by\nauthor: A\nsource_url: u\n")),
        ("problem_statement/problem.tex", Some("")),
        ("submissions/accepted/a.py", Some("")),
        // These folders say nothing, and are not likely to be meant to.
        ("submissions/partially_accepted/a.py", Some("")),
    ];
    let bare = [("problem.pdf", Some("")), ("data_old/1.in", Some(""))];
    let uuid = "uuid: 0c9b3a5e-8f5f-4ab1-9d36-8e0f6b6a9d01\n";
    let yaml = format!("{CURRENT}name: {{en: A, sv: B}}\n{uuid}license: cc0\ncredits: C\n");
    let current = [
        ("problem.yaml", Some(yaml.as_str())),
        ("statement/problem.en.md", Some("")),
        ("statement/problem.sv.tex", Some("")),
        ("statement/figure.pdf", Some("")),
        ("submissions/accepted/a.py", Some("")),
        ("submissions/mixed/a.py", Some("")),
    ];
    for files in [&legacy[..], &bare, &current] {
        let mut remarks = remarks(&package(files));
        // The folder of the test has a name of its own.
        remarks.retain(|remark| !remark.contains("the name of a package"));
        assert!(remarks.is_empty(), "{files:?}: {remarks:?}");
    }
}

/// What each input validator of a package in this version is told of `secret/1`, where the group says this.
#[track_caller]
fn by_validator(version: &str, group: (&str, &str), validators: &[&str], expected: &str) {
    let mut files = vec![("problem.yaml", Some(version)), (group.0, Some(group.1))];
    files.extend(validators.iter().map(|name| (*name, Some("import sys; sys.exit(42)\n"))));
    let shown = |problem: &Problem| {
        let case = problem.cases.iter().find(|case| case.name == "secret/1").expect("a case");
        let arguments = case.validator_arguments(&problem.root);
        let all = problem.validator.as_ref().expect("validators").programs().iter();
        let all = all.map(|part| format!("{}: {}", part.name, arguments.of(&part.name).join("|")));
        all.collect::<Vec<_>>().join("\n").replace("input_validators", "…")
    };
    case(&files, shown, expected);
}

#[test]
fn input_validators_may_have_arguments_of_their_own() {
    let two = ["input_validators/a.py", "input_validators/b/main.py", "input_validators/b/x.py"];
    let current = |text| ("data/secret/test_group.yaml", text);
    let map = "input_validator_args: {a: [x, y z], b: [w]}\nargs: [s]";
    by_validator(CURRENT, current(map), &two, "…/a.py: x|y z|s\n…/b: w|s");
    by_validator(CURRENT, current("input_validator_args: {b: [w]}"), &two, "…/a.py: \n…/b: w");
    let map = "input_validator_args: {a.py: [x]}\nargs: [s]";
    by_validator(CURRENT, current(map), &two, "…/a.py: x|s\n…/b: s");
    by_validator(CURRENT, current("input_validator_args: [x]"), &two, "…/a.py: x\n…/b: x");
    // A case says it anew, and a program that is all of the folder is called as its files.
    let whole = ["input_validators/a.cpp", "input_validators/a.h"];
    let case = ("data/secret/1.yaml", "input_validator_args: {a: [x]}");
    by_validator(CURRENT, case, &whole, "…: x");
    let legacy = |text| ("data/secret/testdata.yaml", text);
    for version in ["", DRAFT] {
        let named = "input_validator_flags: {name: b, flags: x  y}";
        by_validator(version, legacy(named), &two, "…/a.py: \n…/b: x|y");
        let map = "input_validator_flags: {a: x y, b: ''}";
        by_validator(version, legacy(map), &two, "…/a.py: x|y\n…/b: ");
    }
}

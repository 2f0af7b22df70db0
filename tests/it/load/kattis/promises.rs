//! What is expected of the submissions of a package: by folders, tags, `submissions.yaml` and
//! `submissions.json`.

use jury::problem::{KeptSubmission, Problem, TimeBound};
use jury::score::Score;

use super::{CURRENT, case};

/// What a score is expected to be, if that is said.
fn range(score: Option<&(Score, Score)>) -> String {
    score.map(|(low, high)| format!(" {low}..{high}")).unwrap_or_default()
}

/// What is expected of each submission.
fn expected(problem: &Problem) -> String {
    let one = |kept: &KeptSubmission| {
        let expectation = &kept.expectation;
        let demands = expectation.demands.iter().map(|demand| {
            let about = demand.about.as_deref().unwrap_or("all");
            let message = demand.message.as_deref().unwrap_or("");
            let score = range(demand.score.as_ref());
            format!(" [{about}: {} / {}{message}{score}]", demand.permitted, demand.required)
        });
        let bound: String = (expectation.timed().into_iter())
            .map(|timed| match (timed.bound, timed.about) {
                (TimeBound::None, _) => String::new(),
                (bound, about) => {
                    let about = about.map_or_else(String::new, |about| format!(" on {about}"));
                    format!(" {}{about}", format!("{bound:?}").to_lowercase())
                }
            })
            .collect();
        let or_cases = expectation.or_cases.as_ref();
        let or_cases = or_cases.map(|rule| format!(" or [{} / {}]", rule.permitted, rule.required));
        let short = if expectation.short_of_best { " short of the best" } else { "" };
        let score = range(expectation.score.as_ref());
        let grades: Vec<_> = expectation.grades.iter().map(|grade| format!(" {grade}")).collect();
        format!(
            "{}: {}{}{}{bound}{}{}{short}",
            kept.path.file_name().unwrap().to_str().unwrap(),
            expectation.verdicts,
            demands.collect::<String>(),
            or_cases.unwrap_or_default(),
            score,
            grades.concat(),
        )
    };
    problem.submissions.iter().map(one).collect::<Vec<_>>().join("\n")
}

#[test]
fn folders_and_tags_say_what_is_expected() {
    let row = |yaml: &str, folder: &str, text: &str, said: &str| {
        let name = format!("submissions/{folder}/x.py");
        case(
            &[("problem.yaml", Some(yaml)), (&name, Some(text))],
            expected,
            &format!("x.py: {said}"),
        );
    };
    row("", "accepted", "", "AC lower");
    let wrong = "WA or [AC or WA / WA]";
    row("", "wrong_answer", "", wrong);
    row("", "time_limit_exceeded", "", "TLE or [AC or WA or TLE / TLE] upper");
    row("", "run_time_error", "", "RTE or [AC or WA or TLE or RTE / RTE]");
    row("", "mixed", "", "any verdict");
    row("", "partially_accepted", "", "any verdict");
    row("type: scoring", "partially_accepted", "", "AC or PC short of the best");
    row("", "wrong_answer", "@EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT", wrong);
    row("", "mixed", "@EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT", "WA or TLE");
    row("type: scoring", "accepted", "@EXPECTED_SCORE@: 12.5", "AC lower 12.5..12.5");
    row(
        "type: scoring",
        "partially_accepted",
        "@EXPECTED_GRADES@ AC WA",
        "AC or PC AC WA short of the best",
    );
    // Grades are for groups that give points, and those of `accepted` are known.
    let grades = "@EXPECTED_GRADES@ AC WA";
    row("", "mixed", grades, "any verdict");
    row("type: scoring", "accepted", grades, "AC lower");
    row(&format!("{CURRENT}type: scoring"), "mixed", grades, "any verdict");
    let all = "AC or WA or TLE or RTE";
    row(CURRENT, "accepted", "", &format!("AC [all: AC / {all}] lower"));
    row(CURRENT, "wrong_answer", "", "WA [all: AC or WA / WA] lower");
    row(CURRENT, "time_limit_exceeded", "", "TLE [all: AC or TLE / TLE] upper");
    row(CURRENT, "run_time_error", "", "RTE [all: AC or RTE / RTE] lower");
    let rejected = format!("WA or TLE or RTE [all: {all} / WA or TLE or RTE]");
    row(CURRENT, "rejected", "", &rejected);
    row(CURRENT, "brute_force", "", "TLE or RTE [all: AC or TLE or RTE / TLE or RTE]");
    row(CURRENT, "mixed", "", "any verdict");
    // Of DOMjudge's dialect.
    for (folder, said) in [("compiler_error", "CE"), ("no_output", "WA"), ("output_limit", "OLE")] {
        let name = format!("submissions/{folder}/x.py");
        case(
            &[(".timelimit", Some("1")), ("domjudge-problem.ini", Some("")), (&name, Some(""))],
            expected,
            &format!("x.py: {said}"),
        );
        row("", folder, "", "any verdict");
    }
}

#[test]
fn scores_are_said_by_tags_and_by_submissions_yaml() {
    let yaml = format!("{CURRENT}type: scoring\n");
    let files = [
        ("problem.yaml", Some(yaml.as_str())),
        ("submissions/submissions.yaml", Some("mixed: {permitted: [AC], score: [10, 20]}\n")),
        ("submissions/mixed/x.py", Some("# @EXPECTED_SCORE@: 12.5\n")),
    ];
    let all = "AC or PC or WA or TLE or RTE";
    let said = format!("x.py: AC or PC [all: AC or PC / {all} 10..20] lower 12.5..12.5");
    case(&files, expected, &said);
}

#[test]
fn tags_of_a_folder_are_those_of_its_first_file_that_has_some() {
    let files = [
        ("submissions/mixed/x/a.py", Some("")),
        ("submissions/mixed/x/b.py", Some("# @EXPECTED_RESULTS@: WRONG-ANSWER\n")),
        ("submissions/mixed/x/c.py", Some("# @EXPECTED_RESULTS@: TIMELIMIT\n")),
    ];
    case(&files, expected, "x: WA");
}

#[test]
fn what_editors_and_builds_leave_behind_is_no_submission() {
    let files = [
        ("submissions/accepted/__pycache__/a.pyc", Some("")),
        ("submissions/accepted/a.class", Some("")),
        ("submissions/accepted/a.py", Some("")),
        ("submissions/accepted/notes.txt", Some("")),
    ];
    case(&files, expected, "a.py: AC lower");
}

#[test]
fn submissions_yaml_adds_rules_and_replaces_defaults() {
    let row = |text: &str, said: &str| {
        let files = [
            ("problem.yaml", Some(CURRENT)),
            ("submissions/submissions.yaml", Some(text)),
            ("submissions/wrong_answer/x.py", Some("")),
        ];
        case(&files, expected, &format!("x.py: {said}"));
    };
    let all = "AC or WA or TLE or RTE";
    let usual = "[all: AC or WA / WA]";
    row("", &format!("WA {usual} lower"));
    row("# nothing\n", &format!("WA {usual} lower"));
    row("wrong_answer: {authors: A}", &format!("WA {usual} lower"));
    row("wrong_answer: {use_for_time_limit: false}", &format!("WA {usual}"));
    row("wrong_answer: {use_for_time_limit: true}", &format!("WA {usual} lower"));
    let slow = format!("any verdict {usual} [all: {all} / TLE] lower upper");
    row("'wrong_answer/*': {use_for_time_limit: upper}", &slow);
    let crashes = format!("RTE [all: {all} / RTE] [all: AC or WA or RTE / {all}] lower");
    row(
        "wrong_answer: {permitted: [AC, WA, TLE, RTE], required: RTE, use_for_time_limit: lower}",
        &crashes,
    );
    row(
        "wrong_answer/x.py: {secret/a: {permitted: [AC]}, secret/b: {required: [TLE]}}",
        &format!(
            "WA {usual} [secret/a: AC / {all}] [secret/b: {all} / TLE] lower lower on secret/a upper on secret/b"
        ),
    );
    row(
        "wrong_answer/x.py: {secret: {permitted: [AC], use_for_time_limit: false}}",
        &format!("WA {usual} [secret: AC / {all}] lower"),
    );
    row(
        "wrong_answer/x.py: {message: ' far'}",
        &format!("WA {usual} [all: {all} / {all} far] lower"),
    );
    row(
        "'{wrong_answer,other}': {secret: {required: WA}}",
        &format!("WA {usual} [secret: {all} / WA] lower"),
    );
    let replaced = "wrong_answer:\n  permitted: [AC, WA, RTE]\n";
    row(replaced, "WA [all: AC or WA or RTE / WA] lower");
    // Another pattern of the same meaning adds.
    row("wrong_answer/*: {permitted: [WA]}", &format!("WA {usual} [all: WA / {all}] lower"));
    row(
        "'*/x.py': {secret/*: {permitted: [WA]}}",
        &format!("WA {usual} [secret/*: WA / {all}] lower lower on secret/*"),
    );
}

/// The rules over a whole submission that allow anything but the lack of a verdict are decided by that verdict.
#[test]
fn a_verdict_decides_where_the_others_may_be_any() {
    let row = |text: &str, decided_by: Option<&str>| {
        let files = [
            ("problem.yaml", Some(CURRENT)),
            ("submissions/submissions.yaml", Some(text)),
            ("submissions/wrong_answer/x.py", Some("")),
        ];
        let shown = |problem: &Problem| {
            let decided_by = problem.submissions[0].expectation.decided_by();
            decided_by.map_or("all cases".to_owned(), |by| by.to_string())
        };
        case(&files, shown, decided_by.unwrap_or("all cases"));
    };
    row("", None);
    let any = "permitted: [AC, WA, TLE, RTE]";
    row(&format!("wrong_answer: {{{any}}}"), Some("WA or PE or OLE"));
    row(
        &format!("wrong_answer: {{{any}, required: [TLE, WA]}}"),
        Some("WA or PE or TLE or ILE or OLE"),
    );
    row(&format!("wrong_answer: {{{any}, message: far}}"), None);
    row(
        &format!("wrong_answer: {{{any}}}\nwrong_answer/x.py: {{required: [WA]}}"),
        Some("WA or PE or OLE"),
    );
    // Two rules that no verdict meets together.
    row(&format!("wrong_answer: {{{any}}}\nwrong_answer/x.py: {{required: [TLE]}}"), None);
    row(
        &format!("wrong_answer: {{{any}}}\nwrong_answer/x.py: {{secret: {{required: [WA]}}}}"),
        None,
    );
}

#[test]
fn languages_and_entry_points_are_those_that_the_package_says() {
    let shown = |problem: &Problem| {
        let kept = &problem.submissions[0];
        format!("{:?} {:?}", kept.language.as_deref(), kept.entry_point.as_deref())
    };
    let json = r#"{"submissions/accepted/x/": {"langid": "java", "entry_point": "A", "team": 3}}"#;
    let files =
        [("submissions.json", Some(json)), ("submissions/accepted/x/A.java", Some("class A {}"))];
    case(&files, shown, "Some(\"java\") Some(\"A\")");
    let yaml = "accepted: {language: python3, entrypoint: x.py}";
    let files = [
        ("problem.yaml", Some(CURRENT)),
        ("submissions/submissions.yaml", Some(yaml)),
        ("submissions/accepted/x.py", Some("")),
    ];
    case(&files, shown, "Some(\"python3\") Some(\"x.py\")");
}

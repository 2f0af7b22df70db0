//! Right packages of the Kattis family: what the reader decides, rule by rule.

use jury::judge::answer::AnswerSource;
use jury::problem::{
    Case, CheckerChoice, Grader, Group, Part, Problem, TimeLimit, TimePlace, ValidatorChoice,
};

use super::{CURRENT, DRAFT, case, package, settings};

#[test]
fn version_and_dialect_are_told_with_the_reason() {
    let format = |problem: &Problem| problem.format.words.clone();
    let by = "by `problem_format_version`";
    settings("", format, "Kattis legacy, without `problem_format_version`");
    for (word, version) in [
        ("legacy", "legacy"),
        ("legacy-icpc", "legacy"),
        ("2023-07", "2023-07-draft"),
        ("2023-07-draft", "2023-07-draft"),
        ("2025-09", "2025-09"),
        ("2025-09-draft", "2025-09"),
        ("draft", "2025-09"),
    ] {
        let text = format!("problem_format_version: {word}");
        settings(&text, format, &format!("Kattis {version}, {by}"));
    }
    let domjudge = |sign: &str| {
        format!("Kattis legacy, without `problem_format_version`, in DOMjudge's dialect, by {sign}")
    };
    let ini = ("domjudge-problem.ini", Some("timelimit = 2"));
    case(&[ini], format, &domjudge("`domjudge-problem.ini`"));
    case(&[("problem.yaml", None), ini], format, &domjudge("`domjudge-problem.ini`"));
    case(&[("submissions.json", Some("{}"))], format, &domjudge("`submissions.json`"));
    let scoring = ("problem.yaml", Some("type: scoring"));
    case(&[scoring, (".timelimit", Some("1"))], format, &domjudge("`.timelimit`"));
    let passes = ("problem.yaml", Some("validation: custom multi-pass"));
    let validator = ("output_validators/v.py", Some(""));
    case(&[passes, validator], format, &domjudge("`validation: custom multi-pass`"));
    let tagged = ("submissions/accepted/a.py", Some("# @EXPECTED_SCORE@: 5\n"));
    case(&[scoring, tagged], format, &domjudge("`@EXPECTED_SCORE@` in a submission"));
    // Signs of DOMjudge's that change nothing, and those in other versions, are none.
    let kattis = "Kattis legacy, without `problem_format_version`";
    case(&[(".timelimit", Some("1"))], format, kattis);
    case(&[tagged], format, kattis);
    let current = ("problem.yaml", Some(CURRENT));
    case(&[current, ini], format, &format!("Kattis 2025-09, {by}"));
}

#[test]
fn cases_stand_in_the_order_of_their_base_names() {
    let names = |problem: &Problem| {
        let names = problem.cases.iter().map(|case| case.name.as_str());
        names.filter(|name| name.starts_with("secret")).collect::<Vec<_>>().join(" ")
    };
    let mut files = Vec::new();
    for name in ["a-1", "a", "b/1", "b.x", "10", "9", "B", "v1.2/1"] {
        files.push((format!("data/secret/{name}.in"), Some("")));
        files.push((format!("data/secret/{name}.ans"), Some("")));
    }
    files.push(("data/secret/1.in.statement".into(), Some("")));
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let expected = "secret/1 secret/10 secret/9 secret/B secret/a secret/a-1 secret/b/1 secret/b.x \
                    secret/v1.2/1";
    case(&files, names, expected);
}

#[test]
fn names_limits_and_constants_are_those_written() {
    let name = |problem: &Problem| problem.name.clone();
    settings("", name, "sums");
    settings("name: No", name, "No");
    settings("name: 2023", name, "2023");
    settings(&format!("{CURRENT}name: {{sv: Summor, en: Sums}}"), name, "Sums");
    settings(&format!("{CURRENT}name: {{sv: Summor}}"), name, "Summor");
    case(&[("domjudge-problem.ini", Some("name = \"Sums here\""))], name, "Sums here");
    let code = |problem: &Problem| format!("{:?}", problem.code);
    settings("", code, "None");
    case(&[("domjudge-problem.ini", Some("short-name = A1"))], code, "Some(\"A1\")");
    let source = |problem: &Problem| format!("{:?}", problem.source);
    settings("source: A contest", source, "Some(\"A contest\")");
    let several = format!("{CURRENT}source: [{{name: A, url: x}}, B]");
    settings(&several, source, "Some(\"A; B\")");
    let limits = |problem: &Problem| {
        let mib = |bytes: u64| bytes >> 20;
        format!("{} {}", mib(problem.limits.memory), mib(problem.limits.output))
    };
    settings("", limits, "2048 8");
    settings("limits: {memory: 512, output: 16}", limits, "512 16");
    let of_validation = |problem: &Problem| {
        let limits = &problem.checker.programs()[0].limits;
        format!("{} s {} {}", limits.cpu.as_secs(), limits.memory >> 20, limits.output >> 20)
    };
    let own = "limits: {validation_time: 3, validation_memory: 512, validation_output: 16}";
    for (more, expected) in [("", "60 s 2048 8"), (own, "3 s 512 16")] {
        let yaml = format!("validation: custom\n{more}");
        let validator = ("output_validators/v.cpp", Some("int main() {}"));
        case(&[("problem.yaml", Some(&yaml)), validator], of_validation, expected);
    }
    let constants = |problem: &Problem| format!("{:?}", problem.additions.constants);
    let text = format!("{CURRENT}constants:\n  n: 5_000_000\n  e: 1e6\n  t: 10.0\n  h: 0x10\n");
    let expected = r#"[("n", "5_000_000"), ("e", "1e6"), ("t", "10.0"), ("h", "0x10")]"#;
    settings(&text, constants, expected);
    let text = format!("{CURRENT}constants:\n  n:\n    value: 7\n    tex: $7$\n");
    settings(&text, constants, r#"[("n", "7"), ("n.value", "7"), ("n.tex", "$7$")]"#);
    settings("constants: {n: 1}", constants, "[]");
}

#[test]
fn time_limits_have_their_sources_and_rules() {
    let time = |problem: &Problem| match &problem.time_limit {
        TimeLimit::Stated => format!("{} s", problem.limits.cpu.as_secs_f64()),
        TimeLimit::Derived => {
            let rule = problem.time_rule;
            format!("{} {} {}", rule.to_limit, rule.to_too_slow, rule.resolution)
        }
        TimeLimit::Known(words) => words.clone(),
    };
    settings("", time, "5 2 1");
    settings("limits: {time_multiplier: 3, time_safety_margin: 4}", time, "3 4 1");
    settings(CURRENT, time, "2 1.5 1");
    settings(DRAFT, time, "2 1.5 1");
    let own = "limits: {time_resolution: 0.5, time_multipliers: {ac_to_time_limit: 4}}";
    settings(&format!("{CURRENT}{own}"), time, "4 1.5 0.5");
    settings(&format!("{CURRENT}limits: {{time_limit: 3.0}}"), time, "3 s");
    settings("limits: {time_limit: 3}", time, "3 s");
    let (ini, alone) = ("domjudge-problem.ini", ".timelimit");
    case(&[(alone, Some(" 1.5\n"))], time, "1.5 s");
    case(&[(ini, Some("timelimit='2'\n"))], time, "2 s");
    case(&[(ini, Some("timelimit=2")), (alone, Some("1"))], time, "2 s");
    let yaml = ("problem.yaml", Some("limits: {time_limit: 4}"));
    case(&[yaml, (ini, Some("timelimit=2")), (alone, Some("1"))], time, "4 s");
    // A limit is one for all languages.
    for version in ["", DRAFT, CURRENT] {
        settings(version, |problem| problem.has_time_factors.to_string(), "false");
    }
}

#[test]
fn time_limits_go_where_one_is_stated_else_where_the_version_has_them() {
    let place = |problem: &Problem| match &problem.time_place {
        TimePlace::Nowhere(why) => why.clone(),
        place => format!("{place:?}"),
    };
    let nowhere = "`legacy` has no place for a time limit; DOMjudge reads one from `.timelimit`";
    settings("", place, nowhere);
    settings(DRAFT, place, "Yaml");
    settings(CURRENT, place, "Yaml");
    let (ini, alone) = ("domjudge-problem.ini", ".timelimit");
    case(&[(ini, Some(""))], place, "Alone");
    case(&[(ini, Some("timelimit=2"))], place, "Ini");
    case(&[(alone, Some("2"))], place, "Alone");
    let yaml = ("problem.yaml", Some("limits: {time_limit: 2}"));
    case(&[yaml], place, "Yaml");
    let both = "the time limit stands in problem.yaml and domjudge-problem.ini: keep one of them";
    case(&[yaml, (ini, Some("timelimit=2"))], place, both);
}

#[test]
fn a_package_says_what_submissions_may_be_and_do() {
    let current = |more: &str| format!("{CURRENT}{more}");
    let takes_answers = |problem: &Problem| problem.additions.takes_answers.to_string();
    settings(CURRENT, takes_answers, "false");
    settings(&current("type: submit-answer"), takes_answers, "true");
    let languages = |problem: &Problem| format!("{:?}", problem.additions.languages);
    settings(CURRENT, languages, "None");
    settings(&current("languages: all"), languages, "None");
    settings(&current("languages: [cpp, java]"), languages, r#"Some(["cpp", "java"])"#);
    let reads_only = |problem: &Problem| problem.additions.reads_only.to_string();
    let key = "allow_file_writing";
    // Files may be written in `legacy`, and in the draft as long as it does not forbid it.
    for (version, [silent, allowed, forbidden]) in [
        ("", ["false"; 3]),
        (DRAFT, ["false", "false", "true"]),
        (CURRENT, ["true", "false", "true"]),
    ] {
        settings(version, reads_only, silent);
        settings(&format!("{version}{key}: true"), reads_only, allowed);
        settings(&format!("{version}{key}: false"), reads_only, forbidden);
    }
    let include = |problem: &Problem| {
        let found = problem.additions.include.as_ref();
        format!("{:?}", found.map(|path| path.strip_prefix(&problem.folder)))
    };
    settings("", include, "None");
    case(&[("include/python3/a.py", Some(""))], include, "Some(Ok(\"include\"))");
}

#[test]
fn programs_are_found_in_every_layout() {
    let parts = |problem: &Problem| {
        let decides = match (&problem.checker, &problem.interactor) {
            (_, Some(part)) => format!("interactor {} {:?}", part.name, part.arguments),
            (CheckerChoice::Programs(parts), _) => {
                let one = |part: &Part| format!("{} {:?}", part.name, part.arguments);
                parts.iter().map(one).collect::<Vec<_>>().join(" ")
            }
            (CheckerChoice::Default { flags, .. }, _) => format!("default {flags:?}"),
            (CheckerChoice::Shipped { name, .. }, _) => format!("shipped {name}"),
        };
        let validators = problem.validator.as_ref().map_or(&[][..], ValidatorChoice::programs);
        let names: Vec<_> = validators.iter().map(|part| part.name.as_str()).collect();
        format!("{decides}; {}", names.join(" "))
    };
    let source = Some("int main() {}");
    let custom = ("problem.yaml", Some("validation: custom\nvalidator_flags: a  b"));
    settings("", parts, "default []; ");
    settings(
        "validator_flags: float_tolerance 1e-6",
        parts,
        "default [\"float_tolerance\", \"1e-6\"]; ",
    );
    let of = |name: &str| format!("{name} [\"a\", \"b\"]; ");
    case(&[custom, ("output_validators/v.cpp", source)], parts, &of("output_validators/v.cpp"));
    case(&[custom, ("output_validators/v/v.cpp", source)], parts, &of("output_validators/v"));
    case(&[custom, ("output_validator/v.cpp", source)], parts, &of("output_validator"));
    let loose = ("output_validators/v.h", Some(""));
    case(&[custom, ("output_validators/v.cpp", source), loose], parts, &of("output_validators"));
    let scripts = [("output_validators/v/build", source), ("output_validators/v/run", source)];
    case(&[&[custom], &scripts[..]].concat(), parts, &of("output_validators/v"));
    let second = ("output_validators/w/w.cpp", source);
    let both = "output_validators/v.cpp [\"a\", \"b\"] output_validators/w [\"a\", \"b\"]; ";
    case(&[custom, ("output_validators/v.cpp", source), second], parts, both);
    // Where only one of several sources can start, they are one program, with their headers.
    let files = [
        custom,
        ("output_validators/v.cpp", source),
        ("output_validators/w.cpp", Some("int f() {}")),
        ("output_validators/w.h", Some("int f();")),
    ];
    case(&files, parts, &of("output_validators"));
    let interactive = ("problem.yaml", Some("validation: custom interactive"));
    let validator = ("output_validators/v.py", source);
    case(&[interactive, validator], parts, "interactor output_validators/v.py []; ");
    // A folder of programs that `validation` does not announce is DOMjudge's habit only.
    case(&[validator], parts, "default []; ");
    let ini = ("domjudge-problem.ini", Some(""));
    case(&[validator, ini], parts, "output_validators/v.py []; ");
    for version in [CURRENT, DRAFT] {
        let yaml = ("problem.yaml", Some(version));
        let own = ("output_validator/v.cpp", source);
        case(&[yaml, own], parts, "output_validator []; ");
        case(&[yaml, ("output_validator/run", source)], parts, "output_validator []; ");
        let inner = ("output_validator/v/v.cpp", source);
        case(&[yaml, inner], parts, "output_validator/v []; ");
        case(&[yaml, validator], parts, "output_validators/v.py []; ");
        case(&[yaml], parts, "default []; ");
    }
    let both = format!("{CURRENT}type: [interactive, multi-pass]");
    let yaml = ("problem.yaml", Some(both.as_str()));
    case(&[yaml, ("output_validator/v.py", source)], parts, "interactor output_validator []; ");
    let old = ("input_format_validators/w.py", source);
    case(&[old], parts, "default []; input_format_validators/w.py");
    let new = ("input_validators/w.py", source);
    case(&[old, new], parts, "default []; input_validators/w.py");
    let several = [new, ("input_validators/a/x.cpp", source), ("input_validators/g.ctd", source)];
    case(&several, parts, "default []; input_validators/a input_validators/w.py");
    let of_answers = |problem: &Problem| {
        let names = problem.answer_validators.iter().map(|part| part.name.as_str());
        names.collect::<Vec<_>>().join(" ")
    };
    for version in ["", DRAFT, CURRENT] {
        let files = [
            ("problem.yaml", Some(version)),
            ("answer_validators/a.py", source),
            ("answer_validators/b/b.cpp", source),
        ];
        case(&files, of_answers, "answer_validators/a.py answer_validators/b");
    }
}

#[test]
fn what_an_interactor_says_is_no_output_of_validation() {
    let output = |problem: &Problem| {
        let part = match (&problem.checker, &problem.interactor) {
            (_, Some(part)) => Some(part),
            (CheckerChoice::Programs(parts), None) => parts.first(),
            _ => None,
        };
        part.map_or_else(String::new, |part| format!("{} MiB", part.limits.output >> 20))
    };
    for (validation, expected) in [("custom", "3 MiB"), ("custom interactive", "1024 MiB")] {
        let yaml = format!("validation: {validation}\nlimits: {{validation_output: 3}}");
        let files = [("problem.yaml", Some(yaml.as_str())), ("output_validators/v.py", Some(""))];
        case(&files, output, expected);
    }
}

#[test]
fn passes_are_two_where_the_package_does_not_say() {
    let passes = |problem: &Problem| format!("{:?}", problem.passes);
    let validator = ("output_validator/v.py", Some(""));
    let yaml = format!("{CURRENT}type: multi-pass\n");
    case(&[("problem.yaml", Some(&yaml)), validator], passes, "Some(2)");
    let yaml = format!("{yaml}limits: {{validation_passes: 5}}");
    case(&[("problem.yaml", Some(&yaml)), validator], passes, "Some(5)");
    settings("", passes, "None");
}

#[test]
fn answers_are_written_by_the_first_accepted_submission_where_there_is_one_run() {
    let source = |problem: &Problem| format!("{:?}", AnswerSource::of(problem));
    let accepted = ("submissions/accepted/a.py", Some(""));
    case(&[accepted], source, "Reference");
    case(&[], source, "Nowhere");
    // The format wants the file all the same.
    let validator = ("output_validator/v.py", Some(""));
    for kind in ["interactive", "multi-pass", "[interactive, multi-pass]"] {
        let yaml = format!("{CURRENT}type: {kind}\n");
        let yaml = ("problem.yaml", Some(yaml.as_str()));
        case(&[yaml, validator, accepted], source, "Empty");
        case(&[yaml, validator], source, "Empty");
    }
}

/// One line a group: what its grader has, `name: flags accept/reject range condition`.
fn graders(problem: &Problem) -> String {
    fn one(group: &Group) -> String {
        let grader = match &group.grader {
            Grader::Legacy(legacy) => format!(
                "{:?} {:?}{}{}{} {}/{} {:?}",
                legacy.verdicts,
                legacy.scores,
                if legacy.any_accepted { " any" } else { "" },
                if legacy.ignores_sample { " nosample" } else { "" },
                if legacy.lower_is_better { " least" } else { "" },
                legacy.accept_score,
                legacy.reject_score,
                legacy.range.1.as_ref().map(ToString::to_string),
            ),
            Grader::Domjudge(domjudge) => format!(
                "{} {:?}{} {:?}",
                domjudge.is_described,
                domjudge.scores,
                if domjudge.ignores_sample { " nosample" } else { "" },
                domjudge.accept_score.as_ref().map(ToString::to_string),
            ),
            Grader::Own | Grader::Partial | Grader::Subtasks(_) | Grader::Sinol(_) => {
                let worth = group.worth.as_ref().map(ToString::to_string);
                format!("{:?} {worth:?} {} {:?}", group.scoring, group.full, group.needs)
            }
        };
        format!("{}: {grader} {:?}", group.name, group.on_failure)
    }
    problem.root.all().into_iter().map(one).collect::<Vec<_>>().join("\n")
}

#[test]
fn groups_of_legacy_inherit_every_key() {
    let pass_fail = ": WorstError Sum 1/0 None Break";
    let expected = format!("{pass_fail}\nsample{pass_fail}\nsecret{pass_fail}");
    settings("", graders, &expected);
    let objective = |word: &str| format!("type: scoring\ngrading: {{objective: {word}}}");
    settings(&objective("max"), graders, &expected);
    settings(&objective("min"), graders, &expected.replace(" Sum", " Sum least"));
    let scoring = ("problem.yaml", Some("type: scoring"));
    // Bounds that no score comes near are none.
    for (range, most) in
        [("0 1e11", "Some(\"100000000000\")"), ("0 1e12", "None"), ("-inf inf", "None")]
    {
        let range = format!("range: {range}");
        let files = [scoring, ("data/testdata.yaml", Some(range.as_str()))];
        case(&files, graders, &expected.replace("None", most));
    }
    let root = "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample first_error max";
    let group = "accept_score: 30\nreject_score: -1\ngrader_flags: min sum min nonsense";
    let files = [
        scoring,
        ("data/testdata.yaml", Some(root)),
        ("data/secret/g/testdata.yaml", Some(group)),
        ("data/secret/g/h/1.in", Some("")),
        ("data/secret/g/h/1.ans", Some("")),
    ];
    let expected = ": FirstError Max nosample 1/0 Some(\"100\") Continue\n\
         sample: FirstError Max nosample 1/0 Some(\"100\") Continue\n\
         secret: FirstError Max nosample 1/0 Some(\"100\") Continue\n\
         secret/g: WorstError Min 30/-1 Some(\"100\") Continue\n\
         secret/g/h: WorstError Min 30/-1 Some(\"100\") Continue";
    case(&files, graders, expected);
    // What ancient packages say in `problem.yaml` holds in every group.
    let ancient = "type: scoring\ngrading: {accept_score: 7, range: 0 9, on_reject: grade}";
    let files = [("problem.yaml", Some(ancient)), ("data/secret/testdata.yaml", Some(group))];
    let expected = ": WorstError Sum 7/0 Some(\"9\") Continue\n\
                    sample: WorstError Sum 7/0 Some(\"9\") Continue\n\
                    secret: WorstError Min 7/-1 Some(\"9\") Continue";
    case(&files, graders, expected);
}

#[test]
fn groups_of_domjudge_inherit_nothing() {
    let files = [
        ("problem.yaml", Some("type: scoring")),
        ("domjudge-problem.ini", Some("")),
        ("data/testdata.yaml", Some("on_reject: continue\ngrader_flags: ignore_sample max")),
        ("data/sample/testdata.yaml", Some("grader_flags: min")),
        ("data/secret/test_group.yaml", Some("accept_score: 1")),
        ("data/secret/g/1.in", Some("")),
        ("data/secret/g/1.ans", Some("")),
    ];
    let expected = ": true Max nosample None Continue\n\
                    sample: true Min None Break\n\
                    secret: true Sum Some(\"1\") Break\n\
                    secret/g: false Sum None Break";
    case(&files, graders, expected);
}

#[test]
fn groups_of_2025_09_give_their_points() {
    let scoring = format!("{CURRENT}type: scoring");
    let scoring = ("problem.yaml", Some(scoring.as_str()));
    let root = ": Some(Sum) None 1 [] Continue";
    let sample = "sample: Some(PassFail) Some(\"0\") 1 [] Continue";
    let secret = "secret: Some(Sum) Some(\"100\") 100 [] Continue";
    case(&[scoring], graders, &format!("{root}\n{sample}\n{secret}"));
    // A score above zero is a partial score there, whatever failed beside it.
    case(&[scoring], |problem| format!("{:?}", problem.root.grader), "Partial");
    // Cases share what a static validation leaves of the points.
    let validation = [
        ("static_validator/v.py", Some("")),
        ("data/secret/test_group.yaml", Some("static_validation_score: 40")),
    ];
    let left = secret.replace(" 100 ", " 60 ");
    case(&[&[scoring], &validation[..]].concat(), graders, &format!("{root}\n{sample}\n{left}"));
    let gone = [("data/secret/1.in", None), ("data/secret/1.ans", None)];
    let groups = [
        ("data/secret/a/test_group.yaml", Some("max_score: 40\nrequire_pass: sample")),
        ("data/secret/a/1.in", Some("")),
        ("data/secret/a/1.ans", Some("")),
        (
            "data/secret/b/test_group.yaml",
            Some("max_score: 60\nscore_aggregation: sum\nrequire_pass: [sample, secret/a]"),
        ),
        ("data/secret/b/x/1.in", Some("")),
        ("data/secret/b/x/1.ans", Some("")),
        ("data/secret/b/2.in", Some("")),
        ("data/secret/b/2.ans", Some("")),
    ];
    let expected = format!(
        "{root}\n{sample}\n{secret}\n\
         secret/a: Some(PassFail) Some(\"40\") 40 [\"sample\"] Continue\n\
         secret/b: Some(Sum) Some(\"60\") 30 [\"sample\", \"secret/a\"] Continue",
    );
    // The share of a case of `secret` itself, which has none, is not asked for.
    let expected = expected.replace("\"100\") 100 ", "\"100\") 100/3 ");
    let files = [&[scoring], &gone[..], &groups[..]].concat();
    let found = graders(&package(&files).load());
    let found = found.replace("33.333333", "100/3");
    assert_eq!(found, expected);
    case(&[("problem.yaml", Some(CURRENT))], graders, ": Some(PassFail) None 1 [] Continue");
}

/// The arguments of the submission, of the checker, and of validators, case by case.
fn arguments(problem: &Problem) -> String {
    let each = problem.cases.iter().map(|case| {
        let checker = case.checker_arguments(&problem.root).join(" ");
        let validator = case.validator_arguments(&problem.root).of("any").join(" ");
        format!("{}: {} | {checker} | {validator}", case.name, case.settings.arguments.join(" "))
    });
    each.collect::<Vec<_>>().join("\n")
}

#[test]
fn arguments_come_from_groups_and_cases() {
    let files = [
        (
            "data/testdata.yaml",
            Some("output_validator_flags: float_tolerance  0.1\ninput_validator_flags: c"),
        ),
        ("data/sample/testdata.yaml", Some("output_validator_flags: \"\"")),
    ];
    case(&files, arguments, "sample/1:  |  | c\nsecret/1:  | float_tolerance 0.1 | c");
    // Where there are scores, DOMjudge gives a group's flags in place of the problem's; else both are given.
    let yaml = ("problem.yaml", Some("type: scoring\nvalidator_flags: case_sensitive"));
    let own = ("data/sample/testdata.yaml", Some("output_validator_flags: float_tolerance 0.1"));
    let expected = "sample/1:  | float_tolerance 0.1 | \nsecret/1:  |  | ";
    case(&[yaml, own], arguments, expected);
    let ini = ("domjudge-problem.ini", Some(""));
    let expected = "sample/1:  | float_tolerance 0.1 | \nsecret/1:  | case_sensitive | ";
    case(&[yaml, own, ini], arguments, expected);
    let yaml = format!("{CURRENT}constants: {{n: 5}}");
    let files = [
        ("problem.yaml", Some(yaml.as_str())),
        ("data/test_group.yaml", Some("output_validator_args: [case_sensitive]")),
        ("data/secret/test_group.yaml", Some("args: ['a b', '{{n}}', '{{m}}']")),
        ("data/secret/1.yaml", Some("input_validator_args: [0.5]\nhint: x")),
    ];
    let expected = "sample/1:  | case_sensitive | \n\
                    secret/1: a b 5 {{m}} | case_sensitive | 0.5 a b 5 {{m}}";
    case(&files, arguments, expected);
    let files = [("problem.yaml", Some(CURRENT)), ("data/secret/1.files/x", Some(""))];
    let shown = |problem: &Problem| {
        let files = problem.cases.iter().map(|case| case.settings.files.is_some().to_string());
        files.collect::<Vec<_>>().join(" ")
    };
    case(&files, shown, "false true");
}

#[test]
fn flags_of_groups_stand_in_place_of_those_of_the_problem_where_domjudge_scores() {
    let flags = |problem: &Problem| {
        let CheckerChoice::Programs(parts) = &problem.checker else { return String::new() };
        let each = problem.cases.iter().map(|case| {
            let flags = [&parts[0].arguments, case.checker_arguments(&problem.root)].concat();
            format!("{}: {}", case.name, flags.join(" "))
        });
        each.collect::<Vec<_>>().join("\n")
    };
    let row = |kind: &str, is_domjudge: bool, expected: &str| {
        let yaml = format!("type: {kind}\nvalidation: custom\nvalidator_flags: all");
        let files = [
            ("problem.yaml", Some(yaml.as_str())),
            ("output_validators/v.py", Some("")),
            ("data/secret/testdata.yaml", Some("output_validator_flags: own")),
            ("domjudge-problem.ini", is_domjudge.then_some("")),
        ];
        case(&files, flags, expected);
    };
    let both = "sample/1: all\nsecret/1: all own";
    row("scoring", true, "sample/1: all\nsecret/1: own");
    row("scoring", false, both);
    row("pass-fail", true, both);
    row("pass-fail", false, both);
}

#[test]
fn static_validations_have_arguments_and_scores_of_their_own() {
    let shown = |problem: &Problem| {
        let found = problem.static_validation.as_ref().expect("a static validation");
        let one = |case: &Case| {
            let score = case.settings.static_score.as_ref().map(ToString::to_string);
            let arguments = case.checker_arguments(&problem.root).join(", ");
            format!("{}: {score:?} {arguments}", case.name)
        };
        let cases: Vec<_> = found.cases.iter().map(one).collect();
        format!("{}\n{}", found.program.name, cases.join("\n"))
    };
    let yaml = format!("{CURRENT}type: scoring\nconstants: {{n: 5}}");
    let files = [
        ("problem.yaml", Some(yaml.as_str())),
        ("static_validator/v.py", Some("")),
        // These are for the output validator.
        ("data/test_group.yaml", Some("output_validator_args: [case_sensitive]")),
        ("data/sample/test_group.yaml", Some("static_validation_score: pass-fail")),
        // As much as all of the group may give.
        (
            "data/secret/test_group.yaml",
            Some("static_validation_score: 100\nstatic_validator_args: [a b, '{{n}}']"),
        ),
    ];
    let expected = "static_validator\n\
                    sample/static_validation: Some(\"1\") \n\
                    secret/static_validation: Some(\"100\") a b, 5";
    case(&files, shown, expected);
}

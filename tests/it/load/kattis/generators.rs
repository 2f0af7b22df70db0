//! What `generators/generators.yaml` lists: the cases, and how each is made.

use jury::problem::load::load_unanswered;
use jury::problem::reading::Reading;
use jury::problem::{Content, GeneratorRule, Maker, Problem};

use super::{CURRENT, package};

/// The generator rules of a package with these lines in its file of generators, a line each: the name, what makes
/// the input, and what lies beside it.
#[track_caller]
fn listed(yaml: &str, expected: &[&str]) {
    let problem = problem(yaml);
    let words: Vec<String> = problem
        .generator_rules
        .iter()
        .map(|generator_rule| words(generator_rule, &problem))
        .collect();
    assert_eq!(words, expected, "for {yaml}");
}

#[track_caller]
fn problem(yaml: &str) -> Problem {
    let folder = package(&[
        ("problem.yaml", Some(&format!("{CURRENT}constants: {{most: 9}}\n"))),
        ("generators/generators.yaml", Some(yaml)),
        ("generators/g.py", Some("x")),
        ("generators/lib.py", Some("x")),
        ("generators/by/hand.in", Some("1\n")),
        ("generators/by/hand.ans", Some("2\n")),
        ("submissions/accepted/a.py", Some("x")),
        ("data", None),
    ]);
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a good package");
    assert_eq!(problem.warnings.len(), 0, "{:?}", problem.warnings);
    problem
}

fn words(generator_rule: &GeneratorRule, problem: &Problem) -> String {
    let content = |content: &Content| match content {
        Content::Text(text) => format!("{text:?}"),
        Content::File(path) => shown(path, problem),
    };
    let [case] = generator_rule.cases.as_slice() else { panic!("one case each") };
    let maker = match &generator_rule.maker {
        Maker::Package(input) => content(input),
        Maker::Program(generator) => {
            let sources: Vec<String> =
                generator.sources().map(|source| shown(source, problem)).collect();
            format!("{} {}", sources.join("+"), generator.words(case.seed).join(" "))
        }
    };
    let beside = case.beside.files.iter();
    let beside = beside.map(|(ending, file)| format!(", {ending}: {}", content(file)));
    let solution = case.beside.solution.as_ref().map(|path| shown(path, problem));
    let solution = solution.map_or_else(String::new, |path| format!(", by {path}"));
    format!("{}: {}{}{solution}", case.name, maker.trim_end(), beside.collect::<String>())
}

fn shown(path: &std::path::Path, problem: &Problem) -> String {
    path.strip_prefix(&problem.folder).expect("in the package").display().to_string()
}

#[test]
fn cases_are_made_by_programs_texts_and_copies() {
    listed(
        "data: {secret: {data: {b: 'g.py 1 {name}', a: {in: '5'}, c: {copy: by/hand}}}}",
        &[
            "secret/a: \"5\\n\"",
            "secret/b: generators/g.py 1 testcase",
            "secret/c: generators/by/hand.in, ans: generators/by/hand.ans",
        ],
    );
    listed(
        "generators: {two: [g.py, lib.py]}\ndata: {secret: {data: {a: 'two {{most}} {{least}}'}}}",
        &["secret/a: generators/g.py+generators/lib.py 9 {{least}}"],
    );
    listed(
        "data: {secret: {data: {a: {in: \"1\\n\", ans: '', yaml: {args: [x]}}, b: by/hand.in}}}",
        &[
            "secret/a: \"1\\n\", ans: \"\", yaml: \"\\\"args\\\": [\\\"x\\\"]\\n\"",
            "secret/b: generators/by/hand.in, ans: generators/by/hand.ans",
        ],
    );
    // What is written stands before what is copied.
    listed(
        "data: {secret: {data: {a: {copy: by/hand, ans: '3'}}}}",
        &["secret/a: generators/by/hand.in, ans: \"3\\n\""],
    );
}

/// Numbers are given through all groups, as wide as their number in all of them asks for.
#[test]
fn lists_are_numbered() {
    let ten = "{'': g.py}, ".repeat(10);
    let yaml = format!(
        "data: {{sample: {{data: [{{'': g.py}}]}}, secret: {{data: [{{x: {{data: [{{b: g.py}}]}}}}, {ten}]}}}}"
    );
    let problem = problem(&yaml);
    let names: Vec<&str> =
        problem.generator_rules.iter().map(|one| one.cases[0].name.as_str()).collect();
    assert_eq!(names[..3], ["sample/01", "secret/1-x/02-b", "secret/03"]);
    assert_eq!(names[9], "secret/10");
    listed(
        "data: {secret: {data: [{a: {in: x, count: 2}}, {b: {in: y}}]}}",
        &["secret/1-a-1: \"x\\n\"", "secret/2-a-2: \"x\\n\"", "secret/3-b: \"y\\n\""],
    );
    // Cases with names of their own have none.
    let mixed = "data: {sample: {data: {a: {in: x, count: 10}}}, secret: {data: [{b: {in: y}}]}}";
    let last = self::problem(mixed).generator_rules.pop().expect("eleven cases");
    assert_eq!(last.cases[0].name, "secret/1-b");
}

/// The seeds are BAPCtools': worked out with Python's hashlib.
#[test]
fn seeds_come_of_salt_number_and_command() {
    listed(
        "random_salt: s\n\
         data: {secret: {data: {a: 'g.py {seed}', b: {generate: 'g.py {seed:1} {count}', count: [2]}}, \
         random_salt: t}, sample: {data: {a: 'g.py {seed}'}}}",
        &[
            "sample/a: generators/g.py 1762279176",
            "secret/a: generators/g.py 146985048",
            "secret/b-2: generators/g.py 1876967654 2",
        ],
    );
}

#[test]
fn solutions_are_inherited() {
    listed(
        "solution: /submissions/accepted/a.py\n\
         data: {secret: {data: {a: {in: x}, b: {in: y, solution: /generators/g.py}}}}",
        &[
            "secret/a: \"x\\n\", by submissions/accepted/a.py",
            "secret/b: \"y\\n\", by generators/g.py",
        ],
    );
}

#[test]
fn groups_have_settings_and_take_cases_from_others() {
    let problem = problem(
        "test_group.yaml: {args: ['1']}\n\
         data: {sample: {data: {a: {in: x}}}, secret: {data: [{g: {include: [sample], data: [{b: {in: y}}]}}, \
         {h: {include: [g], test_group.yaml: {full_feedback: yes}}}]}}",
    );
    let links: Vec<_> =
        problem.listing.links.iter().map(|(link, target)| format!("{link} -> {target}")).collect();
    assert_eq!(
        links,
        [
            "secret/1-g/a -> sample/a",
            "secret/2-h/1-b -> secret/1-g/1-b",
            "secret/2-h/a -> sample/a",
        ]
    );
    let settings: Vec<_> =
        problem.listing.settings.iter().map(|(path, text)| format!("{path}: {text}")).collect();
    assert_eq!(
        settings,
        [
            "secret/2-h/test_group.yaml: full_feedback: yes\n",
            "test_group.yaml: \"args\": [\"1\"]\n",
        ]
    );
}

#[test]
fn each_case_has_expressions_for_its_own_files() {
    let problem = problem(
        "data: {secret: {data: {a: {in: x, match: [x, y]}, b: {in: z, count: 2, match: {ans: z}}}}}",
    );
    let matches: Vec<_> = (problem.listing.matches.iter())
        .map(|wanted| {
            let place = wanted.origin.rsplit_once('/').expect("a path").1;
            format!("{}.{} {} {place}", wanted.case, wanted.ending, wanted.pattern)
        })
        .collect();
    assert_eq!(
        matches,
        [
            "secret/a.in x generators.yaml:1:43",
            "secret/a.in y generators.yaml:1:46",
            "secret/b-1.ans z generators.yaml:1:85",
            "secret/b-2.ans z generators.yaml:1:85",
        ]
    );
}

#[test]
fn cases_that_cannot_be_made_are_counted() {
    let yaml = "data: {secret: {data: {a: {in: x}, b: nowhere.py, c: [x]}}}";
    let folder = package(&[("generators/generators.yaml", Some(yaml))]);
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    assert_eq!(problem.generator_rules.len(), 1);
    assert_eq!(problem.listing.unmade, 2);
}

/// A count repeats texts, and lists of lists cases: neither does so without end.
#[test]
fn there_are_bounds() {
    let text = "x".repeat(1 << 17);
    let yaml = format!("data: {{secret: {{data: {{a: {{in: {text}, count: 100}}}}}}}}");
    let folder = package(&[("generators/generators.yaml", Some(&yaml))]);
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    // These come to exactly as many bytes as there may be.
    assert_eq!(problem.generator_rules.len(), 64);
    let warning = problem.warnings.first().expect("a warning").to_string();
    assert!(warning.ends_with("all commands and texts are more than 8388608 bytes"), "{warning}");

    let cases = "{a: {in: x, count: 100}}, ".repeat(2000);
    let yaml = format!("data: {{secret: {{data: [{cases}]}}}}");
    let folder = package(&[("generators/generators.yaml", Some(&yaml))]);
    let problem = load_unanswered(&folder.path(), &Reading::default()).expect("a package");
    assert_eq!(problem.generator_rules.len(), 100_000);
    let warning = problem.warnings.first().expect("a warning").to_string();
    assert!(warning.ends_with("lists more than 100000 cases"), "{warning}");
}

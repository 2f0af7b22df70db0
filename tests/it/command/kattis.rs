//! Commands that write into packages of the Kattis family, or search by them: cases of their files of
//! generators, new cases, inputs that fail.

use std::fs;

use super::common::World;

const SETTINGS: &str = "problem_format_version: 2025-09\nname: P\nlimits: {time_limit: 2}\n";

/// Accepts a number of one line up to the argument, or any without one. What is started for every case is in C.
const SMALL: &str = r"#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int digits = 0, c;
    long value = 0, most = argc > 1 ? atol(argv[1]) : LONG_MAX;
    for (; (c = getchar()) >= '0' && c <= '9' && digits < 18; digits++) value = 10 * value + c - '0';
    return digits && c == '\n' && getchar() == EOF && value <= most ? 42 : 43;
}
";

/// Accepts what the answer is.
const SAME: &str = r#"#include <stdio.h>
int main(int argc, char **argv) {
    FILE *answer = fopen(argv[2], "r");
    long right, found;
    if (!answer || fscanf(answer, "%ld", &right) != 1) return 1;
    return scanf("%ld", &found) == 1 && found == right ? 42 : 43;
}
"#;

/// Twice the number.
const TWICE: &str = "#include <stdio.h>\nint main(void) { long n = 0; scanf(\"%ld\", &n); printf(\"%ld\\n\", 2 * n); }\n";

/// As [`TWICE`], but 9 at most.
const SHORT: &str = "#include <stdio.h>\nint main(void) { long n = 0; scanf(\"%ld\", &n); printf(\"%ld\\n\", n < 5 ? 2 * n : 9); }\n";

const LISTED: &str = "\
generators: {pair: [main.py, lib.py]}
data:
  sample: {data: {'1': {in: '4', ans: '8'}}}
  secret:
    data:
      - small:
          test_group.yaml: {input_validator_args: ['100']}
          include: [sample]
          data:
            - seeded: main.py {seed}
            - '': {in: '1000', yaml: {input_validator_args: ['1000']}}
            - left: {generate: pair 7, count: 2}
";

/// A package whose cases are still to be made.
fn listed() -> World {
    World::new(&[
        ("p/problem.yaml", SETTINGS),
        ("p/input_validators/small.c", SMALL),
        ("p/submissions/accepted/twice.c", TWICE),
        ("p/generators/generators.yaml", LISTED),
        ("p/generators/main.py", "import sys\nprint(int(sys.argv[1]) % 100)\n"),
        (
            "p/generators/lib.py",
            "import sys\ndef left():\n    open('testcase.in', 'w').write(sys.argv[1] + '\\n')\n    \
             open('testcase.ans', 'w').write('14\\n')\n",
        ),
    ])
}

fn read(world: &World, name: &str) -> String {
    fs::read_to_string(world.path(name)).expect("there")
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn listed_cases_are_made_and_proved() {
    let world = listed();
    fs::write(
        world.path("p/generators/main.py"),
        "import sys\ntry:\n    import lib\n    lib.left()\nexcept ImportError:\n    \
         print(int(sys.argv[1]) % 100)\n",
    )
    .expect("written");
    let told = world.jury(&["grade", "./p", "--reference"], 2);
    assert!(told.err.contains("by `jury generate` from"), "{told:#?}");
    world.jury(&["generate", "./p", "--check"], 1);
    assert!(!world.path("p/data").exists(), "looking changes nothing");
    world.jury(&["generate", "./p"], 0);
    let secret = |name: &str| read(&world, &format!("p/data/secret/1-small/{name}"));
    // SHA-512 of `main.py {seed}`, as Python's hashlib has it, modulo 2^31.
    assert_eq!(secret("1-seeded.in"), "77\n");
    assert_eq!(secret("2.in"), "1000\n");
    assert_eq!(secret("2.ans"), "2000\n");
    assert_eq!(secret("2.yaml"), "input_validator_args: [\"1000\"]\n");
    assert_eq!(secret("4-left-2.in") + &secret("4-left-2.ans"), "7\n14\n");
    assert_eq!(secret("1.in") + &secret("1.ans"), "4\n8\n");
    let link = fs::read_link(world.path("p/data/secret/1-small/1.in")).expect("a link");
    assert_eq!(link.to_str(), Some("../../sample/1.in"));
    world.jury(&["generate", "./p", "--check"], 0);
    let proved = world.jury(&["verify", "./p"], 0);
    assert!(proved.out.contains(" p            6       5 "), "{proved:#?}");
    // A copy does as well, but nothing else.
    let linked = world.path("p/data/secret/1-small/1.in");
    fs::remove_file(&linked).expect("there");
    fs::write(&linked, "4\n").expect("written");
    world.jury(&["generate", "./p", "--check"], 0);
    fs::write(&linked, "5\n").expect("written");
    let told = world.jury(&["generate", "./p", "--check"], 1);
    assert!(told.out.starts_with("secret/1-small/1: is missing\n"), "{told:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn generators_are_run_again_and_files_hold_what_is_listed() {
    // SHA-512 of `odd.py {seed}` is 70865091 modulo 2^31.
    let listed = "retries: 2\ndata: {secret: {data: {a: {generate: 'odd.py {seed}', match: {in: '^7.*2$', \
                  ans: ['^1', 9]}}, b: {in: '5', match: 5}}}}\n";
    let world = World::new(&[
        ("p/problem.yaml", SETTINGS),
        ("p/submissions/accepted/twice.c", TWICE),
        ("p/generators/generators.yaml", listed),
        (
            "p/generators/odd.py",
            "import sys\nif int(sys.argv[1]) % 2: sys.exit(1)\nprint(sys.argv[1])\n",
        ),
    ]);
    let told = world.jury(&["generate", "./p"], 0);
    assert_eq!(read(&world, "p/data/secret/a.in"), "70865092\n");
    let missed = "secret/a.in: its `.ans` has no match for `9`, which ";
    assert_eq!(told.err.matches("has no match").count(), 1, "{told:#?}");
    assert!(told.err.contains(missed) && told.err.contains("generators.yaml:2:"), "{told:#?}");
    let proved = world.jury(&["verify", "./p"], 0);
    assert_eq!(proved.out.matches("has no match").count(), 1, "{proved:#?}");
    fs::write(world.path("p/generators/generators.yaml"), listed.replace("retries: 2\n", ""))
        .expect("written");
    let failed = world.jury(&["generate", "./p"], 2);
    assert!(failed.err.contains("odd.py failed on secret/a: "), "{failed:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn input_validators_find_the_files_of_a_case() {
    let bounded = "import sys\nsys.exit(42 if int(input()) <= int(open('most').read()) else 43)\n";
    let world = World::new(&[
        ("p/problem.yaml", SETTINGS),
        ("p/input_validators/bounded.py", bounded),
        ("p/submissions/accepted/echo.py", "print(input())\n"),
        ("p/data/secret/1.in", "3\n"),
        ("p/data/secret/1.ans", "3\n"),
        ("p/data/secret/1.files/most", "3\n"),
        ("p/data/secret/2.in", "4\n"),
        ("p/data/secret/2.ans", "4\n"),
        ("p/data/secret/2.files/most", "4\n"),
    ]);
    world.jury(&["validate", "./p"], 0);
    world.jury(&["verify", "./p"], 0);
    // What was proved with another file is proved again.
    fs::write(world.path("p/data/secret/2.files/most"), "3\n").expect("written");
    let told = world.jury(&["verify", "./p"], 1);
    assert!(told.out.contains("data/secret/2.in: "), "{told:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn submissions_write_files_only_where_the_package_lets_them() {
    let writes = "open('new', 'w').write('x')\nprint(input())\n";
    let reads = "print(input() + open('old').read())\n";
    let row = |version: &str, expected: &str| {
        let world = World::new(&[
            ("p/problem.yaml", &format!("{version}\nname: P\nlimits: {{time_limit: 2}}\n")),
            ("p/data/secret/1.in", "3\n"),
            ("p/data/secret/1.ans", "3\n"),
            ("p/data/secret/1.files/old", "\n"),
            ("writes.py", writes),
            ("reads.py", reads),
        ]);
        world.jury(&["grade", "./p", "reads.py"], 0);
        let status = i32::from(expected != "AC");
        let told = world.jury(&["grade", "./p", "writes.py", "--json", "-"], status);
        assert!(told.out.contains(&format!("\"verdict\": \"{expected}\"")), "{told:#?}");
    };
    row("problem_format_version: 2025-09", "RTE");
    row("problem_format_version: 2025-09\nallow_file_writing: true", "AC");
    row("problem_format_version: 2023-07-draft", "AC");
    row("problem_format_version: 2023-07-draft\nallow_file_writing: false", "RTE");
}

/// One step of what may happen to a package, and what is told of it.
#[track_caller]
fn told(world: &World, change: &dyn Fn(), stale: &str, proof: &str) {
    change();
    let did = world.jury(&["generate", "./p", "--check"], 1);
    assert!(did.out.starts_with(stale), "{did:#?}");
    let did = world.jury(&["verify", "./p"], 1);
    assert!(did.out.contains(proof), "{did:#?}");
    world.jury(&["generate", "./p"], 0);
    world.jury(&["generate", "./p", "--check"], 0);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_is_not_as_it_is_listed_is_found() {
    let world = listed();
    let text = LISTED.replace("generate: pair 7", "in: '7'");
    fs::write(world.path("p/generators/generators.yaml"), text).expect("written");
    world.jury(&["generate", "./p"], 0);
    let write = |name: &str, text: &str| fs::write(world.path(name), text).expect("written");
    let remove = |name: &str| fs::remove_file(world.path(name)).expect("removed");
    let small = "p/data/secret/1-small";
    told(
        &world,
        &|| write(&format!("{small}/1-seeded.in"), "1\n"),
        "secret/1-small/1-seeded: differs from what its generator rule generates\n",
        "secret/1-small/1-seeded: differs from what its generator rule generates",
    );
    told(
        &world,
        &|| write("p/data/sample/1.ans", "9\n"),
        "sample/1: its `.ans` differs from what the package lists\n",
        "sample/1: its `.ans` differs from what the package lists",
    );
    told(
        &world,
        &|| ["in", "ans"].iter().for_each(|ending| remove(&format!("{small}/1.{ending}"))),
        "secret/1-small/1: is missing\n",
        "secret/1-small/1: is missing: create it with `jury generate`",
    );
    // Settings may be written in other ways, but not say other things.
    let settings = format!("{small}/test_group.yaml");
    write(&settings, "# By hand.\ninput_validator_args:\n  - '100'\n");
    world.jury(&["generate", "./p", "--check"], 0);
    write(&settings, "input_validator_args:\n  - '101'\n");
    let did = world.jury(&["generate", "./p", "--check"], 1);
    assert!(did.out.starts_with("secret/1-small/test_group.yaml: is missing"), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn answers_of_dialogues_and_passes_are_empty() {
    for kind in ["interactive", "multi-pass"] {
        let world = World::new(&[
            ("p/problem.yaml", &format!("{SETTINGS}type: {kind}\n")),
            ("p/output_validator/yes.py", "import sys\nsys.exit(42)\n"),
            ("p/submissions/accepted/a.py", "print(1)\n"),
            ("p/generators/generators.yaml", "data: {secret: {data: {a: {in: '1'}}}}\n"),
            ("new.in", "2\n"),
        ]);
        world.jury(&["generate", "./p"], 0);
        assert_eq!(read(&world, "p/data/secret/a.ans"), "", "{kind}");
        world.jury(&["add", "./p", "new.in", "--no-submissions"], 0);
        assert_eq!(read(&world, "p/data/secret/001.ans"), "", "{kind}");
    }
}

/// A package with a group of each kind, whose checker looks at the answer.
fn grouped(more: &str) -> World {
    World::new(&[
        ("p/problem.yaml", &format!("{SETTINGS}{more}")),
        ("p/input_validators/small.c", SMALL),
        ("p/output_validator/same.c", SAME),
        ("p/submissions/accepted/twice.c", TWICE),
        ("p/submissions/wrong_answer/short.c", SHORT),
        ("p/data/secret/a/1.in", "3\n"),
        ("p/data/secret/a/1.ans", "6\n"),
        ("p/data/secret/a/test_group.yaml", "input_validator_args: ['99']\n"),
        ("p/data/secret/b/1.in", "400\n"),
        ("p/data/secret/b/1.ans", "800\n"),
        ("new.in", "50\n"),
    ])
}

#[test]
fn cases_are_added_to_groups_that_are_there() {
    #[track_caller]
    fn refused(world: &World, words: &[&str], expected: &str) {
        let did = world.jury(&[&["add", "./p", "new.in"], words].concat(), 2);
        assert!(did.err.contains(expected), "{did:#?}");
    }
    let world = grouped("type: scoring\n");
    for group in ["a", "b"] {
        let settings = "max_score: 50\n";
        let place = world.path(&format!("p/data/secret/{group}/test_group.yaml"));
        fs::write(place, settings).expect("written");
    }
    refused(
        &world,
        &[],
        "`secret` contains groups: choose one of `secret/a`, `secret/b` with --group",
    );
    refused(&world, &["--group", "secret/c"], "there is no group `secret/c`");
    refused(&world, &["--group", "other"], "expected a group in `sample` or `secret`");
    world.jury(&["add", "./p", "new.in", "--group", "secret/a", "--no-submissions"], 0);
    assert_eq!(read(&world, "p/data/secret/a/2.ans"), "100\n");
    // Without scores a group more changes nothing.
    let world = grouped("");
    world.jury(&["add", "./p", "new.in", "--group", "secret/c", "--no-submissions"], 0);
    assert_eq!(read(&world, "p/data/secret/c/001.ans"), "100\n");
}

/// Inputs are made from cases, keep to what their group's validators are told, and are answered.
#[test]
fn searches_judge_inputs_as_the_cases_that_they_come_from() {
    let world = grouped("");
    fs::remove_dir_all(world.path("p/data/secret/b")).expect("removed");
    let words =
        ["stress", "./p", "--all-wrong", "--seed", "1", "--time", "60", "--output", "small.in"];
    let did = world.jury(&[&words[..7], &["--shrink-time", "0"]].concat(), 1);
    assert!(did.out.contains("jury add ./p small.in --group secret/a"), "{did:#?}");
    let input = did.out.split("byte").nth(1).and_then(|rest| rest.lines().nth(1)).expect("shown");
    let number: u64 = input.trim().parse().expect("a number");
    assert!((5..=99).contains(&number), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_search_finds_inputs_by_listed_commands() {
    let world = listed();
    let text = "data: {secret: {data: {a: 'main.py {seed} x'}}}\n";
    fs::write(world.path("p/generators/generators.yaml"), text).expect("written");
    fs::write(world.path("wrong.py"), "print(0)\n").expect("written");
    world.jury(&["generate", "./p"], 0);
    let words = ["stress", "./p", "wrong.py", "--time", "60", "--shrink-time", "0"];
    let did = world.jury(&words, 1);
    assert!(did.out.contains("generated by generators/main.py "), "{did:#?}");
    assert!(!did.out.contains("{seed}"), "{did:#?}");
}

#[test]
fn commands_mean_the_package_that_they_are_given_in() {
    #[track_caller]
    fn case(world: &World, words: &[&str], status: i32, expected: &str) {
        let mut command = world.command(words);
        command.current_dir(world.path("p/data/secret"));
        let did = super::common::run(&mut command);
        assert_eq!(did.status, status, "{words:?}: {did:#?}");
        assert!((did.out + &did.err).contains(expected), "{words:?}: no {expected}");
    }
    let world = grouped("");
    case(&world, &["validate"], 0, "2 of 2 inputs are valid");
    case(&world, &["validate", "a/1.in"], 0, "1 of 1 inputs are valid");
    case(&world, &["generate"], 0, "p has no generator rules, and no answer is missing");
    case(
        &world,
        &["add", "../../../new.in", "--dry-run", "--group", "secret/a"],
        0,
        "can be added",
    );
    case(&world, &["add"], 2, "expected an input");
    case(&world, &["stress"], 2, "expected a SUBMISSION");
    let outside = world.jury(&["validate"], 2);
    assert!(outside.err.contains("name a problem, or run jury in its folder"), "{outside:#?}");
}

#[test]
fn a_checker_is_given_the_case_s_own_answer() {
    let world = grouped("");
    fs::write(world.path("out"), "6\n").expect("written");
    let did = world.jury(&["check", "./p", "p/data/secret/a/1.in", "out"], 0);
    assert!(did.out.starts_with("AC"), "{did:#?}");
    fs::write(world.path("out"), "7\n").expect("written");
    world.jury(&["check", "./p", "p/data/secret/a/1.in", "out"], 1);
}

#[test]
fn missing_answers_are_made() {
    let world = grouped("");
    fs::remove_file(world.path("p/data/secret/b/1.ans")).expect("removed");
    let did = world.jury(&["verify", "./p"], 2);
    assert!(did.err.contains("expected `1.ans`; `jury generate` makes it"), "{did:#?}");
    world.jury(&["generate", "./p"], 0);
    assert_eq!(read(&world, "p/data/secret/b/1.ans"), "800\n");
}

/// Warnings stand where GitHub shows them, and notes on the page and in JUnit.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn reports_tell_what_is_no_case_s() {
    let world = World::new(&[
        ("p/problem.yaml", "type: scoring\ncolour: red\nlimits: {time_limit: 2}\n"),
        ("p/data/secret/testdata.yaml", "range: 0 5\naccept_score: 9\n"),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("a.py", "print(1)\n"),
    ]);
    let mut command =
        world.command(&["grade", "./p", "a.py", "--junit", "r.xml", "--html", "r.html"]);
    let did = super::common::run(command.env("GITHUB_ACTIONS", "true"));
    assert_eq!(did.status, 2, "{did:#?}");
    assert!(did.out.contains("::warning file="), "{did:#?}");
    assert!(did.out.contains("p/problem.yaml,line=2,title=p::unknown key `colour`"), "{did:#?}");
    let (junit, page) = (read(&world, "r.xml"), read(&world, "r.html"));
    assert!(junit.contains("errors=\"1\"") && junit.contains("outside its `range`"), "{junit}");
    assert!(page.contains("outside its `range`"), "no note on the page");
    assert!(page.contains("<li>warning: "), "no warning on the page");
}

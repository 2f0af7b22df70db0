//! A package of rbx: its inputs are made by its generators, its answers by its first accepted solution.

use std::fs;

use super::common::{World, run};

const YAML: &str = "name: double
timeLimit: 4000
memoryLimit: 256
scoring: points
validator: {path: validate.cpp}
generators: [{name: gen, path: gen.sh}]
testcases:
  - {name: samples, testcaseGlob: tests/*.in}
  - {name: small, score: 40, generators: [{name: gen, args: '5'}]}
  - {name: big, score: 60, deps: [small], generatorScript: {path: plan.txt}}
solutions:
  - {path: good.c, outcome: ac}
  - {path: small.c, outcome: wa, score: 40}
";

/// A program in C that reads `n`: those of packages are started for every case by every command.
fn c(body: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <string.h>\nint main(int argc, char **argv) {{\n    long n;\n    \
         if (scanf(\"%ld\", &n) != 1) return 1;\n    {body}\n}}\n"
    )
}

/// As C++, which exports wrap.
const VALIDATE: &str = "if (argc < 3 || strcmp(argv[argc - 2], \"--group\")) return 1;\n    \
    return !strcmp(argv[argc - 1], \"small\") && n >= 100;";

/// Solutions; the second is right on small numbers.
const DOUBLE: &str = "printf(\"%ld\\n\", 2 * n);";
const SMALL: &str = "printf(\"%ld\\n\", n < 1500 ? 2 * n : 0);";
const ECHO: &str = "printf(\"%ld\\n\", n);";

/// A generator that prints its argument.
const GEN: &str = "echo \"$1\"\n";

/// The package with such a script.
fn world(name: &str, script: &str) -> World {
    World::new(&[
        ("p/problem.rbx.yml", &YAML.replace("plan.txt", name)),
        (&format!("p/{name}"), script),
        ("p/tests/1.in", "1\n"),
        ("p/gen.sh", GEN),
        ("p/validate.cpp", &c(VALIDATE)),
        ("p/good.c", &c(DOUBLE)),
        ("p/small.c", &c(SMALL)),
    ])
}

#[test]
fn a_package_is_completed_proved_and_judged_by_its_groups() {
    let world = world("plan.txt", "gen 1000\ngen 2000\n");
    // Made aside for who judges.
    let aside = world.jury(&["grade", "./p", "p/small.c"], 1);
    assert!(aside.err.contains("p: 3 inputs and 4 answers that the package lacks"), "{aside:#?}");
    assert!(aside.out.contains("score 40"), "{aside:#?}");
    assert!(!world.path("p/tests/1.ans").exists() && !world.path("p/build").exists());
    world.jury(&["generate", "./p"], 0);
    let read = |name: &str| fs::read_to_string(world.path(&format!("p/{name}"))).unwrap();
    assert_eq!(
        [read("tests/1.ans"), read("build/jury/small/000.in"), read("build/jury/big/001.ans")],
        ["2\n", "5\n", "4000\n"]
    );
    let graded = world.jury(&["grade", "./p", "p/small.c"], 1);
    assert!(graded.out.contains("score 40"), "{graded:#?}");
    let message = "1st words differ - expected: '4000', found: '0'";
    assert!(graded.out.contains(message), "{graded:#?}");
    world.jury(&["verify", "./p"], 0);
    let told = world.jury(&["lint", "./p", "--for", "polygon"], 1);
    assert!(!told.out.contains("it is not run"), "{told:#?}");
    let without = YAML.replace("{path: small.c, outcome: wa, score: 40}", "{path: small.c}");
    fs::write(world.path("p/problem.rbx.yml"), without).unwrap();
    let told = world.jury(&["lint", "./p", "--for", "polygon"], 1);
    let words = "nothing is expected of `small.c`: on Polygon, it is not run";
    assert!(told.out.contains(words), "{told:#?}");
    fs::write(world.path("p/problem.rbx.yml"), YAML).unwrap();
    // The samples give nothing elsewhere either, and groups stand in the order of the package, not of their names.
    for family in ["icpc", "domjudge", "polygon", "cms", "dmoj"] {
        world.jury(&["export", "./p", "--to", family, "--lossy", family], 0);
        for (submission, score) in [("p/small.c", "score 40"), ("p/good.c", "score 100")] {
            let graded = run(&mut world.command(&["grade", family, submission, "--keep-going"]));
            assert!(graded.out.contains(score), "{family}: {graded:#?}");
        }
        world.jury(&["verify", family], 0);
    }
    let limits = "modifiers: {py: {timeMultiplier: 2}}\ntestcases:";
    fs::write(world.path("p/problem.rbx.yml"), YAML.replace("testcases:", limits)).unwrap();
    let told = world.jury(&["lint", "./p", "--for", "kattis"], 1);
    assert!(told.out.contains("limits of single languages (py)"), "{told:#?}");
    let typo = "modifiers: {pyy: {timeMultiplier: 2}}\ntestcases:";
    fs::write(world.path("p/problem.rbx.yml"), YAML.replace("testcases:", typo)).unwrap();
    let told = world.jury(&["grade", "./p", "p/good.c"], 0);
    let words = "limits for `pyy`: no language has sources with this ending: they are passed over";
    assert!(told.err.contains(words), "{told:#?}");
    fs::write(world.path("p/problem.rbx.yml"), YAML).unwrap();
    // The usual checker is one that other families have, too.
    world.jury(&["export", "./p", "--to", "kattis-legacy", "--lossy", "exported"], 0);
    let settings = fs::read_to_string(world.path("exported/problem.yaml")).unwrap();
    assert!(settings.contains("validator_flags: \"case_sensitive\""), "{settings}");
}

#[test]
fn inputs_that_their_lines_make_no_more_are_named_and_made_anew() {
    let world = world("plan.txt", "gen 1000\ngen 2000\n");
    world.jury(&["generate", "./p"], 0);
    fs::write(world.path("p/plan.txt"), "gen 1000\n@input '1700'\n").unwrap();
    let stale = world.jury(&["verify", "./p"], 1);
    assert!(stale.out.contains("build/jury/big/001: differs"), "{stale:#?}");
    assert!(!stale.out.contains("build/jury/big/000: differs"), "{stale:#?}");
    world.jury(&["generate", "./p", "--check"], 1);
    world.jury(&["generate", "./p"], 0);
    let read =
        |name: &str| fs::read_to_string(world.path(&format!("p/build/jury/{name}"))).unwrap();
    assert_eq!([read("big/001.in"), read("big/001.ans")], ["1700", "3400\n"]);
    world.jury(&["verify", "./p"], 0);
}

/// What it prints is read like a script that lies there.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_script_may_be_a_program() {
    let plan = "for number in 1000, 2000:\n    print('gen', number)\n";
    let world = world("plans/plan.py", plan);
    let aside = world.jury(&["grade", "./p", "p/small.c"], 1);
    assert!(aside.err.contains("p: 3 inputs and 4 answers that the package lacks"), "{aside:#?}");
    assert!(aside.out.contains("score 40"), "{aside:#?}");
    world.jury(&["generate", "./p"], 0);
    let made = fs::read_to_string(world.path("p/build/jury/big/001.ans")).unwrap();
    assert_eq!(made, "4000\n");
    world.jury(&["verify", "./p"], 0);
    for (bad, words) in [
        ("raise ValueError('no')\n", "plan.py failed to list cases: exit code 1: ValueError: no"),
        ("print('gem 5')\n", "plans/plan.py: unknown generator `gem`: did you mean `gen`?"),
    ] {
        fs::write(world.path("p/plans/plan.py"), bad).unwrap();
        for command in ["verify", "generate"] {
            let told = world.jury(&[command, "./p"], 2);
            assert!(told.err.contains(words), "{command}: {told:#?}");
        }
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_makes_the_cases_finds_the_users_headers() {
    let yaml = "name: one\ntimeLimit: 4000\nmemoryLimit: 256\n\
                generators: [{name: gen, path: gen.c}]\n\
                testcases: [{name: all, generators: [{name: gen, args: '5'}]}]\n\
                solutions: [{path: good.py, outcome: ac}]\n";
    let world = World::new(&[
        ("p/problem.rbx.yml", yaml),
        ("p/gen.c", "#include <stdio.h>\n#include \"own.h\"\nint main(void) { puts(NUMBER); }\n"),
        ("p/good.py", "print(input())\n"),
        ("mine/own.h", "#define NUMBER \"5\"\n"),
    ]);
    let mut grade = world.command(&["grade", "./p", "p/good.py"]);
    let did = run(grade.env("JURY_INCLUDE", world.path("mine")));
    assert!(did.out.starts_with("AC"), "{did:#?}");
}

/// The variables that rbx's header gives to programs, which the package has no copy of.
const VARIABLES: &str = "#include \"rbx.h\"
#include <iostream>
const auto GREATEST = getVar<long long>(\"N.max\");
int main() {
    long long number;
    std::cin >> number;
    bool are_right = getVar<std::string>(\"who\") == \"A \\\"B\\\"\" && getVar<bool>(\"is\")
        && getVar<double>(\"N\", \"half\") == 0.5 && getVar<int>(\"N.max\") == GREATEST;
    try {
        getVar<int>(\"none\");
        are_right = false;
    } catch (const std::runtime_error &) {
    }
    return are_right && number <= GREATEST ? 0 : 1;
}
";

#[test]
fn programs_include_the_header_of_the_package_s_variables() {
    let yaml = YAML
        .replace("validate.cpp", "checks/validate.cpp")
        .replace("score: 40, generators", "score: 40, vars: {N: {max: 5}}, generators");
    let yaml = format!(
        "{yaml}vars:\n  who: 'A \"B\"'\n  is: true\n  N: {{max: 'py`2 * 10**3`', half: 0.5}}\n"
    );
    let world = World::new(&[
        ("p/problem.rbx.yml", yaml.as_str()),
        ("p/tests/1.in", "1\n"),
        ("p/plan.txt", "gen 1000\ngen 2000\n"),
        ("p/gen.sh", GEN),
        ("p/checks/validate.cpp", VARIABLES),
        ("p/good.c", &c(DOUBLE)),
        ("p/small.c", &c(SMALL)),
    ]);
    world.jury(&["verify", "./p"], 0);
    // One that lies there is of an earlier run of rbx, or of another problem.
    fs::write(world.path("p/rbx.h"), "#error stale\n").unwrap();
    world.jury(&["verify", "./p", "--fresh"], 0);
    // An export has the header, too, also where the program lies beside the old one.
    fs::write(world.path("p/validate.cpp"), VARIABLES).unwrap();
    let beside = yaml.replace("checks/validate.cpp", "validate.cpp");
    fs::write(world.path("p/problem.rbx.yml"), beside).unwrap();
    world.jury(&["export", "./p", "--to", "polygon", "./exported", "--lossy"], 0);
    let made = fs::read_to_string(world.path("exported/files/rbx.h")).unwrap();
    assert!(made.contains("N.max"), "{made}");
    fs::write(world.path("p/problem.rbx.yml"), &yaml).unwrap();
    fs::write(world.path("p/rbx.override.h"), "#error own\n").unwrap();
    let own = world.jury(&["verify", "./p"], 2);
    assert!(own.err.contains("rbx.h:1:2: error: #error own"), "{own:#?}");
    fs::remove_file(world.path("p/rbx.override.h")).unwrap();
    // In a group that has a value of its own, that one holds.
    fs::write(world.path("p/problem.rbx.yml"), yaml.replace("{max: 5}", "{max: 4}")).unwrap();
    let wrong = world.jury(&["verify", "./p"], 2);
    assert!(
        wrong.err.contains("generates an invalid input for build/jury/small/000"),
        "{wrong:#?}"
    );
}

/// Counts what is asked, and tells the checker behind it.
const INTERACTOR: &str = "import sys
number, asked = int(open(sys.argv[1]).read()), 0
while True:
    word, guess = sys.stdin.readline().split()
    if word == '!':
        break
    asked += 1
    print('yes' if int(guess) == number else 'no', flush=True)
open(sys.argv[2], 'w').write(f'{asked}\\n')
sys.exit(0 if int(guess) == number else 1)
";

/// Who asks more often than the jury is wrong.
const CHECKER: &str = "import sys
found, expected = (open(path).read().split() for path in sys.argv[2:4])
sys.exit(3 if not expected else 0 if int(found[0]) <= int(expected[0]) else 1)
";

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn an_answer_is_what_the_interactor_writes_for_the_checker_behind_it() {
    let yaml = "name: guess\ntimeLimit: 4000\nmemoryLimit: 256\ntype: communication\n\
                checker: {path: checker.py}\ninteractor: {path: interactor.py, legacy: true}\n\
                testcases: [{name: all, testcaseGlob: tests/*.in}]\n\
                solutions: [{path: good.py, outcome: ac}, {path: slow.py, outcome: wa}]\n";
    let good =
        "n = 1\nwhile print('?', n, flush=True) or input() != 'yes':\n    n += 1\nprint('!', n)\n";
    let world = World::new(&[
        ("p/problem.rbx.yml", yaml),
        ("p/tests/1.in", "2\n"),
        ("p/interactor.py", INTERACTOR),
        ("p/checker.py", CHECKER),
        ("p/good.py", good),
        ("p/slow.py", &good.replace("n = 1", "n = 0")),
    ]);
    world.jury(&["verify", "./p"], 0);
    world.jury(&["generate", "./p"], 0);
    assert_eq!(fs::read_to_string(world.path("p/tests/1.ans")).unwrap(), "2\n");
    // What the reference does not get accepted is no answer.
    fs::remove_file(world.path("p/tests/1.ans")).unwrap();
    fs::write(world.path("p/good.py"), "print('! 7')\n").unwrap();
    let told = world.jury(&["generate", "./p"], 2);
    assert!(told.err.contains("p/good.py fails on tests/1"), "{told:#?}");
}

/// An interactor decides without answers, so the package lacks nothing.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn of_a_dialogue_no_answer_is_told_to_be_lacking() {
    let yaml = "name: echo\ntimeLimit: 4000\nmemoryLimit: 256\ntype: communication\n\
                interactor: {path: talk.py}\ntestcases: [{name: all, testcaseGlob: tests/*.in}]\n\
                solutions: [{path: good.py, outcome: ac}]\n";
    let talk = "import sys\nnumber = open(sys.argv[1]).read().strip()\nprint(number, flush=True)\n\
                sys.exit(0 if input() == number else 1)\n";
    let world = World::new(&[
        ("p/problem.rbx.yml", yaml),
        ("p/tests/1.in", "5\n"),
        ("p/talk.py", talk),
        ("p/good.py", "print(input(), flush=True)\n"),
    ]);
    let graded = world.jury(&["grade", "./p", "p/good.py"], 0);
    assert_eq!(graded.err, "", "{graded:#?}");
}

/// A solution that is right on small numbers.
const IN_PART: &str = "testcases:\n\
    - {name: samples, testcaseGlob: tests/s*.in}\n\
    - {name: small, score: 30, testcaseGlob: tests/1*.in}\n\
    - {name: big, score: 70, testcaseGlob: tests/2*.in}\n\
    solutions:\n\
    - {path: good.c, outcome: ac}\n\
    - path: half.c\n  \
      outcome: incorrect\n  \
      outcomePerGroup:\n    \
        '*': accepted\n    \
        big: wrong answer\n";

#[test]
fn outcomes_of_groups_are_compared() {
    let head = "name: echo\ntimeLimit: 4000\nmemoryLimit: 256\n";
    let points = format!("{head}scoring: points\n{IN_PART}");
    let world = World::new(&[
        ("p/problem.rbx.yml", points.as_str()),
        ("p/tests/s.in", "1\n"),
        ("p/tests/1.in", "2\n"),
        ("p/tests/2.in", "1000\n"),
        ("p/good.c", &c(ECHO)),
        ("p/half.c", &c("printf(\"%ld\\n\", n < 99 ? n : 99);")),
    ]);
    let verify = |yaml: &str, status| {
        fs::write(world.path("p/problem.rbx.yml"), yaml).unwrap();
        world.jury(&["verify", "./p"], status)
    };
    verify(&points, 0);
    let late = verify(&points.replace("big: wrong answer", "big: tle"), 1);
    assert!(
        late.out.contains("half.c: gets WA in group big, expected PC or TLE or ILE"),
        "{late:#?}"
    );
    verify(&points.replace("'*': accepted", "samples: wa"), 1);
    verify(&points.replace("'*': accepted", "small: any"), 0);
    for (from, to, words) in [
        ("big: wrong", "bug: wrong", "`outcomePerGroup`: unknown group `bug`"),
        ("big: wrong answer", "big: odd", ".big`: unknown outcome `odd`"),
        ("'*': accepted", "'*': jf", "a failure of the judge cannot be expected"),
        ("outcome: ac}", "outcome: ac, outcomePerGroup: {big: wa}}", "makes the answers"),
        ("scoring: points\n", "", "only problems with `scoring: points`"),
    ] {
        let wrong = verify(&points.replace(from, to), 2);
        assert!(wrong.err.contains("problem.rbx.yml:") && wrong.err.contains(words), "{wrong:#?}");
    }
    fs::write(world.path("p/problem.rbx.yml"), &points).unwrap();
    for family in ["icpc", "polygon"] {
        let told = world.jury(&["export", "./p", "--to", family, "--lossy", family], 0);
        assert!(!told.err.contains("expected"), "{told:#?}");
        world.jury(&["verify", family], 0);
        // Who is wrong on small numbers, too, is told so.
        let half =
            if family == "icpc" { "submissions/rejected/half.c" } else { "solutions/half.c" };
        fs::write(world.path(&format!("{family}/{half}")), c("puts(\"1\");")).unwrap();
        world.jury(&["verify", family], 1);
    }
    for family in ["kattis", "domjudge", "cms"] {
        let told = world.jury(&["lint", "./p", "--for", family], 1);
        assert!(told.out.contains("what is expected of `half.c`"), "{told:#?}");
    }
}

/// A validator of the answers of one group.
const SHORT: &str = "if (strcmp(argv[argc - 1], \"small\")) return 1;\n    \
    if (n > 99) { fputs(\"long\\n\", stderr); return 1; }";

#[test]
fn validators_of_groups_and_of_answers_are_called_and_proved() {
    let world = world("plan.txt", "gen 1000\ngen 2000\n");
    let own = "name: small, extraValidators: [{path: odd.c}], outputValidators: [{path: short.c}]";
    let proofs = "unitTests:
  validator:
    - {glob: unit/good*.in, outcome: VALID}
    - {glob: unit/bad*.in, outcome: INVALID}
    - {glob: unit/even*.in, outcome: invalid, validator: {path: odd.c}}
    - {testplan: unit/inputs.txt}
  checker:
    - {glob: unit/ac*, outcome: ACCEPTED}
    - {glob: unit/wa*, outcome: WRONG_ANSWER}
    - {testplan: unit/checks.txt}
solutions:";
    let yaml = YAML.replace("name: small", own).replace("solutions:", proofs);
    for (file, text) in [
        ("problem.rbx.yml", yaml.as_str()),
        ("odd.c", &c("return n % 2 == 0;")),
        ("short.c", &c(SHORT)),
        ("unit/good.in", "5\n"),
        ("unit/bad.in", "x\n"),
        ("unit/even.in", "4\n"),
        ("unit/ac.in", "5\n"),
        ("unit/ac.out", "10\n"),
        ("unit/ac.ans", "10\n"),
        ("unit/wa.in", "5\n"),
        ("unit/wa.out", "11\n"),
        ("unit/wa.ans", "10\n"),
        ("unit/inputs.txt", "@input small valid { 5 }\n\n@input invalid '-1'\n"),
        ("unit/checks.txt", "# longer\n@test wa {\n@input '5'\n@output '10 1'\n@answer '10'\n}\n"),
    ] {
        let path = world.path(&format!("p/{file}"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    // An input that is even is none of the group, and the answer of one above 49 has three digits.
    fs::write(world.path("p/validate.cpp"), c("return n < 0;")).unwrap();
    let proved = world.jury(&["verify", "./p"], 0);
    assert!(proved.out.contains("8 of 8 tests of validators hold"), "{proved:#?}");
    // Inputs are made before anything is proved.
    for (argument, status, words) in [
        ("'6'", 2, "validator `odd.c` rejects it"),
        ("'55'", 1, "the answer validator rejects the answer: long"),
    ] {
        fs::write(world.path("p/problem.rbx.yml"), yaml.replace("'5'", argument)).unwrap();
        let found = world.jury(&["verify", "./p"], status);
        let said = found.out + &found.err;
        assert!(said.contains("small/000") && said.contains(words), "{said}");
    }
    fs::write(world.path("p/problem.rbx.yml"), &yaml).unwrap();
    for (file, text, words) in [
        ("unit/even.in", "3\n", "no input validator rejects it"),
        ("unit/good.in", "y\n", "its input is not valid"),
        ("unit/wa.out", "10\n", "expected WA of the checker, found AC"),
        ("unit/inputs.txt", "\n@input valid 'x'\n", "unit/inputs.txt:2: its input is not valid"),
        (
            "unit/checks.txt",
            "@test ac { @input '5' @output '11' @answer '10' }",
            "checks.txt:1: expected AC",
        ),
    ] {
        let path = world.path(&format!("p/{file}"));
        let before = fs::read(&path).unwrap();
        fs::write(&path, text).unwrap();
        let found = world.jury(&["verify", "./p"], 1);
        assert!(found.out.contains(words), "{found:#?}");
        fs::write(&path, before).unwrap();
    }
}

/// As rbx itself does: whatever fails, all cases are run to prove a package, and samples are no condition.
#[test]
fn all_cases_of_all_groups_say_what_a_solution_gets() {
    let yaml = "name: p\ntimeLimit: 2000\nmemoryLimit: 256\nscoring: points\ntestcases:\n\
                - {name: samples, testcaseGlob: tests/s*.in}\n\
                - {name: one, score: 60, testcaseGlob: tests/a*.in}\n\
                - {name: two, score: 40, deps: [one], testcaseGlob: tests/b*.in}\nsolutions:\n\
                - {path: good.c, outcome: ac}\n- {path: bad.c, outcome: OUTCOME, score: POINTS}\n";
    let world = World::new(&[
        ("p/tests/s1.in", "1\n"),
        ("p/tests/a1.in", "2\n"),
        ("p/tests/a2.in", "3\n"),
        ("p/tests/b1.in", "4\n"),
        ("p/good.c", &c(ECHO)),
    ]);
    let proved = |bad: &str, outcome: &str, points: &str, status: i32| {
        fs::write(world.path("p/bad.c"), c(bad)).unwrap();
        let yaml = yaml.replace("OUTCOME", outcome).replace("POINTS", points);
        fs::write(world.path("p/problem.rbx.yml"), yaml).unwrap();
        world.jury(&["verify", "./p"], status)
    };
    // A sample takes no points of other groups.
    proved("printf(\"%ld\\n\", n > 1 ? n : 0);", "wa", "100", 0);
    // What it gets behind the first failure of a group, and in a group whose dependency failed.
    let late = "if (n == AT) return 1;\n    printf(\"%ld\\n\", n != 2 ? n : 0);";
    for at in ["3", "4"] {
        let did = proved(&late.replace("AT", at), "wa", "0", 1);
        assert!(did.out.contains("bad.c"), "{did:#?}");
    }
    proved(&late.replace("AT", "9"), "wa", "0", 0);
    proved(&late.replace("AT", "3"), "fail", "0", 0);
}

/// As rbx copies them: the line ends become newlines, those of answers, too, whatever a single file has.
#[test]
fn what_is_copied_has_newlines() {
    let world = world("plan.txt", "gen 1000\n@copy own/a.in\n@copy own/b.in\n");
    fs::create_dir(world.path("p/own")).unwrap();
    for (file, text) in
        [("a.in", "2000\r\n"), ("a.ans", "4000\r\n"), ("b.in", "7\n"), ("b.ans", "14\r\n")]
    {
        fs::write(world.path(&format!("p/own/{file}")), text).unwrap();
    }
    let answers = "outputValidators: [{path: lines.c}]\ntestcases:";
    fs::write(world.path("p/problem.rbx.yml"), YAML.replace("testcases:", answers)).unwrap();
    let lines = "#include <stdio.h>\nint main(void) {\n    int c;\n    \
                 while ((c = getchar()) != EOF) if (c == '\\r') return 1;\n    return 0;\n}\n";
    fs::write(world.path("p/lines.c"), lines).unwrap();
    world.jury(&["verify", "./p"], 0);
    world.jury(&["generate", "./p"], 0);
    let read = |name: &str| fs::read(world.path(&format!("p/build/jury/big/{name}"))).unwrap();
    assert_eq!([read("001.in"), read("001.ans")], [b"2000\n", b"4000\n"]);
    assert_eq!(read("002.ans"), b"14\n");
    world.jury(&["generate", "./p", "--check"], 0);
}

/// rbx knows no points of checkers: one that gives some has failed.
#[test]
fn a_checker_that_gives_points_fails() {
    let yaml = "name: p\ntimeLimit: 2000\nmemoryLimit: 256\nchecker: {path: chk.c}\n\
                testcases: [{name: all, testcaseGlob: tests/*.in}]\nsolutions: [{path: good.c, outcome: ac}]\n";
    let checker =
        "#include <stdio.h>\nint main(void) { fputs(\"points 1\\n\", stderr); return 7; }\n";
    let world = World::new(&[
        ("p/problem.rbx.yml", yaml),
        ("p/chk.c", checker),
        ("p/tests/1.in", "1\n"),
        ("p/tests/1.ans", "1\n"),
        ("p/good.c", &c(ECHO)),
    ]);
    let graded = run(&mut world.command(&["grade", "./p", "p/good.c"]));
    let words = "it gives points (exit code 7), and no case has parts here: expected 0, 1, 2 or 3";
    assert!(graded.out.starts_with("JE") && graded.out.contains(words), "{graded:#?}");
}

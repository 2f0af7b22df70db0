//! A sinol package: its tests are made by `ingen`, its points given by groups, its expectations proved.

use std::fs;

use super::common::World;

const CONFIG: &str = "title: Sums
sinol_task_id: sum
time_limit: 10000
memory_limit: 262144
scores: {1: 40, 2: 60}
sinol_expected_scores:
  sum.c:
    expected: {0: {points: 0, status: OK}, 1: {points: 40, status: OK}, 2: {points: 60, status: OK}}
    points: 100
  sumb1.c:
    expected: {1: {points: 40, status: OK}, 2: {points: 0, status: WA}}
    points: 40
  sumb2.c:
    expected: {1: {points: 20, status: OK}, 2: {points: 0, status: RE}}
    points: 20
";

/// The programs are in C: every command starts them for every test.
const INGEN: &str = r#"#include <stdio.h>
static void put(const char *name, const char *text) {
    FILE *test = fopen(name, "w");
    fprintf(test, "%s\n", text);
    fclose(test);
}
int main(void) {
    put("sum0.in", "1 1");
    put("sum1a.in", "1 2");
    put("sum1b.in", "3 4");
    put("sum2a.in", "200 5");
    put("sum1ocen.in", "9 9");
    put("notes.txt", "no test");
}
"#;

const INWER: &str = r#"#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    size_t length = strlen(argv[1]);
    int a, b;
    if (length < 6 || strncmp(argv[1], "sum", 3) || strcmp(argv[1] + length - 3, ".in")) return 1;
    if (scanf("%d%d", &a, &b) != 2) return 1;
    if (!strstr(argv[1], "2a") && a >= 100) return puts("too large"), 1;
}
"#;

/// A second word in an output asks for that percentage.
const CHK: &str = r#"#include <stdio.h>
int main(int argc, char **argv) {
    FILE *output = fopen(argv[2], "r"), *answer = fopen(argv[3], "r");
    int found, expected;
    char percent[9] = "";
    if (!output || !answer || fscanf(answer, "%d", &expected) != 1) return 1;
    int count = fscanf(output, "%d%8s", &found, percent);
    printf("%s\nsaid %d words\n%s\n", count > 0 && found == expected ? "OK" : "WRONG", count, percent);
}
"#;

/// A solution, which reads `a` and `b`.
fn solution(body: &str) -> String {
    format!(
        "#include <stdio.h>\nint main(void) {{\n    int a, b;\n    \
         if (scanf(\"%d%d\", &a, &b) != 2) return 1;\n    {body}\n}}\n"
    )
}

fn world() -> World {
    World::new(&[
        ("p/config.yml", CONFIG),
        ("p/prog/sumingen.c", INGEN),
        ("p/prog/suminwer.c", INWER),
        ("p/prog/sumchk.c", CHK),
        ("p/prog/sum.c", &solution("printf(\"%d\\n\", a + b);")),
        ("p/prog/sumb1.c", &solution("printf(\"%d\\n\", a < 100 ? a + b : 0);")),
        ("p/prog/sumb2.c", &solution("if (a >= 100) return 1;\n    printf(\"%d 50\\n\", a + b);")),
    ])
}

#[test]
fn a_package_is_completed_judged_and_proved() {
    let world = world();
    let made = world.jury(&["generate", "./p"], 0);
    assert!(made.out.contains("10 files written"), "{made:#?}");
    let read = |name: &str| fs::read_to_string(world.path(&format!("p/{name}"))).unwrap();
    assert_eq!((read("in/sum1b.in"), read("out/sum2a.out")), ("3 4\n".into(), "205\n".into()));
    assert!(!world.path("p/in/notes.txt").exists());
    let graded = world.jury(&["grade", "./p", "p/prog/sumb1.c"], 1);
    assert!(graded.out.contains("score 40"), "{graded:#?}");
    let half = world.jury(&["grade", "./p", "p/prog/sumb2.c"], 1);
    assert!(half.out.contains("score 20") && half.out.contains("1  PC  20 of 40"), "{half:#?}");
    world.jury(&["verify", "./p"], 0);
    // A dependency lowers group 1, which is not what is expected of it.
    fs::write(world.path("p/config.yml"), format!("{CONFIG}subtask_dependencies: {{1: [2]}}\n"))
        .unwrap();
    let proved = world.jury(&["verify", "./p"], 1);
    let words = "gets WA in group 1, expected AC or PC";
    assert!(proved.out.contains(words) || proved.err.contains(words), "{proved:#?}");
}

/// The package stays as it is.
#[test]
fn a_package_without_tests_that_give_points_is_judged_by_those_that_ingen_makes() {
    let world = world();
    // A package that no cache has seen.
    let new = format!("{INGEN}// {}\n", world.path("").display());
    fs::write(world.path("p/prog/sumingen.c"), new).unwrap();
    let graded = world.jury(&["grade", "./p", "p/prog/sumb1.c"], 1);
    assert!(graded.out.contains("score 40"), "{graded:#?}");
    let words = "p: 5 inputs that the package lacks are made, and kept in the cache\n";
    assert!(graded.err.starts_with(words), "{graded:#?}");
    assert!(!world.path("p/in").exists() && !world.path("p/out").exists());
    let again = world.jury(&["verify", "./p"], 0);
    let words = "p: 5 inputs that the package lacks were made before\n";
    assert!(again.err.starts_with(words), "{again:#?}");
    // A test of the statement, which is not of its making; and one that it would overwrite.
    fs::create_dir(world.path("p/in")).unwrap();
    fs::write(world.path("p/in/sum1ocen.in"), "8 8\n").unwrap();
    fs::write(world.path("p/in/sum0a.in"), "9 9\n").unwrap();
    let both = world.jury(&["grade", "./p", "p/prog/sum.c"], 0);
    assert!(both.out.contains("\n    0 AAA\n    1 AA\n    2 A\n"), "{both:#?}");
    // Others come of another program.
    fs::write(world.path("p/prog/sumingen.c"), INGEN.replace("\"3 4\"", "\"333 4\"")).unwrap();
    let told = world.jury(&["grade", "./p", "p/prog/sum.c"], 2);
    assert!(told.err.contains("generates an invalid input for sum1b: too large"), "{told:#?}");
    fs::write(world.path("p/prog/sumingen.c"), "int main(void) { return 1; }\n").unwrap();
    let told = world.jury(&["grade", "./p", "p/prog/sum.c"], 2);
    assert!(told.err.contains("sumingen.c failed to generate the tests"), "{told:#?}");
    fs::write(world.path("p/in/sum2a.in"), "1 1\n").unwrap();
    world.jury(&["grade", "./p", "p/prog/sum.c"], 0);
}

#[test]
fn a_test_that_is_another_one_than_ingen_makes_is_found_and_made_anew() {
    let world = world();
    world.jury(&["generate", "./p"], 0);
    fs::write(world.path("p/in/sum1a.in"), "2 2\n").unwrap();
    fs::write(world.path("p/out/sum1a.out"), "4\n").unwrap();
    let stale = world.jury(&["generate", "./p", "--check"], 1);
    assert!(
        stale.out.contains("sum1a: differs from what its generator rule generates"),
        "{stale:#?}"
    );
    let proved = world.jury(&["verify", "./p"], 1);
    assert!(
        format!("{proved:?}").contains("is not what the package's generator makes"),
        "{proved:#?}"
    );
    let made = world.jury(&["generate", "./p"], 0);
    assert!(made.out.contains("2 files written"), "{made:#?}");
    assert_eq!(fs::read_to_string(world.path("p/out/sum1a.out")).unwrap(), "3\n");
    // What is not valid is not written.
    let bad = INGEN.replace("\"1 2\"", "\"100 2\"");
    fs::write(world.path("p/prog/sumingen.c"), bad).unwrap();
    let told = world.jury(&["generate", "./p"], 2);
    assert!(told.err.contains("generates an invalid input for sum1a: too large"), "{told:#?}");
}

/// Asks for the sum of two numbers, one sent to each process.
const SOC: &str = "import os, sys
count, fds = int(sys.argv[1]), list(map(int, sys.argv[2:]))
assert len(fds) == 2 * count
numbers = sys.stdin.read().split()
total = 0
for i in range(count):
    os.write(fds[2 * i + 1], (numbers[i] + '\\n').encode())
    total += int(os.read(fds[2 * i], 100))
print('OK' if total == sum(map(int, numbers)) + count - 1 else 'WRONG')
print('sum', total)
print(50 if numbers[0] == '7' else '')
";

/// Makes its tests by another program beside it.
const SCRIPT: &str = "#!/bin/sh
here=$(dirname \"$0\")
for name in 0 1a 2a; do python3 \"$here/numbers.py\" $name > talk$name.in; done
";

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn an_interactor_talks_by_descriptors_on_tests_that_a_script_makes() {
    let config = "title: Talk\nsinol_task_id: talk\ntime_limit: 10000\nmemory_limit: 262144\n\
                  num_processes: 2\nscores: {1: 40, 2: 60}\n";
    let world = World::new(&[
        ("p/config.yml", config),
        ("p/prog/talksoc.py", SOC),
        ("p/prog/talkingen.sh", SCRIPT),
        ("p/prog/numbers.py", "import sys\nprint(7 if sys.argv[1] == '2a' else 1, 2)\n"),
        ("p/prog/talk.py", "import sys\nprint(int(input()) + int(sys.argv[1]))\n"),
        ("p/prog/talkb1.py", "print(int(input()))\n"),
        ("fails.py", "import sys\nsys.exit(3)\n"),
    ]);
    let made = world.jury(&["generate", "./p"], 0);
    assert!(made.out.contains("3 files written"), "{made:#?}");
    assert_eq!(fs::read_to_string(world.path("p/in/talk2a.in")).unwrap(), "7 2\n");
    let good = world.jury(&["grade", "./p", "p/prog/talk.py"], 1);
    assert!(good.out.contains("score 70"), "{good:#?}");
    let bad = world.jury(&["grade", "./p", "p/prog/talkb1.py"], 1);
    assert!(bad.out.starts_with("WA") && bad.out.contains("sum 3"), "{bad:#?}");
    let fails = world.jury(&["grade", "./p", "fails.py"], 1);
    assert!(fails.out.starts_with("RTE") && fails.out.contains("exit code 3"), "{fails:#?}");
    // What cannot be started is taken lightly by shells.
    let script = "#!/bin/sh\necho > own\nchmod 644 own\n./own > talk0.in\nexit 0\n";
    fs::write(world.path("p/prog/talkingen.sh"), script).unwrap();
    let denied = world.jury(&["generate", "./p"], 2);
    assert!(denied.err.contains("it left nothing in the test talk0"), "{denied:#?}");
}

/// As the one that sinol-make begins packages with: it compiles beside the package, and writes by a path of its
/// own. The rest are things in the way of whoever takes over what it left.
const COMPILING: &str = "#!/bin/bash
prog_dir=\"$(realpath \"$(dirname \"$0\")\")\"
cache_dir=\"$prog_dir/../.cache\"
mkdir -p \"$cache_dir\"
gcc -O2 \"$prog_dir/sumingen.c\" -o \"$cache_dir/sumingen\" || exit 1
for test in 0 1a 2a; do
    \"$cache_dir/sumingen\" $test > \"$prog_dir/../in/sum$test.in\" || exit 1
done
ln -s /etc/passwd sum3.in
mkfifo sum4.in
mkdir sum5.in
";

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_script_starts_what_it_compiles() {
    let source = "#include <stdio.h>\nint main(int argc, char **argv) { puts(argv[1]); return argc != 2; }\n";
    let world = World::new(&[
        (
            "p/config.yml",
            "title: Sums\nsinol_task_id: sum\ntime_limit: 10000\nmemory_limit: 262144\n",
        ),
        ("p/prog/sumingen.sh", COMPILING),
        ("p/prog/sumingen.c", source),
        ("p/prog/sum.py", "print(input())\n"),
    ]);
    let made = world.jury(&["generate", "./p"], 0);
    assert!(made.out.contains("6 files written"), "{made:#?}");
    assert_eq!(fs::read_to_string(world.path("p/in/sum1a.in")).unwrap(), "1a\n");
    assert!(!world.path("p/.cache").exists());
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn the_model_answers_within_the_limits_of_its_language() {
    let slow = "import time\nstart = time.process_time()\nwhile time.process_time() < start + 0.5: pass\n\
                print(sum(map(int, input().split())))\n";
    let config = "title: Sums\nsinol_task_id: sum\ntime_limit: 100\nmemory_limit: 262144\n\
                  override_limits: {py: {time_limit: 10000}}\n";
    let world = World::new(&[
        ("p/config.yml", config),
        ("p/prog/sum.py", slow),
        ("p/in/sum1.in", "1 2\n"),
        ("more.in", "3 4\n"),
    ]);
    let made = world.jury(&["generate", "./p"], 0);
    assert!(made.out.contains("1 file written"), "{made:#?}");
    world.jury(&["verify", "./p"], 0);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_package_of_another_judge_is_not_told_to_get_a_problem_toml() {
    let world = World::new(&[
        (
            "p/config.yml",
            "title: Sums\nsinol_task_id: sum\ntime_limit: 10000\nmemory_limit: 262144\n",
        ),
        ("p/prog/sum.py", "print(sum(map(int, input().split())))\n"),
    ]);
    let told = world.jury(&["generate", "./p"], 2);
    assert!(told.err.contains("p/in: there are no tests, and no `ingen` makes any"), "{told:#?}");
    fs::create_dir(world.path("p/in")).unwrap();
    fs::create_dir(world.path("p/out")).unwrap();
    fs::write(world.path("p/in/sum1.in"), "1 2\n").unwrap();
    fs::write(world.path("p/out/sum1.out"), "3\n").unwrap();
    let none = world.jury(&["generate", "./p"], 0);
    assert!(
        none.out.contains("told by `config.yml`, names no program that makes any"),
        "{none:#?}"
    );
}

/// It says with half of the points that it is content, and ends while the process waits for more.
const CONTENT: &str = "import os, sys
to, from_ = os.fdopen(int(sys.argv[3]), 'w'), os.fdopen(int(sys.argv[2]))
print(1, file=to, flush=True)
from_.readline()
print('OK\\nhalf\\n50', flush=True)
os._exit(0)
";

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn who_writes_to_an_interactor_that_has_decided_is_judged_the_same_each_time() {
    let writes = "#include <stdio.h>\nint main(void) { int n = 0; scanf(\"%d\", &n); printf(\"%d\\n\", n); fflush(stdout);\n\
                  while (scanf(\"%d\", &n) == 1); printf(\"more\\n\"); fflush(stdout); return 0; }\n";
    let inputs: Vec<(String, &str)> =
        ('a'..='z').map(|name| (format!("p/in/talk1{name}.in"), "1\n")).collect();
    let mut files = vec![
        ("p/config.yml", TALK),
        ("p/prog/talksoc.py", CONTENT),
        ("p/prog/talk.py", "print(input(), flush=True)\n"),
        ("writes.c", writes),
    ];
    files.extend(inputs.iter().map(|(path, text)| (path.as_str(), *text)));
    let world = World::new(&files);
    let told = world.jury(&["grade", "./p", "writes.c"], 1);
    assert!(told.out.contains(&"W".repeat(26)), "{told:#?}");
}

/// Of a problem whose interactor has 0.6 s.
const TALK: &str = "title: Talk\nsinol_task_id: talk\ntime_limit: 300\nmemory_limit: 262144\n";

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn an_interactor_that_computes_until_its_time_is_over_is_nobody_elses_fault() {
    let world = World::new(&[
        ("p/config.yml", TALK),
        ("p/in/talk0.in", "1\n"),
        ("p/prog/talksoc.py", "while True:\n    pass\n"),
        // It fails when the interactor is gone.
        ("p/prog/talk.py", "print(int(input()))\n"),
    ]);
    let told = world.jury(&["grade", "./p", "p/prog/talk.py"], 2);
    assert!(told.out.starts_with("JE"), "{told:#?}");
    assert!(
        told.out.contains("interactor `prog/talksoc.py`: stopped: more than 0.6 s"),
        "{told:#?}"
    );
    // Who failed long before is not spared.
    let alone =
        "import os, sys\nwhile os.read(int(sys.argv[2]), 1):\n    pass\nwhile True:\n    pass\n";
    fs::write(world.path("p/prog/talksoc.py"), alone).unwrap();
    fs::write(world.path("p/prog/talk.py"), "raise SystemExit(3)\n").unwrap();
    let told = world.jury(&["grade", "./p", "p/prog/talk.py"], 1);
    assert!(told.out.starts_with("RTE") && told.out.contains("exit code 3"), "{told:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn who_floods_a_slow_interactor_is_late_and_the_interactor_is_not_to_blame() {
    let world = World::new(&[
        ("p/config.yml", TALK),
        ("p/in/talk0.in", "1\n"),
        // It looks at every byte.
        (
            "p/prog/talksoc.py",
            "import os, sys\nread = int(sys.argv[2])\nwhile os.read(read, 1):\n    \
             sum(range(1000))\nprint('WRONG')\n",
        ),
        ("flood.py", "while True:\n    print(1, flush=True)\n"),
        // It takes no notice when the interactor is gone.
        (
            "deaf.py",
            "import os, time\ntry:\n    while True:\n        os.write(1, b'1\\n' * 2048)\n\
             except BrokenPipeError:\n    time.sleep(0.3)\n",
        ),
        ("flood.c", "#include <stdio.h>\nint main(void) {\n  for (;;) printf(\"%d\\n\", 1);\n}\n"),
    ]);
    for flood in ["flood.py", "deaf.py", "flood.c"] {
        let told = world.jury(&["grade", "./p", flood], 1);
        // On a busy machine the submission's own wall time may be over first.
        assert!(told.out.starts_with("TLE") || told.out.starts_with("ILE"), "{told:#?}");
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn an_inwer_that_aborts_rejects_the_test() {
    let inwer = "#include <cassert>\n#include <iostream>\nint main() {\n    int first;\n    \
                 assert(std::cin >> first && first < 5);\n    std::cout << \"OK\\n\";\n}\n";
    let world = World::new(&[
        (
            "p/config.yml",
            "title: Sums\nsinol_task_id: sum\ntime_limit: 10000\nmemory_limit: 262144\n",
        ),
        ("p/prog/suminwer.cpp", inwer),
        ("p/prog/sum.py", "print(input())\n"),
        ("p/in/sum1.in", "1\n"),
        ("p/in/sum2.in", "7\n"),
        ("p/out/sum1.out", "1\n"),
        ("p/out/sum2.out", "7\n"),
    ]);
    let told = world.jury(&["validate", "./p"], 1);
    assert!(
        told.out.contains("p/in/sum2.in: Assertion `std::cin >> first && first < 5' failed."),
        "{told:#?}"
    );
    assert!(told.out.contains("1 of 2 inputs are valid"), "{told:#?}");
}

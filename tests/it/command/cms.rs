//! Tasks of CMS, judged from end to end.

use super::common::World;

const YAML: &str =
    "name: sum\ntitle: Sum\ntime_limit: 10\nmemory_limit: 256\ninfile: ''\noutfile: ''\n";

const GEN: &str = "#ST: 0\n#COPY: gen/ex.txt\n# ST: 40\n1 2\n3 4  # small\n#ST: 60\n200 300\n";

const GOOD: &str = "a, b = map(int, input().split())\nprint(' ', a + b, '\\n')\n";

const BAD: &str = "# @check-accepted: subtask1\n# @check-wrong-answer: subtask2\n\
                   a, b = map(int, input().split())\nprint(a + b if a < 100 else 0)\n";

/// A task whose tests are there, with these files besides.
fn world(yaml: &str, more: &[(&str, &str)]) -> World {
    let files = [
        ("p/task.yaml", yaml),
        ("p/gen/GEN", GEN),
        ("p/gen/ex.txt", "1 1\n"),
        ("p/input/input0.txt", "1 1\n"),
        ("p/output/output0.txt", "2\n"),
        ("p/input/input1.txt", "1 2\n"),
        ("p/output/output1.txt", "3\n"),
        ("p/input/input2.txt", "3 4\n"),
        ("p/output/output2.txt", "7\n"),
        ("p/input/input3.txt", "200 300\n"),
        ("p/output/output3.txt", "500\n"),
    ];
    World::new(&files.into_iter().chain(more.iter().copied()).collect::<Vec<_>>())
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn subtasks_give_the_points_of_their_worst_test() {
    let world = world(YAML, &[("p/sol/solution.py", GOOD), ("p/sol/bad.py", BAD)]);
    let good = world.jury(&["grade", "./p", "p/sol/solution.py"], 0);
    assert!(good.out.contains("score 100"), "{good:#?}");
    let bad = world.jury(&["grade", "./p", "p/sol/bad.py"], 1);
    assert!(bad.out.contains("score 40") && bad.out.contains("subtask2  WA  0 of 60"), "{bad:#?}");
    // Both do what their comments say, and these stay where the subtasks do.
    let verified = world.jury(&["verify", "./p"], 0);
    // Who must fail in a subtask must not be accepted.
    let caught = "WA  bad.py  caught by subtask2/003\n";
    assert!(verified.out.contains(caught) && verified.out.contains("0 of 1"), "{verified:#?}");
    world.jury(&["export", "./p", "--to", "cms", "./out"], 0);
    assert_eq!(std::fs::read_to_string(world.path("out/sol/bad.py")).unwrap(), BAD);
    world.jury(&["verify", "./out"], 0);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn by_default_programs_read_and_write_files() {
    let yaml = YAML.replace("infile: ''\noutfile: ''\n", "");
    let files = "a, b = map(int, open('input.txt').read().split())\nprint(a + b, file=open('output.txt', 'w'))\n";
    let world = world(&yaml, &[("files.py", files), ("streams.py", GOOD)]);
    world.jury(&["grade", "./p", "files.py"], 0);
    let streams = world.jury(&["grade", "./p", "streams.py"], 1);
    assert!(streams.out.contains("score 0"), "{streams:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_checker_gives_shares_of_the_points() {
    let check = "import sys\nhis, mine = open(sys.argv[2]).read(), open(sys.argv[3]).read()\n\
                 print(1.0 if int(mine) == int(his) else 0.5)\n\
                 sys.stderr.write('translate:partial' if int(mine) != int(his) else 'well done')\n";
    let world = world(YAML, &[("p/check/checker.py", check), ("bad.py", BAD)]);
    let bad = world.jury(&["grade", "./p", "bad.py"], 1);
    assert!(bad.out.contains("score 70") && bad.out.contains("subtask2  PC  30 of 60"), "{bad:#?}");
    assert!(bad.out.contains("0.5 of 1 point: output is partially correct"), "{bad:#?}");
    // One that breaks its protocol is the setter's mistake.
    let path = world.path("p/check/checker.py");
    std::fs::write(path, "print('nan')\n").unwrap();
    let broken = world.jury(&["grade", "./p", "bad.py"], 2);
    assert!(broken.out.contains("expected a number from 0 to 1"), "{broken:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn submissions_are_compiled_together_with_graders() {
    let main = "#include \"sum.h\"\n#include <stdio.h>\nint main() {\n    int a, b;\n    \
                if (scanf(\"%d %d\", &a, &b) != 2) return 1;\n    printf(\"%d\\n\", add(a, b));\n}\n";
    let header = "#ifdef __cplusplus\nextern \"C++\"\n#endif\nint add(int a, int b);\n";
    let world = world(
        YAML,
        &[
            ("p/sol/grader.c", main),
            ("p/sol/grader.cpp", main),
            ("p/sol/sum.h", header),
            ("p/sol/grader.py", "from sum import add\nprint(add(*map(int, input().split())))\n"),
            (
                "p/sol/grader.java",
                "public class grader {\n    public static void main(String[] args) {\n        \
                 var in = new java.util.Scanner(System.in);\n        \
                 System.out.println(sum.add(in.nextInt(), in.nextInt()));\n    }\n}\n",
            ),
            ("any.c", "#include \"sum.h\"\nint add(int a, int b) { return a + b; }\n"),
            ("any.cpp", "#include \"sum.h\"\nint add(int a, int b) { return a + b; }\n"),
            ("any.py", "def add(a, b):\n    return a + b\n"),
            (
                "any.java",
                "public class sum {\n    static int add(int a, int b) { return a + b; }\n}\n",
            ),
            ("wrong.py", "def add(a, b):\n    return a * b\n"),
            ("alone.rs", "fn main() {}\n"),
        ],
    );
    for name in ["any.c", "any.cpp", "any.py", "any.java"] {
        world.jury(&["grade", "./p", name], 0);
    }
    world.jury(&["grade", "./p", "wrong.py"], 1);
    let none = world.jury(&["grade", "./p", "alone.rs"], 2);
    assert!(none.err.contains("but the package has no `grader` in that language"), "{none:#?}");
}

#[test]
fn a_grader_that_does_not_build_is_no_compile_error_of_the_submission() {
    let grader = |line: &str| format!("#include <stdio.h>\nint add(int a, int b);\n{line}\n");
    let good =
        "int main(void) { int a, b; scanf(\"%d %d\", &a, &b); printf(\"%d\\n\", add(a, b)); }";
    let world = world(
        YAML,
        &[
            ("p/sol/grader.c", &grader(&good.replace("); }", ") }"))),
            ("good.c", "int add(int a, int b) { return a + b; }\n"),
            ("broken.c", "int add(int a, int b) { return a + c; }\n"),
            ("other.c", "int sub(int a, int b) { return a - b; }\n"),
        ],
    );
    let told = world.jury(&["grade", "./p", "good.c", "broken.c"], 2);
    let is_named = told.err.contains("grader.c does not build:\ngrader.c: In function");
    assert!(is_named && !told.out.contains("CE"), "{told:#?}");
    std::fs::write(world.path("p/sol/grader.c"), grader(good)).unwrap();
    world.jury(&["grade", "./p", "good.c"], 0);
    for name in ["broken.c", "other.c"] {
        let did = world.jury(&["grade", "./p", name], 1);
        assert!(did.out.starts_with("CE"), "{did:#?}");
    }
    // What includes the submission cannot be built by itself.
    std::fs::write(world.path("p/sol/grader.c"), format!("#include \"sum.c\"\n{}", grader(good)))
        .unwrap();
    let did = world.jury(&["grade", "./p", "broken.c"], 1);
    assert!(did.out.starts_with("CE"), "{did:#?}");
}

/// Adds by the first process and multiplies by the second one.
const MANAGER: &str = "import sys\na, b, c = map(int, open('input.txt').read().split())\n\
    assert sys.stdin.read().split() == [str(a), str(b), str(c)]\n\
    def ask(number, *words):\n    up, down = sys.argv[1 + 2 * number:3 + 2 * number]\n    \
    with open(down, 'w') as to, open(up) as came:\n        \
    print(*words, file=to, flush=True)\n        return int(came.readline() or 0)\n\
    try:\n    found = ask(1, ask(0, a, b), c)\n\
    except OSError:\n    found = 0\n\
    print(1.0 if found == (a + b) * c else 0.5 if found else 0.0)\n\
    sys.stderr.write('found %d' % found)\n";

const STUB: &str = "import sys, talk\nwith open(sys.argv[1]) as came, open(sys.argv[2], 'w') as to:\n    \
    first, second = map(int, came.readline().split())\n    \
    print((talk.multiply if sys.argv[3] == '1' else talk.add)(first, second), file=to)\n";

/// A communication task with two processes.
fn two_processes(more: &[(&str, &str)]) -> World {
    let files = [
        (
            "p/task.yaml",
            "name: talk\ntitle: Talk\ntime_limit: 10\nmemory_limit: 256\nnum_processes: 2\n",
        ),
        ("p/gen/GEN", "#ST: 30\n1\n#ST: 70\n2\n"),
        ("p/input/input0.txt", "1 2 3\n"),
        ("p/input/input1.txt", "5 7 100\n"),
        ("p/check/manager.py", MANAGER),
        ("p/sol/stub.py", STUB),
        (
            "p/sol/solution.py",
            "def add(a, b):\n    return a + b\ndef multiply(a, b):\n    return a * b\n",
        ),
    ];
    World::new(&files.into_iter().chain(more.iter().copied()).collect::<Vec<_>>())
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_manager_talks_with_all_processes_of_a_submission() {
    let world = two_processes(&[
        (
            "part.py",
            "def add(a, b):\n    return a + b\ndef multiply(a, b):\n    return a * b if b < 50 else 1\n",
        ),
        (
            "peeks.py",
            "import sys\nknown = bool(sys.stdin.read())\ndef add(a, b):\n    return known * (a + b)\n\
             def multiply(a, b):\n    return known * a * b\n",
        ),
    ]);
    let good = world.jury(&["grade", "./p", "p/sol/solution.py"], 0);
    assert!(good.out.contains("score 100"), "{good:#?}");
    // The test is for the manager alone.
    let peeks = world.jury(&["grade", "./p", "peeks.py"], 1);
    assert!(peeks.out.starts_with("WA") && peeks.out.contains("score 0"), "{peeks:#?}");
    let part = world.jury(&["grade", "./p", "part.py"], 1);
    assert!(part.out.contains("score 65") && part.out.contains("found 1"), "{part:#?}");
    world.jury(&["verify", "./p"], 0);
    // CMS looks for a `stub` beside a manager, whatever it is called here.
    std::fs::rename(world.path("p/sol/stub.py"), world.path("p/sol/grader.py")).unwrap();
    world.jury(&["export", "./p", "--to", "cms", "./out", "--lossy"], 0);
    assert!(world.path("out/sol/stub.py").exists() && !world.path("out/sol/grader.py").exists());
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn nobody_waits_for_a_side_that_has_ended() {
    let world = two_processes(&[
        ("ends.py", "raise SystemExit(0)\n"),
        ("fails.py", "import sys\nsys.stderr.write('boom')\nsys.exit(3)\n"),
        // The first process talks, the second one is gone.
        (
            "half.py",
            "import sys\nif sys.argv[3] == '1':\n    sys.exit(4)\ndef add(a, b):\n    return a + b\n",
        ),
    ]);
    let began = std::time::Instant::now();
    let ends = world.jury(&["grade", "./p", "ends.py"], 1);
    assert!(ends.out.starts_with("WA") && ends.out.contains("score 0"), "{ends:#?}");
    let fails = world.jury(&["grade", "./p", "fails.py"], 1);
    assert!(fails.out.starts_with("RTE") && fails.out.contains("exit code 3"), "{fails:#?}");
    let half = world.jury(&["grade", "./p", "half.py"], 1);
    assert!(half.out.starts_with("RTE") && half.out.contains("exit code 4"), "{half:#?}");
    // A manager that breaks later is not what they failed on.
    let breaks = "import sys, time\nfor name in sys.argv[1::2]:\n    open(name).read()\n\
                  time.sleep(0.5)\nraise SystemExit(5)\n";
    std::fs::write(world.path("p/check/manager.py"), breaks).unwrap();
    let fails = world.jury(&["grade", "./p", "fails.py"], 1);
    assert!(fails.out.starts_with("RTE") && fails.out.contains("exit code 3"), "{fails:#?}");
    // A process that waited for its wall clock would take 20 s and more.
    assert!(began.elapsed().as_secs() < 120, "{:?}", began.elapsed());
    // The manager's own failure is the setter's mistake.
    std::fs::write(world.path("p/check/manager.py"), "raise SystemExit(5)\n").unwrap();
    let broken = world.jury(&["grade", "./p", "p/sol/solution.py"], 2);
    assert!(broken.out.contains("exit code 5: expected 0"), "{broken:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn without_a_stub_processes_talk_by_their_standard_streams() {
    let manager = "import sys\na, b = map(int, sys.stdin.read().split())\n\
                   with open(sys.argv[2], 'w') as to, open(sys.argv[1]) as came:\n    \
                   print(a, b, file=to, flush=True)\n    found = int(came.readline())\n\
                   print(1.0 if found == a + b else 0.0)\n";
    let world = World::new(&[
        ("p/task.yaml", "name: talk\ntitle: Talk\ntime_limit: 10\nmemory_limit: 256\nn_input: 1\n"),
        ("p/input/input0.txt", "1 2\n"),
        ("p/check/manager.py", manager),
        ("good.py", "print(sum(map(int, input().split())))\n"),
        ("bad.py", "print(7)\n"),
        ("deaf.py", "import os, time\nprint(7, flush=True)\nos.close(0)\ntime.sleep(0.5)\n"),
    ]);
    world.jury(&["grade", "./p", "good.py"], 0);
    let bad = world.jury(&["grade", "./p", "bad.py"], 1);
    assert!(bad.out.starts_with("WA"), "{bad:#?}");
    // A manager that fails because the submission is gone is not to blame.
    let talkative = "import sys\nwith open(sys.argv[2], 'w') as to, open(sys.argv[1]):\n    \
                     while True:\n        print(1, file=to, flush=True)\n";
    std::fs::write(world.path("p/check/manager.py"), talkative).unwrap();
    // Nor where its end is seen first: pipes are closed before.
    for submission in ["bad.py", "deaf.py"] {
        let gone = world.jury(&["grade", "./p", submission], 1);
        assert!(gone.out.starts_with("WA"), "{gone:#?}");
        assert!(
            gone.out.contains("the submission ended while the interactor was still writing"),
            "{gone:#?}"
        );
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn what_a_task_lacks_is_made_by_its_own_programs() {
    let world = World::new(&[
        ("p/task.yaml", YAML),
        ("p/gen/GEN", GEN),
        ("p/gen/ex.txt", "1 1\n"),
        ("p/gen/limiti.py", "MOST = 300\n"),
        (
            "p/gen/generatore.py",
            "import sys\nfrom limiti import MOST\na, b = map(int, sys.argv[1:])\nassert b <= MOST\nprint(a, b)\n",
        ),
        (
            "p/gen/valida.py",
            "import sys\nimport limiti\na, b = map(int, open(sys.argv[1]).read().split())\n\
             assert b <= limiti.MOST and (sys.argv[2] != '2' or a < 10)\n",
        ),
        ("p/sol/soluzione.py", GOOD),
        ("p/sol/bad.py", BAD),
    ]);
    // Made aside for who judges.
    let aside = world.jury(&["grade", "./p", "p/sol/bad.py"], 1);
    assert!(aside.err.contains("p: 4 inputs and 4 answers that the package lacks"), "{aside:#?}");
    assert!(aside.out.contains("score 40") && !world.path("p/input").exists(), "{aside:#?}");
    world.jury(&["generate", "./p"], 0);
    let read = |name: &str| std::fs::read_to_string(world.path(&format!("p/{name}"))).unwrap();
    assert_eq!(
        [read("input/input0.txt"), read("input/input3.txt"), read("output/output2.txt")],
        ["1 1\n", "200 300\n", "  7 \n\n"]
    );
    let bad = world.jury(&["grade", "./p", "p/sol/bad.py"], 1);
    assert!(bad.out.contains("score 40"), "{bad:#?}");
    world.jury(&["verify", "./p"], 0);
    // The validator knows subtasks by their numbers.
    std::fs::write(world.path("p/input/input1.txt"), "11 2\n").unwrap();
    let invalid = world.jury(&["validate", "./p"], 1);
    assert!(invalid.out.contains("AssertionError"), "{invalid:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn inputs_that_the_recipe_makes_no_more_are_found() {
    let generator = "import sys\nprint(*sys.argv[1:])\n";
    let more = [("p/sol/solution.py", GOOD), ("p/gen/generator.py", generator)];
    let world = world(YAML, &more);
    let good = world.jury(&["verify", "./p"], 0);
    assert!(!good.out.contains("differs"), "{good:#?}");
    std::fs::write(world.path("p/output/output2.txt"), "  7\n").unwrap();
    world.jury(&["generate", "--check", "./p"], 0);
    // A test more in the first subtask: the next one's input is another test's.
    std::fs::write(world.path("p/gen/GEN"), GEN.replace("3 4", "1 3\n3 4")).unwrap();
    let stale = world.jury(&["verify", "./p"], 1);
    assert!(stale.out.contains("subtask1/002: differs from what"), "{stale:#?}");
    let found = world.jury(&["generate", "--check", "./p"], 1);
    assert!(found.out.contains("3 cases are out of date"), "{found:#?}");
    world.jury(&["generate", "./p"], 0);
    let read = |name: &str| std::fs::read_to_string(world.path(name)).unwrap();
    assert_eq!(read("p/input/input2.txt"), "1 3\n");
    assert_eq!(read("p/output/output2.txt").trim(), "4");
    assert_eq!(read("p/input/input4.txt"), "200 300\n");
    let made = world.jury(&["verify", "./p"], 0);
    assert!(!made.out.contains("not compared"), "{made:#?}");
    std::fs::remove_file(world.path("p/gen/generator.py")).unwrap();
    let unmade = world.jury(&["verify", "./p"], 0);
    assert!(unmade.out.contains("what makes 4 inputs is missing"), "{unmade:#?}");
}

/// Checks by assertions, and counts on the number of the subtask.
const ASSERTS: [(&str, &str); 2] = [
    (
        "py",
        "import sys\nfirst = int(open(sys.argv[1]).read())\nassert first <= (5, 50)[int(sys.argv[2]) - 1], 'too large'\n",
    ),
    (
        "cpp",
        "#include <cassert>\n#include <cstdlib>\n#include <fstream>\nint main(int, char** words) {\n    \
         std::ifstream input(words[1]);\n    int first;\n    assert(input >> first);\n    \
         assert(first <= (atoi(words[2]) == 1 ? 5 : 50));\n}\n",
    ),
];

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_validator_that_fails_by_an_assertion_rejects_and_an_input_is_judged_as_the_last_test() {
    for (ending, validator) in ASSERTS {
        let world = World::new(&[
            (
                "p/task.yaml",
                "name: p\ntitle: P\ntime_limit: 5\nmemory_limit: 256\ninfile: ''\noutfile: ''\n",
            ),
            ("p/gen/GEN", "#ST: 40\n1\n#ST: 60\n20\n"),
            (&format!("p/gen/valida.{ending}"), validator),
            ("p/input/input0.txt", "1\n"),
            ("p/output/output0.txt", "1\n"),
            ("p/input/input1.txt", "20\n"),
            ("p/output/output1.txt", "20\n"),
            ("p/sol/soluzione.py", "print(input())\n"),
            ("good.in", "30\n"),
            ("large.in", "60\n"),
            ("word.in", "x\n"),
        ]);
        world.jury(&["validate", "./p"], 0);
        world.jury(&["check", "./p", "good.in", "good.in", "good.in"], 0);
        let told = world.jury(&["validate", "./p", "good.in", "large.in", "word.in"], 1);
        assert!(told.out.contains("1 of 3 inputs are valid"), "{ending}: {told:#?}");
        assert!(told.out.contains("large.in: Assert"), "{ending}: {told:#?}");
        let added = world.jury(&["add", "./p", "good.in"], 2);
        assert!(added.err.contains("its own files say which tests there are"), "{added:#?}");
    }
}

/// CMS gives headers to submissions beside graders alone, but the task's own solutions are built where they lie.
#[test]
fn solutions_of_the_task_find_the_headers_beside_them() {
    let source = "#include <stdio.h>\n#include \"sum.h\"\nint main(void) {\n    int a, b;\n    \
                  return scanf(\"%d%d\", &a, &b) - 2 || printf(\"%d\\n\", sum(a, b)) < 0;\n}\n";
    let header = "static int sum(int a, int b) { return a + b; }\n";
    let more = [("p/sol/solution.c", source), ("p/sol/sum.h", header), ("mine.c", source)];
    let world = world(YAML, &more);
    world.jury(&["verify", "./p"], 0);
    let mine = world.jury(&["grade", "./p", "mine.c"], 1);
    assert!(mine.out.starts_with("CE  mine.c"), "{mine:#?}");
    world.jury(&["export", "./p", "--to", "cms", "again", "--lossy"], 0);
    world.jury(&["verify", "./again"], 0);
    let icpc = world.jury(&["export", "./p", "--to", "icpc", "icpc", "--lossy"], 0);
    let words = "left out: headers that submissions include, such as `sum.h`\n";
    assert!(icpc.err.contains(words), "{icpc:#?}");
}

/// Task-maker puts them where generators and validators run.
#[test]
fn limits_of_the_task_lie_where_its_programs_run() {
    let reads =
        |more: &str| format!("read -r most < limiti.yaml || exit 3\nmost=${{most#N: }}\n{more}\n");
    let more = [
        ("p/gen/limiti.yaml", "N: 300\n"),
        ("p/gen/generator.sh", &reads("[ \"$2\" -le \"$most\" ] && echo \"$@\"")),
        ("p/gen/validator.sh", &reads("read -r a b < \"$1\"; [ \"$b\" -le \"$most\" ]")),
        ("p/sol/solution.sh", "read a b; echo $((a + b))\n"),
    ];
    let world = world(YAML, &more);
    world.jury(&["verify", "./p"], 0);
    let lost = world.jury(&["export", "./p", "--to", "icpc", "icpc"], 2);
    let words = "files that validators open in their working directory, such as `limiti.yaml`";
    assert!(lost.err.contains(words), "{lost:#?}");
    // What they were run with is known with what they read.
    std::fs::write(world.path("p/gen/limiti.yaml"), "N: 299\n").unwrap();
    let told = world.jury(&["verify", "./p"], 1);
    assert!(told.out.contains("input3.txt"), "{told:#?}");
}

#[test]
fn no_task_that_a_contest_names_is_missing_without_a_word() {
    let contest = "name: c\ntasks: [a, b, ../p, '']\nusers: [{username: u, password: hidden}]\n";
    let task = [
        ("c/a/task.yaml", YAML),
        ("c/a/input/input0.txt", "1 2\n"),
        ("c/a/output/output0.txt", "3\n"),
        ("c/a/sol/solution.sh", "read a b; echo $((a + b))\n"),
    ];
    let world = world(YAML, &[&task[..], &[("c/contest.yaml", contest)]].concat());
    let missing = world.jury(&["verify", "./c"], 2);
    assert!(missing.err.contains("no problem folder `./c/b`"), "{missing:#?}");
    assert!(
        missing.out.contains("1 of 2 problems verified; could not be checked: ./c/b"),
        "{missing:#?}"
    );
    for hidden in ["hidden", "../p"] {
        assert!(!missing.out.contains(hidden) && !missing.err.contains(hidden), "{missing:#?}");
    }
    // Without the list, and by its old name.
    for contest in ["name: c\n", "nome: c\nproblemi: [a]\n"] {
        std::fs::write(world.path("c/contest.yaml"), contest).unwrap();
        world.jury(&["verify", "./c"], 0);
    }
}

/// CMS makes what it starts executable by itself.
#[test]
fn a_checker_need_not_be_executable() {
    let more = [
        ("p/check/checker", "#!/bin/sh\necho 0.5\n"),
        ("p/sol/solution.sh", "read a b; echo $((a + b))\n"),
    ];
    let world = world(YAML, &more);
    let half = world.jury(&["grade", "./p", "p/sol/solution.sh"], 1);
    assert!(half.out.contains("score 50"), "{half:#?}");
}

#[test]
fn outputs_by_nearly_their_names_are_told_what_they_are_called() {
    let yaml = format!("{YAML}output_only: true\n");
    let names = ["output_000.txt", "output_001.txt", "output_2.txt", "output_003.txt"];
    let outputs = names.map(|name| format!("mine/{name}"));
    let texts = ["2\n", "3\n", "7\n", "500\n"];
    let more: Vec<_> = outputs.iter().map(String::as_str).zip(texts).collect();
    let world = world(&yaml, &more);
    let told = world.jury(&["grade", "./p", "mine"], 1);
    let words = "no answer for subtask1/002: expected `output_002.txt`; of no case: `output_2.txt`";
    assert!(told.out.contains(words) && told.out.contains("score 60"), "{told:#?}");
}

#[test]
fn what_is_missing_for_a_search_is_told_in_words_of_the_format() {
    let world = world(YAML, &[("p/sol/solution.sh", "read a b; echo $((a + b))\n")]);
    let told = world.jury(&["stress", "./p", "p/sol/solution.sh"], 2);
    let words =
        "its package names no generator that takes a seed (with an input validator, jury uses its";
    assert!(told.err.contains(words) && !told.err.contains("[stress]"), "{told:#?}");
}

/// The sum of two numbers, if the first one is small.
const SMALL: &str = "#include <stdio.h>\nint main(void) {\n    int a, b;\n    \
                     return scanf(\"%d%d\", &a, &b) - 2 || printf(\"%d\\n\", a < 100 ? a + b : 0) < 0;\n}\n";

#[test]
fn without_subtasks_the_original_of_task_maker_may_want_all_tests() {
    let original = "title: Sum\ntime_limit: 5\nmemory_limit: 256\n";
    let world = world(YAML, &[("p/task.yaml.orig", original), ("small.c", SMALL)]);
    std::fs::remove_file(world.path("p/gen/GEN")).unwrap();
    let mean = world.jury(&["grade", "./p", "small.c"], 1);
    assert!(mean.out.contains("score 75"), "{mean:#?}");
    let least = format!("{original}score_type: GroupMin\n");
    std::fs::write(world.path("p/task.yaml.orig"), least).unwrap();
    let least = world.jury(&["grade", "./p", "small.c"], 1);
    assert!(least.out.contains("score 0"), "{least:#?}");
    // So it does in a package for CMS.
    let told = world.jury(&["export", "./p", "--to", "cms", "./cms", "--lossy"], 0);
    let again = world.jury(&["grade", "./cms", "small.c"], 1);
    assert!(again.out.contains("score 0"), "{told:#?} {again:#?}");
}

#[test]
fn dependencies_beside_the_settings_of_cms_are_warned_of() {
    let cases = ": SUBTASK 40 one\n: COPY gen/ex.txt\n: COPY gen/ex.txt\n: COPY gen/ex.txt\n: SUBTASK 60 two\n\
                 : STDEP one\n: COPY gen/ex.txt\n";
    let world =
        world(YAML, &[("p/gen/cases.gen", cases), ("large.c", &SMALL.replace("a < 100", "a > 1"))]);
    let judged = world.jury(&["grade", "./p", "large.c"], 1);
    assert!(judged.out.contains("score 60"), "{judged:#?}");
    assert!(judged.err.contains("cases.gen:6:1: `STDEP` is passed over"), "{judged:#?}");
}

#[test]
fn a_stub_of_the_original_of_task_maker_talks_by_its_streams() {
    let stub = "#include <stdio.h>\nint add(int, int);\nint main(void) {\n    int a, b;\n    \
                return scanf(\"%d%d\", &a, &b) - 2 || printf(\"%d\\n\", add(a, b)) < 0;\n}\n";
    let manager = "#include <stdio.h>\nint main(int count, char **words) {\n    int a, b, sum = 0;\n    \
                   if (scanf(\"%d%d\", &a, &b) != 2 || count != 3) return 1;\n    \
                   FILE *to = fopen(words[2], \"w\"), *from = fopen(words[1], \"r\");\n    \
                   fprintf(to, \"%d %d\\n\", a, b);\n    fflush(to);\n    \
                   if (fscanf(from, \"%d\", &sum) != 1) sum = 0;\n    puts(sum == a + b ? \"1\" : \"0\");\n}\n";
    let world = world(
        YAML,
        &[
            ("p/task.yaml.orig", "title: Sum\ntime_limit: 5\nmemory_limit: 256\n"),
            ("p/check/manager.c", manager),
            ("p/sol/stub.c", stub),
            ("good.c", "int add(int a, int b) { return a + b; }\n"),
        ],
    );
    std::fs::remove_file(world.path("p/gen/GEN")).unwrap();
    world.jury(&["grade", "./p", "good.c"], 0);
}

/// task-maker writes such a file of `task.toml`.
#[test]
fn subtasks_of_a_score_type_may_be_maps() {
    let maps = "n_input: 4\nscore_type: GroupMin\nscore_type_parameters:\n\
                - max_score: 40.0\n  testcases:\n  - '000'\n  - '001'\n  always_show_testcases: false\n\
                - max_score: 60.0\n  testcases:\n  - '002'\n  - '003'\n  always_show_testcases: false\n";
    let world = world(&format!("{YAML}{maps}"), &[("p/task.toml", ""), ("small.c", SMALL)]);
    let judged = world.jury(&["grade", "./p", "small.c"], 1);
    assert!(judged.out.contains("score 40"), "{judged:#?}");
}

#[test]
fn subtasks_of_the_same_cases_are_all_exported() {
    let world = World::new(&[
        (
            "p/task.yaml",
            "name: echo\ntitle: Echo\ntime_limit: 5.0\nmemory_limit: 64\ninfile: ''\noutfile: ''\n\
             n_input: 2\nscore_type: GroupMin\nscore_type_parameters:\n- [10, '(000|001)$']\n- [20, '(000|001)$']\n\
             - [40, '(001)$']\n- [5, '.*']\n",
        ),
        ("p/input/input0.txt", "1\n"),
        ("p/output/output0.txt", "1\n"),
        ("p/input/input1.txt", "2\n"),
        ("p/output/output1.txt", "2\n"),
        (
            "p/sol/solution.c",
            "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", getchar() - '0'); }\n",
        ),
        ("two.c", "#include <stdio.h>\nint main(void) { puts(\"2\"); }\n"),
    ]);
    let of = |place: &str| {
        let options = ["--keep-going", "--json", "-"];
        let arguments = [&["grade", place, "p/sol/solution.c", "two.c"], &options[..]].concat();
        let text = world.jury(&arguments, 1).out;
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let all = json["submissions"].as_array().unwrap().iter();
        all.map(|own| own["score"].as_f64()).collect::<Vec<_>>()
    };
    assert_eq!(of("./p"), [Some(75.0), Some(40.0)]);
    for family in ["icpc", "polygon", "dmoj"] {
        let target = format!("./{family}");
        world.jury(&["export", "./p", "--to", family, &target, "--lossy"], 0);
        assert_eq!(of(&target), [Some(75.0), Some(40.0)], "{family}");
    }
}

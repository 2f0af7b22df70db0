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
fn subtasks_give_the_points_of_their_worst_test() {
    let world = world(YAML, &[("p/sol/solution.py", GOOD), ("p/sol/bad.py", BAD)]);
    let good = world.jury(&["grade", "./p", "p/sol/solution.py"], 0);
    assert!(good.out.contains("score 100"), "{good:#?}");
    let bad = world.jury(&["grade", "./p", "p/sol/bad.py"], 1);
    assert!(bad.out.contains("score 40") && bad.out.contains("subtask2  WA  0 of 60"), "{bad:#?}");
    // Both do what their comments say.
    world.jury(&["verify", "./p"], 0);
}

#[test]
fn by_default_programs_read_and_write_files() {
    let yaml = YAML.replace("infile: ''\noutfile: ''\n", "");
    let files = "a, b = map(int, open('input.txt').read().split())\nprint(a + b, file=open('output.txt', 'w'))\n";
    let world = world(&yaml, &[("files.py", files), ("streams.py", GOOD)]);
    world.jury(&["grade", "./p", "files.py"], 0);
    let streams = world.jury(&["grade", "./p", "streams.py"], 1);
    assert!(streams.out.contains("score 0"), "{streams:#?}");
}

#[test]
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

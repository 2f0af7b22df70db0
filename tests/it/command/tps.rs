//! Packages of TPS whose validators are scripts: they read standard input, and reject by their assertions.

use std::fs;

use super::common::World;

const PROBLEM: &str = r#"{"name": "sum", "title": "Sum", "type": "Batch", "time_limit": 4, "memory_limit": 256,
    "has_grader": false}"#;

const MODEL: &str = r#"{"good.py": {"verdict": "model_solution"}}"#;

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_validator_rejects_by_an_assertion_and_is_broken_by_its_own_mistake() {
    let validator = "a, b = map(int, input().split())\nassert a < 10, 'a is too large'\n";
    let subtasks = r#"{"global_validators": ["check.py"], "subtask_sensitive_validators": [],
        "subtasks": {"all": {"index": 0, "score": 100, "validators": []}}}"#;
    let world = World::new(&[
        ("t/problem.json", PROBLEM),
        ("t/gen/data", "@subtask all\nmanual 1.in\n"),
        ("t/gen/manual/1.in", "1 2\n"),
        ("t/subtasks.json", subtasks),
        ("t/solutions.json", MODEL),
        ("t/solution/good.py", "print(sum(map(int, input().split())))\n"),
        ("t/validator/check.py", validator),
        ("t/tests/0-01.in", "1 2\n"),
        ("t/tests/0-01.out", "3\n"),
    ]);
    world.jury(&["verify", "./t"], 0);
    for (input, words) in [
        ("90 2\n", "0-01.in: AssertionError: a is too large"),
        ("x y\n", "0-01.in: ValueError: invalid literal"),
    ] {
        fs::write(world.path("t/tests/0-01.in"), input).unwrap();
        let found = world.jury(&["verify", "./t"], 1);
        assert!(found.out.contains(words), "{found:#?}");
    }
    fs::write(world.path("t/validator/check.py"), validator.replace("input", "inptu")).unwrap();
    let broken = world.jury(&["verify", "./t"], 1);
    assert!(
        broken.out.contains("check.py`: it crashed; its standard error ends with: NameError"),
        "{broken:#?}"
    );
}

/// Whether a test of this number, in both subtasks, is valid for validators like these.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn validators_of_subtasks_look_at_all_their_tests() {
    let own = "import sys\nmost = {'small': 9, 'all': 99}[sys.argv[1]]\n\
               assert int(input().split()[0]) <= most, sys.argv[1]\n";
    let subtasks = r#"{"subtask_sensitive_validators": ["own.py {subtask}"], "subtasks": {
        "small": {"index": 0, "score": 40, "validators": ["odd.py"]}, "all": {"index": 1, "score": 60}}}"#;
    let world = World::new(&[
        ("t/problem.json", PROBLEM),
        (
            "t/gen/data",
            "@testset common\nmanual 1.in\n@subtask small\n@include common\n@subtask all\n\
                        @include small\nmanual 2.in\n",
        ),
        ("t/gen/manual/1.in", "1 2\n"),
        ("t/gen/manual/2.in", "40 2\n"),
        ("t/subtasks.json", subtasks),
        ("t/solutions.json", MODEL),
        ("t/solution/good.py", "print(sum(map(int, input().split())))\n"),
        ("t/validator/own.py", own),
        ("t/validator/odd.py", "assert int(input().split()[0]) % 2, 'even'\n"),
        ("t/tests/common-01.in", "1 2\n"),
        ("t/tests/common-01.out", "3\n"),
        ("t/tests/1-01.in", "40 2\n"),
        ("t/tests/1-01.out", "42\n"),
    ]);
    world.jury(&["verify", "./t"], 0);
    // A test that is named is validated as itself, and any other input as the last one.
    fs::write(world.path("t/tests/common-01.in"), "2 2\n").unwrap();
    fs::write(world.path("other.in"), "2 2\n").unwrap();
    let even = world.jury(&["validate", "./t", "t/tests/common-01.in"], 1);
    assert!(even.out.contains("AssertionError: even"), "{even:#?}");
    world.jury(&["validate", "./t", "other.in"], 0);
    for (file, input, answer, words) in [
        // It stands in no subtask itself, but two include it.
        ("common-01", "11 2\n", "13\n", "AssertionError: small"),
        ("common-01", "2 2\n", "4\n", "AssertionError: even"),
        ("common-01", "1 2\n", "3\n", ""),
        ("1-01", "101 2\n", "103\n", "AssertionError: all"),
    ] {
        fs::write(world.path(&format!("t/tests/{file}.in")), input).unwrap();
        fs::write(world.path(&format!("t/tests/{file}.out")), answer).unwrap();
        let found = world.jury(&["verify", "./t"], i32::from(!words.is_empty()));
        assert!(found.out.contains(words), "{found:#?}");
    }
    // Elsewhere, every validator looks at every test, and once.
    let lost = world.jury(&["export", "./t", "--to", "icpc", "exported"], 2);
    let words = "validators that look at some cases alone: left out: validator/odd.py";
    assert!(lost.err.contains(words), "{lost:#?}");
    let words = "more than one call of a validator for a case: it is called with the arguments of the first";
    assert!(lost.err.contains(words), "{lost:#?}");
    // Without its argument, this one would reject every input.
    let lost = world.jury(&["export", "./t", "--to", "polygon", "exported"], 2);
    let words =
        "validators with arguments that Polygon cannot give them: left out: validator/own.py";
    assert!(lost.err.contains(words), "{lost:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn inputs_that_are_made_otherwise_now_are_found() {
    let subtasks = r#"{"subtasks": {"all": {"index": 0, "score": 100}}}"#;
    let world = World::new(&[
        ("t/problem.json", PROBLEM),
        ("t/gen/data", "@subtask all\nmake 1 2\nmake 3 4\n"),
        ("t/gen/make.py", "import sys\nprint(*sys.argv[1:])\n"),
        ("t/subtasks.json", subtasks),
        ("t/solutions.json", MODEL),
        ("t/solution/good.py", "print(sum(map(int, input().split())))\n"),
        ("t/tests/0-01.in", "1 2\n"),
        ("t/tests/0-01.out", "3\n"),
        ("t/tests/0-02.in", "3 4\n"),
        ("t/tests/0-02.out", "7\n"),
    ]);
    world.jury(&["generate", "--check", "./t"], 0);
    fs::write(world.path("t/gen/data"), "@subtask all\nmake 1 2\nmake 5 6\n").unwrap();
    let stale = world.jury(&["generate", "--check", "./t"], 1);
    assert!(stale.out.contains("1 case is out of date"), "{stale:#?}");
    world.jury(&["generate", "./t"], 0);
    assert_eq!(fs::read_to_string(world.path("t/tests/0-02.out")).unwrap(), "11\n");
    let made = world.jury(&["verify", "./t"], 0);
    assert!(!made.out.contains("not compared"), "{made:#?}");
    fs::remove_file(world.path("t/gen/make.py")).unwrap();
    let unmade = world.jury(&["verify", "./t"], 0);
    assert!(unmade.out.contains("what makes 2 inputs is missing"), "{unmade:#?}");
}

/// Prints its words, a line each.
const ECHO: &str = "#include <stdio.h>\nint main(int count, char **words) {\n    \
                    for (int i = 1; i < count; i++) puts(words[i]);\n}\n";

/// Answers with what it reads.
const COPY: &str = "#include <stdio.h>\nint main(void) {\n    \
                    for (int c; (c = getchar()) != EOF;) putchar(c);\n}\n";

#[test]
fn inputs_are_made_of_words_in_quotes_and_stand_between_header_and_footer() {
    let problem = PROBLEM.replace("\"time_limit\": 4", "\"time_limit\": 5");
    let world = World::new(&[
        ("t/problem.json", &problem),
        ("t/gen/data", "@subtask all\nmanual 1.in\ncopy ./manual/1.in\necho \"3 4\" 5\n"),
        ("t/gen/echo.c", ECHO),
        ("t/gen/manual/1.in", "1\n"),
        ("t/gen/input.header", "head\r\n"),
        ("t/gen/input.footer", "foot\n"),
        ("t/subtasks.json", r#"{"subtasks": {"all": {"index": 0, "score": 100}}}"#),
        ("t/solutions.json", &MODEL.replace("good.py", "good.c")),
        ("t/solution/good.c", COPY),
    ]);
    // Made aside, then into the folder.
    world.jury(&["grade", "./t", "t/solution/good.c"], 0);
    world.jury(&["generate", "./t"], 0);
    let inputs = ["0-01", "0-02", "0-03"]
        .map(|name| fs::read_to_string(world.path(&format!("t/tests/{name}.in"))).unwrap());
    assert_eq!(inputs, ["head\n1\nfoot\n", "head\n1\nfoot\n", "head\n3 4\n5\nfoot\n"]);
    // What is known of the runs of generators is known with what stands around.
    for _ in 0..2 {
        world.jury(&["verify", "./t"], 0);
    }
    fs::write(world.path("t/gen/input.footer"), "end\n").unwrap();
    let stale = world.jury(&["verify", "./t"], 1);
    let differs = "differs from what its generator rule generates";
    assert_eq!(stale.out.matches(differs).count(), 3, "{stale:#?}");
    world.jury(&["generate", "./t"], 0);
    let last = fs::read_to_string(world.path("t/tests/0-03.in")).unwrap();
    assert_eq!(last, "head\n3 4\n5\nend\n");
    world.jury(&["verify", "./t"], 0);
}

/// Tells each process the two numbers, and wants what each adds with its own number.
const MANAGER: &str = "#include <stdio.h>\nint main(int count, char **words) {\n    int a, b, is_right = count == 5;\n    \
    if (scanf(\"%d%d\", &a, &b) != 2) return 1;\n    \
    for (int i = 0; 2 * i + 2 < count; i++) {\n        int sum = -1;\n        \
    FILE *to = fopen(words[2 * i + 2], \"w\"), *from = fopen(words[2 * i + 1], \"r\");\n        \
    fprintf(to, \"%d %d\\n\", a, b);\n        fflush(to);\n        \
    if (fscanf(from, \"%d\", &sum) != 1) sum = -1;\n        is_right &= sum == a + b + i;\n    }\n    \
    puts(is_right ? \"1\" : \"0\");\n}\n";

/// Adds its own number, and talks by the streams that are named.
fn stub(streams: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\nint add(int, int);\n\
         int main(int count, char **words) {{\n    int a, b;\n    {streams}\n    \
         if (fscanf(from, \"%d%d\", &a, &b) != 2) return 1;\n    \
         fprintf(to, \"%d\\n\", add(a, b) + atoi(words[count - 1]));\n    return fclose(to);\n}}\n"
    )
}

#[test]
fn exported_tasks_have_the_processes_and_streams_that_their_parameters_say() {
    let json = |kind: &str, parameters: &str| {
        format!(
            r#"{{"code": "sum", "name": "Sum", "time_limit": 5, "memory_limit": 268435456, "task_type": "{kind}",
            "task_type_params": {parameters}}}"#
        )
    };
    let named = r#""{\"task_type_parameters_Communication_num_processes\": 2}""#;
    let pipes = stub("FILE *from = fopen(words[1], \"r\"), *to = fopen(words[2], \"w\");");
    let world = World::new(&[
        ("t/problem.json", &json("Communication", named)),
        ("t/graders/manager.c", MANAGER),
        ("t/graders/stub.c", &stub("FILE *from = stdin, *to = stdout;")),
        ("t/tests/1.in", "20 22\n"),
        ("t/tests/1.out", "\n"),
        ("good.c", "int add(int a, int b) { return a + b; }\n"),
        (
            "files.c",
            "#include <stdio.h>\nint main(void) {\n    int a, b;\n    FILE *in = fopen(\"in.txt\", \"r\");\n    \
             if (!in || fscanf(in, \"%d%d\", &a, &b) != 2) return 1;\n    \
             return fprintf(fopen(\"out.txt\", \"w\"), \"%d\\n\", a + b) < 0;\n}\n",
        ),
    ]);
    world.jury(&["grade", "./t", "good.c"], 0);
    fs::write(world.path("t/problem.json"), json("Communication", r#"[2, "stub", "fifo_io"]"#))
        .unwrap();
    fs::write(world.path("t/graders/stub.c"), pipes).unwrap();
    world.jury(&["grade", "./t", "good.c"], 0);
    fs::write(world.path("t/problem.json"), json("Communication", r#"[1, "stub", "fifo_io"]"#))
        .unwrap();
    world.jury(&["grade", "./t", "good.c"], 1);
    let files = json("batch", r#"["alone", ["in.txt", "out.txt"], "diff"]"#);
    fs::write(world.path("t/problem.json"), files).unwrap();
    fs::write(world.path("t/tests/1.out"), "42\n").unwrap();
    world.jury(&["grade", "./t", "files.c"], 0);
}

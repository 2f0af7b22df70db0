//! A problem of DMOJ: batches, dependencies, data in an archive, and programs that decide.

use std::fs;
use std::process::Command;

use super::common::World;

const INIT: &str = "archive: data.zip
points: 5
test_cases:
- {in: 0.in, out: 0.out, points: 0}
- batched:
  - {in: 1.in, out: 1.out}
  - {in: 2.in, out: 2.out}
  points: 40
- points: 60
  dependencies: [1]
  batched:
  - {in: 3.in, out: 3.out}
- {in: 4.in, out: 4.out}
";

/// Prints twice the number, but for one number nothing.
const BUT: &str = "n = int(input())\nprint(2 * n if n != N else '')\n";

fn world() -> World {
    let world = World::new(&[("p/init.yml", INIT), ("good.py", "print(2 * int(input()))\n")]);
    for number in [0, 2, 4] {
        let source = BUT.replace('N', &number.to_string());
        fs::write(world.path(&format!("but{number}.py")), source).unwrap();
    }
    for number in 0..5 {
        fs::write(world.path(&format!("{number}.in")), format!("{number}\r\n")).unwrap();
        fs::write(world.path(&format!("{number}.out")), (2 * number).to_string()).unwrap();
    }
    let mut packing = Command::new("python3");
    packing.args(["-m", "zipfile", "-c"]).arg(world.path("p/data.zip"));
    for number in 0..5 {
        packing.args([world.path(&format!("{number}.in")), world.path(&format!("{number}.out"))]);
    }
    assert!(packing.status().unwrap().success());
    world
}

/// The verdicts' letters of all cases, and the score.
#[track_caller]
fn graded(world: &World, submission: &str, status: i32, letters: &str, score: &str) {
    let did = world.jury(&["grade", "./p", submission, "--json", "report.json"], status);
    let report = fs::read_to_string(world.path("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let found: Vec<String> = report["submissions"][0]["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| case["verdict"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(found.join(" "), letters, "{did:#?}");
    assert!(did.out.contains(&format!("score {score}")), "{did:#?}");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn batches_and_what_depends_on_them_end_at_a_failure() {
    let world = world();
    graded(&world, "good.py", 0, "AC AC AC AC AC", "105");
    graded(&world, "but2.py", 1, "AC AC WA SK AC", "5");
    let told = world.jury(&["grade", "./p", "but2.py"], 1);
    assert!(told.out.contains("input: p/data.zip/2.in\n"), "{told:#?}");
    graded(&world, "but0.py", 1, "WA SK SK SK SK", "0");
    graded(&world, "but4.py", 1, "AC AC AC AC WA", "100");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_bridged_checker_gives_points_of_the_case() {
    let world = world();
    let check = "import sys\nsys.stderr.write('points 3\\n')\nsys.exit(7)\n";
    fs::write(world.path("p/check.py"), check).unwrap();
    let line = "checker: {name: bridged, args: {files: check.py, type: testlib}}\n";
    let init = "test_cases:\n- {in: 0.in, points: 3}\n- {in: 1.in, points: 12}\n";
    fs::write(world.path("p/init.yml"), format!("archive: data.zip\n{line}{init}")).unwrap();
    graded(&world, "good.py", 1, "AC PC", "6");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_bridged_interactor_decides() {
    let world = world();
    let talk = "import sys\nprint(open(sys.argv[1]).read().strip(), flush=True)\nsaid = input()\n\
                sys.exit(0 if said == open(sys.argv[3]).read().strip() else 1)\n";
    fs::write(world.path("p/talk.py"), talk).unwrap();
    let line = "interactive: {files: talk.py, type: testlib}\n";
    let init = INIT.replace("points: 5\n", line);
    fs::write(world.path("p/init.yml"), init).unwrap();
    graded(&world, "good.py", 0, "AC AC AC AC AC", "101");
    graded(&world, "but4.py", 1, "AC AC AC AC WA", "100");
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn a_generator_writes_inputs_and_answers() {
    let generator = "import sys\nn = int(sys.argv[1])\nprint(n)\nprint(2 * n, file=sys.stderr)\n";
    let init = "generator: gen.py\ntest_cases:\n- {generator_args: [1], points: 40}\n\
                - {generator_args: [21], points: 60}\n";
    let world = World::new(&[
        ("p/init.yml", init),
        ("p/gen.py", generator),
        ("part.py", "n = int(input())\nprint(2 * n if n < 20 else 0)\n"),
    ]);
    let part = world.jury(&["grade", "./p", "part.py"], 1);
    assert!(part.out.contains("score 40") && part.out.contains("42"), "{part:#?}");
    world.jury(&["verify", "./p"], 0);
}

/// Cases that are made go by numbers, which may be names of the package's own files.
#[test]
fn files_that_are_called_like_made_cases_stay_what_they_are() {
    let generator = "#include <stdio.h>\nint main(int count, char **words) {\n    printf(\"%s\\r\\n\", words[1]);\n    \
                     fprintf(stderr, \"%s\\r\\n7\", words[1]);\n}\n";
    let init = "generator: gen.c\nchecker: identical\ntest_cases:\n- {in: 2.in, out: 2.out}\n\
                - {generator_args: [100]}\n";
    let world = World::new(&[
        ("p/init.yml", init),
        ("p/gen.c", generator),
        ("p/2.in", "100\r\n"),
        ("p/2.out", "100\n7\n"),
        (
            "echo.c",
            "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n7\\n\", n); }\n",
        ),
    ]);
    // Answers have the line ends that DMOJ gives them, and a file of the same bytes hinders nothing.
    world.jury(&["grade", "./p", "echo.c"], 0);
    for arguments in [&["generate", "./p"][..], &["generate", "./p", "--check"]] {
        let told = world.jury(arguments, 2);
        let words = "cases that generators make have no files in this package";
        assert!(told.err.contains(words), "{told:#?}");
    }
    assert_eq!(fs::read_to_string(world.path("p/2.in")).unwrap(), "100\r\n");
    assert!(!world.path("p/1.in").exists() && !world.path("p/1.out").exists());
    // Byte for byte, where the package says so.
    fs::write(world.path("p/init.yml"), format!("binary_data: true\n{init}")).unwrap();
    let told = world.jury(&["grade", "./p", "echo.c", "--case", "2"], 1);
    assert!(told.out.contains("WA"), "{told:#?}");
}

/// As DMOJ's own are, unless the package says otherwise.
#[test]
fn interactors_need_not_flush() {
    let interactor = "#include <stdio.h>\nint main(int count, char **words) {\n    int n = 0;\n    \
                      printf(\"5\\n\");\n    if (scanf(\"%d\", &n) != 1) return 1;\n    return n != 10;\n}\n";
    let init =
        "interactive: {files: talk.c, type: testlib}\ntest_cases:\n- {in: 1.in, points: 1}\n";
    let solution = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", 2 * n); }\n";
    let world = World::new(&[
        ("p/init.yml", init),
        ("p/talk.c", interactor),
        ("p/1.in", "5\n"),
        ("good.c", solution),
    ]);
    world.jury(&["grade", "./p", "good.c"], 0);
    fs::write(world.path("p/init.yml"), init.replace("testlib}", "testlib, unbuffered: false}"))
        .unwrap();
    let waits = world.jury(&["grade", "./p", "good.c", "--time-limit", "0.2"], 1);
    assert!(waits.out.starts_with("ILE"), "{waits:#?}");
}

/// Where the package says so.
#[test]
fn submissions_need_not_flush() {
    let interactor = "#include <stdio.h>\nint main(int count, char **words) {\n    int n = 0;\n    \
                      return scanf(\"%d\", &n) != 1 || n != 5;\n}\n";
    let init =
        "unbuffered: true\ninteractive: {files: talk.c}\ntest_cases:\n- {in: 1.in, points: 1}\n";
    let waits =
        "#include <stdio.h>\nint main(void) { printf(\"5\\n\"); while (getchar() != EOF); }\n";
    let world = World::new(&[
        ("p/init.yml", init),
        ("p/talk.c", interactor),
        ("p/1.in", "5\n"),
        ("waits.c", waits),
    ]);
    world.jury(&["grade", "./p", "waits.c"], 0);
    fs::write(world.path("p/init.yml"), init.replace("true", "0")).unwrap();
    let told = world.jury(&["grade", "./p", "waits.c", "--time-limit", "0.2"], 1);
    assert!(told.out.starts_with("ILE"), "{told:#?}");
}

/// Whoever ends first.
#[test]
fn how_a_submission_ends_counts_before_the_interactor_s_word() {
    let refuses = "int main(void) { return 1; }\n";
    let init =
        "interactive: {files: talk.c, type: testlib}\ntest_cases:\n- {in: 1.in, points: 1}\n";
    let waits = "#include <stdio.h>\nint main(void) { while (getchar() != EOF); return 5; }\n";
    let world = World::new(&[
        ("p/init.yml", init),
        ("p/talk.c", refuses),
        ("p/1.in", "5\n"),
        ("fails.c", waits),
        ("ends.c", &waits.replace("return 5", "return 0")),
        ("loops.c", "int main(void) { volatile int n = 0; for (;;) n++; }\n"),
    ]);
    for (name, verdict) in [("fails.c", "RTE"), ("ends.c", "WA"), ("loops.c", "TLE")] {
        let did = world.jury(&["grade", "./p", name, "--time-limit", "0.3"], 1);
        assert!(did.out.starts_with(verdict), "{name}: {did:#?}");
    }
}

/// DMOJ looks at the interactor's failure first, whatever became of the submission.
#[test]
fn a_failure_of_the_interactor_counts_before_the_submission_s() {
    let fails = "#include <stdio.h>\nint main(void) { while (getchar() != EOF); return 5; }\n";
    let init = "interactive: {files: talk.c}\ntest_cases:\n- {in: 1.in, points: 1}\n";
    let world = World::new(&[
        ("p/init.yml", init),
        ("p/talk.c", fails),
        ("p/1.in", "5\n"),
        ("fails.c", "int main(void) { return 3; }\n"),
        ("loops.c", "int main(void) { volatile int n = 0; for (;;) n++; }\n"),
    ]);
    for name in ["fails.c", "loops.c"] {
        let did = world.jury(&["grade", "./p", name, "--time-limit", "0.3"], 2);
        let words = "interactor `talk.c`: exit code 5: expected 0 or 1";
        assert!(did.out.contains(words), "{name}: {did:#?}");
    }
}

/// It may use the time of the case, and that which it has besides.
#[test]
fn an_interactor_has_the_time_of_the_case_besides_its_own() {
    let computes = "#include <time.h>\nint main(void) { while (clock() < CLOCKS_PER_SEC / 5); }\n";
    let init = "interactive: {files: talk.c, preprocessing_time: 0.01}\ntest_cases:\n- {in: 1.in, points: 1}\n";
    let world = World::new(&[
        ("p/init.yml", init),
        ("p/talk.c", computes),
        ("p/1.in", "5\n"),
        ("ends.c", "int main(void) { return 0; }\n"),
    ]);
    world.jury(&["grade", "./p", "ends.c", "--time-limit", "5"], 0);
}

/// Whose files lie in several folders, with flags of the compiler, and with arguments in an order of its own.
#[test]
fn a_checker_is_built_of_several_files_and_called_as_it_wants() {
    let main = "#include \"read.h\"\nint main(int count, char **words) {\n    \
                return count != 4 || words[2][0] != 'a' || first(words[3]) != LEAST + first(words[1]);\n}\n";
    let read = "#include <stdio.h>\n#include \"read.h\"\nint first(const char *path) {\n    \
                int n = 0;\n    fscanf(fopen(path, \"r\"), \"%d\", &n);\n    return n;\n}\n";
    let init = "checker:\n  name: bridged\n  args:\n    files: [lib/read.h, lib/read.c, check.c]\n    lang: C11\n    \
                flags: [-DLEAST=2]\n    args_format_string: '{input_file} \"a b\" {output_file}'\n\
                test_cases:\n- {in: 1.in, points: 1}\n";
    let world = World::new(&[
        ("p/init.yml", init),
        ("p/check.c", main),
        ("p/lib/read.c", read),
        ("p/lib/read.h", "int first(const char *path);\n"),
        ("p/1.in", "5\n"),
        ("good.c", "#include <stdio.h>\nint main(void) { puts(\"7\"); }\n"),
        ("bad.c", "#include <stdio.h>\nint main(void) { puts(\"8\"); }\n"),
    ]);
    world.jury(&["grade", "./p", "good.c"], 0);
    world.jury(&["grade", "./p", "bad.c"], 1);
    // What decides is another program with other flags.
    fs::write(world.path("p/init.yml"), init.replace("LEAST=2", "LEAST=3")).unwrap();
    world.jury(&["grade", "./p", "bad.c"], 0);
    // Nobody else builds it so.
    let told = world.jury(&["export", "./p", "--to", "polygon", "out"], 2);
    assert!(told.err.contains("it is built of several files"), "{told:#?}");
}

#[test]
fn a_case_without_an_answer_on_purpose_has_none_to_prove() {
    let check = "#include <stdio.h>\nint main(int count, char **words) {\n    FILE *file = fopen(words[2], \"r\");\n    \
                 int n = 0;\n    return fscanf(file, \"%d\", &n) != 1 || n != 10;\n}\n";
    let world = World::new(&[
        (
            "p/init.yml",
            "checker: {name: bridged, args: {files: check.c}}\ntest_cases:\n- {in: 1.in, points: 1}\n",
        ),
        ("p/check.c", check),
        ("p/1.in", "5\n"),
    ]);
    let verified = world.jury(&["verify", "./p"], 0);
    assert!(!verified.out.contains("rejects the answer"), "{verified:#?}");
}

#[test]
fn what_is_expected_of_all_cases_holds_for_those_that_are_not_named() {
    let echo = "#include <stdio.h>\nint main(void) {\n  int n;\n  scanf(\"%d\", &n);\n  printf(\"%d\\n\", n);\n}\n";
    let test = "language: C\nsource: echo.c\nexpect: WA\ncases: {1: AC}\n";
    let world = World::new(&[
        ("p/init.yml", "test_cases:\n- {in: 1.in, out: 1.in}\n- {in: 2.in, out: 2.in}\n"),
        ("p/1.in", "1\n"),
        ("p/2.in", "2\n"),
        ("p/tests/echo/echo.c", echo),
        ("p/tests/echo/test.yml", test),
    ]);
    let did = world.jury(&["verify", "./p"], 1);
    assert!(did.out.contains("AC on 2") || did.out.contains("2 is AC"), "{did:#?}");
    let all = test.replace("{1: AC}", "{1: AC, 2: AC}");
    fs::write(world.path("p/tests/echo/test.yml"), all).unwrap();
    world.jury(&["verify", "./p"], 0);
}

#[test]
fn an_end_of_the_judging_becomes_a_need_of_all_that_comes_later() {
    let init = "test_cases:\n- batched: [{in: 1.in}]\n\
                - {dependencies: [1], points: 0, batched: [{in: 1.in}]}\n- {in: 1.in}\n";
    let world = World::new(&[("p/init.yml", init), ("p/1.in", "1\n")]);
    let did = world.jury(&["export", "./p", "--to", "dmoj", "out", "--lossy"], 0);
    let lost = "that what comes after `batch 2` is run where that is not";
    assert!(did.err.contains(lost), "{did:#?}");
    let text = fs::read_to_string(world.path("out/init.yml")).unwrap();
    assert_eq!(text.matches("dependencies: [1]").count(), 1, "{text}");
    assert_eq!(text.matches("dependencies: [2]").count(), 1, "{text}");
}

#[test]
fn a_signature_grader_calls_the_functions_of_submissions() {
    let init = "signature_grader: {entry: grader.c, header: twice.h}\ntest_cases:\n- {in: 1.in, out: 1.out}\n";
    let entry = "#include <stdio.h>\n#include \"twice.h\"\n#ifdef SIGNATURE_GRADER\n\
                 int main(void) {\n  int n;\n  scanf(\"%d\", &n);\n  printf(\"%d\\n\", twice(n));\n}\n#endif\n";
    let header = "#ifdef __cplusplus\nextern \"C\"\n#endif\nint twice(int n);\n";
    let world = World::new(&[
        ("p/init.yml", init),
        ("p/grader.c", entry),
        ("p/twice.h", header),
        ("p/1.in", "21\n"),
        ("p/1.out", "42\n"),
        ("good.c", "int twice(int n) { return 2 * n; }\n"),
        (
            "good.cpp",
            "#include <iostream>\nint twice(int n) { return 2 * n; }\nint main() { std::cout << 1; }\n",
        ),
        (
            "guarded.c",
            "int twice(int n) { return 2 * n; }\n#ifndef SIGNATURE_GRADER\nint main(void) {}\n#endif\n",
        ),
        ("bad.c", "int twice(int n) { return n; }\n"),
        ("broken.c", "\nint twice(int n) { return x; }\n"),
        ("other.sh", "#!/bin/sh\necho 42\n"),
    ]);
    for (submission, status, verdict) in
        [("good.c", 0, "AC"), ("good.cpp", 0, "AC"), ("bad.c", 1, "WA")]
    {
        let did = world.jury(&["grade", "./p", submission], status);
        assert!(did.out.starts_with(verdict), "{did:#?}");
    }
    // In the author's own lines, by their numbers and texts.
    let broken = world.jury(&["grade", "./p", "broken.c"], 1);
    assert!(
        broken.out.contains("CE") && broken.out.contains("broken.c:2:27: error"),
        "{broken:#?}"
    );
    assert!(broken.out.contains("2 | int twice(int n) { return x; }"), "{broken:#?}");
    let other = world.jury(&["grade", "./p", "other.sh"], 2);
    assert!(other.err.contains("has no `grader` in that language"), "{other:#?}");
    // What the package's own part has wrong is no failure of the submission.
    fs::write(world.path("p/grader.c"), entry.replace("int n;", "int m;")).unwrap();
    let wrong = world.jury(&["grade", "./p", "good.c"], 2);
    assert!(wrong.err.contains("grader.c does not build:"), "{wrong:#?}");
    fs::write(world.path("p/grader.c"), entry).unwrap();
    // A `main` that may stay meets that of the grader.
    let kept = init.replace("twice.h}", "twice.h, allow_main: true}");
    fs::write(world.path("p/init.yml"), kept).unwrap();
    world.jury(&["grade", "./p", "good.c"], 0);
    world.jury(&["grade", "./p", "guarded.c"], 0);
    let twice = world.jury(&["grade", "./p", "good.cpp"], 1);
    assert!(twice.out.contains("CE"), "{twice:#?}");
    let exported = world.jury(&["export", "./p", "--to", "cms", "out", "--lossy"], 2);
    assert!(exported.err.contains("compiled together with submissions"), "{exported:#?}");
}

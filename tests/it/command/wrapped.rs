//! Programs of packages that others call by another protocol: dialogues, parts of the points, and what was wrapped before.

use std::fs;

use super::common::{World, run};

/// The verdict and the points of each of these submissions.
#[track_caller]
fn graded(world: &World, problem: &str, submissions: &[&str]) -> Vec<(String, Option<f64>)> {
    let options = ["--keep-going", "--json", "graded.json"];
    let did = run(&mut world.command(&[&["grade", problem], submissions, &options].concat()));
    assert!(matches!(did.status, 0 | 1), "{problem}: {did:#?}");
    let text = fs::read_to_string(world.path("graded.json")).unwrap();
    fs::remove_file(world.path("graded.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let all = json["submissions"].as_array().unwrap().iter();
    all.map(|own| (own["verdict"].as_str().unwrap().to_owned(), own["score"].as_f64())).collect()
}

/// A submission in C that guesses a number up to 1000 in these steps.
macro_rules! guess {
    ($step:literal) => {
        concat!(
            "#include <stdio.h>\nint main(void) {\n    int low = 1, high = 1000, guess;\n    char word[9];\n    do {\n        ",
            "guess = ",
            $step,
            ";\n        printf(\"%d\\n\", guess);\n        fflush(stdout);\n        \
             if (scanf(\"%8s\", word) != 1) return 0;\n        if (*word == '<') low = guess + 1;\n        \
             else high = guess - 1;\n    } while (*word != '=');\n}\n"
        )
    };
}

const HALVING: &str = guess!("(low + high) / 2");
const COUNTING: &str = guess!("low");
/// It says one number and ends.
const QUITTING: &str = "#include <stdio.h>\nint main(void) { puts(\"3\"); }\n";

/// A manager in C++ that opens its streams so, and speaks so.
fn manager(streams: &str, right: &str, wrong: &str) -> String {
    format!(
        "#include <cstdio>\n#include <cstdlib>\nint main(int count, char** words) {{\n    int number, guess;\n    \
         {streams}\n    if (std::scanf(\"%d\", &number) != 1) return 7;\n    for (int turn = 0; turn < 10; turn++) {{\n        \
         if (std::fscanf(from, \"%d\", &guess) != 1) break;\n        \
         std::fputs(guess == number ? \"=\\n\" : guess < number ? \"<\\n\" : \">\\n\", to);\n        std::fflush(to);\n        \
         if (guess == number) {{ {right} return 0; }}\n    }}\n    {wrong}\n    return 0;\n}}\n"
    )
}

#[test]
fn managers_of_one_process_become_interactors() {
    let of_cms = manager(
        "if (count != 3) return 7;\n    FILE *to = std::fopen(words[2], \"w\"), *from = std::fopen(words[1], \"r\");",
        "std::puts(\"1.0\"); std::fputs(\"found\\n\", stderr);",
        "std::puts(\"0.0\"); std::fputs(\"not found\\n\", stderr);",
    );
    let of_sinol = manager(
        "if (count != 4 || words[1][0] != '1') return 7;\n    \
         FILE *from = fdopen(std::atoi(words[2]), \"r\"), *to = fdopen(std::atoi(words[3]), \"w\");",
        "std::puts(\"OK\\nfound\\n100\");",
        "std::puts(\"WRONG\\nnot found\\n\");",
    );
    let world = World::new(&[
        (
            "cms/task.yaml",
            "name: cms\ntitle: Guess\ntime_limit: 5.0\nmemory_limit: 64\ninfile: ''\noutfile: ''\n\
             num_processes: 1\nuser_io: std_io\nscore_type: GroupMin\nscore_type_parameters: [[100, 2]]\n",
        ),
        ("cms/check/manager.cpp", &of_cms),
        ("cms/input/input0.txt", "500\n"),
        ("cms/output/output0.txt", ""),
        ("cms/input/input1.txt", "900\n"),
        ("cms/output/output1.txt", ""),
        ("cms/sol/solution.c", HALVING),
        ("gue/config.yml", "title: Guess\ntime_limit: 5000\nmemory_limit: 65536\n"),
        ("gue/prog/guesoc.cpp", &of_sinol),
        ("gue/prog/gue.c", HALVING),
        ("gue/in/gue1a.in", "500\n"),
        ("gue/in/gue1b.in", "900\n"),
        ("counting.c", COUNTING),
        ("quitting.c", QUITTING),
    ]);
    for (name, solution) in [("cms", "cms/sol/solution.c"), ("gue", "gue/prog/gue.c")] {
        let paths = [solution, "counting.c", "quitting.c"];
        let own = graded(&world, &format!("./{name}"), &paths);
        let points: Vec<_> = own.iter().map(|(_, points)| *points).collect();
        assert_eq!(points, [Some(100.0), Some(0.0), Some(0.0)], "{own:?}");
        for family in ["icpc", "polygon"] {
            let target = format!("./{name}-{family}");
            world.jury(&["export", &format!("./{name}"), "--to", family, &target, "--lossy"], 0);
            let found = graded(&world, &target, &paths);
            // Who goes on after the manager has ended fails by itself on CMS.
            assert!(
                found[1].0 == "WA" && own[2] == found[2] && own[0] == found[0],
                "{family}: {found:?}"
            );
            assert_eq!(found[1].1, own[1].1);
        }
    }
    // Of several processes, or with named pipes, there are none elsewhere.
    let yaml = fs::read_to_string(world.path("cms/task.yaml")).unwrap();
    for (other, words) in [
        (yaml.replace("num_processes: 1", "num_processes: 2"), "talks with several processes"),
        (yaml.replace("std_io", "fifo_io"), "its submissions open named pipes"),
    ] {
        fs::write(world.path("cms/task.yaml"), other).unwrap();
        let told = world.jury(&["export", "./cms", "--to", "icpc", "./out", "--lossy"], 2);
        assert!(told.err.contains(words), "{told:#?}");
    }
}

/// A checker of the ICPC package format that gives three of four points for the number before the right one.
const NEARLY: &str = "#include <cstdio>\n#include <string>\nint main(int, char** words) {\n    long found, wanted;\n    \
    if (std::scanf(\"%ld\", &found) != 1) return 43;\n    \
    if (std::fscanf(std::fopen(words[2], \"r\"), \"%ld\", &wanted) != 1) return 1;\n    \
    if (found != wanted && found != wanted - 1) return 43;\n    \
    FILE* file = std::fopen((words[3] + std::string(\"/score.txt\")).c_str(), \"w\");\n    \
    std::fputs(found == wanted ? \"4\" : \"3\", file);\n    std::fclose(file);\n    return 42;\n}\n";

const TOML: &str = "name = \"Sum\"\n[limits]\ntime = 5.0\n[checker]\nprogram = \"check.cpp\"\nprotocol = \"icpc\"\nfull = 4\n\
                    [scoring]\nkind = \"sum\"\n";

macro_rules! sum {
    ($printed:literal) => {
        concat!(
            "#include <stdio.h>\nint main(void) {\n    int a, b;\n    \
             return scanf(\"%d%d\", &a, &b) != 2 || printf(\"%d\\n\", ",
            $printed,
            ") < 1;\n}\n"
        )
    };
}

/// A problem of two groups that says so of them.
fn world(first: &str, second: &str) -> World {
    let toml = format!(
        "{TOML}[[group]]\nname = \"secret/a\"\n{first}[[group]]\nname = \"secret/b\"\n{second}"
    );
    World::new(&[
        ("p/problem.toml", &toml),
        ("p/check.cpp", NEARLY),
        ("p/data/secret/a/1.in", "1 2\n"),
        ("p/data/secret/a/1.ans", "3\n"),
        ("p/data/secret/b/1.in", "200 300\n"),
        ("p/data/secret/b/1.ans", "500\n"),
        ("p/data/secret/b/2.in", "2 2\n"),
        ("p/data/secret/b/2.ans", "4\n"),
        ("p/submissions/accepted/sum.c", sum!("a + b")),
        ("near.c", sum!("a < 100 ? a + b : a + b - 1")),
        ("wrong.c", sum!("a < 100 ? a + b : 0")),
    ])
}

const PATHS: [&str; 3] = ["p/submissions/accepted/sum.c", "near.c", "wrong.c"];

/// The points of the submissions in each of these families.
#[track_caller]
fn points(world: &World, source: &str, families: &[&str], expected: [f64; 3]) {
    for family in families {
        let target = format!("./{family}");
        world.jury(&["export", source, "--to", family, &target, "--lossy", "--force"], 0);
        let found = graded(world, &target, &PATHS);
        let found: Vec<_> = found.into_iter().map(|(_, points)| points).collect();
        assert_eq!(found, expected.map(Some), "{family}");
    }
}

#[test]
fn points_of_checkers_are_out_of_those_of_the_case() {
    // The first group is worth nothing, whatever the checker gives.
    let some = world("worth = 0\nscoring = \"sum\"\n", "worth = 20\nscoring = \"sum\"\n");
    points(&some, "./p", &["icpc", "cms"], [20.0, 17.5, 10.0]);
    // Where all groups are all or nothing, a part of the points is nothing, and no mistake of the checker.
    let whole = world("worth = 30\n", "worth = 70\n");
    points(
        &whole,
        "./p",
        &["icpc", "cms", "kattis-legacy", "domjudge", "polygon"],
        [100.0, 30.0, 30.0],
    );
    // Kattis and DOMjudge have no parts.
    for family in ["kattis", "domjudge"] {
        let told = some.jury(&["lint", "./p", "--for", family], 1);
        assert!(told.out.contains("parts of the points that `check.cpp` gives"), "{told:#?}");
        let told = some.jury(&["lint", "./icpc", "--for", family], 1);
        assert!(
            told.out.contains("parts of the points that `output_validator` gives"),
            "{told:#?}"
        );
    }
}

#[test]
fn what_was_wrapped_is_wrapped_again() {
    let world = world("worth = 30\n", "worth = 70\n");
    points(&world, "./p", &["polygon"], [100.0, 30.0, 30.0]);
    points(&world, "./polygon", &["icpc", "cms"], [100.0, 30.0, 30.0]);
    points(&world, "./icpc", &["polygon"], [100.0, 30.0, 30.0]);
}

#[test]
fn a_sum_that_ends_at_the_first_failure_does_so_on_kattis() {
    let second = "worth = 20\nscoring = \"sum\"\non_failure = \"break\"\n";
    let world = world("worth = 30\n", second);
    points(&world, "./p", &["kattis-legacy"], [50.0, 30.0, 30.0]);
    let text = fs::read_to_string(world.path("kattis-legacy/data/secret/b/testdata.yaml")).unwrap();
    assert!(text.contains("on_reject: break\ngrader_flags: sum"), "{text}");
    let told = world.jury(&["lint", "./p", "--for", "icpc"], 1);
    assert!(told.out.contains("that `secret/b` ends at the first failure"), "{told:#?}");
}

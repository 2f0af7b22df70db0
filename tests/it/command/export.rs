//! `jury export` and `jury lint`: what is lost is told first, what is written is read again as it was.

use std::fs;

use super::common::{World, run};

const TOML: &str = "name = \"Sum\"\nsource = \"a book\"\nreference = \"submissions/accepted/sum.c\"\n\
                    [limits]\ntime = 5.0\nmemory = \"512 MiB\"\noutput = \"8 MiB\"\n";

/// A submission that reads `a` and `b`: in C, as it is started for every case in every family.
macro_rules! of_two {
    ($body:literal) => {
        concat!(
            "#include <stdio.h>\nint main(void) {\n    int a, b;\n    \
             if (scanf(\"%d%d\", &a, &b) != 2) return 1;\n    ",
            $body,
            "\n}\n"
        )
    };
}

const SUM: &str = of_two!(r#"printf("%d\n", a + b);"#);

const ZERO: &str = of_two!(r#"printf("%d\n", a < 100 ? a + b : 0);"#);

const CRASH: &str = of_two!(r#"printf("%d\n", a + b); return a >= 100;"#);

const HALF: &str = of_two!(r#"printf("%d half\n", a + b);"#);

/// A problem with these lines in its `problem.toml`, and these files beside the usual ones.
fn world(toml: &str, files: &[(&str, &str)]) -> World {
    let toml = format!("{TOML}{toml}");
    let usual = [
        ("sum/problem.toml", toml.as_str()),
        ("sum/statement.md", "# Sum\n\nAdd `a` and `b`.\n"),
        ("sum/data/sample/1.in", "1 2\n"),
        ("sum/data/sample/1.ans", "3\n"),
        ("sum/data/secret/2.in", "3 4\n"),
        ("sum/data/secret/2.ans", "7\n"),
        ("sum/data/secret/10.in", "200 300\n"),
        ("sum/data/secret/10.ans", "500\n"),
        ("sum/submissions/accepted/sum.c", SUM),
        ("sum/submissions/wrong_answer/zero.c", ZERO),
        ("sum/submissions/run_time_error/crash.c", CRASH),
    ];
    World::new(&[&usual, files].concat())
}

/// What the report says of each of these submissions, graded in one run.
#[track_caller]
fn graded(world: &World, problem: &str, submissions: &[&str]) -> Vec<serde_json::Value> {
    let options = ["--keep-going", "--json", "graded.json"];
    let arguments = [&["grade", problem], submissions, &options].concat();
    let did = run(&mut world.command(&arguments));
    assert!(matches!(did.status, 0 | 1), "{problem}: {did:#?}");
    let text = fs::read_to_string(world.path("graded.json")).unwrap();
    fs::remove_file(world.path("graded.json")).unwrap();
    let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let serde_json::Value::Array(all) = json["submissions"].take() else { panic!("{text}") };
    assert_eq!(all.len(), submissions.len(), "{text}");
    all
}

/// The verdict of each submission, and those of its cases as far as they decide it.
#[track_caller]
fn verdicts(world: &World, problem: &str, submissions: &[&str]) -> Vec<Vec<String>> {
    let of = |own: serde_json::Value| {
        let cases = own["cases"].as_array().unwrap();
        let mut failed = false;
        // Whether others are run after the first that fails, formats say differently.
        let cases = cases
            .iter()
            .take_while(|case| !std::mem::replace(&mut failed, case["verdict"] != "AC"));
        let cases = cases.map(|case| case["verdict"].to_string());
        std::iter::once(own["verdict"].to_string()).chain(cases).collect()
    };
    graded(world, problem, submissions).into_iter().map(of).collect()
}

/// Exports to each family and expects the same cases with the same verdicts.
#[track_caller]
fn round(world: &World, families: &[&str], submissions: &[&str]) {
    let paths: Vec<_> = submissions.iter().map(|name| format!("sum/submissions/{name}")).collect();
    let paths: Vec<_> = paths.iter().map(String::as_str).collect();
    let own = verdicts(world, "./sum", &paths);
    for family in families {
        let target = format!("./{family}");
        world.jury(&["export", "./sum", "--to", family, &target, "--lossy"], 0);
        assert_eq!(verdicts(world, &target, &paths), own, "{family}: {submissions:?}");
    }
}

const ALL: [&str; 3] = ["accepted/sum.c", "wrong_answer/zero.c", "run_time_error/crash.c"];

#[test]
fn what_is_lost_is_told_before_anything_is_written() {
    let world = world("", &[]);
    let told = world.jury(&["export", "./sum", "--to", "kattis-legacy", "./out"], 2);
    assert!(told.err.contains("the time limit of 5 s"), "{told:#?}");
    assert!(told.err.contains("--lossy") && !world.path("out").exists(), "{told:#?}");
    let told = world.jury(&["lint", "./sum", "--for", "kattis"], 1);
    assert!(told.out.contains("changed: the time limit of 5 s"), "{told:#?}");
    let told = world.jury(&["export", "./sum", "--to", "kattis-legacy", "./out", "--lossy"], 0);
    let settings = fs::read_to_string(world.path("out/problem.yaml")).unwrap();
    assert!(settings.contains("\nuuid: "), "{settings}");
    assert!(told.err.contains("left out: the time limit of 5 s"), "{told:#?}");
    // A rule of the other judge is nothing that is lost.
    let told = world.jury(&["export", "./sum", "--to", "icpc", "./other"], 0);
    let words = "warning: time factors: the ICPC package format gives every language the same time";
    assert!(told.err.contains(words), "{told:#?}");
    let told = world.jury(&["export", "./sum", "--to", "polygon", "./tagged", "--lossy"], 0);
    let words = "what is expected here holds of the first failure, so 2 become `rejected`";
    assert!(told.err.contains(words), "{told:#?}");
    let tagged = fs::read_to_string(world.path("tagged/problem.xml")).unwrap();
    assert_eq!(tagged.matches("<solution tag=\"rejected\">").count(), 2, "{tagged}");
    // A folder of 2025-09 says what its submissions may get on any test, and so does a tag.
    fs::remove_file(world.path("other/submissions/submissions.yaml")).unwrap();
    world.jury(&["export", "./other", "--to", "polygon", "./of-all", "--lossy"], 0);
    let of_all = fs::read_to_string(world.path("of-all/problem.xml")).unwrap();
    assert_eq!(of_all.matches("<solution tag=\"wrong-answer\">").count(), 1, "{of_all}");
    // What is there stays, unless it is to go.
    let told = world.jury(&["export", "./sum", "--to", "domjudge", "./out", "--lossy"], 2);
    assert!(told.err.contains("out already exists"), "{told:#?}");
    assert!(!world.path("out/domjudge-problem.ini").exists());
    world.jury(&["export", "./sum", "--to", "domjudge", "./out", "--lossy", "--force"], 0);
    assert!(world.path("out/domjudge-problem.ini").exists());
    let told = world.jury(&["export", "./sum", "--to", "icpc", "./sum", "--lossy", "--force"], 2);
    assert!(told.err.contains("own folder"), "{told:#?}");
    assert!(world.path("sum/problem.toml").exists());
    let left = fs::read_dir(world.path(".")).unwrap().filter_map(Result::ok);
    let left: Vec<_> =
        left.map(|e| e.file_name()).filter(|n| n.to_string_lossy().starts_with('.')).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn packages_of_the_format_itself_lose_nothing() {
    let world = world("", &[]);
    world.jury(&["export", "./sum", "--to", "icpc", "./one", "--lossy"], 0);
    let told = world.jury(&["lint", "./one", "--for", "icpc"], 0);
    assert!(told.out.contains("says all of it"), "{told:#?}");
    world.jury(&["export", "./one", "--to", "icpc", "./two"], 0);
    let yaml = |name: &str| fs::read_to_string(world.path(name)).unwrap();
    assert_eq!(yaml("one/data/sample/test_group.yaml"), yaml("two/data/sample/test_group.yaml"));
    let zero = ["sum/submissions/wrong_answer/zero.c"];
    assert_eq!(verdicts(&world, "./one", &zero), verdicts(&world, "./two", &zero));
    world.jury(&["verify", "./two"], 0);
}

#[test]
fn archives_are_the_same_bytes_each_time() {
    let world = world("", &[]);
    let zero = ["sum/submissions/wrong_answer/zero.c"];
    let own = verdicts(&world, "./sum", &zero);
    for (family, top) in [("icpc", "sum/problem.yaml"), ("domjudge", "problem.yaml")] {
        let [one, two] = ["one", "two"].map(|name| format!("{name}-{family}.zip"));
        for name in [&one, &two] {
            world.jury(&["export", "./sum", "--to", family, name, "--lossy"], 0);
        }
        let bytes = fs::read(world.path(&one)).unwrap();
        assert_eq!(bytes, fs::read(world.path(&two)).unwrap());
        let name = top.as_bytes();
        assert!(bytes.windows(name.len()).any(|window| window == name), "{top}");
        assert_eq!(verdicts(&world, &one, &zero), own);
    }
}

#[test]
fn comparing_checkers_decide_the_same_in_every_family() {
    let near = of_two!(r#"printf("%f\n", a + b + 0.0005);"#);
    let files = [("sum/submissions/accepted/near.c", near)];
    let world = world("[checker]\nname = \"numbers\"\nabsolute = 1e-3\n", &files);
    let families = ["icpc", "domjudge", "kattis-legacy", "polygon"];
    round(&world, &families, &[&ALL[..], &["accepted/near.c"]].concat());
    for family in families {
        world.jury(&["verify", &format!("./{family}")], 0);
    }
}

#[test]
fn unordered_lines_become_a_small_program() {
    let files = [("sum/submissions/accepted/turned.c", of_two!(r#"printf("%d\n\n", a + b);"#))];
    let world = world("[checker]\nname = \"unordered-lines\"\n", &files);
    round(&world, &["icpc"], &[&ALL[..], &["accepted/turned.c"]].concat());
    assert!(world.path("icpc/output_validator/compare.cpp").exists());
}

/// A checker of testlib's protocol, without its header, in both languages that are wrapped.
const CPP: &str = "#include <cstdio>\n#include <fstream>\nint main(int, char** words) {\n\
    std::ifstream output(words[2]), answer(words[3]);\nint found = -1, expected = 0;\n\
    output >> found; answer >> expected;\n\
    std::fprintf(stderr, found == expected ? \"ok fine\" : \"wrong answer not %d\", expected);\n\
    return found == expected ? 0 : 1;\n}\n";

const PYTHON: &str = "import sys\nfound, expected = (open(name).read().split() for name in sys.argv[2:4])\n\
    print('ok fine' if found == expected else 'wrong answer no', file=sys.stderr)\n\
    sys.exit(0 if found == expected else 1)\n";

const VALIDATOR: &str =
    "import sys\na, b = map(int, sys.stdin.read().split())\nsys.exit(0 if a < 1000 else 1)\n";

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn programs_of_testlib_s_protocol_are_wrapped() {
    for (name, text) in [("check.cpp", CPP), ("check.py", PYTHON)] {
        let toml = format!(
            "[checker]\nprogram = \"{name}\"\nprotocol = \"testlib\"\n\
             [validator]\nprogram = \"validate.py\"\nprotocol = \"testlib\"\n"
        );
        let own = format!("sum/{name}");
        let world = world(&toml, &[(&own, text), ("sum/validate.py", VALIDATOR)]);
        fs::write(world.path("bad.in"), "5000 1\n").unwrap();
        // On Polygon, they are called as they are.
        let families = ["icpc", "kattis-legacy", "polygon", "cms"];
        // What is wrapped for CMS is compiled.
        round(&world, &families[..if name == "check.cpp" { 4 } else { 3 }], &ALL);
        for family in &families[..3] {
            world.jury(&["validate", &format!("./{family}")], 0);
            world.jury(&["validate", &format!("./{family}"), "bad.in"], 1);
        }
    }
}

#[test]
fn a_plain_folder_keeps_the_cases_in_their_order() {
    let world = world("", &[]);
    let told = world.jury(&["export", "./sum", "--to", "plain", "./plain", "--lossy"], 0);
    assert!(told.err.contains("submissions: a plain folder has none"), "{told:#?}");
    for name in ["sample/1", "secret/2", "secret/10"] {
        let bytes = |folder: &str| fs::read(world.path(&format!("{folder}/{name}.in"))).unwrap();
        assert_eq!(bytes("sum/data"), bytes("plain"), "{name}");
    }
    let zero = ["sum/submissions/wrong_answer/zero.c"];
    // A plain folder's cases stand as people count, so that another one may decide.
    let verdict = |problem: &str| verdicts(&world, problem, &zero)[0][0].clone();
    assert_eq!(verdict("./sum"), verdict("./plain"));
}

const POINTS: &str = "[scoring]\nkind = \"sum\"\n[[group]]\nname = \"secret/a\"\nworth = 40\nscoring = \"pass-fail\"\n\
    [[group]]\nname = \"secret/b\"\nworth = 60\nscoring = \"sum\"\nneeds = [\"secret/a\"]\n";

#[test]
fn groups_and_points_are_those_of_the_family() {
    let files = [
        ("sum/data/secret/a/1.in", "5 6\n"),
        ("sum/data/secret/a/1.ans", "11\n"),
        ("sum/data/secret/b/1.in", "7 8\n"),
        ("sum/data/secret/b/1.ans", "15\n"),
        ("sum/data/secret/b/2.in", "700 8\n"),
        ("sum/data/secret/b/2.ans", "708\n"),
    ];
    let world = world(POINTS, &files);
    for name in ["2.in", "2.ans", "10.in", "10.ans"] {
        fs::remove_file(world.path(&format!("sum/data/secret/{name}"))).unwrap();
    }
    fs::remove_dir_all(world.path("sum/data/sample")).unwrap();
    let paths = ["sum/submissions/wrong_answer/zero.c", "sum/submissions/accepted/sum.c"];
    assert_eq!(scores(&world, "./sum", &paths), [Some(70.0), Some(100.0)]);
    // DOMjudge knows no parts of a group.
    for (family, part) in [
        ("icpc", 70.0),
        ("polygon", 70.0),
        ("kattis-legacy", 70.0),
        ("domjudge", 40.0),
        ("dmoj", 70.0),
        ("cms", 70.0),
    ] {
        let target = format!("./{family}");
        world.jury(&["export", "./sum", "--to", family, &target, "--lossy"], 0);
        assert_eq!(scores(&world, &target, &paths), [Some(part), Some(100.0)], "{family}");
    }
    let told = world.jury(&["lint", "./sum", "--for", "kattis"], 1);
    assert!(told.out.contains("needs `secret/a`: Kattis runs every group"), "{told:#?}");
    // A group that fails would else end the judging there, and with it the points of the others.
    for name in ["", "secret/"] {
        let path = world.path(&format!("domjudge/data/{name}testdata.yaml"));
        assert!(fs::read_to_string(path).unwrap().contains("on_reject: continue\n"));
    }
}

/// Outputs that DMOJ's checkers decide differently of: the answer is `1.5 a` and `2 b`, each on a line.
const OUTPUTS: [&str; 8] = [
    "1.5 a\n2 b\n",
    "1.5 a \n2 b\n",
    "1.5  a \n\n2 b",
    "1.5 a 2 b\n",
    "2 b\n1.5 a\n",
    "1.500001 a\n2 b\n",
    "A B\n1.5 2\n",
    "1.5 a\n2 c\n",
];

#[test]
fn dmoj_s_checkers_become_programs_that_decide_the_same() {
    let world = World::new(&[("p/1.in", "1\n"), ("p/1.out", "1.5 a\n2 b\n")]);
    let mut decided = Vec::new();
    for checker in ["standard", "identical", "easy", "sorted", "rstripped", "floats"] {
        let yaml =
            format!("test_cases:\n- {{in: 1.in, out: 1.out, points: 1}}\nchecker: {checker}\n");
        write(&world, "p/init.yml", &yaml);
        world.jury(&["export", "./p", "--to", "icpc", "./icpc", "--lossy", "--force"], 0);
        let verdicts = |problem: &str| {
            let of = |output: &&str| {
                write(&world, "output", output);
                let words = ["check", problem, "p/1.in", "output", "p/1.out"];
                run(&mut world.command(&words)).status
            };
            OUTPUTS.iter().map(of).collect::<Vec<_>>()
        };
        let own = verdicts("./p");
        assert_eq!(verdicts("./icpc"), own, "{checker}");
        decided.push(own);
    }
    decided.sort();
    decided.dedup();
    assert_eq!(decided.len(), 6, "each decides in a way of its own: {decided:?}");
}

#[test]
fn dmoj_s_own_checkers_are_taken_where_their_rules_are_the_same() {
    let spaced = ("sum/submissions/accepted/spaced.c", of_two!(r#"printf("%d \n", a + b);"#));
    let submissions = [&ALL[..], &["accepted/spaced.c"]].concat();
    for (checker, line) in [("exact", "name: identical"), ("dmoj-standard", "name: standard")] {
        let world = world(&format!("[checker]\nname = \"{checker}\"\n"), &[spaced]);
        round(&world, &["dmoj"], &submissions);
        let text = fs::read_to_string(world.path("dmoj/init.yml")).unwrap();
        assert!(text.contains(line), "{text}");
        // One batch, which is all or nothing.
        assert_eq!(text.matches("points: 1\n").count(), 1, "{text}");
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn dmoj_calls_programs_of_testlib_s_protocol() {
    let talk = "import sys\na, b = open(sys.argv[1]).read().split()\nprint(a, b, flush=True)\n\
        right = sys.stdin.readline().strip() == str(int(a) + int(b))\nsys.exit(0 if right else 1)\n";
    for (part, name, text, key) in [
        ("checker", "check.py", PYTHON, "files: [\"checker/checker.py\"]\n    type: testlib"),
        ("interactor", "talk.py", talk, "files: [\"interactor/interactor.py\"]\n  type: testlib"),
    ] {
        let toml = format!("[{part}]\nprogram = \"{name}\"\nprotocol = \"testlib\"\n");
        let own = format!("sum/{name}");
        let world = world(&toml, &[(&own, text)]);
        round(&world, &["dmoj"], &ALL);
        let text = fs::read_to_string(world.path("dmoj/init.yml")).unwrap();
        assert!(text.contains(key), "{text}");
    }
    // Nothing translates other protocols there.
    let toml = "[checker]\nprogram = \"check.py\"\nprotocol = \"icpc\"\n";
    let world = world(toml, &[("sum/check.py", PYTHON)]);
    let told = world.jury(&["export", "./sum", "--to", "dmoj", "./dmoj", "--lossy"], 2);
    assert!(told.err.contains("speaks the protocol icpc"), "{told:#?}");
    let told = world.jury(&["lint", "./sum", "--for", "dmoj"], 1);
    assert!(told.out.contains("changed: limits of time and memory (5 s, 512 MiB)"), "{told:#?}");
}

#[test]
fn groups_and_dependencies_become_batches_of_dmoj() {
    let toml = "[checker]\nname = \"exact\"\n[scoring]\nkind = \"sum\"\n\
        [[group]]\nname = \"secret/a\"\nworth = 40\nscoring = \"sum\"\n\
        [[group]]\nname = \"secret/b\"\nworth = 60\nscoring = \"sum\"\nneeds = [\"secret/a\"]\n";
    let files = [
        ("sum/data/secret/a/1.in", "5 6\n"),
        ("sum/data/secret/a/1.ans", "11\n"),
        ("sum/data/secret/a/2.in", "7 8\n"),
        ("sum/data/secret/a/2.ans", "15\n"),
        ("sum/data/secret/b/1.in", "700 8\n"),
        ("sum/data/secret/b/1.ans", "708\n"),
    ];
    let world = world(toml, &files);
    for name in ["2.in", "2.ans", "10.in", "10.ans"] {
        fs::remove_file(world.path(&format!("sum/data/secret/{name}"))).unwrap();
    }
    fs::remove_dir_all(world.path("sum/data/sample")).unwrap();
    round(&world, &["dmoj"], &ALL);
    let text = fs::read_to_string(world.path("dmoj/init.yml")).unwrap();
    assert_eq!(text.matches("- points: 20\n  batched:\n").count(), 2, "{text}");
    assert!(text.contains("- points: 60\n  dependencies: [1, 2]\n  batched:\n"), "{text}");
}

/// Writes a file, making its folders.
fn write(world: &World, name: &str, text: &str) {
    let path = world.path(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The scores of submissions.
#[track_caller]
fn scores(world: &World, problem: &str, submissions: &[&str]) -> Vec<Option<f64>> {
    graded(world, problem, submissions).iter().map(|own| own["score"].as_f64()).collect()
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn tasks_of_cms_have_their_points_in_a_recipe_or_a_score_type() {
    let one = ("sum/submissions/wrong_answer/one.py", "print(1)\n");
    let world = world("[checker]\nname = \"token-lines\"\n", &[one]);
    round(&world, &["cms"], &ALL);
    let text = |name: &str| fs::read_to_string(world.path(&format!("cms/{name}"))).unwrap();
    assert!(text("gen/GEN").starts_with("#ST: 100\n#COPY: input/input0.txt\n"));
    assert!(text("task.yaml").contains("public_testcases: \"0\"\n"));
    assert!(text("sol/zero.c").ends_with("\n// @check-wrong-answer: *\n"));
    assert!(text("sol/one.py").ends_with("\n# @check-wrong-answer: *\n"));
    assert!(!world.path("cms/check").exists());
    world.jury(&["verify", "./cms"], 0);
    // What needs another group has its cases, too.
    let toml = format!("{TOML}[checker]\nname = \"token-lines\"\n{POINTS}");
    for (name, input, answer) in [("a/1", "5 6\n", "11\n"), ("b/1", "7 8\n", "15\n")] {
        write(&world, &format!("sum/data/secret/{name}.in"), input);
        write(&world, &format!("sum/data/secret/{name}.ans"), answer);
    }
    write(&world, "sum/problem.toml", &toml);
    fs::remove_dir_all(world.path("sum/data/sample")).unwrap();
    world.jury(&["export", "./sum", "--to", "cms", "./cms", "--lossy", "--force"], 0);
    let lines = "score_type: GroupMin\nscore_type_parameters:\n- [1, \"(000)$\"]\n- [1, \"(001)$\"]\n\
        - [40, \"(002)$\", \"a\"]\n- [60, \"(002|003)$\", \"b\"]\n";
    assert!(text("task.yaml").ends_with(lines), "{}", text("task.yaml"));
    let submission = "sum/submissions/wrong_answer/zero.c";
    assert_eq!(scores(&world, "./cms", &[submission]), scores(&world, "./sum", &[submission]));
    let toml = "[interactor]\nprogram = \"talk.py\"\nprotocol = \"testlib\"\n";
    write(&world, "sum/problem.toml", &format!("{TOML}{toml}"));
    write(&world, "sum/talk.py", "");
    let told = world.jury(&["lint", "./sum", "--for", "cms"], 1);
    assert!(told.out.contains("a manager talks by named pipes"), "{told:#?}");
}

#[test]
fn subtasks_that_share_cases_need_each_other_or_have_copies() {
    let small = of_two!(r#"printf("%d\n", a < 500 ? a + b : 0);"#);
    let world = World::new(&[
        ("p/task.yaml.orig", "name: sum\ntime_limit: 5.0\nmemory_limit: 256\n"),
        (
            "p/gen/GEN",
            "#ST: 40\n#STNAME: a\n#COPY: input/input0.txt\n#ST: 60\n#STNAME: b\n#STDEP: a\n\
             #COPY: input/input1.txt\n",
        ),
        ("p/input/input0.txt", "100 2\n"),
        ("p/output/output0.txt", "102\n"),
        ("p/input/input1.txt", "500 2\n"),
        ("p/output/output1.txt", "502\n"),
        ("p/sol/solution.c", SUM),
        ("p/sol/zero.c", &format!("{ZERO}// @check-zero: a b\n")),
        ("p/sol/small.c", &format!("{small}// @check-accepted: a\n// @check-zero: b\n")),
    ]);
    let paths = ["p/sol/solution.c", "p/sol/zero.c", "p/sol/small.c"];
    let expected = scores(&world, "./p", &paths);
    for (family, cases) in [("dmoj", 2), ("kattis-legacy", 3), ("cms", 2)] {
        let target = format!("./{family}");
        world.jury(&["export", "./p", "--to", family, &target, "--lossy"], 0);
        assert_eq!(scores(&world, &target, &paths), expected, "{family}");
        let files = walkdir::WalkDir::new(world.path(family)).into_iter().map(Result::unwrap);
        let answers = files.filter(|file| {
            let name = file.file_name().to_string_lossy();
            name.ends_with(".ans") || name.ends_with(".out") || name.starts_with("output")
        });
        assert_eq!(answers.filter(|file| file.file_type().is_file()).count(), cases, "{family}");
    }
}

/// Cases of sums, the input and the answer of each in the files of these names.
fn sums<'a>(names: &[(&'a str, &'a str)], inputs: &[&'a str]) -> Vec<(&'a str, String)> {
    let sum = |input: &str| input.split_whitespace().map(|word| word.parse::<u32>().unwrap()).sum();
    let of = |(names, input): (&(&'a str, &'a str), &&str)| {
        let sum: u32 = sum(input);
        [(names.0, format!("{input}\n")), (names.1, format!("{sum}\n"))]
    };
    names.iter().zip(inputs).flat_map(of).collect()
}

/// The scores of packages whose points are said in each family's own way are the same in others.
#[test]
fn points_are_the_same_however_a_family_says_them() {
    const CMS: [(&str, &str); 4] = [
        ("p/input/input0.txt", "p/output/output0.txt"),
        ("p/input/input1.txt", "p/output/output1.txt"),
        ("p/input/input2.txt", "p/output/output2.txt"),
        ("p/input/input3.txt", "p/output/output3.txt"),
    ];
    const ICPC: [(&str, &str); 2] = [
        ("p/data/secret/1.in", "p/data/secret/1.ans"),
        ("p/data/secret/2.in", "p/data/secret/2.ans"),
    ];
    const DMOJ: [(&str, &str); 3] = [("p/1", "p/1.a"), ("p/2", "p/2.a"), ("p/3", "p/3.a")];
    const POLYGON: [(&str, &str); 3] = [
        ("p/tests/01", "p/tests/01.a"),
        ("p/tests/02", "p/tests/02.a"),
        ("p/tests/03", "p/tests/03.a"),
    ];
    let task = "name: p\ntitle: P\ntime_limit: 5\nmemory_limit: 256\nn_input: 4\ninfile: ''\noutfile: ''\n";
    let yaml = "problem_format_version: 2025-09\nname: P\nuuid: 5ca6ba5b-36d5-4eff-8aa7-d967cbc4375e\n\
                type: scoring\nlicense: unknown\nlimits: {time_limit: 5.0}\n";
    let batches = "test_cases:\n- {points: 10, batched: [{in: \"1\", out: 1.a}]}\n\
                   - {points: 20, dependencies: [1], batched: [{in: \"2\", out: 2.a}]}\n\
                   - {points: 70, dependencies: [2], batched: [{in: \"3\", out: 3.a}]}\n";
    let xml = r#"<problem short-name="p"><names><name language="english" value="P"/></names>
<judging><testset name="tests"><time-limit>5000</time-limit><memory-limit>268435456</memory-limit>
<test-count>3</test-count><input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern><tests><test group="1" method="manual" points="60"/>
<test group="1" method="manual" points="0"/><test method="manual" points="40"/></tests>
<groups><group name="1" points-policy="complete-group"/></groups></testset></judging>
<assets><checker type="testlib" name="std::wcmp.cpp"><source path="files/check.cpp" type="cpp.g++17"/></checker>
<solutions><solution tag="main"><source path="sum.c" type="c.gcc"/></solution></solutions></assets></problem>"#;
    let secret = "max_score: 80\nscore_aggregation: min\n";
    let all = ["icpc", "kattis-legacy", "polygon", "cms", "dmoj"];
    for (settings, cases, expected, families) in [
        // Each its share of 100.
        (
            [("p/task.yaml", task), ("p/sol/solution.c", SUM)],
            sums(&CMS, &["5 6", "500 1", "7 8", "9 1"]),
            75.0,
            &all[..],
        ),
        // The least counts, of what gives 80 in all.
        (
            [("p/problem.yaml", yaml), ("p/data/secret/test_group.yaml", secret)],
            sums(&ICPC, &["5 6", "500 1"]),
            0.0,
            &["kattis-legacy", "domjudge", "cms", "dmoj"],
        ),
        // A batch that is not run is not solved.
        (
            [("p/init.yml", batches), ("p/sum.c", SUM)],
            sums(&DMOJ, &["500 6", "5 1", "7 8"]),
            0.0,
            &["icpc", "cms", "dmoj"],
        ),
        // A test beside groups.
        (
            [("p/problem.xml", xml), ("p/sum.c", SUM)],
            sums(&POLYGON, &["5 6", "7 8", "500 8"]),
            60.0,
            &["icpc", "kattis-legacy", "domjudge", "polygon", "cms", "dmoj"],
        ),
    ] {
        let world = World::new(&[]);
        for (name, text) in settings {
            write(&world, name, text);
        }
        for (name, text) in &cases {
            write(&world, name, text);
        }
        write(&world, "sum.c", SUM);
        write(&world, "zero.c", ZERO);
        let own = scores(&world, "./p", &["sum.c", "zero.c"]);
        assert_eq!(own[1], Some(expected), "{}", settings[0].0);
        for family in families {
            let target = format!("./{family}");
            world.jury(&["export", "./p", "--to", family, &target, "--lossy"], 0);
            let found = scores(&world, &target, &["sum.c", "zero.c"]);
            assert_eq!(found, own, "{} to {family}", settings[0].0);
        }
    }
}

/// A checker of testlib's protocol that gives half of the points for the number before the right one.
const NEARLY: &str = r#"#include <cstdio>
int main(int, char **argv) {
    long given = 0, wanted = 0;
    if (std::fscanf(std::fopen(argv[2], "r"), "%ld", &given) != 1) return 2;
    if (std::fscanf(std::fopen(argv[3], "r"), "%ld", &wanted) != 1) return 3;
    if (given != wanted - 1) return given == wanted ? 0 : 1;
    std::fputs("points 0.5 nearly\n", stderr);
    return 7;
}
"#;

#[test]
fn parts_of_points_are_nothing_in_groups_that_are_all_or_nothing() {
    const NEAR: &str = of_two!(r#"printf("%d\n", a < 100 ? a + b : a + b - 1);"#);
    let groups = "[checker]\nprogram = \"check.cpp\"\nprotocol = \"testlib\"\n[scoring]\nkind = \"sum\"\n\
                  [[group]]\nname = \"a\"\nworth = 30\n[[group]]\nname = \"b\"\nworth = 70\n";
    let world = World::new(&[
        ("p/problem.toml", &format!("{TOML}{groups}")),
        ("p/check.cpp", NEARLY),
        ("p/data/a/1.in", "1 2\n"),
        ("p/data/a/1.ans", "3\n"),
        ("p/data/b/1.in", "200 300\n"),
        ("p/data/b/1.ans", "500\n"),
        ("p/submissions/accepted/sum.c", SUM),
        ("near.c", NEAR),
    ]);
    let paths = ["p/submissions/accepted/sum.c", "near.c"];
    assert_eq!(scores(&world, "./p", &paths), [Some(100.0), Some(30.0)]);
    for family in ["icpc", "kattis-legacy", "domjudge", "polygon", "cms"] {
        let target = format!("./{family}");
        world.jury(&["export", "./p", "--to", family, &target, "--lossy"], 0);
        assert_eq!(scores(&world, &target, &paths), [Some(100.0), Some(30.0)], "{family}");
    }
    // What is passed on as it is, or counts in another group, is told.
    let words = "that parts of the points, which `check.cpp` gives, count for nothing in groups that are all or \
                 nothing (`a`): there, they count";
    assert!(world.jury(&["lint", "./p", "--for", "dmoj"], 1).out.contains(words));
    assert!(!world.jury(&["lint", "./p", "--for", "cms"], 1).out.contains(words));
    // DMOJ's own gives them whatever groups there are.
    let built_in = groups
        .replace("program = \"check.cpp\"\nprotocol = \"testlib\"", "name = \"dmoj-linecount\"");
    fs::write(world.path("p/problem.toml"), format!("{TOML}{built_in}")).unwrap();
    let told = world.jury(&["lint", "./p", "--for", "dmoj"], 1);
    assert!(told.out.contains(&words.replace("check.cpp", "linecount")), "{told:#?}");
    let some = format!("{TOML}{groups}scoring = \"min\"\n");
    fs::write(world.path("p/problem.toml"), some).unwrap();
    for family in ["icpc", "cms", "kattis"] {
        let told = world.jury(&["lint", "./p", "--for", family], 1);
        assert!(told.out.contains(words) == (family != "kattis"), "{family}: {told:#?}");
    }
}

/// A checker of the ICPC package format that gives a part for the number before the right one: by its name, points
/// out of four, or a share.
fn nearly_by(file: &str, text: &str) -> String {
    format!(
        "#include <cstdio>\n#include <string>\nint main(int, char **argv) {{\n    long given = 0, wanted = 0;\n    \
         if (std::scanf(\"%ld\", &given) != 1) return 43;\n    \
         if (std::fscanf(std::fopen(argv[2], \"r\"), \"%ld\", &wanted) != 1) return 1;\n    \
         if (given != wanted - 1) return given == wanted ? 42 : 43;\n    \
         std::fputs(\"{text}\", std::fopen((argv[3] + std::string(\"/{file}\")).c_str(), \"w\"));\n    return 42;\n}}\n"
    )
}

#[test]
fn what_a_checker_gives_is_out_of_the_points_of_a_test_of_polygon() {
    const NEAR: &str = of_two!(r#"printf("%d\n", a < 100 ? a + b : a + b - 1);"#);
    let settings = |kind: &str, worth: &str| {
        format!(
            "{TOML}[checker]\nprogram = \"check.cpp\"\nprotocol = \"icpc\"\nfull = 4\n[scoring]\nkind = \"{kind}\"\n{worth}"
        )
    };
    let world = World::new(&[
        ("p/problem.toml", &settings("sum", "")),
        ("p/check.cpp", &nearly_by("score.txt", "1.0")),
        ("p/data/sample/0.in", "1 1\n"),
        ("p/data/sample/0.ans", "2\n"),
        ("p/data/1.in", "1 2\n"),
        ("p/data/1.ans", "3\n"),
        ("p/data/2.in", "200 300\n"),
        ("p/data/2.ans", "500\n"),
        ("p/submissions/accepted/sum.c", SUM),
        ("near.c", NEAR),
    ]);
    let paths = ["p/submissions/accepted/sum.c", "near.c"];
    let half = nearly_by("score_multiplier.txt", "0.5");
    for checker in [None, Some(half.as_str())] {
        if let Some(checker) = checker {
            fs::write(world.path("p/check.cpp"), checker).unwrap();
        }
        let own = scores(&world, "./p", &paths);
        assert!(own[1] < own[0] && own[1] > Some(0.0), "{own:?}");
        world.jury(&["export", "./p", "--to", "polygon", "./out", "--lossy", "--force"], 0);
        assert_eq!(scores(&world, "./out", &paths), own);
    }
    // testlib's are called as they are, by whatever scale.
    let testlib = settings("mean", "").replace("\"icpc\"", "\"testlib\"").replace("full = 4\n", "");
    fs::write(world.path("p/problem.toml"), testlib).unwrap();
    fs::write(world.path("p/check.cpp"), NEARLY).unwrap();
    let told = world.jury(&["lint", "./p", "--for", "polygon"], 1);
    let words = "points that `check.cpp` gives: they are out of 1, and on Polygon, out of those of the test";
    assert!(told.out.contains(words), "{told:#?}");
    let told = world.jury(&["lint", "./p", "--for", "dmoj"], 1);
    assert!(told.out.contains("`points N` is a whole number of the case's points"), "{told:#?}");
    // A test without points of its own would be solved in full by any part of them.
    let whole = settings("sum", "[[group]]\nname = \"\"\nworth = 10\nscoring = \"pass-fail\"\n");
    let whole = whole.replace("[[group]]\nname = \"\"", "[[group]]\nname = \"a\"");
    for name in ["1.in", "1.ans", "2.in", "2.ans"] {
        fs::create_dir_all(world.path("p/data/a")).unwrap();
        fs::rename(world.path(&format!("p/data/{name}")), world.path(&format!("p/data/a/{name}")))
            .unwrap();
    }
    fs::remove_dir_all(world.path("p/data/sample")).unwrap();
    fs::write(world.path("p/problem.toml"), whole).unwrap();
    fs::write(world.path("p/check.cpp"), half).unwrap();
    assert_eq!(scores(&world, "./p", &paths), [Some(10.0), Some(0.0)]);
    world.jury(&["export", "./p", "--to", "polygon", "./out", "--lossy", "--force"], 0);
    let xml = fs::read_to_string(world.path("out/problem.xml")).unwrap();
    assert_eq!(xml.matches("points=\"5\"").count(), 2, "{xml}");
    assert_eq!(scores(&world, "./out", &paths), [Some(10.0), Some(0.0)]);
}

/// A checker gives what it gives out of the points of a test, which Polygon's packages say for each.
#[test]
fn points_of_tests_of_polygon_are_what_parts_are_out_of() {
    const NEAR: &str = of_two!(r#"printf("%d\n", a < 100 ? a + b : a + b - 1);"#);
    let xml = r#"<problem short-name="p"><names><name language="english" value="P"/></names>
<judging><testset name="tests"><time-limit>5000</time-limit><memory-limit>268435456</memory-limit>
<test-count>2</test-count><input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern><tests><test group="1" method="manual" points="10"/>
<test group="1" method="manual" points="10"/></tests>
<groups><group name="1" points-policy="complete-group"/></groups></testset></judging>
<assets><checker type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
<solutions><solution tag="main"><source path="sum.c" type="c.gcc"/></solution></solutions></assets></problem>"#;
    let world = World::new(&[
        ("p/problem.xml", xml),
        ("p/tests/01", "1 2\n"),
        ("p/tests/01.a", "3\n"),
        ("p/tests/02", "200 300\n"),
        ("p/tests/02.a", "500\n"),
        ("p/files/check.cpp", &NEARLY.replace("points 0.5", "points 5")),
        ("p/sum.c", SUM),
        ("near.c", NEAR),
    ]);
    let paths = ["p/sum.c", "near.c"];
    let own = scores(&world, "./p", &paths);
    assert_eq!(own, [Some(20.0), Some(0.0)]);
    for family in ["icpc", "kattis-legacy", "domjudge", "polygon", "cms"] {
        let target = format!("./{family}");
        world.jury(&["export", "./p", "--to", family, &target, "--lossy"], 0);
        assert_eq!(scores(&world, &target, &paths), own, "{family}");
    }
}

#[test]
fn groups_of_names_that_become_one_stay_apart() {
    let groups = "[scoring]\nkind = \"sum\"\n[[group]]\nname = \"a b\"\nworth = 30\n[[group]]\nname = \"a_b\"\nworth = 70\n";
    let world = World::new(&[
        ("p/problem.toml", &format!("{TOML}{groups}")),
        ("p/data/a b/1.in", "200 2\n"),
        ("p/data/a b/1.ans", "202\n"),
        ("p/data/a_b/2.in", "1 2\n"),
        ("p/data/a_b/2.ans", "3\n"),
        ("p/submissions/accepted/sum.c", SUM),
        ("zero.c", ZERO),
    ]);
    let paths = ["p/submissions/accepted/sum.c", "zero.c"];
    assert_eq!(scores(&world, "./p", &paths), [Some(100.0), Some(70.0)]);
    for family in ["icpc", "kattis-legacy", "domjudge", "polygon", "cms", "dmoj"] {
        let target = format!("./{family}");
        world.jury(&["export", "./p", "--to", family, &target, "--lossy"], 0);
        assert_eq!(scores(&world, &target, &paths), [Some(100.0), Some(70.0)], "{family}");
    }
}

#[test]
fn graders_go_where_a_family_has_a_place_for_them() {
    let world = World::new(&[
        (
            "t/task.yaml",
            "name: add\ntitle: Add\ntime_limit: 5.0\nmemory_limit: 256\ninfile: ''\noutfile: ''\n",
        ),
        ("t/input/input0.txt", "1 2\n"),
        ("t/output/output0.txt", "3\n"),
        ("t/sol/add.h", "int add(int a, int b);\n"),
        ("t/sol/grader.c", &format!("#include \"add.h\"\n{}", SUM.replace("a + b", "add(a, b)"))),
        ("t/sol/grader.py", "import add\nprint(add.add(*map(int, input().split())))\n"),
        ("t/sol/solution.c", "#include \"add.h\"\nint add(int a, int b) { return a + b; }\n"),
        ("t/sol/slow.py", "def add(a, b):\n    return a + b\n"),
        ("wrong.c", "#include \"add.h\"\nint add(int a, int b) { return a - b; }\n"),
    ]);
    let paths = ["t/sol/solution.c", "wrong.c"];
    let own = verdicts(&world, "./t", &paths);
    let told = world.jury(&["lint", "./t", "--for", "icpc"], 1);
    for words in ["the grader `grader.py`", "the submission `slow.py`"] {
        assert!(told.out.contains(words), "{told:#?}");
    }
    for family in ["icpc", "kattis-legacy", "polygon", "dmoj", "cms"] {
        let target = format!("./{family}");
        world.jury(&["export", "./t", "--to", family, &target, "--lossy"], 0);
        assert_eq!(verdicts(&world, &target, &paths), own, "{family}");
    }
    let told = world.jury(&["export", "./t", "--to", "domjudge", "./out", "--lossy"], 2);
    assert!(told.err.contains("DOMjudge compiles submissions alone"), "{told:#?}");
    let init = fs::read_to_string(world.path("dmoj/init.yml")).unwrap();
    assert!(init.contains("header: \"add.h\"\n"), "DMOJ makes no folders: {init}");
    let told = world.jury(&["export", "./t", "--to", "plain", "./plain"], 2);
    assert!(told.err.contains("what submissions are compiled together with"), "{told:#?}");
    // The grader of DMOJ goes back there, and stays what it was.
    world.jury(&["export", "./dmoj", "--to", "dmoj", "./again", "--lossy"], 0);
    assert_eq!(verdicts(&world, "./again", &paths), own);
    fs::remove_file(world.path("t/sol/grader.c")).unwrap();
    fs::remove_file(world.path("t/sol/add.h")).unwrap();
    let told = world.jury(&["export", "./t", "--to", "icpc", "./out", "--lossy"], 2);
    assert!(told.err.contains("graders that are not in C or C++"), "{told:#?}");
}

#[test]
fn what_polygon_does_not_run_or_compile_is_told() {
    let world = world("", &[("sum/submissions/compile_error/no.c", "int main(void) {\n")]);
    let told = world.jury(&["lint", "./sum", "--for", "polygon"], 1);
    let words = "what is expected of `no.c` (CE) becomes the tag `rejected`";
    assert!(told.out.contains(words), "{told:#?}");
}

#[test]
fn plain_folders_lose_nothing_as_plain_folders() {
    let world = World::new(&[("p/1.in", "1\n"), ("p/1.ans", "2\n")]);
    let told = world.jury(&["export", "./p", "--to", "plain", "./q"], 0);
    assert!(!told.err.contains("limits"), "{told:#?}");
}

#[test]
fn comments_of_task_maker_name_no_subtask_that_is_gone() {
    let zero = format!("{ZERO}// @check-partial-score: all\n");
    let world = World::new(&[
        ("p/task.yaml.orig", "name: sum\ntime_limit: 5.0\nmemory_limit: 256\n"),
        ("p/gen/GEN", "#ST: 100\n#STNAME: all\n#COPY: input/input0.txt\n#COPY: input/input1.txt\n"),
        ("p/input/input0.txt", "1 2\n"),
        ("p/output/output0.txt", "3\n"),
        ("p/input/input1.txt", "500 2\n"),
        ("p/output/output1.txt", "502\n"),
        ("p/sol/solution.c", SUM),
        ("p/sol/zero.c", &zero),
    ]);
    // The tests of one subtask alone are added up by task-maker, and of CMS each has its share.
    let told = world.jury(&["export", "./p", "--to", "cms", "./cms", "--lossy"], 0);
    assert!(told.err.contains("what is expected of `zero.c`"), "{told:#?}");
    world.jury(&["verify", "./cms"], 0);
    // Where the least counts, task-maker is told.
    let world = self::world("", &[]);
    world.jury(&["export", "./sum", "--to", "cms", "./cms", "--lossy"], 0);
    let settings = fs::read_to_string(world.path("cms/task.yaml")).unwrap();
    assert!(settings.contains("\nscore_type: GroupMin\n"), "{settings}");
    let told = world.jury(&["verify", "./cms"], 0);
    assert!(!told.out.contains("score_type"), "{told:#?}");
}

/// The shipped problems with one accepted submission and one that is not.
const SHIPPED: [(&str, &str, &str); 5] = [
    ("board-silly", "walk.py", "no_captures.rs"),
    ("checkers", "greedy.py", "passes.py"),
    ("eastern-draughts", "jumps.cpp", "counts_from_one.py"),
    ("four-in-line", "breadth_first.cpp", "no_columns.py"),
    ("megacheckers", "frontier.cpp", "parity_bound.py"),
];

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn checkers_of_single_puzzles_become_programs_that_decide_the_same() {
    let world = World::new(&[]);
    for (slug, accepted, wrong) in SHIPPED {
        let target = format!("./{slug}");
        let problem = format!("{}/problems/{slug}", env!("CARGO_MANIFEST_DIR"));
        world.jury(&["export", &problem, "--to", "icpc", &target, "--lossy"], 0);
        let source =
            fs::read_to_string(world.path(&format!("{slug}/output_validator/main.rs"))).unwrap();
        assert!(!source.contains("cfg(test)") && !source.contains("drawing"), "{slug}");
        let accepted = format!("{problem}/submissions/accepted/{accepted}");
        // How long it takes is not asked here.
        let case = ["grade", &target, &accepted, "--case", "sample/*", "--time-limit", "60"];
        world.jury(&case, 0);
        let wrong = format!("{problem}/submissions/wrong_answer/{wrong}");
        let told = world.jury(&["grade", &target, &wrong, "--time-limit", "60"], 1);
        assert!(told.out.starts_with("WA") || told.out.starts_with("PC"), "{slug}: {told:#?}");
        world.jury(&["validate", &target], 0);
        fs::write(world.path("bad.in"), "?\n").unwrap();
        world.jury(&["validate", &target, "bad.in"], 1);
    }
    // On Polygon, a checker gives points, and no shares of them.
    let problem = format!("{}/problems/eastern-draughts", env!("CARGO_MANIFEST_DIR"));
    let told = world.jury(&["export", &problem, "--to", "polygon", "./polygon", "--lossy"], 0);
    for words in ["on Polygon, scores are added up", "that outputs with fewer points are accepted"]
    {
        assert!(told.err.contains(words), "{told:#?}");
    }
    let told = world.jury(&["lint", &problem, "--for", "cms"], 1);
    assert!(told.out.contains("that outputs with fewer points are accepted"), "{told:#?}");
    let xml = fs::read_to_string(world.path("polygon/problem.xml")).unwrap();
    assert!(xml.contains(" points=\"1\"") && !xml.contains(" points=\"0.0"), "{xml}");
}

/// Rejects an input of subtask 2 with a small number: called with its path and the number of the subtask.
const VALIDATORS: [(&str, &str); 2] = [
    (
        "py",
        "import sys\nfirst = int(open(sys.argv[1]).read().split()[0])\nsys.exit(sys.argv[2] == '2' and first < 100)\n",
    ),
    (
        "cpp",
        "#include <cstdlib>\n#include <fstream>\nint main(int, char** words) {\n    std::ifstream input(words[1]);\n\
         int first;\n    return !(input >> first) || (atoi(words[2]) == 2 && first < 100);\n}\n",
    ),
];

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn validators_that_open_the_input_as_a_file_are_given_one() {
    for (ending, validator) in VALIDATORS {
        let world = World::new(&[
            (
                "p/task.yaml",
                "name: p\ntitle: P\ntime_limit: 5\nmemory_limit: 256\ninfile: ''\noutfile: ''\n",
            ),
            ("p/gen/GEN", "#ST: 40\n1 2\n#ST: 60\n500 2\n"),
            (&format!("p/gen/validator.{ending}"), validator),
            ("p/input/input0.txt", "1 2\n"),
            ("p/output/output0.txt", "3\n"),
            ("p/input/input1.txt", "500 2\n"),
            ("p/output/output1.txt", "502\n"),
            ("p/sol/solution.c", SUM),
        ]);
        for family in ["icpc", "kattis-legacy", "domjudge"] {
            let target = format!("./{family}");
            world.jury(&["export", "./p", "--to", family, &target, "--lossy"], 0);
            world.jury(&["validate", &target], 0);
            write(&world, &format!("{family}/data/secret/subtask1/001.in"), "5 2\n");
            let told = world.jury(&["validate", &target], 1);
            assert!(told.out.contains("1 of 2 inputs"), "{family} {ending}: {told:#?}");
        }
    }
}

/// Half of the points where a second word stands in the output, by the protocols of CMS and sinol.
const HALVES: [(&str, &str, &str); 4] = [
    (
        "cms",
        "py",
        "import sys\nright = open(sys.argv[2]).read().split()\nfound = open(sys.argv[3]).read().split()\n\
         print(0 if found[:1] != right else 1 / len(found))\nprint('looked at', file=sys.stderr)\n",
    ),
    (
        "cms",
        "cpp",
        "#include <fstream>\n#include <iostream>\n#include <string>\nint main(int, char** words) {\n    \
         std::ifstream answer(words[2]), output(words[3]);\n    std::string right, found, more;\n    \
         answer >> right;\n    output >> found >> more;\n    \
         std::cout << (found != right ? 0 : more.empty() ? 1 : 0.5) << '\\n';\n    std::cerr << \"looked at\\n\";\n}\n",
    ),
    (
        "sinol",
        "py",
        "import sys\nright = open(sys.argv[3]).read().split()\nfound = open(sys.argv[2]).read().split()\n\
         print('OK' if found[:1] == right else 'WA')\nprint('looked at')\nprint('50' if found[1:] else '')\n",
    ),
    (
        "sinol",
        "cpp",
        "#include <fstream>\n#include <iostream>\n#include <string>\nint main(int, char** words) {\n    \
         std::ifstream answer(words[3]), output(words[2]);\n    std::string right, found, more;\n    \
         answer >> right;\n    output >> found >> more;\n    \
         std::cout << (found == right ? \"OK\" : \"WA\") << \"\\nlooked at\\n\" << (more.empty() ? \"\" : \"50\");\n    \
         return 1;\n}\n",
    ),
];

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn checkers_that_give_a_share_of_the_points_are_wrapped() {
    for (protocol, ending, checker) in HALVES {
        let world = match protocol {
            "cms" => World::new(&[
                (
                    "p/task.yaml",
                    "name: p\ntitle: P\ntime_limit: 5\nmemory_limit: 256\ninfile: ''\noutfile: ''\n",
                ),
                ("p/gen/GEN", "#ST: 100\n1 2\n"),
                (&format!("p/check/checker.{ending}"), checker),
                ("p/input/input0.txt", "1 2\n"),
                ("p/output/output0.txt", "3\n"),
                ("p/sol/solution.c", SUM),
            ]),
            _ => World::new(&[
                (
                    "p/config.yml",
                    "title: P\nsinol_task_id: sum\ntime_limit: 5000\nmemory_limit: 262144\n",
                ),
                (&format!("p/prog/sumchk.{ending}"), checker),
                ("p/in/sum1.in", "1 2\n"),
                ("p/out/sum1.out", "3\n"),
                ("p/prog/sum.c", SUM),
            ]),
        };
        for (name, text) in [("sum.c", SUM), ("half.c", HALF), ("none.c", of_two!(r#"puts("0");"#))]
        {
            write(&world, name, text);
        }
        let families: &[(&str, bool)] = match (protocol, ending) {
            (_, "py") => &[("icpc", true), ("kattis-legacy", false), ("domjudge", false)],
            _ => &[("icpc", true), ("kattis-legacy", false), ("polygon", false), ("cms", true)],
        };
        for (family, has_parts) in families {
            let target = format!("./{family}");
            let told = world.jury(&["export", "./p", "--to", family, &target, "--lossy"], 0);
            let is_told = told.err.contains("parts of the points that");
            assert_eq!(is_told, !has_parts, "{protocol} {ending} {family}: {told:#?}");
            let half = if *has_parts { 50.0 } else { 0.0 };
            assert_eq!(
                scores(&world, &target, &["sum.c", "half.c", "none.c"]),
                [Some(100.0), Some(half), Some(0.0)],
                "{protocol} {ending} {family}"
            );
        }
    }
}

/// A package of Polygon whose tests give so many points; its checker tells a full solution, in both ways, or half.
fn polygon_with_points(points: [u32; 2]) -> World {
    let check = "#include <fstream>\n#include <iostream>\n#include <string>\nint main(int, char** words) {\n    \
                 std::ifstream output(words[2]), answer(words[3]);\n    std::string found, right, more;\n    \
                 output >> found >> more;\n    answer >> right;\n    if (found != right) {\n        \
                 std::cerr << \"wrong answer no\";\n        return 1;\n    }\n    if (more.empty()) return 0;\n    \
                 if (more == \"half\") std::cerr << \"partially correct (50) half\";\n    \
                 else std::cerr << \"points \" << more << \" so many\";\n    return 7;\n}\n";
    let tests = points.map(|points| format!(r#"<test method="manual" points="{points}"/>"#));
    let xml = format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<problem short-name="sum"><names><name language="english" value="Sum"/></names>
<judging><testset name="tests"><time-limit>5000</time-limit><memory-limit>268435456</memory-limit>
<test-count>2</test-count><input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern><tests>{}</tests></testset></judging>
<assets><checker type="testlib"><source path="check.cpp" type="cpp.g++17"/></checker>
<solutions><solution tag="main"><source path="sum.c" type="c.gcc"/></solution></solutions></assets></problem>"#,
        tests.concat()
    );
    World::new(&[
        ("p/problem.xml", &xml),
        ("p/check.cpp", check),
        ("p/sum.c", SUM),
        ("p/tests/01", "1 2\n"),
        ("p/tests/01.a", "3\n"),
        ("p/tests/02", "3 4\n"),
        ("p/tests/02.a", "7\n"),
        ("half.c", HALF),
        ("some.c", of_two!(r#"printf("%d 5\n", a + b);"#)),
        ("all.c", of_two!(r#"printf("%d 10\n", a + b);"#)),
    ])
}

#[test]
fn points_of_testlib_s_checkers_are_out_of_those_of_the_test() {
    let paths = ["p/sum.c", "half.c", "some.c", "all.c"];
    let all = |points: [f64; 4]| points.map(Some);
    let even = polygon_with_points([10, 10]);
    assert_eq!(scores(&even, "./p", &paths), all([20.0, 10.0, 10.0, 20.0]));
    for (family, expected) in [
        ("icpc", [20.0, 10.0, 10.0, 20.0]),
        ("kattis-legacy", [20.0, 0.0, 0.0, 20.0]),
        ("domjudge", [20.0, 0.0, 0.0, 20.0]),
        ("cms", [20.0, 10.0, 10.0, 20.0]),
        ("polygon", [20.0, 10.0, 10.0, 20.0]),
    ] {
        let target = format!("./{family}");
        let told = even.jury(&["export", "./p", "--to", family, &target, "--lossy"], 0);
        let is_told = told.err.contains("parts of the points that `check.cpp` gives: there");
        assert_eq!(is_told, expected[1] < 1.0, "{family}: {told:#?}");
        assert_eq!(scores(&even, &target, &paths), all(expected), "{family}");
    }
    // Nobody knows there of how many points 5 are.
    let uneven = polygon_with_points([10, 20]);
    assert_eq!(scores(&uneven, "./p", &paths), all([30.0, 15.0, 10.0, 20.0]));
    for family in ["icpc", "kattis-legacy", "cms"] {
        let target = format!("./{family}");
        let told = uneven.jury(&["export", "./p", "--to", family, &target, "--lossy"], 0);
        assert!(told.err.contains("any point is as good as all"), "{family}: {told:#?}");
        let found = scores(&uneven, &target, &paths);
        assert_eq!(found[1..], [Some(0.0), found[0], found[0]], "{family}");
    }
}

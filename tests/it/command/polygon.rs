//! A standard package of Polygon: its tests are made by its own commands, and its points are given by groups.

use std::fs;

use super::common::{World, run};

const XML: &str = r#"<?xml version="1.0"?>
<problem short-name="double">
<names><name language="english" value="Double"/></names>
<judging input-file="" output-file="">
<testset name="tests">
<time-limit>4000</time-limit>
<memory-limit>268435456</memory-limit>
<test-count>4</test-count>
<input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests>
<test method="manual" group="0" points="0"/>
<test method="generated" cmd="gen 5" group="1" points="10"/>
<test method="generated" cmd="gen 77" group="1" points="30"/>
<test method="generated" cmd="gen 1000" group="2" points="60"/>
</tests>
<groups>
<group name="0" points-policy="complete-group"/>
<group name="1" points-policy="each-test"><dependencies><dependency group="0"/></dependencies></group>
<group name="2" points-policy="complete-group"><dependencies><dependency group="0"/></dependencies></group>
</groups>
</testset>
</judging>
<files><executables>
<executable><source path="files/gen.c" type="c.gcc"/></executable>
</executables></files>
<assets>
<checker type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
<validators><validator><source path="files/validate.cpp" type="cpp.g++17"/></validator></validators>
<solutions>
<solution tag="main"><source path="solutions/main.c" type="c.gcc"/></solution>
<solution tag="wrong-answer"><source path="solutions/small.c" type="c.gcc"/></solution>
<solution tag="do-not-run"><source path="solutions/never.c" type="c.gcc"/></solution>
</solutions>
</assets>
</problem>
"#;

/// Programs in C, or C++ where exports are to wrap them: every command starts them for every test.
fn c(body: &str) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         int main(int argc, char **argv) {{\n{body}\n}}\n"
    )
}

/// A solution, which reads `n`.
fn solution(body: &str) -> String {
    c(&format!("    long n;\n    if (scanf(\"%ld\", &n) != 1) return 1;\n    {body}"))
}

const GEN: &str = "    puts(argv[1]);";
const DOUBLE: &str = "printf(\"%ld\\n\", 2 * n);";

/// The second line of an output may say that half of the points are enough.
const CHECK: &str = r#"    FILE *output = fopen(argv[2], "r"), *file = fopen(argv[3], "r");
    long found = -1, answer;
    char points[9];
    if (!output || !file || fscanf(file, "%ld", &answer) != 1) return 3;
    int count = fscanf(output, "%ld%8s", &found, points);
    if (found != answer) return fputs("wrong answer no", stderr), 1;
    return count == 2 ? fprintf(stderr, "points %s", points), 7 : 0;"#;

/// Group 1 has small numbers.
const VALIDATE: &str = r#"    const char *testset = "", *group = NULL;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--testset")) testset = argv[i + 1];
        if (!strcmp(argv[i], "--group")) group = argv[i + 1];
    }
    long n;
    if (strcmp(testset, "tests") || !group || scanf("%ld", &n) != 1) return 1;
    return !strcmp(group, "1") && n >= 100;"#;

fn world() -> World {
    World::new(&[
        ("p/problem.xml", XML),
        ("p/tests/01", "1\n"),
        ("p/files/gen.c", &c(GEN)),
        ("p/files/check.cpp", &c(CHECK)),
        ("p/files/validate.cpp", &c(VALIDATE)),
        ("p/solutions/main.c", &solution(DOUBLE)),
        ("p/solutions/small.c", &solution("printf(\"%ld\\n\", n < 50 ? 2 * n : 0);")),
        ("p/solutions/never.c", &c("    for (;;) ;")),
        ("half.c", &solution("printf(n == 77 ? \"%ld 15\\n\" : \"%ld\\n\", 2 * n);")),
    ])
}

#[test]
fn a_standard_package_is_completed_and_judged_by_its_points() {
    let world = world();
    world.jury(&["generate", "./p"], 0);
    let read = |name: &str| fs::read_to_string(world.path(&format!("p/tests/{name}"))).unwrap();
    assert_eq!(
        [read("02"), read("03.a"), read("04"), read("01.a")],
        ["5\n", "154\n", "1000\n", "2\n"]
    );
    // Of each test its own points; of the third, those that the checker gave.
    let graded = world.jury(&["grade", "./p", "half.c"], 1);
    assert!(
        graded.out.contains("score 85") && graded.out.contains("1  PC  25 of 40"),
        "{graded:#?}"
    );
    let small = world.jury(&["grade", "./p", "p/solutions/small.c"], 1);
    assert!(small.out.contains("score 10"), "{small:#?}");
    let proved = world.jury(&["verify", "./p"], 0);
    let never = "`solutions/never.c` is not run: it has the tag `do-not-run`";
    assert!(proved.out.contains("small.c") && proved.out.contains(never), "{proved:#?}");
    assert_eq!(proved.out.matches("never.c").count(), 1, "{proved:#?}");
    assert!(!proved.err.contains("lacks"), "{proved:#?}");
    // A command of the wrong group's size is the setter's mistake, and nothing is written.
    let xml = XML.replace("gen 77", "gen 777");
    fs::write(world.path("p/problem.xml"), xml).unwrap();
    fs::remove_file(world.path("p/tests/03")).unwrap();
    let told = world.jury(&["generate", "./p"], 2);
    assert!(told.err.contains("generates an invalid input for tests/03"), "{told:#?}");
    assert!(!world.path("p/tests/03").exists());
}

/// Nothing is wrong with a package because two of its tests are alike, or a language is unknown here.
#[test]
fn equal_tests_and_unknown_languages_are_warnings() {
    let world = world();
    let unknown =
        r#"<solution tag="accepted"><source path="solutions/a.qq" type="qq"/></solution>"#;
    let xml =
        XML.replace("gen 77", "gen 5").replace("</solutions>", &format!("{unknown}\n</solutions>"));
    fs::write(world.path("p/problem.xml"), xml).unwrap();
    fs::write(world.path("p/solutions/a.qq"), "+").unwrap();
    let small = solution("printf(\"%ld\\n\", 2 * n % 1000);");
    fs::write(world.path("p/solutions/small.c"), small).unwrap();
    let proved = world.jury(&["verify", "./p"], 0);
    for told in [
        "  warning: tests/03: has the same input as tests/02\n",
        "  warning: a.qq: not run: its language is unknown\n",
        " 2 of 2, 1 not run ",
        "1 of 1 problems verified\n",
    ] {
        assert!(proved.out.contains(told), "{told}: {proved:#?}");
    }
    world.jury(&["grade", "./p", "half.c", "--json", "report.json"], 0);
    let report = fs::read_to_string(world.path("report.json")).unwrap();
    assert!(report.contains("\"format\": \"Polygon"), "{report}");
}

#[test]
fn what_a_standard_package_lacks_is_made_once_and_kept_outside_it() {
    let world = world();
    let graded = |status| {
        let mut command = world.command(&["grade", "./p", "half.c", "p/solutions/main.c"]);
        let did = run(command.env("JURY_CACHE", world.path("cache")));
        assert_eq!(did.status, status, "{did:#?}");
        did
    };
    let lacks = "p: 3 inputs and 4 answers that the package lacks";
    let first = graded(1);
    assert!(
        first.err.contains(&format!("{lacks} are made, and kept in the cache\n")),
        "{first:#?}"
    );
    assert!(first.out.contains("score 85") && first.out.contains("1  PC  25 of 40"), "{first:#?}");
    let files = fs::read_dir(world.path("p/tests")).unwrap();
    assert_eq!(files.count(), 1, "the package stays as it was");
    let second = graded(1);
    assert!(second.err.contains(&format!("{lacks} were made before\n")), "{second:#?}");
    // Another generator or another main solution, and all are made again.
    fs::write(world.path("p/files/gen.c"), c("    printf(\"%s\\n\", argv[1]);")).unwrap();
    assert!(graded(1).err.contains("are made"));
    assert!(graded(1).err.contains("were made before"));
    fs::write(world.path("p/solutions/main.c"), solution("printf(\"%ld\\n\", n * 2);")).unwrap();
    assert!(graded(1).err.contains("are made"));
    // What is damaged is made again.
    let kept = fs::read_dir(world.path("cache/cases")).unwrap().map(|entry| entry.unwrap().path());
    for folder in kept {
        let file = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
        fs::remove_file(file).unwrap();
    }
    assert!(graded(1).err.contains("are made"));
    assert_eq!(fs::read_dir(world.path("cache/cases")).unwrap().count(), 3, "no draft is left");
    // An input that the validator refuses ends it, and nothing is kept.
    fs::write(world.path("p/files/gen.c"), c("    puts(\"500\");")).unwrap();
    let refused = graded(2);
    let words = "generates an invalid input for tests/02";
    assert!(refused.err.contains(words), "{refused:#?}");
    assert_eq!(fs::read_dir(world.path("cache/cases")).unwrap().count(), 3);
}

#[test]
fn every_command_that_judges_makes_what_a_package_lacks() {
    let world = world();
    let proved = world.jury(&["verify", "./p"], 0);
    assert!(proved.err.contains("p: 3 inputs and 4 answers"), "{proved:#?}");
    assert!(proved.out.contains("small.c"), "{proved:#?}");
    let valid = world.jury(&["validate", "./p"], 0);
    assert!(valid.out.contains("4 of 4 inputs are valid"), "{valid:#?}");
    fs::write(world.path("out"), "2\n").unwrap();
    let checked = world.jury(&["check", "./p", "p/tests/01", "out"], 0);
    assert!(checked.out.starts_with("AC"), "{checked:#?}");
    let ran = world.jury(&["run", "./p", "half.c", "--case", "tests/04"], 0);
    assert_eq!(ran.out, "2000\n", "{ran:#?}");
    let listed = world.jury(&["list", "--problems", "."], 0);
    assert!(listed.out.contains("double") && !listed.err.contains("lacks"), "{listed:#?}");
    assert_eq!(fs::read_dir(world.path("p/tests")).unwrap().count(), 1);
}

#[test]
fn an_empty_group_is_no_argument_of_a_validator_elsewhere() {
    let world = world();
    let (before, rest) = XML.split_once("<tests>").unwrap();
    let (_, after) = rest.split_once("</testset>").unwrap();
    let tests = r#"<tests><test method="manual"/></tests></testset>"#;
    let xml = format!("{before}{tests}{after}").replace("<test-count>4", "<test-count>1");
    fs::write(world.path("p/problem.xml"), xml).unwrap();
    world.jury(&["export", "./p", "--to", "domjudge", "exported"], 0);
    let settings = fs::read_to_string(world.path("exported/data/secret/testdata.yaml")).unwrap();
    assert_eq!(settings, "input_validator_flags: \"--testset tests\"\n");
}

#[test]
fn who_adds_a_case_is_told_that_the_package_lists_its_own() {
    let world = world();
    fs::write(world.path("found"), "7\n").unwrap();
    let refused = world.jury(&["add", "./p", "found"], 2);
    let words =
        "cases cannot be added to this package (Polygon): its own files say which tests there are";
    assert!(refused.err.contains(words), "{refused:#?}");
}

const INTERACTIVE: &str = r#"<problem>
<judging>
<testset name="tests">
<time-limit>10000</time-limit>
<memory-limit>268435456</memory-limit>
<test-count>2</test-count>
<input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests><test method="manual"/><test method="generated" cmd="gen 77"/></tests>
</testset>
</judging>
<files><executables><executable><source path="files/gen.c"/></executable></executables></files>
<assets>
<interactor><source path="files/interact.c"/></interactor>
<checker type="testlib"><source path="files/check.cpp"/></checker>
<solutions>
<solution tag="main"><source path="solutions/main.c"/></solution>
<solution tag="wrong-answer"><source path="solutions/slow.c"/></solution>
<solution tag="presentation-error"><source path="solutions/words.c"/></solution>
</solutions>
</assets>
</problem>
"#;

/// Tells how a guess compares with the number of the input, and writes how many guesses there were.
const INTERACT: &str = r#"    FILE *input = fopen(argv[1], "r"), *output = fopen(argv[2], "w");
    int secret, guess, count = 0;
    if (!input || !output || fscanf(input, "%d", &secret) != 1) return 3;
    do {
        count++;
        if (scanf("%d", &guess) != 1) return fputs("wrong output format no number", stderr), 2;
        printf("%d\n", (guess > secret) - (guess < secret));
        fflush(stdout);
    } while (guess != secret);
    fprintf(output, "%d", count);
    fputs("ok found", stderr);"#;

/// Ten guesses are enough.
const COUNTS: &str = r#"    FILE *output = fopen(argv[2], "r");
    int count;
    if (!output || fscanf(output, "%d", &count) != 1) return 3;
    fprintf(stderr, "%s %d guesses", count <= 10 ? "ok" : "wrong answer", count);
    return count > 10;"#;

const HALVES: &str = r#"    for (int low = 0, high = 1000, told = 1; told;) {
        int middle = (low + high) / 2;
        printf("%d\n", middle);
        fflush(stdout);
        if (scanf("%d", &told) != 1) return 1;
        if (told > 0) high = middle - 1;
        else low = middle + 1;
    }"#;

const COUNTS_UP: &str = r#"    for (int guess = 0, told = 1; told; guess++) {
        printf("%d\n", guess);
        fflush(stdout);
        if (scanf("%d", &told) != 1) return 1;
    }"#;

#[test]
fn the_checker_reads_what_the_interactor_wrote() {
    let world = World::new(&[
        ("p/problem.xml", INTERACTIVE),
        ("p/tests/01", "5\n"),
        ("p/tests/02", "77\n"),
        ("p/files/interact.c", &c(INTERACT)),
        ("p/files/check.cpp", &c(COUNTS)),
        ("p/files/gen.c", &c(GEN)),
        ("p/solutions/main.c", &c(HALVES)),
        ("p/solutions/slow.c", &c(COUNTS_UP)),
        ("p/solutions/words.c", &c("    puts(\"first\");")),
    ]);
    let good = world.jury(&["grade", "./p", "p/solutions/main.c"], 0);
    assert!(good.out.starts_with("AC"), "{good:#?}");
    let slow = world.jury(&["grade", "./p", "p/solutions/slow.c"], 1);
    assert!(slow.out.contains("AW") && slow.out.contains("wrong answer: 78 guesses"), "{slow:#?}");
    let words = world.jury(&["grade", "./p", "p/solutions/words.c"], 1);
    assert!(words.out.starts_with("PE") && words.out.contains("no number"), "{words:#?}");
    world.jury(&["verify", "./p"], 0);
    let lost = world.jury(&["export", "./p", "--to", "icpc", "./out", "--lossy"], 2);
    assert!(lost.err.contains("a checker that decides after the interactor"), "{lost:#?}");
    // Where there is such a checker, it goes along.
    world.jury(&["export", "./p", "--to", "polygon", "./out", "--lossy"], 0);
    world.jury(&["verify", "./out"], 0);
    let slow = world.jury(&["grade", "./out", "p/solutions/slow.c"], 1);
    assert!(slow.out.contains("AW") && slow.out.contains("wrong answer: 78 guesses"), "{slow:#?}");
    // Without a checker the interactor's word is the last.
    let checker = "<checker type=\"testlib\"><source path=\"files/check.cpp\"/></checker>\n";
    fs::write(world.path("p/problem.xml"), INTERACTIVE.replace(checker, "")).unwrap();
    world.jury(&["grade", "./p", "p/solutions/slow.c"], 0);
    // A checker that fails is the setter's.
    fs::write(world.path("p/problem.xml"), INTERACTIVE).unwrap();
    fs::write(world.path("p/files/check.cpp"), c("    return 3;")).unwrap();
    let broken = world.jury(&["grade", "./p", "p/solutions/main.c"], 2);
    assert!(broken.err.contains("checker `files/check.cpp`: it failed"), "{broken:#?}");
}

#[test]
fn tests_with_the_line_ends_of_windows_are_judged_as_copies_with_ours() {
    let world = world();
    world.jury(&["generate", "./p"], 0);
    for name in ["01", "02", "03", "04", "01.a", "02.a", "03.a", "04.a"] {
        let path = world.path(&format!("p/tests/{name}"));
        let text = fs::read_to_string(&path).unwrap().replace('\n', "\r\n");
        fs::write(path, text).unwrap();
    }
    // Strict, as testlib's are.
    let strict =
        c("    int c;\n    while ((c = getchar()) != EOF)\n        if (c == '\\r') return 1;");
    fs::write(world.path("p/files/validate.cpp"), strict).unwrap();
    let exact = solution("if (getchar() == '\\r') return 1;\n    printf(\"%ld\\n\", 2 * n);");
    fs::write(world.path("p/solutions/main.c"), exact).unwrap();
    let graded = world.jury(&["grade", "./p", "p/solutions/main.c"], 0);
    let words = "p: tests with the line ends of Windows (CR LF): copies with LF are judged";
    assert!(graded.err.contains(words), "{graded:#?}");
    // Their files are called as in the package.
    fs::write(world.path("silent.c"), "int main(void) { return 0; }\n").unwrap();
    let told = world.jury(&["grade", "./p", "silent.c"], 1);
    assert!(told.out.contains("      input: p/tests/01\n"), "{told:#?}");
    // So have the tests of its validator.
    let tests = r#"<testset>
<input-path-pattern>files/tests/validator-tests/%02d</input-path-pattern>
<tests><test verdict="valid"/></tests></testset></validator>"#;
    fs::write(world.path("p/problem.xml"), XML.replace("</validator>", tests)).unwrap();
    fs::create_dir_all(world.path("p/files/tests/validator-tests")).unwrap();
    fs::write(world.path("p/files/tests/validator-tests/01"), "500\r\n").unwrap();
    let verified = world.jury(&["verify", "./p"], 0);
    assert!(verified.out.contains("1 of 1 tests of validators hold"), "{verified:#?}");
    // A test is known by its file, of which a copy is judged.
    fs::write(world.path("out"), "2\n").unwrap();
    world.jury(&["check", "./p", "p/tests/01", "out"], 0);
    assert!(fs::read_to_string(world.path("p/tests/02")).unwrap().ends_with("\r\n"));
    let kept = world.jury(&["grade", "./p", "p/solutions/main.c", "--keep-crlf"], 1);
    assert!(kept.out.contains("RTE") && !kept.err.contains("Windows"), "{kept:#?}");
    assert!(kept.out.contains("jury grade --keep-crlf ./p"), "{kept:#?}");
}

#[test]
fn verify_tries_a_checker_and_a_validator_by_their_tests() {
    let checker = r#"<testset>
<input-path-pattern>files/tests/checker-tests/%02d</input-path-pattern>
<output-path-pattern>files/tests/checker-tests/%02d.o</output-path-pattern>
<answer-path-pattern>files/tests/checker-tests/%02d.a</answer-path-pattern>
<tests><test verdict="ok"/><test verdict="wrong-answer"/><test verdict="crashed"/></tests></testset></checker>"#;
    let validator = r#"<testset>
<input-path-pattern>files/tests/validator-tests/%02d</input-path-pattern>
<tests><test verdict="valid" testset="tests" group="2"/><test verdict="invalid" testset="tests" group="1"/></tests>
</testset></validator>"#;
    let xml = XML.replace("</checker>", checker).replace("</validator>", validator);
    let world = world();
    let write = |name: &str, text: &str| {
        let path = world.path("p").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("problem.xml", &xml);
    for (name, text) in [("01", "500\n"), ("02", "500\n")] {
        write(&format!("files/tests/validator-tests/{name}"), text);
    }
    for (name, output, answer) in [("01", "2", "2"), ("02", "3", "2"), ("03", "2", "two")] {
        write(&format!("files/tests/checker-tests/{name}"), "1\n");
        write(&format!("files/tests/checker-tests/{name}.o"), output);
        write(&format!("files/tests/checker-tests/{name}.a"), answer);
    }
    world.jury(&["verify", "./p"], 0);
    write("files/tests/checker-tests/01.o", "4");
    write("files/tests/checker-tests/02.a", "two");
    write("files/tests/validator-tests/01", "nothing\n");
    let told = world.jury(&["verify", "./p"], 1);
    for words in
        ["01: expected AC of the checker, found WA (no)", "02: expected WA of the checker, "]
    {
        let words = format!("files/tests/checker-tests/{words}");
        assert!(told.out.contains(&words) || told.err.contains(&words), "{told:#?}");
    }
    // Without the validator nothing is known of its tests.
    write("files/tests/checker-tests/01.o", "2");
    write("files/tests/checker-tests/02.a", "2");
    fs::remove_file(world.path("p/files/validate.cpp")).unwrap();
    let told = world.jury(&["verify", "./p"], 0);
    assert!(told.out.contains("3 of 3 tests of validators hold"), "{told:#?}");
    for kind in ["valid", "invalid"] {
        let words = format!("not checked: {kind} inputs (there is no input validator)\n");
        assert!(told.out.contains(&words), "{told:#?}");
    }
}

/// Names of its own that C++17 has, too.
const OLD: &str = "#include <iostream>\n#include <iterator>\nusing namespace std;\nint data[2], size = 1;\n\
    int main() { for (int i = 0; i < size; i++) cin >> data[i]; cout << 2 * data[0] << endl; }\n";

#[test]
fn programs_in_old_cpp_are_built_by_their_standard() {
    let world = world();
    let xml = XML
        .replace(r#"small.c" type="c.gcc""#, r#"old.cpp" type="cpp.g++11""#)
        .replace("wrong-answer", "accepted");
    fs::write(world.path("p/problem.xml"), xml).unwrap();
    fs::write(world.path("p/solutions/old.cpp"), OLD).unwrap();
    // What a package has beside solutions is tried by newer standards first.
    fs::write(world.path("p/files/validate.cpp"), OLD).unwrap();
    let verified = world.jury(&["verify", "./p"], 0);
    assert!(verified.out.contains("AC  old.cpp"), "{verified:#?}");
}

/// Samples of groups with points stay samples on Polygon and CMS; elsewhere it is told that they are none.
#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn samples_of_groups_are_samples_still() {
    let sum = "print(sum(map(int, input().split())))\n";
    let check = "#include <fstream>\nint main(int, char** words) {\n    std::ifstream output(words[2]), \
        answer(words[3]);\n    int found = -1, right = 0;\n    output >> found;\n    answer >> right;\n    \
        return found == right ? 0 : 1;\n}\n";
    let xml = r#"<?xml version="1.0" encoding="utf-8"?>
<problem short-name="sum"><names><name language="english" value="Sum"/></names>
<judging><testset name="tests"><time-limit>5000</time-limit><memory-limit>268435456</memory-limit>
<test-count>3</test-count><input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern><tests><test method="manual" sample="true"/>
<test method="manual" sample="true" group="1" points="40"/><test method="manual" group="2" points="60"/></tests>
<groups><group name="1" points-policy="complete-group"/><group name="2" points-policy="complete-group"/></groups>
</testset></judging>
<assets><checker type="testlib"><source path="check.cpp" type="cpp.g++17"/></checker>
<solutions><solution tag="main"><source path="sum.py" type="python.3"/></solution></solutions></assets></problem>"#;
    let mut files = vec![("p/problem.xml", xml), ("p/sum.py", sum), ("p/check.cpp", check)];
    let tests = [("01", "1 2\n", "3\n"), ("02", "3 4\n", "7\n"), ("03", "5 6\n", "11\n")];
    let named = tests.map(|(name, input, answer)| {
        [(format!("p/tests/{name}"), input), (format!("p/tests/{name}.a"), answer)]
    });
    files.extend(named.iter().flatten().map(|(name, text)| (name.as_str(), *text)));
    let world = World::new(&files);
    for family in ["polygon", "cms", "icpc", "kattis-legacy"] {
        let told = world.jury(&["export", "./p", "--to", family, "--lossy", family], 0);
        let is_told =
            told.err.contains("samples among the cases of groups with points (`tests/02`)");
        assert_eq!(is_told, !matches!(family, "polygon" | "cms"), "{told:#?}");
        let graded = world.jury(&["grade", family, "p/sum.py"], 0);
        assert!(graded.out.contains("score 100"), "{family}: {graded:#?}");
    }
    let made = fs::read_to_string(world.path("polygon/problem.xml")).unwrap();
    assert_eq!(made.matches("sample=\"true\"").count(), 2, "{made}");
    let made = fs::read_to_string(world.path("cms/task.yaml")).unwrap();
    assert!(made.contains("public_testcases: \"0,1\""), "{made}");
    assert!(world.path("icpc/data/sample/tests-01.in").exists());
}

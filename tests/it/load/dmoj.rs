//! Problems of DMOJ: what a good one becomes, and the exact words for a wrong one.

use std::process::Command;
use std::time::Duration;

use jury::problem::load::{load_as, load_unanswered};
use jury::problem::reading::Reading;
use jury::problem::{
    CheckerChoice, GeneratorRule, Leaves, OnFailure, OutputBuffer, Problem, Protocol, Scoring,
    TimePlace,
};
use jury::score::Score;

use super::folder::Folder;

const INIT: &str = "points: 5
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

fn package(init: &str) -> Folder {
    let folder = Folder::with(&[("init.yml", init)]);
    for number in 0..5 {
        folder.write(&format!("{number}.in"), format!("{number}\n").as_bytes());
        folder.write(&format!("{number}.out"), format!("{number}\r\nx").as_bytes());
    }
    folder
}

#[track_caller]
fn wrong(from: &str, to: &str, expected: &[&str]) {
    assert!(INIT.contains(from), "{from}");
    assert_eq!(package(&INIT.replacen(from, to, 1)).complaints(), expected, "{from} -> {to}");
}

/// The checker's name and options.
fn checker(line: &str) -> String {
    let problem = package(&format!("{line}\n{INIT}")).load();
    match &problem.checker {
        CheckerChoice::Shipped { name, options } => format!("{name} {options:?}"),
        other => format!("{other:?}"),
    }
}

fn answer(problem: &Problem, case: usize) -> String {
    std::fs::read_to_string(problem.cases[case].answer.as_ref().unwrap()).unwrap()
}

#[test]
fn batches_are_groups_and_so_are_cases_alone() {
    // The key that tells the file may be written with `-`.
    let alone = package("test-cases:\n- {in: 1.in}\n").load();
    assert_eq!((alone.format.words.as_str(), alone.cases.len()), ("DMOJ", 1));
    let problem = package(INIT).load();
    assert_eq!(problem.format.words, "DMOJ");
    let cases: Vec<_> =
        problem.cases.iter().map(|case| (case.name.as_str(), case.group.as_str())).collect();
    let expected =
        [("1", "case 1"), ("2", "batch 1"), ("3", "batch 1"), ("4", "batch 2"), ("5", "case 5")];
    assert_eq!(cases, expected);
    let groups: Vec<_> = problem
        .root
        .groups
        .iter()
        .map(|group| {
            let worth = group.worth.as_ref().map(Score::to_string).unwrap();
            (group.name.as_str(), worth, group.needs.join(" and "))
        })
        .collect();
    let expected = [
        ("case 1", "0".into(), String::new()),
        ("batch 1", "40".into(), String::new()),
        ("batch 2", "60".into(), "batch 1".into()),
        ("case 5", "5".into(), String::new()),
    ];
    assert_eq!(groups, expected);
    // What fails without points ends everything.
    assert_eq!(problem.root.groups[0].on_failure, OnFailure::End);
    let batch = &problem.root.groups[1];
    assert_eq!((batch.scoring, batch.on_failure), (Some(Scoring::Min), OnFailure::Break));
    assert_eq!(problem.root.scoring, Some(Scoring::Sum));
    // The points of a batch may stand in its cases.
    let of_cases =
        INIT.replace("1.out}", "1.out, points: 30}").replace("2.out}", "2.out, points: 30}");
    let of_cases = package(&of_cases).load();
    assert_eq!(of_cases.root.groups[1].worth, Score::ratio(30, 1));
    // Line ends become newlines, and there is one at the end.
    assert_eq!(answer(&problem, 4), "4\nx\n");
    assert_eq!(problem.limits.output, 25_165_824);
    // As Python takes it for true.
    for (truth, expected) in [("true", "4\r\nx"), ("1", "4\r\nx"), ("0", "4\nx\n"), ("~", "4\nx\n")]
    {
        let binary = package(&format!("binary_data: {truth}\n{INIT}"));
        assert_eq!(answer(&binary.load(), 4), expected, "{truth}");
    }
}

#[test]
fn what_is_not_named_is_empty_and_pretests_come_first() {
    let init = "pretest_test_cases:\n- {batched: [{in: 1.in}], points: 7}\n- {in: 1.in, points: 9}\n\
                test_cases:\n- {out: 2.out}\n- batched: [{in: 3.in}]\n\
                - {dependencies: [1], batched: [{in: 3.in, out: 3.out}]}\n";
    let problem = package(init).load();
    assert_eq!(answer(&problem, 0), "");
    assert_eq!(std::fs::read(&problem.cases[2].input).unwrap(), b"");
    // An answer that nobody wrote need not be right.
    let lacks: Vec<_> = problem.cases.iter().map(|case| case.settings.lacks_answer).collect();
    assert_eq!(lacks, [true, true, false, true, false]);
    // Batches of pretests keep their points.
    let groups = &problem.root.groups;
    let worth: Vec<_> = groups.iter().map(|g| g.worth.as_ref().unwrap().to_string()).collect();
    assert_eq!(worth, ["7", "0", "1", "1", "1"]);
    assert_eq!((groups[0].on_failure, groups[1].on_failure), (OnFailure::Break, OnFailure::End));
    // A batch without cases is counted.
    let empty = INIT.replace("- {in: 0.in", "- batched: []\n- {in: 0.in");
    let said = package(&empty).complaints();
    let words = "expected a list of numbers of earlier batches with cases, of which there are 1";
    assert!(said.len() == 1 && said[0].ends_with(words), "{said:?}");
    let problem = package(&empty.replace("dependencies: [1]", "dependencies: [2]")).load();
    assert_eq!(problem.root.groups[2].needs, ["batch 2"]);
    assert!(problem.warnings.iter().any(|warning| warning.message.contains("no cases")));
    // Numbers of batches count those of pretests, but may not be greater for them.
    assert_eq!(groups[4].needs, ["batch 1"]);
    let words = "init.yml:7:18: `dependencies`: expected a list of numbers of earlier batches, of which there are 1 \
                 besides 1 of pretests, which are counted first";
    assert_eq!(package(&init.replace("[1]", "[2]")).complaints(), [words]);
    assert!(problem.root.groups[0].part_is_enough);
    // A case may say again what its batch says.
    let again = INIT.replacen("out: 1.out}", "out: 1.out, points: 40}", 1);
    let worth = package(&again).load().root.groups[1].worth.clone();
    assert_eq!(worth, Score::ratio(40, 1));
}

#[test]
fn checkers_are_found_by_their_names() {
    assert_eq!(checker(""), "dmoj-standard {}");
    assert_eq!(checker("checker: identical"), "dmoj-identical {}");
    assert_eq!(
        checker("checker: {name: floatsabs, args: {precision: 4}}"),
        "dmoj-floats {\"error_mode\": Text(\"absolute\"), \"precision\": Number(4.0)}"
    );
    // What its name says counts.
    for line in ["checker: unordered", "checker: {name: unordered, args: {split_on: lines}}"] {
        assert_eq!(checker(line), "dmoj-sorted {\"split_on\": Text(\"whitespace\")}");
    }
    assert_eq!(
        checker("checker: {name: linematches, args: {point_distribution: [1, 2]}}"),
        "dmoj-linematches {\"point_distribution\": Text(\"1 2\")}"
    );
    // Flags are what Python takes for true.
    assert_eq!(
        checker("checker: {name: rstripped, args: {filter_new_line: 1}}"),
        "dmoj-rstripped {\"filter_new_line\": Bool(true)}"
    );
    assert_eq!(
        checker("checker: {name: identical, args: {pe_allowed: ''}}"),
        "dmoj-identical {\"pe_allowed\": Bool(false)}"
    );
    assert_eq!(checker("checker: {name: floats, args: []}"), "dmoj-floats {}");
    // DMOJ gives a checker all arguments, whatever it asks for.
    assert_eq!(checker("checker: {name: standard, args: {precision: 4}}"), "dmoj-standard {}");
    let lines =
        "checker: {name: linematches, args: {point_distribution: [1], filler_lines_required: ";
    assert!(checker(&format!("{lines}true}}}}")).starts_with("dmoj-linematches"));
    assert!(
        checker(&format!("{lines}false}}}}")).contains("\"filler_lines_required\": Bool(false)")
    );
    let headers = "checker: {name: bridged, args: {files: [h.h, check.cpp], type: testlib}}";
    let folder = package(&format!("{headers}\n{INIT}"));
    folder.write("check.cpp", b"");
    folder.write("h.h", b"");
    let CheckerChoice::Programs(parts) = folder.load().checker else { panic!() };
    assert_eq!(parts[0].name, "check.cpp");
    // With a signature grader, the interactor does not count.
    let line = "interactive: {files: talk.py}\nsignature_grader: {entry: 0.in, header: 1.in}";
    assert_eq!(checker(line), "dmoj-standard {}");
    let line = "checker: {name: bridged, args: {files: check.py, type: coci, time_limit: 3, memory_limit: 2048, lang: PY3}}";
    let folder = package(&format!("{line}\n{INIT}"));
    folder.write("check.py", b"");
    let problem = folder.load();
    let CheckerChoice::Programs(parts) = &problem.checker else { panic!() };
    assert_eq!((parts[0].protocol, parts[0].limits.cpu.as_secs()), (Protocol::DmojCoci, 3));
    assert_eq!(parts[0].limits.memory, 2 << 20);
    // Shares of others do not stand in the feedback.
    for more in ["type: coci, feedback: false", "type: peg, feedback: yes"] {
        let line = format!("checker: {{name: bridged, args: {{files: check.py, {more}}}}}");
        folder.write("init.yml", format!("{line}\n{INIT}").as_bytes());
        folder.load();
    }
    // A program gives points of the case, and all else a share of them.
    let full = |problem: &Problem| problem.cases[1].full(&problem.root).to_string();
    assert_eq!((full(&problem), full(&package(INIT).load())), ("40".into(), "1".into()));
    let line = "interactive: {files: talk.py, type: testlib}";
    let folder = package(&format!("{line}\n{INIT}"));
    folder.write("talk.py", b"");
    assert_eq!(folder.load().interactor.unwrap().protocol, Protocol::DmojTestlib);
    // `0` is as good as nothing there, keys may have `-`, and what does nothing is told.
    let talk = |more: &str| {
        let line = format!("interactive: {{files: talk.py, type: testlib, {more}}}");
        folder.write("init.yml", format!("{line}\n{INIT}").as_bytes());
        let problem = folder.load();
        let part = problem.interactor.expect("an interactor");
        let warnings: Vec<_> =
            problem.warnings.into_iter().map(|warning| warning.message).collect();
        (part.limits.cpu.as_secs(), part.is_unbuffered, warnings)
    };
    assert_eq!(talk("preprocessing_time: 0"), (2, true, vec![]));
    assert_eq!(talk("preprocessing-time: 20, unbuffered: 0"), (20, false, vec![]));
    let words = "`interactive.time_limit`: passed over: only checkers have it";
    assert_eq!(talk("time_limit: 60"), (2, true, vec![words.to_owned()]));
    let made = "generator: {source: talk.py, time-limit: 60, memory_limit: 2048}\ntest_cases: [{generator_args: [1]}]\n";
    folder.write("init.yml", made.as_bytes());
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let limits = problem.generator_rules[0].generator().unwrap().limits;
    assert_eq!((limits.time.unwrap().as_secs(), limits.memory), (60, Some(2 << 20)));
}

/// How the one program is built that is more than its source: other files, language and flags; and its call.
fn built(line: &str) -> (String, Option<Vec<String>>, Vec<String>) {
    let folder = package(&format!("{line}\n{INIT}"));
    for name in ["check.c", "check.cpp", "check.py", "lib/util.c", "lib/util.h"] {
        folder.write(name, b"");
    }
    let problem = folder.load();
    let build = problem.additions.builds.first();
    let build = build.map_or_else(String::new, |build| {
        let along = build.along.iter().map(|path| path.file_name().unwrap().to_str().unwrap());
        let along = along.collect::<Vec<_>>().join(" ");
        format!("{along} {:?} {}", build.language, build.flags.join(" "))
    });
    let parts = problem.checker.programs().iter().chain(&problem.interactor);
    let call = parts.map(|part| part.call.clone()).next().unwrap();
    (build, call, problem.warnings.into_iter().map(|warning| warning.message).collect())
}

#[test]
fn programs_are_built_and_called_as_the_package_says() {
    let checker = |args: &str| built(&format!("checker: {{name: bridged, args: {{{args}}}}}"));
    let is = |args: &str, expected: &str| {
        assert_eq!(checker(args), (expected.to_owned(), None, vec![]), "{args}");
    };
    is("files: check.c, lang: C11", "");
    is("files: check.cpp, lang: CPP20", "");
    is("files: check.cpp, lang: CPP14", " Some(\"cpp14\") ");
    is("files: check.c, lang: CPP17, flags: [-DA=1, -lm]", " Some(\"cpp17\") -DA=1 -lm");
    is("files: check.py, lang: PYPY3", "");
    is("files: 0.in, lang: PY3", " Some(\"python\") ");
    is("files: [lib/util.h, check.c, lib/util.c], lang: C", "util.h util.c None ");
    // DMOJ fails without a language, and its own options come behind.
    let words = "`lang`: expected DMOJ's name of the checker's language: DMOJ fails without";
    assert_eq!(checker("files: check.c"), (String::new(), None, vec![words.to_owned()]));
    let words = "`flags`: `-std=c++11` is passed over: `lang` tells it";
    let found = checker("files: check.cpp, lang: CPP20, flags: [-std=c++11]");
    assert_eq!(found, (String::new(), None, vec![words.to_owned()]));
    let words = "`flags`: passed over: only compilers of C and C++ get them";
    let found = checker("files: check.py, lang: PY3, flags: [-O]");
    assert_eq!(found, (String::new(), None, vec![words.to_owned()]));
    let call = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
    let (_, found, _) = checker(
        "files: check.c, lang: C, args_format_string: '{answer_file} \"a b\" {output_file}'",
    );
    assert_eq!(found, call(&["/files/answer", "a b", "/files/output"]));
    // Interactors write nothing, and DMOJ has no arguments of its own for this type.
    let (_, found, _) = built(
        "interactive: {files: check.c, type: peg, args-format-string: '{input_file} {output_file}'}",
    );
    assert_eq!(found, call(&["/files/input", "/dev/null"]));
}

#[test]
fn programs_that_dmoj_does_not_build_are_refused() {
    let folder = package(INIT);
    for name in ["check.c", "check.cpp", "check.py", "lib/check.c", "lib/util.py"] {
        folder.write(name, b"");
    }
    let place = "init.yml:1:40: `files`";
    for (args, expected) in [
        (
            "files: [check.py, lib/util.py]",
            format!("{place}: DMOJ builds programs of several files in C and C++ alone"),
        ),
        (
            "files: [check.c, check.cpp]",
            format!("{place}: sources in C and in C++ are not built together"),
        ),
        (
            "files: [check.c, check.py, check.cpp]",
            format!("{place}: sources in C and in C++ are not built together"),
        ),
        (
            "files: [check.c, 0.in]",
            format!("{place}: `0.in` is neither a source in C or C++ nor a header"),
        ),
        (
            "files: [check.c, lib/check.c]",
            format!("{place}: two files are called as `lib/check.c`, and DMOJ takes one of them"),
        ),
        ("files: []", format!("{place}: expected a file, or a list of files")),
        (
            "files: check.c, flags: -DA",
            "init.yml:1:56: `flags`: expected a list of arguments of compilers".to_owned(),
        ),
        (
            "files: check.c, args_format_string: '{input}'",
            "init.yml:1:69: `checker.args.args_format_string`: `input` in braces: expected one of \
             `{input_file}`, `{output_file}`, `{answer_file}`"
                .to_owned(),
        ),
    ] {
        let line = format!("checker: {{name: bridged, args: {{{args}, lang: C}}}}");
        folder.write("init.yml", INIT.replacen("points: 5", &line, 1).as_bytes());
        assert_eq!(folder.complaints(), [expected], "{args}");
    }
    let twice =
        "test_cases:\n- {generator: {source: check.c, flags: [-DA]}}\n- {generator: check.c}\n";
    folder.write("init.yml", twice.as_bytes());
    let words = "init.yml:3:15: `generator`: `check.c` is built in two ways, and only one is done";
    assert_eq!(folder.complaints()[0], words);
}

/// DMOJ's judge looks at the clock once a second.
#[test]
fn wall_time_is_a_factor_of_the_time_in_whole_seconds() {
    for (line, usual, of_one, of_little) in
        [("", 6, 3, 1), ("wall_time_factor: 1.2", 3, 2, 1), ("wall_time_factor: 10", 20, 10, 2)]
    {
        let problem = package(&format!("{line}\n{INIT}")).load();
        let wall = |seconds: f64| {
            let cpu = Duration::from_secs_f64(seconds);
            let limits = problem.limit_rules.with_cpu(&problem.limits, cpu);
            assert_eq!(limits.cpu, cpu);
            limits.wall.as_secs_f64()
        };
        assert_eq!(problem.limits.wall, Duration::from_secs(usual), "{line}");
        assert_eq!((wall(1.0), wall(0.2)), (of_one.into(), of_little.into()), "{line}");
    }
}

#[test]
fn arguments_with_which_a_checker_of_dmoj_fails_are_refused() {
    for (written, place, key) in [
        ("floats, args: {precision: x}", 32, "precision"),
        ("floats, args: {precision: ~}", 32, "precision"),
        ("floats, args: {error_mode: ~}", 32, "error_mode"),
        ("sorted, args: {split_on: {}}", 32, "split_on"),
        ("linematches, args: {point_distribution: [1, [2]]}", 37, "point_distribution"),
    ] {
        let words = format!("init.yml:1:{place}: `checker.args.{key}`: DMOJ fails with this value");
        wrong("points: 5", &format!("checker: {{name: {written}}}"), &[&words]);
    }
    let words = "init.yml:1:35: `checker.args.error_mode`: DMOJ fails where the checker's name says it, too";
    wrong("points: 5", "checker: {name: floatsabs, args: {error_mode: absolute}}", &[words]);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let python = "a checker in Python runs within DMOJ's judge: it is not run";
    let file = "points: 5\nchecker: check.py";
    wrong("points: 5", file, &[&format!("init.yml:2:10: `checker`: `check.py`: {python}")]);
    wrong(
        "points: 5",
        "custom_judge: grade.py",
        &[
            "init.yml:1:15: `custom_judge`: a grader in Python runs within DMOJ's judge: it is not run",
        ],
    );
    wrong(
        "points: 5",
        "points++: 2 + 3",
        &["init.yml:1:1: `points++`: a key that holds Python code, which is not run"],
    );
    wrong(
        "points: 5",
        "generator_in: gen.txt",
        &["init.yml:1:15: `generator_in`: generators that read a file are not run"],
    );
    wrong(
        "points: 5",
        "signature_grader: {entry: a.c, header: a.h}",
        &[
            "init.yml:1:27: `entry`: there is no file `a.c`",
            "init.yml:1:40: `header`: there is no file `a.h`",
        ],
    );
    wrong(
        "points: 5",
        "signature_grader: {entry: init.yml}",
        &["init.yml:1:19: missing key `header`"],
    );
    let misspelt =
        "signature_grader: {entry: 0.in, header: 0.out, heder: 1.in}\n".to_owned() + INIT;
    let problem = package(&misspelt).load();
    let words: Vec<_> = problem.warnings.iter().map(|warning| warning.message.as_str()).collect();
    let expected = "unknown key `signature_grader.heder` is passed over: did you mean `header`?";
    assert!(words.contains(&expected), "{words:?}");
    // One weight is no list of them.
    for weights in ["5", "yes"] {
        let line =
            format!("checker: {{name: linematches, args: {{point_distribution: {weights}}}}}");
        let said = package(&format!("{line}\n{INIT}")).complaints().join("\n");
        assert!(said.contains("point_distribution"), "{said}");
    }
    wrong(
        "points: 5",
        "checker: standart",
        &["init.yml:1:10: unknown checker `standart`: did you mean `standard`?"],
    );
    wrong(
        "points: 5",
        "checker: {name: bridged, args: {files: a.cpp, type: pegg}}",
        &[
            "init.yml:1:40: `files`: cannot find `a.cpp` in the problem folder: No such file or directory (os error 2)",
            "init.yml:1:53: `checker.args.type`: unknown word `pegg`: did you mean `peg`?",
        ],
    );
    wrong(
        "points: 5",
        "checker: {name: bridged, args: {files: 0.in, type: peg, feedback: false}}",
        &[
            "init.yml:1:67: `checker.args.feedback`: shares of `peg` stand in the feedback: without it, they are not \
             read",
        ],
    );
    wrong(
        "points: 5",
        "interactive: {files: 0.in, type: peg}",
        &[
            "init.yml:1:34: `interactive.type`: DMOJ has no arguments for interactors of the type `peg`, and fails",
        ],
    );
}

/// DMOJ asks whether such a key is there, and then for what it says.
#[test]
fn keys_that_need_a_value_are_refused_without_one() {
    for key in ["custom_judge", "interactive", "signature_grader", "symlinks", "wall_time_factor"] {
        let place = key.len() + 3;
        let words = format!(
            "init.yml:1:{place}: `{key}`: expected a value: DMOJ fails where there is none"
        );
        wrong("points: 5", &format!("{key}: ~"), &[&words]);
    }
    let missing = "init.yml:1:9: `points`: expected a number of points, 0 or more";
    wrong("points: 5", "points: ~", &[missing]);
    // Nobody asks for it.
    let all = INIT.replace("points: 5", "points: ~").replace("4.out}", "4.out, points: 5}");
    assert_eq!(package(&all).load().root.groups.len(), 4);
    let line = "interactive: ~\nsignature_grader: {entry: 0.in, header: 1.in}";
    assert_eq!(checker(line), "dmoj-standard {}");
    wrong(
        "dependencies: [1]",
        "dependencies: ~",
        &[
            "init.yml:9:17: `dependencies`: expected a list of numbers of earlier batches, of which there are 1",
        ],
    );
}

#[test]
fn numbers_are_what_dmoj_reads_as_such() {
    let text = "expected a number: DMOJ reads `'5'` and `1e3` as texts";
    for (line, place) in [
        ("points: '5'", "1:9: `points`"),
        ("points: 1e3", "1:9: `points`"),
        ("output_limit_length: '5'", "1:22: `output_limit_length`"),
        ("wall_time_factor: 1e1", "1:19: `wall_time_factor`"),
    ] {
        wrong("points: 5", line, &[&format!("init.yml:{place}: {text}")]);
    }
    wrong(
        "[1]",
        "['1']",
        &[
            "init.yml:9:17: `dependencies`: expected a list of numbers of earlier batches, of which there are 1",
        ],
    );
    let problem = package(&INIT.replace("[1]", "[1.0]")).load();
    assert_eq!(problem.root.groups[2].needs, ["batch 1"]);
    for (written, read) in [("2.7", "2.0"), ("-1", "-1.0"), ("400", "400.0"), ("'4'", "4.0")] {
        let line = format!("checker: {{name: floats, args: {{precision: {written}}}}}");
        assert_eq!(checker(&line), format!("dmoj-floats {{\"precision\": Number({read})}}"));
    }
}

#[test]
fn what_is_read_at_the_top_alone_says_nothing_in_a_case() {
    let keys = "short_circuit: false, hints: [x], unbuffered: true, symlinks: {}, generator_in: ''";
    let init = INIT.replace("{in: 0.in", &format!("{{{keys}, in: 0.in"));
    let problem = package(&init).load();
    assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
    // What it says there is refused, and what is not known is told, whatever it says.
    let place = "init.yml:12:4: `generator_in`";
    let words = format!("{place}: generators that read a file are not run");
    wrong("{in: 4.in", "{generator_in: gen.txt, in: 4.in", &[&words]);
    let problem = package(&INIT.replace("{in: 4.in", "{colour: false, in: 4.in")).load();
    let said: Vec<_> = problem.warnings.iter().map(|said| said.message.as_str()).collect();
    assert_eq!(said, ["unknown key `colour` is passed over"]);
    // Only batches depend on others.
    let problem = package(&INIT.replace("{in: 4.in", "{dependencies: [1], in: 4.in")).load();
    let said: Vec<_> = problem.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 1);
    let words = "init.yml:12:18: `dependencies`: passed over: only batches depend on others";
    assert!(said[0].ends_with(words), "{said:?}");
}

#[test]
fn what_is_wrong_with_data_is_told_with_its_place() {
    wrong("{in: 0.in", "{in: 9.in", &["init.yml:3:8: `in`: there is no file `9.in`"]);
    wrong(
        "{in: 0.in",
        "{in: ../0.in",
        &["init.yml:3:8: `in`: `../0.in` is not inside the problem folder"],
    );
    wrong(
        "dependencies: [1]",
        "dependencies: [2]",
        &[
            "init.yml:9:17: `dependencies`: expected a list of numbers of earlier batches, of which there are 1",
        ],
    );
    wrong(
        "points: 40",
        "points: many",
        &["init.yml:7:11: `points`: expected a number of points, 0 or more"],
    );
    wrong(
        "out: 1.out}",
        "out: 1.out, points: 3}",
        &[
            "init.yml:6:5: `points`: expected the same points for all cases of a batch: DMOJ gives the least of \
             them, out of the most",
        ],
    );
    wrong(
        "  - {in: 1.in, out: 1.out}",
        "  - 1.in",
        &["init.yml:5:5: `batched`: expected a map of keys, such as `{in: 1.in, out: 1.out}`"],
    );
    wrong(
        "- {in: 4.in",
        "- {checker: easy, in: 4.in",
        &["init.yml:12:4: `checker`: read for all cases together, and not for one"],
    );
    wrong(
        "- {in: 4.in",
        "- {points+: 2 + 3, in: 4.in",
        &["init.yml:12:4: `points+`: a key that holds Python code, which is not run"],
    );
    let misspelt = package(&INIT.replace("{in: 4.in", "{inn: 4.in, in: 4.in")).load();
    let said: Vec<_> = misspelt.warnings.iter().map(|said| said.message.as_str()).collect();
    assert_eq!(said, ["unknown key `inn` is passed over: did you mean `in`?"]);
    wrong(
        "points: 5",
        "pretest_test_cases: {case_points: [1]}",
        &["init.yml:1:21: `pretest_test_cases`: expected a list of cases"],
    );
    let guess = Folder::with(&[("init.yml", "archive: a.zip\n"), ("a.zip", "no zip")]);
    let said = guess.complaints();
    assert!(said[0].contains("not a ZIP archive"), "{said:?}");
    // What it would hold nobody knows.
    let grader = "signature_grader: {entry: g.c, header: g.h}\n";
    let cases = "test_cases:\n- {in: 98.in, out: 98.out}\n";
    let lost = package(&format!("archive: lost.zip\n{grader}{cases}")).complaints();
    assert!(lost.len() == 1 && lost[0].contains("cannot find `lost.zip`"), "{lost:?}");
    let mapping = package("test_cases: {input_format: 'x'}\n").complaints();
    assert!(
        mapping[0].contains("or an archive in which they are found by their names"),
        "{mapping:?}"
    );
}

/// Writes `data.zip` with these files and their texts, in this order.
fn pack(folder: &Folder, files: &[(&str, &str)]) {
    let mut packing = Command::new("python3");
    packing.args(["-c", "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], 'w')\nfor a in sys.argv[2:]: z.writestr(*a.split('='))\nz.close()\n"]);
    packing.arg(folder.path().join("data.zip"));
    packing.args(files.iter().map(|(name, text)| format!("{name}={text}")));
    assert!(packing.status().unwrap().success());
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn cases_that_are_found_by_names_have_points_in_a_list() {
    let folder = package("archive: data.zip\ntest_cases: []\n");
    pack(&folder, &[("p.1.in", "1"), ("p.2.in", "2"), ("p.3.in", "3")]);
    // An empty list is as good as none.
    assert_eq!(folder.load().cases.len(), 3);
    let with = |points: &str| {
        let init = format!("archive: data.zip\npoints: 2\ntest_cases:\n  case_points: {points}\n");
        folder.write("init.yml", init.as_bytes());
    };
    for (points, expected) in [("[]", "2 2 2"), ("~", "2 2 2"), ("[5, 0, 7, 9]", "5 0 7")] {
        with(points);
        let groups = folder.load().root.groups;
        let worth: Vec<_> = groups.iter().map(|g| g.worth.as_ref().unwrap().to_string()).collect();
        assert_eq!(worth.join(" "), expected, "{points}");
    }
    for (points, found) in [("[5]", "1 of them"), ("7", "`7`"), ("{a: 1}", "a map")] {
        with(points);
        let words = format!(
            "init.yml:4:16: `test_cases.case_points`: expected a list of points, one for each of the 3 batches and \
             cases alone, found {found}"
        );
        assert_eq!(folder.complaints(), [words]);
    }
    let misspelt = "archive: data.zip\ntest_cases: {case-points: [5], foo: 1}\n";
    folder.write("init.yml", misspelt.as_bytes());
    let said: Vec<_> = folder.load().warnings.iter().map(|said| said.message.clone()).collect();
    let words = "unknown key `test_cases.case-points` is passed over: did you mean `case_points`?";
    assert_eq!(said, [words, "unknown key `test_cases.foo` is passed over"]);
    let code = "archive: data.zip\ntest_cases: {input_format+: f()}\n";
    folder.write("init.yml", code.as_bytes());
    let words = "init.yml:2:14: `input_format+`: a key that holds Python code, which is not run";
    assert_eq!(folder.complaints(), [words]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs Python 3")]
fn data_and_graders_may_stand_in_the_archive() {
    let folder =
        package("archive: data.zip\nout: 4.out\nsignature_grader: {entry: g.c, header: g.h}\n");
    pack(
        &folder,
        &[("b/p.1.in", "b"), ("a/p.1.in", "a"), ("g.c", ""), ("g.h", ""), ("é", ""), ("→", "")],
    );
    let problem = folder.load();
    // The last file of a name counts, and a case that is found by names has no other files.
    assert_eq!(std::fs::read(&problem.cases[0].input).unwrap(), b"a\n");
    assert_eq!(answer(&problem, 0), "");
    let words = "`→`: some letters and digits beyond ASCII are not matched as such in names";
    assert!(problem.warnings.iter().any(|said| said.message.starts_with(words)));
    let shared = problem.additions.shared.as_ref().unwrap();
    assert!(shared.files.len() == 2 && shared.files.iter().all(|file| file.is_file()));
    let init = "archive: data.zip\ntest_cases: [{in: x.in}]\n";
    folder.write("init.yml", init.as_bytes());
    let words = "init.yml:2:19: `in`: there is no file `x.in` in the folder or its archive";
    assert_eq!(folder.complaints(), [words]);
    // What an archive would hold that is not there nobody knows.
    std::fs::remove_file(folder.path().join("data.zip")).unwrap();
    assert_eq!(folder.complaints().len(), 1, "{:?}", folder.complaints());
}

#[test]
fn cases_are_made_by_generators_where_they_name_no_input() {
    let init = "generator: {source: gen.py, language: PY3}\npoints: 10\ntest_cases:\n\
                - {generator_args: [1.50, true, a b, ~]}\n- {generator-args: [2], out: 1.out}\n\
                - {in: 2.in, out: 2.out}\n";
    let folder = package(init);
    folder.write("gen.py", b"");
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let made: Vec<_> = problem
        .generator_rules
        .iter()
        .map(|rule| {
            let own = rule.generator().unwrap();
            (rule.cases[0].name.as_str(), own.arguments.join("|"), own.leaves.clone())
        })
        .collect();
    let expected = [
        ("1", "1.5|True|a b|None".to_owned(), Leaves::AnswerOnErrors { is_binary: false }),
        ("2", "2".to_owned(), Leaves::Nothing),
    ];
    assert_eq!(made, expected);
    assert!(problem.generator_rules.iter().all(|rule| rule.answers(&rule.cases[0])));
    assert_eq!(
        (problem.cases[0].name.as_str(), problem.order.join(" ")),
        ("3", "1 2 3".to_owned())
    );
    // Whoever judges makes them, and the site alone has limits.
    let (path, reading) = (folder.path(), Reading::default());
    assert!(load_as(&path, &path, &reading).is_ok_and(|problem| problem.is_unmade));
    let TimePlace::Nowhere(words) = &problem.time_place else { panic!() };
    assert!(words.contains("problems of DMOJ have no limits"), "{words}");
    assert_eq!(folder.complaints(), [".: 2 of 3 cases are made by generators"]);
    assert_eq!(problem.root.groups.len(), 3);
    // Arguments that say nothing leave the generator's own.
    let own = "generator: {source: gen.py, args: [9]}\ntest_cases:\n- {generator_args: ~}\n\
               - {generator_args: []}\n- {generator_args: ''}\n- {in: '', generator_args: [8]}\n";
    folder.write("init.yml", own.as_bytes());
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let words = |rule: &GeneratorRule| rule.generator().unwrap().arguments.join("|");
    let words: Vec<_> = problem.generator_rules.iter().map(words).collect();
    assert_eq!(words, ["9", "9", "9", "8"]);
    let headers = "generator: [h.h, gen.cpp]\ntest_cases: [{generator_args: [1]}]\n";
    for (name, text) in [("init.yml", headers), ("gen.cpp", ""), ("h.h", "")] {
        folder.write(name, text.as_bytes());
    }
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let made = problem.generator_rules[0].generator().unwrap();
    assert!(made.source.ends_with("gen.cpp") && made.along[0].ends_with("h.h"), "{made:?}");
    for (binary, is_binary) in [("true", true), ("no", false)] {
        let init = format!(
            "binary_data: {binary}\ngenerator: {{source: gen.py, language: PY2}}\ntest_cases: [{{}}]\n"
        );
        folder.write("init.yml", init.as_bytes());
        let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
        let made = problem.generator_rules[0].generator().unwrap();
        assert_eq!(made.leaves, Leaves::AnswerOnErrors { is_binary });
        assert_eq!(problem.additions.builds[0].language, Some("python2"));
    }
    let wrong = "generator: gen.py\ntest_cases:\n- {generator_args: [1, [2]]}\n- {generator_args: 3}\n- in: 1.in\n";
    folder.write("init.yml", wrong.as_bytes());
    let expected = [
        "init.yml:3:24: `generator_args`: expected an argument, found a list",
        "init.yml:4:20: `generator_args`: expected a list of arguments, found `3`",
        "init.yml:5:3: `generator`: DMOJ has it answer a case with `in` and no `out`: this is not done",
    ];
    assert_eq!(folder.complaints()[..3], expected);
    let both = "generator: gen.py\ntest_cases:\n- {in: 1.in, out: 1.out, generator_args: [1]}\n- {in: 2.in, out: 2.out}\n";
    folder.write("init.yml", both.as_bytes());
    let words = "init.yml:3:3: `generator_args`: DMOJ fails where a case has both these and `in`: its input would be \
                 ambiguous";
    assert_eq!(folder.complaints(), [words]);
    let misspelt = "generator: {source: gen.py, languge: PY3, time-limit: 3}\ntest_cases: [{}]\n";
    folder.write("init.yml", misspelt.as_bytes());
    let problem = load_unanswered(&folder.path(), &Reading::default()).unwrap();
    let said: Vec<_> = problem.warnings.iter().map(|said| said.message.as_str()).collect();
    let words = "unknown key `generator.languge` is passed over: did you mean `language`?";
    assert_eq!(said, [words]);
}

#[test]
fn what_python_takes_for_false_says_nothing() {
    let init = "archive: ''\nchecker: false\npretest_test_cases: {}\ntest_cases:\n- {in: '', out: ~}\n\
                - {in: 1.in, out: 1.out}\n";
    let problem = package(init).load();
    assert_eq!((answer(&problem, 0).as_str(), answer(&problem, 1).as_str()), ("", "1\nx\n"));
    for value in ["''", "[]", "{}", "0", "no"] {
        assert_eq!(checker(&format!("checker: {value}")), "dmoj-standard {}", "{value}");
    }
    for (line, expected) in [
        ("unbuffered: true\n", OutputBuffer::None),
        ("unbuffered: 1\n", OutputBuffer::None),
        ("unbuffered: no\n", OutputBuffer::Usual),
        ("generator_in: ''\nsymlinks: {}\n", OutputBuffer::Usual),
        ("", OutputBuffer::Usual),
    ] {
        let buffer = package(&format!("{line}{INIT}")).load().additions.buffer;
        assert_eq!(buffer, expected, "{line}");
    }
    // A grader is taken for its key alone.
    let words =
        "init.yml:1:15: `custom_judge`: a grader in Python runs within DMOJ's judge: it is not run";
    wrong("points: 5", "custom_judge: ''", &[words]);
}

#[test]
fn keys_with_defaults_have_one_name() {
    let lines = "binary-data: true\noutput-limit-length: 3\nwall-time-factor: 1\nsignature-grader: {}\ncustom-judge: a.py\n";
    let problem = package(&format!("{lines}{INIT}")).load();
    assert_eq!((answer(&problem, 4).as_str(), problem.limits.output), ("4\nx\n", 25_165_824));
    assert!(problem.additions.shared.is_none());
    let said: Vec<_> = problem.warnings.iter().map(ToString::to_string).collect();
    let words =
        "init.yml:1:1: unknown key `binary-data` is passed over: did you mean `binary_data`?";
    assert!(said.len() == 5 && said.iter().any(|said| said.ends_with(words)), "{said:?}");
}

#[test]
fn submissions_of_the_suite_are_expected_as_it_says() {
    let folder = package(INIT);
    for (name, text) in [
        ("good", "language: CPP14\nsource: a.cpp\ntime: 1\nmemory: 65536\n"),
        ("bad", "language: PY3\nsource: a.py\nexpect: WA\ncases: {1: AC, 3: [WA, TLE]}\n"),
        ("old", "language: PY2\nsource: a.py\n"),
        ("odd", "language: C\nsource: a.c\nexpect: XX\n"),
        ("none", "language: C\nsource: b.c\n"),
        ("several", "language: C\nsource: [a.c, b.c]\n"),
        ("single", "language: C\nsource: [a.c]\n"),
    ] {
        folder.write(&format!("tests/{name}/test.yml"), text.as_bytes());
        for source in ["a.cpp", "a.py", "a.c"] {
            folder.write(&format!("tests/{name}/{source}"), b"");
        }
    }
    let problem = folder.load();
    let found: Vec<_> = problem
        .submissions
        .iter()
        .map(|kept| (kept.expected().to_string(), kept.expectation.demands.len()))
        .collect();
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(problem.submissions[3].path.ends_with("single/a.c"));
    // One rule for all, one for those that are not named, and one for each that is.
    assert_eq!((found[0].1, found[1].1), (4, 0));
    let rules = &problem.submissions[0].expectation.demands;
    let about: Vec<_> = rules.iter().map(|rule| rule.about.as_deref().unwrap_or("all")).collect();
    assert_eq!(about, ["all", "{2,4,5}", "1", "3"]);
    assert_eq!(found[1].0, "AC or PC");
    let said: Vec<_> = problem.warnings.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|words| words.contains("unknown code `XX`")), "{said:?}");
    assert!(said.iter().any(|words| words.contains("none/test.yml:2:9: `source`")), "{said:?}");
}

#[test]
fn tests_may_stand_in_files_for_systems() {
    let folder = package(INIT);
    let own = "language: C\nsource: a.c\n";
    for (file, text) in [
        ("posix/test.posix.yml", format!("{own}expect: TLE\n")),
        ("linux/test.yml", format!("{own}expect: WA\n")),
        // A later file counts.
        ("linux/test.posix.yml", "expect: TLE\n".to_owned()),
        ("linux/test.linux.yml", "expect: MLE\n".to_owned()),
        ("bsd/test.freebsd.yml", own.to_owned()),
        ("machine/test.yml", format!("{own}arch: [z80]\n")),
        ("any/test.yml", format!("{own}expect: '*'\ncases: [AC]\n")),
        ("sourceless/test.yml", "language: C\nexpect: WA\n".to_owned()),
    ] {
        folder.write(&format!("tests/{file}"), text.as_bytes());
        let beside = file.split_once('/').unwrap().0;
        folder.write(&format!("tests/{beside}/a.c"), b"");
    }
    let problem = folder.load();
    let found: Vec<_> = problem
        .submissions
        .iter()
        .map(|kept| {
            let test = kept.path.parent().unwrap().file_name().unwrap().to_str().unwrap();
            let rules: Vec<_> = kept.expectation.demands.iter().map(|rule| &rule.about).collect();
            format!("{test}: {} {rules:?}", kept.expected())
        })
        .collect();
    let expected = ["any: any verdict [Some(\"1\")]", "linux: MLE []", "posix: TLE or ILE []"];
    assert_eq!(found, expected);
    let said: Vec<_> = problem.warnings.iter().map(ToString::to_string).collect();
    let words = "tests/sourceless/test.yml:1:1: `source`: expected a file beside it: the submission is passed over";
    assert!(said.len() == 1 && said[0].ends_with(words), "{said:?}");
}

#[test]
fn submissions_may_keep_a_main_of_their_own_beside_a_grader() {
    for (more, has_line) in [("", true), (", allow_main: no", true), (", allow_main: yes", false)] {
        let line = format!("signature_grader: {{entry: g.c, header: g.h{more}}}\n");
        let folder = package(&format!("{line}{INIT}"));
        folder.write("g.c", b"");
        folder.write("g.h", b"");
        let shared = folder.load().additions.shared.expect("a grader");
        let before = shared.prefaces.expect("lines before the submission").submission;
        assert!(before.contains("#include \"g.h\""), "{before}");
        assert_eq!(before.contains("#define main "), has_line, "{more}");
    }
}

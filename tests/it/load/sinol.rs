//! Packages of sinol: what a good one becomes, and the exact words for a wrong one.

use jury::problem::load::{load_as, load_unanswered};
use jury::problem::reading::Reading;
use jury::problem::{
    CheckerChoice, Grader, Leaves, Problem, Protocol, Scoring, SinolContest, TimeBound, TimePlace,
    ValidatorChoice,
};
use jury::score::Score;

use super::folder::Folder;

const CONFIG: &str = "title: Sums
sinol_task_id: sum
time_limit: 1000
memory_limit: 65536
scores:
  1: 40
  2: 60
";

/// A package with this `config.yml`.
fn package(config: &str) -> Folder {
    let folder = Folder::with(&[
        ("config.yml", config),
        ("prog/sum.cpp", ""),
        ("prog/sumb1.py", ""),
        ("prog/sums1.cpp", ""),
        ("prog/sum2.cpp", ""),
        ("prog/sumlib.h", ""),
    ]);
    for test in ["0", "1a", "1b", "2a", "1ocen", "10"] {
        if test != "10" {
            folder.write(&format!("in/sum{test}.in"), b"1 2\n");
            folder.write(&format!("out/sum{test}.out"), b"3\n");
        }
    }
    folder
}

#[track_caller]
fn wrong(from: &str, to: &str, expected: &[&str]) {
    assert!(CONFIG.contains(from), "{from}");
    assert_eq!(package(&CONFIG.replacen(from, to, 1)).complaints(), expected, "{from} -> {to}");
}

fn worths(problem: &Problem) -> Vec<(&str, String)> {
    let worth = |group: &jury::problem::Group| group.worth.as_ref().map(Score::to_string);
    let groups = problem.root.groups.iter();
    groups.map(|group| (group.name.as_str(), worth(group).unwrap_or_default())).collect()
}

#[test]
fn names_say_what_files_are() {
    let folder = package(CONFIG);
    // What lies beside programs is none.
    for ending in ["bak", "class", "a", "cpp.orig"] {
        folder.write(&format!("prog/sumb1.{ending}"), b"");
    }
    let problem = folder.load();
    assert_eq!((problem.format.words.as_str(), problem.name.as_str()), ("sinol", "Sums"));
    assert_eq!((problem.limits.cpu.as_millis(), problem.limits.memory), (1000, 64 << 20));
    // A limit is one for all languages.
    assert!(!problem.has_time_factors && problem.code.as_deref() == Some("sum"));
    let place = TimePlace::Nowhere("it stands in milliseconds in `config.yml`".to_owned());
    assert_eq!(problem.time_place, place);
    assert!(format!("{:?}", problem.reference).contains("prog/sum.cpp"));
    let cases: Vec<_> =
        problem.cases.iter().map(|case| (case.name.as_str(), case.group.as_str())).collect();
    let expected =
        [("sum0", "0"), ("sum1ocen", "0"), ("sum1a", "1"), ("sum1b", "1"), ("sum2a", "2")];
    assert_eq!(cases, expected);
    assert!(problem.cases.iter().all(|case| case.answer.is_some()));
    let words = problem.cases[2].validator_arguments(&problem.root).of("prog/suminwer.cpp");
    assert_eq!(words, ["sum1a.in"]);
    assert_eq!(worths(&problem), [("0", "0".into()), ("1", "40".into()), ("2", "60".into())]);
    // The worst test of a group counts, and each is solved with 100 points.
    let hundred = Score::ratio(100, 1).unwrap();
    assert!(problem.root.groups.iter().all(|group| group.scoring == Some(Scoring::Min)));
    assert!(problem.root.groups.iter().chain([&problem.root]).all(|group| group.full == hundred));
    let Grader::Sinol(grader) = &problem.root.grader else { panic!() };
    assert_eq!((grader.contest, grader.dependencies.len()), (SinolContest::Default, 0));
    let CheckerChoice::Shipped { name, .. } = &problem.checker else { panic!() };
    assert_eq!(name, "oicompare");
    let kept = problem.submissions.iter().map(|kept| {
        let name = kept.path.file_name().unwrap().to_str().unwrap();
        (name, kept.expected().must_fail(), kept.expectation.time_bound == TimeBound::Lower)
    });
    let expected = [
        ("sum.cpp", false, true),
        ("sum2.cpp", false, true),
        ("sumb1.py", true, false),
        ("sums1.cpp", true, false),
    ];
    assert_eq!(kept.collect::<Vec<_>>(), expected);
    let [rule] = problem.submissions[3].expectation.demands.as_slice() else { panic!() };
    let words = (rule.permitted.to_string(), rule.required.to_string());
    let expected = ("AC or PC or TLE or ILE or MLE", "TLE or ILE or MLE");
    assert_eq!(words, (expected.0.to_owned(), expected.1.to_owned()));
    let place = problem.layout.answer_in(&problem.folder, "sum1a");
    assert!(place.ends_with("out/sum1a.out"), "{}", place.display());
}

#[test]
fn programs_decide_where_there_are_some() {
    let folder = package(CONFIG);
    folder.write("prog/sumchk.py", b"");
    folder.write("prog/suminwer.py", b"");
    folder.write("prog/sumingen.py", b"");
    let problem = folder.load();
    let CheckerChoice::Programs(checkers) = &problem.checker else { panic!() };
    assert_eq!(
        (checkers[0].name.as_str(), checkers[0].protocol),
        ("prog/sumchk.py", Protocol::Sinol)
    );
    let Some(ValidatorChoice::Programs(validators)) = &problem.validator else { panic!() };
    assert_eq!(validators[0].name, "prog/suminwer.py");
    let unlisted = problem.listing.unlisted.as_ref().unwrap();
    assert!(unlisted.takes("sum1a") && unlisted.takes("sum12") && !unlisted.takes("suma"));
    assert_eq!(unlisted.generator.leaves, Leaves::Testcase);
    assert!(unlisted.generator.source.ends_with("sumingen.py") && unlisted.script.is_none());
    // Of several, the script of a shell counts, which finds the package's files.
    folder.write("prog/sumingen.sh", b"");
    folder.write("prog/sumingen.zig", b"");
    let unlisted = folder.load().listing.unlisted.unwrap();
    assert!(unlisted.generator.source.ends_with("sumingen.sh"));
    let script = unlisted.script.expect("a script");
    assert_eq!(
        (script.name.as_str(), script.folders),
        ("../prog/sumingen.sh", ["prog", "in"].map(str::to_owned))
    );
}

#[test]
fn limits_are_the_test_s_then_its_group_s_then_those_of_all() {
    let more = "time_limits: {1: 2000, 1b: 3000, 0: 500}\nmemory_limits: {\"2\": 1024}\n";
    let problem = package(&format!("{CONFIG}{more}")).load();
    let limits: Vec<_> = problem
        .cases
        .iter()
        .map(|case| (case.limits.cpu.as_millis(), case.limits.memory >> 10))
        .collect();
    let expected = [(500, 65536), (500, 65536), (2000, 65536), (3000, 65536), (1000, 1024)];
    assert_eq!(limits, expected);
}

#[test]
fn points_are_shared_out_where_none_are_given() {
    let config = "sinol_task_id: sum\ntime_limit: 1000\nmemory_limit: 65536\n";
    let points = |folder: &Folder| {
        worths(&folder.load()).into_iter().map(|(n, p)| format!("{n}:{p}")).collect::<Vec<_>>()
    };
    let folder = package(config);
    assert_eq!(points(&folder), ["0:0", "1:50", "2:50"]);
    // The last group has what is left over.
    folder.write("in/sum10a.in", b"1 2\n");
    folder.write("out/sum10a.out", b"3\n");
    assert_eq!(points(&folder), ["0:0", "1:33", "2:33", "10:34"]);
    // Samples have none, even if there is nothing else.
    let samples = Folder::with(&[
        ("config.yml", config),
        ("prog/sum.cpp", ""),
        ("in/sum0.in", "1 2\n"),
        ("out/sum0.out", "3\n"),
    ]);
    assert_eq!(points(&samples), ["0:0"]);
}

#[test]
fn what_is_expected_of_groups_is_read() {
    let more = "subtask_dependencies: {2: [1]}
sinol_expected_scores:
  sumb1.py:
    expected:
      1: {points: 40, status: OK}
      2: {points: 0, status: TLE}
    points: 40
";
    let problem = package(&format!("{CONFIG}{more}")).load();
    let Grader::Sinol(grader) = &problem.root.grader else { panic!() };
    assert_eq!(grader.dependencies["2"], ["1"]);
    let wrong = problem.submissions.iter().find(|kept| kept.path.ends_with("sumb1.py")).unwrap();
    let groups = &wrong.expectation.groups;
    let found: Vec<_> = groups
        .iter()
        .map(|group| (group.group.as_str(), group.verdicts.to_string(), group.points.clone()))
        .collect();
    let forty = Score::ratio(40, 1);
    let expected =
        [("1", "AC or PC".into(), forty.clone()), ("2", "TLE or ILE".into(), Some(Score::zero()))];
    assert_eq!(found, expected);
    // The total is that of the groups, whatever is written.
    assert_eq!(wrong.expectation.score, None);
    assert_eq!(wrong.expectation.decided_by(), None);
    // The older form has the status alone, and types of contests may have capital letters.
    let older = "sinol_contest_type: OIJ\nsinol_expected_scores:\n  sumb1.py: {expected: {1: OK, 2: WA}, points: 40}\n";
    let problem = package(&format!("{CONFIG}{older}")).load();
    let wrong = problem.submissions.iter().find(|kept| kept.path.ends_with("sumb1.py")).unwrap();
    let found = wrong.expectation.groups.iter().map(|group| group.verdicts.to_string());
    assert_eq!(found.collect::<Vec<_>>(), ["AC or PC", "WA or PE"]);
}

#[test]
fn points_that_depend_on_time_are_not_expected() {
    let expected = |contest: &str, what: &str| {
        let more =
            format!("sinol_contest_type: {contest}\nsinol_expected_scores: {{sumb1.py: {what}}}\n");
        let problem = package(&format!("{CONFIG}{more}")).load();
        assert!(problem.warnings.is_empty(), "{:?}", problem.warnings);
        let kept = problem.submissions.iter().find(|kept| kept.path.ends_with("sumb1.py"));
        let expectation = &kept.unwrap().expectation;
        let groups = expectation.groups.iter();
        let points = groups.map(|group| group.points.as_ref().map(Score::to_string)).collect();
        let range = |(least, most): &(Score, Score)| format!("{least} to {most}");
        (points, expectation.score.as_ref().map(range))
    };
    let groups = "{expected: {1: {points: 40, status: OK}, 2: {points: 0, status: WA}}}";
    let [full, none] = ["40", "0"].map(|points| Some(points.to_owned()));
    assert_eq!(expected("default", groups), (vec![full, none.clone()], None));
    assert_eq!(expected("oi", groups), (vec![None, none], None));
    // The total alone.
    for (contest, points, total) in
        [("default", "40", Some("40 to 40")), ("oi", "40", None), ("oi", "0", Some("0 to 0"))]
    {
        let found = expected(contest, &format!("{{points: {points}}}"));
        assert_eq!(found, (vec![], total.map(str::to_owned)), "{contest} {points}");
    }
    let more = "sinol_expected_scores: {sumb2.py: {points: 0}, sumb1.py: {points: 0}}\n";
    let problem = package(&format!("{CONFIG}{more}")).load();
    let said: Vec<_> = problem.warnings.iter().map(|said| said.message.as_str()).collect();
    let words = "`sinol_expected_scores`: unknown solution `sumb2.py`: did you mean `sumb1.py`?";
    assert_eq!(said, [words]);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let folder = Folder::with(&[("config.yml", "time_limit: 1\n"), ("prog/a1.cpp", "")]);
    let words = "config.yml:1:1: `sinol_task_id`: missing, and the folder `sums` is not named by the three \
                 letters of a task: write the name with which those of all files begin, such as \
                 `sinol_task_id: abc`";
    assert_eq!(folder.complaints(), [words]);
    wrong(
        "time_limit: 1000",
        "time_limit: 1 s",
        &[
            "config.yml:3:13: `time_limit`: expected a number of milliseconds from 1 to 100000000, found `1 s`",
        ],
    );
    wrong(
        "65536",
        "64",
        &[
            "config.yml:4:15: `memory_limit`: expected a number of kilobytes from 1024 to 10000000000, found `64`",
        ],
    );
    wrong("  2: 60\n", "", &["config.yml:6:3: `scores`: group 2 has tests, but no points"]);
    wrong(
        "  2: 60",
        "  2: many",
        &["config.yml:7:6: `scores.2`: expected a whole number of points, found `many`"],
    );
    wrong(
        "  2: 60",
        "  2: -1",
        &["config.yml:7:6: `scores.2`: expected a whole number of points, found `-1`"],
    );
    wrong(
        "sinol_task_id: sum",
        "sinol_task_id: su-m",
        &[
            "config.yml:2:16: `sinol_task_id`: expected letters and digits, with which the names of all files begin",
        ],
    );
    wrong(
        "scores:\n",
        "sinol_contest_type: acm\nscores:\n",
        &[
            "config.yml:5:21: `sinol_contest_type`: unknown word `acm`: expected one of `default`, `oij`, `oi`, `icpc`",
        ],
    );
    wrong(
        "scores:\n",
        "subtask_dependencies: {1: [2], 2: [1]}\nscores:\n",
        &["config.yml:5:23: `subtask_dependencies`: group `1` depends on itself"],
    );
    wrong(
        "scores:\n",
        "subtask_dependencies: {1: [0]}\nscores:\n",
        &["config.yml:5:27: `subtask_dependencies.1`: group 0 depends on none, and none on it"],
    );
    wrong(
        "scores:\n",
        "override_limits: {py: {time_limit: 0}}\nscores:\n",
        &[
            "config.yml:5:36: `override_limits.py.time_limit`: expected a number of milliseconds from 1 to \
             100000000, found `0`",
        ],
    );
    wrong(
        "  2: 60",
        "  2: 30\n  02: 30",
        &["config.yml:8:7: `scores.02`: group 2 has points already"],
    );
    wrong(
        "scores:\n",
        "num_processes: 1.5\nscores:\n",
        &["config.yml:5:16: `num_processes`: expected a whole number"],
    );
    wrong(
        "scores:\n",
        "num_processes: 4\nscores:\n",
        &["config.yml:5:16: `num_processes`: expected a number from 1 to 3, found `4`"],
    );
    wrong(
        "scores:\n",
        "extra_compilation_files: [sum2.cpp]\nscores:\n",
        &[
            "config.yml:5:26: `extra_compilation_files`: `sum2.cpp` would be compiled here, too: expected it in \
           `extra_compilation_args`",
        ],
    );
    wrong(
        "scores:\n",
        "extra_compilation_args: {cpp: [-DX]}\nscores:\n",
        &[
            "config.yml:5:31: `extra_compilation_args.cpp`: `-DX`: arguments of compilers are not passed on",
        ],
    );
    wrong(
        "scores:\n",
        "extra_compilation_args: {cpp: -O3 -DX}\nscores:\n",
        &[
            "config.yml:5:31: `extra_compilation_args.cpp`: `-DX`: arguments of compilers are not passed on",
        ],
    );
}

#[test]
fn solutions_have_the_files_of_the_package_beside_them() {
    let lines =
        "extra_compilation_files: [sumlib.h]\nextra_compilation_args: {cpp: sum2.cpp}\nscores:\n";
    let problem = package(&CONFIG.replacen("scores:\n", lines, 1)).load();
    let names: Vec<_> =
        problem.additions.along.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    assert_eq!(names, ["sum2.cpp", "sumlib.h"]);
}

#[test]
fn what_a_file_does_not_say_is_warned_of() {
    let problem = package(&CONFIG.replace("sinol_task_id: sum\ntime_limit: 1000\n", "")).load();
    let said: Vec<_> = problem.warnings.iter().map(|warning| warning.message.as_str()).collect();
    let expected = [
        "`sinol_task_id`: missing: `sum`, with which the names of programs begin, is taken",
        "`time_limit`: missing: jury's usual limit counts",
    ];
    assert_eq!(said, expected);
    let lost = package(&CONFIG.replace("  2: 60", "  2: 50\n  3: 10\n  4: 0")).load();
    let said: Vec<_> = lost.warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(said, ["`scores`: group 3 has no tests, so nobody gets its points, 10"]);
    let unknown = "time_limits: {1a: 900, 0: 900, 1x: 900}\noverride_limits: {py: {memory_limits: {\"7\": 1024}}}\n\
                   subtask_dependencies: {8: [1], 2: [1, 9]}\n";
    let free =
        package(&format!("{}{unknown}", CONFIG.replace("scores:", "scores:\n  0: 5"))).load();
    let said: Vec<_> = free.warnings.iter().map(|warning| warning.message.as_str()).collect();
    let expected = [
        "`scores`: group 0 never gives points, so nobody gets its points, 5",
        "`time_limits.1x`: no test or group has this name: passed over",
        "`override_limits.py.memory_limits.7`: no test or group has this name: passed over",
        "`subtask_dependencies`: no group has the name `9`: passed over",
        "`subtask_dependencies.8`: no group has this name: passed over",
    ];
    assert_eq!(said, expected);
    let some = CONFIG.replace("time_limit: 1000", "time_limits: {1: 1000}\nsinol_contest_type: oi");
    let problem = package(&some.replace("2: 60", "2: 50")).load();
    let said: Vec<_> = problem.warnings.iter().map(|warning| warning.message.as_str()).collect();
    let expected = [
        "`time_limit`: missing, as of `0`: jury's usual limit counts",
        "`scores`: the points of the groups sum to 90: sinol-make wants 100",
    ];
    assert_eq!(said, expected);
}

#[test]
fn the_sum_of_the_points_is_that_of_the_contest() {
    let said = |contest: &str| {
        let problem = package(&format!("{CONFIG}{contest}\n")).load();
        problem.warnings.into_iter().map(|warning| warning.message).collect::<Vec<_>>()
    };
    assert_eq!(said("sinol_contest_type: oi"), [""; 0]);
    assert_eq!(said("sinol_contest_type: oij"), [""; 0]);
    assert_eq!(
        said("sinol_contest_type: oij\nsinol_total_score: 101"),
        ["`scores`: the points of the groups sum to 100: sinol-make wants 101"]
    );
}

#[test]
fn a_language_may_have_limits_of_its_own() {
    let own = "time_limits: {1b: 3000}\noverride_limits:\n  py: {time_limit: 5000, time_limits: {2: 7000}, \
               memory_limits: {1a: 1024}}\n";
    let problem = package(&format!("{CONFIG}{own}")).load();
    assert!(problem.limits_in(|ending| ending == "cpp").is_none());
    let python = problem.limits_in(|ending| ending == "py").expect("limits");
    let limits = |name: &str| {
        let limits = python.of(name);
        (limits.cpu.as_millis(), limits.memory >> 10)
    };
    assert_eq!(
        ["sum0", "sum1a", "sum1b", "sum2a"].map(limits),
        [(5000, 65536), (5000, 1024), (5000, 65536), (7000, 65536)]
    );
    assert_eq!(problem.cases[3].limits.cpu.as_millis(), 3000);
}

#[test]
fn an_interactor_takes_the_checker_s_place() {
    let folder = package(&format!("{CONFIG}num_processes: 2\n"));
    folder.write("prog/sumsoc.cpp", b"");
    folder.write("prog/sumchk.cpp", b"");
    std::fs::remove_dir_all(folder.path().join("out")).unwrap();
    let problem = folder.load();
    let interactor = problem.interactor.expect("an interactor");
    assert_eq!(interactor.protocol, Protocol::SinolManager(2));
    assert_eq!((interactor.limits.cpu.as_millis(), interactor.limits.memory), (2000, 64 << 20));
    assert!(problem.checker.programs().is_empty());
}

#[test]
fn what_is_to_be_made_is_said() {
    let folder = package(CONFIG);
    std::fs::remove_file(folder.path().join("out/sum1a.out")).unwrap();
    let said = folder.complaints();
    assert!(
        said[0].contains("1 of 5 tests have no answer: `jury generate` makes them"),
        "{said:?}"
    );
    assert!(load_unanswered(&folder.path(), &Reading::default()).is_ok());
    // Whoever judges makes it.
    let (path, reading) = (folder.path(), Reading::default());
    assert!(load_as(&path, &path, &reading).is_ok_and(|problem| problem.is_unmade));
    let empty =
        Folder::with(&[("config.yml", CONFIG), ("prog/sumingen.py", ""), ("prog/sum.py", "")]);
    let said = empty.complaints();
    let words = "in: there are no tests yet that give points: `jury generate`";
    assert!(said[0].starts_with(words), "{said:?}");
    // Where that makes none, there are none.
    let samples =
        Folder::with(&[("config.yml", CONFIG), ("prog/sum.py", ""), ("in/sum0.in", "1 2\n")]);
    samples.write("out/sum0.out", b"3\n");
    assert!(!samples.load().is_unmade);
    samples.write("prog/sumingen.py", b"");
    let made = tempfile::tempdir().unwrap();
    let (path, reading) =
        (samples.path(), Reading { made: Some(made.path().to_owned()), ..Reading::default() });
    assert!(load_as(&path, &path, &reading).is_ok_and(|problem| !problem.is_unmade));
    // Samples alone give no points.
    empty.write("in/sum0.in", b"1 2\n");
    empty.write("out/sum0.out", b"3\n");
    let said = empty.complaints();
    assert!(said[0].starts_with(words), "{said:?}");
    empty.write("in/sum1a.in", b"1 2\n");
    let said = empty.complaints();
    assert!(said[0].starts_with("in: 1 of 2 tests have no answer"), "{said:?}");
}

#[test]
fn what_ingen_made_counts_before_what_is_there() {
    let folder = package(CONFIG);
    folder.write("prog/sumingen.py", b"");
    let made = tempfile::tempdir().unwrap();
    for name in ["sum1a.in", "sum2b.in"] {
        std::fs::write(made.path().join(name), "7 7\n").unwrap();
    }
    let reading = Reading { made: Some(made.path().to_owned()), ..Reading::default() };
    let problem = load_unanswered(&folder.path(), &reading).unwrap();
    let found: Vec<_> = problem
        .cases
        .iter()
        .map(|case| (case.name.as_str(), std::fs::read_to_string(&case.input).unwrap() == "7 7\n"))
        .collect();
    let expected = [
        ("sum0", false),
        ("sum1ocen", false),
        ("sum1a", true),
        ("sum1b", false),
        ("sum2a", false),
        ("sum2b", true),
    ];
    assert_eq!(found, expected);
}

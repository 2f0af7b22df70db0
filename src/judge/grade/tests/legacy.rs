//! The default grader of `legacy`: worked examples, and the same from the text of the format with lines of
//! words for results, as its grader reads them.

use std::collections::BTreeSet;

use super::*;
use crate::problem::{LegacyGrader, OnFailure, ScoreMode, VerdictMode};
use Verdict::{
    Accepted as A, IdleLimit as I, JudgeError as J, MemoryLimit as M, OutputFormat as F,
    OutputLimit as O, RunTimeError as R, SecurityViolation as S, Skipped, TimeLimit as T,
    WrongAnswer as W,
};

/// A grader of these flags, as the format has it without any.
fn grader(flags: &[&str]) -> LegacyGrader {
    let mut grader = LegacyGrader::default();
    for flag in flags {
        match *flag {
            "worst_error" => grader.verdicts = VerdictMode::WorstError,
            "first_error" => grader.verdicts = VerdictMode::FirstError,
            "always_accept" => grader.verdicts = VerdictMode::AlwaysAccept,
            "sum" => grader.scores = ScoreMode::Sum,
            "avg" => grader.scores = ScoreMode::Average,
            "min" => grader.scores = ScoreMode::Min,
            "max" => grader.scores = ScoreMode::Max,
            "accept_if_any_accepted" => grader.any_accepted = true,
            "ignore_sample" => grader.ignores_sample = true,
            flag => panic!("{flag}"),
        }
    }
    grader
}

/// A group of these settings, and what is in it.
fn graded(name: &str, on_failure: OnFailure, grader: LegacyGrader, groups: Vec<Group>) -> Group {
    let grader = Grader::Legacy(Box::new(grader));
    Group { on_failure, grader, groups, ..group(name, Scoring::Sum, None) }
}

fn breaking(name: &str, grader: LegacyGrader, groups: Vec<Group>) -> Group {
    graded(name, OnFailure::Break, grader, groups)
}

fn going_on(name: &str, grader: LegacyGrader, groups: Vec<Group>) -> Group {
    graded(name, OnFailure::Continue, grader, groups)
}

fn points_each(accept: u64, flags: &[&str]) -> LegacyGrader {
    LegacyGrader { accept_score: points(accept), ..grader(flags) }
}

/// Outcomes of these cases without scores of their own.
fn outcomes(cases: &[(&str, Verdict)]) -> Vec<Outcome> {
    cases.iter().map(|&(name, verdict)| of_case(name, verdict, None)).collect()
}

#[track_caller]
fn case(root: &Group, cases: &[(&str, Verdict)], expected: (Verdict, u64)) -> Grade {
    let grade = Grade::fold(outcomes(cases), root);
    assert_eq!((grade.verdict, grade.score.clone()), (expected.0, Some(points(expected.1))));
    grade
}

#[test]
fn a_typical_tree_gives_the_points_of_each_group_that_is_solved() {
    let one = |name: &str, points| breaking(name, points_each(points, &["min"]), Vec::new());
    let groups = vec![one("secret/1", 20), one("secret/2", 30), one("secret/3", 50)];
    let secret = grader(&["first_error", "accept_if_any_accepted"]);
    let root = going_on(
        "",
        grader(&["ignore_sample"]),
        vec![
            going_on("sample", points_each(0, &["first_error"]), Vec::new()),
            going_on("secret", secret, groups),
        ],
    );
    let cases = [
        ("sample/1", W),
        ("secret/1/a", A),
        ("secret/2/a", A),
        ("secret/2/b", A),
        ("secret/2/c", W),
        ("secret/2/d", A),
        ("secret/3/a", A),
    ];
    let grade = case(&root, &cases, (A, 70));
    let groups: Vec<_> =
        grade.groups.iter().map(|g| (g.name.as_str(), g.verdict, g.score.to_f64())).collect();
    let expected = [
        ("sample", W, 0.0),
        ("secret", A, 70.0),
        ("secret/1", A, 20.0),
        ("secret/2", W, 0.0),
        ("secret/3", A, 50.0),
    ];
    assert_eq!(groups, expected);
    assert_eq!(grade.notes, [""; 0]);
}

#[test]
fn without_settings_the_first_failure_ends_all() {
    let root = |scoring| Group {
        scoring: Some(scoring),
        ..breaking(
            "",
            grader(&[]),
            vec![
                breaking("sample", grader(&[]), Vec::new()),
                breaking("secret", grader(&[]), Vec::new()),
            ],
        )
    };
    // The second would be worse, but does not count, though it was run.
    let cases = [("sample/1", A), ("secret/1", W), ("secret/2", R)];
    let grade = Grade::fold(outcomes(&cases), &root(Scoring::PassFail));
    assert_eq!((grade.verdict, grade.score, grade.groups), (W, None, vec![]));
    let grade = case(&root(Scoring::Sum), &cases, (W, 0));
    let note = "the groups give 1, but the submission is not accepted and scores 0";
    assert_eq!(grade.notes, [note]);
    case(&root(Scoring::Sum), &[("sample/1", A), ("secret/1", A)], (A, 2));
    let run = |cases: &[(&str, Verdict)]| -> String {
        let settled = scheduled(&root(Scoring::PassFail), &outcomes(cases));
        settled.iter().map(|outcome| outcome.verdict.letter()).collect()
    };
    assert_eq!(run(&cases), "AW-");
    assert_eq!(run(&[("sample/1", T), ("secret/1", A)]), "T-");
    // Nor does a whole group.
    let grade = case(&root(Scoring::Sum), &[("sample/1", T), ("secret/1", J)], (T, 0));
    assert_eq!(grade.groups[1].verdict, Skipped);
}

#[test]
fn cases_and_groups_count_in_the_order_of_their_names() {
    let root = |flags: &[&str]| {
        let inner = breaking("b", points_each(5, &[]), Vec::new());
        breaking("", grader(flags), vec![inner])
    };
    // In package order the group comes last.
    let cases = [("a", A), ("c", W), ("b/1", A), ("b/2", T)];
    case(&root(&["first_error"]), &cases, (T, 0));
    case(&root(&["always_accept"]), &cases, (A, 6));
    case(&root(&["always_accept"]), &[("a", W), ("c", A), ("b/1", A)], (A, 0));
}

#[test]
fn the_worst_failure_is_by_the_list_of_the_default_grader() {
    let root = |flags: &[&str]| going_on("", grader(flags), Vec::new());
    let in_order = ["1", "2", "3", "4", "5"];
    let verdict = |flags: &[&str], verdicts: &[Verdict]| {
        let cases: Vec<_> = in_order.into_iter().zip(verdicts.iter().copied()).collect();
        Grade::fold(outcomes(&cases), &root(flags)).verdict
    };
    assert_eq!(verdict(&[], &[A, F, W, O, T]), T);
    assert_eq!(verdict(&[], &[F, W, T, M, R]), R);
    assert_eq!(verdict(&[], &[W, I, T]), I);
    assert_eq!(verdict(&[], &[M, S, T]), S);
    assert_eq!(verdict(&["first_error"], &[A, F, W, O, T]), F);
    assert_eq!(verdict(&["always_accept"], &[W, T]), A);
    assert_eq!(verdict(&["accept_if_any_accepted"], &[W, A, T]), A);
    assert_eq!(verdict(&["accept_if_any_accepted"], &[W, T]), T);
    // A judge error is not forgiven.
    assert_eq!(verdict(&["always_accept"], &[A, J]), J);
}

#[test]
fn what_the_package_does_wrong_is_a_judge_error_with_words() {
    let three = [("1", A), ("2", A), ("3", A)];
    let grade = case(&going_on("", grader(&["ignore_sample"]), Vec::new()), &three, (J, 0));
    let words = "the root group: `ignore_sample` needs one or two results, found 3: groups inherit it, so \
                 `data/secret/testdata.yaml` needs its own `grader_flags`, such as `sum`";
    assert_eq!(grade.notes, [words]);

    let at_most = |most| LegacyGrader { range: (None, Some(points(most))), ..grader(&[]) };
    let inner = ["sample", "secret"].map(|name| going_on(name, grader(&[]), Vec::new()));
    let both = going_on("", at_most(1), inner.to_vec());
    let grade = case(&both, &[("sample/1", A), ("secret/1", A)], (J, 0));
    let words = "the root group: its score 2 is outside its `range`, -inf to 1: the samples count too; \
                 `grader_flags: ignore_sample` in `data/testdata.yaml` leaves them out";
    assert_eq!(grade.notes, [words]);
    let root = |most| {
        let inner = going_on("secret", at_most(most), Vec::new());
        going_on("", at_most(100), vec![inner])
    };
    let cases = [("secret/1", A), ("secret/2", A)];
    let grade = case(&root(2), &cases, (A, 2));
    assert_eq!((&grade.groups[0].worth, grade.best), (&Some(points(2)), Some(points(100))));
    let lower = LegacyGrader {
        range: (Some(points(1)), Some(points(9))),
        lower_is_better: true,
        ..grader(&[])
    };
    assert_eq!(case(&going_on("", lower, Vec::new()), &cases, (A, 2)).best, Some(points(1)));
    let grade = case(&root(1), &cases, (J, 0));
    let words = "secret: its score 2 is outside its `range`, -inf to 1";
    assert_eq!(grade.notes, [words]);
    // Scores of pass-fail problems are dropped.
    let grade =
        Grade::fold(outcomes(&cases), &Group { scoring: Some(Scoring::PassFail), ..root(1) });
    assert_eq!((grade.verdict, grade.notes), (A, vec![]));
}

#[test]
fn a_score_may_be_either_bound_of_its_range_and_none_beyond() {
    let root = |least, greatest| {
        let range = (Some(points(least)), Some(points(greatest)));
        going_on("", LegacyGrader { range, ..grader(&[]) }, Vec::new())
    };
    let two = [("1", A), ("2", A)];
    for (least, greatest) in [(2, 2), (1, 2), (2, 3)] {
        case(&root(least, greatest), &two, (A, 2));
    }
    for (least, greatest) in [(3, 4), (0, 1)] {
        let grade = case(&root(least, greatest), &two, (J, 0));
        let words =
            format!("the root group: its score 2 is outside its `range`, {least} to {greatest}");
        assert_eq!(grade.notes, [words]);
    }
}

/// Whether one is told to leave the samples out, where two groups give a point each, of one at the most.
#[test]
fn samples_are_to_be_left_out_where_that_mends_the_score() {
    let told = |grader: LegacyGrader, names: [&str; 2], verdicts: [Verdict; 2]| {
        let range = (Some(points(1)), Some(points(1)));
        let accept = |name| {
            let both = LegacyGrader { accept_score: points(1), ..self::grader(&[]) };
            going_on(name, both, Vec::new())
        };
        let root = going_on("", LegacyGrader { range, ..grader }, names.map(accept).to_vec());
        let names = names.map(|name| format!("{name}/1"));
        let cases: Vec<_> = names.iter().map(String::as_str).zip(verdicts).collect();
        let both = |_: &[String], _: &[GroupResult]| Ok((A, points(2)));
        let grade = Grade::fold_with(outcomes(&cases), &root, &both);
        assert_eq!(grade.verdict, J);
        grade.notes[0].contains("ignore_sample")
    };
    let (usual, custom) = (|| grader(&[]), || LegacyGrader { custom: Some(vec![]), ..grader(&[]) });
    assert!(told(usual(), ["sample", "secret"], [A, A]));
    assert!(!told(usual(), ["a", "b"], [A, A]));
    assert!(!told(custom(), ["sample", "secret"], [A, A]));
    // Without them the score is as wrong.
    assert!(!told(usual(), ["sample", "secret"], [W, W]));
    assert!(!told(grader(&["ignore_sample"]), ["sample", "secret"], [A, W]));
}

#[test]
fn what_a_group_comes_to_is_foreseen_where_no_program_says_it() {
    let foreseen = |grader: LegacyGrader, verdicts: &[Verdict]| {
        super::super::legacy::foreseen(&grader, verdicts)
    };
    assert_eq!(foreseen(grader(&[]), &[A, W]), Some(W));
    assert_eq!(foreseen(grader(&["always_accept"]), &[A, W]), Some(A));
    assert_eq!(foreseen(grader(&["always_accept"]), &[A, J]), Some(J));
    assert_eq!(foreseen(grader(&["ignore_sample"]), &[W, A]), Some(A));
    assert_eq!(foreseen(grader(&["ignore_sample"]), &[A, A, A]), Some(J));
    assert_eq!(foreseen(grader(&[]), &[]), None);
    let custom = LegacyGrader { custom: Some(vec![]), ..grader(&[]) };
    assert_eq!(foreseen(custom, &[A, W]), None);
}

#[test]
fn a_grader_that_is_a_program_is_asked() {
    let custom = LegacyGrader { custom: Some(vec!["half".into()]), ..grader(&[]) };
    let root = going_on("", custom, vec![going_on("secret", points_each(7, &[]), Vec::new())]);
    let cases = [("secret/1", W), ("secret/2", A)];
    let ask = |flags: &[String], results: &[GroupResult]| {
        assert_eq!(flags, ["half"]);
        assert_eq!(results, [(W, points(7))]);
        Ok((A, points(3)))
    };
    let grade = Grade::fold_with(outcomes(&cases), &root, &ask);
    assert_eq!((grade.verdict, grade.score), (A, Some(points(3))));
    let grade = Grade::fold_with(outcomes(&cases), &root, &|_, _| Err("it said nothing".into()));
    assert_eq!(
        (grade.verdict, &grade.notes[..]),
        (J, &["the root group: it said nothing".into()][..])
    );
    assert_eq!(Grade::fold(outcomes(&cases), &root).verdict, J);
}

/// What `testdata.yaml` of one folder says, inheritance aside.
#[derive(Debug, Clone)]
struct Said {
    folder: &'static str,
    breaks: bool,
    flags: Vec<&'static str>,
    accept: i32,
    reject: i32,
    most: Option<i32>,
}

/// A grader as the format describes the default one: results as lines on its input, and one as its
/// output.
fn program(flags: &[&str], input: &str) -> String {
    let lines: Vec<(&str, f64)> = input
        .lines()
        .map(|line| {
            line.split_once(' ').map(|(v, s)| (v, s.parse().expect("a number"))).expect("two")
        })
        .collect();
    let mut lines = lines.as_slice();
    if flags.contains(&"ignore_sample") {
        if lines.len() > 2 {
            return "JE 0".into();
        }
        lines = &lines[lines.len() - 1..];
    }
    let last = |words: &[&'static str]| {
        flags.iter().rev().find(|flag| words.contains(flag)).copied().unwrap_or(words[0])
    };
    let got = |word: &str| lines.iter().any(|(verdict, _)| *verdict == word);
    let verdict = if flags.contains(&"accept_if_any_accepted") && got("AC") {
        "AC"
    } else {
        match last(&["worst_error", "first_error", "always_accept"]) {
            "always_accept" => "AC",
            "first_error" => lines.iter().map(|line| line.0).find(|v| *v != "AC").unwrap_or("AC"),
            _ => ["RTE", "MLE", "TLE", "OLE", "WA", "PE"]
                .into_iter()
                .find(|w| got(w))
                .unwrap_or("AC"),
        }
    };
    let scores = || lines.iter().map(|line| line.1);
    #[expect(clippy::cast_precision_loss, reason = "a handful of lines")]
    let score = match last(&["sum", "avg", "min", "max"]) {
        "avg" => scores().sum::<f64>() / lines.len() as f64,
        "min" => scores().fold(f64::INFINITY, f64::min),
        "max" => scores().fold(f64::NEG_INFINITY, f64::max),
        _ => scores().sum(),
    };
    format!("{verdict} {score}")
}

/// The line of a folder, made of the lines of what lies in it; `None` where nothing was judged.
fn line(folder: &str, said: &[Said], outcomes: &[Outcome]) -> Option<String> {
    let own = said.iter().find(|said| said.folder == folder).expect("each folder says something");
    let above = |path: &str| path.rsplit_once('/').map_or("", |(above, _)| above).to_owned();
    let mut names: BTreeSet<(String, bool)> = outcomes
        .iter()
        .filter(|outcome| above(&outcome.case) == folder)
        .map(|outcome| (outcome.case.clone(), false))
        .collect();
    let below = said.iter().filter(|said| !said.folder.is_empty() && above(said.folder) == folder);
    names.extend(below.map(|said| (said.folder.to_owned(), true)));
    let mut input = String::new();
    for (name, is_folder) in names {
        let result = if is_folder {
            line(&name, said, outcomes)
        } else {
            let outcome =
                outcomes.iter().find(|outcome| outcome.case == name).expect("it is there");
            let word = match outcome.verdict {
                Skipped => None,
                S => Some("RTE"),
                I => Some("TLE"),
                verdict => Some(verdict.code()),
            };
            let usual = f64::from(if outcome.verdict == A { own.accept } else { own.reject });
            let score = outcome.score.as_ref().map_or(usual, Score::to_f64);
            word.map(|word| format!("{word} {score}"))
        };
        let Some(result) = result else { continue };
        input.extend([result.as_str(), "\n"]);
        if own.breaks && !result.starts_with("AC") {
            break;
        }
    }
    if input.is_empty() {
        return None;
    }
    if input.lines().any(|line| line.starts_with("JE")) {
        return Some("JE 0".into());
    }
    let result = program(&own.flags, &input);
    let score: f64 = result.split_once(' ').expect("two").1.parse().expect("a number");
    let is_too_much = own.most.is_some_and(|most| score > f64::from(most) + 1e-9);
    Some(if is_too_much { "JE 0".into() } else { result })
}

const FOLDERS: [&str; 7] =
    ["", "sample", "secret", "secret/a", "secret/a/x", "secret/b", "secret/b-1"];

fn any_said() -> impl Strategy<Value = Vec<Said>> {
    let words = vec![
        "worst_error",
        "first_error",
        "always_accept",
        "sum",
        "avg",
        "min",
        "max",
        "accept_if_any_accepted",
        "ignore_sample",
    ];
    let flags = prop::collection::vec(prop::sample::select(words), 0..4);
    let most = prop::option::weighted(0.1, 0..6_i32);
    let one = (any::<bool>(), flags, -1..5_i32, -1..2_i32, most);
    prop::collection::vec(one, FOLDERS.len()).prop_map(|all| {
        let said = |(folder, (breaks, flags, accept, reject, most))| Said {
            folder,
            breaks,
            flags,
            accept,
            reject,
            most,
        };
        FOLDERS.into_iter().zip(all).map(said).collect()
    })
}

fn tree(said: &[Said]) -> Group {
    let number = |number: i32| Score::decimal(f64::from(number));
    let make = |said: &Said| {
        let own = LegacyGrader {
            accept_score: number(said.accept),
            reject_score: number(said.reject),
            range: (None, said.most.map(number)),
            ..grader(&said.flags)
        };
        let on_failure = if said.breaks { OnFailure::Break } else { OnFailure::Continue };
        graded(said.folder, on_failure, own, Vec::new())
    };
    let mut root = make(&said[0]);
    for said in &said[1..] {
        let mut around = &mut root;
        while let Some(index) = around.groups.iter().position(|inner| inner.holds(said.folder)) {
            around = &mut around.groups[index];
        }
        around.groups.push(make(said));
    }
    root
}

/// Outcomes of some cases, in package order: some stand between groups by their names.
fn any_outcomes() -> impl Strategy<Value = Vec<Outcome>> {
    let names = ["0", "a-", "ab", "b", "c"];
    let verdict = prop::sample::select(vec![A, A, A, A, A, A, W, W, T, I, M, O, R, S, F, J]);
    let one = (0..FOLDERS.len(), 0..names.len(), verdict, prop::option::weighted(0.2, 0..9_u64));
    prop::collection::vec(one, 1..14).prop_map(move |all| {
        let mut outcomes: Vec<Outcome> = Vec::new();
        for (folder, name, verdict, score) in all {
            let name = format!("{}/{}", FOLDERS[folder], names[name]);
            let name = name.trim_start_matches('/');
            if !outcomes.iter().any(|outcome| outcome.case == name) {
                outcomes.push(of_case(name, verdict, score.filter(|_| verdict == A)));
            }
        }
        outcomes.sort_by(|left, right| {
            group_order(&left.group, &right.group).then_with(|| left.case.cmp(&right.case))
        });
        outcomes
    })
}

proptest! {
    #[test]
    fn every_tree_folds_as_the_format_has_it(
        (said, outcomes) in (any_said(), any_outcomes()),
    ) {
        let root = tree(&said);
        let plain = line("", &said, &outcomes).expect("there are cases");
        let (word, score) = plain.split_once(' ').expect("two");
        let score = if word == "AC" { score.parse::<f64>().expect("a number") } else { 0.0 };
        let scheduled = scheduled(&root, &outcomes);
        for outcomes in [outcomes, scheduled] {
            let grade = Grade::fold(outcomes, &root);
            let own = match grade.verdict {
                S => "RTE",
                I => "TLE",
                verdict => verdict.code(),
            };
            prop_assert_eq!(own, word, "{:#?}", said);
            let found = grade.score.expect("scored").to_f64();
            prop_assert!((found - score).abs() < 1e-5, "{found} is not {score}: {said:#?}");
        }
    }
}

//! The schedule against all orders of arrival, and against a plain fold that knows everything at once.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::problem::group::{group_order, is_within};
use crate::problem::{DomjudgeGrader, ScoreMode, Scoring};

fn case(name: &str) -> Case {
    Case { input: name.into(), ..Case::of(name) }
}

fn outcome(case: &Case, verdict: Verdict) -> Outcome {
    Outcome { verdict, ..Outcome::skipped(case, "") }
}

/// What comes out when the outcomes of these cases arrive in this order: names, verdicts and words, and
/// where it ended. What is not wanted any more is not run.
fn fold(
    root: &Group,
    cases: &[Case],
    verdicts: &[Verdict],
    order: &[usize],
    halt: Halt,
) -> (Vec<(String, Verdict, String)>, usize) {
    let mut fold = Fold::new(root, cases, halt);
    let mut settled = Vec::new();
    for &index in order {
        if fold.wants(index) {
            settled.extend(fold.take(index, outcome(&cases[index], verdicts[index])));
        }
    }
    let words = settled.into_iter().map(|o| (o.case, o.verdict, o.message)).collect();
    assert_eq!(fold.settled(), fold.end());
    (words, fold.end())
}

fn five() -> (Vec<Case>, Vec<Verdict>) {
    use Verdict::{Accepted as A, TimeLimit as T, WrongAnswer as W};
    let names = ["sample/1", "sample/2", "secret/1", "secret/2", "secret/3"];
    (names.map(case).to_vec(), vec![A, W, A, T, W])
}

#[test]
fn each_policy_ends_where_it_says() {
    let ((cases, verdicts), root) = (five(), Group::root(Scoring::PassFail));
    let end = |halt| fold(&root, &cases, &verdicts, &[0, 1, 2, 3, 4], halt).1;
    assert_eq!(end(Halt::FirstFailure), 2);
    assert_eq!(end(Halt::Never), 5);
    assert_eq!(end(Halt::TooSlow), 4);
    let caught = |failures, by| end(Halt::Caught { failures, by });
    assert_eq!(caught(1, Expected::anything()), 4);
    assert_eq!(caught(2, Expected::anything()), 5);
    // The verdict may be that of a sample, which is no failure that counts.
    assert_eq!(caught(0, Verdict::WrongAnswer.into()), 2);
    assert_eq!(caught(1, Verdict::WrongAnswer.into()), 4);
    assert_eq!(caught(1, Verdict::RunTimeError.into()), 5);
}

fn named(name: &str) -> Group {
    Group { name: name.to_owned(), ..Group::root(Scoring::Sum) }
}

/// The cases of `secret/{a,b}` and their verdicts, one letter each, under these groups.
#[track_caller]
fn row(groups: Vec<Group>, cases: &[&str], verdicts: &str, expected: &str) {
    let root = Group { groups, ..Group::root(Scoring::Sum) };
    let cases: Vec<Case> = cases.iter().map(|name| case(name)).collect();
    let of = |letter| Verdict::ALL.into_iter().find(|verdict| verdict.letter() == letter).unwrap();
    let verdicts: Vec<Verdict> = verdicts.chars().map(of).collect();
    let order: Vec<usize> = (0..cases.len()).collect();
    let (settled, _) = fold(&root, &cases, &verdicts, &order, Halt::Never);
    let letters: String = settled.iter().map(|(_, verdict, _)| verdict.letter()).collect();
    assert_eq!(letters, expected);
}

#[test]
fn a_group_breaks_at_its_first_failure_and_no_other_group_does() {
    let breaks = |name: &str| Group { on_failure: OnFailure::Break, ..named(name) };
    let cases = ["a/1", "a/2", "a/3", "b/1", "b/2"];
    row(vec![breaks("a"), named("b")], &cases, "AWATA", "AW-TA");
    // What is right in part has not failed.
    row(vec![breaks("a")], &cases, "PAWTA", "PAWTA");
    let within = Group { groups: vec![named("a/x")], ..breaks("a") };
    let cases = ["a/x/1", "a/x/2", "a/y/1", "b/1", "b/2"];
    row(vec![within], &cases, "WAAAA", "WA-AA");
}

#[test]
fn a_failure_may_end_everything_but_what_is_not_run_does_not() {
    let ends = |name: &str| Group { on_failure: OnFailure::End, ..named(name) };
    let cases = ["a/1", "b/1", "b/2", "c/1", "d/1"];
    let groups = |end: Group| vec![named("a"), end, named("c"), named("d")];
    row(groups(ends("b")), &cases, "WWAAA", "WW---");
    row(groups(ends("b")), &cases, "APAAA", "APAAA");
    let needs = || Group { needs: vec!["a".to_owned()], ..ends("b") };
    row(groups(needs()), &cases, "WAAAA", "W--AA");
    row(groups(needs()), &cases, "AAWAA", "AAW--");
}

#[test]
fn a_group_is_not_run_when_one_that_it_needs_was_not_accepted() {
    let needs = |name: &str, need: &str| Group { needs: vec![need.to_owned()], ..named(name) };
    let cases = ["a/1", "a/2", "b/1", "b/2", "c/1"];
    row(vec![named("a"), needs("b", "a"), named("c")], &cases, "AAAAA", "AAAAA");
    row(vec![named("a"), needs("b", "a"), named("c")], &cases, "APAAA", "AP--A");
    let in_part = || Group { part_is_enough: true, ..named("a") };
    row(vec![in_part(), needs("b", "a"), named("c")], &cases, "APAAA", "APAAA");
    row(vec![in_part(), needs("b", "a"), named("c")], &cases, "WPAAA", "WP--A");
    row(vec![named("a"), needs("b", "a"), needs("c", "b")], &cases, "WAAAA", "WA---");
    row(vec![named("a"), named("b"), needs("c", "a")], &cases, "AAWAA", "AAWAA");
}

/// The cases that are wanted before anything ran and after each outcome, which come in order, and whether the
/// number grew then by which workers know that cases may have become unwanted.
#[track_caller]
fn wanted(
    root: &Group,
    names: &[&str],
    verdicts: &[Verdict],
    halt: Halt,
    expected: &[(&str, bool)],
) {
    let cases: Vec<Case> = names.iter().map(|name| case(name)).collect();
    let mut fold = Fold::new(root, &cases, halt);
    let wants = |fold: &Fold<'_>| -> String {
        (0..cases.len()).map(|index| if fold.wants(index) { 'x' } else { '-' }).collect()
    };
    assert_eq!(wants(&fold), "x".repeat(cases.len()));
    for (index, (&verdict, &(letters, grows))) in verdicts.iter().zip(expected).enumerate() {
        let before = fold.turns();
        fold.take(index, outcome(&cases[index], verdict));
        assert_eq!(
            (wants(&fold).as_str(), fold.turns() > before),
            (letters, grows),
            "after {index}"
        );
    }
}

#[test]
fn nothing_is_wanted_that_is_settled_or_that_no_outcome_can_come_of() {
    use Verdict::{Accepted as A, PartialScore as P, Skipped as S, WrongAnswer as W};
    let root = |groups| Group { groups, ..Group::root(Scoring::Sum) };
    let on_failure = |on_failure| vec![Group { on_failure, ..named("a") }, named("b")];
    let names = ["a/1", "a/2", "a/3", "b/1"];
    let never = Halt::Never;

    // One that others may need is missed once.
    let rows = [("-xxx", true), ("--xx", false), ("---x", false)];
    wanted(&root(vec![named("a"), named("b")]), &names, &[W, W, A], never, &rows);
    let rows = [("-xxx", false), ("--xx", true)];
    wanted(&root(vec![named("a"), named("b")]), &names, &[A, P], never, &rows);
    let needs = Group { needs: vec!["a".to_owned()], ..named("b") };
    wanted(
        &root(vec![named("a"), needs]),
        &names,
        &[A, W],
        never,
        &[("-xxx", false), ("--x-", true)],
    );

    // A failure ends it, also where something was right in part before.
    let rows = [("-xxx", true), ("---x", true)];
    wanted(&root(on_failure(OnFailure::Break)), &names, &[P, W], never, &rows);
    let rows = [("-xxx", true), ("----", true)];
    wanted(&root(on_failure(OnFailure::End)), &names, &[P, W], never, &rows);
    wanted(
        &root(on_failure(OnFailure::End)),
        &names,
        &[S, A],
        never,
        &[("-xxx", true), ("--xx", false)],
    );

    // Where the verdict of a group is made of those in it.
    let described = |group: Group| {
        let (scores, accept_score) = (ScoreMode::Sum, None);
        let grader =
            DomjudgeGrader { is_described: true, scores, ignores_sample: false, accept_score };
        Group { grader: Grader::Domjudge(Box::new(grader)), ..group }
    };
    let groups = on_failure(OnFailure::Break).into_iter().map(described).collect();
    let rows = [("-xxx", false), ("---x", true)];
    wanted(&described(root(groups)), &names, &[A, W], never, &rows);

    // Nothing after the end.
    wanted(&root(vec![]), &names, &[A, W], Halt::FirstFailure, &[("-xxx", false), ("----", true)]);
}

/// A tree over folders of up to three levels, whatever each group says.
fn any_root() -> impl Strategy<Value = (Group, Vec<Case>)> {
    let part = || prop::sample::select(vec!["a", "b", "sample"]);
    let names = prop::collection::btree_set(prop::collection::vec(part(), 0..4), 1..8);
    let said = prop::collection::vec((any::<bool>(), any::<bool>(), any::<u8>()), 8);
    (names, said, prop::collection::vec(1..4_usize, 8)).prop_map(|(names, said, counts)| {
        let mut names: Vec<String> = names.into_iter().map(|parts| parts.join("/")).collect();
        names.sort_by(|left, right| group_order(left, right));
        let mut root = Group::root(Scoring::Sum);
        for (index, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let (is_group, breaks, need) = said[index];
            let earlier = names[..index].iter().filter(|n| !n.is_empty() && !is_within(name, n));
            let earlier: Vec<&String> = earlier.filter(|n| has(&root, n)).collect();
            let on_failure = if breaks { OnFailure::Break } else { OnFailure::Continue };
            let need = earlier.get(usize::from(need) % 4).map(|need| (*need).clone());
            if is_group {
                let group = Group { on_failure, needs: need.into_iter().collect(), ..named(name) };
                insert(&mut root, group);
            }
        }
        let cases = names.iter().zip(counts).flat_map(|(name, count)| {
            let name = |number| format!("{name}/{number}").trim_start_matches('/').to_owned();
            (0..count).map(move |number| case(&name(number))).collect::<Vec<_>>()
        });
        (root, cases.collect())
    })
}

fn has(root: &Group, name: &str) -> bool {
    root.all().iter().any(|group| group.name == name)
}

fn insert(around: &mut Group, group: Group) {
    match around.groups.iter_mut().find(|inner| inner.holds(&group.name)) {
        Some(inner) => insert(inner, group),
        None => around.groups.push(group),
    }
}

/// The plain fold: goes through the tree with all outcomes at hand.
struct Plain<'a> {
    verdicts: &'a [Verdict],
    cases: &'a [Case],
    missed: BTreeSet<&'a str>,
    run: BTreeSet<usize>,
}

impl<'a> Plain<'a> {
    /// Goes through a group from case `at` on; the first case after it, and whether it got nothing
    /// somewhere.
    fn group(&mut self, group: &'a Group, mut at: usize, alive: bool) -> (usize, bool) {
        let mut alive = alive && !group.needs.iter().any(|need| self.missed.contains(&**need));
        let (mut failed, mut missed) = (false, false);
        while let Some(case) = self.cases.get(at).filter(|case| group.holds(&case.group)) {
            let child = group.groups.iter().find(|child| child.holds(&case.group));
            let child_failed = if let Some(child) = child {
                let (next, child_failed) = self.group(child, at, alive);
                missed |= self.missed.contains(&*child.name);
                at = next;
                child_failed
            } else {
                let verdict = self.verdicts[at];
                if alive {
                    self.run.insert(at);
                }
                missed |= !alive || verdict != Verdict::Accepted;
                at += 1;
                !alive || !matches!(verdict, Verdict::Accepted | Verdict::PartialScore)
            };
            failed |= child_failed;
            alive &= !(child_failed && group.on_failure == OnFailure::Break);
        }
        if missed {
            self.missed.insert(&group.name);
        }
        (at, failed)
    }
}

fn any_halt() -> impl Strategy<Value = Halt> {
    let by = prop::sample::select(vec![Expected::anything(), Verdict::PartialScore.into()]);
    let caught = (1..4_usize, by).prop_map(|(failures, by)| Halt::Caught { failures, by });
    prop_oneof![3 => Just(Halt::Never), 1 => Just(Halt::FirstFailure), 1 => caught]
}

proptest! {
    #[test]
    fn the_order_of_arrival_cannot_be_seen(
        (root, cases) in any_root(),
        letters in prop::collection::vec(0..8_usize, 24),
        order in Just((0..24).collect::<Vec<usize>>()).prop_shuffle(),
        halt in any_halt(),
    ) {
        use Verdict::{Accepted as A, PartialScore as P, WrongAnswer as W};
        let verdicts: Vec<Verdict> = letters.iter().map(|&n| [A, A, A, A, A, P, W, W][n]).collect();
        let straight: Vec<usize> = (0..cases.len()).collect();
        let order: Vec<usize> = order.into_iter().filter(|&index| index < cases.len()).collect();
        let expected = fold(&root, &cases, &verdicts, &straight, halt);
        prop_assert_eq!(&fold(&root, &cases, &verdicts, &order, halt), &expected);

        let mut plain =
            Plain { verdicts: &verdicts, cases: &cases, missed: BTreeSet::new(), run: BTreeSet::new() };
        prop_assert_eq!(plain.group(&root, 0, true).0, cases.len());
        let skipped = |index: usize| !plain.run.contains(&index);
        for (index, (name, verdict, _)) in expected.0.iter().enumerate() {
            prop_assert_eq!(name, &cases[index].name);
            let wanted = if skipped(index) { Verdict::Skipped } else { verdicts[index] };
            prop_assert_eq!(*verdict, wanted, "{} under {:#?}", name, root);
        }
        if halt == Halt::Never {
            prop_assert_eq!(expected.0.len(), cases.len());
        }
    }
}

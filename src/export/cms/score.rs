//! The subtasks of a task, and how `gen/GEN` or `task.yaml` say them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::export::cases::Places;
use crate::export::file::Package;
use crate::export::points;
use crate::export::program;
use crate::export::subtasks::{as_groups, is_all_or_nothing, of_sinol};
use crate::export::units::{Unit, units};
use crate::export::words::{decimal, number, plain, quoted};
use crate::problem::{Grader, Problem, Subtask, SubtaskRule};
use crate::score::Score;

/// The points of a task, for whoever wants them.
const ALL: u64 = 100;

/// A subtask, whose tests are known by their numbers.
pub(super) struct TaskSubtask {
    name: Option<String>,
    points: Score,
    rule: SubtaskRule,
    tests: BTreeSet<usize>,
}

impl TaskSubtask {
    /// The numbers of its tests as one stretch, where they are one.
    fn stretch(&self) -> Option<std::ops::Range<usize>> {
        let (first, last) = (*self.tests.first()?, *self.tests.last()?);
        (last - first + 1 == self.tests.len()).then_some(first..last + 1)
    }
}

/// The subtasks of a problem.
pub(super) fn subtasks(
    problem: &Problem,
    places: &Places<'_>,
    package: &mut Package,
) -> Vec<TaskSubtask> {
    let own = match &problem.root.grader {
        Grader::Subtasks(own) => own.iter().flat_map(|one| of_own(one, places)).collect(),
        Grader::Sinol(grader) => {
            let is_whole = is_all_or_nothing(problem);
            match of_sinol(problem, grader, is_whole, package) {
                Some(own) => own.iter().flat_map(|one| of_own(one, places)).collect(),
                None => of_units(&as_groups(problem, true, package), places, package),
            }
        }
        _ => of_units(problem, places, package),
    };
    one_kind(own, is_all_or_nothing(problem), package)
}

/// A subtask of CMS or TPS; one whose tests count by their mean is one for each of them.
fn of_own(subtask: &Subtask, places: &Places<'_>) -> Vec<TaskSubtask> {
    let cases = places.cases.iter().enumerate();
    let tests: BTreeSet<usize> = cases
        .filter(|(_, placed)| subtask.cases.contains(&placed.case.name))
        .map(|(index, _)| index)
        .collect();
    let one = |name: Option<String>, points: Score, tests: BTreeSet<usize>| TaskSubtask {
        name,
        points,
        rule: subtask.rule.clone(),
        tests,
    };
    if subtask.rule != SubtaskRule::Mean {
        return vec![one(Some(plain(&subtask.name)), subtask.worth.clone(), tests)];
    }
    let part = Score::ratio(1, tests.len().max(1) as u64).unwrap_or_else(Score::zero);
    let points = subtask.worth.times(&part);
    let each = tests.into_iter().map(|test| TaskSubtask {
        rule: SubtaskRule::Min,
        ..one(None, points.clone(), BTreeSet::from([test]))
    });
    each.collect()
}

/// Batches and cases alone; what needs others has their tests, too.
fn of_units(problem: &Problem, places: &Places<'_>, package: &mut Package) -> Vec<TaskSubtask> {
    let own = Places::of(problem);
    let units = units(problem, &own, "CMS", package);
    let number = |name: &str| places.cases.iter().position(|placed| placed.case.name == name);
    let tests = |unit: &Unit<'_>| -> BTreeSet<usize> {
        unit.cases.iter().filter_map(|placed| number(&placed.case.name)).collect()
    };
    // Of each batch so far, with those of all that it needs: a batch that is not run is not solved either.
    let mut batches: Vec<BTreeSet<usize>> = Vec::new();
    let is_scored = problem.root.is_scored();
    let needs_some = units.iter().any(|unit| !unit.needs.is_empty());
    if needs_some && program::parts_are_given(problem) && points::parts_count(problem) {
        package.lose("that groups count only where those that they need are solved: on CMS, the least score of all counts");
    }
    let subtask = |unit: &Unit<'_>| {
        let needed = unit.needs.iter().flat_map(|&batch| batches[batch - 1].iter().copied());
        let tests: BTreeSet<usize> = tests(unit).into_iter().chain(needed).collect();
        if unit.is_batch {
            batches.push(tests.clone());
        }
        let hundred = || Score::ratio(ALL, 1).unwrap_or_else(Score::one);
        let name = unit.name.as_ref();
        let name = name.map(|name| plain(name.strip_prefix("secret/").unwrap_or(name)));
        TaskSubtask {
            name,
            points: if is_scored { unit.points.clone() } else { hundred() },
            rule: SubtaskRule::Min,
            tests,
        }
    };
    units.iter().map(subtask).collect()
}

/// All by the same rule, as CMS has it: where cases give all or nothing, all rules but the mean are one.
fn one_kind(
    mut subtasks: Vec<TaskSubtask>,
    is_whole: bool,
    package: &mut Package,
) -> Vec<TaskSubtask> {
    let kind = |subtask: &TaskSubtask| std::mem::discriminant(&subtask.rule);
    let is_one = subtasks.windows(2).all(|pair| kind(&pair[0]) == kind(&pair[1]));
    let is_threshold = |subtask: &TaskSubtask| matches!(&subtask.rule, SubtaskRule::Threshold(most) if *most < Score::one());
    if !is_one || is_whole && !subtasks.iter().any(is_threshold) {
        if !is_whole {
            package.lose(
                "rules of subtasks that differ: CMS has one for all, and the least score counts",
            );
        }
        for subtask in &mut subtasks {
            subtask.rule = SubtaskRule::Min;
        }
    }
    subtasks.retain(|subtask| !subtask.tests.is_empty());
    subtasks
}

/// How a package says its points.
pub(super) struct Written {
    /// The lines of `task.yaml`.
    pub(super) lines: String,
    /// `gen/GEN`, where that says them.
    pub(super) recipe: Option<String>,
    /// The names of the subtasks by which a reader knows them; none where the tests count one by one.
    pub(super) names: Vec<String>,
}

/// How subtasks of so many tests are written.
pub(super) fn written(
    subtasks: &mut [TaskSubtask],
    tests: usize,
    package: &mut Package,
) -> Written {
    name_apart(subtasks);
    let subtasks = &*subtasks;
    let name = |(index, subtask): (usize, &TaskSubtask)| {
        subtask.name.clone().unwrap_or_else(|| format!("subtask{index}"))
    };
    let names: Vec<String> = subtasks.iter().enumerate().map(name).collect();
    let even = even(subtasks, tests);
    let is_named = subtasks.iter().any(|one| one.name.is_some());
    if let Some(recipe) = recipe(subtasks, tests).filter(|_| even.is_none() || is_named) {
        // task-maker adds up the tests of one subtask alone, unless it is told.
        let told = if subtasks.len() == 1 { "score_type: GroupMin\n" } else { "" };
        return Written { lines: told.to_owned(), recipe: Some(recipe), names };
    }
    if let Some(even) = even {
        let lines = format!("total_value: {}\n", decimal(&even, package));
        return Written { lines, recipe: None, names: Vec::new() };
    }
    package.note(
        "`score_type_parameters`: task-maker reads none, and takes all tests for one subtask of 100 points",
    );
    Written { lines: parameters(subtasks, package), recipe: None, names }
}

/// Numbers names that are there before: several names may have become one.
fn name_apart(subtasks: &mut [TaskSubtask]) {
    // What those without a name are called.
    let unnamed = subtasks.iter().enumerate().filter(|(_, subtask)| subtask.name.is_none());
    let mut taken: BTreeSet<String> = unnamed.map(|(index, _)| format!("subtask{index}")).collect();
    for (index, subtask) in subtasks.iter_mut().enumerate() {
        let Some(name) = &mut subtask.name else { continue };
        while !taken.insert(name.clone()) {
            *name = format!("{name}-{index}");
        }
    }
}

/// The points of all tests together, where each is a subtask of its own and has the same share.
fn even(subtasks: &[TaskSubtask], tests: usize) -> Option<Score> {
    let first = subtasks.first()?;
    let is_even = |one: &TaskSubtask| one.tests.len() == 1 && one.points == first.points;
    let all = subtasks.len() == tests && subtasks.iter().all(is_even);
    // The share need be no short decimal.
    let count = Score::ratio(tests as u64, 1).filter(|_| all)?;
    Some(first.points.times(&count))
}

/// `gen/GEN`, where that can say them: stretches one after another, whole points that sum to 100, the least score.
fn recipe(subtasks: &[TaskSubtask], tests: usize) -> Option<String> {
    let mut text = String::new();
    let (mut next, mut sum) = (0, Score::zero());
    for subtask in subtasks {
        let stretch = subtask.stretch().filter(|stretch| stretch.start == next)?;
        let points = subtask.points.to_f64();
        if subtask.rule != SubtaskRule::Min || points.fract() != 0.0 {
            return None;
        }
        let _ = writeln!(text, "#ST: {}", number(points));
        if let Some(name) = &subtask.name {
            let _ = writeln!(text, "#STNAME: {name}");
        }
        for test in stretch.clone() {
            let _ = writeln!(text, "#COPY: input/input{test}.txt");
        }
        next = stretch.end;
        sum = Score::sum([&sum, &subtask.points]);
    }
    (next == tests && Some(sum) == Score::ratio(ALL, 1)).then_some(text)
}

/// The score type and its parameters in `task.yaml`.
fn parameters(subtasks: &[TaskSubtask], package: &mut Package) -> String {
    let kind = match subtasks.first().map(|subtask| &subtask.rule) {
        Some(SubtaskRule::Product) => "GroupMul",
        Some(SubtaskRule::Threshold(_)) => "GroupThreshold",
        _ => "GroupMin",
    };
    let mut text = format!("score_type: {kind}\nscore_type_parameters:\n");
    for subtask in subtasks {
        let names: Vec<String> = subtask.tests.iter().map(|test| format!("{test:03}")).collect();
        // A regular expression: lists of names are newer.
        let selector = quoted(&format!("({})$", names.join("|")));
        let more = match (&subtask.rule, &subtask.name) {
            (SubtaskRule::Threshold(most), _) => format!(", {}", number(most.to_f64())),
            (_, Some(name)) => format!(", {}", quoted(name)),
            (_, None) => String::new(),
        };
        let _ = writeln!(text, "- [{}, {selector}{more}]", decimal(&subtask.points, package));
    }
    text
}

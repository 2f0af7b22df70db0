//! How the tests of a task give points: by `score_type` and its parameters, else by the subtasks of `gen/GEN`.

use std::collections::BTreeSet;

use regex_lite::Regex;

use super::recipe::Recipe;
use super::settings::{Dialect, Settings};
use crate::problem::SubtaskRule;
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;
use crate::problem::format::sheet::{passed_over, quoted};
use crate::problem::format::subtasks::{in_no_subtask, other_sum};
use crate::problem::group::Scoring;
use crate::score::Score;
use crate::yaml::{Node, Number, Value};

/// The keys that must all be there for the score type to count.
const SCORE_KEYS: [&str; 3] = ["score_type", "score_type_parameters", "n_input"];

/// How the tests give points.
#[derive(Debug)]
pub(super) enum Points {
    /// All together this, by this rule.
    Whole(Scoring, Score),
    /// By subtasks.
    Subtasks(Vec<TaskSubtask>),
}

/// A subtask, whose tests are known by their numbers.
#[derive(Debug)]
pub(super) struct TaskSubtask {
    pub(super) name: String,
    pub(super) worth: Score,
    pub(super) rule: SubtaskRule,
    pub(super) tests: BTreeSet<usize>,
}

/// The points of so many tests.
pub(super) fn points(
    settings: &Settings,
    recipe: Option<&Recipe>,
    tests: usize,
    complaints: &mut Complaints,
) -> Points {
    if settings.dialect == Dialect::TaskMaker {
        return by_task_maker(settings, recipe, complaints);
    }
    let given: Vec<&str> =
        SCORE_KEYS.into_iter().filter(|key| settings.sheet.get(key).is_some()).collect();
    let is_wanted = given.contains(&SCORE_KEYS[0]) || given.contains(&SCORE_KEYS[1]);
    if given.len() == SCORE_KEYS.len() {
        return by_type(settings, tests, complaints).unwrap_or_else(|| each(Score::zero()));
    }
    // The least score is what counts then: said to task-maker.
    let agrees = !given.contains(&SCORE_KEYS[1])
        && settings.sheet.get(SCORE_KEYS[0]).and_then(Node::as_text) == Some("GroupMin")
        && recipe.is_some_and(|recipe| !recipe.subtasks.is_empty());
    if is_wanted && !agrees {
        let words = "passed over, as CMS does: it counts only with `score_type`, \
                     `score_type_parameters` and `n_input`";
        settings.sheet.warn(given[0], words, complaints);
    }
    let Some(recipe) = recipe.filter(|recipe| !recipe.subtasks.is_empty()) else {
        return each(Score::decimal(settings.total));
    };
    // Where a score type counts, any sum does.
    if let Some(words) = other_sum(recipe.subtasks.iter().map(|subtask| subtask.points), "CMS") {
        complaints.warn_at(&recipe.subtasks[0].origin, words);
    }
    by_recipe(recipe, &SubtaskRule::Min, complaints)
}

/// Each test its share of this.
fn each(all: Score) -> Points {
    Points::Whole(Scoring::Mean, all)
}

/// What task-maker makes of its original: without subtasks, all tests form one subtask of 100 points, and one alone
/// gives the mean where the file says nothing.
fn by_task_maker(
    settings: &Settings,
    recipe: Option<&Recipe>,
    complaints: &mut Complaints,
) -> Points {
    for key in ["score_type_parameters", "total_value"] {
        if settings.sheet.get(key).is_some() {
            let words = "passed over, as task-maker does: it counts in `task.yaml` only";
            settings.sheet.warn(key, words, complaints);
        }
    }
    let known = [("min", true), ("Min", true), ("GroupMin", true), ("sum", false), ("Sum", false)];
    let stated = settings.sheet.word(SCORE_KEYS[0], &known, complaints);
    let recipe = recipe.filter(|recipe| !recipe.subtasks.is_empty());
    let count = recipe.map_or(1, |recipe| recipe.subtasks.len());
    let is_least = stated.unwrap_or(count > 1);
    if let Some(recipe) = recipe {
        let rule = if is_least { SubtaskRule::Min } else { SubtaskRule::Mean };
        return by_recipe(recipe, &rule, complaints);
    }
    let scoring = if is_least { Scoring::Min } else { Scoring::Mean };
    Points::Whole(scoring, Score::decimal(100.0))
}

/// The subtasks of a recipe.
fn by_recipe(recipe: &Recipe, rule: &SubtaskRule, complaints: &mut Complaints) -> Points {
    let names: Vec<String> = recipe
        .subtasks
        .iter()
        .enumerate()
        .map(|(index, subtask)| subtask.name.clone().unwrap_or_else(|| format!("subtask{index}")))
        .collect();
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) {
            let message = format!("a second subtask has the name `{name}`");
            complaints.at(&recipe.subtasks[index].origin, message);
        }
    }
    let own = |index: usize| {
        let tests = recipe.tests.iter().enumerate();
        tests.filter(move |(_, test)| test.subtask == Some(index)).map(|(number, _)| number)
    };
    let closed = closed(recipe, &names, complaints);
    let subtasks = recipe.subtasks.iter().zip(&closed).zip(&names).map(|((subtask, all), name)| {
        let tests: BTreeSet<usize> = all.iter().flat_map(|&index| own(index)).collect();
        if tests.is_empty() {
            complaints.warn_at(&subtask.origin, format!("subtask `{name}` has no tests"));
        }
        let worth = Score::decimal(subtask.points);
        TaskSubtask { name: name.clone(), worth, rule: rule.clone(), tests }
    });
    Points::Subtasks(subtasks.collect())
}

/// Of each subtask the indices of those whose tests it contains, itself among them.
fn closed(recipe: &Recipe, names: &[String], complaints: &mut Complaints) -> Vec<BTreeSet<usize>> {
    let mut direct: Vec<BTreeSet<usize>> = Vec::new();
    for (index, subtask) in recipe.subtasks.iter().enumerate() {
        let mut needs = BTreeSet::from([index]);
        for Found { value, origin } in &subtask.needs {
            if value == "*" {
                needs.extend(0..recipe.subtasks.len());
            } else if let Some(found) = names.iter().position(|name| name == value) {
                needs.insert(found);
            } else {
                let names = names.iter().map(String::as_str);
                complaints.at(origin, crate::nearest::unknown("subtask", value, names));
            }
        }
        direct.push(needs);
    }
    let mut closed = Vec::new();
    for index in 0..direct.len() {
        let (mut all, mut left) = (BTreeSet::new(), vec![index]);
        while let Some(next) = left.pop() {
            if all.insert(next) {
                left.extend(&direct[next]);
            }
        }
        closed.push(all);
    }
    closed
}

/// The score types of CMS.
fn by_type(settings: &Settings, tests: usize, complaints: &mut Complaints) -> Option<Points> {
    const TYPES: [(&str, &str); 4] = [
        ("Sum", "Sum"),
        ("GroupMin", "GroupMin"),
        ("GroupMul", "GroupMul"),
        ("GroupThreshold", "GroupThreshold"),
    ];
    let sheet = &settings.sheet;
    let kind = sheet.word("score_type", &TYPES, complaints)?;
    if kind == "Sum" {
        let each = sheet.number(SCORE_KEYS[1], "points of a test,", 0.0..=1e9, complaints)?;
        let count = Score::ratio(u64::try_from(tests).ok()?, 1)?;
        return Some(self::each(Score::decimal(each).times(&count)));
    }
    let node = sheet.get(SCORE_KEYS[1])?;
    let wrong = "expected a list of subtasks such as `[[40, 2], [60, 3]]`";
    let Some(rows) = node.as_list() else {
        sheet.complain(SCORE_KEYS[1], wrong, complaints);
        return None;
    };
    let mut first = 0;
    let mut subtasks = Vec::new();
    let mut selectors = None;
    for (index, node) in rows.iter().enumerate() {
        for entry in node.as_map().unwrap_or_default() {
            let key = entry.key.as_str();
            if !ROW_KEYS.contains(&key) {
                let words = passed_over("key", "", key, ROW_KEYS);
                complaints.remark_at(&sheet.origin_of_key(entry), words);
            }
        }
        let read = Row::of(kind, node).and_then(|row| {
            let own = selector_kind(row.selector);
            let other = *selectors.get_or_insert(own);
            if own != other {
                return Err(format!("expected {other}, as the first subtask has, found {own}"));
            }
            subtask(kind, index, &row, (&mut first, tests))
        });
        match read {
            Ok(subtask) => subtasks.push(subtask),
            Err(wrong) => {
                let message = format!("`{}`: subtask {index}: {wrong}", SCORE_KEYS[1]);
                complaints.at(&sheet.origin(node), message);
                return None;
            }
        }
    }
    name_apart(&mut subtasks);
    let is_in_none = |number: &usize| !subtasks.iter().any(|own| own.tests.contains(number));
    let in_none = (0..tests).filter(is_in_none).map(|number| format!("{number:03}"));
    if let Some(words) = in_no_subtask(&in_none.collect::<Vec<_>>(), tests) {
        sheet.warn(SCORE_KEYS[1], words, complaints);
    }
    Some(Points::Subtasks(subtasks))
}

/// Subtasks of one name get the usual ones, with a sign behind them where these are taken.
fn name_apart(subtasks: &mut [TaskSubtask]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (index, subtask) in subtasks.iter_mut().enumerate() {
        if taken.contains(&subtask.name) {
            subtask.name = format!("subtask{index}");
        }
        while taken.contains(&subtask.name) {
            subtask.name.push('_');
        }
        taken.insert(subtask.name.clone());
    }
}

/// What the parameters say of a subtask.
struct Row<'a> {
    points: &'a Node,
    selector: &'a Node,
    threshold: Option<&'a Node>,
    name: Option<&'a Node>,
}

/// The keys of a subtask that is a map. Which tests contestants see is nobody's business here.
const ROW_KEYS: [&str; 5] =
    ["max_score", "testcases", "threshold", "name", "always_show_testcases"];

impl<'a> Row<'a> {
    /// `[points, selector, …]`, or the same as a map, which task-maker writes.
    fn of(kind: &str, node: &'a Node) -> Result<Self, String> {
        if node.as_map().is_some() {
            let [points, selector] = ["max_score", "testcases"].map(|key| {
                let value = node.get(key).filter(|value| !value.is_null());
                value.ok_or_else(|| format!("missing key `{key}`"))
            });
            let [threshold, name] = ["threshold", "name"].map(|key| node.get(key));
            return Ok(Self { points: points?, selector: selector?, threshold, name });
        }
        let [points, selector, rest @ ..] = node.as_list().unwrap_or_default() else {
            return Err("expected a list of points and tests, such as `[40, 2]`".into());
        };
        let third = rest.first();
        let (threshold, name) =
            if kind == "GroupThreshold" { (third, None) } else { (None, third) };
        Ok(Self { points, selector, threshold, name })
    }
}

/// A subtask of the parameters.
fn subtask(
    kind: &str,
    index: usize,
    row: &Row<'_>,
    (first, count): (&mut usize, usize),
) -> Result<TaskSubtask, String> {
    let number = |node: &Node| node.as_number().map(Number::as_f64);
    let points = number(row.points).filter(|points| (0.0..=1e9).contains(points));
    let points = points.ok_or("expected points from 0 on")?;
    let rule = match (kind, row.threshold) {
        ("GroupMin", _) => SubtaskRule::Min,
        ("GroupMul", _) => SubtaskRule::Product,
        (_, Some(threshold)) => {
            let threshold = number(threshold).ok_or("expected a threshold, a number")?;
            SubtaskRule::Threshold(Score::decimal(threshold))
        }
        _ => return Err("expected a threshold after the tests, such as `[40, 2, 0.5]`".into()),
    };
    let is_plain = |name: &&str| {
        let plain = |c: char| c.is_alphanumeric() || "-_".contains(c);
        !name.is_empty() && name.chars().all(plain)
    };
    let name = row.name.and_then(Node::as_text).filter(is_plain);
    let name = name.map_or_else(|| format!("subtask{index}"), str::to_owned);
    Ok(TaskSubtask {
        name,
        worth: Score::decimal(points),
        rule,
        tests: selected(row.selector, (first, count))?,
    })
}

/// Which kind of selector it is, in words. CMS wants one kind for all subtasks.
fn selector_kind(selector: &Node) -> &'static str {
    if selector.as_list().is_some() {
        "a list of tests"
    } else if counted(selector).is_some() {
        "a number of tests"
    } else {
        "an expression for names of tests"
    }
}

/// The number of tests that a selector says. A number within quotation marks is a text, and so an expression.
fn counted(selector: &Node) -> Option<f64> {
    let is_plain = matches!(&selector.value, Value::Scalar(scalar) if scalar.plain);
    selector.as_number().filter(|_| is_plain).map(Number::as_f64)
}

/// The tests that a selector means: so many more of them, those whose codename it fits from the start on, or
/// those listed.
fn selected(
    selector: &Node,
    (first, count): (&mut usize, usize),
) -> Result<BTreeSet<usize>, String> {
    let codename = |number: usize| format!("{number:03}");
    if let Some(names) = selector.as_list() {
        let number = |name: &Node| {
            let name = name.as_text().unwrap_or_default();
            let found = (0..count).find(|&number| codename(number) == name);
            found.ok_or_else(|| format!("there is no test {}", quoted(name)))
        };
        return names.iter().map(number).collect();
    }
    let text = selector.as_text().unwrap_or_default();
    if let Some(more) = counted(selector) {
        let left = count - *first;
        #[expect(clippy::cast_precision_loss, reason = "at most as many as lines of a file")]
        let is_possible = more.fract() == 0.0 && (1.0..=left as f64).contains(&more);
        if !is_possible {
            return Err(format!("expected 1 to {left} more tests, found {}", quoted(text)));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole, from 1 on and bounded"
        )]
        let more = more as usize;
        *first += more;
        return Ok((*first - more..*first).collect());
    }
    let regex = Regex::new(&format!("^(?:{text})"))
        .map_err(|_| format!("{} is no regular expression that jury reads", quoted(text)))?;
    let tests: BTreeSet<usize> =
        (0..count).filter(|&number| regex.is_match(&codename(number))).collect();
    if tests.is_empty() { Err(format!("no test fits {}", quoted(text))) } else { Ok(tests) }
}

//! What `config.yml` says of limits, points and groups.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::super::sheet::{Sheet, quoted};
use super::names::SAMPLE_GROUP;
use crate::problem::SinolContest;
use crate::problem::complaint::Complaints;
use crate::problem::limits::StatedLimits;
use crate::yaml::{Entry, Node, Number};

/// All keys that mean something to sinol-make or to those who run contests with it.
pub(super) const KEYS: &[&str] = &[
    "title",
    "title_pl",
    "title_en",
    "time_limit",
    "time_limits",
    "memory_limit",
    "memory_limits",
    "override_limits",
    "scores",
    "subtask_dependencies",
    "extra_compilation_args",
    "extra_compilation_files",
    "extra_execution_files",
    "num_processes",
    "testrun_soc",
    "sinol_task_id",
    "sinol_contest_type",
    "sinol_total_score",
    "sinol_static_tests",
    "sinol_latex_compiler",
    "sinol_expected_scores",
    "sinol_undocumented_test_limits",
    "sinol_undocumented_time_tool",
];

const PROCESSES: &str = "num_processes";
const OVERRIDES: &str = "override_limits";
const CONTEST: &str = "sinol_contest_type";
const DEPENDENCIES: &str = "subtask_dependencies";

/// The keys of limits: of all tests, and of some.
const LIMITS: [&str; 4] = ["time_limit", "time_limits", "memory_limit", "memory_limits"];

/// Time limits, in milliseconds.
const TIMES: RangeInclusive<f64> = 1.0..=1e8;

/// Memory limits, in kilobytes. No program starts with less.
const MEMORIES: RangeInclusive<f64> = 1024.0..=1e10;

/// Most processes of a solution: as many as interactors may talk with.
const MOST_PROCESSES: f64 = 3.0;

/// Most points of a group.
const MOST_POINTS: f64 = 1e6;

/// Points of a package that does not say.
const TOTAL: u64 = 100;

/// Limits by groups, and by tests.
type Stated = BTreeMap<String, f64>;

/// Limits that stand together.
#[derive(Debug)]
pub(super) struct TaskLimits {
    /// Those of tests of which nothing else is said.
    pub(super) all: StatedLimits,
    times: Stated,
    memories: Stated,
}

/// What the file says.
#[derive(Debug)]
pub(super) struct Config {
    pub(super) contest: SinolContest,
    pub(super) limits: TaskLimits,
    /// Those of languages, by endings of sources.
    pub(super) language_limits: Vec<(String, TaskLimits)>,
    /// How many processes of a solution an interactor talks with.
    pub(super) processes: usize,
    /// The points of groups; `None` where they are shared out.
    scores: Option<BTreeMap<String, u64>>,
    pub(super) dependencies: BTreeMap<String, Vec<String>>,
}

impl Config {
    pub(super) fn read(sheet: &Sheet, complaints: &mut Complaints) -> Self {
        let contests = [
            ("default", SinolContest::Default),
            ("oij", SinolContest::Default),
            ("oi", SinolContest::Oi),
            ("icpc", SinolContest::Icpc),
        ];
        let stated = sheet.text(CONTEST, complaints).map(|found| found.value.to_lowercase());
        let contest = stated.as_ref();
        let contest =
            contest.and_then(|stated| sheet.meaning(CONTEST, stated, &contests, complaints));
        let scores = scores(sheet, complaints);
        if let Some(scores) = &scores {
            look_at_sum(scores.values().sum(), stated.as_deref(), sheet, complaints);
        }
        let own = sheet.section(OVERRIDES, complaints);
        let mut language_limits = Vec::new();
        for Entry { key, .. } in own.iter().flat_map(Sheet::entries) {
            let section = own.as_ref().and_then(|own| own.section(key, complaints));
            let Some(section) = section else { continue };
            section.only(&LIMITS, complaints);
            language_limits.push((key.clone(), TaskLimits::read(&section, complaints)));
        }
        let processes = sheet.number(PROCESSES, "a number", 1.0..=MOST_PROCESSES, complaints);
        if processes.is_some_and(|processes| processes.fract() != 0.0) {
            sheet.complain(PROCESSES, "expected a whole number", complaints);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "bounded, not negative"
        )]
        let processes = processes.unwrap_or(1.0) as usize;
        Self {
            contest: contest.unwrap_or_default(),
            limits: TaskLimits::read(sheet, complaints),
            language_limits,
            processes,
            scores,
            dependencies: dependencies(sheet, complaints),
        }
    }

    /// Warns of what is said of other groups and tests than these.
    pub(super) fn look_at_names(
        &self,
        groups: &[String],
        tests: &[&str],
        sheet: &Sheet,
        complaints: &mut Complaints,
    ) {
        for (group, points) in self.scores.iter().flatten().filter(|(_, points)| **points > 0) {
            let reason = if group == SAMPLE_GROUP {
                "never gives points"
            } else if groups.contains(group) {
                continue;
            } else {
                "has no tests"
            };
            let words = format!("group {group} {reason}, so nobody gets its points, {points}");
            sheet.warn("scores", words, complaints);
        }
        let all = |name: &str| name == SAMPLE_GROUP || groups.iter().any(|group| group == name);
        let known = |name: &str| all(name) || tests.contains(&name);
        // What is no section was complained of.
        let quiet = &mut Complaints::default();
        let mut limits = vec![sheet.clone()];
        if let Some(own) = sheet.section(OVERRIDES, quiet) {
            limits.extend(own.entries().iter().filter_map(|entry| own.section(&entry.key, quiet)));
        }
        let [_, times, _, memories] = LIMITS;
        for (limits, key) in limits.iter().flat_map(|limits| [(limits, times), (limits, memories)])
        {
            look_at_keys(limits, key, ("test or group", &known), complaints);
        }
        look_at_keys(sheet, DEPENDENCIES, ("group", &all), complaints);
        let needs = self.dependencies.values().flatten();
        for need in needs.filter(|need| !all(need)) {
            let words = format!("no group has the name {}: passed over", quoted(need));
            sheet.warn(DEPENDENCIES, words, complaints);
        }
    }

    /// The points of these groups, in order. Complains of groups that have none.
    pub(super) fn points(
        &self,
        groups: &[String],
        sheet: &Sheet,
        complaints: &mut Complaints,
    ) -> Vec<u64> {
        if self.contest == SinolContest::Icpc {
            return vec![1; groups.len()];
        }
        let Some(scores) = &self.scores else {
            let counting = groups.iter().filter(|group| *group != SAMPLE_GROUP).count() as u64;
            let share = TOTAL.checked_div(counting).unwrap_or(0);
            let points = |group: &String| if group == SAMPLE_GROUP { 0 } else { share };
            let mut points: Vec<u64> = groups.iter().map(points).collect();
            if let Some(last) = points.last_mut().filter(|_| counting > 0) {
                *last += TOTAL - share * counting;
            }
            return points;
        };
        let mut points = |group: &String| match scores.get(group) {
            _ if group == SAMPLE_GROUP => 0,
            Some(points) => *points,
            None => {
                let wrong = format!("group {group} has tests, but no points");
                sheet.complain("scores", wrong, complaints);
                0
            }
        };
        groups.iter().map(&mut points).collect()
    }
}

/// Warns of keys of a section that are names of nothing.
fn look_at_keys(
    sheet: &Sheet,
    key: &str,
    (what, is_known): (&str, &dyn Fn(&str) -> bool),
    complaints: &mut Complaints,
) {
    let Some(section) = sheet.section(key, &mut Complaints::default()) else { return };
    for Entry { key, .. } in section.entries().iter().filter(|entry| !is_known(&plain(&entry.key)))
    {
        section.warn(key, format!("no {what} has this name: passed over"), complaints);
    }
}

impl TaskLimits {
    fn read(sheet: &Sheet, complaints: &mut Complaints) -> Self {
        let [time, times, memory, memories] = LIMITS;
        let what = ("a number of milliseconds", TIMES);
        let (time, times) = stated(sheet, [time, times], what, complaints);
        let what = ("a number of kilobytes", MEMORIES);
        let (memory, memories) = stated(sheet, [memory, memories], what, complaints);
        Self { all: limits(time, memory), times, memories }
    }

    /// Which limits are stated for none of these tests, or not for all: then with the first that has none. Tests
    /// are known by group and name.
    pub(super) fn missing(&self, tests: &[(&str, &str)]) -> Vec<(&'static str, Option<String>)> {
        let [time, _, memory, _] = LIMITS;
        let lacks = |key, usual: bool, stated: &Stated| {
            let bare = tests.iter().find(|(group, test)| own(stated, group, test).is_none());
            let named = bare.filter(|_| !stated.is_empty()).map(|(_, test)| (*test).to_owned());
            (!usual && (stated.is_empty() || named.is_some())).then_some((key, named))
        };
        let both = [
            lacks(time, self.all.time.is_some(), &self.times),
            lacks(memory, self.all.memory.is_some(), &self.memories),
        ];
        both.into_iter().flatten().collect()
    }

    /// The limits of a test of this group, where they are not the usual ones: its own before those of its
    /// group.
    pub(super) fn of(&self, group: &str, test: &str) -> Option<StatedLimits> {
        let (time, memory) = (own(&self.times, group, test), own(&self.memories, group, test));
        (time.is_some() || memory.is_some()).then(|| limits(time, memory))
    }
}

/// The limit that is stated for a test of this group.
fn own(stated: &Stated, group: &str, test: &str) -> Option<f64> {
    // A test that is called like its group is that group's.
    let of_test = (test != group).then(|| stated.get(test)).flatten();
    of_test.or_else(|| stated.get(group)).copied()
}

fn limits(milliseconds: Option<f64>, kilobytes: Option<f64>) -> StatedLimits {
    StatedLimits {
        time: milliseconds.map(|milliseconds| milliseconds / 1000.0),
        memory: kilobytes.map(bytes),
        ..StatedLimits::default()
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded, not negative"
)]
fn bytes(kilobytes: f64) -> u64 {
    (kilobytes * 1024.0) as u64
}

/// A limit of all tests, and those of groups and tests.
fn stated(
    sheet: &Sheet,
    [all, some]: [&str; 2],
    (what, bounds): (&str, RangeInclusive<f64>),
    complaints: &mut Complaints,
) -> (Option<f64>, Stated) {
    let usual = sheet.number(all, what, bounds.clone(), complaints);
    let mut stated = Stated::new();
    if let Some(section) = sheet.section(some, complaints) {
        for Entry { key, .. } in section.entries() {
            let limit = section.number(key, what, bounds.clone(), complaints);
            stated.extend(limit.map(|limit| (plain(key), limit)));
        }
    }
    (usual, stated)
}

/// The name of a group without leading zeros; other names as they are.
fn plain(key: &str) -> String {
    let is_number = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    let short = key.trim_start_matches('0');
    match (is_number, short) {
        (true, "") => "0".to_owned(),
        (true, short) => short.to_owned(),
        (false, _) => key.to_owned(),
    }
}

fn scores(sheet: &Sheet, complaints: &mut Complaints) -> Option<BTreeMap<String, u64>> {
    let section = sheet.section("scores", complaints)?;
    let mut scores = BTreeMap::new();
    for Entry { key, value, .. } in section.entries() {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole, bounded, not negative"
        )]
        let points = match value.as_number() {
            Some(Number::Integer(points)) if (0..=MOST_POINTS as i128).contains(&points) => {
                points as u64
            }
            _ => {
                let found = value.as_text().map_or_else(|| value.value.kind().to_owned(), quoted);
                let wrong = format!("expected a whole number of points, found {found}");
                section.complain(key, wrong, complaints);
                0
            }
        };
        if scores.insert(plain(key), points).is_some() {
            let wrong = format!("group {} has points already", plain(key));
            section.complain(key, wrong, complaints);
        }
    }
    Some(scores)
}

/// Warns of points that sinol-make refuses for their sum.
fn look_at_sum(sum: u64, contest: Option<&str>, sheet: &Sheet, complaints: &mut Complaints) {
    let stated = sheet.get("sinol_total_score").and_then(Node::as_number).map(Number::as_f64);
    #[expect(clippy::cast_precision_loss, reason = "points of groups")]
    let (sum, usual) = (sum as f64, TOTAL as f64);
    let wanted = match contest {
        Some("oi") => usual,
        Some("oij") => stated.unwrap_or(usual),
        _ => return,
    };
    if (sum - wanted).abs() > f64::EPSILON {
        let words = format!("the points of the groups sum to {sum}: sinol-make wants {wanted}");
        sheet.warn("scores", words, complaints);
    }
}

/// The groups that each one depends on. No other group reaches it through those.
fn dependencies(sheet: &Sheet, complaints: &mut Complaints) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    let Some(section) = sheet.section(DEPENDENCIES, complaints) else { return all };
    for Entry { key, .. } in section.entries() {
        let Some(found) = section.list(key, complaints) else { continue };
        let needs: Vec<String> = found.value.iter().map(|need| plain(need)).collect();
        let group = plain(key);
        if group == SAMPLE_GROUP || needs.iter().any(|need| need == SAMPLE_GROUP) {
            section.complain(key, "group 0 depends on none, and none on it", complaints);
        }
        all.insert(group, needs);
    }
    if let Some(group) = all.keys().find(|group| reaches(&all, group, group)) {
        let wrong = format!("group {} depends on itself", quoted(group));
        sheet.complain(DEPENDENCIES, wrong, complaints);
    }
    all
}

/// Whether dependencies lead from one group to another.
fn reaches(all: &BTreeMap<String, Vec<String>>, from: &str, to: &str) -> bool {
    let (mut seen, mut open) = (Vec::new(), vec![from]);
    while let Some(group) = open.pop() {
        for need in all.get(group).into_iter().flatten() {
            if need == to {
                return true;
            }
            if !seen.contains(&need) {
                seen.push(need);
                open.push(need);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn numbers_of_groups_have_no_leading_zeros() {
        for (key, name) in [
            ("1", "1"),
            ("01", "1"),
            ("10", "10"),
            ("0", "0"),
            ("00", "0"),
            ("01a", "01a"),
            ("", ""),
        ] {
            assert_eq!(plain(key), name, "{key}");
        }
    }
}

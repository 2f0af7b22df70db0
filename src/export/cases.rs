//! Where cases stand in a package: in `sample` and `secret`, in folders of their groups, under names whose
//! byte order is the order in which they are run here.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::words::plain;
use crate::problem::group::{group_of, group_order, is_sample};
use crate::problem::{Case, Group, Problem};
use crate::score::Score;

/// A case and its name in the package: `secret/small/007`.
#[derive(Debug, Clone)]
pub(super) struct Placed<'a> {
    pub(super) case: &'a Case,
    pub(super) name: String,
}

impl Placed<'_> {
    /// The folder that it stands in.
    pub(super) fn folder(&self) -> &str {
        group_of(&self.name)
    }
}

/// The folders of groups by the groups' names.
pub(super) type Folders = BTreeMap<String, String>;

/// The cases in the order in which they are run, and the folders of groups by the groups' names.
#[derive(Debug, Clone)]
pub(super) struct Places<'a> {
    pub(super) cases: Vec<Placed<'a>>,
    pub(super) folders: Folders,
}

impl<'a> Places<'a> {
    /// Those of a problem.
    pub(super) fn of(problem: &'a Problem) -> Self {
        let names: Vec<Parts> = problem.cases.iter().map(|case| parts(problem, case)).collect();
        let kept = as_they_are(problem);
        let is_kept = kept.is_some();
        let names = kept.or_else(|| in_order(&names)).unwrap_or_else(|| numbered(&names));
        let cases: Vec<Placed<'a>> =
            problem.cases.iter().zip(names).map(|(case, name)| Placed { case, name }).collect();
        let mut folders = Folders::new();
        for group in problem.root.all().into_iter().filter(|group| !group.name.is_empty()) {
            let held = cases.iter().find(|placed| group.holds(&placed.case.group));
            let folder =
                held.map(|placed| if is_kept { group.name.as_str() } else { placed.folder() });
            folders.extend(folder.map(|folder| (group.name.clone(), folder.to_owned())));
        }
        Self { cases, folders }
    }

    /// The cases of a group, those of groups in it among them.
    pub(super) fn of_group(&self, group: &Group) -> impl Iterator<Item = &Placed<'a>> {
        self.cases.iter().filter(|placed| group.holds(&placed.case.group))
    }

    /// The points of full solutions of a group's cases that count: all but samples.
    pub(super) fn full_of(&self, problem: &'a Problem, group: &Group) -> Vec<&'a Score> {
        let counting = self.of_group(group).filter(|placed| !placed.case.is_sample());
        counting.map(|placed| placed.case.full(&problem.root)).collect()
    }

    /// Whether any case is a sample.
    pub(super) fn has_samples(&self) -> bool {
        self.cases.iter().any(|placed| placed.case.is_sample())
    }
}

/// Whether points differ.
pub(super) fn is_uneven(full: &[&Score]) -> bool {
    full.windows(2).any(|pair| pair[0] != pair[1])
}

/// Whether a name is that of a folder of cases as the packages that are made have them.
fn is_judged(name: &str) -> bool {
    matches!(name.split('/').next(), Some("sample" | "secret"))
}

/// Of what the name of a case is made.
struct Parts {
    /// `sample` or `secret`.
    top: &'static str,
    /// Whose folder it is; names of several groups may become one.
    group: String,
    /// The folder of the group, or nothing.
    folder: String,
    /// The case in it.
    name: String,
}

fn parts(problem: &Problem, case: &Case) -> Parts {
    let top = if is_sample(&case.group) { "sample" } else { "secret" };
    let group = problem.root.innermost(&case.group);
    let own = if is_judged(&group.name) {
        group.name.split_once('/').map_or("", |(_, below)| below)
    } else {
        group.name.as_str()
    };
    let name = if is_judged(&case.name) {
        case.name.split_once('/').map_or("", |(_, below)| below)
    } else {
        case.name.as_str()
    };
    let name = name.strip_prefix(&format!("{own}/")).filter(|_| !own.is_empty()).unwrap_or(name);
    let folder = if own.is_empty() { String::new() } else { plain(&own.replace('/', "-")) };
    let name = plain(&name.replace('/', "-"));
    Parts { top, group: own.to_owned(), folder, name }
}

/// The names that the cases have, where all judges understand them.
fn as_they_are(problem: &Problem) -> Option<Vec<String>> {
    let is_plain = |name: &str| is_judged(name) && name.split('/').all(|part| plain(part) == part);
    let names = problem.cases.iter().map(|case| &case.name);
    let all_plain = names.clone().all(|name| is_plain(name));
    let by_folder = problem.cases.iter().all(|case| case.group == group_of(&case.name));
    (all_plain && by_folder).then(|| names.cloned().collect())
}

fn in_order(names: &[Parts]) -> Option<Vec<String>> {
    let joined: Vec<String> =
        names.iter().map(|own| joined(own.top, &own.folder, &own.name)).collect();
    let mut groups: BTreeMap<&str, &str> = BTreeMap::new();
    if names.iter().any(|own| *groups.entry(&own.folder).or_insert(&own.group) != own.group) {
        return None;
    }
    let is_before = |pair: &[String]| {
        let groups = group_order(group_of(&pair[0]), group_of(&pair[1]));
        groups.then_with(|| pair[0].cmp(&pair[1])) == Ordering::Less
    };
    joined.windows(2).all(is_before).then_some(joined)
}

fn joined(top: &str, folder: &str, name: &str) -> String {
    if folder.is_empty() { format!("{top}/{name}") } else { format!("{top}/{folder}/{name}") }
}

/// With numbers before folders and names, so that byte order is the order here.
fn numbered(names: &[Parts]) -> Vec<String> {
    let mut groups: Vec<&String> = Vec::new();
    for Parts { group, .. } in names {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    let digits = |count: usize| count.to_string().len();
    let (of_folders, of_names) = (digits(groups.len()), digits(names.len()));
    let each = names.iter().enumerate().map(|(index, Parts { top, group, folder, name })| {
        let number = groups.iter().position(|other| *other == group).unwrap_or_default() + 1;
        let folder = if folder.is_empty() {
            String::new()
        } else {
            format!("{number:0of_folders$}-{folder}")
        };
        let name = format!("{:0of_names$}-{name}", index + 1);
        joined(top, &folder, &name)
    });
    each.collect()
}

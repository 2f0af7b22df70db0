//! The points of groups in 2025-09: what a `test_group.yaml` says of them, and whether the groups fit
//! together ("Test Data Groups").

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::super::sheet::{Sheet, quoted};
use super::cases::{DATA, GROUP_FILE as FILE, GROUP_FILES, SECRET};
use super::static_validation::{self, StaticScore};
use crate::nearest::unknown;
use crate::problem::Scoring;
use crate::problem::complaint::Complaints;
use crate::problem::folder::Folder;

/// Keys of groups about points.
pub(super) const KEYS: &[&str] = &[MAXIMUM, AGGREGATION, REQUIRED];

const MAXIMUM: &str = "max_score";
const AGGREGATION: &str = "score_aggregation";
const REQUIRED: &str = "require_pass";

/// The greatest score of `secret`, where the package does not say.
const USUAL_MAXIMUM: f64 = 100.0;

/// How a group gives points.
#[derive(Debug, Clone)]
pub(super) struct Points {
    /// The most that it gives; `None` where there is no bound.
    pub(super) most: Option<f64>,
    pub(super) scoring: Scoring,
    /// What a static validation gives of it.
    pub(super) by_static_validation: f64,
    /// The groups that must be passed first.
    pub(super) needs: Vec<String>,
}

impl Points {
    /// Those of `secret`, whose file this is.
    pub(super) fn of_secret(sheet: Option<&Sheet>, complaints: &mut Complaints) -> Self {
        let usual = Self { most: Some(USUAL_MAXIMUM), ..Self::of(Scoring::Sum) };
        match sheet {
            Some(sheet) => usual.read(sheet, complaints),
            None => usual,
        }
    }

    /// Those of a group in `secret`, whose file this is.
    pub(super) fn of_group(sheet: &Sheet, complaints: &mut Complaints) -> Self {
        Self::of(Scoring::PassFail).read(sheet, complaints)
    }

    fn of(scoring: Scoring) -> Self {
        Self { most: None, scoring, by_static_validation: 0.0, needs: Vec::new() }
    }

    fn read(mut self, sheet: &Sheet, complaints: &mut Complaints) -> Self {
        if let Some(node) = sheet.get(MAXIMUM) {
            self.most = if node.as_text() == Some("unbounded") {
                None
            } else {
                let what = "an integer, or `unbounded`,";
                let most = sheet.number(MAXIMUM, what, 0.0..=1e9, complaints);
                if let Some(part) = most.filter(|most| most.fract() != 0.0) {
                    let wrong = format!("expected an integer, or `unbounded`, found `{part}`");
                    sheet.complain(MAXIMUM, wrong, complaints);
                }
                // What is none was complained of, once.
                most.or(Some(USUAL_MAXIMUM))
            };
        }
        // What is wrong with it is told where its case is made.
        let by_static_validation = static_validation::score(sheet, &mut Complaints::default());
        if let Some(StaticScore::UpTo(most)) = by_static_validation {
            self.by_static_validation = most;
        }
        let known = [Scoring::PassFail, Scoring::Sum, Scoring::Min];
        let known = known.map(|scoring| (scoring.name(), scoring));
        if let Some(scoring) = sheet.word(AGGREGATION, &known, complaints) {
            self.scoring = scoring;
        }
        if let Some(node) = sheet.get(REQUIRED) {
            self.needs = if let Some(text) = node.as_text() {
                vec![text.to_owned()]
            } else {
                let list = sheet.list(REQUIRED, complaints);
                list.map_or_else(Vec::new, |found| found.value)
            };
        }
        self
    }

    /// Complains of points that a group in `secret` cannot give.
    pub(super) fn expect_possible(
        &self,
        sheet: &Sheet,
        secret: &Self,
        complaints: &mut Complaints,
    ) {
        let says = sheet.get(MAXIMUM).is_some();
        let wrong = if self.most.is_some() {
            None
        } else if !says && (secret.most.is_some() || self.scoring == Scoring::PassFail) {
            Some("is missing: set it to the points of this group, an integer")
        } else if self.scoring == Scoring::PassFail {
            Some("expected an integer, as the group is all or nothing")
        } else if secret.most.is_some() {
            Some("may be unbounded only where that of `data/secret` is")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            sheet.complain(MAXIMUM, wrong, complaints);
        }
        if secret.scoring == Scoring::PassFail && self.scoring != Scoring::PassFail {
            let wrong = "`secret` is all or nothing, and so must be its groups";
            sheet.complain(AGGREGATION, wrong, complaints);
        }
    }

    /// Warns where the groups of `secret`, whose points these are, add up to another maximum than its own:
    /// with less, no submission reaches it, and with more, one that solves all of them is a judge error.
    pub(super) fn expect_sum(
        &self,
        folder: &Folder,
        own: Option<&Sheet>,
        groups: &Groups,
        complaints: &mut Complaints,
    ) {
        let all: Option<f64> = groups.in_secret().map(|(_, points)| points.most).sum();
        let (Some(most), Some(all)) = (self.most, all) else { return };
        if groups.in_secret().next().is_none() || self.scoring != Scoring::Sum {
            return;
        }
        // They are whole numbers: what is none was complained of.
        let effect = match all.partial_cmp(&most) {
            Some(Ordering::Less) => "no submission can reach it",
            Some(Ordering::Greater) => "a full solution exceeds it",
            _ => return,
        };
        let each = |(name, points): (&String, &Self)| {
            format!("`{name}` {}", points.most.unwrap_or_default())
        };
        let each: Vec<String> = groups.in_secret().map(each).collect();
        let each = each.join(", ");
        let is_said = own.is_some_and(|own| own.get(MAXIMUM).is_some());
        let default = if is_said { "" } else { " by default" };
        let words =
            format!("is {most}{default}, but the groups add up to {all} ({each}): {effect}");
        if let Some(own) = own {
            own.warn(MAXIMUM, words, complaints);
        } else {
            let path = folder.real.join(DATA).join(SECRET).join(FILE);
            complaints.warn_about(folder.shown(&path), format!("`{MAXIMUM}`: {words}"));
        }
    }
}

/// The groups that were read so far, in package order.
#[derive(Debug, Default)]
pub(super) struct Groups {
    read: Vec<(String, Points)>,
}

impl Groups {
    /// Takes the next one.
    pub(super) fn add(&mut self, name: &str, points: Points) {
        self.read.push((name.to_owned(), points));
    }

    fn in_secret(&self) -> impl Iterator<Item = (&String, &Points)> {
        self.read.iter().map(|(name, points)| (name, points))
    }

    /// Complains of groups that the group of this name requires, but that are not before it, or not all or
    /// nothing. `all` are all folders, by their names.
    pub(super) fn expect_earlier(
        &self,
        name: &str,
        (sheet, needs): (&Sheet, &[String]),
        all: &BTreeMap<String, PathBuf>,
        complaints: &mut Complaints,
    ) {
        let is_whole = |points: &Points| points.scoring == Scoring::PassFail;
        let whole = self.in_secret().filter(|(_, points)| is_whole(points));
        let known: Vec<&str> =
            std::iter::once("sample").chain(whole.map(|(name, _)| name.as_str())).collect();
        for need in needs.iter().filter(|need| !known.contains(&need.as_str())) {
            let words = if need == name {
                "the group cannot require itself".to_owned()
            } else if self.in_secret().any(|(other, _)| other == need) {
                format!(
                    "{} gives partial points: only `sample` and groups with `score_aggregation: \
                     pass-fail` can be required",
                    quoted(need)
                )
            } else if need.starts_with(SECRET) && all.contains_key(need) {
                format!(
                    "{} is not run before this group: groups are run in byte order of their names",
                    quoted(need)
                )
            } else {
                let wrong = unknown("group", need, known.iter().copied());
                format!("{wrong} (a group before this one that is all or nothing)")
            };
            sheet.complain(REQUIRED, words, complaints);
        }
    }
}

/// What is wrong with a folder without settings beside groups.
pub(super) fn no_settings(path: &Path) -> String {
    let wrong = format!("expected `{FILE}` in it, as the folders beside it are groups");
    let [old, _] = GROUP_FILES;
    let hint = format!("; `{old}` is its name in `legacy`: rename that file");
    if path.join(old).is_file() { wrong + &hint } else { wrong }
}

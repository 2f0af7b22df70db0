//! Groups and cases of 2025-09: `test_group.yaml`, and a `.yaml` beside a case.

use std::path::Path;

use super::cases::{Data, GROUP_FILE as FILE, GROUP_FILES, SECRET};
use super::default_flags;
use super::metadata::Metadata;
use super::parts::Parts;
use super::sheet::Sheet;
use super::static_validation::{self, StaticScore};
use super::validator_arguments::Validators;
use crate::nearest::unknown;
use crate::problem::complaint::Complaints;
use crate::problem::folder::Folder;
use crate::problem::group::group_of;
use crate::problem::{
    CaseSettings, Content, GeneratorRule, Grader, Group, OnFailure, Scoring, ValidatorArguments,
};
use crate::score::Score;

/// Keys of groups and of single cases.
const KEYS: &[&str] = &[
    "args",
    "input_validator_args",
    "output_validator_args",
    "input_visualizer_args",
    "output_visualizer_args",
    "full_feedback",
];
const CASE_KEYS: &[&str] = &["hint", "description"];
const SCORE_KEYS: &[&str] = &["max_score", "score_aggregation", "require_pass"];

/// The greatest score of `secret`, where the package does not say.
const USUAL_MAXIMUM: f64 = 100.0;

/// Arguments, which folders below and cases inherit.
#[derive(Debug, Clone, Default)]
struct Arguments {
    submission: Vec<String>,
    input: ValidatorArguments,
    output: Vec<String>,
}

type ByGroup = std::collections::BTreeMap<String, Arguments>;

/// Reads the groups and cases of a package.
pub(super) struct Reader<'a> {
    folder: &'a Folder,
    metadata: &'a Metadata,
    validators: &'a Validators,
    /// Whether the default output validator decides.
    by_default: bool,
}

impl<'a> Reader<'a> {
    /// Of this package with these programs.
    pub(super) fn new(folder: &'a Folder, metadata: &'a Metadata, parts: &'a Parts) -> Self {
        Self { folder, metadata, validators: &parts.validators, by_default: parts.are_default() }
    }

    /// The groups, and the cases with what is said of each alone.
    pub(super) fn groups(
        &self,
        data: &mut Data,
        listed: &mut [GeneratorRule],
        complaints: &mut Complaints,
    ) -> Group {
        let arguments = self.inherited(data, complaints);
        for case in data.cases.iter_mut().chain(data.tests.iter_mut().map(|test| &mut test.case)) {
            let around = arguments.get(group_of(&case.name)).cloned().unwrap_or_default();
            let file = data.settings.get(&case.name).map(std::path::PathBuf::as_path);
            let sheet = file.and_then(|file| self.sheet(file, complaints));
            let files = case.settings.files.take();
            case.settings = CaseSettings { files, ..self.case(&around, sheet, complaints) };
        }
        for case in listed.iter_mut().flat_map(|generator_rule| &mut generator_rule.cases) {
            let around = arguments.get(group_of(&case.name)).cloned().unwrap_or_default();
            // What is wrong with it is told of the file that is made of it.
            let unheard = &mut Complaints::default();
            let sheet = match case.beside.files.get("yaml") {
                Some(Content::Text(text)) => Sheet::of_text(text, unheard),
                Some(Content::File(file)) => self.sheet(file, unheard),
                None => None,
            };
            case.beside.settings = self.case(&around, sheet, unheard);
        }
        self.tree(data, complaints)
    }

    fn sheet(&self, path: &Path, complaints: &mut Complaints) -> Option<Sheet> {
        std::fs::symlink_metadata(path).ok()?;
        Sheet::read(self.folder, path, complaints)
    }

    /// The arguments of the cases in each folder. A folder comes after those around it.
    fn inherited(&self, data: &Data, complaints: &mut Complaints) -> ByGroup {
        let mut all = ByGroup::new();
        for (name, path) in &data.folders {
            let around = if name.is_empty() { None } else { all.get(group_of(name)) };
            let mut own = around.cloned().unwrap_or_default();
            if let Some(sheet) = self.sheet(&path.join(FILE), complaints) {
                sheet.only(&[KEYS, SCORE_KEYS, &static_validation::KEYS].concat(), complaints);
                self.expect_place(name, &sheet, complaints);
                self.arguments(&sheet, &mut own, complaints);
            }
            all.insert(name.clone(), own);
        }
        all
    }

    /// Warns where the groups of `secret` add up to another maximum than its own: with less, no submission
    /// reaches it, and with more, one that solves all of them is a judge error.
    fn expect_sum(
        &self,
        own: Option<&Sheet>,
        secret: &Points,
        groups: &[(&str, Option<f64>)],
        complaints: &mut Complaints,
    ) {
        let all: Option<f64> = groups.iter().map(|(_, most)| *most).sum();
        let (Some(most), Some(all)) = (secret.most, all) else { return };
        let rest = most - secret.by_static_validation;
        if groups.is_empty() || secret.scoring != Scoring::Sum || (all - rest).abs() < 0.5 {
            return;
        }
        let each =
            |(name, most): &(&str, Option<f64>)| format!("`{name}` {}", most.unwrap_or_default());
        let each: Vec<String> = groups.iter().map(each).collect();
        let (effect, each) = (
            if all < rest {
                "no submission can reach it"
            } else {
                "a full solution would exceed it"
            },
            each.join(", "),
        );
        let default =
            if own.is_none_or(|own| own.get("max_score").is_none()) { " by default" } else { "" };
        let words =
            format!("is {rest}{default}, but the groups add up to {all} ({each}): {effect}");
        match own {
            Some(own) => own.warn("max_score", words, complaints),
            None => {
                let path = self.folder.real.join(super::cases::DATA).join(SECRET).join(FILE);
                complaints.warn_about(self.folder.shown(&path), format!("`max_score`: {words}"));
            }
        }
    }

    /// Scores are for `secret` and the groups directly in it, in problems that are scored (2025-09, "Test
    /// Data Groups").
    fn expect_place(&self, name: &str, sheet: &Sheet, complaints: &mut Complaints) {
        let below = name.strip_prefix(SECRET);
        let is_group = below.is_some_and(|below| below.matches('/').count() < 2);
        for key in SCORE_KEYS {
            if sheet.get(key).is_none() {
                continue;
            }
            if !self.metadata.kind.scoring {
                sheet.complain(key, "is for problems of type `scoring`", complaints);
            } else if !is_group {
                let wrong = "is for `secret` and the groups directly in it";
                sheet.complain(key, wrong, complaints);
            }
        }
    }

    fn arguments(&self, sheet: &Sheet, own: &mut Arguments, complaints: &mut Complaints) {
        let texts = |key: &str, complaints: &mut Complaints| {
            sheet.list(key, complaints).map(|found| self.metadata.with_constants(found.value))
        };
        if let Some(args) = texts("args", complaints) {
            own.submission = args;
        }
        let output = "output_validator_args";
        if let Some(args) = texts(output, complaints) {
            if self.by_default {
                default_flags::expect(sheet, output, &args, false, complaints);
            }
            own.output = args;
        }
        let input = "input_validator_args";
        if sheet.get(input).is_some_and(|node| node.as_map().is_some()) {
            if let Some(map) = sheet.section(input, complaints) {
                let read = |name: &str, complaints: &mut Complaints| {
                    let found = map.list(name, complaints)?;
                    Some(self.metadata.with_constants(found.value))
                };
                own.input = self.validators.each(&map, read, complaints);
            }
        } else if let Some(args) = texts(input, complaints) {
            own.input = ValidatorArguments::All(args);
        }
    }

    /// The settings of a case: those around it, and those of its own file.
    fn case(
        &self,
        around: &Arguments,
        sheet: Option<Sheet>,
        complaints: &mut Complaints,
    ) -> CaseSettings {
        let mut own = around.clone();
        if let Some(sheet) = sheet {
            sheet.only(&[KEYS, CASE_KEYS].concat(), complaints);
            self.arguments(&sheet, &mut own, complaints);
        }
        // Input validators get those of the submission after their own.
        let input = self.validators.with(own.input, &own.submission);
        CaseSettings {
            files: None,
            arguments: own.submission,
            checker_arguments: Some(own.output),
            validator_arguments: Some(input),
            static_score: None,
        }
    }

    fn tree(&self, data: &Data, complaints: &mut Complaints) -> Group {
        if !self.metadata.kind.scoring {
            return Group { on_failure: OnFailure::Continue, ..Group::root(Scoring::PassFail) };
        }
        let sheet = |name: &str, complaints: &mut Complaints| {
            let path = data.folders.get(name)?;
            Some((self.sheet(&path.join(FILE), complaints), path.clone()))
        };
        let mut root = Group { grader: Grader::Partial, ..Group::root(Scoring::Sum) };
        if data.folders.contains_key("sample") {
            // Samples are run, and give nothing.
            root.groups.push(Group {
                name: "sample".into(),
                worth: Some(Score::zero()),
                ..Group::root(Scoring::PassFail)
            });
        }
        let Some((own, _)) = sheet(SECRET, complaints) else { return root };
        let usual = Points { most: Some(USUAL_MAXIMUM), ..Points::of(Scoring::Sum) };
        let secret = points(own.as_ref(), usual, complaints);
        if let Some(own) = &own {
            expect_earlier(own, &secret.needs, &["sample"], complaints);
        }
        let mut group = scored(SECRET, &secret, data);
        // Groups that others may require: those before them that are all or nothing.
        let mut earlier = vec!["sample".to_owned()];
        let (mut plain, mut given) = (Vec::new(), Vec::new());
        for (name, path) in data.folders.iter().filter(|(name, _)| group_of(name) == SECRET) {
            let Some((Some(sheet), _)) = sheet(name, complaints) else {
                plain.push(path);
                continue;
            };
            let points = points(Some(&sheet), Points::of(Scoring::PassFail), complaints);
            expect_possible(&sheet, &points, &secret, complaints);
            let known: Vec<&str> = earlier.iter().map(String::as_str).collect();
            expect_earlier(&sheet, &points.needs, &known, complaints);
            if points.scoring == Scoring::PassFail {
                earlier.push(name.clone());
            }
            group.groups.push(scored(name, &points, data));
            given.push((name.as_str(), points.most));
        }
        self.expect_sum(own.as_ref(), &secret, &given, complaints);
        if !group.groups.is_empty() {
            for path in plain {
                complaints.about(self.folder.shown(path), no_settings(path));
            }
            if let Some(case) = data.cases.iter().find(|case| group_of(&case.name) == SECRET) {
                let wrong = "expected a case in a group, since `secret` has groups";
                complaints.about(self.folder.shown(&case.met), wrong);
            }
        }
        root.groups.push(group);
        root
    }
}

/// What is wrong with a folder without settings beside groups.
fn no_settings(path: &Path) -> String {
    let wrong = format!("expected `{FILE}` in it, as the folders beside it are groups");
    let [old, _] = GROUP_FILES;
    let hint = format!("; `{old}` is its name in `legacy`: rename that file");
    if path.join(old).is_file() { wrong + &hint } else { wrong }
}

/// A group with its points. A case of it gives at the most its share of what no static validation gives.
fn scored(name: &str, points: &Points, data: &Data) -> Group {
    let held = data
        .cases
        .iter()
        .filter(|case| crate::problem::group::is_within(group_of(&case.name), name));
    let count = held.count().max(1) as u64;
    let most = points.most.map(Score::decimal);
    let share = match (&most, points.scoring) {
        (Some(_), Scoring::Sum) => {
            let most = points.most.unwrap_or_default() - points.by_static_validation;
            let most = Score::decimal(most.max(0.0));
            most.times(&Score::ratio(1, count).unwrap_or_else(Score::zero))
        }
        (Some(most), _) => most.clone(),
        (None, _) => Score::one(),
    };
    Group {
        name: name.to_owned(),
        worth: most,
        full: share,
        needs: points.needs.clone(),
        ..Group::root(points.scoring)
    }
}

fn points(sheet: Option<&Sheet>, usual: Points, complaints: &mut Complaints) -> Points {
    let Some(sheet) = sheet else { return usual };
    let mut points = usual;
    let unbounded = sheet.get("max_score").and_then(|node| node.as_text()) == Some("unbounded");
    if unbounded {
        points.most = None;
    } else if let Some(most) = sheet.number("max_score", "an integer", 0.0..=1e9, complaints) {
        if most.fract() != 0.0 {
            sheet.complain("max_score", "expected an integer, or `unbounded`", complaints);
        }
        points.most = Some(most);
    }
    // What is wrong with it is told where its case is made.
    let by_static_validation = static_validation::score(sheet, &mut Complaints::default());
    if let Some(StaticScore::UpTo(most)) = by_static_validation {
        points.by_static_validation = most;
    }
    let known = [Scoring::PassFail, Scoring::Sum, Scoring::Min];
    let known = known.map(|scoring| (scoring.name(), scoring));
    if let Some(scoring) = sheet.word("score_aggregation", &known, complaints) {
        points.scoring = scoring;
    }
    if let Some(node) = sheet.get("require_pass") {
        points.needs = if let Some(text) = node.as_text() {
            vec![text.to_owned()]
        } else {
            let list = sheet.list("require_pass", complaints);
            list.map_or_else(Vec::new, |found| found.value)
        };
    }
    points
}

/// Complains of points that a group in `secret` cannot give.
fn expect_possible(sheet: &Sheet, points: &Points, secret: &Points, complaints: &mut Complaints) {
    if points.most.is_none() && points.scoring == Scoring::PassFail {
        let wrong = "is needed where a group is all or nothing";
        sheet.complain("max_score", wrong, complaints);
    } else if points.most.is_none() && secret.most.is_some() {
        let wrong = "may be unbounded only where that of `secret` is";
        sheet.complain("max_score", wrong, complaints);
    }
    if secret.scoring == Scoring::PassFail && points.scoring != Scoring::PassFail {
        let wrong = "`secret` is all or nothing, and so must be its groups";
        sheet.complain("score_aggregation", wrong, complaints);
    }
}

/// Complains of required groups that are not before this one or not all or nothing.
fn expect_earlier(sheet: &Sheet, needs: &[String], known: &[&str], complaints: &mut Complaints) {
    for name in needs.iter().filter(|name| !known.contains(&name.as_str())) {
        let wrong = unknown("group", name, known.iter().copied());
        let words = format!("{wrong} (a group before this one that is all or nothing)");
        sheet.complain("require_pass", words, complaints);
    }
}

/// How a group gives points.
#[derive(Debug, Clone)]
struct Points {
    /// The most that it gives; `None` where there is no bound.
    most: Option<f64>,
    scoring: Scoring,
    /// What a static validation gives of it.
    by_static_validation: f64,
    /// The groups that must be passed first.
    needs: Vec<String>,
}

impl Points {
    fn of(scoring: Scoring) -> Self {
        Self { most: None, scoring, by_static_validation: 0.0, needs: Vec::new() }
    }
}

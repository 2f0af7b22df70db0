//! Groups and cases of 2025-09: `test_group.yaml`, and a `.yaml` beside a case.

use std::path::Path;

use super::super::sheet::Sheet;
use super::cases::{Data, GROUP_FILE as FILE, SECRET};
use super::default_flags;
use super::metadata::Metadata;
use super::parts::Parts;
use super::points::{self, Groups, Points, no_settings};
use super::static_validation;
use super::validator_arguments::Validators;
use crate::nearest::list;
use crate::problem::complaint::Complaints;
use crate::problem::folder::Folder;
use crate::problem::group::group_of;
use crate::problem::{
    CaseSettings, Content, GeneratorRule, Grader, Group, Scoring, ValidatorArguments,
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
                sheet.only(&[KEYS, points::KEYS, &static_validation::KEYS].concat(), complaints);
                self.expect_place(name, &sheet, complaints);
                self.arguments(&sheet, &mut own, complaints);
            }
            all.insert(name.clone(), own);
        }
        all
    }

    /// Scores are for `secret` and the groups directly in it, in problems that are scored (2025-09, "Test
    /// Data Groups").
    fn expect_place(&self, name: &str, sheet: &Sheet, complaints: &mut Complaints) {
        let below = name.strip_prefix(SECRET);
        let is_group = below.is_some_and(|below| below.matches('/').count() < 2);
        for key in points::KEYS {
            if sheet.get(key).is_none() {
                continue;
            }
            if !self.metadata.kind.scoring {
                let wrong =
                    "is for problems of type `scoring`: set `type: scoring` in `problem.yaml`";
                sheet.complain(key, wrong, complaints);
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
        let input = own.input.with(&own.submission);
        CaseSettings {
            arguments: own.submission,
            checker_arguments: Some(own.output),
            validator_arguments: Some(input),
            ..CaseSettings::default()
        }
    }

    fn tree(&self, data: &Data, complaints: &mut Complaints) -> Group {
        if !self.metadata.kind.scoring {
            return Group::root(Scoring::PassFail);
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
        let secret = Points::of_secret(own.as_ref(), complaints);
        let mut read = Groups::default();
        let all = &data.folders;
        if let Some(own) = &own {
            read.expect_earlier(SECRET, (own, &secret.needs), all, complaints);
        }
        let mut group = scored(SECRET, &secret, data);
        let mut plain = Vec::new();
        for (name, path) in data.folders.iter().filter(|(name, _)| group_of(name) == SECRET) {
            let Some((Some(sheet), _)) = sheet(name, complaints) else {
                plain.push(path);
                continue;
            };
            let points = Points::of_group(&sheet, complaints);
            points.expect_possible(&sheet, &secret, complaints);
            read.expect_earlier(name, (&sheet, &points.needs), all, complaints);
            group.groups.push(scored(name, &points, data));
            read.add(name, points);
        }
        secret.expect_sum(self.folder, own.as_ref(), &read, complaints);
        if !group.groups.is_empty() {
            for path in plain {
                complaints.about(self.folder.shown(path), no_settings(path));
            }
            if let Some(case) = data.cases.iter().find(|case| group_of(&case.name) == SECRET) {
                let groups = list(group.groups.iter().map(|group| group.name.as_str()));
                let groups = groups.unwrap_or_default();
                let wrong =
                    format!("lies beside the groups of `secret`: move it into one of {groups}");
                complaints.about(self.folder.shown(&case.met), wrong);
            }
        }
        root.groups.push(group);
        root
    }
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

//! Groups of `legacy` and of the drafts: `testdata.yaml` in each folder, every key inherited (legacy,
//! "Test Data Groups"); and the same files as DOMjudge reads them, where nothing is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::super::sheet::{Sheet, passed_over, quoted};
use super::cases::{Data, JUDGED, group_files};
use super::default_flags;
use super::metadata::Metadata;
use super::parts::{GRADERS, replaces_flags};
use super::validator_arguments::{Validators, flags};
use crate::problem::cases::FoundTest;
use crate::problem::complaint::Complaints;
use crate::problem::folder::Folder;
use crate::problem::group::{group_of, is_within};
use crate::problem::{
    DomjudgeGrader, Grader, Group, LegacyGrader, OnFailure, ScoreMode, Scoring, TestKind,
    ValidatorArguments, VerdictMode,
};
use crate::score::Score;

const KEYS: &[&str] = &[
    "on_reject",
    "grading",
    "grader_flags",
    "input_validator_flags",
    "output_validator_flags",
    "accept_score",
    "reject_score",
    "range",
    "full_feedback",
];

const IGNORE_SAMPLE: &str = "ignore_sample";

/// Flags of the default grader about verdicts, and those about scores.
const VERDICT_FLAGS: [&str; 6] = [
    "worst_error",
    "no_errors",
    "first_error",
    "always_accept",
    "accept_if_any_accepted",
    IGNORE_SAMPLE,
];
const SCORE_FLAGS: [(&str, ScoreMode); 4] = [
    ("sum", ScoreMode::Sum),
    ("avg", ScoreMode::Average),
    ("min", ScoreMode::Min),
    ("max", ScoreMode::Max),
];

/// What a group's file says, on top of what is inherited.
#[derive(Debug, Clone)]
struct Settings {
    breaks: bool,
    is_custom: bool,
    flags: Vec<String>,
    input_flags: ValidatorArguments,
    output_flags: Option<Vec<String>>,
    accept_score: Option<Score>,
    reject_score: Score,
    range: (Option<Score>, Option<Score>),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            breaks: true,
            is_custom: false,
            flags: Vec::new(),
            input_flags: ValidatorArguments::default(),
            output_flags: None,
            accept_score: None,
            reject_score: Score::zero(),
            range: (None, None),
        }
    }
}

/// By what groups are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules<'a> {
    /// Whether DOMjudge's rules hold.
    pub(super) is_domjudge: bool,
    /// Whether the package has a program that grades.
    pub(super) has_grader: bool,
    /// Whether the default output validator decides.
    pub(super) by_default: bool,
    pub(super) validators: &'a Validators,
}

/// The groups of a package: one for each folder. What proves validators has the arguments of the
/// folders that it lies in, which are no groups.
pub(super) fn groups(
    folder: &Folder,
    metadata: &Metadata,
    rules: Rules<'_>,
    data: &mut Data,
    complaints: &mut Complaints,
) -> Group {
    let reader = Reader { folder, metadata, rules, data, outermost: &JUDGED };
    let root = reader.group("", &Settings::default(), complaints);
    if !data.tests.is_empty() {
        let outermost = TestKind::IN_FOLDERS.map(|kind| kind.folder().unwrap_or_default());
        let outermost = &outermost;
        let reader = Reader { folder, metadata, rules, data, outermost };
        let tests = reader.group("", &Settings::default(), complaints);
        for FoundTest { case, .. } in &mut data.tests {
            let Group { checker_arguments, validator_arguments, .. } =
                tests.innermost(group_of(&case.name)).clone();
            case.settings.checker_arguments = Some(checker_arguments);
            case.settings.validator_arguments = Some(validator_arguments);
        }
    }
    root
}

struct Reader<'a> {
    folder: &'a Folder,
    metadata: &'a Metadata,
    rules: Rules<'a>,
    data: &'a Data,
    /// The folders of `data` that are read.
    outermost: &'a [&'a str],
}

impl Reader<'_> {
    fn group(&self, name: &str, around: &Settings, complaints: &mut Complaints) -> Group {
        let path = &self.data.folders[name];
        let mut files = group_files(self.metadata.edition).iter().map(|file| path.join(file));
        let is_there = |path: &PathBuf| std::fs::symlink_metadata(path).is_ok();
        let file = files.find(is_there);
        if let (Some(file), Some(other)) = (&file, files.find(is_there)) {
            let words =
                format!("is passed over: there is `{}` too", self.folder.shown(file).display());
            complaints.warn_about(self.folder.shown(&other), words);
        }
        let sheet = file.as_ref().and_then(|file| Sheet::read(self.folder, file, complaints));
        let by_domjudge = self.rules.is_domjudge && self.metadata.kind.scoring;
        let mut settings = if by_domjudge { Settings::default() } else { around.clone() };
        if let Some(sheet) = sheet {
            sheet.only(KEYS, complaints);
            self.read(&sheet, &mut settings, complaints);
            self.expect_fitting(name, &sheet, &settings, complaints);
        }
        if let Some(grading) = self.metadata.grading.as_ref().filter(|_| !by_domjudge) {
            self.read_ancient(grading, &mut settings, complaints);
        }
        let by_default = !by_domjudge && !settings.is_custom;
        if by_default && settings.flags.iter().any(|flag| flag == IGNORE_SAMPLE) {
            self.expect_two_results(name, path, complaints);
        }
        let grader = if by_domjudge {
            domjudge(file.is_some(), &settings)
        } else {
            legacy(&settings, self.metadata.minimizes())
        };
        let inner: Vec<&str> = match name {
            "" => {
                let outermost = self.outermost.iter().copied();
                outermost.filter(|name| self.data.folders.contains_key(*name)).collect()
            }
            name => {
                let all =
                    self.data.folders.range(format!("{name}/")..).map(|(name, _)| name.as_str());
                let below = all.take_while(|other| is_within(other, name));
                below.filter(|other| group_of(other) == name).collect()
            }
        };
        let scored = self.metadata.kind.scoring;
        let checker_arguments = match &settings.output_flags {
            Some(flags) => flags.clone(),
            // In place of the problem's, which are not the program's own then.
            None if replaces_flags(self.metadata, self.rules.is_domjudge) => {
                self.metadata.validator_flags.as_ref().map_or_else(Vec::new, |f| f.value.clone())
            }
            None => Vec::new(),
        };
        Group {
            name: name.to_owned(),
            scoring: Some(if scored { Scoring::Sum } else { Scoring::PassFail }),
            worth: settings.range.1.clone().filter(|_| scored),
            full: settings.accept_score.clone().unwrap_or_else(Score::one),
            full_by_case: BTreeMap::new(),
            on_failure: if settings.breaks { OnFailure::Break } else { OnFailure::Continue },
            needs: Vec::new(),
            part_is_enough: false,
            checker_arguments,
            validator_arguments: settings.input_flags.clone(),
            grader,
            groups: inner
                .into_iter()
                .map(|inner| self.group(inner, &settings, complaints))
                .collect(),
        }
    }

    fn read(&self, sheet: &Sheet, settings: &mut Settings, complaints: &mut Complaints) {
        if let Some(breaks) =
            sheet.word("on_reject", &[("break", true), ("continue", false)], complaints)
        {
            settings.breaks = breaks;
        }
        if let Some(is_custom) =
            sheet.word("grading", &[("default", false), ("custom", true)], complaints)
        {
            settings.is_custom = is_custom;
            if is_custom {
                self.expect_grader(sheet, complaints);
            }
        }
        if let Some(flags) = sheet.words("grader_flags", complaints) {
            settings.flags = flags.value;
        }
        if let Some(flags) = self.rules.validators.flags(sheet, complaints) {
            settings.input_flags = flags;
        }
        let key = "output_validator_flags";
        if let Some(flags) = flags(sheet, key, complaints) {
            if self.rules.by_default {
                default_flags::expect(sheet, key, &flags, true, complaints);
            }
            settings.output_flags = Some(flags);
        }
        self.read_scores(sheet, settings, complaints);
    }

    fn read_scores(&self, sheet: &Sheet, settings: &mut Settings, complaints: &mut Complaints) {
        if !self.metadata.kind.scoring {
            for key in ["accept_score", "reject_score", "range"] {
                if sheet.get(key).is_some() {
                    let words = "is passed over: it is for problems of type `scoring`";
                    sheet.warn(key, words, complaints);
                }
            }
            return;
        }
        let number = |key: &str, complaints: &mut Complaints| {
            sheet.number(key, "a number", -1e9..=1e9, complaints).map(Score::decimal)
        };
        settings.accept_score = number("accept_score", complaints).or(settings.accept_score.take());
        if let Some(score) = number("reject_score", complaints) {
            settings.reject_score = score;
        }
        if let Some(range) = range(sheet, complaints) {
            settings.range = range;
        }
    }

    /// Complains where no program can grade.
    fn expect_grader(&self, sheet: &Sheet, complaints: &mut Complaints) {
        if !self.metadata.kind.scoring {
            let wrong = "`custom` is for problems of type `scoring`";
            sheet.complain("grading", wrong, complaints);
        } else if self.rules.is_domjudge {
            sheet.warn("grading", "`custom` is passed over, as by DOMjudge", complaints);
        } else if !self.rules.has_grader {
            let wrong = format!("`custom` needs a program in `{GRADERS}`, and there is none");
            sheet.complain("grading", wrong, complaints);
        }
    }

    /// Warns of a grader that fails, whatever the submission: with `ignore_sample`, which is often
    /// inherited by mistake, there may be two results only.
    fn expect_two_results(&self, name: &str, path: &Path, complaints: &mut Complaints) {
        let cases = self.data.cases.iter().filter(|case| group_of(&case.name) == name);
        let is_judged = |other: &str| JUDGED.contains(&other.split('/').next().unwrap_or(other));
        let groups = self.data.folders.keys().filter(|other| group_of(other) == name);
        let results = cases.count() + groups.filter(|other| is_judged(other)).count();
        if results > 2 {
            let words = format!(
                "its grader fails: it has the flag `{IGNORE_SAMPLE}`, perhaps from a folder around it, \
                 and {results} results, not 1 or 2"
            );
            complaints.warn_about(self.folder.shown(path), words);
        } else if results == 2 && !name.is_empty() {
            let dropped = self.first_of(name);
            let words = format!(
                "`{dropped}` does not count: the grader of this group has the flag `{IGNORE_SAMPLE}`, \
                 perhaps from a folder around it, and drops the first of two results; set \
                 `grader_flags` in this folder"
            );
            complaints.warn_about(self.folder.shown(path), words);
        }
    }

    /// The first case or group directly in a group, in the order in which results are folded.
    fn first_of<'n>(&'n self, name: &'n str) -> &'n str {
        let cases = self.data.cases.iter().map(|case| case.name.as_str());
        let all = cases.chain(self.data.folders.keys().map(String::as_str));
        let own = all.filter(|other| group_of(other) == name && !other.is_empty());
        own.min_by(|left, right| left.split('/').cmp(right.split('/'))).unwrap_or(name)
    }

    /// The keys of `grading` in `problem.yaml` that ancient packages have, which hold in every group
    /// (problemtools).
    fn read_ancient(&self, grading: &Sheet, settings: &mut Settings, complaints: &mut Complaints) {
        let known = [("first_error", true), ("worst_error", false), ("grade", false)];
        if let Some(breaks) = grading.word("on_reject", &known, complaints) {
            settings.breaks = breaks;
        }
        self.read_scores(grading, settings, complaints);
    }

    /// Warns of flags that are unknown, and of those that make a grader fail.
    fn expect_fitting(
        &self,
        name: &str,
        sheet: &Sheet,
        settings: &Settings,
        complaints: &mut Complaints,
    ) {
        let by_domjudge = self.rules.is_domjudge && self.metadata.kind.scoring;
        for flag in &settings.flags {
            let is_own = settings.is_custom && !by_domjudge;
            if is_own || sheet.get("grader_flags").is_none() || score_mode(flag).is_some() {
                continue;
            }
            if by_domjudge && flag != IGNORE_SAMPLE {
                let words = format!("DOMjudge does not know {}", quoted(flag));
                sheet.warn("grader_flags", words, complaints);
            } else if !VERDICT_FLAGS.contains(&flag.as_str()) {
                let known = VERDICT_FLAGS.iter().copied().chain(SCORE_FLAGS.map(|(flag, _)| flag));
                let words = passed_over("flag", "", flag, known);
                sheet.warn("grader_flags", words, complaints);
            }
        }
        let ignores = settings.flags.iter().any(|flag| flag == IGNORE_SAMPLE) && !by_domjudge;
        if ignores && name.is_empty() && settings.breaks {
            let words = "`ignore_sample` needs `on_reject: continue`: else a sample that fails keeps \
                         `secret` from being run";
            sheet.warn("grader_flags", words, complaints);
        }
    }
}

fn legacy(settings: &Settings, lower_is_better: bool) -> Grader {
    let mut grader = LegacyGrader {
        accept_score: settings.accept_score.clone().unwrap_or_else(Score::one),
        reject_score: settings.reject_score.clone(),
        range: settings.range.clone(),
        lower_is_better,
        custom: settings.is_custom.then(|| settings.flags.clone()),
        ..LegacyGrader::default()
    };
    // Of several modes the last wins; the default grader passes over what it does not know.
    for flag in &settings.flags {
        match flag.as_str() {
            "worst_error" | "no_errors" => grader.verdicts = VerdictMode::WorstError,
            "first_error" => grader.verdicts = VerdictMode::FirstError,
            "always_accept" => grader.verdicts = VerdictMode::AlwaysAccept,
            "accept_if_any_accepted" => grader.any_accepted = true,
            IGNORE_SAMPLE => grader.ignores_sample = true,
            other => grader.scores = score_mode(other).unwrap_or(grader.scores),
        }
    }
    Grader::Legacy(Box::new(grader))
}

fn domjudge(is_described: bool, settings: &Settings) -> Grader {
    let scores = settings.flags.iter().rev().find_map(|flag| score_mode(flag));
    Grader::Domjudge(Box::new(DomjudgeGrader {
        is_described,
        scores: scores.unwrap_or_default(),
        ignores_sample: settings.flags.iter().any(|flag| flag == IGNORE_SAMPLE),
        accept_score: settings.accept_score.clone(),
    }))
}

fn score_mode(flag: &str) -> Option<ScoreMode> {
    SCORE_FLAGS.iter().find(|(known, _)| *known == flag).map(|&(_, mode)| mode)
}

/// Two numbers with a blank between them.
fn range(sheet: &Sheet, complaints: &mut Complaints) -> Option<(Option<Score>, Option<Score>)> {
    let node = sheet.get("range")?;
    let bound = |text: &str| -> Option<Option<Score>> {
        let number: f64 = text.parse().ok().filter(|number: &f64| !number.is_nan())?;
        Some((number.abs() < 1e12).then(|| Score::decimal(number)))
    };
    let words: Vec<_> = node.as_text().unwrap_or_default().split_whitespace().map(bound).collect();
    if let [Some(least), Some(most)] = words.as_slice() {
        if let (Some(least), Some(most)) = (least, most)
            && least > most
        {
            sheet.complain("range", "the first number is above the second", complaints);
        }
        return Some((least.clone(), most.clone()));
    }
    let found = node.as_text().map_or_else(|| node.value.kind().to_owned(), quoted);
    let wrong = format!("expected two numbers in one string, such as `0 100`, found {found}");
    sheet.complain("range", wrong, complaints);
    None
}

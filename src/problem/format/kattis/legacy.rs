//! Groups of `legacy` and of the drafts: `testdata.yaml` in each folder, every key inherited (legacy,
//! "Test Data Groups"); and the same files as DOMjudge reads them, where nothing is.

use std::path::Path;

use super::cases::Data;
use super::metadata::Metadata;
use super::parts::replaces_flags;
use super::sheet::Sheet;
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;
use crate::problem::folder::Folder;
use crate::problem::{
    DomjudgeGrader, Grader, Group, LegacyGrader, OnFailure, ScoreMode, Scoring, VerdictMode,
};
use crate::score::Score;

/// The file of a group's settings; DOMjudge reads the name of 2025-09 too.
const FILES: [&str; 2] = ["testdata.yaml", "test_group.yaml"];

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

/// What a group's file says, on top of what is inherited.
#[derive(Debug, Clone)]
struct Settings {
    breaks: bool,
    is_custom: bool,
    flags: Vec<String>,
    input_flags: Vec<String>,
    output_flags: Option<Vec<String>>,
    accept_score: Score,
    reject_score: Score,
    range: (Option<Score>, Option<Score>),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            breaks: true,
            is_custom: false,
            flags: Vec::new(),
            input_flags: Vec::new(),
            output_flags: None,
            accept_score: Score::one(),
            reject_score: Score::zero(),
            range: (None, None),
        }
    }
}

/// The groups of a package: one for each folder.
pub(super) fn groups(
    folder: &Folder,
    metadata: &Metadata,
    is_domjudge: bool,
    data: &Data,
    complaints: &mut Complaints,
) -> Group {
    let reader = Reader { folder, metadata, is_domjudge, data };
    reader.group("", &Settings::default(), complaints)
}

struct Reader<'a> {
    folder: &'a Folder,
    metadata: &'a Metadata,
    is_domjudge: bool,
    data: &'a Data,
}

impl Reader<'_> {
    fn group(&self, name: &str, around: &Settings, complaints: &mut Complaints) -> Group {
        let path = &self.data.folders[name];
        let sheet = FILES.iter().find_map(|file| {
            let path = path.join(file);
            std::fs::symlink_metadata(&path).ok()?;
            Some(Sheet::read(self.folder, &path, complaints))
        });
        let is_described = sheet.is_some();
        let by_domjudge = self.is_domjudge && self.metadata.kind.scoring;
        let mut settings = if by_domjudge { Settings::default() } else { around.clone() };
        if let Some(sheet) = sheet.flatten() {
            self.read(&sheet, &mut settings, complaints);
        }
        let states_score = is_described && settings.accept_score != Score::one();
        let grader = if by_domjudge {
            self.domjudge(path, is_described, states_score, &settings, complaints)
        } else {
            self.legacy(path, &settings, complaints)
        };
        let inner = self.data.folders.keys().filter(|other| {
            let below = match name {
                "" => Some(other.as_str()),
                name => other.strip_prefix(name).and_then(|rest| rest.strip_prefix('/')),
            };
            below.is_some_and(|below| !below.is_empty() && !below.contains('/'))
        });
        let scored = self.metadata.kind.scoring;
        let checker_arguments = match &settings.output_flags {
            Some(flags) => flags.clone(),
            // In place of the problem's, which are not the program's own then.
            None if replaces_flags(self.metadata, self.is_domjudge) => {
                self.metadata.validator_flags.as_ref().map_or_else(Vec::new, |f| f.value.clone())
            }
            None => Vec::new(),
        };
        Group {
            name: name.to_owned(),
            scoring: Some(if scored { Scoring::Sum } else { Scoring::PassFail }),
            worth: settings.range.1.clone().filter(|_| scored),
            full: settings.accept_score.clone(),
            on_failure: if settings.breaks { OnFailure::Break } else { OnFailure::Continue },
            needs: Vec::new(),
            checker_arguments,
            validator_arguments: settings.input_flags.clone(),
            grader,
            groups: inner.map(|inner| self.group(inner, &settings, complaints)).collect(),
        }
    }

    fn read(&self, sheet: &Sheet, settings: &mut Settings, complaints: &mut Complaints) {
        sheet.only(KEYS, complaints);
        if let Some(Found { value, .. }) = sheet.text("on_reject", complaints) {
            match value.as_str() {
                "break" => settings.breaks = true,
                "continue" => settings.breaks = false,
                other => {
                    let wrong = format!("expected `break` or `continue`, found `{other}`");
                    sheet.complain("on_reject", wrong, complaints);
                }
            }
        }
        if let Some(Found { value, .. }) = sheet.text("grading", complaints) {
            match value.as_str() {
                "default" => settings.is_custom = false,
                "custom" => settings.is_custom = true,
                other => {
                    let wrong = format!("expected `default` or `custom`, found `{other}`");
                    sheet.complain("grading", wrong, complaints);
                }
            }
        }
        if let Some(flags) = sheet.words("grader_flags", complaints) {
            settings.flags = flags.value;
        }
        if let Some(flags) = flags(sheet, "input_validator_flags", complaints) {
            settings.input_flags = flags;
        }
        if let Some(flags) = flags(sheet, "output_validator_flags", complaints) {
            settings.output_flags = Some(flags);
        }
        if !self.metadata.kind.scoring {
            for key in ["accept_score", "reject_score", "range"] {
                if sheet.get(key).is_some() {
                    sheet.warn(key, "is for problems of type `scoring`", complaints);
                }
            }
            return;
        }
        for (key, score) in [
            ("accept_score", &mut settings.accept_score),
            ("reject_score", &mut settings.reject_score),
        ] {
            if let Some(number) = sheet.number(key, "a number", -1e9..=1e9, complaints) {
                *score = Score::decimal(number);
            }
        }
        if let Some(range) = range(sheet, complaints) {
            settings.range = range;
        }
    }

    fn legacy(&self, path: &Path, settings: &Settings, complaints: &mut Complaints) -> Grader {
        if settings.is_custom {
            let message = "`grading: custom`: graders that are programs are not supported";
            complaints.about(self.folder.shown(path), message);
        }
        let mut grader = LegacyGrader {
            verdicts: VerdictMode::default(),
            scores: ScoreMode::default(),
            any_accepted: false,
            ignores_sample: false,
            accept_score: settings.accept_score.clone(),
            reject_score: settings.reject_score.clone(),
            range: settings.range.clone(),
            custom: None,
        };
        // Of several modes the last wins; the default grader passes over what it does not know.
        for flag in &settings.flags {
            match flag.as_str() {
                "worst_error" | "no_errors" => grader.verdicts = VerdictMode::WorstError,
                "first_error" => grader.verdicts = VerdictMode::FirstError,
                "always_accept" => grader.verdicts = VerdictMode::AlwaysAccept,
                "accept_if_any_accepted" => grader.any_accepted = true,
                "ignore_sample" => grader.ignores_sample = true,
                other => {
                    if let Some(mode) = score_mode(other) {
                        grader.scores = mode;
                    } else {
                        let words = format!("unknown grader flag `{other}` is passed over");
                        complaints.warn_about(self.folder.shown(path), words);
                    }
                }
            }
        }
        Grader::Legacy(Box::new(grader))
    }

    fn domjudge(
        &self,
        path: &Path,
        is_described: bool,
        states_score: bool,
        settings: &Settings,
        complaints: &mut Complaints,
    ) -> Grader {
        let mut grader = DomjudgeGrader {
            is_described,
            scores: ScoreMode::default(),
            ignores_sample: false,
            accept_score: states_score.then(|| settings.accept_score.clone()),
        };
        for flag in &settings.flags {
            if let Some(mode) = score_mode(flag) {
                grader.scores = mode;
            } else if flag == "ignore_sample" {
                grader.ignores_sample = true;
            } else {
                let words = format!("DOMjudge does not know the grader flag `{flag}`");
                complaints.warn_about(self.folder.shown(path), words);
            }
        }
        Grader::Domjudge(Box::new(grader))
    }
}

fn score_mode(flag: &str) -> Option<ScoreMode> {
    Some(match flag {
        "sum" => ScoreMode::Sum,
        "avg" => ScoreMode::Average,
        "min" => ScoreMode::Min,
        "max" => ScoreMode::Max,
        _ => return None,
    })
}

/// Flags as one text, or as a map of a validator's name and its flags.
fn flags(sheet: &Sheet, key: &str, complaints: &mut Complaints) -> Option<Vec<String>> {
    let node = sheet.get(key)?;
    if node.as_map().is_none() {
        return sheet.words(key, complaints).map(|found| found.value);
    }
    let text = node.get("flags").and_then(|flags| flags.as_text());
    if text.is_none() {
        sheet.complain(key, "expected flags as one text", complaints);
    }
    sheet.warn(key, "these flags are given to every validator", complaints);
    Some(text?.split_whitespace().map(str::to_owned).collect())
}

/// Two numbers with a blank between them.
fn range(sheet: &Sheet, complaints: &mut Complaints) -> Option<(Option<Score>, Option<Score>)> {
    let Found { value, .. } = sheet.text("range", complaints)?;
    let bound = |text: &str| -> Option<Option<Score>> {
        let number: f64 = text.parse().ok().filter(|number: &f64| !number.is_nan())?;
        Some((number.abs() < 1e12).then(|| Score::decimal(number)))
    };
    let words: Vec<_> = value.split_whitespace().map(bound).collect();
    if let [Some(least), Some(most)] = words.as_slice() {
        return Some((least.clone(), most.clone()));
    }
    let wrong = format!("expected two numbers such as `0 100`, found `{value}`");
    sheet.complain("range", wrong, complaints);
    None
}

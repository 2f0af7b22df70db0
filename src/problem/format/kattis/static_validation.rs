//! Static validations of 2025-09 ("Static validation test cases"): one more case in each group whose
//! `test_group.yaml` says `static_validation_score`.

use super::super::sheet::Sheet;
use super::cases::{Data, GROUP_FILE, SECRET};
use super::edition::Edition;
use super::metadata::Metadata;
use super::parts::STATIC_VALIDATOR;
use crate::problem::complaint::Complaints;
use crate::problem::draft::{PartDraft, StaticCase};
use crate::problem::folder::Folder;
use crate::problem::group::is_sample;
use crate::problem::{Group, Scoring};
use crate::score::Score;

const SCORE: &str = "static_validation_score";
const ARGUMENTS: &str = "static_validator_args";

/// The keys of groups.
pub(super) const KEYS: [&str; 2] = [SCORE, ARGUMENTS];

/// What the case of a group is called below it: a name as cases have them. The text gives it none.
const NAME: &str = "static_validation";

/// What a static validation may give.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum StaticScore {
    /// Nothing of its own: it must be accepted.
    PassFail,
    /// This score at the most.
    UpTo(f64),
}

/// What a group says of it.
pub(super) fn score(sheet: &Sheet, complaints: &mut Complaints) -> Option<StaticScore> {
    if sheet.get(SCORE)?.as_text() == Some(Scoring::PassFail.name()) {
        return Some(StaticScore::PassFail);
    }
    let what = "`pass-fail` or an integer";
    let most = sheet.number(SCORE, what, 0.0..=1e9, complaints)?;
    if most.fract() != 0.0 {
        sheet.complain(SCORE, format!("expected {what}"), complaints);
        return None;
    }
    Some(StaticScore::UpTo(most))
}

/// The program with its cases; `None` where there are none.
pub(super) fn find(
    folder: &Folder,
    metadata: &Metadata,
    data: &Data,
    tree: &Group,
    program: Option<PartDraft>,
    complaints: &mut Complaints,
) -> Option<(PartDraft, Vec<StaticCase>)> {
    if metadata.edition != Edition::Current {
        return None;
    }
    let finder = Finder { metadata, data, tree, has_program: program.is_some() };
    let mut cases = Vec::new();
    for (name, path) in &data.folders {
        // What cannot be read of it was told before.
        let file = path.join(GROUP_FILE);
        let is_there = std::fs::symlink_metadata(&file).is_ok();
        let sheet = is_there.then(|| Sheet::read(folder, &file, &mut Complaints::default()));
        if let Some(sheet) = sheet.flatten() {
            cases.extend(finder.case(name, &sheet, complaints));
        }
    }
    let program = program?;
    if cases.is_empty() {
        let words = format!("is passed over: no group says `{SCORE}`");
        complaints.warn_at(&program.origin, words);
        return None;
    }
    Some((program, cases))
}

struct Finder<'a> {
    metadata: &'a Metadata,
    data: &'a Data,
    tree: &'a Group,
    has_program: bool,
}

impl Finder<'_> {
    /// The case that the group of this name has, where its sheet says so.
    fn case(&self, group: &str, sheet: &Sheet, complaints: &mut Complaints) -> Option<StaticCase> {
        let arguments = sheet.list(ARGUMENTS, complaints);
        if sheet.get(SCORE).is_none() {
            if arguments.is_some() {
                let wrong = format!("is for groups with `{SCORE}`");
                sheet.complain(ARGUMENTS, wrong, complaints);
            }
            return None;
        }
        let score = score(sheet, complaints)?;
        let name = format!("{group}/{NAME}");
        let wrong = self.misplaced(group).or_else(|| self.impossible(group, score));
        let wrong = wrong.or_else(|| {
            let is_taken = self.data.cases.iter().any(|case| case.name == name);
            is_taken.then(|| format!("its case is called `{name}`, and there is one of that name"))
        });
        if let Some(wrong) = wrong {
            sheet.complain(SCORE, wrong, complaints);
            return None;
        }
        if score == StaticScore::PassFail {
            let words = "the text of the format asks for `pass-fail` here in one place and forbids the \
                         key in another: it is read";
            sheet.remark(SCORE, words, complaints);
        }
        let full = match score {
            StaticScore::PassFail => self.tree.innermost(group).full.clone(),
            StaticScore::UpTo(most) => Score::decimal(most),
        };
        let arguments = arguments.map_or_else(Vec::new, |found| found.value);
        Some(StaticCase { name, arguments: self.metadata.with_constants(arguments), full })
    }

    /// Why no static validation can be in this group, or anywhere.
    fn misplaced(&self, group: &str) -> Option<String> {
        let below = group.strip_prefix(SECRET);
        let is_group = below.is_some_and(|below| below.matches('/').count() < 2);
        let has_groups =
            self.tree.groups.iter().any(|group| group.name == SECRET && !group.groups.is_empty());
        if !self.has_program {
            Some(format!("needs a program in `{STATIC_VALIDATOR}`, and there is none"))
        } else if group != "sample" && !is_group {
            Some("is for `sample`, `secret` and the groups directly in it".to_owned())
        } else if group == SECRET && has_groups {
            Some("is for the groups in `secret`, since there are some".to_owned())
        } else {
            None
        }
    }

    /// Why a group cannot have a static validation that gives this.
    fn impossible(&self, group: &str, score: StaticScore) -> Option<String> {
        let Group { scoring, worth, .. } = self.tree.counting(group);
        let is_pass_fail = matches!(scoring, None | Some(Scoring::PassFail));
        match score {
            StaticScore::PassFail if is_pass_fail => None,
            StaticScore::PassFail => {
                Some("`pass-fail` is for groups that are all or nothing".to_owned())
            }
            StaticScore::UpTo(_) if !self.metadata.kind.scoring => {
                Some("expected `pass-fail`, since the problem gives no scores".to_owned())
            }
            StaticScore::UpTo(_) if is_sample(group) => {
                Some("expected `pass-fail`, since samples give no points".to_owned())
            }
            StaticScore::UpTo(_) if is_pass_fail => {
                Some("expected `pass-fail`, since the group is all or nothing".to_owned())
            }
            StaticScore::UpTo(most) => {
                let bound = worth.as_ref().filter(|bound| Score::decimal(most) > **bound)?;
                Some(format!("{most} is more than the `max_score` of the group, {bound}"))
            }
        }
    }
}

//! Loads a folder of inputs and answers without any settings. Knows nothing of `problem.toml`.

use jury_checkers::Options;

use super::complaint::{Complaints, LoadError};
use super::folder::{Folder, Kind};
use super::package::{DEFAULT_CHECKER, resolve_limits, slug, with_limits};
use super::written::WrittenLimits;
use super::{LimitRules, SETTINGS, data};
use crate::problem::{CheckerChoice, Problem, Scoring};

/// Loads the folder; the error tells all that is wrong with it.
pub(super) fn load(folder: &Folder) -> Result<Problem, LoadError> {
    let mut complaints = Complaints::default();
    let base = base(folder, &mut complaints);
    let found = data::find(folder, &base, &["ans", "out"], &mut complaints);
    if found.is_empty() {
        let message = format!("no problem here: expected `{SETTINGS}`, or `*.in` with `*.ans`");
        complaints.about(&folder.shown, message);
    }
    for case in found.iter().filter(|case| case.answer.is_none()) {
        let stem = case.met.with_extension("");
        let stem = folder.shown(&stem);
        let name = stem.file_name().unwrap_or_default().display();
        let message = format!("input without an answer: expected `{name}.ans` or `{name}.out`");
        complaints.about(folder.shown(&case.met), message);
    }
    let limits = resolve_limits(WrittenLimits::default());
    let name = slug(folder);
    let problem = Problem {
        slug: name.clone(),
        name,
        code: None,
        source: None,
        folder: folder.real.clone(),
        checker: CheckerChoice::Shipped { name: DEFAULT_CHECKER.into(), options: Options::new() },
        validator: None,
        interactor: None,
        reference: None,
        scoring: Scoring::PassFail,
        limits,
        limit_rules: LimitRules::default(),
        recipes: Vec::new(),
        stress: None,
        cases: found.into_iter().map(|case| with_limits(case, limits)).collect(),
        submissions: Vec::new(),
    };
    complaints.or(&folder.shown, Some(problem))
}

/// Where names of cases begin: the folder itself if inputs stand in it, else its `data` if there
/// is one.
fn base(folder: &Folder, complaints: &mut Complaints) -> std::path::PathBuf {
    let entries = folder.entries(&folder.real, complaints);
    let is_input = |name: &str| std::path::Path::new(name).extension().is_some_and(|e| e == "in");
    let has_inputs = entries.iter().any(|e| e.kind != Kind::Folder && is_input(&e.name));
    let data = entries.iter().find(|e| e.kind == Kind::Folder && e.name == "data");
    match data {
        Some(data) if !has_inputs => data.path.clone(),
        _ => folder.real.clone(),
    }
}

//! A folder of inputs and answers without any settings.

use std::path::Path;

use crate::problem::cases;
use crate::problem::complaint::Complaints;
use crate::problem::draft::Draft;
use crate::problem::folder::{Folder, Kind};
use crate::problem::layout::Layout;

/// Plain folders are laid out as packages of ours are, but outputs of programs serve as answers too.
const LAYOUT: Layout = Layout { answers: &["ans", "out"], ..Layout::OWN };

/// The folder's cases, each of which must have an answer.
pub(super) fn read(folder: &Folder, complaints: &mut Complaints) -> Draft {
    let layout = layout(folder, complaints);
    let found = cases::find(folder, &layout, complaints);
    let (input, answer) = (layout.input, layout.answer());
    if found.is_empty() {
        let settings = layout.settings;
        let message =
            format!("no problem here: expected `{settings}`, or `*.{input}` with `*.{answer}`");
        complaints.about(&folder.shown, message);
    }
    let (cases, unanswered): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|case| case.answer.is_some());
    for case in unanswered {
        let stem = folder.shown(&case.met.with_extension(""));
        let name = stem.file_name().unwrap_or_default().display();
        let endings: Vec<_> =
            layout.answers.iter().map(|ending| format!("`{name}.{ending}`")).collect();
        let message = format!("input without an answer: expected {}", endings.join(" or "));
        complaints.about(folder.shown(&case.met), message);
    }
    Draft { cases, ..Draft::empty(layout, "a plain folder of cases") }
}

/// Names of cases begin in the folder itself if inputs stand in it, or if there is no folder of cases.
fn layout(folder: &Folder, complaints: &mut Complaints) -> Layout {
    let entries = folder.entries(&folder.real, complaints);
    let is_input = |name: &str| Path::new(name).extension().is_some_and(|e| e == LAYOUT.input);
    let has_inputs = entries.iter().any(|e| e.kind != Kind::Folder && is_input(&e.name));
    let has_data = entries.iter().any(|e| e.kind == Kind::Folder && e.name == LAYOUT.data);
    if has_data && !has_inputs { LAYOUT } else { Layout { data: "", ..LAYOUT } }
}

//! Resolves what is expected of jury submissions: the verdict of their folder, or the verdicts that
//! the package permits some of them.

use super::super::KeptSubmission;
use super::super::complaint::Complaints;
use super::super::draft::{ExpectationDraft, Found};
use super::super::expected::Expected;
use super::super::folder::Folder;
use super::super::glob::CaseGlob;
use super::super::layout::Layout;

/// The submissions; the last expectation whose pattern fits one wins. Complains of patterns that fit
/// none.
pub(super) fn resolve(
    folder: &Folder,
    layout: &Layout,
    mut kept: Vec<KeptSubmission>,
    drafts: Vec<ExpectationDraft>,
    complaints: &mut Complaints,
) -> Vec<KeptSubmission> {
    let top = folder.real.join(layout.submissions);
    for ExpectationDraft { submissions, verdicts } in drafts {
        let Some(Found { value: pattern, origin }) = submissions else { continue };
        let glob = match CaseGlob::new(&pattern) {
            Ok(glob) => glob,
            Err(bad) => {
                complaints.at(&origin, format!("`submissions`: {bad}"));
                continue;
            }
        };
        let fits = |kept: &&mut KeptSubmission| {
            let name = kept.path.strip_prefix(&top).ok().and_then(|below| below.to_str());
            name.is_some_and(|name| glob.matches(name))
        };
        let mut fitting = kept.iter_mut().filter(fits).peekable();
        if fitting.peek().is_none() {
            let message = format!("`submissions`: `{pattern}` matches no submission");
            complaints.at(&origin, message);
        }
        if let Some(expected) = verdicts.as_deref().and_then(Expected::any_of) {
            fitting.for_each(|kept| kept.expectation.verdicts = expected);
        }
    }
    kept
}

//! Finds the submissions kept with a problem, each in a folder named by the verdict that it must
//! get.

use super::complaint::Complaints;
use super::folder::{Folder, Kind};
use super::layout::Layout;
use crate::nearest::unknown;
use crate::problem::KeptSubmission;

/// The jury submissions, in byte order of the paths; none where there is no folder of them.
pub(super) fn find(
    folder: &Folder,
    layout: &Layout,
    complaints: &mut Complaints,
) -> Vec<KeptSubmission> {
    let top = folder.real.join(layout.submissions);
    if !top.exists() {
        return Vec::new();
    }
    if let Err(wrong) = folder.look(&top) {
        complaints.about(folder.shown(&top), wrong);
        return Vec::new();
    }
    let mut kept = Vec::new();
    for entry in folder.entries(&top, complaints) {
        if entry.kind == Kind::Astray {
            complaints.about(folder.shown(&entry.path), folder.astray(&entry.path));
            continue;
        }
        let known = layout.verdict_folders.iter().find(|(name, _)| *name == entry.name);
        match known {
            Some(&(_, verdict)) if entry.kind == Kind::Folder => {
                let submissions = folder.entries(&entry.path, complaints);
                for submission in submissions.into_iter().filter(|s| s.name != "__pycache__") {
                    let path = submission.path;
                    if submission.kind == Kind::Astray {
                        complaints.about(folder.shown(&path), folder.astray(&path));
                    } else {
                        kept.push(KeptSubmission::of(path, verdict.into()));
                    }
                }
            }
            None if entry.kind == Kind::Folder => {
                let names = layout.verdict_folders.iter().map(|(name, _)| *name);
                let message = unknown("folder of submissions", &entry.name, names);
                complaints.about(folder.shown(&entry.path), message);
            }
            _ => complaints.about(
                folder.shown(&entry.path),
                "expected a folder named by a verdict, such as `accepted` or `wrong_answer`",
            ),
        }
    }
    kept
}

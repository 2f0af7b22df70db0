//! Finds the submissions kept with a problem, each in a folder named by the verdict that it must
//! get. Knows nothing of languages.

use super::complaint::Complaints;
use super::folder::{Folder, Kind};
use crate::nearest::unknown;
use crate::problem::KeptSubmission;
use crate::verdict::Verdict;

/// Folders below `submissions/` and the verdict that each stands for. The first names are those
/// of the ICPC problem package format; the others follow their manner.
pub const VERDICT_FOLDERS: &[(&str, Verdict)] = &[
    ("accepted", Verdict::Accepted),
    ("partially_accepted", Verdict::PartialScore),
    ("wrong_answer", Verdict::WrongAnswer),
    ("output_format", Verdict::OutputFormat),
    ("time_limit_exceeded", Verdict::TimeLimit),
    ("idleness_limit_exceeded", Verdict::IdleLimit),
    ("memory_limit_exceeded", Verdict::MemoryLimit),
    ("output_limit_exceeded", Verdict::OutputLimit),
    ("run_time_error", Verdict::RunTimeError),
    ("security_violation", Verdict::SecurityViolation),
    ("compile_error", Verdict::CompileError),
];

/// The submissions in `submissions/`, in byte order of the paths; none where there is no such
/// folder.
pub(super) fn find(folder: &Folder, complaints: &mut Complaints) -> Vec<KeptSubmission> {
    let top = folder.real.join("submissions");
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
        let known = VERDICT_FOLDERS.iter().find(|(name, _)| *name == entry.name);
        match known {
            Some(&(_, expected)) if entry.kind == Kind::Folder => {
                let submissions = folder.entries(&entry.path, complaints);
                for submission in submissions.into_iter().filter(|s| s.name != "__pycache__") {
                    let path = submission.path;
                    if submission.kind == Kind::Astray {
                        complaints.about(folder.shown(&path), folder.astray(&path));
                    } else {
                        kept.push(KeptSubmission { path, expected });
                    }
                }
            }
            None if entry.kind == Kind::Folder => {
                let names = VERDICT_FOLDERS.iter().map(|(name, _)| *name);
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

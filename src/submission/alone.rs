//! The package's code that submissions are compiled together with, by itself: when a build fails, it tells whose
//! failure that is.

use std::path::PathBuf;

use super::Submission;
use crate::problem::SharedCode;
use crate::regular;

/// What makes an object of a program that is not whole.
const OBJECT: &str = "-r";

/// The package's code by itself, which builds unless the package is at fault; `None` where that cannot be told: there
/// is none in C or C++, or it includes the submission.
pub(super) fn alone(submission: &Submission) -> Option<Submission> {
    let (name, place) = submission.setting.grader.clone()?;
    let mut setting = submission.setting.clone();
    let own = setting.single.replace(name.clone()).unwrap_or_default();
    let speaks_of_it = |(_, file): &(String, PathBuf)| {
        let text = regular::read(file, SharedCode::LARGEST_FILE).unwrap_or_default();
        memchr::memmem::find(&text, own.as_bytes()).is_some()
    };
    if setting.beside.iter().any(speaks_of_it) {
        return None;
    }
    setting.beside.retain(|(beside, _)| *beside != name);
    setting.flags = vec![OBJECT.to_owned()];
    (setting.grader, setting.is_unbuffered) = (None, false);
    setting.otherwise.clear();
    Some(Submission { path: place.clone(), real: place, setting, ..submission.clone() })
}

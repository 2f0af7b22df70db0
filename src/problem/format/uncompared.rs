//! Inputs that are there without what makes them: nothing tells whether they are up to date.

use jury_checkers::plural::counted;

use crate::problem::complaint::Complaints;
use crate::problem::folder::Folder;

/// Remarks on so many inputs of a package whose generators lie in `gen/`.
pub(super) fn remark_on(folder: &Folder, count: usize, complaints: &mut Complaints) {
    if count > 0 {
        let inputs = counted(count, "input");
        let words = format!(
            "what makes {inputs} is missing: they are judged as they are, and not compared"
        );
        complaints.remark_about(folder.shown(&folder.real.join("gen")), words);
    }
}

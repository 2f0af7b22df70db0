//! The files that a run finds in its working directory.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::checker::beside::{self, Unusable};
use crate::sandbox::BoxFile;
use crate::submission::Program;

/// Those of the program, and over them those of the case, which lie in this folder (2025-09, "Input").
pub(super) fn box_files(
    program: &Program,
    of_case: Option<&Path>,
) -> Result<Arc<[BoxFile]>, Unusable> {
    let Some(of_case) = of_case.map(beside::read).transpose()? else {
        return Ok(Arc::clone(&program.at_hand));
    };
    if program.at_hand.is_empty() {
        return Ok(of_case);
    }
    let all: BTreeMap<&Path, &BoxFile> =
        program.at_hand.iter().chain(&*of_case).map(|file| (&*file.path, file)).collect();
    Ok(all.into_values().cloned().collect())
}

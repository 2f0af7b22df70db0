//! Resolves `[stress]`: which generator makes the inputs of a search, and of which sizes. Knows
//! nothing of running it.

use std::path::Path;

use super::complaint::Complaints;
use super::folder::Folder;
use super::sheet::{Found, Sizes};
use super::written::WrittenStress;
use crate::problem::Stress;

/// What stands for the size in an argument.
const SIZE: &str = "{size}";

/// The section; complains of a generator that is not there and of sizes that no argument takes.
pub(super) fn resolve(
    folder: &Folder,
    settings: &Path,
    written: WrittenStress,
    complaints: &mut Complaints,
) -> Option<Stress> {
    let WrittenStress { generator, arguments, sizes } = written;
    let arguments = arguments.unwrap_or_else(|| vec![SIZE.to_owned()]);
    if let Some(Found { place, .. }) = &sizes
        && !arguments.iter().any(|argument| argument.contains(SIZE))
    {
        let message = format!("`sizes`: expected `{SIZE}` in one of the arguments to take them");
        complaints.at(settings, *place, message);
    }
    let Found { value, place } = generator?;
    match folder.inside(&value) {
        Ok(generator) => {
            let Sizes(smallest, largest) = sizes.map_or(Sizes(1, 100), |found| found.value);
            Some(Stress { generator, arguments, smallest, largest })
        }
        Err(wrong) => {
            complaints.at(settings, place, wrong.of_key("generator"));
            None
        }
    }
}

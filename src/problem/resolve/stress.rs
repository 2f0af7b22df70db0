//! Resolves how the inputs of a search are made: by which generator, and of which sizes.

use super::super::Stress;
use super::super::complaint::Complaints;
use super::super::draft::{Found, StressDraft};
use super::super::folder::Folder;

/// What stands for the size in an argument.
const SIZE: &str = "{size}";

/// The section; complains of a generator that is not there and of sizes that no argument takes.
pub(super) fn resolve(
    folder: &Folder,
    written: StressDraft,
    complaints: &mut Complaints,
) -> Option<Stress> {
    let StressDraft { generator, arguments, sizes } = written;
    let arguments = arguments.unwrap_or_else(|| vec![SIZE.to_owned()]);
    if let Some(Found { origin, .. }) = &sizes
        && !arguments.iter().any(|argument| argument.contains(SIZE))
    {
        let message = format!("`sizes`: expected `{SIZE}` in one of the arguments");
        complaints.at(origin, message);
    }
    let Found { value, origin } = generator?;
    match folder.inside(&value) {
        Ok(generator) => {
            let (smallest, largest) = sizes.map_or((1, 100), |found| found.value);
            Some(Stress { generator, arguments, smallest, largest })
        }
        Err(wrong) => {
            complaints.at(&origin, wrong.of_key("generator"));
            None
        }
    }
}

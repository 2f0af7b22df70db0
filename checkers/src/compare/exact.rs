//! Byte for byte.

use super::prefix::common_prefix;
use super::{Plain, same};
use crate::options;
use crate::text::{place_of, quote};
use crate::{BadOption, Checker, Judgement, Options};

/// How many bytes a message shows from where the texts part.
const SHOWN: usize = 12;

pub(super) fn build(options: &Options) -> Result<Box<dyn Checker>, BadOption> {
    options::only("exact", &[], options)?;
    Ok(Box::new(Plain(compare)))
}

fn compare(output: &[u8], answer: &[u8]) -> Judgement {
    let common = common_prefix(output, answer);
    let (found, expected) = (&output[common..], &answer[common..]);
    let place = place_of(output, common);
    let at = format!("line {}, column {}", place.line, place.column);
    let shown = |bytes: &[u8]| quote(&bytes[..bytes.len().min(SHOWN)]);
    let message = match (found, expected) {
        ([], []) => return same(),
        (found, []) => format!("{at}: expected the end of the output, found {}", shown(found)),
        ([], expected) => {
            format!("{at}: expected {}, found the end of the output", shown(expected))
        }
        (found, expected) => format!("{at}: expected {}, found {}", shown(expected), shown(found)),
    };
    Judgement::wrong(Some(place), message)
}

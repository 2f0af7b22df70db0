//! General comparers. Not written yet.

use crate::{BadOption, Checker, CheckerEntry, Fault, Files, Judgement, Options};

#[derive(Debug)]
struct Stub;
impl Checker for Stub {
    fn check(&self, _: &Files<'_>) -> Result<Judgement, Fault> {
        Ok(Judgement::wrong(None, "not written"))
    }
}
fn build(_: &Options) -> Result<Box<dyn Checker>, BadOption> {
    Ok(Box::new(Stub))
}
const fn stub(name: &'static str) -> CheckerEntry {
    CheckerEntry { name, summary: "", options: &[], needs_answer: true, build }
}
/// Byte for byte.
pub const EXACT: CheckerEntry = stub("exact");
/// Tokens in order.
pub const TOKENS: CheckerEntry = stub("tokens");
/// Lines in order.
pub const LINES: CheckerEntry = stub("lines");
/// Lines in any order.
pub const UNORDERED_LINES: CheckerEntry = stub("unordered-lines");
/// Blocks in order, the lines of each in any order.
pub const UNORDERED_BLOCKS: CheckerEntry = stub("unordered-blocks");
/// Tokens, numbers with tolerance.
pub const NUMBERS: CheckerEntry = stub("numbers");

//! Flags of the default output validator, told with their place before anything is judged.

use jury_checkers::compare::default::{self, Flags};

use super::super::sheet::Sheet;
use crate::problem::complaint::Complaints;

/// Complains of flags under this key that the default output validator cannot take. In `legacy` a flag
/// may be repeated.
pub(super) fn expect(
    sheet: &Sheet,
    key: &str,
    flags: &[String],
    is_legacy: bool,
    complaints: &mut Complaints,
) {
    let rules = if is_legacy { Flags::Lenient } else { Flags::Strict };
    if let Err(bad) = default::options(flags, rules) {
        sheet.complain(key, format!("default output validator: {bad}"), complaints);
    }
}

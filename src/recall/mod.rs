//! Recalling what is known: what a run is ([`Identity`], pure), what is kept of it ([`Record`]), and
//! where ([`Store`]).
//!
//! ```text
//! program, case, checker, machine … --> Identity --look up--> Records: known, or why not
//!                                                               ^
//!                                        file of the program ---+--- records of what was run
//! ```
//!
//! What a run comes to is bytes here; whether it may be recalled is decided where runs are judged.

mod identity;
mod record;
mod records;
mod store;

pub use identity::{Aspect, Identity, Key};
pub use record::{Record, Value};
pub use records::{Lookup, Records};
pub use store::{MOST_BYTES, Store};

//! YAML files of packages as trees of texts with their places.
//!
//! YAML guesses types: `name: No` becomes false, `uuid: 1e5` a number or a text, whichever library
//! reads it. So nothing is guessed here. A scalar stays the text that was written, and whoever
//! reads a key asks for what the key means: a text, a number, a yes or no. The answers are those of
//! YAML 1.1 as PyYAML reads it, which most tools for problem packages use; where PyYAML takes what is
//! plainly a number for a text (`1e6`), it is a number here.
//!
//! The files are foreign: their size, depth and what aliases make of them are bounded. What readers
//! do not agree on (a key that stands twice) is told, with its place.
//!
//! A number in a file can be changed, with all else left as it is.

mod edit;
mod error;
mod node;
mod number;
mod read;
mod source;
#[cfg(test)]
mod tests;
mod write;

pub use self::edit::with_number;
pub use self::error::{BadYaml, Fault};
pub use self::node::{Entry, Node, Scalar, Value};
pub use self::number::Number;
pub use self::read::{Document, LARGEST_FILE, parse};
pub use self::write::write;

//! The files by which solutions read their input and write their output, as packages name them.

use crate::problem::NamedFiles;
use crate::problem::complaint::{Complaints, Origin};
use crate::problem::draft::Found;

/// What stands under the keys for input and output. Two that are the same are complained of at `origin`.
pub(super) fn named_files(
    keys: [&str; 2],
    written: [Option<&Found<String>>; 2],
    origin: &Origin,
    complaints: &mut Complaints,
) -> NamedFiles {
    let mut name = |at: usize| {
        let Found { value, origin } = written[at]?;
        let name = NamedFiles::name(value);
        name.map_err(|why| complaints.at(origin, format!("`{}`: {why}", keys[at]))).ok().flatten()
    };
    let files = NamedFiles { input: name(0), output: name(1) };
    if files.input.is_some() && files.input == files.output {
        let [input, output] = keys;
        let words = format!("`{input}` and `{output}` name the same file: expected two names");
        complaints.at(origin, words);
    }
    files
}

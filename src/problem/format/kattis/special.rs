//! Programs that `domjudge-problem.ini` names: `special_compare`, in place of the output validator, and
//! `special_run`, in place of what starts submissions. They lie on a DOMjudge server, and perhaps in the
//! package.

use super::super::sheet::quoted;
use super::ini::{COMPARE, Ini, RUN};
use crate::problem::complaint::Complaints;
use crate::problem::draft::Found;

/// The programs that every DOMjudge has, by the keys: what is done where none is named.
const USUAL: [(&str, &str); 2] = [(COMPARE, "compare"), (RUN, "run")];

/// Words on a program that the package's own replaces (DOMjudge, `ImportProblemService`).
const REPLACED: &str = "is passed over: the package's own output validator decides";

/// The program of the package that decides in place of what was found: the one that `special_compare`
/// names, if `program` finds it, unless `validation` announces the package's own.
pub(super) fn instead(
    ini: &Ini,
    is_announced: bool,
    found: Vec<Found<String>>,
    program: impl Fn(&str) -> Option<Found<String>>,
    complaints: &mut Complaints,
) -> Vec<Found<String>> {
    let mut found = found;
    let has_own = is_announced && !found.is_empty();
    for (key, usual) in USUAL {
        let Some(Found { value, origin }) = ini.get(key) else { continue };
        let name = quoted(value);
        if value.is_empty() || value == usual {
            continue;
        }
        if has_own {
            complaints.warn_at(origin, format!("`{key}`: {name} {REPLACED}"));
            continue;
        }
        match program(value).filter(|_| key == COMPARE) {
            Some(named) => found = vec![named],
            None => complaints.at(
                origin,
                format!(
                    "`{key}`: {name} is a program of a DOMjudge server, which is not here: put a program \
                     into `output_validators`, and `validation: custom` into `problem.yaml`"
                ),
            ),
        }
    }
    found
}

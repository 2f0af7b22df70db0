//! `jury-reference NAME`: one of the reference programs. `jury reference NAME` is the same.

use std::io::{Write, stderr};
use std::process::ExitCode;

use jury_reference::programs;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let name = arguments.next().unwrap_or_default();
    let arguments: Vec<_> = arguments.collect();
    name.to_str().and_then(|name| programs::run(name, &arguments)).unwrap_or_else(|| {
        let known = programs::names().collect::<Vec<_>>().join(", ");
        let _ = writeln!(stderr(), "error: expected one of {known}");
        ExitCode::from(2)
    })
}

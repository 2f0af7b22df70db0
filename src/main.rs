//! The `jury` command. Everything is in the library; see [`jury::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    // A sandbox child enters through our own executable, before anything else may start a thread
    // or open a descriptor.
    if let Some(status) = jury::sandbox::enter_if_child() {
        return status;
    }
    jury::cli::main()
}

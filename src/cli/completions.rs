//! `jury completions`: shell completions.

use clap_complete::Shell;

use super::output;
use super::status::{Failure, Status};

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury completions bash > ~/.local/share/bash-completion/completions/jury
  jury completions zsh > ~/.zfunc/_jury")]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints those of the command line that `command` describes.
pub(super) fn run(mut command: clap::Command, arguments: &Arguments) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "jury", &mut script);
    output::print(|out| out.write_all(&script))?;
    Ok(Status::Good)
}

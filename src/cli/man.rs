//! `jury man`: manual pages, made of what `--help` says.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use crate::machine::folder_of;

use super::output;
use super::status::{Failure, Status};

/// Write the manual pages, one for each command
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  mkdir -p ~/.local/share/man && jury man ~/.local/share/man/man1
  man jury-grade")]
pub(super) struct Arguments {
    /// Folder for the pages; made in the folder above it where there is none
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes those of the command line that `command` describes.
pub(super) fn run(command: clap::Command, arguments: &Arguments) -> Result<Status, Failure> {
    let folder = &arguments.folder;
    make(folder)?;
    let mut command = command.disable_help_subcommand(true);
    // Names the pages of subcommands `jury-grade` and so on.
    command.build();
    let pages = std::iter::once(&command).chain(command.get_subcommands());
    let pages: Vec<_> = pages.map(|command| clap_mangen::Man::new(command.clone())).collect();
    for page in &pages {
        let mut text = Vec::new();
        page.render(&mut text).context("cannot make a page").map_err(Failure::ours)?;
        output::write_file(&folder.join(page.get_filename()), &text)?;
    }
    let count = pages.len();
    output::print(|out| writeln!(out, "{count} pages written to {}", folder.display()))?;
    Ok(Status::Good)
}

/// Makes the folder, and none above it: its name may be mistyped.
fn make(folder: &Path) -> Result<(), Failure> {
    let above = folder_of(folder);
    if !above.is_dir() {
        let (folder, above) = (folder.display(), above.display());
        return Err(Failure::usage(anyhow!("cannot make {folder}: there is no folder {above}")));
    }
    if folder.is_dir() {
        return Ok(());
    }
    if folder.exists() {
        let folder = folder.display();
        return Err(Failure::usage(anyhow!(
            "cannot write pages into {folder}: it is not a folder"
        )));
    }
    std::fs::create_dir(folder)
        .with_context(|| format!("cannot make {}", folder.display()))
        .map_err(Failure::usage)
}

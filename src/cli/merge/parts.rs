//! The parts of a plan as they lie there, and what is missing.

use std::path::PathBuf;

use anyhow::Context as _;

use crate::plan::{Part, ranges};

use super::super::context::Context;
use super::super::output;
use super::super::plan_file::{self, PlanFile};
use super::super::status::{Failure, Status};
use super::arguments::Arguments;

/// Gives all parts there are, one after the other, to a merger.
pub(super) fn each_part(
    context: &Context,
    arguments: &Arguments,
    file: &PlanFile,
    take: &mut dyn FnMut(Part, &str),
) -> Result<(), Failure> {
    let folders = match arguments.parts.as_slice() {
        [] => vec![file.parts_folder()],
        folders => folders.to_vec(),
    };
    for path in part_files(&folders, !arguments.parts.is_empty())? {
        if let Some(part) = plan_file::read_part(context, &file.plan, &path)? {
            take(part, &path.display().to_string());
        }
    }
    Ok(())
}

/// Prints the shards that are to be done.
pub(super) fn again(missing: &[u32]) -> Result<Status, Failure> {
    if !missing.is_empty() {
        let missing = ranges(missing.iter().copied());
        output::print(|out| writeln!(out, "{missing}"))?;
    }
    Ok(Status::Good)
}

/// The files of parts in these folders, in order of their names. The usual folder may be missing.
fn part_files(folders: &[PathBuf], must_be_there: bool) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for folder in folders.iter().filter(|folder| must_be_there || folder.exists()) {
        let entries = folder
            .read_dir()
            .with_context(|| format!("cannot read folder of parts {}", folder.display()))
            .map_err(Failure::usage)?;
        for entry in entries {
            let name = entry.map_err(Failure::usage)?.file_name();
            let name = name.to_string_lossy();
            if let Some(shard) = plan_file::shard_of(&name) {
                files.push((shard, folder.join(&*name)));
            } else if !name.starts_with('.') {
                let path = folder.join(&*name);
                output::warning(&format!("{} is not a part by its name", path.display()));
            }
        }
    }
    files.sort();
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

/// What keeps the report from being whole, in words.
pub(super) fn lacks(missing: &[u32], at_odds: &[String]) -> String {
    let mut words = Vec::new();
    if !missing.is_empty() {
        let shards = ranges(missing.iter().copied());
        words.push(format!("parts are missing: shards {shards}"));
    }
    words.extend_from_slice(at_odds);
    words.join("\n")
}

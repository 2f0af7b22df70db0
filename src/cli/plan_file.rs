//! The files of plans and parts: reading them, where they lie, and what paths in them lead to.

use std::fs::DirBuilder;
use std::io::{ErrorKind, Write as _};
use std::num::NonZeroU32;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use jury_checkers::plural::counted;

use crate::machine::{self, folder_of};
use crate::plan::{MOST_SHARDS, Part, Plan, PlannedProblem, Toolchains, relative, straight};
use crate::shell::quoted;
use crate::submission::{Language, Toolchain, toolchains_of, version_to_compare};

use super::context::Context;
use super::given;
use super::output;
use super::status::Failure;

/// The most bytes of a plan: 100,000 submissions take a fifth of it.
const LARGEST_PLAN: u64 = 256 << 20;
/// How many parts of one shard are kept where they differ.
const MOST_PARTS: u32 = 9;

/// A plan and where it lies.
#[derive(Debug)]
pub(super) struct PlanFile {
    pub(super) plan: Plan,
    path: PathBuf,
    /// Absolute and without links: what paths in the plan are relative to.
    folder: PathBuf,
}

impl PlanFile {
    /// Reads a plan.
    pub(super) fn read(context: &Context, path: &Path) -> Result<Self, Failure> {
        let text = given::read(&context.interrupt, path, LARGEST_PLAN)?;
        let plan =
            Plan::read(&text).map_err(|bad| Failure::usage(anyhow!("{}{bad}", path.display())))?;
        let folder = folder_of(path)
            .canonicalize()
            .with_context(|| format!("cannot read {}", path.display()))
            .map_err(Failure::usage)?;
        Ok(Self { plan, path: path.to_owned(), folder })
    }

    /// What a path of the plan leads to.
    pub(super) fn at(&self, path: &str) -> PathBuf {
        straight(&self.folder.join(path))
    }

    /// The name of a problem, as commands take it.
    pub(super) fn problem_name(&self, problem: &PlannedProblem) -> String {
        match &problem.path {
            Some(path) => self.at(path).display().to_string(),
            None => problem.name.clone().unwrap_or_else(|| problem.slug.clone()),
        }
    }

    /// Where parts are where nobody says otherwise: `plan.parts` beside `plan.json`.
    pub(super) fn parts_folder(&self) -> PathBuf {
        self.path.with_extension("parts")
    }

    /// Where the record of a merged match is where nobody says otherwise: `plan.jsonl` beside `plan.json`.
    pub(super) fn record(&self) -> PathBuf {
        self.path.with_extension("jsonl")
    }
}

/// The path as a plan in this folder has it; the folder is absolute and without links.
pub(super) fn in_plan(path: &Path, folder: &Path) -> Result<String, Failure> {
    let path = relative(&machine::real(path), folder);
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| Failure::usage(anyhow!("its path is not UTF-8")))
}

/// The path as the user would name it from here: from the working directory, unless its whole name is
/// shorter.
pub(super) fn from_here(context: &Context, path: &Path) -> PathBuf {
    let here = context.working.canonicalize().unwrap_or_else(|_| context.working.clone());
    let short = relative(path, &here);
    let is_longer = !path.starts_with(&here) && short.as_os_str().len() > path.as_os_str().len();
    match short {
        _ if is_longer => path.to_owned(),
        short if short == Path::new("") => PathBuf::from("."),
        short => short,
    }
}

/// The part in this file; `None` where there is none.
pub(super) fn read_part(
    context: &Context,
    plan: &Plan,
    path: &Path,
) -> Result<Option<Part>, Failure> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        _ => {}
    }
    let text = given::read(&context.interrupt, path, given::LARGEST)?;
    let part = Part::read(&text, plan);
    part.map(Some).map_err(|bad| Failure::usage(anyhow!("{}{bad}", path.display())))
}

/// The file of a shard's part; those after the first are of shards that were done again and came to
/// something else.
pub(super) fn part_path(folder: &Path, shard: u32, number: u32) -> PathBuf {
    let name = if number == 1 { format!("{shard}.json") } else { format!("{shard}-{number}.json") };
    folder.join(name)
}

/// The shard of a part's file by its name; `None` for other files.
pub(super) fn shard_of(name: &str) -> Option<u32> {
    let stem = name.strip_suffix(".json")?;
    let number = |text: &str| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        text.parse::<u32>().ok().filter(|_| is_plain)
    };
    match stem.split_once('-') {
        None => number(stem),
        Some((shard, again)) => number(shard).filter(|_| number(again).is_some()),
    }
}

/// Makes the folder of parts, for this user alone: parts quote inputs and answers.
pub(super) fn make_parts_folder(folder: &Path) -> Result<(), Failure> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        made => made
            .with_context(|| format!("cannot create {}", folder.display()))
            .map_err(Failure::usage),
    }
}

/// Where a part went.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// To its file.
    New(PathBuf),
    /// Nowhere: another process was faster, and came to the same.
    Known(PathBuf),
    /// Beside that of another process, which came to something else.
    AtOdds(PathBuf),
}

/// Writes a part whole or not at all, and never over another one.
pub(super) fn write_part(
    context: &Context,
    plan: &Plan,
    folder: &Path,
    part: &Part,
) -> Result<Written, Failure> {
    let text = serde_json::to_vec(part).map_err(Failure::ours)?;
    for number in 1..=MOST_PARTS {
        let path = part_path(folder, part.shard, number);
        if place(folder, &path, &text)
            .with_context(|| format!("cannot write {}", path.display()))
            .map_err(Failure::ours)?
        {
            return Ok(if number == 1 { Written::New(path) } else { Written::AtOdds(path) });
        }
        let known = read_part(context, plan, &path)?;
        if known.is_some_and(|known| known.is_equal(part)) {
            return Ok(Written::Known(path));
        }
    }
    let path = part_path(folder, part.shard, 1);
    Err(Failure::ours(anyhow!(
        "{MOST_PARTS} parts of shard {} differ; see {} and those beside it",
        part.shard,
        path.display()
    )))
}

/// Gives a new file with this text its name; `false` where something has the name.
fn place(folder: &Path, path: &Path, text: &[u8]) -> std::io::Result<bool> {
    let mut file = machine::half_written_alone(folder)?;
    file.as_file_mut().write_all(text)?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Ok(_) => machine::sync_folder(folder).map(|()| true),
        Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(failed) => Err(failed.error),
    }
}

/// Writes a plan, which is small enough to be read.
pub(super) fn write_plan(plan: &Plan, path: &Path) -> Result<(), Failure> {
    let mut text = serde_json::to_vec_pretty(plan).map_err(Failure::ours)?;
    text.push(b'\n');
    output::write_file(path, &text)
}

/// The versions of these languages on this machine, as plans and parts have them.
pub(super) fn versions<'a>(languages: impl IntoIterator<Item = &'a Language>) -> Toolchains {
    let languages: Vec<&Language> = languages.into_iter().collect();
    let found = toolchains_of(languages.iter().copied());
    let compared = |(language, found): (&Language, Toolchain)| {
        let version = found.version.ok().map(|version| version_to_compare(language, version));
        (found.language, version)
    };
    languages.into_iter().zip(found).map(compared).collect()
}

/// Says what was planned: so many units of this kind, and what is next: the first shards, or all.
pub(super) fn told(
    plan: &Plan,
    file: &Path,
    (units, what): (usize, &str),
    shards: u32,
) -> Result<(), Failure> {
    let (units, all) = (counted(units, what), plan.shards);
    let planned = format!("{units} in {}", counted(all as usize, "shard"));
    let file = quoted(&file.display().to_string());
    output::print(|out| {
        writeln!(out, "{planned}; next:")?;
        if shards == 1 {
            writeln!(out, "  jury shard {file} 1   on any machine")?;
        } else {
            writeln!(out, "  jury shard {file} N   for each N from 1 to {shards}, on any machine")?;
        }
        writeln!(out, "  jury merge {file}")?;
        if shards < all {
            writeln!(
                out,
                "  jury merge {file} --again   the shards of the next round, until it is decided"
            )?;
        }
        Ok(())
    })
}

/// Reads how many shards there are.
pub(super) fn shards(text: &str) -> Result<NonZeroU32, String> {
    let most = u32::try_from(MOST_SHARDS).unwrap_or(u32::MAX);
    let number = text.parse().ok().filter(|number: &NonZeroU32| number.get() <= most);
    number.ok_or_else(|| format!("expected a whole number from 1 to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(name: &str, shard: Option<u32>) {
        assert_eq!(shard_of(name), shard);
    }

    #[test]
    fn parts_are_known_by_their_names() {
        for (shard, number) in [(1, 1), (7, 2), (1000, 9)] {
            let path = part_path(Path::new("/p"), shard, number);
            case(path.file_name().unwrap().to_str().unwrap(), Some(shard));
        }
        for name in ["plan.json", "7", "07.json", "+7.json", "7-.json", "7-2-3.json", ".json"] {
            case(name, None);
        }
    }
}

//! `jury new`: makes a problem that holds what it promises, as an example to be replaced piece by
//! piece. Its files lie in `templates/`, as they are but for the words between `@` signs and the
//! one line of each program that prints.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use rustix::fs::{CWD, RenameFlags};

use crate::judge::generate::{Answers, GenerateRequest};
use crate::machine::TemporaryFolder;
use crate::problem::load;
use crate::problem::reading::Reading;
use crate::shell::quoted;

use super::context::Context;
use super::output;
use super::progress::Progress;
use super::status::{Failure, Status};

mod templates;

use templates::{Comparison, GradeFilter, Kind, Programs, Protocol};

/// Make a new problem that passes `jury verify` at once
///
/// The problem is a small example: statement, sample, generator rule with a generator, validator, reference,
/// and submissions that must pass, fail and be too slow. Replace it piece by piece. SLUG is the
/// name of its folder, created in the folder of problems (see --problems) or, where there is none,
/// in the working directory; or it is a path. The folder appears whole or not at all, and nothing
/// is overwritten.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jury new two-towers
  jury new ./contest/rivers --checker numbers --language python
  jury new any-order --checker custom --language rust
  jury new guess-it --kind interactive --protocol icpc")]
pub(super) struct Arguments {
    /// The new folder's name: lower-case letters, digits and `-`; or its path
    slug: String,
    /// How a submission is run
    #[arg(long, value_name = "KIND", default_value = "standard")]
    kind: Kind,
    /// How outputs are compared
    #[arg(long, value_name = "KIND", default_value = "tokens")]
    checker: Comparison,
    /// How the problem's own checker or interactor is called
    #[arg(long, value_name = "NAME", default_value = "testlib")]
    protocol: Protocol,
    /// What the programs are written in
    #[arg(long, short, value_name = "NAME", default_value = "cpp", value_parser = templates::parser())]
    language: &'static Programs,
}

/// Makes the problem and tells what to do next.
pub(super) fn run(context: &Context, arguments: &Arguments) -> Result<Status, Failure> {
    let place = Place::find(context, &arguments.slug)?;
    let draft = TemporaryFolder::make_in(&place.parent, ".jury-new-")
        .with_context(|| format!("cannot write into {}", place.parent.display()))
        .map_err(Failure::ours)?;
    let folder = draft.path().join(&place.slug);
    for (name, text) in templates::files(&place.slug, arguments.wanted()?) {
        let path = folder.join(name);
        write(&path, &text)
            .with_context(|| format!("cannot write {}", path.display()))
            .map_err(Failure::ours)?;
    }
    generate(context, &folder)?;
    appear(&folder, &place.folder())?;
    tell(context, &place, arguments)?;
    Ok(context.status(true))
}

impl Arguments {
    /// What the problem is to be like.
    fn wanted(&self) -> Result<GradeFilter, Failure> {
        let &Self { kind, checker: comparison, protocol, language: programs, .. } = self;
        let has_own = kind == Kind::Interactive || comparison == Comparison::Custom;
        let wrong = if kind == Kind::Interactive && comparison != Comparison::Tokens {
            "an interactor decides by itself: --kind interactive goes without --checker"
        } else if protocol == Protocol::Icpc && !has_own {
            "--protocol is that of a program: say --checker custom or --kind interactive"
        } else {
            return Ok(GradeFilter { kind, comparison, protocol, programs });
        };
        Err(Failure::usage(anyhow!(wrong)))
    }
}

/// Letters of a name at the most.
const LONGEST: usize = 64;

/// Where the new folder goes.
struct Place {
    parent: PathBuf,
    slug: String,
}

impl Place {
    fn find(context: &Context, name: &str) -> Result<Self, Failure> {
        let path = Path::new(name);
        let slug = path.file_name().and_then(|slug| slug.to_str()).unwrap_or_default().to_owned();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if slug.is_empty()
            || slug.len() > LONGEST
            || slug.starts_with('-')
            || !slug.chars().all(plain)
        {
            return Err(Failure::usage(anyhow!(
                "`{}` cannot be a problem's name: expected up to {LONGEST} lower-case letters, \
                 digits and `-`, such as `two-towers`",
                name.escape_debug()
            )));
        }
        let parent = if name.contains('/') {
            context.working.join(path.parent().unwrap_or(Path::new("")))
        } else {
            context.problems_folder()
        };
        let place = Self { parent, slug };
        if place.folder().symlink_metadata().is_ok() {
            return Err(place.taken());
        }
        if !place.parent.is_dir() {
            let parent = place.parent.display();
            return Err(Failure::usage(anyhow!("there is no folder {parent}: create it first")));
        }
        Ok(place)
    }

    fn folder(&self) -> PathBuf {
        self.parent.join(&self.slug)
    }

    fn taken(&self) -> Failure {
        let folder = self.folder();
        Failure::usage(anyhow!("{} already exists: nothing was changed", folder.display()))
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

/// Makes the data of the generator rules and the answers, and looks whether the whole loads.
fn generate(context: &Context, folder: &Path) -> Result<(), Failure> {
    let problem = load::load_unanswered(folder, &Reading::default())?;
    let sandbox = context.sandbox()?;
    let cache = context.cache()?;
    let tools = context.tools(&sandbox, &cache, None);
    let progress = Progress::new(0);
    progress.subject(problem.slug.clone());
    let step = |step: &str| progress.doing(step.to_owned());
    let parts = &tools.parts(&problem)?;
    let answers = Answers::Needed;
    GenerateRequest { tools: &tools, problem: &problem, parts, answers, step: &step }.mend()?;
    load::load(folder)?;
    Ok(())
}

/// Renames the finished folder to its place, where nothing may be by now.
fn appear(folder: &Path, place: &Path) -> Result<(), Failure> {
    let renamed = match rustix::fs::renameat_with(CWD, folder, CWD, place, RenameFlags::NOREPLACE) {
        // Not every file system can refuse to replace; a folder with files is never replaced.
        Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS) => fs::rename(folder, place),
        other => other.map_err(io::Error::from),
    };
    renamed
        .with_context(|| format!("cannot make the folder {}", place.display()))
        .map_err(|error| if place.exists() { Failure::usage(error) } else { Failure::ours(error) })
}

fn tell(context: &Context, place: &Place, arguments: &Arguments) -> Result<(), Failure> {
    let folder = place.folder();
    let shown = context.shown(&folder);
    let name = name_of(context, place);
    let is_interactive = arguments.kind == Kind::Interactive;
    output::print(|out| {
        writeln!(out, "made {}", shown.display())?;
        for (path, what) in contents(arguments) {
            writeln!(out, "  {path:<34} {what}")?;
        }
        writeln!(out, "next:")?;
        let added = if is_interactive {
            "add a case; an interactive problem needs no answer"
        } else {
            "add a case; the reference makes its answer"
        };
        let second = if is_interactive {
            let ending = arguments.language.ending;
            let source = shown.join(format!("submissions/accepted/halving.{ending}"));
            let source = quoted(&source.display().to_string());
            (format!("jury run {name} {source}"), "you play the interactor")
        } else {
            (
                format!("jury generate {name}"),
                "after you change the generator, its rules or the reference",
            )
        };
        let next = [
            (format!("jury verify {name}"), "check the whole package"),
            second,
            (format!("jury add {name} FILE"), added),
        ];
        let width = next.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
        for (command, what) in next {
            writeln!(out, "  {command:<width$}  # {what}")?;
        }
        Ok(())
    })
}

/// What a shell here calls the problem: its slug where that finds it, else its path.
fn name_of(context: &Context, place: &Place) -> String {
    let folder = place.folder();
    let is_found = context.folder(&place.slug).is_ok_and(|found| output::is_same(&found, &folder));
    let shown = context.shown(&folder);
    quoted(&if is_found && shown != Path::new(&place.slug) {
        place.slug.clone()
    } else if shown.is_absolute() {
        shown.display().to_string()
    } else {
        // Not a slug: the folder may lie where no slug is looked for.
        format!("./{}", shown.display())
    })
}

/// What lies where in the new folder.
fn contents(arguments: &Arguments) -> Vec<(&'static str, String)> {
    let ending = arguments.language.ending;
    let statement = ("statement.md", "what contestants read".to_owned());
    let samples = ("data/sample/", "the statement's samples, written by hand".to_owned());
    let validator = ("validator/", format!("validate.{ending} rejects invalid inputs"));
    let wrong = ("submissions/wrong_answer/", "must be caught by a secret case".to_owned());
    if arguments.kind == Kind::Interactive {
        let interactor = format!("interact.{ending} talks to submissions and decides");
        return vec![
            ("problem.toml", "limits, interactor".to_owned()),
            statement,
            samples,
            ("data/secret/", "the other cases".to_owned()),
            ("interactor/", interactor),
            validator,
            ("submissions/accepted/", format!("halving.{ending} is correct, and the reference")),
            wrong,
        ];
    }
    let mut all = vec![
        ("problem.toml", "limits, checker, generator rules".to_owned()),
        statement,
        samples,
        ("data/secret/", "the other cases, all made by generator rules here".to_owned()),
        ("generators/", format!("random.{ending} generates inputs")),
        validator,
        ("submissions/accepted/", format!("counting.{ending} is correct, and the reference")),
        wrong,
        ("submissions/time_limit_exceeded/", "correct, but too slow".to_owned()),
    ];
    if arguments.checker == Comparison::Custom {
        all.push(("checker/", format!("check.{ending} decides outputs")));
    }
    all
}

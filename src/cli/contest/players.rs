//! The bots of a match or tournament: what they are, what they are called, and their programs.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::arena::record::Player;
use crate::ends::shortest_ends;
use crate::judge::Tools;
use crate::judge::tools::shipped;
use crate::nearest::nearest;
use crate::problem::Layout;
use crate::submission::{Built, Languages, Program, Submission, SubmissionError};

use super::super::context::Context;
use super::super::output;
use super::super::status::Failure;

/// The word for the shipped reference program in place of a path.
pub(in super::super) const REFERENCE: &str = "reference";

/// Finds out what these paths are. `game` names the shipped reference program.
pub(super) fn identify_all(
    context: &Context,
    paths: &[String],
    game: &str,
) -> Result<Vec<(Player, Submission)>, Failure> {
    identify(context, paths.iter().zip(names(paths)), game)
}

/// Those of bots that are to be added to these players, with names unlike theirs.
pub(super) fn identify_more(
    context: &Context,
    players: &[Player],
    paths: &[String],
    game: &str,
) -> Result<Vec<(Player, Submission)>, Failure> {
    let mut taken: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let named = names(paths).into_iter().map(|name| {
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
        let free = free.unwrap_or_default();
        taken.push(free.clone());
        free
    });
    let named: Vec<String> = named.collect();
    identify(context, paths.iter().zip(named), game)
}

fn identify<'p>(
    context: &Context,
    named: impl Iterator<Item = (&'p String, String)>,
    game: &str,
) -> Result<Vec<(Player, Submission)>, Failure> {
    let bots = named.map(|(path, name)| {
        let submission = if path == REFERENCE {
            shipped(game, context.references(), &context.languages)?
        } else {
            let identified = context.languages.identify(Path::new(path), None);
            identified.map_err(|error| refused(context, game, path, error))?
        };
        let (hash, language) = (submission.digest()?, submission.language.name.clone());
        let player = Player {
            name,
            path: path.clone(),
            language,
            hash,
            arguments: Vec::new(),
            files: None,
            allowance: None,
        };
        Ok((player, submission))
    });
    bots.collect()
}

/// Why a path is no bot; where there is nothing, where bots are.
fn refused(context: &Context, game: &str, path: &str, error: SubmissionError) -> Failure {
    if Path::new(path).exists() || Path::new(path).is_symlink() {
        return error.into();
    }
    let shipped = context.folder(game).map(|folder| folder.join(Layout::OWN.submissions)).ok();
    let shipped = shipped.map(|folder| folder.join("accepted"));
    let entries = shipped.iter().filter_map(|folder| folder.read_dir().ok()).flatten();
    let mut bots: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    bots.sort();
    let name = |bot: &PathBuf| bot.file_stem().unwrap_or_default().display().to_string();
    let stem = Path::new(path).file_stem().unwrap_or_default().display().to_string();
    let names: Vec<String> = bots.iter().map(name).chain([REFERENCE.to_owned()]).collect();
    let near = nearest(&stem, names.iter().map(String::as_str));
    let near = near.map(|near| {
        let file = bots.iter().find(|bot| name(bot) == near);
        file.map_or(near.to_owned(), |file| context.shown(file).display().to_string())
    });
    let meant = near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
    let place = shipped.map_or_else(String::new, |folder| {
        format!(", some of which lie in {}", context.shown(&folder).display())
    });
    Failure::usage(anyhow!(
        "there is no bot {path}{meant}\na bot is a file or folder{place}, or `{REFERENCE}`"
    ))
}

/// The bots of a record, which must be the very ones.
pub(super) fn recognise(
    tools: &Tools<'_>,
    players: &[Player],
    game: &str,
) -> Result<Vec<Submission>, Failure> {
    let bots = players.iter().map(|player| {
        let submission = if player.path == REFERENCE {
            tools.shipped(game)?
        } else {
            let path = Path::new(&player.path);
            if path.is_relative() && !path.exists() {
                return Err(Failure::usage(anyhow!(
                    "there is no {}, a bot of the record: its path is relative to the folder where \
                     the match was started, so resume it there",
                    player.path
                )));
            }
            bot(tools.languages, path, &player.language)?
        };
        if submission.digest()? == player.hash {
            return Ok(submission);
        }
        Err(Failure::usage(anyhow!(
            "{} differs from the bot `{}` of the record: it has changed since; restore it, or \
             start a new record",
            player.path,
            player.name
        )))
    });
    bots.collect()
}

/// The bots of a plan, which lie at such paths and must be the very ones.
pub(in super::super) fn planned(
    context: &Context,
    players: &[Player],
    game: &str,
    at: &dyn Fn(&str) -> PathBuf,
) -> Result<Vec<Submission>, Failure> {
    let bots = players.iter().map(|player| {
        let submission = if player.path == REFERENCE {
            shipped(game, context.references(), &context.languages)?
        } else {
            bot(&context.languages, &at(&player.path), &player.language)?
        };
        if submission.digest()? == player.hash {
            return Ok(submission);
        }
        let path = submission.path.display();
        Err(Failure::usage(anyhow!("bot {path} has changed since the plan was made")))
    });
    bots.collect()
}

/// The bot of a record at this path, in the record's language.
fn bot(languages: &Languages, path: &Path, language: &str) -> Result<Submission, Failure> {
    languages.identify(path, Some(language)).map_err(|error| match error {
        SubmissionError::UnknownLanguage { message } => {
            let shown = format!("the record's language of {}", path.display());
            Failure::usage(anyhow!(message).context(shown))
        }
        error => error.into(),
    })
}

/// Builds all of them.
pub(in super::super) fn build(
    tools: &Tools<'_>,
    submissions: &[Submission],
) -> Result<Vec<Program>, Failure> {
    let built = tools.build_all(submissions)?.into_iter().zip(submissions);
    let programs = built.map(|(built, submission)| match built? {
        Built::Program(program) => Ok(program),
        Built::Failed { message, .. } => {
            let path = submission.path.display().to_string();
            let error = anyhow!(message).context(format!("bot {path} does not build"));
            Err(Failure::usage(error))
        }
    });
    programs.collect()
}

/// A name for each path, all different: the file's without its ending, where that is not enough the
/// shortest end of the path that is; the same file again is numbered.
fn names(paths: &[String]) -> Vec<String> {
    let shown = |path: &String| {
        if path == REFERENCE { path.into() } else { output::short(Path::new(path)) }
    };
    let paths: Vec<PathBuf> = paths.iter().map(shown).collect();
    let ends = shortest_ends(&paths);
    let stem = |path: &Path| path.file_stem().unwrap_or(path.as_os_str()).display().to_string();
    let stems: Vec<String> = paths.iter().map(|path| stem(path)).collect();
    let base = |index: usize| {
        let mut others = (0..paths.len()).filter(|&other| paths[other] != paths[index]);
        let taken = |other: usize| [&stems[other], &ends[other]].contains(&&stems[index]);
        if others.any(taken) { &ends[index] } else { &stems[index] }
    };
    let bases: Vec<&String> = (0..paths.len()).map(base).collect();
    let mut names: Vec<String> = Vec::new();
    for base in &bases {
        let numbered = (2..).map(|number| format!("{base} ({number})"));
        let free = numbered.filter(|name| !bases.contains(&name));
        let mut all = std::iter::once((*base).clone()).chain(free);
        names.extend(all.find(|name| !names.contains(name)));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::names;

    #[track_caller]
    fn case(paths: &str, expected: &str) {
        let words = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(names(&words(paths)), words(expected));
    }

    #[test]
    fn names_are_as_short_as_they_can_be_and_all_different() {
        case("a.py,bots/b.cpp,reference", "a,b,reference");
        case("a.py,a.cpp,b", "a.py,a.cpp,b");
        case("x/a.py,y/a.py,z/a.c", "x/a.py,y/a.py,a.c");
        case("x/1/a.py,y/1/a.py", "x/1/a.py,y/1/a.py");
        case("a.py,a.py,a.py", "a,a (2),a (3)");
        case("x/a.py,./x/a.py,x/./a.py,b.py", "a,a (2),a (3),b");
        case("a.py,./a.py,x/a.py", "a.py,a.py (2),x/a.py");
        case("b.c.py,b.c,b.py", "b.c.py,b.c,b.py");
        case("a.py,a.py,a (2).py", "a,a (3),a (2)");
        case("reference,reference.py", "reference,reference.py");
    }
}
